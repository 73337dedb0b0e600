//! Values of expressions by the document: integers wrap around, that floating numbers are those of
//! IEEE 754, and what becomes of errors.

use super::ForwardCom;
use crate::abi::value::{Meaning, Op, Row, Values, row, value};
use crosscall_clauses::forwardcom::clause;
use crosscall_model::Scalar;
use crosscall_model::expression::{Domain, Operand, Shape};

const BITS: Shape = Shape::One(Scalar::UnsignedInt);
const SHORT_BITS: Shape = Shape::One(Scalar::UnsignedShort);
const WIDE_BITS: Shape = Shape::One(Scalar::UnsignedLongLong);
const INT: Shape = Shape::One(Scalar::Int);
const WIDE: Shape = Shape::One(Scalar::LongLong);
const HALF: Shape = Shape::One(Scalar::Half);
const FLOAT: Shape = Shape::One(Scalar::Float);
const DOUBLE: Shape = Shape::One(Scalar::Double);

const TWO_INTS: &[Operand] = &[value('a', INT, Domain::Any), value('b', INT, Domain::Any)];
const TWO_WIDE: &[Operand] = &[value('a', WIDE, Domain::Any), value('b', WIDE, Domain::Any)];
const TWO_FLOATS: &[Operand] = &[value('a', FLOAT, Domain::Short), value('b', FLOAT, Domain::Short)];
const TWO_DOUBLES: &[Operand] = &[value('a', DOUBLE, Domain::Short), value('b', DOUBLE, Domain::Short)];

/// Halves below the normal ones.
const SUBNORMAL: &[u64] = &[0x0002, 0x0020, 0x0124, 0x03fe, 0x8010, 0x82a8];
/// Halves by which these are multiplied without a remainder: 1, -1, 0.5 and 2.
const FACTORS: &[u64] = &[0x3c00, 0xbc00, 0x3800, 0x4000];
/// Infinity, as a float.
const INFINITY: &[u64] = &[0x7f80_0000];
/// Quiet NaNs with low payloads, and with high ones.
const LOW: &[u64] = &[0x7fc0_0001, 0x7fc0_0100, 0x7fc1_2345];
const HIGH: &[u64] = &[0x7fc4_0000, 0x7fd0_0001, 0x7fff_fffe];
/// The same as doubles and as halves. The low ones have a sign, which does not count.
const LOW_DOUBLE: &[u64] = &[0xfff8_0000_0000_0001, 0xfff8_0000_1234_5678, 0xfffb_ffff_ffff_ffff];
const HIGH_DOUBLE: &[u64] = &[0x7ffc_0000_0000_0000, 0x7ffd_0000_0000_0001, 0x7fff_ffff_ffff_fffe];
const LOW_HALF: &[u64] = &[0xfe01, 0xfe10, 0xfe9a];
const HIGH_HALF: &[u64] = &[0x7f00, 0x7f41, 0x7ffe];
const NAN_DOUBLE: &[u64] = &[0x7ff8_0000_0000_0001, 0x7ff8_0123_4567_89ab, 0x7fff_ffff_ffff_fffe];

#[rustfmt::skip]
static ROWS: &[Row] = &[
    // A sum without a sign wraps around by the language, and has the same bits.
    row("wrap-add", "{r} = {a} + {b};", TWO_INTS, INT, Meaning::Each(Op::Add, Scalar::UnsignedInt), &[clause::TYPE_04]),
    row("wrap-subtract", "{r} = {a} - {b};", TWO_INTS, INT,
        Meaning::Each(Op::Subtract, Scalar::UnsignedInt), &[clause::TYPE_04]),
    row("wrap-multiply", "{r} = {a} * {b};", TWO_WIDE, WIDE,
        Meaning::Each(Op::Multiply, Scalar::UnsignedLongLong), &[clause::TYPE_04]),
    row("add-float", "{r} = {a} + {b};", TWO_FLOATS, FLOAT, Meaning::Each(Op::Add, Scalar::Float), &[clause::TYPE_07]),
    row("multiply-double", "{r} = {a} * {b};", TWO_DOUBLES, DOUBLE,
        Meaning::Each(Op::Multiply, Scalar::Double), &[clause::TYPE_07]),
    row("half-subnormal", "{r} = {a} * {b};",
        &[value('a', HALF, Domain::Of(SUBNORMAL)), value('b', HALF, Domain::Of(FACTORS))], HALF,
        Meaning::Each(Op::Multiply, Scalar::Half), &[clause::TYPE_08]),
    row("no-difference", "float none = {a} - {b};\n\t{r} = none != none;",
        &[value('a', FLOAT, Domain::Of(INFINITY)), value('b', FLOAT, Domain::Of(INFINITY))], INT,
        Meaning::Always(1), &[clause::TYPE_10]),
    row("payload", "float sum = {a} + {b};\n\t{r} = *(unsigned int *)&sum;",
        &[value('a', FLOAT, Domain::Of(HIGH)), value('b', FLOAT, Domain::Short)], BITS,
        Meaning::Operand(0), &[clause::TYPE_12]),
    row("payload-double", "double product = {a} * {b};\n\t{r} = *(unsigned long long *)&product;",
        &[value('a', DOUBLE, Domain::Of(NAN_DOUBLE)), value('b', DOUBLE, Domain::Short)], WIDE_BITS,
        Meaning::Operand(0), &[clause::TYPE_12]),
    row("higher-payload-first", "float sum = {a} + {b};\n\t{r} = *(unsigned int *)&sum;",
        &[value('a', FLOAT, Domain::Of(HIGH)), value('b', FLOAT, Domain::Of(LOW))], BITS,
        Meaning::Operand(0), &[clause::TYPE_13]),
    row("higher-payload-second", "float sum = {a} + {b};\n\t{r} = *(unsigned int *)&sum;",
        &[value('a', FLOAT, Domain::Of(LOW)), value('b', FLOAT, Domain::Of(HIGH))], BITS,
        Meaning::Operand(1), &[clause::TYPE_13]),
    // Nothing is said of a NaN's sign.
    row("higher-payload-double", "double product = {a} * {b};\n\t{r} = *(unsigned long long *)&product & 0x7fffffffffffffff;",
        &[value('a', DOUBLE, Domain::Of(LOW_DOUBLE)), value('b', DOUBLE, Domain::Of(HIGH_DOUBLE))], WIDE_BITS,
        Meaning::Operand(1), &[clause::TYPE_13]),
    row("payload-half", "_Float16 sum = {a} + {b};\n\t{r} = *(unsigned short *)&sum;",
        &[value('a', HALF, Domain::Of(HIGH_HALF)), value('b', HALF, Domain::Of(FACTORS))], SHORT_BITS,
        Meaning::Operand(0), &[clause::TYPE_12]),
    row("higher-payload-half", "_Float16 sum = {a} + {b};\n\t{r} = *(unsigned short *)&sum & 0x7fff;",
        &[value('a', HALF, Domain::Of(LOW_HALF)), value('b', HALF, Domain::Of(HIGH_HALF))], SHORT_BITS,
        Meaning::Operand(1), &[clause::TYPE_13]),
];

impl Values for ForwardCom {
    fn tables(&self) -> &'static [&'static [Row]] {
        static TABLES: &[&[Row]] = &[ROWS];
        TABLES
    }
}
