//! Encodings of LLVM's tests for Nyuzi are printed as LLVM prints them; constants and names of registers.

use crate::support::texts::{bytes_of, vectors};
use crosscall_machines::listing::Style;
use crosscall_machines::nyuzi::{assemble, disassemble};

pub(crate) const VECTORS: &str = include_str!("../../vectors/nyuzi_encodings.txt");

#[test]
fn mnemonics_may_be_written_in_capitals() {
    for (text, bytes) in vectors(VECTORS) {
        let text = text.replace("add_i", "ADD_I").replace("move", "Move");
        assert_eq!(bytes_of("nyuzi", &text), bytes, "{text}");
    }
    assert!(vectors(VECTORS).count() > 340);
}

#[test]
fn prints_the_golden_text() {
    for (text, bytes) in vectors(VECTORS) {
        let lines = disassemble(&bytes, 0, Style::Vendor);
        // LLVM prints the offsets of masked accesses without their sign.
        let expected = text.replace("store_v_mask v1, s3, -64(s2)", "store_v_mask v1, s3, 960(s2)");
        assert_eq!(lines[0].text, expected);
    }
}

/// `li` of LLVM's test `li.s` (commit 4bbc4440), by the instructions that it becomes.
#[test]
fn constants_are_loaded_as_llvm_does() {
    let cases = [
        ("li s0, 0", "move s0, 0"),
        ("li s1, 8191", "move s1, 8191"),
        ("li s3, 8192", "movehi s3, 1"),
        ("li s4, 8193", "movehi s4, 1; or s4, s4, 1"),
        ("li s5, 2147483647", "movehi s5, 262143; or s5, s5, 8191"),
        ("li s2, -8192", "move s2, -8192"),
        ("li s6, -16384", "movehi s6, 524286"),
        ("li s7, -16385", "movehi s7, 524285; or s7, s7, 8191"),
        ("li s8, -2147483648", "movehi s8, 262144"),
        ("li s9, 0xdeadbeef", "movehi s9, 456045; or s9, s9, 7919"),
        ("li s10, (1 << 13) | 1", "movehi s10, 1; or s10, s10, 1"),
        // Expressions of `expr.s` (commit 0b3944f0), and what the notes on llvm-mc add.
        ("move s0, (1 << 5) | (1 << 7)", "move s0, 160"),
        (".set FOO, 121\nmove s1, FOO ^ 1", "move s1, 120"),
        ("li s0, 0xffffffff", "movehi s0, 524287; or s0, s0, 8191"),
        ("lea s0, 48(sp)", "add_i s0, sp, 48"),
        ("lea s0, (sp)", "add_i s0, sp, 0"),
        ("x: b x", ".long 0xf6000000"),
        ("b x; nop; x:", ".long 0xf6000002, 0"),
        ("x: nop; b x", ".long 0, 0xf7ffffff"),
        ("bz s0, x; nop; nop; nop; x:", ".long 0xf2000080, 0, 0, 0"),
        ("x: nop; nop; bnz s1, x", ".long 0, 0, 0xf5ffffc1"),
        ("call x; nop; nop; x:", ".long 0xf8000003, 0, 0"),
        ("b 2", ".long 0xf6000002"),
    ];
    for (source, same) in cases {
        assert_eq!(bytes_of("nyuzi", source), bytes_of("nyuzi", same), "{source}");
    }
}

/// Register names of `registers.s` (commit 5e76b872); other spellings are none.
#[test]
fn registers_have_the_names_that_llvm_has() {
    assert_eq!(bytes_of("nyuzi", "add_i s27, gp, fp"), bytes_of("nyuzi", ".long 0xc05e837c"));
    assert_eq!(bytes_of("nyuzi", "add_i sp, ra, s0"), bytes_of("nyuzi", ".long 0xc05003df"));
    for text in ["add_i s0, s28, s1", "add_i S0, s1, s2", "move v32, s0", "add_i s0, pc, s1"] {
        assert!(assemble("text", text).is_err(), "{text}");
    }
}
