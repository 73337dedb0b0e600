//! `crosscall completions` and `crosscall man`: what a shell and `man` know of the command line, made from its
//! description.

use crate::cli::{self, CompletionsArgs, EXAMPLES, ManArgs};
use clap::Command;
use clap_mangen::Man;
use crosscall_base::error::Error;
use crosscall_base::output::{print_bytes, write_atomically};
use crosscall_reports::outcome::EXIT_CLEAN;

/// Prints a script that completes words of the command line.
///
/// # Errors
/// [`Error::Store`] when it cannot be written.
pub fn completions(args: &CompletionsArgs) -> Result<u8, Error> {
    let script = cli::script(args.shell);
    match &args.output {
        Some(path) => write_atomically(path, script.as_bytes())?,
        None => print_bytes(script.as_bytes())?,
    }
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
    let wrong = |e: std::io::Error| Error::Store(format!("a page cannot be made: {e}"));
    man.render_title(&mut page).map_err(wrong)?;
    man.render_name_section(&mut page).map_err(wrong)?;
    man.render_synopsis_section(&mut page).map_err(wrong)?;
    man.render_description_section(&mut page).map_err(wrong)?;
    man.render_options_section(&mut page).map_err(wrong)?;
    if command.has_subcommands() {
        man.render_subcommands_section(&mut page).map_err(wrong)?;
    }
    page.extend(sections(command).into_bytes());
    if command.get_version().is_some() || command.get_long_version().is_some() {
        man.render_version_section(&mut page).map_err(wrong)?;
    }
    write_atomically(&args.folder.join(man.get_filename()), &page)
}

/// A section of a man page: its heading, and pairs of what stands first and what is said of it.
type Section = (&'static str, &'static [(&'static str, &'static str)]);

/// Options of every command.
const COMMON: [Section; 3] = [
    (
        "EXIT STATUS",
        &[
            ("0", "nothing new was found"),
            ("1", "something was found that is not in the list of known findings"),
            ("2", "the command line, a configuration or a case file is wrong"),
            (
                "3",
                "a toolchain, a machine or the disk could not do its part; trials failed, or nothing was tested",
            ),
            ("130, 143, 129", "a signal asked for an end"),
            ("125, 255", "only of `crosscall repro --bisect`: it cannot be tested; nothing can be tested"),
        ],
    ),
    (
        "ENVIRONMENT",
        &[
            ("PATH", "Where compilers, assemblers and linkers are looked for."),
            (
                "CROSSCALL_TOOLCHAINS, XDG_CACHE_HOME",
                "Where the project's scripts install toolchains: $CROSSCALL_TOOLCHAINS, else $XDG_CACHE_HOME/crosscall/toolchains, \
                 else ~/.cache/crosscall/toolchains.",
            ),
            ("UPMEM_HOME, POPLAR_SDK_ENABLED", "Folders of the vendors' SDKs; their bin is looked into."),
            ("NYUZI_EMULATOR, FORW", "The reference tools of `machine compare`."),
            ("TMPDIR", "Where compilers work, in folders that are removed."),
            ("COLUMNS", "The width of what is drawn; it counts more than what the terminal says."),
            ("NO_COLOR, CLICOLOR, CLICOLOR_FORCE", "Whether there are colours, unless --color says so."),
        ],
    ),
    (
        "FILES",
        &[
            (
                "crosscall.toml",
                "Toolchains beside those that are found: in the present folder or the nearest folder above it that has one.",
            ),
            ("crosscall-findings/", "Cases of new findings, where no folder for a report is named."),
            ("~/.cache/crosscall/toolchains/", "Toolchains that the project's scripts have installed."),
        ],
    ),
];

/// The sections behind the options.
fn sections(command: &Command) -> String {
    let path = command.get_bin_name().or(command.get_display_name()).unwrap_or_default();
    let below = path.trim_start_matches("crosscall").trim().replace('-', " ");
    let mut out = String::new();
    if let Some((_, examples)) = EXAMPLES.iter().find(|(of, _)| *of == below) {
        out += ".SH EXAMPLES\n";
        for (what, line) in *examples {
            out += &format!(".PP\n{}:\n.PP\n.nf\n.RS 4\n{}\n.RE\n.fi\n", roff(what), roff(line));
        }
    }
    for (heading, entries) in COMMON {
        out += &format!(".SH \"{heading}\"\n");
        for (first, text) in entries {
            out += &format!(".TP\n.B {}\n{}\n", roff(first), roff(text));
        }
    }
    if !below.is_empty() {
        out += ".SH \"SEE ALSO\"\n.BR crosscall (1)\n";
    }
    out
}

/// A line of text as roff takes it.
fn roff(text: &str) -> String {
    let text = text.replace('\\', "\\e").replace('-', "\\-").replace('\'', "\\(aq");
    // A line that begins with a full stop or a quotation mark would be a request.
    if text.starts_with(['.', '\'']) { format!("\\&{text}") } else { text }
}
