//! Pseudo-instructions become what GNU as 2.40 makes of them, with and without compression.

use crate::support::texts::{bytes_of, vectors};

/// Target, what stands before, and pseudo-instructions.
const PSEUDO: [(&str, &str, &str); 4] = [
    ("riscv32", "", include_str!("../../vectors/riscv32_pseudo.txt")),
    ("riscv32", ".option rvc\n", include_str!("../../vectors/riscv32_pseudo_compressed.txt")),
    ("riscv64", "", include_str!("../../vectors/riscv64_pseudo.txt")),
    ("riscv64", ".option rvc\n", include_str!("../../vectors/riscv64_pseudo_compressed.txt")),
];

#[test]
fn pseudo_instructions_become_what_gnu_as_makes_of_them() {
    for (target, before, file) in PSEUDO {
        for (text, bytes) in vectors(file) {
            assert_eq!(bytes_of(target, &format!("{before}{text}")), bytes, "{target}: {before}{text}");
        }
        assert!(vectors(file).count() > 95);
    }
}
