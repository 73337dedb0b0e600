//! Relocations against their formulae, what LLVM's linker tests say, and the global offset table.

use super::tools::{address, object, program};
use crosscall_machines::elf::{read_executable, read_object, write_executable, write_object};
use crosscall_machines::link::{
    GOT, LinkError, LinkOptions, LinkTarget, Place, RelocationError, SectionRule, Site,
};
use crosscall_machines::nyuzi::assemble;
use crosscall_machines::nyuzi::link::{FORMAT, HOST_WINDOW, MACHINE, Nyuzi, TEXT, link, link_options};
use crosscall_machines::object_file::{Binding, ObjectFile, SymbolPlace};

const NAMES: [&str; 7] = [
    "R_NYUZI_NONE",
    "R_NYUZI_ABS32",
    "R_NYUZI_BRANCH20",
    "R_NYUZI_BRANCH25",
    "R_NYUZI_HI19",
    "R_NYUZI_IMM_LO13",
    "R_NYUZI_GOT",
];

/// Applies one relocation to a field.
fn apply(kind: u32, symbol: u64, addend: i64, place: u64, field: u32) -> Result<u32, RelocationError> {
    let site = Site { kind, symbol, addend, place, section: 0x1000, image_base: 0, got: 0 };
    let mut bytes = field.to_le_bytes();
    Nyuzi.relocate(&site, &mut bytes)?;
    Ok(u32::from_le_bytes(bytes))
}

#[test]
fn every_number_has_its_name() {
    for (kind, name) in NAMES.iter().enumerate() {
        assert_eq!(Nyuzi.relocation_name(kind as u32), Some(*name));
        assert_eq!(Nyuzi.uses_got(kind as u32), kind == 6);
    }
    assert_eq!(Nyuzi.relocation_name(7), None);
    for kind in [7, u32::MAX] {
        assert_eq!(apply(kind, 0, 0, 0, 0), Err(RelocationError::Unknown));
    }
}

/// Values of LLVM's linker tests (tools/lld/test/ELF/nyuzi-*.s): a load of the address 0xe756d28a, a word
/// with an addend, and branches just in reach.
#[test]
fn values_of_the_linker_tests() {
    assert_eq!(apply(4, 0xe756_d28a, 0, 0x1000, 0x4f00_0000), Ok(0x4fe7_5416));
    assert_eq!(apply(5, 0xe756_d28a, 0, 0x1004, 0x0000_0000), Ok(0x004a_2800));
    assert_eq!(apply(1, 0xe756_d28a, 0x123, 0x1000, 0), Ok(0xe756_d3ad));
    assert_eq!(apply(2, 0x20_0ffc, 0, 0x1000, 0xf200_0000), Ok(0xf200_0000 | 0x7_ffff << 5));
    assert_eq!(apply(3, 0x400_0ffc, 0, 0x1004, 0xf600_0000), Ok(0xf600_0000 | 0xff_fffe));
    let overflow =
        |value, half: i64| Err(RelocationError::Overflow { value, minimum: -half, maximum: half - 1 });
    assert_eq!(apply(2, 0x20_1004, 0, 0x1000, 0xf200_0000), overflow(0x8_0001, 0x8_0000));
    assert_eq!(apply(3, 0x400_1008, 0, 0x1004, 0xf600_0000), overflow(0x100_0001, 0x100_0000));
}

#[test]
fn formulae_on_many_values() {
    let values =
        [0u64, 1, 0x1fff, 0x2000, 0x3_ffff, 0x4_0000, 0x1234_5678, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff];
    for symbol in values {
        for addend in [0i64, 1, -1, 0x2000, -0x2001] {
            let v = (symbol as i64 + addend) as u32;
            assert_eq!(apply(0, symbol, addend, 0x1010, 0xdead_beef), Ok(0xdead_beef));
            assert_eq!(apply(1, symbol, addend, 0x1010, 0), Ok(v));
            // Address bits 17:13 in bits 4:0, bits 31:18 in bits 23:10.
            let high = (v / 0x2000 % 32) + (v / 0x4_0000) * 0x400;
            assert_eq!(apply(4, symbol, addend, 0x1010, 0x4f00_03e0), Ok(0x4f00_03e0 + high));
            assert_eq!(apply(5, symbol, addend, 0x1010, 0x0080_03ff), Ok(0x0080_03ff + v % 0x2000 * 0x400));
        }
    }
    for distance in [-0x20_0000i64, -4, 0, 4, 0x1f_fffc] {
        let offset = (distance / 4) as u32 & 0xf_ffff;
        assert_eq!(apply(2, 0x40_0000, distance, 0x40_0000, 0xf400_0003), Ok(0xf400_0003 | offset << 5));
    }
    for distance in [-0x400_0000i64, -4, 0, 4, 0x3ff_fffc] {
        let offset = (distance / 4) as u32 & 0x1ff_ffff;
        assert_eq!(apply(3, 0x40_0000, distance, 0x40_0000, 0xf800_0000), Ok(0xf800_0000 | offset));
    }
    for slot in [0u64, 4, 8, 0x3ffc] {
        assert_eq!(apply(6, slot, 0, 0x1000, 0xa800_003c), Ok(0xa800_003c | (slot as u32) << 10));
    }
    let too_far = RelocationError::Overflow { value: 0x4000, minimum: -0x4000, maximum: 0x3fff };
    assert_eq!(apply(6, 0x4000, 0, 0, 0), Err(too_far));
    for kind in [2, 3] {
        let wrong = RelocationError::Misaligned { value: 2, unit: 4 };
        assert_eq!(apply(kind, 0x1002, 0, 0x1000, 0), Err(wrong));
    }
    for kind in 1..7 {
        for available in 0..4 {
            let site = Site { kind, symbol: 0, addend: 0, place: 0, section: 0, image_base: 0, got: 0 };
            let wrong = Err(RelocationError::Truncated { needed: 4, available });
            assert_eq!(Nyuzi.relocate(&site, &mut [0; 4][..available]), wrong);
        }
    }
}

