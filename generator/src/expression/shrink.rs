//! Simpler operands.

use super::operands::simplest;
use crate::widths::Widths;
use crosscall_model::expression::{Operation, ValueCase};

/// Simplest case found for which `shows` is still true, after at most `tries` calls.
pub fn minimise(
    operation: &Operation,
    case: &ValueCase,
    widths: &Widths,
    mut shows: impl FnMut(&ValueCase) -> bool,
    tries: usize,
) -> ValueCase {
    let mut best = case.clone();
    let mut left = tries;
    for (i, operand) in operation.operands.iter().enumerate() {
        let Some(simple) = simplest(operand.domain, operand.shape.element(), widths) else { continue };
        let count = operand.shape.len() as usize;
        // All lanes at once, then one after the other.
        for lanes in std::iter::once(0..count).chain((0..count).map(|n| n..n + 1)) {
            let mut candidate = best.clone();
            let values = candidate.operands.get_mut(i).and_then(|values| values.get_mut(lanes));
            let Some(values) = values else { continue };
            values.fill(simple);
            if left == 0 {
                return best;
            }
            if candidate == best {
                continue;
            }
            left -= 1;
            if shows(&candidate) {
                best = candidate;
            }
        }
    }
    best
}
