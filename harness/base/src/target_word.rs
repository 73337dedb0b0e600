//! Targets by a word where one target is meant.

use crosscall_model::Target;

/// Target of a word: one of that name, or for the name of a machine that several ABIs share the usual one of these.
#[derive(Debug, Clone, Copy)]
pub struct TargetWord {
    /// The target.
    pub target: Target,
    /// The word, where it is the name of a machine.
    machine: Option<&'static str>,
}

impl From<Target> for TargetWord {
    fn from(target: Target) -> TargetWord {
        TargetWord { target, machine: None }
    }
}

impl TargetWord {
    /// Looks a word up.
    ///
    /// # Errors
    /// For an unknown word, with the known ones.
    pub fn of(word: &str) -> Result<TargetWord, String> {
        let target = word.parse::<Target>().or_else(|error| {
            // The ABIs of a machine are in the order of what they have in registers; that of systems with all of it is the last.
            Target::ALL.into_iter().rev().find(|target| target.facts().machine == word).ok_or(error)
        })?;
        let machine = (target.name() != word).then_some(target.facts().machine);
        Ok(TargetWord { target, machine })
    }

    /// Note on the choice, where there was one.
    pub fn note(self) -> Option<String> {
        self.machine.map(|machine| {
            format!("`{machine}` is taken for {}; `run` tests every ABI of that machine", self.target)
        })
    }

    /// The target, with that note on the error stream.
    pub fn said(self) -> Target {
        if let Some(note) = self.note() {
            crate::output::note(&format!("note: {note}"));
        }
        self.target
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_machine_stands_for_its_usual_abi() {
        let of = |word| TargetWord::of(word).map(|word| (word.target.name(), word.note().is_some()));
        assert_eq!(of("riscv64"), Ok(("riscv64-lp64d", true)));
        assert_eq!(of("riscv32"), Ok(("riscv32-ilp32d", true)));
        assert_eq!(of("riscv32-ilp32e"), Ok(("riscv32-ilp32e", false)));
        assert_eq!(of("epiphany"), Ok(("epiphany", false)));
        assert!(of("z80").unwrap_err().contains("unknown target `z80`"));
    }
}
