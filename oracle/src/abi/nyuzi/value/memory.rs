//! Builtins that load and store lanes.

use super::{FLOATS, INT, INTS, MASK};
use crate::abi::value::{Meaning, Row, as_role, row, value};
use crosscall_clauses::nyuzi::{FloatGatherResult, FloatScatterValue, clause};
use crosscall_model::expression::{Domain, Operand, RESULT, Role, Shape};

/// Words in memory, more than a vector has lanes.
const WORDS: Shape = Shape::Array(24);

const SOURCE: Operand = as_role(Role::Memory, 'm', WORDS, Domain::Any);
const FROM: Operand = as_role(Role::Addresses('m'), 'p', INTS, Domain::Below(24));
const TARGET: Operand = as_role(Role::Memory, RESULT, WORDS, Domain::Any);
const TO: Operand = as_role(Role::Addresses(RESULT), 'p', INTS, Domain::Distinct(24));
const MASKED: Operand = value('k', MASK, Domain::Any);
const NEW_INTS: Operand = value('v', INTS, Domain::Any);
const NEW_FLOATS: Operand = value('v', FLOATS, Domain::Normal);

/// True if what a gather load for floats gives has lanes of `float` (NYUZI-LANG-25).
const HAS_FLOAT_LANES: Meaning = Meaning::Answer(|rules| rules.is(FloatGatherResult::FloatLanes).into());

#[rustfmt::skip]
pub(super) static ROWS: &[Row] = &[
    row("gather-ints", "{r} = __builtin_nyuzi_gather_loadi({p});", &[SOURCE, FROM], INTS,
        Meaning::Gather, &[clause::LANG_25]),
    // The type of the one for floats is a question of its own; only its bits count here.
    row("gather-floats", "{r} = (int_x16)__builtin_nyuzi_gather_loadf({p});", &[SOURCE, FROM], INTS,
        Meaning::Gather, &[clause::LANG_25]),
    row("type-of-gather-floats",
        "{r} = __builtin_types_compatible_p(__typeof__(__builtin_nyuzi_gather_loadf({p})[0]), float);",
        &[SOURCE, FROM], INT, HAS_FLOAT_LANES, &[clause::LANG_25]),
    row("type-of-gather-floats-masked",
        "{r} = __builtin_types_compatible_p(__typeof__(__builtin_nyuzi_gather_loadf_masked({p}, {k})[0]), float);",
        &[SOURCE, FROM, MASKED], INT, HAS_FLOAT_LANES, &[clause::LANG_25]),
    row("gather-ints-masked", "{r} = __builtin_nyuzi_gather_loadi_masked({p}, {k});", &[SOURCE, FROM, MASKED], INTS,
        Meaning::GatherMasked, &[clause::LANG_26]),
    row("gather-floats-masked", "{r} = (int_x16)__builtin_nyuzi_gather_loadf_masked({p}, {k});",
        &[SOURCE, FROM, MASKED], INTS, Meaning::GatherMasked, &[clause::LANG_26]),

    row("scatter-ints", "__builtin_nyuzi_scatter_storei({p}, {v});", &[TARGET, TO, NEW_INTS], WORDS,
        Meaning::Scatter, &[clause::LANG_27]),
    row("scatter-ints-masked", "__builtin_nyuzi_scatter_storei_masked({p}, {v}, {k});",
        &[TARGET, TO, NEW_INTS, MASKED], WORDS, Meaning::ScatterMasked, &[clause::LANG_27]),
    row("scatter-floats", "__builtin_nyuzi_scatter_storef({p}, {v});", &[TARGET, TO, NEW_FLOATS], WORDS,
        Meaning::Scatter, &[clause::LANG_27])
        .only_under(|rules| rules.is(FloatScatterValue::FloatLanes)),
    row("scatter-floats-from-ints", "__builtin_nyuzi_scatter_storef({p}, {v});", &[TARGET, TO, NEW_INTS], WORDS,
        Meaning::Scatter, &[clause::LANG_27])
        .only_under(|rules| rules.is(FloatScatterValue::IntLanes)),
    row("scatter-floats-masked", "__builtin_nyuzi_scatter_storef_masked({p}, {v}, {k});",
        &[TARGET, TO, NEW_FLOATS, MASKED], WORDS, Meaning::ScatterMasked, &[clause::LANG_27]),

    row("block-ints", "__builtin_nyuzi_block_storei_masked(&{r}, {v}, {k});",
        &[as_role(Role::Memory, RESULT, INTS, Domain::Any), NEW_INTS, MASKED], INTS, Meaning::Block, &[clause::LANG_28]),
    row("block-floats", "__builtin_nyuzi_block_storef_masked(&{r}, {v}, {k});",
        &[as_role(Role::Memory, RESULT, FLOATS, Domain::Normal), NEW_FLOATS, MASKED], FLOATS,
        Meaning::Block, &[clause::LANG_28]),
    // At a distance that a masked access has no room for; the sum is one of integers, and wraps.
    row("block-ints-far", "volatile unsigned long base = (unsigned long)&{r} - 0x1f00ul;\n\t\
        __builtin_nyuzi_block_storei_masked((int_x16 *)(base + 0x1f00ul), {v}, {k});",
        &[as_role(Role::Memory, RESULT, INTS, Domain::Any), NEW_INTS, MASKED], INTS, Meaning::Block, &[clause::LANG_28]),
    row("block-ints-below", "volatile unsigned long base = (unsigned long)&{r} + 0x1000ul;\n\t\
        __builtin_nyuzi_block_storei_masked((int_x16 *)(base - 0x1000ul), {v}, {k});",
        &[as_role(Role::Memory, RESULT, INTS, Domain::Any), NEW_INTS, MASKED], INTS, Meaning::Block, &[clause::LANG_28]),
    row("block-floats-far", "volatile unsigned long base = (unsigned long)&{r} - 0x1f00ul;\n\t\
        __builtin_nyuzi_block_storef_masked((float_x16 *)(base + 0x1f00ul), {v}, {k});",
        &[as_role(Role::Memory, RESULT, FLOATS, Domain::Normal), NEW_FLOATS, MASKED], FLOATS,
        Meaning::Block, &[clause::LANG_28]),
];
