//! The Nyuzi instruction set as two tables: operations, and the shapes an operation comes in.
//!
//! [`OPERATIONS`] names each operation, its opcode and its shapes; [`SHAPES`] says for each shape which
//! bits are fixed, where the opcode goes and what the operands are. Together they make the list of
//! [`forms`], which drives the encoder, the decoder, the assembler and the disassembler. Bit 0 is the
//! least significant bit of the little-endian word. The facts are those of the LLVM target description
//! of the Nyuzi toolchain and of the vectors of its assembler tests.

use std::sync::LazyLock;

use super::fields::{Field, bits};

/// Operation of an instruction, whatever the shape of its operands. `B` is the second source or the
/// immediate; vectors work lane by lane.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
#[rustfmt::skip]
pub enum Op {
    /// D = A | B.
    Or,
    /// D = A & B.
    And,
    /// D = A ^ B.
    Xor,
    /// D = A + B modulo 2^32.
    AddI,
    /// D = A - B modulo 2^32.
    SubI,
    /// D = low word of A * B.
    MullI,
    /// D = high word of the unsigned product.
    MulhU,
    /// D = A >> (B & 31), signed.
    Ashr,
    /// D = A >> (B & 31), unsigned.
    Shr,
    /// D = A << (B & 31).
    Shl,
    /// D = high word of the signed product.
    MulhI,
    /// D = A + B, single.
    AddF,
    /// D = A - B, single.
    SubF,
    /// D = A * B, single.
    MulF,
    /// D = leading zero bits of B, 32 for 0.
    Clz,
    /// D = trailing zero bits of B, 32 for 0.
    Ctz,
    /// D = B.
    Move,
    /// D = single B truncated to a signed integer.
    Ftoi,
    /// D = an estimate of 1 / B, single, with 6 significant bits.
    Reciprocal,
    /// D = low byte of B, sign-extended.
    Sext8,
    /// D = low half of B, sign-extended.
    Sext16,
    /// D = signed integer B as a single.
    Itof,
    /// D = immediate << 13.
    Movehi,
    /// D = mask of A == B. Scalar comparisons give 0xffff or 0.
    CmpEqI,
    /// D = mask of A != B.
    CmpNeI,
    /// D = mask of A > B, signed.
    CmpGtI,
    /// D = mask of A >= B, signed.
    CmpGeI,
    /// D = mask of A < B, signed.
    CmpLtI,
    /// D = mask of A <= B, signed.
    CmpLeI,
    /// D = mask of A > B, unsigned.
    CmpGtU,
    /// D = mask of A >= B, unsigned.
    CmpGeU,
    /// D = mask of A < B, unsigned.
    CmpLtU,
    /// D = mask of A <= B, unsigned.
    CmpLeU,
    /// D = mask of A > B, single; false for NaN.
    CmpGtF,
    /// D = mask of A >= B, single; false for NaN.
    CmpGeF,
    /// D = mask of A < B, single; false for NaN.
    CmpLtF,
    /// D = mask of A <= B, single; false for NaN.
    CmpLeF,
    /// D = mask of A == B, single; false for NaN.
    CmpEqF,
    /// D = mask of A != B, single; true for NaN.
    CmpNeF,
    /// D = lane B & 15 of the vector A.
    Getlane,
    /// Each lane of D = the lane of A that the low four bits of that lane of B name.
    Shuffle,
    /// Nothing: the word 0.
    Nop,
    /// Breakpoint trap.
    Break,
    /// System call trap with the immediate as its index.
    Syscall,
    /// D = byte at A + offset, zero-extended.
    LoadU8,
    /// D = byte, sign-extended.
    LoadS8,
    /// D = half, zero-extended.
    LoadU16,
    /// D = half, sign-extended.
    LoadS16,
    /// D = word.
    Load32,
    /// D = word, and the cache line is linked to this thread.
    LoadSync,
    /// Byte at A + offset = D.
    Store8,
    /// Half = D.
    Store16,
    /// Word = D.
    Store32,
    /// If the line is still linked: word = D, D = 1; else D = 0.
    StoreSync,
    /// D = 16 words from A + offset, a multiple of 64.
    LoadV,
    /// 16 words to A + offset, a multiple of 64.
    StoreV,
    /// Each lane of D = word at that lane of A + offset.
    LoadGath,
    /// Word at each lane of A + offset = that lane of D.
    StoreScat,
    /// D = control register.
    Getcr,
    /// Control register = D.
    Setcr,
    /// Enters a translation for data addresses.
    Dtlbinsert,
    /// Drops a data cache line.
    Dinvalidate,
    /// Writes a data cache line back.
    Dflush,
    /// Drops an instruction cache line.
    Iinvalidate,
    /// Waits for stores.
    Membar,
    /// Drops one translation.
    Tlbinval,
    /// Drops all translations.
    Tlbinvalall,
    /// Enters a translation for instruction addresses.
    Itlbinsert,
    /// PC = A (`ret` is `b ra`).
    BranchRegister,
    /// If A is 0: PC = address of this instruction + offset.
    Bz,
    /// If A is not 0: PC = address of this instruction + offset.
    Bnz,
    /// PC = address of this instruction + offset.
    Branch,
    /// ra = address of the next instruction; PC = address of this instruction + offset.
    Call,
    /// ra = address of the next instruction; PC = A.
    CallRegister,
    /// Returns from a trap.
    Eret,
}

