//! Groups of sections of which a program has the first only.

use rustc_hash::FxHashSet;

use crate::object_file::ObjectFile;

/// Sections, by object and index, that are left out because a group with the same signature came before theirs.
#[derive(Debug, Default)]
pub(super) struct LeftOut(FxHashSet<(usize, usize)>);

impl LeftOut {
    /// Returns whether a section is left out.
    pub(super) fn contains(&self, object: usize, section: usize) -> bool {
        // Hardly any object has groups.
        !self.0.is_empty() && self.0.contains(&(object, section))
    }
}

/// Finds the sections that are left out.
pub(super) fn left_out(objects: &[&ObjectFile]) -> LeftOut {
    let mut seen = FxHashSet::default();
    let mut left_out = LeftOut::default();
    for (index, object) in objects.iter().enumerate() {
        for group in object.groups.iter().filter(|group| group.is_comdat) {
            if !seen.insert(group.signature.as_str()) {
                left_out.0.extend(group.sections.iter().map(|section| (index, *section)));
            }
        }
    }
    left_out
}
