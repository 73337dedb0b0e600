//! Occurrences and neighbours of the entries for GCC and clang as compilers for RISC-V.

use super::sight::Sight;
use super::table::Row;
use crosscall_model::Pairing::{self, Callee, Caller, Cross, Layout};
use crosscall_model::Style;
use crosscall_model::finding::{Address, Expected, Observed, Topic};

/// Compilers of the entries.
pub(crate) const GCC: &str = "gcc 12.2.0 riscv64-unknown-elf";
pub(crate) const GCC_16: &str = "gcc 16.2.0 riscv64-linux-gnu";
pub(crate) const CLANG_14: &str = "clang 14.0.6 riscv64";
pub(crate) const RUSTC: &str = "rustc 1.95.0 riscv64gc-unknown-none-elf";
pub(crate) const CLANG_16: &str = "clang 16.0.6 riscv64";
pub(crate) const CLANG_19: &str = "clang 19.1.7 riscv32--";
/// Where a matter is one of 32-bit registers.
pub(crate) const CLANG_32: &str = "clang 19.1.7 riscv32";
/// The same for registers of 64 bits.
pub(crate) const CLANG_64: &str = "clang 19.1.7 riscv64--";

/// One row for each entry.
pub(crate) fn rows() -> Vec<Row> {
    let vectors = "void f(int __attribute__((ext_vector_type(2))))";
    vec![
        departure("RISCV-CC-01", GCC, vectors, ["RISCV-LAYOUT-03", "RISCV-LAYOUT-04"]),
        departure("RISCV-CC-01", CLANG_19, vectors, ["RISCV-LAYOUT-03", "RISCV-LAYOUT-01"]),
        departure_to("RISCV-GCC-15", "R3", GCC_16, vectors, ["RISCV-LAYOUT-03", "RISCV-LAYOUT-04"]),
        departure(
            "RISCV-GCC-02",
            GCC,
            "void f(struct { int m0; union { } m1; float m2; })",
            ["RISCV-ARG-34", "RISCV-ARG-33"],
        ),
        departure(
            "RISCV-GCC-03",
            GCC,
            "void f(struct { int m0; struct { } m1[1]; float m2; })",
            ["RISCV-ARG-38", "RISCV-ARG-36"],
        ),
        alignof(),
        below("RISCV-GCC-05", 8, (LARGE, "far away", 0x7e8, LARGE)),
        below("RISCV-GCC-06", 0x7e8, (DYNAMIC, "in a frame of fixed size", 0x7e8, LARGE)),
        departure(
            "RISCV-CLANG-24",
            CLANG_19,
            "void f(int __attribute__((ext_vector_type(3))))",
            ["RISCV-LAYOUT-04", "RISCV-LAYOUT-01"],
        ),
        alignof_beside_attributes(),
        named_record_unnamed(),
        named_record_returned(),
        reals_behind_atomic(),
        departure(
            "RISCV-CLANG-02",
            CLANG_19,
            "void f(struct { int m0; int : 0; float m2; })",
            ["RISCV-ARG-35", "RISCV-ARG-36"],
        ),
        departure(
            "RISCV-CLANG-05",
            CLANG_14,
            "void f(int, int, int, int, int, int, int, int, char)",
            ["RISCV-ARG-04", "RISCV-ARG-05"],
        ),
        narrow_on_stack_in_rust(),
        bit_field_beyond(),
        half("RISCV-CLANG-04", CLANG_16, CLANG_19),
        half("RISCV-CLANG-04", CLANG_14, "clang 13.0.1 riscv64"),
        behind_half("RISCV-CLANG-07", CLANG_14),
        behind_half("RISCV-CLANG-07", CLANG_16),
        vector_of_one_float(),
        departure("RISCV-CLANG-09", CLANG_64, "void f(_BitInt(65))", ["RISCV-TYPE-22", "RISCV-TYPE-20"]),
        departure("RISCV-CLANG-10", CLANG_14, "void f(_BitInt(7))", ["RISCV-LAYOUT-08", "RISCV-LAYOUT-07"]),
        departure("RISCV-CLANG-10", CLANG_16, "void f(_BitInt(7))", ["RISCV-LAYOUT-08", "RISCV-LAYOUT-07"]),
        departure(
            "RISCV-CLANG-12",
            CLANG_19,
            "void f(struct { _BitInt(17) m0; float m1; })",
            ["RISCV-LAYOUT-08", "RISCV-LAYOUT-07"],
        ),
        real_behind_bit_int(),
        bit_int_extended(),
        bit_int_result(),
        bit_int_unnamed(),
        bit_int_on_stack(),
        typedef_unnamed(),
        bits_unnamed(),
        flexible_unnamed(),
        lowered(),
        complex_integer(),
        behind_complex_integer(),
        behind_atomic(),
        no_elements(),
        no_empty_elements(),
        empty_aligned(),
        lowered_stops(),
        complex_copied(),
    ]
}

pub(crate) fn of(compiler: &'static str, pairing: Pairing, declaration: &str) -> Sight {
    Sight::new(Some(pairing), declaration).by(compiler)
}

