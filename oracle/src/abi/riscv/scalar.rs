//! Sizes of the fundamental types (RISCV-TYPE), and of those of which the document says nothing.

use super::Riscv;
use crate::abi::data::{Basic, Scalars, Sign, least_for};
use crate::abi::rules::Rules;
use crosscall_model::names::riscv::{CharSign, Enumeration, PlainBitFieldSign, WideChar, clause};
use crosscall_model::{EnumType, Scalar};

/// Bytes of an `int`.
const INT: u64 = 4;

impl Riscv {
    /// A row of the tables. What is open stands as its first reading has it.
    fn row(&self, scalar: Scalar) -> Basic {
        use Sign::{PlainChar, Signed, Unsigned};
        let long = u64::from(self.xlen());
        match scalar {
            Scalar::Bool => Basic::integer(1, Unsigned, clause::TYPE_01),
            Scalar::Char => Basic::integer(1, PlainChar, clause::TYPE_02),
            Scalar::SignedChar => Basic::integer(1, Signed, clause::TYPE_02),
            Scalar::UnsignedChar => Basic::integer(1, Unsigned, clause::TYPE_02),
            Scalar::Short => Basic::integer(2, Signed, clause::TYPE_03),
            Scalar::UnsignedShort => Basic::integer(2, Unsigned, clause::TYPE_03),
            Scalar::Int => Basic::integer(INT, Signed, clause::TYPE_04),
            Scalar::UnsignedInt => Basic::integer(INT, Unsigned, clause::TYPE_04),
            Scalar::Long => Basic::integer(long, Signed, self.differences().long),
            Scalar::UnsignedLong => Basic::integer(long, Unsigned, self.differences().long),
            Scalar::LongLong => Basic::integer(8, Signed, clause::TYPE_07),
            Scalar::UnsignedLongLong => Basic::integer(8, Unsigned, clause::TYPE_07),
            Scalar::Half => Basic::floating(2, clause::TYPE_13),
            Scalar::Float => Basic::floating(4, clause::TYPE_14),
            Scalar::Double => Basic::floating(8, clause::TYPE_15),
            Scalar::LongDouble => Basic::floating(16, clause::TYPE_16),
            Scalar::Size => Basic::integer(long, Unsigned, clause::TYPE_33),
            Scalar::PointerDifference => Basic::integer(long, Signed, clause::TYPE_34),
            Scalar::WideChar => Basic::integer(INT, Signed, clause::S03),
        }
    }
}

impl Scalars for Riscv {
    fn scalar(&self, scalar: Scalar, rules: &mut Rules<'_>) -> Basic {
        match scalar {
            Scalar::WideChar => match rules.ask() {
                WideChar::UnsignedInt => Basic::integer(INT, Sign::Unsigned, clause::S03),
                WideChar::UnsignedShort => Basic::integer(2, Sign::Unsigned, clause::S03),
                WideChar::Int => self.row(scalar),
            },
            _ => self.row(scalar),
        }
    }

    fn pointer(&self, _to_function: bool) -> Basic {
        Basic::integer(self.xlen().into(), Sign::Unsigned, self.differences().pointer)
    }

    /// RISCV-S02. What needs more than 32 bits has 64 under every reading.
    fn enumeration(&self, e: &EnumType, rules: &mut Rules<'_>) -> Basic {
        let (sign, needed) = least_for(e);
        if needed > INT {
            return Basic::integer(needed, sign, clause::S02);
        }
        let fits_int = e.constants.iter().all(|constant| i32::try_from(*constant).is_ok());
        match rules.ask() {
            Enumeration::AlwaysInt if fits_int => Basic::integer(INT, Sign::Signed, clause::S02),
            Enumeration::AsNeeded => Basic::integer(needed, sign, clause::S02),
            Enumeration::UnsignedIntOrInt | Enumeration::AlwaysInt => Basic::integer(INT, sign, clause::S02),
        }
    }

    /// RISCV-TYPE-27.
    fn is_plain_char_signed(&self, rules: &mut Rules<'_>) -> bool {
        rules.is(CharSign::Signed)
    }

    /// RISCV-S04.
    fn is_plain_field_unsigned(&self, rules: &mut Rules<'_>) -> bool {
        rules.is(PlainBitFieldSign::Unsigned)
    }
}
