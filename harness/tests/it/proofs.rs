//! The programs of `docs/proofs`: two halves by two compilers show each finding without anything of crosscall. A row whose
//! compilers are not installed is skipped, and says so.

mod aarch64;
mod riscv;
mod x86_64;

use crate::common::one_in;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A program, its ABI (empty where the folder has one), the compilers of the caller and of the callee, and whether the document
/// and they agree; of a program that stops a compiler, whether both halves compile.
type Row = (&'static str, &'static str, &'static str, &'static str, bool);

/// A folder of programs.
struct Folder {
    name: &'static str,
    /// The processor that runs it; none where qemu does.
    processor: Option<&'static str>,
    /// Programs without which none of its rows is tried.
    needs: &'static [&'static str],
    rows: &'static [Row],
    /// Those about programs that stop a compiler.
    stops: &'static [Row],
}

const FOLDERS: [Folder; 3] = [
    Folder { name: "riscv", processor: None, needs: riscv::NEEDS, rows: riscv::ROWS, stops: riscv::STOPS },
    Folder {
        name: "x86_64",
        processor: Some("x86_64"),
        needs: x86_64::NEEDS,
        rows: x86_64::ROWS,
        stops: x86_64::STOPS,
    },
    Folder { name: "aarch64", processor: None, needs: aarch64::NEEDS, rows: aarch64::ROWS, stops: &[] },
];

impl Folder {
    fn path(&self) -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/proofs").join(self.name)
    }

    /// Tries the rows for which everything is there.
    fn try_rows(&self) {
        if self.processor.is_some_and(|processor| processor != std::env::consts::ARCH) {
            println!("skipped: this is no {}", self.name);
            return;
        }
        let missing: Vec<&str> = self.needs.iter().copied().filter(|program| !is_there(program)).collect();
        if !missing.is_empty() {
            println!("skipped: {} are not there for {}", missing.join(", "), self.name);
            return;
        }
        let compared = self.rows.iter().map(|row| (row, 1));
        for (row, otherwise) in compared.chain(self.stops.iter().map(|row| (row, 3))).step_by(one_in(3)) {
            self.try_row(row, otherwise);
        }
    }

    /// Tries a row; `otherwise` is how the script ends where there is no agreement.
    fn try_row(&self, (program, abi, caller, callee, agrees): &Row, otherwise: i32) {
        let words = || [caller, callee].into_iter().filter_map(|command| command.split(' ').next());
        if let Some(missing) = words().find(|compiler| !is_there(compiler)) {
            println!("skipped: {missing} is not there for {program}");
            return;
        }
        let arguments = [program, abi, caller, callee].into_iter().filter(|word| !word.is_empty());
        let ran = Command::new(self.path().join("run")).args(arguments).output().expect("it runs");
        let said = String::from_utf8_lossy(&ran.stdout);
        let expected = if *agrees { 0 } else { otherwise };
        assert_eq!(
            ran.status.code(),
            Some(expected),
            "{}: {program} {abi}, {caller}, {callee}: {said}{}",
            self.name,
            String::from_utf8_lossy(&ran.stderr)
        );
        let is_told = said.contains(": expected 0x") || said.contains(": ended with ");
        assert!(expected == 3 || is_told, "{program}: {said}");
    }
}

fn is_there(program: &str) -> bool {
    let version = if program == "zig" { "version" } else { "--version" };
    Command::new(program).arg(version).output().is_ok_and(|answer| answer.status.success())
}

#[test]
fn two_compilers_and_a_machine_show_each_finding() {
    for folder in &FOLDERS {
        folder.try_rows();
    }
}

/// Each program of a folder is in a row.
#[test]
fn every_program_is_tried() {
    for folder in &FOLDERS {
        for file in std::fs::read_dir(folder.path()).expect("the programs are there") {
            let name = file.expect("a file").file_name().into_string().expect("an ASCII name");
            if let Some(program) = name.strip_suffix(".c") {
                let is_its = |row: &Row| row.0 == program;
                assert!(folder.rows.iter().chain(folder.stops).any(is_its), "{}: {program}", folder.name);
            }
        }
    }
}
