//! Small cases in a fixed order, each about one feature.
//!
//! They come before the random ones: where a document leaves open how a narrow argument, a double word at an odd
//! place or a structure of three bytes is treated, these cases show the subject's treatment without any other
//! feature.

use crosscall_model::{
    Case, EnumType, Form, Member, Record, RecordKind, Scalar, Signature, Style, Target, Type,
};

pub(crate) mod aarch64;
pub(crate) mod dpu;
pub(crate) mod epiphany;
mod forms;
pub(crate) mod forwardcom;
#[cfg(feature = "invented")]
pub(crate) mod invented;
pub(crate) mod ipu;
pub(crate) mod nyuzi;
mod parts;
pub(crate) mod riscv;
pub(crate) mod settling;
pub(crate) mod x86_64;

use crate::repertoire::{self, Repertoire};
use crate::valid::check;
use crate::values;
use crate::widths::Widths;

use forms::forms;
use parts::parts;

use Scalar::{
    Bool, Char, Double, Float, Half, Int, Long, LongLong, Short, SignedChar, UnsignedChar, UnsignedInt,
    UnsignedLongLong, UnsignedShort,
};

/// Number of cases of all topics that come before the settling ones.
const BEFORE_SETTLING: usize = 150;

/// Directed cases of a target, those that decide most about a dialect first. `width` returns the width of each scalar
/// in bits.
pub fn cases(target: Target, width: &dyn Fn(Scalar) -> u32) -> Vec<Case> {
    let widths = Widths::new(target, width);
    let topics = [scalars, places, sized, records, bit_fields, attributes, variadic, styles, forms, parts];
    let lists = topics.map(|topic| {
        let mut list = List::new(target, &widths);
        topic(&mut list);
        list.cases
    });
    let mut settling = List::new(target, &widths);
    (repertoire::of(target).settling)(&mut settling);
    let mut later = List::new(target, &widths);
    (repertoire::of(target).later)(&mut later);
    // One of each topic in turn, so that a short run includes the first ones of all topics.
    let mut lists = lists.map(Vec::into_iter);
    let mut turns = Vec::new();
    while lists.iter().any(|list| list.len() > 0) {
        turns.extend(lists.iter_mut().filter_map(Iterator::next));
    }
    let rest = turns.split_off(turns.len().min(BEFORE_SETTLING));
    let mut cases: Vec<Case> = Vec::new();
    for case in turns.into_iter().chain(settling.cases).chain(rest).chain(later.cases) {
        let same = |other: &Case| other.signature == case.signature && other.style == case.style;
        if !cases.iter().any(same) {
            cases.push(case);
        }
    }
    cases
}

/// Cases of one topic.
pub(crate) struct List {
    target: Target,
    repertoire: &'static Repertoire,
    widths: Widths,
    cases: Vec<Case>,
}

impl List {
    fn new(target: Target, widths: &Widths) -> List {
        List { target, repertoire: repertoire::of(target), widths: widths.clone(), cases: Vec::new() }
    }

    /// Number of argument words in registers.
    fn registers(&self) -> usize {
        self.repertoire.register_words as usize
    }

    fn add(&mut self, signature: Signature, style: Style) {
        let start = u8::try_from(self.cases.len() * 5 % 200).unwrap_or(0);
        let (arguments, result) = values::fill(&signature, &self.widths, start);
        let case = Case { target: self.target, signature, arguments, result, style };
        // Omits types without values in the data model (a `long double` of 128 bits), and forms that compilers lack.
        if check(&case, &self.widths).is_ok() && self.repertoire.forms.contains(&style.form) {
            self.cases.push(case);
        }
    }

    fn call(&mut self, result: Option<Type>, parameters: Vec<Type>) {
        self.styled(result, parameters, Style::PLAIN);
    }

    /// Adds a function without unnamed arguments, with a style.
    fn styled(&mut self, result: Option<Type>, parameters: Vec<Type>, style: Style) {
        self.add(Signature { result, parameters, variadic: None }, style);
    }

    /// Adds a call of a variadic function with unnamed arguments.
    fn variadic(&mut self, result: Option<Type>, parameters: Vec<Type>, unnamed: Vec<Type>) {
        self.add(Signature { result, parameters, variadic: Some(unnamed) }, Style::PLAIN);
    }

