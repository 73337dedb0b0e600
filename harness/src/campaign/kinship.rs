//! Which findings follow from which. One fault shows in many ways: what has the same cause as another finding is
//! told with that, not as a finding of its own.
//!
//! Nothing is judged here; it is only asked what the trials of two findings have in common:
//!
//! * *type*: a basic type is laid out wrongly, and all trials of the other finding have that type in them;
//! * *company*: in all of its trials the contradiction of the first stands beside its own;
//! * *way*: both are about the same kind of thing, which went the same way (or one was not found again), and the
//!   clause of the first has a say in the other, too; expressions are of one kind if they went wrong in the same way;
//! * *crash*: its runs did not come back, while others of the same pairing did, and show what is wrong (with what the
//!   lost run stumbled over, where that is known);
//! * *depth*: it was seen rarely, and only where functions of the subject called one another, on both sides of which
//!   the cause, which is frequent, is at work unseen.
//!
//! Of two, the one that more trials show is the cause, unless one never comes without the other. A known one never is,
//! nor is a departure with a name: what follows from those has been judged already.

use super::fingerprint::{self, Fingerprint};
use super::tally::{Found, Key, Seen, TargetTally};
use crate::expression::lexicon;
use crosscall_model::expression::ValuePlan;
use crosscall_model::finding::{Mismatch, Violation};
use crosscall_model::plan::ClauseId;
use crosscall_model::{AboutRef, Form, Matter, Pairing, Scalar, Style, Type, c, unit};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// A cause may be seen in so many times fewer trials than what follows from it.
const FEWER: u64 = 3;

/// So many times fewer are few.
const MUCH_FEWER: u64 = 10;

/// What all trials of a finding have in common.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Common {
    /// Clauses of its own contradiction, whichever trial it was.
    clauses: BTreeSet<ClauseId>,
    /// Clause and kind of the other contradictions.
    company: BTreeSet<(ClauseId, String)>,
    /// Basic types of the cases.
    types: BTreeSet<Scalar>,
    /// The ways in which what was lost was found again, whichever trial it was.
    ways: BTreeSet<String>,
    /// Whether functions of the subject called one another.
    is_deep: bool,
}

impl Common {
    /// Of a single trial.
    pub(super) fn of(case: AboutRef<'_>, violation: &Violation) -> Common {
        // What is told of two conventions stands before what was seen.
        let own = usize::from(!violation.changed.is_empty() && violation.mismatches.len() > 1);
        let first = violation.mismatches.get(own);
        let changed = violation.changed.iter().map(|(clause, _)| *clause);
        let lead = |m: &Mismatch| Some((*m.clauses.first()?, fingerprint::kind_of(&m.subject)));
        Common {
            clauses: first.iter().flat_map(|m| m.clauses.iter().copied()).chain(changed).collect(),
            company: violation.mismatches.iter().skip(1).filter_map(lead).collect(),
            is_deep: case.call().is_some_and(|case| is_deep(&case.style)),
            types: types_of(case),
            ways: first.and_then(way).into_iter().collect(),
        }
    }

    /// Of this and of other trials.
    pub(super) fn meet(&mut self, other: &Common) {
        self.clauses.extend(other.clauses.iter().copied());
        self.company.retain(|one| other.company.contains(one));
        self.types.retain(|one| other.types.contains(one));
        self.ways.extend(other.ways.iter().cloned());
        self.is_deep &= other.is_deep;
    }
}

