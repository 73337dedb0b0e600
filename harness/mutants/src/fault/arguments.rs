//! Faults of arguments.

use super::apply::{exchange, times};
use super::{Carried, First, Narrow, harmless, results, saved, shapes, stack};
use crate::facts::{Facts, Side, TypeClass};
use crate::language::{Language, Operation, Register};
use crate::listing::Line;
use crate::splice::Site;

/// The register of a place; `None` on the stack.
fn register(language: &dyn Language, place: u32) -> Option<Register> {
    language.roles().arguments.get(usize::try_from(place).ok()?).copied()
}

fn class_at(facts: &Facts, place: u32) -> Option<TypeClass> {
    facts.arguments().iter().find(|(_, at)| *at == place).map(|(class, _)| *class)
}

/// True for an integer in one register.
pub(super) fn is_integer(class: TypeClass) -> bool {
    matches!(class, TypeClass::Word | TypeClass::Narrow { .. })
}

pub(super) fn is_integer_at(facts: &Facts, place: u32) -> bool {
    class_at(facts, place).is_some_and(is_integer)
}

/// True if two places hold an integer each, both of one kind, so that each may be taken for the other.
pub(super) fn are_alike(facts: &Facts, i: u32, j: u32) -> bool {
    is_integer_at(facts, i) && class_at(facts, i) == class_at(facts, j)
}

pub(super) fn has_double(facts: &Facts, place: u32) -> bool {
    class_at(facts, place) == Some(TypeClass::Double)
}

/// True if a record is passed first, and by address.
fn first_is_object(facts: &Facts) -> bool {
    let is_record = shapes::first(facts).is_some_and(|ty| ty.record().is_some());
    is_record && class_at(facts, 0) == Some(TypeClass::Large)
}

/// True if something may be passed at a place.
pub(super) fn is_taken(facts: &Facts, place: u32) -> bool {
    let Some(signature) = &facts.signature else { return true };
    let arguments = facts.arguments();
    let is_sure = arguments.len() == signature.arguments().count();
    let covers =
        |(class, at): &(TypeClass, u32)| *at == place || *class == TypeClass::Double && *at + 1 == place;
    !is_sure || arguments.iter().any(covers) || results::in_memory(facts) && place == 0
}

/// Instructions that give a register the word at a place.
fn taken(language: &dyn Language, to: Register, place: u32) -> Option<String> {
    match register(language, place) {
        Some(from) => Some(language.copy(to, from)),
        None => language.load(to, language.roles().stack, stack::argument(language, place)),
    }
}

/// Instructions that put a register's word at a place.
fn put(language: &dyn Language, place: u32, from: Register) -> Option<String> {
    match register(language, place) {
        Some(to) => Some(language.copy(to, from)),
        None => language.store(from, language.roles().stack, stack::argument(language, place)),
    }
}

/// The words at two places are exchanged.
pub(super) fn swapped(site: &mut Site<'_>, i: u32, j: u32) -> bool {
    let (language, [one, other]) = (site.language, site.spares());
    let code = match register(language, i).zip(register(language, j)) {
        Some((a, b)) => Some(exchange(language, a, b, one)),
        None => [
            taken(language, one, i),
            taken(language, other, j),
            put(language, i, other),
            put(language, j, one),
        ]
        .into_iter()
        .collect(),
    };
    code.is_some_and(|code| site.at_arguments(|_| code))
}

/// The integers from a place on, so many at most, are some places further on. What a called function mixes up is of one kind.
pub(super) fn shifted(site: &mut Site<'_>, first: u32, most: u32, by: i32) -> bool {
    let (facts, is_caller) = (site.facts, site.facts.side == Side::Caller);
    let kind = class_at(facts, first);
    let fits = |place: &u32| is_integer_at(facts, *place) && (is_caller || class_at(facts, *place) == kind);
    let count = (first..first + most).take_while(fits).count();
    let words = u32::try_from(count).unwrap_or(0);
    let next = first + words;
    words > 0 && !(is_caller && is_taken(facts, next)) && moved(site, first, words, by)
}

/// The two words of a value are some places further on, or before where nothing is.
pub(super) fn pair_shifted(site: &mut Site<'_>, place: u32, by: i32) -> bool {
    let is_free = by > 0 || place.checked_add_signed(by).is_some_and(|place| !is_taken(site.facts, place));
    has_double(site.facts, place) && is_free && moved(site, place, 2, by)
}

/// Moves words from a place on: a caller puts them further on, a called function takes them from there.
fn moved(site: &mut Site<'_>, first: u32, words: u32, by: i32) -> bool {
    let (language, [spare, other]) = (site.language, site.spares());
    let is_caller = site.facts.side == Side::Caller;
    let mut places: Vec<u32> = (first..first + words).collect();
    if (by > 0) == is_caller {
        places.reverse();
    }
    let mut code = Vec::new();
    for place in &places {
        let Some(further) = place.checked_add_signed(by) else { return false };
        let (to, from) = if is_caller { (further, *place) } else { (*place, further) };
        match (register(language, to), register(language, from)) {
            (Some(to), Some(from)) => code.push(language.copy(to, from)),
            _ => code.extend(taken(language, spare, from).into_iter().chain(put(language, to, spare))),
        }
    }
    if let Some(left) = places.last().filter(|_| is_caller) {
        code.extend(match register(language, *left) {
            Some(register) => language.set(register, 85, other),
            None => language.set(spare, 85, other).into_iter().chain(put(language, *left, spare)).collect(),
        });
    }
    site.at_arguments(|_| code)
}

