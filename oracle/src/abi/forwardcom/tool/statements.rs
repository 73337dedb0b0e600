//! Statements: some of each kind of operand, with the encodings that the manual has for them. Which of several forms an
//! assembler takes and what it puts into fields that are free, its vendor's source shows.

use super::fields::{
    D, DATA64, DS, DT, DTU, DU, IM4, IM4_HALF, IM4_SHIFTED, IM6, IM6_PLUS, IM6_WORD, IM7_SHIFTED, IM8,
    IM8_BYTE, IM8_SHIFTED, IM16, IM16_PLUS, IM64, LISTED, OFF8, OFF8X4, OFF8X8, S, ST, STU, T,
};
use crate::abi::tool::fields::{BYTE, HALF, WORD};
use crate::abi::tool::lists::{joined, total};
use crosscall_model::tool::table::Excess::{self, Data, Immediate, None, Signed};
use crosscall_model::tool::table::{Field, Form, Left, Statement};

const SOURCE: &str = "the ForwardCom manual 1.14, chapters on instruction formats and assembly language; assem4.cpp to \
                      assem6.cpp and instruction_list.csv of the binary tools 1.14";

type Operands = &'static [(char, Field)];

const fn row(syntax: &'static str, forms: &'static [Form], excess: Excess) -> Statement {
    Statement::new(syntax, forms, excess, SOURCE)
}

/// A statement with a symbol of a kind.
const fn symbolic(
    declaration: &'static str,
    syntax: &'static str,
    forms: &'static [Form],
    relocation: Left,
) -> Statement {
    Statement { relocation: Some(relocation), declaration, ..row(syntax, forms, None) }
}

const fn form(bytes: usize, base: u128, operands: Operands) -> Form {
    Form { bytes, base, operands, same: Option::None }
}

/// One, two and three words of code.
const fn one(base: u32, operands: Operands) -> Form {
    form(4, base as u128, operands)
}
const fn two(base: u32, second: u32, operands: Operands) -> Form {
    form(8, base as u128 | (second as u128) << 32, operands)
}
const fn three(base: u32, second: u32, operands: Operands) -> Form {
    Form { bytes: 12, ..two(base, second, operands) }
}
/// A form for a result in the register of the first source.
const fn in_place(form: Form) -> Form {
    Form { same: Some(('d', 'a')), ..form }
}
const fn data(bytes: usize, operands: Operands) -> Form {
    form(bytes, 0, operands)
}

/// No mask, in template A and E.
const PLAIN: u32 = 7 << 5;
/// The second word of formats 2.0.7 and 3.0.7.
const MODE2: u32 = 7 << 29;
/// Types of integers, as bits 14:13 have them.
const I8: u32 = 0;
const I16: u32 = 1 << 13;
const I32: u32 = 2 << 13;
const I64: u32 = 3 << 13;
/// Types of floating numbers, with bit 15.
const FLOAT: u32 = 1 << 15 | 1 << 13;
const DOUBLE: u32 = 1 << 15 | 2 << 13;

/// First words of formats, without types, operation and operands.
const F0_0: u32 = PLAIN;
const F0_1: u32 = 1 << 27;
const F0_2: u32 = 2 << 27 | PLAIN;
const F0_4: u32 = 4 << 27 | PLAIN;
const F0_7: u32 = 7 << 27;
const F0_8: u32 = 1 << 15 | PLAIN;
const F0_9: u32 = 1 << 27 | 1 << 15;
const F1_1: u32 = 1 << 30 | 1 << 27;
const F1_2: u32 = 1 << 30 | 2 << 27 | PLAIN;
const F1_3: u32 = 1 << 30 | 3 << 27;
const F1_8: u32 = 1 << 30 | 1 << 15;
const F2_0: u32 = 2 << 30 | PLAIN;
const F2_1: u32 = 2 << 30 | 1 << 27 | PLAIN;
const F2_2: u32 = 2 << 30 | 2 << 27 | PLAIN;
const F2_4: u32 = 2 << 30 | 4 << 27 | PLAIN;
const F2_5: u32 = 2 << 30 | 5 << 27;
const F2_8: u32 = 2 << 30 | 1 << 15 | PLAIN;
const F2_9: u32 = 2 << 30 | 1 << 27 | 1 << 15 | PLAIN;
const F3_0: u32 = 3 << 30 | PLAIN;
const F3_8: u32 = 3 << 30 | 1 << 15 | PLAIN;

