//! Passing of results: RISCV-RET.

use super::Riscv;
use super::registers::argument;
use super::slots::CallState;
use crate::abi::passing::{CallState as _, Form, Passing, Returning};
use crate::abi::rules::Rules;
use crosscall_clauses::riscv::{ResultAddressAtReturn, ResultMemoryAlign, clause};
use crosscall_model::plan::{ClauseId, Extension, Piece, Place, Transfer};
use crosscall_model::{Case, Type};

impl Returning for Riscv {
    /// RISCV-RET-03: what would travel by address as the first argument.
    fn in_memory(&self, ty: &Type, rules: &mut Rules<'_>) -> bool {
        let (chosen, cited) = rules.citing(|rules| self.form(ty, false, rules));
        let in_memory = matches!(chosen.form, Form::Address);
        if in_memory {
            rules.cite(clause::RET_03);
            cited.into_iter().for_each(|clause| rules.cite(clause));
        }
        in_memory
    }

    fn room_align(&self, align: u64, rules: &mut Rules<'_>) -> u64 {
        let most = self.differences().stack_align;
        if align > most && rules.is(ResultMemoryAlign::StackAtMost) { most } else { align }
    }

    fn returned_address(&self, _bytes: usize, rules: &mut Rules<'_>) -> Option<Piece> {
        let place = Place::Register { register: argument(0), byte: 0 };
        let piece = Piece { offset: 0, len: self.xlen(), place, rest: Extension::Unspecified };
        rules.is(ResultAddressAtReturn::ReliedOn).then_some(piece)
    }

    /// RISCV-RET-02 and -06: as the first named argument of its type.
    fn direct(&self, ty: &Type, rest_clauses: &mut Vec<ClauseId>, rules: &mut Rules<'_>) -> Transfer {
        let ((transfer, above), cited) = rules.citing(|rules| {
            let chosen = self.form(ty, false, rules);
            let mut slots = CallState::of(self);
            let pieces = chosen.form.pieces(|parcel| slots.argument(parcel, false, rules));
            let transfer = match chosen.form {
                Form::Nothing => Transfer::Nothing,
                _ => Transfer::Direct(pieces),
            };
            (transfer, chosen.rest_clauses)
        });
        let as_argument = if self.is_in_floats(&transfer) { clause::RET_06 } else { clause::RET_02 };
        // What is said of a kind of type says more than that results travel as arguments do.
        let (first, last) = match ty.unaligned() {
            Type::Scalar(_) | Type::DataPointer | Type::FunctionPointer => (vec![as_argument], cited),
            _ => (cited, vec![as_argument]),
        };
        first.into_iter().chain(last).for_each(|clause| rules.cite(clause));
        *rest_clauses = above;
        transfer
    }

    fn last_result_clauses(&self, _: &Case, _: &Type, transfer: &Transfer) -> Vec<ClauseId> {
        match transfer {
            Transfer::Nothing => Vec::new(),
            _ if self.is_in_floats(transfer) => vec![clause::RET_05, clause::RET_01],
            _ => vec![clause::RET_01],
        }
    }
}
