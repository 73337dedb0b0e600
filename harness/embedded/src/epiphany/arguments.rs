//! Places of arguments: the document's procedure call standard, with readings for double words, composites, stack
//! slots and unnamed arguments.

use crosscall_clauses::epiphany as names;
use crosscall_model::{Form, Type};

use super::Dialect;
use super::data::fills_machine_type;
use super::results;
use crate::convention::{Passing, PassingRules, SeparateParts};
use crate::emit::Reg;
use crate::fault::Mechanism;
use crate::laid::{Laid, Shape};
use crate::places::{Assignment, Call, Part, PassMode, Returned, Spot};

/// Number of argument registers, r0 upwards.
const REGISTERS: u16 = 4;

/// Free registers and stack bytes.
struct Free<'d> {
    dialect: &'d Dialect,
    /// Next register for a value of several registers, and for a word where nothing is back-filled.
    next: u16,
    /// True for each register that was skipped.
    skipped: [bool; REGISTERS as usize],
    /// Distance of the next free byte above the stack pointer.
    stack: u32,
    /// Distance of the first stack argument from the stack pointer.
    first_slot: u32,
    /// True if skipped registers may be used.
    back_fill: bool,
}

impl Passing for Dialect {
    /// Assigns every argument its place. Unnamed arguments never use a skipped register: a callee that reads them in
    /// order could not find them there.
    fn assign(&self, call: &Call<'_>) -> Assignment {
        let Call { arguments, named, variadic, memory_result, .. } = *call;
        let wrong = if self.breaks(Mechanism::StackArgumentOffset) { 4 } else { 0 };
        let first_slot = self.area() + wrong;
        let mut free = Free {
            dialect: self,
            next: u16::from(self.breaks(Mechanism::ShiftArguments)),
            skipped: [false; REGISTERS as usize],
            stack: first_slot,
            first_slot,
            // ARG-03 back-fill: a later word takes a skipped register, or it stays unused.
            back_fill: self.is(names::BackFill::NextWord),
        };
        // RET-06 position: the address for the result is the first argument, or comes behind the named ones.
        let address_first = self.is(names::ResultAddress::FirstArgument);
        let mut result_pointer = (memory_result && address_first).then(|| free.word());
        let mut ways: Vec<PassMode> = arguments.iter().take(named).map(|laid| free.argument(laid)).collect();
        if memory_result && !address_first {
            result_pointer = Some(free.word());
        }
        let after_named = free.next;
        let unnamed_stack = distance(free.stack);
        let mut spill = REGISTERS..REGISTERS;
        if variadic {
            free.back_fill = false;
            // S14: unnamed arguments are on the stack, or travel like named ones.
            match self.of() {
                names::UnnamedArguments::OnStack => free.next = REGISTERS,
                names::UnnamedArguments::LikeNamed => spill.start = after_named,
            }
        }
        ways.extend(arguments.iter().skip(named).map(|laid| free.argument(laid)));
        let stack_bytes = free.stack.next_multiple_of(4);
        // REG-09: the callee of a function with named arguments only removes the stack arguments.
        let pops = self.follows("EPIPHANY-REG-09", 2) && !variadic;
        let popped = if pops { stack_bytes.next_multiple_of(8) } else { 0 };
        Assignment { ways, result_pointer, stack_bytes, spill, popped, unnamed_stack, list: None }
    }

    fn returned(&self, laid: &Laid, _ty: &Type, _form: Form) -> Returned {
        results::classify(laid, self)
    }

    fn pointer_align(&self, laid: &Laid) -> u32 {
        // TYPE-14 stack: a double word that the caller copies to its stack has the stack's alignment of double words.
        let align = if laid.align == 8 { self.stack_double_align() } else { laid.align };
        // S03 temporary: what is passed or returned by address has the alignment of its type, or of at most 8.
        if self.is(names::TemporaryAlign::EightAtMost) { align.min(8) } else { align }
    }

    fn typedef_alignment_counts(&self) -> bool {
        // S28: that of the type without the typedef counts, or that of the typedef.
        self.is(names::AttributedScalar::Counted)
    }

