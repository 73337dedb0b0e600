//! Encodings of GNU as 2.40 as text: each line assembles to its bytes, decodes from them, and the
//! disassembler's source text gives the same bytes again.

use crate::support::texts::{bytes_of, disassemble_to_source, vectors};

const VECTORS: &str = include_str!("../../vectors/epiphany_encodings.txt");

#[test]
fn assembles_to_the_golden_bytes() {
    for (text, bytes) in vectors(VECTORS) {
        assert_eq!(bytes_of("epiphany", text), bytes, "{text}");
    }
}

#[test]
fn disassembles_to_source_of_the_same_bytes() {
    disassemble_to_source("epiphany", VECTORS);
}
