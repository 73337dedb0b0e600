//! Inputs that take every way of a branch, whatever the seed, and what counts as code.

use super::Asked;
use crate::common::RISCV;
use crosscall_audit::Effort;

/// A constant of two instructions behind another one: each has to be an argument.
#[test]
fn constants_are_found_by_every_seed() {
    let text = "\t.globl f\nf:\tlui a5, 0xdeadc\n\taddi a5, a5, -273\n\tbeq a1, a5, 1f\n\tli a0, 1\n\tret\n1:\tlui a4, 0xbadc1\n\
                \taddiw a4, a4, -819\n\tbne a0, a4, 2f\n\tli a0, 7\n\tret\n2:\tli a0, 2\n\tret\n";
    for (seed, prototype) in (1..=6).flat_map(|seed| {
        ["int f(int a, int b)", "int f(long a, unsigned long b)"].map(|prototype| (seed, prototype))
    }) {
        let ran = Asked { prototype, seed, ..Asked::plain(RISCV, text) }.ran();
        assert!(ran.coverage.is_whole(), "{seed} {prototype}: {:#?}", ran.coverage);
        assert!(ran.inputs < Effort::default().inputs, "{seed}");
    }
}

/// What fills the room up to an aligned place is no code; a branch of two bytes is one, and goes both ways.
#[test]
fn padding_is_no_code() {
    let text = "\t.globl f\n\t.type f, @function\nf:\tc.beqz a0, 1f\n\tli a0, 3\n\tret\n\tnop\n\tc.nop\n\tnop\n1:\tli a0, 5\n\tnop\n\
                \tret\n\tc.nop\n\tnop\n\t.size f, .-f\n";
    let ran = Asked { prototype: "int f(int x)", ..Asked::plain(RISCV, text) }.ran();
    assert_eq!((ran.coverage.run, ran.coverage.instructions), (6, 6), "{:#?}", ran.coverage);
    assert_eq!(ran.coverage.branches, (1, 1), "{:#?}", ran.coverage);
    // A trap behind a check is code that did not run.
    let text =
        "\t.globl f\nf:\tandi a0, a0, 3\n\tli a1, 4\n\tbltu a0, a1, 1f\n\tunimp\n1:\tli a0, 0\n\tret\n";
    let ran = Asked { prototype: "int f(int x)", ..Asked::plain(RISCV, text) }.ran();
    assert_eq!((ran.coverage.run, ran.coverage.instructions), (5, 6), "{:#?}", ran.coverage);
}
