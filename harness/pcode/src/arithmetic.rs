//! What operations make of their operands. Results of floating-point operations to nearest are those of the host's processor;
//! other rounding modes and the flags, of which p-code knows nothing, are those of the arithmetic in `crosscall-machines`.

use crate::operation::Whole;
use crosscall_machines::riscv::float::{self, Arithmetic, Format, Integer, Outcome, Relation};
use libsla::{BoolOp, FloatOp, IntOp, IntSign, OpCode};
use rustc_apfloat::Round;
use rustc_apfloat::ieee::{Double, Single};
use std::num::FpCategory;

/// The bits of a value of so many bytes.
#[inline(always)]
pub(crate) const fn mask(size: u8) -> u128 {
    if size >= 16 { u128::MAX } else { (1 << (8 * size as u32)) - 1 }
}

/// A value of so many bytes with its sign.
#[inline(always)]
pub(crate) const fn signed(value: u128, size: u8) -> i128 {
    let unused = 128 - 8 * size as u32;
    (value << unused) as i128 >> unused
}

/// The result of an operation on integers, with bits above it that do not count, by its operands and the sizes of the first of
/// them and of the result; `None` if no instruction needs the operation.
#[inline]
pub(crate) fn pure(code: OpCode, [a, b]: [u128; 2], [size, out]: [u8; 2]) -> Option<u128> {
    let (x, y) = (signed(a, size), signed(b, size));
    let bits = u128::from(size) * 8;
    Some(match code {
        OpCode::Copy | OpCode::Int(IntOp::Extension(IntSign::Unsigned)) => a,
        OpCode::Int(IntOp::Extension(IntSign::Signed)) => x as u128,
        OpCode::Subpiece => a >> (8 * (b & 15)),
        OpCode::Bool(BoolOp::Negate) => a ^ 1,
        OpCode::Piece => a << (8 * u32::from(out.saturating_sub(size).min(15))) | b,
        OpCode::Popcount => a.count_ones().into(),
        OpCode::LzCount => (a.leading_zeros() + 8 * u32::from(size)).saturating_sub(128).into(),
        OpCode::Int(work) => match work {
            IntOp::Carry(IntSign::Unsigned) => (a.wrapping_add(b) & mask(size) < a).into(),
            IntOp::Carry(IntSign::Signed) => {
                x.checked_add(y).is_none_or(|sum| signed(sum as u128, size) != sum).into()
            }
            IntOp::Borrow => x.checked_sub(y).is_none_or(|rest| signed(rest as u128, size) != rest).into(),
            IntOp::Add => a.wrapping_add(b),
            IntOp::Subtract => a.wrapping_sub(b),
            IntOp::Negate => a.wrapping_neg(),
            IntOp::Multiply => a.wrapping_mul(b),
            IntOp::Divide(IntSign::Unsigned) => a.checked_div(b).unwrap_or(u128::MAX),
            IntOp::Divide(IntSign::Signed) if b == 0 => u128::MAX,
            IntOp::Divide(IntSign::Signed) => x.wrapping_div(y) as u128,
            IntOp::Remainder(IntSign::Unsigned) => a.checked_rem(b).unwrap_or(a),
            IntOp::Remainder(IntSign::Signed) if b == 0 => a,
            IntOp::Remainder(IntSign::Signed) => x.wrapping_rem(y) as u128,
            IntOp::Equal => (a == b).into(),
            IntOp::NotEqual => (a != b).into(),
            IntOp::LessThan(IntSign::Unsigned) => (a < b).into(),
            IntOp::LessThan(IntSign::Signed) => (x < y).into(),
            IntOp::LessThanOrEqual(IntSign::Unsigned) => (a <= b).into(),
            IntOp::LessThanOrEqual(IntSign::Signed) => (x <= y).into(),
            IntOp::ShiftLeft if b >= bits => 0,
            IntOp::ShiftLeft => a << b,
            IntOp::ShiftRight(IntSign::Unsigned) if b >= bits => 0,
            IntOp::ShiftRight(IntSign::Unsigned) => a >> b,
            IntOp::ShiftRight(IntSign::Signed) => (x >> b.min(bits - 1)) as u128,
            IntOp::Bitwise(work) => bitwise(work, a, b),
            _ => return None,
        },
        OpCode::Bool(work) => bitwise(work, a, b),
        _ => return None,
    })
}

const fn bitwise(work: BoolOp, a: u128, b: u128) -> u128 {
    match work {
        BoolOp::Negate => !a,
        BoolOp::And => a & b,
        BoolOp::Or => a | b,
        BoolOp::Xor => a ^ b,
    }
}

/// True for the operations on floating-point numbers that instructions need.
pub(crate) const fn has(work: FloatOp) -> bool {
    !matches!(
        work,
        FloatOp::NotEqual | FloatOp::Truncate | FloatOp::Ceiling | FloatOp::Floor | FloatOp::Round
    )
}

/// The bits of a result, which are always the same for what is no number.
macro_rules! number {
    ($format:ident, $value:expr) => {{
        let value = $value;
        if value.is_nan() { <$format as rustc_apfloat::Float>::NAN.bits() } else { value.to_bits().into() }
    }};
}

