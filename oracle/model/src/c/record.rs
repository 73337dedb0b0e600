//! Bodies of structures and unions.

use super::error::ParseError;
use super::parse::{CType, Parser};
use super::specifier::Attributes;
use super::token::{Kind, Token};
use crate::ctype::{Member, Record, RecordKind, Scalar, Type};

/// A member with what only the record as a whole can decide about.
struct Declared<'a> {
    member: Member,
    packed: bool,
    /// Whether it is an array without a length.
    open: bool,
    token: Token<'a>,
}

impl<'a> Parser<'a> {
    /// Reads the members of a record from `{` on, and the attributes behind `}`.
    pub(super) fn record(&mut self, is_union: bool, before: Attributes) -> Result<Type, ParseError> {
        self.enter()?;
        self.expect("{")?;
        let mut members = Vec::new();
        while !self.accept("}") {
            if self.accept(";") {
                continue;
            }
            if self.peek().kind == Kind::End {
                return Err(self.expected("a member or `}`"));
            }
            self.member_declaration(&mut members)?;
        }
        let mut attributes = before;
        attributes.merge(self.attributes()?);
        if let Some(odd) = members.iter().find(|m| m.packed)
            && !members.iter().all(|m| m.packed)
        {
            let message = "`packed` on a single member is not supported; put it on the whole record";
            return Err(self.error(odd.token, message.to_owned()));
        }
        let packed = attributes.packed || members.iter().any(|m| m.packed);
        self.leave();
        let open: Vec<(usize, Token<'_>)> =
            members.iter().enumerate().filter(|(_, m)| m.open).map(|(i, m)| (i, m.token)).collect();
        let record = Record {
            kind: if is_union { RecordKind::Union } else { RecordKind::Struct },
            members: members.into_iter().map(|m| m.member).collect(),
            packed,
            align: attributes.align,
        };
        if let Some((_, token)) = open.iter().find(|(index, _)| record.flexible() != Some(*index)) {
            let message = "an array without a length is the last member of a structure, behind others";
            return Err(self.error(*token, message.to_owned()));
        }
        Ok(Type::Record(Box::new(record)))
    }

    /// One declaration inside a record: specifiers and any number of declarators.
    fn member_declaration(&mut self, members: &mut Vec<Declared<'a>>) -> Result<(), ParseError> {
        let start = self.peek();
        let base = self.specifiers(false)?;
        let common = Attributes { packed: base.packed, align: base.align, lanes: None };
        if self.accept(";") {
            // A record without a name inside a record: its members take the same places as those of a member.
            return match base.ty {
                CType::Object(ty @ Type::Record(_)) => {
                    members.push(declared(Member::plain(ty), common, start, false));
                    Ok(())
                }
                _ => Err(self.error(start, "this member has no name".to_owned())),
            };
        }
        loop {
            members.push(self.member(base.ty.clone(), common)?);
            if self.accept(";") {
                return Ok(());
            }
            if self.peek().kind == Kind::Punct("}") || !self.accept(",") {
                return Err(self.expected("`;`"));
            }
        }
    }

    fn member(&mut self, base: CType, common: Attributes) -> Result<Declared<'a>, ParseError> {
        let token = self.peek();
        let declarator = self.declarator()?;
        let named = declarator.name.is_some();
        let built = self.build(base, declarator.derived)?;
        let open = matches!(built, CType::OpenArray(_));
        let ty = match built {
            CType::Object(ty) => ty,
            // A flexible array member has no elements of its own.
            CType::OpenArray(elem) => Type::Array(Box::new(elem), 0),
            CType::Incomplete(at) => return Err(self.undefined(at)),
            CType::Void => return Err(self.error(token, "a member cannot be `void`".to_owned())),
            CType::Function(_) => return Err(self.error(token, "a member cannot be a function".to_owned())),
        };
        self.account(token, &ty)?;
        let bits = if self.accept(":") { Some(self.width(&ty, named)?) } else { None };
        if bits.is_none() && !named {
            return Err(self.expected("the name of the member"));
        }
        let mut attributes = common;
        attributes.merge(self.attributes()?);
        if attributes.lanes.is_some() {
            let message = "put this attribute behind the type, before the name";
            return Err(self.error(token, message.to_owned()));
        }
        Ok(declared(Member { ty, bits, named, align: None }, attributes, token, open))
    }

    /// The width of a bit-field, behind `:`.
    fn width(&mut self, ty: &Type, named: bool) -> Result<u8, ParseError> {
        let token = self.peek();
        let limit = match ty {
            Type::Scalar(Scalar::Bool) => 1,
            Type::Scalar(Scalar::Char | Scalar::SignedChar | Scalar::UnsignedChar) => 8,
            Type::Scalar(Scalar::Short | Scalar::UnsignedShort) => 16,
            Type::Scalar(Scalar::Int | Scalar::UnsignedInt) | Type::Enum(_) => 32,
            Type::Scalar(scalar) if !scalar.is_floating() => 64,
            _ => return Err(self.error(token, "only integer types have bit-fields".to_owned())),
        };
        let width = self.constant()?;
        let least = i64::from(named);
        if !(least..=limit).contains(&width) {
            let message = format!("the width of this bit-field is a number from {least} to {limit}");
            return Err(self.error(token, message));
        }
        Ok(u8::try_from(width).unwrap_or(u8::MAX))
    }
}

fn declared(member: Member, attributes: Attributes, token: Token<'_>, open: bool) -> Declared<'_> {
    Declared { member: Member { align: attributes.align, ..member }, packed: attributes.packed, open, token }
}
