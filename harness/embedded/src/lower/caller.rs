//! The calling side: keeps words alive, puts every argument where it travels, calls, and writes the
//! result's scalars and the kept words to the slots.

use crosscall_model::unit;

use super::array::Dynamic;
use super::frame::{Frame, Makes, Planned};
use super::held::extend;
use super::kept::Kept;
use super::leaves::{store_leaf, store_pair, store_register};
use super::others;
use super::unit::{Prepared, Unit};
use crate::asm::{Asm, Mem};
use crate::convention::Convention;
use crate::emit::{Access, Reg};
use crate::fault::Mechanism;
use crate::laid::{Laid, LeafPlace};
use crate::places::{Part, Returned, Spot, Told, Way};

/// What is left in undefined upper bits.
const JUNK: u32 = 0xa5ca;

/// An object of the caller's own making in its frame, which others reach by its address.
#[derive(Clone, Copy)]
struct Local {
    offset: u32,
    /// Whether it is an object by itself instead.
    outside: bool,
    /// What its address must be a multiple of where the stack pointer is not enough.
    round: Option<u32>,
    align: u32,
}

struct Caller<'a> {
    prepared: &'a Prepared<'a>,
    convention: &'a dyn Convention,
    /// Distance of each argument's object from the first object of the case.
    objects: Vec<u32>,
    /// Copies of composites passed by pointer, by argument.
    copies: Vec<Option<Local>>,
    result: Option<Local>,
    /// Where in the frame the list of parameters is.
    list: u32,
    kept: Kept,
    /// The array of unknown size, and where in the frame it is noted what was read from it.
    dynamic: Option<(Dynamic, u32)>,
    /// Where in the frame it is noted what other functions gave.
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
    if let (Some(Local { outside: true, align, .. }), Some(laid)) = (caller.result, &prepared.result) {
        unit.zeros(&room(k), laid.size, align);
    }
    unit.slots(&unit::returned(k), unit::returned_slots(case).len());
}

/// Emits the kept words and the argument objects, as one block; gives the distance of each argument's
/// object from the block's first byte.
fn place_objects(unit: &mut Unit, prepared: &Prepared<'_>) -> Vec<u32> {
    let (k, live) = (prepared.k, usize::from(prepared.case.style.live));
    let align = prepared.arguments.iter().map(|laid| prepared.convention.object_align(laid));
    let align = align.max().unwrap_or(1).max(4);
    unit.align_data(align);
    let mut at = 0;
    if live > 0 {
        unit.words(&unit::keep(k), (0..live).map(unit::keep_value));
        at = 4 * live as u32;
    }
    let mut places = Vec::with_capacity(prepared.arguments.len());
    for (i, laid, value, _) in prepared.each() {
        let align = prepared.convention.object_align(laid);
        at = at.next_multiple_of(align);
        places.push(at);
        let bytes = laid.image(value);
        at += bytes.len() as u32;
        unit.object(&unit::argument(k, i), &bytes, align);
    }
    places
}

