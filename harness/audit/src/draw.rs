//! Inputs: values and contents of memory, generated from a few seeds. The same seeds give the same input, so that one argument
//! can be changed and what depends on it follows.

use super::amount::Bounds;
use super::chance::{Dice, edit};
use super::meaning::{Access, Element, Memory, Numbers, Shared, Within};
use super::members::{Member, Members};
use super::parameters::{Means, Parameters, is_number};
use super::place::{Footing, place};
use crosscall_generator::Widths;
use crosscall_generator::seed::SplitMix64;
use crosscall_model::leaf::leaves;
use crosscall_model::{Scalar, Target, Type, Value};
use crosscall_oracle::choose::Permits;
use std::collections::BTreeMap;
use std::ops::Range;

/// Bytes around each object that belong to nobody.
pub const GUARD: u64 = 64;

/// Byte of padding, which the poison replaces.
pub(super) const PADDING: u8 = 0xd9;

/// Seeds of an input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Genome {
    /// One for each parameter.
    pub genes: Vec<Gene>,
    /// Seed of the poison.
    pub poison: u64,
    /// Number by which alignments and the order of objects are chosen, so that all of them come in turn.
    pub turn: u64,
}

/// Seed of one argument.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Gene {
    /// Decides its value, or length and contents.
    pub seed: u64,
    /// Bytes of its contents that are others, by positions that count round.
    pub edits: Vec<(u32, u8)>,
    /// Number that it is instead, or of the elements of its memory, where that fits its meaning.
    pub forced: Option<u64>,
}

impl Genome {
    /// The same with the numbers that were drawn from it, which depend on what was known of the function then.
    pub fn pinned(&self, drawn: &Drawn) -> Genome {
        let mut pinned = self.clone();
        for (gene, pin) in pinned.genes.iter_mut().zip(&drawn.pins) {
            gene.forced = pin.or(gene.forced);
        }
        pinned
    }
}

/// An input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Drawn {
    /// Values of the arguments.
    pub values: Vec<Value>,
    /// Objects whose addresses are passed.
    pub objects: Vec<Object>,
    /// Number that each argument is, or of the elements of its memory, where it has one.
    pub pins: Vec<Option<u64>>,
    /// Numbers in records that have a meaning, by their names; of several records, those of the first.
    pub numbers: Vec<(String, i128)>,
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

/// An input that is being made.
#[derive(Default)]
struct Draft {
    values: Vec<Value>,
    objects: Vec<Object>,
    footings: Vec<Footing>,
    links: Vec<Link>,
    known: BTreeMap<String, Known>,
}

/// Number of an argument or a member, by which meanings of others call it.
#[derive(Clone, Copy)]
struct Known {
    number: i128,
    /// Position of the object that it points to, and the size of its elements in bytes.
    object: Option<(usize, u64)>,
    is_number: bool,
}

/// A value of an argument or a member.
enum Made {
    Value(Value),
    /// The address of an object by its position, and bytes from its beginning.
    Address(usize, u64),
}

/// An address that is written where it belongs as soon as objects have addresses.
struct Link {
    place: Spot,
    object: usize,
    offset: u64,
}

/// Place of an address.
enum Spot {
    /// Lowest bits of an argument, or of the scalar with a position in it.
    Argument { index: usize, leaf: usize, bits: u64 },
    /// Bits of an object.
    Object { object: usize, bit: u64, bits: u64 },
}

/// Parameter that is drawn, with its seeds and those of the input.
#[derive(Clone, Copy)]
struct For<'a> {
    parameter: usize,
    gene: &'a Gene,
    genome: &'a Genome,
}

impl Draft {
    fn named(&self, name: &str) -> i128 {
        self.known.get(name).map_or(0, |known| known.number)
    }

    fn know(&mut self, name: &str, number: i128, object: Option<(usize, u64)>, is_number: bool) {
        self.known.insert(name.to_owned(), Known { number, object, is_number });
    }

    /// Puts what was made into its place: an address as soon as there is one.
    fn settle(&mut self, place: Spot, made: Made) -> Option<()> {
        match made {
            Made::Address(object, offset) => self.links.push(Link { place, object, offset }),
            Made::Value(Value::Bits(bits)) => self.write(&place, bits)?,
            Made::Value(_) => {}
        }
        Some(())
    }

