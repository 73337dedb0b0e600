//! Relocations: numbers from the vendor's header file, what becomes of values from its linker.
//!
//! A number says what the value is relative to, how wide the field is and by what power of two it is divided. Some of
//! each are here. What is relative to the pointers of data and of threads, or to a second symbol, is not: it takes sections
//! of other kinds.

use crate::abi::tool::fields::{bits, signed, whole};
use crosscall_clauses::forwardcom::clause;
use crosscall_model::tool::table::{Excess, Field, Formula, Relocation};

const SOURCE: &str = "elf_forwardcom.h and linker1.cpp of the ForwardCom binary tools 1.14";

const S8: Field = signed(&[bits(0, 0, 8)], -0x80, 0x7f, 1);
const S16: Field = signed(&[bits(0, 0, 16)], -0x8000, 0x7fff, 1);
const S24: Field = signed(&[bits(0, 0, 24)], -0x80_0000, 0x7f_ffff, 1);
const S32: Field = signed(&[bits(0, 0, 32)], -0x8000_0000, 0x7fff_ffff, 1);
const W64: Field = whole(&[bits(0, 0, 64)]);
/// Values that are stored divided by 4 or 8, and have to be divisible.
const S8X4: Field = signed(&[bits(0, 2, 8)], -0x200, 0x1fc, 4);
const S16X4: Field = signed(&[bits(0, 2, 16)], -0x2_0000, 0x1_fffc, 4);
const S16X8: Field = signed(&[bits(0, 3, 16)], -0x4_0000, 0x3_fff8, 8);
const S24X4: Field = signed(&[bits(0, 2, 24)], -0x200_0000, 0x1ff_fffc, 4);
const S32X4: Field = signed(&[bits(0, 2, 32)], -0x2_0000_0000, 0x1_ffff_fffc, 4);
/// Halves of a value, which itself has to fit into two of them.
const LOW16: Field = signed(&[bits(0, 0, 16)], -0x8000_0000, 0x7fff_ffff, 1);
const HIGH16: Field = signed(&[bits(0, 16, 16)], -0x8000_0000, 0x7fff_ffff, 1);
const LOW32: Field = whole(&[bits(0, 0, 32)]);
const HIGH32: Field = whole(&[bits(0, 32, 32)]);

const fn row(
    number: u32,
    name: &'static str,
    formula: Formula,
    (bytes, field): (usize, Field),
) -> Relocation {
    let excess = if field.low == i64::MIN { Excess::None } else { Excess::Signed };
    let (clause, shift, align) = (clause::S22, 0, 1);
    Relocation { number, name, clause, formula, shift, bytes, field, excess, align, source: SOURCE }
}

#[rustfmt::skip]
pub(super) const RELOCATIONS: &[Relocation] = &[
    row(0x00_0100, "absolute, 8 bits", Formula::Value, (1, S8)),
    row(0x00_0200, "absolute, 16 bits", Formula::Value, (2, S16)),
    row(0x00_0203, "absolute, 16 bits, divided by 8", Formula::Value, (2, S16X8)),
    row(0x00_0300, "absolute, 24 bits", Formula::Value, (3, S24)),
    row(0x00_0400, "absolute, 32 bits", Formula::Value, (4, S32)),
    row(0x00_0402, "absolute, 32 bits, divided by 4", Formula::Value, (4, S32X4)),
    row(0x00_0500, "absolute, low half of 32 bits", Formula::Value, (2, LOW16)),
    row(0x00_0600, "absolute, high half of 32 bits", Formula::Value, (2, HIGH16)),
    row(0x00_0800, "absolute, 64 bits", Formula::Value, (8, W64)),
    row(0x00_0900, "absolute, low half of 64 bits", Formula::Value, (4, LOW32)),
    row(0x00_0a00, "absolute, high half of 64 bits", Formula::Value, (4, HIGH32)),
    row(0x01_0100, "relative to itself, 8 bits", Formula::FromPlace, (1, S8)),
    row(0x01_0102, "relative to itself, 8 bits, divided by 4", Formula::FromPlace, (1, S8X4)),
    row(0x01_0200, "relative to itself, 16 bits", Formula::FromPlace, (2, S16)),
    row(0x01_0202, "relative to itself, 16 bits, divided by 4", Formula::FromPlace, (2, S16X4)),
    row(0x01_0302, "relative to itself, 24 bits, divided by 4", Formula::FromPlace, (3, S24X4)),
    row(0x01_0400, "relative to itself, 32 bits", Formula::FromPlace, (4, S32)),
    row(0x01_0402, "relative to itself, 32 bits, divided by 4", Formula::FromPlace, (4, S32X4)),
    row(0x01_0800, "relative to itself, 64 bits", Formula::FromPlace, (8, W64)),
    row(0x04_0202, "relative to the base of code, 16 bits, divided by 4", Formula::FromSection, (2, S16X4)),
    row(0x04_0400, "relative to the base of code, 32 bits", Formula::FromSection, (4, S32)),
    row(0x04_0402, "relative to the base of code, 32 bits, divided by 4", Formula::FromSection, (4, S32X4)),
];
