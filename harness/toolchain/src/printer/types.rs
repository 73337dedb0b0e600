//! Types of a case, each described once under a name.

use crosscall_model::leaf::Leaf;
use crosscall_model::target::FloatFormat;
use crosscall_model::{Case, Member, Record, RecordKind, Target, Type, Value, c};
use crosscall_oracle::abi;
use crosscall_oracle::choose::Chooser;
use crosscall_oracle::clause::catalogue;
use crosscall_oracle::knowledge::Knowledge;
use serde::Serialize;

/// Type as a request describes it.
#[derive(Debug, Serialize)]
pub(super) struct Described {
    name: String,
    #[serde(flatten)]
    kind: Kind,
    /// In bytes, as the document has it, like all other numbers of a layout.
    size: u64,
    align: u64,
    /// Spelling in C.
    c: String,
}

#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
enum Kind {
    Bool,
    Integer { signed: bool },
    Float { format: String },
    Pointer,
    FunctionPointer,
    Enum { signed: bool, constants: Vec<i64> },
    BitInt { signed: bool, bits: u8 },
    Complex { part: String },
    Vector { element: String, length: u32 },
    Array { element: String, length: u32 },
    Struct(Members),
    Union(Members),
    Atomic { of: String },
    Aligned { of: String },
}

#[derive(Debug, Serialize)]
struct Members {
    packed: bool,
    /// Alignment that the declaration demands.
    #[serde(skip_serializing_if = "Option::is_none")]
    aligned: Option<u32>,
    members: Vec<DescribedMember>,
}

#[derive(Debug, Serialize)]
struct DescribedMember {
    /// None of an unnamed bit-field.
    name: Option<String>,
    r#type: String,
    #[serde(flatten)]
    place: Place,
    #[serde(skip_serializing_if = "Option::is_none")]
    aligned: Option<u32>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    flexible: bool,
}

/// Distance of a part from the beginning of a value.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(super) enum Place {
    /// In bytes.
    Bytes { offset: u64 },
    /// Of a bit-field, in bits.
    Bits { bits: u8, bit_offset: u64 },
}

impl Default for Place {
    fn default() -> Place {
        Place::Bytes { offset: 0 }
    }
}

impl Place {
    fn new(bit_offset: u64, bits: Option<u8>) -> Place {
        match bits {
            Some(bits) => Place::Bits { bits, bit_offset },
            None => Place::Bytes { offset: bit_offset / 8 },
        }
    }
}

/// Step into a value: the name of a member or of a part, or the number of an element.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(super) enum Step {
    Name(String),
    Number(u64),
}

/// Value of a type: bits of a scalar, a list, or the member of a union that has one.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(super) enum Written {
    Bits(String),
    List(Vec<Written>),
    Member { member: String, value: Box<Written> },
}

impl From<&Value> for Written {
    fn from(value: &Value) -> Written {
        match value {
            Value::Bits(bits) => Written::Bits(format!("{bits:#x}")),
            Value::List(items) => Written::List(items.iter().map(Written::from).collect()),
            Value::Member(index, inner) => {
                Written::Member { member: member_name(*index), value: Box::new(Written::from(&**inner)) }
            }
        }
    }
}

pub(super) fn member_name(index: usize) -> String {
    format!("m{index}")
}

/// The types of a case, those of which others are made first, and the document's facts about them.
pub(super) struct Types {
    target: Target,
    k: usize,
    named: Vec<(Type, String)>,
    knowledge: Knowledge,
}

impl Types {
    pub(super) fn new(k: usize, case: &Case) -> Types {
        let knowledge = Knowledge::new(catalogue(case.target));
        let mut types = Types { target: case.target, k, named: Vec::new(), knowledge };
        case.signature.types().for_each(|ty| types.add(ty));
        types
    }

    /// Gives a type and what it is made of their names. Arithmetic types and pointers have that of C, others one of their case.
    fn add(&mut self, ty: &Type) {
        if self.named.iter().any(|(known, _)| known == ty) {
            return;
        }
        if let Some(inner) = aligned(ty) {
            self.add(&inner);
        } else {
            match ty {
                Type::Array(element, _) => self.add(element),
                Type::Complex(scalar) | Type::Atomic(scalar) => self.add(scalar.as_type()),
                Type::Vector { element, .. } => self.add(element.as_type()),
                Type::Record(record) => record.members.iter().for_each(|member| self.add(&member.ty)),
                _ => {}
            }
        }
        let name = match ty {
            Type::Scalar(_) | Type::BitInt(_) | Type::DataPointer | Type::FunctionPointer => c::type_name(ty),
            _ => format!("t{}_{}", self.k, self.named.len()),
        };
        self.named.push((ty.clone(), name));
    }

    pub(super) fn name(&self, ty: &Type) -> String {
        self.named.iter().find(|(known, _)| known == ty).map_or_else(String::new, |(_, name)| name.clone())
    }

    fn facts(&self, ty: &Type) -> abi::TypeFacts {
        abi::type_facts(self.target, ty, &mut Chooser::new(self.knowledge.catalogue(), &self.knowledge))
    }

