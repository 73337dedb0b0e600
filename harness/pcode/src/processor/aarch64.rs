//! AArch64: its registers, and what its specification says less than the manual, or otherwise.

mod corrections;

use super::Processor;
use super::build::Builder;
use super::core::{System, Target};
use super::decode::Correction;
use super::number::{Manner, Rules};
use super::work::{Cells, LAST, Operand, Operation, Own, TEMPORARIES, Work};
use crate::specification::Spelled;
use crosscall_machines::machine::{RegisterClass, RegisterInfo};
use crosscall_machines::riscv::float::flags;
use libsla::{FloatOp, IntOp, OpCode};
use rustc_apfloat::Round;
use sleigh_config::processor_aarch64 as aarch64;
use std::sync::LazyLock;

/// Of AArch64.
#[derive(Debug)]
pub(crate) struct Arm;

#[rustfmt::skip]
const GENERAL: [&str; 32] = [
    "x0", "x1", "x2", "x3", "x4", "x5", "x6", "x7", "x8", "x9", "x10", "x11", "x12", "x13", "x14", "x15", "x16", "x17", "x18", "x19",
    "x20", "x21", "x22", "x23", "x24", "x25", "x26", "x27", "x28", "x29", "x30", "sp",
];
#[rustfmt::skip]
const VECTORS: [&str; 32] = [
    "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "v9", "v10", "v11", "v12", "v13", "v14", "v15", "v16", "v17", "v18", "v19",
    "v20", "v21", "v22", "v23", "v24", "v25", "v26", "v27", "v28", "v29", "v30", "v31",
];

/// Numbers of registers.
const SP: u16 = 31;
const FIRST_VECTOR: u16 = 32;
const FPCR: u16 = 65;
const FPSR: u16 = 66;
const PC: u16 = 67;

/// Cells, by the specification's `define register`.
mod at {
    pub(super) const SP: u64 = 8;
    pub(super) const FLAGS: [u64; 4] = [0x103, 0x102, 0x101, 0x100];
    pub(super) const NZCV: u64 = 0x1030;
    pub(super) const FPCR: u64 = 0x1038;
    pub(super) const FPSR: u64 = 0x1040;
    pub(super) const THREAD: u64 = 0x1660;
    pub(super) const GENERAL: u64 = 0x4000;
    pub(super) const VECTORS: u64 = 0x5000;
}

/// The bits of `fpcr` that change what operations give, beside the rounding mode: default NaNs, flushing to zero, and traps; and those
/// that matter for halves alone.
const OTHER_MODES: u64 = 0x0300_9f07;
const HALF_MODES: u64 = 0x0408_0000;

static TABLE: LazyLock<Vec<RegisterInfo>> = LazyLock::new(|| {
    let general = GENERAL.iter().map(|name| {
        let alias = match *name {
            "x29" => "fp",
            "x30" => "lr",
            _ => "",
        };
        RegisterInfo { name, alias, bits: 64, class: RegisterClass::General }
    });
    let info = |name: &&'static str, bits, class| RegisterInfo { name, alias: "", bits, class };
    let vectors = VECTORS.iter().map(|name| info(name, 128, RegisterClass::Vector));
    let special = [("nzcv", 32), ("fpcr", 32), ("fpsr", 32), ("pc", 64)];
    let special = special.iter().map(|(name, bits)| info(name, *bits, RegisterClass::Special));
    general.chain(vectors).chain(special).collect()
});

impl Target for Arm {
    const NAME: Processor = Processor::Aarch64;
    const MACHINE: u16 = 183;
    const UNIT: u8 = 4;
    const STACK: (u16, u64) = (SP, at::SP);
    const COUNTER: u16 = PC;
    const LINK: Option<u16> = Some(30);
    const END: usize = 0x5400;
    const THREAD: u64 = at::THREAD;
    const ARGUMENTS: ([u16; 3], u16) = ([0, 1, 2], 0);
    const SYSTEM: System = System { kind: "svc i", number: 8, write: 64, ends: [93, 94] };
    /// x0 to x17, v0 to v7, v16 to v31.
    const SCRATCH: u64 = 0xffff_00ff_0003_ffff;
    const SPOILED: u64 = 0xa000_0000;
    const CORRECTIONS: &'static [Correction] = corrections::CORRECTIONS;
    const COMPARED: &'static str = include_str!("aarch64/compared.txt");

    fn specification() -> (&'static str, &'static [u8]) {
        (aarch64::PSPEC_AARCH64, aarch64::SLA_AARCH64)
    }

