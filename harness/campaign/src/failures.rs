//! Trials that failed, sorted by what happened: for each sort how many there were, and the first of them in
//! full, so that a person can look at it. And failures of a compiler that no trial failed of.

use crosscall_engine::unit::{Compiled, Failure};
use crosscall_engine::verdict::CaseResult;
use crosscall_model::{AboutRef, Pairing, pairs};
use crosscall_reports::run::{FailedTrials, Incident};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The failed trials of a subject.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failures {
    #[serde(with = "pairs")]
    sorts: BTreeMap<(Pairing, String), FailedTrials>,
    incidents: BTreeMap<String, Incident>,
}

impl Failures {
    /// Counts a failed trial; `reason` is all that is known of why.
    pub fn note(&mut self, case: AboutRef<'_>, index: u64, result: &CaseResult, reason: &str) {
        let line = reason.lines().next().unwrap_or_default().to_owned();
        let key = (result.pairing, without_numbers(&line));
        let first = || {
            let (found, rejected, source) = match &result.failure {
                Some(Failure::Fault { .. }) => (true, false, None),
                Some(Failure::Rejected { source, .. }) => (false, true, Some(source.clone())),
                Some(Failure::Unsupported(_) | Failure::NotTried(_) | Failure::NotRecorded(_)) | None => {
                    (false, false, None)
                }
            };
            FailedTrials {
                pairing: result.pairing,
                reason: line,
                message: reason.to_owned(),
                times: 0,
                case: case.to_owned(),
                index,
                source,
                found,
                rejected,
            }
        };
        self.sorts.entry(key).or_insert_with(first).times += 1;
    }

    /// Counts what a compiler did in a unit without keeping a case from being tested; `first` is the number
    /// of the batch's first case.
    pub(crate) fn note_incidents(&mut self, first: u64, unit: &Compiled) {
        for incident in &unit.incidents {
            let reason = incident.what.lines().next().unwrap_or_default().to_owned();
            let key = without_numbers(&reason);
            let new = || Incident {
                reason,
                message: incident.what.clone(),
                times: 0,
                index: first + incident.k as u64,
                source: incident.source.clone(),
            };
            self.incidents.entry(key).or_insert_with(new).times += 1;
        }
    }

    /// Adds the failures of other cases. Of each sort the case with the least number is shown.
    pub fn absorb(&mut self, other: Failures) {
        absorb_all(&mut self.sorts, other.sorts, |sort| (sort.index, &mut sort.times));
        absorb_all(&mut self.incidents, other.incidents, |incident| (incident.index, &mut incident.times));
    }

    /// The incidents, the most frequent first.
    pub fn incidents(&self) -> Vec<Incident> {
        let mut incidents: Vec<Incident> = self.incidents.values().cloned().collect();
        incidents.sort_by_key(|incident| std::cmp::Reverse(incident.times));
        incidents
    }

    /// The sorts, the most frequent first.
    pub fn sorted(&self) -> Vec<FailedTrials> {
        let mut sorts: Vec<FailedTrials> = self.sorts.values().cloned().collect();
        sorts.sort_by_key(|sort| std::cmp::Reverse(sort.times));
        sorts
    }

    /// Failed trials that fulfil a condition.
    pub fn count(&self, which: impl Fn(&FailedTrials) -> bool) -> u64 {
        self.sorts.values().filter(|sort| which(sort)).map(|sort| sort.times).sum()
    }
}

/// Adds what happened in other cases; `index_and_times` has the number of the first case, and how often it happened.
fn absorb_all<K: Ord, T>(
    all: &mut BTreeMap<K, T>,
    other: BTreeMap<K, T>,
    index_and_times: fn(&mut T) -> (u64, &mut u64),
) {
    for (key, mut new) in other {
        let Some(own) = all.get_mut(&key) else {
            all.insert(key, new);
            continue;
        };
        let ((index, times), (new_index, new_times)) = (index_and_times(own), index_and_times(&mut new));
        *times += *new_times;
        if new_index < index {
            *new_times = *times;
            *own = new;
        }
    }
}

/// A message without what changes from one time to the next: lines, sizes, addresses and the numbers in names. Each number,
/// decimal or hexadecimal with `0x`, is replaced by `#`.
pub(super) fn without_numbers(message: &str) -> String {
    let mut plain = String::with_capacity(message.len());
    let mut rest = message;
    while let Some(at) = rest.find(|c: char| c.is_ascii_digit()) {
        let (before, number) = rest.split_at(at);
        plain.push_str(before);
        if !plain.ends_with('#') {
            plain.push('#');
        }
        rest = match number.strip_prefix("0x") {
            Some(hex) if hex.starts_with(|c: char| c.is_ascii_hexdigit()) => {
                hex.trim_start_matches(|c: char| c.is_ascii_hexdigit())
            }
            _ => number.trim_start_matches(|c: char| c.is_ascii_digit()),
        };
    }
    plain + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_left_out_whole() {
        for (message, plain) in [
            ("t38_0 at line 12: é", "t#_# at line #: é"),
            ("Cannot select: 0x5557698a9548: ch = store", "Cannot select: #: ch = store"),
            ("Cannot select: 0x55576982b8d8: ch = store", "Cannot select: #: ch = store"),
            ("0x, #7 and 0xg", "#x, # and #xg"),
            ("", ""),
        ] {
            assert_eq!(without_numbers(message), plain);
        }
    }
}
