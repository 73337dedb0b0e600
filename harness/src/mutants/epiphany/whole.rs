//! Faults of a compiler as a whole: it understands the source otherwise, or follows other rules throughout.

use crate::mutants::edit::Action::{Line, Options, Source};
use crate::mutants::edit::{Action, Edit};
use crate::mutants::facts::Side;

const fn row(
    name: &'static str,
    kind: &'static str,
    text: &'static str,
    clauses: &'static [&'static str],
    action: Action,
) -> Edit {
    Edit::new(Side::Whole, name, kind, text, clauses, action)
}

pub(super) const EDITS: &[Edit] = &[
    row(
        "short-is-int",
        "type of another size",
        "short is int throughout",
        &["TYPE-08", "TYPE-09"],
        Options(&["-Dshort=int"]),
    ),
    row(
        "double-is-float",
        "type of another size",
        "double is float throughout",
        &["TYPE-17"],
        Options(&["-Ddouble=float"]),
    ),
    row(
        "float-is-double",
        "type of another size",
        "float is double throughout",
        &["TYPE-16"],
        Options(&["-Dfloat=double"]),
    ),
    row(
        "bool-is-int",
        "type of another size",
        "_Bool is int throughout",
        &["S01"],
        Options(&["-D_Bool=int"]),
    ),
    row(
        "pack-structures",
        "layout of records",
        "records have no padding",
        &["LAYOUT-01", "LAYOUT-02"],
        Options(&["-fpack-struct"]),
    ),
    row(
        "pack-structures-4",
        "layout of records",
        "members are aligned to 4 at most",
        &["LAYOUT-08", "LAYOUT-02"],
        Options(&["-fpack-struct=4"]),
    ),
    row(
        "structures-aligned-16",
        "layout of records",
        "structures are aligned to 16",
        &["LAYOUT-02"],
        Source(align_structures),
    ),
    row(
        "unions-aligned-16",
        "layout of records",
        "unions are aligned to 16",
        &["LAYOUT-06"],
        Source(align_unions),
    ),
    row(
        "big-endian-records",
        "layout of records",
        "bytes and bit-fields inside structures are in the opposite order",
        &["TYPE-02", "TYPE-03"],
        Source(big_endian_structures),
    ),
    row(
        "records-in-memory",
        "records returned otherwise",
        "every record is returned in memory",
        &["RET-04"],
        Options(&["-fpcc-struct-return"]),
    ),
    row(
        "r8-is-scratch",
        "saved register not saved",
        "r8 is used without being saved",
        &["REG-06"],
        Options(&["-fcall-used-r8"]),
    )
    .at("r8"),
    row(
        "r4-is-scratch",
        "saved register not saved",
        "r4 and r5 are used without being saved",
        &["REG-06"],
        Options(&["-fcall-used-r4", "-fcall-used-r5"]),
    )
    .at("r4"),
    row(
        "r16-is-saved",
        "caller relies on a scratch register",
        "callers keep values in r16 to r19",
        &["REG-12"],
        Options(&["-fcall-saved-r16", "-fcall-saved-r17", "-fcall-saved-r18", "-fcall-saved-r19"]),
    ),
    row(
        "local-functions",
        "symbols of functions",
        "functions under test are not global",
        &["S18", "CALL-01"],
        Line(|line| {
            let symbol = line.trim().strip_prefix(".global")?.trim();
            let number = symbol.trim_start_matches('_').strip_prefix('f')?;
            number.parse::<usize>().ok().map(|_| format!("\t.local\t{symbol}"))
        }),
    ),
    row(
        "functions-in-data",
        "symbols of functions",
        "functions are in a section of data",
        &["S18"],
        Line(|line| (line.trim() == ".section .text").then(|| "\t.section .data".to_owned())),
    ),
];

/// Writes an attribute behind the keyword of each definition of a record at the beginning of a line.
fn with_attribute(c_text: &str, keyword: &str, attribute: &str) -> Option<String> {
    let mut any = false;
    let lines = c_text.lines().map(|line| {
        let rest = line.strip_prefix(keyword).and_then(|rest| rest.strip_prefix(' '));
        match rest.filter(|rest| rest.starts_with('t') && rest.ends_with('{')) {
            Some(rest) => {
                any = true;
                format!("{keyword} __attribute__(({attribute})) {rest}\n")
            }
            None => format!("{line}\n"),
        }
    });
    let text = lines.collect();
    any.then_some(text)
}

fn align_structures(c_text: &str) -> Option<String> {
    with_attribute(c_text, "struct", "aligned(16)")
}

fn align_unions(c_text: &str) -> Option<String> {
    with_attribute(c_text, "union", "aligned(16)")
}

fn big_endian_structures(c_text: &str) -> Option<String> {
    with_attribute(c_text, "struct", "scalar_storage_order(\"big-endian\")")
}
