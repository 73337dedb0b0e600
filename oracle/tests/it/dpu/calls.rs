//! Plans of DPU calls, worked out by hand from the document, by each reading.

use super::{DOCUMENT, DPU};
use crosscall_model::plan::{Fate, Link, Place};
use crosscall_oracle::abi;

/// Places of the first `count` words: `a0 r0, a1 r1`…
fn words(count: usize) -> String {
    (0..count).map(|i| format!("a{i} r{i}, ")).collect()
}

#[test]
fn words_and_double_words() {
    DPU.assert_planned(
        &DOCUMENT,
        &[
            ("void f(void)", ""),
            ("int f(int)", "a0 r0, result r0"),
            ("void *f(float, void *)", "a0 r0, a1 r1, result r0"),
            // The most significant half, which is the second in memory, is in the even register.
            ("long f(long)", "a0 r1:r0, result r1:r0"),
            ("double f(int, double, int, int)", "a0 r0, a1 r3:r2, a2 r1, a3 r4, result r1:r0"),
            ("void f(int, long, int, long, int)", "a0 r0, a1 r3:r2, a2 r1, a3 r5:r4, a4 r6"),
            ("void f(4*long long, int)", "a0 r1:r0, a1 r3:r2, a2 r5:r4, a3 r7:r6, a4 [sp-12]"),
            (
                "short f(signed char, unsigned short)",
                "a0 r0/1 sign to 4, a1 r1/2 zero to 4, result r0/2 sign to 4",
            ),
        ],
    );
    DPU.assert_planned(
        &DPU.readings(&[("DPU-ARG-03", "R1")]),
        &[("void f(int, double, int, int)", "a0 r0, a1 r3:r2, a2 r4, a3 r5")],
    );
}

#[test]
fn a_double_word_with_one_register_left() {
    let text = "void f(7*int, long, int, int)";
    DPU.assert_planned(&DOCUMENT, &[(text, &format!("{}a7 [sp-16]/8, a8 r7, a9 [sp-20]", words(7)))]);
    let ends = DPU.readings(&[("DPU-ARG-04", "R4")]);
    DPU.assert_planned(&ends, &[(text, &format!("{}a7 [sp-16]/8, a8 [sp-20], a9 [sp-24]", words(7)))]);
    let split = DPU.readings(&[("DPU-ARG-04", "R5")]);
    DPU.assert_planned(&split, &[(text, &format!("{}a7 r7:[sp-12], a8 [sp-16], a9 [sp-20]", words(7)))]);
    // Nothing is left for what comes behind where skipped registers stay unused.
    let lost = DPU.readings(&[("DPU-ARG-03", "R1")]);
    DPU.assert_planned(&lost, &[(text, &format!("{}a7 [sp-16]/8, a8 [sp-20], a9 [sp-24]", words(7)))]);
}

#[test]
fn arguments_on_the_stack() {
    let text = "void f(8*int, int, long, signed char)";
    let eight = words(8);
    // Two saved words are right below the stack pointer, and arguments below these: 4, 8 at a multiple of 8, 4.
    DPU.assert_planned(
        &DOCUMENT,
        &[(text, &format!("{eight}a8 [sp-12], a9 [sp-24]/8, a10 [sp-28]/1 sign to 4"))],
    );
    DPU.assert_planned(
        &DPU.readings(&[("DPU-ARG-06/padding", "R5")]),
        &[(text, &format!("{eight}a8 [sp-16], a9 [sp-24]/8, a10 [sp-32]/1 sign to 4"))],
    );
    DPU.assert_planned(
        &DPU.readings(&[("DPU-ARG-06/order", "R1")]),
        &[(text, &format!("{eight}a8 [sp-28], a9 [sp-24]/8, a10 [sp-12]/1 sign to 4"))],
    );
    DPU.assert_planned(
        &DPU.readings(&[("DPU-ARG-06/order", "R1"), ("DPU-ARG-06/padding", "R5")]),
        &[(text, &format!("{eight}a8 [sp-32], a9 [sp-24]/8, a10 [sp-16]/1 sign to 4"))],
    );
    let plan = abi::plan(&DPU.case(text), &mut DPU.chooser(&DOCUMENT));
    assert_eq!((plan.stack.argument_bytes, plan.stack.link_bytes, plan.stack.grows_down), (32, 8, false));
    DPU.assert_planned(
        &DPU.readings(&[("DPU-S14", "R2")]),
        &[("double f(float, int, double)", "a0 [sp-12], a1 r0, a2 [sp-24]/8, result r1:r0")],
    );
}

