//! Driver of the passes: tries variants until none of them satisfies the predicate.

use std::collections::HashSet;

use crosscall_model::Case;

use super::{PASSES, variants};

/// Smallest variant of a case for which the predicate still holds, within `budget` calls of the predicate. The
/// predicate is not called for the case itself, and never twice for the same variant.
///
/// The search is greedy and deterministic: pass after pass, each repeated while it makes progress, and all of them
/// until a whole round changes nothing.
pub fn minimise(case: &Case, mut predicate: impl FnMut(&Case) -> bool, budget: usize) -> Case {
    let mut best = case.clone();
    let mut tried: HashSet<Case> = HashSet::new();
    let mut left = budget;
    loop {
        let mut progress = false;
        for pass in PASSES {
            loop {
                let mut accepted = None;
                for variant in variants(pass, &best) {
                    if !tried.insert(variant.clone()) {
                        continue;
                    }
                    if left == 0 {
                        return best;
                    }
                    left -= 1;
                    if predicate(&variant) {
                        accepted = Some(variant);
                        break;
                    }
                }
                match accepted {
                    Some(variant) => {
                        best = variant;
                        progress = true;
                    }
                    None => break,
                }
            }
        }
        if !progress {
            return best;
        }
    }
}
