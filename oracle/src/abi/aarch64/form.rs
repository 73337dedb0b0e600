//! Form in which a value travels: stage B, and what stage C makes of the kinds of types.

use super::Aarch64;
use super::alignment::{Aligns, class};
use super::slots::{ArgPart, CallState, Members, Shape};
use crate::abi::data::{Basic, Data, Scalars};
use crate::abi::passing::{self, Chosen};
use crate::abi::rules::{Rules, joined};
use crosscall_clauses::aarch64::{
    ComplexInteger, EmptyAlign, FlexibleArray, NarrowArgument, NarrowResult, ShortRealVector, VectorArgument,
    clause,
};
use crosscall_model::layout::Layout;
use crosscall_model::plan::{ClauseId, Extension};
use crosscall_model::{Scalar, Type};

/// Form in which a value travels.
pub(super) type Form = passing::Form<ArgPart>;

/// The most bytes of a composite that travels by value without being an HFA or HVA.
const MOST_BYTES: u64 = 16;

/// Bytes of an `int`, and of a general register.
const INT: u64 = 4;
const REGISTER: u64 = 8;

impl Aarch64 {
    /// Form of a value behind those that have taken these registers.
    pub(super) fn form_of(
        &self,
        slots: &mut CallState,
        ty: &Type,
        unnamed: bool,
        rules: &mut Rules<'_>,
    ) -> Chosen<ArgPart> {
        if unnamed {
            rules.cite(clause::VAR_01);
        }
        if let Type::Record(record) = ty
            && self.is_empty(ty, rules)
        {
            rules.cite(clause::S07);
            let aligns = |rules: &mut Rules<'_>| self.aligns_of_record(ty, record, (unnamed, false), rules);
            let part = ArgPart::new(0, rules.citing(aligns).0, Shape::Composite);
            if slots.is_skipping(&part) && rules.is(EmptyAlign::Aligned) {
                slots.begin_even(&part, rules);
            }
            return Form::Nothing.into();
        }
        // AARCH64-S08.
        if has_flexible(ty) && rules.is(FlexibleArray::ByAddress) {
            return Form::Address.into();
        }
        let (whole, _) = rules.citing(|rules| self.layout(ty, rules));
        match ty {
            // AARCH64-S11.
            Type::Complex(part) if !part.is_floating() && rules.is(ComplexInteger::TwoScalars) => {
                let (basic, _) = rules.citing(|rules| self.scalar(*part, rules));
                let one = ArgPart::new(basic.size, Aligns::of(basic.align), Shape::Integer);
                Form::Parts(one, 2).into()
            }
            Type::Vector { .. } => self.vector(slots, ty, &whole, unnamed, rules),
            Type::Record(_) | Type::Complex(_) | Type::Array(..) => {
                let (members, cited) = rules.citing(|rules| self.homogeneous(ty, rules));
                match members {
                    Some(members) => self.by_members(slots, ty, members, cited, unnamed, rules),
                    None => self.composite(slots, ty, &whole, (cited, unnamed), rules),
                }
            }
            _ => self.scalar_form(slots, ty, unnamed, rules),
        }
    }

    /// B.3 and C.2: an HFA or HVA.
    fn by_members(
        &self,
        slots: &CallState,
        ty: &Type,
        members: Members,
        cited: Vec<ClauseId>,
        unnamed: bool,
        rules: &mut Rules<'_>,
    ) -> Chosen<ArgPart> {
        // More telling than what makes it homogeneous.
        match slots.vector_left() {
            left if members.count <= left => rules.cite(clause::ARG_16),
            0 if !slots.vector_closed => rules.cite(clause::ARG_18),
            _ => rules.cite(clause::ARG_17),
        }
        cited.into_iter().for_each(|clause| rules.cite(clause));
        let (whole, _) = rules.citing(|rules| self.layout(ty, rules));
        let aligns = match ty {
            Type::Record(record) => self.aligns_of_record(ty, record, (unnamed, true), rules),
            _ => Aligns::of(whole.align),
        };
        Form::Value(ArgPart::new(whole.size, aligns, Shape::Homogeneous(members))).into()
    }

    /// B.4, B.5 and B.6; `cited` are the clauses by which it is no HFA.
    fn composite(
        &self,
        slots: &CallState,
        ty: &Type,
        whole: &Layout,
        (cited, unnamed): (Vec<ClauseId>, bool),
        rules: &mut Rules<'_>,
    ) -> Chosen<ArgPart> {
        if whole.size > MOST_BYTES {
            let own = [clause::ARG_09, clause::S13, clause::ARG_06];
            own.into_iter().for_each(|clause| rules.cite(clause));
            if unnamed {
                rules.cite(clause::VAR_18);
            }
            cited.into_iter().for_each(|clause| rules.cite(clause));
            return Form::Address.into();
        }
        if slots.general_closed {
            rules.cite(clause::ARG_29);
        }
        let (aligns, by_alignment) = rules.citing(|rules| match ty {
            Type::Record(record) => self.aligns_of_record(ty, record, (unnamed, false), rules),
            _ => Aligns::of(whole.align),
        });
        let part = ArgPart::new(whole.size, aligns, Shape::Composite);
        if slots.is_skipping(&part) {
            rules.cite(clause::ARG_26);
        }
        rules.cite(if slots.general_left() == 0 { clause::ARG_31 } else { clause::ARG_28 });
        let more = [clause::ARG_10, clause::ARG_35, clause::ARG_06, clause::TYPE_28, clause::S13];
        let is_about_reals = |clause: &ClauseId| *clause != clause::ARG_35 || holds_real(ty);
        let more = more.into_iter().filter(is_about_reals);
        by_alignment.into_iter().chain(cited).chain(more).for_each(|clause| rules.cite(clause));
        Form::Value(part).into()
    }

