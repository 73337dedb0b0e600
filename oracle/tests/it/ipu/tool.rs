//! Expected output of an assembler and a linker for the IPU are to make of their input.

use crate::support::tool::{assert_distinguished, assert_sound, in_words, link, said};
use crosscall_model::Target;
use crosscall_model::tool::{Input, ToolPlan};

fn plan(input: Input) -> ToolPlan {
    crate::support::tool::plan(Target::Ipu, input)
}

fn assembled(text: &str) -> String {
    in_words(&plan(Input::Statement(text.to_owned())).expected)
}

/// A field of so many bytes, which were zero, with the value of a symbol.
fn linked(kind: u32, bytes: usize, value: u64, addend: i64) -> String {
    in_words(&plan(Input::Link(link(&vec![0; bytes], 0, kind, value, addend))).expected)
}

/// Statements with the bytes that public tests of the vendor's LLVM have for them.
const WORDS: &[(&str, &str)] = &[
    // llvm/test/MC/Colossus/assemble-ambiguous-aliases.s
    ("add $m0, $m0, 42", "2a 00 00 22"),
    ("addz $m0, $m0, 42", "2a 00 00 20"),
    ("add $m0, $m0, -42", "d6 ff 00 22"),
    ("add $m0, $m0, 65432", "98 ff 00 20"),
    ("cmpeq $m0, $m0, 42", "2a 00 00 28"),
    ("cmpeq $m0, $m0, 65432", "98 ff 00 26"),
    ("max $m0, $m0, 42", "2a 00 00 30"),
    ("minz $m0, $m0, 42", "2a 00 00 31"),
    ("sub $m0, 42, $m0", "2a 00 00 39"),
    ("subz $m0, 42, $m0", "2a 00 00 37"),
    // llvm/test/MC/Colossus/cmpult.s
    ("cmpult $m0, $m0, 65535", "ff ff 00 2a"),
    // reg-pairs.s, reg-quads.s
    ("st64 $a0:1, $m2, $m15, 0", "00 f0 20 5f"),
    ("st64 $ap15, $m2, 0", "e0 f0 20 5f"),
    ("ld128 $a12:15, $m0, $m0, $m0", "c5 08 00 4d"),
    ("ld2xst64pace $a4:7, $a0:1, $m2:3+=, $m4, 0", "00 28 44 56"),
    ("f32v2add $a0:1, $azeros, $a14:15", "03 e0 e0 58"),
    ("setzi $azero, 0", "00 00 f0 1a"),
    ("nop", "00 00 e0 19"),
    // lld/test/ELF/colossus-19-S2-reloc.s, where a number is that of an instruction
    ("bri 1", "01 00 80 40"),
    // sub_immediate.s: an addition
    ("sub $m0, $m0, 10", "f6 ff 00 22"),
    // assemble-inst-alias.s
    ("ldconst $m3, 0x12345678", "78 56 34 19 23 c1 33 42"),
    ("ldconst $m1, 0x12345", "45 23 11 19"),
    ("setzi $a0, 1.0h", "00 3c 00 1a"),
    ("{ add $m1, $m2, $m3 ; fnop }", "11 30 20 c4 00 00 d0 9a"),
    (".supervisor; run $m0, $m0, 4660; .worker", "34 02 01 14"),
];

#[test]
fn statements() {
    for (text, bytes) in WORDS {
        assert_eq!(assembled(text), *bytes, "{text}");
    }
    assert_sound(Target::Ipu);
}

