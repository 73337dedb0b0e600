//! Contracts: comments beside functions that say how they are called, in assembly texts and in headers.
//!
//! ```text
//! # crosscall: int sum(const int *p, int n)
//! #   p: 0..40 of int
//! #   n: 0..p
//! #   least-coverage = 90
//! #   except reads beside p = whole words, within the page
//! ```
//!
//! The block ends with the comment, or with a line of it that is empty. A contract without a declaration is one of the
//! function behind it.

pub mod header;

use super::file::FunctionEntry;
use super::findings::Exception;
use super::meaning;

/// Word with which a contract begins.
const MARK: &str = "crosscall:";

/// Characters that begin a comment which ends with its line, in assemblers and in C.
const LINE_MARKS: [&str; 6] = ["#", "//", ";", "@", "|", "!"];

/// Lines to which a declaration may go on.
const MOST_LINES: usize = 40;

/// A contract.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contract {
    /// Name of the function, where a declaration or a label tells it.
    pub name: Option<String>,
    /// Terms of it.
    pub entry: FunctionEntry,
    /// Distance of its first line from the beginning of the text, in bytes.
    pub at: usize,
    /// Distance of the line behind it.
    pub end: usize,
}

/// A mistake in a contract: its distance from the beginning of the text in bytes, and what is wrong.
pub type Mistake = (usize, String);

/// The contracts in a text.
///
/// # Errors
/// The first line of a contract that says nothing.
pub fn contracts(text: &str) -> Result<Vec<Contract>, Mistake> {
    let lines = comments(text);
    let mut found = Vec::new();
    let mut rest = lines.as_slice();
    while let Some((first, behind)) = rest.split_first() {
        rest = behind;
        let Some(declaration) = first.words.and_then(|words| words.strip_prefix(MARK)) else { continue };
        let mut declaration = declaration.trim().to_owned();
        let mut entry = FunctionEntry::default();
        let mut end = first.end;
        let mut lines = 0;
        while let Some((line, behind)) = rest.split_first() {
            let Some(words) = line.words.filter(|words| !words.is_empty() && !words.starts_with(MARK)) else {
                break;
            };
            (rest, end, lines) = (behind, line.end, lines + 1);
            if is_open(&declaration) && lines <= MOST_LINES {
                declaration = format!("{declaration} {words}");
            } else {
                add(&mut entry, words).map_err(|message| (line.at, message))?;
            }
        }
        if !declaration.is_empty() {
            let message = |e: &dyn std::fmt::Display| (first.at, format!("contract: {e}"));
            if is_open(&declaration) {
                return Err(message(&format!("`{declaration}` has no end")));
            }
            entry.prototype = Some(declaration);
        }
        let name = rest.iter().take_while(|line| line.words.is_none_or(|words| !words.starts_with(MARK)));
        let name =
            name.filter(|line| line.words.is_none()).find_map(|line| label(line.text)).map(str::to_owned);
        found.push(Contract { name, entry, at: first.at, end });
    }
    Ok(found)
}

/// A line of a text.
struct Line<'t> {
    at: usize,
    end: usize,
    text: &'t str,
    /// The words of a comment that has the line for itself.
    words: Option<&'t str>,
}

/// The lines of a text, and which of them are comments.
fn comments(text: &str) -> Vec<Line<'_>> {
    let mut inside = false;
    let mut all = Vec::new();
    let mut from = 0;
    for whole in text.split_inclusive('\n') {
        let (start, end) = (from, from + whole.len());
        from = end;
        let trimmed = whole.trim();
        let opened = trimmed.strip_prefix("/*");
        let words = match (inside, opened) {
            (true, _) => {
                Some(trimmed.strip_prefix('*').filter(|rest| !rest.starts_with('/')).unwrap_or(trimmed))
            }
            (false, Some(rest)) => Some(rest.trim_start_matches(['*', '!'])),
            (false, None) => {
                let mark = LINE_MARKS.iter().find(|mark| trimmed.starts_with(**mark));
                mark.map(|mark| trimmed.trim_start_matches(*mark))
            }
        };
        let is_block = inside || opened.is_some();
        let words = match words.and_then(|words| words.split_once("*/")).filter(|_| is_block) {
            Some((before, _)) => {
                inside = false;
                Some(before)
            }
            None => {
                inside = is_block;
                words
            }
        };
        all.push(Line { at: start, end, text: trimmed, words: words.map(str::trim) });
    }
    all
}

