//! Targets and the names of their registers. Hardware facts only, no rules.

mod aarch64;
mod dpu;
mod epiphany;
mod float;
mod forwardcom;
#[cfg(feature = "invented")]
mod invented;
mod ipu;
mod nyuzi;
pub mod riscv;
mod x86_64;

pub use float::FloatFormat;

use crate::ctype::Scalar;
use riscv::Abi;
use serde::{Deserialize, Serialize};
use std::sync::OnceLock;

/// Processor whose ABI document crosscall implements.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "&'static str", try_from = "String")]
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
    /// RISC-V with one of its ABIs.
    Riscv(riscv::Abi),
    /// x86-64 with the System V ABI.
    X86_64,
    /// AArch64 with the AAPCS64.
    Aarch64,
    /// Target that exists only in tests, with every feature that is rare in others.
    #[cfg(feature = "invented")]
    Invented,
}

/// Properties of a target's hardware that are visible at a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Facts {
    /// Name on the command line and in files.
    pub name: &'static str,
    /// Name of the machine that runs its code.
    pub machine: &'static str,
    /// Name of its document, which several targets may share: that of folders and pages about all of them.
    pub document: &'static str,
    /// Prefix of clause ids.
    pub clause_prefix: &'static str,
    /// Registers that snapshots hold, in order.
    pub registers: &'static [RegisterInfo],
    /// Register that is the stack pointer.
    pub stack_pointer: Register,
    /// Registers in the order in which calls use them, where their numbers have another one; of their file a picture shows only
    /// those that hold something.
    pub order_at_calls: &'static [Register],
    /// Number of bytes of a word: the unit of pushes, spills and stack slots.
    pub word: u16,
    /// Number of bytes of an address.
    pub address: u16,
    /// Number of bytes that the smallest store writes; code that changes fewer bytes rewrites the adjacent ones
    /// unchanged.
    pub least_store: u16,
    /// Direction in which the stack grows.
    pub stack: Stack,
    /// Number of bytes that a call instruction pushes, with the return address, and a return takes off the stack again.
    pub call_pushes: u16,
    /// Address that a pointer to code represents as 0.
    pub code_base: u64,
    /// Number of bytes of code that a pointer to code counts as one.
    pub code_unit: u16,
    /// Format in which cases give values of `double`.
    pub double: FloatFormat,
    /// Format in which cases give values of `long double`.
    pub long_double: FloatFormat,
    /// Register with the number of the current thread, on a machine with several threads; `None` where there is one
    /// thread.
    pub thread_register: Option<&'static str>,
}

impl Facts {
    /// Properties of a usual target, with a machine of its own: words and addresses of 4 bytes, a stack that grows downwards, pointers to code
    /// that count bytes, and one thread.
    const fn usual(
        name: &'static str,
        clause_prefix: &'static str,
        registers: &'static [RegisterInfo],
        stack_pointer: Register,
    ) -> Facts {
        Facts {
            name,
            machine: name,
            document: name,
            clause_prefix,
            registers,
            stack_pointer,
            order_at_calls: &[],
            word: 4,
            address: 4,
            least_store: 1,
            stack: Stack::Downwards,
            call_pushes: 0,
            code_base: 0,
            code_unit: 1,
            double: FloatFormat::DOUBLE,
            long_double: FloatFormat::DOUBLE,
            thread_register: None,
        }
    }
}

/// Direction in which a stack grows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stack {
    /// Towards lower addresses.
    Downwards,
    /// Towards higher addresses.
    Upwards,
}

/// Register that can be observed at a call boundary.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RegisterInfo {
    /// Name in the target's assembly.
    pub name: &'static str,
    /// Name by its role, or empty.
    pub alias: &'static str,
    /// Register file: registers of one file are numbered consecutively, and values that occupy several registers use
    /// adjacent ones of one file. Empty for special registers.
    pub file: &'static str,
    /// Width in bytes; for a register of variable length, the greatest length that is modelled.
    pub bytes: u16,
    /// True for a register of variable length, which holds its length as well.
    pub variable: bool,
    /// Purpose of the register.
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

