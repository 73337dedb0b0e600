//! Faults that move reals between the two kinds of registers, and those that break NaN boxes.

use super::roles::FLOATS;
use crate::fault::shapes::{self, first, free_integers, free_real, real};
use crate::language::{Language, Register};
use crate::splice::{Site, Which};

/// a0.
const A0: Register = 10;
/// fa0.
const FA0: Register = FLOATS + 10;

/// The register with this number behind another one.
fn nth(first: Register, n: u32) -> Register {
    first.saturating_add(u8::try_from(n).unwrap_or(0))
}

/// Instructions that move a real of so many bytes from a floating-point register to integer registers, from one on.
fn to_integers(language: &dyn Language, from: Register, to: Register, bytes: u32) -> Vec<String> {
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
fn to_real(language: &dyn Language, from: Register, to: Register, bytes: u32) -> Vec<String> {
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

/// Instructions with 16 bytes of room on the stack.
fn through_stack(code: &[String]) -> Vec<String> {
    let (down, up) = ("addi sp,sp,-16".to_owned(), "addi sp,sp,16".to_owned());
    [&[down], code, &[up]].concat()
}

/// Instructions after which a `float` in fa0 has zeros above it.
fn unboxed() -> Vec<String> {
    through_stack(&["fsw fa0,0(sp)", "sw zero,4(sp)", "fld fa0,0(sp)"].map(str::to_owned))
}

/// Instructions that put a number into a register.
fn destroyed(site: &Site<'_>, register: Register) -> Vec<String> {
    site.language.set(register, 85, site.spares()[1])
}

/// Bytes of a register as a real has them: those of the narrower kind of register.
fn word(site: &Site<'_>) -> u32 {
    site.facts.placement.word.min(site.facts.placement.real)
}

/// Bytes of a real that is passed first and alone, and the number of the integer register behind the arguments.
fn only_real(site: &Site<'_>) -> Option<(u32, u32)> {
    first(site.facts).and_then(|ty| real(ty, site.facts)).zip(free_integers(site.facts))
}

/// Bytes of a result that is a real.
fn real_result(site: &Site<'_>) -> Option<u32> {
    shapes::result(site.facts).and_then(|ty| real(ty, site.facts))
}

pub(super) fn real_from_integers(site: &mut Site<'_>) -> bool {
    only_real(site).is_some_and(|(bytes, n)| site.entry(&to_real(site.language, nth(A0, n), FA0, bytes)))
}

pub(super) fn real_in_integers(site: &mut Site<'_>) -> bool {
    let Some((bytes, n)) = only_real(site) else { return false };
    let mut code = to_integers(site.language, FA0, nth(A0, n), bytes);
    code.extend(destroyed(site, FA0));
    site.before_call(&code)
}

pub(super) fn integer_from_real(site: &mut Site<'_>) -> bool {
    let free = free_real(site.facts);
    free.is_some_and(|n| site.entry(&to_integers(site.language, nth(FA0, n), A0, word(site))))
}

pub(super) fn integer_in_real(site: &mut Site<'_>) -> bool {
    let Some(n) = free_real(site.facts) else { return false };
    let mut code = to_real(site.language, A0, nth(FA0, n), word(site));
    code.extend(destroyed(site, A0));
    site.before_call(&code)
}

pub(super) fn real_result_in_integers(site: &mut Site<'_>) -> bool {
    let Some(bytes) = real_result(site) else { return false };
    let mut code = to_integers(site.language, FA0, A0, bytes);
    code.extend(destroyed(site, FA0));
    site.before_returns(Which::All, &code)
}

pub(super) fn real_result_from_integers(site: &mut Site<'_>) -> bool {
    real_result(site).is_some_and(|bytes| site.after_call(&to_real(site.language, A0, FA0, bytes)))
}

/// Place of an integer that is returned.
pub(super) fn result_in_real(site: &mut Site<'_>) -> bool {
    let mut code = to_real(site.language, A0, FA0, word(site));
    code.extend(destroyed(site, A0));
    site.before_returns(Which::All, &code)
}

pub(super) fn argument_not_boxed(site: &mut Site<'_>) -> bool {
    let bytes = first(site.facts).and_then(|ty| real(ty, site.facts));
    bytes.is_some_and(|bytes| bytes < site.facts.placement.real) && site.before_call(&unboxed())
}

pub(super) fn result_not_boxed(site: &mut Site<'_>) -> bool {
    let bytes = real_result(site);
    bytes.is_some_and(|bytes| bytes < site.facts.placement.real)
        && site.before_returns(Which::All, &unboxed())
}
