//! Signs and bytes for x86-64. `layout.txt` has sizes, alignments and places.

use super::{DOCUMENT, X86_64};
use crosscall_model::unit::LayoutItem;
use crosscall_oracle::abi;

/// Sign of a type.
fn sign_of_type(text: &str, readings: &'static [(&'static str, &'static str)]) -> Option<u64> {
    let case = X86_64.case(&format!("void f({text})"));
    let readings = X86_64.readings(readings);
    let facts = abi::type_facts(X86_64.target, &case.signature.parameters[0], &mut X86_64.chooser(&readings));
    facts.signed?.value
}

/// Sign of the first member of a structure, which is a bit-field.
fn sign(text: &str, readings: &'static [(&'static str, &'static str)]) -> Option<u64> {
    let case = X86_64.case(&format!("void f({text})"));
    let readings = X86_64.readings(readings);
    let plan = abi::layout_plan(&case, &mut X86_64.chooser(&readings));
    let items = crosscall_model::unit::layout_items(&case);
    let at = items.iter().position(|item| matches!(item, LayoutItem::FieldSigned(..)))?;
    plan.numbers[at].value
}

#[test]
fn signs() {
    assert_eq!(sign_of_type("char", &[]), Some(1));
    assert_eq!(sign_of_type("char", &[("TYPE-03", "R2")]), Some(0));
    // The row has an enumeration beside signed int.
    assert_eq!(sign_of_type("enum { A }", &[]), Some(1));
    assert_eq!(sign_of_type("enum { A }", &[("TYPE-07", "R2")]), Some(0));
    assert_eq!(sign_of_type("enum { A = -1 }", &[("TYPE-07", "R2")]), Some(1));
    assert_eq!(sign_of_type("enum { A = 4294967295 }", &[]), Some(0));
    assert_eq!(sign_of_type("enum { A = 5000000000 }", &[]), Some(1));
    assert_eq!(sign_of_type("wchar_t", &[]), Some(1));
    assert_eq!(sign_of_type("wchar_t", &[("S21", "R2")]), Some(0));
}

/// A bit-field whose type says no sign has none.
#[test]
fn signs_of_bit_fields() {
    for ty in ["char", "short", "int", "long"] {
        assert_eq!(sign(&format!("struct {{ {ty} a : 5; }}"), &[]), Some(0), "{ty}");
        assert_eq!(sign(&format!("struct {{ {ty} a : 5; }}"), &[("LAYOUT-07", "R2")]), Some(1), "{ty}");
    }
    assert_eq!(sign("struct { signed char a : 5; }", &[]), Some(1));
    assert_eq!(sign("struct { unsigned a : 5; }", &[("LAYOUT-07", "R2")]), Some(0));
    assert_eq!(sign("struct { enum { A, B } a : 5; }", &[]), Some(1));
}

/// Of a `long double` 80 bits are looked at, wherever it is.
#[test]
fn bytes_of_a_long_double() {
    let case = X86_64.case("void f(long double, struct { char a; long double b; }, long double _Complex)");
    let plan = abi::layout_plan(&case, &mut X86_64.chooser(&DOCUMENT));
    let shown = |index: usize| {
        let image = &plan.images[index].image;
        (image.bytes.len(), image.mask.iter().filter(|mask| **mask != 0).count())
    };
    assert_eq!([0, 1, 2].map(shown), [(16, 10), (32, 11), (32, 20)]);
}
