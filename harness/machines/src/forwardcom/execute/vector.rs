//! Instructions that treat vectors as a whole: lengths, moves of elements, conversions of length.

use super::super::fields::bits as field;
use super::super::number::{half_from_double, half_to_float};
use super::super::predecode::{General, element_size};
use super::alu::{low, signed};
use super::exact::Control;
use super::float::{Precision, nan, round};
use super::general::unsupported;
use super::{Core, MAX_VECTOR, Trap, Vector, pairs};
use crate::machine::Observer;

impl Core {
    /// Executes an instruction if it is one of these; says whether it was.
    pub(super) fn execute_vector<O: Observer>(
        &mut self,
        g: &General,
        observer: &mut O,
    ) -> Result<bool, Trap> {
        let i = &g.instruction;
        let size = element_size(i) as usize;
        let (rs, rt, ru) = (*self.vector(g.rs), *self.vector(g.rt), *self.vector(g.ru));
        let (count_s, count_t) = (self.r(g.rs), self.r(g.rt));
        let mask = i.mask().map(|mask| *self.vector(mask));
        let numcontr = self.numcontr;
        let enabled = |at: usize| mask.as_ref().map_or(numcontr, |mask| mask.get(at, size.min(8))) & 1 != 0;
        let im1 = i.words.get(field::IM1) as u8;
        let limited = |length: u64| length.min(MAX_VECTOR as u64) / size as u64 * size as u64;
        let is_general = matches!(i.format.tag, 0x130);
        let result = match i.form.id {
            // get_len, get_num
            0x12001 | 0x12003 => {
                let divisor = if i.form.id == 0x12003 { size } else { 1 };
                self.put(observer, g.rd, (rt.length / divisor) as u64);
                return Ok(true);
            }
            // set_len, set_num
            0x12000 => rs.resized(count_t),
            0x12002 => rs.resized(count_t.saturating_mul(size as u64)),
            // insert
            0x1200C => {
                let index = if is_general { u64::from(im1) } else { count_t };
                let mut result = *self.vector(g.rd);
                copy(&rs, 0, &mut result, bounded(index, size), size);
                result
            }
            // extract: the element in every place
            0x1200B => {
                let index = if is_general { u64::from(im1) } else { count_t };
                let mut result = Vector::of_length(rs.length as u64);
                for at in (0..rs.length).step_by(size) {
                    copy(&rs, bounded(index, size), &mut result, at, size);
                }
                result
            }
            // broad, broadcast_max
            0x1200D | 0x13013 => {
                let (length, scalar) = match (i.form.id, i.format.tag) {
                    (0x13013, _) => (MAX_VECTOR as u64, None),
                    (_, 0x120) => (count_t, Some(rs)),
                    (_, 0x130) => (count_s, None),
                    _ if g.rt == 31 => (size as u64, None),
                    _ => (count_t, None),
                };
                let mut constant = Vector::of_length(size as u64);
                constant.set(0, size.min(8), g.constant);
                constant.set(8, 8, ((g.constant as i64) >> 63) as u64);
                let value = scalar.unwrap_or(constant);
                let fallback = g.fallback.filter(|_| i.format.tag != 0x130);
                let fallback = fallback.map_or(Vector::EMPTY, |register| *self.vector(register));
                let mut result = Vector::of_length(limited(length));
                for at in (0..result.length).step_by(size) {
                    if enabled(at) {
                        copy(&value, 0, &mut result, at, size);
                    } else {
                        copy(&fallback, at, &mut result, at, size);
                    }
                }
                result
            }
            // compress_sparse, expand_sparse
            0x12009 => {
                let length = mask.as_ref().map_or(rt.length, |mask| mask.length.min(rt.length));
                let mut result = Vector::of_length(length as u64);
                let mut to = 0;
                for at in (0..length).step_by(size) {
                    if enabled(at) {
                        copy(&rt, at, &mut result, to, size);
                        to += size;
                    }
                }
                result.resized(to as u64)
            }
            0x1200A => {
                let length = limited(count_t).min(mask.as_ref().map_or(u64::MAX, |mask| mask.length as u64));
                let mut result = Vector::of_length(length);
                let mut from = 0;
                for at in (0..result.length).step_by(size) {
                    if enabled(at) {
                        copy(&rs, from, &mut result, at, size);
                        from += size;
                    }
                }
                result
            }
            // bits2bool: the other bits come from the mask or the control register
            0x1200E => {
                let upper = mask.as_ref().map_or(numcontr, |mask| mask.get(0, size.min(8))) & !1;
                let mut result = Vector::of_length(limited(count_t));
                for at in (0..result.length).step_by(size) {
                    let bit = rs.get(at / size / 8, 1) >> (at / size % 8) & 1;
                    result.set(at, size.min(8), upper | bit);
                }
                result
            }
            // bool2bits
            0x1301A => {
                let number = rs.length / size;
                let length = (number.div_ceil(8).next_multiple_of(4)).max(4);
                let mut result = Vector::of_length(length as u64);
                for element in 0..number {
                    let bit = rs.get(element * size, size.min(8)) & 1;
                    let byte = result.get(element / 8, 1) | bit << (element % 8);
                    result.set(element / 8, 1, byte);
                }
                result
            }
            // bool_reduce: bit 0 inverts, bit 1 takes OR instead of AND
            0x1301B => {
                if i.operand_type > 4 {
                    return Err(unsupported(g));
                }
                let mut elements =
                    (0..rs.length / size).map(|index| rs.get(index * size, size.min(8)) & 1 != 0);
                let value = if im1 & 2 != 0 { elements.any(|bit| bit) } else { elements.all(|bit| bit) };
                let mut result = Vector::of_length(size as u64);
                result.set(0, size.min(8), u64::from(value != (im1 & 1 != 0)));
                result
            }
            0x1301C => {
                let precision = match i.operand_type {
                    1 => Precision::Half,
                    other => Precision::of(other).ok_or_else(|| unsupported(g))?,
                };
                let found = (0..rs.length / size)
                    .any(|index| precision.category(rs.get(index * size, size)) & im1 != 0);
                let mut result = Vector::of_length(size as u64);
                result.set(0, size, found.into());
                result
            }
            // shift_expand, shift_reduce by bytes; shift_up, shift_down by elements
            0x12012 => {
                let count = bounded(count_t, 1);
                shifted(&rs, (rs.length + count) as u64, count as isize)
            }
            0x12013 => {
                let count = bounded(count_t, 1).min(rs.length);
                shifted(&rs, (rs.length - count) as u64, -(count as isize))
            }
            0x12014 => shifted(&rs, rs.length as u64, bounded(count_t, size) as isize),
            0x12015 => shifted(&rs, rs.length as u64, -(bounded(count_t, size) as isize)),
            // gp2vec, vec2gp
            0x13000 => {
                let mut result = Vector::of_length(size as u64);
                result.set(0, size.min(8), count_s);
                result
            }
            0x13001 => {
                self.put(observer, g.rd, rs.first(size));
                return Ok(true);
            }
            // make_sequence
            0x13004 => {
                let mut result = Vector::of_length(limited(count_s.saturating_mul(size as u64)));
                for at in (0..result.length).step_by(size) {
                    let value = i64::from(im1 as i8) + (at / size) as i64;
                    match i.operand_type {
                        5 => result.set(at, 4, (value as f32).to_bits().into()),
                        6 => result.set(at, 8, (value as f64).to_bits()),
                        7 => return Err(unsupported(g)),
                        _ => result.set(at, size.min(8), value as u64),
                    }
                    if size == 16 {
                        result.set(at + 8, 8, (value >> 63) as u64);
                    }
                }
                result
            }
            0x12004 => compressed(&rs, i.operand_type, im1, numcontr, self.word_number())
                .ok_or_else(|| unsupported(g))?,
            0x12007 => expanded(&rs, i.operand_type, im1).ok_or_else(|| unsupported(g))?,
            // float2int, int2float
            0x1300C | 0x1300D => {
                let mut result = Vector::of_length(rs.length as u64);
                for at in (0..rs.length).step_by(size) {
                    let value = rs.get(at, size.min(8));
                    let value = match i.form.id {
                        0x1300C => to_integer(value, size, im1, numcontr),
                        _ => to_float(value, size, im1, self.word_number()),
                    };
                    result.set(at, size.min(8), value.ok_or_else(|| unsupported(g))?);
                }
                result
            }
            // round2n: to a multiple of 2^IM1
            0x1300F => {
                let precision = Precision::of(i.operand_type).ok_or_else(|| unsupported(g))?;
                let unit = 2f64.powi((im1 as i8).into());
                let mode = (numcontr >> 10) as u8 & 7;
                let mut result = Vector::of_length(rs.length as u64);
                for at in (0..rs.length).step_by(size) {
                    let value = rs.get(at, size);
                    let rounded = round(precision.wide(value) / unit, mode).ok_or_else(|| unsupported(g))?;
                    let new = if precision.is_nan(value) { value } else { precision.narrow(rounded * unit) };
                    result.set(at, size, new);
                }
                result
            }
            // load_hi, insert_hi: two elements
            0x26000 | 0x29001 => {
                let mut result = Vector::of_length(2 * size as u64);
                if i.form.id == 0x29001 {
                    copy(&rt, 0, &mut result, 0, size);
                }
                result.set(size, size.min(8), g.constant);
                result
            }
            // make_mask: bit n of the constant for element n
            0x26002 => {
                let mut result = Vector::of_length(rt.length as u64);
                for at in (0..rt.length).step_by(size) {
                    let upper = mask.as_ref().map_or(numcontr, |mask| mask.get(at, size.min(8))) & !1;
                    let bit = low(g.raw, 32) >> (at / size % 32) & 1;
                    if enabled(at) {
                        result.set(at, size.min(8), upper | bit);
                    } else if let Some(register) = g.fallback {
                        copy(self.vector(register), at, &mut result, at, size);
                    }
                }
                result
            }
            // replace, replace_even, replace_odd
            0xA0001 | 0x26004 | 0x26005 => {
                let mut result = rt;
                for at in (0..rt.length).step_by(size) {
                    let odd = at / size % 2 == 1;
                    if i.form.id == 0xA0001 || odd == (i.form.id == 0x26005) {
                        result.set(at, size.min(8), g.constant);
                        if size == 16 {
                            result.set(at + 8, 8, ((g.constant as i64) >> 63) as u64);
                        }
                    }
                }
                // Only these have fallbacks here.
                let fallback = g.fallback.map_or(Vector::EMPTY, |register| *self.vector(register));
                for at in (0..rt.length).step_by(size) {
                    if !enabled(at) {
                        copy(&fallback, at, &mut result, at, size);
                    }
                }
                result
            }
            0x22600 => {
                let length = count_t.min(MAX_VECTOR as u64);
                let first = ru.resized(length);
                let mut result = shifted(&rs, 2 * length, length as isize);
                for at in 0..first.length {
                    result.set(at, 1, first.get(at, 1));
                }
                result
            }
            0x22601 => self.permute(g, size, enabled)?,
            // interleave
            0x22602 => {
                let mut result = Vector::of_length(limited(count_t));
                for at in (0..result.length).step_by(size).filter(|&at| enabled(at)) {
                    let element = at / size;
                    let from = if element.is_multiple_of(2) { &ru } else { &rs };
                    copy(from, element / 2 * size, &mut result, at, size);
                }
                result
            }
            0x28701 => {
                let mut result = self.mask_length(g, size);
                let fallback = g.fallback.map_or(Vector::EMPTY, |register| *self.vector(register));
                for at in (0..result.length).step_by(size).filter(|&at| !enabled(at)) {
                    copy(&fallback, at, &mut result, at, size);
                }
                result
            }
            // repeat_block, repeat_within_blocks
            0x22708 | 0x22709 => {
                let block = low(g.raw, 16).min(MAX_VECTOR as u64) as usize;
                let unit = if i.form.id == 0x22708 { 4 } else { size };
                if block == 0 || !block.is_multiple_of(unit) || size < 4 {
                    return Err(unsupported(g));
                }
                let mut result = Vector::of_length(count_t);
                for at in 0..result.length {
                    let from =
                        if i.form.id == 0x22708 { at % block } else { at - at % block + at % block % size };
                    result.set(at, 1, rs.get(from, 1));
                }
                result
            }
            // read_insert, extract_store: one element, which the first of the mask enables
            0x25A18 | 0x25A20 if !enabled(0) => return Ok(true),
            0x25A18 => {
                let place = self.place(g)?;
                let value = self.load_element(observer, place.address, size as u64)?;
                let mut result = *self.vector(g.rd);
                result.set(bounded(count_t, size), size.min(8), value);
                result
            }
            0x25A20 => {
                let place = self.place(g)?;
                let value = self.vector(g.rd).get(bounded(count_t, size), size.min(8));
                self.store_value(observer, place.address, size.min(8).trailing_zeros() as usize, value)?;
                return Ok(true);
            }
            0x18038 => return self.push_vectors(g, observer).map(|()| true),
            0x18039 => return self.pop_vectors(g, observer).map(|()| true),
            // clear: registers RD to IM1
            0x1303A => {
                for register in g.rd..=(im1 & 31) {
                    self.put_vector(observer, register, Vector::EMPTY);
                }
                return Ok(true);
            }
            _ => return Ok(false),
        };
        self.put_vector(observer, g.rd, result);
        Ok(true)
    }

