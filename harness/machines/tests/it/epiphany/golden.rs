//! Encodings of GNU as 2.40 as text: each line assembles to its bytes, decodes from them, and the
//! disassembler's source text gives the same bytes again.

use crosscall_machines::epiphany::{assemble, disassemble};
use crosscall_machines::listing::Style;

const VECTORS: &str = include_str!("../../vectors/epiphany_encodings.txt");

fn text_bytes(source: &str) -> Vec<u8> {
    match assemble("vector", source) {
        Ok(object) => object.sections[0].data.clone(),
        Err(diagnostics) => panic!("{source}: {diagnostics}"),
    }
}

fn vectors() -> impl Iterator<Item = (&'static str, Vec<u8>)> {
    VECTORS.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).map(|line| {
        let (bytes, text) = line.split_once('|').expect("bytes | text");
        let byte = |text| u8::from_str_radix(text, 16).expect("a hexadecimal byte");
        (text.trim(), bytes.split_whitespace().map(byte).collect())
    })
}

#[test]
fn assembles_to_the_golden_bytes() {
    for (text, bytes) in vectors() {
        assert_eq!(text_bytes(text), bytes, "{text}");
    }
}

#[test]
fn disassembles_to_source_of_the_same_bytes() {
    for (text, bytes) in vectors() {
        let lines = disassemble(&bytes, 0, Style::Source);
        assert_eq!(lines.len(), 1, "{text}");
        assert!(!lines[0].text.starts_with('.'), "{text} became {}", lines[0].text);
        assert_eq!(text_bytes(&lines[0].text), bytes, "{text} became {}", lines[0].text);
    }
}
