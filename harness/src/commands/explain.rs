//! `crosscall explain`.

use crate::cli::{ExplainArgs, Format};
use crate::error::{EXIT_CLEAN, Error};
use crate::explain::dialect::Dialect;
use crate::explain::differences::differences;
use crate::explain::{explain, json, text};
use crate::output::print;
use crate::picture::{self, Page};
use crosscall_model::c;

/// Draws the call.
///
/// # Errors
/// [`Error::Input`] when the declaration or the dialect is wrong.
pub fn run(args: &ExplainArgs) -> Result<u8, Error> {
    let declaration =
        c::parse(&args.declaration).map_err(|e| Error::Input(format!("the declaration: {e}")))?;
    let dialect =
        Dialect::parse(args.target, &args.dialect).map_err(|e| Error::Input(format!("--dialect: {e}")))?;
    let (target, name, signature) = (args.target, &declaration.name, &declaration.signature);
    let explanation = explain(target, name, signature, &dialect);
    // What a program reads does not depend on the terminal.
    if args.format == Format::Json {
        picture::use_page(Page::PLAIN);
    }
    let others = args.all.then(|| differences(&explanation, target, name, signature, &dialect));
    let answer = match args.format {
        Format::Text => text::render(&explanation, others.as_deref()),
        Format::Json => json::render(&explanation, others.as_deref()),
    };
    print(&answer)?;
    Ok(EXIT_CLEAN)
}
