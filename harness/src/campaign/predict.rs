//! What a subject will most likely do: plans under the readings and departures seen of it so far.

use crosscall_model::Case;
use crosscall_model::plan::Plan;
use crosscall_oracle::abi;
use crosscall_oracle::choose::Chooser;
use crosscall_oracle::knowledge::{Knowledge, Predicted};

/// The document's plan under the preferred readings that are still possible.
pub(super) fn document_plan(knowledge: &Knowledge, case: &Case) -> Plan {
    abi::plan(case, &mut Chooser::new(knowledge.catalogue(), knowledge))
}

/// The plan that the subject will most likely follow.
pub(super) fn likely_plan(knowledge: &Knowledge, case: &Case) -> Plan {
    abi::plan(case, &mut Chooser::new(knowledge.catalogue(), &Predicted::all(knowledge)))
}
