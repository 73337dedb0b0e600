//! Pointers that go through 32 bits are found, and code that uses all of them raises nothing.

use super::Asked;
use crate::common::RISCV;
use crosscall_reports::audit::Ran;

fn ran(prototype: &str, arguments: &[&str], code: &str) -> Ran {
    let text = format!("\t.globl f\nf:\n{code}");
    Asked { prototype, arguments, inputs: 60, ..Asked::plain(RISCV, &text) }.ran()
}

const LOADED: &[&str] = &["p: 1 of struct { int *q; }", "p.q: 1 of int"];

const FRAME: &str = "\taddi sp, sp, -16\n\tsd ra, 8(sp)\n";
const BACK: &str = "\tld ra, 8(sp)\n\taddi sp, sp, 16\n\tret\n";

#[test]
fn pointers_through_32_bits_are_found() {
    let kept = FRAME.replace("sd", "sw").to_owned() + "\tlw ra, 8(sp)\n\taddi sp, sp, 16\n\tret\n";
    let called = format!("{FRAME}\tsext.w a0, a0\n\tjalr a0\n{BACK}");
    let local =
        "\taddi sp, sp, -16\n\taddiw a1, sp, 4\n\tsw zero, 0(a1)\n\tlw a0, 0(a1)\n\taddi sp, sp, 16\n\tret\n";
    for (prototype, arguments, code, what) in [
        ("int f(int *p)", &["p: 1 of int"][..], "\tsext.w a0, a0\n\tlw a0, 0(a0)\n\tret\n", "`p`+0"),
        ("int f(int *p)", &["p: 4 of int"], "\taddiw a0, a0, 8\n\tlw a0, 0(a0)\n\tret\n", "`p`+8"),
        (
            "int f(int *p)",
            &["p: 1 of int"],
            "\tslli a0, a0, 32\n\tsrli a0, a0, 32\n\tlw a0, 0(a0)\n\tret\n",
            "`p`+0",
        ),
        ("int f(int **p)", LOADED, "\tlw a0, 0(a0)\n\tlw a0, 0(a0)\n\tret\n", "`p.q`+0"),
        ("int f(int **p)", LOADED, "\tlwu a0, 0(a0)\n\tlw a0, 0(a0)\n\tret\n", "`p.q`+0"),
        ("void f(void (*g)(void))", &[], &called, "a function that was passed"),
        ("void f(void)", &[], &kept, "the return address"),
        ("int f(void)", &[], local, "the stack"),
    ] {
        let ran = ran(prototype, arguments, code);
        let names: Vec<&str> = ran.findings.iter().map(|fault| fault.name.as_str()).collect();
        assert_eq!(names, ["pointer cut to 32 bits"], "{prototype}\n{code}{:#?}", ran.findings);
        let found = &ran.findings[0];
        assert_eq!(found.clause(), "RISCV-TYPE-11", "{found:#?}");
        assert_eq!(found.subject, format!("pointer to {what}"), "{found:#?}");
    }
}

#[test]
fn whole_pointers_raise_nothing() {
    let called = format!("{FRAME}\tjalr a0\n{BACK}");
    for (prototype, arguments, code) in [
        ("int f(int *p)", &["p: 1 of int"][..], "\tlw a0, 0(a0)\n\tret\n"),
        ("int f(int **p)", LOADED, "\tld a0, 0(a0)\n\tlw a0, 0(a0)\n\tret\n"),
        ("void f(void (*g)(void))", &[], &called),
        ("void f(void (*g)(void))", &[], "\tjr a0\n"),
    ] {
        let ran = ran(prototype, arguments, code);
        assert!(ran.findings.is_empty(), "{prototype}\n{code}{:#?}", ran.findings);
        assert!(ran.coverage.is_whole(), "{prototype}: {:#?}", ran.coverage);
    }
}
