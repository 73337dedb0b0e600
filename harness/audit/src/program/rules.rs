//! Demands of the document on any function, in a machine's own numbers: taken from its plan of a function without parameters
//! and result, and of results from its plans of functions that have some.

use crate::unwind::REGISTERS;
use crosscall_explain::dialect::Dialect;
use crosscall_explain::{case_of, case_of_nothing, plan_of};
use crosscall_model::ctype::{Scalar, Signature, Type};
use crosscall_model::plan::{
    ClauseId, Link, Plan, Preservation, RegisterRule, StackRule, Transfer, UnheldRule,
};
use crosscall_model::target::Register;
use crosscall_model::{Form, Target};
use crosscall_oracle::clause::ChoiceIndex;
use std::collections::BTreeSet;

/// Most registers of up to 64 bits that are followed through calls: a bit of a mask for each.
const MOST_SLOTS: usize = 64;

/// Most reserved registers.
const MOST_RESERVED: usize = 32;

/// Most registers that calls destroy.
pub(super) const MOST_DESTROYED: usize = Mask::BITS as usize;

/// A register that a function gives back, of up to 64 bits.
#[derive(Debug, Clone)]
pub(super) struct Slot {
    /// The register.
    pub(super) register: Register,
    /// Its number in the machine.
    pub(super) number: u16,
    /// Bits of its value that are demanded.
    pub(super) mask: u64,
    /// Clauses that demand it.
    pub(super) clauses: &'static [ClauseId],
    /// True if it counts the rounds of a hardware loop.
    pub(super) counts_rounds: bool,
}

/// A register that a function gives back, wider than 64 bits.
#[derive(Debug, Clone)]
pub(super) struct Wide {
    pub(super) register: Register,
    pub(super) number: u16,
    /// Greatest size in bytes.
    pub(super) bytes: usize,
    pub(super) clauses: &'static [ClauseId],
}

/// A register that code never writes.
#[derive(Debug, Clone)]
pub(super) struct Reserved {
    pub(super) register: Register,
    pub(super) clauses: &'static [ClauseId],
}

/// A register that a call destroys and that holds no result.
#[derive(Debug, Clone)]
pub(super) struct Destroyed {
    /// The register, or the name of one that snapshots do not hold.
    pub(super) register: Result<Register, &'static str>,
    pub(super) number: u16,
    /// Its contents after a call.
    pub(super) bytes: Vec<u8>,
    pub(super) clauses: &'static [ClauseId],
}

/// A bit for each register that calls destroy, by its position.
pub(super) type Mask = u128;

/// Meaning of a register for the observer, by the machine's number: a small number, since it is looked up for every register
/// that the program writes.
///
/// Up to 63 it is a slot, and from 128 to 255 the position of a register that calls destroy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Kind(pub(super) u8);

impl Kind {
    /// Not followed.
    pub(super) const FREE: Kind = Kind(64);
    /// The stack pointer.
    pub(super) const STACK_POINTER: Kind = Kind(65);
    /// The register with the return address.
    pub(super) const LINK: Kind = Kind(66);
    /// One that is wider than 64 bits.
    pub(super) const WIDE: Kind = Kind(67);
    /// The first reserved one; the others follow.
    const RESERVED: u8 = 68;
    /// Number of slots, and the first of the registers that are destroyed.
    const SLOTS: u8 = 64;
    const DESTROYED: u8 = 128;

    /// The slot.
    #[inline(always)]
    pub(super) fn slot(self) -> Option<u8> {
        (self.0 < Kind::SLOTS).then_some(self.0)
    }

    /// Position of the register among those that are destroyed.
    #[inline(always)]
    pub(super) fn destroyed(self) -> Option<u8> {
        (self.0 >= Kind::DESTROYED).then_some(self.0 & !Kind::DESTROYED)
    }

    /// Position of the register among the reserved ones.
    pub(super) fn reserved(self) -> Option<u8> {
        self.0.checked_sub(Kind::RESERVED).filter(|at| *at < Kind::DESTROYED - Kind::RESERVED)
    }

    /// A register that calls destroy.
    fn of_destroyed(at: u8) -> Kind {
        Kind(Kind::DESTROYED | at)
    }

    /// A reserved register.
    fn of_reserved(at: u8) -> Kind {
        Kind(Kind::RESERVED + at.min(Kind::DESTROYED - Kind::RESERVED - 1))
    }
}

/// Finds a machine's number by a register's name.
type Named<'a> = &'a dyn Fn(&str) -> Option<u16>;

