//! Which instructions of a function ran, and which ways its branches went.

use super::eyes::Ways;
use crosscall_engine::trial::entered::{Placed, Stage};
use crosscall_machines::listing::Line;
use crosscall_model::Target;
use crosscall_reports::audit::{Coverage, Spot};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// A function as it lies in a program.
#[derive(Debug, Clone)]
pub struct Body {
    /// Addresses of the function.
    pub range: Range<u64>,
    /// Instructions of the function.
    pub lines: Vec<Line>,
    symbols: Vec<Placed>,
}

impl Body {
    /// The body of the function at an address: as long as its symbol says, or else up to the next function.
    pub fn of(stage: &Stage, start: u64) -> Body {
        let here = |symbol: &&Placed| symbol.address == start;
        let size = stage.symbols().iter().filter(here).map(|symbol| symbol.size).max().unwrap_or(0);
        // Some formats have the size of something else there.
        let unit = crosscall_engine::machine::tools(stage.target()).tools().instruction_unit.max(1);
        let size = if size.is_multiple_of(unit) { size } else { 0 };
        let code = stage.code_at(start);
        let limit = code.map_or(start, |range| range.end);
        let next = stage.symbols().iter().find(|symbol| symbol.begins && symbol.address > start);
        let end = if size > 0 { start.saturating_add(size) } else { next.map_or(limit, |next| next.address) };
        let range = start..end.min(limit).max(start);
        let mut lines = stage.listing(&range);
        lines.retain(|line| !is_data(&line.text));
        // What fills the room up to the next function is not a part of it.
        while lines.last().is_some_and(is_filling) {
            lines.pop();
        }
        Body { range, lines, symbols: stage.symbols().to_vec() }
    }

    /// An instruction of the program, without its line in the source.
    pub fn spot(&self, stage: &Stage, address: u64) -> Spot {
        let line = self.lines.iter().find(|line| line.address == address).cloned();
        let code = stage.code_at(address);
        let elsewhere =
            || stage.listing(&(address..code?.end.min(address.saturating_add(64)))).into_iter().next();
        let text = line.or_else(elsewhere).map_or_else(String::new, |line| plain(&line.text));
        Spot { address, symbol: self.symbol(stage, address), text, source: None }
    }

    /// The symbol before an address, within the code of the objects, and the distance in the object file.
    fn symbol(&self, stage: &Stage, address: u64) -> Option<(String, u64)> {
        let before = self.symbols.iter().rev().find(|symbol| symbol.begins && symbol.address <= address)?;
        let first = self.symbols.iter().find(|s| s.begins && s.address == before.address)?;
        Some((first.name.clone(), stage.distance_in_file(first.address, address)))
    }

    /// Numbers that the instructions mention.
    pub fn numbers(&self) -> Vec<u64> {
        let is_part = |c: char| c.is_ascii_alphanumeric();
        let words = self.lines.iter().flat_map(|line| line.text.split(|c| !is_part(c)));
        let read = |word: &str| match word.strip_prefix("0x") {
            Some(digits) => u64::from_str_radix(digits, 16).ok(),
            None => word.parse().ok(),
        };
        let numbers: BTreeSet<u64> = words.filter_map(read).collect();
        numbers.into_iter().collect()
    }

    /// Coverage of the function by the ways that were taken, without lines of the source.
    pub fn coverage(&self, stage: &Stage, ways: &Ways) -> Coverage {
        let target = stage.target();
        let mut coverage = Coverage::default();
        let mut behind: BTreeMap<u64, BTreeSet<u64>> = BTreeMap::new();
        for (from, to) in ways.steps.iter().filter(|(from, _)| self.range.contains(from)) {
            behind.entry(*from).or_default().insert(*to);
        }
        let mut is_behind_end = false;
        for line in &self.lines {
            let address = line.address;
            let spot = || {
                let symbol = self.symbol(stage, address);
                Spot { address, symbol, text: plain(&line.text), source: None }
            };
            let has_run = ways.instructions.contains(&line.address);
            // What fills the room up to an aligned place, behind a jump, is no code.
            is_behind_end &= !has_run && is_filling(line);
            if is_behind_end {
                continue;
            }
            is_behind_end = goes_elsewhere(target, &line.text);
            coverage.instructions += 1;
            if !has_run {
                coverage.missing.push(spot());
                continue;
            }
            coverage.run += 1;
            if !is_conditional(target, &line.text) {
                continue;
            }
            let next = line.address.saturating_add(line.bytes.len() as u64);
            let ways = behind.get(&line.address);
            let stayed = ways.is_some_and(|ways| ways.contains(&next));
            let taken = ways.is_some_and(|ways| ways.iter().any(|to| *to != next));
            coverage.branches.1 += 1;
            if stayed && taken {
                coverage.branches.0 += 1;
            } else {
                coverage.one_way.push((spot(), taken));
            }
        }
        coverage
    }
}

