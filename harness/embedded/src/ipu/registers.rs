//! Registers and the stack: callee-saved registers, use of registers, stack frames.
//!
//! The processor has seven integer registers that carry no arguments, three of which are callee-saved. The lowering
//! needs more: most of its registers are words of memory ([`cell`]), which instructions access through `$m4` to
//! `$m6`.

use crosscall_clauses::ipu as names;

use super::Dialect;
use super::emit::{AGAIN, ANYTHING, ZERO};
use crate::convention::{FramePointer, FrameRules, Machine, Roles};
use crate::emit::{Emit, Reg};

/// First integer register, $m0.
pub(super) const FIRST_M: Reg = Reg(0);
/// First floating-point register, $a0.
pub(super) const FIRST_A: Reg = Reg(16);
/// Number of the first word of memory that represents a register: above all registers of the target.
pub(super) const FIRST_CELL: u16 = 64;
/// Number of such words.
pub(super) const CELLS: u16 = 24;

/// Word of memory that represents a register.
const fn cell(number: u16) -> Reg {
    Reg(FIRST_CELL + number)
}

/// Two of the words are saved like callee-saved registers.
const KEPT_WALK: Reg = cell(0);
const KEPT_RESULT: Reg = cell(1);
/// Frame pointer (Table 14.1).
const FP: Reg = Reg(9);
/// Alignment of the stack pointer in bytes: 64 bits (STACK-01).
const STACK_ALIGN: u32 = 8;

impl Machine for Dialect {
    fn emit(&self) -> &'static dyn Emit {
        // S05 upper: above a half are zeros, the half once more, or anything.
        match self.of() {
            names::HalfUpperBits::Zero => &ZERO,
            names::HalfUpperBits::SameHalfAgain => &AGAIN,
            names::HalfUpperBits::Unspecified => &ANYTHING,
        }
    }

    fn roles(&self) -> Roles {
        Roles {
            sp: Reg(11),
            link: Reg(10),
            frame: FP,
            scratch: cell(2),
            data: [cell(3), cell(4), cell(5)],
            // REG-07, REG-08: registers that are not callee-saved are used as scratch.
            piece: if self.is(names::BasePointer::Preserved) { cell(6) } else { Reg(8) },
            from: if self.is(names::FramePointer::Preserved) { cell(7) } else { FP },
            to: cell(8),
            pointer: cell(9),
            address: cell(10),
            slots: cell(11),
            result: cell(12),
            objects: cell(13),
            own_address: cell(14),
            computed: cell(15),
            kept_walk: KEPT_WALK,
            kept_result: KEPT_RESULT,
            back: cell(16),
            own: [Reg(0), Reg(1), Reg(2), Reg(3), cell(17), cell(18), cell(19), cell(20)],
        }
    }

    fn is_saved(&self, r: Reg) -> bool {
        // REG-06, REG-07, REG-08, REG-12: a function preserves m7, a6 and a7, and m8 and m9, unless these are
        // scratch.
        match r.0 {
            7 | 22 | 23 => true,
            8 => self.is(names::BasePointer::Preserved),
            9 => self.is(names::FramePointer::Preserved),
            _ => r == KEPT_WALK || r == KEPT_RESULT,
        }
    }

    fn keepers(&self) -> Vec<Reg> {
        let all = [7, 8, 9, 22, 23].map(Reg);
        all.into_iter().filter(|r| self.is_saved(*r)).collect()
    }

    fn kept(&self, argument: Reg) -> Option<Reg> {
        let to = match argument.0 {
            0 | 1 => Reg(7 + argument.0),
            16 | 17 => Reg(6 + argument.0),
            _ => return None,
        };
        self.is_saved(to).then_some(to)
    }

    fn frame(&self) -> FrameRules {
        FrameRules {
            // STACK-01 alignment: sp is a multiple of 8 at all times, or at calls.
            first_step: if self.is(names::StackAlign::AtAllTimes) { 0 } else { 4 },
            // STACK-04: the callee's area exists only if it has stack arguments.
            area: 0,
            // REG-08: for frames of variable size.
            frame_pointer: if self.is(names::FramePointer::Preserved) {
                FramePointer::WithDynamic
            } else {
                FramePointer::Never
            },
            // REG-09 permits a function to lose it.
            loses_link: false,
            stores_lost_link: true,
            // S19: nothing below sp is used, or the link register is stored there first.
            link_beyond: self.is(names::BelowStackPointer::Used),
            ..FrameRules::aligned(STACK_ALIGN)
        }
    }
}
