//! Passing of arguments: DPU-ARG, DPU-VAR and the silent points on composites and floating values.

use super::Dpu;
use super::slots::{ArgPart, CallState, Shape, WORD, in_register, settled};
use crate::abi::call::{self, Call, Item, is_on_stack};
use crate::abi::data::{Basic, Data, Scalars};
use crate::abi::passing::{self, ArgPart as _, Chosen, Passing, Returning};
use crate::abi::rules::{Rules, joined};
use crosscall_clauses::dpu::{
    AtomicExtension, ByReferenceOwner, ComplexArgument, EmptyArgument, NarrowArgument, ResultAddress,
    StackAreaPadding, StackArgumentOrder, TemporaryAlign, VariadicComposite, VariadicCompositeSlot,
    VariadicNamed, VariadicOrder, VariadicResultAddress, clause,
};
use crosscall_model::plan::{ClauseId, Passed, Piece, Place, Transfer};
use crosscall_model::{Case, Form as Written, Scalar, Signature, Type};

/// Form in which a value travels.
type Form = passing::Form<ArgPart>;

/// Places all arguments and the result.
pub(super) fn assign(case: &Case, rules: &mut Rules<'_>) -> Call {
    let mut slots = CallState::default();
    let (mut arguments, mut address) = passing::arguments(&Dpu, case, &mut slots, rules);
    let stack = settle(&case.signature, &slots, &mut arguments, &mut address, rules);
    let result = Dpu.result(case, address, rules);
    Call { arguments, result, area: 0, stack }
}

impl passing::CallState for CallState {
    type ArgPart = ArgPart;

    fn argument(&mut self, parcel: &ArgPart, unnamed: bool, rules: &mut Rules<'_>) -> Vec<Piece> {
        if unnamed { self.variadic(parcel, rules) } else { self.step(parcel, rules) }
    }

    /// DPU-S19: the address for a result of a variadic function, all of whose arguments are on the stack, is a
    /// question of its own.
    fn result_address(&mut self, variadic: bool, rules: &mut Rules<'_>) -> Vec<Piece> {
        if variadic && rules.is(VariadicNamed::OnStack) {
            return match rules.ask() {
                VariadicResultAddress::OnStack => self.variadic(&ArgPart::address(), rules),
                VariadicResultAddress::InR0 => vec![in_register(0, 0, &ArgPart::address())],
            };
        }
        self.step(&ArgPart::address(), rules)
    }
}

impl Passing for Dpu {
    /// An argument that a variadic function finds on the stack counts as an unnamed one (DPU-VAR-02).
    fn order<'t>(&self, signature: &'t Signature, rules: &mut Rules<'_>) -> Vec<Item<'t>> {
        let all_on_stack = signature.variadic.is_some() && rules.is(VariadicNamed::OnStack);
        let mut items = call::arguments(signature, all_on_stack);
        if self.takes_address(signature, rules) {
            let named = signature.parameters.len();
            let last = named > 0 && rules.is(ResultAddress::LastNamedArgument);
            items.insert(if last { named } else { 0 }, Item::ResultAddress);
        }
        items
    }

    fn form(&self, ty: &Type, unnamed: bool, rules: &mut Rules<'_>) -> Chosen<ArgPart> {
        match ty {
            Type::Complex(part) => return complex(ty, *part, unnamed, rules).into(),
            Type::Vector { .. } => {
                rules.cite(clause::S05);
                return composite(ty, unnamed, rules).into();
            }
            _ => {}
        }
        let (basic, _) = rules.citing(|rules| Dpu.basic(ty, rules));
        let Some(basic) = basic else { return composite(ty, unnamed, rules).into() };
        if [clause::S01, clause::S02, clause::S03, clause::S04, clause::S33].contains(&basic.clause) {
            rules.cite(basic.clause);
        }
        if call::is_bare_atomic(ty, WORD.into(), &basic, AtomicExtension::Unspecified, rules) {
            return Form::Value(number(&basic)).into();
        }
        let (rest, mut rest_clauses) =
            rules.citing(|rules| call::extension(&Dpu, 4, &basic, NarrowArgument::CallerExtends, rules));
        if !rest_clauses.is_empty() {
            rest_clauses.extend(if unnamed {
                &[clause::VAR_01, clause::TYPE_13][..]
            } else {
                &[clause::TYPE_13]
            });
        }
        Chosen { form: Form::Value(ArgPart { rest, ..number(&basic) }), from: 0, rest_clauses }
    }

    fn may_write_copy(&self, rules: &mut Rules<'_>) -> bool {
        rules.is(ByReferenceOwner::Callee)
    }

