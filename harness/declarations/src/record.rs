//! Bodies of structures and unions.

use crate::attribute::Attributes;
use crate::error::ParseError;
use crate::parse::Parser;
use crate::specifier::{Specifiers, is_integer};
use crate::token::{Token, TokenKind};
use crate::types::{CType, Object};
use crate::words::tag_keyword;
use crate::written::{WrittenMember, WrittenRecord};
use crosscall_model::ctype::{Member, Record, RecordKind, Scalar, Type};
use std::ops::Range;
use std::rc::Rc;

/// Member, with the properties that only the record as a whole can decide about.
struct Declared<'a> {
    member: Member,
    written: WrittenMember,
    notes: Rc<Vec<String>>,
    packed: bool,
    /// True for an array without a length.
    open: bool,
    transparent: bool,
    /// Reason why no value of it can be drawn.
    bad: Option<ParseError>,
    token: Token<'a>,
}

impl<'a> Parser<'a> {
    /// Parses the members of a record from `{` on, and the attributes after `}`. `keyword` is the position of the
    /// keyword of a record without a tag.
    pub(crate) fn record(
        &mut self,
        is_union: bool,
        before: Attributes,
        title: Option<String>,
        keyword: usize,
    ) -> Result<CType, ParseError> {
        self.enter()?;
        let start = self.peek();
        self.expect("{")?;
        let mut members = Vec::new();
        while !self.accept("}") {
            if self.accept(";") {
                continue;
            }
            match self.peek().kind {
                TokenKind::End => return Err(self.expected("a member or `}`")),
                TokenKind::Pack(_) => self.pack(),
                TokenKind::Word("_Static_assert" | "static_assert") if !self.strict => self.assertion()?,
                TokenKind::Word("public" | "private" | "protected")
                    if self.ahead(1).kind == TokenKind::Punct(":") =>
                {
                    return Err(self.expected("a member"));
                }
                _ => self.member_declaration(&mut members)?,
            }
        }
        let body_end = self.position;
        let mut attributes = before;
        attributes.merge(self.gnu_attributes()?);
        self.leave();
        self.finish(is_union, members, attributes, start, |parser| {
            title.unwrap_or_else(|| parser.body_text(is_union, keyword..body_end))
        })
    }

    /// Text of a record without a tag.
    fn body_text(&self, is_union: bool, range: Range<usize>) -> String {
        let text = self.spelled(&[range], &[]);
        let keyword = if is_union { "union" } else { "struct" };
        if text.split(' ').next().and_then(tag_keyword).is_some() {
            text
        } else {
            format!("{keyword} {text}")
        }
    }

