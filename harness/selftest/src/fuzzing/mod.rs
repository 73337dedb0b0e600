//! The fuzz targets, independent of any fuzzing engine.

mod bodies;
mod files;
mod machines;
mod texts;

pub use bodies::bodies;
pub use crosscall_audit::debug::damaged::{audit, audit_seeds};
pub use files::{recorded, store};
pub use machines::{assembler, machine_decode, machine_link, machine_run};
pub use texts::{case_file, config_file, declaration, known_list};

use crosscall_base::process::Limits;
use crosscall_campaign::rerun::single::{Pair, run_one};
use crosscall_engine::widths::widths;
use crosscall_model::finding::Verdict;
use crosscall_model::{Case, Pairing, Scalar, Target, c};
use crosscall_oracle::clause::catalogue;
use crosscall_oracle::infer::Effort;
use crosscall_oracle::knowledge::Knowledge;
use crosscall_toolchain::Toolchain;
use crosscall_toolchain::units::CompileContext;
use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};

/// Knowledge of the embedded subject after the directed cases: as in a campaign, a fuzz input is held
/// against one dialect.
fn settled(target: Target) -> Knowledge {
    static SETTLED: Mutex<BTreeMap<Target, Knowledge>> = Mutex::new(BTreeMap::new());
    // Whoever panicked, the map itself is whole.
    let mut settled = SETTLED.lock().unwrap_or_else(PoisonError::into_inner);
    settled.entry(target).or_insert_with(|| settle(target)).clone()
}

fn settle(target: Target) -> Knowledge {
    let mut knowledge = Knowledge::new(catalogue(target));
    let source = crosscall_toolchain::cases::Source::new(target, 0);
    for i in 0..source.directed() {
        let case = source.case(i);
        for pairing in PAIRINGS {
            let _ = judge(&case, pairing, &mut knowledge, Effort::Thorough);
        }
    }
    knowledge
}

const PAIRINGS: [Pairing; 3] = [Pairing::Layout, Pairing::Caller, Pairing::Callee];

/// Makes a case of the bytes and runs it with the embedded subject in every pairing. The last byte says for which
/// target.
///
/// # Errors
/// The violation, in words. (Cases that cannot be tested are no errors.)
pub fn pipeline(bytes: &[u8]) -> Result<(), String> {
    let chosen = usize::from(bytes.last().copied().unwrap_or(0)) % Target::built_in().count();
    let Some(target) = Target::built_in().nth(chosen) else { return Ok(()) };
    let widths = widths(target);
    let width = |scalar: Scalar| widths.get(&scalar).copied().unwrap_or(32);
    let case = crosscall_generator::random::from_bytes(
        &mut arbitrary::Unstructured::new(bytes),
        &crosscall_generator::Config::of(target),
        target,
        &crosscall_generator::Widths::new(target, &width),
    );
    for pairing in PAIRINGS {
        let mut knowledge = settled(target);
        judge(&case, pairing, &mut knowledge, Effort::Usual)?;
    }
    Ok(())
}

fn judge(case: &Case, pairing: Pairing, knowledge: &mut Knowledge, effort: Effort) -> Result<(), String> {
    let stop = AtomicBool::new(false);
    let limits = Limits::default();
    let work_dir = std::env::temp_dir();
    let context = CompileContext { work_dir: &work_dir, limits: &limits, stop: &stop };
    let subject = Toolchain::embedded(case.target);
    match run_one(case, Pair { subject: &subject, partner: None, pairing }, knowledge, effort, context)? {
        Some(result) => match result.verdict {
            Verdict::Violates(violation) => {
                let reported: Vec<_> = violation
                    .mismatches
                    .iter()
                    .map(|m| {
                        let words = m.words();
                        format!(
                            "{}: {}: expected {}; observed {}",
                            m.clauses.join(" "),
                            words.subject,
                            words.expected,
                            words.observed
                        )
                    })
                    .collect();
                Err(format!("{pairing}: {}\n{}", c::signature(&case.signature, "f"), reported.join("\n")))
            }
            _ => Ok(()),
        },
        None => Ok(()),
    }
}