/// The integer at a place is taken from the register of another place, or put there.
pub(super) fn taken_from(site: &mut Site<'_>, i: u32, j: u32) -> bool {
    let language = site.language;
    let registers = register(language, i).zip(register(language, j));
    let Some((a, b)) = registers.filter(|_| is_integer_at(site.facts, i)) else { return false };
    if site.facts.side != Side::Caller {
        return site.entry(&[language.copy(a, b)]);
    }
    let [spare, _] = site.spares();
    let code = [vec![language.copy(b, a)], language.set(a, 85, spare)].concat();
    !is_taken(site.facts, j) && site.before_call(&code)
}

pub(super) fn computed(site: &mut Site<'_>, i: u32, operation: Operation, carried: Carried) -> bool {
    let language = site.language;
    let fits = class_at(site.facts, i).is_some_and(|class| carries(class, carried));
    let register = register(language, i).filter(|_| fits);
    register.is_some_and(|register| site.at_arguments(|spare| language.operate(operation, register, spare)))
}

fn carries(class: TypeClass, carried: Carried) -> bool {
    match carried {
        Carried::Word => class == TypeClass::Word,
        Carried::Address => class == TypeClass::Large,
        Carried::Narrow => matches!(class, TypeClass::Narrow { .. }),
        Carried::Small => matches!(class, TypeClass::Small(_)),
    }
}

pub(super) fn replaced(site: &mut Site<'_>, i: u32, is: i32, becomes: u32) -> bool {
    let (language, spares) = (site.language, site.spares());
    let register = register(language, i).filter(|_| is_integer_at(site.facts, i));
    register.is_some_and(|r| site.at_arguments(|_| language.replaced(r, (r, is), becomes, spares)))
}

pub(super) fn zero_spreads(site: &mut Site<'_>) -> bool {
    let (language, spares) = (site.language, site.spares());
    let registers = register(language, 0).zip(register(language, 1));
    let registers = registers.filter(|_| are_alike(site.facts, 0, 1));
    registers.is_some_and(|(a, b)| site.at_arguments(|_| language.replaced(b, (a, 0), 0, spares)))
}

pub(super) fn truth(site: &mut Site<'_>, i: u32, value: u32) -> bool {
    let (language, spares) = (site.language, site.spares());
    let register = register(language, i).filter(|_| class_at(site.facts, i) == Some(TypeClass::Bool));
    register.is_some_and(|register| site.before_call(&times(language, register, value, spares)))
}

/// Changes three of the bits above a value of so many bits.
fn above(language: &dyn Language, register: Register, bits: u32, spare: Register) -> Vec<String> {
    let flips = (0..3).map(|n| Operation::Flip(u8::try_from(bits + 2 + 3 * n).unwrap_or(31)));
    flips.flat_map(|one| language.operate(one, register, spare)).collect()
}

/// Bits of an argument that does not fill its word.
fn bits_at(facts: &Facts, place: u32) -> Option<u32> {
    match class_at(facts, place)? {
        TypeClass::Narrow { bits, .. } => Some(bits),
        TypeClass::Small(bytes) if bytes < facts.placement.word => Some(8 * bytes),
        _ => None,
    }
}

/// The caller leaves anything above an argument.
pub(super) fn not_extended(site: &mut Site<'_>, i: u32, carried: Carried) -> bool {
    let (language, [spare, other]) = (site.language, site.spares());
    let fits = class_at(site.facts, i).is_some_and(|class| carries(class, carried));
    let Some(bits) = bits_at(site.facts, i).filter(|_| fits) else { return false };
    match register(language, i) {
        Some(register) => site.before_call(&above(language, register, bits, spare)),
        None => {
            let mut code: Vec<String> = taken(language, spare, i).into_iter().collect();
            code.extend(above(language, spare, bits, other));
            code.extend(put(language, i, spare));
            site.before_call(&code)
        }
    }
}

/// The register of a narrow argument at a place.
fn narrow_at(site: &Site<'_>, i: u32) -> Option<Register> {
    register(site.language, i)
        .filter(|_| class_at(site.facts, i).is_some_and(|class| carries(class, Carried::Narrow)))
}

pub(super) fn extension_forgotten(site: &mut Site<'_>, i: u32) -> bool {
    narrow_at(site, i).is_some_and(|register| forget_extension(site, register))
}

/// The caller leaves anything above a narrow argument, and the called function takes the register as it is.
pub(super) fn nobody_extends(site: &mut Site<'_>, i: u32) -> bool {
    match site.facts.side {
        Side::Caller => narrow_at(site, i).is_some() && not_extended(site, i, Carried::Narrow),
        _ => extension_forgotten(site, i),
    }
}

