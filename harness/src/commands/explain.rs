//! `crosscall explain`.

use super::session;
use crate::cli::{ExplainArgs, Format};
use crate::explain::preprocess::{Wanted, preprocess};
use crate::explain::real::{Real, Subject, real};
use crate::explain::real_text;
use crosscall_base::error::Error;
use crosscall_base::interrupt;
use crosscall_base::output::print;
use crosscall_base::process::Limits;
use crosscall_base::progress::Waiting;
use crosscall_campaign::rerun::again::{FEW_CASES, Settled, Subjects};
use crosscall_declarations::{Asked, Declaration, Function, ParseError};
use crosscall_explain::dialect::Dialect;
use crosscall_explain::differences::differences;
use crosscall_explain::environment::UnderDialect;
use crosscall_explain::input::{Found, Input, found, input};
use crosscall_explain::{Explanation, case_of, explain_as, forms, json, text, types};
use crosscall_model::Pairing;
use crosscall_reports::json::{FORMAT, pretty};
use crosscall_reports::outcome::{EXIT_CLEAN, EXIT_TOOL};
use crosscall_reports::picture::{self, Page};
use crosscall_toolchain::Toolchain;
use crosscall_toolchain::units::CompileContext;
use serde_json::{Value, json};
use std::fmt::Write;
use std::path::Path;

/// Draws the calls, or the type.
///
/// # Errors
/// [`Error::Input`] when the declaration, the choice of functions or toolchains, or the dialect is wrong, [`Error::Tool`] when
/// a toolchain is not there.
pub fn run(args: &ExplainArgs, config: Option<&Path>) -> Result<u8, Error> {
    let dialect = Dialect::parse(args.target.target, &args.dialect)
        .map_err(|e| Error::Input(format!("--dialect: {e}")))?;
    // Output for programs does not depend on the terminal.
    if args.format == Format::Json {
        picture::use_page(Page::PLAIN);
    }
    let input = asked(args, config)?;
    let environment = UnderDialect { target: args.target.target, dialect: &dialect };
    let Found { functions: chosen, asked, notes: of_text } = found(&input, &environment, &args.function)?;
    let notes: Vec<String> = args.target.note().into_iter().chain(of_text).collect();
    if let Some(asked) = asked {
        return of_type(args, &dialect, &asked, &notes);
    }
    let errors = |functions: &[&Function]| {
        let together = ParseError::together(functions.iter().filter_map(|f| f.declaration.as_ref().err()));
        together.map(|error| Error::Input(format!("{}: {error}", input.origin)))
    };
    // A function that is asked for by its name must be drawn; those that a pattern fits, as many as can be.
    let by_name = |function: &&Function| args.function.is_empty() || args.function.contains(&function.name);
    let all: Vec<&Function> = chosen.iter().collect();
    let named: Vec<&Function> = chosen.iter().filter(by_name).collect();
    if let Some(error) = errors(&named) {
        return Err(error);
    }
    if let (Some(error), true) = (errors(&all), chosen.iter().all(|f| f.declaration.is_err())) {
        return Err(error);
    }
    let subjects = subjects(args, config)?;
    let form = args.form.unwrap_or_default();
    for declaration in named.iter().filter_map(|function| function.declaration.as_ref().ok()) {
        forms::check(&case_of(form, args.target.target, &declaration.signature))?;
    }
    let fits = |function: &&Function| {
        let of = |d: &Declaration| forms::check(&case_of(form, args.target.target, &d.signature)).is_ok();
        function.declaration.as_ref().is_ok_and(of)
    };
    let drawn: Vec<Drawn<'_>> = chosen
        .iter()
        .filter(fits)
        .filter_map(|function| function.declaration.as_ref().ok())
        .map(|declaration| draw(args, &dialect, declaration, &subjects))
        .collect();
    if let (true, Some(function)) =
        (drawn.is_empty(), chosen.iter().find_map(|f| f.declaration.as_ref().ok()))
    {
        forms::check(&case_of(form, args.target.target, &function.signature))?;
    }
    let refused: Vec<&Function> = chosen.iter().filter(|f| f.declaration.is_err()).collect();
    print(&match args.format {
        Format::Text => text::notes_part(&notes) + &text_of(args, &dialect, &drawn, &refused),
        Format::Json => json_of(args, &dialect, (&drawn, &refused), &notes),
    })?;
    let idle = drawn.iter().flat_map(|drawn| &drawn.real).any(|real| !real.was_tried());
    Ok(if idle { EXIT_TOOL } else { EXIT_CLEAN })
}

/// The question with its text and the headers before it.
fn asked(args: &ExplainArgs, config: Option<&Path>) -> Result<Input, Error> {
    let mut text = match (&args.declaration, args.include.is_empty()) {
        (Some(argument), true) => input(argument)?,
        (argument, _) => {
            let wanted =
                Wanted { target: args.target.target, headers: &args.include, folders: &args.include_dir };
            let (inventory, _) = session::inventory_for(&[args.target.target], &[], config)?;
            let compilers: Vec<_> =
                inventory.toolchains.into_iter().filter(|t| t.target == args.target.target).collect();
            let headers = preprocess(wanted, &compilers, &std::env::temp_dir(), &interrupt::flag())?;
            match argument {
                None => headers,
                Some(argument) => {
                    let more = input(argument)?;
                    if more.given.typed_from != 0 {
                        let message =
                            "a file or standard input is given, and headers with `--include`; choose one";
                        return Err(Error::Input(format!("{argument}: {message}")));
                    }
                    headers.asking(&more.text)
                }
            }
        }
    };
    if let Some(question) = &args.type_ {
        text = text.asking(question);
    }
    Ok(text)
}

