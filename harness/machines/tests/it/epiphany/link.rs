//! Relocations against their formulae, and what the linker does with symbols and sections.

use crate::support::calls::word_at;
use crosscall_machines::epiphany::link::{EXTERNAL, Epiphany, HOST_WINDOW, link, link_options};
use crosscall_machines::executable::Executable;
use crosscall_machines::link::{
    Entry, LinkError, LinkOptions, LinkTarget, Place, RelocationError, SectionRule, Site,
};
use crosscall_machines::object_file::{Binding, ObjectFile, Relocation, Section, Symbol, SymbolPlace};

const NAMES: [&str; 14] = [
    "R_EPIPHANY_NONE",
    "R_EPIPHANY_8",
    "R_EPIPHANY_16",
    "R_EPIPHANY_32",
    "R_EPIPHANY_8_PCREL",
    "R_EPIPHANY_16_PCREL",
    "R_EPIPHANY_32_PCREL",
    "R_EPIPHANY_SIMM8",
    "R_EPIPHANY_SIMM24",
    "R_EPIPHANY_HIGH",
    "R_EPIPHANY_LOW",
    "R_EPIPHANY_SIMM11",
    "R_EPIPHANY_IMM11",
    "R_EPIPHANY_IMM8",
];

/// Applies one relocation to a field.
fn apply(kind: u32, symbol: u64, addend: i64, place: u64, field: u32) -> Result<u32, RelocationError> {
    let site = Site { kind, symbol, addend, place, section: 0x1000, image_base: 0, got: 0 };
    let mut bytes = field.to_le_bytes();
    Epiphany.relocate(&site, &mut bytes)?;
    Ok(u32::from_le_bytes(bytes))
}

#[test]
fn every_number_has_its_name() {
    for (kind, name) in NAMES.iter().enumerate() {
        assert_eq!(Epiphany.relocation_name(kind as u32), Some(*name));
    }
    assert_eq!(Epiphany.relocation_name(14), None);
    assert_eq!(apply(14, 0, 0, 0, 0), Err(RelocationError::Unknown));
    assert_eq!(apply(u32::MAX, 0, 0, 0, 0), Err(RelocationError::Unknown));
}

/// Links that were made with the real tools.
#[test]
fn documented_examples() {
    assert_eq!(apply(8, 0x12A, 0, 0x102, 0x0000_00e8).map(u32::to_le_bytes), Ok([0xe8, 0x14, 0, 0]));
    assert_eq!(apply(8, 0x12A, 0, 0x12E, 0x0000_00e8).map(u32::to_le_bytes), Ok([0xe8, 0xfe, 0xff, 0xff]));
    let (big, addend) = (0x1234_FFF0, 0x18000);
    assert_eq!(apply(10, big, addend, 0, 0x0002_000b).map(u32::to_le_bytes), Ok([0x0b, 0x1e, 0xf2, 0x07]));
    assert_eq!(apply(9, big, addend, 0, 0x1002_000b).map(u32::to_le_bytes), Ok([0xcb, 0x06, 0x22, 0x11]));
}

