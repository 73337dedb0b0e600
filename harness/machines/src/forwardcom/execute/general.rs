//! Instructions in full: operands in general registers, vector registers, memory and constants.

use super::super::formats::{Index, Kind, Offset, Vectors, source};
use super::super::isa::flags;
use super::super::predecode::{General, element_size, is_broadcast};
use super::alu::{Values, compute, handles_mask, id, low, width};
use super::unary::compute_other;
use super::wide::{self, Wide};
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
    /// Place of the first source.
    first: usize,
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
            0x12018..=0x1201B | 0x12026..=0x1202B => {
                let result = self.pairs(g)?;
                self.put_vector(observer, g.rd, result);
            }
            _ if i.is_vector() && element_size(i) == 16 => self.by_wide_element(g, observer)?,
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

    /// Reads an element of memory, of 16 bytes the lower half.
    pub(super) fn load_element<O: Observer>(
        &self,
        observer: &mut O,
        address: u64,
        size: u64,
    ) -> Result<u64, Trap> {
        self.load_value(observer, address, size.min(8).trailing_zeros() as usize)
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
            raw: g.has_constant.then_some(g.raw),
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
            first: 3usize.saturating_sub(g.count.into()),
        })
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

    /// What a plain load puts into a vector register; `None` for all else, and where memory cannot be read: then the
    /// element at fault is looked for.
    fn loaded<O: Observer>(&self, g: &General, observer: &mut O) -> Result<Option<Vector>, Trap> {
        let i = &g.instruction;
        let is_memory = matches!(g.sources, [_, _, (source::MEMORY, _)]) && g.count == 1;
        if i.form.id != id::MOVE || !is_memory || i.mask().is_some() || is_broadcast(i) {
            return Ok(None);
        }
        let place = self.place(g)?;
        let size = element_size(i);
        if !place.address.is_multiple_of(size) {
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
        if let Some(loaded) = self.loaded(g, observer)? {
            self.put_vector(observer, g.rd, loaded);
            return Ok(());
        }
        let Operands { place, length, mask, fallback, registers, first } = self.operands(g)?;
        let size = element_size(i) as usize;
        let mut v = self.values(g);
        let mut result = Vector::of_length(length);
        if operation == id::SIGN_EXTEND {
            result = Vector::of_length(if length == 0 { 0 } else { 8 });
        }
        let broadcast = is_broadcast(i);
        for at in (0..(length as usize + 1).saturating_sub(size)).step_by(size) {
            v.odd = at / size % 2 == 1;
            v.mask = mask.as_ref().map_or(self.numcontr, |mask| mask.get(at, size));
            v.fallback = fallback.get(at, size);
            let value = if v.mask & 1 == 0 && !handles_mask(operation) {
                v.fallback
            } else {
                for index in first..3 {
                    let (field, _) = g.sources.get(index).copied().unwrap_or((0, 0));
                    let value = match field {
                        source::IMMEDIATE => g.constant,
                        source::MEMORY => match element_place(place, at, size, broadcast) {
                            Some(address) => self.load_element(observer, address, size as u64)?,
                            None => 0,
                        },
                        _ => registers.get(index).map_or(0, |register| register.get(at, size)),
                    };
                    if let Some(operand) = v.p.get_mut(index) {
                        *operand = low(value, 8 * size as u32);
                    }
                }
                compute(operation, &v).or_else(|| compute_other(g, &v)).ok_or_else(|| unsupported(g))?
            };
            if operation == id::SIGN_EXTEND {
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
            let enabled = mask.map_or(self.numcontr, |mask| mask.get(at, size.min(8))) & 1 != 0;
            result.set_wide(at, size, if enabled { new } else { old }.get_wide(at, size));
        }
    }

    /// An instruction that treats elements of 16 bytes one by one. Of those of type float128 only what treats them
    /// as bits is there.
    fn by_wide_element<O: Observer>(&mut self, g: &General, observer: &mut O) -> Result<(), Trap> {
        let i = &g.instruction;
        let operation = i.form.id;
        let is_bits = matches!(operation, id::MOVE | id::AND | id::OR | id::XOR | id::SELECT_BITS);
        // A constant of type float128 would have to be converted.
        if i.operand_type == 7 && (!is_bits || g.has_constant) {
            return Err(unsupported(g));
        }
        let Operands { place, length, mask, fallback, registers, first } = self.operands(g)?;
        let extended = |value: u64| i128::from(value as i64) as u128;
        let mut v = Wide {
            raw: g.has_constant.then_some(extended(g.raw)),
            options: if i.is(flags::OPTIONS) { i.options() } else { 0 },
            masked: i.mask().is_some(),
            ..Wide::default()
        };
        let broadcast = is_broadcast(i);
        let mut result = Vector::of_length(length);
        for at in (0..(length as usize + 1).saturating_sub(16)).step_by(16) {
            v.odd = at % 32 != 0;
            v.mask = mask.as_ref().map_or(self.numcontr.into(), |mask| mask.get_wide(at, 16));
            v.fallback = fallback.get_wide(at, 16);
            let value = if v.mask & 1 == 0 && !handles_mask(operation) {
                v.fallback
            } else {
                for index in first..3 {
                    let (field, _) = g.sources.get(index).copied().unwrap_or((0, 0));
                    let value = match field {
                        source::IMMEDIATE => extended(g.constant),
                        source::MEMORY => match element_place(place, at, 16, broadcast) {
                            Some(address) => {
                                let lower = self.load_element(observer, address, 8)?;
                                let upper = self.load_element(observer, address.wrapping_add(8), 8)?;
                                u128::from(lower) | u128::from(upper) << 64
                            }
                            None => 0,
                        },
                        _ => registers.get(index).map_or(0, |register| register.get_wide(at, 16)),
                    };
                    if let Some(operand) = v.p.get_mut(index) {
                        *operand = value;
                    }
                }
                wide::compute(g, &v).ok_or_else(|| unsupported(g))?
            };
            result.set_wide(at, 16, value);
        }
        if operation == id::FUNNEL_SHIFT {
            let moved = self.funnel(g, length, &registers);
            self.put_enabled(&mut result, &moved, &fallback, mask.as_ref(), 16);
        }
        self.put_vector(observer, g.rd, result);
        Ok(())
    }

    /// `funnel_shift` of vectors: whole vectors are moved down by a number of elements.
    fn funnel(&self, g: &General, length: u64, registers: &[Vector; 3]) -> Vector {
        let size = element_size(&g.instruction) as usize;
        let [a, b, c] = registers;
        let count = if g.has_constant { g.constant } else { c.get(0, size.min(8)) };
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
