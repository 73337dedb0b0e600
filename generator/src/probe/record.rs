//! Frame records: where a document makes functions keep one, the frame pointer leads a callee to the caller's own links.

use crosscall_model::plan::{Link, Linkage, Place, Plan};
use crosscall_model::target::Register;

use super::text::Text;

/// Frame pointer that a caller sets, if the plan demands one.
pub(super) fn pointer(plan: &Plan) -> Option<Register> {
    plan.linkage.iter().find_map(|linkage| match (linkage.link, linkage.place) {
        (
            Link::FramePointer | Link::CallersStackPointer | Link::FrameRecord,
            Place::Register { register, byte: 0 },
        ) => Some(register),
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

/// Frame record below the stack pointer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// Frame pointer.
    pub pointer: Register,
    /// Bytes by which the stack pointer moves.
    pub bytes: u64,
    /// Distance of what the frame pointer becomes from the moved stack pointer: what that was before, or the record itself.
    pub at: u64,
    /// Distances from the moved stack pointer, each with the register that is stored there.
    pub links: Vec<(i64, Register)>,
}

/// The record that a plan demands of a caller, if it demands one.
///
/// # Errors
/// The link that no register has.
pub(super) fn of(plan: &Plan) -> Result<Option<Record>, String> {
    let Some(pointer) = pointer(plan) else { return Ok(None) };
    let own = || plan.linkage.iter().filter(|linkage| has(plan, linkage));
    let home = plan.linkage.iter().find(|linkage| linkage.link == Link::ReturnAddress);
    let home = home.and_then(|home| home.place.register());
    if own().any(|linkage| linkage.link == Link::FrameRecord) {
        return record_itself(pointer, home).map(Some);
    }
    let distance = |linkage: &Linkage| match linkage.place {
        Place::Pointed { offset, .. } => offset,
        _ => 0,
    };
    let bytes = own().map(|linkage| -distance(linkage)).fold(0, i64::max);
    let mut links = Vec::new();
    for linkage in own() {
        let from = match linkage.link {
            Link::FramePointer | Link::CallersStackPointer => continue,
            Link::CallersReturnAddress => home,
            Link::CallersFramePointer => Some(pointer),
            _ => None,
        };
        let from = from.ok_or_else(|| format!("the {} in a frame record", linkage.link.words()))?;
        links.push((bytes + distance(linkage), from));
    }
    let bytes = bytes.cast_unsigned();
    Ok(Some(Record { pointer, bytes, at: bytes, links }))
}

/// A record to which the frame pointer leads: what that held before, and the return address behind it.
fn record_itself(pointer: Register, home: Option<Register>) -> Result<Record, String> {
    let home = home.ok_or("a frame record where no register has the return address")?;
    Ok(Record { pointer, bytes: 16, at: 0, links: vec![(0, pointer), (8, home)] })
}

/// Writes the record right below the stack pointer, and sets the frame pointer. Both the register with the return address and the
/// frame pointer still hold what they held at the probe's entry.
pub(super) fn write(text: &mut Text<'_>, plan: &Plan) {
    let record = match of(plan) {
        Ok(record) => record,
        Err(problem) => return text.problems.push(problem),
    };
    let Some(Record { pointer, bytes, at, links }) = record else { return };
    let spelling = text.spelling;
    let [temporary, ..] = spelling.language().work;
    if bytes > 0 {
        spelling.move_stack(&mut text.code, false, bytes, temporary);
    }
    for (offset, from) in links {
        spelling.store_to_stack(&mut text.code, from, offset);
    }
    spelling.stack_address(&mut text.code, pointer, at.cast_signed());
}
