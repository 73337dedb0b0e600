//! The whole tables, with what each edit does to functions of the usual signatures.

use crosscall_model::Target;
use crosscall_model::target::riscv::Abi;
use crosscall_mutants::{Action, Edit, apply, edits, language, listing, tool};
use expect_test::{expect, expect_file};
use similar::{ChangeTag, TextDiff};
use std::collections::BTreeSet;
use std::fmt::Write;

/// Functions of which nearly every edit changes one.
const SIGNATURES: [&str; 18] = [
    "int f(int, int, int, int, int, int)",
    "int f(int)",
    "long long f(long long, int)",
    "void f(int, double)",
    "int f(double)",
    "short f(short)",
    "unsigned short f(signed char)",
    "signed char f(unsigned char, int)",
    "_Bool f(_Bool)",
    "struct { int m0; } f(int, int, int, int, int)",
    "struct { int m0[4]; } f(int)",
    "void f(struct { int m0[4]; })",
    "int f(struct { int m0[4]; }, short)",
    "int f(int, ..., int, int)",
    "struct { short m0; } f(void)",
    "void f(void)",
    "struct { int m0 : 3; int m1 : 5; } f(void)",
    "union { double m0; int m1; } f(void)",
];

const EXPRESSIONS: [&str; 15] = [
    "sizeof (short)",
    "sizeof (int)",
    "sizeof (long)",
    "sizeof (float)",
    "sizeof (double)",
    "_Alignof (long long)",
    "_Alignof (double)",
    "(signed char)-1 < 0",
    "(unsigned short)-1 < 0",
    "sizeof (struct t0_0)",
    "_Alignof (struct t0_0)",
    "__builtin_offsetof (struct t0_0, m1)",
    "sizeof (union t0_1)",
    "_Alignof (union t0_1)",
    "__builtin_offsetof (union t0_1, m1)",
];

/// Functions of which nearly every edit for RISC-V changes one.
const FOR_RISCV: [&str; 27] = [
    "int f(int, int, int)",
    "float f(float)",
    "double f(double)",
    "float f(float, float)",
    "long double f(long double)",
    "long long f(long long)",
    "void f(int, __int128)",
    "void f(int, long long)",
    "short f(short)",
    "unsigned short f(unsigned short)",
    "signed char f(signed char)",
    "unsigned int f(unsigned int)",
    "_Bool f(_Bool)",
    "struct { float m0; float m1; } f(struct { float m0; float m1; })",
    "float _Complex f(float _Complex)",
    "struct { float m0; int m1; } f(struct { float m0; int m1; })",
    "struct { short m0; } f(struct { short m0; })",
    "struct { long long m0[4]; } f(int)",
    "void f(struct { long long m0[4]; })",
    "int f(int, int, int, int, int, int, int, int, int, int, int)",
    "void f(int, int, int, int, int, int, short, short, short)",
    "void f(int, ..., int, int)",
    "void f(int, ..., long double)",
    "void f(int, ..., long long)",
    "void f(int, ..., double)",
    "void f(struct { int m0 : 3; int m1 : 5; })",
    "void f(void)",
];

/// A unit in C of functions with these signatures.
fn source(signatures: &[&str]) -> String {
    let cases = signatures.iter().enumerate().map(|(k, text)| format!("/* case {k}: {text} */\n"));
    let types = "struct t0_0 {\n\tint m0;\n};\nunion t0_1 {\n\tint m0;\n};\n";
    let last =
        format!("unsigned int layout{}[] = {{\n\t{} }};\n", signatures.len() - 1, EXPRESSIONS.join(",\n\t"));
    cases.collect::<String>() + types + &last
}

