//! Values of expressions, worked out by hand: each operation of the Nyuzi's table once.

use super::{DOCUMENT, NYUZI};
use crate::support::Readings;
use crosscall_model::Target;
use crosscall_model::expression::{Operation, ValueCase, ValueOutcome, ValuePlan};
use crosscall_oracle::abi;
use crosscall_oracle::clause::{Catalogue, Observed, catalogue};
use crosscall_oracle::judge::judge_value;
use std::collections::BTreeSet;

/// Mark of undefined elements in an expected value.
const ANY: u64 = u64::MAX - 7;

const A: [i32; 16] = [7, -3, 100, -100, 0, 1, -1, 2, 30000, -30000, 5, 6, i32::MAX, i32::MIN, 10, -11];
const B: [i32; 16] = [7, 3, -100, 100, 1, 0, 1, -2, -30000, 20000, 5, -6, 1, 2, -10, -11];
/// `A` in a smaller range.
const C: [i32; 16] = [7, -3, 100, -100, 0, 1, -1, 2, 30000, -30000, 5, 6, 32767, -32768, 10, -11];
const COUNTS: [i32; 16] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 16, 24, 30, 31];
const PARTS: [i32; 16] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 9999, 1000, 64];
const X: [f32; 16] =
    [1.5, -2.25, 3.0, 0.125, 100.0, -100.0, 8.5, 9.0, 1.0, -1.0, 2.0, -2.0, 4.0, 5.5, 6.25, -7.0];
const Y: [f32; 16] =
    [1.5, 2.25, 2.0, 0.25, -100.0, 100.0, 9.5, 8.0, 3.0, -4.0, 2.0, -3.0, 0.5, 5.5, -6.25, -8.0];
const FROM: [u64; 16] = [3, 3, 0, 23, 22, 1, 2, 9, 8, 7, 16, 15, 14, 4, 5, 6];
const TO: [u64; 16] = [3, 1, 0, 23, 22, 21, 2, 9, 8, 7, 16, 15, 14, 4, 5, 6];
const TURNED: [u64; 16] = [15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 13];
const OF_TWO: [u64; 16] = [31, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 15];
const MASK: u64 = 0b1010_0000_0111_0001;

fn ints(values: impl IntoIterator<Item = i32>) -> Vec<u64> {
    values.into_iter().map(|value| u64::from(value.cast_unsigned())).collect()
}

fn floats(values: impl IntoIterator<Item = f32>) -> Vec<u64> {
    values.into_iter().map(|value| u64::from(value.to_bits())).collect()
}

fn each<T: Copy, U>(a: [T; 16], b: [T; 16], f: impl Fn(T, T) -> U) -> Vec<U> {
    a.into_iter().zip(b).map(|(a, b)| f(a, b)).collect()
}

/// The words in memory: what is at index n is recognised by its digits.
fn memory() -> Vec<u64> {
    (0..24).map(|n| 0x1000 + n).collect()
}

fn clauses() -> &'static Catalogue {
    catalogue(Target::Nyuzi)
}

fn table() -> Vec<&'static Operation> {
    abi::value_table(Target::Nyuzi)
}

fn planned(name: &str, operands: &[Vec<u64>], readings: &Readings) -> ValuePlan {
    let case = ValueCase {
        target: Target::Nyuzi,
        operation: name.to_owned(),
        operands: operands.to_vec(),
        folded: false,
    };
    abi::value_plan(&case, &mut NYUZI.chooser(readings)).unwrap_or_else(|| panic!("{name}: no plan"))
}

fn value(name: &str, operands: &[Vec<u64>], readings: &Readings) -> Vec<u64> {
    let plan = planned(name, operands, readings);
    plan.elements.iter().map(|e| if e.mask == 0 { ANY } else { e.bits & e.mask }).collect()
}

