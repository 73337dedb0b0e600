//! Registers, list and stack as they are given away: INVENTED-ARG.

use crate::abi::rules::Rules;
use crosscall_clauses::invented::{ListOrder, clause};
use crosscall_model::plan::{ClauseId, Piece, Place, Rest};
use crosscall_model::target::Register;

/// r1 to r3 (INVENTED-ARG-01).
const WORDS: std::ops::Range<u16> = 1..4;
/// v0 to v3, which are registers 32 to 35 (INVENTED-ARG-02).
const VECTORS: std::ops::Range<u16> = 32..36;
/// Bytes of an entry of the list, and of a word of the stack.
pub(super) const ENTRY: u64 = 8;
/// Bytes of the stack pointer that the caller leaves below its own (INVENTED-STACK-02).
const LINK: u64 = 8;
/// Holds the address of the list (INVENTED-ARG-03).
pub(super) const LIST: Register = Register(0);

/// Bytes that get a place of their own, with all that the document asks of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Parcel {
    /// As an integer of so many bytes.
    Word(u32, Rest),
    /// In a vector register: so many bytes.
    Vector(u32),
}

/// Registers and stack slots given away so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(in crate::abi) struct Slots {
    /// Registers of r1 to r3.
    pub(super) words: u16,
    /// Registers of v0 to v3.
    pub(super) vectors: u16,
    /// Bytes of the list.
    pub(super) list: u64,
    /// Bytes of unnamed arguments on the stack.
    pub(super) stack: u64,
}

impl Parcel {
    pub(super) fn len(self) -> u32 {
        match self {
            Parcel::Word(len, _) | Parcel::Vector(len) => len,
        }
    }
}

impl Slots {
    /// Places an argument; offsets in the list count from its first entry.
    pub(super) fn step(&mut self, parcel: Parcel, unnamed: bool, rules: &mut Rules<'_>) -> Vec<Piece> {
        let len = parcel.len();
        let rest = match parcel {
            Parcel::Word(_, rest) => rest,
            Parcel::Vector(_) => Rest::Unspecified,
        };
        if unnamed {
            rules.cite(clause::ARG_05);
            self.stack += u64::from(len).next_multiple_of(ENTRY);
            let offset = -(LINK + self.stack).cast_signed();
            return vec![Piece { offset: 0, len, place: Place::Stack { offset }, rest }];
        }
        let place = match parcel {
            Parcel::Word(..) => Slots::next(&mut self.words, WORDS, clause::ARG_01, rules),
            Parcel::Vector(_) => Slots::next(&mut self.vectors, VECTORS, clause::ARG_02, rules),
        };
        if let Some(register) = place {
            let rest = match parcel {
                Parcel::Vector(len) => Rest::Length(u16::try_from(len).unwrap_or(u16::MAX)),
                Parcel::Word(..) => rest,
            };
            return vec![Piece { offset: 0, len, place: Place::Register { register, byte: 0 }, rest }];
        }
        rules.cite(clause::ARG_03);
        let offset = self.list.cast_signed();
        self.list += u64::from(len).next_multiple_of(ENTRY);
        vec![Piece { offset: 0, len, place: Place::Pointed { base: LIST, offset }, rest }]
    }

    fn next(
        taken: &mut u16,
        registers: std::ops::Range<u16>,
        clause: ClauseId,
        rules: &mut Rules<'_>,
    ) -> Option<Register> {
        let register = registers.clone().nth(usize::from(*taken))?;
        *taken += 1;
        rules.cite(clause);
        Some(Register(register))
    }
}

/// A place in the list where the whole list is known (INVENTED-ARG-03).
pub(super) fn in_order(piece: &mut Piece, bytes: u64, rules: &mut Rules<'_>) {
    if let Place::Pointed { offset, .. } = &mut piece.place
        && rules.is(ListOrder::Descending)
    {
        *offset = bytes.cast_signed() - *offset - u64::from(piece.len).next_multiple_of(ENTRY).cast_signed();
    }
}
