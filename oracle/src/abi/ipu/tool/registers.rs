//! Names of registers in assembly, without the dollar sign before them: `ColossusRegisterInfo.td`. Those of some groups
//! are here that do not begin at a multiple of their size, which the assembler refuses.

use crosscall_model::tool::table::File;

pub(super) const FILES: &[File] = &[
    File { letters: "dabcmM", prefix: 'm', count: 16, names: NAMED_M },
    File { letters: "DABE", prefix: 'a', count: 16, names: &[("azero", 15)] },
    // A register with `:BL` or `:BU` behind it has one name only.
    File { letters: "Z", prefix: 'a', count: 16, names: &[] },
    File { letters: "PQR", prefix: 'p', count: 0, names: PAIRS },
    File { letters: "UV", prefix: 'q', count: 0, names: QUADS },
    File { letters: "W", prefix: 'p', count: 0, names: PAIRS_OF_M },
];

const NAMED_M: &[(&str, u8)] = &[
    ("bp", 8),
    ("fp", 9),
    ("lr", 10),
    ("sp", 11),
    ("mworker_base", 12),
    ("mvertex_base", 13),
    ("mzero", 15),
];

#[rustfmt::skip]
const PAIRS: &[(&str, u8)] = &[
    ("a0:1", 0), ("a2:3", 2), ("a4:5", 4), ("a6:7", 6), ("a8:9", 8), ("a10:11", 10), ("a12:13", 12), ("a14:15", 14),
    ("ap0", 0), ("ap1", 2), ("ap2", 4), ("ap3", 6), ("ap4", 8), ("ap5", 10), ("ap6", 12), ("ap7", 14), ("ap15", 14),
    ("azeros", 14), ("a1:2", 1), ("a7:8", 7),
];

#[rustfmt::skip]
const QUADS: &[(&str, u8)] = &[
    ("a0:3", 0), ("a4:7", 4), ("a8:11", 8), ("a12:15", 12),
    ("aq0", 0), ("aq1", 4), ("aq2", 8), ("aq3", 12), ("aq15", 12),
    ("a1:4", 1), ("a2:5", 2),
];

#[rustfmt::skip]
const PAIRS_OF_M: &[(&str, u8)] = &[
    ("m0:1", 0), ("m2:3", 2), ("m4:5", 4), ("m6:7", 6), ("m8:9", 8), ("m10:11", 10), ("m12:13", 12), ("m14:15", 14),
    ("m1:2", 1),
];
