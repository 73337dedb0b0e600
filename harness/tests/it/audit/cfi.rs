//! Call frame information while functions run: each directive that is wrong or missing is found at the first instruction at which
//! it counts, and nothing is found in what is right.

use super::Asked;
use crate::common::{RISCV, World, is_thorough};
use crosscall_model::Target;
use std::process::Command;

const FRAME: &str = "cfi: frame address";
const BACK: &str = "cfi: return address";

/// A function that calls another one on one of its three ways, and gives its frame up in two places.
const RIGHT: &str = "\t.globl f
\t.type f,@function
f:
\t.cfi_startproc
\tbeqz a0, 1f
\taddi sp, sp, -32
\t.cfi_def_cfa_offset 32
\tsd ra, 24(sp)
\t.cfi_offset ra, -8
\tsd s0, 16(sp)
\t.cfi_offset s0, -16
\tmv s0, a0
\tcall g
\tbltz s0, 2f
\t.cfi_remember_state
\tslli a0, s0, 1
\tld s0, 16(sp)
\t.cfi_restore s0
\tld ra, 24(sp)
\t.cfi_restore ra
\taddi sp, sp, 32
\t.cfi_def_cfa_offset 0
\tret
2:
\t.cfi_restore_state
\tmv a0, s0
\tld s0, 16(sp)
\t.cfi_restore s0
\tld ra, 24(sp)
\t.cfi_restore ra
\taddi sp, sp, 32
\t.cfi_def_cfa_offset 0
1:
\tret
\t.cfi_endproc
\t.size f,.-f
";

/// Names of findings of a function, each with its instruction.
fn found(target: Target, text: &str) -> Vec<(String, String)> {
    let asked = Asked { prototype: "long f(long x)", ..Asked::plain(target, text) };
    let of_finding = |fault: crosscall_reports::audit::Fault| {
        (fault.name, fault.place.map_or(String::new(), |place| place.text))
    };
    asked.ran().findings.into_iter().map(of_finding).collect()
}

