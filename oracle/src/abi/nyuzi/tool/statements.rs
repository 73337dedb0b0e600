//! Statements: encodings from LLVM's description of the Nyuzi and its assembler tests (`test/MC/Nyuzi`), as the
//! reference emulator decodes them.

use super::fields::{
    BOTH, CONTROL, D, D_BOTH, D_TWICE, FAR, IMM9, IMM14, IMM19, K, M, N, N_TWICE, NEAR, OFF10, OFF15, UPPER,
};
use crate::abi::tool::fields::{BYTE, HALF, WORD};
use crate::abi::tool::lists::{joined, total};
use crosscall_model::tool::table::Excess::{self, Branch, Data, Immediate, None};
use crosscall_model::tool::table::{Field, Form, Left, Rule, Statement};

const ENCODINGS: &str = "lib/Target/Nyuzi/NyuziInstrFormats.td and NyuziInstrInfo.td of NyuziToolchain";
const RELOCATABLE: &str =
    "\"Compiler ABI\", table of relocations; lib/Target/Nyuzi/MCTargetDesc of NyuziToolchain";

/// Operands, by the kinds of their registers: scalars, vectors, and numbers; with a mask.
type Operands = &'static [(char, Field)];
const SSS: Operands = &[('d', D), ('n', N), ('m', M)];
const VVS: Operands = &[('D', D), ('N', N), ('m', M)];
const VVS_MASK: Operands = &[('D', D), ('k', K), ('N', N), ('m', M)];
const VVV: Operands = &[('D', D), ('N', N), ('M', M)];
const VVV_MASK: Operands = &[('D', D), ('k', K), ('N', N), ('M', M)];
const SSI: Operands = &[('d', D), ('n', N), ('i', IMM14)];
const VVI: Operands = &[('D', D), ('N', N), ('i', IMM14)];
const VVI_MASK: Operands = &[('D', D), ('k', K), ('N', N), ('i', IMM9)];
const SVS: Operands = &[('d', D), ('N', N), ('m', M)];
const SVV: Operands = &[('d', D), ('N', N), ('M', M)];

const fn form(bytes: usize, base: u128, operands: Operands) -> Form {
    Form { bytes, base, operands, same: Option::None }
}

const fn word(base: u64, operands: Operands) -> Form {
    form(4, base as u128, operands)
}

const fn row(syntax: &'static str, forms: &'static [Form], excess: Excess) -> Statement {
    Statement::new(syntax, forms, excess, ENCODINGS)
}

const fn symbolic(syntax: &'static str, forms: &'static [Form], relocation: u32) -> Statement {
    let relocation = Some(Left::first(relocation));
    Statement { relocation, ..Statement::new(syntax, forms, None, RELOCATABLE) }
}

/// A symbol where no relocation of the document's table could put its value.
const fn hopeless(syntax: &'static str) -> Statement {
    const RULES: &[Rule] = &[Rule::Unrelocatable];
    Statement { rules: RULES, ..Statement::new(syntax, &[], None, RELOCATABLE) }
}

/// The formats of arithmetic: two scalars, a vector and a scalar, two vectors, each of the latter with a mask; and
/// with immediates a scalar, a vector, a vector with a mask.
const SS: u64 = 0xc000_0000;
const VS: u64 = 0xc400_0000;
const VS_MASK: u64 = 0xc800_0000;
const VV: u64 = 0xd000_0000;
const VV_MASK: u64 = 0xd400_0000;
const SI: u64 = 0x0000_0000;
const VI: u64 = 0x2000_0000;
const VI_MASK: u64 = 0x6000_0000;
/// Loads and stores.
const STORE: u64 = 0x8000_0000;
const LOAD: u64 = 0xa000_0000;

/// An operation on two operands, in registers: by its number.
macro_rules! binary {
    ($name:literal, $number:literal) => {
        [
            row(concat!($name, " {d},{n},{m}"), &[word(SS | $number << 20, SSS)], None),
            row(concat!($name, " {D},{N},{m}"), &[word(VS | $number << 20, VVS)], None),
            row(concat!($name, "_mask {D},{k},{N},{m}"), &[word(VS_MASK | $number << 20, VVS_MASK)], None),
            row(concat!($name, " {D},{N},{M}"), &[word(VV | $number << 20, VVV)], None),
            row(concat!($name, "_mask {D},{k},{N},{M}"), &[word(VV_MASK | $number << 20, VVV_MASK)], None),
        ]
    };
}

