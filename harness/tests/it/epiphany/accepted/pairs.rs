//! Pairs of faults that differ in one thing.

#![allow(missing_docs, unreachable_pub)]

/// A compiler under a name: at a level, with faults in the words of `broken.py`, joined by `+`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subject {
    pub name: &'static str,
    pub level: &'static str,
    pub faults: String,
}

/// Name, level and fault of each compiler of a run.
type Row = &'static [(&'static str, &'static str, &'static str)];

/// Two faults that differ in one thing.
#[derive(Debug)]
pub struct Pair {
    /// Property in which the two faults differ.
    pub thing: &'static str,
    /// The clause that both break.
    pub clause: &'static str,
    /// Pairings of the runs.
    pub pairings: &'static [&'static str],
    /// True if the pair is tried by default.
    pub quick: bool,
    pub one: Row,
    pub other: Row,
}

fn subjects(row: Row) -> Vec<Subject> {
    let subject = |(name, level, fault): &(&'static str, &'static str, &'static str)| Subject {
        name,
        level,
        faults: (*fault).to_owned(),
    };
    row.iter().map(subject).collect()
}

impl Pair {
    pub fn one(&self) -> Vec<Subject> {
        subjects(self.one)
    }

    pub fn other(&self) -> Vec<Subject> {
        subjects(self.other)
    }
}

/// The compilers of two rows, each with all faults that it has in either.
pub fn together(first: &[Subject], other: &[Subject]) -> Vec<Subject> {
    let mut all = first.to_vec();
    for subject in other {
        match all.iter_mut().find(|known| known.name == subject.name) {
            Some(known) if known.faults == "none" => known.faults.clone_from(&subject.faults),
            Some(known) if subject.faults == "none" || known.faults == subject.faults => {}
            Some(known) => known.faults = format!("{}+{}", known.faults, subject.faults),
            None => all.push(subject.clone()),
        }
    }
    all
}

/// Label in the table for the compilers of a run.
pub fn name(subjects: &[Subject]) -> String {
    let one = |subject: &Subject| format!("{} {} {}", subject.name, subject.level, subject.faults);
    subjects.iter().map(one).collect::<Vec<_>>().join(", ")
}

const fn quick(pair: Pair) -> Pair {
    Pair { quick: true, ..pair }
}

/// Row of [`PAIRS`]: the property in which two faults differ, the clause that both break, the pairings of the runs,
/// and the compilers of the one run and of the other, each with its fault.
macro_rules! pair {
    ($thing:literal, $clause:literal, $pairings:expr, [$($at:ident $fault:literal),+], [$($other_at:ident $other:literal),+]) => {
        Pair {
            thing: $thing,
            clause: concat!("EPIPHANY-", $clause),
            pairings: $pairings,
            quick: false,
            one: &[$(($at.0, $at.1, $fault)),+],
            other: &[$(($other_at.0, $other_at.1, $other)),+],
        }
    };
}

const O1: (&str, &str) = ("gcc-O1", "-O1");
const O2: (&str, &str) = ("gcc-O2", "-O2");
const OS: (&str, &str) = ("gcc-Os", "-Os");
const NIGHTLY: (&str, &str) = ("nightly", "-O2");
const WEEKLY: (&str, &str) = ("weekly", "-O2");
const STABLE: (&str, &str) = ("stable", "-O1");

const CALLEE: &[&str] = &["callee"];
const CALLER: &[&str] = &["caller"];
const BOTH: &[&str] = &["callee", "caller"];
const CROSS: &[&str] = &["cross"];
const LAYOUT: &[&str] = &["layout"];

