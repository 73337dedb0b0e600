//! The real tools: binutils and GCC for riscv64-unknown-elf, LLVM's assembler, and QEMU.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::process::{program, run_tool};
use crosscall_machines::riscv::Xlen;
use crosscall_machines::riscv::isa::{Extension, FORMS};
use crosscall_machines::toolset::{Toolset, find};

/// Finds a program of the GNU toolchain. Says so and gives `None` when it is missing.
pub(crate) fn gnu(name: &str) -> Option<PathBuf> {
    program(&format!("riscv64-unknown-elf-{name}"))
}

/// An architecture with everything that the machine has and binutils 2.40 know.
pub(crate) fn everything(xlen: Xlen) -> String {
    format!("rv{}gcv_zicbop_zihintpause_zfh_zba_zbb_zbc_zbs_zkn_zks", xlen.bits())
}

/// Returns whether binutils and QEMU, those of Debian 12, know an extension.
pub(crate) fn is_known(extension: Extension) -> bool {
    !matches!(extension, Extension::Zfa | Extension::Zicond | Extension::Zcb)
}

/// Returns whether an extension is one of those of the first machine, with which every comparison is made.
pub(crate) fn is_old(extension: Extension) -> bool {
    use Extension::*;
    matches!(extension, I | M | A | F | D | Zfh | ZfhD | Zicsr | Zifencei | C | Cf | Cd)
}

/// The ABI that goes with [`everything`].
pub(crate) fn abi(xlen: Xlen) -> &'static str {
    match xlen {
        Xlen::Rv32 => "ilp32d",
        Xlen::Rv64 => "lp64d",
    }
}

/// The bytes of `.text` that GNU as makes of a text.
pub(crate) fn gnu_bytes(gas: &Path, folder: &Path, xlen: Xlen, text: &str) -> Result<Vec<u8>, String> {
    std::fs::write(folder.join("in.s"), text).map_err(|error| error.to_string())?;
    let arch = format!("-march={}", everything(xlen));
    let abi = format!("-mabi={}", abi(xlen));
    run_tool(Command::new(gas).args([&arch, &abi, "in.s", "-o", "out.o"]).current_dir(folder))?;
    section(folder, "out.o", ".text")
}

/// The bytes of a section of a file.
pub(crate) fn section(folder: &Path, file: &str, name: &str) -> Result<Vec<u8>, String> {
    let objcopy = gnu("objcopy").ok_or("objcopy is missing")?;
    let only = format!("--only-section={name}");
    run_tool(Command::new(objcopy).args(["-O", "binary", &only, file, "out.bin"]).current_dir(folder))?;
    std::fs::read(folder.join("out.bin")).map_err(|error| error.to_string())
}

/// Words in the shape of every row, `each` of them for each, with random operands, and as many random ones.
pub(crate) fn words(xlen: Xlen, each: usize, mut random: impl FnMut() -> u32) -> Vec<u32> {
    let mut words = Vec::new();
    for form in FORMS.iter().filter(|form| form.widths.has(xlen)) {
        for _ in 0..each {
            words.push(form.value | random() & !form.mask);
        }
    }
    for _ in 0..each * 50 {
        words.push(random() | 3);
    }
    words
}

/// Number of programs with random instructions for each width; `CROSSCALL_RISCV_PROGRAMS` asks for more.
pub(crate) fn random_programs() -> u64 {
    std::env::var("CROSSCALL_RISCV_PROGRAMS").ok().and_then(|text| text.parse().ok()).unwrap_or(6)
}

/// The toolset of a width and QEMU's user mode for it. Says so and gives `None` when QEMU is missing.
pub(crate) fn emulator(xlen: Xlen) -> Option<(&'static dyn Toolset, PathBuf)> {
    let name = format!("riscv{}", xlen.bits());
    let qemu = program(&format!("qemu-{name}"))?;
    Some((find(&name).expect("the target has a toolset"), qemu))
}
