//! Moves of elements within and between vectors.

use super::super::alu::low;
use super::super::general::extended;
use super::super::{MAX_VECTOR, Trap, Vector};
use super::{Operands, bounded, copy};

/// An element in the place of another.
pub(super) fn insert(o: &Operands<'_>) -> Vector {
    let mut result = *o.rd;
    copy(o.rs, 0, &mut result, bounded(o.index(), o.size), o.size);
    result
}

/// An element in every place.
pub(super) fn extract(o: &Operands<'_>) -> Vector {
    let mut result = Vector::of_length(o.rs.length as u64);
    for at in o.places(o.rs.length) {
        copy(o.rs, bounded(o.index(), o.size), &mut result, at, o.size);
    }
    result
}

/// `broad` in its forms: of a register or a constant, with the length in one register or another.
pub(super) fn broad(o: &Operands<'_>) -> Vector {
    match o.format().tag {
        0x120 => broadcast(o, o.count_t, Some(o.rs)),
        0x130 => broadcast(o, o.count_s, None),
        _ if o.g.rt == 31 => broadcast(o, o.size as u64, None),
        _ => broadcast(o, o.count_t, None),
    }
}

/// The first element of a vector, or the constant, in every place.
pub(super) fn broadcast(o: &Operands<'_>, length: u64, scalar: Option<&Vector>) -> Vector {
    let mut constant = Vector::of_length(o.size as u64);
    constant.set(0, o.size, extended(o.g.constant));
    let value = scalar.unwrap_or(&constant);
    let fallback = o.fallback.filter(|_| o.format().tag != 0x130);
    let mut result = Vector::of_length(o.limited(length));
    for at in o.places(result.length) {
        if o.enabled(at) {
            copy(value, 0, &mut result, at, o.size);
        } else {
            copy(fallback.unwrap_or(&Vector::EMPTY), at, &mut result, at, o.size);
        }
    }
    result
}

/// The bytes moved up into a longer vector.
pub(super) fn shift_expand(o: &Operands<'_>) -> Vector {
    let count = bounded(o.count_t, 1);
    shifted(o.rs, (o.rs.length + count) as u64, count as isize)
}

/// The bytes moved down into a shorter vector.
pub(super) fn shift_reduce(o: &Operands<'_>) -> Vector {
    let count = bounded(o.count_t, 1).min(o.rs.length);
    shifted(o.rs, (o.rs.length - count) as u64, -(count as isize))
}

/// The bytes moved up, or down if `by` is negative.
pub(super) fn shifted(from: &Vector, length: u64, by: isize) -> Vector {
    let mut result = Vector::of_length(length);
    for at in 0..result.length {
        if let Some(source) = at.checked_add_signed(by.wrapping_neg()) {
            result.set(at, 1, from.get(source, 1));
        }
    }
    result
}

/// Two elements: the upper is the constant, the lower that of a vector, or 0.
pub(super) fn upper(o: &Operands<'_>, lower: Option<&Vector>) -> Vector {
    let mut result = Vector::of_length(2 * o.size as u64);
    if let Some(lower) = lower {
        copy(lower, 0, &mut result, 0, o.size);
    }
    result.set(o.size, o.step(), o.g.constant.into());
    result
}

/// The constant in the places that are chosen by whether their number is odd.
pub(super) fn replace(o: &Operands<'_>, chosen: impl Fn(bool) -> bool) -> Vector {
    let mut result = *o.rt;
    for at in o.places(o.rt.length).filter(|at| chosen(at / o.size % 2 == 1)) {
        result.set(at, o.size, extended(o.g.constant));
    }
    o.fall_back(&mut result);
    result
}

/// Two vectors of the same length one behind the other.
pub(super) fn concatenate(o: &Operands<'_>) -> Vector {
    let length = o.count_t.min(MAX_VECTOR as u64);
    let first = o.ru.resized(length);
    let mut result = shifted(o.rs, 2 * length, length as isize);
    for at in 0..first.length {
        result.set(at, 1, first.get(at, 1));
    }
    result
}

/// Elements of two vectors in turn.
pub(super) fn interleave(o: &Operands<'_>) -> Vector {
    let mut result = Vector::of_length(o.limited(o.count_t));
    for at in o.places(result.length).filter(|&at| o.enabled(at)) {
        let element = at / o.size;
        let from = if element.is_multiple_of(2) { o.ru } else { o.rs };
        copy(from, element / 2 * o.size, &mut result, at, o.size);
    }
    result
}

/// The first bytes of a vector again and again.
pub(super) fn repeat_block(o: &Operands<'_>) -> Result<Vector, Trap> {
    let block = block(o, 4)?;
    Ok(bytes_from(o, |at| at % block))
}

/// The first element of each block in all of its places.
pub(super) fn repeat_within_blocks(o: &Operands<'_>) -> Result<Vector, Trap> {
    let block = block(o, o.size)?;
    Ok(bytes_from(o, |at| at - at % block + at % block % o.size))
}

/// The size of a block in bytes, a multiple of `unit`.
fn block(o: &Operands<'_>, unit: usize) -> Result<usize, Trap> {
    let block = low(o.g.raw, 16).min(MAX_VECTOR as u128) as usize;
    if block == 0 || !block.is_multiple_of(unit) || o.size < 4 {
        return Err(o.unsupported());
    }
    Ok(block)
}

/// A vector each byte of which comes from another place.
fn bytes_from(o: &Operands<'_>, place: impl Fn(usize) -> usize) -> Vector {
    let mut result = Vector::of_length(o.count_t);
    for at in 0..result.length {
        result.set(at, 1, o.rs.get(place(at), 1));
    }
    result
}

/// Elements within blocks, by a vector of indexes or a constant with four bits for each.
pub(super) fn permute(o: &Operands<'_>) -> Result<Vector, Trap> {
    let constant = o.format().tag == 0x260;
    let source = if constant { o.rs } else { o.ru };
    let block = o.count_t;
    if !block.is_power_of_two() || block > MAX_VECTOR as u64 || block < o.size as u64 {
        return Err(o.unsupported());
    }
    let block = block as usize;
    let mut result = Vector::of_length(source.length as u64);
    for at in o.places(source.length).filter(|&at| o.enabled(at)) {
        let element = at % block / o.size;
        let index =
            if constant { o.g.raw >> (4 * (element % 8)) & 15 } else { o.rs.get(at, o.step()) as u64 };
        if index < (block / o.size) as u64 {
            copy(source, at - at % block + index as usize * o.size, &mut result, at, o.size);
        }
    }
    Ok(result)
}
