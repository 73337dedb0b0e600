//! Compiles a unit's text, or assembles assembly text, to an object file in memory.

use super::emits::{self, Emits};
use super::hook::Hook;
use super::language::Language;
use super::object::{self, Unusable};
use super::spelling::spelled;
use super::units::CompileContext;
use super::{Toolchain, ToolchainKind, printer, support};
use crosscall_base::process::folder::{self, WorkFolder};
use crosscall_base::process::{self, End, ProcessError, Ran};
use crosscall_machines::object_file::ObjectFile;
use std::fmt;
use std::path::{Path, PathBuf};

/// A compiler's product for a unit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CompiledUnit {
    /// The object file.
    pub object_bytes: Vec<u8>,
    /// The same, read.
    pub object: ObjectFile,
    /// A name for messages: toolchain and unit, such as `epiphany-elf-gcc-O2/callee.o`.
    pub path: String,
    /// Output of the compiler or the assembler.
    pub words: String,
    /// Cases that a printer refuses, with the reasons: they are not in the object file.
    pub refused: Vec<(usize, String)>,
}

/// Ways in which a compilation fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FailureKind {
    /// The compiler refused the source with this exit status: usually something it does not support.
    Rejected(i32),
    /// The compiler reported an error of its own.
    InternalError,
    /// The assembler that the compiler started refused what the compiler had written.
    AssemblerRefused,
    /// A signal ended the compiler.
    Signal(i32),
    /// Its time was up.
    TimedOut,
    /// It needed more memory than there is for it.
    OutOfMemory,
    /// It said that all went well and left no object file.
    NoObject,
    /// It said that all went well, and what it left is no object file for the target.
    BadObject,
    /// Its emulator ended with this exit status, and the program did not.
    EmulatorEnded(i32),
    /// Its emulator said that all went well and wrote nothing down.
    NoTrace,
    /// Its emulator wrote something down that says nothing of the program.
    BadTrace,
    /// The answer of a printer is none.
    BadAnswer,
    /// It wrote assembly text that crosscall's own assembler does not take: nothing is known of it.
    NotAssembled,
    /// It was not compiled alone, because others of its batch hang already, or was not compiled at all, because the compiler has
    /// been waited for in vain for so long: nothing is known of it.
    NotTried,
    /// The user interrupted.
    Interrupted,
    /// It could not be started: nothing that has to do with the source.
    NotRun,
    /// There was no place to work in, or no room: nothing that has to do with the source.
    NoPlace,
}

impl FailureKind {
    /// True if this is a fault of the compiler whatever the source is: a finding of its own kind.
    pub fn is_compiler_fault(self) -> bool {
        use FailureKind::{AssemblerRefused, BadTrace, EmulatorEnded, NoTrace};
        use FailureKind::{BadAnswer, BadObject, InternalError, NoObject, OutOfMemory, Signal, TimedOut};
        matches!(self, InternalError | Signal(_) | TimedOut | OutOfMemory | NoObject | BadObject | BadAnswer)
            || matches!(self, AssemblerRefused | EmulatorEnded(_) | NoTrace | BadTrace)
    }

    /// True if it has to do with the source, so that a smaller source may do better.
    pub(crate) fn depends_on_source(self) -> bool {
        !matches!(self, FailureKind::Interrupted | FailureKind::NotRun | FailureKind::NoPlace)
    }

    /// True if a larger source comes to this sooner, without any fault.
    pub fn grows(self) -> bool {
        matches!(self, FailureKind::TimedOut | FailureKind::OutOfMemory)
    }
}

impl fmt::Display for FailureKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FailureKind::Rejected(code) => write!(f, "rejected the source (exit status {code})"),
            FailureKind::InternalError => f.write_str("internal compiler error"),
            FailureKind::AssemblerRefused => {
                f.write_str("wrote assembly text that its own assembler refuses")
            }
            FailureKind::Signal(number) => write!(f, "killed by signal {number}"),
            FailureKind::TimedOut => f.write_str("did not end in its time"),
            FailureKind::OutOfMemory => f.write_str("ran out of memory"),
            FailureKind::NoObject => f.write_str("reported success and wrote no object file"),
            FailureKind::BadObject => f.write_str("wrote an object file that cannot be used"),
            FailureKind::EmulatorEnded(code) => write!(f, "its emulator ended with status {code}"),
            FailureKind::NoTrace => f.write_str("its emulator wrote no trace"),
            FailureKind::BadTrace => f.write_str("its emulator wrote a trace that cannot be used"),
            FailureKind::BadAnswer => f.write_str("its answer on standard output cannot be used"),
            FailureKind::NotAssembled => {
                f.write_str("wrote assembly text that crosscall's own assembler does not take")
            }
            FailureKind::NotTried => f.write_str("not tried, as it hangs with others"),
            FailureKind::Interrupted => f.write_str("interrupted"),
            FailureKind::NotRun => f.write_str("could not be run"),
            FailureKind::NoPlace => f.write_str("could not work"),
        }
    }
}

