//! Places of operands in an IPU instruction word, and their spelling in assembly.
//!
//! Bit 0 is the least significant bit of the little-endian word. The positions are those of the
//! instruction formats of the vendor's LLVM target.

use super::fixups;

/// Kind of an operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum OperandKind {
    /// A register of the M file: `$m3`.
    M,
    /// An even-odd pair of the M file: `$m2:3`; the value is the even number.
    MPair,
    /// A register of the A file: `$a3`.
    A,
    /// An even-odd pair of the A file: `$a2:3`; the value is the even number.
    APair,
    /// Four registers of the A file: `$a4:7`; the value is the first number, a multiple of 4.
    AQuad,
    /// The low half of an A register, used for every lane: `$a3:BL`.
    Low,
    /// The high half of an A register, used for every lane: `$a3:BU`.
    High,
    /// An A register used for both lanes of a pair: `$a3:B`.
    Both,
    /// A number from 0.
    Unsigned,
    /// A number in two's complement.
    Signed,
    /// A number whose upper bits alone are stored: `zeros` low bits are zero.
    Top,
    /// The address of an instruction, in words.
    Code,
}

impl OperandKind {
    /// A register or a group of registers of the A file.
    pub const fn is_a(self) -> bool {
        matches!(self, Self::A | Self::APair | Self::AQuad | Self::Low | Self::High | Self::Both)
    }

    /// A register or a group of registers of either file.
    pub const fn is_register(self) -> bool {
        self.is_a() || matches!(self, Self::M | Self::MPair)
    }

    /// Number of registers that the operand stands for; 0 for a number.
    pub const fn registers(self) -> u32 {
        match self {
            Self::M | Self::A | Self::Low | Self::High | Self::Both => 1,
            Self::MPair | Self::APair => 2,
            Self::AQuad => 4,
            Self::Unsigned | Self::Signed | Self::Top | Self::Code => 0,
        }
    }
}

/// Mark that must be written behind a register that the instruction changes by the way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Mark {
    /// Nothing.
    None,
    /// `+=`: moved on by a stride.
    Step,
    /// `++`: moved on by the size of the access.
    Increment,
    /// `>>`: shifted right.
    Shift,
    /// `@`: replaced by what was loaded.
    Next,
}

impl Mark {
    /// The text.
    pub const fn text(self) -> &'static str {
        match self {
            Self::None => "",
            Self::Step => "+=",
            Self::Increment => "++",
            Self::Shift => ">>",
            Self::Next => "@",
        }
    }
}

/// One operand of a form.
#[derive(Debug, Clone, Copy)]
pub struct Operand {
    /// Its kind.
    pub kind: OperandKind,
    /// A register that the instruction writes.
    pub written: bool,
    /// The mark behind it.
    pub mark: Mark,
    /// (lowest bit in the word, number of bits), the least significant piece first.
    pub pieces: &'static [(u8, u8)],
    /// Low bits of the value that are zero and not stored.
    pub zeros: u8,
    /// The relocation that an expression with symbols becomes, if it may hold symbols.
    pub symbol: Option<u32>,
}

impl Operand {
    /// Stored bits.
    pub const fn width(&self) -> u32 {
        crate::fields::width(self.pieces)
    }

    /// The word with ones where the operand lies.
    pub const fn mask(&self) -> u32 {
        let mut word = 0;
        let mut i = 0;
        while i < self.pieces.len() {
            let (low, width) = self.pieces[i];
            word |= ((1 << width) - 1) << low;
            i += 1;
        }
        word
    }

    /// The least and greatest value, as the assembler reads them.
    pub const fn range(&self) -> (i64, i64) {
        let width = self.width();
        match self.kind {
            OperandKind::Signed => (-(1 << (width - 1)), (1 << (width - 1)) - 1),
            _ => (0, ((1i64 << width) - 1) << self.zeros),
        }
    }

    /// The operand's value in `word`; `None` when the form has no such register group.
    pub fn extract(&self, word: u32) -> Option<u32> {
        let mut raw = 0;
        let mut at = 0;
        for &(low, width) in self.pieces {
            raw |= ((word >> low) & ((1 << width) - 1)) << at;
            at += width;
        }
        let value = match self.kind {
            OperandKind::Signed => {
                let unused = 32 - self.width();
                ((raw << unused) as i32 >> unused) as u32
            }
            _ => raw << self.zeros,
        };
        self.is_valid(value).then_some(value)
    }

