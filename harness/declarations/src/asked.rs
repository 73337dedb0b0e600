//! Questions about a type: `struct { char a; long long b; }`, `sizeof (T)`, the name of a type.

use crate::error::ParseError;
use crate::parse::Parser;
use crate::token::{Token, TokenKind};
use crate::types::{CType, Object};
use crate::words::is_qualifier;
use crate::written::Written;
use crosscall_model::c::type_name;
use crosscall_model::ctype::Type;
use std::ops::Range;

/// Type that the user asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asked {
    /// Type in the question.
    pub ty: Type,
    /// Type as it was written.
    pub written: Written,
    /// Expression in the question, such as `sizeof (T)`, with its value on the target.
    pub value: Option<(String, i64)>,
    /// Notes about the text.
    pub notes: Vec<String>,
}

impl<'a> Parser<'a> {
    /// True if the text from a token on is the user's question.
    fn is_question(&self, token: Token<'_>) -> bool {
        !self.strict && token.at >= self.typed_from
    }

    /// True if a declaration ends here.
    pub(crate) fn at_end(&self) -> bool {
        self.at(";") || self.peek().kind == TokenKind::End
    }

    /// Parses an expression such as `sizeof (T)` in the place of a declaration. Returns true if there was one.
    pub(crate) fn asked_expression(&mut self) -> Result<bool, ParseError> {
        let (token, from) = (self.peek(), self.position);
        let TokenKind::Word(word) = token.kind else { return Ok(false) };
        if !self.is_question(token) || !measures(word) {
            return Ok(false);
        }
        self.measured = None;
        let value = self.constant()?;
        if !self.at_end() {
            return Err(self.expected("the end of the question"));
        }
        let text = self.spelled(std::slice::from_ref(&(from..self.position)), &[]);
        let ty = self.measured.take();
        let ty = ty.ok_or_else(|| self.error(token, "this asks for the size of no type"))?;
        let words = self.spelled(std::slice::from_ref(&self.named_type), &[]);
        self.asked = Some(self.asked(token, words, ty, Some((text, value))));
        self.accept(";");
        Ok(true)
    }

    /// True if a declarator without a name follows. The check does not parse it, because its definitions would be
    /// made twice.
    pub(crate) fn is_abstract(&self) -> bool {
        let mut n = 0;
        loop {
            match self.ahead(n).kind {
                TokenKind::Punct("*") => n += 1,
                TokenKind::Word(word) if is_qualifier(word) => n += 1,
                TokenKind::Punct("(")
                    if matches!(self.ahead(n + 1).kind, TokenKind::Punct("*" | "(" | "[")) =>
                {
                    n += 1
                }
                TokenKind::Punct("[" | ")" | ";") | TokenKind::End => return n > 0 || self.at("["),
                _ => return false,
            }
        }
    }

    /// Records a type that stands alone as the user's question. Returns true if it does.
    pub(crate) fn asked_type(&mut self, token: Token<'a>, words: &[Range<usize>], ty: &CType) -> bool {
        let question = self.is_question(token) && self.at_end();
        if question {
            let text = self.spelled(words, &[]);
            self.asked = Some(self.asked(token, text, ty.clone(), None));
        }
        question
    }

    fn asked(
        &self,
        token: Token<'_>,
        text: String,
        ty: CType,
        value: Option<(String, i64)>,
    ) -> Result<Asked, ParseError> {
        let none = |what: &str| self.fail(token, format!("{what} has no layout"));
        match self.resolve(ty) {
            CType::Object(object) => {
                self.drawable(token, [&object])?;
                Ok(asked(text, object, value))
            }
            CType::Incomplete(tag, at) => Err(self.undefined(&tag, at)),
            CType::Bad(error) => Err((*error).clone()),
            CType::Void => none("`void`"),
            CType::OpenArray(_) => none("an array without a length"),
            CType::Function(_) => none("a function"),
        }
    }
}

fn asked(text: String, object: Object, value: Option<(String, i64)>) -> Asked {
    let ty = (*object.ty).clone();
    let name = match &object.record {
        Some(record) if record.ty == ty => record.title.clone(),
        _ => type_name(&ty),
    };
    let ty_text = if text.is_empty() { name.clone() } else { text };
    let is_name = ty_text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let means = (is_name && name != ty_text && object.record.is_none()).then_some(name);
    let mut notes = (*object.notes).clone();
    if let Some(align) = object.align {
        notes.push(format!("under this name its alignment is {align}"));
    }
    let written = Written { name: String::new(), ty: ty_text, means, record: object.record };
    Asked { ty, written, value, notes }
}

/// True if a word begins a question about a number of a type.
fn measures(word: &str) -> bool {
    matches!(
        word,
        "sizeof" | "_Alignof" | "alignof" | "__alignof__" | "__alignof" | "offsetof" | "__builtin_offsetof"
    )
}
