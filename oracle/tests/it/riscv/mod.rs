//! RISC-V's tests. What an example shows is worked out by hand from the document.

mod automaton;
mod calls;
mod clauses;
mod invariants;
mod judge;
mod layout;
mod moved;
mod object;
mod tool;

use crate::support::table::Names;
use crate::support::{Readings, Setting};
use crosscall_model::Target;
use crosscall_model::target::riscv::Abi;

const fn setting(abi: Abi) -> Setting {
    Setting { target: Target::Riscv(abi), types: "", word: abi.facts().xlen as u32 }
}

const ILP32E: Setting = setting(Abi::Ilp32e);
const ILP32: Setting = setting(Abi::Ilp32);
const ILP32F: Setting = setting(Abi::Ilp32f);
const ILP32D: Setting = setting(Abi::Ilp32d);
const LP64: Setting = setting(Abi::Lp64);
const LP64F: Setting = setting(Abi::Lp64f);
const LP64D: Setting = setting(Abi::Lp64d);

/// Every ABI, in the order of [`Abi::ALL`].
const ALL: [Setting; 7] = [ILP32E, ILP32, ILP32F, ILP32D, LP64, LP64F, LP64D];

/// The document's preferred readings. Those of all ABIs are the same.
const DOCUMENT: Readings = LP64D.readings(&[]);

/// Names of the tables of examples.
const NAMES: Names = Names {
    settings: &[
        ("ILP32E", ILP32E),
        ("ILP32", ILP32),
        ("ILP32F", ILP32F),
        ("ILP32D", ILP32D),
        ("LP64", LP64),
        ("LP64F", LP64F),
        ("LP64D", LP64D),
    ],
    readings: &[("DOCUMENT", DOCUMENT)],
};

#[test]
fn calls_are_as_worked_out() {
    NAMES.assert_rows(include_str!("calls.txt"), Setting::planned);
}

#[test]
fn layouts_are_as_worked_out() {
    NAMES.assert_rows(include_str!("layout.txt"), Setting::laid_out);
}
