//! The machine tools of each target that only the command line needs; the others are in
//! [`crate::trial::bench`].

use crate::error::Error;
use crosscall_machines::elf::{self, Format};
use crosscall_machines::epiphany;
use crosscall_machines::executable::Executable;
use crosscall_machines::link::{Entry, LinkOptions};
use crosscall_machines::machine::State;
use crosscall_machines::object_file::ObjectFile;
use crosscall_model::Target;
use std::path::Path;

/// One line of a listing: address, bytes, text.
pub(super) struct Line {
    pub(super) address: u64,
    pub(super) bytes: Vec<u8>,
    pub(super) text: String,
}

/// A file that was read.
pub(super) enum Loaded {
    Object(ObjectFile),
    Program(Executable),
}

fn format(target: Target) -> &'static Format {
    match target {
        Target::Epiphany => &epiphany::link::FORMAT,
    }
}

/// Reads an ELF file: an object, or a program.
pub(super) fn load(target: Target, path: &Path, bytes: &[u8]) -> Result<Loaded, Error> {
    /// `e_type` of a program (2) or a shared one (3), little-endian at byte 16.
    const PROGRAMS: [[u8; 2]; 2] = [[2, 0], [3, 0]];
    let name = path.display().to_string();
    let kind = bytes.get(16..18).and_then(|b| <[u8; 2]>::try_from(b).ok());
    let loaded = if kind.is_some_and(|k| PROGRAMS.contains(&k)) {
        elf::read_executable(&name, bytes, format(target)).map(Loaded::Program)
    } else {
        elf::read_object(&name, bytes, format(target)).map(Loaded::Object)
    };
    loaded.map_err(|e| Error::Input(e.to_string()))
}

pub(super) fn write_object(target: Target, object: &ObjectFile) -> Result<Vec<u8>, Error> {
    elf::write_object(object, format(target)).map_err(|e| Error::Tool(e.to_string()))
}

pub(super) fn write_program(target: Target, program: &Executable) -> Result<Vec<u8>, Error> {
    elf::write_executable(program, format(target)).map_err(|e| Error::Tool(e.to_string()))
}

/// Disassembles bytes; `source` asks for text that assembles to the same bytes.
pub(super) fn disassemble(target: Target, bytes: &[u8], address: u64, source: bool) -> Vec<Line> {
    match target {
        Target::Epiphany => {
            let style = if source { epiphany::Style::Source } else { epiphany::Style::Objdump };
            let lines = epiphany::disassemble(bytes, address, style).into_iter();
            lines.map(|l| Line { address: l.address, bytes: l.bytes, text: l.text }).collect()
        }
    }
}

/// Text of the instruction at an address of a running machine.
pub(super) fn instruction(target: Target, state: &dyn State, pc: u64) -> String {
    let longest = match target {
        Target::Epiphany => 4,
    };
    // Shorter where memory ends.
    let bytes = (1..=longest).rev().find_map(|length| {
        let mut bytes = vec![0; length];
        state.read(pc, &mut bytes).ok().map(|()| bytes)
    });
    let lines = disassemble(target, &bytes.unwrap_or_default(), pc, false);
    lines.into_iter().next().map_or_else(|| "(no memory)".to_owned(), |line| line.text)
}

/// How programs of a target are linked by default.
pub(super) fn link_options(target: Target, local: bool) -> LinkOptions {
    match (target, local) {
        (Target::Epiphany, false) => epiphany::link::link_options(),
        (Target::Epiphany, true) => epiphany::link::local_link_options(),
    }
}

pub(super) fn link(
    target: Target,
    objects: &[ObjectFile],
    options: &LinkOptions,
) -> Result<Executable, Error> {
    match target {
        Target::Epiphany => {
            epiphany::link::link(objects, options).map_err(|e| Error::Tool(format!("linking: {e}")))
        }
    }
}

/// Name of a relocation.
pub(super) fn relocation_name(target: Target, kind: u32) -> String {
    use crosscall_machines::link::LinkTarget;
    let name = match target {
        Target::Epiphany => epiphany::link::Epiphany.relocation_name(kind),
    };
    name.map_or_else(|| format!("relocation {kind}"), str::to_owned)
}

/// Asks for a first instruction by a symbol that may be written as in C or as in the object file.
pub(super) fn set_entry(target: Target, objects: &[ObjectFile], options: &mut LinkOptions, symbol: &str) {
    let in_objects = |name: &str| objects.iter().flat_map(|o| &o.symbols).any(|s| s.name == name);
    let as_in_c = crate::trial::bench::symbol(target, symbol);
    let name = if !in_objects(symbol) && in_objects(&as_in_c) { as_in_c } else { symbol.to_owned() };
    options.entry = Entry::Symbol(name);
}
