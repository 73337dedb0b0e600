//! Operators on vectors, and on vectors and scalars.

use super::scalars::QUOTIENT;
use super::{FLOAT, FLOATS, INT, INTS, UNSIGNED, WORD};
use crate::abi::value::{Meaning, Op, Row, row, value};
use crosscall_clauses::nyuzi::clause;
use crosscall_model::Scalar::{Float, Int, UnsignedInt};
use crosscall_model::expression::{Domain, Operand};

const TWO_INTS: &[Operand] = &[value('a', INTS, Domain::Small), value('b', INTS, Domain::Small)];
const TWO_UNSIGNED: &[Operand] = &[value('a', UNSIGNED, Domain::Any), value('b', UNSIGNED, Domain::Any)];
const TWO_FLOATS: &[Operand] = &[value('a', FLOATS, Domain::Short), value('b', FLOATS, Domain::Short)];
const INTS_AND_ONE: &[Operand] = &[value('a', INTS, Domain::Small), value('b', INT, Domain::Small)];
const ONE_AND_INTS: &[Operand] = &[value('a', INT, Domain::Small), value('b', INTS, Domain::Small)];
const UNSIGNED_AND_ONE: &[Operand] = &[value('a', UNSIGNED, Domain::Any), value('b', WORD, Domain::Any)];
const FLOATS_AND_ONE: &[Operand] = &[value('a', FLOATS, Domain::Short), value('b', FLOAT, Domain::Short)];
const ONE_AND_FLOATS: &[Operand] = &[value('a', FLOAT, Domain::Short), value('b', FLOATS, Domain::Short)];

