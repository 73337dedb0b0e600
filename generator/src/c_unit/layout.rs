//! The layout side of a case.

use std::fmt::Write;

use crosscall_model::Case;
use crosscall_model::unit::{self, LayoutItem};

use super::types::Types;
use super::value::initialiser;

pub(super) fn case(text: &mut String, k: usize, case: &Case) {
    let types = Types::new(k, case);
    *text += &types.define();
    let mut numbers: Vec<String> =
        unit::layout_items(case).iter().map(|item| format!("\n\t{}", number(&types, item))).collect();
    if numbers.is_empty() {
        // C has no array of no elements.
        numbers.push(" 0".to_owned());
    }
    let _ = writeln!(text, "unsigned int {}[] = {{{} }};", unit::layout(k), numbers.join(","));
    for (i, (ty, value)) in unit::valued_types(case).into_iter().enumerate() {
        let object = types.declare(ty, &unit::image(k, i));
        let _ = writeln!(text, "{object} = {};", initialiser(&types, ty, value));
    }
}

fn number(types: &Types<'_>, item: &LayoutItem<'_>) -> String {
    match item {
        LayoutItem::Size(ty) => format!("sizeof ({})", types.name(ty)),
        LayoutItem::Align(ty) => format!("_Alignof ({})", types.name(ty)),
        LayoutItem::Offset(ty, index) => format!("__builtin_offsetof ({}, m{index})", types.name(ty)),
        LayoutItem::Signed(ty) => format!("({})-1 < 0", types.name(ty)),
    }
}