/// An operation by its number.
const fn op(number: u32) -> u32 {
    number << 21
}

/// No register in the field RT.
const NONE: u32 = 31;
/// The stack pointer in the field RD.
const SP: u32 = 31 << 16;

const MOVE: u32 = op(2);
const STORE: u32 = op(1);

/// An operation on two general registers, for each type.
macro_rules! binary {
    ($name:literal, $number:literal) => {
        [
            row(concat!("int8 {d}=", $name, "({a},{b})"), &[one(F0_0 | op($number) | I8, DAB)], None),
            row(concat!("int16 {d}=", $name, "({a},{b})"), &[one(F0_0 | op($number) | I16, DAB)], None),
            row(concat!("int32 {d}=", $name, "({a},{b})"), &[one(F0_0 | op($number) | I32, DAB)], None),
            row(concat!("int64 {d}=", $name, "({a},{b})"), &[one(F0_0 | op($number) | I64, DAB)], None),
        ]
    };
}

/// The same on a register and a number; forms of this operation alone come behind those of one word.
macro_rules! with_number {
    ($name:literal, $number:literal, [$($of32:expr),*], [$($of64:expr),*], [$($wide:expr),*]) => {
        [
            row(concat!("int8 {d}=", $name, "({a},{i})"), &[
                one(F0_1 | op($number) | I8, &[('d', D), ('a', S), ('i', IM8_BYTE)]),
            ], Immediate),
            row(concat!("int16 {d}=", $name, "({a},{i})"), &[
                one(F0_1 | op($number) | I16, &[('d', D), ('a', S), ('i', IM8)]),
                two(F2_0 | op($number) | I16, MODE2, &[('d', D), ('a', STU), ('i', IM4_HALF)]),
            ], Immediate),
            row(concat!("int32 {d}=", $name, "({a},{i})"), &[
                one(F0_1 | op($number) | I32, &[('d', D), ('a', S), ('i', IM8)]),
                $(in_place($of32),)*
                two(F2_0 | op($number) | I32, MODE2, &[('d', D), ('a', STU), ('i', IM4)]),
                two(F2_0 | op($number) | I32, MODE2, &[('d', D), ('a', STU), ('i', IM4_SHIFTED)]),
                two(F2_8 | op($number) | I32, 0, &[('d', D), ('a', ST), ('i', IM6_WORD)]),
            ], Immediate),
            row(concat!("int64 {d}=", $name, "({a},{i})"), &[
                one(F0_1 | op($number) | I64, &[('d', D), ('a', S), ('i', IM8)]),
                $(in_place($of64),)*
                two(F2_0 | op($number) | I64, MODE2, &[('d', D), ('a', STU), ('i', IM4)]),
                two(F2_0 | op($number) | I64, MODE2, &[('d', D), ('a', STU), ('i', IM4_SHIFTED)]),
                two(F2_8 | op($number) | I64, 0, &[('d', D), ('a', ST), ('i', IM6)]),
                $($wide,)*
                three(F3_0 | op($number) | I64, MODE2, &[('d', D), ('a', STU), ('i', IM7_SHIFTED)]),
                three(F3_8 | op($number) | I64, 0, &[('d', D), ('a', ST), ('i', IM64)]),
            ], Immediate),
        ]
    };
}

/// A load and a store of a general register: without an offset and with one.
macro_rules! access {
    ($name:literal, $ty:expr, $near:expr) => {
        [
            row(concat!($name, " {d}=[{n}]"), &[one(F0_8 | MOVE | $ty | NONE, AT)], None),
            row(
                concat!($name, " {d}=[{n}{o}]"),
                &[
                    one(F0_9 | MOVE | $ty, &[('d', D), ('n', S), ('o', $near)]),
                    two(F2_0 | MOVE | $ty, 0, AT4),
                    two(F2_1 | MOVE | $ty, 0, AT6),
                ],
                Signed,
            ),
            row(concat!($name, " [{n}]={d}"), &[one(F0_8 | STORE | $ty | NONE, AT)], None),
            row(
                concat!($name, " [{n}{o}]={d}"),
                &[
                    one(F0_9 | STORE | $ty, &[('d', D), ('n', S), ('o', $near)]),
                    two(F2_0 | STORE | $ty, 0, &[('d', DTU), ('n', S), ('o', IM4)]),
                    two(F2_1 | STORE | $ty, 0, &[('d', DT), ('n', S), ('o', IM6)]),
                ],
                Signed,
            ),
        ]
    };
}

