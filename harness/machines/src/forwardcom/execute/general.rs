//! Instructions in full: operands in general registers, vector registers, memory and constants.

use super::super::formats::{Index, Kind, Offset, Vectors, source};
use super::super::isa::flags;
use super::super::predecode::{General, element_size, is_broadcast};
use super::alu::{Values, compute, handles_mask, id, low, width};
use super::unary::compute_other;
use super::{Core, DATAP, MAX_VECTOR, THREADP, Trap, Vector};
use crate::machine::{FaultKind, Observer};

/// The refusal of operand types and options that an instruction does not have.
pub(super) fn unsupported(general: &General) -> Trap {
    let word = u64::from(general.instruction.words.0[0]);
    Trap::fault(FaultKind::Unsupported, word, "the simulator does not have this form of the instruction")
}

/// A memory operand.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    pub(super) address: u64,
    /// Its length in bytes; more than an element for vectors.
    pub(super) length: u64,
}

impl Core {
    /// Executes any instruction.
    pub(super) fn execute<O: Observer>(&mut self, g: &General, observer: &mut O) -> Result<(), Trap> {
        let i = &g.instruction;
        if i.format.kind == Kind::Jump {
            return self.execute_jump(g, observer);
        }
        match i.form.id {
            0x30000 | 0x30200 | 0x30300 | id::PREFETCH | 0x25910 => {}
            0x3F => {
                return Err(Trap::fault(FaultKind::Illegal, i.words.0[0], "undefined instruction"));
            }
            id::STORE => self.execute_store(g, observer)?,
            _ if self.execute_system(g, observer)? => {}
            _ if i.is_vector() && self.execute_vector(g, observer)? => {}
            // Two elements at a time, and with flags: not there.
            0x12018..=0x1201B | 0x12026..=0x1202B => return Err(unsupported(g)),
            _ if i.is_vector() => self.by_element(g, observer)?,
            _ => self.by_register(g, observer)?,
        }
        self.pc = self.pc.wrapping_add(i.size() as u32);
        Ok(())
    }

    /// Address and length of the memory operand.
    pub(super) fn place(&self, g: &General) -> Result<Place, Trap> {
        let i = &g.instruction;
        let next = u64::from(self.pc) + i.size() as u64;
        let base = match g.rs {
            28 if i.format.has_special_bases() => self.r[THREADP],
            29 if i.format.has_special_bases() => self.r[DATAP],
            30 if i.format.has_special_bases() => next,
            base => self.r(base),
        };
        let size = element_size(i);
        let mut index = if i.format.index == Index::No || g.rt == 31 { 0 } else { self.r(g.rt) };
        if i.format.offset == Offset::Limit
            && index > i.words.unsigned(i.format.address.size, i.format.address.at)
        {
            return Err(Trap::fault(FaultKind::Exception, index, "array index out of bounds"));
        }
        match i.format.index {
            Index::Scaled => index = index.wrapping_mul(size),
            Index::Negative => index = index.wrapping_neg(),
            _ => {}
        }
        let has_length = matches!(i.format.vectors, Vectors::Length | Vectors::Broadcast) && g.rt != 31;
        let length = if has_length { self.r(g.rt).min(MAX_VECTOR as u64) } else { size };
        Ok(Place { address: base.wrapping_add(index).wrapping_add(g.offset as u64), length })
    }

    /// Reads an element of memory. The upper half of 16 bytes is read by the next call.
    pub(super) fn load_element<O: Observer>(
        &self,
        observer: &mut O,
        address: u64,
        size: u64,
    ) -> Result<u64, Trap> {
        self.load_value(observer, address, size.min(8).trailing_zeros() as usize)
    }

    fn mask(&self, g: &General) -> u64 {
        match g.instruction.mask() {
            Some(mask) => self.r(mask),
            None => self.numcontr,
        }
    }

    fn values(&self, g: &General) -> Values {
        let i = &g.instruction;
        Values {
            raw: g.has_constant.then_some(g.raw),
            operand_type: i.operand_type,
            options: if i.is(flags::OPTIONS) { i.options() } else { 0 },
            masked: i.mask().is_some(),
            place: (u64::from(self.pc).wrapping_sub(super::super::loader::IMAGE)) >> 2,
            ..Values::default()
        }
    }

    /// An instruction on general registers.
    fn by_register<O: Observer>(&mut self, g: &General, observer: &mut O) -> Result<(), Trap> {
        let i = &g.instruction;
        let bits = width(i.operand_type);
        let mut v = self.values(g);
        v.mask = self.mask(g);
        v.fallback = g.fallback.map_or(0, |register| self.r(register));
        let operation = i.form.id;
        if v.mask & 1 == 0 && !handles_mask(operation) {
            self.put(observer, g.rd, low(v.fallback, bits));
            return Ok(());
        }
        let first = 3usize.saturating_sub(g.count.into());
        for (value, (field, number)) in v.p.iter_mut().zip(g.sources).skip(first) {
            *value = match field {
                source::IMMEDIATE => g.constant,
                source::MEMORY => {
                    let place = self.place(g)?;
                    self.load_element(observer, place.address, element_size(i))?
                }
                _ if operation == id::SIGN_EXTEND_ADD => self.r(number),
                _ => low(self.r(number), bits),
            };
        }
        let result = if operation == id::SIGN_EXTEND_ADD && i.operand_type < 4 {
            let extended = super::alu::signed(v.p[2], bits) as u64;
            v.p[1].wrapping_add(extended.checked_shl(v.options.into()).unwrap_or(0))
        } else {
            compute(operation, &v).or_else(|| compute_other(g, &v)).ok_or_else(|| unsupported(g))?
        };
        self.put(observer, g.rd, result);
        Ok(())
    }