/// The operands of an instruction and their encoding. In names `S` is a scalar register, `V` a vector
/// register, `I` an immediate, destination first; `M` stands for a mask behind the destination.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
#[allow(missing_docs, reason = "the rule for the names is above, the operands are in `SHAPES`")]
pub enum Shape {
    SSS,
    VVS,
    MVVS,
    VVV,
    MVVV,
    SVS,
    SVV,
    SS,
    VS,
    MVS,
    VV,
    MVV,
    SSI,
    VVI,
    MVVI,
    SVI,
    SI,
    VI,
    MVI,
    High,
    Nop,
    Break,
    System,
    /// Scalar memory access.
    Scalar,
    /// Vector access to 64 bytes.
    Block,
    MaskedBlock,
    /// Vector access, each lane at its own address.
    Gather,
    MaskedGather,
    Control,
    /// Cache control without operands.
    Cache,
    /// Cache control of an address.
    CacheLine,
    /// A virtual address and a physical one.
    Translation,
    /// Branch to a register.
    Register,
    /// Call of a register: as LLVM has it, the register's number stands in the word twice.
    CallRegister,
    /// Conditional branch.
    Short,
    /// Branch or call far away.
    Long,
    Eret,
}

/// One operand as it is written.
#[derive(Debug, Clone, Copy)]
pub enum Operand {
    /// A scalar register.
    Scalar(Field),
    /// A vector register.
    Vector(Field),
    /// A constant.
    Immediate(Field),
    /// `offset(base)` with a scalar base.
    Memory(Field),
    /// `offset(base)` with a vector base.
    Lanes(Field),
    /// A branch target.
    Target(Field),
}

impl Operand {
    /// Its fields.
    pub fn fields(&self) -> impl Iterator<Item = Field> {
        let (first, second) = match *self {
            Operand::Memory(offset) | Operand::Lanes(offset) => (offset, Some(bits::A)),
            Operand::Scalar(field)
            | Operand::Vector(field)
            | Operand::Immediate(field)
            | Operand::Target(field) => (field, None),
        };
        std::iter::once(first).chain(second)
    }
}

/// A row of [`SHAPES`].
#[derive(Debug)]
pub struct ShapeRow {
    /// The shape.
    pub shape: Shape,
    /// Bits that identify this shape, without those of the opcode.
    pub mask: u32,
    /// Their value.
    pub value: u32,
    /// Lowest bit and number of bits of the opcode.
    pub opcode: (u8, u8),
    /// The operands in the order in which they are written.
    pub operands: &'static [Operand],
}

const fn s(field: Field) -> Operand {
    Operand::Scalar(field)
}

