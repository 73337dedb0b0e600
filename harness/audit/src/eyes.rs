//! Observations of one run beside events: instructions and ways between them, the deepest stack, and accesses beside the
//! objects that were passed.

use super::draw::Object;
use super::meaning::Access;
use super::unheld::Followed;
use super::unwind::Following;
use crosscall_machines::machine::{Observer, State};
use crosscall_model::plan::ClauseId;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::ops::Range;

/// Accesses beside objects that are kept of one run.
const MOST_STRAYS: usize = 64;

/// Values of registers that are kept of one run.
const MOST_VALUES: usize = 128;

/// Comparisons that are kept of one run.
const MOST_COMPARED: usize = 64;

/// No address.
pub(super) const NOWHERE: u64 = u64::MAX;

/// Steps that are remembered.
const LATELY: usize = 1024;

/// An access beside the objects that were passed, or one that the object does not allow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Stray {
    /// Address of the instruction.
    pub(super) pc: u64,
    /// Address of the first byte.
    pub(super) address: u64,
    /// Number of bytes.
    pub(super) length: u64,
    /// True for a store.
    pub(super) written: bool,
}

/// A function of ours that is told in the lowest byte of a register how many registers carry arguments.
#[derive(Debug, Clone)]
pub(super) struct Counted {
    /// Address of the function.
    pub(super) address: u64,
    /// The machine's number of the register, and its name.
    pub(super) number: u16,
    pub(super) name: &'static str,
    /// Least and greatest number that may be there, and the clauses that say so.
    pub(super) range: (u8, u8),
    pub(super) clauses: Vec<ClauseId>,
}

/// Conditional branches that compare two registers, or one with zero, by their addresses: the machine's numbers.
pub(super) type Comparing = BTreeMap<u64, (u16, Option<u16>)>;

/// Eyes on one run.
pub(super) struct Eyes<'a> {
    /// Code of the objects under test.
    pub(super) code: &'a [Range<u64>],
    /// Memory for objects.
    pub(super) arena: Range<u64>,
    /// Objects that are in it.
    pub(super) objects: &'a [Object],
    /// Number of bytes that the smallest store writes.
    pub(super) unit: u64,
    /// The machine's number of the stack pointer.
    pub(super) sp_number: u16,
    /// True if the stack grows to lower addresses.
    pub(super) grows_down: bool,
    /// Ways from one instruction to the next that were taken.
    pub(super) ways: Ways,
    /// Values of the stack pointer.
    pointers: BTreeSet<u64>,
    /// Accesses beside objects.
    pub(super) strays: Vec<Stray>,
    /// Address of the instruction that has last written each register.
    pub(super) writers: BTreeMap<u16, u64>,
    /// Values that registers got.
    pub(super) values: BTreeSet<u64>,
    /// Address that control went to and that is neither code under test nor a function that it may call, and the
    /// instruction that it came from.
    pub(super) astray: Option<(u64, u64)>,
    /// Those of our functions that are told how many registers carry arguments.
    pub(super) counted: &'a [Counted],
    /// Calls of them with another number than may be there: the position of the function, the instruction before it, the
    /// number.
    pub(super) miscounts: Vec<(usize, u64, u8)>,
    /// Functions of ours that stand for those that nothing defines.
    absent: &'a [u64],
    /// True if one of them was called.
    pub(super) called_absent: bool,
    comparing: &'a Comparing,
    /// What was compared where it was not equal: the address of the branch, and both values.
    pub(super) compared: Vec<(u64, u64, u64)>,
    /// Functions of ours that may be called, and addresses at which the host serves functions.
    outside: (&'a [u64], Range<u64>),
    /// The last instruction of given code that was executed, as long as nothing else has been since.
    pub(super) last: u64,
    is_out: bool,
    /// Registers that snapshots do not hold.
    pub(super) unheld: Followed<'a>,
    /// Steps that were seen lately, by their addresses.
    lately: Vec<(u64, u64)>,
    /// Call frame information, where the function has some.
    pub(super) following: Option<Following<'a>>,
}

/// Ways from one instruction to the next, by their addresses.
#[derive(Debug, Clone, Default)]
pub struct Ways {
    /// Addresses of instructions.
    pub(super) instructions: BTreeSet<u64>,
    /// Pairs of addresses.
    pub(super) steps: HashSet<(u64, u64)>,
}

impl Ways {
    /// Number of instructions that have come next behind one.
    pub(super) fn successors(&self, from: u64) -> usize {
        self.steps.iter().filter(|(of, _)| *of == from).count()
    }

    /// Adds others; true if some are new.
    pub(super) fn add(&mut self, others: &Ways) -> bool {
        let before = (self.instructions.len(), self.steps.len());
        self.instructions.extend(&others.instructions);
        self.steps.extend(&others.steps);
        before != (self.instructions.len(), self.steps.len())
    }
}

