//! Instructions in full: operands in general registers, vector registers, memory and constants.

use super::super::formats::{Index, InstructionKind, Offset, Vectors, source};
use super::super::isa::{flags, id};
use super::super::predecode::{General, element_size, is_broadcast};
use super::alu::{Values, compute, handles_mask, low, signed, width};
use super::{Core, DATAP, MAX_VECTOR, THREADP, Trap, Vector};
use crate::machine::{FaultKind, Observer};

/// The refusal of operand types and options that an instruction does not have.
pub(super) fn unsupported(general: &General) -> Trap {
    let word = u64::from(general.instruction.words.0[0]);
    Trap::fault(FaultKind::Unsupported, word, "the simulator does not have this form of the instruction")
}

/// A constant as an operand of any size.
pub(super) fn extended(value: u64) -> u128 {
    i128::from(value as i64) as u128
}

/// A memory operand.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    pub(super) address: u64,
    /// Its length in bytes; more than an element for vectors.
    pub(super) length: u64,
}

/// The address of the element at byte `at` of a memory operand; `None` where that ends.
fn element_place(place: Option<Place>, at: usize, size: usize, broadcast: bool) -> Option<u64> {
    let place = place?;
    let fits = at + size <= place.length as usize;
    fits.then(|| place.address.wrapping_add(if broadcast { 0 } else { at as u64 }))
}

/// The operands of an instruction on vectors, before any is changed.
struct Operands {
    /// The memory operand.
    place: Option<Place>,
    /// Length of the result in bytes.
    length: u64,
    mask: Option<Vector>,
    fallback: Vector,
    /// The sources that are registers, at their places among the sources.
    registers: [Vector; 3],
}

