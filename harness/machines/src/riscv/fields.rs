//! Places of operands in instruction words, by the letters that the tables in `isa` have.
//!
//! `d`, `s`, `t` are general registers: destination, first and second source; `D`, `S`, `T`, `R` floating-point registers, the last
//! one the third source. `j` is a constant, `o` the offset of a load or jump, `q` that of a store, `u` an upper part, `p` the target
//! of a branch and `a` that of a jump; `>` is the amount of a shift, `<` that of a shift of 32 bits, `i` the constant of a compressed
//! instruction. `m` is a rounding mode, `M` one that nothing depends on; `E` a control register, `Z` a constant in the place of a
//! register; `P` and `Q` are the sets of a fence. `0` is an offset that has to be 0, `f` that of a prefetch; `y` selects a byte, `Y` is the
//! number of a round; `k` is a floating-point constant by its number, `z` the rounding mode `rtz`.
//!
//! `3`, `2`, `1` are vector registers: destination or what is stored, second and first source; `5` is a constant, `n` the mask if there
//! is one, `V` the register of masks; `C` and `c` are kinds of vectors.

use super::isa::{Immediate, Instruction, ROUNDINGS, Xlen};
use crate::fields::{Layout, Piece};

/// The part of [`Instruction`] that a field holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Slot {
    /// `rd`.
    Rd,
    /// `rs1`.
    Rs1,
    /// `rs2`.
    Rs2,
    /// `rs3`.
    Rs3,
    /// `rs3`, the number of fields in a segment less 1.
    Segment,
    /// `mode`, a rounding mode.
    Rounding,
    /// `mode`, the bits `aq` and `rl`.
    Ordering,
    /// `mode`, 1 where no mask counts.
    Unmasked,
    /// `imm`, two's complement.
    Signed,
    /// `imm`, two's complement in units of 2.
    Even,
    /// `imm`, the upper 20 bits.
    Upper,
    /// `imm`, two's complement in units of 32.
    Lines,
    /// `imm`, unsigned.
    Unsigned,
    /// `imm`, unsigned, the number of a round of AES, of which there are 11.
    Round,
}

/// The last round of AES, for which there is a constant of its own.
const LAST_ROUND: i32 = 10;

/// One operand field.
pub type Field = crate::fields::Field<Slot>;

impl Field {
    /// Reads the field from `word` into `instruction`; false when no instruction has the value.
    pub(super) fn read(&self, word: u32, instruction: &mut Instruction) -> bool {
        let raw = self.extract(word);
        let unused = 32 - self.width();
        let signed = (raw << unused) as i32 >> unused;
        match self.slot {
            Slot::Rd => instruction.rd = raw as u8,
            Slot::Rs1 => instruction.rs1 = raw as u8,
            Slot::Rs2 => instruction.rs2 = raw as u8,
            Slot::Rs3 => instruction.rs3 = raw as u8,
            Slot::Segment => {
                instruction.rs3 = raw as u8;
                return raw != 0;
            }
            Slot::Rounding => {
                instruction.mode = raw as u8;
                return ROUNDINGS.get(raw as usize).is_some_and(Option::is_some);
            }
            Slot::Ordering | Slot::Unmasked => instruction.mode = raw as u8,
            Slot::Signed => instruction.imm = signed,
            Slot::Even => instruction.imm = 2 * signed,
            Slot::Lines => instruction.imm = 32 * signed,
            Slot::Upper => instruction.imm = (raw << 12) as i32,
            Slot::Unsigned => instruction.imm |= raw as i32,
            Slot::Round => {
                instruction.imm = raw as i32;
                return instruction.imm <= LAST_ROUND;
            }
        }
        true
    }

