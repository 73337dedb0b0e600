//! Plans of IPU calls, worked out by hand from the document, by each reading.

use super::{DOCUMENT, IPU, planned, vertex};
use crate::support::Readings;
use crosscall_model::Target;
use crosscall_model::plan::{Fate, WayOut};
use crosscall_model::target::Register;
use crosscall_oracle::abi;

/// Each function with its places under a dialect.
fn table(permits: &Readings, rows: &[(&str, &str)]) {
    for (text, expected) in rows {
        assert_eq!(&planned(text, permits), expected, "{text}");
    }
}

#[test]
fn each_file_by_itself() {
    table(
        &DOCUMENT,
        &[
            ("void f(void)", ""),
            ("int f(int, float, void *)", "a0 m0, a1 a0, a2 m1, result m0"),
            ("float f(float, int, float)", "a0 a0, a1 m0, a2 a1, result a0"),
            (
                "void f(int, int, int, int, float, int, float)",
                "a0 m0, a1 m1, a2 m2, a3 m3, a4 a0, a5 [0], a6 a1",
            ),
            (
                "void f(float, float, float, float, float, float, float, int)",
                "a0 a0, a1 a1, a2 a2, a3 a3, a4 a4, a5 a5, a6 [0], a7 m0",
            ),
        ],
    );
    let positions = IPU.readings(&[("ARG-04/count", "R2")]);
    table(
        &positions,
        &[
            ("void f(int, float, int)", "a0 m0, a1 a1, a2 m2"),
            ("void f(float, long long, int, float)", "a0 a0, a1 m2:m3, a2 [0], a3 a4"),
        ],
    );
    let closed = IPU.readings(&[("ARG-05/after", "R2")]);
    table(
        &closed,
        &[("void f(int, int, int, int, int, float)", "a0 m0, a1 m1, a2 m2, a3 m3, a4 [0], a5 [4]")],
    );
}

#[test]
fn pairs() {
    table(
        &DOCUMENT,
        &[
            ("long long f(int, long long, int)", "a0 m0, a1 m2:m3, a2 [0], result m0:m1"),
            ("f2 f(float, f2, float, float)", "a0 a0, a1 a2:a3, a2 a4, a3 a5, result a0:a1"),
            ("double f(float, double, float)", "a0 a0, a1 a2:a3, a2 a4, result a0:a1"),
            ("void f(int, int, int, long long, int)", "a0 m0, a1 m1, a2 m2, a3 [0]/8, a4 m3"),
            ("void f(int, i2, h4)", "a0 m0, a1 m2:m3, a2 a0:a1"),
            (
                "void f(float, float, float, float, float, f2, float)",
                "a0 a0, a1 a1, a2 a2, a3 a3, a4 a4, a5 [0]/8, a6 a5",
            ),
        ],
    );
    let filled = IPU.readings(&[("ARG-08/back-fill", "R3")]);
    table(&filled, &[("void f(int, long long, int, int)", "a0 m0, a1 m2:m3, a2 m1, a3 [0]")]);
    let unused = IPU.readings(&[("ARG-08/passed", "R4")]);
    table(&unused, &[("void f(int, int, int, long long, int)", "a0 m0, a1 m1, a2 m2, a3 [0]/8, a4 [8]")]);
    let split = IPU.readings(&[("ARG-06/short", "R4")]);
    table(&split, &[("void f(int, int, int, long long, int)", "a0 m0, a1 m1, a2 m2, a3 m3:[0], a4 [4]")]);
    // Against the text: each word by itself, but vectors have their pairs.
    let apart = IPU.readings(&[("ARG-06/pair", "R6")]);
    table(
        &apart,
        &[
            ("long long f(int, long long, int)", "a0 m0, a1 m1:m2, a2 m3, result m0:m1"),
            ("void f(int, int, int, long long, int)", "a0 m0, a1 m1, a2 m2, a3 m3:[0], a4 [4]"),
            ("void f(int, i2)", "a0 m0, a1 m2:m3"),
        ],
    );
    let software = IPU.readings(&[("TYPE-07", "R4")]);
    table(&software, &[("double f(int, double)", "a0 m0, a1 m2:m3, result m0:m1")]);
}

