//! Statements: some of each kind of operand, with the encodings that the vendor's kit has for them.

use super::fields::{A, B, D, D_SPLIT, IMM24, IMM28, IMM32, LOADED, SHIFT, STORED};
use crate::abi::tool::fields::{BYTE, HALF, WORD};
use crosscall_clauses::dpu::clause;
use crosscall_model::plan::ClauseId;
use crosscall_model::tool::table::{Excess, Field, Form, Left, Rule, Statement};

const SOURCE: &str = "dpu_instruction_encoder.h and isa.py of UPMEM's SDK";

const fn slot(base: u64, operands: &'static [(char, Field)]) -> Form {
    Form { bytes: 8, base: base as u128, operands, same: None }
}

const fn row(
    clauses: &'static [ClauseId],
    syntax: &'static str,
    forms: &'static [Form],
    (rules, excess, relocation): (&'static [Rule], Excess, Option<Left>),
) -> Statement {
    Statement { rules, relocation, clauses, ..Statement::new(syntax, forms, excess, SOURCE) }
}

/// Nothing can be too large.
const PLAIN: (&[Rule], Excess, Option<Left>) = (&[], Excess::None, None);
/// A number, or one with a sign.
const NUMBER: (&[Rule], Excess, Option<Left>) = (&[], Excess::Immediate, None);
const DATA: (&[Rule], Excess, Option<Left>) = (&[], Excess::Data, None);
/// Pairs begin with an even register.
const PAIR: (&[Rule], Excess, Option<Left>) = (&[Rule::Even('p')], Excess::Immediate, None);
const PAIRS: (&[Rule], Excess, Option<Left>) = (&[Rule::Even('p'), Rule::Even('q')], Excess::None, None);
/// A register that cannot be written stands where the result goes.
const WRITTEN: (&[Rule], Excess, Option<Left>) = (&[Rule::ReadOnly], Excess::None, None);
/// A register that has no 64-bit form stands where a pair is read.
const NO_PAIR: (&[Rule], Excess, Option<Left>) = (&[Rule::NoSuchForm], Excess::None, None);

/// A symbol, with the relocation that it leaves.
const fn symbol(relocation: u32) -> (&'static [Rule], Excess, Option<Left>) {
    (&[], Excess::None, Some(Left::first(relocation)))
}

const RC: (char, Field) = ('d', D);
const RA: (char, Field) = ('a', A);
const RB: (char, Field) = ('m', B);
const DC: (char, Field) = ('p', D);
const DB: (char, Field) = ('q', B);

#[rustfmt::skip]
pub(super) const STATEMENTS: &[Statement] = &[
    row(&[clause::MEM_03], "nop", &[slot(0x7c6300000000, &[])], PLAIN),
    row(&[clause::REG_09], "add {d},{a},{m}", &[slot(0x0c0000c00000, &[('d', D_SPLIT), RA, RB])], PLAIN),
    row(&[clause::REG_09], "sub {d},{M},{m}", &[slot(0x0c0080c00000, &[('d', D_SPLIT), ('M', A), RB])], PLAIN),
    row(&[clause::REG_09], "and {d},{a},{m}", &[slot(0x8000c0a00000, &[RC, RA, RB])], PLAIN),
    row(&[clause::REG_09], "or {d},{a},{m}", &[slot(0x8000c0b00000, &[RC, RA, RB])], PLAIN),
    row(&[clause::REG_09], "xor {d},{a},{m}", &[slot(0x8000c0800000, &[RC, RA, RB])], PLAIN),
    row(&[clause::REG_10], "or {d},zero,{m}", &[slot(0x8060c0b00000, &[RC, RB])], PLAIN),
    row(&[clause::REG_11], "or {d},one,{m}", &[slot(0x8064c0b00000, &[RC, RB])], PLAIN),
    row(&[clause::REG_12], "or {d},lneg,{m}", &[slot(0x8068c0b00000, &[RC, RB])], PLAIN),
    row(&[clause::REG_13], "or {d},mneg,{m}", &[slot(0x806cc0b00000, &[RC, RB])], PLAIN),
    row(&[clause::REG_14], "or {d},id,{m}", &[slot(0x8070c0b00000, &[RC, RB])], PLAIN),
    row(&[clause::REG_15], "or {d},id2,{m}", &[slot(0x8074c0b00000, &[RC, RB])], PLAIN),
    row(&[clause::REG_16], "or {d},id4,{m}", &[slot(0x8078c0b00000, &[RC, RB])], PLAIN),
    row(&[clause::REG_17], "or {d},id8,{m}", &[slot(0x807cc0b00000, &[RC, RB])], PLAIN),
    row(&[clause::REG_10], "or zero,{a},{m}", &[slot(0x8c00c0b00000, &[RA, RB])], PLAIN),
    row(&[clause::REG_11], "or one,{a},{m}", &[], WRITTEN),
    row(&[clause::REG_12], "or lneg,{a},{m}", &[], WRITTEN),
    row(&[clause::REG_13], "or mneg,{a},{m}", &[], WRITTEN),
    row(&[clause::REG_14], "or id,{a},{m}", &[], WRITTEN),
    row(&[clause::REG_15], "or id2,{a},{m}", &[], WRITTEN),
    row(&[clause::REG_16], "or id4,{a},{m}", &[], WRITTEN),
    row(&[clause::REG_17], "or id8,{a},{m}", &[], WRITTEN),
    row(&[], "move {d},{a}", &[slot(0x8003b0000000, &[RC, RA])], PLAIN),
    row(&[], "move {d},{i}", &[slot(0x606300000000, &[RC, ('i', IMM32)])], NUMBER),
    row(&[], "move {d},{x}", &[slot(0x606300000000, &[RC, ('x', IMM32)])], symbol(142)),
    row(&[], "add {d},{a},{i}", &[slot(0x000300000000, &[RC, RA, ('i', IMM32)])], NUMBER),
    row(&[], "lsl {d},{a},{i}", &[slot(0x800340040000, &[RC, RA, ('i', SHIFT)])], NUMBER),
    row(&[], "lsr {d},{a},{i}", &[slot(0x8003400c0000, &[RC, RA, ('i', SHIFT)])], NUMBER),
    row(&[], "lbu {d},{a},{i}", &[slot(0x700340000000, &[RC, RA, ('i', LOADED)])], NUMBER),
    row(&[], "lbs {d},{a},{i}", &[slot(0x700341000000, &[RC, RA, ('i', LOADED)])], NUMBER),
    row(&[], "lhu {d},{a},{i}", &[slot(0x700342000000, &[RC, RA, ('i', LOADED)])], NUMBER),
    row(&[], "lhs {d},{a},{i}", &[slot(0x700343000000, &[RC, RA, ('i', LOADED)])], NUMBER),
    row(&[], "lw {d},{a},{i}", &[slot(0x700344000000, &[RC, RA, ('i', LOADED)])], NUMBER),
    row(&[], "lw {d},{a},{x}", &[slot(0x700344000000, &[RC, RA, ('x', IMM24)])], symbol(138)),
    row(&[clause::TYPE_16], "lw !big,{d},{a},{i}", &[slot(0x70034c000000, &[RC, RA, ('i', LOADED)])], NUMBER),
    row(&[clause::TYPE_16], "lw !little,{d},{a},{i}", &[slot(0x700344000000, &[RC, RA, ('i', LOADED)])], NUMBER),
    row(&[clause::REG_18], "ld {p},{a},{i}", &[slot(0x700346000000, &[DC, RA, ('i', LOADED)])], PAIR),
    row(&[], "sb {a},{i},{m}", &[slot(0x7c0040000000, &[RA, ('i', STORED), RB])], NUMBER),
    row(&[], "sh {a},{i},{m}", &[slot(0x7c0042000000, &[RA, ('i', STORED), RB])], NUMBER),
    row(&[], "sw {a},{i},{m}", &[slot(0x7c0044000000, &[RA, ('i', STORED), RB])], NUMBER),
    row(&[clause::TYPE_16], "sw !big,{a},{i},{m}", &[slot(0x7c004c000000, &[RA, ('i', STORED), RB])], NUMBER),
    row(&[clause::REG_18], "movd {p},{q}", &[slot(0x806020010000, &[DC, DB])], PAIRS),
    row(&[clause::REG_21], "movd {p},zero", &[], NO_PAIR),
    row(&[clause::REG_21], "movd {p},one", &[], NO_PAIR),
    row(&[clause::REG_21], "movd {p},lneg", &[], NO_PAIR),
    row(&[clause::REG_21], "movd {p},mneg", &[], NO_PAIR),
    row(&[clause::REG_21], "movd {p},id", &[], NO_PAIR),
    row(&[clause::REG_21], "movd {p},id2", &[], NO_PAIR),
    row(&[clause::REG_21], "movd {p},id4", &[], NO_PAIR),
    row(&[clause::REG_21], "movd {p},id8", &[], NO_PAIR),
    row(&[], "jump {a}", &[slot(0x8c0300000000, &[RA])], PLAIN),
    row(&[], "jump {y}", &[slot(0x8c6300000000, &[('y', IMM28)])], symbol(141)),
    row(&[], "call {d},{a}", &[slot(0x800300000000, &[RC, RA])], PLAIN),
    row(&[], "call {d},{y}", &[slot(0x806300000000, &[RC, ('y', IMM24)])], symbol(138)),
    row(&[], ".byte {i}", &[Form { bytes: 1, base: 0, operands: &[('i', BYTE)], same: None }], DATA),
    row(&[], ".short {i}", &[Form { bytes: 2, base: 0, operands: &[('i', HALF)], same: None }], DATA),
    row(&[], ".long {i}", &[Form { bytes: 4, base: 0, operands: &[('i', WORD)], same: None }], DATA),
    row(&[], ".long {x}", &[Form { bytes: 4, base: 0, operands: &[('x', WORD)], same: None }], symbol(1)),
];
