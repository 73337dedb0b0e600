//! x86-64: its registers, and what its specification says less than the manual, or otherwise.

mod corrections;
mod stack;

use super::Processor;
use super::build::Builder;
use super::core::{System, Target};
use super::decode::Correction;
use super::number::{self, Manner, Rules};
use super::work::{Cells, Operand, Operation, Own, Work};
use crate::specification::Spelled;
use crosscall_machines::machine::{RegisterClass, RegisterInfo};
use crosscall_machines::riscv::float::flags;
use libsla::{FloatOp, IntOp, IntSign, OpCode};
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

static TABLE: LazyLock<Vec<RegisterInfo>> = LazyLock::new(|| {
    let info = |name: &&'static str, bits, class| RegisterInfo { name, alias: "", bits, class };
    let general = GENERAL.iter().map(|name| info(name, 64, RegisterClass::General));
    let vectors = VECTORS.iter().map(|name| info(name, 128, RegisterClass::Vector));
    let stack = STACK.iter().map(|name| info(name, 80, RegisterClass::Vector));
    let special = SPECIAL.iter().map(|(name, bits)| info(name, *bits, RegisterClass::Special));
    general.chain(vectors).chain(stack).chain(special).collect()
});

impl Target for X86 {
    const NAME: Processor = Processor::X86_64;
    const MACHINE: u16 = 62;
    const UNIT: u8 = 1;
    const STACK: (u16, u64) = (4, 0x20);
    const COUNTER: u16 = RIP;
    const LINK: Option<u16> = None;
    const END: usize = 0x1a00;
    const THREAD: u64 = at::FS_OFFSET;
    const ARGUMENTS: ([u16; 3], u16) = ([7, 6, 2], 0);
    const SYSTEM: System = System { kind: "SYSCALL -", number: 0, write: 1, ends: [60, 231] };
    /// rax, rcx, rdx, rsi, rdi, r8 to r11, xmm0 to xmm15.
    const SCRATCH: u64 = 0xffff_0fc7;
    /// All of them, but that strings go up.
    const SPOILED: u64 = 0x8d5;
    const CORRECTIONS: &'static [Correction] = corrections::CORRECTIONS;
    const COMPARED: &'static str = include_str!("x86_64/compared.txt");

    fn specification() -> (&'static str, &'static [u8]) {
        (x86::PSPEC_X86_64, x86::SLA_X86_64)
    }

    fn table() -> &'static [RegisterInfo] {
        &TABLE
    }

    #[inline(always)]
    fn cell(register: u16) -> Option<Operand> {
        let number = u64::from(register);
        Some(match register {
            0..8 => Operand::cell(number * 8, 8),
            8..FIRST_VECTOR => Operand::cell(0x80 + (number - 8) * 8, 8),
            FIRST_VECTOR..FIRST_STACK => Operand::cell(at::VECTORS + (number - 16) * 64, 16),
            FIRST_STACK..=39 => Operand::cell(at::STACK + (number - 32) * 16, 10),
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

    fn manner(cells: &Cells, mode: u8, size: u8, quiet: bool) -> Result<Manner, &'static str> {
        let (mxcsr, control) = (cells.word(at::MXCSR), cells.word(at::FPCW));
        let code = match size == 10 {
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

    fn own(cells: &mut Cells, own: Own, [a, ..]: [u128; 3], _: usize) -> Result<u128, &'static str> {
        stack::own(cells, own, a)
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
            _ if name.starts_with('F') => stack::correct(builder)?,
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

/// `R8`, `R8D` and their like.
fn is_new(word: &str) -> bool {
    let digits = word.strip_prefix('R').unwrap_or_default().trim_end_matches(['B', 'W', 'D']);
    digits.parse::<u8>().is_ok_and(|number| (8..16).contains(&number))
}
