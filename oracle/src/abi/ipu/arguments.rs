//! How arguments travel: IPU-ARG, IPU-VAR and the silent points on empty and variadic arguments.

use super::Ipu;
use super::data::layout;
use super::form::{self, Form, by_address, rest_clauses};
use super::result;
use super::slots::{Parcel, Slots};
use crate::abi::call::{self, Call, Item, Sent, Way, is_on_stack, moved};
use crate::abi::rules::{Rules, joined};
use crosscall_model::names::ipu::{
    ByteVectors, CalleeArea, ResultAddress, VariadicAggregate, VariadicNamed, VariadicResultAddress, clause,
};
use crosscall_model::plan::{ClauseId, Passed, Piece, Transfer};
use crosscall_model::{Case, Signature, Type, Value};

/// What a call passes, in the order in which places are given away. An argument that a variadic function finds on
/// the stack counts as an unnamed one (IPU-VAR-01).
pub(super) fn items<'t>(signature: &'t Signature, rules: &mut Rules<'_, '_>) -> Vec<Item<'t>> {
    let mut items = call::arguments(signature);
    let all_on_stack = signature.variadic.is_some() && rules.is(VariadicNamed::OnStack);
    for item in &mut items {
        if let Item::Argument(_, _, unnamed) = item {
            *unnamed |= all_on_stack;
        }
    }
    if result::in_memory(signature, rules) {
        let last = rules.is(ResultAddress::LastNamedParameter);
        let at = if last { signature.parameters.len() } else { 0 };
        items.insert(at.min(items.len()), Item::ResultAddress);
    }
    items
}

/// Places all arguments and the result.
pub(super) fn assign(case: &Case, rules: &mut Rules<'_, '_>) -> Call {
    let signature = &case.signature;
    let mut slots = Slots::default();
    let mut arguments: Vec<Passed> = Vec::new();
    let mut address = Vec::new();
    let (items, shifting) = rules.citing(|rules| items(signature, rules));
    let hidden = items.iter().any(|item| matches!(item, Item::ResultAddress));
    let shifting = if hidden { joined([&[clause::RET_05], &shifting]) } else { Vec::new() };
    let mut behind_empty = false;
    for item in items {
        match item {
            Item::ResultAddress => {
                let on_stack = signature.variadic.is_some() && is_address_on_stack(rules);
                (address, _) = rules.citing(|rules| destination(on_stack, &mut slots, rules));
            }
            Item::Argument(index, ty, unnamed) => {
                let value = case.arguments.get(index);
                let (sent, way) = pass(ty, value, unnamed, &mut slots, rules);
                let closed_up: &[ClauseId] = if behind_empty { &[clause::S14] } else { &[] };
                behind_empty |= way.transfer == Transfer::Nothing;
                let last = joined([&shifting, closed_up, where_passed(&way.transfer)]);
                arguments.push(sent.travel(call::id(signature, index), way, &last));
            }
        }
    }
    let area = match slots.stack {
        0 => 0,
        _ => match rules.ask() {
            CalleeArea::EightBytes => 8,
            CalleeArea::SixteenBytes => 16,
            CalleeArea::Absent => 0,
        },
    };
    call::move_on_stack(call::pieces_at_call(&mut arguments), |offset| offset.saturating_add_unsigned(area));
    let result = result::passed(case, moved(address, area), rules);
    Call { arguments, result, area, stack: slots.stack }
}

/// Whether the address for the result of a variadic function is on the stack, too (IPU-VAR-01).
fn is_address_on_stack(rules: &mut Rules<'_, '_>) -> bool {
    rules.is(VariadicNamed::OnStack) && rules.is(VariadicResultAddress::OnStack)
}

/// The place of the address for a result in memory: an integer parameter, or one on the stack.
pub(super) fn destination(on_stack: bool, slots: &mut Slots, rules: &mut Rules<'_, '_>) -> Vec<Piece> {
    if on_stack { variadic(&Parcel::address(), slots, rules) } else { slots.step(&Parcel::address(), rules) }
}

