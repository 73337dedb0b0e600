//! Buckets of a campaign's findings after a night: what is new, what has changed, what is gone, and what is there still.

use crate::names;
use crate::picture::labelled;
use crosscall_model::Target;
use crosscall_model::counted;
use crosscall_model::finding::{FindingClass, Fingerprint};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Name of the bucket that a disagreement is in: one for each target and fingerprint, whatever subjects show it.
pub fn name(target: Target, fingerprint: &str) -> String {
    format!("{target} {fingerprint}")
}

/// Target and fingerprint in a bucket's name.
pub fn parts(bucket: &str) -> Option<(Target, &str)> {
    let (target, fingerprint) = bucket.split_once(' ')?;
    Some((target.parse().ok()?, fingerprint))
}

/// Class of the findings in a bucket, as far as its name shows it: that a compiler disagrees with itself only a run sees.
pub fn class(bucket: &str) -> FindingClass {
    match parts(bucket).map_or(bucket, |(_, fingerprint)| fingerprint) {
        fault if fault.starts_with(Fingerprint::FAULT) => FindingClass::Fault,
        between if between.contains(":cross:") => FindingClass::Others,
        _ => FindingClass::Document,
    }
}

/// The state of a bucket of findings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BucketState {
    /// Found, and still there.
    Open,
    /// Its case shows the same cause in another way.
    Changed,
    /// Its case shows another finding, behind which it may still be there.
    Masked,
    /// Its case ran and conforms.
    Fixed,
    /// Fixed once, and there again.
    Back,
    /// A person has put it aside.
    Retired,
    /// Its case did not show it a second time.
    NotRepeatable,
}

impl BucketState {
    /// All of them, in the order of the declaration.
    pub const ALL: [BucketState; 7] = [
        BucketState::Open,
        BucketState::Changed,
        BucketState::Masked,
        BucketState::Fixed,
        BucketState::Back,
        BucketState::Retired,
        BucketState::NotRepeatable,
    ];

    /// The word for it, in stores and for people.
    pub fn word(self) -> &'static str {
        match self {
            BucketState::Open => "open",
            BucketState::Changed => "changed",
            BucketState::Masked => "masked",
            BucketState::Fixed => "fixed",
            BucketState::Back => "back",
            BucketState::Retired => "retired",
            BucketState::NotRepeatable => "not repeatable",
        }
    }

    /// The state with this word.
    pub fn from_word(word: &str) -> Option<BucketState> {
        BucketState::ALL.into_iter().find(|state| state.word() == word)
    }

    /// True if it is there, as far as a run has seen.
    pub fn is_open(self) -> bool {
        use BucketState::{Back, Changed, Masked, Open};
        matches!(self, Open | Changed | Masked | Back)
    }
}

impl std::fmt::Display for BucketState {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.word())
    }
}

/// Buckets after the latest night of a store, or of the stores of a campaign's shards.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Night {
    /// Number of the night.
    pub number: u64,
    /// Number of the column that it has tested.
    pub column: u64,
    /// True if it began the column.
    pub begins_column: bool,
    /// Buckets that came into another state in it, in the order of [`BucketState`].
    pub changes: Vec<BucketLine>,
    /// Buckets that it left as they were, and that are there.
    pub open: Vec<BucketLine>,
}

/// Words between what was seen of a bucket and the versions with which it was, in the detail of a state.
pub const WITH: &str = "; with ";

/// A bucket in one state with some subjects.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct BucketLine {
    /// Its state.
    pub state: BucketState,
    /// Its name: target and fingerprint.
    pub bucket: String,
    /// The subjects.
    pub subjects: Vec<String>,
    /// More about the state: what was seen, since which version it is gone.
    pub detail: String,
    /// The night since which it is in that state.
    pub since: u64,
    /// True if it came up, or came back, with a compiler that did not show it before.
    pub is_news: bool,
    /// True if a new finding of the report is in it.
    pub is_reported: bool,
    /// Ids in the list of known findings that explain what its case shows now.
    pub accepted: Vec<String>,
    /// Why its case was not run in the night.
    pub untried: Option<String>,
    /// Who has put it aside, and why.
    pub retired: Option<String>,
}

impl BucketLine {
    /// The version that shows it, and the one that did not, as far as its detail says; see [`WITH`].
    pub(crate) fn versions(&self) -> Option<&str> {
        self.detail.rsplit_once(WITH).map(|(_, versions)| versions)
    }

