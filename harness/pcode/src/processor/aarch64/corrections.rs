//! Where the specification of AArch64 that comes with `sleigh-config` 1.0 says less than the manual, or something else, as random
//! instructions beside QEMU have shown. All other instructions are executed by their p-code alone. Of all instructions:
//!
//! * What writes `w0` and its like at times leaves the upper half of `x0` as it is.
//! * P-code knows no rounding modes, no flags in `fpsr`, and not which NaN a result is; comparisons leave before they raise anything.
//! * Accesses by a stack pointer that is not a multiple of 16, and atomic ones to addresses that are not aligned, do not fail.
//! * The words of `ldpsw` are 8 bytes apart.
//! * `nzcv` is a register that does not know of the condition flags.

use super::super::decode::{Correction, Fix};
use super::super::lanes::{Lane, Lanes};
use super::super::work::Own;

const fn row(names: &'static str, fix: Fix, fact: &'static str) -> Correction {
    Correction { names, fix, fact }
}

const fn named(names: &'static str, work: Lanes) -> Correction {
    row(names, Fix::Named(Own::Lanes(work)), "there is only a name for it")
}

const fn lanes(names: &'static str, lane: Lane, fact: &'static str) -> Correction {
    row(names, Fix::Lanes(Own::Lanes(Lanes::Each(lane, 0))), fact)
}

const fn scalar(names: &'static str, lane: Lane) -> Correction {
    row(names, Fix::Whole(Own::Lanes(Lanes::Each(lane, 0))), "wrong for NaNs and for zeros with a sign")
}

const ROUNDED_TWICE: &str = "the product is rounded before the sum, and of scalars the upper bytes stay";
const TRUNCATED: &str = "the rounding mode of the name is not regarded, and no sign is one";
const LEFT: &str = "the upper bytes of the register stay as they are";
const INTEGRAL: &str = "the number is replaced by the integer's bits, rounded towards zero";

