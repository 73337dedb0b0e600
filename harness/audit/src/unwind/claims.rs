//! Claims of call frame information against a machine, instruction by instruction.

use super::expression;
use super::table::{FrameAddress, Frames, Procedure, Registers, Row, Rule};
use crosscall_machines::machine::State;
use crosscall_model::target::Register;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// Registers that machines have at most.
pub(crate) const REGISTERS: usize = 256;

/// Bytes of a frame in which the value of a register is looked for.
const MOST_SEARCHED: u64 = 4096;

/// A claim that is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Cause {
    /// The frame address.
    Frame,
    /// The register with this position in [`Registers::kept`].
    Register(u8),
    /// The return address.
    Return,
}

/// State at the entry of a function that has not come back.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Entered {
    /// The frame address.
    pub(crate) cfa: u64,
    /// The return address, in both forms that it may have.
    pub(crate) back: [u64; 2],
}

/// A wrong claim where it was seen first.
#[derive(Debug, Clone)]
pub(crate) struct Wrong {
    pub(crate) cause: Cause,
    /// Address of the next instruction.
    pub(crate) pc: u64,
    /// Position of the row in [`Frames::rows`].
    pub(super) row: usize,
    /// Value that follows from the claim; `None` where none does.
    pub(super) claimed: Option<u64>,
    /// Address at which it is claimed to be saved.
    pub(super) place: Option<u64>,
    /// True if that place is beyond the stack pointer.
    pub(super) is_beyond: bool,
    /// Value at entry.
    pub(super) truth: u64,
    /// Value in the register itself.
    pub(super) now: Option<u64>,
    /// The frame address at entry, and the stack pointer now.
    pub(super) cfa: u64,
    pub(super) sp: u64,
    /// Address in the frame that holds the value.
    pub(super) found: Option<u64>,
    /// Address of the call by which the function was entered, where that is known.
    pub(crate) site: Option<u64>,
    /// Calls that showed it.
    pub(crate) times: u64,
    /// Number of the last of them.
    last: u64,
}

/// Wrong claims, each with its procedure.
pub(crate) type Found = Vec<(Procedure, Wrong)>;

/// Registers and memory of a machine.
pub(super) struct Machine<'m> {
    pub(super) registers: &'m Registers,
    /// The machine's number of each register.
    pub(super) numbers: &'m [u16],
    pub(super) state: &'m dyn State,
}

impl Machine<'_> {
    pub(super) fn register(&self, register: Register) -> u64 {
        let number = self.numbers.get(usize::from(register.0)).copied().unwrap_or(u16::MAX);
        self.state.register(number)
    }

    /// A number in memory of up to 8 bytes.
    pub(super) fn memory(&self, address: u64, size: usize) -> Option<u64> {
        let mut bytes = [0; 8];
        self.state.read(address, bytes.get_mut(..size)?).ok()?;
        Some(u64::from_le_bytes(bytes))
    }

    /// A number of the bits of an address.
    fn address(&self, value: u64) -> u64 {
        let bits = 8 * self.registers.target.address_bytes();
        if bits >= 64 { value } else { value & ((1 << bits) - 1) }
    }

    fn frame_address(&self, row: &Row, pc: u64) -> Option<u64> {
        let value = match &row.cfa {
            FrameAddress::From(base, offset) => self.register(*base).wrapping_add_signed(*offset),
            FrameAddress::Expression(of) => expression::value(of, self, pc, None)?,
            FrameAddress::Unknown => return None,
        };
        Some(self.address(value))
    }

    /// True if a place is beyond the stack pointer, where nothing is kept.
    fn is_beyond(&self, place: u64, sp: u64) -> bool {
        let stack = &self.registers.stack;
        let end = sp.saturating_sub(stack.red_zone).saturating_sub(stack.kept_beyond);
        stack.no_access_beyond.is_some() && stack.grows_down && place < end
    }
}

/// What follows from a rule.
enum Follows {
    Value(u64),
    /// What is saved at an address.
    Saved(u64),
    Nothing,
    Unknown,
}

/// Meaning of a register for claims.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Watched {
    No,
    /// Frame addresses or values depend on it.
    Base,
    /// The register with this position in [`Registers::kept`].
    Kept(u8),
}

/// Compares claims with a machine.
pub(crate) struct Checker<'f> {
    pub(crate) frames: &'f Frames,
    numbers: &'f [u16],
    /// Registers that claims depend on, by the machine's numbers.
    watched: [Watched; REGISTERS],
    /// The last row, or `None` where there is none, and the instructions for which it is.
    row: Option<usize>,
    range: Range<u64>,
    /// True if all claims of the row were right and nothing that they are about has changed since.
    is_clean: bool,
    /// Registers of which the claims may no longer be right: a bit for each of [`Registers::kept`].
    dirty: u64,
    /// Memory that the row's claims are about.
    claimed: Range<u64>,
    /// The procedure of the instruction before.
    last_procedure: Option<u32>,
    /// What is wrong at an instruction if that is a call.
    pending: (u64, Vec<Wrong>),
    found: BTreeMap<(u32, Cause), Wrong>,
    /// Procedures that have come back.
    returned: BTreeSet<u32>,
    /// Number of the present call.
    pub(crate) call: u64,
}

