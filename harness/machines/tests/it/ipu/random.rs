//! Programs of random instructions that exist, with registers that mostly point to memory: whatever they do,
//! the simulator ends with a clear stop and can be used again.

use std::collections::BTreeMap;

use crate::support::calls::name_of;
use crate::support::random::Random;
use crosscall_machines::executable::{Executable, Segment};
use crosscall_machines::ipu::decode::decode_word;
use crosscall_machines::ipu::execute::Tile;
use crosscall_machines::ipu::isa::{AUX, BUNDLED, Form, SOLO, forms};
use crosscall_machines::ipu::link::{HOST_WINDOW, MACHINE, MEMORY};
use crosscall_machines::machine::{Machine, State, Stop};

/// A word of one of these forms.
fn word(random: &mut Random, from: &[&'static Form]) -> u32 {
    let form = *random.pick(from);
    let word = form.value | random.next() & !form.mask() & !BUNDLED;
    if decode_word(word).is_ok() { word } else { form.value }
}

fn program(random: &mut Random, mains: &[&'static Form], auxes: &[&'static Form]) -> Executable {
    let mut words = Vec::new();
    for _ in 0..1 + random.below(24) {
        match random.below(8) {
            0..4 => words.push(word(random, mains)),
            4 => words.push(word(random, auxes)),
            5..7 => words.extend([word(random, mains) | BUNDLED, word(random, auxes) | BUNDLED]),
            _ => words.push(random.next()),
        }
    }
    let data: Vec<u8> = words.into_iter().flat_map(u32::to_le_bytes).collect();
    let memory_size = data.len() as u64;
    let segments = vec![Segment { address: MEMORY, data, memory_size, flags: 7 }];
    Executable { machine: MACHINE, entry: MEMORY, segments, ..Executable::default() }
}

#[test]
fn random_instructions_end_in_clear_stops() {
    let mains: Vec<&Form> = forms().filter(|form| !form.is(AUX)).collect();
    let auxes: Vec<&Form> = forms().filter(|form| form.is(AUX) && !form.is(SOLO)).collect();
    let mut random = Random(7);
    let mut tile = Tile::new().expect("the default memory map is valid");
    let mut ends: BTreeMap<String, u32> = BTreeMap::new();
    for round in 0..20_000 {
        tile.load(&program(&mut random, &mains, &auxes)).expect("the program fits");
        for index in 0..32 {
            // Mostly addresses of memory, so that accesses go through.
            let value = match random.below(6) {
                0 => random.next(),
                1 => MEMORY as u32 + 4 * random.below(32),
                2 => HOST_WINDOW.base as u32 + 16 * random.below(80),
                3 => random.below(8),
                _ => MEMORY as u32 + (random.below(0x9_8000) & !15),
            };
            tile.set_register(index, value.into());
        }
        tile.set_supervisor(round % 16 == 0);
        let stop = tile.run(300);
        *ends.entry(name_of(&stop)).or_insert(0) += 1;
        if let Stop::Fault(fault) = &stop {
            assert_eq!(fault.pc, tile.pc(), "{fault}");
            assert!(!fault.text.is_empty());
        }
        assert!(tile.instructions() <= 300);
        tile.reset();
        assert_eq!((tile.pc(), tile.instructions()), (MEMORY, 0));
    }
    println!("{ends:?}");
    let common = ["Misaligned", "Unmapped", "WildJump", "Illegal", "Unsupported", "Exception", "exit"];
    for kind in common {
        assert!(ends.get(kind).is_some_and(|&count| count > 100), "{kind}: {ends:?}");
    }
}
