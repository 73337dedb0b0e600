//! Expected output of a linker for an object file.

use super::statement::is_near;
use super::{Answer, Beyond, Rest, Tools, WorkedOut};
use crate::abi::rules::Rules;
use crosscall_model::plan::ClauseId;
use crosscall_model::tool::table::{Excess, Formula, Program, Relocation, Returned, Table};
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
    if input.beside == Some(Beside::Starts) {
        return started(tools, input);
    }
    let row_of = |kind: u32| table.relocations.iter().find(|row| row.number == kind);
    let name = |r: &InputRelocation| row_of(r.kind).map_or(UNKNOWN, |row| row.name).to_owned();
    let names: Vec<String> = input.relocations.iter().map(name).collect();
    let clause = |r: &InputRelocation| row_of(r.kind).map_or(table.objects, |row| row.clause);
    let mut own: Vec<ClauseId> = Vec::new();
    let first = input.relocations.first().and_then(|r| row_of(r.kind));
    let source = first.map_or("", |row| row.source);
    let mut sections: Vec<Vec<u8>> = input.sections.iter().map(|section| section.bytes.clone()).collect();
    let (mut why, mut says) = (Vec::new(), Speech::Silence);
    for (index, relocation) in input.relocations.iter().enumerate() {
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
                Site { tools, input, index, relocation, row }.apply(&mut sections, rules)
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
                return WorkedOut::new(expected, name(relocation), vec![clause(relocation)], source);
            }
        }
    }
    if let Some(beside) = &input.beside {
        return with_another(tools, beside, sections, rules);
    }
    let expected = Expected::Made { sections, relocations: Vec::new(), why: why.join("; "), says };
    WorkedOut::new(expected, names.join(", "), own, source)
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
        Beside::Flagged { flags } => return merged(tools, *flags, sections),
        Beside::Starts => ((Answer::Open, Vec::new()), "a program", DOCUMENT),
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
    WorkedOut::new(expected, row, own, source)
}

/// Expectation for a link of the object with one that has other flags.
fn merged(tools: &dyn Tools, flags: u32, sections: Vec<Vec<u8>>) -> WorkedOut {
    const ROW: &str = "an object with other flags";
    let Some((merged, own)) = tools.merged(flags) else {
        return WorkedOut::new(Expected::Open("nothing is said of it".to_owned()), ROW, Vec::new(), DOCUMENT);
    };
    match merged {
        Err(reason) => WorkedOut::new(Expected::Refusal(reason.to_owned()), ROW, own.to_vec(), DOCUMENT),
        Ok(flags) => {
            let (why, says) = (String::new(), Speech::Silence);
            let expected = Expected::Made { sections, relocations: Vec::new(), why, says };
            let flags = own.first().map(|clause| (flags, *clause));
            WorkedOut { flags, ..WorkedOut::new(expected, ROW, own.to_vec(), DOCUMENT) }
        }
    }
}

/// Expectation for a program that is run.
fn started(tools: &dyn Tools, input: &LinkInput) -> WorkedOut {
    let table = tools.table();
    let Some(program) = table.programs.iter().find(|program| is_of(program, input)) else {
        let reason = "no row of the table is such a program".to_owned();
        return WorkedOut::new(Expected::Open(reason), "another program", Vec::new(), "");
    };
    let number = match program.result {
        Returned::Number(number) => Some(number),
        Returned::Value => match input.symbols.get(program.labels.len() + 1).map(|symbol| symbol.place) {
            Some(SymbolAt::Absolute(value)) => Some(cut(table, value)),
            _ => None,
        },
    };
    let expected = match number {
        Some(number) => Expected::Returns { number },
        None => Expected::Open("its symbol has no value".to_owned()),
    };
    WorkedOut::new(expected, program.name, program.clauses.to_vec(), program.source)
}

/// The bits of a number that an address has.
fn cut(table: &Table, number: u64) -> u64 {
    let unused = 64 - table.address_bits.min(64);
    number << unused >> unused
}

