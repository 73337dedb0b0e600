//! `crosscall audit PROGRAM`: a linked program against the document, by running it.
//!
//! The program runs once by itself and once watched, with scratch registers destroyed behind every call. An observer keeps a
//! shadow stack of calls (`watch`, `frame`) and demands at each return what the document demands of any function (`rules`).
//! Where destroyed registers make a difference that is seen from outside, the value that was kept in one is looked for
//! (`scratch`), and breaches are those of a run without that.
//!
//! | file | contents |
//! |---|---|
//! | `machines` | the simulators as the compiler knows them |
//! | `rules` | the document's demands in the machine's numbers |
//! | `watch`, `frame`, `breach` | the observer, calls, what is wrong |
//! | `given_back`, `control` | returns, and other ways of control |
//! | `code_set` | sets of addresses |
//! | `unwinding` | call frame information in a watched run |
//! | `run`, `scratch` | runs, and the search for what is kept in scratch registers |
//! | `symbols` | names of functions |
//! | `words` | findings in words |

mod breach;
mod code_set;
mod control;
mod frame;
mod given_back;
mod rules;
mod run;
mod scratch;
mod symbols;
mod unwinding;
mod watch;
mod words;

pub(crate) use rules::results;
pub use run::Prepare;

use super::Exception;
use super::debug::Lines;
use super::unwind::{Found, Frames, Moments, Registers};
use breach::Breach;
use crosscall_engine::machine::compiled::{Work, with_machine};
use crosscall_explain::dialect::Dialect;
use crosscall_explain::{case_of_nothing, plan_of};
use crosscall_machines::debug_file::DebugFile;
use crosscall_machines::executable::Executable;
use crosscall_machines::machine::{Machine, Stop};
use crosscall_model::Target;
use crosscall_model::finding::Answer;
use crosscall_oracle::choose::Permits;
use crosscall_oracle::clause::{ChoiceIndex, catalogue};
use crosscall_reports::audit::program::{AuditedProgram, ProgramEnd};
use rules::Rules;
use run::{Ended, Stage};
use scratch::Kept;
use std::collections::BTreeSet;
use symbols::Symbols;
use watch::{Counts, Destroying, Watch};

/// Order to audit a program.
pub struct Question<'a> {
    /// The target.
    pub target: Target,
    /// Name of the file.
    pub name: String,
    /// The program.
    pub program: &'a Executable,
    /// Lines of the source by address, as far as they are known.
    pub lines: &'a Lines,
    /// Call frame information of it, where it is compared.
    pub frames: Option<&'a Frames>,
    /// Address of its first instruction.
    pub entry: u64,
    /// Sets the stack pointer, arguments and memory before each run.
    pub prepare: Prepare<'a>,
    /// Readings that are asked for.
    pub dialect: Dialect,
    /// Findings that are as they should be: `FUNCTION: FINDING`. One of the form `FUNCTION: *` also says that the function has
    /// a convention of its own.
    pub exceptions: Vec<Exception>,
    /// Largest number of instructions of a run.
    pub budget: u64,
    /// True if scratch registers are left alone.
    pub keeps_scratch: bool,
    /// True if a compiler made code of the program that gives functions of one file conventions of their own.
    pub has_own_conventions: bool,
}

/// Largest number of instructions of a run, where nobody asks for another.
pub const BUDGET: u64 = 100_000_000;

/// Call frame information of a program for [`Question::frames`], under a dialect: `None` where the target has none that is
/// understood. `is_compiled` says that a compiler made code of it.
pub fn frames(
    target: Target,
    dialect: &Dialect,
    file: &DebugFile,
    (is_compiled, moments): (bool, Moments),
) -> Option<Frames> {
    let (plan, _) = plan_of(&case_of_nothing(target), dialect);
    Some(Frames::of_program(&Registers::of(target, &plan)?, file, (is_compiled, moments)))
}

/// Audits a program.
pub fn audit(question: &Question<'_>) -> AuditedProgram {
    let end = with_machine(question.target, Session { question }).and_then(|end| end);
    AuditedProgram { file: question.name.clone(), end: end.unwrap_or_else(ProgramEnd::NotTested) }
}

struct Session<'a> {
    question: &'a Question<'a>,
}

