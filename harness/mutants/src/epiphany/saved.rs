//! Edits of the code that saves and restores registers.

use super::code::{address, width, with_offset};
use super::language::known;
use crate::language::Register;
use crate::listing::Line;
use crate::splice::Site;
use std::ops::RangeInclusive;

/// The registers that functions preserve by the document.
pub(super) const VARIABLES: RangeInclusive<Register> = 4..=11;

/// First register of a load or store through the stack or frame pointer.
fn moved(line: &Line, mnemonic: &str) -> Option<Register> {
    let base = line.operand(1).trim_start_matches('[').split([',', ']']).next()?;
    let through_stack = matches!(known(base), Some(13 | 15));
    let fits = width(line.mnemonic()).is_some_and(|w| w >= 4) && line.mnemonic().starts_with(mnemonic);
    known(line.operand(0)).filter(|_| through_stack && fits)
}

/// Places of the stores that begin and the loads that end a function, for registers of a range: the first
/// store and the last load of each.
fn saves(site: &Site<'_>, wanted: &RangeInclusive<Register>) -> Vec<(usize, usize)> {
    let lines = &site.function.lines;
    let mut out = Vec::new();
    for (i, line) in lines.iter().enumerate() {
        let Some(saved) = moved(line, "str").filter(|r| wanted.contains(r)) else { continue };
        // A register that was written before holds the caller's value no more.
        let written = lines.iter().take(i).any(|l| writes(l, saved));
        let same = |l: &Line| moved(l, "ldr") == Some(saved) && width(l.mnemonic()) == width(line.mnemonic());
        let last = lines.iter().rposition(same);
        if let Some(j) = last.filter(|j| *j > i && !written) {
            out.push((i, j));
        }
    }
    out
}

fn writes(line: &Line, wanted: Register) -> bool {
    let Some(first) = known(line.operand(0)) else { return false };
    let stores = line.mnemonic().starts_with("str") || line.mnemonic().starts_with('j');
    let wide = line.mnemonic() == "ldrd";
    !stores && (first == wanted || wide && first + 1 == wanted)
}

/// True if a save or restore can be left out, as it does not move the stack pointer as well.
fn is_plain(line: &Line) -> bool {
    address(line).is_some()
}

/// Leaves out the last restore of a register of a range.
pub(super) fn drop_restore(site: &mut Site<'_>, wanted: &RangeInclusive<Register>) -> bool {
    let plain = |j: &usize| site.function.lines.get(*j).is_some_and(is_plain);
    let last = saves(site, wanted).into_iter().map(|(_, j)| j).find(plain);
    last.map(|j| site.function.lines.remove(j)).is_some()
}

pub(super) fn drop_save(site: &mut Site<'_>) -> bool {
    let plain = |n: usize| site.function.lines.get(n).is_some_and(is_plain);
    let places = saves(site, &VARIABLES).into_iter().find(|(i, j)| plain(*i) && plain(*j));
    for n in places.iter().flat_map(|(i, j)| [*j, *i]) {
        site.function.lines.remove(n);
    }
    places.is_some()
}

pub(super) fn restore_one_off(site: &mut Site<'_>) -> bool {
    for (_, j) in saves(site, &VARIABLES) {
        let Some(line) = site.function.lines.get_mut(j) else { continue };
        let Some((_, offset)) = address(line) else { continue };
        let step = width(line.mnemonic()).unwrap_or(4);
        if let Some(other) = with_offset(line, offset + step) {
            *line = other;
            return true;
        }
    }
    false
}

/// Lets two registers get each other's value back.
pub(super) fn restore_crossed(site: &mut Site<'_>) -> bool {
    let places: Vec<usize> = saves(site, &VARIABLES).into_iter().map(|(_, j)| j).collect();
    let lines = &mut site.function.lines;
    let plain = |n: usize, lines: &[Line]| lines.get(n).filter(|line| is_plain(line)).cloned();
    for (n, a) in places.iter().enumerate() {
        for b in places.iter().skip(n + 1) {
            let Some((first, second)) = plain(*a, lines).zip(plain(*b, lines)) else { continue };
            if first.mnemonic() != second.mnemonic() {
                continue;
            }
            for (at, from, to) in [(*a, &first, &second), (*b, &second, &first)] {
                let text = format!("{} {},{}", from.mnemonic(), to.operand(0), from.operand(1));
                lines.splice(at..=at, [Line::code(&text)]);
            }
            return true;
        }
    }
    false
}

/// Gives every use of some registers to others; `false` where the others are in use already.
pub(super) fn rename(site: &mut Site<'_>, names: &[(Register, Register)]) -> bool {
    let uses = |register| mentions(site, register);
    if names.iter().any(|(_, to)| uses(*to)) || !names.iter().any(|(from, _)| uses(*from)) {
        return false;
    }
    for line in &mut site.function.lines {
        *line = site.language.renamed(line, names);
    }
    true
}

/// True if a function reads or writes a register.
pub(super) fn mentions(site: &Site<'_>, register: Register) -> bool {
    site.function.lines.iter().any(|line| site.language.mentions(line, register))
}

/// A value that has to outlive a call is kept in r12, which calls destroy.
pub(super) fn keep_in_scratch(site: &mut Site<'_>) -> bool {
    let is_pair = |l: &Line| width(l.mnemonic()) == Some(8) && known(l.operand(0)) == Some(10);
    !site.function.lines.iter().any(is_pair) && rename(site, &[(10, 12)])
}
