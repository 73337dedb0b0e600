//! Places of arguments and results: the integer convention, and the one for floating-point registers beside it.

use crosscall_clauses::riscv as names;
use crosscall_model::{Form, Scalar, Type};

use super::Dialect;
use super::classes::Item;
use super::free::Free;
use crate::convention::{Passing, PassingRules, SeparateParts};
use crate::fault::Mechanism;
use crate::laid::Laid;
use crate::places::{Assignment, Call, Part, PassMode, Returned, Spot};

impl<const ABI: usize> Passing for Dialect<ABI> {
    fn assign(&self, call: &Call<'_>) -> Assignment {
        let Call { arguments, types, named, variadic, memory_result, form } = *call;
        let mut free = Free::new(self);
        if self.breaks(Mechanism::ShiftArguments) {
            free.shift();
        }
        // S11: arguments without a prototype travel like named ones, or like variadic ones.
        let like_variadic = form == Form::Unprototyped && self.is(names::Unprototyped::LikeVariadic);
        // VAR-05: the named arguments of a variadic function use floating-point registers, or do not.
        let in_floats = !(like_variadic || variadic && self.is(names::VariadicNamed::IntegerConvention));
        // RET-03: the address for a result is the first argument.
        let behind = self.errs("hidden-behind") && named > 0;
        let mut result_pointer = (memory_result && !behind).then(|| free.word());
        free.variadic = like_variadic;
        let mut ways = Vec::with_capacity(arguments.len());
        for (laid, ty) in arguments.iter().zip(types).take(named) {
            ways.push(if in_floats {
                self.argument(&mut free, ty, laid)
            } else {
                free.by_integers(ty, laid)
            });
            if memory_result && result_pointer.is_none() {
                result_pointer = Some(free.word());
            }
        }
        // VAR-09, VAR-10: where the registers are taken, unnamed arguments begin behind the named ones on the stack.
        let unnamed_stack = i32::try_from(free.stack).unwrap_or(i32::MAX);
        // VAR-11: the registers that no named argument takes are stored below the stack arguments.
        let spill = if variadic { free.rest() } else { 0..0 };
        free.variadic |= variadic;
        for (laid, ty) in arguments.iter().zip(types).skip(named) {
            // VAR-01, VAR-05: unnamed arguments use the integer convention.
            let way = free.by_integers(ty, laid);
            ways.push(way);
        }
        let stack_bytes = free.stack.next_multiple_of(self.xlen());
        Assignment { ways, result_pointer, stack_bytes, spill, unnamed_stack, ..Assignment::default() }
    }

    /// RET-01 to RET-06: a result travels as the first named argument of its type would.
    fn returned(&self, laid: &Laid, ty: &Type, _form: Form) -> Returned {
        let mut free = Free::new(self);
        let general = self.breaks(Mechanism::FloatingAsInteger);
        let way = if general { free.by_integers(ty, laid) } else { self.argument(&mut free, ty, laid) };
        match way {
            PassMode::Nothing => Returned::Nothing,
            PassMode::Pointer(_) => Returned::Memory,
            PassMode::Value(parts) if parts.iter().any(|part| matches!(part.spot, Spot::Stack(_))) => {
                Returned::Memory
            }
            PassMode::Value(parts) => Returned::Registers(parts),
        }
    }

    fn typedef_alignment_counts(&self) -> bool {
        // S15: that of the type without the typedef counts, or that of the typedef.
        self.is(names::AttributedScalar::Counted)
    }

    fn record_typedef_alignment_counts(&self) -> bool {
        // S15 record: a record's own alignment counts, or that of its typedef.
        self.is(names::AttributedRecord::Counted)
    }

    fn extends_signed(&self, laid: &Laid) -> bool {
        // ARG-04: an integer is extended by its own sign up to 32 bits, and from there by bit 31.
        let by_bit_31 = laid.size == 4 && !laid.is_floating() && !self.errs("unsigned-zero-extended");
        laid.is_signed() || by_bit_31
    }

    fn counts_on_extension(&self, ty: &Type) -> bool {
        // The bits above an unsigned enumeration are no value of it with 64-bit registers.
        !matches!(ty.unaligned(), Type::Scalar(Scalar::Char) | Type::Enum(_))
    }

    fn pointer_align(&self, laid: &Laid) -> u32 {
        // S12 argument: a copy is aligned as its type is, or to the stack's alignment at most.
        let most = match self.of() {
            names::ArgumentCopyAlign::AsType => u32::MAX,
            names::ArgumentCopyAlign::StackAtMost => self.stack_align(),
        };
        self.local_align(laid.align.min(if self.errs("copy-unaligned") { 1 } else { most }))
    }

