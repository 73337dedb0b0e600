//! The Epiphany III/IV instruction set as one table.
//!
//! [`FORMS`] drives the encoder, the decoder, the assembler and the disassembler. Each row names an
//! operation in its 16- or 32-bit form, the bits that are fixed and where each operand lies. Bit 0 is
//! the least significant bit of the little-endian word. The facts come from the Epiphany Architecture
//! Reference and from what GNU binutils 2.40 really emits; where the two differ the tool wins.

use super::fields::{Field, Slot, bits};

/// Operation of an instruction, whatever its size.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
#[rustfmt::skip]
pub enum Op {
    /// `b<cond> target`: if `cond`, PC = address of this instruction + `imm`.
    Branch,
    /// `bl target`: LR = PC + size; PC = address of this instruction + `imm`.
    BranchLink,
    /// `jr rn`: PC = rn (`rts` is `jr lr`).
    JumpRegister,
    /// `jalr rn`: LR = PC + size; PC = rn.
    JumpLink,
    /// `mov<cond> rd,rn`.
    Mov,
    /// `mov rd,#imm`: `imm` is zero-extended, 0..=255 or 0..=65535.
    MovImm,
    /// `movt rd,#imm`: upper half of rd = `imm` (0..=65535), lower half kept.
    Movt,
    /// `movts special,rd`: special register = rd.
    MovToSpecial,
    /// `movfs rd,special`: rd = special register.
    MovFromSpecial,
    /// `add rd,rn,rm`.
    Add,
    /// `add rd,rn,#imm`: `imm` is sign-extended.
    AddImm,
    /// `sub rd,rn,rm`.
    Sub,
    /// `sub rd,rn,#imm`: `imm` is sign-extended.
    SubImm,
    /// `and rd,rn,rm`.
    And,
    /// `orr rd,rn,rm`.
    Orr,
    /// `eor rd,rn,rm`.
    Eor,
    /// `lsl rd,rn,rm`: amount is rm & 31.
    Lsl,
    /// `lsl rd,rn,#imm`: `imm` is 0..=31.
    LslImm,
    /// `lsr rd,rn,rm`.
    Lsr,
    /// `lsr rd,rn,#imm`.
    LsrImm,
    /// `asr rd,rn,rm`.
    Asr,
    /// `asr rd,rn,#imm`.
    AsrImm,
    /// `bitr rd,rn`: the 32 bits in reverse order.
    Bitr,
    /// `ldr rd,[rn,#d]`: from rn + `imm`; `imm` in bytes, sign applied.
    LoadDisp,
    /// `ldr rd,[rn,+/-rm]`: from rn + rm, or rn - rm when `subtract`.
    LoadIndex,
    /// `ldr rd,[rn],#d`: from rn; then rn += `imm` (bytes, sign applied).
    LoadPostDisp,
    /// `ldr rd,[rn],+/-rm`: from rn; then rn += rm, or rn -= rm when `subtract`.
    LoadPostIndex,
    /// `str rd,[rn,#d]`: to rn + `imm`; `imm` in bytes, sign applied.
    StoreDisp,
    /// `str rd,[rn,+/-rm]`: to rn + rm, or rn - rm when `subtract`.
    StoreIndex,
    /// `str rd,[rn],#d`: to rn; then rn += `imm` (bytes, sign applied).
    StorePostDisp,
    /// `str rd,[rn],+/-rm`: to rn; then rn += rm, or rn -= rm when `subtract`.
    StorePostIndex,
    /// `testset rd,[rn,+/-rm]`: t = memory; if t == 0 memory = rd; rd = t.
    TestSet,
    /// `fadd rd,rn,rm` (`iadd` when CONFIG bit 19 is set).
    Fadd,
    /// `fsub rd,rn,rm` (`isub`).
    Fsub,
    /// `fmul rd,rn,rm` (`imul`).
    Fmul,
    /// `fmadd rd,rn,rm` (`imadd`): rd += rn * rm.
    Fmadd,
    /// `fmsub rd,rn,rm` (`imsub`): rd -= rn * rm.
    Fmsub,
    /// `float rd,rn`: signed integer to single.
    Float,
    /// `fix rd,rn`: single to signed integer.
    Fix,
    /// `fabs rd,rn`.
    Fabs,
    /// `frecip rd,rn`: named by the tools, no usable definition.
    Frecip,
    /// `fsqrt rd,rn`: named by the tools, no usable definition.
    Fsqrt,
    /// `fext rd,rn,rm`: named by the tools, no usable definition.
    Fext,
    /// `fdep rd,rn,rm`: named by the tools, no usable definition.
    Fdep,
    /// `lfsr rd,rn,rm`: named by the tools, no usable definition.
    Lfsr,
    /// `nop`.
    Nop,
    /// `snop`: like `nop` for a functional model.
    Snop,
    /// `gie`: interrupts on, clears GID.
    Gie,
    /// `gid`: interrupts off, sets GID.
    Gid,
    /// `idle`: wait for an interrupt.
    Idle,
    /// `bkpt`: breakpoint.
    Bkpt,
    /// `mbkpt`: multi-core breakpoint.
    Mbkpt,
    /// `sync`: multi-core synchronisation.
    Sync,
    /// `wand`: wired and.
    Wand,
    /// `rti`: return from interrupt.
    Rti,
    /// `swi imm`: software interrupt, `imm` 0..=63.
    Swi,
    /// `trap imm`: call to the host or debugger, `imm` 0..=63.
    Trap,
    /// `unimpl`: a word set aside to fault.
    Unimpl,
}