    /// The field's bits in the word; `None` when the operand does not fit.
    pub(super) fn bits_of(&self, instruction: &Instruction) -> Option<u32> {
        let (raw, rest) = match self.slot {
            Slot::Rd => (instruction.rd.into(), 0),
            Slot::Rs1 => (instruction.rs1.into(), 0),
            Slot::Rs2 => (instruction.rs2.into(), 0),
            Slot::Rs3 | Slot::Segment => (instruction.rs3.into(), 0),
            Slot::Rounding | Slot::Ordering | Slot::Unmasked => (instruction.mode.into(), 0),
            Slot::Signed | Slot::Unsigned | Slot::Round => (instruction.imm, 0),
            Slot::Even => (instruction.imm >> 1, instruction.imm & 1),
            Slot::Lines => (instruction.imm >> 5, instruction.imm & 31),
            Slot::Upper => (instruction.imm >> 12, instruction.imm & 0xfff),
        };
        let (low, high) = self.range();
        (rest == 0 && (low..=high).contains(&raw)).then(|| self.insert(raw as u32))
    }

    /// Smallest and largest raw value.
    const fn range(&self) -> (i32, i32) {
        let width = self.width();
        match self.slot {
            Slot::Signed | Slot::Even | Slot::Lines | Slot::Upper => {
                (-1 << (width - 1), (1 << (width - 1)) - 1)
            }
            Slot::Segment => (1, 7),
            Slot::Round => (0, LAST_ROUND),
            _ => (0, (1 << width) - 1),
        }
    }
}

/// The fields of 32-bit instructions.
pub mod bits {
    use super::{Field, Slot};

    /// Destination register.
    pub static RD: Field = Field { slot: Slot::Rd, pieces: &[(7, 5)] };
    /// First source register.
    pub static RS1: Field = Field { slot: Slot::Rs1, pieces: &[(15, 5)] };
    /// Second source register.
    pub static RS2: Field = Field { slot: Slot::Rs2, pieces: &[(20, 5)] };
    /// Third source register.
    pub static RS3: Field = Field { slot: Slot::Rs3, pieces: &[(27, 5)] };
    /// Number of fields in a segment.
    pub static SEGMENT: Field = Field { slot: Slot::Segment, pieces: &[(29, 3)] };
    /// Rounding mode.
    pub static ROUNDING: Field = Field { slot: Slot::Rounding, pieces: &[(12, 3)] };
    /// Ordering of an atomic operation.
    pub static ORDERING: Field = Field { slot: Slot::Ordering, pieces: &[(25, 2)] };
    /// Constant, or offset of a load.
    pub static I: Field = Field { slot: Slot::Signed, pieces: &[(20, 12)] };
    /// Offset of a store.
    pub static S: Field = Field { slot: Slot::Signed, pieces: &[(7, 5), (25, 7)] };
    /// Target of a branch.
    pub static B: Field = Field { slot: Slot::Even, pieces: &[(8, 4), (25, 6), (7, 1), (31, 1)] };
    /// Upper part.
    pub static U: Field = Field { slot: Slot::Upper, pieces: &[(12, 20)] };
    /// Target of a jump.
    pub static J: Field = Field { slot: Slot::Even, pieces: &[(21, 10), (20, 1), (12, 8), (31, 1)] };
    /// Amount of a shift.
    pub static AMOUNT: Field = Field { slot: Slot::Unsigned, pieces: &[(20, 6)] };
    /// Amount of a shift of 32 bits.
    pub static AMOUNT_WORD: Field = Field { slot: Slot::Unsigned, pieces: &[(20, 5)] };
    /// Offset of a prefetch.
    pub static LINE: Field = Field { slot: Slot::Lines, pieces: &[(25, 7)] };
    /// Number of a byte.
    pub static BYTE: Field = Field { slot: Slot::Unsigned, pieces: &[(30, 2)] };
    /// Number of a round.
    pub static ROUND: Field = Field { slot: Slot::Round, pieces: &[(20, 4)] };
    /// Constant of a vector instruction.
    pub static VECTOR_CONSTANT: Field = Field { slot: Slot::Signed, pieces: &[(15, 5)] };
    /// Set where no mask counts.
    pub static UNMASKED: Field = Field { slot: Slot::Unmasked, pieces: &[(25, 1)] };
    /// The kind of vectors for `vsetvli`.
    pub static VTYPE: Field = Field { slot: Slot::Unsigned, pieces: &[(20, 11)] };
    /// The kind of vectors for `vsetivli`.
    pub static SHORT_VTYPE: Field = Field { slot: Slot::Unsigned, pieces: &[(20, 10)] };
    /// Number of a control register.
    pub static CSR: Field = Field { slot: Slot::Unsigned, pieces: &[(20, 12)] };
    /// Both sets of a fence, the successors' in the low half.
    pub static FENCE: Field = Field { slot: Slot::Unsigned, pieces: &[(20, 8)] };
}

