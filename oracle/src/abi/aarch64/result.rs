//! Passing of results: AARCH64-RET.

use super::Aarch64;
use super::arguments::is_in_vectors;
use super::form::Form;
use super::registers::{RESULT_ADDRESS, general, vector};
use super::slots::{ArgPart, CallState, QUAD_WORD, Shape, in_register};
use crate::abi::data::{Data, Scalars};
use crate::abi::passing::{CallState as _, Chosen, Passing, Returning};
use crate::abi::rules::Rules;
use crosscall_clauses::aarch64::{
    ResultAddressAtReturn, ResultMemoryAlign, VectorArgument, VectorResult, clause,
};
use crosscall_model::plan::{ClauseId, Piece, Place, Transfer};
use crosscall_model::{Case, Type};

/// The greatest alignment in bytes of the memory for a result under AARCH64-RET-03.R2.
const MOST_ALIGN: u64 = 16;

/// The most bytes that SIMD registers carry.
const MOST_WIDE: u32 = 128;

/// Bytes of an address.
const ADDRESS: u32 = 8;

/// Bytes that the lanes of a small vector fill under AARCH64-S09.R13.
const FILLED: u32 = 8;

impl Returning for Aarch64 {
    /// AARCH64-RET-03: what would not be passed in registers as the first argument.
    fn in_memory(&self, ty: &Type, rules: &mut Rules<'_>) -> bool {
        let (in_memory, cited) = rules.citing(|rules| {
            let form = self.form(ty, false, rules).form;
            let is_too_wide =
                matches!(form, Form::Value(ArgPart { shape: Shape::Wide, len, .. }) if len > MOST_WIDE);
            (matches!(form, Form::Address) || is_too_wide) && self.whole_vector(ty, rules).is_none()
        });
        if in_memory {
            rules.cite(clause::RET_03);
            rules.cite(clause::RET_04);
            cited.into_iter().for_each(|clause| rules.cite(clause));
        }
        in_memory
    }

    fn room_align(&self, align: u64, rules: &mut Rules<'_>) -> u64 {
        if align > MOST_ALIGN && rules.is(ResultMemoryAlign::SixteenAtMost) { MOST_ALIGN } else { align }
    }

    fn returned_address(&self, _bytes: usize, rules: &mut Rules<'_>) -> Option<Piece> {
        match rules.ask() {
            ResultAddressAtReturn::NotReliedOn => None,
            ResultAddressAtReturn::FromX8 => Some(in_register(RESULT_ADDRESS, 0, ADDRESS)),
            ResultAddressAtReturn::FromX0 => Some(in_register(general(0), 0, ADDRESS)),
        }
    }

    /// AARCH64-RET-01: as the first argument.
    fn direct(&self, ty: &Type, rest_clauses: &mut Vec<ClauseId>, rules: &mut Rules<'_>) -> Transfer {
        let ((transfer, above), cited) = rules.citing(|rules| {
            if let Some(pieces) = self.whole_vector(ty, rules) {
                return (Transfer::Direct(pieces), Vec::new());
            }
            let mut slots = CallState { is_result: true, ..CallState::default() };
            let Chosen { form, rest_clauses, .. } = self.form_behind(&mut slots, ty, false, rules);
            let pieces = form.pieces(|part| slots.argument(part, false, rules));
            let transfer = match form {
                Form::Nothing => Transfer::Nothing,
                _ => Transfer::Direct(pieces),
            };
            (transfer, rest_clauses)
        });
        // What is said of a kind of type says more than that results travel as arguments do.
        let is_simple = ty.record().is_none() && ty.parts().is_none();
        let of_result = if transfer == Transfer::Nothing { None } else { Some(clause::RET_01) };
        let (first, last) = if is_simple { (of_result, None) } else { (None, of_result) };
        first.into_iter().chain(cited).chain(last).for_each(|clause| rules.cite(clause));
        *rest_clauses = above;
        transfer
    }

    fn last_result_clauses(&self, _: &Case, _: &Type, transfer: &Transfer) -> Vec<ClauseId> {
        match transfer {
            Transfer::Nothing => Vec::new(),
            Transfer::ByReference { .. } => {
                vec![clause::RET_05, clause::RET_06, clause::REG_02, clause::S13]
            }
            _ if is_in_vectors(transfer) => vec![clause::REG_14, clause::TYPE_43],
            Transfer::Direct(_) => vec![clause::REG_01, clause::TYPE_43],
        }
    }
}

impl Aarch64 {
    /// A result that is in v0 as a vector that is no short one (AARCH64-S09.R12 and R13).
    fn whole_vector(&self, ty: &Type, rules: &mut Rules<'_>) -> Option<Vec<Piece>> {
        let Type::Vector { element, lanes } = ty else { return None };
        let (size, _) = rules.citing(|rules| self.layout(ty, rules).size);
        let is_short = self.is_short(ty, size, rules);
        let size = u32::try_from(size).ok().filter(|size| *size <= QUAD_WORD && !is_short)?;
        let may_lie_apart = size < FILLED && *lanes > 1 && !element.is_floating();
        let is_apart = match rules.is(VectorArgument::VectorRegisters) {
            true => return None,
            false => match rules.ask() {
                VectorResult::AsArgument => return None,
                VectorResult::VectorRegister => false,
                VectorResult::LanesApart => may_lie_apart,
            },
        };
        if !is_apart {
            return Some(vec![in_register(vector(0), 0, size)]);
        }
        let (lane, _) = rules.citing(|rules| self.scalar(*element, rules).size);
        let (len, step) = (u32::try_from(lane).ok()?, FILLED / lanes.next_power_of_two());
        let lane = |i: u32| {
            let byte = u16::try_from(i.saturating_mul(step)).ok()?;
            let place = Place::Register { register: vector(0), byte };
            Some(Piece { place, ..in_register(vector(0), i.saturating_mul(len), len) })
        };
        (0..*lanes).map(lane).collect()
    }
}
