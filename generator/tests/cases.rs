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
        struct { unsigned long m0 : 30; char m1; double m2; char m3 : 6; struct { long m0 : 12; long m1; unsigned short m2 : 3; unsigned long long m3; } m4; unsigned int : 1; short m6 : 9; } f(unsigned long long, struct { char m0[7]; }, unsigned long long, struct { char m0[7]; }, unsigned long long, struct { char m0[7]; }, unsigned long long, struct { char m0[7]; })
            0x6867666564636261 {{0x80, 0x69, 0x81, 0x6a, 0x82, 0x6b, 0x83}} 0x737271706f6e6d6c {{0x74, 0x84, 0x75, 0x85, 0x76, 0x86, 0x77}} 0x7f7e7d7c7b7a7978 {{0x87, 0x1, 0x88, 0x2, 0x89, 0x3, 0x8a}} 0x9291908f8e8d8c8b {{0x4, 0x93, 0x5, 0x94, 0x6, 0x95, 0x7}} {0x39989796, 0x8, 0xa1a09f9e9d9c9b9a, 0x22, {0x4a3, 0xa8a7a6a5, 0x5, 0xb1b0afaeadacabaa}, 0xb2}
            Style { calls: false, live: 12, locals: 0, address_taken: false, held: 0, rounds: 0, dynamic: 0, written: false, recursive: false, pointer: false, others: false, tail: false, computed: false, form: Prototype }
        union { char m0 __attribute__((aligned(4))); enum { e0 = 148 } m1; } f(struct { long long m0; }, union { char m0 __attribute__((aligned(4))); enum { e0 = 148 } m1; }, void *, void *, struct { enum { e0 = 15, e1 = 34 } m0; }, enum { e0 = 110, e1 = -83, e2 = -83, e3 = 57 }, void *, void *, struct { double m0 __attribute__((aligned(4))); enum { e0 = 104, e1 = 18310 } m1; void *m2; enum { e0 = -86, e1 = -161, e2 = 19675, e3 = 101 } m3; }, struct __attribute__((packed)) { enum { e0 = 81, e1 = 44791 } m0; long double m1; enum { e0 = 145, e1 = 33 } m2; enum { e0 = 162 } m3; enum { e0 = 18, e1 = 134 } m4; enum { e0 = 4, e1 = 6, e2 = 127 } m5; }, enum { e0 = 33, e1 = 66 }, struct { double m0[1]; }, struct { enum { e0 = 56803 } m0; }, void *)
            {0x60504030201fefd} .1=0x94 0xa090807 0xe0d0c0b {0x22} 0x6e 0x1211100f 0x16151413 {0x1e1d1c1b1a191817, 0x4786, 0x2221201f, 0x4cdb} {0xaef7, 0x2a29282726252423, 0x91, 0xa2, 0x12, 0x6} 0x21 {{0x3231302f2e2d2c2b}} {0xdde3} 0x36353433 .0=0x80
            Style { calls: true, live: 0, locals: 0, address_taken: false, held: 0, rounds: 0, dynamic: 0, written: false, recursive: false, pointer: false, others: false, tail: false, computed: false, form: Prototype }
        enum { e0 = -52 } f(struct { char m0[5]; }, struct { double m0[2]; }, union __attribute__((packed)) { struct { float m0; } m0[7]; }, union { float m0; int m1; float m2; unsigned char m3; int m4; float m5; })
            {{0x80, 0x9, 0x81, 0xa, 0x82}} {{0x1211100f0e0d0c0b, 0x1a19181716151413}} .0={{0x1e1d1c1b}, {0x2221201f}, {0x26252423}, {0x2a292827}, {0x2e2d2c2b}, {0x3231302f}, {0x36353433}} .2=0x3a393837 0xffffffcc
            Style { calls: false, live: 0, locals: 0, address_taken: false, held: 0, rounds: 0, dynamic: 0, written: false, recursive: false, pointer: false, others: false, tail: false, computed: false, form: Prototype }
        struct { unsigned long long m0 : 61; long m1 : 15; unsigned long long m2; } f(double, struct { signed char m0 : 7; long long m1 : 45; }, double, struct { signed char m0 : 7; long long m1 : 45; })
            0xd0c0b0a09080706 {0x4e, 0x4131211100f} 0x1c1b1a1918171615 {0x5d, 0x32221201f1e} {0x1b2a292827262524, 0x2d2c, 0x3534333231302f2e}
            Style { calls: false, live: 0, locals: 0, address_taken: false, held: 0, rounds: 0, dynamic: 0, written: false, recursive: false, pointer: false, others: false, tail: false, computed: false, form: Prototype }
        enum { e0 = 2147483250, e1 = -27, e2 = 169 } f(void *, int, double, unsigned long)
            0xbdbcbbba 0xc1c0bfbe 0xc9c8c7c6c5c4c3c2 0xcdcccbca 0x7ffffe72
            Style { calls: false, live: 0, locals: 0, address_taken: false, held: 0, rounds: 0, dynamic: 0, written: false, recursive: false, pointer: false, others: false, tail: false, computed: false, form: Prototype }"#]].assert_eq(&shown.join("\n"));
    // All of the first ten thousand, in one number (FNV-1a of their debug text).
    let mut hash = 0xcbf2_9ce4_8422_2325u64;
    for case in random_cases(10_000) {
        for byte in format!("{case:?}").bytes() {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    expect!["0x7563cb413fd8b2fd"].assert_eq(&format!("{hash:#018x}"));
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
        ("result record", 200),
        ("result void", 80),
        ("parameters 24", 5),
        ("parameters  0", 10),
    ] {
        let found = statistics.0.get(what).copied().unwrap_or(0);
        assert!(found * 1000 >= COUNT * least, "{what}: {found} of {COUNT}");
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