/// How what was lost came where it was found, without numbers. An address is lost as the value behind it is, and of
/// a number it is told which way it went.
fn way(mismatch: &Mismatch) -> Option<String> {
    let Some(told) = mismatch.inferred.as_deref() else {
        let number = |text: &str| text.parse::<u64>().ok();
        let (wanted, seen) = number(&mismatch.expected).zip(number(&mismatch.observed))?;
        return Some(if seen < wanted { "too small" } else { "too large" }.to_owned());
    };
    let plain = told.split(": ").next().unwrap_or(told).replace("memory at the address in ", "");
    Some(plain.chars().filter(|c| !c.is_ascii_digit()).collect())
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

/// A finding that is told with the one from which it follows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Follower {
    /// What it would be called by itself.
    pub fingerprint: Fingerprint,
    /// Its pairing.
    pub pairing: Option<Pairing>,
    /// Trials.
    pub times: u64,
    /// Index of the case that first showed it.
    pub index: u64,
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
        cause.followers.push(Follower {
            fingerprint: key.fingerprint.clone(),
            pairing: found.seen.pairing,
            times: found.times,
            index: found.seen.index,
        });
        cause.followers.extend(found.followers);
        for subject in &mut self.subjects {
            if let Some(sightings) = subject.found.remove(key) {
                let of_root = subject.sightings(root, &sightings.toolchains);
                of_root.consequences += sightings.times() + sightings.consequences;
                of_root.with_itself += sightings.with_itself;
            }
        }
    }

    /// Whether every subject that shows a finding shows the other one as well. A call between two subjects may go
    /// wrong because of either.
    fn are_of_one_subject(&self, key: &Key, found: &Found, cause: &Found) -> bool {
        let partners = |name: &String| {
            let of_call = &found.seen.toolchains;
            found.seen.pairing == Some(Pairing::Cross)
                && of_call.contains(name)
                && of_call.iter().any(|t| cause.toolchains.contains(t))
        };
        let showing = self.subjects.iter().filter(|subject| subject.found.contains_key(key));
        let mut names = showing.map(|subject| &subject.toolchain.name);
        names.all(|name| cause.toolchains.contains(name) || partners(name))
    }
}

/// Whether a finding may follow from others, or others from it.
fn may_be_joined(key: &Key, found: &Found) -> bool {
    let fault = matches!(key.fingerprint, Fingerprint::Fault(_));
    let is_of_tool = found.seen.case.matter() == Matter::Tool;
    key.known.is_none() && !fault && !is_of_tool && !key.fingerprint.is_departure()
}

/// What was seen more often is rather the cause; of equals, what was seen first.
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
    if one.is_about_control() {
        // What an object file is like matters to every call.
        let of_object = cause.pairings.contains(&Pairing::Object);
        let is_call = found.seen.case.matter() == Matter::Call;
        // Where it is known what the lost run stumbled over, the cause has to be about that.
        let may_be_it = found.common.ways.is_empty() || found.common.clauses.contains(of_cause);
        return crashes && (of_object || is_call && pairings && is_above && may_be_it);
    }
    if found.common.is_deep && pairings && found.times * MUCH_FEWER < cause.times {
        return true;
    }
    let bare =
        |kind: &'static str, name: &str| name.strip_prefix(kind).map_or(name.to_owned(), str::to_owned);
    let of_expression = |kind: &str| kind.starts_with(ValuePlan::SUBJECT);
    let same_kind = match (one.kind(), other.kind()) {
        // Operations have little in common but the way in which they go wrong.
        (Some(one), Some(other)) if of_expression(one) && of_expression(other) => {
            !found.common.ways.is_disjoint(&cause.common.ways)
        }
        (Some(one), Some(other)) => bare("unnamed ", one) == bare("unnamed ", other),
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
    // The clause that holds for both is the one that is broken, even where it has fewer values of its own.
    let is_wider = !cause.common.clauses.contains(of_found) && cause.times * FEWER > found.times;
    let some_pairing = found.pairings.iter().any(among);
    some_pairing && same_kind && same_way && found.common.clauses.contains(of_cause) && (is_above || is_wider)
}