/// The field that a letter of [`Form::syntax`](super::isa::Form::syntax) stands for. Both sets of a fence are one field.
pub fn of_letter(letter: char) -> Option<&'static Field> {
    Some(match letter {
        'd' | 'D' => &bits::RD,
        's' | 'S' | 'Z' | 'k' => &bits::RS1,
        't' | 'T' => &bits::RS2,
        'R' => &bits::RS3,
        'j' | 'o' => &bits::I,
        'q' => &bits::S,
        'p' => &bits::B,
        'u' => &bits::U,
        'a' => &bits::J,
        '>' => &bits::AMOUNT,
        '<' => &bits::AMOUNT_WORD,
        'E' => &bits::CSR,
        'm' | 'M' => &bits::ROUNDING,
        'P' => &bits::FENCE,
        'f' => &bits::LINE,
        'y' => &bits::BYTE,
        'Y' => &bits::ROUND,
        '1' => &bits::RS1,
        '2' => &bits::RS2,
        '3' => &bits::RD,
        '5' => &bits::VECTOR_CONSTANT,
        'n' => &bits::UNMASKED,
        'C' => &bits::VTYPE,
        'c' => &bits::SHORT_VTYPE,
        _ => return None,
    })
}

/// Place of a register in a compressed instruction, or the register that it always is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reg {
    /// Register 0, or none.
    Zero,
    /// Register 1.
    Ra,
    /// Register 2.
    Sp,
    /// Any, in bits 7 to 11.
    R7,
    /// Any, in bits 2 to 6.
    R2,
    /// 8 to 15, in bits 7 to 9.
    P7,
    /// 8 to 15, in bits 2 to 4.
    P2,
}

impl Reg {
    /// The register in a word.
    pub const fn read(self, word: u16) -> u8 {
        (match self {
            Self::Zero => 0,
            Self::Ra => 1,
            Self::Sp => 2,
            Self::R7 => word >> 7 & 31,
            Self::R2 => word >> 2 & 31,
            Self::P7 => 8 + (word >> 7 & 7),
            Self::P2 => 8 + (word >> 2 & 7),
        }) as u8
    }

    /// The bits of a register in the word; those of one that does not fit stand for another.
    pub const fn bits(self, register: u8) -> u16 {
        let register = register as u16;
        match self {
            Self::Zero | Self::Ra | Self::Sp => 0,
            Self::R7 => (register & 31) << 7,
            Self::R2 => (register & 31) << 2,
            Self::P7 => (register & 7) << 7,
            Self::P2 => (register & 7) << 2,
        }
    }
}

impl Immediate {
    /// The value in a word.
    pub(super) fn read(&self, word: u16) -> i32 {
        let raw = self.layout.extract(word.into()).unwrap_or(0) as i32;
        let unused = 32 - u32::from(self.width);
        self.fixed | if self.signed { raw << unused >> unused } else { raw }
    }

    /// The bits of a value in the word; those of one that does not fit stand for another.
    pub(super) fn bits(&self, value: i32) -> u16 {
        self.layout.insert(value as u32 as u64) as u16
    }
}

/// Largest amount of a shift.
pub const fn most_shift(xlen: Xlen) -> i32 {
    xlen.bits() as i32 - 1
}

