//! True if bytes that were found again can be where they are by chance. What is reported as a fact has to be one: a
//! single bit is found somewhere in any state of a machine.

/// Bits below which nothing is reported, however few the places are that were looked at.
const LEAST_BITS: u32 = 16;

/// With so many bits more than the number of places needs to be distinguished, a chance of at most one in 256 is
/// left that they agree although they have nothing to do with each other.
pub(super) const SPARE_BITS: u32 = 8;

/// True if bytes, as far as a mask determines them, say enough not to be found by chance at one of so many places.
pub(super) fn is_certain(bytes: &[u8], mask: &[u8], places: usize) -> bool {
    let needed = SPARE_BITS + log(places);
    information(bytes, mask) >= needed.max(LEAST_BITS)
}

/// Bits that distinguish so many places.
pub(super) fn log(places: usize) -> u32 {
    places.max(1).next_power_of_two().trailing_zeros()
}

/// Number of telling bits in some bytes. A byte that many words have (0, 0xff, the one before again) counts
/// as one bit, and 0 or 0xff behind the same as none: of zeros there are as many as one likes.
fn information(bytes: &[u8], mask: &[u8]) -> u32 {
    let mut before = None;
    let mut bits = 0;
    for (byte, mask) in bytes.iter().zip(mask) {
        let value = byte & mask;
        let common = value == 0 || value == *mask || before == Some(value);
        let again = before == Some(value) && (value == 0 || value == *mask);
        bits += match (again, common) {
            (true, _) => 0,
            (false, true) => mask.count_ones().min(1),
            (false, false) => mask.count_ones(),
        };
        before = Some(value);
    }
    bits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_or_common_bits_prove_nothing() {
        let certain = |bytes: &[u8], places| is_certain(bytes, &vec![0xff; bytes.len()], places);
        assert!(!certain(&[0x5a], 1), "one byte");
        assert!(certain(&[0x5a, 0x12], 192), "two bytes among some registers and stack words");
        assert!(!certain(&[0x5a, 0x12], 900), "two bytes at any place");
        assert!(certain(&[0x5a, 0x12, 0x7c], 900));
        assert!(!certain(&[0, 0, 0, 0, 0, 0, 0, 0], 4), "zeros are everywhere");
        assert!(!certain(&[0; 64], 4), "zeros are everywhere, how many there may be");
        assert!(!certain(&[0x5a, 0xff, 0xff, 0xff], 4), "a sign says little");
        assert!(!certain(&[0x11, 0x11, 0x11, 0x11], 4), "repetition says little");
        assert!(!is_certain(&[0x35, 0x12, 0x7c, 0x99], &[1, 0, 0, 0], 1), "one bit");
        assert!(!is_certain(&[0x35, 0x12], &[0x7f, 0x7f], 1), "fourteen bits");
        let halves = [0x0f; 4];
        assert!(is_certain(&[0xd1, 0xd2, 0xd3, 0xd4], &halves, 1), "sixteen bits");
        assert!(!is_certain(&[0xd0, 0xc0, 0xb0, 0xa0], &halves, 1), "zeros, whatever is beside them");
    }
}
