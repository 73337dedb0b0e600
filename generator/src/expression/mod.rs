//! C expressions: operands for the operations of a table that the caller provides, their text, and smaller variants
//! of them.
//!
//! Operations take turns, so that each of them occurs soon, once with operands that are read from objects and once
//! with constants.

mod operands;
mod print;
mod shrink;

pub use print::unit;
pub use shrink::minimise;

use crate::draw::Draw;
use crate::seed;
use crate::widths::Widths;
use crosscall_model::Target;
use crosscall_model::expression::{Operation, ValueCase};

/// Number that is combined with the seed, so that expressions do not use the streams of calls.
const STREAM: u64 = 0x7661_6c75_6573_2121;

/// Case number `index` of a seed, the same on every host. `None` for an empty table.
pub fn case(
    table: &[&'static Operation],
    target: Target,
    seed: u64,
    index: u64,
    widths: &Widths,
) -> Option<ValueCase> {
    let turn = usize::try_from(index / 2).unwrap_or(usize::MAX).checked_rem(table.len())?;
    let operation = *table.get(turn)?;
    let stream = seed::stream(seed ^ STREAM, index);
    let mut bytes = arbitrary::Unstructured::new(&stream);
    let operands = operands::random(operation, widths, &mut Draw::new(&mut bytes));
    Some(ValueCase {
        target,
        operation: operation.name.to_owned(),
        operands,
        folded: !index.is_multiple_of(2),
    })
}