/// Row of an entry about a departure with a name, the second reading of the first clause.
pub(crate) fn departure(
    id: &'static str,
    compiler: &'static str,
    declaration: &str,
    clauses: [&'static str; 2],
) -> Row {
    departure_to(id, "R2", compiler, declaration, clauses)
}

/// The same to another reading of the first clause.
pub(crate) fn departure_to(
    id: &'static str,
    reading: &'static str,
    compiler: &'static str,
    declaration: &str,
    [clause, other]: [&'static str; 2],
) -> Row {
    let seen = |pairing: Pairing| {
        of(compiler, pairing, declaration).sees(&[clause], "a0", "fa0 holds 1", "a0 holds 1")
    };
    Row {
        id,
        occurrences: vec![
            ("handed over", seen(Caller).departs(clause, reading)),
            ("taken over", seen(Callee).departs(clause, reading)),
        ],
        neighbours: vec![
            ("what no departure explains", seen(Caller)),
            ("the same answer to another question", seen(Caller).departs(other, reading)),
            ("now one answer and now another", seen(Caller).changes(clause, reading)),
            (
                "another clause",
                of(compiler, Callee, declaration).sees(&[other], "a0", "fa0 holds 1", "a0 holds 1"),
            ),
        ],
    }
}

/// Narrow arguments on the stack that are not extended, beside a `bool` that is.
fn narrow_on_stack_in_rust() -> Row {
    const DECLARATION: &str = "void f(int, int, int, int, int, int, int, int, signed char)";
    let (clause, other) = ("RISCV-ARG-04", "RISCV-ARG-05");
    let seen = |pairing: Pairing| {
        of(RUSTC, pairing, DECLARATION).sees(&[clause], "a8", "[sp+0] holds -1", "[sp+0] holds 255")
    };
    Row {
        id: "RISCV-RUSTC-01",
        occurrences: vec![
            ("handed over", seen(Caller).departs(clause, "R2")),
            ("a `bool` is looked for as extended", seen(Callee).changes(clause, "R2")),
        ],
        neighbours: vec![
            (
                "in a register",
                of(RUSTC, Caller, "void f(signed char)").sees(&[clause], "a0", "a0 holds -1", "a0 holds 255"),
            ),
            ("the same answer to another question", seen(Caller).departs(other, "R2")),
            (
                "another clause",
                of(RUSTC, Callee, DECLARATION).sees(&[other], "a0", "fa0 holds 1", "a0 holds 1"),
            ),
        ],
    }
}

/// `_Alignof` says 16 of what lies at multiples of 32.
fn alignof() -> Row {
    const DECLARATION: &str = "void f(long long __attribute__((ext_vector_type(4))))";
    const ITEM: &str = "_Alignof (long long __attribute__((ext_vector_type(4))))";
    let seen = |item: &str| of(GCC, Layout, DECLARATION).sees(&["RISCV-LAYOUT-03"], item, "32", "16");
    let of_vector = || seen(ITEM).departs("RISCV-LAYOUT-03", "alignof=R5");
    Row {
        id: "RISCV-GCC-04",
        occurrences: vec![("of the vector", of_vector())],
        neighbours: vec![
            ("what no departure explains", seen(ITEM)),
            ("now one answer and now another", seen(ITEM).changes("RISCV-LAYOUT-03", "R3")),
            ("vectors that lie elsewhere", seen(ITEM).departs("RISCV-LAYOUT-03", "R3")),
            ("another answer", seen(ITEM).departs("RISCV-LAYOUT-03", "alignof=R9")),
            ("another compiler", of_vector().by(CLANG_19)),
        ],
    }
}

/// A large frame, whose size the compiler knows.
const LARGE: Style = Style { locals: 1889, written: true, ..Style::PLAIN };
/// One with a frame pointer.
const DYNAMIC: Style = Style { dynamic: 616, ..LARGE };

/// Stack memory is written so many bytes below the stack pointer, in a function of a style; another distance or another style
/// is no occurrence.
fn below(
    id: &'static str,
    bytes: u64,
    (style, other, other_bytes, other_style): (Style, &'static str, u64, Style),
) -> Row {
    const DECLARATION: &str = "void f(struct { double m0[15]; })";
    const CLAUSE: &str = "RISCV-STACK-14";
    let seen = |pairing, clause, compiler, style, bytes: u64| {
        let by = Address { at: 0x1000c, symbol: None };
        let observed = Observed::Access { bytes: 8, at: 0x1f0fed0 - bytes, written: true, by, sp: 0x1f0fed0 };
        let sight = Sight { style, ..of(compiler, pairing, DECLARATION) };
        sight.sees_exactly(&[clause], Topic::Stack, Expected::NothingBeyond, observed)
    };
    Row {
        id,
        occurrences: vec![
            ("in a function called", seen(Callee, CLAUSE, GCC, style, bytes)),
            ("in a caller", seen(Caller, CLAUSE, GCC, style, bytes)),
        ],
        neighbours: vec![
            (other, seen(Callee, CLAUSE, GCC, other_style, other_bytes)),
            ("in a small frame", seen(Callee, CLAUSE, GCC, Style::PLAIN, bytes)),
            ("another clause", seen(Callee, "RISCV-STACK-09", GCC, style, bytes)),
            ("another compiler", seen(Callee, CLAUSE, CLANG_14, style, bytes)),
            ("two conventions", seen(Callee, CLAUSE, GCC, style, bytes).changes(CLAUSE, "R2")),
        ],
    }
}

/// A bit-field beside a real is stored with all bytes of its type.
fn bit_field_beyond() -> Row {
    const DECLARATION: &str = "void f(struct { float m0; long long m1 : 1; })";
    const BACK: &str = "struct { float m0; long long m1 : 1; } f(void)";
    let of = |pairing, declaration: &str| of(CLANG_19, pairing, declaration);
    let lost = |declaration: &str| of(Callee, declaration).sees(&["RISCV-ARG-49"], "a0.m1", "0x1", "0x0");
    Row {
        id: "RISCV-CLANG-03",
        occurrences: vec![
            ("the bit-field is lost", lost(DECLARATION)),
            ("in front of the real", lost("void f(struct { long long m0 : 1; float m1; })")),
            ("in a result", of(Caller, BACK).sees(&["RISCV-ARG-49"], "result.m1", "0x1", "0x0")),
            ("beside a half", lost("void f(struct { _Float16 m0; int m1 : 1; })")),
        ],
        neighbours: vec![
            ("an integer that is no bit-field", lost("void f(struct { float m0; long long m1; })")),
            ("beside a double", lost("void f(struct { double m0; long long m1 : 1; })")),
            ("another clause", of(Callee, DECLARATION).sees(&["RISCV-ARG-45"], "a0.m1", "0x1", "0x0")),
            ("the layout", of(Callee, DECLARATION).sees(&["RISCV-LAYOUT-10"], "a0.m1", "0x1", "0x0")),
            ("a departure", lost(DECLARATION).departs("RISCV-ARG-49", "R2")),
        ],
    }
}

/// A structure with a half travels in an integer register; another version does otherwise.
fn half(id: &'static str, compiler: &'static str, other: &'static str) -> Row {
    let of = |compiler, clause: &'static str, declaration: &str| {
        of(compiler, Caller, declaration).sees(&[clause], "a0", "fa0 holds 1", "a0 holds 1")
    };
    let two = "void f(struct { _Float16 m0; float m1; })";
    Row {
        id,
        occurrences: vec![
            ("with a float", of(compiler, "RISCV-ARG-45", two)),
            ("alone", of(compiler, "RISCV-ARG-44", "void f(struct { _Float16 m0; })")),
            ("with an integer", of(compiler, "RISCV-ARG-49", "void f(struct { _Float16 m0; int m1; })")),
        ],
        neighbours: vec![
            ("two floats", of(compiler, "RISCV-ARG-45", "void f(struct { float m0; float m1; })")),
            ("a half by itself", of(compiler, "RISCV-ARG-44", "void f(_Float16)")),
            ("another version", of(other, "RISCV-ARG-45", two)),
            ("another clause", of(compiler, "RISCV-ARG-41", two)),
            ("a departure", of(compiler, "RISCV-ARG-45", two).departs("RISCV-ARG-45", "R2")),
        ],
    }
}

/// The argument behind a structure with a half is in the next register.
fn behind_half(id: &'static str, compiler: &'static str) -> Row {
    const BEHIND: &str = "void f(struct { _Float16 m0; }, struct { int m0; long long m1; })";
    let of = |compiler, clause: &'static str, declaration: &str| {
        of(compiler, Caller, declaration).sees(&[clause], "a1", "a0 holds 1", "a1 holds 1")
    };
    Row {
        id,
        occurrences: vec![
            ("two registers", of(compiler, "RISCV-ARG-18", BEHIND)),
            (
                "one register",
                of(compiler, "RISCV-ARG-17", "void f(struct { _Float16 m0[1]; }, struct { long long m0; })"),
            ),
            (
                "less than a register",
                of(compiler, "RISCV-ARG-19", "void f(struct { _Float16 m0; }, int, struct { int m0; })"),
            ),
        ],
        neighbours: vec![
            (
                "in front of the half",
                of(
                    compiler,
                    "RISCV-ARG-18",
                    "void f(struct { int m0; long long m1; }, struct { _Float16 m0; })",
                ),
            ),
            (
                "without a half",
                of(compiler, "RISCV-ARG-18", "void f(struct { float m0; }, struct { long m0[2]; })"),
            ),
            (
                "behind a half by itself",
                of(compiler, "RISCV-ARG-18", "void f(_Float16, struct { int m0; long long m1; })"),
            ),
            ("another version", of(CLANG_19, "RISCV-ARG-18", BEHIND)),
            ("another clause", of(compiler, "RISCV-ARG-21", BEHIND)),
            ("a departure", of(compiler, "RISCV-ARG-18", BEHIND).departs("RISCV-ARG-18", "R2")),
        ],
    }
}

/// A vector of one float that is kept across a loop stops the compiler.
fn vector_of_one_float() -> Row {
    const DECLARATION: &str =
        "struct { long m0; float __attribute__((ext_vector_type(1))) m1; long m2[9]; } f(void)";
    let known = "clang-14-lp64-O1: internal compiler error: Running pass 'RISCV DAG->DAG Pattern Instruction Selection'";
    let elsewhere = "clang-14-lp64-O1: internal compiler error: Running pass 'Machine Instruction Scheduler'";
    let rounds = Style { rounds: 2, ..Style::PLAIN };
    let stops = |declaration: &str, style: Style, message: &str| Sight {
        style,
        ..Sight::stops("caller unit", declaration, message).by(CLANG_14)
    };
    Row {
        id: "RISCV-CLANG-08",
        occurrences: vec![("in a structure", stops(DECLARATION, rounds, known))],
        neighbours: vec![
            ("without a loop", stops(DECLARATION, Style::PLAIN, known)),
            ("another message", stops(DECLARATION, rounds, elsewhere)),
            ("a hang", stops(DECLARATION, rounds, "clang-14-lp64-O1: did not end in its time")),
            ("two lanes", stops("float __attribute__((ext_vector_type(2))) f(void)", rounds, known)),
            ("a double", stops("double __attribute__((ext_vector_type(1))) f(void)", rounds, known)),
        ],
    }
}

/// A bit-precise integer that is narrower than a register has other bits above it.
fn bit_int_extended() -> Row {
    const DECLARATION: &str = "void f(unsigned _BitInt(17))";
    let of = |pairing, clause, declaration: &str| {
        of(CLANG_19, pairing, declaration).sees(&[clause], "a0", "0x10201", "0xffff0201")
    };
    Row {
        id: "RISCV-CLANG-13",
        occurrences: vec![
            ("an argument", of(Caller, "RISCV-ARG-06", DECLARATION)),
            ("behind others", of(Caller, "RISCV-ARG-06", "void f(int, _BitInt(7))")),
        ],
        neighbours: vec![
            ("an integer of C", of(Caller, "RISCV-ARG-06", "void f(unsigned short)")),
            ("of 32 bits", of(Caller, "RISCV-ARG-07", "void f(unsigned _BitInt(32))")),
            ("the usual extension", of(Caller, "RISCV-ARG-04", DECLARATION)),
            ("the place", of(Caller, "RISCV-ARG-02", DECLARATION)),
        ],
    }
}

/// The bits above a result in two registers are lost.
fn bit_int_result() -> Row {
    const DECLARATION: &str = "_BitInt(68) f(void)";
    let of = |compiler, clause: &'static str, declaration: &str| {
        of(compiler, Callee, declaration).sees(&[clause], "result", "a1 holds -7", "a1 holds 9")
    };
    Row {
        id: "RISCV-CLANG-20",
        occurrences: vec![
            ("of two registers", of(CLANG_19, "RISCV-ARG-10", DECLARATION)),
            ("with arguments", of(CLANG_19, "RISCV-ARG-10", "unsigned _BitInt(40) f(int, ...)")),
        ],
        neighbours: vec![
            ("its place", of(CLANG_19, "RISCV-ARG-02", DECLARATION)),
            ("an integer of C", of(CLANG_19, "RISCV-ARG-10", "long long f(void)")),
            ("an argument", of(CLANG_19, "RISCV-ARG-10", "void f(_BitInt(68))")),
            ("a departure", of(CLANG_19, "RISCV-ARG-10", DECLARATION).departs("RISCV-ARG-10", "R2")),
        ],
    }
}

