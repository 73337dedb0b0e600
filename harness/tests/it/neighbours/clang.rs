//! Occurrences and neighbours of the entries for clang as a compiler for the Nyuzi.

use super::sight::{LLVM, Sight};
use super::table::Row;
use crosscall_model::Pairing::{self, Callee, Caller, Cross, Layout};

const LANG_05: &[&str] = &["NYUZI-LANG-05", "NYUZI-ARG-01"];
const MISALIGNED: &str = "stopped at 0x25f0 (f54+0xc): misaligned data access (0xeffec1) (before it came back to the return address)";

/// One row for each entry.
pub(crate) fn rows() -> Vec<Row> {
    vec![
        wide_vector(),
        wide_vector_between_levels(),
        many_words(),
        many_words_otherwise(),
        many_words_called(),
        packed_result(),
        aligned_by_bit_field(),
        large_frame(),
        unequal(),
        unnamed_narrow(),
        unnamed_split(),
        unnamed_selection(),
        block_offset(),
    ]
}

fn of(pairing: impl Into<Option<Pairing>>, declaration: &str) -> Sight {
    Sight::new(pairing.into(), declaration).by(LLVM)
}

const WIDE: &str = "void f(float __attribute__((ext_vector_type(32))))";

fn wide_vector() -> Row {
    let lane = |declaration: &str, lane: &str| {
        of(Callee, declaration).sees(LANG_05, lane, "0x57565554", "0x17161514")
    };
    let halves = |first: u8, second: u8| [[first; 64], [second; 64]].concat();
    let whole = |there: &[u8]| of(Caller, WIDE).sees_there(LANG_05, &halves(1, 2), there);
    Row {
        id: "NYUZI-CLANG9-01",
        occurrences: vec![
            ("a lane of the second half", lane(WIDE, "a0[16]")),
            ("the last lane", lane(WIDE, "a0[31]")),
            ("of integers", lane("void f(int, unsigned int __attribute__((ext_vector_type(32))))", "a1[20]")),
            ("in a call of itself", lane(WIDE, "a0[17] in the call of itself")),
            ("handed on, the first half twice", whole(&halves(1, 1))),
            ("handed on, the second half twice", whole(&halves(2, 2))),
        ],
        neighbours: vec![
            ("a lane of the first half", lane(WIDE, "a0[15]")),
            (
                "a vector of sixteen lanes",
                lane("void f(float __attribute__((ext_vector_type(16))))", "a0[16]"),
            ),
            ("a vector of bytes", lane("void f(char __attribute__((ext_vector_type(32))))", "a0[16]")),
            ("the halves exchanged", whole(&halves(2, 1))),
            ("another clause", of(Callee, WIDE).sees(&["NYUZI-S09"], "a0[16]", "0x57565554", "0x17161514")),
        ],
    }
}

fn wide_vector_between_levels() -> Row {
    let lane = |pairing, declaration: &str, lane: &str| {
        of(pairing, declaration).sees(LANG_05, lane, "0x57565554", "0x17161514")
    };
    Row {
        id: "NYUZI-CLANG9-02",
        occurrences: vec![
            ("a lane of the second half", lane(Cross, WIDE, "a0[16]")),
            ("the last lane", lane(Cross, WIDE, "a0[31]")),
        ],
        neighbours: vec![
            ("a lane of the first half", lane(Cross, WIDE, "a0[0]")),
            (
                "a vector of eight lanes",
                lane(Cross, "void f(float __attribute__((ext_vector_type(8))))", "a0[16]"),
            ),
            (
                "a vector of halves",
                lane(Cross, "void f(short __attribute__((ext_vector_type(32))))", "a0[16]"),
            ),
            ("another clause", of(Cross, WIDE).sees(&["NYUZI-S09"], "a0[16]", "0x57565554", "0x17161514")),
        ],
    }
}

const EIGHT: &str = "long long __attribute__((ext_vector_type(8))) f(int)";

