//! State of the parser, and the two entry points for a text that a user types: [`parse()`] and [`parse_type`].
//!
//! Accepted are typedefs and definitions of structures, unions and enumerations, followed by one function
//! declaration. All pointers to data become [`Type::DataPointer`], pointers to functions [`Type::FunctionPointer`];
//! `const`, `volatile` and storage classes have no effect on a call. The names of `<stdint.h>` and `<stddef.h>` are
//! known without a header; a typedef of the same name takes precedence. See the crate's page for the unnamed arguments of
//! variadic functions.

use std::collections::HashMap;
use std::ops::Range;

use crate::asked::Asked;
use crate::environment::{Anywhere, Environment};
use crate::error::{ParseError, harmless};
use crate::lines::Lines;
use crate::remedy;
use crate::standing::Contradiction;
use crate::token::{Token, TokenKind, stray, tokens};
use crate::types::{CType, Object, measure};
use crate::written::{Written, join};
use crosscall_model::ctype::{Signature, Type};

/// Greatest nesting depth of records, arrays, declarators and expressions.
const MAX_DEPTH: u32 = 48;
/// Greatest total number of members and types in a text; each use of a structure is counted again.
const MAX_NODES: u64 = 1 << 20;
/// Greatest total number of members and types in a text that a user types as a whole.
const MAX_TYPED_NODES: u64 = 1 << 17;
/// Greatest number of scalars in the values of a call; each element of an array is counted.
pub(crate) const MAX_VALUES: u64 = 1 << 17;
/// Greatest number of parameters of a function, including unnamed arguments.
pub(crate) const MAX_PARAMETERS: usize = 127;

/// Function as the user declared it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Declaration {
    /// Name of the function.
    pub name: String,
    /// Types of the function.
    pub signature: Signature,
    /// Declaration as it was written, without the parts that have no effect on a call.
    pub text: String,
    /// Arguments as they were written, in the order of [`Signature::arguments`].
    pub arguments: Vec<Written>,
    /// Result as it was written.
    pub result: Option<Written>,
    /// Notes about the text: the sources of widths that it does not define, and the parts that were ignored.
    pub notes: Vec<String>,
}

/// Parses declarations of types and one function, such as `typedef unsigned char u8; u8 f(int, struct { char a; long
/// long b; })`. No part of the text is ignored.
///
/// # Errors
/// Error at the first place that is not valid, with what was expected there.
pub fn parse(text: &str) -> Result<Declaration, ParseError> {
    let tokens = tokens(text, false)?;
    Parser::new(text, &tokens, &Anywhere, true).only_function()
}

/// Parses the spelling of one type that a value can have, such as `struct { short a[3]; }`.
///
/// # Errors
/// Error at the first place that is not valid, with what was expected there.
pub fn parse_type(text: &str) -> Result<Type, ParseError> {
    let tokens = tokens(text, false)?;
    let mut parser = Parser::new(text, &tokens, &Anywhere, true);
    let base = parser.specifiers(false)?;
    let declarator = parser.declarator()?;
    let at = parser.peek();
    if at.kind != TokenKind::End {
        return Err(parser.expected("the end of the type"));
    }
    match parser.build(base.ty, &declarator.derived)? {
        CType::Object(object) => {
            parser.drawable(at, [&object])?;
            Ok((*object.ty).clone())
        }
        CType::Bad(error) => Err((*error).clone()),
        CType::Incomplete(tag, at) => Err(parser.undefined(&tag, at)),
        _ => Err(parser.error(at, "this is not a type that a value can have".to_owned())),
    }
}

/// Meaning of a structure, union or enumeration tag.
#[derive(Debug, Clone)]
pub(crate) struct Tag {
    pub(crate) keyword: &'static str,
    pub(crate) ty: Option<CType>,
}