/// An operation, its operands, and what comes of them under the preferred readings.
type Worked = (&'static str, Vec<Vec<u64>>, Vec<u64>);

fn of_scalars() -> Vec<Worked> {
    let one = |name, a: u64, r: u64| (name, vec![vec![a]], vec![r]);
    let two = |name, a: u64, b: u64, r: u64| (name, vec![vec![a], vec![b]], vec![r]);
    let f = |value: f32| u64::from(value.to_bits());
    vec![
        ("macro", vec![], vec![1]),
        one("int-from-char", 0x1234_5680, 0xffff_ff80),
        one("int-from-signed-char", 0x1234_56ff, 0xffff_ffff),
        one("int-from-unsigned-char", 0x1234_56ff, 0xff),
        one("int-from-short", 0x1234_8001, 0xffff_8001),
        one("int-from-unsigned-short", 0x1234_8001, 0x8001),
        // 0x10001 times 0x10001 is 0x1_0002_0001, of which a word has the low 32 bits.
        two("wide-from-int-product", 0x10001, 0x10001, 0x0002_0001),
        two("wide-from-long-sum", 0xffff_ffff, 2, 1),
        two("wide-add", 0xffff_ffff, 1, 0x1_0000_0000),
        two("wide-subtract", 0, 1, u64::MAX),
        two("wide-multiply", 0x1_0000_0001, 0x1_0000_0001, 0x2_0000_0001),
        two("wide-multiply", u64::MAX, u64::MAX, 1),
        two("wide-left", 0x8000_0001, 33, 0x0000_0002_0000_0000),
        two("wide-right", 0x8000_0000_0000_0000, 36, 0xffff_ffff_f800_0000),
        two("divide-int", 0xffff_fff9, 2, 0xffff_fffd),
        two("remainder-int", 0xffff_fff9, 2, 0xffff_ffff),
        two("divide-unsigned", 0xffff_fff9, 2, 0x7fff_fffc),
        two("remainder-unsigned", 0xffff_fff9, 2, 1),
        two("add-float", f(1.5), f(-2.25), f(-0.75)),
        two("multiply-float", f(1.5), f(-2.25), f(-3.375)),
        two("divide-float", f(1.0), f(3.0), 0x3eaa_aaab),
        one("int-from-float", f(-2.75), 0xffff_fffe),
        one("unsigned-from-float", f(3_000_000_000.0), 3_000_000_000),
        one("float-from-int", 0xffff_ff00, f(-256.0)),
        one("float-from-unsigned", 0xffff_ff00, f(4_294_967_040.0)),
        two("add-double", f(1.5), f(-2.25), f(-0.75)),
        two("digits-of-double", f(16_777_216.0), f(1.0), 16_777_216),
        two("digits-of-long-double", 1 << 24, 1, 16_777_216),
        one("lowest-byte", 0x1234_56f8, 0xf8),
        one("highest-byte", 0x9234_56f8, 0x92),
        two("control-register", 0x1234_5678, 0x9abc_def0, 0x1234_5678),
    ]
}

fn of_vectors() -> Vec<Worked> {
    let both = |name, r: Vec<i32>| (name, vec![ints(C), ints(B)], ints(r));
    let real = |name, r: Vec<f32>| (name, vec![floats(X), floats(Y)], floats(r));
    let word =
        |f: fn(u32, u32) -> u32| move |a: i32, b: i32| f(a.cast_unsigned(), b.cast_unsigned()).cast_signed();
    let words = |name, b: [i32; 16], f: fn(u32, u32) -> u32| {
        (name, vec![ints(A), ints(b)], ints(each(A, b, word(f))))
    };
    vec![
        both("add-ints", each(C, B, |a, b| a + b)),
        both("subtract-ints", each(C, B, |a, b| a - b)),
        both("multiply-ints", each(C, B, |a, b| a * b)),
        ("minus-ints", vec![ints(C)], ints(C.map(|a| -a))),
        ("complement-ints", vec![ints(A)], ints(A.map(|a| !a))),
        ("right-ints", vec![ints(A), ints(COUNTS)], ints(each(A, COUNTS, |a, b| a >> b))),
        ("divide-ints", vec![ints(A), ints(PARTS)], ints(each(A, PARTS, |a, b| a / b))),
        ("remainder-ints", vec![ints(A), ints(PARTS)], ints(each(A, PARTS, |a, b| a % b))),
        words("add-unsigned", B, u32::wrapping_add),
        words("multiply-unsigned", B, u32::wrapping_mul),
        words("and-unsigned", B, |a, b| a & b),
        words("or-unsigned", B, |a, b| a | b),
        words("xor-unsigned", B, |a, b| a ^ b),
        words("left-unsigned", COUNTS, |a, b| a << b),
        words("right-unsigned", COUNTS, |a, b| a >> b),
        words("divide-unsigneds", PARTS, |a, b| a / b),
        real("add-floats", each(X, Y, |a, b| a + b)),
        real("subtract-floats", each(X, Y, |a, b| a - b)),
        real("multiply-floats", each(X, Y, |a, b| a * b)),
        ("minus-floats", vec![floats(X)], floats(X.map(|a| -a))),
        real("divide-floats", each(X, Y, |a, b| a / b)),
        ("add-ints-and-int", vec![ints(C), ints([-9])], ints(C.map(|a| a - 9))),
        ("subtract-int-from-ints", vec![ints(C), ints([-9])], ints(C.map(|a| a + 9))),
        ("subtract-ints-from-int", vec![ints([-9]), ints(C)], ints(C.map(|a| -9 - a))),
        ("multiply-int-and-ints", vec![ints([-9]), ints(C)], ints(C.map(|a| -9 * a))),
        ("and-unsigned-and-word", vec![ints(A), ints([0x0ff0])], ints(A.map(|a| a & 0x0ff0))),
        ("right-unsigned-by-word", vec![ints(A), ints([4])], ints(A.map(word_right_by_four))),
        ("multiply-floats-and-float", vec![floats(X), floats([-1.5])], floats(X.map(|a| a * -1.5))),
        ("subtract-floats-from-float", vec![floats([0.5]), floats(X)], floats(X.map(|a| 0.5 - a))),
        ("assembly", vec![ints(C), ints([100])], ints(C.map(|a| a + 100))),
    ]
}

fn word_right_by_four(a: i32) -> i32 {
    (a.cast_unsigned() >> 4).cast_signed()
}

fn of_lanes() -> Vec<Worked> {
    let with = |mut lanes: Vec<u64>, at: usize, new: u64| {
        lanes[at] = new;
        lanes
    };
    let list = |[a, b, c, d]: [u64; 4]| vec![a, b, c, d, d, c, b, a, a, a, b, b, c, c, d, d];
    let separate = |all: [u64; 4]| all.map(|one| vec![one]).to_vec();
    let four = [1, 2, 0xffff_fffd, 0x8000_0000];
    let reals = [1.5f32, -2.0, 3.25, -1e-3].map(|value| u64::from(value.to_bits()));
    vec![
        ("lane-of-ints", vec![ints(A), vec![13]], vec![0x8000_0000]),
        ("lane-of-floats", vec![floats(X), vec![1]], floats([-2.25])),
        ("lane-of-ints-at-constant", vec![ints(A), vec![15]], ints([-11])),
        ("set-lane-of-ints", vec![ints(A), vec![2], vec![77]], with(ints(A), 2, 77)),
        ("set-lane-of-floats", vec![floats(X), vec![15], vec![77]], with(floats(X), 15, 77)),
        ("set-lane-of-ints-at-constant", vec![ints(A), vec![0], vec![77]], with(ints(A), 0, 77)),
        ("list-of-int-constants", vec![ints(A)], ints(A)),
        ("list-of-float-constants", vec![floats(X)], floats(X)),
        ("list-of-ints", separate(four), list(four)),
        ("list-of-floats", separate(reals), list(reals)),
        ("spread-int", vec![ints([-5])], ints([-5; 16])),
        ("spread-word", vec![vec![12]], vec![12; 16]),
        ("spread-float", vec![floats([1.25])], floats([1.25; 16])),
        ("shuffle-constant-ints", vec![ints(A), ints(B), OF_TWO.to_vec()], {
            let [a, b] = [A, B];
            ints([
                b[15], a[0], b[0], a[1], b[1], a[2], b[2], a[3], b[3], a[4], b[4], a[5], b[5], a[6], b[6],
                a[15],
            ])
        }),
        ("shuffle-constant-floats", vec![floats(X), floats(Y), OF_TWO.to_vec()], {
            let [a, b] = [X, Y];
            floats([
                b[15], a[0], b[0], a[1], b[1], a[2], b[2], a[3], b[3], a[4], b[4], a[5], b[5], a[6], b[6],
                a[15],
            ])
        }),
        ("shuffle-constant-one", vec![ints(A), ints(B), TURNED.to_vec()], turned(&ints(A))),
        ("shuffle-ints", vec![ints(A), TURNED.to_vec()], turned(&ints(A))),
        ("shuffle-floats", vec![floats(X), TURNED.to_vec()], turned(&floats(X))),
    ]
}

/// Lane n of the result is lane n - 1, but for the first, which is the last, and the last, which is lane 13.
fn turned(lanes: &[u64]) -> Vec<u64> {
    let mut turned = lanes.to_vec();
    turned.rotate_right(1);
    turned[15] = lanes[13];
    turned
}

fn of_conversions() -> Vec<Worked> {
    let fractions: [f32; 16] = X.map(|x| x * 1000.5);
    let sizes: [f32; 16] = X.map(|x| x.abs() * 40_000_000.0);
    let exact = C.map(|a| a * 256);
    vec![
        ("cast-ints-to-floats", vec![ints(C)], ints(C)),
        ("cast-unsigned-to-floats", vec![ints(exact)], ints(exact)),
        ("cast-floats-to-ints", vec![floats(X)], floats(X)),
        ("cast-floats-to-unsigned", vec![floats(sizes)], floats(sizes)),
        ("cast-ints-to-unsigned", vec![ints(A)], ints(A)),
        ("convert-ints-to-floats", vec![ints(exact)], floats(exact.map(|a| a as f32))),
        ("convert-unsigned-to-floats", vec![ints(exact)], floats(exact.map(|a| a.cast_unsigned() as f32))),
        ("convert-floats-to-ints", vec![floats(fractions)], ints(fractions.map(|x| x as i32))),
        ("convert-floats-to-unsigned", vec![floats(sizes)], sizes.map(|x| u64::from(x as u32)).to_vec()),
    ]
}

fn of_comparisons() -> Vec<Worked> {
    let truth =
        |holds: Vec<bool>| holds.into_iter().map(|h| if h { 0xffff_ffff } else { 0 }).collect::<Vec<u64>>();
    let mask = |holds: Vec<bool>| vec![(0..16).map(|n| u64::from(holds[n]) << n).sum()];
    let ab = || vec![ints(A), ints(B)];
    let mut x = X;
    (x[3], x[4]) = (f32::NAN, f32::NAN);
    let mut y = Y;
    (y[4], y[5]) = (f32::NAN, f32::NAN);
    let xy = || vec![floats(x), floats(y)];
    let int = |f: fn(&i32, &i32) -> bool| each(A, B, move |a, b| f(&a, &b));
    let word = |f: fn(&u32, &u32) -> bool| {
        each(A.map(i32::cast_unsigned), B.map(i32::cast_unsigned), move |a, b| f(&a, &b))
    };
    let real = |f: fn(&f32, &f32) -> bool| each(x, y, move |a, b| f(&a, &b));
    vec![
        ("ints-greater", ab(), truth(int(i32::gt))),
        ("ints-greater-or-equal", ab(), truth(int(i32::ge))),
        ("ints-less", ab(), truth(int(i32::lt))),
        ("ints-less-or-equal", ab(), truth(int(i32::le))),
        ("ints-equal", ab(), truth(int(i32::eq))),
        ("ints-unequal", ab(), truth(int(i32::ne))),
        ("unsigned-greater", ab(), truth(word(u32::gt))),
        ("unsigned-less-or-equal", ab(), truth(word(u32::le))),
        ("floats-greater", xy(), truth(real(f32::gt))),
        ("floats-less-or-equal", xy(), truth(real(f32::le))),
        ("floats-equal", xy(), truth(real(f32::eq))),
        ("floats-unequal", xy(), truth(real(f32::ne))),
        ("upper-half-of-mask-of-ints", ab(), vec![0]),
        ("upper-half-of-mask-of-floats", xy(), vec![0]),
        ("mask-unsigned-greater", ab(), mask(word(u32::gt))),
        ("mask-unsigned-greater-or-equal", ab(), mask(word(u32::ge))),
        ("mask-unsigned-less", ab(), mask(word(u32::lt))),
        ("mask-unsigned-less-or-equal", ab(), mask(word(u32::le))),
        ("mask-ints-equal", ab(), mask(int(i32::eq))),
        ("mask-ints-unequal", ab(), mask(int(i32::ne))),
        ("mask-ints-greater", ab(), mask(int(i32::gt))),
        ("mask-ints-greater-or-equal", ab(), mask(int(i32::ge))),
        ("mask-ints-less", ab(), mask(int(i32::lt))),
        ("mask-ints-less-or-equal", ab(), mask(int(i32::le))),
        ("mask-floats-greater", xy(), mask(real(f32::gt))),
        ("mask-floats-greater-or-equal", xy(), mask(real(f32::ge))),
        ("mask-floats-less", xy(), mask(real(f32::lt))),
        ("mask-floats-less-or-equal", xy(), mask(real(f32::le))),
        ("mask-floats-equal", xy(), mask(real(f32::eq))),
        ("mask-floats-unequal", xy(), mask(real(f32::ne))),
    ]
}

/// Lanes 0, 4, 5, 6, 13 and 15 are selected.
fn of_masks() -> Vec<Worked> {
    let selected = [
        true, false, false, false, true, true, true, false, false, false, false, false, false, true, false,
        true,
    ];
    let mixed =
        |a: &[u64], b: &[u64]| (0..16).map(|n| if selected[n] { a[n] } else { b[n] }).collect::<Vec<_>>();
    let mut partly: Vec<u64> = FROM.iter().map(|index| 0x1000 + index).collect();
    (0..16).filter(|n| !selected[*n]).for_each(|n| partly[n] = ANY);
    let stored = |new: &[u64], everywhere: bool| {
        let mut words = memory();
        for n in (0..16).filter(|n| everywhere || selected[*n]) {
            words[usize::try_from(TO[n]).unwrap()] = new[n];
        }
        words
    };
    let gather = || vec![memory(), FROM.to_vec()];
    let gather_masked = || vec![memory(), FROM.to_vec(), vec![MASK]];
    let scatter = |new: Vec<u64>| vec![memory(), TO.to_vec(), new];
    let scatter_masked = |new: Vec<u64>| vec![memory(), TO.to_vec(), new, vec![MASK]];
    let whole: Vec<u64> = FROM.iter().map(|index| 0x1000 + index).collect();
    vec![
        ("mix-ints", vec![vec![MASK], ints(A), ints(B)], mixed(&ints(A), &ints(B))),
        ("mix-floats", vec![vec![MASK], floats(X), floats(Y)], mixed(&floats(X), &floats(Y))),
        ("gather-ints", gather(), whole.clone()),
        ("gather-floats", gather(), whole),
        ("type-of-gather-floats", gather(), vec![1]),
        ("type-of-gather-floats-masked", gather_masked(), vec![1]),
        ("gather-ints-masked", gather_masked(), partly.clone()),
        ("gather-floats-masked", gather_masked(), partly),
        ("scatter-ints", scatter(ints(A)), stored(&ints(A), true)),
        ("scatter-ints-masked", scatter_masked(ints(A)), stored(&ints(A), false)),
        ("scatter-floats", scatter(floats(X)), stored(&floats(X), true)),
        ("scatter-floats-from-ints", scatter(ints(A)), stored(&ints(A), true)),
        ("scatter-floats-masked", scatter_masked(floats(X)), stored(&floats(X), false)),
        ("block-ints", vec![ints(B), ints(A), vec![MASK]], mixed(&ints(A), &ints(B))),
        ("block-floats", vec![floats(Y), floats(X), vec![MASK]], mixed(&floats(X), &floats(Y))),
        ("block-ints-far", vec![ints(B), ints(A), vec![MASK]], mixed(&ints(A), &ints(B))),
        ("block-ints-below", vec![ints(B), ints(A), vec![MASK]], mixed(&ints(A), &ints(B))),
        ("block-floats-far", vec![floats(Y), floats(X), vec![MASK]], mixed(&floats(X), &floats(Y))),
    ]
}

fn worked() -> Vec<Worked> {
    [of_scalars(), of_vectors(), of_lanes(), of_conversions(), of_comparisons(), of_masks()].concat()
}

#[test]
fn every_operation_has_the_value_that_was_worked_out() {
    let worked = worked();
    for (name, operands, expected) in &worked {
        assert_eq!(value(name, operands, &DOCUMENT), *expected, "{name}");
    }
    let names: BTreeSet<_> = worked.iter().map(|(name, ..)| *name).collect();
    assert_eq!(names, table().iter().map(|operation| operation.name).collect());
    assert_eq!(names.len(), table().len(), "two operations of one name");
}

#[test]
fn operands_have_names_of_their_own_and_stand_in_the_text() {
    for operation in table() {
        let names: BTreeSet<_> = operation.operands.iter().map(|operand| operand.name).collect();
        assert_eq!(names.len(), operation.operands.len(), "{}", operation.name);
        for name in names {
            let mentioned = [format!("{{{name}}}"), format!("{{{name},}}")];
            let is_memory = operation
                .operands
                .iter()
                .any(|o| o.role == crosscall_model::expression::Role::Addresses(name));
            assert!(
                is_memory || mentioned.iter().any(|m| operation.c.contains(m)),
                "{}: {name}",
                operation.name
            );
        }
    }
}

/// Every clause that is said to be seen in a value is named by an operation, and no other one is.
#[test]
fn the_clauses_on_values_are_those_of_the_table() {
    let mut named = BTreeSet::new();
    for (name, operands, _) in worked() {
        named.extend(planned(name, &operands, &DOCUMENT).clauses);
    }
    let observed =
        |id: &&str| clauses().clause(id).is_some_and(|clause| clause.observed.contains(&Observed::Value));
    let said: BTreeSet<_> =
        clauses().clauses.iter().map(|clause| clause.id.as_str()).filter(observed).collect();
    assert_eq!(named.iter().copied().collect::<BTreeSet<&str>>(), said);
}

/// Values of one operation under the readings that are not preferred.
#[test]
fn other_readings_have_other_values() {
    let of = |name, clause, reading| {
        let worked = worked();
        let (_, operands, first) = worked.iter().find(|(known, ..)| *known == name).unwrap();
        let readings = NYUZI.readings(Box::leak(Box::new([(clause, reading)])));
        (first.clone(), planned(name, operands, &readings))
    };
    let bits = |plan: &ValuePlan| {
        plan.elements.iter().map(|e| if e.mask == 0 { ANY } else { e.bits }).collect::<Vec<_>>()
    };
    let (minus_one, plan) = of("ints-less", "NYUZI-LANG-17", "R2");
    assert_eq!(bits(&plan), minus_one.iter().map(|lane| lane & 1).collect::<Vec<_>>());
    // Bit 15 - n for lane n: the mask 0b1010000001110001 is 0b1000111000000101 then.
    let (_, plan) = of("mix-ints", "NYUZI-LANG-19/order", "R2");
    let from_a = [0, 2, 9, 10, 11, 15];
    let expected = (0..16).map(|n| if from_a.contains(&n) { A[n] } else { B[n] });
    assert_eq!(bits(&plan), ints(expected));
    let (mask, plan) = of("mask-ints-less", "NYUZI-LANG-19/order", "R2");
    assert_eq!(bits(&plan), [u64::from((mask[0] as u16).reverse_bits())]);
    let (_, plan) = of("type-of-gather-floats", "NYUZI-LANG-25", "R2");
    assert_eq!(bits(&plan), [0]);
    let (_, plan) = of("int-from-char", "NYUZI-TYPE-01", "R2");
    assert_eq!(bits(&plan), [0x80]);
    let (_, plan) = of("digits-of-long-double", "NYUZI-TYPE-09/long-double", "R2");
    assert_eq!(bits(&plan), [16_777_217]);
    let refused = |name, reading| of(name, "NYUZI-LANG-27", reading).1.may_be_refused;
    assert_eq!((refused("scatter-floats", "R1"), refused("scatter-floats", "R2")), (false, true));
    assert_eq!(
        (refused("scatter-floats-from-ints", "R1"), refused("scatter-floats-from-ints", "R2")),
        (true, false)
    );
}

fn stored(lanes: &[u64]) -> ValueOutcome {
    stored_as(lanes, 4)
}

fn stored_as(lanes: &[u64], size: usize) -> ValueOutcome {
    ValueOutcome::Stored(lanes.iter().flat_map(|lane| lane.to_le_bytes().into_iter().take(size)).collect())
}

/// Words of the judge on lanes of 32 bits, in one line.
fn reported(name: &str, lanes: &[u64]) -> String {
    let worked = worked();
    let (_, operands, _) = worked.iter().find(|(known, ..)| *known == name).unwrap();
    let plan = planned(name, operands, &DOCUMENT);
    let judgement = judge_value(Target::Nyuzi, &plan, &stored_as(lanes, plan.element_bytes as usize));
    let one = |m: &crosscall_model::finding::Mismatch| {
        let words = m.words();
        let inferred = words.inferred.as_deref().unwrap_or("-");
        format!("{}: {} / {} / {inferred}", m.clauses[0], words.expected, words.observed)
    };
    judgement.mismatches.iter().map(one).collect::<Vec<_>>().join("; ")
}

#[test]
fn usual_mistakes_are_recognised() {
    let worked = worked();
    let right = |name: &str| worked.iter().find(|(known, ..)| *known == name).unwrap().2.clone();
    for (name, ..) in worked.iter().filter(|(.., value)| value.len() == 16) {
        let right: Vec<u64> =
            right(name).into_iter().map(|lane| if lane == ANY { 0x5555 } else { lane }).collect();
        assert_eq!(reported(name, &right), "", "{name}");
    }
    let inferred = |name: &str, lanes: &[u64]| reported(name, lanes).rsplit(" / ").next().unwrap().to_owned();
    let reversed = |name: &str| right(name).into_iter().rev().collect::<Vec<_>>();
    assert_eq!(inferred("shuffle-ints", &reversed("shuffle-ints")), "lanes in the opposite order");
    assert_eq!(inferred("add-ints-and-int", &[right("add-ints-and-int")[0]; 16]), "lane 0 in every lane");
    let ones: Vec<u64> = right("ints-less").iter().map(|lane| lane & 1).collect();
    assert_eq!(inferred("ints-less", &ones), "1 instead of -1");
    assert_eq!(inferred("ints-less", &right("ints-greater")), "compared the other way round");
    assert_eq!(inferred("unsigned-greater", &right("ints-greater")), "compared with the other sign");
    assert_eq!(inferred("cast-ints-to-floats", &floats(C.map(|a| a as f32))), "converted, bits not kept");
    assert_eq!(inferred("convert-ints-to-floats", &ints(C.map(|a| a * 256))), "bits kept, not converted");
    assert_eq!(inferred("subtract-ints", &ints(each(C, B, |a, b| b - a))), "operands the other way round");
    let swapped: Vec<u64> = (0..16)
        .map(|n| [A, B].map(|v| ints(v)[n])[usize::from(right("mix-ints")[n] == ints(A)[n])])
        .collect();
    assert_eq!(inferred("mix-ints", &swapped), "the two vectors the other way round");
    assert_eq!(
        inferred("mask-ints-less", &[u64::from((right("mask-ints-less")[0] as u16).reverse_bits())]),
        "mask taken from the other end"
    );
    assert_eq!(inferred("mask-ints-less", &[right("mask-ints-less")[0] ^ 0xffff]), "each bit the opposite");
    let mut next = right("shuffle-ints");
    next.rotate_left(1);
    assert_eq!(inferred("shuffle-ints", &next), "each lane that of the next one");
    assert_eq!(inferred("scatter-ints-masked", &right("scatter-ints")), "stored without the mask");
}

#[test]
fn a_contradiction_names_clause_lane_and_values() {
    let worked = worked();
    let mut lanes = worked.iter().find(|(name, ..)| *name == "add-ints").unwrap().2.clone();
    lanes[3] = 0x1234;
    lanes[9] = 5;
    assert_eq!(
        reported("add-ints", &lanes),
        "NYUZI-LANG-08: lane 3: 0x00000000 / lane 3: 0x00001234 (wrong, too: 9) / -"
    );
    let mut lanes = worked.iter().find(|(name, ..)| *name == "convert-ints-to-floats").unwrap().2.clone();
    lanes[0] = 0x3f80_0000;
    assert_eq!(
        reported("convert-ints-to-floats", &lanes),
        "NYUZI-LANG-16: lane 0: 0x44e00000 (1792.0) / lane 0: 0x3f800000 (1.0) / -"
    );
}

#[test]
fn quotients_may_be_off_by_little() {
    let operands = [floats([1.0]), floats([3.0])];
    let plan = planned("divide-float", &operands, &DOCUMENT);
    let fits = |bits: u64| judge_value(Target::Nyuzi, &plan, &stored(&[bits])).mismatches.is_empty();
    // Three units in the last place, and the digits that an estimate of 6 bits and one step give.
    assert!(fits(0x3eaa_aaab) && fits(0x3eaa_aaa8) && fits(0x3eaa_aaae));
    let one_step = u64::from((1.0f32 / 3.0 * (1.0 - 2f32.powi(-12))).to_bits());
    assert!(!fits(one_step) && !fits(0xbeaa_aaab) && !fits(0x7fc0_0000));
    // A sum has to be exact.
    let plan = planned("add-float", &[floats([1.5]), floats([0.125])], &DOCUMENT);
    assert!(judge_value(Target::Nyuzi, &plan, &stored(&floats([1.625]))).mismatches.is_empty());
    assert_eq!(
        judge_value(Target::Nyuzi, &plan, &stored(&[u64::from(1.625f32.to_bits()) + 1])).mismatches.len(),
        1
    );
}

#[test]
fn refusals_and_lost_runs() {
    let worked = worked();
    let operands = |name: &str| worked.iter().find(|(known, ..)| *known == name).unwrap().1.clone();
    let refused = ValueOutcome::Refused("no such builtin\nmore".to_owned());
    let judged = |name: &str, outcome: &ValueOutcome| {
        judge_value(Target::Nyuzi, &planned(name, &operands(name), &DOCUMENT), outcome)
    };
    let judgement = judged("mix-ints", &refused);
    assert_eq!(judgement.mismatches[0].words().observed, "refused: no such builtin");
    assert!(judgement.exercised.contains(&"NYUZI-LANG-19"));
    // Under the preferred reading this text is no C.
    let judgement = judged("scatter-floats-from-ints", &refused);
    assert!(judgement.mismatches.is_empty() && judgement.exercised.is_empty());
    let stopped = judged("mix-ints", &ValueOutcome::Stopped("an illegal instruction at 0x40".to_owned()));
    assert!(stopped.mismatches[0].is_about_control());
    let short = judged("mix-ints", &ValueOutcome::Stored(vec![0; 63]));
    assert_eq!(short.mismatches[0].words().expected, "64 bytes");
}

#[test]
fn what_is_not_in_the_table_has_no_plan() {
    let case = |operation: &str, operands: Vec<Vec<u64>>| ValueCase {
        target: Target::Nyuzi,
        operation: operation.to_owned(),
        operands,
        folded: false,
    };
    let plan = |case: &ValueCase| abi::value_plan(case, &mut NYUZI.chooser(&DOCUMENT));
    assert_eq!(plan(&case("no-such", vec![])), None);
    assert_eq!(plan(&case("add-ints", vec![vec![1; 16], vec![1; 15]])), None);
    assert_eq!(plan(&case("add-ints", vec![vec![1; 16]])), None);
    assert!(plan(&case("add-ints", vec![vec![1; 16], vec![1; 16]])).is_some());
    // Indices out of range are of the value that nobody knows, not of a panic.
    let beyond = plan(&case("shuffle-ints", vec![vec![1; 16], vec![u64::MAX; 16]])).unwrap();
    assert!(beyond.elements.iter().all(|element| element.mask == 0));
}
