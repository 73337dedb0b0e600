//! Every shape that a case can have is generated, or the table [`NEVER`] has the reason why it is not.

use std::collections::{BTreeMap, BTreeSet};

use crate::support::bits_of;
use crosscall_generator::{Widths, case, special};
use crosscall_model::leaf::leaves;
use crosscall_model::target::Target::{self, Dpu, Epiphany, ForwardCom, Ipu, Nyuzi};
use crosscall_model::target::riscv::Abi;
use crosscall_model::{Case, Form, Member, Record, RecordKind, Scalar, Style, Type, unit};

/// RISC-V, of whose ABIs the tests look at one.
const RISCV: Target = Target::Riscv(Abi::Lp64d);

/// The targets whose cases have the types of all compilers, and no others.
const OTHERS: &[Target] = &[Epiphany, Nyuzi, Dpu, Ipu, ForwardCom];

/// Number of seeds.
const SEEDS: u64 = 7;
/// Number of cases for each seed.
const COUNT: u64 = 5_000;

/// Least number of cases that have to have a shape.
const LEAST: u64 = 4;

/// Shapes of which the cases of the first seed alone have at least so many, one by one: the rare forms.
const OF_FEW_CASES: (u64, &[&str]) = (
    10,
    &[
        "record: unnamed bit-fields only",
        "record: large alignment",
        "record: member with a large alignment",
        "record: words before a double word",
        "record: words before a lowered double word",
        "record: aligned by its name",
        "vector: odd number of lanes",
        "record: ends in an array of no elements",
    ],
);

