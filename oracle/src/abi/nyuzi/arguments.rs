//! Passing of arguments: NYUZI-ARG, NYUZI-VAR and the silent points on composites, narrow and complex arguments and
//! vectors of other shapes.

use super::Nyuzi;
use super::data::{LANES, VECTOR_BYTES, is_whole_vector};
use super::registers;
use super::slots::{ArgPart, CallState, Shape, WORD};
use crate::abi::call::{self, Call, Item, is_on_stack};
use crate::abi::data::{Basic, Data, Scalars, lanes_as_structure};
use crate::abi::passing::{self, ArgPart as _, Chosen, Passing, Returning};
use crate::abi::rules::{Rules, joined};
use crosscall_clauses::nyuzi::{
    AtomicExtension, ByAddressOwner, CalleeArea, ComplexArgument, CompositeArgument, EmptyArgument,
    NarrowArgument, ShapedVectorArgument, StackArgumentOrder, TemporaryAlign, VariadicNamed,
    VariadicResultAddress, clause,
};
use crosscall_model::plan::{ClauseId, Passed, Piece, Place, Transfer};
use crosscall_model::{Case, Scalar, Signature, Type};

/// Form in which a value travels.
pub(super) type Form = passing::Form<ArgPart>;

/// The bytes that belong to the callee below the first stack argument under NYUZI-S11.R3.
const AREA: u64 = 64;

/// Places all arguments and the result.
pub(super) fn assign(case: &Case, rules: &mut Rules<'_>) -> Call {
    let mut slots = CallState::default();
    let (mut arguments, mut address) = passing::arguments(&Nyuzi, case, &mut slots, rules);
    let area = if slots.stack.len > 0 && rules.is(CalleeArea::SixtyFourBytes) { AREA } else { 0 };
    let stack = order(&case.signature, &slots, &mut arguments, rules);
    call::move_behind(area, call::pieces_at_call(&mut arguments).chain(&mut address));
    let result = Nyuzi.result(case, address, rules);
    Call { arguments, result, area, stack }
}

impl passing::CallState for CallState {
    type ArgPart = ArgPart;

    fn argument(&mut self, parcel: &ArgPart, unnamed: bool, rules: &mut Rules<'_>) -> Vec<Piece> {
        if unnamed { self.variadic(parcel, rules) } else { self.step(parcel, rules) }
    }

    /// NYUZI-VAR-01: the address for the result of a variadic function may be on the stack, too.
    fn result_address(&mut self, variadic: bool, rules: &mut Rules<'_>) -> Vec<Piece> {
        let on_stack =
            variadic && rules.is(VariadicNamed::OnStack) && rules.is(VariadicResultAddress::OnStack);
        if on_stack { self.variadic(&ArgPart::address(), rules) } else { self.address_in_register(rules) }
    }
}

impl Passing for Nyuzi {
    /// An argument that a variadic function finds on the stack counts as an unnamed one (NYUZI-VAR-01).
    fn order<'t>(&self, signature: &'t Signature, rules: &mut Rules<'_>) -> Vec<Item<'t>> {
        let all_on_stack = signature.variadic.is_some() && rules.is(VariadicNamed::OnStack);
        self.address_first(signature, all_on_stack, rules)
    }

    fn form(&self, ty: &Type, _unnamed: bool, rules: &mut Rules<'_>) -> Chosen<ArgPart> {
        match ty {
            Type::Complex(part) => return complex(*part, rules).into(),
            Type::Vector { element, lanes } => return vector(*element, *lanes, rules).into(),
            _ => {}
        }
        let (basic, _) = rules.citing(|rules| Nyuzi.basic(ty, rules));
        let Some(basic) = basic else { return composite(ty, rules).into() };
        if [clause::S03, clause::S28].contains(&basic.clause) {
            rules.cite(basic.clause);
        }
        if call::is_bare_atomic(ty, WORD.into(), &basic, AtomicExtension::Unspecified, rules) {
            return Form::Value(number(&basic)).into();
        }
        passing::narrow(self, (&basic, placed(ty, &basic)), NarrowArgument::CallerExtends, rules)
    }

    fn may_write_copy(&self, rules: &mut Rules<'_>) -> bool {
        rules.is(ByAddressOwner::Callee)
    }

    fn copy_align(&self, align: u64, rules: &mut Rules<'_>) -> u64 {
        let most = VECTOR_BYTES;
        if align > most && rules.is(TemporaryAlign::SixtyFourAtMost) { most } else { align }
    }

    /// All types but scalars and the processor's vectors.
    fn is_led_by_form(&self, ty: &Type, _unnamed: bool, rules: &mut Rules<'_>) -> bool {
        match ty {
            Type::Vector { element, lanes } => !is_whole_vector(*element, *lanes, rules),
            _ => ty.record().is_some() || ty.parts().is_some(),
        }
    }

    fn shifting_clauses(&self, cited: Vec<ClauseId>) -> Vec<ClauseId> {
        joined([&[clause::RET_02], &cited])
    }

    fn last_clauses(&self, _: &Case, transfer: &Transfer, behind_empty: bool) -> Vec<ClauseId> {
        let closed_up: &[ClauseId] =
            if behind_empty && among_scalars(transfer) { &[clause::S12] } else { &[] };
        let place: &[ClauseId] = match transfer {
            Transfer::Nothing => &[],
            _ if is_on_stack(transfer) => &[clause::S11, clause::S19],
            _ => &[clause::S07],
        };
        joined([closed_up, place])
    }
}

