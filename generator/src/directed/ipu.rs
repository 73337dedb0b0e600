//! Cases for the open questions of the IPU's document: both register files just full, pairs and quads where registers
//! end, aggregates with a single member of every kind, unnamed arguments of every class, halves, enumerations in
//! bit-fields, and functions that nobody calls.

use super::settling::{common, rare, vertices};
use super::*;

use std::iter::repeat_n;

/// Number of argument registers of the m file.
const M: usize = 4;
/// Number of argument registers of the a file.
const A: usize = 6;

/// Adds the cases of one question after the other.
pub(crate) fn settling(list: &mut List) {
    counts(list);
    pairs(list);
    quads(list);
    halves(list);
    single_members(list);
    results(list);
    stack(list);
    unnamed(list);
    enumerations(list);
    common(list, &[8, 16, 32, 64]);
    vertices(list);
    parts(list);
    rare(list);
}

/// Separate or common counts of the two files, and the use of one file when the other is exhausted.
fn counts(list: &mut List) {
    let turns = |count: usize| (0..count).map(|i| if i % 2 == 0 { Int.into() } else { Float.into() });
    list.pass([Int.into(), Float.into()]);
    list.pass([Float.into(), Int.into(), Float.into()]);
    for count in [M, A + 1, 2 * M, 2 * A, 2 * A + 3] {
        list.pass(turns(count));
    }
    list.pass(repeat(Int, M).chain([Int.into(), Float.into(), Int.into()]));
    list.pass(repeat(Float, A).chain([Float.into(), Int.into(), Float.into()]));
    list.pass(repeat(Float, A + 1).chain(repeat(Int, M + 1)).chain([Float.into()]));
}

/// Places of 64-bit values, and use of the registers that they skip or cannot take.
fn pairs(list: &mut List) {
    for wide in [Type::from(LongLong), vector(Int, 2)] {
        for before in 0..=M {
            list.pass(repeat(Int, before).chain([wide.clone(), Int.into(), Int.into(), Int.into()]));
        }
        list.pass(repeat(Int, 1).chain([wide.clone(), wide.clone(), Int.into()]));
    }
    for wide in [vector(Float, 2), Type::from(Double), vector(Scalar::Half, 4)] {
        for before in 0..=A {
            list.pass(repeat(Float, before).chain([wide.clone(), Float.into(), Float.into()]));
        }
        list.pass(repeat(Float, 1).chain([wide.clone(), wide.clone(), wide.clone(), Float.into()]));
    }
    // After a value for which no pair was left, in the other file and in the same one.
    list.pass(repeat(Int, M - 1).chain([LongLong.into(), Int.into(), Float.into()]));
    list.pass(repeat(Float, A - 1).chain([vector(Float, 2), Float.into(), Int.into()]));
}

/// Places of 128-bit values, and use of the registers that they skip or cannot take.
fn quads(list: &mut List) {
    for before in [0, 1, 2] {
        list.pass(repeat(Int, before).chain([vector(Int, 4), Int.into(), LongLong.into(), Int.into()]));
        list.pass(repeat(Float, before).chain([
            vector(Float, 4),
            Float.into(),
            vector(Float, 2),
            Float.into(),
        ]));
    }
    list.pass([vector(Float, 4), vector(Float, 4), vector(Int, 4), Int.into()]);
    list.pass(repeat(Int, M).chain([Int.into(), vector(Int, 4), Int.into(), vector(Scalar::Half, 8)]));
    list.pass(repeat(Float, A).chain([Float.into(), vector(Float, 4), vector(Float, 4), Float.into()]));
    for result in [vector(Int, 4), vector(Float, 4), vector(Scalar::Half, 8)] {
        list.call(Some(result.clone()), vec![Int.into(), Float.into()]);
        list.call(Some(result.clone()), vec![result]);
    }
}

/// Bits above a half, in registers, on the stack and in a result.
fn halves(list: &mut List) {
    let half = || Type::from(Scalar::Half);
    list.pass([half()]);
    list.call(Some(half()), vec![half(), half()]);
    list.pass(repeat_n(half(), A + 3));
    list.pass([half(), vector(Scalar::Half, 2), half(), vector(Scalar::Half, 4), half()]);
    list.call(Some(Type::structure([half()])), vec![Type::structure([half()]), half()]);
    list.pass([Type::structure([half(), half()])]);
}

/// Aggregates that are passed like their only member.
fn single_members(list: &mut List) {
    let bits =
        |ty: Scalar, bits| record(RecordKind::Struct, [Member::bit_field(ty.into(), bits)], false, None);
    let nested = |ty: Type| Type::structure([Type::structure([ty])]);
    for ty in [
        structure(&[Int]),
        structure(&[Float]),
        structure(&[LongLong]),
        structure(&[Char]),
        Type::structure([vector(Float, 2)]),
        Type::structure([vector(Float, 4)]),
        nested(Float.into()),
        nested(LongLong.into()),
        Type::structure([nested(Short.into())]),
        union([Float.into()]),
        union([LongLong.into()]),
        Type::structure([union([Float.into()])]),
        Type::structure([array(Float, 1)]),
        Type::structure([array(structure(&[Int]), 1)]),
        Type::structure([array(Float, 2)]),
        Type::structure([array(Char, 1)]),
        bits(Int, 5),
        bits(LongLong, 40),
        bits(Char, 3),
        record(RecordKind::Struct, [Member::plain(Float.into())], false, Some(8)),
        union([Float.into(), Int.into()]),
        structure(&[Float, Float]),
    ] {
        list.pass([ty.clone()]);
        list.pass([Int.into(), Float.into(), ty.clone(), Int.into(), Float.into()]);
        list.call(Some(ty.clone()), vec![Int.into()]);
    }
}

