//! Recursive call of a function with the parameters that it received.

use crosscall_model::Case;
use crosscall_model::unit::{self, Holds, SLOT_BYTES};

use super::callee::Callee;
use super::frame::{Frame, Home, Planned};
use super::held::{Held, pointed};
use super::others;
use super::passing::{Passing, Sources};
use super::unit::{Prepared, Unit};
use crate::asm::{Asm, Mem};
use crate::emit::{Access, Reg};
use crate::laid::Laid;
use crate::places::PassMode;

/// Recursive call of a function.
pub(super) struct Recursion<'a> {
    k: usize,
    passing: Passing<'a>,
    /// Offset in the frame of the block with copies of the parameters.
    block: u32,
    /// Offset in the frame of the address of this activation's slots.
    slots: u32,
}

impl<'a> Recursion<'a> {
    pub(super) fn plan(prepared: &'a Prepared<'a>, frame: &mut Frame<'_>) -> Recursion<'a> {
        let convention = prepared.convention;
        let word = convention.word();
        frame.save(convention.roles().objects);
        let known = convention.frame().round;
        let mut bytes = 0_u32;
        let mut objects = Vec::with_capacity(prepared.arguments.len());
        for laid in &prepared.arguments {
            // Space for a register that is wider than a small value and is stored as a whole.
            bytes = bytes.next_multiple_of(convention.object_align(laid).clamp(word, known.max(word)));
            objects.push(bytes);
            bytes += laid.size.next_multiple_of(word);
        }
        let block = frame.allocate(bytes, known);
        let sources = Sources { prefix: "", objects, align: known, computed: false };
        // A copy is correct whether or not the callee may write to the address that it receives.
        let passing = Passing::plan(prepared, sources, true, frame);
        Recursion { k: prepared.k, passing, block, slots: frame.allocate(word, word) }
    }

    /// Writes the objects that the call needs.
    pub(super) fn objects(&self, unit: &mut Unit, case: &Case) {
        unit.words(&self.flag(), std::iter::once(0));
        if case.style.pointer {
            unit.pointer(&self.pointer(), &unit::callee(self.k));
        }
        self.passing.make_room_outside(unit);
    }

    /// Name of the object that holds 1 during the recursive call.
    fn flag(&self) -> String {
        format!("inside{}", self.k)
    }

    fn pointer(&self) -> String {
        format!("to_f{}", self.k)
    }

    fn set_flag(&self, asm: &mut Asm, value: u32) {
        let [data, flag, _] = asm.roles.data;
        asm.address_of(flag, &self.flag());
        asm.constant(data, value);
        asm.access(Access::Store, 4, data, flag, 0);
    }

    /// Loads the address of this activation's slots.
    pub(super) fn load_slots(&self, asm: &mut Asm, to: Reg, frame: &Planned<'_>) {
        asm.load(to, asm.word, frame.local(self.slots));
    }

    /// Loads the address of a slot.
    fn address_of_slot(&self, asm: &mut Asm, to: Reg, index: Option<usize>) {
        asm.address_of(to, &unit::received(self.k));
        asm.add(to, to, index.unwrap_or(0) as i64 * SLOT_BYTES as i64);
    }
}

impl Callee<'_> {
    /// Emits the function's call of itself, which only the outer activation makes; the inner activation fills slots
    /// of its own.
    pub(super) fn call_recursively(&self, asm: &mut Asm) {
        let Some(again) = &self.again else { return };
        let case = self.prepared.case;
        let slots = unit::received_slots(case);
        let [data, flag, _] = asm.roles.data;
        asm.comment(format_args!("calls itself, once"));
        asm.address_of(flag, &again.flag());
        asm.access(Access::Load, 4, data, flag, 0);
        asm.emit.test(&mut asm.text, data);
        let (inner, done) = (asm.new_label(), asm.new_label());
        asm.branch_not_zero(data, inner);
        again.set_flag(asm, 1);
        self.gather(asm, again);
        again.passing.copy_composites(asm, &self.frame);
        again.passing.put_arguments(asm, &self.frame);
        let pointer = again.pointer();
        others::function_address(asm, &unit::callee(again.k), case.style.pointer.then_some(&pointer));
        self.frame.call(asm, asm.roles.scratch);
        self.frame.undo_pop(asm, self.prepared.assignment.popped);
        again.set_flag(asm, 0);
        if let (Some(laid), Some(value)) = (&self.prepared.result, &case.result) {
            let first = slots.iter().position(|slot| matches!(slot.holds, Holds::Result(_)));
            again.address_of_slot(asm, asm.roles.slots, first);
            again.passing.store_result(asm, &laid.leaves(value), &self.frame);
        }
        if self.prepared.variadic() {
            self.restart_walk(asm);
        }
        again.address_of_slot(asm, data, None);
        asm.branch(done);
        asm.place_label(inner);
        again.address_of_slot(asm, data, slots.iter().position(|slot| slot.inner));
        asm.place_label(done);
        asm.store(data, asm.word, self.frame.local(again.slots));
    }

