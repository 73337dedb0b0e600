//! What every generated case promises, and what the mixture of cases looks like.

mod support;

use std::collections::{BTreeMap, BTreeSet};

use arbitrary::Unstructured;
use crosscall_generator::c_unit::{callee_unit, caller_unit, layout_unit};
use crosscall_generator::draw::Draw;
use crosscall_generator::{
    Config, case, configured_case, directed, random, seed, shrink, steered_case, valid,
};
use crosscall_model::leaf::leaves;
use crosscall_model::{Case, RecordKind, Scalar, Style, Target, Type, c, unit};
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
            let config = Config::swarm(&mut draw);
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
            format!("{}\n    {}\n    {:?}", c::signature(&case.signature, "f"), values.join(" "), case.style)
        })
        .collect();
    expect![[r#"
        struct { char m0[38]; } f(struct { char m0[38]; })
            {{0x80, 0x50, 0x81, 0x51, 0x82, 0x52, 0x83, 0x53, 0x84, 0x54, 0x85, 0x55, 0x86, 0x56, 0x87, 0x57, 0x88, 0x58, 0x89, 0x59, 0x8a, 0x5a, 0x8b, 0x5b, 0x8c, 0x5c, 0x8d, 0x5d, 0x8e, 0x5e, 0x8f, 0x5f, 0x90, 0x60, 0x91, 0x61, 0x92, 0x62}} {{0x93, 0x63, 0x94, 0x64, 0x95, 0x65, 0x96, 0x66, 0x97, 0x67, 0x98, 0x68, 0x99, 0x69, 0x9a, 0x6a, 0x9b, 0x6b, 0x9c, 0x6c, 0x9d, 0x6d, 0x9e, 0x6e, 0x9f, 0x6f, 0xa0, 0x70, 0xa1, 0x71, 0xa2, 0x72, 0xa3, 0x73, 0xa4, 0x74, 0xa5, 0x75}}
            Style { calls: true, live: 0, locals: 0, address_taken: false }
        void f(struct { void *m0; })
            {0xdcdbdad9}
            Style { calls: true, live: 0, locals: 1830, address_taken: false }
        enum { e0 = -55, e1 = 1, e2 = 113, e3 = 15307 } f(struct { struct { short m0[9]; } m0; }, union __attribute__((packed)) { struct { float m0; } m0[7]; }, union { float m0; int m1; float m2; unsigned char m3; int m4; float m5; }, enum { e0 = 28, e1 = 25954 }, struct { long long m0[1]; }, struct { char m0[20]; }, ..., struct __attribute__((packed)) { short m0; }, double, unsigned int, unsigned long long, long long, unsigned long, int, unsigned long long, struct { float m0[2]; })
            {{{0x807b, 0x7d7c, 0x817e, 0x17f, 0x8382, 0x284, 0x8685, 0x387, 0x8988}}} .0={{0x8d8c8b8a}, {0x91908f8e}, {0x95949392}, {0x99989796}, {0x9d9c9b9a}, {0xa1a09f9e}, {0xa5a4a3a2}} .4=0xa9a8a7a6 0x6562 {{0xb1b0afaeadacabaa}} {{0x4, 0xb2, 0x5, 0xb3, 0x6, 0xb4, 0x7, 0xb5, 0x8, 0xb6, 0x9, 0xb7, 0xa, 0xb8, 0xb, 0xb9, 0xc, 0xba, 0xd, 0xbb}} {0xebc} 0xc4c3c2c1c0bfbebd 0xc8c7c6c5 0xd0cfcecdcccbcac9 0xd8d7d6d5d4d3d2d1 0xdcdbdad9 0xf0dfdedd 0xf8f7f6f5f4f3f2f1 {{0xfcfbfaf9, 0x100ffefd}} 0x71
            Style { calls: false, live: 0, locals: 0, address_taken: false }
        void f(int, int, float, long, double, float, short, int)
            0xa9a8a7a6 0xadacabaa 0xb1b0afae 0xb5b4b3b2 0xbdbcbbbab9b8b7b6 0xc1c0bfbe 0xc3c2 0xc7c6c5c4
            Style { calls: false, live: 0, locals: 0, address_taken: false }
        void f(unsigned long, long, float, unsigned long long)
            0xfbfaf9f8 0x1fefdfc 0x5040302 0xd0c0b0a09080706
            Style { calls: true, live: 0, locals: 0, address_taken: false }"#]].assert_eq(&shown.join("\n"));
    // All of the first ten thousand, in one number (FNV-1a of their debug text).
    let mut hash = 0xcbf2_9ce4_8422_2325u64;
    for case in random_cases(10_000) {
        for byte in format!("{case:?}").bytes() {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    expect!["0xa110677c6ddc1071"].assert_eq(&format!("{hash:#018x}"));
}

#[test]
fn directed_cases() {
    let cases = directed::cases(Target::Epiphany, &ilp32_bits);
    let texts: Vec<String> = cases
        .iter()
        .map(|case| {
            let style =
                if case.style == Default::default() { String::new() } else { format!("  {:?}", case.style) };
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
            if leaf.bits.is_none() && !matches!(leaf.ty, Type::Enum(_) | Type::Scalar(Scalar::Bool)) {
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
    for (what, least) in [
        ("has variadic", 5),
        ("has union", 5),
        ("has packed", 2),
        ("has aligned", 2),
        ("has empty", 1),
        ("has bit-field", 5),
        ("has zero width", 1),
        ("has array", 10),
        ("has enum", 3),
        ("has pointer", 10),
        ("result record", 20),
        ("result void", 8),
        ("parameters 24", 1),
        ("parameters  0", 1),
    ] {
        let found = statistics.0.get(what).copied().unwrap_or(0);
        assert!(found * 100 >= COUNT * least, "{what}: {found} of {COUNT}");
    }
    for scalar in Scalar::ALL {
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
    fn values_that_do_not_fit_are_no_danger(one: u64, other: u64, style: (bool, u8, u16, bool)) {
        let (one, other) = (case(Target::Epiphany, 1, one, &ilp32_bits), case(Target::Epiphany, 1, other, &ilp32_bits));
        let (calls, live, locals, address_taken) = style;
        let mixed = Case {
            arguments: other.arguments,
            result: other.result,
            style: Style { calls, live, locals, address_taken },
            ..one
        };
        let _ = valid::check(&mixed, &ilp32());
        proptest::prop_assert!(use_everywhere(&mixed) > 0);
    }
}
