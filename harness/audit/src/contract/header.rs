//! Headers as people write them: declarations with contracts in the comments beside them. What is for the preprocessor is
//! followed as far as declarations depend on it: conditions on names, and constants.

use super::{Contract, Mistake, contracts};
use std::collections::BTreeSet;
use std::fmt::Write;

/// A header that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Header {
    /// Declarations in C, without anything for a preprocessor; lines are those of the header, behind the first one.
    pub declarations: String,
    /// Contracts in it. The place behind each is one in the declarations.
    pub contracts: Vec<Contract>,
}

/// Reads a header.
///
/// # Errors
/// The first line of a contract that says nothing.
pub fn read(text: &str) -> Result<Header, Mistake> {
    let mut contracts = contracts(text)?;
    let mut kept = String::new();
    let mut constants = String::new();
    let mut defined: BTreeSet<&str> = BTreeSet::new();
    // Of each condition that is open: whether its part counts, and whether one did before.
    let mut open: Vec<(bool, bool)> = Vec::new();
    let mut goes_on = false;
    for line in text.split_inclusive('\n') {
        let words = line.trim().strip_prefix('#').map(str::trim);
        let counts = open.iter().all(|(counts, _)| *counts);
        if goes_on || words.is_some() || !counts {
            if let Some(words) = words.filter(|_| !goes_on) {
                direct(words, &mut open, &mut defined, &mut constants);
            }
            goes_on = (goes_on || words.is_some()) && line.trim_end().ends_with('\\');
            kept.extend(line.bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }));
        } else {
            kept += line;
        }
    }
    let first = constants + "\n";
    for contract in &mut contracts {
        // A label of an assembler's is none of C.
        contract.name = None;
        contract.end += first.len();
    }
    Ok(Header { declarations: first + &kept, contracts })
}

/// Follows a line for the preprocessor.
fn direct<'t>(
    words: &'t str,
    open: &mut Vec<(bool, bool)>,
    defined: &mut BTreeSet<&'t str>,
    constants: &mut String,
) {
    let (word, rest) = words.split_once(char::is_whitespace).unwrap_or((words, ""));
    let rest = rest.trim();
    let name = rest.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').next().unwrap_or("");
    let holds = |is_true: bool| (is_true, is_true);
    match word {
        "ifdef" => open.push(holds(defined.contains(name))),
        "ifndef" => open.push(holds(!defined.contains(name))),
        "if" => open.push(holds(is_true(rest, defined))),
        "elif" => {
            if let Some((counts, before)) = open.last_mut() {
                *counts = !*before && is_true(rest, defined);
                *before |= *counts;
            }
        }
        "else" => {
            if let Some((counts, before)) = open.last_mut() {
                (*counts, *before) = (!*before, true);
            }
        }
        "endif" => {
            open.pop();
        }
        "define" if open.iter().all(|(counts, _)| *counts) => {
            defined.insert(name);
            let value = rest.strip_prefix(name).unwrap_or("");
            let is_part = |c: char| c.is_ascii_alphanumeric() || " _()+-*/<>|&".contains(c);
            let starts = value.trim_start().starts_with(|c: char| c.is_ascii_digit() || c == '(');
            // With parameters it would begin at the name.
            if value.starts_with(' ') && starts && value.chars().all(is_part) {
                let _ = write!(constants, "enum {{ {name} = {} }}; ", value.trim());
            }
        }
        _ => {}
    }
}

/// True for a condition that holds as far as the header itself tells.
fn is_true(condition: &str, defined: &BTreeSet<&str>) -> bool {
    let plain: String = condition.chars().filter(|c| !matches!(c, ' ' | '(' | ')')).collect();
    let of = |text: &str, mark: &str| text.strip_prefix(mark).map(|name| defined.contains(name));
    match (of(&plain, "!defined"), of(&plain, "defined")) {
        (Some(is_defined), _) => !is_defined,
        (None, Some(is_defined)) => is_defined,
        // What another file or a compiler tells is taken to hold.
        (None, None) => plain != "0",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_for_a_preprocessor() {
        let text = "#ifndef H\n#define H\n#include <x.h>\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n#define N 4\n#define F(x) \\\n  int x;\n\
                    /* crosscall:\n * p: 3 bytes */\nint f(char *p);\n#if 0\nint f(int);\n#else\nint g(void);\n#endif\n#endif\n";
        let header = read(text).unwrap();
        let lines: Vec<&str> =
            header.declarations.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        assert_eq!(
            lines,
            ["enum { N = 4 };", "/* crosscall:", "* p: 3 bytes */", "int f(char *p);", "int g(void);"]
        );
        let [contract] = header.contracts.try_into().unwrap();
        assert!(header.declarations[contract.end..].starts_with("int f"), "{contract:?}");
        assert_eq!(header.declarations.lines().count(), text.lines().count() + 1);
    }
}
