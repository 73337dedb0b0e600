//! Faults of results.

use super::apply::times;
use super::{Narrow, Returned, arguments, harmless, shapes};
use crate::facts::{Facts, Side, TypeClass};
use crate::language::{Operation, Register, Step};
use crate::listing::Line;
use crate::splice::{Site, Which};
use std::ops::RangeInclusive;

/// True if a function has a result of a kind.
pub(crate) fn returns(facts: &Facts, returned: Returned) -> bool {
    let Some(class) = facts.result() else { return false };
    match returned {
        Returned::Word => class == TypeClass::Word,
        Returned::Narrow => matches!(class, TypeClass::Narrow { .. }),
        Returned::Integer => arguments::is_integer(class),
        Returned::LongOrInt => matches!(class, TypeClass::Word | TypeClass::Narrow { bits: 32, .. }),
        Returned::Double => class == TypeClass::Double,
        Returned::Small => matches!(class, TypeClass::Small(_)),
        Returned::Real => shapes::result(facts).is_some_and(|ty| shapes::real(ty, facts).is_some()),
        Returned::Mixed => shapes::result(facts).is_some_and(|ty| shapes::is_mixed(ty, facts)),
    }
}

/// True if a function has a result in memory.
pub(super) fn in_memory(facts: &Facts) -> bool {
    facts.result() == Some(TypeClass::Large)
}

impl Narrow {
    /// Its class.
    pub(super) fn class(self) -> TypeClass {
        TypeClass::Narrow { signed: self.signed, bits: self.bits }
    }
}

/// Instructions that extend so many bits of a register, by their sign or with zeros.
pub(super) fn extension(site: &Site<'_>, register: Register, bits: u32, by_sign: bool) -> Vec<String> {
    let (language, [spare, _]) = (site.language, site.spares());
    let whole = u32::try_from(8 * language.word()).unwrap_or(32);
    let by = u8::try_from(whole - bits.min(whole - 1)).unwrap_or(16);
    let right = if by_sign { Operation::RightSigned(by) } else { Operation::Right(by) };
    [Operation::Left(by), right].map(|one| language.operate(one, register, spare)).concat()
}

pub(super) fn in_another(site: &mut Site<'_>, returned: Returned, to: Register) -> bool {
    let (language, roles, [spare, _]) = (site.language, site.language.roles(), site.spares());
    let own = match returned {
        Returned::Real => roles.real_arguments.first(),
        _ => roles.results.first(),
    };
    let Some(own) = own.copied().filter(|_| returns(site.facts, returned)) else { return false };
    match site.facts.side {
        Side::Caller => site.after_call(&[language.copy(own, to)]),
        _ => {
            let mut code = vec![language.copy(to, own)];
            code.extend(language.operate(Operation::Set(85), own, spare));
            site.before_returns(Which::All, &code)
        }
    }
}

pub(super) fn pair_in(site: &mut Site<'_>, to: Register) -> bool {
    let (language, [low, high], [spare, _]) = (site.language, site.language.roles().results, site.spares());
    let mut code = vec![language.copy(to, low), language.copy(to + 1, high)];
    code.extend([low, high].map(|register| language.set(register, 85, spare)).concat());
    returns(site.facts, Returned::Double) && site.before_returns(Which::All, &code)
}

pub(super) fn replaced(site: &mut Site<'_>, returned: Returned, is: i32, becomes: u32) -> bool {
    let (language, spares) = (site.language, site.spares());
    let [register, _] = language.roles().results;
    returns(site.facts, returned)
        && site.at_result(|_| language.replaced(register, (register, is), becomes, spares))
}

pub(super) fn extended(site: &mut Site<'_>, narrow: Narrow) -> bool {
    let [register, _] = site.language.roles().results;
    // What is half a register is extended by its upper bit, whatever its type.
    let by_sign = narrow.signed || site.language.word() == 8 && narrow.bits == 32;
    let code = extension(site, register, narrow.bits, !by_sign);
    site.facts.result() == Some(narrow.class()) && site.before_returns(Which::All, &code)
}

