//! The called side: receives its parameters, makes calls and uses a local array, writes every scalar of the
//! parameters to the slots, and returns the prepared result.

use crosscall_model::{Form, unit};

use super::array::{Dynamic, Local};
use super::frame::{Frame, Home, Makes, Planned};
use super::held::{Held, extend, hold, hold_result_pointer, pointed};
use super::kept::Kept;
use super::others;
use super::recursion::Recursion;
use super::unit::{Prepared, Unit};
use super::walk;
use crate::asm::{Asm, Mem};
use crate::convention::Convention;
use crate::emit::{Access, Op, Reg};
use crate::fault::Mechanism;
use crate::laid::{Laid, LeafPlace};
use crate::places::{Part, PassMode, Returned, Spot};

/// Value of bits that a fault or a reading leaves undefined.
pub(super) const JUNK: u32 = 0x5ca1;

/// Mask that parameters are changed with.
const MASK: u32 = 0x5a3c_6996;

/// Callee of one case while it is generated.
pub(super) struct Callee<'a> {
    pub(super) prepared: &'a Prepared<'a>,
    pub(super) convention: &'a dyn Convention,
    /// True if parameters have to survive something, such as a call.
    pub(super) busy: bool,
    pub(super) held: Vec<Held>,
    /// Local copies of aggregates that are passed by pointer: argument, offset in the frame.
    pub(super) copies: Vec<(usize, u32)>,
    /// Offsets in the frame of space for unnamed arguments whose pieces are not adjacent, by argument.
    pub(super) gathered: Vec<Option<u32>>,
    /// Location of the address for the result.
    pub(super) result_pointer: Option<Held>,
    /// Local array.
    pub(super) array: Local,
    /// Words that survive the calls.
    pub(super) kept: Kept,
    /// Array of variable length, and the offset in the frame of the value that was read from it.
    pub(super) dynamic: Option<(Dynamic, u32)>,
    /// Offset in the frame of the value that other functions returned.
    pub(super) other: Option<u32>,
    /// Recursive call.
    pub(super) again: Option<Recursion<'a>>,
    pub(super) frame: Planned<'a>,
}

/// Emits the callee of a case with its slots and its result object.
pub(super) fn emit(unit: &mut Unit, prepared: &Prepared<'_>) {
    let (k, case) = (prepared.k, prepared.case);
    let name = unit::callee(k);
    unit.function(&name, format_args!("{}", prepared.headline(&name)));
    let leaves: Vec<Vec<LeafPlace>> = prepared.each().map(|(_, laid, value, _)| laid.leaves(value)).collect();
    let callee = Callee::plan(prepared);
    if case.style.calls {
        unit.outside(&unit::clobber(k));
    }
    let asm = &mut unit.asm;
    callee.frame.enter(asm);
    callee.take_parameters(asm);
    prepared.convention.borrow_registers(asm);
    callee.mistakes(asm);
    callee.calls(asm);
    callee.call_recursively(asm);
    let skip = callee.array.write_and_check(asm, &callee.frame);
    callee.store_slots(asm, &leaves);
    callee.modify_composites(asm);
    if let Some(skip) = skip {
        asm.place_label(skip);
    }
    callee.compute_floating(asm);
    let is_vertex = case.style.form == Form::Vertex;
    if is_vertex && !prepared.convention.breaks(Mechanism::VertexReturns) {
        asm.emit.exit(&mut asm.text);
        unit.end_function(&name);
    } else if callee.ends_with_jump() {
        let end = format!("end{k}");
        callee.frame.leave_for(asm, &end, prepared.assignment.popped);
        unit.end_function(&name);
        unit.function(&end, format_args!("what the function before ends with"));
        if prepared.convention.always_saved().is_empty() {
            callee.end(&mut unit.asm);
            unit.asm.emit.ret(&mut unit.asm.text);
        } else {
            let own = Makes { callee: false, outgoing: 0, calls: false, dynamic: false };
            let frame = Frame::new(prepared.convention, own).plan(true);
            frame.enter(&mut unit.asm);
            callee.end(&mut unit.asm);
            frame.leave(&mut unit.asm, 0);
        }
        unit.end_function(&end);
    } else {
        for way in 1..case.style.ways_out() {
            callee.early_exit(asm, way);
        }
        callee.end(asm);
        callee.mistakes_at_end(asm);
        callee.frame.leave(asm, prepared.assignment.popped);
        unit.end_function(&name);
        if case.style.ways_out() > 1 {
            unit.words(&unit::way(k), std::iter::once(0));
        }
    }
    callee.fault_object(unit);
    others::objects(unit, "", k, case);
    if case.style.held > 0 {
        unit.words(&unit::held(k), (0..usize::from(case.style.held)).map(unit::held_value));
    }
    if case.style.others {
        others::functions(unit, "", k);
    }
    if case.style.calls && case.style.pointer {
        unit.pointer(&format!("to_clobber{k}"), &unit::clobber(k));
    }
    if let Some(again) = &callee.again {
        again.objects(unit, case);
    }
    unit.slots(&unit::received(k), unit::received_slots(case).len());
    if let (Some(laid), Some(value)) = (&prepared.result, &case.result) {
        unit.object(&unit::result(k), &laid.image(value), prepared.result_object_align());
    }
}

