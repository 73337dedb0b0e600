//! The subjects of a run that the command line describes.

use super::session::present_folder;
use crate::cli::{RunArgs, SubjectArgs, Targets};
use crate::error::Error;
use crate::interrupt;
use crate::output::note;
use crate::process::Limits;
use crate::process::folder::WorkFolder;
use crate::toolchain::Toolchain;
use crate::toolchain::compile::compile;
use crate::toolchain::emits::Emits;
use crate::toolchain::named::Named;
use crate::toolchain::select::Inventory;
use crate::units::object_form;
use crate::verdict::object_check;
use crosscall_model::Target;
use crosscall_oracle::judge::has_header_of;
use std::env;

/// Adds the subjects that the command line describes, and tells the names of those that are asked for; none where all are.
///
/// # Errors
/// [`Error::Input`] for what cannot be a name or a command, or is for no target that is asked for; [`Error::Tool`] for a compiler
/// that makes no object file where its target depends on them.
pub(super) fn subjects(args: &RunArgs, inventory: &mut Inventory) -> Result<Vec<String>, Error> {
    inventory.add_recorded(&args.recorded)?;
    let targets = Targets::all(&args.target);
    let folder = present_folder()?;
    let mut names = Vec::new();
    let mut by_target: Vec<(Target, &str)> = Vec::new();
    for (name, command) in commands(&args.subject)? {
        let SubjectArgs { kind, assembler, emits, .. } = &args.subject;
        let Some(first) = targets.first() else {
            return Err(Error::Input(format!("--subject {name}: a --target says what it compiles for")));
        };
        let emits = if emits == "assembly" { Emits::Assembly } else { Emits::Object };
        let named =
            Named { name, target: *first, cc: command, kind: *kind, assembler: assembler.as_deref(), emits };
        let mut toolchain = named.toolchain(&folder)?;
        toolchain.target = target_of(&toolchain, &targets)?;
        by_target.push((toolchain.target, name));
        inventory.add(toolchain, "the command line");
        names.push(name.to_owned());
    }
    if by_target.iter().any(|(target, _)| by_target.first().is_some_and(|(first, _)| first != target)) {
        let told: Vec<String> =
            by_target.iter().map(|(target, name)| format!("{name} for {target}")).collect();
        note(&format!("{}: there are no calls between compilers of different ABIs", told.join(", ")));
    }
    names.extend(args.toolchain.iter().cloned());
    Ok(names)
}

/// Names and commands: each `NAME=COMMAND`, and the one name whose command is that of `--cc`.
fn commands(args: &SubjectArgs) -> Result<Vec<(&str, &str)>, Error> {
    let mut rest = args.cc.as_deref();
    let mut all = Vec::new();
    for subject in &args.subject {
        all.push(match subject.split_once('=') {
            Some(described) => described,
            None => (subject.as_str(), rest.take().ok_or_else(|| without_command(subject))?),
        });
    }
    match rest {
        Some(_) => Err(Error::Input("--cc: its subject has no name; give it with --subject NAME".to_owned())),
        None => Ok(all),
    }
}

fn without_command(name: &str) -> Error {
    Error::Input(format!("--subject {name}: its command is missing, such as --subject {name}='mycc -O2'"))
}

/// The target among some for which a compiler makes object files. Only where there are several is it asked.
///
/// # Errors
/// See [`subjects`].
fn target_of(toolchain: &Toolchain, among: &[Target]) -> Result<Target, Error> {
    if let [only] = among {
        return Ok(*only);
    }
    let folder = WorkFolder::new(&env::temp_dir()).map_err(Error::Tool)?;
    let (limits, stop) = (Limits::default(), interrupt::present_flag());
    let made = compile(toolchain, "int nothing;\n", folder.path(), "nothing", &limits, &stop)
        .map_err(|failure| Error::Tool(format!("--subject {failure}")))?;
    let object = object_check::in_words(&made.object, object_form(&made.object_bytes));
    let fits = |target: &&Target| has_header_of(**target, &object);
    among.iter().find(fits).copied().ok_or_else(|| {
        let names: Vec<&str> = among.iter().map(|target| target.name()).collect();
        Error::Input(format!(
            "--subject {}: by their headers its object files are for none of {}; add a flag for the ABI, such as -mabi, or give \
             another --target",
            toolchain.name,
            names.join(", ")
        ))
    })
}
