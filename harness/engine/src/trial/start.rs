//! Starting the function under test the way the document's loader does, without a probe.
//!
//! The harness plays the loader: it writes the structures of reserved memory and the block of arguments.
//! Start-up code of our own, in the target's assembly, plays the runtime and calls the function. One file a target
//! says what its loader writes; a document that speaks of no loader has none.

mod epiphany;

use super::program::Program;
use crate::machine::TrialError;
use crosscall_machines::machine::{Machine, State};
use crosscall_machines::object_file::ObjectFile;
use crosscall_model::finding::{Expected, Observed, Topic};
use crosscall_model::observation::Snapshot;
use crosscall_model::plan::{ClauseId, Plan};
use crosscall_model::target::Register;
use crosscall_model::{Target, unit};
use crosscall_oracle::choose::Chooser;
use crosscall_oracle::clause::catalogue;
use crosscall_oracle::judge::Judgement;
use crosscall_oracle::knowledge::AllReadings;
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

/// The loader of a document.
trait Loader: Sync {
    /// Memory that it uses for arguments, beside what a program occupies.
    fn memory(&self) -> Range<u64>;

    /// The start-up code: the symbols under which it is entered and to which the function returns, and the bytes at the
    /// stack pointer that belong to the function.
    fn text(&self, entry: &str, back: &str, area: u64) -> String;

    /// Its way to start the function at an address as a plan has it; `None` where it has no way to pass what the
    /// plan passes.
    ///
    /// # Errors
    /// The capability that this harness lacks.
    fn request(&self, function: u64, plan: &Plan) -> Result<Option<Arc<dyn Request>>, TrialError>;
}

/// A loader's way to start one function.
trait Request: std::fmt::Debug + Send + Sync {
    /// Addresses and bytes that it writes.
    fn writes(&self) -> &[(u64, Vec<u8>)];

    /// The document's rule for the function's first instruction; `None` where it has none.
    fn expected(&self, plan: &Plan, chooser: &mut Chooser<'_>) -> Option<Wanted>;

    /// Addresses and contents of structures that a program may read after its start, with their clauses.
    fn configuration(&self) -> Vec<(u64, Vec<u8>, Vec<ClauseId>)>;
}

/// State when a function is entered after such a start.
struct Wanted {
    /// Address of the function.
    pc: u64,
    registers: Vec<(Register, u64)>,
    /// Alignment of the stack pointer in bytes.
    sp_align: u64,
    /// Distance of stack arguments from the stack pointer, and their bytes.
    stack: (i64, Vec<u8>),
    /// True if `.bss` must hold what it held before.
    bss_survives: bool,
    /// Clauses on the state at entry, the most telling first.
    clauses: Vec<ClauseId>,
    /// Clauses on `.bss`.
    bss_clauses: Vec<ClauseId>,
}

/// True if the document of a target has a loader.
pub(super) fn is_possible(target: Target) -> bool {
    loader(target).is_some()
}

/// The loader of a target's document.
fn loader(target: Target) -> Option<&'static dyn Loader> {
    match target {
        Target::Epiphany => Some(&epiphany::Loader),
        // Their documents say nothing of a loader.
        Target::Nyuzi | Target::Dpu | Target::Ipu | Target::ForwardCom => None,
        Target::Riscv(_) | Target::X86_64 | Target::Aarch64 => None,
        #[cfg(feature = "invented")]
        Target::Invented => None,
    }
}

/// Memory that a target's loader uses for arguments.
pub(super) fn memory(target: Target) -> Option<Range<u64>> {
    loader(target).map(Loader::memory)
}

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
    let Some(loader) = loader(target) else { return Ok(Vec::new()) };
    let areas: BTreeSet<u64> = areas.collect();
    let object = |area| {
        let symbol = |name: &str| crate::machine::symbol(target, name);
        let text = loader.text(&symbol(&entry_symbol(area)), &symbol(&back_symbol(area)), area);
        crate::machine::assembled_once(target, &entry_symbol(area), text)
    };
    areas.into_iter().map(object).collect()
}

