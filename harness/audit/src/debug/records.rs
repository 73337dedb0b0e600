//! Structures and unions: what debug information says of them, and attributes of the source that it does not record.
//!
//! A record that does not fit as it is declared may have been packed or aligned, or have bit-fields without names. Where one
//! of these explains everything, the record cannot be compared, and that is said.

use super::entries::{Entry, Habit, Outcome, Wrong, key};
use super::nodes::{Node, text};
use super::producers::Producer;
use super::rulings::Ruling;
use super::types::{Found, Known, Types, bytes};
use super::work::Exhausted;
use crosscall_model::{Member, Record, RecordKind, Scalar, Type};
use crosscall_oracle::abi::TypeFacts;
use crosscall_reports::audit::layout::Kind;
use gimli::constants as dw;
use std::rc::Rc;

/// Most members of a record.
const MOST_MEMBERS: usize = 2048;

/// Most gaps in front of bit-fields, or members with a raised alignment, for which an explanation is sought.
const MOST_GAPS: usize = 64;

/// Words in front of the reason why something in a record is not comparable, however deep it is.
const INSIDE: &str = "a record with ";

/// Why a class without members is not compared.
const EMPTY: &str = "no member, which C++ gives a size";

/// Greatest alignment that an attribute is taken to ask for.
const MOST_ALIGN: u64 = 4096;

/// Facts in debug information about a record.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Seen {
    size: u64,
    /// Places of the members in bits.
    places: Vec<u64>,
}

/// A record as it may have been declared: with bit-fields without names between the members that are known.
struct Guess {
    record: Record,
    /// Numbers of the known members.
    numbers: Vec<usize>,
}

impl Guess {
    fn plain(record: Record) -> Guess {
        let numbers = (0..record.members.len()).collect();
        Guess { record, numbers }
    }
}

/// Alignments that a record does not keep.
struct Lowered {
    aligns: Vec<u64>,
    /// True if something lies where only an alignment to single bytes puts it, which no convention does.
    is_to_bytes: bool,
}

impl Lowered {
    fn habits(&self) -> Vec<Habit> {
        self.aligns.iter().map(|align| Habit::Aligns(*align)).collect()
    }
}

/// Something in the source that debug information does not record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Excuse {
    Packed,
    Unnamed,
    Raised,
}

impl Excuse {
    fn words(self) -> &'static str {
        match self {
            Excuse::Packed => "it fits `packed` or `#pragma pack`",
            Excuse::Unnamed => "it fits with bit-fields without names, which debug information does not have",
            Excuse::Raised => {
                "it fits attributes that raise alignments, which its compiler does not write down"
            }
        }
    }
}

/// A guess with what it supposes.
struct Supposed {
    guess: Guess,
    excuse: Excuse,
}

/// Habits that other records have to show if the gaps of one without bit-fields are bit-fields without names: that its
/// compiler does not leave such gaps.
fn spread(read: &Read, shapes: &[(u64, u64)]) -> Vec<Habit> {
    let Read { record, seen, .. } = read;
    let (mut end, mut most, mut habits) = (0u64, 1, Vec::new());
    for ((member, (size, align)), place) in record.members.iter().zip(shapes).zip(&seen.places) {
        let place = place / 8;
        if place != end.next_multiple_of(*align) {
            habits.push(Habit::Near(key(&member.ty)));
        }
        end = place.saturating_add(*size);
        most = most.max(*align);
    }
    if end.checked_next_multiple_of(most) != Some(seen.size) {
        habits.push(Habit::EndsNear);
    }
    habits
}

/// A record as it was read.
struct Read {
    record: Record,
    seen: Seen,
    names: Vec<String>,
    /// Sizes of the members' types in bytes, as they are most plausible.
    sizes: Vec<u64>,
    weight: usize,
    /// True if a member is only a guess.
    is_vague: bool,
    /// True if it is passed by its address whatever it consists of.
    by_address: bool,
    /// True if its compiler writes down what attributes ask for.
    shows_alignment: bool,
}

