//! Expected output of a linker for an object file.

use super::statement::is_near;
use super::{Answer, Beyond, Rest, Tools, WorkedOut};
use crate::abi::rules::Rules;
use crosscall_model::plan::ClauseId;
use crosscall_model::tool::table::{Excess, Formula, Relocation};
use crosscall_model::tool::{Beside, Expected, InputRelocation, LinkInput, Speech, SymbolAt};

/// Source of an expectation that the document itself has.
const DOCUMENT: &str = "the document";

/// Reason for which no contents are expected: the outcome is left open, or a refusal.
enum Stop {
    Open(String),
    Refused(String),
}

pub(super) fn plan(tools: &dyn Tools, input: &LinkInput, rules: &mut Rules<'_>) -> WorkedOut {
    let table = tools.table();
    let row_of = |kind: u32| table.relocations.iter().find(|row| row.number == kind);
    let name = |r: &InputRelocation| row_of(r.kind).map_or(UNKNOWN, |row| row.name).to_owned();
    let names: Vec<String> = input.relocations.iter().map(name).collect();
    let clause = |r: &InputRelocation| row_of(r.kind).map_or(table.objects, |row| row.clause);
    let mut own: Vec<ClauseId> = Vec::new();
    let first = input.relocations.first().and_then(|r| row_of(r.kind));
    let source = first.map_or("", |row| row.source);
    let mut sections: Vec<Vec<u8>> = input.sections.iter().map(|section| section.bytes.clone()).collect();
    let (mut why, mut says) = (Vec::new(), Speech::Silence);
    for relocation in &input.relocations {
        if !own.contains(&clause(relocation)) {
            own.push(clause(relocation));
        }
        let done = match row_of(relocation.kind) {
            None => Err(Stop::Refused(format!("there is no relocation {}", relocation.kind))),
            Some(row) if !tools.knows(row, rules) => {
                Err(Stop::Refused(format!("relocation {} is not in the table", row.number)))
            }
            Some(row) => {
                let row = tools.as_read(row, rules);
                Site { tools, input, relocation, row }.apply(&mut sections, rules)
            }
        };
        match done {
            Ok((words, own)) => {
                why.push(words);
                says = if own == Speech::Any { own } else { says };
            }
            Err(stop) => {
                let expected = match stop {
                    Stop::Open(reason) => Expected::Open(reason),
                    Stop::Refused(reason) => Expected::Refusal(reason),
                };
                return WorkedOut { expected, row: name(relocation), own: vec![clause(relocation)], source };
            }
        }
    }
    if let Some(beside) = &input.beside {
        return with_another(tools, beside, sections, rules);
    }
    let expected = Expected::Made { sections, relocations: Vec::new(), why: why.join("; "), says };
    WorkedOut { expected, row: names.join(", "), own, source }
}

/// Expectation for a link with another object, where all relocations are as they should be.
fn with_another(
    tools: &dyn Tools,
    beside: &Beside,
    sections: Vec<Vec<u8>>,
    rules: &mut Rules<'_>,
) -> WorkedOut {
    let ((answer, own), row, source) = match beside {
        Beside::WeakAgain => (tools.beside_weak(), "a weak name beside another one", DOCUMENT),
        Beside::Caller { changes, expects } => {
            let row = match expects {
                Some(_) => "the registers that a reference expects",
                None => "a reference that expects nothing in so many words",
            };
            (tools.caller_expects(*changes, *expects, rules), row, DOCUMENT)
        }
        Beside::CallsNowhere => {
            let (own, source) = tools.weak_function();
            let answer = if own.is_empty() { Answer::Open } else { Answer::ReturnsZero };
            ((answer, own), "a weak function that is defined nowhere", source)
        }
    };
    let reason = || "the function changes more registers than the reference to it expects".to_owned();
    let expected = match answer {
        Answer::Refused => Expected::Refusal(reason()),
        Answer::Warned => Expected::Warned { sections, reason: reason() },
        Answer::Linked => {
            Expected::Made { sections, relocations: Vec::new(), why: String::new(), says: Speech::Silence }
        }
        Answer::ReturnsZero => Expected::ReturnsZero { sections },
        Answer::Open => Expected::Open("nothing is said of it".to_owned()),
    };
    WorkedOut { expected, row: row.to_owned(), own, source }
}

/// Name for a relocation whose number no row has.
const UNKNOWN: &str = "a relocation that does not exist";

struct Site<'a> {
    tools: &'a dyn Tools,
    input: &'a LinkInput,
    relocation: &'a InputRelocation,
    row: Relocation,
}

