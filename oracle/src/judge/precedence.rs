//! The clause that a finding is reported under: this module chooses it.
//!
//! The fingerprint of a violation ([`fingerprints`]) has the clause. In order of precedence it is
//!
//! 1. that of each *departure* with a name that explains the trial (`infer.rs` finds those);
//! 2. that of each question which the subject answers *otherwise than before* (the same);
//! 3. the first clause of the first contradiction; of registers that are not given back, that of each.
//!
//! *The first contradiction* is the first that the judge notes: it looks at the entry, the exit, the values and the path in the
//! order of [`judge`](super::judge). Among numbers of a layout, causes come before consequences (`causes_first`). The end
//! of a run is noted last, for something else that went wrong says more, unless the end leads (`end_leads`).
//!
//! *The first clause* of a contradiction is, from the strongest to the weakest,
//!
//! 1. that of a `Reason` which the run shows, the last of the enumeration before the others;
//! 2. what the judge knows when it notes the contradiction: `of_value` for one that is not in its place, `registers_first`,
//!    `of_copy`, `left_behind_first`, `of_kept`, `of_end`, `of_image`;
//! 3. the plan's own order, the most telling clause first: the rules of each document (`abi/TARGET`) write it beside the
//!    branch that decides.
//!
//! Decided elsewhere, on what a single trial does not show:
//!
//! * which departure or which other answer explains a trial: `infer.rs` and `infer/story.rs`, from what earlier trials
//!   have shown of the subject;
//! * which finding is counted with another one, under the other's clause: `harness/campaign/src/kinship.rs`, from what all
//!   trials of both have in common;
//! * the class of a finding, which decides its place in lists but no clause: `oracle/model/src/finding/class.rs`, from the
//!   compilers at both ends of a call.

use super::Judgement;
use crate::abi::{ExpectedImage, ExpectedNumber};
use crate::clause::{Observed, catalogue};
use crosscall_model::finding::{
    self, Answer, Fingerprint, Found, Mismatch, MismatchKind, ReadingText, Topic, ValueId, Violation,
    Whereabouts,
};
use crosscall_model::layout::Image;
use crosscall_model::observation::{self, End, Event, Observation};
use crosscall_model::plan::{ClauseId, Part, Passed, Piece, Place, Plan, Transfer, add_clauses};
use crosscall_model::target::Target;
use crosscall_model::unit::LayoutItem;
use crosscall_model::{Pairing, Type};
use std::collections::BTreeMap;

/// The fingerprints of a violation: one for each departure that explains it, or for each question that is answered
/// otherwise than before, else one for its first contradiction (the others mostly follow from it).
pub fn fingerprints(pairing: Pairing, violation: &Violation) -> Vec<Fingerprint> {
    sighted(pairing, violation).into_iter().map(|(fingerprint, _)| fingerprint).collect()
}

/// The same with the index of the contradiction that each is about.
pub fn sighted(pairing: Pairing, violation: &Violation) -> Vec<(Fingerprint, usize)> {
    let Violation { mismatches, deviations, changed, .. } = violation;
    if !deviations.is_empty() {
        return deviations.iter().map(|answer| (Fingerprint::Deviation(*answer), 0)).collect();
    }
    if !changed.is_empty() {
        let of = |answer: &Answer| Fingerprint::Changed(answer.clause, answer.question);
        return changed.iter().map(|answer| (of(answer), 0)).collect();
    }
    let Some(first) = mismatches.first() else { return Vec::new() };
    let is_register = |mismatch: &Mismatch| matches!(mismatch.topic, Topic::Register(_));
    let is_reported = |(at, other): &(usize, &Mismatch)| *at == 0 || is_register(first) && is_register(other);
    let all = mismatches.iter().enumerate().filter(is_reported);
    all.map(|(at, mismatch)| (of_mismatch(pairing, mismatch), at)).collect()
}