/// Shapes that are never generated: targets (all if the list is empty), the shape, with `*` for any text, and the reason.
#[rustfmt::skip]
const NEVER: &[(&[Target], &str, &str)] = &[
    (&[Dpu], "*: vector of *", "DPU-S05: the document has no vectors"),
    (&[Dpu], "unnamed: record with a vector", "DPU-S05: the document has no vectors"),
    (&[Epiphany, Nyuzi, Dpu], "*: _Float16", "no compiler for the target has the type"),
    (&[Epiphany, Nyuzi, Dpu], "*: complex _Float16", "no compiler for the target has the type"),
    (&[Epiphany, Nyuzi, Dpu], "*: vector of _Float16", "no compiler for the target has the type"),
    (&[Epiphany], "member: complex double", "GCC has other ways for records of 16 bytes with one such member"),
    (&[Epiphany], "member: complex long double", "GCC has other ways for records of 16 bytes with one such member"),
    (&[Epiphany], "member: complex long long", "GCC has other ways for records of 16 bytes with one such member"),
    (&[Epiphany], "element: complex long long", "GCC has other ways for records of 16 bytes with one such member"),
    (&[Epiphany], "element: complex double", "GCC has other ways for records of 16 bytes with one such member"),
    (&[Epiphany], "element: complex long double", "GCC has other ways for records of 16 bytes with one such member"),
    (&[Ipu, ForwardCom, RISCV], "*: complex _Float16", "compilers that have the type have no complex one of it"),
    (OTHERS, "*__int128", "no compiler for the target has the type"),
    (OTHERS, "*__bf16", "no compiler for the target has the type"),
    (OTHERS, "*: bit-precise integer", "no compiler for the target has the type"),
    (OTHERS, "vector: odd number of lanes", "no compiler for the target is known to have such vectors"),
    (OTHERS, "record: aligned by its name", "no rule of the target says what such a name does"),
    (&[Nyuzi], "*: alignment of its own", "clang 9 was recorded before there were such cases"),
    (&[Nyuzi], "*: atomic", "clang 9 was recorded before there were such cases"),
    (&[Nyuzi], "*: complex short", "clang 9 was recorded before there were such cases"),
    (&[Nyuzi], "*: complex int", "clang 9 was recorded before there were such cases"),
    (&[Nyuzi], "*: complex long long", "clang 9 was recorded before there were such cases"),
    (&[Nyuzi], "*: complex unsigned char", "clang 9 was recorded before there were such cases"),
    (&[Nyuzi], "record: unnamed bit-fields only", "clang 9 was recorded before there were such cases"),
    (&[Nyuzi], "unnamed: record of unnamed bit-fields only", "clang 9 was recorded before there were such cases"),
    (&[Nyuzi], "record: large alignment", "clang 9 was recorded before there were such cases"),
    (&[Nyuzi], "record: member with a large alignment", "clang 9 was recorded before there were such cases"),
    (&[Nyuzi], "*: large alignment of its own", "clang 9 was recorded before there were such cases"),
    (&[Nyuzi], "record: words before a lowered double word", "clang 9 was recorded before there were such cases"),
    (&[Nyuzi], "record: ends in an array of no elements", "clang 9 was recorded before there were such cases"),
    (&[Nyuzi], "record: array of no elements", "clang 9 was recorded before there were such cases"),
    (&[RISCV], "*: complex __bf16", "compilers that have the type have no complex one of it"),
    (&[RISCV], "*: vector of unsigned __int128", "those of the signed type stand for them"),
    (&[RISCV], "bit-field: __int128", "values of bit-fields have 64 bits at most"),
    (&[RISCV], "bit-field: unsigned __int128", "values of bit-fields have 64 bits at most"),
    (&[RISCV], "unnamed: __bf16", "some compilers promote it"),
    (&[], "unnamed: atomic", "the default argument promotions are not those of the type"),
    (&[], "*: vector of size_t", "it is another name of a type that lanes have"),
    (&[], "*: vector of ptrdiff_t", "it is another name of a type that lanes have"),
    (&[], "*: vector of wchar_t", "it is another name of a type that lanes have"),
    (&[], "bit-field: size_t", "it is another name of a type that bit-fields have"),
    (&[], "bit-field: ptrdiff_t", "it is another name of a type that bit-fields have"),
    (&[], "bit-field: wchar_t", "it is another name of a type that bit-fields have"),
    (&[], "unnamed: _Bool", "the default argument promotions change it"),
    (&[], "unnamed: char", "the default argument promotions change it"),
    (&[], "unnamed: signed char", "the default argument promotions change it"),
    (&[], "unnamed: unsigned char", "the default argument promotions change it"),
    (&[], "unnamed: short", "the default argument promotions change it"),
    (&[], "unnamed: unsigned short", "the default argument promotions change it"),
    (&[], "unnamed: float", "the default argument promotions change it"),
    (&[], "unnamed: _Float16", "some compilers promote it"),
    (&[], "unnamed: wchar_t", "where it is narrow, the default argument promotions change it"),
    (&[], "unnamed: enumeration", "where it is narrow, the default argument promotions change it"),
    (&[Epiphany, Nyuzi, Dpu, Ipu, RISCV], "form: method", "no compiler for the target has classes"),
    (&[Epiphany, Nyuzi, Dpu, Ipu, RISCV], "form: pair", "C has no functions with two results"),
    (&[Epiphany, Nyuzi, Dpu, Ipu, RISCV], "form: variable", "no compiler for the target has such vectors"),
    (&[Epiphany, Nyuzi, Dpu, ForwardCom, RISCV], "form: vertex", "the target has no vertices"),
    (&[Nyuzi, Dpu, Ipu, ForwardCom], "form: nested", "clang has no nested functions"),
];

/// The class of a type, without what is inside.
fn class(ty: &Type) -> String {
    match ty {
        Type::Scalar(scalar) => scalar.c_name().to_owned(),
        Type::DataPointer => "pointer to data".to_owned(),
        Type::FunctionPointer => "pointer to a function".to_owned(),
        Type::Enum(_) => "enumeration".to_owned(),
        Type::Complex(part) => format!("complex {}", part.c_name()),
        Type::Vector { element, .. } => format!("vector of {}", element.c_name()),
        Type::Array(..) => "array".to_owned(),
        Type::BitInt(_) => "bit-precise integer".to_owned(),
        Type::Atomic(_) => "atomic".to_owned(),
        Type::Aligned(..) => "alignment of its own".to_owned(),
        Type::Record(record) if record.kind == RecordKind::Union => "union".to_owned(),
        Type::Record(_) => "structure".to_owned(),
    }
}

