//! Registers that snapshots do not hold, of an extension that no case uses: the vector registers of RISC-V, and their control.
//!
//! A function finds poison in them when it is entered and behind every call. In every second run of a pair there is no kind of
//! vectors, in the others one that is any.

use super::poison::{Lair, Poison};
use crosscall_engine::trial::entered::Stage;
use crosscall_machines::machine::{Machine, State};
use crosscall_machines::riscv::vector::UNSET;
use crosscall_model::observation::End;
use crosscall_model::plan::{ClauseId, Plan, UnheldRule, add_clauses};

/// Names in the machine of the kind of vectors, of the number of elements, and of the length of a register in bytes.
const KIND: &str = "vtype";
const COUNT: &str = "vl";
const LENGTH: &str = "vlenb";
const AGNOSTIC: &str = "vagnostic";

/// Lengths of vector registers that are tried, in bits (VLEN).
pub const LENGTHS: [u64; 2] = [128, 256];

/// Beginning of the text of the fault of an instruction that is reserved with the kind of vectors that there is.
const RESERVED: &str = "the vector instruction is reserved";

/// Most bytes of such a register.
const MOST_BYTES: usize = 32;

/// Such registers of a program's machine.
#[derive(Debug, Clone, Default)]
pub(super) struct Unheld {
    /// Numbers of those that hold poison, with the number of the rule and the name.
    filled: Vec<(u16, u8, &'static str)>,
    /// Numbers of those that are zero at entry, at calls and at return, with the number of the rule.
    zero: Vec<(u16, u8)>,
    /// Number of the register with the length in bytes.
    length: Option<u16>,
    /// Number of the register that says whether agnostic elements become ones.
    agnostic: Option<u16>,
    /// Length in bits in all runs; `None` where each of [`LENGTHS`] has its turn.
    bits: Option<u64>,
}

impl Unheld {
    /// The registers of a program's machine under a plan; none where the objects under test have no instruction for them.
    pub(super) fn of(stage: &Stage, plan: &Plan, bits: Option<u64>) -> Unheld {
        let mut unheld = Unheld { bits, ..Unheld::default() };
        if plan.unheld.is_empty() || !uses_vectors(stage) {
            return unheld;
        }
        (unheld.length, unheld.agnostic) = (stage.number_named(LENGTH), stage.number_named(AGNOSTIC));
        for (at, rule) in (0..).zip(plan.unheld) {
            let found = rule.registers.iter().filter_map(|name| Some((stage.number_named(name)?, *name)));
            match rule.is_zero {
                true => unheld.zero.extend(found.map(|(number, _)| (number, at))),
                false => unheld.filled.extend(found.map(|(number, name)| (number, at, name))),
            }
        }
        unheld
    }

    /// Makes the state in which a function is entered.
    pub(super) fn enter(&self, machine: &mut dyn Machine, poison: Poison<'_>) {
        if let Some(length) = self.length {
            let [usual, long] = LENGTHS;
            let own = if poison.seed >> 32 & 1 == 1 { long } else { usual };
            machine.set_register(length, self.bits.unwrap_or(own) / 8);
        }
        if let Some(agnostic) = self.agnostic {
            machine.set_register(agnostic, (poison.byte(Lair::Agnostic, 0) & 0x80 == 0).into());
        }
        self.fill(machine, poison, Lair::Unheld);
    }

    /// Destroys what a call may destroy.
    pub(super) fn leave(&self, machine: &mut dyn Machine, poison: Poison<'_>) {
        self.fill(machine, poison, Lair::LeftUnheld);
    }

    fn fill(&self, machine: &mut dyn Machine, poison: Poison<'_>, lair: fn(u8) -> Lair) {
        for (number, rule, name) in &self.filled {
            let byte = |at| poison.byte(lair(*rule), at);
            match *name {
                KIND => machine.set_register(*number, kind(byte(0))),
                COUNT => machine.set_register(*number, (byte(1) & 0x1f).into()),
                _ => machine.set_register_bytes(*number, &poison.bytes(lair(*rule), 0, MOST_BYTES)),
            }
        }
    }

