//! The clause files of the documents (`oracle/clauses/TARGET.toml`), and the names of their clauses, open questions and
//! readings, so that code which follows a reading says in words which one it is. What a reading demands is not here: the
//! oracle and the embedded code generator each work that out from the document by themselves.
//!
//! The modules of the documents are generated from the files by `build.rs`.

use crosscall_model::Target;
use crosscall_model::plan::ClauseId;

include!(concat!(env!("OUT_DIR"), "/names.rs"));

/// The clause file of a target's document.
pub fn text(target: Target) -> &'static str {
    match target {
        Target::Epiphany => include_str!("../epiphany.toml"),
        Target::Nyuzi => include_str!("../nyuzi.toml"),
        Target::Dpu => include_str!("../dpu.toml"),
        Target::Ipu => include_str!("../ipu.toml"),
        Target::ForwardCom => include_str!("../forwardcom.toml"),
        Target::Riscv(_) => include_str!("../riscv.toml"),
        Target::X86_64 => include_str!("../x86_64.toml"),
        Target::Aarch64 => include_str!("../aarch64.toml"),
        #[cfg(feature = "invented")]
        Target::Invented => include_str!("../invented.toml"),
    }
}

/// Open question of a document: its clause and, where that has several, the question's name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Question {
    /// Id of the clause.
    pub clause: ClauseId,
    /// Name of the question in its clause; empty where there is only one.
    pub name: &'static str,
}

/// Readings of one open question, as an enumeration whose discriminants are the numbers of the clause file.
pub trait Reading: Copy + Eq + std::fmt::Debug + 'static {
    /// The question that these readings answer.
    const QUESTION: Question;
    /// The question as people write it: `EPIPHANY-ARG-03 start`.
    const KEY: &'static str;
    /// Numbers of the readings in the clause file, in ascending order.
    const NUMBERS: &'static [u8];
    /// Number of the most plausible reading.
    const DEFAULT: u8;
    /// All readings, the most plausible first.
    const ALL: &'static [Self];

    /// The most plausible reading.
    const FIRST: Self;

    /// Number of the reading in the clause file: 2 for `R2`.
    fn number(self) -> u8;

    /// The reading with a number of the clause file; `None` where the question has no such reading.
    fn of(number: u8) -> Option<Self> {
        Self::ALL.iter().copied().find(|reading| reading.number() == number)
    }
}