impl Types<'_, '_, '_> {
    /// A structure or union.
    pub(super) fn record(&mut self, at: usize, node: &Node<'_>, depth: usize) -> Result<Found, Exhausted> {
        let Some(size) = node.size.filter(|_| !node.flags.declaration) else {
            return Ok(Err("a record that is only announced".into()));
        };
        let name = self.name_of(node);
        let read = match self.members(at, node, depth, size)? {
            Ok(read) => read,
            Err(reason) => {
                self.leave_out(Kind::Record, key((&name, size, &*reason)), &name, reason.clone());
                if &*reason == EMPTY && size == 1 {
                    // In another one it takes a byte; what it does when it is passed is not known.
                    let byte = self.known(Type::Scalar(Scalar::UnsignedChar), 1);
                    return Ok(byte.map(|known| Known { is_vague: true, ..known }));
                }
                let inside =
                    if reason.starts_with(INSIDE) { reason } else { format!("{INSIDE}{reason}").into() };
                return Ok(Err(inside));
            }
        };
        let key = key((&name, &read.record, &read.seen, read.shows_alignment));
        if let Some(Entry { outcome: Outcome::Disagrees(_) | Outcome::Excused(..), .. }) =
            self.entries.known(Kind::Record, key, self.file)
        {
            return Ok(Err(format!("{name} is not as it is declared").into()));
        }
        let is_known = self.entries.known(Kind::Record, key, self.file).is_some();
        let (outcome, found, ruling) = self.judge(&name, &read)?;
        if !is_known {
            let source = match outcome {
                Outcome::Agrees => None,
                _ => self.nodes.declared(node),
            };
            let inner = read.names.len() as u64;
            self.enter(Kind::Record, key, &name, outcome, ruling, (inner, source));
        }
        Ok(found)
    }

    /// `struct S`, or something else that finds it again.
    fn name_of(&self, node: &Node<'_>) -> String {
        let kind = if node.tag == dw::DW_TAG_union_type { "union" } else { "struct" };
        match node.name {
            [] => format!("{kind} without a name"),
            name => format!("{kind} {}", text(name)),
        }
    }

    /// Members of a record with their places.
    fn members(
        &mut self,
        at: usize,
        node: &Node<'_>,
        depth: usize,
        size: u64,
    ) -> Result<Result<Read, Rc<str>>, Exhausted> {
        let nodes = self.nodes;
        let unit = nodes.unit_of(node);
        let is_cpp = unit.is_some_and(|unit| unit.is_of_cpp());
        let kind = if node.tag == dw::DW_TAG_union_type { RecordKind::Union } else { RecordKind::Struct };
        let mut record = Record { align: attribute(node.align), ..Record::new(kind, Vec::new()) };
        let (mut places, mut names, mut sizes, mut weight) = (Vec::new(), Vec::new(), Vec::new(), 1);
        let (mut is_vague, mut has_functions) = (false, false);
        for child in nodes.children(at) {
            self.rulings.work.spend(2)?;
            let Some(member) = nodes.list.get(child) else { continue };
            match member.tag {
                dw::DW_TAG_member => {}
                dw::DW_TAG_inheritance => return Ok(Err("a base class".into())),
                dw::DW_TAG_subprogram => {
                    has_functions = true;
                    continue;
                }
                _ => continue,
            }
            if member.flags.external || member.flags.declaration {
                continue;
            }
            if member.flags.artificial && is_cpp && member.name.starts_with(b"_vptr") {
                return Ok(Err("a class with virtual functions".into()));
            }
            if record.members.len() >= MOST_MEMBERS {
                return Ok(Err("a great number of members".into()));
            }
            let known = match self.inner(child, depth)? {
                Ok(known) => known,
                Err(reason) => return Ok(Err(reason)),
            };
            let of_type = self.rulings.usual(&known.ty, known.weight)?.size.value.unwrap_or(0);
            let Some((place, bits)) = place(member, of_type, kind) else {
                return Ok(Err("a member whose place is not a constant".into()));
            };
            weight += known.weight;
            let Known { ty, raised, is_vague: of_member, is_open, by_address, .. } = known;
            is_vague |= of_member;
            has_functions |= by_address;
            let raised = attribute(member.align.or(raised));
            record.members.push(Member {
                bits,
                align: raised,
                flexible: is_open,
                ..Member::plain((*ty).clone())
            });
            places.push(place);
            names.push(text(member.name));
            sizes.push(of_type);
        }
        if is_cpp && record.members.is_empty() {
            return Ok(Err(EMPTY.into()));
        }
        let shows_alignment =
            unit.is_some_and(|unit| shows_alignment(unit.producer, unit.unit.encoding().version));
        // Of C++, what a class does when it is copied decides on how it is passed.
        is_vague |= is_cpp && node.passed.is_none() && has_functions;
        let by_address = node.passed == Some(dw::DW_CC_pass_by_reference);
        let seen = Seen { size, places };
        Ok(Ok(Read { record, seen, names, sizes, weight, is_vague, by_address, shows_alignment }))
    }

    /// Holds a record against the document: as it is declared, then with what debug information does not record.
    fn judge(&mut self, name: &str, read: &Read) -> Result<(Outcome, Found, Ruling), Exhausted> {
        let Read { record, seen, weight, .. } = read;
        let declared = Guess::plain(record.clone());
        let ruling = self.try_guess(&declared, seen, *weight)?;
        if ruling.is_fitting() {
            self.entries.exercise(&ruling.clauses);
            self.note_padding(read)?;
            let found = self.known(Type::Record(Box::new(declared.record)), *weight);
            let Read { is_vague, by_address, .. } = *read;
            let found = found.map(|known| Known { is_vague, by_address, ..known });
            return Ok((Outcome::Agrees, found, ruling));
        }
        if overlap(read) {
            // Clang in DWARF 4 leaves the width of a bit-field out that is as wide as its type.
            let reason: Rc<str> = "its members overlap in the debug information".into();
            return Ok((Outcome::LeftOut(reason.clone()), Err(reason), Ruling::default()));
        }
        let ty = Type::Record(Box::new(record.clone()));
        let numbers: Vec<usize> = (0..record.members.len()).collect();
        let wrong = |facts: &TypeFacts| wrong(facts, seen, &numbers);
        let reported = reported(name, read, ruling.nearest.as_ref(), self.hint(&ty, *weight, &wrong)?);
        let lowered = self.lowered(read)?;
        let shapes = self.shapes(record)?;
        for guess in guesses(read) {
            let other = self.try_guess(&guess.guess, seen, *weight + guess.guess.record.members.len())?;
            if !other.is_fitting() {
                continue;
            }
            let mut contrary = match &lowered {
                Some(lowered) if guess.guess.record.packed && !lowered.is_to_bytes => lowered.habits(),
                _ => Vec::new(),
            };
            if let (Excuse::Unnamed, Some(shapes)) = (guess.excuse, &shapes) {
                contrary.extend(spread(read, shapes));
            }
            let found = self.known(Type::Record(Box::new(guess.guess.record)), *weight);
            let found = found.map(|known| Known { is_vague: true, ..known });
            let outcome = match contrary.is_empty() {
                true => Outcome::LeftOut(guess.excuse.words().into()),
                false => Outcome::Excused(contrary, guess.excuse.words().into(), reported),
            };
            return Ok((outcome, found, Ruling::default()));
        }
        let found = Err(format!("{name} is not as it is declared").into());
        let outcome = match lowered {
            Some(lowered) if lowered.is_to_bytes => Outcome::LeftOut(Excuse::Packed.words().into()),
            Some(lowered) => Outcome::Excused(lowered.habits(), Excuse::Packed.words().into(), reported),
            None => Outcome::Disagrees(reported),
        };
        Ok((outcome, found, ruling))
    }

    fn try_guess(&mut self, guess: &Guess, seen: &Seen, weight: usize) -> Result<Ruling, Exhausted> {
        let ty = Type::Record(Box::new(guess.record.clone()));
        self.rulings.rule(&ty, weight, &|facts| wrong(facts, seen, &guess.numbers))
    }

    /// Size and alignment of each member's type as it is most plausible; `None` for records with bit-fields.
    fn shapes(&mut self, record: &Record) -> Result<Option<Vec<(u64, u64)>>, Exhausted> {
        let mut shapes = Vec::new();
        for member in &record.members {
            if member.bits.is_some() {
                return Ok(None);
            }
            let facts = self.rulings.usual(&member.ty, 1)?;
            let align = facts.align.value.unwrap_or(1).max(member.align.unwrap_or(1).into());
            shapes.push((facts.size.value.unwrap_or(0), align.max(1)));
        }
        Ok(Some(shapes))
    }

    /// Notes what a record that agrees shows of its compiler.
    fn note_padding(&mut self, read: &Read) -> Result<(), Exhausted> {
        let Read { record, seen, .. } = read;
        if record.kind == RecordKind::Union {
            return Ok(());
        }
        let Some(shapes) = self.shapes(record)? else { return Ok(()) };
        let (mut end, mut most) = (0, 1);
        for ((member, (size, align)), place) in record.members.iter().zip(&shapes).zip(&seen.places) {
            let place = place / 8;
            if place > end && end % align != 0 {
                self.entries.shows(Habit::Aligns(*align));
            }
            if place > 0 && place % (2 * align) != 0 {
                self.entries.shows(Habit::Near(key(&member.ty)));
            }
            end = place.saturating_add(*size);
            most = most.max(*align);
        }
        if seen.size % (2 * most) != 0 {
            self.entries.shows(Habit::EndsNear);
        }
        Ok(())
    }

    /// The alignments that would have to be lower than those of the types, if each member follows the one before it at some
    /// alignment of its own that is not greater than that of its type.
    fn lowered(&mut self, read: &Read) -> Result<Option<Lowered>, Exhausted> {
        let Read { record, seen, .. } = read;
        let Some(shapes) = self.shapes(record)? else { return Ok(None) };
        let (mut end, mut most, mut natural, mut aligns) = (0u64, 1, 1, Vec::new());
        let mut is_to_bytes = false;
        for ((size, align), place) in shapes.iter().zip(&seen.places) {
            let before = if record.kind == RecordKind::Union { 0 } else { end };
            let (usual, place) = (before.next_multiple_of(*align), place / 8);
            natural = natural.max(*align);
            if place != usual {
                let lower = (0..align.trailing_zeros()).map(|shift| 1u64 << shift);
                let Some(taken) = lower.rev().find(|lower| before.next_multiple_of(*lower) == place) else {
                    return Ok(None);
                };
                most = most.max(taken);
                is_to_bytes |= taken == 1;
                aligns.push(*align);
            }
            end = end.max(place.saturating_add(*size));
        }
        let mut ends =
            (0..=natural.trailing_zeros()).map(|shift| 1u64 << shift).filter(|align| *align >= most);
        let of_end = ends.find(|align| end.checked_next_multiple_of(*align) == Some(seen.size));
        let Some(of_end) = of_end else { return Ok(None) };
        if aligns.is_empty() {
            // Only the end is closer than the alignment of the members has it.
            aligns.push(natural);
        }
        is_to_bytes |= of_end == 1 && natural > 1 && seen.size % 2 != 0;
        aligns.sort_unstable();
        aligns.dedup();
        Ok(Some(Lowered { aligns, is_to_bytes }))
    }
}

