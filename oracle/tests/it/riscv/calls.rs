//! Plans of RISC-V calls, worked out by hand from the document, by each reading.

use super::{ALL, DOCUMENT, ILP32, ILP32D, ILP32E, ILP32F, LP64, LP64D, LP64F};
use crate::support::Setting;
use crosscall_model::plan::{Fate, Link, Place, Plan};
use crosscall_model::{Case, Form};
use crosscall_oracle::abi;

/// Places of the first `count` integers, in whole registers: `a0 a0, a1 a1`…
fn whole(count: usize) -> String {
    (0..count).map(|i| format!("a{i} a{i}, ")).collect()
}

/// The same of doubles in floating-point registers.
fn floats(count: usize) -> String {
    (0..count).map(|i| format!("a{i} fa{i}, ")).collect()
}

#[test]
fn narrow_integers_are_extended_to_an_int_and_from_there_by_its_highest_bit() {
    let text = "unsigned short f(unsigned char, signed char, char, unsigned short, short, _Bool)";
    let narrow = "a0 a0/1 zero to 4, a1 a1/1 sign to 4, a2 a2/1 zero to 4, a3 a3/2 zero to 4, a4 a4/2 sign to 4, \
                  a5 a5/1 zero to 4, result a0/2 zero to 4";
    ILP32.assert_planned(&DOCUMENT, &[(text, narrow), ("unsigned f(unsigned)", "a0 a0, result a0")]);
    ILP32E.assert_planned(&DOCUMENT, &[(text, narrow)]);
    LP64.assert_planned(
        &DOCUMENT,
        &[
            (text, &narrow.replace("to 4", "to 8")),
            ("unsigned f(unsigned, int)", "a0 a0/4 sign to 8, a1 a1/4 sign to 8, result a0/4 sign to 8"),
            ("enum { A } f(long, void *)", "a0 a0, a1 a1, result a0/4 sign to 8"),
        ],
    );
    let signed = LP64.readings(&[("TYPE-27", "R2")]);
    LP64.assert_planned(&signed, &[("void f(char)", "a0 a0/1 sign to 8")]);
    let stack = "void f(8*long, unsigned char, unsigned)";
    let eight = whole(8);
    LP64.assert_planned(
        &DOCUMENT,
        &[(stack, &format!("{eight}a8 [sp+0]/1 zero to 8, a9 [sp+8]/4 sign to 8"))],
    );
    let registers = LP64.readings(&[("ARG-04", "R2")]);
    LP64.assert_planned(&registers, &[(stack, &format!("{eight}a8 [sp+0]/1, a9 [sp+8]/4"))]);
}

#[test]
fn scalars_of_twice_the_width() {
    let seven = whole(7);
    ILP32.assert_planned(
        &DOCUMENT,
        &[
            ("long long f(int, long long, double)", "a0 a0, a1 a1:a2, a2 a3:a4, result a0:a1"),
            ("void f(7*int, long long, int)", &format!("{seven}a7 a7:[sp+0], a8 [sp+4]")),
            (
                "void f(8*int, int, long long, char)",
                &format!("{}a8 [sp+0], a9 [sp+8]/8, a10 [sp+16]/1 zero to 4", whole(8)),
            ),
            (
                "long double f(long double, int)",
                "a0 *a1 writable align 16, a1 a2, result *a0 writable align 16",
            ),
        ],
    );
    LP64.assert_planned(
        &DOCUMENT,
        &[
            ("long double f(int, long double)", "a0 a0/4 sign to 8, a1 a1:a2, result a0:a1"),
            ("void f(7*long, long double, char)", &format!("{seven}a7 a7:[sp+0], a8 [sp+8]/1 zero to 8")),
            (
                "void f(8*long, int, long double)",
                &format!("{}a8 [sp+0]/4 sign to 8, a9 [sp+16]/16", whole(8)),
            ),
        ],
    );
    let five = whole(5);
    ILP32E.assert_planned(
        &DOCUMENT,
        &[
            ("void f(5*int, long long, int)", &format!("{five}a5 a5:[sp+0], a6 [sp+4]")),
            ("void f(6*int, char, double)", &format!("{}a6 [sp+0]/1 zero to 4, a7 [sp+4]/8", whole(6))),
        ],
    );
    let even = ILP32.readings(&[("ARG-13", "R2")]);
    ILP32.assert_planned(&even, &[("void f(int, long long, double)", "a0 a0, a1 a2:a3, a2 a4:a5")]);
    let together = ILP32.readings(&[("ARG-15", "R2"), ("ARG-18", "R2")]);
    ILP32.assert_planned(
        &together,
        &[
            ("void f(7*int, long long, int)", &format!("{seven}a7 [sp+0]/8, a8 [sp+8]")),
            ("void f(7*int, double, int)", &format!("{seven}a7 [sp+0]/8, a8 [sp+8]")),
        ],
    );
}

