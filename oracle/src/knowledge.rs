//! Knowledge of the readings that one subject follows.
//!
//! Every case leaves some combinations of readings standing. Where the combinations are independent
//! of each other they are kept as a set for each choice; where not, as a relation between choices.

use crate::choose::{Assignment, Permits};
use crate::clause::{Catalogue, ChoiceIndex};
use crosscall_model::finding::{Answer, Mismatch, MismatchKind, Topic};
use crosscall_model::interned::Interned;
use crosscall_model::plan::ClauseId;
use crosscall_model::{Pairing, pairs};
use serde::{Deserialize, Deserializer, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::hash::{Hash, Hasher};

/// A contradiction that was left over so often will find no explanation.
const WORN_OUT: u64 = 4;

/// A question that so many cases of a pairing left open, of those at which a reading only permits more, is not asked of
/// every case of that pairing any more.
const LEFT_OPEN: u64 = 48;

/// Cases of a pairing that are held against the first reading of a question that is settled otherwise.
const WEIGHED: u64 = 256;

/// Cases that have to demand a reading before it is put back in force.
const DEMANDED: u64 = 3;

/// Of so many cases of a pairing fewer than one may contradict a reading that is put back in force.
const EXCEPTIONS: u64 = 3;

/// Knowledge of one subject. What is read back is [sound](Knowledge::is_sound) only if the same program has written it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Knowledge {
    #[serde(with = "of_target")]
    catalogue: &'static Catalogue,
    allowed: Vec<Vec<u8>>,
    relations: Vec<Relation>,
    #[serde(with = "pairs")]
    evidence: BTreeMap<ChoiceIndex, u64>,
    /// Number of cases of a pairing that were asked about a choice and left it open.
    #[serde(with = "pairs")]
    left_open: BTreeMap<(ChoiceIndex, Option<Pairing>), u64>,
    #[serde(with = "pairs")]
    deviations: BTreeMap<(ChoiceIndex, u8), u64>,
    /// Departures at a choice each of which explains every case that departed there, by position: which of them the subject
    /// makes, only a case tells that goes otherwise under each.
    #[serde(with = "pairs")]
    candidates: BTreeMap<ChoiceIndex, Vec<u8>>,
    /// Number of times that the subject kept to the document where a departure would have shown.
    #[serde(with = "pairs")]
    kept: BTreeMap<(ChoiceIndex, u8), u64>,
    /// Number of times that a contradiction of this kind was left over.
    #[serde(serialize_with = "pairs::serialize", deserialize_with = "read_left_over")]
    left_over: LeftOver,
    /// Of questions that are settled otherwise than by the document's first reading: how the cases of a pairing would
    /// go by that.
    #[serde(with = "pairs")]
    weighed: BTreeMap<(ChoiceIndex, Option<Pairing>), Weight>,
    /// Number of cases that demanded the first reading of a question that was settled otherwise.
    #[serde(with = "pairs")]
    demanded: BTreeMap<ChoiceIndex, u64>,
    /// True if the first reading of a question was put back in force.
    has_reinstated: bool,
    /// Number of times that a case has left fewer readings of a question.
    settled: u64,
}

/// Everything that was observed. What is known under one catalogue is compared, so that the catalogue has no part in it.
impl Hash for Knowledge {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Knowledge {
            catalogue: _,
            allowed,
            relations,
            evidence,
            left_open,
            deviations,
            candidates,
            kept,
            left_over,
            ..
        } = self;
        (allowed, relations, evidence, left_open, deviations, candidates, kept, left_over).hash(state);
        (&self.weighed, &self.demanded, self.has_reinstated).hash(state);
    }
}

/// Cases that fit a reading, and those that contradict it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct Weight {
    fitting: u64,
    contradicting: u64,
}

/// A question that two subjects answer differently.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The question.
    pub choice: ChoiceIndex,
    /// Positions of the readings that the first may follow.
    pub ours: Vec<u8>,
    /// Positions of the readings that the second may follow.
    pub theirs: Vec<u8>,
}

/// A restriction on several choices together. `None` stands for "any reading".
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct Relation {
    choices: Vec<ChoiceIndex>,
    rows: BTreeSet<Vec<Option<u8>>>,
}

/// The catalogue of a target, written as that.
mod of_target {
    use crate::clause::{Catalogue, catalogue};
    use crosscall_model::Target;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(super) fn serialize<S: Serializer>(of: &Catalogue, to: S) -> Result<S::Ok, S::Error> {
        of.target.serialize(to)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<&'static Catalogue, D::Error> {
        Target::deserialize(from).map(catalogue)
    }
}

