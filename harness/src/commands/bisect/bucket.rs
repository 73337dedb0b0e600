//! A bucket of a store as what is looked for.

use crate::archive::Opened;
use crate::campaign::buckets::book::{buckets, named};
use crate::campaign::buckets::parts;
use crate::error::Error;
use crate::store::{Store, printable};
use std::path::{Path, PathBuf};

/// The smallest case of a bucket, one that shows it by itself if there is one, and its fingerprint.
///
/// # Errors
/// [`Error::Input`] for what is no store, and for a bucket that is not there; [`Error::Store`] when the store is damaged, or
/// has no case of the bucket.
pub(super) fn open(store: &Path, wanted: &str) -> Result<(Opened, Option<String>), Error> {
    let all = buckets(&Store::read(store)?)?;
    let bucket = named(&all, wanted)?;
    let wrong = |reason: &str| Error::Store(format!("{}: bucket {} {reason}", store.display(), bucket.id));
    let smallest = bucket.cases.iter().min_by_key(|(_, ord, case)| (!case.alone, *ord));
    let (_, _, case) =
        smallest.ok_or_else(|| wrong("has no case: its night was killed; run the store once more"))?;
    let file =
        case.file().map_err(|e| wrong(&format!("has a case that cannot be read: {}", printable(&e))))?;
    let path = PathBuf::from(format!("bucket {} of {}", bucket.id, store.display()));
    let fingerprint = parts(&bucket.name).map(|(_, fingerprint)| fingerprint.to_owned());
    Ok((Opened { file, path, entry: None }, fingerprint))
}
