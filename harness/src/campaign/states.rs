//! States of what a campaign has found, as nights go by.

use super::stored::CampaignStore;
use crate::error::Error;
use crate::store::BucketState;
use crosscall_model::finding::{Finding, FindingKind};
use crosscall_reports::run::RunReport;
use std::collections::{BTreeMap, BTreeSet};

/// Name of the bucket that a finding is in: one for each target and fingerprint, whatever subjects show it.
fn bucket(finding: &Finding) -> String {
    format!("{} {}", finding.case.target(), finding.fingerprint)
}

/// Notes the states of all new findings of a report in the store's history; returns the buckets that came up, or came
/// back, in this night.
///
/// # Errors
/// When the store cannot be read or written.
pub fn note(store: &CampaignStore, report: &RunReport) -> Result<BTreeSet<String>, Error> {
    let night = store.night();
    let mut open: BTreeMap<String, &Finding> = BTreeMap::new();
    for finding in report.findings().filter(|finding| finding.is_new()) {
        open.entry(bucket(finding)).or_insert(finding);
    }
    store.with(|store| {
        let states = store.states()?;
        let mut last: BTreeMap<&str, BucketState> = BTreeMap::new();
        for transition in &states {
            last.insert(&transition.bucket, transition.state);
        }
        let mut tonight: BTreeSet<String> = BTreeSet::new();
        store.together(|store| {
            for (bucket, finding) in &open {
                let before = last.get(bucket.as_str()).copied();
                if let Some(state) = next(before, finding.kind) {
                    store.transition(night, bucket, state, &finding.headline())?;
                    tonight.insert(bucket.clone());
                }
            }
            Ok(())
        })?;
        // A night that was resumed after its states were noted.
        let of_night = states.iter().filter(|transition| transition.night == night);
        tonight.extend(of_night.map(|transition| transition.bucket.clone()));
        Ok(tonight)
    })
}

/// State of a bucket that is seen, where it is another one than before. What a person has retired stays so.
fn next(before: Option<BucketState>, kind: FindingKind) -> Option<BucketState> {
    let seen = match kind {
        FindingKind::NotRepeatable => BucketState::NotRepeatable,
        _ => BucketState::Open,
    };
    match before {
        None => Some(seen),
        Some(BucketState::Fixed | BucketState::Masked) => Some(BucketState::Back),
        Some(BucketState::NotRepeatable) if seen == BucketState::Open => Some(seen),
        Some(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_is_opened_once_and_comes_back_after_it_was_fixed() {
        let seen = FindingKind::Violation;
        assert_eq!(next(None, seen), Some(BucketState::Open));
        assert_eq!(next(None, FindingKind::NotRepeatable), Some(BucketState::NotRepeatable));
        assert_eq!(next(Some(BucketState::NotRepeatable), seen), Some(BucketState::Open));
        assert_eq!(next(Some(BucketState::Fixed), seen), Some(BucketState::Back));
        for same in [BucketState::Open, BucketState::Back, BucketState::Changed, BucketState::Retired] {
            assert_eq!(next(Some(same), seen), None);
        }
    }
}
