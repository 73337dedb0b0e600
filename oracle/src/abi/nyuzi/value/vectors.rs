//! Vectors of GNU C: lanes, lists, casts, conversions, comparisons.

use super::{FLOAT, FLOATS, INT, INTS, UNSIGNED, WORD};
use crate::abi::value::{Meaning, Op, Relation, Row, as_role, row, value};
use crosscall_clauses::nyuzi::clause;
use crosscall_model::Scalar::{Float, Int, UnsignedInt};
use crosscall_model::expression::{Domain, Operand, Role};

const FOUR_INTS: &[Operand] = &[
    value('a', INT, Domain::Any),
    value('b', INT, Domain::Any),
    value('c', INT, Domain::Any),
    value('d', INT, Domain::Any),
];
const FOUR_FLOATS: &[Operand] = &[
    value('a', FLOAT, Domain::Normal),
    value('b', FLOAT, Domain::Normal),
    value('c', FLOAT, Domain::Normal),
    value('d', FLOAT, Domain::Normal),
];
const TWO_INTS: &[Operand] = &[value('a', INTS, Domain::Any), value('b', INTS, Domain::Any)];
const TWO_UNSIGNED: &[Operand] = &[value('a', UNSIGNED, Domain::Any), value('b', UNSIGNED, Domain::Any)];
const TWO_FLOATS: &[Operand] =
    &[value('a', FLOATS, Domain::Unordered), value('b', FLOATS, Domain::Unordered)];

/// Each of the four in lanes of its own, no way of turning the list around gives the same one.
const PATTERN: &[usize] = &[0, 1, 2, 3, 3, 2, 1, 0, 0, 0, 1, 1, 2, 2, 3, 3];

