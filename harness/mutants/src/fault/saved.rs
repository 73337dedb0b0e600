//! Faults in the registers that a function saves and restores.

use crate::language::{self, Access, Language, Register, Step};
use crate::listing::{Function, Line};
use crate::splice::{Site, Which};

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

pub(super) fn writes(
    language: &dyn Language,
    lines: &[Line],
    i: usize,
    step: &Step,
    register: Register,
) -> bool {
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

pub(super) fn restore_lost(site: &mut Site<'_>, register: Register, which: Which) -> bool {
    let Site { language, function, .. } = site;
    let Some(saved) = saved(*language, function, register) else { return false };
    let spare = language.spare(register);
    for i in which.of(&saved.loads).into_iter().rev() {
        let after = Line::code(&language.copy(register, spare));
        function.lines.insert(i + 1, after);
        function.lines.insert(i, Line::code(&language.copy(spare, register)));
    }
    true
}

/// Leaves out the lines that save and restore a register, where they do not move the stack pointer as well.
pub(super) fn not_saved(site: &mut Site<'_>, register: Register) -> bool {
    let Site { language, function, .. } = site;
    let Some(saved) = saved(*language, function, register) else { return false };
    let places: Vec<usize> = [&[saved.store], &saved.loads[..]].concat();
    let is_plain = |i: &usize| match language.step(&function.lines, *i) {
        Step::Load(access) | Step::Store(access) => access.step.is_none(),
        _ => false,
    };
    let fits = places.iter().all(is_plain);
    for i in places.into_iter().rev().filter(|_| fits) {
        function.lines.remove(i);
    }
    fits
}

/// Height of the stack pointer behind a line.
fn height_behind(language: &dyn Language, function: &Function, i: usize) -> Option<i64> {
    language::heights(language, &function.lines).get(i + 1)?.get(&language.roles().stack).copied()
}

pub(super) fn save_lost(site: &mut Site<'_>, register: Register) -> bool {
    let Site { language, function, .. } = site;
    let Some(saved) = saved(*language, function, register) else { return false };
    let roles = language.roles();
    let Some(height) = height_behind(*language, function, saved.store) else { return false };
    let Some(store) = language.store(roles.free[0], roles.stack, saved.slot - height) else { return false };
    function.lines.insert(saved.store + 1, Line::code(&store));
    true
}

pub(super) fn restored_from(site: &mut Site<'_>, register: Register, by: i64) -> bool {
    let Site { language, function, .. } = site;
    let Some(saved) = saved(*language, function, register) else { return false };
    let mut any = false;
    for i in saved.loads.iter().rev() {
        let offset = height_behind(*language, function, *i).map(|height| saved.slot + by - height);
        let offset = offset.filter(|offset| *offset >= 0);
        let load = offset.and_then(|offset| language.load(register, language.roles().stack, offset));
        let Some(load) = load else { continue };
        function.lines.insert(*i + 1, Line::code(&load));
        any = true;
    }
    any
}

/// Gives every use of a saved register to a scratch one, where that is not in use and a call lies between. Where registers
/// are saved by twos, the other one of the two goes with it.
pub(super) fn kept(site: &mut Site<'_>, from: Register, to: Register) -> bool {
    let Site { language, function, .. } = site;
    let mentions = |register: Register| function.lines.iter().any(|line| language.mentions(line, register));
    let is_pair = |line: &Line| {
        let i = [line.clone()];
        matches!(language.step(&i, 0), Step::Load(a) | Step::Store(a) if a.count > 1 && a.moves(from))
    };
    let names: Vec<(Register, Register)> = match function.lines.iter().any(is_pair) {
        true => vec![(from & !1, to & !1), (from | 1, to | 1)],
        false => vec![(from, to)],
    };
    let calls = (0..function.lines.len())
        .any(|i| matches!(language.step(&function.lines, i), Step::Call(call) if !call.is_last));
    if names.iter().any(|(_, to)| mentions(*to)) || !mentions(from) || !calls {
        return false;
    }
    for line in &mut function.lines {
        *line = language.renamed(line, &names);
    }
    true
}
