//! Finding lost values again, and naming places.

use crosscall_model::layout::Image;
use crosscall_model::observation::{Observation, Snapshot, number};
use crosscall_model::plan::{Piece, Place};
use crosscall_model::target::{Register, Target};

/// How far from the stack pointer upwards a value is looked for, in bytes.
const STACK_REACH: u64 = 512;

/// A place as findings print it: `r2`, `r0 byte 1`, `[sp+8]`.
pub fn name_place(target: Target, place: Place) -> String {
    match place {
        Place::Register { register, byte: 0 } => target.register_name(register),
        Place::Register { register, byte } => format!("{} byte {byte}", target.register_name(register)),
        Place::Stack { offset } => stack(offset),
    }
}

/// The pieces of a value: `r2:r3`, `r3 and [sp+0]`.
pub(super) fn name_pieces(target: Target, pieces: &[Piece]) -> String {
    join(&pieces.iter().map(|p| name_place(target, p.place)).collect::<Vec<_>>())
}

/// Bytes as a number when they are few, else in memory order.
pub(super) fn show(bytes: &[u8]) -> String {
    if bytes.len() <= 8 {
        let digits = bytes.len() * 2;
        format!("{:#0width$x}", number(bytes), width = digits + 2)
    } else {
        bytes.iter().map(|b| format!("{b:02x}")).collect::<Vec<_>>().join(" ")
    }
}

/// An address with the symbol before it: `0x1234 (f3+0x10)`.
pub(super) fn address(seen: &Observation, address: u64) -> String {
    let symbols = &seen.ground.symbols;
    let after = symbols.partition_point(|(start, _)| *start <= address);
    match after.checked_sub(1).and_then(|i| symbols.get(i)) {
        Some((start, name)) if address - start < 0x1_0000 => match address - start {
            0 => format!("{address:#x} ({name})"),
            distance => format!("{address:#x} ({name}+{distance:#x})"),
        },
        _ => format!("{address:#x}"),
    }
}

/// Where the determined bytes of a value lie in a snapshot, word by word: in registers, near the
/// stack pointer, or behind an address in one of these. `None` when some word is nowhere, or too
/// little of the value is determined to recognise it.
pub fn find_value(image: &Image, at: &Snapshot) -> Option<String> {
    if image.mask.iter().filter(|m| **m == 0xff).count() < 2 {
        return None;
    }
    if let Some(place) = find_run(&image.bytes, &image.mask, at) {
        return Some(place);
    }
    let word = word_bytes(at.target);
    let mut places = Vec::new();
    for (bytes, mask) in image.bytes.chunks(word).zip(image.mask.chunks(word)) {
        if mask.iter().all(|m| *m == 0) {
            continue;
        }
        places.push(find_run(bytes, mask, at)?);
    }
    (places.len() > 1).then(|| join(&places))
}

/// Where bytes that a subject took for a value really lay: the other direction of the search.
pub(super) fn find_bytes(bytes: &[u8], at: &Snapshot) -> Option<String> {
    if bytes.len() < 2 || bytes.iter().all(|b| *b == bytes[0]) {
        return None;
    }
    find_value(&Image { bytes: bytes.to_vec(), mask: vec![0xff; bytes.len()] }, at)
}

fn find_run(bytes: &[u8], mask: &[u8], at: &Snapshot) -> Option<String> {
    let matches = |seen: &[u8]| {
        seen.len() >= bytes.len() && bytes.iter().zip(mask).zip(seen).all(|((b, m), s)| (b ^ s) & m == 0)
    };
    let target = at.target;
    let word = word_bytes(target);
    let words = bytes.len().div_ceil(word);
    // Registers that hold it one after the other; then at a byte offset inside one register.
    let general = at.registers.len() / word;
    for first in 0..general {
        let start = first * word;
        if at.registers.get(start..start + bytes.len()).is_some_and(matches) {
            let names: Vec<_> =
                (first..first + words).map(|r| target.register_name(Register(r as u16))).collect();
            return Some(names.join(":"));
        }
    }
    if bytes.len() < word {
        for start in 0..at.registers.len() {
            let inside = start % word;
            if inside + bytes.len() <= word && at.registers.get(start..).is_some_and(matches) {
                let name = target.register_name(Register((start / word) as u16));
                return Some(format!("{name} byte {inside}"));
            }
        }
    }
    let sp = at.sp();
    for offset in 0..STACK_REACH {
        if at.read(sp.wrapping_add(offset), bytes.len()).is_some_and(matches) {
            return Some(stack(offset as i64));
        }
    }
    for register in 0..general.min(u16::MAX as usize) {
        let register = Register(register as u16);
        if register == target.stack_pointer() {
            continue;
        }
        if at.read(at.register_value(register), bytes.len()).is_some_and(matches) {
            return Some(format!("memory at the address in {}", target.register_name(register)));
        }
    }
    for offset in (0..64).step_by(word) {
        let pointer = at.read(sp.wrapping_add(offset), word).map(number);
        if pointer.and_then(|p| at.read(p, bytes.len())).is_some_and(matches) {
            return Some(format!("memory at the address in {}", stack(offset as i64)));
        }
    }
    None
}

fn stack(offset: i64) -> String {
    format!("[sp{offset:+}]")
}

fn word_bytes(target: Target) -> usize {
    target.registers().first().map_or(4, |r| usize::from(r.bytes).max(1))
}

/// Joins consecutive registers with colons, and the rest with "and".
fn join(places: &[String]) -> String {
    let mut text = String::new();
    let mut last_was_register = false;
    for place in places {
        let is_register = !place.contains(['[', ' ']) || place.ends_with(')') && !place.contains('[');
        if !text.is_empty() {
            text.push_str(if is_register && last_was_register { ":" } else { " and " });
        }
        text.push_str(place);
        last_was_register = is_register;
    }
    text
}
