//! Occurrences and neighbours of the entries for compilers for x86-64.

use super::riscv::{departure, departure_to, of};
use super::sight::Sight;
use super::table::{Named, Row};
use crosscall_model::Pairing::{self, Callee, Caller, Cross, Layout};
use crosscall_model::Style;

/// Compilers of the entries.
pub(crate) const GCC: &str = "gcc 12.2.0 x86_64-linux-gnu";
pub(crate) const CLANG_14: &str = "clang 14.0.6 x86_64-unknown-linux-gnu";
pub(crate) const CLANG_19: &str = "clang 19.1.7 x86_64-unknown-linux-gnu";
pub(crate) const RUSTC: &str = "rustc 1.95.0 x86_64-unknown-linux-gnu";

const PLAIN_BIT_FIELD: &str = "void f(struct { int m0 : 1; })";
const BEHIND_INT128: &str = "void f(int, int, int, int, int, __int128, int)";
const INT128_ON_STACK: &str = "void f(int, int, int, int, int, int, int, __int128)";
const UNNAMED_BITS: &str = "void f(int, int, int, int, int, int, struct { int : 1; }, int)";
const ONE_DOUBLE: &str = "void f(double __attribute__((ext_vector_type(1))))";
const PACKED_LOWERED: &str =
    "void f(struct __attribute__((packed)) { char m0; long long [[gnu::aligned(1)]] m1; })";

/// One row for each entry.
pub(crate) fn rows() -> Vec<Row> {
    let last_register = ["X86-ARG-45", "X86-ARG-44"];
    vec![
        departure("X86-CC-01", GCC, PLAIN_BIT_FIELD, ["X86-LAYOUT-07", "X86-LAYOUT-08"]),
        departure("X86-CC-01", CLANG_14, PLAIN_BIT_FIELD, ["X86-LAYOUT-07", "X86-LAYOUT-08"]),
        one_float(),
        alignof(),
        typedef_record_result(),
        stack_at_call(),
        departure_to("X86-GCC-04", "stack=R6", GCC, UNNAMED_BITS, ["X86-S08", "X86-ARG-46"]),
        mended(departure("X86-CLANG-01", CLANG_19, BEHIND_INT128, last_register), CLANG_14),
        mended(departure("X86-CLANG-02", CLANG_14, BEHIND_INT128, ["X86-ARG-16", "X86-ARG-44"]), CLANG_19),
        departure("X86-CLANG-03", CLANG_19, "void f(_Bool)", ["X86-ARG-43", "X86-ARG-42"]),
        departure("X86-CLANG-03", RUSTC, "void f(_Bool)", ["X86-ARG-43", "X86-ARG-42"]),
        departure_to("X86-CLANG-04", "double=R16", CLANG_19, ONE_DOUBLE, ["X86-S15", "X86-ARG-36"]),
        three_eightbytes(),
        mended(packed_lowered(), CLANG_19),
        mended(departure("X86-CLANG-07", CLANG_14, INT128_ON_STACK, ["X86-ARG-17", "X86-ARG-46"]), CLANG_19),
    ]
}

/// A row with one more neighbour: the same by a version that does not have it.
pub(crate) fn mended(mut row: Row, version: &'static str) -> Row {
    let other = row.occurrences.first().map(|(_, sight)| ("another version", sight.clone().by(version)));
    row.neighbours.extend(other);
    row
}

/// A value that is not in its place.
fn astray(compiler: &'static str, pairing: Pairing, clause: &'static str, declaration: &str) -> Sight {
    of(compiler, pairing, declaration).sees(&[clause], "a0", "0x1", "0xe3")
}

/// A result that is not in its place.
fn astray_result(compiler: &'static str, pairing: Pairing, clause: &'static str, declaration: &str) -> Sight {
    of(compiler, pairing, declaration).sees(&[clause], "result", "0x1", "0xe3")
}

