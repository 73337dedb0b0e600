//! What the compiler must have computed of a case's types, and the bytes of initialised objects.

use super::image::{image, parts};
use super::layout::layout;
use super::questions as q;
use super::rules::{Rules, joined};
use super::scalar;
use crate::abi::{ExpectedImage, ExpectedNumber, LayoutPlan};
use crosscall_model::plan::ClauseId;
use crosscall_model::unit::{LayoutItem, layout_items, valued_types};
use crosscall_model::{Case, Member, Record, RecordKind, Scalar, Type};

pub(super) fn layout_plan(case: &Case, rules: &mut Rules<'_, '_>) -> LayoutPlan {
    let numbers = layout_items(case).iter().map(|item| number(item, rules)).collect();
    let images = valued_types(case).into_iter().map(|(ty, value)| {
        let (image, cited) = rules.citing(|rules| image(ty, value, super::PADDING, rules));
        let order: &[ClauseId] = if image.bytes.len() > 1 { &[q::TYPE_02] } else { &[] };
        let clauses = match ty {
            Type::Record(_) => joined([&cited, order, &[q::LAYOUT_12, q::TYPE_01]]),
            _ => joined([order, &own_clause(ty, rules), &cited, &[q::TYPE_01]]),
        };
        let (parts, _) = rules.citing(|rules| parts(ty, value, rules));
        ExpectedImage { image, parts, byte_order: order.first().copied(), clauses }
    });
    let images = images.collect();
    let objects =
        valued_types(case).into_iter().map(|(ty, _)| number(&LayoutItem::Align(ty), rules)).collect();
    LayoutPlan { images, objects, numbers }
}

fn number(item: &LayoutItem<'_>, rules: &mut Rules<'_, '_>) -> ExpectedNumber {
    match item {
        LayoutItem::Size(ty) => {
            let (whole, cited) = rules.citing(|rules| layout(ty, rules));
            let first: Vec<ClauseId> = match ty {
                Type::Array(..) => vec![q::LAYOUT_11],
                Type::Record(record) => size_clauses(record, whole.size),
                _ => joined([&own_clause(ty, rules), width_clause(whole.size)]),
            };
            ExpectedNumber { value: Some(whole.size), clauses: joined([&first, &cited, nesting(ty)]) }
        }
        LayoutItem::Align(ty) => {
            let (whole, cited) = rules.citing(|rules| layout(ty, rules));
            let first: Vec<ClauseId> = match ty {
                Type::Array(..) => vec![q::LAYOUT_10],
                Type::Record(record) => align_clauses(record),
                _ => own_clause(ty, rules),
            };
            let cited: Vec<_> = cited.into_iter().filter(|c| decides_alignment(c)).collect();
            ExpectedNumber { value: Some(whole.align), clauses: joined([&first, &cited]) }
        }
        LayoutItem::Offset(ty, index) => offset(ty, *index, rules),
        LayoutItem::Signed(ty) => signed(ty, rules),
        LayoutItem::FieldSigned(ty, index) => field_signed(ty, *index, rules),
    }
}

fn offset(ty: &Type, index: usize, rules: &mut Rules<'_, '_>) -> ExpectedNumber {
    let (whole, cited) = rules.citing(|rules| layout(ty, rules));
    let value = whole.members.get(index).map(|place| place.bit_offset / 8);
    let clauses = match ty.record() {
        Some(record) if record.kind == RecordKind::Union => vec![q::LAYOUT_05],
        Some(record) => {
            let member = record.members.get(index);
            let first = member.map(|m| member_clauses(record, m, rules)).unwrap_or_default();
            joined([&first, &[q::LAYOUT_01, q::LAYOUT_09], &cited])
        }
        None => cited,
    };
    ExpectedNumber { value, clauses }
}

