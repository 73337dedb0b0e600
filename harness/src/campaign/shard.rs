//! Shards: the part of a campaign that one of several machines runs.

use std::fmt;
use std::str::FromStr;

/// Part I of N of a campaign. The batches that settle readings belong to each of them; of the others it has every N-th.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shard {
    /// Number of the shard, from 1.
    number: u64,
    /// Number of all shards.
    of: u64,
}

impl Shard {
    /// The only shard.
    pub const WHOLE: Shard = Shard { number: 1, of: 1 };

    /// Shard `number`, from 1, of so many; none if there is no such shard.
    pub fn new(number: u64, of: u64) -> Option<Shard> {
        (1..=of).contains(&number).then_some(Shard { number, of })
    }

    /// Number of the shard, from 1.
    pub fn number(self) -> u64 {
        self.number
    }

    /// Number of all shards.
    pub fn of(self) -> u64 {
        self.of
    }

    /// True if it is a campaign by itself.
    pub fn is_whole(self) -> bool {
        self.of == 1
    }

    /// True if a batch that settles nothing belongs to it.
    pub fn has(self, batch: u64) -> bool {
        batch % self.of == self.number - 1
    }
}

impl Default for Shard {
    fn default() -> Shard {
        Shard::WHOLE
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let parts =
            text.split_once('/').and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        let shard = parts.and_then(|(number, of)| Shard::new(number, of));
        shard.ok_or_else(|| format!("`{text}` is no shard: say I/N, with I from 1 to N, such as 2/4"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_batch_belongs_to_one_shard() {
        for of in 1..9 {
            let shards: Vec<Shard> = (1..=of).filter_map(|number| Shard::new(number, of)).collect();
            assert_eq!(shards.len() as u64, of);
            for batch in 0..40 {
                assert_eq!(shards.iter().filter(|shard| shard.has(batch)).count(), 1);
            }
        }
    }

    #[test]
    fn shards_are_counted_from_one() {
        for text in ["0/4", "5/4", "1", "1/0", "a/b", "-1/2", "1/2/3", ""] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
        assert_eq!("2/4".parse::<Shard>().map(|shard| shard.to_string()), Ok("2/4".to_owned()));
        assert_eq!("1/1".parse::<Shard>(), Ok(Shard::WHOLE));
    }
}
