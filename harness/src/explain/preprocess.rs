//! The text that a preprocessor makes of headers: the target's where there is one and it finds them, or else the host's.

use crosscall_base::error::Error;
use crosscall_base::process::folder::WorkFolder;
use crosscall_base::process::{End, Limits, run};
use crosscall_declarations::{Given, Machine};
use crosscall_explain::input::{Input, LIMIT, closed};
use crosscall_model::Target;
use crosscall_toolchain::Toolchain;
use std::fmt::Write;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

/// Compilers of the host, the first that is there is taken; `$CC` goes before.
const HOSTS: &[&str] = &["cc", "gcc", "clang"];

/// Headers to preprocess.
#[derive(Debug, Clone, Copy)]
pub struct Wanted<'a> {
    /// Whose compiler is wanted.
    pub target: Target,
    /// Files, or names as they stand in `#include <…>`.
    pub headers: &'a [String],
    /// Folders in which to look first.
    pub folders: &'a [PathBuf],
}

/// Answer of a preprocessor.
enum Said {
    Text(String),
    /// It is not there.
    Missing,
    /// It does not take the headers; the reason.
    Refused(String),
}

/// Preprocesses headers with the first of the target's compilers that takes them, or else with the host's.
///
/// # Errors
/// Where no compiler is there, or none takes the headers, or one of them is in a closed folder.
pub fn preprocess(
    wanted: Wanted<'_>,
    compilers: &[Toolchain],
    work_dir: &Path,
    stop: &AtomicBool,
) -> Result<Input, Error> {
    let origin = wanted.headers.join(", ");
    let mut arguments = vec!["-E".to_owned()];
    for folder in wanted.folders {
        if folder.metadata().is_err_and(|e| e.kind() == ErrorKind::PermissionDenied) {
            return Err(closed(folder));
        }
        arguments.extend(["-I".to_owned(), absolute(folder)?]);
    }
    let folder = WorkFolder::new(work_dir).map_err(Error::Tool)?;
    let source = folder.path().join("headers.c");
    std::fs::write(&source, includes(wanted.headers)?).map_err(|e| Error::unwritable(&source, e))?;
    arguments.extend(["-x", "c", "headers.c"].map(str::to_owned));
    let ask = |command: &[String]| said(&[command, &arguments].concat(), folder.path(), stop);

    let mut notes = Vec::new();
    let headers = wanted.headers.to_vec();
    // The same program at another level has the same headers.
    let mut asked: Vec<&String> = Vec::new();
    for toolchain in compilers.iter().filter(|toolchain| toolchain.kind.compiles_c()) {
        let Some(program) = toolchain.cc.first().filter(|program| !asked.contains(program)) else { continue };
        asked.push(program);
        match ask(&toolchain.cc)? {
            Said::Text(text) => return Ok(Input { notes, headers, ..Input::read(text, &origin) }),
            Said::Missing => {}
            Said::Refused(reason) => {
                notes.push(format!("{} does not take the headers ({reason})", toolchain.name));
            }
        }
    }
    let host = std::env::var("CC").ok().filter(|cc| !cc.trim().is_empty());
    let named = host.iter().map(String::as_str).chain(HOSTS.iter().copied());
    let mut refused = None;
    for name in named {
        let command: Vec<String> = name.split_whitespace().map(str::to_owned).collect();
        match ask(&command)? {
            Said::Text(text) => {
                let machine = machine(&command, folder.path(), stop);
                let seen = format!("`{name} -E`");
                let given = Given { machine: Some(Machine { name: machine, seen }), ..Given::default() };
                return Ok(Input { given, notes, headers, ..Input::read(text, &origin) });
            }
            Said::Missing => {}
            Said::Refused(reason) => {
                refused = Some(format!("{origin}: `{name} -E` does not take the headers: {reason}"));
                break;
            }
        }
    }
    Err(match refused {
        Some(refused) => Error::Input(refused),
        None => Error::Tool(format!(
            "{origin}: there is no compiler to preprocess it with, neither for {} nor for the host; set `CC`, or give the \
             text itself: `crosscall explain FILE`",
            wanted.target
        )),
    })
}