    /// True if it is there, no list accepts it, and no new finding of the report says so.
    pub fn is_open_elsewhere(&self) -> bool {
        self.state.is_open() && self.accepted.is_empty() && !self.is_reported
    }

    fn words(&self) -> String {
        let mut out = format!("{}, {}", self.bucket, names::together(&self.subjects));
        if !self.detail.is_empty() {
            let _ = write!(out, ": {}", self.detail);
        }
        if !self.accepted.is_empty() {
            let _ = write!(out, "; accepted as {}", self.accepted.join(", "));
        }
        if let Some(reason) = &self.untried {
            let _ = write!(out, "; its case was not run: {reason}");
        }
        if let Some(retired) = &self.retired {
            let _ = write!(out, "; {retired}");
        }
        out
    }
}

/// Lines of one list that a text shows; the others are counted.
const MOST_LINES: usize = 12;

/// Buckets of one group that a text names; the others are counted.
const MOST_NAMES: usize = 3;

impl Night {
    /// Buckets that are there, that no list accepts, and of which no new finding of the report says so.
    pub fn open_elsewhere(&self) -> usize {
        self.changes.iter().chain(&self.open).filter(|line| line.is_open_elsewhere()).count()
    }

    /// True if a bucket is there, or came into another state in the night.
    pub fn has_news(&self) -> bool {
        !self.changes.is_empty() || !self.open.is_empty()
    }

    /// Buckets that came up, or came back, in the night.
    pub fn news(&self) -> usize {
        self.changes.iter().filter(|line| line.is_news).count()
    }

    /// The lists as text: new ones first, then those that came back, changed or are gone, and how many are there still.
    pub fn text(&self) -> String {
        let begins = if self.begins_column { ", which begins with it" } else { "" };
        let mut out = format!("night {} of the store, column {}{begins}\n", self.number, self.column);
        for (title, state) in LISTS {
            let of_state = |line: &&BucketLine| line.state == state;
            let lines: Vec<&BucketLine> = self.changes.iter().filter(of_state).collect();
            list(&mut out, title, &lines);
            if state == BucketState::Fixed {
                for together in one_cause(&lines) {
                    let names = together.iter().map(|line| line.bucket.as_str()).take(MOST_NAMES);
                    let mut text = names.collect::<Vec<_>>().join("; ");
                    if together.len() > MOST_NAMES {
                        let _ = write!(text, "; and {} more", together.len() - MOST_NAMES);
                    }
                    out += &labelled(4, "", 2, &format!("gone together, perhaps of one cause: {text}"));
                }
            }
        }
        let (reported, others): (Vec<&BucketLine>, Vec<&BucketLine>) =
            self.open.iter().partition(|line| line.is_reported);
        if !reported.is_empty() {
            let _ = writeln!(out, "  still open: {}, in this report", buckets(reported.len()));
        }
        let (accepted, others): (Vec<&BucketLine>, Vec<&BucketLine>) =
            others.into_iter().partition(|line| !line.accepted.is_empty());
        list(&mut out, "still open, and not in this report", &others);
        list(&mut out, "accepted by the list of known findings, or behind what it accepts", &accepted);
        if !self.has_news() {
            out += "  no bucket is open, and none has changed\n";
        }
        out
    }
}

/// Titles of the lists of changes, in their order.
const LISTS: [(&str, BucketState); 6] = [
    ("new", BucketState::Open),
    ("back", BucketState::Back),
    ("changed", BucketState::Changed),
    ("masked", BucketState::Masked),
    ("fixed", BucketState::Fixed),
    ("not repeatable", BucketState::NotRepeatable),
];

/// Groups of buckets of one target that are gone with the same subjects.
fn one_cause<'a>(gone: &[&'a BucketLine]) -> Vec<Vec<&'a BucketLine>> {
    let mut groups: BTreeMap<(Option<Target>, &[String]), Vec<&BucketLine>> = BTreeMap::new();
    for line in gone {
        let target = parts(&line.bucket).map(|(target, _)| target);
        groups.entry((target, &line.subjects)).or_default().push(line);
    }
    groups.into_values().filter(|group| group.len() > 1).collect()
}

fn buckets(count: usize) -> String {
    counted(count, "bucket")
}