    fn table() -> &'static [RegisterInfo] {
        &TABLE
    }

    #[inline(always)]
    fn cell(register: u16) -> Option<Operand> {
        let number = u64::from(register);
        Some(match register {
            0..SP => Operand::cell(at::GENERAL + number * 8, 8),
            SP => Operand::cell(at::SP, 8),
            FIRST_VECTOR..=63 => Operand::cell(at::VECTORS + (number - 32) * 32, 16),
            FPCR => Operand::cell(at::FPCR, 4),
            FPSR => Operand::cell(at::FPSR, 4),
            _ => return None,
        })
    }

    fn number(cell: Operand) -> Option<u8> {
        let at = cell.value;
        let number = match at {
            at::GENERAL..0x40f8 => (at - at::GENERAL) / 8,
            at::VECTORS..0x5400 if at % 32 < 16 => 32 + (at - at::VECTORS) / 32,
            at::FPCR..0x1040 => FPCR.into(),
            at::FPSR..0x1048 => FPSR.into(),
            _ => return None,
        };
        (cell.size > 0).then_some(number as u8)
    }

    fn general(cell: Operand) -> Option<u16> {
        let number = Self::number(cell).filter(|number| *number < 31 && cell.size == 8)?;
        Some(number.into())
    }

    fn flags(cells: &Cells) -> u64 {
        let bits = at::FLAGS.iter().zip(28..);
        bits.fold(0, |all, (at, bit)| all | (cells.word(*at) & 1) << bit)
    }

    fn set_flags(cells: &mut Cells, value: u64) {
        for (at, bit) in at::FLAGS.iter().zip(28..) {
            cells.put(*at, 1, (value >> bit & 1).into());
        }
    }

    fn restart(_: &mut Cells) {}

    fn manner(cells: &Cells, mode: u8, size: u8, quiet: bool) -> Result<Manner, &'static str> {
        let control = cells.word(at::FPCR);
        if control & OTHER_MODES != 0 || size == 2 && control & HALF_MODES != 0 {
            return Err("arithmetic in a mode beside rounding that `fpcr` sets");
        }
        let code = match mode {
            7 => control >> 22 & 3,
            fixed => fixed.into(),
        };
        let round = match (mode, code) {
            (4, _) => Round::NearestTiesToAway,
            (7, 1) | (3, _) => Round::TowardPositive,
            (_, 2) => Round::TowardNegative,
            (7, 3) | (1, _) => Round::TowardZero,
            _ => Round::NearestTiesToEven,
        };
        Ok(Manner { rules: Rules::Arm, round, quiet })
    }

    fn raise(cells: &mut Cells, raised: u32, _: bool) {
        let rows = [
            (flags::INVALID, 1),
            (flags::DIVISION_BY_ZERO, 2),
            (flags::OVERFLOW, 4),
            (flags::UNDERFLOW, 8),
            (flags::INEXACT, 16),
        ];
        let bits = rows.iter().filter(|(from, _)| raised & from != 0).fold(0, |all, (_, to)| all | to);
        let old = cells.get(at::FPSR, 4);
        cells.put(at::FPSR, 4, old | bits);
    }

    fn register_kind(word: &str) -> Option<String> {
        let word = word.trim_end_matches(['!', '[']);
        if word.starts_with(['#', '-']) || word.starts_with("0x") {
            return Some("i".to_owned());
        }
        if let Some(lanes) = word.strip_prefix('v').and_then(|rest| rest.split_once('.')) {
            return Some(lanes.1.to_owned());
        }
        match word {
            "sp" | "xzr" => return Some("x".to_owned()),
            "wsp" | "wzr" => return Some("w".to_owned()),
            "nzcv" | "fpcr" | "fpsr" | "tpidr_el0" => return Some(word.to_owned()),
            _ => {}
        }
        let (letter, number) = word.split_at_checked(1)?;
        let is_number = number.parse::<u8>().is_ok_and(|number| number < 32);
        (is_number && "wxbhsdqz".contains(letter)).then(|| letter.to_owned())
    }

    fn register(word: &str) -> Option<(Operand, u8)> {
        let lane = |letter: &str| match letter {
            "B" => Some(1),
            "H" => Some(2),
            "S" => Some(4),
            "D" => Some(8),
            _ => None,
        };
        let cell = |number: &str| {
            let number: u64 = number.parse().ok().filter(|number| *number < 32)?;
            Some(at::VECTORS + number * 32)
        };
        if let Some((number, lanes)) = word.strip_prefix('v').and_then(|rest| rest.split_once('.')) {
            let at = cell(number)?;
            if let Some((letter, index)) = lanes.split_once('[') {
                let size: u8 = lane(letter)?;
                let index = index.trim_end_matches(']').strip_prefix("0x")?;
                let index = u64::from_str_radix(index, 16).ok().filter(|index| *index < 16)?;
                return Some((Operand::cell(at + index * u64::from(size), size), size));
            }
            let (count, letter) = lanes.split_at_checked(lanes.len() - 1)?;
            let size: u8 = lane(letter)?;
            return Some((Operand::cell(at, size.checked_mul(count.parse().ok()?)?), size));
        }
        let (letter, number) = word.split_at_checked(1)?;
        let size = match letter {
            "b" => 1,
            "h" => 2,
            "s" => 4,
            "d" => 8,
            "q" => 16,
            "w" | "x" => {
                let number: u64 = number.parse().ok().filter(|number| *number < 31)?;
                let size = if letter == "w" { 4 } else { 8 };
                return Some((Operand::cell(at::GENERAL + number * 8, size), size));
            }
            _ => return None,
        };
        Some((Operand::cell(cell(number)?, size), size))
    }

    fn above(cell: Operand) -> Operand {
        let whole = if cell.value >= at::VECTORS { 16 } else { 8 };
        Operand::cell(cell.value + u64::from(cell.size), whole - cell.size.min(whole))
    }

    /// Atomic accesses; `ldp` and its like have no such names.
    fn is_aligned(spelled: &Spelled, _: u8) -> bool {
        let name = spelled.name.as_str();
        let begins = [
            "stadd", "stclr", "steor", "stset", "ldxr", "ldaxr", "stxr", "stlxr", "ldar", "stlr", "cas",
            "swp", "ldadd", "ldclr", "ldeor", "ldset",
        ];
        begins.iter().any(|begin| name.starts_with(begin))
    }

    fn is_quiet(name: &str) -> bool {
        matches!(name, "fcmp" | "fccmp" | "fcmeq")
    }

    /// What accesses memory by the stack pointer needs it aligned.
    fn begin(builder: &mut Builder<'_, Self>) -> Option<()> {
        let spelled = builder.spelled;
        if spelled.operands.contains("[sp") && !spelled.name.starts_with("prf") {
            let operands = [Operand::cell(at::SP, 8), Operand::NONE, Operand::NONE];
            builder.push(Operation::own(Own::Stack, operands, Operand::NONE));
        }
        if spelled.name == "mrs" && spelled.operands.ends_with("nzcv") {
            builder.push(Operation::own(Own::Flags, [Operand::NONE; 3], Operand::cell(at::NZCV, 8)));
        }
        Some(())
    }

    /// The reservation of an exclusive access: its address and 1.
    fn own(cells: &mut Cells, own: Own, [a, ..]: [u128; 3], operands: usize) -> Result<u128, &'static str> {
        match own {
            Own::Reserve => cells.put(LAST, 16, a | 1 << 64),
            Own::Reserved if operands == 0 => {}
            Own::Reserved => {
                let is_reserved = cells.get(LAST, 16) == a | 1 << 64;
                cells.put(LAST, 16, 0);
                return Ok(is_reserved.into());
            }
            _ => {}
        }
        Ok(0)
    }

    /// The specification has the condition flags as cells and as a register that does not know of them, and does not know of
    /// reservations.
    fn finish(builder: &mut Builder<'_, Self>) -> Option<()> {
        if ["ldxr", "ldaxr"].iter().any(|begin| builder.spelled.name.starts_with(begin)) {
            let loads = |one: &&Operation| matches!(one.work, Work::Load(_));
            let place = builder.operations.iter().position(|one| loads(&one))?;
            let address = builder.operations.get(place)?.inputs[0];
            let operands = [address, Operand::NONE, Operand::NONE];
            builder.operations.insert(place, Operation::own(Own::Reserve, operands, Operand::NONE));
        }
        if builder.spelled.name == "ldpsw" {
            // The second word is said to be 8 bytes behind the first one, not 4.
            let eight = Operand::constant(8, 8);
            let adds = Work::Pure(OpCode::Int(IntOp::Add));
            let is_step = |one: &&mut Operation| {
                one.work == adds && one.inputs[1] == eight && one.out.value >= TEMPORARIES
            };
            builder.operations.iter_mut().filter(is_step).last()?.inputs[1] = Operand::constant(4, 8);
        }
        if builder.spelled.name == "msr" && builder.spelled.operands.starts_with("nzcv") {
            let operands = [Operand::cell(at::NZCV, 8), Operand::NONE, Operand::NONE];
            builder.push(Operation::own(Own::SetFlags, operands, Operand::NONE));
        }
        Some(())
    }

    /// Comparisons with NaNs are left before they raise anything.
    fn behind(builder: &mut Builder<'_, Self>, _: &Work, _: Operand) {
        let name = builder.spelled.name.as_str();
        if matches!(name, "fcmp" | "fcmpe" | "fccmp" | "fccmpe")
            && let Some(operands) = builder.nans()
        {
            builder.compare(FloatOp::Equal, operands, Self::is_quiet(name));
        }
    }
}