/// Every class but arrays.
fn classes() -> Vec<String> {
    let scalars = || Scalar::ALL.into_iter();
    let named = [
        "pointer to data",
        "pointer to a function",
        "enumeration",
        "structure",
        "union",
        "bit-precise integer",
        "atomic",
        "alignment of its own",
    ];
    let vectors = scalars()
        .filter(|s| !matches!(s, Scalar::Bool | Scalar::LongDouble))
        .map(|element| class(&Type::Vector { element, lanes: 2 }));
    let integers = [Scalar::Short, Scalar::Int, Scalar::LongLong, Scalar::UnsignedChar];
    let complex =
        scalars().filter(|s| s.is_floating()).chain(integers).map(|part| class(&Type::Complex(part)));
    let scalars = scalars().map(|scalar| scalar.c_name().to_owned());
    scalars.chain(named.map(str::to_owned)).chain(complex).chain(vectors).collect()
}

/// Shapes that a case can have.
fn shapes() -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    for class in classes() {
        for place in ["parameter", "unnamed", "result", "member", "element"] {
            all.insert(format!("{place}: {class}"));
        }
    }
    for scalar in Scalar::ALL.into_iter().filter(|scalar| !scalar.is_floating()) {
        all.insert(format!("bit-field: {}", scalar.c_name()));
    }
    let others = [
        "bit-field: enumeration",
        "member: array",
        "element: array",
        "record: packed",
        "record: aligned",
        "record: packed and aligned",
        "record: empty",
        "record: flexible",
        "record: array of no elements",
        "record: aligned member",
        "record: unnamed bit-fields only",
        "record: large alignment",
        "record: member with a large alignment",
        "record: words before a double word",
        "record: words before a lowered double word",
        "parameter: large alignment of its own",
        "record: aligned by its name",
        "vector: odd number of lanes",
        "record: ends in an array of no elements",
        "unnamed: record of unnamed bit-fields only",
        "unnamed: large alignment of its own",
        "record: bit-field of width zero",
        "record: unnamed bit-field",
        "record: within a union",
        "record: three deep",
        "unnamed: record with a vector",
        "unnamed: record with a complex type",
        "unnamed: none",
        "parameters: none",
        "parameters: 24",
        "values: special",
        "values: special result",
        "values: special bit-field",
        "values: special element",
        "values: null",
        "values: no number",
        "values: minus zero",
        "style: live",
        "style: most live",
        "style: locals",
        "style: held",
        "style: most held",
        "style: rounds",
        "style: odd dynamic",
        "style: even dynamic",
        "style: calls",
        "style: address taken",
        "style: written",
        "style: recursive",
        "style: pointer",
        "style: others",
        "style: tail",
        "style: computed",
        "style: 2 ways out",
        "style: 3 ways out",
        "style: large locals",
    ];
    all.extend(others.map(str::to_owned));
    all.extend(Form::ALL.map(|form| format!("form: {}", form.name())));
    all
}

/// True for a record that has members, but none with a name.
fn has_no_name(record: &Record) -> bool {
    !record.members.is_empty() && record.members.iter().all(|member| !member.named)
}

/// True for a structure of one or two words and a double word, `is_last` of which holds.
fn is_words_before(record: &Record, is_last: impl Fn(&Type) -> bool) -> bool {
    let is_plain = |member: &Member| member.named && member.bits.is_none() && member.align.is_none();
    let is_word = |member: &Member| match &member.ty {
        Type::Array(element, count) => (&**element, *count) == (Scalar::Char.as_type(), 4),
        ty => matches!(
            ty,
            Type::Scalar(
                Scalar::Int | Scalar::UnsignedInt | Scalar::Float | Scalar::Short | Scalar::UnsignedShort
            )
        ),
    };
    let Some((last, words)) = record.members.split_last() else { return false };
    record.kind == RecordKind::Struct
        && !record.packed
        && record.members.iter().all(is_plain)
        && (1..=2).contains(&words.len())
        && words.iter().all(is_word)
        && is_last(&last.ty)
}

/// True for an alignment of an attribute that is greater than that of any type.
fn is_large(align: Option<u32>) -> bool {
    align.is_some_and(|align| align > 16)
}