#[rustfmt::skip]
pub(super) static CORRECTIONS: &[Correction] = &[
    row("udf", Fix::Instead(Own::Illegal), "a user operation without a meaning"),
    row("brk hlt", Fix::Instead(Own::Exception("an instruction that only raises an exception")), "a user operation without a meaning"),
    row("svc", Fix::Instead(Own::System), "a user operation without a meaning"),
    row("dmb dsb isb nop yield bti paciasp autiasp pacibsp autibsp prfm prfum hint", Fix::Nothing,
        "they do nothing that a program sees, on a processor without pointer authentication"),
    row("stxr stlxr stxrb stlxrb stxrh stlxrh", Fix::Named(Own::Reserved), "there is only a name for what is reserved"),
    row("fmadd", Fix::Whole(Own::MultiplyAdd([false, false])), ROUNDED_TWICE),
    row("fmsub", Fix::Whole(Own::MultiplyAdd([true, false])), ROUNDED_TWICE),
    row("fnmadd", Fix::Whole(Own::MultiplyAdd([true, true])), ROUNDED_TWICE),
    row("fnmsub", Fix::Whole(Own::MultiplyAdd([false, true])), ROUNDED_TWICE),
    row("fmla", Fix::Lanes(Own::MultiplyAdd([false, false])), ROUNDED_TWICE),
    row("fmls", Fix::Lanes(Own::MultiplyAdd([true, false])), ROUNDED_TWICE),
    row("fcvtas", Fix::Rounded(Own::ToInteger(true), 4), TRUNCATED), row("fcvtau", Fix::Rounded(Own::ToInteger(false), 4), TRUNCATED),
    row("fcvtns", Fix::Rounded(Own::ToInteger(true), 0), TRUNCATED), row("fcvtnu", Fix::Rounded(Own::ToInteger(false), 0), TRUNCATED),
    row("fcvtps", Fix::Rounded(Own::ToInteger(true), 3), TRUNCATED), row("fcvtpu", Fix::Rounded(Own::ToInteger(false), 3), TRUNCATED),
    row("fcvtms", Fix::Rounded(Own::ToInteger(true), 2), TRUNCATED), row("fcvtmu", Fix::Rounded(Own::ToInteger(false), 2), TRUNCATED),
    row("fcvtzu", Fix::Rounded(Own::ToInteger(false), 1), TRUNCATED),
    named("fcvtzs/4S+4S fcvtzs/2S+2S fcvtzs/2D+2D", Lanes::One(Lane::ToInteger(true))),
    row("frintn", Fix::Rounded(Own::Integral(false), 0), INTEGRAL), row("frintp", Fix::Rounded(Own::Integral(false), 3), INTEGRAL),
    row("frintm", Fix::Rounded(Own::Integral(false), 2), INTEGRAL), row("frintz", Fix::Rounded(Own::Integral(false), 1), INTEGRAL),
    row("frinta", Fix::Rounded(Own::Integral(false), 4), INTEGRAL), row("frintx", Fix::Rounded(Own::Integral(true), 7), INTEGRAL),
    row("frinti", Fix::Rounded(Own::Integral(false), 7), INTEGRAL),
    scalar("fmax/s+s+s fmax/d+d+d fmax/h+h+h", Lane::Greatest(true, false)), scalar("fmin/s+s+s fmin/d+d+d fmin/h+h+h", Lane::Greatest(false, false)),
    scalar("fmaxnm/s+s+s fmaxnm/d+d+d fmaxnm/h+h+h", Lane::Greatest(true, true)),
    scalar("fminnm/s+s+s fminnm/d+d+d fminnm/h+h+h", Lane::Greatest(false, true)),
    named("fmax", Lanes::Sized(Lane::Greatest(true, false))), named("fmin", Lanes::Sized(Lane::Greatest(false, false))),
    named("fmaxnm", Lanes::Sized(Lane::Greatest(true, true))), named("fminnm", Lanes::Sized(Lane::Greatest(false, true))),
    named("fmaxv", Lanes::Across(Lane::Greatest(true, false))), named("fminv", Lanes::Across(Lane::Greatest(false, false))),
    named("fmaxnmv fmaxnmp/s+2S fmaxnmp/d+2D", Lanes::Across(Lane::Greatest(true, true))),
    named("fminnmv fminnmp/s+2S fminnmp/d+2D", Lanes::Across(Lane::Greatest(false, true))),
    named("fmaxp", Lanes::Pairs(Lane::Greatest(true, false))), named("fminp", Lanes::Pairs(Lane::Greatest(false, false))),
    named("fmaxnmp", Lanes::Pairs(Lane::Greatest(true, true))), named("fminnmp", Lanes::Pairs(Lane::Greatest(false, true))),
    named("smax", Lanes::Sized(Lane::Extreme(true, true))), named("smin", Lanes::Sized(Lane::Extreme(false, true))),
    named("umax", Lanes::Sized(Lane::Extreme(true, false))), named("umin", Lanes::Sized(Lane::Extreme(false, false))),
    named("smaxp", Lanes::Pairs(Lane::Extreme(true, true))), named("sminp", Lanes::Pairs(Lane::Extreme(false, true))),
    named("umaxp", Lanes::Pairs(Lane::Extreme(true, false))), named("uminp", Lanes::Pairs(Lane::Extreme(false, false))),
    named("smaxv", Lanes::Across(Lane::Extreme(true, true))), named("sminv", Lanes::Across(Lane::Extreme(false, true))),
    named("umaxv", Lanes::Across(Lane::Extreme(true, false))), named("uminv", Lanes::Across(Lane::Extreme(false, false))),
    named("shadd", Lanes::Sized(Lane::Halve(false, true, false))), named("uhadd", Lanes::Sized(Lane::Halve(false, false, false))),
    named("shsub", Lanes::Sized(Lane::Halve(true, true, false))), named("uhsub", Lanes::Sized(Lane::Halve(true, false, false))),
    lanes("srhadd", Lane::Halve(false, true, true), "another register is written"),
    lanes("urhadd", Lane::Halve(false, false, true), "sums of two lanes of 4 bytes lose their carry"),
    lanes("sabd", Lane::Distance(true), "the third lane of four is wrong"), lanes("uabd", Lane::Distance(false), "as `sabd`"),
    lanes("abs", Lane::Absolute, "negative lanes stay negative"),
    named("sshl", Lanes::Sized(Lane::Shift(true))), named("ushl", Lanes::Sized(Lane::Shift(false))),
    named("cls", Lanes::One(Lane::SignBits)), named("rbit", Lanes::One(Lane::Reverse)),
    named("scvtf", Lanes::One(Lane::ToNumber(true))), named("ucvtf", Lanes::One(Lane::ToNumber(false))),
    named("rev64", Lanes::Turned(8)), named("rev32", Lanes::Turned(4)), named("rev16", Lanes::Turned(2)),
    named("saddlv", Lanes::Sum(true)), named("uaddlv", Lanes::Sum(false)),
    named("umull", Lanes::Long('*', false)), named("smull", Lanes::Long('*', true)),
    named("ext", Lanes::Extract), named("tbl", Lanes::Table), named("fmov/2S+i fmov/4S+i fmov/2D+i", Lanes::Repeat),
    named("shl/d+d+i", Lanes::Each(Lane::Left, 0)), named("sshr/d+d+i", Lanes::Each(Lane::Right(true), 0)),
    row("ldrsb/w+M ldrsb/w+M+i ldrsh/w+M ldrsh/w+M+i ldursb/w+M ldursh/w+M", Fix::Signed, "extended to 8 bytes, or without the sign"),
    row("ldar/w+M", Fix::Narrow(4), "8 bytes are loaded"), row("stlrh", Fix::Narrow(2), "4 bytes are stored"), row("stlrb", Fix::Narrow(1), "4 bytes are stored"),
    row("ucvtf/s+s ucvtf/d+d", Fix::Whole(Own::FromInteger(false)), "there is only a name for it, without a size"),
    row("bif/8B+8B+8B bit/8B+8B+8B bsl/8B+8B+8B addv/b+16B addv/b+8B", Fix::Clear, LEFT),
    row("ld1/4H+M ld1/8B+M ld1/2S+M ld1/4H+M+i ld1/8B+M+i ld1/2S+M+i ld1/1D+M", Fix::Clear, LEFT),
    row("ld1r/2S+M ld1r/4H+M ld1r/8B+M ld1r/2S+M+i ld1r/4H+M+i ld1r/8B+M+i", Fix::Clear, LEFT),
];
