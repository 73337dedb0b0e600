//! Reading files and looking at instructions, the same for every target.

use crate::cli::MachineTarget;
use crosscall_base::error::{Error, read_bytes, read_stdin};
use crosscall_base::output::{print_bytes, write_atomically};
use crosscall_engine::machine;
use crosscall_machines::asm::{Diagnostic, Diagnostics, Position};
use crosscall_machines::elf::{ElfClass, is_archive};
use crosscall_machines::executable::Executable;
use crosscall_machines::link::{Entry, LinkOptions};
use crosscall_machines::object_file::{Binding, ObjectFile, SymbolPlace};
use crosscall_machines::toolset::{self, Toolset};
use crosscall_model::Target;
use std::io::IsTerminal;
use std::path::Path;

/// The name that stands for the standard input or output.
pub(in crate::commands) const STREAM: &str = "-";

/// Largest file that is read, in bytes.
const FILE_LIMIT: u64 = 256 << 20;
/// `e_type` of a program (2) or a shared one (3), little-endian at byte 16.
const PROGRAMS: [[u8; 2]; 2] = [[2, 0], [3, 0]];
/// First bytes of an ELF file.
const ELF_MAGIC: &[u8] = b"\x7fELF";

/// A file that was read.
pub(in crate::commands) enum Loaded {
    Object(ObjectFile),
    Program(Executable),
    /// The members of a library.
    Library(Vec<ObjectFile>),
    /// Text for the assembler, not assembled yet.
    Text(String),
}

/// A file as it is on the disk.
pub(in crate::commands) struct Given {
    /// Its name in messages.
    pub(in crate::commands) name: String,
    bytes: Vec<u8>,
}

impl Given {
    /// Reads a file, or the standard input for `-`.
    pub(in crate::commands) fn read(path: &Path) -> Result<Given, Error> {
        if path.as_os_str() != STREAM {
            let bytes = read_bytes(path, FILE_LIMIT)?;
            return Ok(Given { name: path.display().to_string(), bytes });
        }
        let name = "(standard input)".to_owned();
        let bytes = read_stdin(&name, FILE_LIMIT)?;
        Ok(Given { name, bytes })
    }

    /// Its contents.
    pub(in crate::commands) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The text in it.
    pub(super) fn text(&self) -> Result<&str, Error> {
        std::str::from_utf8(&self.bytes).map_err(|e| {
            Error::Input(format!("{}: is not valid UTF-8 at byte {}", self.name, e.valid_up_to()))
        })
    }

    /// The text that it is, if it is one.
    pub(in crate::commands) fn as_text(&self) -> Option<&str> {
        if self.is_text() { std::str::from_utf8(&self.bytes).ok() } else { None }
    }

    /// True if it is neither an ELF file nor a library nor anything else with bytes that no text has.
    fn is_text(&self) -> bool {
        let binary = self.bytes.starts_with(ELF_MAGIC) || is_archive(&self.bytes) || self.bytes.contains(&0);
        !binary && !self.bytes.is_empty() && std::str::from_utf8(&self.bytes).is_ok()
    }

    /// Takes it for an ELF file, an object or a program, or a library of objects, or else a text.
    pub(in crate::commands) fn load(&self, target: &dyn Toolset) -> Result<Loaded, Error> {
        let Given { name, bytes } = self;
        if is_archive(bytes) {
            let members = target.read_library(name, bytes).and_then(|members| {
                members.iter().map(|m| target.read_object(&format!("{name}({})", m.name), m.data)).collect()
            });
            return members.map(Loaded::Library).map_err(|e| Error::Input(e.to_string()));
        }
        if self.is_text() {
            return self.text().map(|text| Loaded::Text(text.to_owned()));
        }
        let kind = bytes.get(16..18).and_then(|b| <[u8; 2]>::try_from(b).ok());
        let loaded = if kind.is_some_and(|k| PROGRAMS.contains(&k)) {
            target.read_executable(name, bytes).map(Loaded::Program)
        } else {
            target.read_object(name, bytes).map(Loaded::Object)
        };
        loaded.map_err(|e| Error::Input(e.to_string()))
    }

