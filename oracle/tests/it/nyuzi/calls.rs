//! Plans of Nyuzi calls, worked out by hand from the document, by each reading.

use super::{BACKEND, DOCUMENT, NYUZI};
use crate::support::Readings;
use crosscall_model::plan::Fate;
use crosscall_oracle::abi;

/// Places of the first `count` words: `a0 s0, a1 s1`…
fn words(count: usize) -> String {
    (0..count).map(|i| format!("a{i} s{i}, ")).collect()
}

#[test]
fn words_in_registers_and_then_the_stack() {
    NYUZI.assert_planned(
        &DOCUMENT,
        &[
            ("void f(void)", ""),
            ("int f(int)", "a0 s0, result s0"),
            ("void *f(void *, long, float)", "a0 s0, a1 s1, a2 s2, result s0"),
            ("double f(double, float)", "a0 s0, a1 s1, result s0"),
        ],
    );
    NYUZI.assert_planned(
        &DOCUMENT,
        &[("void f(8*int, float, long)", &format!("{}a8 [sp+0], a9 [sp+4]", words(8)))],
    );
    let above = NYUZI.readings(&[("NYUZI-S11/area", "R3")]);
    NYUZI.assert_planned(
        &above,
        &[("void f(8*int, float, long)", &format!("{}a8 [sp+64], a9 [sp+68]", words(8)))],
    );
    let last_lowest = NYUZI.readings(&[("NYUZI-ARG-02/order", "R2")]);
    NYUZI.assert_planned(
        &last_lowest,
        &[
            (
                "void f(8*int, int, int, short)",
                &format!("{}a8 [sp+8], a9 [sp+4], a10 [sp+0]/2 sign to 4", words(8)),
            ),
            ("void f(8*int, int, long long)", &format!("{}a8 [sp+8], a9 [sp+0]/8", words(8))),
            ("void f(7*int, long long, int)", &format!("{}a7 s7:[sp+4], a8 [sp+0]", words(7))),
        ],
    );
}

#[test]
fn vectors() {
    NYUZI.assert_planned(
        &DOCUMENT,
        &[
            ("v f(int, v, int, v)", "a0 s0, a1 v0, a2 s1, a3 v1, result v0"),
            (
                "void f(8*v, v, int, v)",
                "a0 v0, a1 v1, a2 v2, a3 v3, a4 v4, a5 v5, a6 v6, a7 v7, a8 [sp+0]/64, a9 s0, a10 [sp+64]/64",
            ),
            (
                "void f(8*v, 8*int, int, v, int)",
                "a0 v0, a1 v1, a2 v2, a3 v3, a4 v4, a5 v5, a6 v6, a7 v7, a8 s0, a9 s1, a10 s2, a11 s3, a12 s4, a13 s5, \
                 a14 s6, a15 s7, a16 [sp+0], a17 [sp+64]/64, a18 [sp+128]",
            ),
        ],
    );
    let last_lowest = NYUZI.readings(&[("NYUZI-ARG-02/order", "R2")]);
    NYUZI.assert_planned(
        &last_lowest,
        &[(
            "void f(8*v, v, 8*int, int, v, int)",
            "a0 v0, a1 v1, a2 v2, a3 v3, a4 v4, a5 v5, a6 v6, a7 v7, a8 [sp+192]/64, a9 s0, a10 s1, a11 s2, a12 s3, \
             a13 s4, a14 s5, a15 s6, a16 s7, a17 [sp+128], a18 [sp+64]/64, a19 [sp+0]",
        )],
    );
}

#[test]
fn one_count_of_places() {
    let places = NYUZI.readings(&[("NYUZI-ARG-01/count", "R2")]);
    NYUZI.assert_planned(
        &places,
        &[
            ("void f(int, v, int)", "a0 s0, a1 v1, a2 s2"),
            ("void f(int, long long, v)", "a0 s0, a1 s1:s2, a2 v3"),
            ("void f(4*int, 4*v, int)", "a0 s0, a1 s1, a2 s2, a3 s3, a4 v4, a5 v5, a6 v6, a7 v7, a8 [sp+0]"),
            ("struct { int a[3]; } f(v, int)", "a0 v1, a1 s2, result *s0 back in s0 writable align 4"),
        ],
    );
    NYUZI.assert_planned(
        &places,
        &[("void f(7*int, long long, v)", &format!("{}a7 s7:[sp+0], a8 [sp+64]/64", words(7)))],
    );
    let beside = NYUZI.readings(&[("NYUZI-ARG-01/count", "R2"), ("NYUZI-RET-02", "R2")]);
    NYUZI.assert_planned(
        &beside,
        &[("struct { int a[3]; } f(v, int)", "a0 v0, a1 s2, result *s0 back in s0 writable align 4")],
    );
}

