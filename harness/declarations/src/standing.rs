//! Typedefs of names that are not the text's own: those of C itself, and, in a text that was preprocessed for another
//! machine, those of its system.

use crate::environment::HeaderName;
use crate::parse::Parser;
use crate::token::Token;
use crate::types::{CType, Object};
use crate::written::{WrittenMember, WrittenRecord};
use crosscall_model::c::type_name;
use crosscall_model::ctype::{Scalar, Type};
use std::rc::Rc;

/// C name that a text declares with a meaning that is impossible on the target.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contradiction {
    /// Name that is declared.
    pub name: String,
    /// Type in the text.
    pub declared: String,
    /// Size of that type on the target, in bytes.
    pub declared_bytes: Option<u64>,
    /// Type on the target.
    pub is: String,
}

impl<'a> Parser<'a> {
    /// Type that applies to a name that the text declares as `ty`.
    pub(crate) fn standing(&mut self, at: Token<'a>, name: &'a str, ty: CType) -> CType {
        if self.strict {
            return ty;
        }
        match self.environment.standard(name, self.foreign) {
            Some(HeaderName { chosen: true, .. }) if has_64_bits(&ty) => ty,
            Some(HeaderName { ty: Some(known), note, .. }) => {
                self.compare(name, &ty, &known);
                let object = Object::plain(known);
                CType::Object(match note {
                    Some(note) => object.noted(note),
                    None => object,
                })
            }
            _ if self.foreign && name == "imaxdiv_t" => widest_members(ty),
            _ if self.foreign => self.by_its_width(at, name, ty),
            _ => ty,
        }
    }

    /// Records a name whose type in the text has another size or sign than on the target.
    fn compare(&mut self, name: &str, declared: &CType, known: &Type) {
        let bytes = |parser: &Parser<'_>, ty: &Type| parser.environment.layout(ty).map(|layout| layout.size);
        let (words, size) = match declared {
            CType::Object(object) => {
                let size = bytes(self, &object.ty);
                let same_sign = sign(&object.ty).is_none_or(|s| sign(known).is_none_or(|known| s == known));
                if size == bytes(self, known) && same_sign && is_floating(&object.ty) == is_floating(known) {
                    return;
                }
                (type_name(&object.ty), size)
            }
            _ => return,
        };
        if self.contradictions.iter().any(|c| c.name == name) {
            return;
        }
        self.contradictions.push(Contradiction {
            name: name.to_owned(),
            declared: words,
            declared_bytes: size,
            is: type_name(known),
        });
    }

    /// Type whose name contains its number of bits (`gint64`), where the other machine's `long` has that number and
    /// the target's does not.
    fn by_its_width(&self, at: Token<'a>, name: &str, ty: CType) -> CType {
        let CType::Object(object) = &ty else { return ty };
        let unsigned = match *object.ty {
            Type::Scalar(Scalar::Long) => false,
            Type::Scalar(Scalar::UnsignedLong) => true,
            _ => return ty,
        };
        let (Some(bits), Ok(layout)) = (bits_in(name), self.object_layout(at, object)) else { return ty };
        let fits = layout.size * 8 == u64::from(bits);
        let scalar = match (bits, unsigned) {
            (32, _) if fits => return ty,
            (64, false) => Scalar::LongLong,
            (64, true) => Scalar::UnsignedLongLong,
            (_, false) => Scalar::Int,
            (_, true) => Scalar::UnsignedInt,
        };
        let note = format!(
            "`{name}` is taken for `{}`: its name says {bits} bits, and the `{}` that the text has for it has {} here",
            scalar.c_name(),
            type_name(&object.ty),
            layout.size * 8,
        );
        let taken = object.with(scalar.into());
        CType::Object(if fits { taken } else { taken.noted(note) })
    }
}

/// True if a type has 64 bits on every machine.
fn has_64_bits(ty: &CType) -> bool {
    let wide = [Scalar::LongLong, Scalar::UnsignedLongLong];
    matches!(ty, CType::Object(object) if matches!(*object.ty, Type::Scalar(s) if wide.contains(&s)))
}

/// Type `imaxdiv_t`, whose members have the type `intmax_t` according to C: on the other machine they may be `long`.
fn widest_members(ty: CType) -> CType {
    let CType::Object(Object { ty: record, record: Some(written), .. }) = &ty else { return ty };
    let Type::Record(inner) = &**record else { return ty };
    let mut inner = (**inner).clone();
    inner.members.iter_mut().for_each(|member| member.ty = Scalar::LongLong.into());
    let members = written
        .members
        .iter()
        .map(|member| WrittenMember { text: format!("intmax_t {}", member.name), ..member.clone() });
    let members = members.collect();
    let known = Type::Record(Box::new(inner));
    let written = WrittenRecord { title: written.title.clone(), ty: known.clone(), members };
    CType::Object(Object { record: Some(Rc::new(written)), ..Object::plain(known) })
}

/// Number of bits at the end of a name: 32 or 64, optionally followed by `_t` or `_type`.
fn bits_in(name: &str) -> Option<u32> {
    let lower = name.to_ascii_lowercase();
    let stem = lower.strip_suffix("_t").or(lower.strip_suffix("_type")).unwrap_or(&lower);
    let letters = stem.trim_end_matches(|c: char| c.is_ascii_digit());
    match stem.get(letters.len()..)? {
        _ if !letters.contains(|c: char| c.is_ascii_alphabetic()) => None,
        "32" => Some(32),
        "64" => Some(64),
        _ => None,
    }
}

/// True if an integer is signed, where C defines it.
fn sign(ty: &Type) -> Option<bool> {
    match ty {
        Type::Scalar(Scalar::Bool | Scalar::Char | Scalar::WideChar) => None,
        Type::Scalar(scalar) if !scalar.is_floating() => Some(!scalar.is_unsigned()),
        _ => None,
    }
}

fn is_floating(ty: &Type) -> bool {
    matches!(ty, Type::Scalar(scalar) if scalar.is_floating())
}

#[cfg(test)]
mod tests {
    use super::bits_in;

    #[test]
    fn names_say_their_width() {
        let all = ["gint64", "__off64_t", "sqlite3_int64", "u32", "UINT32", "uint_64", "my_int64_type"];
        assert_eq!(all.map(bits_in), [64, 64, 64, 32, 32, 64, 64].map(Some));
        assert_eq!(["Elf32_Word", "int128_t", "_64", "long", "utf8", "a1064"].map(bits_in), [None; 6]);
    }
}