#[rustfmt::skip]
pub const PAIRS: &[Pair] = &[
    quick(pair!("register", "REG-06", CALLEE, [NIGHTLY "destroy:5"], [NIGHTLY "destroy:6"])),
    pair!("register", "REG-06", CALLEE, [NIGHTLY "destroy:4"], [NIGHTLY "destroy:5"]),
    pair!("register", "REG-06", CALLEE, [NIGHTLY "destroy:6"], [NIGHTLY "destroy:7"]),
    pair!("register", "REG-06", CALLEE, [NIGHTLY "destroy:8"], [NIGHTLY "destroy:9"]),
    pair!("register", "REG-06", CALLEE, [NIGHTLY "destroy:10"], [NIGHTLY "destroy:11"]),
    pair!("register", "REG-06", CROSS, [NIGHTLY "destroy:5", STABLE "none"], [NIGHTLY "destroy:6", STABLE "none"]),
    quick(pair!("member", "S06", CALLEE, [NIGHTLY "member:0"], [NIGHTLY "member:1"])),
    pair!("member", "S06", CALLEE, [NIGHTLY "member:1"], [NIGHTLY "member:2"]),
    pair!("member", "LAYOUT-01", LAYOUT, [NIGHTLY "offset:0"], [NIGHTLY "offset:1"]),
    pair!("member", "LAYOUT-01", LAYOUT, [NIGHTLY "offset:1"], [NIGHTLY "offset:2"]),
    pair!("size", "ARG-01", CALLEE, [NIGHTLY "argument:1"], [NIGHTLY "argument:2"]),
    pair!("size", "ARG-01", CALLEE, [NIGHTLY "argument:2"], [NIGHTLY "argument:4"]),
    pair!("size", "ARG-01", CALLEE, [NIGHTLY "argument:1"], [NIGHTLY "argument:4"]),
    pair!("size", "ARG-01", CROSS, [NIGHTLY "argument:2", STABLE "none"], [NIGHTLY "argument:4", STABLE "none"]),
    pair!("byte", "ARG-01", CALLEE, [NIGHTLY "argument-byte:1"], [NIGHTLY "argument-byte:2"]),
    pair!("byte", "ARG-01", CALLEE, [NIGHTLY "argument-byte:0"], [NIGHTLY "argument-byte:3"]),
    pair!("byte", "RET-02", CALLEE, [NIGHTLY "result-byte:0"], [NIGHTLY "result-byte:1"]),
    pair!("byte", "RET-02", CALLEE, [NIGHTLY "result-byte:2"], [NIGHTLY "result-byte:3"]),
    pair!("byte", "ARG-01", CALLER, [NIGHTLY "passed-byte:0"], [NIGHTLY "passed-byte:1"]),
    pair!("byte", "ARG-01", CROSS, [NIGHTLY "argument-byte:1", STABLE "none"], [NIGHTLY "argument-byte:2", STABLE "none"]),
    pair!("level", "REG-06", CALLEE, [O1 "destroy:5"], [O2 "destroy:5"]),
    pair!("level", "ARG-01", CALLEE, [O2 "argument:4"], [OS "argument:4"]),
    pair!("level", "RET-02", CALLEE, [O1 "result-byte:2"], [OS "result-byte:2"]),
    pair!("level", "ARG-01", CALLER, [O1 "passed:4"], [O2 "passed:4"]),
    pair!("subject", "REG-06", CALLEE, [NIGHTLY "destroy:6"], [WEEKLY "destroy:6"]),
    pair!("subject", "ARG-01", CALLEE, [NIGHTLY "argument:4"], [WEEKLY "argument:4"]),
    pair!("subject", "ARG-01", CALLER, [NIGHTLY "passed:4"], [WEEKLY "passed:4"]),
    pair!("subject", "ARG-01", CROSS, [NIGHTLY "argument:4", STABLE "none"], [NIGHTLY "none", STABLE "argument:4"]),
    pair!("subject", "RET-02", CROSS, [NIGHTLY "result:4", STABLE "none"], [NIGHTLY "none", STABLE "result:4"]),
    pair!("direction", "ARG-01", BOTH, [NIGHTLY "argument:4"], [NIGHTLY "passed:4"]),
    pair!("direction", "ARG-01", BOTH, [NIGHTLY "argument-byte:1"], [NIGHTLY "passed-byte:1"]),
    pair!("direction", "RET-02", BOTH, [NIGHTLY "result:4"], [NIGHTLY "taken:4"]),
    pair!("direction", "ARG-01", CROSS, [NIGHTLY "argument:4", STABLE "none"], [NIGHTLY "passed:4", STABLE "none"]),
];
