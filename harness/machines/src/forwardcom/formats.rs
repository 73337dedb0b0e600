//! The instruction formats of ForwardCom 1.14: how the bits of one to three code words are divided.
//!
//! [`FORMATS`] drives the encoder, the decoder, the assembler, the disassembler and the simulator. The
//! facts are those of the manual's chapter on instruction formats and of the format table of the reference
//! tools (bintools 1.14). Bit 0 is the least significant bit of a little-endian 32-bit word.

/// Division of the first words into fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Template {
    /// RD, RS, RT and a mask.
    A,
    /// RD, RS and an 8-bit constant.
    B,
    /// RD and two 8-bit constants.
    C,
    /// A 24-bit offset.
    D,
    /// RD, RS, RT and a mask; RU, OP2, IM4 and IM5 in the second word.
    E,
}

/// Kind of the instructions that a format holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum InstructionKind {
    /// Formats without any instruction.
    Vacant,
    /// Instructions of this format only.
    Single,
    /// Instructions that exist in several formats under one code.
    Multi,
    /// Control transfer.
    Jump,
}

/// Places in which operands may lie: a set of [`source`] bits.
pub type Sources = u8;

/// Bits of [`Sources`], in the order in which sources are taken.
pub mod source {
    /// The immediate field.
    pub const IMMEDIATE: u8 = 1;
    /// The memory operand.
    pub const MEMORY: u8 = 2;
    /// Register RT.
    pub const RT: u8 = 0x10;
    /// Register RS.
    pub const RS: u8 = 0x20;
    /// Register RU.
    pub const RU: u8 = 0x40;
    /// Register RD.
    pub const RD: u8 = 0x80;
}

/// Origin of the operand type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TypeRule {
    /// The OT field and, in vector and jump formats, the M bit.
    Field,
    /// Always this type.
    Always(u8),
    /// This type for an even OP1, the next one for an odd OP1.
    ByOp1(u8),
}

/// Size and position of a field in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Place {
    /// Its size in bytes, 0 if there is none.
    pub size: u8,
    /// Its first byte.
    pub at: u8,
}

/// Use of vector registers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Vectors {
    /// General registers only.
    No,
    /// Vector registers.
    Yes,
    /// Vector registers; RT holds the length of the memory operand.
    Length,
    /// Vector registers; RT holds the length to which the memory operand is broadcast.
    Broadcast,
    /// Vector registers where the type is a floating-point type.
    ByType,
}

impl Vectors {
    /// True if operands of a type are in vector registers.
    pub fn hold(self, operand_type: u8) -> bool {
        self != Self::No && (self != Self::ByType || operand_type & 4 != 0)
    }
}

/// The index of a memory operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Index {
    /// None.
    No,
    /// RT is added.
    Plain,
    /// RT times the operand size is added.
    Scaled,
    /// RT is subtracted.
    Negative,
}

/// The constant part of a memory operand's address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Offset {
    /// None.
    No,
    /// Bytes.
    Plain,
    /// Units of the operand size.
    Scaled,
    /// The field is the highest value of the index instead.
    Limit,
}

/// Place of the operation code (OPJ) in a jump format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Opj {
    /// In OP1.
    Op1,
    /// In IM1, the lowest byte.
    Im1,
    /// In the highest byte of the second word.
    Im6,
    /// In no field: the code is 63.
    Fixed,
}

/// Meaning of the fields IM4 and IM5 beside an immediate operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Extra {
    /// Nothing, or there are none.
    No,
    /// IM5 holds options.
    Options,
    /// IM5 holds options, or a shift count for the immediate operand.
    OptionsOrShift,
    /// IM5 holds options and IM4 a shift count for the immediate operand.
    OptionsAndShift4,
    /// OP2 and IM5 are the immediate operand.
    Immediate,
}