/// True if two members of a structure have bits in common.
fn overlap(read: &Read) -> bool {
    let Read { record, seen, sizes, .. } = read;
    if record.kind == RecordKind::Union {
        return false;
    }
    let width = |(member, size): (&Member, &u64)| match member.bits {
        Some(width) => u64::from(width),
        None => size.saturating_mul(8),
    };
    let widths = record.members.iter().zip(sizes).map(width);
    let mut spans: Vec<(u64, u64)> =
        seen.places.iter().copied().zip(widths).filter(|(_, width)| *width > 0).collect();
    spans.sort_unstable();
    spans
        .windows(2)
        .any(|pair| matches!(pair, [(start, width), (next, _)] if start.saturating_add(*width) > *next))
}

/// An alignment that an attribute asks for.
fn attribute(align: Option<u64>) -> Option<u32> {
    let is_one = |align: &u64| align.is_power_of_two() && *align <= MOST_ALIGN;
    align.filter(is_one).and_then(|align| u32::try_from(align).ok())
}

/// Place of a member in bits, and its width if it is a bit-field.
pub(super) fn place(member: &Node<'_>, of_type: u64, kind: RecordKind) -> Option<(u64, Option<u8>)> {
    let start = match member.offset {
        Some(Ok(offset)) => offset.checked_mul(8)?,
        Some(Err(())) => return None,
        None => 0,
    };
    let Some(bits) = member.bits else {
        let is_placed = member.offset.is_some() || kind == RecordKind::Union;
        return is_placed.then_some((start, None));
    };
    let width = u8::try_from(bits).ok()?;
    if let Some(place) = member.bit_place {
        return Some((start.checked_add(place)?, Some(width)));
    }
    let Some(above) = member.bits_above else { return Some((start, Some(width))) };
    // Counted from the most significant bit of a unit of the size that is given, or of the type.
    let unit = i64::try_from(member.size.unwrap_or(of_type).checked_mul(8)?).ok()?;
    let from_low = unit.checked_sub(above)?.checked_sub(i64::from(width))?;
    Some((start.checked_add_signed(from_low)?, Some(width)))
}

