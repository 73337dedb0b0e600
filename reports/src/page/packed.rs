//! The data of a page, packed: JSON in raw DEFLATE in Base64. Browsers unpack it themselves, and nothing in it can end the element
//! that it is in.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
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
    STANDARD.encode(compress_to_vec(json.as_bytes(), LEVEL))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn details_are_in_parts() {
        let details: Vec<String> = (0..130).map(|number| number.to_string()).collect();
        assert_eq!(chunks(&details).len(), 3);
    }
}
