//! Which reading of each open clause the generated code follows.
//!
//! A target lists its open questions in a table of [`Choice`]s. One question is one choice, however many
//! clauses of the document touch it; the other clauses are [`Alias`]es that set the same choice, so that
//! a dialect written in any of the clause numbers is understood.

use crosscall_model::Target;

use crate::convention::document;

/// One open question of a document and its possible answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Choice {
    /// The clause id, with an aspect after a dot where one clause asks several questions:
    /// `EPIPHANY-ARG-03.start`.
    pub key: &'static str,
    /// Reading numbers as the clause catalogue counts them, with what the code does under each.
    pub readings: &'static [(u8, &'static str)],
    /// The reading that [`Readings::defaults`] takes.
    pub default: u8,
}

impl Choice {
    /// The clause id without the aspect.
    pub fn clause(&self) -> &'static str {
        self.key.split_once('.').map_or(self.key, |(clause, _)| clause)
    }

    /// The aspect, where the clause asks several questions.
    pub fn aspect(&self) -> Option<&'static str> {
        self.key.split_once('.').map(|(_, aspect)| aspect)
    }
}

/// A further clause id whose reading stands for readings of choices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Alias {
    /// The clause id, with an aspect where needed.
    pub key: &'static str,
    /// For each reading number, the choices that it sets.
    pub readings: &'static [(u8, &'static [(&'static str, u8)])],
}

/// A reading for every choice of a target.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Readings {
    target: Target,
    /// One reading number for each entry of the target's table.
    numbers: Vec<u8>,
}

/// Why a reading cannot be taken.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReadingError {
    /// No choice or alias has this key.
    #[error("`{key}` is not an open clause of {target}; known: {known}")]
    Unknown {
        /// The target.
        target: Target,
        /// What was asked for.
        key: String,
        /// All keys, separated by commas.
        known: String,
    },
    /// The clause has no reading of this number.
    #[error("{key} has no reading {reading}; known: {known}")]
    Number {
        /// The choice or alias.
        key: &'static str,
        /// What was asked for.
        reading: String,
        /// Its reading numbers, separated by commas.
        known: String,
    },
    /// The text is not a list of `key=number`.
    #[error("expected `clause=reading` and found `{0}`")]
    Syntax(String),
}

/// The open questions of a target.
pub fn choices(target: Target) -> &'static [Choice] {
    document(target).choices
}

/// The clauses that are other names for choices of a target.
pub fn aliases(target: Target) -> &'static [Alias] {
    document(target).aliases
}

impl Readings {
    /// The default dialect of a target: the plainest sense of its document.
    pub fn defaults(target: Target) -> Readings {
        Readings { target, numbers: choices(target).iter().map(|c| c.default).collect() }
    }

    /// The dialect of the target's usual compiler, as far as readings can express it.
    pub fn toolchain(target: Target) -> Readings {
        let mut readings = Readings::defaults(target);
        for (key, number) in document(target).toolchain {
            readings.put(key, *number);
        }
        readings
    }

    /// The target.
    pub fn target(&self) -> Target {
        self.target
    }

    /// Takes a reading for a choice or, through an alias, for several.
    ///
    /// # Errors
    /// [`ReadingError`] where the key or the number is unknown, with what is known.
    pub fn set(&mut self, key: &str, reading: u8) -> Result<(), ReadingError> {
        if let Some(choice) = choices(self.target).iter().find(|c| c.key == key) {
            if !choice.readings.iter().any(|(n, _)| *n == reading) {
                let known = join(choice.readings.iter().map(|(n, _)| n.to_string()));
                return Err(ReadingError::Number { key: choice.key, reading: reading.to_string(), known });
            }
            self.put(choice.key, reading);
            return Ok(());
        }
        let Some(alias) = aliases(self.target).iter().find(|a| a.key == key) else {
            let choices = choices(self.target).iter().map(|c| c.key);
            let keys = choices.chain(aliases(self.target).iter().map(|a| a.key));
            let known = join(keys.map(str::to_owned));
            return Err(ReadingError::Unknown { target: self.target, key: key.to_owned(), known });
        };
        let Some((_, settings)) = alias.readings.iter().find(|(n, _)| *n == reading) else {
            let known = join(alias.readings.iter().map(|(n, _)| n.to_string()));
            return Err(ReadingError::Number { key: alias.key, reading: reading.to_string(), known });
        };
        for (key, number) in *settings {
            self.put(key, *number);
        }
        Ok(())
    }

    /// The reading in force for a choice, or for an alias if one of its readings says what is in force.
    pub fn get(&self, key: &str) -> Option<u8> {
        if let Some(at) = choices(self.target).iter().position(|c| c.key == key) {
            return self.numbers.get(at).copied();
        }
        let alias = aliases(self.target).iter().find(|a| a.key == key)?;
        let fits = |settings: &[(&str, u8)]| settings.iter().all(|(key, n)| self.get(key) == Some(*n));
        alias.readings.iter().find(|(_, settings)| fits(settings)).map(|(n, _)| *n)
    }

    /// Every choice with the reading in force, in the order of the table.
    pub fn iter(&self) -> impl Iterator<Item = (&'static Choice, u8)> {
        choices(self.target).iter().zip(self.numbers.iter().copied())
    }

    /// Parses what `Display` writes: `clause=number` or `clause=Rnumber`, separated by commas or white
    /// space. What is not mentioned keeps its default; of two that touch one choice the later counts.
    ///
    /// # Errors
    /// [`ReadingError`] for the first item that cannot be taken.
    pub fn parse(target: Target, text: &str) -> Result<Readings, ReadingError> {
        let mut readings = Readings::defaults(target);
        let items = text.split(|c: char| c == ',' || c.is_whitespace()).filter(|item| !item.is_empty());
        for item in items {
            let syntax = || ReadingError::Syntax(item.to_owned());
            let (key, number) = item.split_once('=').ok_or_else(syntax)?;
            let number = number.strip_prefix('R').unwrap_or(number).parse().map_err(|_| syntax())?;
            readings.set(key, number)?;
        }
        Ok(readings)
    }

    fn put(&mut self, key: &str, reading: u8) {
        let at = choices(self.target).iter().position(|c| c.key == key);
        if let Some(number) = at.and_then(|at| self.numbers.get_mut(at)) {
            *number = reading;
        }
    }
}

/// Every choice that is not at its default, as [`Readings::parse`] reads it; empty for the defaults.
impl std::fmt::Display for Readings {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut first = true;
        for (choice, number) in self.iter().filter(|(c, n)| c.default != *n) {
            write!(f, "{}{}={number}", if first { "" } else { "," }, choice.key)?;
            first = false;
        }
        Ok(())
    }
}

fn join(items: impl Iterator<Item = String>) -> String {
    items.collect::<Vec<_>>().join(", ")
}