/// Number of facts that are otherwise than what was seen.
fn wrong(facts: &TypeFacts, seen: &Seen, numbers: &[usize]) -> usize {
    let place = |number: &usize| facts.places.get(*number).and_then(|place| place.value);
    let others = numbers.iter().zip(&seen.places).filter(|(number, seen)| place(number) != Some(**seen));
    others.count() + usize::from(facts.size.value != Some(seen.size))
}

/// Declarations that the record may have had, the most plausible first.
fn guesses(read: &Read) -> Vec<Supposed> {
    let Read { record, seen, sizes, shows_alignment, .. } = read;
    let packed = Record { packed: true, ..record.clone() };
    let mut all = vec![Supposed { guess: Guess::plain(packed.clone()), excuse: Excuse::Packed }];
    let mut unnamed = Vec::new();
    for style in [Gap::Wide, Gap::Break, Gap::Unit] {
        let both = [record, &packed].into_iter().filter_map(|base| with_gaps(base, (seen, sizes), style));
        unnamed.extend(both.map(|guess| Supposed { guess, excuse: Excuse::Unnamed }));
    }
    let mut aligned = Vec::new();
    for base in [record, &packed].into_iter().filter(|_| !shows_alignment) {
        let whole = raised(base, seen.size);
        let members = with_raised_members(base, seen);
        let both = raised(&members, seen.size);
        let records = [whole, members, both].into_iter();
        aligned
            .extend(records.map(|record| Supposed { guess: Guess::plain(record), excuse: Excuse::Raised }));
    }
    // Beside bit-fields with names there are rather some without.
    let has_fields = record.members.iter().any(|member| member.bits.is_some());
    let (first, second) = if has_fields { (unnamed, aligned) } else { (aligned, unnamed) };
    all.extend(first);
    all.extend(second);
    all
}

