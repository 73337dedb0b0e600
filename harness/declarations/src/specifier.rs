//! Declaration specifiers: the part of a declaration before the name.

use std::ops::Range;
use std::rc::Rc;

use crate::attribute::Attributes;
use crate::error::ParseError;
use crate::parse::Parser;
use crate::remedy;
use crate::token::{Token, TokenKind};
use crate::types::{CType, Object};
use crate::words::{
    basic, is_attribute, is_keyword, is_qualifier, is_storage, is_typeof, of_basic, of_bit_int, tag_keyword,
    unsupported,
};
use crosscall_model::c::type_name;
use crosscall_model::ctype::{BitInt, Type};

/// Meaning of a declaration's specifiers.
pub(crate) struct Specifiers {
    pub(crate) ty: CType,
    /// True if `typedef` was among them.
    pub(crate) is_typedef: bool,
    /// True if they define or declare a record or enumeration.
    pub(crate) defines: bool,
    /// True if the type was given by a user-defined name.
    pub(crate) named: bool,
    /// Alignment by `_Alignas` or an attribute that applies to the declared item.
    pub(crate) align: Option<u32>,
    /// True if `packed` applies to the declared item.
    pub(crate) packed: bool,
    /// Error for an attribute that prevents drawing.
    pub(crate) refused: Option<ParseError>,
    /// Tokens of the specifiers.
    pub(crate) range: Range<usize>,
}