#[test]
fn what_is_refused() {
    let refused = [
        // insn-bad.s, cmpult-invalid.s, imm-address-operands.s, memri_invalid.s
        "add $m16, $m1, $m2",
        "add $m1, $m2",
        "cmpult $m0, $m0, -1",
        "cmpult $m0, $m0, 65536",
        "bri -4",
        "bri 524288",
        "call $m0, 1048576",
        "ld32 $m0, $m1, $m2, 4096",
        "ld32 $m0, $m1, -1",
        "ld32 $m0, $m1, $m2, ABC",
        "sub $m0, $m0, 32768",
        "st64step $a1:2, $m0, $m1+=, $m2",
        "ld64a32 $a2:5, $m0++, $m1, $m2",
        "ldst64pace $a6:7, $a6:7, $m1:2+=, $m7, 0",
        "setzi $m0++, 1",
        "put $CTXT_STS, $m0",
        "or $m0, $m1, 4097",
    ];
    for text in refused {
        let said = said(Target::Ipu, Input::Statement(text.to_owned()));
        assert_eq!(said.into_iter().collect::<Vec<_>>(), ["refused"], "{text}");
    }
    assert_eq!(assembled("call $m0, 524288"), "00 00 08 18", "more than a symbol can give it");
    assert_eq!(assembled("cmpult $m0, $m1, $m16"), "open", "it may be a symbol");
}

#[test]
fn symbols() {
    assert_eq!(assembled("cmpult $m0, $m0, foo"), "00 00 00 2a relocation 2 at 0x0 for foo+0");
    assert_eq!(assembled("setzi $m0, foo+1"), "00 00 00 19 relocation 3 at 0x0 for foo+1");
    assert_eq!(assembled(".short (bar+4)@relative@16@s2"), "00 00 relocation 6 at 0x0 for bar+4");
    assert_eq!(assembled(".long (bar+4)@abs18@s2"), "00 00 00 00 relocation 7 at 0x0 for bar+4");
    assert_eq!(assembled(".long (bar+4)@abs19@s2"), "00 00 00 00 relocation 8 at 0x0 for bar+4");
}

/// The values of lld/test/ELF/colossus-*-reloc.s.
#[test]
fn addresses() {
    assert_eq!(linked(1, 1, 0xcc, 0), "cc");
    assert_eq!(linked(1, 1, 0x100, 0), "refused");
    assert_eq!(linked(1, 1, 0, -1), "refused");
    assert_eq!(linked(2, 2, 0, 0x1234), "34 12");
    assert_eq!(linked(3, 4, 0xf_ffff, 0), "ff ff 0f 00");
    assert_eq!(linked(4, 4, 0, 0x1234_5678), "78 56 34 12");
    assert_eq!(linked(5, 8, 0, 0x1_0000), "00 00 01 00 00 00 00 00");
    assert_eq!(linked(5, 8, 0, -1), "ff ff ff ff ff ff ff ff");
    assert_eq!(linked(8, 4, 0xf_fff4, 0), "fd ff 03 00");
    assert_eq!(linked(8, 4, 0x20_0000, 0), "refused");
    assert_eq!(linked(8, 4, 2, 0), "refused");
    assert_eq!(linked(17, 4, 0x7_ae40, 0), "40 ae 07 00");
    // From the beginning of memory, in a field of two pieces.
    assert_eq!(linked(9, 4, 0x4_c000, 0), "00 00 00 00");
    assert_eq!(linked(9, 4, 0x4_c000, 0x48d0), "34 02 01 00");
    assert_eq!(linked(9, 4, 0x4_c000, 0x3_fffc), "ff 0f 0f 00");
    assert_eq!(linked(9, 4, 0x4_c000, 0x4_0000), "refused");
    assert_eq!(linked(9, 4, 0x4_bffc, 0), "refused");
    assert_eq!(linked(6, 2, 0x4_c000, 8), "02 00");
    assert_eq!(linked(14, 2, 0x7_fff8, 0), "ff ff");
    assert_eq!(linked(15, 2, 0x18, 0), "refused");
    assert_eq!(linked(16, 2, 0x40, 0), "02 00");
    // Bits around a field stay.
    let word = 0x140f_0fffu32.to_le_bytes();
    let run = plan(Input::Link(link(&word, 0, 9, 0x4_c004, 0)));
    assert_eq!(in_words(&run.expected), "01 00 00 14");
}

/// The vendor's sources leave nothing to ask: no reading needs an input to show it.
#[test]
fn no_question_is_about_tools() {
    assert_distinguished(Target::Ipu, &[]);
}
