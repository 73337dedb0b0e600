//! The clause files of all targets: every id of the project's catalogues is there, and each is either the matter of a
//! rule or has a reason why it is not.

use crate::support::sources::{asks, named, rules_of};
use crosscall_model::Target;
use crosscall_oracle::clause::{Catalogue, Clause, Reach, Strictness, document};
use std::collections::BTreeSet;

/// Number of clauses in each part of a document, counted from 1. `S` are its silent points.
type Parts = &'static [(&'static str, usize)];

/// The ids of a document.
#[rustfmt::skip]
fn parts(target: Target) -> Parts {
    match target {
        Target::Epiphany => &[
            ("TYPE", 17), ("LAYOUT", 12), ("REG", 14), ("ARG", 6), ("RET", 6), ("STACK", 11), ("CALL", 4), ("MEM", 17),
            ("S", 28),
        ],
        Target::Nyuzi => &[
            ("TYPE", 11), ("LAYOUT", 3), ("REG", 10), ("ARG", 3), ("RET", 3), ("VAR", 1), ("STACK", 2), ("CALL", 4),
            ("OBJ", 7), ("MEM", 3), ("LANG", 31), ("S", 29),
        ],
        Target::Dpu => &[
            ("TYPE", 16), ("LAYOUT", 7), ("REG", 21), ("ARG", 6), ("RET", 4), ("VAR", 3), ("STACK", 11), ("CALL", 7),
            ("OBJ", 30), ("MEM", 8), ("S", 34),
        ],
        Target::Ipu => &[
            ("TYPE", 13), ("LAYOUT", 15), ("REG", 12), ("ARG", 12), ("RET", 7), ("VAR", 1), ("STACK", 8), ("CALL", 5),
            ("OBJ", 2), ("S", 28),
        ],
        Target::ForwardCom => &[
            ("TYPE", 19), ("LAYOUT", 6), ("REG", 16), ("ARG", 34), ("RET", 6), ("VAR", 3), ("STACK", 2), ("CALL", 2),
            ("OBJ", 11), ("LANG", 18), ("S", 29),
        ],
        Target::Riscv(_) => &[
            ("TYPE", 39), ("LAYOUT", 16), ("REG", 37), ("ARG", 52), ("RET", 6), ("VAR", 14), ("STACK", 15), ("CALL", 14),
            ("OBJ", 41), ("MEM", 7), ("S", 30),
        ],
        Target::Aarch64 => &[
            ("TYPE", 45), ("LAYOUT", 32), ("REG", 26), ("ARG", 37), ("RET", 6), ("VAR", 18), ("STACK", 15), ("CALL", 14), ("OBJ", 2), ("MEM", 1), ("LANG", 10), ("S", 28),
        ],
        Target::X86_64 => &[
            ("TYPE", 34), ("LAYOUT", 14), ("REG", 25), ("ARG", 47), ("RET", 10), ("VAR", 25), ("STACK", 9), ("CALL", 3),
            ("OBJ", 21), ("MEM", 4), ("S", 43),
        ],
        #[cfg(feature = "invented")]
        Target::Invented => &[],
    }
}

/// Clauses that a rule compares under the id of another, in which they are contained: the first has no name of its own
/// among the rules.
const TOLD_WITH: &[(&str, &str)] = &[
    // The flags are compared as a whole.
    ("DPU-OBJ-04", "DPU-OBJ-07"),
    ("DPU-OBJ-05", "DPU-OBJ-07"),
    ("RISCV-OBJ-05", "RISCV-OBJ-06"),
];

fn ids(target: Target) -> BTreeSet<String> {
    let name = target.clause_prefix();
    let id = |part: &str, number: usize| match part {
        "S" => format!("{name}-S{number:02}"),
        _ => format!("{name}-{part}-{number:02}"),
    };
    parts(target).iter().flat_map(|(part, count)| (1..=*count).map(move |n| id(part, n))).collect()
}

/// Each document, once, by one of its targets.
fn each() -> impl Iterator<Item = (Target, Catalogue)> {
    let mut prefixes = BTreeSet::new();
    let targets = Target::ALL.into_iter().filter(move |target| prefixes.insert(target.clause_prefix()));
    targets.map(|target| (target, document(target).expect("a clause file")))
}

#[test]
fn every_id_is_there_and_no_other() {
    for (target, catalogue) in each() {
        let found: BTreeSet<String> = catalogue.clauses.iter().map(|clause| clause.id.clone()).collect();
        assert_eq!(found.len(), catalogue.clauses.len(), "{target}: an id stands twice");
        assert_eq!(found, ids(target), "{target}");
    }
}

