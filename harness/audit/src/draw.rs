//! Inputs: values and contents of memory, generated from a few seeds. The same seeds give the same input, so that one argument
//! can be changed and what depends on it follows.

use super::amount::Bounds;
use super::meaning::{Access, Element, Meaning};
use super::parameters::{Means, Parameters, is_number, number_of};
use crosscall_generator::seed::SplitMix64;
use crosscall_generator::values::{ByteSupply, value};
use crosscall_generator::widths::mask;
use crosscall_generator::{Widths, special};
use crosscall_model::leaf::leaves;
use crosscall_model::{Scalar, Target, Type, Value};
use crosscall_oracle::abi;
use crosscall_oracle::choose::{Chooser, Permits};
use crosscall_oracle::clause::catalogue;
use std::ops::Range;

/// Bytes around each object that belong to nobody.
pub const GUARD: u64 = 64;

/// Byte of padding, which the poison replaces.
const PADDING: u8 = 0xd9;

/// Seeds of an input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Genome {
    /// One for each parameter.
    pub genes: Vec<Gene>,
    /// Seed of the poison.
    pub poison: u64,
}

/// Seed of one argument.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Gene {
    /// Decides its value, or length and contents.
    pub seed: u64,
    /// Bytes of its contents that are others, by positions that count round.
    pub edits: Vec<(u32, u8)>,
    /// Number that it is instead, where that fits its meaning.
    pub forced: Option<u64>,
}

/// An input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Drawn {
    /// Values of the arguments.
    pub values: Vec<Value>,
    /// Objects whose addresses are passed.
    pub objects: Vec<Object>,
    /// First address behind everything.
    pub end: u64,
}

/// Memory whose address is passed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Object {
    /// Position of the parameter.
    pub parameter: usize,
    /// Name: the parameter's, or that of a pointer in its records.
    pub name: String,
    /// Addresses of the object.
    pub range: Range<u64>,
    /// Contents of the object.
    pub bytes: Vec<u8>,
    /// Bits that the contents determine; poison is in the others.
    pub mask: Vec<u8>,
    /// Bits that belong to values; the others are padding, which nobody compares.
    pub valued: Vec<u8>,
    /// Access that the function has to the object.
    pub access: Access,
    /// Bytes beside it that may be read.
    pub beyond: u64,
}

/// Facts that inputs are generated with.
pub struct Drawing<'a> {
    /// The target.
    pub target: Target,
    /// The parameters.
    pub parameters: &'a Parameters,
    /// Widths of types.
    pub widths: &'a Widths,
    /// Readings for the layout of elements.
    pub dialect: &'a dyn Permits,
    /// Memory for the objects.
    pub arena: Range<u64>,
    /// Value of a pointer to data at an address.
    pub pointer: &'a dyn Fn(u64) -> u64,
    /// Values of pointers to the functions of ours, several for each of the parameters' functions.
    pub functions: &'a [Vec<u64>],
    /// Numbers that the code mentions.
    pub dictionary: &'a [u64],
}

