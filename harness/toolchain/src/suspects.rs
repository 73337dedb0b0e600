//! The cases of a unit that a compiler's message names.
//!
//! Nothing hangs on a message's truth: whoever is named is only looked at first.

use super::compile::STACK_DUMP;
use std::collections::BTreeMap;

/// The comment that stands before a case's text in every unit in C.
const MARK: &str = "/* case ";

/// The positions of the cases that a compiler names in `said`, what it wrote on its error stream about the unit `text`
/// in the file `file`, each with what it says of it first, without the place. GCC and clang write
/// `file:LINE:COLUMN: error: …`, GCC `internal compiler error: …` as well; LLVM's stack dumps end with the innermost
/// activity and its place or function.
pub(super) fn named<'a>(said: &'a str, file: &str, text: &str) -> BTreeMap<usize, &'a str> {
    let of_lines = cases_of_lines(text);
    let case_at = |line: usize| of_lines.get(line.checked_sub(1)?).copied().flatten();
    let case_of = |name: &str| {
        let line = text.lines().position(|line| words(line).any(|word| word == name))?;
        of_lines.get(line).copied().flatten()
    };
    let (said, dump) = said.split_once(STACK_DUMP).unwrap_or((said, ""));
    let mut found = BTreeMap::new();
    for line in said.lines() {
        let Some((place, what)) = error(line) else { continue };
        if let Some(case) = line_in(place, file).and_then(case_at) {
            found.entry(case).or_insert(what);
        }
    }
    if found.is_empty() {
        found.extend(dump.lines().rev().find_map(|entry| {
            let (_, doing) = entry.split_once(".\t")?;
            let case = function(doing).and_then(case_of).or_else(|| case_at(line_in(doing, file)?))?;
            // A place begins the entry.
            let what = doing.split_once(": ").filter(|(place, _)| line_in(place, file).is_some());
            Some((case, what.map_or(doing, |(_, what)| what)))
        }));
    }
    found
}

/// For each line of a unit the position of the case that it belongs to.
fn cases_of_lines(text: &str) -> Vec<Option<usize>> {
    let mut current = None;
    let case = |line: &str| {
        if let Some(rest) = line.strip_prefix(MARK) {
            current = leading_number(rest);
        }
        current
    };
    text.lines().map(case).collect()
}

/// Place and words of a line of a message that is an error, not a warning, a note or a quotation.
fn error(line: &str) -> Option<(&str, &str)> {
    let (place, what) = line.split_once(": ")?;
    ["error: ", "error[", "fatal error: ", "internal compiler error: "]
        .iter()
        .any(|beginning| what.starts_with(beginning))
        .then_some((place, what))
}

/// The number behind `file:`, in whatever folder the file is.
fn line_in(place: &str, file: &str) -> Option<usize> {
    let (folder, rest) = place.split_once(file)?;
    (folder.is_empty() || folder.ends_with(['/', '\\'])).then(|| leading_number(rest.strip_prefix(':')?))?
}

fn leading_number(text: &str) -> Option<usize> {
    text.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

/// The function in an entry of a stack dump: `… on function '@f'`, `parsing function body 'f'`.
fn function(entry: &str) -> Option<&str> {
    let (_, rest) = [" function '", " function body '", " declaration '"]
        .iter()
        .find_map(|before| entry.split_once(before))?;
    words(rest).next()
}

/// The words of a line of C.
fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::named;

    const TEXT: &str = "int first;\n/* case 3: void f(void) */\nint a3;\nvoid f3(void) { a3 = 1; }\n\n/* case 12: int f(int) */\nint f12(int a) { return a; }\n";

    fn of(said: &str) -> Vec<(usize, &str)> {
        named(said, "callee.c", TEXT).into_iter().collect()
    }

    #[test]
    fn gcc_names_lines() {
        let said = "callee.c: In function 'f3':\ncallee.c:4:1: error: unrecognizable insn:\n    4 | }\n(insn 33) \"callee.c\":7:25 -1\nduring RTL pass: reload\ncallee.c:4:1: internal compiler error: in extract_insn, at recog.cc:2791\n";
        assert_eq!(of(said), [(3, "error: unrecognizable insn:")]);
        let said = "/tmp/x/callee.c:7:1: error: one\ncallee.c:3: error: two\ncallee.c:7:1: error: three\n";
        assert_eq!(of(said), [(3, "error: two"), (12, "error: one")]);
    }

    #[test]
    fn llvm_names_functions_and_places() {
        let dump = |entries: &str| {
            format!(
                "clang: error\nStack dump:\n0.\tProgram arguments: cc callee.c:7:1 \n{entries} #0 0x0 main (cc+0x1)\n"
            )
        };
        let said = dump(
            "1.\t<eof> parser at end of file\n2.\tCode generation\n3.\tRunning pass 'Some Pass' on function '@f12'\n",
        );
        assert_eq!(of(&said), [(12, "Running pass 'Some Pass' on function '@f12'")]);
        let said = dump(
            "1.\tcallee.c:3:5: current parser token ';'\n2.\tcallee.c:4:1: parsing function body 'f3'\n",
        );
        assert_eq!(of(&said), [(3, "parsing function body 'f3'")]);
        let said = dump("1.\tcallee.c:6:2: current parser token ';'\n");
        assert_eq!(of(&said), [(12, "current parser token ';'")]);
    }

    #[test]
    fn what_names_no_case_names_none() {
        for said in [
            "",
            "callee.c:1:1: error: before the cases",
            "callee.c:99:1: error: behind the end",
            "callee.c:99999999999999999999:1: error: no number",
            "callee.c:4:1: warning: an error: unlikely",
            "callee.c:4:1: note: declared here",
            "other-callee.c:4:1: error: another file",
            "callee.cc:4:1: error: another file",
            "cc1: error: no place",
            "callee.c:4:1",
            "Stack dump:\n0.\tProgram arguments: cc\n1.\tRunning pass 'P' on function '@elsewhere'\n",
        ] {
            assert_eq!(of(said), [], "{said}");
        }
    }
}