    /// Adds a case that passes the types and has no result.
    fn pass(&mut self, parameters: impl IntoIterator<Item = Type>) {
        self.call(None, parameters.into_iter().collect());
    }

    /// Adds cases with a type as the only argument, as the only result, and both in and after a list of words.
    fn everywhere(&mut self, ty: &Type) {
        let word = || Type::from(Int);
        self.pass([ty.clone()]);
        self.call(Some(ty.clone()), Vec::new());
        let mut list = vec![word(); self.registers() - 1];
        list.extend([ty.clone(), word(), ty.clone(), word()]);
        self.call(Some(ty.clone()), list);
    }
}

fn enumeration(constants: &[i64]) -> Type {
    Type::Enum(EnumType { constants: constants.to_vec() })
}

fn array(elem: impl Into<Type>, len: u32) -> Type {
    Type::Array(Box::new(elem.into()), len)
}

/// Scalar type, `count` times.
fn repeat(scalar: Scalar, count: usize) -> impl Iterator<Item = Type> {
    std::iter::repeat_n(Type::from(scalar), count)
}

fn vector(element: Scalar, lanes: u32) -> Type {
    Type::Vector { element, lanes }
}

fn structure(scalars: &[Scalar]) -> Type {
    Type::structure(scalars.iter().copied().map(Type::from))
}

fn union(members: impl IntoIterator<Item = Type>) -> Type {
    record(RecordKind::Union, members.into_iter().map(Member::plain), false, None)
}

fn record(
    kind: RecordKind,
    members: impl IntoIterator<Item = Member>,
    packed: bool,
    align: Option<u32>,
) -> Type {
    Type::Record(Box::new(Record { packed, align, ..Record::new(kind, members.into_iter().collect()) }))
}

/// Each type without members: alone as argument, alone as result, in a full list.
fn scalars(list: &mut List) {
    let mut types: Vec<Type> = Scalar::ALL.into_iter().map(Type::from).collect();
    types.extend([Type::DataPointer, Type::FunctionPointer, enumeration(&[1, 7]), enumeration(&[-5, 9])]);
    list.pass([]);
    for ty in &types {
        list.pass([ty.clone()]);
    }
    for ty in &types {
        list.call(Some(ty.clone()), Vec::new());
    }
    for ty in &types {
        list.call(Some(ty.clone()), vec![ty.clone(); list.registers() + 2]);
    }
}

/// Words, double words and narrow values, after different numbers of words.
fn places(list: &mut List) {
    let registers = list.registers();
    for wide in [LongLong, Double] {
        for before in 0..=registers + 1 {
            let words = std::iter::repeat_n(Type::from(Int), before);
            list.pass(words.chain([wide.into(), Int.into(), Int.into()]));
        }
        list.pass([wide.into(), wide.into(), wide.into()]);
        list.pass([Char.into(), wide.into(), Short.into(), wide.into(), Char.into()]);
    }
    for words in [registers + 1, registers + 2, 2 * registers + 1, 16, 24] {
        list.pass(std::iter::repeat_n(Type::from(Int), words));
    }
    for narrow in [Bool, SignedChar, UnsignedChar, Short, UnsignedShort] {
        let words = std::iter::repeat_n(Type::from(Int), registers);
        list.pass(words.chain([narrow.into(), narrow.into(), Int.into()]));
    }
    list.pass([Float.into(), Int.into(), Float.into(), Int.into(), Float.into(), Int.into()]);
    list.pass(std::iter::repeat_n(Type::from(Float), 2 * registers + 1));
    list.pass(std::iter::repeat_n(Type::from(Double), 2 * registers + 1));
    list.pass((0..3 * registers).map(|i| if i % 2 == 0 { Int.into() } else { LongLong.into() }));
}

/// Structures of 1 to 17 bytes of equal members, as argument and as result.
fn sized(list: &mut List) {
    for flavour in [Char, Short, Int, LongLong] {
        let bytes = (list.widths.scalar(flavour) / 8).max(1);
        for count in 1..=17 / bytes {
            let ty = Type::structure([array(flavour, count)]);
            list.pass([ty.clone()]);
            list.call(Some(ty.clone()), Vec::new());
            if [3, 6, 8].contains(&(bytes * count)) {
                list.pass([Int.into(), ty.clone(), Int.into()]);
            }
        }
    }
    // Structures across the end of the registers.
    for before in 1..=list.registers() + 1 {
        for ty in [
            structure(&[Int, Int]),
            structure(&[LongLong, Char]),
            structure(&[Int, Int, Int]),
            structure(&[Char]),
        ] {
            list.pass(std::iter::repeat_n(Type::from(Int), before).chain([ty, Int.into()]));
        }
    }
}

