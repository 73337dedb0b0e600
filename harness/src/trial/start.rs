//! Starting the function under test the way the document's loader does, without a probe.
//!
//! The harness plays the loader: it writes the structures of reserved memory and the block of arguments.
//! Start-up code of our own, in the target's assembly, plays the runtime: it clears `.bss` if it has to,
//! copies the stack arguments, loads the argument registers and calls the function.

use super::TrialError;
use super::program::Program;
use crosscall_machines::machine::{Machine, State};
use crosscall_machines::object_file::ObjectFile;
use crosscall_model::finding::Mismatch;
use crosscall_model::observation::Snapshot;
use crosscall_model::plan::{ClauseId, Plan};
use crosscall_model::{Target, unit};
use crosscall_oracle::abi::epiphany::start::{Request, expected_configuration, expected_start, prepare};
use crosscall_oracle::choose::Chooser;
use crosscall_oracle::clause::catalogue;
use crosscall_oracle::judge::Judgement;
use crosscall_oracle::knowledge::AllReadings;
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

/// Memory that the loader uses for arguments: the block, the spilled stack bytes, and data.
pub const LOADER_MEMORY: Range<u64> = 0x400..0x2000;

const ARGS: u32 = 0x400;
const SPILL: u32 = 0x480;
const DATA: u32 = 0x1000;

/// Symbol of the start-up code for stack arguments at a distance from the stack pointer, as C sees it.
fn entry_symbol(area: u64) -> String {
    format!("start_with_area_{area}")
}

/// Symbol of the place to which the function returns.
fn back_symbol(area: u64) -> String {
    format!("{}_back", entry_symbol(area))
}

/// The start-up code for functions with stack arguments at these distances from the stack pointer, in bytes: one
/// object for each distance.
///
/// # Errors
/// The assembler's diagnostics.
pub fn objects(target: Target, areas: impl Iterator<Item = u64>) -> Result<Vec<Arc<ObjectFile>>, TrialError> {
    let areas: BTreeSet<u64> = areas.collect();
    let object = |area| {
        let text = match target {
            Target::Epiphany => epiphany(area),
        };
        super::bench::assembled_once(target, &entry_symbol(area), text)
    };
    areas.into_iter().map(object).collect()
}

fn epiphany(area: u64) -> String {
    include_str!("start/epiphany.s")
        .replace("@ENTRY@", &super::bench::symbol(Target::Epiphany, &entry_symbol(area)))
        .replace("@BACK@", &super::bench::symbol(Target::Epiphany, &back_symbol(area)))
        .replace("@AREA@", &area.to_string())
}

/// A function that is about to be started.
#[derive(Debug, Clone)]
pub struct Start {
    request: Request,
    /// Address of the start-up code.
    pub entry: u64,
    /// Where the function returns to.
    pub back: u64,
}

/// Writes what the loader writes for case `k` into the machine of a program.
///
/// # Errors
/// When the plan cannot be started in this way, or the program has no start-up code for it.
pub fn load(program: &mut Program, k: usize, plan: &Plan) -> Result<Start, TrialError> {
    let area = plan.stack.callee_area;
    let find = |name: String| {
        program.address_of(&name).ok_or_else(|| TrialError(format!("no object file defines `{name}`")))
    };
    let (entry, back, function) =
        (find(entry_symbol(area))?, find(back_symbol(area))?, find(unit::callee(k))?);
    let request = Request {
        function: u32::try_from(function).map_err(|_| TrialError("a function out of reach".to_owned()))?,
        args: ARGS,
        spill: SPILL,
        data: DATA,
        bss_cleared: true,
        workgroup: [0x3543_4c57, 1, 0x808, 32, 8, 4, 4, 1, 2],
        external_memory: [0x3543_4d45, 0x8e00_0000],
    };
    let preparation = prepare(plan, &request).map_err(|e| TrialError(e.to_string()))?;
    for (address, bytes) in &preparation.writes {
        let end = u64::from(*address) + bytes.len() as u64;
        if *address >= ARGS && end > LOADER_MEMORY.end {
            return Err(TrialError("the arguments do not fit into the loader's memory".to_owned()));
        }
        program
            .machine
            .write(u64::from(*address), bytes)
            .map_err(|e| TrialError(format!("the loader cannot write: {e:?}")))?;
    }
    Ok(Start { request, entry, back })
}

/// Holds the state at the function's first instruction against what the document says of such a start. `bss`
/// is an address in `.bss` with what was there before the start.
pub fn judge(
    start: &Start,
    plan: &Plan,
    entry: &Snapshot,
    bss: Option<(u64, &[u8])>,
    judgement: &mut Judgement,
) {
    let catalogue = catalogue(entry.target);
    let all = AllReadings(catalogue);
    let mut chooser = Chooser::new(catalogue, &all);
    let Ok(expected) = expected_start(plan, &start.request, &mut chooser) else { return };
    let mut check = |clauses: &[ClauseId], subject: &str, expected: String, observed: String| {
        judgement.exercise(clauses);
        if expected != observed {
            judgement.mismatches.push(Mismatch {
                clauses: clauses.to_vec(),
                subject: subject.to_owned(),
                expected,
                observed,
                inferred: None,
            });
        }
    };
    check(&expected.clauses, "start address", format!("{:#x}", expected.pc), format!("{:#x}", entry.pc));
    for (register, value) in &expected.registers {
        let name = entry.target.register_name(*register);
        let seen = entry.register_value(*register);
        check(&expected.clauses, &name, format!("{value:#x}"), format!("{seen:#x}"));
    }
    let (offset, bytes) = &expected.stack;
    if !bytes.is_empty() {
        let seen = entry.read(entry.sp() + offset, bytes.len()).unwrap_or_default();
        check(&expected.clauses, "stack arguments", format!("{bytes:02x?}"), format!("{seen:02x?}"));
    }
    if let (true, Some((address, before))) = (expected.bss_survives, bss) {
        let now = entry.read(address, before.len()).unwrap_or_default();
        check(&expected.bss_clauses, ".bss", format!("{before:02x?}"), format!("{now:02x?}"));
    }
    let misaligned = entry.sp() % expected.sp_align.max(1);
    check(&expected.clauses, "stack pointer modulo its alignment", "0".to_owned(), misaligned.to_string());
}

/// Holds the structures that a program may read after its start against what the loader wrote.
pub fn judge_configuration(start: &Start, machine: &dyn Machine, judgement: &mut Judgement) {
    for (address, bytes, clauses) in expected_configuration(&start.request) {
        judgement.exercise(&clauses);
        let mut seen = vec![0; bytes.len()];
        if State::read(machine, u64::from(address), &mut seen).is_err() || seen != bytes {
            judgement.mismatches.push(Mismatch {
                clauses,
                subject: "reserved memory".to_owned(),
                expected: format!("{bytes:02x?} at {address:#x}"),
                observed: format!("{seen:02x?}"),
                inferred: None,
            });
        }
    }
}
