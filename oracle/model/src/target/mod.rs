//! The targets and the names of their registers. Facts of the hardware only, no rules.

mod dpu;
mod epiphany;
mod float;
mod forwardcom;
#[cfg(feature = "invented")]
mod invented;
mod ipu;
mod nyuzi;

pub use float::FloatFormat;

use crate::ctype::Scalar;

/// A processor whose ABI document crosscall knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Target {
    /// Adapteva Epiphany.
    Epiphany,
    /// Nyuzi.
    Nyuzi,
    /// UPMEM DPU.
    Dpu,
    /// Graphcore Colossus IPU.
    Ipu,
    /// ForwardCom.
    ForwardCom,
    /// A target of the tests only, with everything that is rare in others.
    #[cfg(feature = "invented")]
    Invented,
}

/// What the hardware of a target is like, as far as a call shows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Facts {
    /// The name on the command line and in files.
    pub name: &'static str,
    /// The prefix of clause ids.
    pub clause_prefix: &'static str,
    /// The registers that snapshots hold, in order.
    pub registers: &'static [RegisterInfo],
    /// The register that is the stack pointer.
    pub stack_pointer: Register,
    /// Bytes of a word: of what a push, a spill or a slot of the stack is made.
    pub word: u16,
    /// Bytes of an address.
    pub address: u16,
    /// Bytes that the smallest store writes; code that changes fewer writes those around them as they were.
    pub least_store: u16,
    /// Where the stack grows.
    pub stack: Stack,
    /// The address that a pointer to code holds as 0.
    pub code_base: u64,
    /// Bytes of code that a pointer to code counts as one.
    pub code_unit: u16,
    /// The format in which cases give values of `double` and `long double`.
    pub double: FloatFormat,
    /// The register of a machine with several threads that says which of them it shows; `None` where there is one thread.
    pub thread_register: Option<&'static str>,
}

/// Where a stack grows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stack {
    /// To lower addresses.
    Downwards,
    /// To higher addresses.
    Upwards,
}

/// A register that can be seen at a call boundary.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RegisterInfo {
    /// Name in the target's assembly.
    pub name: &'static str,
    /// Name by its role, or empty.
    pub alias: &'static str,
    /// The register file: registers of one file are numbered one after the other, and values that take several
    /// registers take neighbours of one file. Empty for special registers.
    pub file: &'static str,
    /// Width in bytes; of a register that knows how many bytes it holds, the most that are modelled.
    pub bytes: u16,
    /// Whether it knows how many bytes it holds.
    pub variable: bool,
    /// What it is for.
    pub kind: RegisterKind,
}

const fn general(file: &'static str, name: &'static str, alias: &'static str, bytes: u16) -> RegisterInfo {
    RegisterInfo { name, alias, file, bytes, variable: false, kind: RegisterKind::General }
}

const fn variable(file: &'static str, name: &'static str, bytes: u16) -> RegisterInfo {
    RegisterInfo { name, alias: "", file, bytes, variable: true, kind: RegisterKind::General }
}

const fn special(name: &'static str, bytes: u16, modes: u64) -> RegisterInfo {
    RegisterInfo { name, alias: "", file: "", bytes, variable: false, kind: RegisterKind::Special { modes } }
}

const fn loop_count(name: &'static str, bytes: u16, last: Register) -> RegisterInfo {
    RegisterInfo { name, alias: "", file: "", bytes, variable: false, kind: RegisterKind::LoopCount { last } }
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
    /// Counts the rounds of a hardware loop: while it is not zero, whoever gets to the last instruction of the loop goes on
    /// at its first one.
    LoopCount {
        /// The register with the address of the loop's last instruction.
        last: Register,
    },
}

/// Index of a register in [`Target::registers`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Register(pub u16);

impl Target {
    /// Number of the targets, with that of the tests.
    pub const COUNT: usize = Target::ALL.len() + cfg!(feature = "invented") as usize;

