//! Occurrences and neighbours of the entries for compilers for AArch64.

use super::riscv::{departure_to, of};
use super::sight::Sight;
use super::table::Row;
use super::x86_64::mended;
use crosscall_model::Pairing::{self, Callee, Caller};

/// Compilers of the entries.
pub(crate) const GCC: &str = "gcc 12.2.0 aarch64-linux-gnu";
pub(crate) const CLANG_14: &str = "clang 14.0.6 aarch64-unknown-linux-gnu";
pub(crate) const CLANG_18: &str = "clang 18.1.8 aarch64-unknown-linux-gnu";
pub(crate) const CLANG_19: &str = "clang 19.1.7 aarch64-unknown-linux-gnu";
pub(crate) const RUSTC: &str = "rustc 1.95.0 aarch64-unknown-linux-gnu";

const TWO_FORMATS: &str = "void f(struct { __fp16 m0; __bf16 m1; })";
const SMALL_ARGUMENT: &str = "void f(_Float16 __attribute__((ext_vector_type(2))))";
const SMALL_RESULT: &str = "short __attribute__((ext_vector_type(2))) f(void)";
const ONE_FLOAT: &str = "float __attribute__((ext_vector_type(1)))";
const TWO_FLOATS: &str = "float __attribute__((ext_vector_type(2)))";

/// One row for each entry.
pub(crate) fn rows() -> Vec<Row> {
    let formats = ["AARCH64-LAYOUT-14", "AARCH64-LAYOUT-13"];
    vec![
        departure_to("AARCH64-GCC-01", "reals=R15", GCC, SMALL_ARGUMENT, ["AARCH64-S09", "AARCH64-ARG-28"]),
        several_vectors_unnamed(),
        small_vector_unnamed(),
        of_bf16(departure_to("AARCH64-GCC-04", "R3", GCC, TWO_FORMATS, formats)),
        of_bf16(departure_to("AARCH64-GCC-04", "R2", GCC, TWO_FORMATS, formats)),
        departure_to(
            "AARCH64-CLANG-01",
            "result=R13",
            CLANG_19,
            SMALL_RESULT,
            ["AARCH64-S09", "AARCH64-ARG-28"],
        ),
        mended(zero_bit_field(), CLANG_18),
        mended(long_bit_int(), CLANG_19),
        mended(unnamed_bits(), CLANG_18),
        truth_value(),
    ]
}

/// A value that is not in its place.
fn astray(pairing: Pairing, clause: &'static str, declaration: &str) -> Sight {
    of(GCC, pairing, declaration).sees(&[clause], "a0", "0x1", "0xe3")
}

/// The same of an unnamed one.
fn astray_unnamed(pairing: Pairing, clause: &'static str, ty: &str) -> Sight {
    of(GCC, pairing, &format!("void f(int, ..., {ty})")).sees(&[clause], "v0", "0x1", "0xe3")
}

/// An unnamed structure of several vectors, or of halves, is lost in `va_arg`.
fn several_vectors_unnamed() -> Row {
    let vectors = format!("struct {{ {TWO_FLOATS} m0; {TWO_FLOATS} m1; }}");
    Row {
        id: "AARCH64-GCC-02",
        occurrences: vec![
            ("of two vectors", astray_unnamed(Callee, "AARCH64-VAR-01", &vectors)),
            (
                "in an array",
                astray_unnamed(Callee, "AARCH64-VAR-15", &format!("struct {{ {TWO_FLOATS} m0[2]; }}")),
            ),
            ("of halves", astray_unnamed(Callee, "AARCH64-VAR-15", "struct { _Float16 m0; _Float16 m1; }")),
        ],
        neighbours: vec![
            ("a caller", astray_unnamed(Caller, "AARCH64-VAR-01", &vectors)),
            ("a vector by itself", astray_unnamed(Callee, "AARCH64-VAR-01", TWO_FLOATS)),
            (
                "of one vector",
                astray_unnamed(Callee, "AARCH64-VAR-01", &format!("struct {{ {TWO_FLOATS} m0; }}")),
            ),
            (
                "of a half and an int",
                astray_unnamed(Callee, "AARCH64-VAR-15", "struct { _Float16 m0; int m1; }"),
            ),
            ("of floats", astray_unnamed(Callee, "AARCH64-VAR-15", "struct { float m0; float m1; }")),
            ("a named one", astray(Callee, "AARCH64-VAR-01", &format!("void f({vectors}, ...)"))),
            ("another clause", astray_unnamed(Callee, "AARCH64-VAR-14", &vectors)),
            ("another compiler", astray_unnamed(Callee, "AARCH64-VAR-01", &vectors).by(CLANG_19)),
        ],
    }
}