/// A source text that outlives its compilation until this is dropped.
#[derive(Debug)]
pub struct KeptSource {
    folder: WorkFolder,
    file: PathBuf,
}

impl KeptSource {
    /// Its present path.
    pub fn path(&self) -> &Path {
        &self.file
    }

    /// Leaves it where it is for good.
    pub fn leave(self) -> PathBuf {
        self.folder.leave();
        self.file
    }
}

/// A compilation that gave no object file.
#[derive(Debug)]
pub struct CompileFailure {
    /// The event.
    pub kind: FailureKind,
    /// The toolchain's name.
    pub toolchain: String,
    /// More about what happened, in our words; empty where the kind says it all.
    pub detail: String,
    /// Beginning of what the compiler wrote on its error stream.
    pub stderr: String,
    /// The source, where it came so far.
    pub source: Option<Box<KeptSource>>,
}

impl fmt::Display for CompileFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.toolchain, self.kind)?;
        let parts = [self.detail.as_str(), self.first_line()];
        parts.into_iter().filter(|part| !part.is_empty()).try_for_each(|part| write!(f, ": {part}"))
    }
}

impl std::error::Error for CompileFailure {}

/// Lines of a compiler's own words that are kept.
const MOST_LINES: usize = 20;

impl CompileFailure {
    /// The line of [`Self::stderr`] that says most.
    pub fn first_line(&self) -> &str {
        let telling = |line: &&str| line.contains("error") || line.contains("Error");
        let (said, dump) = self.stderr.split_once(STACK_DUMP).unwrap_or((&self.stderr, ""));
        let lines = || said.lines().filter(|line| !line.trim().is_empty());
        let said = lines().find(telling).or_else(|| what_crashed(dump)).or_else(|| lines().next());
        let said = said.unwrap_or_default().trim();
        match self.kind {
            // The place is one in a file that is gone, and has another name each time.
            FailureKind::AssemblerRefused => said.split_once(": Error: ").map_or(said, |(_, what)| what),
            _ => said,
        }
    }

    /// Everything that is known of it: one line, and then what the compiler wrote, if that says more.
    pub fn in_full(&self) -> String {
        let mut text = self.to_string();
        let lines = self.stderr.lines().map(str::trim_end).filter(|line| !line.is_empty());
        let lines: Vec<&str> = lines.take(MOST_LINES).collect();
        if lines.len() > 1 {
            text = text + "\n" + &lines.join("\n");
        }
        text
    }
}

/// The line after which programs of LLVM say what they were doing when they crashed.
pub(super) const STACK_DUMP: &str = "Stack dump:\n";

/// LLVM's activity when it crashed: the innermost entry of its stack dump (`3.<tab>Running pass 'X' on function
/// '@f'`), without the function.
fn what_crashed(dump: &str) -> Option<&str> {
    let entry = |line: &'_ str| -> Option<(usize, usize)> {
        let (number, _) = line.split_once(".\t")?;
        number.parse::<usize>().ok().map(|n| (n, number.len() + 2))
    };
    let entries = dump
        .lines()
        .enumerate()
        .map_while(|(i, line)| entry(line).filter(|(n, _)| *n == i).map(|(_, at)| &line[at..]));
    // The first entry is the command line.
    let doing = entries.skip(1).last()?;
    Some(doing.split_once(" on function ").map_or(doing, |(pass, _)| pass))
}

/// Compiles a unit's text, in the compiler's own [`spelling`](super::spelling). The work happens in a folder inside that of
/// the context that is removed afterwards, and kept on failure as long as the failure lives.
///
/// # Errors
/// See [`FailureKind`].
pub fn compile(
    toolchain: &Toolchain,
    text: &str,
    unit_name: &str,
    context: CompileContext<'_>,
) -> Result<CompiledUnit, CompileFailure> {
    let text = spelled(toolchain, text.to_owned(), context);
    compile_as_it_is(toolchain, &text, unit_name, context)
}

