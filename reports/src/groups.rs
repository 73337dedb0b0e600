//! Putting together what is reported once.

use crosscall_model::finding::Finding;

/// The items with equal keys together, in the order in which each key comes first.
pub(super) fn groups<T: Copy, K: PartialEq>(
    items: impl Iterator<Item = T>,
    key: impl Fn(T) -> K,
) -> Vec<Vec<T>> {
    let mut groups: Vec<(K, Vec<T>)> = Vec::new();
    for item in items {
        let own = key(item);
        match groups.iter_mut().find(|(key, _)| *key == own) {
            Some((_, group)) => group.push(item),
            None => groups.push((own, vec![item])),
        }
    }
    groups.into_iter().map(|(_, group)| group).collect()
}

/// The findings that several subjects show in the same way, together.
pub(super) fn of_findings<'a>(findings: impl Iterator<Item = &'a Finding>) -> Vec<Vec<&'a Finding>> {
    let mut all =
        groups(findings, |found: &'a Finding| (&found.fingerprint, &found.known, found.case.target()));
    // The subject that does not understand itself speaks for the others.
    all.iter_mut().for_each(|group| group.sort_by_key(|found| found.class()));
    all.sort_by_key(|group| group.first().map(|found| found.class()));
    all
}