#[test]
fn composites() {
    DPU.assert_planned(
        &DOCUMENT,
        &[
            ("void f(struct { char a; }, int)", "a0 *r0 writable align 1, a1 r1"),
            ("void f(int, union { long long a; int b; })", "a0 r0, a1 *r1 writable align 8"),
            ("void f(struct { }, int)", "a0 *r0 writable align 1, a1 r1"),
            ("struct { char a; } f(long, int)", "a0 r3:r2, a1 r1, result *r0 back in r0 writable align 1"),
            ("struct { } f(void)", "result *r0 back in r0 writable align 1"),
            (
                "float _Complex f(int, double _Complex)",
                "a0 r1, a1 *r2 writable align 8, result *r0 back in r0 writable align 4",
            ),
        ],
    );
    DPU.assert_planned(
        &DPU.readings(&[("DPU-ARG-05/copy", "R2"), ("DPU-S15", "R2"), ("DPU-RET-04/again", "R5")]),
        &[
            ("struct { int a; } f(struct { int a; })", "a0 *r1 align 4, result *r0 writable align 4"),
            ("struct { } f(struct { }, int)", "a0 nothing, a1 r0, result nothing"),
        ],
    );
    DPU.assert_planned(
        &DPU.readings(&[("DPU-RET-04/position", "R3")]),
        &[
            ("struct { int a; } f(int, long)", "a0 r0, a1 r3:r2, result *r1 back in r0 writable align 4"),
            ("struct { int a; } f(void)", "result *r0 back in r0 writable align 4"),
        ],
    );
    DPU.assert_planned(
        &DPU.readings(&[("DPU-S05/argument", "R3"), ("DPU-S05/result", "R5")]),
        &[
            ("float _Complex f(int, double _Complex)", "a0 r0, a1 r3:r2:r5:r4, result r0:r1"),
            ("double _Complex f(float _Complex)", "a0 r0:r1, result r1:r0:r3:r2"),
        ],
    );
}

#[test]
fn variable_arguments() {
    let text = "struct { int a; } f(int, ..., int, double, struct { short a; char b; }, int)";
    let named = "a0 r1, ";
    let address = "result *r0 back in r0 writable align 4";
    DPU.assert_planned(
        &DOCUMENT,
        &[(text, &format!("{named}v0 [sp-12], v1 [sp-24]/8, v2 [sp-28], v3 [sp-32], {address}"))],
    );
    DPU.assert_planned(
        &DPU.readings(&[("DPU-VAR-03", "R2")]),
        &[(
            text,
            &format!("{named}v0 [sp-12], v1 [sp-24]/8, v2 *[sp-28] writable align 2, v3 [sp-32], {address}"),
        )],
    );
    DPU.assert_planned(
        &DPU.readings(&[("DPU-VAR-02/order", "R3")]),
        &[(text, &format!("{named}v0 [sp-28], v1 [sp-24]/8, v2 [sp-16], v3 [sp-12], {address}"))],
    );
    DPU.assert_planned(
        &DPU.readings(&[("DPU-VAR-02/named", "R2")]),
        &[(text, &format!("a0 [sp-12], v0 [sp-16], v1 [sp-24]/8, v2 [sp-28], v3 [sp-32], {address}"))],
    );
    DPU.assert_planned(
        &DPU.readings(&[("DPU-VAR-02/named", "R2"), ("DPU-S19", "R2")]),
        &[(
            text,
            "a0 [sp-16], v0 [sp-20], v1 [sp-32]/8, v2 [sp-36], v3 [sp-40], \
             result *[sp-12] back in r0 writable align 4",
        )],
    );
    DPU.assert_planned(
        &DOCUMENT,
        &[("void f(int, ..., struct { char a[3]; }, int)", "a0 r0, v0 [sp-11]/3, v1 [sp-16]")],
    );
}