/// The fingerprint of a single contradiction. One that says by which other answer the contradiction before it would be none has
/// that of the two answers.
pub fn of_mismatch(pairing: Pairing, mismatch: &Mismatch) -> Fingerprint {
    if let (Some(Found::TwoConventions), finding::Observed::Here(answers)) =
        (&mismatch.found, &mismatch.observed)
        && let Some(ReadingText { answer, .. }) = answers.first()
    {
        return Fingerprint::Changed(answer.clause, answer.question);
    }
    let clause = mismatch.clauses.first().copied().unwrap_or("?");
    let kind = MismatchKind::of(mismatch.target, &mismatch.topic);
    match pairing {
        Pairing::Cross => Fingerprint::Between(clause, kind),
        _ => Fingerprint::Mismatch(clause, kind),
    }
}

/// Fact that a run shows about a contradiction, by which other clauses say more than those that it was noted with. In
/// ascending order of precedence, which is the order in which [`judge`](super::judge) looks for them.
#[derive(Debug, Clone, Copy)]
pub(super) enum Reason<'p> {
    /// An argument that does not travel has taken a place, and has moved those behind it: the clauses on that argument.
    EmptyTookPlace(&'p [ClauseId]),
    /// Memory is where it should be, and not aligned: the clauses on its alignment.
    Misaligned(&'p [ClauseId]),
    /// An argument is where the address for the result should be, or the other way round: the clauses on the result.
    InPlaceOfResultAddress(&'p [ClauseId]),
    /// An address was passed for a result that needs none, and has moved the arguments: the clauses on the result.
    NeedlessResultAddress(&'p [ClauseId]),
    /// An entry of a list of parameters is another one at the second call: the clauses on spent entries.
    SpentEntry(&'p [ClauseId]),
    /// A caller kept something in bytes of the stack that belong to the function called: the clauses on their owner.
    KeptInCalleesStack(&'p [ClauseId]),
    /// Something was kept in a register that a call may destroy: the clauses on that register.
    KeptInScratch(&'p [ClauseId]),
    /// Both sides disagree on the layout of a value, not on its way: the clauses on the layout.
    LaidOutOtherwise(&'p [ClauseId]),
    /// Two members are in each other's registers: the clauses on their order.
    MembersExchanged(&'p [ClauseId]),
}

/// Puts the clauses of a reason first.
pub(super) fn lead(mismatch: &mut Mismatch, reason: Reason<'_>) {
    let (Reason::EmptyTookPlace(clauses)
    | Reason::Misaligned(clauses)
    | Reason::InPlaceOfResultAddress(clauses)
    | Reason::NeedlessResultAddress(clauses)
    | Reason::SpentEntry(clauses)
    | Reason::KeptInCalleesStack(clauses)
    | Reason::KeptInScratch(clauses)
    | Reason::LaidOutOtherwise(clauses)
    | Reason::MembersExchanged(clauses)) = reason;
    put_first(&mut mismatch.clauses, clauses);
}

/// Brings some clauses to the front of a list, which may not have had them.
fn put_first(clauses: &mut Vec<ClauseId>, first: &[ClauseId]) {
    clauses.retain(|clause| !first.contains(clause));
    clauses.splice(0..0, first.iter().copied());
}

/// True if the end of a run is the first of its contradictions: code that runs a second time has nothing to say.
pub(super) fn end_leads(seen: &Observation, judgement: &Judgement) -> bool {
    runs_in_circles(seen) || is_about_values_of_an_endless_run(seen, judgement)
}

/// True if everything noted about a function that never came back, before its end, is about values that it stored: those of
/// whichever time it ran last.
fn is_about_values_of_an_endless_run(seen: &Observation, judgement: &Judgement) -> bool {
    let is_value = |m: &Mismatch| matches!(m.topic, Topic::Value(_)) || m.is_about_control();
    seen.end == End::Budget && seen.exit.is_none() && judgement.mismatches.iter().all(is_value)
}

/// True if one instruction has moved the stack pointer to different places: functions of one call do that only when they run
/// again instead of going back to their caller.
fn runs_in_circles(seen: &Observation) -> bool {
    let mut moved: BTreeMap<u64, u64> = BTreeMap::new();
    seen.events.iter().any(|event| match event {
        Event::StackPointer { pc, sp } => *moved.entry(*pc).or_insert(*sp) != *sp,
        _ => false,
    })
}

/// The clauses on the end of a run. `value` has the clauses of the value that the run stumbled over, `lost` those by which
/// what it counted on did not survive a call, `misaligned` those on a stack pointer that was not aligned.
pub(super) fn of_end(
    plan: &Plan,
    value: Option<&Passed>,
    lost: Option<&[ClauseId]>,
    misaligned: Option<Vec<ClauseId>>,
) -> Vec<ClauseId> {
    let value = value.map(|passed| passed.clauses.clone());
    let mut clauses = value.or(lost.map(<[ClauseId]>::to_vec)).or(misaligned).unwrap_or_default();
    clauses.push(plan.return_clause);
    clauses
}

/// A number of a layout: the item, its expected value and the value that was seen.
pub(super) type Number<'a> = ((&'a LayoutItem<'a>, &'a ExpectedNumber), &'a u64);

/// Numbers in an order in which causes come before consequences: types before those that contain them, and of each
/// type its members' places and its alignment before its size. What has no members is aligned by its size instead.
pub(super) fn causes_first(numbers: Vec<Number<'_>>) -> Vec<Number<'_>> {
    let mut types: Vec<Vec<Number<'_>>> = Vec::new();
    for number in numbers {
        match types.last_mut() {
            Some(last) if !matches!(number.0.0, LayoutItem::Size(_)) => last.push(number),
            _ => types.push(vec![number]),
        }
    }
    let rank = |((item, _), _): &Number<'_>| match item {
        LayoutItem::Size(Type::Record(_) | Type::Array(..)) => 3,
        LayoutItem::Align(_) => 2,
        LayoutItem::Size(_) => 1,
        LayoutItem::Offset(..) => 1,
        _ => 0,
    };
    types.reverse();
    for numbers in &mut types {
        numbers.sort_by_key(rank);
    }
    types.into_iter().flatten().collect()
}

/// The clauses of an initialised object: the one on the order of bytes where its bytes are reversed, or those of its first
/// part that is wrong. A whole value that is wrong in the right order is no matter of that order.
pub(super) fn of_image(expected: &ExpectedImage, reversed: bool, wrong: Option<&Part>) -> Vec<ClauseId> {
    let mut clauses = expected.clauses.clone();
    match (expected.byte_order, wrong) {
        (Some(order), _) if reversed => put_first(&mut clauses, &[order]),
        (_, Some(part)) => put_first(&mut clauses, &part.clauses),
        (Some(order), None) => {
            clauses.retain(|clause| *clause != order);
            clauses.push(order);
        }
        (None, None) => {}
    }
    clauses
}

/// The clauses of a value that is not in its place. Where bytes are displaced inside it, both sides disagree on its layout
/// (`displaced`); whole words that are elsewhere went astray on their way, to the place where they were found.
pub(super) fn of_value(
    target: Target,
    plan: &Plan,
    passed: &Passed,
    displaced: bool,
    found: Option<&Whereabouts>,
) -> Vec<ClauseId> {
    if displaced { data_first(target, &passed.clauses) } else { astray(target, plan, passed, found) }
}

/// The clauses of a value that has arrived as `got`: if its own bits are right and those above them are not, the clauses
/// on these first.
pub(super) fn above_first(
    passed: &Passed,
    got: &[Option<Vec<u8>>],
    mut clauses: Vec<ClauseId>,
) -> Vec<ClauseId> {
    let Some(own) = passed.own_bits else { return clauses };
    let got: Vec<u8> = got.iter().flatten().flatten().copied().collect();
    let mut of_value = Image { bytes: passed.image.bytes.clone(), mask: vec![0; passed.image.bytes.len()] };
    of_value.put(0, own.into(), observation::wide_number(&passed.image.bytes));
    if of_value.matches(&got) {
        put_first(&mut clauses, &passed.rest_clauses);
    }
    clauses
}

/// The clauses of a value that somebody kept across a call: by which the register that it is found in does not survive
/// (`lost`), the owner of the bytes of the stack that it is found in (`of_callee`), or all that could be meant.
pub(super) fn of_kept(
    lost: Option<Vec<ClauseId>>,
    of_callee: Option<Vec<ClauseId>>,
    all: Vec<ClauseId>,
) -> Vec<ClauseId> {
    lost.or(of_callee).unwrap_or(all)
}

/// The clauses of a value whose copy was written, or was not made: those on what happens to it afterwards, if there are
/// any.
pub(super) fn of_copy(target: Target, passed: &Passed) -> Vec<ClauseId> {
    let clauses = about_afterwards(target, &passed.clauses);
    if clauses.is_empty() { passed.clauses.clone() } else { clauses }
}

/// The clause on the order of registers first, of a value that was found, or looked for, in registers of the right file that are
/// not its own: then how it is divided is not in question. `found` is where the whole value is, or a part that has a piece for itself.
pub(super) fn registers_first(
    target: Target,
    passed: &Passed,
    found: Option<&Whereabouts>,
    mut clauses: Vec<ClauseId>,
) -> Vec<ClauseId> {
    let (Transfer::Direct(pieces), Some(found)) = (&passed.transfer, found) else { return clauses };
    let is_in_file = |piece: &Piece, place: &Place| piece.place.file(target) == place.file(target);
    let is_usual = |place: &Place| {
        matches!(place, Place::Register { byte: 0, .. })
            && pieces.iter().any(|piece| is_in_file(piece, place))
    };
    let mut places = found.places();
    let is_shown = places.len() == found.spots().len();
    // Of several copies, one elsewhere is no news.
    if let Whereabouts::Copies(_) = found {
        places.retain(is_usual);
    }
    let is_elsewhere =
        |piece: &Piece| !places.contains(&piece.place) && places.iter().any(|place| is_in_file(piece, place));
    if is_shown && places.iter().all(is_usual) {
        let mut own = pieces.iter().zip(&passed.register_clauses);
        let first = own.find(|(piece, _)| is_elsewhere(piece)).map(|(_, clause)| *clause);
        put_first(&mut clauses, first.as_slice());
    }
    clauses
}

/// Clauses about data first, which constants of an object file could contradict as well.
pub(super) fn data_first(target: Target, clauses: &[ClauseId]) -> Vec<ClauseId> {
    let (mut first, rest) = split(target, clauses, |observed| observed.contains(&Observed::Layout));
    first.extend(rest);
    first
}

/// Clauses that do not show when the function is entered, but in what happens to a value afterwards; where there are none
/// of these, those that show then as well.
pub(super) fn about_afterwards(target: Target, clauses: &[ClauseId]) -> Vec<ClauseId> {
    let in_trace = |observed: &[Observed]| observed.contains(&Observed::Trace);
    let wanted = |observed: &[Observed]| in_trace(observed) && !observed.contains(&Observed::Entry);
    let only = split(target, clauses, wanted).0;
    if only.is_empty() { split(target, clauses, in_trace).0 } else { only }
}

/// Clauses first that show only in what a function leaves behind, not in what it does before.
pub(super) fn left_behind_first(target: Target, clauses: &[ClauseId]) -> Vec<ClauseId> {
    let wanted =
        |observed: &[Observed]| observed.contains(&Observed::Exit) && !observed.contains(&Observed::Trace);
    let (mut first, rest) = split(target, clauses, wanted);
    first.extend(rest);
    first
}

/// The clauses of a value that was found, or looked for, in another place. Of an unnamed argument the plan has those on
/// unnamed ones first, which say more of it than what holds for all.
fn astray(target: Target, plan: &Plan, passed: &Passed, found: Option<&Whereabouts>) -> Vec<ClauseId> {
    if matches!(passed.id, ValueId::Unnamed(_)) {
        return passed.clauses.clone();
    }
    astray_among_others(target, plan, passed, found, astray_on_stack(plan, passed, found))
}

/// The clauses of a value that was to be on the stack and was found, or looked for, elsewhere on the stack: those
/// about places on the stack first.
fn astray_on_stack(plan: &Plan, passed: &Passed, found: Option<&Whereabouts>) -> Vec<ClauseId> {
    let mut clauses = passed.clauses.clone();
    let is_on_stack = |piece: &Piece| matches!(piece.place, Place::Stack { .. });
    let expected = match &passed.transfer {
        Transfer::Direct(pieces) | Transfer::ByReference { pointer: pieces, .. } => pieces.as_slice(),
        Transfer::Nothing => &[],
    };
    let elsewhere = |found: &Whereabouts| {
        let is_stack = |place: &Place| matches!(place, Place::Stack { .. });
        // In parts, one of which is elsewhere, it is split, and not only at another place.
        let is_split = matches!(found, Whereabouts::Words(_)) && !found.places().iter().all(is_stack);
        found.first().as_ref().is_some_and(is_stack)
            && !is_split
            && !expected.iter().any(|p| found.is_at(&[p.place]))
    };
    if !expected.is_empty() && expected.iter().all(is_on_stack) && found.is_some_and(elsewhere) {
        // In the order in which they say most of this value.
        let of_stack = &plan.stack.argument_clauses;
        let mut own: Vec<ClauseId> = clauses.iter().copied().filter(|c| of_stack.contains(c)).collect();
        add_clauses(&mut own, of_stack);
        put_first(&mut clauses, &own);
    }
    clauses
}

/// The clauses of an argument that was found, or looked for, in the place of another one, in a register of the same
/// file: what the places of both follow from comes first. A composite is reported under how composites travel all the same.
fn astray_among_others(
    target: Target,
    plan: &Plan,
    passed: &Passed,
    found: Option<&Whereabouts>,
    mut clauses: Vec<ClauseId>,
) -> Vec<ClauseId> {
    let pieces = |passed: &Passed| match &passed.transfer {
        Transfer::Direct(pieces) if passed.parts.is_empty() => pieces.clone(),
        _ => Vec::new(),
    };
    let own: &[Piece] = match &passed.transfer {
        Transfer::Direct(pieces) => pieces,
        _ => &[],
    };
    let is_register = |place: &Place| place.file(target).is_some();
    let Some(place) = found.and_then(Whereabouts::first).filter(is_register) else {
        return clauses;
    };
    let is_argument = plan.arguments.iter().any(|argument| argument.id == passed.id);
    if !is_argument || !passed.parts.is_empty() {
        return clauses;
    }
    let is_here = |other: &&Passed| other.id != passed.id && pieces(other).iter().any(|p| p.place == place);
    let is_of_file = own.iter().all(|piece| piece.place.file(target) == place.file(target));
    if let Some(other) = plan.arguments.iter().find(is_here).filter(|_| is_of_file)
        && let Some(both) = of_places_of_both(target, other, &clauses)
    {
        put_first(&mut clauses, &[both]);
    }
    clauses
}

/// The first clause of a value that is one of `clauses`, too, and speaks of places: that both are laid out by the same clauses says
/// nothing of these.
pub(super) fn of_places_of_both(target: Target, value: &Passed, clauses: &[ClauseId]) -> Option<ClauseId> {
    let of_places =
        |observed: &[Observed]| observed.contains(&Observed::Entry) && !observed.contains(&Observed::Layout);
    let is_of_places =
        |id: &ClauseId| catalogue(target).clause(id).is_some_and(|clause| of_places(&clause.observed));
    value.clauses.iter().copied().find(|one| clauses.contains(one) && is_of_places(one))
}

fn split(
    target: Target,
    clauses: &[ClauseId],
    wanted: impl Fn(&[Observed]) -> bool,
) -> (Vec<ClauseId>, Vec<ClauseId>) {
    let is_wanted = |id: &ClauseId| catalogue(target).clause(id).is_some_and(|c| wanted(&c.observed));
    clauses.iter().copied().partition(is_wanted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_first_stands_once_and_the_rest_stays() {
        let mut clauses = vec!["a", "b", "c"];
        put_first(&mut clauses, &["c"]);
        assert_eq!(clauses, ["c", "a", "b"]);
        put_first(&mut clauses, &["d", "a"]);
        assert_eq!(clauses, ["d", "a", "c", "b"]);
        put_first(&mut clauses, &[]);
        assert_eq!(clauses, ["d", "a", "c", "b"]);
    }

    /// The note by which other answer a contradiction would be none has the name of the answers, in every pairing; the same note
    /// without that origin has the name of its clause.
    #[test]
    fn a_note_of_two_conventions_has_the_name_of_the_answers() {
        let reading = |reading| ReadingText {
            answer: Answer { clause: "NYUZI-S09", question: "copy", reading },
            text: "what a reading says",
        };
        let note = Mismatch {
            target: Target::Nyuzi,
            clauses: vec!["NYUZI-ARG-01"],
            topic: Topic::Control,
            expected: finding::Expected::Function("f".to_owned()),
            observed: finding::Observed::Here(vec![reading("R2"), reading("R1")]),
            found: Some(Found::TwoConventions),
        };
        for pairing in [Pairing::Callee, Pairing::Cross] {
            let named = of_mismatch(pairing, &note);
            assert_eq!(named, Fingerprint::Changed("NYUZI-S09", "copy"), "{pairing}");
            let plain = Mismatch { found: None, ..note.clone() };
            assert_eq!(of_mismatch(pairing, &plain).clause(), Some("NYUZI-ARG-01"), "{pairing}");
        }
    }

    #[test]
    fn clauses_are_sorted_by_what_could_contradict_them() {
        // Observed at entry and in the trace; in constants alone; at exit and in the trace; in constants and at entry.
        let all = ["EPIPHANY-ARG-06", "EPIPHANY-TYPE-06", "EPIPHANY-S10", "EPIPHANY-LAYOUT-01"];
        assert_eq!(about_afterwards(Target::Epiphany, &all), ["EPIPHANY-S10"]);
        assert_eq!(
            data_first(Target::Epiphany, &all),
            ["EPIPHANY-TYPE-06", "EPIPHANY-LAYOUT-01", "EPIPHANY-ARG-06", "EPIPHANY-S10"]
        );
    }

    #[test]
    fn who_may_write_comes_before_how_something_is_passed() {
        // Observed at entry; at entry, at exit and in the trace.
        assert_eq!(about_afterwards(Target::Nyuzi, &["NYUZI-S09", "NYUZI-S10"]), ["NYUZI-S10"]);
        assert!(about_afterwards(Target::Nyuzi, &["NYUZI-S09", "NYUZI-ARG-01"]).is_empty());
    }

    #[test]
    fn a_register_that_is_not_given_back_is_reported_by_who_has_to() {
        // In the trace, at exit and in the trace, at exit alone.
        let all = ["NYUZI-STACK-02", "NYUZI-REG-08", "NYUZI-REG-03"];
        assert_eq!(
            left_behind_first(Target::Nyuzi, &all),
            ["NYUZI-REG-03", "NYUZI-STACK-02", "NYUZI-REG-08"]
        );
    }
}
