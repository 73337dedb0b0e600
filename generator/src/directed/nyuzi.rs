//! Cases that settle what Nyuzi's document leaves open: scalars and vectors in one list, both files of registers just
//! full, double words where registers end, composites of every size, unnamed arguments of every class.

use super::settling::{alignments, composites, registers, slots, temporaries, unnamed_bit_fields};
use super::{Bool, Char, Double, Float, Int, List, LongLong, Short, Signature, Style, Type};
use super::{Member, RecordKind, Scalar, UnsignedChar, array, record, structure};
use std::iter::repeat_n;

/// How many scalars and how many vectors go in registers.
const REGISTERS: usize = 8;
/// Lanes of a vector register.
const LANES: u32 = 16;

fn vector(element: Scalar) -> Type {
    Type::Vector { element, lanes: LANES }
}

fn ints(count: usize) -> impl Iterator<Item = Type> {
    repeat_n(Type::from(Int), count)
}

/// One question of the document after the other.
pub(crate) fn settling(list: &mut List) {
    counts(list);
    double_words(list);
    stack(list);
    small_results(list);
    composite_arguments(list);
    unnamed(list);
    unnamed_bit_fields(list);
    alignments(list);
    composites(list);
    temporaries(list, &[64, 128, 256]);
    slots(list);
    registers(list);
}

/// Whether scalars and vectors have counts of their own.
fn counts(list: &mut List) {
    let turns = |count: usize| (0..count).map(|i| if i % 2 == 0 { Int.into() } else { vector(Int) });
    list.pass([Int.into(), vector(Int)]);
    list.pass([vector(Float), Int.into(), vector(Int), Int.into()]);
    list.pass(turns(REGISTERS + 1));
    list.pass(turns(2 * REGISTERS));
    list.pass(turns(2 * REGISTERS + 3));
    list.pass(ints(REGISTERS).chain([vector(Int), Int.into()]));
    list.pass(repeat_n(vector(Int), REGISTERS).chain([Int.into(), vector(Float)]));
    list.pass([LongLong.into(), vector(Int), LongLong.into(), vector(Int), Int.into()]);
    list.call(
        Some(vector(Int)),
        ints(REGISTERS - 1).chain([vector(Float), Int.into(), Int.into()]).collect(),
    );
    list.call(Some(structure(&[Int, Int, Int])), turns(REGISTERS + 2).collect());
}

/// Where the halves of a double word go when registers end, and how many arguments it is.
fn double_words(list: &mut List) {
    for before in [0, 1, 2, 5, 6, 7, 8] {
        list.pass(ints(before).chain([LongLong.into(), Int.into(), Int.into()]));
        list.pass(ints(before).chain([LongLong.into(), LongLong.into()]));
    }
    for count in [4, 5, 8, 9] {
        list.pass(repeat_n(Type::from(LongLong), count));
        list.pass(repeat_n(Type::from(LongLong), count).chain([Int.into()]));
    }
    for result in [Type::from(LongLong), structure(&[Int, Int, Int])] {
        for before in [0, 1, 6, 7] {
            list.call(Some(result.clone()), ints(before).chain([LongLong.into(), Int.into()]).collect());
        }
    }
}

/// In which order, at which distance and how aligned arguments lie on the stack.
fn stack(list: &mut List) {
    let full = || ints(REGISTERS);
    for rest in [
        vec![Int.into(), Int.into(), Int.into()],
        vec![Char.into(), Char.into(), Short.into(), Char.into(), Int.into()],
        vec![Short.into(), Short.into(), Char.into(), Short.into()],
        vec![Bool.into(), UnsignedChar.into(), Int.into()],
        vec![Int.into(), LongLong.into(), Int.into(), LongLong.into()],
        vec![Char.into(), LongLong.into(), Char.into()],
        vec![Float.into(), Double.into(), Type::DataPointer],
    ] {
        list.pass(full().chain(rest));
    }
    let vectors = || repeat_n(vector(Int), REGISTERS);
    list.pass(vectors().chain([vector(Float)]));
    list.pass(vectors().chain([vector(Float), vector(Int)]));
    list.pass(full().chain(vectors()).chain([Int.into(), vector(Int), Int.into(), vector(Float)]));
}

/// Whether composites of up to a double word are returned in registers, and what becomes of the address of others.
fn small_results(list: &mut List) {
    for count in 1..=9 {
        list.call(Some(Type::structure([array(Char, count)])), Vec::new());
        list.call(Some(Type::structure([array(Char, count)])), vec![Int.into()]);
    }
    for scalars in [&[LongLong][..], &[Int, Char], &[Char, Int], &[Float], &[Short, Short], &[Double, Double]]
    {
        list.call(Some(structure(scalars)), vec![Int.into(), Int.into()]);
    }
    let large = structure(&[Int, Int, Int, Int, Int]);
    for count in REGISTERS - 1..=REGISTERS + 2 {
        list.call(Some(large.clone()), ints(count).collect());
    }
    list.add(
        Signature { result: Some(large.clone()), parameters: vec![large], variadic: None },
        Style { calls: true, ..Style::PLAIN },
    );
}

/// Whether composites travel by address, in registers or on the stack, and what becomes of one for which registers are
/// too few.
fn composite_arguments(list: &mut List) {
    for ty in [
        structure(&[Char]),
        structure(&[Int, Int]),
        structure(&[Int, Int, Int]),
        structure(&[LongLong, Char]),
        Type::structure([vector(Int)]),
        Type::structure([Int.into(), vector(Float)]),
        record(RecordKind::Struct, [Member::plain(vector(Int))], false, Some(LANES * 4)),
    ] {
        for before in [0, 1, REGISTERS - 2, REGISTERS - 1, REGISTERS] {
            list.pass(ints(before).chain([ty.clone(), Int.into(), Int.into()]));
        }
        list.call(Some(ty.clone()), vec![Int.into()]);
    }
    for part in [Float, Double] {
        let complex = Type::Complex(part);
        list.pass(ints(REGISTERS - 1).chain([complex.clone(), Int.into()]));
        list.call(Some(complex.clone()), vec![Int.into(), complex, Int.into()]);
    }
}

/// Where unnamed arguments of each class lie, and named ones beside them.
fn unnamed(list: &mut List) {
    let large = structure(&[Int, Int, Int, Int, Int]);
    for unnamed in [
        vec![Int.into(), LongLong.into(), Int.into(), LongLong.into()],
        vec![vector(Int)],
        vec![Int.into(), vector(Int), Int.into(), vector(Float)],
        vec![Double.into(), Int.into(), Double.into()],
        vec![Int.into(), large.clone(), Int.into()],
        vec![Int.into(), structure(&[Char]), Int.into()],
        vec![Int.into(), Type::Complex(Float), Int.into()],
    ] {
        for parameters in [vec![Int.into()], vec![vector(Int), Int.into()], vec![LongLong.into()]] {
            let variadic = Some(unnamed.clone());
            list.add(Signature { result: None, parameters, variadic }, Style::PLAIN);
        }
        let variadic = Some(unnamed);
        list.add(
            Signature { result: Some(large.clone()), parameters: vec![Int.into()], variadic },
            Style::PLAIN,
        );
    }
}
