//! Findings in words.

use super::breach::{Breach, Cause};
use super::rules::Rules;
use super::run::Ended;
use super::scratch::Kept;
use super::symbols::Symbols;
use super::{Question, Shown, unended};
use crate::findings::{CFI, sort};
use crate::unwind::{Procedure, Words, Wrong};
use crosscall_base::hex;
use crosscall_machines::machine::{State, Stop};
use crosscall_model::counted;
use crosscall_model::plan::{ClauseId, add_clauses};
use crosscall_model::target::Register;
use crosscall_reports::audit::program::{ProgramEnd, ProgramFault, ProgramRan};
use crosscall_reports::audit::{Fault, Spot};

/// Clauses that a breach contradicts, the most telling first.
pub(super) fn clauses(rules: &Rules, breach: &Breach) -> Vec<ClauseId> {
    let stack = &rules.stack;
    match breach.cause {
        Cause::Slot(slot) => rules.slots.get(usize::from(slot)).map_or(Vec::new(), |s| s.clauses.to_vec()),
        Cause::Wide(index) => rules.wide.get(usize::from(index)).map_or(Vec::new(), |w| w.clauses.to_vec()),
        Cause::Reserved(index) => {
            rules.reserved.get(usize::from(index)).map_or(Vec::new(), |r| r.clauses.to_vec())
        }
        Cause::StackPointer => stack.restored_clauses.clone(),
        Cause::Misaligned => stack.align_always.1.clone(),
        Cause::MisalignedAtCall => stack.align_at_call.1.clone(),
        Cause::Beyond => stack.no_access_beyond.as_ref().map_or(Vec::new(), |rule| rule.clauses.clone()),
        Cause::ReturnAddress => vec![rules.return_clause],
    }
}

/// Everything about a program that ran.
pub(super) fn reported(
    question: &Question<'_>,
    state: &dyn State,
    rules: &Rules,
    symbols: &Symbols,
    shown: Shown,
) -> ProgramEnd {
    let teller = Teller { question, state, rules, symbols };
    let mut all: Vec<ProgramFault> = shown.breaches.iter().map(|breach| teller.fault(breach)).collect();
    if let Some(words) = question.frames.map(Words::of) {
        for (procedure, wrong) in &shown.unwound {
            let fault = teller.unwound(&words, procedure, wrong);
            // That a register is unchanged which the function does not give back is no fault of its own.
            let register = fault.fault.name.replacen(CFI, "", 1);
            let is_lost = all.iter().any(|known: &ProgramFault| known.fault.name == register);
            if !(is_lost && words.is_unsaved(wrong)) {
                all.push(fault);
            }
        }
    }
    let mut notes = Vec::new();
    let procedures = question.frames.iter().flat_map(|frames| &frames.procedures);
    let is_one = |procedure: &&Procedure| procedure.is_for_calls && shown.called.contains(&procedure.start);
    let for_calls = procedures.filter(is_one).count();
    if for_calls > 0 {
        notes.push(format!(
            "the call frame information of {} is right at calls alone, as some compilers write it, and is compared there; --cfi all \
             compares it everywhere",
            counted(for_calls, "function")
        ));
    }
    for kept in &shown.kept {
        let fault = teller.kept(kept, &shown.plain);
        let over = &kept.over;
        if question.has_own_conventions && symbols.may_agree(over.call, over.target) {
            notes.push(format!(
                "{}: {}. GCC does that where it has seen that the function called leaves the register alone (-fipa-ra); \
                 compiled with -fno-ipa-ra, the program is held against the document here, too",
                fault.fault.name, fault.fault.observed
            ));
        } else {
            all.push(fault);
        }
    }
    if shown.may_keep_more {
        notes.push(
            "scratch registers that were destroyed behind calls make a difference, and not all of it was traced to its places"
                .to_owned(),
        );
    }
    let counts = shown.counts;
    if counts.switches > 0 {
        notes.push(format!("the program has changed to another stack {} times", counts.switches));
    }
    let too_deep = shown.is_blind.then(|| {
        format!(
            "more than {} calls had not come back at one time; nothing was checked from there on",
            super::watch::MOST_FRAMES
        )
    });
    let (functions, not_called) = {
        let uncalled: Vec<String> = symbols
            .functions()
            .filter(|symbol| !shown.called.contains(&symbol.address))
            .map(|symbol| symbol.name.clone())
            .collect();
        let all = symbols.functions().count();
        ((all - uncalled.len(), all), uncalled)
    };
    let mut ran = ProgramRan {
        // The number of instructions stands behind it.
        ended: match shown.plain.stop {
            Stop::Budget => "was still running".to_owned(),
            _ => ended(&shown.plain, question.budget),
        },
        unended: unended(&shown.plain, question.budget, &|address| teller.spot(address).in_full())
            .map(|reason| teller.with_depth(reason, counts.depth))
            .or(too_deep),
        instructions: shown.plain.instructions,
        calls: counts.calls,
        returns: counts.returns,
        left: counts.left,
        depth: counts.depth,
        destroys_scratch: !question.keeps_scratch,
        functions,
        not_called,
        readings: shown.readings,
        clauses: exercised(rules, counts.returns > 0, !question.keeps_scratch),
        notes,
        ..ProgramRan::default()
    };
    let sorted = sort(all, |fault| fault.fault.name.as_str(), &question.exceptions);
    (ran.findings, ran.accepted) = (sorted.findings, sorted.accepted);
    // One for everything of a function is also asked about its calls.
    ran.idle_exceptions = sorted.idle.into_iter().filter(|finding| !finding.ends_with(": *")).collect();
    ProgramEnd::Ran(Box::new(ran))
}

