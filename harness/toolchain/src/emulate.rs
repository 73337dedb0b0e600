//! Runs the functions of values in a toolchain's own emulator, and reads what they stored.
//!
//! The object file is linked as the toolchain wrote it, with a start text of ours that calls the functions and then loads
//! what they stored byte by byte. The emulator writes the result of each instruction down: the last ones are those bytes.

use super::compile::{CompileFailure, FailureKind, assemble, bad_object, not_run, other, work};
use super::link::link;
use super::trace::{EXIT, Untold, last_results};
use super::units::CompileContext;
use super::{Toolchain, ToolchainKind, object};
use crosscall_base::process::Ran;
use crosscall_engine::machine;
use crosscall_model::unit;
use std::fmt::Write;
use std::path::Path;

/// Results that the emulator writes down at most. It goes on without a word afterwards.
const MOST_RESULTS: usize = 1_000_000;

/// The files that the emulator reads and writes.
const PROGRAM: &str = "program.ex";
const TRACE: &str = "trace";

/// A function to run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wanted {
    /// The number in the names of the function and of the object that it stores to.
    pub k: usize,
    /// Bytes of the object that are read.
    pub bytes: usize,
}

/// Result of a program in the emulator.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Emulated {
    /// Bytes that each function stored.
    Stored(Vec<Vec<u8>>),
    /// The program did not come to its end: where it was, in the emulator's words.
    Stopped(String),
}

/// Runs functions of an object file in one program, one after the other.
///
/// # Errors
/// See [`FailureKind`]: what the toolchain's assembler, its linker or its emulator did.
pub fn emulate(
    toolchain: &Toolchain,
    object_bytes: &[u8],
    wanted: &[Wanted],
    context: CompileContext<'_>,
) -> Result<Emulated, CompileFailure> {
    if toolchain.emulator.is_empty() || toolchain.kind != ToolchainKind::Forw {
        return Err(not_run(toolchain, "it has no emulator that crosscall can drive".to_owned()));
    }
    let start = assemble(toolchain, &start_text(wanted), "start", context)?;
    let objects = [("start.o".to_owned(), start.object_bytes), ("value.o".to_owned(), object_bytes.to_vec())];
    let (program, _) = link(toolchain, &objects, "", context)?;
    let read = machine::tools(toolchain.target).read_executable("program", &program);
    read.map_err(|error| bad_object(toolchain, &format!("linking: {error}")))?;
    let trace = trace_of(toolchain, &program, context)?;
    let rubbish = |what: String| Err(other(toolchain, FailureKind::BadTrace, what));
    // An address stands in front of the bytes of each object.
    let count = wanted.iter().map(|one| one.bytes + 1).sum();
    match last_results(&trace, count) {
        Ok(results) => bytes_of(wanted, &results).map_or_else(rubbish, |bytes| Ok(Emulated::Stored(bytes))),
        Err(Untold::Stopped(place)) => Ok(Emulated::Stopped(place)),
        Err(Untold::Rubbish(what)) => rubbish(what),
    }
}

/// The program around the functions: it ends with status 0.
pub(crate) fn start_text(wanted: &[Wanted]) -> String {
    let (mut names, mut calls, mut loads) = (String::new(), String::new(), String::new());
    for Wanted { k, bytes } in wanted {
        let (function, value) = (unit::value_function(*k), unit::valued(*k));
        let _ = writeln!(names, "extern _{function}: function, _{value}: datap");
        let _ = writeln!(calls, "\tcall _{function}");
        let _ = writeln!(loads, "\tint64 r8 = address([_{value}])");
        for at in 0..*bytes {
            let _ = writeln!(loads, "\tint8 r1 = [r8+{at}]");
        }
    }
    format!(
        "{names}code section read execute ip\n__entry_point function public\n{calls}\tint64 r0 = 0\n{loads}\t{EXIT}\n\
         __entry_point end\ncode end\n"
    )
}

