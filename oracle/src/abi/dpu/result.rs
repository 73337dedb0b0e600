//! Passing of results: DPU-RET and the silent points on other results.

use super::Dpu;
use super::arguments::number;
use super::slots::{ArgPart, Shape, WORD, in_register};
use crate::abi::call;
use crate::abi::data::{Data, Scalars};
use crate::abi::passing::{ArgPart as _, Returning};
use crate::abi::rules::Rules;
use crosscall_clauses::dpu::{
    AtomicExtension, ComplexResult, EmptyArgument, NarrowResult, ResultAddressAtReturn, clause,
};
use crosscall_model::plan::{ClauseId, Piece, Transfer};
use crosscall_model::{Case, Scalar, Type};

impl Returning for Dpu {
    fn in_memory(&self, ty: &Type, rules: &mut Rules<'_>) -> bool {
        match ty {
            Type::Complex(_) if rules.is(ComplexResult::LikeArgumentParts) => false,
            Type::Record(_) | Type::Complex(_) | Type::Vector { .. } => {
                rules.cite(clause::RET_04);
                let (whole, _) = rules.citing(|rules| Dpu.layout(ty, rules));
                whole.size > 0 || rules.is(EmptyArgument::ByAddress)
            }
            _ => false,
        }
    }

    fn returned_address(&self, _bytes: usize, rules: &mut Rules<'_>) -> Option<Piece> {
        rules.is(ResultAddressAtReturn::InR0).then(|| in_register(0, 0, &ArgPart::address()))
    }

    fn direct(&self, ty: &Type, rest_clauses: &mut Vec<ClauseId>, rules: &mut Rules<'_>) -> Transfer {
        if let Type::Complex(part) = ty {
            rules.cite(clause::S05);
            let basic = Dpu.basic(part.as_type(), rules);
            return basic.map_or(Transfer::Nothing, |basic| Transfer::Direct(from_first(&number(&basic), 2)));
        }
        let (basic, _) = rules.citing(|rules| Dpu.basic(ty, rules));
        let Some(basic) = basic else { return Transfer::Nothing };
        rules.cite(match basic.size {
            0..4 => clause::RET_01,
            4 => clause::RET_02,
            _ => clause::RET_03,
        });
        if basic.clause == clause::S33 {
            rules.cite(clause::S33);
        }
        if call::is_bare_atomic(ty, WORD.into(), &basic, AtomicExtension::Unspecified, rules) {
            return Transfer::Direct(from_first(&number(&basic), 1));
        }
        let (rest, mut cited) =
            rules.citing(|rules| call::extension(&Dpu, 4, &basic, NarrowResult::CalleeExtends, rules));
        if !cited.is_empty() {
            cited.push(clause::TYPE_13);
        }
        *rest_clauses = cited;
        Transfer::Direct(from_first(&ArgPart { rest, ..number(&basic) }, 1))
    }

    fn last_result_clauses(&self, case: &Case, ty: &Type, transfer: &Transfer) -> Vec<ClauseId> {
        let mut last = vec![clause::REG_02];
        if matches!(transfer, Transfer::Direct(pieces) if pieces.len() > 1) {
            last.extend([clause::REG_03, clause::REG_19, clause::REG_18]);
        }
        if is_other(ty) {
            last.push(clause::S30);
        }
        if matches!(ty, Type::Record(_)) && case.signature.variadic.is_some() {
            last.push(clause::S19);
        }
        last
    }
}

/// True for types of results that the document does not name (DPU-S30).
fn is_other(ty: &Type) -> bool {
    match ty {
        Type::Scalar(scalar) | Type::Atomic(scalar) | Type::Aligned(scalar, _) => {
            scalar.is_floating() || *scalar == Scalar::Bool
        }
        Type::DataPointer | Type::FunctionPointer => true,
        _ => false,
    }
}

/// So many equal values from r0 on; of a double word the most significant half is in the even register (DPU-REG-19).
fn from_first(parcel: &ArgPart, count: u32) -> Vec<Piece> {
    call::in_parts(count, parcel.len, |part| {
        let part = u8::try_from(part).unwrap_or(u8::MAX);
        match parcel.shape {
            Shape::Double => {
                let even = part.saturating_mul(2);
                vec![in_register(even.saturating_add(1), 0, parcel), in_register(even, WORD, parcel)]
            }
            _ => vec![in_register(part, 0, parcel)],
        }
    })
}
