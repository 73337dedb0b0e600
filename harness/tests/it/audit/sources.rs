//! Lines of the source that findings name: of texts, of objects with debug information, and of programs.

use super::Asked;
use super::corrupters::syntax;
use super::registers::rules;
use crate::common::{RISCV, World};
use crosscall_model::Target;
use crosscall_model::plan::RegisterRule;
use crosscall_model::target::Register;
use crosscall_reports::audit::Source;
use std::process::Command;

/// On every target the line of the instruction that overwrites a register is named, behind lines that make no code.
#[test]
fn of_texts_on_every_target() {
    for target in super::program::targets() {
        let syntax = syntax(target);
        let (register, overwrite) = overwritten(target);
        let text = format!("\n\n{}", syntax.function("f", &format!("{overwrite}\n")));
        let last = overwrite.trim_end().lines().last().unwrap();
        let line = text.lines().position(|line| line == last).unwrap() as u64 + 1;
        let ran = Asked { inputs: 8, ..Asked::plain(target, &text) }.ran();
        let name = target.register(register).unwrap().name;
        let named = format!("register {name}");
        let found = ran.findings.iter().find(|fault| fault.name == named);
        let found = found.unwrap_or_else(|| panic!("{target}: {named}: {:#?}", ran.findings));
        assert_eq!(found.source(), Some(&Source { file: "f.s".to_owned(), line }), "{target}: {text}");
    }
}

/// A register that functions give back, and instructions that overwrite it and do not use it otherwise.
fn overwritten(target: Target) -> (Register, String) {
    let is_kept = |rule: &RegisterRule| rule.preservation.is_preserved() && !rule.clauses.is_empty();
    let mut all = rules(target).into_iter().filter(is_kept).filter_map(|rule| {
        let text = syntax(target).overwrite(rule.register)?;
        Some((rule.register, text))
    });
    let is_plain = |(register, text): &(Register, String)| {
        *register != target.stack_pointer() && text.trim_end().lines().count() == 1
    };
    all.rfind(is_plain).unwrap()
}

const SUM: &str = "\t.globl before\nbefore:\n\tret\n\n\t.section .text.other, \"ax\"\n\t.globl f\nf:\n\tnop\n\tli s1, 0\n\tret\n";

/// Runs a tool in the folder of a world; `false` where there is none.
fn run(world: &World, program: &str, arguments: &[&str]) -> bool {
    let made = Command::new(program).args(arguments).current_dir(world.path(".")).output();
    let Ok(made) = made else {
        println!("skipped: {program} is not installed");
        return false;
    };
    assert!(made.status.success(), "{program}: {}", String::from_utf8_lossy(&made.stderr));
    true
}

/// Debug information of an assembler, in an object that is linked behind another one.
#[test]
fn of_objects_with_debug_information() {
    let world = World::new();
    std::fs::create_dir(world.path("src")).unwrap();
    world.write("src/f.s", SUM);
    world.write("first.s", "\t.globl first\nfirst:\n\tnop\n\tnop\n\ttail f\n");
    for version in ["4", "5"] {
        let dwarf = format!("-gdwarf-{version}");
        let line = [&dwarf, "-march=rv64imafd", "-mabi=lp64d", "src/f.s", "-o", "f.o"];
        if !run(&world, "riscv64-linux-gnu-as", &line) {
            return;
        }
        let audit =
            ["audit", "--target", "riscv64-lp64d", "first.s", "f.o", "--prototype", "void first(void)"];
        let answer = world.run(&audit).exits(1);
        assert!(answer.out.contains("addi s1,zero,0 (src/f.s:9)"), "{version}: {}", answer.out);
        let github = world.run(&[&audit[..], &["--format", "github"]].concat());
        let start = "::error file=src/f.s,line=9,title=RISCV-REG-07%3A first%3A register s1::";
        assert!(github.code == 1 && github.out.starts_with(start), "{}", github.out);
        assert!(github.out.ends_with("\n1 function: 1 findings\n"), "{}", github.out);
        let json = world.run(&[&audit[..], &["--format", "json"]].concat());
        let place = &json.json()["functions"][0]["findings"][0]["place"];
        assert_eq!(place["source"], serde_json::json!({ "file": "src/f.s", "line": 9 }));
    }
}

