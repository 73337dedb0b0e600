//! Random cases and readings from a seed, and a runner of cases.

mod dpu;
mod epiphany;
mod forwardcom;
mod ipu;
mod nyuzi;
pub(crate) mod riscv;
pub(crate) mod run;

use crosscall_embedded::{Readings, choices};
use crosscall_model::{
    Case, EnumType, Member, Record, RecordKind, Scalar, Signature, Style, Target, Type, Value,
};

/// A stream of pseudo-random numbers (the SplitMix64 recurrence).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub(crate) fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }

    pub(crate) fn chance(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }
}

/// Every choice at random.
pub(crate) fn readings(target: Target, random: &mut Random) -> Readings {
    let mut readings = Readings::defaults(target);
    for choice in choices(target) {
        let number = choice.readings[random.below(choice.readings.len() as u64) as usize];
        readings.set(choice.key, number).unwrap();
    }
    readings
}

/// A case with every feature that the model has.
pub(crate) fn case(target: Target, random: &mut Random) -> Case {
    let result = match random.below(20) {
        0..4 => None,
        4..7 => Some(parts_type(target, random)),
        _ => Some(argument_type(target, random)),
    };
    let most = if random.chance(15) { 25 } else { 8 };
    let parameters: Vec<Type> = (0..random.below(most)).map(|_| argument_type(target, random)).collect();
    let variadic = if random.chance(25) {
        Some((0..random.below(6)).map(|_| unnamed_type(target, random)).collect())
    } else {
        None
    };
    let signature = Signature { result, parameters, variadic };
    let arguments = signature.arguments().map(|ty| value(target, ty, None, random)).collect();
    let result = signature.result.as_ref().map(|ty| value(target, ty, None, random));
    let style = Style {
        calls: random.chance(50),
        live: if random.chance(50) { random.below(17) as u8 } else { 0 },
        locals: match random.below(8) {
            0 => 4096,
            1 => random.below(4097) as u16,
            2 => random.below(64) as u16,
            _ => 0,
        },
        address_taken: random.chance(30),
        held: if random.chance(30) { random.below(25) as u8 } else { 0 },
        rounds: if random.chance(20) { random.below(5) as u8 } else { 0 },
        dynamic: if random.chance(15) { random.below(300) as u16 } else { 0 },
        written: random.chance(20),
        pointer: random.chance(20),
        others: random.chance(20),
        tail: random.chance(20),
        computed: random.chance(20),
        recursive: random.chance(15),
        ..Style::PLAIN
    };
    Case { target, signature, arguments, result, style }
}

fn scalar_type(random: &mut Random) -> Type {
    match random.below(21) {
        18 => Scalar::WideChar.into(),
        19 => Scalar::Size.into(),
        20 => Scalar::PointerDifference.into(),
        15 => Type::DataPointer,
        16 => Type::FunctionPointer,
        17 => Type::Enum(EnumType { constants: vec![0, 1, -5] }),
        n => Type::Scalar(Scalar::ALL[n as usize]),
    }
}

fn argument_type(target: Target, random: &mut Random) -> Type {
    if random.chance(if target == Target::Nyuzi { 25 } else { 12 }) {
        return parts_type(target, random);
    }
    if random.chance(55) { scalar_type(random) } else { record(target, random, 0) }
}

/// A complex type or a vector.
fn parts_type(target: Target, random: &mut Random) -> Type {
    const PARTS: [Scalar; 3] = [Scalar::Float, Scalar::Double, Scalar::LongDouble];
    const LANES: [Scalar; 6] = [
        Scalar::SignedChar,
        Scalar::UnsignedShort,
        Scalar::Int,
        Scalar::Float,
        Scalar::LongLong,
        Scalar::Double,
    ];
    if random.chance(40) {
        return Type::Complex(PARTS[random.below(3) as usize]);
    }
    if target == Target::Nyuzi && random.chance(60) {
        const FULL: [Scalar; 4] = [Scalar::Int, Scalar::UnsignedInt, Scalar::Float, Scalar::Double];
        return Type::Vector { element: FULL[random.below(4) as usize], lanes: 16 };
    }
    let element = LANES[random.below(6) as usize];
    // Most readings differ about vectors of 16 bytes.
    let lanes = if random.chance(50) { 128 / bits_of(target, &element.into()) } else { 1 << random.below(6) };
    Type::Vector { element, lanes }
}

