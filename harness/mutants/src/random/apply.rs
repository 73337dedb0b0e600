//! How a generated fault is made in a function.

use super::fault::{Carried, Fault, Returned};
use crate::facts::{Class, Facts, Side};
use crate::language::{self, Access, Language, Operation, Register, Step};
use crate::listing::{Function, Line};
use crate::splice::{self, Which};

/// Makes a fault in a function; tells whether there was an occasion.
pub(super) fn apply(fault: &Fault, language: &dyn Language, function: &mut Function, facts: &Facts) -> bool {
    let roles = language.roles();
    let [free, other, third] = roles.free;
    let (stack, area) = (roles.stack, roles.area);
    match *fault {
        Fault::Changed(register, operation, which) => {
            let code = language.operate(operation, register, free);
            splice::exits(language, function, which, &code, true)
        }
        Fault::RestoreLost(register, which) => restore_lost(language, function, register, which),
        Fault::SaveLost(register) => save_lost(language, function, register),
        Fault::RestoredFrom(register, by) => restored_from(language, function, register, by),
        Fault::Exchanged(a, b) => {
            let code = exchange(language, a, b, language.spare(a));
            splice::exits(language, function, Which::All, &code, true)
        }
        Fault::Reserved(register, is_put_back) => {
            let mut code = language.operate(Operation::Add(1), register, other);
            if is_put_back {
                code.insert(0, language.copy(third, register));
                code.push(language.copy(register, third));
            }
            splice::entry(function, &code)
        }
        Fault::Kept(from, to) => kept(language, function, from, to),
        Fault::ArgumentsSwapped(i, j) => {
            let are_words = is_word(facts, i) && is_word(facts, j);
            let pair = argument(language, i).zip(argument(language, j)).filter(|_| are_words);
            pair.is_some_and(|(a, b)| {
                at_entry_or_call(language, function, facts, &|spare| exchange(language, a, b, spare))
            })
        }
        Fault::ArgumentFrom(i, j) => {
            let pair = argument(language, i).zip(argument(language, j)).filter(|_| is_word(facts, i));
            // The caller puts it there instead.
            pair.is_some_and(|(a, b)| match facts.side {
                Side::Caller if is_taken(facts, j) => false,
                Side::Caller => {
                    let mut code = vec![language.copy(b, a)];
                    code.extend(language.operate(Operation::Set(85), a, roles.at_call[1]));
                    before_call(language, function, facts, &code)
                }
                _ => splice::entry(function, &[language.copy(a, b)]),
            })
        }
        Fault::ArgumentComputed(i, operation, carried) => {
            let fits = facts.arguments().iter().any(|(class, at)| *at == i && carries(*class, carried));
            let register = argument(language, i).filter(|_| fits);
            register.is_some_and(|register| {
                at_entry_or_call(language, function, facts, &|spare| {
                    language.operate(operation, register, spare)
                })
            })
        }
        Fault::HalvesSwapped(i) => {
            let fits = facts.arguments().contains(&(Class::Double, i));
            let pair = argument(language, i).zip(argument(language, i + 1)).filter(|_| fits);
            pair.is_some_and(|(a, b)| {
                at_entry_or_call(language, function, facts, &|spare| exchange(language, a, b, spare))
            })
        }
        Fault::StackArguments(by) => match facts.side {
            Side::Caller => {
                let by = i32::try_from(by).unwrap_or(8);
                let only = facts.stack_words().is_some_and(|words| words > 0);
                only && i64::from(by) % roles.alignment == 0 && around_call(language, function, facts, -by)
            }
            _ => stack_arguments(language, function, area, by),
        },
        Fault::Truth(i, value) => {
            let fits = facts.arguments().contains(&(Class::Bool, i));
            let register = argument(language, i).filter(|_| fits);
            register.is_some_and(|register| {
                before_call(language, function, facts, &times(language, register, value))
            })
        }
        Fault::NobodyExtends(i) => nobody_extends(language, function, facts, i),
        Fault::ResultIn(returned, to) => {
            let [result, _] = roles.results;
            if !returns(facts, returned) {
                return false;
            }
            match facts.side {
                Side::Caller => after_call(language, function, facts, &[language.copy(result, to)]),
                _ => {
                    let mut code = vec![language.copy(to, result)];
                    code.extend(language.operate(Operation::Set(85), result, free));
                    splice::exits(language, function, Which::All, &code, true)
                }
            }
        }
        Fault::ResultSwapped => {
            let [low, high] = roles.results;
            returns(facts, Returned::Double)
                && at_exit_or_back(language, function, facts, &|spare| exchange(language, low, high, spare))
        }
        Fault::ResultComputed(returned, operation) => {
            let [result, _] = roles.results;
            returns(facts, returned)
                && at_exit_or_back(language, function, facts, &|spare| {
                    language.operate(operation, result, spare)
                })
        }
        Fault::ResultExtended { signed, bits } => {
            let fits = facts.result() == Some(Class::Narrow { signed, bits });
            let by = u8::try_from(32 - bits.min(31)).unwrap_or(16);
            let right = if signed { Operation::Right(by) } else { Operation::RightSigned(by) };
            let [result, _] = roles.results;
            let code = [Operation::Left(by), right].map(|one| language.operate(one, result, free)).concat();
            fits && splice::exits(language, function, Which::All, &code, true)
        }
        Fault::ResultAddress(by) => {
            let fits = facts.result() == Some(Class::Large);
            let [result, _] = roles.results;
            fits && at_entry_or_call(language, function, facts, &|spare| {
                language.operate(Operation::Add(by), result, spare)
            })
        }
        Fault::StackAtReturn(by) => {
            let code = language.operate(Operation::Add(by), stack, free);
            splice::exits(language, function, Which::All, &code, true)
        }
        Fault::StackAtCall(by) => {
            let fits = facts.stack_words() == Some(0) && !facts.is_variadic();
            fits && around_call(language, function, facts, by)
        }
        Fault::StackMoved(by) => {
            let code = [by, -by].map(|by| language.operate(Operation::Add(by), stack, free)).concat();
            splice::entry(function, &code)
        }
        Fault::Touched(at, is_read) => {
            let few = facts.stack_words().is_some_and(|words| area + 4 * i64::from(words) <= at)
                && !facts.is_variadic();
            let code = if is_read { language.load(free, stack, at) } else { language.store(free, stack, at) };
            (at < 0 || few) && splice::entry(function, code.as_slice())
        }
        Fault::LinkLost(operation) => {
            let mut code = vec![language.copy(other, roles.link)];
            code.extend(language.operate(operation, roles.link, free));
            code.push(language.jump(other));
            splice::exits(language, function, Which::All, &code, false)
        }
        Fault::ReturnMoved(by) => {
            let code = language.operate(Operation::Add(by), roles.link, free);
            splice::exits(language, function, Which::All, &code, true)
        }
        Fault::ModeChanged(n) => language
            .modes()
            .get(n)
            .is_some_and(|mode| splice::exits(language, function, Which::All, mode.code, true)),
        Fault::CalledTwice => called_twice(language, function, facts),
        Fault::ReservedMemory(at) => {
            let mut code = language.operate(Operation::Set(at), free, other);
            code.extend(language.store(other, free, 0));
            splice::entry(function, &code)
        }
        Fault::OtherShift(n) => other_shift(language, function, facts, n),
        // Made when the compiler is called.
        Fault::Option(..) => false,
    }
}

