//! The linker: every kind of relocation against GNU ld, C programs linked by both, and what it refuses.

use crate::support::calls::word_at;
use crate::support::elf64::{Slot, Target, map_and_served_functions_fit};
use crate::support::relocations::{
    are_those_of_ld, have_the_values_of_ld, number_at, object, storage, values_fit_or_change_nothing,
};
use crosscall_machines::aarch64::fixups::*;
use crosscall_machines::aarch64::link::*;
use crosscall_machines::executable::Executable;
use crosscall_machines::link::{LinkOptions, LinkTarget, Site};
use proptest::prelude::*;

const GOLDEN: &str = include_str!("../../vectors/aarch64_relocations.txt");

/// Relocations that GNU as 2.40 does not make or whose instructions ld changes.
#[rustfmt::skip]
const WITHOUT: &[&str] = &[
    "R_AARCH64_NONE", "R_AARCH64_NONE", "R_AARCH64_PLT32", "R_AARCH64_GOTPCREL32",
    "R_AARCH64_TLSIE_ADR_GOTTPREL_PAGE21", "R_AARCH64_TLSIE_LD64_GOTTPREL_LO12_NC", "R_AARCH64_TLSIE_LD_GOTTPREL_PREL19",
    "R_AARCH64_TLSLE_LDST128_TPREL_LO12", "R_AARCH64_TLSLE_LDST128_TPREL_LO12_NC",
];

#[test]
fn every_field_has_the_value_of_ld() {
    have_the_values_of_ld(&Aarch64, GOLDEN, WITHOUT);
}

#[test]
fn values_are_those_of_the_installed_ld() {
    are_those_of_ld(&Aarch64, &FORMAT, GOLDEN, ("aarch64-linux-gnu-", &[]));
}

#[test]
fn values_fit_or_are_refused() {
    // Those of pages drop bits, and to distances the symbol at 0 is an undefined one.
    let plain = Aarch64.fixup_kinds().iter().filter(|kind| !kind.pc_relative);
    values_fit_or_change_nothing(&Aarch64, &plain.collect::<Vec<_>>());
}

static TARGET: Target<Aarch64> = Target {
    target: Aarch64,
    format: FORMAT,
    link: |objects, options| link(objects, options),
    options: link_options,
    thread_pointer,
    slot: |kind, place, word, _| {
        let offset = u64::from(word >> 10 & 0xfff) * 8;
        match kind {
            R_ADR_GOT_PAGE => Slot::Page((place & !0xfff).wrapping_add_signed(adr(word) << 12)),
            R_LD64_GOT_LO12_NC => Slot::Below(offset),
            R_LD64_GOTPAGE_LO15 => Slot::InTable(offset),
            _ => Slot::At(place.wrapping_add_signed(i64::from((word << 8) as i32 >> 13) * 4)),
        }
    },
    prefix: "aarch64-linux-gnu-",
    triple: "aarch64-linux-gnu",
    ld_flags: &[],
    qemu: "qemu-aarch64",
    start: r#"__asm__(".text\n.globl _start\n_start:\n" "ldr x0, =the_thread_pointer\nmsr tpidr_el0, x0\n"
        "bl main\nmov x8, #93\nsvc #0\n");"#,
};

/// The distance in `adr`, or that of pages in `adrp`.
fn adr(word: u32) -> i64 {
    i64::from((word << 8) as i32 >> 13) << 2 | i64::from(word >> 29 & 3)
}

#[test]
fn c_programs_link_as_with_ld() {
    TARGET.c_programs_link_as_with_ld();
}

#[test]
fn other_objects_link_as_with_ld() {
    TARGET.other_objects_link_as_with_ld();
}

#[test]
fn programs_run_in_qemu() {
    TARGET.programs_run();
}

fn applied(kind: u32, symbol: u64, addend: i64, place: u64) -> Option<u32> {
    let site = Site { kind, symbol, addend, place, section: 0, image_base: 0, got: 0 };
    let mut field = [0; 4];
    Aarch64.relocate(&site, &mut field).ok()?;
    Some(u32::from_le_bytes(field))
}