#[test]
fn structures_by_the_integer_convention() {
    ILP32.assert_planned(
        &DOCUMENT,
        &[
            ("void f(struct { char a[3]; }, struct { char a[5]; })", "a0 a0/3, a1 a1:a2/1"),
            ("struct { int a[2]; } f(struct { int a[3]; })", "a0 *a0 writable align 4, result a0:a1"),
            ("struct { int a[3]; } f(int)", "a0 a1, result *a0 writable align 4"),
            ("struct { } f(struct { }, int)", "a0 nothing, a1 a0, result nothing"),
            ("void f(float, struct { float a; })", "a0 a0, a1 a1"),
            ("float _Complex f(double _Complex)", "a0 *a0 writable align 8, result a0:a1"),
        ],
    );
    LP64.assert_planned(
        &DOCUMENT,
        &[
            ("void f(struct { char a[12]; }, struct { char a[17]; })", "a0 a0:a1/4, a1 *a2 writable align 1"),
            ("float f(float, double)", "a0 a0/4, a1 a1, result a0/4"),
            ("double _Complex f(float _Complex)", "a0 a0, result a0:a1"),
            (
                "void f(8*long, struct { char a[3]; }, struct { double a; long b; })",
                &format!("{}a8 [sp+0]/3, a9 [sp+8]/16", whole(8)),
            ),
        ],
    );
    let caller = LP64.readings(&[("ARG-26", "R2"), ("RET-04", "R2")]);
    LP64.assert_planned(
        &caller,
        &[(
            "struct { long a[3]; } f(struct { long a[3]; })",
            "a0 *a1 align 8, result *a0 back in a0 writable align 8",
        )],
    );
    let aligned =
        "struct __attribute__((aligned(64))) { char a; } f(struct __attribute__((aligned(64))) { char a; })";
    LP64.assert_planned(&DOCUMENT, &[(aligned, "a0 *a1 writable align 64, result *a0 writable align 64")]);
    let most = LP64.readings(&[("S12/argument", "R2"), ("S12/result", "R4")]);
    LP64.assert_planned(&most, &[(aligned, "a0 *a1 writable align 16, result *a0 writable align 16")]);
    let named = LP64.readings(&[("ARG-24", "R2")]);
    LP64.assert_planned(&DOCUMENT, &[("void f(struct { int : 5; }, int)", "a0 a0/1, a1 a1/4 sign to 8")]);
    LP64.assert_planned(&named, &[("void f(struct { int : 5; }, int)", "a0 nothing, a1 a0/4 sign to 8")]);
}

