//! Cases that settle a question which the first cases of the other topics leave open.

use super::*;

/// Adds the questions that most documents leave open; `alignments` are those of objects passed by address, in bytes.
pub(super) fn common(list: &mut List, alignments: &[u32]) {
    unnamed_bit_fields(list);
    self::alignments(list);
    composites(list);
    temporaries(list, alignments);
    slots(list);
    registers(list);
}

/// Types that few compilers have: arrays of no elements among other members, complex integers, atomic types, typedefs with an
/// alignment. They come
/// behind all other cases of their topic, whose values are then what they were without them.
pub(super) fn rare(list: &mut List) {
    let registers = list.registers();
    for ty in [
        Type::structure([array(Int, 0), Int.into()]),
        Type::structure([Char.into(), array(LongLong, 0), Char.into()]),
        Type::structure([array(Char, 0), Short.into(), Char.into()]),
        Type::structure([Float.into(), array(Float, 0), Float.into()]),
        Type::structure([array(Int, 0), Float.into()]),
        Type::structure([array(structure(&[Int, Int, Int]), 0), Char.into()]),
        union([array(Int, 0), Char.into()]),
    ] {
        list.everywhere(&ty);
    }
    let complex = [Char, Int, Short, LongLong, UnsignedChar].map(Type::Complex);
    let atomics = [Int, Char, Short, UnsignedShort, Bool, Float].map(Type::Atomic);
    for ty in complex.into_iter().chain(atomics) {
        list.everywhere(&ty);
        list.call(Some(Type::structure([ty.clone()])), vec![Type::structure([ty.clone()])]);
        list.pass([Type::structure([Char.into(), ty.clone(), Char.into()])]);
        list.pass(repeat(Int, registers - 1).chain([ty, Int.into()]));
    }
    for ty in [Int, Short].map(Type::Complex) {
        list.variadic(None, vec![Int.into()], vec![ty.clone(), Int.into(), ty]);
    }
    let [word, double] = [Type::Aligned(Int, 8), Type::Aligned(LongLong, 4)];
    list.pass([Int.into(), word.clone(), Int.into()]);
    list.pass([double.clone(), Int.into()]);
    for before in [registers + 1, registers + 2] {
        list.pass(repeat(Int, before).chain([word.clone(), double.clone(), Int.into()]));
    }
    list.variadic(None, vec![Int.into()], vec![word, double]);
}

/// [`rare`] and [`later`].
pub(crate) fn rare_and_later(list: &mut List) {
    rare(list);
    later(list);
}

/// [`typedefs`] and [`zero_arrays`].
pub(crate) fn later(list: &mut List) {
    typedefs(list);
    zero_arrays(list);
}

/// Arrays of no elements behind the other members, in the place of a flexible array member.
fn zero_arrays(list: &mut List) {
    for ty in [
        Type::structure([Int.into(), array(Char, 0)]),
        Type::structure([Short.into(), Char.into(), array(LongLong, 0)]),
        Type::structure([Float.into(), Float.into(), array(Int, 0)]),
    ] {
        list.everywhere(&ty);
    }
}

/// All kinds of arithmetic types under typedefs with an alignment, higher and lower than that of the type.
pub(super) fn typedefs(list: &mut List) {
    let raised = [Int, Char, LongLong, Double, Float].map(|scalar| Type::Aligned(scalar, 8));
    let most = [Int, Short].map(|scalar| Type::Aligned(scalar, 16));
    let lowered = [(LongLong, 4), (Double, 4), (Int, 1), (Short, 1), (LongLong, 1), (Float, 2)];
    aligned(list, raised.into_iter().chain(most), &lowered, &[1, 2]);
    list.pass([Type::structure([Int.into(), Type::Aligned(Int, 4), Type::Aligned(Int, 2)])]);
    list.pass([Type::structure([Float.into(), Type::Aligned(Float, 8)])]);
    list.pass([union([Type::Aligned(Int, 8), Char.into()]), Int.into()]);
}

/// Arithmetic types with an alignment of their own: alone, as members, on the stack behind an odd and an even number of words,
/// and as unnamed arguments behind some numbers of named ones; those with a lowered one as elements, too.
pub(super) fn aligned(
    list: &mut List,
    raised: impl Iterator<Item = Type>,
    lowered: &[(Scalar, u32)],
    named: &[usize],
) {
    let registers = list.registers();
    let lowered = || lowered.iter().map(|(scalar, align)| Type::Aligned(*scalar, *align));
    for ty in raised.chain(lowered()) {
        list.everywhere(&ty);
        list.pass([Type::structure([Char.into(), ty.clone(), Char.into()])]);
        let members = [Member::plain(Char.into()), Member::plain(ty.clone())];
        list.pass([record(RecordKind::Struct, members, true, None)]);
        let alone = Type::structure([ty.clone()]);
        list.call(Some(alone.clone()), vec![Int.into(), alone]);
        for before in registers - 1..=registers + 1 {
            list.pass(repeat(Int, before).chain([ty.clone(), Int.into()]));
        }
        for named in named {
            list.variadic(None, vec![Int.into(); *named], vec![ty.clone(), Int.into()]);
        }
    }
    for ty in lowered() {
        list.pass([Type::structure([Char.into(), array(ty, 2), Char.into()])]);
    }
}