#[rustfmt::skip]
pub(super) static ROWS: &[Row] = &[
    row("lane-of-ints", "{r} = {a}[{i}];", &[value('a', INTS, Domain::Any), value('i', INT, Domain::Below(16))], INT,
        Meaning::Get, &[clause::LANG_09]),
    row("lane-of-floats", "{r} = {a}[{i}];", &[value('a', FLOATS, Domain::Normal), value('i', INT, Domain::Below(16))],
        FLOAT, Meaning::Get, &[clause::LANG_09]),
    row("lane-of-ints-at-constant", "{r} = {a}[{i,}];",
        &[value('a', INTS, Domain::Any), as_role(Role::Constant, 'i', INT, Domain::Below(16))], INT,
        Meaning::Get, &[clause::LANG_09]),
    row("set-lane-of-ints", "int_x16 whole = {a};\n\twhole[{i}] = {b};\n\t{r} = whole;",
        &[value('a', INTS, Domain::Any), value('i', INT, Domain::Below(16)), value('b', INT, Domain::Any)], INTS,
        Meaning::Set, &[clause::LANG_09]),
    row("set-lane-of-floats", "float_x16 whole = {a};\n\twhole[{i}] = {b};\n\t{r} = whole;",
        &[value('a', FLOATS, Domain::Normal), value('i', INT, Domain::Below(16)), value('b', FLOAT, Domain::Normal)],
        FLOATS, Meaning::Set, &[clause::LANG_09]),
    row("set-lane-of-ints-at-constant", "int_x16 whole = {a};\n\twhole[{i,}] = {b};\n\t{r} = whole;",
        &[value('a', INTS, Domain::Any), as_role(Role::Constant, 'i', INT, Domain::Below(16)),
        value('b', INT, Domain::Any)], INTS,
        Meaning::Set, &[clause::LANG_09]),

    row("list-of-int-constants", "int_x16 whole = { {a,} };\n\t{r} = whole;",
        &[as_role(Role::Constant, 'a', INTS, Domain::Any)], INTS, Meaning::Bits, &[clause::LANG_10]),
    row("list-of-float-constants", "float_x16 whole = { {a,} };\n\t{r} = whole;",
        &[as_role(Role::Constant, 'a', FLOATS, Domain::Normal)], FLOATS, Meaning::Bits, &[clause::LANG_10]),
    row("list-of-ints",
        "int_x16 whole = { {a}, {b}, {c}, {d}, {d}, {c}, {b}, {a}, {a}, {a}, {b}, {b}, {c}, {c}, {d}, {d} };\n\t\
        {r} = whole;", FOUR_INTS, INTS, Meaning::List(PATTERN), &[clause::LANG_11, clause::LANG_10]),
    row("list-of-floats",
        "float_x16 whole = { {a}, {b}, {c}, {d}, {d}, {c}, {b}, {a}, {a}, {a}, {b}, {b}, {c}, {c}, {d}, {d} };\n\t\
        {r} = whole;", FOUR_FLOATS, FLOATS, Meaning::List(PATTERN), &[clause::LANG_11, clause::LANG_10]),

    row("spread-int", "{r} = (int_x16){a};", &[value('a', INT, Domain::Any)], INTS,
        Meaning::Each(Op::Itself, Int), &[clause::LANG_14]),
    row("spread-word", "{r} = (unsigned_x16){a};", &[value('a', WORD, Domain::Any)], UNSIGNED,
        Meaning::Each(Op::Itself, UnsignedInt), &[clause::LANG_14]),
    row("spread-float", "{r} = (float_x16){a};", &[value('a', FLOAT, Domain::Normal)], FLOATS,
        Meaning::Each(Op::Itself, Float), &[clause::LANG_14]),

    row("cast-ints-to-floats", "{r} = (float_x16){a};", &[value('a', INTS, Domain::Small)], FLOATS,
        Meaning::Bits, &[clause::LANG_15]),
    row("cast-unsigned-to-floats", "{r} = (float_x16){a};", &[value('a', UNSIGNED, Domain::Exact)], FLOATS,
        Meaning::Bits, &[clause::LANG_15]),
    row("cast-floats-to-ints", "{r} = (int_x16){a};", &[value('a', FLOATS, Domain::Fractions)], INTS,
        Meaning::Bits, &[clause::LANG_15]),
    row("cast-floats-to-unsigned", "{r} = (unsigned_x16){a};", &[value('a', FLOATS, Domain::PositiveFractions)],
        UNSIGNED, Meaning::Bits, &[clause::LANG_15]),
    row("cast-ints-to-unsigned", "{r} = (unsigned_x16){a};", &[value('a', INTS, Domain::Any)], UNSIGNED,
        Meaning::Bits, &[clause::LANG_15]),

    row("convert-ints-to-floats", "{r} = __builtin_convertvector({a}, float_x16);", &[value('a', INTS, Domain::Exact)],
        FLOATS, Meaning::Each(Op::Itself, Float), &[clause::LANG_16]),
    row("convert-unsigned-to-floats", "{r} = __builtin_convertvector({a}, float_x16);",
        &[value('a', UNSIGNED, Domain::Exact)], FLOATS, Meaning::Each(Op::Itself, Float), &[clause::LANG_16]),
    row("convert-floats-to-ints", "{r} = __builtin_convertvector({a}, int_x16);",
        &[value('a', FLOATS, Domain::Fractions)], INTS, Meaning::Each(Op::Itself, Int), &[clause::LANG_16]),
    row("convert-floats-to-unsigned", "{r} = __builtin_convertvector({a}, unsigned_x16);",
        &[value('a', FLOATS, Domain::PositiveFractions)], UNSIGNED,
        Meaning::Each(Op::Itself, UnsignedInt), &[clause::LANG_16]),

    row("ints-greater", "{r} = {a} > {b};", TWO_INTS, INTS, Meaning::Truths(Relation::Greater, Int), &[clause::LANG_17]),
    row("ints-greater-or-equal", "{r} = {a} >= {b};", TWO_INTS, INTS,
        Meaning::Truths(Relation::GreaterOrEqual, Int), &[clause::LANG_17]),
    row("ints-less", "{r} = {a} < {b};", TWO_INTS, INTS, Meaning::Truths(Relation::Less, Int), &[clause::LANG_17]),
    row("ints-less-or-equal", "{r} = {a} <= {b};", TWO_INTS, INTS,
        Meaning::Truths(Relation::LessOrEqual, Int), &[clause::LANG_17]),
    row("ints-equal", "{r} = {a} == {b};", TWO_INTS, INTS, Meaning::Truths(Relation::Equal, Int), &[clause::LANG_17]),
    row("ints-unequal", "{r} = {a} != {b};", TWO_INTS, INTS, Meaning::Truths(Relation::Unequal, Int), &[clause::LANG_17]),
    row("unsigned-greater", "{r} = (int_x16)({a} > {b});", TWO_UNSIGNED, INTS,
        Meaning::Truths(Relation::Greater, UnsignedInt), &[clause::LANG_17]),
    row("unsigned-less-or-equal", "{r} = (int_x16)({a} <= {b});", TWO_UNSIGNED, INTS,
        Meaning::Truths(Relation::LessOrEqual, UnsignedInt), &[clause::LANG_17]),
    row("floats-greater", "{r} = {a} > {b};", TWO_FLOATS, INTS,
        Meaning::Truths(Relation::Greater, Float), &[clause::LANG_17]),
    row("floats-less-or-equal", "{r} = {a} <= {b};", TWO_FLOATS, INTS,
        Meaning::Truths(Relation::LessOrEqual, Float), &[clause::LANG_17]),
    row("floats-equal", "{r} = {a} == {b};", TWO_FLOATS, INTS, Meaning::Truths(Relation::Equal, Float), &[clause::LANG_17]),
    row("floats-unequal", "{r} = {a} != {b};", TWO_FLOATS, INTS,
        Meaning::Truths(Relation::Unequal, Float), &[clause::LANG_17]),

    row("shuffle-constant-ints", "{r} = __builtin_shufflevector({a}, {b}, {i,});",
        &[value('a', INTS, Domain::Any), value('b', INTS, Domain::Any),
        as_role(Role::Constant, 'i', INTS, Domain::Below(32))], INTS, Meaning::ShuffleTwo, &[clause::LANG_22]),
    row("shuffle-constant-floats", "{r} = __builtin_shufflevector({a}, {b}, {i,});",
        &[value('a', FLOATS, Domain::Normal), value('b', FLOATS, Domain::Normal),
        as_role(Role::Constant, 'i', INTS, Domain::Below(32))], FLOATS, Meaning::ShuffleTwo, &[clause::LANG_22]),
    row("shuffle-constant-one", "{r} = __builtin_shufflevector({a}, {b}, {i,});",
        &[value('a', INTS, Domain::Any), value('b', INTS, Domain::Any),
        as_role(Role::Constant, 'i', INTS, Domain::Below(16))], INTS, Meaning::ShuffleTwo, &[clause::LANG_22]),
];
