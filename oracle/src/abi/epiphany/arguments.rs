//! How arguments travel: EPIPHANY-ARG and the silent points on composites, narrow and unnamed
//! arguments.

use super::Epiphany;
use super::data::{layout, machine_type};
use super::result;
use super::scalar;
use super::slots::{Parcel, Shape, Slots, Split};
use crate::abi::call::{self, Call, Item, Sent, Way, is_on_stack, moved};
use crate::abi::data::{Basic, Scalars, Sign, lanes_as_structure};
use crate::abi::rules::{Rules, joined};
use crosscall_model::names::Reading;
use crosscall_model::names::epiphany::{
    ByAddressOwner, CalleeArea, ComplexArgument, CompositeArgument, EmptyArgument, NarrowArgument,
    ResultAddress, TemporaryAlign, VectorArgument, clause,
};
use crosscall_model::plan::{ClauseId, Passed, Piece, Rest, Transfer};
use crosscall_model::{Case, Scalar, Signature, Type, Value};

/// How one argument travels.
pub(super) type Form = call::Form<Parcel>;

/// What lies above a value narrower than a word.
pub(super) fn extension(basic: &Basic, extended: impl Reading, rules: &mut Rules<'_, '_>) -> Rest {
    call::extension(&Epiphany, 4, basic, extended, rules)
}

/// What a call passes, in the order in which places are given away.
pub(super) fn items<'t>(signature: &'t Signature, rules: &mut Rules<'_, '_>) -> Vec<Item<'t>> {
    let mut items = call::arguments(signature);
    if result::in_memory(signature, rules) {
        if items.is_empty() || rules.is(ResultAddress::FirstArgument) {
            items.insert(0, Item::ResultAddress);
        } else {
            items.push(Item::ResultAddress);
        }
    }
    items
}

/// Places all arguments and the result.
pub(super) fn assign(case: &Case, rules: &mut Rules<'_, '_>) -> Call {
    let area = match rules.ask() {
        CalleeArea::EightBytes => 8,
        CalleeArea::Absent => 0,
    };
    let mut slots = Slots::default();
    let mut arguments: Vec<Passed> = Vec::new();
    let mut result_address = Vec::new();
    let (items, shifting) = rules.citing(|rules| items(&case.signature, rules));
    let hidden = items.iter().any(|item| matches!(item, Item::ResultAddress));
    let shifting = if hidden { shifting } else { Vec::new() };
    for item in items {
        match item {
            Item::ResultAddress => {
                let (pieces, _) = rules.citing(|rules| slots.step(&Parcel::address(), false, rules));
                result_address = moved(pieces, area);
            }
            Item::Argument(index, ty, unnamed) => {
                let value = case.arguments.get(index);
                let (sent, way) = pass(ty, value, unnamed, &mut slots, area, rules);
                let last = joined([&shifting, where_passed(&way.transfer)]);
                arguments.push(sent.travel(call::id(&case.signature, index), way, &last));
            }
        }
    }
    let result = result::passed(case, result_address, rules);
    Call { arguments, result, area, stack: slots.stack }
}

/// Clauses on registers and stack as places of arguments, which come last.
fn where_passed(transfer: &Transfer) -> &'static [ClauseId] {
    match transfer {
        Transfer::Nothing => &[],
        _ if is_on_stack(transfer) => &[clause::S09, clause::STACK_02, clause::STACK_03],
        _ => &[clause::REG_03, clause::ARG_05],
    }
}

/// Sends one argument on its way.
fn pass(
    ty: &Type,
    value: Option<&Value>,
    unnamed: bool,
    slots: &mut Slots,
    area: u64,
    rules: &mut Rules<'_, '_>,
) -> (Sent, Way) {
    let ((form, rest_clauses), form_clauses) = rules.citing(|rules| form(ty, rules));
    let sent = Sent::new(&Epiphany, ty, value, rules);
    let (transfer, place_clauses) = rules.citing(|rules| match form {
        Form::Nothing => Transfer::Nothing,
        Form::Value(parcel) => Transfer::Direct(moved(slots.step(&parcel, unnamed, rules), area)),
        Form::Parts(parcel, count) => {
            Transfer::Direct(moved(in_parts(slots, &parcel, count, unnamed, rules), area))
        }
        Form::Address => {
            let pointer = moved(slots.step(&Parcel::address(), unnamed, rules), area);
            let callee_may_write = rules.is(ByAddressOwner::Callee);
            let align = by_address(sent.align, rules);
            Transfer::ByReference { pointer, returned: None, align, callee_may_write }
        }
    });
    // The most telling clause on a composite is the one on how composites travel, on anything else the one on its place.
    let clauses = match ty.record().is_some() || ty.parts().is_some() {
        true => joined([&form_clauses, &place_clauses]),
        false => joined([&place_clauses, &form_clauses]),
    };
    (sent, Way { transfer, clauses, rest_clauses })
}