/// A procedure whose claims are not known to be about a call yet, and one of a call of which nothing is compared.
pub(crate) const UNKNOWN: u32 = 0;
pub(crate) const NONE: u32 = u32::MAX;
pub(crate) const SKIPPED: u32 = u32::MAX - 1;

impl<'f> Checker<'f> {
    /// Nothing seen yet; `numbers` has the machine's number of each register of the target.
    pub(crate) fn new(frames: &'f Frames, numbers: &'f [u16]) -> Checker<'f> {
        let watched = *frames.watched.get_or_init(|| watched(frames, numbers));
        Checker {
            frames,
            numbers,
            watched,
            row: None,
            range: 0..0,
            is_clean: false,
            dirty: u64::MAX,
            claimed: 0..0,
            last_procedure: None,
            pending: (0, Vec::new()),
            found: BTreeMap::new(),
            returned: BTreeSet::new(),
            call: 0,
        }
    }

    /// Another call is the present one.
    #[inline(always)]
    pub(crate) fn changed(&mut self) {
        (self.is_clean, self.dirty) = (false, u64::MAX);
    }

    /// A register gets a value.
    #[inline(always)]
    pub(crate) fn register(&mut self, number: u16) {
        match self.watched.get(usize::from(number)).copied().unwrap_or(Watched::No) {
            Watched::No => {}
            Watched::Base => self.is_clean = false,
            Watched::Kept(at) => {
                self.dirty |= 1 << (at & 63);
                self.is_clean = false;
            }
        }
    }

    /// Memory is written.
    #[inline(always)]
    pub(crate) fn write(&mut self, address: u64, length: u64) {
        if address < self.claimed.end && address.saturating_add(length) > self.claimed.start {
            (self.is_clean, self.dirty) = (false, u64::MAX);
        }
    }

    /// True if nothing has to be looked at before an instruction: what was right is so still, or there are no claims.
    #[inline(always)]
    pub(crate) fn is_settled(&mut self, pc: u64) -> bool {
        if !self.range.contains(&pc) {
            self.find(pc);
        }
        match self.row {
            Some(_) => self.is_clean,
            None => {
                self.last_procedure = None;
                true
            }
        }
    }

    fn find(&mut self, pc: u64) {
        self.is_clean = false;
        let rows = &self.frames.rows;
        let old = self.row.and_then(|at| Some((at, rows.get(at)?)));
        let next = old.and_then(|(at, _)| Some((at + 1, rows.get(at + 1)?)));
        if let Some((at, row)) = next.filter(|(_, row)| row.range.contains(&pc)) {
            (self.row, self.range) = (Some(at), row.range.clone());
            self.dirty |= row.changed;
            return;
        }
        match self.frames.at(pc) {
            Ok(at) => {
                let row = rows.get(at);
                self.row = Some(at);
                self.range = row.map_or(0..0, |row| row.range.clone());
                self.dirty |= old.zip(row).map_or(u64::MAX, |((_, old), row)| old.saved | row.saved);
            }
            Err(gap) => (self.row, self.range) = (None, gap),
        }
    }

    /// Compares the claims about an instruction with the machine, where they are about the present call. `procedure` is the
    /// number of the one that they are about, one more; `held` has the values at entry of [`Registers::kept`], and others that
    /// are right as well.
    pub(crate) fn look(
        &mut self,
        pc: u64,
        state: &dyn State,
        (procedure, entered, site): (&mut u32, &Entered, Option<u64>),
        held: &dyn Fn(usize) -> [u64; 2],
    ) {
        let Some((at, row)) = self.row.and_then(|at| Some((at, self.frames.rows.get(at)?))) else { return };
        let Some(of) = self.frames.procedures.get(row.procedure as usize) else { return };
        let has_arrived = self.last_procedure.replace(row.procedure) != Some(row.procedure);
        if *procedure == SKIPPED {
            return;
        }
        let frames = self.frames;
        let numbers = self.numbers;
        let machine = Machine { registers: &frames.registers, numbers, state };
        let wrongs = |dirty: &mut u64| wrongs(&machine, (at, row, pc), (entered, site), held, dirty);
        let number = row.procedure + 1;
        if *procedure != number {
            // Control is at the beginning of the function that was called, or has come here by a jump: then what is claimed is
            // about this call if it is right.
            let is_start = *procedure == UNKNOWN && pc == of.start;
            if *procedure == UNKNOWN {
                *procedure = NONE;
            }
            let mut dirty = u64::MAX;
            if !(of.is_usual && (is_start || has_arrived && wrongs(&mut dirty).is_empty())) {
                return;
            }
            *procedure = number;
            // At entry every register is as it is at entry.
            self.dirty = if is_start { row.saved } else { u64::MAX };
        }
        self.claimed = row.memory(entered.cfa);
        if machine.is_beyond(self.claimed.start, machine.register(frames.registers.target.stack_pointer())) {
            self.dirty |= row.saved;
        }
        let mut all = wrongs(&mut self.dirty);
        self.is_clean = all.is_empty();
        for wrong in &mut all {
            if !self.found.contains_key(&(row.procedure, wrong.cause)) {
                self.search(wrong, state);
            }
        }
        if of.at_calls {
            self.pending = (pc, all);
        } else {
            self.add(row.procedure, all);
        }
    }

    /// The instruction is a call: what was wrong before it counts in procedures that are compared at calls alone.
    pub(crate) fn called(&mut self, pc: u64) {
        let (at, all) = std::mem::take(&mut self.pending);
        let row = all.first().and_then(|wrong| self.frames.rows.get(wrong.row));
        if let Some(row) = row.filter(|_| at == pc) {
            self.add(row.procedure, all);
        }
    }

    /// A function comes back.
    pub(crate) fn returned(&mut self, procedure: u32) {
        if let Some(number) = procedure.checked_sub(1) {
            self.returned.insert(number);
        }
    }

    fn add(&mut self, procedure: u32, all: Vec<Wrong>) {
        for wrong in all {
            match self.found.get_mut(&(procedure, wrong.cause)) {
                Some(known) => {
                    known.times += u64::from(known.last != self.call);
                    known.last = self.call;
                }
                None => {
                    let wrong = Wrong { last: self.call, ..wrong };
                    self.found.insert((procedure, wrong.cause), wrong);
                }
            }
        }
    }

    /// Looks for the value of a register in the frame.
    #[cold]
    fn search(&self, wrong: &mut Wrong, state: &dyn State) {
        if wrong.cause == Cause::Frame {
            return;
        }
        let size = self.size(wrong.cause);
        let machine = Machine { registers: &self.frames.registers, numbers: self.numbers, state };
        let places = (wrong.sp..wrong.cfa.min(wrong.sp.saturating_add(MOST_SEARCHED))).step_by(size);
        let is_it = |place: &u64| machine.memory(*place, size) == Some(wrong.truth);
        wrong.found = places.filter(is_it).last();
    }

    fn size(&self, cause: Cause) -> usize {
        let registers = &self.frames.registers;
        match cause {
            Cause::Register(at) => registers.kept.get(usize::from(at)).map_or(8, |kept| kept.bytes.max(1)),
            Cause::Frame | Cause::Return => usize::from(registers.target.address_bytes() as u8).clamp(1, 8),
        }
    }

    /// Everything that is wrong, with its procedure. That a register is lost is so only where the function comes back.
    pub(crate) fn into_found(self) -> Found {
        let Checker { frames, found, returned, .. } = self;
        let counts =
            |(procedure, wrong): &(u32, Wrong)| returned.contains(procedure) || !frames.is_lost(wrong);
        let all = found.into_iter().map(|((procedure, _), wrong)| (procedure, wrong)).filter(counts);
        all.filter_map(|(procedure, wrong)| Some((*frames.procedures.get(procedure as usize)?, wrong)))
            .collect()
    }
}

