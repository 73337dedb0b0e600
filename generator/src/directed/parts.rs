//! Cases about complex types, vectors, and the signedness of bit-fields.

use super::{Char, Double, Float, Int, List, Long, LongLong, Short, SignedChar, UnsignedInt};
use super::{Member, RecordKind, Scalar, Signature, Style, Type, array, record};

fn vector(element: Scalar, lanes: u32) -> Type {
    Type::Vector { element, lanes }
}

/// Each type alone as argument and as result, then at each place of a list and unnamed.
pub(super) fn parts(list: &mut List) {
    let types = [
        Type::Complex(Float),
        vector(Int, 4),
        vector(Short, 2),
        Type::Complex(Double),
        vector(Int, 2),
        vector(SignedChar, 2),
        vector(Float, 2),
        vector(Float, 4),
        vector(LongLong, 2),
        vector(Int, 8),
        vector(Double, 1),
        vector(SignedChar, 1),
        vector(UnsignedInt, 16),
        Type::Complex(Scalar::LongDouble),
    ];
    for ty in &types[..4] {
        list.call(Some(ty.clone()), vec![ty.clone()]);
    }
    for before in 1..=4 {
        for ty in &types[..4] {
            let words = std::iter::repeat_n(Type::from(Int), before);
            list.pass(words.chain([ty.clone(), Int.into()]));
        }
    }
    for ty in &types[4..] {
        list.call(Some(ty.clone()), vec![ty.clone()]);
        list.pass([Int.into(), ty.clone(), Int.into()]);
    }
    // Whose signedness the standard leaves open.
    let plain = [Int, Char, Short, Long, LongLong].map(|ty| Member::bit_field(ty.into(), 3));
    list.pass([record(RecordKind::Struct, plain, false, None)]);
    for ty in [Type::Complex(Float), vector(Short, 2), vector(Int, 2)] {
        list.everywhere(&Type::structure([Char.into(), ty.clone()]));
        list.pass([Type::structure([array(ty.clone(), 1)])]);
    }
    for ty in &types[..4] {
        for named in [1, 2] {
            list.add(
                Signature {
                    result: None,
                    parameters: vec![Int.into(); named],
                    variadic: Some(vec![ty.clone(), Int.into(), ty.clone()]),
                },
                Style::PLAIN,
            );
        }
    }
}
