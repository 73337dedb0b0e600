//! Complex types, vectors, types without a row in the table, signs of bit-fields and alignment of objects,
//! worked out by hand: EPIPHANY-S01, -S02, -S24 and -S25.

use super::{DOCUMENT, EPIPHANY, GCC};
use crate::support::Readings;
use crosscall_model::unit::{LayoutItem, layout_items};
use crosscall_oracle::abi;
use crosscall_oracle::judge::judge_layout;

const V4: &str = "typedef int v __attribute__((ext_vector_type(4)));";

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
