//! Names that stand for a part of an instruction.

/// Other names of jump conditions than those in the table of jumps, and the arithmetic of jumps that it lacks, with
/// their numbers in the vendor's list. Both parts of an instruction have a number, and the instruction the union of
/// their bits.
pub(super) static ALIASES: &[(&str, u32)] = &[
    ("test", 0x50),
    ("jump_nonzero", 0x101300),
    ("jump_eq", 0x101200),
    ("jump_neq", 0x101300),
    ("jump_notequal", 0x101300),
    ("jump_eq_uo", 0x109200),
    ("jump_neq_uo", 0x109300),
    ("jump_notequal_uo", 0x109300),
    ("jump_uo", 0x109e00),
    ("jump_nuo", 0x109f00),
];
