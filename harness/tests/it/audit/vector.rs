//! Vector registers of RISC-V and their control: what a function uses of them that nobody gave it is found under the document's
//! clauses, and a function that sets them first raises nothing, whatever their length is.

use super::Asked;
use crosscall_audit::LENGTHS;
use crosscall_model::Target;
use crosscall_model::target::riscv::Abi;
use crosscall_reports::audit::{Fault, Ran};

const LP64D: Target = Target::Riscv(Abi::Lp64d);

const SUM: &str = "int sum(const int *p, unsigned long n)";
const OF_SUM: [&str; 2] = ["p: 0..40 of int", "n: 0..p"];

/// A sum of numbers, with code in front of the loop and behind a kind of vectors is set in it.
fn sum(before: &str, inside: &str) -> String {
    format!(
        "\t.option arch, +v\n\t.globl sum\nsum:\n{before}\tvsetvli t0, zero, e32, m2, ta, ma\n\tvmv.v.i v8, 0\n1:\tbeqz a1, 2f\n\
         \tvsetvli t0, a1, e32, m2, tu, ma\n\tvle32.v v10, (a0)\n\tvadd.vv v8, v8, v10\n{inside}\tsub a1, a1, t0\n\
         \tslli t1, t0, 2\n\tadd a0, a0, t1\n\tj 1b\n2:\tvsetvli t0, zero, e32, m2, ta, ma\n\tvmv.s.x v4, zero\n\
         \tvredsum.vs v4, v8, v4\n\tvmv.x.s a0, v4\n\tret\n"
    )
}

fn audit(target: Target, prototype: &str, arguments: &[&str], text: &str) -> Ran {
    Asked { prototype, arguments, ..Asked::plain(target, text) }.ran()
}

/// Names of what was found, each with its first clause.
fn found(ran: &Ran) -> Vec<(&str, &str)> {
    let of = |fault: &'_ Fault| fault.clauses.first().copied().unwrap_or("");
    ran.findings.iter().map(|fault| (fault.name.as_str(), of(fault))).collect()
}

/// A function of assembly that returns an `int` and has no parameters.
fn of_code(target: Target, code: &str) -> Ran {
    let text = format!("\t.option arch, +v\n\t.globl f\nf:\n{code}\tret\n");
    audit(target, "int f(void)", &[], &text)
}

#[test]
fn a_function_that_sets_what_it_uses_raises_nothing() {
    for target in [LP64D, Target::Riscv(Abi::Ilp32d)] {
        let ran = audit(target, SUM, &OF_SUM, &sum("", ""));
        assert_eq!(found(&ran), [], "{target}");
        assert_eq!(ran.coverage.missing.len(), 0, "{target}");
    }
}

/// Whoever rounds as he has set it, uses flags that he has cleared, and leaves everything as it comes.
#[test]
fn modes_of_fixed_point_numbers_are_free() {
    let code = "\tcsrwi vcsr, 2\n\tvsetivli zero, 4, e8, m1, ta, ma\n\tvmv.v.i v8, 7\n\tvaadd.vx v8, v8, zero\n\tvmv.x.s a0, v8\n\
                \tvsadd.vv v8, v8, v8\n\tcsrr a1, vxsat\n\tadd a0, a0, a1\n\tcsrwi vxrm, 3\n\tcsrwi vxsat, 1\n";
    assert_eq!(found(&of_code(LP64D, code)), []);
}

#[test]
fn vectors_without_a_kind_are_found() {
    let text = sum("", "").replace("\tvsetvli t0, zero, e32, m2, ta, ma\n\tvmv.v.i", "\tvmv.v.i");
    let ran = audit(LP64D, SUM, &OF_SUM, &text);
    assert_eq!(found(&ran), [("depends on vl and vtype", "RISCV-REG-23")]);
    let place = ran.findings[0].place.as_ref().expect("a place");
    assert!(place.text.contains("vmv.v.i"), "{place:?}");
    // Where there is a kind, the register may not begin a group of it.
    let ran = of_code(LP64D, "\tvmv.v.i v3, 0\n\tli a0, 0\n");
    assert_eq!(found(&ran), [("depends on vl and vtype", "RISCV-REG-23")]);
    // A number of elements that the caller had.
    let ran = of_code(LP64D, "\tvsetvli zero, zero, e8, m1, ta, ma\n\tcsrr a0, vl\n");
    assert_eq!(found(&ran), [("depends on vl and vtype", "RISCV-REG-23")]);
}

