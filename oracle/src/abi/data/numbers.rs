//! Numbers that a compiler computes of a case's types, and the bytes of initialised objects.

use super::{Data, image, layout, parts};
use crate::abi::rules::{Rules, joined};
use crate::abi::{ExpectedImage, ExpectedNumber, LayoutPlan, PADDING};
use crosscall_model::unit::{LayoutItem, layout_items, valued_types};
use crosscall_model::{Case, Type, Value};

/// Demands of a document on a case's types.
pub(in crate::abi) fn layout_plan(data: &dyn Data, case: &Case, rules: &mut Rules<'_>) -> LayoutPlan {
    let numbers = layout_items(case).iter().map(|item| number(data, item, rules)).collect();
    let images = valued_types(case).into_iter().map(|(ty, value)| object(data, ty, value, rules)).collect();
    let aligns = valued_types(case).into_iter().map(|(ty, _)| {
        let of_type =
            expected(data, &LayoutItem::Align(ty), rules, |rules| Some(layout(data, ty, rules).align));
        let (value, cited) =
            rules.citing(|rules| of_type.value.map(|align| data.object_align(ty, align, rules)));
        ExpectedNumber { value, clauses: joined([&cited, &of_type.clauses]) }
    });
    LayoutPlan { images, objects: aligns.collect(), numbers }
}

fn object(data: &dyn Data, ty: &Type, value: &Value, rules: &mut Rules<'_>) -> ExpectedImage {
    let (image, cited) = rules.citing(|rules| image(data, ty, value, PADDING, rules));
    let bytes = image.bytes.len();
    let byte_order = (bytes > 1).then(|| data.named_clauses().byte_order);
    let clauses = data.bytes_clauses(ty, byte_order.as_slice(), &cited, rules);
    let (parts, _) = rules.citing(|rules| parts(data, ty, value, rules));
    ExpectedImage { image, parts, byte_order, clauses }
}

fn number(data: &dyn Data, item: &LayoutItem<'_>, rules: &mut Rules<'_>) -> ExpectedNumber {
    expected(data, item, rules, |rules| match item {
        LayoutItem::Size(ty) => Some(layout(data, ty, rules).size),
        LayoutItem::Align(ty) => {
            let align = layout(data, ty, rules).align;
            Some(data.alignof(ty, align, rules))
        }
        LayoutItem::Offset(ty, index) => {
            layout(data, ty, rules).members.get(*index).map(|place| place.bit_offset / 8)
        }
        LayoutItem::Signed(ty) => {
            let sign = data.basic(ty, rules)?.sign?;
            Some(u64::from(data.is_signed(sign, rules)))
        }
        LayoutItem::FieldSigned(ty, index) => {
            let member = ty.record()?.members.get(*index)?;
            data.is_field_signed(&member.ty, member.bits.unwrap_or(0), rules).map(u64::from)
        }
    })
}

/// A number with the clauses on it.
fn expected(
    data: &dyn Data,
    item: &LayoutItem<'_>,
    rules: &mut Rules<'_>,
    value: impl FnOnce(&mut Rules<'_>) -> Option<u64>,
) -> ExpectedNumber {
    let (value, cited) = rules.citing(value);
    let clauses = data.number_clauses(item, value, &cited, rules);
    ExpectedNumber { value, clauses }
}
