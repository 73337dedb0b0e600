//! Data of the invented document: INVENTED-TYPE and -LAYOUT.

use super::Invented;
use crate::abi::data::{Aligned, Basic, Data, DataClauses, NamedClauses, Numbered, Scalars, Sign};
use crate::abi::rules::Rules;
use crosscall_clauses::invented::clause;
use crosscall_model::layout::Layout;
use crosscall_model::plan::ClauseId;
use crosscall_model::{EnumType, Member, Scalar, Type};

const fn row(scalar: Scalar) -> Basic {
    use Sign::{Signed, Unsigned};
    match scalar {
        Scalar::Bool | Scalar::Char | Scalar::UnsignedChar => Basic::integer(1, Unsigned, clause::TYPE_01),
        Scalar::SignedChar => Basic::integer(1, Signed, clause::TYPE_01),
        Scalar::Short => Basic::integer(2, Signed, clause::TYPE_01),
        Scalar::UnsignedShort => Basic::integer(2, Unsigned, clause::TYPE_01),
        Scalar::Int | Scalar::WideChar => Basic::integer(4, Signed, clause::TYPE_01),
        Scalar::UnsignedInt => Basic::integer(4, Unsigned, clause::TYPE_01),
        Scalar::Long | Scalar::LongLong | Scalar::PointerDifference => {
            Basic::integer(8, Signed, clause::TYPE_01)
        }
        Scalar::UnsignedLong | Scalar::UnsignedLongLong | Scalar::Size => {
            Basic::integer(8, Unsigned, clause::TYPE_01)
        }
        Scalar::Float | Scalar::Double | Scalar::LongDouble => Basic::floating(4, clause::TYPE_02),
        Scalar::Half | Scalar::BrainHalf => Basic::floating(2, clause::TYPE_02),
        // No case has them.
        Scalar::Int128 => Basic::integer(16, Signed, clause::TYPE_02),
        Scalar::UnsignedInt128 => Basic::integer(16, Unsigned, clause::TYPE_02),
    }
}

/// The clauses on a type.
fn own(ty: &Type) -> Vec<ClauseId> {
    match ty {
        Type::Array(..) | Type::Record(_) => vec![clause::LAYOUT_01],
        Type::Complex(_) | Type::Vector { .. } => vec![clause::TYPE_03],
        Type::Scalar(scalar) | Type::Atomic(scalar) | Type::Aligned(scalar, _) => {
            vec![row(*scalar).clause]
        }
        Type::DataPointer | Type::FunctionPointer | Type::Enum(_) | Type::BitInt(_) => vec![clause::TYPE_01],
    }
}

impl Scalars for Invented {
    fn scalar(&self, scalar: Scalar, _: &mut Rules<'_>) -> Basic {
        row(scalar)
    }

    fn pointer(&self, _to_function: bool) -> Basic {
        Basic::integer(8, Sign::Unsigned, clause::TYPE_01)
    }

    /// An enumeration is an int, or a long where its constants need that.
    fn enumeration(&self, e: &EnumType, _: &mut Rules<'_>) -> Basic {
        let fits = e.constants.iter().all(|value| i32::try_from(*value).is_ok());
        row(if fits { Scalar::Int } else { Scalar::Long })
    }

    fn is_plain_char_signed(&self, _: &mut Rules<'_>) -> bool {
        false
    }
}

impl DataClauses for Invented {
    fn named_clauses(&self) -> NamedClauses {
        NamedClauses::of(clause::TYPE_04, clause::LAYOUT_01)
    }

    fn own_clauses(&self, ty: &Type, _: &mut Rules<'_>) -> Vec<ClauseId> {
        own(ty)
    }

    fn align_clauses(&self, of: Aligned<'_>, _: &mut Rules<'_>) -> Vec<ClauseId> {
        own(of.ty)
    }

    fn member_clauses(&self, _: Numbered<'_>, _: &mut Rules<'_>) -> Vec<ClauseId> {
        vec![clause::LAYOUT_01]
    }

    fn stride_clauses(&self, ty: &Type) -> Vec<ClauseId> {
        own(ty)
    }
}

impl Data for Invented {
    fn cite_type(&self, ty: &Type, rules: &mut Rules<'_>) {
        if matches!(ty, Type::Array(..) | Type::Record(_)) || ty.parts().is_some() {
            own(ty).into_iter().for_each(|clause| rules.cite(clause));
        }
    }

    /// INVENTED-TYPE-03.
    fn parts_align(&self, _: &Type, part: &Layout, size: u64, _: &mut Rules<'_>) -> u64 {
        size.clamp(part.align, 16)
    }

    fn may_cross(&self, _: &mut Rules<'_>) -> bool {
        false
    }

    fn unnamed_aligns(&self, _: &mut Rules<'_>) -> bool {
        false
    }

    fn cite_member(&self, _: &Member, _: &mut Rules<'_>) {}

    fn empty_size(&self, _: u64, _: &mut Rules<'_>) -> u64 {
        0
    }
}
