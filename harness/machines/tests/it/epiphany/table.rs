//! Laws of the Epiphany instruction table beside those of all targets.

use super::vectors::TEXT;
use crate::laws::{Found, Row, Set};
use crosscall_machines::epiphany::decode::{decode_form, size_of};
use crosscall_machines::epiphany::encode;
use crosscall_machines::epiphany::isa::{FORMS, Form, Instruction};

/// The instruction set for the laws of all targets.
pub(crate) fn set() -> Set {
    let row = |form: &Form| Row {
        name: format!("{:?} of {}", form.op, form.size),
        value: form.value.into(),
        mask: form.mask.into(),
        operands: form.fields.iter().map(|field| field.insert(u32::MAX).into()).collect(),
        size: form.size.into(),
    };
    let find = |bytes: &[u8]| {
        let (found, form) = decode_form(bytes).ok()?;
        assert_eq!(found.size, form.size);
        let word = encode(&found).expect("it was decoded").into();
        Some(Found { row: format!("{:?} of {}", form.op, form.size), word, size: form.size.into() })
    };
    Set {
        target: "epiphany",
        rows: FORMS.iter().map(row).collect(),
        find,
        golden: include_str!("../../vectors/epiphany_encodings.txt"),
        vectors: TEXT,
        pieces: PIECES,
    }
}

/// Pieces of assembly that random texts are made of.
#[rustfmt::skip]
const PIECES: &[&str] = &[
    "r0", "r7", "r63", "r64", "sp", "lr", "config", "status",
    "mov ", "mov.l ", "movt ", "add ", "sub.s ", "ldr ", "strd.l ", "ldrb ", "b ", "beq ", "bl.l ", "jr ", "rts", "nop",
    "push {", "trap ", "lsl ", "movts ", "fadd ", "%low(", "%high(", "testset ",
];

#[test]
fn rows_are_sorted_and_agree_with_the_size_rule() {
    assert!(FORMS.is_sorted_by_key(|form| form.value & 15));
    for form in FORMS {
        assert_eq!(size_of(form.value as u8), usize::from(form.size), "{form:?}");
    }
}

#[test]
fn a_decoded_instruction_is_small() {
    assert!(size_of_val(&Instruction::new(FORMS[0].op, 2)) <= 16);
}
