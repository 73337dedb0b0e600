//! Reading C declarations.
//!
//! Understood: typedefs and definitions of structures, unions and enumerations, then one function
//! declaration. Member and parameter names are read and dropped. All pointers to data become
//! [`Type::DataPointer`], pointers to functions [`Type::FunctionPointer`]; `const`, `volatile` and storage
//! classes say nothing about a call and are dropped as well. The names of `<stdint.h>` and `<stddef.h>`
//! are known without a header, with the types that the usual 32-bit and 64-bit (LP64) processors give them:
//! `int32_t` is `int`, `int64_t` is `long long`, `size_t` is `unsigned long`; a typedef of the same name
//! goes before. See [`super`] for the unnamed arguments of variadic functions.

use std::collections::HashMap;

use super::error::ParseError;
use super::token::{Kind, Token, tokens};
use crate::ctype::{Scalar, Signature, Type};

/// Deepest nesting of records, arrays and declarators.
const MAX_DEPTH: u32 = 48;
/// Most scalars and records in all types of a text together, each use of a typedef counted again.
const MAX_COST: u64 = 1 << 17;
/// Most parameters of a function, unnamed arguments included.
pub(super) const MAX_PARAMETERS: usize = 127;

/// A function as a person declared it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Declaration {
    /// Its name.
    pub name: String,
    /// Its types.
    pub signature: Signature,
}

/// Parses declarations of types and one function, such as
/// `typedef unsigned char u8; u8 f(int, struct { char a; long long b; })`.
///
/// # Errors
/// The place where the text stops making sense, and what was expected there.
pub fn parse(text: &str) -> Result<Declaration, ParseError> {
    let tokens = tokens(text)?;
    Parser::new(text, &tokens).file()
}

/// Parses the spelling of one type that a value can have, such as `struct { short a[3]; }`.
///
/// # Errors
/// The place where the text stops making sense, and what was expected there.
pub fn parse_type(text: &str) -> Result<Type, ParseError> {
    let tokens = tokens(text)?;
    let mut parser = Parser::new(text, &tokens);
    let base = parser.specifiers(false)?;
    let declarator = parser.declarator()?;
    let at = parser.peek();
    if at.kind != Kind::End {
        return Err(parser.expected("the end of the type"));
    }
    match parser.build(base.ty, declarator.derived)? {
        CType::Object(ty) => Ok(ty),
        _ => Err(parser.error(at, "this is not a type that a value can have".to_owned())),
    }
}

/// A type while it is read: also such as no value can have.
#[derive(Debug, Clone)]
pub(super) enum CType {
    Void,
    Object(Type),
    /// A record that is declared but not defined, with the place of its tag for messages.
    Incomplete(usize),
    /// An array without a length: the type of its elements.
    OpenArray(Type),
    Function(Box<Signature>),
}

/// What a structure, union or enumeration tag stands for.
#[derive(Debug, Clone)]
pub(super) struct Tag {
    pub(super) keyword: &'static str,
    pub(super) ty: Option<Type>,
}

