//! Signs and unnamed bit-fields on the IPU. `layout.txt` has sizes, alignments and places.

use super::{DOCUMENT, IPU};
use crate::support::Readings;
use crosscall_model::unit::layout_items;
use crosscall_model::{Member, Target, Type};
use crosscall_oracle::abi;

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