/// How an argument of a type travels, and the clauses on what lies above it.
pub(super) fn form(ty: &Type, rules: &mut Rules<'_, '_>) -> (Form, Vec<ClauseId>) {
    match ty {
        Type::Complex(part) => return (complex(ty, *part, rules), Vec::new()),
        Type::Vector { element, lanes } => return (vector(ty, *element, *lanes, rules), Vec::new()),
        _ => {}
    }
    if let Some(basic) = Epiphany.basic(ty, rules) {
        if basic.clause == clause::S01 {
            rules.cite(clause::S01);
        }
        if basic.size > 4 {
            return (Form::Value(double(&basic)), Vec::new());
        }
        let (rest, mut rest_clauses) =
            rules.citing(|rules| extension(&basic, NarrowArgument::CallerExtends, rules));
        // An observation could not tell who extends plain char from how it is extended: nobody is held to it, but a
        // callee may count on it.
        if basic.sign == Some(Sign::PlainChar) {
            rest_clauses.clear();
        }
        let word = parcel(basic.size, Shape::Word, basic.sign.is_none());
        return (Form::Value(Parcel { rest, ..word }), rest_clauses);
    }
    (composite(ty, rules), Vec::new())
}

fn double(basic: &Basic) -> Parcel {
    parcel(basic.size, Shape::Double { ordered: true }, basic.sign.is_none())
}

/// A complex argument (EPIPHANY-S24).
fn complex(ty: &Type, part: Scalar, rules: &mut Rules<'_, '_>) -> Form {
    match rules.ask() {
        ComplexArgument::LikeStructure => composite(&Type::structure([part.into(), part.into()]), rules),
        ComplexArgument::Words => Form::Value(block(ty, true, Split::Never, rules)),
        ComplexArgument::TwoArguments => match scalar::scalar(part) {
            basic if basic.size > 4 => Form::Parts(double(&basic), 2),
            basic => Form::Parts(parcel(basic.size, Shape::Word, true), 2),
        },
    }
}

/// A vector as an argument (EPIPHANY-S25).
fn vector(ty: &Type, element: Scalar, lanes: u32, rules: &mut Rules<'_, '_>) -> Form {
    match rules.ask() {
        VectorArgument::LikeStructure => composite(&lanes_as_structure(element, lanes), rules),
        VectorArgument::ByAddress => Form::Address,
        VectorArgument::Words => Form::Value(block(ty, false, Split::Vector, rules)),
    }
}

/// The bytes of a type as consecutive words, or as one.
fn block(ty: &Type, floating: bool, split: Split, rules: &mut Rules<'_, '_>) -> Parcel {
    let (whole, _) = rules.citing(|rules| layout(ty, rules));
    let shape = if whole.size > 4 { Shape::Block { split } } else { Shape::Word };
    Parcel { align: whole.align, ..parcel(whole.size, shape, floating) }
}

/// Places equal parts of a value one after the other.
pub(super) fn in_parts(
    slots: &mut Slots,
    parcel: &Parcel,
    count: u32,
    unnamed: bool,
    rules: &mut Rules<'_, '_>,
) -> Vec<Piece> {
    call::in_parts(count, parcel.len, |_| slots.step(parcel, unnamed, rules))
}

fn composite(ty: &Type, rules: &mut Rules<'_, '_>) -> Form {
    let (whole, _) = rules.citing(|rules| layout(ty, rules));
    if whole.size == 0 {
        return if rules.is(EmptyArgument::ByAddress) { Form::Address } else { Form::Nothing };
    }
    let by_value = |shape| Form::Value(Parcel { align: whole.align, ..parcel(whole.size, shape, false) });
    match rules.ask() {
        CompositeArgument::AlwaysByAddress => Form::Address,
        CompositeArgument::NaturalModeByValue => match machine_type(ty, rules) {
            Some(8) => by_value(Shape::Double { ordered: false }),
            Some(_) => by_value(Shape::Word),
            None => Form::Address,
        },
        CompositeArgument::AlwaysByValue if whole.size > 4 => {
            by_value(Shape::Block { split: Split::Composite })
        }
        CompositeArgument::WordByValue if whole.size > 4 => Form::Address,
        CompositeArgument::AlwaysByValue | CompositeArgument::WordByValue => by_value(Shape::Word),
    }
}

/// Alignment of an object that is passed by address, for a type of alignment `align`.
pub(super) fn by_address(align: u64, rules: &mut Rules<'_, '_>) -> u64 {
    if align > 8 && rules.is(TemporaryAlign::EightAtMost) { 8 } else { align }
}

fn parcel(size: u64, shape: Shape, floating: bool) -> Parcel {
    let len = u32::try_from(size).unwrap_or(u32::MAX);
    Parcel { len, align: size, shape, floating, rest: Rest::Unspecified }
}
