//! Actual locations of lost values, and origins of wrong ones.

use super::observed::Address;
use super::topic::ValueId;
use crate::interned::{self, Text};
use crate::plan::Place;
use crate::target::Register;
use serde::{Deserialize, Serialize};

/// Place where bytes were found.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Spot {
    /// Place that a plan can name.
    Place(Place),
    /// Consecutive registers.
    Run(Vec<Register>),
    /// Memory at the address in a place.
    Behind(Place),
}

/// Location of a value that was found.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Whereabouts {
    /// One place for each word.
    Words(Vec<Spot>),
    /// Complete copies, each in one place.
    Copies(Vec<Spot>),
}

impl Whereabouts {
    /// Places in their order, including memory at addresses.
    pub fn spots(&self) -> &[Spot] {
        let (Whereabouts::Words(spots) | Whereabouts::Copies(spots)) = self;
        spots
    }

    /// Places in their order, without memory at addresses.
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

    /// True if the value is in exactly these places and in no others.
    pub fn is_at(&self, places: &[Place]) -> bool {
        let spots = self.spots();
        let is_one = spots.len() == 1 || matches!(self, Whereabouts::Words(_));
        is_one && !spots.iter().any(|spot| matches!(spot, Spot::Behind(_))) && self.places() == places
    }

    /// First place; none for memory at an address.
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
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Inside {
    /// Value that contains the bytes.
    pub value: ValueId,
    /// Index of the first byte.
    pub first: usize,
    /// Index of the last byte.
    pub last: usize,
}

/// Time in a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Moment {
    /// Entry of a function.
    Entry,
    /// Return of the call.
    Returned,
}

/// Explanation of a value or address that went astray.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Found {
    /// The value is at this location instead.
    In(Whereabouts),
    /// Its place contains its own bytes from another offset, by this distance in bytes.
    Displaced(i64),
    /// The subject read it from another location, or from other bytes of the value.
    ReadFrom {
        /// Location of the bytes that were read.
        place: Option<Whereabouts>,
        /// Bytes of the value that they are.
        inside: Option<Inside>,
    },
    /// The subject kept it at this location across a call.
    KeptIn(Whereabouts),
    /// The instruction that wrote it last.
    LastWritten(Address),
    /// The address at which a run ended is near that of a value.
    NearValue {
        /// Address at which the run ended.
        address: u64,
        /// Distance from the value's address, in bytes.
        distance: i64,
        /// Value that is near.
        value: ValueId,
        /// Places of the value's address.
        pointer: Vec<Place>,
    },
    /// A value that was no address was used as one.
    UsedAsAddress {
        /// Value that was used.
        address: u64,
        /// Place where it had been.
        place: Place,
        /// Time at which it was there.
        moment: Moment,
    },
    /// A common mistake, in words, gives the same value.
    Mistake(String),
    /// An element has the contents of another: the kind of element, and both indices.
    OtherElement(#[serde(deserialize_with = "interned::text")] Text, usize, usize),
    /// The subject follows two conventions for one question.
    TwoConventions,
}