/// Row of an entry about a question that a compiler answers in two ways at once; `seen` is how the clause is contradicted, and
/// `others` have declarations of which nothing is known.
fn two_ways(
    id: &'static str,
    clause: &'static str,
    declaration: &str,
    seen: [&'static str; 3],
    others: [(&'static str, Pairing, &str); 2],
) -> Row {
    let [subject, expected, observed] = seen;
    let of = |pairing, declaration: &str| {
        of(CLANG_64, pairing, declaration).sees(&[clause], subject, expected, observed)
    };
    let known = |(name, pairing, declaration): (&'static str, Pairing, &str)| {
        (name, of(pairing, declaration).changes(clause, "R1"))
    };
    let mut neighbours: Vec<_> = others.into_iter().map(known).collect();
    neighbours.extend([
        ("another question", of(Caller, declaration).changes("RISCV-ARG-13", "R2")),
        ("what nothing explains", of(Caller, declaration)),
    ]);
    let occurrences = [("handed over", Caller, declaration), ("taken over", Callee, declaration)];
    Row { id, occurrences: occurrences.map(known).into(), neighbours }
}

/// An unnamed bit-precise integer of two registers is passed in one way and looked for in another.
fn bit_int_unnamed() -> Row {
    two_ways(
        "RISCV-CLANG-14",
        "RISCV-TYPE-22",
        "void f(int, ..., _BitInt(67))",
        ["a1", "a1 holds 1", "a2 holds 1"],
        [
            ("a named one", Caller, "void f(int, _BitInt(67))"),
            ("an integer of C", Caller, "void f(int, ..., long long)"),
        ],
    )
}

/// A named bit-precise integer of two registers lies by another alignment on the stack.
fn bit_int_on_stack() -> Row {
    const DECLARATION: &str = "void f(__int128, __int128, __int128, __int128, int, _BitInt(67))";
    two_ways(
        "RISCV-CLANG-18",
        "RISCV-TYPE-22",
        DECLARATION,
        ["a5", "[sp+8] holds 1", "[sp+16] holds 1"],
        [("in registers", Caller, "void f(int, _BitInt(67))"), ("the layout", Layout, DECLARATION)],
    )
}

/// An unnamed argument is passed by its type's alignment, and looked for by that of its typedef.
fn typedef_unnamed() -> Row {
    two_ways(
        "RISCV-CLANG-15",
        "RISCV-S15",
        "void f(int, ..., int [[gnu::aligned(16)]])",
        ["a1", "a1 holds 1", "a2 holds 1"],
        [
            ("a named one", Caller, "void f(int, int [[gnu::aligned(16)]])"),
            ("without a typedef", Caller, "void f(int, ..., int)"),
        ],
    )
}

/// An unnamed structure without a named member is passed, and not looked for.
fn bits_unnamed() -> Row {
    two_ways(
        "RISCV-CLANG-22",
        "RISCV-ARG-24",
        "void f(int, ..., struct { int : 3; }, int)",
        ["v1", "a2 holds 1", "a1 holds 1"],
        [
            ("a named one", Caller, "void f(int, struct { int : 3; }, int)"),
            ("without bit-fields", Caller, "void f(int, ..., struct { }, int)"),
        ],
    )
}

/// A place is left for an unnamed structure with a flexible array alone, and not skipped.
fn flexible_unnamed() -> Row {
    const DECLARATION: &str = "void f(int, ..., struct { struct { } m0; unsigned long long m1[]; }, int)";
    let seen = |pairing, declaration: &str| {
        of(CLANG_64, pairing, declaration).sees(&["RISCV-ARG-24"], "v1", "a2 holds 1", "a1 holds 1")
    };
    let changed = |pairing, declaration| seen(pairing, declaration).changes("RISCV-ARG-24", "flexible=R3");
    Row {
        id: "RISCV-CLANG-23",
        occurrences: vec![
            ("handed over", changed(Caller, DECLARATION)),
            ("taken over", changed(Callee, DECLARATION)),
        ],
        neighbours: vec![
            ("without an array", changed(Caller, "void f(int, ..., struct { }, int)")),
            (
                "a named one",
                changed(Caller, "void f(int, struct { struct { } m0; unsigned long long m1[]; }, int)"),
            ),
            ("the other question", seen(Caller, DECLARATION).changes("RISCV-ARG-24", "R1")),
            ("another clause", seen(Caller, DECLARATION).changes("RISCV-ARG-36", "flexible=R3")),
            ("a departure", seen(Caller, DECLARATION).departs("RISCV-ARG-24", "flexible=R3")),
        ],
    }
}

/// The upper half of an object of lowered alignment is read from elsewhere.
fn lowered() -> Row {
    const DECLARATION: &str = "void f(long long [[gnu::aligned(4)]])";
    let wanted = [1, 2, 3, 4, 5, 6, 7, 8];
    let upper = [1, 2, 3, 4, 0, 0, 0, 0];
    let at = |compiler, pairing, clause: &'static str, declaration: &str, there: &[u8]| {
        of(compiler, pairing, declaration).sees_there(&[clause], &wanted, there)
    };
    let of = |clause, declaration: &str| at(GCC, Caller, clause, declaration, &upper);
    Row {
        id: "RISCV-GCC-07",
        occurrences: vec![
            ("alone", of("RISCV-ARG-13", DECLARATION)),
            ("a real", of("RISCV-ARG-27", "void f(int, double [[gnu::aligned(4)]])")),
            ("one of 16 bytes", of("RISCV-ARG-27", "void f(long double [[gnu::aligned(8)]])")),
            ("a result", of("RISCV-RET-02", "long long [[gnu::aligned(4)]] f(void)")),
            (
                "on the stack",
                of(
                    "RISCV-ARG-03",
                    "void f(int, int, int, int, int, int, int, int, long long [[gnu::aligned(1)]])",
                ),
            ),
            ("a real in a register of its own", of("RISCV-ARG-41", "void f(double [[gnu::aligned(4)]])")),
            ("in a call of two", at(GCC, Cross, "RISCV-ARG-13", DECLARATION, &upper)),
        ],
        neighbours: vec![
            ("the lower half", at(GCC, Caller, "RISCV-ARG-13", DECLARATION, &[0, 0, 0, 0, 5, 6, 7, 8])),
            ("all of it", at(GCC, Caller, "RISCV-ARG-13", DECLARATION, &[9; 8])),
            ("raised", of("RISCV-ARG-13", "void f(long long [[gnu::aligned(16)]])")),
            ("aligned as it is anyway", of("RISCV-ARG-13", "void f(long long [[gnu::aligned(8)]])")),
            ("without a typedef", of("RISCV-ARG-13", "void f(long long)")),
            ("another clause", of("RISCV-ARG-17", DECLARATION)),
            ("another compiler", at(CLANG_19, Caller, "RISCV-ARG-13", DECLARATION, &upper)),
        ],
    }
}

/// A structure of nothing but a complex integer is in two registers.
fn complex_integer() -> Row {
    const DECLARATION: &str = "void f(struct { short _Complex m0; })";
    let of = |compiler, clause: &'static str, declaration: &str| {
        of(compiler, Caller, declaration).sees(&[clause], "a0", "a0 holds 0x20001", "a0 holds 1")
    };
    Row {
        id: "RISCV-CLANG-16",
        occurrences: vec![
            ("its bits", of(CLANG_19, "RISCV-S08", DECLARATION)),
            (
                "its place",
                of(CLANG_19, "RISCV-ARG-17", "void f(int, struct { unsigned char _Complex m0[1]; })"),
            ),
            ("of 16 bytes", of(CLANG_32, "RISCV-ARG-21", "void f(struct { long long _Complex m0; })")),
            (
                "in the call of itself",
                super::riscv::of(CLANG_32, Callee, "void f(struct { long long _Complex m0; })").sees(
                    &["RISCV-ARG-21"],
                    "a0 in the call of itself",
                    "1",
                    "2",
                ),
            ),
        ],
        neighbours: vec![
            ("by itself", of(CLANG_19, "RISCV-S08", "void f(short _Complex)")),
            ("complex reals", of(CLANG_19, "RISCV-ARG-17", "void f(struct { long double _Complex m0; })")),
            ("two integers", of(CLANG_19, "RISCV-ARG-17", "void f(struct { short m0; short m1; })")),
            ("another clause", of(CLANG_19, "RISCV-ARG-04", DECLARATION)),
            ("a departure", of(CLANG_19, "RISCV-S08", DECLARATION).departs("RISCV-S08", "R2")),
        ],
    }
}

/// The argument behind a structure of nothing but a complex integer is in the next register.
fn behind_complex_integer() -> Row {
    const BEHIND: &str = "void f(struct { short _Complex m0; }, int)";
    let of = |compiler, clause: &'static str, declaration: &str| {
        of(compiler, Caller, declaration).sees(&[clause], "a1", "a1 holds 3", "a2 holds 3")
    };
    Row {
        id: "RISCV-CLANG-19",
        occurrences: vec![
            ("one register", of(CLANG_19, "RISCV-ARG-02", BEHIND)),
            (
                "two registers",
                of(CLANG_19, "RISCV-ARG-18", "void f(struct { int _Complex m0; }, struct { long m0[2]; })"),
            ),
        ],
        neighbours: vec![
            ("in front of it", of(CLANG_19, "RISCV-ARG-02", "void f(int, struct { short _Complex m0; })")),
            ("behind a complex integer", of(CLANG_19, "RISCV-ARG-02", "void f(short _Complex, int)")),
            (
                "behind complex reals",
                of(CLANG_19, "RISCV-ARG-02", "void f(struct { float _Complex m0; }, int)"),
            ),
            ("another clause", of(CLANG_19, "RISCV-TYPE-27", BEHIND)),
            ("a departure", of(CLANG_19, "RISCV-ARG-02", BEHIND).departs("RISCV-ARG-02", "R2")),
        ],
    }
}