fn argument(language: &dyn Language, place: u32) -> Option<Register> {
    language.roles().arguments.get(usize::try_from(place).ok()?).copied()
}

fn is_word(facts: &Facts, place: u32) -> bool {
    facts.arguments().contains(&(Class::Word, place))
}

/// Whether something may be passed at a place.
fn is_taken(facts: &Facts, place: u32) -> bool {
    let Some(signature) = &facts.signature else { return true };
    let arguments = facts.arguments();
    let is_sure = arguments.len() == signature.arguments().count();
    let covers = |(class, at): &(Class, u32)| *at == place || *class == Class::Double && *at + 1 == place;
    !is_sure || arguments.iter().any(covers) || facts.result() == Some(Class::Large) && place == 0
}

fn carries(class: Class, carried: Carried) -> bool {
    match carried {
        Carried::Word => class == Class::Word,
        Carried::Address => class == Class::Large,
        Carried::Narrow => matches!(class, Class::Narrow { .. }),
    }
}

fn returns(facts: &Facts, returned: Returned) -> bool {
    let Some(class) = facts.result() else { return false };
    match returned {
        Returned::Word => class == Class::Word,
        Returned::Narrow => matches!(class, Class::Narrow { .. }),
        Returned::Double => class == Class::Double,
        Returned::Small => matches!(class, Class::Small(_)),
    }
}

