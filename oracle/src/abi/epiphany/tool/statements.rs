//! Statements: encodings from the Epiphany Architecture Reference, spellings from `cpu/epiphany.cpu` and
//! `cpu/epiphany.opc` in GNU binutils.

use super::fields::{
    D3, D6, DISP3, DISP11, FAR, HIGH_HALF, IMM8, IMM16, LOW_HALF, M3, M6, N3, N6, NEAR, S6, SHIFT, SIMM3,
    SIMM11, TRAP,
};
use crate::abi::tool::fields::{BYTE, HALF, WORD};
use crate::abi::tool::lists::{joined, total};
use crosscall_model::tool::table::Excess::{self, Branch, Data, Half, Immediate, None, Reach, Signed};
use crosscall_model::tool::table::{Field, Form, Left, Rule, Statement};

const REFERENCE: &str =
    "Epiphany Architecture Reference, instruction encodings; cpu/epiphany.cpu of GNU binutils";
const RELOCATABLE: &str = "include/elf/epiphany.h and cpu/epiphany.opc of GNU binutils";

/// Operands of short and long instructions.
type Operands = &'static [(char, Field)];
const DNM3: Operands = &[('d', D3), ('n', N3), ('m', M3)];
const DNM6: Operands = &[('d', D6), ('n', N6), ('m', M6)];
const DN3: Operands = &[('d', D3), ('n', N3)];
const DN6: Operands = &[('d', D6), ('n', N6)];
const DNI3: Operands = &[('d', D3), ('n', N3), ('i', SIMM3)];
const DNI6: Operands = &[('d', D6), ('n', N6), ('i', SIMM11)];
const SHIFT3: Operands = &[('d', D3), ('n', N3), ('i', SHIFT)];
const SHIFT6: Operands = &[('d', D6), ('n', N6), ('i', SHIFT)];
const AT3: Operands = &[('d', D3), ('n', N3), ('i', DISP3)];
const AT6: Operands = &[('d', D6), ('n', N6), ('i', DISP11)];
const TO_FAR: Operands = &[('o', FAR)];
const TO_NEAR: Operands = &[('o', NEAR)];

/// The sizes of an access, as they stand in bits 6 and 5.
const BYTES: u64 = 0 << 5;
const HALVES: u64 = 1 << 5;
const WORDS: u64 = 2 << 5;
const PAIRS: u64 = 3 << 5;
/// The bit of a store.
const STORE: u64 = 1 << 4;
/// The bit of a base register that is changed by a displacement.
const UPDATE: u64 = 1 << 25;
/// The bit of an index register that is subtracted.
const SUBTRACT: u64 = 1 << 20;

const fn form(bytes: usize, base: u128, operands: Operands) -> Form {
    Form { bytes, base, operands, same: Option::None }
}

const fn short(base: u64, operands: Operands) -> Form {
    form(2, base as u128, operands)
}

const fn long(base: u64, operands: Operands) -> Form {
    form(4, base as u128, operands)
}

const fn row(syntax: &'static str, forms: &'static [Form], excess: Excess) -> Statement {
    Statement::new(syntax, forms, excess, REFERENCE)
}

/// A row with a number or a register whose operands owe each other something.
const fn bound(
    syntax: &'static str,
    forms: &'static [Form],
    rules: &'static [Rule],
    excess: Excess,
) -> Statement {
    Statement { rules, ..row(syntax, forms, excess) }
}

const fn access(syntax: &'static str, forms: &'static [Form], rules: &'static [Rule]) -> Statement {
    bound(syntax, forms, rules, Immediate)
}

const fn symbolic(syntax: &'static str, forms: &'static [Form], relocation: u32) -> Statement {
    let relocation = Some(Left::first(relocation));
    Statement { relocation, ..Statement::new(syntax, forms, None, RELOCATABLE) }
}

/// An operation on three registers, both sizes: by the number of the operation.
macro_rules! three_registers {
    ($name:literal, $family:literal, $extension:literal, $operation:literal) => {
        row(
            concat!($name, " {d},{n},{m}"),
            &[short($family | $operation << 4, DNM3), long($extension | $operation << 4, DNM6)],
            None,
        )
    };
}

/// An access by displacement, by index register, and both with the base register changed.
macro_rules! accesses {
    ($name:literal, $bits:expr, $pair:expr, $updated:expr) => {
        [
            access(
                concat!($name, " {d},[{n},#{i}]"),
                &[short(0x4 | $bits, AT3), long(0xc | $bits, AT6)],
                $pair,
            ),
            access(concat!($name, " {d},[{n}],#{i}"), &[long(0xc | UPDATE | $bits, AT6)], $updated),
            access(concat!($name, " {d},[{n},+{m}]"), &[long(0x9 | $bits, DNM6)], $pair),
            access(concat!($name, " {d},[{n},-{m}]"), &[long(0x9 | SUBTRACT | $bits, DNM6)], $pair),
            access(
                concat!($name, " {d},[{n},{m}]"),
                &[short(0x1 | $bits, DNM3), long(0x9 | $bits, DNM6)],
                $pair,
            ),
            access(concat!($name, " {d},[{n}],+{m}"), &[long(0xd | $bits, DNM6)], $updated),
            access(concat!($name, " {d},[{n}],-{m}"), &[long(0xd | SUBTRACT | $bits, DNM6)], $updated),
            access(
                concat!($name, " {d},[{n}],{m}"),
                &[short(0x5 | $bits, DNM3), long(0xd | $bits, DNM6)],
                $updated,
            ),
            access(concat!($name, " {d},[{n}]"), &[short(0x4 | $bits, DN3), long(0xc | $bits, DN6)], $pair),
        ]
    };
}

