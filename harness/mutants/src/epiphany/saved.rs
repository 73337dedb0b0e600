//! Edits of the code that saves and restores registers.

use super::code::{address, register, width, with_offset};
use crate::facts::Facts;
use crate::listing::{Function, Line};
use std::ops::RangeInclusive;

const VARIABLES: RangeInclusive<u32> = 4..=11;
const HIGH: RangeInclusive<u32> = 32..=43;

/// First register of a load or store through the stack or frame pointer.
fn moved(line: &Line, mnemonic: &str) -> Option<u32> {
    let base = line.operand(1).trim_start_matches('[').split([',', ']']).next()?;
    let through_stack = matches!(register(base), 13 | 15);
    let fits = width(line.mnemonic()).is_some_and(|w| w >= 4) && line.mnemonic().starts_with(mnemonic);
    (through_stack && fits).then(|| register(line.operand(0)))
}

/// Places of the stores that begin and the loads that end a function, for registers of a range: the first
/// store and the last load of each.
fn saves(function: &Function, wanted: &RangeInclusive<u32>) -> Vec<(usize, usize)> {
    let mut out = Vec::new();
    for (i, line) in function.lines.iter().enumerate() {
        let Some(saved) = moved(line, "str").filter(|r| wanted.contains(r)) else { continue };
        // A register that was written before holds the caller's value no more.
        let written = function.lines.iter().take(i).any(|l| writes(l, saved));
        let same = |l: &Line| moved(l, "ldr") == Some(saved) && width(l.mnemonic()) == width(line.mnemonic());
        let last = function.lines.iter().rposition(same);
        if let Some(j) = last.filter(|j| *j > i && !written) {
            out.push((i, j));
        }
    }
    out
}

pub(super) fn writes(line: &Line, wanted: u32) -> bool {
    let first = register(line.operand(0));
    let stores = line.mnemonic().starts_with("str") || line.mnemonic().starts_with('j');
    let wide = line.mnemonic() == "ldrd";
    !stores && line.instruction.is_some() && (first == wanted || wide && first + 1 == wanted)
}

/// Loses the stack adjustment of no line: a save or restore that also moves the stack pointer stays.
fn is_plain(line: &Line) -> bool {
    address(line).is_some()
}

fn drop_restore_of(function: &mut Function, wanted: &RangeInclusive<u32>) -> bool {
    let places = saves(function, wanted);
    let Some((_, j)) = places.into_iter().find(|(_, j)| function.lines.get(*j).is_some_and(is_plain)) else {
        return false;
    };
    function.lines.remove(j);
    true
}

pub(super) fn drop_restore(function: &mut Function, _: &Facts) -> bool {
    drop_restore_of(function, &VARIABLES)
}

pub(super) fn drop_restore_high(function: &mut Function, _: &Facts) -> bool {
    drop_restore_of(function, &HIGH)
}

pub(super) fn drop_restore_frame(function: &mut Function, _: &Facts) -> bool {
    drop_restore_of(function, &(15..=15))
}

pub(super) fn drop_save(function: &mut Function, _: &Facts) -> bool {
    let places = saves(function, &VARIABLES);
    let both =
        |(i, j): &(usize, usize)| [i, j].into_iter().all(|n| function.lines.get(*n).is_some_and(is_plain));
    let Some((i, j)) = places.into_iter().find(both) else { return false };
    function.lines.remove(j);
    function.lines.remove(i);
    true
}

pub(super) fn restore_one_off(function: &mut Function, _: &Facts) -> bool {
    for (_, j) in saves(function, &VARIABLES) {
        let Some(line) = function.lines.get(j) else { continue };
        let Some((_, offset)) = address(line) else { continue };
        let step = width(line.mnemonic()).unwrap_or(4);
        let Some(other) = with_offset(line, offset + step) else { continue };
        function.lines.splice(j..=j, [other]);
        return true;
    }
    false
}

/// Two registers get each other's value back.
pub(super) fn restore_crossed(function: &mut Function, _: &Facts) -> bool {
    let places: Vec<usize> = saves(function, &VARIABLES).into_iter().map(|(_, j)| j).collect();
    for (n, a) in places.iter().enumerate() {
        for b in places.iter().skip(n + 1) {
            let (Some(first), Some(second)) = (function.lines.get(*a), function.lines.get(*b)) else {
                continue;
            };
            if first.mnemonic() != second.mnemonic() || !is_plain(first) || !is_plain(second) {
                continue;
            }
            let cross = |from: &Line, to: &Line| {
                Line::code(&format!("{} {},{}", from.mnemonic(), to.operand(0), from.operand(1)))
            };
            let (one, other) = (cross(first, second), cross(second, first));
            function.lines.splice(*a..=*a, [one]);
            function.lines.splice(*b..=*b, [other]);
            return true;
        }
    }
    false
}

/// Gives every use of some registers to others; `false` where the others are in use already.
pub(super) fn rename(function: &mut Function, names: &[(u32, u32)]) -> bool {
    let uses = |r: u32| mentions(function, r);
    if names.iter().any(|(_, to)| uses(*to)) || !names.iter().any(|(from, _)| uses(*from)) {
        return false;
    }
    let to = |word: &str| {
        let found = names.iter().find(|(from, _)| register(word) == *from);
        found.map(|(_, to)| format!("r{to}"))
    };
    for line in &mut function.lines {
        *line = line.with_words(&to);
    }
    true
}

/// Whether a function has to do with a register.
pub(super) fn mentions(function: &Function, wanted: u32) -> bool {
    function.lines.iter().any(|line| is_in(line, wanted))
}

fn is_in(line: &Line, wanted: u32) -> bool {
    let words = line.operands().iter().flat_map(|o| o.split(['[', ']', ',', ' ']));
    let mut words = words.map(register).filter(|r| *r < 64);
    let wide = line.mnemonic().ends_with('d') && width(line.mnemonic()) == Some(8);
    let pair = wide && register(line.operand(0)) + 1 == wanted;
    pair || words.any(|r| r == wanted)
}

/// A value that has to outlive a call is kept where calls destroy it.
pub(super) fn keep_in_general(function: &mut Function, _: &Facts) -> bool {
    rename(function, &[(8, 22), (9, 23)])
}

pub(super) fn keep_in_argument(function: &mut Function, _: &Facts) -> bool {
    rename(function, &[(10, 2), (11, 3)])
}

pub(super) fn keep_in_scratch(function: &mut Function, _: &Facts) -> bool {
    let pairs = |l: &Line| width(l.mnemonic()) == Some(8) && register(l.operand(0)) == 10;
    !function.lines.iter().any(pairs) && rename(function, &[(10, 12)])
}

pub(super) fn keep_in_upper(function: &mut Function, _: &Facts) -> bool {
    rename(function, &[(6, 46), (7, 47)])
}
