//! Cases for the open questions of AArch64's document, beside those of RISC-V's, which are about the same shapes: homogeneous
//! aggregates, pairs of registers, alignments of composites.

use super::*;
use crosscall_model::Scalar::Int128;

/// Adds the cases of one question after the other.
pub(crate) fn settling(list: &mut List) {
    super::riscv::settling(list);
    homogeneous(list);
    pairs(list);
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
