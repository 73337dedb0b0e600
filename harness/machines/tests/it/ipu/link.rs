//! Relocations against their formulae and lld's tests, and programs linked with the default options.

use crosscall_machines::elf::{read_executable, read_object, write_executable, write_object};
use crosscall_machines::ipu::assemble;
use crosscall_machines::ipu::link::{
    FORMAT, HOST_WINDOW, Ipu, MEMORY, MEMORY_SIZE, STACK_SIZE, STACK_TOP, link, link_options, memory_map,
    relocations,
};
use crosscall_machines::link::{LinkTarget, RelocationError, Site};

const NAMES: [(u32, &str); 14] = [
    (0, "R_COLOSSUS_NONE"),
    (1, "R_COLOSSUS_8"),
    (2, "R_COLOSSUS_16"),
    (3, "R_COLOSSUS_20"),
    (4, "R_COLOSSUS_32"),
    (5, "R_COLOSSUS_64"),
    (6, "R_COLOSSUS_RELATIVE_16_S2"),
    (7, "R_COLOSSUS_18_S2"),
    (8, "R_COLOSSUS_19_S2"),
    (9, "R_COLOSSUS_RUN"),
    (14, "R_COLOSSUS_16_S3"),
    (15, "R_COLOSSUS_16_S4"),
    (16, "R_COLOSSUS_16_S5"),
    (17, "R_COLOSSUS_21"),
];

fn site(kind: u32, symbol: u64, addend: i64) -> Site {
    Site { kind, symbol, addend, place: 0, section: 0, image_base: 0, got: 0 }
}

/// Applies one relocation to a field of 8 bytes.
fn apply(kind: u32, symbol: u64, addend: i64, field: u64) -> Result<u64, RelocationError> {
    let mut bytes = field.to_le_bytes();
    Ipu.relocate(&site(kind, symbol, addend), &mut bytes)?;
    Ok(u64::from_le_bytes(bytes))
}

#[test]
fn every_number_has_its_name() {
    assert_eq!(relocations().collect::<Vec<_>>(), NAMES);
    for (kind, name) in NAMES {
        assert_eq!(Ipu.relocation_name(kind), Some(name));
    }
    for kind in [10, 11, 12, 13, 18, u32::MAX] {
        assert_eq!(Ipu.relocation_name(kind), None);
        assert_eq!(apply(kind, 0, 0, 0), Err(RelocationError::Unknown));
    }
}

/// `lld/test/ELF/colossus-*-reloc.s` and `colossus-image-base.s`.
#[test]
fn fields_are_those_of_lld() {
    let old = 0xffff_ffff_0000_0000;
    for (addend, word) in [
        (0, 0x4080_0000),
        (4, 0x4080_0001),
        (0x42000, 0x4081_0800),
        (0xffff4, 0x4083_fffd),
        (0x1f_fffc, 0x4087_ffff),
    ] {
        assert_eq!(apply(8, 0, addend, old | 0x4080_0000), Ok(old | word));
    }
    for (addend, word) in [(0, 0x1900_0000), (0x42000, 0x1904_2000), (0xf_ffff, 0x190f_ffff)] {
        assert_eq!(apply(3, 0, addend, old | 0x1900_0000), Ok(old | word));
    }
    for (addend, word) in [
        (0, 0x1400_0000),
        (4, 0x1400_0001),
        (0x4000, 0x1401_0000),
        (0x48d0, 0x1401_0234),
        (0x3c3c0, 0x140f_00f0),
        (0x3fffc, 0x140f_0fff),
    ] {
        assert_eq!(apply(9, 0x4c000, addend, old | 0x1400_0000), Ok(old | word));
    }
    for (addend, half) in [(0, 0), (1, 1), (0x45, 0x45), (0x1234, 0x1234), (0xffff, 0xffff)] {
        assert_eq!(apply(2, 0, addend, old), Ok(old | half));
    }
    for addend in [0, 1, 0x45, 0x1234_5678] {
        assert_eq!(apply(4, 0, addend, old), Ok(old | addend as u64));
    }
    for (addend, value) in
        [(0x1234_5678, 0x1234_5678), (0x1234_5678_9abc_def0u64 as i64, 0xffff_ffff_9abc_def0), (-1, u64::MAX)]
    {
        assert_eq!(apply(5, 0, addend, 0), Ok(value));
    }
    assert_eq!(apply(1, 0, 0xcc, old), Ok(old | 0xcc));
    assert_eq!(apply(17, 0x7_ae40, 0, old | 0xffe0_0000), Ok(old | 0xffe7_ae40));
}

