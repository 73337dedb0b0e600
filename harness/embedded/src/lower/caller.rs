//! The calling side: keeps words alive, passes the arguments, makes the call, and writes the result's scalars and the
//! kept words to the slots.

use crosscall_model::unit;

use super::array::Dynamic;
use super::frame::{Frame, Makes, Planned};
use super::kept::Kept;
use super::others;
use super::passing::{Passing, Sources};
use super::unit::{Prepared, Unit};
use crate::asm::Asm;
use crate::emit::Reg;
use crate::fault::Mechanism;
use crate::places::Spot;

struct Caller<'a> {
    prepared: &'a Prepared<'a>,
    /// Arguments, result and list of parameters of the call.
    passing: Passing<'a>,
    kept: Kept,
    /// Array of variable length, and the offset in the frame of the value that was read from it.
    dynamic: Option<(Dynamic, u32)>,
    /// Offset in the frame of the value that other functions returned.
    other: Option<u32>,
    frame: Planned<'a>,
}

/// Emits the caller of a case with its slots and its objects.
pub(super) fn emit(unit: &mut Unit, prepared: &Prepared<'_>) {
    let (k, case) = (prepared.k, prepared.case);
    let objects = place_objects(unit, prepared);
    unit.outside(&unit::callee(k));
    let name = unit::caller(k);
    unit.function(&name, format_args!("{}", prepared.headline(&unit::callee(k))));
    let caller = Caller::plan(prepared, objects);
    let asm = &mut unit.asm;
    caller.frame.enter(asm);
    caller.load_kept(asm);
    caller.call(asm);
    caller.store_slots(asm);
    caller.frame.leave(asm, 0);
    unit.end_function(&name);
    others::objects(unit, "call_", k, case);
    if case.style.others {
        others::functions(unit, "call_", k);
    }
    if case.style.pointer {
        unit.pointer(&format!("call_to_f{k}"), &unit::callee(k));
    }
    if caller.passes() {
        let name = format!("call_pass{k}");
        unit.function(&name, format_args!("a call at the end of a function that does nothing else"));
        let pointer = format!("call_to_f{k}");
        others::function_address(&mut unit.asm, &unit::callee(k), case.style.pointer.then_some(&pointer));
        unit.asm.emit.jump(&mut unit.asm.text, unit.asm.roles.scratch);
        unit.end_function(&name);
    }
    if case.style.computed && !case.arguments.is_empty() {
        let name = format!("call_same{k}");
        unit.function(&name, format_args!("gives back the address that it gets"));
        unit.asm.copy_register(unit.asm.roles.computed, unit.asm.roles.own_address);
        unit.asm.emit.ret(&mut unit.asm.text);
        unit.end_function(&name);
    }
    caller.passing.make_room_outside(unit);
    unit.slots(&unit::returned(k), unit::returned_slots(case).len());
}

/// Emits the kept words and the argument objects as one block; returns the distance of each argument's object from
/// the first byte of the block.
fn place_objects(unit: &mut Unit, prepared: &Prepared<'_>) -> Vec<u32> {
    let (k, live) = (prepared.k, usize::from(prepared.case.style.live));
    let align = (0..prepared.arguments.len()).map(|i| prepared.object_align(i));
    let align = align.max().unwrap_or(1).max(4);
    unit.align_data(align);
    let mut at = 0;
    if live > 0 {
        unit.words(&unit::keep(k), (0..live).map(unit::keep_value));
        at = 4 * live as u32;
    }
    let mut places = Vec::with_capacity(prepared.arguments.len());
    for (i, laid, value, _) in prepared.each() {
        let align = prepared.object_align(i);
        at = at.next_multiple_of(align);
        places.push(at);
        let bytes = laid.image(value);
        at += bytes.len() as u32;
        unit.object(&unit::argument(k, i), &bytes, align);
    }
    places
}