    /// Type with the given members.
    fn finish(
        &mut self,
        is_union: bool,
        mut members: Vec<Declared<'a>>,
        attributes: Attributes,
        start: Token<'a>,
        title: impl FnOnce(&Parser<'a>) -> String,
    ) -> Result<CType, ParseError> {
        let limit = self.packs.last().copied().unwrap_or(0);
        let all = attributes.packed || !members.is_empty() && members.iter().all(|m| m.packed);
        let mut packed = all;
        let mut bad =
            ParseError::together(members.iter().filter_map(|m| m.bad.as_ref())).or(attributes.refused);
        if !all && (members.iter().any(|m| m.packed) || limit != 0) {
            packed = self.pack_some(&mut members, limit)?;
        }
        if let (true, Some(error)) = (self.strict, &bad) {
            return Err(error.clone());
        }
        let transparent = attributes.transparent || members.iter().any(|m| m.transparent);
        let open: Vec<(usize, Token<'_>)> =
            members.iter().enumerate().filter(|(_, m)| m.open).map(|(i, m)| (i, m.token)).collect();
        let mut object = Object::plain(Type::DataPointer);
        // What was noted in its declaration is about it.
        let notes = std::mem::take(&mut self.notes);
        for note in notes.iter().chain(members.iter().flat_map(|m| m.notes.iter())) {
            object = object.noted(note.clone());
        }
        let (types, written): (Vec<Member>, Vec<WrittenMember>) =
            members.into_iter().map(|m| (m.member, m.written)).unzip();
        let record = Record {
            packed,
            align: attributes.align,
            ..Record::new(if is_union { RecordKind::Union } else { RecordKind::Struct }, types)
        };
        if let Some((_, token)) = open.iter().find(|(index, _)| record.flexible() != Some(*index)) {
            let message = "an array without a length is the last member of a structure, behind others";
            let error = self.error(*token, message);
            if self.strict {
                return Err(error);
            }
            bad = bad.or(Some(error));
        }
        if let Some(error) = bad {
            return Ok(CType::Bad(Rc::new(error)));
        }
        let ty = Type::Record(Box::new(record));
        self.account(start, &ty)?;
        let written = WrittenRecord { title: title(self), ty: ty.clone(), members: written };
        object.ty = Rc::new(ty);
        object.record = Some(Rc::new(written));
        object.transparent = transparent;
        Ok(CType::Object(object))
    }

    /// Makes a record packed of which only some members are, by giving each member an explicit alignment. Returns
    /// true if that was necessary.
    fn pack_some(&self, members: &mut [Declared<'a>], limit: u32) -> Result<bool, ParseError> {
        let natural = |m: &Declared<'a>| self.environment.layout(&m.member.ty).map(|l| l.align);
        let limit = if limit == 0 { u64::MAX } else { limit.into() };
        let lowered = |m: &Declared<'a>| m.packed || natural(m).is_none_or(|align| align > limit);
        if !members.iter().any(lowered) {
            return Ok(false);
        }
        // A packed bit-field directly follows the one before it, which an explicit alignment cannot express for
        // single members.
        let odd = members
            .iter()
            .find(|m| m.member.bits.is_some())
            .or(members.iter().find(|m| natural(m).is_none()));
        let odd = if self.strict { members.iter().find(|m| m.packed) } else { odd.filter(|_| limit != 1) };
        if let Some(odd) = odd {
            return self.fail(
                odd.token,
                "`packed` on a single member is not supported here; put it on the whole record",
            );
        }
        for member in members.iter_mut().filter(|m| m.member.bits.is_none()) {
            let align = if member.packed { 1 } else { natural(member).unwrap_or(1).min(limit) };
            let align = u32::try_from(align).unwrap_or(1).max(member.member.align.unwrap_or(1));
            member.member.align = (align > 1).then_some(align);
        }
        Ok(true)
    }

    /// Parses one declaration inside a record: specifiers and any number of declarators.
    fn member_declaration(&mut self, members: &mut Vec<Declared<'a>>) -> Result<(), ParseError> {
        let start = self.peek();
        let base = self.specifiers(false)?;
        let common = Attributes {
            packed: base.packed,
            align: base.align,
            refused: base.refused.clone(),
            ..Attributes::default()
        };
        if self.accept(";") {
            // Record without a name inside a record: its members have the same places as those of a member.
            return match self.resolve(base.ty.clone()) {
                CType::Object(object) if object.ty.record().is_some() => {
                    let text = self.spelled(std::slice::from_ref(&base.range), &[]);
                    let plain = Member::plain((*object.ty).clone());
                    members.push(self.declared(plain, &object, (String::new(), text), common, start, None));
                    Ok(())
                }
                CType::Bad(error) => {
                    let object = Object::plain(Scalar::Char);
                    let plain = Member::plain(Scalar::Char.into());
                    let bad = Some((*error).clone());
                    members.push(self.declared(plain, &object, Default::default(), common, start, bad));
                    Ok(())
                }
                // An enumeration that is only defined here is no member.
                CType::Object(_) if base.defines && !self.strict => Ok(()),
                CType::Incomplete(..) if !self.strict => Ok(()),
                _ => self.fail(start, "this member has no name"),
            };
        }
        loop {
            let member = self.member(&base, common.clone())?;
            members.push(member);
            if self.accept(";") {
                return Ok(());
            }
            if self.at("}") || !self.accept(",") {
                return Err(self.expected("`;`"));
            }
        }
    }

    fn member(&mut self, base: &Specifiers, common: Attributes) -> Result<Declared<'a>, ParseError> {
        let (token, from) = (self.peek(), self.position);
        let declarator = self.declarator()?;
        let named = declarator.name.is_some();
        let built = self.build(base.ty.clone(), &declarator.derived)?;
        let mut open = false;
        let mut bad = None;
        let object = match self.resolve(built) {
            CType::Object(object) => object,
            // A flexible array member has no elements of its own.
            CType::OpenArray(elem) => {
                open = true;
                elem.with(Type::Array(Box::new((*elem.ty).clone()), 0))
            }
            CType::Incomplete(tag, at) => {
                bad = Some(self.undefined(&tag, at));
                Object::plain(Scalar::Char)
            }
            CType::Bad(error) => {
                bad = Some((*error).clone());
                Object::plain(Scalar::Char)
            }
            CType::Void => return self.fail(token, "a member cannot be `void`"),
            CType::Function(_) => return self.fail(token, "a member cannot be a function"),
        };
        let object = match *object.ty {
            // A bit-field of a type with an alignment of its own.
            Type::Aligned(scalar, align) if self.at(":") => {
                let natural = self.environment.layout(scalar.as_type()).map_or(1, |layout| layout.align);
                if u64::from(align) < natural {
                    bad = Some(
                        self.error(token, "a bit-field of a type with a lowered alignment is not drawn"),
                    );
                }
                Object { align: Some(align), ..object.with(scalar.into()) }
            }
            _ => object,
        };
        let ty = object.ty.clone();
        self.account(token, &ty)?;
        let bits = match self.accept(":") {
            true if bad.is_some() => {
                self.constant()?;
                None
            }
            true => Some(self.width(&ty, named)?),
            false => None,
        };
        if bits.is_none() && !named && bad.is_none() {
            return Err(self.expected("the name of the member"));
        }
        let text = self.spelled(&[base.range.clone(), from..self.position], &[]);
        let mut attributes = common;
        attributes.merge(self.attributes()?);
        attributes.refused = attributes.refused.or(declarator.refused);
        if attributes.changes_type() {
            return self.fail(token, "put this attribute behind the type, before the name");
        }
        let name = declarator.name.map_or(String::new(), |(name, _)| name.to_owned());
        let member = Member { bits, named, flexible: open, ..Member::plain((*ty).clone()) };
        let mut declared = self.declared(member, &object, (name, text), attributes, token, bad);
        declared.open = open;
        Ok(declared)
    }

    fn declared(
        &self,
        member: Member,
        object: &Object,
        (name, text): (String, String),
        attributes: Attributes,
        token: Token<'a>,
        bad: Option<ParseError>,
    ) -> Declared<'a> {
        let align = attributes.align.max(object.align);
        Declared {
            member: Member { align, ..member },
            written: WrittenMember { name, text, record: object.record.clone() },
            notes: object.notes.clone(),
            packed: attributes.packed,
            open: false,
            transparent: attributes.transparent,
            bad: bad.or(attributes.refused),
            token,
        }
    }

    /// Parses the width of a bit-field, after `:`.
    fn width(&mut self, ty: &Type, named: bool) -> Result<u8, ParseError> {
        let token = self.peek();
        if !is_integer(ty) {
            return self.fail(token, "only integer types have bit-fields");
        }
        let reported = self.environment.layout(ty).map(|layout| layout.size.saturating_mul(8));
        let limit = match ty {
            Type::Scalar(Scalar::Bool) => 1,
            Type::Enum(_) => 32,
            _ => reported.and_then(|bits| i64::try_from(bits).ok()).unwrap_or(64),
        };
        let width = self.constant()?;
        let least = i64::from(named);
        if !(least..=limit).contains(&width) {
            return self
                .fail(token, format!("the width of this bit-field is a number from {least} to {limit}"));
        }
        Ok(u8::try_from(width).unwrap_or(u8::MAX))
    }
}