/// Its assembly text, made of the lines of a called and of a calling function, in which `F` stands for the symbol.
fn assembly(signatures: &[&str], prefix: &str, called: &[&str], calling: &[&str]) -> String {
    let mut out = String::from("\t.section .text\n");
    for k in 0..signatures.len() {
        for (name, lines) in [(format!("{prefix}f{k}"), called), (format!("{prefix}call{k}"), calling)] {
            let body: String = lines.iter().map(|line| format!("\t{line}\n")).collect();
            let body = body.replace("SYMBOL", &format!("{prefix}f{k}"));
            let _ = write!(out, "\t.global {name}\n{name}:\n{body}\t.size\t{name}, .-{name}\n");
        }
    }
    for (k, signature) in signatures.iter().enumerate() {
        let is_wide = signature.contains("double");
        let bytes = if is_wide { "1, 2, 3, 4, 5, 6, 7, 8" } else { "1, 2, 3, 4" };
        for i in 0..=usize::from(is_wide) {
            let _ = writeln!(out, "{prefix}image{k}_{i}:\n\t.byte {bytes}");
        }
    }
    let _ = writeln!(out, "{prefix}layout{}:", signatures.len() - 1);
    EXPRESSIONS.iter().for_each(|_| out.push_str("\t.word 100\n"));
    out
}

/// The first function or object that an edit changes, with the lines that it adds and takes away.
fn difference(old: &str, new: &str) -> String {
    let diff = TextDiff::from_lines(old, new);
    let mut place = "";
    let mut out = String::new();
    for change in diff.iter_all_changes() {
        let text = change.value().trim();
        match change.tag() {
            ChangeTag::Equal if text.ends_with(':') && !out.is_empty() => break,
            ChangeTag::Equal if text.ends_with(':') => place = text,
            ChangeTag::Equal => {}
            tag => {
                let _ = write!(out, "  {tag}{text}");
            }
        }
    }
    format!("  {place}{out}\n")
}

fn row(target: Target, edit: &Edit, source: &str, assembly: &str) -> String {
    let Edit { name, kind, text, clauses, side, place, one_in, .. } = edit;
    let clauses = clauses.join(" ");
    let mut out = format!("{name} | {kind} | {text} | {clauses} | {} | {place} | {one_in}\n", side.name());
    let plain = listing::write(&listing::read(assembly));
    out += &match edit.action {
        Action::Options(options) | Action::OptionsFor(options, ..) => format!("  {options}\n"),
        Action::Source(change) => difference(source, &change(source).unwrap_or_default()),
        _ => {
            let language = language::of(target).unwrap();
            let done = apply::apply(language, &Edit { one_in: 1, ..*edit }, source, assembly);
            match (done.changed + done.beside, done.same) {
                (0, 0) => "  no occasion\n".to_owned(),
                (0, _) => "  the same\n".to_owned(),
                _ => difference(&plain, &done.text),
            }
        }
    };
    out
}

fn table(target: Target, signatures: &[&str], assembly: &str) -> String {
    let source = source(signatures);
    edits(target).iter().map(|edit| row(target, edit, &source, assembly)).collect()
}

#[test]
fn edits_of_the_epiphany() {
    let called = [
        "strd r4,[sp,#-3]",
        "str r6,[sp],#-8",
        "str r7,[sp,#6]",
        "str fp,[sp,#5]",
        "str r15,[sp,#4]",
        "str r32,[sp,#3]",
        "lsl r16,r0,#16",
        "asr r16,r16,#16",
        "mov r4,#1",
        "mov r6,r1",
        "mov r7,r2",
        "mov r32,r3",
        "mov r15,sp",
        "ldr r1,[sp,#10]",
        "ldr r7,[sp,#6]",
        "ldr r6,[sp,#8]",
        "ldr r32,[sp,#3]",
        "ldr r15,[sp,#4]",
        "add sp,sp,#32",
        "ldrd r4,[sp,#-3]",
        "rts",
    ];
    let calling = [
        "str r4,[sp,#-1]",
        "str r6,[sp,#-2]",
        "str lr,[sp],#-8",
        "mov r6,r0",
        "mov r8,r0",
        "mov r10,r1",
        "mov r11,r2",
        "mov r1,%low(SYMBOL)",
        "movt r1,%high(SYMBOL)",
        "jalr r1",
        "add r0,r10,r11",
        "add r0,r6,r8",
        "ldr r6,[sp,#6]",
        "ldr lr,[sp,#8]",
        "add sp,sp,#32",
        "ldr r4,[sp,#-1]",
        "rts",
    ];
    expect_file!["tables/epiphany.txt"].assert_eq(&table(
        Target::Epiphany,
        &SIGNATURES,
        &assembly(&SIGNATURES, "_", &called, &calling),
    ));
}

