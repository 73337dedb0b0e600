//! The machine of each target: the assembler, linker and simulator that are built in, and the programs that they make.

pub mod assembler;
pub mod backend;
pub mod compiled;
pub mod linker;
pub mod register_files;
mod riscv;
mod sleigh;
mod undefined;

use crosscall_generator::probe::play::{self, Side};
use crosscall_generator::probe::{self, Loader, Probe};
use crosscall_machines::asm::Diagnostics;
use crosscall_machines::executable::Executable;
use crosscall_machines::link::{LinkError, LinkOptions, Share, shares};
use crosscall_machines::machine::Machine;
use crosscall_machines::object_file::ObjectFile;
use crosscall_machines::toolset::Toolset;
use crosscall_machines::{dpu, epiphany, forwardcom, ipu, nyuzi};
use crosscall_model::{Target, unit};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Why a trial could not be carried out. Never the subject's fault: that is an observation.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TrialError {
    /// Something went wrong, in words.
    #[error("{0}")]
    Failed(String),
    /// The object file calls functions of its compiler's own library that are not served here, in words.
    #[error("{0}")]
    Unserved(String),
}

impl TrialError {
    /// True if the trial is only beyond what is served here.
    pub(crate) fn is_unsupported(&self) -> bool {
        matches!(self, TrialError::Unserved(_))
    }
}

/// The tools of a target.
pub fn tools(target: Target) -> &'static dyn Toolset {
    match target {
        Target::Epiphany => &epiphany::toolset::Epiphany,
        Target::Nyuzi => &nyuzi::toolset::Nyuzi,
        Target::Dpu => &dpu::toolset::Dpu,
        Target::Ipu => &ipu::toolset::Ipu,
        Target::ForwardCom => &forwardcom::toolset::ForwardCom,
        Target::Riscv(abi) => riscv::tools(abi),
        Target::X86_64 => &sleigh::X86_64,
        Target::Aarch64 => &sleigh::Aarch64,
        #[cfg(feature = "invented")]
        Target::Invented => &forwardcom::toolset::ForwardCom,
    }
}

/// Assembles text with the assembler that is built in, or else that of a toolchain.
///
/// # Errors
/// The assembler's diagnostics.
pub fn assemble(target: Target, name: &str, text: &str) -> Result<ObjectFile, TrialError> {
    assemble_by(target, (name, text), false, |tools| tools.assemble(name, text))
}

/// The same, and with the object the lines that its code is made from.
///
/// # Errors
/// The assembler's diagnostics.
pub fn assemble_with_lines(target: Target, name: &str, text: &str) -> Result<ObjectFile, TrialError> {
    assemble_by(target, (name, text), true, |tools| tools.assemble_with_lines(name, text))
}

fn assemble_by(
    target: Target,
    (name, text): (&str, &str),
    has_lines: bool,
    built_in: impl FnOnce(&dyn Toolset) -> Result<ObjectFile, Diagnostics>,
) -> Result<ObjectFile, TrialError> {
    if !tools(target).has_assembler() {
        return assembler::assemble(target, name, text, has_lines);
    }
    let mut object = built_in(tools(target)).map_err(|e| TrialError::Failed(e.to_string()))?;
    mark(target, &mut object);
    Ok(object)
}

/// Says in an object that was assembled here which ABI it is for, where a machine has several.
pub fn mark(target: Target, object: &mut ObjectFile) {
    if let Target::Riscv(abi) = target {
        riscv::mark(abi, object);
    }
}

/// True if the header of an ELF file with these flags says that it is for a target, of those that have its machine.
pub fn has_flags(target: Target, file_flags: u32) -> bool {
    match target {
        Target::Riscv(abi) => riscv::has_flags(abi, file_flags),
        _ => true,
    }
}

/// Assembles probes into one object file, and gives with it those of the routines that the probes go through.
///
/// # Errors
/// The assembler's diagnostics.
pub fn assemble_probes(target: Target, probes: &[&Probe]) -> Result<Vec<Arc<ObjectFile>>, TrialError> {
    let text = probe::text(probes.iter().copied());
    let mut objects = vec![Arc::new(assemble(target, "probes", &text)?)];
    for loader in probe::loaders(probes.iter().copied()) {
        objects.push(routine(loader)?);
    }
    Ok(objects)
}

/// The object file of a routine that probes go through.
///
/// # Errors
/// The assembler's diagnostics.
fn routine(loader: &Loader) -> Result<Arc<ObjectFile>, TrialError> {
    static ASSEMBLED: Once<Loader> = Mutex::new(BTreeMap::new());
    once(&ASSEMBLED, loader, |loader| assemble(loader.target(), &loader.name(), &loader.text()))
}

/// The object file of a text of which there are only a few that are needed again and again: each is assembled
/// once.
///
/// # Errors
/// The assembler's diagnostics.
pub(crate) fn assembled_once(
    target: Target,
    name: &str,
    text: String,
) -> Result<Arc<ObjectFile>, TrialError> {
    static ASSEMBLED: Once<(Target, String)> = Mutex::new(BTreeMap::new());
    once(&ASSEMBLED, &(target, text), |(target, text)| assemble(*target, name, text))
}

/// The object file with what the machine does itself where one side of the first cases of a batch is played: each is
/// assembled once.
///
/// # Errors
/// The assembler's diagnostics.
pub(crate) fn stubs(target: Target, side: Side, cases: usize) -> Result<Arc<ObjectFile>, TrialError> {
    static ASSEMBLED: Once<(Target, Side, usize)> = Mutex::new(BTreeMap::new());
    let text = |key: &(Target, Side, usize)| assemble(key.0, "stubs", &play::stubs(key.0, key.1, 0..key.2));
    once(&ASSEMBLED, &(target, side, cases), text)
}

