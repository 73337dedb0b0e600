//! Assemblers and linkers at work: cases go in, bytes or refusals come out.
//!
//! The project's own tools work in this process, a vendor's as processes on many cases at once. A refusal concerns
//! one case alone: where several were given together, they are given again in halves.

mod files;
mod own;
mod vendor;
mod words;

pub use files::{input_files, source};

use crate::compile::CompileFailure;
use crate::units::CompileContext;
use crate::{Toolchain, ToolchainKind};
use crosscall_model::tool::{Input, Outcome, ToolCase};

/// The command that gives the files of [`input_files`] to a subject; nothing where it is no process.
pub fn command_of(subject: &Toolchain, case: &ToolCase) -> Vec<String> {
    let mut words = match &case.input {
        Input::Statement(_) => subject.as_.clone(),
        Input::Link(_) => subject.ld.clone(),
    };
    if words.is_empty() {
        return words;
    }
    let more: &[&str] = match (&case.input, subject.kind) {
        (Input::Statement(_), ToolchainKind::Forw) => &["-ass", "input.s", "input.o", "-O0", "-debug=1"],
        (Input::Statement(_), _) => &["-o", "input.o", "input.s"],
        (Input::Link(_), ToolchainKind::Forw) => &["-link", "-debug", "program", "input.o"],
        (Input::Link(_), _) => &["-T", "script.ld", "-e", "0", "-o", "program", "input.o"],
    };
    words.extend(more.iter().map(|word| (*word).to_owned()));
    if matches!(&case.input, Input::Link(input) if files::beside(0, input, 0).is_some()) {
        words.push("beside.o".to_owned());
    }
    words
}

/// Answer of a tool to one case.
pub type Attempt = crosscall_engine::unit::Attempt<Outcome>;

/// Gives cases of one target to a subject's assembler and linker; one answer for each. Cases that should not go with
/// others, as `goes_alone` says, are given alone from the beginning.
///
/// # Errors
/// A failure that has nothing to do with the cases: a tool cannot be run, or the user interrupted.
pub fn run(
    subject: &Toolchain,
    cases: &[ToolCase],
    goes_alone: &dyn Fn(&ToolCase) -> bool,
    context: CompileContext<'_>,
) -> Result<Vec<Attempt>, CompileFailure> {
    match subject.kind {
        ToolchainKind::Embedded => {
            Ok(cases.iter().map(|case| Attempt::Done(own::run(subject, case))).collect())
        }
        _ => vendor::run(subject, cases, goes_alone, context),
    }
}