/// One format.
#[derive(Debug)]
pub struct Format {
    /// The tag of listings: length, mode and variant, such as 0x207 for 2.0.7.
    pub tag: u16,
    /// Kind of the instructions that it holds.
    pub kind: InstructionKind,
    /// Its template.
    pub template: Template,
    /// Places in which operands may lie.
    pub sources: Sources,
    /// Origin of the operand type.
    pub operand_type: TypeRule,
    /// The jump offset, in units of four bytes.
    pub jump: Place,
    /// The constant part of the address.
    pub address: Place,
    /// The immediate operand.
    pub immediate: Place,
    /// Options and shift counts.
    pub extra: Extra,
    /// Place of OPJ.
    pub opj: Opj,
    /// Use of vector registers.
    pub vectors: Vectors,
    /// Index of the memory operand.
    pub index: Index,
    /// Offset of the memory operand.
    pub offset: Offset,
    /// The format's bit in [`super::isa::Form::formats`].
    pub bit: u8,
}

impl Format {
    /// Length in words, 1 to 3.
    pub fn words(&self) -> usize {
        match self.tag >> 8 {
            0 | 1 => 1,
            length => usize::from(length.min(3)),
        }
    }

    /// True if there is a memory operand.
    pub fn has_memory(&self) -> bool {
        self.sources & source::MEMORY != 0
    }

    /// True if OP2 and IM5 are fields of their own, so that there may be options.
    pub fn has_options(&self) -> bool {
        self.template == Template::E && self.extra != Extra::Immediate
    }

    /// True if RS = 28..30 mean threadp, datap and ip as base of the memory operand.
    pub fn has_special_bases(&self) -> bool {
        self.address.size > 1 && self.offset != Offset::Limit
    }

    /// Name in the manual's notation, such as `2.0.7`.
    pub fn name(&self) -> String {
        let (length, mode, variant) = (self.tag >> 8, self.tag >> 4 & 15, self.tag & 15);
        match self.kind {
            InstructionKind::Multi
                if !matches!(self.tag, 0x200..=0x22f | 0x300..=0x32f) || self.tag == 0x210 =>
            {
                format!("{length}.{mode}")
            }
            InstructionKind::Single if !matches!(self.tag, 0x141..=0x144 | 0x258..=0x25a | 0x290 | 0x291 | 0x318) =>
            {
                format!("{length}.{mode}")
            }
            _ => format!("{length}.{mode}.{variant:X}"),
        }
    }
}

use source::{IMMEDIATE as I, MEMORY as M, RD, RS, RT, RU};

const NONE: Place = Place { size: 0, at: 0 };

/// A field of `size` bytes from byte `at` on.
const fn p(size: u8, at: u8) -> Place {
    Place { size, at }
}

const EMPTY: Format = Format {
    tag: 0,
    kind: InstructionKind::Vacant,
    template: Template::A,
    sources: 0,
    operand_type: TypeRule::Field,
    jump: NONE,
    address: NONE,
    immediate: NONE,
    extra: Extra::No,
    opj: Opj::Op1,
    vectors: Vectors::No,
    index: Index::No,
    offset: Offset::No,
    bit: 0,
};

/// Operands in registers and perhaps a constant.
const fn plain(
    tag: u16,
    kind: InstructionKind,
    template: Template,
    sources: Sources,
    vectors: Vectors,
    immediate: Place,
    bit: u8,
) -> Format {
    Format { tag, kind, template, sources, vectors, immediate, bit, ..EMPTY }
}

/// A memory operand.
const fn memory(
    tag: u16,
    kind: InstructionKind,
    template: Template,
    sources: Sources,
    vectors: Vectors,
    (index, offset, address): (Index, Offset, Place),
    bit: u8,
) -> Format {
    Format { tag, kind, template, sources, vectors, index, offset, address, bit, ..EMPTY }
}

impl Format {
    const fn extra(self, extra: Extra) -> Self {
        Self { extra, ..self }
    }
    const fn constant(self, immediate: Place) -> Self {
        Self { immediate, ..self }
    }
    const fn typed(self, operand_type: TypeRule) -> Self {
        Self { operand_type, ..self }
    }
    const fn jumps(self, jump: Place) -> Self {
        Self { jump, ..self }
    }
    const fn opj(self, opj: Opj) -> Self {
        Self { opj, ..self }
    }
}

