//! Some cases by themselves: for minimising, for `repro`, and to run a finding again before it is reported.

use super::batch::Batch;
use super::units::{Compiled, Role, Sources, Workshop, compile};
use super::verdicts::{self, CaseResult};
use crate::toolchain::Toolchain;
use crate::toolchain::capability::Capabilities;
use crosscall_model::{Case, Pairing};
use crosscall_oracle::knowledge::Knowledge;

/// Who is judged, and with whom.
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
    thorough: bool,
    workshop: Workshop<'_>,
) -> Result<Option<CaseResult>, String> {
    let cases = std::slice::from_ref(case);
    let results = run_batch(cases, pair, &Capabilities::all(), knowledge, thorough, workshop)?;
    Ok(results.into_iter().next())
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
    thorough: bool,
    workshop: Workshop<'_>,
) -> Result<Vec<CaseResult>, String> {
    let Pair { subject, partner, pairing } = pair;
    let (batch, sources) = (Batch::new(cases), Sources::new(cases));
    let unit = |subject: &Toolchain, role| -> Result<Compiled, String> {
        compile(subject, role, &sources, capabilities, workshop).map_err(|e| e.to_string())
    };
    let none = verdicts::Layouts::new();
    Ok(match pairing {
        Pairing::Caller => {
            verdicts::calls(pairing, &batch, &unit(subject, Role::Caller)?, knowledge, &|_| thorough, &none)
        }
        Pairing::Callee => {
            verdicts::calls(pairing, &batch, &unit(subject, Role::Callee)?, knowledge, &|_| thorough, &none)
        }
        Pairing::Layout => verdicts::layout(&batch, &unit(subject, Role::Layout)?, knowledge, &|_| thorough),
        Pairing::Tool | Pairing::Value => Vec::new(),
        Pairing::Object => verdicts::object(cases, &unit(subject, Role::Callee)?),
        Pairing::Cross => {
            let caller = unit(subject, Role::Caller)?;
            let own = &*knowledge;
            let (partner, known) = partner.unwrap_or((subject, own));
            let callee = unit(partner, Role::Callee)?;
            verdicts::cross(&batch, &caller, &callee, (own, known))
        }
    })
}
