//! Makes a generated fault in a function.

use super::fault::{Carried, Fault, Returned};
use crate::facts::{Facts, Side, TypeClass};
use crate::language::{self, Access, Language, Operation, Register, Step};
use crate::listing::{Function, Line};
use crate::splice::{self, Site, Which};

/// Makes a fault in a function; returns whether there was an occasion.
pub(super) fn apply(fault: &Fault, site: &mut Site<'_>) -> bool {
    let (language, facts) = (site.language, site.facts);
    let roles = language.roles();
    let [free, other, third] = roles.free;
    let [result, high] = roles.results;
    let stack = roles.stack;
    let is_caller = facts.side == Side::Caller;
    let argument = |i| argument(language, i);
    match *fault {
        Fault::Changed(register, operation, which) => {
            site.before_returns(which, &language.operate(operation, register, free))
        }
        Fault::RestoreLost(register, which) => restore_lost(language, site.function, register, which),
        Fault::SaveLost(register) => save_lost(language, site.function, register),
        Fault::RestoredFrom(register, by) => restored_from(language, site.function, register, by),
        Fault::Exchanged(a, b) => {
            site.before_returns(Which::All, &exchange(language, a, b, language.spare(a)))
        }
        Fault::Reserved(register, is_put_back) => {
            let mut code = language.operate(Operation::Add(1), register, other);
            if is_put_back {
                code.insert(0, language.copy(third, register));
                code.push(language.copy(register, third));
            }
            site.entry(&code)
        }
        Fault::Kept(from, to) => kept(language, site.function, from, to),
        Fault::ArgumentsSwapped(i, j) => {
            let are_words = is_passed(facts, i, TypeClass::Word) && is_passed(facts, j, TypeClass::Word);
            swapped(site, argument(i).zip(argument(j)).filter(|_| are_words))
        }
        Fault::ArgumentFrom(i, j) => match argument(i).zip(argument(j)) {
            Some(_) if !is_passed(facts, i, TypeClass::Word) => false,
            // The caller puts it there instead.
            Some((a, b)) if is_caller => {
                let mut code = vec![language.copy(b, a)];
                code.extend(language.operate(Operation::Set(85), a, roles.at_call[1]));
                !is_taken(facts, j) && site.before_call(&code)
            }
            Some((a, b)) => site.entry(&[language.copy(a, b)]),
            None => false,
        },
        Fault::ArgumentComputed(i, operation, carried) => {
            let fits = facts.arguments().iter().any(|(class, at)| *at == i && carries(*class, carried));
            argument(i).filter(|_| fits).is_some_and(|register| {
                site.at_arguments(|spare| language.operate(operation, register, spare))
            })
        }
        Fault::HalvesSwapped(i) => {
            let fits = is_passed(facts, i, TypeClass::Double);
            swapped(site, argument(i).zip(argument(i + 1)).filter(|_| fits))
        }
        Fault::StackArguments(by) if is_caller => {
            let is_aligned = by % roles.alignment == 0;
            let fits = is_aligned && facts.stack_words().is_some_and(|words| words > 0);
            fits && around_call(site, -i32::try_from(by).unwrap_or(8))
        }
        Fault::StackArguments(by) => stack_arguments(site, by, |_| true),
        Fault::Truth(i, value) => {
            let register = argument(i).filter(|_| is_passed(facts, i, TypeClass::Bool));
            register.is_some_and(|register| site.before_call(&times(language, register, value)))
        }
        Fault::NobodyExtends(i) => nobody_extends(site, i),
        Fault::ResultIn(returned, to) => {
            returns(facts, returned)
                && if is_caller {
                    site.after_call(&[language.copy(result, to)])
                } else {
                    let mut code = vec![language.copy(to, result)];
                    code.extend(language.operate(Operation::Set(85), result, free));
                    site.before_returns(Which::All, &code)
                }
        }
        Fault::ResultSwapped => {
            returns(facts, Returned::Double)
                && site.at_result(|spare| exchange(language, result, high, spare))
        }
        Fault::ResultComputed(returned, operation) => {
            returns(facts, returned) && site.at_result(|spare| language.operate(operation, result, spare))
        }
        Fault::ResultExtended { signed, bits } => {
            let register = u32::try_from(8 * language.word()).unwrap_or(32);
            let by = u8::try_from(register - bits.min(register - 1)).unwrap_or(16);
            // What is half a register is extended by its upper bit, whatever its type.
            let by_sign = signed || register == 64 && bits == 32;
            let right = if by_sign { Operation::Right(by) } else { Operation::RightSigned(by) };
            let code = [Operation::Left(by), right].map(|one| language.operate(one, result, free)).concat();
            facts.result() == Some(TypeClass::Narrow { signed, bits })
                && site.before_returns(Which::All, &code)
        }
        Fault::ResultAddress(by) => {
            facts.result() == Some(TypeClass::Large)
                && site.at_arguments(|spare| language.operate(Operation::Add(by), result, spare))
        }
        Fault::StackAtReturn(by) => {
            site.before_returns(Which::All, &language.operate(Operation::Add(by), stack, free))
        }
        Fault::StackAtCall(by) => {
            facts.stack_words() == Some(0) && !facts.is_variadic() && around_call(site, by)
        }
        Fault::StackMoved(by) => {
            site.entry(&[by, -by].map(|by| language.operate(Operation::Add(by), stack, free)).concat())
        }
        Fault::Touched(at, is_read) => {
            let end = |words: u32| roles.area + language.word() * i64::from(words);
            let few = facts.stack_words().is_some_and(|words| end(words) <= at) && !facts.is_variadic();
            let code = if is_read { language.load(free, stack, at) } else { language.store(free, stack, at) };
            (at < 0 || few) && site.entry(code.as_slice())
        }
        Fault::LinkLost(operation) => {
            let mut code = vec![language.copy(other, roles.link)];
            code.extend(language.operate(operation, roles.link, free));
            code.push(language.jump(other));
            site.instead_of_returns(&code)
        }
        Fault::ReturnMoved(by) => {
            site.before_returns(Which::All, &language.operate(Operation::Add(by), roles.link, free))
        }
        Fault::ModeChanged(n) => language
            .modes()
            .get(n)
            .is_some_and(|mode| site.before_returns(Which::All, &splice::code(mode.code))),
        Fault::CalledTwice => called_twice(site),
        Fault::ReservedMemory(at) => {
            let mut code = language.operate(Operation::Set(at), free, other);
            code.extend(language.store(other, free, 0));
            site.entry(&code)
        }
        Fault::OtherShift(n) => other_shift(site, n),
        // Made when the compiler is called.
        Fault::Option(..) => false,
    }
}

