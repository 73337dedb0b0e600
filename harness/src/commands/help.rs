//! `crosscall help`: a command's help, or what a word means.

use crate::cli::{self, HelpArgs, unfolded};
use clap::Command;
use crosscall_base::error::Error;
use crosscall_base::output::print;
use crosscall_reports::glossary::{self, WORDS, Word};
use crosscall_reports::outcome::EXIT_CLEAN;
use crosscall_reports::picture::style::{TITLE, paint};
use crosscall_reports::picture::{columns, labelled, page};

/// Prints the help of the program, of a command, or of a word; commands come first.
///
/// # Errors
/// [`Error::Input`] for what is neither.
pub fn run(args: &HelpArgs) -> Result<u8, Error> {
    let program = cli::command();
    let answer = match args.what.as_slice() {
        [] => help_of(&[]) + "\n" + &all_words(),
        path if is_command(&program, path) => help_of(path),
        words => {
            let asked = words.join(" ");
            reported(&asked).ok_or_else(|| unknown(&program, &asked))?
        }
    };
    print(&answer)?;
    Ok(EXIT_CLEAN)
}

fn is_command(program: &Command, path: &[String]) -> bool {
    path.iter().try_fold(program, |command, name| command.find_subcommand(name)).is_some()
}

/// Text that `--help` prints behind a command.
fn help_of(path: &[String]) -> String {
    let words = ["crosscall"].into_iter().chain(path.iter().map(String::as_str)).chain(["--help"]);
    match cli::command().try_get_matches_from(words) {
        Err(help) if page().colours => unfolded(&help.render().ansi().to_string()),
        Err(help) => unfolded(&help.render().to_string()),
        Ok(_) => String::new(),
    }
}

fn reported(asked: &str) -> Option<String> {
    glossary::find(asked).map(entry)
}

fn entry(word: &Word) -> String {
    let paragraph = |text: &str| labelled(2, "", 0, text);
    format!("{}\n{}\n{}", paint(TITLE, word.word), paragraph(word.meaning), paragraph(word.more))
}

fn all_words() -> String {
    let widest = WORDS.iter().map(|word| columns(word.word)).max().unwrap_or(0) + 2;
    let mut out = paint(TITLE, "Words, which `crosscall help WORD` says more of:") + "\n";
    for word in WORDS {
        out += &labelled(2, word.word, widest, word.meaning);
    }
    out
}

fn unknown(program: &Command, asked: &str) -> Error {
    let commands: Vec<&str> = program.get_subcommands().map(Command::get_name).collect();
    let words: Vec<&str> = WORDS.iter().map(|word| word.word).collect();
    let hint = match glossary::similar(asked, &commands) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("commands: {}; words: {}", commands.join(", "), words.join(", ")),
    };
    Error::Input(format!("`{asked}` is neither a command nor a word of the glossary; {hint}"))
}
