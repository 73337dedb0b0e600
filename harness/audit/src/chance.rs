//! Values, numbers and contents of memory at random: often those at which functions go other ways.

use super::amount::Bounds;
use super::draw::{Drawing, Gene, Genome, Object, PADDING};
use super::meaning::{Element, Meaning, Numbers};
use super::parameters::{is_number, number_of};
use crosscall_generator::seed::SplitMix64;
use crosscall_generator::special;
use crosscall_generator::values::{ByteSupply, value};
use crosscall_generator::widths::mask;
use crosscall_model::leaf::leaves;
use crosscall_model::{Scalar, Type, Value};
use crosscall_oracle::abi;
use crosscall_oracle::choose::Chooser;
use crosscall_oracle::clause::catalogue;

impl Drawing<'_> {
    /// A number that is wanted, if it fits the type and the meaning of a parameter.
    pub(super) fn forced(
        &self,
        ty: &Type,
        meaning: &Meaning,
        named: &dyn Fn(&str) -> i128,
        forced: Option<u64>,
    ) -> Option<(Value, i128)> {
        let width = self.widths.leaf(ty).filter(|width| is_number(ty) && *width <= u64::BITS)?;
        let bits = u128::from(forced?) & mask(width);
        let number = number_of(ty, bits, width);
        let fits = match meaning {
            Meaning::Any => true,
            Meaning::Number(Numbers::Range { bounds: Bounds { low, high }, multiple }) => {
                (low.value(named)..=high.value(named)).contains(&number)
                    && number % i128::from(*multiple) == 0
            }
            _ => false,
        };
        fits.then_some((Value::Bits(bits), number))
    }

    /// A value that is passed itself, and the number that it is; `None` where no number fits.
    pub(super) fn value(
        &self,
        ty: &Type,
        meaning: &Meaning,
        named: &dyn Fn(&str) -> i128,
        dice: &mut Dice,
    ) -> Option<(Value, i128)> {
        let width = self.widths.leaf(ty).unwrap_or(64).clamp(1, 128);
        let number = match meaning {
            Meaning::Number(numbers) => self.one_of(numbers, named, dice)?,
            Meaning::Null => 0,
            _ => {
                let value = self.any(ty, dice);
                let number = match &value {
                    Value::Bits(bits) => number_of(ty, *bits, width),
                    _ => 0,
                };
                return Some((value, number));
            }
        };
        Some((Value::Bits(number.cast_unsigned() & mask(width)), number))
    }

    /// One of some numbers; `None` where there is none.
    pub(super) fn one_of(
        &self,
        numbers: &Numbers,
        named: &dyn Fn(&str) -> i128,
        dice: &mut Dice,
    ) -> Option<i128> {
        match numbers {
            Numbers::Range { bounds, multiple } => {
                let (low, high) = bounds.values(named);
                let multiple = i128::from((*multiple).max(1));
                let first = low.div_euclid(multiple) + i128::from(low.rem_euclid(multiple) != 0);
                let last = high.div_euclid(multiple);
                (first <= last).then(|| self.number(first, last, dice).saturating_mul(multiple))
            }
            Numbers::OneOf(list) => dice.pick(list).map(|amount| amount.value(named)),
        }
    }

    /// Any value of a type.
    pub(super) fn any(&self, ty: &Type, dice: &mut Dice) -> Value {
        let mut supply = ByteSupply::new(dice.below(256) as u8);
        let plain = value(ty, self.widths, &mut supply);
        let all = leaves(ty, &plain);
        let choices: Vec<(Vec<u128>, bool, u32)> = all
            .iter()
            .map(|leaf| {
                let is_number = matches!(leaf.ty, Type::Scalar(scalar) if !scalar.is_floating() && *scalar != Scalar::Bool);
                let width = leaf.bits.map_or_else(|| self.widths.leaf(leaf.ty).unwrap_or(64), u32::from);
                (special::of(leaf, self.widths), is_number, width.clamp(1, 128))
            })
            .collect();
        let mut next = choices.iter();
        plain.map_bits(&mut |old| {
            let Some((specials, is_number, width)) = next.next() else { return old };
            match (dice.below(8), is_number) {
                (0 | 1, _) => dice.pick(specials).copied().unwrap_or(old),
                (2 | 6, true) => u128::from(self.word(dice)) & mask(*width),
                (3, true) => u128::from(dice.below(20)) & mask(*width),
                (4 | 5, true) => (u128::from(dice.number()) << 64 | u128::from(dice.number())) & mask(*width),
                _ => old,
            }
        })
    }

    /// A number that the code mentions, or one beside it.
    fn word(&self, dice: &mut Dice) -> u64 {
        let word = dice.pick(self.dictionary).copied().unwrap_or_else(|| dice.0.next_u64());
        match dice.below(4) {
            0 => word.wrapping_add(1),
            1 => word.wrapping_sub(1),
            _ => word,
        }
    }

    /// A number in a range: often one of its ends, a small one, or one that the code mentions.
    pub(super) fn number(&self, low: i128, high: i128, dice: &mut Dice) -> i128 {
        let size = high.saturating_sub(low).cast_unsigned().saturating_add(1);
        let within = |number: i128| number.clamp(low, high);
        match dice.below(10) {
            0 => low,
            1 => high,
            2 => within(low.saturating_add(dice.below(18).into())),
            3 => within(high.saturating_sub(dice.below(18).into())),
            4 => {
                let word = i128::from(self.word(dice));
                if (low..=high).contains(&word) { word } else { within(dice.below(5).into()) }
            }
            // Small ones are as frequent as great ones.
            5 | 6 => {
                let bits = dice.below(u64::from(128 - size.leading_zeros()).max(1));
                low.saturating_add(
                    (u128::from(dice.number()) % (1u128 << bits.min(63)).min(size)).cast_signed(),
                )
            }
            _ => {
                let number = u128::from(dice.number()) << 64 | u128::from(dice.number());
                low.saturating_add((number % size.max(1)).cast_signed())
            }
        }
    }

    /// Values of a type one behind the other.
    pub(super) fn elements(
        &self,
        ty: &Type,
        size: u64,
        count: i128,
        dice: &mut Dice,
    ) -> Option<(Vec<u8>, Vec<u8>)> {
        let count = self.fitting(count, size)?;
        let (mut bytes, mut masks) = (Vec::new(), Vec::new());
        for _ in 0..count {
            let mut chooser = Chooser::new(catalogue(self.target), self.dialect);
            let element = self.any(ty, dice);
            let image = abi::image(self.target, ty, &element, PADDING, &mut chooser);
            bytes.extend(image.bytes);
            masks.extend(image.mask);
        }
        Some((bytes, masks))
    }

    /// A number of elements, if the memory holds so many.
    fn fitting(&self, count: i128, size: u64) -> Option<u64> {
        let room = self.arena.end.saturating_sub(self.arena.start);
        u64::try_from(count).ok().filter(|count| count.checked_mul(size).is_some_and(|bytes| bytes <= room))
    }

    /// Bytes, or a string with its end.
    pub(super) fn contents(
        &self,
        of: &Element,
        count: i128,
        genome: &Genome,
        dice: &mut Dice,
    ) -> Option<(Vec<u8>, Vec<u8>)> {
        let is_text = *of == Element::Character;
        let count = self.fitting(count, 1)?;
        let way = dice.below(10);
        // The same contents as those of another object, now and then.
        let first = genome.genes.iter().map(|gene| gene.seed).fold(0, u64::wrapping_add);
        let mut dice = Dice(SplitMix64::new(if way < 2 { first } else { dice.0.next_u64() }));
        let filler = dice.number() as u8;
        let mut word = [0; 8];
        let mut byte = |at: u64| match way {
            0 | 3 | 4 => dice.number() as u8,
            1 | 5 => b' ' + (dice.below(95) as u8),
            2 => 0,
            6 => filler,
            7 => dice.below(4) as u8,
            8 => (at as u8).wrapping_add(filler),
            _ => {
                if at.is_multiple_of(8) {
                    word = self.word(&mut dice).to_le_bytes();
                }
                word.get((at % 8) as usize).copied().unwrap_or(0)
            }
        };
        let mut bytes: Vec<u8> = (0..count).map(&mut byte).collect();
        run(&mut bytes, &mut dice);
        if is_text {
            bytes.iter_mut().filter(|byte| **byte == 0).for_each(|byte| *byte = b'a');
            bytes.push(0);
        }
        let mask = vec![0xff; bytes.len()];
        Some((bytes, mask))
    }
}

