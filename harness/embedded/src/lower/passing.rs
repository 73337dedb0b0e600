//! Arguments and results on the calling side: copies arguments from their objects to their places, provides space for
//! the result, and stores the result's scalars to the slots.

use super::frame::{Frame, Planned};
use super::held::extend;
use super::leaves::{store_leaf, store_pair, store_register};
use super::unit::{Prepared, Unit};
use crate::asm::{Asm, Mem, alignment};
use crate::convention::Convention;
use crate::emit::{Access, Reg};
use crate::fault::Mechanism;
use crate::laid::{Laid, LeafPlace};
use crate::places::{Part, PassMode, Returned, Spot};

/// Value of undefined upper bits.
const JUNK: u32 = 0xa5ca;

/// Object of the caller's own, in its frame or outside, that is passed by address.
#[derive(Clone, Copy)]
struct Local {
    offset: u32,
    /// True if it is an object outside the frame.
    outside: bool,
    /// Alignment to which its address is rounded up, where the stack pointer's alignment does not suffice.
    round: Option<u32>,
    align: u32,
}

/// Objects that hold the arguments; the register for objects holds the address of the first of them.
pub(super) struct Sources {
    /// Prefix of the names on the calling side.
    pub(super) prefix: &'static str,
    /// Distance in bytes of each object from the first.
    pub(super) objects: Vec<u32>,
    /// Alignment of the first object as far as it is known, in bytes.
    pub(super) align: u32,
    /// True if the address of each object is passed through a function before it is used.
    pub(super) computed: bool,
}

/// Arguments, result and list of parameters of one call.
pub(super) struct Passing<'a> {
    prepared: &'a Prepared<'a>,
    convention: &'a dyn Convention,
    pub(super) sources: Sources,
    /// Copies of aggregates that are passed by pointer, by argument.
    copies: Vec<Option<Local>>,
    result: Option<Local>,
    /// Offset in the frame of the list of parameters.
    list: u32,
}