/// Asserts offset, number, symbol or section, addend of each relocation of `.text`.
fn assert_relocations(object: &ObjectFile, expected: &[(u64, u32, &str, i64)]) {
    let name = |index: Option<usize>| {
        let Some(symbol) = index.and_then(|index| object.symbols.get(index)) else { return "" };
        match symbol.place {
            SymbolPlace::Section(section) if symbol.name.is_empty() => object.sections[section].name.as_str(),
            _ => symbol.name.as_str(),
        }
    };
    let all = object.sections[0].relocations.iter();
    let found: Vec<_> = all.map(|one| (one.offset, one.kind, name(one.symbol), one.addend)).collect();
    assert_eq!(found, expected);
}

/// The relocations of LLVM's tests elf-reloc-static.s and elf-reloc-pic.s.
#[test]
fn the_assembler_makes_the_relocations_that_llvm_makes() {
    let text = "
foo:    b foo
fum:    bz s0, fum
bah:    lea s3, bah
buz:    .long buz
bim:    movehi s0, hi(bim)
        or s0, s0, lo(bim)
        b memcpy
        bz s0, memset
        lea s1, baz
        movehi s3, hi(bam1)
        or s0, s0, lo(bam1)
        .long ioctl
";
    let expected = [
        // References to a place in the section are made to the section.
        (8, 4, ".text", 8),
        (12, 5, ".text", 8),
        (16, 1, ".text", 16),
        (20, 4, ".text", 20),
        (24, 5, ".text", 20),
        (28, 3, "memcpy", 0),
        (32, 2, "memset", 0),
        (36, 4, "baz", 0),
        (40, 5, "baz", 0),
        (44, 4, "bam1", 0),
        (48, 5, "bam1", 0),
        (52, 1, "ioctl", 0),
    ];
    assert_relocations(&assemble("static.s", text).expect("the text is right"), &expected);
    let text = "
        b memcpy
        bz s0, memset
        load_32 s1, got(baz)(gp)
        load_32 s0, got(bam2)(gp)
        load_32 s1, got(here)(gp)
here:   load_v v0, got(here)(gp)
";
    let object = assemble("pic.s", text).expect("the text is right");
    let expected = [
        (0, 3, "memcpy", 0),
        (4, 2, "memset", 0),
        (8, 6, "baz", 0),
        (12, 6, "bam2", 0),
        // A slot belongs to the symbol, not to its section.
        (16, 6, "here", 0),
        (20, 6, "here", 0),
    ];
    assert_relocations(&object, &expected);
    assert_eq!(object.sections[0].data[8..12], [0x3c, 0, 0, 0xa8], "load_32 s1, 0(gp)");
}

/// LLVM's linker test nyuzi-got.s: three symbols, three slots in the order of the references.
#[test]
fn slots_hold_the_addresses() {
    let text = "
        .globl _start, a_symbol, b_symbol, c_symbol
_start: load_32 s0, got(a_symbol)(gp)
        load_32 s1, got(b_symbol)(gp)
        load_32 s2, got(c_symbol)(gp)
        load_32 s3, got(a_symbol)(gp)
        .data
a_symbol: .long 0
b_symbol: .long 0
c_symbol: .long 0
";
    let rule = |name: &str, patterns: &[&str], at| SectionRule::new(name, patterns, Place::At(at));
    let options = LinkOptions {
        layout: vec![
            rule(".text", &[".text"], 0x1000),
            rule(".data", &[".data"], 0x2000),
            rule(".got", &[GOT], 0x3000),
        ],
        ..LinkOptions::default()
    };
    let program = link(&[object("got.s", text)], &options).expect("it links");
    let segment = |address| program.segments.iter().find(|segment| segment.address == address).expect("it");
    assert_eq!(segment(0x3000).data, [0, 0x20, 0, 0, 4, 0x20, 0, 0, 8, 0x20, 0, 0]);
    let expected =
        object("expected.s", "load_32 s0, (gp); load_32 s1, 4(gp); load_32 s2, 8(gp); load_32 s3, (gp)");
    assert_eq!(segment(0x1000).data, expected.sections[0].data);
}