    fn result_align(&self, laid: &Laid) -> u32 {
        // S12 result: the same for the memory for a result.
        let most = match self.of() {
            names::ResultMemoryAlign::AsType => u32::MAX,
            names::ResultMemoryAlign::StackAtMost => self.stack_align(),
        };
        self.local_align(laid.align.min(if self.errs("room-unaligned") { 1 } else { most }))
    }

    fn passing(&self) -> PassingRules {
        PassingRules {
            // S08: the two integers of a complex one travel like other integers, or together.
            separate_parts: match (self.errs("complex-parts"), self.is(names::ComplexInteger::TwoScalars)) {
                (false, false) => SeparateParts::None,
                (false, true) => SeparateParts::OfIntegers,
                (true, false) => SeparateParts::OfReals,
                (true, true) => SeparateParts::All,
            },
            // ARG-04: narrow integers are extended on the stack, too.
            extends_on_stack: self.is(names::NarrowInteger::RegistersAndStack)
                && !self.errs("stack-not-extended"),
            // S14: a callee may write to the places of its stack arguments, or they are not its own.
            writes_slots: self.is(names::StackSlotOwner::Callee),
            // ARG-26: a callee may write to what it got by address, so that the caller passes copies.
            caller_copies: self.is(names::ByAddressOwner::Callee),
            // S13: the memory for a result is the caller's own, or may be an object that is known elsewhere.
            result_room_in_frame: self.is(names::ResultRoom::OwnRoom),
            // RET-04: a0 holds the address of a result at return, or nobody relies on it.
            returns_address: self.is(names::ResultAddressAtReturn::ReliedOn),
            ..PassingRules::USUAL
        }
    }
}

impl<const ABI: usize> Dialect<ABI> {
    /// Alignment of an object in a function's own frame (S17).
    fn local_align(&self, align: u32) -> u32 {
        let as_stack = self.abi().is_embedded && self.is(names::EmbeddedLocal::AsStack);
        if as_stack { align.min(self.stack_align()) } else { align }
    }

    /// PassMode of a named argument.
    fn argument(&self, free: &mut Free<'_, ABI>, ty: &Type, laid: &Laid) -> PassMode {
        // ARG-32, ARG-51: only by some ABIs, and only if all conditions are met.
        let items = if self.flen() > 0 { self.items(ty, laid) } else { None };
        let placed = items.and_then(|items| self.place(free, &items, laid));
        placed.map_or_else(|| free.by_integers(ty, laid), PassMode::Value)
    }

    /// Registers of the values in an argument, if enough are left.
    fn place(&self, free: &mut Free<'_, ABI>, items: &[Item], laid: &Laid) -> Option<Vec<Part>> {
        let reals = items.iter().filter(|item| item.real).count();
        let integers = items.len() - reals;
        let (floats_left, integers_left) =
            (usize::from(free.floats_left()), usize::from(free.integers_left()));
        // ARG-31: a floating-point register is used whether or not integer registers are left.
        if self.errs("floats-with-integers") && integers_left == 0 {
            return None;
        }
        if floats_left < reals {
            // ARG-47: a last register that stays free is taken by a later argument, or is not.
            if floats_left > 0 && self.is(names::SkippedFloatRegister::Unused) {
                free.skip_floats();
            }
            // ARG-42
            if self.errs("real-to-stack") && items.len() == 1 {
                return Some(vec![Part::new(0, laid.size, free.slot(laid.size, laid.align))]);
            }
            return None;
        }
        if integers_left < integers && !self.errs("mixed-split") {
            return None;
        }
        let parts = items.iter().map(|item| {
            if item.real {
                let ones = self.ones(laid);
                return Part { ones, ..Part::new(item.offset, item.len, free.float()) };
            }
            Part { shift: item.shift, ..Part::new(item.offset, item.len, free.word()) }
        });
        Some(parts.collect())
    }

    /// Number of bytes up to which a narrower value has ones above it in a floating-point register (ARG-43).
    fn ones(&self, laid: &Laid) -> u32 {
        // ARG-43 members: each value in a register of its own, or only an argument that is one by itself.
        let only_alone = self.is(names::BoxMembers::StandaloneOnly) && laid.has_parts();
        if only_alone || self.errs("box-missing") {
            return 0;
        }
        // ARG-43 width: up to the processor's width, or to that of the ABI.
        if self.is(names::BoxWidth::Processor) { 8 } else { self.flen() }
    }
}