/// The state of the parser.
pub(super) struct Parser<'a> {
    pub(super) text: &'a str,
    tokens: &'a [Token<'a>],
    position: usize,
    depth: u32,
    cost: u64,
    pub(super) typedefs: HashMap<&'a str, CType>,
    pub(super) tags: HashMap<&'a str, Tag>,
    pub(super) constants: HashMap<&'a str, i64>,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str, tokens: &'a [Token<'a>]) -> Parser<'a> {
        Parser {
            text,
            tokens,
            position: 0,
            depth: 0,
            cost: 0,
            typedefs: HashMap::new(),
            tags: HashMap::new(),
            constants: HashMap::new(),
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

    /// Takes the next token if it is this punctuation.
    pub(super) fn accept(&mut self, punct: &str) -> bool {
        let found = self.peek().kind == Kind::Punct(punct);
        self.position += usize::from(found);
        found
    }

    /// Takes this punctuation, which must come now.
    pub(super) fn expect(&mut self, punct: &str) -> Result<(), ParseError> {
        if self.accept(punct) { Ok(()) } else { Err(self.expected(&format!("`{punct}`"))) }
    }

    /// An error at a token.
    pub(super) fn error(&self, token: Token<'_>, message: String) -> ParseError {
        ParseError::new(self.text, token.at, token.len, message)
    }

    /// An error at the next token, which is not what was expected.
    pub(super) fn expected(&self, what: &str) -> ParseError {
        let token = self.peek();
        let found = match token.kind {
            Kind::End => "the end of the text".to_owned(),
            _ => format!("`{}`", self.text.get(token.at..token.at + token.len).unwrap_or_default()),
        };
        self.error(token, format!("expected {what}, found {found}"))
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
        self.depth -= 1;
    }

    /// Counts a type that comes into being, so that no text can fill the memory.
    pub(super) fn account(&mut self, token: Token<'_>, ty: &Type) -> Result<(), ParseError> {
        let (cost, depth) = measure(ty);
        self.cost = self.cost.saturating_add(cost);
        if self.cost > MAX_COST {
            return Err(self.error(token, format!("the types have more than {MAX_COST} members in all")));
        }
        if depth > MAX_DEPTH {
            return Err(self.error(token, format!("nested deeper than {MAX_DEPTH} levels")));
        }
        Ok(())
    }

    /// Declarations up to the end; exactly one of a function.
    fn file(&mut self) -> Result<Declaration, ParseError> {
        let mut function = None;
        loop {
            if self.accept(";") {
                continue;
            }
            if self.peek().kind == Kind::End {
                return function.ok_or_else(|| self.expected("a function declaration such as `int f(int)`"));
            }
            let start = self.peek();
            let base = self.specifiers(true)?;
            if self.peek().kind == Kind::Punct(";") || self.peek().kind == Kind::End {
                if base.is_typedef {
                    return Err(self.expected("a name for the type"));
                }
                if !base.defines {
                    return Err(self.expected("the name of a function"));
                }
            } else if base.is_typedef {
                self.typedef(&base.ty)?;
            } else {
                if function.is_some() {
                    return Err(self.error(start, "there is more than one function".to_owned()));
                }
                function = Some(self.function(base.ty)?);
            }
            if self.peek().kind != Kind::End && !self.accept(";") {
                return Err(self.expected("`;`"));
            }
        }
    }

    fn typedef(&mut self, base: &CType) -> Result<(), ParseError> {
        loop {
            let at = self.peek();
            let declarator = self.declarator()?;
            let name =
                declarator.name.ok_or_else(|| self.error(at, "expected a name for the type".to_owned()))?;
            let token = self.peek();
            let attributes = self.attributes()?;
            if attributes.packed || attributes.align.is_some() {
                let message = "an attribute here changes the name and not the record; put it behind `}`";
                return Err(self.error(at, message.to_owned()));
            }
            let base = self.vector(token, base.clone(), attributes.lanes)?;
            let ty = self.build(base, declarator.derived)?;
            if let CType::Object(ty) = &ty {
                self.account(at, ty)?;
            }
            self.typedefs.insert(name, ty);
            if !self.accept(",") {
                return Ok(());
            }
        }
    }

    fn function(&mut self, base: CType) -> Result<Declaration, ParseError> {
        let at = self.peek();
        let declarator = self.declarator()?;
        let Some(name) = declarator.name else {
            return Err(self.error(at, "expected the name of a function".to_owned()));
        };
        match self.build(base, declarator.derived)? {
            CType::Function(signature) => Ok(Declaration { name: name.to_owned(), signature: *signature }),
            _ => Err(self.expected("`(` and the parameters of the function")),
        }
    }
}

/// Number of scalars and records in a type, arrays multiplied out, and its depth.
fn measure(ty: &Type) -> (u64, u32) {
    match ty {
        Type::Array(elem, len) => {
            let (cost, depth) = measure(elem);
            (cost.saturating_mul(u64::from(*len).max(1)), depth.saturating_add(1))
        }
        Type::Record(record) => record.members.iter().fold((1, 1), |(cost, depth), member| {
            let (c, d) = measure(&member.ty);
            (cost.saturating_add(c), depth.max(d.saturating_add(1)))
        }),
        Type::Enum(enumeration) => (enumeration.constants.len() as u64, 1),
        Type::Complex(_) | Type::Vector { .. } => (ty.parts().map_or(1, |(_, count)| count.into()), 1),
        _ => (1, 1),
    }
}

/// The types of names that headers define; see the module's text.
pub(super) const HEADER_NAMES: &[(&str, Scalar)] = &[
    ("bool", Scalar::Bool),
    ("int8_t", Scalar::SignedChar),
    ("uint8_t", Scalar::UnsignedChar),
    ("int16_t", Scalar::Short),
    ("uint16_t", Scalar::UnsignedShort),
    ("int32_t", Scalar::Int),
    ("uint32_t", Scalar::UnsignedInt),
    ("int64_t", Scalar::LongLong),
    ("uint64_t", Scalar::UnsignedLongLong),
    ("intptr_t", Scalar::Long),
    ("uintptr_t", Scalar::UnsignedLong),
    ("ptrdiff_t", Scalar::PointerDifference),
    ("ssize_t", Scalar::Long),
    ("size_t", Scalar::Size),
    ("wchar_t", Scalar::WideChar),
];
