//! The compilers of a search, oldest first.

use crate::cli::BisectArgs;
use crate::commands::session::{self, present_folder};
use crosscall_base::error::Error;
use crosscall_base::interrupt;
use crosscall_model::Target;
use crosscall_toolchain::Toolchain;
use crosscall_toolchain::named::{Named, words};
use crosscall_toolchain::select::Inventory;
use std::path::Path;

/// One compiler of the list.
#[derive(Debug)]
pub(super) struct Candidate {
    /// Name in answers.
    pub(super) name: String,
    /// The compiler; none where it cannot be used.
    pub(super) toolchain: Option<Toolchain>,
    /// Why it cannot be used.
    pub(super) unusable: Option<String>,
    /// Command line, or what there is instead.
    pub(super) command: String,
    /// The one that it calls in the pairing `cross`; none for itself.
    pub(super) partner: Option<Toolchain>,
}

/// The compilers that the command line names.
///
/// # Errors
/// [`Error::Input`] for a name that nobody knows, or one that is there twice. One that cannot be used is no error: the
/// others may give the answer.
pub(super) fn candidates(
    args: &BisectArgs,
    target: Target,
    config: Option<&Path>,
) -> Result<Vec<Candidate>, Error> {
    // Compilers are asked for their versions: from here on a signal must not leave one behind.
    let _ = interrupt::flag();
    let names: Vec<String> = args.over.iter().chain(&args.partner).cloned().collect();
    let mut inventory = match names.as_slice() {
        [] => Inventory::default(),
        names => session::inventory_for(&[target], names, config)?.0,
    };
    inventory.add_recorded(&args.recorded)?;
    let mut all = Vec::new();
    for name in &args.over {
        match inventory.select(&[target], std::slice::from_ref(name)) {
            Ok(found) => {
                all.extend(found.into_iter().map(|toolchain| usable(toolchain.name.clone(), toolchain)))
            }
            Err(Error::Tool(reason)) => all.push(unusable(name, "", reason)),
            Err(error) => return Err(error),
        }
    }
    for (number, cc) in args.cc.iter().enumerate() {
        all.push(described(args, target, &format!("cc-{}", number + 1), cc)?);
    }
    if !args.flags.is_empty() {
        let [only] = all.as_slice() else {
            return Err(Error::Input(format!(
                "--flags: the flags are a list for one compiler, and {} are named",
                all.len()
            )));
        };
        all = args.flags.iter().map(|flags| with_flags(only, flags)).collect::<Result<_, _>>()?;
    }
    for (at, one) in all.iter().enumerate() {
        if all.iter().take(at).any(|other| other.name == one.name) {
            return Err(Error::Input(format!("{}: it is in the list twice", one.name)));
        }
    }
    if all.len() < 2 {
        return Err(Error::Input("a search needs at least two compilers, oldest first".to_owned()));
    }
    if let Some(name) = &args.partner {
        let found = inventory.select(&[target], std::slice::from_ref(name))?;
        all.iter_mut().for_each(|candidate| candidate.partner = found.first().cloned());
    }
    Ok(all)
}

fn usable(name: String, toolchain: Toolchain) -> Candidate {
    let command = match toolchain.cc.is_empty() {
        true => toolchain.version.clone(),
        false => crosscall_reports::shell::command(&toolchain.cc),
    };
    Candidate { name, toolchain: Some(toolchain), unusable: None, command, partner: None }
}

fn unusable(name: &str, command: &str, reason: String) -> Candidate {
    let (name, command) = (name.to_owned(), command.to_owned());
    Candidate { name, toolchain: None, unusable: Some(reason), command, partner: None }
}

/// A compiler that the command line describes.
fn described(args: &BisectArgs, target: Target, name: &str, cc: &str) -> Result<Candidate, Error> {
    let folder = present_folder()?;
    let (kind, assembler, emits) = (args.kind, args.assembler.as_deref(), args.emits.clone());
    let named = Named { name, target, cc, kind, assembler, emits, support: &args.support };
    let mut inventory = Inventory::default();
    inventory.add(named.toolchain(&folder)?, "the command line");
    match inventory.select(&[target], &[name.to_owned()]) {
        Ok(found) => match found.into_iter().next() {
            Some(toolchain) => Ok(usable(name.to_owned(), toolchain)),
            None => Ok(unusable(name, cc, "it cannot be used".to_owned())),
        },
        Err(error) => Ok(unusable(name, cc, error.to_string())),
    }
}

/// The same compiler with more flags.
fn with_flags(only: &Candidate, flags: &str) -> Result<Candidate, Error> {
    let more = words("--flags", flags)?;
    let name = if flags.is_empty() { only.name.clone() } else { format!("{} {flags}", only.name) };
    let Some(toolchain) = &only.toolchain else {
        return Ok(unusable(&name, &only.command, only.unusable.clone().unwrap_or_default()));
    };
    let mut toolchain = Toolchain { name: name.clone(), ..toolchain.clone() };
    if toolchain.cc.is_empty() {
        return Err(Error::Input(format!("--flags: {} is not a compiler that takes flags", only.name)));
    }
    toolchain.cc.extend(more);
    Ok(usable(name, toolchain))
}