/// The same with an immediate in place of the second operand.
macro_rules! immediate {
    ($name:literal, $number:literal) => {
        [
            row(concat!($name, " {d},{n},{i}"), &[word(SI | $number << 24, SSI)], Immediate),
            row(concat!($name, " {D},{N},{i}"), &[word(VI | $number << 24, VVI)], Immediate),
            row(
                concat!($name, "_mask {D},{k},{N},{i}"),
                &[word(VI_MASK | $number << 24, VVI_MASK)],
                Immediate,
            ),
        ]
    };
}

/// An operation on one operand, which is where the second of two would be.
macro_rules! unary {
    ($name:literal, $number:literal) => {
        [
            row(concat!($name, " {d},{m}"), &[word(SS | $number << 20, &[('d', D), ('m', M)])], None),
            row(concat!($name, " {D},{m}"), &[word(VS | $number << 20, &[('D', D), ('m', M)])], None),
            row(
                concat!($name, "_mask {D},{k},{m}"),
                &[word(VS_MASK | $number << 20, &[('D', D), ('k', K), ('m', M)])],
                None,
            ),
            row(concat!($name, " {D},{M}"), &[word(VV | $number << 20, &[('D', D), ('M', M)])], None),
            row(
                concat!($name, "_mask {D},{k},{M}"),
                &[word(VV_MASK | $number << 20, &[('D', D), ('k', K), ('M', M)])],
                None,
            ),
        ]
    };
}

/// A comparison, whose result is a mask in a scalar register.
macro_rules! comparison {
    ($name:literal, $number:literal) => {
        [
            row(concat!($name, " {d},{n},{m}"), &[word(SS | $number << 20, SSS)], None),
            row(concat!($name, " {d},{N},{m}"), &[word(VS | $number << 20, SVS)], None),
            row(concat!($name, " {d},{N},{M}"), &[word(VV | $number << 20, SVV)], None),
        ]
    };
}

/// A comparison with an immediate.
macro_rules! against {
    ($name:literal, $number:literal) => {
        [
            row(concat!($name, " {d},{n},{i}"), &[word(SI | $number << 24, SSI)], Immediate),
            row(
                concat!($name, " {d},{N},{i}"),
                &[word(VI | $number << 24, &[('d', D), ('N', N), ('i', IMM14)])],
                Immediate,
            ),
        ]
    };
}

/// An access of a scalar register: with an offset and without.
macro_rules! scalar_access {
    ($name:literal, $base:expr) => {
        [
            row(
                concat!($name, " {d},{i}({n})"),
                &[word($base, &[('d', D), ('n', N), ('i', OFF15)])],
                Immediate,
            ),
            row(concat!($name, " {d},({n})"), &[word($base, &[('d', D), ('n', N)])], None),
        ]
    };
}

/// An access of a vector at an address, or of lanes at addresses in a vector; with a mask and without.
macro_rules! vector_access {
    ($name:literal, $at:literal, $base:expr, $masked:expr) => {
        [
            row(
                concat!($name, " {D},{i}({", $at, "})"),
                &[word($base, &[('D', D), (base_of($at), N), ('i', OFF15)])],
                Immediate,
            ),
            row(concat!($name, " {D},({", $at, "})"), &[word($base, &[('D', D), (base_of($at), N)])], None),
            row(
                concat!($name, "_mask {D},{k},{i}({", $at, "})"),
                &[word($masked, &[('D', D), ('k', K), (base_of($at), N), ('i', OFF10)])],
                Immediate,
            ),
            row(
                concat!($name, "_mask {D},{k},({", $at, "})"),
                &[word($masked, &[('D', D), ('k', K), (base_of($at), N)])],
                None,
            ),
        ]
    };
}

/// The letter of a base register, as a character.
const fn base_of(letter: &str) -> char {
    letter.as_bytes()[0] as char
}

/// All rows.
pub(super) static STATEMENTS: &[Statement] = &ALL;

static ALL: [Statement; total(LISTS)] = joined(LISTS);