const fn v(field: Field) -> Operand {
    Operand::Vector(field)
}

const fn i(field: Field) -> Operand {
    Operand::Immediate(field)
}

const fn row(
    shape: Shape,
    mask: u32,
    value: u32,
    opcode: (u8, u8),
    operands: &'static [Operand],
) -> ShapeRow {
    ShapeRow { shape, mask, value, opcode, operands }
}

/// Every shape, at the index of its number.
#[rustfmt::skip]
pub static SHAPES: [ShapeRow; 37] = {
    use bits::{A, B, BRANCH20, BRANCH25, CONTROL, D, IMM14, IMM19, IMM9, M, OFFSET10, OFFSET15};
    use Operand::{Lanes, Memory, Target};
    const R: u32 = 0xfc00_0000;
    const I: u32 = 0xe000_0000;
    const RO: (u8, u8) = (20, 6);
    const IO: (u8, u8) = (24, 5);
    const MO: (u8, u8) = (25, 5);
    const CO: (u8, u8) = (25, 3);
    [
        row(Shape::SSS,          R,           0xc000_0000, RO, &[s(D), s(A), s(B)]),
        row(Shape::VVS,          R,           0xc400_0000, RO, &[v(D), v(A), s(B)]),
        row(Shape::MVVS,         R,           0xc800_0000, RO, &[v(D), s(M), v(A), s(B)]),
        row(Shape::VVV,          R,           0xd000_0000, RO, &[v(D), v(A), v(B)]),
        row(Shape::MVVV,         R,           0xd400_0000, RO, &[v(D), s(M), v(A), v(B)]),
        row(Shape::SVS,          R,           0xc400_0000, RO, &[s(D), v(A), s(B)]),
        row(Shape::SVV,          R,           0xd000_0000, RO, &[s(D), v(A), v(B)]),
        row(Shape::SS,           R,           0xc000_0000, RO, &[s(D), s(B)]),
        row(Shape::VS,           R,           0xc400_0000, RO, &[v(D), s(B)]),
        row(Shape::MVS,          R,           0xc800_0000, RO, &[v(D), s(M), s(B)]),
        row(Shape::VV,           R,           0xd000_0000, RO, &[v(D), v(B)]),
        row(Shape::MVV,          R,           0xd400_0000, RO, &[v(D), s(M), v(B)]),
        row(Shape::SSI,          I,           0x0000_0000, IO, &[s(D), s(A), i(IMM14)]),
        row(Shape::VVI,          I,           0x2000_0000, IO, &[v(D), v(A), i(IMM14)]),
        row(Shape::MVVI,         I,           0x6000_0000, IO, &[v(D), s(M), v(A), i(IMM9)]),
        row(Shape::SVI,          I,           0x2000_0000, IO, &[s(D), v(A), i(IMM14)]),
        row(Shape::SI,           I,           0x0000_0000, IO, &[s(D), i(IMM14)]),
        row(Shape::VI,           I,           0x2000_0000, IO, &[v(D), i(IMM14)]),
        row(Shape::MVI,          I,           0x6000_0000, IO, &[v(D), s(M), i(IMM9)]),
        row(Shape::High,         I,           0x4000_0000, IO, &[s(D), i(IMM19)]),
        row(Shape::Nop,          u32::MAX,    0x0000_0000, (0, 0), &[]),
        // The other bits of `break` and `syscall` mean nothing.
        row(Shape::Break,        0xe000_0000, 0xc000_0000, RO, &[]),
        row(Shape::System,       0x8000_0000, 0x0000_0000, IO, &[i(IMM14)]),
        row(Shape::Scalar,       0xc000_0000, 0x8000_0000, MO, &[s(D), Memory(OFFSET15)]),
        row(Shape::Block,        0xc000_0000, 0x8000_0000, MO, &[v(D), Memory(OFFSET15)]),
        row(Shape::MaskedBlock,  0xc000_0000, 0x8000_0000, MO, &[v(D), s(M), Memory(OFFSET10)]),
        row(Shape::Gather,       0xc000_0000, 0x8000_0000, MO, &[v(D), Lanes(OFFSET15)]),
        row(Shape::MaskedGather, 0xc000_0000, 0x8000_0000, MO, &[v(D), s(M), Lanes(OFFSET10)]),
        row(Shape::Control,      0xc000_0000, 0x8000_0000, MO, &[s(D), i(CONTROL)]),
        row(Shape::Cache,        0xf000_0000, 0xe000_0000, CO, &[]),
        row(Shape::CacheLine,    0xf000_0000, 0xe000_0000, CO, &[s(A)]),
        row(Shape::Translation,  0xf000_0000, 0xe000_0000, CO, &[s(A), s(D)]),
        row(Shape::Register,     0xf000_0000, 0xf000_0000, CO, &[s(A)]),
        row(Shape::CallRegister, 0xf000_0000, 0xf000_0000, CO, &[s(A)]),
        row(Shape::Short,        0xf000_0000, 0xf000_0000, CO, &[s(A), Target(BRANCH20)]),
        row(Shape::Long,         0xf000_0000, 0xf000_0000, CO, &[Target(BRANCH25)]),
        row(Shape::Eret,         0xf000_0000, 0xf000_0000, CO, &[]),
    ]
};