/// Condition of a branch or of a conditional move; the value is its code in bits 7:4.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(u8)]
pub enum Cond {
    /// AZ.
    Eq = 0,
    /// not AZ.
    Ne = 1,
    /// AC and not AZ.
    Gtu = 2,
    /// AC.
    Gteu = 3,
    /// not AC, or AZ.
    Lteu = 4,
    /// not AC.
    Ltu = 5,
    /// not AZ and AV == AN.
    Gt = 6,
    /// AV == AN.
    Gte = 7,
    /// AV != AN.
    Lt = 8,
    /// AZ or AV != AN.
    Lte = 9,
    /// BZ.
    Beq = 10,
    /// not BZ.
    Bne = 11,
    /// BN and not BZ.
    Blt = 12,
    /// BN or BZ.
    Blte = 13,
    /// Always.
    #[default]
    Always = 14,
}

impl Cond {
    /// Every condition, at the index that is its code, with the suffix that `b` and `mov` take.
    #[rustfmt::skip]
    pub const ALL: [(Cond, &'static str); 15] = [
        (Cond::Eq, "eq"), (Cond::Ne, "ne"), (Cond::Gtu, "gtu"), (Cond::Gteu, "gteu"),
        (Cond::Lteu, "lteu"), (Cond::Ltu, "ltu"), (Cond::Gt, "gt"), (Cond::Gte, "gte"),
        (Cond::Lt, "lt"), (Cond::Lte, "lte"), (Cond::Beq, "beq"), (Cond::Bne, "bne"),
        (Cond::Blt, "blt"), (Cond::Blte, "blte"), (Cond::Always, ""),
    ];

    /// The condition with this code; `None` for 15, which means "branch and link".
    pub fn from_code(code: u32) -> Option<Cond> {
        Cond::ALL.get(code as usize).map(|&(cond, _)| cond)
    }

    /// The suffix of the mnemonic, empty for always.
    pub fn suffix(self) -> &'static str {
        Cond::ALL[self as usize].1
    }
}

/// Width of a memory access; the value is its code in bits 6:5, and its size is `1 << code` bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, PartialOrd, Ord)]
#[repr(u8)]
pub enum Access {
    /// One byte, zero-extended when loaded.
    Byte = 0,
    /// Two bytes, zero-extended when loaded.
    Half = 1,
    /// Four bytes.
    #[default]
    Word = 2,
    /// Eight bytes in rd (low word) and rd + 1; rd is even.
    Double = 3,
}

