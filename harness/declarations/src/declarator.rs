//! Declarators: the name with the pointers, arrays and parameter lists around it.

use crate::error::ParseError;
use crate::parse::{MAX_PARAMETERS, Parser};
use crate::remedy::OLD_STYLE;
use crate::specifier::Specifiers;
use crate::token::{Token, TokenKind};
use crate::types::{CType, Object, measure};
use crate::words::{is_attribute, is_keyword, is_label, is_qualifier};
use crate::written::Written;
use crosscall_model::c::type_name;
use crosscall_model::ctype::{Scalar, Signature, Type};
use std::ops::Range;
use std::rc::Rc;

/// Declarator, with or without a name.
pub(crate) struct Declarator<'a> {
    /// Name, with its position among the tokens.
    pub(crate) name: Option<(&'a str, usize)>,
    /// Steps from the name outwards: `*x[3]` is an array, then a pointer.
    pub(crate) derived: Vec<Derived<'a>>,
    /// Error for an attribute inside the declarator that prevents drawing.
    pub(crate) refused: Option<ParseError>,
}

/// Step from the name towards the base type.
#[derive(Clone)]
pub(crate) enum Derived<'a> {
    Pointer,
    Array(Token<'a>, Length),
    Function(Token<'a>, Rc<Parameters>),
}

/// Length of an array.
#[derive(Clone)]
pub(crate) enum Length {
    Open,
    Fixed(u32),
    /// No constant, or a constant that is no valid length.
    Other(Rc<ParseError>),
}

/// Parameter list.
#[derive(Default)]
pub(crate) struct Parameters {
    named: Vec<Result<Object, ParseError>>,
    unnamed: Option<Vec<Result<Object, ParseError>>>,
    /// All parameters as they were written.
    pub(crate) written: Vec<Written>,
    /// Tokens of the list, from `(` to the one after `)`.
    pub(crate) range: Range<usize>,
    /// True if nothing is between the parentheses.
    pub(crate) silent: bool,
}

/// Greatest number of elements of an array in a text that a user types as a whole.
const MAX_ELEMENTS: i64 = 1 << 16;
/// Greatest number of scalars in an array of a file.
const MAX_ARRAY: u64 = 1 << 40;

impl<'a> Parser<'a> {
    /// Parses a declarator, which may be empty.
    pub(crate) fn declarator(&mut self) -> Result<Declarator<'a>, ParseError> {
        self.enter()?;
        let mut pointers = 0;
        let mut refused = self.attributes()?.refused;
        while self.accept("*") {
            pointers += 1;
            while self.qualifier() {}
            let at = self.peek();
            let attributes = self.attributes()?;
            if attributes.shapes() {
                return self.fail(at, "this attribute has no meaning for a pointer here");
            }
            refused = refused.or(attributes.refused);
            while self.qualifier() {}
        }
        let position = self.position;
        let mut found = match self.peek().kind {
            TokenKind::Word(name) if !is_attribute(name) && !is_label(name) => {
                if is_keyword(name) {
                    return Err(self.expected("a name"));
                }
                self.next();
                Declarator { name: Some((name, position)), derived: Vec::new(), refused: None }
            }
            TokenKind::Punct("(") if self.groups() => {
                self.next();
                let inner = self.declarator()?;
                self.expect(")")?;
                inner
            }
            _ => Declarator { name: None, derived: Vec::new(), refused: None },
        };
        loop {
            let token = self.peek();
            let start = self.position;
            if !self.strict && self.starts_standard_attribute() {
                refused = refused.or(self.attributes()?.refused);
            } else if self.accept("[") {
                found.derived.push(Derived::Array(token, self.length()?));
            } else if self.accept("(") {
                let mut parameters = self.parameters()?;
                parameters.range = start..self.position;
                found.derived.push(Derived::Function(token, Rc::new(parameters)));
            } else {
                break;
            }
        }
        found.derived.extend((0..pointers).map(|_| Derived::Pointer));
        found.refused = found.refused.or(refused);
        self.leave();
        Ok(found)
    }

    /// True if `(` starts a group and not a parameter list.
    fn groups(&self) -> bool {
        match self.ahead(1).kind {
            TokenKind::Punct("*" | "(" | "[") => true,
            TokenKind::Word(word) if is_attribute(word) => true,
            TokenKind::Word(word) => !self.starts_type(word) && !self.starts_old_list(),
            _ => false,
        }
    }

    /// True if a list of bare names starts here, as in an old-style definition: `(a, b)` without a name before it.
    fn starts_old_list(&self) -> bool {
        matches!(self.ahead(2).kind, TokenKind::Punct(","))
    }

    /// Parses the length of an array, after `[`.
    fn length(&mut self) -> Result<Length, ParseError> {
        while self.qualifier() || self.accept_word("static") {}
        if self.accept("]") {
            return Ok(Length::Open);
        }
        let (token, start, depth) = (self.peek(), self.position, self.depth);
        let length = self
            .constant()
            .and_then(|length| if self.at("]") { Ok(length) } else { Err(self.expected("`]`")) });
        let length = match length {
            Err(error) if self.strict => return Err(error),
            Err(error) => {
                // The length may be known only at run time, or may not matter.
                (self.position, self.depth) = (start, depth);
                while !self.at("]") {
                    if self.peek().kind == TokenKind::End {
                        return Err(self.expected("`]`"));
                    }
                    self.skip_group()?;
                }
                Length::Other(Rc::new(error))
            }
            Ok(length) if self.strict && !(0..=MAX_ELEMENTS).contains(&length) => {
                return self.fail(token, format!("an array has 0 to {MAX_ELEMENTS} elements here"));
            }
            Ok(length) => match u32::try_from(length) {
                Ok(length) => Length::Fixed(length),
                Err(_) => {
                    let message = if length < 0 {
                        "an array has no negative number of elements".to_owned()
                    } else {
                        format!("an array has up to {} elements here", u32::MAX)
                    };
                    Length::Other(Rc::new(self.error(token, message)))
                }
            },
        };
        self.expect("]")?;
        Ok(length)
    }

    /// Parses a parameter list, after `(`.
    fn parameters(&mut self) -> Result<Parameters, ParseError> {
        self.enter()?;
        let mut found = Parameters { silent: self.at(")"), ..Parameters::default() };
        if self.peek().kind == TokenKind::Word("void") && self.ahead(1).kind == TokenKind::Punct(")") {
            self.next();
        }
        self.old_style()?;
        while !self.at(")") {
            let token = self.peek();
            if found.named.len() + found.unnamed.as_ref().map_or(0, Vec::len) >= MAX_PARAMETERS {
                return self.fail(token, format!("more than {MAX_PARAMETERS} parameters"));
            }
            if self.accept("...") {
                if found.unnamed.is_some() {
                    return self.fail(token, "`...` stands here a second time");
                }
                if found.named.is_empty() {
                    return self.fail(token, "C wants a named parameter before `...`");
                }
                found.unnamed = Some(Vec::new());
            } else {
                let (object, mut written) = self.parameter()?;
                match &mut found.unnamed {
                    Some(unnamed) => {
                        let promoted = object.map(|object| {
                            let ty = promoted(&object.ty);
                            if ty != *object.ty {
                                written.means = Some(format!("as {}", type_name(&ty)));
                            }
                            object.with(ty)
                        });
                        unnamed.push(promoted);
                    }
                    None => found.named.push(object),
                }
                found.written.push(written);
            }
            if !self.accept(",") {
                break;
            }
            if self.at(")") {
                return Err(self.expected("a parameter"));
            }
        }
        if !self.at(")") {
            return Err(self.expected("`,` or `)`"));
        }
        self.next();
        self.leave();
        Ok(found)
    }

    /// Returns an error for a list of bare names before the declarations of the parameters.
    fn old_style(&self) -> Result<(), ParseError> {
        let mut n = 0;
        while let TokenKind::Word(word) = self.ahead(n).kind {
            if self.starts_type(word) || is_keyword(word) {
                return Ok(());
            }
            match self.ahead(n + 1).kind {
                TokenKind::Punct(",") => n += 2,
                TokenKind::Punct(")") => {
                    let typed =
                        matches!(self.ahead(n + 2).kind, TokenKind::Word(word) if self.starts_type(word));
                    let body = self.ahead(n + 2).kind == TokenKind::Punct("{");
                    return if typed || body { self.fail(self.peek(), OLD_STYLE) } else { Ok(()) };
                }
                _ => return Ok(()),
            }
        }
        Ok(())
    }

    fn parameter(&mut self) -> Result<(Result<Object, ParseError>, Written), ParseError> {
        let start = self.peek();
        let from = self.position;
        let base = self.specifiers(false)?;
        let declarator = self.declarator()?;
        let end = self.position;
        let mut attributes = self.attributes()?;
        if attributes.shapes() || base.packed || base.align.is_some() {
            return self.fail(start, "an attribute of a parameter has no meaning here");
        }
        let refused = attributes.refused.take().or(declarator.refused).or(base.refused);
        let mut derived = declarator.derived;
        let direct = derived.is_empty();
        let mut means = None;
        // The outermost array of a parameter is a pointer.
        if let Some(first @ Derived::Array(..)) = derived.first_mut() {
            *first = Derived::Pointer;
            means = Some("a pointer");
        }
        let built = self.build(base.ty, &derived)?;
        let object = match self.resolve(built) {
            CType::Object(object) if matches!(*object.ty, Type::Array(..)) => {
                means = Some("a pointer");
                Ok(Object::plain(Type::DataPointer))
            }
            CType::OpenArray(_) => {
                means = Some("a pointer");
                Ok(Object::plain(Type::DataPointer))
            }
            CType::Object(object) if object.transparent => Ok(first_member(object)),
            CType::Object(object) => match object.align {
                Some(align) => {
                    let note = format!(
                        "the alignment {align} of a typedef counts inside of records only: a value that is passed \
                         by itself goes by its type"
                    );
                    Ok(Object { align: None, ..object.noted(note) })
                }
                None => Ok(object),
            },
            CType::Function(_) => {
                means = Some("a pointer to a function");
                Ok(Object::plain(Type::FunctionPointer))
            }
            CType::Void => return self.fail(start, "a parameter cannot be `void`"),
            CType::Incomplete(tag, at) => Err(self.undefined(&tag, at)),
            CType::Bad(error) => Err((*error).clone()),
        };
        if let (true, Err(error)) = (self.strict, &object) {
            return Err(error.clone());
        }
        let object = match refused {
            Some(error) => Err(error),
            None => object,
        };
        let name = declarator.name;
        let without: Vec<Range<usize>> = name.iter().map(|(_, at)| *at..*at + 1).collect();
        let written = Written {
            name: name.map_or(String::new(), |(name, _)| name.to_owned()),
            ty: self.spelled(std::slice::from_ref(&(from..end)), &without),
            means: means
                .map(str::to_owned)
                .or_else(|| object.as_ref().ok().and_then(|o| meaning(o, base.named && direct))),
            record: object.as_ref().ok().and_then(|o| o.record.clone()),
        };
        Ok((object, written))
    }

    /// Applies a declarator to its base type.
    pub(crate) fn build(&mut self, base: CType, derived: &[Derived<'a>]) -> Result<CType, ParseError> {
        let mut ty = base;
        for step in derived.iter().rev() {
            ty = match (step, self.resolve(ty)) {
                (Derived::Pointer, CType::Function(_)) => CType::plain(Type::FunctionPointer),
                (Derived::Pointer, CType::Bad(error)) => opaque(&error),
                (Derived::Pointer, _) => CType::plain(Type::DataPointer),
                (Derived::Array(token, length), CType::Object(elem)) => self.array(*token, length, elem)?,
                (Derived::Array(..), CType::Incomplete(tag, at)) if self.strict => {
                    return Err(self.undefined(&tag, at));
                }
                (Derived::Array(..), CType::Incomplete(tag, at)) => {
                    CType::Bad(Rc::new(self.undefined(&tag, at)))
                }
                (Derived::Array(..), bad @ CType::Bad(_)) => bad,
                (Derived::Array(token, _), _) => return self.fail(*token, "there is no array of this type"),
                (Derived::Function(token, parameters), result) => {
                    match self.function_type(*token, parameters, result)? {
                        Ok(signature) => CType::Function(Rc::new(Ok(signature))),
                        Err(error) if self.strict => return Err(error),
                        Err(error) => CType::Function(Rc::new(Err(error))),
                    }
                }
            };
        }
        Ok(ty)
    }

    fn array(&mut self, token: Token<'a>, length: &Length, elem: Object) -> Result<CType, ParseError> {
        let length = match length {
            Length::Open => return Ok(CType::OpenArray(elem)),
            Length::Other(error) => return Ok(CType::Bad(error.clone())),
            Length::Fixed(length) => *length,
        };
        let ty = Type::Array(Box::new((*elem.ty).clone()), length);
        self.account(token, &ty)?;
        if measure(&ty).values > MAX_ARRAY {
            let message = "this array is larger than any memory".to_owned();
            return Ok(CType::Bad(Rc::new(self.error(token, message))));
        }
        Ok(CType::Object(elem.with(ty)))
    }

    /// Signature of a function; the inner error is the reason why it cannot be called.
    fn function_type(
        &self,
        token: Token<'_>,
        parameters: &Parameters,
        result: CType,
    ) -> Result<Result<Signature, ParseError>, ParseError> {
        let result = match result {
            CType::Void => None,
            CType::Object(object) if matches!(*object.ty, Type::Array(..)) => {
                return self.fail(token, "a function cannot return an array");
            }
            CType::OpenArray(_) => return self.fail(token, "a function cannot return an array"),
            CType::Object(object) => Some(object),
            CType::Function(_) => return self.fail(token, "a function cannot return a function"),
            CType::Incomplete(tag, at) => return Ok(Err(self.undefined(&tag, at))),
            CType::Bad(error) => {
                let all = std::iter::once(&*error).chain(parameters.errors());
                return Ok(Err(ParseError::together(all).unwrap_or((*error).clone())));
            }
        };
        Ok(self.signature(token, parameters, result))
    }

    fn signature(
        &self,
        token: Token<'_>,
        parameters: &Parameters,
        result: Option<Object>,
    ) -> Result<Signature, ParseError> {
        if let Some(error) = ParseError::together(parameters.errors()) {
            return Err(error);
        }
        let all = |list: &[Result<Object, ParseError>]| list.iter().cloned().collect::<Result<Vec<_>, _>>();
        let named = all(&parameters.named)?;
        let unnamed = parameters.unnamed.as_deref().map(all).transpose()?;
        self.drawable(token, result.iter().chain(&named).chain(unnamed.iter().flatten()))?;
        let types = |list: Vec<Object>| list.iter().map(|object| (*object.ty).clone()).collect();
        Ok(Signature {
            result: result.map(|object| (*object.ty).clone()),
            parameters: types(named),
            variadic: unnamed.map(types),
        })
    }

    fn accept_word(&mut self, word: &str) -> bool {
        let found = self.peek().kind == TokenKind::Word(word);
        if found {
            self.next();
        }
        found
    }

    fn qualifier(&mut self) -> bool {
        let found = matches!(self.peek().kind, TokenKind::Word(word) if is_qualifier(word));
        if found {
            self.next();
        }
        found
    }
}

impl Parameters {
    /// Reasons why values of parameters cannot be drawn.
    fn errors(&self) -> impl Iterator<Item = &ParseError> {
        self.named.iter().chain(self.unnamed.iter().flatten()).filter_map(|object| object.as_ref().err())
    }

    /// Notes about the values.
    pub(crate) fn notes(&self) -> impl Iterator<Item = &String> {
        let all = self.named.iter().chain(self.unnamed.iter().flatten());
        all.filter_map(|object| object.as_ref().ok()).flat_map(|object| object.notes.iter())
    }
}

impl Specifiers {
    /// Explanation of a type for a value by itself, where the written words do not show it.
    pub(crate) fn meaning(&self, direct: bool, ty: &CType) -> Option<String> {
        match ty {
            CType::Object(object) => meaning(object, self.named && direct),
            _ => None,
        }
    }
}

/// Explanation of a type for which only a user-defined name was written.
fn meaning(object: &Object, named: bool) -> Option<String> {
    if !named && !matches!(*object.ty, Type::Vector { .. }) {
        return None;
    }
    match &*object.ty {
        Type::Scalar(Scalar::Size | Scalar::WideChar | Scalar::PointerDifference) | Type::Record(_) => None,
        Type::DataPointer => Some("a pointer".to_owned()),
        Type::FunctionPointer => Some("a pointer to a function".to_owned()),
        Type::Enum(_) => Some("an enumeration".to_owned()),
        Type::Vector { element, lanes } => Some(format!("a vector of {lanes} {}", element.c_name())),
        ty => Some(type_name(ty)),
    }
}

/// Pointer to a type that no value can have here.
fn opaque(error: &ParseError) -> CType {
    let pointer = Object::plain(Type::DataPointer);
    CType::Object(match error.unknown.first() {
        Some(name) => pointer
            .noted(format!("`{name}` is not known; only its address travels, so it is taken as opaque")),
        None => pointer,
    })
}

/// First member of a transparent union, as which it is passed.
fn first_member(object: Object) -> Object {
    let first = object.ty.record().and_then(|record| record.members.first()).map(|m| m.ty.clone());
    match first {
        Some(ty) => {
            Object::plain(ty).noted("a transparent union travels as its first member would".to_owned())
        }
        None => object,
    }
}

/// Type after the default argument promotions, for targets whose `int` is wider than `short`.
fn promoted(ty: &Type) -> Type {
    match ty.unaligned() {
        Type::Scalar(scalar) if scalar.is_narrow() => Scalar::Int.into(),
        Type::Scalar(Scalar::Float) => Scalar::Double.into(),
        _ => ty.clone(),
    }
}
