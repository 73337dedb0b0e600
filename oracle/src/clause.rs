//! The clause files: every rule of every document, its section, our wording, how it is observed, and
//! the readings that it leaves open.

use crate::citations::listed;
use crosscall_clauses::text;
use crosscall_model::Target;
use crosscall_model::finding::Answer;
use crosscall_model::plan::ClauseId;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use std::sync::OnceLock;

/// Way to observe a clause.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Observed {
    /// A constant in an object file.
    Layout,
    /// Registers and memory at the callee's first instruction.
    Entry,
    /// Registers and memory when control is back in the caller.
    Exit,
    /// Events between entry and return.
    Trace,
    /// Header, symbols, relocations and sections of an object file.
    Object,
    /// True if a tool accepts its input.
    Tool,
    /// The state in which a program is started.
    Start,
    /// The value of a C expression, where no call is looked at.
    Value,
}

/// Strictness of a document's words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Strictness {
    /// It has to be so.
    Must,
    /// It is recommended.
    Should,
    /// It is permitted.
    May,
    /// The document says nothing; the readings are what a careful implementer might do.
    Silent,
}

/// Evidence that can speak against a clause here; everything but [`Reach::Trial`] is counted apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reach {
    /// A trial of a subject.
    #[default]
    Trial,
    /// Only what the same subject does in other trials: it asks nothing but a question one of whose answers only
    /// permits more (see [`Choice::presumed`]), so that whoever does otherwise follows that answer.
    Presumed,
    /// Nothing: it permits or advises.
    Permission,
    /// Nothing here: what it speaks of could be seen, but no subject does it.
    NoSubject,
    /// Nothing: what it speaks of leaves no trace in a file or in a run.
    NoTrace,
    /// Nothing yet: a subject does what it speaks of, and nobody looks at it.
    NotLookedAt,
}

impl Reach {
    /// All of them, in the order in which they are counted.
    pub const ALL: [Reach; 6] = [
        Reach::Trial,
        Reach::Presumed,
        Reach::Permission,
        Reach::NoSubject,
        Reach::NoTrace,
        Reach::NotLookedAt,
    ];

    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            Reach::Trial => "trial",
            Reach::Presumed => "presumed",
            Reach::Permission => "permission",
            Reach::NoSubject => "no-subject",
            Reach::NoTrace => "no-trace",
            Reach::NotLookedAt => "not-looked-at",
        }
    }
}

/// One clause as its file has it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Clause {
    /// Its id, such as `EPIPHANY-RET-04` or `EPIPHANY-S07`.
    pub id: String,
    /// Section, table row or paragraph of the document.
    pub section: String,
    /// The rule in our words.
    pub rule: String,
    /// Ways to observe it; where there is none, `unobservable` says why.
    #[serde(default)]
    pub observed: Vec<Observed>,
    /// Why no trial can speak against it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unobservable: Option<String>,
    /// Strictness of the document's words.
    pub strict: Strictness,
    /// Version of the document since which it stands, or the month where no version has it yet; empty where the document has
    /// only one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub since: String,
    /// Discussions of it among the document's authors, with what they are about; empty where none is known.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub discussion: String,
    /// ABIs of the document that it binds, by name; all where there is none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub abis: Vec<String>,
    /// Evidence that can speak against it.
    #[serde(default)]
    pub reach: Reach,
    /// Clauses by whose choices this one is decided, where it repeats a question.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub decided_by: Vec<String>,
    /// The open questions of the clause; none when it can be read in one way only.
    #[serde(default, rename = "choice", skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<Choice>,
}

impl Clause {
    /// True if it binds a target, which may be one ABI of several.
    fn binds(&self, target: Target) -> bool {
        let name = match target {
            Target::Riscv(abi) => abi.facts().name,
            _ => "",
        };
        self.abis.is_empty() || self.abis.iter().any(|abi| abi == name)
    }

    /// True if a trial can speak against it: those that coverage is about.
    pub fn is_observable(&self) -> bool {
        self.reach == Reach::Trial
    }
}

