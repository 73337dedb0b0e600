//! Contents of a table's file.

use super::words::Outcome;
use serde::Deserialize;
use std::collections::BTreeMap;

/// A clause with a number.
type Numbered = (u32, String);

/// Table of a target's assembler and linker, with the names of `crosscall_model::tool::table::Table`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Table {
    pub(super) machine: Numbered,
    pub(super) flags: Option<Numbered>,
    pub(super) address_bits: u32,
    #[serde(default)]
    pub(super) linker_places: bool,
    pub(super) objects: String,
    pub(super) language: String,
    #[serde(default)]
    pub(super) any_case: bool,
    #[serde(default)]
    pub(super) lower_case: bool,
    #[serde(default)]
    pub(super) state: String,
    #[serde(default)]
    pub(super) specials: String,
    pub(super) hint: Option<Numbered>,
    #[serde(default)]
    pub(super) reserved: Vec<u32>,
    /// Number of bytes of a word of code.
    pub(super) word: usize,
    /// Sources of rows, by name: `encodings`, `symbols` of statements with a symbol where that is another one, `relocations`,
    /// `programs`, and what groups name.
    pub(super) sources: BTreeMap<String, String>,
    #[serde(default)]
    pub(super) variants: Vec<Variant>,
    /// Lists of registers' names, by the name of the list.
    #[serde(default)]
    pub(super) names: BTreeMap<String, String>,
    pub(super) registers: Vec<File>,
    pub(super) fields: BTreeMap<String, String>,
    /// Fields of operands, by their letters, where a row does not say.
    pub(super) operands: BTreeMap<char, String>,
    /// Bits of encodings, by name.
    #[serde(default)]
    pub(super) bits: BTreeMap<String, u128>,
    pub(super) statements: Vec<Group>,
    pub(super) relocations: Rows,
    /// Instructions of programs, by name.
    #[serde(default)]
    pub(super) code: BTreeMap<String, u32>,
    /// Lists of numbers, by name. The addresses of programs are `ADDRESSES`.
    #[serde(default)]
    pub(super) numbers: BTreeMap<String, String>,
    #[serde(default)]
    pub(super) programs: Vec<Program>,
}

impl Table {
    /// A source by its name.
    pub(super) fn source(&self, name: &str) -> Outcome<&str> {
        self.sources.get(name).map(String::as_str).ok_or_else(|| format!("no source is called {name}"))
    }
}

/// One of several tables that share rows.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
pub(super) struct Variant {
    /// Words by which rows are chosen.
    pub(super) has: String,
    pub(super) flags: Option<Numbered>,
    pub(super) address_bits: Option<u32>,
    #[serde(default)]
    pub(super) prologue: String,
    #[serde(default)]
    pub(super) beside: Vec<u32>,
}

impl Variant {
    /// True if it has all words of a condition.
    pub(super) fn is(&self, only: &str) -> bool {
        only.split_whitespace().all(|wanted| self.has.split_whitespace().any(|word| word == wanted))
    }
}

/// File of registers.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    #[serde(default)]
    pub(super) only: String,
    pub(super) letters: String,
    pub(super) prefix: char,
    pub(super) count: u8,
    /// Lists of names, or the names of such lists.
    #[serde(default)]
    pub(super) names: Vec<String>,
}

/// Rows that have something in common.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Group {
    #[serde(default)]
    pub(super) only: String,
    /// Source of the rows, where it is not the usual one.
    pub(super) source: Option<String>,
    /// Notes on each of the rows.
    #[serde(default)]
    pub(super) notes: String,
    /// Why an assembler refuses them, in the words of a report.
    pub(super) refused: Option<String>,
    #[serde(default)]
    pub(super) declaration: String,
    #[serde(default)]
    pub(super) state: String,
    /// Lists of what stands for `$1`, `$2` and so on; the rows are repeated for each.
    #[serde(default)]
    pub(super) with: Vec<Vec<String>>,
    pub(super) rows: String,
}

/// Rows alone.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Rows {
    pub(super) rows: String,
}

/// Program that a linker may change, with the names of `crosscall_model::tool::table::Program`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Program {
    #[serde(default)]
    pub(super) only: String,
    pub(super) name: String,
    pub(super) code: String,
    #[serde(default)]
    pub(super) other: String,
    /// Numbers, or the name of a list of them.
    #[serde(default)]
    pub(super) distances: String,
    #[serde(default)]
    pub(super) labels: String,
    pub(super) relocations: String,
    /// Number that it returns; the value of its symbol where there is none.
    pub(super) returns: Option<u64>,
    /// Numbers, or the name of a list of them.
    #[serde(default)]
    pub(super) values: String,
    pub(super) clauses: Vec<String>,
}

/// Operations of a target whose value its document fixes.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Values {
    /// Shapes of operands and results, by name.
    pub(super) shapes: BTreeMap<String, String>,
    /// Encodings of operands, by name.
    #[serde(default)]
    pub(super) numbers: BTreeMap<String, String>,
    pub(super) rows: String,
}
