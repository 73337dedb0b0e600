//! Printers: commands of people who have a compiler without a front end for C. One is given the cases of a unit as data, the
//! [`request`], on its standard input, and writes an object file or assembly text; which cases it refuses it says in its
//! [`answer`]. `docs/printers.md` is the manual, `reports/schema/printer-request-1.json` the schema.

pub mod answer;
pub mod request;
mod types;

use crate::compile::{self, CompileFailure, CompiledUnit, FailureKind};
use crate::object::{self, Unusable};
use crate::units::CompileContext;
use crate::{Toolchain, ToolchainKind, discover, emits, worker};
use crosscall_base::process::{Limits, Ran};
use crosscall_engine::machine;
use crosscall_engine::unit::{Compiled, Failure, Role};
use crosscall_machines::object_file::{Binding, ObjectFile, Symbol, SymbolPlace};
use crosscall_model::Case;
use request::Contract;
use std::path::Path;

/// Version of requests and answers. It goes up when a key changes its meaning or is gone.
pub const VERSION: u32 = 1;

/// Most bytes of an answer that are read.
const LONGEST_ANSWER: usize = 1 << 20;

/// Name of the file that a printer is asked to write, whatever the unit: a fault that has to do with it is one in all roles.
pub const OUTPUT: &str = "unit.out";

/// The first line of a printer's answer to `--version`; empty where it has none, which is no fault.
///
/// # Errors
/// There is no such program.
pub(super) fn version(command: &[String]) -> Result<String, String> {
    let program = command.first().map_or("", String::as_str);
    if worker::program(program).is_none_or(|file| !file.is_file()) {
        return Err(format!("the program `{program}` was not found"));
    }
    let answer = discover::ask(command, "--version").unwrap_or_default();
    let line = answer.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
    Ok(if line.starts_with('{') { String::new() } else { line.chars().take(200).collect() })
}

/// A printer's file.
enum Written {
    /// Every case is refused: there needs to be none.
    Nothing,
    Object(Vec<u8>, Box<ObjectFile>),
    Assembly(String),
}

/// Gives a printer the text of a request, and makes an object file of what it writes.
///
/// # Errors
/// See [`FailureKind`].
pub(super) fn print(
    toolchain: &Toolchain,
    text: &str,
    unit_name: &str,
    context: CompileContext<'_>,
) -> Result<CompiledUnit, CompileFailure> {
    let Some((made, asked)) = request::asked(text) else {
        return Err(compile::not_run(toolchain, "a printer takes no text but requests".to_owned()));
    };
    let (source, path) = (format!("{unit_name}.json"), format!("{}/{made}", toolchain.name));
    let take = |file: &Path, ran: &Ran| {
        if ran.stdout.0.len() >= LONGEST_ANSWER {
            return Err(Unusable::Answer(format!("it is longer than {LONGEST_ANSWER} bytes")));
        }
        let refused = answer::read(&ran.stdout.0, &asked).map_err(Unusable::Answer)?;
        if refused.len() == asked.len() {
            return Ok((refused, Written::Nothing));
        }
        let bytes = object::bytes(file)?;
        match object::parse(toolchain.target, &path, &bytes) {
            Ok(object) => Ok((refused, Written::Object(bytes, Box::new(object)))),
            Err(Unusable::Text) => match String::from_utf8(bytes) {
                Ok(text) => Ok((refused, Written::Assembly(text))),
                Err(_) => Err(Unusable::Damaged("it is not valid UTF-8".to_owned())),
            },
            Err(other) => Err(other),
        }
    };
    let limits = Limits { output: LONGEST_ANSWER, ..context.limits.clone() };
    let longer = CompileContext { limits: &limits, ..context };
    let files = [(source.as_str(), text.as_bytes())];
    let (refused, written) = compile::work(toolchain, &toolchain.cc, &files, &made, longer, take)?;
    let unit = match written {
        Written::Nothing => emits::assembled(toolchain, "", unit_name)?,
        Written::Object(object_bytes, object) => {
            CompiledUnit { object_bytes, object: *object, path, words: String::new(), refused: Vec::new() }
        }
        Written::Assembly(text) if toolchain.as_.is_empty() => emits::assembled(toolchain, &text, unit_name)?,
        Written::Assembly(text) => {
            compile::assemble(toolchain, &text, unit_name, context).map_err(|failure| match failure.kind {
                FailureKind::Rejected(_) => CompileFailure { kind: FailureKind::AssemblerRefused, ..failure },
                _ => failure,
            })?
        }
    };
    Ok(CompiledUnit { refused, ..unit })
}

/// Takes out the cases whose symbols are not in the object files as a printer was asked to have them: its fault.
pub(super) fn hold_to_contract(subject: &Toolchain, role: Role, cases: &[Case], compiled: &mut Compiled) {
    let mut failures = Vec::new();
    for (ks, object) in &mut compiled.objects {
        ks.retain(|k| {
            let Some(case) = cases.get(*k) else { return true };
            let Some(wrong) = departs(&Contract::of(role, *k, case), subject, object) else { return true };
            let what = format!("{}: {} {wrong}", subject.name, OUTPUT);
            failures.push((*k, Failure::Fault { what, source: request::text(role, &[(*k, case)]) }));
            false
        });
    }
    compiled.failures.append(&mut failures);
}

/// The fault of a printer whose code has the values of a case in it, and does not load them from their objects. `None` of
/// another subject: the text of its unit says what it has to do.
pub fn folds(subject: &Toolchain, role: Role, k: usize, case: &Case) -> Option<Failure> {
    if subject.kind != ToolchainKind::Printer {
        return None;
    }
    let of_role = match role {
        Role::Caller => "the objects in `arguments`",
        Role::Callee | Role::Layout => "the object in `return`",
    };
    let what = format!(
        "{}: has the values of {of_role} in its code; it has to load them, for they are run with others",
        subject.name
    );
    Some(Failure::Fault { what, source: request::text(role, &[(k, case)]) })
}

/// Departure of an object file from what was asked for.
fn departs(contract: &Contract, subject: &Toolchain, object: &ObjectFile) -> Option<String> {
    let is_defined = |name: &String| {
        let symbol = machine::symbol(subject.target, name);
        let is_seen = |own: &&Symbol| own.binding != Binding::Local && own.place != SymbolPlace::Undefined;
        object.symbols.iter().filter(is_seen).any(|own| own.name == symbol)
    };
    if let Some(missing) = contract.defined.iter().find(|name| !is_defined(name)) {
        return Some(format!("does not define the global symbol `{missing}`"));
    }
    let others = contract.others.iter().find(|name| is_defined(name));
    others.map(|other| format!("defines `{other}`, which is not a part of it"))
}
