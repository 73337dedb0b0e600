//! Types in the parser, including those that no value can have.

use crate::error::ParseError;
use crate::written::WrittenRecord;
use crosscall_model::ctype::{Signature, Type};
use std::rc::Rc;

/// Type in the parser.
#[derive(Debug, Clone)]
pub(crate) enum CType {
    Void,
    Object(Object),
    /// Record or enumeration that was declared but not defined when it was named: its tag, and the place for
    /// messages.
    Incomplete(String, usize),
    /// Array without a length: the type of its elements.
    OpenArray(Object),
    /// Function, or the reason why it cannot be called; a pointer to it is valid in both cases.
    Function(Rc<Result<Signature, ParseError>>),
    /// Type that no value can have here, with the reason; a pointer to it is valid all the same.
    Bad(Rc<ParseError>),
}

/// Type that a value can have.
#[derive(Debug, Clone)]
pub(crate) struct Object {
    pub(crate) ty: Rc<Type>,
    /// Innermost record of the type, as it was written.
    pub(crate) record: Option<Rc<WrittenRecord>>,
    /// Alignment that belongs to the name of the type.
    pub(crate) align: Option<u32>,
    /// True for a union that is passed as its first member.
    pub(crate) transparent: bool,
    /// Notes for values of this type.
    pub(crate) notes: Rc<Vec<String>>,
}

impl Object {
    pub(crate) fn plain(ty: impl Into<Type>) -> Object {
        Object {
            ty: Rc::new(ty.into()),
            record: None,
            align: None,
            transparent: false,
            notes: Rc::new(Vec::new()),
        }
    }

    /// Object of another type, which contains this one.
    pub(crate) fn with(&self, ty: Type) -> Object {
        Object { ty: Rc::new(ty), transparent: false, ..self.clone() }
    }

    pub(crate) fn noted(mut self, note: String) -> Object {
        if !self.notes.contains(&note) {
            Rc::make_mut(&mut self.notes).push(note);
        }
        self
    }
}

impl From<Object> for CType {
    fn from(object: Object) -> CType {
        CType::Object(object)
    }
}

impl CType {
    pub(crate) fn plain(ty: impl Into<Type>) -> CType {
        CType::Object(Object::plain(ty))
    }
}

/// Size of a type for the parser's limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Measure {
    /// Number of members and types written inside it, each counted once.
    pub(crate) nodes: u64,
    /// Number of scalars in it; each element of an array is counted.
    pub(crate) values: u64,
    pub(crate) depth: u32,
}

/// Measures a type.
pub(crate) fn measure(ty: &Type) -> Measure {
    let one = Measure { nodes: 1, values: 1, depth: 1 };
    match ty {
        Type::Array(elem, len) => {
            let inner = measure(elem);
            Measure {
                nodes: inner.nodes.saturating_add(1),
                values: inner.values.saturating_mul((*len).into()),
                depth: inner.depth.saturating_add(1),
            }
        }
        Type::Record(record) => {
            let empty = Measure { nodes: 1, values: 0, depth: 1 };
            record.members.iter().fold(empty, |sum, member| {
                let inner = measure(&member.ty);
                Measure {
                    nodes: sum.nodes.saturating_add(inner.nodes),
                    values: sum.values.saturating_add(inner.values),
                    depth: sum.depth.max(inner.depth.saturating_add(1)),
                }
            })
        }
        Type::Enum(enumeration) => Measure { nodes: 1 + enumeration.constants.len() as u64, ..one },
        Type::Complex(_) | Type::Vector { .. } => {
            Measure { values: ty.parts().map_or(1, |(_, count)| count.into()), ..one }
        }
        _ => one,
    }
}