impl<'a> Passing<'a> {
    /// Allocates space in the frame for objects that are passed by address, where aggregates are copied (`copying`),
    /// for the result and for the list of parameters.
    pub(super) fn plan(
        prepared: &'a Prepared<'a>,
        sources: Sources,
        copying: bool,
        frame: &mut Frame<'_>,
    ) -> Passing<'a> {
        let convention = prepared.convention;
        let (word, rules) = (convention.word(), convention.frame());
        let own = |frame: &mut Frame<'_>, laid: &Laid, align: u32| {
            let half = if convention.breaks(Mechanism::StackAlignment) { 2 } else { 1 };
            let known = (rules.entry_align / half).max(word);
            let round = (align > known).then_some(align);
            let offset = match align {
                // Any address will do: not one that is aligned by chance.
                1 if laid.align > 1 => frame.allocate(laid.size + 1, 1) | 1,
                _ => frame.allocate(laid.size + round.unwrap_or(0), align),
            };
            Local { offset, outside: false, round, align }
        };
        let given =
            convention.passing().callee_owns_listed && !convention.breaks(Mechanism::ModifyCallersObject);
        let copies = prepared
            .each()
            .map(|(_, laid, _, way)| match way {
                PassMode::Pointer(Spot::List(_)) if copying || given => {
                    Some(own(frame, laid, convention.listed_align(laid)))
                }
                PassMode::Pointer(_) if copying => Some(own(frame, laid, convention.pointer_align(laid))),
                _ => None,
            })
            .collect();
        let result = prepared.result.as_ref().and_then(|laid| match &prepared.returned {
            Returned::Memory if !convention.passing().result_room_in_frame => {
                Some(Local { offset: 0, outside: true, round: None, align: convention.object_align(laid) })
            }
            Returned::Memory => Some(own(frame, laid, convention.result_align(laid))),
            Returned::Registers(_) if laid.has_parts() => {
                let align = convention.object_align(laid).max(2 * word);
                let offset = frame.allocate(laid.size.next_multiple_of(2 * word), align);
                Some(Local { offset, outside: false, round: None, align: word })
            }
            _ => None,
        });
        let list = prepared.assignment.list.map_or(0, |list| frame.allocate(list.bytes, list.align));
        Passing { prepared, convention, sources, copies, result, list }
    }

    /// Emits the object for a result that has no space in the frame.
    pub(super) fn make_room_outside(&self, unit: &mut Unit) {
        if let (Some(Local { outside: true, align, .. }), Some(laid)) = (self.result, &self.prepared.result) {
            unit.zeros(&self.room(), laid.size, align);
        }
    }

    /// Name of the object for a result that has no space in the frame.
    fn room(&self) -> String {
        format!("{}blank{}", self.sources.prefix, self.prepared.k)
    }

    /// Memory operand of an argument's object.
    fn object(&self, asm: &Asm, i: usize, laid: &Laid) -> Mem {
        let offset = self.sources.objects.get(i).copied().unwrap_or(0);
        let known = alignment(self.sources.align, offset.into());
        Mem {
            base: asm.roles.objects,
            offset: offset.into(),
            align: self.convention.object_align(laid).min(self.prepared.object_align(i)).min(known),
        }
    }

    /// Memory operand of an argument's object while the argument is passed: at the address that a function returned,
    /// if one did.
    fn source(&self, asm: &Asm, i: usize, laid: &Laid) -> Mem {
        let object = self.object(asm, i, laid);
        if self.sources.computed { Mem { base: asm.roles.computed, offset: 0, ..object } } else { object }
    }

    /// Loads the address of an object of the caller's own.
    fn address_of(&self, asm: &mut Asm, r: Reg, local: Local, frame: &Planned<'_>) {
        if local.outside {
            return asm.address_of(r, &self.room());
        }
        asm.address(r, frame.local(local.offset));
        if let Some(align) = local.round {
            asm.round_up(r, align);
        }
    }

    /// Emits the copies of aggregates that are passed by address.
    pub(super) fn copy_composites(&self, asm: &mut Asm, frame: &Planned<'_>) {
        for (i, laid, _, _) in self.prepared.each() {
            let Some(local) = self.copies.get(i).copied().flatten() else { continue };
            let to = if local.round.is_some() {
                let address = asm.roles.address;
                self.address_of(asm, address, local, frame);
                Mem::of(address, local.align)
            } else {
                frame.local(local.offset)
            };
            asm.copy(to, self.object(asm, i, laid), laid.size);
        }
    }

    /// Emits the passing of all arguments.
    pub(super) fn put_arguments(&self, asm: &mut Asm, frame: &Planned<'_>) {
        self.put_some_arguments(asm, frame, |_| true);
    }

    /// Emits the passing of the arguments whose place satisfies `meant`. The register for the list of parameters
    /// always gets its address.
    pub(super) fn put_some_arguments(
        &self,
        asm: &mut Asm,
        frame: &Planned<'_>,
        meant: impl Fn(Spot) -> bool,
    ) {
        for (i, laid, _, way) in self.prepared.each() {
            self.prepared.comment(asm, i, laid, way);
            if self.sources.computed && !matches!(way, PassMode::Nothing) {
                let scratch = asm.roles.scratch;
                asm.address(asm.roles.own_address, self.object(asm, i, laid));
                asm.address_of(scratch, &format!("call_same{}", self.prepared.k));
                frame.call(asm, scratch);
            }
            match way {
                PassMode::Nothing => {}
                PassMode::Pointer(spot) if meant(*spot) => self.put_pointer(asm, (i, laid), *spot, frame),
                PassMode::Pointer(_) => {}
                PassMode::Value(parts) => {
                    for part in parts.iter().filter(|part| meant(part.spot)) {
                        self.put_part(asm, (i, laid), part, frame);
                    }
                }
            }
        }
        // The fault does not apply to a callee that calls itself.
        let shares = self.convention.breaks(Mechanism::RoomShared) && !self.sources.prefix.is_empty();
        let shared = self.copies.iter().flatten().next().filter(|_| shares);
        let room = self.result.map(|own| shared.copied().unwrap_or(own));
        if let (Some(spot), Some(local)) = (self.prepared.assignment.result_pointer, room) {
            let place = self.convention.spot_text(spot, asm.word);
            asm.comment(format_args!("address for the result: {place}"));
            let address = if let Spot::Register(r) = spot { r } else { asm.roles.address };
            self.address_of(asm, address, local, frame);
            self.put_word(asm, address, spot, frame);
        }
        if let Some(list) = self.prepared.assignment.list {
            let lower = match self.convention.fault() {
                Some(Mechanism::ListAddress(bytes)) => i64::from(bytes),
                _ => 0,
            };
            let Mem { base, offset, .. } = self.listed(0, frame);
            let [data, ..] = asm.roles.data;
            for (at, number) in self.prepared.numbers.iter().filter(|(at, _)| meant(Spot::List(*at))) {
                asm.constant(data, *number);
                asm.store(data, asm.word, self.listed(*at, frame));
            }
            asm.add(list.register, base, offset - lower);
        }
    }

    /// Memory operand at a distance in the list of parameters.
    fn listed(&self, at: u32, frame: &Planned<'_>) -> Mem {
        frame.local(self.list).at(at)
    }

    fn put_pointer(&self, asm: &mut Asm, (i, laid): (usize, &Laid), spot: Spot, frame: &Planned<'_>) {
        let r = if let Spot::Register(r) = spot { r } else { asm.roles.address };
        match self.copies.get(i).copied().flatten() {
            Some(local) => self.address_of(asm, r, local, frame),
            None => asm.address(r, self.source(asm, i, laid)),
        }
        self.put_word(asm, r, spot, frame);
    }

    /// Stores a register to a place in memory; emits nothing where the place is a register.
    fn put_word(&self, asm: &mut Asm, r: Reg, spot: Spot, frame: &Planned<'_>) {
        match spot {
            Spot::Register(_) => {}
            Spot::Stack(at) => asm.access(Access::Store, asm.word, r, asm.roles.sp, at.into()),
            Spot::List(at) => asm.store(r, asm.word, self.listed(at, frame)),
        }
    }

    fn put_part(&self, asm: &mut Asm, (i, laid): (usize, &Laid), part: &Part, frame: &Planned<'_>) {
        let from = self.source(asm, i, laid).at(part.offset);
        let laid = self.convention.passed_as(laid);
        // A record that is wider than its scalar is not treated as one, and a value of several parts is none.
        let scalar = !laid.has_parts() && laid.size < asm.word && part.len == laid.size;
        match part.spot {
            Spot::Register(r) => {
                asm.transfer_part(Access::Load, r, part, from);
                let may_be_longer = self.convention.lengthens(self.prepared.case.style.form);
                if may_be_longer || self.convention.breaks(Mechanism::ArgumentLength) {
                    asm.lengthen(r, part.len, from);
                }
                if scalar {
                    self.fill(asm, r, laid);
                }
            }
            Spot::Stack(_) | Spot::List(_) if scalar && self.convention.passing().extends_on_stack => {
                let [data, ..] = asm.roles.data;
                asm.load(data, part.len, from);
                self.fill(asm, data, laid);
                match part.spot {
                    // One store, even where a fault misaligns the entry.
                    Spot::List(at) => {
                        let to = self.listed(at, frame);
                        asm.access(Access::Store, asm.word, data, to.base, to.offset);
                    }
                    spot => self.put_word(asm, data, spot, frame),
                }
            }
            // The upper bits are unspecified here, so they get a value that is no extension.
            Spot::List(at) if scalar => {
                let [data, ..] = asm.roles.data;
                asm.load(data, part.len, from);
                asm.emit.spoil_upper(&mut asm.text, data, JUNK);
                asm.store(data, asm.word, self.listed(at, frame));
            }
            Spot::List(at) => asm.copy(self.listed(at, frame), from, part.len),
            Spot::Stack(at) if part.spread.is_some() => {
                let bytes = part.spread.unwrap_or(asm.word);
                asm.copy_lanes((frame.outgoing(at), asm.word), (from, bytes), bytes, part.len);
            }
            Spot::Stack(at) => asm.copy(frame.outgoing(at), from, part.len),
        }
    }

    /// Sets the upper bits of a narrow scalar as the dialect demands.
    fn fill(&self, asm: &mut Asm, r: Reg, laid: &Laid) {
        if self.convention.passing().caller_extends != self.convention.breaks(Mechanism::ArgumentExtension) {
            if self.convention.extends_signed(laid) && self.convention.passing().extends_by_sign {
                extend(asm, r, laid, true);
            }
        } else {
            asm.emit.spoil_upper(&mut asm.text, r, JUNK);
        }
    }

    /// Writes the result's scalars to the next slots.
    pub(super) fn store_result(&self, asm: &mut Asm, leaves: &[LeafPlace], frame: &Planned<'_>) {
        let Some(laid) = &self.prepared.result else { return };
        let value = match (&self.prepared.returned, self.result) {
            (Returned::Nothing, _) => return,
            (Returned::Memory, Some(local)) => {
                let address = asm.roles.address;
                self.address_of(asm, address, local, frame);
                Mem::of(address, local.align)
            }
            (returned, home) => {
                let parts: Vec<(Reg, &Part)> = returned.registers().collect();
                match (parts.as_slice(), home) {
                    ([(r, _)], None) => return store_register(asm, *r, laid.size),
                    ([(low, _), (high, _)], None) => return store_pair(asm, *low, *high),
                    (parts, Some(local)) => {
                        let home = frame.local(local.offset);
                        // An empty piece has no space.
                        for (r, part) in parts.iter().filter(|(_, part)| part.len > 0) {
                            // Whole words: the space is large enough for them.
                            let whole = part.offset.is_multiple_of(asm.word) && part.spread.is_none();
                            let len = if whole { part.len.max(asm.word) } else { part.len };
                            asm.transfer_part(
                                Access::Store,
                                *r,
                                &Part { len, ..**part },
                                home.at(part.offset),
                            );
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
