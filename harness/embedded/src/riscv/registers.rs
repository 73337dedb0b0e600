//! Registers and the stack: callee-saved registers, use of registers, stack frames.
//!
//! Code for ILP32E works in x16 to x31, which are temporaries where the processor has them (REG-37): the base with 16
//! registers has too few that carry no argument. Functions with them need a processor that has them.

use crosscall_clauses::riscv as names;
use crosscall_model::target::riscv::Abi;

use super::Dialect;
use super::emit::{EMBEDDED, NARROW, Printer, WIDE};
use crate::asm::Asm;
use crate::convention::{FramePointer, FrameRules, Machine, Roles};
use crate::emit::{Emit, Reg};
use crate::fault::Mechanism;

const RA: Reg = Reg(0);
const SP: Reg = Reg(1);
const GP: Reg = Reg(2);
const T0: Reg = Reg(4);
/// t1, in which a tail call has its address, too.
pub(super) const SCRATCH: Reg = Reg(5);
const T2: Reg = Reg(6);
/// s0, the frame pointer where there is one (REG-12).
const S0: Reg = Reg(7);
const S1: Reg = Reg(8);
/// First argument register, a0.
pub(super) const A0: Reg = Reg(9);

/// Rounding towards zero.
const TOWARDS_ZERO: u32 = 1;
/// Value that a register is borrowed for.
const BORROWED: u32 = 0x5ca1;

/// Numbers of the registers that depend on the base.
#[derive(Debug, Clone, Copy)]
pub(super) struct Numbers {
    /// First floating-point register, f0.
    first_float: u16,
    /// x28, of which x29 to x31 follow.
    x28: u16,
    /// x18, of which x19 to x27 follow.
    pub(super) x18: u16,
    /// Register for pieces of values, x30.
    pub(super) piece: Reg,
}

impl Numbers {
    /// Numbers for an ABI. The registers that the base with 16 lacks come behind all that it has.
    pub(super) const fn of(abi: Abi) -> Numbers {
        if abi.facts().is_embedded {
            Numbers { first_float: 15, x28: 48 + 12, x18: 48 + 2, piece: Reg(48 + 14) }
        } else {
            Numbers { first_float: 31, x28: 27, x18: 17, piece: Reg(29) }
        }
    }

    /// True for a floating-point register.
    pub(super) fn is_floating(self, r: Reg) -> bool {
        (self.first_float..self.first_float + 32).contains(&r.0)
    }

    /// Floating-point register by its number.
    pub(super) fn float(self, number: u16) -> Reg {
        Reg(self.first_float + number)
    }
}

impl<const ABI: usize> Dialect<ABI> {
    pub(super) fn numbers(&self) -> Numbers {
        const { Numbers::of(Abi::ALL[ABI]) }
    }

    fn printer(&self) -> &'static Printer {
        match (self.abi().is_embedded, self.abi().xlen) {
            (true, _) => &EMBEDDED,
            (_, 4) => &NARROW,
            _ => &WIDE,
        }
    }

    /// Alignment of the stack pointer in bytes (STACK-08, STACK-15).
    pub(super) fn stack_align(&self) -> u32 {
        match self.abi().is_embedded {
            false => 16,
            true if self.is(names::EmbeddedStackAlign::Eight) => 8,
            true => 4,
        }
    }

    /// True if s0 leads to a frame record at any time (STACK-06), so that nothing else may be in it.
    fn has_frame_chain(&self) -> bool {
        !self.is(names::FrameChain::None)
    }

    /// Floating-point registers that are preserved: fs0 to fs11 by their numbers.
    fn saved_floats(&self) -> impl Iterator<Item = Reg> {
        let numbers = if self.flen() > 0 { [8..10, 18..28] } else { [0..0, 0..0] };
        numbers.into_iter().flatten().map(|number| self.numbers().float(number))
    }
}

