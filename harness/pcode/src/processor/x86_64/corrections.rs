//! Where the specification of x86-64 that comes with `sleigh-config` 1.0 says less than the manual, or something else, as random
//! instructions beside a processor have shown. All other instructions are executed by their p-code alone. Of all instructions:
//!
//! * Operands of 16 bytes in memory need not be aligned, and are loaded in parts, or twice.
//! * P-code does not define division by zero, nor quotients that are too large.
//! * P-code knows no rounding modes, no flags in `mxcsr` and the x87's status, and not which NaN a result is.
//! * The x87 has neither a pointer to its top nor tags, what is popped is lost, and comparisons write all of its status.
//! * `lodsd`, `xchg`, `xadd` leave the upper half of a general register as it is; `bsf` and `bsr` of 0 give a number.
//! * `cmpord` and `cmpunord` raise nothing.
//! * The adjust flag is not modelled: `lahf` is refused, and `pushfq` stores it as `popfq` or `sahf` left it.

use super::super::decode::{Correction, Fix};
use super::super::lanes::{Lane, Lanes};
use super::super::work::Own;
use libsla::FloatOp;

const fn row(names: &'static str, fix: Fix, fact: &'static str) -> Correction {
    Correction { names, fix, fact }
}

const fn vectors(names: &'static str, work: Lanes) -> Correction {
    row(names, Fix::Named(Own::Lanes(work)), "there is only a name for it")
}

const fn each(names: &'static str, lane: Lane, size: u8) -> Correction {
    vectors(names, Lanes::Each(lane, size))
}

const fn shift(names: &'static str, lane: Lane, size: u8) -> Correction {
    row(
        names,
        Fix::Vector(Own::Lanes(Lanes::Each(lane, size))),
        "amounts beyond the lane, or in the upper half, are not regarded",
    )
}

#[rustfmt::skip]
pub(super) static CORRECTIONS: &[Correction] = &[
    row("UD2 UD1 UD0", Fix::Instead(Own::Exception("an undefined instruction")), "a user operation without a meaning"),
    row("INT3 INT1 INT HLT", Fix::Instead(Own::Exception("an instruction that only raises an exception")), "a user operation without a meaning"),
    row("SYSCALL SYSENTER", Fix::Instead(Own::System), "a user operation without a meaning"),
    row("ENDBR64 ENDBR32 NOP PAUSE PREFETCHNTA PREFETCHT0 PREFETCHT1 PREFETCHT2 PREFETCHW MFENCE LFENCE SFENCE", Fix::Nothing,
        "they do nothing that a program sees"),
    row("CVTPS2DQ CVTPD2DQ CVTSD2SI CVTSS2SI FIST FISTP", Fix::Rounded(Own::ToInteger(true), 7), "rounded towards zero, or always to nearest"),
    row("FXAM", Fix::Instead(Own::Examine), "the conditions are those of a comparison with zero"),
    shift("PSLLD/x+x PSLLD/x+M", Lane::Left, 4), shift("PSLLQ/x+x PSLLQ/x+M", Lane::Left, 8),
    shift("PSRLW/x+x PSRLW/x+M", Lane::Right(false), 2), shift("PSRLD/x+x PSRLD/x+M", Lane::Right(false), 4),
    shift("PSRLQ/x+x PSRLQ/x+M", Lane::Right(false), 8), shift("PSRAD/x+x PSRAD/x+M", Lane::Right(true), 4),
    each("PSLLW", Lane::Left, 2), each("PSRAW", Lane::Right(true), 2),
    vectors("PACKSSWB", Lanes::Pack(2, true)), vectors("PACKUSWB", Lanes::Pack(2, false)), vectors("PACKSSDW", Lanes::Pack(4, true)),
    each("PADDSB", Lane::Saturate(false, true), 1), each("PADDSW", Lane::Saturate(false, true), 2),
    each("PADDUSB", Lane::Saturate(false, false), 1), each("PADDUSW", Lane::Saturate(false, false), 2),
    each("PSUBSB", Lane::Saturate(true, true), 1), each("PSUBSW", Lane::Saturate(true, true), 2),
    each("PSUBUSB", Lane::Saturate(true, false), 1), each("PSUBUSW", Lane::Saturate(true, false), 2),
    each("PAVGB", Lane::Average, 1), each("PAVGW", Lane::Average, 2), each("PMULHW", Lane::High(true), 2), each("PMULHUW", Lane::High(false), 2),
    vectors("PMADDWD", Lanes::Products), vectors("PSADBW", Lanes::Differences),
    vectors("PSHUFLW", Lanes::Shuffle(false)), vectors("PSHUFHW", Lanes::Shuffle(true)),
    vectors("MOVMSKPS", Lanes::Signs(4)), vectors("MOVMSKPD", Lanes::Signs(8)),
    each("DIVPS", Lane::Float(FloatOp::Divide), 4), each("DIVPD", Lane::Float(FloatOp::Divide), 8),
    each("SQRTPS", Lane::Float(FloatOp::SquareRoot), 4), each("SQRTPD", Lane::Float(FloatOp::SquareRoot), 8),
    each("MINPS", Lane::Number(false), 4), each("MINPD", Lane::Number(false), 8), each("MAXPS", Lane::Number(true), 4), each("MAXPD", Lane::Number(true), 8),
];