/// The object in which a result is stored that has no place in the caller's frame.
fn room(k: usize) -> String {
    format!("call_blank{k}")
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
        let own = |frame: &mut Frame<'_>, laid: &Laid| {
            let align = convention.pointer_align(laid);
            let half = if convention.breaks(Mechanism::StackAlignment) { 2 } else { 1 };
            let known = (rules.entry_align / half).max(word);
            let round = (align > known).then_some(align);
            let offset = frame.allocate(laid.size + round.unwrap_or(0), align);
            Local { offset, outside: false, round, align }
        };
        let copying = convention.caller_copies() && !convention.breaks(Mechanism::ModifyCallersObject);
        let copies = prepared
            .each()
            .map(|(_, laid, _, way)| match way {
                Way::Pointer(_) if copying => Some(own(&mut frame, laid)),
                _ => None,
            })
            .collect();
        let result = prepared.result.as_ref().and_then(|laid| match &prepared.returned {
            Returned::Memory if !convention.result_room_in_frame() => {
                Some(Local { offset: 0, outside: true, round: None, align: convention.object_align(laid) })
            }
            Returned::Memory => Some(own(&mut frame, laid)),
            Returned::Registers(_) if laid.has_parts() => {
                let align = convention.object_align(laid).max(2 * word);
                let offset = frame.allocate(laid.size.next_multiple_of(2 * word), align);
                Some(Local { offset, outside: false, round: None, align: word })
            }
            _ => None,
        });
        let list = prepared.assignment.list.map_or(0, |list| frame.allocate(list.bytes, list.align));
        let style = prepared.case.style;
        let wrong = match convention.fault() {
            Some(Mechanism::KeepIn(r)) => Some(Reg(r)),
            _ => None,
        };
        if style.computed {
            frame.save(convention.roles().computed);
        }
        let kept = Kept::plan(style.live, style.rounds, wrong, &mut frame);
        let outgoing = prepared.assignment.stack_bytes.max(rules.area);
        let dynamic = Dynamic::of(prepared.case, outgoing).map(|array| (array, frame.allocate(word, word)));
        let other = style.others.then(|| frame.allocate(word, word));
        let frame = frame.plan(true);
        Caller { prepared, convention, objects, copies, result, list, kept, dynamic, other, frame }
    }

    fn load_kept(&self, asm: &mut Asm) {
        self.point_to_objects(asm);
        self.kept.load(asm, asm.roles.objects, &self.frame);
    }

    /// Loads the address of the first of the case's objects.
    fn point_to_objects(&self, asm: &mut Asm) {
        let (k, objects) = (self.prepared.k, asm.roles.objects);
        match (self.kept.is_empty(), self.objects.first()) {
            (false, _) => asm.address_of(objects, &unit::keep(k)),
            (true, Some(_)) => asm.address_of(objects, &unit::argument(k, 0)),
            (true, None) => {}
        }
    }

    /// The call, once or in a loop, and what is done around it.
    fn call(&self, asm: &mut Asm) {
        let (k, style, scratch) = (self.prepared.k, self.prepared.case.style, asm.roles.scratch);
        if let Some((array, _)) = self.dynamic {
            array.make(asm, &format!("call_size{k}"), &self.frame);
        }
        if let Some(to) = self.other {
            others::call(asm, "call_", k, to, &self.frame);
        }
        let again = self.kept.begin_loop(asm, &self.frame);
        if again.is_some() || self.other.is_some() {
            self.point_to_objects(asm);
        }
        self.copy_composites(asm);
        self.put_arguments(asm);
        if self.passes() {
            asm.address_of(scratch, &format!("call_pass{k}"));
        } else {
            let pointer = format!("call_to_f{k}");
            others::function_address(asm, &unit::callee(k), style.pointer.then_some(&pointer));
        }
        self.frame.call(asm, scratch);
        self.frame.take_back(asm, self.prepared.assignment.popped);
        self.kept.end_loop(asm, again, &self.frame);
        if let Some((array, at)) = self.dynamic {
            let [data, ..] = asm.roles.data;
            array.read(asm, &self.frame);
            asm.store(data, 4, self.frame.local(at));
        }
    }

    /// Whether the call is made by a function that does nothing else.
    fn passes(&self) -> bool {
        self.prepared.case.style.tail && !self.prepared.variadic()
    }

    /// The bytes of an argument's object.
    fn object(&self, asm: &Asm, i: usize, laid: &Laid) -> Mem {
        let offset = self.objects.get(i).copied().unwrap_or(0);
        Mem { base: asm.roles.objects, offset: offset.into(), align: self.convention.object_align(laid) }
    }

    /// The same while the argument is put where it travels: as a function gave its address back, if one did.
    fn source(&self, asm: &Asm, i: usize, laid: &Laid) -> Mem {
        let object = self.object(asm, i, laid);
        let computed = self.prepared.case.style.computed;
        if computed { Mem { base: asm.roles.computed, offset: 0, ..object } } else { object }
    }

    /// Puts the address of an object in the frame into a register.
    fn address_of(&self, asm: &mut Asm, r: Reg, local: Local) {
        if local.outside {
            return asm.address_of(r, &room(self.prepared.k));
        }
        asm.address(r, self.frame.local(local.offset));
        if let Some(align) = local.round {
            asm.round_up(r, align);
        }
    }

    fn copy_composites(&self, asm: &mut Asm) {
        for (i, laid, _, _) in self.prepared.each() {
            let Some(local) = self.copies.get(i).copied().flatten() else { continue };
            let to = if local.round.is_some() {
                let address = asm.roles.address;
                self.address_of(asm, address, local);
                Mem::of(address, local.align)
            } else {
                self.frame.local(local.offset)
            };
            asm.copy(to, self.object(asm, i, laid), laid.size);
        }
    }

    /// Stack arguments first, so that the argument registers are the last to be written.
    fn put_arguments(&self, asm: &mut Asm) {
        for (i, laid, _, way) in self.prepared.each() {
            self.prepared.comment(asm, i, laid, way);
            if self.prepared.case.style.computed && !matches!(way, Way::Nothing) {
                let scratch = asm.roles.scratch;
                asm.address(asm.roles.own_address, self.object(asm, i, laid));
                asm.address_of(scratch, &format!("call_same{}", self.prepared.k));
                self.frame.call(asm, scratch);
            }
            match way {
                Way::Nothing => {}
                Way::Pointer(spot) => self.put_pointer(asm, i, laid, *spot),
                Way::Value(parts) => {
                    for part in parts {
                        self.put_part(asm, i, laid, part);
                    }
                }
            }
        }
        if let (Some(spot), Some(local)) = (self.prepared.assignment.result_pointer, self.result) {
            let place = Told::spot(self.convention, spot, asm.word);
            asm.comment(format_args!("address for the result: {place}"));
            match spot {
                Spot::Register(r) => self.address_of(asm, r, local),
                Spot::Stack(at) => {
                    let address = asm.roles.address;
                    self.address_of(asm, address, local);
                    asm.access(Access::Store, asm.word, address, asm.roles.sp, at.into());
                }
                Spot::List(at) => {
                    let address = asm.roles.address;
                    self.address_of(asm, address, local);
                    asm.store(address, asm.word, self.listed(at));
                }
            }
        }
        if let Some(list) = self.prepared.assignment.list {
            let lower = match self.convention.fault() {
                Some(Mechanism::ListAddress(bytes)) => i64::from(bytes),
                _ => 0,
            };
            let Mem { base, offset, .. } = self.listed(0);
            asm.add(list.register, base, offset - lower);
        }
    }

    /// Bytes of the list of parameters.
    fn listed(&self, at: u32) -> Mem {
        self.frame.local(self.list).at(at)
    }

    fn put_pointer(&self, asm: &mut Asm, i: usize, laid: &Laid, spot: Spot) {
        let r = if let Spot::Register(r) = spot { r } else { asm.roles.address };
        match self.copies.get(i).copied().flatten() {
            Some(local) => self.address_of(asm, r, local),
            None => asm.address(r, self.source(asm, i, laid)),
        }
        match spot {
            Spot::Register(_) => {}
            Spot::Stack(at) => asm.access(Access::Store, asm.word, r, asm.roles.sp, at.into()),
            Spot::List(at) => asm.store(r, asm.word, self.listed(at)),
        }
    }

    fn put_part(&self, asm: &mut Asm, i: usize, laid: &Laid, part: &Part) {
        let from = self.source(asm, i, laid).at(part.offset);
        let scalar = !laid.is_record() && laid.size < asm.word;
        match part.spot {
            Spot::Register(r) => {
                asm.load_part(r, part, from);
                if self.convention.breaks(Mechanism::ArgumentLength) {
                    asm.lengthen(r, part.len, from);
                }
                if scalar {
                    self.fill(asm, r, laid);
                }
            }
            Spot::Stack(_) | Spot::List(_) if scalar && self.convention.extends_on_stack() => {
                let [data, ..] = asm.roles.data;
                asm.load(data, part.len, from);
                self.fill(asm, data, laid);
                let to = match part.spot {
                    Spot::Stack(at) => self.frame.outgoing(at),
                    Spot::List(at) => self.listed(at),
                    Spot::Register(_) => return,
                };
                asm.access(Access::Store, asm.word, data, to.base, to.offset);
            }
            Spot::List(at) => asm.copy(self.listed(at), from, part.len),
            Spot::Stack(at) if part.spread.is_some() => self.spread(asm, self.frame.outgoing(at), from, part),
            Spot::Stack(at) => asm.copy(self.frame.outgoing(at), from, part.len),
        }
    }

    /// Stores each scalar of a piece in a word of its own.
    fn spread(&self, asm: &mut Asm, to: Mem, from: Mem, part: &Part) {
        let [data, ..] = asm.roles.data;
        let bytes = part.spread.unwrap_or(asm.word).max(1);
        for lane in 0..part.len / bytes {
            asm.load(data, bytes, from.at(lane * bytes));
            asm.store(data, asm.word, to.at(lane * asm.word));
        }
    }

    /// Gives the upper bits of a narrow scalar what the dialect wants there.
    fn fill(&self, asm: &mut Asm, r: Reg, laid: &Laid) {
        if self.convention.caller_extends() != self.convention.breaks(Mechanism::ArgumentExtension) {
            if laid.is_signed() {
                extend(asm, r, laid, true);
            }
        } else {
            asm.emit.spoil_upper(&mut asm.text, r, JUNK);
        }
    }

    /// Writes the result's scalars, then the kept words and what else belongs to the slots.
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
        self.store_result(asm, &leaves);
        self.kept.store(asm, &self.frame);
        for at in self.dynamic.map(|(_, at)| at).into_iter().chain(self.other) {
            others::store_from_frame(asm, self.frame.local(at));
        }
    }

    fn store_result(&self, asm: &mut Asm, leaves: &[LeafPlace]) {
        let Some(laid) = &self.prepared.result else { return };
        let value = match (&self.prepared.returned, self.result) {
            (Returned::Nothing, _) => return,
            (Returned::Memory, Some(local)) => {
                let address = asm.roles.address;
                self.address_of(asm, address, local);
                Mem::of(address, local.align)
            }
            (returned, home) => {
                let parts: Vec<(Reg, &Part)> = returned.registers().collect();
                match (parts.as_slice(), home) {
                    ([(r, _)], None) => return store_register(asm, *r, laid.size),
                    ([(low, _), (high, _)], None) => return store_pair(asm, *low, *high),
                    (parts, Some(local)) => {
                        let home = self.frame.local(local.offset);
                        for (r, part) in parts {
                            // Whole words: the home has room for them.
                            let whole = part.offset.is_multiple_of(asm.word);
                            let len = if whole { part.len.max(asm.word) } else { part.len };
                            asm.store_part(*r, &Part { len, ..**part }, home.at(part.offset));
                        }
                        home
                    }
                    _ => return,
                }
            }
        };
        for leaf in leaves {
            store_leaf(asm, value, leaf, self.convention);
        }
    }
}
