//! Expressions on ForwardCom: a second reading of the document's rules on numbers, as instructions.
//!
//! Operand i is in the general or vector register of its number. The result is left in r0 or v0. All other registers
//! up to r7 and v7 are free.

use std::fmt::Write;

use crosscall_model::Target;

use super::registers::FOUND;
use crate::emit::Access;
use crate::value::{Lowered, Lowering, Transfer, ValueFault, fault};

/// Tables of ForwardCom.
pub(super) const FORWARDCOM: Lowering = Lowering {
    operations: &[CODE],
    words: &[],
    faults: FAULTS,
    expand: |_, _, _| false,
    constants: "",
    frame: ["", "\treturn\n"],
    address: |text, object| text.extend(["\tint64 r8 = address([_", object, "])\n"]),
    access,
    directives: &FOUND,
};

#[rustfmt::skip]
const CODE: &[Lowered] = &[
    // TYPE-04
    ("wrap-add", "int32 r0 = r0 + r1"),
    ("wrap-subtract", "int32 r0 = r0 - r1"),
    ("wrap-multiply", "int64 r0 = r0 * r1"),
    // TYPE-07
    ("add-float", "float v0 = v0 + v1"),
    ("multiply-double", "double v0 = v0 * v1"),
    // TYPE-08
    ("half-subnormal", "float16 v0 = v0 * v1"),
    // TYPE-10
    ("no-difference", "float v0 = v0 - v1; int32 r0 = vec2gp(v0); int32 r0 = r0 << 1; uint32 r0 = r0 > 0xff000000"),
    // TYPE-12, TYPE-13
    ("payload", "float v0 = v0 + v1; int32 r0 = vec2gp(v0)"),
    ("payload-double", "double v0 = v0 * v1; int64 r0 = vec2gp(v0)"),
    ("higher-payload-first", "float v0 = v0 + v1; int32 r0 = vec2gp(v0)"),
    ("higher-payload-second", "float v0 = v0 + v1; int32 r0 = vec2gp(v0)"),
    ("higher-payload-double", "double v0 = v0 * v1; int64 r0 = vec2gp(v0); int64 r0 = clear_bit(r0, 63)"),
    ("payload-half", "float16 v0 = v0 + v1; int16 r0 = vec2gp(v0)"),
    ("higher-payload-half", "float16 v0 = v0 + v1; int16 r0 = vec2gp(v0); int32 r0 = r0 & 0x7fff"),
];

const T: Target = Target::ForwardCom;

#[rustfmt::skip]
const FAULTS: &[ValueFault] = &[
    fault(T, "sum-saturated", "FORWARDCOM-TYPE-04", "a sum that does not fit is the greatest or smallest number",
        &[("wrap-add", "int32 v0 = gp2vec(r0); int32 v1 = gp2vec(r1); int32 v0 = add_ss(v0, v1); int32 r0 = vec2gp(v0)")]),
    fault(T, "float-subtracted", "FORWARDCOM-TYPE-07", "the second of two floats is taken off the first",
        &[("add-float", "float v0 = v0 - v1")]),
    fault(T, "half-flushed", "FORWARDCOM-TYPE-08", "subnormal halves are zero",
        &[("half-subnormal", "int16 v0 = v0 & 0x8000")]),
    fault(T, "difference-zero", "FORWARDCOM-TYPE-10", "the difference of infinities is zero", &[("no-difference", "int32 r0 = 0")]),
    fault(T, "payload-lost", "FORWARDCOM-TYPE-12", "a NaN loses its payload",
        &[("payload", "int32 r0 = 0x7fc00000")]),
    fault(T, "first-payload", "FORWARDCOM-TYPE-13", "of two NaNs the first comes through",
        &[("higher-payload-second", "int32 r0 = vec2gp(v0)")]),
];

/// Loads or stores a value at r8.
fn access(text: &mut String, transfer: &Transfer) {
    let Transfer { way, index, shape, size, .. } = *transfer;
    let (kind, name, place) = if shape.element().is_floating() {
        let _ = writeln!(text, "\tint64 r9 = {size}");
        ("int8".to_owned(), format!("v{index}"), "[r8, length=r9]")
    } else {
        (format!("int{}", 8 * size), format!("r{index}"), "[r8]")
    };
    let _ = match way {
        Access::Load => writeln!(text, "\t{kind} {name} = {place}"),
        Access::Store => writeln!(text, "\t{kind} {place} = {name}"),
    };
}
