//! Builtins on masks and lanes.

use super::{FLOATS, INTS, MASK, UNSIGNED, WORD};
use crate::abi::value::{Meaning, Relation, Row, row, value};
use crosscall_clauses::nyuzi::clause;
use crosscall_model::Scalar::{Float, Int, UnsignedInt};
use crosscall_model::expression::{Domain, Operand};
use crosscall_model::plan::ClauseId;

const TWO_INTS: &[Operand] = &[value('a', INTS, Domain::Any), value('b', INTS, Domain::Any)];
const TWO_UNSIGNED: &[Operand] = &[value('a', UNSIGNED, Domain::Any), value('b', UNSIGNED, Domain::Any)];
const TWO_FLOATS: &[Operand] =
    &[value('a', FLOATS, Domain::Unordered), value('b', FLOATS, Domain::Unordered)];

/// A comparison that gives a mask.
const fn compare(
    name: &'static str,
    c: &'static str,
    operands: &'static [Operand],
    meaning: Meaning,
    clauses: &'static [ClauseId],
) -> Row {
    row(name, c, operands, MASK, meaning, clauses)
}

#[rustfmt::skip]
pub(super) static ROWS: &[Row] = &[
    // As 32 bits, as an example of the document has it: the upper ones are zero.
    row("upper-half-of-mask-of-ints", "unsigned int mask = __builtin_nyuzi_mask_cmpi_sgt({a}, {b});\n\t{r} = mask >> 16;",
        TWO_INTS, WORD, Meaning::Always(0), &[clause::LANG_18]),
    row("upper-half-of-mask-of-floats", "unsigned int mask = __builtin_nyuzi_mask_cmpf_gt({a}, {b});\n\t{r} = mask >> 16;",
        TWO_FLOATS, WORD, Meaning::Always(0), &[clause::LANG_18]),

    compare("mask-unsigned-greater", "{r} = __builtin_nyuzi_mask_cmpi_ugt({a}, {b});", TWO_UNSIGNED,
        Meaning::Mask(Relation::Greater, UnsignedInt), &[clause::LANG_29, clause::LANG_18]),
    compare("mask-unsigned-greater-or-equal", "{r} = __builtin_nyuzi_mask_cmpi_uge({a}, {b});", TWO_UNSIGNED,
        Meaning::Mask(Relation::GreaterOrEqual, UnsignedInt), &[clause::LANG_29, clause::LANG_18]),
    compare("mask-unsigned-less", "{r} = __builtin_nyuzi_mask_cmpi_ult({a}, {b});", TWO_UNSIGNED,
        Meaning::Mask(Relation::Less, UnsignedInt), &[clause::LANG_29, clause::LANG_18]),
    compare("mask-unsigned-less-or-equal", "{r} = __builtin_nyuzi_mask_cmpi_ule({a}, {b});", TWO_UNSIGNED,
        Meaning::Mask(Relation::LessOrEqual, UnsignedInt), &[clause::LANG_29, clause::LANG_18]),
    compare("mask-ints-equal", "{r} = __builtin_nyuzi_mask_cmpi_eq({a}, {b});", TWO_INTS,
        Meaning::Mask(Relation::Equal, Int), &[clause::LANG_29, clause::LANG_18]),
    compare("mask-ints-unequal", "{r} = __builtin_nyuzi_mask_cmpi_ne({a}, {b});", TWO_INTS,
        Meaning::Mask(Relation::Unequal, Int), &[clause::LANG_29, clause::LANG_18]),

    compare("mask-ints-greater", "{r} = __builtin_nyuzi_mask_cmpi_sgt({a}, {b});", TWO_INTS,
        Meaning::Mask(Relation::Greater, Int), &[clause::LANG_30, clause::LANG_18]),
    compare("mask-ints-greater-or-equal", "{r} = __builtin_nyuzi_mask_cmpi_sge({a}, {b});", TWO_INTS,
        Meaning::Mask(Relation::GreaterOrEqual, Int), &[clause::LANG_30, clause::LANG_18]),
    compare("mask-ints-less", "{r} = __builtin_nyuzi_mask_cmpi_slt({a}, {b});", TWO_INTS,
        Meaning::Mask(Relation::Less, Int), &[clause::LANG_30, clause::LANG_18]),
    compare("mask-ints-less-or-equal", "{r} = __builtin_nyuzi_mask_cmpi_sle({a}, {b});", TWO_INTS,
        Meaning::Mask(Relation::LessOrEqual, Int), &[clause::LANG_30, clause::LANG_18]),

    compare("mask-floats-greater", "{r} = __builtin_nyuzi_mask_cmpf_gt({a}, {b});", TWO_FLOATS,
        Meaning::Mask(Relation::Greater, Float), &[clause::LANG_31, clause::LANG_18]),
    compare("mask-floats-greater-or-equal", "{r} = __builtin_nyuzi_mask_cmpf_ge({a}, {b});", TWO_FLOATS,
        Meaning::Mask(Relation::GreaterOrEqual, Float), &[clause::LANG_31, clause::LANG_18]),
    compare("mask-floats-less", "{r} = __builtin_nyuzi_mask_cmpf_lt({a}, {b});", TWO_FLOATS,
        Meaning::Mask(Relation::Less, Float), &[clause::LANG_31, clause::LANG_18]),
    compare("mask-floats-less-or-equal", "{r} = __builtin_nyuzi_mask_cmpf_le({a}, {b});", TWO_FLOATS,
        Meaning::Mask(Relation::LessOrEqual, Float), &[clause::LANG_31, clause::LANG_18]),
    compare("mask-floats-equal", "{r} = __builtin_nyuzi_mask_cmpf_eq({a}, {b});", TWO_FLOATS,
        Meaning::Mask(Relation::Equal, Float), &[clause::LANG_31, clause::LANG_18]),
    compare("mask-floats-unequal", "{r} = __builtin_nyuzi_mask_cmpf_ne({a}, {b});", TWO_FLOATS,
        Meaning::Mask(Relation::Unequal, Float), &[clause::LANG_31, clause::LANG_18]),

    row("mix-ints", "{r} = __builtin_nyuzi_vector_mixi({m}, {a}, {b});",
        &[value('m', MASK, Domain::Any), value('a', INTS, Domain::Any), value('b', INTS, Domain::Any)], INTS,
        Meaning::Mix, &[clause::LANG_19]),
    row("mix-floats", "{r} = __builtin_nyuzi_vector_mixf({m}, {a}, {b});",
        &[value('m', MASK, Domain::Any), value('a', FLOATS, Domain::Normal), value('b', FLOATS, Domain::Normal)], FLOATS,
        Meaning::Mix, &[clause::LANG_19]),

    row("shuffle-ints", "{r} = __builtin_nyuzi_shufflei({a}, {i});",
        &[value('a', INTS, Domain::Any), value('i', INTS, Domain::Below(16))], INTS, Meaning::Shuffle, &[clause::LANG_21]),
    row("shuffle-floats", "{r} = __builtin_nyuzi_shufflef({a}, {i});",
        &[value('a', FLOATS, Domain::Normal), value('i', INTS, Domain::Below(16))], FLOATS,
        Meaning::Shuffle, &[clause::LANG_21]),
];
