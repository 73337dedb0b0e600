//! Ways of calls that are not call and return: tail calls, calls by address, recursion, `longjmp`, routines with another link
//! register, several stacks, several threads, beginnings that never come back.

use super::super::corrupters::syntax;
use super::super::registers::overwrite_saved;
use super::callers::{call, calling, frame};
use super::{Asked, names, symbol, targets};
use crate::common::RISCV;
use crosscall_model::Target;

/// Nothing is found in a program for RISC-V.
fn is_right(text: &str) -> crosscall_reports::audit::program::ProgramRan {
    let ran = Asked::plain(RISCV, text).ran();
    assert!(ran.findings.is_empty(), "{:#?}\n{text}", ran.findings);
    assert!(ran.unended.is_none(), "{:?}\n{text}", ran.unended);
    ran
}

#[test]
fn tail_calls_and_calls_by_address() {
    let text = "\t.globl main\nmain:\taddi sp, sp, -16\n\tsd ra, 8(sp)\n\tla t1, f\n\tjalr t1\n\tcall f\n\tld ra, 8(sp)\n\
                \taddi sp, sp, 16\n\tli a0, 0\n\tret\nf:\taddi sp, sp, -16\n\tsd s1, 0(sp)\n\tli s1, 3\n\tld s1, 0(sp)\n\
                \taddi sp, sp, 16\n\tla t1, g\n\tjr t1\ng:\ttail h\nh:\tret\n";
    let ran = is_right(text);
    assert_eq!((ran.calls, ran.returns), (2, 2));
    // The one that was called is to blame for what the one at its end does.
    let wrong = text.replace("h:\tret", "h:\taddi s2, s2, 1\n\tret");
    let ran = Asked::plain(RISCV, &wrong).ran();
    assert_eq!(names(&ran.findings), ["f: register s2"], "{:#?}", ran.findings);
    assert_eq!(ran.findings[0].fault.times, 2);
    assert_eq!(ran.findings[0].other_sites.len(), 1);
}

/// Who is called is to blame, and not who called it.
#[test]
fn callers_are_not_blamed() {
    for target in targets() {
        let code = overwrite_saved(target);
        let text = calling(target, "main", &call(target, "e"))
            + &calling(target, "e", &call(target, "f"))
            + &syntax(target).function("f", &code);
        let ran = Asked::plain(target, &text).ran();
        let f = symbol(target, "f");
        assert_eq!(ran.findings.len(), 1, "{target}: {:#?}", ran.findings);
        assert_eq!(ran.findings[0].function, f, "{target}: {:#?}", ran.findings);
        assert!(ran.findings[0].site.as_ref().unwrap().label().starts_with(&symbol(target, "e")), "{target}");
    }
}

#[test]
fn recursion() {
    let text = "\t.globl main\nmain:\taddi sp, sp, -16\n\tsd ra, 8(sp)\n\tli a0, 12\n\tcall fib\n\tld ra, 8(sp)\n\taddi sp, sp, 16\n\
                \tret\nfib:\tli t1, 2\n\tblt a0, t1, 1f\n\taddi sp, sp, -32\n\tsd ra, 24(sp)\n\tsd s1, 16(sp)\n\tsd s2, 8(sp)\n\
                \tmv s1, a0\n\taddi a0, a0, -1\n\tcall fib\n\tmv s2, a0\n\taddi a0, s1, -2\n\tcall fib\n\tadd a0, a0, s2\n\
                \tld s2, 8(sp)\n\tld s1, 16(sp)\n\tld ra, 24(sp)\n\taddi sp, sp, 32\n1:\tret\n";
    let ran = is_right(text);
    assert_eq!((ran.calls, ran.returns, ran.depth), (465, 465, 12));
    let wrong = text.replace("\tsd s2, 8(sp)\n", "");
    let found = Asked::plain(RISCV, &wrong).ran().findings;
    assert_eq!(names(&found), ["fib: register s2"], "{found:#?}");
}

