//! The readings of the invented document as plain decisions.

use crate::fault::Mechanism;
use crate::readings::Readings;
use crosscall_model::names::invented as names;

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
            caller_extends: readings.is(names::NarrowArgument::CallerExtends),
            list_descends: readings.is(names::ListOrder::Descending),
        }
    }

    /// Whether the code commits this fault.
    pub(super) fn breaks(&self, mechanism: Mechanism) -> bool {
        self.fault == Some(mechanism)
    }
}
