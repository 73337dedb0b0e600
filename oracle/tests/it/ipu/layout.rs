//! Layouts of the IPU, worked out by hand from the document, by each reading.

use super::{DOCUMENT, IPU};
use crate::support::Readings;
use crosscall_model::unit::layout_items;
use crosscall_model::{Member, Target, Type};
use crosscall_oracle::abi;

/// Size and alignment of the parameter of a function, and where its members begin, in bits.
fn laid(parameter: &str, permits: &Readings) -> (u64, u64, Vec<u64>) {
    let case = IPU.case(&format!("void f({parameter})"));
    let layout = abi::layout(Target::Ipu, &case.signature.parameters[0], &mut IPU.chooser(permits));
    (layout.size, layout.align, layout.members.iter().map(|place| place.bit_offset).collect())
}

fn table(permits: &Readings, rows: &[(&str, u64, u64, &[u64])]) {
    for (text, size, align, members) in rows {
        assert_eq!(laid(text, permits), (*size, *align, members.to_vec()), "{text}");
    }
}

#[test]
fn scalars_and_vectors() {
    table(
        &DOCUMENT,
        &[
            ("char", 1, 1, &[]),
            ("half", 2, 2, &[]),
            ("long", 4, 4, &[]),
            ("long long", 8, 8, &[]),
            ("double", 8, 8, &[]),
            ("long double", 8, 8, &[]),
            ("void *", 4, 4, &[]),
            ("_Bool", 1, 1, &[]),
            ("size_t", 4, 4, &[]),
            ("h2", 4, 4, &[]),
            ("f4", 16, 16, &[]),
            ("enum { A, B }", 4, 4, &[]),
            ("enum { A = 5000000000 }", 8, 8, &[]),
        ],
    );
    table(&IPU.readings(&[("TYPE-01/double", "R4")]), &[("double", 8, 4, &[]), ("long double", 8, 4, &[])]);
    table(&IPU.readings(&[("TYPE-01/vector", "R6")]), &[("f4", 16, 8, &[]), ("f2", 8, 8, &[])]);
    table(&IPU.readings(&[("TYPE-05", "R1")]), &[("enum { A = 5000000000 }", 4, 4, &[])]);
}

#[test]
fn records() {
    table(
        &DOCUMENT,
        &[
            ("struct { char a; half b; char c; long long d; }", 16, 8, &[0, 16, 32, 64]),
            ("struct { char a; f2 b; }", 16, 8, &[0, 64]),
            ("union { char a[5]; half b; }", 6, 2, &[0, 0]),
            ("struct { }", 0, 1, &[]),
        ],
    );
    table(&IPU.readings(&[("S07/empty", "R2")]), &[("struct { }", 1, 1, &[])]);
}

#[test]
fn bit_fields() {
    table(
        &DOCUMENT,
        &[
            ("struct { int a : 3; int b : 5; }", 4, 4, &[0, 3]),
            ("struct { int a : 30; int b : 3; }", 8, 4, &[0, 32]),
            ("struct { char a; int b : 20; }", 4, 4, &[0, 8]),
            ("struct { char a; int b : 25; }", 8, 4, &[0, 32]),
            ("struct { int a : 3; char b; }", 4, 4, &[0, 8]),
            ("struct { long long a : 40; int b : 3; }", 8, 8, &[0, 40]),
            ("struct { char a : 3; int : 0; char b : 3; }", 8, 4, &[0, 32, 32]),
            ("struct { char a; int : 0; }", 4, 4, &[0, 32]),
            ("struct { char a; short : 3; char b; }", 4, 2, &[0, 8, 16]),
            ("union { char a : 3; int b : 9; }", 4, 4, &[0, 0]),
            ("struct __attribute__((packed)) { int a : 3; int b : 30; }", 5, 1, &[0, 3]),
            ("struct { char a; int [[gnu::aligned(16)]] b; char c; }", 32, 16, &[0, 128, 160]),
            ("struct { char a; long long [[gnu::aligned(4)]] b[2]; char c; }", 24, 4, &[0, 32, 160]),
        ],
    );
}

/// The signs of the bit-fields of a structure, in order.
fn signs(text: &str, permits: &Readings) -> Vec<Option<u64>> {
    let case = IPU.case(&format!("void f({text})"));
    let plan = abi::layout_plan(&case, &mut IPU.chooser(permits));
    let is_sign = |item: &crosscall_model::unit::LayoutItem<'_>| {
        matches!(item, crosscall_model::unit::LayoutItem::FieldSigned(..))
    };
    let items = layout_items(&case);
    let found = items.iter().zip(&plan.numbers).filter(|(item, _)| is_sign(item));
    found.map(|(_, number)| number.value).collect()
}

#[test]
fn signs_of_bit_fields() {
    let plain = "struct { char a : 3; int b : 3; unsigned c : 3; long long d : 3; }";
    assert_eq!(signs(plain, &DOCUMENT), [1, 1, 0, 1].map(Some));
    // A signed one of 3 bits holds 3 at most.
    let enums = "struct { enum { A, B = 3 } a : 3; enum { C, D = 4 } b : 3; enum { E, F = 4 } c : 4; enum { G = -1 } d : 2; }";
    assert_eq!(signs(enums, &DOCUMENT), [1, 0, 1, 1].map(Some));
    assert_eq!(signs(enums, &IPU.readings(&[("LAYOUT-06", "R2")])), [1, 1, 1, 1].map(Some));
}

#[test]
fn an_unnamed_bit_field_aligns_like_a_named_one() {
    let parameter = |text: &str| IPU.case(&format!("void f({text})")).signature.parameters.remove(0);
    for text in ["struct { char a; int b : 3; }", "struct { char a; long long b : 9; char c; }"] {
        let named = parameter(text);
        let Type::Record(record) = &named else { panic!("a structure") };
        let mut record = record.clone();
        for member in &mut record.members {
            *member = Member { named: member.bits.is_none(), ..member.clone() };
        }
        let unnamed = Type::Record(record);
        let layout = |ty: &Type| abi::layout(Target::Ipu, ty, &mut IPU.chooser(&DOCUMENT));
        assert_eq!(layout(&named), layout(&unnamed), "{text}");
    }
}