/// Results of all runs together.
struct Shown {
    plain: Ended,
    counts: Counts,
    is_blind: bool,
    breaches: Vec<Breach>,
    kept: Vec<Kept>,
    /// True if more may be kept in scratch registers than was found.
    may_keep_more: bool,
    /// Readings that the program follows where they are not the most plausible ones.
    readings: Vec<Answer>,
    /// First addresses of functions that were called.
    called: BTreeSet<u64>,
    /// Addresses of labels that are functions, by what has run.
    labels: BTreeSet<u64>,
    /// Wrong claims of call frame information.
    unwound: Found,
}

impl Work for Session<'_> {
    type Result = Result<ProgramEnd, String>;

    fn on<M: Machine, const STEPS: bool>(self, machine: &mut M) -> Self::Result {
        let question = self.question;
        machine.load(question.program).map_err(|e| format!("it cannot be loaded: {e}"))?;
        let target = question.target;
        let all = machine.registers();
        let number = |name: &str| {
            let position = all.iter().position(|info| info.name == name);
            position.and_then(|position| u16::try_from(position).ok())
        };
        let unheld = number;
        let numbers: Vec<u16> =
            target.registers().iter().map(|info| number(info.name).unwrap_or(u16::MAX)).collect();
        let thread = number("id");
        let rules = |dialect: &Dialect| Rules::new(target, dialect, (&numbers, &unheld), thread);
        let first = rules(&question.dialect);
        let symbols = Symbols::of(question.program);
        let result = first_result(target, &question.dialect).and_then(|at| numbers.get(at).copied());
        let mut stage = Stage {
            machine,
            prepare: question.prepare,
            entry: question.entry,
            budget: question.budget,
            result: result.unwrap_or(u16::MAX),
            sp: first.sp,
            filled: first.filled.clone(),
            instructions: 0,
            frames: question.frames.filter(|frames| !frames.is_empty()).map(|frames| (frames, &*numbers)),
        };
        let (rules, shown) = runs::<M, STEPS>(question, &mut stage, (first, &rules), &symbols)?;
        let symbols = symbols.with_functions(&shown.labels);
        Ok(words::reported(question, &*stage.machine, &rules, &symbols, shown))
    }
}

/// The register of an `int` that comes back.
fn first_result(target: Target, dialect: &Dialect) -> Option<usize> {
    rules::result_register(target, dialect).map(|register| usize::from(register.0))
}

/// Functions with conventions of their own.
fn private(question: &Question<'_>, symbols: &Symbols) -> BTreeSet<u64> {
    let patterns = question.exceptions.iter().filter_map(|exception| exception.finding.strip_suffix(": *"));
    let patterns: Vec<&str> = patterns.collect();
    let is_private = |name: &str| patterns.iter().any(|pattern| crosscall_base::pattern::fits(pattern, name));
    symbols.all().iter().filter(|symbol| is_private(&symbol.name)).map(|symbol| symbol.address).collect()
}

/// All runs.
fn runs<M: Machine, const STEPS: bool>(
    question: &Question<'_>,
    stage: &mut Stage<'_, M>,
    (mut rules, rules_of): (Rules, &dyn Fn(&Dialect) -> Rules),
    symbols: &Symbols,
) -> Result<(Rules, Shown), String> {
    let private = private(question, symbols);
    let destroying = if question.keeps_scratch { Destroying::default() } else { Destroying::all() };
    let about = (&rules, symbols, &private);
    let (result, filled) = (stage.result, stage.filled.clone());
    // Both at the same time: neither needs the other.
    let (plain, watched) = std::thread::scope(|scope| {
        let plain = scope.spawn(|| run::plain(question, result, &filled));
        let watched = stage.unwound::<STEPS>(about, destroying);
        (plain.join(), watched)
    });
    let plain = plain.map_err(|_| "the run by itself failed".to_owned())??;
    let (ended, watch, mut unwound) = watched?;
    let is_alike = ended.is_like(&plain);
    let (kept, may_keep_more) =
        if is_alike { (Vec::new(), false) } else { scratch::find::<M, STEPS>(stage, about, &plain)? };
    let mut seen = Seen::of(watch, symbols);
    // What happens only where registers are destroyed is recognised by what is kept in them.
    let is_right = is_alike && seen.breaches.is_empty();
    if !question.keeps_scratch && !is_right {
        let (_, watch, claims) = stage.unwound::<STEPS>(about, Destroying::default())?;
        seen = Seen::of(watch, symbols);
        unwound = claims;
    }
    let mut readings = Vec::new();
    let mut dialect = question.dialect.clone();
    while let Some((choice, position)) =
        other_reading::<M, STEPS>(stage, (&rules, rules_of, symbols, &private), &dialect, &mut seen)?
    {
        dialect = dialect.with(choice, position);
        readings.push(catalogue(question.target).answer(choice, position));
        rules = rules_of(&dialect);
    }
    let Seen { counts, is_blind, breaches, called, labels } = seen;
    let shown =
        Shown { plain, counts, is_blind, breaches, kept, may_keep_more, readings, called, labels, unwound };
    Ok((rules, shown))
}

