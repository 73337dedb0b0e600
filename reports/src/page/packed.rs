//! The data of a page, packed: JSON in raw DEFLATE in Base64. Browsers unpack it themselves, and nothing in it can end the element
//! that it is in.

use miniz_oxide::deflate::compress_to_vec;
use serde::Serialize;

/// Details in one part: enough for them to share their words, few enough that one is unpacked at once.
pub(super) const TOGETHER: usize = 64;

/// Level of the compression.
const LEVEL: u8 = 9;

/// The details, so many in a part, each part a list in JSON.
pub(super) fn chunks(details: &[String]) -> Vec<String> {
    details.chunks(TOGETHER).map(pack).collect()
}

/// A value as JSON, packed.
pub(super) fn pack<T: Serialize + ?Sized>(value: &T) -> String {
    // Strings and numbers always have a JSON form.
    let json = serde_json::to_string(value).unwrap_or_default();
    base64(&compress_to_vec(json.as_bytes(), LEVEL))
}

/// Bytes in Base64, with its padding.
pub(super) fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for part in bytes.chunks(3) {
        let bits =
            part.iter().fold(0_u32, |bits, byte| bits << 8 | u32::from(*byte)) << (8 * (3 - part.len()));
        for digit in 0..4 {
            let index = usize::try_from(bits >> (18 - 6 * digit) & 0x3f).unwrap_or(0);
            let is_there = digit <= part.len();
            out.push(if is_there { DIGITS.get(index).map_or('=', |digit| char::from(*digit)) } else { '=' });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_has_its_padding() {
        for (bytes, text) in [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg==")]
        {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
    }

    #[test]
    fn details_are_in_parts() {
        let details: Vec<String> = (0..130).map(|number| number.to_string()).collect();
        assert_eq!(chunks(&details).len(), 3);
    }
}
