//! The targets and the names of their registers. Facts of the hardware only, no rules.

mod epiphany;

/// A processor whose ABI document crosscall knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Target {
    /// Adapteva Epiphany.
    Epiphany,
}

/// A register that can be seen at a call boundary.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RegisterInfo {
    /// Name in the target's assembly.
    pub name: &'static str,
    /// Name by its role, or empty.
    pub alias: &'static str,
    /// Width in bytes.
    pub bytes: u16,
    /// What it is for.
    pub kind: RegisterKind,
}

/// What a register is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RegisterKind {
    /// Holds values: arguments, results, addresses.
    General,
    /// Holds flags and modes, which special instructions read and write; no value ever travels in it.
    Special {
        /// The bits that set a mode in which code runs (rounding, interrupts). Other than flags they stay as
        /// they are until somebody writes them.
        modes: u64,
    },
}

/// Index of a register in [`Target::registers`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Register(pub u16);

impl Target {
    /// Every target.
    pub const ALL: [Target; 1] = [Target::Epiphany];

    /// The name on the command line and in files.
    pub fn name(self) -> &'static str {
        match self {
            Target::Epiphany => "epiphany",
        }
    }

    /// The prefix of clause ids.
    pub fn clause_prefix(self) -> &'static str {
        match self {
            Target::Epiphany => "EPIPHANY",
        }
    }

    /// The registers that snapshots hold, in order.
    pub fn registers(self) -> &'static [RegisterInfo] {
        match self {
            Target::Epiphany => epiphany::REGISTERS,
        }
    }

    /// The stack pointer.
    pub fn stack_pointer(self) -> Register {
        match self {
            Target::Epiphany => epiphany::SP,
        }
    }

    /// Whether values can travel in a register.
    pub fn is_general(self, register: Register) -> bool {
        let info = self.registers().get(usize::from(register.0));
        info.is_some_and(|info| info.kind == RegisterKind::General)
    }

    /// The bits of a register that set modes; none for a register that holds values.
    pub fn mode_bits(self, register: Register) -> u64 {
        match self.registers().get(usize::from(register.0)).map(|info| info.kind) {
            Some(RegisterKind::Special { modes }) => modes,
            _ => 0,
        }
    }

    /// Name of a register as findings print it, with its role: `r13 (sp)`.
    pub fn register_name(self, register: Register) -> String {
        match self.registers().get(usize::from(register.0)) {
            Some(info) if info.alias.is_empty() => info.name.to_owned(),
            Some(info) => format!("{} ({})", info.name, info.alias),
            None => format!("register {}", register.0),
        }
    }
}

impl std::fmt::Display for Target {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

impl std::str::FromStr for Target {
    type Err = String;

    fn from_str(text: &str) -> Result<Target, String> {
        Target::ALL.into_iter().find(|t| t.name() == text).ok_or_else(|| {
            let known: Vec<_> = Target::ALL.iter().map(|t| t.name()).collect();
            format!("unknown target `{text}`; known: {}", known.join(", "))
        })
    }
}
