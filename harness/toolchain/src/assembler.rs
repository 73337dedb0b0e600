//! Assemblers of toolchains in the place of one that is built in: for what counterparts are made of on targets of which crosscall
//! has no assembler. The first one that is there is used.

use crate::compile::{self, CompiledUnit};
use crate::discover::Places;
use crate::units::CompileContext;
use crate::worker::program;
use crate::{Toolchain, ToolchainKind};
use crosscall_base::process::Limits;
use crosscall_engine::machine::assembler::{Assembler, offer};
use crosscall_engine::machine::{TrialError, tools};
use crosscall_machines::object_file::ObjectFile;
use crosscall_model::Target;
use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;

/// Commands that assemble for a target, up to the names of files; the most telling first.
fn commands(target: Target) -> &'static [&'static [&'static str]] {
    match target {
        Target::X86_64 => &[
            &["x86_64-linux-gnu-as", "--64"],
            &["clang", "--target=x86_64-linux-gnu", "-c"],
            #[cfg(target_arch = "x86_64")]
            &["as", "--64"],
        ],
        Target::Aarch64 => &[
            &["aarch64-linux-gnu-as"],
            &["aarch64-none-elf-as"],
            &["clang", "--target=aarch64-linux-gnu", "-c"],
            #[cfg(target_arch = "aarch64")]
            &["as"],
        ],
        _ => &[],
    }
}

/// The packages in which they are: in words, and as [`Missing::install`](crate::select::Missing::install) has it.
pub fn remedy(target: Target) -> [&'static str; 2] {
    match target {
        Target::X86_64 => [
            "Debian's packages binutils-x86-64-linux-gnu and clang have one",
            "debian binutils-x86-64-linux-gnu",
        ],
        Target::Aarch64 => [
            "Debian's packages binutils-aarch64-linux-gnu and clang have one",
            "debian binutils-aarch64-linux-gnu",
        ],
        _ => ["", ""],
    }
}

/// True if there is an assembler for a target: one that is built in, or that of a toolchain on PATH.
pub fn is_there(target: Target) -> bool {
    tools(target).has_assembler() || toolchain(target).is_some()
}

/// True if there is an assembler for a target: one that is built in, or that of a toolchain in these places.
pub fn is_in(target: Target, places: &Places) -> bool {
    let is_program =
        |command: &&[&str]| command.first().is_some_and(|name| places.program("", name).is_some());
    tools(target).has_assembler() || commands(target).iter().any(is_program)
}

/// What is said where there is none.
pub fn missing(target: Target) -> String {
    format!("there is no assembler for {target}: {}", remedy(target)[0])
}

/// Offers the assemblers on PATH to all programs of this process.
pub fn offer_those_on_path() {
    offer(Box::new(OnPath));
}

/// The assembler on PATH for a target, as a toolchain.
fn toolchain(target: Target) -> Option<&'static Toolchain> {
    static FOUND: [OnceLock<Option<Toolchain>>; Target::COUNT] = [const { OnceLock::new() }; Target::COUNT];
    let is_on_path = |command: &&&[&str]| command.first().is_some_and(|name| program(name).is_some());
    let find = || {
        let command = commands(target).iter().find(is_on_path)?;
        let as_: Vec<String> = command.iter().map(|word| (*word).to_owned()).collect();
        let (kind, name) = (ToolchainKind::Binutils, as_.first().cloned().unwrap_or_default());
        Some(Toolchain { kind, name, as_, ..Toolchain::embedded(target) })
    };
    FOUND.get(target.index())?.get_or_init(find).as_ref()
}

/// The assemblers on PATH.
struct OnPath;

impl Assembler for OnPath {
    fn assemble(
        &self,
        target: Target,
        name: &str,
        text: &str,
        has_lines: bool,
    ) -> Result<ObjectFile, TrialError> {
        let toolchain = toolchain(target).ok_or_else(|| TrialError::Failed(missing(target)))?;
        let (work_dir, limits) = (&std::env::temp_dir(), &Limits::default());
        let context = CompileContext { work_dir, limits, stop: &AtomicBool::new(false) };
        let unit = match has_lines {
            true => {
                let mut toolchain = toolchain.clone();
                toolchain.as_.push("-g".to_owned());
                compile::assemble(&toolchain, &named(name, text), "text", context)
            }
            false => compile::assemble(toolchain, text, name, context),
        };
        let named = |unit: CompiledUnit| ObjectFile { name: name.to_owned(), ..unit.object };
        unit.map(named).map_err(|failure| TrialError::Failed(failure.in_full()))
    }
}

/// A text whose lines are those of a file of this name, in messages and in debug information.
fn named(name: &str, text: &str) -> String {
    let name = name.replace('\\', "\\\\").replace('"', "\\\"");
    format!("# 1 \"{name}\"\n{text}")
}
