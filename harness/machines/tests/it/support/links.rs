//! A link of ours against that of the vendor's linker: the same objects and the same layout must give the same
//! section addresses, the same symbols and the same bytes.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use super::process::run_tool;
use crosscall_machines::executable::Executable;
use crosscall_machines::link::{LinkOptions, Place, SECTION_ALLOC};
use crosscall_machines::object_file::ObjectFile;
use crosscall_machines::toolset::Toolset;

/// A script with the layout of the options, as GNU ld and LLVM's lld read it.
pub(crate) fn script(options: &LinkOptions) -> String {
    let mut text = String::from("SECTIONS {\n");
    for rule in &options.layout {
        let place = match rule.place {
            Place::At(address) => format!(" {address:#x}"),
            Place::After => String::new(),
        };
        let align = if rule.align > 1 { format!(" ALIGN({:#x})", rule.align) } else { String::new() };
        // Common symbols come by a statement of their own, and the linkers make the global offset table, which
        // has another name in the options.
        let plain: Vec<&str> =
            rule.patterns.iter().map(String::as_str).filter(|pattern| pattern.starts_with('.')).collect();
        let common = if rule.patterns.iter().any(|pattern| pattern == "COMMON") { " *(COMMON)" } else { "" };
        let inputs = format!("*({}){common}", plain.join(" "));
        let _ = writeln!(text, "  {}{place} :{align} {{ {inputs} }}", rule.name);
    }
    text.push_str("  /DISCARD/ : { *(.comment) }\n}\n");
    for (name, address) in &options.served {
        let _ = writeln!(text, "PROVIDE({name} = {address:#x});");
    }
    text
}

/// Links object files of a folder here and with the vendor's linker, which gets these arguments and a script with
/// the layout of the options. Gives our program and the number of symbols that were compared, as [`same`].
pub(crate) fn link_both(
    tools: &dyn Toolset,
    (linker, arguments): (&Path, &[&str]),
    folder: &Path,
    files: &[String],
    options: &LinkOptions,
) -> Result<(Executable, usize), String> {
    let read = |name: &String| -> Result<ObjectFile, String> {
        let bytes = std::fs::read(folder.join(name)).map_err(|error| error.to_string())?;
        tools.read_object(name, &bytes).map_err(|error| error.to_string())
    };
    let objects = files.iter().map(read).collect::<Result<Vec<_>, _>>()?;
    let objects: Vec<&ObjectFile> = objects.iter().collect();
    let ours = tools.link(&objects, options).map_err(|error| error.to_string())?;
    std::fs::write(folder.join("script"), script(options)).map_err(|error| error.to_string())?;
    let mut command = Command::new(linker);
    command.current_dir(folder).args(["-T", "script", "-o", "program"]).args(arguments).args(files);
    run_tool(&mut command)?;
    let theirs = std::fs::read(folder.join("program")).map_err(|error| error.to_string())?;
    let theirs = tools.read_executable("program", &theirs).map_err(|error| error.to_string())?;
    let count = same(&ours, &theirs)?;
    Ok((ours, count))
}

/// Compares the sections of a program with contents or space, their bytes, and the symbols of the vendor's; gives
/// the number of these. The error says what differs.
pub(crate) fn same(ours: &Executable, theirs: &Executable) -> Result<usize, String> {
    let sections = |program: &Executable| -> Vec<(String, u64, u64)> {
        let used = program.sections.iter().filter(|s| s.size > 0 && s.flags & SECTION_ALLOC != 0);
        let mut list: Vec<_> = used.map(|s| (s.name.clone(), s.address, s.size)).collect();
        list.sort_by_key(|(_, address, _)| *address);
        list
    };
    let (a, b) = (sections(ours), sections(theirs));
    if a != b {
        return Err(format!("sections differ:\n{a:x?}\n{b:x?}"));
    }
    for (name, symbol) in &theirs.globals {
        let Some(own) = ours.globals.get(name) else { return Err(format!("symbol {name} is missing")) };
        if own.address != symbol.address {
            let (own, other) = (own.address, symbol.address);
            return Err(format!("symbol {name} at {own:#x}, the vendor's linker has it at {other:#x}"));
        }
    }
    for (name, address, size) in a {
        let (own, other) = (bytes(ours, address, size), bytes(theirs, address, size));
        if let Some(offset) = own.iter().zip(&other).position(|(x, y)| x != y) {
            let (own, other) = (&own[offset & !3..][..4], &other[offset & !3..][..4]);
            let at = address + offset as u64;
            return Err(format!(
                "{name}+{offset:#x} ({at:#x}): {own:02x?}, the vendor's linker has {other:02x?}"
            ));
        }
    }
    Ok(theirs.globals.len())
}

/// The bytes of a range as they are when the program is loaded.
fn bytes(program: &Executable, address: u64, size: u64) -> Vec<u8> {
    let mut memory = vec![0; size as usize];
    for segment in &program.segments {
        for (offset, byte) in segment.data.iter().enumerate() {
            let place = (segment.address + offset as u64).wrapping_sub(address);
            if let Some(place) = memory.get_mut(place as usize) {
                *place = *byte;
            }
        }
    }
    memory
}