fn argument(language: &dyn Language, place: u32) -> Option<Register> {
    language.roles().arguments.get(usize::try_from(place).ok()?).copied()
}

/// True if an argument of a class begins at a place.
fn is_passed(facts: &Facts, place: u32, class: TypeClass) -> bool {
    facts.arguments().contains(&(class, place))
}

/// The words of two registers are exchanged where arguments are passed.
fn swapped(site: &mut Site<'_>, pair: Option<(Register, Register)>) -> bool {
    let language = site.language;
    pair.is_some_and(|(a, b)| site.at_arguments(|spare| exchange(language, a, b, spare)))
}

/// True if something may be passed at a place.
fn is_taken(facts: &Facts, place: u32) -> bool {
    let Some(signature) = &facts.signature else { return true };
    let arguments = facts.arguments();
    let is_sure = arguments.len() == signature.arguments().count();
    let covers =
        |(class, at): &(TypeClass, u32)| *at == place || *class == TypeClass::Double && *at + 1 == place;
    !is_sure || arguments.iter().any(covers) || facts.result() == Some(TypeClass::Large) && place == 0
}

fn carries(class: TypeClass, carried: Carried) -> bool {
    match carried {
        Carried::Word => class == TypeClass::Word,
        Carried::Address => class == TypeClass::Large,
        Carried::Narrow => matches!(class, TypeClass::Narrow { .. }),
    }
}

fn returns(facts: &Facts, returned: Returned) -> bool {
    let Some(class) = facts.result() else { return false };
    match returned {
        Returned::Word => class == TypeClass::Word,
        Returned::Narrow => matches!(class, TypeClass::Narrow { .. }),
        Returned::Double => class == TypeClass::Double,
        Returned::Small => matches!(class, TypeClass::Small(_)),
    }
}

fn exchange(language: &dyn Language, a: Register, b: Register, spare: Register) -> Vec<String> {
    vec![language.copy(spare, a), language.copy(a, b), language.copy(b, spare)]
}

/// The stack pointer is so much higher during the call.
fn around_call(site: &mut Site<'_>, by: i32) -> bool {
    let (language, roles) = (site.language, site.language.roles());
    let [before, after] =
        [by, -by].map(|by| language.operate(Operation::Add(by), roles.stack, roles.at_call[1]));
    site.around_call(&before, &after)
}

/// Multiplies a register that holds 0 or 1.
fn times(language: &dyn Language, register: Register, value: u32) -> Vec<String> {
    let [_, one, other] = language.roles().at_call;
    // The lowest bit in all bits.
    let by = u8::try_from(8 * language.word() - 1).unwrap_or(31);
    let mut code = vec![language.copy(one, register)];
    code.extend(language.operate(Operation::Left(by), one, other));
    code.extend(language.operate(Operation::RightSigned(by), one, other));
    code.extend(language.operate(Operation::Set(value), other, other));
    code.push(language.both(register, one, other));
    code
}

