//! Special values, for which code can fail that is right for all others: zero, one and minus one, the ends of a type,
//! the ends of narrower types in a wider one, minus zero, subnormal numbers, infinities, NaNs, null pointers.
//!
//! Such a value identifies its place poorly, so that only a share of cases has some (`special` of
//! [`Config`](crate::Config)), and usually few: the other values identify places. For the same reason no value of a
//! width occurs twice in a case, unless its bytes are all 0x00 or all 0xff: a value that is found elsewhere is the
//! one that was lost.
//!
//! Signalling NaNs are not included: moving a floating value may make it a quiet one.

use std::collections::BTreeSet;

use crosscall_model::leaf::{Leaf, leaves};
use crosscall_model::target::FloatFormat;
use crosscall_model::{Form, Scalar, Signature, Type, Value};

use crate::seed::SplitMix64;
use crate::values::{constant, fits};
use crate::widths::{Widths, mask};

/// Distribution of the number of special leaves, over the cases that have some: frequency in percent, and share of
/// the leaves in percent; the share 0 stands for a single leaf.
const SHARES: [(u64, u64); 3] = [(50, 0), (35, 25), (15, 80)];

/// Number of the first special values of a type that are the most important.
const FIRST: usize = 5;

/// Replaces some of a case's values by special values; `choice` determines which.
pub fn sprinkle(
    of_case: (&Signature, Form),
    widths: &Widths,
    arguments: &mut [Value],
    result: &mut Option<Value>,
    choice: u64,
) {
    let mut numbers = SplitMix64::new(choice);
    let count =
        replaced(of_case, arguments, result).map(|(ty, value)| leaves(ty, value).len()).sum::<usize>();
    let only = below(&mut numbers, count as u64) as usize;
    let share = share(&mut numbers);
    replace(of_case, widths, (arguments, result), &mut |n, leaf, is_free| {
        let roll = below(&mut numbers, 100);
        let pick = numbers.next_u64();
        let is_wanted = if share == 0 { n == only } else { roll < share };
        let left: Vec<u128> = of(leaf, widths).into_iter().filter(|bits| is_free(*bits)).collect();
        // The values at the front of the list are more frequent.
        let among = if roll.is_multiple_of(2) { left.len() } else { left.len().min(FIRST) };
        left.get((pick % among.max(1) as u64) as usize).copied().filter(|_| is_wanted)
    });
}

/// Number of sets of special values.
pub const SETS: u8 = Kind::ALL.len() as u8;

/// Special values that a set has in common.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Zero, and null.
    Zero,
    /// All bits set; of floating types minus zero, which loses its sign where it is taken for a number.
    Ones,
    /// The numbers next to zero below it; of floating types quiet NaNs.
    SmallNegative,
    /// The numbers next to zero above it; of floating types infinities.
    SmallPositive,
    /// Only the highest bit set; of floating types subnormal numbers.
    Least,
    /// Only the highest bit clear; of floating types ends of the normal numbers.
    Greatest,
    /// Ends of narrower types.
    NarrowEnds,
    /// Any one of them, among ordinary values.
    One,
}

impl Kind {
    const ALL: [Kind; 8] = [
        Kind::Zero,
        Kind::Ones,
        Kind::SmallNegative,
        Kind::SmallPositive,
        Kind::Least,
        Kind::Greatest,
        Kind::NarrowEnds,
        Kind::One,
    ];

    /// Values of this kind of a leaf, the most important ones first.
    fn values(self, leaf: &Leaf<'_>, widths: &Widths) -> Vec<u128> {
        let (all, width) = (|| of(leaf, widths), width(leaf, widths));
        match (self, leaf.ty.scalar()) {
            (Kind::NarrowEnds | Kind::One, _) => all(),
            (Kind::Zero, _) => all().into_iter().filter(|bits| *bits == 0).collect(),
            (_, Some(scalar)) if scalar.is_floating() => {
                // Places in the list of `floating`, where each size stands with both signs.
                let first = match self {
                    Kind::Ones => 1,
                    Kind::Least => 4,
                    Kind::Greatest => 10,
                    Kind::SmallPositive => 12,
                    _ => 14,
                };
                let mut signs = all();
                signs.drain(..first.min(signs.len().saturating_sub(2)));
                signs
            }
            (_, scalar) if scalar == Some(Scalar::Bool) || scalar.is_none() => all(),
            (Kind::Ones, _) => vec![mask(width)],
            (Kind::Least, _) => vec![1 << (width - 1)],
            (Kind::Greatest, _) => vec![mask(width) >> 1],
            (Kind::SmallNegative, _) => (2..=SMALL).map(|size| mask(width) & size.wrapping_neg()).collect(),
            (Kind::SmallPositive, _) => (1..=SMALL).map(|size| mask(width) & size).collect(),
        }
    }
}

