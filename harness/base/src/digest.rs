//! Digests: texts that are equal only where what they were made of is. Verdicts of an earlier run stand by them.

use sha2::{Digest as _, Sha256};

/// SHA-256 of bytes that come in parts.
#[derive(Debug, Clone, Default)]
pub struct Digest(Sha256);

impl Digest {
    /// Digest of these bytes.
    pub fn of(bytes: &[u8]) -> Digest {
        Digest(Sha256::new_with_prefix(bytes))
    }

    /// Adds bytes.
    pub fn add(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// Its first 128 bits.
    pub fn number(self) -> u128 {
        self.0.finalize().first_chunk().map_or(0, |bytes| u128::from_be_bytes(*bytes))
    }

    /// Its first 128 bits: 32 hexadecimal digits.
    pub fn text(self) -> String {
        format!("{:032x}", self.number())
    }
}

/// A name for a text: 20 hexadecimal digits of its 128-bit FNV-1a hash, the same on every machine and in every release. It
/// names cases in people's files, in recordings and in stores; what has to be equal has a [digest](Digest).
pub fn content_name(text: &str) -> String {
    const OFFSET: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
    const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;
    let hash = text.bytes().fold(OFFSET, |hash, byte| (hash ^ u128::from(byte)).wrapping_mul(PRIME));
    format!("{:020x}", hash >> 48)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_do_not_change() {
        assert_eq!(content_name(""), "6c62272e07bb014262b8");
        assert_ne!(content_name("a"), content_name("b"));
    }

    #[test]
    fn it_is_sha_256() {
        // FIPS 180-2, appendix B.1.
        assert_eq!(Digest::of(b"abc").text(), "ba7816bf8f01cfea414140de5dae2223");
        let mut parts = Digest::default();
        parts.add(b"a");
        parts.add(b"bc");
        assert_eq!(parts.text(), Digest::of(b"abc").text());
    }
}
