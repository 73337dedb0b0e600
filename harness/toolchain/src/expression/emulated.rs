//! Values in a subject's own emulator: the functions of many cases run in one program, and in halves where that fails.

use crate::Toolchain;
use crate::bisect::{MOST_HANGS, PATIENCE};
use crate::compile::{CompileFailure, FailureKind};
use crate::emulate::{Emulated, Wanted, emulate, start_text};
use crate::units::{self, CompileContext};
use crosscall_base::process::Limits;
use crosscall_engine::unit::{Attempt, Compiled, Failure};
use crosscall_model::expression::ValueOutcome;

/// Results of cases by their numbers, and events beside them.
pub(super) type Outcomes = (Vec<(usize, Attempt<ValueOutcome>)>, Compiled);

/// Runs functions of an object file; `source` writes the text that it was made of, for some of its cases.
///
/// # Errors
/// A failure that has nothing to do with the cases: a tool cannot be run, or the user interrupted.
pub(super) fn run(
    subject: &Toolchain,
    object_bytes: &[u8],
    wanted: &[Wanted],
    context: CompileContext<'_>,
    source: &dyn Fn(&[usize]) -> String,
) -> Result<Outcomes, CompileFailure> {
    let mut bench = Bench {
        subject,
        object_bytes,
        context,
        source,
        hangs: 0,
        done: Vec::new(),
        beside: Compiled::default(),
    };
    if !wanted.is_empty() {
        bench.descend(wanted)?;
    }
    Ok((bench.done, bench.beside))
}

struct Bench<'a> {
    subject: &'a Toolchain,
    object_bytes: &'a [u8],
    context: CompileContext<'a>,
    source: &'a dyn Fn(&[usize]) -> String,
    hangs: usize,
    done: Vec<(usize, Attempt<ValueOutcome>)>,
    beside: Compiled,
}

impl Bench<'_> {
    fn once(&self, wanted: &[Wanted], limits: &Limits) -> Result<Emulated, CompileFailure> {
        emulate(self.subject, self.object_bytes, wanted, CompileContext { limits, ..self.context })
    }

    fn stored(&mut self, wanted: &[Wanted], values: Vec<Vec<u8>>) {
        let outcomes = values.into_iter().map(|bytes| Attempt::Done(ValueOutcome::Stored(bytes)));
        self.done.extend(wanted.iter().map(|one| one.k).zip(outcomes));
    }

    /// The texts that a program was made of.
    fn text(&self, wanted: &[Wanted]) -> String {
        format!("{}\n// The start of the program.\n{}", (self.source)(&numbers(wanted)), start_text(wanted))
    }

    /// Runs functions in one program, in halves where that fails; whether anything was wrong with one of them.
    fn descend(&mut self, wanted: &[Wanted]) -> Result<bool, CompileFailure> {
        let failure = match self.once(wanted, self.context.limits) {
            Ok(Emulated::Stored(values)) => {
                self.stored(wanted, values);
                return Ok(false);
            }
            Ok(Emulated::Stopped(_)) => None,
            Err(failure) if !failure.kind.depends_on_source() => return Err(failure),
            Err(failure) => Some(failure),
        };
        let kind = failure.as_ref().map(|failure| failure.kind);
        if kind == Some(FailureKind::TimedOut) && self.hangs >= MOST_HANGS {
            let failure = || Failure::NotTried("not tried, as it hangs with others".to_owned());
            self.done.extend(wanted.iter().map(|one| (one.k, Attempt::Failed(failure()))));
            return Ok(true);
        }
        if let [one] = wanted {
            self.alone(*one, failure)?;
            return Ok(true);
        }
        let (left, right) = wanted.split_at(wanted.len() / 2);
        let (left, right) = (self.descend(left)?, self.descend(right)?);
        // A time-out of many at once is only the sum of their times.
        if !left && !right && !kind.is_some_and(FailureKind::grows) {
            self.together(wanted, failure)?;
        }
        Ok(true)
    }

    /// A function that does not come to its end alone; a fault must show twice, a time-out with more time.
    fn alone(&mut self, one: Wanted, failure: Option<CompileFailure>) -> Result<(), CompileFailure> {
        let patience =
            if failure.as_ref().is_some_and(|f| f.kind == FailureKind::TimedOut) { PATIENCE } else { 1 };
        let tried = match self.once(&[one], &self.context.limits.longer(patience)) {
            Ok(Emulated::Stopped(place)) => {
                Attempt::Done(ValueOutcome::Stopped(format!("in the emulator: {place}")))
            }
            Ok(Emulated::Stored(values)) => {
                self.stored(&[one], values);
                if let Some(failure) = failure.filter(|failure| failure.kind != FailureKind::TimedOut) {
                    self.note(&[one], "not again when the same was run once more", failure);
                }
                return Ok(());
            }
            Err(again) if !again.kind.depends_on_source() => return Err(again),
            Err(again) => {
                self.hangs += usize::from(again.kind == FailureKind::TimedOut);
                Attempt::Failed(units::describe(again, || self.text(&[one])))
            }
        };
        self.done.push((one.k, tried));
        Ok(())
    }

    /// A program that fails though its functions, in two halves, do not.
    fn together(&mut self, wanted: &[Wanted], failure: Option<CompileFailure>) -> Result<(), CompileFailure> {
        let ks = numbers(wanted);
        match self.once(wanted, self.context.limits) {
            Err(again) if !again.kind.depends_on_source() => return Err(again),
            Err(again) if again.kind.is_compiler_fault() => {
                let fault = units::describe(again, || self.text(wanted));
                self.beside.together.push((ks, fault));
            }
            Err(again) => self.note(wanted, "only together with others", again),
            Ok(Emulated::Stopped(place)) => {
                let what = format!("{}: stopped in its emulator: {place}", self.subject.name);
                let failure = Failure::Rejected { what, source: self.text(wanted) };
                self.beside.incidents.push(units::incident(&ks, "only together with others", failure));
            }
            Ok(Emulated::Stored(_)) => {
                if let Some(failure) = failure {
                    self.note(wanted, "not again when the same was run once more", failure);
                }
            }
        }
        Ok(())
    }

    /// Reports a failure that kept no case from being tested.
    fn note(&mut self, wanted: &[Wanted], when: &str, failure: CompileFailure) {
        let failure = units::describe(failure, || self.text(wanted));
        self.beside.incidents.push(units::incident(&numbers(wanted), when, failure));
    }
}

fn numbers(wanted: &[Wanted]) -> Vec<usize> {
    wanted.iter().map(|one| one.k).collect()
}
