//! Passing of arguments: EPIPHANY-ARG and the silent points on composites, narrow and unnamed
//! arguments.

use super::Epiphany;
use super::data::machine_type;
use super::scalar;
use super::slots::{ArgPart, CallState, Shape, Split};
use crate::abi::call::{self, Call, Item, is_on_stack};
use crate::abi::data::{Basic, Data, Scalars, lanes_as_structure};
use crate::abi::passing::{self, ArgPart as _, Chosen, Passing, Returning};
use crate::abi::rules::Rules;
use crosscall_clauses::epiphany::{
    AtomicExtension, ByAddressOwner, CalleeArea, ComplexArgument, CompositeArgument, EmptyArgument,
    NarrowArgument, ResultAddress, TemporaryAlign, VectorArgument, clause,
};
use crosscall_model::plan::{ClauseId, Piece, Transfer};
use crosscall_model::{Case, Scalar, Signature, Type};

/// Form in which a value travels.
type Form = passing::Form<ArgPart>;

/// Places all arguments and the result.
pub(super) fn assign(case: &Case, rules: &mut Rules<'_>) -> Call {
    let area = match rules.ask() {
        CalleeArea::EightBytes => 8,
        CalleeArea::Absent => 0,
    };
    let mut slots = CallState::default();
    let (mut arguments, mut address) = passing::arguments(&Epiphany, case, &mut slots, rules);
    call::move_behind(area, call::pieces_at_call(&mut arguments).chain(&mut address));
    let result = Epiphany.result(case, address, rules);
    Call { arguments, result, area, stack: slots.stack }
}

impl passing::CallState for CallState {
    type ArgPart = ArgPart;

    fn argument(&mut self, parcel: &ArgPart, unnamed: bool, rules: &mut Rules<'_>) -> Vec<Piece> {
        self.step(parcel, unnamed, rules)
    }

    fn result_address(&mut self, _variadic: bool, rules: &mut Rules<'_>) -> Vec<Piece> {
        self.step(&ArgPart::address(), false, rules)
    }
}

impl Passing for Epiphany {
    fn order<'t>(&self, signature: &'t Signature, rules: &mut Rules<'_>) -> Vec<Item<'t>> {
        let mut items = call::arguments(signature, false);
        if self.takes_address(signature, rules) {
            if items.is_empty() || rules.is(ResultAddress::FirstArgument) {
                items.insert(0, Item::ResultAddress);
            } else {
                items.push(Item::ResultAddress);
            }
        }
        items
    }

    fn form(&self, ty: &Type, _unnamed: bool, rules: &mut Rules<'_>) -> Chosen<ArgPart> {
        match ty {
            Type::Complex(part) => return complex(ty, *part, rules).into(),
            Type::Vector { element, lanes } => return vector(ty, *element, *lanes, rules).into(),
            _ => {}
        }
        let Some(basic) = Epiphany.basic(ty, rules) else { return composite(ty, rules).into() };
        if [clause::S01, clause::S27].contains(&basic.clause) {
            rules.cite(basic.clause);
        }
        if basic.size > 4 {
            return Form::Value(double(&basic)).into();
        }
        let word = ArgPart { align: basic.align, ..parcel(basic.size, Shape::Word, basic.sign.is_none()) };
        if call::is_bare_atomic(ty, 4, &basic, AtomicExtension::Unspecified, rules) {
            return Form::Value(word).into();
        }
        passing::narrow(self, (&basic, word), NarrowArgument::CallerExtends, rules)
    }

    fn may_write_copy(&self, rules: &mut Rules<'_>) -> bool {
        rules.is(ByAddressOwner::Callee)
    }

    fn copy_align(&self, align: u64, rules: &mut Rules<'_>) -> u64 {
        if align > 8 && rules.is(TemporaryAlign::EightAtMost) { 8 } else { align }
    }

    fn last_clauses(&self, _: &Case, transfer: &Transfer, _behind_empty: bool) -> Vec<ClauseId> {
        match transfer {
            Transfer::Nothing => Vec::new(),
            _ if is_on_stack(transfer) => vec![clause::S09, clause::STACK_02, clause::STACK_03],
            _ => vec![clause::REG_03, clause::ARG_05],
        }
    }
}

fn double(basic: &Basic) -> ArgPart {
    let parcel = parcel(basic.size, Shape::Double { ordered: true }, basic.sign.is_none());
    ArgPart { align: basic.align, ..parcel }
}

/// A complex argument (EPIPHANY-S24).
fn complex(ty: &Type, part: Scalar, rules: &mut Rules<'_>) -> Form {
    match rules.ask() {
        ComplexArgument::LikeStructure => composite(&Type::structure([part.into(), part.into()]), rules),
        ComplexArgument::Words => Form::Value(block(ty, part.is_floating(), Split::Never, rules)),
        ComplexArgument::WordsSplit => Form::Value(block(ty, part.is_floating(), Split::Always, rules)),
        ComplexArgument::TwoArguments => match scalar::row(part) {
            basic if basic.size > 4 => Form::Parts(double(&basic), 2),
            basic => Form::Parts(parcel(basic.size, Shape::Word, part.is_floating()), 2),
        },
    }
}

/// A vector as an argument (EPIPHANY-S25).
fn vector(ty: &Type, element: Scalar, lanes: u32, rules: &mut Rules<'_>) -> Form {
    match rules.ask() {
        VectorArgument::LikeStructure => composite(&lanes_as_structure(element, lanes), rules),
        VectorArgument::ByAddress => Form::Address,
        VectorArgument::Words => Form::Value(block(ty, false, Split::Vector, rules)),
    }
}

/// The bytes of a type as consecutive words, or as one.
fn block(ty: &Type, floating: bool, split: Split, rules: &mut Rules<'_>) -> ArgPart {
    let (whole, _) = rules.citing(|rules| Epiphany.layout(ty, rules));
    let shape = if whole.size > 4 { Shape::Block { split } } else { Shape::Word };
    ArgPart { align: whole.align, ..parcel(whole.size, shape, floating) }
}

fn composite(ty: &Type, rules: &mut Rules<'_>) -> Form {
    let (whole, _) = rules.citing(|rules| Epiphany.layout(ty, rules));
    if whole.size == 0 {
        return if rules.is(EmptyArgument::ByAddress) { Form::Address } else { Form::Nothing };
    }
    let by_value = |shape| Form::Value(ArgPart { align: whole.align, ..parcel(whole.size, shape, false) });
    match rules.ask() {
        CompositeArgument::AlwaysByAddress => Form::Address,
        CompositeArgument::NaturalModeByValue => match machine_type(ty, rules) {
            Some(8) => by_value(Shape::Double { ordered: false }),
            Some(16) => by_value(Shape::Block { split: Split::Composite }),
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

fn parcel(size: u64, shape: Shape, floating: bool) -> ArgPart {
    ArgPart { floating, ..ArgPart::new(size, size, shape) }
}
