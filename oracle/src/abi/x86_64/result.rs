//! Passing of results: X86-RET.

use super::X86_64;
use super::arguments::{Role, Way};
use super::registers::{INTEGER_RESULTS, RAX, is_vector, vector, x87};
use crate::abi::data::Data;
use crate::abi::passing::Returning;
use crate::abi::rules::Rules;
use crosscall_clauses::x86_64::{ComplexInteger, ResultMemoryAlign, clause};
use crosscall_model::plan::{ClauseId, Extension, Piece, Place, Transfer};
use crosscall_model::{Case, Type};

/// Bytes of an x87 number, and of one with its padding.
const X87_BYTES: u32 = 10;
const LONG_DOUBLE: u32 = 16;

impl Returning for X86_64 {
    fn in_memory(&self, ty: &Type, rules: &mut Rules<'_>) -> bool {
        let (way, cited) = rules.citing(|rules| self.way(ty, Role::Result, rules));
        let in_memory = matches!(way, Way::Memory);
        if in_memory {
            [clause::RET_02, clause::RET_04].into_iter().chain(cited).for_each(|clause| rules.cite(clause));
        }
        in_memory
    }

    fn room_align(&self, align: u64, rules: &mut Rules<'_>) -> u64 {
        match align > super::stack::ALIGN && rules.is(ResultMemoryAlign::SixteenAtMost) {
            true => super::stack::ALIGN,
            false => align,
        }
    }

    /// X86-RET-04.
    fn returned_address(&self, _bytes: usize, _: &mut Rules<'_>) -> Option<Piece> {
        let place = Place::Register { register: RAX, byte: 0 };
        Some(Piece { offset: 0, len: 8, place, rest: Extension::Unspecified })
    }

    fn direct(&self, ty: &Type, rest_clauses: &mut Vec<ClauseId>, rules: &mut Rules<'_>) -> Transfer {
        let (way, cited) = rules.citing(|rules| self.way(ty, Role::Result, rules));
        let is_x87 = way == Way::X87;
        let (transfer, of_bits) = rules.citing(|rules| match way {
            Way::Nothing | Way::Memory => Transfer::Nothing,
            Way::X87 => Transfer::Direct(on_x87(ty)),
            Way::Registers(_) if is_two_scalars(ty, rules) => {
                let [first, second] = INTEGER_RESULTS;
                let (size, _) = rules.citing(|rules| self.layout(ty, rules).size);
                let len = u32::try_from(size / 2).unwrap_or(u32::MAX);
                let piece = |offset, register| Piece {
                    offset,
                    len,
                    place: Place::Register { register, byte: 0 },
                    rest: Extension::Unspecified,
                };
                Transfer::Direct(vec![piece(0, first), piece(len, second)])
            }
            Way::Registers(classes) => {
                let (part, clauses) = self.part(ty, classes, true, rules);
                *rest_clauses = clauses;
                // X86-RET-05 to -07.
                Transfer::Direct(part.pieces(INTEGER_RESULTS.into_iter(), (0..).map(vector)))
            }
        });
        // What is said of a kind of type says more than where its class is returned, but of numbers of x87.
        let is_led_by_class = !is_x87 && (ty.record().is_some() || ty.parts().is_some());
        let of_place = place_clauses(&transfer);
        let (first, last) = if is_led_by_class { (cited, of_place) } else { (of_place, cited) };
        first.into_iter().chain(last).chain(of_bits).for_each(|clause| rules.cite(clause));
        transfer
    }

    fn last_result_clauses(&self, _: &Case, _: &Type, transfer: &Transfer) -> Vec<ClauseId> {
        match transfer {
            Transfer::Nothing => Vec::new(),
            Transfer::Direct(_) => vec![clause::RET_01, clause::CALL_01],
            Transfer::ByReference { .. } => vec![clause::RET_01, clause::S27, clause::CALL_01],
        }
    }
}

/// True for a complex integer that travels as two integers (X86-S17).
pub(super) fn is_two_scalars(ty: &Type, rules: &mut Rules<'_>) -> bool {
    matches!(ty, Type::Complex(part) if !part.is_floating()) && rules.is(ComplexInteger::TwoScalars)
}

/// X86-RET-08 and -09.
fn on_x87(ty: &Type) -> Vec<Piece> {
    let piece = |number: u8| Piece {
        offset: LONG_DOUBLE * u32::from(number),
        len: X87_BYTES,
        place: Place::Register { register: x87(number), byte: 0 },
        rest: Extension::Unspecified,
    };
    let count = if matches!(ty, Type::Complex(_)) { 2 } else { 1 };
    (0..count).map(piece).collect()
}

/// The clauses on the places of a result, in their order.
fn place_clauses(transfer: &Transfer) -> Vec<ClauseId> {
    let Transfer::Direct(pieces) = transfer else { return Vec::new() };
    let registers: Vec<_> = pieces.iter().filter_map(|piece| piece.place.register()).collect();
    let is_wide = |piece: &Piece| piece.len > 8 && piece.place.register().is_some_and(is_vector);
    let rules = [
        (registers.iter().any(|register| INTEGER_RESULTS.contains(register)), clause::RET_05),
        (registers.iter().any(|register| is_vector(*register)), clause::RET_06),
        (pieces.iter().any(is_wide), clause::RET_07),
        (registers == [x87(0)], clause::RET_08),
        (registers == [x87(0), x87(1)], clause::RET_09),
    ];
    rules.into_iter().filter(|(applies, _)| *applies).map(|(_, clause)| clause).collect()
}
