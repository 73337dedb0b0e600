//! Tests of the generator, in one executable. Those of a target are in the module with its name, so that
//! `cargo test -p crosscall-generator nyuzi` runs the Nyuzi's alone.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by a panic")]

/// Tests that every target has, for `TARGET` of the module in which they stand, beside whose file are their texts.
macro_rules! tests_of_every_target {
    () => {
        #[test]
        fn every_case_is_valid() {
            crate::cases::assert_valid(TARGET);
        }

        #[test]
        fn cases_are_read_back() {
            crate::cases::assert_read_back(TARGET);
        }

        #[test]
        fn a_version_has_its_cases() {
            crate::cases::assert_version(TARGET, include_str!("versions.txt"));
        }

        #[test]
        fn directed_cases() {
            expect_test::expect_file!["directed.txt"].assert_eq(&crate::cases::directed_texts(TARGET));
        }

        #[test]
        fn every_shape_is_generated_or_has_a_reason() {
            crate::shapes::assert_generated(TARGET);
        }
    };
}

mod dpu;
mod epiphany;
mod forwardcom;
mod invented;
mod ipu;
mod nyuzi;
mod riscv;

mod cases;
mod compile;
mod expression;
mod probe;
mod shapes;
mod shrink;
mod support;
mod tool;
