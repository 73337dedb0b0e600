//! A list that was accepted from a broken compiler lets no other fault through: pairs of faults in a real GCC for the
//! Epiphany (`accepted/broken.py`), under one clause and pairing, that differ in one thing. Each is accepted once; then the
//! other one has to be found, by itself and beside the first.
//!
//! By default a few pairs are tried. `CROSSCALL_ACCEPTED=all cargo test -p crosscall accepted:: -- --nocapture` tries
//! all and prints a table; the name of a thing (`register`, `member`, ...) in place of `all` tries those that differ in it.

mod pairs;

use crate::common::{self, World};
use pairs::{PAIRS, Pair, Subject};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::process::Command;

const BROKEN: &str = include_str!("accepted/broken.py");

/// Fingerprints of what is new in a run, and its exit code.
#[derive(Debug, Clone, Default)]
struct Seen {
    code: i32,
    new: BTreeSet<String>,
    text: String,
}

/// A broken compiler, and the list that it was accepted in.
#[derive(Debug, Clone)]
struct Accepted {
    list: String,
    alone: Seen,
    again: Seen,
}

struct Bench {
    world: World,
    python: String,
    gcc: String,
    cases: &'static str,
    accepted: BTreeMap<String, Accepted>,
    count: usize,
}

impl Bench {
    /// A run with broken compilers; `more` are options.
    fn run(&mut self, subjects: &[Subject], pairing: &[&str], more: &[&str]) -> Seen {
        self.count += 1;
        let mut config = String::new();
        let script = self.world.path("broken.py").display().to_string();
        for subject in subjects {
            let command = [&self.python, "-I", "-S", &script, &self.gcc, &subject.faults, subject.level];
            config += &common::toolchain_entry(subject.name, "epiphany", "gcc", &command);
        }
        let (file, report) = (format!("{}.toml", self.count), format!("report-{}", self.count));
        self.world.write(&file, config);
        let mut arguments = vec!["--config", &file, "run", "--cases", self.cases, "--minimize", "0"];
        arguments.extend(["--format", "json", "--report", &report]);
        subjects.iter().for_each(|subject| arguments.extend(["--toolchain", subject.name]));
        pairing.iter().for_each(|name| arguments.extend(["--pairing", name]));
        arguments.extend(more);
        let answer = self.world.run_at_home(&arguments);
        let report = answer.json();
        let of = |key: &str| report[key].as_array().cloned().unwrap_or_default();
        let subjects = of("subjects");
        let own = subjects.iter().filter_map(|s| s["findings"].as_array()).flatten();
        let all: Vec<serde_json::Value> = own.cloned().chain(of("incompatible")).collect();
        let new = all.iter().filter(|finding| finding["known"].as_array().is_none_or(Vec::is_empty));
        let mut seen = Seen { code: answer.code, ..Seen::default() };
        for finding in new {
            let [fingerprint, pairing] =
                ["fingerprint", "pairing"].map(|key| finding[key].as_str().unwrap_or(""));
            seen.new.insert(fingerprint.to_owned());
            let [what, expected, observed] = ["what", "expected", "observed"].map(|key| &finding[key]);
            writeln!(
                seen.text,
                "    {fingerprint}, {pairing}: {what}, expected {expected}, observed {observed}"
            )
            .unwrap();
        }
        seen
    }

    /// Accepts what a broken compiler shows, once for each compiler and pairing, and runs it again.
    fn accept(&mut self, subjects: &[Subject], pairing: &[&str]) -> Accepted {
        let key = format!("{subjects:?} {pairing:?}");
        if let Some(known) = self.accepted.get(&key) {
            return known.clone();
        }
        let list = format!("accepted-{}.toml", self.accepted.len());
        let alone = self.run(subjects, pairing, &["--accept", &list]);
        let again = self.run(subjects, pairing, &["--known", &list]);
        let accepted = Accepted { list, alone, again };
        self.accepted.insert(key, accepted.clone());
        accepted
    }

