//! Places in a program: symbols and their addresses.

use crate::cli_values::Place;
use crosscall_base::error::Error;
use crosscall_machines::executable::Executable;
use crosscall_machines::toolset::Toolset;
use crosscall_reports::nearest;

/// The address of a symbol, written as in C or as in the object file; a local one where no global one has the
/// name.
pub(super) fn symbol(target: &dyn Toolset, program: &Executable, name: &str) -> Option<u64> {
    let as_in_c = target.symbol(name);
    let names = [name, as_in_c.as_str()];
    let local = |name: &&str| {
        program.locals.values().find_map(|locals| locals.get(*name)).map(|symbol| symbol.address)
    };
    let global = names.iter().find_map(|name| program.address_of(name));
    global.or_else(|| names.iter().find_map(local))
}

/// The address of a place that an option names.
pub(super) fn address(
    option: &str,
    target: &dyn Toolset,
    program: &Executable,
    place: &Place,
) -> Result<u64, Error> {
    match place {
        Place::Address(address) => Ok(*address),
        Place::Symbol(name, distance) => match symbol(target, program, name) {
            Some(address) => Ok(address.wrapping_add(*distance)),
            None => Err(unknown(option, program, name)),
        },
    }
}

/// Message for a symbol that a program does not have.
pub(super) fn unknown(option: &str, program: &Executable, name: &str) -> Error {
    let known = program.globals.keys().chain(program.locals.values().flat_map(|locals| locals.keys()));
    let hint = match nearest(name, known.map(String::as_str)) {
        Some(near) => format!("; did you mean `{near}`?"),
        None => String::new(),
    };
    Error::Input(format!("{option}: the program has no symbol `{name}`{hint}"))
}

/// The nearest symbol before an address with the distance, such as `main+0x4`.
pub(super) fn label(program: &Executable, address: u64) -> Option<String> {
    let (name, distance) = program.nearest_symbol(address)?;
    Some(if distance == 0 { name.to_owned() } else { format!("{name}+{distance:#x}") })
}
