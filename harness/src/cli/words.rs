//! Values that are one word of a list: help and completions show the list, and a mistake is told with the word that is
//! most like it.

use super::MachineTarget;
use crate::explain::forms;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use crosscall_machines::toolset;
use crosscall_model::{Form, Pairing, Target};

/// A target that has a document.
pub(super) fn target() -> impl TypedValueParser<Value = Target> {
    PossibleValuesParser::new(Target::ALL.map(Target::name)).try_map(|name| name.parse::<Target>())
}

/// A target that has machines.
pub(super) fn machine_target() -> impl TypedValueParser<Value = MachineTarget> {
    PossibleValuesParser::new(toolset::ALL.map(|tools| tools.name()))
        .try_map(|name| name.parse::<MachineTarget>())
}

/// Forms of a function.
pub(super) fn form() -> impl TypedValueParser<Value = Form> {
    PossibleValuesParser::new(forms::names()).try_map(|name| name.parse::<Form>())
}

/// The pairings.
pub(super) fn pairing() -> impl TypedValueParser<Value = Pairing> {
    PossibleValuesParser::new(Pairing::ALL.map(Pairing::name)).try_map(|name| name.parse::<Pairing>())
}