const LONG_JUMP: &str = "\t.globl main\nmain:\taddi sp, sp, -16\n\tsd ra, 8(sp)\n\tsd s1, 0(sp)\n\tli s1, 7\n\tla a0, buffer\n\
    \tcall setjmp\n\tbnez a0, 1f\n\tcall f\n1:\tmv a0, s1\n\tld s1, 0(sp)\n\tld ra, 8(sp)\n\taddi sp, sp, 16\n\tret\n\
    f:\taddi sp, sp, -32\n\tsd ra, 24(sp)\n\tsd s1, 16(sp)\n\tli s1, 9\n\tcall g\n\tld s1, 16(sp)\n\tld ra, 24(sp)\n\
    \taddi sp, sp, 32\n\tret\n\
    g:\taddi sp, sp, -16\n\tla a0, buffer\n\tli a1, 1\n\tcall longjmp\n\
    setjmp:\tsd ra, 0(a0)\n\tsd sp, 8(a0)\n\tsd s1, 16(a0)\n\tli a0, 0\n\tret\n\
    longjmp:\tld ra, 0(a0)\n\tld sp, 8(a0)\n\tld s1, 16(a0)\n\tmv a0, a1\n\tret\n\t.bss\n\t.balign 8\nbuffer:\t.space 64\n";

/// A jump over several calls is no fault of theirs; what it gives back counts for who called them.
#[test]
fn long_jumps() {
    let ran = is_right(LONG_JUMP);
    assert_eq!((ran.calls, ran.returns, ran.left), (4, 1, 3));
    let stripped = Asked { is_stripped: true, ..Asked::plain(RISCV, LONG_JUMP) }.ran();
    assert!(stripped.findings.is_empty(), "{:#?}", stripped.findings);
    // What a left function has changed is seen where its caller comes back.
    let wrong = "\t.globl main\nmain:\taddi sp, sp, -16\n\tsd ra, 8(sp)\n\tcall outer\n\tld ra, 8(sp)\n\taddi sp, sp, 16\n\tret\n"
        .to_owned()
        + &LONG_JUMP.replace("\t.globl main\nmain:", "outer:").replace("\tli s1, 9\n", "\tli s5, 9\n");
    let found = Asked::plain(RISCV, &wrong).ran().findings;
    assert_eq!(names(&found), ["outer: register s5"], "{found:#?}");
}

/// A function that is left for another place of an outer one, as where an exception is caught.
#[test]
fn a_caught_exception() {
    let text = "\t.globl main\nmain:\taddi sp, sp, -16\n\tsd ra, 8(sp)\n\tcall f\n\tcall g\n\tld ra, 8(sp)\n\taddi sp, sp, 16\n\tret\n\
                f:\taddi sp, sp, -32\n\tsd ra, 24(sp)\n\tsd s1, 16(sp)\n\tla t1, place\n\tsd sp, 0(t1)\n\tcall deep\n\tli a0, 1\n\
                caught:\tld s1, 16(sp)\n\tld ra, 24(sp)\n\taddi sp, sp, 32\n\tret\n\
                deep:\taddi sp, sp, -16\n\tli s1, 5\n\tcall throw\n\tebreak\n\
                throw:\tla t1, place\n\tld sp, 0(t1)\n\tla ra, caught\n\tret\n\
                g:\tret\n\t.bss\n\t.balign 8\nplace:\t.space 8\n";
    let ran = is_right(text);
    assert_eq!((ran.calls, ran.returns, ran.left), (4, 2, 2));
    let wrong = text.replace("\tld s1, 16(sp)\n", "");
    let found = Asked::plain(RISCV, &wrong).ran().findings;
    assert_eq!(names(&found), ["f: register s1"], "{found:#?}");
}

/// A function that goes back to its caller's caller.
#[test]
fn a_return_over_a_caller() {
    let text = "\t.globl main\nmain:\taddi sp, sp, -16\n\tsd ra, 8(sp)\n\tcall f\n\tld ra, 8(sp)\n\taddi sp, sp, 16\n\tret\n\
                f:\tmv t0, ra\n\tcall g\n\tjr t0\ng:\tmv ra, t0\n\tret\n";
    let ran = Asked { keeps_scratch: true, ..Asked::plain(RISCV, text) }.ran();
    assert_eq!(names(&ran.findings), ["g: return address"], "{:#?}", ran.findings);
}

/// Routines that are called with t0 as the link register: they move the stack pointer for their caller.
#[test]
fn routines_with_another_link_register() {
    let text = "\t.globl main\nmain:\tjal t0, save\n\tli s1, 5\n\tcall f\n\tli a0, 0\n\ttail restore\n\
                f:\tjal t0, save\n\tli s1, 6\n\ttail restore\n\
                save:\taddi sp, sp, -16\n\tsd ra, 8(sp)\n\tsd s1, 0(sp)\n\tjr t0\n\
                restore:\tld s1, 0(sp)\n\tld ra, 8(sp)\n\taddi sp, sp, 16\n\tret\n";
    let ran = is_right(text);
    assert_eq!((ran.calls, ran.returns), (1, 1));
}

