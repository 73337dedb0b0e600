//! Passing of arguments: AARCH64-ARG, AARCH64-VAR and the silent points on calls.

use super::slots::{ArgPart, CallState};
use super::{Aarch64, TARGET};
use crate::abi::call::{Call, Item, is_on_stack};
use crate::abi::passing::{self, Chosen, Passing, Returning};
use crate::abi::rules::{Rules, joined};
use crosscall_clauses::aarch64::{ArgumentCopyAlign, ByAddressOwner, clause};
use crosscall_model::plan::{ClauseId, Passed, Piece, Transfer};
use crosscall_model::{Case, Form as Written, Signature, Type};

/// The greatest alignment in bytes of the copy of an argument under AARCH64-S14.R2.
const MOST_COPY_ALIGN: u64 = 16;

/// Places all arguments and the result.
pub(super) fn assign(case: &Case, rules: &mut Rules<'_>) -> Call {
    let mut slots = CallState::default();
    let (mut arguments, address) = passing::arguments(&Aarch64, case, &mut slots, rules);
    let mut result = Aarch64.result(case, address, rules);
    for passed in arguments.iter_mut().chain(&mut result) {
        if is_in_several(&passed.transfer) {
            passed.order_clauses = vec![clause::ARG_16];
        }
    }
    if let Some(Passed { transfer: Transfer::Direct(pieces), register_clauses, .. }) = &mut result {
        *register_clauses = vec![clause::RET_01; pieces.len()];
    }
    Call { arguments, result, area: 0, stack: slots.stack }
}

impl Passing for Aarch64 {
    /// AARCH64-ARG-02. The address for a result has a register of its own.
    fn order<'t>(&self, signature: &'t Signature, rules: &mut Rules<'_>) -> Vec<Item<'t>> {
        self.address_first(signature, false, rules)
    }

    /// Form of the first argument.
    fn form(&self, ty: &Type, unnamed: bool, rules: &mut Rules<'_>) -> Chosen<ArgPart> {
        self.form_of(&mut CallState::default(), ty, unnamed, rules)
    }

    fn form_behind(
        &self,
        slots: &mut CallState,
        ty: &Type,
        unnamed: bool,
        rules: &mut Rules<'_>,
    ) -> Chosen<ArgPart> {
        self.form_of(slots, ty, unnamed, rules)
    }

    fn may_write_copy(&self, rules: &mut Rules<'_>) -> bool {
        rules.is(ByAddressOwner::Callee)
    }

    fn copy_align(&self, align: u64, _: &mut Rules<'_>) -> u64 {
        align
    }

    fn copy_align_of(&self, ty: &Type, align: u64, rules: &mut Rules<'_>) -> u64 {
        let of_copy = match ty {
            Type::Record(record) => rules.citing(|rules| self.copy_by_nature(record, align, rules)).0,
            _ => align,
        };
        if align <= MOST_COPY_ALIGN && of_copy == align {
            return align;
        }
        match rules.ask() {
            ArgumentCopyAlign::AsType => align,
            ArgumentCopyAlign::SixteenAtMost => align.min(MOST_COPY_ALIGN),
            ArgumentCopyAlign::EightOrSixteen => of_copy,
        }
    }

    /// All unnamed arguments, and all types but scalars.
    fn is_led_by_form(&self, ty: &Type, unnamed: bool, _: &mut Rules<'_>) -> bool {
        unnamed || ty.record().is_some() || ty.parts().is_some()
    }

    fn shifting_clauses(&self, _: Vec<ClauseId>) -> Vec<ClauseId> {
        vec![clause::RET_04]
    }

    fn last_clauses(&self, case: &Case, transfer: &Transfer, _behind_empty: bool) -> Vec<ClauseId> {
        let unprototyped: &[ClauseId] = match case.style.form {
            Written::Unprototyped => &[clause::VAR_01, clause::VAR_02],
            _ => &[],
        };
        let place: &[ClauseId] = match transfer {
            Transfer::Nothing => return Vec::new(),
            _ if is_on_stack(transfer) => &[],
            _ if is_in_vectors(transfer) => &[clause::ARG_03, clause::REG_14],
            _ => &[clause::ARG_03, clause::REG_01],
        };
        joined([unprototyped, place, &[clause::ARG_02, clause::ARG_01, clause::TYPE_43]])
    }
}

/// True for a piece in a SIMD register.
fn is_vector(piece: &Piece) -> bool {
    piece.place.file(TARGET) == Some("v")
}

/// True if a piece of a value is in a SIMD register.
pub(super) fn is_in_vectors(transfer: &Transfer) -> bool {
    matches!(transfer, Transfer::Direct(pieces) if pieces.iter().any(is_vector))
}

/// True if a value is in several SIMD registers.
fn is_in_several(transfer: &Transfer) -> bool {
    matches!(transfer, Transfer::Direct(pieces) if pieces.len() > 1 && pieces.iter().all(is_vector))
}
