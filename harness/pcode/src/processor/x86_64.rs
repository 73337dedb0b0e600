//! x86-64: its registers, and what its specification says less than the manual, or otherwise.

use super::Processor;
use super::core::Target;
use super::decode::{Builder, Correction, Fix};
use super::lanes::{Lane, Lanes};
use super::number::{self, Manner, Rules};
use super::work::{Cells, KEPT, Operand, Operation, Own, Work};
use crate::specification::Spelled;
use crosscall_machines::machine::{RegisterClass, RegisterInfo};
use crosscall_machines::riscv::float::flags;
use libsla::{BoolOp, FloatOp, IntOp, IntSign, OpCode};
use rustc_apfloat::Round;
use sleigh_config::processor_x86 as x86;
use std::sync::LazyLock;

/// Of x86-64.
#[derive(Debug)]
pub(crate) struct X86;

const GENERAL: [&str; 16] = [
    "rax", "rcx", "rdx", "rbx", "rsp", "rbp", "rsi", "rdi", "r8", "r9", "r10", "r11", "r12", "r13", "r14",
    "r15",
];
#[rustfmt::skip]
const VECTORS: [&str; 16] = [
    "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13", "xmm14",
    "xmm15",
];
const STACK: [&str; 8] = ["st0", "st1", "st2", "st3", "st4", "st5", "st6", "st7"];
const SPECIAL: [(&str, u16); 6] =
    [("rflags", 64), ("mxcsr", 32), ("fpcw", 16), ("fpsw", 16), ("fptw", 16), ("rip", 64)];

/// Numbers of registers.
const FIRST_VECTOR: u16 = 16;
const FIRST_STACK: u16 = 32;
const RFLAGS: u16 = 40;
const MXCSR: u16 = 41;
const FPCW: u16 = 42;
const FPSW: u16 = 43;
const FPTW: u16 = 44;
const RIP: u16 = 45;

/// Cells, by the specification's `define register`.
mod at {
    pub(super) const FLAGS: u64 = 0x200;
    pub(super) const FS_OFFSET: u64 = 0x110;
    pub(super) const DIRECTION: u64 = 0x20a;
    pub(super) const MXCSR: u64 = 0x1094;
    pub(super) const FPCW: u64 = 0x10a0;
    pub(super) const FPSW: u64 = 0x10a2;
    pub(super) const FPTW: u64 = 0x10a4;
    pub(super) const STACK: u64 = 0x1100;
    pub(super) const VECTORS: u64 = 0x1200;
}

/// The bits of `rflags`, which are cells of a byte each; bit 1 is always 1.
const FLAG_BITS: u64 = 0x4fd5;
/// Interrupts are enabled, as in every process.
const START_FLAGS: u64 = 0x202;
/// Rounding to nearest, and no exception traps.
const START_MXCSR: u128 = 0x1f80;
const START_FPCW: u128 = 0x37f;
/// All registers of the x87 are empty.
const EMPTY: u128 = 0xffff;
/// The condition bits of the x87's status.
const CONDITIONS: u128 = 0x4500;

static TABLE: LazyLock<Vec<RegisterInfo>> = LazyLock::new(|| {
    let info = |name: &&'static str, bits, class| RegisterInfo { name, alias: "", bits, class };
    let general = GENERAL.iter().map(|name| info(name, 64, RegisterClass::General));
    let vectors = VECTORS.iter().map(|name| info(name, 128, RegisterClass::Vector));
    let stack = STACK.iter().map(|name| info(name, 80, RegisterClass::Vector));
    let special = SPECIAL.iter().map(|(name, bits)| info(name, *bits, RegisterClass::Special));
    general.chain(vectors).chain(stack).chain(special).collect()
});

const fn row(names: &'static str, fix: Fix) -> Correction {
    Correction { names, fix }
}

const fn each(lane: Lane, size: u8) -> Fix {
    Fix::Named(Own::Lanes(Lanes::Each(lane, size)))
}

