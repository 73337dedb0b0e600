//! The fields of code words.

/// The code words of one instruction; words behind its length are 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Words(pub [u32; 3]);

/// One field: its word, its lowest bit and its width.
#[derive(Debug, Clone, Copy)]
pub struct Field {
    word: u8,
    shift: u8,
    width: u8,
}

/// The fields of all templates.
pub mod bits {
    use super::Field;

    const fn f(word: u8, shift: u8, width: u8) -> Field {
        Field { word, shift, width }
    }
    /// Instruction length.
    pub const IL: Field = f(0, 30, 2);
    /// Mode.
    pub const MODE: Field = f(0, 27, 3);
    /// Operation code.
    pub const OP1: Field = f(0, 21, 6);
    /// Destination register.
    pub const RD: Field = f(0, 16, 5);
    /// Extension of the mode or of the type.
    pub const M: Field = f(0, 15, 1);
    /// Operand type.
    pub const OT: Field = f(0, 13, 2);
    /// Operand type with the M bit above.
    pub const OTM: Field = f(0, 13, 3);
    /// Source or base register.
    pub const RS: Field = f(0, 8, 5);
    /// Mask register, 7 for none.
    pub const MASK: Field = f(0, 5, 3);
    /// Source, index or length register.
    pub const RT: Field = f(0, 0, 5);
    /// 8-bit constant of templates B and C.
    pub const IM1: Field = f(0, 0, 8);
    /// Second 8-bit constant of template C.
    pub const IM2: Field = f(0, 8, 8);
    /// Both constants of template C.
    pub const IM12: Field = f(0, 0, 16);
    /// 16-bit constant of template E.
    pub const IM4: Field = f(1, 0, 16);
    /// 6-bit constant of template E.
    pub const IM5: Field = f(1, 16, 6);
    /// Second operation code of template E.
    pub const OP2: Field = f(1, 22, 2);
    /// Third source register of template E.
    pub const RU: Field = f(1, 24, 5);
    /// Second mode of template E.
    pub const MODE2: Field = f(1, 29, 3);
}

impl Words {
    /// Value of a field.
    pub fn get(&self, field: Field) -> u32 {
        self.0[usize::from(field.word % 3)] >> field.shift & ((1u64 << field.width) - 1) as u32
    }

    /// The words with a field set; bits of the value beyond the field are dropped.
    #[must_use]
    pub fn with(mut self, field: Field, value: u32) -> Self {
        let mask = ((1u64 << field.width) - 1) as u32;
        let word = &mut self.0[usize::from(field.word % 3)];
        *word = *word & !(mask << field.shift) | (value & mask) << field.shift;
        self
    }

    /// The bytes in memory order.
    pub fn bytes(&self) -> [u8; 12] {
        let [a, b, c] = self.0.map(u32::to_le_bytes);
        [a[0], a[1], a[2], a[3], b[0], b[1], b[2], b[3], c[0], c[1], c[2], c[3]]
    }

    /// Reads words from up to 12 bytes; missing bytes are 0.
    pub fn from_bytes(bytes: &[u8]) -> Self {
        let mut all = [0; 12];
        for (to, from) in all.iter_mut().zip(bytes) {
            *to = *from;
        }
        let word = |at: usize| u32::from_le_bytes([all[at], all[at + 1], all[at + 2], all[at + 3]]);
        Self([word(0), word(4), word(8)])
    }

    /// An unsigned number of `size` bytes (at most 8) at byte `at`.
    pub fn unsigned(&self, size: u8, at: u8) -> u64 {
        let bytes = self.bytes();
        let from = bytes.get(usize::from(at)..).unwrap_or_default();
        from.iter().take(usize::from(size.min(8))).rev().fold(0, |sum, &byte| sum << 8 | u64::from(byte))
    }

    /// A signed number of `size` bytes (at most 8) at byte `at`.
    pub fn signed(&self, size: u8, at: u8) -> i64 {
        let value = self.unsigned(size, at);
        match size {
            1..=7 => {
                let unused = 64 - 8 * u32::from(size);
                (value << unused) as i64 >> unused
            }
            _ => value as i64,
        }
    }

    /// The words with a number of `size` bytes at byte `at`.
    #[must_use]
    pub fn with_bytes(self, size: u8, at: u8, value: u64) -> Self {
        let mut bytes = self.bytes();
        let from = bytes.get_mut(usize::from(at)..).unwrap_or_default();
        for (to, byte) in from.iter_mut().take(usize::from(size.min(8))).zip(value.to_le_bytes()) {
            *to = byte;
        }
        Self::from_bytes(&bytes)
    }
}
