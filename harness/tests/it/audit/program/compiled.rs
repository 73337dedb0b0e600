//! Code that compilers make of a program in C: nothing is found in it, where they are installed.

use crate::common::World;
use std::process::Command;

const SOURCE: &str = include_str!("compiled.c");
/// Beginnings of programs, by the beginnings of targets' names.
const STARTS: [(&str, &str); 3] = [
    ("riscv", include_str!("start.s")),
    ("x86_64", include_str!("start_x86_64.s")),
    ("aarch64", include_str!("start_aarch64.s")),
];

/// Compilers with the options that decide the ABI, the target, and the linker with its kind of files.
const COMPILERS: [(&str, &[&str], &str, [&str; 2]); 9] = [
    (
        "riscv64-unknown-elf-gcc",
        &["-march=rv64imafd", "-mabi=lp64d"],
        "riscv64-lp64d",
        ["riscv64-unknown-elf-ld", "elf64lriscv"],
    ),
    (
        "riscv64-unknown-elf-gcc",
        &["-march=rv32imac", "-mabi=ilp32"],
        "riscv32-ilp32",
        ["riscv64-unknown-elf-ld", "elf32lriscv"],
    ),
    (
        "clang-14",
        &["--target=riscv64-unknown-elf", "-march=rv64imafd", "-mabi=lp64d", "-mno-relax"],
        "riscv64-lp64d",
        ["riscv64-unknown-elf-ld", "elf64lriscv"],
    ),
    (
        "clang-19",
        &["--target=riscv64-unknown-elf", "-march=rv64imafd", "-mabi=lp64d"],
        "riscv64-lp64d",
        ["riscv64-unknown-elf-ld", "elf64lriscv"],
    ),
    (
        "clang-19",
        &["--target=riscv32-unknown-elf", "-march=rv32imafd", "-mabi=ilp32d"],
        "riscv32-ilp32d",
        ["riscv64-unknown-elf-ld", "elf32lriscv"],
    ),
    ("x86_64-linux-gnu-gcc", &[], "x86_64", ["x86_64-linux-gnu-ld", "elf_x86_64"]),
    ("clang-19", &["--target=x86_64-linux-gnu"], "x86_64", ["x86_64-linux-gnu-ld", "elf_x86_64"]),
    ("aarch64-linux-gnu-gcc", &[], "aarch64", ["aarch64-linux-gnu-ld", "aarch64linux"]),
    ("clang-19", &["--target=aarch64-linux-gnu"], "aarch64", ["aarch64-linux-gnu-ld", "aarch64linux"]),
];

#[test]
fn nothing_is_found_in_what_compilers_make() {
    let world = World::new();
    world.write("program.c", SOURCE);
    let is_executed = |target: &str| cfg!(feature = "pcode") || target.starts_with("riscv");
    for (compiler, options, target, [linker, emulation]) in
        COMPILERS.into_iter().filter(|(_, _, target, _)| is_executed(target))
    {
        let (_, start) = STARTS.iter().find(|(begin, _)| target.starts_with(begin)).unwrap();
        world.write("start.s", start);
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
            if run(linker, &link).is_none() {
                println!("skipped: {linker} is not installed");
                break;
            }
            let answer = world.run(&["audit", "program.elf", "--target", target]).exits(0);
            assert!(answer.out.contains(target), "{}", answer.out);
            assert!(answer.out.contains("ended with exit status 0"), "{}", answer.out);
        }
    }
}
