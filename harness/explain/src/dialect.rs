//! A dialect that a person asks for: readings by name, and the preferred reading of everything else.

use crosscall_model::Target;
use crosscall_oracle::choose::Permits;
use crosscall_oracle::clause::{ChoiceIndex, catalogue};
use crosscall_reports::nearest;
use std::collections::BTreeMap;

/// Readings by choice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dialect {
    target: Target,
    chosen: BTreeMap<ChoiceIndex, Vec<u8>>,
}

impl Dialect {
    /// The preferred reading of everything.
    pub fn preferred(target: Target) -> Dialect {
        Dialect { target, chosen: BTreeMap::new() }
    }

    /// Reads `CLAUSE=R2,CLAUSE:question=R1,…`, with a colon, a space or a dot before a question; `R1|R2` is the more
    /// plausible of these readings. The prefix of the target may be left out of clause ids. Deviations may be asked for
    /// too.
    ///
    /// # Errors
    /// The unknown part, and the known ones instead.
    pub fn parse(target: Target, text: &str) -> Result<Dialect, String> {
        let mut dialect = Dialect::preferred(target);
        for part in text.split(',').map(str::trim).filter(|p| !p.is_empty()) {
            let (choice, positions) = readings(target, part)?;
            dialect.chosen.insert(choice, positions);
        }
        Ok(dialect)
    }

    /// Questions that were answered.
    pub fn chosen(&self) -> impl Iterator<Item = ChoiceIndex> {
        self.chosen.keys().copied()
    }

    /// The same, but with one reading changed.
    pub fn with(&self, choice: ChoiceIndex, position: u8) -> Dialect {
        let mut changed = self.clone();
        changed.chosen.insert(choice, vec![position]);
        changed
    }
}

impl Permits for Dialect {
    fn permitted(&self, choice: ChoiceIndex) -> Vec<u8> {
        if let Some(positions) = self.chosen.get(&choice) {
            return positions.clone();
        }
        let readings = catalogue(self.target).choice(choice).1.readings.iter().enumerate();
        readings.filter(|(_, r)| !r.deviation).map(|(i, _)| i as u8).collect()
    }
}

fn readings(target: Target, text: &str) -> Result<(ChoiceIndex, Vec<u8>), String> {
    let catalogue = catalogue(target);
    let (name, wanted) =
        text.split_once('=').ok_or_else(|| format!("`{text}` is not a CLAUSE=READING, such as S06=R2"))?;
    let (clause_name, question) = name.trim().split_once([' ', ':', '.']).unwrap_or((name.trim(), ""));
    let full = format!("{}-{clause_name}", target.clause_prefix());
    let clause = catalogue.clause(clause_name).or_else(|| catalogue.clause(&full)).ok_or_else(|| {
        // All ids of a target begin alike.
        let prefix = format!("{}-", target.clause_prefix());
        let tails = catalogue.clauses.iter().map(|clause| target.short(&clause.id));
        let asked = clause_name.to_uppercase();
        let asked = target.short(&asked);
        // Of short ones any other is near.
        let near = nearest(asked, tails).filter(|_| asked.len() > 3);
        let hint = match near {
            Some(near) => format!("did you mean `{prefix}{near}`? "),
            None => String::new(),
        };
        format!(
            "{target} has no clause `{clause_name}`; {hint}`crosscall clauses --target {target}` lists them"
        )
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
    let position = |wanted: &str| {
        let position = readings.iter().position(|r| r.id.eq_ignore_ascii_case(wanted));
        position.and_then(|position| u8::try_from(position).ok()).ok_or_else(|| {
            let known: Vec<_> = readings.iter().map(|r| r.id.as_str()).collect();
            format!("{} has no interpretation `{wanted}`; it has {}", clause.id, known.join(", "))
        })
    };
    let mut positions = wanted.split('|').map(|one| position(one.trim())).collect::<Result<Vec<u8>, _>>()?;
    positions.sort_unstable();
    Ok((choice, positions))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crosscall_reports::{dialect, sample};

    /// A dialect in the spelling of the report can be given back to `explain`.
    #[test]
    fn what_is_printed_is_read() {
        let report = sample::several_subjects();
        for subject in &report.targets {
            let all: Vec<String> = subject.dialect.iter().map(ToString::to_string).collect();
            Dialect::parse(subject.target, &all.join(",")).unwrap();
        }
        let tables = dialect::tables(&report);
        let (_, rest) = tables.split_once("--dialect '").unwrap();
        let (text, _) = rest.split_once('\'').unwrap();
        assert_eq!(text, "RET-06:memory=R5,S06=R3");
        Dialect::parse(report.targets[0].target, text).unwrap();
    }
}