impl Shape {
    /// Its row.
    pub fn row(self) -> &'static ShapeRow {
        // The table has a row for every shape; a test holds it to the order.
        &SHAPES[self as usize]
    }

    /// Returns whether a mask decides which lanes are written; the name then ends in `_mask`.
    pub fn is_masked(self) -> bool {
        matches!(
            self,
            Shape::MVVS
                | Shape::MVVV
                | Shape::MVS
                | Shape::MVV
                | Shape::MVVI
                | Shape::MVI
                | Shape::MaskedBlock
                | Shape::MaskedGather
        )
    }
}

/// A row of [`OPERATIONS`].
#[derive(Debug)]
pub struct Operation {
    /// The operation.
    pub op: Op,
    /// Its name, without `_mask`.
    pub name: &'static str,
    /// Its opcodes and shapes; the opcode depends on the shape where memory is accessed.
    pub shapes: &'static [(u8, &'static [Shape])],
}

const INTEGER: &[Shape] =
    &[Shape::SSS, Shape::VVS, Shape::MVVS, Shape::VVV, Shape::MVVV, Shape::SSI, Shape::VVI, Shape::MVVI];
const FLOAT: &[Shape] = &[Shape::SSS, Shape::VVS, Shape::MVVS, Shape::VVV, Shape::MVVV];
const UNARY: &[Shape] = &[Shape::SS, Shape::VS, Shape::MVS, Shape::VV, Shape::MVV];
const CONSTANT: &[Shape] = &[Shape::SI, Shape::VI, Shape::MVI];
const COMPARE: &[Shape] = &[Shape::SSS, Shape::SVS, Shape::SVV, Shape::SSI, Shape::SVI];
const COMPARE_FLOAT: &[Shape] = &[Shape::SSS, Shape::SVS, Shape::SVV];

