//! Form in which a type travels, as an argument or as a result: in registers of a file, like its only member, or by a
//! pointer.

use super::Ipu;
use super::registers::File;
use super::slots::{ArgPart, Upper, WORD};
use crate::abi::call;
use crate::abi::data::Scalars;
use crate::abi::data::{Basic, Data, Sign};
use crate::abi::passing;
use crate::abi::rules::{Rules, joined};
use crosscall_clauses::ipu::{
    AtomicExtension, AttributedScalar, ComplexPassing, DoubleFile, EmptyArgument, HalfUpperBits,
    IntegerVectorFile, NestedAggregate, SingleBitField, SingleElementArray, SingleMemberUnion, VectorPassing,
    WideVector, ZeroArrayMember, clause,
};
use crosscall_model::plan::{ClauseId, Extension};
use crosscall_model::{Member, RecordKind, Scalar, Type};
use std::ops::Range;

/// Bytes of the longest value that has registers: a quad (IPU-ARG-07).
const MOST_BYTES: u64 = 16;

/// Bytes of the pieces of a longer vector (IPU-S04.R4).
const PIECE: u32 = 8;

/// Form in which a value travels.
pub(super) type Form = passing::Form<ArgPart>;

/// Form of a type, and where in a value what travels begins.
pub(super) type PassMode = passing::Chosen<ArgPart>;

/// Form in which a type travels as an argument or as a result.
pub(super) fn way(ty: &Type, rules: &mut Rules<'_>) -> PassMode {
    match ty {
        Type::Vector { element, lanes } => return PassMode::from(vector(*element, *lanes, rules)),
        Type::Complex(part) => return PassMode::from(complex(*part, rules)),
        _ => {}
    }
    match rules.citing(|rules| Ipu.basic(ty, rules)).0 {
        Some(basic) => number(ty, &basic, rules),
        None => aggregate(ty, rules),
    }
}

/// A scalar.
fn number(ty: &Type, basic: &Basic, rules: &mut Rules<'_>) -> PassMode {
    cite_own(ty, basic, rules);
    let len = basic.size as u32;
    let file = match basic.sign {
        Some(_) => File::M,
        None if basic.size > u64::from(WORD) && rules.is(DoubleFile::IntegerPair) => File::M,
        None => File::A,
    };
    let (upper, rest_clauses) = match ty.unaligned() {
        Type::Scalar(Scalar::Half) => half(rules),
        _ if call::is_bare_atomic(ty, WORD.into(), basic, AtomicExtension::Unspecified, rules) => {
            (Upper::Extension(Extension::Unspecified), Vec::new())
        }
        _ => narrow(basic),
    };
    let align = match ty {
        Type::Aligned(_, align) if rules.is(AttributedScalar::Counted) => Some(u64::from(*align)),
        _ => None,
    };
    PassMode { form: Form::Value(ArgPart { align, ..ArgPart::new(len, file, upper) }), from: 0, rest_clauses }
}

/// Types that are what they are by a clause that a call can contradict as well.
fn cite_own(ty: &Type, basic: &Basic, rules: &mut Rules<'_>) {
    let telling = matches!(
        ty,
        Type::Enum(_)
            | Type::FunctionPointer
            | Type::Atomic(_)
            | Type::Scalar(
                Scalar::Long
                    | Scalar::UnsignedLong
                    | Scalar::LongLong
                    | Scalar::UnsignedLongLong
                    | Scalar::LongDouble
                    | Scalar::Half
                    | Scalar::Float
                    | Scalar::WideChar
                    | Scalar::Size
                    | Scalar::PointerDifference
            )
    );
    if telling {
        rules.cite(basic.clause);
    }
}

/// The bits above an integer of less than a word (IPU-ARG-09, IPU-RET-03).
fn narrow(basic: &Basic) -> (Upper, Vec<ClauseId>) {
    match basic.sign {
        Some(sign) if basic.size < u64::from(WORD) => {
            let rest = if sign == Sign::Unsigned {
                Extension::Zero(WORD as u16)
            } else {
                Extension::Sign(WORD as u16)
            };
            (Upper::Extension(rest), vec![basic.clause])
        }
        _ => (Upper::Extension(Extension::Unspecified), Vec::new()),
    }
}

/// The bits above a half (IPU-S05).
fn half(rules: &mut Rules<'_>) -> (Upper, Vec<ClauseId>) {
    match rules.ask() {
        HalfUpperBits::SameHalfAgain => (Upper::Again, Vec::new()),
        HalfUpperBits::Unspecified => (Upper::Extension(Extension::Unspecified), Vec::new()),
        HalfUpperBits::Zero => (Upper::Extension(Extension::Zero(WORD as u16)), vec![clause::S05]),
    }
}

/// A complex number: IPU-S04.
fn complex(part: Scalar, rules: &mut Rules<'_>) -> Form {
    if !rules.is(ComplexPassing::TwoArguments) {
        return Form::Address;
    }
    match rules.citing(|rules| way(part.as_type(), rules)).0.form {
        Form::Value(parcel) => Form::Parts(parcel, 2),
        other => other,
    }
}

