//! The linker: every kind of relocation by its formula, alignment, pairs, and what it refuses.

use crate::support::calls::{address, word_at};
use crosscall_machines::executable::Executable;
use crosscall_machines::link::{LinkTarget, RelocationError, Site};
use crosscall_machines::object_file::{Binding, ObjectFile, Relocation, Section, Symbol, SymbolPlace};
use crosscall_machines::riscv::fixups::*;
use crosscall_machines::riscv::link::{RAM, Riscv, link, link_options};
use crosscall_machines::riscv::{Xlen, assemble, flags};

fn object(xlen: Xlen, name: &str, text: &str) -> ObjectFile {
    assemble(xlen, name, text).unwrap_or_else(|error| panic!("{error}"))
}

fn linked(xlen: Xlen, objects: &[ObjectFile]) -> Executable {
    link(xlen, objects, &link_options()).unwrap_or_else(|error| panic!("{error}"))
}

fn refused(xlen: Xlen, objects: &[ObjectFile]) -> String {
    link(xlen, objects, &link_options()).expect_err("it is refused").to_string()
}

/// The field of one relocation, little endian, in what was `old` before.
fn applied(xlen: Xlen, kind: u32, symbol: u64, addend: i64, old: u64) -> Result<u64, RelocationError> {
    let site = Site { kind, symbol, addend, place: 0x1_0000, section: 0x1_0000, image_base: 0, got: 0 };
    let mut field = old.to_le_bytes();
    Riscv::new(xlen).relocate(&site, &mut field)?;
    Ok(u64::from_le_bytes(field))
}

#[test]
fn every_field_has_the_value_of_its_formula() {
    #[rustfmt::skip]
    let cases: [(u32, u64, i64, u64, u64); 30] = [
        // Number, symbol, addend, field before and after. The place is 0x10000.
        (R_32, 0x1234_5678, 8, 0xffff_ffff_0000_0000, 0xffff_ffff_1234_5680),
        (R_64, 0x1234_5678_9abc_def0, -0x10, 0, 0x1234_5678_9abc_dee0),
        (R_BRANCH, 0x1_0ffe, 0, 0x0000_0063, 0x7e00_0fe3),
        (R_BRANCH, 0xf000, 0, 0x0000_0063, 0x8000_0063),
        (R_JAL, 0x1_0800, 0, 0x0000_006f, 0x0010_006f),
        (R_JAL, 0xfffe, 0, 0x0000_006f, 0xffff_f06f),
        (R_CALL, 0x1_1800, 0, 0x0000_80e7_0000_0097, 0x8000_80e7_0000_2097),
        (R_CALL_PLT, 0x1_0ffc, 0, 0x0000_80e7_0000_0097, 0xffc0_80e7_0000_1097),
        (R_PCREL_HI20, 0x1_0800, 0, 0x0000_0517, 0x0000_1517),
        (R_GOT_HI20, 0x2_07ff, 0, 0x0000_0517, 0x0001_0517),
        (R_HI20, 0x1234_5fff, 0, 0x0000_0537, 0x1234_6537),
        (R_LO12_I, 0x1234_5fff, 0, 0x0005_0513, 0xfff5_0513),
        (R_LO12_S, 0x1234_5abc, 0, 0x00a5_2023, 0xaaa5_2e23),
        (R_TPREL_HI20, 0x1800, 0, 0x0000_0537, 0x0000_2537),
        (R_TPREL_LO12_I, 0x1804, 0, 0x0005_0513, 0x8045_0513),
        (R_TPREL_LO12_S, 0x7ff, 0, 0x00a5_2023, 0x7ea5_2fa3),
        (R_TPREL_ADD, 0x1234, 0, 0x0045_0533, 0x0045_0533),
        (R_ADD8, 0x11, 0, 0xff, 0x10),
        (R_ADD8 + 1, 0x1111, 1, 0x1_ffff, 0x1_1111),
        (R_ADD8 + 2, 0x1111_1111, 0, 0x2222_2222, 0x3333_3333),
        (R_ADD64, 1, 0, u64::MAX, 0),
        (R_SUB8, 0x11, 0, 0x10, 0xff),
        (R_SUB8 + 2, 0x1_0000, 0, 0x1_0010, 0x10),
        (R_SUB64, 1, 1, 1, u64::MAX),
        (R_SUB6, 0x1_0001, 0, 0xc3, 0xc2),
        (R_SET6, 0x7f, 0, 0xc0, 0xff),
        (R_SET16, 0x1_2345, 0, 0xf_ffff, 0xf_2345),
        (R_32_PCREL, 0xfff0, 4, 0, 0xffff_fff4),
        (R_RVC_BRANCH, 0x1_00fe, 0, 0xc101, 0xcd7d),
        (R_RVC_JUMP, 0xf800, 0, 0xa001, 0xb001),
    ];
    for (kind, symbol, addend, old, new) in cases {
        let found = applied(Xlen::Rv64, kind, symbol, addend, old);
        assert_eq!(found, Ok(new), "{kind}: {found:x?}, expected {new:#x}");
    }
    // RV32 has no value beyond 32 bits, so that every distance has an upper part.
    assert_eq!(applied(Xlen::Rv32, R_HI20, 0xffff_ffff, 0, 0x537), Ok(0x537));
    assert_eq!(applied(Xlen::Rv32, R_PCREL_HI20, 0x8000_ffff, 0, 0x517), Ok(0x8000_0517));
}

