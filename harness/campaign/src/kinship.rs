//! Which findings follow from which. One fault shows in many ways: what has the same cause as another finding is
//! reported with that, not as a finding of its own.
//!
//! Nothing is judged here; it is only asked what the trials of two findings have in common:
//!
//! * *type*: a basic type is laid out wrongly, and all trials of the other finding have that type in them;
//! * *registers*: another register is not given back under the same clause, or what was kept across a call in the register that
//!   is not given back is lost;
//! * *mixing*: values of both were taken from the same one or two wrong places, whatever their types, in all trials that show
//!   from where, or what the other one misses, rarely, belongs in the two places that the first mixes up;
//! * *keeping*: something was kept in a register that calls destroy, and what the other one lost was kept in such a register
//!   under the same clause, or could have been in any, or was computed, rarely, from nobody knows what around a call;
//! * *company*: in all of its trials, or in its smallest case, the contradiction of the first stands beside its own;
//! * *reading*: by another reading of the clause that the first contradicts, its own contradiction would be none;
//! * *way*: both are about the same kind of thing, which went the same way (or one was not found again), and the
//!   clause of the first has a say in the other, too; expressions are of one kind if they went wrong in the same way;
//! * *crash*: its runs did not come back, while others of the same pairing did, and show what is wrong (with what the
//!   lost run stumbled over, where that is known);
//! * *depth*: it was seen rarely, and only where functions of the subject called one another, on both sides of which
//!   the cause, which is frequent, is at work unseen.
//!
//! Of two, the one that more trials show is the cause, unless one never comes without the other. A known one never is,
//! nor is a departure with a name: what follows from those has been judged already.

use super::fingerprint;
use super::tally::{Found, Key, Seen, SubjectTally, TargetTally};
use crosscall_model::finding::{
    Expected, Fingerprint, Follower, Found as Cause, LayoutFact, Mismatch, MismatchKind, Observed, Role,
    Spot, Topic, Violation, Whereabouts,
};
use crosscall_model::interned::{self, Interned, Text};
use crosscall_model::plan::Place;
use crosscall_model::{AboutRef, CaseKind, Form, Pairing, Scalar, Style, Target, Type, c, pairs, unit};
use crosscall_toolchain::cases::lexicon::lexicon;
use serde::{Deserialize, Deserializer, Serialize};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// A cause may be seen in so many times fewer trials than what follows from it.
const FEWER: u64 = 3;

/// So many different lists of places of lost values are kept.
const MOST_PLACES: usize = 16;

/// So many times fewer are few.
const MUCH_FEWER: u64 = 10;

/// One of so many trials at least shows from where a value was taken, of findings that are joined by that.
const SHOWING: u64 = 10;

/// Traits that all trials of a finding share.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Common {
    /// Clauses of its own contradiction, whichever trial it was.
    #[serde(deserialize_with = "interned::set")]
    clauses: BTreeSet<Text>,
    /// Clause and kind of the other contradictions.
    #[serde(deserialize_with = "company")]
    company: BTreeSet<(Text, MismatchKind)>,
    /// Basic types of the cases.
    types: BTreeSet<Scalar>,
    /// The ways in which what was lost was found again, whichever trial it was.
    ways: BTreeSet<Way>,
    /// Places where lost arguments were found, or from which they were taken, and those where lost values were kept, with the
    /// number of trials; an empty list for those that do not show it, and for all where there are more than [`MOST_PLACES`].
    #[serde(default, with = "pairs")]
    places: BTreeMap<Vec<Place>, u64>,
    /// Places of values that did not hold what belongs there, or from which others were taken.
    #[serde(default)]
    mistaken: BTreeSet<Place>,
    /// True if all trials show such places.
    #[serde(default)]
    shows_mistaken: bool,
    /// True if functions of the subject called one another.
    is_deep: bool,
    /// True if the called function called others, so that something may have been kept across that.
    #[serde(default)]
    is_calling: bool,
}

fn company<'de, D: Deserializer<'de>>(from: D) -> Result<BTreeSet<(Text, MismatchKind)>, D::Error> {
    let pairs = Vec::<(Interned, MismatchKind)>::deserialize(from)?;
    Ok(pairs.into_iter().map(|(Interned(clause), kind)| (clause, kind)).collect())
}

impl Common {
    /// Of a single trial.
    pub(super) fn of(case: AboutRef<'_>, violation: &Violation) -> Common {
        // The report of two conventions comes before the observation.
        let own = usize::from(!violation.changed.is_empty() && violation.mismatches.len() > 1);
        let first = violation.mismatches.get(own);
        let changed = violation.changed.iter().map(|answer| answer.clause);
        let lead = |m: &Mismatch| Some((*m.clauses.first()?, fingerprint::kind_of(m)));
        let mistaken = first.and_then(mistaken);
        Common {
            clauses: first.iter().flat_map(|m| m.clauses.iter().copied()).chain(changed).collect(),
            company: violation.mismatches.iter().skip(1).filter_map(lead).collect(),
            is_deep: case.call().is_some_and(|case| is_deep(&case.style)),
            is_calling: case.call().is_some_and(|case| case.style.calls || is_deep(&case.style)),
            types: types_of(case),
            ways: first.and_then(way).into_iter().collect(),
            places: first
                .map_or_else(|| Some(Vec::new()), places)
                .map(|list| (list, 1))
                .into_iter()
                .collect(),
            shows_mistaken: mistaken.is_some(),
            mistaken: mistaken.unwrap_or_default(),
        }
    }

