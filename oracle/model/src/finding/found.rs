//! Where a lost value was found again, and what a wrong one comes from.

use super::observed::Address;
use super::topic::ValueId;
use crate::plan::Place;
use crate::target::Register;

/// A place where something was found.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Spot {
    /// A place that a plan could name.
    Place(Place),
    /// Registers, one after the other.
    Run(Vec<Register>),
    /// Memory at the address that is in a place.
    Behind(Place),
}

/// Where something was found.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Whereabouts {
    /// Its words one after the other, each in a place of its own.
    Words(Vec<Spot>),
    /// As a whole, in each of these places.
    Copies(Vec<Spot>),
}

impl Whereabouts {
    /// The places in their order, those of memory behind addresses among them.
    pub fn spots(&self) -> &[Spot] {
        let (Whereabouts::Words(spots) | Whereabouts::Copies(spots)) = self;
        spots
    }

    /// The places, those of memory behind addresses left out.
    pub fn places(&self) -> Vec<Place> {
        let spots = self.spots();
        let of = |spot: &Spot| match spot {
            Spot::Place(place) => vec![*place],
            Spot::Run(run) => {
                run.iter().map(|register| Place::Register { register: *register, byte: 0 }).collect()
            }
            Spot::Behind(_) => Vec::new(),
        };
        spots.iter().flat_map(of).collect()
    }

    /// Whether it is in exactly these places, and in no others.
    pub fn is_at(&self, places: &[Place]) -> bool {
        let spots = self.spots();
        let is_one = spots.len() == 1 || matches!(self, Whereabouts::Words(_));
        is_one && !spots.iter().any(|spot| matches!(spot, Spot::Behind(_))) && self.places() == places
    }

    /// The place that is named first; none for memory behind an address.
    pub fn first(&self) -> Option<Place> {
        let spots = self.spots();
        match spots.first()? {
            Spot::Place(place) => Some(*place),
            Spot::Run(run) => run.first().map(|register| Place::Register { register: *register, byte: 0 }),
            Spot::Behind(_) => None,
        }
    }
}

/// Bytes inside a value, first and last.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Inside {
    /// The value.
    pub value: ValueId,
    /// The first byte.
    pub first: usize,
    /// The last byte.
    pub last: usize,
}

/// A moment of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Moment {
    /// When a function was entered.
    Entry,
    /// When the call had returned.
    Returned,
}

/// What is known of the way of something that went astray.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Found {
    /// The value is there instead.
    In(Whereabouts),
    /// In its place are its own bytes from another offset.
    Displaced(i64),
    /// The subject took it from there, or from other bytes of the value.
    ReadFrom {
        /// Where the bytes lie that were taken.
        place: Option<Whereabouts>,
        /// The bytes of the value that they are.
        inside: Option<Inside>,
    },
    /// The subject kept it there across a call.
    KeptIn(Whereabouts),
    /// The instruction that wrote it last.
    LastWritten(Address),
    /// The address at which a run ended is near that of a value.
    NearValue {
        /// The address.
        address: u64,
        /// Its distance from the value's, in bytes.
        distance: i64,
        /// The value.
        value: ValueId,
        /// Where the value's address is.
        pointer: Vec<Place>,
    },
    /// Something that was no address was used as one.
    UsedAsAddress {
        /// What was used.
        address: u64,
        /// Where it had been.
        place: Place,
        /// When.
        moment: Moment,
    },
    /// A usual mistake gives the same value, in words.
    Mistake(String),
    /// An element has what belongs in another: name of the kind of element, and both numbers.
    OtherElement(&'static str, usize, usize),
    /// The subject follows two conventions at one question.
    TwoConventions,
}