/// An edit of a text: what is replaced at its first or last place, by what, and what is then found at which instruction.
type Edit = (&'static str, &'static str, &'static [(&'static str, &'static str)]);

/// True if these are the findings, each at an instruction that begins so.
fn is_all(found: &[(String, String)], wanted: &[(&str, &str)]) -> bool {
    let is_it = |((name, at), wanted): (&(String, String), &(&str, &str))| {
        name == wanted.0 && at.starts_with(wanted.1)
    };
    found.len() == wanted.len() && found.iter().zip(wanted).all(is_it)
}

fn each_is_found(target: Target, right: &str, edits: &[Edit]) {
    assert_eq!(found(target, right), [], "{target}");
    for (from, to, wanted) in edits {
        assert!(right.contains(from), "{from}");
        let text = right.replacen(from, to, 1);
        let found = found(target, &text);
        assert!(is_all(&found, wanted), "{target}: `{from}` became `{to}`: {found:?}");
    }
}

#[test]
fn each_wrong_directive_of_riscv() {
    let edits: [Edit; 12] = [
        ("\t.cfi_restore ra\n", "", &[(BACK, "jalr zero,0(ra)")]),
        ("\t.cfi_restore s0\n", "", &[("cfi: register s0", "jalr zero,0(ra)")]),
        ("s0, -16", "s0, -24", &[("cfi: register s0", "addi s0,a0,0")]),
        (
            "\t.cfi_offset s0, -16\n",
            "\t.cfi_offset s1, -16\n",
            &[("cfi: register s0", "auipc ra,0x0"), ("cfi: register s1", "addi s0,a0,0")],
        ),
        ("\t.cfi_offset ra, -8\n", "", &[(BACK, "jalr ra,")]),
        ("\t.cfi_offset ra, -8\n", "\t.cfi_register ra, t1\n", &[(BACK, "sd s0,16(sp)")]),
        ("\t.cfi_def_cfa_offset 32\n", "", &[(FRAME, "sd ra,24(sp)")]),
        ("\t.cfi_def_cfa_offset 32\n", "\t.cfi_def_cfa s0, 32\n", &[(FRAME, "sd ra,24(sp)")]),
        ("\t.cfi_def_cfa_offset 0\n", "", &[(FRAME, "jalr zero,0(ra)")]),
        // In one branch alone.
        (
            "\t.cfi_restore_state\n",
            "\t.cfi_restore_state\n\t.cfi_adjust_cfa_offset 8\n",
            &[(FRAME, "addi a0,s0,0")],
        ),
        ("\t.cfi_restore_state\n", "", &[(FRAME, "addi a0,s0,0")]),
        ("\t.cfi_startproc\n", "\t.cfi_startproc\n\t.cfi_undefined ra\n", &[(BACK, "beq a0,zero,")]),
    ];
    each_is_found(RISCV, RIGHT, &edits);
    let narrow = RIGHT.replace("sd ", "sw ").replace("ld ", "lw ");
    let edits: [Edit; 2] = [
        ("\t.cfi_restore ra\n", "", &[(BACK, "jalr zero,0(ra)")]),
        ("\t.cfi_def_cfa_offset 32\n", "", &[(FRAME, "sw ra,24(sp)")]),
    ];
    each_is_found("riscv32-ilp32".parse().unwrap(), &narrow, &edits);
}

/// Directives that say the same in other words, and those that say nothing of frames.
#[test]
fn other_directives() {
    let texts = [
        ("\t.cfi_offset s0, -16\n", "\t.cfi_rel_offset s0, 16\n"),
        ("\t.cfi_offset s0, -16\n", "\t.cfi_offset 8, -16\n"),
        ("\t.cfi_def_cfa_offset 32\n", "\t.cfi_adjust_cfa_offset 32\n"),
        ("\t.cfi_def_cfa_offset 32\n", "\t.cfi_escape 0x0e, 0x20\n"),
        // CFA = sp + 32; s0 at CFA - 16, by expressions.
        ("\t.cfi_def_cfa_offset 32\n", "\t.cfi_escape 0x0f, 0x02, 0x72, 0x20\n"),
        ("\t.cfi_offset s0, -16\n", "\t.cfi_escape 0x10, 0x08, 0x02, 0x40, 0x1c\n"),
        ("\t.cfi_startproc\n", "\t.cfi_startproc simple\n\t.cfi_def_cfa sp, 0\n"),
        ("\t.cfi_startproc\n", "\t.cfi_sections .debug_frame\n\t.cfi_startproc\n\t.cfi_same_value s2, s3\n"),
        ("\t.cfi_startproc\n", "\t.cfi_startproc\n\t.cfi_personality 0x9b, g\n\t.cfi_lsda 0x1b, f\n"),
    ];
    for (from, to) in texts {
        assert_eq!(found(RISCV, &RIGHT.replacen(from, to, 1)), [], "`{from}` became `{to}`");
    }
    // Without any, nothing is compared.
    let lines = RIGHT.lines().filter(|line| !line.contains(".cfi_"));
    assert_eq!(found(RISCV, &lines.collect::<Vec<_>>().join("\n")), []);
}

/// A frame pointer, space of any size, a shared end that is reached by jumps, and a call through another register.
#[test]
fn unusual_frames() {
    let text = "\t.globl f
f:
\t.cfi_startproc
\tcall t0, save
\t.cfi_def_cfa_offset 32
\t.cfi_offset ra, -8
\t.cfi_offset s0, -16
\taddi s0, sp, 32
\t.cfi_def_cfa s0, 0
\tandi a1, a0, 0x70
\tsub sp, sp, a1
\tsd zero, 0(sp)
\tcall g
\taddi sp, s0, -32
\tli a0, 0
\t.cfi_def_cfa sp, 32
\ttail restore
\t.cfi_endproc

save:
\t.cfi_startproc
\t.cfi_return_column t0
\taddi sp, sp, -32
\t.cfi_def_cfa_offset 32
\tsd s0, 16(sp)
\t.cfi_offset s0, -16
\tsd ra, 24(sp)
\t.cfi_offset ra, -8
\tjr t0
\t.cfi_endproc

restore:
\t.cfi_startproc
\t.cfi_def_cfa_offset 32
\t.cfi_offset s0, -16
\t.cfi_offset ra, -8
\tld s0, 16(sp)
\t.cfi_restore s0
\tld ra, 24(sp)
\t.cfi_restore ra
\taddi sp, sp, 32
\t.cfi_def_cfa_offset 0
\tret
\t.cfi_endproc
";
    each_is_found(
        RISCV,
        text,
        &[
            ("\t.cfi_def_cfa s0, 0\n", "", &[(FRAME, "sd zero,0(sp)")]),
            // In the shared end.
            ("\t.cfi_restore ra\n", "", &[(BACK, "jalr zero,0(ra)")]),
        ],
    );
}

#[test]
fn of_epiphany() {
    let text = "\t.global _f
_f:
\t.cfi_startproc
\tsub sp, sp, #16
\t.cfi_def_cfa_offset 16
\tstr r4, [sp, #2]
\t.cfi_offset r4, -8
\tmov r4, r0
\tmov r0, r4
\tldr r4, [sp, #2]
\t.cfi_restore r4
\tadd sp, sp, #16
\t.cfi_def_cfa_offset 0
\trts
\t.cfi_endproc
";
    let edits: [Edit; 2] = [
        ("\t.cfi_def_cfa_offset 16\n", "", &[(FRAME, "str r4,")]),
        ("r4, -8", "r4, -12", &[("cfi: register r4", "mov r4,r0")]),
    ];
    each_is_found(Target::Epiphany, text, &edits);
}

/// Texts of other targets, which a toolchain's assembler makes objects of.
#[test]
#[cfg(feature = "pcode")]
fn of_other_targets() {
    let x86_64 = "\t.globl f
f:
\t.cfi_startproc
\tpushq %rbx
\t.cfi_def_cfa_offset 16
\t.cfi_offset %rbx, -16
\tmovq %rdi, %rbx
\tcall g
\tmovq %rbx, %rax
\tpopq %rbx
\t.cfi_def_cfa_offset 8
\tret
\t.cfi_endproc
";
    let of_x86_64: [Edit; 4] = [
        ("\t.cfi_def_cfa_offset 16\n", "", &[(FRAME, "MOV RBX")]),
        ("\t.cfi_def_cfa_offset 8\n", "", &[(FRAME, "RET")]),
        ("%rbx, -16", "%rbx, -24", &[("cfi: register rbx", "MOV RBX")]),
        ("%rbx, -16", "%r12, -16", &[("cfi: register rbx", "CALL"), ("cfi: register r12", "MOV RBX")]),
    ];
    let aarch64 = "\t.globl f
f:
\t.cfi_startproc
\tstp x29, x30, [sp, #-32]!
\t.cfi_def_cfa_offset 32
\t.cfi_offset x29, -32
\t.cfi_offset x30, -24
\tstp x19, x20, [sp, #16]
\t.cfi_offset x19, -16
\tmov x19, x0
\tbl g
\tmov x0, x19
\tldp x19, x20, [sp, #16]
\t.cfi_restore x19
\tldp x29, x30, [sp], #32
\t.cfi_restore x30
\t.cfi_restore x29
\t.cfi_def_cfa_offset 0
\tret
\t.cfi_endproc
";
    let of_aarch64: [Edit; 4] = [
        ("\t.cfi_restore x30\n", "", &[(BACK, "ret")]),
        ("\t.cfi_restore x19\n", "", &[("cfi: register x19", "ret")]),
        ("x30, -24", "x30, -16", &[(BACK, "stp")]),
        ("\t.cfi_def_cfa_offset 32\n", "", &[(FRAME, "stp")]),
    ];
    for (target, right, edits) in
        [(Target::X86_64, x86_64, of_x86_64), (Target::Aarch64, aarch64, of_aarch64)]
    {
        each_is_found(target, right, &edits);
    }
}

/// A text of a user, with all that is said of it, and every form of the report.
#[test]
fn of_a_text() {
    let world = World::new();
    let text = RIGHT.replacen("\t.cfi_restore ra\n", "", 1);
    world.write("f.s", &text);
    let asked =
        ["audit", "f.s", "--target", "riscv64-lp64d", "--prototype", "long f(long x)", "--inputs", "64"];
    let with = |more: &[&str]| world.run(&[&asked[..], more].concat());
    let answer = with(&[]).exits(1);
    for part in [
        "RISCV-STACK-14  cfi: return address",
        "(CFA - 8)",
        "beyond the stack pointer",
        "jalr zero,0(ra) (f.s:22)",
        "fix        `.cfi_restore ra` behind the instruction",
    ] {
        assert!(answer.out.contains(part), "{part}: {}", answer.out);
    }
    assert!(!answer.out.contains("If that is as it should be"), "{}", answer.out);
    let github = with(&["--format", "github"]).exits(1);
    let start = "::error file=f.s,line=22,title=RISCV-STACK-14%3A f%3A cfi%3A return address::";
    assert!(github.out.starts_with(start), "{}", github.out);
    let json = with(&["--format", "json"]).exits(1);
    let fault = &json.json()["functions"][0]["findings"][0];
    assert_eq!(fault["name"], "cfi: return address");
    assert!(fault["fix"].as_str().is_some_and(|fix| fix.contains(".cfi_restore ra")), "{fault}");
    assert!(with(&["--format", "junit"]).exits(1).out.contains("cfi: return address"));
    with(&["--except", "cfi: return address=nobody unwinds here"]).exits(0);
    with(&["--cfi", "off"]).exits(0);
    with(&["--cfi", "calls"]).exits(0);
    world.write(
        "audit.toml",
        "target = \"riscv64-lp64d\"\nobjects = [\"f.s\"]\ncfi = \"calls\"\n[function.f]\nprototype = \"long f(long x)\"\n",
    );
    world.run(&["audit", "--file", "audit.toml"]).exits(0);
    world.run(&["audit", "--file", "audit.toml", "--cfi", "all"]).exits(1);
    // What is wrong at a call is found there, too.
    world.write("f.s", text.replacen("s0, -16", "s0, -24", 1));
    let answer = world.run(&["audit", "--file", "audit.toml"]).exits(1);
    assert!(
        answer.out.contains("cfi: register s0") && !answer.out.contains("return address"),
        "{}",
        answer.out
    );
    // Another function of the text has call frame information.
    world.write("f.s", format!("{RIGHT}\n\t.globl h\nh:\n\tret\n"));
    let answer =
        world.run(&["audit", "f.s", "--target", "riscv64-lp64d", "--prototype", "void h(void)"]).exits(0);
    assert!(answer.out.contains("it has no call frame information"), "{}", answer.out);
}

/// A mistake in a directive is one in the text.
#[test]
fn broken_directives() {
    let world = World::new();
    for (text, message) in [
        ("f:\n\t.cfi_def_cfa_offset 0\n\tret\n", "outside of `.cfi_startproc`"),
        ("f:\n\t.cfi_startproc\n\tret\n", "has no `.cfi_endproc`"),
        (
            "f:\n\t.cfi_startproc\n\t.cfi_offset q7, 8\n\tret\n\t.cfi_endproc\n",
            "a register or its number in DWARF",
        ),
        ("f:\n\t.cfi_startproc\n\t.cfi_restore_state\n\t.cfi_endproc\n", "without `.cfi_remember_state`"),
        ("f:\n\t.cfi_startproc\n\t.cfi_startproc\n\t.cfi_endproc\n", "before the `.cfi_endproc`"),
    ] {
        world.write("f.s", format!("\t.globl f\n{text}"));
        let asked = ["audit", "f.s", "--target", "riscv64-lp64d", "--prototype", "void f(void)"];
        let answer = world.run(&asked).exits(2);
        assert!(answer.err.contains(message), "{message}: {answer:?}");
    }
}

/// Compilers with the options that decide the ABI, and the target.
const COMPILERS: [(&str, &[&str], &str); 9] = [
    ("riscv64-unknown-elf-gcc", &["-march=rv64imafdc", "-mabi=lp64d", "-msave-restore"], "riscv64-lp64d"),
    ("riscv64-unknown-elf-gcc", &["-march=rv32imac", "-mabi=ilp32"], "riscv32-ilp32"),
    ("clang-14", &["--target=riscv64-unknown-elf", "-march=rv64imafd", "-mabi=lp64d"], "riscv64-lp64d"),
    ("clang-19", &["--target=riscv64-unknown-elf", "-march=rv64imafdc", "-mabi=lp64d"], "riscv64-lp64d"),
    ("x86_64-linux-gnu-gcc", &[], "x86_64"),
    ("clang-19", &["--target=x86_64-linux-gnu"], "x86_64"),
    ("aarch64-linux-gnu-gcc", &[], "aarch64"),
    ("clang-14", &["--target=aarch64-linux-gnu"], "aarch64"),
    ("clang-19", &["--target=aarch64-linux-gnu"], "aarch64"),
];

/// Ways in which compilers are asked for call frame information.
const TABLES: [&[&str]; 3] = [
    &["-fasynchronous-unwind-tables"],
    &["-fno-asynchronous-unwind-tables", "-g"],
    &["-fno-asynchronous-unwind-tables", "-funwind-tables", "-fno-omit-frame-pointer"],
];

#[test]
fn nothing_is_found_in_what_compilers_make() {
    let world = World::new();
    world.write("lib.c", include_str!("compiled.c"));
    let is_executed = |target: &str| cfg!(feature = "pcode") || target.starts_with("riscv");
    for (compiler, options, target) in COMPILERS.into_iter().filter(|(.., target)| is_executed(target)) {
        let levels: &[&str] = if is_thorough() { &["-O0", "-O1", "-O2", "-Os"] } else { &["-O2"] };
        for (level, tables) in levels.iter().flat_map(|level| TABLES.map(|tables| (level, tables))) {
            let mut command = Command::new(compiler);
            command.args(options).args(tables).args([*level, "-ffreestanding", "-c", "lib.c", "-o", "lib.o"]);
            command.args(compiler.ends_with("gcc").then_some("-fno-tree-loop-distribute-patterns"));
            let Ok(made) = command.current_dir(world.path(".")).output() else {
                println!("skipped: {compiler} is not installed");
                break;
            };
            assert!(made.status.success(), "{compiler} {level}: {}", String::from_utf8_lossy(&made.stderr));
            world.write("audit.toml", include_str!("compiled.toml").replace("TARGET", target));
            let asked = ["audit", "--file", "audit.toml", "--least-coverage", "0", "--inputs", "64"];
            let answer = world.run(&asked).exits(0);
            assert!(!answer.out.contains("it has no call frame information"), "{compiler} {tables:?}");
            // The tables were compared: those of some compilers are right at calls alone.
            let is_for_calls =
                compiler == "clang-14" || compiler == "clang-19" && target.starts_with("riscv");
            if is_for_calls {
                world.run(&[&asked[..], &["--cfi", "all"]].concat()).exits(1);
            }
        }
    }
}

const PROGRAM: &str = "\t.globl _start
_start:
\tli a0, 5
\tcall f
\tli a0, -5
\tcall f
\tli a0, 0
\tcall f
\tli a0, 0
\tli a7, 93
\tecall

\t.globl g
\t.type g,@function
g:
\tret
\t.size g,.-g

";

/// A linked program, whose functions are known by their tables.
#[test]
fn of_programs() {
    let world = World::new();
    let edits = [
        ("", "", None),
        ("\t.cfi_restore ra\n", "", Some("f: cfi: return address")),
        ("\t.cfi_restore_state\n", "", Some("f: cfi: frame address")),
        ("s0, -16", "s0, -24", Some("f: cfi: register s0")),
        ("\t.cfi_startproc\n", "\t.cfi_startproc\n\t.cfi_undefined ra\n", Some("f: cfi: return address")),
    ];
    for (from, to, wanted) in edits {
        world.write("p.s", format!("{PROGRAM}{}", RIGHT.replacen(from, to, usize::from(!from.is_empty()))));
        let run = |program: &str, arguments: &[&str]| {
            let made = Command::new(program).args(arguments).current_dir(world.path(".")).output().ok()?;
            assert!(made.status.success(), "{program}: {}", String::from_utf8_lossy(&made.stderr));
            Some(())
        };
        let assemble = ["-march=rv64gc", "-mabi=lp64d", "p.s", "-o", "p.o"];
        let link = ["-m", "elf64lriscv", "p.o", "-o", "p.elf"];
        let made =
            run("riscv64-unknown-elf-as", &assemble).and_then(|()| run("riscv64-unknown-elf-ld", &link));
        if made.is_none() {
            println!("skipped: GNU binutils for RISC-V are not installed");
            return;
        }
        let answer = world.run(&["audit", "p.elf", "--target", "riscv64-lp64d"]);
        let answer = answer.exits(i32::from(wanted.is_some()));
        assert!(answer.out.contains(wanted.unwrap_or("clean")), "{from}: {}", answer.out);
        assert_eq!(
            answer.out.matches("cfi: ").count(),
            usize::from(wanted.is_some()),
            "{from}: {}",
            answer.out
        );
        if let Some(name) = wanted {
            let except = format!("{name}=a test");
            world.run(&["audit", "p.elf", "--target", "riscv64-lp64d", "--except", &except]).exits(0);
        }
    }
}