/// One open question of a clause.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Choice {
    /// Name of the question inside its clause, such as `start`; empty when the clause has only one.
    #[serde(default)]
    pub name: String,
    /// Name of the enumeration of its readings in [`crosscall_clauses`].
    #[serde(rename = "type")]
    pub type_name: String,
    /// The question itself, in our words.
    pub asks: String,
    /// The readings, the most plausible first.
    pub readings: Vec<Reading>,
    /// True if a subject that has shown nothing else when its directed cases are done is held to the first
    /// reading that is left: where another one only permits more, whoever never makes use of that fits both.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub presumed: bool,
    /// Answers to other questions one of which is needed for this one to come up at all, each as `CLAUSE=READING`
    /// or `CLAUSE QUESTION=READING`; none where it may come up under any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub only_with: Vec<String>,
    /// Why no compiled function shows the answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elsewhere: Option<String>,
}

/// One answer to an open question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reading {
    /// Its number, such as `R1`.
    pub id: String,
    /// Its name in the enumeration of [`Choice::type_name`].
    pub name: String,
    /// Its meaning, in our words.
    pub text: String,
    /// True for what some toolchain does against the text: never a reading of the document, only a
    /// hypothesis that gives a finding its name.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub deviation: bool,
}

/// Index of a choice among all choices of a [`Catalogue`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ChoiceIndex(pub u16);

/// All clauses of one target.
#[derive(Debug)]
pub struct Catalogue {
    /// The target.
    pub target: Target,
    /// Title and origin of the document, without its text.
    pub document: String,
    /// Address of the document, where it is public.
    pub link: Option<String>,
    /// Clauses in the order of their file.
    pub clauses: Vec<Clause>,
    choices: Vec<(usize, usize)>,
    /// The choices of each clause that has any, by its id and by their names.
    by_clause: FxHashMap<String, FxHashMap<String, ChoiceIndex>>,
    ids: FxHashMap<String, ClauseId>,
    /// The number of each reading of each choice.
    numbers: Vec<Vec<Option<u8>>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    document: String,
    #[serde(default)]
    link: Option<String>,
    clause: Vec<Clause>,
}

impl Catalogue {
    /// The clauses of a file that bind `target`.
    fn parse(target: Target, text: &str, binds: impl Fn(&Clause) -> bool) -> Result<Catalogue, String> {
        let mut file: File = toml::from_str(text).map_err(|e| format!("clauses/{target}.toml: {e}"))?;
        file.clause.retain(binds);
        let mut choices = Vec::new();
        let mut by_clause: FxHashMap<String, FxHashMap<String, ChoiceIndex>> = FxHashMap::default();
        let mut ids: FxHashMap<String, ClauseId> = FxHashMap::default();
        let mut numbers = Vec::new();
        for (c, clause) in file.clause.iter().enumerate() {
            let id: ClauseId = Box::leak(clause.id.clone().into_boxed_str());
            if ids.insert(clause.id.clone(), id).is_some() {
                return Err(format!("clauses/{target}.toml: {} stands twice", clause.id));
            }
            for (q, choice) in clause.choices.iter().enumerate() {
                let index = u16::try_from(choices.len()).map_err(|_| "too many choices".to_owned())?;
                let named = by_clause.entry(clause.id.clone()).or_default();
                if named.insert(choice.name.clone(), ChoiceIndex(index)).is_some() {
                    return Err(format!("clauses/{target}.toml: {} asks `{}` twice", clause.id, choice.name));
                }
                choices.push((c, q));
                let number = |reading: &Reading| reading.id.strip_prefix('R').and_then(|n| n.parse().ok());
                numbers.push(choice.readings.iter().map(number).collect());
            }
        }
        let File { document, link, clause: mut clauses } = file;
        clauses.iter_mut().for_each(|clause| clause.rule = listed(clause));
        Ok(Catalogue {
            document,
            link,
            clauses,
            choices,
            by_clause,
            ids,
            numbers,
            ..Catalogue::empty(target)
        })
    }

    fn empty(target: Target) -> Catalogue {
        Catalogue {
            target,
            document: String::new(),
            link: None,
            clauses: Vec::new(),
            choices: Vec::new(),
            by_clause: FxHashMap::default(),
            ids: FxHashMap::default(),
            numbers: Vec::new(),
        }
    }