fn many_words() -> Row {
    let result = |declaration: &str| {
        of(Callee, declaration).sees(LANG_05, "result", "01 02 in memory at 0xeffec0", "there: e0 e0")
    };
    let argument = |clause: &'static str| of(Callee, EIGHT).sees(&[clause], "a0", "0x80", "0x00effec0");
    let vector =
        |element: &str, lanes: u32| format!("{element} __attribute__((ext_vector_type({lanes}))) f(void)");
    Row {
        id: "NYUZI-CLANG9-03",
        occurrences: vec![
            ("eight long long", result(EIGHT)),
            ("four of them", result(&vector("unsigned long long", 4))),
            ("eight short", result(&vector("short", 8))),
            ("eight char", result(&vector("signed char", 8))),
            ("an argument is taken from one place too early", argument("NYUZI-ARG-01")),
            ("on the stack", argument("NYUZI-ARG-02")),
        ],
        neighbours: vec![
            ("two long long", result(&vector("long long", 2))),
            ("four short", result(&vector("short", 4))),
            ("sixteen short", result(&vector("short", 16))),
            ("a vector register", result(&vector("int", 16))),
            ("as an argument", result("void f(long long __attribute__((ext_vector_type(8))))")),
            ("between two", of(Cross, EIGHT).sees(LANG_05, "a0", "0x80", "0x0")),
            ("a register that is saved", result(EIGHT).sees(&["NYUZI-REG-05"], "s24", "as at entry", "0x0")),
            (
                "the stack pointer",
                of(Callee, EIGHT).sees(&["NYUZI-STACK-01"], "sp", "a multiple of 64", "0xeffec4"),
            ),
        ],
    }
}

fn many_words_otherwise() -> Row {
    let seen = |pairing, declaration: &str| {
        let seen = of(pairing, declaration).sees(LANG_05, "result", "as in other cases, R6", "here, R8");
        seen.sees(LANG_05, "result", "01 02 in s0", "s0 holds 0x0").changes("NYUZI-LANG-05", "result=R8")
    };
    Row {
        id: "NYUZI-CLANG9-08",
        occurrences: vec![
            ("four long long", seen(Callee, "long long __attribute__((ext_vector_type(4))) f(void)")),
            ("eight short", seen(Callee, "short __attribute__((ext_vector_type(8))) f(void)")),
        ],
        neighbours: vec![
            ("the caller", seen(Caller, EIGHT)),
            ("two long long", seen(Callee, "long long __attribute__((ext_vector_type(2))) f(void)")),
            ("sixteen lanes", seen(Callee, "int __attribute__((ext_vector_type(16))) f(void)")),
            ("as an argument", seen(Callee, "void f(long long __attribute__((ext_vector_type(8))))")),
            (
                "at another clause",
                of(Callee, EIGHT)
                    .sees(&["NYUZI-RET-01"], "result", "as in other cases, R1", "here, R2")
                    .sees(&["NYUZI-RET-01"], "result", "01 02 in s0", "s0 holds 0x0")
                    .changes("NYUZI-RET-01", "memory=R2"),
            ),
        ],
    }
}

fn many_words_called() -> Row {
    let stops = |declaration: &str, message: &str| Sight::stops("caller unit", declaration, message).by(LLVM);
    let known = "nyuzi-clang-O0: internal compiler error: Running pass 'Nyuzi DAG->DAG Pattern Instruction Selection'";
    let elsewhere = "nyuzi-clang-O0: internal compiler error: Running pass 'Prologue/Epilogue Insertion & Frame Finalization'";
    Row {
        id: "NYUZI-CLANG9-04",
        occurrences: vec![
            ("eight long long", stops(EIGHT, known)),
            ("eight short", stops("short __attribute__((ext_vector_type(8))) f(void)", known)),
            (
                "an argument that is handed back",
                stops("void f(long long __attribute__((ext_vector_type(4))))", known),
            ),
        ],
        neighbours: vec![
            ("another message", stops(EIGHT, elsewhere)),
            ("a hang", stops(EIGHT, "nyuzi-clang-O0: did not end in its time")),
            ("two long long", stops("long long __attribute__((ext_vector_type(2))) f(void)", known)),
            ("sixteen lanes", stops("int __attribute__((ext_vector_type(16))) f(void)", known)),
            ("no vector", stops("long long f(long long)", known)),
        ],
    }
}

