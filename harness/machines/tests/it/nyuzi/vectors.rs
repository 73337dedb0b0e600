//! Every Nyuzi instruction against values worked out from the formulae of the instruction set.

use crate::support::vectors::{Target, all_hold, check, parse};
use crosscall_machines::nyuzi::execute::Core;
use crosscall_machines::nyuzi::link::MACHINE;

const TARGET: Target =
    Target { machine: MACHINE, address: 0x80_0000, status: "", flags: &[], status_always: 0 };

pub(crate) const TEXT: &str = include_str!("../../vectors/nyuzi.ins");

#[test]
fn all_vectors() {
    let mut machine = Core::new().expect("the default memory map is valid");
    all_hold(TEXT, &TARGET, &mut machine, 900);
}

/// The checker itself: each of these vectors is wrong in one place.
#[test]
fn wrong_vectors_are_refused() {
    let wrong = [
        ("850053c0 | add_i s4, s5, s6 | s5=1 s6=2 => s4=4", "s4 is 0x3, expected 0x4"),
        ("85001ad0 | and v4, v5, v20 | v5=1,3.. v20=1.. => v4=1..", ""),
        ("110259d0 | add_i v16, v17, v18 | v17=1.. v18=1,2.. => v16=2,3,4..", "v16 is 0x"),
        ("110259d0 | add_i v16, v17, v18 | v17=1.. v18=1,2.. => ", "v16 is 0x"),
        ("850053c0 | add_i s4, s5, s6 | s5=1 s6=2 => s4=3 pc=+8", "pc is"),
    ];
    let mut core = Core::new().expect("the default memory map is valid");
    for (line, message) in wrong {
        let vectors = parse(line, &TARGET).expect(line);
        match check(&mut core, &TARGET, &vectors[0]) {
            Err(text) => assert!(!message.is_empty() && text.starts_with(message), "{line}: {text}"),
            Ok(()) => assert!(message.is_empty(), "{line}"),
        }
    }
}
