//! Stack frames: their layout, prologue and epilogue.
//!
//! From the stack pointer on, against the direction in which the stack grows: the area that called functions own and
//! the outgoing arguments; objects; saved registers; the words of the argument registers that a variadic function
//! spills, next to the arguments of its caller.

use std::cell::Cell;

use crate::asm::{Asm, Mem, alignment};
use crate::convention::{Convention, FramePointer, FrameRules, PassedLinks, Roles, SavedWords};
use crate::emit::{Access, Op, Reg};
use crate::fault::Mechanism;
use crate::places::Spot;

/// Frame whose layout is being planned.
pub(crate) struct Frame<'c> {
    pub(super) convention: &'c dyn Convention,
    rules: FrameRules,
    /// True if the stack grows to lower addresses.
    down: bool,
    /// Bytes used so far: by the outgoing arguments, where they are at the frame's lower end, and by objects.
    used: u32,
    /// Bytes of outgoing arguments where they are at the frame's upper end.
    outgoing_above: u32,
    /// Registers to save, in ascending order.
    saved: Vec<Reg>,
    /// True if the function makes calls.
    calls: bool,
    /// Bytes at the entry stack pointer for spilled argument registers.
    spilled: u32,
    /// True for the frame of a function under test that is called.
    callee: bool,
    /// True if the function has a frame pointer.
    frame_pointer: bool,
    /// True if places in the frame are addressed from the frame pointer.
    anchored: bool,
    /// List of parameters.
    list: Option<Mem>,
}

/// Properties of a function that its frame depends on.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Makes {
    /// True for a function under test that is called.
    pub(crate) callee: bool,
    /// Number of bytes for the area and arguments of its callees.
    pub(crate) outgoing: u32,
    /// True if it makes calls.
    pub(crate) calls: bool,
    /// True if the stack pointer moves by a number of bytes that is known only at run time.
    pub(crate) dynamic: bool,
}

/// Memory in which a function finds a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Home {
    /// Own frame, at this offset.
    Frame(u32),
    /// Incoming stack location, at this distance from the entry stack pointer.
    Incoming(i32),
    /// List of parameters, at this distance from its beginning.
    Listed(u32),
}

impl Home {
    /// Place in which a caller passes something in memory; `None` for a register.
    pub(crate) fn passed(spot: Spot) -> Option<Home> {
        match spot {
            Spot::Register(_) => None,
            Spot::Stack(at) => Some(Home::Incoming(at)),
            Spot::List(at) => Some(Home::Listed(at)),
        }
    }
}

/// Frame with a fixed layout.
pub(crate) struct Planned<'c> {
    pub(super) convention: &'c dyn Convention,
    pub(super) rules: FrameRules,
    pub(super) roles: Roles,
    word: u32,
    /// True if the stack grows to lower addresses.
    pub(super) down: bool,
    /// Number of bytes between the stack pointer at entry and inside.
    pub(super) size: u32,
    /// Alignment of the stack pointer inside the function.
    align: u32,
    /// Saved registers with their offsets in the frame.
    saved: Vec<(Reg, u32)>,
    /// Offset of the saved link register.
    link: Option<u32>,
    /// Offset of the saved entry stack pointer.
    pointer: Option<u32>,
    /// True if the link register is saved by the instruction that moves the stack pointer.
    push: bool,
    /// True if the link register is saved before the stack pointer moves and loaded after it has moved back.
    link_beyond: bool,
    /// True if the function returns through another register, with an arbitrary value in the link register.
    lose_link: bool,
    /// True if the function has a frame pointer.
    frame_pointer: bool,
    /// Distance in bytes of the frame pointer from the stack pointer inside the function.
    frame_height: u32,
    /// Register from which places in the frame are addressed.
    base: Reg,
    /// Number of bytes by which the first of two steps moves the stack pointer.
    first_step: u32,
    /// True if faults of called functions apply.
    callee: bool,
    /// List of parameters.
    pub(super) list: Option<Mem>,
    /// Number of bytes by which the stack pointer is beyond the frame at this point of the text.
    beyond: Cell<u32>,
}

