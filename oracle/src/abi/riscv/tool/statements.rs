//! Statements: encodings of the unprivileged architecture manual (chapters on RV32I and RV64I, M, A, F, D and C, and its listings of
//! instructions), spellings of the assembly programmer's manual.
//!
//! Branches have no rows: whether a branch to somewhere else becomes two instructions is the assembler's choice.

use super::fields::{
    C_D, C_D3, C_DOUBLE, C_DOUBLE_SP, C_DOUBLE_SP_STORED, C_I, C_K, C_N3, C_WORD, C_WORD_SP,
    C_WORD_SP_STORED, D, D_OF_BOTH, DOUBLE, I, K, K_OF_SECOND, N, N_OF_BOTH, NK, R, S, SHIFT32, SHIFT64,
    UPPER,
};
use crate::abi::tool::fields::{BYTE, HALF, WORD};
use crate::abi::tool::lists::{joined, total};
use crosscall_clauses::riscv::clause;
use crosscall_model::plan::ClauseId;
use crosscall_model::tool::table::Excess::{self, Data, Immediate, None};
use crosscall_model::tool::table::{Field, Form, Further, Left, Rule, Statement};

const ENCODINGS: &str = "RISC-V Instruction Set Manual, Volume I, listings of instructions";
const RELOCATABLE: &str = "table of relocations in \"Relocations\"; RISC-V Assembly Programmer's Manual";

/// Operands with their fields.
type Operands = &'static [(char, Field)];
const DNK: Operands = &[('d', D), ('n', N), ('k', K)];
const DNI: Operands = &[('d', D), ('n', N), ('i', I)];
const DN: Operands = &[('d', D), ('n', N)];
const DK: Operands = &[('d', D), ('k', K)];
const DN32: Operands = &[('d', D), ('n', N), ('i', SHIFT32)];
const DN64: Operands = &[('d', D), ('n', N), ('i', SHIFT64)];
const STORED: Operands = &[('k', K), ('n', N), ('i', S)];
const FFF: Operands = &[('D', D), ('N', N), ('K', K)];
const FFFF: Operands = &[('D', D), ('N', N), ('K', K), ('R', R)];
const FF: Operands = &[('D', D), ('N', N)];
const CD_CK: Operands = &[('f', C_D), ('g', C_K)];
const C3: Operands = &[('e', C_N3), ('c', C_D3)];

const fn form(bytes: usize, base: u128, operands: Operands) -> Form {
    Form { bytes, base, operands, same: Option::None }
}

const fn word(base: u32, operands: Operands) -> Form {
    form(4, base as u128, operands)
}

const fn short(base: u16, operands: Operands) -> Form {
    form(2, base as u128, operands)
}

/// Two words.
const fn two(first: u32, second: u32, operands: Operands) -> Form {
    form(8, first as u128 | (second as u128) << 32, operands)
}

const fn row(syntax: &'static str, forms: &'static [Form], excess: Excess) -> Statement {
    Statement::new(syntax, forms, excess, ENCODINGS)
}

/// A compressed instruction.
const fn compressed(syntax: &'static str, forms: &'static [Form], excess: Excess) -> Statement {
    Statement { state: "\t.option rvc\n", ..row(syntax, forms, excess) }
}

/// A statement whose symbol is left to the linker.
const fn symbolic(
    syntax: &'static str,
    forms: &'static [Form],
    number: u32,
    clauses: &'static [ClauseId],
) -> Statement {
    let relocation = Some(Left::first(number));
    Statement { relocation, clauses, ..Statement::new(syntax, forms, None, RELOCATABLE) }
}

/// The relocation of a lower part behind its upper part.
const fn lower(number: u32) -> Further {
    Further { number, offset: 4, label: Some(0), is_hint: false }
}

const LOWER_I: &[Further] = &[lower(24)];
const LOWER_S: &[Further] = &[lower(25)];

/// The register that holds an address between two instructions.
const THROUGH: &[Rule] = &[Rule::Unsaid('f')];

/// A pair of an upper and a lower part. The register between the two holds an address, which x0 cannot: the manual does not say
/// what becomes of the statement with x0, and assemblers differ.
const fn pair(syntax: &'static str, forms: &'static [Form], further: &'static [Further]) -> Statement {
    const CLAUSES: &[ClauseId] = &[clause::OBJ_22];
    Statement { further, rules: THROUGH, ..symbolic(syntax, forms, 23, CLAUSES) }
}

