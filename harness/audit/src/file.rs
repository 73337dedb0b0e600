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

use super::meaning::{Meaning, parse};
use super::unwind::Moments;
use super::{Exception, LENGTHS};
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
    /// Files with contracts.
    #[serde(default)]
    pub file: FilesEntry,
    /// Readings of open clauses, as `--dialect` has them.
    #[serde(default)]
    pub dialect: String,
    /// Smallest part of the instructions that has to run, in percent.
    pub least_coverage: Option<u32>,
    /// Largest number of inputs.
    pub inputs: Option<u64>,
    /// Largest number of instructions of one run.
    pub budget: Option<u64>,
    /// Bits of a vector register, one of [`LENGTHS`].
    pub vlen: Option<u64>,
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

/// Files that functions are described in.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct FilesEntry {
    /// Headers as people write them, with declarations, and contracts in the comments beside them.
    pub header: Option<OneOrSeveral>,
}

/// The name of a file, or several.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum OneOrSeveral {
    /// One.
    One(PathBuf),
    /// Several.
    Several(Vec<PathBuf>),
}

impl FilesEntry {
    /// The headers.
    pub fn headers(&self) -> &[PathBuf] {
        match &self.header {
            None => &[],
            Some(OneOrSeveral::One(path)) => std::slice::from_ref(path),
            Some(OneOrSeveral::Several(paths)) => paths,
        }
    }
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
    /// Convention by which it is no function of C, such as `returns by t0`.
    pub convention: Option<String>,
    /// Findings that are as they should be.
    #[serde(default)]
    pub except: Vec<Exception>,
    /// File and line of the contract that it is from.
    #[serde(skip)]
    pub place: Option<String>,
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
        if let Some(bits) = file.vlen.filter(|bits| !LENGTHS.contains(bits)) {
            return Err(wrong("vlen", format!("vlen: {bits} is none of 128 and 256")));
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
    /// The same with what another one says beside it; where both say something, that counts.
    pub fn with(mut self, other: FunctionEntry) -> FunctionEntry {
        self.arguments.extend(other.arguments);
        self.except.extend(other.except);
        FunctionEntry {
            prototype: other.prototype.or(self.prototype),
            symbol: other.symbol.or(self.symbol),
            same_as: other.same_as.or(self.same_as),
            least_coverage: other.least_coverage.or(self.least_coverage),
            convention: other.convention.or(self.convention),
            place: other.place.or(self.place),
            ..self
        }
    }

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
