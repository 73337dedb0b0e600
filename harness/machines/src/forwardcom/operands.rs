//! The fields that hold the sources and the fallback of an instruction.

use super::decode::Instruction;
use super::fields::{Field, bits};
use super::formats::{InstructionKind, Template, source};
use super::isa::{Immediate, flags};

/// One source: a bit of [`source`] and, for a register, its number.
pub(super) type Source = (u8, u8);

/// The fields in the order in which they are taken.
pub(super) const ORDER: [u8; 6] =
    [source::IMMEDIATE, source::MEMORY, source::RT, source::RS, source::RU, source::RD];

/// The field that holds the number of a register; `None` for the other sources.
pub(super) fn register_field(kind: u8) -> Option<Field> {
    match kind {
        source::RT => Some(bits::RT),
        source::RS => Some(bits::RS),
        source::RU => Some(bits::RU),
        source::RD => Some(bits::RD),
        _ => None,
    }
}

impl Instruction {
    /// The number in a register field, 255 for other sources.
    pub fn register(&self, kind: u8) -> u8 {
        register_field(kind).map_or(255, |field| self.words.get(field) as u8)
    }

    /// The fields that may hold sources.
    fn available(&self) -> u8 {
        let mut available = self.format.sources;
        if self.form.kind == InstructionKind::Single || self.format.kind == InstructionKind::Jump {
            if self.form.immediate == Immediate::No {
                available &= !source::IMMEDIATE;
            } else {
                available |= source::IMMEDIATE;
            }
        }
        if self.form.is(flags::TO_MEMORY) {
            available &= !source::MEMORY;
        }
        available
    }

    /// The sources in the order in which they are written, the first one first.
    pub(super) fn sources(&self) -> Vec<Source> {
        let available = self.available();
        let fields = ORDER.iter().copied().filter(|field| available & field != 0);
        let mut list: Vec<Source> =
            fields.take(self.form.sources.into()).map(|field| (field, self.register(field))).collect();
        list.reverse();
        list
    }

    /// The register whose value a masked-off result takes; `None` for 0.
    pub fn fallback(&self) -> Option<u8> {
        if !matches!(self.format.template, Template::A | Template::E) {
            return None;
        }
        let fields: Vec<u8> = ORDER
            .iter()
            .copied()
            .filter(|&field| field != source::RD && self.format.sources & field != 0)
            .collect();
        let (count, sources) = (fields.len(), usize::from(self.form.sources));
        let nth = |index: usize| fields.get(index).copied();
        let (field, separate) = if sources >= 3 && count >= 3 {
            (nth(2), false)
        } else if count > sources + 1 {
            (nth(2), true)
        } else if count == sources + 1 {
            (nth(count - 1), true)
        } else if count == sources {
            (nth(count.wrapping_sub(1)), false)
        } else if self.format.sources & source::RD != 0 {
            (Some(source::RD), false)
        } else {
            (None, false)
        };
        let field = field.filter(|&field| field >= source::RT)?;
        let number = self.register(field);
        (!separate || number != 31).then_some(number)
    }
}
