//! Edits that only compilers for the Epiphany give occasion for, and those of types and of whole compilers.

use crate::data::Wrong;
use crate::edit::Action::{Entry, Exit, Options};
use crate::facts::Side::{Callee, Whole};
use crate::facts::TypeClass;
use crate::language::Clauses;
use crate::table::{Family, family, row};

pub(super) const EDITS: &[Family] = &[
    family(
        Callee,
        "result extended otherwise",
        &["RET-01"],
        &[row("byte-result-extended-to-half", "a signed char result is extended to a half-word only")
            .does(Exit("movt r0,#0"))
            .when(|f| f.result() == Some(TypeClass::Narrow { signed: true, bits: 8 }))],
    ),
    family(
        Callee,
        "no return",
        &["CALL-04"],
        &[
            row("no-return", "the function never ends").does(Exit("b .")).one_in(10),
            row("trap-at-return", "the function stops the processor").does(Exit("trap #3")).one_in(10),
        ],
    ),
    family(
        Whole,
        "saved register not saved",
        &["REG-06"],
        &[
            row("r8-is-scratch", "r8 is used without being saved").does(Options("-fcall-used-r8")).at("r8"),
            row("r4-is-scratch", "r4 and r5 are used without being saved")
                .does(Options("-fcall-used-r4 -fcall-used-r5"))
                .at("r4"),
        ],
    ),
    family(
        Whole,
        "caller relies on a scratch register",
        &["REG-12"],
        &[
            row("r16-alone-is-saved", "callers keep values in r16").does(Options("-fcall-saved-r16")),
            row("r16-is-saved", "callers keep values in r16 to r19")
                .does(Options("-fcall-saved-r16 -fcall-saved-r17 -fcall-saved-r18 -fcall-saved-r19")),
        ],
    ),
    family(
        Whole,
        "other registers preserved",
        &["REG-14"],
        &[row("more-saved", "r60 is taken for a register that calls preserve")
            .does(Options("-fcall-saved-r60"))],
    ),
    family(
        Callee,
        "harmless",
        &[],
        &[
            row("flags-destroyed", "status flags are destroyed at return")
                .does(Exit("mov r16,#0; sub r16,r16,#1")),
            row("mode-restored", "the rounding bit is changed and restored").does(Entry(
                "movfs r16,config; mov r17,#1; eor r18,r16,r17; movts config,r18; movts config,r16",
            )),
        ],
    ),
];

/// Layout constants.
pub(super) const CONSTANTS: &[Wrong] = &[
    ("sizeof-short", "sizeof (short)", 4, &["TYPE-08"]),
    ("sizeof-long", "sizeof (long)", 8, &["TYPE-12"]),
    ("alignof-long-long", "_Alignof (long long)", 4, &["TYPE-14"]),
    ("alignof-double", "_Alignof (double)", 4, &["TYPE-17"]),
    ("sizeof-int", "sizeof (int)", 2, &["TYPE-10"]),
    ("sizeof-float", "sizeof (float)", 8, &["TYPE-16"]),
    ("unsigned-short-signed", "(unsigned short)-1 < 0", 1, &["TYPE-09"]),
    ("signed-char-unsigned", "(signed char)-1 < 0", 0, &["TYPE-07"]),
];

/// Records and objects.
pub(super) const RECORDS: &[(&str, Clauses)] = &[
    ("offset-of-second", &["LAYOUT-01", "LAYOUT-09"]),
    ("offset-in-union", &["LAYOUT-05"]),
    ("sizeof-struct", &["LAYOUT-03"]),
    ("sizeof-union", &["LAYOUT-07"]),
    ("alignof-struct", &["LAYOUT-02"]),
    ("alignof-union", &["LAYOUT-06"]),
    ("big-endian-word", &["TYPE-02"]),
    ("double-words-swapped", &["TYPE-02"]),
    ("bit-fields-reversed", &["TYPE-03", "S02"]),
    ("union-member-moved", &["LAYOUT-05"]),
];

/// Faults of a compiler as a whole.
pub(super) const WHOLE: &[(&str, Clauses)] = &[
    ("va-arg-skips", &["S14"]),
    ("short-is-int", &["TYPE-08", "TYPE-09"]),
    ("double-is-float", &["TYPE-17"]),
    ("float-is-double", &["TYPE-16"]),
    ("bool-is-int", &["S01"]),
    ("pack-structures", &["LAYOUT-01", "LAYOUT-02"]),
    ("pack-structures-4", &["LAYOUT-08", "LAYOUT-02"]),
    ("structures-aligned-16", &["LAYOUT-02"]),
    ("unions-aligned-16", &["LAYOUT-06"]),
    ("big-endian-records", &["TYPE-02", "TYPE-03"]),
    ("big-endian-all-records", &["TYPE-02", "TYPE-03"]),
    ("zero-bit-fields-ignored", &["S02"]),
    ("records-in-memory", &["RET-04"]),
    ("local-functions", &["S18", "CALL-01"]),
    ("functions-in-data", &["S18"]),
];

/// Options of GCC for the Epiphany that break nothing.
pub(super) const OPTIONS: &[(&str, &str)] = &[
    ("option-Ofast", "-Ofast"),
    ("option-no-common", "-fcommon"),
    ("option-fixed-register", "-ffixed-r10"),
    ("option-short-calls", "-mshort-calls"),
    ("option-long-calls", "-mlong-calls"),
    ("option-half-registers", "-mhalf-reg-file"),
    ("option-no-post-modify", "-mno-post-inc -mno-post-modify"),
    ("option-float-truncates", "-mfp-mode=truncate"),
];