/// A vector of one float is in memory by GCC and in a general register by clang.
fn one_float() -> Row {
    const ONE: &str = "float __attribute__((ext_vector_type(1)))";
    let argument = format!("void f({ONE})");
    let of =
        |clause, declaration: &str| Sight { partner: CLANG_19, ..astray(GCC, Cross, clause, declaration) };
    let back = |clause| astray_result(CLANG_19, Cross, clause, &format!("{ONE} f(void)"));
    Row {
        id: "X86-CC-02",
        occurrences: vec![
            ("itself", of("X86-S15", &argument)),
            ("what is behind it", of("X86-ARG-38", &format!("void f({ONE}, int)"))),
            ("as a result", Sight { partner: GCC, ..back("X86-RET-02") }),
        ],
        neighbours: vec![
            ("two floats", of("X86-S15", "void f(float __attribute__((ext_vector_type(2))))")),
            ("an int", of("X86-S15", "void f(int __attribute__((ext_vector_type(1))))")),
            ("a float", of("X86-ARG-38", "void f(float, int)")),
            ("another clause", of("X86-ARG-43", &argument)),
            ("of one compiler", astray(GCC, Callee, "X86-S15", &argument)),
            ("two conventions", of("X86-S15", &argument).changes("X86-S15", "float=R6")),
        ],
    }
}

/// `_Alignof` says 16 of what lies at multiples of 32.
fn alignof() -> Row {
    let seen = |compiler, clause, ty: &str| {
        of(compiler, Layout, &format!("void f({ty})")).sees(
            &[clause],
            &format!("_Alignof ({ty})"),
            "32",
            "16",
        )
    };
    let four = "long long __attribute__((ext_vector_type(4)))";
    let size = of(GCC, Layout, &format!("void f({four})"));
    Row {
        id: "X86-GCC-01",
        occurrences: vec![
            ("of 32 bytes", seen(GCC, "X86-TYPE-21", four)),
            ("of 64 bytes", seen(GCC, "X86-TYPE-22", "float __attribute__((ext_vector_type(16)))")),
            ("in a structure", seen(GCC, "X86-LAYOUT-01", &format!("struct {{ char m0; {four} m1; }}"))),
        ],
        neighbours: vec![
            ("of 16 bytes", seen(GCC, "X86-TYPE-20", "int __attribute__((ext_vector_type(4)))")),
            ("without a vector", seen(GCC, "X86-LAYOUT-01", "struct { char m0; __int128 m1; }")),
            (
                "in a structure with one of 16 bytes",
                seen(GCC, "X86-LAYOUT-01", "struct { char m0; int __attribute__((ext_vector_type(4))) m1; }"),
            ),
            ("the size", size.sees(&["X86-TYPE-21"], &format!("sizeof ({four})"), "32", "16")),
            ("another compiler", seen(CLANG_19, "X86-TYPE-21", four)),
        ],
    }
}

/// The memory for a result is taken to be aligned as a typedef says.
fn typedef_record_result() -> Row {
    const DECLARATION: &str = "struct { int m0; long m1; int m2; } [[gnu::aligned(64)]] f(void)";
    let of = |pairing, clause, declaration: &str| {
        of(GCC, pairing, declaration).sees(&[clause], "control", "it comes back", MISALIGNED)
    };
    let two = |sight: Sight| sight.changes("X86-S05", "record=R4");
    Row {
        id: "X86-GCC-02",
        occurrences: vec![
            ("the function stops", of(Callee, "X86-RET-02", DECLARATION)),
            ("unlike an argument", two(of(Callee, "X86-S05", DECLARATION))),
            ("in a call of two", two(of(Cross, "X86-S05", &DECLARATION.replace("64", "32")))),
        ],
        neighbours: vec![
            ("aligned to 16", of(Callee, "X86-RET-02", &DECLARATION.replace("64", "16"))),
            (
                "an argument",
                two(of(Callee, "X86-S05", "void f(struct { long m0[3]; } [[gnu::aligned(64)]])")),
            ),
            ("a value", two(astray_result(GCC, Callee, "X86-S05", DECLARATION))),
            ("a scalar", of(Callee, "X86-RET-02", "long double [[gnu::aligned(64)]] f(void)")),
            ("a caller", of(Caller, "X86-RET-02", DECLARATION)),
            ("another clause", of(Callee, "X86-STACK-04", DECLARATION)),
            ("its address", astray_result(GCC, Callee, "X86-RET-02", DECLARATION)),
        ],
    }
}

