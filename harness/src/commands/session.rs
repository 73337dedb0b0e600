//! Parts that several commands share: the toolchains of this machine, and the list of known findings.

use crate::cli::ProgramArgs;
use crosscall_base::error::Error;
use crosscall_base::interrupt;
use crosscall_base::output::note;
use crosscall_base::process::Limits;
use crosscall_base::progress::Waiting;
use crosscall_campaign::known::Known;
use crosscall_engine::machine::backend;
use crosscall_engine::machine::linker::{self, Linker};
use crosscall_model::{Target, counted};
use crosscall_reports::printable::printable;
use crosscall_toolchain::assembler;
use crosscall_toolchain::config;
use crosscall_toolchain::discover::Places;
use crosscall_toolchain::linker::Ld;
use crosscall_toolchain::select::Inventory;
use crosscall_toolchain::usual::Breadth;
use std::path::{Path, PathBuf};

/// The present folder, in which relative paths of the command line lie.
pub(super) fn present_folder() -> Result<PathBuf, Error> {
    std::env::current_dir().map_err(|e| Error::Input(format!("the present folder cannot be found: {e}")))
}

/// Looks for toolchains of these targets only whose names fit these patterns, with the named configuration or the nearest one; an
/// empty list means all. No other compiler is started.
pub(super) fn inventory_for(
    targets: &[Target],
    names: &[String],
    named: Option<&Path>,
) -> Result<(Inventory, Option<PathBuf>), Error> {
    inventory_of(targets, names, Breadth::ALL, named)
}

/// The same, for as many compilers as `breadth` says.
pub(super) fn inventory_of(
    targets: &[Target],
    names: &[String],
    breadth: Breadth,
    named: Option<&Path>,
) -> Result<(Inventory, Option<PathBuf>), Error> {
    // Compilers are asked for their versions: from here on a signal must not leave one behind.
    let _ = interrupt::flag();
    let folder = present_folder()?;
    let config = config::load(named, &folder)?;
    if let (Some(path), None) = (&config.path, named)
        && path.parent() != Some(folder.as_path())
    {
        note(&format!(
            "crosscall: {}: the configuration, from a folder above",
            printable(&path.display().to_string())
        ));
    }
    let _waiting = Waiting::for_what("looking for toolchains");
    let mut inventory = Inventory::take_for(targets, names, breadth, &config, &Places::from_environment());
    inventory.add_recorded(&config.recorded)?;
    match interrupt::signal() {
        // Compilers that could not answer any more are not broken.
        Some(_) => Err(Error::Tool("interrupted before the work began".to_owned())),
        None => Ok((inventory, config.path)),
    }
}

/// The named list of known findings, or the built-in one.
pub(super) fn known(named: Option<&Path>) -> Result<Known, Error> {
    let Some(path) = named else { return Known::built_in().cloned() };
    let known = Known::read(path)?;
    let open =
        known.entries.iter().filter(|entry| entry.reason.as_deref().is_some_and(|r| r.trim().is_empty()));
    match open.count() {
        0 => {}
        count => note(&format!("{}: {} without a reason", path.display(), counted(count, "entry"))),
    }
    Ok(known)
}

/// Chooses who executes and links the programs of these targets.
///
/// # Errors
/// [`Error::Input`] for what is not there.
pub(super) fn choose(args: &ProgramArgs, targets: &[Target], config: Option<&Path>) -> Result<(), Error> {
    backend::choose(args.backend.into(), targets).map_err(Error::Input)?;
    if let Some(target) = targets.iter().find(|target| !assembler::is_there(**target)) {
        return Err(Error::Input(assembler::missing(*target)));
    }
    match &args.linker {
        Some(name) => linker::choose(linker_of(name, targets, config)?).map_err(Error::Input),
        None => Ok(()),
    }
}

/// The linkers of the subjects of these targets whose names fit a pattern.
///
/// # Errors
/// [`Error::Input`] when a target has none.
fn linker_of(name: &str, targets: &[Target], config: Option<&Path>) -> Result<Box<dyn Linker>, Error> {
    let names = [name.to_owned()];
    let (inventory, _) = inventory_for(targets, &names, config)?;
    let mut toolchains = inventory.select(targets, &names)?;
    toolchains.retain(|toolchain| !toolchain.ld.is_empty());
    for target in targets {
        if !toolchains.iter().any(|toolchain| toolchain.target == *target) {
            return Err(Error::Input(format!("--linker: no subject `{name}` has a linker for {target}")));
        }
    }
    Ok(Box::new(Ld {
        toolchains,
        work_dir: std::env::temp_dir(),
        limits: Limits::default(),
        stop: interrupt::flag(),
    }))
}
