//! Expressions on the Nyuzi: a second reading of the document's section on the language, as instructions.
//!
//! Operand i is in the vector register of its number, or in the scalar register of twice its number, and in the next
//! one as well if it has two words; for an object in memory, its address is there. The result is left in v8, or in
//! s16 and s17. s18 to s23 and v9 upwards are free, and so is the stack from the second word on.

mod faults;
mod readings;
mod scalars;
mod vectors;

use std::fmt::Write;

use crosscall_model::expression::{Operation, RESULT, Role, Shape};
use crosscall_model::{Scalar, unit};

use super::emit::Printer;
use crate::emit::Reg;
use crate::value::{Lowering, is_vector, lines};

/// Tables of the Nyuzi.
pub(crate) const NYUZI: Lowering = Lowering {
    operations: &[scalars::CODE, vectors::ARITHMETIC, vectors::LANES, vectors::BUILTINS],
    readings: readings::READINGS,
    faults: faults::FAULTS,
    expand,
    constants: CONSTANTS,
    function,
    bytes,
    directives: &Printer { scratch: Reg(23) },
};

/// Size of a function's stack frame in bytes; a multiple of 64.
const FRAME: u32 = 320;

/// Vectors of indices: from the last lane downwards, and from the second lane around to the first.
const CONSTANTS: &str = "\t.section .rodata
\t.align 64
.Ldown:
\t.long 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0
.Lnext:
\t.long 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0
";

/// Sizes by the table of types, in bytes; types without a row are as wide as a word, `_Bool` as a byte.
fn bytes(scalar: Scalar) -> u32 {
    match scalar {
        Scalar::Bool | Scalar::Char | Scalar::SignedChar | Scalar::UnsignedChar => 1,
        Scalar::Short | Scalar::UnsignedShort | Scalar::Half => 2,
        Scalar::LongLong | Scalar::UnsignedLongLong => 8,
        // `double` is single precision.
        _ => 4,
    }
}

/// Expands abbreviations: `@` is the number of the case, for labels. A line `each FUNCTION` calls a function of two
/// words for every lane, a line `turn REGISTER` reverses the order of the low 16 bits of a register.
fn expand(code: &str, k: usize) -> String {
    let mut text = String::new();
    lines(&mut text, code, k, &mut |text, line| {
        match line.split_once(' ') {
            Some(("each", function)) => each_lane(text, function, k),
            Some(("turn", register)) => turn(text, register),
            _ => return false,
        }
        true
    });
    text
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

/// Writes the function of a case around the instructions that compute its value.
fn function(text: &mut String, k: usize, operation: &Operation, code: &str) {
    let _ = write!(text, "\tadd_i sp, sp, -{FRAME}\n\tstore_32 ra, (sp)\n");
    for (i, operand) in operation.operands.iter().enumerate() {
        let object = if operand.name == RESULT { unit::valued(k) } else { unit::operand(k, i) };
        load(text, i, &object, operand.shape, operand.role);
    }
    text.push_str(code);
    if operation.operand(RESULT).is_none() {
        let _ = writeln!(text, "\tlea s20, {}", unit::valued(k));
        store(text, operation.result);
    }
    let _ = write!(text, "\tload_32 ra, (sp)\n\tadd_i sp, sp, {FRAME}\n\tret\n");
}

fn load(text: &mut String, i: usize, object: &str, shape: Shape, role: Role) {
    let low = 2 * i;
    let _ = writeln!(text, "\tlea s20, {object}");
    let _ = match (role, bytes(shape.element())) {
        (Role::Memory, _) => writeln!(text, "\tmove s{low}, s20"),
        _ if is_vector(shape) => writeln!(text, "\tload_v v{i}, (s20)"),
        (_, 8) => write!(text, "\tload_32 s{low}, (s20)\n\tload_32 s{}, 4(s20)\n", low + 1),
        (_, 4) => writeln!(text, "\tload_32 s{low}, (s20)"),
        (_, 2) if shape.element() == Scalar::Short => writeln!(text, "\tload_s16 s{low}, (s20)"),
        (_, 2) => writeln!(text, "\tload_u16 s{low}, (s20)"),
        _ => writeln!(text, "\tload_u8 s{low}, (s20)"),
    };
}

fn store(text: &mut String, shape: Shape) {
    let _ = match bytes(shape.element()) {
        _ if is_vector(shape) => writeln!(text, "\tstore_v v8, (s20)"),
        8 => write!(text, "\tstore_32 s16, (s20)\n\tstore_32 s17, 4(s20)\n"),
        4 => writeln!(text, "\tstore_32 s16, (s20)"),
        2 => writeln!(text, "\tstore_16 s16, (s20)"),
        _ => writeln!(text, "\tstore_8 s16, (s20)"),
    };
}
