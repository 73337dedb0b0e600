//! One case by itself: for minimising, for `repro`, and to run a finding again before it is reported.

use super::batch::Batch;
use super::units::{Compiled, Role, Sources, Workshop, compile};
use super::verdicts::{self, CaseResult};
use crate::toolchain::Toolchain;
use crate::toolchain::capability::Capabilities;
use crosscall_model::{Case, Pairing};
use crosscall_oracle::knowledge::Knowledge;

/// Runs one case in one pairing. `partner` is the subject that is called in the pairing `cross`, with
/// what is known of it.
///
/// # Errors
/// Why the compiler could not be run.
pub fn run_one(
    case: &Case,
    pairing: Pairing,
    subject: &Toolchain,
    partner: Option<(&Toolchain, &Knowledge)>,
    knowledge: &mut Knowledge,
    thorough: bool,
    workshop: Workshop<'_>,
) -> Result<Option<CaseResult>, String> {
    let cases = std::slice::from_ref(case);
    let (batch, sources) = (Batch::new(cases), Sources::new(cases));
    let all = Capabilities::all();
    let unit = |subject: &Toolchain, role| -> Result<Compiled, String> {
        compile(subject, role, &sources, &all, workshop).map_err(|e| e.to_string())
    };
    let results = match pairing {
        Pairing::Caller => {
            verdicts::calls(pairing, &batch, &unit(subject, Role::Caller)?, knowledge, &|_| thorough)
        }
        Pairing::Callee => {
            verdicts::calls(pairing, &batch, &unit(subject, Role::Callee)?, knowledge, &|_| thorough)
        }
        Pairing::Layout => verdicts::layout(&batch, &unit(subject, Role::Layout)?, knowledge, &|_| thorough),
        Pairing::Object => verdicts::object(cases, &unit(subject, Role::Callee)?),
        Pairing::Cross => {
            let caller = unit(subject, Role::Caller)?;
            let own = &*knowledge;
            let (partner, known) = partner.unwrap_or((subject, own));
            let callee = unit(partner, Role::Callee)?;
            verdicts::cross(&batch, &caller, &callee, (own, known))
        }
    };
    Ok(results.into_iter().next())
}
