//! Constants and initialised objects of an object file against the rules of layout.

use super::Judgement;
use super::entry::show_image;
use super::locate::show;
use crate::abi::LayoutPlan;
use crosscall_model::Case;
use crosscall_model::c;
use crosscall_model::unit::{LayoutItem, layout_items};

/// Holds the numbers of `layout{k}` and the bytes of `image{k}_{i}` against the document. A number or
/// an image that the object file does not have is left out of `numbers` or `images` by the caller,
/// which reports it as untestable.
pub fn judge_layout(case: &Case, plan: &LayoutPlan, numbers: &[u64], images: &[Vec<u8>]) -> Judgement {
    let mut judgement = Judgement::default();
    for ((item, expected), seen) in layout_items(case).iter().zip(&plan.numbers).zip(numbers) {
        let Some(value) = expected.value else { continue };
        judgement.exercise(&expected.clauses);
        if value != *seen {
            judgement.contradict(
                &expected.clauses,
                describe(item),
                value.to_string(),
                seen.to_string(),
                None,
            );
        }
    }
    for (i, ((image, clauses), seen)) in plan.images.iter().zip(images).enumerate() {
        judgement.exercise(clauses);
        if !image.matches(seen) {
            judgement.contradict(
                clauses,
                format!("initialised object {i}"),
                show_image(image),
                show(seen),
                None,
            );
        }
    }
    judgement
}

fn describe(item: &LayoutItem<'_>) -> String {
    match item {
        LayoutItem::Size(ty) => format!("sizeof ({})", c::type_name(ty)),
        LayoutItem::Align(ty) => format!("_Alignof ({})", c::type_name(ty)),
        LayoutItem::Offset(ty, member) => format!("offsetof ({}, m{member})", c::type_name(ty)),
        LayoutItem::Signed(ty) => format!("({})-1 < 0", c::type_name(ty)),
    }
}
