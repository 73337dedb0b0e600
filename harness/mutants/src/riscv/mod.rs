//! Edits of what compilers write for RISC-V: one table for all its ABIs, of which each takes the rows that it has the
//! registers for.

mod faults;
mod language;
mod reals;
mod roles;
mod rows;
mod special;
mod text;

use super::edit::Edit;
use super::language::Language;
use crosscall_model::target::riscv::Abi;
use std::sync::LazyLock;

/// The form of assembly text of compilers for RISC-V, and the parts of its registers by an ABI.
pub fn language(abi: Abi) -> &'static dyn Language {
    language::of(abi)
}

static EDITS: LazyLock<[Vec<Edit>; Abi::ALL.len()]> = LazyLock::new(|| Abi::ALL.map(rows::of));

/// The whole table of an ABI: what breaks something first, then what breaks nothing.
pub fn edits(abi: Abi) -> Vec<Edit> {
    EDITS.get(abi as usize).cloned().unwrap_or_default()
}
