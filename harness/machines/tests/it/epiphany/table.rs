//! Laws of the Epiphany instruction table: it is sorted, unambiguous, and decoding and encoding are
//! inverse to each other.

use crosscall_machines::epiphany::decode::{decode_form, size_of};
use crosscall_machines::epiphany::encode::encode_word;
use crosscall_machines::epiphany::isa::{FORMS, Instruction};

/// A small fixed random stream, the same on every host.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 32) as u32
    }
}

fn check(word: u32, size: u8) -> bool {
    match decode_form(&word.to_le_bytes()[..usize::from(size)]) {
        Ok((instruction, form)) => {
            assert_eq!(instruction.size, form.size);
            assert_eq!(encode_word(&instruction), Ok(word), "{instruction:?}");
            true
        }
        Err(_) => false,
    }
}

#[test]
fn rows_are_sorted_and_agree_with_the_size_rule() {
    assert!(FORMS.is_sorted_by_key(|form| form.value & 15));
    for form in FORMS {
        assert_eq!(size_of(form.value as u8), form.size, "{form:?}");
        assert_eq!(form.value & !form.mask, 0, "{form:?}");
        let mut covered = form.mask;
        for field in form.fields {
            let bits = field.insert(u32::MAX);
            assert_eq!(covered & bits, 0, "{form:?}: a bit is used twice");
            covered |= bits;
        }
        let all = if form.size == 2 { 0xffff } else { u32::MAX };
        assert_eq!(covered, all, "{form:?}: a bit is not accounted for");
    }
}

#[test]
fn operation_and_size_name_one_row() {
    for (i, form) in FORMS.iter().enumerate() {
        assert!(FORMS[..i].iter().all(|other| (other.op, other.size) != (form.op, form.size)));
    }
}

#[test]
fn every_halfword_that_decodes_encodes_back() {
    let accepted = (0..=0xffff).filter(|&word| size_of(word as u8) == 2 && check(word, 2)).count();
    assert!(accepted > 30_000, "{accepted}");
}

#[test]
fn random_words_of_every_form_encode_back() {
    let mut random = Random(1);
    for form in FORMS.iter().filter(|form| form.size == 4) {
        for _ in 0..2_000 {
            check(form.value | random.next() & !form.mask, 4);
        }
    }
    for _ in 0..200_000 {
        let word = random.next();
        let size = size_of(word as u8);
        check(if size == 2 { word & 0xffff } else { word }, size);
    }
}

#[test]
fn a_decoded_instruction_is_small() {
    assert!(size_of_val(&Instruction::new(FORMS[0].op, 2)) <= 16);
}

#[test]
fn short_input_is_an_error() {
    assert!(decode_form(&[]).is_err());
    assert!(decode_form(&[0x0b]).is_err());
    assert!(decode_form(&[0x0b, 0, 2]).is_err());
}