#[test]
fn one_count_of_arguments() {
    let total = NYUZI.readings(&[("NYUZI-ARG-01/count", "R3")]);
    NYUZI.assert_planned(
        &total,
        &[
            ("void f(int, v, int)", "a0 s0, a1 v0, a2 s1"),
            ("void f(4*int, 4*v, int)", "a0 s0, a1 s1, a2 s2, a3 s3, a4 v0, a5 v1, a6 v2, a7 v3, a8 [sp+0]"),
            ("struct { int a[3]; } f(v, int)", "a0 v0, a1 s1, result *s0 back in s0 writable align 4"),
        ],
    );
    NYUZI.assert_planned(
        &total,
        &[("void f(7*int, long long, v)", &format!("{}a7 s7:[sp+0], a8 [sp+64]/64", words(7)))],
    );
    let as_one = NYUZI.readings(&[("NYUZI-ARG-01/count", "R3"), ("NYUZI-ARG-01/wide", "R5")]);
    NYUZI.assert_planned(
        &as_one,
        &[("void f(7*int, long long, v)", &format!("{}a7 s7:s8, a8 [sp+0]/64", words(7)))],
    );
}

#[test]
fn wide_values() {
    NYUZI.assert_planned(
        &DOCUMENT,
        &[
            ("long long f(int, long long, int)", "a0 s0, a1 s1:s2, a2 s3, result s0:s1"),
            ("void f(4*long long, int)", "a0 s0:s1, a1 s2:s3, a2 s4:s5, a3 s6:s7, a4 [sp+0]"),
        ],
    );
    let after = |rest: &str| format!("{}{rest}", words(7));
    NYUZI.assert_planned(&DOCUMENT, &[("void f(7*int, long long, int)", &after("a7 s7:[sp+0], a8 [sp+4]"))]);
    NYUZI.assert_planned(&DOCUMENT, &[("void f(9*int, long long)", &after("a7 s7, a8 [sp+0], a9 [sp+4]/8"))]);
    let aligned = NYUZI.readings(&[("NYUZI-ARG-02/stack", "R5")]);
    NYUZI.assert_planned(
        &aligned,
        &[("void f(9*int, long long, int)", &after("a7 s7, a8 [sp+0], a9 [sp+8]/8, a10 [sp+16]"))],
    );
    NYUZI.assert_planned(&aligned, &[("void f(7*int, long long, int)", &after("a7 s7:[sp+0], a8 [sp+4]"))]);
    let whole = NYUZI.readings(&[("NYUZI-ARG-03/split", "R4")]);
    NYUZI.assert_planned(&whole, &[("void f(7*int, long long, int)", &after("a7 [sp+0]/8, a8 [sp+8]"))]);
    let filled = NYUZI.readings(&[("NYUZI-ARG-03/split", "R4"), ("NYUZI-ARG-03/back-fill", "R6")]);
    NYUZI.assert_planned(&filled, &[("void f(7*int, long long, int)", &after("a7 [sp+0]/8, a8 s7"))]);
}

#[test]
fn wide_values_from_even_registers() {
    let even = NYUZI.readings(&[("NYUZI-ARG-03/start", "R2")]);
    NYUZI.assert_planned(
        &even,
        &[
            ("void f(int, long long, int)", "a0 s0, a1 s2:s3, a2 s4"),
            ("long long f(long long, int)", "a0 s0:s1, a1 s2, result s0:s1"),
        ],
    );
    NYUZI.assert_planned(
        &even,
        &[("void f(7*int, long long, int)", &format!("{}a7 [sp+0]/8, a8 [sp+8]", words(7)))],
    );
    let filled = NYUZI.readings(&[("NYUZI-ARG-03/start", "R2"), ("NYUZI-ARG-03/back-fill", "R6")]);
    NYUZI.assert_planned(&filled, &[("void f(int, long long, int, int)", "a0 s0, a1 s2:s3, a2 s1, a3 s4")]);
    // Eight registers from s1 on leave the last one alone.
    let shifted = NYUZI.readings(&[("NYUZI-ARG-03/start", "R2"), ("NYUZI-RET-02", "R2")]);
    NYUZI.assert_planned(
        &shifted,
        &[(
            "struct { int a; } f(7*int, long long)",
            "a0 s1, a1 s2, a2 s3, a3 s4, a4 s5, a5 s6, a6 s7, a7 s8:[sp+0], result *s0 back in s0 writable align 4",
        )],
    );
}

