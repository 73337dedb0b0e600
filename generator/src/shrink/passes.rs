//! Passes: each takes a case and returns variants of it. The caller removes variants that are not smaller, or that C
//! does not allow.

use crosscall_model::{BitInt, Case, Form, Member, Record, RecordKind, Scalar, Style, Type};

use super::rebuild::{Slot, changed, keep_arguments, plain, retype, slots, with_members};

pub(super) fn drop_halves(case: &Case) -> Vec<Case> {
    let count = case.arguments.len();
    let half = count / 2;
    if count < 4 {
        return Vec::new();
    }
    vec![keep_arguments(case, |i| i < half), keep_arguments(case, |i| i >= half)]
}

pub(super) fn drop_variadic(case: &Case) -> Vec<Case> {
    let named = case.signature.parameters.len();
    let Some(unnamed) = &case.signature.variadic else { return Vec::new() };
    let mut found = Vec::new();
    let bare = keep_arguments(case, |i| i < named);
    let mut fixed = bare.clone();
    fixed.signature.variadic = None;
    found.push(fixed);
    found.push(bare);
    // The same arguments, all of them named.
    let mut all_named = case.clone();
    all_named.signature.parameters.extend(unnamed.iter().cloned());
    all_named.signature.variadic = None;
    found.push(all_named);
    found
}

pub(super) fn drop_result(case: &Case) -> Vec<Case> {
    let mut new = case.clone();
    new.signature.result = None;
    new.result = None;
    vec![new]
}

pub(super) fn drop_argument(case: &Case) -> Vec<Case> {
    (0..case.arguments.len()).rev().map(|dropped| keep_arguments(case, |i| i != dropped)).collect()
}

pub(super) fn reset_style(case: &Case) -> Vec<Case> {
    let style = case.style;
    let halves = |n: u8| [n / 2, n.saturating_sub(1)];
    let [live, held, rounds] = [style.live, style.held, style.rounds].map(halves);
    let sizes = |n: u16| [n / 2, n - n / 4, n - n / 16, n.saturating_sub(1)];
    let mut styles = vec![
        Style::default(),
        Style { calls: false, ..style },
        Style { live: 0, ..style },
        Style { locals: 0, ..style },
        Style { address_taken: false, ..style },
        Style { held: 0, ..style },
        Style { rounds: 0, ..style },
        Style { dynamic: 0, ..style },
        Style { written: false, ..style },
        Style { recursive: false, ..style },
        Style { pointer: false, ..style },
        Style { others: false, ..style },
        Style { tail: false, ..style },
        Style { computed: false, ..style },
        Style { returns: 0, ..style },
        Style { returns: style.returns.saturating_sub(1), ..style },
        Style { form: Form::Prototype, ..style },
    ];
    styles.extend(live.map(|live| Style { live, ..style }));
    styles.extend(held.map(|held| Style { held, ..style }));
    styles.extend(rounds.map(|rounds| Style { rounds, ..style }));
    styles.extend(sizes(style.locals).map(|locals| Style { locals, ..style }));
    styles.extend(sizes(style.dynamic).map(|dynamic| Style { dynamic, ..style }));
    styles.into_iter().map(|style| Case { style, ..case.clone() }).collect()
}

/// Variants in which one type somewhere in the signature is changed.
fn retyped(case: &Case, change: &dyn Fn(&Type) -> Vec<Type>) -> Vec<Case> {
    let mut found = Vec::new();
    for (slot, ty) in slots(case) {
        found.extend(changed(ty, change).into_iter().map(|new| retype(case, slot, new)));
    }
    found
}

/// Variants in which one record somewhere in the signature is changed.
fn rerecorded(case: &Case, change: impl Fn(&Record) -> Vec<Type>) -> Vec<Case> {
    retyped(case, &|ty| ty.record().map(&change).unwrap_or_default())
}

pub(super) fn record_to_int(case: &Case) -> Vec<Case> {
    rerecorded(case, |_| vec![Scalar::Int.into()])
}

pub(super) fn record_to_member(case: &Case) -> Vec<Case> {
    rerecorded(case, |record| {
        record.members.iter().filter(|m| m.bits.is_none()).map(|m| m.ty.clone()).collect()
    })
}

pub(super) fn drop_member(case: &Case) -> Vec<Case> {
    rerecorded(case, |record| {
        let half = record.members.len() / 2;
        let mut found = Vec::new();
        if half > 1 {
            for range in [half..record.members.len(), 0..half] {
                let mut smaller = record.clone();
                smaller.members.drain(range);
                if smaller.members.iter().any(|m| m.named) == record.members.iter().any(|m| m.named) {
                    found.push(Type::Record(Box::new(smaller)));
                }
            }
        }
        found.extend((0..record.members.len()).rev().map(|i| with_members(record, i, [])));
        found
    })
}