pub(super) const RELAX: u32 = 51;
/// Relocations by which an assembler may let the linker shorten, of a call and of a pair.
const SHORTENED: &[Further] = &[Further { number: RELAX, offset: 0, label: Option::None, is_hint: true }];
const PERHAPS_SHORTENED: &[Further] = &[
    lower(24),
    Further { number: RELAX, offset: 0, label: Option::None, is_hint: true },
    Further { number: RELAX, offset: 4, label: Option::None, is_hint: true },
];

const STATE_OF_CALLS: &str = "\t.option relax\n";

/// A call, which the linker may shorten.
const fn call(syntax: &'static str, forms: &'static [Form], number: u32) -> Statement {
    const CLAUSES: &[ClauseId] = &[clause::OBJ_21];
    Statement { further: SHORTENED, state: STATE_OF_CALLS, ..symbolic(syntax, forms, number, CLAUSES) }
}

/// A symbol where no relocation of the document's table could put its value.
const fn hopeless(syntax: &'static str) -> Statement {
    const RULES: &[Rule] = &[Rule::Unrelocatable];
    const CLAUSES: &[ClauseId] = &[clause::OBJ_18];
    Statement { rules: RULES, clauses: CLAUSES, ..Statement::new(syntax, &[], None, RELOCATABLE) }
}

