//! Scalars inside a value, one by one, as C code reads and writes them without knowledge of a layout.

use crate::ctype::{RecordKind, Type};
use crate::digits::append_decimal;
use crate::value::Value;

/// Scalar inside a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Leaf<'a> {
    /// Path after the name of the value: empty, or such as `.m0.m2[1]`. A complex value's parts are `.re` and `.im`.
    /// See [`Leaf::expression`].
    pub path: String,
    /// Scalar, enumeration or pointer type; the declared type for a bit-field.
    pub ty: &'a Type,
    /// Width in bits, for a bit-field.
    pub bits: Option<u8>,
    /// Value of the scalar, right aligned.
    pub value: u128,
}

/// Names of the parts of a complex value, and the operators of GNU C for them.
const PARTS: [(&str, &str); 2] = [(".re", "__real__ "), (".im", "__imag__ ")];

impl Leaf<'_> {
    /// C expression for the scalar in a value with the name `base`.
    pub fn expression(&self, base: &str) -> String {
        for (name, operator) in PARTS {
            if let Some(path) = self.path.strip_suffix(name) {
                return format!("{operator}{base}{path}");
            }
        }
        format!("{base}{}", self.path)
    }
}

/// Leaves of a value in order of declaration; of a union, those of the member that holds the value. Empty where the
/// value does not fit the type.
pub fn leaves<'a>(ty: &'a Type, value: &Value) -> Vec<Leaf<'a>> {
    let mut found = Vec::new();
    walk(ty, value, None, &mut String::new(), &mut found);
    found
}

/// Step into a value.
enum Step {
    /// Element of an array, lane of a vector.
    Element(usize),
    Member(usize),
    /// Part of a complex value.
    Part(&'static str),
}

impl Step {
    /// Adds the step to a path. Paths are made so often that their numbers are not left to formatting.
    fn add_to(&self, path: &mut String) {
        match *self {
            Step::Element(number) => {
                path.push('[');
                append_decimal(path, number);
                path.push(']');
            }
            Step::Member(number) => {
                path.push_str(".m");
                append_decimal(path, number);
            }
            Step::Part(name) => path.push_str(name),
        }
    }
}

fn walk<'a>(ty: &'a Type, value: &Value, bits: Option<u8>, path: &mut String, found: &mut Vec<Leaf<'a>>) {
    let depth = path.len();
    let mut inside = |ty: &'a Type, value: &Value, bits: Option<u8>, step: Step| {
        step.add_to(path);
        walk(ty, value, bits, path, found);
        path.truncate(depth);
    };
    match (ty, value) {
        (Type::Array(elem, _), Value::List(items)) => {
            for (i, item) in items.iter().enumerate() {
                inside(elem, item, None, Step::Element(i));
            }
        }
        (Type::Vector { element, .. }, Value::List(items)) => {
            for (i, item) in items.iter().enumerate() {
                inside(element.as_type(), item, None, Step::Element(i));
            }
        }
        (Type::Complex(part), Value::List(items)) => {
            for ((name, _), item) in PARTS.iter().zip(items) {
                inside(part.as_type(), item, None, Step::Part(name));
            }
        }
        (Type::Record(record), Value::List(items)) if record.kind == RecordKind::Struct => {
            let named = record.members.iter().enumerate().filter(|(_, m)| m.named);
            for ((i, member), item) in named.zip(items) {
                inside(&member.ty, item, member.bits, Step::Member(i));
            }
        }
        (Type::Record(record), Value::Member(index, inner)) => {
            if let Some(member) = record.members.get(*index) {
                inside(&member.ty, inner, member.bits, Step::Member(*index));
            }
        }
        (Type::Array(..) | Type::Complex(_) | Type::Vector { .. } | Type::Record(_), _) => {}
        (_, Value::Bits(value)) => found.push(Leaf { path: path.clone(), ty, bits, value: *value }),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ctype::Scalar;

    #[test]
    fn parts_and_lanes() {
        let vector = Type::Vector { element: Scalar::Short, lanes: 2 };
        let ty = Type::structure([Type::Complex(Scalar::Float), vector]);
        let pair = |a, b| Value::List(vec![Value::Bits(a), Value::Bits(b)]);
        let value = Value::List(vec![pair(1, 2), pair(3, 4)]);
        assert!(value.fits(&ty));
        let shown: Vec<String> = leaves(&ty, &value)
            .iter()
            .map(|l| format!("{} {} {}", l.expression("a0"), l.path, l.value))
            .collect();
        assert_eq!(
            shown,
            ["__real__ a0.m0 .m0.re 1", "__imag__ a0.m0 .m0.im 2", "a0.m1[0] .m1[0] 3", "a0.m1[1] .m1[1] 4"]
        );
        assert!(leaves(&ty, &Value::List(vec![Value::Bits(1), pair(3, 4)])).len() == 2);
        assert!(!pair(1, 2).fits(&Type::Vector { element: Scalar::Int, lanes: 4 }));
    }

    #[test]
    fn every_scalar_is_itself_as_a_type() {
        for scalar in Scalar::ALL {
            assert_eq!(*scalar.as_type(), Type::Scalar(scalar));
        }
    }
}
