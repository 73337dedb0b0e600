//! Loads and stores.

use super::fields::{
    AT4, AT12, AT16, AT20, PACE6, PAIR4, PAIR12, PAIR16, QUAD4, QUAD16, S8, STORED8, STORED12, Z4, Z12,
};
use super::{Operands, row, word};
use crate::abi::tool::fields::bits;
use crosscall_model::tool::table::{Field, Statement};

/// Base, delta and offset of an address, with what is loaded.
const LOADED: Operands = &[('d', AT16), ('a', AT20), ('b', AT12), ('i', Z12)];
const LOADED_A: Operands = &[('D', AT16), ('a', AT20), ('b', AT12), ('i', Z12)];
const LOADED_PAIR: Operands = &[('P', PAIR16), ('a', AT20), ('b', AT12), ('i', Z12)];
const LOADED_QUAD: Operands = &[('U', QUAD16), ('a', AT20), ('b', AT12), ('i', Z12)];
/// The offset in a register.
const INDEXED: Operands = &[('d', AT4), ('a', AT20), ('b', AT12), ('c', AT16)];
const INDEXED_A: Operands = &[('D', AT4), ('a', AT20), ('b', AT12), ('c', AT16)];
const INDEXED_PAIR: Operands = &[('P', PAIR4), ('a', AT20), ('b', AT12), ('c', AT16)];
const INDEXED_QUAD: Operands = &[('U', QUAD4), ('a', AT20), ('b', AT12), ('c', AT16)];
/// The delta goes on.
const STEP: Operands = &[('d', AT16), ('a', AT20), ('b', AT12), ('i', S8)];
const STEP_A: Operands = &[('D', AT16), ('a', AT20), ('b', AT12), ('i', S8)];
const STEP_PAIR: Operands = &[('P', PAIR16), ('a', AT20), ('b', AT12), ('i', S8)];

/// A group of four without the lowest bit of its number.
const QUAD17: Field = Field { bits: &[bits(17, 1, 3)], low: 0, high: 15, unit: 4, sign: None, scale: None };