/// A clause that can be observed is named by a rule; any other has its reason.
#[test]
fn every_clause_has_a_rule_or_a_reason() {
    for (target, catalogue) in each() {
        let names = named(&rules_of(target), &catalogue);
        let is_named = |id: &str| names.contains(id);
        for clause in &catalogue.clauses {
            assert!(!clause.section.is_empty() && !clause.rule.is_empty(), "{}", clause.id);
            assert!(clause.unobservable.as_ref().is_none_or(|reason| !reason.is_empty()), "{}", clause.id);
            if !clause.observed.is_empty() {
                let with = TOLD_WITH.iter().find(|(id, _)| *id == clause.id).map_or("", |(_, with)| with);
                assert!(is_named(&clause.id) || is_named(with), "{}: no rule names it", clause.id);
            }
        }
    }
}

/// A clause against which no trial can speak has a reason; any other has a way to be observed; a presumed one asks a
/// question of which one answer only permits more.
#[test]
fn every_clause_is_within_reach_or_says_why_not() {
    for (_, catalogue) in each() {
        let is_presumed = |clause: &Clause| clause.choices.iter().any(|choice| choice.presumed);
        for clause in &catalogue.clauses {
            let has_reason = clause.unobservable.is_some();
            let is_observed = !clause.observed.is_empty();
            let by_others = clause.decided_by.iter().filter_map(|id| catalogue.clause(id));
            let is_sound = match clause.reach {
                Reach::Trial => is_observed && !has_reason,
                Reach::Presumed => {
                    is_observed
                        && !has_reason
                        && (is_presumed(clause) || by_others.into_iter().any(is_presumed))
                }
                Reach::Permission | Reach::NoSubject => has_reason,
                Reach::NoTrace | Reach::NotLookedAt => has_reason && !is_observed,
            };
            assert!(is_sound, "{}: {:?}", clause.id, clause.reach);
        }
    }
}

/// The row that the README has of a target, and the sentence of its page, count what the file has.
#[test]
fn the_pages_count_what_the_files_have() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let read = |path: &str| {
        let text = std::fs::read_to_string(root.join(path)).expect("a page");
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let readme = read("README.md");
    for (target, catalogue) in each() {
        let silent = catalogue.clauses.iter().filter(|c| c.strict == Strictness::Silent).count();
        let all = catalogue.clauses.len() - silent;
        let of = |reach| catalogue.count(reach);
        let row = format!(
            "| {all} clauses and {silent} unspecified points, {} of them observable",
            of(Reach::Trial)
        );
        assert!(readme.contains(&row), "{target}: README.md does not say `{row}`");
        let counts = format!(
            "{} can be contradicted by a trial, {} are presumed, {} permit or advise, {} have no subject here, {} leave no \
             trace and {} are not looked at",
            of(Reach::Trial),
            of(Reach::Presumed),
            of(Reach::Permission),
            of(Reach::NoSubject),
            of(Reach::NoTrace),
            of(Reach::NotLookedAt)
        );
        let page = match target.is_built_in() {
            true => format!("docs/targets/{}.md", target.clause_prefix().to_lowercase()),
            false => "docs/targets/x86_64-and-aarch64.md".to_owned(),
        };
        assert!(read(&page).contains(&counts), "{target}: {page} does not say `{counts}`");
    }
}

#[test]
fn questions_are_well_formed() {
    for (_, catalogue) in each() {
        for clause in &catalogue.clauses {
            let id = &clause.id;
            for other in &clause.decided_by {
                assert!(catalogue.clause(other).is_some_and(|c| !c.choices.is_empty()), "{id}: {other}");
            }
            let mut names = BTreeSet::new();
            let mut readings = BTreeSet::new();
            for choice in &clause.choices {
                assert!(names.insert(&choice.name), "{id}: two choices `{}`", choice.name);
                assert!(choice.readings.len() > 1, "{id}: a choice of one");
                assert!(!choice.readings[0].deviation, "{id}: a deviation stands first");
                for answer in &choice.only_with {
                    assert!(catalogue.find_answer(answer).is_some(), "{id}: {answer}");
                }
                for reading in &choice.readings {
                    assert!(readings.insert(&reading.id), "{id}: {} stands twice", reading.id);
                }
            }
        }
    }
}

/// Rules ask each question of the file, but for those of which no rule can know.
#[test]
fn every_question_is_asked() {
    for (target, catalogue) in each() {
        let rules = rules_of(target);
        for choice in catalogue.choices() {
            let (clause, question) = catalogue.choice(choice);
            let known = asks(&rules, question) || question.elsewhere.is_some();
            assert!(known, "{} {}: a choice that no rule asks", clause.id, question.name);
        }
    }
}
