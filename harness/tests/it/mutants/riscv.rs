//! Compilers for RISC-V, broken on purpose: every edit of the table finds its place in what a real compiler writes, the
//! assembler takes it, and a campaign finds it out.

use super::rows;
use crate::common::{self, World, cases::call};
use crosscall_generator::c_unit::{callee_unit, caller_unit};
use crosscall_model::target::riscv::Abi;
use crosscall_model::{Case, Style, Target};
use crosscall_mutants::facts::Side;
use crosscall_mutants::{Action, Edit, apply, edits, language};
use crosscall_toolchain::Toolchain;
use expect_test::expect;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

/// Functions of which every edit changes some.
const SIGNATURES: &[&str] = &[
    "int f(int, int, int)",
    "long f(long)",
    "float f(float)",
    "double f(double)",
    "float f(float, float)",
    "long double f(long double)",
    "__int128 f(__int128)",
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
    "short f(int, int, int, int, int, int, short, short, short, short)",
    "void f(int, int, int, int, int, int, short, short)",
    "void f(int, ..., int, int)",
    "void f(int, ..., long double)",
    "void f(int, ..., long long)",
    "void f(int, ..., double)",
];

/// Cases of these signatures that a compiler has, with and without values that outlive a call.
fn cases(target: Target) -> Vec<Case> {
    let is_wide = target.address_bytes() == 8;
    let styles = [Style::PLAIN, Style { calls: true, held: 2, live: 2, ..Style::PLAIN }];
    let named = SIGNATURES.iter().filter(|text| is_wide || !text.contains("__int128"));
    let all = named.flat_map(|text| styles.map(|style| call(target, text, 0x91, style)));
    all.collect()
}

/// Runs a compiler in a folder, on a text in a file; the output is in another file.
fn run(toolchain: &Toolchain, folder: &Path, options: &[&str], (from, text): (&str, &str), to: &str) -> bool {
    std::fs::write(folder.join(from), text).unwrap();
    let [program, own @ ..] = &toolchain.cc[..] else { panic!("no compiler") };
    let mut command = Command::new(program);
    command.current_dir(folder).args(own).args(options).args(["-w", from, "-o", to]);
    command.output().unwrap().status.success()
}

/// The names of edits that change nothing in what a compiler writes for the signatures. If it is asked for, its assembler has
/// to take every edited text, or one in four.
fn without_occasion(toolchain: &Toolchain, is_assembled: bool) -> Vec<&'static str> {
    let target = toolchain.target;
    let language = language::of(target).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let cases = cases(target);
    let batch: Vec<(usize, &Case)> = cases.iter().enumerate().collect();
    let units = [callee_unit(&batch), caller_unit(&batch)].map(|c_text| {
        assert!(run(toolchain, folder.path(), &["-S"], ("unit.c", &c_text), "unit.s"), "{}", toolchain.name);
        let assembly = std::fs::read_to_string(folder.path().join("unit.s")).unwrap();
        (c_text, assembly)
    });
    let is_of_functions = |edit: &Edit| {
        edit.side == Side::Callee || edit.side == Side::Caller || matches!(edit.action, Action::Body(_))
    };
    let mut seen = BTreeSet::new();
    let mut idle = Vec::new();
    for edit in edits(target).into_iter().filter(is_of_functions) {
        let mut any = false;
        for (c_text, assembly) in &units {
            let done = apply::apply(language, &Edit { one_in: 1, ..edit }, c_text, assembly);
            any |= done.changed + done.beside > 0;
            let is_new = is_assembled && done.text != *assembly && seen.insert(done.text.clone());
            if is_new && seen.len().is_multiple_of(common::one_in(4)) {
                let taken = run(toolchain, folder.path(), &["-c"], ("edited.s", &done.text), "edited.o");
                assert!(taken, "{}: {} is not assembled", toolchain.name, edit.name);
            }
        }
        if !any {
            idle.push(edit.name);
        }
    }
    idle
}

fn is_idle_in(name: &str, is_assembled: bool, expected: expect_test::Expect) {
    if let Some(toolchain) = common::installed_as(name) {
        expected.assert_eq(&without_occasion(&toolchain, is_assembled).join("\n"));
    }
}

#[test]
fn every_edit_has_an_occasion_in_the_text_of_gcc() {
    is_idle_in("riscv64-gcc-lp64d-O1", true, expect![[""]]);
}

#[test]
fn every_edit_has_an_occasion_in_the_text_of_clang() {
    is_idle_in("clang-19-lp64d-O1", true, expect![[""]]);
    if common::is_thorough() {
        is_idle_in("clang-14-lp64d-O2", false, expect![[""]]);
    }
}

