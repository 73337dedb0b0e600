//! Some cases by themselves: for minimising, for `repro`, and to run a finding again before it is reported.

use crosscall_engine::trial::program::Program;
use crosscall_engine::trial::run::run;
use crosscall_engine::unit::{Compiled, Role};
use crosscall_engine::verdict::batch::Batch;
use crosscall_engine::verdict::calls::{Calls, Traced, leaf_sizes};
use crosscall_engine::verdict::{self, CaseResult, between};
use crosscall_machines::object_file::ObjectFile;
use crosscall_model::finding::{Mismatch, Verdict};
use crosscall_model::plan::Plan;
use crosscall_model::{Case, Pairing};
use crosscall_oracle::clause::catalogue;
use crosscall_oracle::infer::Effort;
use crosscall_oracle::judge::judge;
use crosscall_oracle::knowledge::Knowledge;
use crosscall_toolchain::capability::Capabilities;
use crosscall_toolchain::units::{self, CompileContext, Sources, compile};
use crosscall_toolchain::{Toolchain, class};

/// The judged subject and its partner.
#[derive(Clone, Copy)]
pub struct Pair<'a> {
    /// The subject that is judged.
    pub subject: &'a Toolchain,
    /// The subject that is called in the pairing `cross`, with what is known of it.
    pub partner: Option<(&'a Toolchain, &'a Knowledge)>,
    /// The pairing.
    pub pairing: Pairing,
}

/// Runs one case in one pairing.
///
/// # Errors
/// Why the compiler could not be run.
pub fn run_one(
    case: &Case,
    pair: Pair<'_>,
    knowledge: &mut Knowledge,
    effort: Effort,
    context: CompileContext<'_>,
) -> Result<Option<CaseResult>, String> {
    let cases = std::slice::from_ref(case);
    let results = run_batch(cases, pair, &Capabilities::all(), knowledge, effort, context)?;
    Ok(results.into_iter().next())
}

/// One call as a subject compiles it, to be held against plans.
pub struct Call<'a> {
    case: &'a Case,
    pairing: Pairing,
    object: ObjectFile,
}