#[test]
fn wide_values_that_count_as_one() {
    let one = NYUZI.readings(&[("NYUZI-ARG-01/wide", "R5")]);
    NYUZI.assert_planned(
        &one,
        &[
            (
                "void f(8*long long, int)",
                "a0 s0:s1, a1 s2:s3, a2 s4:s5, a3 s6:s7, a4 s8:s9, a5 s10:s11, a6 s12:s13, a7 s14:s15, a8 [sp+0]",
            ),
            ("void f(int, long long, int)", "a0 s0, a1 s1:s2, a2 s3"),
        ],
    );
    NYUZI.assert_planned(
        &one,
        &[("void f(7*int, long long, int)", &format!("{}a7 s7:s8, a8 [sp+0]", words(7)))],
    );
    let even = NYUZI.readings(&[("NYUZI-ARG-01/wide", "R5"), ("NYUZI-ARG-03/start", "R2")]);
    NYUZI.assert_planned(
        &even,
        &[("void f(7*int, long long, int)", &format!("{}a7 s8:s9, a8 [sp+0]", words(7)))],
    );
}

#[test]
fn narrow_values() {
    NYUZI.assert_planned(
        &DOCUMENT,
        &[
            ("char f(char)", "a0 s0/1 sign to 4, result s0/1 sign to 4"),
            ("short f(unsigned char, _Bool)", "a0 s0/1 zero to 4, a1 s1/1 zero to 4, result s0/2 sign to 4"),
            ("unsigned short f(short)", "a0 s0/2 sign to 4, result s0/2 zero to 4"),
        ],
    );
    NYUZI.assert_planned(
        &DOCUMENT,
        &[(
            "void f(8*int, signed char, unsigned short)",
            &format!("{}a8 [sp+0]/1 sign to 4, a9 [sp+4]/2 zero to 4", words(8)),
        )],
    );
    let unsigned = NYUZI.readings(&[("NYUZI-TYPE-01", "R2")]);
    NYUZI.assert_planned(&unsigned, &[("char f(char)", "a0 s0/1 zero to 4, result s0/1 zero to 4")]);
    let nobody = NYUZI.readings(&[("NYUZI-S08", "R2"), ("NYUZI-S15", "R2")]);
    NYUZI.assert_planned(&nobody, &[("signed char f(short)", "a0 s0/2, result s0/1")]);
    let natural = NYUZI.readings(&[("NYUZI-ARG-02/slot", "R4")]);
    NYUZI.assert_planned(
        &natural,
        &[(
            "void f(8*int, char, short, char, int)",
            &format!("{}a8 [sp+0]/1, a9 [sp+2]/2, a10 [sp+4]/1, a11 [sp+8]", words(8)),
        )],
    );
}

#[test]
fn types_without_a_row() {
    NYUZI.assert_planned(
        &DOCUMENT,
        &[
            ("enum { A, B } f(enum { C = -1 }, int)", "a0 s0, a1 s1, result s0"),
            ("void f(int, enum { A = 5000000000 })", "a0 s0, a1 s1:s2"),
            ("long double f(long double, int)", "a0 s0, a1 s1, result s0"),
            ("wchar_t f(size_t, ptrdiff_t)", "a0 s0, a1 s1, result s0"),
        ],
    );
    let short = NYUZI.readings(&[("NYUZI-S03/enum", "R4"), ("NYUZI-S03/wchar", "R7")]);
    NYUZI.assert_planned(
        &short,
        &[
            (
                "enum { A = 255 } f(enum { B = -1 }, enum { C = 256 })",
                "a0 s0/1 sign to 4, a1 s1/2 zero to 4, result s0/1 zero to 4",
            ),
            ("wchar_t f(void)", "result s0/2 zero to 4"),
        ],
    );
    let long = NYUZI.readings(&[("NYUZI-TYPE-09/long-double", "R2")]);
    NYUZI.assert_planned(&long, &[("long double f(long double, int)", "a0 s0:s1, a1 s2, result s0:s1")]);
}