/// A case with types that few compilers have: complex integers, arrays of no elements among other members, atomic types,
/// typedefs with an alignment.
pub(crate) fn rare_case(target: Target) -> Case {
    let none = |scalar: Scalar| Type::Array(Box::new(scalar.into()), 0);
    let parameters = vec![
        Type::Complex(Scalar::SignedChar),
        Type::structure([none(Scalar::Int), Scalar::Float.into()]),
        Type::structure([Scalar::Float.into(), none(Scalar::Int), Scalar::Float.into()]),
        Type::structure([Scalar::Short.into(), Type::Atomic(Scalar::Short)]),
        Type::structure([Scalar::Char.into(), Type::Atomic(Scalar::Int), Scalar::Char.into()]),
        Type::structure([Scalar::Char.into(), none(Scalar::LongLong), Scalar::Char.into()]),
        Type::Atomic(Scalar::UnsignedShort),
        Type::Complex(Scalar::Int),
        Type::structure([Scalar::Char.into(), Type::Aligned(Scalar::Int, 8), Scalar::Char.into()]),
    ];
    // On the stack of every target, behind an odd and an even number of words.
    let aligned = |scalar, align| [Type::Aligned(scalar, align), Scalar::Int.into()];
    let places = [(Scalar::Int, 8), (Scalar::LongLong, 4), (Scalar::Int, 8), (Scalar::LongLong, 4)];
    let words = std::iter::repeat_n(Type::from(Scalar::Int), 20);
    let parameters: Vec<Type> = parameters
        .into_iter()
        .chain(words)
        .chain(places.into_iter().flat_map(|(s, a)| aligned(s, a)))
        .collect();
    let mut random = Random::new(5);
    let arguments = parameters.iter().map(|ty| value(target, ty, None, &mut random)).collect();
    let result = Type::Complex(Scalar::Short);
    let value = value(target, &result, None, &mut random);
    let signature = Signature { result: Some(result), parameters, variadic: None };
    Case { target, signature, arguments, result: Some(value), style: Style::default() }
}

fn unnamed_type(target: Target, random: &mut Random) -> Type {
    if random.chance(30) {
        return record(target, random, 0);
    }
    if random.chance(15) {
        return parts_type(target, random);
    }
    match scalar_type(random) {
        Type::Scalar(
            Scalar::Bool
            | Scalar::Char
            | Scalar::SignedChar
            | Scalar::UnsignedChar
            | Scalar::Short
            | Scalar::UnsignedShort
            | Scalar::WideChar,
        ) => Type::Scalar(Scalar::Int),
        Type::Scalar(Scalar::Float) => Type::Scalar(Scalar::Double),
        ty => ty,
    }
}

fn record(target: Target, random: &mut Random, depth: u32) -> Type {
    let union = random.chance(20);
    let count = if random.chance(6) { 0 } else { 1 + random.below(if depth == 0 { 5 } else { 3 }) };
    let members = (0..count).map(|_| member(target, random, depth)).collect();
    Type::Record(Box::new(Record {
        packed: random.chance(15),
        align: alignment(random),
        ..Record::new(if union { RecordKind::Union } else { RecordKind::Struct }, members)
    }))
}

fn alignment(random: &mut Random) -> Option<u32> {
    if random.chance(8) { Some(1 << random.below(7)) } else { None }
}