/// Integers, multiplication, atomic operations, and compressed instructions.
#[rustfmt::skip]
const BASE: &[Statement] = &[
    row("add {d},{n},{k}", &[word(0x00000033, DNK)], None),
    row("sub {d},{n},{k}", &[word(0x40000033, DNK)], None),
    row("sll {d},{n},{k}", &[word(0x00001033, DNK)], None),
    row("slt {d},{n},{k}", &[word(0x00002033, DNK)], None),
    row("sltu {d},{n},{k}", &[word(0x00003033, DNK)], None),
    row("xor {d},{n},{k}", &[word(0x00004033, DNK)], None),
    row("srl {d},{n},{k}", &[word(0x00005033, DNK)], None),
    row("sra {d},{n},{k}", &[word(0x40005033, DNK)], None),
    row("or {d},{n},{k}", &[word(0x00006033, DNK)], None),
    row("and {d},{n},{k}", &[word(0x00007033, DNK)], None),
    row("mul {d},{n},{k}", &[word(0x02000033, DNK)], None),
    row("mulh {d},{n},{k}", &[word(0x02001033, DNK)], None),
    row("mulhsu {d},{n},{k}", &[word(0x02002033, DNK)], None),
    row("mulhu {d},{n},{k}", &[word(0x02003033, DNK)], None),
    row("div {d},{n},{k}", &[word(0x02004033, DNK)], None),
    row("divu {d},{n},{k}", &[word(0x02005033, DNK)], None),
    row("rem {d},{n},{k}", &[word(0x02006033, DNK)], None),
    row("remu {d},{n},{k}", &[word(0x02007033, DNK)], None),
    row("addi {d},{n},{i}", &[word(0x00000013, DNI)], Immediate),
    row("slti {d},{n},{i}", &[word(0x00002013, DNI)], Immediate),
    row("sltiu {d},{n},{i}", &[word(0x00003013, DNI)], Immediate),
    row("xori {d},{n},{i}", &[word(0x00004013, DNI)], Immediate),
    row("ori {d},{n},{i}", &[word(0x00006013, DNI)], Immediate),
    row("andi {d},{n},{i}", &[word(0x00007013, DNI)], Immediate),
    row("lb {d},{i}({n})", &[word(0x00000003, DNI)], Immediate),
    row("lh {d},{i}({n})", &[word(0x00001003, DNI)], Immediate),
    row("lw {d},{i}({n})", &[word(0x00002003, DNI)], Immediate),
    row("lbu {d},{i}({n})", &[word(0x00004003, DNI)], Immediate),
    row("lhu {d},{i}({n})", &[word(0x00005003, DNI)], Immediate),
    row("sb {k},{i}({n})", &[word(0x00000023, STORED)], Immediate),
    row("sh {k},{i}({n})", &[word(0x00001023, STORED)], Immediate),
    row("sw {k},{i}({n})", &[word(0x00002023, STORED)], Immediate),
    row("lui {d},{i}", &[word(0x00000037, &[('d', D), ('i', UPPER)])], Immediate),
    row("auipc {d},{i}", &[word(0x00000017, &[('d', D), ('i', UPPER)])], Immediate),
    row("jalr {d},{i}({n})", &[word(0x00000067, DNI)], Immediate),
    row("jr {n}", &[word(0x00000067, &[('n', N)])], None),
    row("ret", &[word(0x00008067, &[])], None),
    row("nop", &[word(0x00000013, &[])], None),
    row("mv {d},{n}", &[word(0x00000013, DN)], None),
    row("not {d},{n}", &[word(0xfff04013, DN)], None),
    row("neg {d},{k}", &[word(0x40000033, DK)], None),
    row("seqz {d},{n}", &[word(0x00103013, DN)], None),
    row("snez {d},{k}", &[word(0x00003033, DK)], None),
    row("sltz {d},{n}", &[word(0x00002033, DN)], None),
    row("sgtz {d},{k}", &[word(0x00002033, DK)], None),
    row("fence", &[word(0x0ff0000f, &[])], None),
    row("ecall", &[word(0x00000073, &[])], None),
    row("ebreak", &[word(0x00100073, &[])], None),
    row("lr.w {d},({n})", &[word(0x1000202f, DN)], None),
    row("lr.w.aq {d},({n})", &[word(0x1400202f, DN)], None),
    row("sc.w {d},{k},({n})", &[word(0x1800202f, DNK)], None),
    row("sc.w.rl {d},{k},({n})", &[word(0x1a00202f, DNK)], None),
    row("amoswap.w {d},{k},({n})", &[word(0x0800202f, DNK)], None),
    row("amoadd.w.rl {d},{k},({n})", &[word(0x0200202f, DNK)], None),
    row("amoxor.w.aq {d},{k},({n})", &[word(0x2400202f, DNK)], None),
    row("amoand.w.aqrl {d},{k},({n})", &[word(0x6600202f, DNK)], None),
    row("amoor.w {d},{k},({n})", &[word(0x4000202f, DNK)], None),
    row("amomin.w.rl {d},{k},({n})", &[word(0x8200202f, DNK)], None),
    row("amomax.w.aq {d},{k},({n})", &[word(0xa400202f, DNK)], None),
    row("amominu.w.aqrl {d},{k},({n})", &[word(0xc600202f, DNK)], None),
    row("amomaxu.w {d},{k},({n})", &[word(0xe000202f, DNK)], None),
    compressed("c.nop", &[short(0x0001, &[])], None),
    compressed("c.ebreak", &[short(0x9002, &[])], None),
    compressed("c.li {f},{i}", &[short(0x4001, &[('f', C_D), ('i', C_I)])], Immediate),
    compressed("c.andi {e},{i}", &[short(0x8801, &[('e', C_N3), ('i', C_I)])], Immediate),
    compressed("c.sub {e},{c}", &[short(0x8c01, C3)], None),
    compressed("c.xor {e},{c}", &[short(0x8c21, C3)], None),
    compressed("c.or {e},{c}", &[short(0x8c41, C3)], None),
    compressed("c.and {e},{c}", &[short(0x8c61, C3)], None),
    compressed("c.mv {f},{g}", &[short(0x8002, CD_CK)], None),
    compressed("c.add {f},{g}", &[short(0x9002, CD_CK)], None),
    compressed("c.jr {f}", &[short(0x8002, &[('f', C_D)])], None),
    compressed("c.jalr {f}", &[short(0x9002, &[('f', C_D)])], None),
    compressed("c.lw {c},{i}({e})", &[short(0x4000, &[('c', C_D3), ('e', C_N3), ('i', C_WORD)])], Immediate),
    compressed("c.sw {c},{i}({e})", &[short(0xc000, &[('c', C_D3), ('e', C_N3), ('i', C_WORD)])], Immediate),
    compressed("c.lwsp {f},{i}(sp)", &[short(0x4002, &[('f', C_D), ('i', C_WORD_SP)])], Immediate),
    compressed("c.swsp {g},{i}(sp)", &[short(0xc002, &[('g', C_K), ('i', C_WORD_SP_STORED)])], Immediate),
];