/// The clauses that speak of the place of a member of this kind.
pub(super) fn member_clauses(record: &Record, member: &Member, rules: &mut Rules<'_, '_>) -> Vec<ClauseId> {
    if record.packed || member.align.is_some() {
        return vec![q::S03];
    }
    match &member.ty {
        Type::Array(..) => vec![q::LAYOUT_10, q::LAYOUT_01],
        Type::Record(nested) => joined([&[q::LAYOUT_01, q::LAYOUT_08], &align_clauses(nested)]),
        ty => joined([&[q::LAYOUT_01], &own_clause(ty, rules)]),
    }
}

fn signed(ty: &Type, rules: &mut Rules<'_, '_>) -> ExpectedNumber {
    let (value, cited) = rules.citing(|rules| {
        let sign = scalar::basic(ty, rules)?.sign?;
        Some(u64::from(scalar::is_signed(sign, rules)))
    });
    ExpectedNumber { value, clauses: joined([&own_clause(ty, rules), &cited]) }
}

fn field_signed(ty: &Type, index: usize, rules: &mut Rules<'_, '_>) -> ExpectedNumber {
    let member = ty.record().and_then(|record| record.members.get(index));
    let (value, cited) = rules.citing(|rules| scalar::is_field_signed(&member?.ty, rules));
    let own = member.map(|m| own_clause(&m.ty, rules)).unwrap_or_default();
    // A plain `char` is one in a bit-field, too; what else a plain type is there, is asked of S02.
    let plain_char = member.is_some_and(|m| m.ty == Scalar::Char.into());
    let clauses =
        if plain_char { joined([&own, &[q::S02], &cited]) } else { joined([&[q::S02], &own, &cited]) };
    ExpectedNumber { value: value.map(u64::from), clauses }
}

fn size_clauses(record: &Record, size: u64) -> Vec<ClauseId> {
    let attributes: &[ClauseId] = if size == 0 || has_attributes(record) { &[q::S03] } else { &[] };
    let (size, align) = match record.kind {
        RecordKind::Struct => (q::LAYOUT_03, q::LAYOUT_02),
        RecordKind::Union => (q::LAYOUT_07, q::LAYOUT_06),
    };
    joined([attributes, &[size, align]])
}

fn align_clauses(record: &Record) -> Vec<ClauseId> {
    let attributes: &[ClauseId] = if has_attributes(record) { &[q::S03] } else { &[] };
    let align = match record.kind {
        RecordKind::Struct => q::LAYOUT_02,
        RecordKind::Union => q::LAYOUT_06,
    };
    joined([attributes, &[align]])
}

fn has_attributes(record: &Record) -> bool {
    record.packed || record.align.is_some() || record.members.iter().any(|m| m.align.is_some())
}

/// The widths that EPIPHANY-TYPE-04 fixes.
fn width_clause(size: u64) -> &'static [ClauseId] {
    if size > 1 { &[q::TYPE_04] } else { &[] }
}

/// That composites may contain composites is shown by every size of one that does.
fn nesting(ty: &Type) -> &'static [ClauseId] {
    let composite = |ty: &Type| matches!(ty, Type::Record(_) | Type::Array(..));
    match ty {
        Type::Record(record) if record.members.iter().any(|m| composite(&m.ty)) => &[q::LAYOUT_04],
        _ => &[],
    }
}

/// Clauses among those named for a layout on which an alignment can rest.
fn decides_alignment(clause: ClauseId) -> bool {
    [q::LAYOUT_02, q::LAYOUT_06, q::LAYOUT_10, q::S02, q::S03, q::S01, q::S24, q::S25].contains(&clause)
}

/// The clause of a type that is not a composite.
fn own_clause(ty: &Type, rules: &mut Rules<'_, '_>) -> Vec<ClauseId> {
    match ty {
        Type::Complex(_) => return vec![q::S24],
        Type::Vector { .. } => return vec![q::S25],
        _ => {}
    }
    let (basic, _) = rules.citing(|rules| scalar::basic(ty, rules));
    basic.map(|b| b.clause).into_iter().collect()
}
