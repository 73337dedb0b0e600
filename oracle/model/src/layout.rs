//! Layout of types in memory: the result of a layout rule, not the rule.

use crate::ctype::Type;
use serde::{Deserialize, Serialize};

/// Size, alignment and inner places of a type.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Layout {
    /// Size in bytes, the value of `sizeof`.
    pub size: u64,
    /// Alignment in bytes, the value of `_Alignof`.
    pub align: u64,
    /// Places of the members of a record, one for each member (unnamed ones too); empty otherwise.
    pub members: Vec<MemberPlace>,
}

/// Place of a member.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct MemberPlace {
    /// Distance of its lowest bit from bit 0 of the first byte of the record, in bits, counted
    /// upwards through the bytes in memory order, bit 0 of each byte first.
    pub bit_offset: u64,
    /// Width in bits: the bit-field's width, or 8 times the member's size.
    pub bits: u64,
}

/// Layouts of types as observed in a subject, by type.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SeenLayouts(pub Vec<(Type, Layout)>);

impl SeenLayouts {
    /// Observed layout of a type.
    pub fn of(&self, ty: &Type) -> Option<&Layout> {
        self.0.iter().find(|(seen, _)| seen == ty).map(|(_, layout)| layout)
    }
}

/// Bytes of a value in memory, with a mask of the bits that the value determines.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Image {
    /// Bytes in memory order. Bits outside the mask hold filler.
    pub bytes: Vec<u8>,
    /// A set bit is determined by the value; a clear bit is padding and is never compared.
    pub mask: Vec<u8>,
}

impl Image {
    /// Image of `size` bytes without determined bits; the padding holds `filler`.
    pub fn padding(size: usize, filler: u8) -> Image {
        Image { bytes: vec![filler; size], mask: vec![0; size] }
    }

    /// Writes `width` bits (at most 128) of `value` at a bit offset and marks them determined. Bits
    /// that would fall outside the image are dropped.
    pub fn put(&mut self, bit_offset: u64, width: u64, value: u128) {
        let end = bit_offset + width.min(128);
        let mut at = bit_offset;
        while at < end {
            // As many bits as belong into the same byte.
            let (low, count) = (at % 8, (8 - at % 8).min(end - at));
            let Ok(byte) = usize::try_from(at / 8) else { return };
            if let (Some(b), Some(m)) = (self.bytes.get_mut(byte), self.mask.get_mut(byte)) {
                let bits = (0xffu8 >> (8 - count)) << low;
                *m |= bits;
                *b = *b & !bits | ((value >> (at - bit_offset)) as u8) << low & bits;
            }
            at += count;
        }
    }

    /// True if `seen` has the same determined bits and at least as many bytes.
    pub fn matches(&self, seen: &[u8]) -> bool {
        seen.len() >= self.bytes.len()
            && self.bytes.iter().zip(&self.mask).zip(seen).all(|((b, m), s)| (b ^ s) & m == 0)
    }
}