/// Contents of a gap in front of a bit-field.
#[derive(Debug, Clone, Copy)]
enum Gap {
    /// A bit-field without a name as wide as the gap.
    Wide,
    /// One of width 0, which begins another unit.
    Break,
    /// One bit of an integer type whose unit is as large as the gap allows.
    Unit,
}

/// The record with bit-fields without names in its gaps.
fn with_gaps(record: &Record, (seen, sizes): (&Seen, &[u64]), style: Gap) -> Option<Guess> {
    if record.kind == RecordKind::Union {
        return None;
    }
    let mut guess = Guess { record: Record { members: Vec::new(), ..record.clone() }, numbers: Vec::new() };
    let mut end = 0u64;
    let mut before: Option<&Member> = None;
    for ((member, place), size) in record.members.iter().zip(&seen.places).zip(sizes) {
        if *place > end {
            let near = [Some(member), before].into_iter().flatten().find(|near| near.bits.is_some());
            fill(&mut guess.record.members, end..*place, near, style);
        }
        if guess.record.members.len() >= record.members.len() + MOST_GAPS {
            return None;
        }
        guess.numbers.push(guess.record.members.len());
        guess.record.members.push(member.clone());
        end = match member.bits {
            Some(width) => place.checked_add(u64::from(width))?,
            None => place.checked_add(size.checked_mul(8)?)?,
        };
        before = Some(member);
    }
    let last = seen.size.checked_mul(8)?;
    if end < last {
        fill(&mut guess.record.members, end..last, before.filter(|before| before.bits.is_some()), style);
    }
    Some(guess)
}

