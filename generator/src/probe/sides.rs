//! Behaviour of probes, independent of the assembly syntax.

use crosscall_model::plan::{
    Extension, Link, Linkage, Piece, Place, Plan, Preservation, StackRule, Transfer, WayOut,
};
use crosscall_model::target::{Facts, Register};
use crosscall_model::{Case, Target, unit};

use super::fill::{self, Contents, Filled, Filling, Object, Word};
use super::loader::{Loader, Moment};
use super::spelling::{Source, Spelling, Unit};
use super::text::Text;
use super::{Probe, record, table};

/// Alignment of the stack in bytes where the plan's one is impossible.
const USUAL_ALIGN: u64 = 8;

/// Greatest number of bytes of its own part of the stack that a callee's probe destroys.
const MOST_OWN: u64 = 1 << 14;

/// Registers for a probe's own work, before their final contents are loaded: scratch registers that carry nothing.
pub(super) fn temporaries(spelling: &dyn Spelling, plan: &Plan, busy: &[Register]) -> Vec<Register> {
    let free = |r: &Register| spelling.is_temporary(*r) && !busy.contains(r);
    let scratch = plan
        .registers
        .iter()
        .filter(|rule| rule.preservation == Preservation::Scratch)
        .map(|rule| rule.register);
    scratch.filter(free).collect()
}

/// Place of an address that is one piece: a register or a stack location.
pub(super) fn sole_place(pieces: &[Piece], address_bytes: u16) -> Option<Place> {
    match pieces {
        [Piece { offset: 0, len, place, rest: Extension::Unspecified }]
            if *len == u32::from(address_bytes) =>
        {
            Some(*place)
        }
        _ => None,
    }
}

/// Text of a routine that fills registers with poison.
pub(super) fn loader(spelling: &dyn Spelling, loader: &Loader) -> String {
    let mut text = Text::new(spelling, loader.target());
    let name = loader.name();
    text.function(&name);
    let facts = spelling.facts();
    let filled = |(register, poison): (Register, Vec<u8>)| {
        let words = poison.chunks(facts.word.into()).map(Word::number).collect();
        Filled { register, words, bytes: poison.len(), note: String::new() }
    };
    let filled: Vec<Filled> = loader.contents(facts).map(filled).collect();
    table::load(spelling, &mut text.code, &mut text.data, &spelling.local(&name), &filled, &[]);
    spelling.ret(&mut text.code);
    text.code + spelling.language().code[1] + &text.data + spelling.language().data[1]
}

/// Probe that calls the subject.
pub(super) fn caller(spelling: &dyn Spelling, k: usize, case: &Case, plan: &Plan) -> Probe {
    let mut text = Text::new(spelling, case.target);
    let (mut filling, objects) = fill::call(k, spelling.facts(), plan);
    let kept = spelling.local(&format!("kept{k}"));
    let [a, ..] = spelling.language().work;
    text.function(&unit::caller(k));
    spelling.address(&mut text.code, a, &kept);
    spelling.save_links(&mut text.code, a);
    spelling.label(&mut text.data, &kept, false, "");
    spelling.zero_words(&mut text.data, 2);
    record::write(&mut text, plan);
    make_stack(&mut text, k, plan, &mut filling);
    pass_links(&mut text, &kept, plan);
    let has_content = record::pointer(plan);
    let label = spelling.local(&format!("registers{k}"));
    text.fill(&label, &mut filling, has_content.as_slice(), Moment::Call);
    match plan.way_out {
        WayOut::Return => {
            spelling.pass_return_link(&mut text.code, &spelling.symbol(&unit::back(k)));
            text.call(&unit::callee(k));
        }
        // The function returns to nobody.
        WayOut::Exit => text.jump(&unit::callee(k)),
    }
    text.function(&unit::back(k));
    spelling.address(&mut text.code, a, &kept);
    spelling.return_by_saved(&mut text.code, a);
    for object in &objects {
        text.object(object);
    }
    let probe = text.finish(filling);
    if case.style.calls { probe.and(clobber(spelling, k, case.target, plan)) } else { probe }
}

/// The stack's part of a call.
pub(super) struct Shape {
    /// Distance of the first word from the stack pointer, in bytes.
    pub(super) lowest: i64,
    /// Words in the order of their addresses, with comments.
    pub(super) words: Vec<(Word, String)>,
    /// Bytes by which the stack pointer moves, towards the end of the stack, before it is aligned.
    pub(super) moved: u64,
    /// Alignment of the stack pointer in bytes, towards lower addresses.
    pub(super) align: u64,
    /// Space for a result.
    pub(super) frame: Option<Frame>,
}

