//! Fields of instruction words of 32 bits.

/// One operand field: its slot and the pieces it is made of, the least significant piece first.
#[derive(Debug, Clone, Copy)]
pub struct Field<S: 'static> {
    /// What it holds.
    pub slot: S,
    /// (lowest bit in the word, number of bits).
    pub pieces: &'static [(u8, u8)],
}

impl<S> Field<S> {
    /// Width in bits.
    pub const fn width(&self) -> u32 {
        let mut total = 0;
        let mut i = 0;
        while i < self.pieces.len() {
            total += self.pieces[i].1 as u32;
            i += 1;
        }
        total
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
