//! The allocation automaton of the Epiphany.

use super::{DOCUMENT, EPIPHANY, GCC};
use crosscall_oracle::abi::Automaton;

fn shown(automaton: &Automaton) -> String {
    format!("{} transitions between {}", automaton.transitions.len(), automaton.states.join(" "))
}

#[test]
fn states_by_dialect() {
    expect_test::expect![
        "271 transitions between r0+0 r1+0 r2+0 r3+0 r4+0 r4+4 r4-r1+0 r4-r1+4 r4-r3+0 r4-r3+4"
    ]
    .assert_eq(&shown(&EPIPHANY.automaton(&DOCUMENT)));
    let any = EPIPHANY.readings(&[("EPIPHANY-ARG-03/start", "R2"), ("EPIPHANY-ARG-03/split", "R6")]);
    expect_test::expect!["163 transitions between r0+0 r1+0 r2+0 r3+0 r4+0 r4+4"]
        .assert_eq(&shown(&EPIPHANY.automaton(&any)));
    expect_test::expect![
        "221 transitions between r0+0 r1+0 r2+0 r3+0 r4+0 r4+4 r4-r1+0 r4-r1+4 r4-r3+0 r4-r3+4"
    ]
    .assert_eq(&shown(&EPIPHANY.automaton(&GCC)));
}

/// Every step of a case that a document's automaton describes is one of its transitions.
#[test]
fn traces_are_paths() {
    EPIPHANY.assert_paths(
        &DOCUMENT,
        "r0+0",
        &[
            "void f(int, long long, char, double)",
            "struct { int a[3]; } f(struct { char a[3]; }, int, int, int, int, float)",
            "void f(int, int, int, long long, struct { int a, b; })",
        ],
    );
}

#[test]
fn a_trace_in_words() {
    let text = "struct { int a[3]; } f(int, long long, char, struct { int a, b; }, double)";
    expect_test::expect![[r#"
        r0+0 result address
        r1+0 integer of 4
        r2+0 integer of 8 aligned to 8
        r4+0 integer of 1
        r4+4 composite of 8 in pieces
        r4+0 floating of 8 aligned to 8"#]]
    .assert_eq(&EPIPHANY.steps(text, &DOCUMENT));
}
