//! Values of expressions, on which the document says no more than its table of types does.

use super::Epiphany;
use crate::abi::value::{Meaning, Op, Row, Values, row, value};
use crosscall_clauses::epiphany::clause;
use crosscall_model::Scalar;
use crosscall_model::expression::{Domain, Operand, Shape};

const INT: Shape = Shape::One(Scalar::Int);
const WORD: Shape = Shape::One(Scalar::UnsignedInt);
const LONG: Shape = Shape::One(Scalar::UnsignedLong);
const WIDE: Shape = Shape::One(Scalar::LongLong);
const WIDE_WORD: Shape = Shape::One(Scalar::UnsignedLongLong);
const FLOAT: Shape = Shape::One(Scalar::Float);
const DOUBLE: Shape = Shape::One(Scalar::Double);

const ANY_INT: &[Operand] = &[value('a', INT, Domain::Any)];
const TWO_WORDS: &[Operand] = &[value('a', WORD, Domain::Any), value('b', WORD, Domain::Any)];
const TWO_WIDE: &[Operand] = &[value('a', WIDE_WORD, Domain::Any), value('b', WIDE_WORD, Domain::Any)];

/// 2 to the 24th and 1, as doubles: their sum is no single.
const LARGE: &[u64] = &[0x4170_0000_0000_0000];
const ONE: &[u64] = &[0x3ff0_0000_0000_0000];

#[rustfmt::skip]
static ROWS: &[Row] = &[
    row("int-from-char", "{r} = (char){a};", ANY_INT, INT, Meaning::Through(Scalar::Char), &[clause::TYPE_05]),
    row("int-from-unsigned-char", "{r} = (unsigned char){a};", ANY_INT, INT,
        Meaning::Through(Scalar::UnsignedChar), &[clause::TYPE_06]),
    row("int-from-signed-char", "{r} = (signed char){a};", ANY_INT, INT,
        Meaning::Through(Scalar::SignedChar), &[clause::TYPE_07]),
    row("int-from-short", "{r} = (short){a};", ANY_INT, INT, Meaning::Through(Scalar::Short), &[clause::TYPE_08]),
    row("int-from-unsigned-short", "{r} = (unsigned short){a};", ANY_INT, INT,
        Meaning::Through(Scalar::UnsignedShort), &[clause::TYPE_09]),
    row("wide-from-int", "{r} = {a};", ANY_INT, WIDE, Meaning::Through(Scalar::Int), &[clause::TYPE_10]),
    row("wide-from-int-product", "{r} = {a} * {b};", TWO_WORDS, WIDE_WORD,
        Meaning::Each(Op::Multiply, Scalar::UnsignedInt), &[clause::TYPE_11]),
    row("wide-from-long-sum", "{r} = {a} + {b};", &[value('a', LONG, Domain::Any), value('b', LONG, Domain::Any)],
        WIDE_WORD, Meaning::Each(Op::Add, Scalar::UnsignedLong), &[clause::TYPE_13]),
    row("wide-add", "{r} = {a} + {b};", TWO_WIDE, WIDE_WORD,
        Meaning::Each(Op::Add, Scalar::UnsignedLongLong), &[clause::TYPE_15]),
    row("wide-subtract", "{r} = {a} - {b};", TWO_WIDE, WIDE_WORD,
        Meaning::Each(Op::Subtract, Scalar::UnsignedLongLong), &[clause::TYPE_15]),
    row("wide-multiply", "{r} = {a} * {b};", TWO_WIDE, WIDE_WORD,
        Meaning::Each(Op::Multiply, Scalar::UnsignedLongLong), &[clause::TYPE_15]),
    row("wide-left", "{r} = {a} << {b};", &[value('a', WIDE_WORD, Domain::Any), value('b', INT, Domain::Below(64))],
        WIDE_WORD, Meaning::Each(Op::Left, Scalar::UnsignedLongLong), &[clause::TYPE_15]),
    row("wide-right", "{r} = {a} >> {b};", &[value('a', WIDE, Domain::Any), value('b', INT, Domain::Below(64))], WIDE,
        Meaning::Each(Op::Right, Scalar::LongLong), &[clause::TYPE_14]),
    row("divide-int", "{r} = {a} / {b};", &[value('a', INT, Domain::Any), value('b', INT, Domain::Positive)], INT,
        Meaning::Each(Op::Divide, Scalar::Int), &[clause::TYPE_10]),
    row("remainder-unsigned", "{r} = {a} % {b};", &[value('a', WORD, Domain::Any), value('b', WORD, Domain::Positive)],
        WORD, Meaning::Each(Op::Remainder, Scalar::UnsignedInt), &[clause::TYPE_11]),
    row("add-float", "{r} = {a} + {b};", &[value('a', FLOAT, Domain::Short), value('b', FLOAT, Domain::Short)], FLOAT,
        Meaning::Each(Op::Add, Scalar::Float), &[clause::TYPE_16]),
    row("multiply-float", "{r} = {a} * {b};", &[value('a', FLOAT, Domain::Short), value('b', FLOAT, Domain::Short)],
        FLOAT, Meaning::Each(Op::Multiply, Scalar::Float), &[clause::TYPE_16]),
    row("int-from-float", "{r} = {a};", &[value('a', FLOAT, Domain::Fractions)], INT,
        Meaning::Each(Op::Itself, Scalar::Int), &[clause::TYPE_16]),
    row("float-from-int", "{r} = {a};", &[value('a', INT, Domain::Exact)], FLOAT,
        Meaning::Each(Op::Itself, Scalar::Float), &[clause::TYPE_16]),
    row("add-double", "{r} = {a} + {b};", &[value('a', DOUBLE, Domain::Short), value('b', DOUBLE, Domain::Short)],
        DOUBLE, Meaning::Each(Op::Add, Scalar::Double), &[clause::TYPE_17]),
    row("digits-of-double", "{r} = (int)({a} + {b});",
        &[value('a', DOUBLE, Domain::Of(LARGE)), value('b', DOUBLE, Domain::Of(ONE))], INT,
        Meaning::Each(Op::Add, Scalar::Double), &[clause::TYPE_17]),
    row("lowest-byte", "unsigned int whole = {a};\n\t{r} = *(unsigned char *)&whole;",
        &[value('a', WORD, Domain::Any)], WORD, Meaning::Byte(0), &[clause::TYPE_02, clause::TYPE_01]),
    row("highest-byte", "unsigned int whole = {a};\n\t{r} = ((unsigned char *)&whole)[3];",
        &[value('a', WORD, Domain::Any)], WORD, Meaning::Byte(3), &[clause::TYPE_02, clause::TYPE_01]),
];

impl Values for Epiphany {
    fn tables(&self) -> &'static [&'static [Row]] {
        static TABLES: &[&[Row]] = &[ROWS];
        TABLES
    }
}