impl Site<'_> {
    /// S, or what is wrong with the symbol.
    fn symbol(&self) -> Result<u64, Stop> {
        let symbol = self.input.symbols.get(self.relocation.symbol);
        match symbol.map(|s| (s.place, &s.name)) {
            None => Err(Stop::Open("the relocation has no symbol".to_owned())),
            Some((SymbolAt::Absolute(value), _)) => Ok(value),
            Some((SymbolAt::Weak, _)) => match self.tools.weak_is_zero() {
                true => Ok(0),
                false => Err(Stop::Open(
                    "what stands for a weak symbol that is nowhere is the linker's own".to_owned(),
                )),
            },
            Some((SymbolAt::Undefined, name)) => Err(Stop::Refused(format!("{name} is defined nowhere"))),
            Some((SymbolAt::Section(section, offset), _)) => match self.input.sections.get(section) {
                Some(section) => Ok(section.address.wrapping_add(offset)),
                None => Err(Stop::Open("the symbol is in no section".to_owned())),
            },
        }
    }

    /// The value before it is shifted, as a signed number of the address's width.
    fn value(&self, symbol: u64, place: u64, section: u64, rules: &mut Rules<'_>) -> i64 {
        let next = place.wrapping_add(self.row.bytes as u64);
        let sum = symbol.wrapping_add_signed(self.relocation.addend);
        let (sum, place) = match self.row.formula {
            Formula::Nothing | Formula::Slot => (sum, place),
            Formula::Value | Formula::FromBase(_) => (self.tools.seen_by_programs(sum, rules), place),
            _ => (self.tools.seen_by_programs(sum, rules), self.tools.seen_by_programs(place, rules)),
        };
        let value = match self.row.formula {
            // The first slot of a table is at its beginning.
            Formula::Nothing | Formula::Slot => 0,
            Formula::Value => sum,
            Formula::FromBase(base) => sum.wrapping_sub(base),
            Formula::FromPlace => sum.wrapping_sub(place),
            Formula::FromNext => sum.wrapping_sub(next),
            Formula::FromSection => sum.wrapping_sub(section),
            Formula::FromPlaceOrSection => match place != section && self.tools.counts_from_section(rules) {
                true => sum.wrapping_sub(section),
                false => sum.wrapping_sub(place),
            },
        };
        let unused = 64 - self.tools.table().address_bits.min(64);
        (value << unused) as i64 >> unused
    }

    /// Changes the field; in words how, and what may be printed about it.
    fn apply(&self, sections: &mut [Vec<u8>], rules: &mut Rules<'_>) -> Result<(String, Speech), Stop> {
        let Site { relocation, row, .. } = self;
        let symbol = self.symbol()?;
        let Some(section) = self.input.sections.get(relocation.section) else {
            return Err(Stop::Open("the field is in no section".to_owned()));
        };
        let place = section.address.wrapping_add(relocation.offset);
        if row.formula == Formula::Nothing {
            return Ok(("nothing is changed".to_owned(), Speech::Silence));
        }
        if row.formula == Formula::Slot && (self.input.relocations.len() > 1 || relocation.addend != 0) {
            return Err(Stop::Open("the order of the slots is the linker's own".to_owned()));
        }
        let bytes = sections.get_mut(relocation.section).zip(usize::try_from(relocation.offset).ok());
        let word = bytes.and_then(|(bytes, at)| bytes.get_mut(at..)?.get_mut(..row.bytes));
        let Some(word) = word else {
            return Err(Stop::Open("the field is not inside its section".to_owned()));
        };
        if !place.is_multiple_of(row.align) {
            return Err(Stop::Open(format!("the field is not aligned to {}", row.align)));
        }
        let value = self.value(symbol, place, section.address, rules);
        let shifted = value >> row.shift;
        let unit = row.field.unit.max(1);
        let rest = match shifted.rem_euclid(unit) {
            0 => 0,
            rest => match self.tools.rest_in_link(rules) {
                Rest::Refused => return Err(Stop::Refused(format!("{value} is no multiple of {unit}"))),
                Rest::Dropped => rest,
                Rest::Divided => shifted % unit,
            },
        };
        let shifted = shifted - rest;
        let says = if rest == 0 {
            self.check(shifted, rules)?
        } else {
            self.check(shifted, rules).and(Ok(Speech::Any))?
        };
        let mut number = 0u64;
        for (i, byte) in word.iter().enumerate() {
            number |= u64::from(*byte) << (8 * i);
        }
        let mask = row.field.mask() as u64;
        let mut placed = row.field.place(shifted) as u64;
        if number & mask != 0 && self.tools.adds_contents(rules) {
            placed = placed.wrapping_add(number & mask) & mask;
        }
        let number = number & !mask | placed;
        for (i, byte) in word.iter_mut().enumerate() {
            *byte = (number >> (8 * i)) as u8;
        }
        Ok((format!("{} is {value:#x}", words(row.formula)), says))
    }

    /// The words that may be printed when the shifted value is stored; an error if it is refused.
    fn check(&self, value: i64, rules: &mut Rules<'_>) -> Result<Speech, Stop> {
        let field = &self.row.field;
        if self.row.excess == Excess::None || (field.low..=field.high).contains(&value) {
            return Ok(Speech::Silence);
        }
        let refused = match self.tools.beyond_in_link(self.row.excess, rules) {
            Beyond::Refused => true,
            Beyond::RefusedFarther => !is_near(field, value),
            Beyond::LowBits | Beyond::Wraps => false,
        };
        match refused {
            true => Err(Stop::Refused(format!("{value} is not within {} and {}", field.low, field.high))),
            false => Ok(Speech::Any),
        }
    }
}

/// A formula in words.
fn words(formula: Formula) -> &'static str {
    match formula {
        Formula::Nothing => "nothing",
        Formula::Value => "S + A",
        Formula::FromPlace | Formula::FromPlaceOrSection => "S + A - P",
        Formula::FromBase(_) => "S + A, from the beginning of memory on,",
        Formula::FromNext => "S + A - P, less the size of the field,",
        Formula::FromSection => "S + A, less the address of the section,",
        Formula::Slot => "the offset of its slot",
    }
}
