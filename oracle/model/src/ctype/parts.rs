//! Types as lists of their parts, the form in which they are written: readers of JSON bound the depth of what they
//! read, and types may be nested deeper than that.

use super::{BitInt, EnumType, Member, Record, RecordKind, Scalar, Type};
use serde::{Deserialize, Serialize};

/// Greatest depth of a type that is read.
const MOST_DEPTH: u32 = 64;

/// Type without the types inside it, which follow in their order, each with those inside it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Part {
    Scalar(Scalar),
    Enum(EnumType),
    DataPointer,
    FunctionPointer,
    Complex(Scalar),
    Vector {
        element: Scalar,
        lanes: u32,
    },
    Array(u32),
    BitInt(BitInt),
    Atomic(Scalar),
    Aligned(Scalar, u32),
    Record {
        kind: RecordKind,
        packed: bool,
        align: Option<u32>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name_align: Option<u32>,
        members: Vec<Head>,
    },
}

/// Member without its type.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Head {
    bits: Option<u8>,
    named: bool,
    align: Option<u32>,
    /// Whether it is a flexible array member, where that is another thing than [`flexible_by_place`] has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    flexible: Option<bool>,
}

/// Number of the member that is a flexible array member in types that were written when every array of no elements behind other
/// members was one.
fn flexible_by_place(kind: RecordKind, members: &[Member]) -> Option<usize> {
    let (last, others) = members.split_last()?;
    let is_one = kind == RecordKind::Struct
        && matches!(last.ty, Type::Array(_, 0))
        && others.iter().any(|member| member.named);
    is_one.then_some(others.len())
}

impl From<Type> for Vec<Part> {
    fn from(ty: Type) -> Vec<Part> {
        let mut parts = Vec::new();
        ty.visit(&mut |inner| parts.push(part(inner)));
        parts
    }
}

fn part(ty: &Type) -> Part {
    match ty {
        Type::Scalar(scalar) => Part::Scalar(*scalar),
        Type::Enum(constants) => Part::Enum(constants.clone()),
        Type::DataPointer => Part::DataPointer,
        Type::FunctionPointer => Part::FunctionPointer,
        Type::Complex(scalar) => Part::Complex(*scalar),
        Type::Vector { element, lanes } => Part::Vector { element: *element, lanes: *lanes },
        Type::Array(_, len) => Part::Array(*len),
        Type::BitInt(integer) => Part::BitInt(*integer),
        Type::Atomic(scalar) => Part::Atomic(*scalar),
        Type::Aligned(scalar, align) => Part::Aligned(*scalar, *align),
        Type::Record(record) => {
            let Record { kind, members, packed, align, name_align } = &**record;
            let by_place = flexible_by_place(*kind, members);
            let members = (0..).zip(members).map(|(i, m)| {
                let flexible = (m.flexible != (by_place == Some(i))).then_some(m.flexible);
                Head { bits: m.bits, named: m.named, align: m.align, flexible }
            });
            let members = members.collect();
            Part::Record { kind: *kind, packed: *packed, align: *align, name_align: *name_align, members }
        }
    }
}

impl TryFrom<Vec<Part>> for Type {
    type Error = &'static str;

    fn try_from(parts: Vec<Part>) -> Result<Type, &'static str> {
        let mut parts = parts.into_iter();
        let ty = take(&mut parts, MOST_DEPTH)?;
        if parts.next().is_some() { Err("a type with parts left over") } else { Ok(ty) }
    }
}

