//! Tables in memory from which registers are loaded.

use crosscall_model::target::Register;

use super::fill::{Filled, Word};
use super::spelling::{Source, Spelling};

/// Least alignment of a table in bytes.
const LEAST_ALIGN: u64 = 8;

/// Registers to be loaded, in ascending order, with their places in a table. The places follow the numbers of the
/// registers, so that adjacent registers that are loaded at once are adjacent in the table.
struct Table<'a> {
    spelling: &'a dyn Spelling,
    filled: &'a [Filled],
    /// Number of the first register with a place: an even one, so that pairs are aligned.
    first: u16,
    last: u16,
    /// Distances from the beginning of the table in bytes, from the first register on.
    offsets: Vec<u64>,
}

/// Loads registers from a table at a label. The last register that can hold an address holds that of the table
/// meanwhile, or, if there is none, the first of `spare`; returns `false` where there are too few such registers.
pub(super) fn load(
    spelling: &dyn Spelling,
    code: &mut String,
    data: &mut String,
    label: &str,
    filled: &[Filled],
    spare: &[Register],
) -> bool {
    let (Some(first), Some(last)) = (filled.first(), filled.last()) else { return true };
    let (first, last) = (first.register.0 / 2 * 2, last.register.0);
    let table = Table { spelling, filled, first, last, offsets: offsets(spelling, first, last) };
    let bases = || filled.iter().map(|f| f.register).filter(|r| spelling.is_base(*r));
    let Some(base) = bases().next_back().or(spare.first().copied()) else { return false };
    let way = bases().chain(spare.iter().copied()).find(|r| *r != base);
    let knows_length =
        |f: &Filled| spelling.facts().registers.get(usize::from(f.register.0)).is_some_and(|r| r.variable);
    if way.is_none() && filled.iter().any(knows_length) {
        return false;
    }
    spelling.address(code, base, label);
    table.instructions(code, base, way);
    spelling.align(data, filled.iter().map(|f| width(spelling, f.register.0)).fold(LEAST_ALIGN, u64::max));
    spelling.label(data, label, false, "");
    table.rows(data);
    true
}

/// Number of bytes of a register in a table: whole words of one that is wider than a word.
fn width(spelling: &dyn Spelling, number: u16) -> u64 {
    let facts = spelling.facts();
    let bytes = facts.registers.get(usize::from(number)).map_or(facts.word, |info| info.bytes).max(1);
    if bytes > facts.word { bytes.next_multiple_of(facts.word).into() } else { bytes.into() }
}

/// Distances of registers from the beginning of a table: each follows the one before, aligned to its own width.
fn offsets(spelling: &dyn Spelling, first: u16, last: u16) -> Vec<u64> {
    let mut end = 0u64;
    let place = |number| {
        let width = width(spelling, number);
        let at = end.next_multiple_of(width);
        end = at + width;
        at
    };
    (first..=last).map(place).collect()
}

impl Table<'_> {
    fn find(&self, number: u16) -> Option<&Filled> {
        let found = self.filled.binary_search_by_key(&number, |f| f.register.0).ok();
        found.and_then(|at| self.filled.get(at))
    }

    /// Distance of a register from the beginning of the table, in bytes.
    fn offset(&self, number: u16) -> u64 {
        self.offsets.get(usize::from(number - self.first)).copied().unwrap_or(0)
    }

    /// Writes the loads: first the registers that cannot hold an address, while there are registers for intermediate
    /// values; then the others in ascending order, and finally the one that held the address of the table.
    fn instructions(&self, code: &mut String, base: Register, spare: Option<Register>) {
        let source = |filled: &Filled| Source { base, offset: self.offset(filled.register.0) };
        let load = |code: &mut String, filled: &Filled| {
            self.spelling.load(code, filled.register, &source(filled), filled.bytes, spare);
        };
        let (bases, others): (Vec<&Filled>, Vec<&Filled>) =
            self.filled.iter().partition(|f| self.spelling.is_base(f.register));
        for filled in others {
            load(code, filled);
        }
        let mut bases = bases.into_iter().filter(|f| f.register != base).peekable();
        while let Some(filled) = bases.next() {
            let number = filled.register.0;
            let pair = number % 2 == 0 && bases.peek().is_some_and(|next| next.register.0 == number + 1);
            if pair && self.spelling.load_pair(code, filled.register, &source(filled)) {
                bases.next();
            } else {
                load(code, filled);
            }
        }
        if let Some(last) = self.find(base.0) {
            load(code, last);
        }
    }

    fn rows(&self, data: &mut String) {
        let mut at = self.first;
        while at <= self.last {
            at = self.row(data, at);
        }
    }

    /// Writes one part of the table: a register that carries a value, or is wider than a word, has a line of its own;
    /// poison has four registers a line; a gap is one part. Returns the next register.
    fn row(&self, data: &mut String, first: u16) -> u16 {
        let name = self.spelling.name(Register(first));
        let run = |belongs: &dyn Fn(u16) -> bool| (first..=self.last).take_while(|n| belongs(*n)).count();
        let Some(filled) = self.find(first) else {
            let gap = first + run(&|n| self.find(n).is_none()) as u16;
            let bytes = self.offset(gap) - self.offset(first);
            self.spelling.space(data, bytes, None, &format!("from {name} on, not from here"));
            return gap;
        };
        let word = u64::from(self.spelling.facts().word);
        let single = |f: &Filled| f.note.is_empty() && width(self.spelling, f.register.0) == word;
        if !single(filled) {
            let note = if filled.note.is_empty() { "poison" } else { &filled.note };
            let note = format!("{name} = {note}");
            match filled.words.as_slice() {
                // Vector of length 0.
                [] => self.spelling.space(data, 0, None, &note),
                words => self.spelling.words(data, words, &note),
            }
            let end = self.offset(first) + filled.words.len() as u64 * word;
            self.skip(data, end, first + 1);
            return first + 1;
        }
        let run = run(&|n| n < first / 4 * 4 + 4 && self.find(n).is_some_and(single));
        let next = first + run as u16;
        let words: Vec<Word> =
            (first..next).filter_map(|n| self.find(n)).flat_map(|f| f.words.iter().cloned()).collect();
        self.spelling.words(data, &words, &format!("from {name} on, poison"));
        self.skip(data, self.offset(first) + run as u64 * word, next);
        next
    }

    /// Writes space up to the place of a register, if it has one in the table.
    fn skip(&self, data: &mut String, end: u64, next: u16) {
        if next <= self.last && self.offset(next) > end {
            self.spelling.space(data, self.offset(next) - end, None, "");
        }
    }
}
