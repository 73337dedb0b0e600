//! Layout side of a case.

use std::fmt::Write;

use crosscall_model::unit::{self, LayoutItem};
use crosscall_model::{Case, Type};

use super::types::Types;
use super::value::initialiser;

pub(super) fn case(text: &mut String, k: usize, case: &Case) {
    let types = Types::new(k, case);
    *text += &types.define();
    let items = unit::layout_items(case);
    for (i, item) in items.iter().enumerate() {
        if let LayoutItem::FieldSigned(ty, member) = item {
            define_probe(text, &types, k, i, ty, *member);
        }
    }
    let number = |(i, item)| format!("\n\t{}", item_text(&types, k, i, item));
    let mut numbers: Vec<String> = items.iter().enumerate().map(number).collect();
    if numbers.is_empty() {
        // C has no array without elements.
        numbers.push(" 0".to_owned());
    }
    let _ = writeln!(text, "unsigned int {}[] = {{{} }};", unit::layout(k), numbers.join(","));
    for (i, (ty, value)) in unit::valued_types(case).into_iter().enumerate() {
        let object = types.declare(ty, &unit::image(k, i));
        let _ = writeln!(text, "{object} = {};", initialiser(&types, ty, value));
        for (j, only) in unit::bit_field_values(ty, value).iter().enumerate() {
            let object = types.declare(ty, &unit::bits(k, i, j));
            let _ = writeln!(text, "{object} = {};", initialiser(&types, ty, only));
        }
    }
}

/// Name of the object or macro for the signedness of bit-field number `i` of the items.
fn probe_name(k: usize, i: usize) -> String {
    format!("sign{k}_{i}")
}

/// Defines a structure with a bit-field like that of a record, with all bits set. GCC accepts a member of a constant
/// object as a constant, clang that of a compound literal; but clang does not truncate the value of a union's
/// bit-field to its width there, and accepts no structure with a flexible array as a constant.
fn define_probe(text: &mut String, types: &Types<'_>, k: usize, i: usize, ty: &Type, member: usize) {
    let Some(field) = ty.record().and_then(|record| record.members.get(member)) else { return };
    let (probe, width) = (probe_name(k, i), field.bits.unwrap_or(0));
    let _ = writeln!(text, "struct {probe} {{ {} : {width}; }};", types.declare(&field.ty, "m"));
    let _ = writeln!(text, "#ifdef __clang__");
    let _ = writeln!(text, "#define {probe} ((struct {probe}){{ -1 }})");
    let _ = writeln!(text, "#else");
    let _ = writeln!(text, "static const struct {probe} {probe} = {{ -1 }};");
    let _ = writeln!(text, "#endif");
}

/// Constant expression for a number of the layout.
pub(super) fn item_text(types: &Types<'_>, k: usize, i: usize, item: &LayoutItem<'_>) -> String {
    match item {
        LayoutItem::Size(ty) => format!("sizeof ({})", types.name(ty)),
        LayoutItem::Align(ty) => format!("_Alignof ({})", types.name(ty)),
        LayoutItem::Offset(ty, index) => format!("__builtin_offsetof ({}, m{index})", types.name(ty)),
        LayoutItem::Signed(ty) => format!("({})-1 < 0", types.name(ty)),
        LayoutItem::FieldSigned(..) => format!("{}.m < 0", probe_name(k, i)),
    }
}
