//! C translation units of a batch of cases, according to the contract in [`crosscall_model::unit`].
//!
//! The text needs no header and is C11 with the GNU extensions that GCC and clang share. Every case defines its own
//! types, named `t{k}_{n}`, so that cases can be combined and separated at will. All objects with values have
//! external linkage, so that a compiler cannot know their contents when a function runs.

mod callee;
mod caller;
mod dialect;
mod layout;
mod slots;
pub mod standalone;
mod style;
mod types;
mod value;

pub use dialect::vertex;
pub use value::complex;

use std::fmt::Write;

pub(crate) use value::literal;

use crosscall_model::{Case, Scalar, Type, c};

/// Callee side (`f.c`) of a batch: pairs of a case's position and the case.
pub fn callee_unit(cases: &[(usize, &Case)]) -> String {
    let mut head = String::new();
    if cases.iter().any(|(_, case)| case.signature.parameters.iter().any(looked_up)) {
        let numbers: Vec<String> = (-128..256i32).map(|i| (i as u8 ^ 0x5a).to_string()).collect();
        let rows: Vec<String> = numbers.chunks(24).map(|row| format!("\n\t{}", row.join(", "))).collect();
        let _ =
            writeln!(head, "static const unsigned char {}[384] = {{{} }};", callee::TABLE, rows.join(","));
    }
    unit(&head, cases, callee::case)
}

/// True if a value of this type is an index into the table.
fn looked_up(ty: &Type) -> bool {
    use Scalar::{Bool, Char, SignedChar, UnsignedChar};
    matches!(ty, Type::Scalar(Bool | Char | SignedChar | UnsignedChar))
}

/// Caller side (`call.c`) of a batch.
pub fn caller_unit(cases: &[(usize, &Case)]) -> String {
    unit("", cases, caller::case)
}

/// Layout side (`layout.c`) of a batch.
pub fn layout_unit(cases: &[(usize, &Case)]) -> String {
    unit("", cases, layout::case)
}

fn unit(head: &str, cases: &[(usize, &Case)], write: fn(&mut String, usize, &Case)) -> String {
    let mut text = format!("typedef void (*function_pointer)(void);\n{head}");
    for (k, case) in cases {
        let _ = write!(text, "\n/* case {k}: {} */\n", c::signature(&case.signature, "f"));
        write(&mut text, *k, case);
    }
    text
}
