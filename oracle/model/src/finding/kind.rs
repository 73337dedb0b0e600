//! Kinds of a contradiction's subject: the part that does not depend on names of types, members and functions, nor on
//! values.

use super::topic::{Datum, LayoutFact, Taking, Topic, ValueId};
use crate::interned::{self, Text};
use crate::target::{Register, Target};
use serde::{Deserialize, Serialize};

/// Role of a value in a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Role {
    /// Named argument.
    Argument,
    /// Unnamed argument.
    Unnamed,
    /// Result.
    Result,
}

impl From<ValueId> for Role {
    fn from(value: ValueId) -> Role {
        match value {
            ValueId::Argument(_) => Role::Argument,
            ValueId::Unnamed(_) => Role::Unnamed,
            ValueId::Result => Role::Result,
        }
    }
}

/// Kind of a contradiction's subject.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum MismatchKind {
    /// Value of the call, or a part of one.
    Value(Role, Taking, bool),
    /// Caller's own object.
    CallersObject(Role),
    /// Register; each is a kind of its own.
    Register(Target, Register),
    /// Row of a table.
    Row(String),
    /// Operation of a table.
    Operation(String),
    /// Any other subject, in the words of its [`Topic`] without numbers.
    Other(#[serde(deserialize_with = "interned::text")] Text),
}

impl MismatchKind {
    /// Kind of a topic.
    pub fn of(target: Target, topic: &Topic) -> MismatchKind {
        match topic {
            Topic::Value(Datum { value, taking, inner, .. }) => {
                MismatchKind::Value((*value).into(), *taking, *inner)
            }
            Topic::CallersObject(value) => MismatchKind::CallersObject((*value).into()),
            Topic::Register(register) => MismatchKind::Register(target, *register),
            Topic::Row(row) => MismatchKind::Row(row.clone()),
            Topic::OwnError(row) => MismatchKind::Row(format!("{row}{OWN_ERROR}")),
            Topic::Operation(operation) => MismatchKind::Operation(operation.clone()),
            Topic::SpentEntry(_) => MismatchKind::Other("parameter list of a second call"),
            Topic::Kept(_) => MismatchKind::Other("value kept across the call"),
            Topic::Layout(fact) => MismatchKind::Other(of_layout(fact)),
            Topic::Tool(_) => MismatchKind::Other("compiler"),
            other => MismatchKind::Other(other.fixed_words().unwrap_or_default()),
        }
    }

    /// True if it says no more than that a run did not return.
    pub fn is_control(&self) -> bool {
        *self == MismatchKind::Other(CONTROL)
    }

    /// Kind of a contradiction, in which unnamed arguments are named ones.
    pub fn whichever_argument(&self) -> MismatchKind {
        match self {
            MismatchKind::Value(Role::Unnamed, taking, inner) => {
                MismatchKind::Value(Role::Argument, *taking, *inner)
            }
            other => other.clone(),
        }
    }
}

/// Words of [`Topic::Control`].
pub(super) const CONTROL: &str = "control";

/// Suffix of a row for which a tool reports an internal error.
pub(super) const OWN_ERROR: &str = ": an error of the tool's own";

fn of_layout(fact: &LayoutFact) -> &'static str {
    match fact {
        LayoutFact::Size(_) => "sizeof",
        LayoutFact::Align(_) => "_Alignof",
        LayoutFact::Offset(..) => "offsetof",
        LayoutFact::Signed(_) => "sign",
        LayoutFact::FieldSigned(..) => "sign of a bit-field",
        LayoutFact::Image(_) => "initialised object",
        LayoutFact::ImageAddress(_) => "address of initialised object",
        LayoutFact::Documented(..) => "documented structure",
    }
}

/// Writes the stable text form, from which fingerprints are computed: `argument`, `register r5`, `sizeof`.
impl std::fmt::Display for MismatchKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let role = |role: &Role| match role {
            Role::Argument => "argument",
            Role::Unnamed => "unnamed argument",
            Role::Result => "result",
        };
        match self {
            MismatchKind::Value(of, taking, inner) => {
                let who = if *inner { " in the call of itself" } else { "" };
                write!(f, "{}{}{who}", role(of), taking.words())
            }
            MismatchKind::CallersObject(of) => write!(f, "the caller's {}", role(of)),
            MismatchKind::Register(target, register) => match target.register(*register) {
                Some(info) => write!(f, "register {}", info.name),
                None => write!(f, "register {}", register.0),
            },
            MismatchKind::Row(row) => f.write_str(row),
            MismatchKind::Operation(operation) => write!(f, "value of {operation}"),
            MismatchKind::Other(words) => f.write_str(words),
        }
    }
}

impl Taking {
    /// Suffix of the name of a value; empty for one that is taken unchanged.
    pub fn words(self) -> &'static str {
        match self {
            Taking::Plain => "",
            Taking::Widened => " as a wider integer",
            Taking::Compared => " compared with its value",
            Taking::Used => " as an index or a case",
        }
    }
}
