//! Compiles C text, or assembles assembly text, to an object file in memory.

use super::process::{self, End, Limits, ProcessError, Ran};
use super::{Kind, Toolchain};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use tempfile::TempDir;

/// Largest object file that is read, in bytes.
const OBJECT_LIMIT: u64 = 256 << 20;

/// What a compiler made of a unit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CompiledUnit {
    /// The object file.
    pub object_bytes: Vec<u8>,
    /// A name for messages: toolchain and unit, such as `epiphany-elf-gcc-O2/callee.o`.
    pub path: String,
}

/// How a compilation failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FailureKind {
    /// The compiler refused the source with this exit status: usually something it does not support.
    Rejected(i32),
    /// The compiler reported an error of its own.
    InternalError,
    /// A signal ended the compiler.
    Signal(i32),
    /// Its time was up.
    TimedOut,
    /// It said that all went well and left no object file.
    NoObject,
    /// It was not compiled alone, because others of its batch hang already: nothing is known of it.
    NotTried,
    /// The user interrupted.
    Interrupted,
    /// It could not be started, or the work folder could not be used: nothing that has to do with the
    /// source.
    NotRun,
}

impl FailureKind {
    /// Whether this is a fault of the compiler whatever the source is: a finding of its own kind.
    pub fn is_compiler_fault(self) -> bool {
        use FailureKind::{InternalError, NoObject, Signal, TimedOut};
        matches!(self, InternalError | Signal(_) | TimedOut | NoObject)
    }

    /// Whether it has to do with the source, so that a smaller source may do better.
    pub fn depends_on_source(self) -> bool {
        !matches!(self, FailureKind::Interrupted | FailureKind::NotRun)
    }
}

impl fmt::Display for FailureKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FailureKind::Rejected(code) => write!(f, "rejected the source (exit status {code})"),
            FailureKind::InternalError => f.write_str("internal compiler error"),
            FailureKind::Signal(number) => write!(f, "killed by signal {number}"),
            FailureKind::TimedOut => f.write_str("did not end in its time"),
            FailureKind::NoObject => f.write_str("reported success and wrote no object file"),
            FailureKind::NotTried => f.write_str("not tried alone, as others of its batch hang"),
            FailureKind::Interrupted => f.write_str("interrupted"),
            FailureKind::NotRun => f.write_str("could not be run"),
        }
    }
}

/// A source text that outlives its compilation until this is dropped.
#[derive(Debug)]
pub struct KeptSource {
    folder: TempDir,
    file: PathBuf,
}

impl KeptSource {
    /// Where it is now.
    pub fn path(&self) -> &Path {
        &self.file
    }

    /// Copies it to another place, folders and all.
    ///
    /// # Errors
    /// What the file system says.
    pub fn keep_as(&self, path: &Path) -> std::io::Result<()> {
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent)?;
        }
        std::fs::copy(&self.file, path).map(|_| ())
    }

    /// Leaves it where it is for good.
    pub fn leave(self) -> PathBuf {
        let _ = self.folder.keep();
        self.file
    }
}

/// A compilation that gave no object file.
#[derive(Debug)]
pub struct CompileFailure {
    /// What happened.
    pub kind: FailureKind,
    /// The toolchain's name.
    pub toolchain: String,
    /// Beginning of what the compiler wrote on its error stream, or the system's words.
    pub stderr: String,
    /// The source, where it came so far.
    pub source: Option<KeptSource>,
}

impl fmt::Display for CompileFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.toolchain, self.kind)?;
        match self.first_line() {
            "" => Ok(()),
            line => write!(f, ": {line}"),
        }
    }
}

impl std::error::Error for CompileFailure {}

impl CompileFailure {
    /// The line of [`Self::stderr`] that says most.
    pub fn first_line(&self) -> &str {
        let telling = |line: &&str| line.contains("error") || line.contains("Error");
        let lines = || self.stderr.lines().filter(|line| !line.trim().is_empty());
        lines().find(telling).or_else(|| lines().next()).unwrap_or_default().trim()
    }
}

/// Flags that every unit is compiled with, after the toolchain's own: the dialect of the generated text,
/// no warnings, and no assumption of a C library.
const C_FLAGS: &[&str] = &["-std=gnu11", "-w", "-ffreestanding", "-c"];