/// A helper with the usual link register that changes saved registers for its caller: declared, it is none of its faults, but
/// its caller has to make it good.
#[test]
fn declared_helpers() {
    let text = "\t.globl main\nmain:\taddi sp, sp, -16\n\tsd ra, 8(sp)\n\tcall f\n\tld ra, 8(sp)\n\taddi sp, sp, 16\n\tret\n\
                f:\taddi sp, sp, -16\n\tsd ra, 8(sp)\n\tsd s1, 0(sp)\n\tli t3, 1\n\tcall helper\n\tadd a0, s1, t3\n\tld s1, 0(sp)\n\
                \tld ra, 8(sp)\n\taddi sp, sp, 16\n\tret\nhelper:\tli s1, 3\n\tret\n";
    let found = Asked::plain(RISCV, text).ran().findings;
    assert_eq!(names(&found), ["helper: register s1", "f: keeps t3 over a call"], "{found:#?}");
    let exceptions: &[&str] = &["helper: *"];
    let ran = Asked { exceptions, ..Asked::plain(RISCV, text) }.ran();
    assert!(ran.findings.is_empty(), "{:#?}", ran.findings);
    let wrong = text.replace("\tld s1, 0(sp)\n", "");
    let ran = Asked { exceptions, ..Asked::plain(RISCV, &wrong) }.ran();
    assert_eq!(names(&ran.findings), ["f: register s1"], "{:#?}", ran.findings);
}

/// Two stacks of one program, between which a routine changes.
#[test]
fn several_stacks() {
    let text = "\t.globl main\nmain:\taddi sp, sp, -16\n\tsd ra, 8(sp)\n\tsd s1, 0(sp)\n\tla t1, other_top\n\tla t2, other\n\
                \tsd t2, -16(t1)\n\taddi t1, t1, -16\n\tla t2, saved_other\n\tsd t1, 0(t2)\n\tli s1, 4\n1:\tla a0, saved_main\n\
                \tla a1, saved_other\n\tcall switch\n\taddi s1, s1, -1\n\tbnez s1, 1b\n\tld s1, 0(sp)\n\tld ra, 8(sp)\n\
                \taddi sp, sp, 16\n\tli a0, 0\n\tret\n\
                switch:\taddi sp, sp, -16\n\tsd ra, 0(sp)\n\tsd s1, 8(sp)\n\tsd sp, 0(a0)\n\tld sp, 0(a1)\n\tld ra, 0(sp)\n\
                \tld s1, 8(sp)\n\taddi sp, sp, 16\n\tret\n\
                other:\tli s1, 77\n1:\tcall work\n\tla a0, saved_other\n\tla a1, saved_main\n\tcall switch\n\tj 1b\n\
                work:\taddi sp, sp, -16\n\tsd s1, 0(sp)\n\tli s1, 1\n\tld s1, 0(sp)\n\taddi sp, sp, 16\n\tret\n\
                \t.bss\n\t.balign 16\n\t.space 4096\nother_top:\nsaved_main:\t.space 8\nsaved_other:\t.space 8\n";
    let ran = is_right(text);
    assert!(ran.returns >= 4, "{ran:#?}");
    let wrong = text.replace("\tsd s1, 0(sp)\n\tli s1, 1\n\tld s1, 0(sp)\n", "\tli s1, 1\n");
    let found = Asked::plain(RISCV, &wrong).ran().findings;
    assert_eq!(names(&found), ["work: register s1"], "{found:#?}");
}

/// A beginning that makes its stack, writes reserved registers and ends the program itself.
#[test]
fn a_beginning_without_a_caller() {
    let text = "\t.globl _start\n_start:\tla gp, data\n\tli s1, 1\n\tla sp, top\n\tcall main\n\tli a7, 93\n\tecall\n\
                main:\tli a0, 3\n\tret\n\t.bss\n\t.balign 16\ndata:\t.space 256\ntop:\n";
    let asked = Asked { entry: "_start", ..Asked::plain(RISCV, text) };
    let ran = asked.ran();
    assert!(ran.findings.is_empty(), "{:#?}", ran.findings);
    assert!(ran.ended.contains("exit status 3"), "{}", ran.ended);
    // What the beginning leaves undone at a call is seen all the same.
    let wrong = text.replace("\tla sp, top\n", "\tla sp, top\n\taddi sp, sp, -8\n");
    let ran = Asked { text: &wrong, ..asked }.ran();
    assert!(ran.findings.is_empty() || names(&ran.findings).iter().all(|name| name.starts_with("_start")));
}