fn packed_result() -> Row {
    let seen = |pairing, clause: &'static str, place: &str, observed: &str| {
        let declaration = "union __attribute__((packed)) { int m0; char m1; } f(void)";
        of(pairing, declaration).sees(&[clause, "NYUZI-S05"], "control", place, observed)
    };
    let place =
        "result: union __attribute__((packed)) { int m0; char m1; } in memory, where its address says";
    let aligned = "result: union { int m0; char m1; } in memory, where its address says";
    let argument = "a0: union __attribute__((packed)) { int m0; char m1; } in memory, where its address says";
    let nowhere =
        "stopped at 0x25f0 (f54+0xc): no memory for an access of 4 bytes at 0x0 (before it came back)";
    let inside =
        "result: struct { struct __attribute__((packed)) { int m0; } m0; } in memory, where its address says";
    Row {
        id: "NYUZI-CLANG9-05",
        occurrences: vec![
            ("a union", seen(Callee, "NYUZI-RET-01", place, MISALIGNED)),
            ("a record in a record", seen(Callee, "NYUZI-RET-01", inside, MISALIGNED)),
        ],
        neighbours: vec![
            ("the caller", seen(Caller, "NYUZI-RET-01", place, MISALIGNED)),
            ("another message", seen(Callee, "NYUZI-RET-01", place, nowhere)),
            ("nothing is packed", seen(Callee, "NYUZI-RET-01", aligned, MISALIGNED)),
            ("an argument", seen(Callee, "NYUZI-RET-01", argument, MISALIGNED)),
            ("another clause", seen(Callee, "NYUZI-S09", place, MISALIGNED)),
        ],
    }
}

fn aligned_by_bit_field() -> Row {
    let seen = |pairing, declaration: &str| {
        let place = "result: union { int : 32; char m1; } in memory, where its address says";
        let seen =
            of(pairing, declaration).sees(&["NYUZI-S05"], "control", "as in other cases, R1", "here, R3");
        seen.sees(&["NYUZI-RET-01", "NYUZI-S05"], "control", place, MISALIGNED).changes("NYUZI-S05", "R3")
    };
    Row {
        id: "NYUZI-CLANG9-13",
        occurrences: vec![
            ("a word", seen(Callee, "union { int : 32; char m1; } f(void)")),
            ("half a word", seen(Callee, "union { short : 16; char m1; } f(int)")),
        ],
        neighbours: vec![
            ("the caller", seen(Caller, "union { int : 32; char m1; } f(void)")),
            ("no bit-field", seen(Callee, "union { int m0; char m1; } f(void)")),
            ("a structure", seen(Callee, "struct { int : 32; char m1; } f(void)")),
            ("an argument", seen(Callee, "void f(union { int : 32; char m1; })")),
            (
                "at another clause",
                of(Callee, "union { int : 32; char m1; } f(void)")
                    .sees(&["NYUZI-RET-01"], "result", "as in other cases, R1", "here, R2")
                    .sees(&["NYUZI-RET-01"], "result", "01 02 in s0", "s0 holds 0x0")
                    .changes("NYUZI-RET-01", "memory=R2"),
            ),
        ],
    }
}

fn large_frame() -> Row {
    let seen = |pairing, clause: &'static str, observed: &str| {
        let expected = "control comes back to the return address";
        of(pairing, "void f(int)").sees(&[clause], "control", expected, observed)
    };
    let beside = "stopped at 0x1008 (f0+0x8): misaligned data access (0xe1e10211) (before it came back to the return address)";
    let s0 = "stopped at 0x1008 (f0+0x8): misaligned data access (0xe0e0e0e1) (before it came back to the return address)";
    let code = "stopped at 0xe1e10210: there is no code here (0xe1e10210) (before it came back to the return address)";
    Row {
        id: "NYUZI-CLANG9-06",
        occurrences: vec![("beside fp", seen(Callee, "NYUZI-CALL-01", beside))],
        neighbours: vec![
            ("the caller", seen(Caller, "NYUZI-CALL-01", beside)),
            ("between two levels", seen(Cross, "NYUZI-CALL-01", beside)),
            ("beside another register", seen(Callee, "NYUZI-CALL-01", s0)),
            ("another address", seen(Callee, "NYUZI-CALL-01", MISALIGNED)),
            ("a jump", seen(Callee, "NYUZI-CALL-01", code)),
            ("another clause", seen(Callee, "NYUZI-STACK-01", beside)),
        ],
    }
}

