//! Cases for the open questions of ForwardCom's document: tuples of every kind, unions, lists of parameters with
//! every kind of entry, functions with two results, vectors of variable length, member functions.

use super::settling::{alignments, composites, rare, registers, slots, temporaries, unnamed_bit_fields};
use super::*;

/// Number of argument registers of each kind.
const REGISTERS: usize = 16;

/// Adds the cases of one question after the other.
pub(crate) fn settling(list: &mut List) {
    narrow(list);
    tuples(list);
    lists(list);
    variadic(list);
    pairs(list);
    variable(list);
    methods(list);
    unnamed_bit_fields(list);
    alignments(list);
    arrays(list);
    composites(list);
    temporaries(list, &[16, 32, 64]);
    slots(list);
    registers(list);
    changed(list);
    rare(list);
}

/// Extension of narrow values, and `_Bool`.
fn narrow(list: &mut List) {
    for ty in [Char, UnsignedChar, Short, UnsignedShort, Int, Bool] {
        list.pass([ty.into(), ty.into(), ty.into()]);
        list.call(Some(ty.into()), Vec::new());
        list.pass(repeat(Long, REGISTERS).chain([ty.into(), ty.into()]));
    }
}

/// Simple tuples and records that are none, as argument and as result.
fn tuples(list: &mut List) {
    let field = |ty: Scalar, bits| Member::bit_field(ty.into(), bits);
    let fields = |members: &[Member]| record(RecordKind::Struct, members.to_vec(), false, None);
    let aligned = Member { align: Some(8), ..Member::plain(Char.into()) };
    let pointer = || Type::DataPointer;
    for ty in [
        structure(&[Int]),
        structure(&[Long]),
        structure(&[Char]),
        structure(&[Float]),
        structure(&[Bool, Bool]),
        Type::structure([enumeration(&[1, 7]), enumeration(&[1, 7])]),
        structure(&[Int, Int]),
        structure(&[Double, Double]),
        structure(&[Int, Float]),
        structure(&[LongLong, Double]),
        Type::structure([structure(&[Int]), structure(&[Int])]),
        Type::structure([structure(&[Float, Float]), Float.into()]),
        Type::structure([array(Short, 5)]),
        Type::structure([Char.into(), array(Char, 8)]),
        fields(&[field(Int, 5), field(Int, 9)]),
        fields(&[field(UnsignedChar, 3)]),
        fields(&[Member::plain(Char.into()), aligned]),
        Type::structure([pointer()]),
        Type::structure([pointer(), pointer()]),
        Type::structure([Type::FunctionPointer]),
        union([Int.into(), Float.into()]),
        union([Float.into(), array(Char, 20)]),
        union([array(Char, 20), Float.into()]),
        union([pointer(), Long.into()]),
        union([structure(&[Int, Float]), Double.into()]),
        Type::structure([vector(Float, 2), vector(Float, 2)]),
        Type::structure([Type::Complex(Float), Float.into()]),
    ] {
        list.everywhere(&ty);
    }
}

/// Existence of a list, the register with its address, and its entries.
fn lists(list: &mut List) {
    let large = || structure(&[Long, Float, Long]);
    for count in REGISTERS - 1..=REGISTERS + 3 {
        list.pass(repeat(Long, count));
        list.pass(repeat(Float, count));
        list.pass(repeat(Long, count).chain(repeat(Float, 1)));
        list.pass(repeat(Long, 3).chain(repeat(Float, count)).chain(repeat(Long, 2)));
        list.call(Some(large()), repeat(Long, count).collect());
    }
    for ty in [
        Type::from(Int),
        Float.into(),
        Double.into(),
        vector(Float, 2),
        vector(Float, 4),
        vector(Int, 8),
        structure(&[Int, Int]),
        structure(&[Int, Int, Int]),
        structure(&[Double, Double]),
        large(),
        Type::structure([]),
        Type::Complex(Double),
        Type::DataPointer,
    ] {
        list.pass(repeat(Long, REGISTERS).chain([Long.into(), ty.clone(), Long.into()]));
        list.pass(repeat(Float, REGISTERS).chain([Float.into(), ty.clone(), Float.into()]));
        list.pass(repeat(Float, REGISTERS + 1).chain([ty, Long.into(), Int.into()]));
    }
    for before in [0, 1, 5] {
        list.pass(repeat(Long, before).chain([large(), Long.into(), large(), Int.into()]));
    }
    list.pass([large()].into_iter().chain(repeat(Long, REGISTERS + 1)));
}

