//! Layout side of a case.

use super::Types;
use super::side::object;
use super::value::expression;
use crosscall_model::Case;
use crosscall_model::unit::{self, LayoutItem};

pub(super) fn case(text: &mut String, k: usize, case: &Case) {
    let types = Types::new(k, case);
    *text += &types.define();
    let mut numbers: Vec<String> = unit::layout_items(case).iter().map(|item| number(&types, item)).collect();
    if numbers.is_empty() {
        numbers.push("0".to_owned());
    }
    let ty = format!("[u32; {}]", numbers.len());
    *text += &object(&unit::layout(k), &ty, &format!("[\n\t{}\n]", numbers.join(",\n\t")));
    for (i, (ty, value)) in unit::valued_types(case).into_iter().enumerate() {
        *text += &object(&unit::image(k, i), &types.name(ty), &expression(&types, ty, value));
    }
}

/// Constant expression for a number of the layout.
fn number(types: &Types<'_>, item: &LayoutItem<'_>) -> String {
    match item {
        LayoutItem::Size(ty) => format!("size_of::<{}>() as u32", types.name(ty)),
        LayoutItem::Align(ty) => format!("align_of::<{}>() as u32", types.name(ty)),
        LayoutItem::Offset(ty, index) => format!("builtin # offset_of({}, m{index}) as u32", types.name(ty)),
        LayoutItem::Signed(ty) => format!("((0 as {0}) > (0xffu8 as i8 as {0})) as u32", types.name(ty)),
        // Rust has no bit-fields.
        LayoutItem::FieldSigned(..) => "0".to_owned(),
    }
}
