//! Demands of a document on one type, as far as debug information shows it.

use super::{Data, Numbered, layout};
use crate::abi::ExpectedNumber;
use crate::abi::rules::{Rules, joined};
use crosscall_model::Type;
use crosscall_model::layout::Layout;
use crosscall_model::unit::LayoutItem;

/// Demands of a document on one type.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct TypeFacts {
    /// Size in bytes.
    pub size: ExpectedNumber,
    /// Alignment in bytes.
    pub align: ExpectedNumber,
    /// 1 for a signed integer type, 0 for an unsigned one; `None` for other types.
    pub signed: Option<ExpectedNumber>,
    /// For each member of a record the distance of its lowest bit from bit 0 of the first byte, in bits.
    pub places: Vec<ExpectedNumber>,
}

/// Demands of a document on a type.
pub(in crate::abi) fn facts(data: &dyn Data, ty: &Type, rules: &mut Rules<'_>) -> TypeFacts {
    let (Layout { size, align, members }, cited) = rules.citing(|rules| layout(data, ty, rules));
    let mut number = |item: &LayoutItem<'_>, value: u64| {
        let clauses = data.number_clauses(item, Some(value), &cited, rules);
        ExpectedNumber { value: Some(value), clauses }
    };
    let size = number(&LayoutItem::Size(ty), size);
    let align = number(&LayoutItem::Align(ty), align);
    let mut places = Vec::with_capacity(members.len());
    if let Some(record) = ty.record() {
        for (index, place) in members.iter().enumerate() {
            let value = Some(place.bit_offset);
            let width = record.members.get(index).and_then(|member| member.bits);
            let clauses = match (width, Numbered::of(record, index)) {
                (Some(width), Some(of)) => joined([&data.bit_field_clauses(of, width, &members), &cited]),
                _ => data.number_clauses(&LayoutItem::Offset(ty, index), value, &cited, rules),
            };
            places.push(ExpectedNumber { value, clauses });
        }
    }
    let sign = data.basic(ty, rules).and_then(|basic| basic.sign);
    let signed = sign.map(|sign| {
        let (signed, cited) = rules.citing(|rules| data.is_signed(sign, rules));
        let value = Some(u64::from(signed));
        let clauses = data.number_clauses(&LayoutItem::Signed(ty), value, &cited, rules);
        ExpectedNumber { value, clauses }
    });
    TypeFacts { size, align, signed, places }
}
