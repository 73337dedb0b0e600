//! Expressions at work: cases are compiled, their functions run, and what they store is read.
//!
//! A compiler gets many cases in one unit. Texts that the document allows it to refuse are given alone.

mod emulated;

use crate::cases::lexicon::lexicon;

use crate::compile::CompileFailure;
use crate::emulate::{self, Wanted};
use crate::units::{self, CompileContext, Writer};
use crate::{Toolchain, ToolchainKind};
use crosscall_embedded::{Unsupported, ValueFault, ValueOptions, value_unit};
use crosscall_engine::machine::TrialError;
use crosscall_engine::trial::program::Program;
use crosscall_engine::trial::value::run_value;
use crosscall_engine::unit::{Attempt, Attempts, Compiled, Failure};
use crosscall_generator::expression;
use crosscall_machines::object_file::ObjectFile;
use crosscall_model::expression::{ValueCase, ValueOutcome};
use crosscall_oracle::abi;
use crosscall_oracle::choose::walk;
use crosscall_oracle::clause::catalogue;
use crosscall_oracle::knowledge::AllReadings;

/// The text of a case in C, as a compiler gets it.
pub fn source(case: &ValueCase) -> String {
    let lexicon = lexicon(case.target);
    expression::unit(&lexicon.table, &[(0, case)], &lexicon.widths)
}

/// The text of a case in assembly, as a subject gets it that takes what the embedded code generator writes.
pub fn assembly(subject: &Toolchain, case: &ValueCase) -> Option<String> {
    if !matches!(subject.kind, ToolchainKind::Forw | ToolchainKind::Embedded) {
        return None;
    }
    in_assembly(&[(0, case)], subject.value_fault()).ok()
}

/// Everything that repeats a case in a subject's own emulator: the start of the program, and the commands.
pub fn emulated_by_hand(subject: &Toolchain, case: &ValueCase) -> Option<(String, Vec<Vec<String>>)> {
    let bytes = lexicon(case.target).result_bytes(case);
    (!subject.emulator.is_empty()).then(|| emulate::by_hand(subject, bytes))
}

/// Gives cases of one target to a subject, and runs what it makes of them; one answer for each.
///
/// # Errors
/// A failure that has nothing to do with the cases: the compiler cannot be run, or the user interrupted.
pub fn run(
    subject: &Toolchain,
    cases: &[ValueCase],
    context: CompileContext<'_>,
) -> Result<Attempts<ValueOutcome>, CompileFailure> {
    let mut bench =
        Bench { subject, cases, context, tried: vec![None; cases.len()], beside: Compiled::default() };
    let is_refused = |k: &usize| cases.get(*k).is_some_and(may_be_refused);
    let (alone, together): (Vec<usize>, Vec<usize>) = (0..cases.len()).partition(is_refused);
    bench.give(together.clone())?;
    let takes_none = !together.is_empty() && together.iter().all(|k| bench.is_rejected(*k));
    for k in alone {
        bench.give(vec![k])?;
        bench.allow_refusal(k, takes_none);
    }
    let nothing = || Attempt::Failed(Failure::NotTried("it was given to no compiler".to_owned()));
    let tried = bench.tried.into_iter().map(|tried| tried.unwrap_or_else(nothing)).collect();
    Ok(Attempts { attempts: tried, beside: bench.beside })
}

/// True if the text is not C under some reading of the document. Only then does it say anything of a compiler that it
/// refuses the text: what every reading takes for C it may still refuse for reasons of its own (a licence, a quota, a
/// feature that it lacks), and such a trial has failed.
fn may_be_refused(case: &ValueCase) -> bool {
    let catalogue = catalogue(case.target);
    let plans =
        walk(catalogue, &AllReadings(catalogue), MOST_READINGS, |chooser| abi::value_plan(case, chooser));
    plans.iter().any(|(_, plan)| plan.as_ref().is_some_and(|plan| plan.may_be_refused))
}

/// Combinations of readings under which it is looked at whether a text is C.
const MOST_READINGS: usize = 64;

/// Cases on their way through a compiler and the machine.
struct Bench<'a> {
    subject: &'a Toolchain,
    cases: &'a [ValueCase],
    context: CompileContext<'a>,
    tried: Vec<Option<Attempt<ValueOutcome>>>,
    beside: Compiled,
}

