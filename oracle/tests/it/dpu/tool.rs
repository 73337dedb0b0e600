//! Expected output of an assembler and a linker for the DPU are to make of their input.

use crate::support::tool::{assert_distinguished, assert_rows, assert_sound, said};
use crosscall_model::Target;
use crosscall_model::tool::Input;

#[test]
fn inputs_are_made_into_what_was_worked_out() {
    assert_rows(Target::Dpu, include_str!("tool.txt"));
    assert_sound(Target::Dpu);
}

#[test]
fn what_may_be_refused() {
    let said = |text: &str| said(Target::Dpu, Input::Statement(text.to_owned()));
    assert!(said("lw r0, r1, 0x800000").contains("refused"));
    assert!(said(".byte 256").contains("refused") && said(".byte 256").contains("00"));
}

#[test]
fn every_question_is_asked() {
    assert_distinguished(
        Target::Dpu,
        &[
            "or one, r1, r2",
            "lw r0, r1, 0x800000",
            ".byte -200",
            ".byte 1000",
            "link 128 at 0 in 00x8 to 0x80000100",
            "link 1 at 0 in 00x4 to 0x80000040",
            "link 1 at 0 in 00x4 to 0x8000040",
            "link 1 at 0 in 00x4 to 0xf0000040",
            "link 2 at 0 in 00x4 to 0x100",
        ],
    );
}