proptest! {
    /// `adrp` and `add` give the address, wherever both are within 4 GiB of each other; else the upper part is refused.
    #[test]
    fn pages_and_lower_parts_make_addresses(place in any::<u32>(), above in 0_u64..8, symbol in 1_u64..0x8_0000_0000, addend in -5000_i64..5000) {
        let place = (above << 32 | u64::from(place)) & !3;
        let value = symbol.wrapping_add_signed(addend);
        let distance = (value >> 12).wrapping_sub(place >> 12) as i64;
        let fits = (-0x10_0000..0x10_0000).contains(&distance);
        let upper = applied(275, symbol, addend, place);
        prop_assert_eq!(upper.is_some(), fits);
        if let Some(upper) = upper {
            let lower = applied(277, symbol, addend, place).expect("a lower part fits always");
            let page = (place & !0xfff).wrapping_add_signed(adr(upper) << 12);
            prop_assert_eq!(page + u64::from(lower >> 10 & 0xfff), value);
        }
    }

    /// A branch leads to its target, or is refused.
    #[test]
    fn branches_lead_to_their_targets(place in 0x1000_0000_u64..0x2000_0000, distance in -0x900_0000_i64..0x900_0000) {
        let place = place & !3;
        let fits = distance % 4 == 0 && (-0x800_0000..0x800_0000).contains(&distance);
        let field = applied(R_CALL26, place.wrapping_add_signed(distance), 0, place);
        prop_assert_eq!(field.is_some(), fits);
        if let Some(field) = field {
            prop_assert_eq!(i64::from((field << 6) as i32 >> 6) * 4, distance);
        }
    }
}

/// Options without alignment of their own.
fn plain() -> LinkOptions {
    let mut options = link_options();
    options.layout.iter_mut().for_each(|rule| rule.align = 1);
    options
}

/// Sizes and alignments of `.tdata` and `.tbss`, offsets of their starts from the thread pointer. Source: GNU ld 2.40, as for the
/// fields, `add x0,x0,:tprel_hi12:x`, `add x0,x0,:tprel_lo12_nc:x` and the same of `y`.
const STORAGE: [([u64; 4], [u32; 2]); 6] = [
    ([12, 4, 0, 1], [16, 28]),
    ([12, 4, 4, 4], [16, 28]),
    ([8, 8, 4, 4], [16, 24]),
    ([5, 1, 3, 1], [16, 21]),
    ([12, 64, 100, 16], [64, 80]),
    ([16, 16, 1, 1], [16, 32]),
];

fn immediate(program: &Executable, offset: u64) -> u32 {
    word_at(program, MEMORY.base + offset) >> 10 & 0xfff
}

#[test]
fn thread_local_storage_is_behind_the_thread_pointer() {
    for ([size, align, space, space_align], offsets) in STORAGE {
        let sections = vec![storage(".tdata", size, align), storage(".tbss", space, space_align)];
        let symbols = [("_start", Some(0), 0), ("x", Some(1), 0), ("y", Some(2), 0)];
        let relocations = [
            (0, "TLSLE_ADD_TPREL_HI12", 1, 0),
            (4, "TLSLE_ADD_TPREL_LO12_NC", 1, 0),
            (8, "TLSLE_ADD_TPREL_LO12", 2, 0),
            (12, "TLSIE_ADR_GOTTPREL_PAGE21", 2, 0),
            (16, "TLSIE_LD64_GOTTPREL_LO12_NC", 2, 0),
            (20, "TLSIE_LD_GOTTPREL_PREL19", 2, 0),
        ];
        let object = object(&Aarch64, sections, &symbols, &relocations);
        for options in [plain(), link_options()] {
            let program = link(&[&object], &options).expect("it links");
            assert_eq!([immediate(&program, 0), immediate(&program, 4)], [0, offsets[0]]);
            assert_eq!(immediate(&program, 8), offsets[1]);
            // The slot has the offset, too.
            let page = MEMORY.base.wrapping_add_signed(adr(word_at(&program, MEMORY.base + 12)) << 12);
            let slot = page + u64::from(immediate(&program, 16) * 8);
            assert_eq!(number_at(&program, slot), offsets[1].into());
            let distance = (word_at(&program, MEMORY.base + 20) << 8) as i32 >> 13;
            assert_eq!(slot, MEMORY.base + 20 + u64::from(distance as u32 * 4));
        }
        // By default the block before the storage is at a page and nobody else's.
        let program = link(&[&object], &link_options()).expect("it links");
        let pointer = thread_pointer(&program);
        let block = program.sections.iter().find(|section| section.name == ".tcb").expect("a block");
        assert_eq!((block.address, block.size), (pointer, THREAD_BLOCK));
        assert_eq!(pointer % PAGE, 0);
    }
    let program = link(&[&object(&Aarch64, Vec::new(), &[("_start", Some(0), 0)], &[])], &link_options());
    assert_eq!(thread_pointer(&program.expect("it links")), MEMORY.base + MEMORY.size - 0x1000);
}

