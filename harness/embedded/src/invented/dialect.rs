//! The readings of the invented document as plain decisions.

use crate::fault::Mechanism;
use crate::readings::Readings;

/// Every decision that the code generator takes by the document, and the fault it commits.
#[derive(Debug, Clone)]
pub(super) struct Dialect {
    /// What to do wrong.
    pub(super) fault: Option<Mechanism>,
    /// ARG-01 extension.
    pub(super) caller_extends: bool,
    /// ARG-03 order: whether the first argument of the list comes last.
    pub(super) list_descends: bool,
}

impl Dialect {
    /// The decisions that follow from the readings.
    pub(super) fn new(readings: &Readings, fault: Option<Mechanism>) -> Dialect {
        Dialect {
            fault,
            caller_extends: readings.get("INVENTED-ARG-01 extension") == Some(1),
            list_descends: readings.get("INVENTED-ARG-03 order") == Some(2),
        }
    }

    /// Whether the code commits this fault.
    pub(super) fn breaks(&self, mechanism: Mechanism) -> bool {
        self.fault == Some(mechanism)
    }
}
