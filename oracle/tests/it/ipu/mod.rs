//! The IPU's tests.

mod automaton;
mod calls;
mod clauses;
mod invariants;
mod layout;
mod tool;

use crate::support::{Readings, Setting, short_name};
use crosscall_model::plan::{Passed, Piece, Place, Plan, Rest, Transfer};
use crosscall_model::{Case, Form, Target};
use crosscall_oracle::abi;
use crosscall_oracle::choose::Permits;

/// Setting of these tests.
pub(crate) const IPU: Setting = Setting {
    target: Target::Ipu,
    types: "typedef _Float16 half; typedef float f2 __attribute__((ext_vector_type(2))); \
    typedef float f4 __attribute__((ext_vector_type(4))); typedef _Float16 h2 __attribute__((ext_vector_type(2))); \
    typedef _Float16 h4 __attribute__((ext_vector_type(4))); typedef int i2 __attribute__((ext_vector_type(2))); \
    typedef int i4 __attribute__((ext_vector_type(4))); typedef signed char c2 __attribute__((ext_vector_type(2))); \
    typedef signed char c4 __attribute__((ext_vector_type(4))); typedef signed char c8 __attribute__((ext_vector_type(8))); \
    typedef int i8 __attribute__((ext_vector_type(8))); typedef float f8 __attribute__((ext_vector_type(8))); ",
    word: 4,
};

/// The document's preferred readings.
pub(crate) const DOCUMENT: Readings = IPU.readings(&[]);

/// A vertex.
pub(crate) fn vertex() -> Case {
    IPU.case_in(Form::Vertex, "void f(void)")
}

/// The places of all values of a function, such as `a0 m0, a1 m2:m3, a2 [0], result a0`. Whole words are shown without
/// their length, stack places by their distance from the stack pointer.
pub(crate) fn planned(text: &str, permits: &dyn Permits) -> String {
    let plan: Plan = abi::plan(&IPU.case(text), &mut IPU.chooser(permits));
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
    format!("{} {way}", short_name(passed))
}

fn pieces(pieces: &[Piece]) -> String {
    let one = |piece: &Piece| {
        let (place, whole) = match piece.place {
            Place::Register { register, byte } => {
                let name = IPU.target.register(register).map_or("?", |info| info.name);
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