/// Fills a gap, in bits, with bit-fields without names; `near` is a bit-field beside it.
fn fill(members: &mut Vec<Member>, gap: std::ops::Range<u64>, near: Option<&Member>, style: Gap) {
    let unnamed = |ty: &Type, bits: u8| Member { named: false, ..Member::bit_field(ty.clone(), bits) };
    match style {
        Gap::Wide => {
            // As much as is left of a byte, then whole bytes, so that every type is wide enough.
            let mut at = gap.start;
            for _ in 0..MOST_GAPS {
                let some = (8 - at % 8).min(gap.end - at);
                if some == 0 {
                    break;
                }
                members.push(unnamed(&Type::Scalar(Scalar::UnsignedChar), some as u8));
                at += some;
            }
        }
        Gap::Break => members.push(unnamed(near.map_or(Scalar::Int.as_type(), |near| &near.ty), 0)),
        Gap::Unit => {
            let ty = match (gap.end - gap.start) / 8 {
                0..2 => Scalar::Char,
                2..4 => Scalar::Short,
                4..8 => Scalar::Int,
                _ => Scalar::LongLong,
            };
            members.push(unnamed(near.map_or(ty.as_type(), |near| &near.ty), 1));
        }
    }
}

/// The record with the greatest alignment of which its size is a multiple.
fn raised(record: &Record, size: u64) -> Record {
    let align = 1u64 << size.trailing_zeros().min(MOST_ALIGN.trailing_zeros());
    Record { align: attribute(Some(align)), ..record.clone() }
}

/// The record with each member aligned as its place is, where that is more than a member right behind the one before needs.
fn with_raised_members(record: &Record, seen: &Seen) -> Record {
    let mut raised = record.clone();
    for (member, place) in raised.members.iter_mut().zip(&seen.places) {
        let place = place / 8;
        if member.bits.is_none() && place > 0 {
            let align = 1u64 << place.trailing_zeros().min(MOST_ALIGN.trailing_zeros());
            member.align = attribute(Some(align));
        }
    }
    raised
}

/// True if a compiler writes down the alignments that attributes ask for: GCC from version 7 on in DWARF 5, Clang from version
/// 6 on.
fn shows_alignment(producer: &[u8], dwarf: u16) -> bool {
    match Producer::of(producer) {
        Producer::Gcc(version) => dwarf >= 5 && version >= 7,
        Producer::Clang(version) => version >= 6,
        Producer::Other => false,
    }
}

/// A place in words.
fn place_words(bits: u64) -> String {
    match bits % 8 {
        0 => format!("byte {}", bits / 8),
        bit => format!("bit {bit} of byte {}", bits / 8),
    }
}

/// All that does not fit.
fn reported(name: &str, read: &Read, facts: Option<&TypeFacts>, hint: Option<String>) -> Vec<Wrong> {
    let (Some(facts), Seen { size, places }) = (facts, &read.seen) else { return Vec::new() };
    let mut all = Vec::new();
    for ((member, seen), wanted) in read.names.iter().zip(places).zip(&facts.places) {
        let Some(value) = wanted.value.filter(|value| value != seen) else { continue };
        all.push(Wrong {
            kind: Kind::Member,
            name: format!("member {name}.{member}"),
            clauses: wanted.clauses.clone(),
            subject: format!("place of member `{member}` of {name}"),
            expected: place_words(value),
            observed: place_words(*seen),
            hint: hint.clone(),
        });
    }
    if let Some(value) = facts.size.value.filter(|value| value != size) {
        all.push(Wrong {
            kind: Kind::Record,
            name: format!("record {name}"),
            clauses: facts.size.clauses.clone(),
            subject: format!("size of {name}"),
            expected: bytes(value),
            observed: bytes(*size),
            hint,
        });
    }
    all
}
