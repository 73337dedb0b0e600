//! What the IPU tests share: dialects by hand, cases from C text, plans as text.

#![allow(dead_code, unreachable_pub)]

use crosscall_model::plan::{Passed, Piece, Place, Plan, Rest, Transfer};
use crosscall_model::{Case, Form, RecordKind, Scalar, Style, Target, Type, Value, c};
use crosscall_oracle::abi;
use crosscall_oracle::choose::{Chooser, Permits};
use crosscall_oracle::clause::{ChoiceIndex, catalogue};

/// The preferred reading of every question, but for those named as `TYPE-05` or `ARG-10/nested`.
pub struct Readings(pub &'static [(&'static str, &'static str)]);

/// The document's preferred readings.
pub const DOCUMENT: Readings = Readings(&[]);

impl Permits for Readings {
    fn permitted(&self, choice: ChoiceIndex) -> Vec<u8> {
        let (clause, question) = catalogue(Target::Ipu).choice(choice);
        let is_meant = |key: &str| {
            let (id, name) = key.split_once('/').unwrap_or((key, ""));
            clause.id.strip_prefix("IPU-") == Some(id) && question.name == name
        };
        let wanted = self.0.iter().find(|(key, _)| is_meant(key)).map_or("", |(_, reading)| *reading);
        let found = question.readings.iter().position(|reading| reading.id == wanted);
        assert!(wanted.is_empty() || found.is_some(), "{} {} has no {wanted}", clause.id, question.name);
        vec![found.unwrap_or(0) as u8]
    }
}

/// A chooser for the IPU.
pub fn chooser(permits: &dyn Permits) -> Chooser<'_> {
    Chooser::new(catalogue(Target::Ipu), permits)
}

/// What the texts of these tests may name.
const TYPES: &str = "typedef _Float16 half; typedef float f2 __attribute__((ext_vector_type(2))); \
    typedef float f4 __attribute__((ext_vector_type(4))); typedef _Float16 h2 __attribute__((ext_vector_type(2))); \
    typedef _Float16 h4 __attribute__((ext_vector_type(4))); typedef int i2 __attribute__((ext_vector_type(2))); \
    typedef int i4 __attribute__((ext_vector_type(4))); typedef signed char c2 __attribute__((ext_vector_type(2))); \
    typedef int i8 __attribute__((ext_vector_type(8)));";

/// A case with a value of different bytes for every scalar.
pub fn case(text: &str) -> Case {
    let signature = c::parse(&format!("{TYPES} {text}")).unwrap_or_else(|e| panic!("{text}: {e}")).signature;
    let mut next = 0;
    let arguments = signature.arguments().map(|ty| value(ty, &mut next)).collect();
    let result = signature.result.as_ref().map(|ty| value(ty, &mut next));
    Case { target: Target::Ipu, signature, arguments, result, style: Style::default() }
}

/// A vertex.
pub fn vertex() -> Case {
    let style = Style { form: Form::Vertex, ..Style::default() };
    Case { style, ..case("void f(void)") }
}

/// A value whose bytes count up from `next`, with the highest bit of each scalar set.
pub fn value(ty: &Type, next: &mut u8) -> Value {
    let mut list =
        |element: &Type, count: u32| Value::List((0..count).map(|_| value(element, next)).collect());
    match ty {
        Type::Array(element, count) => list(element, *count),
        Type::Complex(_) | Type::Vector { .. } => {
            let (part, count) = ty.parts().expect("parts");
            list(part.as_type(), count)
        }
        Type::Record(record) => {
            let named = record.members.iter().enumerate().filter(|(_, member)| member.named);
            let mut values = named.map(|(i, member)| match (member.bits, value(&member.ty, next)) {
                (Some(width @ 0..64), Value::Bits(bits)) => (i, Value::Bits(bits & ((1 << width) - 1))),
                (_, value) => (i, value),
            });
            match record.kind {
                RecordKind::Struct => Value::List(values.map(|(_, value)| value).collect()),
                RecordKind::Union => values
                    .next()
                    .map_or(Value::List(Vec::new()), |(i, value)| Value::Member(i, Box::new(value))),
            }
        }
        Type::Scalar(Scalar::Bool) => Value::Bits(1),
        _ => {
            let size = abi::layout(Target::Ipu, ty, &mut chooser(&DOCUMENT)).size;
            let mut bits = 0;
            for i in 0..size {
                *next = next.wrapping_add(1);
                bits |= u64::from(*next) << (8 * i);
            }
            Value::Bits(bits | 0x80 << (8 * (size - 1)))
        }
    }
}

/// The places of all values of a function, such as `a0 m0, a1 m2:m3, a2 [0], result a0`. Whole words are shown without
/// their length, stack places by their distance from the stack pointer.
pub fn planned(text: &str, permits: &dyn Permits) -> String {
    let plan: Plan = abi::plan(&case(text), &mut chooser(permits));
    plan.arguments.iter().chain(&plan.result).map(passed).collect::<Vec<_>>().join(", ")
}

fn passed(passed: &Passed) -> String {
    let way = match &passed.transfer {
        Transfer::Nothing => "nothing".to_owned(),
        Transfer::Direct(all) => pieces(all),
        Transfer::ByReference { pointer, returned, align, .. } => {
            let back = returned.as_ref().map(|r| format!(" back in {}", pieces(r))).unwrap_or_default();
            format!("*{}{back} align {align}", pieces(pointer))
        }
    };
    format!("{} {way}", passed.name)
}

fn pieces(pieces: &[Piece]) -> String {
    let one = |piece: &Piece| {
        let (place, whole) = match piece.place {
            Place::Register { register, byte } => {
                let name = Target::Ipu.register(register).map_or("?", |info| info.name);
                (if byte == 0 { name.to_owned() } else { format!("{name}.{byte}") }, 4)
            }
            Place::Stack { offset } => (format!("[{offset}]"), 4),
            Place::Pointed { .. } => ("a list".to_owned(), 4),
        };
        let len = if piece.len == whole { String::new() } else { format!("/{}", piece.len) };
        let rest = match piece.rest {
            Rest::Zero(_) => " zero",
            Rest::Sign(_) => " sign",
            _ => "",
        };
        format!("{place}{len}{rest}")
    };
    pieces.iter().map(one).collect::<Vec<_>>().join(":")
}
