//! Masks and boolean vectors.

use super::super::super::fields::bits as field;
use super::super::alu::low;
use super::super::float::Precision;
use super::super::{Trap, Vector};
use super::{Operands, copy};

/// The elements that the mask enables, one behind the other.
pub(super) fn compress_sparse(o: &Operands<'_>) -> Vector {
    let length = o.mask.map_or(o.rt.length, |mask| mask.length.min(o.rt.length));
    let mut result = Vector::of_length(length as u64);
    let mut to = 0;
    for at in o.places(length).filter(|&at| o.enabled(at)) {
        copy(o.rt, at, &mut result, to, o.size);
        to += o.size;
    }
    result.resized(to as u64)
}

/// The reverse: elements in the places that the mask enables.
pub(super) fn expand_sparse(o: &Operands<'_>) -> Vector {
    let length = o.limited(o.count_t).min(o.mask.map_or(u64::MAX, |mask| mask.length as u64));
    let mut result = Vector::of_length(length);
    let mut from = 0;
    for at in o.places(result.length).filter(|&at| o.enabled(at)) {
        copy(o.rs, from, &mut result, at, o.size);
        from += o.size;
    }
    result
}

/// Bits to elements: the other bits come from the mask or the control register.
pub(super) fn bits2bool(o: &Operands<'_>) -> Vector {
    let upper = o.mask_bits(0) & !1;
    let mut result = Vector::of_length(o.limited(o.count_t));
    for at in o.places(result.length) {
        let bit = o.rs.get(at / o.size / 8, 1) >> (at / o.size % 8) & 1;
        result.set(at, o.step(), u128::from(upper) | bit);
    }
    result
}

/// Elements to bits.
pub(super) fn bool2bits(o: &Operands<'_>) -> Vector {
    let number = o.count(o.rs);
    let length = (number.div_ceil(8).next_multiple_of(4)).max(4);
    let mut result = Vector::of_length(length as u64);
    for element in 0..number {
        let bit = o.rs.get(element * o.size, o.step()) & 1;
        let byte = result.get(element / 8, 1) | bit << (element % 8);
        result.set(element / 8, 1, byte);
    }
    result
}

/// All or any of the elements: IM1 bit 0 inverts, bit 1 takes OR instead of AND.
pub(super) fn bool_reduce(o: &Operands<'_>) -> Result<Vector, Trap> {
    if o.operand_type() > 4 {
        return Err(o.unsupported());
    }
    let mut elements = (0..o.count(o.rs)).map(|index| o.rs.get(index * o.size, o.step()) & 1 != 0);
    let value = if o.im1 & 2 != 0 { elements.any(|bit| bit) } else { elements.all(|bit| bit) };
    Ok(o.scalar(u64::from(value != (o.im1 & 1 != 0))))
}

/// True if any floating-point number is of the categories of IM1.
pub(super) fn category_reduce(o: &Operands<'_>) -> Result<Vector, Trap> {
    let precision = Precision::with_half(o.operand_type()).ok_or_else(|| o.unsupported())?;
    let is_one = |index: usize| precision.category(o.rs.get(index * o.size, o.size) as u64) & o.im1 != 0;
    Ok(o.scalar((0..o.count(o.rs)).any(is_one).into()))
}

/// Bit n of the constant for element n.
pub(super) fn make_mask(o: &Operands<'_>) -> Vector {
    let mut result = Vector::of_length(o.rt.length as u64);
    for at in o.places(o.rt.length) {
        let bit = low(o.g.raw, 32) >> (at / o.size % 32) & 1;
        result.set(at, o.step(), u128::from(o.mask_bits(at) & !1) | bit);
    }
    o.fall_back(&mut result);
    result
}

/// A mask for the first elements. Options: 0 inverts, 1 and 2 take the other bits from the source or the
/// control register, 4 from IM4.
pub(super) fn mask_length(o: &Operands<'_>) -> Vector {
    let (number, options) = (o.count_t, o.g.instruction.options());
    let im4 = u128::from(o.g.instruction.words.get(field::IM4));
    let mut result = Vector::of_length(o.rs.length as u64);
    for at in o.places(o.rs.length) {
        let bit = u128::from((((at / o.size) as u64) < number) != (options & 1 != 0));
        let mut value = 0;
        if options & 2 != 0 {
            value |= o.rs.get(at, o.step());
        }
        if options & 4 != 0 {
            value |= u128::from(o.numcontr);
        }
        if options & 0x10 != 0 {
            let bits = im4 & 0xFE | (im4 & 0xF00) << 12 | (im4 & 0xF000) << 14;
            value |= bits | bits << 32;
        }
        result.set(at, o.step(), value & !1 | bit);
    }
    o.fall_back(&mut result);
    result
}