    /// A companion in its smallest case counts as one in all trials.
    pub(super) fn add_company_of(&mut self, smallest: Common) {
        self.company.extend(smallest.company);
    }

    /// Of this and of other trials.
    pub(super) fn meet(&mut self, other: &Common) {
        self.clauses.extend(other.clauses.iter().copied());
        self.company.retain(|one| other.company.contains(one));
        self.types.retain(|one| other.types.contains(one));
        self.ways.extend(other.ways.iter().cloned());
        for (list, times) in &other.places {
            *self.places.entry(list.clone()).or_default() += times;
        }
        if self.places.len() > MOST_PLACES {
            self.places = BTreeMap::from([(Vec::new(), self.places.values().sum())]);
        }
        self.mistaken.extend(&other.mistaken);
        self.shows_mistaken &= other.shows_mistaken;
        self.is_deep &= other.is_deep;
        self.is_calling &= other.is_calling;
    }
}

/// Way in which something went astray, without numbers.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
enum Way {
    /// A number is too small.
    TooSmall,
    /// A number is too large.
    TooLarge,
    /// A value was found in places of some sorts.
    In(Vec<Sort>),
    /// A subject took a value from places of some sorts, or from other bytes of the same value.
    From(Vec<Sort>),
    /// A subject kept a value in places of some sorts.
    Kept(Vec<Sort>),
    /// The bytes of a value are displaced.
    Displaced,
    /// A run ended near a value in memory.
    NearValue(Role),
    /// A run used what was no address.
    UsedAsAddress(Sort),
    /// A value comes of a usual mistake.
    Mistake(String),
    /// An element has what belongs in another.
    OtherElement,
    /// A register was written last by an instruction.
    Written,
    /// A subject follows two conventions.
    TwoConventions,
}

/// The sort of a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
enum Sort {
    /// A register of a file, by the letter that its names begin with.
    Register(Option<char>),
    /// Part of a register.
    Part(Option<char>),
    /// The stack below the stack pointer.
    Below,
    /// The stack from the stack pointer upwards.
    Above,
    /// Memory at a distance from a register.
    Pointed,
}

impl Sort {
    fn of(target: Target, place: Place) -> Sort {
        let letter = |register| target.register(register).and_then(|info| info.name.chars().next());
        match place {
            Place::Register { register, byte: 0 } => Sort::Register(letter(register)),
            Place::Register { register, .. } => Sort::Part(letter(register)),
            Place::Stack { offset } if offset < 0 => Sort::Below,
            Place::Stack { .. } => Sort::Above,
            Place::Pointed { .. } => Sort::Pointed,
        }
    }
}

/// The sorts of places where something is, in their order. An address is lost as the value behind it is.
fn sorts(target: Target, place: &Whereabouts) -> Vec<Sort> {
    let of = |spot: &Spot| match spot {
        Spot::Place(place) | Spot::Behind(place) => vec![Sort::of(target, *place)],
        Spot::Run(run) => {
            run.iter().map(|r| Sort::of(target, Place::Register { register: *r, byte: 0 })).collect()
        }
    };
    place.spots().iter().flat_map(of).collect()
}

/// Way of a lost value to the place where it was found; of a number, its direction.
fn way(mismatch: &Mismatch) -> Option<Way> {
    let target = mismatch.target;
    Some(match (&mismatch.found, &mismatch.expected, &mismatch.observed) {
        (None, Expected::Number(wanted), Observed::Number(seen)) if seen < wanted => Way::TooSmall,
        (None, Expected::Number(_), Observed::Number(_)) => Way::TooLarge,
        (None, ..) => return None,
        (Some(found), ..) => match found {
            Cause::In(place) => Way::In(sorts(target, place)),
            Cause::Displaced(_) => Way::Displaced,
            Cause::ReadFrom { place, .. } => {
                Way::From(place.as_ref().map(|place| sorts(target, place)).unwrap_or_default())
            }
            Cause::KeptIn(place) => Way::Kept(sorts(target, place)),
            Cause::LastWritten(_) => Way::Written,
            Cause::NearValue { value, .. } => Way::NearValue((*value).into()),
            Cause::UsedAsAddress { place, .. } => Way::UsedAsAddress(Sort::of(target, *place)),
            Cause::Mistake(words) => Way::Mistake(words.chars().filter(|c| !c.is_ascii_digit()).collect()),
            Cause::OtherElement(..) => Way::OtherElement,
            Cause::TwoConventions => Way::TwoConventions,
        },
    })
}

/// Places where a lost argument was found, or from which it was taken, or where a lost value was kept; `None` where it was
/// exchanged with other bytes of its own, which says nothing of where these were.
fn places(mismatch: &Mismatch) -> Option<Vec<Place>> {
    match (&mismatch.topic, &mismatch.found) {
        (_, Some(Cause::KeptIn(place))) => Some(place.places()),
        (Topic::Value(_), Some(Cause::In(place) | Cause::ReadFrom { place: Some(place), .. })) => {
            Some(place.places())
        }
        (Topic::Value(_), Some(Cause::Displaced(_) | Cause::ReadFrom { inside: Some(_), .. })) => None,
        _ => Some(Vec::new()),
    }
}

