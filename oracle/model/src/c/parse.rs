//! The state of the reader, and the two ways to read a text that somebody types: [`parse()`] and [`parse_type`].
//!
//! Understood: typedefs and definitions of structures, unions and enumerations, then one function declaration. All
//! pointers to data become [`Type::DataPointer`], pointers to functions [`Type::FunctionPointer`]; `const`, `volatile` and
//! storage classes say nothing about a call. The names of `<stdint.h>` and `<stddef.h>` are known without a header; a
//! typedef of the same name goes before. See [`super`] for the unnamed arguments of variadic functions.

use std::collections::HashMap;
use std::ops::Range;

use super::asked::Asked;
use super::environment::{Anywhere, Environment};
use super::error::ParseError;
use super::remedy;
use super::standing::Contradiction;
use super::token::{Kind, Token, stray, tokens};
use super::types::{CType, Object, measure};
use super::written::{Written, join};
use crate::ctype::{Signature, Type};

/// Deepest nesting of records, arrays, declarators and expressions.
const MAX_DEPTH: u32 = 48;
/// Most members and types in a text together, each use of a structure counted again.
const MAX_NODES: u64 = 1 << 20;
/// The same for a text that somebody types as a whole.
const MAX_TYPED_NODES: u64 = 1 << 17;
/// Most scalars in the values of a call, arrays multiplied out.
pub(super) const MAX_VALUES: u64 = 1 << 17;
/// Most parameters of a function, unnamed arguments included.
pub(super) const MAX_PARAMETERS: usize = 127;

/// A function as a person declared it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Declaration {
    /// Its name.
    pub name: String,
    /// Its types.
    pub signature: Signature,
    /// The declaration as it was written, without what says nothing about a call.
    pub text: String,
    /// The arguments as they were written, in the order of [`Signature::arguments`].
    pub arguments: Vec<Written>,
    /// The result as it was written.
    pub result: Option<Written>,
    /// What there is to say of the text: on what a width rests that it does not tell, and what was left aside.
    pub notes: Vec<String>,
}

/// Parses declarations of types and one function, such as
/// `typedef unsigned char u8; u8 f(int, struct { char a; long long b; })`. Nothing is passed over.
///
/// # Errors
/// The place where the text stops making sense, and what was expected there.
pub fn parse(text: &str) -> Result<Declaration, ParseError> {
    let tokens = tokens(text, false)?;
    Parser::new(text, &tokens, &Anywhere, true).only_function()
}

/// Parses the spelling of one type that a value can have, such as `struct { short a[3]; }`.
///
/// # Errors
/// The place where the text stops making sense, and what was expected there.
pub fn parse_type(text: &str) -> Result<Type, ParseError> {
    let tokens = tokens(text, false)?;
    let mut parser = Parser::new(text, &tokens, &Anywhere, true);
    let base = parser.specifiers(false)?;
    let declarator = parser.declarator()?;
    let at = parser.peek();
    if at.kind != Kind::End {
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

/// What a structure, union or enumeration tag stands for.
#[derive(Debug, Clone)]
pub(super) struct Tag {
    pub(super) keyword: &'static str,
    pub(super) ty: Option<CType>,
}

/// The state of the parser.
pub(super) struct Parser<'a> {
    pub(super) text: &'a str,
    tokens: &'a [Token<'a>],
    pub(super) position: usize,
    pub(super) depth: u32,
    nodes: u64,
    pub(super) environment: &'a dyn Environment,
    /// Whether everything must be understood; otherwise what says nothing of a call is passed over.
    pub(super) strict: bool,
    pub(super) typedefs: HashMap<&'a str, CType>,
    pub(super) tags: HashMap<&'a str, Tag>,
    pub(super) constants: HashMap<&'a str, i64>,
    /// Tokens that do not belong into the text of what is declared.
    hidden: Vec<bool>,
    /// Limits of alignment by `#pragma pack`, the last one in force; 0 is none.
    pub(super) packs: Vec<u32>,
    /// Larger than 0 inside a part of an expression that is not evaluated.
    pub(super) idle: u32,
    /// What there is to say of the declaration that is being read.
    pub(super) notes: Vec<String>,
    /// Whether the text was preprocessed for another machine.
    pub(super) foreign: bool,
    /// Byte offset from which on the text is somebody's question: a type there asks for its layout.
    pub(super) typed_from: usize,
    /// The type that is asked for last, if nothing else is.
    pub(super) asked: Option<Result<Asked, ParseError>>,
    /// Where the type name stands that was read last.
    pub(super) named_type: Range<usize>,
    /// The type that was measured last.
    pub(super) measured: Option<CType>,
    /// Names of C that the text declares as something else.
    pub(super) contradictions: Vec<Contradiction>,
}

