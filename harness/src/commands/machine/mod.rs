//! `crosscall machine`: the machines by themselves.

mod check;
mod compare;
mod disasm;
mod place;
mod registers;
pub(super) mod run;
pub(super) mod tools;
mod trace;

use crate::cli::{AsmArgs, LinkArgs, LinkingArgs, MachineCommand};
use crosscall_base::error::Error;
use crosscall_base::output::note;
use crosscall_machines::executable::Executable;
use crosscall_machines::link::{Entry, needed_members};
use crosscall_machines::object_file::ObjectFile;
use crosscall_machines::toolset::Toolset;
use crosscall_reports::outcome::EXIT_CLEAN;
use std::path::PathBuf;
use tools::{Given, Loaded, STREAM};

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
        MachineCommand::Run(args) => match &args.check {
            Some(declaration) => check::run(args, declaration),
            None => run::run(args),
        },
        MachineCommand::Compare(args) => compare::run(args),
    }
}

fn assemble(args: &AsmArgs) -> Result<u8, Error> {
    let given = Given::read(&args.file)?;
    let object = tools::assemble(args.target.0, &given.name, given.text()?)?;
    let bytes = args.target.0.write_object(&object).map_err(|e| Error::Tool(e.to_string()))?;
    let output = match &args.output {
        Some(output) => output.clone(),
        None if args.file.as_os_str() == STREAM => PathBuf::from(STREAM),
        None => PathBuf::from(args.file.file_name().unwrap_or(args.file.as_os_str())).with_extension("o"),
    };
    if output == args.file && output.as_os_str() != STREAM {
        let name = output.display();
        return Err(Error::Input(format!("{name} would overwrite the assembly text; name another --output")));
    }
    tools::write(&output, &bytes)?;
    Ok(EXIT_CLEAN)
}

fn link(args: &LinkArgs) -> Result<u8, Error> {
    let files = read_all(&args.file)?;
    let target = tools::target_of(args.target, &files)?;
    let linked = linked(target, &files, &args.linking)?;
    if linked.entry_is_a_guess {
        let entry = linked.program.entry;
        note(&format!(
            "crosscall: the program begins at {entry:#x}, its first instruction, for {}; --entry names another",
            no_entry(target)
        ));
    }
    let bytes = target.write_executable(&linked.program).map_err(|e| Error::Tool(e.to_string()))?;
    tools::write(&args.output, &bytes)?;
    Ok(EXIT_CLEAN)
}

/// Reads files.
fn read_all(files: &[PathBuf]) -> Result<Vec<Given>, Error> {
    files.iter().map(|path| Given::read(path)).collect()
}

/// Result of linking.
struct Linked {
    program: Executable,
    /// True if nothing says where the program begins, so that it does at its first instruction.
    entry_is_a_guess: bool,
}

/// Message for a program without a beginning.
fn no_entry(target: &dyn Toolset) -> String {
    let mut names = match target.link_options().entry {
        Entry::Symbol(name) => vec![name],
        Entry::Prefer(names) => names,
    };
    let main = target.symbol("main");
    if !names.contains(&main) {
        names.push(main);
    }
    format!("it has no global symbol {}", names.join(" or "))
}

/// Reads objects and libraries, assembles texts, and links them with the members that are needed.
fn linked(target: &dyn Toolset, files: &[Given], linking: &LinkingArgs) -> Result<Linked, Error> {
    let (mut objects, mut members) = (Vec::new(), Vec::new());
    for file in files {
        match file.load(target)? {
            Loaded::Object(object) => objects.push(object),
            Loaded::Library(of_library) => members.extend(of_library),
            Loaded::Text(text) => objects.push(tools::assemble(target, &file.name, &text)?),
            Loaded::Program(_) => return Err(already_linked(&file.name)),
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
    let mut program = target.link(&objects, &options).map_err(|e| Error::Tool(format!("linking: {e}")))?;
    let named = match &options.entry {
        Entry::Symbol(_) => true,
        Entry::Prefer(names) => names.iter().any(|name| program.globals.contains_key(name)),
    };
    // A target whose linker looks only for what its runtime library has.
    let main = program.address_of(&target.symbol("main")).filter(|_| !named);
    let local = linking.entry.as_ref().and_then(|name| place::symbol(target, &program, name));
    let other = local.filter(|_| !matches!(options.entry, Entry::Symbol(_))).or(main);
    if let Some(address) = other {
        program.entry = address;
    }
    Ok(Linked { program, entry_is_a_guess: !named && other.is_none() })
}

fn already_linked(name: &str) -> Error {
    Error::Input(format!("{name}: is a linked program; objects are expected here"))
}
