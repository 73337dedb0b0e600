//! Properties of every generated case, and the mixture of cases. A target's own module has the tests for that target.

use std::collections::{BTreeMap, BTreeSet};

use crate::support::{bits_of, host, ilp32, ilp32_bits};
use arbitrary::Unstructured;
use crosscall_generator::c_unit::{callee_unit, caller_unit, layout_unit};
use crosscall_generator::draw::Draw;
use crosscall_generator::{
    Config, VERSION, Widths, case, configured_case, directed, random, recorded_since, same_since, seed,
    shrink, steered_case, valid,
};
use crosscall_model::leaf::leaves;
use crosscall_model::target::riscv::Abi;
use crosscall_model::{About, Case, Form, Member, RecordKind, Scalar, Style, Target, Type, c, unit};
use expect_test::expect;

/// Number of random cases in a test.
pub(crate) const COUNT: u64 = 20_000;

/// Random cases for the Epiphany.
pub(crate) fn random_cases(count: u64) -> impl Iterator<Item = Case> {
    random_cases_of(Target::Epiphany, count)
}

/// Random cases for a target.
pub(crate) fn random_cases_of(target: Target, count: u64) -> impl Iterator<Item = Case> {
    (0..count).map(move |i| case(target, 1, i, &bits_of(target)))
}

/// Asserts that random cases of a target are valid.
pub(crate) fn assert_valid(target: Target) {
    let widths = Widths::new(target, &bits_of(target));
    for (i, case) in random_cases_of(target, COUNT).enumerate() {
        assert_eq!(valid::check(&case, &widths), Ok(()), "case {i}: {case:?}");
    }
}

/// Asserts that cases of a target are the same after they were written as JSON and read.
pub(crate) fn assert_read_back(target: Target) {
    for case in directed::cases(target, &bits_of(target)).into_iter().chain(random_cases_of(target, 300)) {
        let about = About::Call(case);
        let json = serde_json::to_string(&about).unwrap();
        assert_eq!(serde_json::from_str::<About>(&json).unwrap(), about, "{json}");
    }
}

#[test]
fn cases_with_the_widths_of_the_host_are_valid() {
    for i in 0..COUNT {
        let stream = seed::stream(2, i);
        let mut bytes = Unstructured::new(&stream);
        let case = random::from_bytes(&mut bytes, &Config::default(), Target::Epiphany, &host());
        assert_eq!(valid::check(&case, &host()), Ok(()), "case {i}: {case:?}");
    }
}

#[test]
fn short_streams_make_valid_cases() {
    for len in 0..64 {
        for byte in [0, 1, 0x55, 0x80, 0xff] {
            let data = vec![byte; len];
            let mut bytes = Unstructured::new(&data);
            let mut draw = Draw::new(&mut bytes);
            let config = Config::swarm(&mut draw, Target::Epiphany);
            let case = random::case(&mut draw, &config, Target::Epiphany, &ilp32());
            assert_eq!(valid::check(&case, &ilp32()), Ok(()), "{case:?}");
        }
    }
}