/// Numbers of left-over contradictions, by clause, kind and words.
type LeftOver = BTreeMap<(ClauseId, MismatchKind, String), u64>;

fn read_left_over<'de, D: Deserializer<'de>>(from: D) -> Result<LeftOver, D::Error> {
    let pairs = Vec::<((Interned, MismatchKind, String), u64)>::deserialize(from)?;
    Ok(pairs.into_iter().map(|((clause, kind, words), times)| ((clause.0, kind, words), times)).collect())
}

impl Knowledge {
    /// Relations kept at most; the widest are dropped first, which only loses precision.
    const MAX_RELATIONS: usize = 32;

    /// Nothing known: every reading of the document is possible, deviations are not.
    pub fn new(catalogue: &'static Catalogue) -> Knowledge {
        let allowed = (0..catalogue.choice_count())
            .map(|i| positions(catalogue, ChoiceIndex(i as u16), |deviation| !deviation))
            .collect();
        Knowledge {
            catalogue,
            allowed,
            relations: Vec::new(),
            evidence: BTreeMap::new(),
            left_open: BTreeMap::new(),
            deviations: BTreeMap::new(),
            candidates: BTreeMap::new(),
            kept: BTreeMap::new(),
            left_over: BTreeMap::new(),
            weighed: BTreeMap::new(),
            demanded: BTreeMap::new(),
            has_reinstated: false,
            settled: 0,
        }
    }

    /// True if it speaks only of choices and readings that its catalogue has.
    pub fn is_sound(&self) -> bool {
        let count = self.catalogue.choice_count();
        let readings = |choice: ChoiceIndex| match usize::from(choice.0) < count {
            true => self.catalogue.choice(choice).1.readings.len(),
            false => 0,
        };
        let has = |choice: ChoiceIndex, reading: u8| usize::from(reading) < readings(choice);
        let lists = self.catalogue.choices().zip(&self.allowed);
        let mut lists = lists.chain(self.candidates.iter().map(|(choice, list)| (*choice, list)));
        let mut pairs = self.deviations.keys().chain(self.kept.keys());
        let asked = self.left_open.keys().chain(self.weighed.keys()).map(|(choice, _)| choice);
        let mut choices = asked.chain(self.evidence.keys()).chain(self.demanded.keys());
        let of_relation = |relation: &Relation| {
            let fits = |row: &Vec<Option<u8>>| {
                let mut cells = relation.choices.iter().zip(row);
                row.len() == relation.choices.len() && cells.all(|(c, cell)| cell.is_none_or(|r| has(*c, r)))
            };
            relation.choices.iter().all(|choice| readings(*choice) > 0) && relation.rows.iter().all(fits)
        };
        self.allowed.len() == count
            && lists.all(|(choice, list)| list.iter().all(|reading| has(choice, *reading)))
            && pairs.all(|(choice, reading)| has(*choice, *reading))
            && choices.all(|choice| readings(*choice) > 0)
            && self.relations.iter().all(of_relation)
    }