/// A narrow integer in the last register, behind an atomic real, is not extended.
fn behind_atomic() -> Row {
    const DECLARATION: &str = "void f(int, int, int, int, int, int, int, _Atomic float, char)";
    let of = |compiler, pairing, clause: &'static str, declaration: &str| {
        of(compiler, pairing, declaration).sees(&[clause], "a8", "0x89", "0xffffff89")
    };
    Row {
        id: "RISCV-CLANG-17",
        occurrences: vec![
            ("handed over", of(CLANG_14, Caller, "RISCV-ARG-04", DECLARATION)),
            (
                "as if it were signed",
                of(CLANG_14, Caller, "RISCV-ARG-04", DECLARATION).changes("RISCV-TYPE-27", "R2"),
            ),
        ],
        neighbours: vec![
            ("taken over", of(CLANG_14, Callee, "RISCV-ARG-04", DECLARATION)),
            ("without the atomic real", of(CLANG_14, Caller, "RISCV-ARG-04", "void f(float, char)")),
            ("in front of it", of(CLANG_14, Caller, "RISCV-ARG-04", "void f(char, _Atomic float)")),
            ("another version", of(CLANG_16, Caller, "RISCV-ARG-04", DECLARATION)),
            ("another clause", of(CLANG_14, Caller, "RISCV-ARG-05", DECLARATION)),
        ],
    }
}

