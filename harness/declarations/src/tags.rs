//! Tags and bodies after `struct`, `union` and `enum`.

use crate::error::ParseError;
use crate::parse::{Parser, Tag};
use crate::token::{Token, TokenKind};
use crate::types::CType;
use crosscall_model::ctype::{EnumType, Type};
use std::rc::Rc;

impl<'a> Parser<'a> {
    /// Parses the tag and the body after `struct`, `union` or `enum`.
    pub(crate) fn tagged(&mut self, keyword: &'static str) -> Result<CType, ParseError> {
        let mut attributes = self.attributes()?;
        let tag = match self.peek() {
            token @ Token { kind: TokenKind::Word(word), .. } => {
                self.next();
                Some((token, word))
            }
            _ => None,
        };
        let underlying = if keyword == "enum" && self.at(":") && !self.strict {
            self.next_hidden();
            let base = self.specifiers(false)?;
            base.range.for_each(|position| self.hide(position));
            Some(base.ty)
        } else {
            None
        };
        if !self.at("{") {
            let Some((token, name)) = tag else {
                return Err(self.expected(&format!("a tag or `{{` after `{keyword}`")));
            };
            return self.reference(keyword, token, name, underlying);
        }
        if let Some((token, name)) = tag
            && self.tags.get(name).is_some_and(|t| t.ty.is_some())
        {
            return self.fail(token, format!("`{keyword} {name}` is defined twice"));
        }
        let (start, from) = (self.peek(), self.position);
        let (after, title) = (self.position, tag.map(|(_, name)| format!("{keyword} {name}")));
        if let Some((_, name)) = tag {
            // Members may point to it.
            self.tags.entry(name).or_insert(Tag { keyword, ty: None });
        }
        let ty = match keyword {
            "enum" => self.enumeration().and_then(|ty| {
                attributes.merge(self.attributes()?);
                if attributes.packed || attributes.align.is_some() {
                    return self.fail(start, "attributes of an enumeration are not supported");
                }
                self.account(start, &ty)?;
                Ok(underlying.unwrap_or_else(|| CType::plain(ty)))
            }),
            _ => self.record(keyword == "union", attributes, title, from.saturating_sub(1)),
        };
        let ty = match ty {
            Ok(ty) => ty,
            Err(error) => {
                if let Some((_, name)) = tag {
                    self.tags.insert(name, Tag { keyword, ty: Some(CType::Bad(Rc::new(error.clone()))) });
                }
                return Err(error);
            }
        };
        if let Some((_, name)) = tag {
            self.tags.insert(name, Tag { keyword, ty: Some(ty.clone()) });
            // The tag suffices in the printed text.
            (after..self.position).for_each(|position| self.hide(position));
        }
        Ok(ty)
    }

    fn reference(
        &mut self,
        keyword: &'static str,
        token: Token<'a>,
        name: &'a str,
        underlying: Option<CType>,
    ) -> Result<CType, ParseError> {
        match self.tags.get(name).cloned() {
            Some(tag) if tag.keyword != keyword => {
                self.fail(token, format!("`{name}` was declared as `{} {name}`", tag.keyword))
            }
            Some(Tag { ty: Some(ty), .. }) => {
                if let CType::Object(object) = &ty {
                    let ty = object.ty.clone();
                    self.account(token, &ty)?;
                }
                Ok(ty)
            }
            _ => {
                self.tags.insert(name, Tag { keyword, ty: underlying.clone() });
                Ok(underlying.unwrap_or_else(|| CType::Incomplete(name.to_owned(), token.at)))
            }
        }
    }

    /// Parses the constants of an enumeration, from `{` on.
    fn enumeration(&mut self) -> Result<Type, ParseError> {
        self.expect("{")?;
        let mut constants = Vec::new();
        let mut next = Some(0i64);
        while !self.at("}") {
            let token = self.next();
            let TokenKind::Word(name) = token.kind else {
                return self.fail(token, "expected the name of an enumeration constant");
            };
            self.attributes()?;
            if self.accept("=") {
                next = Some(self.constant()?);
            }
            let Some(value) = next else {
                return self.fail(token, "this constant is too big");
            };
            constants.push(value);
            self.constants.insert(name, value);
            next = value.checked_add(1);
            if !self.accept(",") {
                break;
            }
        }
        self.expect("}")?;
        if constants.is_empty() {
            return Err(self.expected("at least one constant before the end of the enumeration"));
        }
        Ok(Type::Enum(EnumType { constants }))
    }
}
