//! Foundations of all parts of crosscall: processes that are bounded and never left behind, signals, files, errors, progress.

pub mod companion;
pub mod digest;
pub mod error;
pub mod hex;
pub mod interrupt;
pub mod number;
pub mod output;
pub mod pattern;
pub mod process;
pub mod progress;
pub mod serde_text;
pub mod target_word;
