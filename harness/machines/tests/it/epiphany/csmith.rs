//! Random C programs by Csmith, compiled by the real GCC: see `support/csmith.rs`.
//!
//! GCC 12 cannot compile multiplication, division or floating point for this target at -O0 (an internal
//! error); the platform header has such arithmetic compiled at -O1 there, and what fails nevertheless is
//! counted.

use std::path::{Path, PathBuf};

use super::tools::{compile, run_main, tool};
use crate::support::csmith::{Subject, checksums_equal_those_of_the_host};
use crosscall_machines::machine::Stop;
use crosscall_machines::object_file::ObjectFile;

struct Gcc(PathBuf);

impl Subject for Gcc {
    fn compile(&self, folder: &Path, text: &str, flags: &[&str]) -> Result<Option<ObjectFile>, String> {
        match compile(&self.0, folder, "program", text, flags) {
            Ok(object) => Ok(Some(object)),
            Err(error)
                if error.contains("internal compiler error") || error.contains("unrecognizable insn") =>
            {
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }

    fn run(&self, object: ObjectFile, budget: u64) -> Result<(Stop, String), String> {
        let (stop, _, output) = run_main(&[object], budget)?;
        Ok((stop, output))
    }
}

#[test]
fn csmith_programs_have_the_checksums_of_the_host() {
    let Some(gcc) = tool("gcc") else { return };
    checksums_equal_those_of_the_host(&Gcc(gcc));
}
