//! Code that compilers make of plain C: nothing is found in it, where they are installed.

use crate::common::{World, is_thorough};
use std::process::Command;

const SOURCE: &str = include_str!("compiled.c");
const AUDIT: &str = include_str!("compiled.toml");

/// Compilers with the options that decide the ABI, and the target.
const COMPILERS: [(&str, &[&str], &str); 8] = [
    ("riscv64-unknown-elf-gcc", &["-march=rv64imafd", "-mabi=lp64d"], "riscv64-lp64d"),
    ("riscv64-unknown-elf-gcc", &["-march=rv32imac", "-mabi=ilp32"], "riscv32-ilp32"),
    ("clang-19", &["--target=riscv64-unknown-elf", "-march=rv64imafd", "-mabi=lp64d"], "riscv64-lp64d"),
    ("clang-19", &["--target=riscv32-unknown-elf", "-march=rv32imafd", "-mabi=ilp32d"], "riscv32-ilp32d"),
    ("x86_64-linux-gnu-gcc", &[], "x86_64"),
    ("clang-19", &["--target=x86_64-linux-gnu"], "x86_64"),
    ("aarch64-linux-gnu-gcc", &[], "aarch64"),
    ("clang-19", &["--target=aarch64-linux-gnu"], "aarch64"),
];

#[test]
fn nothing_is_found_in_what_compilers_make() {
    let world = World::new();
    world.write("lib.c", SOURCE);
    let is_executed = |target: &str| cfg!(feature = "pcode") || target.starts_with("riscv");
    for (compiler, options, target) in COMPILERS.into_iter().filter(|(.., target)| is_executed(target)) {
        let levels: &[&str] = if is_thorough() { &["-O0", "-O1", "-O2", "-Os"] } else { &["-O2"] };
        for level in levels {
            let mut command = Command::new(compiler);
            command.args(options).args([*level, "-ffreestanding", "-c", "lib.c", "-o", "lib.o"]);
            // Loops stay loops: nobody gives a library with `strlen`.
            let is_gcc = compiler.ends_with("gcc");
            command.args(is_gcc.then_some("-fno-tree-loop-distribute-patterns"));
            let Ok(made) = command.current_dir(world.path(".")).output() else {
                println!("skipped: {compiler} is not installed");
                break;
            };
            assert!(made.status.success(), "{compiler} {level}: {}", String::from_utf8_lossy(&made.stderr));
            world.write("audit.toml", AUDIT.replace("TARGET", target));
            world.run(&["audit", "--file", "audit.toml", "--least-coverage", "0"]).exits(0);
        }
    }
}