impl<'a> Call<'a> {
    /// Compiles the subject's side of a call.
    ///
    /// # Errors
    /// Why there is no object file.
    pub fn compile(case: &'a Case, pair: Pair<'_>, context: CompileContext<'_>) -> Result<Call<'a>, String> {
        let Pair { subject, pairing, .. } = pair;
        let role = Role::of(pairing).ok_or_else(|| format!("nothing is called in the pairing {pairing}"))?;
        let sources = Sources::new(std::slice::from_ref(case));
        let compiled =
            compile(subject, role, &sources, &Capabilities::all(), context).map_err(|e| e.to_string())?;
        let Compiled { objects, failures, .. } = compiled;
        let Some((_, object)) = objects.into_iter().next() else {
            let reason =
                failures.first().map(|(k, failure)| CaseResult::failed(*k, pairing, failure).verdict);
            return Err(match reason {
                Some(Verdict::Untestable(reason)) => reason,
                _ => "there is no object file".to_owned(),
            });
        };
        Ok(Call { case, pairing, object })
    }

    /// Makes the call and holds it against one plan, whatever the subject may be known to do.
    ///
    /// # Errors
    /// Why it could not be tried.
    pub fn against(&self, plan: &Plan) -> Result<Vec<Mismatch>, String> {
        let Call { case, pairing, ref object } = *self;
        let batch = Batch::new(std::slice::from_ref(case));
        let probed = batch.probe(pairing, 0, plan).ok_or_else(|| "there is no such case".to_owned())?;
        let seen = probed
            .objects()
            .and_then(|probes| Program::new(case.target, &[object], &probes))
            .and_then(|mut program| {
                let sizes = leaf_sizes(case, &Knowledge::new(catalogue(case.target)), None);
                let seen = run(&mut program, 0, pairing, plan, &sizes);
                program.retire();
                seen
            })
            .map_err(|e| e.to_string())?;
        Ok(judge(case, pairing, plan, &seen).mismatches)
    }
}

/// Runs one call once more under a plan, and returns what each instruction of the subject does; nothing for a pairing in which
/// no probe takes part.
///
/// # Errors
/// Why it could not be compiled or run.
pub(crate) fn trace_one(
    case: &Case,
    pair: Pair<'_>,
    plan: &Plan,
    knowledge: &Knowledge,
    context: CompileContext<'_>,
) -> Result<Option<Traced>, String> {
    let role = match pair.pairing {
        Pairing::Caller => Role::Caller,
        Pairing::Callee => Role::Callee,
        _ => return Ok(None),
    };
    let cases = std::slice::from_ref(case);
    let batch = Batch::new(cases);
    let unit = compile(pair.subject, role, &Sources::new(cases), &Capabilities::all(), context)
        .map_err(|e| e.to_string())?;
    let Some((ks, object)) = unit.objects.first() else { return Ok(None) };
    let mut calls = Calls::new(pair.pairing, &batch, ks, object, knowledge).map_err(|e| e.to_string())?;
    calls.trace(0, plan, knowledge).map(Some).map_err(|e| e.to_string())
}

/// Runs the cases of a batch in one pairing.
///
/// # Errors
/// Why the compiler could not be run.
pub fn run_batch(
    cases: &[Case],
    pair: Pair<'_>,
    capabilities: &Capabilities,
    knowledge: &mut Knowledge,
    effort: Effort,
    context: CompileContext<'_>,
) -> Result<Vec<CaseResult>, String> {
    let Pair { subject, partner, pairing } = pair;
    let (batch, sources) = (Batch::new(cases), Sources::new(cases));
    let unit = |subject: &Toolchain, role| -> Result<Compiled, String> {
        compile(subject, role, &sources, capabilities, context).map_err(|e| e.to_string())
    };
    let none = verdict::Layouts::new();
    let learn_callers = |knowledge: &mut Knowledge| -> Result<(), String> {
        if batch.asks_what_is_open(knowledge) {
            let callers = unit(subject, Role::Caller)?;
            verdict::calls(Pairing::Caller, &batch, &callers, knowledge, &|_| Effort::Thorough, &none);
        }
        Ok(())
    };
    Ok(match pairing {
        Pairing::Caller => {
            verdict::calls(pairing, &batch, &unit(subject, Role::Caller)?, knowledge, &|_| effort, &none)
        }
        Pairing::Callee => {
            learn_callers(knowledge)?;
            verdict::calls(pairing, &batch, &unit(subject, Role::Callee)?, knowledge, &|_| effort, &none)
        }
        Pairing::Layout => verdict::layout(&batch, &unit(subject, Role::Layout)?, knowledge, &|_| effort),
        Pairing::Tool | Pairing::Value => Vec::new(),
        Pairing::Object => verdict::object(cases, &unit(subject, Role::Callee)?),
        Pairing::Cross => {
            let own = &*knowledge;
            let (partner, known) = partner.unwrap_or((subject, own));
            let (from, to) = (unit(subject, Role::Caller)?, unit(partner, Role::Callee)?);
            let mut results = units::cross(&batch, (subject, &from, own), (partner, &to, known));
            let goes_wrong = |result: &CaseResult| matches!(result.verdict, Verdict::Violates(_));
            if class::is_one(subject, partner) && results.iter().any(goes_wrong) {
                let mut both = known.clone();
                learn_callers(&mut both)?;
                let called = verdict::calls(Pairing::Callee, &batch, &to, &mut both, &|_| effort, &none);
                for result in &mut results {
                    let k = result.k;
                    for own in called.iter().filter(|own| own.k == k) {
                        between::name_by_conventions(result, own);
                    }
                }
            }
            results
        }
    })
}
