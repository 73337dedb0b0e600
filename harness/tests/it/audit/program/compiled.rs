//! Code that compilers make of a program in C: nothing is found in it, where they are installed.

use crate::common::World;
use std::process::Command;

const SOURCE: &str = include_str!("compiled.c");
const START: &str = include_str!("start.s");

/// Compilers with the options that decide the ABI, the target, and the linker.
const COMPILERS: [(&str, &[&str], &str, &str); 5] = [
    ("riscv64-unknown-elf-gcc", &["-march=rv64imafd", "-mabi=lp64d"], "riscv64-lp64d", "elf64lriscv"),
    ("riscv64-unknown-elf-gcc", &["-march=rv32imac", "-mabi=ilp32"], "riscv32-ilp32", "elf32lriscv"),
    (
        "clang-14",
        &["--target=riscv64-unknown-elf", "-march=rv64imafd", "-mabi=lp64d", "-mno-relax"],
        "riscv64-lp64d",
        "elf64lriscv",
    ),
    (
        "clang-19",
        &["--target=riscv64-unknown-elf", "-march=rv64imafd", "-mabi=lp64d"],
        "riscv64-lp64d",
        "elf64lriscv",
    ),
    (
        "clang-19",
        &["--target=riscv32-unknown-elf", "-march=rv32imafd", "-mabi=ilp32d"],
        "riscv32-ilp32d",
        "elf32lriscv",
    ),
];

#[test]
fn nothing_is_found_in_what_compilers_make() {
    let world = World::new();
    world.write("program.c", SOURCE);
    world.write("start.s", START);
    for (compiler, options, target, emulation) in COMPILERS {
        for level in ["-O0", "-O1", "-O2", "-O3", "-Os"] {
            let run = |program: &str, arguments: &[&str]| {
                let mut command = Command::new(program);
                let made = command.args(arguments).current_dir(world.path(".")).output().ok()?;
                assert!(
                    made.status.success(),
                    "{program} {arguments:?}: {}",
                    String::from_utf8_lossy(&made.stderr)
                );
                Some(())
            };
            let compile = |input: &str, output: &str| {
                run(compiler, &[options, &[level, "-ffreestanding", "-c", input, "-o", output]].concat())
            };
            if compile("program.c", "program.o").is_none() {
                println!("skipped: {compiler} is not installed");
                break;
            }
            compile("start.s", "start.o").unwrap();
            let link = ["-m", emulation, "start.o", "program.o", "-o", "program.elf"];
            if run("riscv64-unknown-elf-ld", &link).is_none() {
                println!("skipped: riscv64-unknown-elf-ld is not installed");
                return;
            }
            let answer = world.run(&["audit", "program.elf"]).exits(0);
            assert!(answer.out.contains(target), "{}", answer.out);
            assert!(answer.out.contains("ended with exit status 0"), "{}", answer.out);
        }
    }
}