/// A structure with an array of no elements is in integer registers.
fn no_elements() -> Row {
    const DECLARATION: &str = "void f(struct { double m0[0]; float m1; int m2; })";
    const ALONE: &str = "void f(struct { double m0[0]; float m1; })";
    const LAST: &str = "void f(struct { float m0; float m1; struct { } m2[0]; })";
    let of = |clause: &'static str, declaration: &str| {
        of(GCC, Caller, declaration).sees(&[clause], "a0", "fa0 holds 1", "a0 holds 1")
    };
    Row {
        id: "RISCV-GCC-08",
        occurrences: vec![
            ("beside two members", of("RISCV-ARG-36", DECLARATION).departs("RISCV-ARG-36", "R2")),
            ("behind them", of("RISCV-ARG-40", LAST).departs("RISCV-ARG-36", "R2")),
            ("beside one", of("RISCV-ARG-44", ALONE).departs("RISCV-ARG-36", "R2")),
        ],
        neighbours: vec![
            ("one real alone", of("RISCV-ARG-44", "void f(struct { float m0; })")),
            ("beside one, in another register than that of the departure", of("RISCV-ARG-44", ALONE)),
            ("what no departure explains", of("RISCV-ARG-36", DECLARATION)),
            (
                "a flexible array member",
                of("RISCV-S07", "void f(struct { float m0; float m1; struct { } m2[]; })"),
            ),
            ("another clause", of("RISCV-ARG-45", DECLARATION)),
        ],
    }
}