const fn o(op: Op, name: &'static str, shapes: &'static [(u8, &'static [Shape])]) -> Operation {
    Operation { op, name, shapes }
}

/// Bit 29 of a memory access, as part of its opcode.
const LOAD: u8 = 0x10;

/// Every operation, in the order of [`Op`].
#[rustfmt::skip]
pub static OPERATIONS: &[Operation] = &[
    o(Op::Or,             "or",          &[(0x00, INTEGER)]),
    o(Op::And,            "and",         &[(0x01, INTEGER)]),
    o(Op::Xor,            "xor",         &[(0x03, INTEGER)]),
    o(Op::AddI,           "add_i",       &[(0x05, INTEGER)]),
    o(Op::SubI,           "sub_i",       &[(0x06, INTEGER)]),
    o(Op::MullI,          "mull_i",      &[(0x07, INTEGER)]),
    o(Op::MulhU,          "mulh_u",      &[(0x08, INTEGER)]),
    o(Op::Ashr,           "ashr",        &[(0x09, INTEGER)]),
    o(Op::Shr,            "shr",         &[(0x0a, INTEGER)]),
    o(Op::Shl,            "shl",         &[(0x0b, INTEGER)]),
    o(Op::MulhI,          "mulh_i",      &[(0x1f, INTEGER)]),
    o(Op::AddF,           "add_f",       &[(0x20, FLOAT)]),
    o(Op::SubF,           "sub_f",       &[(0x21, FLOAT)]),
    o(Op::MulF,           "mul_f",       &[(0x22, FLOAT)]),
    o(Op::Clz,            "clz",         &[(0x0c, UNARY)]),
    o(Op::Ctz,            "ctz",         &[(0x0e, UNARY)]),
    o(Op::Move,           "move",        &[(0x0f, UNARY), (0x0f, CONSTANT)]),
    o(Op::Ftoi,           "ftoi",        &[(0x1b, UNARY)]),
    o(Op::Reciprocal,     "reciprocal",  &[(0x1c, UNARY)]),
    o(Op::Sext8,          "sext_8",      &[(0x1d, UNARY)]),
    o(Op::Sext16,         "sext_16",     &[(0x1e, UNARY)]),
    o(Op::Itof,           "itof",        &[(0x2a, UNARY)]),
    o(Op::Movehi,         "movehi",      &[(0x0f, &[Shape::High])]),
    o(Op::CmpEqI,         "cmpeq_i",     &[(0x10, COMPARE)]),
    o(Op::CmpNeI,         "cmpne_i",     &[(0x11, COMPARE)]),
    o(Op::CmpGtI,         "cmpgt_i",     &[(0x12, COMPARE)]),
    o(Op::CmpGeI,         "cmpge_i",     &[(0x13, COMPARE)]),
    o(Op::CmpLtI,         "cmplt_i",     &[(0x14, COMPARE)]),
    o(Op::CmpLeI,         "cmple_i",     &[(0x15, COMPARE)]),
    o(Op::CmpGtU,         "cmpgt_u",     &[(0x16, COMPARE)]),
    o(Op::CmpGeU,         "cmpge_u",     &[(0x17, COMPARE)]),
    o(Op::CmpLtU,         "cmplt_u",     &[(0x18, COMPARE)]),
    o(Op::CmpLeU,         "cmple_u",     &[(0x19, COMPARE)]),
    o(Op::CmpGtF,         "cmpgt_f",     &[(0x2c, COMPARE_FLOAT)]),
    o(Op::CmpGeF,         "cmpge_f",     &[(0x2d, COMPARE_FLOAT)]),
    o(Op::CmpLtF,         "cmplt_f",     &[(0x2e, COMPARE_FLOAT)]),
    o(Op::CmpLeF,         "cmple_f",     &[(0x2f, COMPARE_FLOAT)]),
    o(Op::CmpEqF,         "cmpeq_f",     &[(0x30, COMPARE_FLOAT)]),
    o(Op::CmpNeF,         "cmpne_f",     &[(0x31, COMPARE_FLOAT)]),
    o(Op::Getlane,        "getlane",     &[(0x1a, &[Shape::SVS, Shape::SVI])]),
    o(Op::Shuffle,        "shuffle",     &[(0x0d, &[Shape::VVV, Shape::MVVV])]),
    o(Op::Nop,            "nop",         &[(0, &[Shape::Nop])]),
    o(Op::Break,          "break",       &[(0x3e, &[Shape::Break])]),
    o(Op::Syscall,        "syscall",     &[(0x02, &[Shape::System])]),
    o(Op::LoadU8,         "load_u8",     &[(LOAD, &[Shape::Scalar])]),
    o(Op::LoadS8,         "load_s8",     &[(LOAD | 1, &[Shape::Scalar])]),
    o(Op::LoadU16,        "load_u16",    &[(LOAD | 2, &[Shape::Scalar])]),
    o(Op::LoadS16,        "load_s16",    &[(LOAD | 3, &[Shape::Scalar])]),
    o(Op::Load32,         "load_32",     &[(LOAD | 4, &[Shape::Scalar])]),
    o(Op::LoadSync,       "load_sync",   &[(LOAD | 5, &[Shape::Scalar])]),
    o(Op::Store8,         "store_8",     &[(1, &[Shape::Scalar])]),
    o(Op::Store16,        "store_16",    &[(3, &[Shape::Scalar])]),
    o(Op::Store32,        "store_32",    &[(4, &[Shape::Scalar])]),
    o(Op::StoreSync,      "store_sync",  &[(5, &[Shape::Scalar])]),
    o(Op::LoadV,          "load_v",      &[(LOAD | 7, &[Shape::Block]), (LOAD | 8, &[Shape::MaskedBlock])]),
    o(Op::StoreV,         "store_v",     &[(7, &[Shape::Block]), (8, &[Shape::MaskedBlock])]),
    o(Op::LoadGath,       "load_gath",   &[(LOAD | 13, &[Shape::Gather]), (LOAD | 14, &[Shape::MaskedGather])]),
    o(Op::StoreScat,      "store_scat",  &[(13, &[Shape::Gather]), (14, &[Shape::MaskedGather])]),
    o(Op::Getcr,          "getcr",       &[(LOAD | 6, &[Shape::Control])]),
    o(Op::Setcr,          "setcr",       &[(6, &[Shape::Control])]),
    o(Op::Dtlbinsert,     "dtlbinsert",  &[(0, &[Shape::Translation])]),
    o(Op::Dinvalidate,    "dinvalidate", &[(1, &[Shape::CacheLine])]),
    o(Op::Dflush,         "dflush",      &[(2, &[Shape::CacheLine])]),
    o(Op::Iinvalidate,    "iinvalidate", &[(3, &[Shape::CacheLine])]),
    o(Op::Membar,         "membar",      &[(4, &[Shape::Cache])]),
    o(Op::Tlbinval,       "tlbinval",    &[(5, &[Shape::CacheLine])]),
    o(Op::Tlbinvalall,    "tlbinvalall", &[(6, &[Shape::Cache])]),
    o(Op::Itlbinsert,     "itlbinsert",  &[(7, &[Shape::Translation])]),
    o(Op::BranchRegister, "b",           &[(0, &[Shape::Register])]),
    o(Op::Bz,             "bz",          &[(1, &[Shape::Short])]),
    o(Op::Bnz,            "bnz",         &[(2, &[Shape::Short])]),
    o(Op::Branch,         "b",           &[(3, &[Shape::Long])]),
    o(Op::Call,           "call",        &[(4, &[Shape::Long])]),
    o(Op::CallRegister,   "call",        &[(6, &[Shape::CallRegister])]),
    o(Op::Eret,           "eret",        &[(7, &[Shape::Eret])]),
];

/// An operation in one of its shapes.
#[derive(Debug, Clone, Copy)]
pub struct Form {
    /// Its operation.
    pub op: Op,
    /// The layout of its operands.
    pub shape: Shape,
    /// The mnemonic without `_mask`.
    pub name: &'static str,
    /// The bits that identify this form.
    pub mask: u32,
    /// Their value.
    pub value: u32,
    spare_bits: u32,
}

static FORMS: LazyLock<Vec<Form>> = LazyLock::new(|| {
    let mut forms = Vec::new();
    for operation in OPERATIONS {
        for &(code, shapes) in operation.shapes {
            for &shape in shapes {
                let row = shape.row();
                let (low, width) = row.opcode;
                let mask = row.mask | (((1u32 << width) - 1) << low);
                let value = row.value | (u32::from(code) << low);
                let held = row.operands.iter().flat_map(Operand::fields);
                let spare_bits = !held.fold(mask, |used, field| used | field.insert(u32::MAX));
                forms.push(Form { op: operation.op, shape, name: operation.name, mask, value, spare_bits });
            }
        }
    }
    forms
});

/// Places in [`forms`] by operation and shape; behind the end where there is no such form.
static PLACES: LazyLock<Vec<u16>> = LazyLock::new(|| {
    let mut places = Vec::new();
    for (i, form) in (0..).zip(forms()) {
        let at = place(form.op, form.shape);
        if places.len() <= at {
            places.resize(at + 1, u16::MAX);
        }
        // If two forms were alike, the first would count.
        places[at] = places[at].min(i);
    }
    places
});

/// Index of a form in [`PLACES`].
fn place(op: Op, shape: Shape) -> usize {
    usize::from(op as u8) << 8 | usize::from(shape as u8)
}

/// Every form of every operation, in the order of [`OPERATIONS`].
pub fn forms() -> &'static [Form] {
    &FORMS
}

impl Form {
    /// The form of this operation and shape.
    pub fn of(op: Op, shape: Shape) -> Option<&'static Form> {
        forms().get(usize::from(*PLACES.get(place(op, shape))?))
    }

    /// The name as it is written.
    pub fn mnemonic(&self) -> String {
        if self.shape.is_masked() { format!("{}_mask", self.name) } else { self.name.to_owned() }
    }

    /// The operands in the order in which they are written.
    pub fn operands(&self) -> &'static [Operand] {
        self.shape.row().operands
    }

    /// The fields of all operands.
    pub fn fields(&self) -> impl Iterator<Item = Field> {
        self.operands().iter().flat_map(Operand::fields)
    }

    /// The bits that neither identify the form nor hold an operand; the machine ignores them.
    pub fn spare_bits(&self) -> u32 {
        self.spare_bits
    }

    /// Contents that LLVM's assembler gives the spare bits: zeros, but for two forms whose register stands
    /// there again.
    pub fn usual_spare(&self, instruction: &Instruction) -> u32 {
        match self.shape {
            Shape::CallRegister => bits::D.insert(instruction.a.into()),
            Shape::MVI => bits::A.insert(instruction.d.into()),
            _ => 0,
        }
    }
}