    fn write(&mut self, place: &Spot, number: u128) -> Option<()> {
        match *place {
            Spot::Argument { index, leaf, bits } => {
                let value = self.values.get_mut(index)?;
                *value = with_leaf(value, leaf, number & low_bits(bits));
                Some(())
            }
            Spot::Object { object, bit, bits } => self.objects.get_mut(object)?.put(bit, bits, number),
        }
    }
}

impl Drawing<'_> {
    /// The input of some seeds; `None` where its objects do not fit, or no number does.
    pub fn draw(&self, genome: &Genome) -> Option<Drawn> {
        let count = self.parameters.list.len();
        let mut draft = Draft { values: vec![Value::Bits(0); count], ..Draft::default() };
        for index in &self.parameters.order {
            let parameter = self.parameters.list.get(*index)?;
            let gene = genome.genes.get(*index).cloned().unwrap_or_default();
            let mut dice = Dice(SplitMix64::new(gene.seed));
            let about = For { parameter: *index, gene: &gene, genome };
            let made =
                self.make((&parameter.name, &parameter.ty), &parameter.means, about, &mut dice, &mut draft)?;
            match made {
                Made::Value(value) => *draft.values.get_mut(*index)? = value,
                address => draft.settle(Spot::Argument { index: *index, leaf: 0, bits: 128 }, address)?,
            }
        }
        let end = place(&mut draft.objects, &draft.footings, &self.arena, genome.turn)?;
        for link in std::mem::take(&mut draft.links) {
            let start = draft.objects.get(link.object)?.range.start;
            let address = (self.pointer)(start.checked_add(link.offset)?);
            draft.write(&link.place, address.into())?;
        }
        unify(&mut draft.objects, &draft.footings);
        let pins = self.parameters.list.iter().map(|parameter| {
            let known = draft.known.get(&parameter.name)?;
            Some(known.number.cast_unsigned() as u64)
        });
        let pins = pins.collect();
        let Draft { values, mut objects, known, .. } = draft;
        objects.sort_by_key(|object| object.range.start);
        let is_member = |(name, known): &(String, Known)| name.contains('.') && known.is_number;
        let numbers = known.into_iter().filter(is_member).map(|(name, known)| (name, known.number)).collect();
        Some(Drawn { values, objects, pins, numbers, end })
    }

    /// The value of an argument or a member.
    fn make(
        &self,
        (name, ty): (&str, &Type),
        means: &Means,
        about: For<'_>,
        dice: &mut Dice,
        draft: &mut Draft,
    ) -> Option<Made> {
        match means {
            Means::Value(meaning) => {
                let named = |name: &str| draft.named(name);
                let (value, number) = match self.forced(ty, meaning, &named, about.gene.forced) {
                    Some(forced) => forced,
                    None => self.value(ty, meaning, &named, dice)?,
                };
                draft.know(name, number, None, is_number(ty));
                Some(Made::Value(value))
            }
            Means::Function(function) => {
                let all = self.functions.get(*function).map(Vec::as_slice).unwrap_or_default();
                Some(Made::Value(Value::Bits(dice.pick(all).copied().unwrap_or(0).into())))
            }
            Means::Within(Within { of, element }) => {
                let Some((object, size)) = draft.known.get(of).and_then(|known| known.object) else {
                    return Some(Made::Value(Value::Bits(0)));
                };
                let number = self.within(element, dice, draft)?;
                draft.know(name, number, None, false);
                Some(Made::Address(object, u64::try_from(number).ok()?.checked_mul(size)?))
            }
            Means::Record(inside) => self.record(ty, inside, about, dice, draft),
            Means::Memory { .. } => self.memory(name, means, about, dice, draft),
        }
    }

    /// A record that is passed by value.
    fn record(
        &self,
        ty: &Type,
        inside: &Members,
        about: For<'_>,
        dice: &mut Dice,
        draft: &mut Draft,
    ) -> Option<Made> {
        let index = about.parameter;
        *draft.values.get_mut(index)? = self.any(ty, dice);
        for member in inside.order.iter().filter_map(|at| inside.list.get(*at)) {
            let all = leaves(ty, draft.values.get(index)?);
            let leaf = all.iter().position(|leaf| leaf.path == member.path)?;
            let made = self.inner(member, about, dice, draft)?;
            draft.settle(Spot::Argument { index, leaf, bits: member.bits }, made)?;
        }
        draft.values.get(index).cloned().map(Made::Value)
    }

    /// The value of a member, with seeds of its own.
    fn inner(&self, member: &Member, about: For<'_>, dice: &mut Dice, draft: &mut Draft) -> Option<Made> {
        let gene = Gene { seed: dice.number(), ..Gene::default() };
        let mut own = Dice(SplitMix64::new(gene.seed));
        self.make((&member.name, &member.ty), &member.means, For { gene: &gene, ..about }, &mut own, draft)
    }

    /// An object.
    fn memory(
        &self,
        name: &str,
        means: &Means,
        about: For<'_>,
        dice: &mut Dice,
        draft: &mut Draft,
    ) -> Option<Made> {
        let Means::Memory { memory, element, size, align, access, inside } = means else { return None };
        if memory.or_null && dice.one_in(6) {
            draft.know(name, 0, None, false);
            return Some(Made::Value(Value::Bits(0)));
        }
        let mut count = self.count(memory, dice, draft)?;
        let (low, high) = memory.count.values(&|name| draft.named(name));
        let like = draft.objects.last().filter(|_| element.is_none() && dice.one_in(3));
        let like = like.map(|object| (object.bytes.clone(), i128::try_from(object.bytes.len()).unwrap_or(0)));
        let end = i128::from(memory.of == Element::Character);
        if let Some((_, length)) = &like
            && (low..=high).contains(&(length - end))
            && memory.multiple == 1
        {
            count = (length - end).max(0);
        }
        if let Some(wanted) = about.gene.forced.map(i128::from)
            && (low.max(0)..=high).contains(&wanted)
            && wanted % i128::from(memory.multiple) == 0
        {
            count = wanted;
        }
        let (mut bytes, mut mask) = match (&memory.of, element) {
            (Element::Value(_), Some(ty)) => self.elements(ty, *size, count, dice)?,
            (of, _) => self.contents(of, count, about.genome, dice)?,
        };
        // Functions that compare go far with what is alike.
        for (byte, of_other) in bytes.iter_mut().zip(like.iter().flat_map(|(bytes, _)| bytes)) {
            if end == 0 || *byte != 0 && *of_other != 0 {
                *byte = *of_other;
            }
        }
        let room = memory.room.as_ref().map_or(Some(0), |room| self.within(room, dice, draft))?;
        let length = usize::try_from(u64::try_from(room).ok()?.checked_mul(*size)?).ok()?;
        if u64::try_from(length).ok()? > self.arena.end.saturating_sub(self.arena.start) {
            return None;
        }
        let filled = bytes.len();
        bytes.resize(filled.checked_add(length)?, 0);
        mask.resize(bytes.len(), 0);
        let (parameter, beyond, range) = (about.parameter, memory.beyond, 0..0);
        let (access, mut valued, own) = (*access, mask.clone(), name.to_owned());
        valued.iter_mut().skip(filled).for_each(|byte| *byte = 0xff);
        let mut object = Object { parameter, name: own, range, bytes, mask, valued, access, beyond };
        // Not every byte is one of a truth value or of an enumeration.
        let takes_any = match element {
            None => true,
            Some(Type::Scalar(scalar)) => !scalar.is_floating() && *scalar != Scalar::Bool,
            Some(_) => false,
        };
        if takes_any {
            edit(&mut object, about.gene, memory.of == Element::Character);
        }
        if access == Access::Out {
            object.mask.fill(0);
        }
        let shared = memory.shared.as_ref().and_then(|shared| shift(shared, object.bytes.len(), dice, draft));
        let at = draft.objects.len();
        draft.objects.push(object);
        draft.footings.push(Footing { align: *align, shared });
        draft.know(name, count, Some((at, *size)), false);
        let mut first = None;
        for number in 0..if inside.list.is_empty() { 0 } else { u64::try_from(count).ok()? } {
            let start = number.checked_mul(*size)?.checked_mul(8)?;
            for member in inside.order.iter().filter_map(|at| inside.list.get(*at)) {
                let bit = start.checked_add(member.bit_offset)?;
                let made = self.inner(member, about, dice, draft)?;
                draft.settle(Spot::Object { object: at, bit, bits: member.bits }, made)?;
            }
            // The others are called by the first one.
            first.get_or_insert_with(|| draft.known.clone());
        }
        draft.known = first.unwrap_or_else(|| std::mem::take(&mut draft.known));
        let element = memory.at.as_ref().map_or(Some(0), |element| self.within(element, dice, draft))?;
        Some(Made::Address(at, u64::try_from(element).ok()?.checked_mul(*size)?))
    }

    /// A number in a range.
    fn within(&self, bounds: &Bounds, dice: &mut Dice, draft: &Draft) -> Option<i128> {
        self.one_of(&Numbers::Range { bounds: bounds.clone(), multiple: 1 }, &|name| draft.named(name), dice)
    }

    /// The number of elements of memory.
    fn count(&self, memory: &Memory, dice: &mut Dice, draft: &Draft) -> Option<i128> {
        let named = |name: &str| draft.named(name);
        let (low, high) = memory.count.values(&named);
        match memory.multiple {
            1 => Some(self.number(low.max(0), high.max(0), dice)),
            multiple => {
                let range = Numbers::Range { bounds: memory.count.clone(), multiple };
                self.one_of(&range, &named, dice).map(|count| count.max(0))
            }
        }
    }
}