#[test]
fn reals_in_floating_point_registers() {
    ILP32D.assert_planned(
        &DOCUMENT,
        &[
            ("double f(float, double, int)", "a0 fa0/4 ones to 8, a1 fa1, a2 a0, result fa0"),
            ("void f(8*double, float, double)", &format!("{}a8 a0, a9 a1:a2", floats(8))),
            ("long double f(double)", "a0 fa0, result *a0 writable align 16"),
        ],
    );
    ILP32F.assert_planned(
        &DOCUMENT,
        &[("float f(double, float)", "a0 a0:a1, a1 fa0/4 ones to 8, result fa0/4 ones to 8")],
    );
    LP64F.assert_planned(
        &DOCUMENT,
        &[("float f(double, float)", "a0 a0, a1 fa0/4 ones to 8, result fa0/4 ones to 8")],
    );
    LP64D.assert_planned(
        &DOCUMENT,
        &[
            ("_Float16 f(_Float16)", "a0 fa0/2 ones to 8, result fa0/2 ones to 8"),
            (
                "void f(8*double, 8*long, float)",
                &format!("{}{}a16 [sp+0]/4", floats(8), {
                    (0..8).map(|i| format!("a{} a{i}, ", i + 8)).collect::<String>()
                }),
            ),
        ],
    );
    let narrow = LP64F.readings(&[("ARG-43/width", "R2")]);
    LP64F.assert_planned(&narrow, &[("void f(float, _Float16)", "a0 fa0/4, a1 fa1/2 ones to 4")]);
    LP64D.assert_planned(&narrow, &[("void f(float)", "a0 fa0/4 ones to 8")]);
    let alone = LP64D.readings(&[("ARG-43/members", "R4")]);
    LP64D.assert_planned(&alone, &[("void f(float, float _Complex)", "a0 fa0/4 ones to 8, a1 fa1/4:fa2/4")]);
}

#[test]
fn structures_of_reals() {
    let pair = "fa0/4 ones to 8:fa1/4 ones to 8";
    for setting in [LP64D, LP64F, ILP32D, ILP32F] {
        setting.assert_planned(
            &DOCUMENT,
            &[
                ("struct { float a; } f(void)", "result fa0/4 ones to 8"),
                ("struct { float a, b; } f(void)", &format!("result {pair}")),
                ("float _Complex f(void)", &format!("result {pair}")),
                ("struct { float _Complex a; } f(void)", &format!("result {pair}")),
                ("struct { struct { float f[1]; } a[2]; } f(void)", &format!("result {pair}")),
                ("struct { float a; int : 0; struct { } b; float c; } f(void)", &format!("result {pair}")),
                ("struct { float a; int b[0]; float c; } f(void)", &format!("result {pair}")),
                ("struct { float a; struct { } b[3]; float c; } f(void)", &format!("result {pair}")),
                (
                    "struct { float a; float b __attribute__((aligned(8))); } f(void)",
                    &format!("result {pair}"),
                ),
            ],
        );
    }
    let first = "void f(struct { float a, b, c; })";
    LP64D.assert_planned(&DOCUMENT, &[(first, "a0 a0:a1/4")]);
    ILP32D.assert_planned(&DOCUMENT, &[(first, "a0 *a0 writable align 4")]);
    let lonely = "void f(7*double, struct { float a, b; }, double)";
    let seven = floats(7);
    ILP32D.assert_planned(&DOCUMENT, &[(lonely, &format!("{seven}a7 a0:a1, a8 fa7"))]);
    LP64D.assert_planned(&DOCUMENT, &[(lonely, &format!("{seven}a7 a0, a8 fa7"))]);
    let unused = ILP32D.readings(&[("ARG-47", "R2")]);
    ILP32D.assert_planned(&unused, &[(lonely, &format!("{seven}a7 a0:a1, a8 a2:a3"))]);
    // By the integer convention of 32 bits two doubles travel by address.
    let doubles = "void f(7*double, struct { double a, b; }, double)";
    ILP32D.assert_planned(&DOCUMENT, &[(doubles, &format!("{seven}a7 *a0 writable align 8, a8 fa7"))]);
    ILP32F.assert_planned(&DOCUMENT, &[("void f(struct { float a; double b; })", "a0 *a0 writable align 8")]);
    LP64F.assert_planned(&DOCUMENT, &[("void f(struct { float a; double b; })", "a0 a0:a1")]);
}