/// Structures of mixed members, wrappers, unions, nested and empty ones.
fn records(list: &mut List) {
    let wrapped = [Bool, SignedChar, Short, Int, Float, Double, LongLong].map(|s| structure(&[s]));
    for ty in &wrapped {
        list.everywhere(ty);
    }
    let empty = Type::structure([]);
    for ty in [
        structure(&[Char, Int]),
        structure(&[Int, Char]),
        structure(&[Char, Short]),
        structure(&[Char, LongLong]),
        structure(&[Double, Char]),
        structure(&[Char, Short, Char]),
        structure(&[Float, Float]),
        structure(&[Float, Int]),
        Type::structure([Type::DataPointer, Type::FunctionPointer]),
        Type::structure([structure(&[Char, Short]), structure(&[LongLong])]),
        Type::structure([array(structure(&[Short, Char]), 2)]),
        union([Char.into(), Short.into()]),
        union([Int.into(), Float.into()]),
        union([LongLong.into(), Int.into(), Char.into()]),
        union([array(Char, 5), Int.into()]),
        Type::structure([Char.into(), union([Double.into(), Short.into()])]),
        Type::structure([enumeration(&[0, 255]), enumeration(&[-1, 40_000])]),
        empty.clone(),
        Type::structure([empty.clone(), Int.into()]),
    ] {
        list.everywhere(&ty);
    }
    list.pass([empty.clone(), empty]);
    // A result in memory uses a place among the arguments.
    let large = structure(&[Int, Int, Int, Int, Int]);
    let registers = list.registers();
    for count in [1, registers - 1, registers, registers + 1] {
        list.call(Some(large.clone()), vec![Int.into(); count]);
    }
    list.call(Some(large.clone()), vec![LongLong.into(), large]);
}

/// Bit-fields in each type: small, across the end of the type, after another member, cut by a width of
/// zero or by an unnamed field.
fn bit_fields(list: &mut List) {
    for ty in [Int, UnsignedInt, Char, UnsignedChar, Short, UnsignedShort, Long, LongLong] {
        let width = u8::try_from(list.widths.scalar(ty)).unwrap_or(32);
        let field = |bits: u8| Member::bit_field(ty.into(), bits);
        let unnamed = |bits: u8| Member { named: false, ..Member::bit_field(ty.into(), bits) };
        for members in [
            vec![field(3), field(5)],
            vec![field(width - 3), field(7.min(width))],
            vec![Member::plain(Char.into()), field(width)],
            vec![Member::plain(Char.into()), field(4), Member::plain(Char.into())],
            vec![field(3), unnamed(0), field(3)],
            vec![field(2), unnamed(3), field(2)],
        ] {
            list.pass([record(RecordKind::Struct, members.clone(), false, None)]);
            if matches!(ty, Int | Char) {
                list.call(Some(record(RecordKind::Struct, members, false, None)), Vec::new());
            }
        }
        list.pass([record(RecordKind::Union, [field(3), field(width)], false, None)]);
        list.pass([record(RecordKind::Struct, [field(3), field(width), field(2)], true, None)]);
    }
    let truth = Member::bit_field(Bool.into(), 1);
    list.pass([record(RecordKind::Struct, [truth.clone(), truth, Member::plain(Char.into())], false, None)]);
    let signed = Member::bit_field(enumeration(&[-2, 1]), 3);
    let unsigned = Member::bit_field(enumeration(&[0, 6]), 3);
    list.pass([record(RecordKind::Struct, [signed, unsigned], false, None)]);
}

