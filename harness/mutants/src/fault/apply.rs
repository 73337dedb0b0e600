//! Makes a fault in a function.

use super::{Fault, Returned, arguments, harmless, results, saved, stack};
use crate::facts::Side;
use crate::language::{Language, Operation, Register};
use crate::listing::Line;
use crate::splice::{self, Site, Which};

/// Makes a fault in a function; returns whether there was an occasion.
pub(super) fn apply(fault: &Fault, site: &mut Site<'_>) -> bool {
    let language = site.language;
    let roles = language.roles();
    let [free, other, third] = roles.free;
    match *fault {
        Fault::Changed(register, operation, which) => {
            site.before_returns(which, &language.operate(operation, register, free))
        }
        Fault::RestoreLost(register, which) => saved::restore_lost(site, register, which),
        Fault::NotSaved(register) => saved::not_saved(site, register),
        Fault::SaveLost(register) => saved::save_lost(site, register),
        Fault::RestoredFrom(register, by) => saved::restored_from(site, register, by),
        Fault::Exchanged(a, b) => {
            site.before_returns(Which::All, &exchange(language, a, b, language.spare(a)))
        }
        Fault::AnyOf(registers, fault) => registers.iter().any(|register| apply(&fault(*register), site)),
        Fault::KeptBelow(register, by) => stack::kept_below(site, register, by),
        Fault::Reserved(register, is_put_back) => {
            let mut code = language.operate(Operation::Add(1), register, other);
            if is_put_back {
                code.insert(0, language.copy(third, register));
                code.push(language.copy(register, third));
            }
            site.entry(&code)
        }
        Fault::ReservedAtCall(register, by) => stack::around_call(site, register, by),
        Fault::Kept(from, to) => saved::kept(site, from, to),
        Fault::ArgumentsSwapped(i, j) => {
            arguments::are_alike(site.facts, i, j) && arguments::swapped(site, i, j)
        }
        Fault::ArgumentsShifted(first, most, by) => arguments::shifted(site, first, most, by),
        Fault::PairShifted(place, by) => arguments::pair_shifted(site, place, by),
        Fault::ArgumentFrom(i, j) => arguments::taken_from(site, i, j),
        Fault::ArgumentComputed(i, operation, carried) => arguments::computed(site, i, operation, carried),
        Fault::ArgumentReplaced(i, is, becomes) => arguments::replaced(site, i, is, becomes),
        Fault::ZeroSpreads => arguments::zero_spreads(site),
        Fault::HalvesSwapped(i) => arguments::has_double(site.facts, i) && arguments::swapped(site, i, i + 1),
        Fault::StackArguments(by) if site.facts.side == Side::Caller => {
            let is_aligned = by % roles.alignment == 0;
            let fits = is_aligned && site.facts.stack_words().is_some_and(|words| words > 0);
            fits && stack::around_call(site, roles.stack, -i32::try_from(by).unwrap_or(8))
        }
        Fault::StackArguments(by) => stack::arguments(site, by),
        Fault::Truth(i, value) => arguments::truth(site, i, value),
        Fault::NotExtended(i, carried) => arguments::not_extended(site, i, carried),
        Fault::ExtensionForgotten(i) => arguments::extension_forgotten(site, i),
        Fault::NobodyExtends(i) => arguments::nobody_extends(site, i),
        Fault::NobodyExtendsAny => {
            let places = 0..site.facts.placement.registers;
            places.filter(|i| arguments::nobody_extends(site, *i)).count() > 0
        }
        Fault::Extended(narrow, by_sign) => arguments::extended(site, narrow, by_sign),
        Fault::FreeDestroyed(i) => arguments::free_destroyed(site, i),
        Fault::ObjectWritten => arguments::object_written(site),
        Fault::ObjectChanged => arguments::object_changed(site),
        Fault::OwnObject => arguments::own_object(site),
        Fault::ByAddress => arguments::by_address(site),
        Fault::RealsSwapped(reals) => {
            reals.are_passed(site.facts)
                && real_pair(language)
                    .is_some_and(|(a, b)| site.at_arguments(|_| exchange(language, a, b, language.spare(a))))
        }
        Fault::FirstIn(first, to) => arguments::first_in(site, first, to),
        Fault::ResultIn(returned, to) => results::in_another(site, returned, to),
        Fault::PairIn(to) => results::pair_in(site, to),
        Fault::ResultSwapped => {
            let [one, other] = roles.results;
            results::returns(site.facts, Returned::Double)
                && site.at_result(|spare| exchange(language, one, other, spare))
        }
        Fault::RealResultsSwapped(reals) => {
            reals.are_returned(site.facts)
                && real_pair(language)
                    .is_some_and(|(a, b)| site.at_result(|_| exchange(language, a, b, language.spare(a))))
        }
        Fault::ResultComputed(returned, operation) => {
            results::returns(site.facts, returned)
                && site.at_result(|spare| language.operate(operation, roles.results[0], spare))
        }
        Fault::ResultReplaced(returned, is, becomes) => results::replaced(site, returned, is, becomes),
        Fault::ResultExtended(narrow) => results::extended(site, narrow),
        Fault::ResultNotExtended(from, to) => results::not_extended(site, from..=to),
        Fault::ResultTruth(value) => results::truth(site, value),
        Fault::SecondResult(is_used) => results::second(site, is_used),
        Fault::ResultAddress(by) => {
            results::in_memory(site.facts)
                && site.at_arguments(|spare| language.operate(Operation::Add(by), roles.results[0], spare))
        }
        Fault::ResultAddressSwapped => {
            let fits = results::in_memory(site.facts) && arguments::is_integer_at(site.facts, 1);
            fits && arguments::swapped(site, 0, 1)
        }
        Fault::ResultAddressLost => {
            results::in_memory(site.facts)
                && site.before_returns(Which::All, &language.set(roles.results[0], 85, free))
        }
        Fault::ResultAddressAgain => results::address_again(site),
        Fault::ResultThroughAddress => results::through_address(site),
        Fault::ResultElsewhere => results::elsewhere(site),
        Fault::ResultIncomplete => results::incomplete(site),
        Fault::StackAtReturn(by) => {
            site.before_returns(Which::All, &language.operate(Operation::Add(by), roles.stack, free))
        }
        Fault::StackAtCall(by) => {
            stack::passes_nothing(site.facts) && stack::around_call(site, roles.stack, by)
        }
        Fault::StackMoved(by) => {
            let moves = [by, -by].map(|by| language.operate(Operation::Add(by), roles.stack, free));
            site.entry(&moves.concat())
        }
        Fault::LargerFrame(by) => stack::larger_frame(site, by),
        Fault::Borrowed(registers) => stack::borrowed(site, registers),
        Fault::Touched(at, is_read) => stack::touched(site, at, is_read),
        Fault::OwnAreaWritten => stack::own_area_written(site),
        Fault::LinkLost(operation) => {
            let mut code = vec![language.copy(other, roles.link)];
            code.extend(language.operate(operation, roles.link, free));
            code.push(language.jump(other));
            site.instead_of_returns(&code)
        }
        Fault::ReturnMoved(operation) => {
            site.before_returns(Which::All, &language.operate(operation, roles.link, free))
        }
        Fault::ReturnThrough => {
            site.instead_of_returns(&[language.copy(free, roles.link), language.jump(free)])
        }
        Fault::CallersCodeWritten => {
            let words = language.notation();
            let code = [words.load, words.store].map(|way| language.byte(way, free, roles.link));
            site.before_returns(Which::All, &code)
        }
        Fault::LinkAtCall => stack::link_at_call(site),
        Fault::ModeChanged(n) => {
            let mode = language.modes().get(n);
            mode.is_some_and(|mode| site.before_returns(Which::All, &splice::code(mode.code)))
        }
        Fault::CalledTwice => stack::called_twice(site),
        Fault::ReservedMemory(at) => {
            let mut code = language.operate(Operation::Set(at), free, other);
            code.extend(language.store(other, free, 0));
            site.entry(&code)
        }
        Fault::OtherShift(n) => other_shift(site, n),
        // Made when the compiler is called.
        Fault::Option(..) => false,
        Fault::ScratchDestroyed(moment, is_of_reals) => harmless::destroyed(site, moment, is_of_reals),
        Fault::Idle => site.entry(&["nop".to_owned(), "nop".to_owned(), language.copy(free, free)]),
    }
}

