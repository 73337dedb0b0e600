//! Functions in assembly that are right, and what is said of them.

use super::Asked;
use crate::common::RISCV;
use crosscall_model::Target;
use crosscall_reports::audit::Verdict;

/// Sums up some numbers.
const SUMS: [(Target, &str); 6] = [
    (
        Target::Epiphany,
        "\t.global _sum\n_sum:\tmov r2, #0\n\tsub r1, r1, #1\n\tblt 2f\n1:\tldr r3, [r0], #1\n\tadd r2, r2, r3\n\tsub r1, r1, #1\n\
         \tbgte 1b\n2:\tmov r0, r2\n\trts\n",
    ),
    (
        RISCV,
        "\t.globl sum\nsum:\tli a2, 0\n\tblez a1, 2f\n1:\tlw a3, 0(a0)\n\taddw a2, a2, a3\n\taddi a0, a0, 4\n\taddiw a1, a1, -1\n\
         \tbnez a1, 1b\n2:\tmv a0, a2\n\tret\n",
    ),
    (
        Target::Nyuzi,
        "\t.globl sum\nsum:\tli s2, 0\n\tcmplt_i s3, s2, s1\n\tbz s3, 2f\n1:\tload_32 s3, (s0)\n\tadd_i s2, s2, s3\n\tadd_i s0, s0, 4\n\
         \tsub_i s1, s1, 1\n\tbnz s1, 1b\n2:\tmove s0, s2\n\tret\n",
    ),
    (
        Target::Dpu,
        "\t.globl sum\nsum:\tmove r2, 0\n\tjles r1, 0, .L2\n.L1:\tlw r3, r0, 0\n\tadd r2, r2, r3\n\tadd r0, r0, 4\n\tadd r1, r1, -1\n\
         \tjneq r1, 0, .L1\n.L2:\tmove r0, r2\n\tjump r23\n",
    ),
    (
        Target::Ipu,
        "\t.globl sum\nsum:\tsetzi $m2, 0\n\tbrz $m1, 2f\n1:\tld32 $m3, $m0, $m15, 0\n\tadd $m2, $m2, $m3\n\tadd $m0, $m0, 4\n\
         \tadd $m1, $m1, -1\n\tbrnz $m1, 1b\n2:\tmov $m0, $m2\n\tbr $m10\n",
    ),
    (
        Target::ForwardCom,
        "code section read execute ip\n_sum function public\n\tint64 r2 = 0\n\tint32 compare(r1, 1), jump_sbelow L2\nL1:\n\
         \tint32 r3 = [r0]\n\tint32 r2 = r2 + r3\n\tint64 r0 = r0 + 4\n\tint32 r1 = r1 - 1\n\tint32 compare(r1, 0), jump_nequal L1\n\
         L2:\n\tint32 r0 = r2\n\treturn\n_sum end\ncode end\n",
    ),
];

#[test]
fn a_loop_over_an_array_is_clean() {
    for (target, text) in SUMS {
        let asked = Asked {
            prototype: "int sum(const int *p, int n)",
            arguments: &["p: 0..40 of int", "n: 0..p"],
            ..Asked::plain(target, text)
        };
        let audited = asked.audit();
        assert_eq!(audited.verdict(), Verdict::Clean, "{audited:#?}");
        let ran = asked.ran();
        assert_eq!((ran.deepest_stack, ran.coverage.missing.len()), (0, 0), "{target}");
        assert!(ran.readings.is_empty() && ran.coverage.branches.1 > 0, "{target}: {ran:#?}");
    }
}

/// A function that keeps a value across a call has a frame; what it does with it is right.
#[test]
fn a_function_with_a_frame_and_a_callback_is_clean() {
    let text = "\t.globl twice\ntwice:\taddi sp, sp, -16\n\tsd ra, 8(sp)\n\tsd s0, 0(sp)\n\tmv s0, a0\n\tmv a0, a1\n\tjalr s0\n\
                \tjalr s0\n\tld s0, 0(sp)\n\tld ra, 8(sp)\n\taddi sp, sp, 16\n\tret\n";
    let asked = Asked { prototype: "int twice(int (*f)(int), int x)", ..Asked::plain(RISCV, text) };
    let audited = asked.audit();
    assert_eq!(audited.verdict(), Verdict::Clean, "{audited:#?}");
    assert_eq!(asked.ran().deepest_stack, 16);
    // A function that counts on a register that the callback may destroy has another result each time.
    let text = text
        .replace("\tmv s0, a0\n", "\tmv s0, a0\n\tmv t1, a1\n")
        .replace("\tjalr s0\n\tld", "\tmv a0, t1\n\tjalr s0\n\tmv a0, t1\n\tsext.w a0, a0\n\tld");
    let ran = Asked { text: &text, ..asked }.ran();
    assert!(
        ran.findings.iter().any(|fault| fault.name == "depends on what a call left in t1"),
        "{:#?}",
        ran.findings
    );
}

