//! Cases for the IPU.

use crosscall_model::Target;
use expect_test::expect_file;

use crate::{cases, shapes};

const TARGET: Target = Target::Ipu;

#[test]
fn every_case_is_valid() {
    cases::assert_valid(TARGET);
}

#[test]
fn a_version_has_its_cases() {
    cases::assert_version(TARGET, include_str!("versions.txt"));
}

#[test]
fn directed_cases() {
    expect_file!["directed.txt"].assert_eq(&cases::directed_texts(TARGET));
}

#[test]
fn every_shape_is_generated_or_has_a_reason() {
    shapes::assert_generated(TARGET);
}
