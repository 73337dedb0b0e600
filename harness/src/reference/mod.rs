//! Reference tools: what the vendors' own assemblers and emulators make of the programs that the machines
//! are tested with. Assemblers are in one table, emulators have a file for each target.
//!
//! A reference tool is another reading of the same sources, so nothing of it is taken for the truth: the
//! two are held against each other, and what differs is reported.

mod assembler;
mod compare;
mod forwardcom;
mod nyuzi;

pub use compare::{Compared, Comparison, compare};

use crosscall_base::process::{self, End, Limits};
use crosscall_machines::executable::Executable;
use crosscall_toolchain::discover::Places;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

/// A tool that does what a part of a toolset does.
pub trait Reference {
    /// The tool and its version, in a line.
    fn title(&self) -> String;

    /// Assembles a text to an object file; `None` where the tool is no assembler.
    fn assemble(&self, text: &str, shop: &Shop<'_>) -> Option<Result<Vec<u8>, String>> {
        let _ = (text, shop);
        None
    }

    /// True if the tool can run programs.
    fn can_run(&self) -> bool {
        false
    }

    /// The text as both sides get it, with whatever makes the tool show its registers at the end.
    fn prepared(&self, text: &str) -> String {
        text.to_owned()
    }

    /// Text of start-up code for programs without: it calls `main` and then ends in a way that both sides
    /// understand.
    fn startup(&self) -> Option<&'static str> {
        None
    }

    /// Runs a program: `text` is its source, `program` what the toolset made of it and the start-up code.
    ///
    /// # Errors
    /// The task that the tool could not do.
    fn run(&self, text: &str, program: &Executable, shop: &Shop<'_>) -> Result<Ended, String> {
        let _ = (text, program, shop);
        Err("this tool runs no programs".to_owned())
    }

    /// True if only the registers that the program says something about can be compared, because the two
    /// sides put the program at other addresses.
    fn places_differ(&self) -> bool {
        false
    }
}

/// The state at the end of a run.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Ended {
    /// Registers by name, as bytes in memory order.
    pub registers: Vec<(String, Vec<u8>)>,
    /// Memory: first address and bytes.
    pub memory: Vec<(u64, Vec<u8>)>,
}

/// Context in which tools are run.
pub struct Shop<'a> {
    /// A folder for files, empty at first.
    pub folder: &'a Path,
    /// Set when the user interrupts.
    pub stop: &'a AtomicBool,
}

impl Shop<'_> {
    /// Puts a file into the folder.
    fn write(&self, name: &str, bytes: &[u8]) -> Result<PathBuf, String> {
        let path = self.folder.join(name);
        std::fs::write(&path, bytes).map_err(|e| format!("{}: {e}", path.display()))?;
        Ok(path)
    }

    fn read(&self, name: &str) -> Result<Vec<u8>, String> {
        let path = self.folder.join(name);
        std::fs::read(&path).map_err(|e| format!("{}: {e}", path.display()))
    }

    /// Runs a tool; gives what it printed. `statuses` are the exit statuses that mean success; any will do
    /// where there are none.
    fn run(&self, tool: &Path, arguments: &[&str], statuses: &[i32]) -> Result<String, String> {
        let mut command = vec![tool.display().to_string()];
        command.extend(arguments.iter().map(|a| (*a).to_owned()));
        let limits = Limits { output: 16 << 20, ..Limits::default() };
        let ran = process::run(&command, self.folder, &limits, self.stop).map_err(|e| e.to_string())?;
        let text = ran.stdout.text();
        let said = || {
            let error = ran.stderr.text();
            error.lines().chain(text.lines()).find(|line| !line.trim().is_empty()).unwrap_or("").to_owned()
        };
        match ran.end {
            End::Code(code) if statuses.is_empty() || statuses.contains(&code) => Ok(text),
            End::Code(code) => Err(format!("{} ended with status {code}: {}", tool.display(), said())),
            End::Signal(number) => Err(format!("{} was ended by signal {number}", tool.display())),
            End::TimedOut => Err(format!("{} did not end in time", tool.display())),
            End::Interrupted => Err("interrupted".to_owned()),
        }
    }
}

/// Why nothing can be compared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Missing {
    /// The missing tool.
    pub reason: String,
    /// Way to get it.
    pub remedy: String,
}

/// The reference tool of a target: the one that is named, or the one that is found.
///
/// # Errors
/// [`Missing`] when there is none.
pub fn find(target: &str, named: Option<&Path>, places: &Places) -> Result<Box<dyn Reference>, Missing> {
    match target {
        "nyuzi" => nyuzi::find(named, places),
        "forwardcom" => forwardcom::find(named, places),
        _ => Ok(Box::new(assembler::find(target, named, places)?)),
    }
}

/// A program: the one that is named, else the one that is found under its name.
fn program(named: Option<&Path>, places: &Places, target: &str, name: &str) -> Option<PathBuf> {
    match named {
        // It is run in another folder.
        Some(path) => Some(std::path::absolute(path).unwrap_or_else(|_| path.to_owned())),
        None => places.program(target, name),
    }
}

/// First line that a tool prints about itself.
fn version(tool: &Path, option: &str) -> String {
    let said = crosscall_toolchain::discover::ask_version(&[tool.display().to_string(), option.to_owned()]);
    said.unwrap_or_else(|_| "of an unknown version".to_owned())
}
