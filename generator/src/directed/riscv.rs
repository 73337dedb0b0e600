//! Cases for the open questions of RISC-V's document: members that count or do not count beside others, the last registers
//! of both files, bit-fields that shape a structure, large alignments.

use super::settling::common;
use super::*;
use crosscall_model::BitInt;
use crosscall_model::Scalar::{BrainHalf, Int128, UnsignedInt128};

/// Adds the cases of one question after the other.
pub(crate) fn settling(list: &mut List) {
    results_in_memory(list);
    members_without_size(list);
    reals_and_integers(list);
    last_registers(list);
    arrays_of_bit_fields(list);
    vectors(list);
    unnamed(list);
    rare(list);
    aligned(list);
    rare_forms(list);
    common(list, &[16, 32, 64]);
}

fn members(members: Vec<Member>) -> Type {
    record(RecordKind::Struct, members, false, None)
}

fn plain(ty: impl Into<Type>) -> Member {
    Member::plain(ty.into())
}

/// Empty unions and structures, bit-fields of width zero and arrays without elements between two reals, and between a real
/// and an integer; arrays without elements and without a length behind them, and behind one.
fn members_without_size(list: &mut List) {
    let empty = || Type::structure([]);
    let nothing = |ty: Type| Member::unnamed_bits(ty, 0);
    for (first, second) in [(Float, Float), (Double, Double), (Float, Int), (Int, Double)] {
        for between in [plain(union([])), plain(empty()), nothing(Int.into()), plain(array(empty(), 2))] {
            list.everywhere(&members(vec![plain(first), between, plain(second)]));
        }
        for none in [plain(array(Int, 0)), plain(array(empty(), 0)), Member::flexible(Int.into())] {
            list.everywhere(&members(vec![plain(first), plain(second), none.clone()]));
            list.pass([members(vec![plain(first), none])]);
        }
    }
    list.pass([Type::structure([empty(), array(LongLong, 0)]), Int.into()]);
}

/// Two fields of which one is real: as members, as an array, nested, packed, as a bit-field, as a pointer.
fn reals_and_integers(list: &mut List) {
    let bits = |ty: Scalar, bits: u8| Member::bit_field(ty.into(), bits);
    let unnamed = |ty: Scalar, bits: u8| Member::unnamed_bits(ty.into(), bits);
    for real in [Float, Double] {
        for other in
            [bits(Int, 20), bits(LongLong, 20), bits(LongLong, 40), unnamed(Int, 5), plain(Type::DataPointer)]
        {
            list.everywhere(&members(vec![plain(real), other.clone()]));
            list.everywhere(&members(vec![other, plain(real)]));
        }
        list.everywhere(&Type::structure([array(real, 2)]));
        list.everywhere(&Type::structure([structure(&[real]), structure(&[Short])]));
        list.everywhere(&record(RecordKind::Struct, [plain(Char), plain(real)], true, None));
        list.everywhere(&union([real.into()]));
        list.everywhere(&Type::structure([union([real.into()])]));
        list.everywhere(&Type::structure([Type::Complex(real)]));
    }
}

/// Values of two words and of two fields for which one register, or none, is left.
fn last_registers(list: &mut List) {
    let registers = list.registers();
    let pairs = || {
        [
            Type::from(LongLong),
            structure(&[Long, Long]),
            structure(&[Char, Long, Char]),
            Scalar::LongDouble.into(),
            structure(&[Float, Int]),
            structure(&[Int, Double]),
            structure(&[Float, Float, Float]),
            structure(&[Double, Double, Double]),
        ]
    };
    for before in [registers - 2, registers - 1, registers] {
        for ty in pairs() {
            list.pass(repeat(Int, before).chain([ty.clone(), Int.into(), Char.into()]));
        }
    }
    for before in [6, 7, 8] {
        for ty in [structure(&[Float, Float]), structure(&[Double, Int]), Type::Complex(Float), Float.into()]
        {
            list.pass(repeat(Double, before).chain([ty, Float.into(), Double.into(), Int.into()]));
        }
    }
    list.pass(repeat(Int, registers).chain([Double.into(), Float.into(), Char.into(), Double.into()]));
    list.pass(repeat(Float, 8).chain([Float.into(), Double.into(), Int.into(), Half.into()]));
    list.pass([Float.into(), Half.into(), Double.into(), Int.into(), structure(&[Half, Float])]);
}

/// Results that every ABI returns in memory, from functions that do something else before they store them.
fn results_in_memory(list: &mut List) {
    let calls = Style { calls: true, ..Style::PLAIN };
    for style in [
        calls,
        Style { held: 8, pointer: true, ..calls },
        Style { others: true, tail: true, ..calls },
        Style { recursive: true, ..calls },
        Style { returns: 2, written: true, ..calls },
    ] {
        list.styled(Some(structure(&[Long, Int, Int, Long, Long])), vec![Int.into(), Char.into()], style);
    }
}

/// Bit-fields without a name or of width zero that might align their structure: where it is an element, all that follows
/// moves.
fn arrays_of_bit_fields(list: &mut List) {
    for (ty, bits) in [(Int, 3), (Int, 0), (Short, 5), (LongLong, 0), (LongLong, 3)] {
        let unnamed = Member::unnamed_bits(ty.into(), bits);
        let element = members(vec![plain(Char), unnamed, plain(Char)]);
        list.pass([Type::structure([array(element.clone(), 2)])]);
        list.call(Some(Type::structure([array(element.clone(), 3)])), vec![Int.into()]);
        list.pass([Type::structure([Char.into(), element, Short.into()])]);
    }
}

