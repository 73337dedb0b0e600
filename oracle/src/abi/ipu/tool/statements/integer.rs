//! Integers, logic and moves.

use super::fields::{AT4, AT12, AT16, AT20, CONST_M, CONST32, S16, TOP12, TWICE, Z12, Z16, Z20};
use super::{Operands, bundle, of, row, symbolic, word, words};
use crosscall_clauses::ipu::clause;
use crosscall_model::tool::table::Statement;

/// A result and two sources; a result, a source and a number; a result and a source.
const THREE: Operands = &[('d', AT4), ('a', AT20), ('b', AT12)];
const TWO: Operands = &[('d', AT4), ('a', AT20)];
const SIGNED: Operands = &[('d', AT16), ('a', AT20), ('i', S16)];
const UNSIGNED: Operands = &[('d', AT16), ('a', AT20), ('i', Z16)];
const SHORT: Operands = &[('d', AT16), ('a', AT20), ('i', Z12)];
const TOP: Operands = &[('d', AT16), ('a', AT20), ('i', TOP12)];
/// The same in the A file.
const SHORT_A: Operands = &[('D', AT16), ('A', AT20), ('i', Z12)];
const TOP_A: Operands = &[('D', AT16), ('A', AT20), ('i', TOP12)];

#[rustfmt::skip]
pub(super) const ROWS: &[Statement] = &[
    row("add ${d},${a},${b}", &[word(0x4400_0001, THREE)]),
    row("and ${d},${a},${b}", &[word(0x4400_0003, THREE)]),
    row("andc ${d},${a},${b}", &[word(0x4400_0100, THREE)]),
    row("cmpeq ${d},${a},${b}", &[word(0x4400_0102, THREE)]),
    row("cmpne ${d},${a},${b}", &[word(0x4400_0103, THREE)]),
    row("cmpslt ${d},${a},${b}", &[word(0x4400_0200, THREE)]),
    row("cmpult ${d},${a},${m}", &[word(0x4400_0201, &[('d', AT4), ('a', AT20), ('m', AT12)])]),
    row("max ${d},${a},${b}", &[word(0x4400_0202, THREE)]),
    row("min ${d},${a},${b}", &[word(0x4400_0203, THREE)]),
    row("mul ${d},${a},${b}", &[word(0x4400_0300, THREE)]),
    row("or ${d},${a},${b}", &[word(0x4400_0301, THREE)]),
    row("roll16 ${d},${a},${b}", &[word(0x4400_0302, THREE)]),
    row("shl ${d},${a},${b}", &[word(0x4400_0401, THREE)]),
    row("shr ${d},${a},${b}", &[word(0x4400_0402, THREE)]),
    row("shrs ${d},${a},${b}", &[word(0x4400_0403, THREE)]),
    row("shuf8x8lo ${d},${a},${b}", &[word(0x4400_0501, THREE)]),
    row("sort4x16lo ${d},${a},${b}", &[word(0x4400_0503, THREE)]),
    // The subtrahend is named last and stored first.
    row("sub ${d},${b},${a}", &[word(0x4400_0602, THREE)]),
    row("xnor ${d},${a},${b}", &[word(0x4400_0700, THREE)]),
    row("xor ${d},${a},${b}", &[word(0x4400_0701, THREE)]),
    // With a sign if it fits (llvm/test/MC/Colossus/assemble-ambiguous-aliases.s).
    row("add ${d},${a},{i}", &[word(0x2200_0000, SIGNED), word(0x2000_0000, UNSIGNED)]),
    row("addz ${d},${a},{i}", &[word(0x2000_0000, UNSIGNED)]),
    row("adds ${d},${a},{i}", &[word(0x2200_0000, SIGNED)]),
    row("cmpeq ${d},${a},{i}", &[word(0x2800_0000, SIGNED), word(0x2600_0000, UNSIGNED)]),
    row("cmpslt ${d},${a},{i}", &[word(0x2900_0000, SIGNED)]),
    row("cmpult ${d},${a},{i}", &[word(0x2a00_0000, UNSIGNED)]),
    symbolic("cmpult ${d},${a},{x}", &[word(0x2a00_0000, &[('d', AT16), ('a', AT20)])], 2),
    row("max ${d},${a},{i}", &[word(0x3000_0000, SIGNED), word(0x2e00_0000, UNSIGNED)]),
    row("minz ${d},${a},{i}", &[word(0x3100_0000, UNSIGNED)]),
    row("min ${d},${a},{i}", &[word(0x3300_0000, SIGNED), word(0x3100_0000, UNSIGNED)]),
    row("mul ${d},${a},{i}", &[word(0x3600_0000, SIGNED)]),
    row("sub ${d},{i},${a}", &[word(0x3900_0000, SIGNED), word(0x3700_0000, UNSIGNED)]),
    row("subz ${d},{i},${a}", &[word(0x3700_0000, UNSIGNED)]),
    // A number is subtracted by an addition (llvm/test/MC/Colossus/sub_immediate.s).
    row("sub ${d},${a},10", &[word(0x2200_fff6, &[('d', AT16), ('a', AT20)])]),
    row("sub ${d},${a},-21", &[word(0x2200_0015, &[('d', AT16), ('a', AT20)])]),
    row("sub ${d},${a},32767", &[word(0x2200_8001, &[('d', AT16), ('a', AT20)])]),
    row("sub ${d},${a},-32767", &[word(0x2200_7fff, &[('d', AT16), ('a', AT20)])]),
    // Of two forms that take a number, that for its upper bits.
    row("or ${d},${a},{i}", &[word(0x4200_c000, TOP), word(0x4200_9000, SHORT)]),
    row("and ${d},${a},{i}", &[word(0x4200_8000, SHORT)]),
    row("andc ${d},${a},{i}", &[word(0x4200_b000, SHORT)]),
    row("shl ${d},${a},{i}", &[word(0x4200_a000, SHORT)]),
    row("shr ${d},${a},{i}", &[word(0x4200_d000, SHORT)]),
    row("shrs ${d},${a},{i}", &[word(0x4200_e000, SHORT)]),
    row("and ${D},${A},{i}", &[word(0x5200_c000, TOP_A), word(0x5200_8000, SHORT_A)]),
    row("or ${D},${A},{i}", &[word(0x5200_d000, TOP_A), word(0x5200_9000, SHORT_A)]),
    row("andc ${D},${A},{i}", &[word(0x5200_f000, TOP_A), word(0x5200_b000, SHORT_A)]),
    row("abs ${d},${a}", &[word(0x4200_7000, TWO)]),
    row("bitrev8 ${d},${a}", &[word(0x4200_0000, TWO)]),
    row("clz ${d},${a}", &[word(0x4200_2000, TWO)]),
    row("cms ${d},${a}", &[word(0x4200_1000, TWO)]),
    row("popc ${d},${a}", &[word(0x4200_3000, TWO)]),
    row("swap8 ${d},${a}", &[word(0x4200_5000, TWO)]),
    row("movz ${d},${a},${b}", &[word(0x4700_0a00, &[('d', AT12), ('a', AT20), ('b', AT16)])]),
    row("setzi ${d},{i}", &[word(0x1900_0000, &[('d', AT20), ('i', Z20)])]),
    row("setzi ${D},{i}", &[word(0x1a00_0000, &[('D', AT20), ('i', Z20)])]),
    symbolic("setzi ${d},{x}", &[word(0x1900_0000, &[('d', AT20)])], 3),
    symbolic("setzi ${D},{x}", &[word(0x1a00_0000, &[('D', AT20)])], 3),
    // Halves (llvm/test/MC/Colossus/half-immediate.s).
    of(&[clause::TYPE_09], row("setzi ${D},1.0h", &[word(0x1a00_3c00, &[('D', AT20)])])),
    of(&[clause::TYPE_09], row("setzi ${D},-2.0h", &[word(0x1a00_c000, &[('D', AT20)])])),
    of(&[clause::TYPE_09], row("setzi ${D},65504.0h", &[word(0x1a00_7bff, &[('D', AT20)])])),
    of(&[clause::TYPE_09], row("setzi ${D},5.96046e-8h", &[word(0x1a00_0001, &[('D', AT20)])])),
    of(&[clause::TYPE_09], row("setzi ${D},-infh", &[word(0x1a00_fc00, &[('D', AT20)])])),
    // One instruction, or two where there are upper bits.
    row("ldconst ${d},{i}", &[
        word(0x1900_0000, &[('d', AT20), ('i', Z20)]),
        words(0x1900_0000, 0x4200_c000, &[('d', CONST_M), ('i', CONST32)]),
    ]),
    row("ldconst ${D},{i}", &[
        word(0x1a00_0000, &[('D', AT20), ('i', Z20)]),
        words(0x1a00_0000, 0x5200_d000, &[('D', CONST_M), ('i', CONST32)]),
    ]),
    // Other names of instructions and of registers (assemble-inst-alias.s, assemble_register_alias.s).
    row("nop", &[word(0x19e0_0000, &[])]),
    row("fnop", &[word(0x1ad0_0000, &[])]),
    row("zero ${d}", &[word(0x44f0_f301, &[('d', AT4)])]),
    row("zero ${D}", &[word(0x58f0_fe00, &[('D', AT4)])]),
    row("mov ${d},${a}", &[word(0x4200_9000, &[('d', AT16), ('a', AT20)])]),
    row("mov ${D},${A}", &[word(0x5200_9000, &[('D', AT16), ('A', AT20)])]),
    row("mov ${d},${A}", &[word(0x5d00_0000, &[('d', AT16), ('A', AT4)])]),
    row("atom ${d},${A}", &[word(0x5d00_0000, &[('d', AT16), ('A', AT4)])]),
    row("movnz ${d},${a},${b}", &[word(0x4700_0a00, &[('d', AT12), ('a', AT20), ('b', AT16)])]),
    row("swap16 ${d},${a}", &[word(0x4400_0302, &[('d', AT4), ('a', TWICE)])]),
    // Two at once.
    row("{{ add ${d},${a},${b} ; fnop }}", &[bundle(0x4400_0001, 0x1ad0_0000, THREE)]),
    row("{{ add ${d},${a},{i} ; fnop }}", &[
        bundle(0x2200_0000, 0x1ad0_0000, SIGNED),
        bundle(0x2000_0000, 0x1ad0_0000, UNSIGNED),
    ]),
];
