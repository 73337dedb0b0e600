//! Registers and the stack: callee-saved registers, use of registers, stack frames.
//!
//! All scratch registers can carry arguments at once, so that code works in callee-saved registers: a few, shared by
//! purposes that never overlap in time. r28 to r30 cannot be the base of an access with a displacement, so they hold
//! words and no addresses. v16 to v31 are not used, because they would have to be restored with their lengths.

use crosscall_clauses::forwardcom as names;

use super::Dialect;
use super::emit::{Changed, INTS, Printer, WHOLE};
use crate::asm::Asm;
use crate::convention::{FrameRules, Machine, Roles};
use crate::emit::{Emit, Reg};
use crate::fault::Mechanism;

const SCRATCH: Reg = Reg(16);
/// Registers that code works in.
const WORK: &[Reg] = &[Reg(16), Reg(17), Reg(18), Reg(19), Reg(20), Reg(21), Reg(22)];

/// Mask of rounding towards zero in the numeric control register.
const TRUNCATE: u32 = 3 << 10;

const fn spelling(types: [&'static str; 2], changed: Changed) -> Printer {
    Printer { types, ints: None, scratch: SCRATCH, spare: None, link: None, prefix: "_", changed }
}

static ON_INTS: Printer = spelling(INTS, Changed::Found);
pub(super) static FOUND: Printer = Printer { ints: Some(&ON_INTS), ..spelling(WHOLE, Changed::Found) };
/// Printers that list no register as changed.
static UNSAID_INTS: Printer = spelling(INTS, Changed::Always([0; 2]));
static UNSAID: Printer = Printer { ints: Some(&UNSAID_INTS), ..spelling(WHOLE, Changed::Always([0; 2])) };
/// Printers of names without an underscore.
static BARE_INTS: Printer = Printer { prefix: "", ..spelling(INTS, Changed::Found) };
static BARE: Printer = Printer { prefix: "", ints: Some(&BARE_INTS), ..spelling(WHOLE, Changed::Found) };
/// Printers that omit the registers that callees change.
static OWN_INTS: Printer = spelling(INTS, Changed::Own);
static OWN: Printer = Printer { ints: Some(&OWN_INTS), ..spelling(WHOLE, Changed::Own) };

impl Machine for Dialect {
    fn emit(&self) -> &'static dyn Emit {
        if self.errs("no-underscore") {
            return &BARE;
        }
        if self.errs("calls-unlisted") {
            return &OWN;
        }
        // REG-07: an object file lists the registers that a function changes.
        if self.errs("changes-unlisted") { &UNSAID } else { &FOUND }
    }

    fn roles(&self) -> Roles {
        Roles {
            sp: Reg(31),
            link: Reg(30),
            frame: Reg(30),
            scratch: SCRATCH,
            data: [Reg(17), Reg(18), Reg(19)],
            piece: Reg(20),
            from: Reg(19),
            to: Reg(20),
            pointer: Reg(21),
            address: Reg(21),
            slots: Reg(22),
            result: Reg(22),
            objects: Reg(22),
            own_address: Reg(21),
            computed: Reg(24),
            kept_walk: Reg(26),
            kept_result: Reg(25),
            back: Reg(20),
            own: [Reg(0), Reg(1), Reg(2), Reg(3), Reg(4), Reg(5), Reg(6), Reg(7)],
        }
    }

    fn is_saved(&self, r: Reg) -> bool {
        // REG-02: a function preserves r16 to r31 and v16 to v31.
        matches!(r.0, 16..=30 | 48..=63)
    }

    fn always_saved(&self) -> &'static [Reg] {
        // REG-04: a function that needs more registers than r0 to r15 saves those that it takes.
        if self.errs("work-unsaved") { &[] } else { WORK }
    }

    fn keepers(&self) -> Vec<Reg> {
        (28..=30).chain(23..=27).map(Reg).collect()
    }

    fn kept(&self, argument: Reg) -> Option<Reg> {
        (argument.0 == 0).then_some(Reg(23))
    }

    fn frame(&self) -> FrameRules {
        FrameRules {
            // S19: the stack consists of words of 8 bytes.
            align: 8,
            // S19 below: nothing below the stack pointer is kept, or functions store there.
            uses_beyond: self.is(names::BelowStackPointer::Used),
            // S20: return addresses are on a stack of their own.
            hidden_link: true,
            ..FrameRules::aligned(8)
        }
    }

    /// Switches to truncation and back, as code that needs it would (S07).
    fn compute_floating(&self, asm: &mut Asm, result: bool) {
        let [old, new, _] = asm.roles.data;
        let (old_name, new_name) = (FOUND.name(old), FOUND.name(new));
        asm.text.line(&["int64 ", old_name, " = read_spec(numcontr)"]);
        asm.constant(new, TRUNCATE);
        asm.text.line(&["int64 ", new_name, " = ", old_name, " | ", new_name]);
        asm.text.line(&["int64 numcontr = write_spec(", new_name, ")"]);
        // REG-05: a function preserves special registers, such as the control register for numbers.
        let left = self.breaks(Mechanism::ModeLeft) && result;
        if !left {
            asm.text.line(&["int64 numcontr = write_spec(", old_name, ")"]);
        }
    }
}
