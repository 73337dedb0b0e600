//! Operands and text of expressions, for a small table.

use std::process::Command;

use crate::support::ilp32;
use crosscall_generator::expression::{case, minimise, unit};
use crosscall_model::expression::{Domain, Operand, Operation, RESULT, Role, Shape, ValueCase};
use crosscall_model::{Scalar, Target};

const INTS: Shape = Shape::Lanes(Scalar::Int, 4);
const FLOATS: Shape = Shape::Lanes(Scalar::Float, 4);

const fn operand(name: char, shape: Shape, domain: Domain, role: Role) -> Operand {
    Operand { name, shape, domain, role }
}

static ADD: Operation = Operation {
    name: "add",
    c: "{r} = {a} + {b};",
    operands: &[
        operand('a', INTS, Domain::Small, Role::Value),
        operand('b', INTS, Domain::Small, Role::Value),
    ],
    result: INTS,
};

static LIST: Operation = Operation {
    name: "list",
    c: "float_x4 whole = { {a,} };\n\t{r} = whole * {b};",
    operands: &[
        operand('a', FLOATS, Domain::Short, Role::Constant),
        operand('b', Shape::One(Scalar::Float), Domain::Normal, Role::Value),
    ],
    result: FLOATS,
};

static STORE: Operation = Operation {
    name: "store",
    c: "for (int n = 0; n < 4; n++)\n\t\t*(int *)(__INTPTR_TYPE__){p}[n] = {v}[n];",
    operands: &[
        operand(RESULT, Shape::Array(6), Domain::Any, Role::Memory),
        operand('p', INTS, Domain::Distinct(6), Role::Addresses(RESULT)),
        operand('v', INTS, Domain::Any, Role::Value),
    ],
    result: Shape::Array(6),
};

static DIVIDE: Operation = Operation {
    name: "divide",
    c: "{r} = {a} / {b};",
    operands: &[
        operand('a', Shape::One(Scalar::UnsignedShort), Domain::Any, Role::Value),
        operand('b', Shape::One(Scalar::UnsignedShort), Domain::Positive, Role::Value),
    ],
    result: Shape::One(Scalar::UnsignedInt),
};

static TABLE: &[&Operation] = &[&ADD, &LIST, &STORE, &DIVIDE];

fn cases(count: u64) -> Vec<ValueCase> {
    (0..count).map(|i| case(TABLE, Target::Epiphany, 5, i, &ilp32()).expect("a case")).collect()
}

#[test]
fn operations_take_turns_and_operands_fit() {
    let cases = cases(400);
    for (i, case) in cases.iter().enumerate() {
        assert_eq!(case.operation, TABLE[i / 2 % 4].name);
        assert_eq!(case.folded, i % 2 == 1);
        assert!(Operation::find(TABLE, &case.operation).expect("an operation").fits(&case.operands));
    }
    assert_eq!(case(&[], Target::Epiphany, 5, 0, &ilp32()), None);
}

