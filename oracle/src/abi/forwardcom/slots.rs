//! Registers and the list as they are given away: FORWARDCOM-ARG-05, -06 and -16 to -28.

use crate::abi::rules::Rules;
use crosscall_clauses::forwardcom::{AddressRegister, EmptyList, ListRegister, clause};
use crosscall_model::plan::{ClauseId, Extension, Piece, Place};
use crosscall_model::target::Register;

/// Registers of each file that carry arguments.
pub(super) const REGISTERS: usize = 16;
/// v0 among the registers of the target.
const FIRST_VECTOR: u16 = 32;
/// Bytes of an entry of the list (FORWARDCOM-ARG-24).
pub(super) const ENTRY: u64 = 8;

/// A general register by its number.
pub(super) fn general(number: usize) -> Register {
    Register(u16::try_from(number).unwrap_or(u16::MAX))
}

/// A vector register by its number.
pub(super) fn vector(number: usize) -> Register {
    Register(FIRST_VECTOR.saturating_add(u16::try_from(number).unwrap_or(u16::MAX)))
}

/// Registers and entries of the list that an argument takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Takes {
    /// Nothing.
    Nothing,
    /// A general register; whether it holds the address of something that fits none.
    General {
        /// True if it is such an address.
        address: bool,
        /// Entries of the list, where it is there.
        entries: u64,
    },
    /// A vector register; so many entries of the list, where it is there.
    Vector {
        /// Entries of the list.
        entries: u64,
    },
}

/// Place of an argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Spot {
    /// Nowhere.
    None,
    /// In a register.
    Register(Register),
    /// In the list, so many bytes from its beginning.
    List(u64),
}

/// Everything that a call has given away.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Given {
    /// Place of each argument.
    pub(super) spots: Vec<Spot>,
    /// Holds the address of the list, where there is one.
    pub(super) pointer: Option<Register>,
    /// Bytes of the list.
    pub(super) bytes: u64,
    /// The rule by which the register for its address was found.
    pub(super) rule: ClauseId,
    /// True if arguments of both kinds are in the list.
    pub(super) mixed: bool,
    /// True if named and unnamed ones are.
    pub(super) both: bool,
    /// True if the address of the result travels before all of them.
    pub(super) hidden: bool,
}

/// Gives everything its place: what each argument takes, in the order of the definition, and whether it is an unnamed
/// one.
pub(super) fn give(wanted: &[(Takes, bool)], variadic: bool, rules: &mut Rules<'_>) -> Given {
    let general_order = general_order(wanted, rules);
    let vectors: Vec<usize> = positions(wanted, |takes| matches!(takes, Takes::Vector { .. }));
    let needs_list = variadic || general_order.len() > REGISTERS || vectors.len() > REGISTERS;
    let crowded = general_order.len() >= REGISTERS;
    let most = if needs_list && crowded { REGISTERS - 1 } else { REGISTERS };
    let mut spots = vec![Spot::None; wanted.len()];
    let listed = |at: usize, from: &[usize], most: usize| from.iter().skip(most).any(|i| *i == at);
    let in_list: Vec<bool> = wanted
        .iter()
        .enumerate()
        .map(|(i, (takes, unnamed))| {
            let over = listed(i, &general_order, most) || listed(i, &vectors, REGISTERS);
            *takes != Takes::Nothing && (*unnamed || over)
        })
        .collect();
    let mut pointer = match (needs_list, crowded) {
        (false, _) => None,
        (true, true) => Some(REGISTERS - 1),
        (true, false) => Some(general_order.len()),
    };
    // FORWARDCOM-ARG-20: what comes behind the beginning of the list may come behind its address.
    let first = in_list.iter().position(|listed| *listed).unwrap_or(wanted.len());
    let before = general_order.iter().filter(|i| **i < first).count();
    if needs_list && !crowded && before < general_order.len() && rules.is(ListRegister::BehindThoseBefore) {
        pointer = Some(before);
    }
    let skips = |place: usize| usize::from(!crowded && pointer.is_some_and(|pointer| place >= pointer));
    for (place, i) in general_order.iter().enumerate().take(most) {
        if let Some(spot) = spots.get_mut(*i) {
            *spot = Spot::Register(general(place + skips(place)));
        }
    }
    for (place, i) in vectors.iter().enumerate().take(REGISTERS) {
        if let Some(spot) = spots.get_mut(*i) {
            *spot = Spot::Register(vector(place));
        }
    }
    let mut bytes = 0;
    for (spot, ((takes, _), listed)) in spots.iter_mut().zip(wanted.iter().zip(in_list)) {
        if listed {
            *spot = Spot::List(bytes);
            bytes += ENTRY
                * match takes {
                    Takes::Nothing => 0,
                    Takes::General { entries, .. } | Takes::Vector { entries } => *entries,
                };
        }
    }
    let listed = || wanted.iter().zip(&spots).filter(|(_, spot)| matches!(spot, Spot::List(_)));
    let some = |is_meant: fn(&(Takes, bool)) -> bool| listed().any(|(wanted, _)| is_meant(wanted));
    let mixed = some(|(takes, _)| matches!(takes, Takes::Vector { .. }))
        && some(|(takes, _)| matches!(takes, Takes::General { .. }));
    let both = some(|(_, unnamed)| *unnamed) && some(|(_, unnamed)| !unnamed);
    let rule = match (bytes, crowded) {
        (0, _) => clause::ARG_19,
        (_, true) => clause::ARG_21,
        (_, false) => clause::ARG_20,
    };
    // FORWARDCOM-ARG-19.R3
    let is_there = pointer.is_some() && (bytes > 0 || variadic && rules.is(EmptyList::AddressPassed));
    Given {
        spots,
        pointer: pointer.filter(|_| is_there).map(general),
        bytes,
        rule,
        mixed,
        both,
        hidden: false,
    }
}

/// Named arguments that take a kind of register, by their positions.
fn positions(wanted: &[(Takes, bool)], is_meant: impl Fn(&Takes) -> bool) -> Vec<usize> {
    let named = wanted.iter().enumerate().filter(|(_, (_, unnamed))| !unnamed);
    named.filter(|(_, (takes, _))| is_meant(takes)).map(|(i, _)| i).collect()
}

/// Named arguments for general registers, in the order in which they take them: FORWARDCOM-S10.
fn general_order(wanted: &[(Takes, bool)], rules: &mut Rules<'_>) -> Vec<usize> {
    let of = |wanted_address: bool| {
        positions(
            wanted,
            |takes| matches!(takes, Takes::General { address, .. } if *address == wanted_address),
        )
    };
    let (values, addresses) = (of(false), of(true));
    let in_order = positions(wanted, |takes| matches!(takes, Takes::General { .. }));
    let behind: Vec<usize> = values.into_iter().chain(addresses).collect();
    if behind != in_order && rules.is(AddressRegister::BehindOthers) { behind } else { in_order }
}

/// A run of bytes at a spot; in the list at a distance from the spot.
pub(super) fn piece(spot: Spot, distance: u64, len: u32, rest: Extension, given: &Given) -> Option<Piece> {
    let place = match (spot, given.pointer) {
        (Spot::Register(register), _) => Place::Register { register, byte: 0 },
        (Spot::List(at), Some(base)) => Place::Pointed { base, offset: (at + distance).cast_signed() },
        _ => return None,
    };
    Some(Piece { offset: 0, len, place, rest })
}