    /// Bytes of a type's size.
    pub(super) fn size(&self, ty: &Type) -> u64 {
        self.facts(ty).size.value.unwrap_or_default()
    }

    /// Bytes of a value in memory, as hexadecimal digits.
    pub(super) fn image(&self, ty: &Type, value: &Value) -> String {
        let mut chooser = Chooser::new(self.knowledge.catalogue(), &self.knowledge);
        let image = abi::image(self.target, ty, value, 0, &mut chooser);
        image.bytes.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    pub(super) fn describe(&self) -> Vec<Described> {
        let described = |(ty, name): &(Type, String)| {
            let facts = self.facts(ty);
            Described {
                name: name.clone(),
                kind: self.kind(ty, &facts),
                size: facts.size.value.unwrap_or_default(),
                align: facts.align.value.unwrap_or_default(),
                c: c::type_name(ty),
            }
        };
        self.named.iter().map(described).collect()
    }

    fn kind(&self, ty: &Type, facts: &abi::TypeFacts) -> Kind {
        let signed = facts.signed.as_ref().and_then(|number| number.value) == Some(1);
        if let Some(inner) = aligned(ty) {
            return Kind::Aligned { of: self.name(&inner) };
        }
        match ty {
            Type::Scalar(crosscall_model::Scalar::Bool) => Kind::Bool,
            Type::Scalar(scalar) if scalar.is_floating() => {
                Kind::Float { format: format_name(self.target.float_format(*scalar)) }
            }
            Type::Scalar(_) | Type::Aligned(..) => Kind::Integer { signed },
            Type::Enum(enumeration) => Kind::Enum { signed, constants: enumeration.constants.clone() },
            Type::DataPointer => Kind::Pointer,
            Type::FunctionPointer => Kind::FunctionPointer,
            Type::Complex(part) => Kind::Complex { part: self.name(part.as_type()) },
            Type::Vector { element, lanes } => {
                Kind::Vector { element: self.name(element.as_type()), length: *lanes }
            }
            Type::Array(element, length) => Kind::Array { element: self.name(element), length: *length },
            Type::BitInt(integer) => Kind::BitInt { signed: !integer.unsigned, bits: integer.bits },
            Type::Atomic(scalar) => Kind::Atomic { of: self.name(scalar.as_type()) },
            Type::Record(record) => {
                let members = self.members(record, facts);
                match record.kind {
                    RecordKind::Struct => Kind::Struct(members),
                    RecordKind::Union => Kind::Union(members),
                }
            }
        }
    }

    fn members(&self, record: &Record, facts: &abi::TypeFacts) -> Members {
        let described = |(index, member): (usize, &Member)| {
            let at = facts.places.get(index).and_then(|place| place.value).unwrap_or_default();
            DescribedMember {
                name: member.named.then(|| member_name(index)),
                r#type: self.name(&member.ty),
                place: Place::new(at, member.bits),
                aligned: member.align,
                flexible: record.flexible() == Some(index),
            }
        };
        let members = record.members.iter().enumerate().map(described).collect();
        Members { packed: record.packed, aligned: record.align, members }
    }

    /// The way to a leaf of a value of a type, and its place.
    pub(super) fn way(&self, ty: &Type, leaf: &Leaf<'_>) -> (Vec<Step>, Place) {
        let (mut steps, mut at, mut inside) = (Vec::new(), 0, ty.clone());
        for word in leaf.path.split(['.', '[']).map(|word| word.trim_end_matches(']')) {
            let number = word.trim_start_matches('m').parse::<usize>().ok();
            let next = match (&inside, number) {
                (Type::Record(record), Some(index)) => {
                    let place = self.facts(&inside).places.get(index).and_then(|place| place.value);
                    at += place.unwrap_or_default();
                    record.members.get(index).map(|member| member.ty.clone())
                }
                (Type::Array(element, _), Some(index)) => {
                    at += 8 * index as u64 * self.size(element);
                    Some((**element).clone())
                }
                (Type::Vector { element, .. }, Some(index)) => {
                    at += 8 * index as u64 * self.size(element.as_type());
                    Some(element.as_type().clone())
                }
                (Type::Complex(part), None) if !word.is_empty() => {
                    at += if word == "im" { 8 * self.size(part.as_type()) } else { 0 };
                    Some(part.as_type().clone())
                }
                _ => None,
            };
            let Some(next) = next else { continue };
            steps.push(match inside {
                Type::Array(..) | Type::Vector { .. } => Step::Number(number.unwrap_or_default() as u64),
                _ => Step::Name(word.to_owned()),
            });
            inside = next;
        }
        (steps, Place::new(at, leaf.bits))
    }
}

/// The type that a name gives an alignment of its own.
fn aligned(ty: &Type) -> Option<Type> {
    ty.name_align().map(|_| ty.without_name_align().into_owned())
}

/// Name of a floating format in IEEE 754, or as it is known.
fn format_name(format: FloatFormat) -> String {
    match format.bits() {
        16 if format.exponent_bits == FloatFormat::SINGLE.exponent_bits => "bfloat16".to_owned(),
        bits => format!("binary{bits}"),
    }
}