fn exchange(language: &dyn Language, a: Register, b: Register, spare: Register) -> Vec<String> {
    vec![language.copy(spare, a), language.copy(a, b), language.copy(b, spare)]
}

/// Code where a called function begins, or where a calling one calls; it is told a register that is free there.
fn at_entry_or_call(
    language: &dyn Language,
    function: &mut Function,
    facts: &Facts,
    code: &dyn Fn(Register) -> Vec<String>,
) -> bool {
    let roles = language.roles();
    match facts.side {
        Side::Caller => before_call(language, function, facts, &code(roles.at_call[1])),
        _ => splice::entry(function, &code(roles.free[0])),
    }
}

/// Code where a called function returns, or behind the call in a calling one.
fn at_exit_or_back(
    language: &dyn Language,
    function: &mut Function,
    facts: &Facts,
    code: &dyn Fn(Register) -> Vec<String>,
) -> bool {
    let roles = language.roles();
    match facts.side {
        Side::Caller => after_call(language, function, facts, &code(roles.at_call[1])),
        _ => splice::exits(language, function, Which::All, &code(roles.free[0]), true),
    }
}

fn before_call(language: &dyn Language, function: &mut Function, facts: &Facts, code: &[String]) -> bool {
    splice::calls(language, function, facts.k, Some(code), None, true)
}

fn after_call(language: &dyn Language, function: &mut Function, facts: &Facts, code: &[String]) -> bool {
    splice::calls(language, function, facts.k, None, Some(code), true)
}

/// The stack pointer is so much higher during the call.
fn around_call(language: &dyn Language, function: &mut Function, facts: &Facts, by: i32) -> bool {
    let roles = language.roles();
    let [before, after] =
        [by, -by].map(|by| language.operate(Operation::Add(by), roles.stack, roles.at_call[1]));
    splice::calls(language, function, facts.k, Some(&before), Some(&after), true)
}

/// The register becomes so many times what it is: 0 or 1.
fn times(language: &dyn Language, register: Register, value: u32) -> Vec<String> {
    let [_, one, other] = language.roles().at_call;
    // As it is, or all bits: minus what it is.
    let mut code = vec![language.copy(one, register)];
    code.extend(language.operate(Operation::Left(31), one, other));
    code.extend(language.operate(Operation::RightSigned(31), one, other));
    code.extend(language.operate(Operation::Set(value), other, other));
    code.push(language.both(register, one, other));
    code
}

/// Where a register is stored before it is written, and where it is loaded from there.
struct Saved {
    store: usize,
    /// In bytes above the stack pointer at entry.
    slot: i64,
    loads: Vec<usize>,
}

fn saved(language: &dyn Language, function: &Function, register: Register) -> Option<Saved> {
    let found = given_back(language, function, register)?;
    // What the function does not write is the same with and without.
    let lines = &function.lines;
    let written = (found.store..lines.len())
        .filter(|i| !found.loads.contains(i))
        .any(|i| writes(language, lines, i, &language.step(lines, i), register));
    written.then_some(found)
}

