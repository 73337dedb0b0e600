//! ForwardCom instructions against values worked out from the manual.

use crate::support::vectors::{Target, all_hold, check, parse};
use crosscall_machines::forwardcom::elf::MACHINE;
use crosscall_machines::forwardcom::execute::Core;
use crosscall_machines::forwardcom::{assemble, decode};

const TARGET: Target = Target { machine: MACHINE, address: 0x1000, status: "", flags: &[], status_always: 0 };

const TEXT: &str = include_str!("../../vectors/forwardcom.ins");

#[test]
fn all_vectors() {
    let mut machine = Core::new().expect("the default memory map is valid");
    all_hold(TEXT, &TARGET, &mut machine, 800);
}

/// The assembly on each line gives its bytes; a jump goes to `T`, 12 bytes on.
#[test]
fn the_assembly_is_that_of_the_bytes() {
    let mut wrong = Vec::new();
    for vector in parse(TEXT, &TARGET).expect("the file is well formed") {
        let first = decode(&vector.bytes).expect("an instruction");
        let words = 2 - (first.size() / 4 - 1);
        if vector.assembly.len() > 1 {
            continue;
        }
        let room = "nop\n".repeat(words);
        let text = format!("code section execute\n{}\n{room}T:\nnop\ncode end\n", vector.assembly[0]);
        match assemble("vector", &text) {
            Ok(object) if object.sections[0].data.starts_with(&vector.bytes) => {}
            Ok(object) => wrong.push(format!(
                "line {}: {:?}: {:02x?}, not {:02x?}",
                vector.line,
                vector.assembly,
                &object.sections[0].data[..vector.bytes.len()],
                vector.bytes
            )),
            Err(error) => wrong.push(format!("line {}: {:?}: {error}", vector.line, vector.assembly)),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The checker itself: these are wrong in one place each.
#[test]
fn wrong_vectors_are_refused() {
    let wrong = [
        "e3620101 | int64 r1 = add(r2, r3) | r2=1 r3=2 => r1=4",
        "e3620101 | int64 r1 = add(r2, r3) | r2=1 r3=2 => r1=3 pc=+8",
        "e3620101 | int64 r1 = add(r2, r3) | r2=1 r3=2 => ",
    ];
    let mut core = Core::new().expect("the default memory map is valid");
    for line in wrong {
        let vectors = parse(line, &TARGET).expect(line);
        assert!(check(&mut core, &TARGET, &vectors[0]).is_err(), "{line}");
    }
}