    /// A reading of a choice, by its position, as the answer to its question.
    pub fn answer(&'static self, choice: ChoiceIndex, reading: u8) -> Answer {
        let question = self.choice(choice).1;
        let reading = question.readings.get(usize::from(reading)).map_or("?", |r| r.id.as_str());
        Answer { clause: self.choice_clause_id(choice), question: &question.name, reading }
    }

    /// The clause with an id.
    pub fn clause(&self, id: &str) -> Option<&Clause> {
        self.clauses.iter().find(|c| c.id == id)
    }

    /// The static form of an id that this catalogue has.
    pub fn id(&self, id: &str) -> Option<ClauseId> {
        self.ids.get(id).copied()
    }

    /// Number of choices.
    pub fn choice_count(&self) -> usize {
        self.choices.len()
    }

    /// A choice with its clause.
    pub fn choice(&self, index: ChoiceIndex) -> (&Clause, &Choice) {
        let (clause, choice) = self.choices[usize::from(index.0)];
        let clause = &self.clauses[clause];
        (clause, &clause.choices[choice])
    }

    /// The number of a reading, given by its position: 2 for `R2`; `None` where it is called otherwise.
    pub fn number_of(&self, index: ChoiceIndex, position: u8) -> Option<u8> {
        *self.numbers.get(usize::from(index.0))?.get(usize::from(position))?
    }

    /// Finds a choice by the id of its clause and its name.
    pub fn find_choice(&self, clause: &str, name: &str) -> Option<ChoiceIndex> {
        self.by_clause.get(clause)?.get(name).copied()
    }

    /// Finds an answer that is written as `CLAUSE=READING` or `CLAUSE QUESTION=READING`: the choice, and the
    /// position of the reading.
    pub fn find_answer(&self, text: &str) -> Option<(ChoiceIndex, u8)> {
        let (question, reading) = text.split_once('=')?;
        let (clause, name) = question.split_once(' ').unwrap_or((question, ""));
        let choice = self.find_choice(clause, name)?;
        let position = self.choice(choice).1.readings.iter().position(|r| r.id == reading)?;
        Some((choice, u8::try_from(position).ok()?))
    }

    /// Number of clauses and silent points of a kind.
    pub fn count(&self, reach: Reach) -> usize {
        self.clauses.iter().filter(|clause| clause.reach == reach).count()
    }

    /// Every choice.
    pub fn choices(&self) -> impl Iterator<Item = ChoiceIndex> {
        (0..self.choices.len()).filter_map(|i| u16::try_from(i).ok()).map(ChoiceIndex)
    }

    /// Static id of the clause that a choice belongs to.
    pub fn choice_clause_id(&self, index: ChoiceIndex) -> ClauseId {
        self.ids[&self.choice(index).0.id]
    }
}

/// All clauses of the document of a target, which may be about several: those too that do not bind this one.
///
/// # Errors
/// The mistake in the file.
pub fn document(target: Target) -> Result<Catalogue, String> {
    Catalogue::parse(target, text(target), |_| true)
}

/// The clauses that bind a target. The clause files are part of the program; a test shows what is wrong with one that cannot
/// be read, which has no clauses here.
pub fn catalogue(target: Target) -> &'static Catalogue {
    static CATALOGUES: [OnceLock<Catalogue>; Target::COUNT] = [const { OnceLock::new() }; Target::COUNT];
    CATALOGUES[target.index()].get_or_init(|| {
        let bound = Catalogue::parse(target, text(target), |clause| clause.binds(target));
        bound.unwrap_or_else(|_| Catalogue::empty(target))
    })
}

/// The reading of a target's document that an answer names.
pub fn reading_of(target: Target, answer: &Answer) -> Option<&'static Reading> {
    let catalogue = catalogue(target);
    let choice = catalogue.choice(catalogue.find_choice(answer.clause, answer.question)?).1;
    choice.readings.iter().find(|reading| reading.id == answer.reading)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_clause_file_can_be_read() {
        for target in Target::ALL {
            assert_eq!(document(target).err(), None);
        }
    }
}
