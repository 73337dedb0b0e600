//! The called side: takes its parameters in, lets a call and a local array come between, writes every
//! scalar of them to the slots, and returns the prepared result.

use crosscall_model::unit;

use super::arguments::{Part, Spot, Way};
use super::asm::{Asm, DATA0, DATA1, FP, IP, LR, Mem, Reg, SP};
use super::dialect::{ComplexArgument, Dialect, HighRegisters};
use super::frame::{Frame, Planned, is_saved_by_callee};
use super::leaves::{store_leaf, store_pair, store_register};
use super::returns::Returned;
use super::style::{self, Dynamic, Kept};
use super::unit::{Prepared, Unit, symbol};
use super::walk::{KEPT_WALK, spills_registers};
use crate::fault::Mechanism;
use crate::laid::{Laid, LeafPlace, Shape};

/// Holds the address of the prepared result.
const RESULT: Reg = Reg(25);
/// Holds the address of a value that is read through a pointer.
const POINTER: Reg = Reg(23);
/// The constants register that is used as [`POINTER`] where the dialect allows it.
const CONSTANT: Reg = Reg(29);
/// What is written where a fault or a reading leaves bits undefined.
const JUNK: u32 = 0x5ca1;

/// The register that walks through the slots: one that only one reading of EPIPHANY-REG-14 gives away.
pub(super) fn slots_register(dialect: &Dialect) -> Reg {
    if dialect.high == HighRegisters::Scratch { Reg(40) } else { Reg(22) }
}

/// Where a parameter is while the body runs.
pub(super) enum Held {
    /// Nowhere: it has no bytes.
    Nothing,
    /// A scalar of at most a word in a register.
    Word(Reg),
    /// A double word in two registers, the low word first.
    Pair(Reg, Reg),
    /// In the frame, at this offset.
    Frame(u32),
    /// Where the caller put it on the stack.
    Incoming(u32),
    /// At an address in a register.
    At(Reg),
    /// At an address that lies in the frame at this offset.
    AtFrame(u32),
    /// At an address that the caller put on the stack.
    AtIncoming(u32),
    /// Unnamed: found by walking.
    Unnamed,
}

/// The callee of one case while it is generated.
pub(super) struct Callee<'a> {
    pub(super) prepared: &'a Prepared<'a>,
    pub(super) dialect: &'a Dialect,
    /// Whether parameters have to survive something.
    pub(super) busy: bool,
    pub(super) held: Vec<Held>,
    /// Local copies of composites passed by pointer: argument, offset in the frame.
    copies: Vec<(usize, u32)>,
    /// Where the address for the result is.
    result_pointer: Option<Held>,
    /// Offset of the local array.
    array: u32,
    /// The words that survive the calls.
    kept: Kept,
    /// The array of unknown size, and where in the frame it is noted what was read from it.
    dynamic: Option<(Dynamic, u32)>,
    /// Where in the frame it is noted what other functions gave.
    other: Option<u32>,
    pub(super) frame: Planned,
}