/// Adds the shapes of a type at a place, and those of its members and elements.
fn of_type(ty: &Type, place: &str, depth: usize, found: &mut BTreeSet<String>) {
    found.insert(format!("{place}: {}", class(ty)));
    let is_outer = matches!(place, "parameter" | "unnamed");
    match ty {
        Type::Aligned(_, align) if is_outer && is_large(Some(*align)) => {
            found.insert(format!("{place}: large alignment of its own"));
        }
        Type::Vector { lanes, .. } if !lanes.is_power_of_two() => {
            found.insert("vector: odd number of lanes".to_owned());
        }
        Type::Array(elem, _) => of_type(elem, "element", depth, found),
        Type::Record(record) => {
            let mut note = |what: &str, holds: bool| {
                if holds {
                    found.insert(format!("record: {what}"));
                }
            };
            note("packed", record.packed);
            note("aligned", record.align.is_some());
            note("packed and aligned", record.packed && record.align.is_some());
            note("empty", record.members.is_empty());
            note("aligned by its name", record.name_align.is_some());
            note("unnamed bit-fields only", has_no_name(record));
            note("large alignment", is_large(record.align));
            let is_double = |ty: &Type| matches!(ty, Type::Scalar(Scalar::LongLong | Scalar::Double));
            note("words before a double word", is_words_before(record, is_double));
            let is_lowered =
                |ty: &Type| matches!(ty, Type::Aligned(Scalar::LongLong | Scalar::Double, 1..=4));
            note("words before a lowered double word", is_words_before(record, is_lowered));
            note("flexible", record.flexible().is_some());
            let is_empty_array = |i: usize| {
                let none = record.members.get(i).is_some_and(|m| matches!(m.ty, Type::Array(_, 0)));
                none && record.flexible() != Some(i)
            };
            note("array of no elements", (0..record.members.len()).any(is_empty_array));
            let is_last = record.members.last().is_some_and(|m| matches!(m.ty, Type::Array(_, 0)));
            let ends_empty = record.members.len() > 1 && is_last && record.flexible().is_none();
            note("ends in an array of no elements", ends_empty);
            note("three deep", depth >= 2);
            for member in &record.members {
                note("aligned member", member.align.is_some());
                note("member with a large alignment", is_large(member.align));
                note("bit-field of width zero", member.bits == Some(0));
                note("unnamed bit-field", member.bits.is_some_and(|bits| bits > 0) && !member.named);
                note("within a union", record.kind == RecordKind::Union && member.ty.record().is_some());
            }
            for member in &record.members {
                match member.bits {
                    Some(_) => drop(found.insert(format!("bit-field: {}", class(&member.ty)))),
                    None => of_type(&member.ty, "member", depth + 1, found),
                }
            }
        }
        _ => {}
    }
}

