//! Programs that never end, call themselves without end, or go astray: clear words, and never an endless audit.

use super::{Asked, names};
use crate::common::RISCV;
use crosscall_reports::audit::Verdict;

fn asked(text: &str) -> Asked<'_> {
    Asked { budget: 5_000_000, ..Asked::plain(RISCV, text) }
}

#[test]
fn an_endless_loop() {
    let audited = asked("\t.globl main\nmain:\tj main\n").audit();
    assert_eq!(audited.verdict(), Verdict::NotTested);
    let reason = audited.reason().unwrap();
    assert_eq!(reason, "it was still running after 5000000 instructions; --budget gives it more");
}

#[test]
fn endless_recursion() {
    let audited = asked(
        "\t.globl main\nmain:\taddi sp, sp, -16\n\tsd ra, 8(sp)\n\tcall main\n\tld ra, 8(sp)\n\taddi sp, sp, 16\n\tret\n",
    )
    .audit();
    assert_eq!(audited.verdict(), Verdict::NotTested);
    let reason = audited.reason().unwrap();
    assert!(reason.contains("calls had not come back"), "{reason}");
    // Calls that take no stack.
    let audited = Asked { budget: 30_000_000, ..asked("\t.globl main\nmain:\tcall main\n") }.audit();
    let reason = audited.reason().unwrap();
    assert!(reason.contains("calls had not come back"), "{reason}");
}

/// A million calls in calls, and all of them come back.
#[test]
fn a_million_calls_deep() {
    let text = "\t.globl main\nmain:\taddi sp, sp, -16\n\tsd ra, 8(sp)\n\tli a0, 1000000\n\tcall f\n\tld ra, 8(sp)\n\
                \taddi sp, sp, 16\n\tret\nf:\tbeqz a0, 1f\n\taddi sp, sp, -16\n\tsd ra, 8(sp)\n\taddi a0, a0, -1\n\tcall f\n\
                \tld ra, 8(sp)\n\taddi sp, sp, 16\n1:\tret\n";
    let ran = Asked { budget: 50_000_000, ..asked(text) }.ran();
    assert!(ran.findings.is_empty(), "{:#?}", ran.findings);
    if ran.unended.is_none() {
        assert_eq!((ran.returns, ran.depth), (1_000_001, 1_000_001));
    } else {
        // The stack of the simulator is smaller.
        assert!(
            ran.unended.as_ref().is_some_and(|reason| reason.contains("calls had not come back")),
            "{ran:#?}"
        );
    }
}

#[test]
fn a_wild_jump() {
    let ran = asked(
        "\t.globl main\nmain:\taddi sp, sp, -16\n\tsd ra, 8(sp)\n\tcall f\n\tret\nf:\tli ra, 0x40\n\tret\n",
    )
    .ran();
    assert!(
        ran.unended.as_ref().is_some_and(|reason| reason.contains("did not come to its end")),
        "{ran:#?}"
    );
    assert_eq!(names(&ran.findings), ["f: return address"]);
}

#[test]
fn nothing_is_called() {
    let audited = asked("\t.globl main\nmain:\tli a0, 0\n\tret\n").audit();
    assert_eq!(audited.verdict(), Verdict::NotTested);
    assert_eq!(audited.reason().unwrap(), "no function came back from a call");
}