/// Compiles a unit's text as it is.
///
/// # Errors
/// See [`FailureKind`].
pub(super) fn compile_as_it_is(
    toolchain: &Toolchain,
    text: &str,
    unit_name: &str,
    context: CompileContext<'_>,
) -> Result<CompiledUnit, CompileFailure> {
    let unit = compile_alone(toolchain, text, unit_name, context)?;
    support::complete(toolchain, unit)
}

/// The object file that a compiler writes, without what it lacks.
fn compile_alone(
    toolchain: &Toolchain,
    text: &str,
    unit_name: &str,
    context: CompileContext<'_>,
) -> Result<CompiledUnit, CompileFailure> {
    if toolchain.kind == ToolchainKind::Forw {
        // Its input is assembly text.
        return assemble(toolchain, text, unit_name, context);
    }
    let language = language_of(toolchain)?;
    if language == Language::Request {
        return printer::print(toolchain, text, unit_name, context);
    }
    if let Some(hook) = &toolchain.hook {
        return compile_with(toolchain, &**hook, text, unit_name, context);
    }
    let unit = (unit_name, language.extension());
    let cc = compiler(toolchain, language);
    let flags = |product| language.flags(product).collect::<Vec<_>>();
    match &toolchain.emits {
        Emits::Object => {
            let take = |made: &Path, words: &str| object_file(toolchain, unit_name, made, words);
            translate(toolchain, &cc, &flags(Product::Object), text, unit, context, take)
        }
        Emits::Assembly => {
            let text = assembly_of_text(toolchain, text, unit_name, context)?;
            match toolchain.as_.is_empty() {
                true => emits::assembled(toolchain, &text, unit_name),
                false => assemble(toolchain, &text, unit_name, context),
            }
        }
        Emits::Package(open) => {
            let take = |made: &Path, _: &str| emits::unpacked(toolchain, open, made, unit_name, context);
            translate(toolchain, &cc, &flags(Product::Package), text, unit, context, take)
        }
    }
}

/// The language of a compiler.
fn language_of(toolchain: &Toolchain) -> Result<Language, CompileFailure> {
    let language = toolchain.kind.language().filter(|_| !toolchain.cc.is_empty());
    language.ok_or_else(|| not_run(toolchain, "it is no compiler".to_owned()))
}

/// The command of a compiler of a language.
fn compiler(toolchain: &Toolchain, language: Language) -> Vec<String> {
    language.before().iter().map(|word| (*word).to_owned()).chain(toolchain.cc.iter().cloned()).collect()
}

/// Requested output of a compiler.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Product {
    /// An object file.
    Object,
    /// Assembly text.
    Assembly,
    /// Output of the compiler's own kind, in which an object file is.
    Package,
}

/// The command that compiles a file, as it can be typed.
pub fn command_of(toolchain: &Toolchain, source: &str, product: Product, output: &str) -> Vec<String> {
    let language = toolchain.kind.written_in();
    let words = language.flags(product).chain(["-o", output, source]);
    compiler(toolchain, language).into_iter().chain(words.map(str::to_owned)).collect()
}

/// The assembly text that a compiler makes of a unit's text in its own spelling.
///
/// # Errors
/// See [`FailureKind`].
pub fn assembly_of(
    toolchain: &Toolchain,
    text: &str,
    unit_name: &str,
    context: CompileContext<'_>,
) -> Result<String, CompileFailure> {
    let text = spelled(toolchain, text.to_owned(), context);
    assembly_of_text(toolchain, &text, unit_name, context)
}

/// The assembly text that a compiler makes of a unit's text as it is.
fn assembly_of_text(
    toolchain: &Toolchain,
    text: &str,
    unit_name: &str,
    context: CompileContext<'_>,
) -> Result<String, CompileFailure> {
    let language = language_of(toolchain)?;
    let flags: Vec<&str> = language.flags(Product::Assembly).collect();
    let unit = (unit_name, language.extension());
    translate(toolchain, &compiler(toolchain, language), &flags, text, unit, context, text_file)
}

/// Assembly text that a compiler was told to write.
fn text_file(made: &Path, _: &str) -> Result<String, Unusable> {
    let bytes = object::bytes(made)?;
    String::from_utf8(bytes).map_err(|_| Unusable::Damaged("it is not valid UTF-8".to_owned()))
}

