//! `forw`, the binary tools of the ForwardCom project: assembler, linker and emulator.

use super::{Ended, Missing, Reference, Shop, program};
use crosscall_machines::executable::Executable;
use crosscall_toolchain::discover::Places;
use crosscall_toolchain::trace::{EXIT, last_results};
use std::path::{Path, PathBuf};

struct Forw(PathBuf);

/// General registers that are shown before that.
const SHOWN: usize = 31;

pub(super) fn find(named: Option<&Path>, places: &Places) -> Result<Box<dyn Reference>, Missing> {
    let from_environment = std::env::var_os("FORW").map(PathBuf::from);
    match program(named.or(from_environment.as_deref()), places, "forwardcom", "forw") {
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

    fn can_run(&self) -> bool {
        true
    }

    /// Has every general register shown in the trace before the program ends itself.
    fn prepared(&self, text: &str) -> String {
        let shown: String = (0..SHOWN).map(|number| format!("int64 r{number} = r{number}\n")).collect();
        text.replace(EXIT, &(shown + EXIT))
    }

    /// The emulator ends with the program's status, so that only its trace shows whether all went well.
    fn run(&self, text: &str, _program: &Executable, shop: &Shop<'_>) -> Result<Ended, String> {
        if !text.contains(EXIT) {
            return Err(format!("the program must end itself with `{EXIT}`"));
        }
        self.assembled("program", text, shop)?;
        shop.run(&self.0, &["-link", "-debug", "program.ex", "program.ob"], &[0])?;
        shop.run(&self.0, &["-emu", "program.ex", "-list=trace", "-maxlines=10000000"], &[])?;
        let trace = String::from_utf8_lossy(&shop.read("trace")?).into_owned();
        Ok(Ended { registers: registers(&trace)?, memory: Vec::new() })
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
}

/// The registers that the program shows last.
fn registers(trace: &str) -> Result<Vec<(String, Vec<u8>)>, String> {
    let values = last_results(trace, SHOWN).map_err(|untold| untold.to_string())?;
    let named = |(number, value): (usize, u64)| (format!("r{number}"), value.to_le_bytes().to_vec());
    Ok(values.into_iter().enumerate().map(named).collect())
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
        trace += "0004   sys_call(0x1, 0x10)\n      system call: exit\n\n   33 instructions executed.\n";
        let registers = registers(&trace).unwrap();
        assert_eq!(registers.len(), SHOWN);
        assert_eq!(registers[5], ("r5".to_owned(), 15u64.to_le_bytes().to_vec()));
    }
}