const fn shift(lane: Lane, size: u8) -> Fix {
    Fix::Vector(Own::Lanes(Lanes::Each(lane, size)))
}

const fn vectors(work: Lanes) -> Fix {
    Fix::Named(Own::Lanes(work))
}

/// "Named": the specification has only a name for what these do.
#[rustfmt::skip]
static CORRECTIONS: &[Correction] = &[
    row("UD2 UD1 UD0", Fix::Instead(Own::Exception("an undefined instruction"))),
    row("INT3 INT1 INT HLT", Fix::Instead(Own::Exception("an instruction that only raises an exception"))),
    row("SYSCALL SYSENTER", Fix::Instead(Own::System)),
    row("ENDBR64 ENDBR32 NOP PAUSE PREFETCHNTA PREFETCHT0 PREFETCHT1 PREFETCHT2 PREFETCHW MFENCE LFENCE SFENCE EMMS", Fix::Nothing),
    row("PACKSSWB", vectors(Lanes::Pack(2, true))), row("PACKUSWB", vectors(Lanes::Pack(2, false))),
    row("PACKSSDW", vectors(Lanes::Pack(4, true))),
    row("PADDSB", each(Lane::Saturate(false, true), 1)), row("PADDSW", each(Lane::Saturate(false, true), 2)),
    row("PADDUSB", each(Lane::Saturate(false, false), 1)), row("PADDUSW", each(Lane::Saturate(false, false), 2)),
    row("PSUBSB", each(Lane::Saturate(true, true), 1)), row("PSUBSW", each(Lane::Saturate(true, true), 2)),
    row("PSUBUSB", each(Lane::Saturate(true, false), 1)), row("PSUBUSW", each(Lane::Saturate(true, false), 2)),
    row("PAVGB", each(Lane::Average, 1)), row("PAVGW", each(Lane::Average, 2)),
    row("PMULHW", each(Lane::High(true), 2)), row("PMULHUW", each(Lane::High(false), 2)),
    row("PMADDWD", vectors(Lanes::Products)), row("PSADBW", vectors(Lanes::Differences)),
    row("PSLLW", each(Lane::Left, 2)), row("PSRAW", each(Lane::Right(true), 2)),
    row("PSLLD/x+x PSLLD/x+M", shift(Lane::Left, 4)), row("PSLLQ/x+x PSLLQ/x+M", shift(Lane::Left, 8)),
    row("PSRLW/x+x PSRLW/x+M", shift(Lane::Right(false), 2)), row("PSRLD/x+x PSRLD/x+M", shift(Lane::Right(false), 4)),
    row("PSRLQ/x+x PSRLQ/x+M", shift(Lane::Right(false), 8)), row("PSRAD/x+x PSRAD/x+M", shift(Lane::Right(true), 4)),
    row("CVTPS2DQ CVTPD2DQ CVTSD2SI CVTSS2SI FIST FISTP", Fix::Rounded(Own::ToInteger(true), 7)),
    row("FXAM", Fix::Instead(Own::Examine)),
    row("PSHUFLW", vectors(Lanes::Shuffle(false))), row("PSHUFHW", vectors(Lanes::Shuffle(true))),
    row("MOVMSKPS", vectors(Lanes::Signs(4))), row("MOVMSKPD", vectors(Lanes::Signs(8))),
    row("DIVPS", each(Lane::Float(FloatOp::Divide), 4)), row("DIVPD", each(Lane::Float(FloatOp::Divide), 8)),
    row("SQRTPS", each(Lane::Float(FloatOp::SquareRoot), 4)), row("SQRTPD", each(Lane::Float(FloatOp::SquareRoot), 8)),
    row("MINPS", each(Lane::Number(false), 4)), row("MINPD", each(Lane::Number(false), 8)),
    row("MAXPS", each(Lane::Number(true), 4)), row("MAXPD", each(Lane::Number(true), 8)),
];

