//! Texts that people write and send: cases, configurations, declarations, lists of known findings.

use crate::case_file::CaseFile;
use crate::known::Known;
use crate::toolchain::config;
use crosscall_model::c;
use std::path::Path;

/// Name of the files in messages.
const NAME: &str = "fuzz.toml";

fn text(bytes: &[u8]) -> Option<&str> {
    std::str::from_utf8(bytes).ok()
}

/// Treats bytes as a case file. One that is read is written and read again, as the same case.
///
/// # Errors
/// A case that does not survive that.
pub fn case_file(bytes: &[u8]) -> Result<(), String> {
    let Some(text) = text(bytes) else { return Ok(()) };
    let Ok(file) = CaseFile::parse(text, Path::new(NAME)) else { return Ok(()) };
    let written = file.to_text();
    let again = CaseFile::parse(&written, Path::new(NAME)).map_err(|e| format!("{e}\nin\n{written}"))?;
    if again.case != file.case {
        return Err(format!("another case was read than was written:\n{written}"));
    }
    Ok(())
}

/// Treats bytes as a configuration.
///
/// # Errors
/// None: it must not panic.
pub fn config_file(bytes: &[u8]) -> Result<(), String> {
    if let Some(text) = text(bytes) {
        let _ = config::parse(text, Path::new(NAME));
    }
    Ok(())
}

/// Treats bytes as a declaration in C. The signature of one that is read is written and read again.
///
/// # Errors
/// A signature that does not survive that.
pub fn declaration(bytes: &[u8]) -> Result<(), String> {
    let Some(text) = text(bytes) else { return Ok(()) };
    let _ = crosscall_declarations::parse_type(text);
    let Ok(read) = crosscall_declarations::parse(text) else { return Ok(()) };
    let written = c::signature(&read.signature, "f");
    let again =
        crosscall_declarations::parse(&written).map_err(|e| format!("{e}\nin {written}\nof {text}"))?;
    if again.signature != read.signature {
        return Err(format!("another signature was read than was written: {written}\nof {text}"));
    }
    Ok(())
}

/// Treats bytes as a list of known findings.
///
/// # Errors
/// None: it must not panic.
pub fn known_list(bytes: &[u8]) -> Result<(), String> {
    if let Some(text) = text(bytes) {
        let _ = Known::parse(text, Path::new(NAME));
    }
    Ok(())
}