/// A branch with a condition: the long one, the shorter one that reaches, and to a symbol.
macro_rules! conditional {
    ($name:literal, $condition:literal) => {
        [
            row(concat!($name, ".l .{o}"), &[long(0x8 | $condition << 4, TO_FAR)], Branch),
            row(
                concat!($name, " .{o}"),
                &[short($condition << 4, TO_NEAR), long(0x8 | $condition << 4, TO_FAR)],
                Reach,
            ),
            symbolic(concat!($name, " {x}"), &[long(0x8 | $condition << 4, &[])], 8),
        ]
    };
}

/// A branch without a condition: each size by name, the shorter one that reaches, and to a symbol.
macro_rules! branches {
    ($name:literal, $condition:literal) => {
        [
            row(concat!($name, ".s .{o}"), &[short($condition << 4, TO_NEAR)], Branch),
            row(concat!($name, ".l .{o}"), &[long(0x8 | $condition << 4, TO_FAR)], Branch),
            row(
                concat!($name, " .{o}"),
                &[short($condition << 4, TO_NEAR), long(0x8 | $condition << 4, TO_FAR)],
                Reach,
            ),
            symbolic(concat!($name, ".s {x}"), &[short($condition << 4, &[])], 7),
            symbolic(concat!($name, ".l {x}"), &[long(0x8 | $condition << 4, &[])], 8),
            symbolic(concat!($name, " {x}"), &[long(0x8 | $condition << 4, &[])], 8),
        ]
    };
}

/// Addition and subtraction of a number, with the size left open or given.
macro_rules! additions {
    ($name:literal, $short:literal, $long:literal) => {
        [
            row(concat!($name, " {d},{n},#{i}"), &[short($short, DNI3), long($long, DNI6)], Signed),
            row(concat!($name, ".l {d},{n},#{i}"), &[long($long, DNI6)], Signed),
        ]
    };
}

macro_rules! shifts {
    ($name:literal, $short:literal, $long:literal) => {
        row(concat!($name, " {d},{n},#{i}"), &[short($short, SHIFT3), long($long, SHIFT6)], Immediate)
    };
}

macro_rules! moves {
    ($name:literal, $condition:literal) => {
        row(
            concat!($name, " {d},{n}"),
            &[short(0x2 | $condition << 4, DN3), long(0x2_000f | $condition << 4, DN6)],
            None,
        )
    };
}

const MAY_WRAP: &[Rule] = &[Rule::MayWrap('i')];
const EVEN: &[Rule] = &[Rule::Even('d')];
const APART: &[Rule] = &[Rule::NotLoaded { loaded: 'd', registers: 1, base: 'n' }];
const EVEN_APART: &[Rule] = &[Rule::Even('d'), Rule::NotLoaded { loaded: 'd', registers: 2, base: 'n' }];

/// All rows.
pub(super) static STATEMENTS: &[Statement] = &ALL;

static ALL: [Statement; total(LISTS)] = joined(LISTS);

#[rustfmt::skip]
const LISTS: &[&[Statement]] = &[
    MOVES, ARITHMETIC,
    &additions!("add", 0x13, 0x1b), &additions!("sub", 0x33, 0x3b),
    &accesses!("ldrb", BYTES, &[], APART), &accesses!("ldrh", HALVES, &[], APART),
    &accesses!("ldr", WORDS, &[], APART), &accesses!("ldrd", PAIRS, EVEN, EVEN_APART),
    &accesses!("strb", STORE | BYTES, &[], &[]), &accesses!("strh", STORE | HALVES, &[], &[]),
    &accesses!("str", STORE | WORDS, &[], &[]), &accesses!("strd", STORE | PAIRS, EVEN, EVEN),
    &branches!("b", 0xe), &branches!("bl", 0xf), &branches!("beq", 0x0), &conditional!("bne", 0x1),
    &conditional!("bgtu", 0x2), &conditional!("bgteu", 0x3), &conditional!("blteu", 0x4), &conditional!("bltu", 0x5),
    &conditional!("bgt", 0x6), &conditional!("bgte", 0x7), &conditional!("blt", 0x8), &conditional!("blte", 0x9),
    &conditional!("bbeq", 0xa), &conditional!("bbne", 0xb), &conditional!("bblt", 0xc), &conditional!("bblte", 0xd),
    SYSTEM, DATA,
];

