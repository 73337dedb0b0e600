//! Registers, list and stack as they are given away: INVENTED-ARG.

use crate::abi::rules::Rules;
use crosscall_clauses::invented::{ListOrder, clause};
use crosscall_model::plan::{ClauseId, Extension, Piece, Place};
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
pub(super) enum ArgPart {
    /// As an integer of so many bytes.
    Word(u32, Extension),
    /// In a vector register: so many bytes.
    Vector(u32),
}

/// Registers and stack slots given away so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(in crate::abi) struct CallState {
    /// Registers of r1 to r3.
    pub(super) words: u16,
    /// Registers of v0 to v3.
    pub(super) vectors: u16,
    /// Bytes of the list.
    pub(super) list: u64,
    /// Bytes of unnamed arguments on the stack.
    pub(super) stack: u64,
}

impl ArgPart {
    pub(super) fn len(self) -> u32 {
        match self {
            ArgPart::Word(len, _) | ArgPart::Vector(len) => len,
        }
    }
}

impl CallState {
    /// Places an argument; offsets in the list count from its first entry.
    pub(super) fn step(&mut self, parcel: ArgPart, unnamed: bool, rules: &mut Rules<'_>) -> Vec<Piece> {
        let len = parcel.len();
        let rest = match parcel {
            ArgPart::Word(_, rest) => rest,
            ArgPart::Vector(_) => Extension::Unspecified,
        };
        if unnamed {
            rules.cite(clause::ARG_05);
            self.stack += u64::from(len).next_multiple_of(ENTRY);
            let offset = -(LINK + self.stack).cast_signed();
            return vec![Piece { offset: 0, len, place: Place::Stack { offset }, rest }];
        }
        let place = match parcel {
            ArgPart::Word(..) => CallState::next(&mut self.words, WORDS, clause::ARG_01, rules),
            ArgPart::Vector(_) => CallState::next(&mut self.vectors, VECTORS, clause::ARG_02, rules),
        };
        if let Some(register) = place {
            let rest = match parcel {
                ArgPart::Vector(len) => Extension::Length(u16::try_from(len).unwrap_or(u16::MAX)),
                ArgPart::Word(..) => rest,
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
