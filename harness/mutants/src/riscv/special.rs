//! Edits that only compilers for RISC-V give occasion for, and those of types and of whole compilers.

use super::reals;
use super::rows::Part;
use super::rows::Scope::{Double, Every, Hard, Usual, Wide, WideDouble};
use crate::data::Wrong;
use crate::edit::Action::{BeforeCall, Body, Entry, Exit, Options, OptionsFor};
use crate::facts::Side::{Callee, Caller, Whole};
use crate::facts::{Facts, TypeClass};
use crate::fault::Occasion::Unsaved;
use crate::fault::{Condition, Returned, returns, shapes};
use crate::language::Clauses;
use crate::table::{family, row};
use crosscall_model::{Scalar, Type};

/// Adds zero to fa0, which makes minus zero zero.
const ADD_ZERO: &str = "fcvt.d.w ft11,zero; fadd.d fa0,fa0,ft11";
/// Takes the greater one of fa0 and itself: every NaN becomes the same.
const CANONICAL: &str = "fmax.d fa0,fa0,fa0";

/// Each sentence by which a real has a register to travel in.
const OF_REALS: Clauses = &["ARG-41", "ARG-44", "ARG-45", "ARG-48", "ARG-49", "RET-06"];

fn is_double(ty: Option<&Type>, f: &Facts) -> bool {
    ty.is_some_and(|ty| shapes::real(ty, f) == Some(8))
}

/// True for an integer of 32 bits or more that is passed first.
fn first_is_long_or_int(f: &Facts) -> bool {
    let is_one = |class| matches!(class, TypeClass::Word | TypeClass::Narrow { bits: 32, .. });
    f.arguments().first().is_some_and(|(class, at)| *at == 0 && is_one(*class))
}

/// True if one integer is named, and the first unnamed argument is a `double`.
fn unnamed_double(f: &Facts) -> bool {
    let unnamed = f.signature.as_ref().and_then(|signature| signature.variadic.as_ref()?.first());
    Condition::OneNamed.holds(f) && unnamed == Some(&Type::Scalar(Scalar::Double))
}

