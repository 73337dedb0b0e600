//! Cases for the open questions of x86-64's document, beside those of RISC-V's, which are about the same shapes: classes of the
//! eightbytes of records, members that are not aligned, the last registers, truth values.

use super::*;
use crosscall_model::Scalar::Int128;

/// Adds the cases of one question after the other.
pub(crate) fn settling(list: &mut List) {
    unnamed_bits(list);
    super::riscv::settling(list);
    eightbytes(list);
    last_registers(list);
    truths(list);
}

/// Structures of nothing but unnamed bit-fields in the last register, and without one.
fn unnamed_bits(list: &mut List) {
    let unnamed = |ty: Scalar, bits: u8| Member::unnamed_bits(ty.into(), bits);
    for members in [vec![unnamed(Int, 5)], vec![unnamed(LongLong, 40), unnamed(Int, 3)]] {
        let ty = record(RecordKind::Struct, members, false, None);
        for before in [5, 6] {
            list.pass(repeat(Long, before).chain([ty.clone(), ty.clone(), Long.into()]));
        }
    }
}

/// Records and unions whose eightbytes have each pair of classes, in natural order and packed.
fn eightbytes(list: &mut List) {
    let parts: [&[Scalar]; 7] =
        [&[Long], &[Double], &[Float, Float], &[Int, Float], &[Float, Int], &[Float], &[Char]];
    for first in parts {
        for second in parts {
            let members: Vec<Scalar> = first.iter().chain(second).copied().collect();
            list.everywhere(&structure(&members));
        }
        let other = union([structure(first), Scalar::LongDouble.into()]);
        list.everywhere(&other);
    }
    for members in [[Char, Int, Int], [Char, Double, Char], [Float, Char, Float], [Char, Char, Short]] {
        list.everywhere(&record(RecordKind::Struct, members.map(|ty| Member::plain(ty.into())), true, None));
    }
    for ty in [
        Type::structure([Scalar::LongDouble.into()]),
        Type::structure([Type::Complex(Scalar::LongDouble)]),
        Type::structure([vector(Float, 4)]),
        Type::structure([vector(Float, 4), Int.into()]),
        union([vector(Float, 4), array(Long, 2)]),
        union([vector(Double, 2), array(Double, 2)]),
        vector(Float, 1),
        vector(Double, 1),
        vector(LongLong, 1),
    ] {
        list.everywhere(&ty);
    }
}

/// Values of two registers where one is left, and small ones behind them.
fn last_registers(list: &mut List) {
    let pairs =
        [Int128.into(), structure(&[Long, Long]), structure(&[Long, Double]), structure(&[Double, Double])];
    for ty in pairs {
        for before in [4, 5, 6] {
            list.pass(repeat(Long, before).chain([ty.clone(), Long.into(), Long.into()]));
        }
        for before in [6, 7, 8] {
            list.pass(repeat(Double, before).chain([ty.clone(), Double.into(), Double.into()]));
        }
    }
    for before in [6, 7] {
        for ty in [Scalar::LongDouble.into(), Int128.into(), vector(Float, 4)] {
            list.pass(repeat(Long, before).chain(repeat(Double, 8)).chain([ty, Int.into()]));
        }
    }
}

/// Truth values and other narrow integers in registers and on the stack, and as results.
fn truths(list: &mut List) {
    for ty in [Bool, Char, UnsignedChar, Short, UnsignedShort] {
        list.call(Some(ty.into()), vec![ty.into()]);
        list.pass(repeat(Long, 6).chain([ty.into(), ty.into()]));
    }
}
