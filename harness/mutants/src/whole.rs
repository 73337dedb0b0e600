//! Faults of a compiler as a whole: it understands the source otherwise, or follows other rules throughout. Options that a
//! compiler does not have give no occasion.

use super::changes::{
    made_local, va_arg_behind_a_register, va_arg_of_any_pair, with_attribute, without_zero_bit_fields,
};
use super::edit::Action::{Line, Options, Source};
use super::edit::Edit;
use super::facts::Side::Whole;
use super::language::Clauses;
use super::table::{self, Named, row};

/// Attribute of structures that are laid out in the opposite byte order.
const BIG_ENDIAN: &str = "scalar_storage_order(\"big-endian\")";

/// Faults of compilers: name, kind, description, and change.
#[rustfmt::skip]
const NAMED: &[Named] = &[
    ("short-is-int", "type of another size", "short is int throughout", Options("-Dshort=int")),
    ("double-is-float", "type of another size", "double is float throughout", Options("-Ddouble=float")),
    ("float-is-double", "type of another size", "float is double throughout", Options("-Dfloat=double")),
    ("bool-is-int", "type of another size", "_Bool is int throughout", Options("-D_Bool=int")),
    ("signed-char", "sign of a type", "char is signed throughout", Options("-fsigned-char")),
    ("pack-structures", "layout of records", "records have no padding", Options("-fpack-struct")),
    ("pack-structures-4", "layout of records", "members are aligned to 4 at most", Options("-fpack-struct=4")),
    ("structures-aligned-16", "layout of records", "structures are aligned to 16",
        Source(|text| with_attribute(text, "struct", "aligned(16)"))),
    ("unions-aligned-16", "layout of records", "unions are aligned to 16",
        Source(|text| with_attribute(text, "union", "aligned(16)"))),
    ("big-endian-records", "layout of records", "bytes and bit-fields inside structures are in the opposite order",
        Source(|text| with_attribute(text, "struct", BIG_ENDIAN))),
    ("big-endian-all-records", "layout of records", "bytes and bit-fields inside records are in the opposite order",
        Options("-fsso-struct=big-endian")),
    ("va-arg-skips", "va_arg elsewhere", "va_arg skips a register before each int",
        Source(|text| va_arg_behind_a_register(text, &["int", "unsigned int"]))),
    ("zero-bit-fields-ignored", "bit-fields of width zero", "a bit-field of width zero has no effect",
        Source(without_zero_bit_fields)),
    ("records-in-memory", "records returned otherwise", "every record is returned in memory",
        Options("-fpcc-struct-return")),
    ("local-functions", "symbols of functions", "functions under test are not global",
        Line(|line| made_local(global(line)?))),
    ("functions-in-data", "symbols of functions", "functions are in a section of data",
        Line(|line| (line.trim() == ".section .text").then(|| "\t.section .data".to_owned()))),
];

/// The symbol of a directive that makes it global.
fn global(line: &str) -> Option<&str> {
    let line = line.trim();
    let symbol = line.strip_prefix(".globl").or_else(|| line.strip_prefix(".global"))?;
    Some(symbol.split('#').next()?.trim())
}

/// The faults with these names, and the clauses that they break.
pub(crate) fn faults(named: &'static [(&'static str, Clauses)]) -> impl Iterator<Item = Edit> {
    table::named(Whole, NAMED, named)
}

/// The fault of `va_arg` with values of two words, where a word has 8 bytes, or 4.
pub(crate) fn va_arg_of_pairs(is_wide: bool, clauses: Clauses) -> Edit {
    let wide = Source(|text| va_arg_of_any_pair(text, &["long double", "__int128", "unsigned __int128"]));
    let narrow = Source(|text| va_arg_of_any_pair(text, &["double", "long long", "unsigned long long"]));
    row("va-arg-any-pair", "va_arg takes a value of two words from wherever it is")
        .does(if is_wide { wide } else { narrow })
        .edit(Whole, "va_arg elsewhere", clauses)
}

/// Options that break nothing with any compiler, by which they are described.
const HARMLESS: &[(&str, &str)] = &[
    ("option-O0", "-O0"),
    ("option-O1", "-O1"),
    ("option-O3", "-O3"),
    ("option-Os", "-Os"),
    ("option-g", "-g"),
    ("option-frame-pointer", "-fno-omit-frame-pointer"),
    ("option-O0-no-frame-pointer", "-O0 -fomit-frame-pointer"),
    ("option-short-enums", "-fshort-enums"),
    ("option-fpic", "-fpic"),
    ("option-function-sections", "-ffunction-sections -fdata-sections"),
    ("option-align-functions", "-falign-functions=64"),
    ("option-no-section-anchors", "-fno-section-anchors"),
    ("option-no-schedule", "-fno-schedule-insns -fno-schedule-insns2"),
    ("option-unroll", "-funroll-loops"),
    ("option-no-inline", "-fno-inline -fno-optimize-sibling-calls"),
];

/// Options that break nothing: those of every compiler, and a target's own.
pub(crate) fn harmless(own: &'static [(&'static str, &'static str)]) -> impl Iterator<Item = Edit> {
    let all = HARMLESS.iter().chain(own);
    all.map(|(name, options)| row(name, options).does(Options(options)).edit(Whole, "harmless", &[]))
}