fn object_file(
    toolchain: &Toolchain,
    unit_name: &str,
    made: &Path,
    words: &str,
) -> Result<CompiledUnit, Unusable> {
    let path = format!("{}/{unit_name}.o", toolchain.name);
    let (object_bytes, object) = object::read(toolchain.target, &path, made)?;
    Ok(CompiledUnit { object_bytes, object, path, words: words.to_owned(), refused: Vec::new() })
}

/// Compiles C text with a compiler whose assembly text a hook may change before it is assembled.
fn compile_with(
    toolchain: &Toolchain,
    hook: &dyn Hook,
    text: &str,
    unit_name: &str,
    context: CompileContext<'_>,
) -> Result<CompiledUnit, CompileFailure> {
    let assembly = hook.assembly(toolchain.target, text, &|source, options| {
        let flags: Vec<&str> = options.iter().copied().chain(Language::C.flags(Product::Assembly)).collect();
        let unit = (unit_name, "c");
        translate(toolchain, &toolchain.cc, &flags, source, unit, context, text_file)
    })?;
    let made = assemble(toolchain, &assembly, unit_name, context);
    if made.as_ref().is_err_and(|failure| failure.kind.depends_on_source()) {
        hook.note_refused();
    }
    made
}

/// Assembles text with the toolchain's own assembler, or with its compiler driver where no assembler is
/// known.
///
/// # Errors
/// See [`FailureKind`].
pub fn assemble(
    toolchain: &Toolchain,
    text: &str,
    unit_name: &str,
    context: CompileContext<'_>,
) -> Result<CompiledUnit, CompileFailure> {
    let (command, flags): (&[String], &[&str]) = match toolchain.kind {
        ToolchainKind::Gcc | ToolchainKind::Clang if toolchain.as_.is_empty() => (&toolchain.cc, &["-c"]),
        ToolchainKind::Gcc | ToolchainKind::Clang | ToolchainKind::Binutils | ToolchainKind::Printer => {
            (&toolchain.as_, &[])
        }
        ToolchainKind::Forw => (&toolchain.as_, &["-ass"]),
        ToolchainKind::Rustc | ToolchainKind::Embedded | ToolchainKind::Recorded => (&[], &[]),
    };
    if command.is_empty() {
        return Err(not_run(toolchain, "it has no assembler that crosscall can drive".to_owned()));
    }
    let take = |made: &Path, words: &str| object_file(toolchain, unit_name, made, words);
    translate(toolchain, command, flags, text, (unit_name, "s"), context, take)
}

pub(super) fn not_run(toolchain: &Toolchain, reason: String) -> CompileFailure {
    other(toolchain, FailureKind::NotRun, reason)
}

/// A file that a tool wrote and that cannot be used.
pub(crate) fn bad_object(toolchain: &Toolchain, reason: &str) -> CompileFailure {
    other(toolchain, FailureKind::BadObject, reason.to_owned())
}

/// A failure without a source.
pub(super) fn other(toolchain: &Toolchain, kind: FailureKind, detail: String) -> CompileFailure {
    CompileFailure { kind, toolchain: toolchain.name.clone(), detail, stderr: String::new(), source: None }
}

/// Runs a compiler on a text, and lets `take` have the file that it was told to write, and what it printed.
fn translate<T>(
    toolchain: &Toolchain,
    command: &[String],
    flags: &[&str],
    text: &str,
    (unit_name, extension): (&str, &str),
    context: CompileContext<'_>,
    take: impl FnOnce(&Path, &str) -> Result<T, Unusable>,
) -> Result<T, CompileFailure> {
    let source_name = format!("{unit_name}.{extension}");
    let object_name = format!("{unit_name}.o");
    let mut full = command.to_vec();
    full.extend(flags.iter().map(|flag| (*flag).to_owned()));
    match toolchain.kind {
        // One statement is one instruction, and names of places are kept.
        ToolchainKind::Forw => {
            full.extend([&source_name, &object_name, "-O0", "-debug=1"].map(str::to_owned))
        }
        _ => full.extend(["-o".to_owned(), object_name.clone(), source_name.clone()]),
    }
    let take = |made: &Path, ran: &Ran| take(made, &ran.words());
    work(toolchain, &full, &[(&source_name, text.as_bytes())], &object_name, context, take)
}

