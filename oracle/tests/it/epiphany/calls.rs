//! Plans of Epiphany calls, worked out by hand from the document, by each reading.

use super::{DOCUMENT, EPIPHANY, GCC};
use crate::support::Readings;
use crosscall_model::plan::Fate;
use crosscall_oracle::abi;

#[test]
fn words_left_to_right_and_then_the_stack() {
    EPIPHANY.assert_planned(
        &DOCUMENT,
        &[
            ("void f(void)", ""),
            ("int f(int)", "a0 r0, result r0"),
            ("void *f(void *, long, float)", "a0 r0, a1 r1, a2 r2, result r0"),
            ("void f(int, int, int, int, int, int)", "a0 r0, a1 r1, a2 r2, a3 r3, a4 [sp+8], a5 [sp+12]"),
        ],
    );
    let at_sp = EPIPHANY.readings(&[("EPIPHANY-ARG-06/area", "R1")]);
    EPIPHANY.assert_planned(
        &at_sp,
        &[("void f(int, int, int, int, int, int)", "a0 r0, a1 r1, a2 r2, a3 r3, a4 [sp+0], a5 [sp+4]")],
    );
}

#[test]
fn double_words() {
    let even = [
        ("void f(int, long long)", "a0 r0, a1 r2:r3"),
        ("long long f(long long, double)", "a0 r0:r1, a1 r2:r3, result r0:r1"),
        ("void f(int, int, int, long long)", "a0 r0, a1 r1, a2 r2, a3 [sp+8]/8"),
        ("void f(int, long long, int)", "a0 r0, a1 r2:r3, a2 [sp+8]"),
        ("void f(int, int, int, long long, int)", "a0 r0, a1 r1, a2 r2, a3 [sp+8]/8, a4 [sp+16]"),
        (
            "void f(int, int, int, int, int, long long, int)",
            "a0 r0, a1 r1, a2 r2, a3 r3, a4 [sp+8], a5 [sp+16]/8, a6 [sp+24]",
        ),
    ];
    EPIPHANY.assert_planned(&DOCUMENT, &even);
    let back_fill = EPIPHANY.readings(&[("EPIPHANY-ARG-03/back-fill", "R8")]);
    EPIPHANY.assert_planned(
        &back_fill,
        &[
            ("void f(int, long long, int, int)", "a0 r0, a1 r2:r3, a2 r1, a3 [sp+8]"),
            ("void f(int, int, int, long long, int)", "a0 r0, a1 r1, a2 r2, a3 [sp+8]/8, a4 r3"),
        ],
    );
    let any = EPIPHANY.readings(&[("EPIPHANY-ARG-03/start", "R2")]);
    EPIPHANY.assert_planned(
        &any,
        &[
            ("void f(int, long long, int)", "a0 r0, a1 r1:r2, a2 r3"),
            ("void f(int, int, int, long long, int)", "a0 r0, a1 r1, a2 r2, a3 [sp+8]/8, a4 [sp+16]"),
        ],
    );
    let split = EPIPHANY.readings(&[("EPIPHANY-ARG-03/start", "R2"), ("EPIPHANY-ARG-03/split", "R6")]);
    EPIPHANY.assert_planned(
        &split,
        &[("void f(int, int, int, long long, int)", "a0 r0, a1 r1, a2 r2, a3 r3:[sp+8], a4 [sp+12]")],
    );
    let reversed = EPIPHANY.readings(&[("EPIPHANY-ARG-03/order", "R4"), ("EPIPHANY-RET-03", "R2")]);
    EPIPHANY.assert_planned(&reversed, &[("long long f(int, long long)", "a0 r0, a1 r3:r2, result r1:r0")]);
    let unaligned = EPIPHANY.readings(&[("EPIPHANY-TYPE-14/stack", "R2")]);
    EPIPHANY.assert_planned(
        &unaligned,
        &[("void f(int, int, int, int, int, double)", "a0 r0, a1 r1, a2 r2, a3 r3, a4 [sp+8], a5 [sp+12]/8")],
    );
}