/// The lines that include headers.
fn includes(headers: &[String]) -> Result<String, Error> {
    let mut text = String::new();
    for header in headers {
        let path = Path::new(header);
        let _ = match std::fs::metadata(path) {
            Ok(found) if found.is_file() => writeln!(text, "#include \"{}\"", absolute(path)?),
            Err(error) if error.kind() == ErrorKind::PermissionDenied => return Err(closed(path)),
            _ => writeln!(text, "#include <{header}>"),
        };
    }
    Ok(text)
}

fn absolute(path: &Path) -> Result<String, Error> {
    let whole = std::path::absolute(path).map_err(|e| Error::unreadable(path, e))?;
    Ok(whole.display().to_string())
}

fn said(command: &[String], folder: &Path, stop: &AtomicBool) -> Result<Said, Error> {
    let limits = Limits { output: LIMIT as usize, ..Limits::default() };
    let Ok(ran) = run(command, folder, &limits, stop) else { return Ok(Said::Missing) };
    let name = command.first().cloned().unwrap_or_default();
    match ran.end {
        End::Code(0) if ran.dropped > 0 => {
            Err(Error::Input(format!("`{name} -E`: writes more than {LIMIT} bytes")))
        }
        End::Code(0) => Ok(Said::Text(String::from_utf8_lossy(&ran.stdout.0).into_owned())),
        End::Code(code) => {
            let text = ran.stderr.text();
            let error = text.lines().find(|line| line.contains("error")).or(text.lines().next());
            let reason = error.map_or_else(|| format!("exit code {code}"), |line| line.trim().to_owned());
            Ok(Said::Refused(reason))
        }
        End::Signal(signal) => Ok(Said::Refused(format!("ended by signal {signal}"))),
        End::TimedOut => Ok(Said::Refused(format!("no answer within {} s", limits.time.as_secs()))),
        End::Interrupted => Err(Error::Tool("interrupted".to_owned())),
    }
}

/// Machine that a compiler compiles for, in its own words.
fn machine(command: &[String], folder: &Path, stop: &AtomicBool) -> String {
    let ran = run(&[command, &["-dumpmachine".to_owned()]].concat(), folder, &Limits::default(), stop);
    let text = ran.ok().filter(|ran| ran.end == End::Code(0)).map(|ran| ran.stdout.text());
    let line =
        text.as_deref().and_then(|text| text.lines().next()).map(str::trim).filter(|line| !line.is_empty());
    line.unwrap_or("the host").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crosscall_toolchain::ToolchainKind;

    /// Every compiler of the target is asked before the host's, each program once.
    #[test]
    fn the_first_compiler_that_takes_the_headers() {
        let of = |name: &str, cc: &[&str]| Toolchain {
            name: name.to_owned(),
            kind: ToolchainKind::Gcc,
            cc: cc.iter().map(|word| (*word).to_owned()).collect(),
            ..Toolchain::embedded(Target::Epiphany)
        };
        let compilers = [
            of("one-O0", &["false"]),
            of("one-O1", &["false", "-O1"]),
            of("two", &["sh", "-c", "echo 'int f(int);'"]),
        ];
        let headers = ["stddef.h".to_owned()];
        let wanted = Wanted { target: Target::Epiphany, headers: &headers, folders: &[] };
        let stop = AtomicBool::new(false);
        let input = preprocess(wanted, &compilers, &std::env::temp_dir(), &stop).unwrap();
        assert_eq!(input.text, "int f(int);\n");
        assert_eq!(input.notes, ["one-O0 does not take the headers (exit code 1)"]);
        assert_eq!((input.given.machine, input.headers), (None, headers.to_vec()));
    }
}
