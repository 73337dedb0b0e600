//! Programs of the host.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Finds a program on PATH. Says so and gives `None` when it is missing.
pub(crate) fn program(name: &str) -> Option<PathBuf> {
    found(name, on_path(name))
}

/// Finds a program of a target's toolchain: in the folder of that name in the directory named by
/// CROSSCALL_TOOLCHAINS or at the default place. Says so and gives `None` when it is missing.
pub(crate) fn installed(toolchain: &str, name: &str) -> Option<PathBuf> {
    found(name, in_toolchains(toolchain, name))
}

/// Finds a program as [`installed`], or else on PATH.
pub(crate) fn installed_or_on_path(toolchain: &str, name: &str) -> Option<PathBuf> {
    found(name, in_toolchains(toolchain, name).or_else(|| on_path(name)))
}

fn in_toolchains(toolchain: &str, name: &str) -> Option<PathBuf> {
    let named = std::env::var_os("CROSSCALL_TOOLCHAINS").map(PathBuf::from);
    let default = std::env::var_os("HOME").map(|home| Path::new(&home).join(".cache/crosscall/toolchains"));
    let places = [named, default].into_iter().flatten();
    places.map(|place| place.join(toolchain).join("bin").join(name)).find(|path| path.is_file())
}

fn on_path(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).map(|place| place.join(name)).find(|path| path.is_file())
}

fn found(name: &str, path: Option<PathBuf>) -> Option<PathBuf> {
    if path.is_none() {
        println!("skipped: {name} is not installed");
    }
    path
}

/// Runs a command and gives its standard output; its error output is the error.
pub(crate) fn run_tool(command: &mut Command) -> Result<Vec<u8>, String> {
    let output = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    Err(format!("{command:?}: {}", String::from_utf8_lossy(&output.stderr)))
}