/// A kind that the function asks for and that there is not is its own fault.
#[test]
fn a_reserved_kind_is_no_matter_of_the_caller() {
    let ran = of_code(LP64D, "\tvsetivli zero, 4, e64, mf8, ta, ma\n\tvmv.v.i v8, 0\n\tli a0, 0\n");
    assert_eq!(found(&ran), [("does not come back", "")]);
}

#[test]
fn registers_that_were_not_written_are_found() {
    let ran = of_code(LP64D, "\tvsetivli zero, 4, e32, m1, ta, ma\n\tvmv.x.s a0, v8\n");
    assert_eq!(found(&ran), [("depends on v8", "RISCV-REG-22")]);
    // The mask of a load: elements that it leaves out are what they were.
    let code =
        "\tvsetivli zero, 4, e8, m1, ta, mu\n\tvmv.v.i v8, 1\n\tvadd.vi v8, v8, 1, v0.t\n\tvmv.x.s a0, v8\n";
    assert_eq!(found(&of_code(LP64D, code)), [("depends on v0", "RISCV-REG-22")]);
}

#[test]
fn rounding_and_saturation_of_the_caller_are_found() {
    let rounds =
        "\tvsetivli zero, 4, e8, m1, ta, ma\n\tvmv.v.i v8, 7\n\tvaadd.vx v8, v8, zero\n\tvmv.x.s a0, v8\n";
    assert_eq!(found(&of_code(LP64D, rounds)), [("depends on vxrm", "RISCV-REG-24")]);
    assert_eq!(found(&of_code(LP64D, "\tcsrr a0, vxsat\n")), [("depends on vxsat", "RISCV-REG-24")]);
}

#[test]
fn the_first_element_is_the_first() {
    // Nobody has to set it.
    assert_eq!(found(&of_code(LP64D, "\tcsrr a0, vstart\n")), []);
    assert_eq!(found(&of_code(LP64D, "\tcsrwi vstart, 3\n\tcsrwi vstart, 0\n\tli a0, 0\n")), []);
    let ran = of_code(LP64D, "\tcsrwi vstart, 3\n\tli a0, 0\n");
    assert_eq!(found(&ran), [("vstart is not zero", "RISCV-REG-26")]);
    let ran = audit(
        LP64D,
        "int f(int (*g)(void))",
        &["g: function"],
        &around("csrwi vstart, 1", "csrwi vstart, 0"),
    );
    assert_eq!(found(&ran), [("vstart is not zero", "RISCV-REG-26")]);
}

/// A function that calls another one between two instructions.
fn around(before: &str, after: &str) -> String {
    format!(
        "\t.option arch, +v\n\t.globl f\nf:\n\taddi sp, sp, -16\n\tsd ra, 8(sp)\n\tvsetivli zero, 4, e32, m1, ta, ma\n\tvmv.v.i v8, 3\n\
         \t{before}\n\tjalr a0\n\tvsetivli zero, 4, e32, m1, ta, ma\n\t{after}\n\tli a0, 0\n\tld ra, 8(sp)\n\taddi sp, sp, 16\n\tret\n"
    )
}

#[test]
fn calls_destroy_vectors() {
    let of = |text: &str| {
        let ran = audit(LP64D, "int f(int (*g)(void))", &["g: function"], text);
        found(&ran).into_iter().map(|(name, clause)| (name.to_owned(), clause.to_owned())).collect::<Vec<_>>()
    };
    let one = |name: &str, clause: &str| vec![(name.to_owned(), clause.to_owned())];
    assert_eq!(of(&around("nop", "nop")), []);
    let text = around("nop", "vmv.x.s a0, v8").replace("\tli a0, 0\n", "");
    assert_eq!(of(&text), one("depends on what a call left in v8", "RISCV-REG-22"));
    let text = around("csrwi vxrm, 2", "vaadd.vx v8, v8, zero\n\tvmv.x.s a0, v8").replace("\tli a0, 0\n", "");
    let text = text.replace("ta, ma\n\tvaadd", "ta, ma\n\tvmv.v.i v8, 7\n\tvaadd");
    assert_eq!(of(&text), one("depends on what a call left in vxrm", "RISCV-REG-24"));
    let text = around("nop", "nop")
        .replace("jalr a0\n\tvsetivli zero, 4, e32, m1, ta, ma", "jalr a0\n\tvmv.v.i v8, 0");
    assert_eq!(of(&text), one("depends on what a call left in vl and vtype", "RISCV-REG-23"));
}

