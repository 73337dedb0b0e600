//! Types with their layout, and the scalars of a value with their places.
//!
//! A target's layout rules make a [`Laid`]; everything here only traverses it.

use crosscall_model::{EnumType, Scalar, Type, Value};

/// Type laid out in memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Laid {
    /// Size in bytes.
    pub(crate) size: u32,
    /// Alignment in bytes, a power of two.
    pub(crate) align: u32,
    /// True if an attribute `aligned` of the type, or of something in it, asks for that.
    pub(crate) is_asked: bool,
    /// Structure of the contents.
    pub(crate) shape: Shape,
}

/// Contents of a type laid out in memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Shape {
    /// One scalar.
    Scalar {
        /// True if it is sign-extended to a wider integer.
        signed: bool,
        /// True if it is a floating type.
        floating: bool,
    },
    /// An integer of fewer bits than its bytes have, or of as many.
    BitInt {
        /// Width in bits.
        bits: u8,
        /// True if the bits above are copies of its sign, and not zeros.
        signed: bool,
        /// True if the bits above are left as they are.
        loose: bool,
    },
    /// Array: element and number of elements.
    Array(Box<Laid>, u32),
    /// Complex value.
    Complex {
        /// Layout of the real part, and of the imaginary part after it.
        part: Box<Laid>,
        /// Structure of the two parts.
        like: Box<Laid>,
    },
    /// Vector.
    Vector {
        /// Layout of a lane.
        lane: Box<Laid>,
        /// Number of lanes.
        lanes: u32,
        /// Structure of the lanes.
        like: Box<Laid>,
    },
    /// Structure.
    Struct(Vec<Place>),
    /// Union.
    Union(Vec<Place>),
}

/// Place of a member in its record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Place {
    /// Distance of the lowest bit from bit 0 of the record's first byte.
    pub(crate) bit_offset: u64,
    /// Width in bits, for a bit-field.
    pub(crate) field: Option<u8>,
    /// True if the highest bit of a bit-field is a sign.
    pub(crate) signed: bool,
    /// False for an unnamed bit-field.
    pub(crate) named: bool,
    /// True for a flexible array member, which is laid out as an array without elements.
    pub(crate) flexible: bool,
    /// Declared type.
    pub(crate) laid: Laid,
}

impl Place {
    /// Width of a bit-field in bits, and true if its highest bit is a sign.
    fn bits(&self) -> Option<(u8, bool)> {
        self.field.map(|width| (width, self.signed))
    }
}

/// Scalar inside a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct LeafPlace {
    /// Distance of the lowest bit from bit 0 of the value's first byte.
    pub(crate) bit_offset: u64,
    /// Width in bits.
    pub(crate) width: u32,
    /// True if it is a bit-field.
    pub(crate) field: bool,
    /// True if the highest bit of a bit-field is a sign.
    pub(crate) signed: bool,
    /// Its value, right aligned.
    pub(crate) value: u128,
}

impl Laid {
    /// Layout of an enumeration of at least `least` bytes, or of as many as its constants need.
    pub(crate) fn enumeration(ty: &EnumType, least: u32) -> Laid {
        let negative = ty.constants.iter().any(|c| *c < 0);
        let fits = |c: &i64, bits: u32| {
            if negative { (*c << (64 - bits)) >> (64 - bits) == *c } else { c >> (bits - 1) >> 1 == 0 }
        };
        let enough = |bytes: &u32| ty.constants.iter().all(|c| fits(c, 8 * bytes));
        let size = [1, 2, 4].into_iter().find(|bytes| *bytes >= least && enough(bytes));
        Laid::integer(size.unwrap_or(8), negative)
    }

    /// Layout of an integer that is aligned to its size.
    pub(crate) fn integer(size: u32, signed: bool) -> Laid {
        Laid { size, align: size, is_asked: false, shape: Shape::Scalar { signed, floating: false } }
    }

    /// Layout of a native type that is aligned to its size.
    pub(crate) fn native(ty: Scalar, size: u32, signed: bool) -> Laid {
        Laid {
            size,
            align: size,
            is_asked: false,
            shape: Shape::Scalar { signed, floating: ty.is_floating() },
        }
    }

    /// True for a structure or union.
    pub(crate) fn is_record(&self) -> bool {
        matches!(self.shape, Shape::Struct(_) | Shape::Union(_))
    }

    /// True for a type with parts: a record, a complex value or a vector.
    pub(crate) fn has_parts(&self) -> bool {
        self.is_record() || matches!(self.shape, Shape::Complex { .. } | Shape::Vector { .. })
    }

