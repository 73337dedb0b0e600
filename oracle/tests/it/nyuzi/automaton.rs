//! The allocation automaton of the Nyuzi.

use super::{DOCUMENT, NYUZI};
use crosscall_oracle::abi::automaton_trace;
use crosscall_oracle::choose::Permits;

fn shown(permits: &dyn Permits) -> String {
    NYUZI.automaton_size(permits, "without vectors and stack", |state| state.contains("v0+0"))
}

#[test]
fn states_by_dialect() {
    expect_test::expect!["1090 transitions between 99 states, without vectors and stack s0v0+0 s1v0+0 s2v0+0 s3v0+0 s4v0+0 s5v0+0 s6v0+0 s7v0+0 s8v0+0"].assert_eq(&shown(&DOCUMENT));
    expect_test::expect!["694 transitions between 63 states, without vectors and stack s0v0+0 s1v0+0 s2v0+0 s3v0+0 s4v0+0 s5v0+0 s6v0+0 s7v0+0 s8v0+0"].assert_eq(&shown(&NYUZI.readings(&[("NYUZI-ARG-01/count", "R2")])));
    expect_test::expect!["3499 transitions between 318 states, without vectors and stack s0v0+0 s1v0+0 s2v0+0 s3v0+0 s4v0+0 s4-s1v0+0 s5v0+0 s5-s1v0+0 s6v0+0 s6-s1v0+0 s6-s3v0+0 s7v0+0 s7-s1v0+0 s7-s3v0+0 s8v0+0 s8-s1v0+0 s8-s3v0+0 s8-s5v0+0 s8-s1-s5v0+0"].assert_eq(&shown(&NYUZI.readings(&[("NYUZI-ARG-03/start", "R2")])));
    expect_test::expect!["6238 transitions between 567 states, without vectors and stack s0v0+0 s1v0+0 s2(1)v0+0 s2v0+0 s3(2)v0+0 s3v0+0 s4(2)v0+0 s4(3)v0+0 s4v0+0 s5(3)v0+0 s5(4)v0+0 s5v0+0 s6(3)v0+0 s6(4)v0+0 s6(5)v0+0 s6v0+0 s7(4)v0+0 s7(5)v0+0 s7(6)v0+0 s7v0+0 s8(4)v0+0 s8(5)v0+0 s8(6)v0+0 s8(7)v0+0 s8v0+0 s9(5)v0+0 s9(6)v0+0 s9(7)v0+0 s9(8)v0+0 s10(5)v0+0 s10(6)v0+0 s10(7)v0+0 s10(8)v0+0 s11(6)v0+0 s11(7)v0+0 s11(8)v0+0 s12(6)v0+0 s12(7)v0+0 s12(8)v0+0 s13(7)v0+0 s13(8)v0+0 s14(7)v0+0 s14(8)v0+0 s15(8)v0+0 s16(8)v0+0"].assert_eq(&shown(&NYUZI.readings(&[("NYUZI-ARG-01/wide", "R5")])));
}

/// Every step of a case that a document's automaton describes is one of its transitions.
#[test]
fn traces_are_paths() {
    NYUZI.assert_paths(
        &DOCUMENT,
        "s0v0+0",
        &[
            "void f(int, long long, char, v, double)",
            "struct { int a[3]; } f(struct { char a[3]; }, 8*int, float, v, long long)",
            "void f(9*v, int, int, struct { int a, b; }, 8*int)",
        ],
    );
}

/// Every transition can be reached by the parameters that it names, but for those from the address of a result.
#[test]
fn ways_lead_through_their_transitions() {
    for transition in NYUZI.automaton(&DOCUMENT).transitions.iter().filter(|t| !t.way.is_empty()) {
        let mut case = NYUZI.case("void f(void)");
        case.signature.parameters = transition.way.clone();
        let trace = automaton_trace(&case, &mut NYUZI.chooser(&DOCUMENT));
        assert_eq!(trace.last(), Some(&transition.step), "{:?}", transition.way);
        assert!(transition.way.len() <= 24, "more parameters than a case may have");
    }
}

#[test]
fn a_trace_in_words() {
    let text = "struct { int a[3]; } f(int, long long, v, 4*int, struct { int a, b; }, long long, char)";
    expect_test::expect![[r#"
        s0v0+0 result address
        s1v0+0 scalar of 4
        s2v0+0 scalar of 8
        s4v0+0 vector of 64 in lanes of 4
        s4v1+0 scalar of 4
        s5v1+0 scalar of 4
        s6v1+0 scalar of 4
        s7v1+0 scalar of 4
        s8v1+0 composite
        s8v1+4 scalar of 8
        s8v1+4 scalar of 1"#]]
    .assert_eq(&NYUZI.steps(text, &DOCUMENT));
}
