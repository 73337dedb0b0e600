//! The picture of a call, as a model: banks of registers, the stack and memory with the bytes that were expected and those that
//! were observed. One model for every report: [`terminal`] draws it as text, the page as HTML.

mod build;
mod route;
mod sketch;
pub(crate) mod terminal;

pub(crate) use route::{Doing, Route};
pub(crate) use sketch::{Side, Sketch, Way};

/// Values of one finding that are drawn: as many as there are hues.
const MOST_VALUES: usize = 6;

/// A call as a finding describes it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Picture {
    /// Columns, in the order in which they are drawn.
    pub(crate) banks: Vec<Bank>,
    /// Values that are not where they were expected.
    pub(crate) moves: Vec<Move>,
    /// Names of the values, in the order of their letters.
    pub(crate) values: Vec<String>,
}

/// Registers of one file, the stack, or other memory.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Bank {
    /// Its name.
    pub(crate) title: String,
    /// Its places, each once, in their own order.
    pub(crate) slots: Vec<Slot>,
}

/// A place that can hold bytes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Slot {
    /// Order among the places of its bank.
    key: i128,
    /// Its name.
    pub(crate) name: String,
    /// Contents that the document expects there.
    pub(crate) expected: Option<Lane>,
    /// Contents that were observed there.
    pub(crate) observed: Option<Lane>,
}

/// Contents of a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Lane {
    /// Bytes in memory order.
    Bytes(Vec<Byte>),
    /// In words, with the number of the value that they are about.
    Words(String, Option<usize>),
}

/// A byte of a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Byte {
    /// Nothing is said of it.
    Unknown,
    /// A byte that belongs to no value.
    Other(u8),
    /// A byte that no value determines.
    Padding,
    /// A byte of the value with this number.
    Of(usize, u8),
}

/// A value, or a part of one, that is in another place than it should be: numbers of the value, and of bank and place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Move {
    /// The value.
    pub(crate) value: usize,
    /// Where it was expected.
    pub(crate) from: (usize, usize),
    /// Where it is.
    pub(crate) to: (usize, usize),
}

/// The letter of a value.
pub(crate) fn letter(value: usize) -> char {
    u8::try_from(value).map_or('?', |value| char::from(b'A'.saturating_add(value)))
}

impl Byte {
    pub(crate) fn text(self) -> String {
        match self {
            Byte::Unknown => "??".to_owned(),
            Byte::Padding => "..".to_owned(),
            Byte::Other(byte) | Byte::Of(_, byte) => format!("{byte:02x}"),
        }
    }
}

impl Lane {
    /// The value that it is about, if it is one.
    pub(crate) fn value(&self) -> Option<usize> {
        match self {
            Lane::Words(_, value) => *value,
            Lane::Bytes(bytes) => bytes.iter().find_map(|byte| match byte {
                Byte::Of(value, _) => Some(*value),
                _ => None,
            }),
        }
    }

    /// As text: the value's letter, and the bytes.
    pub(crate) fn text(&self) -> String {
        let letter = self.value().map(|value| format!("{}: ", letter(value))).unwrap_or_default();
        match self {
            Lane::Words(words, _) => format!("{letter}{words}"),
            Lane::Bytes(bytes) => {
                let all: Vec<String> = bytes.iter().map(|byte| byte.text()).collect();
                format!("{letter}{}", all.join(" "))
            }
        }
    }
}

impl Picture {
    /// The picture as rows of a table: bank, place, what is expected, what is observed.
    pub(crate) fn rows(&self) -> Vec<[String; 4]> {
        let text = |lane: &Option<Lane>| lane.as_ref().map(Lane::text).unwrap_or_default();
        let of_bank = |bank: &Bank| -> Vec<[String; 4]> {
            let row = |slot: &Slot| {
                [bank.title.clone(), slot.name.clone(), text(&slot.expected), text(&slot.observed)]
            };
            bank.slots.iter().map(row).collect()
        };
        self.banks.iter().flat_map(of_bank).collect()
    }

    /// The moves in words: `A from [sp+0] to r2 and r3`.
    pub(crate) fn moved(&self) -> Vec<String> {
        let name = |(bank, slot): (usize, usize)| {
            let slot = self.banks.get(bank).and_then(|bank| bank.slots.get(slot));
            slot.map_or("?", |slot| slot.name.as_str())
        };
        let from_one_place =
            self.moves.chunk_by(|one, other| (one.value, one.from) == (other.value, other.from));
        let words = |moves: &[Move]| {
            let first = moves.first()?;
            let to: Vec<&str> = moves.iter().map(|one| name(one.to)).collect();
            Some(format!("{} from {} to {}", letter(first.value), name(first.from), to.join(" and ")))
        };
        from_one_place.filter_map(words).collect()
    }
}