/// Exchanges the values of two registers.
pub(super) fn exchange(language: &dyn Language, a: Register, b: Register, spare: Register) -> Vec<String> {
    vec![language.copy(spare, a), language.copy(a, b), language.copy(b, spare)]
}

/// The first two floating-point registers of arguments, which are those of results.
fn real_pair(language: &dyn Language) -> Option<(Register, Register)> {
    let [one, other, ..] = language.roles().real_arguments else { return None };
    Some((*one, *other))
}

/// Multiplies a register that holds 0 or 1.
pub(super) fn times(
    language: &dyn Language,
    register: Register,
    value: u32,
    [one, other]: [Register; 2],
) -> Vec<String> {
    // The lowest bit in all bits.
    let by = u8::try_from(8 * language.word() - 1).unwrap_or(31);
    let mut code = vec![language.copy(one, register)];
    code.extend(language.operate(Operation::Left(by), one, other));
    code.extend(language.operate(Operation::RightSigned(by), one, other));
    code.extend(language.operate(Operation::Set(value), other, other));
    code.push(language.both(register, one, other));
    code
}

/// Another kind of shift in functions that take records with bit-fields.
fn other_shift(site: &mut Site<'_>, n: usize) -> bool {
    let Site { language, function, facts } = site;
    let has_bit_fields = facts.signature.as_ref().is_some_and(|signature| {
        signature.types().filter_map(|ty| ty.record()).any(|r| r.members.iter().any(|m| m.bits.is_some()))
    });
    let others: Vec<(usize, Line)> = function
        .lines
        .iter()
        .enumerate()
        .filter_map(|(i, line)| Some((i, language.other_shift(line)?)))
        .collect();
    let Some((i, other)) = others.into_iter().nth(n).filter(|_| has_bit_fields) else { return false };
    if let Some(line) = function.lines.get_mut(i) {
        *line = other;
    }
    true
}
