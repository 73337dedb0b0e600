//! Addresses and registers that a contradiction mentions, for finding the responsible instruction.

use super::Mismatch;
use super::expected::Expected;
use super::found::{Found, Spot, Whereabouts};
use super::observed::{End, Observed, Write};
use crate::plan::Place;
use crate::target::Register;

impl Mismatch {
    /// Addresses of instructions and of memory in the observation, starting with the responsible instruction.
    pub fn addresses(&self) -> Vec<u64> {
        let mut all = match &self.observed {
            Observed::Write(Write { at, by, .. }) => vec![by.at, at.at],
            Observed::Access { at, by, sp, .. } => vec![by.at, *at, *sp],
            Observed::After(sp, by) | Observed::AtCall(sp, by) | Observed::NothingSaved(sp, by) => {
                vec![by.at, *sp]
            }
            Observed::WrittenBy(by) | Observed::ControlAt(by) => vec![by.at],
            Observed::End(End::Fault(at, _), _) => vec![at.at],
            Observed::Reference { to, .. } | Observed::Pointer(to) => to.iter().copied().collect(),
            Observed::Link(link) => link.iter().map(|link| link.at).collect(),
            _ => Vec::new(),
        };
        match &self.found {
            Some(Found::LastWritten(by)) => all.push(by.at),
            Some(Found::NearValue { address, .. } | Found::UsedAsAddress { address, .. }) => {
                all.push(*address)
            }
            _ => {}
        }
        all
    }

    /// Registers that it mentions, in groups: those in which something was found, the one that it is about, those of
    /// the expected places.
    pub fn registers(&self) -> [Vec<Register>; 3] {
        let found = match &self.found {
            Some(Found::In(place) | Found::KeptIn(place) | Found::ReadFrom { place: Some(place), .. }) => {
                of_whereabouts(place)
            }
            Some(Found::NearValue { pointer, .. }) => of_places(pointer),
            Some(Found::UsedAsAddress { place, .. }) => of_places(std::slice::from_ref(place)),
            _ => Vec::new(),
        };
        let expected = match &self.expected {
            Expected::Value { places, .. } | Expected::AddressBack(_, places) => of_places(places),
            Expected::Reference { pointer, .. }
            | Expected::InMemory { pointer, .. }
            | Expected::Room { pointer, .. } => of_places(pointer),
            Expected::Extended { place, .. } | Expected::Filled { place, .. } | Expected::Link(_, place) => {
                of_places(std::slice::from_ref(place))
            }
            Expected::Length(register, _) | Expected::List { pointer: register, .. } => vec![*register],
            _ => Vec::new(),
        };
        [found, self.topic.register().into_iter().collect(), expected]
    }
}

fn of_places(places: &[Place]) -> Vec<Register> {
    places.iter().filter_map(|place| place.register()).collect()
}

fn of_whereabouts(place: &Whereabouts) -> Vec<Register> {
    let of = |spot: &Spot| match spot {
        Spot::Place(place) | Spot::Behind(place) => of_places(std::slice::from_ref(place)),
        Spot::Run(run) => run.clone(),
    };
    place.spots().iter().flat_map(of).collect()
}