#[test]
fn formulae_on_many_values() {
    let values =
        [0u64, 1, 2, 0x7f, 0x80, 0xff, 0x1234, 0xffff, 0x1_0000, 0x8e00_0100, 0xffff_fffe, 0xffff_ffff];
    for symbol in values {
        for addend in [0i64, 1, -1, 0x100, -0x100] {
            let v = (symbol as i64 + addend) as u32;
            assert_eq!(apply(0, symbol, addend, 0x1010, 0xdead_beef), Ok(0xdead_beef));
            assert_eq!(apply(3, symbol, addend, 0x1010, 0), Ok(v));
            assert_eq!(apply(6, symbol, addend, 0x1010, 0), Ok(v.wrapping_sub(0x1000)));
            // The immediate of mov: low byte in bits 12:5, high byte in bits 27:20.
            let spread = |half: u32| ((half & 0xff) * 32) + ((half / 256) * 0x10_0000);
            assert_eq!(apply(9, symbol, addend, 0x1010, 0x1002_000b), Ok(0x1002_000b + spread(v / 65536)));
            assert_eq!(apply(10, symbol, addend, 0x1010, 0x0002_000b), Ok(0x0002_000b + spread(v % 65536)));
        }
    }
    for distance in [-256i64, -2, 0, 2, 100, 254] {
        let expected = 0xffff_0000 | ((distance / 2) as u8 as u32) << 8 | 0xe0;
        assert_eq!(apply(7, 0x1_0000, distance, 0x1_0000, 0xffff_00e0), Ok(expected));
    }
    for distance in [-16_777_216i64, -2, 0, 2, 16_777_214] {
        let expected = ((distance / 2) as u32) << 8 | 0xe8;
        assert_eq!(apply(8, 0x8e00_0000, distance, 0x8e00_0000, 0xe8), Ok(expected));
    }
    for value in [-1024i64, -1, 0, 7, 8, 1023] {
        let bits = value as u32 & 0x7ff;
        assert_eq!(apply(11, 0, value, 0, 0x1b), Ok(0x1b + (bits % 8) * 128 + (bits / 8) * 65536));
    }
    for value in [0i64, 7, 8, 1024, 2047] {
        let bits = value as u32;
        assert_eq!(
            apply(12, 0, value, 0, 0x0100_000c),
            Ok(0x0100_000c + (bits % 8) * 128 + (bits / 8) * 65536)
        );
    }
    assert_eq!(apply(13, 200, 55, 0, 0xffff_0003), Ok(0xffff_0003 + 255 * 32));
    assert_eq!(apply(1, 0xf0, 0, 0, 0x1122_3344), Ok(0x1122_33f0));
    assert_eq!(apply(2, 0xffff_8001, 0, 0, 0x1122_3344), Ok(0x1122_8001));
    assert_eq!(apply(4, 0x1005, -1, 0, 0x1122_3344), Ok(0x1122_3304));
    assert_eq!(apply(5, 0x1405, -1, 0, 0x1122_3344), Ok(0x1122_0404));
}

#[test]
fn values_that_do_not_fit_are_overflows() {
    let overflow = |kind, symbol: u64, place| match apply(kind, symbol, 0, place, 0) {
        Err(RelocationError::Overflow { value, minimum, maximum }) => (value, minimum, maximum),
        other => panic!("{kind}: {other:?}"),
    };
    assert_eq!(overflow(1, 256, 0), (256, -128, 255));
    assert_eq!(overflow(1, 0xffff_ff7f, 0), (-129, -128, 255));
    assert_eq!(overflow(2, 0x1_0000, 0), (0x1_0000, -0x8000, 0xffff));
    assert_eq!(overflow(4, 0x1100, 0), (256, -128, 255));
    assert_eq!(overflow(5, 0x1_1000, 0), (0x1_0000, -0x8000, 0xffff));
    assert_eq!(overflow(7, 0x1100, 0x1000), (128, -128, 127));
    assert_eq!(overflow(7, 0xefe, 0x1000), (-129, -128, 127));
    assert_eq!(overflow(8, 0x100_0000, 0), (0x80_0000, -0x80_0000, 0x7f_ffff));
    assert_eq!(overflow(11, 1024, 0), (1024, -1024, 1023));
    assert_eq!(overflow(11, 0xffff_fbff, 0), (-1025, -1024, 1023));
    assert_eq!(overflow(12, 2048, 0), (2048, 0, 2047));
    assert_eq!(overflow(12, 0xffff_ffff, 0), (-1, 0, 2047));
    assert_eq!(overflow(13, 256, 0), (256, 0, 255));
    assert_eq!(apply(8, 0x101, 0, 0x100, 0), Err(RelocationError::Misaligned { value: 1, unit: 2 }));
    for (kind, needed) in [(3, 4), (8, 4), (9, 4), (12, 4), (2, 2), (7, 2), (13, 2)] {
        let site = Site { kind, symbol: 0, addend: 0, place: 0, section: 0, image_base: 0, got: 0 };
        for available in 0..needed {
            let mut bytes = vec![0; available];
            let result = Epiphany.relocate(&site, &mut bytes);
            assert_eq!(result, Err(RelocationError::Truncated { needed, available }));
        }
    }
}