#[test]
fn narrow_values() {
    EPIPHANY.assert_planned(
        &DOCUMENT,
        &[
            ("char f(char)", "a0 r0/1 sign to 4, result r0/1 sign to 4"),
            ("signed char f(signed char)", "a0 r0/1 sign to 4, result r0/1 sign to 4"),
            ("short f(unsigned char, _Bool)", "a0 r0/1 zero to 4, a1 r1/1 zero to 4, result r0/2 sign to 4"),
            (
                "unsigned short f(int, int, int, int, signed char, short)",
                "a0 r0, a1 r1, a2 r2, a3 r3, a4 [sp+8]/1 sign to 4, a5 [sp+12]/2 sign to 4, result r0/2 zero to 4",
            ),
        ],
    );
    let callee = EPIPHANY.readings(&[("EPIPHANY-S05", "R2"), ("EPIPHANY-RET-01", "R2")]);
    EPIPHANY.assert_planned(&callee, &[("char f(short)", "a0 r0/2, result r0/1")]);
    let natural = EPIPHANY.readings(&[("EPIPHANY-ARG-06/slot", "R4")]);
    EPIPHANY.assert_planned(
        &natural,
        &[(
            "void f(int, int, int, int, char, short, char, int)",
            "a0 r0, a1 r1, a2 r2, a3 r3, a4 [sp+8]/1, a5 [sp+10]/2, a6 [sp+12]/1, a7 [sp+16]",
        )],
    );
    EPIPHANY.assert_planned(&GCC, &[("char f(char)", "a0 r0/1 zero to 4, result r0/1 zero to 4")]);
}

#[test]
fn enumerations() {
    EPIPHANY.assert_planned(
        &DOCUMENT,
        &[
            ("enum { A, B } f(enum { C = -1 }, int)", "a0 r0, a1 r1, result r0"),
            ("void f(int, enum { A = 5000000000 })", "a0 r0, a1 r2:r3"),
        ],
    );
    let short = EPIPHANY.readings(&[("EPIPHANY-S01/enum", "R3")]);
    EPIPHANY.assert_planned(
        &short,
        &[(
            "enum { A = 255 } f(enum { B = -1 }, enum { C = 256 })",
            "a0 r0/1 sign to 4, a1 r1/2 zero to 4, result r0/1 zero to 4",
        )],
    );
}

const THREE_INTS: &str = "struct { int a, b, c; }";

#[test]
fn composite_results() {
    let rows = [
        ("struct { char a, b; } f(int)", "a0 r0, result r0/2"),
        ("struct { char a, b, c; } f(void)", "result r0/3"),
        ("union { char a; int b; } f(void)", "result r0"),
        ("struct { int a, b; } f(int)", "a0 r1, result *r0 back in r0 writable align 4"),
        ("struct { long long a; } f(void)", "result *r0 back in r0 writable align 8"),
        (
            "struct { int a, b, c; } f(int, long long)",
            "a0 r1, a1 r2:r3, result *r0 back in r0 writable align 4",
        ),
        (
            "struct { int a, b, c; } f(int, int, int, int)",
            "a0 r1, a1 r2, a2 r3, a3 [sp+8], result *r0 back in r0 writable align 4",
        ),
        ("struct { } f(int)", "a0 r0, result nothing"),
    ];
    EPIPHANY.assert_planned(&DOCUMENT, &rows);
    let last = EPIPHANY.readings(&[("EPIPHANY-RET-06/position", "R2"), ("EPIPHANY-RET-06/again", "R4")]);
    EPIPHANY.assert_planned(
        &last,
        &[
            ("struct { int a, b, c; } f(int, long long)", "a0 r0, a1 r2:r3, result *[sp+8] writable align 4"),
            ("struct { int a, b, c; } f(void)", "result *r0 writable align 4"),
        ],
    );
    let gcc = [
        ("struct { char a, b; } f(int)", "a0 r1, result *r0 back in r0 writable align 1"),
        ("struct { char a[4]; } f(int)", "a0 r0, result r0"),
        ("struct { int a, b; } f(int)", "a0 r0, result r0:r1"),
        ("struct { int a, b, c; } f(int)", "a0 r1, result *r0 back in r0 writable align 8"),
        ("struct { } f(int)", "a0 r1, result *r0 back in r0 writable align 1"),
    ];
    EPIPHANY.assert_planned(&GCC, &gcc);
    assert_eq!(
        EPIPHANY.planned(&format!("{THREE_INTS} f(void)"), &GCC),
        "result *r0 back in r0 writable align 8"
    );
}

