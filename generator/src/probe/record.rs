//! Frame records: where a document makes functions keep one, the frame pointer leads a callee to the caller's own links.

use crosscall_model::plan::{Link, Linkage, Place, Plan};
use crosscall_model::target::Register;

use super::text::Text;

/// Frame pointer that a caller sets, if the plan demands one.
pub(super) fn pointer(plan: &Plan) -> Option<Register> {
    plan.linkage.iter().find_map(|linkage| match (linkage.link, linkage.place) {
        (Link::FramePointer | Link::CallersStackPointer, Place::Register { register, byte: 0 }) => {
            Some(register)
        }
        _ => None,
    })
}

/// True for a link that is in a frame record, or is the frame pointer itself.
pub(super) fn has(plan: &Plan, linkage: &Linkage) -> bool {
    let register = match linkage.place {
        Place::Register { register, byte: 0 } => Some(register),
        Place::Pointed { base, .. } => Some(base),
        _ => None,
    };
    register.is_some() && register == pointer(plan) && linkage.link != Link::ReturnAddress
}

/// Writes the record right below the stack pointer, and makes the frame pointer what the stack pointer was. Both the
/// register with the return address and the frame pointer still hold what they held at the probe's entry.
pub(super) fn write(text: &mut Text<'_>, plan: &Plan) {
    let Some(pointer) = pointer(plan) else { return };
    let spelling = text.spelling;
    let links = || plan.linkage.iter().filter(|linkage| has(plan, linkage));
    let distance = |linkage: &Linkage| match linkage.place {
        Place::Pointed { offset, .. } => offset,
        _ => 0,
    };
    let bytes = links().map(|linkage| -distance(linkage)).fold(0, i64::max);
    let [temporary, ..] = spelling.language().work;
    if bytes > 0 {
        spelling.move_stack(&mut text.code, false, bytes.cast_unsigned(), temporary);
    }
    let home = plan.linkage.iter().find(|linkage| linkage.link == Link::ReturnAddress);
    for linkage in links() {
        let from = match linkage.link {
            Link::FramePointer | Link::CallersStackPointer => continue,
            Link::CallersReturnAddress => home.and_then(|home| home.place.register()),
            Link::CallersFramePointer => Some(pointer),
            _ => None,
        };
        match from {
            Some(from) => spelling.store_to_stack(&mut text.code, from, bytes + distance(linkage)),
            None => text.problems.push(format!("the {} in a frame record", linkage.link.words())),
        }
    }
    spelling.stack_address(&mut text.code, pointer, bytes);
}