/// Clauses that a program puts to the test that calls functions.
fn exercised(rules: &Rules, has_returned: bool, destroys_scratch: bool) -> Vec<ClauseId> {
    let mut all = Vec::new();
    if has_returned {
        rules.slots.iter().for_each(|slot| add_clauses(&mut all, slot.clauses));
        rules.wide.iter().for_each(|wide| add_clauses(&mut all, wide.clauses));
        rules.reserved.iter().for_each(|reserved| add_clauses(&mut all, reserved.clauses));
        let stack = &rules.stack;
        add_clauses(&mut all, &stack.restored_clauses);
        add_clauses(&mut all, &stack.align_always.1);
        add_clauses(&mut all, &stack.align_at_call.1);
        if let Some(rule) = &stack.no_access_beyond {
            add_clauses(&mut all, &rule.clauses);
        }
        add_clauses(&mut all, &[rules.return_clause]);
        if destroys_scratch {
            // Of the others nobody has looked whether the program uses them.
            let held = rules.destroyed.iter().filter(|destroyed| destroyed.register.is_ok());
            held.for_each(|destroyed| add_clauses(&mut all, destroyed.clauses));
        }
    }
    all.sort_unstable();
    all
}

/// End of a run in words.
fn ended(ended: &Ended, budget: u64) -> String {
    match &ended.stop {
        Stop::Exit(status) => format!("ended with exit status {status}"),
        Stop::Breakpoint(_) if ended.result.is_some() => "came back".to_owned(),
        Stop::Breakpoint(at) => format!("stopped at {at:#x}"),
        Stop::Fault(fault) => format!("stopped {fault}"),
        Stop::Budget => format!("was still running after {budget} instructions"),
    }
}

/// Difference of another end from the plain one, in words.
fn differing(plain: &Ended, other: &Ended, budget: u64) -> String {
    let (one, another) = (ended(plain, budget), ended(other, budget));
    if one != another {
        return format!("the program then {another}; by itself it {one}");
    }
    match (plain.result, other.result) {
        (Some(one), Some(another)) if one != another => {
            format!("the program then comes back with {another:#x}; by itself with {one:#x}")
        }
        _ => {
            let same = plain.output.iter().zip(&other.output).take_while(|(one, other)| one == other).count();
            format!("what the program then writes differs from byte {same} on")
        }
    }
}

struct Teller<'a> {
    question: &'a Question<'a>,
    state: &'a dyn State,
    rules: &'a Rules,
    symbols: &'a Symbols,
}