/// Places of a value that do not hold what belongs there, or the one from which it was taken: of several some may be right. `None`
/// where the contradiction does not show them.
fn mistaken(mismatch: &Mismatch) -> Option<BTreeSet<Place>> {
    let places = mismatch.wrong_places().or_else(|| match &mismatch.found {
        Some(Cause::ReadFrom { place: Some(place), inside: None }) => {
            Some(place.places()).map(|all| if all.len() == 1 { all } else { Vec::new() })
        }
        _ => None,
    });
    places.map(BTreeSet::from_iter)
}

/// Basic types that a case is about.
fn types_of(case: AboutRef<'_>) -> BTreeSet<Scalar> {
    match case {
        AboutRef::Call(case) => unit::basic_types(case),
        AboutRef::Tool(_) => BTreeSet::new(),
        AboutRef::Value(case) => {
            let operation = lexicon(case.target).find(case);
            let shapes = operation
                .into_iter()
                .flat_map(|o| o.operands.iter().map(|operand| operand.shape).chain([o.result]));
            shapes.map(|shape| shape.element()).collect()
        }
    }
}

fn is_deep(style: &Style) -> bool {
    style.recursive || style.others || style.computed || style.tail || style.form == Form::Nested
}

impl TargetTally {
    /// Joins new findings with those that they follow from; those about runs that did not come back only if
    /// `crashes`.
    pub(super) fn join_kin(&mut self, crashes: bool) {
        let mut causes = BTreeMap::new();
        for (key, found) in self.found.iter().filter(|(key, found)| may_be_joined(key, found)) {
            let candidates =
                self.found.iter().filter(|(other, cause)| may_be_joined(other, cause) && *other != key);
            let fitting = candidates.filter(|(_, cause)| {
                self.are_of_one_subject(key, found, cause) && follows(found, cause, crashes)
            });
            if let Some((cause, _)) = fitting.max_by_key(|(_, cause)| rank(cause)) {
                causes.insert(key.clone(), cause.clone());
            }
        }
        while let Some((key, cause)) = causes.pop_first() {
            let (mut root, mut passed) = (&cause, vec![&key]);
            while let Some(next) = causes.get(root).filter(|next| !passed.contains(next)) {
                passed.push(root);
                root = next;
            }
            self.join(&key, &root.clone());
        }
    }

    fn join(&mut self, key: &Key, root: &Key) {
        let Some(found) = self.found.remove(key) else { return };
        let Some(cause) = self.found.get_mut(root) else {
            self.found.insert(key.clone(), found);
            return;
        };
        let own = self.subjects.iter().filter_map(|subject| subject.record.found.get(key));
        let sightings = own.flat_map(|sightings| &sightings.by).map(super::report::sighting).collect();
        cause.followers.push(Follower {
            fingerprint: key.fingerprint.clone(),
            pairing: found.seen.pairing,
            times: found.times,
            index: found.seen.index,
            sightings,
        });
        cause.followers.extend(found.followers);
        for subject in &mut self.subjects {
            if let Some(sightings) = subject.record.found.remove(key) {
                let (index, toolchains) = &sightings.first;
                let of_root = subject.sightings(root, *index, toolchains);
                of_root.consequences += sightings.times() + sightings.consequences;
                of_root.with_itself += sightings.with_itself;
            }
        }
    }

    /// True if every subject that shows a finding shows the other one as well. A call between two subjects may go
    /// wrong because of either.
    fn are_of_one_subject(&self, key: &Key, found: &Found, cause: &Found) -> bool {
        let partners = |name: &String| {
            let of_call = &found.seen.toolchains;
            found.seen.pairing == Some(Pairing::Cross)
                && of_call.contains(name)
                && of_call.iter().any(|t| cause.toolchains.contains(t))
        };
        // Calls of a subject that fail because of the other one show nothing of it.
        let shows = |subject: &&SubjectTally| {
            subject.record.found.get(key).is_some_and(|sightings| sightings.times() > 0)
        };
        let showing = self.subjects.iter().filter(shows);
        let mut names = showing.map(|subject| &subject.toolchain.name);
        names.all(|name| cause.toolchains.contains(name) || partners(name))
    }
}

/// True if a finding may follow from others, or others from it.
fn may_be_joined(key: &Key, found: &Found) -> bool {
    let fault = matches!(key.fingerprint, Fingerprint::Fault(_));
    let is_of_tool = found.seen.case.matter() == CaseKind::Tool;
    key.known.is_empty() && !fault && !is_of_tool && !key.fingerprint.is_departure()
}

/// The more frequent one is rather the cause; of equals, the earlier one.
fn rank(found: &Found) -> (bool, u64, Reverse<u64>, Reverse<&Key>) {
    (wrong_type(&found.seen).is_some(), found.times, Reverse(found.seen.index), Reverse(&found.seen.key))
}