impl Access {
    /// Every width, at the index that is its code, with the suffix of the mnemonic.
    pub const ALL: [(Access, &'static str); 4] =
        [(Access::Byte, "b"), (Access::Half, "h"), (Access::Word, ""), (Access::Double, "d")];

    /// The width with this code (only bits 1:0 are looked at).
    pub fn from_code(code: u32) -> Access {
        Access::ALL[(code & 3) as usize].0
    }

    /// The suffix of `ldr`, `str` and `testset`.
    pub fn suffix(self) -> &'static str {
        Access::ALL[self as usize].1
    }

    /// Bytes moved: 1, 2, 4 or 8.
    pub fn bytes(self) -> u32 {
        1 << self as u32
    }
}

/// One decoded instruction. Fields that its operation does not use hold the value of `Default`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Instruction {
    /// Its operation.
    pub op: Op,
    /// Its length in bytes, 2 or 4.
    pub size: u8,
    /// Condition of [`Op::Branch`] and [`Op::Mov`].
    pub cond: Cond,
    /// Width of a memory access.
    pub access: Access,
    /// Destination register, or the source of stores and of `movts`: 0..=63.
    pub rd: u8,
    /// First source or base register: 0..=63.
    pub rn: u8,
    /// Second source or index register: 0..=63. Instructions without an rm operand keep here what
    /// stands in its bits where the hardware ignores them (`float`, `fix`, `fabs`, ...).
    pub rm: u8,
    /// Special register, `group << 6 | index`; see [`SPECIALS`].
    pub special: u8,
    /// A register index is subtracted, or a displacement was written as negative. Displacements
    /// have the sign already applied in `imm`; the flag distinguishes -0 from +0.
    pub subtract: bool,
    /// Immediate: branch offset in bytes from the instruction's own address; displacement in bytes
    /// (scaled by the width, sign applied); shift amount; trap number; or the constant itself.
    pub imm: i32,
}

impl Instruction {
    /// An instruction with every operand zero.
    pub fn new(op: Op, size: u8) -> Instruction {
        Instruction {
            op,
            size,
            cond: Cond::Always,
            access: Access::Word,
            rd: 0,
            rn: 0,
            rm: 0,
            special: 0,
            subtract: false,
            imm: 0,
        }
    }
}

/// Size suffix that may be written after a mnemonic.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Suffix {
    /// The form has none.
    None,
    /// It may be written; objdump does not print it.
    Optional(&'static str),
    /// It may be written and objdump prints it.
    Printed(&'static str),
}

impl Suffix {
    /// The suffix that may be written, with its dot.
    pub fn text(self) -> &'static str {
        match self {
            Suffix::None => "",
            Suffix::Optional(text) | Suffix::Printed(text) => text,
        }
    }
}

/// One form of one instruction: a row of [`FORMS`].
#[derive(Debug)]
pub struct Form {
    /// Its operation.
    pub op: Op,
    /// Length in bytes, 2 or 4.
    pub size: u8,
    /// Mnemonic without size suffix. `{c}` stands for a condition suffix, `{z}` for a width suffix.
    pub mnemonic: &'static str,
    /// Size suffix.
    pub suffix: Suffix,
    /// Bits that are fixed.
    pub mask: u32,
    /// The value of the fixed bits.
    pub value: u32,
    /// Operands as written: `d`, `n`, `m` registers, `s` special register, `i` immediate, `t` branch
    /// target, `+` a direction sign; everything else stands for itself.
    pub syntax: &'static str,
    /// Places of the operands.
    pub fields: &'static [Field],
}

use Suffix::{None as NO, Optional, Printed};
const L: Suffix = Optional(".l");

/// Shorthand for a 16-bit row.
#[rustfmt::skip]
const fn s(op: Op, mnemonic: &'static str, suffix: Suffix, mask: u32, value: u32, syntax: &'static str, fields: &'static [Field]) -> Form {
    Form { op, size: 2, mnemonic, suffix, mask, value, syntax, fields }
}

/// Shorthand for a 32-bit row.
#[rustfmt::skip]
const fn l(op: Op, mnemonic: &'static str, suffix: Suffix, mask: u32, value: u32, syntax: &'static str, fields: &'static [Field]) -> Form {
    Form { op, size: 4, mnemonic, suffix, mask, value, syntax, fields }
}

// Operand layouts shared by several rows.
const RRR16: &[Field] = &[bits::RD16, bits::RN16, bits::RM16];
const RRR32: &[Field] = &[bits::RD32, bits::RN32, bits::RM32];
const RR16: &[Field] = &[bits::RD16, bits::RN16];
const RR32: &[Field] = &[bits::RD32, bits::RN32];
const SHIFT16: &[Field] = &[bits::RD16, bits::RN16, bits::SHIFT];
const SHIFT32: &[Field] = &[bits::RD32, bits::RN32, bits::SHIFT];
const INDEX16: &[Field] = &[bits::ACCESS, bits::RD16, bits::RN16, bits::RM16];
#[rustfmt::skip]
const INDEX32: &[Field] = &[bits::ACCESS, bits::RD32, bits::RN32, bits::SUB_INDEX, bits::RM32];
const DISP16: &[Field] = &[bits::ACCESS, bits::RD16, bits::RN16, bits::DISP3];
#[rustfmt::skip]
const DISP32: &[Field] = &[bits::ACCESS, bits::RD32, bits::RN32, bits::SUB_DISP, bits::DISP11];

