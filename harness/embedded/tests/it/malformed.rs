//! Whatever a case looks like, generating code ends with a text or with a reason.

use crosscall_embedded::{Fault, Options, Readings, callee_unit, caller_unit, layout_unit};
use crosscall_model::{Case, EnumType, Member, Scalar, Target, Type, Value};
use proptest::prelude::*;

use super::support::{self, Random};

for_each_target!(nothing_panics, frames_out_of_reach_of_displacements_work);

/// Damages a type somewhere.
fn damage(ty: &mut Type, random: &mut Random) {
    match ty {
        Type::Record(record) => match random.below(7) {
            0 => record.align = Some(random.below(10_000) as u32),
            1 => record.packed = !record.packed,
            2 => record.members.push(Member::bit_field(Scalar::Double.into(), random.below(256) as u8)),
            3 => record
                .members
                .push(Member::plain(Type::Array(Box::new(Scalar::LongLong.into()), random.next() as u32))),
            _ => {
                if let Some(member) = record.members.first_mut() {
                    match random.below(5) {
                        0 => member.bits = Some(random.below(256) as u8),
                        1 => member.align = Some(random.next() as u32),
                        2 => member.named = !member.named,
                        _ => damage(&mut member.ty, random),
                    }
                }
            }
        },
        Type::Array(elem, len) => match random.below(3) {
            0 => *len = 0,
            1 => *len = u32::MAX,
            _ => damage(elem, random),
        },
        _ => {
            *ty = match random.below(4) {
                0 => Type::Enum(EnumType { constants: Vec::new() }),
                1 => Type::Array(Box::new(ty.clone()), 3),
                2 => Type::structure([ty.clone()]),
                _ => Type::Enum(EnumType { constants: vec![i64::MIN, i64::MAX] }),
            }
        }
    }
}

fn damaged_case(target: Target, random: &mut Random) -> Case {
    let mut case = support::case(target, random);
    for _ in 0..=random.below(3) {
        match random.below(6) {
            0 => case.style.live = random.below(256) as u8,
            1 => case.style.locals = random.below(65_536) as u16,
            2 => case.arguments.push(Value::Member(9, Box::new(Value::Bits(1)))),
            3 => case.result = None,
            _ => {
                let mut types: Vec<&mut Type> = case.signature.parameters.iter_mut().collect();
                types.extend(case.signature.result.as_mut());
                if !types.is_empty() {
                    let at = random.below(types.len() as u64) as usize;
                    damage(types[at], random);
                }
            }
        }
    }
    case
}

fn nothing_panics(target: Target) {
    proptest!(ProptestConfig::with_cases(2000), |(seed: u64)| {
        let mut random = Random::new(seed);
        let case = damaged_case(target, &mut random);
        let mut options = Options::new(target);
        options.readings = support::readings(target, &mut random);
        let faults = Fault::of(target);
        options.fault = faults.get(random.below(faults.len() as u64 * 2) as usize);
        for unit in [callee_unit, caller_unit, layout_unit] {
            if let Err(refused) = unit(&[(seed as usize, &case)], &options) {
                let [refused] = &refused[..] else { panic!("one case, {} refusals", refused.len()) };
                prop_assert_eq!(refused.k, seed as usize);
                prop_assert!(!refused.feature.is_empty());
            }
        }
    });
}

#[test]
fn deep_nesting_is_refused() {
    let mut ty = Type::from(Scalar::Int);
    let mut value = Value::Bits(1);
    for _ in 0..100 {
        ty = Type::structure([ty]);
        value = Value::List(vec![value]);
    }
    let mut case = support::case(Target::Epiphany, &mut Random::new(0));
    case.signature.parameters = vec![ty];
    case.signature.variadic = None;
    case.arguments = vec![value];
    let refused = callee_unit(&[(0, &case)], &Options::new(Target::Epiphany)).expect_err("refused");
    assert_eq!(refused[0].to_string(), "case 0 is not supported: a type nested deeper than 64");
}

/// A case whose stack arguments and copies are far beyond the reach of one instruction.
fn far_case(target: Target) -> Case {
    let (count, element, len) = match target {
        // The DPU has less memory, which also holds the results of the test, and its instructions reach all of it.
        Target::Dpu => (24, Scalar::Int, 60),
        // The IPU's memory is too small for the code of so many stores of bytes.
        Target::Ipu => (9, Scalar::Int, 500),
        _ => (24, Scalar::Char, 1000),
    };
    let ty = Type::structure([Type::Array(Box::new(element.into()), len)]);
    let mut random = Random::new(3);
    let mut case = support::case(target, &mut random);
    case.signature.parameters = vec![ty.clone(); count];
    case.signature.variadic = None;
    let bytes = |i: u64| (0..u64::from(len)).map(|j| Value::Bits(u128::from((i * 31 + j) & 0xff))).collect();
    case.arguments = (0..count as u64).map(|i| Value::List(vec![Value::List(bytes(i))])).collect();
    case.style.locals = 4096;
    case.style.calls = true;
    case.style.rounds = 0;
    case
}

fn frames_out_of_reach_of_displacements_work(target: Target) {
    let mut case = far_case(target);
    let dialects: &[&str] = match target {
        Target::Epiphany => &[
            "",
            "EPIPHANY-S06=1",
            "EPIPHANY-S06=1,EPIPHANY-S10 copy=2",
            "EPIPHANY-STACK-08 alignment=1,EPIPHANY-S08 composite=3",
        ],
        Target::Dpu => &["", "DPU-VAR-03=2", "DPU-ARG-05 copy=2", "DPU-VAR-02 named=2"],
        Target::Nyuzi => &["", "NYUZI-S09=3", "NYUZI-S09=4", "NYUZI-S10 copy=2"],
        Target::Ipu => &["", "IPU-S18 aggregates=2", "IPU-ARG-05 slot=4"],
        Target::ForwardCom => {
            &["", "FORWARDCOM-S11=2", "FORWARDCOM-ARG-09 nested=2", "FORWARDCOM-S10=2,FORWARDCOM-S08=3"]
        }
        Target::Riscv(_) => &["", "RISCV-ARG-26=2", "RISCV-STACK-06=3", "RISCV-STACK-10=2"],
        // Not among all targets.
        Target::X86_64 | Target::Aarch64 | Target::Invented => &[],
    };
    for dialect in dialects {
        for address_taken in [false, true] {
            case.style.address_taken = address_taken;
            let mut options = Options::new(target);
            options.readings = Readings::parse(target, dialect).expect("known");
            let wrong = support::run::run(std::slice::from_ref(&case), &options, &options);
            assert_eq!(wrong, [], "{target}: {dialect}");
        }
    }
}
