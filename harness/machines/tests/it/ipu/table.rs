//! Laws of the IPU instruction table beside those of all targets: no word has two meanings, lanes, what is no bundle.

use std::collections::HashSet;

use super::golden::ENCODINGS;
use super::vectors::TEXT;
use crate::laws::{Found, Row, Set};
use crosscall_machines::ipu::decode::{DecodeError, decode, decode_word};
use crosscall_machines::ipu::encode;
use crosscall_machines::ipu::isa::{AUX, BUNDLED, Form, SOLO, forms};

/// The instruction set for the laws of all targets.
pub(crate) fn set() -> Set {
    let row = |form: &Form| {
        let bundled = if form.is(SOLO) { 0 } else { BUNDLED };
        let operands = form.operands.iter().map(|operand| operand.mask()).chain([bundled]);
        Row {
            name: format!("{form:?}"),
            value: form.value.into(),
            mask: form.mask().into(),
            operands: operands.map(u64::from).collect(),
            size: 4,
        }
    };
    let find = |bytes: &[u8]| {
        let word = u32::from_le_bytes(*bytes.first_chunk()?);
        let found = decode_word(word).ok()?;
        assert_eq!(found.bundled, word & BUNDLED != 0);
        let word = encode(&found).expect("it was decoded").into();
        Some(Found { row: format!("{:?}", found.form), word, size: 4 })
    };
    Set {
        target: "ipu",
        rows: forms().map(row).collect(),
        find,
        golden: ENCODINGS,
        vectors: TEXT,
        pieces: PIECES,
    }
}

/// Pieces of assembly that random texts are made of.
#[rustfmt::skip]
const PIECES: &[&str] = &[
    "1.5h", "infh", "-infh", "1.",
    "$m0", "$m15", "$m16", "$a0", "$a7", "$a0:1", "$a4:7", "$m2:3", "$a1:2", "$a0:99999999999", "$ap7", "$aq3", "$azeros", "$sp", "$lr", ":BL", ":BU", ":B",
    "$PC", "$FP_CTL", "$CWEI_3_3", "$x",
    "add ", "addz ", "sub ", "mov ", "zero ", "nop", "fnop", "ldconst ", "ld32 ", "ld64step ", "st32 ", "stm32step ", "bri ", "brz ", "call ", "br ", "rpt ",
    "rpt 3, 1", "{ rpt 3, 1 ; fnop }", "{ nop ; fnop }", "put ", "get ", "exitz ", "run ", "f32add ", "f16v4add ", "f32v2tof16 ", "swap16 ", "movnz ",
    ".supervisor\n", ".worker\n", ".allow_invalid_operands\n", ".allow_invalid_repeat\n", ".allow_optimizations\n", ".warn_on_invalid_bundles\n",
    "@relative@16@s2", "@abs18@s2", "@abs@21",
];

#[test]
fn no_two_rows_share_a_word() {
    let all: Vec<&Form> = forms().collect();
    assert_eq!(all.len(), 348);
    for (index, a) in all.iter().enumerate() {
        for b in &all[..index] {
            let common = a.mask() & b.mask();
            assert_ne!(a.value & common, b.value & common, "{a:?} and {b:?}");
        }
    }
}

#[test]
fn names_and_operands_name_one_row() {
    let mut seen = HashSet::new();
    for form in forms() {
        let shape: Vec<_> = form.operands.iter().map(|operand| (operand.kind, operand.zeros)).collect();
        let width: u32 = form.operands.iter().map(|operand| operand.width()).sum();
        assert!(seen.insert((form.mnemonic, shape, width)), "{form:?}");
    }
}

#[test]
fn lanes_follow_the_register_files() {
    for form in forms() {
        let writes_a = form.operands.iter().any(|operand| operand.written && operand.kind.is_a());
        let reads_m = form.operands.iter().any(|operand| operand.kind.is_register() && !operand.kind.is_a());
        if form.is(AUX) {
            assert!(!reads_m, "{form:?}: the auxiliary lane does not see the M file");
        }
        if writes_a {
            assert!(form.needs_worker(), "{form:?}");
        }
    }
}

#[test]
fn short_and_broken_input_is_an_error() {
    let add = 0x4450_6041u32;
    let bundle = [(add | BUNDLED).to_le_bytes(), (0x1ad0_0000 | BUNDLED).to_le_bytes()].concat();
    assert!(decode(&bundle).is_ok());
    assert_eq!(decode(&bundle[..3]), Err(DecodeError::Truncated { needed: 4, given: 3 }));
    assert_eq!(decode(&bundle[..7]), Err(DecodeError::Truncated { needed: 8, given: 7 }));
    let mains = [(add | BUNDLED).to_le_bytes(), (add | BUNDLED).to_le_bytes()].concat();
    assert!(matches!(decode(&mains), Err(DecodeError::Bundle { .. })));
    let half = [(add | BUNDLED).to_le_bytes(), 0x1ad0_0000u32.to_le_bytes()].concat();
    assert!(matches!(decode(&half), Err(DecodeError::Bundle { .. })));
    // `exitz` is never bundled.
    assert!(decode_word(0x43f0_4000).is_ok());
    assert_eq!(decode_word(0xc3f0_4000), Err(DecodeError::Unknown { word: 0xc3f0_4000 }));
}