/// Purpose of a register.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RegisterKind {
    /// General register: arguments, results, addresses.
    General,
    /// Register of flags and modes, which special instructions read and write; it never carries a value.
    Special {
        /// Mask of the bits that set a mode (rounding, interrupts). Unlike flags, they keep their value until they
        /// are written.
        modes: u64,
    },
    /// Counter of a hardware loop: while it is not zero, execution continues at the loop's first instruction after
    /// its last one.
    LoopCount {
        /// Register with the address of the loop's last instruction.
        last: Register,
    },
}

/// Index of a register in [`Target::registers`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Register(pub u16);

impl Target {
    /// Number of targets, including the one for tests.
    pub const COUNT: usize = Target::ALL.len() + cfg!(feature = "invented") as usize;

    /// Targets with a document.
    #[rustfmt::skip]
    pub const ALL: [Target; 14] = [
        Target::Epiphany, Target::Nyuzi, Target::Dpu, Target::Ipu, Target::ForwardCom,
        Target::Riscv(Abi::Ilp32e), Target::Riscv(Abi::Ilp32), Target::Riscv(Abi::Ilp32f), Target::Riscv(Abi::Ilp32d),
        Target::Riscv(Abi::Lp64), Target::Riscv(Abi::Lp64f), Target::Riscv(Abi::Lp64d),
        Target::X86_64, Target::Aarch64,
    ];

    /// Those of [`Target::ALL`] for which crosscall has an assembler, a machine and a second reading of its own.
    pub fn built_in() -> impl DoubleEndedIterator<Item = Target> + Clone {
        Target::ALL.into_iter().filter(|target| target.is_built_in())
    }

    /// True if crosscall has an assembler, a machine and a second reading of its own for the target.
    pub const fn is_built_in(self) -> bool {
        !matches!(self, Target::X86_64 | Target::Aarch64)
    }

    /// Number of the target: its place in [`Target::ALL`], behind which the one for tests follows. Below [`Target::COUNT`].
    pub fn index(self) -> usize {
        Target::ALL.iter().position(|target| *target == self).unwrap_or(Target::ALL.len())
    }

