//! The stack frame: what lies where, how it is entered and left.
//!
//! From the stack pointer upwards: the area that called functions own and the outgoing arguments; objects;
//! saved registers; the words of the argument registers that a variadic function spills, next to the
//! arguments of its caller.

use std::cell::Cell;

use super::asm::{Asm, FP, LR, Mem, Reg, SP};
use super::dialect::{Dialect, HighRegisters, StackAlign};
use crate::fault::Mechanism;

/// Holds the return address where it is not in the link register at the end.
const RETURN: Reg = Reg(27);

/// A frame being planned; offsets are in bytes from the stack pointer inside the function.
#[derive(Debug)]
pub(crate) struct Frame {
    /// Bytes used so far.
    used: u32,
    /// Registers to save, in ascending order.
    saved: Vec<Reg>,
    /// Whether functions are called.
    calls: bool,
    /// Bytes below the entry stack pointer for spilled argument registers.
    spilled: u32,
    /// Whether it is the frame of a function under test that is called.
    callee: bool,
}

/// A planned frame.
#[derive(Debug)]
pub(crate) struct Planned {
    /// Distance between the stack pointer at entry and inside.
    pub(crate) size: u32,
    /// What the stack pointer inside is a multiple of.
    align: u32,
    /// Saved registers with their places.
    saved: Vec<(Reg, u32)>,
    /// Where the link register is saved.
    link: Option<u32>,
    /// Whether it is saved by the instruction that lowers the stack pointer.
    push: bool,
    /// Whether to return through another register with anything in the link register.
    lose_link: bool,
    /// Bytes by which the first of two steps lowers the stack pointer.
    first_step: u32,
    /// Whether faults of called functions apply.
    callee: bool,
    /// Bytes by which the stack pointer is lower than the frame at this point of the text.
    lowered: Cell<u32>,
}

impl Frame {
    /// The frame of a callee under test, with so many bytes at its bottom for functions that it calls.
    pub(crate) fn of_callee(outgoing: u32, calls: bool) -> Frame {
        Frame { used: outgoing.next_multiple_of(8), saved: Vec::new(), calls, spilled: 0, callee: true }
    }

    /// The frame of a caller, with so many bytes at its bottom for outgoing arguments.
    pub(crate) fn of_caller(outgoing: u32) -> Frame {
        Frame {
            used: outgoing.next_multiple_of(8),
            saved: Vec::new(),
            calls: true,
            spilled: 0,
            callee: false,
        }
    }

    /// Room for an object; the offset is a multiple of `align` (at most 8).
    pub(crate) fn allocate(&mut self, size: u32, align: u32) -> u32 {
        let at = self.used.next_multiple_of(align.clamp(1, 8));
        self.used = at + size;
        at
    }

    /// Whether a register is noted as used.
    pub(crate) fn saves(&self, r: Reg) -> bool {
        self.saved.contains(&r)
    }

    /// Notes that a register that the caller owns is used.
    pub(crate) fn save(&mut self, r: Reg) {
        if !self.saved.contains(&r) {
            self.saved.push(r);
        }
    }

    /// Reserves the bytes below the entry stack pointer for spilled argument registers.
    pub(crate) fn spill(&mut self, bytes: u32) {
        self.spilled = bytes;
    }

    /// Fixes the frame. `area_free` says that the callee's own area above the entry stack pointer is not
    /// used for anything else.
    pub(crate) fn plan(mut self, area_free: bool, dialect: &Dialect) -> Planned {
        if dialect.frame_chain {
            self.save(FP);
        }
        let lose_link = (!dialect.lr_preserved && dialect.return_any)
            || (self.callee && dialect.breaks(Mechanism::LinkRegister));
        self.saved.sort_by_key(|r| r.0);
        let in_area = area_free && dialect.callee_area >= 4;
        let mut link = None;
        if self.calls && !in_area {
            link = Some(self.allocate(4, 4));
        }
        self.used = self.used.next_multiple_of(4);
        let registers = std::mem::take(&mut self.saved);
        let even = |r: &Reg| r.0.is_multiple_of(2);
        if registers.len() > 1 && dialect.stack_align != StackAlign::Four {
            self.used = self.used.next_multiple_of(8);
        }
        // Pairs want a multiple of 8: a register without its neighbour is followed by a gap.
        let mut saved = Vec::with_capacity(registers.len());
        for r in &registers {
            let partner = registers.contains(&Reg(r.0 ^ 1));
            if even(r) && partner {
                self.used = self.used.next_multiple_of(8);
            }
            saved.push((*r, self.allocate(4, 4)));
        }
        let total = self.used.next_multiple_of(4) + self.spilled;
        let mut size = total.next_multiple_of(8);
        let mut align = 8;
        let misalign = self.calls && dialect.breaks(Mechanism::StackAlignment);
        match dialect.stack_align {
            StackAlign::Four => {
                size = if total == 0 { 0 } else { total.next_multiple_of(8) + 4 };
                align = 4;
            }
            _ if misalign => {
                size += 4;
                align = 4;
            }
            _ => {}
        }
        if self.calls && in_area {
            link = Some(size);
        }
        let first_step = if dialect.stack_align == StackAlign::EightAtCalls && size > 0 { 4 } else { 0 };
        let push =
            dialect.push_lr && self.calls && in_area && first_step == 0 && size > 0 && size / 4 <= 2047;
        Planned {
            size,
            align,
            saved,
            link,
            push,
            lose_link,
            first_step,
            callee: self.callee,
            lowered: Cell::new(0),
        }
    }
}