/// A vector: IPU-S04 and IPU-ARG-03.
fn vector(element: Scalar, lanes: u32, rules: &mut Rules<'_>) -> Form {
    let (lane, _) = rules.citing(|rules| Ipu.layout(element.as_type(), rules));
    let size = lane.size.saturating_mul(lanes.into());
    if rules.is(VectorPassing::ByPointer) {
        return Form::Address;
    }
    if size > MOST_BYTES && !rules.is(WideVector::InPieces) {
        return Form::Address;
    }
    let file = match element {
        // A double is what IPU-TYPE-07 makes of it.
        Scalar::Double | Scalar::LongDouble if rules.is(DoubleFile::IntegerPair) => File::M,
        _ if element.is_floating() => File::A,
        _ if rules.is(IntegerVectorFile::Arithmetic) => File::A,
        _ => File::M,
    };
    let bytes = lane.size == 1 && lanes > 1;
    match size > MOST_BYTES {
        true => {
            let piece = ArgPart { bytes, ..ArgPart::vector(PIECE, file) };
            Form::Parts(piece, (size / u64::from(PIECE)) as u32)
        }
        false => Form::Value(ArgPart { bytes, ..ArgPart::vector(size as u32, file) }),
    }
}

/// A structure, a union, or an array inside one: IPU-ARG-10 and -11, IPU-S14.
fn aggregate(ty: &Type, rules: &mut Rules<'_>) -> PassMode {
    let (whole, _) = rules.citing(|rules| Ipu.layout(ty, rules));
    if whole.size == 0 {
        let form = if rules.is(EmptyArgument::ByAddress) { Form::Address } else { Form::Nothing };
        return PassMode::from(form);
    }
    let (only, cited) = rules.citing(|rules| only_member(ty, rules));
    let first = if only.is_some() { clause::ARG_10 } else { clause::ARG_11 };
    joined([&[first, clause::ARG_10], &cited]).into_iter().for_each(|clause| rules.cite(clause));
    match only {
        Some((member, from)) => {
            let mut inner = match member {
                Only::Whole(ty) => way(ty, rules),
                Only::Container(ty) => PassMode { rest_clauses: Vec::new(), ..container(ty, rules) },
            };
            inner.from = inner.from.saturating_add(from);
            inner
        }
        None => PassMode::from(Form::Address),
    }
}

/// The only value in an aggregate.
enum Only<'t> {
    /// A value of a type.
    Whole(&'t Type),
    /// A bit-field of a declared type.
    Container(&'t Type),
}

/// The container of a bit-field: no bit beside its own is anybody's.
fn container(ty: &Type, rules: &mut Rules<'_>) -> PassMode {
    let way = rules.citing(|rules| way(ty, rules)).0;
    let form = match way.form {
        Form::Value(parcel) => {
            Form::Value(ArgPart { upper: Upper::Extension(Extension::Unspecified), ..parcel })
        }
        form => form,
    };
    PassMode { form, ..way }
}

/// The only member of an aggregate, however deep inside, and where it begins.
fn only_member<'t>(ty: &'t Type, rules: &mut Rules<'_>) -> Option<(Only<'t>, u32)> {
    let record = ty.record()?;
    let mut named: Vec<_> = record.members.iter().enumerate().filter(|(_, member)| member.named).collect();
    let is_counted = |(index, member): &(usize, &Member)| {
        !matches!(member.ty, Type::Array(_, 0)) || record.flexible() == Some(*index)
    };
    let is_doubtful = named.len() > 1 && named.iter().filter(|numbered| is_counted(numbered)).count() == 1;
    if is_doubtful && rules.is(ZeroArrayMember::NotCounted) {
        named.retain(is_counted);
    }
    let &[(index, member)] = named.as_slice() else { return None };
    if record.kind == RecordKind::Union && rules.is(SingleMemberUnion::ByPointer) {
        return None;
    }
    let (whole, _) = rules.citing(|rules| Ipu.layout(ty, rules));
    let at = whole.members.get(index).map_or(0, |place| place.bit_offset);
    if let Some(width) = member.bits {
        return bit_field(member, at..at.saturating_add(width.into()), whole.size, rules);
    }
    let from = u32::try_from(at / 8).ok()?;
    let inner = without_arrays(&member.ty, rules)?;
    if inner.record().is_none() {
        return Some((Only::Whole(inner), from));
    }
    // An empty member is no value that the aggregate could be passed as.
    if rules.is(NestedAggregate::ByPointer) {
        return None;
    }
    let (only, deeper) = only_member(inner, rules)?;
    Some((only, from.saturating_add(deeper)))
}

/// A bit-field that is these bits of an aggregate of `size` bytes. In a packed one there may be no container around
/// it, or it reaches into a second one.
fn bit_field<'t>(
    member: &'t Member,
    bits: Range<u64>,
    size: u64,
    rules: &mut Rules<'_>,
) -> Option<(Only<'t>, u32)> {
    if rules.is(SingleBitField::ByPointer) {
        return None;
    }
    let (declared, _) = rules.citing(|rules| Ipu.layout(&member.ty, rules));
    let container = bits.start / 8 / declared.size.max(1) * declared.size;
    let end = container.saturating_add(declared.size);
    let whole = end <= size && bits.end <= end.saturating_mul(8);
    whole.then_some((Only::Container(&member.ty), u32::try_from(container).ok()?))
}

/// Element of an array of one element; `None` for any other array.
fn without_arrays<'t>(ty: &'t Type, rules: &mut Rules<'_>) -> Option<&'t Type> {
    match ty {
        Type::Array(element, 1) if rules.is(SingleElementArray::AsElement) => without_arrays(element, rules),
        Type::Array(..) => None,
        ty => Some(ty),
    }
}

/// Clauses on the bits above a narrow value: as an argument or as a result.
pub(super) fn rest_clauses(own: &[ClauseId], first: ClauseId) -> Vec<ClauseId> {
    if own.is_empty() { Vec::new() } else { joined([&[first], own]) }
}
