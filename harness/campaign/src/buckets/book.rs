//! Everything that a store says of each bucket.

use super::states::{Current, Pair, current};
use super::{KeptCase, class, parts};
use crate::store::{Reader, Transition, printable};
use crate::stored::read;
use crosscall_base::digest::content_name;
use crosscall_base::error::Error;
use crosscall_model::Target;
use crosscall_reports::buckets::BucketState;
use std::collections::{BTreeMap, BTreeSet};

/// Characters of a bucket's id.
const ID: usize = 8;

/// A bucket in a store.
#[derive(Debug, Clone)]
pub struct Bucket {
    /// A short name for command lines, which follows from its name.
    pub id: String,
    /// Its name: target and fingerprint.
    pub name: String,
    /// Its state with each subject.
    pub subjects: BTreeMap<String, Current>,
    /// Its history, in the order in which it happened.
    pub history: Vec<Transition>,
    /// Its cases: the subject, the place among the subject's cases, and the case.
    pub cases: Vec<(String, u64, KeptCase)>,
}

impl Bucket {
    /// The state of all subjects together: it is there if one of them shows it.
    pub fn state(&self) -> Option<BucketState> {
        let of_rank = |state: &BucketState| (!state.is_open(), *state);
        self.subjects.values().filter_map(|current| current.observed).min_by_key(of_rank)
    }

    /// The first night that has seen it, and the last one in which its state changed.
    pub fn nights(&self) -> (u64, u64) {
        let first = self.history.iter().map(|transition| transition.night).min();
        let last = self.history.iter().map(|transition| transition.night).max();
        (first.unwrap_or(0), last.unwrap_or(0))
    }
}

/// Nights and subjects with which a bucket was gone.
type Gone = BTreeSet<(u64, String)>;

/// Buckets that were gone in the same nights with the same subjects as another one, and so may be of one cause: for each of
/// them the others, by their place in the list.
pub fn gone_together(all: &[Bucket]) -> Vec<Vec<&Bucket>> {
    let gone = |bucket: &Bucket| -> Gone {
        let fixed = bucket.history.iter().filter(|transition| transition.state == BucketState::Fixed);
        fixed.map(|transition| (transition.night, transition.subject.clone())).collect()
    };
    let mut groups: BTreeMap<(Option<Target>, Gone), Vec<&Bucket>> = BTreeMap::new();
    let key = |bucket: &Bucket| (parts(&bucket.name).map(|(target, _)| target), gone(bucket));
    for bucket in all {
        groups.entry(key(bucket)).or_default().push(bucket);
    }
    let others = |bucket: &Bucket| -> Vec<&Bucket> {
        let key = key(bucket);
        let group = groups.get(&key).filter(|_| !key.1.is_empty());
        group.into_iter().flatten().copied().filter(|other| other.name != bucket.name).collect()
    };
    all.iter().map(others).collect()
}

/// Id of the bucket with a name.
pub fn id(name: &str) -> String {
    content_name(name).chars().take(ID).collect()
}

/// All buckets of a store: those that are there first, then in the order of their classes and names.
///
/// # Errors
/// When the store cannot be read.
pub fn buckets(store: &Reader) -> Result<Vec<Bucket>, Error> {
    let mut all: BTreeMap<String, Bucket> = BTreeMap::new();
    let new = |name: &str| Bucket {
        id: id(name),
        name: name.to_owned(),
        subjects: BTreeMap::new(),
        history: Vec::new(),
        cases: Vec::new(),
    };
    let states: BTreeMap<Pair, Current> = current(store)?;
    for ((name, subject), state) in states {
        all.entry(name.clone()).or_insert_with(|| new(&name)).subjects.insert(subject, state);
    }
    for transition in store.transitions()? {
        if let Some(bucket) = all.get_mut(&transition.bucket) {
            bucket.history.push(transition);
        }
    }
    store.bucket_cases(|row| {
        // Without a state it was kept by a night that was killed.
        if let Some(bucket) = all.get_mut(&row.bucket) {
            bucket.cases.push((row.subject, row.ord, read(store, &row.body)?));
        }
        Ok(())
    })?;
    let mut all: Vec<Bucket> = all.into_values().collect();
    all.sort_by_key(|bucket| (!bucket.state().is_some_and(BucketState::is_open), class(&bucket.name)));
    Ok(all)
}

