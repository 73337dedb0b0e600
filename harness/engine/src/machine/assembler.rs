//! The assemblers of toolchains, for targets of which none is built in.

use super::TrialError;
use crosscall_machines::object_file::ObjectFile;
use crosscall_model::Target;
use std::sync::OnceLock;

/// Assembles texts.
pub trait Assembler: Send + Sync {
    /// Assembles a text; `name` is used in messages. With lines, debug information says which line of the text an
    /// instruction is from.
    ///
    /// # Errors
    /// The assembler's diagnostics, or that there is none for the target.
    fn assemble(
        &self,
        target: Target,
        name: &str,
        text: &str,
        has_lines: bool,
    ) -> Result<ObjectFile, TrialError>;
}

static CHOSEN: OnceLock<Box<dyn Assembler>> = OnceLock::new();

/// Offers the assemblers of toolchains, for as long as this process runs; the first ones that are offered stay.
pub fn offer(assembler: Box<dyn Assembler>) {
    let _ = CHOSEN.set(assembler);
}

/// Assembles a text with the toolchain's own assembler.
///
/// # Errors
/// The assembler's diagnostics, or that there is none.
pub(super) fn assemble(
    target: Target,
    name: &str,
    text: &str,
    has_lines: bool,
) -> Result<ObjectFile, TrialError> {
    let none = || TrialError::Failed(format!("there is no assembler for {target}"));
    CHOSEN.get().ok_or_else(none)?.assemble(target, name, text, has_lines)
}