/// The object with which memory of so many bytes has some in common in this input, and from where in it on.
fn shift(shared: &Shared, length: usize, dice: &mut Dice, draft: &Draft) -> Option<(usize, i64)> {
    let (other, _) = draft.known.get(&shared.with)?.object?;
    let length = i64::try_from(length).ok()?;
    let others = i64::try_from(draft.objects.get(other)?.bytes.len()).ok()?;
    if !dice.one_in(2) {
        return None;
    }
    if shared.same {
        return Some((other, 0));
    }
    let most = u64::try_from(length.checked_add(others)?.checked_sub(1)?).ok()?;
    let near = i64::try_from(dice.below(17)).ok()?.checked_sub(8)?;
    let anywhere = i64::try_from(dice.below(most)).ok()?.checked_sub(length.checked_sub(1)?)?;
    let is_near = dice.one_in(2) && (1 - length..others).contains(&near);
    (length > 0 && others > 0).then_some((other, if is_near { near } else { anywhere }))
}

/// A value in which one of the scalars has other bits.
fn with_leaf(value: &Value, leaf: usize, bits: u128) -> Value {
    let mut at = 0..;
    value.map_bits(&mut |old| if at.next() == Some(leaf) { bits } else { old })
}

/// The lowest bits of a number.
fn low_bits(bits: u64) -> u128 {
    u32::try_from(bits).ok().and_then(|bits| u128::MAX.checked_shl(bits)).map_or(u128::MAX, |above| !above)
}

