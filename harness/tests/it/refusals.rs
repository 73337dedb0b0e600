//! Wrong input: what is said, and the exit code.

use crate::common::World;
use expect_test::{Expect, expect};

const CASE: &str = "crosscall = 1\ntarget = \"epiphany\"\nsignature = \"long f(int)\"\narguments = [\"0x11\"]\nresult = \"0x33\"\n";

fn refused(world: &World, arguments: &[&str], expected: &Expect) {
    expected.assert_eq(&world.run(arguments).refusal());
}

#[test]
fn the_command_line() {
    let world = World::new();
    refused(
        &world,
        &["run", "--target", "z80"],
        &expect![[r#"
            2
            error: invalid value 'z80' for '--target <TARGET>'
              [possible values: dpu, epiphany, forwardcom, ipu, nyuzi, riscv32, riscv32-ilp32, riscv32-ilp32d, riscv32-ilp32e, riscv32-ilp32f, riscv64, riscv64-lp64, riscv64-lp64d, riscv64-lp64f]

            For more information, try '--help'.
        "#]],
    );
    // The target of the tests is none of the program's, not even where it is compiled in.
    refused(
        &world,
        &["run", "--target", "invented"],
        &expect![[r#"
            2
            error: invalid value 'invented' for '--target <TARGET>'
              [possible values: dpu, epiphany, forwardcom, ipu, nyuzi, riscv32, riscv32-ilp32, riscv32-ilp32d, riscv32-ilp32e, riscv32-ilp32f, riscv64, riscv64-lp64, riscv64-lp64d, riscv64-lp64f]

            For more information, try '--help'.
        "#]],
    );
    refused(
        &world,
        &["run", "--toolchain", "epiphany-gcc-O2"],
        &expect![[r#"
        2
        crosscall: unknown toolchain `epiphany-gcc-O2`; did you mean `epiphany-elf-gcc-O2`? (`crosscall doctor` lists them; others go into crosscall.toml)
    "#]],
    );
    refused(
        &world,
        &["run", "--toolchain", "epiphany-elf-gcc-O2"],
        &expect![[r#"
        3
        crosscall: toolchain `epiphany-elf-gcc-O2` cannot be used: epiphany-elf-gcc was not found; scripts/install-epiphany-toolchain builds it from Debian's sources (about five minutes)
    "#]],
    );
    refused(
        &world,
        &["run", "--pairing", "both"],
        &expect![[r#"
            2
            error: invalid value 'both' for '--pairing <PAIRING>'
              [possible values: caller, callee, cross, layout, object, tool, value]

            For more information, try '--help'.
        "#]],
    );
    refused(
        &world,
        &["run", "--cases", "many"],
        &expect![[r#"
        2
        error: invalid value 'many' for '--cases <N>': `many` is not a number of at most 64 bits, such as 4096 or 0x1000

        For more information, try '--help'.
    "#]],
    );
    refused(
        &world,
        &["run", "--batch", "0"],
        &expect![[r#"
        2
        error: invalid value '0' for '--batch <N>': must be at least 1

        For more information, try '--help'.
    "#]],
    );
    refused(
        &world,
        &["run", "--known", "none.toml"],
        &expect![[r#"
        2
        crosscall: none.toml: cannot be read: No such file or directory (os error 2)
    "#]],
    );
    refused(
        &world,
        &["run", "--config", "none.toml"],
        &expect![[r#"
        2
        crosscall: none.toml: cannot be read: No such file or directory (os error 2)
    "#]],
    );
    assert_eq!(world.run(&[]).code, 2);
    assert_eq!(world.run(&["fly"]).code, 2);
    assert_eq!(world.run(&["--help"]).code, 0);
    assert_eq!(world.run(&["--version"]).out.split(' ').next(), Some("crosscall"));
}

/// Tests are built without the second backend of RISC-V.
#[test]
fn backends_and_linkers() {
    let world = World::new();
    let toolchain = ["run", "--toolchain", "embedded-riscv64-lp64d", "--backend", "pcode"];
    let expected = expect![[r#"
        2
        crosscall: this program was built without the p-code backend: cargo build --features pcode
    "#]];
    refused(&world, &toolchain, &expected);
    let expected = expect![[r#"
        2
        crosscall: --backend: verdicts of another backend do not go into a --store
    "#]];
    refused(&world, &[&toolchain[..], &["--store", "nights"]].concat(), &expected);
    let linker = ["run", "--toolchain", "embedded-riscv64-lp64d", "--linker", "embedded-riscv64-lp64d"];
    let expected = expect![[r#"
        2
        crosscall: --linker: no subject `embedded-riscv64-lp64d` has a linker for riscv64-lp64d
    "#]];
    refused(&world, &linker, &expected);
    let expected = expect![[r#"
        2
        crosscall: --linker: verdicts of another linker do not go into a --store
    "#]];
    refused(&world, &[&linker[..], &["--store", "nights"]].concat(), &expected);
}

#[test]
fn declarations() {
    let world = World::new();
    let explain = |declaration: &str, expected: &Expect| {
        refused(&world, &["explain", "--target", "epiphany", declaration], expected);
    };
    explain(
        "long f(int",
        &expect![[r#"
        2
        crosscall: the declaration: line 1, column 11: expected `,` or `)`, found the end of the text
          long f(int
                    ^
    "#]],
    );
    explain(
        "struct s f(void)",
        &expect![[r#"
            2
            crosscall: the declaration: line 1, column 8: `struct s` has no definition before its use; give it, or a pointer to it
              struct s f(void)
                     ^
        "#]],
    );
    explain(
        "",
        &expect![[r#"
            2
            crosscall: the declaration: there is no function in it; expected a declaration such as `int f(int)`
        "#]],
    );
    explain(
        "int x;",
        &expect![[r#"
            2
            crosscall: the declaration: line 1, column 5: `x` is not a function; expected `(` and parameters behind a name
              int x;
                  ^
        "#]],
    );
    refused(
        &world,
        &["explain", "--target", "epiphany", "void f(void)", "--dialect", "S06=R99"],
        &expect![[r#"
        2
        crosscall: --dialect: EPIPHANY-S06 has no interpretation `R99`; it has R2, R1, R3, R4
    "#]],
    );
}

#[test]
fn case_files() {
    let world = World::new();
    refused(
        &world,
        &["repro", "none.toml"],
        &expect![[r#"
        2
        crosscall: none.toml: cannot be read: No such file or directory (os error 2)
    "#]],
    );
    world.write("a.toml", [0xff, 0xfe, 0x00]);
    refused(
        &world,
        &["repro", "a.toml"],
        &expect![[r#"
        2
        crosscall: a.toml: is not valid UTF-8 at byte 0
    "#]],
    );
    world.write("b.toml", "crosscall = 1\ntarget = [");
    refused(
        &world,
        &["repro", "b.toml"],
        &expect![[r#"
        2
        crosscall: b.toml:2: unclosed array, expected `]`
    "#]],
    );
    world.write("c.toml", CASE.replace("crosscall = 1", "crosscall = 9"));
    refused(
        &world,
        &["repro", "c.toml"],
        &expect![[r#"
        2
        crosscall: c.toml:1: case file of format 9; this crosscall reads format 1: use the release that wrote it
    "#]],
    );
    world.write("d.toml", CASE.replace("long f(int)", "long f(int, char)"));
    refused(
        &world,
        &["minimize", "d.toml"],
        &expect![[r#"
        2
        crosscall: d.toml:4: arguments: the function takes 2, 1 are given
    "#]],
    );
    world.write("e.toml", CASE);
    refused(
        &world,
        &["repro", "e.toml", "--pairing", "cross", "--toolchain", "embedded-epiphany"],
        &expect![[r#"
            2
            crosscall: the pairing cross needs two toolchains: --toolchain CALLER --toolchain CALLEE, or --subject for each
        "#]],
    );
    refused(
        &world,
        &["minimize", "e.toml"],
        &expect![[r#"
        2
        crosscall: e.toml: shows no disagreement here; there is nothing to keep
    "#]],
    );
}

#[test]
fn configurations() {
    let world = World::new();
    world.write(
        "crosscall.toml",
        "[[toolchain]]\nname = \"a\"\ntarget = \"epiphany\"\nkind = \"gcc\"\ncc = [\"./none\"]\n",
    );
    refused(
        &world,
        &["run", "--toolchain", "a"],
        &expect![[r#"
        3
        crosscall: toolchain `a` cannot be used: cannot start `none`: No such file or directory (os error 2); correct its `cc` in crosscall.toml
    "#]],
    );
    let doctor = world.run(&["doctor"]);
    assert_eq!(doctor.code, 0);
    assert!(doctor.out.contains("cannot start"), "{}", doctor.out);
    world.write("crosscall.toml", "[[toolchain]]\nname = \"a\"\nflags = 3\n");
    refused(
        &world,
        &["doctor"],
        &expect![[r#"
            2
            crosscall: crosscall.toml:3: unknown field `flags`, expected one of `name`, `target`, `kind`, `cc`, `as`, `ld`, `emulator`, `emits`, `open`, `levels`, `support`
        "#]],
    );
}

#[test]
fn reports() {
    let world = World::new();
    world.write("report.json", "{}");
    refused(
        &world,
        &["clauses", "--coverage", "report.json"],
        &expect![[r#"
            2
            crosscall: report.json: has no `format`: it is no report of a run, or one of a crosscall before format 1; run again
        "#]],
    );
    refused(
        &world,
        &["run", "--toolchain", "embedded-epiphany", "--cases", "1", "--report", "/proc/none"],
        &expect![[r#"
            3
            crosscall: /proc/none: cannot be written: No such file or directory (os error 2)
        "#]],
    );
}
