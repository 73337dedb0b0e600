//! Cases about complex types, vectors, and the signedness of bit-fields.

use super::*;

/// Number of types that are tried at more places than the others.
const MOST_TELLING: usize = 4;

/// Adds each type alone as argument and as result, then at each place of a list and unnamed.
pub(super) fn parts(list: &mut List) {
    let types: Vec<Type> = list.repertoire.parts.iter().map(|parts| Type::from(*parts)).collect();
    let (first, others) = types.split_at(types.len().min(MOST_TELLING));
    for ty in first {
        list.call(Some(ty.clone()), vec![ty.clone()]);
    }
    for before in 1..=list.registers() {
        for ty in first {
            let words = std::iter::repeat_n(Type::from(Int), before);
            list.pass(words.chain([ty.clone(), Int.into()]));
        }
    }
    for ty in others {
        list.call(Some(ty.clone()), vec![ty.clone()]);
        list.pass([Int.into(), ty.clone(), Int.into()]);
    }
    // The standard leaves the signedness of these open.
    let plain = [Int, Char, Short, Long, LongLong].map(|ty| Member::bit_field(ty.into(), 3));
    list.pass([record(RecordKind::Struct, plain, false, None)]);
    let most = list.repertoire.most_member_bits;
    let short = |ty: &&Type| ty.parts().is_some_and(|(part, n)| list.widths.scalar(part) * n <= most);
    for ty in types.iter().filter(short).take(3).cloned().collect::<Vec<_>>() {
        list.everywhere(&Type::structure([Char.into(), ty.clone()]));
        list.pass([Type::structure([array(ty.clone(), 1)])]);
    }
    for ty in first {
        for named in [1, 2] {
            list.variadic(None, vec![Int.into(); named], vec![ty.clone(), Int.into(), ty.clone()]);
        }
    }
}