impl Target for X86 {
    const NAME: Processor = Processor::X86_64;
    const MACHINE: u16 = 62;
    const UNIT: u8 = 1;
    const STACK: (u16, u64) = (4, 0x20);
    const COUNTER: u16 = RIP;
    const LINK: Option<u16> = None;
    const THREAD: u64 = at::FS_OFFSET;
    const ARGUMENTS: ([u16; 3], u16) = ([7, 6, 2], 0);
    /// rax, rcx, rdx, rsi, rdi, r8 to r11, xmm0 to xmm15.
    const SCRATCH: u64 = 0xffff_0fc7;
    const CORRECTIONS: &'static [Correction] = CORRECTIONS;
    const COMPARED: &'static str = include_str!("x86_64.txt");

    fn specification() -> (&'static str, &'static [u8]) {
        (x86::PSPEC_X86_64, x86::SLA_X86_64)
    }

    fn table() -> &'static [RegisterInfo] {
        &TABLE
    }

    fn cell(register: u16) -> Option<Operand> {
        let number = u64::from(register);
        Some(match register {
            0..8 => Operand::cell(number * 8, 8),
            8..FIRST_VECTOR => Operand::cell(0x80 + (number - 8) * 8, 8),
            FIRST_VECTOR..FIRST_STACK => Operand::cell(at::VECTORS + (number - 16) * 64, 16),
            FIRST_STACK..RFLAGS => Operand::cell(at::STACK + (number - 32) * 16, 10),
            MXCSR => Operand::cell(at::MXCSR, 4),
            FPCW => Operand::cell(at::FPCW, 2),
            FPSW => Operand::cell(at::FPSW, 2),
            FPTW => Operand::cell(at::FPTW, 2),
            _ => return None,
        })
    }

    fn number(cell: Operand) -> Option<u8> {
        let at = cell.value;
        let number = match at {
            0x20..0x28 => return None,
            0..0x40 => at / 8,
            0x80..0xc0 => 8 + (at - 0x80) / 8,
            at::DIRECTION => RFLAGS.into(),
            at::MXCSR..0x1098 => MXCSR.into(),
            at::FPCW..at::FPSW => FPCW.into(),
            at::FPSW..at::FPTW => FPSW.into(),
            at::FPTW => FPTW.into(),
            at::STACK..0x1180 => 32 + (at - at::STACK) / 16,
            at::VECTORS..0x1600 if at % 64 < 16 => 16 + (at - at::VECTORS) / 64,
            _ => return None,
        };
        (cell.size > 0).then_some(number as u8)
    }

    fn general(cell: Operand) -> Option<u16> {
        let number = Self::number(cell).filter(|number| *number < 16 && cell.size == 8)?;
        Some(number.into())
    }

    fn flags(cells: &Cells) -> u64 {
        let bits = (0..16).filter(|bit| FLAG_BITS >> bit & 1 == 1);
        bits.fold(2, |all, bit| all | (cells.word(at::FLAGS + bit) & 1) << bit | START_FLAGS & 0x200)
    }

    fn set_flags(cells: &mut Cells, value: u64) {
        for bit in (0..16).filter(|bit| FLAG_BITS >> bit & 1 == 1) {
            cells.put(at::FLAGS + bit, 1, (value >> bit & 1).into());
        }
    }

    fn restart(cells: &mut Cells) {
        Self::set_flags(cells, START_FLAGS);
        cells.put(at::MXCSR, 4, START_MXCSR);
        cells.put(at::FPCW, 2, START_FPCW);
        cells.put(at::FPTW, 2, EMPTY);
    }

    fn manner(cells: &Cells, mode: u8, is_extended: bool, quiet: bool) -> Result<Manner, &'static str> {
        let (mxcsr, control) = (cells.word(at::MXCSR), cells.word(at::FPCW));
        let code = match is_extended {
            true if control & 0x33f != 0x33f => {
                return Err("x87 arithmetic in another precision, or with exceptions that trap");
            }
            true => control >> 10 & 3,
            false if mxcsr & 0x9fc0 != 0x1f80 => {
                return Err(
                    "SSE arithmetic that flushes small numbers to zero, or with exceptions that trap",
                );
            }
            false => mxcsr >> 13 & 3,
        };
        let dynamic = match code {
            0 => Round::NearestTiesToEven,
            1 => Round::TowardNegative,
            2 => Round::TowardPositive,
            _ => Round::TowardZero,
        };
        let round = if mode == 1 { Round::TowardZero } else { dynamic };
        Ok(Manner { rules: Rules::X86, round, quiet })
    }

    fn raise(cells: &mut Cells, raised: u32, is_extended: bool) {
        let rows = [
            (flags::INVALID, 1),
            (number::DENORMAL, 2),
            (flags::DIVISION_BY_ZERO, 4),
            (flags::OVERFLOW, 8),
            (flags::UNDERFLOW, 16),
            (flags::INEXACT, 32),
        ];
        let bits = rows.iter().filter(|(from, _)| raised & from != 0).fold(0, |all, (_, to)| all | to);
        let at = if is_extended { at::FPSW } else { at::MXCSR };
        let old = cells.get(at, 2);
        cells.put(at, 2, old | bits);
    }

    fn own(cells: &mut Cells, own: Own, [a, ..]: [u128; 3]) -> Result<u128, &'static str> {
        let (status, tags) = (cells.get(at::FPSW, 2), cells.get(at::FPTW, 2));
        match own {
            Own::Turn(grows) => {
                let top = status >> 11 & 7;
                let next = if grows { top.wrapping_sub(1) & 7 } else { (top + 1) & 7 };
                let place = 2 * if grows { next } else { top };
                if (tags >> place & 3 == 3) != grows {
                    return Err("an access to a register of the x87 that is empty, or full");
                }
                cells.put(at::FPSW, 2, status & !0x3800 | next << 11);
                cells.put(at::FPTW, 2, if grows { tags & !(3 << place) } else { tags | 3 << place });
                Ok(0)
            }
            Own::Full | Own::Fill => {
                let place = 2 * ((status >> 11) + a & 7);
                if own == Own::Full && tags >> place & 3 == 3 {
                    return Err("an access to a register of the x87 that is empty, or full");
                }
                cells.put(at::FPTW, 2, tags & !(3 << place));
                Ok(0)
            }
            Own::Examine => {
                let value = cells.get(at::STACK, 10);
                let (exponent, fraction) = (value >> 64 & 0x7fff, value & u128::from(u64::MAX));
                let kind = match (exponent, fraction) {
                    _ if tags >> (2 * (status >> 11 & 7)) & 3 == 3 => 0x4100,
                    (0, 0) => 0x4000,
                    (0, _) => 0x4400,
                    (_, 0..0x8000_0000_0000_0000) => 0,
                    (0x7fff, 0x8000_0000_0000_0000) => 0x500,
                    (0x7fff, _) => 0x100,
                    _ => 0x400,
                };
                cells.put(at::FPSW, 2, status & !(CONDITIONS | 0x200) | kind | value >> 79 << 9);
                Ok(0)
            }
            Own::Conditions => {
                cells.put(at::FPSW, 2, status & !CONDITIONS | a & CONDITIONS);
                Ok(0)
            }
            _ => Ok(0),
        }
    }

    fn register_kind(word: &str) -> Option<String> {
        let kind = match word {
            "ES" | "CS" | "SS" | "DS" | "FS" | "GS" => "s",
            _ if word.starts_with("0x") || word.starts_with("-0x") => "i",
            _ if word.starts_with("XMM") => "x",
            _ if word.starts_with("YMM") => "y",
            _ if word.starts_with("ZMM") => "z",
            _ if word.starts_with("MM") => "m",
            _ if word.starts_with("ST") => "st",
            _ if word.starts_with("CR") || word.starts_with("DR") || word.starts_with("BND") => "c",
            _ => {
                let is_old = matches!(
                    word.strip_prefix(['R', 'E']).unwrap_or(word),
                    "AX" | "CX" | "DX" | "BX" | "SP" | "BP" | "SI" | "DI"
                );
                let is_byte = matches!(
                    word,
                    "AL" | "CL" | "DL" | "BL" | "SPL" | "BPL" | "SIL" | "DIL" | "AH" | "CH" | "DH" | "BH"
                );
                if !(is_old || is_byte || is_new(word)) {
                    return None;
                }
                "g"
            }
        };
        Some(kind.to_owned())
    }

    fn register(word: &str) -> Option<(Operand, u8)> {
        let number: u64 = word.strip_prefix("XMM")?.parse().ok()?;
        (number < 16).then_some((Operand::cell(at::VECTORS + number * 64, 16), 16))
    }

    /// Of the instructions on vectors those of SSE but for the moves that need not be aligned.
    fn is_aligned(spelled: &Spelled, size: u8) -> bool {
        let name = spelled.name.as_str();
        let is_free = name.starts_with('V') || matches!(name, "MOVUPS" | "MOVUPD" | "MOVDQU" | "LDDQU");
        size == 16 && !is_free
    }

    fn wide(spelled: &Spelled) -> Option<Option<u64>> {
        let (_, operand) = spelled.operands.split_once("xmmword ptr ")?;
        let text = operand.strip_prefix("[0x").and_then(|rest| rest.split_once(']'));
        Some(text.and_then(|(digits, _)| u64::from_str_radix(digits, 16).ok()))
    }

    fn is_quiet(name: &str) -> bool {
        ["UCOMIS", "FUCOM", "CMPEQ", "CMPNEQ", "CMPUNORD", "CMPORD"]
            .iter()
            .any(|begin| name.starts_with(begin))
    }

    fn before(builder: &mut Builder<'_, Self>, work: &Work, inputs: [Operand; 3]) {
        if let Work::Pure(OpCode::Int(IntOp::Divide(_))) = work {
            let operands = [inputs[1], Operand::NONE, Operand::NONE];
            builder.push(Operation::own(Own::Divisor, operands, Operand::NONE));
        }
    }

    fn behind(builder: &mut Builder<'_, Self>, work: &Work, out: Operand) {
        let name = &builder.spelled.name;
        if (name.starts_with("CMPORD") || name.starts_with("CMPUNORD"))
            && let Some(operands) = builder.nans()
        {
            // As other comparisons it is told of NaNs and of small numbers.
            builder.compare(FloatOp::Equal, operands, true);
        }
        if let Work::Pure(OpCode::Int(IntOp::Divide(sign))) = work {
            let operands = [out, Operand::NONE, Operand::NONE];
            let own = Own::Quotient(*sign == IntSign::Signed);
            builder.push(Operation::own(own, operands, Operand::NONE));
        }
    }

    fn finish(builder: &mut Builder<'_, Self>) -> Option<()> {
        let name = builder.spelled.name.as_str();
        match name {
            "BSF" | "BSR" => scan(builder)?,
            "PUSHFQ" => push_flags(builder)?,
            _ if name.starts_with('F') => stack(builder)?,
            _ => {}
        }
        Some(())
    }
}