/// Greatest magnitude of a number that counts as small.
const SMALL: u128 = 100;

/// Replaces about half of a case's values, and at least one, by those of the set with a number below [`SETS`]: beside a
/// special value there are ordinary ones, which show what it does to them. A result of a single value has none beside it and
/// is replaced in each set. `choice` determines the others.
pub fn set(
    of_case: (&Signature, Form),
    widths: &Widths,
    (arguments, result): (&mut [Value], &mut Option<Value>),
    set: u8,
    choice: u64,
) {
    let Some(kind) = Kind::ALL.get(usize::from(set)) else { return };
    let mut numbers = SplitMix64::new(choice);
    // What each leaf may be replaced by.
    let mut others: Vec<Vec<u128>> = Vec::new();
    for (ty, value) in replaced(of_case, arguments, result) {
        others.extend(leaves(ty, value).iter().map(|leaf| {
            let mut values = kind.values(leaf, widths);
            values.retain(|bits| *bits != leaf.value);
            values
        }));
    }
    let of_result: usize =
        of_case.0.result.iter().zip(result.iter()).map(|(ty, value)| leaves(ty, value).len()).sum();
    let alone = others.len().checked_sub(1).filter(|_| of_result == 1);
    let able = others.iter().filter(|values| !values.is_empty()).count();
    let sure = below(&mut numbers, able as u64) as usize;
    let mut met = 0..;
    replace(of_case, widths, (arguments, result), &mut |n, _, is_free| {
        let (toss, pick) = (numbers.next_u64(), numbers.next_u64());
        let values = others.get(n).filter(|values| !values.is_empty())?;
        let place = met.next()?;
        let is_wanted = place == sure || alone == Some(n) || *kind != Kind::One && toss.is_multiple_of(2);
        let left: Vec<u128> = values.iter().copied().filter(|bits| is_free(*bits)).collect();
        let at =
            if matches!(kind, Kind::NarrowEnds | Kind::One) { pick % left.len().max(1) as u64 } else { 0 };
        left.get(at as usize).copied().filter(|_| is_wanted)
    });
}

/// Values of a case that may be replaced, each with its type.
fn replaced<'v>(
    (signature, form): (&'v Signature, Form),
    arguments: &'v [Value],
    result: &'v Option<Value>,
) -> impl Iterator<Item = (&'v Type, &'v Value)> {
    signature.arguments().zip(arguments).skip(kept(form)).chain(signature.result.iter().zip(result))
}

/// Number of first arguments that stay: the object that a member function is called for must exist.
fn kept(form: Form) -> usize {
    usize::from(form == Form::Method)
}

/// Chooses the value of a leaf, which has a number; the last argument says whether a value may still be used.
type Choose<'c> = dyn FnMut(usize, &Leaf<'_>, &dyn Fn(u128) -> bool) -> Option<u128> + 'c;

/// Replaces values by those that are chosen. None of a width occurs twice in a case, unless its bytes are all alike.
fn replace(
    (signature, form): (&Signature, Form),
    widths: &Widths,
    (arguments, result): (&mut [Value], &mut Option<Value>),
    choose: &mut Choose<'_>,
) {
    let mut values: Vec<(&Type, &mut Value)> =
        signature.arguments().zip(arguments).skip(kept(form)).collect();
    values.extend(signature.result.iter().zip(result));
    let mut number = 0..;
    let mut used: BTreeSet<(u32, u128)> = BTreeSet::new();
    for (ty, value) in values {
        let all = leaves(ty, value);
        let mut next = all.iter();
        *value = value.map_bits(&mut |old| {
            let (Some(leaf), Some(n)) = (next.next(), number.next()) else { return old };
            let width = width(leaf, widths);
            let chosen = choose(n, leaf, &|bits| !used.contains(&(width, bits)));
            if let Some(bits) = chosen.filter(|bits| !is_uniform(*bits, width)) {
                used.insert((width, bits));
            }
            chosen.unwrap_or(old)
        });
    }
}

/// Keeps the special values where the values of a case are replaced. `new` are other values of the same types.
pub fn keep(signature: &Signature, widths: &Widths, old: &[Value], new: &mut [Value]) {
    for ((ty, old), new) in signature.arguments().zip(old).zip(new) {
        keep_one(ty, widths, old, new);
    }
}