/// Half of a function never runs: it is not called clean.
#[test]
fn a_function_of_which_little_ran_is_not_called_clean() {
    let nops = "\taddi a1, a1, 1\n".repeat(20);
    let text = format!("\t.globl f\nf:\tli a1, 0x123456\n\tbne a0, a1, 1f\n{nops}1:\tret\n");
    let asked = Asked { prototype: "void f(int x)", arguments: &["x: 0..100"], ..Asked::plain(RISCV, &text) };
    let audited = asked.audit();
    assert_eq!(audited.verdict(), Verdict::NotTested, "{audited:#?}");
    assert_eq!(audited.reason().unwrap(), "only 4 of 24 instructions ran, and at least 50 % are asked for");
    // The number that the code mentions is tried where it is allowed.
    let audited = Asked { arguments: &[], ..asked }.audit();
    assert_eq!(audited.verdict(), Verdict::Clean, "{audited:#?}");
}

/// Records with pointers: each leads to an object of its own.
#[test]
fn pointers_in_records_lead_somewhere() {
    let text = "\t.globl total\ntotal:\tli a2, 0\n\tblez a1, 2f\n1:\tld a3, 0(a0)\n\tlw a3, 4(a3)\n\taddw a2, a2, a3\n\
                \taddi a0, a0, 16\n\taddiw a1, a1, -1\n\tbnez a1, 1b\n2:\tmv a0, a2\n\tret\n";
    let record = "v: 0..6 of struct { const int *data; int count; }";
    let asked = Asked {
        prototype: "int total(const void *v, int n)",
        arguments: &[record, "v.data: 2 of int, in", "n: 0..v"],
        ..Asked::plain(RISCV, text)
    };
    let audited = asked.audit();
    assert_eq!(audited.verdict(), Verdict::Clean, "{audited:#?}");
    // One that is too small.
    let ran = Asked { arguments: &[record, "v.data: 1 of int, in", "n: 0..v"], ..asked }.ran();
    let names: Vec<&str> = ran.findings.iter().map(|fault| fault.name.as_str()).collect();
    assert_eq!(names[0], "reads beside v.data", "{:#?}", ran.findings);
    let audited = Asked { arguments: &[record, "n: 0..v"], ..asked }.audit();
    let reason = audited.reason().unwrap();
    assert!(reason.starts_with("`v` points to records with pointers: say what `v.data` is"), "{reason}");
}

/// Places that the document leaves open are found out from what the function does.
#[test]
fn arguments_are_where_the_function_looks_for_them() {
    // Under the most plausible reading a `long long` behind an `int` begins at an even register.
    let text = "\t.global _f\n_f:\tmov r0, r1\n\trts\n";
    let asked = Asked { prototype: "int f(int a, long long b)", ..Asked::plain(Target::Epiphany, text) };
    let ran = asked.ran();
    assert!(ran.findings.is_empty() && ran.readings.len() == 1, "{ran:#?}");
    // With the reading fixed it has read what nobody gave it.
    let fixed: Vec<String> = ran.readings.iter().map(|answer| format!("{}=R1", answer.question())).collect();
    let ran = Asked { dialect: &fixed.join(","), ..asked }.ran();
    assert!(ran.findings.iter().any(|fault| fault.name == "depends on r1"), "{ran:#?}");
}

/// Runtime functions destroy what a call may destroy.
#[test]
fn nothing_survives_a_runtime_function_in_a_scratch_register() {
    let text = "\t.globl f\nf:\taddi sp, sp, -16\n\tsd ra, 8(sp)\n\tmv t1, a2\n\tcall memcpy\n\tmv a0, t1\n\tld ra, 8(sp)\n\
                \taddi sp, sp, 16\n\tret\n";
    let asked = Asked {
        prototype: "unsigned long f(void *to, const void *from, unsigned long n)",
        arguments: &["to: 0..20 bytes, out", "from: to bytes", "n: 0..to"],
        ..Asked::plain(RISCV, text)
    };
    let ran = asked.ran();
    let names: Vec<&str> = ran.findings.iter().map(|fault| fault.name.as_str()).collect();
    assert_eq!(names, ["depends on what a runtime function left"], "{:#?}", ran.findings);
    assert_eq!(ran.findings[0].clause(), "RISCV-REG-06");
    let text = text.replace("mv t1, a2", "sd a2, 0(sp)").replace("mv a0, t1", "ld a0, 0(sp)");
    assert_eq!(Asked { text: &text, ..asked }.audit().verdict(), Verdict::Clean);
}

/// Padding of a record may hold anything: whoever copies a record copies it.
#[test]
fn padding_of_records_in_memory_is_not_compared() {
    let copy = |last: &str| {
        format!(
            "\t.globl f\nf:\taddi sp, sp, -16\n\tsh a1, 0(sp)\n{last}\tsw a3, 4(sp)\n\tld t0, 0(sp)\n\tsd t0, 0(a0)\n\
             \taddi sp, sp, 16\n\tret\n"
        )
    };
    let text = copy("\tsb a2, 2(sp)\n");
    let asked = Asked {
        prototype: "void f(void *p, short a, signed char b, int c)",
        arguments: &["p: 1 of struct { short a; signed char b; int c; }, out, align 8"],
        ..Asked::plain(RISCV, &text)
    };
    assert_eq!(asked.audit().verdict(), Verdict::Clean, "{:#?}", asked.ran());
    // A member that was never written is none of it.
    let text = copy("");
    let ran = Asked { text: &text, ..asked }.ran();
    assert_eq!(ran.findings[0].name, "depends on the unwritten stack", "{:#?}", ran.findings);
    assert_eq!(ran.findings[0].subject, "byte 2 of `p`");
}
