//! DPU relocations against their formulae, address spaces, the layout, and what cannot be linked.

use crate::support::calls::bytes_at;
use crate::support::random::Xorshift;
use crosscall_machines::dpu::assemble;
use crosscall_machines::dpu::decode::decode;
use crosscall_machines::dpu::fixups::KINDS;
use crosscall_machines::dpu::link::{
    ATOMIC, ATOMIC_RESERVED, Dpu, FORMAT, IRAM, MRAM, STACK_BASE, link, link_options, local_link_options,
    machine_value,
};
use crosscall_machines::elf::{read_object, write_object};
use crosscall_machines::executable::Executable;
use crosscall_machines::fixup::Bits;
use crosscall_machines::link::{LinkTarget, RelocationError, Site};

fn linked(text: &str) -> Executable {
    let object = assemble("test.s", text).unwrap_or_else(|error| panic!("{error}"));
    // By way of a file.
    let bytes = write_object(&object, &FORMAT).expect("the object can be written");
    let object = read_object("test.o", &bytes, &FORMAT).expect("the object can be read");
    link(&[object], &link_options()).unwrap_or_else(|error| panic!("{error}"))
}

fn word_at(program: &Executable, address: u64) -> u64 {
    u64::from_le_bytes(bytes_at(program, address, 8).try_into().expect("eight bytes"))
}

fn site(kind: u32, symbol: u64, addend: i64) -> Site {
    Site { kind, symbol, addend, place: IRAM, section: IRAM, image_base: 0, got: 0 }
}

/// A second description of every instruction relocation: the word bit of each value bit, from bit 0 on, as
/// the vendor's encoder shifts them.
#[rustfmt::skip]
fn bits_of(number: u32) -> Vec<u8> {
    let low8 = [20, 21, 22, 23, 16, 17, 18, 19];
    let reversed = [15, 14, 13, 12];
    let store = [20, 21, 22, 23, 39, 40, 41, 24];
    let upper: Vec<u8> = (0..12).collect();
    let top: Vec<u8> = (24..32).collect();
    let join = |parts: &[&[u8]]| parts.concat();
    match number {
        128 => (0..16).collect(),
        129 => vec![20, 21, 22, 23, 28],
        130 => top,
        131 => low8.to_vec(),
        132 => join(&[&low8, &[39, 40, 41]]),
        133 => join(&[&low8, &[39, 40, 41, 44]]),
        134 => vec![16, 17, 18, 19, 0, 1, 2, 3],
        135 => join(&[&store, &reversed]),
        136 => join(&[&[16, 17, 18, 19], &upper]),
        137 => join(&[&low8, &[26, 27, 28, 29, 30], &[39, 40, 41]]),
        138 => join(&[&low8, &reversed, &upper]),
        139 => join(&[&store, &reversed, &upper]),
        140 => join(&[&low8, &reversed, &upper, &[39, 40, 41]]),
        141 => join(&[&low8, &reversed, &upper, &[39, 40, 41, 44]]),
        142 => join(&[&low8, &reversed, &upper, &top]),
        143 => join(&[&[20, 21, 22, 23, 34, 35, 36, 39], &reversed, &upper, &top]),
        144 => join(&[&low8, &reversed, &upper[..5]]),
        145 => join(&[&[20, 21, 22, 23, 34, 35, 36, 44], &reversed, &upper, &top]),
        _ => Vec::new(),
    }
}

#[test]
fn every_relocation_fills_its_bits() {
    let mut random = Xorshift(5);
    for known in KINDS {
        for _ in 0..200 {
            // Values of WRAM, which no address space's offset touches.
            let value = random.next() & 0x07ff_ffff;
            let mut slot = [0u8; 8];
            Dpu.relocate(&site(known.number, value - 3, 3), &mut slot).expect(known.name);
            let found = u64::from_le_bytes(slot);
            match (known.bits, known.bytes) {
                (Bits::Whole, 8) => assert_eq!(found, value),
                (Bits::Whole, size) => assert_eq!(found, value & ((1 << (8 * size)) - 1), "{}", known.name),
                _ => {
                    let bits = bits_of(known.number);
                    let mut wanted: u64 =
                        bits.iter().enumerate().map(|(from, to)| (value >> from & 1) << to).sum();
                    if known.number == 144 && value >> 16 & 1 == 1 {
                        wanted |= 0xfe0;
                    }
                    assert_eq!(found, wanted, "{} of {value:#x}", known.name);
                }
            }
            // Other bits stay.
            let mut ones = [0xffu8; 8];
            Dpu.relocate(&site(known.number, 0, 0), &mut ones).expect(known.name);
            let cleared = !u64::from_le_bytes(ones);
            let mask = match (known.bits, known.bytes) {
                (Bits::Spread(layout), _) => layout.mask(),
                (_, 8) => u64::MAX,
                (_, size) => (1 << (8 * size)) - 1,
            };
            assert_eq!(cleared, mask, "{}", known.name);
        }
    }
}