/// One bit above a result of one of some widths is another one.
pub(super) fn not_extended(site: &mut Site<'_>, widths: RangeInclusive<u32>) -> bool {
    let (language, [spare, _]) = (site.language, site.spares());
    let Some(TypeClass::Narrow { bits, .. }) = site.facts.result() else { return false };
    let flip = Operation::Flip(u8::try_from(widths.end() + 4).unwrap_or(20));
    let code = language.operate(flip, language.roles().results[0], spare);
    widths.contains(&bits) && site.before_returns(Which::All, &code)
}

pub(super) fn truth(site: &mut Site<'_>, value: u32) -> bool {
    let code = times(site.language, site.language.roles().results[0], value, site.spares());
    site.facts.result() == Some(TypeClass::Bool) && site.before_returns(Which::All, &code)
}

/// The second register of results is another one: where it holds half of the result, or where it holds nothing.
pub(super) fn second(site: &mut Site<'_>, is_used: bool) -> bool {
    let (language, [spare, _]) = (site.language, site.spares());
    let [_, register] = language.roles().results;
    let is_free = || {
        let returns_one = [Returned::Integer, Returned::Real].iter().any(|one| returns(site.facts, *one));
        site.facts.signature.as_ref().is_some_and(|s| s.result.is_none() || returns_one)
    };
    let fits = if is_used { returns(site.facts, Returned::Double) } else { is_free() };
    fits && site.before_returns(Which::All, &language.set(register, 85, spare))
}

/// Each function has memory of its own for it.
pub(super) fn elsewhere(site: &mut Site<'_>) -> bool {
    let [register, _] = site.language.roles().results;
    let symbol = format!("crosscall_mutant{}", site.facts.k);
    let mut code = vec![format!(".lcomm {symbol},1024")];
    code.extend(site.language.address_of(register, &symbol));
    in_memory(site.facts) && site.entry(&code)
}

pub(super) fn incomplete(site: &mut Site<'_>) -> bool {
    let (language, [spare, other]) = (site.language, site.spares());
    let [register, _] = language.roles().results;
    in_memory(site.facts)
        && harmless::around(site, register, |kept| {
            let store = language.byte(language.notation().store, spare, kept);
            [language.set(spare, 0x5a, other), vec![store]].concat()
        })
}

/// The register that the address was moved to at the beginning gets what is in the first register when a call has come back.
pub(super) fn address_again(site: &mut Site<'_>) -> bool {
    let fits = in_memory(site.facts);
    let Site { language, function, .. } = site;
    let lines = &function.lines;
    let [result, _] = language.roles().results;
    let kept = (0..lines.len()).find_map(|i| match language.step(lines, i) {
        Step::Copy { to, from } if from == result => Some(to),
        _ => None,
    });
    let is_call = |i: &usize| matches!(language.step(lines, *i), Step::Call(call) if !call.is_last);
    let calls: Vec<usize> = (0..lines.len()).filter(is_call).collect();
    let Some(kept) = kept.filter(|_| fits && !calls.is_empty()) else { return false };
    for i in calls.into_iter().rev() {
        function.lines.insert(i + 1, Line::code(&language.copy(kept, result)));
    }
    true
}

/// The room for the result is in the caller's frame; its first word is copied there from behind the register of the address,
/// which leads there where nobody has changed it.
pub(super) fn through_address(site: &mut Site<'_>) -> bool {
    let ([spare, _], fits) = (site.spares(), in_memory(site.facts));
    let (language, lines) = (site.language, &site.function.lines);
    let ([result, _], stack) = (language.roles().results, language.roles().stack);
    let room = (0..lines.len()).find_map(|i| match language.step(lines, i) {
        Step::Copy { to, from } if to == result && from == stack => Some(0),
        Step::Add { to, from, by: Some(by) } if to == result && from == stack => Some(by),
        _ => None,
    });
    let code = room.filter(|_| fits).map(|room| {
        [language.load(spare, result, 0), language.store(spare, stack, room)].into_iter().flatten()
    });
    let code: Vec<String> = code.into_iter().flatten().collect();
    !code.is_empty() && site.after_call(&code)
}
