//! Expressions on ForwardCom: a second reading of the document's rules on numbers, as instructions.
//!
//! Operand i is in the general or vector register of its number. The result is left in r0 or v0. All other registers
//! up to r7 and v7 are free.

use std::fmt::Write;

use crosscall_model::expression::{Operation, RESULT, Shape};
use crosscall_model::{Scalar, Target, unit};

use super::registers::FOUND;
use crate::value::{Lowered, Lowering, ValueFault, fault, lines};

/// Tables of ForwardCom.
pub(crate) const FORWARDCOM: Lowering = Lowering {
    operations: &[CODE],
    readings: &[],
    faults: FAULTS,
    expand,
    constants: "",
    function,
    bytes,
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

/// Sizes by the document, in bytes.
fn bytes(scalar: Scalar) -> u32 {
    match scalar {
        Scalar::Bool | Scalar::Char | Scalar::SignedChar | Scalar::UnsignedChar => 1,
        Scalar::Short | Scalar::UnsignedShort | Scalar::Half => 2,
        Scalar::Int | Scalar::UnsignedInt | Scalar::WideChar | Scalar::Float => 4,
        _ => 8,
    }
}

fn expand(code: &str, k: usize) -> String {
    let mut text = String::new();
    lines(&mut text, code, k, &mut |_, _| false);
    text
}

/// Writes the function of a case around the instructions that compute its value.
fn function(text: &mut String, k: usize, operation: &Operation, code: &str) {
    for (i, operand) in operation.operands.iter().enumerate() {
        let object = if operand.name == RESULT { unit::valued(k) } else { unit::operand(k, i) };
        let _ = writeln!(text, "\tint64 r8 = address([_{object}])");
        access(text, operand.shape, i, true);
    }
    text.push_str(code);
    let _ = writeln!(text, "\tint64 r8 = address([_{}])", unit::valued(k));
    access(text, operation.result, 0, false);
    text.push_str("\treturn\n");
}

/// Writes the load or store of a value at r8.
fn access(text: &mut String, shape: Shape, register: usize, load: bool) {
    let (element, size) = (shape.element(), bytes(shape.element()));
    let (kind, name, place) = if element.is_floating() {
        let _ = writeln!(text, "\tint64 r9 = {size}");
        ("int8".to_owned(), format!("v{register}"), "[r8, length=r9]")
    } else {
        (format!("int{}", 8 * size), format!("r{register}"), "[r8]")
    };
    let _ = match load {
        true => writeln!(text, "\t{kind} {name} = {place}"),
        false => writeln!(text, "\t{kind} {place} = {name}"),
    };
}
