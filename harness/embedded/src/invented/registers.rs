//! Registers and the stack: callee-saved registers, use of registers, stack frames.
//!
//! v8 to v15 are not used, because they would have to be restored with their lengths. Code works in r16 to r27: every
//! function declares them as changed (REG-02), whether it uses all of them or not.

use super::Dialect;
use crate::convention::{FrameRules, Machine, PassedLinks, Roles};
use crate::emit::{Emit, Reg};
use crate::forwardcom::emit::{Changed, INTS, Printer, WHOLE};

/// Register that holds the return link at a call (CALL-02).
const LINK: Reg = Reg(5);
/// Scratch register: offsets and lengths, and callees' addresses.
const SCRATCH: Reg = Reg(16);

/// Register v6, which carries nothing.
const SPARE_VECTOR: Reg = Reg(38);
/// Declaration that REG-02 demands: r16 to r29 are changed.
const CHANGED: Changed = Changed::Always([0x3fff_0000, 0]);

const fn spelling(types: [&'static str; 2], ints: Option<&'static Printer>) -> Printer {
    Printer {
        types,
        ints,
        scratch: SCRATCH,
        spare: Some(SPARE_VECTOR),
        link: Some(LINK),
        prefix: "_",
        changed: CHANGED,
    }
}

static ON_INTS: Printer = spelling(INTS, None);
static ON_WHOLE: Printer = spelling(WHOLE, Some(&ON_INTS));

impl Machine for Dialect {
    fn emit(&self) -> &'static dyn Emit {
        &ON_WHOLE
    }

    fn roles(&self) -> Roles {
        Roles {
            sp: Reg(31),
            link: LINK,
            frame: Reg(12),
            scratch: SCRATCH,
            data: [Reg(17), Reg(18), Reg(19)],
            piece: Reg(20),
            from: Reg(21),
            to: Reg(22),
            pointer: Reg(23),
            address: Reg(24),
            slots: Reg(25),
            result: Reg(26),
            objects: Reg(27),
            own_address: Reg(28),
            computed: Reg(7),
            kept_walk: Reg(13),
            kept_result: Reg(14),
            back: Reg(29),
            own: [Reg(0), Reg(1), Reg(2), Reg(3), Reg(4), Reg(7), Reg(20), Reg(21)],
        }
    }

    fn is_saved(&self, r: Reg) -> bool {
        // REG-01: a function preserves r8 to r15.
        matches!(r.0, 8..=15)
    }

    fn keepers(&self) -> Vec<Reg> {
        (8..=15).map(Reg).collect()
    }

    fn kept(&self, argument: Reg) -> Option<Reg> {
        matches!(argument.0, 1..=3).then_some(Reg(argument.0 + 8))
    }

    fn frame(&self) -> FrameRules {
        FrameRules {
            // STACK-01: the stack pointer is a multiple of 16.
            align: 16,
            // STACK-02: the word below the stack pointer at a call holds the caller's own entry stack pointer.
            area: 8,
            // CALL-01 does not specify the place of the return address.
            uses_beyond: false,
            hidden_link: true,
            // STACK-02, CALL-02: that word, and the link to the instruction behind the call in r5.
            passed_links: Some(PassedLinks { temporary: Reg(6), entry_pointer: -8 }),
            ..FrameRules::aligned(16)
        }
    }
}
