//! `audit.toml`: the functions of a library and what their arguments mean.
//!
//! ```toml
//! target = "riscv64-lp64d"
//! objects = ["libmine.a", "extra.s"]
//! declarations = ["mine.i"]
//!
//! [function.copy]
//! prototype = "void *copy(void *to, const void *from, size_t n)"
//! arguments = { to = "0..300 bytes", from = "to bytes", n = "0..to" }
//! same-as = "reference.o:copy"
//!
//! [[function.copy.except]]
//! finding = "reads beside from"
//! reason = "whole words, within the page"
//! ```

use super::Exception;
use super::meaning::{Meaning, parse};
use super::unwind::Moments;
use crosscall_base::error::{Error, read_text};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The file as it is written. Names of files are relative to its folder.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct AuditFile {
    /// Target of the objects.
    pub target: Option<String>,
    /// Objects, libraries and assembly texts.
    #[serde(default)]
    pub objects: Vec<PathBuf>,
    /// Files with declarations in C, as a preprocessor leaves them.
    #[serde(default)]
    pub declarations: Vec<PathBuf>,
    /// Readings of open clauses, as `--dialect` has them.
    #[serde(default)]
    pub dialect: String,
    /// Smallest part of the instructions that has to run, in percent.
    pub least_coverage: Option<u32>,
    /// Largest number of inputs.
    pub inputs: Option<u64>,
    /// Largest number of instructions of one run.
    pub budget: Option<u64>,
    /// Instructions at which call frame information is compared.
    pub cfi: Option<Moments>,
    /// Things that are as they should be, for an audit without a run.
    #[serde(default)]
    pub except: Vec<Exception>,
    /// The functions.
    #[serde(default)]
    pub function: BTreeMap<String, FunctionEntry>,
    /// A whole program.
    pub program: Option<ProgramEntry>,
}

/// A program.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ProgramEntry {
    /// The program.
    pub file: PathBuf,
    /// Symbol of its first instruction; else what the file says.
    pub entry: Option<String>,
    /// Words for its argument registers: numbers, or symbols for their addresses.
    #[serde(default)]
    pub arguments: Vec<String>,
    /// Largest number of instructions of one run.
    pub budget: Option<u64>,
    /// True if scratch registers are left alone.
    #[serde(default)]
    pub keep_scratch: bool,
    /// Findings that are as they should be.
    #[serde(default)]
    pub except: Vec<Exception>,
}

/// A function.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct FunctionEntry {
    /// Declaration of the function; else the one in the files of declarations.
    pub prototype: Option<String>,
    /// Symbol of the function, where that is not its name.
    pub symbol: Option<String>,
    /// Meanings of its parameters, by their names.
    #[serde(default)]
    pub arguments: BTreeMap<String, String>,
    /// Object and function that has to do the same: `reference.o:copy`.
    pub same_as: Option<String>,
    /// Smallest part of its instructions that has to run, in percent.
    pub least_coverage: Option<u32>,
    /// Findings that are as they should be.
    #[serde(default)]
    pub except: Vec<Exception>,
}

impl AuditFile {
    /// Reads a file.
    ///
    /// # Errors
    /// When it cannot be read, or something in it is wrong: with file and line.
    pub fn read(path: &Path) -> Result<AuditFile, Error> {
        let text = read_text(path)?;
        let file: AuditFile = toml::from_str(&text).map_err(|e| {
            let at = e.span().map_or(0, |span| span.start);
            Error::in_text(path, &text, at, e.message())
        })?;
        let wrong = |place: &str, message: String| {
            Error::in_text(path, &text, text.find(place).unwrap_or(0), message)
        };
        if let Some(message) = file.program.as_ref().and_then(|program| unreasoned(&program.except)) {
            return Err(wrong("[program]", format!("program: {message}")));
        }
        if let Some(message) = unreasoned(&file.except) {
            return Err(wrong("[[except]]", message));
        }
        for (name, entry) in &file.function {
            let place = format!("[function.{name}]");
            let wrong = |message: String| wrong(&place, format!("function `{name}`: {message}"));
            entry.meanings().map_err(wrong)?;
            if let Some(message) = unreasoned(&entry.except) {
                return Err(wrong(message));
            }
        }
        Ok(file)
    }
}

impl FunctionEntry {
    /// Meanings of the parameters.
    ///
    /// # Errors
    /// The first text that is no meaning.
    pub fn meanings(&self) -> Result<Vec<(String, Meaning)>, String> {
        let one = |(name, text): (&String, &String)| {
            parse(text)
                .map(|meaning| (name.clone(), meaning))
                .map_err(|e| format!("`{name} = \"{text}\"`: {e}"))
        };
        self.arguments.iter().map(one).collect()
    }
}

/// Message about exceptions of which one has no reason.
fn unreasoned(exceptions: &[Exception]) -> Option<String> {
    let except = exceptions.iter().find(|except| except.reason.trim().is_empty())?;
    Some(format!("the exception `{}` has no reason", except.finding))
}