/// Makes moves of the two shifts that extend an argument while it is in its register.
fn forget_extension(site: &mut Site<'_>, register: Register) -> bool {
    let (language, function) = (site.language, &mut *site.function);
    let is_shift = |line: &Line, from: Register| {
        let target = language.register(line.operand(0));
        (language.register(line.operand(1)) == Some(from)).then_some(()).and(target)
    };
    let mut left = None;
    for (i, line) in function.lines.iter().enumerate() {
        if language.is_left_shift(line) && is_shift(line, register).is_some() {
            left = Some((i, is_shift(line, register), line.operand(2).to_owned()));
            break;
        }
        if saved::writes(language, &function.lines, i, &language.step(&function.lines, i), register) {
            return false;
        }
    }
    let Some((i, Some(target), by)) = left else { return false };
    let back = function.lines.iter().enumerate().skip(i + 1).take(8).find(|(_, line)| {
        language.other_shift(line).is_some() && is_shift(line, target).is_some() && line.operand(2) == by
    });
    let Some(j) = back.map(|(j, _)| j) else { return false };
    for n in [i, j] {
        let Some(line) = function.lines.get_mut(n) else { continue };
        let names = language.register(line.operand(0)).zip(language.register(line.operand(1)));
        if let Some((to, from)) = names {
            *line = Line::code(&language.copy(to, from));
        }
    }
    true
}

/// The first argument is extended once more from its bits.
pub(super) fn extended(site: &mut Site<'_>, narrow: Narrow, by_sign: bool) -> bool {
    let register = register(site.language, 0).filter(|_| class_at(site.facts, 0) == Some(narrow.class()));
    let code = register.map(|register| results::extension(site, register, narrow.bits, by_sign));
    code.is_some_and(|code| site.at_arguments(|_| code))
}

pub(super) fn free_destroyed(site: &mut Site<'_>, i: u32) -> bool {
    let (language, [spare, _]) = (site.language, site.spares());
    let register = register(language, i).filter(|_| !is_taken(site.facts, i));
    register.is_some_and(|register| site.before_call(&language.set(register, 85, spare)))
}

pub(super) fn object_written(site: &mut Site<'_>) -> bool {
    let (language, words) = (site.language, site.language.notation());
    let [was, is, other] = language.roles().free;
    let Some(address) = register(language, 0).filter(|_| first_is_object(site.facts)) else { return false };
    let mut code = vec![language.byte(words.load, was, address), language.copy(is, was)];
    code.extend(language.operate(Operation::Flip(6), is, other));
    code.extend([is, was].map(|register| language.byte(words.store, register, address)));
    site.entry(&code)
}

pub(super) fn object_changed(site: &mut Site<'_>) -> bool {
    let (language, words) = (site.language, site.language.notation());
    let [value, other, _] = language.roles().free;
    let Some(address) = register(language, 0).filter(|_| first_is_object(site.facts)) else { return false };
    harmless::around(site, address, |kept| {
        let mut code = vec![language.byte(words.load, value, kept)];
        code.extend(language.operate(Operation::Add(1), value, other));
        code.push(language.byte(words.store, value, kept));
        code
    })
}

/// A unit in C has the values of arguments in objects of its own.
pub(super) fn own_object(site: &mut Site<'_>) -> bool {
    let language = site.language;
    let Some(address) = register(language, 0).filter(|_| first_is_object(site.facts)) else { return false };
    site.before_call(&language.address_of(address, &format!("arg{}_0", site.facts.k)))
}

pub(super) fn by_address(site: &mut Site<'_>) -> bool {
    let (language, roles) = (site.language, site.language.roles());
    let is_record = shapes::first(site.facts).is_some_and(|ty| ty.record().is_some());
    let is_small = class_at(site.facts, 0).is_some_and(|class| carries(class, Carried::Small));
    let fits = is_record && is_small && stack::passes_nothing(site.facts);
    let Some(register) = register(language, 0).filter(|_| fits) else { return false };
    let [down, up] = stack::room(language, 16, site.spares()[0]);
    let store = language.store(register, roles.stack, 0);
    let before: Vec<String> =
        down.into_iter().chain(store).chain([language.copy(register, roles.stack)]).collect();
    site.around_call(&before, &up)
}

/// Puts the first and only argument into another register.
pub(super) fn first_in(site: &mut Site<'_>, first: First, to: Register) -> bool {
    let (language, roles) = (site.language, site.language.roles());
    let own = match first {
        First::Real | First::RealOfMixed => roles.real_arguments.first(),
        First::IntegerOfMixed => roles.arguments.first(),
    };
    let Some(own) = own.copied().filter(|_| first.is_passed(site.facts)) else { return false };
    match site.facts.side {
        Side::Caller => {
            let code = [vec![language.copy(to, own)], language.set(own, 85, site.spares()[0])].concat();
            site.before_call(&code)
        }
        _ => site.entry(&[language.copy(own, to)]),
    }
}
