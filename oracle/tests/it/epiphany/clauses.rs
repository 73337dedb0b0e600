//! The clause file of the Epiphany and the rules that refer to it.

use super::{DOCUMENT, EPIPHANY, GCC};
use crate::support::clauses::{collect, collect_plan, first_clauses};
use crosscall_model::tool::{Input, ToolCase};
use crosscall_oracle::abi;
use crosscall_oracle::abi::epiphany::start;
use crosscall_oracle::choose::walk;
use crosscall_oracle::clause::{Catalogue, catalogue};
use crosscall_oracle::knowledge::AllReadings;
use std::collections::BTreeSet;

fn clauses() -> &'static Catalogue {
    catalogue(EPIPHANY.target)
}

/// Functions that together reach every rule.
const CASES: &[&str] = &[
    "void f(void)",
    "unsigned char f(char, unsigned short, signed char, long, unsigned long)",
    "unsigned long long f(int, long long, int, double, int, short)",
    "float f(float, unsigned, ..., double, int)",
    "struct { char a; short b; } f(struct { char a, b; }, struct { }, enum { A, B })",
    "struct { int a, b; } f(struct { int a[3]; char c; }, int, int, int)",
    "struct { char a; union { long long b; struct { char d; } e[2]; } c; } f(int, int, int, struct { int a, b; })",
    "union { char a[9]; short b; } f(int, short)",
    "void f(struct { int a : 3; unsigned : 9; char b : 7; long long : 0; short c; }, struct __attribute__((packed)) { char a; int b; })",
    "void f(union { char a; int b[2]; }, struct { char a; int b[2]; })",
    "float _Complex f(int, double _Complex, wchar_t)",
    "int __attribute__((vector_size(8))) f(int, int __attribute__((vector_size(16))))",
    "_Atomic signed char f(_Atomic unsigned short)",
    "int [[gnu::aligned(8)]] f(short [[gnu::aligned(8)]], struct { char a; int [[gnu::aligned(8)]] b; })",
    "char _Complex f(char _Complex, struct { long long _Complex a; })",
];

/// Every clause that can be observed is named by some plan, layout or start state, under some reading.
#[test]
fn every_observable_clause_is_named_by_a_rule() {
    let mut found = BTreeSet::new();
    for text in CASES {
        let case = EPIPHANY.case(text);
        for (_, plan) in walk(clauses(), &AllReadings(clauses()), 5000, |c| abi::plan(&case, c)) {
            collect_plan(&plan, &mut found);
        }
        for permits in [&DOCUMENT, &GCC] {
            collect(&case, permits, &mut found);
        }
    }
    for documented in abi::documented_structs(EPIPHANY.target) {
        found.extend(documented.clauses);
    }
    let plan = abi::plan(&EPIPHANY.case("void f(int, int, int, int, int)"), &mut EPIPHANY.chooser(&DOCUMENT));
    let request = request();
    found.extend(start::expected_configuration(&request).into_iter().flat_map(|(_, _, clauses)| clauses));
    let expected = start::expected_start(&plan, &request, &mut EPIPHANY.chooser(&DOCUMENT))
        .expect("a plan that can be started");
    found.extend(expected.clauses.into_iter().chain(expected.bss_clauses));

    for text in ["mov r0,#1", ".word x"] {
        let case = ToolCase { target: EPIPHANY.target, input: Input::Statement(text.to_owned()) };
        let plan = abi::tool_plan(&case, &mut EPIPHANY.chooser(&DOCUMENT)).expect("a table");
        found.extend(plan.clauses);
        found.extend([plan.machine.1, plan.flags.1]);
    }
    let missing: Vec<_> = clauses()
        .clauses
        .iter()
        .filter(|c| !c.observed.is_empty() && !found.contains(c.id.as_str()))
        .map(|c| c.id.as_str())
        .collect();
    assert_eq!(missing, Vec::<&str>::new());
    let unobservable: Vec<_> =
        found.iter().filter(|id| clauses().clause(id).is_some_and(|c| c.observed.is_empty())).collect();
    assert_eq!(unobservable, Vec::<&&str>::new());
}

fn request() -> start::Request {
    start::Request {
        function: 0x200,
        args: 0x400,
        spill: 0x500,
        data: 0x600,
        bss_cleared: true,
        workgroup: [1; 9],
        external_memory: [2, 3],
    }
}

/// The clause that stands first for each value is the one that an expert would name.
#[test]
fn the_most_telling_clause_stands_first() {
    let table = [
        ("int f(int, long long, int)", "ARG-01 ARG-03 ARG-03 RET-02"),
        ("double f(int, int, int, int, int)", "ARG-01 ARG-01 ARG-01 ARG-01 ARG-06 RET-03"),
        ("void f(int, int, int, double, int)", "ARG-01 ARG-01 ARG-01 ARG-04 ARG-03"),
        ("void f(int, int, int, int, long long)", "ARG-01 ARG-01 ARG-01 ARG-01 ARG-06"),
        ("char f(float)", "ARG-04 RET-01"),
        ("struct { char a, b; } f(struct { char a; })", "S06 RET-04"),
        ("struct { int a, b; } f(struct { })", "S11 RET-06"),
        ("void f(int, ..., int)", "ARG-01 S14"),
        ("float _Complex f(double _Complex)", "S24 S24"),
        (
            "int __attribute__((vector_size(8))) f(int, int __attribute__((vector_size(16))))",
            "ARG-01 S25 S25",
        ),
    ];
    for (text, expected) in table {
        assert_eq!(first_clauses(&EPIPHANY.case(text), &DOCUMENT), expected, "{text}");
    }
}
