//! Random programs: whatever they do, a run ends with a clear reason, and goes the same way again.

use crate::support::random::Xorshift;
use std::collections::BTreeMap;

use crate::support::calls::name_of as kind;
use crosscall_machines::dpu::execute::{Core, FLAGS, ID};
use crosscall_machines::dpu::forms::{Form, forms};
use crosscall_machines::dpu::link::{IRAM, MACHINE};
use crosscall_machines::executable::{Executable, Segment};
use crosscall_machines::machine::{Machine, State, Stop};

use super::table::value_of;

/// A word of a form with random operands; branches stay near.
fn word(form: &Form, random: &mut Xorshift) -> u64 {
    let mut word = form.base;
    for operand in &form.operands {
        let mut value = value_of(operand, random) as u64;
        if operand.layout.mask() == 0xffff {
            value &= 31;
        }
        word |= operand.layout.insert(value);
    }
    word
}

#[test]
fn random_instructions_end_in_clear_stops() {
    let mut core = Core::new().expect("the default memory map is valid");
    let mut random = Xorshift(0x0123_4567_89ab_cdef);
    let all: Vec<&Form> = forms().collect();
    let mut ends = BTreeMap::new();
    for round in 0..20_000u64 {
        let count = 1 + random.next() % 32;
        let data: Vec<u8> = (0..count)
            .flat_map(|_| {
                let form = all[random.next() as usize % all.len()];
                let bits =
                    if random.next().is_multiple_of(64) { random.next() } else { word(form, &mut random) };
                bits.to_le_bytes()
            })
            .collect();
        let segment = Segment { address: IRAM, memory_size: data.len() as u64, data, flags: 5 };
        let program =
            Executable { machine: MACHINE, entry: IRAM, segments: vec![segment], ..Executable::default() };
        core.load(&program).expect("the program fits");
        let registers: Vec<u64> = (0..24)
            .map(|_| match random.next() % 4 {
                0 => random.next(),
                1 => random.next() % 64,
                2 => random.next() % 0x10_0000,
                _ => (random.next() % 0x1_0000) & !7,
            })
            .collect();
        let mut runs = Vec::new();
        for _ in 0..2 {
            core.reset();
            for (index, value) in registers.iter().enumerate() {
                core.set_register(index as u16, *value);
            }
            core.set_register(FLAGS, round);
            core.set_register(ID, round % 24);
            let stop = core.run(500);
            if let Stop::Fault(fault) = &stop {
                assert_eq!(fault.pc, core.pc(), "{fault}");
                assert!(!fault.text.is_empty());
            }
            let state: Vec<u64> = (0..27).map(|index| core.register(index)).collect();
            runs.push((stop, state, core.instructions()));
        }
        assert_eq!(runs[0], runs[1], "the second run differs");
        *ends.entry(kind(&runs[0].0)).or_insert(0u32) += 1;
    }
    println!("{ends:?}");
    assert!(ends.len() >= 8, "{ends:?}");
}