    /// The clauses this is about.
    pub fn catalogue(&self) -> &'static Catalogue {
        self.catalogue
    }

    /// True if a combination is still possible. Deviations in it are not held against it.
    pub fn admits(&self, assignment: &Assignment) -> bool {
        assignment.iter().all(|(c, r)| {
            self.is_deviation(*c, *r) || self.allowed.get(usize::from(c.0)).is_some_and(|a| a.contains(r))
        }) && self.relations.iter().all(|relation| {
            relation.rows.iter().any(|row| {
                relation.choices.iter().zip(row).all(|(choice, cell)| match (cell, assignment.get(choice)) {
                    (Some(known), Some(taken)) => known == taken || self.is_deviation(*choice, *taken),
                    _ => true,
                })
            })
        })
    }

    /// Takes note that of all combinations that were tried exactly these fit an observation. A
    /// combination without a choice says nothing about it. Deviations are noted apart.
    pub fn learn(&mut self, fits: &[Assignment]) {
        let choices: BTreeSet<ChoiceIndex> = fits.iter().flat_map(|f| f.keys().copied()).collect();
        let choices: Vec<_> = choices
            .into_iter()
            .filter(|c| !fits.iter().any(|f| f.get(c).is_some_and(|r| self.is_deviation(*c, *r))))
            .collect();
        let mut rows = BTreeSet::new();
        for fit in fits {
            rows.insert(choices.iter().map(|c| fit.get(c).copied()).collect::<Vec<_>>());
        }
        for choice in &choices {
            *self.evidence.entry(*choice).or_default() += 1;
        }
        self.restrict(Relation { choices, rows });
        self.propagate();
    }

    /// Holds the subject to the first of the readings that are left, at the questions that say so and that some
    /// case has spoken about (see [`Choice::presumed`](crate::clause::Choice)): it had every occasion to show
    /// another one.
    pub fn presume(&mut self) {
        let choices: Vec<ChoiceIndex> = self.evidence.keys().copied().collect();
        for choice in choices.into_iter().filter(|c| self.catalogue.choice(*c).1.presumed) {
            if let [first, _, ..] = *self.possible(choice) {
                self.learn(&[Assignment::from_iter([(choice, first)])]);
            }
        }
    }

    /// The number of cases that spoke about a choice.
    pub fn asked(&self, choice: ChoiceIndex) -> u64 {
        self.evidence.get(&choice).copied().unwrap_or(0)
    }

    /// Takes note of what a case of a pairing was asked about and did not settle.
    pub(crate) fn note_left_open(&mut self, pairing: Option<Pairing>, fits: &[Assignment]) {
        let asked: BTreeSet<ChoiceIndex> = fits.iter().flat_map(|fit| fit.keys().copied()).collect();
        for choice in asked.into_iter().filter(|c| self.catalogue.choice(*c).1.presumed) {
            if self.possible(choice).len() > 1 {
                *self.left_open.entry((choice, pairing)).or_default() += 1;
            }
        }
    }

    /// True if many cases of a pairing left it open if the subject makes use of what a reading permits (see
    /// [`Choice::presumed`](crate::clause::Choice)): then only what contradicts the first reading says more.
    pub(crate) fn is_left_open(&self, choice: ChoiceIndex, pairing: Option<Pairing>) -> bool {
        self.left_open.get(&(choice, pairing)).is_some_and(|times| *times >= LEFT_OPEN)
            && self.possible(choice).len() > 1
            && self.deviation(choice).is_none()
    }

    /// Takes note of departures from the document that explained a case.
    pub fn note_deviations(&mut self, deviations: impl IntoIterator<Item = (ChoiceIndex, u8)>) {
        for deviation in deviations {
            *self.deviations.entry(deviation).or_default() += 1;
        }
    }

    /// Departures at a choice between which no case has decided, by position, the one that is named first; empty where there is
    /// none.
    pub fn candidates(&self, choice: ChoiceIndex) -> &[u8] {
        self.candidates.get(&choice).map_or(&[], Vec::as_slice)
    }

    /// Leaves, of the departures at a choice, those that explain one more case. A case that none of them explains rules none
    /// out: it is a second convention.
    pub(crate) fn note_candidates(&mut self, choice: ChoiceIndex, explaining: &[u8]) {
        let known = self.candidates.entry(choice).or_insert_with(|| explaining.to_vec());
        if known.iter().any(|reading| explaining.contains(reading)) {
            known.retain(|reading| explaining.contains(reading));
        }
    }

    /// Number of times that a departure from the document was seen, as it was named then.
    pub fn times(&self, choice: ChoiceIndex, reading: u8) -> u64 {
        self.deviations.get(&(choice, reading)).copied().unwrap_or(0)
    }

    /// Number of times that any departure at a choice was seen.
    pub(crate) fn times_departed(&self, choice: ChoiceIndex) -> u64 {
        self.deviations.range((choice, 0)..=(choice, u8::MAX)).map(|(_, times)| times).sum()
    }

    /// Counts more cases that spoke about a choice.
    pub(crate) fn add_asked(&mut self, choice: ChoiceIndex, times: u64) {
        *self.evidence.entry(choice).or_default() += times;
    }

    /// Counts more departures from the document.
    pub(crate) fn add_departures(&mut self, choice: ChoiceIndex, reading: u8, times: u64) {
        *self.deviations.entry((choice, reading)).or_default() += times;
    }

    /// Leaves only some readings of a choice, by position.
    pub(crate) fn settle(&mut self, choice: ChoiceIndex, readings: Vec<u8>) {
        if let Some(allowed) = self.allowed.get_mut(usize::from(choice.0)) {
            *allowed = readings;
        }
    }

    /// Leaves only some departures of a choice, by position.
    pub(crate) fn settle_candidates(&mut self, choice: ChoiceIndex, candidates: Vec<u8>) {
        self.candidates.insert(choice, candidates);
    }

    /// Takes back what was noted of departures at a choice.
    pub(crate) fn forget_deviation(&mut self, choice: ChoiceIndex) {
        self.deviations.retain(|(c, _), _| *c != choice);
        self.candidates.remove(&choice);
    }

    /// Takes note that the subject kept to the document where a departure would have shown.
    pub(crate) fn note_kept(&mut self, choice: ChoiceIndex, departure: u8) {
        *self.kept.entry((choice, departure)).or_default() += 1;
    }

    /// True if the subject was seen, more than once, to keep to the document at a choice where a departure
    /// would have shown. Once can be chance.
    pub fn keeps_from(&self, choice: ChoiceIndex, departure: u8) -> bool {
        self.kept.get(&(choice, departure)).is_some_and(|times| *times > 1)
    }

    /// True if no further case can change what is known of a choice: one departure from the document, or one reading
    /// that is left while every departure would have shown.
    pub fn is_decided(&self, choice: ChoiceIndex) -> bool {
        let is_settled = self.possible(choice).len() < 2 && self.asked(choice) > 0;
        match self.deviation(choice) {
            Some(_) => self.candidates(choice).len() < 2,
            None => is_settled && self.departures(choice).iter().all(|d| self.keeps_from(choice, *d)),
        }
    }

    /// Readings that the subject may follow at a choice after all that was seen, by position: its departure from the
    /// document, first the one that is named, or else the readings that are left.
    pub fn follows(&self, choice: ChoiceIndex) -> Vec<u8> {
        let Some(named) = self.deviation(choice) else { return self.possible(choice).to_vec() };
        let others = self.candidates(choice).iter().copied().filter(|other| *other != named);
        std::iter::once(named).chain(others).collect()
    }

    /// Readings that the document leaves open at a choice, whatever is known of the subject, by position.
    pub(crate) fn readings(&self, choice: ChoiceIndex) -> Vec<u8> {
        positions(self.catalogue, choice, |deviation| !deviation)
    }

    /// Departures that are known for a choice, by position.
    pub(crate) fn departures(&self, choice: ChoiceIndex) -> Vec<u8> {
        positions(self.catalogue, choice, |deviation| deviation)
    }

    /// The document's first reading of a question that is settled otherwise, as long as too few cases of the pairing
    /// were held against it.
    pub(crate) fn to_weigh(&self, choice: ChoiceIndex, pairing: Option<Pairing>) -> Option<u8> {
        let [taken] = *self.possible(choice) else { return None };
        let weight = self.weighed.get(&(choice, pairing)).copied().unwrap_or_default();
        if weight.fitting + weight.contradicting >= WEIGHED || self.deviation(choice).is_some() {
            return None;
        }
        self.readings(choice).first().copied().filter(|first| *first != taken)
    }

    /// Takes note if a case of a pairing fits the document's first reading of a question that is settled otherwise.
    pub(crate) fn note_weighed(&mut self, choice: ChoiceIndex, pairing: Option<Pairing>, fits: bool) {
        let weight = self.weighed.entry((choice, pairing)).or_default();
        *(if fits { &mut weight.fitting } else { &mut weight.contradicting }) += 1;
    }

    /// Takes note that a case demands a reading of a question that is settled otherwise; whether that reading is put
    /// back in force. It is where it is the document's first, several cases demand it, and in each pairing most cases
    /// fit it: then those that do not are what stands out, and not those that demand it.
    pub(crate) fn reinstates(&mut self, choice: ChoiceIndex, reading: u8) -> bool {
        if self.readings(choice).first() != Some(&reading) || self.deviation(choice).is_some() {
            return false;
        }
        let times = self.demanded.entry(choice).or_default();
        *times += 1;
        let weights = self.weighed.iter().filter(|((of, _), _)| *of == choice).map(|(_, weight)| *weight);
        let mut weights = weights.peekable();
        let is_rule = |w: Weight| w.contradicting * EXCEPTIONS < w.fitting + w.contradicting;
        if *times < DEMANDED || weights.peek().is_none() || !weights.all(is_rule) {
            return false;
        }
        if let Some(allowed) = self.allowed.get_mut(usize::from(choice.0)) {
            *allowed = vec![reading];
        }
        self.relations.retain(|relation| !relation.choices.contains(&choice));
        self.has_reinstated = true;
        true
    }

    /// Number of times that a case has left fewer readings of a question than there were.
    pub fn settled(&self) -> u64 {
        self.settled
    }

    /// True if a question was settled anew, so that earlier cases have another verdict now.
    pub fn has_reinstated(&self) -> bool {
        self.has_reinstated
    }

    /// Takes note that nothing explains a contradiction.
    pub(crate) fn note_left_over(&mut self, mismatch: &Mismatch) {
        if let Some(kind) = kind_of(mismatch) {
            *self.left_over.entry(kind).or_default() += 1;
        }
    }

    /// True if there are contradictions for which no explanation will be found.
    pub(crate) fn has_worn_out(&self) -> bool {
        self.left_over.values().any(|times| *times >= WORN_OUT)
    }

    /// True if a contradiction of this kind was left over so often that no explanation will be found for it.
    pub(crate) fn is_worn_out(&self, mismatch: &Mismatch) -> bool {
        kind_of(mismatch).and_then(|kind| self.left_over.get(&kind)).is_some_and(|times| *times >= WORN_OUT)
    }

    /// The departure that was seen most often at a choice, by position: of those that explain every case, the first of several.
    pub fn deviation(&self, choice: ChoiceIndex) -> Option<u8> {
        let seen = self.deviations.range((choice, 0)..=(choice, u8::MAX));
        let most = seen.max_by_key(|(_, times)| **times).map(|((_, reading), _)| *reading)?;
        let left = self.candidates(choice).iter().copied();
        left.rev().max_by_key(|reading| self.times(choice, *reading)).or(Some(most))
    }

    /// The departure that the subject makes, where a case has ruled this one out; `None` where none has.
    pub fn instead_of(&self, departure: &Answer) -> Option<Answer> {
        let choice = self.catalogue.find_choice(departure.clause, departure.question)?;
        let left: Vec<Answer> =
            self.candidates(choice).iter().map(|r| self.catalogue.answer(choice, *r)).collect();
        let is_ruled_out = !left.is_empty() && !left.contains(departure);
        self.deviation(choice).filter(|_| is_ruled_out).map(|named| self.catalogue.answer(choice, named))
    }

    /// Departures that were seen at a choice, by position, without those that a later case has ruled out.
    pub fn departed(&self, choice: ChoiceIndex) -> Vec<u8> {
        let seen = self.deviations.range((choice, 0)..=(choice, u8::MAX)).map(|((_, reading), _)| *reading);
        match self.candidates(choice) {
            [] => seen.collect(),
            _ => self.deviation(choice).into_iter().collect(),
        }
    }

    /// Readings of a choice that are still possible, by position.
    pub fn possible(&self, choice: ChoiceIndex) -> &[u8] {
        self.allowed.get(usize::from(choice.0)).map_or(&[], Vec::as_slice)
    }

    /// The readings by clause id, for every choice that some case has spoken about: `R2`; `R1|R3`
    /// where several are possible; the choices of one clause joined by `+`, as in
    /// `start=R1+order=R3`. Deviations that were seen are marked: `R1, deviates: R5`.
    pub fn dialect(&self) -> BTreeMap<String, String> {
        let mut dialect: BTreeMap<String, String> = BTreeMap::new();
        for i in 0..self.allowed.len() {
            let choice = ChoiceIndex(i as u16);
            let seen = self.departed(choice);
            if !self.evidence.contains_key(&choice) && seen.is_empty() {
                continue;
            }
            let (clause, question) = self.catalogue.choice(choice);
            let name = |r: &u8| question.readings.get(usize::from(*r)).map_or("?", |r| r.id.as_str());
            let join = |rs: &[u8]| rs.iter().map(name).collect::<Vec<_>>().join("|");
            let mut text = String::new();
            if !question.name.is_empty() {
                text = format!("{}=", question.name);
            }
            match (self.evidence.contains_key(&choice), seen.is_empty()) {
                (true, true) => text += &join(self.possible(choice)),
                (true, false) => {
                    text += &format!("{} (deviates: {})", join(self.possible(choice)), join(&seen))
                }
                _ => text += &format!("deviates: {}", join(&seen)),
            }
            let entry = dialect.entry(clause.id.clone()).or_default();
            if !entry.is_empty() {
                entry.push('+');
            }
            entry.push_str(&text);
        }
        dialect
    }

    /// Choices on which two subjects have no reading in common, with what each of them follows: what it is
    /// known to do against the document, or else the readings that are left. Choices that no case of one
    /// of them has spoken about are passed over.
    pub fn incompatible(&self, other: &Knowledge) -> Vec<Difference> {
        let follows = |knowledge: &Knowledge, choice: ChoiceIndex| {
            let is_known = knowledge.deviation(choice).is_some() || knowledge.evidence.contains_key(&choice);
            is_known.then(|| knowledge.follows(choice))
        };
        let choices = (0..self.allowed.len()).filter_map(|i| u16::try_from(i).ok()).map(ChoiceIndex);
        let difference = |choice| {
            let (ours, theirs) = (follows(self, choice)?, follows(other, choice)?);
            let common = ours.iter().any(|reading| theirs.contains(reading));
            (!common).then_some(Difference { choice, ours, theirs })
        };
        choices.filter_map(difference).collect()
    }

    /// True if a reading is none of the document, but a departure from it.
    pub fn is_deviation(&self, choice: ChoiceIndex, reading: u8) -> bool {
        self.catalogue.choice(choice).1.readings.get(usize::from(reading)).is_some_and(|r| r.deviation)
    }

    /// Adds a restriction, split into what it says about single choices and what remains.
    fn restrict(&mut self, relation: Relation) {
        self.narrow(&relation);
        let relation = self.independent_part_removed(relation);
        if relation.choices.len() > 1 && !self.relations.contains(&relation) {
            self.relations.push(relation);
            if self.relations.len() > Self::MAX_RELATIONS {
                let widest = (0..self.relations.len()).max_by_key(|i| self.relations[*i].rows.len());
                self.relations.remove(widest.unwrap_or(0));
            }
        }
    }

    /// Narrows the single choices to what the rows of a relation allow.
    fn narrow(&mut self, relation: &Relation) -> bool {
        let mut changed = false;
        for (column, choice) in relation.choices.iter().enumerate() {
            let cells: BTreeSet<Option<u8>> =
                relation.rows.iter().filter_map(|row| row.get(column).copied()).collect();
            if cells.contains(&None) {
                continue;
            }
            if let Some(allowed) = self.allowed.get_mut(usize::from(choice.0)) {
                let before = allowed.len();
                let kept: Vec<u8> = allowed.iter().copied().filter(|r| cells.contains(&Some(*r))).collect();
                if !kept.is_empty() && kept.len() < before {
                    *allowed = kept;
                    self.settled += 1;
                    changed = true;
                }
            }
        }
        changed
    }

    /// Removes the columns that do not depend on the others.
    fn independent_part_removed(&self, mut relation: Relation) -> Relation {
        let mut column = 0;
        while column < relation.choices.len() {
            let cells: BTreeSet<_> =
                relation.rows.iter().filter_map(|row| row.get(column).copied()).collect();
            let without: BTreeSet<Vec<Option<u8>>> = relation
                .rows
                .iter()
                .map(|row| row.iter().enumerate().filter(|(i, _)| *i != column).map(|(_, c)| *c).collect())
                .collect();
            if without.len() * cells.len() == relation.rows.len() {
                relation.choices.remove(column);
                relation.rows = without;
            } else {
                column += 1;
            }
        }
        relation
    }

    /// Lets restrictions act on each other until nothing changes.
    fn propagate(&mut self) {
        loop {
            let mut changed = false;
            for relation in std::mem::take(&mut self.relations) {
                let rows: BTreeSet<_> =
                    relation
                        .rows
                        .iter()
                        .filter(|row| {
                            relation.choices.iter().zip(row.iter()).all(|(choice, cell)| {
                                cell.is_none_or(|r| self.possible(*choice).contains(&r))
                            })
                        })
                        .cloned()
                        .collect();
                let rows = if rows.is_empty() { relation.rows.clone() } else { rows };
                let narrowed = Relation { choices: relation.choices, rows };
                changed |= self.narrow(&narrowed);
                let rest = self.independent_part_removed(narrowed);
                if rest.choices.len() > 1 && !self.relations.contains(&rest) {
                    self.relations.push(rest);
                }
            }
            if !changed {
                return;
            }
        }
    }
}