/// Puts a run of equal bytes somewhere, often of a whole number of words: functions look at several at once.
fn run(bytes: &mut [u8], dice: &mut Dice) {
    let length = dice.pick(&[0usize, 0, 0, 8, 16, 64]).copied().unwrap_or(0).min(bytes.len());
    let value = dice.pick(&[0, 0, 0xff, b'a', 0x80]).copied().unwrap_or(0);
    let from = usize::try_from(dice.below((bytes.len() - length) as u64 + 1)).unwrap_or(0);
    let from = if dice.one_in(2) { from / 8 * 8 } else { from };
    bytes.iter_mut().skip(from).take(length).for_each(|byte| *byte = value);
}

/// Changes single bytes; a string keeps its end.
pub(super) fn edit(object: &mut Object, gene: &Gene, is_text: bool) {
    let most = object.bytes.len().saturating_sub(usize::from(is_text));
    for (at, byte) in &gene.edits {
        let Some(at) = (*at as usize).checked_rem(most) else { return };
        if object.mask.get(at) == Some(&0xff)
            && let Some(old) = object.bytes.get_mut(at)
        {
            *old = if is_text && *byte == 0 { b'z' } else { *byte };
        }
    }
}

/// A source of decisions.
#[derive(Debug, Clone)]
pub(super) struct Dice(pub(super) SplitMix64);

impl Dice {
    /// The next number.
    pub(super) fn number(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number below `n`; 0 where that is 0.
    pub(super) fn below(&mut self, n: u64) -> u64 {
        self.0.next_u64().checked_rem(n).unwrap_or(0)
    }

    /// True once in `n` times.
    pub(super) fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }

    /// One of several; `None` of none.
    pub(super) fn pick<'c, T>(&mut self, items: &'c [T]) -> Option<&'c T> {
        items.get(usize::try_from(self.below(items.len() as u64)).ok()?)
    }
}