#[rustfmt::skip]
pub(super) const EDITS: &[Part] = &[
    // Parts of registers.
    (Wide, family(Callee, "part of a saved register lost", &["REG-07", "REG-30"], &[
        row("half-of-s1-lost", "s1 has at return the lower half of what it had").does(Exit("sext.w s1,s1")).at("s1"),
    ])),
    (Double, family(Callee, "part of a saved register lost", &["REG-18", "REG-33"], &[
        row("half-of-fs1-lost", "fs1 has at return the lower half of what it had, as if it were saved as a float")
            .does(Exit("fmv.x.w {spare},fs1; fmv.w.x fs1,{spare}"))
            .at("fs1"),
    ])),
    (Double, family(Callee, "narrow real not NaN-boxed", &["ARG-43", "RET-06"], &[
        row("result-not-boxed", "zeros are above a float result").does(Body(reals::result_not_boxed)).at("fa0"),
    ])),
    (Double, family(Caller, "narrow real not NaN-boxed", &["ARG-43"], &[
        row("call-not-boxed", "zeros are above a float that is passed first")
            .does(Body(reals::argument_not_boxed))
            .at("fa0"),
        row("call-not-boxed-rare", "zeros are above a float that is passed first")
            .does(Body(reals::argument_not_boxed))
            .at("fa0")
            .one_in(8),
    ])),
    // Registers of the other kind.
    (Hard, family(Callee, "real in an integer register", &["ARG-41"], &[
        row("real-from-integers", "an only real is taken from the integer registers behind the arguments")
            .does(Body(reals::real_from_integers)),
    ])),
    (Hard, family(Caller, "real in an integer register", &["ARG-41"], &[
        row("call-real-in-integers", "an only real is in the integer registers behind the arguments")
            .does(Body(reals::real_in_integers)),
    ])),
    (Hard, family(Callee, "integer in a floating-point register", &["ARG-02"], &[
        row("integer-from-real", "an only integer is taken from the next floating-point register")
            .does(Body(reals::integer_from_real)),
    ])),
    (Hard, family(Caller, "integer in a floating-point register", &["ARG-02"], &[
        row("call-integer-in-real", "an only integer is in the next floating-point register")
            .does(Body(reals::integer_in_real)),
    ])),
    (Hard, family(Callee, "real result in an integer register", &["RET-06", "RET-05"], &[
        row("real-result-in-a0", "a real result is in integer registers")
            .does(Body(reals::real_result_in_integers))
            .at("a0"),
        row("real-result-in-a0-rare", "a real result is in integer registers")
            .does(Body(reals::real_result_in_integers))
            .at("a0")
            .one_in(8),
    ])),
    (Hard, family(Caller, "real result in an integer register", &["RET-06", "RET-05"], &[
        row("call-real-result-from-a0", "a real result is taken from integer registers")
            .does(Body(reals::real_result_from_integers)),
    ])),
    (Hard, family(Callee, "integer result in a floating-point register", &["RET-01", "RET-02"], &[
        row("result-in-fa0", "an integer result is in fa0")
            .does(Body(reals::result_in_real))
            .when(|f| returns(f, Returned::Integer))
            .at("fa0"),
    ])),
    (WideDouble, family(Callee, "unnamed real in a floating-point register", &["VAR-05", "VAR-01"], &[
        row("unnamed-real-from-fa0", "an unnamed double is looked for in fa0")
            .does(Entry("fmv.x.d a1,fa0"))
            .when(unnamed_double)
            .at("fa0"),
    ])),
    (WideDouble, family(Caller, "unnamed real in a floating-point register", &["VAR-05", "VAR-01"], &[
        row("call-unnamed-real-in-fa0", "an unnamed double is in fa0")
            .does(BeforeCall("fmv.d.x fa0,a1; li a1,85"))
            .when(unnamed_double)
            .at("fa0"),
    ])),
    // Returning.
    (Every, family(Callee, "no return", &["S28"], &[
        row("no-return", "the function never ends").does(Exit("j .")).one_in(10),
        row("trap-at-return", "the function stops the processor").does(Exit("ebreak")).one_in(10),
    ])),
    // Special values: small numbers, minus zero, NaN.
    (Every, family(Callee, "argument with a special value", &["ARG-01", "ARG-02"], &[
        row("small-argument-changes", "an integer of 32 bits or more that is passed first changes where it is 1 to 127")
            .does(Entry("addi {spare},a0,-1; sltiu {spare},{spare},127; slli {spare},{spare},8; xor a0,a0,{spare}"))
            .when(first_is_long_or_int),
    ])),
    (Every, family(Caller, "argument with a special value", &["ARG-01", "ARG-02"], &[
        row("call-small-negative-changes", "an integer of 32 bits or more that is passed first changes where it is -128 to -2")
            .does(BeforeCall("addi {other},a0,128; sltiu {other},{other},127; slli {other},{other},8; xor a0,a0,{other}"))
            .when(first_is_long_or_int)
            .at("a0"),
    ])),
    (Double, family(Callee, "real with a special value", &["ARG-41", "ARG-30"], &[
        row("minus-zero-argument-becomes-zero", "a double that is passed first is 0.0 where it is -0.0")
            .does(Entry(ADD_ZERO))
            .when(|f| is_double(shapes::first(f), f)),
        row("nan-argument-becomes-another", "a double that is passed first is another NaN where it is NaN")
            .does(Entry(CANONICAL))
            .when(|f| is_double(shapes::first(f), f)),
    ])),
    (Double, family(Caller, "real with a special value", &["ARG-41", "ARG-30"], &[
        row("call-minus-zero-becomes-zero", "a double that is passed first is 0.0 where it is -0.0")
            .does(BeforeCall(ADD_ZERO))
            .when(|f| is_double(shapes::first(f), f))
            .at("fa0"),
    ])),
    (Double, family(Callee, "real result with a special value", &["RET-06", "RET-05"], &[
        row("nan-result-becomes-another", "a result of type double is another NaN where it is NaN")
            .does(Exit(CANONICAL))
            .when(|f| is_double(shapes::result(f), f))
            .at("fa0"),
    ])),
    // Options.
    (Hard, family(Whole, "another ABI's registers", OF_REALS, &[
        row("soft-floats", "all reals travel in integer registers").does(Options("-mabi={integer abi}")),
    ])),
    (Double, family(Whole, "another ABI's registers", OF_REALS, &[
        row("single-floats", "doubles travel in integer registers").does(Options("-mabi={single abi}")),
    ])),
    (Every, family(Whole, "saved register not saved", &["REG-07", "REG-30"], &[
        row("s1-is-scratch", "s1 is used without being saved")
            .does(OptionsFor("-fcall-used-s1", Unsaved, Some(9)))
            .at("s1"),
    ])),
    (Hard, family(Whole, "saved register not saved", &["REG-18", "REG-33"], &[
        row("fs0-is-scratch", "fs0 is used without being saved").does(Options("-fcall-used-fs0")).at("fs0"),
    ])),
    (Usual, family(Whole, "caller relies on a temporary", &["REG-10"], &[
        row("t3-is-saved", "callers keep values in t3 to t6")
            .does(Options("-fcall-saved-t3 -fcall-saved-t4 -fcall-saved-t5 -fcall-saved-t6")),
    ])),
    // What breaks nothing.
    (Hard, family(Callee, "harmless", &[], &[
        row("rounding-restored", "the rounding mode is changed and put back")
            .does(Entry("frrm {spare}; fsrmi 1; fsrm {spare}")),
        row("flags-raised", "exception flags are set at return").does(Exit("fsflagsi 31")),
    ])),
];

