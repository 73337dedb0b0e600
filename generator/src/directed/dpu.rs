//! Cases that settle what the DPU's document leaves open: double words beside words where registers end, the order of
//! what is on the stack, what a function that calls leaves there, composites by reference and unnamed ones.

use super::settling::{alignments, composites, registers, slots, temporaries, unnamed_bit_fields};
use super::{Char, Double, Float, Int, List, LongLong, Short, Signature, Style, Type, UnsignedChar};
use super::{array, structure};
use std::iter::repeat_n;

/// How many words go in registers.
const REGISTERS: usize = 8;

fn ints(count: usize) -> impl Iterator<Item = Type> {
    repeat_n(Type::from(Int), count)
}

/// One question of the document after the other.
pub(crate) fn settling(list: &mut List) {
    double_words(list);
    stack(list);
    frames(list);
    results(list);
    unnamed(list);
    complex(list);
    unnamed_bit_fields(list);
    alignments(list);
    composites(list);
    temporaries(list, &[16, 32, 64]);
    slots(list);
    registers(list);
}

/// Who takes a register that a double word skipped, and what becomes of one for which only r7 is left.
fn double_words(list: &mut List) {
    for before in [1, 3, 5, 7] {
        list.pass(ints(before).chain([LongLong.into(), Int.into(), Int.into()]));
        list.pass(ints(before).chain([Double.into(), LongLong.into(), Int.into(), Int.into()]));
    }
    for wide in [3, 4, 5] {
        list.pass([Int.into()].into_iter().chain(repeat_n(Type::from(LongLong), wide)).chain(ints(3)));
    }
    let mixed = [Int.into(), LongLong.into(), Char.into(), Double.into(), Float.into()];
    list.pass(mixed.into_iter().chain([LongLong.into(), Int.into(), Short.into(), Int.into()]));
}

/// In which order, at which distance and how aligned arguments lie on the stack.
fn stack(list: &mut List) {
    for rest in [
        vec![Int.into()],
        vec![Int.into(), Int.into()],
        vec![Int.into(), Int.into(), Int.into()],
        vec![Char.into(), Short.into(), UnsignedChar.into()],
        vec![LongLong.into()],
        vec![Int.into(), LongLong.into(), Int.into(), LongLong.into()],
        vec![LongLong.into(), Int.into()],
        vec![Float.into(), Double.into(), Type::DataPointer],
        vec![structure(&[Char]), Int.into(), structure(&[Int, Int])],
    ] {
        list.pass(ints(REGISTERS).chain(rest));
    }
}

/// What a function saves where, with stack arguments and without, and with a stack pointer that moves.
fn frames(list: &mut List) {
    let plain = Style::PLAIN;
    for style in [
        plain,
        Style { live: 4, ..plain },
        Style { dynamic: 24, ..plain },
        Style { calls: true, locals: 20, ..plain },
        Style { calls: true, dynamic: 40, held: 3, ..plain },
        Style { recursive: true, ..plain },
        Style { tail: true, ..plain },
    ] {
        for count in [1, REGISTERS + 1, REGISTERS + 4] {
            let parameters = ints(count).collect();
            list.add(Signature { result: Some(Int.into()), parameters, variadic: None }, style);
        }
    }
}

/// Where the address for a result is, and what it does to double words behind it.
fn results(list: &mut List) {
    for result in [structure(&[Int, Int, Int]), structure(&[Char]), Type::structure([array(Char, 3)])] {
        list.call(Some(result.clone()), Vec::new());
        list.call(Some(result.clone()), vec![LongLong.into(), Int.into()]);
        for count in [1, REGISTERS - 2, REGISTERS - 1, REGISTERS] {
            list.call(Some(result.clone()), ints(count).collect());
        }
    }
}

/// Where unnamed arguments of each kind lie, and named ones beside them.
fn unnamed(list: &mut List) {
    let large = structure(&[Int, Int, Int, Int, Int]);
    for unnamed in [
        vec![Int.into()],
        vec![Int.into(), Int.into(), Int.into()],
        vec![Int.into(), LongLong.into(), Int.into(), LongLong.into()],
        vec![Double.into(), Int.into(), Double.into()],
        vec![Int.into(), large.clone(), Int.into()],
        vec![Int.into(), structure(&[Char]), structure(&[Short, Char]), Int.into()],
        vec![structure(&[LongLong, Char]), Type::structure([]), Int.into()],
    ] {
        for parameters in [vec![Int.into()], vec![Char.into(), LongLong.into(), Short.into()]] {
            let variadic = Some(unnamed.clone());
            list.add(Signature { result: None, parameters, variadic }, Style::PLAIN);
        }
        let parameters = ints(REGISTERS + 2).chain([structure(&[Int, Int])]).collect();
        let variadic = Some(unnamed.clone());
        list.add(Signature { result: Some(Int.into()), parameters, variadic }, Style::PLAIN);
        let variadic = Some(unnamed);
        list.add(
            Signature { result: Some(large.clone()), parameters: vec![Int.into()], variadic },
            Style::PLAIN,
        );
    }
}

/// Complex numbers where registers end.
fn complex(list: &mut List) {
    for part in [Float, Double] {
        let complex = Type::Complex(part);
        list.pass(ints(REGISTERS - 1).chain([complex.clone(), Int.into()]));
        list.call(Some(complex.clone()), vec![Int.into(), complex, Int.into()]);
    }
}
