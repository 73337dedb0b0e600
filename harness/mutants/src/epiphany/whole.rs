//! Faults of a compiler as a whole: it understands the source otherwise, or follows other rules throughout.

use super::{LANGUAGE, pick, saved};
use crate::apply;
use crate::edit::Action::{Body, Line, Options, Source};
use crate::edit::{Action, Edit};
use crate::facts::{Facts, Side};
use crate::listing::{Function, Line as ListingLine};

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
        "nobody-extends",
        "argument not extended",
        "a caller does not extend a narrow first argument, and a callee takes it as it is",
        &["S05"],
        Body(nobody_extends),
    )
    .when(pick::first_is_narrow),
    row(
        "more-saved",
        "other registers preserved",
        "r60 is taken for a register that calls preserve",
        &["REG-14"],
        Options(&["-fcall-saved-r60"]),
    ),
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

/// The caller leaves anything in the upper half of a narrow first argument, and the callee takes the register as it
/// is.
fn nobody_extends(function: &mut Function, facts: &Facts) -> bool {
    match facts.side {
        Side::Caller => {
            apply::in_function(&LANGUAGE, &Action::BeforeCall(&["movt r0,#0x5a5a"]), function, facts)
        }
        Side::Callee => forget_extensions(function),
        _ => false,
    }
}

/// Makes moves of what extends the first argument, as long as it is in its register: shifts to the left and back.
pub(super) fn forget_extensions(function: &mut Function) -> bool {
    let is_other = |l: &ListingLine| saved::writes(l, 0) || matches!(l.mnemonic(), "bl" | "jalr");
    let last = function.lines.iter().position(is_other).unwrap_or(function.lines.len());
    let is_left = |l: &ListingLine| {
        l.mnemonic() == "lsl" && l.operand(1) == "r0" && matches!(l.operand(2), "16" | "24" | "#16" | "#24")
    };
    let Some(i) = function.lines.iter().take(last + 1).position(is_left) else { return false };
    let Some(left) = function.lines.get(i).cloned() else { return false };
    let is_back = |l: &ListingLine| {
        matches!(l.mnemonic(), "asr" | "lsr")
            && l.operand(1) == left.operand(0)
            && l.operand(2) == left.operand(2)
    };
    let back = function.lines.iter().skip(i + 1).take(5).position(is_back);
    let Some(j) = back.map(|n| i + 1 + n) else { return false };
    for n in [i, j] {
        let Some(line) = function.lines.get_mut(n) else { continue };
        *line = ListingLine::code(&format!("mov {},{}", line.operand(0), line.operand(1)));
    }
    true
}

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
