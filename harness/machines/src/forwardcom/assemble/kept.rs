//! Instructions that were read before: most texts have few different ones, again and again.

use std::cell::RefCell;

use super::token::Kind;
use super::{Assembler, Code, Options};
use crate::asm::Kept;

thread_local! {
    /// Instructions with their formats by their text, as the default options have them. Only what depends on the text
    /// alone is kept: no names. Tokens are counted from the first one.
    static KEPT: RefCell<Kept<Code>> = RefCell::default();
}

impl Assembler {
    /// The text of the instruction in these tokens, if what becomes of it depends on nothing else.
    fn fixed_text(&self, first: usize, end: usize) -> Option<&str> {
        let usual = Options::default();
        if self.options.optimize != usual.optimize
            || (self.code_size, self.data_size) != (usual.code_size, usual.data_size)
        {
            return None;
        }
        let tokens = self.tokens.get(first..end)?;
        let names = |kind: &Kind| {
            matches!(kind, Kind::Name | Kind::Symbol(_) | Kind::Value(_) | Kind::Attribute(_) | Kind::Text(_))
        };
        if tokens.iter().any(|token| names(&token.kind)) {
            return None;
        }
        let (head, last) = (tokens.first()?, tokens.last()?);
        self.text.get(head.at..last.at + last.length)
    }

    /// The instruction in these tokens, if it was read before.
    pub(super) fn known_instruction(&self, first: usize, end: usize) -> Option<Code> {
        let text = self.fixed_text(first, end)?;
        let mut code = KEPT.with_borrow(|kept| kept.get(text))?;
        code.token += first;
        code.section = self.section.unwrap_or(0);
        Some(code)
    }

    /// Keeps the instruction that was read from these tokens, if it depends on nothing else.
    pub(super) fn keep_instruction(&self, first: usize, end: usize, code: &Code) {
        let is_fixed = code.jump.is_none() && code.align.is_none() && code.label.is_none() && !code.uncertain;
        let Some(text) = self.fixed_text(first, end).filter(|_| is_fixed) else { return };
        let Some(token) = code.token.checked_sub(first) else { return };
        KEPT.with_borrow_mut(|kept| kept.keep(text, Code { token, ..code.clone() }));
    }
}

#[cfg(test)]
mod tests {
    use super::super::assemble;

    /// A line means the same the second time, wherever it stands; what depends on a name is read anew.
    #[test]
    fn a_line_that_was_read_before() {
        let text = |value: u32, before: &str| {
            format!(
                "% size = {value}\ncode section execute\n_f function public\n{before} int64 r1 = r2 + 5\n \
                 int32 [sp+8] = r3\n int64 r4 = r1 + size\n if (int64 r1 == 5) {{ int64 r2 = 1 }}\n return\n\
                 _f end\ncode end\n"
            )
        };
        let bytes = |text: &str| {
            let object = assemble("x", text).expect("it is right");
            object.sections.iter().map(|section| section.data.clone()).collect::<Vec<_>>().concat()
        };
        let first = bytes(&text(7, ""));
        assert_eq!(first, bytes(&text(7, "")));
        assert_ne!(first, bytes(&text(8, "")));
        let longer = bytes(&text(7, " nop\n"));
        assert!(longer.len() > first.len() && longer.ends_with(first.get(4..).unwrap_or_default()));
        // A mistake is found again where it is.
        let wrong = text(7, "").replace("r2 + 5", "r2 + ]");
        let told = || assemble("x", &wrong).expect_err("it is wrong").to_string();
        assert_eq!(told(), told());
    }
}