impl Bench<'_> {
    fn set(&mut self, k: usize, tried: Attempt<ValueOutcome>) {
        if let Some(place) = self.tried.get_mut(k) {
            *place = Some(tried);
        }
    }

    /// True if the compiler has refused the text of a case.
    fn is_rejected(&self, k: usize) -> bool {
        matches!(self.tried.get(k), Some(Some(Attempt::Failed(Failure::Rejected { .. }))))
    }

    /// That a case was refused which the document allows to be refused is what came of it; but not of a compiler that
    /// takes none of the other texts either.
    fn allow_refusal(&mut self, k: usize, takes_none: bool) {
        if takes_none {
            return;
        }
        if let Some(Some(Attempt::Failed(Failure::Rejected { what, .. }))) = self.tried.get(k) {
            let refused = ValueOutcome::Refused(what.clone());
            self.set(k, Attempt::Done(refused));
        }
    }

    /// Compiles the cases at these positions in one unit, and runs them.
    fn give(&mut self, ks: Vec<usize>) -> Result<(), CompileFailure> {
        if ks.is_empty() {
            return Ok(());
        }
        let compiled = self.compile(ks)?;
        for (k, failure) in compiled.failures {
            self.set(k, Attempt::Failed(failure));
        }
        for ((ks, _), object_bytes) in compiled.objects.iter().zip(&compiled.written) {
            self.emulate(ks, object_bytes)?;
        }
        let has_emulator = !self.subject.emulator.is_empty();
        for (ks, object) in compiled.objects.iter().filter(|_| !has_emulator) {
            match (self.execute(ks, object), ks.as_slice()) {
                (Ok(()), _) => {}
                (Err(error), [k]) => self.set(*k, Attempt::Failed(failure(&error))),
                // A case that cannot be linked must not take the others with it.
                (Err(_), ks) => ks.iter().try_for_each(|k| self.give(vec![*k]))?,
            }
        }
        self.beside.together.extend(compiled.together);
        self.beside.incidents.extend(compiled.incidents);
        Ok(())
    }

    fn compile(&self, ks: Vec<usize>) -> Result<Compiled, CompileFailure> {
        let Some(target) = self.cases.first().map(|case| case.target) else { return Ok(Compiled::default()) };
        let lexicon = lexicon(target);
        let in_c = |ks: &[usize]| expression::unit(&lexicon.table, &self.chosen(ks), &lexicon.widths);
        let in_assembly = |ks: &[usize], is_sound: bool| {
            let fault = self.subject.value_fault().filter(|_| !is_sound);
            in_assembly(&self.chosen(ks), fault)
        };
        let writer = Writer { unit_name: "value", in_source: &in_c, in_assembly: &in_assembly };
        let mut compiled = Compiled::default();
        units::write_and_compile(self.subject, ks, &writer, &mut compiled, self.context)?;
        Ok(compiled)
    }

    fn chosen(&self, ks: &[usize]) -> Vec<(usize, &ValueCase)> {
        ks.iter().filter_map(|k| Some((*k, self.cases.get(*k)?))).collect()
    }

    /// Runs the functions of cases in the subject's own emulator.
    fn emulate(&mut self, ks: &[usize], object_bytes: &[u8]) -> Result<(), CompileFailure> {
        let wanted = |k: &usize| {
            let case = self.cases.get(*k)?;
            Some(Wanted { k: *k, bytes: lexicon(case.target).result_bytes(case) })
        };
        let wanted: Vec<Wanted> = ks.iter().filter_map(wanted).collect();
        let source = |ks: &[usize]| in_assembly(&self.chosen(ks), None).unwrap_or_default();
        let (done, beside) = emulated::run(self.subject, object_bytes, &wanted, self.context, &source)?;
        done.into_iter().for_each(|(k, tried)| self.set(k, tried));
        self.beside.together.extend(beside.together);
        self.beside.incidents.extend(beside.incidents);
        Ok(())
    }

    /// Links an object file and runs the functions of its cases.
    fn execute(&mut self, ks: &[usize], object: &ObjectFile) -> Result<(), TrialError> {
        let mut program = Program::new(self.subject.target, &[object], &[])?;
        for k in ks {
            let Some(case) = self.cases.get(*k) else { continue };
            let bytes = lexicon(case.target).result_bytes(case);
            let tried = match run_value(&mut program, *k, bytes) {
                Ok(outcome) => Attempt::Done(outcome),
                Err(error) => Attempt::Failed(failure(&error)),
            };
            self.set(*k, tried);
        }
        program.retire();
        Ok(())
    }
}

/// Reason for which an expression cannot be tested.
fn failure(error: &TrialError) -> Failure {
    match error {
        TrialError::Failed(reason) => Failure::NotTried(reason.clone()),
        TrialError::Unserved(reason) => Failure::Unsupported(reason.clone()),
    }
}

/// The unit of cases in assembly, by the embedded code generator.
fn in_assembly(
    cases: &[(usize, &ValueCase)],
    fault: Option<&'static ValueFault>,
) -> Result<String, Vec<Unsupported>> {
    let mut known = Vec::new();
    for (k, case) in cases {
        let unknown = || vec![Unsupported { k: *k, feature: format!("the operation {}", case.operation) }];
        known.push((*k, lexicon(case.target).find(case).ok_or_else(unknown)?, *case));
    }
    value_unit(&known, &ValueOptions { fault, ..ValueOptions::default() })
}