const MEMORY: &str = "result *s0 back in s0 writable align";

#[test]
fn composite_results() {
    let four = format!("{MEMORY} 4");
    NYUZI.assert_planned(
        &DOCUMENT,
        &[
            ("struct { char a; } f(void)", &format!("{MEMORY} 1")),
            ("struct { int a, b; } f(int)", &format!("a0 s1, {four}")),
            ("union { char a; int b; } f(v, int)", &format!("a0 v0, a1 s1, {four}")),
            ("struct { int a; } f(long long, int)", &format!("a0 s1:s2, a1 s3, {four}")),
            ("struct { long long a; } f(void)", &format!("{MEMORY} 8")),
            ("struct { v a; } f(int)", &format!("a0 s1, {MEMORY} 64")),
            ("struct { } f(int)", &format!("a0 s1, {MEMORY} 1")),
        ],
    );
    let eight_words = "struct { int a; } f(8*int)";
    let seven = "a0 s1, a1 s2, a2 s3, a3 s4, a4 s5, a5 s6, a6 s7";
    NYUZI.assert_planned(&DOCUMENT, &[(eight_words, &format!("{seven}, a7 [sp+0], {four}"))]);
    let eight = NYUZI.readings(&[("NYUZI-RET-02", "R2")]);
    NYUZI.assert_planned(&eight, &[(eight_words, &format!("{seven}, a7 s8, {four}"))]);
    let free = NYUZI.readings(&[("NYUZI-RET-01/again", "R4"), ("NYUZI-RET-01/empty", "R6")]);
    NYUZI.assert_planned(
        &free,
        &[
            ("struct { int a; } f(int)", "a0 s1, result *s0 writable align 4"),
            ("struct { } f(int)", "a0 s0, result nothing"),
        ],
    );
    let small = NYUZI.readings(&[("NYUZI-RET-01/memory", "R2")]);
    NYUZI.assert_planned(
        &small,
        &[
            ("struct { char a; } f(int)", "a0 s0, result s0/1"),
            ("struct { int a, b; } f(int)", "a0 s0, result s0:s1"),
            ("struct { char a[5]; } f(int)", "a0 s0, result s0:s1/1"),
            ("struct { int a, b, c; } f(int)", &format!("a0 s1, {four}")),
            ("struct { } f(int)", "a0 s0, result nothing"),
        ],
    );
}

#[test]
fn composite_arguments() {
    NYUZI.assert_planned(
        &DOCUMENT,
        &[
            ("void f(struct { char a; }, int)", "a0 *s0 writable align 1, a1 s1"),
            ("void f(int, struct { int a[9]; }, int)", "a0 s0, a1 *s1 writable align 4, a2 s2"),
            ("void f(int, struct { char c; v a; }, int)", "a0 s0, a1 *s1 writable align 64, a2 s2"),
            ("void f(struct { }, int)", "a0 *s0 writable align 1, a1 s1"),
        ],
    );
    NYUZI.assert_planned(
        &DOCUMENT,
        &[("void f(8*int, union { long long a; })", &format!("{}a8 *[sp+0] writable align 8", words(8)))],
    );
    let original = NYUZI.readings(&[("NYUZI-S10/copy", "R2"), ("NYUZI-S12", "R2")]);
    NYUZI.assert_planned(
        &original,
        &[("void f(struct { }, struct { int a; })", "a0 nothing, a1 *s0 align 4")],
    );
    let value = NYUZI.readings(&[("NYUZI-S09", "R3")]);
    NYUZI.assert_planned(
        &value,
        &[
            ("void f(struct { char a[5]; }, int)", "a0 s0:s1/1, a1 s2"),
            ("void f(int, struct { long long a; }, int)", "a0 s0, a1 s1:s2, a2 s3"),
        ],
    );
    NYUZI.assert_planned(
        &value,
        &[(
            "void f(6*int, struct { int a, b, c; }, int)",
            &format!("{}a6 s6:s7:[sp+0], a7 [sp+4]", words(6)),
        )],
    );
    let whole = NYUZI.readings(&[("NYUZI-S09", "R3"), ("NYUZI-S09/split", "R6")]);
    NYUZI.assert_planned(
        &whole,
        &[("void f(6*int, struct { int a, b, c; }, int)", &format!("{}a6 [sp+0]/12, a7 [sp+12]", words(6)))],
    );
    let filled =
        NYUZI.readings(&[("NYUZI-S09", "R3"), ("NYUZI-S09/split", "R6"), ("NYUZI-ARG-03/back-fill", "R6")]);
    NYUZI.assert_planned(
        &filled,
        &[("void f(6*int, struct { int a, b, c; }, int)", &format!("{}a6 [sp+0]/12, a7 s6", words(6)))],
    );
    let stack = NYUZI.readings(&[("NYUZI-S09", "R4")]);
    NYUZI.assert_planned(
        &stack,
        &[
            ("void f(struct { char a[5]; }, int)", "a0 [sp+0]/5, a1 s0"),
            (
                "void f(struct { char a; }, struct { long long a; }, struct { v a; })",
                "a0 [sp+0]/1, a1 [sp+8]/8, a2 [sp+64]/64",
            ),
        ],
    );
    let exact = NYUZI.readings(&[("NYUZI-S09", "R4"), ("NYUZI-ARG-02/slot", "R4")]);
    NYUZI.assert_planned(
        &exact,
        &[(
            "void f(struct { char a; }, struct { char a[2]; }, union { short a; })",
            "a0 [sp+0]/1, a1 [sp+1]/2, a2 [sp+4]/2",
        )],
    );
}

