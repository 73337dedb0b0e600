//! Turning a list of format 1 into format 2.
//!
//! Format 1 knew findings by patterns for English; what such a pattern meant cannot always be known any more. An entry
//! that cannot be turned exactly is kept with the reason, and hides nothing: what it stood for is reported again, and can be
//! accepted again.

use super::FORMAT;
use crate::error::{Error, read_text};
use crate::output::write_atomically;
use std::path::Path;
use toml::{Table, Value};

/// Result of turning an entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Turned {
    /// Its id.
    pub id: String,
    /// Why it could not be turned exactly; `None` where it could.
    pub inexact: Option<String>,
}

/// Advice about a list of format 1.
pub(super) fn advice(path: &Path) -> String {
    let path = path.display();
    format!(
        "{path}: is a list of known findings of format 1, whose patterns hid more than they meant; \
         `crosscall finding --upgrade {path}` turns it into format {FORMAT} once and says which entries could not be turned"
    )
}

/// Turns the list in a file; the file is replaced. A list of format 2 stays as it is, and gives nothing.
///
/// # Errors
/// [`Error::Input`] where it cannot be read, [`Error::Store`] where it cannot be written.
pub fn upgrade(path: &Path) -> Result<Vec<Turned>, Error> {
    let text = read_text(path)?;
    let table: Table =
        toml::from_str(&text).map_err(|e| Error::Input(format!("{}: {}", path.display(), e.message())))?;
    if table.contains_key("format") {
        super::Known::parse(&text, path)?;
        return Ok(Vec::new());
    }
    let (text, turned) = turn(table).map_err(|why| Error::Input(format!("{}: {why}", path.display())))?;
    // The new text has to be readable before it replaces the old one.
    super::Known::parse(&text, path)?;
    write_atomically(path, text.as_bytes())?;
    Ok(turned)
}

fn turn(mut table: Table) -> Result<(String, Vec<Turned>), String> {
    let entries: Vec<Table> = match table.remove("known") {
        None => Vec::new(),
        Some(entries) => entries.try_into().map_err(|_| "`known` is not a list of entries".to_owned())?,
    };
    let turn = |entry: Table| {
        let id = entry.get("id").and_then(Value::as_str).unwrap_or_default().to_owned();
        let (entry, inexact) = turn_entry(entry);
        (entry, Turned { id, inexact })
    };
    let (entries, turned): (Vec<Table>, Vec<Turned>) = entries.into_iter().map(turn).unzip();
    table.insert("format".to_owned(), FORMAT.into());
    if !entries.is_empty() {
        table.insert("known".to_owned(), entries.into());
    }
    Ok((toml::to_string(&table).map_err(|e| e.to_string())?, turned))
}

/// Keys that mean the same in both formats.
const SAME: [&str; 12] = [
    "id",
    "title",
    "document",
    "case",
    "kind",
    "pairings",
    "signature",
    "unnamed",
    "style",
    "reason",
    "date",
    "strict",
];

fn turn_entry(old: Table) -> (Table, Option<String>) {
    let text = |key: &str| old.get(key).and_then(Value::as_str).unwrap_or("");
    let same = old.iter().filter(|(key, _)| SAME.contains(&key.as_str()));
    let mut new: Table = same.map(|(key, value)| (key.clone(), value.clone())).collect();
    let mut set = |key: &str, value: Value| new.insert(key.to_owned(), value);
    let is_fault = text("kind") == "compiler-fault";
    let mut why = Vec::new();
    match (text("fingerprint"), old.get("deviations").and_then(Value::as_array)) {
        ("", Some(answers)) if !answers.is_empty() => {
            set("fingerprint", answers.clone().into());
        }
        ("", _) if is_fault => {}
        ("", _) => why.push("it names a clause only, and no register, member or place".to_owned()),
        (wide, _) if wide.contains('*') => why.push(format!("its fingerprint is the pattern `{wide}`")),
        (fingerprint, _) => match respelled(fingerprint) {
            Some(fingerprint) => {
                set("fingerprint", fingerprint.into());
            }
            None => why.push(format!("`{fingerprint}` does not say which register, member or place")),
        },
    }
    match (text("compiler"), text("toolchain")) {
        ("" | "*", "" | "*") => why.push("it is about every compiler".to_owned()),
        (compiler, toolchain) => {
            if !matches!(compiler, "" | "*") {
                set("compiler", compiler.into());
            }
            match toolchain {
                "" | "*" => {}
                wide if wide.contains('*') => why.push(format!("its subjects are the pattern `{wide}`")),
                name => {
                    set("toolchains", vec![name].into());
                }
            }
        }
    }
    if let Some(observed) = old.get("observed") {
        match is_fault {
            true => {
                set("message", observed.clone());
            }
            false => {
                why.push("`observed` is a pattern for English text, which is no longer matched".to_owned())
            }
        }
    }
    if old.contains_key("told") {
        why.push("`told` is a pattern for English text, which is no longer matched".to_owned());
    }
    let inexact = (!why.is_empty()).then(|| why.join("; "));
    if let Some(why) = &inexact {
        new.insert("inexact".to_owned(), why.clone().into());
        if !new.contains_key("reason") && !new.contains_key("document") {
            new.insert("reason".to_owned(), "".into());
        }
    }
    (new, inexact)
}

/// A fingerprint as it is spelled now: a reading behind `=`. Nothing for one that was about a kind of thing that comes in
/// several, which format 1 did not distinguish.
fn respelled(fingerprint: &str) -> Option<String> {
    let (head, last) = fingerprint.rsplit_once(':').unwrap_or(("", fingerprint));
    let is_reading = |word: &str| {
        word.strip_prefix('R')
            .is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit()))
    };
    if is_reading(last) {
        return Some(format!("{head}={last}"));
    }
    if last.rsplit_once('=').is_some_and(|(_, reading)| is_reading(reading)) || last == "two conventions" {
        return Some(fingerprint.to_owned());
    }
    // Rows of tables and operations have names; of all else there are several.
    let one_of_many = [
        "register",
        "argument",
        "unnamed argument",
        "result",
        "control",
        "stack pointer",
        "a write",
        "stack",
        "sizeof",
        "_Alignof",
        "offsetof",
        "initialised object",
        "symbol",
        "relocation",
        "return address",
    ];
    (!one_of_many.contains(&last) && !fingerprint.contains(":cross:")).then(|| fingerprint.to_owned())
}
