//! Texts that people write and send: cases, configurations, declarations, lists of known findings.

use crosscall_campaign::known::Known;
use crosscall_declarations::Declaration;
use crosscall_explain::dialect::Dialect;
use crosscall_explain::environment::UnderDialect;
use crosscall_explain::input::{Input, found};
use crosscall_explain::{forms, types};
use crosscall_model::{Form, Target, c};
use crosscall_reports::picture::{self, Page};
use crosscall_reports::printable::visible;
use crosscall_toolchain::case_file::CaseFile;
use crosscall_toolchain::config;
use std::path::Path;

/// Name of the files in messages.
const NAME: &str = "fuzz.toml";

/// Functions of a header that are drawn, at most.
const DRAWN: usize = 4;

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

/// Treats bytes as a declaration in C. The signature of one that is read is written and read again. Then they are a header,
/// whose functions and types are drawn for a target.
///
/// # Errors
/// A signature that does not survive that, and a drawing with characters that a terminal obeys.
pub fn declaration(bytes: &[u8]) -> Result<(), String> {
    let Some(text) = text(bytes) else { return Ok(()) };
    drawn(text)?;
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

/// Draws what a header declares.
fn drawn(header: &str) -> Result<(), String> {
    // Any will do: what is read is nearly the same for all.
    let Some(&target) = Target::ALL.get(header.len() % Target::ALL.len()) else { return Ok(()) };
    picture::use_page(Page::PLAIN);
    let dialect = Dialect::preferred(target);
    let environment = UnderDialect { target, dialect: &dialect };
    let input = Input::read(header.to_owned(), "fuzz.h");
    let every = ["*".to_owned()];
    let answers = [found(&input, &environment, &every), found(&input, &environment, &[])];
    let mut out = String::new();
    for answer in answers {
        let answer = match answer {
            Ok(answer) => answer,
            Err(error) => {
                out += &error.to_string();
                continue;
            }
        };
        if let Some(asked) = &answer.asked {
            out += &types::render(&types::explain_type(target, asked, &dialect), false);
        }
        let declarations = answer.functions.iter().filter_map(|function| function.declaration.as_ref().ok());
        let form = Form::default();
        let fits =
            |d: &&Declaration| forms::check(&crosscall_explain::case_of(form, target, &d.signature)).is_ok();
        for declaration in declarations.filter(fits).take(DRAWN) {
            out += &crosscall_explain::text::render(
                &crosscall_explain::explain(target, declaration, &dialect),
                None,
            );
        }
    }
    match visible(&out) == out {
        true => Ok(()),
        false => Err(format!("a terminal would obey {out:?}")),
    }
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
