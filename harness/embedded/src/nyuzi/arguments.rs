//! Places of arguments: the document's sentences on arguments, 64-bit values, variable argument lists and the
//! parameters of functions with structure results, with readings for their open questions.

use crosscall_clauses::nyuzi as names;
use crosscall_model::{Form, Type};

use super::Dialect;
use super::free::Free;
use super::results;
use super::vectors::{Passed, Piece, passed};
use crate::convention::{Passing, PassingRules, SeparateParts};
use crate::fault::Mechanism;
use crate::laid::{Laid, Shape};
use crate::places::{Assignment, Call, Part, PassMode, Returned, settle};

impl Passing for Dialect {
    fn assign(&self, call: &Call<'_>) -> Assignment {
        let Call { arguments, named, variadic, memory_result, .. } = *call;
        let mut free = Free::new(self);
        // VAR-01 named: the named arguments of a variadic function travel as in any other, or are on the stack.
        let all_on_stack = variadic && self.is(names::VariadicNamed::OnStack);
        let mut result_pointer = None;
        if memory_result {
            // VAR-01 position: the address for the result is in its register even then, or on the stack as well.
            let on_stack = all_on_stack && self.is(names::VariadicResultAddress::OnStack);
            free.stack_only = on_stack;
            result_pointer = Some(if on_stack { free.word(4, 4) } else { free.address() });
        }
        if self.breaks(Mechanism::ShiftArguments) {
            free.shift();
        }
        // S17 slot: an argument of a variadic function has its usual place on the stack, or a multiple of 8 bytes.
        if variadic && self.is(names::VariadicSlot::MultipleOfEight) {
            free.least_slot = 8;
        }
        free.stack_only = all_on_stack;
        let mut ways: Vec<PassMode> =
            arguments.iter().take(named).map(|laid| argument(&mut free, laid, self)).collect();
        let first_unnamed = free.slot_count();
        free.stack_only = variadic;
        ways.extend(arguments.iter().skip(named).map(|laid| argument(&mut free, laid, self)));
        let (places, end) = free.settle();
        settle(ways.iter_mut().flat_map(PassMode::spots_mut).chain(&mut result_pointer), &places);
        let end_place = i32::try_from(end).unwrap_or(i32::MAX);
        Assignment {
            ways,
            result_pointer,
            stack_bytes: end.next_multiple_of(4),
            unnamed_stack: places.get(first_unnamed).copied().unwrap_or(end_place),
            ..Assignment::default()
        }
    }

    fn returned(&self, laid: &Laid, _ty: &Type, _form: Form) -> Returned {
        results::classify(laid, self)
    }

    fn pointer_align(&self, laid: &Laid) -> u32 {
        // S10 temporary: the alignment of the type, of at most 64.
        let most = if self.is(names::TemporaryAlign::SixtyFourAtMost) { 64 } else { u32::MAX };
        laid.align.min(most)
    }

    fn typedef_alignment_counts(&self) -> bool {
        // S29: that of the type without the typedef counts, or that of the typedef.
        self.is(names::AttributedScalar::Counted)
    }

    fn passing(&self) -> PassingRules {
        PassingRules {
            // S13 argument: a complex argument is two arguments, the real part first, or a structure of its parts.
            separate_parts: SeparateParts::all_if(self.is(names::ComplexArgument::TwoArguments)),
            // S08: the caller extends narrow arguments to a word, or the callee does.
            caller_extends: self.is(names::NarrowArgument::CallerExtends),
            // ARG-02 slot: on the stack, `char` and `short` have a word, or 1 and 2 bytes.
            extends_on_stack: !self.is(names::StackSlot::NaturalSize),
            // S10 slots: a callee may write the stack places of its arguments, or they are not its own.
            writes_slots: self.is(names::StackSlotOwner::Callee),
            // S10 copy: a callee that owns the objects may write them, so that the caller passes copies.
            caller_copies: self.is(names::ByAddressOwner::Callee),
            // S15: a narrow result is extended by the signedness of its type, or either way.
            extends_results_exactly: self.is(names::NarrowResult::CalleeExtends),
            // RET-03: the space for a result is in the caller's frame, or an object elsewhere.
            result_room_in_frame: self.is(names::ResultRoom::CallersFrame)
                && !self.breaks(Mechanism::RoomOutside),
            // RET-01 again: s0 holds the address of a result in memory at the return, or anything.
            returns_address: self.is(names::ResultAddressAtReturn::InS0),
            ..PassingRules::USUAL
        }
    }
}

fn argument(free: &mut Free<'_>, laid: &Laid, dialect: &Dialect) -> PassMode {
    if laid.is_record() {
        return record(free, laid, dialect);
    }
    if let Shape::Complex { part, like } = &laid.shape {
        // S13 argument: a complex argument is two arguments, the real part first, or a structure of its parts.
        if !dialect.is(names::ComplexArgument::TwoArguments) {
            return record(free, like, dialect);
        }
        let mut parts = scalar(free, part, 0);
        parts.extend(scalar(free, part, part.size));
        return PassMode::Value(parts);
    }
    // LANG-05 argument: vectors of other shapes are fitted to vector registers, or are structures, or bytes.
    match passed(laid, dialect.of()) {
        None => PassMode::Value(scalar(free, laid, 0)),
        Some(Passed::Structure(like)) => record(free, like, dialect),
        Some(Passed::Scalars(lane, lanes)) => {
            PassMode::Value((0..lanes).flat_map(|i| scalar(free, lane, i * lane.size)).collect())
        }
        Some(Passed::Vectors(pieces)) => {
            let part = |piece: Piece| Part {
                spread: piece.spread,
                ..Part::new(piece.offset, piece.len, free.vector())
            };
            PassMode::Value(pieces.into_iter().map(part).collect())
        }
    }
}

/// Places of a scalar whose bytes begin at `offset` of a value.
fn scalar(free: &mut Free<'_>, laid: &Laid, offset: u32) -> Vec<Part> {
    if laid.size > 4 {
        return free.double(offset, laid.is_asked.then_some(laid.align));
    }
    vec![Part::new(offset, laid.size, free.word(laid.size, laid.align))]
}

/// PassMode of a composite (S09, S12).
fn record(free: &mut Free<'_>, laid: &Laid, dialect: &Dialect) -> PassMode {
    if laid.is_empty() {
        // S12: an empty record is passed by address, or is not passed.
        return match dialect.of() {
            names::EmptyArgument::ByAddress => PassMode::Pointer(free.word(4, 4)),
            names::EmptyArgument::NotPassed => PassMode::Nothing,
        };
    }
    // S09: composites are passed by address, by words in scalar registers, or on the stack.
    match dialect.of() {
        names::CompositeArgument::ByAddress => PassMode::Pointer(free.word(4, 4)),
        _ if laid.size == 0 => PassMode::Nothing,
        names::CompositeArgument::InScalarRegisters => PassMode::Value(free.words(laid.size)),
        names::CompositeArgument::OnStack => {
            PassMode::Value(vec![Part::new(0, laid.size, free.composite(laid.size, laid.align))])
        }
    }
}