    /// `permute`: elements within blocks, by a vector of indexes or a constant with four bits for each.
    fn permute(&self, g: &General, size: usize, enabled: impl Fn(usize) -> bool) -> Result<Vector, Trap> {
        let constant = g.instruction.format.tag == 0x260;
        let source = if constant { self.vector(g.rs) } else { self.vector(g.ru) };
        let pattern = self.vector(g.rs);
        let block = self.r(g.rt);
        if !block.is_power_of_two() || block > MAX_VECTOR as u64 || block < size as u64 {
            return Err(unsupported(g));
        }
        let block = block as usize;
        let mut result = Vector::of_length(source.length as u64);
        for at in (0..source.length).step_by(size).filter(|&at| enabled(at)) {
            let element = at % block / size;
            let index =
                if constant { g.raw >> (4 * (element % 8)) & 15 } else { pattern.get(at, size.min(8)) };
            if index < (block / size) as u64 {
                copy(source, at - at % block + index as usize * size, &mut result, at, size);
            }
        }
        Ok(result)
    }

    /// `mask_length`: a mask for the first elements. Options: 0 inverts, 1 and 2 take the other bits from the
    /// source or the control register, 4 from IM4.
    fn mask_length(&self, g: &General, size: usize) -> Vector {
        let source = self.vector(g.rs);
        let (number, options) = (self.r(g.rt), g.instruction.options());
        let im4 = u64::from(g.instruction.words.get(field::IM4));
        let mut result = Vector::of_length(source.length as u64);
        for at in (0..source.length).step_by(size) {
            let bit = u64::from((((at / size) as u64) < number) != (options & 1 != 0));
            let mut value = 0;
            if options & 2 != 0 {
                value |= source.get(at, size.min(8));
            }
            if options & 4 != 0 {
                value |= self.numcontr;
            }
            if options & 0x10 != 0 {
                let bits = im4 & 0xFE | (im4 & 0xF00) << 12 | (im4 & 0xF000) << 14;
                value |= bits | bits << 32;
            }
            result.set(at, size.min(8), value & !1 | bit);
        }
        result
    }