/// Next type of a list, which may be `depth` levels deep.
fn take(parts: &mut impl Iterator<Item = Part>, depth: u32) -> Result<Type, &'static str> {
    let depth = depth.checked_sub(1).ok_or("a type that is nested too deep")?;
    Ok(match parts.next().ok_or("a type without some of its parts")? {
        Part::Scalar(scalar) => Type::Scalar(scalar),
        Part::Enum(constants) => Type::Enum(constants),
        Part::DataPointer => Type::DataPointer,
        Part::FunctionPointer => Type::FunctionPointer,
        Part::Complex(scalar) => Type::Complex(scalar),
        Part::Vector { element, lanes } => Type::Vector { element, lanes },
        Part::BitInt(integer) => Type::BitInt(integer),
        Part::Atomic(scalar) => Type::Atomic(scalar),
        Part::Aligned(scalar, align) => Type::Aligned(scalar, align),
        Part::Array(len) => Type::Array(Box::new(take(parts, depth)?), len),
        Part::Record { kind, packed, align, name_align, members } => {
            let said: Vec<Option<bool>> = members.iter().map(|head| head.flexible).collect();
            let member = |Head { bits, named, align, .. }| {
                take(parts, depth).map(|ty| Member { bits, named, align, ..Member::plain(ty) })
            };
            let mut members = members.into_iter().map(member).collect::<Result<Vec<_>, _>>()?;
            let by_place = flexible_by_place(kind, &members);
            for (i, (member, said)) in members.iter_mut().zip(said).enumerate() {
                member.flexible = said.unwrap_or(by_place == Some(i));
            }
            Type::Record(Box::new(Record { kind, members, packed, align, name_align }))
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Target, Value};

    fn nested(depth: u32) -> Type {
        let mut ty = Type::Array(Box::new(Scalar::Char.into()), 3);
        for _ in 0..depth {
            ty = Type::structure([Type::DataPointer, ty, Scalar::Int.into()]);
        }
        ty
    }

    fn read(json: &str) -> Result<Type, String> {
        serde_json::from_str(json).map_err(|e: serde_json::Error| e.to_string())
    }

    #[test]
    fn types_are_read_back_at_any_depth_that_cases_have() {
        for depth in [0, 1, 47, 62] {
            let json = serde_json::to_string(&nested(depth)).unwrap();
            assert_eq!(read(&json), Ok(nested(depth)));
        }
        let json = serde_json::to_string(&nested(63)).unwrap();
        assert_eq!(read(&json), Err("a type that is nested too deep".to_owned()));
    }

    /// Both spellings of an array of no elements are read back as they are, and `[]` is written as it always was.
    #[test]
    fn arrays_of_no_elements() {
        let zero = Member::plain(Type::Array(Box::new(Scalar::Int.into()), 0));
        let record = |members: Vec<Member>| Type::Record(Box::new(Record::new(RecordKind::Struct, members)));
        let float = || Member::plain(Scalar::Float.into());
        let old = r#"[{"Record":{"kind":"Struct","packed":false,"align":null,"members":[{"bits":null,"named":true,"align":null},{"bits":null,"named":true,"align":null}]}},{"Scalar":"Float"},{"Array":0},{"Scalar":"Int"}]"#;
        let flexible = record(vec![float(), Member::flexible(Scalar::Int.into())]);
        assert_eq!(serde_json::to_string(&flexible).unwrap(), old);
        assert_eq!(read(old), Ok(flexible.clone()));
        let last = record(vec![float(), zero.clone()]);
        let new = serde_json::to_string(&last).unwrap();
        assert!(new.contains(r#""flexible":false"#), "{new}");
        for ty in [last, flexible, record(vec![zero.clone(), float()]), record(vec![zero])] {
            assert_eq!(read(&serde_json::to_string(&ty).unwrap()), Ok(ty));
        }
    }

    #[test]
    fn values_are_read_back_at_that_depth() {
        let mut value = Value::Bits(1);
        for _ in 0..48 {
            value = Value::Member(1, Box::new(value));
        }
        let json = serde_json::to_string(&vec![vec![vec![(Target::Epiphany, &value)]]]).unwrap();
        let read: Vec<Vec<Vec<(Target, Value)>>> = serde_json::from_str(&json).unwrap();
        assert_eq!(read[0][0][0].1, value);
    }

    #[test]
    fn parts_make_one_type() {
        let array = r#"[{"Array":2},"DataPointer"]"#;
        assert_eq!(read(array), Ok(Type::Array(Box::new(Type::DataPointer), 2)));
        assert_eq!(read(r#"[{"Array":2}]"#), Err("a type without some of its parts".to_owned()));
        assert_eq!(read("[]"), Err("a type without some of its parts".to_owned()));
        assert_eq!(read(r#"["DataPointer","DataPointer"]"#), Err("a type with parts left over".to_owned()));
    }
}
