//! A dialect that a person asks for: readings by name, and the preferred reading of everything else.

use crosscall_model::Target;
use crosscall_oracle::choose::Permits;
use crosscall_oracle::clause::{ChoiceIndex, catalogue};
use std::collections::BTreeMap;

/// Readings by choice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dialect {
    target: Target,
    chosen: BTreeMap<ChoiceIndex, u8>,
}

impl Dialect {
    /// The preferred reading of everything.
    pub fn preferred(target: Target) -> Dialect {
        Dialect { target, chosen: BTreeMap::new() }
    }

    /// Reads `CLAUSE=R2,CLAUSE:question=R1,…`, with a colon, a space or a dot before a question. The prefix of the
    /// target may be left out of clause ids. Departures from the document may be asked for too.
    ///
    /// # Errors
    /// What is unknown, and what is known instead.
    pub fn parse(target: Target, text: &str) -> Result<Dialect, String> {
        let mut dialect = Dialect::preferred(target);
        for part in text.split(',').map(str::trim).filter(|p| !p.is_empty()) {
            let (choice, position) = reading(target, part)?;
            dialect.chosen.insert(choice, position);
        }
        Ok(dialect)
    }

    /// The same, but with one reading changed.
    pub fn with(&self, choice: ChoiceIndex, position: u8) -> Dialect {
        let mut changed = self.clone();
        changed.chosen.insert(choice, position);
        changed
    }
}

impl Permits for Dialect {
    fn permitted(&self, choice: ChoiceIndex) -> Vec<u8> {
        if let Some(position) = self.chosen.get(&choice) {
            return vec![*position];
        }
        let readings = catalogue(self.target).choice(choice).1.readings.iter().enumerate();
        readings.filter(|(_, r)| !r.deviation).map(|(i, _)| i as u8).collect()
    }
}

fn reading(target: Target, text: &str) -> Result<(ChoiceIndex, u8), String> {
    let catalogue = catalogue(target);
    let (name, reading) =
        text.split_once('=').ok_or_else(|| format!("`{text}` is no CLAUSE=READING, such as S06=R2"))?;
    let (clause_name, question) = name.trim().split_once([' ', ':', '.']).unwrap_or((name.trim(), ""));
    let full = format!("{}-{clause_name}", target.clause_prefix());
    let clause = catalogue.clause(clause_name).or_else(|| catalogue.clause(&full)).ok_or_else(|| {
        format!("{target} has no clause `{clause_name}`; `crosscall clauses --target {target}` lists them")
    })?;
    let choice = catalogue.find_choice(&clause.id, question).ok_or_else(|| {
        let questions: Vec<_> = clause.choices.iter().map(|c| format!("{}:{}", clause.id, c.name)).collect();
        match (questions.is_empty(), question.is_empty()) {
            (true, _) => format!("{} is not open: there is one way to read it", clause.id),
            (false, true) => format!("{} has several questions: {}", clause.id, questions.join(", ")),
            (false, false) => format!("{} has no question `{question}`", clause.id),
        }
    })?;
    let readings = &catalogue.choice(choice).1.readings;
    let position =
        readings.iter().position(|r| r.id.eq_ignore_ascii_case(reading.trim())).ok_or_else(|| {
            let known: Vec<_> = readings.iter().map(|r| r.id.as_str()).collect();
            format!("{} has no reading `{}`; it has {}", clause.id, reading.trim(), known.join(", "))
        })?;
    Ok((choice, position as u8))
}