use Extra::{Immediate as IM5, Options as O, OptionsAndShift4 as OS4, OptionsOrShift as OS};
use InstructionKind::{Jump, Multi, Single, Vacant};
use Offset::{Limit, Plain, Scaled};
use Opj::{Fixed as OPJ63, Im1 as OPJ1, Im6 as OPJ6};
use Template::{A, B, C, D, E};
use TypeRule::{Always, ByOp1};
use Vectors::{Broadcast as VB, ByType as VT, Length as VL, No as G, Yes as V};

/// Every format. `lookup` refers to rows by their tag.
#[rustfmt::skip]
pub static FORMATS: [Format; 89] = [
    // One word, many formats.
    plain(0x000, Multi, A, RT | RS | RD, G, NONE, 0),
    plain(0x010, Multi, B, I | RS | RD, G, p(1, 0), 1),
    plain(0x020, Multi, A, RT | RS | RD, V, NONE, 2),
    plain(0x030, Multi, B, I | RS | RD, V, p(1, 0), 3),
    memory(0x040, Multi, A, M | RD, VL, (Index::No, Offset::No, NONE), 4),
    memory(0x050, Multi, A, M | RD, VL, (Index::Negative, Offset::No, NONE), 5),
    memory(0x060, Multi, A, M | RD, V, (Index::Scaled, Offset::No, NONE), 6),
    memory(0x070, Multi, B, M | RD, V, (Index::No, Scaled, p(1, 0)), 7),
    memory(0x080, Multi, A, M | RD, G, (Index::Scaled, Offset::No, NONE), 8),
    memory(0x090, Multi, B, M | RD, G, (Index::No, Scaled, p(1, 0)), 9),
    // One word, one format.
    plain(0x100, Single, A, RT | RS | RD, G, NONE, 0),
    plain(0x110, Single, C, I | RD, G, p(2, 0), 0).typed(ByOp1(2)),
    plain(0x120, Single, A, RT | RS | RD, V, NONE, 0),
    plain(0x130, Single, B, I | RS | RD, V, p(1, 0), 0),
    plain(0x141, Single, C, I | RD, V, p(2, 0), 0).typed(Always(1)),
    plain(0x142, Single, C, I | RD, V, p(2, 0), 0).typed(ByOp1(2)),
    plain(0x143, Single, C, I | RD, V, p(2, 0), 0).typed(ByOp1(5)),
    plain(0x144, Single, C, I | RD, V, p(2, 0), 0).typed(Always(1)),
    plain(0x150, Single, B, I | RS | RD, V, p(1, 0), 0),
    plain(0x180, Single, B, I | RS | RD, G, p(1, 0), 0),
    // One word, jumps.
    plain(0x160, Jump, B, RS | RD, VT, NONE, 0).jumps(p(1, 0)),
    memory(0x161, Jump, B, M, G, (Index::No, Scaled, p(1, 0)), 16).typed(Always(3)),
    memory(0x162, Jump, A, M | RD, G, (Index::Scaled, Offset::No, NONE), 17),
    plain(0x163, Jump, A, RT | RS | RD, G, NONE, 18),
    plain(0x170, Jump, D, 0, G, NONE, 20).jumps(p(3, 0)).typed(Always(3)),
    plain(0x171, Jump, C, I | RD, VT, p(1, 1), 1).jumps(p(1, 0)).typed(Always(2)),
    plain(0x172, Vacant, C, I | RD, G, NONE, 21).jumps(p(2, 0)).typed(Always(3)),
    plain(0x173, Jump, C, RD, G, NONE, 22).typed(Always(3)),
    plain(0x174, Jump, C, I, G, p(2, 0), 23).typed(Always(3)),
    plain(0x175, Jump, C, 0, G, p(2, 0), 24).typed(Always(3)),
    plain(0x17A, Jump, C, I | RD, G, p(1, 1), 25).jumps(p(1, 0)).typed(Always(3)),
    // Two words, many formats.
    memory(0x200, Multi, E, M | RT | RU | RD, G, (Index::No, Plain, p(2, 4)), 16).extra(O),
    memory(0x201, Multi, E, M | RU | RD, G, (Index::Plain, Plain, p(2, 4)), 17).extra(O),
    memory(0x202, Multi, E, M | RU | RD, G, (Index::Scaled, Plain, p(2, 4)), 18).extra(O),
    memory(0x203, Multi, E, M | RU | RD, G, (Index::Scaled, Limit, p(2, 4)), 19).extra(O),
    memory(0x205, Multi, E, I | M | RU | RD, G, (Index::Scaled, Plain, p(2, 4)), 21).extra(IM5).constant(p(1, 6)),
    plain(0x206, Multi, E, RT | RS | RU | RD, G, NONE, 22).extra(O),
    plain(0x207, Multi, E, I | RT | RS | RU | RD, G, p(2, 4), 23).extra(OS),
    memory(0x210, Multi, A, M | RT | RD, G, (Index::No, Plain, p(4, 4)), 13),
    memory(0x220, Multi, E, M | RU | RD, VB, (Index::No, Plain, p(2, 4)), 24).extra(O),
    memory(0x221, Multi, E, M | RU | RD, VL, (Index::No, Plain, p(2, 4)), 25).extra(O),
    memory(0x222, Multi, E, M | RU | RD, V, (Index::Scaled, Plain, p(2, 4)), 26).extra(O),
    memory(0x223, Multi, E, M | RU | RD, V, (Index::Scaled, Limit, p(2, 4)), 27).extra(O),
    memory(0x224, Multi, E, M | RU | RD, VL, (Index::Negative, Plain, p(2, 4)), 28).extra(O),
    memory(0x225, Multi, E, I | M | RU | RD, VL, (Index::No, Plain, p(2, 4)), 29).extra(IM5).constant(p(1, 6)),
    plain(0x226, Multi, E, RT | RS | RU | RD, V, NONE, 30).extra(O),
    plain(0x227, Multi, E, I | RT | RS | RU | RD, V, p(2, 4), 31).extra(OS),
    plain(0x230, Multi, A, I | RT | RS | RD, V, p(4, 4), 14),
    memory(0x240, Multi, A, M | RD, VL, (Index::No, Plain, p(4, 4)), 15),
    // Two words, jumps; the second row of a tag holds the operation codes from 56 on.
    plain(0x250, Jump, A, RT | RS | RD, VT, NONE, 4).jumps(p(3, 4)).opj(OPJ6),
    plain(0x251, Jump, B, I | RS | RD, VT, p(2, 4), 5).jumps(p(2, 6)).opj(OPJ1),
    plain(0x251, Jump, B, I | RS | RD, G, p(4, 4), 28).opj(OPJ1),
    memory(0x252, Jump, B, M | RD, G, (Index::No, Plain, p(2, 4)), 6).jumps(p(2, 6)).opj(OPJ1),
    memory(0x252, Jump, B, M | RD, G, (Index::No, Plain, p(4, 4)), 29).opj(OPJ1),
    plain(0x253, Vacant, A, RT | RS | RD, VT, NONE, 7).jumps(p(3, 4)).opj(OPJ6),
    plain(0x254, Jump, C, I | RD, VT, p(1, 1), 8).jumps(p(4, 4)).opj(OPJ1).typed(Always(2)),
    plain(0x254, Jump, C, I | RD, G, p(1, 1), 30).jumps(p(4, 4)).opj(OPJ1).typed(Always(3)),
    plain(0x255, Jump, C, I | RD, VT, p(4, 4), 9).jumps(p(1, 1)).opj(OPJ1).typed(Always(2)),
    plain(0x255, Jump, C, I | RD, G, p(4, 4), 31).opj(OPJ1).typed(Always(3)),
    plain(0x256, Vacant, B, RS | RD, VT, NONE, 10).jumps(p(4, 4)).opj(OPJ1),
    plain(0x257, Jump, C, I, G, p(2, 0), 32).opj(OPJ63).typed(Always(3)),
    // Two words, one format.
    memory(0x258, Single, B, I | M | RD, VT, (Index::No, Scaled, p(1, 0)), 0).constant(p(4, 4)),
    memory(0x259, Single, B, M | RD, G, (Index::No, Plain, p(4, 4)), 0),
    memory(0x25A, Single, A, M | RT | RD, V, (Index::No, Plain, p(4, 4)), 0),
    plain(0x260, Single, A, I | RT | RS | RD, V, p(4, 4), 0),
    plain(0x270, Vacant, A, 0, G, NONE, 0),
    plain(0x280, Multi, A, I | RT | RS | RD, G, p(4, 4), 12),
    plain(0x290, Single, A, I | RT | RS | RD, G, p(4, 4), 0),
    memory(0x291, Single, A, M | RS | RD, G, (Index::No, Plain, p(4, 4)), 0),
    // Three words.
    memory(0x300, Multi, E, M | RT | RU | RD, G, (Index::No, Plain, p(4, 8)), 36).extra(O),
    memory(0x301, Vacant, E, M | RT | RU | RD, G, (Index::No, Plain, p(4, 8)), 36).extra(O),
    memory(0x302, Multi, E, M | RU | RD, G, (Index::Scaled, Plain, p(4, 8)), 38).extra(O),
    memory(0x303, Multi, E, M | RU | RD, G, (Index::Scaled, Limit, p(4, 8)), 39).extra(O),
    memory(0x305, Multi, E, I | M | RU | RD, G, (Index::Scaled, Plain, p(2, 4)), 41).extra(O).constant(p(4, 8)),
    plain(0x307, Multi, E, I | RT | RS | RU | RD, G, p(4, 8), 43).extra(OS4),
    memory(0x310, Jump, A, M | RT | RD, VT, (Index::No, Plain, p(4, 8)), 12).jumps(p(3, 4)).opj(OPJ6),
    plain(0x311, Jump, B, I | RS | RD, VT, p(4, 8), 13).jumps(p(4, 4)).opj(OPJ1),
    plain(0x311, Jump, B, I | RS | RD, G, p(8, 4), 40).opj(OPJ1).typed(Always(3)),
    plain(0x312, Vacant, B, RS | RD, VT, NONE, 14).jumps(p(4, 4)).opj(OPJ1),
    memory(0x313, Vacant, B, M | RT | RU | RD, G, (Index::No, Plain, p(4, 8)), 15).extra(O),
    plain(0x318, Single, A, I | RT | RS | RD, V, p(8, 4), 0),
    memory(0x320, Multi, E, M | RU | RD, VB, (Index::No, Plain, p(4, 8)), 44).extra(O),
    memory(0x321, Multi, E, M | RU | RD, VL, (Index::No, Plain, p(4, 8)), 45).extra(O),
    memory(0x322, Multi, E, M | RU | RD, V, (Index::Scaled, Plain, p(4, 8)), 46).extra(O),
    memory(0x323, Multi, E, M | RU | RD, V, (Index::Scaled, Limit, p(4, 8)), 47).extra(O),
    memory(0x325, Multi, E, I | M | RU | RD, VL, (Index::No, Plain, p(2, 4)), 49).extra(O).constant(p(4, 8)),
    plain(0x327, Multi, E, I | RT | RS | RU | RD, V, p(4, 8), 51).extra(OS4),
    plain(0x330, Multi, A, I | RT | RS | RD, V, p(8, 4), 34),
    plain(0x380, Multi, A, I | RT | RS | RD, G, p(8, 4), 32),
];

