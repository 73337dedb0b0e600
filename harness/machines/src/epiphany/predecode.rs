//! Instructions in the form the simulator executes.

use super::isa::{Access, Instruction, Op, is_load, is_store};
use crate::predecoded::{self, Sentinel};

/// Work of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Code {
    /// No instruction: the number of a runtime function, or the word, in `imm`.
    Sentinel(Sentinel),
    /// An instruction whose result the architecture leaves open: the word in `imm`.
    Unpredictable,
    /// An instruction.
    Op(Op),
}

/// One decoded instruction.
#[derive(Debug, Clone, Copy)]
pub struct Entry {
    pub(super) code: Code,
    /// Length in bytes.
    pub(super) size: u8,
    pub(super) rd: u8,
    pub(super) rn: u8,
    pub(super) rm: u8,
    /// Condition code, or 1 when an index register is subtracted.
    pub(super) cond: u8,
    pub(super) access: Access,
    /// Immediate as in [`Instruction::imm`]; the special register's number; the word at fault.
    pub(super) imm: u32,
}

impl Entry {
    pub(super) const fn plain(code: Code, imm: u32) -> Self {
        Self { code, size: 0, rd: 0, rn: 0, rm: 0, cond: 0, access: Access::Word, imm }
    }

    /// Translates an instruction; `word` is its encoding, for messages.
    pub(super) fn of(instruction: &Instruction, word: u32) -> Self {
        let i = instruction;
        let mut entry = Self {
            code: Code::Op(i.op),
            size: i.size,
            rd: i.rd & 63,
            rn: i.rn & 63,
            rm: i.rm & 63,
            cond: i.cond as u8,
            access: i.access,
            imm: i.imm as u32,
        };
        let load_post = matches!(i.op, Op::LoadPostDisp | Op::LoadPostIndex);
        let double = i.access == Access::Double && (is_load(i.op) || is_store(i.op));
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

    /// Returns whether the hardware loop leaves this instruction alone.
    pub(super) const fn is_branch(&self) -> bool {
        use Op::{Branch, BranchLink, JumpLink, JumpRegister, Rti};
        matches!(self.code, Code::Op(Branch | BranchLink | JumpRegister | JumpLink | Rti))
    }
}

impl predecoded::Entry for Entry {
    type Detail = ();
    const SHIFT: u32 = 1;
    const LONGEST: u32 = 4;

    #[inline(always)]
    fn sentinel(work: Sentinel, number: u32) -> Self {
        Self::plain(Code::Sentinel(work), number)
    }

    #[inline(always)]
    fn as_sentinel(self) -> Option<Sentinel> {
        if let Code::Sentinel(work) = self.code { Some(work) } else { None }
    }
}
