//! The words that the rooms of crosscall share: C types, values, cases, locations, plans,
//! observations and findings; what assemblers and linkers are given, and expressions.
//!
//! Nothing here is a rule of any ABI. What the size of a `long` is, where an argument travels and which
//! register survives is said by the oracle and, independently, by the embedded code generator.

pub mod about;
pub mod c;
pub mod case;
pub mod ctype;
pub mod digits;
pub mod expression;
pub mod finding;
pub mod layout;
pub mod leaf;
pub mod names;
pub mod object;
pub mod observation;
pub mod plan;
pub mod target;
pub mod tool;
pub mod unit;
pub mod value;

pub use about::{About, AboutRef, Matter};
pub use case::{Case, Form, Pairing, Style};
pub use ctype::{EnumType, Member, Record, RecordKind, Scalar, Signature, Type};
pub use target::Target;
pub use value::Value;