impl<'a> Parser<'a> {
    /// Parses specifiers; `typedef` is allowed only at the outermost level.
    pub(crate) fn specifiers(&mut self, outermost: bool) -> Result<Specifiers, ParseError> {
        let (start, from) = (self.peek(), self.position);
        let mut words: Vec<&str> = Vec::new();
        let mut given: Option<CType> = None;
        let mut bad: Option<ParseError> = None;
        let mut shape = (start, Attributes::default());
        let mut precise: Option<u8> = None;
        let mut atomic: Option<Token<'a>> = None;
        let mut own_align: Option<(Token<'a>, u32)> = None;
        let mut found = Specifiers {
            ty: CType::Void,
            is_typedef: false,
            defines: false,
            named: false,
            align: None,
            packed: false,
            refused: None,
            range: from..from,
        };
        loop {
            let token = self.peek();
            let settled = given.is_some() || !words.is_empty() || bad.is_some() || precise.is_some();
            if self.starts_standard_attribute() && (settled || !self.strict) {
                let from = self.position;
                let mut attributes = self.attributes()?;
                // Behind the type it is the type's.
                if settled && let Some(align) = attributes.align.take() {
                    own_align = Some((token, align));
                    (from..self.position).for_each(|position| self.show(position));
                }
                shape = (token, attributes);
                continue;
            }
            let TokenKind::Word(word) = token.kind else { break };
            if let Some(basic) = basic(word) {
                words.push(basic);
                if given.is_some() {
                    return self.fail(token, format!("`{word}` does not go with the type before it"));
                }
                self.next();
            } else if word == "_BitInt" && given.is_none() && precise.is_none() {
                precise = Some(self.bit_int()?);
            } else if word == "_Atomic" {
                atomic = Some(self.next());
                // Without parentheses it is a qualifier.
                if self.accept("(") {
                    given = Some(self.type_name()?);
                    self.expect(")")?;
                }
            } else if is_qualifier(word) {
                self.next();
            } else if is_storage(word) && !self.is_name_here(word, settled) {
                self.next_hidden();
            } else if word == "typedef" && outermost {
                found.is_typedef = true;
                self.next_hidden();
            } else if word == "_Alignas" || word == "alignas" && self.ahead(1).kind == TokenKind::Punct("(") {
                let from = self.position;
                self.next();
                self.expect("(")?;
                found.align = found.align.max(Some(self.alignment_or_type()?));
                self.expect(")")?;
                (from..self.position).for_each(|position| self.hide(position));
            } else if is_attribute(word) {
                let mut attributes = self.attributes()?;
                found.align = found.align.max(attributes.align.take());
                found.packed |= std::mem::take(&mut attributes.packed);
                found.refused = found.refused.take().or(attributes.refused.take());
                shape.1.merge(attributes);
                shape.0 = token;
            } else if unsupported(word).is_some() && !self.typedefs.contains_key(word) {
                bad.get_or_insert(self.unsupported(token, word)?);
            } else if settled {
                break;
            } else if is_typeof(word) {
                self.next();
                self.expect("(")?;
                if !matches!(self.peek().kind, TokenKind::Word(word) if self.starts_type(word)) {
                    return self.fail(
                        self.peek(),
                        "the type of an expression is not worked out here; write the type",
                    );
                }
                given = Some(self.type_name()?);
                self.expect(")")?;
                found.named = true;
            } else if let Some(keyword) = tag_keyword(word) {
                self.next();
                found.defines = true;
                given = Some(self.tagged(keyword)?);
            } else if let Some(ty) = self.lookup(word) {
                if let CType::Object(object) = &ty {
                    let ty = object.ty.clone();
                    self.account(token, &ty)?;
                }
                self.next();
                found.named = true;
                given = Some(ty);
            } else if !self.strict && self.stands_for_a_type(outermost) {
                let error = self.not_a_type(token, word);
                self.next();
                found.named = true;
                given = Some(CType::Bad(Rc::new(error)));
            } else {
                return Err(self.not_a_type(token, word));
            }
        }
        found.range = from..self.position;
        let resolved = match precise {
            Some(bits) => Some(of_bit_int(&words, bits)),
            None => (!words.is_empty()).then(|| of_basic(&words)),
        };
        found.ty = match (bad, given, resolved) {
            (Some(error), ..) => CType::Bad(Rc::new(error)),
            (None, Some(ty), _) => ty,
            (None, None, Some(Some(ty))) => ty,
            (None, None, Some(None)) => return self.fail(start, "these words do not name a type together"),
            (None, None, None) => return Err(self.expected("a type")),
        };
        if let Some(token) = atomic {
            found.ty = self.atomic(token, found.ty)?;
        }
        if let Some((token, align)) = own_align {
            found.ty = self.with_alignment(token, found.ty, align)?;
        }
        if let CType::Object(object) = &found.ty
            && !self.environment.has(&object.ty)
        {
            let message = format!(
                "`{}` is not drawn: how it travels is not worked out for this target",
                type_name(&object.ty)
            );
            found.ty = self.bad(start, message)?;
        }
        found.refused = found.refused.take().or(shape.1.refused.take());
        found.ty = self.shaped(shape.0, found.ty, &shape.1)?;
        Ok(found)
    }

    /// True if a word that may be a storage class is a name here.
    fn is_name_here(&self, word: &str, settled: bool) -> bool {
        settled && matches!(word, "noreturn" | "thread_local")
    }

    /// Takes a type that cannot be drawn and returns the error that explains it. In a text that a user types as a
    /// whole, the error ends the parser.
    fn unsupported(&mut self, token: Token<'a>, word: &str) -> Result<ParseError, ParseError> {
        let error = self.error(token, unsupported(word).unwrap_or_default());
        if self.strict {
            return Err(error);
        }
        self.next();
        if self.at("(") {
            self.skip_group()?;
        }
        Ok(error)
    }

    /// A type that cannot be drawn. In a text that a user types as a whole, the error ends the parser.
    fn bad(&self, token: Token<'a>, message: impl Into<String>) -> Result<CType, ParseError> {
        let error = self.error(token, message);
        if self.strict { Err(error) } else { Ok(CType::Bad(Rc::new(error))) }
    }

    /// Parses `_BitInt(N)`.
    fn bit_int(&mut self) -> Result<u8, ParseError> {
        self.next();
        self.expect("(")?;
        let token = self.peek();
        let bits = self.constant()?;
        self.expect(")")?;
        u8::try_from(bits).ok().filter(|bits| (1..=BitInt::MOST).contains(bits)).ok_or_else(|| {
            self.error(token, format!("a `_BitInt` has up to {} bits here, and one at least", BitInt::MOST))
        })
    }

    /// The atomic type of a type.
    fn atomic(&self, token: Token<'a>, ty: CType) -> Result<CType, ParseError> {
        match ty {
            CType::Object(object) => match &*object.ty {
                Type::Scalar(scalar) => Ok(CType::Object(object.with(Type::Atomic(*scalar)))),
                _ => {
                    let message = "only atomic arithmetic types are drawn: the documents do not say how atomic \
                                   records are laid out, and pointers travel as others do";
                    self.bad(token, message)
                }
            },
            ty => Ok(ty),
        }
    }

    /// A type with an alignment of its own.
    fn with_alignment(&self, token: Token<'a>, ty: CType, align: u32) -> Result<CType, ParseError> {
        match ty {
            CType::Object(object) => match of_alignment(&object, align) {
                Some(object) => Ok(CType::Object(object)),
                None => self
                    .bad(token, "only arithmetic types and records are drawn with an alignment of their own"),
            },
            ty => Ok(ty),
        }
    }

    /// Parses an alignment: a number, or a type that has it.
    fn alignment_or_type(&mut self) -> Result<u32, ParseError> {
        let token = self.peek();
        if !matches!(token.kind, TokenKind::Word(word) if self.starts_type(word)) {
            return self.alignment();
        }
        let ty = self.type_name()?;
        let align = self.layout_of(token, ty)?.align;
        u32::try_from(align).map_err(|_| self.error(token, "there is no such alignment"))
    }

    /// Type that a name denotes: a typedef, or a name of the headers.
    pub(crate) fn lookup(&self, word: &str) -> Option<CType> {
        if let Some(ty) = self.typedefs.get(word) {
            return Some(self.resolve(ty.clone()));
        }
        let known = self.environment.name(word)?;
        let Some(ty) = known.ty else {
            let message = format!("what a `{word}` is, only its header says; a pointer to it can be drawn");
            return Some(CType::Bad(Rc::new(self.error(self.peek(), message))));
        };
        let object = Object::plain(ty);
        Some(CType::Object(match known.note {
            Some(note) => object.noted(note),
            None => object,
        }))
    }

    /// True if a declaration's specifiers can start with this word.
    pub(crate) fn starts_type(&self, word: &str) -> bool {
        basic(word).is_some()
            || is_qualifier(word)
            || is_storage(word)
            || is_typeof(word)
            || tag_keyword(word).is_some()
            || matches!(word, "_Atomic" | "_BitInt")
            || unsupported(word).is_some()
            || self.lookup(word).is_some()
            || word == "_Alignas"
    }

    /// True if an unknown name can only be a type here: `name *`, `name f(`, and in a list of parameters or members
    /// any token that ends a type. Before another type it is a macro.
    fn stands_for_a_type(&self, outermost: bool) -> bool {
        let mut n = 1;
        while matches!(self.ahead(n).kind, TokenKind::Word(word) if is_qualifier(word)) {
            n += 1;
        }
        match self.ahead(n).kind {
            TokenKind::Punct("*") => true,
            TokenKind::Punct("," | ")") => !outermost,
            TokenKind::Punct("(") => self.ahead(n + 1).kind == TokenKind::Punct("*"),
            TokenKind::Word(word) if is_keyword(word) || is_attribute(word) || self.starts_type(word) => {
                false
            }
            TokenKind::Word(_) => {
                matches!(self.ahead(n + 1).kind, TokenKind::Punct("(" | ")" | "," | ";" | "[" | "=" | ":"))
            }
            _ => false,
        }
    }

    fn not_a_type(&self, token: Token<'_>, word: &str) -> ParseError {
        match remedy::no_type(word) {
            Some(message) => self.error(token, message),
            None => self.error(token, String::new()).of_unknown(vec![word.to_owned()]),
        }
    }
}

/// True if a type can be that of a bit-field.
pub(crate) fn is_integer(ty: &Type) -> bool {
    matches!(ty, Type::Scalar(scalar) if !scalar.is_floating()) || matches!(ty, Type::Enum(_))
}

/// An arithmetic type or a record with an alignment of its own, in place of any that its name gave it; `None` for other types.
pub(crate) fn of_alignment(object: &Object, align: u32) -> Option<Object> {
    match &*object.ty {
        Type::Scalar(scalar) | Type::Aligned(scalar, _) => Some(object.with(Type::Aligned(*scalar, align))),
        Type::Record(record) => {
            let record = crosscall_model::Record { name_align: Some(align), ..(**record).clone() };
            Some(object.with(Type::Record(Box::new(record))))
        }
        _ => None,
    }
}
