//! Tables that are put together from several lists.

/// Number of entries in all lists together.
pub(in crate::abi) const fn total<T>(lists: &[&[T]]) -> usize {
    let (mut total, mut list) = (0, 0);
    while list < lists.len() {
        total += lists[list].len();
        list += 1;
    }
    total
}

/// The entries of all lists, in order; the first list is not empty. Only evaluated when compiled: `N` is their [`total`].
pub(in crate::abi) const fn joined<T: Copy, const N: usize>(lists: &[&[T]]) -> [T; N] {
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
