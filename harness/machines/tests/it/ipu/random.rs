//! Programs of random instructions that exist, with registers that mostly point to memory: whatever they do,
//! the simulator ends with a clear stop and can be used again.

use std::collections::BTreeMap;

use crosscall_machines::executable::{Executable, Segment};
use crosscall_machines::ipu::decode::decode_word;
use crosscall_machines::ipu::execute::Tile;
use crosscall_machines::ipu::isa::{AUX, BUNDLED, Form, SOLO, forms};
use crosscall_machines::ipu::link::{HOST_WINDOW, MACHINE, MEMORY};
use crosscall_machines::machine::{Machine, State, Stop};

/// A small fixed random stream, the same on every host.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 32) as u32
    }

    fn below(&mut self, limit: u32) -> u32 {
        self.next() % limit
    }

    /// A word of one of these forms.
    fn word(&mut self, from: &[&'static Form]) -> u32 {
        let form = from[self.below(from.len() as u32) as usize];
        let word = form.value | self.next() & !form.mask() & !BUNDLED;
        if decode_word(word).is_ok() { word } else { form.value }
    }
}

fn program(random: &mut Random, mains: &[&'static Form], auxes: &[&'static Form]) -> Executable {
    let mut words = Vec::new();
    for _ in 0..1 + random.below(24) {
        match random.below(8) {
            0..4 => words.push(random.word(mains)),
            4 => words.push(random.word(auxes)),
            5..7 => words.extend([random.word(mains) | BUNDLED, random.word(auxes) | BUNDLED]),
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
        let kind = match &stop {
            Stop::Fault(fault) => format!("{:?}", fault.kind),
            other => format!("{other:?}").split('(').next().unwrap_or("").to_owned(),
        };
        *ends.entry(kind).or_insert(0) += 1;
        if let Stop::Fault(fault) = &stop {
            assert_eq!(fault.pc, tile.pc(), "{fault}");
            assert!(!fault.text.is_empty());
        }
        assert!(tile.instructions() <= 300);
        tile.reset();
        assert_eq!((tile.pc(), tile.instructions()), (MEMORY, 0));
    }
    println!("{ends:?}");
    let common = ["Misaligned", "Unmapped", "WildJump", "Illegal", "Unsupported", "Exception", "Exit"];
    for kind in common {
        assert!(ends.get(kind).is_some_and(|&count| count > 100), "{kind}: {ends:?}");
    }
}
