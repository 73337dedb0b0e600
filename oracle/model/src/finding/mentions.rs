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
    /// place, or some place cannot be read.
    pub fn wrong_places(&self) -> Option<Vec<Place>> {
        match (&self.expected, &self.observed) {
            (Expected::Value { image, places }, Observed::Held(held)) => {
                let (mut wrong, mut start) = (Vec::new(), 0);
                for (place, held) in places.iter().zip(held) {
                    let held = held.as_ref()?;
                    let mut belongs = image.bytes.iter().zip(&image.mask).skip(start).zip(held);
                    if belongs.any(|((byte, mask), seen)| (byte ^ seen) & mask != 0) {
                        wrong.push(*place);
                    }
                    start += held.len();
                }
                Some(wrong)
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
        let right: Vec<Place> = match (&self.expected, &wrong) {
            (Expected::Value { places, .. }, Some(wrong)) => {
                places.iter().copied().filter(|place| !wrong.contains(place)).collect()
            }
            _ => Vec::new(),
        };
        let right = of_places(&right);
        let mut found = match &self.found {
            Some(Found::In(place) | Found::KeptIn(place) | Found::ReadFrom { place: Some(place), .. }) => {
                of_whereabouts(place)
            }
            Some(Found::NearValue { pointer, .. }) => of_places(pointer),
            Some(Found::UsedAsAddress { place, .. }) => of_places(std::slice::from_ref(place)),
            _ => Vec::new(),
        };
        found.retain(|register| !right.contains(register));
        let expected = match &self.expected {
            Expected::Value { places, .. } => of_places(wrong.as_ref().unwrap_or(places)),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Target;
    use crate::finding::{Topic, ValueId};
    use crate::layout::Image;

    /// Of the parts of a value those count that are not where they belong.
    #[test]
    fn what_is_right_is_not_mentioned() {
        let place = |number| Place::Register { register: Register(number), byte: 0 };
        let mismatch = |held: [Option<Vec<u8>>; 2]| Mismatch {
            target: Target::Epiphany,
            clauses: Vec::new(),
            topic: Topic::value(ValueId::Argument(0)),
            expected: Expected::Value {
                image: Image { bytes: vec![1, 2, 3, 4], mask: vec![0xff, 0xff, 0xff, 0] },
                places: vec![place(0), place(1)],
            },
            observed: Observed::Held(held.to_vec()),
            found: Some(Found::In(Whereabouts::Words(vec![Spot::Place(place(0)), Spot::Place(place(5))]))),
        };
        let wrong = mismatch([Some(vec![1, 2]), Some(vec![9, 4])]);
        assert_eq!(wrong.wrong_places(), Some(vec![place(1)]));
        assert_eq!(wrong.registers(), [vec![Register(5)], vec![], vec![Register(1)]]);
        // Padding has no contents.
        assert_eq!(mismatch([Some(vec![0, 2]), Some(vec![3, 9])]).wrong_places(), Some(vec![place(0)]));
        let unreadable = mismatch([None, Some(vec![3, 4])]);
        assert_eq!(unreadable.wrong_places(), None);
        assert_eq!(unreadable.registers()[2], [Register(0), Register(1)]);
    }
}
