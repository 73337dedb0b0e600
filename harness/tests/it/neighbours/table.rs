//! For each known finding what it is, and what is near to it and is something else.

use super::sight::Sight;
use crosscall_model::Pairing::{Callee, Caller, Cross, Layout};

/// A name, and what is seen.
pub(crate) type Named = (&'static str, Sight);

/// An entry of the list.
pub(crate) struct Row {
    /// Its id.
    pub(crate) id: &'static str,
    /// Results that the entry must explain.
    pub(crate) occurrences: Vec<Named>,
    /// Results that the entry must not explain.
    pub(crate) neighbours: Vec<Named>,
}

/// One row for each entry.
pub(crate) fn rows() -> Vec<Row> {
    vec![
        struct_alignment(),
        union_alignment(),
        array_alignment(),
        small_composite(),
        double_word_composite(),
        plain_char(),
        below_stack_pointer(),
        packed_record(),
        packed_record_between_levels(),
        vector_before_variadic(),
        tail_call(),
        tail_call_between_levels(),
        two_floats(),
        two_words(),
        arithmetic_without_optimisation(),
    ]
    .into_iter()
    .chain(super::typedefs::rows())
    .chain(super::clang::rows())
    .chain(super::riscv::rows())
    .chain(super::zig::rows())
    .chain(super::tools::rows())
    .chain(super::x86_64::rows())
    .chain(super::aarch64::rows())
    .collect()
}

const STRUCT: &str = "void f(struct { int m0; int m1; int m2; })";

fn struct_alignment() -> Row {
    let seen = |alignment: &str| {
        Sight::new(Some(Layout), STRUCT).sees(
            &["EPIPHANY-LAYOUT-02"],
            "_Alignof (struct { int m0; int m1; int m2; })",
            "4",
            alignment,
        )
    };
    Row {
        id: "EPIPHANY-GCC12-01",
        occurrences: vec![
            ("alignment", seen("8").departs("EPIPHANY-LAYOUT-02", "R2")),
            (
                "an argument in a register",
                Sight::new(Some(Callee), "void f(struct { int m0; int m1; })")
                    .sees(&["EPIPHANY-S06"], "a0", "r0 holds an address", "r0 holds 1")
                    .departs("EPIPHANY-LAYOUT-02", "R2"),
            ),
        ],
        neighbours: vec![
            ("an alignment that no departure explains", seen("16")),
            ("another departure", seen("2").departs("EPIPHANY-LAYOUT-02", "R3")),
            ("the same answer at the size", seen("8").departs("EPIPHANY-LAYOUT-03", "R2")),
            ("the same answer at a member", seen("8").departs("EPIPHANY-LAYOUT-01", "R2")),
            ("now one alignment and now another", seen("8").changes("EPIPHANY-LAYOUT-02", "R2")),
            (
                "a size that no departure explains",
                Sight::new(Some(Layout), STRUCT).sees(
                    &["EPIPHANY-LAYOUT-03", "EPIPHANY-LAYOUT-02"],
                    "sizeof (struct { int m0; int m1; int m2; })",
                    "12",
                    "24",
                ),
            ),
        ],
    }
}

fn union_alignment() -> Row {
    let seen = |alignment: &str| {
        Sight::new(Some(Layout), "void f(union { char m0[4]; })").sees(
            &["EPIPHANY-LAYOUT-06", "EPIPHANY-LAYOUT-10"],
            "_Alignof (union { char m0[4]; })",
            "1",
            alignment,
        )
    };
    Row {
        id: "EPIPHANY-GCC12-02",
        occurrences: vec![("alignment", seen("4").departs("EPIPHANY-LAYOUT-06", "R2"))],
        neighbours: vec![
            ("an alignment that no departure explains", seen("2")),
            ("another departure", seen("2").departs("EPIPHANY-LAYOUT-06", "R3")),
            ("the same answer at the size", seen("4").departs("EPIPHANY-LAYOUT-07", "R2")),
            ("the same answer at a member", seen("4").departs("EPIPHANY-LAYOUT-05", "R2")),
            ("now one alignment and now another", seen("4").changes("EPIPHANY-LAYOUT-06", "R2")),
        ],
    }
}

fn array_alignment() -> Row {
    let seen = |alignment: &str| {
        Sight::new(Some(Layout), "void f(struct { int m0[1]; })").sees(
            &["EPIPHANY-LAYOUT-02", "EPIPHANY-LAYOUT-10"],
            "_Alignof (struct { int m0[1]; })",
            "4",
            alignment,
        )
    };
    Row {
        id: "EPIPHANY-GCC12-03",
        occurrences: vec![("alignment", seen("8").departs("EPIPHANY-LAYOUT-10", "R2"))],
        neighbours: vec![
            ("an alignment that no departure explains", seen("16")),
            ("another departure", seen("8").departs("EPIPHANY-LAYOUT-10", "R3")),
            ("the same answer at the size", seen("8").departs("EPIPHANY-LAYOUT-11", "R2")),
            ("the same answer at bit-fields", seen("8").departs("EPIPHANY-S02", "R2")),
            ("now one alignment and now another", seen("8").changes("EPIPHANY-LAYOUT-10", "R2")),
        ],
    }
}

fn small_composite() -> Row {
    let seen = |pairing, observed: &str| {
        Sight::new(Some(pairing), "struct { signed char m0; signed char m1; } f(void)").sees(
            &["EPIPHANY-RET-04", "EPIPHANY-LAYOUT-01"],
            "result.m0",
            "0x11",
            observed,
        )
    };
    Row {
        id: "EPIPHANY-GCC12-04",
        occurrences: vec![
            ("caller", seen(Caller, "0xef").departs("EPIPHANY-RET-04", "R2")),
            ("callee", seen(Callee, "0xef").departs("EPIPHANY-RET-04", "R2")),
        ],
        neighbours: vec![
            ("in another register", seen(Callee, "found in r1")),
            ("halves in the wrong order", seen(Caller, "0x12")),
            ("another departure", seen(Callee, "0xef").departs("EPIPHANY-RET-04", "R3")),
            ("the same answer for scalars", seen(Callee, "0xef").departs("EPIPHANY-RET-01", "R2")),
            ("the same answer for larger ones", seen(Callee, "0xef").departs("EPIPHANY-RET-05", "R2")),
            ("now in r0 and now in memory", seen(Callee, "0xef").changes("EPIPHANY-RET-04", "R2")),
            (
                "a level that does not understand another",
                seen(Cross, "0xef").departs("EPIPHANY-RET-04", "R3"),
            ),
        ],
    }
}

fn double_word_composite() -> Row {
    let seen = |observed: &str| {
        Sight::new(Some(Callee), "struct { long long m0; } f(void)").sees(
            &["EPIPHANY-RET-06", "EPIPHANY-S12"],
            "result",
            "0x1817161514131211 in memory at 0x8e000438, the address passed in r0",
            observed,
        )
    };
    Row {
        id: "EPIPHANY-GCC12-05",
        occurrences: vec![(
            "callee",
            seen("there: 0xe6e0e0e1e6e0e0e0").departs("EPIPHANY-RET-06", "memory=R5"),
        )],
        neighbours: vec![
            ("in other registers", seen("found in r2:r3")),
            ("8 bytes beside", seen("found at 0x8e000440")),
            ("another departure", seen("there: 0x0").departs("EPIPHANY-RET-06", "memory=R6")),
            ("the same at another question", seen("there: 0x0").departs("EPIPHANY-RET-06", "again=R5")),
            ("the same at the position", seen("there: 0x0").departs("EPIPHANY-RET-06", "position=R5")),
            ("now in registers and now in memory", seen("x").changes("EPIPHANY-RET-06", "memory=R5")),
        ],
    }
}

fn plain_char() -> Row {
    let seen = |subject: &str| {
        Sight::new(Some(Layout), "void f(char)").sees(&["EPIPHANY-TYPE-05"], subject, "1", "0")
    };
    Row {
        id: "EPIPHANY-GCC12-06",
        occurrences: vec![("sign", seen("(char)-1 < 0").departs("EPIPHANY-TYPE-05", "R2"))],
        neighbours: vec![
            ("the sign without a departure", seen("(char)-1 < 0")),
            ("the size", seen("sizeof (char)")),
            ("`short` is unsigned", seen("(short)-1 < 0").departs("EPIPHANY-TYPE-07", "R2")),
            ("`signed char` is unsigned", seen("(signed char)-1 < 0").departs("EPIPHANY-TYPE-06", "R2")),
            ("now signed and now not", seen("(char)-1 < 0").changes("EPIPHANY-TYPE-05", "R2")),
        ],
    }
}

fn below_stack_pointer() -> Row {
    let seen = |bytes: u32, distance: u32| {
        let (sp, at) = (0xd_fef8, 0xd_fef8 - distance);
        let observed = format!(
            "{bytes} bytes at {at:#x} written by the instruction at 0x8e000000 (_f0) while the stack pointer is {sp:#x}"
        );
        Sight::new(Some(Callee), "void f(int, int, int)").sees(
            &["EPIPHANY-STACK-10", "EPIPHANY-STACK-04"],
            "stack",
            "nothing beyond the stack pointer is read or written",
            &observed,
        )
    };
    Row {
        id: "EPIPHANY-GCC12-07",
        occurrences: vec![
            ("4 bytes below", seen(4, 4).departs("EPIPHANY-STACK-10", "R3")),
            ("by a caller", Sight { pairing: Some(Caller), ..seen(4, 4).departs("EPIPHANY-STACK-10", "R3") }),
        ],
        neighbours: vec![
            ("64 bytes below", seen(4, 64)),
            ("8 bytes below", seen(4, 8)),
            ("8 bytes at once", seen(8, 8)),
            ("4 bytes below, and the pointer does not move past them", seen(4, 4)),
            ("another departure", seen(4, 4).departs("EPIPHANY-STACK-10", "R4")),
            ("the same answer at the alignment", seen(4, 4).departs("EPIPHANY-STACK-08", "R3")),
            ("now so and now otherwise", seen(4, 4).changes("EPIPHANY-STACK-10", "R3")),
            (
                "the register that was kept there is lost",
                seen(4, 4).sees(&["EPIPHANY-REG-05"], "r4", "as at entry", "0x0"),
            ),
        ],
    }
}

const PACKED: &str =
    "struct __attribute__((packed)) { struct __attribute__((packed, aligned(16))) { int m0 : 1; } m0; }";
const MISALIGNED: &str = "stopped at 0x8e000010 (_f0+0x10): misaligned access of 4 bytes at 0x8e000429 (before it came back to the return address)";
const NO_MEMORY: &str = "stopped at 0x8e000010 (_f0+0x10): no memory for an access of 4 bytes at 0x18171615 (before it came back to the return address)";

fn packed_record() -> Row {
    let of = |pairing, argument: &str, ty: &str, observed: &str| {
        Sight::new(Some(pairing), &format!("void f(long long, ..., {ty})")).sees(
            &["EPIPHANY-S06", "EPIPHANY-S14", "EPIPHANY-CALL-04"],
            "control",
            &format!("{argument}: {ty} in memory, where its address says"),
            observed,
        )
    };
    let beside =
        "struct __attribute__((packed)) { char m0; }, struct __attribute__((aligned(16))) { char m0; }";
    Row {
        id: "EPIPHANY-GCC12-08",
        occurrences: vec![
            ("the case of the page", of(Callee, "v0", PACKED, MISALIGNED)),
            (
                "an aligned member",
                of(
                    Callee,
                    "v3",
                    "struct __attribute__((packed, aligned(2))) { int m0 __attribute__((aligned(8))); }",
                    MISALIGNED,
                ),
            ),
        ],
        neighbours: vec![
            ("another message", of(Callee, "v0", PACKED, NO_MEMORY)),
            ("by the caller", of(Caller, "v0", PACKED, MISALIGNED)),
            ("a named argument", of(Callee, "a0", PACKED, MISALIGNED)),
            (
                "nothing in it is aligned",
                of(Callee, "v0", "struct __attribute__((packed)) { int m0; }", MISALIGNED),
            ),
            (
                "the record itself is aligned",
                of(Callee, "v0", "struct __attribute__((packed, aligned(16))) { int m0; }", MISALIGNED),
            ),
            (
                "another argument is aligned",
                Sight::new(Some(Callee), &format!("void f(int, ..., {beside})")).sees(
                    &["EPIPHANY-S06"],
                    "control",
                    "v0: struct __attribute__((packed)) { char m0; } in memory, where its address says",
                    MISALIGNED,
                ),
            ),
            (
                "another argument is meant",
                Sight::new(Some(Callee), &format!("void f(int, ..., {PACKED}, struct {{ int m0[3]; }})"))
                    .sees(
                        &["EPIPHANY-S06"],
                        "control",
                        "v1: struct { int m0[3]; } in memory, where its address says",
                        MISALIGNED,
                    ),
            ),
            (
                "another clause",
                Sight::new(Some(Callee), &format!("void f(int, ..., {PACKED})")).sees(
                    &["EPIPHANY-CALL-04"],
                    "control",
                    "control comes back to the return address",
                    MISALIGNED,
                ),
            ),
        ],
    }
}

fn packed_record_between_levels() -> Row {
    let of = |pairing, arguments: &str, observed: &str| {
        Sight::new(Some(pairing), &format!("void f({arguments})")).sees(
            &["EPIPHANY-CALL-04"],
            "control",
            "control comes back to the return address",
            observed,
        )
    };
    let unnamed = format!("long long, ..., {PACKED}");
    Row {
        id: "EPIPHANY-GCC12-09",
        occurrences: vec![("cross", of(Cross, &unnamed, MISALIGNED))],
        neighbours: vec![
            ("another message", of(Cross, &unnamed, NO_MEMORY)),
            ("a subject by itself", of(Callee, &unnamed, MISALIGNED)),
            ("a named argument", of(Cross, &format!("{PACKED}, ..., int"), MISALIGNED)),
            ("not variadic", of(Cross, PACKED, MISALIGNED)),
            (
                "nothing in it is aligned",
                of(Cross, "int, ..., struct __attribute__((packed)) { int m0; }", MISALIGNED),
            ),
            (
                "another argument is aligned",
                of(
                    Cross,
                    "int, ..., struct __attribute__((packed)) { char m0; }, struct __attribute__((aligned(16))) { char m0; }",
                    MISALIGNED,
                ),
            ),
            (
                "the record itself is aligned",
                of(Cross, "int, ..., struct __attribute__((packed, aligned(16))) { int m0; }", MISALIGNED),
            ),
        ],
    }
}

fn arithmetic_without_optimisation() -> Row {
    let of = |operation: &str, of_constants: bool, message: &str| {
        let seen = Sight::of_expression(operation, of_constants).breaks_down();
        seen.sees(&[], "input", "an object file", message)
    };
    let known = "epiphany-elf-gcc-O0: internal compiler error: value.c:9:1: error: unrecognizable insn:";
    let elsewhere =
        "epiphany-elf-gcc-O0: internal compiler error: value.c:9:1: internal compiler error: in extract_insn";
    Row {
        id: "EPIPHANY-GCC12-14",
        occurrences: vec![
            ("a product", of("wide-from-int-product", false, known)),
            ("a quotient", of("divide-int", false, known)),
            ("a remainder", of("remainder-unsigned", false, known)),
            ("a sum of floats", of("add-float", false, known)),
            ("a product of floats", of("multiply-float", false, known)),
            ("a float that becomes an int", of("int-from-float", false, known)),
            ("an int that becomes a float", of("float-from-int", false, known)),
        ],
        neighbours: vec![
            ("another message", of("divide-int", false, elsewhere)),
            ("a hang", of("divide-int", false, "epiphany-elf-gcc-O0: did not end in its time")),
            ("constants", of("divide-int", true, known)),
            ("a shift", of("wide-left", false, known)),
            ("a sum of doubles", of("add-double", false, known)),
            ("a conversion of integers", of("int-from-short", false, known)),
        ],
    }
}

fn vector_before_variadic() -> Row {
    let of = |declaration: &str, message: &str| Sight::stops("callee unit", declaration, message);
    let known = "epiphany-elf-gcc-O2: internal compiler error: callee.c:15:6: internal compiler error: in epiphany_setup_incoming_varargs, at config/epiphany/epiphany.cc:730";
    let elsewhere = "epiphany-elf-gcc-O2: internal compiler error: callee.c:15:6: internal compiler error: in extract_insn, at recog.cc:2791";
    let vector = |element: &str, lanes: u32| {
        format!("void f({element} __attribute__((ext_vector_type({lanes}))), ..., int)")
    };
    let stops = [
        ("double", 1),
        ("double", 2),
        ("double", 4),
        ("float", 1),
        ("float", 4),
        ("float", 8),
        ("unsigned short", 16),
        ("unsigned int", 8),
        ("long", 8),
        ("unsigned long long", 4),
    ];
    let occurrences = stops.map(|(element, lanes)| ("vector", of(&vector(element, lanes), known)));
    Row {
        id: "EPIPHANY-GCC12-10",
        occurrences: occurrences.into(),
        neighbours: vec![
            ("another message", of(&vector("double", 1), elsewhere)),
            ("a hang", of(&vector("double", 1), "epiphany-elf-gcc-O2: still running after 10 s")),
            ("a vector of two floats", of(&vector("float", 2), known)),
            ("a vector of four words", of(&vector("int", 4), known)),
            ("a vector of two double words", of(&vector("long long", 2), known)),
            ("a vector of bytes", of(&vector("char", 8), known)),
            (
                "another parameter is last",
                of("void f(double __attribute__((ext_vector_type(1))), int, ..., int)", known),
            ),
            (
                "an integer vector behind one of floats",
                of(
                    "void f(double __attribute__((ext_vector_type(1))), int __attribute__((ext_vector_type(2))), ...)",
                    known,
                ),
            ),
            ("not variadic", of("void f(double __attribute__((ext_vector_type(1))))", known)),
            ("unnamed", of("void f(int, ..., double __attribute__((ext_vector_type(1))))", known)),
            (
                "inside a structure",
                of("void f(struct { double __attribute__((ext_vector_type(1))) m0; }, ..., int)", known),
            ),
            ("no vector", of("int f(int, ..., double)", known)),
            (
                "wrong code",
                Sight {
                    pairing: Some(Callee),
                    ..of(&vector("double", 1), known).changes("EPIPHANY-S14", "R2")
                },
            ),
        ],
    }
}

const VECTOR: &str = "double __attribute__((ext_vector_type(1))) f(int, int, double)";

fn jump(pairing: crosscall_model::Pairing, declaration: &str, to: u32) -> Sight {
    let observed =
        format!("stopped at {to:#x}: there is no code here ({to:#x}) (before the call was reached)");
    control(pairing, declaration, &observed)
}

fn control(pairing: crosscall_model::Pairing, declaration: &str, observed: &str) -> Sight {
    let expected = "control comes back to the return address";
    Sight::new(Some(pairing), declaration).sees(&["EPIPHANY-CALL-04"], "control", expected, observed)
}

/// Neighbours of a tail call that jumps to the size of its frame.
fn beside_tail_calls(pairing: crosscall_model::Pairing) -> Vec<Named> {
    let later = "stopped at 0x8: there is no code here (0x8) (after the call)";
    vec![
        ("no tail call", jump(pairing, VECTOR, 8)),
        ("to an address", jump(pairing, VECTOR, 0x8e00_0008).tail()),
        ("to 0", jump(pairing, VECTOR, 0).tail()),
        ("to no size of a frame", jump(pairing, VECTOR, 12).tail()),
        ("to 128", jump(pairing, VECTOR, 0x80).tail()),
        ("after the call", control(pairing, VECTOR, later).tail()),
        ("misaligned", control(pairing, VECTOR, MISALIGNED).tail()),
        ("no vector", jump(pairing, "double f(int, int, double)", 8).tail()),
        (
            "a vector with a machine mode",
            jump(pairing, "int __attribute__((ext_vector_type(2))) f(int, int, double)", 8).tail(),
        ),
        (
            "something else is wrong, too",
            jump(pairing, VECTOR, 8).sees(&["EPIPHANY-REG-05"], "r4", "as at entry", "0x0").tail(),
        ),
    ]
}

fn tail_call() -> Row {
    let argument = "void f(double __attribute__((ext_vector_type(2))), int)";
    let mut neighbours = beside_tail_calls(Caller);
    neighbours.push(("a callee", jump(Callee, VECTOR, 8).tail()));
    Row {
        id: "EPIPHANY-GCC12-11",
        occurrences: vec![
            ("a result", jump(Caller, VECTOR, 8).tail()),
            ("an argument", jump(Caller, argument, 24).tail()),
        ],
        neighbours,
    }
}

fn tail_call_between_levels() -> Row {
    Row {
        id: "EPIPHANY-GCC12-12",
        occurrences: vec![("cross", jump(Cross, VECTOR, 8).tail())],
        neighbours: beside_tail_calls(Cross),
    }
}

fn two_words() -> Row {
    let words = "void f(struct __attribute__((packed)) { char m0; int m1[2]; })";
    let stopped = |bytes: u32, reached: &str| {
        format!(
            "stopped at 0x8e00000a (_call_same0_0+0xa): misaligned access of {bytes} bytes at 0x8e000405 ({reached})"
        )
    };
    let before = "before the call was reached";
    let of = |declaration: &str| control(Caller, declaration, &stopped(4, before)).computed();
    Row {
        id: "EPIPHANY-GCC12-15",
        occurrences: vec![
            ("an array", of(words)),
            (
                "members",
                of("int f(int, struct __attribute__((packed)) { short m0; float m1; float m2; }, double)"),
            ),
            ("a callee that writes its parameters", {
                let mut callee =
                    control(Callee, words, &stopped(4, "before it came back to the return address"));
                callee.style.written = true;
                callee
            }),
            (
                "a longer array",
                of("void f(struct __attribute__((packed)) { _Bool m0; unsigned long m1[7]; char m2; })"),
            ),
        ],
        neighbours: vec![
            ("not computed", control(Caller, words, &stopped(4, before))),
            ("a callee after the call", control(Callee, words, &stopped(4, "after the call")).computed()),
            ("between two", control(Cross, words, &stopped(4, before)).computed()),
            ("in the function called", control(Caller, words, &stopped(4, "after the call")).computed()),
            ("a double word", control(Caller, words, &stopped(8, before)).computed()),
            ("a half-word", control(Caller, words, &stopped(2, before)).computed()),
            ("no memory", control(Caller, words, NO_MEMORY).computed()),
            ("not packed", of("void f(struct { char m0; int m1[2]; })")),
            ("one word", of("void f(struct __attribute__((packed)) { char m0; int m1; })")),
            (
                "words that do not belong to the record",
                of("void f(struct __attribute__((packed)) { char m0; }, int, int)"),
            ),
            ("two types", of("void f(struct __attribute__((packed)) { char m0; int m1; unsigned int m2; })")),
            ("half-words", of("void f(struct __attribute__((packed)) { char m0; short m1[4]; })")),
            ("double words", of("void f(struct __attribute__((packed)) { char m0; long long m1[2]; })")),
        ],
    }
}

const FLOATS: &str = "void f(struct __attribute__((packed)) { float m0[2]; })";

fn two_floats() -> Row {
    let of = |declaration: &str, pairing, there: u64| {
        let sight = Sight::new(Some(pairing), declaration);
        let value = 0x4006_0504_4003_0201_u64.to_le_bytes();
        sight.sees_behind(&["EPIPHANY-LAYOUT-11"], &value, &there.to_le_bytes()).computed()
    };
    let twice = 0x4003_0201_4003_0201;
    let members = "void f(int, struct __attribute__((packed)) { float m0; float m1; })";
    let mut plain = of(FLOATS, Caller, twice);
    plain.style.computed = false;
    Row {
        id: "EPIPHANY-GCC12-13",
        occurrences: vec![("an array", of(FLOATS, Caller, twice)), ("members", of(members, Caller, twice))],
        neighbours: vec![
            ("not computed", plain),
            ("a callee", of(FLOATS, Callee, twice)),
            ("between two", of(FLOATS, Cross, twice)),
            ("the second word twice", of(FLOATS, Caller, 0x4006_0504_4006_0504)),
            ("the words exchanged", of(FLOATS, Caller, 0x4003_0201_4006_0504)),
            ("nothing in the second word", of(FLOATS, Caller, 0x0000_0000_4003_0201)),
            ("half a word", of(FLOATS, Caller, 0x4006_0201_4003_0201)),
            (
                "words that are integers",
                of("void f(struct __attribute__((packed)) { int m0[2]; })", Caller, twice),
            ),
            ("not packed", of("void f(struct { float m0[2]; })", Caller, twice)),
            ("three of them", of("void f(struct __attribute__((packed)) { float m0[3]; })", Caller, twice)),
        ],
    }
}