impl Permits for Knowledge {
    fn permitted(&self, choice: ChoiceIndex) -> Vec<u8> {
        self.possible(choice).to_vec()
    }

    fn preferred(&self, choice: ChoiceIndex) -> Option<u8> {
        self.possible(choice).first().copied()
    }
}

/// Permits what a subject is known to do: its departure from the document, or else the readings that are left.
pub struct Predicted<'a>(pub &'a Knowledge);

impl Permits for Predicted<'_> {
    fn permitted(&self, choice: ChoiceIndex) -> Vec<u8> {
        self.0.follows(choice)
    }

    fn preferred(&self, choice: ChoiceIndex) -> Option<u8> {
        self.0.deviation(choice).or_else(|| self.0.preferred(choice))
    }
}

/// Permits what is predicted, and at questions that many cases of the pairing left open only the first reading that is
/// left.
pub(crate) struct Unasked<'a>(pub(crate) &'a Knowledge, pub(crate) Option<Pairing>);

impl Permits for Unasked<'_> {
    fn permitted(&self, choice: ChoiceIndex) -> Vec<u8> {
        let mut readings = self.0.follows(choice);
        if self.0.is_left_open(choice, self.1) {
            readings.truncate(1);
        }
        readings
    }

    fn preferred(&self, choice: ChoiceIndex) -> Option<u8> {
        Predicted(self.0).preferred(choice)
    }
}