fn follows(found: &Found, cause: &Found, crashes: bool) -> bool {
    if let Some(scalar) = wrong_type(&cause.seen)
        && wrong_type(&found.seen).is_none()
        && found.common.types.contains(&scalar)
    {
        return true;
    }
    let (one, other) = (&found.seen.key.fingerprint, &cause.seen.key.fingerprint);
    let (Some(of_found), Some(of_cause)) = (one.clause(), other.clause()) else { return false };
    let is_above = rank(cause) > rank(found);
    let beside = |found: &Found, cause: &Fingerprint| {
        cause.kind().zip(cause.clause()).is_some_and(|(kind, clause)| {
            found.common.company.iter().any(|(of, one)| *of == clause && one == kind)
        })
    };
    if beside(found, other) && (is_above || !beside(cause, one)) {
        return true;
    }
    let among = |pairing: &Pairing| *pairing == Pairing::Cross || cause.pairings.contains(pairing);
    let pairings = found.pairings.iter().all(among);
    let by_reading =
        |found: &Found, of: &str| found.seen.violation.readings.iter().any(|answer| answer.clause == of);
    if of_found != of_cause && pairings && by_reading(found, of_cause) && !by_reading(cause, of_found) {
        return true;
    }
    if is_above && is_kept(cause) && (crashes || !one.is_about_control()) {
        // It is lost in many ways, on whichever side of a call it is kept.
        let is_other = matches!(one.kind(), Some(MismatchKind::Other(_)));
        let may_be_it = is_other && found.common.clauses.contains(of_cause);
        let is_rare = found.common.is_calling && found.times * MUCH_FEWER < cause.times;
        let nowhere = found.common.ways.is_empty() && (may_be_it || is_rare);
        if of_found == of_cause && is_kept(found) || nowhere {
            return true;
        }
    }
    if one.is_about_control() {
        // The form of an object file matters to every call.
        let of_object = cause.pairings.contains(&Pairing::Object);
        let is_call = found.seen.case.matter() == CaseKind::Call;
        // If the stumbling block of the lost run is known, the cause has to be about that.
        let may_be_it = found.common.ways.is_empty() || found.common.clauses.contains(of_cause);
        return crashes && (of_object || is_call && pairings && is_above && may_be_it);
    }
    if found.common.is_deep && pairings && found.times * MUCH_FEWER < cause.times {
        return true;
    }
    let of_expression = |kind: &MismatchKind| matches!(kind, MismatchKind::Operation(_));
    if is_above && is_kept_in_lost(found, cause) {
        return true;
    }
    // A function that does not give one register back mostly does not give others back either.
    if one.is_of_another_register(other) {
        return pairings && is_above;
    }
    let same_kind = match (one.kind(), other.kind()) {
        // Operations have little in common but the way in which they go wrong.
        (Some(one), Some(other)) if of_expression(one) && of_expression(other) => {
            !found.common.ways.is_disjoint(&cause.common.ways)
        }
        (Some(one), Some(other)) => one.whichever_argument() == other.whichever_argument(),
        // Two conventions at one clause, and something left over there.
        _ => of_found == of_cause,
    };
    let ways = &found.common.ways;
    // A constant that is wrong in the same way and much more rarely, of another sort of type.
    if pairings && same_kind && found.pairings.contains(&Pairing::Layout) {
        let same_way = !ways.is_empty() && ways.is_subset(&cause.common.ways);
        if same_way && found.times * FEWER < cause.times {
            return true;
        }
    }
    let same_way = ways.is_empty() || other.kind().is_none() || !ways.is_disjoint(&cause.common.ways);
    let is_of_value = |kind: Option<&MismatchKind>| matches!(kind, Some(MismatchKind::Value(..)));
    let of_values = is_of_value(one.kind()) && is_of_value(other.kind());
    let is_mixed = || is_mixed_up(found, cause) || belongs_in_mixed_up(found, cause);
    if is_above && pairings && (same_kind || of_values) && is_mixed() {
        return true;
    }
    // The clause that holds for both is the one that is broken, even where it has fewer values of its own.
    let is_wider = !cause.common.clauses.contains(of_found) && cause.times * FEWER > found.times;
    let some_pairing = found.pairings.iter().any(among);
    some_pairing && same_kind && same_way && found.common.clauses.contains(of_cause) && (is_above || is_wider)
}

/// True if one or two places hold each lost value of a finding and of the cause, argument or result, wherever a trial shows that, and
/// not too few trials of both do: these are mixed up.
fn is_mixed_up(found: &Found, cause: &Found) -> bool {
    mixed_up(&cause.common.places, Some(&found.common.places)).next().is_some()
}

/// True if what a rare finding misses belongs in the two places that the cause mixes up: those of its values, one of which holds
/// each of them.
fn belongs_in_mixed_up(found: &Found, cause: &Found) -> bool {
    let (rare, often) = (&found.common, &cause.common);
    found.times * MUCH_FEWER < cause.times
        && often.mistaken.len() == 2
        && rare.shows_mistaken
        && !rare.mistaken.is_empty()
        && rare.mistaken.is_subset(&often.mistaken)
        && mixed_up(&often.places, None).any(|(one, _)| often.mistaken.contains(one))
}