#[test]
fn structures_of_a_real_and_an_integer() {
    ILP32D.assert_planned(
        &DOCUMENT,
        &[
            ("void f(struct { double d; int i; })", "a0 fa0:a0"),
            ("void f(int, struct { char i; double d; })", "a0 a0, a1 a1/1:fa0"),
            (
                "void f(8*double, struct { double d; int i; }, double, struct { float a, b; })",
                &format!("{}a8 *a0 writable align 8, a9 a1:a2, a10 a3:a4", floats(8)),
            ),
            ("void f(struct { double d; long long i; })", "a0 *a0 writable align 8"),
            ("void f(struct { void *p; double d; })", "a0 *a0 writable align 8"),
            ("void f(struct { float f; long long b : 20; })", "a0 fa0/4 ones to 8:a0/3"),
            (
                "void f(8*int, struct { double d; int i; })",
                &format!("{}a8 *[sp+0] writable align 8", whole(8)),
            ),
        ],
    );
    LP64D.assert_planned(
        &DOCUMENT,
        &[
            ("struct { int i; double d; } f(void)", "result a0/4:fa0"),
            ("void f(struct __attribute__((packed)) { int i; double d; })", "a0 a0/4:fa0"),
            ("void f(struct { void *p; double d; })", "a0 a0:a1"),
            ("void f(struct { double d; int i, j; })", "a0 a0:a1"),
            ("void f(struct { float f; int : 5; })", "a0 fa0/4 ones to 8:a0/1"),
            ("void f(struct { float f; int : 5; float g; })", "a0 a0:a1/4"),
            ("void f(8*long, struct { float a; int b; })", &format!("{}a8 [sp+0]", whole(8))),
        ],
    );
    let declared = ILP32D.readings(&[("ARG-49/bit-field", "R2")]);
    ILP32D.assert_planned(&declared, &[("void f(struct { float f; long long b : 20; })", "a0 a0:a1")]);
    let uncounted = LP64D.readings(&[("ARG-49/unnamed", "R4")]);
    LP64D.assert_planned(
        &uncounted,
        &[
            ("void f(struct { float f; int : 5; })", "a0 fa0/4 ones to 8"),
            ("void f(struct { float f; int : 5; float g; })", "a0 fa0/4 ones to 8:fa1/4 ones to 8"),
        ],
    );
    let pointer = LP64D.readings(&[("ARG-49/pointer", "R6")]);
    LP64D.assert_planned(&pointer, &[("void f(struct { void *p; double d; })", "a0 a0:fa0")]);
}

#[test]
fn unions_vectors_and_members_without_a_size() {
    let vector = "void f(float __attribute__((vector_size(8))))";
    let tail = "void f(struct { float a; float b[]; })";
    LP64D.assert_planned(
        &DOCUMENT,
        &[
            ("void f(union { double d; long l; })", "a0 a0"),
            ("void f(struct { union { float a; } b; })", "a0 a0/4"),
            ("void f(struct { union { float a; } b[1]; })", "a0 a0/4"),
            ("void f(struct { float a; union { } b; float c; })", "a0 fa0/4 ones to 8:fa1/4 ones to 8"),
            (vector, "a0 a0"),
            ("void f(int __attribute__((vector_size(32))))", "a0 *a0 writable align 4"),
            (tail, "a0 a0/4"),
        ],
    );
    LP64D.assert_planned(
        &LP64D.readings(&[("ARG-23", "R2"), ("S07", "R2")]),
        &[(vector, "a0 fa0/4 ones to 8:fa1/4 ones to 8"), (tail, "a0 fa0/4 ones to 8")],
    );
    LP64D.assert_planned(&LP64D.readings(&[("ARG-23", "R3")]), &[(vector, "a0 *a0 writable align 4")]);
    let counted = LP64D.readings(&[("ARG-34", "R2"), ("ARG-35", "R2"), ("ARG-36", "R2"), ("ARG-38", "R2")]);
    LP64D.assert_planned(
        &counted,
        &[
            ("void f(struct { float a; union { } b; float c; })", "a0 a0"),
            ("void f(struct { float a; int : 0; float c; })", "a0 a0"),
            ("void f(struct { float a; int b[0]; float c; })", "a0 a0"),
            ("void f(struct { float a; struct { } b[2]; float c; })", "a0 a0"),
            // What fills the structure, and is aligned as that, is its machine mode for GCC.
            ("void f(struct { union { } b; double a; })", "a0 fa0"),
            ("void f(struct { int b[0]; struct { double a[1]; } c; })", "a0 fa0"),
            ("void f(struct { struct { } b[2]; float _Complex a; })", "a0 fa0/4 ones to 8:fa1/4 ones to 8"),
            ("void f(struct { double b[0]; float a; })", "a0 a0"),
            ("typedef double d __attribute__((aligned(1))); void f(struct { int b[0]; d a; })", "a0 a0"),
            ("typedef double d __attribute__((aligned(1))); void f(struct { union { } b; d a; })", "a0 a0"),
            ("typedef double d __attribute__((aligned(1))); void f(struct { struct { } b; d a; })", "a0 fa0"),
            ("void f(struct { int b[0]; double a; } __attribute__((packed)))", "a0 a0"),
            ("void f(struct { float a; int : 0; })", "a0 fa0/4 ones to 8"),
            ("void f(struct { int : 0; float a; float c; })", "a0 a0"),
            ("void f(struct { float a; float c; int : 0; })", "a0 fa0/4 ones to 8:fa1/4 ones to 8"),
            (
                "void f(struct { struct { int : 0; float a; } b; float c; })",
                "a0 fa0/4 ones to 8:fa1/4 ones to 8",
            ),
        ],
    );
}

