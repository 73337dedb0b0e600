//! Helpers of these tests: assembling, linking, running, and the reference emulator.
#![allow(dead_code, reason = "every test file uses its own part")]

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::support::calls;
use crate::support::process::installed;
use crosscall_machines::executable::Executable;
use crosscall_machines::nyuzi::assemble;
use crosscall_machines::nyuzi::execute::Core;
use crosscall_machines::object_file::ObjectFile;

/// Assembles a text that is right.
pub(crate) fn object(name: &str, text: &str) -> ObjectFile {
    assemble(name, text).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Assembles and links with the default options.
pub(crate) fn program(text: &str) -> Executable {
    calls::program("nyuzi", text)
}

/// A core with a program loaded, ready to run from its entry with an empty stack.
pub(crate) fn start(program: &Executable) -> Core {
    calls::start(Core::new().expect("the default memory map is valid"), program, 30)
}

pub(crate) use crate::support::calls::address;

/// The reference emulator, which the environment variable NYUZI_EMULATOR names: `tools/emulator` of
/// NyuziProcessor. Says so and gives `None` where it is missing.
pub(crate) fn emulator() -> Option<PathBuf> {
    let path = std::env::var_os("NYUZI_EMULATOR").map(PathBuf::from).filter(|path| path.is_file());
    if path.is_none() {
        println!("skipped: NYUZI_EMULATOR names no emulator");
    }
    path
}

/// A tool of LLVM for Nyuzi, as [`installed`]: one on PATH would be for other processors.
pub(crate) fn llvm(name: &str) -> Option<PathBuf> {
    installed("nyuzi", name)
}

/// A program as the emulator reads it: in the way of `elf2hex`, words in memory order, and at address 0 a
/// branch to the first instruction.
pub(crate) fn memory_image(program: &Executable) -> String {
    let word = |bytes: &[u8]| bytes.iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"));
    let start = 0xf600_0000 | (program.entry as u32 / 4);
    let mut text = format!("@00000000\n{}\n", word(&start.to_le_bytes()));
    for segment in &program.segments {
        assert!(segment.address >= 4 && segment.address.is_multiple_of(4));
        let _ = writeln!(text, "@{:08x}", segment.address / 4);
        let mut bytes = segment.data.clone();
        bytes.resize((segment.memory_size as usize).next_multiple_of(4), 0);
        for chunk in bytes.chunks(4) {
            let _ = writeln!(text, "{}", word(chunk));
        }
    }
    text
}

/// Report of the emulator at the end of a run.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Outcome {
    /// The kind of the fault that ended the run, and its address; nothing when the program ended itself.
    pub(crate) fault: Option<(String, u32)>,
    /// Scalar registers, where there was a fault.
    pub(crate) scalars: Vec<u32>,
    /// Vector registers, where there was a fault.
    pub(crate) vectors: Vec<[u32; 16]>,
    /// The part of memory asked for.
    pub(crate) memory: Vec<u8>,
    /// Everything it printed.
    pub(crate) output: Vec<u8>,
}

/// Memory of the emulator in these tests.
pub(crate) const EMULATOR_MEMORY: u32 = 0x100_0000;

/// Runs a program on the emulator; `dump` is a memory range: address, length.
pub(crate) fn emulate(
    emulator: &Path,
    folder: &Path,
    program: &Executable,
    dump: (u32, u32),
) -> Result<Outcome, String> {
    let (image, memory) = (folder.join("image.hex"), folder.join("memory.bin"));
    std::fs::write(&image, memory_image(program)).map_err(|error| error.to_string())?;
    let range = format!("{},{:#x},{:#x}", memory.display(), dump.0, dump.1);
    let mut command = Command::new(emulator);
    command.arg("-c").arg(format!("{EMULATOR_MEMORY:#x}")).arg("-d").arg(range).arg(&image);
    let output = command.stdin(Stdio::null()).output().map_err(|error| error.to_string())?;
    let memory = std::fs::read(&memory).map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let fault = text.lines().find_map(|line| {
        let (_, rest) = line.split_once(" caught fault ")?;
        let (kind, address) = rest.split_once(" @")?;
        Some((kind.to_string(), u32::from_str_radix(address.trim(), 16).ok()?))
    });
    let (mut scalars, mut vectors) = (Vec::new(), Vec::new());
    if fault.is_some() {
        let words: Vec<&str> = text.split_whitespace().collect();
        let after = |name: &str| {
            let at = words.iter().position(|word| *word == name)?;
            words.get(at + 1).copied()
        };
        for index in 0..32 {
            let digits = after(&format!("s{index}")).ok_or("a scalar register is missing")?;
            scalars.push(u32::from_str_radix(digits, 16).map_err(|error| error.to_string())?);
        }
        for index in 0..32 {
            let digits = after(&format!("v{index}")).ok_or("a vector register is missing")?;
            let lane = |lane: usize| u32::from_str_radix(digits.get(8 * lane..8 * lane + 8)?, 16).ok();
            let mut value = [0; 16];
            for (index, place) in value.iter_mut().enumerate() {
                *place = lane(index).ok_or("a vector register is not hexadecimal")?;
            }
            vectors.push(value);
        }
    }
    Ok(Outcome { fault, scalars, vectors, memory, output: output.stdout })
}