/// An array of no empty records is ignored, and others of no elements are not.
fn no_empty_elements() -> Row {
    const EMPTY: &str = "void f(struct { int m0; float m1; struct { } m2[0]; })";
    const OTHER: &str = "void f(struct { double m0[0]; float m1; int m2; })";
    let of = |compiler: &'static str, declaration: &str| {
        of(compiler, Caller, declaration).sees(&["RISCV-ARG-36"], "a0", "fa0 holds 1", "a0 holds 1")
    };
    Row {
        id: "RISCV-GCC-16",
        occurrences: vec![
            ("of empty records", of(GCC_16, EMPTY).changes("RISCV-ARG-36", "R1")),
            (
                "in the registers of the document",
                Sight::new(Some(Caller), EMPTY).by(GCC_16).sees(
                    &["RISCV-ARG-51"],
                    "a0",
                    "a0 holds 1",
                    "fa0 holds 1",
                ),
            ),
        ],
        neighbours: vec![
            ("of others", of(GCC_16, OTHER).changes("RISCV-ARG-36", "R2")),
            ("an older version", of(GCC, EMPTY).changes("RISCV-ARG-36", "R1")),
            (
                "with elements",
                of(GCC_16, "void f(struct { float m0; int m1; })").changes("RISCV-ARG-36", "R1"),
            ),
            ("another question", of(GCC_16, EMPTY).changes("RISCV-ARG-38", "R1")),
        ],
    }
}

