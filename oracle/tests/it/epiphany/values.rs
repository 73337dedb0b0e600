//! Values of expressions, worked out by hand: each operation of the Epiphany's table once.

use crosscall_model::Target;
use crosscall_model::expression::{ValueCase, ValuePlan};
use crosscall_oracle::abi;
use crosscall_oracle::choose::{Chooser, walk};
use crosscall_oracle::clause::{Observed, catalogue};
use crosscall_oracle::knowledge::{AllReadings, Knowledge, WithDeviations};
use std::collections::BTreeSet;

/// Operations, operands, and values under the preferred readings.
fn worked() -> Vec<(&'static str, Vec<u64>, u64)> {
    let single = |value: f32| u64::from(value.to_bits());
    vec![
        ("int-from-char", vec![0x1234_5680], 0xffff_ff80),
        ("int-from-unsigned-char", vec![0x1234_5680], 0x80),
        ("int-from-signed-char", vec![0x1234_5680], 0xffff_ff80),
        ("int-from-short", vec![0x1234_8001], 0xffff_8001),
        ("int-from-unsigned-short", vec![0x1234_8001], 0x8001),
        ("wide-from-int", vec![0x8000_0001], 0xffff_ffff_8000_0001),
        ("wide-from-int-product", vec![0x10001, 0x10001], 0x0002_0001),
        ("wide-from-long-sum", vec![0xffff_ffff, 2], 1),
        ("wide-add", vec![0xffff_ffff, 1], 0x1_0000_0000),
        ("wide-subtract", vec![0, 1], u64::MAX),
        ("wide-multiply", vec![0x1_0000_0001, 0x1_0000_0001], 0x2_0000_0001),
        ("wide-left", vec![0x8000_0001, 33], 0x0000_0002_0000_0000),
        ("wide-right", vec![0x8000_0000_0000_0000, 36], 0xffff_ffff_f800_0000),
        ("divide-int", vec![0xffff_fff9, 2], 0xffff_fffd),
        ("remainder-unsigned", vec![0xffff_fff9, 2], 1),
        ("add-float", vec![single(1.5), single(-2.25)], single(-0.75)),
        ("multiply-float", vec![single(1.5), single(-2.25)], single(-3.375)),
        ("int-from-float", vec![single(-2.75)], 0xffff_fffe),
        ("float-from-int", vec![0xffff_ff00], single(-256.0)),
        ("add-double", vec![1.5f64.to_bits(), (-2.25f64).to_bits()], (-0.75f64).to_bits()),
        ("digits-of-double", vec![16_777_216f64.to_bits(), 1f64.to_bits()], 16_777_217),
        ("lowest-byte", vec![0x9234_56f8], 0xf8),
        ("highest-byte", vec![0x9234_56f8], 0x92),
    ]
}

fn case(name: &str, operands: &[u64]) -> ValueCase {
    let operands = operands.iter().map(|value| vec![*value]).collect();
    ValueCase { target: Target::Epiphany, operation: name.to_owned(), operands, folded: false }
}

fn planned(name: &str, operands: &[u64]) -> ValuePlan {
    let clauses = catalogue(Target::Epiphany);
    let permits = AllReadings(clauses);
    let mut chooser = Chooser::new(clauses, &permits);
    abi::value_plan(&case(name, operands), &mut chooser).unwrap_or_else(|| panic!("{name}: no plan"))
}

#[test]
fn every_operation_has_the_value_that_was_worked_out() {
    let worked = worked();
    for (name, operands, expected) in &worked {
        let plan = planned(name, operands);
        assert_eq!(plan.elements.iter().map(|e| e.bits & e.mask).collect::<Vec<_>>(), [*expected], "{name}");
    }
    let names: BTreeSet<_> = worked.iter().map(|(name, ..)| *name).collect();
    assert_eq!(names, abi::value_table(Target::Epiphany).iter().map(|operation| operation.name).collect());
}

#[test]
fn the_clauses_on_values_are_those_of_the_table() {
    let named: BTreeSet<&str> =
        worked().iter().flat_map(|(name, operands, _)| planned(name, operands).clauses).collect();
    let of_values =
        catalogue(Target::Epiphany).clauses.iter().filter(|c| c.observed.contains(&Observed::Value));
    assert_eq!(named, of_values.map(|clause| clause.id.as_str()).collect());
}

/// That plain `char` is unsigned, against the table, is the one departure that shows in a value.
#[test]
fn a_char_that_is_unsigned_is_seen() {
    let clauses = catalogue(Target::Epiphany);
    let known = Knowledge::new(clauses);
    let plan =
        |c: &mut Chooser<'_>| abi::value_plan(&case("int-from-char", &[0x80]), c).map(|p| p.elements[0].bits);
    let values: BTreeSet<_> =
        walk(clauses, &WithDeviations(&known), 8, plan).into_iter().map(|(_, bits)| bits).collect();
    assert_eq!(values, BTreeSet::from([Some(0x80), Some(0xffff_ff80)]));
}