#[test]
fn what_does_not_fit_is_refused() {
    let cases = [
        (R_BRANCH, 0x1_1000),
        (R_BRANCH, 0x1_0001),
        (R_JAL, 0x11_0000),
        (R_RVC_BRANCH, 0x1_0100),
        (R_RVC_JUMP, 0x1_0800),
        (R_HI20, 0x7fff_f800),
        (R_HI20, 0x1_0000_0000),
        (R_CALL_PLT, 0x8000_f800),
        (R_32, 0x1_0000_0000),
        (R_32_PCREL, 0x8001_0000),
        (R_PCREL_LO12_I, 0),
        (R_SUB_ULEB128, 0),
        (46, 0),
        (R_TLS_GD_HI20, 0),
    ];
    for (kind, symbol) in cases {
        assert!(applied(Xlen::Rv64, kind, symbol, 0, 0).is_err(), "{kind} {symbol:#x}");
    }
    let text = "\t.global _start\n_start:\tc.nop\n\tc.beqz a0, away\n\t.section .text.more, \"ax\"\n\t.space 0x400\naway:\tret\n";
    let message = refused(Xlen::Rv64, &[object(Xlen::Rv64, "far.o", text)]);
    assert_eq!(
        message,
        "far.o(.text+0x2): R_RISCV_RVC_BRANCH (44) against `.text.more`: value 0x201 (513) is outside -128..127"
    );
}

/// A relocation: offset, number, symbol, addend.
type Raw = (u64, u32, Option<usize>, i64);

/// An object of one section, with symbols in it and relocations: offset, number, symbol, addend.
fn raw(align: u64, data: &[u8], symbols: &[(&str, u64, u64)], relocations: &[Raw]) -> ObjectFile {
    let symbol = |(name, value, size): &(&str, u64, u64)| Symbol {
        name: (*name).to_owned(),
        binding: Binding::Global,
        kind: 0,
        value: *value,
        size: *size,
        place: SymbolPlace::Section(0),
    };
    let relocation = |(offset, kind, symbol, addend): &Raw| Relocation {
        offset: *offset,
        kind: *kind,
        symbol: *symbol,
        addend: *addend,
    };
    let section = Section {
        name: ".text".to_owned(),
        kind: 1,
        flags: 6,
        align,
        data: data.to_vec(),
        size: data.len() as u64,
        relocations: relocations.iter().map(relocation).collect(),
    };
    ObjectFile {
        name: "raw.o".to_owned(),
        flags: flags::RVC,
        sections: vec![section],
        symbols: symbols.iter().map(symbol).collect(),
        ..ObjectFile::default()
    }
}