    fn passing(&self) -> PassingRules {
        PassingRules {
            // S24 argument: a complex argument is two arguments, a structure of its parts, or as many words.
            separate_parts: SeparateParts::all_if(self.is(names::ComplexArgument::TwoArguments)),
            // S05: the caller extends narrow arguments to a word, or the callee does.
            caller_extends: self.is(names::NarrowArgument::CallerExtends),
            // ARG-06 slot: on the stack, a narrow argument has a word, or its natural size.
            extends_on_stack: !self.is(names::StackSlot::NaturalSize),
            // S10 slots: a callee may write the stack places of its arguments, or they are not its own.
            writes_slots: self.is(names::StackSlotOwner::Callee),
            // S10 copy: a callee that owns the objects may write them, so that the caller passes copies.
            caller_copies: self.is(names::ByAddressOwner::Callee),
            // RET-01: a narrow result is extended by the signedness of its type, or either way.
            extends_results_exactly: self.is(names::NarrowResult::Extended),
            // RET-06 again: r0 holds the address of a result in memory at the return, or anything.
            returns_address: self.is(names::ResultAddressAtReturn::InR0),
            ..PassingRules::USUAL
        }
    }
}

impl Dialect {
    /// Alignment in bytes of double words on the stack (TYPE-14 stack).
    fn stack_double_align(&self) -> u32 {
        if self.is(names::StackDouble::AlignedToEight) { 8 } else { 4 }
    }
}

/// Distance from the stack pointer as a signed number.
fn distance(bytes: u32) -> i32 {
    i32::try_from(bytes).unwrap_or(i32::MAX)
}

/// True if a composite is passed by value (S06).
fn passes_by_value(laid: &Laid, dialect: &Dialect) -> bool {
    match dialect.of() {
        names::CompositeArgument::AlwaysByAddress => false,
        names::CompositeArgument::WordByValue => laid.size <= 4,
        names::CompositeArgument::NaturalModeByValue => fills_machine_type(laid),
        names::CompositeArgument::AlwaysByValue => true,
    }
}