impl<'c> Frame<'c> {
    /// Frame of a function with these properties.
    pub(crate) fn new(convention: &'c dyn Convention, makes: Makes) -> Frame<'c> {
        Frame::directed(convention, makes, convention.grows_down())
    }

    /// Frame on a stack that grows to lower addresses (`down`) or to higher ones.
    fn directed(convention: &'c dyn Convention, makes: Makes, down: bool) -> Frame<'c> {
        let Makes { callee, outgoing, calls, dynamic } = makes;
        let rules = convention.frame();
        let frame_pointer = match rules.frame_pointer {
            FramePointer::Never => false,
            FramePointer::WithDynamic => dynamic,
            FramePointer::WithCalls => dynamic || calls,
            FramePointer::Always => true,
        };
        let mut saved = convention.always_saved().to_vec();
        saved.extend(frame_pointer.then(|| convention.roles().frame));
        let outgoing = outgoing.next_multiple_of(rules.round);
        let starts_with_words = calls && rules.saved_words.is_some_and(|words| words.at_start);
        let next_to_caller = match (rules.link_beyond, starts_with_words) {
            (true, _) => convention.word(),
            (_, true) => 2 * convention.word(),
            _ => 0,
        };
        let (used, outgoing_above) = if down { (outgoing, 0) } else { (next_to_caller, outgoing) };
        Frame {
            convention,
            rules,
            down,
            used,
            outgoing_above,
            saved,
            calls,
            spilled: 0,
            callee,
            frame_pointer,
            anchored: frame_pointer && dynamic,
            list: None,
        }
    }

    /// Allocates an object and returns its offset, a multiple of `align` as far as the granularity of frames allows.
    pub(crate) fn allocate(&mut self, size: u32, align: u32) -> u32 {
        let at = self.used.next_multiple_of(align.clamp(1, self.rules.round));
        self.used = at + size;
        at
    }

    /// True if a register is in the list of registers to save.
    pub(crate) fn saves(&self, r: Reg) -> bool {
        self.saved.contains(&r)
    }

    /// Adds a register that the function writes to the registers to save, if it is callee-saved.
    pub(crate) fn save(&mut self, r: Reg) {
        if self.convention.is_saved(r) && !self.saved.contains(&r) {
            self.saved.push(r);
        }
    }

    /// Records the register that holds the address of the list of parameters, and the list's alignment.
    pub(crate) fn list(&mut self, base: Reg, align: u32) {
        self.save(base);
        self.list = Some(Mem::of(base, align));
    }

    /// Reserves the bytes at the entry stack pointer for spilled argument registers.
    pub(crate) fn spill(&mut self, bytes: u32) {
        self.spilled = bytes;
    }

    /// Assigns offsets to the registers to save.
    fn place_saved(&mut self) -> Vec<(Reg, u32)> {
        let emit = self.convention.emit();
        let word = self.convention.word();
        self.saved.sort_unstable();
        let registers = std::mem::take(&mut self.saved);
        self.used = self.used.next_multiple_of(word);
        if registers.len() > 1 && emit.widest() > word && self.rules.align > word {
            self.used = self.used.next_multiple_of(2 * word);
        }
        // Pairs need an alignment of their size: a register without its neighbour is followed by a gap.
        let mut saved = Vec::with_capacity(registers.len());
        for (i, r) in registers.iter().enumerate() {
            if registers.get(i + 1).is_some_and(|next| emit.pairs(*r, *next)) {
                self.used = self.used.next_multiple_of(2 * word);
            }
            let bytes = self.convention.register_bytes(*r);
            saved.push((*r, self.allocate(bytes, bytes)));
        }
        saved
    }

    /// Words that the function saves next to its stack pointer, which only a function with calls does.
    fn shown_words(&self) -> Option<SavedWords> {
        let hides = |mechanism| !self.callee && self.convention.breaks(mechanism);
        let passes = self.outgoing_above > self.rules.area;
        let swaps = passes && hides(Mechanism::SavedWordsSwapped);
        self.rules.saved_words.filter(|_| self.calls).map(|words| {
            let (link, pointer) =
                if swaps { (words.pointer, words.link) } else { (words.link, words.pointer) };
            SavedWords {
                link: link.filter(|_| !hides(Mechanism::SavedLink)),
                pointer: pointer.filter(|_| !hides(Mechanism::EntryPointer)),
                ..words
            }
        })
    }

    /// Fixes the layout. `area_free` is true if the callee's own area is not used for anything else.
    pub(crate) fn plan(mut self, area_free: bool) -> Planned<'c> {
        let (rules, convention, word) = (self.rules, self.convention, self.convention.word());
        let roles = convention.roles();
        let breaks = |mechanism| convention.breaks(mechanism);
        let lose_link = rules.loses_link || (self.callee && breaks(Mechanism::LinkRegister));
        let in_area = area_free && rules.area >= word && self.down;
        // The link register is saved at the frame's end next to the caller, which spilled registers would occupy.
        let link_beyond = rules.link_beyond && self.calls && self.spilled == 0;
        let record = self.frame_pointer && rules.frame_record && self.down;
        let stored = !rules.hidden_link && (self.calls || record || (lose_link && rules.stores_lost_link));
        let shown = self.shown_words();
        let elsewhere = shown.is_none_or(|words| words.link.is_none());
        let mut link =
            (stored && !in_area && !link_beyond && elsewhere && !record).then(|| self.allocate(word, word));
        let mut saved = self.place_saved();
        self.used += if link_beyond && self.down { word } else { 0 };
        self.used += if record { 2 * word } else { 0 };
        let total = self.used.next_multiple_of(word) + self.spilled + self.outgoing_above;
        let mut size = total.next_multiple_of(rules.round);
        let mut align = rules.align;
        if size > 0 {
            size += rules.odd;
        }
        if rules.odd == 0 && self.calls && breaks(Mechanism::StackAlignment) {
            size += align / 2;
            align /= 2;
        }
        if stored && in_area && !link_beyond {
            link = Some(size);
        }
        let place = |words: SavedWords, distance: u32| {
            if words.at_start { Some(distance) } else { size.checked_sub(distance) }
        };
        if let Some((words, distance)) = shown.and_then(|words| Some((words, words.link?))).filter(|_| stored)
        {
            link = place(words, distance);
        }
        let pointer = shown.and_then(|words| place(words, words.pointer?));
        let mut frame_height = 0;
        if record {
            frame_height = size - self.spilled;
            link = Some(frame_height - word);
            for (_, at) in saved.iter_mut().filter(|(r, _)| *r == roles.frame) {
                *at = frame_height - 2 * word;
            }
        }
        let first_step = if size > 0 { rules.first_step } else { 0 };
        let push = link.is_some() && in_area && first_step == 0 && (1..=rules.push).contains(&size);
        Planned {
            convention,
            rules,
            roles,
            word,
            down: self.down,
            size,
            align,
            saved,
            link,
            pointer,
            push,
            link_beyond,
            lose_link,
            frame_pointer: self.frame_pointer,
            frame_height,
            base: if self.anchored { roles.frame } else { roles.sp },
            first_step,
            callee: self.callee,
            list: self.list,
            beyond: Cell::new(0),
        }
    }
}

impl Planned<'_> {
    /// True if a register is saved.
    pub(crate) fn saves(&self, r: Reg) -> bool {
        self.saved.iter().any(|(saved, _)| *saved == r)
    }