#[rustfmt::skip]
pub(super) const ROWS: &[Statement] = &[
    row("ld32 ${d},${a},${b},{i}", &[word(0x0100_0000, LOADED)]),
    row("lds16 ${d},${a},${b},{i}", &[word(0x0400_0000, LOADED)]),
    row("lds8 ${d},${a},${b},{i}", &[word(0x0500_0000, LOADED)]),
    row("ldz16 ${d},${a},${b},{i}", &[word(0x0600_0000, LOADED)]),
    row("ldz8 ${d},${a},${b},{i}", &[word(0x0700_0000, LOADED)]),
    row("ld32 ${D},${a},${b},{i}", &[word(0x0800_0000, LOADED_A)]),
    row("ldb16 ${D},${a},${b},{i}", &[word(0x0e00_0000, LOADED_A)]),
    row("ld64 ${P},${a},${b},{i}", &[word(0x0900_0000, LOADED_PAIR)]),
    row("ld128 ${U},${a},${b},{i}", &[word(0x0b00_0000, LOADED_QUAD)]),
    row("ld32 ${d},${a},${b},${c}", &[word(0x4d00_0000, INDEXED)]),
    row("ldz8 ${d},${a},${b},${c}", &[word(0x4d00_0105, INDEXED)]),
    row("lds16 ${d},${a},${b},${c}", &[word(0x4d00_0100, INDEXED)]),
    row("ld32 ${D},${a},${b},${c}", &[word(0x4d00_0800, INDEXED_A)]),
    row("ldb16 ${D},${a},${b},${c}", &[word(0x4d00_0904, INDEXED_A)]),
    row("ld64 ${P},${a},${b},${c}", &[word(0x4d00_0801, INDEXED_PAIR)]),
    row("ld128 ${U},${a},${b},${c}", &[word(0x4d00_0805, INDEXED_QUAD)]),
    row("tapack ${W},${a},${b},${c}",
        &[word(0x4d00_0001, &[('W', PAIR4), ('a', AT20), ('b', AT12), ('c', AT16)])]),
    // Without a delta (llvm/test/MC/Colossus/memory-aliases.s).
    row("ld32 ${d},${a},{i}", &[word(0x0100_f000, &[('d', AT16), ('a', AT20), ('i', Z12)])]),
    row("ld32 ${d},${a},${c}", &[word(0x4d00_f000, &[('d', AT4), ('a', AT20), ('c', AT16)])]),
    row("ld64 ${P},${a},{i}", &[word(0x0900_f000, &[('P', PAIR16), ('a', AT20), ('i', Z12)])]),
    row("st32 ${d},${a},{i}", &[word(0x4f00_f000, &[('d', AT16), ('a', AT20), ('i', Z12)])]),
    row("st32 ${D},${a},${c}", &[word(0x5400_f000, &[('D', AT4), ('a', AT20), ('c', AT16)])]),
    row("st64 ${P},${a},{i}", &[word(0x5f00_f000, &[('P', PAIR4), ('a', AT20), ('i', STORED12)])]),
    row("ld32step ${d},${a},${b}+=,{i}", &[word(0x1c00_0100, STEP)]),
    row("lds8step ${d},${a},${b}+=,{i}", &[word(0x1c00_0500, STEP)]),
    row("ldz16step ${d},${a},${b}+=,{i}", &[word(0x1c00_0600, STEP)]),
    row("ld32step ${D},${a},${b}+=,{i}", &[word(0x1e00_0100, STEP_A)]),
    row("ldb16step ${D},${a},${b}+=,{i}", &[word(0x1e00_0600, STEP_A)]),
    row("ld64step ${P},${a},${b}+=,{i}", &[word(0x1e00_0200, STEP_PAIR)]),
    row("ld32step ${d},${a},${b}+=,${c}", &[word(0x4700_0100, INDEXED)]),
    row("ld32step ${D},${a},${b}+=,${c}", &[word(0x4700_0101, INDEXED_A)]),
    row("ld64step ${P},${a},${b}+=,${c}", &[word(0x4700_0201, INDEXED_PAIR)]),
    row("st32 ${d},${a},${b},{i}", &[word(0x4f00_0000, LOADED)]),
    row("st32 ${D},${a},${b},{i}",
        &[word(0x5e00_0000, &[('D', AT4), ('a', AT20), ('b', AT12), ('i', STORED12)])]),
    row("st64 ${P},${a},${b},{i}",
        &[word(0x5f00_0000, &[('P', PAIR4), ('a', AT20), ('b', AT12), ('i', STORED12)])]),
    row("st32 ${D},${a},${b},${c}", &[word(0x5400_0000, INDEXED_A)]),
    row("st64 ${P},${a},${b},${c}", &[word(0x5400_0100, INDEXED_PAIR)]),
    row("stm32 ${d},${a},${c}", &[word(0x4c00_0000, &[('d', AT16), ('a', AT20), ('c', AT12)])]),
    row("st32step ${d},${a},${b}+=,{i}", &[word(0x4e00_0000, STEP)]),
    row("st32step ${D},${a},${b}+=,{i}",
        &[word(0x5c00_0000, &[('D', AT4), ('a', AT20), ('b', AT12), ('i', STORED8)])]),
    row("st64step ${P},${a},${b}+=,{i}",
        &[word(0x5c00_0100, &[('P', PAIR4), ('a', AT20), ('b', AT12), ('i', STORED8)])]),
    row("st64step ${P},${a},${b}+=,${c}", &[word(0x5500_0100, INDEXED_PAIR)]),
    // Several at once, through packed addresses and through lists of distances.
    row("ld64a32 ${U},${b}++,${a},${c}", &[word(0x4700_0703, INDEXED_QUAD)]),
    row("ldd16a32 ${D},${b}++,${a},${c}@", &[word(0x4500_0a00, INDEXED_A)]),
    row("ldd16b16 ${D},${b}++,${a},${c}@", &[word(0x4500_0c00, INDEXED_A)]),
    row("ldb16b16 ${P},${a},${c}++,${b}>>", &[word(0x4500_0900, INDEXED_PAIR)]),
    row("ld2x64pace ${P},${Q},${W}+=,${a},{i}",
        &[word(0x4600_0000, &[('P', PAIR16), ('Q', PAIR4), ('W', PAIR12), ('a', AT20), ('i', Z4)])]),
    row("ldst64pace ${P},${Q},${W}+=,${a},{i}",
        &[word(0x5600_0100, &[('P', PAIR16), ('Q', PAIR4), ('W', PAIR12), ('a', AT20), ('i', Z4)])]),
    row("ld2xst64pace ${U},${Q},${W}+=,${a},{i}",
        &[word(0x5600_0800, &[('U', QUAD17), ('Q', PAIR4), ('W', PAIR12), ('a', AT20), ('i', PACE6)])]),
];
