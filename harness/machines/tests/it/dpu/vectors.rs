//! Every DPU instruction against states that the vendor's functional simulator gives.

use crate::support::vectors::{Target, all_hold, assembly_gives_the_bytes, parse};
use crosscall_machines::dpu::decode::decode;
use crosscall_machines::dpu::execute::Core;
use crosscall_machines::dpu::forms::forms;
use crosscall_machines::dpu::link::{IRAM, MACHINE};

pub(crate) const TARGET: Target = Target {
    machine: MACHINE,
    address: IRAM + 0x800,
    status: "flags",
    flags: &[('Z', 0), ('C', 1)],
    status_always: 0,
};

pub(crate) const TEXT: &str = include_str!("../../vectors/dpu.ins");

#[test]
fn all_vectors() {
    let mut machine = Core::new().expect("the default memory map is valid");
    all_hold(TEXT, &TARGET, &mut machine, 3200);
}

/// The forms in a vector's bytes.
fn forms_of(bytes: &[u8]) -> impl Iterator<Item = String> {
    bytes.chunks(8).map(|slot| {
        let word = u64::from_le_bytes(slot.try_into().expect("whole instructions"));
        decode(word).expect("the vectors hold instructions").form.signature()
    })
}

#[test]
fn the_vectors_cover_every_form() {
    let vectors = parse(TEXT, &TARGET).expect("the file is well formed");
    let seen: Vec<String> = vectors.iter().flat_map(|vector| forms_of(&vector.bytes)).collect();
    let missing: Vec<String> =
        forms().map(|form| form.signature()).filter(|name| !seen.contains(name)).collect();
    assert_eq!(missing, Vec::<String>::new());
}

#[test]
fn the_assembly_gives_the_bytes() {
    assembly_gives_the_bytes(TEXT, &TARGET, crosscall_machines::dpu::assemble);
}
