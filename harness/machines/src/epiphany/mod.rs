//! Adapteva Epiphany III/IV.

pub mod decode;
pub mod encode;
pub mod fields;
pub mod isa;

pub use decode::{DecodeError, decode};
pub use encode::{EncodeError, encode};
pub use isa::{Access, Cond, Instruction, Op};
