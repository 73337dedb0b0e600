//! Readings of the invented document as plain decisions.

use crate::fault::Mechanism;
use crate::readings::Readings;
use crosscall_model::names::invented as names;

/// Decisions of the code generator that depend on readings, and the seeded fault.
#[derive(Debug, Clone)]
pub(super) struct Dialect {
    /// Seeded fault in force.
    pub(super) fault: Option<Mechanism>,
    /// ARG-01 extension.
    pub(super) caller_extends: bool,
    /// ARG-03 order: true if the first argument of the list comes last.
    pub(super) list_descends: bool,
}

impl Dialect {
    /// Decisions that follow from the readings.
    pub(super) fn new(readings: &Readings, fault: Option<Mechanism>) -> Dialect {
        Dialect {
            fault,
            caller_extends: readings.is(names::NarrowArgument::CallerExtends),
            list_descends: readings.is(names::ListOrder::Descending),
        }
    }
}