/// Each two places of a cause, or one twice, of which one holds each lost value of all findings, wherever a trial shows that; none
/// where too few trials of one of them do.
fn mixed_up<'a>(
    of_cause: &'a BTreeMap<Vec<Place>, u64>,
    more: Option<&'a BTreeMap<Vec<Place>, u64>>,
) -> impl Iterator<Item = (&'a Place, &'a Place)> {
    let all = || std::iter::once(of_cause).chain(more);
    // In calls between subjects nobody sees from where a value came.
    let some_show = |places: &&BTreeMap<Vec<Place>, u64>| {
        let all: u64 = places.values().sum();
        let showing = all - places.get(&Vec::new()).copied().unwrap_or(0);
        showing > 0 && showing * SHOWING >= all
    };
    let is_shown = all().all(|places| some_show(&places));
    let shown: Vec<&Vec<Place>> =
        all().flat_map(|places| places.keys()).filter(|list| !list.is_empty()).collect();
    let each: BTreeSet<&Place> = of_cause.keys().flatten().filter(|_| is_shown).collect();
    let pairs: Vec<(&Place, &Place)> =
        each.iter().flat_map(|one| each.iter().map(move |other| (*one, *other))).collect();
    let hold_all = move |(one, other): &(&Place, &Place)| {
        shown.iter().all(|list| list.contains(one) || list.contains(other))
    };
    pairs.into_iter().filter(hold_all)
}

/// True if what a finding lost was kept, in all of its trials, in the register that functions do not give back.
fn is_kept_in_lost(found: &Found, cause: &Found) -> bool {
    let lost = match cause.seen.violation.mismatches.first().map(|mismatch| &mismatch.topic) {
        Some(Topic::Register(register)) => Place::Register { register: *register, byte: 0 },
        _ => return false,
    };
    let is_of_kept = found.common.ways.iter().all(|way| matches!(way, Way::Kept(_)));
    let places = &found.common.places;
    is_of_kept && !places.is_empty() && places.keys().all(|list| list.contains(&lost))
}

/// True if something was kept in a register that calls destroy, or was used as an address when it had been.
fn is_kept(found: &Found) -> bool {
    let is_register = |sort: &Sort| matches!(sort, Sort::Register(_));
    found.common.ways.iter().any(|way| match way {
        Way::Kept(sorts) => sorts.iter().all(is_register),
        Way::UsedAsAddress(sort) => is_register(sort),
        _ => false,
    })
}

/// The basic type that a finding says is laid out wrongly.
fn wrong_type(seen: &Seen) -> Option<Scalar> {
    let Topic::Layout(LayoutFact::Size(of) | LayoutFact::Align(of)) =
        &seen.violation.mismatches.first()?.topic
    else {
        return None;
    };
    let is_meant = |scalar: &Scalar| *of == c::type_name(&Type::Scalar(*scalar));
    (seen.pairing == Some(Pairing::Layout))
        .then(|| unit::basic_types(seen.case.call()?).into_iter().find(is_meant))?
}

#[cfg(test)]
mod tests {
    use super::*;
    use crosscall_model::finding::{Answer, ValueId};
    use crosscall_model::layout::Image;
    use crosscall_model::target::Register;
    use crosscall_model::{About, Case, Style, Target};
    use crosscall_toolchain::Toolchain;

