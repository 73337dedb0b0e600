//! Laws of assembly text that hold for every target, and the vectors of texts and their bytes.

use crosscall_machines::asm::Diagnostics;
use crosscall_machines::listing::Style;
use crosscall_machines::object_file::ObjectFile;
use crosscall_machines::toolset::{Toolset, find};
use proptest::prelude::*;

fn tools(target: &str) -> &'static dyn Toolset {
    find(target).expect("the target has a toolset")
}

/// The bytes of `.text` of a text that is right.
pub(crate) fn bytes_of(target: &str, source: &str) -> Vec<u8> {
    match tools(target).assemble("text", source) {
        Ok(object) => object.sections[0].data.clone(),
        Err(diagnostics) => panic!("{source}\n{diagnostics}"),
    }
}

/// Random text made of pieces of assembly, right and wrong, and of other characters and numbers.
pub(crate) fn random_text(pieces: Vec<&'static str>) -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        20 => (0..pieces.len()).prop_map(move |piece| pieces[piece].to_owned()),
        1 => any::<char>().prop_map(String::from),
        1 => any::<i64>().prop_map(|number| number.to_string()),
    ];
    proptest::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

/// A text is assembled, or refused with mistakes that lie in it.
pub(crate) fn is_read_or_refused(
    text: &str,
    result: Result<ObjectFile, Diagnostics>,
) -> Result<(), TestCaseError> {
    if let Err(diagnostics) = result {
        prop_assert!(!diagnostics.0.is_empty());
        let lines = text.lines().count() as u32 + 1;
        prop_assert!(diagnostics.0.iter().all(|diagnostic| diagnostic.position.line <= lines));
    }
    Ok(())
}

/// Each text is refused, first of all with the message beside it.
pub(crate) fn messages_are(target: &str, cases: &[(&str, &str)]) {
    for (text, message) in cases {
        let diagnostics = tools(target).assemble("text", text).expect_err(text);
        assert_eq!(diagnostics.0[0].to_string(), *message, "{text}");
    }
}

/// Vectors of the form `bytes | text`, a line each.
pub(crate) fn vectors(file: &'static str) -> impl Iterator<Item = (&'static str, Vec<u8>)> {
    file.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).map(|line| {
        let (bytes, text) = line.split_once('|').expect("bytes | text");
        let byte = |text| u8::from_str_radix(text, 16).expect("a hexadecimal byte");
        (text.trim(), bytes.split_whitespace().map(byte).collect())
    })
}

/// A long text is assembled at more than 20,000 lines a second, and its code printed; gives the number of instructions. The text
/// begins with `head` and has 5,000 functions, in each of which `{i}` stands for its number and `{half}` for half of it.
pub(crate) fn assembling_is_quick(target: &str, head: &str, function: &str) -> usize {
    let one = |i: u32| function.replace("{i}", &i.to_string()).replace("{half}", &(i / 2).to_string());
    let text: String = std::iter::once(head.to_owned()).chain((0..5_000).map(one)).collect();
    let lines = text.lines().count();
    let started = std::time::Instant::now();
    let object = tools(target).assemble("long", &text).expect("the text is right");
    let seconds = started.elapsed().as_secs_f64();
    let rate = lines as f64 / seconds;
    println!("{lines} lines in {seconds:.3} s: {rate:.0} lines a second");
    let started = std::time::Instant::now();
    let listing = tools(target).disassemble(&object.sections[0].data, 0, Style::Source);
    println!("{} instructions printed in {:.3} s", listing.len(), started.elapsed().as_secs_f64());
    assert!(rate > 20_000.0, "only {rate:.0} lines a second");
    listing.len()
}