#[test]
fn variadic_arguments() {
    ILP32.assert_planned(
        &DOCUMENT,
        &[
            ("void f(int, ..., double, int)", "a0 a0, v0 a2:a3, v1 a4"),
            ("void f(7*int, ..., double, int)", &format!("{}v0 [sp+0]/8, v1 [sp+8]", whole(7))),
            ("void f(7*int, ..., int)", &format!("{}v0 a7", whole(7))),
            (
                "void f(7*int, ..., struct { int a, b; }, int)",
                &format!("{}v0 a7:[sp+0], v1 [sp+4]", whole(7)),
            ),
            ("void f(int, ..., struct { int a[3]; })", "a0 a0, v0 *a1 writable align 4"),
        ],
    );
    LP64.assert_planned(
        &DOCUMENT,
        &[
            ("void f(int, ..., long double, int)", "a0 a0/4 sign to 8, v0 a2:a3, v1 a4/4 sign to 8"),
            ("void f(int, ..., struct { long a, b; })", "a0 a0/4 sign to 8, v0 a1:a2"),
            (
                "void f(int, ..., struct __attribute__((aligned(16))) { char a; })",
                "a0 a0/4 sign to 8, v0 a2:a3",
            ),
        ],
    );
    ILP32D.assert_planned(&DOCUMENT, &[("void f(double, ..., double, int)", "a0 fa0, v0 a0:a1, v1 a2")]);
    ILP32D.assert_planned(
        &ILP32D.readings(&[("VAR-05", "R2")]),
        &[("void f(double, ..., double, int)", "a0 a0:a1, v0 a2:a3, v1 a4")],
    );
    ILP32E.assert_planned(
        &DOCUMENT,
        &[
            ("void f(int, ..., double)", "a0 a0, v0 a1:a2"),
            ("void f(5*int, ..., double)", &format!("{}v0 a5:[sp+0]", whole(5))),
        ],
    );
    let even = ILP32E.readings(&[("S16", "R2")]);
    ILP32E.assert_planned(
        &even,
        &[
            ("void f(int, ..., double)", "a0 a0, v0 a2:a3"),
            ("void f(5*int, ..., double, int)", &format!("{}v0 [sp+0]/8, v1 [sp+8]", whole(5))),
        ],
    );
}

