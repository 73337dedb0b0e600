//! The calling side: keeps words alive, puts every argument where it travels, calls, and writes the
//! result's scalars and the kept words to the slots.

use crosscall_model::unit;

use super::arguments::{Part, Spot, Way};
use super::asm::{Asm, DATA0, IP, Mem, Reg, SP};
use super::callee::{extend, pointer_align, slots_register};
use super::dialect::Dialect;
use super::frame::{Frame, Planned};
use super::leaves::{store_leaf, store_pair, store_register};
use super::returns::Returned;
use super::style::{self, Dynamic, Kept};
use super::unit::{Prepared, Unit, describe_spot, symbol};
use crate::fault::Mechanism;
use crate::laid::Laid;

/// Holds the address of the first of the case's objects.
const OBJECTS: Reg = Reg(26);
/// Holds addresses of copies.
const POINTER: Reg = Reg(23);
/// The address of an argument's object where a function computes it, on the way in and on the way out.
const OWN_ADDRESS: Reg = Reg(22);
const COMPUTED: Reg = Reg(24);
/// What is left in undefined upper bits.
const JUNK: u32 = 0xa5ca;

/// An object of the caller's own making in its frame, which others reach by its address.
#[derive(Clone, Copy)]
struct Local {
    offset: u32,
    /// What its address must be a multiple of where the stack pointer is not enough.
    round: Option<u32>,
    align: u32,
}

struct Caller<'a> {
    prepared: &'a Prepared<'a>,
    dialect: &'a Dialect,
    /// Distance of each argument's object from the first object of the case.
    objects: Vec<u32>,
    /// Copies of composites passed by pointer, by argument.
    copies: Vec<Option<Local>>,
    result: Option<Local>,
    kept: Kept,
    /// The array of unknown size, and where in the frame it is noted what was read from it.
    dynamic: Option<(Dynamic, u32)>,
    /// Where in the frame it is noted what other functions gave.
    other: Option<u32>,
    frame: Planned,
}

/// Emits the caller of a case with its slots and its objects.
pub(super) fn emit(unit: &mut Unit, prepared: &Prepared<'_>, dialect: &Dialect) {
    let (k, case) = (prepared.k, prepared.case);
    let objects = place_objects(unit, prepared);
    let name = symbol(unit::caller(k));
    unit.function(&name, &prepared.headline(&unit::callee(k)));
    let caller = Caller::plan(prepared, dialect, objects);
    let asm = &mut unit.asm;
    caller.frame.enter(asm, dialect);
    caller.load_kept(asm);
    caller.call(asm);
    caller.store_slots(asm);
    caller.frame.leave(asm, 0, dialect);
    unit.end_function(&name);
    style::objects(unit, "call_", k, case);
    if case.style.others {
        style::other_functions(unit, "call_", k);
    }
    if case.style.pointer {
        style::pointer(unit, &format!("call_to_f{k}"), &unit::callee(k));
    }
    if caller.passes() {
        let name = symbol(format!("call_pass{k}"));
        unit.function(&name, "a call at the end of a function that does nothing else");
        let pointer = format!("call_to_f{k}");
        style::function_address(&mut unit.asm, &unit::callee(k), case.style.pointer.then_some(&pointer));
        unit.asm.one("jr", IP);
        unit.end_function(&name);
    }
    if case.style.computed && !case.arguments.is_empty() {
        let name = symbol(format!("call_same{k}"));
        unit.function(&name, "gives back the address that it gets");
        unit.asm.copy_register(COMPUTED, OWN_ADDRESS);
        unit.asm.plain("rts");
        unit.end_function(&name);
    }
    unit.slots(&symbol(unit::returned(k)), unit::returned_slots(case).len());
}

/// Emits the kept words and the argument objects, as one block; gives the distance of each argument's
/// object from the block's first byte.
fn place_objects(unit: &mut Unit, prepared: &Prepared<'_>) -> Vec<u32> {
    let (k, live) = (prepared.k, usize::from(prepared.case.style.live));
    let align = prepared.arguments.iter().map(|laid| laid.align).max().unwrap_or(1).max(4);
    unit.data.push_str(&format!("\t.balign {align}\n"));
    let mut at = 0;
    if live > 0 {
        let words: Vec<u8> = (0..live).flat_map(|i| unit::keep_value(i).to_le_bytes()).collect();
        at = words.len() as u32;
        unit.object(&symbol(unit::keep(k)), &words, 4);
    }
    let mut places = Vec::with_capacity(prepared.arguments.len());
    for (i, laid, value, _) in prepared.each() {
        at = at.next_multiple_of(laid.align);
        places.push(at);
        let bytes = laid.image(value);
        at += bytes.len() as u32;
        unit.object(&symbol(unit::argument(k, i)), &bytes, laid.align);
    }
    places
}

