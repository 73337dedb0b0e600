//! `--color`.

use clap::{ColorChoice, ValueEnum};
use crosscall_reports::picture::{self, Page};

/// Value of `--color`, for messages about a command line that cannot be read as a whole.
pub(crate) fn asked_for() -> ColorChoice {
    let words: Vec<String> = std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect();
    let apart = words.windows(2).filter_map(|pair| match pair {
        [option, value] if option == "--color" => Some(value.as_str()),
        _ => None,
    });
    let joined = words.iter().filter_map(|word| word.strip_prefix("--color="));
    apart.chain(joined).find_map(|value| ColorChoice::from_str(value, true).ok()).unwrap_or_default()
}

/// From now on this thread draws for the standard output, with colours as they are asked for.
pub(crate) fn set_up(choice: ColorChoice) {
    match choice {
        ColorChoice::Always => anstream::ColorChoice::Always,
        ColorChoice::Never => anstream::ColorChoice::Never,
        ColorChoice::Auto => anstream::ColorChoice::Auto,
    }
    .write_global();
    picture::use_page(Page::of_stdout());
}
