//! Contracts in the comments of assembly texts and headers.

use super::super::machine::tools::Given;
use super::Source;
use crosscall_audit::contract::{Contract, contracts, header};
use crosscall_audit::file::FunctionEntry;
use crosscall_base::error::{Error, line_of, read_text};
use crosscall_explain::input::{Input, found};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// True for a header by its name.
pub(super) fn is_header(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "h")
}

/// The functions with a contract in texts and headers, by their names. Declarations of the headers are added to the source.
///
/// # Errors
/// [`Error::Input`] with file and line of a contract that is wrong.
pub(super) fn described(
    source: &mut Source<'_>,
    texts: &[PathBuf],
    headers: &[PathBuf],
) -> Result<BTreeMap<String, FunctionEntry>, Error> {
    let mut all = BTreeMap::new();
    for path in headers {
        let text = read_text(path)?;
        let header = header::read(&text).map_err(|(at, e)| Error::in_text(path, &text, at, e))?;
        let origin = path.display().to_string();
        let input = Input::read(header.declarations.clone(), &origin);
        let functions = match header.contracts.is_empty() {
            true => Vec::new(),
            false => found(&input, &source.environment, &["*".to_owned()])?.functions,
        };
        for contract in header.contracts {
            let behind = functions.iter().filter(|function| function.at >= contract.end);
            let next = behind.min_by_key(|function| function.at).map(|function| function.name.clone());
            let name = match &contract.entry.prototype {
                Some(prototype) => Some(source.declaration("", Some(prototype))?.0.name),
                None => next,
            };
            let name = name.ok_or_else(|| {
                Error::in_text(path, &text, contract.at, "contract: no function is declared behind it")
            })?;
            add(&mut all, name, placed(contract, (path, &text)));
        }
        source.declarations += &format!("# 0 \"{origin}\"\n{}\n", header.declarations);
    }
    for path in texts {
        let given = Given::read(path)?;
        let Some(text) = given.as_text() else { continue };
        for contract in contracts(text).map_err(|(at, e)| Error::in_text(path, text, at, e))? {
            let wrong = |message: &dyn std::fmt::Display| {
                Error::in_text(path, text, contract.at, format!("contract: {message}"))
            };
            let name = match &contract.entry.prototype {
                Some(prototype) => source.declaration("", Some(prototype)).map_err(|e| wrong(&e))?.0.name,
                None => contract
                    .name
                    .clone()
                    .ok_or_else(|| wrong(&"neither a declaration nor a label comes with it"))?,
            };
            add(&mut all, name, placed(contract, (path, text)));
        }
    }
    Ok(all)
}

/// Adds a contract to another one of the same function.
fn add(all: &mut BTreeMap<String, FunctionEntry>, name: String, entry: FunctionEntry) {
    let known = all.remove(&name).unwrap_or_default();
    all.insert(name, known.with(entry));
}

/// Terms of a contract, with its place. Files are named relative to the one that it is in.
fn placed(contract: Contract, (path, text): (&Path, &str)) -> FunctionEntry {
    let folder = path.parent().map(Path::to_path_buf).unwrap_or_default();
    let folder = std::path::absolute(&folder).unwrap_or(folder);
    let Contract { entry, at, .. } = contract;
    let same_as = entry.same_as.map(|text| folder.join(text).display().to_string());
    let place = Some(format!("{}:{}", path.display(), line_of(text, at)));
    FunctionEntry { same_as, place, ..entry }
}