impl Planned {
    /// Whether a register is saved.
    pub(crate) fn saves(&self, r: Reg) -> bool {
        self.saved.iter().any(|(saved, _)| *saved == r)
    }

    /// Bytes in the frame, by their offset.
    pub(crate) fn local(&self, offset: u32) -> Mem {
        let offset = i64::from(offset) + i64::from(self.lowered.get());
        Mem { base: SP, offset, align: super::asm::alignment(self.align, offset) }
    }

    /// Bytes above the entry stack pointer (below it where `offset` is negative).
    pub(crate) fn incoming(&self, offset: i64, dialect: &Dialect) -> Mem {
        let align = super::asm::alignment(dialect.entry_align(), offset);
        let size = i64::from(self.size) + i64::from(self.lowered.get());
        Mem { base: SP, offset: size + offset, align }
    }

    /// Notes that from here on the stack pointer is so many bytes (a multiple of 8) lower than the frame.
    pub(crate) fn lowered(&self, bytes: u32) {
        self.lowered.set(bytes);
    }

    /// Bytes at the stack pointer, wherever it is.
    pub(crate) fn outgoing(&self, offset: u32) -> Mem {
        let offset = i64::from(offset);
        Mem { base: SP, offset, align: super::asm::alignment(self.align, offset) }
    }

    /// The instructions that make the frame.
    pub(crate) fn enter(&self, asm: &mut Asm, dialect: &Dialect) {
        if self.push {
            asm.access_and_step("str", 4, LR, SP, -i64::from(self.size / 4));
        } else {
            self.lower(asm);
            if let Some(at) = self.link {
                asm.access("str", 4, LR, SP, i64::from(at));
            }
        }
        self.move_saved(asm, "str");
        if dialect.frame_chain {
            asm.copy_register(FP, SP);
        }
        if self.lose_link && self.link.is_none() {
            asm.copy_register(RETURN, LR);
        }
        if self.lose_link {
            asm.constant(LR, 0x1e57);
        }
        if dialect.breaks(Mechanism::BelowStackPointer) {
            asm.access("str", 4, SP, SP, -8);
        }
    }

    fn lower(&self, asm: &mut Asm) {
        if self.size == 0 {
            return;
        }
        if self.first_step > 0 {
            asm.add(SP, SP, -i64::from(self.first_step));
        }
        asm.add(SP, SP, -i64::from(self.size - self.first_step));
    }

    fn move_saved(&self, asm: &mut Asm, name: &str) {
        let mut i = 0;
        while let Some(&(r, at)) = self.saved.get(i) {
            let pair = self.saved.get(i + 1).is_some_and(|(next, next_at)| {
                r.0.is_multiple_of(2) && next.0 == r.0 + 1 && *next_at == at + 4
            });
            let wide = pair && self.align >= 8 && at.is_multiple_of(8);
            asm.access(name, if wide { 8 } else { 4 }, r, SP, i64::from(at));
            i += if wide { 2 } else { 1 };
        }
    }

    /// The instructions that undo the frame, remove `popped` bytes of arguments, and return.
    pub(crate) fn leave(&self, asm: &mut Asm, popped: u32, dialect: &Dialect) {
        let back = self.undo(asm, popped, dialect);
        if self.lose_link { asm.one("jr", back) } else { asm.plain("rts") }
    }

    /// The same, but instead of returning, jumps to another function, which returns for this one. Not where
    /// the way back is not in the link register ([`Planned::may_jump`]).
    pub(crate) fn leave_for(&self, asm: &mut Asm, function: &str, popped: u32, dialect: &Dialect) {
        self.undo(asm, popped, dialect);
        asm.address_of(super::asm::IP, function);
        asm.one("jr", super::asm::IP);
    }

    /// Whether the function can end with a jump to another.
    pub(crate) fn may_jump(&self) -> bool {
        !self.lose_link
    }

    /// Undoes the frame; gives the register that holds the way back.
    fn undo(&self, asm: &mut Asm, popped: u32, dialect: &Dialect) -> Reg {
        self.move_saved(asm, "ldr");
        let back = if self.lose_link { RETURN } else { LR };
        if let Some(at) = self.link {
            asm.access("ldr", 4, back, SP, i64::from(at));
        }
        let lost = if self.callee && dialect.breaks(Mechanism::StackPointer) { 8 } else { 0 };
        let up = i64::from(self.size) + i64::from(popped) - lost;
        if self.first_step > 0 {
            asm.add(SP, SP, up - i64::from(self.first_step));
            asm.add(SP, SP, i64::from(self.first_step));
        } else {
            asm.add(SP, SP, up);
        }
        if self.callee && dialect.breaks(Mechanism::ReturnAddress) {
            asm.immediate("add", back, back, 4);
        }
        back
    }

    /// A call of the function whose address is in a register.
    pub(crate) fn call(&self, asm: &mut Asm, function: Reg, dialect: &Dialect) {
        let misalign = dialect.stack_align == StackAlign::Four && dialect.breaks(Mechanism::StackAlignment);
        if misalign {
            asm.immediate("sub", SP, SP, 2);
        }
        if !self.callee && dialect.breaks(Mechanism::NoLink) {
            asm.constant(LR, 0x400);
            asm.one("jr", function);
        } else {
            asm.one("jalr", function);
        }
        if misalign {
            asm.immediate("add", SP, SP, 2);
        }
    }
}

/// Whether a register belongs to the caller.
pub(crate) fn is_saved_by_callee(r: Reg, dialect: &Dialect) -> bool {
    matches!(r.0, 4..=11 | 15) || (matches!(r.0, 32..=43) && dialect.high == HighRegisters::Saved)
}
