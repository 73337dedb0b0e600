//! Routines that fill registers with poison. Most of the contents that a probe loads are poison, the same for many
//! probes, so that they share these routines.

use crosscall_model::Target;
use crosscall_model::target::{Facts, Register};

use super::{sides, spelling_of};
use crate::poison::{self, PoisonKind};

/// Routine that fills some registers with poison, leaves the others unchanged, and returns. A probe calls it, or ends
/// with a jump to it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Loader {
    target: Target,
    moment: Moment,
    /// Registers to fill, in ascending order; not empty.
    registers: Vec<Register>,
}

/// Time at which registers are filled, and the side whose poison it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Moment {
    /// Before a call, with the caller's poison.
    Call,
    /// Before a return, with the callee's poison.
    Return,
}

impl Moment {
    /// Kind of poison.
    pub(super) fn kind(self) -> PoisonKind {
        match self {
            Moment::Call => PoisonKind::Register,
            Moment::Return => PoisonKind::Scratch,
        }
    }
}

impl Loader {
    /// Routine for some registers, in ascending order; `None` for none.
    pub(super) fn new(target: Target, moment: Moment, registers: Vec<Register>) -> Option<Loader> {
        (!registers.is_empty()).then_some(Loader { target, moment, registers })
    }

    /// Registers in ascending order, each with the poison for all its bytes.
    pub(super) fn contents(&self, facts: &Facts) -> impl Iterator<Item = (Register, Vec<u8>)> {
        self.registers.iter().map(|&register| {
            let bytes = facts.registers.get(usize::from(register.0)).map_or(0, |info| info.bytes);
            (register, poison::bytes(self.moment.kind(), register).take(bytes.into()).collect())
        })
    }

    /// Target of the registers.
    pub fn target(&self) -> Target {
        self.target
    }

    /// Name of the routine in C. It contains the set of registers, so that two routines of one name are equal: a
    /// hexadecimal digit for four registers, the highest first.
    pub fn name(&self) -> String {
        let moment = match self.moment {
            Moment::Call => "call",
            Moment::Return => "return",
        };
        let mut name = format!("poison_before_{moment}_");
        let mut rest = self.registers.as_slice();
        for digit in (0..=rest.last().map_or(0, |last| last.0 / 4)).rev() {
            let (lower, four) = rest.split_at(rest.partition_point(|register| register.0 / 4 < digit));
            let bits = four.iter().map(|register| 1 << (register.0 % 4)).sum();
            name.extend(char::from_digit(bits, 16));
            rest = lower;
        }
        name
    }

    /// Symbol of the routine in object files.
    pub(super) fn symbol(&self) -> String {
        spelling_of(self.target).symbol(&self.name())
    }

    /// Assembly text of the routine: a separate file, or a part of one.
    pub fn text(&self) -> String {
        sides::loader(spelling_of(self.target), self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_shows_the_registers() {
        let loader = |numbers: &[u16]| {
            let registers = numbers.iter().map(|n| Register(*n)).collect();
            Loader::new(Target::Epiphany, Moment::Return, registers)
        };
        let name = |numbers: &[u16]| loader(numbers).map(|l| l.name()).unwrap_or_default();
        assert_eq!(name(&[0]), "poison_before_return_1");
        assert_eq!(name(&[0, 2, 3, 12]), "poison_before_return_100d");
        assert_eq!(name(&[4, 63]).len(), "poison_before_return_".len() + 16);
        assert_eq!(loader(&[]), None);
    }
}