    /// The bits of a value in their places; `None` when the value does not fit.
    pub fn insert(&self, value: u32) -> Option<u32> {
        let signed =
            if self.kind == OperandKind::Signed { i64::from(value as i32) } else { i64::from(value) };
        let (least, greatest) = self.range();
        let lost = value & ((1u32 << self.zeros) - 1);
        if signed < least || signed > greatest || lost != 0 || !self.is_valid(value) {
            return None;
        }
        Some(self.place(value >> self.zeros))
    }

    /// Stored bits put in their places; bits that do not fit are dropped.
    pub const fn place(&self, mut raw: u32) -> u32 {
        let mut word = 0;
        let mut i = 0;
        while i < self.pieces.len() {
            let (low, width) = self.pieces[i];
            word |= (raw & ((1 << width) - 1)) << low;
            raw >>= width;
            i += 1;
        }
        word
    }

    /// Groups of registers start at a multiple of their size.
    const fn is_valid(&self, value: u32) -> bool {
        match self.kind {
            OperandKind::MPair | OperandKind::APair => value.is_multiple_of(2),
            OperandKind::AQuad => value.is_multiple_of(4),
            _ => true,
        }
    }
}

/// The operands by name: letters for the kind (M, A, P pair, Q quad, MP pair of M; D for a register
/// that is written, U updated), then the lowest bit. Numbers: U unsigned, S signed, with their width.
pub mod operands {
    #![allow(missing_docs, reason = "the names say what the operands are")]

    use super::{Mark, Operand, OperandKind, fixups};

    const fn read(kind: OperandKind, pieces: &'static [(u8, u8)]) -> Operand {
        Operand { kind, written: false, mark: Mark::None, pieces, zeros: 0, symbol: None }
    }

    const fn written(kind: OperandKind, pieces: &'static [(u8, u8)]) -> Operand {
        Operand { written: true, ..read(kind, pieces) }
    }

    const fn marked(kind: OperandKind, pieces: &'static [(u8, u8)], mark: Mark) -> Operand {
        Operand { mark, ..written(kind, pieces) }
    }

    const fn symbolic(kind: OperandKind, pieces: &'static [(u8, u8)], relocation: u32) -> Operand {
        Operand { symbol: Some(relocation), ..read(kind, pieces) }
    }

    const AT4: &[(u8, u8)] = &[(4, 4)];
    const AT12: &[(u8, u8)] = &[(12, 4)];
    const AT16: &[(u8, u8)] = &[(16, 4)];
    const AT20: &[(u8, u8)] = &[(20, 4)];

