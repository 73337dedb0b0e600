//! `crosscall explain`.

use super::again::{Settled, Subjects};
use super::session;
use crate::campaign::units::Workshop;
use crate::cli::{ExplainArgs, Format};
use crate::error::{EXIT_CLEAN, EXIT_TOOL, Error};
use crate::explain::dialect::Dialect;
use crate::explain::differences::differences;
use crate::explain::environment::Told;
use crate::explain::input::{functions, input};
use crate::explain::real::{Real, Subject, real};
use crate::explain::{Explanation, explain, json, real_text, text};
use crate::interrupt;
use crate::output::print;
use crate::picture::{self, Page};
use crate::progress::Waiting;
use crate::report::json::{FORMAT, pretty};
use crate::toolchain::Toolchain;
use crate::toolchain::process::Limits;
use crosscall_model::Pairing;
use crosscall_model::c::{Declaration, Function};
use serde_json::{Value, json};
use std::fmt::Write;
use std::path::Path;

/// Draws the calls.
///
/// # Errors
/// [`Error::Input`] when the declaration, the choice of functions or toolchains, or the dialect is wrong, [`Error::Tool`] when
/// a toolchain is not there.
pub fn run(args: &ExplainArgs, config: Option<&Path>) -> Result<u8, Error> {
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
    let subjects = subjects(args, config)?;
    let drawn: Vec<Drawn<'_>> = chosen
        .iter()
        .filter_map(|function| function.declaration.as_ref().ok())
        .map(|declaration| draw(args, &dialect, declaration, &subjects))
        .collect();
    let refused: Vec<&Function> = chosen.iter().filter(|f| f.declaration.is_err()).collect();
    print(&match args.format {
        Format::Text => text_of(args, &dialect, &drawn, &refused),
        Format::Json => json_of(args, &dialect, &drawn, &refused),
    })?;
    let idle = drawn.iter().flat_map(|drawn| &drawn.real).any(|real| !real.was_tried());
    Ok(if idle { EXIT_TOOL } else { EXIT_CLEAN })
}

/// A function with what there is to draw.
struct Drawn<'a> {
    declaration: &'a Declaration,
    explanation: Explanation,
    real: Vec<Real>,
}

fn draw<'a>(
    args: &ExplainArgs,
    dialect: &Dialect,
    declaration: &'a Declaration,
    subjects: &[Subject],
) -> Drawn<'a> {
    let explanation = explain(args.target, declaration, dialect);
    let (stop, limits, work_dir) = (interrupt::flag(), Limits::default(), std::env::temp_dir());
    let workshop = Workshop { work_dir: &work_dir, limits: &limits, stop: &stop };
    let real =
        subjects.iter().map(|subject| real(declaration, &explanation, dialect, subject, workshop)).collect();
    Drawn { declaration, explanation, real }
}

/// The toolchains that are asked for, with what directed cases tell of them: that is how readings are told from
/// contradictions.
fn subjects(args: &ExplainArgs, config: Option<&Path>) -> Result<Vec<Subject>, Error> {
    if args.toolchain.is_empty() {
        return Ok(Vec::new());
    }
    let (inventory, _) = session::inventory(config)?;
    let mut selected = inventory.select(&[args.target], &args.toolchain)?;
    selected.retain(|toolchain| toolchain.takes_part(Pairing::Caller));
    if selected.is_empty() {
        let names = args.toolchain.join(", ");
        return Err(Error::Input(format!("{names}: an assembler or linker makes no calls; name a compiler")));
    }
    let (stop, limits, work_dir) = (interrupt::flag(), Limits::default(), std::env::temp_dir());
    let workshop = Workshop { work_dir: &work_dir, limits: &limits, stop: &stop };
    let _waiting = Waiting::for_what("trying what the toolchains do");
    let mut settled = Settled::default();
    let mut known = |toolchain: Toolchain| -> Result<Subject, Error> {
        let subjects = Subjects { first: toolchain, partner: None };
        let knowledge = settled.of(&subjects, Pairing::Caller, workshop)?.first;
        Ok(Subject { toolchain: subjects.first, knowledge })
    };
    selected.into_iter().map(&mut known).collect()
}

/// The pictures one below the other, and what could not be drawn.
fn text_of(args: &ExplainArgs, dialect: &Dialect, drawn: &[Drawn<'_>], refused: &[&Function]) -> String {
    let picture = |drawn: &Drawn<'_>| {
        let Drawn { declaration, explanation, real } = drawn;
        let others = args.all.then(|| differences(explanation, args.target, declaration, dialect));
        let mut out = text::render(explanation, others.as_deref());
        out.extend(real.iter().map(|real| real_text::render(explanation, real)));
        out
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
fn json_of(args: &ExplainArgs, dialect: &Dialect, drawn: &[Drawn<'_>], refused: &[&Function]) -> String {
    let object = |drawn: &Drawn<'_>| {
        let Drawn { declaration, explanation, real } = drawn;
        let others = args.all.then(|| differences(explanation, args.target, declaration, dialect));
        let mut object = json::object(explanation, others.as_deref());
        if let (Some(map), false) = (object.as_object_mut(), real.is_empty()) {
            let list: Vec<Value> = real.iter().map(real_text::object).collect();
            map.insert("toolchains".to_owned(), list.into());
        }
        object
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
