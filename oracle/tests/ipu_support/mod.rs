//! What the IPU tests share.

#![allow(dead_code, unreachable_pub, unused_imports)]

#[path = "../support/mod.rs"]
mod shared;

use crosscall_model::plan::{Passed, Piece, Place, Plan, Rest, Transfer};
use crosscall_model::{Case, Form, Target};
use crosscall_oracle::abi;
use crosscall_oracle::choose::Permits;
pub use shared::{DOCUMENT, Readings, c_text, case, case_in, chooser, value};

/// The target of these tests.
pub const TARGET: Target = Target::Ipu;

/// What texts may name.
const TYPES: &str = "typedef _Float16 half; typedef float f2 __attribute__((ext_vector_type(2))); \
    typedef float f4 __attribute__((ext_vector_type(4))); typedef _Float16 h2 __attribute__((ext_vector_type(2))); \
    typedef _Float16 h4 __attribute__((ext_vector_type(4))); typedef int i2 __attribute__((ext_vector_type(2))); \
    typedef int i4 __attribute__((ext_vector_type(4))); typedef signed char c2 __attribute__((ext_vector_type(2))); \
    typedef signed char c4 __attribute__((ext_vector_type(4))); typedef signed char c8 __attribute__((ext_vector_type(8))); \
    typedef int i8 __attribute__((ext_vector_type(8))); typedef float f8 __attribute__((ext_vector_type(8))); ";

/// Bytes of a stack place of which no length is shown.
const WORD: u32 = 4;

/// A vertex.
pub fn vertex() -> Case {
    case_in(Form::Vertex, "void f(void)")
}

/// The places of all values of a function, such as `a0 m0, a1 m2:m3, a2 [0], result a0`. Whole words are shown without
/// their length, stack places by their distance from the stack pointer.
pub fn planned(text: &str, permits: &dyn Permits) -> String {
    let plan: Plan = abi::plan(&case(text), &mut chooser(permits));
    plan.arguments.iter().chain(&plan.result).map(passed).collect::<Vec<_>>().join(", ")
}

fn passed(passed: &Passed) -> String {
    let way = match &passed.transfer {
        Transfer::Nothing => "nothing".to_owned(),
        Transfer::Direct(all) => pieces(all),
        Transfer::ByReference { pointer, returned, align, .. } => {
            let back = returned.as_ref().map(|r| format!(" back in {}", pieces(r))).unwrap_or_default();
            format!("*{}{back} align {align}", pieces(pointer))
        }
    };
    format!("{} {way}", passed.name)
}

fn pieces(pieces: &[Piece]) -> String {
    let one = |piece: &Piece| {
        let (place, whole) = match piece.place {
            Place::Register { register, byte } => {
                let name = TARGET.register(register).map_or("?", |info| info.name);
                (if byte == 0 { name.to_owned() } else { format!("{name}.{byte}") }, 4)
            }
            Place::Stack { offset } => (format!("[{offset}]"), 4),
            Place::Pointed { .. } => ("a list".to_owned(), 4),
        };
        let len = if piece.len == whole { String::new() } else { format!("/{}", piece.len) };
        let rest = match piece.rest {
            Rest::Zero(_) => " zero",
            Rest::Sign(_) => " sign",
            _ => "",
        };
        format!("{place}{len}{rest}")
    };
    pieces.iter().map(one).collect::<Vec<_>>().join(":")
}
