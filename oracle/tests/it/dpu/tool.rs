//! Expected output of an assembler and a linker for the DPU are to make of their input.

use crate::support::tool::{assert_distinguished, assert_sound, in_words, link};
use crosscall_model::Target;
use crosscall_model::tool::{Input, ToolPlan};
use std::collections::BTreeSet;

fn plan(input: Input) -> ToolPlan {
    crate::support::tool::plan(Target::Dpu, input)
}

fn said(text: &str) -> BTreeSet<String> {
    crate::support::tool::said(Target::Dpu, Input::Statement(text.to_owned()))
}

/// Statements with their words, as the vendor's objects and tables have them.
const WORDS: &[(&str, u64)] = &[
    ("nop", 0x7c63_0000_0000),
    ("jump r23", 0x8c5f_0000_0000),
    ("call r23, r1", 0x8b87_0000_0000),
    ("move r0, 0x18", 0x6063_0081_0000),
    ("move r16, 0x7ff00000", 0x6863_7f00_0f00),
    ("move r1, r0", 0x8083_b000_0000),
    ("movd d14, d6", 0x8760_200d_0000),
    ("ld d22, r22, -8", 0x7b5b_468f_ffff),
    ("sb r4, 0, r1", 0x7c10_4002_0000),
    ("sh r22, -96, r0", 0x7d58_4300_ffff),
    ("lw r0, r22, -24", 0x705b_448e_ffff),
    ("lbu r1, r15, 0", 0x70bf_4000_0000),
    ("lhs r0, r22, -96", 0x705b_430a_ffff),
    ("lhu r2, r22, -96", 0x715b_420a_ffff),
    ("lw !big, r1, r2, 4", 0x708b_4c40_0000),
    ("add r22, r22, 16", 0x0b5b_0001_0000),
    ("add r0, r1, r0", 0x0c04_00c0_0000),
    ("sub r0, r0, r22", 0x0c02_80cc_0000),
    ("or r1, r17, r19", 0x80c6_c0b6_0000),
    ("lsl r1, r1, 2", 0x8087_4024_0000),
    ("lsr r0, r19, 24", 0x804f_508c_0000),
];

#[test]
fn statements() {
    for (text, word) in WORDS {
        let bytes = crosscall_model::tool::hex(&word.to_le_bytes());
        assert_eq!(in_words(&plan(Input::Statement((*text).to_owned())).expected), bytes, "{text}");
    }
    assert_sound(Target::Dpu);
}

#[test]
fn what_is_refused() {
    let only = |text: &str| said(text).into_iter().collect::<Vec<_>>();
    assert_eq!(only("ld d3, r0, 0"), ["refused"]);
    assert_eq!(only("movd d2, one"), ["refused"]);
    assert_eq!(only("or one, r1, r2"), ["open", "refused"]);
    assert!(said("lw r0, r1, 0x800000").contains("refused"));
    assert!(said(".byte 256").contains("refused") && said(".byte 256").contains("00"));
}

/// The field of each memory's symbols, in data and in an instruction.
#[test]
fn addresses() {
    let data = |value, addend| in_words(&plan(Input::Link(link(&[0; 4], 0, 1, value, addend))).expected);
    assert_eq!(data(0x1234, 4), "38 12 00 00");
    assert_eq!(data(0x8000_0098, 0), "13 00 00 00", "the number of an instruction");
    assert_eq!(data(0x0800_0040, 8), "48 00 00 00", "without the offset of the memory");
    assert_eq!(data(0xf000_00c8, 0), "c8 00 00 00");
    // `call r23, printf`, with printf at 0x80000098.
    let call = 0x8be3_0000_0000u64.to_le_bytes();
    let linked = in_words(&plan(Input::Link(link(&call, 0, 138, 0x8000_0098, 0))).expected);
    assert_eq!(linked, crosscall_model::tool::hex(&0x8be3_0031_0000u64.to_le_bytes()));
}

#[test]
fn every_question_is_asked() {
    let statements = ["or one, r1, r2", "lw r0, r1, 0x800000", ".byte -200", ".byte 1000"];
    let statements = statements.map(|text| Input::Statement(text.to_owned()));
    let place = Input::Link(link(&[0; 8], 0, 128, 0x8000_0100, 0));
    let values = [(1, 0x8000_0040), (1, 0x0800_0040), (1, 0xf000_0040), (2, 0x100)];
    let links = values.map(|(kind, value)| Input::Link(link(&[0; 4], 0, kind, value, 0)));
    let inputs: Vec<Input> = statements.into_iter().chain([place]).chain(links).collect();
    assert_distinguished(Target::Dpu, &inputs);
}