/// Shapes of a case.
fn of_case(case: &Case, widths: &Widths) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let Case { signature, style, .. } = case;
    for ty in &signature.parameters {
        of_type(ty, "parameter", 0, &mut found);
    }
    for ty in signature.variadic.iter().flatten() {
        of_type(ty, "unnamed", 0, &mut found);
        let mut inside = BTreeSet::new();
        if ty.record().is_some() {
            ty.visit(&mut |inner| {
                inside.insert(class(inner));
            });
        }
        if ty.record().is_some_and(has_no_name) {
            found.insert("unnamed: record of unnamed bit-fields only".to_owned());
        }
        for (start, what) in [("vector", "a vector"), ("complex", "a complex type")] {
            if inside.iter().any(|class| class.starts_with(start)) {
                found.insert(format!("unnamed: record with {what}"));
            }
        }
    }
    if let Some(ty) = &signature.result {
        of_type(ty, "result", 0, &mut found);
    }
    let mut note = |what: &str, holds: bool| {
        if holds {
            found.insert(what.to_owned());
        }
    };
    note("unnamed: none", signature.variadic.as_ref().is_some_and(Vec::is_empty));
    note("parameters: none", signature.parameters.is_empty());
    note("parameters: 24", signature.arguments().count() == 24);
    note("style: live", style.live > 0);
    note("style: most live", style.live == Style::MOST_LIVE);
    note("style: held", style.held > 0);
    note("style: most held", style.held == Style::MOST_LIVE);
    note("style: locals", style.locals > 0);
    note("style: large locals", style.locals > 2000);
    note("style: rounds", style.rounds > 0);
    note("style: odd dynamic", style.dynamic % 2 == 1);
    note("style: even dynamic", style.dynamic > 0 && style.dynamic.is_multiple_of(2));
    for (name, is_set) in [
        ("calls", style.calls),
        ("address taken", style.address_taken),
        ("written", style.written),
        ("recursive", style.recursive),
        ("pointer", style.pointer),
        ("others", style.others),
        ("tail", style.tail),
        ("computed", style.computed),
    ] {
        note(&format!("style: {name}"), is_set);
    }
    note(&format!("style: {} ways out", style.ways_out()), style.ways_out() > 1);
    note(&format!("form: {}", style.form.name()), true);
    let is_result = |i: usize| i == 0 && signature.result.is_some();
    for (i, (ty, value)) in unit::valued_types(case).into_iter().enumerate() {
        for leaf in leaves(ty, value) {
            // No value of other cases has a byte of zeros or ones; those of a byte alone may be special by chance.
            let is_wide = leaf.bits.is_none() && widths.leaf(leaf.ty).is_some_and(|bits| bits > 8);
            let is_special = special::of(&leaf, widths).contains(&leaf.value);
            let is_enum = matches!(leaf.ty, Type::Enum(_));
            note("values: special", is_special && is_wide && !is_enum);
            note("values: special result", is_special && is_wide && !is_enum && is_result(i));
            note("values: special element", is_special && is_wide && leaf.path.contains('['));
            note("values: special bit-field", leaf.bits.is_some_and(|bits| bits > 1) && leaf.value == 0);
            note("values: null", *leaf.ty == Type::DataPointer && leaf.value == 0);
            let float = Type::Scalar(Scalar::Float);
            note("values: no number", *leaf.ty == float && leaf.value & 0x7fff_ffff > 0x7f80_0000);
            note("values: minus zero", *leaf.ty == float && leaf.value == 0x8000_0000);
        }
    }
    found
}

fn reason(target: Target, shape: &str) -> Option<&'static str> {
    let is_meant = |pattern: &str| match (pattern.strip_prefix('*'), pattern.strip_suffix('*')) {
        (Some(middle), Some(_)) => shape.contains(middle.trim_end_matches('*')),
        (Some(end), None) => shape.ends_with(end),
        _ => shape == pattern,
    };
    let found = NEVER
        .iter()
        .find(|(targets, pattern, _)| (targets.is_empty() || targets.contains(&target)) && is_meant(pattern));
    found.map(|(.., reason)| *reason)
}

/// Asserts that every shape is generated for a target, or never where there is a reason.
pub(crate) fn assert_generated(target: Target) {
    let mut wrong = String::new();
    let width = bits_of(target);
    let widths = Widths::new(target, &width);
    let mut counts: BTreeMap<String, u64> = BTreeMap::new();
    let (least, rare) = OF_FEW_CASES;
    for seed in 0..SEEDS {
        for i in 0..COUNT {
            for shape in of_case(&case(target, seed, i, &width), &widths) {
                *counts.entry(shape).or_default() += 1;
            }
        }
        // Nyuzi's cases have rare forms by chance alone.
        let is_first = seed == 0 && target != Nyuzi;
        for shape in rare.iter().filter(|shape| is_first && reason(target, shape).is_none()) {
            let count = counts.get(*shape).copied().unwrap_or(0);
            if count < least {
                wrong += &format!("{shape}: {count} of the first {COUNT}\n");
            }
        }
    }
    for shape in shapes() {
        let count = counts.get(&shape).copied().unwrap_or(0);
        println!("{shape}: {count} of {}", SEEDS * COUNT);
        match reason(target, &shape) {
            None if count < LEAST => wrong += &format!("{shape}: {count} times\n"),
            Some(reason) if count > 0 => wrong += &format!("{shape}: {count} times, although {reason}\n"),
            _ => {}
        }
    }
    for shape in counts.keys().filter(|shape| !shapes().contains(*shape)) {
        wrong += &format!("{shape} is in no list\n");
    }
    assert!(wrong.is_empty(), "\n{target}:\n{wrong}");
}
