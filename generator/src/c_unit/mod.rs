//! The C translation units of a batch of cases; the contract is that of [`crosscall_model::unit`].
//!
//! The text needs no header and is C11 with the GNU extensions that GCC and clang share. Every case
//! defines its own types, named `t{k}_{n}`, so that cases can be put together and taken apart at will. All
//! objects with values have external linkage, so that a compiler cannot know what they hold when a function
//! runs.

mod callee;
mod caller;
mod layout;
mod slots;
mod types;
mod value;

use std::fmt::Write;

use crosscall_model::{Case, c};

/// The callee side (`f.c`) of a batch: pairs of a case's position and the case.
pub fn callee_unit(cases: &[(usize, &Case)]) -> String {
    unit(cases, callee::case)
}

/// The caller side (`call.c`) of a batch.
pub fn caller_unit(cases: &[(usize, &Case)]) -> String {
    unit(cases, caller::case)
}

/// The layout side (`layout.c`) of a batch.
pub fn layout_unit(cases: &[(usize, &Case)]) -> String {
    unit(cases, layout::case)
}

fn unit(cases: &[(usize, &Case)], write: fn(&mut String, usize, &Case)) -> String {
    let mut text = String::from("typedef void (*function_pointer)(void);\n");
    for (k, case) in cases {
        let _ = write!(text, "\n/* case {k}: {} */\n", c::signature(&case.signature, "f"));
        write(&mut text, *k, case);
    }
    text
}