/// `colossus-19-S2-reloc-error.s` and `colossus-run-reloc-misaligned.s`, and the same for the others.
#[test]
fn what_does_not_fit_is_refused() {
    let text = |kind, symbol| apply(kind, symbol, 0, 0).expect_err("it does not fit").to_string();
    assert_eq!(text(8, 0x20_0000), "value 0x80000 (524288) is outside 0..524287");
    assert_eq!(text(9, 0x4_c003), "value 0x4c003 is not a multiple of 4");
    assert_eq!(text(9, 0x4_c000 - 4), "value 0x3fffffffffffffff (4611686018427387903) is outside 0..65535");
    assert_eq!(text(1, 0x100), "value 0x100 (256) is outside 0..255");
    assert_eq!(text(2, 0x1_0000), "value 0x10000 (65536) is outside 0..65535");
    assert_eq!(text(3, 0x10_0000), "value 0x100000 (1048576) is outside 0..1048575");
    assert_eq!(text(17, 0x20_0000), "value 0x200000 (2097152) is outside 0..2097151");
    // lld takes sums as signed numbers of 32 bits.
    assert!(apply(4, 0xffff_ffff, 0, 0).is_err());
    assert!(apply(3, 4, -8, 0).is_err());
    for (kind, shift, bits) in [(7, 2, 18), (8, 2, 19), (14, 3, 16), (15, 4, 16), (16, 5, 16)] {
        let most = ((1u64 << bits) - 1) << shift;
        assert_eq!(apply(kind, most, 0, 0), Ok(most >> shift), "{kind}");
        assert!(apply(kind, most + (1 << shift), 0, 0).is_err(), "{kind}");
        assert!(matches!(apply(kind, 1, 0, 0), Err(RelocationError::Misaligned { .. })), "{kind}");
    }
    assert_eq!(apply(6, MEMORY, 0x3fffc, 0), Ok(0xffff));
    assert!(apply(6, MEMORY, 0x40000, 0).is_err());
    for (kind, needed) in
        [(1, 1), (2, 2), (3, 4), (4, 4), (5, 8), (6, 2), (7, 4), (8, 4), (9, 4), (14, 2), (17, 4)]
    {
        let mut short = vec![0; needed - 1];
        let error = Ipu.relocate(&site(kind, MEMORY, 0), &mut short);
        let truncated =
            matches!(error, Err(RelocationError::Truncated { .. } | RelocationError::Overflow { .. }));
        assert!(truncated, "{kind}: {error:?}");
    }
}

#[test]
fn the_default_map_is_that_of_a_tile() {
    memory_map().validate().expect("the map is sane");
    assert_eq!((MEMORY, MEMORY + MEMORY_SIZE), (0x4_c000, 0xe_8000));
    // `setzi` and `call` reach the host window.
    const { assert!(HOST_WINDOW.base + HOST_WINDOW.size <= 1 << 20) };
}

#[test]
fn programs_link_load_and_survive_the_file_format() {
    let text = "
        .globl main, counter
main:   setzi $m1, counter
        ld32 $m0, $m1, 0
        setzi $m2, __udivsi3
        call $m10, __st8
        brz $m0, main
        .data
counter: .long main, 7
        .section .rodata
        .short (main + 4)@relative@16@s2
        .bss
        .space 16
        .comm shared, 12, 8
        ";
    let object = assemble("a", text).unwrap_or_else(|error| panic!("{error}"));
    let bytes = write_object(&object, &FORMAT).expect("it can be written");
    // ELF32, little-endian, standalone; relocatable, for machine 248; flags of ipu2.
    assert_eq!(&bytes[..8], &[0x7f, b'E', b'L', b'F', 1, 1, 1, 255]);
    assert_eq!((&bytes[16..20], &bytes[36..40]), (&[1, 0, 248, 0][..], &[2, 0, 0, 0][..]));
    let again = read_object("a", &bytes, &FORMAT).expect("it can be read");
    let program = link(&[again], &link_options()).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!((program.entry, program.flags, program.machine), (MEMORY, 2, 248));
    let counter = program.address_of("counter").expect("defined");
    assert_eq!(counter % 1024, 0);
    let code = &program.segments[0].data;
    let word = |index: usize| u32::from_le_bytes(code[4 * index..4 * index + 4].try_into().expect("4 bytes"));
    assert_eq!(u64::from(word(0)), 0x1910_0000 | counter);
    let served = |name: &str| program.address_of(name).expect("served");
    assert_eq!(u64::from(word(2)), 0x1920_0000 | served("__udivsi3"));
    assert_eq!(u64::from(word(3)), 0x18a0_0000 | served("__st8") >> 2);
    assert_eq!(u64::from(word(4)), 0x1300_0000 | MEMORY >> 2);
    let bytes = write_executable(&program, &FORMAT).expect("it can be written");
    let read = read_executable("program", &bytes, &FORMAT).expect("it can be read");
    assert_eq!((&read.segments, &read.globals, read.flags), (&program.segments, &program.globals, 2));
}

#[test]
fn programs_keep_clear_of_the_stack() {
    let room = STACK_TOP - STACK_SIZE - MEMORY;
    let text = |size: u64| format!("nop\n.data\n.space {size}");
    let fits = assemble("a", &text(room - 1024)).expect("right");
    assert!(link(&[fits], &link_options()).is_ok());
    let large = assemble("a", &text(room)).expect("right");
    let error = link(&[large], &link_options()).expect_err("too large").to_string();
    assert!(error.contains("overlaps `stack`"), "{error}");
}
