//! Other spellings of machine forms, which the assembler takes and the disassembler prefers.

use super::super::isa::Op;
#[allow(clippy::wildcard_imports, reason = "the table uses nearly every operand")]
use super::super::operands::*;
use super::families::{LOGIC, WHOLE};
use super::{Form, Forms, Row};

/// Jumps on how two operands compare: a subtraction without result, and the number of its condition.
const JUMPS: [(&str, u64); 10] = [
    ("jeq", 0x2),
    ("jneq", 0x3),
    ("jltu", 0x14),
    ("jgeu", 0x15),
    ("jlts", 0x16),
    ("jges", 0x17),
    ("jles", 0x18),
    ("jgts", 0x19),
    ("jleu", 0x1a),
    ("jgtu", 0x1b),
];

/// Spellings that follow no rule.
#[rustfmt::skip]
const ROWS: &[Row] = &[
    ("adds", Op::Add, "rri", 0x0c03_1000_0000, &[RC_SPLIT, RA, S17]),
    ("adds", Op::Add, "rrr", 0x0c00_10c0_0000, &[RC_SPLIT, RA_SWAPPED, RB_SWAPPED]),
    ("bkp", Op::Fault, "", 0x7e63_2000_0000, &[]),
    ("boot", Op::Boot, "ri", 0x7d83_2000_0000, &[RA, S8]),
    ("call", Op::Call, "ri", 0x8063_0000_0000, &[RC, TARGET24]),
    ("call", Op::Call, "rr", 0x8003_0000_0000, &[RC, RA]),
    ("div_step", Op::DivStep, "rrri", 0x8000_6001_0000, &[DC_FULL, RA, DB, SHIFT]),
    ("jnz", Op::Sub, "ri", 0x3c03_8300_0000, &[RA, PC]),
    ("jump", Op::Call, "i", 0x8c63_0000_0000, &[TARGET28]),
    ("jump", Op::Call, "r", 0x8c03_0000_0000, &[RA]),
    ("jump", Op::Call, "ri", 0x8c03_0000_0000, &[RA, TARGET28]),
    ("jz", Op::Sub, "ri", 0x3c03_8200_0000, &[RA, PC]),
    ("movd", Op::Movd, "rr", 0x8060_2001_0000, &[DC_FULL, DB]),
    ("move.s", Op::And, "ri", 0x50eb_0000_0000, &[DC, U32]),
    ("move.u", Op::And, "ri", 0x506b_0000_0000, &[DC, U32]),
    ("move", Op::Or, "ri", 0x6063_0000_0000, &[RC, U32]),
    ("mul_step", Op::MulStep, "rrri", 0x8000_4001_0000, &[DC_FULL, RA, DB, SHIFT]),
    ("neg", Op::Sub, "rr", 0x2003_0000_0000, &[RC, RA]),
    ("neg", Op::Sub, "rrci", 0x0c03_4000_0000, &[RC_SPLIT, RA, CC_SUB_NZ, PC]),
    ("not", Op::Xor, "rci", 0x9f83_80ff_0000, &[RA, CC_LOG_NZ, PC]),
    ("not", Op::Xor, "rr", 0x4003_ffff_ffff, &[RC, RA]),
    ("not", Op::Xor, "rrci", 0x8003_80ff_0000, &[RC, RA, CC_LOG_NZ, PC]),
    ("resume", Op::Resume, "ri", 0x7d03_2000_0000, &[RA, S8]),
    ("sb_id", Op::SbId, "ri", 0x7c03_6000_0000, &[RA, OFF12]),
    ("sd_id", Op::SdId, "ri", 0x7c03_6600_0000, &[RA, OFF12]),
    ("sh_id", Op::ShId, "ri", 0x7c03_6200_0000, &[RA, OFF12]),
    ("stop", Op::Stop, "", 0x7ef3_2000_0000, &[]),
    ("subs", Op::Sub, "rri", 0x0c03_9000_0000, &[RC_SPLIT, RA, S17]),
    ("subs", Op::Sub, "rrr", 0x0c00_50c0_0000, &[RC_SPLIT, RA_SWAPPED, RB_SWAPPED]),
    ("sw_id", Op::SwId, "ri", 0x7c03_6400_0000, &[RA, OFF12]),
    ("swapd", Op::Swapd, "rr", 0x8060_a001_0000, &[DC_FULL, DB]),
    ("time_cfg", Op::TimeCfg, "r", 0x3c64_2080_0000, &[RB]),
];

/// An access without its endianness, which is then little. A bounds-checked one has `s` behind its name and its base written
/// as an ordinary register.
fn little_endian(access: &Form) -> Option<Form> {
    let (first, operands) = access.operands.split_first()?;
    if *first != ENDIAN {
        return None;
    }
    let safe = if access.shape.contains('s') { "s" } else { "" };
    let shape = access.shape.get(1..)?.replace('s', "r");
    let operands = operands.iter().map(|&operand| if operand == SA { RA } else { operand }).collect();
    Some(Form::new(&format!("{}{safe}", access.mnemonic), access.op, &shape, access.base, operands))
}

/// Every other spelling, sorted by signature; `machine` has the machine forms.
pub(super) fn all(machine: &[Form]) -> Vec<Form> {
    let mut forms = Forms::default();
    forms.0.extend(machine.iter().filter_map(little_endian));
    for (name, condition) in JUMPS {
        let bits = 0x3c00_8000_0000 | condition << 24;
        forms.0.push(Form::new(name, Op::Sub, "rri", bits | 0x00c0_0000, vec![RA, RB, PC]));
        forms.0.push(Form::new(name, Op::Sub, "rii", bits | 0x3_0000_0000, vec![RA, S11, PC]));
    }
    let [signed, unsigned, register, _] = &WHOLE;
    for member in LOGIC.into_iter().filter(|(_, op, _)| !matches!(op, Op::And | Op::Or | Op::Xor)) {
        forms.add(member, register, "ri", 0x3_0000_0000 | member.2 << 28, &[RA, S24]);
    }
    // A copy is `or` with zero.
    for to in [signed, unsigned, register] {
        let copy = ("move", Op::Or, 0);
        forms.add(copy, to, "r", 0x3_b000_0000, &[RA]);
        forms.add(copy, to, "rci", 0x3_b000_0000, &[RA, CC_LOG_NZ, PC]);
        forms.add(copy, to, "ici", 0x63_b000_0000, &[S8, CC_LOG_NZ, PC]);
    }
    forms.rows(ROWS);
    forms.sorted()
}
