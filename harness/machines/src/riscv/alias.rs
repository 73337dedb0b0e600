//! Pseudo-instructions that stand for one instruction: the operands that they have, and the values of those that they do not.
//!
//! Letters are those of `fields`, and `W` for a floating-point register that is both sources. Names and meanings are those of
//! the assembly programmer's manual, of GNU as 2.40, and of LLVM where that does not know an extension.

use super::csr;
use super::isa::Op;

/// An operand that is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fixed {
    /// Destination.
    Rd(u8),
    /// First source.
    Rs1(u8),
    /// Constant.
    Imm(i32),
}

/// One pseudo-instruction.
#[derive(Debug)]
pub(super) struct Alias {
    pub(super) mnemonic: &'static str,
    pub(super) syntax: &'static str,
    pub(super) op: Op,
    pub(super) fixed: &'static [Fixed],
}

const fn alias(mnemonic: &'static str, syntax: &'static str, op: Op, fixed: &'static [Fixed]) -> Alias {
    Alias { mnemonic, syntax, op, fixed }
}

use Fixed::{Imm, Rd, Rs1};

/// Sets of a fence that has none.
const ALL: i32 = 0xff;

#[rustfmt::skip]
pub(super) static ALIASES: &[Alias] = &[
    alias("nop", "", Op::Addi, &[]),
    alias("mv", "d,s", Op::Addi, &[]),
    alias("move", "d,s", Op::Addi, &[]),
    alias("not", "d,s", Op::Xori, &[Imm(-1)]),
    alias("neg", "d,t", Op::Sub, &[]),
    alias("negw", "d,t", Op::Subw, &[]),
    alias("sext.w", "d,s", Op::Addiw, &[]),
    alias("zext.b", "d,s", Op::Andi, &[Imm(255)]),
    alias("seqz", "d,s", Op::Sltiu, &[Imm(1)]),
    alias("snez", "d,t", Op::Sltu, &[]),
    alias("sltz", "d,s", Op::Slt, &[]),
    alias("sgtz", "d,t", Op::Slt, &[]),
    alias("sgt", "d,t,s", Op::Slt, &[]),
    alias("sgtu", "d,t,s", Op::Sltu, &[]),
    // Arithmetic with a constant under the name of that with registers.
    alias("add", "d,s,j", Op::Addi, &[]),
    alias("and", "d,s,j", Op::Andi, &[]),
    alias("or", "d,s,j", Op::Ori, &[]),
    alias("xor", "d,s,j", Op::Xori, &[]),
    alias("slt", "d,s,j", Op::Slti, &[]),
    alias("sltu", "d,s,j", Op::Sltiu, &[]),
    alias("sll", "d,s,>", Op::Slli, &[]),
    alias("srl", "d,s,>", Op::Srli, &[]),
    alias("sra", "d,s,>", Op::Srai, &[]),
    alias("addw", "d,s,j", Op::Addiw, &[]),
    alias("sllw", "d,s,<", Op::Slliw, &[]),
    alias("srlw", "d,s,<", Op::Srliw, &[]),
    alias("sraw", "d,s,<", Op::Sraiw, &[]),
    alias("ror", "d,s,>", Op::Rori, &[]),
    alias("rorw", "d,s,<", Op::Roriw, &[]),
    alias("bclr", "d,s,>", Op::Bclri, &[]),
    alias("bext", "d,s,>", Op::Bexti, &[]),
    alias("binv", "d,s,>", Op::Binvi, &[]),
    alias("bset", "d,s,>", Op::Bseti, &[]),
    alias("zext.w", "d,s", Op::AddUw, &[]),
    // Branches and jumps.
    alias("beqz", "s,p", Op::Beq, &[]),
    alias("bnez", "s,p", Op::Bne, &[]),
    alias("bltz", "s,p", Op::Blt, &[]),
    alias("bgez", "s,p", Op::Bge, &[]),
    alias("blez", "t,p", Op::Bge, &[]),
    alias("bgtz", "t,p", Op::Blt, &[]),
    alias("bgt", "t,s,p", Op::Blt, &[]),
    alias("ble", "t,s,p", Op::Bge, &[]),
    alias("bgtu", "t,s,p", Op::Bltu, &[]),
    alias("bleu", "t,s,p", Op::Bgeu, &[]),
    alias("j", "a", Op::Jal, &[]),
    alias("jal", "a", Op::Jal, &[Rd(1)]),
    alias("jr", "s", Op::Jalr, &[]),
    alias("jr", "o(s)", Op::Jalr, &[]),
    alias("jr", "s,j", Op::Jalr, &[]),
    alias("jalr", "s", Op::Jalr, &[Rd(1)]),
    alias("jalr", "o(s)", Op::Jalr, &[Rd(1)]),
    alias("jalr", "s,j", Op::Jalr, &[Rd(1)]),
    alias("jalr", "d,s", Op::Jalr, &[]),
    alias("jalr", "d,s,j", Op::Jalr, &[]),
    alias("ret", "", Op::Jalr, &[Rs1(1)]),
    alias("fence", "", Op::Fence, &[Imm(ALL)]),
    alias("scall", "", Op::Ecall, &[]),
    alias("sbreak", "", Op::Ebreak, &[]),
    // Control registers.
    alias("csrr", "d,E", Op::Csrrs, &[]),
    alias("csrw", "E,s", Op::Csrrw, &[]),
    alias("csrs", "E,s", Op::Csrrs, &[]),
    alias("csrc", "E,s", Op::Csrrc, &[]),
    alias("csrwi", "E,Z", Op::Csrrwi, &[]),
    alias("csrsi", "E,Z", Op::Csrrsi, &[]),
    alias("csrci", "E,Z", Op::Csrrci, &[]),
    alias("csrw", "E,Z", Op::Csrrwi, &[]),
    alias("csrs", "E,Z", Op::Csrrsi, &[]),
    alias("csrc", "E,Z", Op::Csrrci, &[]),
    alias("csrrw", "d,E,Z", Op::Csrrwi, &[]),
    alias("csrrs", "d,E,Z", Op::Csrrsi, &[]),
    alias("csrrc", "d,E,Z", Op::Csrrci, &[]),
    alias("rdcycle", "d", Op::Csrrs, &[Imm(csr::CYCLE as i32)]),
    alias("rdtime", "d", Op::Csrrs, &[Imm(csr::TIME as i32)]),
    alias("rdinstret", "d", Op::Csrrs, &[Imm(csr::INSTRET as i32)]),
    alias("rdcycleh", "d", Op::Csrrs, &[Imm((csr::CYCLE + csr::UPPER_HALF) as i32)]),
    alias("rdtimeh", "d", Op::Csrrs, &[Imm((csr::TIME + csr::UPPER_HALF) as i32)]),
    alias("rdinstreth", "d", Op::Csrrs, &[Imm((csr::INSTRET + csr::UPPER_HALF) as i32)]),
    alias("frcsr", "d", Op::Csrrs, &[Imm(csr::FCSR as i32)]),
    alias("fscsr", "s", Op::Csrrw, &[Imm(csr::FCSR as i32)]),
    alias("fscsr", "d,s", Op::Csrrw, &[Imm(csr::FCSR as i32)]),
    alias("frrm", "d", Op::Csrrs, &[Imm(csr::FRM as i32)]),
    alias("fsrm", "s", Op::Csrrw, &[Imm(csr::FRM as i32)]),
    alias("fsrm", "d,s", Op::Csrrw, &[Imm(csr::FRM as i32)]),
    alias("fsrmi", "Z", Op::Csrrwi, &[Imm(csr::FRM as i32)]),
    alias("fsrmi", "d,Z", Op::Csrrwi, &[Imm(csr::FRM as i32)]),
    alias("frflags", "d", Op::Csrrs, &[Imm(csr::FFLAGS as i32)]),
    alias("fsflags", "s", Op::Csrrw, &[Imm(csr::FFLAGS as i32)]),
    alias("fsflags", "d,s", Op::Csrrw, &[Imm(csr::FFLAGS as i32)]),
    alias("fsflagsi", "Z", Op::Csrrwi, &[Imm(csr::FFLAGS as i32)]),
    alias("fsflagsi", "d,Z", Op::Csrrwi, &[Imm(csr::FFLAGS as i32)]),
    // Floating point.
    alias("fmv.s", "D,W", Op::FsgnjS, &[]),
    alias("fneg.s", "D,W", Op::FsgnjnS, &[]),
    alias("fabs.s", "D,W", Op::FsgnjxS, &[]),
    alias("fgt.s", "d,T,S", Op::FltS, &[]),
    alias("fge.s", "d,T,S", Op::FleS, &[]),
    alias("fgtq.s", "d,T,S", Op::FltqS, &[]),
    alias("fgeq.s", "d,T,S", Op::FleqS, &[]),
    alias("fmv.x.s", "d,S", Op::FmvXW, &[]),
    alias("fmv.s.x", "D,s", Op::FmvWX, &[]),
    alias("fmv.d", "D,W", Op::FsgnjD, &[]),
    alias("fneg.d", "D,W", Op::FsgnjnD, &[]),
    alias("fabs.d", "D,W", Op::FsgnjxD, &[]),
    alias("fgt.d", "d,T,S", Op::FltD, &[]),
    alias("fge.d", "d,T,S", Op::FleD, &[]),
    alias("fgtq.d", "d,T,S", Op::FltqD, &[]),
    alias("fgeq.d", "d,T,S", Op::FleqD, &[]),
    alias("fmv.h", "D,W", Op::FsgnjH, &[]),
    alias("fneg.h", "D,W", Op::FsgnjnH, &[]),
    alias("fabs.h", "D,W", Op::FsgnjxH, &[]),
    alias("fgt.h", "d,T,S", Op::FltH, &[]),
    alias("fge.h", "d,T,S", Op::FleH, &[]),
    alias("fgtq.h", "d,T,S", Op::FltqH, &[]),
    alias("fgeq.h", "d,T,S", Op::FleqH, &[]),
];

impl Alias {
    /// Puts the given operands into an instruction.
    pub(super) fn apply(&self, instruction: &mut super::Instruction) {
        for fixed in self.fixed {
            match *fixed {
                Rd(register) => instruction.rd = register,
                Rs1(register) => instruction.rs1 = register,
                Imm(value) => instruction.imm = value,
            }
        }
    }
}