/// Names of the two registers that a conditional branch compares, of which the second may be `zero`, by its text in the listing;
/// `None` where that is not known.
pub(super) fn compared(target: Target, text: &str) -> Option<(&str, &str)> {
    let (mnemonic, operands) = text.split_once(char::is_whitespace)?;
    if !matches!(target, Target::Riscv(_)) || !is_conditional(target, text) {
        return None;
    }
    let mut operands = operands.trim().split(',');
    match mnemonic {
        "c.beqz" | "c.bnez" => operands.next().map(|register| (register, "zero")),
        _ if mnemonic.starts_with('b') => operands.next().zip(operands.next()),
        _ => None,
    }
}

/// Text of an instruction with single blanks.
fn plain(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn is_data(text: &str) -> bool {
    text.starts_with('.')
}

/// True for what assemblers put between functions.
fn is_filling(line: &Line) -> bool {
    let mut words = line.text.split_whitespace().map(str::to_ascii_lowercase);
    let is_nop = words.any(|word| ["nop", "nopw", "nopl", "c.nop", "int3"].contains(&word.as_str()));
    is_nop || line.text.ends_with(" zero,zero,0") || line.bytes.iter().all(|byte| *byte == 0)
}

/// True for an instruction behind which control does not go on, by its text in the listing; false where that is not known.
fn goes_elsewhere(target: Target, text: &str) -> bool {
    let mut words = text.split_whitespace();
    let mnemonic = words.next().unwrap_or_default().to_ascii_lowercase();
    let is_one_of = |all: &[&str]| all.contains(&mnemonic.as_str());
    match target {
        Target::Riscv(_) => {
            let is_plain = words.next().is_some_and(|operands| operands.starts_with("zero,"));
            is_one_of(&["c.j", "c.jr", "c.unimp", "c.ebreak", "ebreak"])
                || is_one_of(&["jal", "jalr"]) && is_plain
        }
        Target::X86_64 => is_one_of(&["jmp", "ret", "ud2"]),
        Target::Aarch64 => is_one_of(&["b", "br", "ret", "brk"]),
        _ => false,
    }
}

/// True for an instruction that has two successors, by its text in the listing.
fn is_conditional(target: Target, text: &str) -> bool {
    let mnemonic = text.split_whitespace().next().unwrap_or_default();
    match target {
        Target::Epiphany => {
            mnemonic.starts_with('b')
                && !["b", "bl", "b.l", "bl.l"].contains(&mnemonic)
                && !mnemonic.starts_with("bitr")
        }
        Target::Nyuzi => ["bz", "bnz"].contains(&mnemonic),
        // A jump that compares, or an operation with a condition and the address for it.
        Target::Dpu => {
            let mut operands = text.split(", ").collect::<Vec<_>>().into_iter().rev();
            let is_address = operands.next().is_some_and(|last| last.trim().starts_with("0x"));
            let condition = operands.next().unwrap_or_default();
            let is_word = condition.chars().all(|c| c.is_ascii_alphabetic()) && condition != "true";
            let compares = mnemonic.starts_with('j') && mnemonic != "jump";
            compares || is_address && is_word && !condition.is_empty() && mnemonic != "call"
        }
        Target::Ipu => mnemonic.starts_with("br") && !["br", "bri"].contains(&mnemonic),
        Target::ForwardCom => text.contains(", jump_"),
        Target::Riscv(_) => {
            ["beq", "bne", "blt", "bge", "bltu", "bgeu", "c.beqz", "c.bnez"].contains(&mnemonic)
        }
        Target::X86_64 => mnemonic.starts_with(['j', 'J']) && !mnemonic.eq_ignore_ascii_case("jmp"),
        Target::Aarch64 => mnemonic.starts_with("b.") || ["cbz", "cbnz", "tbz", "tbnz"].contains(&mnemonic),
        #[cfg(feature = "invented")]
        Target::Invented => text.contains(", jump_"),
    }
}