impl<'a> Caller<'a> {
    fn plan(prepared: &'a Prepared<'a>, objects: Vec<u32>) -> Caller<'a> {
        let convention = prepared.convention;
        let (word, rules) = (convention.word(), convention.frame());
        let mut frame = Frame::new(
            convention,
            Makes {
                callee: false,
                outgoing: prepared.assignment.stack_bytes,
                calls: true,
                dynamic: prepared.case.style.dynamic > 0,
            },
        );
        let copying =
            convention.passing().caller_copies && !convention.breaks(Mechanism::ModifyCallersObject);
        let style = prepared.case.style;
        let sources = Sources { prefix: "call_", objects, align: u32::MAX, computed: style.computed };
        let passing = Passing::plan(prepared, sources, copying, &mut frame);
        let wrong = match convention.fault() {
            Some(Mechanism::KeepIn(r)) => Some(Reg(r)),
            _ => None,
        };
        frame.save(convention.roles().objects);
        if style.computed {
            frame.save(convention.roles().computed);
        }
        let kept = Kept::plan(style.live, style.rounds, wrong, &mut frame);
        let outgoing = prepared.assignment.stack_bytes.max(rules.area);
        let dynamic = Dynamic::of(prepared.case, outgoing).map(|array| (array, frame.allocate(word, word)));
        let other = style.others.then(|| frame.allocate(word, word));
        let frame = frame.plan(true);
        Caller { prepared, passing, kept, dynamic, other, frame }
    }

    fn load_kept(&self, asm: &mut Asm) {
        self.point_to_objects(asm);
        self.kept.load(asm, asm.roles.objects, &self.frame);
    }

    /// Loads the address of the first of the case's objects.
    fn point_to_objects(&self, asm: &mut Asm) {
        let (k, objects) = (self.prepared.k, asm.roles.objects);
        match (self.kept.is_empty(), self.passing.sources.objects.first()) {
            (false, _) => asm.address_of(objects, &unit::keep(k)),
            (true, Some(_)) => asm.address_of(objects, &unit::argument(k, 0)),
            (true, None) => {}
        }
    }

    /// Emits the call, once or in a loop, and the code around it.
    fn call(&self, asm: &mut Asm) {
        let (k, style, scratch) = (self.prepared.k, self.prepared.case.style, asm.roles.scratch);
        if let Some((array, _)) = self.dynamic {
            array.make(asm, &format!("call_size{k}"), &self.frame);
        }
        if let Some(to) = self.other {
            others::call(asm, "call_", k, to, &self.frame);
        }
        let keeps_list = style.rounds > 0 && self.prepared.convention.breaks(Mechanism::ListKept);
        if keeps_list {
            self.point_to_objects(asm);
            self.passing.put_arguments(asm, &self.frame);
        }
        let again = self.kept.begin_loop(asm, &self.frame);
        if again.is_some() || self.other.is_some() {
            self.point_to_objects(asm);
        }
        self.passing.copy_composites(asm, &self.frame);
        if keeps_list {
            let is_elsewhere = |spot: Spot| !matches!(spot, Spot::List(_));
            self.passing.put_some_arguments(asm, &self.frame, is_elsewhere);
        } else {
            self.passing.put_arguments(asm, &self.frame);
        }
        if self.passes() {
            asm.address_of(scratch, &format!("call_pass{k}"));
        } else {
            let pointer = format!("call_to_f{k}");
            others::function_address(asm, &unit::callee(k), style.pointer.then_some(&pointer));
        }
        self.frame.call(asm, scratch);
        self.frame.undo_pop(asm, self.prepared.assignment.popped);
        if self.prepared.convention.breaks(Mechanism::CallsTwice) {
            let again = if self.passes() { format!("call_pass{k}") } else { unit::callee(k) };
            asm.address_of(scratch, &again);
            self.frame.call(asm, scratch);
            self.frame.undo_pop(asm, self.prepared.assignment.popped);
        }
        self.kept.end_loop(asm, again, &self.frame);
        if let Some((array, at)) = self.dynamic {
            array.read_to(asm, &self.frame, at);
        }
    }

    /// True if the call is made by a function that does nothing else.
    fn passes(&self) -> bool {
        self.prepared.case.style.tail && !self.prepared.variadic()
    }

    /// Writes the result's scalars to the slots, followed by the kept words and the other values of the contract.
    fn store_slots(&self, asm: &mut Asm) {
        let prepared = self.prepared;
        let leaves = match (&prepared.result, &prepared.case.result) {
            (Some(laid), Some(value)) => laid.leaves(value),
            _ => Vec::new(),
        };
        if unit::returned_slots(prepared.case).is_empty() {
            return;
        }
        if let Some(laid) = &prepared.result {
            prepared.comment_result(asm, laid);
        }
        asm.address_of(asm.roles.slots, &unit::returned(prepared.k));
        self.passing.store_result(asm, &leaves, &self.frame);
        self.kept.store(asm, &self.frame);
        for at in self.dynamic.map(|(_, at)| at).into_iter().chain(self.other) {
            others::store_from_frame(asm, self.frame.local(at));
        }
    }
}