/// `memcpy` and its like are calls as all others.
#[test]
fn runtime_functions_destroy_vectors() {
    let text = "\t.option arch, +v\n\t.globl f\nf:\n\taddi sp, sp, -16\n\tsd ra, 8(sp)\n\tvsetivli zero, 4, e32, m1, ta, ma\n\
                \tvmv.v.i v8, 3\n\tmv a0, sp\n\tmv a1, sp\n\tli a2, 0\n\tcall memcpy\n\tvsetivli zero, 4, e32, m1, ta, ma\n\
                \tvmv.x.s a0, v8\n\tld ra, 8(sp)\n\taddi sp, sp, 16\n\tret\n";
    let ran = audit(LP64D, "int f(void)", &[], text);
    assert_eq!(ran.findings.len(), 1, "{:?}", found(&ran));
    assert_eq!(ran.findings[0].name, "depends on what a runtime function left");
}

/// Code for registers of one length is wrong with others.
#[test]
fn registers_have_either_length() {
    let text = "\t.option arch, +v\n\t.globl f\nf:\n\tvl1re8.v v8, (a0)\n\tli a0, 0\n\tret\n";
    let with = |bits| {
        let arguments = &["p: 16 bytes, align 16"];
        let asked = Asked { prototype: "int f(const void *p)", arguments, ..Asked::plain(LP64D, text) };
        let ran = Asked { vector_bits: bits, ..asked }.ran();
        ran.findings.into_iter().map(|fault| fault.name).collect::<Vec<_>>()
    };
    let [short, long] = LENGTHS;
    assert_eq!(with(Some(short)), Vec::<String>::new());
    assert_eq!(with(Some(long)), ["reads beside p"]);
    assert_eq!(with(None), ["reads beside p"]);
}

/// A load that ends the vector where it cannot go on may look beyond an object; what it finds there is nothing that counts.
#[test]
fn loads_that_end_at_a_fault_may_go_on() {
    let length = "\t.option arch, +v\n\t.globl f\nf:\tmv a3, a0\n1:\tvsetvli a1, zero, e8, m8, ta, ma\n\tvle8ff.v v8, (a3)\n\tcsrr a1, vl\n\
                  \tvmseq.vi v0, v8, 0\n\tvfirst.m a2, v0\n\tadd a3, a3, a1\n\tbltz a2, 1b\n\tadd a0, a0, a1\n\tadd a3, a3, a2\n\
                  \tsub a0, a3, a0\n\tret\n";
    let ran = audit(LP64D, "unsigned long f(const char *s)", &["s: string 0..300"], length);
    assert_eq!(found(&ran), []);
    let plain =
        audit(LP64D, "unsigned long f(const char *s)", &["s: string 0..300"], &length.replace("8ff", "8"));
    assert!(found(&plain).contains(&("reads beside s", "")), "{:?}", found(&plain));
    // A sum of whatever comes behind the text.
    let sum = length.replace(
        "\tvmseq.vi v0, v8, 0\n",
        "\tvmseq.vi v0, v8, 0\n\tvmv.v.i v16, 0\n\tvredsum.vs v16, v8, v16\n\tvmv.x.s t0, v16\n",
    );
    let sum = sum.replace("\tsub a0, a3, a0\n", "\tmv a0, t0\n");
    let ran = audit(LP64D, "unsigned long f(const char *s)", &["s: string 0..300"], &sum);
    assert!(found(&ran).contains(&("depends on memory beside the objects", "")), "{:?}", found(&ran));
}

/// Elements behind the last one and those that a mask leaves out may become ones, unless the kind says that they stay.
#[test]
fn agnostic_elements_are_nobodys() {
    let behind = "\tvsetivli zero, 4, e32, m1, ta, ma\n\tvmv.v.i v8, 5\n\tvsetivli zero, 2, e32, m1, ta, ma\n\tvadd.vi v8, v8, 1\n\
                  \tvsetivli zero, 4, e32, m1, ta, ma\n\tvslidedown.vi v8, v8, 3\n\tvmv.x.s a0, v8\n";
    let left_out = "\tvsetivli zero, 4, e32, m1, ta, ma\n\tvmv.v.i v8, 5\n\tvmv.v.i v0, 2\n\tvadd.vi v8, v8, 1, v0.t\n\tvmv.x.s a0, v8\n";
    for code in [behind, left_out] {
        assert_eq!(found(&of_code(LP64D, code)), [("depends on agnostic elements", "")]);
        assert_eq!(found(&of_code(LP64D, &code.replace("ta, ma", "tu, mu"))), []);
    }
}
