//! What every generated case promises, and what the mixture of cases looks like.

mod support;

use std::collections::{BTreeMap, BTreeSet};

use arbitrary::Unstructured;
use crosscall_generator::c_unit::{callee_unit, caller_unit, layout_unit};
use crosscall_generator::draw::Draw;
use crosscall_generator::{
    Config, VERSION, case, configured_case, directed, random, seed, shrink, steered_case, valid,
};
use crosscall_model::leaf::leaves;
use crosscall_model::{Case, Form, RecordKind, Scalar, Style, Target, Type, c, unit};
use expect_test::expect;
use support::{host, ilp32, ilp32_bits};

const COUNT: u64 = 20_000;

fn random_cases(count: u64) -> impl Iterator<Item = Case> {
    (0..count).map(|i| case(Target::Epiphany, 1, i, &ilp32_bits))
}

#[test]
fn every_case_is_valid() {
    let widths = ilp32();
    for (i, case) in random_cases(COUNT).enumerate() {
        assert_eq!(valid::check(&case, &widths), Ok(()), "case {i}: {case:?}");
    }
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
            format!("{signature}\n    {}\n    {}", values.join(" "), case.style).trim_end().to_owned()
        })
        .collect();
    expect![[r#"
        struct { _Bool m0; } f(_Bool)
            0x1 {0x0}
        void f(struct { void *m0; }, union { signed char m0; float _Complex m1; }, void *)
            {0xcac9c8c7} .1={0xcecdcccb, 0xd2d1d0cf} 0xd6d5d4d3
            live=10 locals=32
        double _Complex f(union { float __attribute__((ext_vector_type(1))) m0; }, struct { signed char m0 __attribute__((aligned(2))); }, union { float __attribute__((ext_vector_type(1))) m0; }, struct { signed char m0 __attribute__((aligned(2))); }, union { float __attribute__((ext_vector_type(1))) m0; })
            .0={0xadacabaa} {0xae} .0={0xb2b1b0af} {0x1} .0={0xb6b5b4b3} {0xbebdbcbbbab9b8b7, 0xc6c5c4c3c2c1c0bf}
            computed
        struct { struct { unsigned long m0 : 28; } m0; float _Complex m1; _Bool m2 : 1; } f(struct { struct __attribute__((aligned(8))) { double __attribute__((ext_vector_type(1))) m0; } m0; void *m1; void *m2; float _Complex m3; struct { } m4; void *m5; }, struct { struct __attribute__((aligned(8))) { double __attribute__((ext_vector_type(1))) m0; } m0; void *m1; void *m2; float _Complex m3; struct { } m4; void *m5; }, struct { struct __attribute__((aligned(8))) { double __attribute__((ext_vector_type(1))) m0; } m0; void *m1; void *m2; float _Complex m3; struct { } m4; void *m5; }, struct { struct __attribute__((aligned(8))) { double __attribute__((ext_vector_type(1))) m0; } m0; void *m1; void *m2; float _Complex m3; struct { } m4; void *m5; }, struct { struct __attribute__((aligned(8))) { double __attribute__((ext_vector_type(1))) m0; } m0; void *m1; void *m2; float _Complex m3; struct { } m4; void *m5; }, struct { struct __attribute__((aligned(8))) { double __attribute__((ext_vector_type(1))) m0; } m0; void *m1; void *m2; float _Complex m3; struct { } m4; void *m5; }, struct { struct __attribute__((aligned(8))) { double __attribute__((ext_vector_type(1))) m0; } m0; void *m1; void *m2; float _Complex m3; struct { } m4; void *m5; }, struct { struct __attribute__((aligned(8))) { double __attribute__((ext_vector_type(1))) m0; } m0; void *m1; void *m2; float _Complex m3; struct { } m4; void *m5; })
            {{{0xdad9d8d7d6d5d4d3}}, 0xdedddcdb, 0xf2f1f0df, {0xf6f5f4f3, 0xfaf9f8f7}, {}, 0xfefdfcfb} {{{0x807060504030201}}, 0xc0b0a09, 0x100f0e0d, {0x14131211, 0x18171615}, {}, 0x1c1b1a19} {{{0x24232221201f1e1d}}, 0x28272625, 0x2c2b2a29, {0x302f2e2d, 0x34333231}, {}, 0x38373635} {{{0x403f3e3d3c3b3a39}}, 0x44434241, 0x48474645, {0x4c4b4a49, 0x504f4e4d}, {}, 0x54535251} {{{0x5c5b5a5958575655}}, 0x605f5e5d, 0x64636261, {0x68676665, 0x6c6b6a69}, {}, 0x706f6e6d} {{{0x7877767574737271}}, 0x7c7b7a79, 0x807f7e7d, {0x84838281, 0x88878685}, {}, 0x8c8b8a89} {{{0x94939291908f8e8d}}, 0x98979695, 0x9c9b9a99, {0xa09f9e9d, 0xa4a3a2a1}, {}, 0xa8a7a6a5} {{{0xb0afaeadacabaaa9}}, 0xb4b3b2b1, 0xb8b7b6b5, {0xbcbbbab9, 0xc0bfbebd}, {}, 0xc4c3c2c1} {{0x8c7c6c5}, {0xcccbcac9, 0xd0cfcecd}, 0x1}
            calls held=10
        struct { } f(void)
            {}
            calls"#]].assert_eq(&shown.join("\n"));
}

/// The text of a case in one line.
fn line(case: &Case) -> String {
    let values: Vec<String> = case.arguments.iter().chain(&case.result).map(|v| v.to_string()).collect();
    format!("{}  {}  {}\n", c::signature(&case.signature, "f"), values.join(" "), case.style)
}

/// All lines in one number (FNV-1a).
fn number(cases: impl Iterator<Item = Case>) -> String {
    let mut hash = 0xcbf2_9ce4_8422_2325u64;
    for case in cases {
        for byte in line(&case).bytes() {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    format!("{hash:#018x}")
}

#[test]
fn a_version_has_its_cases() {
    let random = number(random_cases(10_000));
    let directed = number(directed::cases(Target::Epiphany, &ilp32_bits).into_iter());
    let now = format!("{VERSION} {directed} {random}");
    let known = include_str!("versions.txt");
    let lines: Vec<&str> = known.lines().filter(|line| !line.starts_with('#')).collect();
    assert!(
        lines.last() == Some(&now.as_str()),
        "a seed gives other cases than before: raise `VERSION` in generator/src/lib.rs, and write the line\n\
         {now}\nwith the new version at the end of generator/tests/versions.txt"
    );
    let version = |line: &&str| line.split(' ').next().and_then(|text| text.parse::<u32>().ok());
    let versions: Vec<Option<u32>> = lines.iter().map(version).collect();
    assert!(versions.iter().all(Option::is_some));
    assert!(versions.windows(2).all(|pair| pair[0] < pair[1]), "{versions:?}");
}

#[test]
fn directed_cases() {
    let cases = directed::cases(Target::Epiphany, &ilp32_bits);
    let texts: Vec<String> = cases
        .iter()
        .map(|case| {
            let style =
                if case.style == Default::default() { String::new() } else { format!("  {}", case.style) };
            format!("{}{style}", c::signature(&case.signature, "f"))
        })
        .collect();
    for (i, case) in cases.iter().enumerate() {
        assert_eq!(valid::check(case, &ilp32()), Ok(()), "{i}");
    }
    let different: BTreeSet<_> = texts.iter().collect();
    println!("{} directed cases, {} different", texts.len(), different.len());
    assert_eq!(different.len(), texts.len(), "a directed case occurs twice");
    expect_test::expect_file!["directed.txt"].assert_eq(&(texts.join("\n") + "\n"));
}

/// The bytes of the leaves of a case that are free to differ.
fn value_bytes(case: &Case) -> Vec<u8> {
    let widths = ilp32();
    let mut bytes = Vec::new();
    for (ty, value) in unit::valued_types(case) {
        for leaf in leaves(ty, value) {
            if leaf.bits.is_none()
                && !matches!(leaf.ty, Type::Enum(_) | Type::Scalar(Scalar::Bool | Scalar::WideChar))
            {
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
    for case in random_cases(COUNT) {
        let bytes = value_bytes(&case);
        assert!(bytes.iter().all(|b| *b != 0 && *b != 0xff && b & 0xf0 != 0xe0), "{bytes:x?}");
        let distinct: BTreeSet<u8> = bytes.iter().copied().collect();
        let fields: usize = unit::valued_types(&case)
            .iter()
            .flat_map(|(ty, value)| leaves(ty, value))
            .filter_map(|leaf| leaf.bits)
            .map(|bits| usize::from(bits).div_ceil(8))
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
    // In a thousand cases, at least.
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
    for scalar in Scalar::ALL.into_iter().filter(|scalar| *scalar != Scalar::Half) {
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

/// Text and variants of a case that no generator would make: values that do not fit.
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
        let mixed = Case {
            arguments: other.arguments,
            result: other.result,
            style: Style {
                calls, live, locals, address_taken, held, rounds, dynamic, written, recursive, pointer, others,
                tail, computed, form: Form::Nested,
            },
            ..one
        };
        let _ = valid::check(&mixed, &ilp32());
        proptest::prop_assert!(use_everywhere(&mixed) > 0);
    }
}
