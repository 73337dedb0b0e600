//! Values on the command line.

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
    parsed.map_err(|_| format!("`{text}` is no number of at most 64 bits, such as 4096 or 0x1000"))
}

/// A [`number`] that is not 0.
///
/// # Errors
/// A message that says what is expected.
pub fn positive(text: &str) -> Result<u64, String> {
    match number(text)? {
        0 => Err("must be at least 1".to_owned()),
        value => Ok(value),
    }
}

/// `ADDRESS:LENGTH`, each a [`number`].
///
/// # Errors
/// A message that says what is expected.
pub fn range(text: &str) -> Result<(u64, u64), String> {
    let (address, length) =
        text.split_once(':').ok_or_else(|| format!("`{text}` is no ADDRESS:LENGTH, such as 0x400:16"))?;
    Ok((number(address)?, number(length)?))
}

/// `NAME=NUMBER`.
///
/// # Errors
/// A message that says what is expected.
pub fn assignment(text: &str) -> Result<(String, u64), String> {
    let (name, value) =
        text.split_once('=').ok_or_else(|| format!("`{text}` is no NAME=NUMBER, such as r0=0x10"))?;
    Ok((name.trim().to_owned(), number(value.trim())?))
}