/// The bucket that a person names: by its id or the first characters of it, by its name, or by its fingerprint.
///
/// # Errors
/// When there is none, or there are several.
pub fn named<'a>(all: &'a [Bucket], wanted: &str) -> Result<&'a Bucket, Error> {
    let is_exact = |bucket: &&Bucket| {
        bucket.id == wanted
            || bucket.name == wanted
            || parts(&bucket.name).is_some_and(|(_, fingerprint)| fingerprint == wanted)
    };
    let begins = |bucket: &&Bucket| !wanted.is_empty() && bucket.id.starts_with(wanted);
    let exact: Vec<&Bucket> = all.iter().filter(is_exact).collect();
    let found = if exact.is_empty() { all.iter().filter(begins).collect() } else { exact };
    match found.as_slice() {
        [bucket] => Ok(bucket),
        [] => Err(Error::Input(format!(
            "{}: there is no such bucket; `crosscall buckets STORE` lists them",
            printable(wanted)
        ))),
        several => {
            let ids: Vec<&str> = several.iter().map(|bucket| bucket.id.as_str()).collect();
            Err(Error::Input(format!("{}: may be {}", printable(wanted), ids.join(" or "))))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bucket(name: &str) -> Bucket {
        let (subjects, history, cases) = (BTreeMap::new(), Vec::new(), Vec::new());
        Bucket { id: id(name), name: name.to_owned(), subjects, history, cases }
    }

    #[test]
    fn buckets_that_vanish_together_are_suggested_as_one() {
        let gone = |name: &str, nights: &[(u64, &str)]| {
            let fixed = |(night, subject): &(u64, &str)| Transition {
                id: 0,
                night: *night,
                bucket: name.to_owned(),
                subject: (*subject).to_owned(),
                state: BucketState::Fixed,
                detail: String::new(),
                at: String::new(),
            };
            Bucket { history: nights.iter().map(fixed).collect(), ..bucket(name) }
        };
        let all = [
            gone("nyuzi A", &[(3, "O0"), (3, "O2")]),
            gone("nyuzi B", &[(3, "O2"), (3, "O0")]),
            gone("nyuzi C", &[(3, "O2")]),
            gone("dpu D", &[(3, "O0"), (3, "O2")]),
            gone("nyuzi E", &[]),
            gone("nyuzi F", &[]),
        ];
        let names: Vec<Vec<&str>> = gone_together(&all)
            .iter()
            .map(|others| others.iter().map(|b| b.name.as_str()).collect())
            .collect();
        assert_eq!(names, [vec!["nyuzi B"], vec!["nyuzi A"], vec![], vec![], vec![], vec![]]);
    }

    #[test]
    fn a_bucket_is_named_in_several_ways() {
        let all = [bucket("nyuzi NYUZI-REG-01:register r9"), bucket("dpu DPU-REG-01:register r9")];
        for wanted in [&all[1].id, &all[1].name, "DPU-REG-01:register r9", &all[1].id[..6]] {
            assert_eq!(named(&all, wanted).unwrap().name, all[1].name, "{wanted}");
        }
        for wanted in ["", "zz", "\u{1b}[1m"] {
            let error = named(&all, wanted).unwrap_err();
            assert_eq!(error.exit_code(), 2);
            assert!(!error.to_string().contains('\u{1b}'), "{error}");
        }
        let twice = [bucket("nyuzi X:y"), bucket("dpu X:y")];
        assert!(named(&twice, "X:y").unwrap_err().to_string().contains(" or "));
    }
}
