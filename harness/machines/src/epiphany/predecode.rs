//! Instructions in the form the simulator executes.

use super::isa::{Access, Instruction, Op};
use crate::predecoded;

/// What to do. One code per operation and access width, so that execution branches once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
#[allow(missing_docs, reason = "named after the operations in `isa`")]
pub(super) enum Code {
    /// Not decoded yet.
    Empty,
    /// A breakpoint is set here.
    Breakpoint,
    /// The return address of a call made by the harness.
    Return,
    /// A runtime function: its number in `imm`.
    Host,
    /// No instruction: the word in `imm`.
    Illegal,
    /// An instruction whose result the architecture leaves open: the word in `imm`.
    Unpredictable,
    Branch,
    BranchAlways,
    BranchLink,
    JumpRegister,
    JumpLink,
    Move,
    MoveIf,
    MoveImm,
    MoveTop,
    ToSpecial,
    FromSpecial,
    Add,
    AddImm,
    Sub,
    SubImm,
    And,
    Orr,
    Eor,
    Lsl,
    LslImm,
    Lsr,
    LsrImm,
    Asr,
    AsrImm,
    Bitr,
    LoadDisp8,
    LoadDisp16,
    LoadDisp32,
    LoadDisp64,
    LoadIndex8,
    LoadIndex16,
    LoadIndex32,
    LoadIndex64,
    LoadPostDisp8,
    LoadPostDisp16,
    LoadPostDisp32,
    LoadPostDisp64,
    LoadPostIndex8,
    LoadPostIndex16,
    LoadPostIndex32,
    LoadPostIndex64,
    StoreDisp8,
    StoreDisp16,
    StoreDisp32,
    StoreDisp64,
    StoreIndex8,
    StoreIndex16,
    StoreIndex32,
    StoreIndex64,
    StorePostDisp8,
    StorePostDisp16,
    StorePostDisp32,
    StorePostDisp64,
    StorePostIndex8,
    StorePostIndex16,
    StorePostIndex32,
    StorePostIndex64,
    TestSet8,
    TestSet16,
    TestSet32,
    Fadd,
    Fsub,
    Fmul,
    Fmadd,
    Fmsub,
    Float,
    Fix,
    Fabs,
    /// Named by the tools, without a usable definition.
    Undefined,
    Nop,
    Gie,
    Gid,
    Idle,
    Bkpt,
    Wand,
    Rti,
    Swi,
    Trap,
    Unimpl,
}

/// One decoded instruction.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Entry {
    pub(super) code: Code,
    /// Length in bytes.
    pub(super) size: u8,
    pub(super) rd: u8,
    pub(super) rn: u8,
    pub(super) rm: u8,
    /// Condition code, or 1 when an index register is subtracted.
    pub(super) cond: u8,
    /// Immediate as in [`Instruction::imm`]; the special register's number; the word at fault.
    pub(super) imm: u32,
}

impl Entry {
    pub(super) const fn plain(code: Code, imm: u32) -> Self {
        Self { code, size: 0, rd: 0, rn: 0, rm: 0, cond: 0, imm }
    }

    /// Translates an instruction; `word` is its encoding, for messages.
    pub(super) fn of(instruction: &Instruction, word: u32) -> Self {
        let i = instruction;
        let mut entry = Self {
            code: code_of(i),
            size: i.size,
            rd: i.rd & 63,
            rn: i.rn & 63,
            rm: i.rm & 63,
            cond: i.cond as u8,
            imm: i.imm as u32,
        };
        let load_post = matches!(i.op, Op::LoadPostDisp | Op::LoadPostIndex);
        let double = i.access == Access::Double && is_memory(i.op);
        let base_overwritten = load_post && (entry.rd == entry.rn || double && (entry.rd | 1) == entry.rn);
        if double && entry.rd & 1 == 1 || base_overwritten {
            return Self { size: i.size, ..Self::plain(Code::Unpredictable, word) };
        }
        match i.op {
            Op::MovToSpecial | Op::MovFromSpecial => entry.imm = i.special.into(),
            Op::LoadIndex | Op::LoadPostIndex | Op::StoreIndex | Op::StorePostIndex | Op::TestSet => {
                entry.cond = i.subtract.into();
            }
            Op::Frecip | Op::Fsqrt | Op::Fext | Op::Fdep | Op::Lfsr => entry.imm = word,
            _ => {}
        }
        entry
    }

    /// Whether the hardware loop leaves this instruction alone.
    pub(super) const fn is_branch(&self) -> bool {
        use Code::{Branch, BranchAlways, BranchLink, JumpLink, JumpRegister, Rti};
        matches!(self.code, Branch | BranchAlways | BranchLink | JumpRegister | JumpLink | Rti)
    }
}

