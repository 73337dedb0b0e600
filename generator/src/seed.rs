//! Streams of random bytes from a seed and an index, the same on every host forever.
//!
//! The generator is SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014)
//! with the constants of its published implementation.

/// Number of random bytes for one case. After them a case gets zeros, for which every decision is the smallest way to
/// finish.
pub const STREAM_BYTES: usize = 2048;

/// Pseudorandom number generator.
#[derive(Debug, Clone)]
pub struct SplitMix64 {
    state: u64,
}

const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

impl SplitMix64 {
    /// Generator in the state of the seed.
    pub fn new(seed: u64) -> SplitMix64 {
        SplitMix64 { state: seed }
    }

    /// Next number.
    pub fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(STEP);
        scatter(self.state)
    }
}

/// Bijection of 64 bits in which every input bit reaches every output bit.
fn scatter(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Stream of case `index` of a seed: numbers in little-endian bytes.
pub fn stream(seed: u64, index: u64) -> Vec<u8> {
    // Scattered twice, because the states of adjacent indices must not be one step apart.
    let mut numbers = SplitMix64::new(scatter(scatter(seed ^ STEP).wrapping_add(index)));
    (0..STREAM_BYTES / 8).flat_map(|_| numbers.next_u64().to_le_bytes()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_sequence() {
        // First numbers for the seed 1234567, as other implementations list them.
        let mut numbers = SplitMix64::new(1_234_567);
        let first: Vec<u64> = (0..5).map(|_| numbers.next_u64()).collect();
        assert_eq!(
            first,
            [
                6_457_827_717_110_365_317,
                3_203_168_211_198_807_973,
                9_817_491_932_198_370_423,
                4_593_380_528_125_082_431,
                16_408_922_859_458_223_821,
            ]
        );
    }

    #[test]
    fn streams_stay_what_they_are() {
        assert_eq!(stream(0, 0).len(), STREAM_BYTES);
        let start = |seed, index| {
            let bytes = stream(seed, index);
            bytes.iter().take(8).map(|b| format!("{b:02x}")).collect::<String>()
        };
        let starts = [start(0, 0), start(0, 1), start(1, 0), start(u64::MAX, u64::MAX)];
        expect_test::expect!["ec052c1a0b9b8a56 c6262a4ef714d601 9dca209589585069 8164d4472b90c8e3"]
            .assert_eq(&starts.join(" "));
    }

    #[test]
    fn neighbours_share_nothing() {
        let (a, b) = (stream(7, 1), stream(7, 2));
        let words = |s: &[u8]| s.chunks(8).map(<[u8]>::to_vec).collect::<std::collections::BTreeSet<_>>();
        assert_eq!(words(&a).intersection(&words(&b)).count(), 0);
    }
}
