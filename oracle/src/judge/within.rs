//! Bytes of a value that were taken from another place inside the same value: then it is the layout of
//! the value that two sides disagree on, not its way from one to the other.

use super::chance::is_certain;
use crosscall_model::finding::Inside;
use crosscall_model::layout::Image;
use crosscall_model::observation::Snapshot;
use crosscall_model::plan::{Passed, Piece, Place, Transfer};
use crosscall_model::target::Register;

/// Bytes that a subject took for a member of a value.
pub(super) struct Taken {
    /// Their place inside the value.
    pub(super) place: Inside,
    /// True if neither whole words nor whole pieces would bring them to the member's own place.
    pub(super) inside_words: bool,
}

/// Finds the bytes that were taken for a member inside the value; `own` are the member's bytes.
pub(super) fn taken(bytes: &[u8], own: &[u8], passed: &Passed, word: usize) -> Option<Taken> {
    let (image, value) = (&passed.image, passed.id);
    let last = bytes.len().checked_sub(1)?;
    let find = |wanted: &[u8]| image.bytes.windows(bytes.len()).position(|window| window == wanted);
    let first = find(bytes)?;
    if !is_certain(bytes, &vec![0xff; bytes.len()], image.bytes.len()) {
        return None;
    }
    let place = Inside { value, first, last: first + last };
    let is_moved_whole = |own: usize| {
        first.abs_diff(own).is_multiple_of(word.max(1))
            || begins_piece(passed, first as u64) && begins_piece(passed, own as u64)
    };
    let inside_words = find(own).is_some_and(|own| !is_moved_whole(own));
    Some(Taken { place, inside_words })
}

/// True if a piece of a value that is passed by itself begins with a byte.
pub(super) fn begins_piece(passed: &Passed, byte: u64) -> bool {
    matches!(&passed.transfer, Transfer::Direct(pieces) if pieces.iter().any(|p| u64::from(p.offset) == byte))
}

/// True if a member of a value that should be in one place is whole in a register of another file, or behind the only register
/// that the whole value should be in: then the value was split on its way.
pub(super) fn is_split(passed: &Passed, pieces: &[Piece], at: &Snapshot) -> bool {
    let target = at.target;
    let files: Vec<_> = pieces.iter().map(|piece| piece.place.file(target)).collect();
    let all = (0..target.registers().len()).filter_map(|number| u16::try_from(number).ok()).map(Register);
    let behind = match pieces {
        [Piece { place: Place::Register { register, .. }, .. }] => Some(Register(register.0 + 1)),
        _ => None,
    };
    let is_other = |register: &Register| {
        let file = Place::Register { register: *register, byte: 0 }.file(target);
        target.is_general(*register) && (!files.contains(&file) || behind == Some(*register))
    };
    let others: Vec<Register> = all.filter(is_other).collect();
    passed.parts.iter().filter(|part| !part.bit_field && part.bit_offset.is_multiple_of(8)).any(|part| {
        let from = usize::try_from(part.bit_offset / 8).unwrap_or(usize::MAX);
        let end = from.saturating_add(usize::try_from(part.bits / 8).unwrap_or(usize::MAX));
        let Some(bytes) = passed.image.bytes.get(from..end) else { return false };
        is_certain(bytes, &vec![0xff; bytes.len()], others.len())
            && others.iter().any(|register| at.register(*register).starts_with(bytes))
    })
}

/// True if the pieces of a value that are displaced by so many bytes are each the whole of another one: registers that hold
/// less than a word each were taken for each other.
pub(super) fn is_of_whole_pieces(by: i64, pieces: &[Piece]) -> bool {
    let span = |piece: &Piece| (i64::from(piece.offset), i64::from(piece.len));
    let size = pieces.iter().map(|piece| span(piece).0 + span(piece).1).max().unwrap_or(0);
    let is_whole = |piece: &Piece| {
        let (offset, len) = span(piece);
        let from = offset + by;
        from < 0 || from >= size || pieces.iter().any(|other| span(other) == (from, len))
    };
    pieces.len() > 1 && pieces.iter().all(is_whole)
}

/// By how many bytes everything in the places of a value is displaced, if all of it is by as many:
/// 1 where each place holds the byte of the value that belongs into the next one.
pub(super) fn displacement(image: &Image, pieces: &[Piece], at: &Snapshot) -> Option<i64> {
    let size = i64::try_from(image.bytes.len()).ok()?;
    let seen: Vec<(i64, &[u8])> = pieces
        .iter()
        .map(|piece| Some((i64::from(piece.offset), at.bytes_at(piece.place, piece.len as usize)?)))
        .collect::<Option<_>>()?;
    let fits = |by: i64| {
        let (mut known, mut mask) = (Vec::new(), Vec::new());
        for (offset, bytes) in &seen {
            for (i, byte) in (*offset..).zip(*bytes) {
                let Ok(from) = usize::try_from(i + by) else { continue };
                match (image.bytes.get(from), image.mask.get(from)) {
                    (Some(_), Some(0)) | (None, _) | (_, None) => {}
                    (Some(expected), Some(determined)) if (byte ^ expected) & determined == 0 => {
                        known.push(*byte);
                        mask.push(*determined);
                    }
                    _ => return false,
                }
            }
        }
        known.len() as i64 * 2 >= size && is_certain(&known, &mask, image.bytes.len() * 2)
    };
    (1..size).flat_map(|by| [by, -by]).find(|by| fits(*by))
}