/// Gives some questions an answer, the others as they are known.
pub(crate) struct Answered<'a> {
    /// The knowledge of the subject.
    pub(crate) knowledge: &'a Knowledge,
    /// The answers.
    pub(crate) answers: &'a [(ChoiceIndex, u8)],
    /// True if the subject's departures are in force at the other questions, or the document alone is.
    pub(crate) departures: bool,
}

impl Permits for Answered<'_> {
    fn permitted(&self, choice: ChoiceIndex) -> Vec<u8> {
        match self.answers.iter().find(|(c, _)| *c == choice) {
            Some((_, reading)) => vec![*reading],
            None if self.departures => self.knowledge.follows(choice),
            None => self.knowledge.possible(choice).to_vec(),
        }
    }

    fn preferred(&self, choice: ChoiceIndex) -> Option<u8> {
        match self.answers.iter().find(|(c, _)| *c == choice) {
            Some((_, reading)) => Some(*reading),
            None if self.departures => Predicted(self.knowledge).preferred(choice),
            None => self.knowledge.preferred(choice),
        }
    }
}

/// Permits everything that is written down of a question, departures too, what is known first.
pub(crate) struct Anything<'a>(pub(crate) &'a Knowledge);

impl Permits for Anything<'_> {
    fn permitted(&self, choice: ChoiceIndex) -> Vec<u8> {
        let mut options = self.0.follows(choice);
        for wanted in [false, true] {
            let others = positions(self.0.catalogue, choice, |deviation| deviation == wanted);
            let new: Vec<u8> = others.into_iter().filter(|r| !options.contains(r)).collect();
            options.extend(new);
        }
        options
    }
}

