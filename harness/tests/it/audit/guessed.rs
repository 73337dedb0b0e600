//! Functions whose arguments nobody has described: what goes wrong with any numbers may be the fault of these.

use super::Asked;
use crate::common::RISCV;
use crosscall_reports::audit::{End, Ran, Verdict};

fn guessed(prototype: &'static str, text: &'static str) -> Asked<'static> {
    Asked { prototype, is_guessed: true, ..Asked::plain(RISCV, text) }
}

fn reason(asked: &Asked<'_>) -> String {
    match asked.audit().end {
        End::NotTested(reason) => reason,
        End::Ran(ran) => panic!("it ran: {ran:#?}"),
    }
}

fn names(ran: &Ran) -> Vec<&str> {
    ran.findings.iter().map(|fault| fault.name.as_str()).collect()
}

#[test]
fn a_function_that_never_comes_back_from_any_numbers_is_not_tested() {
    let asked = guessed("int f(int n)", "\t.globl f\nf:\tlw a0, 0(zero)\n\tret\n");
    let said = reason(&asked);
    assert!(
        said.starts_with("32 inputs were set aside, since the meaning of the arguments is unknown: "),
        "{said}"
    );
    assert!(said.contains("(f)"), "{said}");
    // Somebody who declares it takes the blame for the arguments.
    let declared = Asked { is_guessed: false, ..asked };
    assert_eq!(names(&declared.ran()), ["does not come back"]);
}

/// An index that goes beyond a table with most numbers.
#[test]
fn numbers_that_lead_astray_are_set_aside() {
    let text = "\t.globl f\nf:\tla a5, table\n\tslliw a0, a0, 2\n\tadd a5, a5, a0\n\tsw a0, 0(a5)\n\tret\n\t.data\ntable:\t.space 64\n";
    let asked = guessed("void f(int n)", text);
    let ran = asked.ran();
    assert_eq!(names(&ran), Vec::<&str>::new(), "{ran:#?}");
    assert!(ran.notes.iter().any(|note| note.contains("inputs were set aside")), "{ran:#?}");
    assert_eq!(asked.audit().verdict(), Verdict::Clean);
}

/// An address that is nobody's is poison in both runs, but another poison in each.
#[test]
fn what_depends_on_poison_is_found_all_the_same() {
    let asked = guessed("int f(int n)", "\t.globl f\nf:\tlw a0, 0(s2)\n\tret\n");
    let ran = asked.ran();
    assert_eq!(names(&ran), ["does not come back"], "{ran:#?}");
    let register = guessed("int f(int n)", "\t.globl f\nf:\tmv s2, a0\n\tlw a1, 0(zero)\n\tret\n");
    assert!(reason(&register).contains("set aside"));
    let some = guessed(
        "int f(int n)",
        "\t.globl f\nf:\tmv s2, a0\n\tandi a1, a0, 1\n\tbeqz a1, 1f\n\tlw a1, 0(zero)\n1:\tret\n",
    );
    assert_eq!(names(&some.ran()), ["register s2"]);
}

#[test]
fn a_frame_that_is_larger_than_the_stack_is_no_finding() {
    let text = "\t.globl f\nf:\tli t0, -65536\n\tadd sp, sp, t0\n\tsd a0, 0(sp)\n\tld a0, 0(sp)\n\tsub sp, sp, t0\n\tret\n";
    for is_guessed in [false, true] {
        let asked = Asked { is_guessed, ..guessed("long f(long n)", text) };
        let said = reason(&asked);
        assert!(said.contains("bytes of the stack are taken, and an audit has no more than 32768"), "{said}");
    }
    // A stack pointer that is nowhere near the stack is one.
    let wild = "\t.globl f\nf:\tmv t0, sp\n\tli sp, 4096\n\tmv sp, t0\n\tret\n";
    let ran = Asked { is_guessed: false, ..guessed("void f(void)", wild) }.ran();
    assert_eq!(names(&ran), ["stack left"], "{ran:#?}");
}

#[test]
fn a_run_that_takes_long_contradicts_no_clause() {
    let text = "\t.globl f\nf:\tj f\n";
    let ran = Asked::plain(RISCV, text).ran();
    assert_eq!(names(&ran), ["does not come back"]);
    assert!(ran.findings[0].clauses.is_empty(), "{ran:#?}");
    assert!(reason(&guessed("void f(void)", text)).contains("still running after"));
}
