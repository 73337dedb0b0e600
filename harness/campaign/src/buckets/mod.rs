//! Buckets: causes of findings as nights go by, and as compilers get better and worse. A bucket has a name that nothing in a
//! case changes, and for each subject that shows it a few cases, which are run again at the start of every night, and a
//! history of states.

pub mod book;
pub mod keep;
pub mod lists;
pub mod morning;
pub mod states;

pub use crosscall_reports::buckets::{class, name, parts};

use crate::store::{BucketCase, Reader};
use crosscall_model::finding::Mismatch;
use crosscall_toolchain::case_file::CaseFile;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::path::Path;

/// A case of a bucket as it is stored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptCase {
    /// Text of the case file, with pairing and subjects.
    pub case: String,
    /// The contradiction that it showed, without values and addresses; see [`shown`].
    pub shown: String,
    /// False if it shows the bucket only among the other cases of its batch; none where nobody has run it again yet.
    pub alone: Option<bool>,
    /// Fingerprints of everything else that it showed.
    pub beside: BTreeSet<String>,
}

impl KeptCase {
    /// The case file.
    ///
    /// # Errors
    /// The reason it cannot be read, in words.
    pub fn file(&self) -> Result<CaseFile, String> {
        CaseFile::parse(&self.case, Path::new("the store's case")).map_err(|e| e.to_string())
    }
}

/// Result of running a bucket's case again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Recheck {
    /// It shows the bucket, as [`shown`] has it.
    Shows(String),
    /// It shows the bucket, and these entries of the list of known findings explain it.
    Accepted(Vec<String>),
    /// It shows another disagreement instead.
    Other {
        /// The fingerprint of that.
        fingerprint: String,
        /// The entries of the list of known findings that explain that.
        known: Vec<String>,
    },
    /// It conforms.
    Conforms,
    /// It could not be run, or gave no verdict.
    Untried(String),
}

/// A bucket with one subject, and a place among its cases.
pub type Place = (String, String, u64);

/// Results of running buckets' cases again in a night.
///
/// # Errors
/// When the store cannot be read.
pub fn rechecks(store: &Reader, night: u64) -> Result<Vec<(Place, Recheck)>, crosscall_base::error::Error> {
    let mut all = Vec::new();
    store.rechecks(night, |row| {
        let recheck = super::stored::read(store, &row.body)?;
        let BucketCase { bucket, subject, ord, .. } = row;
        all.push(((bucket, subject, ord), recheck));
        Ok(())
    })?;
    Ok(all)
}

/// Expected and actual places of a contradiction in words, without the numbers that depend on how a program is linked: two
/// runs of one case show the same if these are equal.
pub fn shown(mismatch: &Mismatch) -> String {
    let words = mismatch.words();
    let text = format!(
        "{} expected {}{}",
        words.subject,
        words.expected,
        words.inferred.map(|inferred| format!("; {inferred}")).unwrap_or_default()
    );
    without_numbers(&text)
}

/// A text with `0x…` for every hexadecimal number.
fn without_numbers(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("0x") {
        let (before, number) = rest.split_at(at + 2);
        out.push_str(before);
        out.push('…');
        rest = number.trim_start_matches(|c: char| c.is_ascii_hexdigit());
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_do_not_matter() {
        let text = "control expected a return; 0x8e00000c was in r0, of [sp+8] and 0xe1";
        assert_eq!(without_numbers(text), "control expected a return; 0x… was in r0, of [sp+8] and 0x…");
    }
}