/// A section of an object.
fn section(name: &str, flags: u64, align: u64, data: &[u8]) -> Section {
    Section {
        name: name.to_string(),
        kind: 1,
        flags,
        align,
        data: data.to_vec(),
        size: data.len() as u64,
        relocations: Vec::new(),
    }
}

fn space(name: &str, align: u64, size: u64) -> Section {
    Section { name: name.to_string(), kind: 8, flags: 3, align, size, ..Section::default() }
}

fn symbol(name: &str, binding: Binding, place: SymbolPlace, value: u64, size: u64) -> Symbol {
    Symbol { name: name.to_string(), binding, kind: 0, value, size, place }
}

fn global(name: &str, section: usize, value: u64) -> Symbol {
    symbol(name, Binding::Global, SymbolPlace::Section(section), value, 0)
}

fn wanted(name: &str) -> Symbol {
    symbol(name, Binding::Global, SymbolPlace::Undefined, 0, 0)
}

fn object(name: &str, sections: Vec<Section>, symbols: Vec<Symbol>) -> ObjectFile {
    ObjectFile { name: name.to_string(), sections, symbols, ..ObjectFile::default() }
}

/// A word relocation for symbol `symbol` at `offset`.
fn word(offset: u64, symbol: usize) -> Relocation {
    Relocation { offset, kind: 3, symbol: Some(symbol), addend: 0 }
}

const CODE: u64 = 6;
const DATA: u64 = 3;

fn bare() -> LinkOptions {
    LinkOptions {
        layout: vec![
            SectionRule::new(".text", &[".text", ".text.*"], Place::At(0x1000)),
            SectionRule::new(".data", &[".data"], Place::After),
            SectionRule::new(".bss", &[".bss", "COMMON"], Place::After),
        ],
        ..LinkOptions::default()
    }
}

fn addresses(program: &Executable) -> Vec<(&str, u64, u64)> {
    program.sections.iter().map(|s| (s.name.as_str(), s.address, s.size)).collect()
}

#[test]
fn sections_are_merged_aligned_and_placed() {
    let a = object(
        "a",
        vec![
            section(".text", CODE, 4, &[1; 6]),
            section(".data", DATA, 8, &[2; 3]),
            section(".comment", 0, 1, &[9; 9]),
            space(".bss", 16, 5),
        ],
        vec![global("a_text", 0, 2)],
    );
    let b = object(
        "b",
        vec![section(".text.b", CODE, 8, &[3; 4]), section(".data", DATA, 1, &[4; 2]), space(".bss", 4, 4)],
        vec![global("b_text", 0, 0), global("b_data", 1, 1), global("b_bss", 2, 0)],
    );
    let program = link(&[a, b], &bare()).expect("it links");
    assert_eq!(addresses(&program), [(".text", 0x1000, 12), (".data", 0x1010, 5), (".bss", 0x1020, 12)]);
    assert_eq!(program.address_of("a_text"), Some(0x1002));
    assert_eq!(program.address_of("b_text"), Some(0x1008));
    assert_eq!(program.address_of("b_data"), Some(0x1014));
    assert_eq!(program.address_of("b_bss"), Some(0x1028));
    assert_eq!(program.nearest_symbol(0x100b), Some(("b_text", 3)));
    assert_eq!(program.entry, 0x1000);
    let segments: Vec<_> =
        program.segments.iter().map(|s| (s.address, s.data.len(), s.memory_size, s.flags)).collect();
    assert_eq!(segments, [(0x1000, 12, 12, 5), (0x1010, 5, 5, 6), (0x1020, 0, 12, 6)]);
    assert_eq!(program.segments[0].data, [1, 1, 1, 1, 1, 1, 0, 0, 3, 3, 3, 3]);
    assert_eq!(program.sections[0].inputs[1].section, ".text.b");
}

