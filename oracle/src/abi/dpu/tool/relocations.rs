//! Relocations: numbers, names and what they are for from the document's tables; fields, of which it says nothing, from the
//! linker of the vendor's LLVM.

use super::fields::{
    DMA, DOUBLE, IMM5, IMM8, IMM11, IMM12, IMM17, IMM24, IMM27, IMM28, IMM32, IMM32_PAIR, IMM32_ZERO, LOCK,
    OFFSET12, OFFSET24, PLACE, STORED8, STORED16,
};
use crate::abi::tool::fields::{BYTE, HALF, WORD};
use crosscall_clauses::dpu::clause;
use crosscall_model::plan::ClauseId;
use crosscall_model::tool::table::{Excess, Field, Formula, Relocation};

const SOURCE: &str = "relocation tables of \"DPU ABI\"; fields: lld/ELF/Arch/DPU.cpp of UPMEM's llvm-project, by the vendor's linked programs";

const fn row(
    (number, clause): (u32, ClauseId),
    name: &'static str,
    formula: Formula,
    (bytes, field): (usize, Field),
    excess: Excess,
) -> Relocation {
    let align = if bytes == 0 { 1 } else { bytes as u64 };
    Relocation { number, name, clause, formula, shift: 0, bytes, field, excess, align, source: SOURCE }
}

#[rustfmt::skip]
pub(super) const RELOCATIONS: &[Relocation] = &[
    row((0, clause::OBJ_08), "R_DPU_NONE", Formula::Nothing, (0, WORD), Excess::None),
    row((1, clause::OBJ_09), "R_DPU_32", Formula::Value, (4, WORD), Excess::None),
    row((2, clause::OBJ_10), "R_DPU_8", Formula::Value, (1, BYTE), Excess::Data),
    row((3, clause::OBJ_11), "R_DPU_16", Formula::Value, (2, HALF), Excess::Data),
    row((4, clause::OBJ_12), "R_DPU_64", Formula::Value, (8, DOUBLE), Excess::None),
    row((128, clause::OBJ_13), "R_DPU_PC", Formula::Value, (8, PLACE), Excess::Branch),
    row((129, clause::OBJ_14), "R_DPU_IMM5", Formula::Value, (8, IMM5), Excess::Immediate),
    row((130, clause::OBJ_15), "R_DPU_IMM8_DMA", Formula::Value, (8, DMA), Excess::Immediate),
    row((131, clause::OBJ_16), "R_DPU_IMM24_PC", Formula::Value, (8, IMM8), Excess::Immediate),
    row((132, clause::OBJ_17), "R_DPU_IMM27_PC", Formula::Value, (8, IMM11), Excess::Immediate),
    row((133, clause::OBJ_18), "R_DPU_IMM28_PC_OPC8", Formula::Value, (8, IMM12), Excess::Immediate),
    row((134, clause::OBJ_19), "R_DPU_IMM8_STR", Formula::Value, (8, STORED8), Excess::Immediate),
    row((135, clause::OBJ_20), "R_DPU_IMM12_STR", Formula::Value, (8, OFFSET12), Excess::Immediate),
    row((136, clause::OBJ_21), "R_DPU_IMM16_STR", Formula::Value, (8, STORED16), Excess::Immediate),
    row((137, clause::OBJ_22), "R_DPU_IMM16_ATM", Formula::Value, (8, LOCK), Excess::Immediate),
    row((138, clause::OBJ_23), "R_DPU_IMM24", Formula::Value, (8, IMM24), Excess::Immediate),
    row((139, clause::OBJ_24), "R_DPU_IMM24_RB", Formula::Value, (8, OFFSET24), Excess::Immediate),
    row((140, clause::OBJ_25), "R_DPU_IMM27", Formula::Value, (8, IMM27), Excess::Immediate),
    row((141, clause::OBJ_26), "R_DPU_IMM28", Formula::Value, (8, IMM28), Excess::Immediate),
    row((142, clause::OBJ_27), "R_DPU_IMM32", Formula::Value, (8, IMM32), Excess::None),
    row((143, clause::OBJ_28), "R_DPU_IMM32_ZERO_RB", Formula::Value, (8, IMM32_ZERO), Excess::None),
    row((144, clause::OBJ_29), "R_DPU_IMM17_24", Formula::Value, (8, IMM17), Excess::Immediate),
    row((145, clause::OBJ_30), "R_DPU_IMM32_DUS_RB", Formula::Value, (8, IMM32_PAIR), Excess::None),
];
