//! Places of arguments: the document's sentences on arguments, 64-bit values, variable argument lists and the
//! parameters of functions with structure results, with readings for their open questions.

use crosscall_model::names::nyuzi::CompositeArgument;

use super::dialect::Dialect;
use super::free::Free;
use super::vectors::{Passed, passed};
use crate::convention::Convention;
use crate::fault::Mechanism;
use crate::laid::{Laid, Shape};
use crate::places::{Assignment, Call, Part, Way, settle};

/// Assigns every argument its place.
pub(super) fn assign(call: &Call<'_>, dialect: &Dialect) -> Assignment {
    let Call { arguments, named, variadic, memory_result, .. } = *call;
    let mut free = Free::new(dialect);
    // VAR-01 named
    let all_on_stack = variadic && dialect.named_on_stack;
    let mut result_pointer = None;
    if memory_result {
        // VAR-01 position
        let on_stack = all_on_stack && dialect.address_on_stack;
        free.stack_only = on_stack;
        result_pointer = Some(if on_stack { free.word(4, 4) } else { free.address() });
    }
    if dialect.breaks(Mechanism::ShiftArguments) {
        free.shift();
    }
    if variadic {
        free.least_slot = dialect.variadic_slot;
    }
    free.stack_only = all_on_stack;
    let mut ways: Vec<Way> =
        arguments.iter().take(named).map(|laid| argument(&mut free, laid, dialect)).collect();
    let first_unnamed = free.slot_count();
    free.stack_only = variadic;
    ways.extend(arguments.iter().skip(named).map(|laid| argument(&mut free, laid, dialect)));
    let (places, end) = free.settle();
    settle(ways.iter_mut().flat_map(Way::spots_mut).chain(&mut result_pointer), &places);
    let end_place = i32::try_from(end).unwrap_or(i32::MAX);
    Assignment {
        ways,
        result_pointer,
        stack_bytes: end.next_multiple_of(4),
        spill: 0..0,
        popped: 0,
        unnamed_stack: places.get(first_unnamed).copied().unwrap_or(end_place),
        list: None,
    }
}

fn argument(free: &mut Free<'_>, laid: &Laid, dialect: &Dialect) -> Way {
    if laid.is_record() {
        return record(free, laid, dialect);
    }
    if let Shape::Complex { part, like } = &laid.shape {
        // S13 argument
        if !dialect.complex_as_two {
            return record(free, like, dialect);
        }
        let mut parts = scalar(free, part, 0);
        parts.extend(scalar(free, part, part.size));
        return Way::Value(parts);
    }
    match passed(laid, dialect.vector_argument) {
        None => Way::Value(scalar(free, laid, 0)),
        Some(Passed::Structure(like)) => record(free, like, dialect),
        Some(Passed::Scalars(lane, lanes)) => {
            Way::Value((0..lanes).flat_map(|i| scalar(free, lane, i * lane.size)).collect())
        }
        Some(Passed::Vectors(pieces)) => {
            let part = |piece: super::vectors::Piece| Part {
                offset: piece.offset,
                len: piece.len,
                spread: piece.spread,
                spot: free.vector(),
            };
            Way::Value(pieces.into_iter().map(part).collect())
        }
    }
}

/// Places of a scalar whose bytes begin at `offset` of a value.
fn scalar(free: &mut Free<'_>, laid: &Laid, offset: u32) -> Vec<Part> {
    if laid.size > 4 {
        return free.double(offset);
    }
    vec![Part::new(offset, laid.size, free.word(laid.size, laid.align))]
}

/// Way of a composite (S09, S12).
fn record(free: &mut Free<'_>, laid: &Laid, dialect: &Dialect) -> Way {
    if laid.is_empty() {
        // S12
        return if dialect.empty_by_pointer { Way::Pointer(free.word(4, 4)) } else { Way::Nothing };
    }
    // S09
    match dialect.composite {
        CompositeArgument::ByAddress => Way::Pointer(free.word(4, 4)),
        _ if laid.size == 0 => Way::Nothing,
        CompositeArgument::InScalarRegisters => Way::Value(free.words(laid.size)),
        CompositeArgument::OnStack => {
            Way::Value(vec![Part::new(0, laid.size, free.composite(laid.size, laid.align))])
        }
    }
}