fn unequal() -> Row {
    let seen = |operation: &str, of_constants: bool, clause: &'static str| {
        Sight::of_expression(operation, of_constants).by(LLVM).sees(
            &[clause],
            &format!("value of {operation}"),
            "0x0010",
            "0x0000",
        )
    };
    Row {
        id: "NYUZI-CLANG9-07",
        occurrences: vec![("constants", seen("mask-floats-unequal", true, "NYUZI-LANG-31"))],
        neighbours: vec![
            ("operands that are read", seen("mask-floats-unequal", false, "NYUZI-LANG-31")),
            ("equal lanes", seen("mask-floats-equal", true, "NYUZI-LANG-31")),
            ("integers", seen("mask-unequal", true, "NYUZI-LANG-29")),
            ("another clause", seen("mask-floats-unequal", true, "NYUZI-LANG-19")),
            ("a layout", of(Layout, "void f(float)").sees(&["NYUZI-LANG-31"], "sizeof (float)", "4", "8")),
        ],
    }
}

const NARROW: &str = "void f(int, ..., signed char __attribute__((ext_vector_type(16))))";

fn unnamed_narrow() -> Row {
    let seen = |pairing, declaration: &str, clause: &'static str, observed: &str| {
        let expected = "control comes back to the return address";
        of(pairing, declaration).sees(&[clause], "control", expected, observed)
    };
    let nowhere = "stopped at 0x102c (f0+0x2c): no memory for an access of 64 bytes at 0x0 (before it came back to the return address)";
    Row {
        id: "NYUZI-CLANG9-09",
        occurrences: vec![
            ("bytes", seen(Callee, NARROW, "NYUZI-CALL-01", MISALIGNED)),
            (
                "half words behind others",
                seen(
                    Callee,
                    "int f(char, ..., int, unsigned short __attribute__((ext_vector_type(16))), int)",
                    "NYUZI-CALL-01",
                    MISALIGNED,
                ),
            ),
        ],
        neighbours: vec![
            ("the caller", seen(Caller, NARROW, "NYUZI-CALL-01", MISALIGNED)),
            ("another message", seen(Callee, NARROW, "NYUZI-CALL-01", nowhere)),
            ("another clause", seen(Callee, NARROW, "NYUZI-STACK-01", MISALIGNED)),
            (
                "a named vector",
                seen(
                    Callee,
                    "void f(signed char __attribute__((ext_vector_type(16))))",
                    "NYUZI-CALL-01",
                    MISALIGNED,
                ),
            ),
            (
                "words",
                seen(
                    Callee,
                    "void f(int, ..., int __attribute__((ext_vector_type(16))))",
                    "NYUZI-CALL-01",
                    MISALIGNED,
                ),
            ),
        ],
    }
}

/// The compiler stops with a message.
fn stops(declaration: &str, message: &str) -> Sight {
    let message = format!("nyuzi-clang-O0: internal compiler error: {message}");
    Sight::stops("callee unit", declaration, &message).by(LLVM)
}

/// The compiler does not end.
fn hangs(declaration: &str) -> Sight {
    Sight::stops("callee unit", declaration, "nyuzi-clang-O0: did not end in its time").by(LLVM)
}

const SPLIT: &str = "fatal error: error in backend: Do not know how to split the result of this operator!";
const SELECTION: &str = "Running pass 'Nyuzi DAG->DAG Pattern Instruction Selection'";

