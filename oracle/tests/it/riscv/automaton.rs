//! The allocation automata of RISC-V.

use super::{ALL, DOCUMENT, ILP32, ILP32D, ILP32E, LP64, LP64D};
use crate::support::Setting;

fn shown(setting: &Setting) -> String {
    setting.automaton_size(&DOCUMENT, "with neither a float nor a stack argument", |state| {
        state.ends_with("+0") && (!state.contains("fa") || state.contains("fa0"))
    })
}

#[test]
fn sizes() {
    expect_test::expect!["42 transitions between 7 states, with neither a float nor a stack argument a0+0 a1+0 a2+0 a3+0 a4+0 a5+0 a6+0"].assert_eq(&shown(&ILP32E));
    expect_test::expect!["84 transitions between 12 states, with neither a float nor a stack argument a0+0 a1+0 a2+0 a3+0 a4+0 a5+0 a6+0 a7+0 a8+0"].assert_eq(&shown(&ILP32));
    expect_test::expect!["60 transitions between 10 states, with neither a float nor a stack argument a0+0 a1+0 a2+0 a3+0 a4+0 a5+0 a6+0 a7+0 a8+0"].assert_eq(&shown(&LP64));
    expect_test::expect!["990 transitions between 90 states, with neither a float nor a stack argument a0fa0+0 a1fa0+0 a2fa0+0 a3fa0+0 a4fa0+0 a5fa0+0 a6fa0+0 a7fa0+0 a8fa0+0"].assert_eq(&shown(&LP64D));
}

#[test]
fn a_call_goes_through_states() {
    let text = "void f(int, long long, float, 5*int)";
    assert_eq!(
        ILP32.states(text, &DOCUMENT),
        ["a0+0", "a1+0", "a3+0", "a4+0", "a5+0", "a6+0", "a7+0", "a8+0"]
    );
    assert_eq!(
        ILP32D.states("void f(int, double, struct { float a; int b; }, int)", &DOCUMENT),
        ["a0fa0+0", "a1fa0+0", "a1fa1+0", "a2fa2+0"]
    );
}

/// Every step that a call can take is one of the automaton, and leads to the state of the next.
#[test]
fn traces_are_paths() {
    for setting in ALL {
        let start = if setting.target.name().ends_with(['f', 'd']) { "a0fa0+0" } else { "a0+0" };
        setting.assert_paths(
            &DOCUMENT,
            start,
            &[
                "void f(int, long long, double, struct { float a; int b; }, double _Complex)",
                "struct { int a[5]; } f(struct { char a[4]; }, 5*int, long long, float, struct { }, long long)",
                "void f(7*int, double, int, long double, 8*double)",
            ],
        );
    }
}

/// Every transition but those that only a result begins has a list of parameters that leads through it.
#[test]
fn ways_lead_through_their_transitions() {
    for setting in [ILP32E, ILP32, LP64] {
        setting.assert_ways(&DOCUMENT);
    }
}