/// RISCV-S15: by the type, or by the typedef.
#[test]
fn typedefs_with_an_alignment() {
    let stack = "void f(9*int, int [[gnu::aligned(8)]], long long [[gnu::aligned(4)]])";
    let unnamed = "void f(int, ..., long long [[gnu::aligned(4)]], int [[gnu::aligned(8)]], int)";
    let eight = whole(8);
    ILP32.assert_planned(
        &DOCUMENT,
        &[
            ("void f(int, int [[gnu::aligned(8)]], long long [[gnu::aligned(4)]])", "a0 a0, a1 a1, a2 a2:a3"),
            (stack, &format!("{eight}a8 [sp+0], a9 [sp+4], a10 [sp+8]/8")),
            (unnamed, "a0 a0, v0 a2:a3, v1 a4, v2 a5"),
            ("void f(long double [[gnu::aligned(4)]])", "a0 *a0 writable align 16"),
        ],
    );
    ILP32.assert_planned(
        &ILP32.readings(&[("S15", "R2")]),
        &[
            ("void f(int, int [[gnu::aligned(8)]], long long [[gnu::aligned(4)]])", "a0 a0, a1 a1, a2 a2:a3"),
            (stack, &format!("{eight}a8 [sp+0], a9 [sp+8], a10 [sp+12]/8")),
            (unnamed, "a0 a0, v0 a1:a2, v1 a4, v2 a5"),
            (
                "void f(7*int, ..., int [[gnu::aligned(8)]], int)",
                &format!("{}v0 [sp+0], v1 [sp+4]", whole(7)),
            ),
            ("void f(long double [[gnu::aligned(4)]])", "a0 *a0 writable align 4"),
        ],
    );
    let reals =
        "double [[gnu::aligned(16)]] f(double [[gnu::aligned(4)]], struct { double [[gnu::aligned(4)]] a; })";
    LP64D.assert_planned(&DOCUMENT, &[(reals, "a0 fa0, a1 fa1, result fa0")]);
    LP64D.assert_planned(&LP64D.readings(&[("S15", "R2")]), &[(reals, "a0 fa0, a1 fa1, result fa0")]);
    LP64.assert_planned(
        &DOCUMENT,
        &[("void f(int, ..., long [[gnu::aligned(16)]])", "a0 a0/4 sign to 8, v0 a1")],
    );
    LP64.assert_planned(
        &LP64.readings(&[("S15", "R2")]),
        &[("void f(int, ..., long [[gnu::aligned(16)]])", "a0 a0/4 sign to 8, v0 a2")],
    );
}

/// RISCV-S15: the same of records, which is another question.
#[test]
fn typedefs_of_records_with_an_alignment() {
    let stack = "void f(9*long, struct { long a, b; } [[gnu::aligned(16)]])";
    let unnamed = "void f(int, ..., struct { long a, b; } [[gnu::aligned(16)]])";
    let memory = "struct { char a[20]; } [[gnu::aligned(16)]] f(void)";
    let eight = whole(8);
    for readings in [&DOCUMENT, &LP64.readings(&[("S15", "R2")])] {
        LP64.assert_planned(
            readings,
            &[
                (stack, &format!("{eight}a8 [sp+0], a9 [sp+8]/16")),
                (unnamed, "a0 a0/4 sign to 8, v0 a1:a2"),
                (memory, "result *a0 writable align 1"),
            ],
        );
    }
    LP64.assert_planned(
        &LP64.readings(&[("S15/record", "R4")]),
        &[
            (stack, &format!("{eight}a8 [sp+0], a9 [sp+16]/16")),
            (unnamed, "a0 a0/4 sign to 8, v0 a2:a3"),
            (memory, "result *a0 writable align 16"),
            ("void f(int, ..., struct { int a; } [[gnu::aligned(32)]])", "a0 a0/4 sign to 8, v0 a2/4"),
        ],
    );
}

#[test]
fn functions_without_a_prototype() {
    let case = Case { ..LP64D.case_in(Form::Unprototyped, "void f(double, int)") };
    let planned = |readings| LP64D.places(&abi::plan(&case, &mut LP64D.chooser(readings)));
    assert_eq!(planned(&DOCUMENT), "a0 fa0, a1 a0/4 sign to 8");
    assert_eq!(planned(&LP64D.readings(&[("S11", "R2")])), "a0 a0, a1 a1/4 sign to 8");
}

fn plan_of(setting: &Setting, readings: &'static [(&'static str, &'static str)]) -> Plan {
    let readings = setting.readings(readings);
    abi::plan(&setting.case("void f(void)"), &mut setting.chooser(&readings))
}

