//! Recognises an edit that changes nothing: the same registers are read, written and kept, in other words.
//!
//! Two texts are the same where what is left of them is the same, after instructions without effect were taken out:
//! those that do nothing, those that only write registers which are written again before anybody reads them, and a
//! load or store that is the one before it once more. Nothing is concluded beyond a label, a branch, or an
//! instruction that is not known.

use super::language::{Language, Register, Step};
use super::listing::Line;
use std::collections::BTreeSet;

/// True if two texts of a function can be seen to do the same.
pub fn is_same(language: &dyn Language, one: &[Line], other: &[Line]) -> bool {
    let words = |lines: &[Line]| -> Vec<String> {
        let kept = normal(language, lines);
        kept.iter().map(|line| line.text.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
    };
    words(one) == words(other)
}

/// A text without what has no effect.
fn normal(language: &dyn Language, lines: &[Line]) -> Vec<Line> {
    let mut lines: Vec<Line> = lines.iter().filter(|line| !line.text.trim().is_empty()).cloned().collect();
    loop {
        let before = lines.len();
        without_repeated(language, &mut lines);
        without_idle(language, &mut lines);
        if lines.len() == before {
            return lines;
        }
    }
}

fn is_idle(language: &dyn Language, lines: &[Line], i: usize) -> bool {
    match language.step(lines, i) {
        Step::Copy { to, from } => to == from,
        Step::Add { to, from, by } => to == from && by == Some(0),
        _ => lines.get(i).is_some_and(|line| line.mnemonic() == "nop"),
    }
}

/// True if every write of a register matters: of the stack pointer, and of registers that nobody writes.
fn is_watched(language: &dyn Language, register: Register) -> bool {
    let roles = language.roles();
    register == roles.stack || roles.reserved.iter().any(|group| group.registers.contains(&register))
}

/// Takes out loads and stores that are the one before them once more.
fn without_repeated(language: &dyn Language, lines: &mut Vec<Line>) {
    let is_repeated = |i: usize| {
        let (Some(line), Some(last)) = (lines.get(i), i.checked_sub(1).and_then(|i| lines.get(i))) else {
            return false;
        };
        let plain = match language.step(lines, i) {
            Step::Load(access) => access.step.is_none() && !access.moves(access.base),
            Step::Store(access) => access.step.is_none(),
            _ => false,
        };
        plain && line.instruction == last.instruction
    };
    let repeated: BTreeSet<usize> = (0..lines.len()).filter(|i| is_repeated(*i)).collect();
    retain(lines, |i| !repeated.contains(&i));
}

/// Takes out what does nothing, or nothing that anybody reads.
fn without_idle(language: &dyn Language, lines: &mut Vec<Line>) {
    let mut dead: BTreeSet<Register> = BTreeSet::new();
    let mut idle = BTreeSet::new();
    for i in (0..lines.len()).rev() {
        if is_idle(language, lines, i) {
            idle.insert(i);
            continue;
        }
        let effects = lines.get(i).and_then(|line| language.effects(line));
        let Some(effects) = effects else {
            dead.clear();
            continue;
        };
        let unread = !effects.writes.is_empty() && effects.writes.iter().all(|r| dead.contains(r));
        if unread && !effects.is_kept {
            idle.insert(i);
            continue;
        }
        dead.extend(effects.writes.into_iter().filter(|r| !is_watched(language, *r)));
        for register in effects.reads {
            dead.remove(&register);
        }
    }
    retain(lines, |i| !idle.contains(&i));
}

fn retain(lines: &mut Vec<Line>, keep: impl Fn(usize) -> bool) {
    let mut i = 0;
    lines.retain(|_| {
        i += 1;
        keep(i - 1)
    });
}