    fn copy_align(&self, align: u64, rules: &mut Rules<'_>) -> u64 {
        if align > 8 && rules.is(TemporaryAlign::EightAtMost) { 8 } else { align }
    }

    fn first_clauses(&self, case: &Case) -> &'static [ClauseId] {
        if case.signature.variadic.is_some() { &[clause::VAR_02] } else { &[] }
    }

    fn shifting_clauses(&self, cited: Vec<ClauseId>) -> Vec<ClauseId> {
        joined([&cited, &[clause::S17]])
    }

    fn last_clauses(&self, case: &Case, transfer: &Transfer, _behind_empty: bool) -> Vec<ClauseId> {
        let unprototyped: &[ClauseId] =
            if case.style.form == Written::Unprototyped { &[clause::S20] } else { &[] };
        joined([&where_passed(transfer), unprototyped])
    }
}

/// Brings the stack arguments to their places, and returns how many bytes they take. Those of a variadic function have
/// an order of their own (DPU-VAR-02).
fn settle(
    signature: &Signature,
    slots: &CallState,
    arguments: &mut [Passed],
    address: &mut [Piece],
    rules: &mut Rules<'_>,
) -> u64 {
    let area = &slots.stack;
    if area.is_empty() {
        return 0;
    }
    let ascending = area.has_order()
        && match signature.variadic {
            Some(_) => rules.is(VariadicOrder::Ascending),
            None => rules.is(StackArgumentOrder::Ascending),
        };
    let from_above = rules.is(StackAreaPadding::LowerEnd);
    let (bytes, place) = settled(area, !ascending, from_above);
    call::move_on_stack(call::pieces_at_call(arguments).chain(address), place);
    bytes
}

/// Clauses on registers and stack as places of arguments, which come last.
fn where_passed(transfer: &Transfer) -> Vec<ClauseId> {
    let pieces: &[Piece] = match transfer {
        Transfer::Nothing => &[],
        Transfer::Direct(pieces) | Transfer::ByReference { pointer: pieces, .. } => pieces,
    };
    let row = |piece: &Piece| match piece.place {
        Place::Register { register, .. } => Some(match register.0 {
            0 => clause::REG_02,
            1 => clause::REG_03,
            _ => clause::REG_04,
        }),
        _ => None,
    };
    let rows: Vec<ClauseId> = pieces.iter().filter_map(row).collect();
    let stack: &[ClauseId] = if is_on_stack(transfer) {
        &[clause::STACK_02, clause::STACK_08, clause::STACK_04, clause::S13]
    } else {
        &[]
    };
    let numbered: &[ClauseId] = if rows.is_empty() { &[] } else { &[clause::ARG_01] };
    joined([numbered, &rows, stack])
}

/// A scalar of one or two words.
pub(super) fn number(basic: &Basic) -> ArgPart {
    let shape = if basic.size > u64::from(WORD) { Shape::Double } else { Shape::Word };
    ArgPart { floating: basic.sign.is_none(), ..ArgPart::new(basic.size, basic.align, shape) }
}

/// A complex argument (DPU-S05).
fn complex(ty: &Type, part: Scalar, unnamed: bool, rules: &mut Rules<'_>) -> Form {
    if !rules.is(ComplexArgument::TwoArguments) {
        return composite(ty, unnamed, rules);
    }
    match Dpu.basic(part.as_type(), rules) {
        Some(basic) => Form::Parts(number(&basic), 2),
        None => Form::Nothing,
    }
}

/// A structure or union, or what is passed like one: DPU-ARG-05, and DPU-VAR-03 among the arguments that a variadic
/// function finds on the stack.
fn composite(ty: &Type, unnamed: bool, rules: &mut Rules<'_>) -> Form {
    let (whole, _) = rules.citing(|rules| Dpu.layout(ty, rules));
    if unnamed && rules.is(VariadicComposite::OnStack) {
        if whole.size == 0 {
            return Form::Nothing;
        }
        // The question does not arise where the place has that size already.
        let is_whole = whole.size % u64::from(WORD) == 0 && whole.align >= u64::from(WORD);
        let in_words = !is_whole && rules.is(VariadicCompositeSlot::WholeWords);
        let shape = if in_words { Shape::Words } else { Shape::Bytes };
        return Form::Value(ArgPart::new(whole.size, whole.align, shape));
    }
    rules.cite(clause::ARG_05);
    if whole.size == 0 && rules.is(EmptyArgument::NotPassed) {
        return Form::Nothing;
    }
    Form::Address
}
