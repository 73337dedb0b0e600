//! Sizes and alignments: the list of types in 14.1, structures in 14.1.2, bit-fields in 14.1.3, and readings for the
//! rest.

use crosscall_model::names::ipu::HalfUpperBits;
use crosscall_model::{EnumType, Record, RecordKind, Scalar, Type};

use super::dialect::Dialect;
use crate::convention::{Convention, Layout};
use crate::fault::{FieldMistake, Mechanism};
use crate::laid::{Laid, is_plain};

/// Size of a value of 64 bits, in bytes.
const LARGE: u32 = 8;

impl Layout for Dialect {
    fn largest(&self) -> u64 {
        // A tile's memory is small, and programs have many cases.
        1 << 16
    }

    fn native(&self, ty: Scalar) -> Laid {
        let (size, signed) = match ty {
            Scalar::Bool | Scalar::UnsignedChar => (1, false),
            // TYPE-02
            Scalar::Char | Scalar::SignedChar => (1, true),
            Scalar::Short => (2, true),
            Scalar::UnsignedShort => (2, false),
            // ARG-09 has zeros above a half. Under other readings, the contents depend on the file of its register.
            Scalar::Half => (2, self.half_upper != HalfUpperBits::Zero),
            // TYPE-03
            Scalar::Int | Scalar::Long | Scalar::PointerDifference => (4, true),
            Scalar::UnsignedInt | Scalar::UnsignedLong | Scalar::Size | Scalar::Float => (4, false),
            // S03 wchar
            Scalar::WideChar => (4, self.wide_char_signed),
            Scalar::LongLong => (8, true),
            // TYPE-04: `long double` is `double`.
            Scalar::UnsignedLongLong | Scalar::Double | Scalar::LongDouble => (8, false),
        };
        // TYPE-01 double
        let double = matches!(ty, Scalar::Double | Scalar::LongDouble);
        let align = if double { self.double_align } else { size };
        Laid { align, ..Laid::native(ty, size, signed) }
    }

    fn pointer(&self, function: bool) -> Laid {
        match self.fault {
            Some(Mechanism::FunctionPointer(bytes)) if function => Laid::integer(bytes, false),
            // TYPE-06
            _ => Laid::integer(4, false),
        }
    }

    fn enumeration(&self, ty: &EnumType) -> Laid {
        if self.breaks(Mechanism::ShortEnums) {
            return Laid::enumeration(ty, 1);
        }
        // TYPE-05
        let fits = ty.constants.iter().all(|c| (-0x8000_0000..0x8000_0000).contains(c));
        Laid::integer(if fits || self.enums_are_ints { 4 } else { 8 }, true)
    }

    fn complex_align(&self, part: &Laid) -> u32 {
        part.align
    }

    fn vector_align(&self, _lane: &Laid, size: u32) -> u32 {
        // TYPE-01 vector
        if self.small_vector_align { size.min(LARGE) } else { size }
    }

    fn member_align(&self, _laid: &Laid, align: u32, _packed: bool) -> u32 {
        // LAYOUT-01
        align
    }

    fn pads(&self) -> bool {
        // LAYOUT-01
        true
    }

    fn record_align(&self, _record: &Record, align: u32, _bits: u64) -> u32 {
        // LAYOUT-02
        align
    }

    fn fields_cross(&self) -> bool {
        // LAYOUT-10
        self.mistakes(FieldMistake::Cross)
    }

    fn unnamed_fields_align(&self) -> bool {
        // LAYOUT-15
        !self.mistakes(FieldMistake::UnnamedAlign)
    }

    fn field_is_signed(&self, ty: &Type, laid: &Laid) -> bool {
        self.field_of_bits_is_signed(ty, laid, u8::try_from(8 * laid.size).unwrap_or(u8::MAX))
    }

    fn field_of_bits_is_signed(&self, ty: &Type, laid: &Laid, bits: u8) -> bool {
        // LAYOUT-08
        let Type::Enum(e) = ty else {
            return laid.is_signed() && !(is_plain(ty) && self.mistakes(FieldMistake::PlainUnsigned));
        };
        // LAYOUT-05
        if e.constants.iter().any(|c| *c < 0) {
            return !self.mistakes(FieldMistake::EnumUnsigned);
        }
        // LAYOUT-06: the greatest value of a signed bit-field of the width.
        let width = if self.enum_sign_by_type { 8 * laid.size } else { bits.into() };
        let most = (1i128 << width.saturating_sub(1)) - 1;
        let looked_at = if self.mistakes(FieldMistake::EnumFirst) { 1 } else { usize::MAX };
        // LAYOUT-07
        e.constants.iter().take(looked_at).all(|c| i128::from(*c) <= most)
            && !self.mistakes(FieldMistake::EnumPlainUnsigned)
    }

    fn aligns_record(&self, _laid: &Laid) -> bool {
        // LAYOUT-02
        true
    }

    fn empty_size(&self, _kind: RecordKind) -> u32 {
        // S07
        match self.fault {
            Some(Mechanism::EmptySize(bytes)) => bytes,
            _ => self.empty_size,
        }
    }
}

impl Dialect {
    fn mistakes(&self, mistake: FieldMistake) -> bool {
        self.breaks(Mechanism::BitField(mistake))
    }
}