#[rustfmt::skip]
const MOVES: &[Statement] = &[
    bound("mov {d},#{i}", &[
        short(0x3, &[('d', D3), ('i', IMM8)]), long(0x2_000b, &[('d', D6), ('i', IMM16)]),
    ], MAY_WRAP, Half),
    bound("mov.l {d},#{i}", &[long(0x2_000b, &[('d', D6), ('i', IMM16)])], MAY_WRAP, Half),
    bound("movt {d},#{i}", &[long(0x1002_000b, &[('d', D6), ('i', IMM16)])], MAY_WRAP, Half),
    row("mov {d},%low({i})", &[long(0x2_000b, &[('d', D6), ('i', LOW_HALF)])], None),
    row("mov {d},%high({i})", &[long(0x2_000b, &[('d', D6), ('i', HIGH_HALF)])], None),
    row("movt {d},%low({i})", &[long(0x1002_000b, &[('d', D6), ('i', LOW_HALF)])], None),
    row("movt {d},%high({i})", &[long(0x1002_000b, &[('d', D6), ('i', HIGH_HALF)])], None),
    symbolic("mov {d},%low({x})", &[long(0x2_000b, &[('d', D6)])], 10),
    symbolic("mov {d},%high({x})", &[long(0x2_000b, &[('d', D6)])], 9),
    symbolic("movt {d},%low({x})", &[long(0x1002_000b, &[('d', D6)])], 10),
    symbolic("movt {d},%high({x})", &[long(0x1002_000b, &[('d', D6)])], 9),
    moves!("mov", 0xe), moves!("moveq", 0x0), moves!("movne", 0x1), moves!("movgtu", 0x2), moves!("movgteu", 0x3),
    moves!("movlteu", 0x4), moves!("movltu", 0x5), moves!("movgt", 0x6), moves!("movgte", 0x7), moves!("movlt", 0x8),
    moves!("movlte", 0x9), moves!("movbeq", 0xa), moves!("movbne", 0xb), moves!("movblt", 0xc), moves!("movblte", 0xd),
    symbolic("mov {d},{x}", &[long(0x2_000b, &[('d', D6)])], 10),
    symbolic("movt {d},{x}", &[long(0x1002_000b, &[('d', D6)])], 9),
];

#[rustfmt::skip]
const ARITHMETIC: &[Statement] = &[
    three_registers!("eor", 0xa, 0xa_000f, 0), three_registers!("add", 0xa, 0xa_000f, 1),
    three_registers!("lsl", 0xa, 0xa_000f, 2), three_registers!("sub", 0xa, 0xa_000f, 3),
    three_registers!("lsr", 0xa, 0xa_000f, 4), three_registers!("and", 0xa, 0xa_000f, 5),
    three_registers!("asr", 0xa, 0xa_000f, 6), three_registers!("orr", 0xa, 0xa_000f, 7),
    three_registers!("fadd", 0x7, 0x7_000f, 0), three_registers!("fsub", 0x7, 0x7_000f, 1),
    three_registers!("fmul", 0x7, 0x7_000f, 2), three_registers!("fmadd", 0x7, 0x7_000f, 3),
    three_registers!("fmsub", 0x7, 0x7_000f, 4), three_registers!("iadd", 0x7, 0x7_000f, 0),
    three_registers!("isub", 0x7, 0x7_000f, 1), three_registers!("imul", 0x7, 0x7_000f, 2),
    three_registers!("imadd", 0x7, 0x7_000f, 3), three_registers!("imsub", 0x7, 0x7_000f, 4),
    shifts!("lsr", 0x6, 0x6_000f), shifts!("lsl", 0x16, 0x6_001f), shifts!("asr", 0xe, 0xe_000f),
    row("bitr {d},{n}", &[short(0x1e, DN3), long(0xe_001f, DN6)], None),
];

#[rustfmt::skip]
const SYSTEM: &[Statement] = &[
    row("jr {n}", &[short(0x142, &[('n', N3)]), long(0x2_014f, &[('n', N6)])], None),
    row("jalr {n}", &[short(0x152, &[('n', N3)]), long(0x2_015f, &[('n', N6)])], None),
    row("rts", &[long(0x402_194f, &[])], None),
    row("trap #{i}", &[short(0x3e2, &[('i', TRAP)])], Immediate),
    row("movts {s},{d}", &[
        short(0x102, &[('s', N3), ('d', D3)]), long(0x2_010f, &[('s', S6), ('d', D6)]),
    ], None),
    row("movfs {d},{s}", &[
        short(0x112, &[('s', N3), ('d', D3)]), long(0x2_011f, &[('s', S6), ('d', D6)]),
    ], None),
];

#[rustfmt::skip]
const DATA: &[Statement] = &[
    row(".byte {i}", &[form(1, 0, &[('i', BYTE)])], Data),
    row(".hword {i}", &[short(0, &[('i', HALF)])], Data),
    row(".word {i}", &[long(0, &[('i', WORD)])], Data),
    symbolic(".byte {x}-.", &[form(1, 0, &[])], 4),
    symbolic(".hword {x}-.", &[short(0, &[])], 5),
    symbolic(".word {x}-.", &[long(0, &[])], 6),
    symbolic(".byte {x}", &[form(1, 0, &[])], 1),
    symbolic(".hword {x}", &[short(0, &[])], 2),
    symbolic(".word {x}", &[long(0, &[])], 3),
];