/// The same of a number in a vector register, and of a vector.
macro_rules! vector_access {
    ($name:literal, $ty:expr, $near:expr) => {
        [
            row(
                concat!($name, " {D}=[{n}{o},scalar]"),
                &[
                    one(F0_7 | MOVE | $ty, &[('D', D), ('n', S), ('o', $near)]),
                    two(F2_2 | MOVE | $ty | NONE, 0, VECTOR_AT4),
                    two(F2_4 | MOVE | $ty | NONE, 0, VECTOR_AT6),
                ],
                Signed,
            ),
            row(
                concat!($name, " [{n}{o},scalar]={D}"),
                &[
                    one(F0_7 | STORE | $ty, &[('D', D), ('n', S), ('o', $near)]),
                    two(F2_2 | STORE | $ty | NONE, 0, &[('D', DU), ('n', S), ('o', IM4)]),
                    two(F2_4 | STORE | $ty | NONE, 0, VECTOR_AT6),
                ],
                Signed,
            ),
            row(concat!($name, " {D}=[{n},length={b}]"), &[one(F0_4 | MOVE | $ty, VECTOR_LENGTH)], None),
            row(concat!($name, " [{n},length={b}]={D}"), &[one(F0_4 | STORE | $ty, VECTOR_LENGTH)], None),
        ]
    };
}

/// An operation on two vectors.
macro_rules! of_vectors {
    ($name:literal, $number:literal) => {
        [
            row(concat!("int64 {D}=", $name, "({A},{B})"), &[one(F0_2 | op($number) | I64, VECTORS)], None),
            row(concat!("float {D}=", $name, "({A},{B})"), &[one(F0_2 | op($number) | FLOAT, VECTORS)], None),
            row(
                concat!("double {D}=", $name, "({A},{B})"),
                &[one(F0_2 | op($number) | DOUBLE, VECTORS)],
                None,
            ),
        ]
    };
}

/// A register and its address: without an offset, with one of 16 or of 32 bits, and with the length of a vector.
const AT: Operands = &[('d', D), ('n', S)];
const VECTOR_AT4: Operands = &[('D', D), ('n', S), ('o', IM4)];
const VECTOR_AT6: Operands = &[('D', D), ('n', S), ('o', IM6)];
const AT4: Operands = &[('d', D), ('n', S), ('o', IM4)];
const AT6: Operands = &[('d', D), ('n', S), ('o', IM6)];
const VECTOR_LENGTH: Operands = &[('D', D), ('n', S), ('b', T)];
const DAB: Operands = &[('d', D), ('a', S), ('b', T)];
const VECTORS: Operands = &[('D', D), ('A', S), ('B', T)];

/// All rows.
pub(super) static STATEMENTS: &[Statement] = &ALL;

static ALL: [Statement; total(LISTS)] = joined(LISTS);

#[rustfmt::skip]
const LISTS: &[&[Statement]] = &[
    &binary!("add", 8), &binary!("sub", 9), &binary!("sub_rev", 10), &binary!("mul", 11), &binary!("and", 26),
    &binary!("or", 27), &binary!("xor", 28), &binary!("shift_left", 32), &binary!("shift_right_s", 34),
    &binary!("shift_right_u", 35), &binary!("rotate", 33), MOVES,
    &with_number!("add", 8,
        [one(F1_1 | op(6), &[('d', D), ('i', IM16)]), one(F1_1 | op(10), &[('d', D), ('i', IM8_SHIFTED)])],
        [one(F1_1 | op(11), &[('d', D), ('i', IM8_SHIFTED)])],
        [two(F2_9 | op(2) | I64, 0, &[('d', D), ('a', ST), ('i', IM6_PLUS)])]),
    &with_number!("sub_rev", 10, [], [], []),
    &with_number!("mul", 11, [one(F1_1 | op(8), &[('d', D), ('i', IM16)])], [], []),
    &with_number!("or", 27, [one(F1_1 | op(14), &[('d', D), ('i', IM8_SHIFTED)])],
        [one(F1_1 | op(15), &[('d', D), ('i', IM8_SHIFTED)])], []),
    &with_number!("xor", 28, [one(F1_1 | op(16), &[('d', D), ('i', IM8_SHIFTED)])],
        [one(F1_1 | op(17), &[('d', D), ('i', IM8_SHIFTED)])], []),
    &access!("int8", I8, OFF8), &access!("int32", I32, OFF8X4), &access!("int64", I64, OFF8X8),
    &vector_access!("float", FLOAT, OFF8X4), &vector_access!("double", DOUBLE, OFF8X8),
    &of_vectors!("add", 8), &of_vectors!("mul", 11),
    LENGTHS, CALLS, SYMBOLS, DATA,
];