/// Unnamed arguments with few, just enough and too many named ones.
fn variadic(list: &mut List) {
    let kinds = || {
        vec![
            Int.into(),
            Double.into(),
            Long.into(),
            vector(Float, 4),
            structure(&[Int, Int]),
            structure(&[Int, Float]),
            structure(&[Long, Long]),
            vector(Scalar::SignedChar, 8),
        ]
    };
    let large = structure(&[Long, Float, Long]);
    for named in [1, 2, REGISTERS - 2, REGISTERS - 1] {
        let room = super::super::valid::MAX_ARGUMENTS - named;
        let unnamed: Vec<Type> = kinds().into_iter().take(room).collect();
        let parameters: Vec<Type> = repeat(Long, named).collect();
        list.variadic(None, parameters.clone(), unnamed.clone());
        let signature = Signature { result: Some(large.clone()), parameters, variadic: Some(unnamed) };
        list.add(signature, Style { calls: true, ..Style::PLAIN });
    }
    for count in [REGISTERS, REGISTERS + 2] {
        for unnamed in [vec![], vec![Type::from(Int), Double.into()]] {
            list.variadic(None, repeat(Long, count).collect(), unnamed);
        }
    }
    for address_taken in [false, true] {
        let style = Style { address_taken, written: true, calls: true, ..Style::PLAIN };
        let variadic = Some(vec![large.clone(), Int.into(), large.clone()]);
        let parameters = vec![large.clone(), Int.into()];
        list.add(Signature { result: Some(Int.into()), parameters, variadic }, style);
    }
}

/// Functions with two results.
fn pairs(list: &mut List) {
    let style = Style { form: Form::Pair, ..Style::PLAIN };
    for ty in [
        structure(&[Int, Int]),
        structure(&[Long, Long]),
        structure(&[Double, Double]),
        structure(&[Int, Double]),
        structure(&[Float, Long]),
        structure(&[Char, Short]),
        Type::structure([vector(Float, 4), vector(Float, 4)]),
        Type::structure([vector(Float, 4), Int.into()]),
        Type::structure([Type::DataPointer, Type::DataPointer]),
        Type::structure([structure(&[Int, Float]), Int.into()]),
        Type::structure([structure(&[Int, Int]), Int.into()]),
        Type::structure([Double.into(), Type::DataPointer]),
    ] {
        for parameters in [vec![], vec![Type::from(Int), Double.into()]] {
            list.styled(Some(ty.clone()), parameters, style);
        }
    }
}

/// Vectors of variable length, in registers and in the list.
fn variable(list: &mut List) {
    let style = Style { form: Form::Variable, ..Style::PLAIN };
    let lengths = || [(Float, 2), (Float, 4), (Int, 8), (Double, 8), (Short, 2)];
    for (element, lanes) in lengths() {
        let ty = vector(element, lanes);
        for parameters in [
            vec![ty.clone()],
            vec![Int.into(), ty.clone(), Float.into(), ty.clone()],
            repeat(Float, REGISTERS).chain([ty.clone(), Int.into(), ty.clone()]).collect(),
        ] {
            list.styled(Some(ty.clone()), parameters, style);
        }
        let calls = Style { calls: true, ..style };
        list.styled(None, vec![ty.clone(); 3], calls);
        let variadic = Some(vec![Int.into(), ty]);
        list.add(Signature { result: None, parameters: vec![Int.into()], variadic }, style);
    }
}

/// Member functions.
fn methods(list: &mut List) {
    let style = Style { form: Form::Method, ..Style::PLAIN };
    let large = structure(&[Long, Float, Long]);
    for result in [None, Some(Int.into()), Some(large.clone()), Some(Double.into())] {
        for others in [0, 2, REGISTERS - 2, REGISTERS - 1, REGISTERS] {
            let parameters: Vec<Type> = [Type::DataPointer].into_iter().chain(repeat(Long, others)).collect();
            list.styled(result.clone(), parameters, style);
        }
    }
    let parameters = vec![Type::DataPointer, Float.into(), large];
    list.add(Signature { result: None, parameters, variadic: Some(vec![Int.into(), Double.into()]) }, style);
}

/// Arrays of arrays, and their alignment.
fn arrays(list: &mut List) {
    for ty in [
        Type::structure([Char.into(), array(Char, 8)]),
        Type::structure([Char.into(), array(Short, 3)]),
        Type::structure([Char.into(), array(array(Char, 3), 4)]),
        Type::structure([array(array(Short, 2), 3)]),
        Type::structure([Char.into(), array(Int, 4), Char.into()]),
        structure(&[Char, Char]),
        structure(&[Short, Short, Short, Short]),
        structure(&[Int, Int, Char]),
    ] {
        list.pass([ty.clone()]);
        list.call(Some(ty), Vec::new());
    }
}

/// Registers that functions change that make no call, a call, or a call through a pointer.
fn changed(list: &mut List) {
    let calls = Style { calls: true, ..Style::PLAIN };
    for style in [
        Style::PLAIN,
        calls,
        Style { pointer: true, ..calls },
        Style { recursive: true, ..Style::PLAIN },
        Style { tail: true, ..Style::PLAIN },
        Style { tail: true, ..calls },
    ] {
        for result in [None, Some(Int.into()), Some(Double.into())] {
            list.styled(result, vec![Int.into(), Double.into()], style);
        }
    }
}
