//! Tests of the embedded code generator: `cargo test -p crosscall-embedded nyuzi` runs those of the Nyuzi.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by a panic")]

/// Makes a test of each function for a target, in a module of its own.
macro_rules! tests_of_target {
    ($module:ident $target:expr; $($test:ident)+) => {
        mod $module {
            #[allow(unused_imports, reason = "only RISC-V has several ABIs")]
            use crosscall_model::{Target, target::riscv::Abi};

            $(#[test]
            fn $test() {
                super::$test($target);
            })+
        }
    };
}

/// Makes a test of each function for each document, and for three ABIs of RISC-V that differ in everything that they do.
macro_rules! for_each_document {
    ($($test:ident),+ $(,)?) => {
        tests_of_target!(epiphany Target::Epiphany; $($test)+);
        tests_of_target!(nyuzi Target::Nyuzi; $($test)+);
        tests_of_target!(dpu Target::Dpu; $($test)+);
        tests_of_target!(ipu Target::Ipu; $($test)+);
        tests_of_target!(forwardcom Target::ForwardCom; $($test)+);
        tests_of_target!(ilp32e Target::Riscv(Abi::Ilp32e); $($test)+);
        tests_of_target!(ilp32f Target::Riscv(Abi::Ilp32f); $($test)+);
        tests_of_target!(lp64d Target::Riscv(Abi::Lp64d); $($test)+);
    };
}

/// Makes a test of each function for each target that is built by default.
macro_rules! for_each_target {
    ($($test:ident),+ $(,)?) => {
        for_each_document!($($test),+);
        tests_of_target!(ilp32 Target::Riscv(Abi::Ilp32); $($test)+);
        tests_of_target!(ilp32d Target::Riscv(Abi::Ilp32d); $($test)+);
        tests_of_target!(lp64 Target::Riscv(Abi::Lp64); $($test)+);
        tests_of_target!(lp64f Target::Riscv(Abi::Lp64f); $($test)+);
    };
}

mod assemble;
mod cross;
mod malformed;
mod noticed;
mod readings;
mod support;
mod text;
