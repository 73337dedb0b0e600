//! Instructions in the form the simulator executes.

use super::conditions::Cond;
use super::isa::{Instruction, Op};
use super::link::{IRAM, IRAM_SIZE};
use super::operands::{OperandKind, Role};
use crate::predecoded::{self, Sentinel};

/// Work of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Code {
    /// No instruction: the number of a runtime function, or the word, in `imm`.
    Sentinel(Sentinel),
    /// An instruction.
    Op(Op),
}

/// Destination of a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Extend {
    /// Nothing.
    None,
    /// It goes to a register.
    Word,
    /// It goes to a pair, extended with its sign.
    Signed,
    /// It goes to a pair, extended with zeros.
    Unsigned,
}

/// Effect of a condition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Action {
    /// Nothing.
    Plain,
    /// It makes the destination 1 or 0.
    Set,
    /// It decides whether a branch is taken.
    Branch,
}

/// Number of the second source that stands for the immediate.
pub(super) const IMMEDIATE: u8 = 32;

/// One decoded instruction. It is aligned so that it is copied in whole words.
#[derive(Debug, Clone, Copy)]
#[repr(align(8))]
pub struct Entry {
    pub(super) code: Code,
    pub(super) extend: Extend,
    pub(super) action: Action,
    pub(super) cond: Cond,
    /// Destination register, or the even register of a pair.
    pub(super) dest: u8,
    /// First source register.
    pub(super) ra: u8,
    /// Second source: a register, the even register of a pair, or [`IMMEDIATE`].
    pub(super) rb: u8,
    /// The immediate stands before the register, as in `sub r0, 5, r1`.
    pub(super) swapped: bool,
    /// Big endian.
    pub(super) big: bool,
    /// A bounds-checked form.
    pub(super) safe: bool,
    /// Shift amount beside two source registers.
    pub(super) shift: u8,
    /// Immediate, shift amount, or offset, with its sign.
    pub(super) imm: u32,
    /// Offset of a store of an immediate.
    pub(super) offset: u32,
    /// Number of the instruction branched to.
    pub(super) target: u16,
}

impl Entry {
    pub(super) const fn plain(code: Code, imm: u32) -> Self {
        Self {
            code,
            extend: Extend::None,
            action: Action::Plain,
            cond: Cond::False,
            dest: 0,
            ra: 24,
            rb: IMMEDIATE,
            swapped: false,
            big: false,
            safe: false,
            shift: 0,
            imm,
            offset: 0,
            target: 0,
        }
    }

    /// Translates an instruction.
    pub(super) fn of(instruction: &Instruction) -> Self {
        let form = instruction.form;
        let mut entry = Self::plain(Code::Op(form.op), 0);
        let mut class = "";
        let (mut immediate_at, mut source_at) = (usize::MAX, usize::MAX);
        let mut has_ra = false;
        for (index, (operand, &value)) in form.operands.iter().zip(&instruction.values).enumerate() {
            match operand.role {
                Role::None => entry.extend = Extend::None,
                Role::Endian => entry.big = value != 0,
                Role::Rc => (entry.dest, entry.extend) = (value as u8, Extend::Word),
                Role::Dc => {
                    let signed = form.mnemonic.ends_with(".s");
                    entry.dest = value as u8;
                    entry.extend = if signed { Extend::Signed } else { Extend::Unsigned };
                }
                Role::Ra => (entry.ra, has_ra, source_at) = (value as u8, true, index),
                Role::Rb | Role::Db => (entry.rb, source_at) = (value as u8, source_at.min(index)),
                Role::Imm => (entry.imm, immediate_at) = (value as u32, index),
                Role::Off => entry.offset = value as u32,
                Role::Shift => entry.shift = value as u8,
                Role::Pc => (entry.target, entry.action) = (value as u16, Action::Branch),
                Role::Cc => {
                    if let OperandKind::Condition(known) = operand.kind {
                        class = known.name;
                        entry.cond = known.choice(value as u8).map_or(Cond::False, |choice| choice.cond);
                    }
                }
            }
        }
        if class.ends_with("set_cc") {
            entry.action = Action::Set;
        }
        entry.swapped = immediate_at < source_at;
        entry.safe = ["ss", "ers", "es"].iter().any(|start| form.shape.starts_with(start));
        if immediate_at != usize::MAX && !has_ra && entry.rb != IMMEDIATE {
            // Wide immediates leave room for one source only, which lies where the second one does.
            (entry.ra, entry.rb) = (entry.rb, IMMEDIATE);
        }
        if entry.rb == IMMEDIATE && is_shift(form.op) {
            entry.imm = entry.shift.into();
        }
        entry
    }
}

/// Returns whether an operation shifts its first source by its second.
const fn is_shift(op: Op) -> bool {
    use Op::{Asr, Lsl, Lsl1, Lsl1x, Lslx, Lsr, Lsr1, Lsr1x, Lsrx, Rol, Ror};
    matches!(op, Lsl | Lsr | Asr | Rol | Ror | Lslx | Lsrx | Lsl1 | Lsr1 | Lsl1x | Lsr1x)
}

impl predecoded::Entry for Entry {
    type Detail = ();
    const SHIFT: u32 = 3;
    const FIRST_ADDRESS: u32 = IRAM as u32;
    const ADDRESS_BITS: u32 = IRAM_SIZE.ilog2();
    const LONGEST: u32 = 8;

    #[inline(always)]
    fn sentinel(work: Sentinel, number: u32) -> Self {
        Self::plain(Code::Sentinel(work), number)
    }

    #[inline(always)]
    fn as_sentinel(self) -> Option<Sentinel> {
        if let Code::Sentinel(work) = self.code { Some(work) } else { None }
    }
}
