//! Measure of the size of a case.

use crosscall_model::{Case, Form, Member, RecordKind, Scalar, Type};

use super::rebuild::plain;

/// Weight of a case, smaller for a simpler case.
pub fn weight(case: &Case) -> u64 {
    let types: u64 = case.signature.types().map(|ty| 10 + of_type(ty)).sum();
    let variadic = case.signature.variadic.as_ref().map_or(0, |unnamed| 5 + unnamed.len() as u64);
    let style = &case.style;
    let shapes = [
        style.calls,
        style.address_taken,
        style.written,
        style.recursive,
        style.pointer,
        style.others,
        style.tail,
        style.computed,
        style.form != Form::Prototype,
    ];
    let [live, held, rounds, returns] = [style.live, style.held, style.rounds, style.returns].map(u16::from);
    let sizes = [live, held, rounds, returns, style.locals, style.dynamic];
    let knobs = shapes.into_iter().filter(|shape| *shape).count() as u64
        + sizes.into_iter().map(u64::from).sum::<u64>();
    let odd_values = case
        .signature
        .arguments()
        .zip(&case.arguments)
        .enumerate()
        .filter(|(i, (ty, value))| plain(ty, *i) != **value)
        .count();
    let odd_result = case.signature.result.iter().zip(&case.result).any(|(ty, value)| plain(ty, 0) != *value);
    (types + variadic + knobs) * 1000 + odd_values as u64 + u64::from(odd_result)
}

fn of_type(ty: &Type) -> u64 {
    match ty {
        Type::Scalar(Scalar::Int) => 2,
        Type::Scalar(Scalar::Char) => 3,
        Type::Scalar(scalar) if !scalar.is_floating() => 4,
        Type::Scalar(_) | Type::DataPointer | Type::FunctionPointer => 5,
        Type::Enum(enumeration) => 6 + enumeration.constants.len() as u64,
        Type::Atomic(scalar) => 3 + of_type(scalar.as_type()),
        Type::Aligned(scalar, align) => 3 + u64::from(align.ilog2()) + of_type(scalar.as_type()),
        Type::BitInt(integer) => 5 + u64::from(integer.bits) + u64::from(integer.unsigned),
        Type::Complex(_) => 8,
        Type::Vector { element, lanes } => {
            of_type(element.as_type()).saturating_mul(u64::from(*lanes)).saturating_add(3)
        }
        Type::Array(elem, len) => (of_type(elem).saturating_mul(u64::from(*len))).saturating_add(2),
        Type::Record(record) => {
            let kind = if record.kind == RecordKind::Union { 2 } else { 0 };
            let attributes = [record.packed, record.align.is_some(), record.name_align.is_some()];
            let attributes: u64 = attributes.map(u64::from).into_iter().sum();
            let members = record.members.iter().map(of_member).fold(0, u64::saturating_add);
            members.saturating_add(4 + kind + attributes)
        }
    }
}

fn of_member(member: &Member) -> u64 {
    let bits = member.bits.map_or(0, |bits| 2 + u64::from(bits));
    of_type(&member.ty).saturating_add(1 + bits + u64::from(member.align.is_some()))
}
