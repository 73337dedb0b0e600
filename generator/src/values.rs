//! Distinguishable values: as long as there are enough bytes, none occurs twice in a case.
//!
//! Bytes 0x00 and 0xff, which extension produces, and the poison bytes 0xe0 to 0xef are never used. That leaves 238.
//! When they are used up, the least recently used one comes next. Signed and unsigned narrow integers have their top
//! bit set every other time, while there are bytes for it. Floating values are normal numbers.

use std::collections::VecDeque;

use crosscall_model::target::FloatFormat;
use crosscall_model::{EnumType, RecordKind, Scalar, Signature, Type, Value};

use crate::poison::is_poison;
use crate::widths::{Widths, mask};

/// Supply of bytes for values.
#[derive(Debug, Clone)]
pub struct ByteSupply {
    /// Bytes, the least recently used first.
    bytes: VecDeque<u8>,
    /// Number of bytes that were never used.
    fresh: usize,
    /// True if the next narrow integer has its top bit set.
    top_bit: bool,
    /// True if the next `_Bool` is true.
    truth: bool,
    /// Counter of enumerations and unions, for cycling through their constants and members.
    turn: usize,
}

impl ByteSupply {
    /// Supply that starts at a byte: two cases with different starts have different values.
    pub fn new(start: u8) -> ByteSupply {
        let mut bytes: VecDeque<u8> = (1..=0xfe).filter(|b| !is_poison(*b)).collect();
        let turns = usize::from(start) % bytes.len().max(1);
        bytes.rotate_left(turns);
        let fresh = bytes.len();
        ByteSupply { bytes, fresh, top_bit: true, truth: true, turn: usize::from(start) }
    }

    /// Takes the least recently used byte that fits, with unused bytes before used ones and preferred bytes before
    /// others.
    fn take(&mut self, fits: impl Fn(u8) -> bool, preferred: impl Fn(u8) -> bool) -> u8 {
        let fresh = || self.bytes.iter().take(self.fresh);
        let index = fresh()
            .position(|b| fits(*b) && preferred(*b))
            .or_else(|| fresh().position(|b| fits(*b)))
            .or_else(|| self.bytes.iter().position(|b| fits(*b) && preferred(*b)))
            .or_else(|| self.bytes.iter().position(|b| fits(*b)))
            .unwrap_or(0);
        self.fresh -= usize::from(index < self.fresh);
        let byte = self.bytes.remove(index).unwrap_or(0x11);
        self.bytes.push_back(byte);
        byte
    }

    /// Number of `bits` bits, least significant byte first; the last byte fits, and is preferred where there is a
    /// choice.
    fn number(&mut self, bits: u32, fits: impl Fn(u8) -> bool, preferred: impl Fn(u8) -> bool) -> u128 {
        let count = bits.clamp(1, 128).div_ceil(8);
        let mut value = 0;
        for i in 0..count {
            let last = i + 1 == count;
            let byte = self.take(|b| !last || fits(b), |b| !last || preferred(b));
            value |= u128::from(byte) << (8 * i);
        }
        value
    }

    fn integer(&mut self, bits: u32) -> u128 {
        if bits > 16 {
            return self.number(bits, |_| true, |_| true);
        }
        let top = if self.top_bit { 0x80 } else { 0 };
        self.top_bit = !self.top_bit;
        self.number(bits, |_| true, |b| b & 0x80 == top)
    }

    /// Value of a bit-field: not zero, with its top bit set every other time.
    fn bit_field(&mut self, bits: u32) -> u128 {
        let top = 1u128 << (bits.clamp(1, 128) - 1);
        let mut value = self.number(bits, |_| true, |_| true) & mask(bits);
        if bits > 1 {
            value = if self.top_bit { value | top } else { value & !top };
            self.top_bit = !self.top_bit;
        }
        if value == 0 { 1 } else { value }
    }

    fn truth(&mut self) -> u128 {
        self.truth = !self.truth;
        u128::from(!self.truth)
    }

    fn constant(&mut self, enumeration: &EnumType, bits: u32) -> u128 {
        self.turn += 1;
        let fitting: Vec<i64> =
            enumeration.constants.iter().copied().filter(|value| fits(*value, bits, enumeration)).collect();
        let index = self.turn % fitting.len().max(1);
        fitting.get(index).map_or(0, |value| constant(*value) & mask(bits))
    }