/// State of the parser.
pub(crate) struct Parser<'a> {
    pub(crate) text: &'a str,
    pub(crate) lines: Lines,
    tokens: &'a [Token<'a>],
    pub(crate) position: usize,
    pub(crate) depth: u32,
    nodes: u64,
    pub(crate) environment: &'a dyn Environment,
    /// True if everything must be understood; false if parts without effect on a call are ignored.
    pub(crate) strict: bool,
    pub(crate) typedefs: HashMap<&'a str, CType>,
    pub(crate) tags: HashMap<&'a str, Tag>,
    pub(crate) constants: HashMap<&'a str, i64>,
    /// True for each token that is omitted from the text of the declared item.
    hidden: Vec<bool>,
    /// Limits of alignment by `#pragma pack`, the last one in force; 0 means no limit.
    pub(crate) packs: Vec<u32>,
    /// Depth of the parts of an expression that are not evaluated; 0 outside of them.
    pub(crate) idle: u32,
    /// Notes about the declaration that is being parsed.
    pub(crate) notes: Vec<String>,
    /// True if the text was preprocessed for another machine.
    pub(crate) foreign: bool,
    /// Byte offset from which on the text is the user's question: a type there asks for its layout.
    pub(crate) typed_from: usize,
    /// Type in the last question for a layout.
    pub(crate) asked: Option<Result<Asked, ParseError>>,
    /// Tokens of the type name that was parsed last.
    pub(crate) named_type: Range<usize>,
    /// Type that was measured last.
    pub(crate) measured: Option<CType>,
    /// C names that the text declares with another meaning.
    pub(crate) contradictions: Vec<Contradiction>,
}