/// The same of registers of 64 bits.
#[rustfmt::skip]
const BASE64: &[Statement] = &[
    row("lr.d {d},({n})", &[word(0x1000302f, DN)], None),
    row("lr.d.aq {d},({n})", &[word(0x1400302f, DN)], None),
    row("sc.d {d},{k},({n})", &[word(0x1800302f, DNK)], None),
    row("sc.d.rl {d},{k},({n})", &[word(0x1a00302f, DNK)], None),
    row("amoswap.d.rl {d},{k},({n})", &[word(0x0a00302f, DNK)], None),
    row("amoadd.d.aq {d},{k},({n})", &[word(0x0400302f, DNK)], None),
    row("amoxor.d.aqrl {d},{k},({n})", &[word(0x2600302f, DNK)], None),
    row("amoand.d {d},{k},({n})", &[word(0x6000302f, DNK)], None),
    row("amoor.d.rl {d},{k},({n})", &[word(0x4200302f, DNK)], None),
    row("amomin.d.aq {d},{k},({n})", &[word(0x8400302f, DNK)], None),
    row("amomax.d.aqrl {d},{k},({n})", &[word(0xa600302f, DNK)], None),
    row("amominu.d {d},{k},({n})", &[word(0xc000302f, DNK)], None),
    row("amomaxu.d.rl {d},{k},({n})", &[word(0xe200302f, DNK)], None),
    row("addw {d},{n},{k}", &[word(0x0000003b, DNK)], None),
    row("subw {d},{n},{k}", &[word(0x4000003b, DNK)], None),
    row("sllw {d},{n},{k}", &[word(0x0000103b, DNK)], None),
    row("srlw {d},{n},{k}", &[word(0x0000503b, DNK)], None),
    row("sraw {d},{n},{k}", &[word(0x4000503b, DNK)], None),
    row("mulw {d},{n},{k}", &[word(0x0200003b, DNK)], None),
    row("divw {d},{n},{k}", &[word(0x0200403b, DNK)], None),
    row("divuw {d},{n},{k}", &[word(0x0200503b, DNK)], None),
    row("remw {d},{n},{k}", &[word(0x0200603b, DNK)], None),
    row("remuw {d},{n},{k}", &[word(0x0200703b, DNK)], None),
    row("addiw {d},{n},{i}", &[word(0x0000001b, DNI)], Immediate),
    row("slliw {d},{n},{i}", &[word(0x0000101b, DN32)], Immediate),
    row("srliw {d},{n},{i}", &[word(0x0000501b, DN32)], Immediate),
    row("sraiw {d},{n},{i}", &[word(0x4000501b, DN32)], Immediate),
    row("lwu {d},{i}({n})", &[word(0x00006003, DNI)], Immediate),
    row("ld {d},{i}({n})", &[word(0x00003003, DNI)], Immediate),
    row("sd {k},{i}({n})", &[word(0x00003023, STORED)], Immediate),
    row("sext.w {d},{n}", &[word(0x0000001b, DN)], None),
    row("negw {d},{k}", &[word(0x4000003b, DK)], None),
    compressed("c.subw {e},{c}", &[short(0x9c01, C3)], None),
    compressed("c.addw {e},{c}", &[short(0x9c21, C3)], None),
    compressed("c.ld {c},{i}({e})", &[short(0x6000, &[('c', C_D3), ('e', C_N3), ('i', C_DOUBLE)])], Immediate),
    compressed("c.sd {c},{i}({e})", &[short(0xe000, &[('c', C_D3), ('e', C_N3), ('i', C_DOUBLE)])], Immediate),
    compressed("c.ldsp {f},{i}(sp)", &[short(0x6002, &[('f', C_D), ('i', C_DOUBLE_SP)])], Immediate),
    compressed("c.sdsp {g},{i}(sp)", &[short(0xe002, &[('g', C_K), ('i', C_DOUBLE_SP_STORED)])], Immediate),
];