    /// True if no bit of it can belong to a value or to a bit-field.
    pub(crate) fn is_empty(&self) -> bool {
        match &self.shape {
            Shape::Scalar { .. } | Shape::BitInt { .. } => false,
            Shape::Complex { .. } | Shape::Vector { .. } => false,
            Shape::Array(elem, len) => *len == 0 || elem.is_empty(),
            Shape::Struct(members) | Shape::Union(members) => {
                members.iter().all(|m| m.field == Some(0) || (m.field.is_none() && m.laid.is_empty()))
            }
        }
    }

    /// True for a scalar that is sign-extended.
    pub(crate) fn is_signed(&self) -> bool {
        matches!(self.shape, Shape::Scalar { signed: true, .. } | Shape::BitInt { signed: true, .. })
    }

    /// True for a floating scalar.
    pub(crate) fn is_floating(&self) -> bool {
        matches!(self.shape, Shape::Scalar { floating: true, .. })
    }

    /// Scalars of a value in order of declaration, as `crosscall_model::leaf::leaves` lists them.
    pub(crate) fn leaves(&self, value: &Value) -> Vec<LeafPlace> {
        let mut found = Vec::new();
        self.walk(value, 0, None, &mut found);
        found
    }

    fn walk(&self, value: &Value, at: u64, field: Option<(u8, bool)>, found: &mut Vec<LeafPlace>) {
        match (&self.shape, value) {
            (Shape::Scalar { .. }, Value::Bits(bits)) => found.push(LeafPlace {
                bit_offset: at,
                width: field.map_or(self.size * 8, |(width, _)| width.into()),
                field: field.is_some(),
                signed: field.is_some_and(|(_, signed)| signed),
                value: *bits,
            }),
            // The bits above it are part of what is stored.
            (Shape::BitInt { bits, signed, loose }, Value::Bits(value)) => found.push(LeafPlace {
                bit_offset: at,
                width: self.size * 8,
                field: false,
                signed: false,
                value: extended(*value, *bits, *signed && !*loose),
            }),
            (
                Shape::Array(elem, _) | Shape::Complex { part: elem, .. } | Shape::Vector { lane: elem, .. },
                Value::List(items),
            ) => {
                let mut at = at;
                for item in items {
                    elem.walk(item, at, None, found);
                    at += u64::from(elem.size) * 8;
                }
            }
            (Shape::Struct(members), Value::List(items)) => {
                for (member, item) in members.iter().filter(|m| m.named).zip(items) {
                    member.laid.walk(item, at + member.bit_offset, member.bits(), found);
                }
            }
            (Shape::Union(members), Value::Member(index, inner)) => {
                if let Some(member) = members.get(*index) {
                    member.laid.walk(inner, at + member.bit_offset, member.bits(), found);
                }
            }
            _ => {}
        }
    }

    /// Bytes of a value in memory, least significant byte first; padding is zero.
    pub(crate) fn image(&self, value: &Value) -> Vec<u8> {
        let mut bytes = vec![0; self.size as usize];
        for leaf in self.leaves(value) {
            put(&mut bytes, &leaf);
        }
        bytes
    }
}

/// A value of so many bits with the bits above it.
fn extended(value: u128, bits: u8, signed: bool) -> u128 {
    let unused = 128 - u32::from(bits.clamp(1, 128));
    let top = value << unused;
    if signed { (top.cast_signed() >> unused).cast_unsigned() } else { top >> unused }
}

/// True for an integer type that is written with neither `signed` nor `unsigned`.
pub(crate) fn is_plain(ty: &Type) -> bool {
    use Scalar::{Char, Int, Long, LongLong, Short};
    matches!(ty, Type::Scalar(Char | Short | Int | Long | LongLong))
}

/// Writes a leaf into the bytes of the value; bits that would fall outside are dropped.
fn put(bytes: &mut [u8], leaf: &LeafPlace) {
    let shift = (leaf.bit_offset % 8) as u32;
    let first = usize::try_from(leaf.bit_offset / 8).unwrap_or(usize::MAX);
    let mask = u128::MAX.checked_shr(128 - leaf.width.min(128)).unwrap_or(0);
    let (mut mask, mut value) = (mask << shift, (leaf.value & mask) << shift);
    for byte in bytes.iter_mut().skip(first) {
        if mask == 0 {
            break;
        }
        *byte = (*byte & !(mask as u8)) | value as u8;
        mask >>= 8;
        value >>= 8;
    }
}