const fn piece(value: u8, word: u8, width: u8) -> Piece {
    Piece { value, word, width }
}

/// The constants of compressed instructions.
pub mod short {
    use super::{Immediate, Layout, Piece, piece};

    const fn immediate(pieces: &'static [Piece], width: u8, signed: bool) -> Immediate {
        Immediate { layout: Layout { pieces }, width, signed, fixed: 0 }
    }

    const fn fixed(fixed: i32) -> Immediate {
        Immediate { fixed, ..immediate(&[], 0, false) }
    }

    /// No constant: always 0.
    pub static NONE: Immediate = immediate(&[], 0, false);
    /// Offset from the stack pointer of `c.addi4spn`.
    pub static ADDI4SPN: Immediate =
        immediate(&[piece(4, 11, 2), piece(6, 7, 4), piece(2, 6, 1), piece(3, 5, 1)], 10, false);
    /// Offset of an access to 4 bytes.
    pub static WORD: Immediate = immediate(&[piece(3, 10, 3), piece(2, 6, 1), piece(6, 5, 1)], 7, false);
    /// Offset of an access to 8 bytes.
    pub static DOUBLE: Immediate = immediate(&[piece(3, 10, 3), piece(6, 5, 2)], 8, false);
    /// Offset of an access to a byte.
    pub static BYTE: Immediate = immediate(&[piece(1, 5, 1), piece(0, 6, 1)], 2, false);
    /// Offset of an access to 2 bytes.
    pub static HALF: Immediate = immediate(&[piece(1, 5, 1)], 2, false);
    /// The constant that leaves the lowest byte.
    pub static LOW_BYTE: Immediate = fixed(0xff);
    /// The constant of all ones.
    pub static ALL: Immediate = fixed(-1);
    /// Constant with a sign.
    pub static SIGNED: Immediate = immediate(&[piece(0, 2, 5), piece(5, 12, 1)], 6, true);
    /// Amount of a shift.
    pub static AMOUNT: Immediate = immediate(&[piece(0, 2, 5), piece(5, 12, 1)], 6, false);
    /// Upper part.
    pub static LUI: Immediate = immediate(&[piece(12, 2, 5), piece(17, 12, 1)], 18, true);
    /// Constant of `c.addi16sp`.
    pub static ADDI16SP: Immediate = immediate(
        &[piece(5, 2, 1), piece(7, 3, 2), piece(6, 5, 1), piece(4, 6, 1), piece(9, 12, 1)],
        10,
        true,
    );
    /// Target of a jump.
    pub static JUMP: Immediate = immediate(
        &[
            piece(5, 2, 1),
            piece(1, 3, 3),
            piece(7, 6, 1),
            piece(6, 7, 1),
            piece(10, 8, 1),
            piece(8, 9, 2),
            piece(4, 11, 1),
            piece(11, 12, 1),
        ],
        12,
        true,
    );
    /// Target of a branch.
    pub static BRANCH: Immediate = immediate(
        &[piece(5, 2, 1), piece(1, 3, 2), piece(6, 5, 2), piece(3, 10, 2), piece(8, 12, 1)],
        9,
        true,
    );
    /// Offset of a load of 4 bytes from the stack.
    pub static LOAD_WORD_SP: Immediate =
        immediate(&[piece(6, 2, 2), piece(2, 4, 3), piece(5, 12, 1)], 8, false);
    /// Offset of a load of 8 bytes from the stack.
    pub static LOAD_DOUBLE_SP: Immediate =
        immediate(&[piece(6, 2, 3), piece(3, 5, 2), piece(5, 12, 1)], 9, false);
    /// Offset of a store of 4 bytes to the stack.
    pub static STORE_WORD_SP: Immediate = immediate(&[piece(6, 7, 2), piece(2, 9, 4)], 8, false);
    /// Offset of a store of 8 bytes to the stack.
    pub static STORE_DOUBLE_SP: Immediate = immediate(&[piece(6, 7, 3), piece(3, 10, 3)], 9, false);
}