/// Singles.
#[rustfmt::skip]
const FLOATS: &[Statement] = &[
    row("flw {D},{i}({n})", &[word(0x00002007, &[('D', D), ('n', N), ('i', I)])], Immediate),
    row("fsw {K},{i}({n})", &[word(0x00002027, &[('K', K), ('n', N), ('i', S)])], Immediate),
    row("fmadd.s {D},{N},{K},{R}", &[word(0x00007043, FFFF)], None),
    row("fmsub.s {D},{N},{K},{R}", &[word(0x00007047, FFFF)], None),
    row("fnmsub.s {D},{N},{K},{R}", &[word(0x0000704b, FFFF)], None),
    row("fnmadd.s {D},{N},{K},{R}", &[word(0x0000704f, FFFF)], None),
    row("fadd.s {D},{N},{K}", &[word(0x00007053, FFF)], None),
    row("fsub.s {D},{N},{K}", &[word(0x08007053, FFF)], None),
    row("fmul.s {D},{N},{K}", &[word(0x10007053, FFF)], None),
    row("fdiv.s {D},{N},{K}", &[word(0x18007053, FFF)], None),
    row("fadd.s {D},{N},{K},rtz", &[word(0x00001053, FFF)], None),
    row("fsqrt.s {D},{N}", &[word(0x58007053, FF)], None),
    row("fsgnj.s {D},{N},{K}", &[word(0x20000053, FFF)], None),
    row("fsgnjn.s {D},{N},{K}", &[word(0x20001053, FFF)], None),
    row("fsgnjx.s {D},{N},{K}", &[word(0x20002053, FFF)], None),
    row("fmv.s {D},{N}", &[word(0x20000053, &[('D', D), ('N', NK)])], None),
    row("fmin.s {D},{N},{K}", &[word(0x28000053, FFF)], None),
    row("fmax.s {D},{N},{K}", &[word(0x28001053, FFF)], None),
    row("feq.s {d},{N},{K}", &[word(0xa0002053, &[('d', D), ('N', N), ('K', K)])], None),
    row("flt.s {d},{N},{K}", &[word(0xa0001053, &[('d', D), ('N', N), ('K', K)])], None),
    row("fle.s {d},{N},{K}", &[word(0xa0000053, &[('d', D), ('N', N), ('K', K)])], None),
    row("fclass.s {d},{N}", &[word(0xe0001053, &[('d', D), ('N', N)])], None),
    row("fcvt.w.s {d},{N},rtz", &[word(0xc0001053, &[('d', D), ('N', N)])], None),
    row("fcvt.wu.s {d},{N},rtz", &[word(0xc0101053, &[('d', D), ('N', N)])], None),
    row("fcvt.s.w {D},{n},rup", &[word(0xd0003053, &[('D', D), ('n', N)])], None),
    row("fcvt.s.wu {D},{n},rup", &[word(0xd0103053, &[('D', D), ('n', N)])], None),
    row("fmv.x.w {d},{N}", &[word(0xe0000053, &[('d', D), ('N', N)])], None),
    row("fmv.w.x {D},{n}", &[word(0xf0000053, &[('D', D), ('n', N)])], None),
];

/// Singles and registers of 64 bits.
#[rustfmt::skip]
const FLOATS64: &[Statement] = &[
    row("fcvt.l.s {d},{N},rtz", &[word(0xc0201053, &[('d', D), ('N', N)])], None),
    row("fcvt.s.l {D},{n},rup", &[word(0xd0203053, &[('D', D), ('n', N)])], None),
    row("fcvt.lu.s {d},{N},rtz", &[word(0xc0301053, &[('d', D), ('N', N)])], None),
    row("fcvt.s.lu {D},{n},rup", &[word(0xd0303053, &[('D', D), ('n', N)])], None),
];

