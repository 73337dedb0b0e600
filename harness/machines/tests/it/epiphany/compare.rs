//! Comparing our object files with those of GNU as.
#![allow(dead_code, reason = "every test file uses its own part")]

use std::fmt::Write;
use std::path::Path;
use std::process::Command;

use crosscall_machines::elf::read_object;
use crosscall_machines::epiphany::fixups::KINDS;
use crosscall_machines::epiphany::link::FORMAT;
use crosscall_machines::fixup::FixupKind;
use crosscall_machines::object_file::{ObjectFile, SymbolPlace};

use super::tools::run_tool;

/// An object as text, one fact a line, so that a difference shows as a line.
fn facts(object: &ObjectFile) -> Vec<String> {
    let mut facts = Vec::new();
    for section in &object.sections {
        let (name, kind, flags, align) = (&section.name, section.kind, section.flags, section.align);
        facts.push(format!("{name}: type {kind}, flags {flags:#x}, align {align}, size {:#x}", section.size));
        // The contents of a field that a relocation fills have no meaning; GNU as leaves rests there.
        let mut data = section.data.clone();
        for relocation in &section.relocations {
            let Some(kind) = FixupKind::find(KINDS, relocation.kind) else { continue };
            let field = data.get_mut(relocation.offset as usize..).unwrap_or_default();
            kind.store(field, 0).expect("the field lies in its section");
        }
        for (i, line) in data.chunks(16).enumerate() {
            facts.push(format!("{name}+{:#x}: {line:02x?}", 16 * i));
        }
        for relocation in &section.relocations {
            let symbol = relocation.symbol.map(|index| symbol_name(object, index)).unwrap_or_default();
            let (offset, kind, addend) = (relocation.offset, relocation.kind, relocation.addend);
            facts.push(format!("{name}+{offset:#x}: relocation {kind} {symbol} {addend:+#x}"));
        }
    }
    for (index, symbol) in object.symbols.iter().enumerate() {
        let name = symbol_name(object, index);
        let place = match symbol.place {
            SymbolPlace::Section(index) => object.sections[index].name.clone(),
            other => format!("{other:?}"),
        };
        let (binding, kind, value, size) = (symbol.binding, symbol.kind, symbol.value, symbol.size);
        facts.push(format!("symbol {name}: {binding:?}, type {kind}, {place}+{value:#x}, size {size:#x}"));
    }
    facts
}

fn symbol_name(object: &ObjectFile, index: usize) -> String {
    let symbol = &object.symbols[index];
    match symbol.place {
        SymbolPlace::Section(index) if symbol.kind == 3 => format!("[{}]", object.sections[index].name),
        _ => symbol.name.clone(),
    }
}

/// Differences between our object and theirs, at most a few lines.
pub(crate) fn differences(ours: &ObjectFile, theirs: &ObjectFile) -> String {
    let (ours, theirs) = (facts(ours), facts(theirs));
    let mut text = String::new();
    let mut shown = 0;
    for i in 0..ours.len().max(theirs.len()) {
        if ours.get(i) != theirs.get(i) && shown < 6 {
            shown += 1;
            let _ = writeln!(text, "  ours   {:?}\n  theirs {:?}", ours.get(i), theirs.get(i));
        }
    }
    text
}

/// Assembles a text with GNU as.
pub(crate) fn gnu_assemble(gas: &Path, directory: &Path, text: &str) -> Result<ObjectFile, String> {
    std::fs::write(directory.join("text.s"), text).expect("write");
    run_tool(Command::new(gas).args(["text.s", "-o", "text.o"]).current_dir(directory))?;
    let bytes = std::fs::read(directory.join("text.o")).expect("read");
    Ok(read_object("text.o", &bytes, &FORMAT).expect("an object"))
}