impl Free<'_> {
    fn argument(&mut self, laid: &Laid) -> PassMode {
        if laid.is_record() {
            if laid.is_empty() {
                // S11: an empty record is passed by address, or is not passed.
                return match self.dialect.of() {
                    names::EmptyArgument::ByAddress => PassMode::Pointer(self.word()),
                    names::EmptyArgument::NotPassed => PassMode::Nothing,
                };
            }
            if !passes_by_value(laid, self.dialect) {
                return PassMode::Pointer(self.word());
            }
            if laid.size == 0 {
                return PassMode::Nothing;
            }
        }
        match &laid.shape {
            Shape::Complex { part, like } => match self.dialect.of() {
                names::ComplexArgument::LikeStructure => return self.argument(like),
                names::ComplexArgument::TwoArguments => return PassMode::Value(self.two_values(part)),
                names::ComplexArgument::Words | names::ComplexArgument::WordsSplit => {}
            },
            Shape::Vector { like, .. } => match self.dialect.of() {
                names::VectorArgument::LikeStructure => return self.argument(like),
                names::VectorArgument::ByAddress => return PassMode::Pointer(self.word()),
                names::VectorArgument::Words => {}
            },
            _ => {}
        }
        let floating = match &laid.shape {
            Shape::Complex { part, .. } => part.is_floating(),
            _ => laid.is_floating(),
        };
        if floating && self.dialect.is(names::FloatArguments::OnStack) {
            let at = self.slot(laid.size, laid.align);
            return PassMode::Value(vec![Part::new(0, laid.size, Spot::Stack(at))]);
        }
        PassMode::Value(self.value(laid))
    }

    /// Places of both parts of a complex value.
    fn two_values(&mut self, part: &Laid) -> Vec<Part> {
        let mut parts = Vec::new();
        for half in 0..2 {
            if let PassMode::Value(places) = self.argument(part) {
                parts.extend(places.into_iter().map(|p| Part { offset: p.offset + half * part.size, ..p }));
            }
        }
        parts
    }

    /// Place of one word: an address.
    fn word(&mut self) -> Spot {
        match self.word_register() {
            Some(register) => Spot::Register(Reg(register)),
            None => Spot::Stack(self.slot(4, 4)),
        }
    }

    /// Register for a word.
    fn word_register(&mut self) -> Option<u16> {
        if self.back_fill
            && let Some(at) = self.skipped.iter().position(|s| *s)
        {
            if let Some(skipped) = self.skipped.get_mut(at) {
                *skipped = false;
            }
            return u16::try_from(at).ok();
        }
        if self.next < REGISTERS {
            self.next += 1;
            return Some(self.next - 1);
        }
        None
    }

    /// Allocates stack bytes for a value of this size and alignment, and returns their distance from the stack
    /// pointer.
    fn slot(&mut self, size: u32, align: u32) -> i32 {
        let natural = self.dialect.is(names::StackSlot::NaturalSize);
        let align = if align >= 8 {
            self.dialect.stack_double_align()
        } else if natural {
            align
        } else {
            4
        };
        let at = self.stack.next_multiple_of(align);
        self.stack = at + if natural { size } else { size.next_multiple_of(4) };
        distance(at)
    }

    /// Skips registers up to this one.
    fn skip_to(&mut self, register: u16) {
        for skipped in self.skipped.iter_mut().take(register.into()).skip(self.next.into()) {
            *skipped = true;
        }
        self.next = self.next.max(register);
    }

    fn value(&mut self, laid: &Laid) -> Vec<Part> {
        if laid.size <= 4 {
            // S28: a word can be aligned like a double word.
            let pair = laid.align >= 8 && self.next < REGISTERS;
            if pair && self.dialect.is(names::DoubleStart::EvenRegister) {
                self.skip_to(self.next.next_multiple_of(2));
            }
            let back_fill = self.back_fill;
            self.back_fill &= !pair;
            let register = self.word_register();
            self.back_fill = back_fill;
            let spot = match register {
                Some(register) => Spot::Register(Reg(register)),
                None => Spot::Stack(self.slot(laid.size, laid.align)),
            };
            return vec![Part::new(0, laid.size, spot)];
        }
        let double = !laid.has_parts();
        let even = self.dialect.is(names::DoubleStart::EvenRegister)
            != (double && self.dialect.breaks(Mechanism::PairStart));
        if laid.align >= 8 && even && self.next < REGISTERS {
            self.skip_to(self.next.next_multiple_of(2));
        } else if double && self.dialect.breaks(Mechanism::PairStart) && self.next.is_multiple_of(2) {
            self.skip_to((self.next + 1).min(REGISTERS));
        }
        let words = laid.size.div_ceil(4);
        let left = u32::from(REGISTERS - self.next);
        // The rest of a split value must be the first stack argument, so that its parts are adjacent where a callee
        // spills the registers.
        let may_split = if self.stack > self.first_slot {
            false
        } else if double {
            self.dialect.is(names::DoubleSplit::LastRegisterAndStack)
        } else if matches!(laid.shape, Shape::Complex { .. }) {
            self.dialect.is(names::ComplexArgument::WordsSplit)
        } else if !laid.is_record() {
            self.dialect.is(names::VectorSplit::Split) && matches!(laid.shape, Shape::Vector { .. })
        } else {
            match self.dialect.of() {
                names::CompositeSplit::Never => false,
                names::CompositeSplit::OfWords => laid.align >= 4,
                names::CompositeSplit::Always => true,
            }
        };
        let in_registers = if words <= left {
            words
        } else if may_split {
            left
        } else {
            0
        };
        let mut parts = Vec::new();
        for i in 0..in_registers {
            let offset = i * 4;
            let len = (laid.size - offset).min(4);
            parts.push(Part::new(offset, len, Spot::Register(Reg(self.next))));
            self.next += 1;
        }
        if in_registers < words {
            self.skip_to(REGISTERS);
            let offset = in_registers * 4;
            let len = laid.size - offset;
            let align = if in_registers == 0 { laid.align } else { 4 };
            let at = self.slot(len, align);
            parts.push(Part::new(offset, len, Spot::Stack(at)));
        }
        let high_first = double
            && self.dialect.is(names::DoubleOrder::LowWordFirst)
                == self.dialect.breaks(Mechanism::SwapHalves);
        if high_first && in_registers > 0 {
            for part in &mut parts {
                part.offset = 4 - part.offset.min(4);
            }
        }
        parts
    }
}