/// One decoded instruction. Operands that its shape does not have are 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Instruction {
    /// Its operation.
    pub op: Op,
    /// The layout of its operands.
    pub shape: Shape,
    /// Destination register, or what a store takes: 0..=31.
    pub d: u8,
    /// First source or base register: 0..=31.
    pub a: u8,
    /// Second source register: 0..=31.
    pub b: u8,
    /// Scalar register with the mask: 0..=31.
    pub m: u8,
    /// Immediate: branch offset in bytes from the instruction's own address, offset in bytes, number
    /// of a control register, or the constant itself (of `movehi` the 19 bits, not shifted).
    pub imm: i32,
    /// Contents of the bits that the machine ignores, in their places in the word.
    pub spare: u32,
}

impl Instruction {
    /// An instruction with every operand zero.
    pub fn new(op: Op, shape: Shape) -> Instruction {
        Instruction { op, shape, d: 0, a: 0, b: 0, m: 0, imm: 0, spare: 0 }
    }
}

/// The name of a scalar register, as LLVM has it.
pub fn scalar_name(number: u8) -> &'static str {
    #[rustfmt::skip]
    const NAMES: [&str; 32] = [
        "s0", "s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9", "s10", "s11", "s12", "s13", "s14", "s15",
        "s16", "s17", "s18", "s19", "s20", "s21", "s22", "s23", "s24", "s25", "s26", "s27", "gp", "fp", "sp", "ra",
    ];
    NAMES[usize::from(number & 31)]
}

/// The name of a vector register.
pub fn vector_name(number: u8) -> &'static str {
    #[rustfmt::skip]
    const NAMES: [&str; 32] = [
        "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "v9", "v10", "v11", "v12", "v13", "v14", "v15",
        "v16", "v17", "v18", "v19", "v20", "v21", "v22", "v23", "v24", "v25", "v26", "v27", "v28", "v29", "v30", "v31",
    ];
    NAMES[usize::from(number & 31)]
}

/// Number of the return address register, which `call` writes.
pub const RA: u8 = 31;
