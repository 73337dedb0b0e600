//! Links object files with a toolchain's own linker.

use super::compile::{CompileFailure, not_run, work};
use super::object::{self, Unusable};
use super::units::CompileContext;
use super::{Toolchain, ToolchainKind};
use crosscall_base::process::Ran;
use std::path::Path;

/// Links objects, given by the names and bytes of their files, as a script in the language of GNU ld says; the
/// program as the linker writes it, and what it printed.
///
/// # Errors
/// See [`FailureKind`](super::compile::FailureKind).
pub fn link(
    toolchain: &Toolchain,
    objects: &[(String, Vec<u8>)],
    script: &str,
    context: CompileContext<'_>,
) -> Result<(Vec<u8>, String), CompileFailure> {
    if toolchain.ld.is_empty() {
        return Err(not_run(toolchain, "it has no linker that crosscall can drive".to_owned()));
    }
    const SCRIPT: &str = "script.ld";
    const PROGRAM: &str = "program";
    let mut full = toolchain.ld.clone();
    match toolchain.kind {
        // It says itself where sections lie.
        ToolchainKind::Forw => full.extend(["-link", "-debug", PROGRAM].map(str::to_owned)),
        _ => full.extend(["-T", SCRIPT, "-e", "0", "-o", PROGRAM].map(str::to_owned)),
    }
    full.extend(objects.iter().map(|(name, _)| name.clone()));
    let mut files: Vec<(&str, &[u8])> = vec![(SCRIPT, script.as_bytes())];
    files.extend(objects.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())));
    let take = |made: &Path, ran: &Ran| -> Result<(Vec<u8>, String), Unusable> {
        Ok((object::bytes(made)?, ran.words()))
    };
    work(toolchain, &full, &files, PROGRAM, context, take)
}