/// `bsf` and `bsr` leave their register as it is where no bit is set, as AMD says and all processors do.
fn scan(builder: &mut Builder<'_, X86>) -> Option<()> {
    let end = builder.operations.len() as u64;
    builder.operations.iter_mut().find(|one| one.work == Work::Skip)?.inputs[0].value = end;
    Some(())
}

/// `pushfq`: the specification leaves out bit 1.
fn push_flags(builder: &mut Builder<'_, X86>) -> Option<()> {
    builder.operations.clear();
    let (flags, stack) = (builder.temporary(8)?, Operand::cell(0x20, 8));
    builder.push(Operation::own(Own::Flags, [Operand::NONE; 3], flags));
    let below = [stack, Operand::constant(8, 8), Operand::NONE];
    builder.push(Operation::new(Work::Pure(OpCode::Int(IntOp::Subtract)), stack, below));
    builder.push(Operation::new(Work::Store(false), Operand::NONE, [stack, flags, Operand::NONE]));
    Some(())
}

/// The specification moves the registers of the x87, and leaves the pointer to the top and the tags as they are; what leaves the
/// stack does not go to its other end; and what compares writes all of the status.
fn stack(builder: &mut Builder<'_, X86>) -> Option<()> {
    let spelled = builder.spelled;
    let name = spelled.name.as_str();
    let register = |number: u64| Operand::cell(at::STACK + (number & 7) * 16, 10);
    let moves = |from: u64, to: u64| {
        let is_move = |one: &&Operation| {
            one.work == Work::Copy && one.inputs[0] == register(from) && one.out == register(to)
        };
        builder.operations.iter().filter(is_move).count() as u64
    };
    let is_exchange = name == "FXCH" || name.starts_with("FCMOV");
    let (grown, shrunk) =
        if is_exchange { (0, 0) } else { (if name.contains("LD") { moves(0, 1) } else { 0 }, moves(1, 0)) };
    let number = |word: &str| word.strip_prefix("ST")?.parse::<u64>().ok();
    let named: Vec<u64> = super::decode::words(&spelled.operands).filter_map(number).collect();
    let is_load = ["FLD", "FILD", "FN", "FINIT", "FXAM"].iter().any(|begin| name.starts_with(begin));
    let is_store = name.starts_with("FST");
    let mut used = if is_store { Vec::new() } else { named.clone() };
    if !is_load {
        used.push(0);
    }
    // These are written without the second register where it is the usual one.
    let is_short = named.is_empty() && !spelled.operands.contains("ptr") && !is_store;
    let has_two = matches!(name, "FXCH" | "FCOM" | "FUCOM") || shrunk > 0;
    if is_short && has_two {
        used.push(1);
    }
    let mut before = Vec::new();
    for number in used {
        let operands = [Operand::constant(number, 8), Operand::NONE, Operand::NONE];
        before.push(Operation::own(Own::Full, operands, Operand::NONE));
    }
    let mut behind = Vec::new();
    for number in 0..shrunk {
        let kept = builder.temporary(10)?;
        before.push(Operation::new(Work::Copy, kept, [register(number), Operand::NONE, Operand::NONE]));
        let end = register(8 - shrunk + number);
        behind.push(Operation::new(Work::Copy, end, [kept, Operand::NONE, Operand::NONE]));
    }
    if is_store && let Some(number) = named.last() {
        let operands = [Operand::constant(*number, 8), Operand::NONE, Operand::NONE];
        before.push(Operation::own(Own::Fill, operands, Operand::NONE));
    }
    for (grows, count) in [(true, grown), (false, shrunk)] {
        for _ in 0..count {
            behind.push(Operation::own(Own::Turn(grows), [Operand::NONE; 3], Operand::NONE));
        }
    }
    let widens = |one: &&mut Operation| one.work == Work::Float(FloatOp::FloatToFloat) && one.out.size == 10;
    if !name.starts_with("FLD") {
        builder.operations.iter_mut().filter(widens).for_each(|one| one.mode = KEPT);
    }
    let status = Operand::cell(at::FPSW, 2);
    let compares = ["FCOM", "FUCOM", "FTST"].iter().any(|begin| name.starts_with(begin));
    let is_or = Work::Pure(OpCode::Int(IntOp::Bitwise(BoolOp::Or)));
    if let Some(place) =
        builder.operations.iter().position(|one| compares && one.out == status && one.work == is_or)
    {
        let result = builder.temporary(2)?;
        builder.operations.get_mut(place)?.out = result;
        let operands = [result, Operand::NONE, Operand::NONE];
        builder.operations.insert(place + 1, Operation::own(Own::Conditions, operands, Operand::NONE));
    }
    before.append(&mut builder.operations);
    before.append(&mut behind);
    builder.operations = before;
    Some(())
}

/// `R8`, `R8D` and their like.
fn is_new(word: &str) -> bool {
    let digits = word.strip_prefix('R').unwrap_or_default().trim_end_matches(['B', 'W', 'D']);
    digits.parse::<u8>().is_ok_and(|number| (8..16).contains(&number))
}
