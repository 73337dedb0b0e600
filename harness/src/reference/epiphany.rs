//! GNU as for the Epiphany.

use super::{Missing, Reference, Shop, program, version};
use crate::toolchain::discover::Places;
use std::path::{Path, PathBuf};

struct Gas(PathBuf);

pub(super) fn find(named: Option<&Path>, places: &Places) -> Result<Box<dyn Reference>, Missing> {
    match program(named, places, "epiphany", &["epiphany-elf-as"]) {
        Some(path) => Ok(Box::new(Gas(path))),
        None => Err(Missing {
            reason: "epiphany-elf-as was not found".to_owned(),
            remedy: "scripts/install-epiphany-toolchain builds it; --tool FILE names another".to_owned(),
        }),
    }
}

impl Reference for Gas {
    fn title(&self) -> String {
        version(&self.0, "--version")
    }

    fn assemble(&self, text: &str, shop: &Shop<'_>) -> Option<Result<Vec<u8>, String>> {
        let assembled = || {
            shop.write("program.s", text.as_bytes())?;
            shop.run(&self.0, &["program.s", "-o", "program.o"], &[0])?;
            shop.read("program.o")
        };
        Some(assembled())
    }
}