/// The place of a value that a variadic function finds on the stack (IPU-VAR-01).
fn variadic(parcel: &Parcel, slots: &mut Slots, rules: &mut Rules<'_, '_>) -> Vec<Piece> {
    rules.cite(clause::VAR_01);
    slots.on_stack(parcel, rules)
}

/// Clauses on registers and stack as places of arguments, which come last.
fn where_passed(transfer: &Transfer) -> &'static [ClauseId] {
    if is_on_stack(transfer) {
        &[clause::STACK_04, clause::STACK_06, clause::STACK_02, clause::S12]
    } else {
        &[clause::S11]
    }
}

/// Sends one argument on its way.
fn pass(
    ty: &Type,
    value: Option<&Value>,
    unnamed: bool,
    slots: &mut Slots,
    rules: &mut Rules<'_, '_>,
) -> (Sent, Way) {
    let (form::Way { form, from, rest_clauses: above }, form_clauses) =
        rules.citing(|rules| way(ty, unnamed, rules));
    let sent = Sent::new(&Ipu, ty, value, rules);
    let (transfer, place_clauses) = rules.citing(|rules| match form {
        Form::Nothing => Transfer::Nothing,
        Form::Address => {
            let pointer = place(&Form::Address, unnamed, slots, rules);
            rules.cite(clause::ARG_12);
            let align = by_address(sent.align, rules);
            Transfer::ByReference { pointer, returned: None, align, callee_may_write: true }
        }
        form => Transfer::Direct(from_byte(place(&form, unnamed, slots, rules), from)),
    });
    // The most telling clause on a composite is the one on how composites travel, on anything else the one on its place.
    let clauses = match ty.record().is_some() || ty.parts().is_some() {
        true => joined([&form_clauses, &place_clauses]),
        false => joined([&place_clauses, &form_clauses]),
    };
    (sent, Way { transfer, clauses, rest_clauses: rest_clauses(&above, clause::ARG_09) })
}

/// How an argument travels. An aggregate of a variadic function may lie on the stack itself (IPU-S18).
pub(super) fn way(ty: &Type, unnamed: bool, rules: &mut Rules<'_, '_>) -> form::Way {
    let (whole, _) = rules.citing(|rules| layout(ty, rules));
    let aggregate = ty.record().is_some() && whole.size > 0;
    if aggregate && unnamed && rules.is(VariadicAggregate::ByValueOnStack) {
        let len = u32::try_from(whole.size).unwrap_or(u32::MAX);
        let form = Form::Value(Parcel::in_memory(len, whole.align));
        return form::Way { form, from: 0, rest_clauses: Vec::new() };
    }
    form::way(ty, rules)
}

/// Pieces of a part of a value, which begins at a byte of it.
pub(super) fn from_byte(pieces: Vec<Piece>, from: u32) -> Vec<Piece> {
    pieces.into_iter().map(|piece| Piece { offset: piece.offset.saturating_add(from), ..piece }).collect()
}

/// The places of what travels for a value. A variadic function finds an unnamed one on the stack.
pub(super) fn place(form: &Form, unnamed: bool, slots: &mut Slots, rules: &mut Rules<'_, '_>) -> Vec<Piece> {
    let mut one = |parcel: &Parcel| match unnamed {
        true => variadic(parcel, slots, rules),
        false if parcel.bytes && rules.is(ByteVectors::Widened) => {
            parcel.widened().pieces(parcel.len, |parcel| slots.step(parcel, rules))
        }
        false => slots.step(parcel, rules),
    };
    match form {
        Form::Nothing => Vec::new(),
        Form::Parts(parcel, count) => call::in_parts(*count, parcel.len, |_| one(parcel)),
        Form::Value(parcel) => one(parcel),
        Form::Address => one(&Parcel::address()),
    }
}
