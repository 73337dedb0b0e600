//! Stand-ins for assemblers and linkers that get something wrong: the project's own tools, broken on purpose, to see
//! whether a run finds it out.
//!
//! A stand-in works on another input than it is given, or changes what comes of it.

use crosscall_model::Target;
use crosscall_model::tool::{Input, InputRelocation, LinkInput, Made, Outcome, SymbolAt};

/// A way to get something wrong.
#[derive(Clone, Copy)]
pub struct ToolFault {
    /// Its name on the command line and in reports.
    pub name: &'static str,
    /// The clause that it breaks.
    pub clause: &'static str,
    /// What it does, in a line.
    pub text: &'static str,
    /// How.
    change: Change,
}

impl std::fmt::Debug for ToolFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

/// What is done otherwise. Each tells nothing, `None`, of an input that it leaves alone.
#[derive(Clone, Copy)]
enum Change {
    /// The linker works on another input.
    Link(fn(&mut LinkInput) -> Option<()>),
    /// The linker writes something else.
    Linked(fn(&LinkInput, &mut Outcome) -> Option<()>),
    /// The assembler works on another statement.
    Statement(fn(&str) -> Option<String>),
    /// The assembler writes something else.
    Assembled(fn(&str, &mut Made) -> Option<()>),
}

/// The faults for a target.
pub fn of(target: Target) -> &'static [ToolFault] {
    match target {
        Target::Epiphany => EPIPHANY,
        // Its tools have no table yet.
        Target::Nyuzi => &[],
        #[cfg(feature = "invented")]
        Target::Invented => &[],
    }
}

/// What a stand-in makes of an input; `sound` is the tool as it should be.
pub(super) fn apply(fault: &ToolFault, input: &Input, sound: &dyn Fn(&Input) -> Outcome) -> Outcome {
    match (fault.change, input) {
        (Change::Link(change), Input::Link(link)) => {
            let mut other = link.clone();
            match change(&mut other) {
                Some(()) => sound(&Input::Link(other)),
                None => sound(input),
            }
        }
        (Change::Linked(change), Input::Link(link)) => {
            let mut outcome = sound(input);
            change(link, &mut outcome);
            outcome
        }
        (Change::Statement(change), Input::Statement(text)) => match change(text) {
            Some(other) => sound(&Input::Statement(other)),
            None => sound(input),
        },
        (Change::Assembled(change), Input::Statement(text)) => {
            let mut outcome = sound(input);
            if let Outcome::Made(made) = &mut outcome {
                change(text, made);
            }
            outcome
        }
        _ => sound(input),
    }
}

const LINKER: &str = "EPIPHANY-S18";
const ASSEMBLER: &str = "EPIPHANY-S26";

const fn fault(name: &'static str, clause: &'static str, text: &'static str, change: Change) -> ToolFault {
    ToolFault { name, clause, text, change }
}

