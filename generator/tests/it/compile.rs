//! The C text of a unit is compiled and run on the machine of the tests, where every value arrives.
//!
//! `CROSSCALL_TEST_CASES` sets the number of random cases.

use std::fmt::Write;
use std::path::Path;
use std::process::Command;

use crate::support::{bits_of, host, host_bits};
use arbitrary::Unstructured;
use crosscall_generator::c_unit::{callee_unit, caller_unit};
use crosscall_generator::draw::Draw;
use crosscall_generator::rust_unit::{self, Wanted};
use crosscall_generator::widths::mask;
use crosscall_generator::{Config, Widths, directed, random, seed, values};
use crosscall_model::leaf::Leaf;
use crosscall_model::target::riscv::Abi;
use crosscall_model::unit::{self, Holds};
use crosscall_model::{Case, Style, Target};

/// Number of random cases: the environment's, or the default.
pub(crate) fn count(default: u64) -> u64 {
    std::env::var("CROSSCALL_TEST_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(default)
}

/// Cases with their numbers.
pub(crate) fn numbered(cases: &[Case]) -> Vec<(usize, &Case)> {
    cases.iter().enumerate().collect()
}

/// Runs a compiler in a folder. A failure of it is a failure of the test, with the first lines of its messages.
pub(crate) fn run(command: &mut Command, folder: &Path) {
    let output = command.current_dir(folder).output().expect("the compiler starts");
    let said = String::from_utf8_lossy(&output.stderr);
    let said: Vec<&str> = said.lines().take(30).collect();
    assert!(output.status.success(), "{command:?} failed:\n{}", said.join("\n"));
}

/// C text that checks one slot.
fn check_slot(text: &mut String, k: usize, array: &str, slot: usize, value: u128, bits: u32) {
    for at in [0, 8] {
        let [mask, value] = [mask(bits), value & mask(bits)].map(|number| (number >> (8 * at)) as u64);
        if mask != 0 {
            let _ =
                writeln!(text, "\tcheck({k}, {slot}, {array}[{slot}] + {at}, {value:#x}ull, {mask:#x}ull);");
        }
    }
}

fn leaf_bits(leaf: &Leaf<'_>, widths: &Widths) -> u32 {
    leaf.bits.map_or_else(|| widths.leaf(leaf.ty).unwrap_or(0), u32::from)
}

/// C text of a main function that makes every call and checks all slots.
fn main_unit(cases: &[(usize, &Case)], widths: &Widths, char_is_signed: bool) -> String {
    let mut text = String::from(
        "#include <stdio.h>\n#include <string.h>\nstatic int failures;\n\
         static void check(int k, int slot, char *bytes, unsigned long long value, unsigned long long mask)\n\
         {\n\tunsigned long long seen;\n\tmemcpy(&seen, bytes, sizeof seen);\n\
         \tif ((seen ^ value) & mask) {\n\
         \t\tprintf(\"case %d slot %d: %llx instead of %llx\\n\", k, slot, seen & mask, value);\n\
         \t\tfailures++;\n\t}\n}\n",
    );
    let mut body = String::new();
    for (k, case) in cases {
        let k = *k;
        let _ = writeln!(text, "extern char received{k}[][16], returned{k}[][16];");
        let _ = writeln!(
            text,
            "void call{k}(void);\nvoid clobber{k}(void) {{ __asm__ volatile (\"\" ::: \"memory\"); }}"
        );
        let _ = writeln!(body, "\tcall{k}();");
        let sides = [
            (unit::received(k), unit::received_slots(case)),
            (unit::returned(k), unit::returned_slots(case)),
        ];
        for (array, slots) in sides {
            for (i, slot) in slots.iter().enumerate() {
                let bits = match &slot.holds {
                    Holds::Argument { leaf, .. } | Holds::Result(leaf) => leaf_bits(leaf, widths),
                    other => 8 * other.bytes().unwrap_or(0) as u32,
                };
                check_slot(&mut body, k, &array, i, slot.holds.expected(char_is_signed), bits);
            }
        }
    }
    text + "int main(void)\n{\n" + &body + "\treturn failures != 0;\n}\n"
}

#[test]
fn on_the_host_every_value_arrives() {
    let compiler = std::env::var_os("CC").unwrap_or_else(|| "cc".into());
    if Command::new(&compiler).arg("--version").output().is_err() {
        eprintln!("skipped: there is no C compiler called {}", compiler.display());
        return;
    }
    let widths = host();
    // The directed cases of any target do, with the widths of the host but for pointers of 64 bits.
    let mut cases = directed::cases(Target::Epiphany, &host_bits);
    cases.extend((0..count(400)).map(|i| {
        let stream = seed::stream(12, i);
        let mut bytes = Unstructured::new(&stream);
        let mut draw = Draw::new(&mut bytes);
        let config = Config::swarm(&mut draw, Target::Epiphany);
        random::case(&mut draw, &config, Target::Epiphany, &widths)
    }));
    let folder = tempfile::tempdir().expect("a folder");
    for (batch, cases) in cases.chunks(250).enumerate() {
        let cases = numbered(cases);
        for (name, text) in [
            ("f.c", callee_unit(&cases)),
            ("call.c", caller_unit(&cases)),
            ("main.c", main_unit(&cases, &widths, std::ffi::c_char::MIN < 0)),
        ] {
            std::fs::write(folder.path().join(name), text).expect("the file can be written");
        }
        for level in ["-O0", "-O2"] {
            let files = ["-w", level, "f.c", "call.c", "main.c", "-o", "calls"];
            run(Command::new(&compiler).args(files), folder.path());
            let output = Command::new(folder.path().join("calls")).output().expect("the program starts");
            let said = String::from_utf8_lossy(&output.stdout);
            assert!(output.status.success(), "{level}: {:?}\n{said}", output.status);
        }
        if batch == 0 {
            // The check notices a wrong value.
            let text = main_unit(&cases, &widths, std::ffi::c_char::MIN < 0).replacen(
                "[0] + 0, 0x",
                "[0] + 0, 0x1",
                1,
            );
            std::fs::write(folder.path().join("main.c"), text).expect("the file can be written");
            run(
                Command::new(&compiler).args(["-w", "f.c", "call.c", "main.c", "-o", "calls"]),
                folder.path(),
            );
            let output = Command::new(folder.path().join("calls")).output().expect("the program starts");
            assert_eq!(output.status.code(), Some(1));
            assert_eq!(String::from_utf8_lossy(&output.stdout).lines().count(), 1);
        }
    }
}

/// Compiles a unit in Rust for the machine of the tests.
fn compile_rust(folder: &Path, unit: &str, level: &str) {
    let mut rustc = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    let flags = ["--edition=2021", "--crate-type=lib", "--emit=obj", "-Cpanic=abort", "--cap-lints=allow"];
    let checks = ["-Coverflow-checks=off", "-Cdebug-assertions=off", &format!("-Copt-level={level}")];
    let files = ["-o", &format!("{unit}.o"), &format!("{unit}.rs")];
    run(rustc.env("RUSTC_BOOTSTRAP", "1").args(flags).args(checks).args(files), folder);
}

/// Both sides in Rust, by the compiler that compiles this, for a target whose types are as wide as those of most machines.
#[test]
fn units_in_rust_understand_each_other_on_the_host() {
    let target = Target::Riscv(Abi::Lp64d);
    if cfg!(not(all(target_pointer_width = "64", unix))) {
        eprintln!("skipped: the machine is not one of 64 bits");
        return;
    }
    let widths = Widths::new(target, &bits_of(target));
    let mut cases = directed::cases(target, &bits_of(target));
    cases.extend((0..count(300)).map(|i| crosscall_generator::case(target, 12, i, &bits_of(target))));
    let all = cases.len();
    cases.retain(|case| rust_unit::lacks(case, Wanted::Definition).is_none());
    assert!(cases.len() > all / 4, "{} of {all}", cases.len());
    let folder = tempfile::tempdir().expect("a folder");
    for cases in cases.chunks(250) {
        let cases = numbered(cases);
        let write = |name: &str, text: String| {
            std::fs::write(folder.path().join(name), text).expect("the file can be written");
        };
        write("f.rs", rust_unit::callee_unit(&cases));
        write("call.rs", rust_unit::caller_unit(&cases));
        write("layout.rs", rust_unit::layout_unit(&cases));
        write("main.c", main_unit(&cases, &widths, false));
        for level in ["0", "2"] {
            for unit in ["f", "call", "layout"] {
                compile_rust(folder.path(), unit, level);
            }
            let files = ["-w", "f.o", "call.o", "main.c", "-o", "calls"];
            run(Command::new("cc").args(files), folder.path());
            let output = Command::new(folder.path().join("calls")).output().expect("the program starts");
            let said = String::from_utf8_lossy(&output.stdout);
            assert!(output.status.success(), "{level}: {:?}\n{said}", output.status);
        }
    }
}

/// The halves of a standalone program, each in either language, understand each other.
#[test]
fn standalone_halves_in_rust_understand_c() {
    use crosscall_generator::c_unit::standalone as in_c;
    use crosscall_generator::rust_unit::standalone as in_rust;
    let text = "struct s { signed char c; float f[2]; }; union u { short s; void *p; }; \
                struct s f(struct s s, union u u, _Bool b, short n, long l, double d, void (*p)(void), int, int, signed char)";
    let case = of_riscv(text, Style::PLAIN);
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: String| {
        std::fs::write(folder.path().join(name), text).expect("the file can be written");
    };
    write("caller.rs", in_rust::caller(&case));
    write("callee.rs", in_rust::function(&case));
    write("caller.c", in_c::caller(&case));
    write("callee.c", in_c::function(&case));
    for unit in ["caller", "callee"] {
        compile_rust(folder.path(), unit, "2");
    }
    for halves in [
        ["caller.c", "callee.c"],
        ["caller.o", "callee.c"],
        ["caller.c", "callee.o"],
        ["caller.o", "callee.o"],
    ] {
        run(Command::new("cc").args(["-w", "-o", "program"]).args(halves), folder.path());
        let ended = Command::new(folder.path().join("program")).status().expect("the program starts");
        assert_eq!(ended.code(), Some(0), "{halves:?}");
    }
}

/// A case of a function for RISC-V.
fn of_riscv(text: &str, style: Style) -> Case {
    let target = Target::Riscv(Abi::Lp64d);
    let signature = crosscall_declarations::parse(text).expect("this is C").signature;
    let (arguments, result) = values::fill(&signature, &Widths::new(target, &bits_of(target)), 0x11);
    Case { target, signature, arguments, result, style }
}

#[test]
fn units_in_rust_as_people_read_them() {
    let style = Style { calls: true, live: 1, held: 1, tail: true, computed: true, ..Style::PLAIN };
    let text = "struct s { char c; float f[2]; enum { A = -1, B = 5 } e; }; union u { short s; void *p; }; \
                struct s f(struct s s, union u u, _Bool b, short n, long l, long double d, void (*p)(void))";
    let case = of_riscv(text, style);
    let batch = [(7, &case)];
    let prelude = rust_unit::prelude(case.target);
    let units =
        [rust_unit::callee_unit(&batch), rust_unit::caller_unit(&batch), rust_unit::layout_unit(&batch)];
    let shown = units.map(|unit| unit.strip_prefix(&prelude).expect("the items of every unit").to_owned());
    expect_test::expect_file!["snapshots/rust_units.txt"].assert_eq(&shown.concat());
}

#[test]
fn rust_has_no_words_for_some_of_c() {
    let lacks = |text: &str| {
        let case = of_riscv(text, Style::PLAIN);
        let [definition, other] =
            [Wanted::Definition, Wanted::Use].map(|wanted| rust_unit::lacks(&case, wanted));
        format!("{text}: {}, {}\n", definition.unwrap_or("-"), other.unwrap_or("-"))
    };
    let texts = [
        "void f(struct { int a; struct { double d; } b[2]; } __attribute__((aligned(16))) s)",
        "int f(int a, ...)",
        "void f(struct { int a : 3; } s)",
        "void f(struct { char c; int a[]; } s)",
        "void f(double _Complex c)",
        "void f(int __attribute__((vector_size(16))) v)",
        "void f(_Atomic int a)",
        "void f(_BitInt(17) a)",
        "void f(__bf16 a)",
        "void f(struct { char c; int a __attribute__((aligned(8))); } s)",
        "void f(struct { char c; int a; } __attribute__((packed, aligned(8))) s)",
    ];
    expect_test::expect![[r#"
        void f(struct { int a; struct { double d; } b[2]; } __attribute__((aligned(16))) s): -, -
        int f(int a, ...): definitions of variadic functions, -
        void f(struct { int a : 3; } s): bit-fields, bit-fields
        void f(struct { char c; int a[]; } s): flexible array members, flexible array members
        void f(double _Complex c): complex types, complex types
        void f(int __attribute__((vector_size(16))) v): vectors of C, vectors of C
        void f(_Atomic int a): atomic types as arguments, atomic types as arguments
        void f(_BitInt(17) a): `_BitInt`, `_BitInt`
        void f(__bf16 a): `__bf16`, `__bf16`
        void f(struct { char c; int a __attribute__((aligned(8))); } s): members with alignments of their own, members with alignments of their own
        void f(struct { char c; int a; } __attribute__((packed, aligned(8))) s): packed records with an alignment, packed records with an alignment
    "#]].assert_eq(&texts.map(lacks).concat());
}
