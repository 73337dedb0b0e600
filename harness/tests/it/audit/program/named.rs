//! The function that is to blame, by name, in programs of compilers and texts: without types, with a beginning that sets
//! everything up, with values in scratch registers, with routines that other routines jump to.

use crate::common::World;
use std::process::Command;

const GCC: &str = "riscv64-unknown-elf-gcc";

/// The beginning of a program, which lets a function set gp before it calls `main`.
const START: &str = "\t.globl _start\n\t.type _start, @function\n_start:\tjal ra, set_gp\n\tla sp, top\n\tcall main\n\tli a7, 93\n\tecall\n\
                     set_gp:\n\t.option push\n\t.option norelax\n\tlla gp, __global_pointer$\n\t.option pop\n\tret\n\
                     \t.size _start, .-_start\n\t.bss\n\t.align 4\n\t.space 4096\ntop:\n";

/// A function that begins as all do which call another one.
fn calling(name: &str, kind: &str, code: &str) -> String {
    format!(
        "\t.globl {name}\n{kind}{name}:\taddi sp, sp, -16\n\tsd ra, 8(sp)\n{code}\tld ra, 8(sp)\n\taddi sp, sp, 16\n\tret\n"
    )
}

/// The answer of the audit of a program of the beginning and of these files; `None` without the compiler.
fn audited(files: &[(&str, &str)], options: &[&str], code: u8) -> Option<String> {
    let world = World::new();
    world.write("start.S", START);
    for (name, text) in files {
        world.write(name, text);
    }
    let names = files.iter().map(|(name, _)| *name);
    let made = Command::new(GCC)
        .args(["-nostdlib", "-static", "-march=rv64gc", "-mabi=lp64d", "-o", "p.elf", "start.S"])
        .args(names.chain(options.iter().copied()))
        .current_dir(world.path("."))
        .output();
    let Ok(made) = made else {
        println!("skipped: {GCC} is not installed");
        return None;
    };
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    Some(world.run(&["audit", "p.elf"]).exits(code.into()).out)
}

#[test]
fn a_beginning_sets_gp_and_nobody_else_does() {
    let main = calling("main", "", "\tcall good\n\tli a0, 0\n") + "good:\tret\n";
    let Some(out) = audited(&[("main.S", &main)], &[], 0) else { return };
    assert!(out.starts_with("p.elf: clean\n") && out.contains("4 of 4 functions were called"), "{out}");
    let wrong = main.replace("good:", "good:\tmv gp, gp\n");
    let out = audited(&[("main.S", &wrong)], &[], 1).unwrap();
    assert!(out.contains("RISCV-REG-11  good: register gp"), "{out}");
}

#[test]
fn functions_without_a_type_are_functions() {
    let main = "int loses(void); int good(void);\nint main(void) { loses(); return good() - 5; }\n";
    let texts = "\t.globl loses\nloses:\tli s1, 5\n\tret\n\t.globl good\ngood:\tli a0, 5\n\tret\n\t.globl idle\nidle:\tret\n";
    let Some(out) = audited(&[("main.c", main), ("texts.S", texts)], &["-O1"], 1) else { return };
    assert!(out.starts_with("p.elf: findings (1)") && out.contains("loses: register s1"), "{out}");
    assert!(out.contains("not called: idle\n"), "{out}");
    // Nor has a label of the same file, which is called.
    let local = calling("main", "\t.type main, @function\n", "\tcall loses\n\tli a0, 0\n")
        + "loses:\tli s1, 5\n\tret\n";
    let out = audited(&[("main.S", &local)], &[], 1).unwrap();
    assert!(out.contains("RISCV-REG-07  loses: register s1"), "{out}");
}

/// GCC may keep values in scratch registers over calls of functions of the same file. A text in assembly may not, nor may
/// anybody over calls of functions of other files.
#[test]
fn who_keeps_a_value_over_a_call() {
    let main = "int keeper(void); int main(void) { return keeper(); }\n";
    let keeper = calling("keeper", "\t.type keeper, @function\n", "\tli t3, 0\n\tcall good\n\tmv a0, t3\n");
    let texts = keeper.clone()
        + "\t.size keeper, .-keeper\n\t.globl good\n\t.type good, @function\ngood:\tli t3, 3\n\tret\n\t.size good, .-good\n";
    let Some(out) = audited(&[("main.c", main), ("texts.S", &texts)], &["-O2"], 1) else { return };
    assert!(out.contains("RISCV-REG-10  keeper: keeps t3 over a call"), "{out}");
    // What GCC itself keeps over the call of a function that it has seen is a note at most.
    let agreed = "__attribute__((noinline)) static int leaf(int x) { return x * 3; }\n\
                  __attribute__((noinline)) int middle(int x, int y, int z) { return leaf(x) + y + z; }\n\
                  int main(void) { return middle(2, 1, 0) - 7; }\n";
    let out = audited(&[("main.c", agreed)], &["-O2"], 0).unwrap();
    assert!(out.starts_with("p.elf: clean"), "{out}");
}

/// Routines that save and restore registers are called through t0 and jumped to.
#[test]
fn millicode_is_called() {
    let main = "int g(int, int, int);\n\
                __attribute__((noinline)) int f(int a, int b, int c) { int x = g(a, b, c); return g(x, b, c) + a; }\n\
                __attribute__((noinline)) int g(int a, int b, int c) { return a + b * c; }\n\
                int main(void) { return f(1, 2, 3) - 14; }\n";
    let Some(out) = audited(&[("main.c", main)], &["-O1", "-msave-restore", "-lgcc"], 0) else { return };
    assert!(out.contains("__riscv_save_12") && !out.contains("__riscv_save_0,"), "{out}");
    assert!(out.contains("__riscv_restore_12") && !out.contains("__riscv_restore_0,"), "{out}");
}
