//! Faults of a compiler as a whole: it understands the source otherwise, or follows other rules throughout.

use crate::changes::{
    made_local, va_arg_behind_a_register, va_arg_of_any_pair, with_attribute, without_zero_bit_fields,
};
use crate::edit::Action::{Body, Line, Options, Source};
use crate::facts::Side::{Callee, Caller, Whole};
use crate::facts::TypeClass;
use crate::language::Register;
use crate::random::forget_extension;
use crate::splice::Site;
use crate::table::{Family, family, row};

/// Attribute of structures that are laid out in the opposite byte order.
const BIG_ENDIAN: &str = "scalar_storage_order(\"big-endian\")";

pub(super) const EDITS: &[Family] = &[
    family(Whole, "argument not extended", &["S05"]).of_one(
        row(
            "nobody-extends",
            "a caller does not extend narrow arguments in registers, and a callee takes them as they are",
        )
        .does(Body(nobody_extends)),
    ),
    family(Whole, "va_arg elsewhere", &["S14"]).of(&[
        row("va-arg-skips", "va_arg skips a register before each int")
            .does(Source(|text| va_arg_behind_a_register(text, &["int", "unsigned int"]))),
        row("va-arg-any-pair", "va_arg takes a double word from wherever it is")
            .does(Source(|text| va_arg_of_any_pair(text, &["double", "long long", "unsigned long long"]))),
    ]),
    family(Whole, "other registers preserved", &["REG-14"]).of_one(
        row("more-saved", "r60 is taken for a register that calls preserve")
            .does(Options("-fcall-saved-r60")),
    ),
    family(Whole, "type of another size", &["TYPE-08", "TYPE-09"]).of(&[
        row("short-is-int", "short is int throughout").does(Options("-Dshort=int")),
        row("double-is-float", "double is float throughout")
            .does(Options("-Ddouble=float"))
            .breaks(&["TYPE-17"]),
        row("float-is-double", "float is double throughout")
            .does(Options("-Dfloat=double"))
            .breaks(&["TYPE-16"]),
        row("bool-is-int", "_Bool is int throughout").does(Options("-D_Bool=int")).breaks(&["S01"]),
    ]),
    family(Whole, "layout of records", &["LAYOUT-01", "LAYOUT-02"]).of(&[
        row("pack-structures", "records have no padding").does(Options("-fpack-struct")),
        row("pack-structures-4", "members are aligned to 4 at most")
            .does(Options("-fpack-struct=4"))
            .breaks(&["LAYOUT-08", "LAYOUT-02"]),
        row("structures-aligned-16", "structures are aligned to 16")
            .does(Source(|text| with_attribute(text, "struct", "aligned(16)")))
            .breaks(&["LAYOUT-02"]),
        row("unions-aligned-16", "unions are aligned to 16")
            .does(Source(|text| with_attribute(text, "union", "aligned(16)")))
            .breaks(&["LAYOUT-06"]),
        row("big-endian-records", "bytes and bit-fields inside structures are in the opposite order")
            .does(Source(|text| with_attribute(text, "struct", BIG_ENDIAN)))
            .breaks(&["TYPE-02", "TYPE-03"]),
        row(
            "big-endian-all-records",
            "bytes and bit-fields inside structures and unions are in the opposite order",
        )
        .does(Options("-fsso-struct=big-endian"))
        .breaks(&["TYPE-02", "TYPE-03"]),
    ]),
    family(Whole, "bit-fields of width zero", &["S02"]).of_one(
        row("zero-bit-fields-ignored", "a bit-field of width zero has no effect")
            .does(Source(without_zero_bit_fields)),
    ),
    family(Whole, "records returned otherwise", &["RET-04"]).of_one(
        row("records-in-memory", "every record is returned in memory").does(Options("-fpcc-struct-return")),
    ),
    family(Whole, "saved register not saved", &["REG-06"]).of(&[
        row("r8-is-scratch", "r8 is used without being saved").does(Options("-fcall-used-r8")).at("r8"),
        row("r4-is-scratch", "r4 and r5 are used without being saved")
            .does(Options("-fcall-used-r4 -fcall-used-r5"))
            .at("r4"),
    ]),
    family(Whole, "caller relies on a scratch register", &["REG-12"]).of(&[
        row("r16-alone-is-saved", "callers keep values in r16").does(Options("-fcall-saved-r16")),
        row("r16-is-saved", "callers keep values in r16 to r19")
            .does(Options("-fcall-saved-r16 -fcall-saved-r17 -fcall-saved-r18 -fcall-saved-r19")),
    ]),
    family(Whole, "symbols of functions", &["S18", "CALL-01"]).of(&[
        row("local-functions", "functions under test are not global")
            .does(Line(|line| made_local(line.trim().strip_prefix(".global")?.trim()))),
        row("functions-in-data", "functions are in a section of data")
            .does(Line(|line| (line.trim() == ".section .text").then(|| "\t.section .data".to_owned())))
            .breaks(&["S18"]),
    ]),
];

/// The caller leaves anything in the upper halves of the registers of narrow arguments, and the callee takes the registers as
/// they are.
fn nobody_extends(site: &mut Site<'_>) -> bool {
    let narrow: Vec<Register> = site
        .facts
        .arguments()
        .into_iter()
        .filter(|(class, at)| {
            matches!(class, TypeClass::Narrow { .. }) && *at < site.facts.placement.registers
        })
        .filter_map(|(_, at)| Register::try_from(at).ok())
        .collect();
    match site.facts.side {
        Caller => {
            let code: Vec<String> =
                narrow.iter().map(|register| format!("movt r{register},#0x5a5a")).collect();
            !code.is_empty() && site.before_call(&code)
        }
        Callee => {
            let mut any = false;
            narrow.into_iter().for_each(|register| any |= forget_extension(site, register));
            any
        }
        _ => false,
    }
}
