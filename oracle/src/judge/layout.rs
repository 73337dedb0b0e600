//! Constants and initialised objects of an object file against the rules of layout.

use super::Judgement;
use super::data;
use super::precedence;
use crate::abi::LayoutPlan;
use crosscall_model::Case;
use crosscall_model::c;
use crosscall_model::finding::{Expected, LayoutFact, Observed, Topic};
use crosscall_model::unit::{LayoutItem, layout_items};

/// Holds the numbers of `layout{k}`, the bytes of `image{k}_{i}` and the alignment of their addresses
/// against the document. `placed` has the greatest power of two that each address is known to be a multiple
/// of. A number or an image that the object file does not have is left out of `numbers` or `images` by the caller,
/// which reports it as untestable.
pub fn judge_layout(
    case: &Case,
    plan: &LayoutPlan,
    numbers: &[u64],
    images: &[Vec<u8>],
    placed: &[u64],
) -> Judgement {
    let mut judgement = Judgement::new(case.target);
    let items = layout_items(case);
    let all: Vec<_> = items.iter().zip(&plan.numbers).zip(numbers).collect();
    for ((_, expected), _) in all.iter().filter(|((_, expected), _)| expected.value.is_some()) {
        judgement.exercise(&expected.clauses);
    }
    for ((item, expected), seen) in precedence::causes_first(all) {
        let Some(value) = expected.value.filter(|value| value != seen) else { continue };
        let (topic, wanted) = (Topic::Layout(fact(item)), Expected::Number(value));
        judgement.contradict(&expected.clauses, topic, wanted, Observed::Number(*seen));
    }
    for (i, (expected, seen)) in plan.images.iter().zip(images).enumerate() {
        judgement.exercise(&expected.clauses);
        if !expected.image.matches(seen) {
            judgement.contradict(
                &data::of_image(expected, seen),
                Topic::Layout(LayoutFact::Image(i)),
                Expected::Image(expected.image.clone()),
                Observed::Bytes(seen.clone()),
            );
        }
    }
    for (i, (expected, known)) in plan.objects.iter().zip(placed).enumerate() {
        let Some(align) = expected.value else { continue };
        judgement.exercise(&expected.clauses);
        if known % align.max(1) != 0 {
            judgement.contradict(
                &expected.clauses,
                Topic::Layout(LayoutFact::ImageAddress(i)),
                Expected::MultipleOf(align),
                Observed::MultipleOf(*known),
            );
        }
    }
    judgement
}

fn fact(item: &LayoutItem<'_>) -> LayoutFact {
    match item {
        LayoutItem::Size(ty) => LayoutFact::Size(c::type_name(ty)),
        LayoutItem::Align(ty) => LayoutFact::Align(c::type_name(ty)),
        LayoutItem::Offset(ty, member) => LayoutFact::Offset(c::type_name(ty), *member),
        LayoutItem::Signed(ty) => LayoutFact::Signed(c::type_name(ty)),
        LayoutItem::FieldSigned(ty, member) => LayoutFact::FieldSigned(c::type_name(ty), *member),
    }
}
