//! Types that the crates of crosscall share: C types, values, cases, locations, plans, observations and findings;
//! inputs of assemblers and linkers; expressions.
//!
//! This crate has no rule of any ABI. The size of a `long`, the place of an argument and the callee-saved registers
//! are defined by the oracle and, independently, by the embedded code generator.

pub mod about;
pub mod c;
pub mod case;
mod counted;
pub mod ctype;
pub mod digits;
pub mod expression;
pub mod finding;
pub mod interned;
pub mod layout;
pub mod leaf;
pub mod object;
pub mod observation;
pub mod pairs;
pub mod plan;
pub mod print;
pub mod target;
pub mod tool;
pub mod unit;
pub mod value;

pub use about::{About, AboutRef, CaseKind};
pub use case::{Case, Form, Pairing, Style};
pub use counted::counted;
pub use ctype::{BitInt, EnumType, Member, Record, RecordKind, Scalar, Signature, Type};
pub use target::Target;
pub use value::Value;