    /// True if it is an ELF file with a program, by its header.
    pub(in crate::commands) fn is_program(&self) -> bool {
        let kind = self.bytes.get(16..18).and_then(|b| <[u8; 2]>::try_from(b).ok());
        self.bytes.starts_with(ELF_MAGIC) && kind.is_some_and(|kind| PROGRAMS.contains(&kind))
    }

    /// True if these bytes are somewhere in it.
    pub(in crate::commands) fn mentions(&self, bytes: &[u8]) -> bool {
        !bytes.is_empty() && self.bytes.windows(bytes.len()).any(|window| window == bytes)
    }

    /// The header of an ELF file, or of the first one in a library.
    fn header(&self) -> Option<Header> {
        if !is_archive(&self.bytes) {
            return Header::read(&self.bytes);
        }
        toolset::ALL.iter().find_map(|tools| {
            let members = tools.read_library(&self.name, &self.bytes).ok()?;
            members.iter().find_map(|member| Header::read(member.data))
        })
    }
}

/// Facts about the processor in the header of an ELF file.
struct Header {
    /// Width of addresses.
    class: ElfClass,
    /// `e_machine`.
    machine: u16,
    /// `e_flags`; 0 where there are none.
    flags: u32,
}

impl Header {
    fn read(bytes: &[u8]) -> Option<Header> {
        /// Where the flags lie with addresses of 32 and of 64 bits.
        const FLAGS: [usize; 2] = [36, 48];
        let machine = bytes.get(18..20).filter(|_| bytes.starts_with(ELF_MAGIC))?;
        let machine = u16::from_le_bytes(machine.try_into().ok()?);
        let is_wide = bytes.get(4) == Some(&2);
        let class = if is_wide { ElfClass::Elf64 } else { ElfClass::Elf32 };
        let flags = bytes.get(FLAGS[usize::from(is_wide)]..).and_then(|rest| rest.first_chunk());
        Some(Header { class, machine, flags: flags.map_or(0, |flags| u32::from_le_bytes(*flags)) })
    }
}

/// The target that is asked for, or else the one that the files name.
pub(super) fn target_of(
    asked: Option<MachineTarget>,
    files: &[Given],
) -> Result<&'static dyn Toolset, Error> {
    if let Some(MachineTarget(target)) = asked {
        return Ok(target);
    }
    let known = || {
        let names: Vec<&str> = toolset::ALL.iter().map(|tools| tools.name()).collect();
        names.join(", ")
    };
    let reported = files.iter().find_map(|file| file.header().map(|header| (file, header)));
    let Some((file, Header { class, machine, .. })) = reported else {
        let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
        let names = names.join(", ");
        return Err(Error::Input(format!(
            "{names}: no ELF file names the target; give it with --target ({})",
            known()
        )));
    };
    let is_for = |tools: &&dyn Toolset| tools.format().machine == machine;
    // One number can stand for processors of two widths; a file of a width that is none is refused when it is read.
    let of_width = toolset::ALL.into_iter().filter(is_for).find(|tools| tools.format().class == class);
    of_width.or_else(|| toolset::ALL.into_iter().find(is_for)).ok_or_else(|| {
        Error::Input(format!("{}: is for ELF machine {machine:#x}, which is none of {}", file.name, known()))
    })
}