    /// Errors for a pair in one order, and a line of the table.
    fn order(&mut self, pair: &Pair, first: &[Subject], other: &[Subject]) -> (String, Vec<String>) {
        let mut wrong = Vec::new();
        let known = self.accept(first, pair.pairings);
        let mut named = |what: &str, seen: &Seen| {
            if !seen.new.iter().any(|fingerprint| fingerprint.starts_with(pair.clause)) {
                wrong.push(format!("{what} does not show {}:\n{}", pair.clause, seen.text));
            }
        };
        named("the first", &known.alone);
        let alone = self.accept(other, pair.pairings).alone;
        named("the other", &alone);
        if known.again.code != 0 || !known.again.new.is_empty() {
            wrong.push(format!("what was accepted is new again:\n{}", known.again.text));
        }
        let mut found = |what: &str, seen: &Seen| {
            if seen.code != 1 || seen.new.is_disjoint(&alone.new) {
                wrong.push(format!("{what} is not found, exit {}:\n{}", seen.code, seen.text));
            }
        };
        let seen = self.run(other, pair.pairings, &["--known", &known.list]);
        found("the other", &seen);
        let both = self.run(&pairs::together(first, other), pair.pairings, &["--known", &known.list]);
        found("the other beside the first", &both);
        let verdict = if wrong.is_empty() { "found" } else { "WRONG" };
        let names: Vec<String> = [first, other].iter().map(|s| pairs::name(s)).collect();
        let line = format!("| {} | {} | {} | {} | {verdict} |", pair.thing, pair.clause, names[0], names[1]);
        (line, wrong)
    }
}

/// The pairs that are wanted, and the number of cases of each run.
fn wanted() -> (Vec<&'static Pair>, &'static str) {
    match std::env::var("CROSSCALL_ACCEPTED").as_deref() {
        Ok("all") => (PAIRS.iter().collect(), "100"),
        Ok(thing) => (PAIRS.iter().filter(|pair| pair.thing == thing).collect(), "100"),
        Err(_) => {
            let quick = PAIRS.iter().filter(|pair| pair.quick);
            (quick.step_by(common::one_in(4)).collect(), "40")
        }
    }
}

/// The path of Python itself: `python3` may be a script that looks for a version, and takes longer than the compiler.
fn python() -> Option<String> {
    let answer =
        Command::new("python3").args(["-I", "-S", "-c", "import sys; print(sys.executable)"]).output();
    let path = String::from_utf8(answer.ok()?.stdout).ok()?.trim().to_owned();
    (!path.is_empty()).then_some(path)
}

#[test]
fn what_was_accepted_lets_no_other_fault_through() {
    let Some(gcc) = common::installed_as("epiphany-elf-gcc-O2") else {
        println!("skipped: epiphany-elf-gcc-O2 is not installed; see `crosscall doctor`");
        return;
    };
    let Some(python) = python() else {
        println!("skipped: python3, which breaks the compiler, is not installed");
        return;
    };
    let (wanted, cases) = wanted();
    assert!(!wanted.is_empty(), "CROSSCALL_ACCEPTED is neither `all` nor a thing in which pairs differ");
    let world = World::new();
    world.write("broken.py", BROKEN);
    let mut bench =
        Bench { world, python, gcc: gcc.cc[0].clone(), cases, accepted: BTreeMap::new(), count: 0 };
    println!("| differs in | clause | accepted | other | |\n|---|---|---|---|---|");
    let mut wrong = String::new();
    for pair in wanted {
        let (one, other) = (pair.one(), pair.other());
        for (first, second) in [(&one, &other), (&other, &one)] {
            let (line, why) = bench.order(pair, first, second);
            println!("{line}");
            for why in why {
                println!("  {why}");
                writeln!(wrong, "{line}\n  {why}").unwrap();
            }
        }
    }
    println!("{} runs", bench.count);
    assert!(wrong.is_empty(), "\n{wrong}");
}

/// Each thing in which faults can differ has at least three pairs, and there are thirty or more.
#[test]
fn there_are_pairs_for_each_thing() {
    let mut count: BTreeMap<&str, usize> = BTreeMap::new();
    for pair in PAIRS {
        *count.entry(pair.thing).or_default() += 1;
        assert_ne!(pair.one, pair.other);
    }
    let things = ["byte", "direction", "level", "member", "register", "size", "subject"];
    assert_eq!(count.keys().copied().collect::<Vec<_>>(), things);
    assert!(count.values().all(|number| *number >= 3), "{count:?}");
    assert!(PAIRS.len() >= 30, "{}", PAIRS.len());
    let from_cross = PAIRS.iter().filter(|pair| pair.pairings == ["cross"]).count();
    assert!(from_cross >= 3, "{from_cross}");
}