impl Teller<'_> {
    fn spot(&self, address: u64) -> Spot {
        let spot =
            self.symbols.spot(crosscall_engine::machine::tools(self.question.target), self.state, address);
        Spot { source: self.question.lines.at(address), ..spot }
    }

    fn register(&self, register: Register) -> String {
        format!("register {}", self.question.target.register_name(register))
    }

    /// A reason with the depth of calls where it is what is unusual.
    fn with_depth(&self, reason: String, depth: usize) -> String {
        /// Calls in calls that hardly any program has that comes to its end.
        const MUCH: usize = 10_000;
        if depth < MUCH { reason } else { format!("{reason} ({depth} calls had not come back)") }
    }

    /// Name of a cause without its function, and its subject.
    fn name(&self, cause: Cause) -> (String, String) {
        let of = |register: Option<Register>| {
            let info = register.and_then(|register| self.question.target.register(register));
            let name = format!("register {}", info.map_or("?", |info| info.name));
            (name, register.map_or_else(String::new, |register| self.register(register)))
        };
        let fixed = |name: &str, subject: &str| (name.to_owned(), subject.to_owned());
        match cause {
            Cause::Slot(slot) => of(self.rules.slots.get(usize::from(slot)).map(|slot| slot.register)),
            Cause::Wide(index) => of(self.rules.wide.get(usize::from(index)).map(|wide| wide.register)),
            Cause::Reserved(index) => {
                of(self.rules.reserved.get(usize::from(index)).map(|reserved| reserved.register))
            }
            Cause::StackPointer => fixed("stack pointer not restored", "stack pointer"),
            Cause::Misaligned => fixed("stack pointer misaligned", "stack pointer"),
            Cause::MisalignedAtCall => fixed("stack pointer misaligned at a call", "stack pointer"),
            Cause::Beyond => fixed("access beyond the stack pointer", "memory beyond the stack pointer"),
            Cause::ReturnAddress => fixed("return address", "return address"),
        }
    }

    /// The demand and the observation, in words.
    fn words(&self, breach: &Breach) -> (String, String) {
        let (expected, observed) = (breach.expected, breach.observed);
        let label = |address: u64| format!("{} ({address:#x})", self.spot(address).label());
        match breach.cause {
            Cause::Slot(_) => {
                (format!("{expected:#x}, as when it was called"), format!("{observed:#x} at return"))
            }
            Cause::Wide(_) => {
                let (before, after) = breach.bytes.as_deref().cloned().unwrap_or_default();
                let number =
                    |bytes: &[u8]| format!("{}, 0x{}", counted(bytes.len(), "byte"), hex::number(bytes));
                (
                    format!("{}, as when it was called", number(&before)),
                    format!("{} at return", number(&after)),
                )
            }
            Cause::Reserved(_) => {
                ("never written".to_owned(), format!("{observed:#x} written over {expected:#x}"))
            }
            Cause::StackPointer => {
                let by = observed.wrapping_sub(expected).cast_signed();
                let by = if self.question.target.address_bytes() == 4 { i64::from(by as i32) } else { by };
                (
                    format!("{expected:#x}, as when it was called"),
                    format!("{observed:#x} at return, {by:+} bytes"),
                )
            }
            Cause::Misaligned => (format!("a multiple of {expected}"), format!("{observed:#x}")),
            Cause::MisalignedAtCall => {
                (format!("a multiple of {expected} at calls"), format!("{observed:#x}"))
            }
            Cause::Beyond => {
                let (bytes, is_write) = breach.access.unwrap_or_default();
                let how = if is_write { "written" } else { "read" };
                let by = observed.wrapping_sub(expected).cast_signed();
                (
                    "nothing there is read or written".to_owned(),
                    format!("{} {how} at {observed:#x}, which is [sp{by:+}]", counted(bytes, "byte")),
                )
            }
            Cause::ReturnAddress => {
                (format!("control goes to {}", label(expected)), format!("it goes to {}", label(observed)))
            }
        }
    }

    fn fault(&self, breach: &Breach) -> ProgramFault {
        let function = self.symbols.name(breach.function);
        let (name, subject) = self.name(breach.cause);
        let (expected, observed) = self.words(breach);
        let is_code = |address: &u64| self.symbols.code().iter().any(|range| range.contains(address));
        let place = breach.writer.filter(is_code).unwrap_or(breach.pc);
        ProgramFault {
            site: breach.site.map(|at| self.spot(at)),
            other_sites: breach.other_sites.iter().map(|at| self.spot(*at)).collect(),
            fault: Fault {
                name: format!("{function}: {name}"),
                clauses: clauses(self.rules, breach),
                subject: format!("{subject}, of {function}"),
                expected,
                observed,
                place: Some(self.spot(place)),
                times: breach.times,
                ..Fault::default()
            },
            function,
        }
    }

    /// A wrong claim of call frame information.
    fn unwound(&self, words: &Words<'_>, procedure: &Procedure, wrong: &Wrong) -> ProgramFault {
        let function = self.symbols.name(procedure.start);
        let fault = words.fault(wrong);
        ProgramFault {
            site: wrong.site.filter(|site| *site != 0).map(|site| self.spot(site)),
            other_sites: Vec::new(),
            fault: Fault {
                name: format!("{function}: {}", fault.name),
                subject: format!("{}, of {function}", fault.subject),
                place: Some(self.spot(wrong.pc)),
                ..fault
            },
            function,
        }
    }

    /// A value that is kept in a scratch register over a call.
    fn kept(&self, kept: &Kept, plain: &Ended) -> ProgramFault {
        let all = kept.registers.iter().filter_map(|at| self.rules.destroyed.get(*at));
        let target = self.question.target;
        let name = |register: Register| target.register(register).map_or("?", |info| info.name);
        let names: Vec<&str> =
            all.clone().map(|one| one.register.map_or_else(|unheld| unheld, name)).collect();
        let subject = |register: Register| target.register_name(register);
        let subjects: Vec<String> =
            all.clone().map(|one| one.register.map_or_else(str::to_owned, subject)).collect();
        let function = self.symbols.name(kept.over.call);
        let called = self.symbols.name(kept.over.target);
        let mut clauses = Vec::new();
        all.for_each(|one| add_clauses(&mut clauses, one.clauses));
        let word = if names.len() == 1 { "register" } else { "registers" };
        let use_of = match kept.reader {
            Some(_) => "it is used behind the call".to_owned(),
            None => "it makes a difference behind the call".to_owned(),
        };
        ProgramFault {
            site: Some(self.spot(kept.over.call)),
            other_sites: Vec::new(),
            fault: Fault {
                name: format!("{function}: keeps {} over a call", names.join(" ")),
                clauses,
                subject: format!("{word} {}, of {function}", subjects.join(", ")),
                expected: format!("nothing is kept there over the call of {called}, which may destroy it"),
                observed: format!("{use_of}: {}", differing(plain, &kept.ended, self.question.budget)),
                place: kept.reader.map(|at| self.spot(at)),
                times: 1,
                hint: Some(format!(
                    "if {called} has a convention of its own with its callers, accept `{called}: *`, or --keep-scratch for the \
                     whole program"
                )),
                ..Fault::default()
            },
            function,
        }
    }
}
