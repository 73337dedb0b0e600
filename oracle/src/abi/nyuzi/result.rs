//! Passing of results: NYUZI-RET and the silent points on ordinary results.

use super::Nyuzi;
use super::arguments::{Form, as_bytes, fitted, number};
use super::data::is_whole_vector;
use super::registers;
use super::slots::{ARGUMENTS, ArgPart, Shape, WORD, in_register, in_vector};
use crate::abi::call;
use crate::abi::data::{Data, Scalars, lanes_as_structure};
use crate::abi::passing::{ArgPart as _, Returning};
use crate::abi::rules::Rules;
use crosscall_clauses::nyuzi::{
    AtomicExtension, ComplexResult, CompositeResult, EmptyResult, NarrowResult, ResultAddressAtReturn,
    ShapedVectorResult, clause,
};
use crosscall_model::plan::{ClauseId, Piece, Transfer};
use crosscall_model::{Case, Scalar, Type};

/// Bytes of a 64-bit value, which has two result registers.
const MOST_BYTES: u64 = 8;

/// Registers of a kind that hold a vector which is fitted to them (NYUZI-LANG-05.R6): s0 to s5, or v0 to v5, as in the
/// conventions of the only known backend.
const FITTED: u32 = 6;

impl Returning for Nyuzi {
    fn in_memory(&self, ty: &Type, rules: &mut Rules<'_>) -> bool {
        match ty {
            Type::Record(_) => record_in_memory(ty, rules),
            Type::Complex(part) => {
                let like_structure = rules.is(ComplexResult::LikeStructure);
                like_structure && record_in_memory(&Type::structure([(*part).into(), (*part).into()]), rules)
            }
            Type::Vector { element, lanes } => {
                shape(*element, *lanes, rules).is_none()
                    && record_in_memory(&lanes_as_structure(*element, *lanes), rules)
            }
            _ => false,
        }
    }

    fn returned_address(&self, _bytes: usize, rules: &mut Rules<'_>) -> Option<Piece> {
        rules.cite(clause::S16);
        let again = rules.is(ResultAddressAtReturn::InS0);
        again.then(|| in_register(registers::scalar(0), 0, &ArgPart::address()))
    }

    fn direct(&self, ty: &Type, rest_clauses: &mut Vec<ClauseId>, rules: &mut Rules<'_>) -> Transfer {
        match ty {
            Type::Vector { element, lanes } => {
                if is_whole_vector(*element, *lanes, rules) {
                    rules.cite(clause::S14);
                    rules.cite(clause::LANG_06);
                }
                return match shape(*element, *lanes, rules) {
                    Some(form) => Transfer::Direct(in_registers(&form)),
                    None => words_of(ty, rules),
                };
            }
            Type::Complex(part) if !rules.is(ComplexResult::LikeStructure) => {
                let basic = Nyuzi.basic(part.as_type(), rules);
                return basic.map_or(Transfer::Nothing, |b| {
                    Transfer::Direct(in_registers(&Form::Parts(number(&b), 2)))
                });
            }
            _ => {}
        }
        let (basic, _) = rules.citing(|rules| Nyuzi.basic(ty, rules));
        let Some(basic) = basic else { return words_of(ty, rules) };
        rules.cite(match basic.size {
            0..4 => clause::S15,
            4 => clause::S14,
            _ => clause::ARG_03,
        });
        if [clause::S03, clause::S28].contains(&basic.clause) {
            rules.cite(basic.clause);
        }
        if call::is_bare_atomic(ty, WORD.into(), &basic, AtomicExtension::Unspecified, rules) {
            return Transfer::Direct(in_registers(&Form::Value(number(&basic))));
        }
        let (rest, cited) =
            rules.citing(|rules| call::extension(&Nyuzi, 4, &basic, NarrowResult::CalleeExtends, rules));
        *rest_clauses = cited;
        Transfer::Direct(in_registers(&Form::Value(ArgPart { rest, ..number(&basic) })))
    }

    fn last_result_clauses(&self, _: &Case, _: &Type, _: &Transfer) -> Vec<ClauseId> {
        vec![clause::S14]
    }
}

/// The same for a structure or union: NYUZI-RET-01.
fn record_in_memory(ty: &Type, rules: &mut Rules<'_>) -> bool {
    rules.cite(clause::RET_01);
    let (whole, _) = rules.citing(|rules| Nyuzi.layout(ty, rules));
    if whole.size > MOST_BYTES {
        return true;
    }
    rules.is(CompositeResult::AlwaysInMemory) && (whole.size > 0 || rules.is(EmptyResult::AddressPassed))
}

/// Form of a vector as a result; `None` if it does as a structure of its lanes. NYUZI-S14 for one of the
/// processor's, NYUZI-LANG-05 for one of another shape.
fn shape(element: Scalar, lanes: u32, rules: &mut Rules<'_>) -> Option<Form> {
    if is_whole_vector(element, lanes, rules) {
        return Some(as_bytes(element, lanes, rules));
    }
    let (form, most) = match rules.ask() {
        ShapedVectorResult::LikeStructure => return None,
        ShapedVectorResult::BytesInRegisters => (as_bytes(element, lanes, rules), u32::from(ARGUMENTS)),
        ShapedVectorResult::FittedUpToSixRegisters => (fitted(element, lanes, rules), FITTED),
    };
    let registers = match form {
        Form::Parts(ArgPart { shape: Shape::Wide { .. }, .. }, count) => count.saturating_mul(2),
        Form::Parts(_, count) => count,
        _ => 1,
    };
    (registers <= most).then_some(form)
}

/// A composite that result registers hold, offset 0 in the low byte of s0 (NYUZI-RET-01.R2).
fn words_of(ty: &Type, rules: &mut Rules<'_>) -> Transfer {
    let (whole, _) = rules.citing(|rules| Nyuzi.layout(ty, rules));
    if whole.size == 0 {
        return Transfer::Nothing;
    }
    Transfer::Direct(in_registers(&Form::Value(ArgPart::new(whole.size, whole.align, Shape::Words))))
}

/// Pieces of a form in registers, from s0 or v0 on.
fn in_registers(form: &Form) -> Vec<Piece> {
    let (parcel, count) = match form {
        Form::Nothing | Form::Address => return Vec::new(),
        Form::Value(parcel) => (parcel, 1),
        Form::Parts(parcel, count) => (parcel, *count),
    };
    let of_vector = matches!(parcel.shape, Shape::Vector { .. } | Shape::Bytes);
    let each = if of_vector { 1 } else { parcel.len.div_ceil(WORD) };
    call::in_parts(count, parcel.len, |part| {
        let first = u8::try_from(part * each).unwrap_or(u8::MAX);
        match of_vector {
            true => in_vector(first, parcel),
            false => (0..each)
                .map(|i| in_register(registers::scalar(first.saturating_add(i as u8)), i * WORD, parcel))
                .collect(),
        }
    })
}