    /// Copies the parameters into one block of the frame, each as an object, and points to the first of them.
    fn gather(&self, asm: &mut Asm, again: &Recursion<'_>) {
        let objects = &again.passing.sources.objects;
        let mut position = self.walk_start();
        for ((i, laid, _, way), at) in self.prepared.each().zip(objects) {
            let home = self.frame.local(again.block + at);
            match self.held.get(i) {
                None | Some(Held::Nothing) => {}
                Some(Held::Unnamed) => self.gather_walking(asm, (i, laid, way), home, &mut position),
                Some(held) => self.gather_held(asm, (laid, way), held, home),
            }
        }
        asm.address(asm.roles.objects, self.frame.local(again.block));
    }

    /// Copies a named parameter into the block.
    fn gather_held(&self, asm: &mut Asm, (laid, way): (&Laid, &PassMode), held: &Held, home: Mem) {
        let word = asm.word;
        match held {
            Held::Nothing | Held::Unnamed => {}
            Held::Word(r) => asm.store(*r, laid.size, home),
            Held::Pair(low, high) => {
                asm.store(*low, word, home);
                asm.store(*high, word, home.at(word));
            }
            Held::Wide(r, _) => {
                if let PassMode::Value(parts) = way
                    && let [part] = parts.as_slice()
                {
                    asm.transfer_part(Access::Store, *r, part, home);
                }
            }
            Held::Memory(from @ Home::Incoming(_)) => {
                copy_close(asm, home, self.frame.home(*from), (laid.size, way.spread()));
            }
            Held::Memory(from) => asm.copy(home, self.frame.home(*from), laid.size),
            Held::Pointer(_) | Held::StoredPointer(_) => {
                let from = pointed(asm, held, laid, &self.frame);
                asm.copy(home, from, laid.size);
            }
        }
    }

    /// Copies the next unnamed parameter into the block.
    fn gather_walking(
        &self,
        asm: &mut Asm,
        (i, laid, way): (usize, &Laid, &PassMode),
        home: Mem,
        position: &mut i64,
    ) {
        if let Some((part, ways)) = self.unnamed_parts(laid, way) {
            for (half, own) in (0..).zip(&ways) {
                self.gather_next(asm, (part, own), home.at(half * part.size), position);
            }
            return;
        }
        if let (Some(Some(at)), PassMode::Value(parts)) = (self.gathered.get(i), way) {
            let from = self.gather_unnamed(asm, parts, *at, position);
            return asm.copy(home, from, laid.size);
        }
        self.gather_next(asm, (laid, way), home, position);
    }

    fn gather_next(&self, asm: &mut Asm, (laid, way): (&Laid, &PassMode), home: Mem, position: &mut i64) {
        let (word, [low, high, _]) = (asm.word, asm.roles.data);
        match self.next_unnamed(asm, way, laid, position) {
            Some(from) if matches!(way, PassMode::Pointer(_)) => asm.copy(home, from, laid.size),
            Some(from) => copy_close(asm, home, from, (laid.size, way.spread())),
            None if matches!(way, PassMode::Nothing) => {}
            None => {
                asm.store(low, word, home);
                asm.store(high, word, home.at(word));
            }
        }
    }
}

/// Copies an object of which `spread` bytes are in each word; without `spread`, the bytes are adjacent.
fn copy_close(asm: &mut Asm, to: Mem, from: Mem, (size, spread): (u32, Option<u32>)) {
    let Some(bytes) = spread.filter(|bytes| *bytes > 0) else { return asm.copy(to, from, size) };
    asm.copy_lanes((to, bytes), (from, asm.word), bytes, size);
}