/// Every form, sorted by `value & 15`; within one such group the more specific row comes first.
#[rustfmt::skip]
pub static FORMS: &[Form] = &[
    // 0x0: branches, short
    s(Op::BranchLink,     "bl",         Printed(".s"), 0xff,        0xf0,       "t",        &[bits::SIMM8]),
    s(Op::Branch,         "b{c}",       Printed(".s"), 0x0f,        0x00,       "t",        &[bits::COND, bits::SIMM8]),
    // 0x1: [rn,rm], short
    s(Op::LoadIndex,      "ldr{z}",     NO,            0x1f,        0x01,       "d,[n,m]",  INDEX16),
    s(Op::StoreIndex,     "str{z}",     NO,            0x1f,        0x11,       "d,[n,m]",  INDEX16),
    // 0x2: flow and moves, short
    s(Op::Mov,            "mov{c}",     NO,            0x30f,       0x002,      "d,n",      &[bits::COND, bits::RD16, bits::RN16]),
    s(Op::MovToSpecial,   "movts",      NO,            0x3ff,       0x102,      "s,d",      &[bits::SPECIAL16, bits::RD16]),
    s(Op::MovFromSpecial, "movfs",      NO,            0x3ff,       0x112,      "d,s",      &[bits::SPECIAL16, bits::RD16]),
    s(Op::JumpRegister,   "jr",         NO,            0xe3ff,      0x142,      "n",        &[bits::RN16]),
    s(Op::JumpLink,       "jalr",       NO,            0xe3ff,      0x152,      "n",        &[bits::RN16]),
    s(Op::Wand,           "wand",       NO,            0xffff,      0x182,      "",         &[]),
    s(Op::Gie,            "gie",        NO,            0xffff,      0x192,      "",         &[]),
    s(Op::Gid,            "gid",        NO,            0xffff,      0x392,      "",         &[]),
    s(Op::Nop,            "nop",        NO,            0xffff,      0x1a2,      "",         &[]),
    s(Op::Snop,           "snop",       NO,            0xffff,      0x3a2,      "",         &[]),
    s(Op::Idle,           "idle",       NO,            0xffff,      0x1b2,      "",         &[]),
    s(Op::Bkpt,           "bkpt",       NO,            0xffff,      0x1c2,      "",         &[]),
    s(Op::Mbkpt,          "mbkpt",      NO,            0xffff,      0x3c2,      "",         &[]),
    s(Op::Rti,            "rti",        NO,            0xffff,      0x1d2,      "",         &[]),
    s(Op::Swi,            "swi",        NO,            0x3ff,       0x1e2,      "i",        &[bits::TRAP]),
    s(Op::Trap,           "trap",       NO,            0x3ff,       0x3e2,      "i",        &[bits::TRAP]),
    s(Op::Sync,           "sync",       NO,            0xffff,      0x1f2,      "",         &[]),
    // 0x3: immediates, short
    s(Op::MovImm,         "mov",        Printed(".b"), 0x1f,        0x03,       "d,i",      &[bits::RD16, bits::IMM8]),
    s(Op::AddImm,         "add",        Printed(".s"), 0x7f,        0x13,       "d,n,i",    &[bits::RD16, bits::RN16, bits::SIMM3]),
    s(Op::SubImm,         "sub",        Printed(".s"), 0x7f,        0x33,       "d,n,i",    &[bits::RD16, bits::RN16, bits::SIMM3]),
    // 0x4: [rn,#d], short
    s(Op::LoadDisp,       "ldr{z}",     NO,            0x1f,        0x04,       "d,[n,i]",  DISP16),
    s(Op::StoreDisp,      "str{z}",     NO,            0x1f,        0x14,       "d,[n,i]",  DISP16),
    // 0x5: [rn],rm, short
    s(Op::LoadPostIndex,  "ldr{z}",     NO,            0x1f,        0x05,       "d,[n],m",  INDEX16),
    s(Op::StorePostIndex, "str{z}",     NO,            0x1f,        0x15,       "d,[n],m",  INDEX16),
    // 0x6: logical shifts by a constant, short
    s(Op::LsrImm,         "lsr",        NO,            0x1f,        0x06,       "d,n,i",    SHIFT16),
    s(Op::LslImm,         "lsl",        NO,            0x1f,        0x16,       "d,n,i",    SHIFT16),
    // 0x7: floating point, short
    s(Op::Fadd,           "fadd",       NO,            0x7f,        0x07,       "d,n,m",    RRR16),
    s(Op::Fsub,           "fsub",       NO,            0x7f,        0x17,       "d,n,m",    RRR16),
    s(Op::Fmul,           "fmul",       NO,            0x7f,        0x27,       "d,n,m",    RRR16),
    s(Op::Fmadd,          "fmadd",      NO,            0x7f,        0x37,       "d,n,m",    RRR16),
    s(Op::Fmsub,          "fmsub",      NO,            0x7f,        0x47,       "d,n,m",    RRR16),
    s(Op::Float,          "float",      NO,            0x7f,        0x57,       "d,n",      RRR16),
    s(Op::Fix,            "fix",        NO,            0x7f,        0x67,       "d,n",      RRR16),
    s(Op::Fabs,           "fabs",       NO,            0x7f,        0x77,       "d,n",      RRR16),
    // 0x8: branches, long
    l(Op::BranchLink,     "bl",         Printed(".l"), 0xff,        0xf8,       "t",        &[bits::SIMM24]),
    l(Op::Branch,         "b{c}",       Printed(".l"), 0x0f,        0x08,       "t",        &[bits::COND, bits::SIMM24]),
    // 0x9: [rn,+/-rm], long
    l(Op::TestSet,        "testset{z}", L,             0x6f001f,    0x200009,   "d,[n,+m]", INDEX32),
    l(Op::LoadIndex,      "ldr{z}",     L,             0x6f001f,    0x09,       "d,[n,+m]", INDEX32),
    l(Op::StoreIndex,     "str{z}",     L,             0x6f001f,    0x19,       "d,[n,+m]", INDEX32),
    // 0xa: ALU, short
    s(Op::Eor,            "eor",        NO,            0x7f,        0x0a,       "d,n,m",    RRR16),
    s(Op::Add,            "add",        NO,            0x7f,        0x1a,       "d,n,m",    RRR16),
    s(Op::Lsl,            "lsl",        NO,            0x7f,        0x2a,       "d,n,m",    RRR16),
    s(Op::Sub,            "sub",        NO,            0x7f,        0x3a,       "d,n,m",    RRR16),
    s(Op::Lsr,            "lsr",        NO,            0x7f,        0x4a,       "d,n,m",    RRR16),
    s(Op::And,            "and",        NO,            0x7f,        0x5a,       "d,n,m",    RRR16),
    s(Op::Asr,            "asr",        NO,            0x7f,        0x6a,       "d,n,m",    RRR16),
    s(Op::Orr,            "orr",        NO,            0x7f,        0x7a,       "d,n,m",    RRR16),
    // 0xb: immediates, long
    l(Op::MovImm,         "mov",        Printed(".l"), 0x100f001f,  0x2000b,    "d,i",      &[bits::RD32, bits::IMM16]),
    l(Op::Movt,           "movt",       L,             0x100f001f,  0x1002000b, "d,i",      &[bits::RD32, bits::IMM16]),
    l(Op::AddImm,         "add",        Printed(".l"), 0x300007f,   0x1b,       "d,n,i",    &[bits::RD32, bits::RN32, bits::SIMM11]),
    l(Op::SubImm,         "sub",        Printed(".l"), 0x300007f,   0x3b,       "d,n,i",    &[bits::RD32, bits::RN32, bits::SIMM11]),
    // 0xc: [rn,#d] and [rn],#d, long
    l(Op::LoadDisp,       "ldr{z}",     L,             0x200001f,   0x0c,       "d,[n,+i]", DISP32),
    l(Op::StoreDisp,      "str{z}",     L,             0x200001f,   0x1c,       "d,[n,+i]", DISP32),
    l(Op::LoadPostDisp,   "ldr{z}",     L,             0x200001f,   0x200000c,  "d,[n],+i", DISP32),
    l(Op::StorePostDisp,  "str{z}",     L,             0x200001f,   0x200001c,  "d,[n],+i", DISP32),
    // 0xd: [rn],+/-rm, long
    l(Op::LoadPostIndex,  "ldr{z}",     L,             0x6f001f,    0x0d,       "d,[n],+m", INDEX32),
    l(Op::StorePostIndex, "str{z}",     L,             0x6f001f,    0x1d,       "d,[n],+m", INDEX32),
    // 0xe: arithmetic shift by a constant and bit reversal, short
    s(Op::AsrImm,         "asr",        NO,            0x1f,        0x0e,       "d,n,i",    SHIFT16),
    s(Op::Bitr,           "bitr",       NO,            0x3ff,       0x1e,       "d,n",      RR16),
    // 0xf: everything else, long; the family is in bits 19:16
    l(Op::Mov,            "mov{c}",     L,             0x3ff030f,   0x2000f,    "d,n",      &[bits::COND, bits::RD32, bits::RN32]),
    l(Op::MovToSpecial,   "movts",      L,             0x3cf03ff,   0x2010f,    "s,d",      &[bits::SPECIAL32, bits::RD32]),
    l(Op::MovFromSpecial, "movfs",      L,             0x3cf03ff,   0x2011f,    "d,s",      &[bits::SPECIAL32, bits::RD32]),
    l(Op::JumpRegister,   "jr",         NO,            0xe3ffe3ff,  0x2014f,    "n",        &[bits::RN32]),
    l(Op::JumpLink,       "jalr",       NO,            0xe3ffe3ff,  0x2015f,    "n",        &[bits::RN32]),
    l(Op::LsrImm,         "lsr",        L,             0x3ff001f,   0x6000f,    "d,n,i",    SHIFT32),
    l(Op::LslImm,         "lsl",        L,             0x3ff001f,   0x6001f,    "d,n,i",    SHIFT32),
    l(Op::Fadd,           "fadd",       L,             0x7f007f,    0x7000f,    "d,n,m",    RRR32),
    l(Op::Fsub,           "fsub",       L,             0x7f007f,    0x7001f,    "d,n,m",    RRR32),
    l(Op::Fmul,           "fmul",       L,             0x7f007f,    0x7002f,    "d,n,m",    RRR32),
    l(Op::Fmadd,          "fmadd",      L,             0x7f007f,    0x7003f,    "d,n,m",    RRR32),
    l(Op::Fmsub,          "fmsub",      L,             0x7f007f,    0x7004f,    "d,n,m",    RRR32),
    l(Op::Float,          "float",      L,             0x7f007f,    0x7005f,    "d,n",      RRR32),
    l(Op::Fix,            "fix",        L,             0x7f007f,    0x7006f,    "d,n",      RRR32),
    l(Op::Fabs,           "fabs",       L,             0x7f007f,    0x7007f,    "d,n",      RRR32),
    l(Op::Frecip,         "frecip",     L,             0x7f007f,    0x17000f,   "d,n",      RRR32),
    l(Op::Fsqrt,          "fsqrt",      L,             0x7f007f,    0x17001f,   "d,n",      RRR32),
    l(Op::Eor,            "eor",        L,             0x7f007f,    0xa000f,    "d,n,m",    RRR32),
    l(Op::Add,            "add",        L,             0x7f007f,    0xa001f,    "d,n,m",    RRR32),
    l(Op::Lsl,            "lsl",        L,             0x7f007f,    0xa002f,    "d,n,m",    RRR32),
    l(Op::Sub,            "sub",        L,             0x7f007f,    0xa003f,    "d,n,m",    RRR32),
    l(Op::Lsr,            "lsr",        L,             0x7f007f,    0xa004f,    "d,n,m",    RRR32),
    l(Op::And,            "and",        L,             0x7f007f,    0xa005f,    "d,n,m",    RRR32),
    l(Op::Asr,            "asr",        L,             0x7f007f,    0xa006f,    "d,n,m",    RRR32),
    l(Op::Orr,            "orr",        L,             0x7f007f,    0xa007f,    "d,n,m",    RRR32),
    l(Op::Fext,           "fext",       L,             0x7f007f,    0x1a000f,   "d,n,m",    RRR32),
    l(Op::Fdep,           "fdep",       L,             0x7f007f,    0x1a001f,   "d,n,m",    RRR32),
    l(Op::Lfsr,           "lfsr",       L,             0x7f007f,    0x1a002f,   "d,n,m",    RRR32),
    l(Op::AsrImm,         "asr",        L,             0x3ff001f,   0xe000f,    "d,n,i",    SHIFT32),
    l(Op::Bitr,           "bitr",       L,             0x3ff03ff,   0xe001f,    "d,n",      RR32),
    l(Op::Unimpl,         "unimpl",     NO,            0xffffffff,  0xf000f,    "",         &[]),
];

