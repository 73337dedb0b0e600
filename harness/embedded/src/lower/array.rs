//! Arrays on the stack: one of fixed and one of variable length.

use crosscall_model::{Case, unit};

use super::callee::JUNK;
use super::frame::{Frame, Planned};
use crate::asm::{Asm, Mem};
use crate::emit::{Access, Op};

/// Local array of a function.
#[derive(Debug, Clone, Copy)]
pub(super) struct Local {
    bytes: u16,
    offset: u32,
}

impl Local {
    pub(super) fn plan(bytes: u16, frame: &mut Frame<'_>) -> Local {
        Local { bytes, offset: frame.allocate(u32::from(bytes).next_multiple_of(4), 4) }
    }

    /// True if the function has one.
    pub(super) fn exists(self) -> bool {
        self.bytes > 0
    }

    /// Writes the array and reads it back; returns the label to branch to if its contents differ.
    pub(super) fn write_and_check(self, asm: &mut Asm, frame: &Planned<'_>) -> Option<usize> {
        let words = u32::from(self.bytes).div_ceil(4);
        if words == 0 {
            return None;
        }
        let skip = asm.new_label();
        // At most 32 words, spread over the whole array.
        let step = words.div_ceil(32);
        let count = words.div_ceil(step);
        let (address, left, [data, seen, _]) = (asm.roles.from, asm.roles.to, asm.roles.data);
        let step = i64::from(step) * 4;
        for reading in [false, true] {
            asm.address(address, frame.local(self.offset));
            asm.constant(left, count);
            asm.constant(data, JUNK);
            let again = asm.new_label();
            asm.place_label(again);
            if reading {
                asm.access_and_step(Access::Load, 4, seen, address, step);
                asm.operate(Op::Subtract, seen, seen, data);
                asm.branch_not_zero(seen, skip);
            } else {
                asm.access_and_step(Access::Store, 4, data, address, step);
            }
            asm.operate(Op::Add, data, data, left);
            asm.operate_with(Op::Subtract, left, left, 1);
            asm.branch_not_zero(left, again);
        }
        write_ends(asm, frame.local(self.offset), self.bytes);
        Some(skip)
    }

    /// Reads the ends of the array into the first data register.
    pub(super) fn read(self, asm: &mut Asm, frame: &Planned<'_>) {
        read_ends(asm, frame.local(self.offset), self.bytes);
    }
}

/// Array of variable length, between the outgoing arguments and the frame.
#[derive(Debug, Clone, Copy)]
pub(super) struct Dynamic {
    bytes: u16,
    /// Number of bytes at the stack pointer that belong to calls.
    outgoing: u32,
}

impl Dynamic {
    pub(super) fn of(case: &Case, outgoing: u32) -> Option<Dynamic> {
        let bytes = case.style.dynamic;
        (bytes > 0).then_some(Dynamic { bytes, outgoing })
    }

    /// Allocates the array with the size in bytes that the object `size` holds, and writes its ends. Accesses to the
    /// frame take the moved stack pointer into account from here on.
    pub(super) fn make(self, asm: &mut Asm, size: &str, frame: &Planned<'_>) {
        let ([data, ..], sp) = (asm.roles.data, asm.roles.sp);
        let round = frame.rules.round;
        let bits = i64::from(round.trailing_zeros());
        asm.address_of(data, size);
        asm.access(Access::Load, 4, data, data, 0);
        asm.add(data, data, i64::from(round) - 1);
        asm.operate_with(Op::ShiftRight, data, data, bits);
        asm.operate_with(Op::ShiftLeft, data, data, bits);
        asm.add(data, data, self.spared(frame).into());
        asm.operate(if frame.down { Op::Subtract } else { Op::Add }, sp, sp, data);
        frame.beyond(self.room(frame));
        write_ends(asm, self.place(frame), self.bytes);
    }

    /// Reads the ends of the array into the first data register, and frees it where the epilogue does not.
    fn read(self, asm: &mut Asm, frame: &Planned<'_>) {
        read_ends(asm, self.place(frame), self.bytes);
        if frame.is_anchored() {
            return;
        }
        let room = i64::from(self.room(frame));
        asm.add(asm.roles.sp, asm.roles.sp, if frame.down { room } else { -room });
        frame.beyond(0);
    }

    /// Reads the array as [`Dynamic::read`] does, and stores the value at the given offset in the frame.
    pub(super) fn read_to(self, asm: &mut Asm, frame: &Planned<'_>, at: u32) {
        let [data, ..] = asm.roles.data;
        self.read(asm, frame);
        asm.store(data, 4, frame.local(at));
    }

    /// Number of bytes by which the stack pointer moves.
    fn room(self, frame: &Planned<'_>) -> u32 {
        self.rounded(frame) + self.spared(frame)
    }

    fn rounded(self, frame: &Planned<'_>) -> u32 {
        u32::from(self.bytes).next_multiple_of(frame.rules.round)
    }

    /// Number of bytes next to the stack pointer before it moves that the array does not occupy: those for calls,
    /// where the function has saved words among them.
    fn spared(self, frame: &Planned<'_>) -> u32 {
        if frame.rules.saved_words.is_some() { self.outgoing.next_multiple_of(frame.rules.round) } else { 0 }
    }

    fn place(self, frame: &Planned<'_>) -> Mem {
        let outgoing = i64::from(self.outgoing.next_multiple_of(frame.rules.round));
        let offset = if frame.down { outgoing } else { -outgoing - i64::from(self.rounded(frame)) };
        Mem { base: frame.roles.sp, offset, align: 1 }
    }
}

/// Writes the first and the last byte of an array.
fn write_ends(asm: &mut Asm, array: Mem, bytes: u16) {
    let [first, last] = unit::ARRAY_BYTES;
    let [data, ..] = asm.roles.data;
    for (at, byte) in [(0, first), (bytes.saturating_sub(1), last)] {
        asm.constant(data, byte.into());
        asm.access(Access::Store, 1, data, array.base, array.offset + i64::from(at));
    }
}

/// Reads both bytes back into the first data register, the last one above the first.
fn read_ends(asm: &mut Asm, array: Mem, bytes: u16) {
    let [data, other, _] = asm.roles.data;
    asm.access(Access::Load, 1, data, array.base, array.offset + i64::from(bytes.saturating_sub(1)));
    asm.operate_with(Op::ShiftLeft, data, data, 8);
    asm.access(Access::Load, 1, other, array.base, array.offset);
    asm.operate(Op::Or, data, data, other);
}
