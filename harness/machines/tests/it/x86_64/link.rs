//! The linker: every kind of relocation against GNU ld, C programs linked by both, and what it refuses.

use crate::support::elf64::{Slot, Target, map_and_served_functions_fit};
use crate::support::relocations::{
    are_those_of_ld, have_the_values_of_ld, number_at, object, storage, values_fit_or_change_nothing,
};
use crosscall_machines::link::{LinkOptions, LinkTarget};
use crosscall_machines::object_file::Section;
use crosscall_machines::x86_64::link::*;

const GOLDEN: &str = include_str!("../../vectors/x86_64_relocations.txt");

#[test]
fn every_field_has_the_value_of_ld() {
    // ld changes the instructions of the second.
    have_the_values_of_ld(&X86_64, GOLDEN, &["R_X86_64_NONE", "R_X86_64_GOTTPOFF"]);
}

#[test]
fn values_are_those_of_the_installed_ld() {
    are_those_of_ld(&X86_64, &FORMAT, GOLDEN, ("", &["--no-relax"]));
}

#[test]
fn values_fit_or_are_refused() {
    values_fit_or_change_nothing(&X86_64, &X86_64.fixup_kinds().iter().collect::<Vec<_>>());
}

static TARGET: Target<X86_64> = Target {
    target: X86_64,
    format: FORMAT,
    link: |objects, options| link(objects, options),
    options: link_options,
    thread_pointer,
    slot: |_, place, field, addend| {
        Slot::At(place.wrapping_add_signed((field as i32).into()).wrapping_add_signed(addend.wrapping_neg()))
    },
    prefix: "",
    triple: "x86_64-linux-gnu",
    ld_flags: &["--no-relax"],
    qemu: "qemu-x86_64",
    start: r#"__asm__(".text\n.globl _start\n_start:\n" "mov $158, %eax\nmov $0x1002, %edi\nmov $the_thread_pointer, %rsi\n"
        "mov %rsi, (%rsi)\nsyscall\ncall main\nmov %eax, %edi\nmov $60, %eax\nsyscall\n");"#,
};

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

/// Options without alignment of their own.
fn plain() -> LinkOptions {
    let mut options = link_options();
    options.layout.iter_mut().for_each(|rule| rule.align = 1);
    options
}

/// Sizes and alignments of `.tdata` and `.tbss`, offsets of their starts from the thread pointer. Source: GNU ld 2.40, as for the
/// fields, `.quad x@tpoff, y@tpoff`.
const STORAGE: [([u64; 4], [i64; 2]); 6] = [
    ([12, 4, 0, 1], [-12, 0]),
    ([12, 4, 4, 4], [-16, -4]),
    ([8, 8, 4, 4], [-16, -8]),
    ([5, 1, 3, 1], [-8, -3]),
    ([12, 64, 100, 16], [-128, -112]),
    ([16, 16, 1, 1], [-32, -16]),
];

/// Writable data that no rule takes: name, type and contents.
fn orphan((name, kind, data): (&str, u32, Vec<u8>)) -> Section {
    Section { name: name.to_owned(), kind, flags: 3, align: 8, data, size: 8, ..Section::default() }
}

