//! Faults that show with special values alone: zero, minus one, numbers next to zero.

use super::pick;
use crate::edit::Action::{AfterCall, BeforeCall, Entry, Exit};
use crate::facts::Side::{Callee, Caller};
use crate::table::{Family, family, row};

pub(super) const EDITS: &[Family] = &[
    family(Callee, "argument with a special value", &["ARG-01"]).of(&[
        row("zero-argument-becomes-one", "a word that is passed first is 1 where it is 0")
            .does(Entry("mov r16,#1; sub r17,r0,#0; moveq r0,r16"))
            .when(pick::first_is_word),
        row("minus-one-argument-becomes-zero", "a word that is passed first is 0 where it is -1")
            .does(Entry("add r17,r0,#1; moveq r0,r17"))
            .when(pick::first_is_word),
        row(
            "zero-argument-hides-the-next",
            "of two words that are passed first the other is 0, too, where one is 0",
        )
        .does(Entry("sub r17,r0,#0; moveq r1,r0"))
        .when(pick::two_words),
    ]),
    family(Callee, "result with a special value", &["RET-02"]).of_one(
        row("minus-one-result-becomes-zero", "a result of a word is 0 where it is -1")
            .does(Exit("add r17,r0,#1; moveq r0,r17"))
            .when(pick::returns_word)
            .at("r0"),
    ),
    family(Caller, "argument with a special value", &["ARG-01"]).of_one(
        row("call-zero-argument-becomes-one", "a word that is passed first is 1 where it is 0")
            .does(BeforeCall("mov r16,#1; sub r17,r0,#0; moveq r0,r16"))
            .when(pick::first_is_word)
            .at("r0"),
    ),
    family(Caller, "result with a special value", &["RET-02"]).of_one(
        row("call-zero-result-becomes-one", "a result of a word is taken for 1 where it is 0")
            .does(AfterCall("mov r16,#1; sub r17,r0,#0; moveq r0,r16"))
            .when(pick::returns_word),
    ),
];
