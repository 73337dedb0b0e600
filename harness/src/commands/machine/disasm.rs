//! `crosscall machine disasm`: listings for people, and texts that assemble again.

use super::tools::{self, Loaded};
use crate::cli::DisasmArgs;
use crosscall_base::error::Error;
use crosscall_base::output::print;
use crosscall_machines::executable::Executable;
use crosscall_machines::link::SECTION_EXECUTE;
use crosscall_machines::listing::{Line, Style};
use crosscall_machines::object_file::{ObjectFile, Relocation, Section, SymbolPlace};
use crosscall_machines::source_text::{self, Marks, Part};
use crosscall_machines::toolset::Toolset;
use crosscall_reports::outcome::EXIT_CLEAN;
use std::fmt::Write;

/// Prints what is in the files.
///
/// # Errors
/// [`Error::Input`] for files that are not what they should be, [`Error::Tool`] where the text that was
/// asked for would not assemble.
pub(super) fn run(args: &DisasmArgs) -> Result<u8, Error> {
    let files = super::read_all(&args.file)?;
    for file in &files {
        let target = tools::target_of(args.target, std::slice::from_ref(file))?;
        match file.load(target)? {
            Loaded::Object(object) => show_object(target, args, &file.name, &object)?,
            Loaded::Program(program) => show_program(target, args, &file.name, &program)?,
            Loaded::Library(members) => {
                for object in &members {
                    show_object(target, args, &object.name, object)?;
                }
            }
            Loaded::Text(_) => {
                let message = format!("{}: is a text; `machine asm` assembles it", file.name);
                return Err(Error::Input(message));
            }
        }
    }
    Ok(EXIT_CLEAN)
}

fn show_object(
    target: &dyn Toolset,
    args: &DisasmArgs,
    name: &str,
    object: &ObjectFile,
) -> Result<(), Error> {
    let parts: Vec<Part<'_>> = (object.sections.iter().enumerate().filter(|(_, section)| section.size > 0))
        .map(|(index, section)| Part {
            section,
            address: 0,
            marks: object_marks(target, object, index, section),
        })
        .collect();
    if args.source {
        return show_source(target, &format!("{name}: {} object", target.name()), &parts);
    }
    let mut out = format!("{}: {} object\n", name.escape_debug(), target.name());
    for Part { section, marks, .. } in &parts {
        let Section { name, size, align, .. } = section;
        let name = name.escape_debug();
        let _ = writeln!(out, "\nsection {name} ({size} bytes, aligned to {align})");
        if section.flags & SECTION_EXECUTE != 0 {
            out +=
                &listing(&target.disassemble_from(&section.data, 0, &marks.starts(), Style::Vendor), marks);
        }
    }
    print(&out)
}

fn object_marks(target: &dyn Toolset, object: &ObjectFile, index: usize, section: &Section) -> Marks {
    let mut marks = Marks::default();
    for symbol in &object.symbols {
        if symbol.place == SymbolPlace::Section(index) && !symbol.name.is_empty() {
            marks.labels.entry(symbol.value).or_default().push(symbol.name.clone());
        }
    }
    for relocation in &section.relocations {
        let note = relocation_note(target, object, relocation);
        marks.notes.entry(relocation.offset).or_default().push(note);
    }
    marks
}

fn relocation_note(target: &dyn Toolset, object: &ObjectFile, relocation: &Relocation) -> String {
    let symbol = relocation.symbol.and_then(|i| object.symbols.get(i));
    let name = match symbol.map(|s| (s.name.as_str(), s.place)) {
        Some(("", SymbolPlace::Section(i))) => object.sections.get(i).map_or("?", |s| s.name.as_str()),
        Some((name, _)) => name,
        None => "",
    };
    let addend = match relocation.addend {
        0 => String::new(),
        addend => format!("{addend:+#x}"),
    };
    format!("{} {name}{addend}", tools::relocation_name(target, relocation.kind))
}

fn show_program(
    target: &dyn Toolset,
    args: &DisasmArgs,
    name: &str,
    program: &Executable,
) -> Result<(), Error> {
    let mut marks = Marks::default();
    let locals = program.locals.values().flatten();
    for (name, symbol) in program.globals.iter().chain(locals) {
        marks.labels.entry(symbol.address).or_default().push(name.clone());
    }
    if args.source {
        let sections = source_text::segments(program);
        let parts: Vec<Part<'_>> = sections
            .iter()
            .map(|(address, section)| {
                let end = address.saturating_add(section.size);
                let labels = marks.labels.range(*address..end).map(|(at, names)| (*at, names.clone()));
                let marks = Marks { labels: labels.collect(), ..Marks::default() };
                Part { section, address: *address, marks }
            })
            .collect();
        let heading = format!("{name}: {} program, entry {:#x}", target.name(), program.entry);
        return show_source(target, &heading, &parts);
    }
    let mut out = format!("{}: {} program\nentry {:#x}\n", name.escape_debug(), target.name(), program.entry);
    for segment in &program.segments {
        let (address, size) = (segment.address, segment.memory_size);
        let _ = writeln!(out, "\nsegment at {address:#x} ({size} bytes)");
        if program.holds_code(segment) {
            let lines = target.disassemble_from(&segment.data, address, &marks.starts(), Style::Vendor);
            out += &listing(&lines, &marks);
        }
    }
    print(&out)
}

/// Prints a text that assembles, or says why there is none.
fn show_source(target: &dyn Toolset, heading: &str, parts: &[Part<'_>]) -> Result<(), Error> {
    let text = source_text::source_text(target, parts);
    print(&format!("// {}\n{text}", heading.escape_debug()))?;
    source_text::check(target, &text, parts)
        .map_err(|why| Error::Tool(format!("{heading}: the text does not give the same bytes: {why}")))
}

fn listing(lines: &[Line], marks: &Marks) -> String {
    let mut out = String::new();
    for line in lines {
        let end = line.address.saturating_add(line.bytes.len() as u64);
        for label in marks.labels.get(&line.address).into_iter().flatten() {
            let _ = writeln!(out, "{:08x} <{}>:", line.address, label.escape_debug());
        }
        let text = line.in_columns();
        let notes: Vec<&str> = marks.notes_in(line.address, end).collect();
        let _ = match notes.is_empty() {
            true => writeln!(out, "{text}"),
            false => writeln!(out, "{text:<60}  {}", notes.join(", ").escape_debug()),
        };
    }
    out
}
