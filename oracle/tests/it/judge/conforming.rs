//! Calls that go as the document has them.

use super::bench::{Scene, set};
use crate::epiphany::{DOCUMENT, EPIPHANY, GCC};
use crate::support::Readings;
use crosscall_model::plan::{ClauseId, Preservation};
use crosscall_model::{Pairing, Style};

/// Functions in which every way to travel occurs.
pub(crate) const FUNCTIONS: &[&str] = &[
    "void f(void)",
    "int f(int)",
    "long long f(long long, double, int, char)",
    "signed char f(signed char, short, unsigned char, unsigned short, _Bool, short)",
    "void f(int, long long, int, long long, int)",
    "struct { int a; int b; int c; } f(int, struct { short a; char b; })",
    "struct { char a; short b; } f(struct { char a; int b; char c; }, struct { char a; char b; })",
    "struct { char a : 3; int b : 9; } f(struct { int a : 5; unsigned b : 20; long long c : 40; })",
    "union { short a; int b; } f(struct { char a[3]; }, union { char a; double b; })",
    "float _Complex f(float _Complex, double _Complex)",
    "int f(int, ..., long long, struct { int a; int b; })",
    "double f(float, int, int, int, int, struct { char a[12]; }, int)",
];

/// Everything that code can do besides passing values on.
pub(crate) const BUSY: Style = Style {
    calls: true,
    live: 3,
    locals: 40,
    held: 2,
    rounds: 2,
    dynamic: 24,
    recursive: true,
    others: true,
    tail: true,
    ..Style::PLAIN
};

const PAIRINGS: [Pairing; 3] = [Pairing::Callee, Pairing::Caller, Pairing::Cross];

/// By address, the caller's own; on the stack as they are; everything on the stack at the stack pointer.
pub(crate) const DIALECTS: &[&Readings] = &[
    &DOCUMENT,
    &GCC,
    &EPIPHANY.readings(&[("EPIPHANY-S06", "R1")]),
    &EPIPHANY.readings(&[("EPIPHANY-S06", "R1"), ("EPIPHANY-S10/copy", "R1")]),
    &EPIPHANY.readings(&[
        ("EPIPHANY-S06", "R3"),
        ("EPIPHANY-ARG-06/area", "R1"),
        ("EPIPHANY-RET-06/position", "R2"),
    ]),
];

#[test]
fn what_goes_as_the_document_has_it_is_not_contradicted() {
    for text in FUNCTIONS {
        for readings in DIALECTS {
            for (pairing, style) in PAIRINGS.into_iter().flat_map(|p| [(p, Style::PLAIN), (p, BUSY)]) {
                let reported = Scene::new(pairing, text, readings, style).reported();
                assert!(reported.is_empty(), "{text} as {pairing}: {reported:#?}");
            }
        }
    }
}

#[test]
fn what_could_have_been_contradicted_was_exercised() {
    for text in FUNCTIONS {
        for pairing in PAIRINGS {
            let scene = Scene::new(pairing, text, &DOCUMENT, Style::PLAIN);
            let exercised = scene.judged().exercised;
            let mut sorted = exercised.clone();
            sorted.sort_unstable();
            sorted.dedup();
            assert_eq!(sorted.len(), exercised.len(), "each once");
            let demand = |clauses: &[ClauseId], why: &str| {
                for clause in clauses {
                    assert!(exercised.contains(clause), "{text} as {pairing}: {clause} ({why})");
                }
            };
            demand(&[scene.plan.return_clause], "the way back");
            demand(&scene.plan.stack.restored_clauses, "the stack pointer");
            demand(&scene.plan.stack.owner_clauses, "the caller's part of the stack");
            demand(&scene.plan.foreign_clauses, "memory elsewhere");
            demand(&["EPIPHANY-MEM-01"], "reserved memory");
            for rule in scene.plan.registers.iter().filter(|rule| rule.preservation != Preservation::Scratch)
            {
                demand(rule.clauses, "a register");
            }
            let travels = |image: &crosscall_model::layout::Image| !image.bytes.is_empty();
            for passed in scene.plan.arguments.iter().filter(|passed| travels(&passed.image)) {
                demand(&passed.clauses, "an argument");
            }
            if let Some(result) = &scene.plan.result {
                demand(&result.clauses, "a result");
            }
            if pairing == Pairing::Caller {
                scene.plan.linkage.iter().for_each(|linkage| demand(&linkage.clauses, "the link"));
            }
        }
    }
}

/// A moment that was not reached says nothing.
#[test]
fn only_what_was_observed_is_exercised() {
    let scene = Scene::caller("int f(int)").with(|scene| {
        let seen = &mut scene.seen;
        (seen.entry, seen.exit, seen.outer_entry, seen.outer_exit) = (None, None, None, None);
        seen.returned.clear();
    });
    let exercised = scene.judged().exercised;
    assert!(
        !exercised.contains(&"EPIPHANY-ARG-01") && !exercised.contains(&"EPIPHANY-RET-02"),
        "{exercised:?}"
    );
    // No event, so nothing is known of stack pointers on the way or of accesses.
    let quiet = Scene::callee("int f(int)").judged().exercised;
    for clause in ["EPIPHANY-STACK-07", "EPIPHANY-STACK-08", "EPIPHANY-STACK-10"] {
        assert!(!quiet.contains(&clause), "{clause}");
    }
}

/// A callee does not see what its caller keeps in scratch registers, and a caller not what a callee leaves there.
#[test]
fn scratch_registers_are_free() {
    for pairing in PAIRINGS {
        let scene = Scene::new(pairing, "int f(int, int)", &DOCUMENT, Style::PLAIN).with(|scene| {
            for register in [12, 16, 27, 32, 63] {
                set(scene.entry(), register, &[1, 2, 3, 4]);
                set(scene.exit(), register, &[5, 6, 7, 8]);
            }
        });
        assert!(scene.reported().is_empty());
    }
}
