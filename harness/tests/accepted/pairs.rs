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
    /// What they differ in.
    pub thing: &'static str,
    /// The clause that both break.
    pub clause: &'static str,
    /// Pairings of the runs.
    pub pairings: &'static [&'static str],
    /// Whether it is tried by default.
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

/// What a table says of the compilers of a run.
pub fn name(subjects: &[Subject]) -> String {
    let one = |subject: &Subject| format!("{} {} {}", subject.name, subject.level, subject.faults);
    subjects.iter().map(one).collect::<Vec<_>>().join(", ")
}

const fn pair(
    thing: &'static str,
    clause: &'static str,
    pairings: &'static [&'static str],
    one: Row,
    other: Row,
) -> Pair {
    Pair { thing, clause, pairings, quick: false, one, other }
}

const fn quick(pair: Pair) -> Pair {
    Pair { quick: true, ..pair }
}

/// One compiler at -O2 with either fault.
macro_rules! faults {
    ($thing:literal, $clause:literal, $pairing:literal, $one:literal, $other:literal) => {
        pair(
            $thing,
            concat!("EPIPHANY-", $clause),
            &[$pairing],
            &[("nightly", "-O2", $one)],
            &[("nightly", "-O2", $other)],
        )
    };
}

/// One fault under either of two names and levels.
macro_rules! names {
    ($thing:literal, $clause:literal, $pairing:literal, $fault:literal, $one:expr, $other:expr) => {
        pair(
            $thing,
            concat!("EPIPHANY-", $clause),
            &[$pairing],
            &[($one.0, $one.1, $fault)],
            &[($other.0, $other.1, $fault)],
        )
    };
}

/// Two compilers that call each other, one or both of them broken.
macro_rules! cross {
    ($thing:literal, $clause:literal, $one:expr, $other:expr) => {
        pair(
            $thing,
            concat!("EPIPHANY-", $clause),
            &["cross"],
            &[("nightly", "-O2", $one.0), ("stable", "-O1", $one.1)],
            &[("nightly", "-O2", $other.0), ("stable", "-O1", $other.1)],
        )
    };
}

/// One compiler whose called or calling functions are broken.
macro_rules! sides {
    ($clause:literal, $one:literal, $other:literal) => {
        pair(
            "direction",
            concat!("EPIPHANY-", $clause),
            &["callee", "caller"],
            &[("nightly", "-O2", $one)],
            &[("nightly", "-O2", $other)],
        )
    };
}

const O1: (&str, &str) = ("gcc-O1", "-O1");
const O2: (&str, &str) = ("gcc-O2", "-O2");
const OS: (&str, &str) = ("gcc-Os", "-Os");
const NIGHTLY: (&str, &str) = ("nightly", "-O2");
const WEEKLY: (&str, &str) = ("weekly", "-O2");

#[rustfmt::skip]
pub const PAIRS: &[Pair] = &[
    quick(faults!("register", "REG-06", "callee", "destroy:5", "destroy:6")),
    faults!("register", "REG-06", "callee", "destroy:4", "destroy:5"),
    faults!("register", "REG-06", "callee", "destroy:6", "destroy:7"),
    faults!("register", "REG-06", "callee", "destroy:8", "destroy:9"),
    faults!("register", "REG-06", "callee", "destroy:10", "destroy:11"),
    cross!("register", "REG-06", ("destroy:5", "none"), ("destroy:6", "none")),
    quick(faults!("member", "S06", "callee", "member:0", "member:1")),
    faults!("member", "S06", "callee", "member:1", "member:2"),
    faults!("member", "LAYOUT-01", "layout", "offset:0", "offset:1"),
    faults!("member", "LAYOUT-01", "layout", "offset:1", "offset:2"),
    faults!("size", "ARG-01", "callee", "argument:1", "argument:2"),
    faults!("size", "ARG-01", "callee", "argument:2", "argument:4"),
    faults!("size", "ARG-01", "callee", "argument:1", "argument:4"),
    cross!("size", "ARG-01", ("argument:2", "none"), ("argument:4", "none")),
    faults!("byte", "ARG-01", "callee", "argument-byte:1", "argument-byte:2"),
    faults!("byte", "ARG-01", "callee", "argument-byte:0", "argument-byte:3"),
    faults!("byte", "RET-02", "callee", "result-byte:0", "result-byte:1"),
    faults!("byte", "RET-02", "callee", "result-byte:2", "result-byte:3"),
    faults!("byte", "ARG-01", "caller", "passed-byte:0", "passed-byte:1"),
    cross!("byte", "ARG-01", ("argument-byte:1", "none"), ("argument-byte:2", "none")),
    names!("level", "REG-06", "callee", "destroy:5", O1, O2),
    names!("level", "ARG-01", "callee", "argument:4", O2, OS),
    names!("level", "RET-02", "callee", "result-byte:2", O1, OS),
    names!("level", "ARG-01", "caller", "passed:4", O1, O2),
    names!("subject", "REG-06", "callee", "destroy:6", NIGHTLY, WEEKLY),
    names!("subject", "ARG-01", "callee", "argument:4", NIGHTLY, WEEKLY),
    names!("subject", "ARG-01", "caller", "passed:4", NIGHTLY, WEEKLY),
    cross!("subject", "ARG-01", ("argument:4", "none"), ("none", "argument:4")),
    cross!("subject", "RET-02", ("result:4", "none"), ("none", "result:4")),
    sides!("ARG-01", "argument:4", "passed:4"),
    sides!("ARG-01", "argument-byte:1", "passed-byte:1"),
    sides!("RET-02", "result:4", "taken:4"),
    cross!("direction", "ARG-01", ("argument:4", "none"), ("passed:4", "none")),
];
