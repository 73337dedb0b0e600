//! Shrinking keeps cases valid, always comes to an end, and finds the part that matters.

use crate::support::{ilp32, ilp32_bits};
use crosscall_generator::shrink::{PASSES, minimise, shrink, weight};
use crosscall_generator::{case, valid};
use crosscall_model::{Case, RecordKind, Scalar, Target, Type, c};
use expect_test::expect;

fn cases(count: u64) -> impl Iterator<Item = Case> {
    (0..count).map(|i| case(Target::Epiphany, 21, i, &ilp32_bits))
}

#[test]
fn every_variant_is_valid_and_smaller() {
    let mut variants = 0;
    for case in cases(400) {
        for variant in shrink(&case) {
            variants += 1;
            assert!(weight(&variant) < weight(&case));
            assert_eq!(valid::check(&variant, &ilp32()), Ok(()), "{case:?}\n{variant:?}");
        }
    }
    println!("{variants} variants");
    assert!(variants > 4000);
}

#[test]
fn every_pass_does_something() {
    for pass in PASSES {
        let useful = cases(400).any(|case| (pass.variants)(&case).iter().any(|v| weight(v) < weight(&case)));
        assert!(useful, "{}", pass.name);
    }
}

fn has(case: &Case, wanted: impl Fn(&Type) -> bool) -> bool {
    let mut found = false;
    case.signature.types().for_each(|ty| ty.visit(&mut |inner| found |= wanted(inner)));
    found
}

/// Minimised form of the first random case for which a property holds.
fn smallest(property: impl Fn(&Case) -> bool) -> String {
    let start = cases(20_000).find(|case| property(case)).expect("there is such a case");
    let mut calls = 0;
    let small = minimise(
        &start,
        |case| {
            calls += 1;
            property(case)
        },
        5000,
    );
    assert!(property(&small));
    assert_eq!(valid::check(&small, &ilp32()), Ok(()));
    assert!(calls < 600, "{calls} calls for {}", c::signature(&start.signature, "f"));
    // Deterministic, and at its end.
    assert_eq!(minimise(&start, &property, 5000), small);
    assert_eq!(minimise(&small, &property, 5000), small);
    let values: Vec<String> = small.arguments.iter().chain(&small.result).map(|v| v.to_string()).collect();
    format!("{} {} {}", c::signature(&small.signature, "f"), values.join(" "), small.style)
}

#[test]
fn the_part_that_matters_is_found() {
    let found = [
        smallest(|_| true),
        smallest(|case| case.signature.result.as_ref().is_some_and(|ty| ty.record().is_some())),
        smallest(|case| has(case, |ty| ty.record().is_some_and(|r| r.packed && r.members.len() > 2))),
        smallest(|case| {
            has(case, |ty| ty.record().is_some_and(|r| r.members.iter().any(|m| m.bits > Some(8))))
        }),
        smallest(|case| case.signature.parameters.len() > 4 && case.signature.variadic.is_some()),
        smallest(|case| case.signature.variadic.as_ref().is_some_and(|u| u.contains(&Scalar::Double.into()))),
        smallest(|case| {
            let wide = |ty: &&Type| **ty == Scalar::LongLong.into();
            case.signature.arguments().filter(wide).count() > 2 && case.style.live > 3
        }),
        smallest(|case| {
            has(case, |ty| ty.record().is_some_and(|r| r.kind == RecordKind::Union)) && case.style.calls
        }),
        smallest(|case| {
            has(case, |ty| matches!(ty, Type::Array(elem, n) if *n > 3 && elem.record().is_some()))
        }),
        smallest(|case| case.style.locals > 600 && case.signature.result.is_some()),
    ];
    expect![[r#"
        void f(void)  
        struct { } f(void) {} 
        struct __attribute__((packed)) { int m0; int m1; int m2; } f(void) {0x4030201, 0x8070605, 0xc0b0a09} 
        struct { unsigned int : 9; } f(void) {} 
        void f(int, int, int, int, int, ...) 0x4030201 0x15141312 0x26252423 0x37363534 0x48474645 
        void f(int, ..., double) 0x4030201 0x4018171615141312 
        void f(long long, long long, long long) 0x807060504030201 0x1918171615141312 0x2a29282726252423 live=4
        void f(union { }) {} calls
        struct { struct { } m0[4]; } f(void) {{{}, {}, {}, {}}} 
        int f(void) 0x4030201 locals=601"#]]
    .assert_eq(&found.join("\n"));
}

#[test]
fn the_budget_is_kept() {
    let start = cases(100).max_by_key(weight).expect("there are cases");
    for budget in [0, 1, 5, 50] {
        let mut calls = 0;
        minimise(
            &start,
            |_| {
                calls += 1;
                calls % 2 == 0
            },
            budget,
        );
        assert!(calls <= budget);
    }
    assert_eq!(minimise(&start, |_| true, 0), start);
}