const NOP: [u8; 4] = [0x13, 0, 0, 0];
const SHORT: [u8; 2] = [1, 0];

#[test]
fn alignment_takes_out_what_is_too_much() {
    // Six bytes of code, padding for 16, a jump back over all, padding for 8, the end.
    let mut data = [&NOP[..], &SHORT, &SHORT, &NOP, &NOP, &NOP].concat();
    data.extend([0x6f, 0, 0, 0]);
    data.extend([&SHORT[..], &NOP].concat());
    data.extend([0x67, 0x80, 0, 0]);
    let symbols = [("_start", 0, 20), ("middle", 20, 4), ("end", 30, 4)];
    let relocations =
        [(6, R_ALIGN, None, 14), (20, R_JAL, Some(0), 0), (24, R_ALIGN, None, 6), (4, R_RELAX, None, 0)];
    let program = linked(Xlen::Rv64, &[raw(16, &data, &symbols, &relocations)]);
    let places =
        ["_start", "middle", "end"].map(|name| program.address_of(name).map(|address| address - RAM));
    assert_eq!(places, [Some(0), Some(16), Some(24)]);
    let expected =
        [&NOP[..], &SHORT, &NOP, &NOP, &SHORT, &[0x6f, 0xf0, 0x1f, 0xff], &NOP, &[0x67, 0x80, 0, 0]].concat();
    assert_eq!(program.segments[0].data, expected);
    assert_eq!(program.globals["_start"].size, 16);
}

#[test]
fn alignment_that_cannot_be_is_refused() {
    let data = [&NOP[..], &NOP].concat();
    let cases: [(u64, &[Raw], &str); 4] = [
        (4, &[(4, R_ALIGN, None, 4)], "R_RISCV_ALIGN asks for 8 bytes in a section that is aligned to 4"),
        (8, &[(4, R_ALIGN, None, 8)], "the padding of R_RISCV_ALIGN does not lie in the section"),
        (8, &[(4, R_ALIGN, None, -1)], "R_RISCV_ALIGN has an addend that is no number of bytes"),
        (
            16,
            &[(0, R_ALIGN, None, 4), (2, R_ALIGN, None, 2)],
            "the padding of R_RISCV_ALIGN does not lie in the section",
        ),
    ];
    for (align, relocations, message) in cases {
        let text = refused(Xlen::Rv64, &[raw(align, &data, &[("_start", 0, 0)], relocations)]);
        assert!(text.starts_with("raw.o: section `.text`+") && text.ends_with(message), "{text}");
    }
}

#[test]
fn lower_parts_take_the_value_of_their_upper_part() {
    let text = "\t.global _start\n_start:\tnop\n\tla a0, there+4\n\tlw a1, there\n\tsw a1, there, t0\n\tlga a2, there\n\t.data\n\t.space 0xffc\nthere:\t.word 1, 2\n";
    for xlen in Xlen::ALL {
        let program = linked(xlen, &[object(xlen, "test.s", text)]);
        let there = address(&program, "there");
        let code = &program.segments[0].data;
        let word = |at: usize| u32::from_le_bytes(code[at..at + 4].try_into().expect("four bytes"));
        let value = |at: usize, store: bool| {
            let (high, low) = (word(at), word(at + 4));
            let low = if store { (low as i32 >> 25 << 5) | (low >> 7 & 31) as i32 } else { low as i32 >> 20 };
            (RAM + at as u64)
                .wrapping_add_signed(((high & 0xffff_f000) as i32).into())
                .wrapping_add_signed(low.into())
        };
        assert_eq!([value(4, false), value(12, false), value(20, true)], [there + 4, there, there]);
        assert_eq!(u64::from(word_at(&program, value(28, false))), there);
    }
}

