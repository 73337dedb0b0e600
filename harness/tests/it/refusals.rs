//! Wrong input: what is said, and the exit code.

use crate::common::World;
use expect_test::expect;

const CASE: &str = "crosscall = 1\ntarget = \"epiphany\"\nsignature = \"long f(int)\"\narguments = [\"0x11\"]\nresult = \"0x33\"\n";

/// Messages on command lines, with their exit codes.
fn refusals(world: &World, lines: &[&[&str]]) -> String {
    let said = |line: &&[&str]| format!("$ {}\n{}", line.join(" ").trim_end(), world.run(line).refusal());
    lines.iter().map(said).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_command_line() {
    let world = World::new();
    let lines: [&[&str]; 9] = [
        &["run", "--target", "z80"],
        // The target of the tests is none of the program's, not even where it is compiled in.
        &["run", "--target", "invented"],
        &["run", "--toolchain", "epiphany-gcc-O2"],
        &["run", "--toolchain", "epiphany-elf-gcc-O2"],
        &["run", "--pairing", "both"],
        &["run", "--cases", "many"],
        &["run", "--batch", "0"],
        &["run", "--known", "none.toml"],
        &["run", "--config", "none.toml"],
    ];
    expect![[r#"
        $ run --target z80
        2
        error: invalid value 'z80' for '--target <TARGET>'
          [possible values: aarch64, dpu, epiphany, forwardcom, ipu, nyuzi, riscv32, riscv32-ilp32, riscv32-ilp32d, riscv32-ilp32e, riscv32-ilp32f, riscv64, riscv64-lp64, riscv64-lp64d, riscv64-lp64f, x86_64]

        For more information, try '--help'.

        $ run --target invented
        2
        error: invalid value 'invented' for '--target <TARGET>'
          [possible values: aarch64, dpu, epiphany, forwardcom, ipu, nyuzi, riscv32, riscv32-ilp32, riscv32-ilp32d, riscv32-ilp32e, riscv32-ilp32f, riscv64, riscv64-lp64, riscv64-lp64d, riscv64-lp64f, x86_64]

        For more information, try '--help'.

        $ run --toolchain epiphany-gcc-O2
        2
        crosscall: unknown toolchain `epiphany-gcc-O2`; did you mean `epiphany-elf-gcc-O2`? (`crosscall doctor` lists them; others go into crosscall.toml, or are given with --subject or --printer)

        $ run --toolchain epiphany-elf-gcc-O2
        3
        crosscall: toolchain `epiphany-elf-gcc-O2` cannot be used: epiphany-elf-gcc was not found; scripts/install-epiphany-toolchain builds it from Debian's sources (about five minutes)

        $ run --pairing both
        2
        error: invalid value 'both' for '--pairing <PAIRING>'
          [possible values: caller, callee, cross, layout, object, tool, value]

        For more information, try '--help'.

        $ run --cases many
        2
        error: invalid value 'many' for '--cases <N>': `many` is not a number of at most 64 bits, such as 4096 or 0x1000

        For more information, try '--help'.

        $ run --batch 0
        2
        error: invalid value '0' for '--batch <N>': must be at least 1

        For more information, try '--help'.

        $ run --known none.toml
        2
        crosscall: none.toml: cannot be read: No such file or directory (os error 2)

        $ run --config none.toml
        2
        crosscall: none.toml: cannot be read: No such file or directory (os error 2)
    "#]]
    .assert_eq(&refusals(&world, &lines));
    assert_eq!(world.run(&[]).code, 2);
    assert_eq!(world.run(&["fly"]).code, 2);
    assert_eq!(world.run(&["--help"]).code, 0);
    assert_eq!(world.run(&["--version"]).out.split(' ').next(), Some("crosscall"));
}

#[test]
fn backends_and_linkers() {
    let world = World::new();
    let run = ["run", "--toolchain", "embedded-riscv64-lp64d"];
    let with = |more: &[&str]| world.run(&[&run[..], more].concat()).refusal();
    let linker = "embedded-riscv64-lp64d";
    expect![[r#"
        2
        crosscall: the p-code backend executes RISC-V, x86-64 and AArch64, and not dpu: name targets with --target
        2
        crosscall: --backend: verdicts of another backend do not go into a --store
        2
        crosscall: --linker: no subject `embedded-riscv64-lp64d` has a linker for riscv64-lp64d
        2
        crosscall: --linker: verdicts of another linker do not go into a --store
    "#]]
    .assert_eq(
        &[
            world.run(&["run", "--toolchain", "embedded-dpu", "--backend", "pcode"]).refusal(),
            with(&["--backend", "pcode", "--store", "nights"]),
            with(&["--linker", linker]),
            with(&["--linker", linker, "--store", "nights"]),
        ]
        .concat(),
    );
}

#[test]
fn declarations() {
    let world = World::new();
    let lines: [&[&str]; 5] = [
        &["explain", "--target", "epiphany", "long f(int"],
        &["explain", "--target", "epiphany", "struct s f(void)"],
        &["explain", "--target", "epiphany", ""],
        &["explain", "--target", "epiphany", "int x;"],
        &["explain", "--target", "epiphany", "void f(void)", "--dialect", "S06=R99"],
    ];
    expect![[r#"
        $ explain --target epiphany long f(int
        2
        crosscall: the declaration: line 1, column 11: expected `,` or `)`, found the end of the text
          long f(int
                    ^

        $ explain --target epiphany struct s f(void)
        2
        crosscall: the declaration: line 1, column 8: `struct s` has no definition before its use; give it, or a pointer to it
          struct s f(void)
                 ^

        $ explain --target epiphany
        2
        crosscall: the declaration: there is no function in it; expected a declaration such as `int f(int)`

        $ explain --target epiphany int x;
        2
        crosscall: the declaration: line 1, column 5: `x` is not a function; expected `(` and parameters behind a name
          int x;
              ^

        $ explain --target epiphany void f(void) --dialect S06=R99
        2
        crosscall: --dialect: EPIPHANY-S06 has no interpretation `R99`; it has R2, R1, R3, R4
    "#]]
    .assert_eq(&refusals(&world, &lines));
}

#[test]
fn case_files() {
    let world = World::new();
    world.write("a.toml", [0xff, 0xfe, 0x00]);
    world.write("b.toml", "crosscall = 1\ntarget = [");
    world.write("c.toml", CASE.replace("crosscall = 1", "crosscall = 9"));
    world.write("d.toml", CASE.replace("long f(int)", "long f(int, char)"));
    world.write("e.toml", CASE);
    let lines: [&[&str]; 7] = [
        &["repro", "none.toml"],
        &["repro", "a.toml"],
        &["repro", "b.toml"],
        &["repro", "c.toml"],
        &["minimize", "d.toml"],
        &["repro", "e.toml", "--pairing", "cross", "--toolchain", "embedded-epiphany"],
        &["minimize", "e.toml"],
    ];
    expect![[r#"
        $ repro none.toml
        2
        crosscall: none.toml: cannot be read: No such file or directory (os error 2)

        $ repro a.toml
        2
        crosscall: a.toml: is not valid UTF-8 at byte 0

        $ repro b.toml
        2
        crosscall: b.toml:2: unclosed array, expected `]`

        $ repro c.toml
        2
        crosscall: c.toml:1: case file of format 9; this crosscall reads format 1: use the release that wrote it

        $ minimize d.toml
        2
        crosscall: d.toml:4: arguments: the function takes 2, 1 are given

        $ repro e.toml --pairing cross --toolchain embedded-epiphany
        2
        crosscall: the pairing cross needs two toolchains: --toolchain CALLER --toolchain CALLEE, or --subject for each

        $ minimize e.toml
        2
        crosscall: e.toml: shows no disagreement here; there is nothing to keep
    "#]]
    .assert_eq(&refusals(&world, &lines));
}

#[test]
fn configurations() {
    let world = World::new();
    world.configure("a", "epiphany", "gcc", &["./none"]);
    expect![[r#"
        3
        crosscall: toolchain `a` cannot be used: cannot start `none`: No such file or directory (os error 2); correct its `cc` in crosscall.toml
    "#]].assert_eq(&world.run(&["run", "--toolchain", "a"]).refusal());
    let doctor = world.run(&["doctor"]).exits(0);
    assert!(doctor.out.contains("cannot start"), "{}", doctor.out);
    world.write("crosscall.toml", "[[toolchain]]\nname = \"a\"\nflags = 3\n");
    expect![[r#"
        2
        crosscall: crosscall.toml:3: unknown field `flags`, expected one of `name`, `target`, `kind`, `cc`, `printer`, `as`, `ld`, `emulator`, `emits`, `open`, `levels`, `support`
    "#]].assert_eq(&world.run(&["doctor"]).refusal());
}

#[test]
fn reports() {
    let world = World::new();
    world.write("report.json", "{}");
    let lines: [&[&str]; 2] = [
        &["clauses", "--coverage", "report.json"],
        &["run", "--toolchain", "embedded-epiphany", "--cases", "1", "--report", "/proc/none"],
    ];
    expect![[r#"
        $ clauses --coverage report.json
        2
        crosscall: report.json: has no `format`: it is no report of a run, or one of a crosscall before format 1; run again

        $ run --toolchain embedded-epiphany --cases 1 --report /proc/none
        3
        crosscall: /proc/none: cannot be written: No such file or directory (os error 2)
    "#]]
    .assert_eq(&refusals(&world, &lines));
}
