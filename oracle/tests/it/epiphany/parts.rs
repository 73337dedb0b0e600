//! Complex types, vectors, types without a row in the table, signs of bit-fields and alignment of objects,
//! worked out by hand: EPIPHANY-S01, -S02, -S24 and -S25.

use super::{DOCUMENT, EPIPHANY, GCC};
use crate::support::Readings;
use crosscall_model::unit::{LayoutItem, layout_items};
use crosscall_oracle::abi;
use crosscall_oracle::judge::judge_layout;

const V2: &str = "typedef int v __attribute__((ext_vector_type(2)));";
const V4: &str = "typedef int v __attribute__((ext_vector_type(4)));";

#[test]
fn complex_arguments() {
    let single = "void f(int, int, int, float _Complex, int)";
    let double = "void f(int, double _Complex, int)";
    EPIPHANY.assert_planned(
        &DOCUMENT,
        &[
            // EPIPHANY-S24.R1: two words, then two double words, each with its own place.
            (single, "a0 r0, a1 r1, a2 r2, a3 r3:[sp+8], a4 [sp+12]"),
            (double, "a0 r0, a1 r2:r3:[sp+8]/8, a2 [sp+16]"),
            ("void f(int, ..., float _Complex)", "a0 r0, v0 r1:r2"),
        ],
    );
    let structure = EPIPHANY.readings(&[("EPIPHANY-S24/argument", "R2"), ("EPIPHANY-S06", "R3")]);
    EPIPHANY.assert_planned(
        &structure,
        &[
            (single, "a0 r0, a1 r1, a2 r2, a3 [sp+8]/8, a4 [sp+16]"),
            (double, "a0 r0, a1 [sp+8]/16, a2 [sp+24]"),
        ],
    );
    let by_address = EPIPHANY.readings(&[("EPIPHANY-S24/argument", "R2"), ("EPIPHANY-S06", "R1")]);
    EPIPHANY.assert_planned(&by_address, &[(single, "a0 r0, a1 r1, a2 r2, a3 *r3 align 4, a4 [sp+8]")]);
    let words = EPIPHANY.readings(&[("EPIPHANY-S24/argument", "R3")]);
    EPIPHANY.assert_planned(
        &words,
        &[
            ("void f(int, float _Complex, int)", "a0 r0, a1 r1:r2, a2 r3"),
            (single, "a0 r0, a1 r1, a2 r2, a3 [sp+8]/8, a4 [sp+16]"),
            (double, "a0 r0, a1 [sp+8]/16, a2 [sp+24]"),
        ],
    );
    let on_stack = EPIPHANY.readings(&[("EPIPHANY-ARG-04", "R2")]);
    EPIPHANY.assert_planned(&on_stack, &[("void f(float _Complex, int)", "a0 [sp+8]:[sp+12], a1 r0")]);
}

#[test]
fn complex_results() {
    let functions = ["float _Complex f(void)", "double _Complex f(void)"];
    let places = |permits: &Readings| functions.map(|text| EPIPHANY.planned(text, permits));
    let memory = "result *r0 back in r0 writable align";
    assert_eq!(places(&DOCUMENT), ["result r0:r1".to_owned(), format!("{memory} 8")]);
    let structure = EPIPHANY.readings(&[("EPIPHANY-S24/result", "R5")]);
    assert_eq!(places(&structure), [format!("{memory} 4"), format!("{memory} 8")]);
    let registers = EPIPHANY.readings(&[("EPIPHANY-S24/result", "R6")]);
    assert_eq!(places(&registers), ["result r0:r1", "result r0:r1:r2:r3"]);
}

#[test]
fn vector_arguments() {
    let two = |rest: &str| format!("{V2} void f({rest})");
    let four = |rest: &str| format!("{V4} void f({rest})");
    let same = |text: String, permits: &Readings, expected: &str| {
        assert_eq!(EPIPHANY.planned(&text, permits), expected, "{text}");
    };
    same(two("int, v, int"), &DOCUMENT, "a0 r0, a1 r2:r3, a2 [sp+8]");
    same(two("int, int, int, v, int"), &DOCUMENT, "a0 r0, a1 r1, a2 r2, a3 [sp+8]/8, a4 [sp+16]");
    same(four("v, int"), &DOCUMENT, "a0 r0:r1:r2:r3, a1 [sp+8]");
    same(four("int, v, int"), &DOCUMENT, "a0 r0, a1 r2:r3:[sp+8]/8, a2 [sp+16]");
    same("void f(char __attribute__((vector_size(2))))".to_owned(), &DOCUMENT, "a0 r0/2");
    let whole = EPIPHANY.readings(&[("EPIPHANY-S25/split", "R1")]);
    same(four("int, v, int"), &whole, "a0 r0, a1 [sp+8]/16, a2 [sp+24]");
    let lanes = EPIPHANY.readings(&[("EPIPHANY-S25/alignment", "R9")]);
    same(four("int, v, int"), &lanes, "a0 r0, a1 r1:r2:r3:[sp+8], a2 [sp+12]");
    let address = EPIPHANY.readings(&[("EPIPHANY-S25/argument", "R6"), ("EPIPHANY-S25/alignment", "R8")]);
    same(four("int, v, int"), &address, "a0 r0, a1 *r1 align 16, a2 r2");
    let structure = EPIPHANY.readings(&[("EPIPHANY-S25/argument", "R5"), ("EPIPHANY-S06", "R3")]);
    same(two("int, v, int"), &structure, "a0 r0, a1 r1:r2, a2 r3");
}