pub(super) fn flatten(case: &Case) -> Vec<Case> {
    rerecorded(case, |record| {
        let nested = record.members.iter().enumerate().filter_map(|(i, m)| Some((i, m.ty.record()?)));
        nested.map(|(i, inner)| with_members(record, i, inner.members.iter().cloned())).collect()
    })
}

pub(super) fn shorten_array(case: &Case) -> Vec<Case> {
    retyped(case, &|ty| match ty {
        Type::Array(elem, len) => {
            let shorter = [1, len / 2, len.saturating_sub(1)].into_iter().filter(|n| (1..*len).contains(n));
            let arrays = shorter.map(|n| Type::Array(elem.clone(), n));
            std::iter::once((**elem).clone()).chain(arrays).collect()
        }
        _ => Vec::new(),
    })
}

pub(super) fn drop_attribute(case: &Case) -> Vec<Case> {
    rerecorded(case, |record| {
        let whole = [
            record.packed.then(|| Record { packed: false, ..record.clone() }),
            record.align.map(|_| Record { align: None, ..record.clone() }),
            record.name_align.map(|_| Record { name_align: None, ..record.clone() }),
        ];
        let whole = whole.into_iter().flatten().map(|record| Type::Record(Box::new(record)));
        let aligned = record.members.iter().enumerate().filter(|(_, m)| m.align.is_some());
        whole
            .chain(aligned.map(|(i, m)| with_members(record, i, [Member { align: None, ..m.clone() }])))
            .collect()
    })
}

pub(super) fn simplify_bit_field(case: &Case) -> Vec<Case> {
    rerecorded(case, |record| {
        let mut found = Vec::new();
        for (i, member) in record.members.iter().enumerate() {
            let Some(bits) = member.bits else { continue };
            let mut variants = Vec::new();
            if member.named {
                variants.push(Member { bits: None, ..member.clone() });
                variants.push(Member { ty: Scalar::Int.into(), bits: Some(bits.min(32)), ..member.clone() });
            }
            if bits > 0 {
                variants
                    .extend([1, bits / 2].map(|bits| Member { bits: Some(bits.max(1)), ..member.clone() }));
            }
            // The constants of an enumeration need their width.
            variants.retain(|m| m.bits.is_none() || !matches!(m.ty, Type::Enum(_)));
            found.extend(variants.into_iter().map(|member| with_members(record, i, [member])));
        }
        found
    })
}

pub(super) fn union_to_struct(case: &Case) -> Vec<Case> {
    rerecorded(case, |record| {
        vec![Type::Record(Box::new(Record { kind: RecordKind::Struct, ..record.clone() }))]
    })
}

pub(super) fn simplify_scalar(case: &Case) -> Vec<Case> {
    retyped(case, &|ty| match ty {
        Type::Array(..) | Type::Record(_) => Vec::new(),
        Type::Complex(part) => vec![Type::Complex(Scalar::Float), (*part).into(), Scalar::Int.into()],
        Type::Atomic(scalar) => vec![Type::Atomic(Scalar::Int), (*scalar).into(), Scalar::Int.into()],
        Type::Aligned(scalar, align) => vec![
            (*scalar).into(),
            Scalar::Int.into(),
            Type::Aligned(Scalar::Int, *align),
            Type::Aligned(Scalar::Char, *align),
            Type::Aligned(*scalar, (*align / 2).max(1)),
        ],
        Type::BitInt(BitInt { bits, unsigned }) => {
            let of = |bits: u8, unsigned: bool| {
                Type::BitInt(BitInt { bits: bits.max(BitInt::least(unsigned)), unsigned })
            };
            let fewer =
                [bits / 2, bits.saturating_sub(8), bits.saturating_sub(1)].map(|bits| of(bits, *unsigned));
            { [of(*bits, false)] }.into_iter().chain(fewer).chain([Scalar::Int.into()]).collect()
        }
        Type::Vector { element, lanes } => {
            // The least number that is no power of two stays one.
            let odd = if lanes.is_power_of_two() { lanes / 2 } else { 3 };
            let fewer = [lanes / 2, odd].map(|lanes| Type::Vector { element: *element, lanes });
            let of_int = Type::Vector { element: Scalar::Int, lanes: *lanes };
            fewer.into_iter().chain([of_int, Scalar::Int.into()]).collect()
        }
        _ => vec![Scalar::Int.into(), Scalar::Char.into()],
    })
}

pub(super) fn simplify_values(case: &Case) -> Vec<Case> {
    let mut all = case.clone();
    let mut found = Vec::new();
    for (slot, ty) in slots(case) {
        let mut one = case.clone();
        for new in [&mut all, &mut one] {
            match slot {
                Slot::Result => new.result = Some(plain(ty, 0)),
                Slot::Argument(i) => {
                    if let Some(value) = new.arguments.get_mut(i) {
                        *value = plain(ty, i);
                    }
                }
            }
        }
        found.push(one);
    }
    found.insert(0, all);
    found
}
