//! Declarators: the name with the pointers, arrays and parameter lists around it.

use super::error::ParseError;
use super::parse::{CType, MAX_PARAMETERS, Parser};
use super::specifier::{is_attribute, is_keyword};
use super::token::{Kind, Token};
use crate::ctype::{Scalar, Signature, Type};

/// A declarator, with or without a name.
pub(super) struct Declarator<'a> {
    pub(super) name: Option<&'a str>,
    /// From the name outwards: `*x[3]` is an array, then a pointer.
    pub(super) derived: Vec<Derived<'a>>,
}

/// One step from the name towards the base type.
pub(super) enum Derived<'a> {
    Pointer,
    Array(Token<'a>, Option<u32>),
    Function(Token<'a>, Parameters),
}

/// A parameter list.
pub(super) struct Parameters {
    named: Vec<Type>,
    unnamed: Option<Vec<Type>>,
}

/// Most elements of an array.
const MAX_ELEMENTS: i64 = 1 << 16;

impl<'a> Parser<'a> {
    /// Reads a declarator; it may be empty.
    pub(super) fn declarator(&mut self) -> Result<Declarator<'a>, ParseError> {
        self.enter()?;
        let mut pointers = 0;
        while self.accept("*") {
            pointers += 1;
            while self.qualifier() {}
        }
        let mut found = match self.peek().kind {
            Kind::Word(name) if !is_attribute(name) => {
                if is_keyword(name) {
                    return Err(self.expected("a name"));
                }
                self.next();
                Declarator { name: Some(name), derived: Vec::new() }
            }
            Kind::Punct("(") if self.groups() => {
                self.next();
                let inner = self.declarator()?;
                self.expect(")")?;
                inner
            }
            _ => Declarator { name: None, derived: Vec::new() },
        };
        loop {
            let token = self.peek();
            if self.accept("[") {
                found.derived.push(Derived::Array(token, self.length()?));
            } else if self.accept("(") {
                let parameters = self.parameters()?;
                found.derived.push(Derived::Function(token, parameters));
            } else {
                break;
            }
        }
        found.derived.extend((0..pointers).map(|_| Derived::Pointer));
        self.leave();
        Ok(found)
    }

    /// Whether `(` starts a group and not a parameter list.
    fn groups(&self) -> bool {
        match self.ahead(1).kind {
            Kind::Punct("*" | "(" | "[") => true,
            Kind::Word(word) => !self.starts_type(word),
            _ => false,
        }
    }

    /// The length of an array, behind `[`.
    fn length(&mut self) -> Result<Option<u32>, ParseError> {
        while self.qualifier() || self.accept_word("static") {}
        if self.accept("]") {
            return Ok(None);
        }
        let token = self.peek();
        let length = self.constant()?;
        self.expect("]")?;
        if !(0..=MAX_ELEMENTS).contains(&length) {
            return Err(self.error(token, format!("an array has 0 to {MAX_ELEMENTS} elements here")));
        }
        Ok(u32::try_from(length).ok())
    }

    /// A parameter list, behind `(`.
    fn parameters(&mut self) -> Result<Parameters, ParseError> {
        self.enter()?;
        let mut found = Parameters { named: Vec::new(), unnamed: None };
        if self.peek().kind == Kind::Word("void") && self.ahead(1).kind == Kind::Punct(")") {
            self.next();
        }
        while self.peek().kind != Kind::Punct(")") {
            let token = self.peek();
            if found.named.len() + found.unnamed.as_ref().map_or(0, Vec::len) >= MAX_PARAMETERS {
                return Err(self.error(token, format!("more than {MAX_PARAMETERS} parameters")));
            }
            if self.accept("...") {
                if found.unnamed.is_some() {
                    return Err(self.error(token, "`...` stands here a second time".to_owned()));
                }
                if found.named.is_empty() {
                    return Err(self.error(token, "C wants a named parameter before `...`".to_owned()));
                }
                found.unnamed = Some(Vec::new());
            } else {
                let ty = self.parameter()?;
                match &mut found.unnamed {
                    Some(unnamed) => unnamed.push(promoted(ty)),
                    None => found.named.push(ty),
                }
            }
            if !self.accept(",") {
                break;
            }
            if self.peek().kind == Kind::Punct(")") {
                return Err(self.expected("a parameter"));
            }
        }
        if self.peek().kind != Kind::Punct(")") {
            return Err(self.expected("`,` or `)`"));
        }
        self.next();
        self.leave();
        Ok(found)
    }

    fn parameter(&mut self) -> Result<Type, ParseError> {
        let start = self.peek();
        let base = self.specifiers(false)?;
        let declarator = self.declarator()?;
        let attributes = self.attributes()?;
        if attributes.lanes.is_some()
            || base.packed
            || attributes.packed
            || base.align.is_some()
            || attributes.align.is_some()
        {
            return Err(self.error(start, "an attribute of a parameter has no meaning here".to_owned()));
        }
        let mut derived = declarator.derived;
        // The outermost array of a parameter is a pointer.
        if let Some(first @ Derived::Array(..)) = derived.first_mut() {
            *first = Derived::Pointer;
        }
        match self.build(base.ty, derived)? {
            CType::Object(Type::Array(..)) | CType::OpenArray(_) => Ok(Type::DataPointer),
            CType::Object(ty) => Ok(ty),
            CType::Function(_) => Ok(Type::FunctionPointer),
            CType::Void => Err(self.error(start, "a parameter cannot be `void`".to_owned())),
            CType::Incomplete(at) => Err(self.undefined(at)),
        }
    }

    /// Applies a declarator to its base type.
    pub(super) fn build(&mut self, base: CType, derived: Vec<Derived<'a>>) -> Result<CType, ParseError> {
        let mut ty = base;
        for step in derived.into_iter().rev() {
            ty = match (step, ty) {
                (Derived::Pointer, CType::Function(_)) => CType::Object(Type::FunctionPointer),
                (Derived::Pointer, _) => CType::Object(Type::DataPointer),
                (Derived::Array(token, length), CType::Object(elem)) => match length {
                    Some(length) => {
                        let ty = Type::Array(Box::new(elem), length);
                        self.account(token, &ty)?;
                        CType::Object(ty)
                    }
                    None => CType::OpenArray(elem),
                },
                (Derived::Array(..), CType::Incomplete(at)) => return Err(self.undefined(at)),
                (Derived::Array(token, _), _) => {
                    return Err(self.error(token, "there is no array of this type".to_owned()));
                }
                (Derived::Function(token, parameters), result) => {
                    CType::Function(Box::new(self.function_type(token, parameters, result)?))
                }
            };
        }
        Ok(ty)
    }

    fn function_type(
        &self,
        token: Token<'_>,
        parameters: Parameters,
        result: CType,
    ) -> Result<Signature, ParseError> {
        let result = match result {
            CType::Void => None,
            CType::Object(Type::Array(..)) | CType::OpenArray(_) => {
                return Err(self.error(token, "a function cannot return an array".to_owned()));
            }
            CType::Object(ty) => Some(ty),
            CType::Function(_) => {
                return Err(self.error(token, "a function cannot return a function".to_owned()));
            }
            CType::Incomplete(at) => return Err(self.undefined(at)),
        };
        Ok(Signature { result, parameters: parameters.named, variadic: parameters.unnamed })
    }

    /// The error about a record that has no definition.
    pub(super) fn undefined(&self, at: usize) -> ParseError {
        let message = "this record has no definition before its use".to_owned();
        let rest = self.text.get(at..).unwrap_or_default();
        let len = rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(rest.len());
        ParseError::new(self.text, at, len, message)
    }

    fn accept_word(&mut self, word: &str) -> bool {
        let found = self.peek().kind == Kind::Word(word);
        if found {
            self.next();
        }
        found
    }

    fn qualifier(&mut self) -> bool {
        ["const", "volatile", "restrict", "__const", "__restrict", "__restrict__", "__volatile__"]
            .into_iter()
            .any(|word| self.accept_word(word))
    }
}

/// A type after the default argument promotions, for targets whose `int` is wider than `short`.
fn promoted(ty: Type) -> Type {
    match ty {
        Type::Scalar(
            Scalar::Bool
            | Scalar::Char
            | Scalar::SignedChar
            | Scalar::UnsignedChar
            | Scalar::Short
            | Scalar::UnsignedShort,
        ) => Scalar::Int.into(),
        Type::Scalar(Scalar::Float) => Scalar::Double.into(),
        other => other,
    }
}
