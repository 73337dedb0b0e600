//! Scalars: what the table of types, and the words on division and `double`, mean for values.

use super::{FLOAT, INT, WORD};
use crate::abi::value::{Meaning, Op, Row, row, value};
use crosscall_clauses::nyuzi::clause;
use crosscall_model::Scalar;
use crosscall_model::expression::{Domain, Operand, Shape};

const LONG: Shape = Shape::One(Scalar::UnsignedLong);
const WIDE: Shape = Shape::One(Scalar::LongLong);
const WIDE_WORD: Shape = Shape::One(Scalar::UnsignedLongLong);
const DOUBLE: Shape = Shape::One(Scalar::Double);

/// Tolerance of a quotient, as a power of two of the exact one (NYUZI-CALL-04). The document gives no bound; two
/// steps of Newton and Raphson double the digits of an estimate twice, which leaves an estimate of 6 binary digits,
/// the least that makes two steps enough for a float, with all 24 but for a few roundings.
pub(super) const QUOTIENT: i32 = -20;

/// 2 to the 24th and 1, as singles: their sum is no single.
const LARGE: &[u64] = &[0x4b80_0000];
const ONE: &[u64] = &[0x3f80_0000];

/// The same in whatever format a `long double` has: the sum is worked out from integers.
const LARGE_WHOLE: &[u64] = &[1 << 24];

const TWO_WORDS: &[Operand] = &[value('a', WORD, Domain::Any), value('b', WORD, Domain::Any)];
const TWO_WIDE: &[Operand] = &[value('a', WIDE_WORD, Domain::Any), value('b', WIDE_WORD, Domain::Any)];