    /// AARCH64-TYPE-25, and vectors of other sizes (AARCH64-S09).
    fn vector(
        &self,
        slots: &mut CallState,
        ty: &Type,
        whole: &Layout,
        unnamed: bool,
        rules: &mut Rules<'_>,
    ) -> Chosen<ArgPart> {
        if let Some(lane) = self.only_lane(ty, whole.size, rules) {
            return self.scalar_form(slots, lane.as_type(), unnamed, rules);
        }
        let aligns = Aligns::of(whole.align);
        if self.is_short(ty, whole.size, rules) {
            let own = [clause::TYPE_25, clause::TYPE_26, clause::TYPE_27, clause::ARG_35];
            cite_real(slots, whole.size, rules);
            own.into_iter().for_each(|clause| rules.cite(clause));
            return Form::Value(ArgPart::new(whole.size, aligns, Shape::Real)).into();
        }
        let is_of_reals = |ty: &Type| ty.parts().is_some_and(|(lane, _)| lane.is_floating());
        let may_lie_apart = !slots.is_result && whole.size < REGISTER && is_of_reals(ty);
        if may_lie_apart && rules.is(ShortRealVector::OnStack) {
            return Form::Value(ArgPart::new(whole.size, aligns, Shape::OnStack)).into();
        }
        match rules.ask() {
            VectorArgument::Composite => self.composite(slots, ty, whole, (Vec::new(), unnamed), rules),
            VectorArgument::VectorRegisters => {
                Form::Value(ArgPart::new(whole.size, aligns, Shape::Wide)).into()
            }
            VectorArgument::ByAddress => Form::Address.into(),
        }
    }

    /// A type of one part.
    fn scalar_form(
        &self,
        slots: &CallState,
        ty: &Type,
        unnamed: bool,
        rules: &mut Rules<'_>,
    ) -> Chosen<ArgPart> {
        let (basic, _) = rules.citing(|rules| self.basic(ty, rules));
        let Some(basic) = basic else { return Form::Nothing.into() };
        let aligns = self.aligns_of_scalar(ty, unnamed, rules);
        if unnamed {
            rules.cite(clause::VAR_02);
        }
        let is_real = basic.sign.is_none();
        let shape = if is_real { Shape::Real } else { Shape::Integer };
        let part = ArgPart::new(basic.size, aligns, shape);
        let chosen =
            if is_real { Form::Value(part).into() } else { self.integer(slots, ty, (&basic, part), rules) };
        if is_real {
            if basic.size == 2 {
                rules.cite(clause::ARG_37);
            }
            rules.cite(clause::ARG_35);
        }
        if basic.size < 8 || is_real && basic.size < MOST_BYTES {
            rules.cite(if slots.is_result { clause::RET_02 } else { clause::ARG_13 });
        }
        chosen
    }

    /// An integer or a pointer. Nobody extends a narrow one (AARCH64-ARG-13, AARCH64-RET-02) but under a departure.
    fn integer(
        &self,
        slots: &CallState,
        ty: &Type,
        (basic, part): (&Basic, ArgPart),
        rules: &mut Rules<'_>,
    ) -> Chosen<ArgPart> {
        let own: &[ClauseId] = match ty {
            Type::DataPointer => &[clause::TYPE_12],
            Type::FunctionPointer => &[clause::TYPE_12, clause::TYPE_14],
            Type::BitInt(_) => &[clause::TYPE_38],
            _ => &[],
        };
        own.iter().for_each(|clause| rules.cite(clause));
        let is_narrow = basic.size < INT && !matches!(ty, Type::BitInt(_));
        let is_extended = is_narrow
            && match slots.is_result {
                true => rules.is(NarrowResult::Extended),
                false => rules.is(NarrowArgument::Extended),
            };
        if !slots.is_result && basic.size < INT {
            rules.cite(clause::ARG_36);
        }
        let own = if slots.is_result { clause::RET_02 } else { clause::ARG_13 };
        if !is_extended {
            let rest_clauses = if basic.size < REGISTER { vec![own] } else { Vec::new() };
            return Chosen { rest_clauses, ..Form::Value(part).into() };
        }
        let (is_signed, cited) =
            rules.citing(|rules| basic.sign.is_some_and(|sign| self.is_signed(sign, rules)));
        let filled = INT as u16;
        let rest = if is_signed { Extension::Sign(filled) } else { Extension::Zero(filled) };
        Chosen { rest_clauses: joined([&[own], &cited]), ..Form::Value(ArgPart { rest, ..part }).into() }
    }
}

/// Names the clause on a short vector of so many bytes, in a register or on the stack.
fn cite_real(slots: &CallState, size: u64, rules: &mut Rules<'_>) {
    match (slots.vector_left(), slots.vector_closed) {
        (0, true) => rules.cite(clause::ARG_17),
        (0, false) if class(size) > 8 => rules.cite(clause::ARG_19),
        (0, false) => rules.cite(clause::ARG_22),
        _ => rules.cite(clause::ARG_15),
    }
}

/// True for a structure with a flexible array, or with a member that has one.
fn has_flexible(ty: &Type) -> bool {
    let Type::Record(record) = ty else { return false };
    record.flexible().is_some() || record.members.iter().any(|member| has_flexible(&member.ty))
}

/// True if a type holds a real.
fn holds_real(ty: &Type) -> bool {
    let mut found = false;
    ty.visit(&mut |inner| {
        found |= match inner {
            Type::Complex(scalar) | Type::Vector { element: scalar, .. } => scalar.is_floating(),
            ty => ty.scalar().is_some_and(Scalar::is_floating),
        }
    });
    found
}