#[test]
fn weak_strong_common_and_served_symbols() {
    let weak = symbol("f", Binding::Weak, SymbolPlace::Section(0), 0, 0);
    let user = |symbols: Vec<Symbol>| {
        let mut data = section(".data", DATA, 4, &[0; 16]);
        data.relocations = (0..symbols.len().min(4)).map(|index| word(index as u64 * 4, index)).collect();
        object("user", vec![data], symbols)
    };
    let common = |size, align| symbol("pool", Binding::Global, SymbolPlace::Common, align, size);
    let objects = [
        user(vec![
            wanted("f"),
            wanted("pool"),
            wanted("served"),
            symbol("maybe", Binding::Weak, SymbolPlace::Undefined, 0, 0),
        ]),
        object("weak", vec![section(".text", CODE, 2, &[0; 2])], vec![weak, common(4, 4)]),
        object("strong", vec![section(".text", CODE, 2, &[0; 2])], vec![global("f", 0, 0), common(20, 16)]),
    ];
    let mut options = bare();
    options.served.insert("served".to_string(), 0x7000);
    options.served.insert("f".to_string(), 0x7010);
    let program = link(&objects, &options).expect("it links");
    assert_eq!(word_at(&program, 0x1004), 0x1002, "the strong definition wins");
    let pool = program.address_of("pool").expect("pool is defined");
    assert_eq!((pool % 16, word_at(&program, 0x1008)), (0, pool as u32));
    assert_eq!(program.globals["pool"].size, 20);
    assert_eq!(program.sections[2].size, 20);
    assert_eq!(word_at(&program, 0x100c), 0x7000, "served");
    assert_eq!(word_at(&program, 0x1010), 0, "weak undefined is 0");
    // A definition wins against a common symbol.
    let defined = object("defined", vec![section(".data", DATA, 4, &[7; 4])], vec![global("pool", 0, 0)]);
    let program = link(&[objects[1].clone(), defined], &options).expect("it links");
    assert_eq!(program.address_of("pool"), Some(0x1004));
    assert_eq!(program.sections[2].size, 0);
}

#[test]
fn local_symbols_belong_to_their_object() {
    let make = |name: &str, byte: u8| {
        let mut text = section(".text", CODE, 4, &[byte; 8]);
        text.relocations = vec![word(4, 0)];
        object(name, vec![text], vec![symbol("here", Binding::Local, SymbolPlace::Section(0), 2, 0)])
    };
    let program = link(&[make("a", 1), make("b", 2)], &bare()).expect("it links");
    assert_eq!(program.local_address_of("a", "here"), Some(0x1002));
    assert_eq!(program.local_address_of("b", "here"), Some(0x100a));
    assert_eq!((word_at(&program, 0x1004), word_at(&program, 0x100c)), (0x1002, 0x100a));
    assert_eq!(program.address_of("here"), None);
}

#[test]
fn undefined_symbols_are_listed_together_with_who_refers_to_them() {
    let mut text = section(".text", CODE, 4, &[0; 12]);
    text.relocations = vec![word(0, 0), word(4, 1), word(8, 0)];
    let a = object("a.o", vec![text.clone()], vec![wanted("one"), wanted("two"), wanted("never used")]);
    let error = link(&[a], &bare()).expect_err("undefined");
    let expected = "undefined symbol `one`, referred to by a.o(.text+0x0), a.o(.text+0x8)\n\
                    undefined symbol `two`, referred to by a.o(.text+0x4)";
    assert_eq!(error.to_string(), expected);
}

#[test]
fn duplicate_definitions_are_errors() {
    let one = |name: &str| object(name, vec![section(".text", CODE, 2, &[0; 2])], vec![global("f", 0, 0)]);
    let error = link(&[one("a.o"), one("b.o")], &bare()).expect_err("twice");
    assert_eq!(error.to_string(), "symbol `f` is defined by a.o and again by b.o");
    let mut options = bare();
    options.defined.insert("f".to_string(), 1);
    let error = link(&[one("a.o")], &options).expect_err("twice");
    assert_eq!(error.to_string(), "symbol `f` is defined by the link options and again by a.o");
}

