//! Sizes and alignments: the list of types in 14.1, structures in 14.1.2, bit-fields in 14.1.3, and readings for the
//! rest.

use crosscall_clauses::ipu as names;
use crosscall_model::{EnumType, Scalar, Type};

use super::Dialect;
use crate::convention::{Layout, RecordRules, is_signed_in_c};
use crate::fault::{FieldMistake, Mechanism};
use crate::laid::{Laid, is_plain};

/// Size of a value of 64 bits, in bytes.
const LARGE: u32 = 8;

impl Layout for Dialect {
    fn largest(&self) -> u64 {
        // A tile's memory is small, and programs have many cases.
        1 << 16
    }

    fn size(&self, ty: Scalar) -> u32 {
        match ty {
            Scalar::Bool | Scalar::Char | Scalar::SignedChar | Scalar::UnsignedChar => 1,
            Scalar::Short | Scalar::UnsignedShort | Scalar::Half | Scalar::BrainHalf => 2,
            Scalar::Int128 | Scalar::UnsignedInt128 => 16,
            // TYPE-04: `long double` is `double`.
            Scalar::LongLong | Scalar::UnsignedLongLong | Scalar::Double | Scalar::LongDouble => LARGE,
            // TYPE-03: `long` has 32 bits.
            _ => 4,
        }
    }

    fn is_signed(&self, ty: Scalar) -> bool {
        match ty {
            // TYPE-02: plain `char` is signed.
            Scalar::Char => true,
            // ARG-09 has zeros above a half. Under other readings, the contents depend on the file of its register.
            Scalar::Half => !self.is(names::HalfUpperBits::Zero),
            // S03 wchar: `wchar_t` is signed, or unsigned.
            Scalar::WideChar => self.is(names::WideChar::Signed),
            _ => is_signed_in_c(ty),
        }
    }

    fn native_align(&self, ty: Scalar, size: u32) -> u32 {
        // TYPE-01 double: a double is aligned to 8, or to 4.
        let double = matches!(ty, Scalar::Double | Scalar::LongDouble);
        if double && self.is(names::DoubleAlign::Four) { 4 } else { size }
    }

    fn pointer(&self, function: bool) -> u32 {
        match self.fault {
            Some(Mechanism::FunctionPointer(bytes)) if function => bytes,
            // TYPE-06: a pointer to a function is represented like one to data.
            _ => 4,
        }
    }

    fn enumeration(&self, ty: &EnumType) -> Laid {
        if self.breaks(Mechanism::ShortEnums) {
            return Laid::enumeration(ty, 1);
        }
        // TYPE-05: an enumeration is an int, or has 8 bytes where a constant needs them.
        let fits = ty.constants.iter().all(|c| (-0x8000_0000..0x8000_0000).contains(c));
        Laid::integer(if fits || self.is(names::LargeEnumeration::AlwaysInt) { 4 } else { LARGE }, true)
    }

    fn vector_align(&self, _lane: &Laid, size: u32) -> u32 {
        // TYPE-01 vector: a vector is aligned to its size, or to at most 8.
        if self.is(names::QuadVectorAlign::EightAtMost) { size.min(LARGE) } else { size }
    }

    fn field_is_signed(&self, ty: &Type, laid: &Laid, bits: u32) -> bool {
        // LAYOUT-08: other bit-fields are signed unless their type is declared unsigned.
        let Type::Enum(e) = ty else {
            return laid.is_signed() && !(is_plain(ty) && self.mistakes(FieldMistake::PlainUnsigned));
        };
        // LAYOUT-05: a bit-field of an enumeration with a negative constant is signed.
        if e.constants.iter().any(|c| *c < 0) {
            return !self.mistakes(FieldMistake::EnumUnsigned);
        }
        // LAYOUT-06: the greatest value of a signed bit-field of the width, or of the enumeration's type.
        let width = if self.is(names::EnumBitFieldSign::ByUnderlyingType) { 8 * laid.size } else { bits };
        let most = (1i128 << width.saturating_sub(1)) - 1;
        let looked_at = if self.mistakes(FieldMistake::EnumFirst) { 1 } else { usize::MAX };
        // LAYOUT-07: otherwise it is signed.
        e.constants.iter().take(looked_at).all(|c| i128::from(*c) <= most)
            && !self.mistakes(FieldMistake::EnumPlainUnsigned)
    }

    fn records(&self) -> RecordRules {
        RecordRules {
            // LAYOUT-10: a bit-field lies inside one aligned container of its declared type.
            fields_cross: self.mistakes(FieldMistake::Cross),
            // LAYOUT-15: bit-fields without a name align their structure, too.
            unnamed_fields_align: !self.mistakes(FieldMistake::UnnamedAlign),
            // S07 empty: an empty record has no bytes, or one.
            empty_size: match self.fault {
                Some(Mechanism::EmptySize(bytes)) => bytes,
                _ if self.is(names::EmptyRecordSize::One) => 1,
                _ => 0,
            },
            ..RecordRules::USUAL
        }
    }
}

impl Dialect {
    fn mistakes(&self, mistake: FieldMistake) -> bool {
        self.breaks(Mechanism::BitField(mistake))
    }
}
