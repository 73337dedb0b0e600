//! Reading files and looking at instructions, the same for every target.

use crate::error::Error;
use crosscall_machines::elf::is_archive;
use crosscall_machines::executable::Executable;
use crosscall_machines::link::{Entry, LinkOptions};
use crosscall_machines::listing::Style;
use crosscall_machines::machine::State;
use crosscall_machines::object_file::ObjectFile;
use crosscall_machines::toolset::Toolset;
use std::path::Path;

/// A file that was read.
pub(super) enum Loaded {
    Object(ObjectFile),
    Program(Executable),
    /// The members of a library.
    Library(Vec<ObjectFile>),
}

/// Reads an ELF file, an object or a program, or a library of objects.
pub(super) fn load(target: &dyn Toolset, path: &Path, bytes: &[u8]) -> Result<Loaded, Error> {
    /// `e_type` of a program (2) or a shared one (3), little-endian at byte 16.
    const PROGRAMS: [[u8; 2]; 2] = [[2, 0], [3, 0]];
    let name = path.display().to_string();
    if is_archive(bytes) {
        let members = target.read_library(&name, bytes).and_then(|members| {
            members.iter().map(|m| target.read_object(&format!("{name}({})", m.name), m.data)).collect()
        });
        return members.map(Loaded::Library).map_err(|e| Error::Input(e.to_string()));
    }
    let kind = bytes.get(16..18).and_then(|b| <[u8; 2]>::try_from(b).ok());
    let loaded = if kind.is_some_and(|k| PROGRAMS.contains(&k)) {
        target.read_executable(&name, bytes).map(Loaded::Program)
    } else {
        target.read_object(&name, bytes).map(Loaded::Object)
    };
    loaded.map_err(|e| Error::Input(e.to_string()))
}

/// Text of the instruction at an address of a running machine.
pub(super) fn instruction(target: &dyn Toolset, state: &dyn State, pc: u64) -> String {
    // Shorter where memory ends.
    let bytes = (1..=target.longest_instruction()).rev().find_map(|length| {
        let mut bytes = vec![0; length];
        state.read(pc, &mut bytes).ok().map(|()| bytes)
    });
    let lines = target.disassemble(&bytes.unwrap_or_default(), pc, Style::Vendor);
    lines.into_iter().next().map_or_else(|| "(no memory)".to_owned(), |line| line.text)
}

/// Name of a relocation.
pub(super) fn relocation_name(target: &dyn Toolset, kind: u32) -> String {
    target.relocation_name(kind).map_or_else(|| format!("relocation {kind}"), str::to_owned)
}

/// Asks for a first instruction by a symbol that may be written as in C or as in the object file.
pub(super) fn set_entry(
    target: &dyn Toolset,
    objects: &[&ObjectFile],
    options: &mut LinkOptions,
    symbol: &str,
) {
    let in_objects = |name: &str| objects.iter().flat_map(|o| &o.symbols).any(|s| s.name == name);
    let as_in_c = target.symbol(symbol);
    let name = if !in_objects(symbol) && in_objects(&as_in_c) { as_in_c } else { symbol.to_owned() };
    options.entry = Entry::Symbol(name);
}
