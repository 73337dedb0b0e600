//! Poison: known bytes in everything that may not carry a value, so that code that uses it is detected and the place
//! that it came from can be named.
//!
//! All poison bytes are 0xe0 to 0xef, and values never use them where they can choose (see
//! [`crate::values`]). A poison word has a kind in its highest byte and a number in the others, one
//! hexadecimal digit in the low half of each byte: `0xe1e0e0e5` is kind 1, number 5.

use crosscall_model::target::Register;

/// True if a byte is one of the poison bytes.
pub fn is_poison(byte: u8) -> bool {
    byte & 0xf0 == 0xe0
}

/// Origin of poison.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PoisonKind {
    /// Register before a call.
    Register,
    /// Scratch register that a probe destroyed as the callee.
    Scratch,
    /// Stack memory.
    Stack,
    /// Stack bytes that a probe, as the callee, may write and wrote.
    CalleeArea,
    /// Space for a result in memory, before the callee wrote it.
    Room,
}

const KINDS: [(PoisonKind, u32); 5] = [
    (PoisonKind::Register, 1),
    (PoisonKind::Scratch, 2),
    (PoisonKind::Stack, 3),
    (PoisonKind::CalleeArea, 4),
    (PoisonKind::Room, 6),
];

/// Filler for single bytes of padding.
pub const PADDING: u8 = 0xe8;

/// Mask of the modes that are switched on in a register of modes: others than those in which a program starts. On
/// Epiphany, truncation and integer arithmetic.
pub const MODES: u64 = 0x0008_0001;

/// One of [`MODES`], so that switching on the other still makes a difference.
pub const ONE_MODE: u64 = 0x0000_0001;

/// Poison word of a kind with a number, of which the lowest 12 bits are used.
pub fn word(kind: PoisonKind, number: u32) -> u32 {
    let code = KINDS.iter().find(|(k, _)| *k == kind).map_or(0, |(_, code)| *code);
    let digit = |shift: u32| number >> shift & 0xf;
    0xe0e0_e0e0 | code << 24 | digit(8) << 16 | digit(4) << 8 | digit(0)
}

/// Kind and number of a poison word; `None` for other words.
pub fn explain(word: u32) -> Option<(PoisonKind, u32)> {
    if word & 0xf0f0_f0f0 != 0xe0e0_e0e0 {
        return None;
    }
    let kind = KINDS.iter().find(|(_, code)| *code == word >> 24 & 0xf)?.0;
    Some((kind, (word >> 16 & 0xf) << 8 | (word >> 8 & 0xf) << 4 | word & 0xf))
}

/// Poison for the lowest 32 bits of a register before a call.
pub fn register(register: Register) -> u32 {
    part(PoisonKind::Register, register, 0)
}

/// Poison for the lowest 32 bits of a scratch register when a probe returns.
pub fn scratch(register: Register) -> u32 {
    part(PoisonKind::Scratch, register, 0)
}

/// Poison for bits 32 `n` and higher of a register (of at most 128, with `n` below 32).
pub fn part(kind: PoisonKind, register: Register, n: u32) -> u32 {
    word(kind, u32::from(register.0) | n << 7)
}

/// Poison for the bytes of a register, the lowest first, as an infinite sequence.
pub fn bytes(kind: PoisonKind, register: Register) -> impl Iterator<Item = u8> {
    (0..).flat_map(move |n| part(kind, register, n).to_le_bytes())
}

/// Poison for the aligned word of the stack at an address, or at an offset from the stack pointer. It
/// repeats after 16 kilobytes.
pub fn stack_word(address: u64) -> u32 {
    word(PoisonKind::Stack, (address >> 2 & 0xfff) as u32)
}

/// Poison for the aligned word at an offset in the area that belongs to a callee.
pub fn callee_area_word(offset: u64) -> u32 {
    word(PoisonKind::CalleeArea, (offset >> 2 & 0xfff) as u32)
}

/// Poison for the aligned word at an offset in the space for a result.
pub fn room_word(offset: u64) -> u32 {
    word(PoisonKind::Room, (offset >> 2 & 0xfff) as u32)
}

/// Byte of a sequence of words at an offset: `byte(stack_word, 6)` is the third byte of the second word.
pub fn byte(words: fn(u64) -> u32, offset: u64) -> u8 {
    let [a, b, c, d] = words(offset & !3).to_le_bytes();
    match offset & 3 {
        0 => a,
        1 => b,
        2 => c,
        _ => d,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_is_explained() {
        for (kind, _) in KINDS {
            for number in 0..4096 {
                let word = word(kind, number);
                assert!(word.to_le_bytes().into_iter().all(is_poison));
                assert_eq!(explain(word), Some((kind, number)));
            }
        }
        assert_eq!(explain(0x1234_5678), None);
        assert_eq!(explain(0xefe0_e0e0), None);
    }

    #[test]
    fn no_word_of_a_wide_register_is_like_another() {
        let whole = |kind, register, len| bytes(kind, Register(register)).take(len).collect::<Vec<_>>();
        let words = |register| {
            whole(PoisonKind::Register, register, 64).chunks(4).map(<[u8]>::to_vec).collect::<Vec<_>>()
        };
        let mut all: Vec<Vec<u8>> = (0..66).flat_map(words).collect();
        all.sort();
        all.dedup();
        assert_eq!(all.len(), 66 * 16);
        assert_eq!(whole(PoisonKind::Scratch, 3, 6), [0xe3, 0xe0, 0xe0, 0xe2, 0xe3, 0xe8]);
    }

    #[test]
    fn words_for_people() {
        assert_eq!(register(Register(5)), 0xe1e0_e0e5);
        assert_eq!(scratch(Register(63)), 0xe2e0_e3ef);
        assert_eq!(byte(stack_word, 6), 0xe0);
        assert_eq!(byte(stack_word, 4), 0xe1);
    }
}
