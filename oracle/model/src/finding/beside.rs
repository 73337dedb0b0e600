//! Contradictions that follow from a known finding, in the same trials.

use super::{Detail, Mismatch};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Contradiction in the company of another one: its fingerprint, and exactly what was seen. The fingerprint alone would
/// hide another member, size or byte.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Beside {
    /// Fingerprint of the contradiction.
    pub fingerprint: String,
    /// Detail of the observation: register or member, place, size, and kind of the error.
    pub detail: Detail,
}

/// Separator of the two in the text form; no fingerprint contains it.
const BETWEEN: &str = "; ";

impl fmt::Display for Beside {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{BETWEEN}{}", self.fingerprint, self.detail)
    }
}

impl FromStr for Beside {
    type Err = String;

    fn from_str(text: &str) -> Result<Beside, String> {
        let Some((fingerprint, detail)) = text.split_once(BETWEEN) else {
            return Err(format!(
                "`with` names `{text}` and not what was seen of it, which hides more than that; \
                 take it out, and accept with `crosscall run --accept` what is new then"
            ));
        };
        Ok(Beside { fingerprint: fingerprint.to_owned(), detail: detail.parse()? })
    }
}

impl Beside {
    /// Entry for a contradiction with its fingerprint.
    pub fn of(fingerprint: String, mismatch: &Mismatch) -> Beside {
        Beside { fingerprint, detail: mismatch.detail() }
    }

    /// True if an observation is no more than this one.
    pub fn covers(&self, seen: &Beside) -> bool {
        self.fingerprint == seen.fingerprint && self.detail.covers(&seen.detail)
    }
}