    /// Change of the stack pointer that allocates `bytes` bytes.
    fn away(&self, bytes: u32) -> i64 {
        if self.down { -i64::from(bytes) } else { bytes.into() }
    }

    /// Distance of an offset in the frame from the stack pointer, where that is next to the frame.
    fn inside(&self, offset: u32) -> i64 {
        i64::from(offset) - if self.down { 0 } else { i64::from(self.size) }
    }

    /// Number of bytes by which the base of addresses is beyond the frame.
    fn moved(&self) -> u32 {
        if self.base == self.roles.sp { self.beyond.get() } else { 0 }
    }

    /// True if the frame is addressed from the frame pointer, wherever the stack pointer is.
    pub(crate) fn is_anchored(&self) -> bool {
        self.base != self.roles.sp
    }

    /// Distance in bytes of the base of addresses from the stack pointer inside the function.
    fn height(&self) -> i64 {
        if self.is_anchored() { self.frame_height.into() } else { 0 }
    }

    /// Memory operand of a home.
    pub(crate) fn home(&self, home: Home) -> Mem {
        match (home, self.list) {
            (Home::Frame(at), _) => self.local(at),
            (Home::Incoming(at), _) => self.incoming(at.into()),
            (Home::Listed(at), list) => list.unwrap_or(self.local(0)).at(at),
        }
    }

