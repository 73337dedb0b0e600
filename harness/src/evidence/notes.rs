//! Text of a page about a finding, for a reader who does not have this project: without the names of its files, of its lists
//! and of its runs.

/// Words by which a sentence is about the project and not about the compiler.
const OWN: [&str; 4] = ["Case:", "Cases:", "`corpus/", "docs/"];

/// Words by which it is about the project's lists and runs.
const LISTS: [&str; 5] = ["The entry ", "The entries ", "the entry ", " of seed ", " finding"];

/// The paragraphs of a section without the sentences that are about the project: also those with a name that only its
/// catalogue has, all of which begin with a prefix, and about its lists, unless the prefix is empty. Code, tables and lists stay as they are.
pub fn plain(section: &str, prefix: &str) -> String {
    let is_own = |text: &str| {
        let has = |words: &[&str]| words.iter().any(|word| text.contains(word));
        has(&OWN) || (!prefix.is_empty() && (has(&LISTS) || text.contains(prefix)))
    };
    let mut paragraphs: Vec<String> = Vec::new();
    let mut lines = section.lines().peekable();
    let mut open: Vec<&str> = Vec::new();
    let close = |open: &mut Vec<&str>, paragraphs: &mut Vec<String>| {
        if let Some(kept) = without_own(&std::mem::take(open), &is_own) {
            paragraphs.push(kept);
        }
    };
    while let Some(line) = lines.next() {
        if line.trim_start().starts_with("```") {
            close(&mut open, &mut paragraphs);
            let mut code = vec![line];
            for line in lines.by_ref() {
                code.push(line);
                if line.trim_start().starts_with("```") {
                    break;
                }
            }
            paragraphs.push(code.join("\n"));
        } else if line.trim().is_empty() {
            close(&mut open, &mut paragraphs);
        } else {
            open.push(line);
        }
    }
    close(&mut open, &mut paragraphs);
    paragraphs.join("\n\n")
}

/// A paragraph; `None` where nothing is left of it.
fn without_own(lines: &[&str], is_own: &dyn Fn(&str) -> bool) -> Option<String> {
    let first = lines.first()?.trim_start();
    let is_block = first.starts_with(['|', '#', '*', '-']);
    let text = lines.join("\n");
    if is_block || !is_own(&text) {
        return Some(text);
    }
    let joined = lines.iter().map(|line| line.trim()).collect::<Vec<_>>().join(" ");
    let kept: Vec<&str> = sentences(&joined).into_iter().filter(|sentence| !is_own(sentence)).collect();
    (!kept.is_empty()).then(|| kept.join(" "))
}

/// The sentences of a paragraph: a full stop and a blank end one where the next word begins with a capital letter or a
/// quotation mark, outside of code.
fn sentences(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let (mut start, mut in_code) = (0, false);
    let mut before = ' ';
    for (at, c) in text.char_indices() {
        if c == '`' {
            in_code = !in_code;
        }
        if c == ' ' && before == '.' && !in_code {
            let next = text.get(at + 1..).and_then(|rest| rest.chars().next());
            if next.is_some_and(|next| next.is_uppercase() || next == '`' || next == '"') {
                found.push(text.get(start..at).unwrap_or_default());
                start = at + 1;
            }
        }
        before = c;
    }
    found.push(text.get(start..).unwrap_or_default());
    found.retain(|sentence| !sentence.trim().is_empty());
    found
}

/// A rule without the remarks in parentheses that name readings of it.
pub fn without_readings(rule: &str) -> String {
    let mut out = String::new();
    let mut rest = rule;
    while let Some((before, behind)) = rest.split_once('(') {
        let Some((inside, after)) = behind.split_once(')') else { break };
        out += before;
        if names_reading(inside) {
            out.truncate(out.trim_end().len());
        } else {
            out = out + "(" + inside + ")";
        }
        rest = after;
    }
    (out + rest).trim_end().to_owned()
}

/// True if a remark has a word such as `R2`, alone or among others.
fn names_reading(text: &str) -> bool {
    let is_reading = |word: &str| {
        word.strip_prefix('R').is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))
    };
    text.split(|c: char| !c.is_ascii_alphanumeric()).any(is_reading)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crosscall_campaign::archive;
    use crosscall_campaign::known::Known;

    #[test]
    fn sentences_about_the_project_are_left_out() {
        let section = "EPIPHANY-TYPE-05 (`char` is signed). Case: `corpus/a.toml`. It is not. See\ndocs/b.md.\n\n```c\nint f(void); /* Case: */\n```\n\nCases: `corpus/a.toml`,\n`corpus/b.toml`.\n\nAll levels.";
        assert_eq!(
            plain(section, ""),
            "EPIPHANY-TYPE-05 (`char` is signed). It is not.\n\n```c\nint f(void); /* Case: */\n```\n\nAll levels."
        );
        assert!(
            plain(section, "EPIPHANY-").starts_with("It is not.\n\n```c"),
            "{}",
            plain(section, "EPIPHANY-")
        );
    }

    #[test]
    fn no_page_names_files_that_only_the_project_has() {
        for entry in &Known::built_in().unwrap().entries {
            let text = plain(&archive::section(&entry.document).unwrap(), "");
            assert!(text.len() > 60, "{}: {text}", entry.id);
            for word in ["corpus/", "docs/", "Case:", "Cases:"] {
                assert!(!text.contains(word), "{}: {text}", entry.id);
            }
        }
    }

    #[test]
    fn readings_are_not_named() {
        assert_eq!(
            without_readings("In r0 (R0). Offset 0 (bits 7 to 0). (R3, which names sizes, is part of R1.)"),
            "In r0. Offset 0 (bits 7 to 0)."
        );
        assert_eq!(without_readings("Open (as it is"), "Open (as it is");
    }
}
