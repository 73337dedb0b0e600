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
    // Whose case it is speaks for the others, and of those a subject that does not understand itself.
    all.iter_mut().for_each(|group| group.sort_by_key(|found| (found.is_anothers, found.class())));
    all.sort_by_key(|group| group.iter().map(|found| found.class()).min());
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    /// Who shows it with a case of somebody else is not described by that case.
    #[test]
    fn whose_case_it_is_comes_first() {
        let found = |name: &str, is_anothers, with_itself| {
            let toolchains = vec![name.to_owned()];
            Finding { toolchains, is_anothers, with_itself, ..sample::finding() }
        };
        let all = [found("a", true, 2), found("b", false, 0), found("c", false, 2)];
        let groups = of_findings(all.iter());
        let names: Vec<String> = groups.iter().flatten().map(|found| found.subjects()).collect();
        assert_eq!((groups.len(), names.as_slice()), (1, ["c", "b", "a"].map(str::to_owned).as_slice()));
    }
}
