//! Lines that were assembled before: most texts have few different instructions, again and again.

use std::cell::RefCell;

use super::token::{Token, TokenKind};
use super::{Assembler, Code};
use crate::asm::{Encoding, KeptInstructions};

thread_local! {
    /// Instructions by the text of their line, as the default options have them. Only what depends on the text alone is
    /// kept: no names.
    static KEPT: RefCell<KeptInstructions> = RefCell::default();
}

/// The encoding of a line that was assembled before.
pub(super) fn known(line: &str) -> Option<Encoding> {
    KEPT.with_borrow(|kept| kept.get(line))
}

/// True if what a token means depends on more than its text.
fn depends(token: &Token) -> bool {
    matches!(
        token.kind,
        TokenKind::Name
            | TokenKind::Symbol(_)
            | TokenKind::Value(_)
            | TokenKind::Attribute(_)
            | TokenKind::Text(_)
    )
}

impl Assembler {
    /// Keeps the instruction that was read from these tokens, if it depends on nothing else; gives its encoding then.
    pub(super) fn keep_instruction(&mut self, first: usize, end: usize, code: &Code) -> Option<Encoding> {
        if !self.knows_lines || code.uncertain || code.jump.is_some() || code.label.is_some() {
            return None;
        }
        let tokens = self.tokens.get(first..end).filter(|tokens| !tokens.iter().any(depends))?;
        let (head, last, fitted) = (tokens.first()?, tokens.last()?, code.fitted.as_ref()?);
        let range = head.at..last.at + last.length;
        // Mistakes that show only now are reported where the instruction is put into its section.
        let bytes = self.words(code, fitted).ok()?.bytes();
        let encoding = Encoding::new(bytes.get(..4 * fitted.format.words())?)?;
        let line = self.text.get(range)?;
        KEPT.with_borrow_mut(|kept| kept.keep(line, encoding));
        Some(encoding)
    }
}

#[cfg(test)]
mod tests {
    use super::super::assemble;

    fn bytes(text: &str) -> Vec<u8> {
        let object = assemble("x", text).expect("it is right");
        object.sections.iter().map(|section| section.data.clone()).collect::<Vec<_>>().concat()
    }

    /// A line means the same the second time, wherever it stands; what depends on a name is read anew.
    #[test]
    fn a_line_that_was_read_before() {
        let text = |value: u32, before: &str| {
            format!(
                "% size = {value}\ncode section execute\n_f function public\n{before} int64 r1 = r2 + 5\n \
                 int32 [sp+8] = r3\n int64 r4 = r1 + size\n return\n_f end\ncode end\n"
            )
        };
        let first = bytes(&text(7, ""));
        assert_eq!(first, bytes(&text(7, "")));
        assert_ne!(first, bytes(&text(8, "")));
        let longer = bytes(&text(7, " nop\n"));
        assert!(longer.len() > first.len() && longer.ends_with(first.get(4..).unwrap_or_default()));
        // A mistake is found again where it is.
        let wrong = text(7, "").replace("r2 + 5", "r2 + ]");
        let reported = || assemble("x", &wrong).expect_err("it is wrong").to_string();
        assert_eq!(reported(), reported());
    }

    /// In a text with control structures, which look at what stands before them, and among data.
    #[test]
    fn a_line_that_was_read_before_and_means_more() {
        let code = |body: &str| {
            format!("code section execute\n_f function public\n{body}return\n_f end\ncode end\n")
        };
        let count = "int64 r1 = 16\n";
        let body = format!("{count}for (int8 v1 in [r2-r1]) {{\nint8 v2 = v2 + v1\n}}\n");
        let fresh = bytes(&code(&body));
        bytes(&code(count));
        assert_eq!(fresh, bytes(&code(&body)));
        // A count that is known to be positive is not tested before the first round.
        assert!(fresh.len() < bytes(&code(&body.replace(count, "int64 r1 = r3\n"))).len());
        let data = format!("data section read write datap\n{count}data end\n");
        assert!(assemble("x", &data).is_err());
    }
}