/// `packed` and `aligned`, on records and on members.
fn attributes(list: &mut List) {
    let plain =
        |scalars: &[Scalar]| -> Vec<Member> { scalars.iter().map(|s| Member::plain((*s).into())).collect() };
    let aligned = |scalar: Scalar, n: u32| Member { align: Some(n), ..Member::plain(scalar.into()) };
    let kind = RecordKind::Struct;
    for ty in [
        record(kind, plain(&[Char, Int]), true, None),
        record(kind, plain(&[Char, LongLong, Short]), true, None),
        record(kind, plain(&[Char, Int]), true, Some(4)),
        record(kind, plain(&[Int]), false, Some(8)),
        record(kind, plain(&[Char, Int]), false, Some(16)),
        record(kind, plain(&[Char]), false, Some(2)),
        record(kind, [Member::plain(Char.into()), aligned(Short, 8)], false, None),
        record(kind, [Member::plain(Char.into()), aligned(Int, 2)], true, None),
        record(RecordKind::Union, plain(&[Int, Char]), true, None),
        record(RecordKind::Union, plain(&[Char]), false, Some(8)),
    ] {
        list.everywhere(&ty);
    }
}

/// Variadic functions: types of unnamed arguments, and numbers of registers that the named ones leave.
fn variadic(list: &mut List) {
    let registers = list.registers();
    let mut call = |named: usize, unnamed: Vec<Type>| list.variadic(None, vec![Int.into(); named], unnamed);
    call(1, Vec::new());
    let wide = || Type::from(LongLong);
    for ty in [
        Int.into(),
        UnsignedInt.into(),
        Long.into(),
        wide(),
        UnsignedLongLong.into(),
        Double.into(),
        Scalar::LongDouble.into(),
        Type::DataPointer,
        Type::FunctionPointer,
        structure(&[Char]),
        structure(&[Int, Int]),
        structure(&[Char, LongLong]),
        structure(&[Int, Int, Int, Int, Int]),
        Type::structure([]),
    ] {
        call(1, vec![ty.clone()]);
        call(1, vec![Int.into(), ty, Int.into()]);
    }
    for named in 2..=registers + 2 {
        call(named, vec![wide(), Int.into(), Double.into()]);
    }
    call(1, vec![Int.into(); 3 * registers]);
    call(registers - 1, vec![wide(); registers + 2]);
    list.add(
        Signature {
            result: Some(structure(&[Int, Int, Int])),
            parameters: vec![Double.into()],
            variadic: Some(vec![Int.into(), Double.into()]),
        },
        Style { calls: true, ..Style::default() },
    );
}

/// Other things that the code around a call does: registers kept across calls, frames, addresses of parameters.
fn styles(list: &mut List) {
    let plain = Style::default();
    let calls = Style { calls: true, ..plain };
    let most = Style::MOST_LIVE;
    for style in [
        calls,
        Style { live: 16, ..plain },
        Style { held: 8, ..calls },
        Style { locals: 64, ..plain },
        Style { address_taken: true, ..plain },
        Style { written: true, ..calls },
        Style { dynamic: 24, ..calls },
        Style { recursive: true, ..plain },
        Style { pointer: true, ..calls },
        Style { others: true, ..calls },
        Style { tail: true, ..plain },
        Style { computed: true, ..plain },
        Style { held: 12, live: 12, rounds: 3, ..calls },
        Style { live: 1, ..plain },
        Style { live: 8, ..plain },
        Style { live: most, ..plain },
        Style { held: most, ..calls },
        Style { locals: 1, ..plain },
        Style { locals: 4096, ..plain },
        Style { dynamic: 1, ..calls },
        Style { written: true, address_taken: true, ..calls },
        Style { held: 6, recursive: true, written: true, pointer: true, ..calls },
        Style { others: true, tail: true, computed: true, dynamic: 33, held: 9, live: 9, ..calls },
        Style { calls: true, live: 16, locals: 600, address_taken: true, ..plain },
        Style { returns: 1, ..plain },
        Style { returns: 2, held: 8, ..calls },
        Style { returns: 2, held: 3, written: true, tail: true, dynamic: 24, locals: 8, ..calls },
    ] {
        for (result, parameters) in [
            (None, vec![Int.into()]),
            (Some(LongLong.into()), vec![Int.into(), LongLong.into(), Int.into(), Int.into(), Char.into()]),
            (
                Some(structure(&[Int, Int, Int])),
                vec![structure(&[Char, Int, Char]), Double.into(), Short.into()],
            ),
            (Some(Int.into()), vec![Int.into(); 16]),
        ] {
            list.styled(result, parameters, style);
        }
    }
}
