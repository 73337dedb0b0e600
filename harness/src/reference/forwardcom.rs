//! `forw`, the binary tools of the ForwardCom project: assembler, linker and emulator.

use super::{Ended, Missing, Reference, Shop, program};
use crate::toolchain::discover::Places;
use crosscall_machines::executable::Executable;
use std::path::{Path, PathBuf};

struct Forw(PathBuf);

/// Calls `_main`, has every general register shown in the trace, and ends the program.
const STARTUP: &str = "\
extern _main: function
code section execute align=4
__entry_point function public
call _main
int64 r0 = r0
int64 r1 = r1
int64 r2 = r2
int64 r3 = r3
int64 r4 = r4
int64 r5 = r5
int64 r6 = r6
int64 r7 = r7
int64 r8 = r8
int64 r9 = r9
int64 r10 = r10
int64 r11 = r11
int64 r12 = r12
int64 r13 = r13
int64 r14 = r14
int64 r15 = r15
int64 r16 = r16
int64 r17 = r17
int64 r18 = r18
int64 r19 = r19
int64 r20 = r20
int64 r21 = r21
int64 r22 = r22
int64 r23 = r23
int64 r24 = r24
int64 r25 = r25
int64 r26 = r26
int64 r27 = r27
int64 r28 = r28
int64 r29 = r29
int64 r30 = r30
sys_call(1, 0x10)
__entry_point end
code end
";

/// General registers that the start-up code shows.
const SHOWN: usize = 31;

pub(super) fn find(named: Option<&Path>, places: &Places) -> Result<Box<dyn Reference>, Missing> {
    let from_environment = std::env::var_os("FORW").map(PathBuf::from);
    let named = named.map(Path::to_owned).or(from_environment);
    match program(named.as_deref(), places, "forwardcom", &["forw"]) {
        Some(path) => Ok(Box::new(Forw(path))),
        None => Err(Missing {
            reason: "forw was not found".to_owned(),
            remedy: "build the binary tools of the ForwardCom project and put forw on PATH, or name it with \
                     --tool FILE or FORW"
                .to_owned(),
        }),
    }
}

impl Reference for Forw {
    fn title(&self) -> String {
        format!("forw {}", self.0.display())
    }

    fn assemble(&self, text: &str, shop: &Shop<'_>) -> Option<Result<Vec<u8>, String>> {
        Some(self.assembled("program", text, shop).and_then(|()| shop.read("program.ob")))
    }

    fn startup(&self) -> Option<&'static str> {
        Some(STARTUP)
    }

    fn run(&self, texts: &[&str], _program: &Executable, shop: &Shop<'_>) -> Option<Result<Ended, String>> {
        Some(self.emulate(texts, shop))
    }

    /// Its loader puts programs at addresses of its own.
    fn places_differ(&self) -> bool {
        true
    }
}

impl Forw {
    fn assembled(&self, name: &str, text: &str, shop: &Shop<'_>) -> Result<(), String> {
        shop.write(&format!("{name}.as"), text.as_bytes())?;
        let (from, to) = (format!("{name}.as"), format!("{name}.ob"));
        shop.run(&self.0, &["-ass", &from, &to, "-O0", "-debug=1"], &[0])?;
        Ok(())
    }

    /// The emulator ends with the program's status, so that only its trace tells whether all went well.
    fn emulate(&self, texts: &[&str], shop: &Shop<'_>) -> Result<Ended, String> {
        let mut arguments = vec!["-link".to_owned(), "-debug".to_owned(), "program.ex".to_owned()];
        for (number, text) in texts.iter().enumerate() {
            let name = format!("part{number}");
            self.assembled(&name, text, shop)?;
            arguments.push(format!("{name}.ob"));
        }
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        shop.run(&self.0, &arguments, &[0])?;
        shop.run(&self.0, &["-emu", "program.ex", "-list=trace", "-maxlines=10000000"], &[])?;
        let trace = String::from_utf8_lossy(&shop.read("trace")?).into_owned();
        Ok(Ended { registers: registers(&trace)?, memory: Vec::new() })
    }
}

/// The values that the start-up code shows last: results stand in lines of their own, which begin with
/// blanks, behind the line of their instruction.
fn registers(trace: &str) -> Result<Vec<(String, Vec<u8>)>, String> {
    let lines: Vec<&str> = trace.lines().filter(|line| !line.trim().is_empty()).collect();
    let end = lines.iter().position(|line| line.trim() == "system call: exit").ok_or_else(|| {
        let last = lines.last().copied().unwrap_or("nothing").trim();
        format!("the emulator did not come to the end of the program; its trace ends with: {last}")
    })?;
    let results = lines.get(..end).unwrap_or_default().iter().filter(|line| line.starts_with(' '));
    let results: Vec<&str> = results.map(|line| line.trim()).collect();
    let first = results.len().checked_sub(SHOWN).ok_or("the trace is too short")?;
    let value = |(number, text): (usize, &&str)| {
        let digits = text.strip_prefix("0x").unwrap_or(text);
        let value = u64::from_str_radix(digits, 16)
            .map_err(|_| format!("the trace says `{text}` of r{number}, which is no hexadecimal number"))?;
        Ok((format!("r{number}"), value.to_le_bytes().to_vec()))
    };
    results.get(first..).unwrap_or_default().iter().enumerate().map(value).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_results_are_the_registers() {
        let mut trace = "Debug listing of x.ex\n\n0000 _main:  int64 r9 = move(7)\n      0x7\n".to_owned();
        for number in 0..SHOWN {
            trace += &format!("{number:04X}   int64 r{number} = move(r{number})\n      0x{:X}\n", number * 3);
        }
        trace += "0004   sys_call(0x1, 0x10)\n      system call: exit\n";
        let registers = registers(&trace).unwrap();
        assert_eq!(registers.len(), SHOWN);
        assert_eq!(registers[5], ("r5".to_owned(), 15u64.to_le_bytes().to_vec()));
    }

    #[test]
    fn a_trap_is_no_end() {
        let error =
            registers("0000 int64 r0 = 1\n   0x1\n   Illegal instruction. Terminating\n").unwrap_err();
        assert!(error.contains("Illegal instruction"), "{error}");
    }
}