/// Permits what is known to be possible, and every deviation.
pub struct WithDeviations<'a>(pub &'a Knowledge);

impl Permits for WithDeviations<'_> {
    fn permitted(&self, choice: ChoiceIndex) -> Vec<u8> {
        let mut options = self.0.possible(choice).to_vec();
        options.extend(positions(self.0.catalogue, choice, |deviation| deviation));
        options
    }
}

/// Permits every reading of the document, whatever is known.
pub struct AllReadings(pub &'static Catalogue);

impl Permits for AllReadings {
    fn permitted(&self, choice: ChoiceIndex) -> Vec<u8> {
        positions(self.0, choice, |deviation| !deviation)
    }
}

/// The kind of a contradiction: its first clause, the kind of thing that it is about, and how deep inside a value that
/// lies, without numbers.
fn kind_of(mismatch: &Mismatch) -> Option<(ClauseId, MismatchKind, String)> {
    let depth = match &mismatch.topic {
        Topic::Value(datum) => datum.path.chars().filter(|c| !c.is_ascii_digit()).collect(),
        _ => String::new(),
    };
    Some((*mismatch.clauses.first()?, MismatchKind::of(mismatch.target, &mismatch.topic), depth))
}

fn positions(catalogue: &Catalogue, choice: ChoiceIndex, wanted: impl Fn(bool) -> bool) -> Vec<u8> {
    let readings = catalogue.choice(choice).1.readings.iter().enumerate();
    readings.filter(|(_, r)| wanted(r.deviation)).map(|(i, _)| i as u8).collect()
}
