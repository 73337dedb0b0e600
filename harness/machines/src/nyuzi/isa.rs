//! The Nyuzi instruction set as two tables: operations, and the shapes an operation comes in.
//!
//! [`OPERATIONS`] names each operation, its opcode and its shapes; [`SHAPES`] says for each shape which
//! bits are fixed, where the opcode goes and what the operands are. Together they make the list of
//! [`forms`], which drives the encoder, the decoder, the assembler and the disassembler. Bit 0 is the
//! least significant bit of the little-endian word. The facts are those of the LLVM target description
//! of the Nyuzi toolchain and of the vectors of its assembler tests.

use std::sync::LazyLock;

use super::fields::{Field, bits};

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

/// Makes the shapes and their table from one list: shape, mask, value, opcode, operands.
macro_rules! shapes {
    ($($(#[$about:meta])* $shape:ident $mask:literal $value:literal $opcode:expr, $operands:expr;)*) => {
        /// The operands of an instruction and their encoding. In names `S` is a scalar register, `V` a vector
        /// register, `I` an immediate, destination first; `M` stands for a mask behind the destination.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        #[allow(missing_docs, reason = "the rule for the names is above, the operands are in `SHAPES`")]
        pub enum Shape {
            $($(#[$about])* $shape,)*
        }

        /// Every shape, at the index of its number.
        pub static SHAPES: &[ShapeRow] = {
            use Operand::{Lanes, Memory, Target};
            use bits::{A, B, BRANCH20, BRANCH25, CONTROL, D, IMM9, IMM14, IMM19, M, OFFSET10, OFFSET15};
            const RO: (u8, u8) = (20, 6);
            const IO: (u8, u8) = (24, 5);
            const MO: (u8, u8) = (25, 5);
            const CO: (u8, u8) = (25, 3);
            &[$(ShapeRow { mask: $mask, value: $value, opcode: $opcode, operands: &$operands },)*]
        };
    };
}

shapes! {
    SSS          0xfc00_0000 0xc000_0000 RO, [s(D), s(A), s(B)];
    VVS          0xfc00_0000 0xc400_0000 RO, [v(D), v(A), s(B)];
    MVVS         0xfc00_0000 0xc800_0000 RO, [v(D), s(M), v(A), s(B)];
    VVV          0xfc00_0000 0xd000_0000 RO, [v(D), v(A), v(B)];
    MVVV         0xfc00_0000 0xd400_0000 RO, [v(D), s(M), v(A), v(B)];
    SVS          0xfc00_0000 0xc400_0000 RO, [s(D), v(A), s(B)];
    SVV          0xfc00_0000 0xd000_0000 RO, [s(D), v(A), v(B)];
    SS           0xfc00_0000 0xc000_0000 RO, [s(D), s(B)];
    VS           0xfc00_0000 0xc400_0000 RO, [v(D), s(B)];
    MVS          0xfc00_0000 0xc800_0000 RO, [v(D), s(M), s(B)];
    VV           0xfc00_0000 0xd000_0000 RO, [v(D), v(B)];
    MVV          0xfc00_0000 0xd400_0000 RO, [v(D), s(M), v(B)];
    SSI          0xe000_0000 0x0000_0000 IO, [s(D), s(A), i(IMM14)];
    VVI          0xe000_0000 0x2000_0000 IO, [v(D), v(A), i(IMM14)];
    MVVI         0xe000_0000 0x6000_0000 IO, [v(D), s(M), v(A), i(IMM9)];
    SVI          0xe000_0000 0x2000_0000 IO, [s(D), v(A), i(IMM14)];
    SI           0xe000_0000 0x0000_0000 IO, [s(D), i(IMM14)];
    VI           0xe000_0000 0x2000_0000 IO, [v(D), i(IMM14)];
    MVI          0xe000_0000 0x6000_0000 IO, [v(D), s(M), i(IMM9)];
    High         0xe000_0000 0x4000_0000 IO, [s(D), i(IMM19)];
    Nop          0xffff_ffff 0x0000_0000 (0, 0), [];
    // The other bits of `break` and `syscall` mean nothing.
    Break        0xe000_0000 0xc000_0000 RO, [];
    System       0x8000_0000 0x0000_0000 IO, [i(IMM14)];
    /// Scalar memory access.
    Scalar       0xc000_0000 0x8000_0000 MO, [s(D), Memory(OFFSET15)];
    /// Vector access to 64 bytes.
    Block        0xc000_0000 0x8000_0000 MO, [v(D), Memory(OFFSET15)];
    MaskedBlock  0xc000_0000 0x8000_0000 MO, [v(D), s(M), Memory(OFFSET10)];
    /// Vector access, each lane at its own address.
    Gather       0xc000_0000 0x8000_0000 MO, [v(D), Lanes(OFFSET15)];
    MaskedGather 0xc000_0000 0x8000_0000 MO, [v(D), s(M), Lanes(OFFSET10)];
    Control      0xc000_0000 0x8000_0000 MO, [s(D), i(CONTROL)];
    /// Cache control without operands.
    Cache        0xf000_0000 0xe000_0000 CO, [];
    /// Cache control of an address.
    CacheLine    0xf000_0000 0xe000_0000 CO, [s(A)];
    /// A virtual address and a physical one.
    Translation  0xf000_0000 0xe000_0000 CO, [s(A), s(D)];
    /// Branch to a register.
    Register     0xf000_0000 0xf000_0000 CO, [s(A)];
    /// Call of a register: as LLVM has it, the register's number stands in the word twice.
    CallRegister 0xf000_0000 0xf000_0000 CO, [s(A)];
    /// Conditional branch.
    Short        0xf000_0000 0xf000_0000 CO, [s(A), Target(BRANCH20)];
    /// Branch or call far away.
    Long         0xf000_0000 0xf000_0000 CO, [Target(BRANCH25)];
    Eret         0xf000_0000 0xf000_0000 CO, [];
}

impl Shape {
    /// Its row.
    pub fn row(self) -> &'static ShapeRow {
        // The table has a row for every shape.
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

/// Bit 29 of a memory access, as part of its opcode.
const LOAD: u8 = 0x10;

/// Makes the operations and their table from one list: operation, name, opcodes with shapes.
macro_rules! operations {
    ($($(#[$about:meta])* $op:ident $name:literal $shapes:expr;)*) => {
        /// Operation of an instruction, whatever the shape of its operands. `B` is the second source or the
        /// immediate; vectors work lane by lane.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum Op {
            $($(#[$about])* $op,)*
        }

        /// Every operation, in the order of [`Op`].
        pub static OPERATIONS: &[Operation] = &[$(Operation { op: Op::$op, name: $name, shapes: &$shapes },)*];
    };
}

operations! {
    /// D = A | B.
    Or             "or"          [(0x00, INTEGER)];
    /// D = A & B.
    And            "and"         [(0x01, INTEGER)];
    /// D = A ^ B.
    Xor            "xor"         [(0x03, INTEGER)];
    /// D = A + B modulo 2^32.
    AddI           "add_i"       [(0x05, INTEGER)];
    /// D = A - B modulo 2^32.
    SubI           "sub_i"       [(0x06, INTEGER)];
    /// D = low word of A * B.
    MullI          "mull_i"      [(0x07, INTEGER)];
    /// D = high word of the unsigned product.
    MulhU          "mulh_u"      [(0x08, INTEGER)];
    /// D = A >> (B & 31), signed.
    Ashr           "ashr"        [(0x09, INTEGER)];
    /// D = A >> (B & 31), unsigned.
    Shr            "shr"         [(0x0a, INTEGER)];
    /// D = A << (B & 31).
    Shl            "shl"         [(0x0b, INTEGER)];
    /// D = high word of the signed product.
    MulhI          "mulh_i"      [(0x1f, INTEGER)];
    /// D = A + B, single.
    AddF           "add_f"       [(0x20, FLOAT)];
    /// D = A - B, single.
    SubF           "sub_f"       [(0x21, FLOAT)];
    /// D = A * B, single.
    MulF           "mul_f"       [(0x22, FLOAT)];
    /// D = leading zero bits of B, 32 for 0.
    Clz            "clz"         [(0x0c, UNARY)];
    /// D = trailing zero bits of B, 32 for 0.
    Ctz            "ctz"         [(0x0e, UNARY)];
    /// D = B.
    Move           "move"        [(0x0f, UNARY), (0x0f, CONSTANT)];
    /// D = single B truncated to a signed integer.
    Ftoi           "ftoi"        [(0x1b, UNARY)];
    /// D = an estimate of 1 / B, single, with 6 significant bits.
    Reciprocal     "reciprocal"  [(0x1c, UNARY)];
    /// D = low byte of B, sign-extended.
    Sext8          "sext_8"      [(0x1d, UNARY)];
    /// D = low half of B, sign-extended.
    Sext16         "sext_16"     [(0x1e, UNARY)];
    /// D = signed integer B as a single.
    Itof           "itof"        [(0x2a, UNARY)];
    /// D = immediate << 13.
    Movehi         "movehi"      [(0x0f, &[Shape::High])];
    /// D = mask of A == B. Scalar comparisons give 0xffff or 0.
    CmpEqI         "cmpeq_i"     [(0x10, COMPARE)];
    /// D = mask of A != B.
    CmpNeI         "cmpne_i"     [(0x11, COMPARE)];
    /// D = mask of A > B, signed.
    CmpGtI         "cmpgt_i"     [(0x12, COMPARE)];
    /// D = mask of A >= B, signed.
    CmpGeI         "cmpge_i"     [(0x13, COMPARE)];
    /// D = mask of A < B, signed.
    CmpLtI         "cmplt_i"     [(0x14, COMPARE)];
    /// D = mask of A <= B, signed.
    CmpLeI         "cmple_i"     [(0x15, COMPARE)];
    /// D = mask of A > B, unsigned.
    CmpGtU         "cmpgt_u"     [(0x16, COMPARE)];
    /// D = mask of A >= B, unsigned.
    CmpGeU         "cmpge_u"     [(0x17, COMPARE)];
    /// D = mask of A < B, unsigned.
    CmpLtU         "cmplt_u"     [(0x18, COMPARE)];
    /// D = mask of A <= B, unsigned.
    CmpLeU         "cmple_u"     [(0x19, COMPARE)];
    /// D = mask of A > B, single; false for NaN.
    CmpGtF         "cmpgt_f"     [(0x2c, COMPARE_FLOAT)];
    /// D = mask of A >= B, single; false for NaN.
    CmpGeF         "cmpge_f"     [(0x2d, COMPARE_FLOAT)];
    /// D = mask of A < B, single; false for NaN.
    CmpLtF         "cmplt_f"     [(0x2e, COMPARE_FLOAT)];
    /// D = mask of A <= B, single; false for NaN.
    CmpLeF         "cmple_f"     [(0x2f, COMPARE_FLOAT)];
    /// D = mask of A == B, single; false for NaN.
    CmpEqF         "cmpeq_f"     [(0x30, COMPARE_FLOAT)];
    /// D = mask of A != B, single; true for NaN.
    CmpNeF         "cmpne_f"     [(0x31, COMPARE_FLOAT)];
    /// D = lane B & 15 of the vector A.
    Getlane        "getlane"     [(0x1a, &[Shape::SVS, Shape::SVI])];
    /// Each lane of D = the lane of A that the low four bits of that lane of B name.
    Shuffle        "shuffle"     [(0x0d, &[Shape::VVV, Shape::MVVV])];
    /// Nothing: the word 0.
    Nop            "nop"         [(0, &[Shape::Nop])];
    /// Breakpoint trap.
    Break          "break"       [(0x3e, &[Shape::Break])];
    /// System call trap with the immediate as its index.
    Syscall        "syscall"     [(0x02, &[Shape::System])];
    /// D = byte at A + offset, zero-extended.
    LoadU8         "load_u8"     [(LOAD, &[Shape::Scalar])];
    /// D = byte, sign-extended.
    LoadS8         "load_s8"     [(LOAD | 1, &[Shape::Scalar])];
    /// D = half, zero-extended.
    LoadU16        "load_u16"    [(LOAD | 2, &[Shape::Scalar])];
    /// D = half, sign-extended.
    LoadS16        "load_s16"    [(LOAD | 3, &[Shape::Scalar])];
    /// D = word.
    Load32         "load_32"     [(LOAD | 4, &[Shape::Scalar])];
    /// D = word, and the cache line is linked to this thread.
    LoadSync       "load_sync"   [(LOAD | 5, &[Shape::Scalar])];
    /// Byte at A + offset = D.
    Store8         "store_8"     [(1, &[Shape::Scalar])];
    /// Half = D.
    Store16        "store_16"    [(3, &[Shape::Scalar])];
    /// Word = D.
    Store32        "store_32"    [(4, &[Shape::Scalar])];
    /// If the line is still linked: word = D, D = 1; else D = 0.
    StoreSync      "store_sync"  [(5, &[Shape::Scalar])];
    /// D = 16 words from A + offset, a multiple of 64.
    LoadV          "load_v"      [(LOAD | 7, &[Shape::Block]), (LOAD | 8, &[Shape::MaskedBlock])];
    /// 16 words to A + offset, a multiple of 64.
    StoreV         "store_v"     [(7, &[Shape::Block]), (8, &[Shape::MaskedBlock])];
    /// Each lane of D = word at that lane of A + offset.
    LoadGath       "load_gath"   [(LOAD | 13, &[Shape::Gather]), (LOAD | 14, &[Shape::MaskedGather])];
    /// Word at each lane of A + offset = that lane of D.
    StoreScat      "store_scat"  [(13, &[Shape::Gather]), (14, &[Shape::MaskedGather])];
    /// D = control register.
    Getcr          "getcr"       [(LOAD | 6, &[Shape::Control])];
    /// Control register = D.
    Setcr          "setcr"       [(6, &[Shape::Control])];
    /// Enters a translation for data addresses.
    Dtlbinsert     "dtlbinsert"  [(0, &[Shape::Translation])];
    /// Drops a data cache line.
    Dinvalidate    "dinvalidate" [(1, &[Shape::CacheLine])];
    /// Writes a data cache line back.
    Dflush         "dflush"      [(2, &[Shape::CacheLine])];
    /// Drops an instruction cache line.
    Iinvalidate    "iinvalidate" [(3, &[Shape::CacheLine])];
    /// Waits for stores.
    Membar         "membar"      [(4, &[Shape::Cache])];
    /// Drops one translation.
    Tlbinval       "tlbinval"    [(5, &[Shape::CacheLine])];
    /// Drops all translations.
    Tlbinvalall    "tlbinvalall" [(6, &[Shape::Cache])];
    /// Enters a translation for instruction addresses.
    Itlbinsert     "itlbinsert"  [(7, &[Shape::Translation])];
    /// PC = A (`ret` is `b ra`).
    BranchRegister "b"           [(0, &[Shape::Register])];
    /// If A is 0: PC = address of this instruction + offset.
    Bz             "bz"          [(1, &[Shape::Short])];
    /// If A is not 0: PC = address of this instruction + offset.
    Bnz            "bnz"         [(2, &[Shape::Short])];
    /// PC = address of this instruction + offset.
    Branch         "b"           [(3, &[Shape::Long])];
    /// ra = address of the next instruction; PC = address of this instruction + offset.
    Call           "call"        [(4, &[Shape::Long])];
    /// ra = address of the next instruction; PC = A.
    CallRegister   "call"        [(6, &[Shape::CallRegister])];
    /// Returns from a trap.
    Eret           "eret"        [(7, &[Shape::Eret])];
}

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
