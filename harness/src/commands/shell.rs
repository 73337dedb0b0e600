//! `crosscall completions` and `crosscall man`: what a shell and `man` know of the command line, made from its
//! description.

use crate::cli::{self, CompletionsArgs, ManArgs};
use crate::error::{EXIT_CLEAN, Error};
use crate::output::print_bytes;
use crate::store::write_atomically;
use clap::Command;
use clap_mangen::Man;

/// Prints a script that completes words of the command line.
///
/// # Errors
/// [`Error::Store`] when it cannot be written.
pub fn completions(args: &CompletionsArgs) -> Result<u8, Error> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut cli::command(), "crosscall", &mut script);
    print_bytes(&script)?;
    Ok(EXIT_CLEAN)
}

/// Writes a page for each command into a folder.
///
/// # Errors
/// [`Error::Store`] when one cannot be written.
pub fn man(args: &ManArgs) -> Result<u8, Error> {
    let mut command = cli::command();
    command.build();
    write_page(&command, args)?;
    Ok(EXIT_CLEAN)
}

fn write_page(command: &Command, args: &ManArgs) -> Result<(), Error> {
    for inner in command.get_subcommands().filter(|inner| !inner.is_hide_set()) {
        write_page(inner, args)?;
    }
    // The page has the name of the command with hyphens: `crosscall-machine-run.1`.
    let man = Man::new(command.clone());
    let mut page = Vec::new();
    man.render(&mut page).map_err(|e| Error::Store(format!("a page cannot be made: {e}")))?;
    write_atomically(&args.folder.join(man.get_filename()), &page)
}