#[test]
fn values_are_in_their_domains() {
    let one = |domain, scalar, check: &dyn Fn(u64) -> bool| {
        let operation: &'static Operation = Box::leak(Box::new(Operation {
            name: "one",
            c: "",
            operands: Box::leak(Box::new([operand('a', Shape::Lanes(scalar, 16), domain, Role::Value)])),
            result: INTS,
        }));
        let mut seen = std::collections::BTreeSet::new();
        for i in 0..100 {
            let case = case(&[operation], Target::Epiphany, 9, i, &ilp32()).expect("a case");
            for value in &case.operands[0] {
                assert!(check(*value), "{domain:?}: {value:#x}");
                seen.insert(*value);
            }
        }
        seen
    };
    let real = |bits: u64| f64::from(f32::from_bits(u32::try_from(bits).unwrap()));
    let int = |bits: u64| u32::try_from(bits).unwrap().cast_signed();
    let all = one(Domain::Any, Scalar::Int, &|bits| u32::try_from(bits).is_ok());
    assert!(all.contains(&0x8000_0000) && all.contains(&0x7fff_ffff) && all.len() > 1000);
    one(Domain::Small, Scalar::Int, &|bits| (-32768..32768).contains(&int(bits)));
    assert_eq!(one(Domain::Below(16), Scalar::Int, &|bits| bits < 16).len(), 16);
    one(Domain::Positive, Scalar::UnsignedInt, &|bits| (1..10_000).contains(&bits));
    let short = |x: f64| (x * 8.0).fract() == 0.0 && x != 0.0 && x.abs() < 512.0;
    one(Domain::Short, Scalar::Float, &|bits| short(real(bits)));
    let unordered = one(Domain::Unordered, Scalar::Float, &|bits| real(bits).is_nan() || short(real(bits)));
    assert!(unordered.iter().any(|bits| real(*bits).is_nan()));
    let fractions = one(Domain::Fractions, Scalar::Float, &|bits| real(bits).abs() < 2f64.powi(31));
    assert!(
        fractions.iter().any(|bits| real(*bits) < -1e6) && fractions.iter().any(|b| real(*b).fract() != 0.0)
    );
    let up =
        one(Domain::PositiveFractions, Scalar::Float, &|bits| (0.0..2f64.powi(32)).contains(&real(bits)));
    assert!(up.iter().any(|bits| real(*bits) > 2f64.powi(31)));
    let exact = |value: f64| f64::from(value as f32) == value;
    let signed = one(Domain::Exact, Scalar::Int, &|bits| exact(f64::from(int(bits))));
    assert!(signed.iter().any(|bits| int(*bits) < -(1 << 24)));
    let unsigned = one(Domain::Exact, Scalar::UnsignedInt, &|bits| exact(bits as f64));
    assert!(unsigned.iter().any(|bits| *bits > 1 << 31));
    one(Domain::Normal, Scalar::Float, &|bits| (1e-7..3e6).contains(&real(bits).abs()));
    assert_eq!(one(Domain::Of(&[3, 5]), Scalar::Int, &|bits| bits == 3 || bits == 5).len(), 2);
}

#[test]
fn addresses_are_different_from_each_other() {
    for case in cases(200).iter().filter(|case| case.operation == "store") {
        let places: std::collections::BTreeSet<_> = case.operands[1].iter().collect();
        assert_eq!(places.len(), 4, "{case:?}");
    }
}

#[test]
fn the_text_of_a_unit() {
    let cases = cases(8);
    let numbered: Vec<_> = cases.iter().enumerate().collect();
    expect_test::expect_file!["snapshots/value.c"].assert_eq(&unit(TABLE, &numbered, &ilp32()));
}

#[test]
fn a_smaller_case_is_simple_where_it_may_be() {
    let case = cases(1).remove(0);
    let shows = |case: &ValueCase| case.operands[0][2] != 0;
    let small = minimise(&ADD, &case, &ilp32(), shows, 100);
    assert_eq!((small.operands[0][2], &small.operands[1]), (case.operands[0][2], &vec![0; 4]));
    assert_eq!(small.operands[0].iter().filter(|value| **value != 0).count(), 1);
    let untouched = minimise(&ADD, &case, &ilp32(), |_| true, 0);
    assert_eq!(untouched, case);
}

/// On the machine where the tests run, with a compiler that has such vectors: objects and constants give the same.
#[test]
fn clang_takes_the_text() {
    let Some(clang) = crate::support::clang() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let cases = cases(64);
    let numbered: Vec<_> = cases.iter().enumerate().collect();
    std::fs::write(folder.path().join("value.c"), unit(TABLE, &numbered, &ilp32()))
        .expect("it can be written");
    for level in ["-O0", "-O2"] {
        let mut command = Command::new(&clang);
        command.args(["-c", "-Wall", "-Werror", "-m32", level, "value.c", "-o", "out.o"]);
        let output = command.current_dir(folder.path()).output().expect("the compiler starts");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
}
