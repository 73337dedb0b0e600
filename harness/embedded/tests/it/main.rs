//! Tests of the embedded code generator: `cargo test -p crosscall-embedded nyuzi` runs those of the Nyuzi.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by a panic")]

/// Makes a test of each function for each target that is built by default, in a module with the target's name.
macro_rules! for_each_target {
    ($($test:ident),+ $(,)?) => {
        for_each_target!(@module epiphany Epiphany $($test)+);
        for_each_target!(@module nyuzi Nyuzi $($test)+);
        for_each_target!(@module dpu Dpu $($test)+);
        for_each_target!(@module ipu Ipu $($test)+);
        for_each_target!(@module forwardcom ForwardCom $($test)+);
    };
    (@module $module:ident $target:ident $($test:ident)+) => {
        mod $module {
            $(#[test]
            fn $test() {
                super::$test(crosscall_model::Target::$target);
            })+
        }
    };
}

mod assemble;
mod cross;
mod malformed;
mod readings;
mod riscv;
mod support;
mod text;
