//! `crosscall machine`: the machines by themselves.

mod compare;
mod disasm;
mod run;
mod tools;

use crate::cli::{AsmArgs, LinkArgs, LinkingArgs, MachineCommand};
use crate::error::{EXIT_CLEAN, Error, read_bytes, read_text};
use crate::store::write_atomically;
use crosscall_machines::executable::Executable;
use crosscall_machines::link::needed_members;
use crosscall_machines::object_file::ObjectFile;
use crosscall_machines::toolset::Toolset;
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
        MachineCommand::Disasm(args) => disasm::run(args),
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