/// The basic type that a finding says is laid out wrongly.
fn wrong_type(seen: &Seen) -> Option<Scalar> {
    let subject = &seen.violation.mismatches.first()?.subject;
    let is_meant = |scalar: &Scalar| {
        let name = c::type_name(&Type::Scalar(*scalar));
        *subject == format!("sizeof ({name})") || *subject == format!("_Alignof ({name})")
    };
    (seen.pairing == Some(Pairing::Layout))
        .then(|| unit::basic_types(seen.case.call()?).into_iter().find(is_meant))?
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toolchain::Toolchain;
    use crosscall_model::{About, Case, Style, Target};

    /// A contradiction: clauses, subject, and the place where the value was found again.
    type Told = (&'static [ClauseId], &'static str, Option<&'static str>);

    fn tally() -> TargetTally {
        TargetTally::new(Target::Epiphany, &[Toolchain::embedded(Target::Epiphany)])
    }

    fn case(declaration: &str) -> Case {
        let signature = c::parse(declaration).expect("a declaration").signature;
        Case { target: Target::Epiphany, signature, arguments: Vec::new(), result: None, style: Style::PLAIN }
    }

    /// Adds trials in which all of this was told.
    fn add(tally: &mut TargetTally, times: u64, pairing: Pairing, declaration: &str, told: &[Told]) {
        let mismatch = |(clauses, subject, found): &Told| Mismatch {
            clauses: clauses.to_vec(),
            subject: (*subject).to_owned(),
            expected: String::new(),
            observed: String::new(),
            inferred: found.map(str::to_owned),
        };
        let violation = Violation { mismatches: told.iter().map(mismatch).collect(), ..Violation::default() };
        let name = tally.subjects[0].toolchain.name.clone();
        for index in 0..times {
            for fingerprint in fingerprint::of(pairing, &violation) {
                let key = Key { fingerprint, known: None };
                let toolchains = vec![name.clone()];
                let seen = Seen {
                    key: key.clone(),
                    toolchains: toolchains.clone(),
                    pairing: Some(pairing),
                    case: About::Call(case(declaration)),
                    index,
                    violation: violation.clone(),
                    evidence: None,
                    source: None,
                };
                tally.add(seen, 1);
                tally.subjects[0].sightings(&key, &toolchains).add(Some(pairing), &toolchains);
            }
        }
    }

    /// What is left, with the trials of its own, those that follow, and the names of these.
    fn left(tally: &mut TargetTally, crashes: bool) -> Vec<String> {
        tally.join_kin(crashes);
        let told = |(key, found): (&Key, &Found)| {
            let sightings = &tally.subjects[0].found[key];
            let followers: Vec<String> = found.followers.iter().map(|f| f.fingerprint.to_string()).collect();
            let (times, more) = (sightings.times(), sightings.consequences);
            format!("{} {times}+{more} [{}]", key.fingerprint, followers.join(", "))
        };
        tally.found.iter().map(told).collect()
    }

    const F: &str = "void f(int, float, double)";

    #[test]
    fn a_value_of_another_type_that_went_the_same_way_follows() {
        let mut all = tally();
        add(&mut all, 90, Pairing::Callee, F, &[(&["ARG-01"], "a0", Some("the subject read it from r1"))]);
        let told: Told = (&["ARG-04", "ARG-01"], "a1", Some("the subject read it from r2"));
        add(&mut all, 3, Pairing::Callee, F, &[told]);
        assert_eq!(left(&mut all, false), ["ARG-01:argument 90+3 [ARG-04:argument]"]);
    }

    #[test]
    fn what_went_another_way_is_another_fault() {
        let mut all = tally();
        add(&mut all, 90, Pairing::Callee, F, &[(&["ARG-01"], "a0", Some("the subject read it from r1"))]);
        let told: Told = (&["ARG-04", "ARG-01"], "a1", Some("the subject read it from [sp+8]"));
        add(&mut all, 3, Pairing::Callee, F, &[told]);
        add(&mut all, 3, Pairing::Caller, F, &[(&["ARG-05", "ARG-01"], "a0", None)]);
        let expected = ["ARG-01:argument 90+0 []", "ARG-04:argument 3+0 []", "ARG-05:argument 3+0 []"];
        assert_eq!(left(&mut all, false), expected);
    }

    #[test]
    fn what_never_comes_without_another_follows_from_it_however_often() {
        let mut all = tally();
        add(&mut all, 9, Pairing::Caller, F, &[(&["ARG-01"], "a0", None), (&["RET-04"], "result", None)]);
        add(&mut all, 2, Pairing::Caller, F, &[(&["RET-04"], "result", None)]);
        assert_eq!(left(&mut all, false), ["RET-04:result 2+9 [ARG-01:argument]"]);
    }

    #[test]
    fn everything_with_a_type_that_is_laid_out_wrongly_follows_from_that() {
        let mut all = tally();
        add(&mut all, 90, Pairing::Caller, F, &[(&["ARG-04"], "a2", None)]);
        add(&mut all, 2, Pairing::Caller, "void f(int)", &[(&["ARG-01"], "a0", None)]);
        add(&mut all, 5, Pairing::Layout, "void f(double)", &[(&["TYPE-17"], "sizeof (double)", None)]);
        let expected = ["ARG-01:argument 2+0 []", "TYPE-17:sizeof 5+90 [ARG-04:argument]"];
        assert_eq!(left(&mut all, false), expected);
    }

    #[test]
    fn a_lost_run_follows_from_what_is_wrong_in_others_of_its_pairing() {
        let lost: &[Told] = &[(&["CALL-04"], Mismatch::CONTROL, None)];
        let mut all = tally();
        add(&mut all, 9, Pairing::Callee, F, &[(&["REG-06"], "r4", None)]);
        add(&mut all, 2, Pairing::Callee, F, lost);
        add(&mut all, 0, Pairing::Caller, F, lost);
        let both = ["CALL-04:control 2+0 []", "REG-06:register 9+0 []"];
        assert_eq!(left(&mut all, false), both, "as long as nothing was run again");
        assert_eq!(left(&mut all, true), ["REG-06:register 9+2 [CALL-04:control]"]);
        let mut other = tally();
        add(&mut other, 9, Pairing::Caller, F, &[(&["REG-06"], "r4", None)]);
        add(&mut other, 2, Pairing::Callee, F, lost);
        assert_eq!(left(&mut other, true).len(), 2, "another side of the call");
    }

    #[test]
    fn a_lost_run_of_which_it_is_known_what_it_stumbled_over_is_not_told_with_another_value() {
        let stumbled = Some("0xeffec1 is +0 bytes from the address of result in s0");
        let mut all = tally();
        add(&mut all, 9, Pairing::Callee, F, &[(&["LANG-05"], "a0", None)]);
        add(&mut all, 2, Pairing::Callee, F, &[(&["RET-01", "S05"], Mismatch::CONTROL, stumbled)]);
        assert_eq!(left(&mut all, true), ["LANG-05:argument 9+0 []", "RET-01:control 2+0 []"]);
        add(&mut all, 20, Pairing::Callee, F, &[(&["S05"], "result", None)]);
        let expected = ["LANG-05:argument 9+0 []", "S05:result 20+2 [RET-01:control]"];
        assert_eq!(left(&mut all, true), expected);
    }

    #[test]
    fn nothing_follows_from_what_is_known() {
        let mut all = tally();
        add(&mut all, 2, Pairing::Callee, F, &[(&["ARG-04", "ARG-01"], "a1", None)]);
        add(&mut all, 9, Pairing::Callee, F, &[(&["ARG-01"], "a0", None)]);
        let found = std::mem::take(&mut all.found);
        let name = |mut key: Key| {
            key.known = (key.fingerprint.clause() == Some("ARG-01")).then(|| "X-1".to_owned());
            key
        };
        let sightings = std::mem::take(&mut all.subjects[0].found);
        all.subjects[0].found = sightings.into_iter().map(|(key, s)| (name(key), s)).collect();
        all.found = found.into_iter().map(|(key, found)| (name(key), found)).collect();
        assert_eq!(left(&mut all, true).len(), 2);
    }
}