    /// Each register goes with its length below it; the first register is pushed first.
    fn push_vectors<O: Observer>(&mut self, g: &General, observer: &mut O) -> Result<(), Trap> {
        let last = g.instruction.words.get(field::IM1) as u8;
        if last & 0xE0 != 0 {
            return Err(unsupported(g));
        }
        let mut pointer = self.r(g.rd);
        for register in g.rs..=last {
            let vector = *self.vector(register);
            pointer = pointer.wrapping_sub(vector.length.next_multiple_of(8) as u64);
            for at in (0..vector.length).step_by(8) {
                let value = part(&vector, at);
                self.store_value(observer, pointer.wrapping_add(at as u64), 3, value)?;
            }
            pointer = pointer.wrapping_sub(8);
            self.store_value(observer, pointer, 3, vector.length as u64)?;
        }
        self.put(observer, g.rd, pointer);
        Ok(())
    }

    fn pop_vectors<O: Observer>(&mut self, g: &General, observer: &mut O) -> Result<(), Trap> {
        let last = g.instruction.words.get(field::IM1) as u8;
        if last & 0xE0 != 0 {
            return Err(unsupported(g));
        }
        let mut pointer = self.r(g.rd);
        for register in (g.rs..=last).rev() {
            let length = self.load_value(observer, pointer, 3)?;
            if length > MAX_VECTOR as u64 {
                return Err(unsupported(g));
            }
            pointer = pointer.wrapping_add(8);
            let whole = length.next_multiple_of(8);
            let mut vector = Vector::of_length(whole);
            for at in (0..whole).step_by(8) {
                let value = self.load_value(observer, pointer.wrapping_add(at), 3)?;
                vector.set(at as usize, 8, value);
            }
            pointer = pointer.wrapping_add(whole);
            self.put_vector(observer, register, vector.resized(length));
        }
        self.put(observer, g.rd, pointer);
        Ok(())
    }
}