/// The texts beside `case.s` that are needed to see a single case again, number 0 with so many bytes, and the commands.
pub fn by_hand(toolchain: &Toolchain, bytes: usize) -> (String, Vec<Vec<String>>) {
    let command = |of: &[String], more: &[&str]| -> Vec<String> {
        of.iter().cloned().chain(more.iter().map(|word| (*word).to_owned())).collect()
    };
    let commands = vec![
        command(&toolchain.as_, &["-ass", "case.s", "case.o", "-O0", "-debug=1"]),
        command(&toolchain.as_, &["-ass", "start.s", "start.o", "-O0", "-debug=1"]),
        command(&toolchain.ld, &["-link", "-debug", PROGRAM, "start.o", "case.o"]),
        emulator_command(toolchain),
    ];
    (start_text(&[Wanted { k: 0, bytes }]), commands)
}

/// The bytes of each object, out of what the loads gave.
fn bytes_of(wanted: &[Wanted], results: &[u64]) -> Result<Vec<Vec<u8>>, String> {
    let mut rest = results.iter();
    let mut next = || rest.next().copied().ok_or_else(|| "the trace is too short".to_owned());
    let too_large = |_| "the trace has a byte of more than 8 bits".to_owned();
    let mut all = Vec::new();
    for one in wanted {
        next()?;
        let bytes = (0..one.bytes).map(|_| u8::try_from(next()?).map_err(too_large));
        all.push(bytes.collect::<Result<_, String>>()?);
    }
    Ok(all)
}

/// Command of the emulator.
fn emulator_command(toolchain: &Toolchain) -> Vec<String> {
    let mut command = toolchain.emulator.clone();
    command.extend(["-emu".to_owned(), PROGRAM.to_owned()]);
    command.extend([format!("-list={TRACE}"), format!("-maxlines={MOST_RESULTS}")]);
    command
}

/// The emulator's record of a run.
fn trace_of(
    toolchain: &Toolchain,
    program: &[u8],
    context: CompileContext<'_>,
) -> Result<String, CompileFailure> {
    let full = emulator_command(toolchain);
    let take =
        |made: &Path, _: &Ran| object::bytes(made).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    work(toolchain, &full, &[(PROGRAM, program)], TRACE, context, take).map_err(|failure| {
        let kind = match failure.kind {
            FailureKind::Rejected(status) => FailureKind::EmulatorEnded(status),
            FailureKind::NoObject => FailureKind::NoTrace,
            FailureKind::BadObject => FailureKind::BadTrace,
            kind => kind,
        };
        let detail = match kind {
            FailureKind::Signal(_) | FailureKind::TimedOut | FailureKind::OutOfMemory => {
                "in its emulator".to_owned()
            }
            _ => failure.detail,
        };
        CompileFailure { kind, detail, ..failure }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    const WANTED: &[Wanted] = &[Wanted { k: 3, bytes: 2 }, Wanted { k: 7, bytes: 1 }];

    #[test]
    fn a_start_calls_and_loads() {
        expect![[r#"
            extern _value3: function, _valued3: datap
            extern _value7: function, _valued7: datap
            code section read execute ip
            __entry_point function public
            	call _value3
            	call _value7
            	int64 r0 = 0
            	int64 r8 = address([_valued3])
            	int8 r1 = [r8+0]
            	int8 r1 = [r8+1]
            	int64 r8 = address([_valued7])
            	int8 r1 = [r8+0]
            	sys_call(1, 0x10)
            __entry_point end
            code end
        "#]]
        .assert_eq(&start_text(WANTED));
    }

    #[test]
    fn bytes_stand_behind_addresses() {
        assert_eq!(bytes_of(WANTED, &[0x100_0000, 1, 2, 0x100_0040, 0xff]), Ok(vec![vec![1, 2], vec![0xff]]));
        assert!(bytes_of(WANTED, &[0, 1, 0x100, 0, 0]).is_err());
        assert!(bytes_of(WANTED, &[0, 1]).is_err());
    }
}