#[test]
fn composite_arguments() {
    let natural = [
        ("void f(struct { char a; }, struct { short a; }, union { int a; })", "a0 r0/1, a1 r1/2, a2 r2"),
        ("void f(int, struct { long long a; })", "a0 r0, a1 r2:r3"),
        ("void f(struct { char a, b; })", "a0 *r0 align 1"),
        ("void f(int, struct { int a, b; }, int)", "a0 r0, a1 *r1 align 4, a2 r2"),
        (
            "void f(int, int, int, int, struct { int a, b, c; })",
            "a0 r0, a1 r1, a2 r2, a3 r3, a4 *[sp+8] align 4",
        ),
    ];
    EPIPHANY.assert_planned(&DOCUMENT, &natural);
    let address = EPIPHANY.readings(&[("EPIPHANY-S06", "R1"), ("EPIPHANY-S10/copy", "R1")]);
    EPIPHANY
        .assert_planned(&address, &[("void f(struct { char a; }, int)", "a0 *r0 writable align 1, a1 r1")]);
    let small = EPIPHANY.readings(&[("EPIPHANY-S06", "R4")]);
    EPIPHANY.assert_planned(
        &small,
        &[("void f(struct { char a, b, c; }, struct { char a[5]; })", "a0 r0/3, a1 *r1 align 1")],
    );
    let value = EPIPHANY.readings(&[("EPIPHANY-S06", "R3")]);
    EPIPHANY.assert_planned(
        &value,
        &[
            ("void f(struct { char a[5]; }, int)", "a0 r0:r1/1, a1 r2"),
            ("void f(int, struct { long long a; }, int)", "a0 r0, a1 r2:r3, a2 [sp+8]"),
            ("void f(int, int, struct { int a, b, c; }, int)", "a0 r0, a1 r1, a2 [sp+8]/12, a3 [sp+20]"),
        ],
    );
    let split = EPIPHANY.readings(&[("EPIPHANY-S06", "R3"), ("EPIPHANY-S08/composite", "R2")]);
    EPIPHANY.assert_planned(
        &split,
        &[
            ("void f(int, int, struct { int a, b, c; }, int)", "a0 r0, a1 r1, a2 r2:r3:[sp+8], a3 [sp+12]"),
            (
                "void f(int, int, int, struct { char a[5]; }, int)",
                "a0 r0, a1 r1, a2 r2, a3 [sp+8]/5, a4 [sp+16]",
            ),
        ],
    );
    let any = EPIPHANY.readings(&[("EPIPHANY-S06", "R3"), ("EPIPHANY-S08/composite", "R3")]);
    EPIPHANY.assert_planned(
        &any,
        &[("void f(int, int, int, struct { char a[5]; })", "a0 r0, a1 r1, a2 r2, a3 r3:[sp+8]/1")],
    );
    EPIPHANY.assert_planned(
        &GCC,
        &[
            ("void f(int, struct { int a, b; }, int)", "a0 r0, a1 r2:r3, a2 [sp+8]"),
            ("void f(struct { char a[3], b; })", "a0 *r0 align 4"),
            ("void f(struct { }, int)", "a0 *r0 align 1, a1 r1"),
            ("void f(struct __attribute__((aligned(16))) { int a; }, int)", "a0 *r0 align 16, a1 r1"),
            ("void f(struct __attribute__((packed)) { int a; }, int)", "a0 *r0 align 1, a1 r1"),
        ],
    );
}

#[test]
fn empty_records() {
    EPIPHANY.assert_planned(&DOCUMENT, &[("void f(struct { }, int)", "a0 nothing, a1 r0")]);
    let one = EPIPHANY.readings(&[("EPIPHANY-S03/empty", "R2")]);
    EPIPHANY.assert_planned(&one, &[("struct { } f(struct { }, int)", "a0 r0/1, a1 r1, result r0/1")]);
}

#[test]
fn more_alignment_than_the_stack_has() {
    let wide = "struct __attribute__((aligned(16))) { int a[2]; } f(struct __attribute__((aligned(32))) { char a; })";
    EPIPHANY.assert_planned(&DOCUMENT, &[(wide, "a0 *r1 align 32, result *r0 back in r0 writable align 16")]);
    let eight = EPIPHANY.readings(&[("EPIPHANY-S03/temporary", "R4")]);
    EPIPHANY.assert_planned(&eight, &[(wide, "a0 *r1 align 8, result *r0 back in r0 writable align 8")]);
}

#[test]
fn floating_values() {
    EPIPHANY
        .assert_planned(&DOCUMENT, &[("float f(int, float, double)", "a0 r0, a1 r1, a2 r2:r3, result r0")]);
    let integers = EPIPHANY.readings(&[("EPIPHANY-ARG-04", "R2")]);
    EPIPHANY.assert_planned(
        &integers,
        &[("void f(float, int, double, int)", "a0 [sp+8], a1 r0, a2 [sp+16]/8, a3 r1")],
    );
}

#[test]
fn unnamed_arguments() {
    EPIPHANY.assert_planned(
        &DOCUMENT,
        &[("int f(int, ..., double, int)", "a0 r0, v0 r2:r3, v1 [sp+8], result r0")],
    );
    let stack = EPIPHANY.readings(&[("EPIPHANY-S14", "R2")]);
    EPIPHANY.assert_planned(&stack, &[("void f(int, ..., int, double)", "a0 r0, v0 [sp+8], v1 [sp+16]/8")]);
}