    /// Memory operand at an offset in the frame.
    pub(crate) fn local(&self, offset: u32) -> Mem {
        let offset = self.inside(offset) - self.away(self.moved());
        Mem { base: self.base, offset: offset - self.height(), align: alignment(self.align, offset) }
    }

    /// Memory operand at a distance from the entry stack pointer.
    pub(crate) fn incoming(&self, offset: i64) -> Mem {
        let align = alignment(self.rules.entry_align, offset);
        let entry = -self.away(self.size) - self.away(self.moved());
        Mem { base: self.base, offset: entry + offset - self.height(), align }
    }

    /// Records that from here on the stack pointer is `bytes` bytes beyond the frame, a multiple of the granularity
    /// of frames.
    pub(crate) fn beyond(&self, bytes: u32) {
        self.beyond.set(bytes);
    }

    /// Memory operand at a distance from the stack pointer, wherever it is.
    pub(crate) fn outgoing(&self, offset: i32) -> Mem {
        let offset = i64::from(offset);
        Mem { base: self.roles.sp, offset, align: alignment(self.align, offset) }
    }

    /// Emits the prologue.
    pub(crate) fn enter(&self, asm: &mut Asm) {
        let Roles { sp, link, .. } = self.roles;
        if self.link_beyond {
            asm.access(Access::Store, self.word, link, sp, self.beyond_entry());
        }
        let words = self.rules.saved_words;
        if self.push {
            asm.access_and_step(Access::Store, self.word, link, sp, self.away(self.size));
        } else if words.is_some_and(|words| words.first) {
            // Places inside the frame are still beyond the stack pointer here.
            self.save_words(asm, sp, self.away(self.size));
            self.make_room(asm);
        } else {
            self.make_room(asm);
            let mut entry = sp;
            if let (Some(words), Some(_)) = (words, self.pointer) {
                entry = words.temporary;
                asm.add(entry, sp, -self.away(self.size));
            }
            self.save_words(asm, entry, 0);
        }
        self.move_saved(asm, Access::Store);
        if self.frame_pointer {
            asm.add(self.roles.frame, sp, self.frame_height.into());
        }
        if self.lose_link && self.link.is_none() && !self.link_beyond {
            asm.copy_register(self.roles.back, link);
        }
        if self.lose_link {
            asm.constant(link, 0x1e57);
        }
        if self.rules.uses_beyond || self.convention.breaks(Mechanism::BelowStackPointer) {
            asm.access(Access::Store, self.word, sp, sp, self.away(2 * self.word));
        }
    }

    /// Stores the link register and the entry stack pointer, which `entry` holds, where the frame has places for
    /// them. The stack pointer is `before` bytes from its place inside the function.
    fn save_words(&self, asm: &mut Asm, entry: Reg, before: i64) {
        let Roles { sp, link, .. } = self.roles;
        for (register, at) in [(link, self.link), (entry, self.pointer)] {
            if let Some(at) = at {
                asm.access(Access::Store, self.word, register, sp, before + self.inside(at));
            }
        }
    }

    /// Saves the words for called functions once more next to the stack pointer, where that is beyond the frame.
    fn save_again(&self, asm: &mut Asm) {
        let is_moved = |words: &SavedWords| self.beyond.get() > 0 && !words.at_start;
        let Some(words) = self.rules.saved_words.filter(is_moved) else { return };
        let link = self.link.filter(|_| words.link.is_some());
        for at in [link, self.pointer].into_iter().flatten() {
            let from = self.local(at);
            asm.access(Access::Load, self.word, words.temporary, from.base, from.offset);
            asm.access(Access::Store, self.word, words.temporary, self.roles.sp, self.inside(at));
        }
    }

    /// Distance of the first word beyond the entry stack pointer from that pointer.
    fn beyond_entry(&self) -> i64 {
        if self.down { -i64::from(self.word) } else { 0 }
    }

