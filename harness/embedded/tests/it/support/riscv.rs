//! Rules for code for RISC-V, and cases whose arguments compete for its two kinds of registers.

use std::fmt::Write;

use crosscall_embedded::Readings;
use crosscall_model::target::riscv::Abi;
use crosscall_model::{Case, Member, Record, RecordKind, Scalar, Signature, Style, Target, Type};

use super::run::{Rules, gnu_function};
use super::{Random, value};

/// Number of the first floating-point register.
const FLOATS: u16 = 32;

pub(crate) fn rules(abi: Abi, readings: &Readings) -> Rules {
    let is = |key: &str, reading: u8| readings.get(key) == Some(reading);
    let facts = abi.facts();
    let mut clobber = String::new();
    let high = if facts.is_embedded { 18..32 } else { 28..32 };
    for r in (5..8).chain(10..18).chain(high) {
        let _ = writeln!(clobber, "\tli x{r}, 0xdeadc0de");
    }
    let floats = (8..10).chain(18..28);
    for f in (0..32).filter(|f| facts.flen == 0 || !floats.clone().any(|saved| saved == *f)) {
        let _ = writeln!(clobber, "\tfmv.w.x f{f}, x5");
    }
    if facts.flen == 4 && facts.xlen == 8 {
        for f in floats.clone() {
            let _ = writeln!(
                clobber,
                "\tfmv.x.w x5, f{f}\n\tslli x5, x5, 32\n\tsrli x5, x5, 32\n\tfmv.d.x f{f}, x5"
            );
        }
    }
    let align = match () {
        () if !facts.is_embedded => 16,
        () if is("RISCV-STACK-15", 2) => 8,
        () => 4,
    };
    let saved = (8..10).chain(if facts.is_embedded { 0..0 } else { 18..28 });
    let floats = floats.map(|f| f + FLOATS);
    Rules {
        clobber,
        function: gnu_function,
        ret: "ret",
        saved: saved.chain([3, 4]).chain(floats.clone().filter(|_| facts.flen == 8)).collect(),
        saved_low: floats.filter(|_| facts.flen == 4).collect(),
        unwritten: if is("RISCV-REG-11", 1) { vec![3, 4] } else { Vec::new() },
        aligned: (if is("RISCV-STACK-10", 2) { align / 2 } else { align }, align),
        beyond: if is("RISCV-STACK-14", 2) { 16 } else { 0 },
        reserved: 0,
        char_signed: is("RISCV-TYPE-27", 2),
        enumeration: if is("RISCV-S02", 3) { 8 } else { 32 },
    }
}

/// A type that travels in registers, as far as there are some.
fn small_type(random: &mut Random) -> Type {
    use Scalar::{Double, Float, Half, Int, Long, LongDouble, LongLong, Short, SignedChar, UnsignedInt};
    let record = |members: Vec<Member>, packed: bool| {
        Type::Record(Box::new(Record { packed, ..Record::new(RecordKind::Struct, members) }))
    };
    let plain = |scalar: Scalar| Member::plain(scalar.into());
    let field =
        |scalar: Scalar, bits: u8, named: bool| Member { named, ..Member::bit_field(scalar.into(), bits) };
    let union = |members: Vec<Member>| Type::Record(Box::new(Record::new(RecordKind::Union, members)));
    let empty = || record(Vec::new(), false);
    let real = |random: &mut Random| [Float, Double, Half, Float][random.below(4) as usize];
    let one = real(random);
    match random.below(27) {
        0..5 => one.into(),
        5 => [SignedChar, Short, UnsignedInt, Int, Long][random.below(5) as usize].into(),
        6 => LongLong.into(),
        7 => LongDouble.into(),
        8 => record(vec![plain(one)], false),
        9 => record(vec![plain(one), plain(real(random))], random.chance(50)),
        10 => record(vec![plain(one), plain(Int)], random.chance(50)),
        11 => record(vec![plain(SignedChar), plain(one)], random.chance(50)),
        12 => record(vec![field(Int, 5, true), plain(one)], false),
        13 => record(vec![plain(one), field(LongLong, 20, true)], false),
        14 => record(vec![Member::plain(Type::DataPointer), plain(one)], false),
        15 => record(vec![plain(one), Member::plain(union(Vec::new())), plain(one)], false),
        16 => record(vec![plain(one), field(Int, 0, false), plain(one)], false),
        17 => {
            record(vec![plain(one), Member::plain(Type::Array(Box::new(Int.into()), 0)), plain(one)], false)
        }
        18 => record(vec![plain(one), Member::plain(Type::Array(Box::new(empty()), 2)), plain(one)], false),
        19 => record(vec![plain(one), field(Int, 5, false)], false),
        20 => {
            record(vec![Member::plain(Type::Array(Box::new(Type::structure([Type::from(one)])), 2))], false)
        }
        21 => union(vec![plain(one)]),
        22 => Type::Complex(if random.chance(50) { Float } else { Double }),
        23 => Type::Vector { element: if random.chance(50) { Float } else { Int }, lanes: 2 },
        24 => Type::structure([Type::from(Long), Type::from(SignedChar)]),
        25 => record(vec![field(Int, 5, false)], false),
        _ => record(vec![field(Int, 3, false), field(Int, 6, true), plain(one)], true),
    }
}

/// A case whose arguments compete for registers.
pub(crate) fn small_case(abi: Abi, random: &mut Random) -> Case {
    let target = Target::Riscv(abi);
    let count = 1 + random.below(14);
    let parameters: Vec<Type> = (0..count).map(|_| small_type(random)).collect();
    let unnamed = |random: &mut Random| match small_type(random) {
        _ if random.chance(25) => Scalar::LongDouble.into(),
        Type::Scalar(Scalar::Float | Scalar::Half) => Scalar::Double.into(),
        Type::Scalar(Scalar::SignedChar | Scalar::Short) => Scalar::Int.into(),
        ty => ty,
    };
    let variadic = random.chance(25).then(|| (0..1 + random.below(8)).map(|_| unnamed(random)).collect());
    let signature = Signature { result: random.chance(80).then(|| small_type(random)), parameters, variadic };
    let arguments = signature.arguments().map(|ty| value(target, ty, None, random)).collect();
    let result = signature.result.as_ref().map(|ty| value(target, ty, None, random));
    let style = Style {
        calls: random.chance(50),
        live: if random.chance(50) { 20 } else { 0 },
        written: random.chance(30),
        address_taken: random.chance(20),
        ..Style::PLAIN
    };
    Case { target, signature, arguments, result, style }
}