/// The stack is aligned for an empty structure, so that what is behind it is further on.
fn empty_aligned() -> Row {
    const DECLARATION: &str =
        "void f(int, int, int, int, int, int, int, int, int, struct __attribute__((aligned(8))) { }, int)";
    const UNNAMED: &str = "void f(int, int, int, int, int, int, int, int, int, ..., struct __attribute__((aligned(8))) { }, int)";
    const NONE: &str =
        "void f(int, int, int, int, int, int, int, int, int, struct { long long m0[0]; }, int)";
    const PLAIN: &str = "void f(int, int, int, int, int, int, int, int, int, struct { }, int)";
    let of = |compiler: &'static str, clause: &'static str, declaration: &str| {
        of(compiler, Caller, declaration).sees(&[clause], "a10", "[sp+4] holds 1", "[sp+4] holds 0xe3")
    };
    let unnamed = |clause: &'static str| {
        of(GCC, clause, UNNAMED).sees(&[clause], "v1", "[sp+4] holds 1", "[sp+4] holds 0xe3")
    };
    Row {
        id: "RISCV-GCC-09",
        occurrences: vec![
            ("named", of(GCC, "RISCV-ARG-24", DECLARATION)),
            ("unnamed", unnamed("RISCV-ARG-24")),
            ("aligned by elements that it has none of", of(GCC, "RISCV-ARG-24", NONE)),
        ],
        neighbours: vec![
            ("an empty structure that is not aligned", of(GCC, "RISCV-ARG-24", PLAIN)),
            ("a departure", of(GCC, "RISCV-ARG-24", DECLARATION).departs("RISCV-ARG-24", "R2")),
            ("another compiler", of(CLANG_19, "RISCV-ARG-24", DECLARATION)),
            ("another clause", of(GCC, "RISCV-ARG-20", DECLARATION)),
        ],
    }
}

/// At -Os the copy of a complex number overwrites the arguments behind it.
fn complex_copied() -> Row {
    const DECLARATION: &str = "void f(long double _Complex, int)";
    let at = |compiler, pairing, declaration: &str, options| {
        let seen = of(compiler, pairing, declaration).with_options(options);
        let mut seen = seen.sees(&["RISCV-ARG-02"], "a1", "a1 holds 1", "a1 holds 2");
        seen.style.address_taken = true;
        seen
    };
    let mut in_registers = at(GCC, Callee, DECLARATION, &["-Os"]);
    in_registers.style.address_taken = false;
    Row {
        id: "RISCV-GCC-11",
        occurrences: vec![
            ("behind it", at(GCC, Callee, DECLARATION, &["-mabi=lp64d", "-Os"])),
            ("in a call of two", at(GCC, Cross, DECLARATION, &["-Os"])),
            ("in a structure", at(GCC, Callee, "void f(struct { long double _Complex m0; }, int)", &["-Os"])),
        ],
        neighbours: vec![
            ("another level", at(GCC, Callee, DECLARATION, &["-O2"])),
            ("in front of it", at(GCC, Callee, "void f(int, long double _Complex)", &["-Os"])),
            ("no address", in_registers),
            ("the calling side", at(GCC, Caller, DECLARATION, &["-Os"])),
            ("a smaller number", at(GCC, Callee, "void f(double _Complex, int)", &["-Os"])),
            ("a result", at(GCC, Callee, "long double _Complex f(int, int)", &["-Os"])),
            ("another compiler", at(CLANG_19, Callee, DECLARATION, &["-Os"])),
        ],
    }
}

/// A typedef that lowers an alignment stops the compiler.
fn lowered_stops() -> Row {
    const DECLARATION: &str = "long long [[gnu::aligned(4)]] f(void)";
    let known = "riscv64-gcc-ilp32e-O0: internal compiler error: caller.c:11:6: internal compiler error: in expand_one_stack_var_1, at cfgexpand.cc:1426";
    let elsewhere = "riscv64-gcc-ilp32e-O0: internal compiler error: caller.c:11:6: internal compiler error: in extract_insn, at recog.cc:2791";
    let optimised = "riscv64-gcc-ilp32e-O2: internal compiler error: caller.c:11:6: internal compiler error: in expand_one_stack_var_1, at cfgexpand.cc:1426";
    let stops = |compiler: &'static str, declaration: &str, message: &str| {
        Sight::stops("caller unit", declaration, message).by(compiler)
    };
    Row {
        id: "RISCV-GCC-10",
        occurrences: vec![
            ("a result", stops(GCC, DECLARATION, known)),
            ("unnamed", stops(GCC, "void f(int, ..., long long [[gnu::aligned(4)]], int)", known)),
        ],
        neighbours: vec![
            ("without a typedef", stops(GCC, "long long f(void)", known)),
            ("another message", stops(GCC, DECLARATION, elsewhere)),
            ("another level", stops(GCC, DECLARATION, optimised)),
            ("a hang", stops(GCC, DECLARATION, "riscv64-gcc-ilp32e-O0: did not end in its time")),
            ("another compiler", stops(CLANG_19, DECLARATION, known)),
        ],
    }
}