#[test]
fn every_edit_has_an_occasion_by_other_abis() {
    is_idle_in("riscv64-gcc-ilp32e-O1", true, expect!["keep-in-a5"]);
    if !common::is_thorough() {
        return;
    }
    is_idle_in("riscv64-gcc-ilp32d-O1", false, expect![[""]]);
    is_idle_in("clang-19-lp64f-O1", false, expect!["save-lost-fs0"]);
    is_idle_in("clang-19-ilp32-O1", false, expect![[""]]);
}

/// The findings of a campaign with some mutants: for each the clause that is named first, and whether it is right.
fn found(toolchain: &str, edits: &[&str]) -> Option<String> {
    found_with(toolchain, edits, &["--cases", "64"])
}

fn found_with(toolchain: &str, edits: &[&str], options: &[&str]) -> Option<String> {
    common::installed_as(toolchain)?;
    let mut line = vec!["mutants", "--toolchain", toolchain, "--format=json"];
    line.extend(options);
    line.extend(edits.iter().flat_map(|edit| ["--edit", edit]));
    let json = World::new().run_at_home(&line).json();
    assert_eq!(json["totals"]["refused"], 0, "{json:#}");
    Some(rows(&json))
}

#[test]
fn real_compilers_for_riscv_are_broken_and_found_out() {
    let names = [
        "clobber-s0",
        "write-gp",
        "arguments-swapped",
        "call-not-extended",
        "sp-lower-at-return",
        "return-one-on",
        "char-signed",
        "scratch-destroyed",
    ];
    let expected = expect![[r#"
        clobber-s0: RISCV-REG-07
        write-gp: RISCV-REG-11
        sp-lower-at-return: RISCV-REG-03
        return-one-on: RISCV-S28
        arguments-swapped: RISCV-ARG-02
        call-not-extended: RISCV-ARG-04
        char-signed: RISCV-TYPE-27
        scratch-destroyed: nothing
    "#]];
    let all = ["riscv64-gcc-lp64d-O2", "clang-19-lp64d-O1", "riscv64-gcc-ilp32e-O1"];
    for toolchain in all.into_iter().step_by(common::one_in(3)) {
        if let Some(text) = found(toolchain, &names) {
            expected.assert_eq(&text);
        }
    }
}

/// Faults that only the state at a call, a `va_list` or the stack beyond the stack pointer shows.
#[test]
fn faults_around_calls_are_found_in_a_real_compiler() {
    let names =
        ["va-arg-skips", "call-gp-changed", "call-tp-changed-rare", "call-frame-given-up", "borrow-tp"];
    let expected = expect![[r#"
        call-frame-given-up: RISCV-STACK-14
        call-gp-changed: RISCV-REG-11
        call-tp-changed-rare: RISCV-REG-11
        va-arg-skips: RISCV-VAR-01
        borrow-tp: nothing
    "#]];
    if let Some(text) = found("riscv64-gcc-lp64d-O2", &names) {
        expected.assert_eq(&text);
    }
}

/// Faults that show with special values alone, with sets of these and without.
#[test]
fn faults_with_special_values_are_found_with_these() {
    let names = [
        "zero-argument-becomes-one",
        "minus-one-argument-becomes-zero",
        "zero-argument-hides-the-next",
        "minus-zero-argument-becomes-zero",
        "minus-one-result-becomes-zero",
        "call-small-negative-changes",
        "call-zero-result-becomes-256",
    ];
    let options = |values| ["--cases", "128", "--values", values];
    if let Some(text) = found_with("riscv64-gcc-lp64d-O1", &names, &options("8")) {
        expect![[r#"
            zero-argument-becomes-one: RISCV-ARG-02
            minus-one-argument-becomes-zero: RISCV-ARG-02
            zero-argument-hides-the-next: RISCV-ARG-02
            minus-one-result-becomes-zero: RISCV-RET-02
            call-zero-result-becomes-256: RISCV-RET-02
            call-small-negative-changes: RISCV-ARG-02
            minus-zero-argument-becomes-zero: RISCV-ARG-41
        "#]]
        .assert_eq(&text);
    }
    if common::is_thorough()
        && let Some(text) = found_with("riscv64-gcc-lp64d-O1", &names, &options("0"))
    {
        assert!(text.lines().all(|row| row.ends_with(": nothing, NOT right")), "{text}");
        assert_eq!(text.lines().count(), names.len());
    }
}

/// Each ABI has a table, and what it names is in the catalogue.
#[test]
fn every_abi_has_its_table() {
    for abi in Abi::ALL {
        let target = Target::Riscv(abi);
        let all = edits(target);
        let catalogue = crosscall_oracle::clause::catalogue(target);
        for clause in all.iter().flat_map(|edit| edit.clauses) {
            assert!(catalogue.id(&format!("RISCV-{clause}")).is_some(), "{clause}");
        }
    }
}
