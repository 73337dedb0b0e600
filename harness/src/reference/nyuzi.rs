//! The emulator of the Nyuzi project (`tools/emulator` of NyuziProcessor), and its clang as an assembler
//! where that is installed.

use super::assembler::{self, Assembler};
use super::{Ended, Missing, Reference, Shop, program};
use crosscall_base::hex;
use crosscall_machines::executable::Executable;
use crosscall_toolchain::discover::Places;
use std::fmt::Write;
use std::path::{Path, PathBuf};

struct Emulator {
    path: PathBuf,
    assembler: Result<Assembler, Missing>,
}

/// Memory that the emulator is given, in bytes.
const MEMORY: u64 = 0x100_0000;

/// Calls `main` and stops at a breakpoint, at which the emulator prints its registers.
const STARTUP: &str = "
        .globl _start
_start: li sp, 0xf00000
        call main
        break
";

pub(super) fn find(named: Option<&Path>, places: &Places) -> Result<Box<dyn Reference>, Missing> {
    let from_environment = std::env::var_os("NYUZI_EMULATOR").map(PathBuf::from);
    match program(named.or(from_environment.as_deref()), places, "nyuzi", "nyuzi_emulator") {
        Some(path) => Ok(Box::new(Emulator { path, assembler: assembler::find("nyuzi", None, places) })),
        None => Err(Missing {
            reason: "the Nyuzi emulator was not found".to_owned(),
            remedy: "build tools/emulator of the NyuziProcessor project and name it with --tool FILE or \
                     NYUZI_EMULATOR"
                .to_owned(),
        }),
    }
}

impl Reference for Emulator {
    fn title(&self) -> String {
        let emulator = format!("Nyuzi emulator {}", self.path.display());
        match &self.assembler {
            Ok(assembler) => format!("{emulator}, {}", assembler.title()),
            Err(missing) => {
                format!("{emulator} (bytes are not compared: {}; {})", missing.reason, missing.remedy)
            }
        }
    }

    fn assemble(&self, text: &str, shop: &Shop<'_>) -> Option<Result<Vec<u8>, String>> {
        self.assembler.as_ref().ok()?.assemble(text, shop)
    }

    fn can_run(&self) -> bool {
        true
    }

    fn startup(&self) -> Option<&'static str> {
        Some(STARTUP)
    }

    fn run(&self, _text: &str, program: &Executable, shop: &Shop<'_>) -> Result<Ended, String> {
        shop.write("image.hex", image(program)?.as_bytes())?;
        let start = program.segments.iter().map(|s| s.address).min().unwrap_or(0);
        let end = program.segments.iter().map(|s| s.address + s.memory_size).max().unwrap_or(start);
        let range = format!("memory.bin,{start:#x},{:#x}", end - start);
        let memory = format!("{MEMORY:#x}");
        let said = shop.run(&self.path, &["-c", &memory, "-d", &range, "image.hex"], &[])?;
        if !said.contains("caught fault BREAKPOINT") {
            let end = said.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or("nothing");
            return Err(format!("the emulator did not come to the end of the program; it says: {end}"));
        }
        Ok(Ended { registers: registers(&said)?, memory: vec![(start, shop.read("memory.bin")?)] })
    }
}

/// The program as the emulator reads it: words in memory order as hexadecimal digits, and at address 0 a
/// branch to the first instruction.
fn image(program: &Executable) -> Result<String, String> {
    /// `b` with a distance of 0; the distance counts words and lies in bits 24 to 0.
    const BRANCH: u32 = 0xf600_0000;
    let distance = u32::try_from(program.entry / 4).map_err(|_| "the entry is out of reach".to_owned())?;
    let mut text = format!("@00000000\n{}\n", hex::bytes(&(BRANCH | distance & 0x1ff_ffff).to_le_bytes()));
    for segment in &program.segments {
        if segment.address < 4 || segment.address % 4 != 0 {
            return Err(format!("a segment at {:#x} cannot be in a memory image", segment.address));
        }
        let _ = writeln!(text, "@{:08x}", segment.address / 4);
        let size = usize::try_from(segment.memory_size.min(MEMORY)).unwrap_or(0).next_multiple_of(4);
        let mut bytes = segment.data.clone();
        bytes.resize(size.max(bytes.len().next_multiple_of(4)), 0);
        for chunk in bytes.chunks(4) {
            let _ = writeln!(text, "{}", hex::bytes(chunk));
        }
    }
    Ok(text)
}

/// The registers that the emulator prints: `s0` to `s31` with a word, `v0` to `v31` with 16 words, the
/// first lane first.
fn registers(said: &str) -> Result<Vec<(String, Vec<u8>)>, String> {
    let words: Vec<&str> = said.split_whitespace().collect();
    let mut registers = Vec::new();
    for (kind, lanes) in [("s", 1), ("v", 16)] {
        for number in 0..32 {
            let name = format!("{kind}{number}");
            let at = words.iter().position(|word| *word == name);
            let digits = at.and_then(|at| words.get(at + 1)).copied().unwrap_or_default();
            let lane = |lane: usize| {
                let digits = digits.get(8 * lane..8 * lane + 8).unwrap_or_default();
                let bad =
                    |_| format!("the emulator says `{digits}` of {name}, which is not a hexadecimal word");
                u32::from_str_radix(digits, 16).map_err(bad)
            };
            let mut bytes = Vec::new();
            for number in 0..lanes {
                bytes.extend(lane(number)?.to_le_bytes());
            }
            registers.push((name, bytes));
        }
    }
    Ok(registers)
}
