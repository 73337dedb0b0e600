//! The clang of UPMEM's SDK, as an assembler.

use super::{Missing, Reference, Shop, program, version};
use crate::toolchain::discover::Places;
use std::path::{Path, PathBuf};

struct Clang(PathBuf);

pub(super) fn find(named: Option<&Path>, places: &Places) -> Result<Box<dyn Reference>, Missing> {
    match program(named, places, "dpu", &["dpu-upmem-dpurte-clang"]) {
        Some(path) => Ok(Box::new(Clang(path))),
        None => Err(Missing {
            reason: "dpu-upmem-dpurte-clang was not found".to_owned(),
            remedy: "it is part of UPMEM's SDK; put its bin folder on PATH, or name it with --tool FILE"
                .to_owned(),
        }),
    }
}

impl Reference for Clang {
    fn title(&self) -> String {
        version(&self.0, "--version")
    }

    fn assemble(&self, text: &str, shop: &Shop<'_>) -> Option<Result<Vec<u8>, String>> {
        let assembled = || {
            shop.write("program.s", text.as_bytes())?;
            shop.run(&self.0, &["-c", "program.s", "-o", "program.o"], &[0])?;
            shop.read("program.o")
        };
        Some(assembled())
    }
}