#[test]
fn registers() {
    let fates = |permits: &Readings| {
        let plan = abi::plan(&EPIPHANY.case("void f(void)"), &mut EPIPHANY.chooser(permits));
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
    let low = "sssspppppppps.pp";
    assert_eq!(fates(&DOCUMENT), format!("{low}{}{}{}pppps", "s".repeat(12), "r".repeat(4), "s".repeat(32)));
    let saved = format!("{}{}", "p".repeat(12), "s".repeat(20));
    assert_eq!(fates(&GCC), format!("{low}{}{}{saved}pppps", "s".repeat(12), "r".repeat(4)));
    let reserved = fates(&EPIPHANY.readings(&[("EPIPHANY-REG-14", "R3"), ("EPIPHANY-REG-07/link", "R2")]));
    assert_eq!(reserved, format!("sssspppppppps..p{}{}pppps", "s".repeat(12), "r".repeat(36)));
    assert!(fates(&EPIPHANY.readings(&[("EPIPHANY-S04", "R2")])).ends_with("sss"));
}

#[test]
fn stack_rules() {
    let rule = |text: &str, permits: &Readings| {
        let stack = abi::plan(&EPIPHANY.case(text), &mut EPIPHANY.chooser(permits)).stack;
        (
            stack.align_always.0,
            stack.align_at_call.0,
            stack.callee_area,
            stack.argument_bytes,
            stack.callee_may_write_arguments,
        )
    };
    assert_eq!(rule("void f(int)", &DOCUMENT), (4, 8, 8, 8, false));
    assert_eq!(rule("void f(int, int, int, int, int)", &DOCUMENT), (4, 8, 8, 12, true));
    let other = EPIPHANY.readings(&[
        ("EPIPHANY-STACK-08/alignment", "R1"),
        ("EPIPHANY-ARG-06/area", "R1"),
        ("EPIPHANY-S10/slots", "R4"),
    ]);
    assert_eq!(rule("void f(int, int, int, int, int, double)", &other), (4, 4, 0, 16, false));
    let strict = EPIPHANY.readings(&[("EPIPHANY-STACK-08/alignment", "R2")]);
    assert_eq!(rule("void f(void)", &strict), (8, 8, 8, 8, false));
}

/// EPIPHANY-S28: by the type, or by the typedef.
#[test]
fn typedefs_with_an_alignment() {
    let word = "void f(int, int [[gnu::aligned(8)]], int)";
    let double = "long long [[gnu::aligned(4)]] f(int, long long [[gnu::aligned(4)]])";
    let stack = "void f(4*int, int, int [[gnu::aligned(8)]], long long [[gnu::aligned(4)]], int)";
    let four = "a0 r0, a1 r1, a2 r2, a3 r3, a4 [sp+8], ";
    EPIPHANY.assert_planned(
        &DOCUMENT,
        &[
            (word, "a0 r0, a1 r1, a2 r2"),
            (double, "a0 r0, a1 r2:r3, result r0:r1"),
            (stack, &format!("{four}a5 [sp+12], a6 [sp+16]/8, a7 [sp+24]")),
        ],
    );
    EPIPHANY.assert_planned(
        &EPIPHANY.readings(&[("EPIPHANY-S28", "R2")]),
        &[
            (word, "a0 r0, a1 r2, a2 r3"),
            (double, "a0 r0, a1 r1:r2, result r0:r1"),
            (stack, &format!("{four}a5 [sp+16], a6 [sp+20]/8, a7 [sp+28]")),
            ("void f(3*int, int [[gnu::aligned(16)]], int)", "a0 r0, a1 r1, a2 r2, a3 [sp+8], a4 [sp+12]"),
        ],
    );
    // A register that such a word skips is as free as one that a double word skips, but not for a word of that kind.
    EPIPHANY.assert_planned(
        &EPIPHANY.readings(&[("EPIPHANY-S28", "R2"), ("EPIPHANY-ARG-03/back-fill", "R8")]),
        &[
            (word, "a0 r0, a1 r2, a2 r1"),
            ("void f(int, int [[gnu::aligned(8)]], int [[gnu::aligned(8)]])", "a0 r0, a1 r2, a2 [sp+8]"),
        ],
    );
    EPIPHANY.assert_planned(
        &EPIPHANY.readings(&[("EPIPHANY-S28", "R2"), ("EPIPHANY-ARG-03/start", "R2")]),
        &[(word, "a0 r0, a1 r1, a2 r2")],
    );
}
