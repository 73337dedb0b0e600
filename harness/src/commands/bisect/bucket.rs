//! A bucket of a store as what is looked for: a cause that each subject shows with a case of its own.

use crosscall_base::error::Error;
use crosscall_campaign::archive::Opened;
use crosscall_campaign::buckets::book::{buckets, named};
use crosscall_campaign::buckets::{KeptCase, parts};
use crosscall_campaign::store::{Store, printable};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The smallest case of a bucket for each subject that has shown it, one that shows it by itself if there is one, and its
/// fingerprint.
///
/// # Errors
/// [`Error::Input`] for what is no store, and for a bucket that is not there; [`Error::Store`] when the store is damaged, or
/// has no case of the bucket.
pub(super) fn open(store: &Path, wanted: &str) -> Result<(Vec<Opened>, Option<String>), Error> {
    let all = buckets(&Store::read(store)?)?;
    let bucket = named(&all, wanted)?;
    let wrong = |reason: &str| Error::Store(format!("{}: bucket {} {reason}", store.display(), bucket.id));
    let mut smallest: BTreeMap<&str, (bool, u64, &KeptCase)> = BTreeMap::new();
    for (subject, ord, case) in &bucket.cases {
        let this = (case.alone == Some(false), *ord, case);
        let own = smallest.entry(subject).or_insert(this);
        if (this.0, this.1) < (own.0, own.1) {
            *own = this;
        }
    }
    let open = |(_, _, case): &(bool, u64, &KeptCase)| {
        let file = case.file();
        let file = file.map_err(|e| wrong(&format!("has a case that cannot be read: {}", printable(&e))))?;
        let path = PathBuf::from(format!("bucket {} of {}", bucket.id, store.display()));
        Ok(Opened { file, path, entry: None })
    };
    let all: Vec<Opened> = smallest.values().map(open).collect::<Result<_, Error>>()?;
    if all.is_empty() {
        return Err(wrong("has no case: its night was killed; run the store once more"));
    }
    Ok((all, parts(&bucket.name).map(|(_, fingerprint)| fingerprint.to_owned())))
}
