//! Faults of a compiler as a whole: it understands the source otherwise, or follows other rules throughout. Options that a
//! compiler does not have give no occasion.

use super::rows::Part;
use super::rows::Scope::{Double, Every, Hard, Narrow, Usual, Wide};
use crate::changes::{
    made_local, va_arg_behind_a_register, va_arg_of_any_pair, with_attribute, without_zero_bit_fields,
};
use crate::edit::Action::{Line, Options, OptionsFor, Source};
use crate::facts::Side::Whole;
use crate::language::Clauses;
use crate::random::Occasion::Unsaved;
use crate::table::{family, row};

/// Each sentence by which a real has a register to travel in.
const OF_REALS: Clauses = &["ARG-41", "ARG-44", "ARG-45", "ARG-48", "ARG-49", "RET-06"];

pub(super) const EDITS: &[Part] = &[
    (
        Every,
        family(Whole, "type of another size", &[]).of(&[
            row("short-is-int", "short is int throughout").does(Options("-Dshort=int")).breaks(&["TYPE-03"]),
            row("double-is-float", "double is float throughout")
                .does(Options("-Ddouble=float"))
                .breaks(&["TYPE-15"]),
            row("float-is-double", "float is double throughout")
                .does(Options("-Dfloat=double"))
                .breaks(&["TYPE-14"]),
            row("bool-is-int", "_Bool is int throughout").does(Options("-D_Bool=int")).breaks(&["TYPE-01"]),
        ]),
    ),
    (
        Every,
        family(Whole, "sign of a type", &["TYPE-27"])
            .of_one(row("signed-char", "char is signed throughout").does(Options("-fsigned-char"))),
    ),
    (
        Every,
        family(Whole, "layout of records", &["LAYOUT-01", "S06"]).of(&[
            row("pack-structures", "records have no padding").does(Options("-fpack-struct")),
            row("pack-structures-4", "members are aligned to 4 at most").does(Options("-fpack-struct=4")),
            row("structures-aligned-16", "structures are aligned to 16")
                .does(Source(|text| with_attribute(text, "struct", "aligned(16)")))
                .breaks(&["LAYOUT-01"]),
            row("unions-aligned-16", "unions are aligned to 16")
                .does(Source(|text| with_attribute(text, "union", "aligned(16)")))
                .breaks(&["LAYOUT-01"]),
            row("big-endian-records", "bytes and bit-fields inside structures are in the opposite order")
                .does(Source(|text| with_attribute(text, "struct", "scalar_storage_order(\"big-endian\")")))
                .breaks(&["OBJ-03", "LAYOUT-09"]),
            row(
                "big-endian-all-records",
                "bytes and bit-fields inside structures and unions are in the opposite order",
            )
            .does(Options("-fsso-struct=big-endian"))
            .breaks(&["OBJ-03", "LAYOUT-09"]),
        ]),
    ),
    (
        Every,
        family(Whole, "va_arg elsewhere", &["VAR-12", "VAR-01"]).of_one(
            row("va-arg-skips", "va_arg skips a register before each int")
                .does(Source(|text| va_arg_behind_a_register(text, &["int", "unsigned int"]))),
        ),
    ),
    (
        Narrow,
        family(Whole, "va_arg elsewhere", &["VAR-02", "VAR-03", "VAR-12"]).of_one(
            row("va-arg-any-pair", "va_arg takes a value of two registers from wherever it is").does(Source(
                |text| va_arg_of_any_pair(text, &["double", "long long", "unsigned long long"]),
            )),
        ),
    ),
    (
        Wide,
        family(Whole, "va_arg elsewhere", &["VAR-02", "VAR-03", "VAR-12"]).of_one(
            row("va-arg-any-pair", "va_arg takes a value of two registers from wherever it is").does(Source(
                |text| va_arg_of_any_pair(text, &["long double", "__int128", "unsigned __int128"]),
            )),
        ),
    ),
    (
        Every,
        family(Whole, "bit-fields of width zero", &["LAYOUT-14"]).of_one(
            row("zero-bit-fields-ignored", "a bit-field of width zero has no effect")
                .does(Source(without_zero_bit_fields)),
        ),
    ),
    (
        Every,
        family(Whole, "records returned otherwise", &["RET-02", "RET-03"]).of_one(
            row("records-in-memory", "every record is returned in memory")
                .does(Options("-fpcc-struct-return")),
        ),
    ),
    (
        Hard,
        family(Whole, "another ABI's registers", OF_REALS).of_one(
            row("soft-floats", "all reals travel in integer registers").does(Options("-mabi={integer abi}")),
        ),
    ),
    (
        Double,
        family(Whole, "another ABI's registers", OF_REALS).of_one(
            row("single-floats", "doubles travel in integer registers").does(Options("-mabi={single abi}")),
        ),
    ),
    (
        Every,
        family(Whole, "saved register not saved", &["REG-07", "REG-30"]).of_one(
            row("s1-is-scratch", "s1 is used without being saved")
                .does(OptionsFor("-fcall-used-s1", Unsaved, Some(9)))
                .at("s1"),
        ),
    ),
    (
        Hard,
        family(Whole, "saved register not saved", &["REG-18", "REG-33"]).of_one(
            row("fs0-is-scratch", "fs0 is used without being saved")
                .does(Options("-fcall-used-fs0"))
                .at("fs0"),
        ),
    ),
    (
        Usual,
        family(Whole, "caller relies on a temporary", &["REG-10"]).of_one(
            row("t3-is-saved", "callers keep values in t3 to t6")
                .does(Options("-fcall-saved-t3 -fcall-saved-t4 -fcall-saved-t5 -fcall-saved-t6")),
        ),
    ),
    (
        Every,
        family(Whole, "symbols of functions", &["S22"]).of(&[row(
            "local-functions",
            "functions under test are not global",
        )
        .does(Line(|line| made_local(line.trim().strip_prefix(".globl")?.split('#').next()?.trim())))]),
    ),
];