/// Emits the callee of a case with its slots and its result object.
pub(super) fn emit(unit: &mut Unit, prepared: &Prepared<'_>, dialect: &Dialect) {
    let (k, case) = (prepared.k, prepared.case);
    let name = symbol(unit::callee(k));
    let leaves: Vec<Vec<LeafPlace>> = prepared.each().map(|(_, laid, value, _)| laid.leaves(value)).collect();
    unit.function(&name, &prepared.headline(&unit::callee(k)));
    let callee = Callee::plan(prepared, dialect);
    let asm = &mut unit.asm;
    callee.frame.enter(asm, dialect);
    callee.take_parameters(asm);
    callee.faults(asm);
    callee.calls(asm);
    let skip = callee.use_array(asm);
    callee.store_slots(asm, &leaves);
    callee.modify_composites(asm);
    if let Some(skip) = skip {
        asm.place_label(skip);
    }
    callee.round(asm);
    let end = symbol(format!("end{k}"));
    if callee.ends_with_jump() {
        callee.frame.leave_for(asm, &end, prepared.assignment.popped, dialect);
        unit.end_function(&name);
        unit.function(&end, "what the function before ends with");
        callee.end(&mut unit.asm);
        unit.asm.plain("rts");
        unit.end_function(&end);
    } else {
        callee.end(asm);
        callee.frame.leave(asm, prepared.assignment.popped, dialect);
        unit.end_function(&name);
    }
    style::objects(unit, "", k, case);
    if case.style.held > 0 {
        let words: Vec<u8> =
            (0..usize::from(case.style.held)).flat_map(|i| unit::held_value(i).to_le_bytes()).collect();
        unit.object(&symbol(unit::held(k)), &words, 4);
    }
    if case.style.others {
        style::other_functions(unit, "", k);
    }
    if case.style.calls && case.style.pointer {
        style::pointer(unit, &format!("to_clobber{k}"), &unit::clobber(k));
    }
    unit.slots(&symbol(unit::received(k)), unit::received_slots(case).len());
    if let (Some(laid), Some(value)) = (&prepared.result, &case.result) {
        unit.object(&symbol(unit::result(k)), &laid.image(value), laid.align);
    }
}

/// Value of the register of modes: round toward zero, arithmetic on floats.
const TRUNCATE: u32 = 1;

