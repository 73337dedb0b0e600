//! Expressions on the Nyuzi: a second reading of the document's section on the language, as instructions.
//!
//! Operand i is in the vector register of its number, or in the scalar register of twice its number, and in the next
//! one as well if it has two words; for an object in memory, its address is there. The result is left in v8, or in
//! s16 and s17. s18 to s23 and v9 upwards are free, and so is the stack from the second word on.

mod faults;
mod scalars;
mod vectors;

use std::fmt::Write;

use crosscall_model::Scalar;

use super::emit::Printer;
use crate::emit::{Access, Reg};
use crate::value::{Lowering, Transfer, Word, is_vector};

/// Tables of the Nyuzi.
pub(super) const NYUZI: Lowering = Lowering {
    operations: &[scalars::CODE, vectors::ARITHMETIC, vectors::LANES, vectors::BUILTINS],
    words: WORDS,
    faults: faults::FAULTS,
    expand,
    constants: CONSTANTS,
    // A multiple of 64 bytes.
    frame: [
        "\tadd_i sp, sp, -320\n\tstore_32 ra, (sp)\n",
        "\tload_32 ra, (sp)\n\tadd_i sp, sp, 320\n\tret\n",
    ],
    address: |text, object| text.extend(["\tlea s20, ", object, "\n"]),
    access,
    directives: &Printer { scratch: Reg(23) },
};

/// Words that depend on readings.
#[rustfmt::skip]
const WORDS: &[Word] = &[
    // Extension of a plain `char`, which is signed or unsigned.
    Word { name: "$char", usual: "sext_8 s16, s0", other: ("NYUZI-TYPE-01", 2, "and s16, s0, 255") },
    // Lane of a comparison that holds.
    Word { name: "$true", usual: "-1", other: ("NYUZI-LANG-17", 2, "1") },
    // The processor has bit n for lane n; for the other order, masks are reversed.
    Word { name: "$order", usual: "", other: ("NYUZI-LANG-19 order", 2, "turn") },
    // True if the lanes of a gather load have the type that its name says.
    Word { name: "$named", usual: "1", other: ("NYUZI-LANG-25", 2, "0") },
];

/// Vectors of indices: from the last lane downwards, and from the second lane around to the first.
const CONSTANTS: &str = "\t.section .rodata
\t.align 64
.Ldown:
\t.long 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0
.Lnext:
\t.long 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0
";

/// Abbreviations: a line `each FUNCTION` calls a function of two words for every lane, a line `turn REGISTER` reverses
/// the order of the low 16 bits of a register.
fn expand(text: &mut String, line: &str, k: usize) -> bool {
    match line.split_once(' ') {
        Some(("each", function)) => each_lane(text, function, k),
        Some(("turn", register)) => turn(text, register),
        _ => return false,
    }
    true
}

/// Writes the calls of a function for every lane: lanes of v0 and v1 are its arguments, its results become the lanes
/// of v8.
fn each_lane(text: &mut String, function: &str, k: usize) {
    let _ = write!(
        text,
        "\tstore_v v0, 64(sp)\n\tstore_v v1, 128(sp)\n\tmove s18, 0\n.Leach{k}:\n\tstore_32 s18, 4(sp)\n\
        \tadd_i s19, sp, s18\n\tload_32 s0, 64(s19)\n\tload_32 s1, 128(s19)\n\tcall {function}\n\tload_32 s18, 4(sp)\n\
        \tadd_i s19, sp, s18\n\tstore_32 s0, 192(s19)\n\tadd_i s18, s18, 4\n\tcmpne_i s19, s18, 64\n\
        \tbnz s19, .Leach{k}\n\tload_v v8, 192(sp)\n"
    );
}

/// Reverses the order of a register's low 16 bits by exchanging adjacent bits, pairs, fours and bytes.
fn turn(text: &mut String, register: &str) {
    for (mask, step) in [(0x5555, 1), (0x3333, 2), (0x0f0f, 4), (0x00ff, 8)] {
        let _ = write!(
            text,
            "\tli s22, {mask:#x}\n\tshr s23, {register}, {step}\n\tand s23, s23, s22\n\tand {register}, {register}, s22\n\
            \tshl {register}, {register}, {step}\n\tor {register}, {register}, s23\n"
        );
    }
}

/// Loads an operand from the object at s20, or stores the result there.
fn access(text: &mut String, transfer: &Transfer) {
    let Transfer { way, index, shape, size, .. } = *transfer;
    let low = 2 * index;
    let _ = match (way, size) {
        _ if transfer.by_address => writeln!(text, "\tmove s{low}, s20"),
        (Access::Load, _) if is_vector(shape) => writeln!(text, "\tload_v v{index}, (s20)"),
        (Access::Load, 8) => write!(text, "\tload_32 s{low}, (s20)\n\tload_32 s{}, 4(s20)\n", low + 1),
        (Access::Load, 4) => writeln!(text, "\tload_32 s{low}, (s20)"),
        (Access::Load, 2) if shape.element() == Scalar::Short => writeln!(text, "\tload_s16 s{low}, (s20)"),
        (Access::Load, 2) => writeln!(text, "\tload_u16 s{low}, (s20)"),
        (Access::Load, _) => writeln!(text, "\tload_u8 s{low}, (s20)"),
        (Access::Store, _) if is_vector(shape) => writeln!(text, "\tstore_v v8, (s20)"),
        (Access::Store, 8) => write!(text, "\tstore_32 s16, (s20)\n\tstore_32 s17, 4(s20)\n"),
        (Access::Store, 4) => writeln!(text, "\tstore_32 s16, (s20)"),
        (Access::Store, 2) => writeln!(text, "\tstore_16 s16, (s20)"),
        (Access::Store, _) => writeln!(text, "\tstore_8 s16, (s20)"),
    };
}
