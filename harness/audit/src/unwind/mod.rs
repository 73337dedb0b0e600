//! Call frame information, compared with the machine while a function runs: the frame address, the registers that a function
//! gives back, and the return address, as an unwinder would find them at an instruction, with what they were when the
//! function was entered.
//!
//! | file | contents |
//! |---|---|
//! | `table` | rows of `.eh_frame` and `.debug_frame` by address |
//! | `expression` | expressions of DWARF in them |
//! | `claims` | a row against a machine |
//! | `follow` | the calls of one function |
//! | `words` | faults in words |
//!
//! Whole programs: `program::unwinding`.

mod claims;
mod expression;
mod follow;
mod table;
mod words;

pub(crate) use claims::{Cause, Checker, Entered, Found, REGISTERS, Wrong};
pub(crate) use follow::Following;
pub(crate) use table::Procedure;
pub use table::{Frames, Kept, Registers};
pub(crate) use words::Words;

use crosscall_machines::object_file::ObjectFile;
use serde::Deserialize;

/// Instructions at which call frame information is compared with the machine.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Moments {
    /// At all instructions. At calls alone where a compiler has left out what happens at the end of a function.
    #[default]
    Usual,
    /// At calls.
    Calls,
    /// At all instructions.
    All,
    /// At none.
    Off,
}

/// Names of compilers in what they write into `.comment`. Some of their tables are right only at calls.
pub const COMPILERS: [&[u8]; 2] = [b"GCC: (", b"clang version "];

/// True if a compiler has made an object, or text that was assembled into it.
pub(crate) fn is_compiled(object: &ObjectFile) -> bool {
    let mut comments = object.sections.iter().filter(|section| section.name == ".comment");
    let names = |data: &[u8], name: &[u8]| data.windows(name.len()).any(|window| window == name);
    comments.any(|section| COMPILERS.iter().any(|name| names(&section.data, name)))
}