/// Place of the address for a result, and its return.
fn results(list: &mut List) {
    let large = structure(&[Int, Int, Int]);
    for parameters in [
        Vec::new(),
        vec![Int.into()],
        vec![Float.into(), Int.into()],
        vec![LongLong.into(), Int.into()],
        repeat(Int, M).collect(),
        repeat(Int, M + 1).collect(),
        repeat(Float, A + 1).collect(),
    ] {
        list.call(Some(large.clone()), parameters);
    }
    for result in [Type::from(LongLong), Double.into(), vector(Int, 2), vector(Float, 2), vector(Short, 2)] {
        list.call(Some(result), vec![Int.into()]);
    }
}

/// Size of stack slots, and place of the first one.
fn stack(list: &mut List) {
    for rest in [
        vec![Int.into(), Int.into(), Int.into()],
        vec![Char.into(), Short.into(), Bool.into(), Int.into()],
        vec![Int.into(), LongLong.into(), Int.into(), LongLong.into()],
        vec![LongLong.into(), Char.into(), LongLong.into()],
        vec![vector(Int, 4), Int.into(), vector(Int, 4)],
        vec![Int.into(), vector(Int, 4), Int.into()],
    ] {
        list.pass(repeat(Int, M).chain(rest));
    }
    list.pass(repeat(Float, A).chain([Float.into(), Double.into(), Float.into(), Scalar::Half.into()]));
    list.pass(repeat(Int, M).chain(repeat(Float, A)).chain([
        Int.into(),
        Float.into(),
        LongLong.into(),
        Double.into(),
    ]));
}

/// Places of unnamed arguments of each class, and of named ones beside them.
fn unnamed(list: &mut List) {
    let large = structure(&[Int, Int, Int, Int, Int]);
    for unnamed in [
        vec![Int.into(), LongLong.into(), Int.into(), LongLong.into()],
        vec![Double.into(), Int.into(), Double.into()],
        vec![Int.into(), vector(Float, 2), Int.into(), vector(Int, 4)],
        vec![Int.into(), large.clone(), Int.into()],
        vec![Int.into(), structure(&[Int]), structure(&[Char, Char, Char]), Int.into()],
        vec![Type::structure([]), Int.into(), Int.into()],
    ] {
        for parameters in
            [vec![Int.into()], vec![Float.into(), Int.into()], vec![LongLong.into(), Float.into()]]
        {
            list.variadic(None, parameters, unnamed.clone());
        }
        list.variadic(Some(large.clone()), vec![Int.into()], unnamed);
    }
}

/// Sign of bit-fields of enumerations, with just enough bits and one bit less, of several widths in one structure;
/// and width of an enumeration with a constant that does not fit an `int`.
fn enumerations(list: &mut List) {
    for constants in [&[0, 3][..], &[0, 7], &[-1, 3], &[-4, 0], &[1], &[0, 0x7fff]] {
        let fields = [4, 3, 2, 9].map(|bits| Member::bit_field(enumeration(constants), bits));
        let fits = |field: &&Member| {
            let bits = u32::from(field.bits.unwrap_or(0));
            constants.iter().all(|c| if *c < 0 { *c >= -(1 << (bits - 1)) } else { *c < 1 << bits })
        };
        let fields: Vec<Member> = fields.iter().filter(fits).cloned().collect();
        if !fields.is_empty() {
            list.pass([record(RecordKind::Struct, fields, false, None)]);
        }
    }
    for constants in [&[0, 5_000_000_000][..], &[-5_000_000_000, 1], &[0, 0xffff_ffff]] {
        list.pass([Int.into(), enumeration(constants), Int.into()]);
        list.call(Some(enumeration(constants)), Vec::new());
    }
}

/// Values with more parts than registers, or with parts that may be passed separately: complex numbers, and vectors
/// of more than 128 bits.
fn parts(list: &mut List) {
    for part in [Float, Double] {
        let complex = Type::Complex(part);
        list.pass([Int.into(), complex.clone(), Float.into(), Int.into()]);
        list.pass(repeat(Float, A - 1).chain([complex.clone(), Float.into()]));
        list.call(Some(complex.clone()), vec![Float.into(), complex]);
    }
    for wide in [vector(Float, 8), vector(Int, 8), vector(Scalar::Half, 16)] {
        list.pass([Int.into(), Float.into(), wide.clone(), Float.into(), Int.into()]);
        list.call(Some(wide.clone()), vec![wide, Int.into()]);
    }
}
