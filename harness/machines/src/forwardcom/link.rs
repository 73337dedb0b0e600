//! Linking.

use super::relocation::{Part, Relocation};
use crate::link::RelocationError;

/// The symbols that the linker defines: what ip-relative scaled pointers, the data pointer and the thread
/// pointer stand for.
pub const BASE_SYMBOLS: [&str; 3] = ["__ip_base", "__datap_base", "__threadp_base"];

/// Stores a relocated value in a field.
///
/// # Errors
///
/// The value does not fit, is no multiple of the field's unit, or the field is cut off.
pub fn store_field(relocation: &Relocation, value: u64, field: &mut [u8]) -> Result<(), RelocationError> {
    let size = relocation.size();
    if size == 0 {
        return Err(RelocationError::Unknown);
    }
    let unit = 1u64.checked_shl(relocation.scale.into()).ok_or(RelocationError::Unknown)?;
    if value & (unit - 1) != 0 {
        return Err(RelocationError::Misaligned { value, unit });
    }
    let scaled = value as i64 >> relocation.scale;
    let bits = 8 * u32::from(size);
    let (whole, shift) = match relocation.part() {
        Part::All => (bits, 0),
        Part::Low => (2 * bits, 0),
        Part::High => (2 * bits, bits),
    };
    if whole < 64 {
        let (minimum, maximum) = (-(1i64 << (whole - 1)), (1i64 << (whole - 1)) - 1);
        if scaled < minimum || scaled > maximum {
            return Err(RelocationError::Overflow { value: scaled, minimum, maximum });
        }
    }
    let available = field.len();
    let needed = usize::from(size);
    let Some(place) = field.get_mut(..needed) else {
        return Err(RelocationError::Truncated { needed, available });
    };
    for (to, from) in place.iter_mut().zip((scaled >> shift).to_le_bytes()) {
        *to = from;
    }
    Ok(())
}