#[test]
fn the_words_of_a_pair() {
    let offsets = |permits: &Readings| {
        let plan = abi::plan(&IPU.case("long long f(long long)"), &mut IPU.chooser(permits));
        let all = plan.arguments.iter().chain(&plan.result);
        let offsets = |p: &crosscall_model::plan::Passed| match &p.transfer {
            crosscall_model::plan::Transfer::Direct(pieces) => pieces.iter().map(|p| p.offset).collect(),
            _ => Vec::new(),
        };
        all.map(offsets).collect::<Vec<_>>()
    };
    assert_eq!(offsets(&DOCUMENT), [[0, 4], [0, 4]]);
    assert_eq!(offsets(&IPU.readings(&[("ARG-06/order", "R2")])), [[4, 0], [4, 0]]);
}

/// Values of 64 bits among arguments on the stack, of which the document says neither alignment nor slots.
#[test]
fn sixty_four_bits_on_the_stack() {
    const SCALARS: &str = "void f(int, int, int, int, int, long long, int, double, int)";
    const VECTORS: &str = "void f(int, int, int, int, int, i2, int)";
    const UNNAMED: &str = "void f(int, long long, ...)";
    let first = "a0 m0, a1 m1, a2 m2, a3 m3, a4 [0]";
    let rows: &[(Readings, &str, &str)] = &[
        (DOCUMENT, "a5 [8]/8, a6 [16], a7 a0:a1, a8 [20]", "a5 [8]/8, a6 [16]"),
        (IPU.readings(&[("ARG-05/slot", "R5")]), "a5 [4]/8, a6 [12], a7 a0:a1, a8 [16]", "a5 [8]/8, a6 [16]"),
        (IPU.readings(&[("ARG-05/slot", "R6")]), "a5 [4]/8, a6 [12], a7 a0:a1, a8 [16]", "a5 [4]/8, a6 [12]"),
        (IPU.readings(&[("ARG-05/slot", "R4")]), "a5 [8]/8, a6 [16], a7 a0:a1, a8 [24]", "a5 [8]/8, a6 [16]"),
    ];
    for (permits, scalars, vectors) in rows {
        table(
            permits,
            &[(SCALARS, &format!("{first}, {scalars}")), (VECTORS, &format!("{first}, {vectors}"))],
        );
    }
    // Named arguments of a variadic function are on the stack, too.
    table(&DOCUMENT, &[(UNNAMED, "a0 [0], a1 [8]/8")]);
    table(&IPU.readings(&[("ARG-05/slot", "R5")]), &[(UNNAMED, "a0 [0], a1 [4]/8")]);
    // The alignment of a double in memory has nothing to do with its place on the stack.
    let rows: &[(Readings, &str)] = &[
        (IPU.readings(&[("TYPE-01/double", "R3"), ("TYPE-07", "R4")]), "a5 [8]/8, a6 [16]"),
        (IPU.readings(&[("TYPE-01/double", "R4"), ("TYPE-07", "R4")]), "a5 [8]/8, a6 [16]"),
        (
            IPU.readings(&[("TYPE-01/double", "R3"), ("TYPE-07", "R4"), ("ARG-05/slot", "R5")]),
            "a5 [4]/8, a6 [12]",
        ),
        (
            IPU.readings(&[("TYPE-01/double", "R4"), ("TYPE-07", "R4"), ("ARG-05/slot", "R5")]),
            "a5 [4]/8, a6 [12]",
        ),
    ];
    for (permits, places) in rows {
        table(permits, &[("void f(int, int, int, int, int, double, int)", &format!("{first}, {places}"))]);
    }
    let four = IPU.readings(&[("ARG-07/stack", "R5")]);
    table(&four, &[("void f(int, int, int, int, int, i4, int)", &format!("{first}, a5 [4]/16, a6 [20]"))]);
}