/// True for a declaration that goes on in the next line.
fn is_open(declaration: &str) -> bool {
    let count = |wanted: [char; 2]| declaration.matches(wanted).count();
    !declaration.is_empty() && (count(['(', '{']) > count([')', '}']) || !declaration.contains('('))
}

/// Adds what a line says.
fn add(entry: &mut FunctionEntry, words: &str) -> Result<(), String> {
    let wrong = || {
        format!(
            "contract: `{words}` is none of `NAME: MEANING`, `except FINDING = REASON`, `convention = …`, `least-coverage = N`, \
             `same-as = OBJECT:FUNCTION` and `symbol = NAME`"
        )
    };
    if let Some((key, value)) =
        words.split_once('=').map(|(key, value)| (key.trim(), value.trim().to_owned()))
    {
        match key {
            "symbol" => entry.symbol = Some(value),
            "same-as" => entry.same_as = Some(value),
            "least-coverage" => {
                entry.least_coverage =
                    Some(value.parse().ok().filter(|percent| *percent <= 100).ok_or_else(wrong)?);
            }
            "convention" => entry.convention = Some(value),
            _ => match key.strip_prefix("except ") {
                Some(finding) if !value.is_empty() => {
                    entry.except.push(Exception { finding: finding.trim().to_owned(), reason: value });
                }
                _ => return Err(wrong()),
            },
        }
        return Ok(());
    }
    let (name, meaning) = words.split_once(':').ok_or_else(wrong)?;
    meaning::named(words).map_err(|e| format!("contract: {e}"))?;
    entry.arguments.insert(name.trim().to_owned(), meaning.trim().to_owned());
    Ok(())
}

/// The label that a line of assembly begins with.
fn label(line: &str) -> Option<&str> {
    let (name, _) = line.split_once(':')?;
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '$');
    (!name.is_empty() && name.chars().all(is_part) && !name.starts_with(|c: char| c.is_ascii_digit()))
        .then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contracts_are_read() {
        let text = "\t.text\n# crosscall: int sum(const int *p,\n#                  int n)\n#   p: 0..40 of int\n#   n: 0..p\n\
                    #   least-coverage = 90\n#   except reads beside p = whole words\n#\n# It adds.\nsum:\tret\n\
                    /* crosscall:\n *  n: 0 | 1\n */\n\t.globl two\ntwo:\n\tret\n// crosscall: void three(void)\n";
        let [sum, two, three] = contracts(text).unwrap().try_into().unwrap();
        assert_eq!(sum.name.as_deref(), Some("sum"));
        assert_eq!(sum.entry.prototype.as_deref(), Some("int sum(const int *p, int n)"));
        let arguments: Vec<_> =
            sum.entry.arguments.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
        assert_eq!(arguments, [("n", "0..p"), ("p", "0..40 of int")]);
        assert_eq!(sum.entry.least_coverage, Some(90));
        assert_eq!(sum.entry.except[0].finding, "reads beside p");
        assert_eq!((two.name.as_deref(), two.entry.prototype), (Some("two"), None));
        assert_eq!(two.entry.arguments["n"], "0 | 1");
        assert_eq!((three.name, three.entry.prototype.as_deref()), (None, Some("void three(void)")));
    }

    #[test]
    fn mistakes_have_a_place() {
        for (text, at, expected) in [
            (
                "# crosscall: int f(int n)\n# n: 0..\n",
                26,
                "contract: `n: 0..`: expected a number or the name of another",
            ),
            (
                "; crosscall: int f(int n)\n; whatever\n",
                26,
                "contract: `whatever` is none of `NAME: MEANING`",
            ),
            (
                "; crosscall: int f(int n)\n; least-coverage = 101\n",
                26,
                "contract: `least-coverage = 101` is none of",
            ),
            ("\n# crosscall: int f(int n\n", 1, "contract: `int f(int n` has no end"),
        ] {
            let (place, message) = contracts(text).unwrap_err();
            assert!(message.starts_with(expected), "{message}");
            assert_eq!(place, at, "{text}");
        }
    }
}
