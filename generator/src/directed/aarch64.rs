//! Cases for the open questions of AArch64's document, beside those of RISC-V's, which are about the same shapes: homogeneous
//! aggregates, pairs of registers, alignments of composites.

use super::*;
use crosscall_model::Scalar::{BrainHalf, Int128};

/// Adds the cases of one question after the other.
pub(crate) fn settling(list: &mut List) {
    super::riscv::settling(list);
    homogeneous(list);
    pairs(list);
    unnamed_bits(list);
}

/// Aggregates of one to five members of one type of floating-point numbers or of vectors, whole and behind others.
fn homogeneous(list: &mut List) {
    let elements = [
        Half.into(),
        Float.into(),
        Double.into(),
        Scalar::LongDouble.into(),
        vector(Float, 2),
        vector(Int, 4),
        Type::Complex(Float),
        Type::Complex(Double),
    ];
    for element in elements {
        for count in 1..=5 {
            let ty = Type::structure(std::iter::repeat_n(element.clone(), count));
            list.everywhere(&ty);
            list.pass(repeat(Double, 6).chain([ty.clone(), Double.into(), Float.into()]));
            list.variadic(None, vec![Int.into()], vec![ty, Double.into()]);
        }
        list.everywhere(&Type::structure([array(Type::structure([element.clone()]), 2), element.clone()]));
        list.everywhere(&union([element.clone(), array(element, 3)]));
    }
    for ty in [
        structure(&[Float, Double]),
        structure(&[Float, Int]),
        Type::structure([vector(Float, 2), Double.into()]),
        Type::structure([vector(Float, 2), vector(Int, 2)]),
        vector(Float, 1),
        vector(Half, 2),
        vector(Short, 2),
        vector(UnsignedChar, 4),
        structure(&[BrainHalf]),
        structure(&[BrainHalf, BrainHalf]),
        structure(&[Half, BrainHalf]),
    ] {
        list.everywhere(&ty);
    }
}

/// Values in pairs of registers behind odd and even numbers of others, and where one register is left.
fn pairs(list: &mut List) {
    let aligned = |members: &[Scalar]| {
        record(RecordKind::Struct, members.iter().map(|ty| Member::plain((*ty).into())), false, Some(16))
    };
    let inside = Type::structure([aligned(&[Long])]);
    for ty in
        [Int128.into(), structure(&[Long, Long]), aligned(&[Long]), inside, structure(&[Long, Long, Long])]
    {
        for before in [0, 1, 6, 7, 8, 9] {
            list.pass(repeat(Long, before).chain([ty.clone(), Long.into(), Int.into()]));
        }
        for named in [1, 2, 7] {
            list.variadic(None, vec![Int.into(); named], vec![ty.clone(), Int.into(), ty.clone()]);
        }
    }
}

/// Structures in which nothing has a name, in others, and bit-fields of width zero in packed ones.
fn unnamed_bits(list: &mut List) {
    let unnamed = |ty: Scalar, bits: u8| Member::unnamed_bits(ty.into(), bits);
    let members = |all: Vec<Member>, packed: bool| record(RecordKind::Struct, all, packed, None);
    let nameless = members(vec![unnamed(Int, 5)], false);
    for ty in [array(nameless.clone(), 2), nameless] {
        list.everywhere(&Type::structure([ty.clone()]));
        list.everywhere(&Type::structure([Float.into(), ty]));
    }
    for (ty, bits) in [(Int, 0), (Long, 0), (Int, 5)] {
        let plain = |ty: Scalar| Member::plain(ty.into());
        list.everywhere(&members(vec![plain(Char), unnamed(ty, bits), plain(Char)], true));
    }
}