    /// Floating value: the exponent bits in the byte with the sign are neither all zeros nor all ones. A short exponent
    /// leaves bits of that byte to the fraction.
    fn floating(&mut self, bits: u32, format: FloatFormat) -> u128 {
        let exponent = 0x7f & 0x7fu8 << 7u32.saturating_sub(format.exponent_bits);
        let leading = u128::from(format.has_leading_bit) << format.fraction_bits;
        self.number(bits, |b| b & exponent != 0 && b & exponent != exponent, |_| true) | leading
    }
}

/// Bits of an enumeration's constant, with its sign above them.
pub(crate) fn constant(value: i64) -> u128 {
    i128::from(value).cast_unsigned()
}

/// True if a constant fits into a bit-field of this width.
pub(crate) fn fits(value: i64, bits: u32, enumeration: &EnumType) -> bool {
    let signed = enumeration.constants.iter().any(|v| *v < 0);
    let limit = 1i128 << if signed { bits.clamp(1, 64) - 1 } else { bits.min(64) };
    let low = if signed { -limit } else { 0 };
    (low..limit).contains(&i128::from(value))
}

/// Value of a type. Of a union, one named member is used, another one each time.
pub fn value(ty: &Type, widths: &Widths, supply: &mut ByteSupply) -> Value {
    match ty {
        Type::Scalar(scalar) | Type::Atomic(scalar) | Type::Aligned(scalar, _) => {
            Value::Bits(number(*scalar, widths, supply))
        }
        Type::BitInt(integer) => Value::Bits(match u32::from(integer.bits) {
            bits if bits.is_multiple_of(8) => supply.integer(bits),
            bits => supply.bit_field(bits),
        }),
        Type::Complex(_) | Type::Vector { .. } => {
            let (part, count) = ty.parts().unwrap_or((Scalar::Int, 0));
            Value::List((0..count).map(|_| value(part.as_type(), widths, supply)).collect())
        }
        Type::DataPointer | Type::FunctionPointer => Value::Bits(supply.integer(widths.pointer())),
        Type::Enum(enumeration) => Value::Bits(supply.constant(enumeration, widths.enumeration(enumeration))),
        Type::Array(elem, len) => Value::List((0..*len).map(|_| value(elem, widths, supply)).collect()),
        Type::Record(record) => {
            let mut named = record.members.iter().enumerate().filter(|(_, m)| m.named);
            if record.kind == RecordKind::Struct {
                return Value::List(
                    named.map(|(_, m)| member_value(&m.ty, m.bits, widths, supply)).collect(),
                );
            }
            let count = named.clone().count();
            supply.turn += 1;
            match named.nth(supply.turn % count.max(1)) {
                None => Value::List(Vec::new()),
                Some((i, m)) => Value::Member(i, Box::new(member_value(&m.ty, m.bits, widths, supply))),
            }
        }
    }
}

fn number(scalar: Scalar, widths: &Widths, supply: &mut ByteSupply) -> u128 {
    match scalar {
        Scalar::Bool => supply.truth(),
        scalar if scalar.is_floating() => {
            let bits = widths.scalar(scalar);
            supply.floating(bits, FloatFormat::of(scalar, bits))
        }
        // The number of bits that every possible width of `wchar_t` has.
        Scalar::WideChar => supply.integer(16),
        scalar => supply.integer(widths.scalar(scalar)),
    }
}

/// Value of a member: of its type, or of the width of the bit-field.
pub fn member_value(ty: &Type, bits: Option<u8>, widths: &Widths, supply: &mut ByteSupply) -> Value {
    match (bits, ty) {
        (None, ty) => value(ty, widths, supply),
        (Some(_), Type::Scalar(Scalar::Bool)) => Value::Bits(supply.truth()),
        (Some(bits), Type::Enum(enumeration)) => Value::Bits(supply.constant(enumeration, bits.into())),
        (Some(bits), _) => Value::Bits(supply.bit_field(bits.into())),
    }
}

/// Values for the arguments and the result of a signature.
pub fn fill(signature: &Signature, widths: &Widths, start: u8) -> (Vec<Value>, Option<Value>) {
    let mut supply = ByteSupply::new(start);
    let arguments = signature.arguments().map(|ty| value(ty, widths, &mut supply)).collect();
    let result = signature.result.as_ref().map(|ty| value(ty, widths, &mut supply));
    (arguments, result)
}