/// `_Alignof` of a structure with a vector is what its other members' attributes make it.
fn alignof_beside_attributes() -> Row {
    const DECLARATION: &str = "void f(struct { struct __attribute__((packed)) { int m0 __attribute__((aligned(2))); } m0; \
                               double __attribute__((ext_vector_type(4))) m1; })";
    const PLAIN: &str = "void f(struct { int m0; double __attribute__((ext_vector_type(4))) m1; })";
    let seen = |pairing, clause, declaration: &str| {
        of(GCC, pairing, declaration).sees(&[clause], "_Alignof (struct s)", "16", "32")
    };
    Row {
        id: "RISCV-GCC-13",
        occurrences: vec![
            ("more than 16", seen(Layout, "RISCV-LAYOUT-01", DECLARATION)),
            (
                "now one answer and now another",
                seen(Layout, "RISCV-LAYOUT-03", DECLARATION).changes("RISCV-LAYOUT-03", "R3"),
            ),
        ],
        neighbours: vec![
            ("without attributes", seen(Layout, "RISCV-LAYOUT-01", PLAIN)),
            ("another clause", seen(Layout, "RISCV-LAYOUT-02", DECLARATION)),
            ("a departure", seen(Layout, "RISCV-LAYOUT-01", DECLARATION).departs("RISCV-LAYOUT-03", "R9")),
            ("a caller's", seen(Caller, "RISCV-LAYOUT-01", DECLARATION)),
        ],
    }
}

/// An unnamed record whose typedef asks for more than a pair is looked for elsewhere than it is passed.
fn named_record_unnamed() -> Row {
    const DECLARATION: &str = "void f(int, ..., struct { int m0; } [[gnu::aligned(16)]])";
    let seen = |pairing, clause, declaration: &str| {
        of(GCC, pairing, declaration).sees(&[clause], "v0", "a2 holds 1", "a4 holds 1")
    };
    Row {
        id: "RISCV-GCC-12",
        occurrences: vec![
            ("by itself", seen(Callee, "RISCV-VAR-02", DECLARATION)),
            ("in a call of two", seen(Cross, "RISCV-VAR-02", DECLARATION)),
        ],
        neighbours: vec![
            (
                "a named one",
                seen(Callee, "RISCV-VAR-02", "void f(int, struct { int m0; } [[gnu::aligned(16)]])"),
            ),
            ("without a typedef", seen(Callee, "RISCV-VAR-02", "void f(int, ..., struct { int m0; })")),
            (
                "a lower alignment",
                seen(Callee, "RISCV-VAR-02", "void f(int, ..., struct { int m0; } [[gnu::aligned(8)]])"),
            ),
            ("an integer", seen(Callee, "RISCV-VAR-02", "void f(int, ..., int [[gnu::aligned(16)]])")),
            ("the calling side", seen(Caller, "RISCV-VAR-02", DECLARATION)),
            ("another clause", seen(Callee, "RISCV-RET-01", DECLARATION)),
        ],
    }
}

/// The typedef of a record is forgotten where another function returned the argument.
fn named_record_returned() -> Row {
    const DECLARATION: &str = "void f(int, struct { char m0; } [[gnu::aligned(16)]])";
    let seen = |clause, declaration: &str| {
        of(GCC, Caller, declaration).sees(&[clause], "a1", "a1 holds 1", "a2 holds 1")
    };
    Row {
        id: "RISCV-GCC-14",
        occurrences: vec![("by the caller", seen("RISCV-ARG-17", DECLARATION).computed())],
        neighbours: vec![
            ("an object", seen("RISCV-ARG-17", DECLARATION)),
            ("without a typedef", seen("RISCV-ARG-17", "void f(int, struct { char m0; })").computed()),
            ("an integer", seen("RISCV-ARG-17", "void f(int, int [[gnu::aligned(16)]])").computed()),
            ("another clause", seen("RISCV-RET-01", DECLARATION).computed()),
        ],
    }
}

/// A real is loaded from behind its place.
fn real_behind_bit_int() -> Row {
    const DECLARATION: &str = "void f(struct { _BitInt(33) m0; float m1; })";
    let seen = |pairing, clause, declaration: &str| {
        of(CLANG_64, pairing, declaration).sees(&[clause], "a0", "fa0 holds 1", "fa0 holds 2")
    };
    Row {
        id: "RISCV-CLANG-26",
        occurrences: vec![
            ("handed over", seen(Caller, "RISCV-ARG-49", DECLARATION)),
            ("taken over", seen(Callee, "RISCV-ARG-49", DECLARATION)),
        ],
        neighbours: vec![
            ("in front of it", seen(Caller, "RISCV-ARG-49", "void f(struct { float m0; _BitInt(33) m1; })")),
            ("a double", seen(Caller, "RISCV-ARG-49", "void f(struct { _BitInt(33) m0; double m1; })")),
            ("an integer", seen(Caller, "RISCV-ARG-49", "void f(struct { long m0; float m1; })")),
            ("another clause", seen(Caller, "RISCV-RET-01", DECLARATION)),
        ],
    }
}

/// A structure behind an atomic real is passed in two halves.
fn reals_behind_atomic() -> Row {
    const DECLARATION: &str = "void f(_Atomic float, struct { float m0; float m1; })";
    let seen = |clause, declaration: &str| {
        of(CLANG_64, Caller, declaration).sees(&[clause], "a1", "a0 holds 1", "fa7 holds 1")
    };
    Row {
        id: "RISCV-CLANG-25",
        occurrences: vec![
            ("the structure", seen("RISCV-ARG-47", DECLARATION)),
            ("what is behind it", seen("RISCV-ARG-41", DECLARATION)),
        ],
        neighbours: vec![
            ("no atomic one", seen("RISCV-ARG-47", "void f(float, struct { float m0; float m1; })")),
            ("in front of it", seen("RISCV-ARG-47", "void f(struct { float m0; float m1; }, _Atomic float)")),
            (
                "an atomic integer",
                seen("RISCV-ARG-47", "void f(_Atomic int, struct { float m0; float m1; })"),
            ),
            ("another clause", seen("RISCV-RET-01", DECLARATION)),
        ],
    }
}