/// Doubles.
#[rustfmt::skip]
const DOUBLES: &[Statement] = &[
    row("fld {D},{i}({n})", &[word(0x00003007, &[('D', D), ('n', N), ('i', I)])], Immediate),
    row("fsd {K},{i}({n})", &[word(0x00003027, &[('K', K), ('n', N), ('i', S)])], Immediate),
    row("fmadd.d {D},{N},{K},{R}", &[word(0x02007043, FFFF)], None),
    row("fmsub.d {D},{N},{K},{R}", &[word(0x02007047, FFFF)], None),
    row("fnmsub.d {D},{N},{K},{R}", &[word(0x0200704b, FFFF)], None),
    row("fnmadd.d {D},{N},{K},{R}", &[word(0x0200704f, FFFF)], None),
    row("fadd.d {D},{N},{K}", &[word(0x02007053, FFF)], None),
    row("fsub.d {D},{N},{K}", &[word(0x0a007053, FFF)], None),
    row("fmul.d {D},{N},{K}", &[word(0x12007053, FFF)], None),
    row("fdiv.d {D},{N},{K}", &[word(0x1a007053, FFF)], None),
    row("fadd.d {D},{N},{K},rtz", &[word(0x02001053, FFF)], None),
    row("fsqrt.d {D},{N}", &[word(0x5a007053, FF)], None),
    row("fsgnj.d {D},{N},{K}", &[word(0x22000053, FFF)], None),
    row("fsgnjn.d {D},{N},{K}", &[word(0x22001053, FFF)], None),
    row("fsgnjx.d {D},{N},{K}", &[word(0x22002053, FFF)], None),
    row("fmv.d {D},{N}", &[word(0x22000053, &[('D', D), ('N', NK)])], None),
    row("fmin.d {D},{N},{K}", &[word(0x2a000053, FFF)], None),
    row("fmax.d {D},{N},{K}", &[word(0x2a001053, FFF)], None),
    row("feq.d {d},{N},{K}", &[word(0xa2002053, &[('d', D), ('N', N), ('K', K)])], None),
    row("flt.d {d},{N},{K}", &[word(0xa2001053, &[('d', D), ('N', N), ('K', K)])], None),
    row("fle.d {d},{N},{K}", &[word(0xa2000053, &[('d', D), ('N', N), ('K', K)])], None),
    row("fclass.d {d},{N}", &[word(0xe2001053, &[('d', D), ('N', N)])], None),
    row("fcvt.w.d {d},{N},rtz", &[word(0xc2001053, &[('d', D), ('N', N)])], None),
    row("fcvt.wu.d {d},{N},rtz", &[word(0xc2101053, &[('d', D), ('N', N)])], None),
    row("fcvt.s.d {D},{N},rne", &[word(0x40100053, FF)], None),
    row("fcvt.d.s {D},{N}", &[word(0x42000053, FF)], None),
];

/// Doubles and registers of 64 bits.
#[rustfmt::skip]
const DOUBLES64: &[Statement] = &[
    row("fcvt.l.d {d},{N},rtz", &[word(0xc2201053, &[('d', D), ('N', N)])], None),
    row("fcvt.d.l {D},{n},rup", &[word(0xd2203053, &[('D', D), ('n', N)])], None),
    row("fcvt.lu.d {d},{N},rtz", &[word(0xc2301053, &[('d', D), ('N', N)])], None),
    row("fcvt.d.lu {D},{n},rup", &[word(0xd2303053, &[('D', D), ('n', N)])], None),
    row("fmv.x.d {d},{N}", &[word(0xe2000053, &[('d', D), ('N', N)])], None),
    row("fmv.d.x {D},{n}", &[word(0xf2000053, &[('D', D), ('n', N)])], None),
];

/// Symbols.
#[rustfmt::skip]
const SYMBOLS: &[Statement] = &[
    symbolic("lui {d},%hi({x})", &[word(0x37, &[('d', D)])], 26, &[clause::OBJ_24]),
    symbolic("addi {d},{n},%lo({x})", &[word(0x13, DN)], 27, &[clause::OBJ_24]),
    symbolic("lw {d},%lo({x})({n})", &[word(0x2003, DN)], 27, &[clause::OBJ_24]),
    symbolic("jalr {d},%lo({x})({n})", &[word(0x67, DN)], 27, &[clause::OBJ_24]),
    symbolic("sw {k},%lo({x})({n})", &[word(0x2023, &[('k', K), ('n', N)])], 28, &[clause::OBJ_24]),
    symbolic("auipc {d},%pcrel_hi({x})", &[word(0x17, &[('d', D)])], 23, &[clause::OBJ_22]),
    symbolic("auipc {d},%got_pcrel_hi({y})", &[word(0x17, &[('d', D)])], 20, &[clause::OBJ_25]),
    symbolic("jal {d},{y}", &[word(0x6f, &[('d', D)])], 17, &[clause::OBJ_20]),
    symbolic("j {y}", &[word(0x6f, &[])], 17, &[clause::OBJ_20]),
    pair("lla {f},{x}", &[two(0x17, 0x13, &[('f', D_OF_BOTH)])], LOWER_I),
    pair("lw {f},{x}", &[two(0x17, 0x2003, &[('f', D_OF_BOTH)])], LOWER_I),
    pair("sb {k},{x},{f}", &[two(0x17, 0x23, &[('k', K_OF_SECOND), ('f', N_OF_BOTH)])], LOWER_S),
    Statement { state: STATE_OF_CALLS, ..pair("lbu {f},{x}", &[two(0x17, 0x4003, &[('f', D_OF_BOTH)])], PERHAPS_SHORTENED) },
    call("call {y}", &[two(0x97, 0x0000_80e7, &[])], 18),
    call("call {y}@plt", &[two(0x97, 0x0000_80e7, &[])], 19),
    call("tail {y}", &[two(0x317, 0x0003_0067, &[])], 18),
    Statement { rules: THROUGH, ..call("jump {y},{f}", &[two(0x17, 0x67, &[('f', N_OF_BOTH)])], 18) },
    symbolic(".word {x}", &[form(4, 0, &[])], 1, &[clause::OBJ_19]),
    hopeless(".byte {x}"),
    hopeless(".half {x}"),
];