impl Shape {
    pub(super) fn of(facts: &Facts, plan: &Plan, filling: &mut Filling) -> Shape {
        let word = u64::from(facts.word);
        let (lowest, words) = filling.stack();
        // What the call pushes is below the stack pointer as it is before.
        let pushed = u64::from(facts.call_pushes);
        let lowest = lowest.wrapping_sub_unsigned(pushed);
        let bytes = (words.len() as u64 * word).saturating_sub(pushed);
        let align = plan.stack.align_at_call.0.max(plan.stack.align_for_arguments.0);
        let align = align.max(plan.stack.align_always.0).max(word);
        let align = if align <= u64::from(u32::MAX) { align } else { USUAL_ALIGN };
        let frame = filling.room.take().map(|room| Frame::new(bytes, align, room, plan.stack.grows_down));
        let align = frame.as_ref().map_or(align, |frame| align.max(frame.room.align));
        if !align.is_power_of_two() {
            filling.problems.push(format!("a stack aligned to {align} bytes"));
        }
        // The pointer is aligned towards lower addresses: where the stack is there, extra space is needed.
        let room = frame.as_ref().map_or(bytes, |frame| frame.bytes);
        let moved = if plan.stack.grows_down { room } else { room + align - 1 };
        Shape { lowest, words, moved, align, frame }
    }
}

/// Allocates stack space, aligns the stack pointer, and writes the stack's part of a call.
pub(super) fn make_stack(text: &mut Text<'_>, k: usize, plan: &Plan, filling: &mut Filling) {
    let spelling = text.spelling;
    let [_, b, ..] = spelling.language().work;
    let Shape { lowest, words, moved, align, frame } = Shape::of(spelling.facts(), plan, filling);
    if moved > 0 {
        spelling.move_stack(&mut text.code, !plan.stack.grows_down, moved, b);
    }
    if align.is_power_of_two() {
        spelling.align_stack(&mut text.code, align, b);
    }
    text.room = frame.as_ref().map(|frame| (frame.room.label.clone(), frame.offset));
    if !words.is_empty() {
        copy_words(text, k, lowest, &words);
    }
    if let Some(frame) = frame {
        frame.poison(text, k);
    }
}

/// Writes words to the stack, from a distance from its pointer on.
fn copy_words(text: &mut Text<'_>, k: usize, lowest: i64, stack: &[(Word, String)]) {
    let spelling = text.spelling;
    let word = u64::from(spelling.facts().word);
    let [a, b, c, d] = spelling.language().work;
    let table = spelling.local(&format!("stack{k}"));
    spelling.address(&mut text.code, a, &table);
    spelling.stack_address(&mut text.code, b, lowest);
    spelling.number(&mut text.code, c, stack.len() as u64);
    spelling.copy(&mut text.code, &spelling.local(&format!("copy{k}")), Unit::Word, [a, b, c, d]);
    spelling.label(&mut text.data, &table, false, "");
    for (i, (contents, note)) in stack.iter().enumerate() {
        let offset = lowest + (i as u64 * word).cast_signed();
        let equals = if note.is_empty() { "" } else { " = " };
        let note = format!("sp{offset:+}{equals}{note}");
        let (contents, room) = (std::slice::from_ref(contents), text.room.as_ref().map(|(_, at)| *at));
        match room.filter(|_| text.is_room(contents)) {
            Some(room) => {
                spelling.stack_address(&mut text.code, b, room);
                spelling.store_to_stack(&mut text.code, b, offset);
                spelling.words(&mut text.data, &[Word::Number(0)], &note);
            }
            None => spelling.words(&mut text.data, contents, &note),
        }
    }
}

/// Writes a table of bytes with a note, and a loop that copies it to a stack location, or to the address in the second
/// work register. The labels are those of the table and of the loop.
fn copy_table(
    text: &mut Text<'_>,
    labels: [String; 2],
    stack: Option<i64>,
    (bytes, note): (&[u8], &str),
    (work, spare): ([Register; 4], &[Register]),
) {
    let (spelling, [a, b, c, _]) = (text.spelling, work);
    let [table, copy] = labels.map(|label| spelling.local(&label));
    spelling.address(&mut text.code, a, &table);
    if let Some(offset) = stack {
        spelling.stack_address(&mut text.code, b, offset);
    }
    spelling.number(&mut text.code, c, bytes.len() as u64);
    spelling.copy_bytes(&mut text.code, &copy, work, spare);
    spelling.label(&mut text.data, &table, false, note);
    spelling.bytes(&mut text.data, bytes);
}

