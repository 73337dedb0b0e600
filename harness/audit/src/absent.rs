//! Functions that the objects call and nothing defines: a function of ours stands for each, which keeps to the document, destroys
//! whatever a call may destroy, and returns 0 or 1. Where anything else that nothing defines is used, nothing can be tested.

use super::poison::Lair;
use crosscall_engine::machine;
use crosscall_engine::trial::entered::Stage;
use crosscall_machines::object_file::{Binding, ObjectFile, Symbol, SymbolPlace};
use crosscall_model::target::Register;
use crosscall_model::{Target, unit};
use std::ops::Range;

/// Relocations of calls and of jumps to functions. A symbol with another one may be data.
const CALLS: [&str; 11] = [
    "R_AARCH64_CALL26",
    "R_AARCH64_JUMP26",
    "R_EPIPHANY_SIMM24",
    "R_NYUZI_BRANCH20",
    "R_NYUZI_BRANCH25",
    "R_RISCV_CALL",
    "R_RISCV_CALL_PLT",
    "R_RISCV_JAL",
    "R_RISCV_PLT32",
    "R_RISCV_RVC_JUMP",
    "R_X86_64_PLT32",
];

/// Symbols that objects need and nothing defines.
#[derive(Debug, Clone, Default)]
pub(super) struct Absent {
    /// Names of functions that are called.
    pub(super) functions: Vec<String>,
    /// All else, at addresses where there is no memory.
    pub(super) things: Vec<(Range<u64>, String)>,
}

/// Bytes of the address space for each thing.
const ROOM: u64 = 1 << 16;

impl Absent {
    /// Symbols that these objects need and nothing defines.
    pub(super) fn of(target: Target, objects: &[ObjectFile]) -> Absent {
        let all: Vec<&ObjectFile> = objects.iter().collect();
        let undefined = Stage::undefined(target, &all).into_iter().map(|symbol| symbol.name);
        let is_called = |name: &String| objects.iter().all(|object| only_calls(target, object, name));
        let (functions, things): (Vec<String>, Vec<String>) = undefined.partition(is_called);
        let map = machine::tools(target).machine().ok().filter(|_| !things.is_empty());
        let map = map.map(|machine| machine.memory_map().clone());
        let taken = map.iter().flat_map(|map| {
            let regions = map.regions.iter().map(|region| (region.base, region.size));
            regions.chain([(map.host.base, map.host.size)])
        });
        let end = taken.map(|(base, size)| base.saturating_add(size)).max().unwrap_or(0);
        let first = end.next_multiple_of(ROOM).saturating_add(ROOM);
        let places = (0..things.len() as u64).map(|number| first.saturating_add(number * ROOM));
        let things = places.zip(things).map(|(start, name)| (start..start.saturating_add(ROOM), name));
        Absent { functions, things: things.collect() }
    }

    /// Defines the things in an object.
    pub(super) fn place(&self, object: &mut ObjectFile) {
        let symbols = self.things.iter().map(|(range, name)| Symbol {
            name: name.clone(),
            binding: Binding::Global,
            kind: 0,
            value: range.start,
            size: 0,
            place: SymbolPlace::Absolute,
        });
        object.symbols.extend(symbols);
    }

    /// The thing at an address that a run could not use, in words.
    pub(super) fn used(&self, address: u64) -> Option<String> {
        let (_, name) = self.things.iter().find(|(range, _)| range.contains(&address))?;
        Some(format!("nothing that was given defines `{name}`; give the object or the library that does"))
    }
}

/// True if an object refers to a symbol in calls only.
fn only_calls(target: Target, object: &ObjectFile, name: &str) -> bool {
    let tools = machine::tools(target);
    let is_it = |number: usize| object.symbols.get(number).is_some_and(|symbol| symbol.name == name);
    let mut all = object.sections.iter().flat_map(|section| &section.relocations);
    all.all(|relocation| {
        !relocation.symbol.is_some_and(is_it)
            || tools.relocation_name(relocation.kind).is_some_and(|name| CALLS.contains(&name))
    })
}

/// Gives the function of ours with a number the name of one that nothing defines, too.
pub(super) fn name(target: Target, probes: &mut ObjectFile, number: usize, name: &str) {
    let ours = machine::symbol(target, &unit::callee(number));
    let Some(at) = probes.symbols.iter().position(|symbol| symbol.name == ours) else { return };
    let Some(symbol) = probes.symbols.get(at).cloned() else { return };
    if let Some(note) = probes.annotations.symbols.get(&at).copied() {
        probes.annotations.symbols.insert(probes.symbols.len(), note);
    }
    probes.symbols.push(Symbol { name: name.to_owned(), binding: Binding::Global, ..symbol });
}

/// Contents of a register in which such a function returns a value: 0 or 1, of whatever type it is.
pub(super) fn result(target: Target, register: Register, is_one: bool, bytes: &mut [u8]) {
    /// The lowest bytes of 1 as a `float`.
    const ONE: [u8; 4] = [0, 0, 0x80, 0x3f];
    let is_floating =
        matches!(target, Target::Riscv(_)) && target.register(register).is_some_and(|info| info.file == "f");
    // In a register that is wider than a value, the bits above it are ones.
    bytes.fill(if is_floating { 0xff } else { 0 });
    let low: &[u8] = match (is_floating, is_one) {
        (true, true) => &ONE,
        (true, false) => &[0; 4],
        (false, is_one) => &[u8::from(is_one)],
    };
    for (byte, low) in bytes.iter_mut().zip(low) {
        *byte = *low;
    }
}

/// True for a place in which such a function could have put something, through an address that it got.
pub(super) fn may_fill(lair: Lair) -> bool {
    match lair {
        Lair::Slots | Lair::Beyond | Lair::Callers | Lair::Room | Lair::Around => true,
        Lair::Object(_) | Lair::Padding(_) => true,
        Lair::Register(_) | Lair::Above(_) | Lair::Served | Lair::Left(_) => false,
        Lair::Unheld(_) | Lair::LeftUnheld(_) | Lair::Agnostic => false,
    }
}