#[rustfmt::skip]
const EPIPHANY: &[ToolFault] = &[
    fault("addend-left-out", LINKER, "a linker takes no notice of addends",
        Change::Link(|link| { first(link)?.addend = 0; Some(()) })),
    fault("addend-subtracted", LINKER, "a linker subtracts the addend",
        Change::Link(|link| { let r = first(link)?; r.addend = r.addend.checked_neg().filter(|a| i32::try_from(*a).is_ok())?; Some(()) })),
    fault("branch-from-next", LINKER, "a linker counts long branches from the instruction behind them",
        Change::Link(|link| { let r = of_kind(link, 8)?; r.addend = shifted(r.addend, -4)?; Some(()) })),
    fault("high-rounded", LINKER, "a linker rounds the upper half up, as for a lower half with a sign",
        Change::Link(|link| { let r = of_kind(link, 9)?; r.addend = shifted(r.addend, 0x8000)?; Some(()) })),
    fault("old-contents-added", LINKER, "a linker adds the old contents of a word to the value",
        Change::Link(|link| {
            let old = word_at(link)?;
            let r = of_kind(link, 3)?;
            r.addend = i64::from((r.addend as u32).wrapping_add(old) as i32);
            Some(())
        })),
    fault("undefined-is-zero", LINKER, "a linker takes an undefined symbol for zero",
        Change::Link(|link| {
            let symbol = link.symbols.first_mut().filter(|s| s.place == SymbolAt::Undefined)?;
            symbol.place = SymbolAt::Weak;
            Some(())
        })),
    fault("bytes-swapped", LINKER, "a linker writes half-words with the high byte first",
        Change::Linked(|link, outcome| {
            let at = offset_of(link, 2)?;
            field(outcome, at, 2)?.reverse();
            Some(())
        })),
    fault("field-one-bit-too-high", LINKER, "a linker puts the lower half of a move one bit too high",
        Change::Linked(|link, outcome| {
            let at = offset_of(link, 10)?;
            let bytes = field(outcome, at, 4)?;
            let word = u32::from_le_bytes(bytes.try_into().ok()?);
            const FIELD: u32 = 0x0ff0_1fe0;
            let wrong = word & !FIELD | (word & FIELD) << 1 & FIELD;
            bytes.copy_from_slice(&wrong.to_le_bytes());
            Some(())
        })),
    fault("small-bytes-cut", LINKER, "a linker refuses bytes that are too large, and cuts those that are too small",
        Change::Link(|link| {
            let value = value(link)?;
            let r = of_kind(link, 1).filter(|_| value < -0x80)?;
            r.addend = shifted(r.addend, (value & 0xff) - value)?;
            Some(())
        })),
    fault("greatest-byte-refused", LINKER, "a linker refuses a byte of 255",
        Change::Linked(|link, outcome| {
            let is_greatest = value(link)? == 0xff && offset_of(link, 1).is_some();
            is_greatest.then(|| *outcome = Outcome::Refused("too large".to_owned()))
        })),
    fault("flags-set", LINKER, "an assembler sets a flag in the file's header",
        Change::Assembled(|_, made| { made.flags |= 1; Some(()) })),
    fault("immediate-one-more", ASSEMBLER, "an assembler adds one to the numbers of additions",
        Change::Statement(|text| text.starts_with("add ").then(|| with_number(text, |n| n + 1))?)),
    fault("minus-lost", ASSEMBLER, "an assembler forgets the minus of a displacement",
        Change::Statement(|text| text.contains("],#-").then(|| text.replace("],#-", "],#")))),
    fault("other-frame-pointer", ASSEMBLER, "an assembler takes fp for r15",
        Change::Statement(|text| text.contains("fp").then(|| text.replace("fp", "r15")))),
    fault("other-relocation", ASSEMBLER, "an assembler leaves the lower half where the upper one is asked for",
        Change::Assembled(|_, made| made.relocations.iter_mut().find(|r| r.kind == 9).map(|r| r.kind = 10))),
    fault("addend-dropped", ASSEMBLER, "an assembler drops the constant behind a symbol",
        Change::Assembled(|_, made| made.relocations.first_mut().map(|r| r.addend = 0))),
    fault("wraps-at-the-end", ASSEMBLER, "an assembler wraps an addition of 1024 around, and refuses greater ones",
        Change::Statement(|text| {
            let is_wrapped = text.starts_with("add ") && number(text) == Some(1024);
            is_wrapped.then(|| with_number(text, |_| -1024))?
        })),
    fault("long-additions", ASSEMBLER, "an assembler takes the long form of additions, and the short one of all else",
        Change::Statement(|text| {
            let rest = text.strip_prefix("add ").filter(|_| number(text).is_some())?;
            Some(format!("add.l {rest}"))
        })),
    fault("odd-pairs", ASSEMBLER, "an assembler takes a pair at an odd register for the pair that it is in",
        Change::Statement(|text| {
            let rest = text.strip_prefix("ldrd r")?;
            let (register, rest) = rest.split_once(',')?;
            let even = register.trim().parse::<u32>().ok().filter(|n| n % 2 == 1)? - 1;
            Some(format!("ldrd r{even},{rest}"))
        })),
];

fn first(link: &mut LinkInput) -> Option<&mut InputRelocation> {
    link.relocations.first_mut()
}

fn of_kind(link: &mut LinkInput, kind: u32) -> Option<&mut InputRelocation> {
    first(link).filter(|r| r.kind == kind)
}

/// An addend with something added, if the file can hold that.
fn shifted(addend: i64, by: i64) -> Option<i64> {
    addend.checked_add(by).filter(|sum| i32::try_from(*sum).is_ok())
}

fn offset_of(link: &LinkInput, kind: u32) -> Option<usize> {
    let r = link.relocations.first().filter(|r| r.kind == kind)?;
    usize::try_from(r.offset).ok()
}

/// Symbol plus addend, as a number of 32 bits with a sign.
fn value(link: &LinkInput) -> Option<i64> {
    let r = link.relocations.first()?;
    let symbol = match link.symbols.get(r.symbol)?.place {
        SymbolAt::Absolute(value) => value,
        SymbolAt::Section(section, offset) => link.sections.get(section)?.address.checked_add(offset)?,
        SymbolAt::Undefined | SymbolAt::Weak => return None,
    };
    Some(i64::from(symbol.wrapping_add_signed(r.addend) as u32 as i32))
}

/// The word at the first relocation, before it is linked.
fn word_at(link: &LinkInput) -> Option<u32> {
    let r = link.relocations.first()?;
    let bytes = &link.sections.get(r.section)?.bytes;
    let at = usize::try_from(r.offset).ok()?;
    bytes.get(at..)?.first_chunk().map(|word| u32::from_le_bytes(*word))
}

/// Bytes of the first section of what was made.
fn field(outcome: &mut Outcome, at: usize, count: usize) -> Option<&mut [u8]> {
    match outcome {
        Outcome::Made(made) => made.sections.first_mut()?.get_mut(at..)?.get_mut(..count),
        Outcome::Refused(_) => None,
    }
}

/// The number that is the last operand of a statement.
fn number(text: &str) -> Option<i64> {
    let (_, last) = text.rsplit_once(',')?;
    let last = last.trim().trim_start_matches('#');
    let (sign, digits) = last.strip_prefix('-').map_or((1, last), |digits| (-1, digits));
    let magnitude = match digits.strip_prefix("0x") {
        Some(hex) => i64::from_str_radix(hex, 16).ok()?,
        None => digits.parse::<i64>().ok()?,
    };
    Some(sign * magnitude)
}

/// The same statement with another number.
fn with_number(text: &str, change: impl FnOnce(i64) -> i64) -> Option<String> {
    let (before, _) = text.rsplit_once(',')?;
    Some(format!("{before},#{}", change(number(text)?)))
}
