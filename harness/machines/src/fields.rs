//! Fields of instruction words.

/// Number of bits in pieces of the form (lowest bit in the word, number of bits).
pub const fn width(pieces: &[(u8, u8)]) -> u32 {
    let mut total = 0;
    let mut i = 0;
    while i < pieces.len() {
        total += pieces[i].1 as u32;
        i += 1;
    }
    total
}

/// One operand field: its slot and the pieces it is made of, the least significant piece first.
#[derive(Debug, Clone, Copy)]
pub struct Field<S: 'static> {
    /// Its operand.
    pub slot: S,
    /// (lowest bit in the word, number of bits).
    pub pieces: &'static [(u8, u8)],
}

impl<S> Field<S> {
    /// Width in bits.
    pub const fn width(&self) -> u32 {
        width(self.pieces)
    }

    /// The raw bits of this field in `word`.
    pub fn extract(&self, word: u32) -> u32 {
        let mut value = 0;
        let mut at = 0;
        for &(low, width) in self.pieces {
            value |= ((word >> low) & ((1 << width) - 1)) << at;
            at += width;
        }
        value
    }

    /// `raw` put in its place; bits that do not fit are dropped.
    pub fn insert(&self, mut raw: u32) -> u32 {
        let mut word = 0;
        for &(low, width) in self.pieces {
            word |= (raw & ((1 << width) - 1)) << low;
            raw >>= width;
        }
        word
    }
}

/// A run of operand bits that lie together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Piece {
    /// Lowest bit of the value.
    pub value: u8,
    /// Lowest bit of the word.
    pub word: u8,
    /// Number of bits.
    pub width: u8,
}

/// Place of a value in the word.
#[derive(Debug, PartialEq, Eq)]
pub struct Layout {
    /// The pieces. A value bit that lies in several places must be the same in all of them.
    pub pieces: &'static [Piece],
}

impl Layout {
    /// The word bits that hold the value.
    pub const fn mask(&self) -> u64 {
        let mut mask = 0;
        let mut index = 0;
        while index < self.pieces.len() {
            let piece = self.pieces[index];
            mask |= ones(piece.width) << piece.word;
            index += 1;
        }
        mask
    }

    /// The word bits for a value; bits of the value that have no place are dropped.
    pub fn insert(&self, value: u64) -> u64 {
        let place = |piece: &Piece| (value >> piece.value & ones(piece.width)) << piece.word;
        self.pieces.iter().map(place).fold(0, |word, bits| word | bits)
    }

    /// The value in a word, without sign. `None` when bits that must agree do not.
    pub fn extract(&self, word: u64) -> Option<u64> {
        let place = |piece: &Piece| (word >> piece.word & ones(piece.width)) << piece.value;
        let value = self.pieces.iter().map(place).fold(0, |value, bits| value | bits);
        (self.insert(value) == word & self.mask()).then_some(value)
    }
}

const fn ones(width: u8) -> u64 {
    (1 << width) - 1
}
