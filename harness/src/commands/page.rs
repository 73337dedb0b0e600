//! The HTML page of a report, with what stores say of its buckets and nights.

use crosscall_base::error::Error;
use crosscall_campaign::archive::plain_titles;
use crosscall_campaign::buckets::book::{self, Bucket};
use crosscall_campaign::buckets::states::{Current, reported};
use crosscall_campaign::known::Known;
use crosscall_campaign::store::{Reader, Transition, printable};
use crosscall_reports::buckets::BucketState;
use crosscall_reports::page::{self, Change, Page, PastNight, Standing};
use crosscall_reports::run::RunReport;
use std::collections::BTreeMap;

/// The page of a report, with the stores that it comes from; without one it has no history.
///
/// # Errors
/// [`Error::Store`] when a store cannot be read.
pub(super) fn html(report: &RunReport, known: &Known, stores: &[&Reader]) -> Result<String, Error> {
    let mut buckets: BTreeMap<String, page::Bucket> = BTreeMap::new();
    let mut nights: BTreeMap<u64, PastNight> = BTreeMap::new();
    for store in stores {
        let all = book::buckets(store)?;
        for (bucket, others) in all.iter().zip(book::gone_together(&all)) {
            let own = buckets.entry(bucket.name.clone()).or_default();
            own.name.clone_from(&bucket.name);
            add(own, bucket);
            own.gone_together.extend(others.iter().map(|other| other.name.clone()));
        }
        let cases: BTreeMap<u64, u64> = store.cases_of_nights()?.into_iter().collect();
        for night in store.nights()? {
            let own = nights.entry(night.number).or_default();
            own.number = night.number;
            own.column = own.column.max(night.column);
            if own.date.is_empty() || night.run.started < own.date {
                own.date = night.run.started;
            }
            own.cases = own.cases.saturating_add(cases.get(&night.number).copied().unwrap_or(0));
        }
    }
    for bucket in buckets.values_mut() {
        bucket.gone_together.sort();
        bucket.gone_together.dedup();
        bucket.history.sort_by_key(|change| change.night);
        let first = bucket.history.first().and_then(|change| nights.get_mut(&change.night));
        if let Some(night) = first {
            night.found = night.found.saturating_add(1);
        }
    }
    let page = Page {
        report,
        known: &plain_titles(known),
        buckets: buckets.into_values().collect(),
        nights: nights.into_values().collect(),
        id: book::id,
    };
    page::render(&page).map_err(|e| Error::Tool(format!("the page cannot be made: {e}; please report this")))
}

/// Adds what one store says of a bucket: it is there with a subject if one of the stores has seen it.
fn add(own: &mut page::Bucket, bucket: &Bucket) {
    for (subject, current) in &bucket.subjects {
        let standing = standing(subject, current);
        match own.subjects.iter_mut().find(|other| other.subject == standing.subject) {
            Some(other) if rank(&standing) < rank(other) => *other = standing,
            Some(_) => {}
            None => own.subjects.push(standing),
        }
    }
    own.history.extend(bucket.history.iter().map(change));
}

fn rank(standing: &Standing) -> (bool, u64) {
    (!standing.state.is_some_and(BucketState::is_open), u64::MAX - standing.since)
}

fn standing(subject: &str, current: &Current) -> Standing {
    let retired = current.retired.as_ref().filter(|retired| retired.holds_now());
    Standing {
        subject: printable(subject),
        state: current.observed,
        since: current.since,
        retired: retired.map(ToString::to_string),
    }
}

fn change(transition: &Transition) -> Change {
    let Transition { night, subject, state, at, .. } = transition;
    let detail = reported(transition);
    Change { night: *night, date: printable(at), subject: printable(subject), state: *state, detail }
}