/// The format of an instruction, from its first two words (the second is 0 if there is none). `None` for
/// the lengths and modes that are set aside for longer instructions.
pub fn lookup(first: u32, second: u32) -> Option<&'static Format> {
    let (length, mode, m) = (first >> 30, first >> 27 & 7, first >> 15 & 1);
    let (op1, im1, mode2) = (first >> 21 & 63, first & 63, second >> 29);
    let system = im1 >= 56;
    let (tag, second_row) = match (length, mode) {
        (0, 0) => (if m == 0 { 0x000 } else { 0x080 }, false),
        (0, 1) => (if m == 0 { 0x010 } else { 0x090 }, false),
        (0, _) => (mode << 4, false),
        (1, 0) => (if m == 0 { 0x100 } else { 0x180 }, false),
        (1, 4) => match op1 {
            0..=7 => (0x141, false),
            8..=31 => (0x142, false),
            32..=39 => (0x143, false),
            _ => (0x144, false),
        },
        (1, 6) => match op1 {
            0..=55 => (0x160, false),
            56..=59 => (0x161, false),
            60 | 61 => (0x162, false),
            _ => (0x163, false),
        },
        (1, 7) => match op1 {
            0..=15 => (0x170, false),
            52 | 53 => (0x17A, false),
            16..=55 => (0x171, false),
            56..=59 => (0x172, false),
            60..=62 => (0x173, false),
            _ => (if first & 0xFFFF == 0xFFFF { 0x175 } else { 0x174 }, false),
        },
        (1, _) => (0x100 | mode << 4, false),
        (2, 0) if m == 1 => (0x280, false),
        (2, 1) if m == 1 => (if op1 < 32 { 0x290 } else { 0x291 }, false),
        (2, 0) => (0x200 | if mode2 == 4 { 0 } else { mode2 }, false),
        (2, 1) => (0x210, false),
        (2, 2) => (0x220 | mode2, false),
        (2, 5) => match op1 {
            1 | 2 | 5 => (0x250 | op1, system),
            4 => (0x254, im1 & !1 == 52),
            0..=7 => (0x250 | op1, false),
            8..=15 => (0x258, false),
            16..=23 => (0x259, false),
            _ => (0x25A, false),
        },
        (2, _) => (0x200 | mode << 4, false),
        (3, 0) if m == 1 => (0x380, false),
        (3, 0) => (0x300 | if mode2 == 4 || mode2 == 6 { 0 } else { mode2 }, false),
        (3, 1) => match op1 {
            1 => (0x311, system),
            2 | 3 => (0x310 | op1, false),
            0..=7 => (0x310, false),
            _ => (0x318, false),
        },
        (3, 2) => (0x320 | if mode2 == 4 || mode2 == 6 { 0 } else { mode2 }, false),
        (3, 3) => (0x330, false),
        _ => return None,
    };
    row(tag as u16, second_row)
}

/// The row with a tag, or the second one.
fn row(tag: u16, second: bool) -> Option<&'static Format> {
    let index = INDEX.get(usize::from(tag)).copied().unwrap_or(0);
    FORMATS.get(usize::from(index) + usize::from(second)).filter(|format| format.tag == tag)
}

/// Index of the first row of each tag; 0 for tags that no row has.
static INDEX: [u8; 0x381] = {
    let mut table = [0; 0x381];
    let mut at = FORMATS.len();
    while at > 0 {
        at -= 1;
        table[FORMATS[at].tag as usize] = at as u8;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_format_is_found() {
        let mut seen = std::collections::BTreeSet::new();
        for high in 0..=0xFFFFu32 {
            for low in [0, 0x8000, 52, 56, 63, 0xFFFF] {
                for mode2 in 0..8 {
                    if let Some(format) = lookup(high << 16 | low, mode2 << 29) {
                        seen.insert((format.tag, format.bit));
                        assert_eq!(
                            format.words(),
                            super::super::decode::words_of(high << 16),
                            "{:x}",
                            format.tag
                        );
                    }
                }
            }
        }
        assert_eq!(seen.len(), FORMATS.len());
    }
}
