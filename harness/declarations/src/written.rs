//! Types and declarations in the user's own words.

use crosscall_model::ctype::Type;
use std::rc::Rc;

/// Parameter, result or member as it was written.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Written {
    /// Name; empty where it has none.
    pub name: String,
    /// Type: `const char *`, `struct point [3]`, `int (*)(int, double)`.
    pub ty: String,
    /// Explanation of the type, where the words do not show it: `unsigned int` for a `uInt`, `a pointer` for an
    /// array.
    pub means: Option<String>,
    /// Record that it is, or that its elements are.
    pub record: Option<Rc<WrittenRecord>>,
}

impl Written {
    /// Type with its explanation.
    pub fn type_and_meaning(&self) -> String {
        match &self.means {
            Some(means) => format!("{} ({means})", self.ty),
            None => self.ty.clone(),
        }
    }
}

/// Structure or union as it was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenRecord {
    /// Title: `struct point`, `point_t`, or the whole text of a record without a name.
    pub title: String,
    /// Type of the record.
    pub ty: Type,
    /// Members, including those without names, in the order of the type's members.
    pub members: Vec<WrittenMember>,
}

/// Member as it was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenMember {
    /// Name; empty where it has none.
    pub name: String,
    /// Declaration: `char *argv[2]`, `unsigned int flag : 1`.
    pub text: String,
    /// Record that it is, or that its elements are.
    pub record: Option<Rc<WrittenRecord>>,
}

/// Joins the words of a declaration with the usual blanks between them.
pub(crate) fn join(words: &[&str]) -> String {
    let mut text = String::new();
    let mut brackets = 0u32;
    for (i, word) in words.iter().enumerate() {
        let before = i.checked_sub(1).and_then(|i| words.get(i)).copied().unwrap_or_default();
        let behind = words.get(i + 1).copied().unwrap_or_default();
        if *word == "]" {
            brackets = brackets.saturating_sub(1);
        }
        if i > 0 && blank(before, word, behind, brackets > 0) {
            text.push(' ');
        }
        text += word;
        if *word == "[" {
            brackets += 1;
        }
    }
    text
}

/// True if there is a blank between two words.
fn blank(before: &str, word: &str, behind: &str, in_brackets: bool) -> bool {
    let is_word = |text: &str| {
        text.starts_with(|c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '"' | '\'' | '.'))
    };
    if is_word(before) && is_word(word) {
        return true;
    }
    if in_brackets || matches!(word, ")" | "]" | "," | ";") || matches!(before, "(" | "[") {
        return false;
    }
    match (before, word) {
        (_, "[") => false,
        ("*", _) => false,
        (_, "(") => is_word(before) && behind == "*" || matches!(before, "," | "}"),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::join;

    #[test]
    fn blanks_stand_where_people_put_them() {
        for text in [
            "const char *f(int, char **argv, int (*)(int, double))",
            "struct { int a[3]; char b : 3; } x[2+3*4]",
            "void (*f(int x, void (*y)(void)))(void)",
            "int (*const p)[3]",
            "int (*f(void))[sizeof(int)]",
        ] {
            let mut words: Vec<&str> = Vec::new();
            let mut rest = text;
            while let Some(first) = rest.chars().next() {
                let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
                let len = rest.find(|c| word(c) != word(first)).unwrap_or(rest.len());
                let len = if word(first) { len } else { first.len_utf8() };
                words.extend(rest.get(..len).filter(|w| !w.trim().is_empty()));
                rest = rest.get(len..).unwrap_or_default();
            }
            assert_eq!(join(&words), text);
        }
    }
}
