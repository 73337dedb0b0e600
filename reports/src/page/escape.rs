//! Escapes that keep a page from obeying its contents: everything from outside goes through one of these.

use crate::printable::visible;
use std::fmt::{self, Write};

/// The escaper of all templates (`askama.toml`): HTML's special characters become references, and what nobody sees, or what a
/// terminal or a reader's direction of writing obeys, becomes a visible escape.
#[derive(Debug, Clone, Copy, Default)]
pub struct Visible;

impl askama::filters::Escaper for Visible {
    fn write_escaped_str<W: Write>(&self, mut to: W, text: &str) -> fmt::Result {
        visible(text).chars().try_for_each(|character| write_character(&mut to, character))
    }

    fn write_escaped_char<W: Write>(&self, to: W, character: char) -> fmt::Result {
        self.write_escaped_str(to, character.encode_utf8(&mut [0; 4]))
    }
}

fn write_character<W: Write>(to: &mut W, character: char) -> fmt::Result {
    match character {
        '&' => to.write_str("&amp;"),
        '<' => to.write_str("&lt;"),
        '>' => to.write_str("&gt;"),
        '"' => to.write_str("&#34;"),
        '\'' => to.write_str("&#39;"),
        _ => to.write_char(character),
    }
}

/// The text if it is a link that a page may have: to the web, and without anything that does not belong into a link.
pub(super) fn link(text: &str) -> Option<&str> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_graphic() && !b"\"'<>`\\".contains(&byte));
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"))?;
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    (is_plain && !host.is_empty() && !host.contains('@')).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use askama::filters::Escaper;

    #[test]
    fn nothing_is_obeyed() {
        let mut out = String::new();
        Visible
            .write_escaped_str(&mut out, "</script><img onerror=\"a('b')\">&\u{1b}[1m\u{202e}\n`]]>")
            .unwrap();
        assert_eq!(
            out,
            "&lt;/script&gt;&lt;img onerror=&#34;a(&#39;b&#39;)&#34;&gt;&amp;\\u{1b}[1m\\u{202e}\n`]]&gt;"
        );
    }

    #[test]
    fn only_the_web_is_linked() {
        for good in ["https://example.org", "http://example.org/a?b=c#d"] {
            assert_eq!(link(good), Some(good));
        }
        let bad = [
            "javascript:alert(1)",
            "JavaScript:a",
            "data:text/html,x",
            "https:",
            "https://",
            "//a.b",
            "https://a b",
            " https://a",
            "https://a@b/",
            "https://a\"onclick=b",
            "https://\u{202e}a",
            "file:///etc",
        ];
        for bad in bad {
            assert_eq!(link(bad), None, "{bad}");
        }
    }
}