/// Registers that claims depend on, by the machine's numbers.
fn watched(frames: &Frames, numbers: &[u16]) -> [Watched; REGISTERS] {
    let number = |register: Register| numbers.get(usize::from(register.0)).copied().unwrap_or(u16::MAX);
    let target = frames.registers.target;
    let mut watched = [Watched::No; REGISTERS];
    for (at, kept) in (0u8..).zip(&frames.registers.kept) {
        if let Some(watched) = watched.get_mut(usize::from(number(kept.register))) {
            *watched = Watched::Kept(at);
        }
    }
    let mut watch = |register: Register| {
        let place = watched.get_mut(usize::from(number(register)));
        if let Some(watched) = place.filter(|watched| **watched == Watched::No) {
            *watched = Watched::Base;
        }
    };
    watch(target.stack_pointer());
    frames.registers.link().into_iter().for_each(&mut watch);
    let mut has_expressions = false;
    for row in &frames.rows {
        match &row.cfa {
            FrameAddress::From(base, _) => watch(*base),
            FrameAddress::Expression(_) => has_expressions = true,
            FrameAddress::Unknown => {}
        }
        for rule in row.rules.iter().chain([&row.back]) {
            match rule {
                Rule::Other(other) => watch(*other),
                Rule::Expression(_) | Rule::ValueExpression(_) => has_expressions = true,
                _ => {}
            }
        }
    }
    if has_expressions {
        watched.iter_mut().filter(|of| **of == Watched::No).for_each(|of| *of = Watched::Base);
    }
    watched
}