#[test]
fn vector_results() {
    let functions = [
        "char __attribute__((vector_size(4))) f(void)".to_owned(),
        format!("{V2} v f(void)"),
        format!("{V4} v f(void)"),
    ];
    let places = |permits: &Readings| functions.clone().map(|text| EPIPHANY.planned(&text, permits));
    let memory = "result *r0 back in r0 writable align 8";
    assert_eq!(places(&DOCUMENT), ["result r0", "result r0:r1", memory]);
    assert_eq!(places(&EPIPHANY.readings(&[("EPIPHANY-S25/result", "R11")])), ["result r0", memory, memory]);
    assert_eq!(
        places(&EPIPHANY.readings(&[("EPIPHANY-S25/result", "R12")])),
        ["result r0", "result r0:r1", "result r0:r1:r2:r3"]
    );
}

#[test]
fn sizes_alignments_and_bytes() {
    let numbers = |text: &str, permits: &Readings| {
        let plan = abi::layout_plan(&EPIPHANY.case(text), &mut EPIPHANY.chooser(permits));
        plan.numbers.iter().filter_map(|n| n.value).collect::<Vec<_>>()
    };
    assert_eq!(numbers("void f(double _Complex)", &DOCUMENT), [16, 8]);
    assert_eq!(numbers("void f(wchar_t)", &DOCUMENT), [4, 4, 0]);
    assert_eq!(numbers("void f(wchar_t)", &EPIPHANY.readings(&[("EPIPHANY-S01/wchar", "R5")])), [4, 4, 1]);
    assert_eq!(numbers("void f(wchar_t)", &EPIPHANY.readings(&[("EPIPHANY-S01/wchar", "R6")])), [2, 2, 0]);
    assert_eq!(numbers("void f(size_t, ptrdiff_t)", &DOCUMENT), [4, 4, 0, 4, 4, 1]);
    let vector = format!("{V4} void f(v)");
    const SIZE: Readings = EPIPHANY.readings(&[("EPIPHANY-S25/alignment", "R8")]);
    const LANES: Readings = EPIPHANY.readings(&[("EPIPHANY-S25/alignment", "R9")]);
    for (permits, align) in [(&DOCUMENT, 8), (&SIZE, 16), (&LANES, 4)] {
        assert_eq!(numbers(&vector, permits), [16, align]);
    }
    // Size, alignment and place of the member; then those of the types inside.
    let record = "void f(struct { char c; float _Complex z; })";
    assert_eq!(numbers(record, &DOCUMENT)[..4], [12, 4, 0, 4]);
    assert_eq!(numbers(record, &GCC)[..4], [16, 8, 0, 4]);
    let plan = abi::layout_plan(&EPIPHANY.case("void f(float _Complex)"), &mut EPIPHANY.chooser(&DOCUMENT));
    assert_eq!(plan.images[0].image.bytes, [1, 2, 3, 0x84, 5, 6, 7, 0x88]);
}

#[test]
fn signs_of_bit_fields() {
    let text = "void f(struct { int a : 3; unsigned b : 3; char c : 2; signed char d : 2; _Bool e : 1; \
                enum { M = -1 } g : 2; })";
    let signs = |permits: &Readings| {
        let case = EPIPHANY.case(text);
        let plan = abi::layout_plan(&case, &mut EPIPHANY.chooser(permits));
        let items = layout_items(&case);
        let signed =
            items.iter().zip(&plan.numbers).filter(|(i, _)| matches!(i, LayoutItem::FieldSigned(..)));
        signed.map(|(_, n)| (n.value.unwrap_or(9), n.clauses[0])).collect::<Vec<_>>()
    };
    let (s02, char_row) = ("EPIPHANY-S02", "EPIPHANY-TYPE-05");
    assert_eq!(signs(&DOCUMENT), [(1, s02), (0, s02), (1, char_row), (1, s02), (1, s02)]);
    // With GCC's unsigned `char`.
    assert_eq!(signs(&GCC).iter().map(|(n, _)| *n).collect::<Vec<_>>(), [1, 0, 0, 1, 1]);
    let unsigned = EPIPHANY.readings(&[("EPIPHANY-S02/sign", "R5")]);
    assert_eq!(signs(&unsigned).iter().map(|(n, _)| *n).collect::<Vec<_>>(), [0, 0, 0, 1, 1]);
}

#[test]
fn an_object_is_aligned_as_its_type() {
    let case = EPIPHANY.case("void f(long long, char)");
    let plan = abi::layout_plan(&case, &mut EPIPHANY.chooser(&DOCUMENT));
    assert_eq!(plan.objects.iter().map(|o| o.value).collect::<Vec<_>>(), [Some(8), Some(1)]);
    let numbers: Vec<u64> = plan.numbers.iter().filter_map(|n| n.value).collect();
    let images: Vec<Vec<u8>> = plan.images.iter().map(|i| i.image.bytes.clone()).collect();
    assert!(judge_layout(&case, &plan, &numbers, &images, &[16, 1]).mismatches.is_empty());
    let judgement = judge_layout(&case, &plan, &numbers, &images, &[4, 1]);
    let [mismatch] = judgement.mismatches.as_slice() else { panic!("one mismatch: {judgement:?}") };
    assert_eq!(mismatch.clauses[0], "EPIPHANY-TYPE-14");
    let words = mismatch.words();
    assert_eq!(
        (words.expected.as_str(), words.observed.as_str()),
        ("a multiple of 8", "a multiple of 4 only")
    );
}
