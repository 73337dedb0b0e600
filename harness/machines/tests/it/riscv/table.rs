//! Laws of the RISC-V instruction tables: rows do not overlap, and decoding and encoding are inverse to each other.

use super::tools::words;
use crate::support::random::Random;
use crosscall_machines::riscv::decode::{decode, decode_short, decode_word, size_of};
use crosscall_machines::riscv::encode::encode_word;
use crosscall_machines::riscv::isa::{FORMS, Instruction, SHORTS};
use crosscall_machines::riscv::{Op, Xlen};

#[test]
fn every_bit_of_a_row_is_accounted_for() {
    for (place, form) in FORMS.iter().enumerate() {
        assert_eq!(form.op as usize, place, "{form:?}");
        assert_eq!(form.value & !form.mask, 0, "{form:?}");
        let mut covered = form.mask;
        for field in form.fields() {
            let bits = field.insert(u32::MAX);
            assert_eq!(covered & bits, 0, "{form:?}: a bit is used twice");
            covered |= bits;
        }
        assert_eq!(covered, u32::MAX, "{form:?}: a bit is not accounted for");
        assert_eq!(size_of(form.value as u8), 4, "{form:?}");
    }
    for short in SHORTS {
        assert_eq!(short.value & !short.mask, 0, "{short:?}");
        assert_eq!(size_of(short.value as u8), 2, "{short:?}");
        let mut covered = u64::from(short.mask) | short.imm.layout.mask();
        for register in [short.rd, short.rs1, short.rs2] {
            covered |= u64::from(register.bits(31));
        }
        assert_eq!(covered, 0xffff, "{short:?}: a bit is not accounted for");
    }
}

#[test]
fn no_word_has_two_rows() {
    for (i, form) in FORMS.iter().enumerate() {
        for other in &FORMS[..i] {
            let both = form.mask & other.mask;
            let apart = Xlen::ALL.iter().all(|xlen| !(form.widths.has(*xlen) && other.widths.has(*xlen)));
            assert!(apart || form.value & both != other.value & both, "{form:?} and {other:?}");
        }
    }
}

#[test]
fn every_halfword_that_decodes_encodes_back() {
    for xlen in Xlen::ALL {
        let mut accepted = 0;
        for word in 0..=u16::MAX {
            if size_of(word as u8) != 2 {
                assert_eq!(word & 3, 3);
                continue;
            }
            if let Some(instruction) = decode_short(word, xlen) {
                assert_eq!(encode_word(&instruction, xlen), Ok(word.into()), "{word:#x} {instruction:?}");
                accepted += 1;
            }
        }
        assert!(accepted > 35_000, "{accepted}");
    }
}

#[test]
fn random_words_of_every_form_encode_back() {
    let mut random = Random(1);
    for xlen in Xlen::ALL {
        let mut seen: Vec<Op> = Vec::new();
        for word in words(xlen, 1000, || random.next()) {
            if let Some(instruction) = decode_word(word, xlen) {
                assert_eq!(encode_word(&instruction, xlen), Ok(word), "{instruction:?}");
                seen.push(instruction.op);
            }
        }
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), FORMS.iter().filter(|form| form.widths.has(xlen)).count());
    }
}

#[test]
fn a_decoded_instruction_is_small() {
    assert!(size_of_val(&Instruction::new(Op::Add)) <= 16);
}

#[test]
fn short_input_is_an_error() {
    for bytes in [&[][..], &[0x13], &[0x13, 0, 0], &[0x01]] {
        assert!(decode(bytes, Xlen::Rv64).is_err());
    }
}
