//! Helpers of these tests: finding tools, compiling, linking and running.
#![allow(dead_code, reason = "every test file uses its own part")]

use std::path::{Path, PathBuf};
use std::process::Command;

pub(crate) use crate::support::process::{installed_or_on_path, program, run_tool};

use crate::support::calls;
use crosscall_machines::elf::read_object;
use crosscall_machines::epiphany::execute::Core;
use crosscall_machines::epiphany::link::{FORMAT, link, link_options};
use crosscall_machines::executable::Executable;
use crosscall_machines::machine::{Machine, Stop};
use crosscall_machines::object_file::ObjectFile;

/// Finds a tool of the Epiphany toolchain: in the directory named by CROSSCALL_TOOLCHAINS, at the
/// default place, or on PATH. Says so and gives `None` when it is missing.
pub(crate) fn tool(name: &str) -> Option<PathBuf> {
    installed_or_on_path("epiphany", &format!("epiphany-elf-{name}"))
}

/// Compiles C text to an object in `folder` and reads it.
pub(crate) fn compile(
    gcc: &Path,
    folder: &Path,
    name: &str,
    text: &str,
    flags: &[&str],
) -> Result<ObjectFile, String> {
    let source = folder.join(format!("{name}.c"));
    let object = folder.join(format!("{name}.o"));
    std::fs::write(&source, text).map_err(|error| error.to_string())?;
    run_tool(Command::new(gcc).args(flags).arg("-c").arg(&source).arg("-o").arg(&object))?;
    let bytes = std::fs::read(&object).map_err(|error| error.to_string())?;
    read_object(name, &bytes, &FORMAT).map_err(|error| error.to_string())
}

/// A core with a program loaded, ready to run from its entry with an empty stack.
pub(crate) fn start(program: &Executable) -> Core {
    calls::start(Core::new().expect("the default memory map is valid"), program, 13)
}

/// Links objects, calls `main`, and gives the stop, the result register and the output.
pub(crate) fn run_main(objects: &[ObjectFile], budget: u64) -> Result<(Stop, u32, String), String> {
    let program = link(objects, &link_options()).map_err(|error| error.to_string())?;
    let mut core = start(&program);
    let main = program.address_of("_main").ok_or("there is no main")?;
    core.begin_call(main);
    let stop = core.run(budget);
    let result = crosscall_machines::machine::State::register(&core, 0) as u32;
    Ok((stop, result, String::from_utf8_lossy(core.output()).into_owned()))
}

/// A fresh directory for one test, under the build directory.
pub(crate) fn scratch(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
    std::fs::create_dir_all(&path).expect("a scratch directory");
    path
}
