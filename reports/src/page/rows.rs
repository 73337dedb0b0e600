//! The index of a page's buckets: what its script searches and shows as rows.

use super::cause::Cause;
use super::lists::accepted;
use super::{Page, severity, trials};
use crate::call::{Side, Sketch, Way as Value};
use crate::names;
use crate::printable::visible;
use crate::sentence;
use serde::Serialize;
use std::collections::BTreeMap;

/// Texts that many rows share, by their numbers.
#[derive(Default)]
struct Shared {
    texts: Vec<String>,
    numbers: BTreeMap<String, usize>,
}

impl Shared {
    fn number(&mut self, text: &str) -> usize {
        if let Some(number) = self.numbers.get(text) {
            return *number;
        }
        self.texts.push(text.to_owned());
        self.numbers.insert(text.to_owned(), self.texts.len() - 1);
        self.texts.len() - 1
    }
}

/// A row: id; numbers of target, clause, state and subjects among the shared texts; trials in words; signature; who does what; its
/// title in the list of known findings; how bad it is; and the call.
type Row = (String, usize, usize, usize, usize, String, String, String, String, usize, Option<Call>);

/// A call: caller and callee; which of them are guilty, as 1 for the caller and 2 for the callee; the values; and how many are left out.
type Call = (usize, usize, u8, Vec<Way>, usize);

/// A value, or something else about the call: its name, 1 where it goes back to the caller, what is right, how it is otherwise, and
/// what is wrong.
type Way = (usize, u8, usize, usize, usize);

/// The index.
#[derive(Serialize)]
pub(super) struct Index {
    texts: Vec<String>,
    rows: Vec<Row>,
}

/// The side of a call that is no subject.
const PROBE: &str = "probe of crosscall";

/// All on one line.
fn line(text: &str) -> String {
    visible(text).replace(['\n', '\t'], " ")
}

/// Names of all subjects of all buckets, in order.
pub(super) fn subjects(causes: &[Cause<'_>]) -> Vec<String> {
    let mut all: Vec<String> =
        causes.iter().flat_map(|cause| &cause.subjects).map(|name| line(name)).collect();
    all.sort();
    all.dedup();
    all
}

/// The call that a bucket is about.
fn call(page: &Page<'_>, cause: &Cause<'_>, shared: &mut Shared) -> Option<Call> {
    let found = cause.findings.first()?;
    let Sketch { subject, ways, more } = Sketch::of(found, sentence::follows(page.report, found))?;
    let who = |names: &[&str]| line(&sentence::who(page.report, found.case.target(), names));
    let probe = || PROBE.to_owned();
    let guilty: Vec<&str> = match cause.guilty.is_empty() {
        true => found.toolchains.iter().map(String::as_str).collect(),
        false => cause.guilty.iter().copied().collect(),
    };
    let (caller, callee, bad) = match (subject, found.toolchains.as_slice()) {
        (Some(Side::Caller), _) => (who(&guilty), probe(), 1),
        (Some(Side::Callee), _) => (probe(), who(&guilty), 2),
        (None, [caller, callee]) => {
            // Of two that are one compiler neither is innocent.
            let is_guilty = |name: &String| found.with_itself == 0 && cause.guilty.contains(name.as_str());
            (who(&[caller]), who(&[callee]), u8::from(is_guilty(caller)) + 2 * u8::from(is_guilty(callee)))
        }
        (None, _) => return None,
    };
    let mut way = |way: &Value| {
        let value = shared.number(&line(&way.value));
        let (right, how) = (shared.number(&line(&way.right)), shared.number(way.how));
        (value, u8::from(way.is_back), right, how, shared.number(&line(&way.wrong)))
    };
    let all = ways.iter().map(&mut way).collect();
    let (caller, callee) = (shared.number(&caller), shared.number(&callee));
    Some((caller, callee, bad, all, more))
}

/// The index of these buckets.
pub(super) fn index(page: &Page<'_>, causes: &[Cause<'_>]) -> Index {
    let mut shared = Shared::default();
    let mut row = |cause: &Cause<'_>| -> Row {
        let subjects = line(&names::together(&cause.subjects));
        (
            line(&cause.id),
            shared.number(&line(cause.target())),
            shared.number(&line(&cause.clause())),
            shared.number(cause.state.word()),
            shared.number(&subjects),
            if cause.trials == 0 { String::new() } else { trials(cause) },
            line(&cause.signature()),
            line(&cause.says),
            line(&accepted(page, cause).unwrap_or_default()),
            shared.number(severity::word(cause)),
            call(page, cause, &mut shared),
        )
    };
    let rows = causes.iter().map(&mut row).collect();
    Index { texts: shared.texts, rows }
}