#[test]
fn fields_must_lie_in_the_section_and_numbers_must_be_known() {
    let mut short = [0u8; 7];
    for known in KINDS.iter().filter(|known| matches!(known.bits, Bits::Spread(_))) {
        let error = Dpu.relocate(&site(known.number, 0, 0), &mut short);
        assert_eq!(error, Err(RelocationError::Truncated { needed: 8, available: 7 }));
    }
    for number in [5, 127, 146, u32::MAX] {
        assert_eq!(Dpu.relocate(&site(number, 0, 0), &mut [0; 8]), Err(RelocationError::Unknown));
        assert_eq!(Dpu.relocation_name(number), None);
    }
}

#[test]
fn offsets_of_address_spaces_are_taken_off() {
    let cases = [
        (0x1234, 0x1234),
        (0x8000_0000, 0),
        (0x8000_0098, 0x13),
        (0x8000_0099, 0x14),
        (0x8004_0000, 0x8000),
        (0x0800_0000, 0),
        (0x0bff_ffff, 0x03ff_ffff),
        (0xf000_00c8, 0xc8),
    ];
    for (address, value) in cases {
        assert_eq!(machine_value(address), value, "{address:#x}");
    }
}

const PROGRAM: &str = "
        .text
        .globl main
main:   call r23, other
        move r0, word
        move r1, big
        acquire zero, lock, nz, . + 1
        jeq r0, 5, main
        lw r2, zero, word + 4
        sw zero, word, r2
        jump r23
other:  jump r23
        .section .text.__bootstrap, \"ax\", @progbits
        .globl __bootstrap
__bootstrap: jump main
        .data
        .p2align 3
word:   .long other, word
        .quad main
        .short word
        .byte 7
        .section .mram, \"aw\", @progbits
        .long 1
big:    .long big
        .section .atomic, \"aw\", @nobits
        .space 3
lock:   .space 1
";

#[test]
fn a_program_of_four_memories() {
    let program = linked(PROGRAM);
    // The start-up code comes first wherever it stands in the text.
    assert_eq!((program.entry, program.address_of("__bootstrap")), (IRAM, Some(IRAM)));
    let main = program.address_of("main").expect("main");
    assert_eq!(main, IRAM + 8);
    let local = |name: &str| program.local_address_of("test.o", name).expect(name);
    let (word, big, lock, other) = (local("word"), local("big"), local("lock"), local("other"));
    assert!((16..STACK_BASE).contains(&word) && word.is_multiple_of(8));
    assert_eq!((big, lock, other), (MRAM + 4, ATOMIC + ATOMIC_RESERVED + 3, main + 64));
    let texts: Vec<String> = (0..9)
        .map(|index| decode(word_at(&program, main + 8 * index)).expect("an instruction"))
        .map(|instruction| crosscall_machines::dpu::disassemble::format(&instruction))
        .collect();
    let wanted = [
        "call zero, zero, 0x1".to_string(),
        "call r23, zero, 0x9".to_string(),
        format!("or r0, zero, {word:#x}"),
        "or r1, zero, 0x4".to_string(),
        format!("acquire zero, {}, nz, 0x5", lock - ATOMIC),
        "sub zero, r0, 5, z, 0x1".to_string(),
        format!("lw !little, r2, zero, {}", word + 4),
        format!("sw !little, zero, {word}, r2"),
        "call zero, r23, 0x0".to_string(),
    ];
    let first = decode(word_at(&program, IRAM)).expect("an instruction");
    assert_eq!(crosscall_machines::dpu::disassemble::format(&first), wanted[0]);
    assert_eq!(texts[..8], wanted[1..9]);
    // Data hold what the program sees: numbers of instructions, bytes of WRAM, bytes of MRAM.
    let mut data = Vec::new();
    data.extend(9u32.to_le_bytes());
    data.extend((word as u32).to_le_bytes());
    data.extend(1u64.to_le_bytes());
    data.extend((word as u16).to_le_bytes());
    data.push(7);
    assert_eq!(bytes_at(&program, word, data.len()), data);
    assert_eq!(bytes_at(&program, big, 4), 4u32.to_le_bytes());
    assert_eq!(program.flags, 0x0280_0000);
}

#[test]
fn what_cannot_be_linked_is_refused() {
    let object = |text: &str| assemble("a.o", text).unwrap_or_else(|error| panic!("{error}"));
    let error = link(&[object("call r23, nothing")], &link_options()).expect_err("undefined");
    assert_eq!(error.to_string(), "undefined symbol `nothing`, referred to by a.o(.text+0x0)");
    let mut old = object("nop");
    (old.flags, old.name) = (0x0180_0000, "old.o".to_string());
    let error = link(&[object("nop"), old], &link_options()).expect_err("another version");
    assert_eq!(
        error.to_string(),
        "old.o: ABI flags 0x01800000, but `a.o` has 0x02800000: files of different ABI versions cannot be linked"
    );
    // 4096 instructions fit a v1A chip, one more does not; the simulator holds more.
    let (fits, too_many) = (object(".rept 4096\nnop\n.endr"), object(".rept 4097\nnop\n.endr"));
    assert!(link(&[&fits], &local_link_options()).is_ok());
    let error = link(&[&too_many], &local_link_options()).expect_err("too many").to_string();
    assert!(error.contains("end of IRAM"), "{error}");
    assert!(link(&[&too_many], &link_options()).is_ok());
    let error = link(&[object(".data\n.space 0xa000")], &link_options()).expect_err("too large").to_string();
    assert!(error.contains("stack"), "{error}");
}