    /// Places of these registers that hold poison.
    pub(super) fn lairs(&self, plan: &Plan) -> Vec<Lair> {
        let is_filled = |at: &u8| self.filled.iter().any(|(_, rule, _)| rule == at);
        let rules = (0u8..).zip(plan.unheld).map(|(at, _)| at).filter(is_filled);
        let agnostic = self.agnostic.map(|_| Lair::Agnostic);
        rules.flat_map(|at| [Lair::Unheld(at), Lair::LeftUnheld(at)]).chain(agnostic).collect()
    }

    /// Clauses on them that a run puts to the test.
    pub(super) fn clauses(&self, plan: &Plan) -> Vec<ClauseId> {
        let mut clauses = Vec::new();
        let filled = self.filled.iter().map(|(_, rule, _)| rule);
        let rules = filled.chain(self.zero.iter().map(|(_, rule)| rule));
        rules.filter_map(|at| rule(plan, *at)).for_each(|rule| add_clauses(&mut clauses, rule.clauses));
        clauses
    }

    /// Observes who sets them in a run.
    pub(super) fn followed(&self) -> Followed<'_> {
        Followed { unheld: self, setter: Setter::Caller, nonzero: None }
    }

    /// A register that has to be zero and is not, by the number of the rule.
    fn nonzero(&self, value: impl Fn(u16) -> u64) -> Option<(u16, u8, u64)> {
        let values = self.zero.iter().map(|(number, rule)| (*number, *rule, value(*number)));
        values.into_iter().find(|(.., value)| *value != 0)
    }

    /// A register that has to be zero when a function has come back and is not: its number, that of the rule, and its value.
    pub(super) fn left(&self, stage: &Stage) -> Option<(u16, u8, u64)> {
        self.nonzero(|number| stage.register(number))
    }
}

/// Returns whether code under test has an instruction on vectors or their control.
fn uses_vectors(stage: &Stage) -> bool {
    let is_one = |text: &str| text.starts_with('v') || text.starts_with("csr") && text.contains(",v");
    stage.code().iter().any(|range| stage.listing(range).iter().any(|line| is_one(&line.text)))
}

/// Bits of a kind of vectors from a byte of poison: one that is reserved where poison is not complemented, else one with elements
/// of any width in one register or more.
fn kind(byte: u8) -> u64 {
    if byte & 0x80 != 0 {
        return u64::MAX;
    }
    (u64::from(byte) & 3) << 3 | u64::from(byte) >> 2 & 3
}

/// Who has set the kind of vectors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Setter {
    Caller,
    Called,
    Function,
}

/// A register that has to be zero and is not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Nonzero {
    /// Number of the rule.
    pub(super) rule: u8,
    /// Its value.
    pub(super) value: u64,
    /// Address of the instruction that is to blame.
    pub(super) at: Option<u64>,
}

/// What is seen of them in one run.
#[derive(Debug, Clone)]
pub(super) struct Followed<'a> {
    unheld: &'a Unheld,
    setter: Setter,
    /// A register that was not zero at a call.
    pub(super) nonzero: Option<Nonzero>,
}

impl Followed<'_> {
    /// Control leaves the code under test behind an instruction.
    pub(super) fn out(&mut self, last: u64, state: &dyn State) {
        self.setter = Setter::Called;
        if self.nonzero.is_none()
            && let Some((_, rule, value)) = self.unheld.nonzero(|number| state.register(number))
        {
            self.nonzero = Some(Nonzero { rule, value, at: Some(last) });
        }
    }

    /// The function sets a register.
    pub(super) fn set(&mut self, register: u16) {
        if self.unheld.filled.iter().any(|(number, _, name)| *number == register && *name == KIND) {
            self.setter = Setter::Function;
        }
    }

    /// The place of the kind of vectors that a function was stopped for, which it has not set itself.
    pub(super) fn unset(&self, end: &End) -> Option<Lair> {
        let End::Fault { reason, .. } = end else { return None };
        let (_, rule, _) = self.unheld.filled.iter().find(|(_, _, name)| *name == KIND)?;
        match self.setter {
            _ if !reason.starts_with(UNSET) && !reason.starts_with(RESERVED) => None,
            Setter::Caller => Some(Lair::Unheld(*rule)),
            Setter::Called => Some(Lair::LeftUnheld(*rule)),
            Setter::Function => None,
        }
    }
}

/// The rule with a number.
pub(super) fn rule(plan: &Plan, number: u8) -> Option<&'static UnheldRule> {
    plan.unheld.get(usize::from(number))
}