    pub const M12: Operand = read(OperandKind::M, AT12);
    pub const M16: Operand = read(OperandKind::M, AT16);
    pub const M20: Operand = read(OperandKind::M, AT20);
    pub const MD4: Operand = written(OperandKind::M, AT4);
    pub const MD16: Operand = written(OperandKind::M, AT16);
    pub const MD20: Operand = written(OperandKind::M, AT20);
    pub const MU12: Operand = written(OperandKind::M, AT12);
    pub const MU20: Operand = written(OperandKind::M, AT20);
    pub const MPD4: Operand = written(OperandKind::MPair, AT4);
    pub const STEP12: Operand = marked(OperandKind::M, AT12, Mark::Step);
    pub const INC12: Operand = marked(OperandKind::M, AT12, Mark::Increment);
    pub const INC16: Operand = marked(OperandKind::M, AT16, Mark::Increment);
    pub const SHIFT12: Operand = marked(OperandKind::M, AT12, Mark::Shift);
    pub const NEXT16: Operand = marked(OperandKind::M, AT16, Mark::Next);
    pub const PACE12: Operand = marked(OperandKind::MPair, AT12, Mark::Step);
    pub const A4: Operand = read(OperandKind::A, AT4);
    pub const A12: Operand = read(OperandKind::A, AT12);
    pub const A20: Operand = read(OperandKind::A, AT20);
    pub const AD4: Operand = written(OperandKind::A, AT4);
    pub const AD16: Operand = written(OperandKind::A, AT16);
    pub const AD20: Operand = written(OperandKind::A, AT20);
    pub const P4: Operand = read(OperandKind::APair, AT4);
    pub const P12: Operand = read(OperandKind::APair, AT12);
    pub const P20: Operand = read(OperandKind::APair, AT20);
    pub const PD4: Operand = written(OperandKind::APair, AT4);
    pub const PD16: Operand = written(OperandKind::APair, AT16);
    pub const Q20: Operand = read(OperandKind::AQuad, AT20);
    pub const QD4: Operand = written(OperandKind::AQuad, AT4);
    pub const QD16: Operand = written(OperandKind::AQuad, AT16);
    pub const QD17: Operand = Operand { zeros: 1, ..written(OperandKind::AQuad, &[(17, 3)]) };
    pub const LOW20: Operand = read(OperandKind::Low, AT20);
    pub const HIGH20: Operand = read(OperandKind::High, AT20);
    pub const BOTH20: Operand = read(OperandKind::Both, AT20);
    pub const U4: Operand = read(OperandKind::Unsigned, &[(0, 4)]);
    pub const U6: Operand = read(OperandKind::Unsigned, &[(0, 6)]);
    pub const U8: Operand = read(OperandKind::Unsigned, &[(0, 8)]);
    pub const U12: Operand = read(OperandKind::Unsigned, &[(0, 12)]);
    pub const U16: Operand = read(OperandKind::Unsigned, &[(0, 16)]);
    pub const S8: Operand = read(OperandKind::Signed, &[(0, 8)]);
    pub const S16: Operand = read(OperandKind::Signed, &[(0, 16)]);
    pub const TOP12: Operand = Operand { zeros: 20, ..read(OperandKind::Top, &[(0, 12)]) };
    pub const U19: Operand = read(OperandKind::Unsigned, &[(0, 19)]);
    pub const PIC_COUNT7: Operand = read(OperandKind::Unsigned, &[(19, 7)]);
    pub const PIC_SELECT1: Operand = read(OperandKind::Unsigned, &[(18, 1)]);
    pub const PIC_SELECT2: Operand = read(OperandKind::Unsigned, &[(18, 2)]);
    pub const PIC_VALUE18: Operand = read(OperandKind::Unsigned, &[(0, 18)]);
    pub const XPIC_COUNT12: Operand = read(OperandKind::Unsigned, &[(14, 12)]);
    pub const XPIC_SELECT1: Operand = read(OperandKind::Unsigned, &[(13, 1)]);
    pub const XPIC_VALUE13: Operand = read(OperandKind::Unsigned, &[(0, 13)]);
    pub const SEND_COUNT6: Operand = read(OperandKind::Unsigned, &[(21, 6)]);
    pub const SEND_COUNT12: Operand = read(OperandKind::Unsigned, &[(21, 6), (14, 6)]);
    pub const SEND_ADDRESS18: Operand = read(OperandKind::Unsigned, &[(3, 18)]);
    pub const SEND_DELTA11: Operand = read(OperandKind::Unsigned, &[(3, 11)]);
    pub const SEND_CONTROL3: Operand = read(OperandKind::Unsigned, &[(0, 3)]);
    pub const COUNT12: Operand = read(OperandKind::Unsigned, &[(8, 12)]);
    pub const SPLIT6: Operand = read(OperandKind::Unsigned, &[(0, 4), (8, 2)]);
    pub const SPLIT12: Operand = read(OperandKind::Unsigned, &[(0, 4), (16, 4), (8, 4)]);
    pub const SPLIT_U8: Operand = read(OperandKind::Unsigned, &[(16, 4), (0, 4)]);
    pub const SPLIT_S8: Operand = read(OperandKind::Signed, &[(16, 4), (0, 4)]);
    pub const BODY8: Operand = symbolic(OperandKind::Unsigned, &[(0, 8)], fixups::R_8);
    pub const CMP16: Operand = symbolic(OperandKind::Unsigned, &[(0, 16)], fixups::R_16);
    pub const SET20: Operand = symbolic(OperandKind::Unsigned, &[(0, 20)], fixups::R_20);
    pub const RUN16: Operand = symbolic(OperandKind::Unsigned, &[(0, 12), (16, 4)], fixups::R_RUN);
    pub const CODE19: Operand = symbolic(OperandKind::Code, &[(0, 19)], fixups::R_19_S2);
    pub const CODE20: Operand = symbolic(OperandKind::Code, &[(0, 20)], fixups::R_19_S2);
}
