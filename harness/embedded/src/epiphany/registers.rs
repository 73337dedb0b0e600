//! Registers and the stack: callee-saved registers, use of registers, stack frames.

use crosscall_clauses::epiphany as names;

use super::Dialect;
use super::emit::Printer;
use crate::asm::Asm;
use crate::convention::{FramePointer, FrameRules, Machine, Roles};
use crate::emit::{Emit, Reg};
use crate::fault::Mechanism;

/// Frame pointer by the document.
const FP: Reg = Reg(15);

/// Value of the register of modes: round toward zero, floating-point arithmetic.
const TRUNCATE: u32 = 1;

/// Size of the largest frame whose link register can be saved by the store with post-modify that allocates it.
const LARGEST_PUSH: u32 = 2047 * 4;

impl Dialect {
    /// True if every function keeps the caller's frame pointer in its frame (REG-11).
    fn has_frame_chain(&self) -> bool {
        self.follows("EPIPHANY-REG-11", 2)
    }

    /// Number of bytes at the entry stack pointer that the callee owns (ARG-06 area).
    pub(super) fn area(&self) -> u32 {
        if self.is(names::CalleeArea::EightBytes) { 8 } else { 0 }
    }
}

impl Machine for Dialect {
    fn emit(&self) -> &'static dyn Emit {
        &Printer
    }

    fn roles(&self) -> Roles {
        Roles {
            sp: Reg(13),
            link: Reg(14),
            frame: FP,
            scratch: super::emit::SCRATCH,
            data: [Reg(16), Reg(17), Reg(20)],
            piece: Reg(21),
            from: Reg(18),
            to: Reg(19),
            // REG-13: r28 to r31 hold constants, or are scratch registers.
            pointer: if self.is(names::ConstantRegisters::Scratch) { Reg(29) } else { Reg(23) },
            address: Reg(23),
            // Only one reading of REG-14 makes r40 a scratch register.
            slots: if self.is(names::HighRegisters::CallerSaved) { Reg(40) } else { Reg(22) },
            result: Reg(25),
            objects: Reg(26),
            own_address: Reg(22),
            computed: Reg(24),
            kept_walk: Reg(11),
            kept_result: if self.has_frame_chain() { Reg(10) } else { FP },
            back: Reg(27),
            own: [Reg(0), Reg(1), Reg(2), Reg(3), Reg(16), Reg(17), Reg(18), Reg(19)],
        }
    }

    fn is_saved(&self, r: Reg) -> bool {
        // REG-06, REG-11, REG-14: a function preserves r4 to r11 and r15, and r32 to r43 under one reading.
        matches!(r.0, 4..=11 | 15)
            || (matches!(r.0, 32..=43) && self.is(names::HighRegisters::FirstTwelveCalleeSaved))
    }

    fn keepers(&self) -> Vec<Reg> {
        let registers = (4..=11).chain([FP.0]).chain(32..=43).map(Reg);
        registers.filter(|r| self.is_saved(*r) && !(self.has_frame_chain() && *r == FP)).collect()
    }

    fn kept(&self, argument: Reg) -> Option<Reg> {
        // REG-14: where r32 to r43 are preserved, they are free for values that have to survive a call.
        let high = self.is(names::HighRegisters::FirstTwelveCalleeSaved) && argument.0 >= 2;
        Some(Reg(argument.0 + if high { 32 } else { 4 }))
    }

    fn frame(&self) -> FrameRules {
        // STACK-08: the stack pointer is a multiple of 8, at all times or at calls, or of 4.
        let four = self.is(names::StackAlign::AlwaysFour);
        let align = if four { 4 } else { 8 };
        FrameRules {
            round: 8,
            odd: if four { 4 } else { 0 },
            first_step: if self.is(names::StackAlign::EightAtCalls) { 4 } else { 0 },
            // ARG-06: stack arguments start at the stack pointer, or above 8 bytes that belong to the callee.
            area: self.area(),
            // REG-11: every function keeps the caller's frame pointer in its frame, or none does.
            frame_pointer: if self.has_frame_chain() { FramePointer::Always } else { FramePointer::Never },
            // REG-07, CALL-04: a function returns through the link register, or through any other with anything in
            // that one.
            loses_link: !self.is(names::LinkAtReturn::Restored) && self.follows("EPIPHANY-CALL-04", 1),
            // STACK-10: nothing below the stack pointer is used, or a saved register is stored there first.
            link_beyond: self.is(names::BelowStackPointer::SavedRegister),
            push: if self.follows("EPIPHANY-STACK-10", 2) { LARGEST_PUSH } else { 0 },
            ..FrameRules::aligned(align)
        }
    }

    /// Switches to truncation and back, as code that needs it would (S04).
    fn compute_floating(&self, asm: &mut Asm, result: bool) {
        let [old, new, _] = asm.roles.data;
        asm.text.line(&["movfs ", Printer.name(old), ",config"]);
        asm.constant(new, TRUNCATE);
        asm.text.line(&["movts config,", Printer.name(new)]);
        let left = self.breaks(Mechanism::ModeLeft) && result;
        if self.is(names::ModesAtReturn::Restored) && !left {
            asm.text.line(&["movts config,", Printer.name(old)]);
        }
    }
}