    /// A contradiction: clauses, what it is about, and where the value was found again.
    type Reported = (&'static [Text], Topic, Option<Cause>);

    fn argument(index: usize) -> Topic {
        Topic::value(ValueId::Argument(index))
    }

    fn result() -> Topic {
        Topic::value(ValueId::Result)
    }

    fn register(number: u16) -> Topic {
        Topic::Register(Register(number))
    }

    /// The subject took the value from a place.
    fn from(place: Place) -> Option<Cause> {
        Some(Cause::ReadFrom { place: Some(Whereabouts::Copies(vec![Spot::Place(place)])), inside: None })
    }

    fn in_register(number: u16) -> Place {
        Place::Register { register: Register(number), byte: 0 }
    }

    fn tally() -> TargetTally {
        TargetTally::new(Target::Epiphany, &[Toolchain::embedded(Target::Epiphany)])
    }

    fn case(declaration: &str) -> Case {
        let signature = crosscall_declarations::parse(declaration).expect("a declaration").signature;
        Case { target: Target::Epiphany, signature, arguments: Vec::new(), result: None, style: Style::PLAIN }
    }

    /// Adds trials in which all of this was reported.
    fn add(tally: &mut TargetTally, times: u64, pairing: Pairing, declaration: &str, reported: &[Reported]) {
        let mismatch = |(clauses, topic, found): &Reported| Mismatch {
            target: Target::Epiphany,
            clauses: clauses.to_vec(),
            topic: topic.clone(),
            expected: Expected::Returns,
            observed: Observed::Nothing,
            found: found.clone(),
        };
        let all: Vec<Mismatch> = reported.iter().map(mismatch).collect();
        add_all(tally, times, pairing, declaration, &all);
    }

    fn add_all(
        tally: &mut TargetTally,
        times: u64,
        pairing: Pairing,
        declaration: &str,
        mismatches: &[Mismatch],
    ) {
        let violation = Violation { mismatches: mismatches.to_vec(), ..Violation::default() };
        let name = tally.subjects[0].toolchain.name.clone();
        for index in 0..times {
            for fingerprint in fingerprint::of(pairing, &violation) {
                let key = Key { fingerprint: fingerprint.clone(), known: Vec::new() };
                let toolchains = vec![name.clone()];
                let seen = Seen {
                    key: key.clone(),
                    toolchains: toolchains.clone(),
                    pairing: Some(pairing),
                    case: About::Call(case(declaration)),
                    index,
                    violation: violation.clone(),
                    beside: false,
                    evidence: None,
                    dumps: None,
                    code: Vec::new(),
                    source: None,
                };
                tally.add(seen, 1);
                let seen = tally.subjects[0].sightings(&key, index, &toolchains);
                seen.add(index, Some(pairing), &toolchains, fingerprint, &violation, 0);
            }
        }
    }

    /// The rest, with its own trials, those that follow, and the names of these.
    fn left(tally: &mut TargetTally, crashes: bool) -> Vec<String> {
        tally.join_kin(crashes);
        let line = |(key, found): (&Key, &Found)| {
            let sightings = &tally.subjects[0].record.found[key];
            let followers: Vec<String> = found.followers.iter().map(|f| f.fingerprint.to_string()).collect();
            let (times, more) = (sightings.times(), sightings.consequences);
            format!("{} {times}+{more} [{}]", key.fingerprint, followers.join(", "))
        };
        tally.found.iter().map(line).collect()
    }

    const F: &str = "void f(int, float, double)";

    #[test]
    fn what_belongs_in_places_that_are_mixed_up_follows_where_it_is_rare() {
        let lost = |place: Place, found: Place| Mismatch {
            target: Target::Epiphany,
            clauses: vec!["ARG-21"],
            topic: argument(0),
            expected: Expected::Value {
                image: Image { bytes: vec![1; 4], mask: vec![0xff; 4] },
                places: vec![place],
            },
            observed: Observed::Held(vec![Some(vec![0; 4])]),
            found: Some(Cause::In(Whereabouts::Copies(vec![Spot::Behind(found)]))),
        };
        for (place, follows) in [(in_register(1), true), (in_register(3), false)] {
            let mut all = tally();
            let mixed: [Reported; 2] = [
                (&["ARG-01"], argument(0), from(in_register(1))),
                (&["ARG-01"], argument(1), from(in_register(2))),
            ];
            add(&mut all, 45, Pairing::Caller, F, &mixed[..1]);
            add(&mut all, 45, Pairing::Caller, F, &mixed[1..]);
            add_all(&mut all, 2, Pairing::Caller, "void f(int)", &[lost(place, in_register(9))]);
            let names = left(&mut all, false);
            assert_eq!(names.len(), if follows { 1 } else { 2 }, "{names:?}");
        }
    }

    #[test]
    fn a_value_of_another_type_that_went_the_same_way_follows() {
        let mut all = tally();
        add(&mut all, 90, Pairing::Callee, F, &[(&["ARG-01"], argument(0), from(in_register(1)))]);
        let reported: Reported = (&["ARG-04", "ARG-01"], argument(1), from(in_register(2)));
        add(&mut all, 3, Pairing::Callee, F, &[reported]);
        assert_eq!(left(&mut all, false), ["ARG-01:argument 90+3 [ARG-04:argument]"]);
    }

    #[test]
    fn what_went_another_way_is_another_fault() {
        let mut all = tally();
        add(&mut all, 90, Pairing::Callee, F, &[(&["ARG-01"], argument(0), from(in_register(1)))]);
        let reported: Reported = (&["ARG-04", "ARG-01"], argument(1), from(Place::Stack { offset: 8 }));
        add(&mut all, 3, Pairing::Callee, F, &[reported]);
        add(&mut all, 3, Pairing::Caller, F, &[(&["ARG-05", "ARG-01"], argument(0), None)]);
        let expected = ["ARG-01:argument 90+0 []", "ARG-04:argument 3+0 []", "ARG-05:argument 3+0 []"];
        assert_eq!(left(&mut all, false), expected);
    }

    #[test]
    fn what_was_taken_from_the_same_two_registers_follows() {
        let words = |numbers: &[u16]| {
            let spots = numbers.iter().map(|number| Spot::Place(in_register(*number))).collect();
            Some(Cause::ReadFrom { place: Some(Whereabouts::Words(spots)), inside: None })
        };
        let mut all = tally();
        add(&mut all, 20, Pairing::Callee, F, &[(&["ARG-01"], argument(1), from(in_register(2)))]);
        add(&mut all, 20, Pairing::Callee, F, &[(&["ARG-01"], argument(2), from(in_register(1)))]);
        add(&mut all, 2, Pairing::Callee, F, &[(&["ARG-04"], argument(0), words(&[0, 2]))]);
        // In another trial two halves of one value change places.
        add(&mut all, 1, Pairing::Callee, F, &[(&["ARG-04"], argument(0), Some(Cause::Displaced(4)))]);
        // Some trials do not show from where the values came.
        add(&mut all, 9, Pairing::Callee, F, &[(&["ARG-01"], argument(1), None)]);
        add(&mut all, 1, Pairing::Callee, F, &[(&["ARG-04"], argument(0), None)]);
        add(&mut all, 2, Pairing::Callee, F, &[(&["ARG-05"], argument(0), words(&[0, 3]))]);
        add(&mut all, 2, Pairing::Callee, F, &[(&["ARG-06"], argument(0), None)]);
        add(&mut all, 2, Pairing::Caller, F, &[(&["ARG-07"], argument(0), words(&[0, 2]))]);
        let expected = [
            "ARG-01:argument 49+4 [ARG-04:argument]",
            "ARG-05:argument 2+0 []",
            "ARG-06:argument 2+0 []",
            "ARG-07:argument 2+0 []",
        ];
        assert_eq!(left(&mut all, false), expected);
        // Nothing follows for trials that all say nothing of places.
        add(&mut all, 2, Pairing::Callee, F, &[(&["ARG-08"], argument(0), Some(Cause::Displaced(4)))]);
        assert_eq!(left(&mut all, false), [&expected[..], &["ARG-08:argument 2+0 []"]].concat());
        // A cause that takes values from many places is no mix-up of two.
        let mut shifted = tally();
        (1..4).for_each(|number| {
            add(
                &mut shifted,
                9,
                Pairing::Callee,
                F,
                &[(&["ARG-01"], argument(1), from(in_register(number)))],
            );
        });
        add(&mut shifted, 2, Pairing::Callee, F, &[(&["ARG-04"], argument(0), from(in_register(2)))]);
        assert_eq!(left(&mut shifted, false), ["ARG-01:argument 27+0 []", "ARG-04:argument 2+0 []"]);
    }

    #[test]
    fn a_partner_whose_calls_fail_shows_nothing() {
        let mut partner = Toolchain::embedded(Target::Epiphany);
        partner.name = "partner".to_owned();
        let mut all = TargetTally::new(Target::Epiphany, &[Toolchain::embedded(Target::Epiphany), partner]);
        add(&mut all, 9, Pairing::Callee, F, &[(&["ARG-01"], argument(1), from(in_register(2)))]);
        add(&mut all, 2, Pairing::Callee, F, &[(&["ARG-04"], argument(0), from(in_register(2)))]);
        let is_second = |key: &&Key| key.fingerprint.clause() == Some("ARG-04");
        let key = all.found.keys().find(is_second).expect("it was added").clone();
        all.subjects[1].sightings(&key, 0, &["partner".to_owned()]).consequences = 3;
        assert_eq!(left(&mut all, false), ["ARG-01:argument 9+2 [ARG-04:argument]"]);
    }

    #[test]
    fn what_never_comes_without_another_follows_from_it_however_often() {
        let mut all = tally();
        add(
            &mut all,
            9,
            Pairing::Caller,
            F,
            &[(&["ARG-01"], argument(0), None), (&["RET-04"], result(), None)],
        );
        add(&mut all, 2, Pairing::Caller, F, &[(&["RET-04"], result(), None)]);
        assert_eq!(left(&mut all, false), ["RET-04:result 2+9 [ARG-01:argument]"]);
    }

    #[test]
    fn everything_with_a_type_that_is_laid_out_wrongly_follows_from_that() {
        let mut all = tally();
        add(&mut all, 90, Pairing::Caller, F, &[(&["ARG-04"], argument(2), None)]);
        add(&mut all, 2, Pairing::Caller, "void f(int)", &[(&["ARG-01"], argument(0), None)]);
        add(
            &mut all,
            5,
            Pairing::Layout,
            "void f(double)",
            &[(&["TYPE-17"], Topic::Layout(LayoutFact::Size("double".to_owned())), None)],
        );
        let expected = ["ARG-01:argument 2+0 []", "TYPE-17:sizeof 5+90 [ARG-04:argument]"];
        assert_eq!(left(&mut all, false), expected);
    }

    #[test]
    fn a_lost_run_follows_from_what_is_wrong_in_others_of_its_pairing() {
        let lost: &[Reported] = &[(&["CALL-04"], Topic::Control, None)];
        let mut all = tally();
        add(&mut all, 9, Pairing::Callee, F, &[(&["REG-06"], register(4), None)]);
        add(&mut all, 2, Pairing::Callee, F, lost);
        add(&mut all, 0, Pairing::Caller, F, lost);
        let both = ["CALL-04:control 2+0 []", "REG-06:register r4 9+0 []"];
        assert_eq!(left(&mut all, false), both, "as long as nothing was run again");
        assert_eq!(left(&mut all, true), ["REG-06:register r4 9+2 [CALL-04:control]"]);
        let mut other = tally();
        add(&mut other, 9, Pairing::Caller, F, &[(&["REG-06"], register(4), None)]);
        add(&mut other, 2, Pairing::Callee, F, lost);
        assert_eq!(left(&mut other, true).len(), 2, "another side of the call");
    }

    #[test]
    fn a_lost_run_of_which_it_is_known_what_it_stumbled_over_is_not_reported_with_another_value() {
        let stumbled = Some(Cause::NearValue {
            address: 0xeffec1,
            distance: 0,
            value: ValueId::Result,
            pointer: vec![in_register(0)],
        });
        let mut all = tally();
        add(&mut all, 9, Pairing::Callee, F, &[(&["LANG-05"], argument(0), None)]);
        add(&mut all, 2, Pairing::Callee, F, &[(&["RET-01", "S05"], Topic::Control, stumbled)]);
        assert_eq!(left(&mut all, true), ["LANG-05:argument 9+0 []", "RET-01:control 2+0 []"]);
        add(&mut all, 20, Pairing::Callee, F, &[(&["S05"], result(), None)]);
        let expected = ["LANG-05:argument 9+0 []", "S05:result 20+2 [RET-01:control]"];
        assert_eq!(left(&mut all, true), expected);
    }

    /// The finding of the tally that begins so.
    fn found<'a>(tally: &'a mut TargetTally, fingerprint: &str) -> &'a mut Found {
        let mut all = tally.found.iter_mut();
        all.find(|(key, _)| key.fingerprint.to_string() == fingerprint).expect("it was found").1
    }

    #[test]
    fn what_the_smallest_case_never_shows_alone_follows() {
        let mut all = tally();
        let lost: Reported = (&["STACK-09"], Topic::StackPointer, None);
        add(&mut all, 9, Pairing::Caller, F, std::slice::from_ref(&lost));
        add(&mut all, 2, Pairing::Caller, F, &[(&["S25"], argument(0), None)]);
        let beside = found(&mut all, "STACK-09:stack pointer").seen.violation.mismatches.clone();
        found(&mut all, "S25:argument").seen.violation.mismatches.extend(beside);
        assert_eq!(left(&mut all, true).len(), 2, "it was not run again");
        let moved = found(&mut all, "S25:argument");
        moved.confirm(moved.seen.clone());
        assert_eq!(left(&mut all, true), ["STACK-09:stack pointer 9+2 [S25:argument]"]);
    }

    #[test]
    fn what_was_kept_in_a_register_that_calls_destroy_is_lost_in_many_ways() {
        let kept = |number| Some(Cause::KeptIn(Whereabouts::Copies(vec![Spot::Place(in_register(number))])));
        let mut all = tally();
        add(&mut all, 9, Pairing::Caller, F, &[(&["REG-12"], Topic::Kept(0), kept(16))]);
        add(&mut all, 3, Pairing::Callee, F, &[(&["REG-12", "ARG-01"], argument(0), kept(17))]);
        // Nobody knows where it was, and it may have been in any register.
        add(&mut all, 2, Pairing::Callee, F, &[(&["REG-03", "REG-12"], Topic::OtherCalls, None)]);
        // In a register under another clause, and an argument that went astray otherwise.
        add(&mut all, 2, Pairing::Callee, F, &[(&["REG-08", "REG-12"], Topic::DynamicArray, kept(12))]);
        add(&mut all, 2, Pairing::Callee, F, &[(&["ARG-03", "ARG-01"], argument(1), None)]);
        let left = left(&mut all, true);
        let joined = left.iter().find(|one| one.starts_with("REG-12:value kept across the call 9+5 ["));
        let joined = joined.unwrap_or_else(|| panic!("{left:?}"));
        assert!(
            joined.contains("REG-03:what calls of other functions gave")
                && joined.contains("REG-12:argument")
        );
        assert_eq!(left.len(), 3, "{left:?}");
    }

    #[test]
    fn what_was_kept_in_a_register_that_is_not_given_back_follows() {
        let kept = |number| Some(Cause::KeptIn(Whereabouts::Copies(vec![Spot::Place(in_register(number))])));
        let mut all = tally();
        add(&mut all, 9, Pairing::Callee, F, &[(&["REG-07"], register(4), None)]);
        add(&mut all, 3, Pairing::Caller, F, &[(&["REG-12"], Topic::Kept(0), kept(4))]);
        assert_eq!(left(&mut all, false), ["REG-07:register r4 9+3 [REG-12:value kept across the call]"]);
        let mut other = tally();
        add(&mut other, 9, Pairing::Callee, F, &[(&["REG-07"], register(4), None)]);
        add(&mut other, 3, Pairing::Caller, F, &[(&["REG-12"], Topic::Kept(0), kept(4))]);
        add(&mut other, 1, Pairing::Caller, F, &[(&["REG-12"], Topic::Kept(0), kept(5))]);
        let expected = ["REG-07:register r4 9+0 []", "REG-12:value kept across the call 4+0 []"];
        assert_eq!(left(&mut other, false), expected);
    }

    #[test]
    fn what_is_wrong_only_by_a_reading_of_the_cause_follows() {
        let mut all = tally();
        add(&mut all, 2, Pairing::Callee, F, &[(&["ARG-01"], argument(0), None)]);
        add(&mut all, 9, Pairing::Callee, F, &[(&["EPIPHANY-REG-14"], register(50), None)]);
        assert_eq!(left(&mut all, true).len(), 2);
        let reading = Answer { clause: "EPIPHANY-REG-14", question: "", reading: "R1" };
        found(&mut all, "ARG-01:argument").seen.violation.readings.push(reading);
        assert_eq!(left(&mut all, true), ["EPIPHANY-REG-14:register r50 9+2 [ARG-01:argument]"]);
    }

    #[test]
    fn nothing_follows_from_what_is_known() {
        let mut all = tally();
        add(&mut all, 2, Pairing::Callee, F, &[(&["ARG-04", "ARG-01"], argument(1), None)]);
        add(&mut all, 9, Pairing::Callee, F, &[(&["ARG-01"], argument(0), None)]);
        let found = std::mem::take(&mut all.found);
        let name = |mut key: Key| {
            key.known =
                if key.fingerprint.clause() == Some("ARG-01") { vec!["X-1".to_owned()] } else { Vec::new() };
            key
        };
        let sightings = std::mem::take(&mut all.subjects[0].record.found);
        all.subjects[0].record.found = sightings.into_iter().map(|(key, s)| (name(key), s)).collect();
        all.found = found.into_iter().map(|(key, found)| (name(key), found)).collect();
        assert_eq!(left(&mut all, true).len(), 2);
    }
}