/// Lines that save and restore a register.
struct Saved {
    /// Line that stores the register before it is written.
    store: usize,
    /// Address of the store, in bytes above the stack pointer at entry.
    slot: i64,
    /// Lines that load the register from there.
    loads: Vec<usize>,
}

/// Lines that save and restore a register that the function writes in between.
fn saved(language: &dyn Language, function: &Function, register: Register) -> Option<Saved> {
    let found = saved_and_restored(language, function, register)?;
    // A register that the function does not write is the same with and without.
    let lines = &function.lines;
    let written = (found.store..lines.len())
        .filter(|i| !found.loads.contains(i))
        .any(|i| writes(language, lines, i, &language.step(lines, i), register));
    written.then_some(found)
}

/// Lines that save and restore a register, even where the function does not write it in between.
fn saved_and_restored(language: &dyn Language, function: &Function, register: Register) -> Option<Saved> {
    let lines = &function.lines;
    let heights = language::heights(language, lines);
    let place_of = |i: usize, access: &Access| {
        let first = language::place(access, heights.get(i)?)?;
        Some(first + access.whole * i64::from(register - access.register))
    };
    let mut found: Option<Saved> = None;
    for i in 0..lines.len() {
        match (&mut found, language.step(lines, i)) {
            (None, Step::Store(access)) if access.moves(register) => {
                let slot = place_of(i, &access)?;
                found = Some(Saved { store: i, slot, loads: Vec::new() });
            }
            (Some(saved), Step::Load(access))
                if access.moves(register) && place_of(i, &access) == Some(saved.slot) =>
            {
                saved.loads.push(i);
            }
            (None, step) if writes(language, lines, i, &step, register) => return None,
            _ => {}
        }
    }
    found.filter(|saved| !saved.loads.is_empty())
}

/// True if a function writes a register and does not restore it.
pub(super) fn leaves_changed(language: &dyn Language, function: &Function, register: Register) -> bool {
    let lines = &function.lines;
    let writes = |i: usize| writes(language, lines, i, &language.step(lines, i), register);
    (0..lines.len()).any(writes) && saved_and_restored(language, function, register).is_none()
}

fn writes(language: &dyn Language, lines: &[Line], i: usize, step: &Step, register: Register) -> bool {
    match step {
        Step::Load(access) => access.register <= register && register < access.register + access.count,
        Step::Copy { to, .. } | Step::Add { to, .. } => *to == register,
        Step::Store(_) | Step::Return => false,
        Step::Call(_) => register == language.roles().link,
        Step::Other => {
            let effects = lines.get(i).and_then(|line| language.effects(line));
            // An unknown instruction may write the register that it names first.
            let first = lines.get(i).and_then(|line| language.register(line.operand(0)));
            effects.map_or(first == Some(register), |effects| effects.writes.contains(&register))
        }
    }
}

fn restore_lost(language: &dyn Language, function: &mut Function, register: Register, which: Which) -> bool {
    let Some(saved) = saved(language, function, register) else { return false };
    let spare = language.spare(register);
    for i in which.of(&saved.loads).into_iter().rev() {
        let after = Line::code(&language.copy(register, spare));
        function.lines.insert(i + 1, after);
        function.lines.insert(i, Line::code(&language.copy(spare, register)));
    }
    true
}

/// Height of the stack pointer behind a line.
fn height_behind(language: &dyn Language, function: &Function, i: usize) -> Option<i64> {
    language::heights(language, &function.lines).get(i + 1)?.get(&language.roles().stack).copied()
}

fn save_lost(language: &dyn Language, function: &mut Function, register: Register) -> bool {
    let Some(saved) = saved(language, function, register) else { return false };
    let roles = language.roles();
    let Some(height) = height_behind(language, function, saved.store) else { return false };
    let Some(store) = language.store(roles.free[0], roles.stack, saved.slot - height) else { return false };
    function.lines.insert(saved.store + 1, Line::code(&store));
    true
}

fn restored_from(language: &dyn Language, function: &mut Function, register: Register, by: i64) -> bool {
    let Some(saved) = saved(language, function, register) else { return false };
    let mut any = false;
    for i in saved.loads.iter().rev() {
        let offset = height_behind(language, function, *i).map(|height| saved.slot + by - height);
        let offset = offset.filter(|offset| *offset >= 0);
        let load = offset.and_then(|offset| language.load(register, language.roles().stack, offset));
        let Some(load) = load else { continue };
        function.lines.insert(*i + 1, Line::code(&load));
        any = true;
    }
    any
}

