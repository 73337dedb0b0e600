//! Outcomes of the trials of a comparison: each has exactly one class, so that the classes add up to what was planned.

use serde::Serialize;
use std::ops::AddAssign;

/// Effect of a change of a compiler on one trial. In the order of reports: causes before what follows from them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Class {
    /// Functions of the old compiler and of the new one do not understand each other, though those of the old one do.
    Breaks,
    /// The new one contradicts the document, and the old one does not.
    New,
    /// Both contradict it, in different ways.
    Changed,
    /// The old one contradicts it, and the new one does not.
    Gone,
    /// Both contradict it in the same way, though their code differs.
    Kept,
    /// Both depart from it in the same way, as their other trials show, and here the code of one of them shows it.
    Uneven,
    /// The code differs and behaves the same.
    Same,
    /// All bytes are the same: nothing had to be run.
    Unchanged,
    /// One of the two does not support what the case needs.
    Unsupported,
    /// It could not be run.
    Failed,
    /// It was not begun.
    Skipped,
}

impl Class {
    /// Every class.
    pub const ALL: [Class; 11] = [
        Class::Breaks,
        Class::New,
        Class::Changed,
        Class::Gone,
        Class::Kept,
        Class::Uneven,
        Class::Same,
        Class::Unchanged,
        Class::Unsupported,
        Class::Failed,
        Class::Skipped,
    ];

    /// True if the change alters what others see.
    pub fn is_altered(self) -> bool {
        matches!(self, Class::Breaks | Class::New | Class::Changed | Class::Gone)
    }

    /// True if nothing is known of the trial.
    pub fn is_untested(self) -> bool {
        matches!(self, Class::Unsupported | Class::Failed | Class::Skipped)
    }

    /// Title of what belongs to it.
    pub fn title(self) -> &'static str {
        match self {
            Class::Breaks => "old and new code cannot call each other",
            Class::New => "new violations",
            Class::Changed => "changed violations",
            Class::Gone => "violations that are gone",
            Class::Kept => "violations as before",
            Class::Uneven => "deviations of both that only one shows here",
            Class::Same => "other code, same behaviour",
            Class::Unchanged => "unchanged",
            Class::Unsupported => "unsupported",
            Class::Failed => "failed",
            Class::Skipped => "skipped",
        }
    }
}

/// Number of trials of each class.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// Trials that should take place.
    pub planned: u64,
    /// See [`Class::Breaks`].
    pub breaks: u64,
    /// See [`Class::New`].
    pub new: u64,
    /// See [`Class::Changed`].
    pub changed: u64,
    /// See [`Class::Gone`].
    pub gone: u64,
    /// See [`Class::Kept`].
    pub kept: u64,
    /// See [`Class::Uneven`].
    pub uneven: u64,
    /// See [`Class::Same`].
    pub same: u64,
    /// See [`Class::Unchanged`].
    pub unchanged: u64,
    /// See [`Class::Unsupported`].
    pub unsupported: u64,
    /// See [`Class::Failed`].
    pub failed: u64,
    /// See [`Class::Skipped`].
    pub skipped: u64,
}

impl Counts {
    /// Counts a trial.
    pub fn note(&mut self, class: Class) {
        *self.of_mut(class) += 1;
    }

    /// Number of the trials of a class.
    pub fn of(&self, class: Class) -> u64 {
        *{ *self }.of_mut(class)
    }

    fn of_mut(&mut self, class: Class) -> &mut u64 {
        match class {
            Class::Breaks => &mut self.breaks,
            Class::New => &mut self.new,
            Class::Changed => &mut self.changed,
            Class::Gone => &mut self.gone,
            Class::Kept => &mut self.kept,
            Class::Uneven => &mut self.uneven,
            Class::Same => &mut self.same,
            Class::Unchanged => &mut self.unchanged,
            Class::Unsupported => &mut self.unsupported,
            Class::Failed => &mut self.failed,
            Class::Skipped => &mut self.skipped,
        }
    }

    /// Trials of which something is known.
    pub fn compared(&self) -> u64 {
        Class::ALL.into_iter().filter(|class| !class.is_untested()).map(|class| self.of(class)).sum()
    }

    /// Trials in which the change alters what others see.
    pub fn altered(&self) -> u64 {
        Class::ALL.into_iter().filter(|class| class.is_altered()).map(|class| self.of(class)).sum()
    }

    /// True if every planned trial has exactly one class.
    pub fn add_up(&self) -> bool {
        self.planned == Class::ALL.into_iter().map(|class| self.of(class)).sum::<u64>()
    }
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Counts) {
        self.planned += other.planned;
        for class in Class::ALL {
            *self.of_mut(class) += other.of(class);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_class_is_counted_once() {
        let mut counts = Counts { planned: 11, ..Counts::default() };
        assert!(!counts.add_up());
        Class::ALL.into_iter().for_each(|class| counts.note(class));
        assert!(counts.add_up());
        assert_eq!((counts.altered(), counts.compared()), (4, 8));
        counts += counts;
        assert!(counts.add_up() && counts.planned == 22);
    }
}
