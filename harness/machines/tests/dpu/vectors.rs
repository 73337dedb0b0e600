//! Every DPU instruction against states that the vendor's functional simulator gives.

use crate::support::vectors::{Target, check, parse};
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

pub(crate) const TEXT: &str = include_str!("../vectors/dpu.ins");

#[test]
fn all_vectors() {
    let vectors = parse(TEXT, &TARGET).expect("the file is well formed");
    let mut core = Core::new().expect("the default memory map is valid");
    let mut wrong = Vec::new();
    for vector in &vectors {
        if let Err(text) = check(&mut core, &TARGET, vector) {
            wrong.push(format!("line {}: {:?}: {text}", vector.line, vector.assembly));
        }
    }
    println!("{} vectors", vectors.len());
    assert!(wrong.is_empty(), "{} of {} vectors differ:\n{}", wrong.len(), vectors.len(), wrong.join("\n"));
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

/// The assembly of every vector gives its bytes with our own assembler.
#[test]
fn the_assembly_gives_the_bytes() {
    let vectors = parse(TEXT, &TARGET).expect("the file is well formed");
    for vector in &vectors {
        let text = format!("\t{}\n", vector.assembly.join("\n\t"));
        let object = crosscall_machines::dpu::assemble("vector", &text);
        let object = object.unwrap_or_else(|error| panic!("line {}: {text}: {error}", vector.line));
        assert_eq!(object.sections[0].data, vector.bytes, "line {}: {text}", vector.line);
    }
}