/// The same, whether the function writes the register or not.
fn given_back(language: &dyn Language, function: &Function, register: Register) -> Option<Saved> {
    let lines = &function.lines;
    let heights = language::heights(language, lines);
    let place_of = |i: usize, access: &Access| {
        let first = language::place(access, heights.get(i)?)?;
        Some(first + 4 * i64::from(register - access.register))
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

/// Whether a function writes a register and does not give it back.
pub(super) fn leaves_changed(language: &dyn Language, function: &Function, register: Register) -> bool {
    let lines = &function.lines;
    let writes = |i: usize| writes(language, lines, i, &language.step(lines, i), register);
    (0..lines.len()).any(writes) && given_back(language, function, register).is_none()
}

fn writes(language: &dyn Language, lines: &[Line], i: usize, step: &Step, register: Register) -> bool {
    match step {
        Step::Load(access) => access.register <= register && register < access.register + access.count,
        Step::Copy { to, .. } | Step::Add { to, .. } => *to == register,
        Step::Store(_) | Step::Return => false,
        Step::Call(_) => register == language.roles().link,
        Step::Other => {
            let effects = lines.get(i).and_then(|line| language.effects(line));
            // What is not known may write whatever it names first.
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

/// The register through which the stack is reached behind a line, with its height.
fn base(language: &dyn Language, function: &Function, i: usize) -> Option<(Register, i64)> {
    let heights = language::heights(language, &function.lines);
    let stack = language.roles().stack;
    Some((stack, *heights.get(i + 1)?.get(&stack)?))
}

fn save_lost(language: &dyn Language, function: &mut Function, register: Register) -> bool {
    let Some(saved) = saved(language, function, register) else { return false };
    let made = base(language, function, saved.store);
    let spare = language.roles().free[0];
    let store = made.and_then(|(base, height)| language.store(spare, base, saved.slot - height));
    let Some(store) = store else { return false };
    function.lines.insert(saved.store + 1, Line::code(&store));
    true
}

fn restored_from(language: &dyn Language, function: &mut Function, register: Register, by: i64) -> bool {
    let Some(saved) = saved(language, function, register) else { return false };
    let mut any = false;
    for i in saved.loads.iter().rev() {
        let made = base(language, function, *i).filter(|(_, height)| saved.slot + by >= *height);
        let load = made.and_then(|(base, height)| language.load(register, base, saved.slot + by - height));
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

/// Loads of stack arguments, at another distance.
fn stack_arguments(language: &dyn Language, function: &mut Function, area: i64, by: i64) -> bool {
    let heights = language::heights(language, &function.lines);
    let mut any = false;
    for (i, heights) in heights.iter().enumerate().take(function.lines.len()) {
        let Step::Load(access) = language.step(&function.lines, i) else { continue };
        if access.step.is_some() || language::place(&access, heights).is_none_or(|at| at < area) {
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
fn nobody_extends(language: &dyn Language, function: &mut Function, facts: &Facts, i: u32) -> bool {
    let bits = facts.arguments().iter().find_map(|(class, at)| match class {
        Class::Narrow { bits, .. } if *at == i => Some(*bits),
        _ => None,
    });
    let Some((register, bits)) = argument(language, i).zip(bits) else { return false };
    if facts.side == Side::Caller {
        let spare = language.roles().at_call[1];
        // Three bits above the value.
        let above = (0..3).map(|n| Operation::Flip(u8::try_from(bits + 2 + 3 * n).unwrap_or(31)));
        let code: Vec<String> = above.flat_map(|one| language.operate(one, register, spare)).collect();
        return before_call(language, function, facts, &code);
    }
    forget_extension(language, function, register)
}

/// Makes moves of the two shifts that extend an argument while it is in its register.
fn forget_extension(language: &dyn Language, function: &mut Function, register: Register) -> bool {
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
fn called_twice(language: &dyn Language, function: &mut Function, facts: &Facts) -> bool {
    let roles = language.roles();
    if facts.stack_words() != Some(0) || facts.is_variadic() {
        return false;
    }
    let call_at = |i: usize| language::calls_subject(language, &function.lines, i, facts.k);
    let found = (0..function.lines.len()).find_map(|i| Some((i, call_at(i).filter(|call| !call.is_last)?)));
    let Some((i, call)) = found else { return false };
    let Some(line) = function.lines.get(i).cloned() else { return false };
    let kept: Vec<Register> = roles.arguments.iter().copied().chain(call.through).collect();
    let bytes = roles.area + 4 * i64::try_from(kept.len()).unwrap_or(0);
    let room = (bytes + roles.alignment - 1) / roles.alignment * roles.alignment;
    let Ok(room) = i32::try_from(room) else { return false };
    let spare = roles.at_call[1];
    let slots = || kept.iter().zip((roles.area..).step_by(4));
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
fn other_shift(language: &dyn Language, function: &mut Function, facts: &Facts, n: usize) -> bool {
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