/// Runs a program in a folder with these files, of which the first is the source, and a printer's input, and lets `take` have
/// the file that it was told to write, and its run.
pub(super) fn work<T>(
    toolchain: &Toolchain,
    full: &[String],
    files: &[(&str, &[u8])],
    made: &str,
    context: CompileContext<'_>,
    take: impl FnOnce(&Path, &Ran) -> Result<T, Unusable>,
) -> Result<T, CompileFailure> {
    let CompileContext { work_dir, limits, stop } = context;
    let no_place = |reason: String| other(toolchain, FailureKind::NoPlace, reason);
    let folder = WorkFolder::new(work_dir).map_err(no_place)?;
    for (name, bytes) in files {
        std::fs::write(folder.path().join(name), bytes)
            .map_err(|e| no_place(folder::unusable(work_dir, &e)))?;
    }
    let file = folder.path().join(files.first().map_or("", |(name, _)| name));

    let is_request = |name: &&str| name.ends_with(Language::Request.extension());
    let input = files.first().map(|(name, _)| *name).filter(is_request);
    let ran = process::run_with(full, folder.path(), input, limits, stop).map_err(|error| match error {
        ProcessError::NoFolder { .. } => no_place(error.to_string()),
        ProcessError::NotStarted { .. } | ProcessError::Lost { .. } => not_run(toolchain, error.to_string()),
    })?;
    let stderr = ran.stderr.text();
    if toolchain.kind == ToolchainKind::Forw && stderr.contains(NO_INSTRUCTIONS) {
        let reason =
            "`instruction_list.csv` is not in the program's folder; copy it there from forw's sources";
        return Err(not_run(toolchain, reason.to_owned()));
    }
    let is_compiled = file.extension().is_some_and(|extension| extension != "s");
    let (kind, detail) = match judge(&ran, &stderr, is_compiled) {
        Some(kind) => (kind, String::new()),
        None => match take(&folder.path().join(made), &ran) {
            Ok(made) => return Ok(made),
            Err(Unusable::Missing) => {
                let is_printer = toolchain.kind == ToolchainKind::Printer;
                (
                    FailureKind::NoObject,
                    if is_printer { format!("there is no `{made}`") } else { String::new() },
                )
            }
            Err(Unusable::NoOpener(reason)) => return Err(not_run(toolchain, reason)),
            Err(Unusable::Answer(reason)) => (FailureKind::BadAnswer, reason),
            Err(unusable) => (FailureKind::BadObject, unusable.to_string()),
        },
    };
    if !matches!(kind, FailureKind::Interrupted | FailureKind::TimedOut) {
        let said = || stderr.contains("No space left on device").then(|| folder::no_room(work_dir));
        if let Some(reason) = folder.full().or_else(said) {
            return Err(no_place(reason));
        }
    }
    let source = Some(Box::new(KeptSource { folder, file }));
    Err(CompileFailure { kind, toolchain: toolchain.name.clone(), detail, stderr, source })
}

/// Message of forw when it does not find its table of instructions. It looks for it where it was itself started.
const NO_INSTRUCTIONS: &str = "Cannot read input file instruction_list.csv";

/// Words with which compilers and the tools that they start say that there is not enough memory.
const NO_MEMORY: &[&str] =
    &["out of memory", "Out of memory", "memory exhausted", "Cannot allocate memory", "std::bad_alloc"];

/// True if a driver says that the assembler refused a file of its own making: GCC ends at errors in C before it starts one.
fn names_assembler(stderr: &str) -> bool {
    stderr.contains(": Assembler messages:\n") && !stderr.contains(": error: ")
}

fn judge(ran: &Ran, stderr: &str, is_compiled: bool) -> Option<FailureKind> {
    let crashed = || {
        // A driver may survive the death of what it started, and says so in these words.
        [
            "internal compiler error",
            "PLEASE submit a bug report",
            "Please report this bug",
            "Stack dump:",
            "the compiler unexpectedly panicked",
            "rustc-LLVM ERROR",
        ]
        .iter()
        .any(|words| stderr.contains(words))
    };
    match ran.end {
        // One that is broken and does not know it.
        End::Code(0) if stderr.contains("internal compiler error") => Some(FailureKind::InternalError),
        End::Code(0) => None,
        End::Code(_) | End::Signal(_) if NO_MEMORY.iter().any(|words| stderr.contains(words)) => {
            Some(FailureKind::OutOfMemory)
        }
        End::Code(_) if crashed() => Some(FailureKind::InternalError),
        End::Code(_) if is_compiled && names_assembler(stderr) => Some(FailureKind::AssemblerRefused),
        End::Code(code) => Some(FailureKind::Rejected(code)),
        End::Signal(number) => Some(FailureKind::Signal(number)),
        End::TimedOut => Some(FailureKind::TimedOut),
        End::Interrupted => Some(FailureKind::Interrupted),
    }
}
