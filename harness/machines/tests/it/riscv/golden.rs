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

/// An architecture, a copy of a narrower value, and its words: GNU as 2.40.
#[rustfmt::skip]
const NARROW: &[(&str, &str, &str, &[u32])] = &[
    ("riscv64", "rv64g", "zext.h a0,a1", &[0x0305_9513, 0x0305_5513]), ("riscv64", "rv64g_zbkb", "zext.h a0,a1", &[0x0305_9513, 0x0305_5513]),
    ("riscv64", "rv64g_zbb", "zext.h a0,a1", &[0x0805_c53b]), ("riscv64", "rv64g", "sext.b a0,a1", &[0x0385_9513, 0x4385_5513]),
    ("riscv64", "rv64g_zbb", "sext.b a0,a1", &[0x6045_9513]), ("riscv64", "rv64g", "sext.h a0,a1", &[0x0305_9513, 0x4305_5513]),
    ("riscv64", "rv64g_zbb", "sext.h a0,a1", &[0x6055_9513]), ("riscv64", "rv64g", "zext.w a0,a1", &[0x0205_9513, 0x0205_5513]),
    ("riscv64", "rv64g_zba", "zext.w a0,a1", &[0x0805_853b]), ("riscv32", "rv32g", "zext.h a0,a1", &[0x0105_9513, 0x0105_5513]),
    ("riscv32", "rv32g_zbb", "zext.h a0,a1", &[0x0805_c533]), ("riscv32", "rv32g", "sext.b a0,a1", &[0x0185_9513, 0x4185_5513]),
];

#[test]
fn copies_of_narrower_values_depend_on_the_architecture() {
    for (target, architecture, text, words) in NARROW {
        let words: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        for before in
            [format!(".attribute arch, \"{architecture}\"\n"), format!(".option arch, {architecture}\n")]
        {
            assert_eq!(bytes_of(target, &format!("{before}{text}")), words, "{before}{text}");
        }
    }
    let within =
        ".option arch, -zbb\n.option push\n.option arch, +zbb\nsext.b a0,a1\n.option pop\nsext.b a0,a1";
    let words = [0x6045_9513_u32, 0x0385_9513, 0x4385_5513].map(u32::to_le_bytes).concat();
    assert_eq!(bytes_of("riscv64", within), words);
}