/// Makes the functions for numbers of one format: by a single operation, and by an instruction as a whole.
macro_rules! formats {
    ($($name:ident $whole:ident $format:ident $host:ident $bits:ident;)*) => {
        $(fn $name(work: FloatOp, [a, b]: [u64; 2], round: Round) -> Outcome {
            let (x, y) = ($host::from_bits(a as $bits), $host::from_bits(b as $bits));
            let relation = |relation, holds: bool| (holds.into(), float::compare::<$format>(relation, a, b).1);
            let computed = |work, value: $host| {
                chosen(round, number!($format, value), float::arithmetic::<$format>(work, a, b, round))
            };
            let sign = 1 << ($bits::BITS - 1);
            match work {
                FloatOp::Add => computed(Arithmetic::Add, x + y),
                FloatOp::Subtract => computed(Arithmetic::Subtract, x - y),
                FloatOp::Multiply => computed(Arithmetic::Multiply, x * y),
                FloatOp::Divide => computed(Arithmetic::Divide, x / y),
                FloatOp::SquareRoot => {
                    chosen(round, number!($format, x.sqrt()), float::square_root::<$format>(a, round))
                }
                FloatOp::Equal => relation(Relation::Equal, x == y),
                FloatOp::LessThan => relation(Relation::Less, x < y),
                FloatOp::LessThanOrEqual => relation(Relation::LessOrEqual, x <= y),
                FloatOp::Negate => (a ^ sign, 0),
                FloatOp::AbsoluteValue => (a & !sign, 0),
                _ => (x.is_nan().into(), 0),
            }
        }

        fn $whole(work: Whole, [a, b, c]: [u64; 3], round: Round) -> Outcome {
            let [x, y, z] = [a, b, c].map(|bits| $host::from_bits(bits as $bits));
            match work {
                Whole::ToInteger(bits, is_signed) => {
                    let value = match (x.is_nan(), bits, is_signed) {
                        (true, 32, true) => i32::MAX as u64,
                        (true, 64, true) => i64::MAX as u64,
                        (true, ..) => u64::MAX,
                        (false, 32, true) => x as i32 as u64,
                        (false, 32, false) => x as u32 as i32 as u64,
                        (false, _, true) => x as i64 as u64,
                        (false, _, false) => x as u64,
                    };
                    let integer = Integer { bits: bits.into(), signed: is_signed };
                    let (other, raised) = float::to_integer::<$format>(a, integer, round);
                    let other = if bits == 32 { other as i32 as u64 } else { other };
                    (if round == Round::TowardZero { value } else { other }, raised)
                }
                Whole::Classify => {
                    let quiet = a >> ($host::MANTISSA_DIGITS - 2) & 1;
                    let place = match x.classify() {
                        FpCategory::Infinite => 0,
                        FpCategory::Normal => 1,
                        FpCategory::Subnormal => 2,
                        FpCategory::Zero => 3,
                        FpCategory::Nan => return (1 << (8 + quiet), 0),
                    };
                    (1 << if x.is_sign_negative() { place } else { 7 - place }, 0)
                }
                Whole::MultiplyAdd([product, sum]) => {
                    let fused = (if product { -x } else { x }).mul_add(y, if sum { -z } else { z });
                    let other = float::multiply_add::<$format>([a, b, c], [product, sum], round);
                    chosen(round, number!($format, fused), other)
                }
                Whole::Extreme(greater) => {
                    let raised = float::extreme::<$format>(a, b, greater).1;
                    let x_is_less = if x == y { x.is_sign_negative() } else { x < y };
                    let value = match (x.is_nan(), y.is_nan()) {
                        (false, true) => x,
                        (false, false) if x_is_less != greater => x,
                        _ => y,
                    };
                    (number!($format, value), raised)
                }
                _ => (a, 0),
            }
        })*
    };
}

formats! {
    single single_whole Single f32 u32;
    double double_whole Double f64 u64;
}

/// The outcome of an operation: the host's result to nearest, else the other one, whose flags always count.
fn chosen(round: Round, to_nearest: u64, (other, raised): Outcome) -> Outcome {
    (if round == Round::NearestTiesToEven { to_nearest } else { other }, raised)
}

/// The outcome of an operation on numbers, by its operands and the sizes of the first of them and of the result.
pub(crate) fn float(work: FloatOp, operands: [u128; 2], sizes: [u8; 2], round: Round) -> Outcome {
    let [a, b] = operands.map(|bits| bits as u64);
    let [a_size, size] = sizes;
    match work {
        FloatOp::IntToFloat => {
            let value = signed(operands[0], a_size);
            let integer = Integer { bits: 64, signed: i64::try_from(value).is_ok() };
            match size {
                4 => chosen(
                    round,
                    (value as f32).to_bits().into(),
                    float::from_integer::<Single>(value as u64, integer, round),
                ),
                _ => chosen(
                    round,
                    (value as f64).to_bits(),
                    float::from_integer::<Double>(value as u64, integer, round),
                ),
            }
        }
        FloatOp::FloatToFloat if a_size < size => {
            let value = f64::from(f32::from_bits(a as u32));
            chosen(round, number!(Double, value), float::convert::<Single, Double>(a, round))
        }
        FloatOp::FloatToFloat => {
            let value = f64::from_bits(a) as f32;
            chosen(round, number!(Single, value), float::convert::<Double, Single>(a, round))
        }
        _ if a_size == 4 => single(work, [a, b], round),
        _ => double(work, [a, b], round),
    }
}

/// The outcome of an instruction as a whole, by its operands and the size of the first one.
pub(crate) fn whole(work: Whole, operands: [u128; 3], size: u8, round: Round) -> Outcome {
    let operands = operands.map(|bits| bits as u64);
    match work {
        Whole::BitsOut => (signed(operands[0].into(), size) as u64, 0),
        _ if size == 4 => single_whole(work, operands, round),
        _ => double_whole(work, operands, round),
    }
}
