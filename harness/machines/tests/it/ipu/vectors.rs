//! Every IPU instruction against values worked out from its documented meaning.

use crate::support::vectors::{Target, all_hold, assembly_gives_the_bytes, check, parse};
use crosscall_machines::ipu::decode::decode_word;
use crosscall_machines::ipu::execute::Tile;
use crosscall_machines::ipu::isa::{BUNDLED, Form, forms};
use crosscall_machines::ipu::link::{MACHINE, MEMORY};

pub(crate) const TARGET: Target =
    Target { machine: MACHINE, address: MEMORY + 0x2000, status: "", flags: &[], status_always: 0 };

pub(crate) const TEXT: &str = include_str!("../../vectors/ipu.ins");

#[test]
fn all_vectors() {
    let mut machine = Tile::new().expect("the default memory map is valid");
    all_hold(TEXT, &TARGET, &mut machine, 1400);
}

/// The forms in the bytes of a vector, the halves of bundles too.
pub(crate) fn forms_of(bytes: &[u8]) -> Vec<&'static Form> {
    let word = |bytes: &[u8]| bytes.try_into().map(u32::from_le_bytes).expect("four bytes");
    bytes
        .chunks(4)
        .map(|bytes| decode_word(word(bytes)).expect("the vectors hold instructions").form)
        .collect()
}

/// Every row of the instruction table occurs, and so do bundles.
#[test]
fn the_vectors_cover_the_instruction_table() {
    let vectors = parse(TEXT, &TARGET).expect("the file is well formed");
    let mut seen: Vec<&Form> = Vec::new();
    let mut bundles = 0;
    for vector in &vectors {
        seen.extend(forms_of(&vector.bytes));
        bundles += usize::from(vector.bytes[3] & (BUNDLED >> 24) as u8 != 0);
    }
    let missing: Vec<_> = forms().filter(|form| !seen.iter().any(|one| std::ptr::eq(*one, *form))).collect();
    assert!(missing.is_empty(), "{missing:?}");
    assert!(bundles > 8, "{bundles}");
}

/// The checker itself: each of these vectors is wrong in one place.
#[test]
fn wrong_vectors_are_refused() {
    let wrong = [
        ("01202044 | add $m0, $m2, $m2 | m2=2 => m0=5", "m0 is 0x4"),
        ("01202044 | add $m0, $m2, $m2 | m2=2 => m0=4 pc=+8", "pc is"),
        ("01202044 | add $m0, $m2, $m2 | m2=2 => fault=illegal", "ended with Budget"),
        ("00f0424f | st32 $m2, $m4, $m15, 0 | m4=0x50000 m2=1 => [0x50000]=02000000", "memory at 0x50000"),
        ("0040f043 | exitz $mzero | => exit=0", "ended with Exit"),
    ];
    let mut tile = Tile::new().expect("the default memory map is valid");
    for (line, text) in wrong {
        let vectors = parse(line, &TARGET).expect("the line is well formed");
        let error = check(&mut tile, &TARGET, &vectors[0]).expect_err(line);
        assert!(error.contains(text), "{line}: {error}");
    }
}

#[test]
fn the_assembly_gives_the_bytes() {
    assembly_gives_the_bytes(TEXT, &TARGET, crosscall_machines::ipu::assemble);
}