#[rustfmt::skip]
const MOVES: &[Statement] = &[
    row("int8 {d}=move({a})", &[one(F0_0 | MOVE | I8, &[('d', D), ('a', ST)])], None),
    row("int32 {d}=move({a})", &[one(F0_0 | MOVE | I32, &[('d', D), ('a', ST)])], None),
    row("int64 {d}={a}", &[one(F0_0 | MOVE | I64, &[('d', D), ('a', ST)])], None),
    row("int8 {d}=move({i})", &[one(F0_1 | MOVE | I8, &[('d', D), ('i', IM8_BYTE)])], Immediate),
    row("int16 {d}=move({i})", &[
        one(F0_1 | MOVE | I16, &[('d', D), ('i', IM8)]),
        two(F2_0 | MOVE | I16, MODE2, &[('d', D), ('i', IM4_HALF)]),
    ], Immediate),
    row("int32 {d}=move({i})", &[
        one(F0_1 | MOVE | I32, &[('d', D), ('i', IM8)]),
        one(F1_1, &[('d', D), ('i', IM16)]),
        one(F1_1 | op(4), &[('d', D), ('i', IM8_SHIFTED)]),
        two(F2_0 | MOVE | I32, MODE2, &[('d', D), ('i', IM4_SHIFTED)]),
        two(F2_8 | MOVE | I32, 0, &[('d', D), ('i', IM6_WORD)]),
    ], Immediate),
    row("int64 {d}=move({i})", &[
        one(F0_1 | MOVE | I64, &[('d', D), ('i', IM8)]),
        one(F1_1 | op(1), &[('d', D), ('i', IM16)]),
        one(F1_1 | op(3), &[('d', D), ('i', IM16_PLUS)]),
        one(F1_1 | op(5), &[('d', D), ('i', IM8_SHIFTED)]),
        two(F2_0 | MOVE | I64, MODE2, &[('d', D), ('i', IM4_SHIFTED)]),
        two(F2_8 | MOVE | I64, 0, &[('d', D), ('i', IM6)]),
        three(F3_0 | MOVE | I64, MODE2, &[('d', D), ('i', IM7_SHIFTED)]),
        three(F3_8 | MOVE | I64, 0, &[('d', D), ('i', IM64)]),
    ], Immediate),
    row("int64 {d}=address([{n}{o}])", &[two(F2_9 | op(32) | I64, 0, AT6)], Signed),
    row("int64 {d}=read_spec(numcontr)", &[one(F1_8 | op(32) | I64, &[('d', D)])], None),
    row("int64 numcontr=write_spec({a})", &[one(F1_8 | op(33) | I64, &[('a', S)])], None),
    row("push({a})", &[one(F1_8 | op(56) | I64 | SP, &[('a', LISTED)])], None),
    row("pop({a})", &[one(F1_8 | op(57) | I64 | SP, &[('a', LISTED)])], None),
    row("push({A})", &[one(F1_3 | op(56) | I64 | SP, &[('A', LISTED)])], None),
    row("pop({A})", &[one(F1_3 | op(57) | I64 | SP, &[('A', LISTED)])], None),
    row("nop", &[one(0, &[])], None),
];

#[rustfmt::skip]
const LENGTHS: &[Statement] = &[
    row("int64 {d}=get_len({A})", &[one(F1_2 | I64, &[('d', D), ('A', ST)])], None),
    row("double {D}=set_len({A},{b})", &[one(F1_2 | op(2) | DOUBLE, &[('D', D), ('A', S), ('b', T)])], None),
    row("int8 {D}=set_len({A},{b})", &[one(F1_2 | op(2) | I8, &[('D', D), ('A', S), ('b', T)])], None),
    row("int64 {D}=gp2vec({a})", &[one(F1_3 | I64, &[('D', D), ('a', S)])], None),
    row("int64 {d}=vec2gp({A})", &[one(F1_3 | op(1) | I64, &[('d', D), ('A', S)])], None),
    row("int8 {D}={A}", &[one(F0_2 | MOVE | I8, &[('D', D), ('A', ST)])], None),
    row("double {D}={A}", &[one(F0_2 | MOVE | DOUBLE, &[('D', D), ('A', ST)])], None),
];

