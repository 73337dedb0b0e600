//! Statements that the vendor's assembler refuses, whatever their numbers are.

use super::{of, refused};
use crosscall_clauses::ipu::clause;
use crosscall_model::tool::table::{Rule, Statement};

/// A symbol for which there is no relocation.
const SYMBOL: &[Rule] = &[Rule::Unrelocatable];
/// Registers of the wrong file, or too many or too few of them.
const FORM: &[Rule] = &[Rule::NoSuchForm];
const WORKER: &[Rule] = &[Rule::Refused("only workers have it")];
const SUPERVISOR: &[Rule] = &[Rule::Refused("only the supervisor has it")];
const STEP: &[Rule] = &[Rule::Refused("what changes the register must stand behind it, and nothing else")];
const RANGE: &[Rule] = &[Rule::Refused("it does not fit with the other sign")];
const REPEAT: &[Rule] = &[Rule::Refused("what is repeated begins at a multiple of 8")];
const SUFFIX: &[Rule] = &[Rule::Refused("a half ends in h")];
const BUNDLE: &[Rule] = &[Rule::Refused("these two cannot be executed together")];

#[rustfmt::skip]
pub(super) const ROWS: &[Statement] = &[
    refused("add ${d},${a},{x}", SYMBOL),
    refused("or ${d},${a},{x}", SYMBOL),
    refused("ld32 ${d},${a},${b},{x}", SYMBOL),
    refused("st32 ${d},${a},{x}", SYMBOL),
    refused("ldconst ${d},{x}", SYMBOL),
    refused("trap $m0", FORM),
    refused("add ${d},${A},${b}", FORM),
    refused("f32add ${D},${a},${B}", FORM),
    refused("f32add ${D},${A}", FORM),
    refused("add ${d},${a}", FORM),
    refused("mov ${D},${a}", FORM),
    refused("ld64 ${W},${a},${b},{i}", FORM),
    refused("ld128 ${P},${a},${b},{i}", FORM),
    refused("ld64 ${U},${a},${b},{i}", FORM),
    refused("setzi ${P},{i}", FORM),
    // A register that is none would be a symbol here.
    refused("bri $sp", FORM),
    refused("call ${d},$m0", FORM),
    refused("br {i}", FORM),
    refused("sub ${d},${a},32768", RANGE),
    refused("sub ${d},${a},-32768", RANGE),
    // llvm/test/MC/Colossus/post_modify_asm_operand.s, memri_invalid.s
    refused("ld32step ${d},${a},${b},{i}", STEP),
    refused("ld32step ${d},${a},${b}++,{i}", STEP),
    refused("st64step ${P},${a},${b}>>,{i}", STEP),
    refused("ld32 ${d},${a},${b}+=,{i}", STEP),
    refused("setzi ${d}++,{i}", STEP),
    refused("rpt ${a},{i}", REPEAT),
    refused("setzi ${D},1.0", SUFFIX),
    refused(".half 1.0", SUFFIX),
    refused("{{ f32add ${D},${A},${B} ; fnop }}", BUNDLE),
    refused("{{ add ${d},${a},${b} ; nop }}", BUNDLE),
    refused("{{ exitz ${a} ; fnop }}", BUNDLE),
    // csrs_ipu2.s, misaligned_reg_groups.s
    refused("put $CTXT_STS,${a}", SUPERVISOR),
    refused("run ${a},${b},{i}", SUPERVISOR),
    refused("ld64putcs {i}", SUPERVISOR),
    refused(".supervisor; put $WSR,${a}; .worker", WORKER),
    refused(".supervisor; exitz ${a}; .worker", WORKER),
    of(&[clause::S23], refused(".supervisor; f32add ${D},${A},${B}; .worker", WORKER)),
    of(&[clause::S23], refused(".supervisor; ld32 ${D},${a},${b},{i}; .worker", WORKER)),
    of(&[clause::S23], refused(".supervisor; st64 ${P},${a},${b},{i}; .worker", WORKER)),
];
