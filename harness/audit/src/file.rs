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
    /// Things that are as they should be, for an audit without a run.
    #[serde(default)]
    pub except: Vec<ExceptEntry>,
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
    pub except: Vec<ExceptEntry>,
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
    pub except: Vec<ExceptEntry>,
}

/// An exception.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExceptEntry {
    /// Name of the finding; `*` stands for any text.
    pub finding: String,
    /// Why it is as it should be.
    pub reason: String,
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
        if let Some(except) = file.program.iter().flat_map(|p| &p.except).find(|e| e.reason.trim().is_empty())
        {
            let at = text.find("[program]").unwrap_or(0);
            let message = format!("program: the exception `{}` has no reason", except.finding);
            return Err(Error::in_text(path, &text, at, message));
        }
        if let Some(except) = file.except.iter().find(|except| except.reason.trim().is_empty()) {
            let at = text.find("[[except]]").unwrap_or(0);
            let message = format!("the exception `{}` has no reason", except.finding);
            return Err(Error::in_text(path, &text, at, &message));
        }
        for (name, entry) in &file.function {
            let wrong = |message: String| {
                let at = text.find(&format!("[function.{name}]")).unwrap_or(0);
                Error::in_text(path, &text, at, format!("function `{name}`: {message}"))
            };
            entry.meanings().map_err(wrong)?;
            if let Some(except) = entry.except.iter().find(|except| except.reason.trim().is_empty()) {
                return Err(wrong(format!("the exception `{}` has no reason", except.finding)));
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

    /// The exceptions.
    pub fn exceptions(&self) -> Vec<Exception> {
        exceptions(&self.except)
    }
}

impl From<&ExceptEntry> for Exception {
    fn from(except: &ExceptEntry) -> Exception {
        Exception { finding: except.finding.clone(), reason: except.reason.clone() }
    }
}

impl ProgramEntry {
    /// The exceptions.
    pub fn exceptions(&self) -> Vec<Exception> {
        exceptions(&self.except)
    }
}

fn exceptions(entries: &[ExceptEntry]) -> Vec<Exception> {
    entries.iter().map(Exception::from).collect()
}
