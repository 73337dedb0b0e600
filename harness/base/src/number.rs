//! Numbers as people write them, on the command line and in files.

use std::fmt;
use std::str::FromStr;

/// A number in decimal, or in hexadecimal after `0x`; `_` between digits is allowed.
///
/// # Errors
/// A message that says what a number looks like.
pub fn number(text: &str) -> Result<u64, String> {
    let plain = text.replace('_', "");
    let parsed = match plain.strip_prefix("0x").or_else(|| plain.strip_prefix("0X")) {
        Some(hex) => u64::from_str_radix(hex, 16),
        None => plain.parse(),
    };
    parsed.map_err(|_| format!("`{text}` is not a number of at most 64 bits, such as 4096 or 0x1000"))
}

/// A number that is written in hexadecimal behind `0x`, and read as [`number`] reads it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hex(pub u64);

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#x}", self.0)
    }
}

impl FromStr for Hex {
    type Err = String;

    fn from_str(text: &str) -> Result<Hex, String> {
        number(text).map(Hex)
    }
}
