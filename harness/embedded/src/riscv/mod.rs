//! RISC-V: seven ABIs according to one document, read independently of the oracle.
//!
//! The ABI is a parameter of the document's type, so that its tables are constants; rules ask for its properties.

mod arguments;
mod classes;
mod data;
mod emit;
mod faults;
mod free;
mod readings;
mod registers;

use crosscall_model::Target;
use crosscall_model::target::riscv::{Abi, AbiFacts};

use crate::dialect::{Document, Tables};
use crate::fault::Fault;
use crate::readings::Choice;

/// The psABI's document, for the ABI with this place in [`Abi::ALL`].
pub(crate) struct Riscv<const ABI: usize>;

impl<const ABI: usize> Document for Riscv<ABI> {
    const TARGET: Target = Target::Riscv(Abi::ALL[ABI]);
    const CHOICES: &'static [Choice] = readings::of(Abi::ALL[ABI]);
    const QUESTIONS: &'static [Choice] = readings::QUESTIONS;
    const TOOLCHAIN: &'static [(&'static str, u8)] = readings::toolchain(Abi::ALL[ABI]);
    const FAULTS: &'static [Fault] = faults::of(Abi::ALL[ABI]);
}

/// The document under one dialect.
type Dialect<const ABI: usize> = crate::dialect::Dialect<Riscv<ABI>>;

/// Tables of an ABI.
pub(crate) const fn tables(abi: Abi) -> Tables {
    match abi {
        Abi::Ilp32e => Tables::of::<Riscv<{ Abi::Ilp32e as usize }>>(),
        Abi::Ilp32 => Tables::of::<Riscv<{ Abi::Ilp32 as usize }>>(),
        Abi::Ilp32f => Tables::of::<Riscv<{ Abi::Ilp32f as usize }>>(),
        Abi::Ilp32d => Tables::of::<Riscv<{ Abi::Ilp32d as usize }>>(),
        Abi::Lp64 => Tables::of::<Riscv<{ Abi::Lp64 as usize }>>(),
        Abi::Lp64f => Tables::of::<Riscv<{ Abi::Lp64f as usize }>>(),
        Abi::Lp64d => Tables::of::<Riscv<{ Abi::Lp64d as usize }>>(),
    }
}

impl<const ABI: usize> Dialect<ABI> {
    /// Properties of the ABI.
    fn abi(&self) -> &'static AbiFacts {
        const { Abi::ALL[ABI].facts() }
    }

    /// XLEN: number of bytes of an integer register.
    fn xlen(&self) -> u32 {
        self.abi().xlen.into()
    }

    /// ABI_FLEN: number of bytes of the widest number that travels in a floating-point register.
    fn flen(&self) -> u32 {
        self.abi().flen.into()
    }
}

/// ABIs that an entry of a table is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Scope {
    /// All.
    Every,
    /// Those with floating-point values in floating-point registers.
    Hard,
    /// Those without.
    Soft,
    /// Those without, except the one for the base with 16 integer registers.
    SoftUsual,
    /// Those whose floating-point registers have 32 bits.
    Single,
    /// Those with integer registers of 32 bits.
    Narrow,
    /// Those of them with floating-point values in floating-point registers.
    NarrowHard,
    /// Those with integer registers of 64 bits.
    Wide,
    /// The one for the base with 16 integer registers.
    Embedded,
    /// All others.
    Usual,
}

impl Scope {
    /// True if an ABI is one of these.
    const fn has(self, abi: Abi) -> bool {
        let facts = abi.facts();
        match self {
            Scope::Every => true,
            Scope::Hard => facts.flen > 0,
            Scope::Soft => facts.flen == 0,
            Scope::SoftUsual => facts.flen == 0 && !facts.is_embedded,
            Scope::Single => facts.flen == 4,
            Scope::Narrow => facts.xlen == 4,
            Scope::NarrowHard => facts.xlen == 4 && facts.flen > 0,
            Scope::Wide => facts.xlen == 8,
            Scope::Embedded => facts.is_embedded,
            Scope::Usual => !facts.is_embedded,
        }
    }
}

/// Makes functions that select what an ABI has from a table of scopes and entries: `count`, and `select` for a given
/// number of them.
macro_rules! selection {
    ($table:ident, $entry:ty, $abi:ident, $item:ident => $copy:expr) => {
        /// Number of entries for an ABI.
        const fn count($abi: crosscall_model::target::riscv::Abi) -> usize {
            let (mut at, mut count) = (0, 0);
            while at < $table.len() {
                count += $table[at].0.has($abi) as usize;
                at += 1;
            }
            count
        }

        /// Entries for an ABI, of which there are so many.
        const fn select<const N: usize>($abi: crosscall_model::target::riscv::Abi) -> [$entry; N] {
            let mut found = [const { EMPTY }; N];
            let (mut at, mut to) = (0, 0);
            while at < $table.len() {
                if $table[at].0.has($abi) {
                    let $item = &$table[at].1;
                    found[to] = $copy;
                    to += 1;
                }
                at += 1;
            }
            found
        }

        /// Entries of the table for an ABI, in the order of the table.
        pub(super) const fn of(abi: crosscall_model::target::riscv::Abi) -> &'static [$entry] {
            use crosscall_model::target::riscv::Abi;
            match abi {
                Abi::Ilp32e => const { &select::<{ count(Abi::Ilp32e) }>(Abi::Ilp32e) },
                Abi::Ilp32 => const { &select::<{ count(Abi::Ilp32) }>(Abi::Ilp32) },
                Abi::Ilp32f => const { &select::<{ count(Abi::Ilp32f) }>(Abi::Ilp32f) },
                Abi::Ilp32d => const { &select::<{ count(Abi::Ilp32d) }>(Abi::Ilp32d) },
                Abi::Lp64 => const { &select::<{ count(Abi::Lp64) }>(Abi::Lp64) },
                Abi::Lp64f => const { &select::<{ count(Abi::Lp64f) }>(Abi::Lp64f) },
                Abi::Lp64d => const { &select::<{ count(Abi::Lp64d) }>(Abi::Lp64d) },
            }
        }
    };
}
use selection;
