//! Cases for the open questions of Nyuzi's document: scalars and vectors in one list, both register files just full,
//! double words where registers end, composites of every size, unnamed arguments of every class.

use super::settling::common;
use super::*;

use std::iter::repeat_n;

/// Number of scalars and of vectors in registers.
const REGISTERS: usize = 8;
/// Number of lanes of a vector register.
const LANES: u32 = 16;

fn vector(element: Scalar) -> Type {
    Type::Vector { element, lanes: LANES }
}

/// Adds the cases of one question after the other.
pub(crate) fn settling(list: &mut List) {
    counts(list);
    double_words(list);
    stack(list);
    small_results(list);
    composite_arguments(list);
    unnamed(list);
    common(list, &[64, 128, 256]);
}

/// Separate or common counts of scalars and vectors.
fn counts(list: &mut List) {
    let turns = |count: usize| (0..count).map(|i| if i % 2 == 0 { Int.into() } else { vector(Int) });
    list.pass([Int.into(), vector(Int)]);
    list.pass([vector(Float), Int.into(), vector(Int), Int.into()]);
    list.pass(turns(REGISTERS + 1));
    list.pass(turns(2 * REGISTERS));
    list.pass(turns(2 * REGISTERS + 3));
    list.pass(repeat(Int, REGISTERS).chain([vector(Int), Int.into()]));
    list.pass(repeat_n(vector(Int), REGISTERS).chain([Int.into(), vector(Float)]));
    list.pass([LongLong.into(), vector(Int), LongLong.into(), vector(Int), Int.into()]);
    list.call(
        Some(vector(Int)),
        repeat(Int, REGISTERS - 1).chain([vector(Float), Int.into(), Int.into()]).collect(),
    );
    list.call(Some(structure(&[Int, Int, Int])), turns(REGISTERS + 2).collect());
}

/// Places of a double word's halves where registers end, and the number of arguments that it counts as.
fn double_words(list: &mut List) {
    for before in [0, 1, 2, 5, 6, 7, 8] {
        list.pass(repeat(Int, before).chain([LongLong.into(), Int.into(), Int.into()]));
        list.pass(repeat(Int, before).chain([LongLong.into(), LongLong.into()]));
    }
    for count in [4, 5, 8, 9] {
        list.pass(repeat_n(Type::from(LongLong), count));
        list.pass(repeat_n(Type::from(LongLong), count).chain([Int.into()]));
    }
    for result in [Type::from(LongLong), structure(&[Int, Int, Int])] {
        for before in [0, 1, 6, 7] {
            list.call(
                Some(result.clone()),
                repeat(Int, before).chain([LongLong.into(), Int.into()]).collect(),
            );
        }
    }
}

/// Order, distance and alignment of stack arguments.
fn stack(list: &mut List) {
    let full = || repeat(Int, REGISTERS);
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

/// Composites of up to a double word returned in registers or in memory, and the return of the address of others.
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
        list.call(Some(large.clone()), repeat(Int, count).collect());
    }
    list.styled(Some(large.clone()), vec![large], Style { calls: true, ..Style::PLAIN });
}

/// Composites passed by address, in registers or on the stack, and composites for which too few registers are left.
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
            list.pass(repeat(Int, before).chain([ty.clone(), Int.into(), Int.into()]));
        }
        list.call(Some(ty.clone()), vec![Int.into()]);
    }
    for part in [Float, Double] {
        let complex = Type::Complex(part);
        list.pass(repeat(Int, REGISTERS - 1).chain([complex.clone(), Int.into()]));
        list.call(Some(complex.clone()), vec![Int.into(), complex, Int.into()]);
    }
}

/// Places of unnamed arguments of each class, and of named ones beside them.
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
            list.variadic(None, parameters, unnamed.clone());
        }
        list.variadic(Some(large.clone()), vec![Int.into()], unnamed);
    }
}