/// Vectors of less and more than two words, alone and after a word.
fn vectors(list: &mut List) {
    for (element, lanes) in
        [(Float, 1), (Float, 2), (Int, 2), (Double, 2), (Int, 4), (Char, 16), (LongLong, 4)]
    {
        list.everywhere(&vector(element, lanes));
        list.pass([Type::structure([Char.into(), vector(element, lanes)])]);
    }
}

/// Unnamed arguments of two words and of reals behind each number of words.
fn unnamed(list: &mut List) {
    for named in 1..=list.registers() + 1 {
        for ty in [LongLong.into(), Double.into(), Scalar::LongDouble.into(), structure(&[LongLong])] {
            list.variadic(None, vec![Int.into(); named], vec![ty, Int.into()]);
        }
    }
    for real in [Float, Double] {
        list.variadic(None, vec![real.into(), Int.into()], vec![Int.into(), Double.into()]);
        list.variadic(None, vec![structure(&[real, Int]), Int.into()], vec![structure(&[real, real])]);
    }
    list.add(
        Signature {
            result: None,
            parameters: vec![Double.into(), Int.into(), LongLong.into()],
            variadic: None,
        },
        Style { form: Form::Unprototyped, ..Style::PLAIN },
    );
}

/// Types that few compilers have: bit-precise integers around the widths of registers, atomic types, complex integers and
/// integers of 128 bits. Each is there alone, in a structure, and where the registers end.
fn rare(list: &mut List) {
    let bit_int = |bits: u8, unsigned: bool| Type::BitInt(BitInt { bits, unsigned });
    let registers = list.registers();
    let mut types: Vec<Type> = Vec::new();
    for bits in [7, 17, 31, 32, 33, 63, 64, 65, 100, 128] {
        types.extend([bit_int(bits, false), bit_int(bits, true)]);
    }
    types.extend([Char, Short, LongLong, UnsignedChar].map(Type::Complex));
    types.extend([Char, Int, Bool, Float].map(Type::Atomic));
    let long = [Int128, UnsignedInt128].into_iter().filter(|scalar| list.widths.supports(*scalar));
    types.extend(long.map(Type::Scalar));
    types.push(BrainHalf.into());
    for ty in types {
        list.everywhere(&ty);
        list.pass([Type::structure([Char.into(), ty.clone(), Char.into()])]);
        for before in [registers - 1, registers] {
            list.pass(repeat(Int, before).chain([ty.clone(), Int.into()]));
        }
    }
    for ty in [bit_int(20, false), bit_int(100, true), Type::Complex(Short)] {
        list.variadic(None, vec![Int.into()], vec![ty.clone(), Int.into(), ty]);
    }
    list.pass([Type::structure([bit_int(17, false), Float.into()]), Int.into()]);
    list.pass([Type::structure([Type::Atomic(Float), Int.into()]), Type::Atomic(Float)]);
}

/// Records of nothing but unnamed bit-fields, records under names with an alignment, vectors of a number of lanes that is no power
/// of two, alignments above those of the stack.
fn rare_forms(list: &mut List) {
    let registers = list.registers();
    let unnamed = |ty: Scalar, bits: u8| Member::unnamed_bits(ty.into(), bits);
    let named = |ty: &Type, align: u32| match ty {
        Type::Record(record) => {
            Type::Record(Box::new(Record { name_align: Some(align), ..(**record).clone() }))
        }
        ty => ty.clone(),
    };
    let nameless =
        [vec![unnamed(Int, 5)], vec![unnamed(LongLong, 40), unnamed(Int, 3)], vec![unnamed(Int, 0)]]
            .map(members);
    let words = [
        structure(&[Int]),
        structure(&[Long, Long]),
        structure(&[Double]),
        structure(&[Char, Int, Long, Long]),
    ];
    let aligned = [(0, 16), (1, 32), (1, 4), (2, 16), (3, 64)];
    let aligned = aligned.into_iter().filter_map(|(of, align)| Some(named(words.get(of)?, align)));
    let large = [Some(128), Some(256)].map(|align| record(RecordKind::Struct, [plain(Int)], false, align));
    for ty in nameless.into_iter().chain(aligned).chain(large) {
        list.everywhere(&ty);
        list.pass([ty.clone(), Int.into(), Type::structure([Char.into(), ty.clone(), Char.into()])]);
        list.pass(repeat(Int, registers + 1).chain([ty.clone(), Int.into()]));
        for before in [1, 2] {
            list.variadic(None, vec![Int.into(); before], vec![ty.clone(), Int.into()]);
        }
    }
    for (element, lanes) in [(Int, 3), (Float, 3), (Char, 5), (Short, 6), (Double, 3)] {
        list.everywhere(&vector(element, lanes));
        list.pass([Type::structure([Char.into(), vector(element, lanes), Char.into()])]);
        list.variadic(None, vec![Int.into()], vec![vector(element, lanes), Int.into()]);
    }
}

/// Arithmetic types with an alignment of their own, higher and lower than that of the type.
fn aligned(list: &mut List) {
    let registers = list.registers();
    let pair = list.repertoire.alignments.first().copied().unwrap_or(8);
    let raised = [Int, Char, LongLong, Double, Float].map(|scalar| Type::Aligned(scalar, pair));
    let lowered = [(LongLong, 4), (Double, 4), (Scalar::LongDouble, 8), (Int, 1), (Short, 1), (LongLong, 1)];
    settling::aligned(list, raised.into_iter(), &lowered, &[1, 2, registers, registers + 1]);
    list.pass([union([Type::Aligned(Int, pair), Char.into()]), Int.into()]);
}