impl<'a> Parser<'a> {
    pub(crate) fn new(
        text: &'a str,
        tokens: &'a [Token<'a>],
        environment: &'a dyn Environment,
        strict: bool,
    ) -> Parser<'a> {
        Parser {
            text,
            lines: Lines::of(text),
            tokens,
            position: 0,
            depth: 0,
            nodes: 0,
            environment,
            strict,
            typedefs: HashMap::new(),
            tags: HashMap::new(),
            constants: HashMap::new(),
            hidden: vec![false; tokens.len()],
            packs: vec![0],
            idle: 0,
            notes: Vec::new(),
            foreign: false,
            typed_from: usize::MAX,
            asked: None,
            named_type: 0..0,
            measured: None,
            contradictions: Vec::new(),
        }
    }

    /// Next token.
    pub(crate) fn peek(&self) -> Token<'a> {
        self.ahead(0)
    }

    /// Token after `n` others; the end of the text is repeated forever.
    pub(crate) fn ahead(&self, n: usize) -> Token<'a> {
        let token = self.tokens.get(self.position.saturating_add(n)).or(self.tokens.last());
        token.copied().unwrap_or(Token { kind: TokenKind::End, at: 0, len: 0 })
    }

    /// Takes the next token.
    pub(crate) fn next(&mut self) -> Token<'a> {
        let token = self.peek();
        self.position += 1;
        token
    }

    /// Takes the next token and omits it from the text of the declared item.
    pub(crate) fn next_hidden(&mut self) -> Token<'a> {
        self.hide(self.position);
        self.next()
    }

    /// True if the next token is this punctuation.
    pub(crate) fn at(&self, punct: &str) -> bool {
        self.peek().kind == TokenKind::Punct(punct)
    }

    /// Takes the next token if it is this punctuation.
    pub(crate) fn accept(&mut self, punct: &str) -> bool {
        let found = self.at(punct);
        self.position += usize::from(found);
        found
    }

    /// Takes this punctuation, or returns an error.
    pub(crate) fn expect(&mut self, punct: &str) -> Result<(), ParseError> {
        if self.accept(punct) { Ok(()) } else { Err(self.expected(&format!("`{punct}`"))) }
    }

    /// Skips the bracket that comes next and everything up to the one that closes it, in time linear in its length.
    pub(crate) fn skip_group(&mut self) -> Result<(), ParseError> {
        let start = self.peek();
        let mut open = 0u32;
        loop {
            let token = self.next();
            match token.kind {
                TokenKind::Punct("(" | "[" | "{") => open += 1,
                TokenKind::Punct(")" | "]" | "}") => {
                    open = open.saturating_sub(1);
                    if open == 0 {
                        return Ok(());
                    }
                }
                TokenKind::End => return self.fail(start, "this bracket is never closed"),
                _ if open == 0 => return Ok(()),
                _ => {}
            }
        }
    }

    /// Omits a token from the text of the declared item.
    pub(crate) fn hide(&mut self, position: usize) {
        if let Some(hidden) = self.hidden.get_mut(position) {
            *hidden = true;
        }
    }

    /// Restores a token in the text of the declared item.
    pub(crate) fn show(&mut self, position: usize) {
        if let Some(hidden) = self.hidden.get_mut(position) {
            *hidden = false;
        }
    }

    /// Text of some tokens, without those that are hidden or excluded, with the usual blanks between them, and escapes for
    /// characters that nobody sees.
    pub(crate) fn spelled(&self, ranges: &[Range<usize>], without: &[Range<usize>]) -> String {
        let mut words = Vec::new();
        for position in ranges.iter().cloned().flatten() {
            if self.hidden.get(position).copied().unwrap_or(true)
                || without.iter().any(|range| range.contains(&position))
            {
                continue;
            }
            let Some(token) = self.tokens.get(position) else { continue };
            words.push(self.text.get(token.at..token.at + token.len).unwrap_or_default());
        }
        harmless(&join(&words))
    }

    /// Error at a token.
    pub(crate) fn error(&self, token: Token<'_>, message: impl Into<String>) -> ParseError {
        ParseError::placed(self.text, &self.lines, (token.at, token.len), message)
    }

    /// Failure with an error at a token.
    pub(crate) fn fail<T>(&self, token: Token<'_>, message: impl Into<String>) -> Result<T, ParseError> {
        Err(self.error(token, message))
    }

    /// Error that the next token is not what was expected.
    pub(crate) fn expected(&self, what: &str) -> ParseError {
        let token = self.peek();
        let word = self.text.get(token.at..token.at + token.len).unwrap_or_default();
        let found = match token.kind {
            TokenKind::Stray(c) => return self.error(token, stray(c)),
            TokenKind::End => "the end of the text".to_owned(),
            _ => format!("`{word}`"),
        };
        let remedy = remedy::unexpected(word).map(|text| format!(": {text}")).unwrap_or_default();
        self.error(token, format!("expected {what}, found {found}{remedy}"))
    }

    /// Enters a nesting level. Every call is paired with `leave`, except on an error, which ends the parser.
    pub(crate) fn enter(&mut self) -> Result<(), ParseError> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return self.fail(self.peek(), format!("nested deeper than {MAX_DEPTH} levels"));
        }
        Ok(())
    }

    pub(crate) fn leave(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }

    /// Counts a new type, so that no text can exhaust the memory.
    pub(crate) fn account(&mut self, token: Token<'_>, ty: &Type) -> Result<(), ParseError> {
        let size = measure(ty);
        self.nodes = self.nodes.saturating_add(size.nodes);
        let most = if self.strict { MAX_TYPED_NODES } else { MAX_NODES };
        if self.nodes > most {
            return self.fail(token, format!(
                "the types of this text have more than {most} members, those of a structure counted again \
                 wherever it is a member"
            ));
        }
        if size.depth > MAX_DEPTH {
            return self.fail(token, format!("nested deeper than {MAX_DEPTH} levels"));
        }
        Ok(())
    }

    /// Returns an error if the values have too many scalars for a readable diagram.
    pub(crate) fn drawable<'o>(
        &self,
        token: Token<'_>,
        values: impl IntoIterator<Item = &'o Object>,
    ) -> Result<(), ParseError> {
        let sum = values.into_iter().fold(0u64, |sum, v| sum.saturating_add(measure(&v.ty).values));
        if sum > MAX_VALUES {
            return self.fail(token, format!(
                "the values of this call consist of {sum} scalars, elements of arrays counted one by one; up to \
                 {MAX_VALUES} are taken (a pointer counts as one)"
            ));
        }
        Ok(())
    }

    /// Type by its current definition: a record that was only declared may have been defined since.
    pub(crate) fn resolve(&self, ty: CType) -> CType {
        match &ty {
            CType::Incomplete(tag, _) => self.tags.get(tag.as_str()).and_then(|t| t.ty.clone()).unwrap_or(ty),
            _ => ty,
        }
    }

    /// Error about a record without a definition.
    pub(crate) fn undefined(&self, tag: &str, at: usize) -> ParseError {
        let keyword = self.tags.get(tag).map_or("struct", |t| t.keyword);
        let message =
            format!("`{keyword} {tag}` has no definition before its use; give it, or a pointer to it");
        ParseError::placed(self.text, &self.lines, (at, tag.len()), message)
    }
}
