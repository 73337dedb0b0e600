//! What arguments mean: members of records, elements, multiples, addresses in other memory, memory in common; and where objects
//! lie.

use super::Asked;
use crate::common::RISCV;

/// Adds the numbers of a record that has their address and their count.
const TOTAL: &str = "\t.globl f\nf:\tld a1, 0(a0)\n\tlw a2, 8(a0)\n\tli a0, 0\n1:\tblez a2, 2f\n\tlw a3, 0(a1)\n\taddw a0, a0, a3\n\
                     \taddi a1, a1, 4\n\taddiw a2, a2, -1\n\tj 1b\n2:\tret\n";
const SPAN: &str = "s: 1 of struct { const int *data; int count; }";

fn asked<'a>(text: &'a str, prototype: &'a str, arguments: &'a [&'a str]) -> Asked<'a> {
    Asked { prototype, arguments, inputs: 800, ..Asked::plain(RISCV, text) }
}

/// Names of the findings, and whether all ran.
fn found(asked: &Asked<'_>) -> (Vec<String>, bool) {
    let ran = asked.ran();
    (ran.findings.into_iter().map(|fault| fault.name).collect(), ran.coverage.is_whole())
}

fn is_clean(text: &str, prototype: &str, arguments: &[&str]) {
    assert_eq!(found(&asked(text, prototype, arguments)), (Vec::new(), true), "{prototype} {arguments:?}");
}

fn has(text: &str, prototype: &str, arguments: &[&str], name: &str) {
    let (names, _) = found(&asked(text, prototype, arguments));
    assert!(names.iter().any(|found| found == name), "{prototype} {arguments:?}: {names:?}");
}

#[test]
fn members_of_records() {
    let prototype = "int f(const void *s)";
    is_clean(TOTAL, prototype, &[SPAN, "s.data: 0..9 of int", "s.count: 0..s.data"]);
    // Whichever of them comes first.
    is_clean(TOTAL, prototype, &[SPAN, "s.data: s.count of int", "s.count: 0..9"]);
    has(TOTAL, prototype, &[SPAN, "s.data: 0..9 of int", "s.count: 0..s.data+1"], "reads beside s.data");
    // A record by value, and one of several.
    let by_value = "\t.globl f\nf:\tmv a2, a0\n\tli a0, 0\n1:\tbeqz a1, 2f\n\tlbu a3, 0(a2)\n\taddw a0, a0, a3\n\taddi a2, a2, 1\n\
                    \taddi a1, a1, -1\n\tj 1b\n2:\tret\n";
    let prototype = "int f(struct { const char *p; unsigned long n; } s)";
    is_clean(by_value, prototype, &["s.p: 0..9 bytes", "s.n: 0..s.p"]);
    has(by_value, prototype, &["s.p: 0..9 bytes", "s.n: 0..9"], "reads beside s.p");
    let last = "\t.globl f\nf:\tslli a1, a1, 4\n\tadd a0, a0, a1\n\tld a1, -16(a0)\n\tlw a2, -8(a0)\n\tslli a2, a2, 2\n\
                \tadd a1, a1, a2\n\tlw a0, -4(a1)\n\tret\n";
    let prototype = "int f(const void *s, long n)";
    let several = "s: n of struct { const int *data; int count; }";
    is_clean(last, prototype, &[several, "n: 1..4", "s.data: 1..9 of int", "s.count: s.data"]);
    // Bits of a bit-field, in an array: one of three rounds, and a place in the array.
    let key = "\t.globl f\nf:\tlbu a1, 32(a0)\n\tandi a1, a1, 7\n\tslli a1, a1, 2\n\tadd a0, a0, a1\n\tlw a0, 0(a0)\n\tret\n";
    let prototype = "int f(const void *k)";
    let record = "k: 1 of struct { int a[8]; unsigned at : 3, other : 5; }";
    is_clean(key, prototype, &[record, "k.at: 1 | 2 | 7"]);
    // As deep as one likes.
    let list = "\t.globl f\nf:\tli a1, 0\n1:\tlw a2, 8(a0)\n\taddw a1, a1, a2\n\tld a0, 0(a0)\n\tbnez a0, 1b\n\tmv a0, a1\n\tret\n";
    let node = "struct { void *next; int value; }";
    let (first, second) = (format!("h: 1 of {node}"), format!("h.next: 1 of {node}, or null"));
    is_clean(list, "int f(const void *h)", &[&first, &second, "h.next.next: null"]);
}

#[test]
fn what_is_wrong_with_a_member_is_said() {
    for (arguments, expected) in [
        (
            vec![SPAN, "s.data: 4 of int", "s.length: 3"],
            "there is no member `s.length`; there are s.data, s.count",
        ),
        (
            vec![SPAN, "s.data: s.count of int", "s.count: 0..s.data"],
            "the meanings of s.data, s.count depend on each other",
        ),
        (vec![SPAN, "s.data: s.data bytes"], "the meaning of `s.data` depends on itself"),
        (
            vec![SPAN, "s.data: s.size bytes"],
            "`s` depends on `s.size`, which is no number and no pointer in a record",
        ),
        (
            vec![SPAN, "s.data: 4 of int", "s.count: 4 bytes"],
            "`s.count` is of type `int count`, to which this meaning does not fit",
        ),
        (
            vec!["s: 4 of char *"],
            "`s` leads to pointers: say what they are behind a comma, such as `each 16 bytes`",
        ),
        (vec!["s: 4 of int", "s.x: 3"], "there is no member `s.x`; there are no numbers or pointers in it"),
    ] {
        let answer = std::panic::catch_unwind(|| asked(TOTAL, "int f(const void *s)", &arguments).ran());
        let message = *answer.unwrap_err().downcast::<String>().unwrap();
        assert!(message.contains(expected), "{arguments:?}: {message}");
    }
}

#[test]
fn elements_and_multiples() {
    let gather = "\t.globl f\nf:\tmv a3, a0\n\tli a0, 0\n1:\tblez a2, 2f\n\tlbu a4, 0(a1)\n\tslli a4, a4, 2\n\tadd a4, a4, a3\n\
                  \tlw a4, 0(a4)\n\taddw a0, a0, a4\n\taddi a1, a1, 1\n\taddiw a2, a2, -1\n\tj 1b\n2:\tret\n";
    let prototype = "int f(const int *table, const unsigned char *at, int n)";
    let [table, n] = ["table: 1..30 of int", "n: 0..20"];
    is_clean(gather, prototype, &[table, "at: n bytes, each 0..table-1", n]);
    is_clean(gather, prototype, &["table: 9 of int", "at: n of unsigned char, each 0|3|8", n]);
    has(gather, prototype, &[table, "at: n bytes, each 0..table", n], "reads beside table");
    let lengths = "\t.globl f\nf:\tmv a3, a0\n\tli a0, 0\n1:\tblez a1, 2f\n\tld a2, 0(a3)\n\tlbu a2, 0(a2)\n\tadd a0, a0, a2\n\
                   \taddi a3, a3, 8\n\taddiw a1, a1, -1\n\tj 1b\n2:\tret\n";
    let prototype = "long f(char *const *v, int n)";
    is_clean(lengths, prototype, &["v: n of char *, each string 0..9", "n: 0..5"]);
    has(lengths, prototype, &["v: n of char *, each 0..2 bytes", "n: 0..5"], "reads beside v[]");
    // Sixteen bytes at a time.
    let blocks = "\t.globl f\nf:\tadd a1, a1, a0\n1:\tbgeu a0, a1, 2f\n\tsd zero, 0(a0)\n\tsd zero, 8(a0)\n\taddi a0, a0, 16\n\tj 1b\n\
                  2:\tret\n";
    let prototype = "void f(char *p, unsigned long n)";
    is_clean(blocks, prototype, &["p: n bytes, align 8", "n: 0..512, multiple of 16"]);
    is_clean(blocks, prototype, &["p: 0..512 bytes, align 8, multiple of 16", "n: p"]);
    has(blocks, prototype, &["p: n bytes, align 8", "n: 0..512, multiple of 8"], "writes beside p");
}

#[test]
fn addresses_in_other_memory() {
    let count = "\t.globl f\nf:\tmv a2, a0\n\tli a0, 0\n1:\tbeq a2, a1, 2f\n\tlbu a3, 0(a2)\n\tadd a0, a0, a3\n\taddi a2, a2, 1\n\tj 1b\n\
                 2:\tret\n";
    let prototype = "long f(const char *from, const char *to)";
    is_clean(count, prototype, &["from: 0..20 bytes", "to: from at from"]);
    is_clean(count, prototype, &["from: 0..20 bytes", "to: from at 0..from"]);
    // Ways that only overlapping memory takes, and only the same memory.
    let moves = "\t.globl f\nf:\tbeqz a2, 2f\n\tsub a3, a0, a1\n\tbltu a3, a2, 1f\n\tlb a4, 0(a1)\n\tsb a4, 0(a0)\n\tret\n\
                 1:\tbeqz a3, 2f\n\tadd a1, a1, a2\n\tlb a4, -1(a1)\n\tadd a0, a0, a2\n\tsb a4, -1(a0)\n2:\tret\n";
    let prototype = "void f(char *to, const char *from, unsigned long n)";
    let arguments = ["to: n bytes, out, may overlap from", "from: n bytes", "n: 0..40"];
    is_clean(moves, prototype, &arguments);
    let (names, is_whole) =
        found(&asked(moves, prototype, &["to: n bytes, out", "from: n bytes", "n: 0..40"]));
    assert_eq!((names, is_whole), (Vec::new(), false));
    let works_in_place =
        "\t.globl f\nf:\tlw a2, 0(a1)\n\tbeq a0, a1, 1f\n\taddi a2, a2, 1\n1:\tsw a2, 0(a0)\n\tret\n";
    is_clean(
        works_in_place,
        "void f(int *to, const int *from)",
        &["to: 1 of int, out, or same as from", "from: 1 of int"],
    );
    // What it may only read is not written where nothing else lies.
    let wrong = "\t.globl f\nf:\tlb a2, 0(a1)\n\tsb a2, 1(a1)\n\tsb a2, 0(a0)\n\tret\n";
    let arguments = ["to: 2 bytes, out, may overlap from", "from: 2 bytes"];
    has(wrong, "void f(char *to, const char *from)", &arguments, "writes from");
}

/// Each distance from a multiple of 64, and each order of three objects, whatever the seed.
#[test]
fn places_come_in_turn() {
    let mut table = "\t.globl f\nf:\tandi a0, a0, 63\n\tla a1, table\n\tslli a0, a0, 3\n\tadd a1, a1, a0\n\tjr a1\n\t.option norvc\n\
                     table:\n"
        .to_owned();
    for number in 0..64 {
        table += &format!("\tli a0, {number}\n\tret\n");
    }
    let order = "\t.globl f\nf:\tbltu a0, a1, 1f\n\tbltu a0, a2, 2f\n\tli a0, 1\n\tret\n1:\tbltu a1, a2, 3f\n\tli a0, 2\n\tret\n\
                 2:\tli a0, 3\n\tret\n3:\tli a0, 4\n\tret\n";
    for seed in 1..=4 {
        let byte = asked(&table, "int f(const char *p)", &["p: 8 bytes"]);
        assert_eq!(found(&Asked { seed, ..byte }), (Vec::new(), true), "{seed}");
        let three =
            asked(order, "int f(char *p, char *q, char *r)", &["p: 9 bytes", "q: 40 bytes", "r: 1 bytes"]);
        assert_eq!(found(&Asked { seed, ..three }), (Vec::new(), true), "{seed}");
    }
}

/// Only the first inputs without an end run for the whole budget; what to say of the member stands beside the finding.
#[test]
fn inputs_without_an_end() {
    let ran = asked(TOTAL, "int f(const void *s)", &[SPAN, "s.data: 4 of int"]).ran();
    let note = "stopped after 20000 instructions and not looked at, since 3 others had not come to an end";
    assert!(ran.notes.iter().any(|text| text.contains(note)), "{:?}", ran.notes);
    let lost = ran.findings.iter().find(|fault| fault.name == "does not come back").unwrap();
    assert_eq!((lost.times, lost.observed.as_str()), (3, "still running after 1000073 instructions"));
    let beside = ran.findings.iter().find(|fault| fault.name == "reads beside s.data").unwrap();
    let hint = "`s.count` holds any number; say which it may hold, as in --argument 's.count: 0..s.data'";
    assert_eq!(beside.hint.as_deref(), Some(hint));
}

/// Strings that differ late, as comparing functions need them.
#[test]
fn contents_are_alike_now_and_then() {
    let compare = "\t.globl f\nf:\tli a4, 12\n1:\tlbu a2, 0(a0)\n\tlbu a3, 0(a1)\n\tbne a2, a3, 2f\n\tbeqz a2, 3f\n\taddi a0, a0, 1\n\
                   \taddi a1, a1, 1\n\taddi a4, a4, -1\n\tbgtz a4, 1b\n\tli a0, 3\n\tret\n2:\tsub a0, a2, a3\n\tret\n3:\tli a0, 0\n\tret\n";
    is_clean(compare, "int f(const char *p, const char *q)", &["p: string", "q: string"]);
}
