//! Addresses, registers and places that a contradiction mentions, for finding the responsible instruction.

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

    /// Places of a value, or of its address, that do not hold what belongs there; `None` where that was not looked at place by
    /// place.
    pub fn wrong_places(&self) -> Option<Vec<Place>> {
        match (&self.expected, &self.observed) {
            (Expected::Value { image, places }, Observed::Held(held)) => {
                let mut bytes = image.bytes.iter().zip(&image.mask);
                let mut is_wrong = |held: &Option<Vec<u8>>| {
                    let Some(held) = held else { return true };
                    let of_place = bytes.by_ref().take(held.len()).zip(held);
                    of_place.filter(|((byte, mask), seen)| (**byte ^ **seen) & **mask != 0).count() > 0
                };
                let wrong: Vec<bool> = held.iter().map(&mut is_wrong).collect();
                Some(places.iter().zip(wrong).filter(|(_, wrong)| *wrong).map(|(place, _)| *place).collect())
            }
            (Expected::Reference { pointer, .. }, Observed::Reference { held: None, .. }) => {
                Some(pointer.clone())
            }
            _ => None,
        }
    }

    /// Registers that it mentions, in groups: those in which something was found, the one that it is about, those of
    /// the expected places. Parts of a value that are where they belong are not meant.
    pub fn registers(&self) -> [Vec<Register>; 3] {
        let wrong = self.wrong_places();
        let is_right = |place: &Place| wrong.as_ref().is_some_and(|wrong| !wrong.contains(place));
        let mut found = match &self.found {
            Some(Found::In(place) | Found::KeptIn(place) | Found::ReadFrom { place: Some(place), .. }) => {
                of_whereabouts(place)
            }
            Some(Found::NearValue { pointer, .. }) => of_places(pointer),
            Some(Found::UsedAsAddress { place, .. }) => of_places(std::slice::from_ref(place)),
            _ => Vec::new(),
        };
        let expected = match &self.expected {
            Expected::Value { places, .. } => {
                let (right, others): (Vec<Place>, Vec<Place>) =
                    places.iter().partition(|place| is_right(place));
                let right = of_places(&right);
                found.retain(|register| !right.contains(register));
                of_places(&others)
            }
            Expected::AddressBack(_, places) => of_places(places),
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