/// Symbols and data of 64 bits.
#[rustfmt::skip]
const SYMBOLS64: &[Statement] = &[
    symbolic("ld {d},%lo({x})({n})", &[word(0x3003, DN)], 27, &[clause::OBJ_24]),
    symbolic("sd {k},%lo({x})({n})", &[word(0x3023, &[('k', K), ('n', N)])], 28, &[clause::OBJ_24]),
    pair("ld {f},{x}", &[two(0x17, 0x3003, &[('f', D_OF_BOTH)])], LOWER_I),
    pair("sd {k},{x},{f}", &[two(0x17, 0x3023, &[('k', K_OF_SECOND), ('f', N_OF_BOTH)])], LOWER_S),
    symbolic(".dword {x}", &[form(8, 0, &[])], 2, &[clause::OBJ_19]),
];

/// Numbers.
#[rustfmt::skip]
const DATA: &[Statement] = &[
    row(".byte {i}", &[form(1, 0, &[('i', BYTE)])], Data),
    row(".half {i}", &[form(2, 0, &[('i', HALF)])], Data),
    row(".word {i}", &[form(4, 0, &[('i', WORD)])], Data),
];

/// Numbers of 64 bits.
#[rustfmt::skip]
const DATA64: &[Statement] = &[
    row(".dword {i}", &[form(8, 0, &[('i', DOUBLE)])], Data),
];

/// Shifts by a number, which is less than the width of a register.
#[rustfmt::skip]
const SHIFTS32: &[Statement] = &[
    row("slli {d},{n},{i}", &[word(0x00001013, DN32)], Immediate),
    row("srli {d},{n},{i}", &[word(0x00005013, DN32)], Immediate),
    row("srai {d},{n},{i}", &[word(0x40005013, DN32)], Immediate),
];

/// The same with registers of 64 bits.
#[rustfmt::skip]
const SHIFTS64: &[Statement] = &[
    row("slli {d},{n},{i}", &[word(0x00001013, DN64)], Immediate),
    row("srli {d},{n},{i}", &[word(0x00005013, DN64)], Immediate),
    row("srai {d},{n},{i}", &[word(0x40005013, DN64)], Immediate),
];

const LISTS32: &[&[Statement]] = &[BASE, SHIFTS32, SYMBOLS, DATA];
const LISTS32F: &[&[Statement]] = &[BASE, SHIFTS32, SYMBOLS, DATA, FLOATS];
const LISTS32D: &[&[Statement]] = &[BASE, SHIFTS32, SYMBOLS, DATA, FLOATS, DOUBLES];
const LISTS64: &[&[Statement]] = &[BASE, SHIFTS64, SYMBOLS, DATA, BASE64, SYMBOLS64, DATA64];
const LISTS64F: &[&[Statement]] =
    &[BASE, SHIFTS64, SYMBOLS, DATA, BASE64, SYMBOLS64, DATA64, FLOATS, FLOATS64];
const LISTS64D: &[&[Statement]] =
    &[BASE, SHIFTS64, SYMBOLS, DATA, BASE64, SYMBOLS64, DATA64, FLOATS, FLOATS64, DOUBLES, DOUBLES64];

/// By the width of registers, and the floating-point registers that there are.
pub(super) const RV32: &[Statement] = &joined::<_, { total(LISTS32) }>(LISTS32);
pub(super) const RV32F: &[Statement] = &joined::<_, { total(LISTS32F) }>(LISTS32F);
pub(super) const RV32D: &[Statement] = &joined::<_, { total(LISTS32D) }>(LISTS32D);
pub(super) const RV64: &[Statement] = &joined::<_, { total(LISTS64) }>(LISTS64);
pub(super) const RV64F: &[Statement] = &joined::<_, { total(LISTS64F) }>(LISTS64F);
pub(super) const RV64D: &[Statement] = &joined::<_, { total(LISTS64D) }>(LISTS64D);