#[rustfmt::skip]
pub(super) static ROWS: &[Row] = &[
    row("macro", "#ifdef __NYUZI__\n\t{r} = 1;\n#else\n\t{r} = 0;\n#endif", &[], INT,
        Meaning::Always(1), &[clause::LANG_01]),

    row("int-from-char", "{r} = (char){a};", &[value('a', INT, Domain::Any)], INT,
        Meaning::Through(Scalar::Char), &[clause::TYPE_01]),
    row("int-from-signed-char", "{r} = (signed char){a};", &[value('a', INT, Domain::Any)], INT,
        Meaning::Through(Scalar::SignedChar), &[clause::TYPE_01]),
    row("int-from-unsigned-char", "{r} = (unsigned char){a};", &[value('a', INT, Domain::Any)], INT,
        Meaning::Through(Scalar::UnsignedChar), &[clause::TYPE_01]),
    row("int-from-short", "{r} = (short){a};", &[value('a', INT, Domain::Any)], INT,
        Meaning::Through(Scalar::Short), &[clause::TYPE_02]),
    row("int-from-unsigned-short", "{r} = (unsigned short){a};", &[value('a', INT, Domain::Any)], INT,
        Meaning::Through(Scalar::UnsignedShort), &[clause::TYPE_02]),
    row("wide-from-int-product", "{r} = {a} * {b};", TWO_WORDS, WIDE_WORD,
        Meaning::Each(Op::Multiply, Scalar::UnsignedInt), &[clause::TYPE_03]),
    row("wide-from-long-sum", "{r} = {a} + {b};", &[value('a', LONG, Domain::Any), value('b', LONG, Domain::Any)],
        WIDE_WORD, Meaning::Each(Op::Add, Scalar::UnsignedLong), &[clause::TYPE_04]),

    row("wide-add", "{r} = {a} + {b};", TWO_WIDE, WIDE_WORD,
        Meaning::Each(Op::Add, Scalar::UnsignedLongLong), &[clause::TYPE_05]),
    row("wide-subtract", "{r} = {a} - {b};", TWO_WIDE, WIDE_WORD,
        Meaning::Each(Op::Subtract, Scalar::UnsignedLongLong), &[clause::TYPE_05]),
    row("wide-multiply", "{r} = {a} * {b};", TWO_WIDE, WIDE_WORD,
        Meaning::Each(Op::Multiply, Scalar::UnsignedLongLong), &[clause::TYPE_05]),
    row("wide-left", "{r} = {a} << {b};", &[value('a', WIDE_WORD, Domain::Any), value('b', INT, Domain::Below(64))],
        WIDE_WORD, Meaning::Each(Op::Left, Scalar::UnsignedLongLong), &[clause::TYPE_05]),
    row("wide-right", "{r} = {a} >> {b};", &[value('a', WIDE, Domain::Any), value('b', INT, Domain::Below(64))],
        WIDE, Meaning::Each(Op::Right, Scalar::LongLong), &[clause::TYPE_05]),

    row("divide-int", "{r} = {a} / {b};", &[value('a', INT, Domain::Any), value('b', INT, Domain::Positive)], INT,
        Meaning::Each(Op::Divide, Scalar::Int), &[clause::CALL_02]),
    row("remainder-int", "{r} = {a} % {b};", &[value('a', INT, Domain::Any), value('b', INT, Domain::Positive)], INT,
        Meaning::Each(Op::Remainder, Scalar::Int), &[clause::CALL_02]),
    row("divide-unsigned", "{r} = {a} / {b};", &[value('a', WORD, Domain::Any), value('b', WORD, Domain::Positive)],
        WORD, Meaning::Each(Op::Divide, Scalar::UnsignedInt), &[clause::CALL_02]),
    row("remainder-unsigned", "{r} = {a} % {b};", &[value('a', WORD, Domain::Any), value('b', WORD, Domain::Positive)],
        WORD, Meaning::Each(Op::Remainder, Scalar::UnsignedInt), &[clause::CALL_02]),

    row("add-float", "{r} = {a} + {b};", &[value('a', FLOAT, Domain::Short), value('b', FLOAT, Domain::Short)], FLOAT,
        Meaning::Each(Op::Add, Scalar::Float), &[clause::TYPE_07]),
    row("multiply-float", "{r} = {a} * {b};", &[value('a', FLOAT, Domain::Short), value('b', FLOAT, Domain::Short)],
        FLOAT, Meaning::Each(Op::Multiply, Scalar::Float), &[clause::TYPE_07]),
    row("divide-float", "{r} = {a} / {b};", &[value('a', FLOAT, Domain::Normal), value('b', FLOAT, Domain::Normal)],
        FLOAT, Meaning::Each(Op::Divide, Scalar::Float), &[clause::CALL_04]).within(QUOTIENT),
    row("int-from-float", "{r} = {a};", &[value('a', FLOAT, Domain::Fractions)], INT,
        Meaning::Each(Op::Itself, Scalar::Int), &[clause::TYPE_07]),
    row("unsigned-from-float", "{r} = {a};", &[value('a', FLOAT, Domain::PositiveFractions)], WORD,
        Meaning::Each(Op::Itself, Scalar::UnsignedInt), &[clause::TYPE_07]),
    row("float-from-int", "{r} = {a};", &[value('a', INT, Domain::Exact)], FLOAT,
        Meaning::Each(Op::Itself, Scalar::Float), &[clause::TYPE_07]),
    row("float-from-unsigned", "{r} = {a};", &[value('a', WORD, Domain::Exact)], FLOAT,
        Meaning::Each(Op::Itself, Scalar::Float), &[clause::TYPE_07]),
    row("add-double", "{r} = {a} + {b};", &[value('a', DOUBLE, Domain::Short), value('b', DOUBLE, Domain::Short)],
        DOUBLE, Meaning::Each(Op::Add, Scalar::Double), &[clause::TYPE_08, clause::TYPE_09]),
    // The sum has 25 significant bits, one more than a single; it is rounded to the even one.
    row("digits-of-double", "{r} = (int)({a} + {b});",
        &[value('a', DOUBLE, Domain::Of(LARGE)), value('b', DOUBLE, Domain::Of(ONE))], INT,
        Meaning::Each(Op::Add, Scalar::Double), &[clause::TYPE_09, clause::TYPE_08]),
    row("digits-of-long-double", "{r} = (int)((long double){a} + (long double){b});",
        &[value('a', INT, Domain::Of(LARGE_WHOLE)), value('b', INT, Domain::Of(&[1]))], INT,
        Meaning::Each(Op::Add, Scalar::LongDouble), &[clause::TYPE_09]),

    row("lowest-byte", "unsigned int whole = {a};\n\t{r} = *(unsigned char *)&whole;",
        &[value('a', WORD, Domain::Any)], WORD, Meaning::Byte(0), &[clause::TYPE_11]),
    row("highest-byte", "unsigned int whole = {a};\n\t{r} = ((unsigned char *)&whole)[3];",
        &[value('a', WORD, Domain::Any)], WORD, Meaning::Byte(3), &[clause::TYPE_11]),

    // NYUZI-LANG-24: the registers with these numbers hold what is written to them, and nothing depends on it.
    row("control-register", "__builtin_nyuzi_write_control_reg(11, {a});\n\t__builtin_nyuzi_write_control_reg(12, {b});\n\t\
        {r} = __builtin_nyuzi_read_control_reg(11);",
        &[value('a', INT, Domain::Any), value('b', INT, Domain::Any)], INT, Meaning::Operand(0), &[clause::LANG_24]),
];
