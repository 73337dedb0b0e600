//! Faults of an assembler and a linker for the IPU.

use super::{Change, ToolFault, fault, taken_for, with_number};
use crosscall_model::tool::Made;

/// The word with this number of what was assembled.
fn word(made: &mut Made, number: usize) -> Option<&mut [u8; 4]> {
    made.sections.first_mut()?.get_mut(4 * number..)?.first_chunk_mut()
}

/// A name that is taken for another one in statements of `or`.
fn renamed(text: &str, name: &str, other: &str) -> Option<String> {
    let (name, other) = (format!(",${name},"), format!(",${other},"));
    (text.starts_with("or ") && text.contains(&name)).then(|| text.replace(&name, &other))
}

#[rustfmt::skip]
pub(super) const FAULTS: &[ToolFault] = &[
    taken_for!("relocation-0", "IPU-S24", 0, 4),
    taken_for!("relocation-1", "IPU-S24", 1, 0),
    taken_for!("relocation-2", "IPU-S24", 2, 1),
    taken_for!("relocation-3", "IPU-S24", 3, 17),
    taken_for!("relocation-4", "IPU-S24", 4, 3),
    taken_for!("relocation-5", "IPU-S24", 5, 4),
    taken_for!("relocation-6", "IPU-S24", 6, 2),
    taken_for!("relocation-7", "IPU-S24", 7, 8),
    taken_for!("relocation-8", "IPU-S24", 8, 7),
    taken_for!("relocation-9", "IPU-S24", 9, 8),
    taken_for!("relocation-14", "IPU-S24", 14, 15),
    taken_for!("relocation-15", "IPU-S24", 15, 14),
    taken_for!("relocation-16", "IPU-S24", 16, 15),
    taken_for!("relocation-17", "IPU-S24", 17, 3),
    fault("memory-of-another", "IPU-S24", "counts memory from 0x40000 on, as on ipu1", Change::Addend(9, 0xc000)),
    fault("no-sign", "IPU-S24", "takes the form without a sign where both fit", Change::Assembled(|text, made| {
        let word = word(made, 0).filter(|word| text.starts_with("add $m") && word[3] == 0x22 && word[1] < 0x80)?;
        word[3] = 0x20;
        Some(())
    })),
    fault("branch-in-bytes", "IPU-S24", "takes the number of a branch for an address in bytes", Change::Statement(|text| {
        with_number(text, |number| number / 4).filter(|_| text.starts_with("brz $m") && !text.ends_with('x'))
    })),
    fault("odd-pair", "IPU-S24", "takes a pair at an odd register for the one below", Change::Word("$a1:2", "$a0:1")),
    fault("bundle-of-one", "IPU-S24", "leaves out the mark of a bundle's second instruction", Change::Assembled(|text, made| {
        let word = word(made, 1).filter(|_| text.starts_with('{'))?;
        word[3] &= 0x7f;
        Some(())
    })),
    fault("split-offset", "IPU-S24", "puts the two halves of a store's step in the other order", Change::Assembled(|text, made| {
        let word = word(made, 0).filter(|word| text.starts_with("st64step $a") && word[3] == 0x5c)?;
        let (low, high) = (word[2] & 15, word[0] & 15);
        word[2] = word[2] & 0xf0 | high;
        word[0] = word[0] & 0xf0 | low;
        Some(())
    })),
    fault("half-to-zero", "IPU-TYPE-09", "takes a half that is too small for zero", Change::Word("5.96046e-8h", "0.0h")),
    fault("exit-condition", "IPU-CALL-02", "takes exitz for exitnz", Change::Statement(|text| {
        text.strip_prefix("exitz ").map(|rest| format!("exitnz {rest}"))
    })),
    fault("stack-pointer-name", "IPU-REG-10", "takes $sp for another register", Change::Statement(|text| renamed(text, "sp", "m7"))),
    fault("link-register-name", "IPU-REG-09", "takes $lr for another register", Change::Statement(|text| renamed(text, "lr", "m6"))),
    fault("vertex-base-name", "IPU-REG-01", "takes $mvertex_base for another register", Change::Statement(|text| {
        renamed(text, "mvertex_base", "m14")
    })),
    fault("worker-base-name", "IPU-REG-02", "takes $mworker_base for another register", Change::Statement(|text| {
        renamed(text, "mworker_base", "m13")
    })),
    fault("supervisor-floats", "IPU-S23", "lets the supervisor have a registers", Change::Statement(|text| {
        let rest = text.strip_prefix(".supervisor; ")?;
        rest.starts_with("f32add").then(|| rest.to_owned())
    })),
];
