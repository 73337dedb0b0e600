//! Bodies of rows: compressed where that helps, and sealed with the row they belong to, so that neither a changed byte nor a
//! body that was moved to another row is taken for what was written.
//!
//! A stored body is a byte for its form (0 as it is, 1 deflate), the seal, which is the first 16 bytes of the SHA-256 digest
//! of the row's name, a zero and the plain bytes, and the bytes.

use crosscall_base::digest::Digest;
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;

/// Largest body, in bytes before compression: far above any batch, and no burden for a machine that reads a hostile store.
pub const LARGEST: usize = 64 << 20;

/// Bytes before those of the body.
pub(super) const HEAD: usize = 17;

/// Bodies below it, in bytes, are not worth the time.
const SMALL: usize = 64;

/// Level of compression: level 6 takes six times as long and makes a fiftieth less of lines of JSON.
const LEVEL: u8 = 1;

const PLAIN: u8 = 0;
const DEFLATE: u8 = 1;

/// A body as it is stored in the row of this name; none if it is too large.
pub(super) fn seal(row: &str, plain: &[u8]) -> Option<Vec<u8>> {
    if plain.len() > LARGEST {
        return None;
    }
    let packed = (plain.len() >= SMALL).then(|| compress_to_vec(plain, LEVEL));
    let packed = packed.filter(|packed| packed.len() < plain.len());
    let (form, bytes) = packed.as_deref().map_or((PLAIN, plain), |packed| (DEFLATE, packed));
    let mut stored = Vec::with_capacity(HEAD + bytes.len());
    stored.push(form);
    stored.extend(sealed(row, plain));
    stored.extend(bytes);
    Some(stored)
}

/// The body that [`seal`] stored in the row of this name; else what is wrong with it.
pub(super) fn unseal(row: &str, stored: &[u8]) -> Result<Vec<u8>, &'static str> {
    let (form, rest) = stored.split_first().ok_or("is empty")?;
    let (seal, bytes) = rest.split_first_chunk().ok_or("is cut off")?;
    let plain = match *form {
        PLAIN if bytes.len() <= LARGEST => bytes.to_vec(),
        DEFLATE => decompress_to_vec_with_limit(bytes, LARGEST).map_err(|_| "cannot be decompressed")?,
        PLAIN => return Err("is too large"),
        _ => return Err("has an unknown form"),
    };
    if sealed(row, &plain) == *seal { Ok(plain) } else { Err("is not what was written") }
}

/// The seal of a row's body.
fn sealed(row: &str, plain: &[u8]) -> [u8; HEAD - 1] {
    let mut digest = Digest::of(row.as_bytes());
    digest.add(&[0]);
    digest.add(plain);
    digest.number().to_be_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_repetitive_body_becomes_small_and_a_short_one_stays() {
        let text = "{\"case\":1,\"verdict\":\"conforming\"}".repeat(1000);
        let stored = seal("row", text.as_bytes()).unwrap();
        assert!(stored.len() < text.len() / 20, "{}", stored.len());
        assert_eq!(unseal("row", &stored).unwrap(), text.as_bytes());
        assert_eq!(seal("row", b"short").unwrap()[HEAD..], *b"short");
    }

    #[test]
    fn a_body_that_swells_is_stopped_at_the_limit() {
        let mut stored = vec![DEFLATE; HEAD];
        stored.extend(compress_to_vec(&vec![0; LARGEST + 1], 1));
        assert_eq!(unseal("row", &stored), Err("cannot be decompressed"));
        assert_eq!(seal("row", &vec![0; LARGEST + 1]), None);
    }

    proptest! {
        #[test]
        fn a_body_comes_back_and_no_changed_byte_goes_unseen(
            plain in proptest::collection::vec(0_u8..4, 0..500),
            at in any::<proptest::sample::Index>(),
            change in 1_u8..,
        ) {
            let stored = seal("batch 1", &plain).unwrap();
            prop_assert_eq!(unseal("batch 1", &stored), Ok(plain.clone()));
            prop_assert!(unseal("batch 2", &stored).is_err());
            let mut changed = stored;
            let at = at.index(changed.len());
            changed[at] ^= change;
            // Bits that deflate does not look at may differ, the body may not.
            prop_assert!(unseal("batch 1", &changed).is_ok_and(|body| body == plain) || unseal("batch 1", &changed).is_err());
        }
    }
}