fn member(target: Target, random: &mut Random, depth: u32) -> Member {
    if random.chance(20) {
        return bit_field(random);
    }
    let ty = match random.below(10) {
        0 | 1 if depth < 2 => record(target, random, depth + 1),
        2 | 3 => {
            let elem = if random.chance(20) && depth < 2 {
                record(target, random, depth + 1)
            } else {
                scalar_type(random)
            };
            // Objects and copies of them have to fit into the DPU's 64 KiB.
            let many = if target == Target::Dpu { 12 } else { 100 };
            let most = if random.chance(5) { many } else { 5 };
            Type::Array(Box::new(elem), random.below(most) as u32 + 1)
        }
        4 => parts_type(target, random),
        _ => scalar_type(random),
    };
    Member { align: alignment(random), ..Member::plain(ty) }
}

fn bit_field(random: &mut Random) -> Member {
    const BASES: [(Scalar, u64); 6] = [
        (Scalar::Bool, 1),
        (Scalar::UnsignedChar, 8),
        (Scalar::Short, 16),
        (Scalar::Int, 32),
        (Scalar::UnsignedLong, 32),
        (Scalar::LongLong, 64),
    ];
    let (base, most) = BASES[random.below(6) as usize];
    if random.chance(10) {
        return Member { named: false, ..Member::bit_field(base.into(), 0) };
    }
    let bits = random.below(most) as u8 + 1;
    let mut member = Member::bit_field(base.into(), bits);
    member.named = random.chance(85);
    member
}

pub(crate) fn bits_of(target: Target, ty: &Type) -> u32 {
    match ty {
        Type::Atomic(scalar) | Type::Aligned(scalar, _) => bits_of(target, scalar.as_type()),
        Type::Scalar(Scalar::Double | Scalar::LongDouble) if target == Target::Nyuzi => 32,
        // The DPU's `wchar_t` may be a byte.
        Type::Scalar(Scalar::WideChar) if target == Target::Dpu => 8,
        Type::Scalar(Scalar::Bool) => 1,
        Type::Scalar(Scalar::Char | Scalar::SignedChar | Scalar::UnsignedChar) => 8,
        Type::Scalar(Scalar::Short | Scalar::UnsignedShort | Scalar::WideChar | Scalar::Half) => 16,
        Type::Scalar(Scalar::Long | Scalar::UnsignedLong | Scalar::Size | Scalar::PointerDifference)
        | Type::DataPointer
        | Type::FunctionPointer
            if matches!(target, Target::Riscv(_)) =>
        {
            8 * target.word() as u32
        }
        Type::Scalar(Scalar::LongDouble) if matches!(target, Target::Riscv(_)) => 128,
        Type::Scalar(Scalar::LongLong | Scalar::UnsignedLongLong | Scalar::Double | Scalar::LongDouble) => 64,
        _ => 32,
    }
}

pub(crate) fn value(target: Target, ty: &Type, bits: Option<u8>, random: &mut Random) -> Value {
    match ty {
        Type::Array(elem, len) => Value::List((0..*len).map(|_| value(target, elem, None, random)).collect()),
        Type::Complex(_) | Type::Vector { .. } => {
            let (part, count) = ty.parts().unwrap_or((Scalar::Int, 0));
            Value::List((0..count).map(|_| value(target, part.as_type(), None, random)).collect())
        }
        Type::Record(record) => match record.kind {
            RecordKind::Struct => {
                let named = record.members.iter().filter(|m| m.named);
                Value::List(named.map(|m| value(target, &m.ty, m.bits, random)).collect())
            }
            RecordKind::Union => {
                let named: Vec<_> = record.members.iter().enumerate().filter(|(_, m)| m.named).collect();
                if named.is_empty() {
                    return Value::List(Vec::new());
                }
                let (index, member) = named[random.below(named.len() as u64) as usize];
                Value::Member(index, Box::new(value(target, &member.ty, member.bits, random)))
            }
        },
        Type::Enum(enumeration) => {
            let at = random.below(enumeration.constants.len() as u64) as usize;
            Value::Bits(u128::from(enumeration.constants[at] as u32))
        }
        scalar => {
            let width = bits.map_or(bits_of(target, scalar), u32::from);
            let high = if width > 64 { random.next() } else { 0 };
            let number = u128::from(random.next()) | u128::from(high) << 64;
            Value::Bits(number & u128::MAX.checked_shr(128 - width).unwrap_or(0))
        }
    }
}