    /// Hardware properties of the target.
    pub const fn facts(self) -> &'static Facts {
        match self {
            Target::Epiphany => &epiphany::FACTS,
            Target::Nyuzi => &nyuzi::FACTS,
            Target::Dpu => &dpu::FACTS,
            Target::Ipu => &ipu::FACTS,
            Target::ForwardCom => &forwardcom::FACTS,
            Target::Riscv(abi) => abi.facts().hardware(),
            Target::X86_64 => &x86_64::FACTS,
            Target::Aarch64 => &aarch64::FACTS,
            #[cfg(feature = "invented")]
            Target::Invented => &invented::FACTS,
        }
    }

    /// Name on the command line and in files.
    pub fn name(self) -> &'static str {
        self.facts().name
    }

    /// Name of its document, which several targets may share.
    pub fn document(self) -> &'static str {
        self.facts().document
    }

    /// Prefix of clause ids.
    pub fn clause_prefix(self) -> &'static str {
        self.facts().clause_prefix
    }

    /// Id of a clause, or a prefix of one, without the prefix that all ids of the target share.
    pub fn short(self, clause: &str) -> &str {
        let rest = clause.strip_prefix(self.clause_prefix()).and_then(|rest| rest.strip_prefix('-'));
        rest.unwrap_or(clause)
    }

    /// Registers that snapshots hold, in order.
    pub fn registers(self) -> &'static [RegisterInfo] {
        self.facts().registers
    }

    /// Where each register begins in [`Snapshot::registers`](crate::observation::Snapshot::registers), in bytes, and where
    /// the last one ends.
    pub fn register_starts(self) -> &'static [usize] {
        static STARTS: [OnceLock<Vec<usize>>; Target::COUNT] = [const { OnceLock::new() }; Target::COUNT];
        let starts = || {
            let ends = self.registers().iter().scan(0, |end, info| {
                *end += usize::from(info.bytes);
                Some(*end)
            });
            std::iter::once(0).chain(ends).collect()
        };
        STARTS.get(self.index()).map_or(&[], |of_target| of_target.get_or_init(starts))
    }

    /// Description of a register.
    pub fn register(self, register: Register) -> Option<&'static RegisterInfo> {
        self.registers().get(usize::from(register.0))
    }

    /// Register with a name; `None` where there is none.
    pub fn register_named(self, name: &str) -> Option<Register> {
        let position = self.registers().iter().position(|info| info.name == name)?;
        u16::try_from(position).ok().map(Register)
    }

    /// Stack pointer.
    pub fn stack_pointer(self) -> Register {
        self.facts().stack_pointer
    }

    /// Number of bytes of a word, at least one.
    pub fn word(self) -> usize {
        usize::from(self.facts().word).max(1)
    }

    /// Number of bytes of an address.
    pub fn address_bytes(self) -> usize {
        usize::from(self.facts().address)
    }

    /// True if the stack grows to lower addresses.
    pub fn grows_down(self) -> bool {
        self.facts().stack == Stack::Downwards
    }

    /// Value of a pointer to the code at an address.
    pub fn code_pointer(self, address: u64) -> u64 {
        let Facts { code_base, code_unit, .. } = self.facts();
        address.wrapping_sub(*code_base) / u64::from(*code_unit).max(1)
    }

    /// Format in which cases give the values of a floating type. It defines the number that a value denotes; the
    /// bytes that a compiler stores are defined by the document.
    pub fn float_format(self, scalar: Scalar) -> FloatFormat {
        match scalar {
            Scalar::Half => FloatFormat::HALF,
            Scalar::BrainHalf => FloatFormat::BRAIN,
            Scalar::Double => self.facts().double,
            Scalar::LongDouble => self.facts().long_double,
            _ => FloatFormat::SINGLE,
        }
    }

    /// Number of bits of a floating type that has padding in memory; `None` where all of its memory is the number.
    pub fn padded_float_bits(self, scalar: Scalar) -> Option<u32> {
        let format = self.float_format(scalar);
        format.has_leading_bit.then(|| format.bits())
    }

    /// True if a register can carry values.
    pub fn is_general(self, register: Register) -> bool {
        self.register(register).is_some_and(|info| info.kind == RegisterKind::General)
    }

    /// Mask of a register's bits that set modes; 0 for a register that carries values.
    pub fn mode_bits(self, register: Register) -> u64 {
        match self.register(register).map(|info| info.kind) {
            Some(RegisterKind::Special { modes }) => modes,
            _ => 0,
        }
    }

    /// Register with the address of a hardware loop's last instruction, for a register that counts the loop.
    pub fn loop_end(self, register: Register) -> Option<Register> {
        match self.register(register).map(|info| info.kind) {
            Some(RegisterKind::LoopCount { last }) => Some(last),
            _ => None,
        }
    }

    /// Name of a register as findings print it, with its alias: `r13 (sp)`.
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

impl From<Target> for &'static str {
    fn from(target: Target) -> &'static str {
        target.name()
    }
}

impl TryFrom<String> for Target {
    type Error = String;

    fn try_from(name: String) -> Result<Target, String> {
        #[cfg(feature = "invented")]
        if name == Target::Invented.name() {
            return Ok(Target::Invented);
        }
        name.parse()
    }
}

impl std::str::FromStr for Target {
    type Err = String;

    fn from_str(text: &str) -> Result<Target, String> {
        crate::case::by_name("target", &Target::ALL, Target::name, text)
    }
}