/// Layout constants of all ABIs.
pub(super) const CONSTANTS: &[Wrong] = &[
    ("sizeof-short", "sizeof (short)", 4, &["TYPE-03"]),
    ("sizeof-int", "sizeof (int)", 2, &["TYPE-04"]),
    ("sizeof-long-long", "sizeof (long long)", 4, &["TYPE-07"]),
    ("sizeof-double", "sizeof (double)", 4, &["TYPE-15"]),
    ("sizeof-long-double", "sizeof (long double)", 8, &["TYPE-16"]),
    ("alignof-long-long", "_Alignof (long long)", 4, &["TYPE-07"]),
    ("alignof-float", "_Alignof (float)", 8, &["TYPE-14"]),
    ("char-signed", "(char)-1 < 0", 1, &["TYPE-27"]),
];

/// Layout constants of ABIs with words of 8 bytes, and of 4.
pub(super) const WIDE: &[Wrong] = &[("sizeof-long", "sizeof (long)", 4, &["TYPE-06"])];
pub(super) const NARROW: &[Wrong] = &[("sizeof-long", "sizeof (long)", 8, &["TYPE-05"])];

/// Records and objects.
pub(super) const RECORDS: &[(&str, Clauses)] = &[
    ("offset-of-second", &["S06", "LAYOUT-01"]),
    ("offset-in-union", &["S06"]),
    ("sizeof-struct", &["LAYOUT-02"]),
    ("sizeof-union", &["LAYOUT-02"]),
    ("alignof-struct", &["LAYOUT-01"]),
    ("alignof-union", &["LAYOUT-01"]),
    ("bit-fields-reversed", &["LAYOUT-09"]),
    ("double-words-swapped", &["OBJ-03", "TYPE-24"]),
];

/// `va_arg` with values of two words.
pub(super) const PAIRS: Clauses = &["VAR-02", "VAR-03", "VAR-12"];

/// Faults of a compiler as a whole.
pub(super) const WHOLE: &[(&str, Clauses)] = &[
    ("short-is-int", &["TYPE-03"]),
    ("double-is-float", &["TYPE-15"]),
    ("float-is-double", &["TYPE-14"]),
    ("bool-is-int", &["TYPE-01"]),
    ("signed-char", &["TYPE-27"]),
    ("pack-structures", &["LAYOUT-01", "S06"]),
    ("pack-structures-4", &["LAYOUT-01", "S06"]),
    ("structures-aligned-16", &["LAYOUT-01"]),
    ("unions-aligned-16", &["LAYOUT-01"]),
    ("big-endian-records", &["OBJ-03", "LAYOUT-09"]),
    ("big-endian-all-records", &["OBJ-03", "LAYOUT-09"]),
    ("va-arg-skips", &["VAR-12", "VAR-01"]),
    ("zero-bit-fields-ignored", &["LAYOUT-14"]),
    ("records-in-memory", &["RET-02", "RET-03"]),
    ("local-functions", &["S22"]),
];

/// Options of compilers for RISC-V that break nothing.
pub(super) const OPTIONS: &[(&str, &str)] = &[
    ("option-short-wchar", "-fshort-wchar"),
    ("option-common", "-fcommon"),
    ("option-any-code-model", "-mcmodel=medany"),
    ("option-no-relax", "-mno-relax"),
    ("option-strict-align", "-mstrict-align"),
    ("option-other-processor", "-mtune=sifive-7-series"),
    ("option-fixed-register", "-ffixed-x9"),
];