/// Names of the registers with a fate.
fn with_fate(setting: &Setting, plan: &Plan, fate: Fate) -> String {
    let rules = plan.registers.iter().filter(|rule| rule.fate == fate);
    let name = |register| setting.target.register(register).map_or("", |info| info.name);
    rules.map(|rule| name(rule.register)).collect::<Vec<_>>().join(" ")
}

#[test]
fn what_survives() {
    let saved = "s0 s1 s2 s3 s4 s5 s6 s7 s8 s9 s10 s11";
    let floats = saved.replace('s', "fs");
    for setting in [ILP32, LP64] {
        assert_eq!(with_fate(&setting, &plan_of(&setting, &[]), Fate::Preserved), format!("{saved} fcsr"));
    }
    for setting in [ILP32D, LP64D] {
        let all = format!("{saved} {floats} fcsr");
        assert_eq!(with_fate(&setting, &plan_of(&setting, &[]), Fate::Preserved), all);
    }
    for setting in [ILP32F, LP64F] {
        let plan = plan_of(&setting, &[]);
        assert_eq!(with_fate(&setting, &plan, Fate::Preserved), format!("{saved} fcsr"));
        assert_eq!(with_fate(&setting, &plan, Fate::PreservedLow(4)), floats);
    }
    assert_eq!(with_fate(&ILP32E, &plan_of(&ILP32E, &[]), Fate::Preserved), "s0 s1 fcsr");
    for setting in ALL {
        assert_eq!(with_fate(&setting, &plan_of(&setting, &[]), Fate::Reserved), "gp tp");
        let others = plan_of(&setting, &[("REG-11", "R2"), ("REG-21/mode", "R2")]);
        assert_eq!(with_fate(&setting, &others, Fate::Reserved), "");
        assert_eq!(with_fate(&setting, &others, Fate::Fixed), "gp tp");
        assert!(with_fate(&setting, &others, Fate::Scratch).ends_with(" fcsr"));
        assert_eq!(with_fate(&setting, &others, Fate::Unspecified), "ra sp");
    }
}

#[test]
fn the_stack() {
    for setting in ALL {
        let align = if setting.target == ILP32E.target { 4 } else { 16 };
        let of = |plan: &Plan| (plan.stack.align_always.0, plan.stack.align_at_call.0);
        assert_eq!(of(&plan_of(&setting, &[])), (align, align));
        assert_eq!(of(&plan_of(&setting, &[("STACK-10", "R2")])), (1, align));
        let may_write =
            |readings| plan_of(&setting, readings).stack.no_access_beyond.map(|rule| rule.may_write);
        assert_eq!(may_write(&[]), Some(false));
        assert_eq!(may_write(&[("STACK-14", "R2")]), Some(true));
    }
    assert_eq!(plan_of(&ILP32E, &[("STACK-15", "R2")]).stack.align_at_call.0, 8);
    let plan = abi::plan(&LP64.case("void f(8*long, char, long double)"), &mut LP64.chooser(&DOCUMENT));
    assert_eq!((plan.stack.argument_bytes, plan.stack.callee_may_write_arguments), (32, true));
}

#[test]
fn frame_records() {
    for setting in ALL {
        let pointer = i64::from(setting.word);
        let s0 = setting.target.registers().iter().position(|info| info.name == "s0").expect("a register");
        let s0 = crosscall_model::target::Register(s0 as u16);
        let in_s0 = Place::Register { register: s0, byte: 0 };
        let at = |offset| Place::Pointed { base: s0, offset };
        let links = |readings| {
            let plan = plan_of(&setting, readings);
            plan.linkage.iter().skip(1).map(|linkage| (linkage.link, linkage.place)).collect::<Vec<_>>()
        };
        assert_eq!(links(&[]), []);
        assert_eq!(links(&[("STACK-06", "R2")]), [(Link::FramePointer, in_s0)]);
        let record = [
            (Link::CallersStackPointer, in_s0),
            (Link::CallersReturnAddress, at(-pointer)),
            (Link::CallersFramePointer, at(-2 * pointer)),
        ];
        assert_eq!(links(&[("STACK-06", "R3")]), record);
    }
}
