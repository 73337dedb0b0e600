//! Cases for the open questions of the DPU's document: double words beside words where registers end, the order of
//! stack arguments, the words that a calling function saves there, composites by reference and unnamed composites.

use super::settling::{common, rare};
use super::*;

use std::iter::repeat_n;

/// Number of argument words in registers.
const REGISTERS: usize = 8;

/// Adds the cases of one question after the other.
pub(crate) fn settling(list: &mut List) {
    double_words(list);
    stack(list);
    frames(list);
    results(list);
    unnamed(list);
    complex(list);
    common(list, &[16, 32, 64]);
    rare(list);
}

/// Use of a register that a double word skipped, and of r7 as the only one left for a double word.
fn double_words(list: &mut List) {
    for before in [1, 3, 5, 7] {
        list.pass(repeat(Int, before).chain([LongLong.into(), Int.into(), Int.into()]));
        list.pass(repeat(Int, before).chain([Double.into(), LongLong.into(), Int.into(), Int.into()]));
    }
    for wide in [3, 4, 5] {
        list.pass([Int.into()].into_iter().chain(repeat_n(Type::from(LongLong), wide)).chain(repeat(Int, 3)));
    }
    let mixed = [Int.into(), LongLong.into(), Char.into(), Double.into(), Float.into()];
    list.pass(mixed.into_iter().chain([LongLong.into(), Int.into(), Short.into(), Int.into()]));
}

/// Order, distance and alignment of stack arguments.
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
        list.pass(repeat(Int, REGISTERS).chain(rest));
    }
}

/// Words that a function saves, with stack arguments and without, and with a moving stack pointer.
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
            let parameters = repeat(Int, count).collect();
            list.styled(Some(Int.into()), parameters, style);
        }
    }
}

/// Place of the address for a result, and its effect on the double words after it.
fn results(list: &mut List) {
    for result in [structure(&[Int, Int, Int]), structure(&[Char]), Type::structure([array(Char, 3)])] {
        list.call(Some(result.clone()), Vec::new());
        list.call(Some(result.clone()), vec![LongLong.into(), Int.into()]);
        for count in [1, REGISTERS - 2, REGISTERS - 1, REGISTERS] {
            list.call(Some(result.clone()), repeat(Int, count).collect());
        }
    }
}

/// Places of unnamed arguments of each kind, and of named ones beside them.
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
            list.variadic(None, parameters, unnamed.clone());
        }
        let parameters = repeat(Int, REGISTERS + 2).chain([structure(&[Int, Int])]).collect();
        list.variadic(Some(Int.into()), parameters, unnamed.clone());
        list.variadic(Some(large.clone()), vec![Int.into()], unnamed);
    }
}

/// Complex numbers where registers end.
fn complex(list: &mut List) {
    for part in [Float, Double] {
        let complex = Type::Complex(part);
        list.pass(repeat(Int, REGISTERS - 1).chain([complex.clone(), Int.into()]));
        list.call(Some(complex.clone()), vec![Int.into(), complex, Int.into()]);
    }
}