/// Demands on any function.
#[derive(Debug, Clone)]
pub(super) struct Rules {
    pub(super) target: Target,
    pub(super) kinds: [Kind; REGISTERS],
    pub(super) slots: Vec<Slot>,
    pub(super) wide: Vec<Wide>,
    pub(super) reserved: Vec<Reserved>,
    pub(super) destroyed: Vec<Destroyed>,
    /// Contents, at the program's start, of registers that nobody has set: those that functions give back.
    pub(super) filled: Vec<(u16, Vec<u8>)>,
    pub(super) sp: u16,
    /// Register of the return address; `None` where the processor keeps return addresses itself.
    pub(super) link: Option<u16>,
    /// The slot of that register, where functions give it back, or its position among those that are destroyed.
    pub(super) link_slot: Option<u8>,
    pub(super) link_destroyed: Option<u8>,
    pub(super) stack: StackRule,
    pub(super) return_clause: ClauseId,
    /// Register with the number of the thread, where there are several.
    pub(super) thread: Option<u16>,
    /// Questions of the document that the demands depend on.
    pub(super) asked: Vec<(ChoiceIndex, u8)>,
}

impl Rules {
    /// The demands under a dialect; `numbers` has the machine's number for each register of the target, `unheld` those of
    /// registers that snapshots do not hold, by their names, and `thread` the one of the register with the number of the thread.
    pub(super) fn new(
        target: Target,
        dialect: &Dialect,
        (numbers, unheld): (&[u16], Named<'_>),
        thread: Option<u16>,
    ) -> Rules {
        let (plan, assignment) = plan_of(&case_of_nothing(target), dialect);
        let number = |register: Register| numbers.get(usize::from(register.0)).copied().unwrap_or(u16::MAX);
        let link = plan.linkage.iter().find(|linkage| linkage.link == Link::ReturnAddress);
        let link = link.and_then(|linkage| linkage.place.register());
        let mut rules = Rules {
            target,
            kinds: [Kind::FREE; REGISTERS],
            slots: Vec::new(),
            wide: Vec::new(),
            reserved: Vec::new(),
            destroyed: Vec::new(),
            filled: Vec::new(),
            sp: number(target.stack_pointer()),
            link: link.map(number),
            link_slot: None,
            link_destroyed: None,
            asked: assignment.into_iter().collect(),
            return_clause: plan.return_clause,
            thread: thread.filter(|_| plan.threads.is_some()),
            stack: plan.stack,
        };
        let results = results(target, dialect);
        for rule in &plan.registers {
            rules.add(rule, number(rule.register), &results);
        }
        plan.unheld.iter().for_each(|rule| rules.add_unheld(rule, unheld));
        rules.set(rules.sp, Kind::STACK_POINTER);
        if let Some(link) = rules.link {
            let kind = rules.kinds.get(usize::from(link)).copied().unwrap_or(Kind::FREE);
            (rules.link_slot, rules.link_destroyed) = (kind.slot(), kind.destroyed());
            rules.set(link, Kind::LINK);
        }
        rules
    }

    /// Adds registers that snapshots do not hold: `number` has the machine's for a name.
    fn add_unheld(&mut self, rule: &'static UnheldRule, number: Named<'_>) {
        // The first of registers that nothing sets alone takes the others with it.
        let first = rule.registers.first().filter(|_| !rule.is_zero);
        if let Some(number) = first.and_then(|name| number(name)) {
            let bytes = (0..MOST_POISON).map(|at| poison(number, at)).collect();
            self.destroy(Destroyed { register: Err(rule.name), number, bytes, clauses: rule.clauses });
        }
    }

    fn destroy(&mut self, destroyed: Destroyed) {
        let at = u8::try_from(self.destroyed.len()).ok();
        if let Some(at) = at.filter(|at| usize::from(*at) < MOST_DESTROYED) {
            self.set(destroyed.number, Kind::of_destroyed(at));
            self.destroyed.push(destroyed);
        }
    }

    fn set(&mut self, number: u16, kind: Kind) {
        if let Some(place) = self.kinds.get_mut(usize::from(number)) {
            *place = kind;
        }
    }

    fn add(&mut self, rule: &RegisterRule, number: u16, results: &BTreeSet<Register>) {
        let Some(info) = self.target.register(rule.register).filter(|_| !rule.clauses.is_empty()) else {
            return;
        };
        let (register, clauses) = (rule.register, rule.clauses);
        let low = |length: usize| u8::try_from(length).ok();
        match rule.preservation {
            Preservation::Preserved | Preservation::PreservedLow(_) | Preservation::Fixed => {
                if self.target.is_general(register) && number != self.sp {
                    let size = usize::from(info.bytes).min(MOST_POISON);
                    self.filled.push((number, (0..size).map(|at| poison(number, at)).collect()));
                }
                // Events show the low 64 bits of wider registers.
                let bytes = rule.preservation.demanded_bytes(usize::from(info.bytes));
                if bytes > 8 {
                    self.wide.push(Wide { register, number, bytes, clauses });
                    self.set(number, Kind::WIDE);
                    return;
                }
                let modes = self.target.mode_bits(register);
                let all = if bytes >= 8 { u64::MAX } else { (1 << (bytes * 8)) - 1 };
                let mask = if modes == 0 { all } else { modes };
                let counts_rounds = self.target.loop_end(register).is_some();
                if let Some(slot) = low(self.slots.len()).filter(|slot| usize::from(*slot) < MOST_SLOTS) {
                    self.slots.push(Slot { register, number, mask, clauses, counts_rounds });
                    self.set(number, Kind(slot));
                }
            }
            Preservation::Reserved => {
                if let Some(index) = low(self.reserved.len()).filter(|at| usize::from(*at) < MOST_RESERVED) {
                    self.reserved.push(Reserved { register, clauses });
                    self.set(number, Kind::of_reserved(index));
                }
            }
            Preservation::Scratch if self.target.is_general(register) && !results.contains(&register) => {
                let size = usize::from(info.bytes).min(MOST_POISON);
                let bytes = (0..size).map(|at| poison(number, at)).collect();
                self.destroy(Destroyed { register: Ok(register), number, bytes, clauses });
            }
            Preservation::Scratch | Preservation::Declared | Preservation::Unspecified => {}
        }
    }
}

/// Most bytes of a register that are destroyed; one of variable length gets this length.
const MOST_POISON: usize = 64;

/// A byte that a destroyed register holds: no address, no small number, and different in each register.
fn poison(number: u16, at: usize) -> u8 {
    let (number, at) = (number as u8, at as u8);
    0xa5 ^ number.wrapping_mul(29) ^ at.wrapping_mul(17) | 1
}

/// Registers that hold results, or the addresses of results, of functions with results of all kinds.
pub(crate) fn results(target: Target, dialect: &Dialect) -> BTreeSet<Register> {
    let mut registers = BTreeSet::new();
    for ty in result_types() {
        let signature = Signature { result: Some(ty), parameters: Vec::new(), variadic: None };
        let (plan, _) = plan_of(&case_of(Form::Prototype, target, &signature), dialect);
        registers.extend(carriers(&plan));
    }
    registers
}

/// Types of results that lie in as many different places as possible.
fn result_types() -> Vec<Type> {
    let scalar = |scalar: Scalar| Type::from(scalar);
    let mut types: Vec<Type> = Scalar::ALL.into_iter().map(scalar).collect();
    types.extend([Type::DataPointer, Type::FunctionPointer]);
    types.extend([Scalar::Float, Scalar::Double].map(Type::Complex));
    let pairs = [Scalar::Char, Scalar::Int, Scalar::Long, Scalar::LongLong, Scalar::Float, Scalar::Double];
    for first in pairs {
        types.extend(pairs.map(|second| Type::structure([scalar(first), scalar(second)])));
        let of_many = |count: u32| Type::structure([Type::Array(Box::new(scalar(first)), count)]);
        types.extend((1..=16).map(of_many));
    }
    let lanes = |element: Scalar| move |lanes: u32| Type::Vector { element, lanes };
    for element in [Scalar::Int, Scalar::Float] {
        types.extend([2, 4, 8, 16].map(lanes(element)));
    }
    types
}

/// Registers in which a result or its address comes back.
fn carriers(plan: &Plan) -> Vec<Register> {
    let Some(result) = &plan.result else { return Vec::new() };
    let pieces = match &result.transfer {
        Transfer::Nothing => Vec::new(),
        Transfer::Direct(pieces) => pieces.clone(),
        Transfer::ByReference { returned, .. } => returned.clone().unwrap_or_default(),
    };
    pieces.iter().filter_map(|piece| piece.place.register()).collect()
}

/// The register with the lowest bytes of an `int` that comes back.
pub(super) fn result_register(target: Target, dialect: &Dialect) -> Option<Register> {
    let int = Some(Type::from(Scalar::Int));
    let signature = Signature { result: int, parameters: Vec::new(), variadic: None };
    let (plan, _) = plan_of(&case_of(Form::Prototype, target, &signature), dialect);
    carriers(&plan).first().copied()
}