/// The beginning is a function where it comes back.
#[test]
fn a_beginning_that_comes_back_is_a_function() {
    for target in targets() {
        let code = overwrite_saved(target);
        let (before, after) = frame(target);
        let text = syntax(target).function("main", &format!("{before}{}{code}{after}", call(target, "g")))
            + &syntax(target).function("g", "");
        let found = Asked::plain(target, &text).ran().findings;
        assert_eq!(found.len(), 1, "{target}: {found:#?}");
        assert_eq!((found[0].function.as_str(), &found[0].site), (symbol(target, "main").as_str(), &None));
    }
}

/// Tasklets have calls of their own, and what one does is not another's.
#[test]
fn tasklets() {
    let text = "first:\tjnz id, second\n\t.globl main\nmain:\tmove r22, 0x1000\n\tboot id, 1\n\tmove r14, 3\n\tcall r23, f\n\
                \tcall r23, f\n\tstop\n\
                second:\tmove r22, 0x2000\n\tmove r14, 9\n\tcall r23, f\n\tcall r23, g\n\tstop\n\
                f:\tsw r22, 0, r14\n\tadd r22, r22, 8\n\tmove r14, 7\n\tadd r22, r22, -8\n\tlw r14, r22, 0\n\tjump r23\n\
                g:\tjump r23\n";
    let asked = Asked::plain(Target::Dpu, text);
    let ran = asked.ran();
    assert!(ran.findings.is_empty(), "{:#?}", ran.findings);
    assert_eq!((ran.calls, ran.returns), (4, 4), "{ran:#?}");
    let wrong = text.replace("g:\t", "g:\tmove r15, 1\n\t");
    let ran = Asked { text: &wrong, ..asked }.ran();
    assert_eq!(names(&ran.findings), ["g: register r15"], "{:#?}", ran.findings);
}

/// A function that goes to another stack and comes back gives back what it has found on this one. It loads the stack pointer
/// before the other registers: they are not beyond the stack.
#[test]
fn what_goes_through_another_stack_is_given_back() {
    let saved: Vec<String> =
        ["ra", "sp"].into_iter().map(str::to_owned).chain((0..12).map(|n| format!("s{n}"))).collect();
    let places = |operation: &str, base: &str, left_out: &str| -> String {
        let all = saved.iter().enumerate().filter(|(_, name)| *name != left_out);
        all.map(|(at, name)| format!("\t{operation} {name}, {}({base})\n", at * 8)).collect()
    };
    let text = |left_out: &str| {
        "\t.globl start\nstart:\tla sp, top\n\tcall main\n\tli a7, 93\n\tecall\nmain:\taddi sp, sp, -16\n\tsd ra, 8(sp)\n\tla a0, mine\n\
         \tla a1, other\n\tla t0, task\n\tsd t0, 0(a1)\n\tla t0, theirs\n\tsd t0, 8(a1)\n\tcall swap\n\tla a0, mine\n\tla a1, other\n\
         \tcall swap\n\tld ra, 8(sp)\n\taddi sp, sp, 16\n\tli a0, 0\n\tret\ntask:\tli s1, 7\n\tli s5, 8\n1:\tla a0, other\n\tla a1, mine\n\
         \tcall swap\n\tj 1b\nswap:\n"
            .to_owned()
            + &places("sd", "a0", left_out)
            + &places("ld", "a1", left_out)
            + "\tret\n\t.bss\n\t.align 4\nmine:\t.space 112\nother:\t.space 112\n\t.space 1024\ntheirs:\t.space 1024\ntop:\n"
    };
    let asked = |text: &str| Asked { entry: "start", ..Asked::plain(RISCV, text) }.ran();
    let right = asked(&text(""));
    assert!(
        right.findings.is_empty() && right.unended.is_none(),
        "{:#?} {:?}",
        right.findings,
        right.unended
    );
    let wrong = asked(&text("s5"));
    assert_eq!(names(&wrong.findings), ["swap: register s5"], "{:#?}", wrong.findings);
}
