//! A target's ABI document under one dialect: the tables of a document, and the readings that its rules ask for.

use std::marker::PhantomData;

use crosscall_clauses::Reading;
use crosscall_model::Target;

use crate::convention::{Convention, Layout, Machine, Passing};
use crate::fault::{Fault, Mechanism};
use crate::readings::{Choice, Readings};
use crate::value::Lowering;

/// ABI document of a target: its open questions, and its seeded faults.
pub(crate) trait Document: Sized + 'static {
    /// Target of the document.
    const TARGET: Target;
    /// Open questions of the document.
    const CHOICES: &'static [Choice];
    /// Open questions of all targets that the document is about, where some of them do not have each question.
    const QUESTIONS: &'static [Choice] = Self::CHOICES;
    /// Readings of the target's usual compiler that differ from the default ones.
    const TOOLCHAIN: &'static [(&'static str, u8)] = &[];
    /// Seeded faults.
    const FAULTS: &'static [Fault];
    /// Expressions, where the document mentions them.
    const EXPRESSIONS: Option<&'static Lowering> = None;
    /// True if there are vertices: functions that nobody calls and that end the program.
    const VERTICES: bool = false;
    /// True if there are member functions, functions with two results and vectors of variable length.
    const OTHER_LANGUAGES: bool = false;
}

/// Makes a convention under given readings and with an optional fault.
type MakeConvention = fn(&Readings, Option<Mechanism>) -> Box<dyn Convention>;

/// Tables of one document, and the constructor of its convention.
pub(crate) struct Tables {
    /// Open questions of the document.
    pub(crate) choices: &'static [Choice],
    /// Readings of the target's usual compiler that differ from the default ones.
    pub(crate) toolchain: &'static [(&'static str, u8)],
    /// Seeded faults.
    pub(crate) faults: &'static [Fault],
    /// Expressions, where the document mentions them.
    pub(crate) expressions: Option<&'static Lowering>,
    /// Constructor of the convention under given readings and with an optional fault; none without a convention.
    pub(crate) convention: Option<MakeConvention>,
}

impl Tables {
    /// Tables of a document that was not read a second time.
    pub(crate) const NONE: Tables =
        Tables { choices: &[], toolchain: &[], faults: &[], expressions: None, convention: None };

    /// Tables of a document.
    pub(crate) const fn of<D: Document>() -> Tables
    where
        Dialect<D>: Layout + Passing + Machine,
    {
        Tables {
            choices: D::CHOICES,
            toolchain: D::TOOLCHAIN,
            faults: D::FAULTS,
            expressions: D::EXPRESSIONS,
            convention: Some(|readings, fault| {
                Box::new(Dialect::<D> { readings: readings.clone(), fault, document: PhantomData })
            }),
        }
    }
}

/// A document as one dialect reads it, with an optional seeded fault. The rules of a target are methods of it: each
/// asks for the reading that decides a branch, at the branch.
pub(crate) struct Dialect<D> {
    readings: Readings,
    /// Seeded fault in force.
    pub(crate) fault: Option<Mechanism>,
    document: PhantomData<D>,
}

impl<D: Document> Dialect<D> {
    /// Reading in force for a question; the first one if it has no name, or if the target does not have the question.
    pub(crate) fn of<T: Reading>(&self) -> T {
        let at = const {
            assert!(position(D::QUESTIONS, T::KEY) < D::QUESTIONS.len(), "no question of the document");
            position(D::CHOICES, T::KEY)
        };
        self.readings.number(at).and_then(T::of).unwrap_or(T::FIRST)
    }

    /// True if this reading is in force.
    pub(crate) fn is<T: Reading>(&self, reading: T) -> bool {
        self.of::<T>() == reading
    }

    /// True if a reading without a name is in force, given as its question and its number.
    pub(crate) fn follows(&self, key: &str, number: u8) -> bool {
        self.readings.get(key) == Some(number)
    }

    /// True if the code commits this fault.
    pub(crate) fn breaks(&self, mechanism: Mechanism) -> bool {
        self.fault == Some(mechanism)
    }

    /// True if the code makes a mistake that only this target can make, by its name.
    pub(crate) fn errs(&self, name: &str) -> bool {
        matches!(self.fault, Some(Mechanism::Own(own)) if own == name)
    }
}

impl<D: Document> Convention for Dialect<D>
where
    Dialect<D>: Layout + Passing + Machine,
{
    fn target(&self) -> Target {
        D::TARGET
    }

    fn fault(&self) -> Option<Mechanism> {
        self.fault
    }

    fn has_vertices(&self) -> bool {
        D::VERTICES
    }

    fn has_other_languages(&self) -> bool {
        D::OTHER_LANGUAGES
    }
}

/// Index of a question in a table; the length of a table that lacks it.
const fn position(choices: &[Choice], key: &str) -> usize {
    let mut at = 0;
    while at < choices.len() && !is_same(choices[at].key.as_bytes(), key.as_bytes()) {
        at += 1;
    }
    at
}

/// True if two keys are the same.
const fn is_same(one: &[u8], other: &[u8]) -> bool {
    let mut at = 0;
    while at < one.len() && at < other.len() && one[at] == other[at] {
        at += 1;
    }
    at == one.len() && at == other.len()
}