/// Gives every use of a saved register to a scratch one, where that is not in use and a call lies between.
fn kept(language: &dyn Language, function: &mut Function, from: Register, to: Register) -> bool {
    let mentions = |register| function.lines.iter().any(|line| language.mentions(line, register));
    let pairs = |line: &Line| {
        let i = [line.clone()];
        matches!(language.step(&i, 0), Step::Load(a) | Step::Store(a) if a.count > 1 && (a.moves(from) || a.moves(to)))
    };
    let calls = (0..function.lines.len())
        .any(|i| matches!(language.step(&function.lines, i), Step::Call(call) if !call.is_last));
    if mentions(to) || !mentions(from) || !calls || function.lines.iter().any(pairs) {
        return false;
    }
    for line in &mut function.lines {
        *line = language.renamed(line, &[(from, to)]);
    }
    true
}

/// Loads of stack arguments through some registers, at another distance.
pub(crate) fn stack_arguments(site: &mut Site<'_>, by: i64, through: fn(Register) -> bool) -> bool {
    let (language, function) = (site.language, &mut *site.function);
    let area = language.roles().area;
    let heights = language::heights(language, &function.lines);
    let mut any = false;
    for (i, heights) in heights.iter().enumerate().take(function.lines.len()) {
        let Step::Load(access) = language.step(&function.lines, i) else { continue };
        let is_argument = language::place(&access, heights).is_some_and(|at| at >= area);
        if access.step.is_some() || !is_argument || !through(access.base) {
            continue;
        }
        let moved = function.lines.get(i).and_then(|line| language.with_offset(line, access.offset + by));
        if let (Some(moved), Some(line)) = (moved, function.lines.get_mut(i)) {
            *line = moved;
            any = true;
        }
    }
    any
}

/// The caller leaves anything above a narrow argument, and the called function takes the register as it is.
fn nobody_extends(site: &mut Site<'_>, i: u32) -> bool {
    let language = site.language;
    let bits = site.facts.arguments().iter().find_map(|(class, at)| match class {
        TypeClass::Narrow { bits, .. } if *at == i => Some(*bits),
        _ => None,
    });
    let Some((register, bits)) = argument(language, i).zip(bits) else { return false };
    if site.facts.side == Side::Caller {
        let spare = language.roles().at_call[1];
        // Three bits above the value.
        let above = (0..3).map(|n| Operation::Flip(u8::try_from(bits + 2 + 3 * n).unwrap_or(31)));
        let code: Vec<String> = above.flat_map(|one| language.operate(one, register, spare)).collect();
        return site.before_call(&code);
    }
    forget_extension(site, register)
}

/// Makes moves of the two shifts that extend an argument while it is in its register.
pub(crate) fn forget_extension(site: &mut Site<'_>, register: Register) -> bool {
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
        if writes(language, &function.lines, i, &language.step(&function.lines, i), register) {
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

/// The function under test is called once more before it is called, with the same arguments, where all of them are in
/// registers. Those are kept on the stack meanwhile.
fn called_twice(site: &mut Site<'_>) -> bool {
    let Site { language, function, facts } = site;
    let (language, roles) = (*language, language.roles());
    if facts.stack_words() != Some(0) || facts.is_variadic() {
        return false;
    }
    let call_at = |i: usize| language::calls_subject(language, &function.lines, i, facts.k);
    let found = (0..function.lines.len()).find_map(|i| Some((i, call_at(i).filter(|call| !call.is_last)?)));
    let Some((i, call)) = found else { return false };
    let Some(line) = function.lines.get(i).cloned() else { return false };
    let arguments = roles.arguments.iter().chain(roles.real_arguments);
    let kept: Vec<Register> = arguments.copied().chain(call.through).collect();
    let slot = language.word().max(language.placement().real.into());
    let bytes = roles.area + slot * i64::try_from(kept.len()).unwrap_or(0);
    let room = (bytes + roles.alignment - 1) / roles.alignment * roles.alignment;
    let Ok(room) = i32::try_from(room) else { return false };
    let spare = roles.at_call[1];
    let slots = || kept.iter().zip((0_i64..).map(|n| roles.area + n * slot));
    let stores: Option<Vec<String>> = slots().map(|(r, at)| language.store(*r, roles.stack, at)).collect();
    let loads: Option<Vec<String>> = slots().map(|(r, at)| language.load(*r, roles.stack, at)).collect();
    let Some((stores, loads)) = stores.zip(loads) else { return false };
    let mut lines = splice::lines(&language.operate(Operation::Add(-room), roles.stack, spare));
    lines.extend(splice::lines(&stores));
    lines.push(line);
    lines.extend(splice::lines(&loads));
    lines.extend(splice::lines(&language.operate(Operation::Add(room), roles.stack, spare)));
    function.lines.splice(i..i, lines);
    true
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
