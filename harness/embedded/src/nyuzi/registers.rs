//! Registers and the stack: callee-saved registers, use of registers, stack frames.

use crosscall_clauses::nyuzi as names;

use super::Dialect;
use super::emit::Printer;
use crate::convention::{FramePointer, FrameRules, Machine, Roles};
use crate::emit::{Emit, Reg};

/// First scalar register, s0.
pub(super) const FIRST_SCALAR: Reg = Reg(0);
/// First vector register, v0.
pub(super) const FIRST_VECTOR: Reg = Reg(32);

const GP: Reg = Reg(28);
const FP: Reg = Reg(29);
/// Callee-saved registers s26 and s27, in which addresses survive calls.
const KEPT_WALK: Reg = Reg(26);
const KEPT_RESULT: Reg = Reg(27);

/// Printer with s9 as scratch, above the registers that carry arguments.
static USUAL: Printer = Printer { scratch: Reg(9) };
/// Printer with s17 as scratch, where arguments extend to s16.
static CROWDED: Printer = Printer { scratch: Reg(17) };

/// Alignment of the stack pointer in bytes (STACK-01).
const STACK_ALIGN: u32 = 64;

/// Use of the registers above those that carry arguments, where a 64-bit value counts as two.
fn usual_roles() -> Roles {
    Roles {
        sp: Reg(30),
        link: Reg(31),
        frame: FP,
        scratch: USUAL.scratch,
        data: [Reg(10), Reg(11), Reg(12)],
        piece: Reg(13),
        from: Reg(14),
        to: Reg(15),
        pointer: Reg(16),
        address: Reg(17),
        slots: Reg(18),
        result: Reg(19),
        objects: Reg(20),
        own_address: Reg(21),
        computed: Reg(22),
        kept_walk: KEPT_WALK,
        kept_result: KEPT_RESULT,
        back: Reg(23),
        own: [Reg(0), Reg(1), Reg(2), Reg(3), Reg(4), Reg(5), Reg(6), Reg(7)],
    }
}

/// Use of registers where arguments extend to s16, so that few registers are left; purposes that never overlap in
/// time share them.
fn crowded_roles() -> Roles {
    Roles {
        scratch: CROWDED.scratch,
        data: [Reg(18), Reg(19), Reg(20)],
        piece: Reg(21),
        from: Reg(20),
        to: Reg(21),
        pointer: Reg(22),
        address: Reg(22),
        slots: Reg(23),
        result: Reg(23),
        objects: Reg(23),
        own_address: Reg(22),
        computed: KEPT_RESULT,
        // Results extend to s7, and no argument is needed at the return.
        back: Reg(8),
        ..usual_roles()
    }
}

impl Dialect {
    /// Number of arguments that a 64-bit value counts as (ARG-01 wide). Where arguments are counted in places
    /// (ARG-01 count), it always takes two.
    pub(super) fn wide(&self) -> u16 {
        let one = self.is(names::LongLongCount::OneArgument);
        if one && !self.is(names::RegisterCount::SharedPlaces) { 1 } else { 2 }
    }

    /// Number of bytes at the entry stack pointer that the callee owns (S11 area).
    pub(super) fn area(&self) -> u32 {
        if self.is(names::CalleeArea::SixtyFourBytes) { 64 } else { 0 }
    }
}

impl Machine for Dialect {
    fn emit(&self) -> &'static dyn Emit {
        if self.wide() == 1 { &CROWDED } else { &USUAL }
    }

    fn roles(&self) -> Roles {
        let roles = if self.wide() == 1 { crowded_roles() } else { usual_roles() };
        // REG-02: where gp need not be preserved, it is a scratch register.
        if self.is(names::GlobalPointer::AlwaysPreserved) { roles } else { Roles { pointer: GP, ..roles } }
    }

    fn is_saved(&self, r: Reg) -> bool {
        // REG-01, REG-02, REG-03, REG-05: a function preserves s24 to s27, gp, fp and v26 to v31.
        matches!(r.0, 24..=27 | 29 | 58..=63) || (r == GP && self.is(names::GlobalPointer::AlwaysPreserved))
    }

    fn keepers(&self) -> Vec<Reg> {
        let mut registers: Vec<Reg> = (24..=27).map(Reg).collect();
        // REG-07: where gp is preserved, it is a register like others, or nobody writes it.
        registers.extend(
            (self.is(names::GlobalPointer::AlwaysPreserved) && self.follows("NYUZI-REG-07", 1)).then_some(GP),
        );
        // REG-08: fp is a preserved register like others where no frame pointer is needed, or nobody writes it.
        registers.extend(self.is(names::UnneededFramePointer::Preserved).then_some(FP));
        registers.extend((58..=63).map(Reg));
        registers
    }

    fn kept(&self, argument: Reg) -> Option<Reg> {
        match argument.0 {
            0 | 1 => Some(Reg(24 + argument.0)),
            32..=37 => Some(Reg(26 + argument.0)),
            _ => None,
        }
    }

    fn frame(&self) -> FrameRules {
        FrameRules {
            // STACK-01 alignment: sp is a multiple of 64 at all times, or at calls.
            first_step: if self.is(names::StackAlign::AtAllTimes) { 0 } else { 32 },
            area: self.area(),
            // STACK-02: a function has a frame pointer only if its frame has a size that is known at run time.
            frame_pointer: FramePointer::WithDynamic,
            // REG-04 link: ra holds its entry value at the return, or anything.
            loses_link: !self.is(names::LinkAtReturn::Restored),
            stores_lost_link: true,
            // S19: nothing below sp is used, or ra is stored there before sp is lowered.
            link_beyond: self.is(names::BelowStackPointer::Used),
            ..FrameRules::aligned(STACK_ALIGN)
        }
    }
}