#[test]
fn quads() {
    table(
        &DOCUMENT,
        &[
            ("f4 f(f4, float, f4)", "a0 a0:a1:a2:a3, a1 a4, a2 [0]/16, result a0:a1:a2:a3"),
            ("i4 f(i4, int)", "a0 m0:m1:m2:m3, a1 [0], result m0:m1:m2:m3"),
            (
                "void f(int, int, int, int, int, i4, int)",
                "a0 m0, a1 m1, a2 m2, a3 m3, a4 [0], a5 [16]/16, a6 [32]",
            ),
            ("void f(float, f4, float)", "a0 a0, a1 [0]/16, a2 a1"),
        ],
    );
    let less = IPU.readings(&[("ARG-07/stack", "R4")]);
    table(&less, &[("void f(int, int, int, int, int, i4)", "a0 m0, a1 m1, a2 m2, a3 m3, a4 [0], a5 [8]/16")]);
    let memory = IPU.readings(&[("S17", "R2")]);
    table(&memory, &[("f4 f(int)", "a0 m1, result *m0 back in m0 align 16")]);
    let pointers = IPU.readings(&[("S04", "R2")]);
    table(&pointers, &[("void f(f2, float)", "a0 *m0 align 8, a1 a0")]);
    let in_a = IPU.readings(&[("ARG-03/vectors", "R2")]);
    table(&in_a, &[("i2 f(int, i2)", "a0 m0, a1 a0:a1, result a0:a1")]);
    let pieces = IPU.readings(&[("S04/wide", "R4")]);
    table(
        &pieces,
        &[
            ("void f(float, f8, int)", "a0 a0, a1 a2:a3:a4:a5:[0]/8:[8]/8, a2 m0"),
            ("f8 f(i8)", "a0 m2:m3:[0]/8:[8]/8:[16]/8, result *m0 back in m0 align 32"),
        ],
    );
    let two = IPU.readings(&[("S04/complex", "R6")]);
    table(
        &two,
        &[
            ("float _Complex f(int, float _Complex, float)", "a0 m0, a1 a0:a1, a2 a2, result a0:a1"),
            ("double _Complex f(float, double _Complex)", "a0 a0, a1 a2:a3:a4:a5, result a0:a1:a2:a3"),
            ("void f(int, ..., float _Complex)", "a0 [0], v0 [4]:[8]"),
        ],
    );
    let widened = IPU.readings(&[("S04/bytes", "R8")]);
    table(
        &widened,
        &[
            ("c2 f(c2, c4, int)", "a0 m0/1:m0.2/1, a1 m2/1:m2.2/1:m3/1:m3.2/1, a2 [0], result m0/1:m0.2/1"),
            (
                "c4 f(int, int, int, int, int, c4, c2)",
                "a0 m0, a1 m1, a2 m2, a3 m3, a4 [0], a5 [8]/1:[10]/1:[12]/1:[14]/1, a6 [16]/1:[18]/1, \
                 result m0/1:m0.2/1:m1/1:m1.2/1",
            ),
            (
                "c8 f(int, c8)",
                "a0 m1, a1 m2/1:m3/1:[0]/1:[4]/1:[8]/1:[12]/1:[16]/1:[20]/1, \
                 result *m0 back in m0 align 8",
            ),
            ("struct { c2 m; } f(c2)", "a0 m0/1:m0.2/1, result m0/1:m0.2/1"),
            // Nobody says how a function would find them in a list.
            ("void f(int, ..., c4)", "a0 [0], v0 [4]"),
        ],
    );
    table(&DOCUMENT, &[("c4 f(c2, c8)", "a0 m0/2, a1 m2:m3, result m0")]);
    // No registers are enough for these.
    table(&DOCUMENT, &[("void f(i8, float _Complex)", "a0 *m0 align 32, a1 *m1 align 4")]);
}

#[test]
fn narrow_values_and_halves() {
    table(
        &DOCUMENT,
        &[
            (
                "char f(char, unsigned short, _Bool)",
                "a0 m0/1 sign, a1 m1/2 zero, a2 m2/1 zero, result m0/1 sign",
            ),
            ("half f(half, h2)", "a0 a0/2 zero, a1 a1, result a0/2 zero"),
            ("void f(c2)", "a0 m0/2"),
            (
                "void f(int, int, int, int, short, unsigned char)",
                "a0 m0, a1 m1, a2 m2, a3 m3, a4 [0]/2 sign, a5 [4]/1 zero",
            ),
        ],
    );
    let again = IPU.readings(&[("S05/upper", "R2")]);
    table(&again, &[("half f(half)", "a0 a0/2:a0.2/2, result a0/2:a0.2/2")]);
    let anything = IPU.readings(&[("S05/upper", "R3")]);
    table(&anything, &[("half f(half)", "a0 a0/2, result a0/2")]);
}