#[rustfmt::skip]
const LISTS: &[&[Statement]] = &[
    &binary!("or", 0x00), &binary!("and", 0x01), &binary!("xor", 0x03), &binary!("add_i", 0x05), &binary!("sub_i", 0x06),
    &binary!("mull_i", 0x07), &binary!("mulh_u", 0x08), &binary!("ashr", 0x09), &binary!("shr", 0x0a),
    &binary!("shl", 0x0b), &binary!("mulh_i", 0x1f), &binary!("add_f", 0x20), &binary!("sub_f", 0x21),
    &binary!("mul_f", 0x22),
    &immediate!("or", 0x00), &immediate!("and", 0x01), &immediate!("xor", 0x03), &immediate!("add_i", 0x05),
    &immediate!("sub_i", 0x06), &immediate!("mull_i", 0x07), &immediate!("mulh_u", 0x08), &immediate!("ashr", 0x09),
    &immediate!("shr", 0x0a), &immediate!("shl", 0x0b), &immediate!("mulh_i", 0x1f),
    &unary!("clz", 0x0c), &unary!("ctz", 0x0e), &unary!("move", 0x0f), &unary!("ftoi", 0x1b),
    &unary!("reciprocal", 0x1c), &unary!("sext_8", 0x1d), &unary!("sext_16", 0x1e), &unary!("itof", 0x2a),
    &comparison!("cmpeq_i", 0x10), &comparison!("cmpne_i", 0x11), &comparison!("cmpgt_i", 0x12),
    &comparison!("cmpge_i", 0x13), &comparison!("cmplt_i", 0x14), &comparison!("cmple_i", 0x15),
    &comparison!("cmpgt_u", 0x16), &comparison!("cmpge_u", 0x17), &comparison!("cmplt_u", 0x18),
    &comparison!("cmple_u", 0x19), &comparison!("cmpgt_f", 0x2c), &comparison!("cmpge_f", 0x2d),
    &comparison!("cmplt_f", 0x2e), &comparison!("cmple_f", 0x2f), &comparison!("cmpeq_f", 0x30),
    &comparison!("cmpne_f", 0x31),
    &against!("cmpeq_i", 0x10), &against!("cmpne_i", 0x11), &against!("cmpgt_i", 0x12), &against!("cmpge_i", 0x13),
    &against!("cmplt_i", 0x14), &against!("cmple_i", 0x15), &against!("cmpgt_u", 0x16), &against!("cmpge_u", 0x17),
    &against!("cmplt_u", 0x18), &against!("cmple_u", 0x19),
    MOVES, LANES,
    &scalar_access!("load_u8", LOAD), &scalar_access!("load_s8", LOAD | 1 << 25), &scalar_access!("load_u16", LOAD | 2 << 25),
    &scalar_access!("load_s16", LOAD | 3 << 25), &scalar_access!("load_32", LOAD | 4 << 25),
    &scalar_access!("load_sync", LOAD | 5 << 25), &scalar_access!("store_8", STORE | 1 << 25),
    &scalar_access!("store_16", STORE | 3 << 25), &scalar_access!("store_32", STORE | 4 << 25),
    &scalar_access!("store_sync", STORE | 5 << 25),
    &vector_access!("load_v", "n", LOAD | 7 << 25, LOAD | 8 << 25), &vector_access!("store_v", "n", STORE | 7 << 25, STORE | 8 << 25),
    &vector_access!("load_gath", "N", LOAD | 13 << 25, LOAD | 14 << 25),
    &vector_access!("store_scat", "N", STORE | 13 << 25, STORE | 14 << 25),
    BRANCHES, SYSTEM, ADDRESSES, DATA,
];

#[rustfmt::skip]
const MOVES: &[Statement] = &[
    row("move {d},{i}", &[word(0x0f00_0000, &[('d', D), ('i', IMM14)])], Immediate),
    row("move {D},{i}", &[word(0x2f00_0000, &[('D', D), ('i', IMM14)])], Immediate),
    row("move_mask {D},{k},{i}", &[word(0x6f00_0000, &[('D', D_TWICE), ('k', K), ('i', IMM9)])], Immediate),
    row("movehi {d},{i}", &[word(0x4f00_0000, &[('d', D), ('i', IMM19)])], Immediate),
    // One instruction or two, which load any word.
    row("li {d},{i}", &[
        word(0x0f00_0000, &[('d', D), ('i', IMM14)]),
        word(0x4f00_0000, &[('d', D), ('i', UPPER)]),
        form(8, 0x4f00_0000, &[('d', D_BOTH), ('i', BOTH)]),
    ], Immediate),
    row("lea {d},{i}({n})", &[word(0x0500_0000, SSI)], Immediate),
    row("nop", &[word(0, &[])], None),
];