impl Drawing<'_> {
    /// The input of some seeds; `None` where its objects do not fit.
    pub fn draw(&self, genome: &Genome) -> Option<Drawn> {
        let count = self.parameters.list.len();
        let mut drawn =
            Drawn { values: vec![Value::Bits(0); count], objects: Vec::new(), end: self.arena.start };
        let mut numbers: Vec<i128> = vec![0; count];
        for index in &self.parameters.order {
            let parameter = self.parameters.list.get(*index)?;
            let named = |name: &str| {
                let position = self.parameters.list.iter().position(|other| other.name == name);
                position.and_then(|at| numbers.get(at)).copied().unwrap_or(0)
            };
            let gene = genome.genes.get(*index).cloned().unwrap_or_default();
            let mut dice = Dice(SplitMix64::new(gene.seed));
            let (value, number) = match &parameter.means {
                Means::Value(meaning) => match self.forced(&parameter.ty, meaning, &named, gene.forced) {
                    Some(forced) => forced,
                    None => self.value(&parameter.ty, meaning, &named, &mut dice),
                },
                Means::Function(function) => {
                    let all = self.functions.get(*function).map(Vec::as_slice).unwrap_or_default();
                    let address = dice.pick(all).copied().unwrap_or(0);
                    (Value::Bits(address.into()), 0)
                }
                Means::Memory { .. } => {
                    let about = (*index, parameter.name.as_str(), &gene, genome);
                    self.memory(&parameter.means, about, &named, &mut dice, &mut drawn)?
                }
            };
            if let (Some(to), Some(as_number)) = (drawn.values.get_mut(*index), numbers.get_mut(*index)) {
                (*to, *as_number) = (value, number);
            }
        }
        drawn.objects.sort_by_key(|object| object.range.start);
        Some(drawn)
    }

    /// An object with its address, and the number of its elements.
    fn memory(
        &self,
        means: &Means,
        (parameter, name, gene, genome): (usize, &str, &Gene, &Genome),
        named: &dyn Fn(&str) -> i128,
        dice: &mut Dice,
        drawn: &mut Drawn,
    ) -> Option<(Value, i128)> {
        let Means::Memory { memory, element, size, align, access, inside } = means else {
            return Some((Value::Bits(0), 0));
        };
        if memory.or_null && dice.one_in(6) {
            return Some((Value::Bits(0), 0));
        }
        let (low, high) = memory.count.values(named);
        let count = self.number(low.max(0), high.max(0), dice);
        let (bytes, mask) = match (&memory.of, element) {
            (Element::Value(_), Some(ty)) => self.elements(ty, *size, count, dice)?,
            (of, _) => self.contents(of, count, genome, dice)?,
        };
        let (access, beyond) = (*access, memory.beyond);
        let (name, range, valued) = (name.to_owned(), 0..0, mask.clone());
        let mut object = Object { parameter, name, range, bytes, mask, valued, access, beyond };
        // Not every byte is one of a truth value or of an enumeration.
        let takes_any = match element {
            None => true,
            Some(Type::Scalar(scalar)) => !scalar.is_floating() && *scalar != Scalar::Bool,
            Some(_) => false,
        };
        if takes_any {
            edit(&mut object, gene, memory.of == Element::Character);
        }
        if access == Access::Out {
            object.mask.fill(0);
        }
        for number in 0..u64::try_from(count).ok()? {
            for pointer in inside {
                let (value, _) = match &pointer.means {
                    Means::Value(meaning) => self.value(&Type::DataPointer, meaning, named, dice),
                    means => {
                        let gene = Gene { seed: dice.number(), ..Gene::default() };
                        let about = (parameter, pointer.name.as_str(), &gene, genome);
                        self.memory(means, about, named, dice, drawn)?
                    }
                };
                let Value::Bits(bits) = value else { continue };
                let at = usize::try_from(number.checked_mul(*size)?.checked_add(pointer.offset)?).ok()?;
                let length = self.target.address_bytes();
                let bytes = bits.to_le_bytes();
                object.bytes.get_mut(at..at + length)?.copy_from_slice(bytes.get(..length)?);
                object.mask.get_mut(at..at + length)?.fill(0xff);
                object.valued.get_mut(at..at + length)?.fill(0xff);
            }
        }
        let start = self.place(&mut object, *align, dice, drawn)?;
        drawn.objects.push(object);
        Some((Value::Bits((self.pointer)(start).into()), count))
    }

    /// Gives an object its addresses: often aligned as it has to be and no more.
    fn place(&self, object: &mut Object, align: u64, dice: &mut Dice, drawn: &mut Drawn) -> Option<u64> {
        let from = drawn.end.checked_add(GUARD + object.beyond)?;
        let start = match dice.below(2) {
            0 => from.next_multiple_of(align.max(GUARD)),
            _ => from.next_multiple_of(align).checked_add(align.checked_mul(dice.below(8))?)?,
        };
        let end = start.checked_add(object.bytes.len() as u64)?;
        let all = end.checked_add(GUARD + object.beyond)?;
        if all > self.arena.end {
            return None;
        }
        object.range = start..end;
        drawn.end = all;
        Some(start)
    }

    /// A number that is wanted, if it fits the type and the meaning of a parameter.
    fn forced(
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
            Meaning::Range(Bounds { low, high }) => (low.value(named)..=high.value(named)).contains(&number),
            Meaning::OneOf(_) | Meaning::Null | Meaning::Memory(_) | Meaning::Function => false,
        };
        fits.then_some((Value::Bits(bits), number))
    }

    /// A value that is passed itself, and the number that it is.
    fn value(
        &self,
        ty: &Type,
        meaning: &Meaning,
        named: &dyn Fn(&str) -> i128,
        dice: &mut Dice,
    ) -> (Value, i128) {
        let width = self.widths.leaf(ty).unwrap_or(64).clamp(1, 128);
        let of_number = |number: i128| (Value::Bits(number.cast_unsigned() & mask(width)), number);
        match meaning {
            Meaning::Range(Bounds { low, high }) => {
                let (low, high) = (low.value(named), high.value(named));
                of_number(self.number(low, high.max(low), dice))
            }
            Meaning::OneOf(list) => of_number(dice.pick(list).map_or(0, |amount| amount.value(named))),
            Meaning::Null => of_number(0),
            Meaning::Any | Meaning::Memory(_) | Meaning::Function => {
                let value = self.any(ty, dice);
                let number = match &value {
                    Value::Bits(bits) => number_of(ty, *bits, width),
                    _ => 0,
                };
                (value, number)
            }
        }
    }

    /// Any value of a type.
    fn any(&self, ty: &Type, dice: &mut Dice) -> Value {
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
    fn number(&self, low: i128, high: i128, dice: &mut Dice) -> i128 {
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
    fn elements(&self, ty: &Type, size: u64, count: i128, dice: &mut Dice) -> Option<(Vec<u8>, Vec<u8>)> {
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
    fn contents(
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
        if is_text {
            bytes.iter_mut().filter(|byte| **byte == 0).for_each(|byte| *byte = b'a');
            bytes.push(0);
        }
        let mask = vec![0xff; bytes.len()];
        Some((bytes, mask))
    }
}

/// Changes single bytes; a string keeps its end.
fn edit(object: &mut Object, gene: &Gene, is_text: bool) {
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
pub struct Dice(pub SplitMix64);

impl Dice {
    /// The next number.
    pub fn number(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number below `n`; 0 where that is 0.
    pub fn below(&mut self, n: u64) -> u64 {
        self.0.next_u64().checked_rem(n).unwrap_or(0)
    }

    /// True once in `n` times.
    pub fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }

    /// One of several; `None` of none.
    pub fn pick<'c, T>(&mut self, items: &'c [T]) -> Option<&'c T> {
        items.get(usize::try_from(self.below(items.len() as u64)).ok()?)
    }
}
