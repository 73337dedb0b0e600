//! From the instruction word to [`Instruction`].

use std::sync::LazyLock;

use super::encode::{fits, is_reserved};
use super::forms::{Form, WORD, aliases, forms};
use super::isa::{Instruction, OPERANDS};
use super::operands::{Operand, OperandKind};

/// A word that is no instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("no instruction has the bits {word:#x}")]
pub struct DecodeError {
    /// The 64 bits of the slot.
    pub word: u64,
}

/// Bits of [`key`].
const KEY_BITS: u32 = 10;

/// The part of a word by which forms are looked up: bits 47:44, 43:42, 31:28.
const fn key(word: u64) -> usize {
    (word >> 42 << 4 & 0x3f0 | word >> 28 & 15) as usize
}

/// Forms by [`key`].
type Index = Vec<Vec<&'static Form>>;

fn index(all: impl Iterator<Item = &'static Form>) -> Index {
    let mut index = vec![Vec::new(); 1 << KEY_BITS];
    for form in all {
        let (mask, base) = (key(form.mask), key(form.base));
        for (number, list) in index.iter_mut().enumerate() {
            if number & mask == base & mask {
                list.push(form);
            }
        }
    }
    index
}

static FORMS: LazyLock<Index> = LazyLock::new(|| index(forms()));
/// The more special spelling comes first.
static ALIASES: LazyLock<Index> = LazyLock::new(|| {
    let mut index = index(aliases());
    for list in &mut index {
        list.sort_by_key(|form| std::cmp::Reverse(form.mask.count_ones()));
    }
    index
});

fn read_operand(operand: &Operand, word: u64) -> Option<i64> {
    let raw = operand.layout.extract(word)?;
    Some(match operand.kind {
        OperandKind::Number { bits, signed: true, .. } => (raw << (64 - bits)) as i64 >> (64 - bits),
        _ => raw as i64,
    })
}

/// Reads a word as a form; `None` when it is another.
fn read(form: &'static Form, word: u64) -> Option<Instruction> {
    if word & form.mask != form.base {
        return None;
    }
    let mut values = [0; OPERANDS];
    for (place, operand) in values.iter_mut().zip(&form.operands) {
        let value = read_operand(operand, word)?;
        if !fits(operand, value) || is_reserved(form, operand, value) {
            return None;
        }
        *place = value;
    }
    Some(Instruction { form, values })
}

fn find(index: &Index, word: u64) -> Option<Instruction> {
    if word & !WORD != 0 {
        return None;
    }
    index.get(key(word))?.iter().find_map(|form| read(form, word))
}

/// Decodes the 64 bits of an instruction slot. Every accepted word encodes again to the same bits.
///
/// # Errors
/// No instruction has these bits.
pub fn decode(word: u64) -> Result<Instruction, DecodeError> {
    find(&FORMS, word).ok_or(DecodeError { word })
}

/// The special spelling of a word that decodes, if it has one.
pub(super) fn spelling(word: u64) -> Option<Instruction> {
    find(&ALIASES, word)
}
