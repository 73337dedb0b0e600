//! Floating point, and logic in the A file.

use super::fields::{AT4, AT12, AT16, AT20, PAIR4, PAIR12, PAIR16, PAIR20, QUAD20, Z4, Z6, Z8, Z12};
use super::{Operands, bundle, of, row, word};
use crate::abi::tool::fields::{bits, unsigned};
use crosscall_clauses::ipu::clause;
use crosscall_model::tool::table::{Field, Statement};

const THREE: Operands = &[('D', AT4), ('A', AT20), ('B', AT12)];
const PAIRS: Operands = &[('P', PAIR4), ('Q', PAIR20), ('R', PAIR12)];
const TWO: Operands = &[('D', AT4), ('A', AT20)];
/// One lane of the first source stands for all.
const SPREAD: Operands = &[('D', AT4), ('Z', AT20), ('B', AT12)];
const SPREAD_PAIRS: Operands = &[('P', PAIR4), ('Z', AT20), ('R', PAIR12)];

/// Registers of the second instruction of a bundle.
const AUX4: Field = unsigned(&[bits(36, 0, 4)], 15);
const AUX12: Field = unsigned(&[bits(44, 0, 4)], 15);
const AUX20: Field = unsigned(&[bits(52, 0, 4)], 15);

#[rustfmt::skip]
pub(super) const ROWS: &[Statement] = &[
    of(&[clause::TYPE_09], row("f32add ${D},${A},${B}", &[word(0x5800_0000, THREE)])),
    row("f32sub ${D},${A},${B}", &[word(0x5800_0304, THREE)]),
    of(&[clause::TYPE_09], row("f32mul ${D},${A},${B}", &[word(0x5800_0300, THREE)])),
    row("f32div ${D},${A},${B}", &[word(0x5800_0500, THREE)]),
    row("f32max ${D},${A},${B}", &[word(0x5800_0204, THREE)]),
    row("f32min ${D},${A},${B}", &[word(0x5800_020c, THREE)]),
    row("f32cmpeq ${D},${A},${B}", &[word(0x5800_000c, THREE)]),
    row("f32cmplt ${D},${A},${B}", &[word(0x5800_010c, THREE)]),
    row("f32cmpne ${D},${A},${B}", &[word(0x5800_0200, THREE)]),
    of(&[clause::TYPE_09], row("f16v2add ${D},${A},${B}", &[word(0x5800_0001, THREE)])),
    row("f16v2add ${D},${Z}:BL,${B}", &[word(0x5808_0001, SPREAD)]),
    row("f16v2add ${D},${Z}:BU,${B}", &[word(0x580c_0001, SPREAD)]),
    row("f16v2mul ${D},${A},${B}", &[word(0x5800_0301, THREE)]),
    row("f16v4add ${P},${Q},${R}", &[word(0x5800_0002, PAIRS)]),
    row("f16v4mul ${P},${Z}:BU,${R}", &[word(0x580c_0302, SPREAD_PAIRS)]),
    row("f32v2add ${P},${Q},${R}", &[word(0x5800_0003, PAIRS)]),
    row("f32v2mul ${P},${Z}:B,${R}", &[word(0x5808_0303, SPREAD_PAIRS)]),
    row("f32v2axpy ${P},${R},${Q}", &[word(0x5800_000b, PAIRS)]),
    row("f32clamp ${D},${A},${R}", &[word(0x5800_040c, &[('D', AT4), ('A', AT20), ('R', PAIR12)])]),
    row("and ${D},${A},${B}", &[word(0x5800_0600, THREE)]),
    row("andc ${D},${A},${B}", &[word(0x5800_0601, THREE)]),
    row("or ${D},${A},${B}", &[word(0x5800_0e00, THREE)]),
    row("or64 ${P},${Q},${R}", &[word(0x5800_0e01, PAIRS)]),
    row("mov ${P},${Q}", &[word(0x5800_ee01, &[('P', PAIR4), ('Q', PAIR20)])]),
    row("zero ${P}", &[word(0x58e0_ee01, &[('P', PAIR4)])]),
    row("sort4x16hi ${D},${A},${B}", &[word(0x5800_0608, THREE)]),
    row("sort4x32lo ${P},${Q},${R}", &[word(0x5800_060f, PAIRS)]),
    row("f32fromi32 ${D},${A}", &[word(0x5200_7000, TWO)]),
    row("f32toi32 ${D},${A}", &[word(0x5200_4000, TWO)]),
    row("f32sqrt ${D},${A}", &[word(0x5200_6100, TWO)]),
    row("f32int ${D},${A},{i}", &[word(0x5100_0000, &[('D', AT16), ('A', AT20), ('i', Z4)])]),
    of(&[clause::TYPE_09], row("f16tof32 ${D},${A}", &[word(0x5200_0400, TWO)])),
    of(&[clause::TYPE_09], row("f32tof16 ${D},${A}", &[word(0x5200_3500, TWO)])),
    row("f16v2tof32 ${P},${A}", &[word(0x5200_1400, &[('P', PAIR4), ('A', AT20)])]),
    row("f32v4tof16 ${P},${U}", &[word(0x5200_6500, &[('P', PAIR4), ('U', QUAD20)])]),
    row("f32v4acc ${U}", &[word(0x5900_8200, &[('U', QUAD20)])]),
    row("f16v2gina ${D},${A},{i}", &[word(0x5900_5000, &[('D', AT16), ('A', AT20), ('i', Z12)])]),
    row("f32v2aop ${P},${Q},{i}", &[word(0x5a00_0c00, &[('P', PAIR20), ('Q', PAIR12), ('i', Z8)])]),
    row("f32mac ${A},${B}", &[word(0x5a00_0180, &[('A', AT20), ('B', AT12)])]),
    row("urand64 ${P}", &[word(0x5000_0100, &[('P', PAIR4)])]),
    row("f16v4sisoamp ${P},${Q},${R},{i}",
        &[word(0x5b00_0700, &[('P', PAIR16), ('Q', PAIR12), ('R', PAIR20), ('i', Z6)])]),
    row("{{ setzi ${d},5 ; f32add ${D},${A},${B} }}",
        &[bundle(0x1900_0005, 0x5800_0000, &[('d', AT20), ('D', AUX4), ('A', AUX20), ('B', AUX12)])]),
];
