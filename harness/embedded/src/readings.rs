//! Readings of open clauses that the generated code follows.
//!
//! A target lists its open questions in a table of [`Choice`]s, with the names and numbers of the clause catalogue.

use crosscall_clauses::Reading;
use crosscall_model::Target;

use crate::convention::tables;

/// Open question of a document with its possible answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Choice {
    /// Clause id, followed by a space and the name of the question where it has one: `EPIPHANY-ARG-03 start`.
    pub key: &'static str,
    /// Reading numbers as in the clause catalogue.
    pub readings: &'static [u8],
    /// Reading that [`Readings::defaults`] selects.
    pub default: u8,
}

impl Choice {
    /// Clause id.
    pub fn clause(&self) -> &'static str {
        self.key.split_once(' ').map_or(self.key, |(clause, _)| clause)
    }

    /// Name of the question, or empty.
    pub fn name(&self) -> &'static str {
        self.key.split_once(' ').map_or("", |(_, name)| name)
    }

    /// True if `key` denotes this question, written with a space, a colon or a dot before its name.
    fn is_written(&self, key: &str) -> bool {
        let separates = |b: u8| matches!(b, b' ' | b':' | b'.');
        let same = |(ours, theirs): (u8, u8)| ours == theirs || separates(ours) && separates(theirs);
        self.key.len() == key.len() && self.key.bytes().zip(key.bytes()).all(same)
    }
}

/// Choice between the readings of a question of the clause catalogue; the first of them is the default one.
pub(crate) const fn choice<T: Reading>() -> Choice {
    Choice { key: T::KEY, readings: T::NUMBERS, default: T::DEFAULT }
}

/// Choice that the clause catalogue does not have: a key, its readings and the default one.
pub(crate) const fn other(key: &'static str, readings: &'static [u8], default: u8) -> Choice {
    Choice { key, readings, default }
}

impl Choice {
    /// The choice between these readings.
    pub(crate) const fn of(self, readings: &'static [u8]) -> Choice {
        Choice { readings, ..self }
    }

    /// The choice with another default reading.
    pub(crate) const fn usually(self, default: u8) -> Choice {
        Choice { default, ..self }
    }
}

/// One reading for every choice of a target.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Readings {
    target: Target,
    /// One reading number for each entry of the target's table.
    numbers: Vec<u8>,
}

/// Error about a reading that is not accepted.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReadingError {
    /// No choice has this key.
    #[error("`{key}` is not an open clause of {target}; known: {known}")]
    Unknown {
        /// Target of the readings.
        target: Target,
        /// Key that was given.
        key: String,
        /// All keys, separated by commas.
        known: String,
    },
    /// The clause has no reading of this number.
    #[error("{key} has no reading {reading}; known: {known}")]
    Number {
        /// Key of the choice.
        key: &'static str,
        /// Reading that was given.
        reading: String,
        /// Known reading numbers, separated by commas.
        known: String,
    },
    /// The text is not a list of `key=number`.
    #[error("expected `clause=reading` and found `{0}`")]
    Syntax(String),
}

/// Open questions of a target.
pub fn choices(target: Target) -> &'static [Choice] {
    tables(target).choices
}

impl Readings {
    /// Default dialect of a target: the plainest sense of its document.
    pub fn defaults(target: Target) -> Readings {
        Readings { target, numbers: choices(target).iter().map(|c| c.default).collect() }
    }

    /// Dialect of the target's usual compiler, as far as readings can express it.
    pub fn toolchain(target: Target) -> Readings {
        let mut readings = Readings::defaults(target);
        for (key, number) in tables(target).toolchain {
            // The table of a toolchain contains only keys of the table of choices, which a test checks.
            let _ = readings.set(key, *number);
        }
        readings
    }

    /// Target of the readings.
    pub fn target(&self) -> Target {
        self.target
    }

    /// Selects a reading for a choice.
    ///
    /// # Errors
    /// [`ReadingError`] where the key or the number is unknown, with the known ones.
    pub fn set(&mut self, key: &str, reading: u8) -> Result<(), ReadingError> {
        let choices = choices(self.target);
        let Some(at) = self.position(key) else {
            let known = join(choices.iter().map(|c| c.key.to_owned()));
            return Err(ReadingError::Unknown { target: self.target, key: key.to_owned(), known });
        };
        let (Some(choice), Some(number)) = (choices.get(at), self.numbers.get_mut(at)) else { return Ok(()) };
        if !choice.readings.contains(&reading) {
            let known = join(choice.readings.iter().map(|n| format!("R{n}")));
            return Err(ReadingError::Number { key: choice.key, reading: format!("R{reading}"), known });
        }
        *number = reading;
        Ok(())
    }

    /// Number of the reading in force for the choice at an index of the target's table.
    pub(crate) fn number(&self, at: usize) -> Option<u8> {
        self.numbers.get(at).copied()
    }

    /// Number of the reading in force for a choice.
    pub fn get(&self, key: &str) -> Option<u8> {
        self.numbers.get(self.position(key)?).copied()
    }

    fn position(&self, key: &str) -> Option<usize> {
        choices(self.target).iter().position(|c| c.is_written(key))
    }

    /// Every choice with the reading in force, in the order of the table.
    pub fn iter(&self) -> impl Iterator<Item = (&'static Choice, u8)> {
        choices(self.target).iter().zip(self.numbers.iter().copied())
    }

    /// Parses the output of `Display`: `CLAUSE=R2` or `CLAUSE question=R2`, separated by commas. A colon or a dot may
    /// stand before the question, and the `R` may be omitted. Choices that are not mentioned keep their default.
    ///
    /// # Errors
    /// [`ReadingError`] for the first item that is not accepted.
    pub fn parse(target: Target, text: &str) -> Result<Readings, ReadingError> {
        let mut readings = Readings::defaults(target);
        for item in text.split(',').map(str::trim).filter(|item| !item.is_empty()) {
            let syntax = || ReadingError::Syntax(item.to_owned());
            let (key, number) = item.split_once('=').ok_or_else(syntax)?;
            let number = number.trim();
            let number = number.strip_prefix('R').unwrap_or(number).parse().map_err(|_| syntax())?;
            readings.set(key.trim(), number)?;
        }
        Ok(readings)
    }
}

/// Every choice that is not at its default, as [`Readings::parse`] reads it; empty for the defaults.
impl std::fmt::Display for Readings {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut first = true;
        for (choice, number) in self.iter().filter(|(c, n)| c.default != *n) {
            write!(f, "{}{}=R{number}", if first { "" } else { "," }, choice.key)?;
            first = false;
        }
        Ok(())
    }
}

fn join(items: impl Iterator<Item = String>) -> String {
    items.collect::<Vec<_>>().join(", ")
}