/// Results of a watched run.
struct Seen {
    counts: Counts,
    is_blind: bool,
    breaches: Vec<Breach>,
    /// First addresses of functions that were called.
    called: BTreeSet<u64>,
    /// Addresses of labels that are functions: those that were called and, where the file does not distinguish functions from
    /// labels, those behind which nothing ran.
    labels: BTreeSet<u64>,
}

impl Seen {
    fn of<const STEPS: bool>(watch: Watch<'_, STEPS>, symbols: &Symbols) -> Seen {
        let called = symbols.functions().map(|symbol| symbol.address);
        let mut called: BTreeSet<u64> = called.filter(|address| watch.was_called(*address)).collect();
        let mut labels: BTreeSet<u64> =
            symbols.labels().filter(|label| watch.was_called_by_name(*label)).collect();
        called.extend(&labels);
        if !symbols.has_types() {
            labels.extend(symbols.labels().filter(|label| !watch.was_called(*label)));
        }
        let breaches = watch.breaches.list().to_vec();
        Seen { counts: watch.counts, is_blind: watch.is_blind, breaches, called, labels }
    }
}

/// Another reading of the document that the program keeps to better, if there is one: then `seen` is what a run under it has
/// shown.
#[allow(clippy::type_complexity, reason = "a question and its answer")]
fn other_reading<M: Machine, const STEPS: bool>(
    stage: &mut Stage<'_, M>,
    (rules, rules_of, symbols, private): (&Rules, &dyn Fn(&Dialect) -> Rules, &Symbols, &BTreeSet<u64>),
    dialect: &Dialect,
    seen: &mut Seen,
) -> Result<Option<(ChoiceIndex, u8)>, String> {
    let catalogue = catalogue(rules.target);
    let settled: BTreeSet<ChoiceIndex> = dialect.chosen().collect();
    let about: BTreeSet<&str> =
        seen.breaches.iter().flat_map(|breach| words::clauses(rules, breach)).collect();
    for (choice, _) in &rules.asked {
        if settled.contains(choice) || !about.contains(catalogue.choice_clause_id(*choice)) {
            continue;
        }
        for position in dialect.permitted(*choice).into_iter().skip(1) {
            let other = rules_of(&dialect.with(*choice, position));
            let (_, watch) = stage.watched::<STEPS>((&other, symbols, private), Destroying::default())?;
            let under = Seen::of(watch, symbols);
            if under.breaches.len() < seen.breaches.len() {
                *seen = under;
                return Ok(Some((*choice, position)));
            }
        }
    }
    Ok(None)
}

/// Reason why a run did not come to an end of the program's own, if it did not; `place` has words for an address.
fn unended(plain: &Ended, budget: u64, place: &dyn Fn(u64) -> String) -> Option<String> {
    match &plain.stop {
        Stop::Exit(_) => None,
        Stop::Breakpoint(_) if plain.result.is_some() => None,
        Stop::Breakpoint(at) => Some(format!("it stopped at a breakpoint at {at:#x}")),
        Stop::Fault(fault) => Some(format!("it did not come to its end: {fault} ({})", place(fault.pc))),
        Stop::Budget => {
            Some(format!("it was still running after {budget} instructions; --budget gives it more"))
        }
    }
}