/// The target that is asked for, or else the one that the files name, with the ABI that they are for: by the first header, or
/// else by what the first text is assembled to.
///
/// # Errors
/// [`Error::Input`] where nothing names the target, for a text with mistakes, and for flags of no ABI that has a document.
pub(in crate::commands) fn abi_of(asked: Option<MachineTarget>, files: &[Given]) -> Result<Target, Error> {
    let tools = target_of(asked, files)?;
    let flags = match (files.iter().find_map(Given::header), files.first()) {
        (Some(header), _) => header.flags,
        (None, Some(text)) => assemble(tools, &text.name, text.text()?)?.flags,
        (None, None) => 0,
    };
    let fits = |target: &Target| {
        machine::tools(*target).name() == tools.name() && machine::has_flags(*target, flags)
    };
    Target::ALL.into_iter().find(fits).ok_or_else(|| {
        let (name, file) = (tools.name(), files.first().map_or("", |file| file.name.as_str()));
        Error::Input(format!(
            "{file}: no ABI document of {name} is for files with the flags {flags:#x}; `crosscall audit --target` can name one"
        ))
    })
}

/// Assembles a text; mistakes are shown in their lines.
pub(in crate::commands) fn assemble(
    target: &dyn Toolset,
    name: &str,
    text: &str,
) -> Result<ObjectFile, Error> {
    reported(target.assemble(name, text), name, text)
}

/// The same, and with the object the lines that its code is made from.
pub(in crate::commands) fn assemble_with_lines(
    target: &dyn Toolset,
    name: &str,
    text: &str,
) -> Result<ObjectFile, Error> {
    reported(target.assemble_with_lines(name, text), name, text)
}

fn reported(assembled: Result<ObjectFile, Diagnostics>, name: &str, text: &str) -> Result<ObjectFile, Error> {
    assembled.map_err(|mistakes| {
        let shown: Vec<String> = mistakes.0.iter().map(|mistake| mark(name, text, mistake)).collect();
        Error::Input(shown.join("\n"))
    })
}

/// A mistake with the line that it is in and a mark below the place. Lines that a macro makes are not in the
/// text.
fn mark(name: &str, text: &str, mistake: &Diagnostic) -> String {
    /// Characters of a line that are shown on each side of the place.
    const CONTEXT: usize = 60;
    let Position { file, line, column } = &mistake.position;
    let source = text.lines().nth((*line as usize).saturating_sub(1)).filter(|_| **file == *name);
    let before = source.and_then(|source| source.get(..(*column as usize).saturating_sub(1)));
    let (Some(source), Some(before)) = (source, before) else { return mistake.to_string() };
    let plain = |c: char| if c.is_control() { ' ' } else { c };
    let place = before.chars().count();
    let skip = place.saturating_sub(CONTEXT);
    let shown: String = source.chars().skip(skip).take(2 * CONTEXT).map(plain).collect();
    if shown.trim().is_empty() {
        return mistake.to_string();
    }
    format!("{mistake}\n  {}\n  {:2$}^", shown.trim_end(), "", place - skip)
}

/// Writes a file, or to the standard output for `-`.
pub(super) fn write(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    match path.as_os_str() == STREAM {
        true if std::io::stdout().is_terminal() => {
            Err(Error::Input("the standard output is a terminal; --output names a file".to_owned()))
        }
        true => print_bytes(bytes),
        false => write_atomically(path, bytes),
    }
}

/// Name of a relocation.
pub(super) fn relocation_name(target: &dyn Toolset, kind: u32) -> String {
    target.relocation_name(kind).map_or_else(|| format!("relocation {kind}"), str::to_owned)
}

/// Asks for a first instruction by a symbol that may be written as in C or as in the object file. A symbol that is
/// local in every object is left to [`super::place::symbol`].
pub(super) fn set_entry(
    target: &dyn Toolset,
    objects: &[&ObjectFile],
    options: &mut LinkOptions,
    symbol: &str,
) {
    let symbols = || objects.iter().flat_map(|o| &o.symbols).filter(|s| s.place != SymbolPlace::Undefined);
    let is_global = |name: &str| symbols().any(|s| s.name == name && s.binding != Binding::Local);
    let as_in_c = target.symbol(symbol);
    let global = [symbol, as_in_c.as_str()].into_iter().find(|name| is_global(name));
    if global.is_none() && symbols().any(|s| s.name == symbol || s.name == as_in_c) {
        return;
    }
    options.entry = Entry::Symbol(global.unwrap_or(symbol).to_owned());
}
