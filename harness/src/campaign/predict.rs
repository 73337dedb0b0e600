//! What a subject will most likely do: plans under the readings and departures seen of it so far.

use crosscall_model::Case;
use crosscall_model::plan::Plan;
use crosscall_oracle::abi;
use crosscall_oracle::choose::{Chooser, Permits};
use crosscall_oracle::clause::ChoiceIndex;
use crosscall_oracle::knowledge::Knowledge;

/// Prefers departures from the document that a subject was seen to make.
struct Predicted<'a>(&'a Knowledge);

impl Permits for Predicted<'_> {
    fn permitted(&self, choice: ChoiceIndex) -> Vec<u8> {
        let readings = self.0.catalogue().choice(choice).1.readings.len() as u8;
        let seen = (0..readings).find(|r| self.0.has_deviation(choice, *r));
        seen.map_or_else(|| self.0.possible(choice).to_vec(), |r| vec![r])
    }
}

/// The document's plan under the preferred readings that are still possible.
pub fn document_plan(knowledge: &Knowledge, case: &Case) -> Plan {
    abi::plan(case, &mut Chooser::new(knowledge.catalogue(), knowledge))
}

/// The plan that the subject will most likely follow.
pub fn likely_plan(knowledge: &Knowledge, case: &Case) -> Plan {
    abi::plan(case, &mut Chooser::new(knowledge.catalogue(), &Predicted(knowledge)))
}