#[rustfmt::skip]
pub(super) static ROWS: &[Row] = &[
    row("add-ints", "{r} = {a} + {b};", TWO_INTS, INTS, Meaning::Each(Op::Add, Int), &[clause::LANG_08]),
    row("subtract-ints", "{r} = {a} - {b};", TWO_INTS, INTS, Meaning::Each(Op::Subtract, Int), &[clause::LANG_08]),
    row("multiply-ints", "{r} = {a} * {b};", TWO_INTS, INTS, Meaning::Each(Op::Multiply, Int), &[clause::LANG_08]),
    row("minus-ints", "{r} = -{a};", &[value('a', INTS, Domain::Small)], INTS,
        Meaning::Each(Op::Minus, Int), &[clause::LANG_08]),
    row("complement-ints", "{r} = ~{a};", &[value('a', INTS, Domain::Any)], INTS,
        Meaning::Each(Op::Complement, Int), &[clause::LANG_08]),
    row("right-ints", "{r} = {a} >> {b};", &[value('a', INTS, Domain::Any), value('b', INTS, Domain::Below(32))], INTS,
        Meaning::Each(Op::Right, Int), &[clause::LANG_08]),
    row("divide-ints", "{r} = {a} / {b};", &[value('a', INTS, Domain::Any), value('b', INTS, Domain::Positive)], INTS,
        Meaning::Each(Op::Divide, Int), &[clause::LANG_08, clause::CALL_02]),
    row("remainder-ints", "{r} = {a} % {b};", &[value('a', INTS, Domain::Any), value('b', INTS, Domain::Positive)], INTS,
        Meaning::Each(Op::Remainder, Int), &[clause::LANG_08, clause::CALL_02]),

    row("add-unsigned", "{r} = {a} + {b};", TWO_UNSIGNED, UNSIGNED, Meaning::Each(Op::Add, UnsignedInt), &[clause::LANG_08]),
    row("multiply-unsigned", "{r} = {a} * {b};", TWO_UNSIGNED, UNSIGNED,
        Meaning::Each(Op::Multiply, UnsignedInt), &[clause::LANG_08]),
    row("and-unsigned", "{r} = {a} & {b};", TWO_UNSIGNED, UNSIGNED, Meaning::Each(Op::And, UnsignedInt), &[clause::LANG_08]),
    row("or-unsigned", "{r} = {a} | {b};", TWO_UNSIGNED, UNSIGNED, Meaning::Each(Op::Or, UnsignedInt), &[clause::LANG_08]),
    row("xor-unsigned", "{r} = {a} ^ {b};", TWO_UNSIGNED, UNSIGNED,
        Meaning::Each(Op::ExclusiveOr, UnsignedInt), &[clause::LANG_08]),
    row("left-unsigned", "{r} = {a} << {b};",
        &[value('a', UNSIGNED, Domain::Any), value('b', UNSIGNED, Domain::Below(32))], UNSIGNED,
        Meaning::Each(Op::Left, UnsignedInt), &[clause::LANG_08]),
    row("right-unsigned", "{r} = {a} >> {b};",
        &[value('a', UNSIGNED, Domain::Any), value('b', UNSIGNED, Domain::Below(32))], UNSIGNED,
        Meaning::Each(Op::Right, UnsignedInt), &[clause::LANG_08]),
    row("divide-unsigneds", "{r} = {a} / {b};",
        &[value('a', UNSIGNED, Domain::Any), value('b', UNSIGNED, Domain::Positive)], UNSIGNED,
        Meaning::Each(Op::Divide, UnsignedInt), &[clause::LANG_08, clause::CALL_02]),

    row("add-floats", "{r} = {a} + {b};", TWO_FLOATS, FLOATS, Meaning::Each(Op::Add, Float), &[clause::LANG_08]),
    row("subtract-floats", "{r} = {a} - {b};", TWO_FLOATS, FLOATS, Meaning::Each(Op::Subtract, Float), &[clause::LANG_08]),
    row("multiply-floats", "{r} = {a} * {b};", TWO_FLOATS, FLOATS, Meaning::Each(Op::Multiply, Float), &[clause::LANG_08]),
    row("minus-floats", "{r} = -{a};", &[value('a', FLOATS, Domain::Normal)], FLOATS,
        Meaning::Each(Op::Minus, Float), &[clause::LANG_08]),
    row("divide-floats", "{r} = {a} / {b};", &[value('a', FLOATS, Domain::Normal), value('b', FLOATS, Domain::Normal)],
        FLOATS, Meaning::Each(Op::Divide, Float), &[clause::LANG_08, clause::CALL_04]).within(QUOTIENT),

    row("add-ints-and-int", "{r} = {a} + {b};", INTS_AND_ONE, INTS, Meaning::Each(Op::Add, Int), &[clause::LANG_12]),
    row("subtract-int-from-ints", "{r} = {a} - {b};", INTS_AND_ONE, INTS,
        Meaning::Each(Op::Subtract, Int), &[clause::LANG_12]),
    row("subtract-ints-from-int", "{r} = {a} - {b};", ONE_AND_INTS, INTS,
        Meaning::Each(Op::Subtract, Int), &[clause::LANG_12]),
    row("multiply-int-and-ints", "{r} = {a} * {b};", ONE_AND_INTS, INTS,
        Meaning::Each(Op::Multiply, Int), &[clause::LANG_12]),
    row("and-unsigned-and-word", "{r} = {a} & {b};", UNSIGNED_AND_ONE, UNSIGNED,
        Meaning::Each(Op::And, UnsignedInt), &[clause::LANG_12]),
    row("right-unsigned-by-word", "{r} = {a} >> {b};",
        &[value('a', UNSIGNED, Domain::Any), value('b', WORD, Domain::Below(32))], UNSIGNED,
        Meaning::Each(Op::Right, UnsignedInt), &[clause::LANG_12]),
    row("multiply-floats-and-float", "{r} = {a} * {b};", FLOATS_AND_ONE, FLOATS,
        Meaning::Each(Op::Multiply, Float), &[clause::LANG_12]),
    row("subtract-floats-from-float", "{r} = {a} - {b};", ONE_AND_FLOATS, FLOATS,
        Meaning::Each(Op::Subtract, Float), &[clause::LANG_12]),

    // The result is a vector register, and so is one operand; the other one is a scalar register.
    row("assembly", "__asm__(\"add_i %0, %1, %2\" : \"=v\" ({r}) : \"v\" ({a}), \"r\" ({b}));",
        INTS_AND_ONE, INTS, Meaning::Each(Op::Add, Int), &[clause::LANG_04]),
];