#[test]
fn aggregates_of_one_member() {
    table(
        &DOCUMENT,
        &[
            (
                "struct { float a; } f(struct { float a; }, struct { char a; })",
                "a0 a0, a1 m0/1 sign, result a0",
            ),
            ("void f(int, struct { long long a; })", "a0 m0, a1 m2:m3"),
            ("void f(struct { f4 a; }, struct { half a; })", "a0 a0:a1:a2:a3, a1 a4/2 zero"),
            ("struct { struct { float a; } a; } f(union { float a; })", "a0 a0, result a0"),
            ("void f(struct { float a[1]; }, struct { float a[2]; })", "a0 a0, a1 *m0 align 4"),
            ("void f(struct { int a : 5; }, struct { long long a : 40; })", "a0 m0, a1 m2:m3"),
            // No container is around all of it.
            ("void f(struct __attribute__((packed)) { long long : 14; int a : 32; })", "a0 *m0 align 1"),
            ("void f(struct __attribute__((packed)) { long long : 14; int a : 18; })", "a0 m0"),
            ("void f(struct { int : 5; float a; })", "a0 a0"),
            ("void f(struct { float a, b; }, union { float a; int b; })", "a0 *m0 align 4, a1 *m1 align 4"),
        ],
    );
    for (question, reading, text, expected) in [
        ("ARG-10/nested", "R2", "void f(struct { struct { float a; } a; })", "a0 *m0 align 4"),
        ("ARG-10/union", "R4", "void f(union { float a; })", "a0 *m0 align 4"),
        ("ARG-10/array", "R6", "void f(struct { float a[1]; })", "a0 *m0 align 4"),
        ("ARG-10/bit-field", "R8", "void f(struct { int a : 5; })", "a0 *m0 align 4"),
    ] {
        let readings: &'static [(&str, &str)] = Box::leak(Box::new([(question, reading)]));
        table(&IPU.readings(readings), &[(text, expected)]);
    }
}

#[test]
fn destinations_of_results() {
    table(
        &DOCUMENT,
        &[
            ("struct { int a, b; } f(int, float)", "a0 m1, a1 a0, result *m0 back in m0 align 4"),
            ("struct { char a[3]; } f(long long)", "a0 m2:m3, result *m0 back in m0 align 1"),
            ("struct { } f(struct { }, int)", "a0 nothing, a1 m0, result nothing"),
        ],
    );
    let last = IPU.readings(&[("RET-05/place", "R2"), ("S16/again", "R2")]);
    table(&last, &[("struct { int a, b; } f(int, float)", "a0 m0, a1 a0, result *m1 align 4")]);
    let empty = IPU.readings(&[("S14", "R2")]);
    table(
        &empty,
        &[("struct { } f(struct { }, int)", "a0 *m1 align 1, a1 m2, result *m0 back in m0 align 1")],
    );
    let most = IPU.readings(&[("S15/align", "R2")]);
    let aligned = "struct __attribute__((aligned(16))) { int a, b; } f(void)";
    table(&most, &[(aligned, "result *m0 back in m0 align 8")]);
    table(&DOCUMENT, &[(aligned, "result *m0 back in m0 align 16")]);
}

#[test]
fn variadic_functions() {
    table(
        &DOCUMENT,
        &[
            ("void f(int, float, ..., int, double)", "a0 [0], a1 [4], v0 [8], v1 [16]/8"),
            ("struct { int a, b; } f(int, ..., int)", "a0 [0], v0 [4], result *m0 back in m0 align 4"),
            ("void f(int, ..., struct { int a; }, struct { int a, b; })", "a0 [0], v0 [4], v1 *[8] align 4"),
        ],
    );
    let unnamed = IPU.readings(&[("VAR-01/named", "R1")]);
    table(&unnamed, &[("void f(int, float, ..., int, double)", "a0 m0, a1 a0, v0 [0], v1 [8]/8")]);
    let address = IPU.readings(&[("VAR-01/position", "R6")]);
    table(
        &address,
        &[("struct { int a, b; } f(int, ..., int)", "a0 [4], v0 [8], result *[0] back in m0 align 4")],
    );
    let value = IPU.readings(&[("S18/aggregates", "R2")]);
    table(&value, &[("void f(int, ..., struct { char a[5]; }, int)", "a0 [0], v0 [4]/5, v1 [12]")]);
}