    /// Every target whose document exists.
    pub const ALL: [Target; 5] =
        [Target::Epiphany, Target::Nyuzi, Target::Dpu, Target::Ipu, Target::ForwardCom];

    /// The hardware of every target, of those too whose documents have not moved in yet.
    pub const HARDWARE: [&'static Facts; 5] =
        [&dpu::FACTS, &ipu::FACTS, &nyuzi::FACTS, &epiphany::FACTS, &forwardcom::FACTS];

    /// What its hardware is like.
    pub const fn facts(self) -> &'static Facts {
        match self {
            Target::Epiphany => &epiphany::FACTS,
            Target::Nyuzi => &nyuzi::FACTS,
            Target::Dpu => &dpu::FACTS,
            Target::Ipu => &ipu::FACTS,
            Target::ForwardCom => &forwardcom::FACTS,
            #[cfg(feature = "invented")]
            Target::Invented => &invented::FACTS,
        }
    }

    /// The name on the command line and in files.
    pub fn name(self) -> &'static str {
        self.facts().name
    }

    /// The prefix of clause ids.
    pub fn clause_prefix(self) -> &'static str {
        self.facts().clause_prefix
    }

    /// A clause's id, or what begins with one, without the prefix that all ids of the target share.
    pub fn short(self, clause: &str) -> &str {
        let rest = clause.strip_prefix(self.clause_prefix()).and_then(|rest| rest.strip_prefix('-'));
        rest.unwrap_or(clause)
    }

    /// The registers that snapshots hold, in order.
    pub fn registers(self) -> &'static [RegisterInfo] {
        self.facts().registers
    }

    /// The description of a register.
    pub fn register(self, register: Register) -> Option<&'static RegisterInfo> {
        self.registers().get(usize::from(register.0))
    }

    /// The stack pointer.
    pub fn stack_pointer(self) -> Register {
        self.facts().stack_pointer
    }

    /// Bytes of a word, at least one.
    pub fn word(self) -> usize {
        usize::from(self.facts().word).max(1)
    }

    /// Bytes of an address.
    pub fn address_bytes(self) -> usize {
        usize::from(self.facts().address)
    }

    /// Whether the stack grows to lower addresses.
    pub fn grows_down(self) -> bool {
        self.facts().stack == Stack::Downwards
    }

    /// What a pointer to the code at an address holds.
    pub fn code_pointer(self, address: u64) -> u64 {
        let Facts { code_base, code_unit, .. } = self.facts();
        address.wrapping_sub(*code_base) / u64::from(*code_unit).max(1)
    }

    /// The format in which cases give the values of a floating type. It says which number a value is; what bytes a
    /// compiler makes of it is for the document to say.
    pub fn float_format(self, scalar: Scalar) -> FloatFormat {
        match scalar {
            Scalar::Half => FloatFormat::HALF,
            Scalar::Double | Scalar::LongDouble => self.facts().double,
            _ => FloatFormat::SINGLE,
        }
    }

    /// Whether values can travel in a register.
    pub fn is_general(self, register: Register) -> bool {
        self.register(register).is_some_and(|info| info.kind == RegisterKind::General)
    }

    /// The bits of a register that set modes; none for a register that holds values.
    pub fn mode_bits(self, register: Register) -> u64 {
        match self.register(register).map(|info| info.kind) {
            Some(RegisterKind::Special { modes }) => modes,
            _ => 0,
        }
    }

    /// Where a register counts the rounds of a hardware loop: the one with the address of the loop's last instruction.
    pub fn loop_end(self, register: Register) -> Option<Register> {
        match self.register(register).map(|info| info.kind) {
            Some(RegisterKind::LoopCount { last }) => Some(last),
            _ => None,
        }
    }

    /// Name of a register as findings print it, with its role: `r13 (sp)`.
    pub fn register_name(self, register: Register) -> String {
        match self.register(register) {
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