#[test]
fn halves_without_each_other_are_refused() {
    let lone = "\t.global _start\n_start:\taddi a0,a0,%pcrel_lo(_start)\n";
    let text = refused(Xlen::Rv64, &[object(Xlen::Rv64, "lone.o", lone)]);
    assert_eq!(
        text,
        "lone.o(.text+0x0): R_RISCV_PCREL_LO12_I (24) against `_start`: the relocation goes with another one, which is missing"
    );
    let set = raw(4, &NOP, &[("_start", 0, 0)], &[(0, R_SET_ULEB128, Some(0), 0)]);
    assert!(refused(Xlen::Rv64, &[set]).contains("R_RISCV_SET_ULEB128 without R_RISCV_SUB_ULEB128"));
    let slot = raw(4, &NOP, &[("_start", 0, 0)], &[(0, R_GOT_HI20, Some(0), 4)]);
    assert!(refused(Xlen::Rv64, &[slot]).contains("a slot of the global offset table with an addend"));
}

#[test]
fn differences_of_leb128_keep_their_length() {
    let with = |first: u64, bytes: [u8; 4]| {
        let symbols = [("a", first, 0), ("_start", 0, 0)];
        raw(4, &bytes, &symbols, &[(0, R_SET_ULEB128, Some(0), 0x123), (0, R_SUB_ULEB128, Some(1), 0)])
    };
    let program = linked(Xlen::Rv64, &[with(4, [0x80, 0x80, 0x00, 0x55])]);
    assert_eq!(program.segments[0].data, [0xa7, 0x82, 0x00, 0x55]);
    let text = refused(Xlen::Rv64, &[with(4, [0x00, 0, 0, 0])]);
    assert_eq!(
        text,
        "raw.o(.text+0x0): R_RISCV_SUB_ULEB128 (61) against `_start`: value 0x127 (295) is outside 0..127"
    );
}

#[test]
fn objects_of_different_abis_do_not_link() {
    let with = |name: &str, flags: u32| {
        let label = if name == "a.o" { "\t.global _start\n_start:\tnop\n" } else { "\tnop\n" };
        ObjectFile { flags, ..object(Xlen::Rv64, name, label) }
    };
    let cases = [
        (
            0,
            flags::FLOAT_ABI_DOUBLE,
            "b.o: it is made for the double-float ABI, and `a.o` for the soft-float ABI",
        ),
        (
            flags::FLOAT_ABI_SINGLE,
            flags::FLOAT_ABI_QUAD,
            "b.o: it is made for the quad-float ABI, and `a.o` for the single-float ABI",
        ),
        (
            flags::RVE,
            flags::RVC,
            "b.o: it is made for an ABI for 32 registers, and `a.o` for the ABI for the base E, of 16 registers",
        ),
        (
            flags::RV64ILP32,
            0,
            "b.o: it is made for the usual width of pointers, and `a.o` for 32-bit pointers on RV64",
        ),
    ];
    for (one, other, message) in cases {
        assert_eq!(refused(Xlen::Rv64, &[with("a.o", one), with("b.o", other)]), message);
    }
    let both = linked(Xlen::Rv64, &[with("a.o", flags::RVC), with("b.o", flags::TSO)]);
    assert_eq!(both.flags, flags::RVC | flags::TSO);
    // An object without flags and code goes with all others.
    let data = ObjectFile { flags: 0, ..object(Xlen::Rv64, "b.o", "\t.data\n\t.word 1\n") };
    let data = ObjectFile {
        sections: data.sections.into_iter().filter(|section| section.flags & 4 == 0).collect(),
        symbols: Vec::new(),
        ..data
    };
    assert_eq!(
        linked(Xlen::Rv64, &[with("a.o", flags::FLOAT_ABI_DOUBLE), data]).flags,
        flags::FLOAT_ABI_DOUBLE
    );
}