#[test]
fn places_on_the_stack() {
    let text = "void f(int, int, int, int, char, long long, int)";
    let after = |rest: &str| format!("a0 m0, a1 m1, a2 m2, a3 m3, {rest}");
    table(&DOCUMENT, &[(text, &after("a4 [0]/1 sign, a5 [8]/8, a6 [16]"))]);
    let large = IPU.readings(&[("ARG-05/slot", "R4")]);
    table(&large, &[("void f(int, int, int, int, int, int)", &after("a4 [0], a5 [8]"))]);
    for (reading, first, owned) in [("R1", 0, 0), ("R2", 8, 8), ("R4", 16, 16)] {
        let readings: &'static [(&str, &str)] = Box::leak(Box::new([("STACK-04/area", reading)]));
        let permits = IPU.readings(readings);
        table(&permits, &[("void f(int, int, int, int, int)", &after(&format!("a4 [{first}]")))]);
        let plan = abi::plan(&IPU.case("void f(int, int, int, int, int)"), &mut IPU.chooser(&permits));
        assert_eq!((plan.stack.callee_area, plan.stack.argument_bytes), (owned, owned + 4));
        assert_eq!(abi::plan(&IPU.case("void f(int)"), &mut IPU.chooser(&permits)).stack.callee_area, 0);
    }
}

/// Fates of registers, by their names.
fn fates(names: &[&str], vertex_too: bool) -> Vec<Fate> {
    let plan =
        abi::plan(&if vertex_too { vertex() } else { IPU.case("void f(void)") }, &mut IPU.chooser(&DOCUMENT));
    let number =
        |name: &&str| Target::Ipu.registers().iter().position(|r| r.name == *name).expect("a register");
    let fate = |name| plan.registers.iter().find(|r| r.register == Register(number(name) as u16));
    names.iter().map(|name| fate(name).expect("a rule").fate).collect()
}

#[test]
fn registers_across_a_call() {
    use Fate::{Preserved, Scratch, Unspecified};
    assert_eq!(fates(&["m0", "m3", "m4", "m6", "m10", "a0", "a5"], false), [Scratch; 7]);
    assert_eq!(fates(&["m7", "m8", "m9", "a6", "a7"], false), [Preserved; 5]);
    assert_eq!(fates(&["m11", "m12", "m13", "m15", "a8", "a15", "fp_ctl"], false), [Unspecified; 7]);
    assert_eq!(fates(&["m0", "m6", "m10", "a0", "a5"], true), [Scratch; 5]);
    assert_eq!(fates(&["m7", "m9", "m11", "m12", "a6", "a7"], true), [Unspecified; 6]);
}

#[test]
fn a_vertex_ends_the_program() {
    let plan = abi::plan(&vertex(), &mut IPU.chooser(&DOCUMENT));
    assert_eq!((plan.way_out, plan.return_clause), (WayOut::Exit, "IPU-CALL-02"));
    assert!(plan.linkage.is_empty() && plan.stack.owner_clauses.is_empty());
    let plan = abi::plan(&IPU.case("void f(void)"), &mut IPU.chooser(&DOCUMENT));
    assert_eq!((plan.way_out, plan.return_clause), (WayOut::Return, "IPU-CALL-05"));
    assert_eq!(plan.linkage.len(), 1);
    assert_eq!(plan.stack.align_always, (8, vec!["IPU-STACK-01"]));
}

/// IPU-S28: by the type, or by the typedef; the only member of a structure is passed as it would be by itself.
#[test]
fn typedefs_with_an_alignment() {
    let unnamed = "void f(int, ..., int [[gnu::aligned(8)]], long long [[gnu::aligned(4)]], int)";
    let only =
        "void f(int, ..., struct { int [[gnu::aligned(8)]] a; }, struct { double [[gnu::aligned(1)]] a; })";
    let in_registers =
        "int [[gnu::aligned(8)]] f(int, int [[gnu::aligned(8)]], long long [[gnu::aligned(4)]])";
    let registers = "a0 m0, a1 m1, a2 m2:m3, result m0";
    table(
        &DOCUMENT,
        &[
            (unnamed, "a0 [0], v0 [4], v1 [8]/8, v2 [16]"),
            (only, "a0 [0], v0 [4], v1 [8]/8"),
            (in_registers, registers),
        ],
    );
    table(
        &IPU.readings(&[("S28", "R2")]),
        &[
            (unnamed, "a0 [0], v0 [8], v1 [12]/8, v2 [20]"),
            (only, "a0 [0], v0 [8], v1 [12]/8"),
            (in_registers, registers),
        ],
    );
}