/// Up to 8 bytes from `at` on, 0 where the register ends.
fn part(vector: &Vector, at: usize) -> u64 {
    (0..8).fold(0, |sum, index| sum | vector.get(at + index, 1) << (8 * index))
}

/// A number of elements in bytes, limited to what no register holds.
fn bounded(count: u64, size: usize) -> usize {
    count.saturating_mul(size as u64).min(MAX_VECTOR as u64) as usize
}

fn copy(from: &Vector, at: usize, to: &mut Vector, place: usize, size: usize) {
    let step = size.min(8);
    for offset in (0..size).step_by(step) {
        // An element is copied whole or not at all.
        let value = if at + size <= from.length { from.get(at + offset, step) } else { 0 };
        to.set(place + offset, step, value);
    }
}

/// The bytes moved up, or down if `by` is negative.
fn shifted(from: &Vector, length: u64, by: isize) -> Vector {
    let mut result = Vector::of_length(length);
    for at in 0..result.length {
        if let Some(source) = at.checked_add_signed(by.wrapping_neg()) {
            result.set(at, 1, from.get(source, 1));
        }
    }
    result
}

/// Elements of half the size. IM1 bits 0 to 2 for integers: 4 zero, 5 saturation (both signed), 6 and 7 unsigned.
/// For floating-point numbers bit 3 says that bits 0 to 2 are exceptions: overflow, underflow, inexact; bit 7 that
/// bits 4 to 6 are the rounding mode. Otherwise the control register has them.
fn compressed(from: &Vector, operand_type: u8, im1: u8, numcontr: u64, place: u64) -> Option<Vector> {
    let size = match operand_type {
        0..=4 => 1usize << operand_type,
        5 => 4,
        6 => 8,
        _ => return None,
    };
    let mut result = Vector::of_length((from.length / 2) as u64);
    if operand_type == 0 {
        // Two elements of 4 bits in a byte.
        for index in 0..result.length {
            let nibble = |at: usize| narrowed(from.get_wide(at, 1), 4, im1) as u64 & 15;
            result.set(index, 1, nibble(2 * index) | nibble(2 * index + 1) << 4);
        }
        return Some(result);
    }
    let control = Control::of(numcontr)?;
    let mode = if im1 & 0x80 != 0 { im1 >> 4 & 7 } else { control.mode };
    let exceptions = if im1 & 8 != 0 { (im1 & 7) << 1 } else { control.exceptions };
    let control = Control { mode, exceptions, ..control };
    let new = size / 2;
    for index in 0..from.length / size {
        let value = from.get_wide(index * size, size);
        let narrow = match operand_type {
            5 | 6 if mode > 4 => return None,
            5 => Precision::Single.converted(value as u64, Precision::Half, control, place),
            6 => Precision::Double.converted(value as u64, Precision::Single, control, place),
            _ => narrowed(value, 8 * new as u32, im1) as u64,
        };
        result.set(index * new, new, narrow);
    }
    Some(result)
}

