//! Reference tools that are assemblers, and nothing else.

use super::{Missing, Reference, Shop, program, version};
use crosscall_toolchain::discover::Places;
use std::path::{Path, PathBuf};

/// Name and command line of an assembler.
struct Known {
    target: &'static str,
    name: &'static str,
    /// Arguments before the text's file name.
    options: &'static [&'static str],
    remedy: &'static str,
}

const KNOWN: &[Known] = &[
    Known {
        target: "epiphany",
        name: "epiphany-elf-as",
        options: &[],
        remedy: "scripts/install-epiphany-toolchain builds it; --tool FILE names another",
    },
    Known {
        target: "dpu",
        name: "dpu-upmem-dpurte-clang",
        options: &["-c"],
        remedy: "it is part of UPMEM's SDK; put its bin folder on PATH, or name it with --tool FILE",
    },
    Known {
        target: "nyuzi",
        name: "nyuzi-clang",
        options: &["--target=nyuzi-none-none", "-c"],
        remedy: "build clang of the NyuziToolchain project and put it on PATH under this name",
    },
];

/// An assembler that was found.
pub(super) struct Assembler {
    path: PathBuf,
    options: &'static [&'static str],
}

/// The assembler for a target: the one that is named, or the one that is found.
pub(super) fn find(target: &str, named: Option<&Path>, places: &Places) -> Result<Assembler, Missing> {
    let Some(known) = KNOWN.iter().find(|known| known.target == target) else {
        return Err(Missing {
            reason: format!("there is no reference tool for {target}"),
            remedy: "its instructions are checked against golden encodings, see docs/machines".to_owned(),
        });
    };
    match program(named, places, target, known.name) {
        Some(path) => Ok(Assembler { path, options: known.options }),
        None => {
            Err(Missing { reason: format!("{} was not found", known.name), remedy: known.remedy.to_owned() })
        }
    }
}

impl Reference for Assembler {
    fn title(&self) -> String {
        version(&self.path, "--version")
    }

    fn assemble(&self, text: &str, shop: &Shop<'_>) -> Option<Result<Vec<u8>, String>> {
        let assembled = || {
            shop.write("program.s", text.as_bytes())?;
            let arguments = [self.options, &["program.s", "-o", "program.o"]].concat();
            shop.run(&self.path, &arguments, &[0])?;
            shop.read("program.o")
        };
        Some(assembled())
    }
}
