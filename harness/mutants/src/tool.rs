//! Stand-ins for assemblers and linkers that get something wrong: the project's own tools, broken on purpose, to test that
//! a run finds it out.
//!
//! A stand-in works on another input than it is given, or changes what comes of it.

mod dpu;
mod epiphany;
mod forwardcom;
mod ipu;
mod nyuzi;
mod riscv;

use crosscall_model::Target;
use crosscall_model::tool::{Input, InputRelocation, LinkInput, Made, Outcome, SymbolAt};

/// A mistake of an assembler or a linker.
#[derive(Clone, Copy)]
pub struct ToolFault {
    /// Its name on the command line and in reports.
    pub name: &'static str,
    /// The clause that it breaks.
    pub clause: &'static str,
    /// Description in a line.
    pub text: &'static str,
    /// The change itself.
    change: Change,
}

impl std::fmt::Debug for ToolFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

impl ToolFault {
    /// Outcome of an input in the broken tool; `sound` is the tool as it should be.
    pub fn apply(&self, input: &Input, sound: &dyn Fn(&Input) -> Outcome) -> Outcome {
        match input {
            Input::Link(link) => {
                let mut other = link.clone();
                let other = self.change.link(&mut other).map(|()| Input::Link(other));
                let mut outcome = sound(other.as_ref().unwrap_or(input));
                if let Change::Linked(change) = self.change {
                    change(link, &mut outcome);
                }
                outcome
            }
            Input::Statement(text) => {
                let other = self.change.statement(text).map(Input::Statement);
                let mut outcome = sound(other.as_ref().unwrap_or(input));
                if let (Change::Assembled(change), Outcome::Made(made)) = (self.change, &mut outcome) {
                    change(text, made);
                }
                outcome
            }
        }
    }
}

/// Change of a tool. Functions give `None` for an input that they leave alone.
#[derive(Clone, Copy)]
enum Change {
    /// The linker works on another input.
    Link(fn(&mut LinkInput) -> Option<()>),
    /// The linker takes a relocation of the first kind for one of the second.
    Kind(u32, u32),
    /// The linker adds a number to the addend of relocations of a kind, if the file can hold the sum.
    Addend(u32, i64),
    /// The linker writes something else.
    Linked(fn(&LinkInput, &mut Outcome) -> Option<()>),
    /// The assembler works on another statement.
    Statement(fn(&str) -> Option<String>),
    /// The assembler takes the first text for the second.
    Word(&'static str, &'static str),
    /// The assembler writes something else.
    Assembled(fn(&str, &mut Made) -> Option<()>),
}

impl Change {
    /// Changes the input of a linker; `None` where that is left alone.
    fn link(self, link: &mut LinkInput) -> Option<()> {
        match self {
            Change::Link(change) => change(link),
            Change::Kind(kind, other) => of_kind(link, kind).map(|relocation| relocation.kind = other),
            Change::Addend(kind, by) => {
                let relocation = of_kind(link, kind)?;
                relocation.addend = shifted(relocation.addend, by)?;
                Some(())
            }
            _ => None,
        }
    }

    /// Another statement for an assembler; `None` where it is left alone.
    fn statement(self, text: &str) -> Option<String> {
        match self {
            Change::Statement(change) => change(text),
            Change::Word(word, other) => text.contains(word).then(|| text.replace(word, other)),
            _ => None,
        }
    }
}

/// Faults of the assembler and the linker of a target.
pub fn faults(target: Target) -> &'static [ToolFault] {
    match target {
        Target::Epiphany => epiphany::FAULTS,
        Target::Nyuzi => nyuzi::FAULTS,
        Target::Dpu => dpu::FAULTS,
        Target::Ipu => ipu::FAULTS,
        Target::ForwardCom => forwardcom::FAULTS,
        Target::Riscv(abi) => riscv::faults(abi),
        // Their documents are not about assemblers and linkers.
        Target::X86_64 | Target::Aarch64 => &[],
        #[cfg(feature = "invented")]
        Target::Invented => &[],
    }
}

const fn fault(name: &'static str, clause: &'static str, text: &'static str, change: Change) -> ToolFault {
    ToolFault { name, clause, text, change }
}

/// Changes the little-endian word at a place of the first section.
fn in_word(outcome: &mut Outcome, at: usize, change: impl FnOnce(u32) -> u32) -> Option<()> {
    let bytes = field(outcome, at, 4)?;
    let word = u32::from_le_bytes((&*bytes).try_into().ok()?);
    bytes.copy_from_slice(&change(word).to_le_bytes());
    Some(())
}

fn first(link: &mut LinkInput) -> Option<&mut InputRelocation> {
    link.relocations.first_mut()
}

fn of_kind(link: &mut LinkInput, kind: u32) -> Option<&mut InputRelocation> {
    first(link).filter(|r| r.kind == kind)
}

/// A relocation that is taken for another one: name, clause, number, the other's number.
macro_rules! taken_for {
    ($name:literal, $clause:literal, $kind:literal, $other:literal) => {
        fault(
            $name,
            $clause,
            concat!("takes relocation ", $kind, " for ", $other),
            Change::Kind($kind, $other),
        )
    };
}
use taken_for;

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

/// The same statement with another last number.
fn with_number(text: &str, change: impl FnOnce(i64) -> i64) -> Option<String> {
    let (before, _) = text.rsplit_once(',')?;
    let mark = if text.contains('#') { "#" } else { "" };
    Some(format!("{before},{mark}{}", change(number(text)?)))
}
