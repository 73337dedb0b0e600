//! Branches, calls, the end of a vertex, control registers, and what only the supervisor has.

use super::fields::{AT12, AT16, AT20, CODE19, CODE20, RUN16, Z4, Z8};
use super::{Operands, of, row, symbolic, word};
use crosscall_clauses::ipu::clause;
use crosscall_model::tool::table::Statement;

const TO: Operands = &[('a', AT20), ('i', CODE19)];
const FROM: Operands = &[('a', AT20)];

/// A plain number is that of an instruction, the value of a symbol an address in bytes
/// (llvm/test/MC/Colossus/imm-address-operands.s).
#[rustfmt::skip]
pub(super) const ROWS: &[Statement] = &[
    row("bri {i}", &[word(0x4080_0000, &[('i', CODE19)])]),
    symbolic("bri {x}", &[word(0x4080_0000, &[])], 8),
    row("brneg ${a},{i}", &[word(0x1000_0000, TO)]),
    symbolic("brneg ${a},{x}", &[word(0x1000_0000, FROM)], 8),
    row("brnz ${a},{i}", &[word(0x1100_0000, TO)]),
    symbolic("brnz ${a},{x}", &[word(0x1100_0000, FROM)], 8),
    row("brpos ${a},{i}", &[word(0x1200_0000, TO)]),
    row("brz ${a},{i}", &[word(0x1300_0000, TO)]),
    symbolic("brz ${a},{x}", &[word(0x1300_0000, FROM)], 8),
    row("brnzdec ${a},{i}", &[word(0x1308_0000, TO)]),
    symbolic("brnzdec ${a},{x}", &[word(0x1308_0000, FROM)], 8),
    row("call ${d},{i}", &[word(0x1800_0000, &[('d', AT20), ('i', CODE20)])]),
    symbolic("call ${d},{x}", &[word(0x1800_0000, &[('d', AT20)])], 8),
    row("br ${a}", &[word(0x4300_0000, FROM)]),
    of(&[clause::CALL_02], row("exitneg ${a}", &[word(0x4300_1000, FROM)])),
    of(&[clause::CALL_02], row("exitnz ${a}", &[word(0x4300_2000, FROM)])),
    of(&[clause::CALL_02], row("exitpos ${a}", &[word(0x4300_3000, FROM)])),
    of(&[clause::CALL_02], row("exitz ${a}", &[word(0x4300_4000, FROM)])),
    row("trap {i}", &[word(0x4180_1000, &[('i', Z4)])]),
    row("strap", &[word(0x43f0_80ff, &[])]),
    row("get ${d},{i}", &[word(0x4100_0000, &[('d', AT16), ('i', Z8)])]),
    row("put {i},${a}", &[word(0x4300_8000, &[('a', AT20), ('i', Z8)])]),
    row("get ${D},{i}", &[word(0x5100_0800, &[('D', AT16), ('i', Z8)])]),
    row("uget ${D},{i}", &[word(0x5100_0800, &[('D', AT16), ('i', Z8)])]),
    row("put {i},${A}", &[word(0x5100_8000, &[('A', AT20), ('i', Z8)])]),
    row("uput {i},${A}", &[word(0x5100_8000, &[('A', AT20), ('i', Z8)])]),
    // Control registers by name (llvm/test/MC/Colossus/csrs_ipu2.s).
    row("get ${d},$COUNT_L", &[word(0x4100_0060, &[('d', AT16)])]),
    row("get ${d},$WSR", &[word(0x4100_0001, &[('d', AT16)])]),
    row("get ${d},$REPEAT_END", &[word(0x4100_0006, &[('d', AT16)])]),
    of(&[clause::REG_01], row("get ${d},$VERTEX_BASE", &[word(0x4100_0002, &[('d', AT16)])])),
    of(&[clause::REG_02], row("get ${d},$WORKER_BASE", &[word(0x4100_0003, &[('d', AT16)])])),
    row("put $DBG_DATA,${a}", &[word(0x4300_8070, &[('a', AT20)])]),
    row("uput $FP_CTL,${A}", &[word(0x5100_8002, &[('A', AT20)])]),
    row("uput $PRNG_SEED,${A}", &[word(0x5100_8007, &[('A', AT20)])]),
    row("uget ${D},$TAS", &[word(0x5100_0808, &[('D', AT16)])]),
    // The supervisor's.
    row(".supervisor; run ${a},${b},{i}; .worker",
        &[word(0x1400_0000, &[('a', AT20), ('b', AT12), ('i', RUN16)])]),
    symbolic(".supervisor; run ${a},${b},{x}; .worker",
        &[word(0x1400_0000, &[('a', AT20), ('b', AT12)])], 9),
    row(".supervisor; runall ${a},${b},{i}; .worker",
        &[word(0x1500_0000, &[('a', AT20), ('b', AT12), ('i', RUN16)])]),
    row(".supervisor; ld64putcs {i}; .worker", &[word(0x4100_c000, &[('i', Z8)])]),
    row(".supervisor; ld128putcs {i}; .worker", &[word(0x4100_d000, &[('i', Z8)])]),
    row(".supervisor; put $CWEI_15_3,${a}; .worker", &[word(0x4300_803f, &[('a', AT20)])]),
    row(".supervisor; get ${d},$CTXT_STS; .worker", &[word(0x4100_0072, &[('d', AT16)])]),
    row(".supervisor; call ${d},{i}; .worker", &[word(0x1800_0000, &[('d', AT20), ('i', CODE20)])]),
];