/// Debug information of compilers: a function that was copied into another one from another file, in a section of its own.
#[test]
fn of_compiled_objects() {
    let world = World::new();
    std::fs::create_dir(world.path("src")).unwrap();
    world.write(
        "src/h.h",
        "static inline int bad(int x) {\n  __asm__ volatile(\"li s1, 0\");\n  return x + 1;\n}\n",
    );
    world.write(
        "src/f.c",
        "#include \"h.h\"\nint other(int x) { return x * 3; }\nint f(int x) {\n  return bad(x);\n}\n",
    );
    let common =
        ["-march=rv64imafd", "-mabi=lp64d", "-O1", "-ffunction-sections", "-c", "src/f.c", "-o", "f.o"];
    let clang = ["--target=riscv64-unknown-elf", "-gdwarf-5"];
    let compilers: [(&str, &[&str]); 4] = [
        ("riscv64-unknown-elf-gcc", &["-gdwarf-4"]),
        ("riscv64-unknown-elf-gcc", &["-gdwarf-5"]),
        ("clang-14", &clang),
        ("clang-19", &clang),
    ];
    for (compiler, options) in compilers {
        if !run(&world, compiler, &[options, &common[..]].concat()) {
            continue;
        }
        let answer =
            world.run(&["audit", "--target", "riscv64-lp64d", "f.o", "--prototype", "int f(int x)"]).exits(1);
        assert!(answer.out.contains("addi s1,zero,0 (src/h.h:2)"), "{compiler}: {}", answer.out);
    }
}

/// Debug information of a linked program: for the instruction and for the call.
#[test]
fn of_programs() {
    let world = World::new();
    world.write(
        "p.s",
        "\t.globl _start\n_start:\n\tcall f\n\tli a0, 0\n\tli a7, 93\n\tecall\n\n\t.globl f\n\t.type f, @function\nf:\n\tli s1, 0\n\tret\n\t.size f, . - f\n",
    );
    let assemble = ["-g", "-march=rv64imafd", "-mabi=lp64d", "p.s", "-o", "p.o"];
    let link = ["-m", "elf64lriscv", "p.o", "-o", "p.elf"];
    if !run(&world, "riscv64-linux-gnu-as", &assemble) || !run(&world, "riscv64-linux-gnu-ld", &link) {
        return;
    }
    let answer = world.run(&["audit", "p.elf", "--target", "riscv64-lp64d"]).exits(1);
    assert!(answer.out.contains("addi s1,zero,0 (p.s:11)"), "{}", answer.out);
    assert!(answer.out.contains("called at") && answer.out.contains("(p.s:3)"), "{}", answer.out);
    let json = world.run(&["audit", "p.elf", "--target", "riscv64-lp64d", "--format", "json"]);
    assert_eq!(json.json()["programs"][0]["findings"][0]["line"], "p.s:11");
}

/// An object without debug information has no lines, and one whose debug information is broken neither.
#[test]
fn what_is_not_known_is_not_reported() {
    let world = World::new();
    let broken = "\t.section .debug_line\n\t.4byte 40\n\t.2byte 5\n\t.byte 8, 0\n\t.4byte 0xffffff\n\t.fill 28, 1, 0xff\n";
    for text in [SUM.to_owned(), format!("{SUM}{broken}")] {
        world.object_for(RISCV, "f.o", &text);
        let answer =
            world.run(&["audit", "--target", "riscv64-lp64d", "f.o", "--prototype", "void f(void)"]).exits(1);
        assert!(answer.out.contains("addi s1,zero,0\n"), "{}", answer.out);
    }
}

/// A linker takes bytes out where code is aligned: lines go with what is behind them, and offsets are those of the object file.
#[test]
fn behind_an_alignment() {
    let world = World::new();
    world.write(
        "f.s",
        "\tnop\n\t.globl f\n\t.type f,@function\nf:\n\tli a1,1\n\t.p2align 5\n\tli a2,2\n\tmv s2,a0\n\tmv a0,a1\n\tret\n\t.size f,.-f\n",
    );
    let objects = [
        ("riscv64-unknown-elf-as", vec!["-g", "-march=rv64gc", "f.s", "-o", "f.o"], "mv s2,a0 (f.s:8)"),
        ("riscv64-unknown-elf-as", vec!["-march=rv64gc", "f.s", "-o", "f.o"], "mv s2,a0\n"),
        (
            "clang-19",
            vec!["--target=riscv64", "-march=rv64gc", "-g", "-c", "f.s", "-o", "f.o"],
            "mv s2,a0 (f.s:8)",
        ),
    ];
    for (program, line, instruction) in objects {
        if !run(&world, program, &line) {
            continue;
        }
        let asked = ["audit", "--target", "riscv64-lp64d", "f.o", "--prototype", "int f(int x)"];
        let answer = world.run(&asked).exits(1);
        // 30 bytes of padding are in the object, behind an instruction of two bytes.
        assert!(answer.out.contains("where      f+0x22 at"), "{program} {line:?}: {}", answer.out);
        assert!(answer.out.contains(instruction), "{program} {line:?}: {}", answer.out);
    }
}