impl<'a> Parser<'a> {
    pub(super) fn new(
        text: &'a str,
        tokens: &'a [Token<'a>],
        environment: &'a dyn Environment,
        strict: bool,
    ) -> Parser<'a> {
        Parser {
            text,
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

    /// The next token.
    pub(super) fn peek(&self) -> Token<'a> {
        self.ahead(0)
    }

    /// The token after `n` others; the end of the text is repeated for ever.
    pub(super) fn ahead(&self, n: usize) -> Token<'a> {
        let token = self.tokens.get(self.position.saturating_add(n)).or(self.tokens.last());
        token.copied().unwrap_or(Token { kind: Kind::End, at: 0, len: 0 })
    }

    /// Takes the next token.
    pub(super) fn next(&mut self) -> Token<'a> {
        let token = self.peek();
        self.position += 1;
        token
    }

    /// Takes the next token, which is no part of the text of what is declared.
    pub(super) fn next_hidden(&mut self) -> Token<'a> {
        self.hide(self.position);
        self.next()
    }

    /// Whether the next token is this punctuation.
    pub(super) fn at(&self, punct: &str) -> bool {
        self.peek().kind == Kind::Punct(punct)
    }

    /// Takes the next token if it is this punctuation.
    pub(super) fn accept(&mut self, punct: &str) -> bool {
        let found = self.at(punct);
        self.position += usize::from(found);
        found
    }

    /// Takes this punctuation, which must come now.
    pub(super) fn expect(&mut self, punct: &str) -> Result<(), ParseError> {
        if self.accept(punct) { Ok(()) } else { Err(self.expected(&format!("`{punct}`"))) }
    }

    /// Passes over everything up to the bracket that closes the one that comes now, in time linear in its length.
    pub(super) fn skip_group(&mut self) -> Result<(), ParseError> {
        let start = self.peek();
        let mut open = 0u32;
        loop {
            let token = self.next();
            match token.kind {
                Kind::Punct("(" | "[" | "{") => open += 1,
                Kind::Punct(")" | "]" | "}") => {
                    open = open.saturating_sub(1);
                    if open == 0 {
                        return Ok(());
                    }
                }
                Kind::End => return Err(self.error(start, "this bracket is never closed".to_owned())),
                _ if open == 0 => return Ok(()),
                _ => {}
            }
        }
    }

    /// Keeps a token out of the text of what is declared.
    pub(super) fn hide(&mut self, position: usize) {
        if let Some(hidden) = self.hidden.get_mut(position) {
            *hidden = true;
        }
    }

    /// Takes a token back into the text of what is declared.
    pub(super) fn show(&mut self, position: usize) {
        if let Some(hidden) = self.hidden.get_mut(position) {
            *hidden = false;
        }
    }

    /// The text of some tokens, but for those that are hidden or left out, with the blanks that people write.
    pub(super) fn spelled(&self, ranges: &[Range<usize>], without: &[Range<usize>]) -> String {
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
        join(&words)
    }

    /// An error at a token.
    pub(super) fn error(&self, token: Token<'_>, message: String) -> ParseError {
        ParseError::new(self.text, token.at, token.len, message)
    }

    /// An error at the next token, which is not what was expected.
    pub(super) fn expected(&self, what: &str) -> ParseError {
        let token = self.peek();
        let word = self.text.get(token.at..token.at + token.len).unwrap_or_default();
        let found = match token.kind {
            Kind::Stray(c) => return self.error(token, stray(c)),
            Kind::End => "the end of the text".to_owned(),
            _ => format!("`{word}`"),
        };
        let remedy = remedy::unexpected(word).map(|text| format!(": {text}")).unwrap_or_default();
        self.error(token, format!("expected {what}, found {found}{remedy}"))
    }

    /// Goes one level deeper; every call has its `leave`, but for errors, which end the parser.
    pub(super) fn enter(&mut self) -> Result<(), ParseError> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.error(self.peek(), format!("nested deeper than {MAX_DEPTH} levels")));
        }
        Ok(())
    }

    pub(super) fn leave(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }

    /// Counts a type that comes into being, so that no text can fill the memory.
    pub(super) fn account(&mut self, token: Token<'_>, ty: &Type) -> Result<(), ParseError> {
        let size = measure(ty);
        self.nodes = self.nodes.saturating_add(size.nodes);
        let most = if self.strict { MAX_TYPED_NODES } else { MAX_NODES };
        if self.nodes > most {
            let message = format!(
                "the types of this text have more than {most} members, those of a structure counted again \
                 wherever it is a member"
            );
            return Err(self.error(token, message));
        }
        if size.depth > MAX_DEPTH {
            return Err(self.error(token, format!("nested deeper than {MAX_DEPTH} levels")));
        }
        Ok(())
    }

    /// Refuses values with so many scalars that no picture of them could be read.
    pub(super) fn drawable<'o>(
        &self,
        token: Token<'_>,
        values: impl IntoIterator<Item = &'o Object>,
    ) -> Result<(), ParseError> {
        let sum = values.into_iter().fold(0u64, |sum, v| sum.saturating_add(measure(&v.ty).values));
        if sum > MAX_VALUES {
            let message = format!(
                "the values of this call consist of {sum} scalars, elements of arrays counted one by one; up to \
                 {MAX_VALUES} are taken (a pointer counts as one)"
            );
            return Err(self.error(token, message));
        }
        Ok(())
    }

    /// A type as it is known by now: a record that was declared first may have been defined since.
    pub(super) fn resolve(&self, ty: CType) -> CType {
        match &ty {
            CType::Incomplete(tag, _) => self.tags.get(tag.as_str()).and_then(|t| t.ty.clone()).unwrap_or(ty),
            _ => ty,
        }
    }

    /// The error about a record that has no definition.
    pub(super) fn undefined(&self, tag: &str, at: usize) -> ParseError {
        let keyword = self.tags.get(tag).map_or("struct", |t| t.keyword);
        let message =
            format!("`{keyword} {tag}` has no definition before its use; give it, or a pointer to it");
        ParseError::new(self.text, at, tag.len(), message)
    }
}