#[test]
fn what_survives() {
    let plan = abi::plan(&DPU.case("void f(void)"), &mut DPU.chooser(&DOCUMENT));
    let of = |fate: Fate| {
        let rules = plan.registers.iter().filter(|rule| rule.fate == fate);
        rules.map(|rule| rule.register.0).collect::<Vec<_>>()
    };
    assert_eq!(of(Fate::Scratch), (0..14).chain([24]).collect::<Vec<_>>());
    assert_eq!(of(Fate::Preserved), (14..22).chain([23]).collect::<Vec<_>>());
    let free = abi::plan(&DPU.case("void f(void)"), &mut DPU.chooser(&DPU.readings(&[("DPU-REG-08", "R1")])));
    assert_eq!(free.registers[23].fate, Fate::Unspecified);
}

/// Links that a caller leaves on the stack: the link that is 8 bytes below the stack pointer, and the one 4 bytes
/// below.
fn saved(readings: &'static [(&'static str, &'static str)]) -> [Option<(Link, &'static str)>; 2] {
    let readings = DPU.readings(readings);
    let plan = abi::plan(&DPU.case("void f(void)"), &mut DPU.chooser(&readings));
    [-8, -4].map(|at| {
        let word = plan.linkage.iter().find(|l| l.place == Place::Stack { offset: at });
        word.map(|l| (l.link, l.clauses[0]))
    })
}

#[test]
fn the_saved_pair() {
    use Link::{CallersReturnAddress as Address, CallersStackPointer as Pointer};
    assert_eq!(saved(&[]), [Some((Address, "DPU-STACK-09")), Some((Pointer, "DPU-STACK-10"))]);
    let swapped = [Some((Pointer, "DPU-STACK-09")), Some((Address, "DPU-STACK-10"))];
    assert_eq!(saved(&[("DPU-STACK-09", "R2")]), swapped);
    assert_eq!(saved(&[("DPU-CALL-03", "R2")]), [Some((Address, "DPU-STACK-09")), None]);
    assert_eq!(saved(&[("DPU-CALL-01", "R2")]), [None, Some((Pointer, "DPU-STACK-10"))]);
    assert_eq!(saved(&[("DPU-STACK-08", "R2")]), [None, None]);
    // At the beginning of the frame, where it is counted from the stack pointer at its entry.
    assert_eq!(saved(&[("DPU-CALL-04", "R2")]), [None, None]);
    let in_frame = |readings: &'static [(&'static str, &'static str)]| {
        let readings = DPU.readings(readings);
        let plan = abi::plan(&DPU.case("void f(void)"), &mut DPU.chooser(&readings));
        let links = plan.linkage.iter().filter(|l| l.link.is_in_frame());
        links.map(|l| (l.link, l.place, l.clauses[0])).collect::<Vec<_>>()
    };
    let at = |offset| Place::Stack { offset };
    use Link::{ReturnAddressInFrame, StackPointerInFrame};
    let plain = [(ReturnAddressInFrame, at(0), "DPU-CALL-04"), (StackPointerInFrame, at(4), "DPU-CALL-04")];
    assert_eq!(in_frame(&[("DPU-CALL-04", "R2")]), plain);
    let swapped = [(ReturnAddressInFrame, at(4), "DPU-CALL-04"), (StackPointerInFrame, at(0), "DPU-CALL-04")];
    assert_eq!(in_frame(&[("DPU-CALL-04", "R2"), ("DPU-STACK-09", "R2")]), swapped);
    assert_eq!(in_frame(&[]), []);
}

/// DPU-S34: by the type, or by the typedef.
#[test]
fn typedefs_with_an_alignment() {
    let text = "int [[gnu::aligned(8)]] f(8*int, int [[gnu::aligned(8)]], int, long [[gnu::aligned(4)]])";
    let by = |places: &str| format!("{}{places}, result r0", words(8));
    DPU.assert_planned(&DOCUMENT, &[(text, &by("a8 [sp-12], a9 [sp-16], a10 [sp-24]/8"))]);
    let counted = DPU.readings(&[("DPU-S34", "R2")]);
    DPU.assert_planned(&counted, &[(text, &by("a8 [sp-16], a9 [sp-20], a10 [sp-28]/8"))]);
    // In registers the size alone counts.
    let in_registers = "void f(int, int [[gnu::aligned(8)]], long [[gnu::aligned(4)]])";
    DPU.assert_planned(&counted, &[(in_registers, "a0 r0, a1 r1, a2 r3:r2")]);
}