/// An integer of `2 * bits` bits in `bits` bits.
fn narrowed(value: u128, bits: u32, im1: u8) -> u128 {
    let number = pairs::signed(value, 2 * bits);
    let (smallest, largest) = (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1);
    match im1 & 7 {
        4 if number < smallest || number > largest => 0,
        5 => number.clamp(smallest, largest) as u128,
        6 if value >> bits != 0 => 0,
        7 if value >> bits != 0 => u128::MAX,
        _ => value,
    }
}

/// Elements of twice the size; IM1 bit 1 extends integers with zeros.
fn expanded(from: &Vector, operand_type: u8, im1: u8) -> Option<Vector> {
    let new = match operand_type {
        0..=4 => 1usize << operand_type,
        5 => 4,
        6 => 8,
        _ => return None,
    };
    if im1 & 0xFC != 0 {
        return None;
    }
    let mut result = Vector::of_length(2 * from.length as u64);
    if operand_type == 0 {
        // Two elements of 4 bits in a byte.
        for index in 0..result.length {
            let value = from.get(index / 2, 1) >> (index % 2 * 4) & 15;
            let wide = if im1 & 2 != 0 { value } else { signed(value, 4) as u64 };
            result.set(index, 1, wide);
        }
        return Some(result);
    }
    let size = new / 2;
    for index in 0..result.length / new {
        let value = from.get(index * size, size);
        let extended = signed(value, 8 * size as u32);
        let (wide, upper) = match operand_type {
            5 => (half_to_float(value as u16).to_bits().into(), 0),
            6 => (f64::from(f32::from_bits(value as u32)).to_bits(), 0),
            _ if im1 & 2 != 0 => (value, 0),
            _ => (extended as u64, (extended >> 63) as u64),
        };
        result.set(index * new, new.min(8), wide);
        if new == 16 {
            result.set(index * new + 8, 8, upper);
        }
    }
    Some(result)
}