/// Object files by what they are made from.
type Once<K> = Mutex<BTreeMap<K, Arc<ObjectFile>>>;

/// The object file that is kept for a key, or a new one, which is kept from then on.
fn once<K: Ord + Clone>(
    kept: &Once<K>,
    key: &K,
    make: impl FnOnce(&K) -> Result<ObjectFile, TrialError>,
) -> Result<Arc<ObjectFile>, TrialError> {
    // Whoever panicked, the map itself is whole.
    let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(object) = kept.get(key) {
        return Ok(object.clone());
    }
    let object = Arc::new(make(key)?);
    if kept.len() >= MOST_ASSEMBLED {
        kept.clear();
    }
    kept.insert(key.clone(), object.clone());
    Ok(object)
}

/// Object files that are kept.
const MOST_ASSEMBLED: usize = 1024;

/// Reads a relocatable ELF file.
///
/// # Errors
/// The fault in the file, and its place.
pub fn read_object(target: Target, name: &str, bytes: &[u8]) -> Result<ObjectFile, TrialError> {
    tools(target).read_object(name, bytes).map_err(|e| TrialError::Failed(e.to_string()))
}

/// Links all objects of a program.
///
/// # Errors
/// The linker's error.
pub fn link(target: Target, objects: &[&ObjectFile]) -> Result<Executable, TrialError> {
    link_with(&tools(target).link_options(), target, objects)
}

/// Links the objects for some cases of a batch. Functions of the others, to which they refer and which no object defines,
/// lead nowhere.
///
/// # Errors
/// The linker's error.
pub(crate) fn link_some(target: Target, objects: &[&ObjectFile]) -> Result<Executable, TrialError> {
    link_with(&options_for_some(target), target, objects)
}

/// Links objects with options.
///
/// # Errors
/// The linker's error.
fn link_with(
    options: &LinkOptions,
    target: Target,
    objects: &[&ObjectFile],
) -> Result<Executable, TrialError> {
    if let Some(linker) = linker::chosen() {
        let undefined = linker::undefined(objects, options);
        return match undefined.is_empty() {
            true => linker.link(target, objects, options),
            false => Err(undefined::error(&undefined)),
        };
    }
    tools(target).link(objects, options).map_err(|error| match error {
        LinkError::Undefined(symbols) => undefined::error(&symbols),
        other => TrialError::Failed(other.to_string()),
    })
}

/// The options with which the objects for some cases are linked: made once.
fn options_for_some(target: Target) -> Arc<LinkOptions> {
    static OPTIONS: Mutex<BTreeMap<Target, Arc<LinkOptions>>> = Mutex::new(BTreeMap::new());
    // Whoever panicked, the map itself is whole.
    let mut options = OPTIONS.lock().unwrap_or_else(PoisonError::into_inner);
    let new = || {
        let of_cases = [unit::callee(0), unit::clobber(0)];
        let stems = of_cases.iter().map(|name| symbol(target, name.trim_end_matches('0')));
        let numbered = stems.map(|stem| (stem, nowhere(target))).collect();
        Arc::new(LinkOptions { numbered, ..tools(target).link_options() })
    };
    options.entry(target).or_insert_with(new).clone()
}

/// Of a target's memory, the part that one unit of a subject may take: two of them meet in a program, with probes, whose
/// own data are few.
const PART_OF_UNIT: (u64, u64) = (2, 5);

/// True if a unit leaves room for another one and for probes in a program.
pub fn leaves_room(target: Target, object: &ObjectFile) -> bool {
    let (part, of) = PART_OF_UNIT;
    let fits = |share: &Share| share.taken <= share.room / of * part;
    shares(object, &options_for_some(target)).iter().all(fits)
}

/// A simulator of the backend that was chosen, with the target's default memory map: one that was given back, or a new one. Its
/// contents are those of its last program until another is loaded.
///
/// # Errors
/// When the map cannot be made.
pub fn machine(target: Target) -> Result<Box<dyn Machine + Send>, TrialError> {
    let used = {
        let mut idle = idle();
        idle.iter().position(|(of, _)| *of == target).map(|at| idle.swap_remove(at).1)
    };
    match used {
        Some(machine) => Ok(machine),
        None => backend::machine(target)
            .unwrap_or_else(|| tools(target).machine().map_err(|e| TrialError::Failed(e.to_string()))),
    }
}

/// Keeps a machine for the next program: loading one costs only as much as the last one has touched, while
/// making a machine costs its whole memory.
pub fn give_back(target: Target, machine: Box<dyn Machine + Send>) {
    let mut idle = idle();
    if idle.len() < MOST_IDLE {
        idle.push((target, machine));
    }
}

/// Gives back the memory of a target's machines that were kept. Each holds all pages that its programs have touched.
pub fn drop_idle(target: Target) {
    let gone: Idle = idle().extract_if(.., |(of, _)| *of == target).collect();
    drop(gone);
}

type Idle = Vec<(Target, Box<dyn Machine + Send>)>;

/// Machines that are kept: for each of some batches at work one for each of its programs and one for a plan of
/// its own.
const MOST_IDLE: usize = 128;

fn idle() -> MutexGuard<'static, Idle> {
    static IDLE: Mutex<Idle> = Mutex::new(Vec::new());
    // Whoever panicked, the list itself is whole.
    IDLE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The symbol in an object file for a name in C.
pub fn symbol(target: Target, name: &str) -> String {
    tools(target).symbol(name)
}

/// An address without memory, for symbols that a program refers to but never uses.
pub fn nowhere(target: Target) -> u64 {
    tools(target).nowhere()
}