/// Frame with space for a result next to the arguments of a call.
pub(super) struct Frame {
    pub(super) room: Object,
    /// Distance of the space from the stack pointer, in bytes.
    pub(super) offset: i64,
    /// Number of bytes of arguments and space.
    bytes: u64,
}

impl Frame {
    /// Frame whose space has exactly its alignment: where the stack pointer's alignment is greater, the space is not
    /// aligned to twice its own.
    fn new(arguments: u64, align: u64, room: Object, down: bool) -> Frame {
        let own = room.align.max(1);
        let len = room.contents.len();
        let least = if down { arguments } else { arguments + len };
        let distance = least.next_multiple_of(own);
        let distance =
            if align > own && (distance / own).is_multiple_of(2) { distance + own } else { distance };
        let offset = if down { distance.cast_signed() } else { -distance.cast_signed() };
        Frame { room, offset, bytes: if down { distance + len } else { distance } }
    }

    /// Fills the space with poison.
    fn poison(&self, text: &mut Text<'_>, k: usize) {
        let (spelling, work) = (text.spelling, text.spelling.language().work);
        let Contents::Bytes(bytes) = &self.room.contents else { return };
        if bytes.is_empty() {
            return;
        }
        let (labels, spare) = (["poison", "clean"].map(|name| format!("{name}{k}")), spelling.more_work());
        copy_table(text, labels, Some(self.offset), (bytes, &self.room.note), (work, spare));
    }
}

/// Links that a caller stores for its callee, in addition to what the call instruction does. Those in its own frame are of no
/// concern to the callee.
pub(super) fn passed_links(plan: &Plan) -> impl Iterator<Item = &Linkage> {
    let is_left = |link: Link| {
        !link.is_in_frame() && !matches!(link, Link::ReturnAddress | Link::Length(_) | Link::Count(..))
    };
    plan.linkage.iter().filter(move |linkage| is_left(linkage.link) && !record::has(plan, linkage))
}

/// Stores the links that a caller passes to its callee on the stack, in addition to what the call instruction does.
pub(super) fn pass_links(text: &mut Text<'_>, kept: &str, plan: &Plan) {
    let spelling = text.spelling;
    let [a, b, ..] = spelling.language().work;
    for (i, linkage) in passed_links(plan).enumerate() {
        let Place::Stack { offset } = linkage.place else {
            text.problems.push(format!("the {} in a register", linkage.link.words()));
            continue;
        };
        if i == 0 {
            spelling.address(&mut text.code, a, kept);
        }
        spelling.load_saved(&mut text.code, b, a, linkage.link == Link::CallersStackPointer);
        spelling.store_to_stack(&mut text.code, b, offset);
    }
}

/// Probe that destroys every register that a callee may destroy, and returns.
pub(super) fn clobber(spelling: &dyn Spelling, k: usize, target: Target, plan: &Plan) -> Probe {
    let mut text = Text::new(spelling, target);
    let mut filling = fill::destroyed(spelling.facts(), plan);
    text.function(&unit::clobber(k));
    match temporaries(spelling, plan, &[]).last() {
        Some(temporary) => text.flags(plan, *temporary),
        None => text.problems.push("no scratch register is free".to_owned()),
    }
    text.fill(&spelling.local(&format!("scratch{k}")), &mut filling, &[], Moment::Return);
    text.finish(filling)
}

/// Probe that the subject calls.
pub(super) fn callee(spelling: &dyn Spelling, k: usize, case: &Case, plan: &Plan) -> Probe {
    callee_with(spelling, k, case, plan, |_| {})
}