impl Core {
    /// Executes any instruction.
    pub(super) fn execute<O: Observer>(&mut self, g: &General, observer: &mut O) -> Result<(), Trap> {
        let i = &g.instruction;
        if i.format.kind == InstructionKind::Jump {
            return self.execute_jump(g, observer);
        }
        match i.form.id {
            id::NOP | id::NOP2 | id::NOP3 | id::PREFETCH | id::FENCE => {}
            id::UNDEF => {
                return Err(Trap::fault(FaultKind::Illegal, i.words.0[0], "undefined instruction"));
            }
            id::STORE => self.execute_store(g, observer)?,
            _ if self.execute_system(g, observer)? => {}
            _ if i.is_vector() && self.execute_vector(g, observer)? => {}
            id::DIV_EX..=id::MUL_EX_U | id::ADD_OC..=id::SUB_B => {
                let result = self.pairs(g)?;
                self.put_vector(observer, g.rd, result);
            }
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

    /// Reads an element of memory.
    pub(super) fn load_element<O: Observer>(
        &self,
        observer: &mut O,
        address: u64,
        size: u64,
    ) -> Result<u128, Trap> {
        let lower = self.load_value(observer, address, size.min(8).trailing_zeros() as usize)?;
        let upper = if size > 8 { self.load_value(observer, address.wrapping_add(8), 3)? } else { 0 };
        Ok(u128::from(lower) | u128::from(upper) << 64)
    }

    pub(super) fn mask(&self, g: &General) -> u64 {
        match g.instruction.mask() {
            Some(mask) => self.r(mask),
            None => self.numcontr,
        }
    }

    /// The number of the instruction's first word, for a NaN that it makes.
    pub(super) fn word_number(&self) -> u64 {
        u64::from(self.pc).wrapping_sub(super::super::loader::IMAGE) >> 2
    }

    fn values(&self, g: &General) -> Values {
        let i = &g.instruction;
        Values {
            raw: g.has_constant.then_some(extended(g.raw)),
            operand_type: i.operand_type,
            options: if i.is(flags::OPTIONS) { i.options() } else { 0 },
            masked: i.mask().is_some(),
            place: self.word_number(),
            ..Values::default()
        }
    }

    /// An instruction on general registers.
    fn by_register<O: Observer>(&mut self, g: &General, observer: &mut O) -> Result<(), Trap> {
        let i = &g.instruction;
        let bits = width(i.operand_type);
        let mut v = self.values(g);
        v.mask = self.mask(g).into();
        v.fallback = g.fallback.map_or(0, |register| self.r(register).into());
        let operation = i.form.id;
        if v.mask & 1 == 0 && !handles_mask(operation) {
            self.put(observer, g.rd, low(v.fallback, bits) as u64);
            return Ok(());
        }
        for (value, (field, number)) in v.p.iter_mut().zip(g.sources).skip(g.first()) {
            *value = match field {
                source::IMMEDIATE => low(g.constant, bits),
                source::MEMORY => {
                    let place = self.place(g)?;
                    self.load_element(observer, place.address, element_size(i).min(8))?
                }
                _ if operation == id::SIGN_EXTEND_ADD => self.r(number).into(),
                _ => low(self.r(number), bits),
            };
        }
        let result = match operation {
            id::SIGN_EXTEND_ADD if i.operand_type < 4 => {
                let extended = signed(v.p[2], bits) as u64;
                (v.p[1] as u64).wrapping_add(extended.checked_shl(v.options.into()).unwrap_or(0))
            }
            // General registers have 64 bits.
            _ if bits > 64 => return Err(unsupported(g)),
            _ => compute(g, &v).ok_or_else(|| unsupported(g))? as u64,
        };
        self.put(observer, g.rd, result);
        Ok(())
    }

    /// The operands of an instruction on vectors.
    fn operands(&self, g: &General) -> Result<Operands, Trap> {
        let i = &g.instruction;
        let place = if i.format.has_memory() { Some(self.place(g)?) } else { None };
        let register = |number: u8| *self.vector(number);
        Ok(Operands {
            place,
            length: self.result_length(g, place),
            mask: i.mask().map(register),
            fallback: g.fallback.map_or(Vector::EMPTY, register),
            registers: g
                .sources
                .map(|(field, number)| if field >= source::RT { register(number) } else { Vector::EMPTY }),
        })
    }

    /// The length of a result: that of the first source.
    fn result_length(&self, g: &General, place: Option<Place>) -> u64 {
        match g.sources.get(g.first()) {
            Some((source::IMMEDIATE, _)) | None => element_size(&g.instruction),
            Some((source::MEMORY, _)) => place.map_or(0, |place| place.length),
            Some((_, register)) => self.vector(*register).length as u64,
        }
    }

    /// The vector that a plain load gives; `None` for all else, and where memory cannot be read: then the
    /// element at fault is looked for.
    fn loaded<O: Observer>(&self, g: &General, observer: &mut O) -> Result<Option<Vector>, Trap> {
        let i = &g.instruction;
        let is_memory = matches!(g.sources, [_, _, (source::MEMORY, _)]) && g.count == 1;
        if i.form.id != id::MOVE || !is_memory || i.mask().is_some() || is_broadcast(i) {
            return Ok(None);
        }
        let place = self.place(g)?;
        let size = element_size(i);
        if size > 8 || !place.address.is_multiple_of(size) {
            return Ok(None);
        }
        // Elements that do not exist in full are 0.
        let whole = place.length - place.length % size;
        let Ok(bytes) = self.base.memory.load_bytes(place.address, whole) else { return Ok(None) };
        let mut result = Vector::of_length(place.length);
        for (to, from) in result.bytes.iter_mut().zip(bytes) {
            *to = *from;
        }
        for at in (0..whole).step_by(size as usize) {
            observer.read(self.pc.into(), place.address.wrapping_add(at), size);
        }
        Ok(Some(result))
    }

    /// An instruction that treats the elements of vectors one by one.
    fn by_element<O: Observer>(&mut self, g: &General, observer: &mut O) -> Result<(), Trap> {
        let i = &g.instruction;
        let operation = i.form.id;
        let is_bitwise = matches!(operation, id::MOVE | id::AND | id::OR | id::XOR | id::SELECT_BITS);
        // A constant of type float128 would have to be converted.
        if i.operand_type == 7 && (!is_bitwise || g.has_constant) {
            return Err(unsupported(g));
        }
        if let Some(loaded) = self.loaded(g, observer)? {
            self.put_vector(observer, g.rd, loaded);
            return Ok(());
        }
        let Operands { place, length, mask, fallback, registers } = self.operands(g)?;
        let size = element_size(i) as usize;
        let mut v = self.values(g);
        let constant = low(extended(g.constant), width(i.operand_type));
        let extends = operation == id::SIGN_EXTEND && size < 16;
        let mut result = Vector::of_length(if extends && length > 0 { 8 } else { length });
        let broadcast = is_broadcast(i);
        for at in (0..(length as usize + 1).saturating_sub(size)).step_by(size) {
            v.odd = at / size % 2 == 1;
            v.mask = mask.as_ref().map_or(self.numcontr.into(), |mask| mask.get(at, size));
            v.fallback = fallback.get(at, size);
            let value = if v.mask & 1 == 0 && !handles_mask(operation) {
                v.fallback
            } else {
                let operands = v.p.iter_mut().zip(g.sources).zip(&registers).skip(g.first());
                for ((operand, (field, _)), register) in operands {
                    *operand = match field {
                        source::IMMEDIATE => constant,
                        source::MEMORY => match element_place(place, at, size, broadcast) {
                            Some(address) => self.load_element(observer, address, size as u64)?,
                            None => 0,
                        },
                        _ => register.get(at, size),
                    };
                }
                compute(g, &v).ok_or_else(|| unsupported(g))?
            };
            if extends {
                result.set(0, 8, value);
                break;
            }
            result.set(at, size, value);
        }
        if operation == id::FUNNEL_SHIFT {
            let moved = self.funnel(g, length, &registers);
            self.put_enabled(&mut result, &moved, &fallback, mask.as_ref(), size);
        }
        self.put_vector(observer, g.rd, result);
        Ok(())
    }

    /// True if the element at byte `at` is to be computed, by the mask or the control register.
    pub(super) fn is_enabled(&self, mask: Option<&Vector>, at: usize, size: usize) -> bool {
        mask.map_or(self.numcontr.into(), |mask| mask.get(at, size.min(8))) & 1 != 0
    }

    /// Takes the elements that are enabled from one register, the others from another.
    fn put_enabled(
        &self,
        result: &mut Vector,
        new: &Vector,
        old: &Vector,
        mask: Option<&Vector>,
        size: usize,
    ) {
        for at in (0..result.length).step_by(size) {
            let enabled = self.is_enabled(mask, at, size);
            result.set(at, size, if enabled { new } else { old }.get(at, size));
        }
    }

    /// `funnel_shift` of vectors: whole vectors are moved down by a number of elements.
    fn funnel(&self, g: &General, length: u64, registers: &[Vector; 3]) -> Vector {
        let size = element_size(&g.instruction) as usize;
        let [a, b, c] = registers;
        let count = if g.has_constant { g.constant } else { c.get(0, size.min(8)) as u64 };
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
        let constant = (i.form.kind == InstructionKind::Single).then_some(g.constant);
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
            if self.is_enabled(mask.as_ref(), element, step as usize) {
                let value = constant.unwrap_or_else(|| vector.get(at as usize, step as usize) as u64);
                self.store_value(observer, place.address.wrapping_add(at), log, value)?;
            }
            at += step;
        }
        Ok(())
    }
}