#[rustfmt::skip]
const LANES: &[Statement] = &[
    row("getlane {d},{N},{m}", &[word(VS | 0x1a << 20, SVS)], None),
    row("getlane {d},{N},{i}", &[word(VI | 0x1a << 24, &[('d', D), ('N', N), ('i', IMM14)])], Immediate),
    row("shuffle {D},{N},{M}", &[word(VV | 0x0d << 20, VVV)], None),
    row("shuffle_mask {D},{k},{N},{M}",
        &[word(VV_MASK | 0x0d << 20, VVV_MASK)], None),
];

#[rustfmt::skip]
const BRANCHES: &[Statement] = &[
    row("b .{o}", &[word(0xf600_0000, &[('o', FAR)])], Branch),
    row("call .{o}", &[word(0xf800_0000, &[('o', FAR)])], Branch),
    row("bz {n},.{o}", &[word(0xf200_0000, &[('n', N), ('o', NEAR)])], Branch),
    row("bnz {n},.{o}", &[word(0xf400_0000, &[('n', N), ('o', NEAR)])], Branch),
    row("b {n}", &[word(0xf000_0000, &[('n', N)])], None),
    row("call {n}", &[word(0xfc00_0000, &[('n', N_TWICE)])], None),
    row("ret", &[word(0xf000_001f, &[])], None),
    row("eret", &[word(0xfe00_0000, &[])], None),
    symbolic("b {x}", &[word(0xf600_0000, &[])], 3),
    symbolic("call {x}", &[word(0xf800_0000, &[])], 3),
    symbolic("bz {n},{x}", &[word(0xf200_0000, &[('n', N)])], 2),
    symbolic("bnz {n},{x}", &[word(0xf400_0000, &[('n', N)])], 2),
];

#[rustfmt::skip]
const SYSTEM: &[Statement] = &[
    row("break", &[word(0xc3e0_0000, &[])], None),
    row("syscall {i}", &[word(0x0200_0000, &[('i', IMM14)])], Immediate),
    row("getcr {d},{i}", &[word(0xac00_0000, &[('d', D), ('i', CONTROL)])], Immediate),
    row("setcr {d},{i}", &[word(0x8c00_0000, &[('d', D), ('i', CONTROL)])], Immediate),
    row("dtlbinsert {n},{d}", &[word(0xe000_0000, &[('n', N), ('d', D)])], None),
    row("dinvalidate {n}", &[word(0xe200_0000, &[('n', N)])], None),
    row("dflush {n}", &[word(0xe400_0000, &[('n', N)])], None),
    row("iinvalidate {n}", &[word(0xe600_0000, &[('n', N)])], None),
    row("membar", &[word(0xe800_0000, &[])], None),
    row("tlbinval {n}", &[word(0xea00_0000, &[('n', N)])], None),
    row("tlbinvalall", &[word(0xec00_0000, &[])], None),
    row("itlbinsert {n},{d}", &[word(0xee00_0000, &[('n', N), ('d', D)])], None),
];

/// Symbols: where there is a relocation for them, and where there is none.
#[rustfmt::skip]
const ADDRESSES: &[Statement] = &[
    symbolic("movehi {d},hi({y})", &[word(0x4f00_0000, &[('d', D)])], 4),
    symbolic("or {d},{n},lo({y})", &[word(SI, &[('d', D), ('n', N)])], 5),
    symbolic("add_i {d},{n},lo({y})", &[word(SI | 0x05 << 24, &[('d', D), ('n', N)])], 5),
    symbolic("load_32 {d},got({y})({n})", &[word(LOAD | 4 << 25, &[('d', D), ('n', N)])], 6),
    hopeless("move {d},{y}"), hopeless("or {d},{n},{y}"), hopeless("add_i {d},{n},{y}"), hopeless("movehi {d},{y}"),
    hopeless("li {d},{x}"), hopeless("move {d},hi({y})"), hopeless("movehi {d},lo({y})"),
];

#[rustfmt::skip]
const DATA: &[Statement] = &[
    row(".byte {i}", &[form(1, 0, &[('i', BYTE)])], Data),
    row(".short {i}", &[form(2, 0, &[('i', HALF)])], Data),
    row(".long {i}", &[word(0, &[('i', WORD)])], Data),
    hopeless(".long {x}-."),
    symbolic(".long {x}", &[word(0, &[])], 1),
    hopeless(".short {x}"),
    hopeless(".byte {x}"),
];