#[test]
fn more_alignment_than_the_stack_has() {
    let wide =
        "struct __attribute__((aligned(128))) { int a; } f(struct __attribute__((aligned(256))) { char a; })";
    NYUZI.assert_planned(&DOCUMENT, &[(wide, &format!("a0 *s1 writable align 256, {MEMORY} 128"))]);
    let capped = NYUZI.readings(&[("NYUZI-S10/temporary", "R6")]);
    NYUZI.assert_planned(&capped, &[(wide, &format!("a0 *s1 writable align 64, {MEMORY} 64"))]);
}

#[test]
fn variadic_functions() {
    NYUZI.assert_planned(
        &DOCUMENT,
        &[
            ("int f(int, ..., double, int)", "a0 [sp+0], v0 [sp+4], v1 [sp+8], result s0"),
            ("void f(int, ...)", "a0 [sp+0]"),
            ("void f(char, ..., v, int)", "a0 [sp+0]/1 sign to 4, v0 [sp+64]/64, v1 [sp+128]"),
            ("void f(int, ..., long long)", "a0 [sp+0], v0 [sp+4]/8"),
            ("void f(int, ..., struct { int a; })", "a0 [sp+0], v0 *[sp+4] writable align 4"),
            (
                "struct { int a; } f(int, ..., int)",
                "a0 [sp+0], v0 [sp+4], result *s0 back in s0 writable align 4",
            ),
        ],
    );
    NYUZI.assert_planned(
        &BACKEND,
        &[(
            "struct { int a; } f(int, ..., int)",
            "a0 [sp+4], v0 [sp+8], result *[sp+0] back in s0 writable align 4",
        )],
    );
    let unnamed = NYUZI.readings(&[("NYUZI-VAR-01/named", "R2")]);
    NYUZI.assert_planned(
        &unnamed,
        &[
            ("void f(int, v, ..., double, v)", "a0 s0, a1 v0, v0 [sp+0], v1 [sp+64]/64"),
            (
                "struct { int a; } f(int, ..., int)",
                "a0 s1, v0 [sp+0], result *s0 back in s0 writable align 4",
            ),
        ],
    );
    let eight = NYUZI.readings(&[("NYUZI-S17/slot", "R2"), ("NYUZI-VAR-01/position", "R4")]);
    NYUZI.assert_planned(
        &eight,
        &[
            (
                "void f(int, ..., double, long long, v, int)",
                "a0 [sp+0], v0 [sp+8], v1 [sp+16]/8, v2 [sp+64]/64, v3 [sp+128]",
            ),
            ("struct { int a; } f(int, ...)", "a0 [sp+8], result *[sp+0] back in s0 writable align 4"),
        ],
    );
    // Whatever the order of other stack arguments.
    let last_lowest = NYUZI.readings(&[("NYUZI-ARG-02/order", "R2")]);
    NYUZI.assert_planned(&last_lowest, &[("void f(int, ..., int)", "a0 [sp+0], v0 [sp+4]")]);
}