#[test]
fn thread_local_storage_ends_at_the_thread_pointer() {
    for ([size, align, space, space_align], [first, second]) in STORAGE {
        let sections = vec![storage(".tdata", size, align), storage(".tbss", space, space_align)];
        let symbols = [("_start", Some(0), 0), ("x", Some(1), 0), ("y", Some(2), 0)];
        let relocations = [(0, "TPOFF64", 1, 0), (8, "TPOFF64", 2, 0), (20, "GOTTPOFF", 2, -4)];
        let object = object(&X86_64, sections, &symbols, &relocations);
        let program = link(&[&object], &plain()).expect("it links");
        assert_eq!([number_at(&program, MEMORY.base), number_at(&program, MEMORY.base + 8)], [first, second]);
        // The slot has the offset, too.
        let distance = number_at(&program, MEMORY.base + 20) as i32;
        assert_eq!(number_at(&program, (MEMORY.base + 24).wrapping_add_signed(distance.into())), second);
        // By default the storage ends at a page, and the block behind it is nobody else's.
        let program = link(&[&object], &link_options()).expect("it links");
        let pointer = thread_pointer(&program);
        assert_eq!(pointer % 0x1000, 0);
        let block = program.sections.iter().find(|section| section.name == ".tcb").expect("a block");
        assert_eq!((block.address, block.size), (pointer, THREAD_BLOCK));
        // Not even that of sections that no rule takes.
        let mut crowded = object.clone();
        crowded.sections.extend([("extra", 1, vec![7; 8]), ("extra_space", 8, Vec::new())].map(orphan));
        let program = link(&[&crowded], &link_options()).expect("it links");
        let block = thread_pointer(&program)..thread_pointer(&program) + THREAD_BLOCK;
        let others = program.sections.iter().filter(|section| section.size > 0 && section.name != ".tcb");
        for section in others {
            let is_apart = section.address >= block.end || section.address + section.size <= block.start;
            assert!(is_apart, "{section:x?} {block:x?}");
        }
    }
    let program = link(&[&object(&X86_64, Vec::new(), &[("_start", Some(0), 0)], &[])], &link_options());
    assert_eq!(thread_pointer(&program.expect("it links")), MEMORY.base + MEMORY.size - 0x1000);
}

#[test]
fn a_symbol_has_one_slot_and_an_undefined_weak_one_is_zero() {
    let symbols = [("_start", Some(0), 4), ("weak", None, 0), ("memcpy", None, 0)];
    let relocations = [
        (0, "REX_GOTPCRELX", 1, -4),
        (4, "GOTPCREL", 0, -4),
        (8, "GOTPCRELX", 0, -4),
        (12, "PC32", 1, 0),
        (16, "PLT32", 2, -4),
        (24, "GOT64", 0, 0),
    ];
    let program =
        link(&[&object(&X86_64, Vec::new(), &symbols, &relocations)], &link_options()).expect("it links");
    let field = |offset: u64| i64::from(number_at(&program, MEMORY.base + offset) as i32);
    let slot = |offset: u64| (MEMORY.base + offset + 4).wrapping_add_signed(field(offset));
    assert_eq!(number_at(&program, slot(0)), 0);
    assert_eq!(number_at(&program, slot(4)), (MEMORY.base + 4) as i64);
    assert_eq!((slot(8), number_at(&program, MEMORY.base + 24)), (slot(4), 8));
    assert_eq!((MEMORY.base + 12).wrapping_add_signed(field(12)), 0);
    assert_eq!(Some(slot(16)), HOST_WINDOW.function_address(0));
}

#[test]
fn what_does_not_fit_is_refused() {
    let symbols = [("_start", Some(0), 0), ("far", Some(0), 0x8000_0000), ("nobody", None, 0)];
    let cases = [
        (
            (0, "PLT32", 1, 4),
            "raw.o(.text+0x0): R_X86_64_PLT32 (4) against `far`: value 0x80000004 (2147483652) is outside -2147483648..2147483647",
        ),
        (
            (0, "32S", 1, 0),
            "raw.o(.text+0x0): R_X86_64_32S (11) against `far`: value 0x80400000 (2151677952) is outside -2147483648..2147483647",
        ),
        (
            (0, "32", 0, -0x40_0001),
            "raw.o(.text+0x0): R_X86_64_32 (10) against `_start`: value 0xffffffffffffffff (-1) is outside 0..4294967295",
        ),
        (
            (30, "PC32", 0, 0),
            "raw.o(.text+0x1e): R_X86_64_PC32 (2) against `_start`: the field needs 4 bytes, the section has 2 left",
        ),
        (
            (0, "19", 0, 0),
            "raw.o(.text+0x0): unknown relocation (19) against `_start`: unknown relocation number",
        ),
        ((8, "64", 2, 0), "undefined symbol `nobody`, referred to by raw.o(.text+0x8)"),
    ];
    for (relocation, message) in cases {
        let refused = link(&[&object(&X86_64, Vec::new(), &symbols, &[relocation])], &link_options());
        assert_eq!(refused.expect_err("it is refused").to_string(), message);
    }
}

#[test]
fn the_map_and_the_served_functions_fit() {
    map_and_served_functions_fit(&memory_map(), &link_options(), STACK_TOP, HOST_WINDOW);
    assert_eq!(relocation_name(41), Some("R_X86_64_GOTPCRELX"));
}
