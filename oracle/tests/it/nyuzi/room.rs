//! The room for a result in memory is in the stack frame of the caller: NYUZI-RET-03.

use super::{DOCUMENT, NYUZI};
use crate::support::Readings;
use crosscall_model::observation::{End, Ground, Observation, Snapshot};
use crosscall_model::{Pairing, Target};
use crosscall_oracle::abi;
use crosscall_oracle::judge::{Judgement, judge};

const STACK: std::ops::Range<u64> = 0x8000..0x9000;
const DATA: u64 = 0x4000;

/// Registers and memory with an address in s0 and a stack pointer.
fn state(s0: u64, sp: u64) -> Snapshot {
    let infos = Target::Nyuzi.registers();
    let mut registers = Vec::new();
    for info in infos {
        let value = match info.name {
            "s0" => s0,
            "sp" => sp,
            _ => 0,
        };
        registers.extend((0..info.bytes).map(|i| if i < 8 { (value >> (8 * i)) as u8 } else { 0 }));
    }
    let stack = vec![0; (STACK.end - STACK.start) as usize];
    let memory = vec![(DATA, vec![0; 256]), (STACK.start, stack)];
    Snapshot { target: Target::Nyuzi, pc: 0x1000, registers, lengths: Vec::new(), memory }
}

/// Holds a call whose result's address is `address` against the document. The caller was entered with a stack
/// pointer of 0x8f00 and made a frame of 256 bytes.
fn judged(text: &str, address: u64, permits: &Readings) -> Judgement {
    let case = NYUZI.case(text);
    let plan = abi::plan(&case, &mut NYUZI.chooser(permits));
    let seen = Observation {
        entry: Some(state(address, 0x8e00)),
        outer_entry: Some(state(0, 0x8f00)),
        ..Observation::new(End::Returned, Ground { stack: STACK, ..Ground::default() })
    };
    judge(&case, Pairing::Caller, &plan, &seen)
}

fn is_reported(judgement: &Judgement) -> bool {
    judgement.mismatches.iter().any(|m| m.clauses == ["NYUZI-RET-03"])
}

#[test]
fn room_outside_the_frame_is_reported() {
    let two = "struct { int a, b; } f(void)";
    for inside in [0x8e00, 0x8e40, 0x8ef8] {
        let judgement = judged(two, inside, &DOCUMENT);
        assert!(!is_reported(&judgement), "{inside:#x}: {judgement:?}");
        assert!(judgement.exercised.contains(&"NYUZI-RET-03"));
    }
    for outside in [DATA, 0x8dfc, 0x8efc, 0x8f00] {
        assert!(is_reported(&judged(two, outside, &DOCUMENT)), "{outside:#x}");
    }
}

#[test]
fn it_is_reported_only_where_it_is_demanded() {
    let anywhere = NYUZI.readings(&[("NYUZI-RET-03", "R2")]);
    assert!(!is_reported(&judged("struct { int a, b; } f(void)", DATA, &anywhere)));
    // There is nothing of an empty result to lie anywhere.
    assert!(!is_reported(&judged("struct { } f(void)", 0x8f00, &DOCUMENT)));
    assert!(!judged("int f(void)", DATA, &DOCUMENT).exercised.contains(&"NYUZI-RET-03"));
}
