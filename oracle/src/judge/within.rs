//! Bytes of a value that were taken from another place inside the same value: then it is the layout of
//! the value that two sides disagree on, not its way from one to the other.

use super::entry::read_piece;
use crosscall_model::layout::Image;
use crosscall_model::observation::Snapshot;
use crosscall_model::plan::Piece;

/// Where bytes that a subject took for a member lie inside the value: `byte 3 of a0`, `bytes 1 to 2 of a0`.
pub(super) fn member(bytes: &[u8], image: &Image, name: &str) -> Option<String> {
    let last = bytes.len().checked_sub(1)?;
    let first = image.bytes.windows(bytes.len()).position(|window| window == bytes)?;
    Some(match last {
        0 => format!("byte {first} of {name}"),
        _ => format!("bytes {first} to {} of {name}", first + last),
    })
}

/// By how many bytes everything in the places of a value is displaced, if all of it is by as many:
/// 1 where each place holds the byte of the value that belongs into the next one.
pub(super) fn displacement(image: &Image, pieces: &[Piece], at: &Snapshot) -> Option<i64> {
    let size = i64::try_from(image.bytes.len()).ok()?;
    let seen: Vec<(i64, Vec<u8>)> = pieces
        .iter()
        .map(|piece| read_piece(piece, piece.len as usize, at).map(|bytes| (i64::from(piece.offset), bytes)))
        .collect::<Option<_>>()?;
    let fits = |by: i64| {
        let mut known = 0;
        for (offset, bytes) in &seen {
            for (i, byte) in (*offset..).zip(bytes) {
                let Ok(from) = usize::try_from(i + by) else { continue };
                match (image.bytes.get(from), image.mask.get(from)) {
                    (Some(_), Some(0)) | (None, _) | (_, None) => {}
                    (Some(expected), Some(mask)) if (byte ^ expected) & mask == 0 => known += 1,
                    _ => return false,
                }
            }
        }
        known >= 2 && known * 2 >= size
    };
    (1..size).flat_map(|by| [by, -by]).find(|by| fits(*by))
}
