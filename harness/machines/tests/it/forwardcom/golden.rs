//! Encodings of the vendor's assembler: each line decodes to its text.

use crosscall_machines::forwardcom::disassemble;
use crosscall_machines::listing::Style;

const VECTORS: &str = include_str!("../../vectors/forwardcom_encodings.txt");

pub(crate) fn vectors() -> impl Iterator<Item = (&'static str, Vec<u8>)> {
    VECTORS.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).map(|line| {
        let (words, text) = line.split_once('|').expect("words | text");
        let word = |text| u32::from_str_radix(text, 16).expect("a hexadecimal word").to_le_bytes();
        (text.trim().trim_start_matches('~'), words.split_whitespace().flat_map(word).collect())
    })
}

/// The lines whose text says everything: text and bytes.
pub(crate) fn reversible() -> impl Iterator<Item = (&'static str, Vec<u8>)> {
    let open = |text: &str| VECTORS.contains(&format!("| ~{text}\n"));
    vectors().filter(move |(text, _)| !open(text))
}

pub(crate) fn squeeze(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn disassembles_to_the_golden_text() {
    let mut count = 0;
    for (text, bytes) in vectors() {
        let lines = disassemble(&bytes, 0, Style::Vendor);
        assert_eq!(lines.len(), 1, "{text}");
        assert_eq!(squeeze(&lines[0].text), text, "{bytes:02x?}");
        count += 1;
    }
    assert!(count > 700, "{count}");
}