/// Probe that the subject calls, with code of its own before everything else.
pub(super) fn callee_with(
    spelling: &dyn Spelling,
    k: usize,
    case: &Case,
    plan: &Plan,
    first: impl FnOnce(&mut Text<'_>),
) -> Probe {
    let mut text = Text::new(spelling, case.target);
    let mut filling = fill::at_return(spelling.facts(), plan);
    text.function(&unit::callee(k));
    first(&mut text);
    let free = temporaries(spelling, plan, &carriers(plan));
    let [a, b, c, d, spare @ ..] = free.as_slice() else {
        text.problems.push("fewer than four scratch registers are free".to_owned());
        return text.finish(filling);
    };
    let work = [*a, *b, *c, *d];
    let kept = write_result(&mut text, k, plan, work, spare);
    destroy_own(&mut text, k, plan, work, spare);
    text.flags(plan, *a);
    text.fill(&spelling.local(&format!("left{k}")), &mut filling, &kept, Moment::Return);
    text.finish(filling)
}

/// Registers that carry the address of a result in memory, in either direction.
pub(super) fn carriers(plan: &Plan) -> Vec<Register> {
    let Some(Transfer::ByReference { pointer, returned, .. }) = plan.result.as_ref().map(|r| &r.transfer)
    else {
        return Vec::new();
    };
    pointer.iter().chain(returned.iter().flatten()).filter_map(|piece| piece.place.register()).collect()
}

/// Writes a result that is returned in memory. Returns the registers that have their final contents.
fn write_result(
    text: &mut Text<'_>,
    k: usize,
    plan: &Plan,
    work: [Register; 4],
    spare: &[Register],
) -> Vec<Register> {
    let (spelling, [_, b, ..]) = (text.spelling, work);
    let mut kept = Vec::new();
    let Some(passed) = &plan.result else { return kept };
    let Transfer::ByReference { pointer, returned, .. } = &passed.transfer else { return kept };
    let (word, address) = (i64::from(spelling.facts().word), spelling.facts().address);
    let pointer = sole_place(pointer, address);
    match pointer {
        Some(Place::Register { register, byte: 0 }) => {
            spelling.copy_register(&mut text.code, b, register, "");
        }
        Some(Place::Stack { offset }) if (offset >= 0) == plan.stack.grows_down && offset % word == 0 => {
            spelling.load_from_stack(&mut text.code, b, offset);
        }
        Some(Place::Pointed { base, offset: offset @ 0.. }) if offset % word == 0 => {
            let source = Source { base, offset: offset.cast_unsigned() };
            spelling.load(&mut text.code, b, &source, address.into(), None);
        }
        _ => text.problems.push("the address of the result at this place".to_owned()),
    }
    if let Some(returned) = returned {
        match sole_place(returned, address) {
            Some(place @ Place::Register { register, byte: 0 }) => {
                if pointer != Some(place) {
                    spelling.copy_register(&mut text.code, register, b, "the address goes back");
                }
                kept.push(register);
            }
            _ => text.problems.push("the address of the result returned at this place".to_owned()),
        }
    }
    if !passed.image.bytes.is_empty() {
        let labels = ["result", "fill"].map(|name| format!("{name}{k}"));
        copy_table(text, labels, None, (&passed.image.bytes, &passed.name), (work, spare));
    }
    kept
}

/// Number of bytes of the stack that belong to the callee and are destroyed, after that of bytes between the stack pointer
/// and the arguments, which may belong to the caller.
pub(super) fn own_bytes(stack: &StackRule) -> (u64, u64) {
    let (links, own) = if stack.callee_may_write_arguments {
        (stack.link_bytes, stack.argument_bytes.max(stack.callee_area))
    } else {
        (0, stack.callee_area)
    };
    (links.min(MOST_OWN), own.min(MOST_OWN).saturating_sub(links))
}

/// Poison for the stack bytes that belong to the callee, after the distance of the first one from the stack pointer.
pub(super) fn own_poison(stack: &StackRule) -> (i64, Vec<u8>) {
    let (links, own) = own_bytes(stack);
    let lowest = if stack.grows_down { links.cast_signed() } else { -(own + links).cast_signed() };
    let poison = |i: u64| {
        let offset = lowest.wrapping_add_unsigned(i);
        crate::poison::byte(crate::poison::callee_area_word, offset.cast_unsigned())
    };
    (lowest, (0..own).map(poison).collect())
}

/// Destroys the stack bytes that belong to the callee.
fn destroy_own(text: &mut Text<'_>, k: usize, plan: &Plan, work: [Register; 4], spare: &[Register]) {
    let (lowest, bytes) = own_poison(&plan.stack);
    if bytes.is_empty() {
        return;
    }
    let labels = ["area", "spill"].map(|name| format!("{name}{k}"));
    copy_table(text, labels, Some(lowest), (&bytes, "the callee's bytes of the stack"), (work, spare));
}