fn list(out: &mut String, title: &str, lines: &[&BucketLine]) {
    if lines.is_empty() {
        return;
    }
    let _ = writeln!(out, "  {title}: {}", buckets(lines.len()));
    for line in lines.iter().take(MOST_LINES) {
        *out += &labelled(4, "", 2, &line.words());
    }
    if lines.len() > MOST_LINES {
        let _ = writeln!(out, "    and {} more", lines.len() - MOST_LINES);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    fn line(state: BucketState, bucket: &str) -> BucketLine {
        BucketLine {
            state,
            bucket: bucket.to_owned(),
            subjects: vec!["nightly".to_owned()],
            detail: String::new(),
            since: 1,
            is_news: state == BucketState::Open,
            is_reported: false,
            accepted: Vec::new(),
            untried: None,
            retired: None,
        }
    }

    #[test]
    fn the_lists_of_a_night() {
        let many =
            (0..14).map(|number| line(BucketState::Fixed, &format!("nyuzi NYUZI-{number:02}:argument")));
        let back = BucketLine {
            subjects: ["gcc-O0", "gcc-O1", "gcc-O2"].map(str::to_owned).to_vec(),
            detail: "callee: a0 expected in r0, observed in r1".to_owned(),
            ..line(BucketState::Back, "nyuzi NYUZI-REG-01:register r9")
        };
        let reported = BucketLine { is_reported: true, ..line(BucketState::Open, "nyuzi A") };
        let accepted =
            BucketLine { accepted: vec!["GCC-01".to_owned()], ..line(BucketState::Open, "nyuzi B") };
        let untried = BucketLine {
            untried: Some("gcc-O2 takes no part".to_owned()),
            retired: Some("retired by Ada: ticket 7".to_owned()),
            ..line(BucketState::Masked, "nyuzi C")
        };
        let night = Night {
            number: 7,
            column: 2,
            begins_column: true,
            changes: std::iter::once(back).chain(many).collect(),
            open: vec![reported, accepted, untried],
        };
        assert_eq!((night.open_elsewhere(), night.news()), (2, 0));
        expect![[r#"
            night 7 of the store, column 2, which begins with it
              back: 1 bucket
                  nyuzi NYUZI-REG-01:register r9, gcc-O0, -O1, -O2: callee: a0 expected in r0, observed in r1
              fixed: 14 buckets
                  nyuzi NYUZI-00:argument, nightly
                  nyuzi NYUZI-01:argument, nightly
                  nyuzi NYUZI-02:argument, nightly
                  nyuzi NYUZI-03:argument, nightly
                  nyuzi NYUZI-04:argument, nightly
                  nyuzi NYUZI-05:argument, nightly
                  nyuzi NYUZI-06:argument, nightly
                  nyuzi NYUZI-07:argument, nightly
                  nyuzi NYUZI-08:argument, nightly
                  nyuzi NYUZI-09:argument, nightly
                  nyuzi NYUZI-10:argument, nightly
                  nyuzi NYUZI-11:argument, nightly
                and 2 more
                  gone together, perhaps of one cause: nyuzi NYUZI-00:argument; nyuzi NYUZI-01:argument; nyuzi
                  NYUZI-02:argument; and 11 more
              still open: 1 bucket, in this report
              still open, and not in this report: 1 bucket
                  nyuzi C, nightly; its case was not run: gcc-O2 takes no part; retired by Ada: ticket 7
              accepted by the list of known findings, or behind what it accepts: 1 bucket
                  nyuzi B, nightly; accepted as GCC-01
        "#]]
        .assert_eq(&night.text());
        expect![[r#"
            night 1 of the store, column 1
              no bucket is open, and none has changed
        "#]]
        .assert_eq(&Night { number: 1, column: 1, ..Night::default() }.text());
    }

    #[test]
    fn a_name_has_two_parts() {
        let bucket = name(Target::Epiphany, "EPIPHANY-RET-04:result");
        assert_eq!(parts(&bucket), Some((Target::Epiphany, "EPIPHANY-RET-04:result")));
        assert_eq!(parts("another text"), None);
    }

    #[test]
    fn words_and_states_are_pairs() {
        for state in BucketState::ALL {
            assert_eq!(BucketState::from_word(state.word()), Some(state));
        }
        assert_eq!(BucketState::from_word("Open"), None);
    }
}