#[test]
fn complex_values() {
    let both = "float _Complex f(double _Complex, int)";
    NYUZI.assert_planned(&DOCUMENT, &[(both, &format!("a0 *s1 writable align 4, a1 s2, {MEMORY} 4"))]);
    let parts = NYUZI.readings(&[("NYUZI-S13/argument", "R1"), ("NYUZI-S13/result", "R4")]);
    NYUZI.assert_planned(&parts, &[(both, "a0 s0:s1, a1 s2, result s0:s1")]);
    NYUZI.assert_planned(&parts, &[("void f(7*int, float _Complex)", &format!("{}a7 s7:[sp+0]", words(7)))]);
    let small = NYUZI.readings(&[("NYUZI-RET-01/memory", "R2")]);
    NYUZI.assert_planned(&small, &[(both, "a0 *s0 writable align 4, a1 s1, result s0:s1")]);
    let long = NYUZI.readings(&[
        ("NYUZI-TYPE-09/long-double", "R2"),
        ("NYUZI-S13/argument", "R1"),
        ("NYUZI-S13/result", "R4"),
    ]);
    NYUZI.assert_planned(
        &long,
        &[("long double _Complex f(long double _Complex, int)", "a0 s0:s1:s2:s3, a1 s4, result s0:s1:s2:s3")],
    );
}

#[test]
fn vectors_of_other_shapes() {
    let quad = "typedef int q __attribute__((ext_vector_type(4)));";
    let shorts = "typedef short h __attribute__((ext_vector_type(8)));";
    let chars = "typedef signed char c __attribute__((ext_vector_type(16)));";
    let pair = "typedef long long w __attribute__((ext_vector_type(2)));";
    let long = "typedef float l __attribute__((ext_vector_type(32)));";
    let same = |text: String, permits: &Readings, expected: &str| {
        assert_eq!(NYUZI.planned(&text, permits), expected, "{text}");
    };
    same(format!("{quad} q f(int, q)"), &DOCUMENT, "a0 s0, a1 v0/16, result v0/16");
    same(
        format!("{quad} void f(8*q, q, int, q)"),
        &DOCUMENT,
        "a0 v0/16, a1 v1/16, a2 v2/16, a3 v3/16, \
         a4 v4/16, a5 v5/16, a6 v6/16, a7 v7/16, a8 [sp+0]/16, a9 s0, a10 [sp+64]/16",
    );
    let lanes: Vec<_> =
        (0..16).map(|i| if i == 0 { "v0/1".into() } else { format!("v0.{}/1", 4 * i) }).collect();
    same(format!("{chars} void f(c)"), &DOCUMENT, &format!("a0 {}", lanes.join(":")));
    // The results of eight words have no place in the six registers for results: their address takes s0, and the
    // eighth lane that is passed is the first word on the stack.
    let mut shifted: Vec<_> = (1..8).map(|i| format!("s{i}/2")).collect();
    shifted.push("[sp+0]/2".to_owned());
    same(
        format!("{shorts} h f(h, int)"),
        &DOCUMENT,
        &format!("a0 {}, a1 [sp+4], result *s0 back in s0 writable align 16", shifted.join(":")),
    );
    same(format!("{pair} w f(w)"), &DOCUMENT, "a0 s0:s1:s2:s3, result s0:s1:s2:s3");
    let memory = "result *s0 back in s0 writable align";
    let of_lanes = |lane: &str, lanes: u32| {
        format!("typedef {lane} t __attribute__((ext_vector_type({lanes}))); t f(void)")
    };
    let words = |count: u32| (0..count).map(|i| format!("s{i}")).collect::<Vec<_>>().join(":");
    for (lane, lanes, expected) in [
        ("short", 4, "result s0/2:s1/2:s2/2:s3/2".to_owned()),
        ("char", 8, format!("{memory} 8")),
        ("short", 8, format!("{memory} 16")),
        ("long long", 2, format!("result {}", words(4))),
        ("long long", 4, format!("{memory} 32")),
        ("int", 64, "result v0:v1:v2:v3".to_owned()),
        ("int", 128, format!("{memory} 512")),
    ] {
        same(of_lanes(lane, lanes), &DOCUMENT, &expected);
    }
    same(format!("{long} l f(l, int, l)"), &DOCUMENT, "a0 v0:v1, a1 s0, a2 v2:v3, result v0:v1");
    same(
        "int __attribute__((vector_size(4))) f(int, int __attribute__((vector_size(4))))".into(),
        &DOCUMENT,
        "a0 s0, a1 s1, result s0",
    );

    let structure = NYUZI.readings(&[("NYUZI-LANG-05/argument", "R4"), ("NYUZI-LANG-05/result", "R7")]);
    same(format!("{quad} q f(int, q)"), &structure, &format!("a0 s1, a1 *s2 writable align 16, {MEMORY} 16"));
    let bytes = NYUZI.readings(&[("NYUZI-LANG-05/argument", "R5"), ("NYUZI-LANG-05/result", "R8")]);
    same(format!("{shorts} h f(h, int)"), &bytes, "a0 v0/16, a1 s0, result v0/16");
    same(format!("{long} l f(l)"), &bytes, "a0 v0:v1, result v0:v1");
}