/// Compiles C text. The work happens in a folder inside `work_dir` that is removed afterwards, and kept
/// on failure as long as the failure lives.
///
/// # Errors
/// See [`FailureKind`].
pub fn compile(
    toolchain: &Toolchain,
    c_text: &str,
    work_dir: &Path,
    unit_name: &str,
    limits: &Limits,
    stop: &AtomicBool,
) -> Result<CompiledUnit, CompileFailure> {
    if !toolchain.kind.compiles_c() || toolchain.cc.is_empty() {
        return Err(not_run(toolchain, "it compiles no C text".to_owned()));
    }
    translate(toolchain, &toolchain.cc, C_FLAGS, c_text, work_dir, (unit_name, "c"), limits, stop)
}

/// Assembles text with the toolchain's own assembler, or with its compiler driver where no assembler is
/// known.
///
/// # Errors
/// See [`FailureKind`].
pub fn assemble(
    toolchain: &Toolchain,
    text: &str,
    work_dir: &Path,
    unit_name: &str,
    limits: &Limits,
    stop: &AtomicBool,
) -> Result<CompiledUnit, CompileFailure> {
    let (command, flags): (&[String], &[&str]) = match toolchain.kind {
        Kind::Gcc | Kind::Clang if toolchain.as_.is_empty() => (&toolchain.cc, &["-c"]),
        Kind::Gcc | Kind::Clang => (&toolchain.as_, &[]),
        Kind::Forw | Kind::Embedded => (&[], &[]),
    };
    if command.is_empty() {
        return Err(not_run(toolchain, "it has no assembler that crosscall can drive".to_owned()));
    }
    translate(toolchain, command, flags, text, work_dir, (unit_name, "s"), limits, stop)
}

fn not_run(toolchain: &Toolchain, reason: String) -> CompileFailure {
    CompileFailure {
        kind: FailureKind::NotRun,
        toolchain: toolchain.name.clone(),
        stderr: reason,
        source: None,
    }
}

#[allow(clippy::too_many_arguments)]
fn translate(
    toolchain: &Toolchain,
    command: &[String],
    flags: &[&str],
    text: &str,
    work_dir: &Path,
    (unit_name, extension): (&str, &str),
    limits: &Limits,
    stop: &AtomicBool,
) -> Result<CompiledUnit, CompileFailure> {
    let folder = tempfile::Builder::new()
        .prefix("crosscall-")
        .tempdir_in(work_dir)
        .map_err(|e| not_run(toolchain, format!("cannot make a folder in {}: {e}", work_dir.display())))?;
    let source_name = format!("{unit_name}.{extension}");
    let file = folder.path().join(&source_name);
    std::fs::write(&file, text)
        .map_err(|e| not_run(toolchain, format!("cannot write {}: {e}", file.display())))?;
    let object_name = format!("{unit_name}.o");
    let mut full = command.to_vec();
    full.extend(flags.iter().map(|flag| (*flag).to_owned()));
    full.extend(["-o".to_owned(), object_name.clone(), source_name]);

    let (kind, stderr) = match process::run(&full, folder.path(), limits, stop) {
        Err(error @ (ProcessError::NotStarted { .. } | ProcessError::Lost { .. })) => {
            return Err(not_run(toolchain, error.to_string()));
        }
        Ok(ran) => {
            let stderr = String::from_utf8_lossy(&ran.stderr).into_owned();
            match judge(&ran, &stderr) {
                Some(kind) => (kind, stderr),
                None => match read_object(&folder.path().join(&object_name)) {
                    Some(object_bytes) => {
                        let path = format!("{}/{object_name}", toolchain.name);
                        return Ok(CompiledUnit { object_bytes, path });
                    }
                    None => (FailureKind::NoObject, stderr),
                },
            }
        }
    };
    let source = Some(KeptSource { folder, file });
    Err(CompileFailure { kind, toolchain: toolchain.name.clone(), stderr, source })
}

fn judge(ran: &Ran, stderr: &str) -> Option<FailureKind> {
    let crashed = || {
        // A driver may survive the death of what it started, and says so in these words.
        ["internal compiler error", "PLEASE submit a bug report", "Stack dump:"]
            .iter()
            .any(|words| stderr.contains(words))
    };
    match ran.end {
        End::Code(0) => None,
        End::Code(_) if crashed() => Some(FailureKind::InternalError),
        End::Code(code) => Some(FailureKind::Rejected(code)),
        End::Signal(number) => Some(FailureKind::Signal(number)),
        End::TimedOut => Some(FailureKind::TimedOut),
        End::Interrupted => Some(FailureKind::Interrupted),
    }
}

/// A regular, non-empty file of a size that can be read.
fn read_object(path: &Path) -> Option<Vec<u8>> {
    let size = std::fs::symlink_metadata(path).ok().filter(|m| m.is_file())?.len();
    if size == 0 || size > OBJECT_LIMIT {
        return None;
    }
    std::fs::read(path).ok()
}