fn unnamed_split() -> Row {
    let eight = "void f(int, ..., long long __attribute__((ext_vector_type(8))))";
    Row {
        id: "NYUZI-CLANG9-10",
        occurrences: vec![
            ("eight long long", stops(eight, SPLIT)),
            (
                "behind others",
                stops(
                    "double f(int, ..., double, unsigned short __attribute__((ext_vector_type(8))), int)",
                    SPLIT,
                ),
            ),
            (
                "one lane",
                stops(
                    "void f(int, ..., float __attribute__((ext_vector_type(1))))",
                    "fatal error: error in backend: Do not know how to scalarize the result of this operator!",
                ),
            ),
        ],
        neighbours: vec![
            ("another message", stops(eight, "fatal error: error in backend: Cannot select this")),
            ("named", stops("void f(long long __attribute__((ext_vector_type(8))))", SPLIT)),
            ("sixteen words", stops("void f(int, ..., int __attribute__((ext_vector_type(16))))", SPLIT)),
            ("no vector", stops("void f(int, ..., long long)", SPLIT)),
            ("a hang", hangs(eight)),
        ],
    }
}

fn unnamed_selection() -> Row {
    let eight = "void f(int, ..., unsigned int __attribute__((ext_vector_type(8))))";
    let store = "fatal error: error in backend: Cannot select: 0x5557698a9548: ch = store<(store 16 into %stack.2, align 64)>";
    let load = "fatal error: error in backend: Cannot select: 0x5557698a9548: v4i32,ch = load<(load 16 from %stack.2)>";
    Row {
        id: "NYUZI-CLANG9-11",
        occurrences: vec![
            ("eight words", stops(eight, SELECTION)),
            ("a store that cannot be selected", stops(eight, store)),
            (
                "two floats behind others",
                stops("int f(int, ..., int, float __attribute__((ext_vector_type(2))))", SELECTION),
            ),
        ],
        neighbours: vec![
            ("another pass", stops(eight, "Running pass 'Prologue/Epilogue Insertion & Frame Finalization'")),
            ("another node", stops(eight, load)),
            ("named", stops("void f(unsigned int __attribute__((ext_vector_type(8))))", SELECTION)),
            ("sixteen words", stops("void f(int, ..., int __attribute__((ext_vector_type(16))))", SELECTION)),
            ("no vector", stops("void f(int, ..., int)", SELECTION)),
            ("a hang", hangs(eight)),
        ],
    }
}

fn block_offset() -> Row {
    const CLAUSE: &[&str] = &["NYUZI-LANG-28"];
    let nowhere =
        "stopped at 0x1044: no memory for an access of 64 bytes at 0xfffff080 (before it came back)";
    let misaligned = "stopped at 0x1044: misaligned data access (0x2004) (before it came back)";
    let back = "control comes back with a value";
    let of = |operation: &str| Sight::of_expression(operation, false).by(LLVM);
    Row {
        id: "NYUZI-CLANG9-12",
        occurrences: vec![
            ("integers", of("block-ints-far").sees(CLAUSE, "control", back, nowhere)),
            ("numbers", of("block-floats-far").sees(CLAUSE, "control", back, nowhere)),
            (
                "nothing is stored",
                of("block-ints-below")
                    .sees(CLAUSE, "value of block-ints-below", "0x0010", "0x0000")
                    .by_mistake("operand r unchanged"),
            ),
        ],
        neighbours: vec![
            ("no offset", of("block-ints").sees(CLAUSE, "control", back, nowhere)),
            ("another message", of("block-ints-far").sees(CLAUSE, "control", back, misaligned)),
            (
                "another mistake",
                of("block-ints-far")
                    .sees(CLAUSE, "value of block-ints-far", "0x0010", "0x0000")
                    .by_mistake("operand a unchanged"),
            ),
            (
                "another value",
                of("block-ints-far").sees(CLAUSE, "value of block-ints-far", "0x0010", "0x0000"),
            ),
            ("another clause", of("block-ints-far").sees(&["NYUZI-LANG-31"], "control", back, nowhere)),
        ],
    }
}
