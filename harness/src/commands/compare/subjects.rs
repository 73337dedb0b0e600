//! The compilers of a comparison: pairs of an old one and a new one.

use crate::cli::{CommandArgs, ComparisonArgs};
use crate::commands::session::{self, present_folder};
use crosscall_base::error::Error;
use crosscall_base::interrupt;
use crosscall_base::output::note;
use crosscall_base::target_word::TargetWord;
use crosscall_model::Pairing;
use crosscall_toolchain::Toolchain;
use crosscall_toolchain::named::{Named, words};
use crosscall_toolchain::select::Inventory;
use std::path::Path;

/// The pairs that the command line asks for.
///
/// # Errors
/// [`Error::Input`] for what is no pair, [`Error::Tool`] for a compiler that cannot be used.
pub(super) fn pairs(
    args: &ComparisonArgs,
    config: Option<&Path>,
) -> Result<Vec<(Toolchain, Toolchain)>, Error> {
    let pairs = match (&args.old, &args.new) {
        (Some(old), Some(new)) => {
            let (targets, names) =
                (Vec::from_iter(args.target.map(TargetWord::said)), [old.clone(), new.clone()]);
            let (mut inventory, _) = session::inventory_for(&targets, &names, config)?;
            inventory.add_recorded(&args.recorded)?;
            named(&inventory, args, old, new)?
        }
        _ => {
            args.target.map(TargetWord::said);
            described(args)?
        }
    };
    for (old, new) in &pairs {
        if old.target != new.target {
            return Err(Error::Input(format!(
                "{} is for {} and {} for {}: only two builds for one target can be compared",
                old.name, old.target, new.name, new.target
            )));
        }
        if let Some(other) = [old, new].into_iter().find(|t| !t.takes_part(Pairing::Cross)) {
            return Err(Error::Input(format!(
                "{} is not a compiler, or runs on an emulator: its calls cannot be compared",
                other.name
            )));
        }
    }
    Ok(pairs)
}

/// Subjects by their names.
fn named(
    inventory: &Inventory,
    args: &ComparisonArgs,
    old: &str,
    new: &str,
) -> Result<Vec<(Toolchain, Toolchain)>, Error> {
    let targets: Vec<_> = args.target.into_iter().map(|word| word.target).collect();
    let one = |name: &str| -> Result<Toolchain, Error> {
        let found = inventory.select(&targets, &[name.to_owned()])?;
        found.into_iter().next().ok_or_else(|| Error::Input(format!("there is no toolchain `{name}`")))
    };
    match (old.split_once('*'), new.split_once('*')) {
        (None, None) => Ok(vec![(one(old)?, one(new)?)]),
        (Some((start, end)), Some((new_start, new_end))) if !end.contains('*') && !new_end.contains('*') => {
            let mut pairs = Vec::new();
            for first in inventory.select(&targets, &[old.to_owned()])? {
                let Some(text) = first.name.strip_prefix(start).and_then(|rest| rest.strip_suffix(end))
                else {
                    continue;
                };
                let name = format!("{new_start}{text}{new_end}");
                match inventory.toolchains.iter().find(|t| t.name == name && t.target == first.target) {
                    Some(second) => pairs.push((first, second.clone())),
                    None => note(&format!("{}: not compared, as there is no `{name}`", first.name)),
                }
            }
            match pairs.is_empty() {
                true => {
                    Err(Error::Input(format!("`{old}` and `{new}`: no two names have the same text for `*`")))
                }
                false => Ok(pairs),
            }
        }
        _ => Err(Error::Input(format!(
            "`{old}` and `{new}`: to pair several toolchains both names have one `*`, such as 'old-gcc-*' 'new-gcc-*'"
        ))),
    }
}

/// Compilers that the command line describes.
fn described(args: &ComparisonArgs) -> Result<Vec<(Toolchain, Toolchain)>, Error> {
    let CommandArgs { old_cc, new_cc, flags, .. } = &args.commands;
    let (Some(old), Some(new)) = (old_cc, new_cc) else {
        return Err(Error::Input("OLD and NEW, or --old and --new, name two compilers".to_owned()));
    };
    let none = [String::new()];
    let each = if flags.is_empty() { &none[..] } else { flags };
    let pair = |flags: &String| Ok((command(args, "old", old, flags)?, command(args, "new", new, flags)?));
    each.iter().map(pair).collect()
}

/// A compiler with more flags than its own, once it has given its version.
fn command(args: &ComparisonArgs, name: &str, cc: &str, flags: &str) -> Result<Toolchain, Error> {
    let CommandArgs { kind, assembler, emits, support, .. } = &args.commands;
    let Some(TargetWord { target, .. }) = args.target else {
        return Err(Error::Input(format!("--{name}: one --target says what it compiles for")));
    };
    let folder = present_folder()?;
    // Compilers are asked for their versions: from here on a signal must not leave one behind.
    let _ = interrupt::flag();
    let (kind, assembler, emits) = (*kind, assembler.as_deref(), emits.clone());
    let named = Named { name, target, cc, kind, assembler, emits, support };
    let mut toolchain = named.toolchain(&folder)?;
    let more = words("--flags", flags)?;
    toolchain.cc.extend(more);
    let mut inventory = Inventory::default();
    inventory.add(toolchain, "the command line");
    let found = inventory.select(&[target], &[name.to_owned()])?;
    let mut found =
        found.into_iter().next().ok_or_else(|| Error::Tool(format!("--{name} cannot be used")))?;
    if !flags.is_empty() {
        found.name = format!("{name} {flags}");
    }
    Ok(found)
}
