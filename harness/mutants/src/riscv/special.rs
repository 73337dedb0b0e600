//! Faults that show with special values alone: zero, minus one, minus zero, NaN, numbers next to zero.

use super::pick;
use super::rows::Part;
use super::rows::Scope::{Double, Every};
use crate::edit::Action::{AfterCall, BeforeCall, Entry, Exit};
use crate::facts::Side::{Callee, Caller};
use crate::table::{family, row};

/// Adds zero to fa0, which makes minus zero zero.
const ADD_ZERO: &str = "fcvt.d.w ft11,zero; fadd.d fa0,fa0,ft11";
/// Takes the greater one of fa0 and itself: every NaN becomes the same.
const CANONICAL: &str = "fmax.d fa0,fa0,fa0";

pub(super) const EDITS: &[Part] = &[
    (
        Every,
        family(Callee, "argument with a special value", &["ARG-01", "ARG-02"]).of(&[
            row("zero-argument-becomes-one", "an integer that is passed first is 1 where it is 0")
                .does(Entry("seqz {spare},a0; or a0,a0,{spare}"))
                .when(pick::first_is_integer),
            row("minus-one-argument-becomes-zero", "an integer that is passed first is 0 where it is -1")
                .does(Entry(
                    "addi {spare},a0,1; snez {spare},{spare}; neg {spare},{spare}; and a0,a0,{spare}",
                ))
                .when(pick::first_is_integer),
            row(
                "small-argument-changes",
                "an integer of 32 bits or more that is passed first changes where it is 1 to 127",
            )
            .does(Entry(
                "addi {spare},a0,-1; sltiu {spare},{spare},127; slli {spare},{spare},8; xor a0,a0,{spare}",
            ))
            .when(pick::first_is_long_or_int),
            row(
                "zero-argument-hides-the-next",
                "of two integers that are passed first the other is 0, too, where one is 0",
            )
            .does(Entry("snez {spare},a0; neg {spare},{spare}; and a1,a1,{spare}"))
            .when(pick::two_alike),
        ]),
    ),
    (
        Double,
        family(Callee, "real with a special value", &["ARG-41", "ARG-30"]).of(&[
            row("minus-zero-argument-becomes-zero", "a double that is passed first is 0.0 where it is -0.0")
                .does(Entry(ADD_ZERO))
                .when(pick::first_is_double_real),
            row(
                "nan-argument-becomes-another",
                "a double that is passed first is another NaN where it is NaN",
            )
            .does(Entry(CANONICAL))
            .when(pick::first_is_double_real),
        ]),
    ),
    (
        Every,
        family(Callee, "result with a special value", &["RET-02", "RET-01"]).of(&[
            row("minus-one-result-becomes-zero", "an integer result is 0 where it is -1")
                .does(Exit("addi {spare},a0,1; snez {spare},{spare}; neg {spare},{spare}; and a0,a0,{spare}"))
                .when(pick::returns_integer)
                .at("a0"),
            row("zero-result-becomes-256", "an integer result of 32 bits or more is 256 where it is 0")
                .does(Exit("seqz {spare},a0; slli {spare},{spare},8; or a0,a0,{spare}"))
                .when(pick::returns_long_or_int)
                .at("a0"),
        ]),
    ),
    (
        Double,
        family(Callee, "real result with a special value", &["RET-06", "RET-05"]).of_one(
            row("nan-result-becomes-another", "a result of type double is another NaN where it is NaN")
                .does(Exit(CANONICAL))
                .when(pick::returns_double_real)
                .at("fa0"),
        ),
    ),
    (
        Every,
        family(Caller, "argument with a special value", &["ARG-01", "ARG-02"]).of_one(
            row(
                "call-small-negative-changes",
                "an integer of 32 bits or more that is passed first changes where it is -128 to -2",
            )
            .does(BeforeCall(
                "addi {other},a0,128; sltiu {other},{other},127; slli {other},{other},8; xor a0,a0,{other}",
            ))
            .when(pick::first_is_long_or_int)
            .at("a0"),
        ),
    ),
    (
        Double,
        family(Caller, "real with a special value", &["ARG-41", "ARG-30"]).of_one(
            row("call-minus-zero-becomes-zero", "a double that is passed first is 0.0 where it is -0.0")
                .does(BeforeCall(ADD_ZERO))
                .when(pick::first_is_double_real)
                .at("fa0"),
        ),
    ),
    (
        Every,
        family(Caller, "result with a special value", &["RET-02", "RET-01"]).of_one(
            row(
                "call-zero-result-becomes-256",
                "an integer result of 32 bits or more is taken for 256 where it is 0",
            )
            .does(AfterCall("seqz {other},a0; slli {other},{other},8; or a0,a0,{other}"))
            .when(pick::returns_long_or_int),
        ),
    ),
];
