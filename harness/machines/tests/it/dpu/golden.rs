//! Encodings of the vendor's tools: each text assembles to its word, and each word prints as text that
//! assembles to the same word.

use crosscall_machines::dpu::decode::decode;
use crosscall_machines::dpu::encode::encode;
use crosscall_machines::dpu::{assemble, disassemble};
use crosscall_machines::listing::Style;

pub(crate) const VECTORS: &str = include_str!("../../vectors/dpu_encodings.txt");

fn word_of(source: &str) -> u64 {
    match assemble("vector", source) {
        Ok(object) => {
            let text = &object.sections[0];
            assert_eq!(text.relocations, [], "{source}");
            u64::from_le_bytes(text.data.as_slice().try_into().expect("one instruction"))
        }
        Err(diagnostics) => panic!("{source}: {diagnostics}"),
    }
}

pub(crate) fn vectors() -> impl Iterator<Item = (&'static str, u64)> {
    VECTORS.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).map(|line| {
        let (word, text) = line.split_once('|').expect("word | text");
        (text.trim(), u64::from_str_radix(word.trim(), 16).expect("a hexadecimal word"))
    })
}

/// Returns whether a text is that of an access without bounds checks too: such are read as that.
fn is_ambiguous(text: &str, word: u64) -> bool {
    let instruction = decode(word).expect("the vectors hold instructions");
    let is_safe = matches!(instruction.form.shape.as_str(), "ersi" | "esii" | "esir");
    is_safe && word >> 34 & 31 >= 24 && text.contains('!')
}

#[test]
fn assembles_to_the_golden_words() {
    assert_eq!(vectors().filter(|&(text, word)| is_ambiguous(text, word)).count(), 6);
    for (text, word) in vectors().filter(|&(text, word)| !is_ambiguous(text, word)) {
        assert_eq!(word_of(text), word, "{text}");
    }
}

#[test]
fn decodes_and_encodes_the_golden_words() {
    for (text, word) in vectors() {
        let instruction = decode(word).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(encode(&instruction), Ok(word), "{text}");
    }
}

#[test]
fn prints_source_of_the_same_words() {
    let mut same = 0;
    for (text, word) in vectors() {
        let lines = disassemble(&word.to_le_bytes(), 0, Style::Source);
        assert_eq!(lines.len(), 1, "{text}");
        let is_data = lines[0].text.starts_with('.');
        assert_eq!(
            is_data,
            is_ambiguous(text, word) && word >> 27 & 1 == 1,
            "{text} became {}",
            lines[0].text
        );
        assert_eq!(word_of(&lines[0].text), word, "{text} became {}", lines[0].text);
        same += usize::from(lines[0].text == text);
    }
    // The others are written in the machine form where a shorter spelling exists, or with other bases.
    println!("{same} texts are printed as they are in the file");
    assert!(same > 1000);
}