/// An unnamed vector of one float is on the stack, and looked for in general registers.
fn small_vector_unnamed() -> Row {
    let of = |clause, ty: &str| astray_unnamed(Callee, clause, ty);
    Row {
        id: "AARCH64-GCC-03",
        occurrences: vec![
            ("by itself", of("AARCH64-VAR-01", ONE_FLOAT)),
            ("as if all unnamed ones were", of("AARCH64-VAR-01", ONE_FLOAT).departs("AARCH64-VAR-01", "R3")),
            ("unlike others", of("AARCH64-VAR-01", ONE_FLOAT).changes("AARCH64-VAR-01", "R3")),
        ],
        neighbours: vec![
            ("of two floats", of("AARCH64-VAR-01", TWO_FLOATS)),
            ("of integers", of("AARCH64-VAR-01", "char __attribute__((ext_vector_type(4)))")),
            ("in a structure", of("AARCH64-VAR-01", &format!("struct {{ {ONE_FLOAT} m0; }}"))),
            ("another clause", of("AARCH64-VAR-14", ONE_FLOAT)),
            ("another answer", of("AARCH64-VAR-01", ONE_FLOAT).departs("AARCH64-VAR-01", "R2")),
            ("another compiler", of("AARCH64-VAR-01", ONE_FLOAT).by(CLANG_19)),
        ],
    }
}

/// A row about `__bf16` with one more neighbour: the same of another format.
fn of_bf16(mut row: Row) -> Row {
    let other = row.occurrences.first().map(|(_, sight)| {
        let declaration = sight.declaration.replace("__bf16", "_Float16");
        ("of another format", Sight { declaration, ..sight.clone() })
    });
    row.neighbours.extend(other);
    row
}

/// A bit-field of width zero keeps a structure from being an HFA.
fn zero_bit_field() -> Row {
    const DECLARATION: &str = "void f(struct { float m0; int : 0; float m2; })";
    let of = |declaration: &str| astray(Caller, "AARCH64-LAYOUT-18", declaration).by(CLANG_14);
    Row {
        id: "AARCH64-CLANG-02",
        occurrences: vec![
            ("always", of(DECLARATION).departs("AARCH64-LAYOUT-18", "bit-field=R2")),
            ("unlike others", of(DECLARATION).changes("AARCH64-LAYOUT-18", "R2")),
        ],
        neighbours: vec![
            (
                "of some width",
                of(&DECLARATION.replace(": 0", ": 3")).departs("AARCH64-LAYOUT-18", "bit-field=R2"),
            ),
            ("an array of no elements", of(DECLARATION).departs("AARCH64-LAYOUT-18", "array=R4")),
            ("what no departure explains", of(DECLARATION)),
        ],
    }
}

/// A long bit-precise integer is aligned to 8 in memory.
fn long_bit_int() -> Row {
    let of = |compiler, declaration: &str| astray(Caller, "AARCH64-TYPE-37", declaration).by(compiler);
    let known = "void f(_BitInt(65))";
    Row {
        id: "AARCH64-CLANG-03",
        occurrences: vec![
            ("always", of(CLANG_14, known).departs("AARCH64-TYPE-37", "R2")),
            ("unlike others", of(CLANG_18, known).changes("AARCH64-TYPE-37", "R2")),
        ],
        neighbours: vec![
            ("an integer of C", of(CLANG_14, "void f(__int128)").departs("AARCH64-TYPE-37", "R2")),
            ("another clause", of(CLANG_14, known).departs("AARCH64-ARG-26", "R2")),
            ("what no departure explains", of(CLANG_14, known)),
        ],
    }
}

/// `va_arg` looks for a structure of an unnamed bit-field, which a caller does not pass.
fn unnamed_bits() -> Row {
    const DECLARATION: &str = "void f(int, ..., struct { int : 5; }, int)";
    let of = |pairing, declaration: &str| {
        let seen = of(CLANG_14, pairing, declaration).sees(&["AARCH64-S07"], "v1", "0x1", "0x0");
        seen.changes("AARCH64-S07", "R1")
    };
    Row {
        id: "AARCH64-CLANG-04",
        occurrences: vec![("taken over", of(Callee, DECLARATION))],
        neighbours: vec![
            ("handed over", of(Caller, DECLARATION)),
            ("a named one", of(Callee, "void f(struct { int : 5; }, int, ..., int)")),
            ("empty", of(Callee, "void f(int, ..., struct { }, int)")),
            ("with a name", of(Callee, "void f(int, ..., struct { int m0 : 5; }, int)")),
        ],
    }
}

/// The bits above a `bool` are taken for zero.
fn truth_value() -> Row {
    const DECLARATION: &str = "void f(_Bool)";
    let of = |clause: &'static str, declaration: &str| astray(Callee, clause, declaration).by(RUSTC);
    Row {
        id: "AARCH64-RUSTC-01",
        occurrences: vec![
            ("always", of("AARCH64-ARG-13", DECLARATION).departs("AARCH64-ARG-13", "R2")),
            ("unlike others", of("AARCH64-ARG-13", DECLARATION).changes("AARCH64-ARG-13", "R2")),
            ("a result", of("AARCH64-RET-02", "_Bool f(void)").changes("AARCH64-RET-02", "R2")),
        ],
        neighbours: vec![
            ("a char", of("AARCH64-ARG-13", "void f(char)").changes("AARCH64-ARG-13", "R2")),
            ("another answer", of("AARCH64-ARG-13", DECLARATION).departs("AARCH64-ARG-32", "R2")),
            ("what no departure explains", of("AARCH64-ARG-13", DECLARATION)),
            (
                "another compiler",
                of("AARCH64-ARG-13", DECLARATION).changes("AARCH64-ARG-13", "R2").by(CLANG_19),
            ),
        ],
    }
}