#[test]
fn registers() {
    let fates = |text: &str, permits: &Readings| {
        let plan = abi::plan(&NYUZI.case(text), &mut NYUZI.chooser(permits));
        let letter = |fate| match fate {
            Fate::Preserved => 'p',
            Fate::Fixed => 'f',
            Fate::PreservedLow(_) => 'l',
            Fate::Scratch => 's',
            Fate::Reserved => 'r',
            Fate::Declared => 'd',
            Fate::Unspecified => '.',
        };
        plan.registers.iter().map(|r| letter(r.fate)).collect::<String>()
    };
    let scalars = |special: &str| format!("{}pppp{special}", "s".repeat(24));
    let vectors = format!("{}{}", "s".repeat(26), "p".repeat(6));
    let expect = |readings: &Readings, special: &str| {
        assert_eq!(fates("void f(void)", readings), format!("{}{vectors}", scalars(special)));
    };
    expect(&DOCUMENT, "pr.p");
    expect(&NYUZI.readings(&[("NYUZI-REG-08", "R1")]), "pp.p");
    expect(&NYUZI.readings(&[("NYUZI-REG-02", "R2"), ("NYUZI-REG-04/link", "R2")]), ".r..");
}

#[test]
fn a_frame_pointer_where_one_is_needed() {
    let mut with = NYUZI.case("void f(void)");
    with.style.dynamic = 16;
    let plan = abi::plan(&with, &mut NYUZI.chooser(&DOCUMENT));
    assert_eq!(plan.registers[29].fate, Fate::Preserved);
}

#[test]
fn stack_rules() {
    let rule = |text: &str, permits: &Readings| {
        let stack = abi::plan(&NYUZI.case(text), &mut NYUZI.chooser(permits)).stack;
        (
            stack.align_always.0,
            stack.align_at_call.0,
            stack.callee_area,
            stack.argument_bytes,
            stack.callee_may_write_arguments,
            stack.no_access_beyond.is_some(),
        )
    };
    assert_eq!(rule("void f(int)", &DOCUMENT), (64, 64, 0, 0, false, true));
    assert_eq!(rule("void f(8*int, char)", &DOCUMENT), (64, 64, 0, 4, true, true));
    let other = NYUZI.readings(&[
        ("NYUZI-STACK-01/alignment", "R2"),
        ("NYUZI-S11/area", "R3"),
        ("NYUZI-S10/slots", "R4"),
        ("NYUZI-S19", "R2"),
    ]);
    assert_eq!(rule("void f(8*int, v, 8*v)", &other), (1, 64, 64, 128, false, false));
}

/// NYUZI-S29: by the type, or by the typedef.
#[test]
fn typedefs_with_an_alignment() {
    let text = "void f(8*int, int, int [[gnu::aligned(8)]], long long [[gnu::aligned(4)]], long long [[gnu::aligned(16)]])";
    let by = |places: &str| format!("{}{places}", words(8));
    NYUZI.assert_planned(&DOCUMENT, &[(text, &by("a8 [sp+0], a9 [sp+4], a10 [sp+8]/8, a11 [sp+16]/8"))]);
    let counted = NYUZI.readings(&[("NYUZI-S29", "R2")]);
    NYUZI.assert_planned(&counted, &[(text, &by("a8 [sp+0], a9 [sp+8], a10 [sp+12]/8, a11 [sp+32]/8"))]);
    let in_registers = "void f(int, int [[gnu::aligned(8)]], long long [[gnu::aligned(4)]])";
    NYUZI.assert_planned(&counted, &[(in_registers, "a0 s0, a1 s1, a2 s2:s3")]);
}