/// True if an input is made of a program's row.
fn is_of(program: &Program, input: &LinkInput) -> bool {
    let place = |(other, offset, kind, symbol, addend): &(bool, u64, u32, usize, i64)| {
        (usize::from(*other), *offset, *kind, *symbol, *addend)
    };
    let wanted = program.relocations.iter().map(place);
    let found = input.relocations.iter().map(|r| (r.section, r.offset, r.kind, r.symbol, r.addend));
    let labels =
        program.labels.iter().map(|(_, other, offset)| SymbolAt::Section(usize::from(*other), *offset));
    let places = std::iter::once(SymbolAt::Section(0, 0)).chain(labels);
    let given = input.symbols.iter().map(|symbol| symbol.place).take(program.labels.len() + 1);
    let sections: Vec<&[u8]> = input.sections.iter().map(|section| section.bytes.as_slice()).collect();
    let (other, _) = program.other;
    let has_sections = match other {
        [] => sections == [program.code],
        _ => sections == [program.code, other],
    };
    has_sections && wanted.eq(found) && places.eq(given)
}

/// Name for a relocation whose number no row has.
const UNKNOWN: &str = "a relocation that does not exist";

struct Site<'a> {
    tools: &'a dyn Tools,
    input: &'a LinkInput,
    /// Position of the relocation among all.
    index: usize,
    relocation: &'a InputRelocation,
    row: Relocation,
}