#[test]
fn slots_of_local_global_weak_and_served_symbols() {
    let one = "
        .globl shared, first
        .weak nobody
first:  load_32 s0, got(own)(gp)
        load_32 s0, got(shared)(gp)
        load_32 s0, got(nobody)(gp)
        load_32 s0, got(memcpy)(gp)
own:    nop
shared: nop
";
    let two = "
        .globl second
second: load_32 s0, got(shared)(gp)
        load_32 s0, got(own)(gp)
        lea s1, _GLOBAL_OFFSET_TABLE_
own:    nop
";
    let objects = [object("one.s", one), object("two.s", two)];
    let program = link(&objects, &link_options()).expect("it links");
    let got = address(&program, "_GLOBAL_OFFSET_TABLE_");
    let segment = program.segments.iter().find(|segment| segment.address == got).expect("the table");
    let slots: Vec<u64> =
        segment.data.as_chunks::<4>().0.iter().map(|bytes| u32::from_le_bytes(*bytes).into()).collect();
    let (first, second) = (address(&program, "first"), address(&program, "second"));
    let memcpy = address(&program, "memcpy");
    assert!(HOST_WINDOW.contains(memcpy));
    assert_eq!(slots, [first + 16, address(&program, "shared"), 0, memcpy, second + 16]);
    // Without a rule for the table it gets a section of its own.
    let bare = LinkOptions {
        layout: vec![SectionRule::new(".text", &[".text"], Place::At(TEXT))],
        served: link_options().served,
        ..LinkOptions::default()
    };
    let program = link(&objects[..1], &bare).expect("it links");
    let section = program.sections.iter().find(|section| section.name == ".got").expect("the table");
    assert_eq!((section.size, section.align), (16, 4));
    // No reference, no table.
    let program = link(&[object("none.s", "nop")], &link_options()).expect("it links");
    assert!(program.segments.iter().all(|segment| segment.flags & 1 == 1));
}

#[test]
fn too_many_slots_are_an_overflow() {
    let mut text = String::new();
    for index in 0..4097 {
        text += &format!("load_32 s0, got(x{index})(gp)\nx{index}:\n");
    }
    match link(&[object("many.s", &text)], &link_options()) {
        Err(LinkError::Relocations(failures)) => {
            assert_eq!(failures.len(), 1);
            assert_eq!((failures[0].kind, failures[0].at.offset), (6, 4 * 4096));
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn symbols_that_startup_code_expects() {
    let program = program(
        "
        .globl _start
_start: lea s0, __init_array_start
        lea s1, __init_array_end
        lea s2, _GLOBAL_OFFSET_TABLE_
        lea s3, __bss_start
        lea s4, _end
        .section .init_array, \"aw\", @init_array
        .long _start, _start
        .bss
        .space 100
        .comm common, 8, 8
",
    );
    assert_eq!(program.entry, TEXT);
    let size = address(&program, "__init_array_end") - address(&program, "__init_array_start");
    assert_eq!(size, 8);
    assert!(address(&program, "_end") - address(&program, "__bss_start") >= 108);
}

#[test]
fn objects_and_programs_are_elf_files_of_this_machine() {
    let text = "
        .globl main
main:   lea s0, text
        call sqrtf
        bz s0, main
        load_32 s1, got(main)(gp)
        ret
        .section .rodata.str1.1, \"aMS\", @progbits, 1
text:   .asciz \"words\"
        .local own
        .comm own, 64, 64
";
    let object = object("file.s", text);
    let bytes = write_object(&object, &FORMAT).expect("it can be written");
    assert_eq!(bytes[..8], [0x7f, b'E', b'L', b'F', 1, 1, 1, 0]);
    assert_eq!(bytes[16..20], [1, 0, 0x0f, 0x27]);
    assert_eq!(u32::from_le_bytes([bytes[36], bytes[37], bytes[38], bytes[39]]), 0, "e_flags");
    assert_eq!(read_object("file.s", &bytes, &FORMAT).expect("it can be read"), object);
    let program = link(&[object], &link_options()).expect("it links");
    assert_eq!((program.machine, program.flags), (MACHINE, 0));
    let bytes = write_executable(&program, &FORMAT).expect("it can be written");
    assert_eq!(bytes[16..20], [2, 0, 0x0f, 0x27]);
    let again = read_executable("program", &bytes, &FORMAT).expect("it can be read");
    assert_eq!((again.entry, &again.segments), (program.entry, &program.segments));
    let main = program.globals.get("main").expect("main");
    assert_eq!((main.binding, main.address), (Binding::Global, TEXT));
}

#[test]
fn undefined_symbols_are_named_with_who_uses_them() {
    match link(&[object("use.s", "nop\ncall missing")], &link_options()) {
        Err(error @ LinkError::Undefined(_)) => {
            let text = error.to_string();
            assert!(text.contains("missing") && text.contains("use.s(.text+0x4)"), "{text}");
        }
        other => panic!("{other:?}"),
    }
}