impl<'a> Caller<'a> {
    fn plan(prepared: &'a Prepared<'a>, dialect: &'a Dialect, objects: Vec<u32>) -> Caller<'a> {
        let mut frame = Frame::of_caller(prepared.assignment.stack_bytes);
        let own = |frame: &mut Frame, laid: &Laid| {
            let align = pointer_align(laid, dialect);
            let known = if dialect.breaks(Mechanism::StackAlignment) { 4 } else { dialect.entry_align() };
            let round = (align > known).then_some(align);
            let offset = frame.allocate(laid.size + round.unwrap_or(0), align);
            Local { offset, round, align }
        };
        let copying = dialect.caller_copies && !dialect.breaks(Mechanism::ModifyCallersObject);
        let copies = prepared
            .each()
            .map(|(_, laid, _, way)| match way {
                Way::Pointer(_) if copying => Some(own(&mut frame, laid)),
                _ => None,
            })
            .collect();
        let result = match (&prepared.result, prepared.returned) {
            (Some(laid), Returned::Memory) => Some(own(&mut frame, laid)),
            (Some(laid), Returned::Composite) => Some(Local {
                offset: frame.allocate(laid.size.next_multiple_of(8), 8),
                round: None,
                align: 4,
            }),
            _ => None,
        };
        let style = prepared.case.style;
        let wrong = match dialect.fault {
            Some(Mechanism::KeepIn(r)) => Some(Reg(r)),
            _ => None,
        };
        let kept = Kept::plan(style.live, style.rounds, wrong, &mut frame, dialect);
        let outgoing = prepared.assignment.stack_bytes.max(dialect.callee_area);
        let dynamic = Dynamic::of(prepared.case, outgoing).map(|array| (array, frame.allocate(4, 4)));
        let other = style.others.then(|| frame.allocate(4, 4));
        let frame = frame.plan(true, dialect);
        Caller { prepared, dialect, objects, copies, result, kept, dynamic, other, frame }
    }

    fn load_kept(&self, asm: &mut Asm) {
        self.point_to_objects(asm);
        self.kept.load(asm, OBJECTS, &self.frame);
    }

    /// Loads the address of the first of the case's objects.
    fn point_to_objects(&self, asm: &mut Asm) {
        let k = self.prepared.k;
        match (self.kept.is_empty(), self.objects.first()) {
            (false, _) => asm.address_of(OBJECTS, &symbol(unit::keep(k))),
            (true, Some(_)) => asm.address_of(OBJECTS, &symbol(unit::argument(k, 0))),
            (true, None) => {}
        }
    }

    /// The call, once or in a loop, and what is done around it.
    fn call(&self, asm: &mut Asm) {
        let (k, style) = (self.prepared.k, self.prepared.case.style);
        if let Some((array, _)) = self.dynamic {
            array.make(asm, &format!("call_size{k}"), &self.frame);
        }
        if let Some(to) = self.other {
            style::call_others(asm, "call_", k, to, &self.frame, self.dialect);
        }
        let again = self.kept.begin_loop(asm, &self.frame);
        if again.is_some() || self.other.is_some() {
            self.point_to_objects(asm);
        }
        self.copy_composites(asm);
        self.put_arguments(asm);
        if self.passes() {
            asm.address_of(IP, &symbol(format!("call_pass{k}")));
        } else {
            let pointer = format!("call_to_f{k}");
            style::function_address(asm, &unit::callee(k), style.pointer.then_some(&pointer));
        }
        self.frame.call(asm, IP, self.dialect);
        asm.add(SP, SP, -i64::from(self.prepared.assignment.popped));
        self.kept.end_loop(asm, again, &self.frame);
        if let Some((array, at)) = self.dynamic {
            array.read(asm, &self.frame);
            asm.store(DATA0, 4, self.frame.local(at));
        }
    }

    /// Whether the call is made by a function that does nothing else.
    fn passes(&self) -> bool {
        self.prepared.case.style.tail && self.prepared.case.signature.variadic.is_none()
    }

    /// The bytes of an argument's object.
    fn object(&self, i: usize, laid: &Laid) -> Mem {
        let offset = self.objects.get(i).copied().unwrap_or(0);
        Mem { base: OBJECTS, offset: offset.into(), align: laid.align }
    }

    /// The same while the argument is put where it travels: as a function gave its address back, if one did.
    fn source(&self, i: usize, laid: &Laid) -> Mem {
        let object = self.object(i, laid);
        if self.prepared.case.style.computed { Mem { base: COMPUTED, offset: 0, ..object } } else { object }
    }

    /// Puts the address of an object in the frame into a register.
    fn address_of(&self, asm: &mut Asm, r: Reg, local: Local) {
        asm.address(r, self.frame.local(local.offset));
        if let Some(align) = local.round {
            asm.round_up(r, align);
        }
    }

    fn copy_composites(&self, asm: &mut Asm) {
        for (i, laid, _, _) in self.prepared.each() {
            let Some(local) = self.copies.get(i).copied().flatten() else { continue };
            let to = if local.round.is_some() {
                self.address_of(asm, POINTER, local);
                Mem { base: POINTER, offset: 0, align: local.align }
            } else {
                self.frame.local(local.offset)
            };
            asm.copy(to, self.object(i, laid), laid.size);
        }
    }

    /// Stack arguments first, so that the argument registers are the last to be written.
    fn put_arguments(&self, asm: &mut Asm) {
        for (i, laid, _, way) in self.prepared.each() {
            self.prepared.comment(asm, i, laid, way);
            if self.prepared.case.style.computed && !matches!(way, Way::Nothing) {
                asm.address(OWN_ADDRESS, self.object(i, laid));
                asm.address_of(IP, &symbol(format!("call_same{}", self.prepared.k)));
                self.frame.call(asm, IP, self.dialect);
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
            asm.comment(format_args!("address for the result: {}", describe_spot(&spot, 4)));
            match spot {
                Spot::Register(r) => self.address_of(asm, Reg(r), local),
                Spot::Stack(at) => {
                    self.address_of(asm, POINTER, local);
                    asm.access("str", 4, POINTER, SP, at.into());
                }
            }
        }
    }

    fn put_pointer(&self, asm: &mut Asm, i: usize, laid: &Laid, spot: Spot) {
        let r = if let Spot::Register(r) = spot { Reg(r) } else { POINTER };
        match self.copies.get(i).copied().flatten() {
            Some(local) => self.address_of(asm, r, local),
            None => asm.address(r, self.source(i, laid)),
        }
        if let Spot::Stack(at) = spot {
            asm.access("str", 4, r, SP, at.into());
        }
    }

    fn put_part(&self, asm: &mut Asm, i: usize, laid: &Laid, part: &Part) {
        let from = self.source(i, laid).at(part.offset);
        let scalar = !laid.is_record() && laid.size < 4;
        match part.spot {
            Spot::Register(r) => {
                asm.load(Reg(r), part.len, from);
                if scalar {
                    self.fill(asm, Reg(r), laid);
                }
            }
            Spot::Stack(at) if scalar && !self.dialect.natural_slots => {
                asm.load(DATA0, part.len, from);
                self.fill(asm, DATA0, laid);
                asm.access("str", 4, DATA0, SP, at.into());
            }
            Spot::Stack(at) => asm.copy(self.frame.outgoing(at), from, part.len),
        }
    }

    /// Gives the upper bits of a narrow scalar what the dialect wants there.
    fn fill(&self, asm: &mut Asm, r: Reg, laid: &Laid) {
        if self.dialect.caller_extends != self.dialect.breaks(Mechanism::ArgumentExtension) {
            if laid.is_signed() {
                extend(asm, r, laid, true);
            }
        } else {
            asm.upper(r, JUNK);
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
        let slots = slots_register(self.dialect);
        if let Some(laid) = &prepared.result {
            prepared.comment_result(asm, laid);
        }
        asm.address_of(slots, &symbol(unit::returned(prepared.k)));
        self.store_result(asm, slots, &leaves);
        self.kept.store(asm, slots, &self.frame);
        for at in self.dynamic.map(|(_, at)| at).into_iter().chain(self.other) {
            style::store_from_frame(asm, slots, self.frame.local(at));
        }
    }

    fn store_result(&self, asm: &mut Asm, slots: Reg, leaves: &[crate::laid::LeafPlace]) {
        let Some(laid) = &self.prepared.result else { return };
        let value = match (self.prepared.returned, self.result) {
            (Returned::Word, _) => return store_register(asm, slots, Reg(0), laid.size),
            (Returned::Double, _) => {
                let (low, high) = if self.dialect.result_low_first { (0, 1) } else { (1, 0) };
                return store_pair(asm, slots, Reg(low), Reg(high));
            }
            (Returned::Composite, Some(local)) => {
                let home = self.frame.local(local.offset);
                asm.store(Reg(0), 4, home);
                for (r, at) in (1..4).zip((4..laid.size).step_by(4)) {
                    asm.store(Reg(r), 4, home.at(at));
                }
                home
            }
            (Returned::Memory, Some(local)) => {
                self.address_of(asm, POINTER, local);
                Mem { base: POINTER, offset: 0, align: local.align }
            }
            _ => return,
        };
        for leaf in leaves {
            store_leaf(asm, slots, value, leaf, self.dialect);
        }
    }
}