const fn is_memory(op: Op) -> bool {
    use Op::{LoadDisp, LoadIndex, LoadPostDisp, LoadPostIndex};
    use Op::{StoreDisp, StoreIndex, StorePostDisp, StorePostIndex};
    matches!(
        op,
        LoadDisp
            | LoadIndex
            | LoadPostDisp
            | LoadPostIndex
            | StoreDisp
            | StoreIndex
            | StorePostDisp
            | StorePostIndex
    )
}

/// The code among four that stands for the access width.
const fn wide(access: Access, codes: [Code; 4]) -> Code {
    match access {
        Access::Byte => codes[0],
        Access::Half => codes[1],
        Access::Word => codes[2],
        Access::Double => codes[3],
    }
}

#[rustfmt::skip]
fn code_of(instruction: &Instruction) -> Code {
    use super::isa::Cond;
    let access = instruction.access;
    let always = instruction.cond == Cond::Always;
    match instruction.op {
        Op::Branch if always => Code::BranchAlways,
        Op::Branch => Code::Branch,
        Op::BranchLink => Code::BranchLink,
        Op::JumpRegister => Code::JumpRegister,
        Op::JumpLink => Code::JumpLink,
        Op::Mov if always => Code::Move,
        Op::Mov => Code::MoveIf,
        Op::MovImm => Code::MoveImm,
        Op::Movt => Code::MoveTop,
        Op::MovToSpecial => Code::ToSpecial,
        Op::MovFromSpecial => Code::FromSpecial,
        Op::Add => Code::Add,
        Op::AddImm => Code::AddImm,
        Op::Sub => Code::Sub,
        Op::SubImm => Code::SubImm,
        Op::And => Code::And,
        Op::Orr => Code::Orr,
        Op::Eor => Code::Eor,
        Op::Lsl => Code::Lsl,
        Op::LslImm => Code::LslImm,
        Op::Lsr => Code::Lsr,
        Op::LsrImm => Code::LsrImm,
        Op::Asr => Code::Asr,
        Op::AsrImm => Code::AsrImm,
        Op::Bitr => Code::Bitr,
        Op::LoadDisp => wide(access, [Code::LoadDisp8, Code::LoadDisp16, Code::LoadDisp32, Code::LoadDisp64]),
        Op::LoadIndex => wide(access, [Code::LoadIndex8, Code::LoadIndex16, Code::LoadIndex32, Code::LoadIndex64]),
        Op::LoadPostDisp => wide(access, [Code::LoadPostDisp8, Code::LoadPostDisp16, Code::LoadPostDisp32, Code::LoadPostDisp64]),
        Op::LoadPostIndex => wide(access, [Code::LoadPostIndex8, Code::LoadPostIndex16, Code::LoadPostIndex32, Code::LoadPostIndex64]),
        Op::StoreDisp => wide(access, [Code::StoreDisp8, Code::StoreDisp16, Code::StoreDisp32, Code::StoreDisp64]),
        Op::StoreIndex => wide(access, [Code::StoreIndex8, Code::StoreIndex16, Code::StoreIndex32, Code::StoreIndex64]),
        Op::StorePostDisp => wide(access, [Code::StorePostDisp8, Code::StorePostDisp16, Code::StorePostDisp32, Code::StorePostDisp64]),
        Op::StorePostIndex => wide(access, [Code::StorePostIndex8, Code::StorePostIndex16, Code::StorePostIndex32, Code::StorePostIndex64]),
        Op::TestSet => wide(access, [Code::TestSet8, Code::TestSet16, Code::TestSet32, Code::Illegal]),
        Op::Fadd => Code::Fadd,
        Op::Fsub => Code::Fsub,
        Op::Fmul => Code::Fmul,
        Op::Fmadd => Code::Fmadd,
        Op::Fmsub => Code::Fmsub,
        Op::Float => Code::Float,
        Op::Fix => Code::Fix,
        Op::Fabs => Code::Fabs,
        Op::Frecip | Op::Fsqrt | Op::Fext | Op::Fdep | Op::Lfsr => Code::Undefined,
        Op::Nop | Op::Snop | Op::Mbkpt | Op::Sync => Code::Nop,
        Op::Gie => Code::Gie,
        Op::Gid => Code::Gid,
        Op::Idle => Code::Idle,
        Op::Bkpt => Code::Bkpt,
        Op::Wand => Code::Wand,
        Op::Rti => Code::Rti,
        Op::Swi => Code::Swi,
        Op::Trap => Code::Trap,
        Op::Unimpl => Code::Unimpl,
    }
}

impl predecoded::Entry for Entry {
    type Detail = ();
    const SHIFT: u32 = 1;
    const LONGEST: u32 = 4;
    const EMPTY: Self = Self::plain(Code::Empty, 0);
    const BREAKPOINT: Self = Self::plain(Code::Breakpoint, 0);
    const RETURN: Self = Self::plain(Code::Return, 0);

    fn host(number: u32) -> Self {
        Self::plain(Code::Host, number)
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        self.code == Code::Empty
    }
}