    fn make_room(&self, asm: &mut Asm) {
        if self.size == 0 {
            return;
        }
        let sp = self.roles.sp;
        if self.first_step > 0 {
            asm.add(sp, sp, self.away(self.first_step));
        }
        asm.add(sp, sp, self.away(self.size - self.first_step));
    }

    fn move_saved(&self, asm: &mut Asm, way: Access) {
        let mut i = 0;
        while let Some(&(r, at)) = self.saved.get(i) {
            let pair = self
                .saved
                .get(i + 1)
                .is_some_and(|(next, next_at)| asm.emit.pairs(r, *next) && *next_at == at + self.word);
            let wide = pair && self.align >= 2 * self.word && at.is_multiple_of(2 * self.word);
            let bytes = self.convention.register_bytes(r) * if wide { 2 } else { 1 };
            asm.access(way, bytes, r, self.roles.sp, self.inside(at));
            i += if wide { 2 } else { 1 };
        }
    }

    /// Emits the epilogue, which also removes `popped` bytes of arguments, and the return.
    pub(crate) fn leave(&self, asm: &mut Asm, popped: u32) {
        let back = self.undo(asm, popped);
        if self.lose_link { asm.emit.jump(&mut asm.text, back) } else { asm.emit.ret(&mut asm.text) }
    }

    /// Emits the epilogue and a jump to another function, which returns for this one. Not allowed where the return
    /// address is not in the link register ([`Planned::may_jump`]).
    pub(crate) fn leave_for(&self, asm: &mut Asm, function: &str, popped: u32) {
        self.undo(asm, popped);
        let symbol = [asm.emit.symbol_prefix(), function];
        asm.emit.jump_to(&mut asm.text, symbol, self.roles.scratch);
    }

    /// True if the function can end with a jump to another one.
    pub(crate) fn may_jump(&self) -> bool {
        !self.lose_link
    }

    /// Emits the epilogue without the return; returns the register that holds the return address.
    fn undo(&self, asm: &mut Asm, popped: u32) -> Reg {
        let sp = self.roles.sp;
        if self.is_anchored() {
            asm.add(sp, self.base, -self.height());
        }
        self.move_saved(asm, Access::Load);
        let back = if self.lose_link { self.roles.back } else { self.roles.link };
        if let Some(at) = self.link {
            asm.access(Access::Load, self.word, back, sp, self.inside(at));
        }
        let breaks = |mechanism| self.callee && self.convention.breaks(mechanism);
        let lost = if breaks(Mechanism::StackPointer) { self.rules.round } else { 0 };
        let arguments = -self.away(popped) + self.away(lost);
        let up = -self.away(self.size);
        if let Some(at) = self.pointer {
            asm.access(Access::Load, self.word, sp, sp, self.inside(at));
            asm.add(sp, sp, arguments);
        } else if self.link_beyond {
            asm.add(sp, sp, up);
            asm.access(Access::Load, self.word, back, sp, self.beyond_entry());
            asm.add(sp, sp, arguments);
        } else if self.first_step > 0 {
            let step = -self.away(self.first_step);
            asm.add(sp, sp, up + arguments - step);
            asm.add(sp, sp, step);
        } else {
            asm.add(sp, sp, up + arguments);
        }
        if breaks(Mechanism::ReturnAddress) {
            asm.add(back, back, self.behind());
        }
        back
    }

    /// Distance from an instruction of at least 4 bytes to the next one: one instruction where code addresses count
    /// instructions, else 4 bytes.
    fn behind(&self) -> i64 {
        if self.convention.target().facts().code_unit > 1 { 1 } else { 4 }
    }

    /// Moves the stack pointer back by the arguments that a called function has removed.
    pub(crate) fn undo_pop(&self, asm: &mut Asm, popped: u32) {
        asm.add(self.roles.sp, self.roles.sp, self.away(popped));
    }