impl Object {
    /// Writes the lowest bits of a number, from a bit on.
    fn put(&mut self, bit: u64, bits: u64, number: u128) -> Option<()> {
        for index in 0..bits.min(128) {
            let place = bit.checked_add(index)?;
            let at = usize::try_from(place / 8).ok()?;
            let marked = 1u8 << (place % 8);
            let is_set = number >> index & 1 == 1;
            let byte = self.bytes.get_mut(at)?;
            *byte = if is_set { *byte | marked } else { *byte & !marked };
            if self.access != Access::Out {
                *self.mask.get_mut(at)? |= marked;
            }
            *self.valued.get_mut(at)? |= marked;
        }
        Some(())
    }
}

/// Gives objects that have bytes in common the same contents there.
fn unify(objects: &mut [Object], footings: &[Footing]) {
    for later in (0..objects.len()).filter(|at| footings.get(*at).is_some_and(|own| own.shared.is_some())) {
        let (before, rest) = objects.split_at_mut(later);
        let Some(own) = rest.first_mut() else { return };
        for other in before {
            let common = own.range.start.max(other.range.start)..own.range.end.min(other.range.end);
            for address in common {
                let at =
                    |object: &Object| usize::try_from(address - object.range.start).unwrap_or(usize::MAX);
                let (mine, theirs) = (at(own), at(other));
                let (Some(byte), Some(mask)) = (own.bytes.get_mut(mine), own.mask.get_mut(mine)) else {
                    continue;
                };
                let (Some(of_other), Some(mask_of_other)) =
                    (other.bytes.get_mut(theirs), other.mask.get_mut(theirs))
                else {
                    continue;
                };
                match *mask_of_other {
                    0 => *of_other = *byte,
                    _ => *byte = *of_other,
                }
                // Where neither holds anything, both hold the same.
                (*mask, *mask_of_other) = (0xff, 0xff);
            }
        }
    }
}
