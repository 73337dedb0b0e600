//! Tables that are put together from several lists.

use crosscall_model::tool::table::Statement;

/// Statements in all lists together.
pub(in crate::abi) const fn total(lists: &[&[Statement]]) -> usize {
    let (mut total, mut list) = (0, 0);
    while list < lists.len() {
        total += lists[list].len();
        list += 1;
    }
    total
}

/// The statements of all lists, in order; the first list is not empty. Only compiled with: `N` is their [`total`].
pub(in crate::abi) const fn joined<const N: usize>(lists: &[&[Statement]]) -> [Statement; N] {
    let mut all = [lists[0][0]; N];
    let (mut next, mut list) = (0, 0);
    while list < lists.len() {
        let mut i = 0;
        while i < lists[list].len() {
            all[next] = lists[list][i];
            next += 1;
            i += 1;
        }
        list += 1;
    }
    all
}
