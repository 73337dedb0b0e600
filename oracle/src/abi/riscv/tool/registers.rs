//! Names of registers in assembly: those of the document's tables of registers, and x0 to x31, f0 to f31.

use crate::abi::tool::lists::{joined, total};
use crosscall_model::tool::table::File;

#[rustfmt::skip]
const GENERAL: &[(&str, u8)] = &[
    ("zero", 0), ("ra", 1), ("sp", 2), ("gp", 3), ("tp", 4), ("t0", 5), ("t1", 6), ("t2", 7), ("s0", 8), ("fp", 8), ("s1", 9),
    ("a0", 10), ("a1", 11), ("a2", 12), ("a3", 13), ("a4", 14), ("a5", 15), ("a6", 16), ("a7", 17), ("s2", 18), ("s3", 19),
    ("s4", 20), ("s5", 21), ("s6", 22), ("s7", 23), ("s8", 24), ("s9", 25), ("s10", 26), ("s11", 27), ("t3", 28), ("t4", 29),
    ("t5", 30), ("t6", 31),
];

/// Number of names of the registers that the base E has.
const EMBEDDED: usize = 17;

#[rustfmt::skip]
const FLOATS: &[(&str, u8)] = &[
    ("ft0", 0), ("ft1", 1), ("ft2", 2), ("ft3", 3), ("ft4", 4), ("ft5", 5), ("ft6", 6), ("ft7", 7), ("fs0", 8), ("fs1", 9),
    ("fa0", 10), ("fa1", 11), ("fa2", 12), ("fa3", 13), ("fa4", 14), ("fa5", 15), ("fa6", 16), ("fa7", 17), ("fs2", 18),
    ("fs3", 19), ("fs4", 20), ("fs5", 21), ("fs6", 22), ("fs7", 23), ("fs8", 24), ("fs9", 25), ("fs10", 26), ("fs11", 27),
    ("ft8", 28), ("ft9", 29), ("ft10", 30), ("ft11", 31),
];

/// The eight registers that three bits can name, and some that they cannot.
#[rustfmt::skip]
const THREE_BITS: &[(&str, u8)] = &[
    ("s0", 8), ("fp", 8), ("s1", 9), ("a0", 10), ("a1", 11), ("a2", 12), ("a3", 13), ("a4", 14), ("a5", 15),
    ("x8", 8), ("x9", 9), ("x10", 10), ("x11", 11), ("x12", 12), ("x13", 13), ("x14", 14), ("x15", 15),
    ("x7", 7), ("t0", 5), ("sp", 2),
];

const OF_THREE_BITS: File = File { letters: "ec", prefix: 'x', count: 0, names: THREE_BITS };

#[rustfmt::skip]
const NUMBERED: &[(&str, u8)] = &[
    ("x1", 1), ("x2", 2), ("x3", 3), ("x4", 4), ("x5", 5), ("x6", 6), ("x7", 7), ("x8", 8), ("x9", 9), ("x10", 10), ("x11", 11),
    ("x12", 12), ("x13", 13), ("x14", 14), ("x15", 15), ("x16", 16), ("x17", 17), ("x18", 18), ("x19", 19), ("x20", 20),
    ("x21", 21), ("x22", 22), ("x23", 23), ("x24", 24), ("x25", 25), ("x26", 26), ("x27", 27), ("x28", 28), ("x29", 29),
    ("x30", 30), ("x31", 31),
];

/// The registers but zero, which stands for something else in compressed instructions and holds no address.
const fn but_zero(names: &'static [(&'static str, u8)]) -> File {
    File { letters: "fg", prefix: 'x', count: 0, names }
}

const NAMES: &[&[(&str, u8)]] = &[GENERAL.split_at(1).1, NUMBERED];
const EMBEDDED_NAMES: &[&[(&str, u8)]] =
    &[GENERAL.split_at(EMBEDDED).0.split_at(1).1, NUMBERED.split_at(15).0];
const BUT_ZERO: &[(&str, u8)] = &joined::<_, { total(NAMES) }>(NAMES);
const EMBEDDED_BUT_ZERO: &[(&str, u8)] = &joined::<_, { total(EMBEDDED_NAMES) }>(EMBEDDED_NAMES);

pub(super) const FILES: &[File] = &[
    File { letters: "dnk", prefix: 'x', count: 32, names: GENERAL },
    File { letters: "DNKR", prefix: 'f', count: 32, names: FLOATS },
    OF_THREE_BITS,
    but_zero(BUT_ZERO),
];

/// With the base E: x0 to x15.
pub(super) const EMBEDDED_FILES: &[File] = &[
    File { letters: "dnk", prefix: 'x', count: 16, names: GENERAL.split_at(EMBEDDED).0 },
    File { letters: "DNKR", prefix: 'f', count: 32, names: FLOATS },
    OF_THREE_BITS,
    but_zero(EMBEDDED_BUT_ZERO),
];
