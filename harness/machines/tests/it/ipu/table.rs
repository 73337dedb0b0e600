//! Laws of the IPU instruction table: no word has two meanings, every bit has its place, decoding and
//! encoding are inverse to each other.

use std::collections::HashSet;

use crate::support::random::Random;
use crosscall_machines::ipu::decode::{DecodeError, decode, decode_word};
use crosscall_machines::ipu::encode;
use crosscall_machines::ipu::isa::{AUX, BUNDLED, Form, SOLO, forms};

#[test]
fn every_bit_is_fixed_or_in_one_operand() {
    for form in forms() {
        let mut covered = form.mask() | if form.is(SOLO) { 0 } else { BUNDLED };
        assert_eq!(form.value & !form.mask(), 0, "{form:?}");
        for operand in form.operands {
            assert_eq!(covered & operand.mask(), 0, "{form:?}: a bit is used twice");
            covered |= operand.mask();
        }
        assert_eq!(covered, u32::MAX, "{form:?}: a bit is not accounted for");
    }
}

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
fn what_decodes_encodes_back() {
    let mut random = Random(1);
    let mut accepted = 0;
    for form in forms() {
        for _ in 0..500 {
            let word = form.value | random.next() & !form.mask();
            if let Ok(instruction) = decode_word(word) {
                assert_eq!(encode(&instruction), Ok(word), "{instruction:?}");
                assert_eq!(instruction.bundled, word & BUNDLED != 0);
                accepted += 1;
            }
        }
    }
    for _ in 0..200_000 {
        let word = random.next();
        if let Ok(instruction) = decode_word(word) {
            assert_eq!(encode(&instruction), Ok(word), "{instruction:?}");
        }
    }
    assert!(accepted > 100_000, "{accepted}");
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