#[test]
fn a_case_means_the_same_for_ever() {
    let shown: Vec<String> = [(1, 0), (1, 1), (1, 2), (7, 1_000_000), (u64::MAX, u64::MAX)]
        .into_iter()
        .map(|(seed, index)| {
            let case = case(Target::Epiphany, seed, index, &ilp32_bits);
            let values: Vec<String> =
                case.arguments.iter().chain(&case.result).map(|v| v.to_string()).collect();
            let signature = c::signature(&case.signature, "f");
            let lines = [signature, format!("    {}", values.join(" ")), format!("    {}", case.style)];
            lines.map(|line| line.trim_end().to_owned()).join("\n").trim_end().to_owned()
        })
        .collect();
    expect![[r#"
        char f(void)
            0x80
            calls written held=7 returns=1
        void f(void *, union { signed char m0; int _Complex m1; }, struct { float _Complex m0; void *m1; }, void *)
            0x0 .0=0x80 {{0xff800000, 0x800000}, 0x5b5a5958} 0x0
            calls dynamic=32
        int _Complex f(union { float m0 __attribute__((aligned(2))); }, unsigned char [[gnu::aligned(1)]], union { float m0 __attribute__((aligned(2))); })
            .0=0x8a898887 0x8b .0=0x8f8e8d8c {0x93929190, 0x97969594}
            calls others held=14 returns=2
        struct { float _Complex m0; } f(struct { float m0[1]; }, long double, struct { long double m0[1]; }, _Atomic signed char, struct { _Atomic signed char m0; }, unsigned long long [[gnu::aligned(1)]], struct { unsigned long long [[gnu::aligned(1)]] m0; })
            {{0x89888786}} 0x91908f8e8d8c8b8a {{0x9998979695949392}} 0x9a {0x1} 0xa2a1a09f9e9d9c9b {0xaaa9a8a7a6a5a4a3} {{0xaeadacab, 0xb2b1b0af}}
            rounds=3 nested
        struct { } f(long, short, int, struct { short m0; }, unsigned int, double)
            0xb0a0908 0x800c 0x0 {0x8000} 0x16151413 0x8000000000000000 {}
            calls tail held=15"#]].assert_eq(&shown.join("\n"));
}

/// Text of a case, on one line.
fn line(case: &Case) -> String {
    let values: Vec<String> = case.arguments.iter().chain(&case.result).map(|v| v.to_string()).collect();
    format!("{}  {}  {}\n", c::signature(&case.signature, "f"), values.join(" "), case.style)
}

/// Hash (FNV-1a) of the lines of cases.
fn number(cases: impl Iterator<Item = Case>) -> String {
    let mut hash = 0xcbf2_9ce4_8422_2325u64;
    for case in cases {
        for byte in line(&case).bytes() {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    format!("{hash:#018x}")
}

/// Asserts that the last line of a target's `versions.txt` has the hashes of its cases, and the version since which they
/// are the same.
pub(crate) fn assert_version(target: Target, known: &str) {
    let random = number(random_cases_of(target, 10_000));
    let directed = number(directed::cases(target, &bits_of(target)).into_iter());
    let now = format!("{} {directed} {random}", same_since(target));
    assert!(same_since(target) <= VERSION);
    let lines: Vec<&str> = known.lines().filter(|line| !line.starts_with('#')).collect();
    assert!(
        lines.last() == Some(&now.as_str()),
        "a seed gives other cases of {target} than before: raise `VERSION` and `same_since` in generator/src/lib.rs, and write the \
         line\n{now}\nwith the new version at the end of generator/tests/it/{target}/versions.txt"
    );
    let version = |line: &&str| line.split(' ').next().and_then(|text| text.parse::<u32>().ok());
    let versions: Vec<Option<u32>> = lines.iter().map(version).collect();
    assert!(versions.iter().all(Option::is_some));
    assert!(versions.windows(2).all(|pair| pair[0] < pair[1]), "{versions:?}");
    // What was recorded before is among the cases of today: at random there are no others but for those with a rare form, and new
    // directed cases are about types that were in none.
    if recorded_since(target) < same_since(target) {
        let is_newer = if recorded_since(target) < 8 { has_rare_type } else { ends_in_no_elements };
        let directed = directed::cases(target, &bits_of(target)).into_iter().filter(|case| !is_newer(case));
        let plain = number((0..10_000).map(|i| without_rare_form(target, i)));
        let then = format!("{} {} {plain}", recorded_since(target), number(directed));
        assert!(lines.contains(&then.as_str()), "recordings of {target} do not stand: {then}");
    }
}

/// True for a case with a record whose last member is an array of no elements and no flexible one: new in version 9.
fn ends_in_no_elements(case: &Case) -> bool {
    let mut found = false;
    for ty in case.signature.types() {
        ty.visit(&mut |inner| {
            found |= inner.record().is_some_and(|record| {
                let is_empty = record.members.last().is_some_and(|m| matches!(m.ty, Type::Array(_, 0)));
                is_empty && record.members.len() > 1 && record.flexible().is_none()
            });
        });
    }
    found
}

/// Random case as it is where it has no rare form.
fn without_rare_form(target: Target, index: u64) -> Case {
    let stream = seed::stream(1, index);
    let mut bytes = Unstructured::new(&stream);
    let mut draw = Draw::new(&mut bytes);
    let config = Config { rare_forms: 0, ..Config::swarm(&mut draw, target) };
    random::case(&mut draw, &config, target, &Widths::new(target, &bits_of(target)))
}

#[test]
fn a_case_without_a_rare_form_is_what_it_was() {
    // Whatever other languages have words for.
    let drawn = |target, i| steered_case(target, 1, i, &[], &bits_of(target));
    for target in [Target::Epiphany, Target::Ipu, Target::Riscv(Abi::Lp64d)] {
        let same = (0..5_000).filter(|i| drawn(target, *i) == without_rare_form(target, *i));
        let same = same.count();
        assert!((4_500..4_800).contains(&same), "{target}: {same}");
    }
    let nyuzi = |i| case(Target::Nyuzi, 1, i, &bits_of(Target::Nyuzi));
    assert!((0..5_000).all(|i| nyuzi(i) == without_rare_form(Target::Nyuzi, i)));
}

/// True for a case with a type that few compilers have.
fn has_rare_type(case: &Case) -> bool {
    let mut found = false;
    for ty in case.signature.types() {
        ty.visit(&mut |inner| {
            found |= match inner {
                Type::Atomic(_) | Type::BitInt(_) | Type::Aligned(..) => true,
                Type::Complex(part) => !part.is_floating(),
                Type::Record(record) => {
                    let is_empty = |member: &Member| matches!(member.ty, Type::Array(_, 0));
                    let last = record.flexible();
                    (0..).zip(&record.members).any(|(i, member)| is_empty(member) && last != Some(i))
                }
                _ => false,
            };
        });
    }
    found
}

/// One of so many directed cases is shown.
const SHOWN: usize = 32;

/// Number of the directed cases of a target, which are checked to be valid and different, and some of them, one a line. All have a
/// part in the digest of a version.
pub(crate) fn directed_texts(target: Target) -> String {
    let cases = directed::cases(target, &bits_of(target));
    let widths = Widths::new(target, &bits_of(target));
    let texts: Vec<String> = cases
        .iter()
        .map(|case| {
            let style =
                if case.style == Default::default() { String::new() } else { format!("  {}", case.style) };
            format!("{}{style}", c::signature(&case.signature, "f"))
        })
        .collect();
    for (i, case) in cases.iter().enumerate() {
        assert_eq!(valid::check(case, &widths), Ok(()), "{i}");
    }
    let different: BTreeSet<_> = texts.iter().collect();
    assert_eq!(different.len(), texts.len(), "a directed case occurs twice");
    let shown: Vec<&str> = texts.iter().step_by(SHOWN).map(String::as_str).collect();
    format!("{} directed cases; of {SHOWN} the first:\n\n{}\n", texts.len(), shown.join("\n"))
}

/// Bytes of the leaves of a case that are free to differ.
fn value_bytes(case: &Case) -> Vec<u8> {
    let widths = ilp32();
    let mut bytes = Vec::new();
    for (ty, value) in unit::valued_types(case) {
        for leaf in leaves(ty, value) {
            let is_fixed = matches!(leaf.ty.scalar(), Some(Scalar::Bool | Scalar::WideChar));
            if leaf.bits.is_none() && !is_fixed && !matches!(leaf.ty, Type::Enum(_)) {
                let len = widths.leaf(leaf.ty).unwrap_or(0) as usize / 8;
                bytes.extend(leaf.value.to_le_bytes().into_iter().take(len));
            }
        }
    }
    bytes
}

#[test]
fn bytes_differ_while_there_are_enough() {
    let mut full = 0;
    let config = Config { special: 0, ..Config::of(Target::Epiphany) };
    for case in (0..COUNT).map(|i| configured_case(Target::Epiphany, 1, i, &config, &ilp32_bits)) {
        let bytes = value_bytes(&case);
        assert!(bytes.iter().all(|b| *b != 0 && *b != 0xff && b & 0xf0 != 0xe0), "{bytes:x?}");
        let distinct: BTreeSet<u8> = bytes.iter().copied().collect();
        let fields: usize = unit::valued_types(&case)
            .iter()
            .flat_map(|(ty, value)| leaves(ty, value))
            .filter_map(|leaf| match leaf.bits {
                Some(bits) => Some(usize::from(bits).div_ceil(8)),
                // Two bytes of it are taken, whatever its width.
                None => (leaf.ty.scalar() == Some(Scalar::WideChar)).then_some(2),
            })
            .sum();
        if bytes.len() + fields <= 200 {
            full += 1;
            assert_eq!(distinct.len(), bytes.len(), "{case:?}");
        }
    }
    assert!(full > COUNT * 9 / 10, "{full}");
}

#[derive(Default)]
struct Statistics(BTreeMap<String, u64>);

impl Statistics {
    fn count(&mut self, what: impl Into<String>) {
        *self.0.entry(what.into()).or_default() += 1;
    }

    fn case(&mut self, case: &Case) {
        let signature = &case.signature;
        self.count(format!("parameters {:2}", signature.arguments().count()));
        let result = match &signature.result {
            None => "void",
            Some(Type::Record(_)) => "record",
            Some(_) => "scalar",
        };
        self.count(format!("result {result}"));
        let mut seen = BTreeSet::new();
        if signature.variadic.is_some() {
            seen.insert("has variadic");
        }
        for ty in signature.types() {
            ty.visit(&mut |ty| match ty {
                Type::Record(record) => {
                    seen.insert(if record.kind == RecordKind::Union { "has union" } else { "has struct" });
                    for (found, what) in [
                        (record.packed, "has packed"),
                        (record.align.is_some(), "has aligned"),
                        (record.members.is_empty(), "has empty"),
                        (record.members.iter().any(|m| m.bits.is_some()), "has bit-field"),
                        (record.members.iter().any(|m| m.bits == Some(0)), "has zero width"),
                        (record.members.iter().any(|m| m.align.is_some()), "has aligned member"),
                    ] {
                        if found {
                            seen.insert(what);
                        }
                    }
                }
                Type::Array(..) => drop(seen.insert("has array")),
                Type::Enum(_) => drop(seen.insert("has enum")),
                Type::DataPointer | Type::FunctionPointer => drop(seen.insert("has pointer")),
                Type::Complex(_) => drop(seen.insert("has complex")),
                Type::BitInt(_) => drop(seen.insert("has bit-precise")),
                Type::Atomic(_) => drop(seen.insert("has atomic")),
                Type::Aligned(..) => drop(seen.insert("has alignment of its own")),
                Type::Vector { .. } => drop(seen.insert("has vector")),
                Type::Scalar(scalar) => drop(seen.insert(scalar.c_name())),
            });
        }
        for what in seen {
            self.count(what);
        }
        let leaves: usize = unit::valued_types(case).iter().map(|(ty, v)| leaves(ty, v).len()).sum();
        self.count(format!("leaves {:3}..", leaves / 16 * 16));
    }
}

#[test]
fn the_mixture() {
    let mut statistics = Statistics::default();
    random_cases(COUNT).for_each(|case| statistics.case(&case));
    for (what, count) in &statistics.0 {
        println!("{what:20} {:5.1} %", *count as f64 * 100.0 / COUNT as f64);
    }
    // Least number in a thousand cases.
    for (what, least) in [
        ("has variadic", 50),
        ("has union", 50),
        ("has packed", 20),
        ("has aligned", 20),
        ("has empty", 10),
        ("has bit-field", 50),
        ("has zero width", 10),
        ("has array", 100),
        ("has enum", 30),
        ("has pointer", 100),
        ("has complex", 30),
        ("has vector", 30),
        ("result record", 200),
        ("result void", 80),
        ("parameters 24", 5),
        ("parameters  0", 10),
    ] {
        let found = statistics.0.get(what).copied().unwrap_or(0);
        assert!(found * 1000 >= COUNT * least, "{what}: {found} of {COUNT}");
    }
    let rare = [Scalar::Half, Scalar::Int128, Scalar::UnsignedInt128, Scalar::BrainHalf];
    for scalar in Scalar::ALL.into_iter().filter(|scalar| !rare.contains(scalar)) {
        assert!(statistics.0.get(scalar.c_name()).copied().unwrap_or(0) * 100 > COUNT, "{scalar:?}");
    }
    let texts: BTreeSet<String> =
        random_cases(COUNT).map(|case| c::signature(&case.signature, "f")).collect();
    println!("{} different signatures", texts.len());
    assert!(texts.len() as u64 * 10 > COUNT * 8);
}

#[test]
fn wanted_types_are_preferred() {
    let wanted = Type::structure([Scalar::Short.into(), Scalar::Double.into()]);
    let config = Config { wanted: vec![wanted.clone()], ..Config::default() };
    let with = (0..1000)
        .filter(|i| {
            let case = configured_case(Target::Epiphany, 3, *i, &config, &ilp32_bits);
            case.signature.parameters.contains(&wanted)
        })
        .count();
    assert!(with > 200, "{with}");
    let wanted = std::slice::from_ref(&wanted);
    let steered = |i| steered_case(Target::Epiphany, 3, i, wanted, &ilp32_bits);
    let with = (0..1000).filter(|i| steered(*i).signature.parameters.contains(&wanted[0])).count();
    assert!(with > 150, "{with}");
}

/// Total length of the texts of a case whose values do not fit, plus the number of its variants.
fn use_everywhere(case: &Case) -> usize {
    let batch = [(3, case)];
    let texts = [callee_unit(&batch), caller_unit(&batch), layout_unit(&batch)];
    let variants = shrink::shrink(case).take(50).count();
    texts.iter().map(String::len).sum::<usize>() + variants
}

proptest::proptest! {
    #[test]
    fn any_bytes_make_a_valid_case(data: Vec<u8>) {
        let case = random::from_bytes(&mut Unstructured::new(&data), &Config::default(), Target::Epiphany, &ilp32());
        proptest::prop_assert_eq!(valid::check(&case, &ilp32()), Ok(()));
    }

    #[test]
    fn values_that_do_not_fit_are_no_danger(one: u64, other: u64, style: (u8, u8, u8, u16, u16, u8)) {
        let (one, other) = (case(Target::Epiphany, 1, one, &ilp32_bits), case(Target::Epiphany, 1, other, &ilp32_bits));
        let (live, held, rounds, locals, dynamic, shapes) = style;
        let [calls, address_taken, written, recursive, pointer, others, tail, computed] =
            std::array::from_fn(|i| shapes >> i & 1 == 1);
        let returns = held;
        let mixed = Case {
            arguments: other.arguments,
            result: other.result,
            style: Style {
                calls, live, locals, address_taken, held, rounds, dynamic, written, recursive, pointer, others,
                tail, computed, returns, form: Form::Nested,
            },
            ..one
        };
        let _ = valid::check(&mixed, &ilp32());
        proptest::prop_assert!(use_everywhere(&mixed) > 0);
    }
}
