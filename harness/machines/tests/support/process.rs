//! Programs of the host.

use std::path::PathBuf;
use std::process::Command;

/// Finds a program on PATH.
pub(crate) fn program(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let found = std::env::split_paths(&path).map(|place| place.join(name)).find(|path| path.is_file());
    if found.is_none() {
        println!("skipped: {name} is not installed");
    }
    found
}

/// Runs a command and gives its standard output; its error output is the error.
pub(crate) fn run_tool(command: &mut Command) -> Result<Vec<u8>, String> {
    let output = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    Err(format!("{command:?}: {}", String::from_utf8_lossy(&output.stderr)))
}