/// A function that is about to be started.
#[derive(Debug, Clone)]
pub struct Start {
    request: Arc<dyn Request>,
    /// Address of the start-up code.
    pub entry: u64,
    /// Address to which the function returns.
    pub back: u64,
}

/// Writes what the loader writes for case `k` into the machine of a program; `None` where the document has no loader,
/// or it has no way to pass what the plan passes.
///
/// # Errors
/// When this harness cannot do it, or the program has no start-up code for it.
pub fn load(program: &mut Program, k: usize, plan: &Plan) -> Result<Option<Start>, TrialError> {
    let Some(loader) = loader(program.target) else { return Ok(None) };
    let area = plan.stack.callee_area;
    let find = |name: String| program.defined(&name);
    let (entry, back, function) =
        (find(entry_symbol(area))?, find(back_symbol(area))?, find(unit::callee(k))?);
    let Some(request) = loader.request(function, plan)? else { return Ok(None) };
    for (address, bytes) in request.writes() {
        program
            .machine
            .write(*address, bytes)
            .map_err(|e| TrialError::Failed(format!("the loader cannot write: {e:?}")))?;
    }
    Ok(Some(Start { request, entry, back }))
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
    let Some(expected) = start.request.expected(plan, &mut chooser) else { return };
    let mut check = |clauses: &[ClauseId], topic: Topic, wanted: Content<'_>, seen: Content<'_>| {
        judgement.exercise(clauses);
        if wanted != seen {
            judgement.contradict(clauses, topic, wanted.expected(), seen.observed());
        }
    };
    let (want, seen) = (Content::Address(expected.pc), Content::Address(entry.pc));
    check(&expected.clauses, Topic::Start("start address"), want, seen);
    for (register, value) in &expected.registers {
        let seen = Content::Address(entry.register_value(*register));
        check(&expected.clauses, Topic::Register(*register), Content::Address(*value), seen);
    }
    let (offset, bytes) = &expected.stack;
    if !bytes.is_empty() {
        let address = entry.sp().wrapping_add_signed(*offset);
        let seen = entry.read(address, bytes.len()).unwrap_or_default();
        check(
            &expected.clauses,
            Topic::Start("stack arguments"),
            Content::Bytes(bytes),
            Content::Bytes(seen),
        );
    }
    if let (true, Some((address, before))) = (expected.bss_survives, bss) {
        let now = entry.read(address, before.len()).unwrap_or_default();
        check(&expected.bss_clauses, Topic::Start(".bss"), Content::Bytes(before), Content::Bytes(now));
    }
    let misaligned = entry.sp() % expected.sp_align.max(1);
    let (want, seen) = (Content::Number(0), Content::Number(misaligned));
    check(&expected.clauses, Topic::Start("stack pointer modulo its alignment"), want, seen);
}

/// State that is compared after a start.
#[derive(PartialEq)]
enum Content<'a> {
    Address(u64),
    Number(u64),
    Bytes(&'a [u8]),
}

impl Content<'_> {
    fn expected(&self) -> Expected {
        match *self {
            Content::Address(address) => Expected::Address(address),
            Content::Number(number) => Expected::Number(number),
            Content::Bytes(bytes) => Expected::Bytes(bytes.to_vec()),
        }
    }

    fn observed(&self) -> Observed {
        match *self {
            Content::Address(address) => Observed::Address(address),
            Content::Number(number) => Observed::Number(number),
            Content::Bytes(bytes) => Observed::Bytes(bytes.to_vec()),
        }
    }
}

/// Holds the structures that a program may read after its start against what the loader wrote.
pub(crate) fn judge_configuration(start: &Start, machine: &dyn Machine, judgement: &mut Judgement) {
    for (address, bytes, clauses) in start.request.configuration() {
        judgement.exercise(&clauses);
        let mut seen = vec![0; bytes.len()];
        if State::read(machine, address, &mut seen).is_err() || seen != bytes {
            let topic = Topic::Start("reserved memory");
            let expected = Expected::BytesAt(bytes, address);
            judgement.contradict(&clauses, topic, expected, Observed::Bytes(seen));
        }
    }
}