/// Unnamed bit-fields that may align their record: each is of a wider type than all other members.
pub(super) fn unnamed_bit_fields(list: &mut List) {
    for (ty, bits) in [(Int, 3), (Int, 0), (Short, 5), (LongLong, 0)] {
        let unnamed = Member::unnamed_bits(ty.into(), bits);
        let members = [Member::plain(Char.into()), unnamed, Member::plain(Char.into())];
        list.pass([record(RecordKind::Struct, members, false, None)]);
    }
}

/// Alignment of unions, and of arrays as members.
pub(super) fn alignments(list: &mut List) {
    list.pass([union([array(Char, 5)])]);
    list.pass([Type::structure([Char.into(), array(Int, 2)])]);
    list.pass([Type::structure([array(Bool, 9)])]);
    for first in [Char, Int] {
        let members = [Member::plain(first.into()), Member::flexible(Char.into())];
        let flexible = record(RecordKind::Struct, members, false, None);
        list.pass([flexible.clone()]);
        list.call(Some(flexible), vec![Int.into()]);
    }
}

/// Size and passing of an empty record, and composites of bytes for which too few registers are left.
pub(super) fn composites(list: &mut List) {
    let empty = Type::structure([]);
    list.pass([empty.clone()]);
    let unnamed = vec![Int.into(), empty.clone(), Int.into()];
    list.variadic(None, vec![Int.into()], unnamed);
    list.call(Some(empty), Vec::new());
    list.pass([Int.into(), Int.into(), Int.into(), Type::structure([array(Char, 6)]), Int.into()]);
    list.pass([Int.into(), Int.into(), Type::structure([array(Char, 11)]), Int.into()]);
}

/// Objects passed or returned by address whose alignment is greater than that of the stack pointer, with frames of
/// different sizes, so that no stack is aligned by chance every time.
pub(super) fn temporaries(list: &mut List, alignments: &[u32]) {
    for &align in alignments {
        let ty = record(
            RecordKind::Struct,
            [Member::plain(Int.into()), Member::plain(Char.into())],
            false,
            Some(align),
        );
        for words in [0, 1, 3, 6] {
            let words = vec![Type::from(Int); words];
            list.call(Some(ty.clone()), words.clone());
            list.pass(words.into_iter().chain([ty.clone()]));
        }
    }
    // A function that calls itself receives a result, too.
    let member = Member { align: Some(16), ..Member::plain(array(Int, 5)) };
    let ty = record(RecordKind::Struct, [Member::plain(Int.into()), member], false, None);
    for locals in [0, 1, 8, 1734] {
        let plain = Style { recursive: true, calls: true, written: true, locals, ..Style::PLAIN };
        let style = Style { address_taken: true, ..plain };
        list.styled(Some(ty.clone()), vec![Char.into()], style);
    }
}

/// Owners of the arguments' stack slots, and of objects passed by address.
pub(super) fn slots(list: &mut List) {
    let written = Style { written: true, ..Style::PLAIN };
    let calls = Style { calls: true, ..written };
    let large = structure(&[Int, Int, Int, Int, Int]);
    for style in [written, calls, Style { address_taken: true, ..written }] {
        for parameters in [
            vec![Int.into(); 9],
            vec![LongLong.into(), Double.into(), LongLong.into(), Double.into(), Int.into(), Short.into()],
            vec![large.clone(), Int.into(), large.clone()],
        ] {
            list.styled(Some(Int.into()), parameters, style);
        }
    }
}

/// Preservation of registers, with more values alive across calls than any convention has room for.
pub(super) fn registers(list: &mut List) {
    let calls = Style { calls: true, ..Style::PLAIN };
    for style in [
        Style { live: Style::MOST_LIVE, ..Style::PLAIN },
        Style { held: Style::MOST_LIVE, ..calls },
        Style { held: 12, live: 12, rounds: 3, ..calls },
    ] {
        for parameters in [vec![Int.into()], vec![Int.into(); 8]] {
            list.styled(Some(Int.into()), parameters, style);
        }
    }
    let most = Style { others: true, tail: true, computed: true, dynamic: 33, held: 9, live: 9, ..calls };
    list.styled(Some(Int.into()), vec![Int.into(); 16], most);
}

/// Vertices: functions that nobody calls.
pub(super) fn vertices(list: &mut List) {
    let vertex = Style { form: Form::Vertex, ..Style::PLAIN };
    for style in [
        vertex,
        Style { calls: true, ..vertex },
        Style { calls: true, held: 12, rounds: 2, ..vertex },
        Style { locals: 600, dynamic: 33, others: true, ..vertex },
    ] {
        list.styled(None, Vec::new(), style);
    }
}