impl Site<'_> {
    /// S, or what is wrong with the symbol.
    fn symbol(&self) -> Result<u64, Stop> {
        self.symbol_of(self.relocation)
    }

    /// S of another relocation.
    fn symbol_of(&self, relocation: &InputRelocation) -> Result<u64, Stop> {
        let symbol = self.input.symbols.get(relocation.symbol);
        match symbol.map(|s| (s.place, &s.name)) {
            None => Err(Stop::Open("the relocation has no symbol".to_owned())),
            Some((SymbolAt::Absolute(value), _)) => Ok(value),
            Some((SymbolAt::Weak, _)) => match self.tools.weak_is_zero(&self.row) {
                true => Ok(0),
                false => Err(Stop::Open(
                    "what stands for a weak symbol that is nowhere is the linker's own".to_owned(),
                )),
            },
            // Whether a symbol has to be anywhere that nothing is made of, no document says.
            Some((SymbolAt::Undefined, _)) if self.row.formula == Formula::Nothing => {
                Err(Stop::Open("nothing is made of the symbol, which is defined nowhere".to_owned()))
            }
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
            Formula::Nothing | Formula::Slot | Formula::Plus(_) | Formula::Minus(_) => (sum, place),
            Formula::Value | Formula::FromBase(_) => (self.tools.seen_by_programs(sum, rules), place),
            _ => (self.tools.seen_by_programs(sum, rules), self.tools.seen_by_programs(place, rules)),
        };
        let value = match self.row.formula {
            // The first slot of a table is at its beginning. Others have no value but with the contents or another relocation.
            Formula::Nothing
            | Formula::Slot
            | Formula::OfUpperPart(_)
            | Formula::Leb128(_)
            | Formula::Leb128Less(_) => 0,
            Formula::Plus(_) | Formula::Minus(_) => sum,
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
        self.signed(value)
    }

    /// A number of the address's width with its sign.
    fn signed(&self, value: u64) -> i64 {
        let unused = 64 - self.tools.table().address_bits.min(64);
        (value << unused) as i64 >> unused
    }

    /// S + A - P of the relocation that stands at the symbol.
    fn of_upper_part(&self, kinds: &[u32]) -> Result<i64, Stop> {
        if self.relocation.addend != 0 {
            return Err(Stop::Open("the addend has to be 0".to_owned()));
        }
        let place = self.input.symbols.get(self.relocation.symbol).map(|symbol| symbol.place);
        let is_upper = |r: &&InputRelocation| {
            kinds.contains(&r.kind) && place == Some(SymbolAt::Section(r.section, r.offset))
        };
        let upper =
            self.input.relocations.iter().filter(|r| r.section == self.relocation.section).find(is_upper);
        let upper = upper.ok_or_else(|| Stop::Refused("there is no upper part at its symbol".to_owned()))?;
        let section = self.input.sections.get(upper.section).map_or(0, |section| section.address);
        let place = section.wrapping_add(upper.offset);
        let sum = self.symbol_of(upper)?.wrapping_add_signed(upper.addend);
        Ok(self.signed(sum.wrapping_sub(place)))
    }

    /// The relocation right before this one, or right behind it, if it is of a kind and at the same place.
    fn neighbour(&self, index: Option<usize>, kind: u32) -> Result<&InputRelocation, Stop> {
        let neighbour = index.and_then(|index| self.input.relocations.get(index));
        let is_meant = |r: &&InputRelocation| {
            r.kind == kind && r.section == self.relocation.section && r.offset == self.relocation.offset
        };
        neighbour
            .filter(is_meant)
            .ok_or_else(|| Stop::Open(format!("there is no relocation {kind} beside it")))
    }

    /// Changes a number in LEB128, whose length stays.
    fn apply_leb128(&self, sections: &mut [Vec<u8>], set: u32) -> Result<(String, Speech), Stop> {
        let set = self.neighbour(self.index.checked_sub(1), set)?;
        let first = self.symbol_of(set)?.wrapping_add_signed(set.addend);
        let second = self.symbol()?.wrapping_add_signed(self.relocation.addend);
        let value = cut(self.tools.table(), first.wrapping_sub(second));
        let bytes =
            sections.get_mut(self.relocation.section).zip(usize::try_from(self.relocation.offset).ok());
        let bytes = bytes.and_then(|(bytes, at)| bytes.get_mut(at..)).unwrap_or_default();
        let Some(last) = bytes.iter().position(|byte| byte & 0x80 == 0) else {
            return Err(Stop::Open("the number has no end".to_owned()));
        };
        let mut rest = value;
        for (i, byte) in bytes.iter_mut().take(last + 1).enumerate() {
            *byte = (rest & 0x7f) as u8 | if i < last { 0x80 } else { 0 };
            rest >>= 7;
        }
        match rest {
            0 => Ok((format!("S + A, less the one before it, is {value:#x}"), Speech::Silence)),
            _ => Err(Stop::Refused(format!("{value:#x} does not fit {} bytes", last + 1))),
        }
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
        match row.formula {
            Formula::Leb128(less) => {
                self.neighbour(self.index.checked_add(1), less)?;
                return Ok(("the next relocation stores it".to_owned(), Speech::Silence));
            }
            Formula::Leb128Less(set) => return self.apply_leb128(sections, set),
            _ => {}
        }
        let bytes = sections.get_mut(relocation.section).zip(usize::try_from(relocation.offset).ok());
        let word = bytes.and_then(|(bytes, at)| bytes.get_mut(at..)?.get_mut(..row.bytes));
        let Some(word) = word else {
            return Err(Stop::Open("the field is not inside its section".to_owned()));
        };
        if !place.is_multiple_of(row.align) {
            return Err(Stop::Open(format!("the field is not aligned to {}", row.align)));
        }
        let mut number = 0u64;
        for (i, byte) in word.iter().enumerate() {
            number |= u64::from(*byte) << (8 * i);
        }
        let mask = row.field.mask() as u64;
        let value = match row.formula {
            Formula::OfUpperPart(kinds) => self.of_upper_part(kinds)?,
            _ => self.value(symbol, place, section.address, rules),
        };
        let value = match row.formula {
            Formula::Minus(_) if relocation.addend != 0 && self.tools.adds_subtracted_addend(rules) => {
                value.wrapping_sub(relocation.addend.wrapping_mul(2))
            }
            _ => value,
        };
        let value = match row.formula {
            Formula::Plus(_) => ((number & mask) as i64).wrapping_add(value),
            Formula::Minus(_) => ((number & mask) as i64).wrapping_sub(value),
            _ => value,
        };
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
        let sum = self.symbol().map(|symbol| self.signed(symbol.wrapping_add_signed(self.relocation.addend)));
        if sum.is_ok_and(|sum| self.tools.may_adjust(&self.row, sum)) {
            return Err(Stop::Open("the linker may make another instruction of it".to_owned()));
        }
        let refused = match self.tools.beyond_in_link(self.row.excess, rules) {
            Beyond::Refused => true,
            Beyond::Open => {
                return Err(Stop::Open("nothing is said of a value that does not fit".to_owned()));
            }
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
        Formula::Plus(_) => "V + S + A",
        Formula::Minus(_) => "V - S - A",
        Formula::OfUpperPart(_) => "S + A - P of its upper part",
        Formula::Leb128(_) | Formula::Leb128Less(_) => "the difference",
    }
}
