//! Encodings of GNU as 2.40 as text: each line assembles to its bytes, and the disassembler's source text gives the same bytes
//! again; pseudo-instructions become what GNU as makes of them, with and without compression.

use crate::support::texts::{bytes_of, disassemble_to_source, vectors};

/// Target and instructions.
const ENCODINGS: [(&str, &str); 2] = [
    ("riscv32", include_str!("../../vectors/riscv32_encodings.txt")),
    ("riscv64", include_str!("../../vectors/riscv64_encodings.txt")),
];

/// Target, what stands before, and pseudo-instructions.
const PSEUDO: [(&str, &str, &str); 4] = [
    ("riscv32", "", include_str!("../../vectors/riscv32_pseudo.txt")),
    ("riscv32", ".option rvc\n", include_str!("../../vectors/riscv32_pseudo_compressed.txt")),
    ("riscv64", "", include_str!("../../vectors/riscv64_pseudo.txt")),
    ("riscv64", ".option rvc\n", include_str!("../../vectors/riscv64_pseudo_compressed.txt")),
];

#[test]
fn assembles_to_the_golden_bytes() {
    for (target, file) in ENCODINGS {
        for (text, bytes) in vectors(file) {
            assert_eq!(bytes_of(target, text), bytes, "{target}: {text}");
        }
        assert!(vectors(file).count() > 320);
    }
}

#[test]
fn disassembles_to_source_of_the_same_bytes() {
    for (target, file) in ENCODINGS {
        disassemble_to_source(target, file);
    }
}

#[test]
fn pseudo_instructions_become_what_gnu_as_makes_of_them() {
    for (target, before, file) in PSEUDO {
        for (text, bytes) in vectors(file) {
            assert_eq!(bytes_of(target, &format!("{before}{text}")), bytes, "{target}: {before}{text}");
        }
        assert!(vectors(file).count() > 95);
    }
}