/// Draws a type.
fn of_type(args: &ExplainArgs, dialect: &Dialect, asked: &Asked, notes: &[String]) -> Result<u8, Error> {
    if !args.toolchain.is_empty() {
        let message = "a compiler is tried with a function; for a type, declare one that takes it";
        return Err(Error::Input(format!("--toolchain: {message}")));
    }
    let explanation = types::explain_type(args.target.target, asked, dialect);
    print(&match args.format {
        Format::Text => text::notes_part(notes) + &types::render(&explanation, args.brief),
        Format::Json => {
            let mut object = types::object(&explanation);
            if let Some(map) = object.as_object_mut() {
                map.insert("source_notes".to_owned(), notes.into());
                map.insert("format".to_owned(), FORMAT.into());
            }
            pretty(&object)
        }
    })?;
    Ok(EXIT_CLEAN)
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
    let form = args.form.unwrap_or_default();
    let explanation = explain_as(form, args.target.target, declaration, dialect);
    let (stop, limits, work_dir) = (interrupt::flag(), Limits::default(), std::env::temp_dir());
    let context = CompileContext { work_dir: &work_dir, limits: &limits, stop: &stop };
    let real =
        subjects.iter().map(|subject| real(declaration, &explanation, dialect, subject, context)).collect();
    Drawn { declaration, explanation, real }
}

/// The toolchains that are asked for, with what directed cases show of them: that is how readings are distinguished from
/// contradictions.
fn subjects(args: &ExplainArgs, config: Option<&Path>) -> Result<Vec<Subject>, Error> {
    if args.toolchain.is_empty() {
        return Ok(Vec::new());
    }
    let (inventory, _) = session::inventory_for(&[args.target.target], &args.toolchain, config)?;
    let mut selected = inventory.select(&[args.target.target], &args.toolchain)?;
    selected.retain(|toolchain| toolchain.takes_part(Pairing::Caller));
    if selected.is_empty() {
        let names = args.toolchain.join(", ");
        return Err(Error::Input(format!("{names}: an assembler or linker makes no calls; name a compiler")));
    }
    let (stop, limits, work_dir) = (interrupt::flag(), Limits::default(), std::env::temp_dir());
    let context = CompileContext { work_dir: &work_dir, limits: &limits, stop: &stop };
    let _waiting = Waiting::for_what("trying what the toolchains do");
    let mut settled = Settled::default();
    let mut known = |toolchain: Toolchain| -> Result<Subject, Error> {
        let subjects = Subjects { first: toolchain, partner: None };
        let knowledge = settled.of(&subjects, Pairing::Caller, context, FEW_CASES)?.first;
        Ok(Subject { toolchain: subjects.first, knowledge })
    };
    selected.into_iter().map(&mut known).collect()
}

/// The pictures one below the other, and what could not be drawn.
fn text_of(args: &ExplainArgs, dialect: &Dialect, drawn: &[Drawn<'_>], refused: &[&Function]) -> String {
    let picture = |drawn: &Drawn<'_>| {
        let Drawn { declaration, explanation, real } = drawn;
        let others = args.all.then(|| differences(explanation, args.target.target, declaration, dialect));
        let mut out = if args.brief {
            text::brief(explanation, others.as_deref())
        } else {
            text::render(explanation, others.as_deref())
        };
        out.extend(real.iter().map(|real| real_text::render(explanation, real)));
        out
    };
    let chosen = args.function.iter().any(|pattern| pattern.contains('*')) && drawn.len() > 1;
    let is_drawn = args.full || args.brief || args.all || !args.toolchain.is_empty();
    let mut out = match chosen && !is_drawn {
        true => lines_of(args, drawn),
        false => drawn.iter().map(picture).collect::<Vec<_>>().join("\n\n"),
    };
    for function in refused {
        if let Err(error) = &function.declaration {
            let _ = write!(out, "\nnot drawn: {}: {error}\n", function.name);
        }
    }
    out
}

/// A line for each function.
fn lines_of(args: &ExplainArgs, drawn: &[Drawn<'_>]) -> String {
    let line = |drawn: &Drawn<'_>| text::line(&drawn.declaration.name, &drawn.explanation);
    let mut out =
        text::title(&format!("{}: where the values of {} functions are", args.target.target, drawn.len()));
    out.extend(drawn.iter().map(line));
    out += "\n  [a] is memory at an address in a, * a function with notes; `--function NAME` draws one, `--full` all of them\n";
    out
}

/// One object for one function; a list of them where a pattern chose.
fn json_of(
    args: &ExplainArgs,
    dialect: &Dialect,
    (drawn, refused): (&[Drawn<'_>], &[&Function]),
    notes: &[String],
) -> String {
    let object = |drawn: &Drawn<'_>| {
        let Drawn { declaration, explanation, real } = drawn;
        let others = args.all.then(|| differences(explanation, args.target.target, declaration, dialect));
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
        map.insert("source_notes".to_owned(), notes.into());
        map.insert("format".to_owned(), FORMAT.into());
    }
    pretty(&answer)
}