#[test]
fn edits_of_the_nyuzi() {
    let called = [
        "add_i sp, sp, -64",
        "store_32 s24, 60(sp)",
        "store_32 s25, 56(sp)",
        "store_32 fp, 52(sp)",
        "move s24, s0",
        "move s25, s1",
        "move fp, sp",
        "load_32 s1, 64(sp)",
        "load_32 fp, 52(sp)",
        "load_32 s25, 56(sp)",
        "load_32 s24, 60(sp)",
        "add_i sp, sp, 64",
        "ret",
    ];
    let calling = [
        "add_i sp, sp, -64",
        "store_32 s25, 60(sp)",
        "store_32 ra, 56(sp)",
        "move s25, s0",
        "call SYMBOL",
        "add_i s0, s0, s25",
        "load_32 ra, 56(sp)",
        "load_32 s25, 60(sp)",
        "add_i sp, sp, 64",
        "ret",
    ];
    expect_file!["tables/nyuzi.txt"].assert_eq(&table(
        Target::Nyuzi,
        &SIGNATURES,
        &assembly(&SIGNATURES, "", &called, &calling),
    ));
}

/// Text in the form of GCC's, with words of 8 bytes.
#[test]
fn edits_of_riscv() {
    let called = [
        "addi sp,sp,-64",
        "sd ra,56(sp)",
        "sd s0,48(sp)",
        "sd s1,40(sp)",
        "sd s2,32(sp)",
        "fsd fs0,24(sp)",
        "mv s0,a0",
        "mv s1,a1",
        "fmv.d fs0,fa0",
        "call clobber",
        "ld s2,64(sp)",
        "mv a0,s0",
        "ld ra,56(sp)",
        "ld s0,48(sp)",
        "ld s1,40(sp)",
        "ld s2,32(sp)",
        "fld fs0,24(sp)",
        "addi sp,sp,64",
        "jr ra",
    ];
    let calling = [
        "addi sp,sp,-32",
        "sd ra,24(sp)",
        "sd s0,16(sp)",
        "li s0,1",
        "call SYMBOL",
        "lui a5,%hi(returned)",
        "sd a0,%lo(returned)(a5)",
        "ld ra,24(sp)",
        "ld s0,16(sp)",
        "addi sp,sp,32",
        "jr ra",
    ];
    let text = assembly(&FOR_RISCV, "", &called, &calling);
    expect_file!["tables/riscv64-lp64d.txt"].assert_eq(&table(riscv(Abi::Lp64d), &FOR_RISCV, &text));
}

/// Text in the form of clang's, with words of 4 bytes and 16 registers.
#[test]
fn edits_of_embedded_riscv() {
    let called = [
        "addi\tsp, sp, -16",
        "sw\tra, 12(sp)                      # 4-byte Folded Spill",
        "sw\ts0, 8(sp)                       # 4-byte Folded Spill",
        "sw\ts1, 4(sp)                       # 4-byte Folded Spill",
        "mv\ts0, a0",
        "mv\ts1, a1",
        "call\tclobber",
        "lw\ta1, 16(sp)",
        "mv\ta0, s0",
        "lw\tra, 12(sp)                      # 4-byte Folded Reload",
        "lw\ts0, 8(sp)                       # 4-byte Folded Reload",
        "lw\ts1, 4(sp)                       # 4-byte Folded Reload",
        "addi\tsp, sp, 16",
        "ret",
    ];
    let calling = [
        "addi\tsp, sp, -16",
        "sw\tra, 12(sp)                      # 4-byte Folded Spill",
        "sw\ts0, 8(sp)                       # 4-byte Folded Spill",
        "lui\ts0, 1",
        "call\tSYMBOL",
        "lui\ta1, %hi(returned)",
        "sw\ta0, %lo(returned)(a1)",
        "lw\tra, 12(sp)                      # 4-byte Folded Reload",
        "lw\ts0, 8(sp)                       # 4-byte Folded Reload",
        "addi\tsp, sp, 16",
        "ret",
    ];
    let text = assembly(&FOR_RISCV, "", &called, &calling);
    expect_file!["tables/riscv32-ilp32e.txt"].assert_eq(&table(riscv(Abi::Ilp32e), &FOR_RISCV, &text));
}

