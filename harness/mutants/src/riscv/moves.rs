//! Moves of reals between the two kinds of registers, and pieces of code around a function.

use super::roles::{FLOATS, SP};
use crate::apply::in_function;
use crate::edit::Action::Around;
use crate::language::{Language, Register, Step};
use crate::splice::Site;

/// a0.
pub(super) const A0: Register = 10;
/// fa0.
pub(super) const FA0: Register = FLOATS + 10;

/// The register with this number behind another one.
pub(super) fn nth(first: Register, n: u32) -> Register {
    first.saturating_add(u8::try_from(n).unwrap_or(0))
}

/// Instructions that move a real of so many bytes from a floating-point register to integer registers, from one on.
pub(super) fn to_integers(language: &dyn Language, from: Register, to: Register, bytes: u32) -> Vec<String> {
    let (real, one, next) = (language.name(from), language.name(to), language.name(to + 1));
    match (bytes, language.word()) {
        (4, _) => vec![format!("fmv.x.w {one},{real}")],
        (_, 8) => vec![format!("fmv.x.d {one},{real}")],
        _ => through_stack(&[
            format!("fsd {real},0(sp)"),
            format!("lw {one},0(sp)"),
            format!("lw {next},4(sp)"),
        ]),
    }
}

/// Instructions that move a real of so many bytes from integer registers, from one on, to a floating-point register.
pub(super) fn to_real(language: &dyn Language, from: Register, to: Register, bytes: u32) -> Vec<String> {
    let (real, one, next) = (language.name(to), language.name(from), language.name(from + 1));
    match (bytes, language.word()) {
        (4, _) => vec![format!("fmv.w.x {real},{one}")],
        (_, 8) => vec![format!("fmv.d.x {real},{one}")],
        _ => through_stack(&[
            format!("sw {one},0(sp)"),
            format!("sw {next},4(sp)"),
            format!("fld {real},0(sp)"),
        ]),
    }
}

/// Instructions after which a `float` in a register of 64 bits has zeros above it.
pub(super) fn unboxed(language: &dyn Language, register: Register) -> Vec<String> {
    let real = language.name(register);
    through_stack(&[format!("fsw {real},0(sp)"), "sw zero,4(sp)".to_owned(), format!("fld {real},0(sp)")])
}

/// Instructions with 16 bytes of room on the stack.
fn through_stack(code: &[String]) -> Vec<String> {
    let (down, up) = ("addi sp,sp,-16".to_owned(), "addi sp,sp,16".to_owned());
    [&[down], code, &[up]].concat()
}

/// Instructions that put a number into a register, and into the floating-point register that is given.
pub(super) fn destroyed(language: &dyn Language, register: Register) -> Vec<String> {
    let [_, other, _] = language.roles().free;
    language.set(register, 85, other)
}

/// Puts code at the beginning and before each return, where the function neither uses a register nor calls what would
/// destroy it.
pub(super) fn around(
    site: &mut Site<'_>,
    register: Register,
    before: &'static str,
    after: &'static str,
) -> bool {
    let (language, lines) = (site.language, &site.function.lines);
    let calls = |i| matches!(language.step(lines, i), Step::Call(_));
    let mentions = lines.iter().any(|line| language.mentions(line, register));
    let is_free = !(0..lines.len()).any(calls) && !mentions;
    is_free && in_function(&Around(before, after), site)
}

/// Changes the first word on the stack, where arguments are passed, by an exchange of some of its bits.
pub(super) fn first_stack_word(language: &dyn Language, bits: u32) -> Vec<String> {
    let [_, value, other] = language.roles().at_call;
    let code = [
        language.load(value, SP, 0).into_iter().collect(),
        language.set(other, bits, other),
        vec![format!("xor {0},{0},{1}", language.name(value), language.name(other))],
        language.store(value, SP, 0).into_iter().collect(),
    ];
    code.concat()
}
