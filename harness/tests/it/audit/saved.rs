//! Registers that a function saves for its caller in an object, as `setjmp` does.

use super::Asked;
use crate::common::RISCV;

/// A function may save registers that it gives back in an object which it was given; what it makes of them is another thing.
#[test]
fn registers_are_saved_in_objects() {
    let save = "\t.globl f\nf:\tsd ra, 0(a0)\n\tsd sp, 8(a0)\n\tsd s0, 16(a0)\n\tsd s1, 24(a0)\n\tsd s11, 32(a0)\n\tfsd fs0, 40(a0)\n\
                \tli a0, 0\n\tret\n";
    let ran = |text: &str| {
        let asked = Asked {
            prototype: "int f(long *p)",
            arguments: &["p: 6 of long, out"],
            ..Asked::plain(RISCV, text)
        };
        Asked { inputs: 60, ..asked }.ran()
    };
    assert!(ran(save).findings.is_empty(), "{:#?}", ran(save).findings);
    let made = ran(&save.replace("sd s1, 24(a0)", "addi t0, s1, 1\n\tsd t0, 24(a0)"));
    let found: Vec<&str> = made.findings.iter().map(|fault| fault.name.as_str()).collect();
    assert_eq!(found, ["depends on s1"], "{:#?}", made.findings);
}

/// On AArch64 a function gives back the lower halves of some vector registers, and may save those.
#[test]
#[cfg(feature = "pcode")]
fn lower_halves_are_saved() {
    let save = "\t.globl f\nf:\tstp d8, d9, [x0]\n\tstp x19, x20, [x0, 16]\n\tmov w0, 0\n\tret\n";
    for (text, expected) in
        [(save.to_owned(), None), (save.replace("stp d8, d9", "str q8"), Some("depends on v8"))]
    {
        let asked = Asked {
            prototype: "int f(long *p)",
            arguments: &["p: 4 of long, out"],
            inputs: 60,
            ..Asked::plain(crosscall_model::Target::Aarch64, &text)
        };
        let found = asked.ran().findings;
        assert_eq!(found.first().map(|fault| fault.name.as_str()), expected, "{found:#?}");
    }
}