    /// The length of a result: that of the first source.
    fn result_length(&self, g: &General, place: Option<Place>) -> u64 {
        let first = 3usize.saturating_sub(g.count.into());
        match g.sources.get(first) {
            Some((source::IMMEDIATE, _)) | None => element_size(&g.instruction),
            Some((source::MEMORY, _)) => place.map_or(0, |place| place.length),
            Some((_, register)) => self.vector(*register).length as u64,
        }
    }

    /// An instruction that treats the elements of vectors one by one.
    fn by_element<O: Observer>(&mut self, g: &General, observer: &mut O) -> Result<(), Trap> {
        let i = &g.instruction;
        let operation = i.form.id;
        let place = if i.format.has_memory() { Some(self.place(g)?) } else { None };
        let length = self.result_length(g, place);
        let size = element_size(i) as usize;
        let mut v = self.values(g);
        let mask_register = i.mask().map(|mask| *self.vector(mask));
        let fallback = g.fallback.map_or(Vector::EMPTY, |register| *self.vector(register));
        let registers = g
            .sources
            .map(|(field, number)| if field >= source::RT { *self.vector(number) } else { Vector::EMPTY });
        let first = 3usize.saturating_sub(g.count.into());
        let mut result = Vector::of_length(length);
        // Elements of 16 bytes are treated as halves where that makes no difference.
        let wide = size == 16;
        let step = size.min(8);
        if wide {
            if !matches!(operation, id::MOVE | id::AND | id::OR | id::XOR | id::SELECT_BITS) {
                return Err(unsupported(g));
            }
            v.operand_type = 3;
        }
        if operation == id::SIGN_EXTEND {
            result = Vector::of_length(if length == 0 { 0 } else { 8 });
        }
        let broadcast = is_broadcast(i);
        let mut at = 0;
        while at - at % size + size <= length as usize {
            let element = at - at % size;
            v.odd = at / size % 2 == 1;
            v.mask = mask_register.as_ref().map_or(self.numcontr, |mask| mask.get(element, step));
            v.fallback = fallback.get(at, step);
            let value = if v.mask & 1 == 0 && !handles_mask(operation) {
                v.fallback
            } else {
                for index in first..3 {
                    let (field, _) = g.sources.get(index).copied().unwrap_or((0, 0));
                    let value = match field {
                        source::IMMEDIATE if at % size == 0 => g.constant,
                        source::IMMEDIATE => (g.constant as i64 >> 63) as u64,
                        source::MEMORY => {
                            let place = place.unwrap_or(Place { address: 0, length: 0 });
                            let offset = if broadcast { at % size } else { at };
                            if at + step > place.length as usize {
                                0
                            } else {
                                let address = place.address.wrapping_add(offset as u64);
                                self.load_element(observer, address, step as u64)?
                            }
                        }
                        _ => registers.get(index).map_or(0, |register| register.get(at, step)),
                    };
                    if let Some(operand) = v.p.get_mut(index) {
                        *operand = low(value, 8 * step as u32);
                    }
                }
                compute(operation, &v).or_else(|| compute_other(g, &v)).ok_or_else(|| unsupported(g))?
            };
            if operation == id::SIGN_EXTEND {
                result.set(0, 8, value);
                break;
            }
            result.set(at, step, value);
            at += step;
        }
        if operation == id::FUNNEL_SHIFT {
            let moved = self.funnel(g, length, &registers);
            for at in (0..result.length).step_by(step) {
                let enabled =
                    mask_register.as_ref().map_or(self.numcontr, |mask| mask.get(at, step)) & 1 != 0;
                result.set(at, step, if enabled { moved.get(at, step) } else { fallback.get(at, step) });
            }
        }
        self.put_vector(observer, g.rd, result);
        Ok(())
    }

    /// `funnel_shift` of vectors: whole vectors are moved down by a number of elements.
    fn funnel(&self, g: &General, length: u64, registers: &[Vector; 3]) -> Vector {
        let size = element_size(&g.instruction) as usize;
        let [a, b, c] = registers;
        let count = if g.has_constant { g.raw } else { c.get(0, size.min(8)) };
        let shift = usize::try_from(count).unwrap_or(usize::MAX).saturating_mul(size);
        let mut result = Vector::of_length(length);
        if shift >= result.length {
            return result;
        }
        for at in 0..result.length {
            let from = at + shift;
            let byte = if from < result.length { a.get(from, 1) } else { b.get(from - result.length, 1) };
            result.set(at, 1, byte);
        }
        result
    }

    /// `store`: from RD, or a constant.
    fn execute_store<O: Observer>(&mut self, g: &General, observer: &mut O) -> Result<(), Trap> {
        let i = &g.instruction;
        let place = self.place(g)?;
        let size = element_size(i);
        let step = size.min(8);
        let log = step.trailing_zeros() as usize;
        let constant = (i.form.kind == Kind::Single).then_some(g.constant);
        if !i.is_vector() {
            let value = constant.unwrap_or_else(|| self.r(g.rd));
            if self.mask(g) & 1 != 0 {
                self.store_value(observer, place.address, log, value)?;
            }
            return Ok(());
        }
        let vector = *self.vector(g.rd);
        let mask = i.mask().map(|mask| *self.vector(mask));
        let mut at = 0;
        let length = if is_broadcast(i) { size } else { place.length };
        while at + step <= length {
            let element = (at - at % size) as usize;
            let enabled = mask.as_ref().map_or(self.numcontr, |mask| mask.get(element, step as usize)) & 1;
            if enabled != 0 {
                let value = constant.unwrap_or_else(|| vector.get(at as usize, step as usize));
                self.store_value(observer, place.address.wrapping_add(at), log, value)?;
            }
            at += step;
        }
        Ok(())
    }
}