/// A floating-point number to an integer of the same size. IM1: bit 0 unsigned; bits 1 and 2 what an overflow
/// gives (0 the smallest number, 1 zero, 2 saturation); bit 3 what NaN gives; bits 4 to 7 rounding.
fn to_integer(value: u64, size: usize, im1: u8, numcontr: u64) -> Option<u64> {
    let precision = match size {
        2 => Precision::Half,
        4 => Precision::Single,
        8 => Precision::Double,
        _ => return None,
    };
    let bits = 8 * size as u32;
    let sign = 1u64 << (bits - 1);
    let unsigned = im1 & 1 != 0;
    if precision.is_nan(value) {
        let most = if unsigned { low(u64::MAX, bits) } else { sign };
        return Some(if im1 & 8 != 0 { most } else { 0 });
    }
    let mode = if im1 & 0x80 != 0 { im1 >> 4 & 7 } else { (numcontr >> 10) as u8 & 7 };
    let number = precision.wide(value);
    let number = if mode == 5 { number.round() } else { round(number, mode)? };
    let limit = 2f64.powi(bits as i32 - i32::from(!unsigned));
    let smallest = if unsigned { 0.0 } else { -limit };
    if number < limit && number >= smallest {
        return Some(if unsigned { number as u64 } else { low(number as i64 as u64, bits) });
    }
    Some(match (im1 >> 1 & 3, unsigned) {
        (1, _) => 0,
        (2, false) if number < 0.0 => sign,
        (2, false) => sign - 1,
        (2, true) if number < 0.0 => 0,
        (_, true) => low(u64::MAX, bits),
        _ => sign,
    })
}

/// An integer to a floating-point number of the same size; IM1 bit 0 is set for unsigned ones, bit 2 where an
/// inexact result makes NaN.
fn to_float(value: u64, size: usize, im1: u8, place: u64) -> Option<u64> {
    let bits = 8 * size as u32;
    let number = if im1 & 1 != 0 { i128::from(low(value, bits)) } else { i128::from(signed(value, bits)) };
    let (precision, result) = match size {
        // Exact in a double.
        2 => (Precision::Half, half_from_double(number as f64).into()),
        4 => (Precision::Single, (number as f32).to_bits().into()),
        8 => (Precision::Double, (number as f64).to_bits()),
        _ => return None,
    };
    // Every number here is below 2^65 in size, also when it is rounded, or infinite.
    let exact = precision.wide(result) as i128 == number;
    Some(if im1 & 4 != 0 && !exact { precision.make_nan(nan::INEXACT, place) } else { result })
}
