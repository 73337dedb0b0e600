//! Registers and the stack: callee-saved registers, use of registers, stack frames.
//!
//! Only r8 to r13 are scratch and carry nothing; purposes that never overlap in time share them.

use crosscall_clauses::dpu as names;

use super::Dialect;
use super::emit::Printer;
use crate::convention::{FramePointer, FrameRules, Machine, Roles, SavedWords};
use crate::emit::{Emit, Reg};

/// Callees' addresses and loop counters of copies; between calls, the address of slots and of the result.
const SCRATCH: Reg = Reg(8);
const DATA: [Reg; 3] = [Reg(9), Reg(10), Reg(11)];
const PIECE: Reg = Reg(12);
const POINTER: Reg = Reg(13);
/// Callee-saved registers that a function saves before it uses them.
const KEPT_WALK: Reg = Reg(19);
const KEPT_RESULT: Reg = Reg(20);
const OBJECTS: Reg = Reg(21);

/// Alignment of the stack pointer in bytes (STACK-05).
const STACK_ALIGN: u32 = 8;

impl Machine for Dialect {
    fn emit(&self) -> &'static dyn Emit {
        &Printer
    }

    fn roles(&self) -> Roles {
        let [.., third] = DATA;
        Roles {
            // REG-07, REG-08: r22 is the stack pointer, r23 holds the return address.
            sp: Reg(22),
            link: Reg(23),
            frame: OBJECTS,
            scratch: SCRATCH,
            data: DATA,
            piece: PIECE,
            from: third,
            to: PIECE,
            pointer: POINTER,
            address: POINTER,
            slots: SCRATCH,
            result: SCRATCH,
            objects: OBJECTS,
            own_address: POINTER,
            computed: KEPT_RESULT,
            kept_walk: KEPT_WALK,
            kept_result: KEPT_RESULT,
            back: POINTER,
            own: [Reg(0), Reg(1), Reg(2), Reg(3), Reg(4), Reg(5), Reg(6), Reg(7)],
        }
    }

    fn is_saved(&self, r: Reg) -> bool {
        // REG-06: a function preserves r14 to r21.
        matches!(r.0, 14..=21)
    }

    fn keepers(&self) -> Vec<Reg> {
        (14..OBJECTS.0).map(Reg).collect()
    }

    fn kept(&self, argument: Reg) -> Option<Reg> {
        (argument.0 < 5).then_some(Reg(14 + argument.0))
    }

    fn frame(&self) -> FrameRules {
        // STACK-08: the places of the two words in a frame are reserved even if the function saves other registers.
        let pair = self.is(names::FramePicture::Mandatory).then(|| {
            // STACK-09: of the two saved words, the return address is the lower one, or the stack pointer is.
            let pointer_lower = self.is(names::SavedPairOrder::StackPointerLower);
            // CALL-04: the pair is at the beginning of the frame, or at its end.
            let at_start = self.is(names::SavedPairPlace::FrameStart);
            let (link, pointer) = match (at_start, pointer_lower) {
                (false, false) => (8, 4),
                (false, true) => (4, 8),
                (true, false) => (0, 4),
                (true, true) => (4, 0),
            };
            SavedWords {
                // CALL-01: the return address is one of the two words, or is kept elsewhere.
                link: self.is(names::ReturnAddressSave::InPicture).then_some(link),
                // CALL-03: the stack pointer is the other one, or is not saved.
                pointer: self.is(names::StackPointerSave::Saved).then_some(pointer),
                at_start,
                // CALL-06: the words are saved before the stack pointer moves, or after.
                first: self.is(names::SavedPairTime::BeforeStackMoves),
                temporary: PIECE,
            }
        });
        FrameRules {
            // STACK-05: the stack pointer is a multiple of 8 at all times, or at calls.
            first_step: if self.is(names::StackAlign::AtAllTimes) { 0 } else { 4 },
            // STACK-08: the two words lie right below the stack pointer.
            area: 8,
            // S12, S23: no register is set aside for a frame pointer.
            frame_pointer: FramePointer::Never,
            // REG-08: r23 holds the return address at the return, or anything.
            loses_link: !self.is(names::LinkAtReturn::ReturnAddress),
            stores_lost_link: true,
            // S21: memory beyond the stack pointer is not used, or is.
            uses_beyond: self.is(names::BeyondStackPointer::Used),
            saved_words: pair,
            ..FrameRules::aligned(STACK_ALIGN)
        }
    }
}
