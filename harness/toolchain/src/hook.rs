//! Points in a subject's work at which it can be changed from outside.

use super::compile::CompileFailure;
use crosscall_embedded::{Options, ValueFault};
use crosscall_model::Target;
use crosscall_model::tool::{Input, Outcome};
use std::fmt::Debug;

/// Runs the compiler on a text in C, with more options than its own, and gives its assembly text.
pub type Compiler<'a> = dyn Fn(&str, &[&str]) -> Result<String, CompileFailure> + 'a;

/// Changes what a subject does at some points of its work. The methods' defaults change nothing.
pub trait Hook: Debug + Send + Sync {
    /// Name of the hook; hooks of one name do the same.
    fn name(&self) -> &str;

    /// Assembly text that is assembled for a text in C, made with the help of the compiler.
    ///
    /// # Errors
    /// Those of `compiler`.
    fn assembly(
        &self,
        _target: Target,
        c_text: &str,
        compiler: &Compiler<'_>,
    ) -> Result<String, CompileFailure> {
        compiler(c_text, &[])
    }

    /// Hears that the assembler refused the text of [`assembly`](Hook::assembly).
    fn note_refused(&self) {}

    /// Options of the embedded code generator.
    fn options(&self, target: Target) -> Options {
        Options::new(target)
    }

    /// Mistake of the embedded code generator in the value of expressions.
    fn value_fault(&self) -> Option<&'static ValueFault> {
        None
    }

    /// Hears the text that the embedded code generator wrote, and the one that it writes without the hook.
    fn note_written(&self, _text: &str, _sound: &str) {}

    /// Outcome of an input in the project's own assembler or linker, which is `sound`.
    fn tool(&self, input: &Input, sound: &dyn Fn(&Input) -> Outcome) -> Outcome {
        sound(input)
    }
}

impl PartialEq for dyn Hook {
    fn eq(&self, other: &dyn Hook) -> bool {
        self.name() == other.name()
    }
}

impl Eq for dyn Hook {}
