//! Assemblers of toolchains in the place of one that is built in: for what counterparts are made of on targets of which crosscall
//! has no assembler. The first one that is there is used.

use crosscall_base::process::folder::WorkFolder;
use crosscall_base::process::{End, Limits, run};
use crosscall_engine::machine::assembler::{Assembler, offer};
use crosscall_engine::machine::{TrialError, read_object};
use crosscall_machines::object_file::ObjectFile;
use crosscall_model::Target;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

/// Commands that assemble for a target, up to the names of files; the most telling first.
fn commands(target: Target) -> &'static [&'static [&'static str]] {
    match target {
        Target::X86_64 => &[&["x86_64-linux-gnu-as", "--64"], &["clang", "--target=x86_64-linux-gnu", "-c"]],
        Target::Aarch64 => &[
            &["aarch64-linux-gnu-as"],
            &["aarch64-none-elf-as"],
            &["clang", "--target=aarch64-linux-gnu", "-c"],
        ],
        _ => &[],
    }
}

/// The packages in which they are, for people.
fn remedy(target: Target) -> &'static str {
    match target {
        Target::X86_64 => "Debian's packages binutils-x86-64-linux-gnu and clang have one",
        Target::Aarch64 => "Debian's packages binutils-aarch64-linux-gnu and clang have one",
        _ => "",
    }
}

/// True if there is an assembler for a target: one that is built in, or that of a toolchain on PATH.
pub fn is_there(target: Target) -> bool {
    crosscall_engine::machine::tools(target).has_assembler() || command(target).is_some()
}

/// What is said where there is none.
pub fn missing(target: Target) -> String {
    format!("there is no assembler for {target}: {}", remedy(target))
}

/// Offers the assemblers on PATH to all programs of this process.
pub fn offer_those_on_path() {
    offer(Box::new(OnPath));
}

fn command(target: Target) -> Option<&'static [&'static str]> {
    static FOUND: [OnceLock<Option<&'static [&'static str]>>; Target::COUNT] =
        [const { OnceLock::new() }; Target::COUNT];
    let is_on_path = |command: &&&'static [&'static str]| {
        let path = std::env::var_os("PATH").unwrap_or_default();
        command
            .first()
            .is_some_and(|name| std::env::split_paths(&path).any(|folder| folder.join(name).is_file()))
    };
    let find = || commands(target).iter().find(is_on_path).copied();
    FOUND.get(target.index()).and_then(|found| *found.get_or_init(find))
}

/// The assemblers on PATH.
struct OnPath;

impl Assembler for OnPath {
    fn assemble(&self, target: Target, name: &str, text: &str) -> Result<ObjectFile, TrialError> {
        let failed = |what: String| TrialError::Failed(format!("{name}: {what}"));
        let command = command(target).ok_or_else(|| failed(missing(target)))?;
        let folder = WorkFolder::new(&std::env::temp_dir()).map_err(&failed)?;
        let file = |name: &str| -> PathBuf { Path::new(folder.path()).join(name) };
        std::fs::write(file("unit.s"), text).map_err(|e| failed(e.to_string()))?;
        let mut full: Vec<String> = command.iter().map(|word| (*word).to_owned()).collect();
        full.extend(["-o", "unit.o", "unit.s"].map(str::to_owned));
        let ran = run(&full, folder.path(), &Limits::default(), &Arc::default());
        let ran = ran.map_err(|e| failed(e.to_string()))?;
        if ran.end != End::Code(0) {
            return Err(failed(ran.words()));
        }
        let bytes = std::fs::read(file("unit.o")).map_err(|e| failed(e.to_string()))?;
        read_object(target, name, &bytes)
    }
}
