//! Lists at the top of a page: what is new, what has changed or is back, and what is gone.

use super::cause::{Cause, State};
use super::{Page, count};
use crate::buckets::Night;
use crate::names;

/// Entries of a list that are shown; the others are counted.
const MOST: usize = 8;

/// States of buckets that were there before and are otherwise now.
pub(super) const CHANGED: [State; 4] = [State::Back, State::Changed, State::Masked, State::NotRepeatable];

/// A list with its number.
pub(super) struct List {
    /// Name of its part of the page.
    pub(super) anchor: &'static str,
    pub(super) title: &'static str,
    /// How many buckets in how many trials.
    pub(super) number: String,
    pub(super) items: Vec<Item>,
    /// Entries that are not shown.
    pub(super) more: usize,
    /// States that the entries have, by which the rest of them is found.
    pub(super) state: &'static str,
    /// Text of an empty list.
    pub(super) nothing: &'static str,
}

/// An entry.
pub(super) struct Item {
    /// Id of its bucket; none for what is only in the list of known findings.
    pub(super) id: Option<String>,
    pub(super) state: &'static str,
    pub(super) clause: String,
    pub(super) says: String,
    /// Its title in the list of known findings.
    pub(super) known: String,
    pub(super) trials: String,
}

fn item(page: &Page<'_>, cause: &Cause<'_>) -> Item {
    Item {
        id: Some(cause.id.clone()),
        state: cause.state.word(),
        clause: cause.clause(),
        says: cause.says.clone(),
        known: accepted(page, cause).unwrap_or_default(),
        trials: {
            let trials = (cause.trials > 0).then(|| super::trials(cause));
            trials.into_iter().chain(cause.versions.clone()).collect::<Vec<_>>().join("; ")
        },
    }
}

/// Title, in the list of known findings, of a cause that is on it.
pub(super) fn accepted(page: &Page<'_>, cause: &Cause<'_>) -> Option<String> {
    let ids = cause.findings.iter().flat_map(|found| &found.known);
    let id = ids.min().filter(|_| cause.state == State::Known)?;
    page.known.of(id).map(|title| format!("{id}: {title}"))
}

/// Entries of all causes in some states, the first ones, and how many buckets and trials they are.
fn entries(page: &Page<'_>, causes: &[Cause<'_>], states: &[State]) -> (String, Vec<Item>, usize) {
    let all: Vec<&Cause<'_>> = causes.iter().filter(|cause| states.contains(&cause.state)).collect();
    let trials = all.iter().map(|cause| cause.trials + cause.folded).sum();
    let mut number = count(all.len() as u64, "bucket");
    if trials > 0 {
        number += &format!(", {}", count(trials, "trial"));
    }
    (number, all.iter().take(MOST).map(|cause| item(page, cause)).collect(), all.len().saturating_sub(MOST))
}

/// The three lists.
pub(super) fn lists(page: &Page<'_>, causes: &[Cause<'_>]) -> Vec<List> {
    let has_store = page.report.night.is_some();
    let list = |anchor, title, states: &[State], state, nothing| {
        let (number, items, more) = entries(page, causes, states);
        List { anchor, title, number, items, more, state, nothing }
    };
    let new = if has_store { "New tonight" } else { "New" };
    let without = "Without a store there is no earlier night to compare with.";
    let same = if has_store { "Nothing has changed, and nothing is back." } else { without };
    let left = if has_store { "Nothing is gone." } else { without };
    let mut gone = list("gone", "Gone", &[State::Gone], "gone", left);
    // The list of known findings, too, says what has to show.
    gone.items.extend(page.report.gone.iter().map(|known| Item {
        id: None,
        state: "gone",
        clause: known.id.clone(),
        says: format!("{}: {}", names::together(&known.toolchains), known.title),
        known: String::new(),
        trials: if known.strict { "has to show".to_owned() } else { String::new() },
    }));
    if !page.report.gone.is_empty() {
        gone.number += &format!(", {} of the list of known findings", page.report.gone.len());
        gone.more += gone.items.len().saturating_sub(MOST);
        gone.items.truncate(MOST);
    }
    vec![
        list("new", new, &[State::New], "new", "Nothing is new."),
        list("changed", "Changed or back", &CHANGED, "changed", same),
        gone,
    ]
}

/// Buckets that are on the list of known findings, in a sentence; none where there are none.
pub(super) fn known(causes: &[Cause<'_>]) -> Option<String> {
    let all = causes.iter().filter(|cause| cause.state == State::Known).count();
    let are = if all == 1 { "is" } else { "are" };
    (all > 0).then(|| format!("{} {are} on the list of known findings", count(all as u64, "bucket")))
}

/// A night in a sentence.
pub(super) fn lead(causes: &[Cause<'_>]) -> String {
    let of = |states: &[State]| {
        let count = causes.iter().filter(|cause| states.contains(&cause.state)).count();
        if count == 0 { "none".to_owned() } else { super::grouped(count as u64) }
    };
    format!(
        "Buckets: {} new tonight, {} changed or back, {} gone; {} open as before, {} gone before, {} on the list of known findings",
        of(&[State::New]),
        of(&CHANGED),
        of(&[State::Gone]),
        of(&[State::Open]),
        of(&[State::Past]),
        of(&[State::Known])
    )
}

/// Buckets that are there as they were, in a list for each state in which there are some.
pub(super) fn standing(page: &Page<'_>, causes: &[Cause<'_>]) -> Vec<List> {
    let of = |(state, anchor, title): (State, &'static str, &'static str)| {
        let (number, items, more) = entries(page, causes, &[state]);
        let list = List { anchor, title, number, items, more, state: state.word(), nothing: "" };
        (!list.items.is_empty()).then_some(list)
    };
    [
        (State::Open, "open", "Open as before"),
        (State::Known, "known", "On the list of known findings"),
        (State::Retired, "retired", "Put aside"),
    ]
    .into_iter()
    .filter_map(of)
    .collect()
}

/// The night that the page is about, in words.
pub(super) fn night(night: &Night, page: &Page<'_>) -> String {
    let begins = if night.begins_column { ", which begins with it" } else { "" };
    let mut text = format!("night {} of the store, column {}{begins}", night.number, night.column);
    if let (Some(first), Some(last)) = (page.nights.first(), page.nights.last()) {
        let day = |date: &str| date.split('T').next().unwrap_or_default().to_owned();
        if day(&first.date) != day(&last.date) {
            text += &format!("; nights from {} to {}", day(&first.date), day(&last.date));
        }
    }
    text
}