fn riscv(abi: Abi) -> Target {
    Target::Riscv(abi)
}

/// The words of a text.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_alphanumeric())
}

/// Names are of one edit each, clauses are in the catalogue, and an ABI's edits name registers that it has.
#[test]
fn tables_are_well_formed_by_every_abi_of_riscv() {
    let mut sizes = String::new();
    let source = source(&FOR_RISCV);
    let text = assembly(&FOR_RISCV, "", &["ret"], &["call SYMBOL", "ret"]);
    for abi in Abi::ALL {
        let (target, facts) = (riscv(abi), abi.facts());
        let all = edits(target);
        let names: BTreeSet<&str> = all.iter().map(|edit| edit.name).collect();
        assert_eq!(names.len(), all.len(), "{abi:?}");
        let catalogue = crosscall_oracle::clause::catalogue(target);
        for edit in &all {
            for clause in edit.clauses {
                let id = format!("RISCV-{clause}");
                assert!(catalogue.id(&id).is_some(), "{}: {id}", edit.name);
            }
            if matches!(edit.action, Action::Options(_) | Action::OptionsFor(..) | Action::Source(_)) {
                continue;
            }
            let absent = |word: &str| match word.split_at_checked(1) {
                Some(("a", "6" | "7") | ("t", "3" | "4" | "5" | "6")) => facts.is_embedded,
                Some(("s", number)) if number.len() < 3 => {
                    facts.is_embedded && number.parse::<u32>().is_ok_and(|n| n > 1)
                }
                Some(("f", register)) => facts.flen == 0 && register.starts_with(['a', 's', 't', 'm']),
                _ => false,
            };
            let made = row(target, edit, &source, &text);
            let made = made.split_once('\n').map_or("", |(_, made)| made);
            assert!(!made.contains(['{', '}']) && !words(made).any(absent), "{abi:?} {}: {made}", edit.name);
        }
        let (harmless, faults): (Vec<&Edit>, Vec<&Edit>) = all.iter().partition(|edit| edit.is_harmless());
        let kinds: BTreeSet<&str> = faults.iter().map(|edit| edit.kind).collect();
        assert!(faults.len() >= 60 && kinds.len() >= 25, "{abi:?}");
        let _ = writeln!(
            sizes,
            "{}: {} faults of {} kinds, {} harmless changes",
            facts.name,
            faults.len(),
            kinds.len(),
            harmless.len()
        );
    }
    expect![[r#"
        ilp32e: 127 faults of 59 kinds, 42 harmless changes
        ilp32: 137 faults of 60 kinds, 43 harmless changes
        ilp32f: 175 faults of 73 kinds, 48 harmless changes
        ilp32d: 184 faults of 77 kinds, 48 harmless changes
        lp64: 142 faults of 61 kinds, 43 harmless changes
        lp64f: 180 faults of 74 kinds, 48 harmless changes
        lp64d: 191 faults of 78 kinds, 48 harmless changes
    "#]]
    .assert_eq(&sizes);
}

#[test]
fn faults_of_tools() {
    let row = |fault: &tool::ToolFault| format!("{} | {} | {}\n", fault.name, fault.clause, fault.text);
    let mut rows: Vec<String> = Vec::new();
    for row in Target::built_in().flat_map(tool::faults).map(row) {
        // Several targets have the same.
        if !rows.contains(&row) {
            rows.push(row);
        }
    }
    expect_file!["tables/tools.txt"].assert_eq(&rows.concat());
}
