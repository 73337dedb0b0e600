//! What several commands need: the toolchains of this machine, and the list of known findings.

use crate::error::Error;
use crate::known::Known;
use crate::toolchain::config;
use crate::toolchain::discover::Places;
use crate::toolchain::select::Inventory;
use std::path::{Path, PathBuf};

/// Looks for toolchains, with the named configuration or the nearest one.
pub(super) fn inventory(named: Option<&Path>) -> Result<(Inventory, Option<PathBuf>), Error> {
    let folder = std::env::current_dir()
        .map_err(|e| Error::Input(format!("the present folder cannot be found: {e}")))?;
    let config = config::load(named, &folder)?;
    Ok((Inventory::take(&config, &Places::from_environment()), config.path))
}

/// The named list of known findings, or the built-in one.
pub(super) fn known(named: Option<&Path>) -> Result<Known, Error> {
    named.map_or_else(Known::built_in, Known::read)
}
