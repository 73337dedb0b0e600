//! Choice of the linker of programs: the one that is built in, or another one that links by the same options.

use super::TrialError;
use crosscall_machines::executable::Executable;
use crosscall_machines::link::{LinkOptions, SectionRule, UndefinedSymbol, definitions, references};
use crosscall_machines::object_file::ObjectFile;
use crosscall_model::Target;
use std::collections::BTreeSet;
use std::sync::OnceLock;

/// Links programs.
pub trait Linker: Send + Sync {
    /// Links objects as the options say. Output sections list their inputs, by which the code and data of subjects are known.
    ///
    /// # Errors
    /// The linker's complaint, in words.
    fn link(
        &self,
        target: Target,
        objects: &[&ObjectFile],
        options: &LinkOptions,
    ) -> Result<Executable, TrialError>;
}

static CHOSEN: OnceLock<Box<dyn Linker>> = OnceLock::new();

/// Chooses who links the programs of this process, for as long as it runs.
///
/// # Errors
/// When another one was chosen before.
pub fn choose(linker: Box<dyn Linker>) -> Result<(), String> {
    CHOSEN.set(linker).map_err(|_| "another linker was chosen before".to_owned())
}

/// The linker that was chosen; `None` for the one that is built in.
pub(super) fn chosen() -> Option<&'static dyn Linker> {
    CHOSEN.get().map(Box::as_ref)
}

/// Symbols that objects refer to and none defines.
pub fn missing<'a>(objects: &[&'a ObjectFile]) -> BTreeSet<&'a str> {
    let defined: BTreeSet<&str> = objects.iter().flat_map(|object| definitions(object)).collect();
    objects.iter().flat_map(|object| references(object)).filter(|name| !defined.contains(name)).collect()
}

/// Missing symbols for which the options have nothing either.
pub(super) fn undefined(objects: &[&ObjectFile], options: &LinkOptions) -> Vec<UndefinedSymbol> {
    let of_layout = |rule: &SectionRule, name: &str| {
        rule.start_symbols.iter().chain(&rule.end_symbols).any(|s| s == name)
    };
    let has = |name: &str| {
        options.address_for(name).is_some()
            || options.defined.contains_key(name)
            || options.provided.contains_key(name)
            || options.layout.iter().any(|rule| of_layout(rule, name))
    };
    let undefined = missing(objects).into_iter().filter(|name| !has(name));
    undefined.map(|name| UndefinedSymbol { name: name.to_owned(), references: Vec::new() }).collect()
}