/// Source: GNU ld 2.40 and AAELF64.
#[test]
fn an_undefined_weak_symbol_is_where_the_place_is() {
    let symbols = [("_start", Some(0), 0), ("weak", None, 0)];
    let relocations = [
        (0, "CALL26", 1, 0),
        (4, "JUMP26", 1, 0),
        (8, "ADR_PREL_LO21", 1, 0),
        (12, "ADR_PREL_PG_HI21", 1, 0),
        (16, "CONDBR19", 1, 0),
        (20, "PREL32", 1, 4),
        (24, "ABS64", 1, 8),
    ];
    let program = link(&[&object(&Aarch64, Vec::new(), &symbols, &relocations)], &link_options());
    let program = program.expect("it links");
    let words: Vec<u32> = (0..8).map(|index| word_at(&program, MEMORY.base + index * 4)).collect();
    assert_eq!(words, [0xd503_201f, 0xd503_201f, 0, 0, 0, 4, 8, 0]);
}

#[test]
fn a_symbol_has_one_slot() {
    let symbols = [("_start", Some(0), 4), ("weak", None, 0), ("memcpy", None, 0)];
    let relocations = [
        (0, "ADR_GOT_PAGE", 0, 0),
        (4, "LD64_GOT_LO12_NC", 0, 0),
        (8, "GOT_LD_PREL19", 0, 0),
        (12, "GOTPCREL32", 0, 0),
        (16, "LD64_GOTPAGE_LO15", 1, 0),
        (20, "CALL26", 2, 0),
        (24, "PLT32", 2, 0),
    ];
    let program = link(&[&object(&Aarch64, Vec::new(), &symbols, &relocations)], &link_options());
    let program = program.expect("it links");
    let word = |offset: u64| word_at(&program, MEMORY.base + offset);
    let slot = MEMORY.base.wrapping_add_signed(adr(word(0)) << 12) + u64::from(immediate(&program, 4) * 8);
    assert_eq!(number_at(&program, slot), (MEMORY.base + 4) as i64);
    assert_eq!(slot, MEMORY.base + 8 + u64::from((word(8) >> 5 & 0x7_ffff) * 4));
    assert_eq!(slot, MEMORY.base + 12 + u64::from(word(12)));
    let other = (slot & !0xfff) + u64::from(immediate(&program, 16) * 8);
    assert_eq!((other, number_at(&program, other)), (slot + 8, 0));
    let served = HOST_WINDOW.function_address(0).expect("a slot");
    assert_eq!(served, MEMORY.base + 20 + u64::from((word(20) & 0x3ff_ffff) * 4));
    assert_eq!(served, MEMORY.base + 24 + u64::from(word(24)));
}

#[test]
fn what_does_not_fit_is_refused() {
    let symbols = [("_start", Some(0), 0), ("far", Some(0), 0x800_0000), ("nobody", None, 0)];
    let cases = [
        (
            (0, "CALL26", 1, 0),
            "raw.o(.text+0x0): R_AARCH64_CALL26 (283) against `far`: value 0x2000000 (33554432) is outside -33554432..33554431",
        ),
        (
            (4, "JUMP26", 0, 2),
            "raw.o(.text+0x4): R_AARCH64_JUMP26 (282) against `_start`: value 0xfffffffe is not a multiple of 4",
        ),
        (
            (0, "LDST64_ABS_LO12_NC", 0, 4),
            "raw.o(.text+0x0): R_AARCH64_LDST64_ABS_LO12_NC (286) against `_start`: value 0x400004 is not a multiple of 8",
        ),
        (
            (0, "ADR_PREL_PG_HI21", 0, 0x1_0000_0000),
            "raw.o(.text+0x0): R_AARCH64_ADR_PREL_PG_HI21 (275) against `_start`: value 0x100000 (1048576) is outside -1048576..1048575",
        ),
        (
            (0, "MOVW_UABS_G0", 0, 0),
            "raw.o(.text+0x0): R_AARCH64_MOVW_UABS_G0 (263) against `_start`: value 0x400000 (4194304) is outside 0..65535",
        ),
        (
            (30, "PREL32", 0, 0),
            "raw.o(.text+0x1e): R_AARCH64_PREL32 (261) against `_start`: the field needs 4 bytes, the section has 2 left",
        ),
        (
            (0, "562", 0, 0),
            "raw.o(.text+0x0): unknown relocation (562) against `_start`: unknown relocation number",
        ),
        ((8, "ABS64", 2, 0), "undefined symbol `nobody`, referred to by raw.o(.text+0x8)"),
    ];
    for (relocation, message) in cases {
        let refused = link(&[&object(&Aarch64, Vec::new(), &symbols, &[relocation])], &link_options());
        assert_eq!(refused.expect_err("it is refused").to_string(), message);
    }
}

#[test]
fn the_map_and_the_served_functions_fit() {
    map_and_served_functions_fit(&memory_map(), &link_options(), STACK_TOP, HOST_WINDOW);
    assert_eq!(relocation_name(283), Some("R_AARCH64_CALL26"));
}