impl<const ABI: usize> Machine for Dialect<ABI> {
    fn emit(&self) -> &'static dyn Emit {
        self.printer()
    }

    fn roles(&self) -> Roles {
        let Numbers { x28, x18, piece, .. } = self.numbers();
        let embedded = self.abi().is_embedded;
        let saved = |number: u16| Reg(x18 + number - 2);
        let own = |i: u16| if i < 6 { Reg(A0.0 + i) } else { Reg(x18 + i) };
        Roles {
            sp: SP,
            link: RA,
            frame: S0,
            scratch: SCRATCH,
            data: [T2, Reg(x28), Reg(x28 + 1)],
            piece,
            from: Reg(x28 + 1),
            to: piece,
            pointer: Reg(x28 + 3),
            address: Reg(x28 + 3),
            slots: T0,
            result: T0,
            objects: T0,
            own_address: Reg(x28 + 3),
            computed: saved(10),
            kept_walk: if embedded { S1 } else { saved(11) },
            kept_result: if embedded { S0 } else { saved(9) },
            back: piece,
            own: if embedded {
                [own(0), own(1), own(2), own(3), own(4), own(5), own(6), own(7)]
            } else {
                [0, 1, 2, 3, 4, 5, 6, 7].map(|i| Reg(A0.0 + i))
            },
        }
    }

    fn is_saved(&self, r: Reg) -> bool {
        // REG-07, REG-09, REG-35: a function preserves s0 to s11, or s0 and s1.
        let more = !self.abi().is_embedded && (17..=26).contains(&r.0);
        // REG-18, REG-20, REG-32, REG-33: it preserves fs0 to fs11 where such registers carry arguments.
        matches!(r, S0 | S1) || more || self.saved_floats().any(|saved| saved == r)
    }

    fn keepers(&self) -> Vec<Reg> {
        let s0 = (!self.has_frame_chain()).then_some(S0);
        let others = if self.abi().is_embedded { 0..0 } else { 17..27 };
        s0.into_iter().chain([S1]).chain(others.map(Reg)).chain(self.saved_floats()).collect()
    }

    fn kept(&self, argument: Reg) -> Option<Reg> {
        let numbers = self.numbers();
        if numbers.is_floating(argument) {
            // fs0 to fs7 for fa0 to fa7.
            let at = argument.0.checked_sub(numbers.float(10).0)?;
            return Some(numbers.float(if at < 2 { 8 + at } else { 16 + at }));
        }
        let at = argument.0.checked_sub(A0.0).filter(|_| !self.abi().is_embedded)?;
        Some(if at == 0 { S1 } else { Reg(numbers.x18 + at - 1) })
    }

    fn frame(&self) -> FrameRules {
        let align = self.stack_align();
        FrameRules {
            // STACK-10: the stack pointer is aligned at all times, or where a function is called.
            first_step: if self.is(names::StackAlign::AtAllTimes) { 0 } else { align / 2 },
            // STACK-06: a function needs a frame pointer only if its frame has a size that is known at run time, or if
            // all that call others have one.
            frame_pointer: match self.of() {
                names::FrameChain::AllButLeaves => FramePointer::WithCalls,
                names::FrameChain::None | names::FrameChain::AddressAlwaysValid => FramePointer::WithDynamic,
            },
            // STACK-02, STACK-04, STACK-05
            frame_record: true,
            // STACK-14: nothing below the stack pointer is used, or functions store there.
            uses_beyond: self.is(names::BelowStackPointer::WrittenOnly),
            ..FrameRules::aligned(align)
        }
    }

    /// Switches to truncation and back, as code that needs it would (REG-21).
    fn compute_floating(&self, asm: &mut Asm, result: bool) {
        let [old, new, _] = asm.roles.data;
        let old = self.printer().name(old);
        asm.text.line(&["frrm ", old]);
        asm.constant(new, TOWARDS_ZERO);
        asm.text.line(&["fsrm ", self.printer().name(new)]);
        let left = self.breaks(Mechanism::ModeLeft) && result;
        if self.is(names::RoundingMode::Unchanged) && !left {
            asm.text.line(&["fsrm ", old]);
        }
        if self.is(names::ExceptionFlags::Free) {
            asm.text.line(&["fsflags zero"]);
        }
    }

    fn borrow_registers(&self, asm: &mut Asm) {
        // REG-11: gp is never written, or holds its value again at each call and at return.
        if self.is(names::FixedRegisters::SameAtReturn) {
            let [old, ..] = asm.roles.data;
            asm.copy_register(old, GP);
            asm.constant(GP, BORROWED);
            asm.copy_register(GP, old);
        }
    }
}