impl<'a> Callee<'a> {
    fn plan(prepared: &'a Prepared<'a>) -> Callee<'a> {
        let (style, convention) = (prepared.case.style, prepared.convention);
        let word = convention.word();
        let calls = style.calls || style.others || style.recursive;
        let busy = calls || style.locals > 0 || style.dynamic > 0 || style.held > 0 || style.rounds > 0;
        let passed = if style.recursive { prepared.assignment.stack_bytes } else { 0 };
        let outgoing = if calls { convention.frame().area.max(passed) } else { 0 };
        let mut frame =
            Frame::new(convention, Makes { callee: true, outgoing, calls, dynamic: style.dynamic > 0 });
        let mut copies = Vec::new();
        let mut held = Vec::with_capacity(prepared.arguments.len());
        for (i, laid, _, way) in prepared.each() {
            if i >= prepared.named() {
                held.push(Held::Unnamed);
                continue;
            }
            held.push(hold(laid, way, style.address_taken, busy, &mut frame));
            if matches!(way, PassMode::Pointer(_)) && copies_before_writing(style.address_taken, convention) {
                copies.push((i, frame.allocate(laid.size, convention.object_align(laid))));
            }
        }
        let result_pointer =
            prepared.assignment.result_pointer.map(|spot| hold_result_pointer(spot, busy, &mut frame));
        if let Some(list) = prepared.assignment.list {
            frame.list(if busy { list.kept } else { list.register }, list.align);
        }
        let array = Local::plan(style.locals, &mut frame);
        let spill = &prepared.assignment.spill;
        if !spill.is_empty() {
            frame.spill((word * spill.len() as u32).saturating_sub(convention.frame().area));
        }
        let roles = convention.roles();
        if prepared.variadic() {
            frame.save(if busy { roles.kept_walk } else { roles.computed });
        }
        let gathered = prepared.each().map(|(i, laid, _, way)| {
            let apart = i >= prepared.named() && walk::is_apart(prepared, laid, way);
            apart.then(|| frame.allocate(laid.size, convention.object_align(laid)))
        });
        let gathered = gathered.collect();
        let kept = Kept::plan(style.held, style.rounds, None, &mut frame);
        let dynamic = Dynamic::of(prepared.case, outgoing).map(|array| (array, frame.allocate(word, word)));
        let other = style.others.then(|| frame.allocate(word, word));
        let again = style.recursive.then(|| Recursion::plan(prepared, &mut frame));
        let frame = frame.plan(spill.is_empty());
        Callee {
            prepared,
            convention,
            busy,
            held,
            copies,
            gathered,
            result_pointer,
            array,
            kept,
            dynamic,
            other,
            again,
            frame,
        }
    }

    /// Emits what the target's functions with floating values do, if an argument or the result is one.
    fn compute_floating(&self, asm: &mut Asm) {
        let result = self.prepared.result.as_ref().is_some_and(Laid::is_floating);
        if result || self.prepared.arguments.iter().any(Laid::is_floating) {
            self.convention.compute_floating(asm, result);
        }
    }

    /// Moves the parameters to where they are held.
    fn take_parameters(&self, asm: &mut Asm) {
        if let (Some(list), Some(held)) = (self.prepared.assignment.list, self.frame.list) {
            asm.copy_register(held.base, list.register);
        }
        for (i, laid, _, way) in self.prepared.each() {
            let Some(held) = self.held.get(i) else { continue };
            if matches!(held, Held::Unnamed) {
                break;
            }
            self.prepared.comment(asm, i, laid, way);
            self.take(asm, laid, way, held);
        }
        if let (Some(Spot::Register(r)), Some(Held::Pointer(to))) =
            (self.prepared.assignment.result_pointer, &self.result_pointer)
        {
            asm.copy_register(*to, r);
        }
        if let (Some(Spot::Register(r)), Some(Held::StoredPointer(home))) =
            (self.prepared.assignment.result_pointer, &self.result_pointer)
        {
            asm.store(r, asm.word, self.frame.home(*home));
        }
        for (i, at) in &self.copies {
            let (Some(held), Some(laid)) = (self.held.get(*i), self.prepared.arguments.get(*i)) else {
                continue;
            };
            let from = pointed(asm, held, laid, &self.frame);
            asm.copy(self.frame.local(*at), from, laid.size);
        }
        if self.prepared.variadic() {
            self.start_walk(asm);
        }
    }

    fn take(&self, asm: &mut Asm, laid: &Laid, way: &PassMode, held: &Held) {
        match (way, held) {
            (PassMode::Value(parts), Held::Memory(Home::Frame(at))) => {
                for part in parts {
                    let to = self.frame.local(*at).at(part.offset);
                    if let Spot::Register(r) = part.spot {
                        let len = self.stored_bytes(part, laid);
                        asm.transfer_part(Access::Store, r, &Part { len, ..*part }, to);
                    } else if let Some(from) = Home::passed(part.spot) {
                        asm.copy(to, self.frame.home(from), part.len);
                    }
                }
            }
            (PassMode::Value(parts), Held::Word(_) | Held::Pair(..) | Held::Wide(..)) => {
                for part in parts {
                    if let Spot::Register(r) = part.spot {
                        asm.copy_register(self.kept(r), r);
                    }
                }
                if let Held::Word(r) = held
                    && !self.convention.passing().caller_extends
                {
                    extend(asm, *r, laid, laid.is_signed());
                }
                if let (Held::Word(r), Some(Mechanism::OneValue(value))) = (held, self.convention.fault()) {
                    self.mistake_value(asm, *r, value);
                }
            }
            (PassMode::Pointer(Spot::Register(r)), Held::Pointer(to)) => asm.copy_register(*to, *r),
            (PassMode::Pointer(Spot::Register(r)), Held::StoredPointer(home)) => {
                asm.store(*r, asm.word, self.frame.home(*home));
            }
            _ => {}
        }
    }

    /// Register that holds the value of an argument register in the body.
    fn kept(&self, r: Reg) -> Reg {
        if self.busy { self.convention.kept(r).unwrap_or(r) } else { r }
    }

    /// Number of bytes of a register that are stored to the frame: the whole word for an aggregate, whose home has
    /// space for it, unless the piece is empty or begins in the middle of a word.
    fn stored_bytes(&self, part: &Part, laid: &Laid) -> u32 {
        let word = self.convention.word();
        let is_whole =
            laid.is_record() && part.len > 0 && part.offset.is_multiple_of(word) && part.spread.is_none();
        if is_whole { part.len.max(word) } else { part.len }
    }

    /// Emits the calls between receiving and storing the parameters, and the code around them.
    fn calls(&self, asm: &mut Asm) {
        let (k, style) = (self.prepared.k, self.prepared.case.style);
        if !self.kept.is_empty() {
            let from = asm.roles.address;
            asm.address_of(from, &unit::held(k));
            self.kept.load(asm, from, &self.frame);
        }
        if let Some((array, _)) = self.dynamic {
            array.make(asm, &format!("size{k}"), &self.frame);
        }
        self.change(asm);
        let again = self.kept.begin_loop(asm, &self.frame);
        if style.calls {
            let pointer = format!("to_clobber{k}");
            others::function_address(asm, &unit::clobber(k), style.pointer.then_some(&pointer));
            self.frame.call(asm, asm.roles.scratch);
        }
        self.kept.end_loop(asm, again, &self.frame);
        if let Some((array, at)) = self.dynamic {
            array.read_to(asm, &self.frame, at);
        }
        if let Some(to) = self.other {
            others::call(asm, "", k, to, &self.frame);
        }
        self.change(asm);
    }

    /// Changes the parameters that are in registers or in the frame; a second change restores them. Parameters whose
    /// only place is the caller's are changed only where the callee may write there.
    fn change(&self, asm: &mut Asm) {
        if !self.prepared.case.style.written {
            return;
        }
        let [data, mask, _] = asm.roles.data;
        asm.constant(mask, MASK);
        for (held, laid) in self.held.iter().zip(&self.prepared.arguments) {
            match held {
                Held::Word(r) | Held::Wide(r, _) => asm.operate(Op::ExclusiveOr, *r, *r, mask),
                Held::Pair(low, high) => {
                    asm.operate(Op::ExclusiveOr, *low, *low, mask);
                    asm.operate(Op::ExclusiveOr, *high, *high, mask);
                }
                Held::Memory(home) if laid.size > 0 && self.may_write(*home) => {
                    let Mem { base, offset, .. } = self.frame.home(*home);
                    asm.access(Access::Load, 1, data, base, offset);
                    asm.operate(Op::ExclusiveOr, data, data, mask);
                    asm.access(Access::Store, 1, data, base, offset);
                }
                _ => {}
            }
        }
    }

    /// True if the function may write a parameter that is in memory.
    fn may_write(&self, home: Home) -> bool {
        match home {
            Home::Frame(_) => true,
            Home::Incoming(_) => self.convention.passing().writes_slots,
            Home::Listed(_) => false,
        }
    }

    /// True if the function ends with a jump to another one.
    fn ends_with_jump(&self) -> bool {
        self.prepared.case.style.tail && self.prepared.returned != Returned::Memory && self.frame.may_jump()
    }

    /// Emits the loading of the result, or of a mark in a slot where there is none.
    fn end(&self, asm: &mut Asm) {
        self.return_result(asm);
        if !self.prepared.case.style.tail {
            return;
        }
        let slots = unit::received_slots(self.prepared.case);
        if let Some(at) = slots.iter().position(|slot| slot.holds == unit::Holds::Ended) {
            let [slots, ended, _] = asm.roles.data;
            asm.address_of(slots, &unit::received(self.prepared.k));
            asm.constant(ended, unit::ENDED);
            asm.access(Access::Store, 4, ended, slots, at as i64 * unit::SLOT_BYTES as i64);
        }
    }

    /// Emits the exit that is taken when the unit's word for it has this number.
    fn early_exit(&self, asm: &mut Asm, way: u8) {
        let [data, address, _] = asm.roles.data;
        asm.address_of(address, &unit::way(self.prepared.k));
        asm.access(Access::Load, 4, data, address, 0);
        asm.add(data, data, -i64::from(way));
        asm.emit.test(&mut asm.text, data);
        let next = asm.new_label();
        asm.branch_not_zero(data, next);
        self.end(asm);
        self.mistakes_at_end(asm);
        self.mistakes_at_early_exit(asm);
        self.frame.leave(asm, self.prepared.assignment.popped);
        asm.place_label(next);
    }

    /// Writes to aggregates that were passed by pointer, where they belong to the callee.
    fn modify_composites(&self, asm: &mut Asm) {
        let wrong = self.convention.breaks(Mechanism::ModifyCallersObject);
        if !(self.prepared.case.style.address_taken || wrong) {
            return;
        }
        for (i, laid, _, _) in self.prepared.each() {
            let Some(held @ (Held::Pointer(_) | Held::StoredPointer(_))) = self.held.get(i) else { continue };
            if laid.size == 0 {
                continue;
            }
            let to = match self.copies.iter().find(|(of, _)| *of == i) {
                Some((_, at)) => self.frame.local(*at),
                None if self.convention.passing().caller_copies || wrong => {
                    pointed(asm, held, laid, &self.frame)
                }
                None => continue,
            };
            let [data, ..] = asm.roles.data;
            asm.constant(data, JUNK);
            asm.store(data, laid.size.min(4), to);
        }
    }
}

/// True if the callee copies aggregates that are passed by pointer.
fn copies_before_writing(address_taken: bool, convention: &dyn Convention) -> bool {
    address_taken && !convention.passing().caller_copies && !convention.breaks(Mechanism::ModifyCallersObject)
}