    /// Stores the links that a called function needs; returns the label after the call.
    fn pass_links(&self, asm: &mut Asm, leaves: PassedLinks) -> usize {
        let PassedLinks { temporary, entry_pointer } = leaves;
        let wrong = !self.callee && self.convention.breaks(Mechanism::EntryPointer);
        if wrong {
            asm.copy_register(temporary, self.roles.sp);
        } else {
            asm.address(temporary, self.incoming(0));
        }
        let to = self.outgoing(entry_pointer);
        asm.access(Access::Store, self.word, temporary, to.base, to.offset);
        let back = asm.new_label();
        asm.emit.set_return_link(&mut asm.text, back);
        if !self.callee && self.convention.breaks(Mechanism::NoLink) {
            asm.add(self.roles.link, self.roles.link, 1);
        }
        back
    }

    /// Emits a call of the function whose address is in a register.
    pub(crate) fn call(&self, asm: &mut Asm, function: Reg) {
        let sp = self.roles.sp;
        let half = i64::from(self.rules.align / 2);
        self.save_again(asm);
        let misalign = self.rules.odd > 0 && self.convention.breaks(Mechanism::StackAlignment);
        if misalign {
            asm.operate_with(Op::Subtract, sp, sp, half);
        }
        let hidden = self.rules.hidden_link;
        if !self.callee && self.convention.breaks(Mechanism::NoLink) && !hidden {
            asm.constant(self.roles.link, 0x400);
            asm.emit.jump(&mut asm.text, function);
        } else {
            let back = self.rules.passed_links.map(|leaves| self.pass_links(asm, leaves));
            asm.emit.call(&mut asm.text, function);
            if let Some(back) = back {
                asm.place_label(back);
            }
        }
        if misalign {
            asm.add(sp, sp, half);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crosscall_model::Target;

    /// Frame with outgoing arguments, objects, a saved register and a link register, in either direction.
    fn frame(down: bool) -> (Planned<'static>, Vec<(u32, u32)>) {
        let convention: &'static dyn Convention = Box::leak(
            <dyn Convention>::of_caller(&crate::Readings::defaults(Target::Epiphany), None).unwrap(),
        );
        let makes = Makes { callee: true, outgoing: 24, calls: true, dynamic: false };
        let mut frame = Frame::directed(convention, makes, down);
        let objects: Vec<(u32, u32)> =
            [(4, 4), (1, 1), (16, 8), (7, 2)].map(|(size, align)| (frame.allocate(size, align), size)).into();
        frame.save(Reg(4));
        (frame.plan(true), objects)
    }

    /// Distances from the stack pointer of everything in a frame: objects, saved registers, outgoing arguments.
    fn places(frame: &Planned<'_>, objects: &[(u32, u32)]) -> Vec<(i64, i64)> {
        let word = i64::from(frame.word);
        let mut all: Vec<(i64, i64)> =
            objects.iter().map(|(at, size)| (frame.local(*at).offset, i64::from(*size))).collect();
        all.extend(frame.saved.iter().map(|(_, at)| (frame.local(*at).offset, word)));
        all.extend(frame.link.map(|at| (frame.inside(at), word)));
        all.push((if frame.down { 0 } else { -24 }, 24));
        all.sort_unstable();
        all
    }

    #[test]
    fn nothing_in_a_frame_overlaps_whichever_way_the_stack_grows() {
        for down in [true, false] {
            let (frame, objects) = frame(down);
            let size = i64::from(frame.size);
            let all = places(&frame, &objects);
            let inside = if down { 0..size } else { -size..0 };
            for pair in all.windows(2) {
                let [(at, bytes), (next, _)] = pair else { unreachable!("pairs") };
                assert!(at + bytes <= *next, "{down}: {all:?}");
            }
            for (at, bytes) in &all {
                assert!(inside.contains(at) && at + bytes <= inside.end, "{down}: {all:?} in {inside:?}");
            }
        }
    }

    #[test]
    fn places_stay_where_they_are_while_the_stack_pointer_moves() {
        for down in [true, false] {
            let (frame, objects) = frame(down);
            let before = places(&frame, &objects);
            let incoming = frame.incoming(0).offset;
            frame.beyond(64);
            let away = if down { 64 } else { -64 };
            let (at, _) = objects[0];
            let moved = frame.local(at).offset;
            assert!(before.iter().any(|(old, _)| old + away == moved), "{down}: {moved} of {before:?}");
            assert_eq!(frame.incoming(0).offset, incoming + away, "{down}");
        }
    }
}
