//! `crosscall machine`: the machines by themselves.

mod compare;
mod run;
mod tools;

use crate::cli::{AsmArgs, DisasmArgs, LinkArgs, LinkingArgs, MachineCommand};
use crate::error::{EXIT_CLEAN, Error, read_bytes, read_text};
use crate::output::print;
use crate::store::write_atomically;
use crosscall_machines::executable::Executable;
use crosscall_machines::link::{SECTION_EXECUTE, needed_members};
use crosscall_machines::listing::{Line, Style};
use crosscall_machines::object_file::{ObjectFile, SymbolPlace};
use crosscall_machines::toolset::Toolset;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use tools::{Loaded, load};

/// Largest file that is read, in bytes.
const FILE_LIMIT: u64 = 256 << 20;

/// Does what the command says.
///
/// # Errors
/// [`Error::Input`] for files that are not what they should be, [`Error::Tool`] when linking or a run
/// fails.
pub fn run(command: &MachineCommand) -> Result<u8, Error> {
    match command {
        MachineCommand::Asm(args) => assemble(args),
        MachineCommand::Disasm(args) => disassemble(args),
        MachineCommand::Link(args) => link(args),
        MachineCommand::Run(args) => run::run(args),
        MachineCommand::Compare(args) => compare::run(args),
    }
}

fn assemble(args: &AsmArgs) -> Result<u8, Error> {
    let text = read_text(&args.file)?;
    let name = args.file.display().to_string();
    let object = args.target.0.assemble(&name, &text).map_err(|e| Error::Input(e.to_string()))?;
    let bytes = args.target.0.write_object(&object).map_err(|e| Error::Tool(e.to_string()))?;
    let output = args.output.clone().unwrap_or_else(|| {
        PathBuf::from(args.file.file_name().unwrap_or(args.file.as_os_str())).with_extension("o")
    });
    if output == args.file {
        let name = output.display();
        return Err(Error::Input(format!("{name} would overwrite the assembly text; name another --output")));
    }
    write_atomically(&output, &bytes)?;
    Ok(EXIT_CLEAN)
}

fn disassemble(args: &DisasmArgs) -> Result<u8, Error> {
    for path in &args.file {
        let target = args.target.0;
        let tell = |name: &str, kind: &str, listing: String| {
            print(&format!("{name}: {} {kind}\n{listing}", target.name()))
        };
        let name = path.display().to_string();
        match &load(target, path, &read_bytes(path, FILE_LIMIT)?)? {
            Loaded::Object(object) => tell(&name, "object", object_listing(target, object, args.source))?,
            Loaded::Program(program) => {
                tell(&name, "program", program_listing(target, program, args.source))?;
            }
            Loaded::Library(members) => {
                for object in members {
                    tell(&object.name, "object", object_listing(target, object, args.source))?;
                }
            }
        }
    }
    Ok(EXIT_CLEAN)
}

fn style(source: bool) -> Style {
    if source { Style::Source } else { Style::Vendor }
}

/// Labels and notes at addresses of one section.
#[derive(Default)]
struct Marks {
    labels: BTreeMap<u64, Vec<String>>,
    notes: BTreeMap<u64, Vec<String>>,
}

fn object_listing(target: &dyn Toolset, object: &ObjectFile, source: bool) -> String {
    let mut out = String::new();
    for (index, section) in object.sections.iter().enumerate().filter(|(_, s)| s.size > 0) {
        let mut marks = Marks::default();
        for symbol in &object.symbols {
            if symbol.place == SymbolPlace::Section(index) && !symbol.name.is_empty() {
                marks.labels.entry(symbol.value).or_default().push(symbol.name.clone());
            }
        }
        for relocation in &section.relocations {
            let symbol = relocation.symbol.and_then(|i| object.symbols.get(i));
            let name = match symbol.map(|s| (s.name.as_str(), s.place)) {
                Some(("", SymbolPlace::Section(i))) => {
                    object.sections.get(i).map_or("?", |s| s.name.as_str())
                }
                Some((name, _)) => name,
                None => "",
            };
            let addend = match relocation.addend {
                0 => String::new(),
                addend => format!("{addend:+#x}"),
            };
            let note = format!("{} {name}{addend}", tools::relocation_name(target, relocation.kind));
            marks.notes.entry(relocation.offset).or_default().push(note);
        }
        let _ = writeln!(
            out,
            "\nsection {} ({} bytes, aligned to {})",
            section.name, section.size, section.align
        );
        if section.flags & SECTION_EXECUTE != 0 {
            out += &listing(&target.disassemble(&section.data, 0, style(source)), &marks);
        }
    }
    out
}

