//! `crosscall explain`.

use crate::cli::{ExplainArgs, Format};
use crate::error::{EXIT_CLEAN, Error};
use crate::explain::dialect::Dialect;
use crate::explain::differences::differences;
use crate::explain::environment::Told;
use crate::explain::input::{functions, input};
use crate::explain::{explain, json, text};
use crate::output::print;
use crate::picture::{self, Page};
use crate::report::json::{FORMAT, pretty};
use crosscall_model::c::{Declaration, Function};
use serde_json::json;
use std::fmt::Write;

/// Draws the calls.
///
/// # Errors
/// [`Error::Input`] when the declaration, the choice of functions or the dialect is wrong.
pub fn run(args: &ExplainArgs) -> Result<u8, Error> {
    let dialect =
        Dialect::parse(args.target, &args.dialect).map_err(|e| Error::Input(format!("--dialect: {e}")))?;
    // What a program reads does not depend on the terminal.
    if args.format == Format::Json {
        picture::use_page(Page::PLAIN);
    }
    let input = input(&args.declaration)?;
    let told = Told { target: args.target, dialect: &dialect };
    let chosen = functions(&input, &told, &args.function)?;
    let wrong = |function: &Function| match &function.declaration {
        Ok(_) => None,
        Err(error) => Some(Error::Input(format!("{}: {error}", input.origin))),
    };
    // A function that is asked for by its name must be drawn; those that a pattern fits, as many as can be.
    let by_name = |function: &&Function| args.function.is_empty() || args.function.contains(&function.name);
    if let Some(error) = chosen.iter().filter(by_name).find_map(wrong) {
        return Err(error);
    }
    if let (Some(error), true) =
        (chosen.iter().find_map(wrong), chosen.iter().all(|f| f.declaration.is_err()))
    {
        return Err(error);
    }
    let drawn: Vec<&Declaration> = chosen.iter().filter_map(|f| f.declaration.as_ref().ok()).collect();
    let refused: Vec<&Function> = chosen.iter().filter(|f| f.declaration.is_err()).collect();
    print(&match args.format {
        Format::Text => text_of(args, &dialect, &drawn, &refused),
        Format::Json => json_of(args, &dialect, &drawn, &refused),
    })?;
    Ok(EXIT_CLEAN)
}

/// The pictures one below the other, and what could not be drawn.
fn text_of(args: &ExplainArgs, dialect: &Dialect, drawn: &[&Declaration], refused: &[&Function]) -> String {
    let picture = |declaration: &&Declaration| {
        let explanation = explain(args.target, declaration, dialect);
        let others = args.all.then(|| differences(&explanation, args.target, declaration, dialect));
        text::render(&explanation, others.as_deref())
    };
    let mut out = drawn.iter().map(picture).collect::<Vec<_>>().join("\n\n");
    for function in refused {
        if let Err(error) = &function.declaration {
            let _ = write!(out, "\nnot drawn: {}: {error}\n", function.name);
        }
    }
    out
}

/// One object for one function; a list of them where a pattern chose.
fn json_of(args: &ExplainArgs, dialect: &Dialect, drawn: &[&Declaration], refused: &[&Function]) -> String {
    let object = |declaration: &&Declaration| {
        let explanation = explain(args.target, declaration, dialect);
        let others = args.all.then(|| differences(&explanation, args.target, declaration, dialect));
        json::object(&explanation, others.as_deref())
    };
    let mut answer = match (drawn, refused, args.function.iter().any(|pattern| pattern.contains('*'))) {
        ([only], [], false) => object(only),
        _ => {
            let reasons = refused.iter().filter_map(|f| {
                let error = f.declaration.as_ref().err()?;
                Some(json!({ "name": f.name, "reason": error.to_string() }))
            });
            json!({
                "functions": drawn.iter().map(object).collect::<Vec<_>>(),
                "refused": reasons.collect::<Vec<_>>(),
            })
        }
    };
    if let Some(map) = answer.as_object_mut() {
        map.insert("format".to_owned(), FORMAT.into());
    }
    pretty(&answer)
}
