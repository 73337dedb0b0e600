//! Arguments and results: INVENTED-ARG and INVENTED-RET.

use super::Invented;
use super::slots::{ArgPart, CallState, in_order};
use crate::abi::call::{self, Item, PassMode, Sent};
use crate::abi::data::{Data, Scalars, Sign};
use crate::abi::rules::{Rules, joined};
use crosscall_clauses::invented::{NarrowArgument, clause};
use crosscall_model::finding::ValueId;
use crosscall_model::plan::{ClauseId, Extension, Passed, Piece, Place, Transfer};
use crosscall_model::target::Register;
use crosscall_model::{Case, Type};

/// All values of a call, and what they take.
pub(super) struct Call {
    pub(super) arguments: Vec<Passed>,
    pub(super) result: Option<Passed>,
    /// Bytes of the list.
    pub(super) list: u64,
    /// Bytes of unnamed arguments.
    pub(super) stack: u64,
}

/// Form in which a type travels: itself, or as the address of a copy.
pub(super) enum Form {
    Value(ArgPart, Vec<ClauseId>),
    Address,
}

pub(super) fn form(ty: &Type, rules: &mut Rules<'_>) -> Form {
    let size = rules.citing(|rules| Invented.layout(ty, rules)).0.size;
    let len = u32::try_from(size).unwrap_or(u32::MAX);
    match (ty, Invented.basic(ty, rules)) {
        (Type::Record(_) | Type::Array(..), _) => Form::Address,
        (_, Some(basic)) if basic.sign.is_some() => {
            let (rest, cited) = rules.citing(|rules| extension(basic.size, basic.sign, rules));
            Form::Value(ArgPart::Word(len, rest), cited)
        }
        _ => Form::Value(ArgPart::Vector(len), Vec::new()),
    }
}

/// The bits above a narrow integer (INVENTED-ARG-01).
fn extension(size: u64, sign: Option<Sign>, rules: &mut Rules<'_>) -> Extension {
    if size >= 8 || rules.is(NarrowArgument::Unspecified) {
        return Extension::Unspecified;
    }
    if sign == Some(Sign::Signed) { Extension::Sign(8) } else { Extension::Zero(8) }
}

/// The address of something.
pub(super) const ADDRESS: ArgPart = ArgPart::Word(8, Extension::Unspecified);

/// Places all arguments and the result.
pub(super) fn assign(case: &Case, rules: &mut Rules<'_>) -> Call {
    let mut slots = CallState::default();
    let mut arguments = Vec::new();
    for item in call::arguments(&case.signature, false) {
        let Item::Argument(index, ty, unnamed) = item else { continue };
        let sent = Sent::new(&Invented, ty, case.arguments.get(index), rules);
        let ((transfer, rest_clauses), clauses) = rules.citing(|rules| match form(ty, rules) {
            Form::Value(parcel, cited) => (Transfer::Direct(slots.step(parcel, unnamed, rules)), cited),
            Form::Address => {
                rules.cite(clause::ARG_04);
                let pointer = slots.step(ADDRESS, unnamed, rules);
                let (align, callee_may_write) = (sent.align, true);
                (Transfer::ByReference { pointer, returned: None, align, callee_may_write }, Vec::new())
            }
        });
        let rest_clauses = rest_of(&transfer, &clauses, rest_clauses);
        let way = PassMode { transfer, clauses, rest_clauses };
        arguments.push(sent.travel(call::id(&case.signature, index), way, &[]));
    }
    for passed in &mut arguments {
        let (Transfer::Direct(pieces) | Transfer::ByReference { pointer: pieces, .. }) = &mut passed.transfer
        else {
            continue;
        };
        pieces.iter_mut().for_each(|piece| in_order(piece, slots.list, rules));
    }
    Call { arguments, result: result(case, rules), list: slots.list, stack: slots.stack }
}

/// The clauses on what is above a value: of one in a vector register, those on the register's length.
fn rest_of(transfer: &Transfer, clauses: &[ClauseId], extended: Vec<ClauseId>) -> Vec<ClauseId> {
    let has_length = |piece: &Piece| matches!(piece.rest, Extension::Length(_));
    match transfer {
        Transfer::Direct(pieces) if pieces.iter().any(has_length) => clauses.to_vec(),
        _ => extended,
    }
}

fn result(case: &Case, rules: &mut Rules<'_>) -> Option<Passed> {
    let ty = case.signature.result.as_ref()?;
    let sent = Sent::new(&Invented, ty, case.result.as_ref(), rules);
    let in_register = |register, len, rest| {
        vec![Piece { offset: 0, len, place: Place::Register { register: Register(register), byte: 0 }, rest }]
    };
    let (transfer, clauses, rest_clauses) = match form(ty, rules) {
        Form::Value(ArgPart::Word(len, rest), cited) => (
            Transfer::Direct(in_register(0, len, rest)),
            vec![clause::RET_01],
            joined([&[clause::RET_01], &cited]),
        ),
        Form::Value(ArgPart::Vector(len), _) => {
            let rest = Extension::Length(u16::try_from(len).unwrap_or(u16::MAX));
            (Transfer::Direct(in_register(32, len, rest)), vec![clause::RET_02], vec![clause::RET_02])
        }
        Form::Address => {
            let pointer = in_register(4, 8, Extension::Unspecified);
            let returned = Some(in_register(0, 8, Extension::Unspecified));
            let (align, callee_may_write) = (sent.align, true);
            let transfer = Transfer::ByReference { pointer, returned, align, callee_may_write };
            (transfer, vec![clause::RET_03], Vec::new())
        }
    };
    Some(sent.travel(ValueId::Result, PassMode { transfer, clauses, rest_clauses }, &[]))
}
