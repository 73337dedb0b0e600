//! Passing of arguments: IPU-ARG, IPU-VAR and the silent points on empty and variadic arguments.

use super::Ipu;
use super::form::{self, Form, rest_clauses};
use super::result;
use super::slots::{ArgPart, CallState};
use super::stack;
use crate::abi::call::{self, Call, Item, is_on_stack};
use crate::abi::data::Data;
use crate::abi::passing::{self, ArgPart as _, Chosen, Passing};
use crate::abi::rules::{Rules, joined};
use crosscall_clauses::ipu::{
    ByteVectors, CalleeArea, ResultAddress, TemporaryAlign, VariadicAggregate, VariadicNamed,
    VariadicResultAddress, clause,
};
use crosscall_model::plan::{ClauseId, Piece, Transfer};
use crosscall_model::{Case, Signature, Type};

/// Places all arguments and the result.
pub(super) fn assign(case: &Case, rules: &mut Rules<'_>) -> Call {
    let mut slots = CallState::default();
    let (mut arguments, mut address) = passing::arguments(&Ipu, case, &mut slots, rules);
    let area = match slots.stack {
        0 => 0,
        _ => match rules.ask() {
            CalleeArea::EightBytes => 8,
            CalleeArea::SixteenBytes => 16,
            CalleeArea::Absent => 0,
        },
    };
    call::move_behind(area, call::pieces_at_call(&mut arguments).chain(&mut address));
    let result = result::passed(case, address, rules);
    Call { arguments, result, area, stack: slots.stack }
}

impl passing::CallState for CallState {
    type ArgPart = ArgPart;

    fn argument(&mut self, parcel: &ArgPart, unnamed: bool, rules: &mut Rules<'_>) -> Vec<Piece> {
        match unnamed {
            true => variadic(parcel, self, rules),
            false if parcel.bytes && rules.is(ByteVectors::Widened) => {
                parcel.widened().pieces(parcel.len, |parcel| self.step(parcel, rules))
            }
            false => self.step(parcel, rules),
        }
    }

    /// An integer parameter. IPU-VAR-01: that of a variadic function may be on the stack, too.
    fn result_address(&mut self, is_variadic: bool, rules: &mut Rules<'_>) -> Vec<Piece> {
        let on_stack =
            is_variadic && rules.is(VariadicNamed::OnStack) && rules.is(VariadicResultAddress::OnStack);
        match on_stack {
            true => variadic(&ArgPart::address(), self, rules),
            false => self.step(&ArgPart::address(), rules),
        }
    }
}

impl Passing for Ipu {
    /// An argument that a variadic function finds on the stack counts as an unnamed one (IPU-VAR-01).
    fn order<'t>(&self, signature: &'t Signature, rules: &mut Rules<'_>) -> Vec<Item<'t>> {
        let all_on_stack = signature.variadic.is_some() && rules.is(VariadicNamed::OnStack);
        let mut items = call::arguments(signature, all_on_stack);
        if result::in_memory(signature, rules) {
            let last = rules.is(ResultAddress::LastNamedParameter);
            let at = if last { signature.parameters.len() } else { 0 };
            items.insert(at.min(items.len()), Item::ResultAddress);
        }
        items
    }

    /// IPU-S18: an aggregate of a variadic function may lie on the stack itself.
    fn form(&self, ty: &Type, unnamed: bool, rules: &mut Rules<'_>) -> Chosen<ArgPart> {
        let (whole, _) = rules.citing(|rules| Ipu.layout(ty, rules));
        let aggregate = ty.record().is_some() && whole.size > 0;
        if aggregate && unnamed && rules.is(VariadicAggregate::ByValueOnStack) {
            let len = u32::try_from(whole.size).unwrap_or(u32::MAX);
            return Form::Value(ArgPart::in_memory(len, whole.align)).into();
        }
        let way = form::way(ty, rules);
        Chosen { rest_clauses: rest_clauses(&way.rest_clauses, clause::ARG_09), ..way }
    }

    /// IPU-ARG-12.
    fn may_write_copy(&self, rules: &mut Rules<'_>) -> bool {
        rules.cite(clause::ARG_12);
        true
    }

    /// IPU-S15.
    fn copy_align(&self, align: u64, rules: &mut Rules<'_>) -> u64 {
        let most = stack::ALIGN;
        rules.cite(clause::S15);
        if align > most && rules.is(TemporaryAlign::EightAtMost) { most } else { align }
    }

    fn shifting_clauses(&self, cited: Vec<ClauseId>) -> Vec<ClauseId> {
        joined([&[clause::RET_05], &cited])
    }

    fn last_clauses(&self, _: &Case, transfer: &Transfer, behind_empty: bool) -> Vec<ClauseId> {
        let closed_up: &[ClauseId] = if behind_empty { &[clause::S14] } else { &[] };
        let place: &[ClauseId] = match is_on_stack(transfer) {
            true => &[clause::STACK_04, clause::STACK_06, clause::STACK_02, clause::S12],
            false => &[clause::S11],
        };
        joined([closed_up, place])
    }
}

/// The place of a value that a variadic function finds on the stack (IPU-VAR-01).
fn variadic(parcel: &ArgPart, slots: &mut CallState, rules: &mut Rules<'_>) -> Vec<Piece> {
    rules.cite(clause::VAR_01);
    slots.on_stack(parcel, rules)
}
