//! Widths of a target's types, where no subject has a say in them.

use crosscall_generator::Widths;
use crosscall_model::{Scalar, Target};
use crosscall_oracle::abi;
use crosscall_oracle::choose::Chooser;
use crosscall_oracle::clause::catalogue;
use crosscall_oracle::knowledge::AllReadings;
use std::collections::BTreeMap;

/// Widths of the types of a target under the document's plainest reading.
pub fn type_widths(target: Target) -> Widths {
    let widths = widths(target);
    Widths::new(target, &|scalar| widths.get(&scalar).copied().unwrap_or(32))
}

/// Widths of the scalars in bits under the document's plainest reading.
pub fn widths(target: Target) -> BTreeMap<Scalar, u32> {
    let catalogue = catalogue(target);
    let all = AllReadings(catalogue);
    Scalar::ALL
        .into_iter()
        .map(|scalar| {
            let layout = abi::layout(target, &scalar.into(), &mut Chooser::new(catalogue, &all));
            let stored = u32::try_from(layout.size * 8).unwrap_or(64);
            (scalar, target.padded_float_bits(scalar).unwrap_or(stored))
        })
        .collect()
}