const MISALIGNED: &str = "stopped at 0x400063: an access that has to be aligned is not (0x4010c8) (before it came back to the return address)";

/// The stack at the call of a function of the same file.
fn stack_at_call() -> Row {
    let seen = |compiler, pairing, clause, style| {
        let sight = Sight { style, ..of(compiler, pairing, "void f(int)") };
        sight.sees(&[clause], "stack pointer", "a multiple of 16", "0x22ffed8")
    };
    let tail = Style { tail: true, ..Style::PLAIN };
    Row {
        id: "X86-GCC-03",
        occurrences: vec![("in a function called", seen(GCC, Callee, "X86-STACK-04", tail))],
        neighbours: vec![
            ("no call", seen(GCC, Callee, "X86-STACK-04", Style::PLAIN)),
            ("a caller", seen(GCC, Caller, "X86-STACK-04", tail)),
            ("at the return", seen(GCC, Callee, "X86-S32", tail)),
            ("another compiler", seen(CLANG_19, Callee, "X86-STACK-04", tail)),
        ],
    }
}

/// A vector of three eightbytes is returned in three registers.
fn three_eightbytes() -> Row {
    let of = |clause, declaration: &str| astray_result(CLANG_19, Callee, clause, declaration);
    let doubles = "double __attribute__((ext_vector_type(3))) f(int)";
    Row {
        id: "X86-CLANG-05",
        occurrences: vec![
            ("of doubles", of("X86-S16", doubles)),
            ("of integers", of("X86-S16", "unsigned long long __attribute__((ext_vector_type(3))) f(void)")),
            ("in one of two ways", of("X86-S16", doubles).changes("X86-S16", "result=R3")),
            ("in a call of two", astray_result(CLANG_19, Cross, "X86-S16", doubles)),
        ],
        neighbours: vec![
            ("of floats", of("X86-S16", "float __attribute__((ext_vector_type(3))) f(void)")),
            ("four of them", of("X86-S16", "double __attribute__((ext_vector_type(4))) f(void)")),
            (
                "an argument",
                astray(CLANG_19, Callee, "X86-S16", "void f(double __attribute__((ext_vector_type(3))))"),
            ),
            ("another clause", of("X86-RET-06", doubles)),
            ("another question", of("X86-S16", doubles).changes("X86-S16", "argument=R2")),
            ("another compiler", astray_result(GCC, Callee, "X86-S16", doubles)),
        ],
    }
}

/// The last bytes of a packed structure do not travel.
fn packed_lowered() -> Row {
    let of = |clause, declaration: &str| astray(CLANG_14, Caller, clause, declaration);
    let back = "struct __attribute__((packed)) { short m0; double [[gnu::aligned(2)]] m1; } f(void)";
    let known: Vec<Named> = vec![
        ("an argument", of("X86-ARG-21", PACKED_LOWERED)),
        ("a result", astray_result(CLANG_14, Callee, "X86-ARG-21", back)),
    ];
    Row {
        id: "X86-CLANG-06",
        occurrences: known,
        neighbours: vec![
            ("not packed", of("X86-ARG-21", "void f(struct { char m0; long long [[gnu::aligned(1)]] m1; })")),
            (
                "without a typedef",
                of("X86-ARG-21", "void f(struct __attribute__((packed)) { char m0; long long m1; })"),
            ),
            ("raised", of("X86-ARG-21", &PACKED_LOWERED.replace("aligned(1)", "aligned(16)"))),
            (
                "in another argument",
                of(
                    "X86-ARG-21",
                    "void f(struct __attribute__((packed)) { char m0; }, long [[gnu::aligned(1)]])",
                ),
            ),
            ("another clause", of("X86-ARG-25", PACKED_LOWERED)),
            ("two conventions", of("X86-ARG-21", PACKED_LOWERED).changes("X86-ARG-21", "attribute=R2")),
            ("a departure", of("X86-ARG-21", PACKED_LOWERED).departs("X86-ARG-21", "R2")),
        ],
    }
}
