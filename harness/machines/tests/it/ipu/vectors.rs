//! Every IPU instruction against values worked out from its documented meaning.

use crate::support::vectors::{Target, all_hold, are_refused, parse};
use crosscall_machines::ipu::decode::decode_word;
use crosscall_machines::ipu::execute::Tile;
use crosscall_machines::ipu::isa::{BUNDLED, Form};
use crosscall_machines::ipu::link::{MACHINE, MEMORY};

const TARGET: Target =
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

#[test]
fn the_vectors_have_bundles() {
    let vectors = parse(TEXT, &TARGET).expect("the file is well formed");
    let is_bundle = |bytes: &[u8]| bytes[3] & (BUNDLED >> 24) as u8 != 0;
    assert!(vectors.iter().filter(|vector| is_bundle(&vector.bytes)).count() > 8);
}

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
    are_refused(&mut tile, &TARGET, &wrong);
}
