//! Random C programs by Csmith, compiled by the real clang: see `support/csmith.rs`. Says so where clang is
//! missing.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::csmith::{Subject, checksums_equal_those_of_the_host};
use crate::support::process::run_tool;
use crosscall_machines::elf::read_object;
use crosscall_machines::machine::{Machine, Stop};
use crosscall_machines::nyuzi::link::{FORMAT, link, link_options};
use crosscall_machines::object_file::ObjectFile;

struct Clang(PathBuf);

impl Subject for Clang {
    fn compile(&self, folder: &Path, text: &str, flags: &[&str]) -> Result<Option<ObjectFile>, String> {
        let (source, object) = (folder.join("program.c"), folder.join("program.o"));
        std::fs::write(&source, text).map_err(|error| error.to_string())?;
        let mut command = Command::new(&self.0);
        command.arg("--target=nyuzi-none-none").args(flags).arg("-c").arg(&source).arg("-o").arg(&object);
        run_tool(&mut command)?;
        let bytes = std::fs::read(&object).map_err(|error| error.to_string())?;
        read_object("program", &bytes, &FORMAT).map(Some).map_err(|error| error.to_string())
    }

    fn run(&self, object: ObjectFile, budget: u64) -> Result<(Stop, String), String> {
        let program = link(&[object], &link_options()).map_err(|error| error.to_string())?;
        let main = program.address_of("main").ok_or("there is no main")?;
        let mut core = super::tools::start(&program);
        core.begin_call(main);
        let stop = core.run(budget);
        Ok((stop, String::from_utf8_lossy(core.output()).into_owned()))
    }
}

#[test]
fn csmith_programs_have_the_checksums_of_the_host() {
    let Some(clang) = super::tools::llvm("clang") else { return };
    checksums_equal_those_of_the_host(&Clang(clang));
}