impl<'a> Eyes<'a> {
    /// Eyes that have seen nothing.
    pub(super) fn new(
        code: &'a [Range<u64>],
        (arena, objects): (Range<u64>, &'a [Object]),
        unit: u64,
        (sp_number, grows_down): (u16, bool),
        (ours, absent, host): (&'a [u64], &'a [u64], Range<u64>),
        counted: &'a [Counted],
        (comparing, unheld): (&'a Comparing, Followed<'a>),
    ) -> Eyes<'a> {
        let (ways, strays, writers) = (Ways::default(), Vec::new(), BTreeMap::new());
        let (pointers, values) = (BTreeSet::new(), BTreeSet::new());
        let (astray, last, is_out) = (None, NOWHERE, false);
        let lately = vec![(NOWHERE, NOWHERE); LATELY];
        let unit = unit.max(1);
        Eyes {
            code,
            arena,
            objects,
            unit,
            sp_number,
            grows_down,
            ways,
            pointers,
            strays,
            writers,
            values,
            astray,
            counted,
            miscounts: Vec::new(),
            absent,
            called_absent: false,
            comparing,
            compared: Vec::new(),
            outside: (ours, host),
            last,
            is_out,
            unheld,
            lately,
            following: None,
        }
    }

    /// Farthest distance in bytes of the stack pointer from where it was at entry, within the stack.
    pub(super) fn depth(&self, entry: u64, stack: &Range<u64>) -> u64 {
        let inside = || self.pointers.iter().copied().filter(|sp| (stack.start..=stack.end).contains(sp));
        let farthest = if self.grows_down { inside().min() } else { inside().max() };
        let distance =
            |sp: u64| if self.grows_down { entry.saturating_sub(sp) } else { sp.saturating_sub(entry) };
        farthest.map_or(0, distance)
    }

    /// Looks at how many registers a function of ours is told that carry arguments.
    fn count(&mut self, pc: u64, state: &dyn State) {
        let Some(index) = self.counted.iter().position(|counted| counted.address == pc) else { return };
        let Some(Counted { number, range: (least, most), .. }) = self.counted.get(index) else { return };
        let value = state.register(*number) as u8;
        if !(*least..=*most).contains(&value) && self.miscounts.is_empty() {
            self.miscounts.push((index, self.last, value));
        }
    }

    /// Looks at what a branch compares that has not been reached in this run before.
    fn compare(&mut self, pc: u64, state: &dyn State) {
        let Some((one, other)) = self.comparing.get(&pc) else { return };
        let (one, other) = (state.register(*one), other.map_or(0, |other| state.register(other)));
        if one != other && self.compared.len() < MOST_COMPARED {
            self.compared.push((pc, one, other));
        }
    }

    fn is_code(&self, pc: u64) -> bool {
        self.code.iter().any(|range| range.contains(&pc))
    }

    /// Looks at an access to the memory for objects. Code that changes less than the smallest store writes reads and
    /// writes what is beside it, unchanged.
    fn access(&mut self, stray: Stray) {
        if !self.arena.contains(&stray.address) || self.strays.len() >= MOST_STRAYS {
            return;
        }
        let end = stray.address.saturating_add(stray.length);
        let fits = |object: &Object| {
            let beside = if stray.written { 0 } else { object.beyond };
            let from = object.range.start.saturating_sub(beside) / self.unit * self.unit;
            let to = object.range.end.saturating_add(beside).next_multiple_of(self.unit);
            let may = !stray.written || object.access != Access::In;
            may && from <= stray.address && end <= to
        };
        if !self.objects.iter().any(fits) {
            self.strays.push(stray);
        }
    }
}

impl Observer for Eyes<'_> {
    fn step(&mut self, pc: u64, state: &dyn State) {
        if let Some(following) = &mut self.following {
            following.step(pc, state);
        }
        if !self.is_code(pc) {
            if !self.is_out && self.last != NOWHERE {
                self.count(pc, state);
                self.unheld.out(self.last, state);
            }
            let (ours, host) = &self.outside;
            if !self.is_out && self.last != NOWHERE && !ours.contains(&pc) && !host.contains(&pc) {
                self.astray.get_or_insert((pc, self.last));
            }
            self.called_absent |= self.absent.contains(&pc);
            (self.is_out, self.last) = (true, NOWHERE);
            return;
        }
        self.is_out = false;
        let step = (self.last, pc);
        self.last = pc;
        // Most steps are those of a loop.
        let place = (pc / 2) as usize % LATELY;
        if self.lately.get(place) == Some(&step) {
            return;
        }
        if let Some(lately) = self.lately.get_mut(place) {
            *lately = step;
        }
        if self.ways.instructions.insert(pc) {
            self.compare(pc, state);
        }
        if step.0 != NOWHERE {
            self.ways.steps.insert(step);
        }
    }

    fn register(&mut self, pc: u64, register: u16, _old: u64, new: u64) {
        if let Some(following) = &mut self.following {
            following.register(register, new);
        }
        if register == self.sp_number {
            self.pointers.insert(new);
        }
        self.writers.insert(register, pc);
        self.unheld.set(register);
        if self.values.len() < MOST_VALUES && self.is_code(pc) {
            self.values.insert(new);
        }
    }

    fn read(&mut self, pc: u64, address: u64, length: u64) {
        self.access(Stray { pc, address, length, written: false });
    }

    fn write(&mut self, pc: u64, address: u64, length: u64, _state: &dyn State) {
        if let Some(following) = &mut self.following {
            following.write(address, length);
        }
        self.access(Stray { pc, address, length, written: true });
    }

    fn call(&mut self, pc: u64, target: u64, return_address: u64) {
        if let Some(following) = &mut self.following {
            following.call(pc, target, return_address);
        }
    }
}