impl Form {
    /// The row of this operation and size (2 or 4 bytes).
    pub fn of(op: Op, size: u8) -> Option<&'static Form> {
        FORMS.iter().find(|form| form.op == op && form.size == size)
    }

    /// Returns whether the form has this width: `testset` has no double.
    pub fn allows(&self, access: Access) -> bool {
        self.op != Op::TestSet || access != Access::Double
    }

    /// The field that fills this slot.
    pub fn field(&self, slot: Slot) -> Option<&'static Field> {
        self.fields.iter().find(|field| field.slot == slot)
    }
}

/// Returns whether the operation reads memory into rd. `testset` counts.
pub fn is_load(op: Op) -> bool {
    matches!(op, Op::LoadDisp | Op::LoadIndex | Op::LoadPostDisp | Op::LoadPostIndex | Op::TestSet)
}

/// Returns whether the operation only writes memory.
pub fn is_store(op: Op) -> bool {
    matches!(op, Op::StoreDisp | Op::StoreIndex | Op::StorePostDisp | Op::StorePostIndex)
}

/// Special registers: number (`group << 6 | index`) and the name that objdump prints and gas accepts.
/// The memory-mapped address is `0xF0400 + 0x100 * group + 4 * index`.
#[rustfmt::skip]
pub const SPECIALS: &[(u8, &str)] = &[
    (0x00, "config"), (0x01, "status"), (0x02, "pc"), (0x03, "debug"), (0x04, "iab"), (0x05, "lc"),
    (0x06, "ls"), (0x07, "le"), (0x08, "iret"), (0x09, "imask"), (0x0a, "ilat"), (0x0b, "ilatst"),
    (0x0c, "ilatcl"), (0x0d, "ipend"), (0x0e, "ctimer0"), (0x0f, "ctimer1"), (0x10, "hstatus"),
    (0x40, "dma0config"), (0x41, "dma0stride"), (0x42, "dma0count"), (0x43, "dma0srcaddr"),
    (0x44, "dma0dstaddr"), (0x45, "dma0auto0"), (0x46, "dma0auto1"), (0x47, "dma0status"),
    (0x48, "dma1config"), (0x49, "dma1stride"), (0x4a, "dma1count"), (0x4b, "dma1srcaddr"),
    (0x4c, "dma1dstaddr"), (0x4d, "dma1auto0"), (0x4e, "dma1auto1"), (0x4f, "dma1status"),
    (0x80, "memconfig"), (0x81, "memstatus"), (0x82, "memprotect"), (0x83, "memreserve"),
    (0xc0, "meshconfig"), (0xc1, "coreid"), (0xc2, "meshmulticast"), (0xc3, "swreset"),
];

/// Names of general registers beside `r0`..`r63`, as gas 2.40 reads them.
#[rustfmt::skip]
pub const REGISTER_ALIASES: &[(&str, u8)] = &[
    ("a1", 0), ("a2", 1), ("a3", 2), ("a4", 3), ("v1", 4), ("v2", 5), ("v3", 6), ("v4", 7),
    ("v5", 8), ("v6", 9), ("v7", 10), ("v8", 11), ("sb", 9), ("sl", 10), ("fp", 11), ("ip", 12),
    ("sp", 13), ("lr", 14),
];

/// Names of operations that stand for others with the same encoding: the integer mode of the FPU.
#[rustfmt::skip]
pub const MNEMONIC_ALIASES: &[(&str, &str)] = &[
    ("iadd", "fadd"), ("isub", "fsub"), ("imul", "fmul"), ("imadd", "fmadd"), ("imsub", "fmsub"),
];
