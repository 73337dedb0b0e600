//! Text from outside, made harmless for whoever reads it: a store, a compiler's message and a case file may come from anywhere.

use std::borrow::Cow;

/// Characters after which a line for a terminal is cut.
const LONGEST: usize = 200;

/// The text on one line without anything that a terminal obeys or a reader cannot see; see [`visible`]. Line breaks and tabs
/// are shown as escapes, too. A long text is cut, which `…` shows.
pub fn printable(text: &str) -> String {
    let mut shown = String::new();
    for (position, character) in text.chars().enumerate() {
        if position == LONGEST {
            shown.push('…');
            break;
        }
        push(&mut shown, character);
    }
    shown
}

/// The text with escapes such as `\u{1b}` for control characters, marks of direction, and what has no picture. Line breaks
/// and tabs stay.
pub fn visible(text: &str) -> Cow<'_, str> {
    let is_plain = |c: char| c == '\n' || c == '\t' || is_shown(c);
    if text.chars().all(is_plain) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        if is_plain(character) { shown.push(character) } else { push(&mut shown, character) }
    }
    Cow::Owned(shown)
}

fn push(shown: &mut String, character: char) {
    if is_shown(character) { shown.push(character) } else { shown.extend(character.escape_debug()) }
}

/// True for what stands for itself. Quotes and backslashes are in every path or command line, and harmless.
fn is_shown(character: char) -> bool {
    matches!(character, ' '..='~') || (!character.is_ascii() && character.escape_debug().count() == 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_a_terminal_obeys_is_left() {
        assert_eq!(printable("gcc -O2 'a b' \"c\" \\d é"), "gcc -O2 'a b' \"c\" \\d é");
        assert_eq!(printable("\u{1b}[2J\r\n\u{7}\u{9b}1m"), "\\u{1b}[2J\\r\\n\\u{7}\\u{9b}1m");
        for hidden in ['\u{202e}', '\u{2066}', '\u{200f}', '\u{61c}', '\u{2028}', '\u{feff}', '\u{e0041}'] {
            let escape = format!("\\u{{{:x}}}", u32::from(hidden));
            assert_eq!(printable(&hidden.to_string()), escape);
            assert_eq!(visible(&hidden.to_string()), escape);
        }
        assert_eq!(printable(&"x".repeat(1000)).chars().count(), LONGEST + 1);
    }

    #[test]
    fn a_text_of_several_lines_keeps_them() {
        assert_eq!(visible("a\n\tb \u{1b}[1m"), "a\n\tb \\u{1b}[1m");
        assert!(matches!(visible("int f(int a0);\n"), Cow::Borrowed(_)));
    }
}