/// Brings the stack arguments into their order, where that is not the one of their places (NYUZI-ARG-02), and
/// returns how many bytes they take. Those of a variadic function ascend (NYUZI-S17).
fn order(signature: &Signature, slots: &CallState, arguments: &mut [Passed], rules: &mut Rules<'_>) -> u64 {
    let area = &slots.stack;
    if signature.variadic.is_some() || !area.has_order() || !rules.is(StackArgumentOrder::PushedOneByOne) {
        return area.len;
    }
    let (len, laid) = area.laid_out(true, false);
    let place = |old: i64| laid(old).map_or(old, |(within, new)| within.saturating_add_unsigned(new));
    call::move_on_stack(call::pieces_at_call(arguments), place);
    len
}

/// True if something travels where the address of an empty record would: what comes behind it would move.
fn among_scalars(transfer: &Transfer) -> bool {
    let is_there = |piece: &Piece| match piece.place {
        Place::Register { register, .. } => registers::is_scalar(register),
        _ => true,
    };
    match transfer {
        Transfer::Nothing => false,
        Transfer::Direct(pieces) | Transfer::ByReference { pointer: pieces, .. } => {
            pieces.iter().any(is_there)
        }
    }
}

/// A scalar of one or two words.
pub(super) fn number(basic: &Basic) -> ArgPart {
    let wide = basic.size > u64::from(WORD);
    ArgPart::new(basic.size, basic.size, if wide { Shape::Wide { aligned: false } } else { Shape::Word })
}

/// The same under the alignment that counts on the stack: that of a typedef (NYUZI-S29.R2).
fn placed(ty: &Type, basic: &Basic) -> ArgPart {
    match (ty, number(basic)) {
        (Type::Aligned(..), ArgPart { shape: Shape::Wide { .. }, .. }) => {
            ArgPart::new(basic.size, basic.align, Shape::Wide { aligned: true })
        }
        (Type::Aligned(..), parcel) => ArgPart { align: basic.align, ..parcel },
        (_, parcel) => parcel,
    }
}

/// A complex argument (NYUZI-S13).
fn complex(part: Scalar, rules: &mut Rules<'_>) -> Form {
    if !rules.is(ComplexArgument::TwoArguments) {
        return composite(&Type::structure([part.into(), part.into()]), rules);
    }
    match Nyuzi.basic(part.as_type(), rules) {
        Some(basic) => Form::Parts(number(&basic), 2),
        None => Form::Nothing,
    }
}

/// A vector as an argument: one of the processor's (NYUZI-ARG-01), or of another shape (NYUZI-LANG-05).
fn vector(element: Scalar, lanes: u32, rules: &mut Rules<'_>) -> Form {
    if is_whole_vector(element, lanes, rules) {
        rules.cite(clause::LANG_06);
        return Form::Value(ArgPart::new(VECTOR_BYTES, VECTOR_BYTES, Shape::Vector { lane: WORD }));
    }
    match rules.ask() {
        ShapedVectorArgument::LikeStructure => composite(&lanes_as_structure(element, lanes), rules),
        ShapedVectorArgument::BytesInRegisters => as_bytes(element, lanes, rules),
        ShapedVectorArgument::FittedToRegisters => fitted(element, lanes, rules),
    }
}

/// A vector of another shape as LLVM fits it to the processor's registers: NYUZI-LANG-05.R3.
pub(super) fn fitted(element: Scalar, lanes: u32, rules: &mut Rules<'_>) -> Form {
    let Some(basic) = Nyuzi.basic(element.as_type(), rules) else { return Form::Nothing };
    match basic.size {
        1 | 2 if lanes == LANES && basic.sign.is_some() => {
            let lane = basic.size as u32;
            Form::Value(ArgPart::new(basic.size * u64::from(lanes), VECTOR_BYTES, Shape::Vector { lane }))
        }
        4 if (2..LANES).contains(&lanes) => {
            Form::Value(ArgPart::new(4 * u64::from(lanes), VECTOR_BYTES, Shape::Vector { lane: WORD }))
        }
        4 if lanes > LANES => {
            Form::Parts(ArgPart::new(VECTOR_BYTES, VECTOR_BYTES, Shape::Vector { lane: WORD }), lanes / LANES)
        }
        _ => Form::Parts(number(&basic), lanes),
    }
}

/// A vector of another shape as the bytes that it has in memory: NYUZI-LANG-05.R5.
pub(super) fn as_bytes(element: Scalar, lanes: u32, rules: &mut Rules<'_>) -> Form {
    let (lane, _) = rules.citing(|rules| Nyuzi.layout(element.as_type(), rules));
    let size = lane.size.saturating_mul(u64::from(lanes));
    if size > VECTOR_BYTES {
        let count = u32::try_from(size / VECTOR_BYTES).unwrap_or(u32::MAX);
        return Form::Parts(ArgPart::new(VECTOR_BYTES, VECTOR_BYTES, Shape::Bytes), count);
    }
    Form::Value(ArgPart::new(size, size, Shape::Bytes))
}

/// A structure or union, or what is passed like one: NYUZI-S09 and -S12.
fn composite(ty: &Type, rules: &mut Rules<'_>) -> Form {
    let (whole, _) = rules.citing(|rules| Nyuzi.layout(ty, rules));
    if whole.size == 0 {
        return if rules.is(EmptyArgument::ByAddress) { Form::Address } else { Form::Nothing };
    }
    match rules.ask() {
        CompositeArgument::InScalarRegisters => {
            Form::Value(ArgPart::new(whole.size, whole.align, Shape::Words))
        }
        CompositeArgument::OnStack => Form::Value(ArgPart::new(whole.size, whole.align, Shape::Memory)),
        CompositeArgument::ByAddress => Form::Address,
    }
}