#[rustfmt::skip]
const CALLS: &[Statement] = &[
    row("return", &[one(0x77c0_00e0, &[])], None),
    row("call ({a})", &[one(1 << 30 | 7 << 27 | op(61), &[('a', D)])], None),
    row("jump ({a})", &[one(1 << 30 | 7 << 27 | op(60), &[('a', D)])], None),
    row("sys_call({i},16)", &[two(F2_5 | op(7) | 16, 0, &[('i', IM6_PLUS)])], Immediate),
    row("sys_call(1,{i})", &[two(F2_5 | op(7), 1, &[('i', IM16_PLUS)])], Immediate),
];

const FUNCTION: &str = "extern {x}: function";
const CODE: &str = "extern {x}: ip";
const NUMBER: &str = "extern {x}: constant";
const WRITABLE: &str = "extern {x}: datap";
const OF_THREAD: &str = "extern {x}: threadp";

/// Distances are counted from the end of the instruction.
const JUMP: Left = Left { number: 0x01_0302, offset: 0, ahead: -4 };
const FAR_JUMP: Left = Left { offset: 4, ..JUMP };
const NEAR_CODE: Left = Left { number: 0x01_0400, offset: 4, ahead: -4 };
const NEAR_DATA: Left = Left { number: 0x05_0200, offset: 4, ahead: 0 };
const ADDRESS: Left = Left { number: 0x05_0400, offset: 4, ahead: 0 };
const NEAR_THREAD: Left = Left { number: 0x06_0200, offset: 4, ahead: 0 };
const WIDE_NUMBER: Left = Left { number: 0x00_0400, offset: 4, ahead: 0 };

/// Registers in RS that stand for pointers.
const IP: u32 = 30 << 8;
const DATAP: u32 = 29 << 8;
const THREADP: u32 = 28 << 8;

#[rustfmt::skip]
const SYMBOLS: &[Statement] = &[
    symbolic(FUNCTION, "call {y}", &[one(0x7900_0000, &[])], JUMP),
    symbolic(FUNCTION, "jump {y}", &[one(0x7800_0000, &[])], JUMP),
    symbolic(FUNCTION, "int64 compare({a},{b}),jump_equal {y}",
        &[two(F2_5 | PLAIN | I64, 0x20 << 24, &[('a', DS), ('b', T)])], FAR_JUMP),
    symbolic(CODE, "int64 {d}=[{x}]", &[two(F2_1 | MOVE | I64 | IP, 0, &[('d', D)])], NEAR_CODE),
    symbolic(CODE, "int64 {d}=address([{x}])", &[two(F2_9 | op(32) | I64 | IP, 0, &[('d', D)])], NEAR_CODE),
    symbolic(WRITABLE, "int32 {d}=[{x}]", &[two(F2_0 | MOVE | I32 | DATAP, 0, &[('d', D)])], NEAR_DATA),
    symbolic(WRITABLE, "int32 [{x}]={d}", &[two(F2_0 | STORE | I32 | DATAP, 0, &[('d', DTU)])], NEAR_DATA),
    symbolic(WRITABLE, "int32 {d}=address([{x}])", &[two(F2_9 | op(32) | I32 | DATAP, 0, &[('d', D)])], ADDRESS),
    symbolic(OF_THREAD, "int8 {d}=[{x}]", &[two(F2_0 | MOVE | I8 | THREADP, 0, &[('d', D)])], NEAR_THREAD),
    symbolic(NUMBER, "int64 {d}=sub_rev({a},{x})", &[two(F2_8 | op(10) | I64, 0, &[('d', D), ('a', ST)])], WIDE_NUMBER),
];

#[rustfmt::skip]
const DATA: &[Statement] = &[
    row("int8 {i}", &[data(1, &[('i', BYTE)])], Data),
    row("int16 {i}", &[data(2, &[('i', HALF)])], Data),
    row("int32 {i}", &[data(4, &[('i', WORD)])], Data),
    row("int64 {i}", &[data(8, &[('i', DATA64)])], Data),
];