/// Keeps the special values in one value of a type.
pub fn keep_one(ty: &Type, widths: &Widths, old: &Value, new: &mut Value) {
    let before = leaves(ty, old);
    let special: Vec<Option<u128>> =
        before.iter().map(|leaf| is_special(leaf, widths).then_some(leaf.value)).collect();
    if special.iter().all(Option::is_none) {
        return;
    }
    let shape = |leaves: &[Leaf<'_>]| leaves.iter().map(|leaf| leaf.path.clone()).collect::<Vec<_>>();
    // The union holds another member.
    if shape(&before) != shape(&leaves(ty, new)) {
        *new = old.clone();
        return;
    }
    let mut next = special.into_iter();
    *new = new.map_bits(&mut |fresh| next.next().flatten().unwrap_or(fresh));
}

/// True if a leaf has a special value.
pub fn is_special(leaf: &Leaf<'_>, widths: &Widths) -> bool {
    let width = width(leaf, widths);
    let is_small = || {
        let size = leaf.value.min((leaf.value ^ mask(width)).saturating_add(1));
        width >= 16 && size <= SMALL && leaf.ty.scalar().is_some_and(|scalar| !scalar.is_floating())
    };
    of(leaf, widths).contains(&leaf.value) || is_small()
}

fn share(numbers: &mut SplitMix64) -> u64 {
    let mut left = below(numbers, 100);
    for (frequency, share) in SHARES {
        if left < frequency {
            return share;
        }
        left -= frequency;
    }
    0
}

fn below(numbers: &mut SplitMix64, n: u64) -> u64 {
    numbers.next_u64() % n.max(1)
}

/// True if all bytes are 0x00 or all are 0xff.
fn is_uniform(bits: u128, width: u32) -> bool {
    bits == 0 || bits == mask(width)
}

/// Width of a leaf in bits.
fn width(leaf: &Leaf<'_>, widths: &Widths) -> u32 {
    match (leaf.bits, leaf.ty) {
        (Some(bits), _) => bits.into(),
        // The number of bits that every possible width of `wchar_t` has.
        (None, ty) if ty.scalar() == Some(Scalar::WideChar) => 16,
        (None, ty) if ty.scalar() == Some(Scalar::Bool) => 1,
        (None, ty) => widths.leaf(ty).unwrap_or(64).clamp(1, 128),
    }
}

/// Special values of a leaf, without duplicates; none for a type that the target lacks.
pub fn of(leaf: &Leaf<'_>, widths: &Widths) -> Vec<u128> {
    let width = width(leaf, widths);
    let list = match leaf.ty {
        Type::Scalar(scalar) | Type::Atomic(scalar) | Type::Aligned(scalar, _) => match scalar {
            Scalar::Bool => vec![0, 1],
            scalar if !widths.supports(*scalar) => Vec::new(),
            scalar if scalar.is_floating() => floating(FloatFormat::of(*scalar, width)),
            _ => integers(width),
        },
        Type::Enum(enumeration) => {
            let all = enumeration.constants.iter().filter(|value| fits(**value, width, enumeration));
            let ends = [all.clone().min(), all.max()];
            ends.into_iter().flatten().map(|value| constant(*value) & mask(width)).collect()
        }
        Type::DataPointer | Type::FunctionPointer => vec![0],
        _ => integers(width),
    };
    // A few dozen: nothing is quicker to look through than the list itself.
    let mut distinct = Vec::with_capacity(list.len());
    for bits in list {
        if !distinct.contains(&bits) {
            distinct.push(bits);
        }
    }
    distinct
}

/// Zero, one and minus one, the ends with a sign and without, and those of narrower types.
fn integers(width: u32) -> Vec<u128> {
    let all = mask(width);
    let top = 1u128 << (width - 1);
    let mut list = vec![0, 1, all, top, top - 1];
    for narrow in [8, 16, 32, 64].into_iter().filter(|narrow| *narrow < width) {
        let (top, end) = (1u128 << (narrow - 1), 1u128 << narrow);
        list.extend([top - 1, top, end - 1, end, all & top.wrapping_neg(), all & end.wrapping_neg()]);
    }
    list
}

/// Zeros, ones, the ends of normal and subnormal numbers, infinities and NaNs, of either sign. Infinities and NaNs of
/// 16 bits are omitted, because some compilers have no spelling for them.
fn floating(format: FloatFormat) -> Vec<u128> {
    let (fraction, top) = (mask(format.fraction_bits), format.top());
    let one = top >> 1;
    let mut sizes = vec![(0, 0), (one, 0), (0, 1), (0, fraction), (1, 0), (top - 1, fraction)];
    if format.bits() > 16 {
        sizes.push((top, 0));
        sizes.push((top, 1 << (format.fraction_bits - 1) | 1));
    }
    let both = |(exponent, fraction)| [false, true].map(|sign| format.encoded((sign, exponent, fraction)));
    sizes.into_iter().flat_map(both).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crosscall_model::{EnumType, Member, Target};
    use expect_test::expect;

    fn widths() -> Widths {
        Widths::new(Target::Epiphany, &|scalar| match scalar {
            Scalar::Bool | Scalar::Char | Scalar::SignedChar | Scalar::UnsignedChar => 8,
            Scalar::Short | Scalar::UnsignedShort => 16,
            Scalar::LongLong | Scalar::UnsignedLongLong | Scalar::Double | Scalar::LongDouble => 64,
            _ => 32,
        })
    }

    #[test]
    fn the_values_of_each_type() {
        let constants = vec![-5, 0, 9];
        let types: Vec<Type> = [Scalar::Bool, Scalar::SignedChar, Scalar::Short, Scalar::Int, Scalar::Float]
            .into_iter()
            .map(Type::from)
            .chain([Type::Enum(EnumType { constants }), Type::DataPointer, Scalar::LongLong.into()])
            .chain([Scalar::WideChar.into(), Scalar::Double.into()])
            .collect();
        let mut shown: Vec<String> = Vec::new();
        for ty in &types {
            let value = Value::Bits(0);
            let list: Vec<String> = leaves(ty, &value)
                .iter()
                .flat_map(|leaf| of(leaf, &widths()))
                .map(|v| format!("{v:x}"))
                .collect();
            shown.push(list.join(" "));
        }
        let record = Type::Record(Box::new(crosscall_model::Record::new(
            crosscall_model::RecordKind::Struct,
            vec![Member::bit_field(Scalar::Int.into(), 3), Member::bit_field(Scalar::Bool.into(), 1)],
        )));
        let value = Value::List(vec![Value::Bits(1), Value::Bits(1)]);
        for leaf in leaves(&record, &value) {
            shown.push(of(&leaf, &widths()).iter().map(|v| format!("{v:x}")).collect::<Vec<_>>().join(" "));
        }
        expect![[r#"
            0 1
            0 1 ff 80 7f
            0 1 ffff 8000 7fff 7f 80 ff 100 ff80 ff00
            0 1 ffffffff 80000000 7fffffff 7f 80 ff 100 ffffff80 ffffff00 7fff 8000 ffff 10000 ffff8000 ffff0000
            0 80000000 3f800000 bf800000 1 80000001 7fffff 807fffff 800000 80800000 7f7fffff ff7fffff 7f800000 ff800000 7fc00001 ffc00001
            fffffffb 9
            0
            0 1 ffffffffffffffff 8000000000000000 7fffffffffffffff 7f 80 ff 100 ffffffffffffff80 ffffffffffffff00 7fff 8000 ffff 10000 ffffffffffff8000 ffffffffffff0000 7fffffff 80000000 ffffffff 100000000 ffffffff80000000 ffffffff00000000
            0 1 ffff 8000 7fff 7f 80 ff 100 ff80 ff00
            0 8000000000000000 3ff0000000000000 bff0000000000000 1 8000000000000001 fffffffffffff 800fffffffffffff 10000000000000 8010000000000000 7fefffffffffffff ffefffffffffffff 7ff0000000000000 fff0000000000000 7ff8000000000001 fff8000000000001
            0 1 7 4 3
            0 1"#]].assert_eq(&shown.join("\n"));
    }

    #[test]
    fn what_shows_a_place_is_there_once() {
        let signature = Signature { result: None, parameters: vec![Scalar::Int.into(); 24], variadic: None };
        let mut specials = 0;
        for choice in 0..500 {
            let (mut arguments, mut result) = crate::values::fill(&signature, &widths(), 0x11);
            let before = arguments.clone();
            sprinkle((&signature, Form::Prototype), &widths(), &mut arguments, &mut result, choice);
            let changed: Vec<&Value> =
                arguments.iter().zip(&before).filter(|(new, old)| new != old).map(|(new, _)| new).collect();
            assert!(!changed.is_empty());
            specials += changed.len();
            let telling = changed.iter().filter(|value| !matches!(value, Value::Bits(0 | 0xffff_ffff)));
            let different: BTreeSet<String> = telling.clone().map(ToString::to_string).collect();
            assert_eq!(different.len(), telling.count(), "{choice}");
            let mut other = crate::values::fill(&signature, &widths(), 0x55).0;
            keep(&signature, &widths(), &arguments, &mut other);
            for ((kept, now), old) in other.iter().zip(&arguments).zip(&before) {
                assert_eq!(kept == now, now != old, "{choice}");
            }
        }
        assert!((1000..8000).contains(&specials), "{specials}");
    }

    /// Values that each set gives three arguments of each of some types.
    #[test]
    fn the_values_of_each_set() {
        let mut shown = Vec::new();
        for number in 0..SETS {
            for scalar in [Scalar::SignedChar, Scalar::Int, Scalar::Double] {
                let signature =
                    Signature { result: None, parameters: vec![scalar.into(); 3], variadic: None };
                let before = crate::values::fill(&signature, &widths(), 0x11).0;
                let mut seen = BTreeSet::new();
                for choice in 0..64 {
                    let (mut arguments, mut result) = (before.clone(), None);
                    let of = (&signature, Form::Prototype);
                    set(of, &widths(), (&mut arguments, &mut result), number, choice);
                    let changed = arguments.iter().zip(&before).filter(|(new, old)| new != old);
                    let changed: Vec<String> = changed.map(|(new, _)| new.to_string()).collect();
                    assert!(!changed.is_empty(), "{number} {choice}");
                    seen.extend(changed);
                }
                let seen: Vec<String> = seen.into_iter().take(6).collect();
                shown.push(format!("{:?} {scalar:?}: {}", Kind::ALL[usize::from(number)], seen.join(" ")));
            }
        }
        expect![[r#"
            Zero SignedChar: 0x0
            Zero Int: 0x0
            Zero Double: 0x0
            Ones SignedChar: 0xff
            Ones Int: 0xffffffff
            Ones Double: 0x3ff0000000000000 0x8000000000000000 0xbff0000000000000
            SmallNegative SignedChar: 0xfc 0xfd 0xfe
            SmallNegative Int: 0xfffffffc 0xfffffffd 0xfffffffe
            SmallNegative Double: 0x7ff8000000000001 0xfff8000000000001
            SmallPositive SignedChar: 0x1 0x2 0x3
            SmallPositive Int: 0x1 0x2 0x3
            SmallPositive Double: 0x7ff0000000000000 0x7ff8000000000001 0xfff0000000000000
            Least SignedChar: 0x80
            Least Int: 0x80000000
            Least Double: 0x1 0x8000000000000001 0xfffffffffffff
            Greatest SignedChar: 0x7f
            Greatest Int: 0x7fffffff
            Greatest Double: 0x7fefffffffffffff 0x7ff0000000000000 0xffefffffffffffff
            NarrowEnds SignedChar: 0x0 0x1 0x7f 0x80 0xff
            NarrowEnds Int: 0x0 0x1 0x100 0x10000 0x7f 0x7fff
            NarrowEnds Double: 0x0 0x1 0x10000000000000 0x3ff0000000000000 0x7fefffffffffffff 0x7ff0000000000000
            One SignedChar: 0x0 0x1 0x7f 0x80 0xff
            One Int: 0x0 0x1 0x100 0x10000 0x7fff 0x7fffffff
            One Double: 0x0 0x1 0x10000000000000 0x3ff0000000000000 0x7fefffffffffffff 0x7ff0000000000000"#]].assert_eq(&shown.join("\n"));
    }

    /// A set changes something, to special values alone, of which none of a width is there twice.
    #[test]
    fn sets_have_special_values_alone() {
        let types = [Scalar::Int, Scalar::LongLong, Scalar::Float, Scalar::Double, Scalar::UnsignedShort];
        let parameters: Vec<Type> = types.into_iter().cycle().take(15).map(Type::from).collect();
        let signature = Signature { result: Some(Scalar::Long.into()), parameters, variadic: None };
        let (before, of_result) = crate::values::fill(&signature, &widths(), 0x11);
        for (number, choice) in (0..SETS).flat_map(|number| (0..100).map(move |choice| (number, choice))) {
            let (mut arguments, mut result) = (before.clone(), of_result.clone());
            let of = (&signature, Form::Prototype);
            set(of, &widths(), (&mut arguments, &mut result), number, choice);
            let new = signature.arguments().zip(&arguments).chain(signature.result.iter().zip(&result));
            let changed: Vec<(&Type, &Value)> = { new }
                .zip(before.iter().chain(&of_result))
                .filter(|((_, new), old)| new != old)
                .map(|(new, _)| new)
                .collect();
            assert!(!changed.is_empty(), "{number} {choice}");
            let mut used = BTreeSet::new();
            for (ty, value) in changed {
                for leaf in leaves(ty, value) {
                    assert!(is_special(&leaf, &widths()), "{number} {choice}: {ty:?} {value}");
                    let width = width(&leaf, &widths());
                    assert!(is_uniform(leaf.value, width) || used.insert((width, leaf.value)), "{value}");
                }
            }
        }
    }
}