impl<'a> Callee<'a> {
    fn plan(prepared: &'a Prepared<'a>, dialect: &'a Dialect) -> Callee<'a> {
        let style = prepared.case.style;
        let calls = style.calls || style.others;
        let busy = calls || style.locals > 0 || style.dynamic > 0 || style.held > 0 || style.rounds > 0;
        let outgoing = if calls { dialect.callee_area } else { 0 };
        let mut frame = Frame::of_callee(outgoing, calls);
        let mut copies = Vec::new();
        let mut held = Vec::with_capacity(prepared.arguments.len());
        for (i, laid, _, way) in prepared.each() {
            if i >= prepared.named() {
                held.push(Held::Unnamed);
                continue;
            }
            held.push(hold(laid, way, style.address_taken, busy, &mut frame, dialect));
            if matches!(way, Way::Pointer(_)) && copies_before_writing(style.address_taken, dialect) {
                copies.push((i, frame.allocate(laid.size, laid.align)));
            }
        }
        let result_pointer = prepared.assignment.result_pointer.map(|spot| match spot {
            Spot::Register(_) if busy => Held::At(kept_result_pointer(dialect)),
            Spot::Register(r) => Held::At(Reg(r)),
            Spot::Stack(at) => Held::AtIncoming(at),
        });
        if let (Some(Held::At(r)), true) = (&result_pointer, busy) {
            frame.save(*r);
        }
        let array = frame.allocate(u32::from(style.locals).next_multiple_of(4), 4);
        let first = prepared.assignment.after_named;
        let spills = first < 4 && spills_registers(prepared, dialect);
        if spills {
            frame.spill((16 - 4 * u32::from(first)).saturating_sub(dialect.callee_area));
        }
        if prepared.case.signature.variadic.is_some() && busy {
            frame.save(KEPT_WALK);
        }
        let kept = Kept::plan(style.held, style.rounds, None, &mut frame, dialect);
        let dynamic = Dynamic::of(prepared.case, outgoing).map(|array| (array, frame.allocate(4, 4)));
        let other = style.others.then(|| frame.allocate(4, 4));
        let frame = frame.plan(!spills, dialect);
        Callee { prepared, dialect, busy, held, copies, result_pointer, array, kept, dynamic, other, frame }
    }

    /// A function with floating values truncates for a moment, as if it had a use for that.
    fn round(&self, asm: &mut Asm) {
        let result = self.prepared.result.as_ref();
        let floating = self.prepared.each().any(|(_, laid, _, _)| laid.is_floating());
        if !floating && !result.is_some_and(Laid::is_floating) {
            return;
        }
        asm.read_modes(DATA0);
        asm.constant(DATA1, TRUNCATE);
        asm.write_modes(DATA1);
        let left = self.dialect.breaks(Mechanism::ModeLeft) && result.is_some_and(Laid::is_floating);
        if self.dialect.modes_preserved && !left {
            asm.write_modes(DATA0);
        }
    }

    /// Brings the parameters to where they are held.
    fn take_parameters(&self, asm: &mut Asm) {
        for (i, laid, _, way) in self.prepared.each() {
            let Some(held) = self.held.get(i) else { continue };
            if matches!(held, Held::Unnamed) {
                break;
            }
            self.prepared.comment(asm, i, laid, way);
            match (way, held) {
                (Way::Value(parts), Held::Frame(at)) => {
                    let home = self.frame.local(*at);
                    for part in parts {
                        match part.spot {
                            Spot::Register(r) => {
                                asm.store(Reg(r), whole_words(part.len, laid), home.at(part.offset))
                            }
                            Spot::Stack(from) => {
                                let from = self.frame.incoming(from.into(), self.dialect);
                                asm.copy(home.at(part.offset), from, part.len);
                            }
                        }
                    }
                }
                (Way::Value(parts), Held::Word(_) | Held::Pair(..)) => {
                    for part in parts {
                        if let Spot::Register(r) = part.spot {
                            asm.copy_register(kept(r, self.busy, self.dialect), Reg(r));
                        }
                    }
                    if let Held::Word(r) = held
                        && !self.dialect.caller_extends
                    {
                        extend(asm, *r, laid, laid.is_signed());
                    }
                }
                (Way::Pointer(Spot::Register(r)), Held::At(to)) => asm.copy_register(*to, Reg(*r)),
                (Way::Pointer(Spot::Register(r)), Held::AtFrame(at)) => {
                    asm.store(Reg(*r), 4, self.frame.local(*at));
                }
                _ => {}
            }
        }
        if let (Some(Spot::Register(r)), Some(Held::At(to))) =
            (self.prepared.assignment.result_pointer, &self.result_pointer)
        {
            asm.copy_register(*to, Reg(r));
        }
        for (i, at) in &self.copies {
            let (Some(held), Some(laid)) = (self.held.get(*i), self.prepared.arguments.get(*i)) else {
                continue;
            };
            let from = self.pointed(asm, held, laid);
            asm.copy(self.frame.local(*at), from, laid.size);
        }
        if self.prepared.case.signature.variadic.is_some() {
            self.start_walk(asm);
        }
    }

    /// The calls between the taking and the storing of the parameters, and what is done around them.
    fn calls(&self, asm: &mut Asm) {
        let (k, style) = (self.prepared.k, self.prepared.case.style);
        if !self.kept.is_empty() {
            asm.address_of(POINTER, &symbol(unit::held(k)));
            self.kept.load(asm, POINTER, &self.frame);
        }
        if let Some((array, _)) = self.dynamic {
            array.make(asm, &format!("size{k}"), &self.frame);
        }
        self.change(asm);
        let again = self.kept.begin_loop(asm, &self.frame);
        if style.calls {
            let pointer = format!("to_clobber{k}");
            style::function_address(asm, &unit::clobber(k), style.pointer.then_some(&pointer));
            self.frame.call(asm, IP, self.dialect);
        }
        self.kept.end_loop(asm, again, &self.frame);
        if let Some((array, at)) = self.dynamic {
            array.read(asm, &self.frame);
            asm.store(DATA0, 4, self.frame.local(at));
        }
        if let Some(to) = self.other {
            style::call_others(asm, "", k, to, &self.frame, self.dialect);
        }
        self.change(asm);
    }

    /// Changes the parameters that are in registers or in the frame; doing it again undoes it. Those whose
    /// only place is the caller's stay as they are: nobody is told to write there.
    fn change(&self, asm: &mut Asm) {
        if !self.prepared.case.style.written {
            return;
        }
        asm.constant(DATA1, 0x5a3c_6996);
        for (held, laid) in self.held.iter().zip(&self.prepared.arguments) {
            match held {
                Held::Word(r) => asm.three("eor", *r, *r, DATA1),
                Held::Pair(low, high) => {
                    asm.three("eor", *low, *low, DATA1);
                    asm.three("eor", *high, *high, DATA1);
                }
                Held::Frame(at) if laid.size > 0 => {
                    asm.access("ldr", 1, DATA0, SP, self.frame.local(*at).offset);
                    asm.three("eor", DATA0, DATA0, DATA1);
                    asm.access("str", 1, DATA0, SP, self.frame.local(*at).offset);
                }
                _ => {}
            }
        }
    }

    /// Whether the function ends with a jump to another one.
    fn ends_with_jump(&self) -> bool {
        self.prepared.case.style.tail && self.prepared.returned != Returned::Memory && self.frame.may_jump()
    }

    /// The result, or where there is none, what the function at the end leaves.
    fn end(&self, asm: &mut Asm) {
        self.return_result(asm);
        if !self.prepared.case.style.tail {
            return;
        }
        let slots = unit::received_slots(self.prepared.case);
        if let Some(at) = slots.iter().position(|slot| slot.holds == unit::Holds::Ended) {
            asm.address_of(DATA0, &symbol(unit::received(self.prepared.k)));
            asm.constant(DATA1, unit::ENDED);
            asm.access("str", 4, DATA1, DATA0, at as i64 * unit::SLOT_BYTES as i64);
        }
    }

    /// The register for addresses of values.
    pub(super) fn pointer(&self) -> Reg {
        if self.dialect.constants_scratch { CONSTANT } else { POINTER }
    }

    /// The bytes of a value whose address is held.
    fn pointed(&self, asm: &mut Asm, held: &Held, laid: &Laid) -> Mem {
        let align = pointer_align(laid, self.dialect);
        let base = match held {
            Held::At(r) => *r,
            Held::AtFrame(at) => {
                asm.load(self.pointer(), 4, self.frame.local(*at));
                self.pointer()
            }
            Held::AtIncoming(at) => {
                asm.load(self.pointer(), 4, self.frame.incoming((*at).into(), self.dialect));
                self.pointer()
            }
            _ => self.pointer(),
        };
        Mem { base, offset: 0, align }
    }

    /// Writes the local array and reads it back; gives the label to which it goes where the array does
    /// not hold what was written.
    fn use_array(&self, asm: &mut Asm) -> Option<usize> {
        let style = self.prepared.case.style;
        let words = u32::from(style.locals).div_ceil(4);
        if words == 0 {
            return None;
        }
        let skip = asm.new_label();
        // At most 32 words of it, spread over the whole array.
        let step = words.div_ceil(32);
        let count = words.div_ceil(step);
        let (address, left) = (Reg(18), Reg(19));
        for reading in [false, true] {
            asm.address(address, self.frame.local(self.array));
            asm.constant(left, count);
            asm.constant(DATA0, JUNK);
            let again = asm.new_label();
            asm.place_label(again);
            if reading {
                asm.access_and_step("ldr", 4, DATA1, address, step.into());
                asm.three("sub", DATA1, DATA1, DATA0);
                asm.branch("bne", skip);
            } else {
                asm.access_and_step("str", 4, DATA0, address, step.into());
            }
            asm.three("add", DATA0, DATA0, left);
            asm.immediate("sub", left, left, 1);
            asm.branch("bne", again);
        }
        write_ends(asm, self.frame.local(self.array), style.locals);
        Some(skip)
    }

    /// Writes every scalar of the parameters to the slots, and what else belongs there.
    fn store_slots(&self, asm: &mut Asm, leaves: &[Vec<LeafPlace>]) {
        if unit::received_slots(self.prepared.case).is_empty() {
            return;
        }
        let slots = slots_register(self.dialect);
        asm.address_of(slots, &symbol(unit::received(self.prepared.k)));
        let mut position = self.walk_start();
        for ((i, laid, _, way), leaves) in self.prepared.each().zip(leaves) {
            let Some(held) = self.held.get(i) else { continue };
            let copy = self.copies.iter().find(|(of, _)| *of == i);
            let value = match held {
                Held::Nothing => continue,
                Held::Word(r) => {
                    store_register(asm, slots, *r, laid.size);
                    continue;
                }
                Held::Pair(low, high) => {
                    store_pair(asm, slots, *low, *high);
                    continue;
                }
                Held::Unnamed if self.store_unnamed_parts(asm, laid, way, leaves, &mut position) => continue,
                Held::Unnamed => {
                    self.prepared.comment(asm, i, laid, way);
                    match self.next_unnamed(asm, way, laid, &mut position) {
                        Some(value) => value,
                        None => {
                            if !matches!(way, Way::Nothing) {
                                store_pair(asm, slots, DATA0, DATA1);
                            }
                            continue;
                        }
                    }
                }
                Held::Frame(at) => self.memory(asm, self.frame.local(*at)),
                Held::Incoming(at) => self.memory(asm, self.frame.incoming((*at).into(), self.dialect)),
                Held::At(_) | Held::AtFrame(_) | Held::AtIncoming(_) => match copy {
                    Some((_, at)) => self.memory(asm, self.frame.local(*at)),
                    None => self.pointed(asm, held, laid),
                },
            };
            for leaf in leaves {
                store_leaf(asm, slots, value, leaf, self.dialect);
            }
        }
        self.store_narrow(asm, slots);
        self.kept.store(asm, slots, &self.frame);
        if self.prepared.case.style.locals > 0 {
            read_ends(asm, self.frame.local(self.array), self.prepared.case.style.locals);
            store_register(asm, slots, DATA0, 4);
        }
        for at in self.dynamic.map(|(_, at)| at).into_iter().chain(self.other) {
            style::store_from_frame(asm, slots, self.frame.local(at));
        }
    }

    /// Stores both parts of an unnamed complex value where they travelled as two values, and says whether it
    /// was one.
    fn store_unnamed_parts(
        &self,
        asm: &mut Asm,
        laid: &Laid,
        way: &Way,
        leaves: &[LeafPlace],
        position: &mut i64,
    ) -> bool {
        let (Shape::Complex { part, .. }, Way::Value(parts)) = (&laid.shape, way) else { return false };
        if self.dialect.complex_argument != ComplexArgument::TwoValues {
            return false;
        }
        let slots = slots_register(self.dialect);
        for (half, leaf) in (0u32..).zip(leaves) {
            let from = half * part.size;
            let own = parts.iter().filter(|p| (from..from + part.size).contains(&p.offset));
            let own = Way::Value(own.map(|p| Part { offset: p.offset - from, ..*p }).collect());
            match self.next_unnamed(asm, &own, part, position) {
                Some(value) => {
                    store_leaf(asm, slots, value, &LeafPlace { bit_offset: 0, ..*leaf }, self.dialect);
                }
                None => store_pair(asm, slots, DATA0, DATA1),
            }
        }
        true
    }

    /// A value in the frame or on the stack: read where it is, or through its address.
    pub(super) fn memory(&self, asm: &mut Asm, value: Mem) -> Mem {
        if !self.prepared.case.style.address_taken {
            return value;
        }
        asm.address(self.pointer(), value);
        Mem { base: self.pointer(), offset: 0, align: value.align }
    }

    /// Writes to composites that were passed by pointer, where they are the callee's to write.
    fn modify_composites(&self, asm: &mut Asm) {
        let wrong = self.dialect.breaks(Mechanism::ModifyCallersObject);
        if !(self.prepared.case.style.address_taken || wrong) {
            return;
        }
        for (i, laid, _, _) in self.prepared.each() {
            let Some(held @ (Held::At(_) | Held::AtFrame(_) | Held::AtIncoming(_))) = self.held.get(i) else {
                continue;
            };
            if laid.size == 0 {
                continue;
            }
            let to = match self.copies.iter().find(|(of, _)| *of == i) {
                Some((_, at)) => self.frame.local(*at),
                None if self.dialect.caller_copies || wrong => self.pointed(asm, held, laid),
                None => continue,
            };
            asm.constant(DATA0, JUNK);
            asm.store(DATA0, laid.size.min(4), to);
        }
    }

    fn return_result(&self, asm: &mut Asm) {
        let Some(laid) = &self.prepared.result else { return };
        let returned = self.prepared.returned;
        if returned == Returned::Nothing {
            return;
        }
        self.prepared.comment_result(asm, laid);
        asm.address_of(RESULT, &symbol(unit::result(self.prepared.k)));
        let object = Mem { base: RESULT, offset: 0, align: laid.align };
        let (r0, r1) = (Reg(0), Reg(1));
        match returned {
            Returned::Nothing => {}
            Returned::Word => {
                let wrong = self.dialect.breaks(Mechanism::ResultRegister);
                let to = if wrong { r1 } else { r0 };
                asm.load(to, laid.size, object);
                extend(asm, to, laid, laid.is_signed() == self.dialect.exact_extension);
                if laid.size < 4 && self.dialect.breaks(Mechanism::ResultExtension) {
                    asm.upper(to, JUNK);
                }
                if wrong {
                    asm.constant(r0, JUNK);
                }
            }
            Returned::Double => {
                let low_first = self.dialect.result_low_first != self.dialect.breaks(Mechanism::ResultHalves);
                let (low, high) = if low_first { (r0, r1) } else { (r1, r0) };
                asm.load(low, 4, object);
                asm.load(high, 4, object.at(4));
            }
            Returned::Composite => {
                asm.load(r0, laid.size.min(4), object);
                if laid.size < 4 && self.dialect.breaks(Mechanism::ResultShift) {
                    asm.immediate("lsl", r0, r0, i64::from(32 - laid.size * 8));
                }
                for (r, at) in (1..4).zip((4..laid.size).step_by(4)) {
                    asm.load(Reg(r), (laid.size - at).min(4), object.at(at));
                }
            }
            Returned::Memory => self.result_in_memory(asm, laid, object),
        }
    }

    fn result_in_memory(&self, asm: &mut Asm, laid: &Laid, object: Mem) {
        let Some(held) = &self.result_pointer else { return };
        let to = self.pointed(asm, held, laid);
        let shifted = if self.dialect.breaks(Mechanism::ResultAddress) { to.at(4) } else { to };
        asm.copy(shifted, object, laid.size);
        if self.dialect.result_pointer_returned != self.dialect.breaks(Mechanism::ResultPointer) {
            asm.copy_register(Reg(0), to.base);
        } else {
            asm.constant(Reg(0), JUNK);
        }
    }

    /// The faults that are a few instructions of their own.
    fn faults(&self, asm: &mut Asm) {
        let Some(fault) = self.dialect.fault else { return };
        let turn = u8::try_from(self.prepared.k % 4).unwrap_or(0);
        match fault {
            Mechanism::SavedRegister => asm.constant(Reg(8 + turn % 2), JUNK),
            Mechanism::FramePointer if !self.frame.saves(FP) => asm.constant(FP, JUNK),
            Mechanism::ConstantRegister => asm.constant(Reg(28 + turn), JUNK),
            Mechanism::AboveFrame => {
                let above = i64::from(self.prepared.assignment.stack_bytes.next_multiple_of(8)) + 8;
                let to = self.frame.incoming(above, self.dialect);
                asm.constant(DATA0, JUNK);
                asm.access("str", 4, DATA0, to.base, to.offset);
            }
            Mechanism::BeyondLimit => {
                asm.constant(DATA0, 0x10_0000);
                asm.three("sub", SP, SP, DATA0);
                asm.three("add", SP, SP, DATA0);
            }
            Mechanism::StrayWrite => {
                let code = Mem { base: LR, offset: 0, align: 1 };
                asm.load(DATA0, 1, code);
                asm.store(DATA0, 1, code);
            }
            Mechanism::OddStack => {
                asm.add(SP, SP, -1);
                asm.add(SP, SP, 1);
            }
            Mechanism::ReservedMemory => {
                asm.constant(DATA1, 0x80);
                asm.access("str", 4, DATA1, DATA1, 0);
            }
            _ => {}
        }
    }
}

/// Chooses where a named parameter is held.
fn hold(
    laid: &Laid,
    way: &Way,
    address_taken: bool,
    busy: bool,
    frame: &mut Frame,
    dialect: &Dialect,
) -> Held {
    let keep = |frame: &mut Frame, r: u8| {
        let to = kept(r, busy, dialect);
        if is_saved_by_callee(to, dialect) {
            frame.save(to);
        }
        to
    };
    match way {
        Way::Nothing => Held::Nothing,
        Way::Pointer(Spot::Stack(at)) => Held::AtIncoming(*at),
        Way::Pointer(Spot::Register(_)) if address_taken && busy => Held::AtFrame(frame.allocate(4, 4)),
        Way::Pointer(Spot::Register(r)) => Held::At(keep(frame, *r)),
        Way::Value(parts) => {
            if let [part] = parts.as_slice()
                && let Spot::Stack(at) = part.spot
            {
                return Held::Incoming(at);
            }
            if laid.has_parts() || address_taken {
                return Held::Frame(frame.allocate(laid.size.next_multiple_of(4), laid.align.max(4)));
            }
            match parts.as_slice() {
                [part] => match part.spot {
                    Spot::Register(r) => Held::Word(keep(frame, r)),
                    Spot::Stack(at) => Held::Incoming(at),
                },
                [one, two] => match (one.spot, two.spot) {
                    (Spot::Register(a), Spot::Register(b)) => {
                        let (a, b) = (keep(frame, a), keep(frame, b));
                        if one.offset == 0 { Held::Pair(a, b) } else { Held::Pair(b, a) }
                    }
                    _ => Held::Frame(frame.allocate(8, 8)),
                },
                _ => Held::Nothing,
            }
        }
    }
}

/// The register that keeps what an argument register brought: itself, or one that survives a call.
fn kept(r: u8, busy: bool, dialect: &Dialect) -> Reg {
    match (busy, dialect.high) {
        (false, _) => Reg(r),
        (true, HighRegisters::Saved) if r >= 2 => Reg(32 + r),
        (true, _) => Reg(4 + r),
    }
}

/// The register that keeps the address for the result where it has to survive something.
fn kept_result_pointer(dialect: &Dialect) -> Reg {
    if dialect.frame_chain { Reg(10) } else { FP }
}

/// Whether the callee makes copies of composites that it gets by pointer.
fn copies_before_writing(address_taken: bool, dialect: &Dialect) -> bool {
    address_taken && !dialect.caller_copies && !dialect.breaks(Mechanism::ModifyCallersObject)
}

/// What the address of a value passed by pointer is a multiple of.
pub(super) fn pointer_align(laid: &Laid, dialect: &Dialect) -> u32 {
    if laid.align == 8 { dialect.stack_double_align } else { laid.align }
}

/// Bytes of a register that are stored to the frame: all four of a composite's, whose home has room.
fn whole_words(len: u32, laid: &Laid) -> u32 {
    if laid.is_record() { 4 } else { len }
}

/// Extends a narrow scalar in a register to a word.
pub(super) fn extend(asm: &mut Asm, r: Reg, laid: &Laid, signed: bool) {
    if laid.size < 4 {
        let bits = i64::from(32 - laid.size * 8);
        asm.immediate("lsl", r, r, bits);
        asm.immediate(if signed { "asr" } else { "lsr" }, r, r, bits);
    }
}

/// Writes the first and the last byte of an array.
fn write_ends(asm: &mut Asm, array: Mem, bytes: u16) {
    let [first, last] = unit::ARRAY_BYTES;
    for (at, byte) in [(0, first), (bytes.saturating_sub(1), last)] {
        asm.constant(DATA0, byte.into());
        asm.access("str", 1, DATA0, array.base, array.offset + i64::from(at));
    }
}

/// Reads them back: the last one above the first in [`DATA0`].
fn read_ends(asm: &mut Asm, array: Mem, bytes: u16) {
    asm.access("ldr", 1, DATA0, array.base, array.offset + i64::from(bytes.saturating_sub(1)));
    asm.immediate("lsl", DATA0, DATA0, 8);
    asm.access("ldr", 1, DATA1, array.base, array.offset);
    asm.three("orr", DATA0, DATA0, DATA1);
}