#[test]
fn relocation_failures_name_object_section_offset_and_symbol() {
    let mut text = section(".text", CODE, 4, &[0; 12]);
    let far = Relocation { offset: 4, kind: 8, symbol: Some(0), addend: 0 };
    let short = Relocation { offset: 10, kind: 3, symbol: Some(0), addend: 0 };
    let strange = Relocation { offset: 0, kind: 77, symbol: None, addend: 0 };
    text.relocations = vec![far, short, strange];
    let absolute = symbol("far", Binding::Global, SymbolPlace::Absolute, 0x4000_0000, 0);
    let error = link(&[object("a.o", vec![text], vec![absolute])], &bare()).expect_err("three failures");
    let LinkError::Relocations(failures) = &error else { panic!("{error}") };
    assert_eq!(failures.len(), 3);
    assert_eq!(
        error.to_string(),
        "a.o(.text+0x4): R_EPIPHANY_SIMM24 (8) against `far`: value 0x1ffff7fe (536868862) is outside \
         -8388608..8388607\n\
         a.o(.text+0xa): R_EPIPHANY_32 (3) against `far`: the field needs 4 bytes, the section has 2 left\n\
         a.o(.text+0x0): unknown relocation (77) against `*ABS*`: unknown relocation number"
    );
}

#[test]
fn layouts_that_cannot_be_are_errors() {
    let text =
        object("a", vec![section(".text", CODE, 4, &[0; 0x20]), section(".data", DATA, 4, &[0; 4])], vec![]);
    let with = |change: &dyn Fn(&mut LinkOptions)| {
        let mut options = bare();
        change(&mut options);
        link(std::slice::from_ref(&text), &options).expect_err("the layout is wrong").to_string()
    };
    let overlap = with(&|options| options.layout[1].place = Place::At(0x1010));
    assert_eq!(overlap, "section `.text` at 0x1000 of 0x20 bytes overlaps `.data` at 0x1010");
    let reserved = with(&|options| options.reserved.push((0x1010, 4, "registers".to_string())));
    assert_eq!(reserved, "section `.text` at 0x1000 of 0x20 bytes overlaps `registers` at 0x1010");
    let end = with(&|options| options.layout[0].place = Place::At(0xffff_fff0));
    assert_eq!(end, "section `.text` at 0xfffffff0 of 0x20 bytes does not fit the address space");
    let large = with(&|options| options.size_limit = 0x20);
    assert_eq!(large, "the sections take more than 0x20 bytes");
    let entry = with(&|options| options.entry = Entry::Symbol("start".to_string()));
    assert_eq!(entry, "entry symbol `start` is not defined");
    let common = symbol("huge", Binding::Global, SymbolPlace::Common, 3, 4);
    let error = link(&[object("a", vec![], vec![common])], &bare()).expect_err("alignment 3");
    assert_eq!(error.to_string(), "a: common symbol `huge` has size 0x4 and alignment 0x3");
    let mut data = section(".data", DATA, 4, &[0; 4]);
    data.relocations = vec![word(0, 0)];
    let note = section(".note", 0, 1, &[0; 4]);
    let left_out = object("a", vec![data, note], vec![global("inside", 1, 0)]);
    let error = link(&[left_out], &bare()).expect_err("left out");
    let expected = "a(.data+0x0): symbol `inside` lies in section `.note`, which is not part of the program";
    assert_eq!(error.to_string(), expected);
}

#[test]
fn the_default_options_place_code_and_data_apart_and_serve_the_runtime() {
    let mut text = section(".text", CODE, 4, &[0; 8]);
    text.relocations = vec![word(0, 0), Relocation { offset: 4, kind: 8, symbol: Some(1), addend: 0 }];
    let symbols = vec![wanted("___divsi3"), wanted("_memcpy"), global("_main", 0, 0)];
    let a = object("a", vec![text, section(".data", DATA, 4, &[1; 4])], symbols);
    let program = link(&[a], &link_options()).expect("it links");
    assert_eq!(program.entry, EXTERNAL);
    assert_eq!(program.address_of("_main"), Some(EXTERNAL));
    assert_eq!(addresses(&program)[2], (".data", EXTERNAL + 1024, 4));
    assert!(HOST_WINDOW.contains(u64::from(word_at(&program, EXTERNAL))));
    assert_eq!(program.address_of("_end"), Some(EXTERNAL + 1028));
}
