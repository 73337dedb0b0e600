//! Text from a store for a terminal: a store may come from anywhere.

/// Characters after which a text is cut.
const LONGEST: usize = 200;

/// The text without anything that a terminal obeys or a reader cannot see: control characters, marks of direction, and
/// what has no picture are shown as escapes such as `\u{1b}`. A long text is cut, which `…` shows.
pub fn printable(text: &str) -> String {
    let mut shown = String::new();
    for (position, character) in text.chars().enumerate() {
        if position == LONGEST {
            shown.push('…');
            break;
        }
        match character {
            // Harmless, and in every path or command line.
            '"' | '\'' | '\\' => shown.push(character),
            _ => shown.extend(character.escape_debug()),
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_a_terminal_obeys_is_left() {
        assert_eq!(printable("gcc -O2 'a b' \"c\" \\d é"), "gcc -O2 'a b' \"c\" \\d é");
        assert_eq!(printable("\u{1b}[2J\r\n\u{7}\u{9b}1m"), "\\u{1b}[2J\\r\\n\\u{7}\\u{9b}1m");
        for hidden in ['\u{202e}', '\u{2066}', '\u{200f}', '\u{61c}', '\u{2028}', '\u{feff}', '\u{e0041}'] {
            assert_eq!(printable(&hidden.to_string()), format!("\\u{{{:x}}}", u32::from(hidden)));
        }
        assert_eq!(printable(&"x".repeat(1000)).chars().count(), LONGEST + 1);
    }
}