impl Frames {
    /// The rule of a row that a wrong claim is about; `None` for a frame address.
    pub(super) fn rule(&self, wrong: &Wrong) -> Option<&Rule> {
        let row = self.rows.get(wrong.row)?;
        match wrong.cause {
            Cause::Frame => None,
            Cause::Register(at) => row.rules.get(usize::from(at)),
            Cause::Return => Some(&row.back),
        }
    }

    /// True if the claim is that a value is lost.
    fn is_lost(&self, wrong: &Wrong) -> bool {
        self.rule(wrong) == Some(&Rule::Undefined)
    }
}

/// Claims of a row that are wrong before an instruction. Where the frame address is, nothing else can be right. Looked at are
/// registers that are `dirty`, and those of which the claims are right no longer are.
fn wrongs(
    machine: &Machine<'_>,
    (at, row, pc): (usize, &Row, u64),
    (entered, site): (&Entered, Option<u64>),
    held: &dyn Fn(usize) -> [u64; 2],
    dirty: &mut u64,
) -> Vec<Wrong> {
    let registers = machine.registers;
    let sp = machine.register(registers.target.stack_pointer());
    let new = |cause: Cause, truth: u64| Wrong {
        cause,
        pc,
        row: at,
        claimed: None,
        place: None,
        is_beyond: false,
        truth,
        now: None,
        cfa: entered.cfa,
        sp,
        found: None,
        site,
        times: 1,
        last: 0,
    };
    let Some(cfa) = machine.frame_address(row, pc) else { return Vec::new() };
    if cfa != machine.address(entered.cfa) {
        return vec![Wrong { claimed: Some(cfa), ..new(Cause::Frame, entered.cfa) }];
    }
    let mut all = Vec::new();
    let mut look = |cause: Cause,
                    rule: &Rule,
                    register: Option<Register>,
                    (size, mask, truth): (usize, u64, [u64; 2])| {
        let now = register.map(|register| machine.register(register) & mask);
        let follows = match rule {
            Rule::Same(_) => now.map_or(Follows::Nothing, Follows::Value),
            Rule::Undefined => Follows::Nothing,
            Rule::Offset(offset) => Follows::Saved(machine.address(cfa.wrapping_add_signed(*offset))),
            Rule::Value(offset) => Follows::Value(cfa.wrapping_add_signed(*offset)),
            Rule::Other(other) => Follows::Value(machine.register(*other)),
            Rule::Expression(of) => {
                expression::value(of, machine, pc, Some(cfa)).map_or(Follows::Unknown, Follows::Saved)
            }
            Rule::ValueExpression(of) => {
                expression::value(of, machine, pc, Some(cfa)).map_or(Follows::Unknown, Follows::Value)
            }
            Rule::Unknown => Follows::Unknown,
        };
        let (place, value) = match follows {
            Follows::Unknown => return true,
            Follows::Nothing => (None, None),
            Follows::Value(value) => (None, Some(value & mask)),
            Follows::Saved(place) => (Some(place), machine.memory(place, size)),
        };
        let is_beyond = place.is_some_and(|place| machine.is_beyond(place, sp));
        let is_right = value.is_some_and(|value| truth.iter().any(|truth| truth & mask == value));
        if !is_right || is_beyond {
            let [truth, _] = truth;
            all.push(Wrong { claimed: value, place, is_beyond, now, ..new(cause, truth & mask) });
        }
        is_right && !is_beyond
    };
    let bytes = usize::from(registers.target.address_bytes() as u8).clamp(1, 8);
    let address = machine.address(u64::MAX);
    look(Cause::Return, &row.back, registers.link(), (bytes, address, entered.back));
    let mut left = *dirty;
    while left != 0 {
        let at = left.trailing_zeros() as usize;
        left &= left - 1;
        let (Some(kept), Some(rule)) = (registers.kept.get(at), row.rules.get(at)) else { break };
        let of = (kept.bytes, kept.mask(), held(at));
        if look(Cause::Register(at as u8), rule, Some(kept.register), of) {
            *dirty &= !(1 << at);
        }
    }
    all
}

impl Row {
    /// Memory that the claims are about, by the frame address.
    fn memory(&self, cfa: u64) -> Range<u64> {
        match self.reach {
            (i64::MIN, _) => 0..u64::MAX,
            (least, most) if least <= most => {
                cfa.wrapping_add_signed(least)..cfa.wrapping_add_signed(most).saturating_add(8)
            }
            _ => u64::MAX..u64::MAX,
        }
    }
}
