//! Texts from outside in Markdown as GitHub reads it, where nothing of them is obeyed.

use std::fmt::Write;

/// Lines of a source that are shown.
const MOST_SOURCE: usize = 40;

/// Characters of a text from outside.
const LONGEST: usize = 300;

/// Bytes of all details together: GitHub takes no comment of more than 65,536 characters. What has no room is counted.
const MOST_BYTES: usize = 40_000;

/// Room that is left for details.
#[derive(Debug)]
pub struct Room(usize);

impl Room {
    /// The room of a comment on a pull request.
    pub fn of_a_comment() -> Room {
        Room(MOST_BYTES)
    }

    /// Takes the room of a text; false where there is not so much.
    pub fn take(&mut self, text: &str) -> bool {
        let left = self.0.checked_sub(text.len());
        self.0 = left.unwrap_or(self.0);
        left.is_some()
    }
}

/// A text from outside in one line, cut where it is long, with every character that Markdown or HTML would obey as a number.
pub fn plain(text: &str) -> String {
    let mut out = String::new();
    for (position, character) in text.chars().enumerate() {
        if position == LONGEST {
            out.push('…');
            break;
        }
        match character {
            '&' | '<' | '>' | '|' | '`' | '*' | '_' | '~' | '\\' | '[' | ']' | '!' | '#' | '@' | '$' => {
                let _ = write!(out, "&#{};", u32::from(character));
            }
            // Of two words with a colon between them and of a point in a word a link is made.
            ':' if text.contains("://") => out += "&#58;",
            '.' if text.contains("www.") => out += "&#46;",
            _ if character.is_whitespace() => out.push(' '),
            '"' | '\'' => out.push(character),
            _ => out.extend(character.escape_debug()),
        }
    }
    out
}

/// Text of a name or a declaration, in the letters of a program.
pub fn code(text: &str) -> String {
    format!("<code>{}</code>", plain(text))
}

/// Lines of a program, behind a fence that is longer than any in them.
pub fn block(language: &str, source: &str) -> String {
    if source.is_empty() {
        return String::new();
    }
    let lines: Vec<String> = { source.lines().take(MOST_SOURCE) }
        .map(|line| line.replace('\t', "    ").chars().filter(|c| !c.is_control()).take(LONGEST).collect())
        .collect();
    let text = lines.join("\n");
    let fence = fence(&text);
    let more = source.lines().count().saturating_sub(MOST_SOURCE);
    let rest = if more > 0 { format!("/* … {more} more lines */\n") } else { String::new() };
    format!("{fence}{language}\n{text}\n{rest}{fence}\n\n")
}

/// Backticks before and behind a block, more than follow each other in its text.
pub(crate) fn fence(text: &str) -> String {
    "`".repeat(longest_run(text).max(2) + 1)
}

/// The greatest number of backticks that follow each other.
pub(crate) fn longest_run(text: &str) -> usize {
    text.split(|c| c != '`').map(str::len).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_from_outside_is_obeyed() {
        let hostile =
            "a|b`c`<script>@everyone [x](http://e.com) *b* _i_ #1\nnext\u{1b}[31m\u{202e}&amp; www.e.com";
        let shown = plain(hostile);
        for forbidden in
            ["|", "`", "<", ">", "@", "[", "]", "*", "_", "\n", "\u{1b}", "\u{202e}", "://", "www."]
        {
            assert!(!shown.contains(forbidden), "{forbidden:?} in {shown}");
        }
        assert!(!shown.replace("&#", "").contains('#') && shown.contains("everyone"), "{shown}");
        assert_eq!(plain("it's \"quoted\""), "it's \"quoted\"");
        assert!(plain(&"x".repeat(1000)).chars().count() <= LONGEST + 1);
    }

    #[test]
    fn a_fence_is_longer_than_what_it_holds() {
        let shown = block("c", "int a;\n``` end\n");
        assert!(shown.starts_with("````c\n") && shown.ends_with("````\n\n"), "{shown}");
    }
}