fn program_listing(target: &dyn Toolset, program: &Executable, source: bool) -> String {
    let mut out = format!("entry {:#x}\n", program.entry);
    let mut marks = Marks::default();
    let locals = program.locals.values().flatten();
    for (name, symbol) in program.globals.iter().chain(locals) {
        marks.labels.entry(symbol.address).or_default().push(name.clone());
    }
    /// ELF segment flag of code.
    const EXECUTE: u32 = 1;
    for segment in &program.segments {
        let (address, size) = (segment.address, segment.memory_size);
        let _ = writeln!(out, "\nsegment at {address:#x} ({size} bytes)");
        if segment.flags & EXECUTE != 0 {
            out += &listing(&target.disassemble(&segment.data, address, style(source)), &marks);
        }
    }
    out
}

fn listing(lines: &[Line], marks: &Marks) -> String {
    let mut out = String::new();
    for line in lines {
        let end = line.address.saturating_add(line.bytes.len() as u64);
        for label in marks.labels.get(&line.address).into_iter().flatten() {
            let _ = writeln!(out, "{:08x} <{label}>:", line.address);
        }
        let hex: Vec<String> = line.bytes.iter().map(|b| format!("{b:02x}")).collect();
        let text = format!("{:8x}:  {:<11}  {}", line.address, hex.join(" "), line.text);
        let notes: Vec<&str> =
            marks.notes.range(line.address..end).flat_map(|(_, n)| n).map(String::as_str).collect();
        let _ = match notes.is_empty() {
            true => writeln!(out, "{text}"),
            false => writeln!(out, "{text:<60}  {}", notes.join(", ")),
        };
    }
    out
}

fn link(args: &LinkArgs) -> Result<u8, Error> {
    let program = linked(args.target.0, &args.file, &args.linking)?;
    let bytes = args.target.0.write_executable(&program).map_err(|e| Error::Tool(e.to_string()))?;
    write_atomically(&args.output, &bytes)?;
    Ok(EXIT_CLEAN)
}

/// Reads objects and libraries and links the objects with the members that are needed.
fn linked(target: &dyn Toolset, files: &[PathBuf], linking: &LinkingArgs) -> Result<Executable, Error> {
    let (mut objects, mut members) = (Vec::new(), Vec::new());
    for path in files {
        match load(target, path, &read_bytes(path, FILE_LIMIT)?)? {
            Loaded::Object(object) => objects.push(object),
            Loaded::Library(of_library) => members.extend(of_library),
            Loaded::Program(_) => return Err(already_linked(path)),
        }
    }
    let local = linking.local.then(|| target.local_link_options()).flatten();
    let mut options = local.unwrap_or_else(|| target.link_options());
    options.defined.extend(linking.define.iter().cloned());
    if let Some(symbol) = &linking.entry {
        let all: Vec<&ObjectFile> = objects.iter().chain(&members).collect();
        tools::set_entry(target, &all, &mut options, symbol);
    }
    let needed = needed_members(&objects, &members, &options.entry);
    let needed = needed.into_iter().filter_map(|index| members.get(index));
    let objects: Vec<&ObjectFile> = objects.iter().chain(needed).collect();
    target.link(&objects, &options).map_err(|e| Error::Tool(format!("linking: {e}")))
}

fn already_linked(path: &Path) -> Error {
    Error::Input(format!("{}: is a linked program; objects are expected here", path.display()))
}
