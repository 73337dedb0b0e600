//! The driver: tries variants until none of them does it.

use std::collections::HashSet;

use crosscall_model::Case;

use super::{PASSES, variants};

/// The smallest variant of a case for which the predicate still holds, as far as `budget` calls of the
/// predicate go. It is not asked about the case itself, and never twice about the same variant.
///
/// Greedy and without chance: pass after pass, each again and again while it gets anywhere, and all of them
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
