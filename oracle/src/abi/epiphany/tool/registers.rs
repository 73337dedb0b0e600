//! Names of registers in assembly.

use crosscall_model::tool::table::File;

/// r0 to r63.
pub(super) const FILES: &[File] = &[File { letters: "dnm", prefix: 'r', count: 64, names: ALIASES }];

/// General registers by other names (`opcodes/epiphany-desc.c` in GNU binutils; the document's table 8.2 has
/// a1 to a4, v1 to v8 and most of the others).
#[rustfmt::skip]
const ALIASES: &[(&str, u8)] = &[
    ("a1", 0), ("a2", 1), ("a3", 2), ("a4", 3),
    ("v1", 4), ("v2", 5), ("v3", 6), ("v4", 7), ("v5", 8), ("v6", 9), ("v7", 10), ("v8", 11),
    ("sb", 9), ("sl", 10), ("fp", 11), ("ip", 12), ("sp", 13), ("lr", 14),
];

/// Special registers: 64 times their group, plus their place in it (Epiphany Architecture Reference, special
/// registers; names as binutils has them).
#[rustfmt::skip]
pub(super) const SPECIAL: &[(&str, u16)] = &[
    ("config", 0), ("status", 1), ("pc", 2), ("debug", 3), ("lc", 5), ("ls", 6), ("le", 7), ("iret", 8),
    ("imask", 9), ("ilat", 10), ("ilatst", 11), ("ilatcl", 12), ("ipend", 13), ("ctimer0", 14), ("ctimer1", 15),
    ("hstatus", 16),
    ("dma0config", 64), ("dma0stride", 65), ("dma0count", 66), ("dma0srcaddr", 67), ("dma0dstaddr", 68),
    ("dma0auto0", 69), ("dma0auto1", 70), ("dma0status", 71), ("dma1config", 72), ("dma1stride", 73),
    ("dma1count", 74), ("dma1srcaddr", 75), ("dma1dstaddr", 76), ("dma1auto0", 77), ("dma1auto1", 78),
    ("dma1status", 79),
    ("memconfig", 128), ("memstatus", 129), ("memprotect", 130), ("memreserve", 131),
    ("meshconfig", 192), ("coreid", 193), ("meshmulticast", 194), ("swreset", 195),
];
