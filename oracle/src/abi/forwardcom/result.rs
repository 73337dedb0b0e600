//! Passing of results: FORWARDCOM-RET.

use super::ForwardCom;
use super::arguments::{Form, form, in_register, length};
use super::slots::{general, vector};
use crate::abi::call::{PassMode, Sent};
use crate::abi::data::Data;
use crate::abi::rules::{Rules, joined};
use crosscall_clauses::forwardcom::{TwoMemberStructure, TwoResults, clause};
use crosscall_model::finding::ValueId;
use crosscall_model::plan::{ClauseId, Extension, Passed, Piece, Transfer};
use crosscall_model::{Case, Record, RecordKind, Type};

/// Bytes that a tuple has at most.
const MOST_BYTES: u64 = 16;

/// Form in which a result travels.
enum Returned {
    /// Not at all, or in the first register of a kind.
    One(Form, Vec<ClauseId>),
    /// Both members of a structure, each with its distance and the clauses on what is above.
    Two([(u64, Form); 2], Vec<ClauseId>),
}

/// True if the result is stored through an address that the caller passes.
pub(super) fn in_memory(case: &Case, rules: &mut Rules<'_>) -> bool {
    let returned = case.signature.result.as_ref().map(|ty| returned(case, ty, rules));
    matches!(returned, Some(Returned::One(Form::Address(_), _)))
}

fn returned(case: &Case, ty: &Type, rules: &mut Rules<'_>) -> Returned {
    let written = case.style.form;
    let pair = written == crosscall_model::Form::Pair;
    if let Some([first, second]) = ty.record().and_then(members) {
        let alike = first == second && !matches!(first, Type::DataPointer | Type::FunctionPointer);
        let (size, _) = rules.citing(|rules| ForwardCom.layout(ty, rules).size);
        // FORWARDCOM-RET-02 and -03 for two results.
        if pair {
            let tuple = alike && size <= MOST_BYTES;
            if let Some(two) = two(ty, [first, second], rules) {
                return match tuple && rules.is(TwoResults::SameTypeTuple) {
                    true => {
                        let len = u32::try_from(size).unwrap_or(u32::MAX);
                        let listed = super::arguments::Listed::Value;
                        One::vector(len, listed)
                    }
                    false => {
                        rules.cite(clause::RET_03);
                        two
                    }
                };
            }
            rules.cite(clause::RET_04);
            return Returned::One(Form::Address(super::arguments::Listed::Address), Vec::new());
        }
        let ((whole, rest), cited) = rules.citing(|rules| form(ty, false, rules));
        if matches!(whole, Form::Address(_))
            && let Some(two) = two(ty, [first, second], rules)
            && rules.is(TwoMemberStructure::TwoResults)
        {
            return two;
        }
        cited.into_iter().for_each(|clause| rules.cite(clause));
        return Returned::One(whole, rest);
    }
    let variable = written == crosscall_model::Form::Variable;
    let (form, rest) = form(ty, variable, rules);
    Returned::One(form, rest)
}

/// Makes results of one register.
struct One;

impl One {
    fn vector(len: u32, listed: super::arguments::Listed) -> Returned {
        Returned::One(Form::Vector { len, variable: false, listed }, vec![clause::ARG_04, clause::S09])
    }
}

/// The types of the two members of a structure that can be two results.
fn members(record: &Record) -> Option<[&Type; 2]> {
    let plain = record.kind == RecordKind::Struct && !record.packed && record.align.is_none();
    match record.members.as_slice() {
        [a, b] if plain => {
            let is_plain = |m: &&crosscall_model::Member| m.named && m.bits.is_none() && m.align.is_none();
            [a, b].iter().all(is_plain).then_some([&a.ty, &b.ty])
        }
        _ => None,
    }
}

/// Two results in registers, if each fits one.
fn two(ty: &Type, types: [&Type; 2], rules: &mut Rules<'_>) -> Option<Returned> {
    let (places, _) = rules.citing(|rules| ForwardCom.layout(ty, rules).members);
    let [first, second] = places.as_slice() else { return None };
    let mut rest = Vec::new();
    let mut forms = [(first.bit_offset / 8, Form::Nothing), (second.bit_offset / 8, Form::Nothing)];
    for (ty, slot) in types.into_iter().zip(&mut forms) {
        if matches!(ty, Type::Array(..)) {
            return None;
        }
        let ((one, own), _) = rules.citing(|rules| form(ty, false, rules));
        match one {
            Form::General(..) | Form::Vector { .. } => slot.1 = one,
            Form::Nothing | Form::Address(_) => return None,
        }
        rest = joined([&rest, &own]);
    }
    Some(Returned::Two(forms, rest))
}

/// The result with its place.
pub(super) fn passed(case: &Case, rules: &mut Rules<'_>) -> Option<Passed> {
    let ty = case.signature.result.as_ref()?;
    let sent = Sent::new(&ForwardCom, ty, case.result.as_ref(), rules);
    let mut rest_clauses = Vec::new();
    let (transfer, cited) = rules.citing(|rules| match returned(case, ty, rules) {
        Returned::One(form, rest) => {
            rest_clauses = rest;
            one(form, sent.align, rules)
        }
        Returned::Two(forms, rest) => {
            rest_clauses = rest;
            Transfer::Direct(in_two(forms, rules))
        }
    });
    let own: &[ClauseId] = match &transfer {
        Transfer::Nothing => &[],
        Transfer::Direct(pieces) if pieces.len() == 2 => &[clause::RET_03, clause::S15],
        Transfer::Direct(_) if cited.contains(&clause::RET_02) => &[clause::RET_02],
        Transfer::Direct(_) => &[clause::RET_01],
        Transfer::ByReference { .. } => &[clause::RET_04, clause::RET_05, clause::S15],
    };
    let clauses = joined([own, &cited]);
    Some(sent.travel(ValueId::Result, PassMode { transfer, clauses, rest_clauses }, &[]))
}

fn one(form: Form, align: u64, rules: &mut Rules<'_>) -> Transfer {
    match form {
        Form::Nothing => Transfer::Nothing,
        Form::General(len, rest) => Transfer::Direct(in_register(general(0), len, rest)),
        Form::Vector { len, variable, .. } => {
            let rest = length(len, variable, rules);
            Transfer::Direct(in_register(vector(0), len, rest))
        }
        Form::Address(_) => {
            let pointer = in_register(general(0), 8, Extension::Unspecified);
            let returned = Some(pointer.clone());
            Transfer::ByReference { pointer, returned, align, callee_may_write: true }
        }
    }
}

/// Two results, each in the next register of its kind.
fn in_two(forms: [(u64, Form); 2], rules: &mut Rules<'_>) -> Vec<Piece> {
    let (mut generals, mut vectors) = (0, 0);
    let mut pieces = Vec::new();
    for (offset, form) in forms {
        let at = match form {
            Form::General(len, rest) => {
                generals += 1;
                in_register(general(generals - 1), len, rest)
            }
            Form::Vector { len, variable, .. } => {
                vectors += 1;
                let rest = length(len, variable, rules);
                in_register(vector(vectors - 1), len, rest)
            }
            Form::Nothing | Form::Address(_) => continue,
        };
        let offset = u32::try_from(offset).unwrap_or(u32::MAX);
        pieces.extend(at.into_iter().map(|piece| Piece { offset, ..piece }));
    }
    pieces
}
