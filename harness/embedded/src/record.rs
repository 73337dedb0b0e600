//! Layout of C types: sizes, alignments and places in memory. Decisions that a document may take are left to the
//! target; this file has the demands of C and the effects of faults.

use crosscall_model::{BitInt, Member, Record, RecordKind, Scalar, Type};

use crate::convention::{Convention, RecordRules};
use crate::fault::{FieldMistake, Mechanism};
use crate::laid::{Laid, Place, Shape};

/// Greatest nesting depth of types.
const MAXIMUM_DEPTH: u32 = 64;

/// Greatest alignment that an attribute may specify, in bytes.
const MAXIMUM_ALIGNMENT: u32 = 4096;

/// Greatest width of a bit-field, in bits: that of a value.
const WIDEST_FIELD: u32 = 64;

/// Lays out a type.
///
/// # Errors
/// Description of an error in the type, or of a size above the target's limit.
pub(crate) fn lay(ty: &Type, convention: &dyn Convention) -> Result<Laid, String> {
    Engine { convention, rules: convention.records(), word: convention.word() }.lay(ty, 0)
}

fn power_of_two(align: Option<u32>) -> Result<u32, String> {
    match align {
        None => Ok(1),
        Some(n) if n.is_power_of_two() && n <= MAXIMUM_ALIGNMENT => Ok(n),
        Some(n) => Err(format!("an alignment of {n} bytes")),
    }
}

struct Engine<'c> {
    convention: &'c dyn Convention,
    rules: RecordRules,
    word: u32,
}

/// State of a record's layout: the place of the next member, and the properties so far.
struct Cursor {
    /// Next free bit.
    bit: u64,
    /// Highest bit used by any member.
    extent: u64,
    /// Alignment of the record in bytes.
    align: u32,
    /// Alignment of the first member that has one.
    first: Option<u32>,
    /// True if an attribute asks for the alignment of a member.
    is_asked: bool,
}

impl Cursor {
    /// Records the alignment of a member.
    fn wants(&mut self, align: u32) {
        self.align = self.align.max(align);
        self.first.get_or_insert(align);
    }
}

impl Engine<'_> {
    fn breaks(&self, mechanism: Mechanism) -> bool {
        self.convention.breaks(mechanism)
    }

    fn mistakes(&self, mistake: FieldMistake) -> bool {
        self.breaks(Mechanism::BitField(mistake))
    }

    /// Size as 32 bits, if it is within the target's largest object.
    fn bounded(&self, size: u64) -> Result<u32, String> {
        let largest = self.convention.largest();
        let small = u32::try_from(size).ok().filter(|_| size <= largest);
        small.ok_or_else(|| format!("an object of more than {largest} bytes"))
    }

    fn lay(&self, ty: &Type, depth: u32) -> Result<Laid, String> {
        if depth > MAXIMUM_DEPTH {
            return Err(format!("a type nested deeper than {MAXIMUM_DEPTH}"));
        }
        match ty {
            Type::Scalar(scalar) => Ok(self.native(*scalar)),
            Type::Enum(constants) => Ok(self.convention.enumeration(constants)),
            Type::DataPointer => Ok(self.pointer(false)),
            Type::FunctionPointer => Ok(self.pointer(true)),
            Type::Array(elem, len) => self.array(elem, *len, depth),
            Type::Record(record) => self.record(record, depth),
            Type::Complex(part) => self.complex(*part, depth),
            Type::Vector { element, lanes } => self.vector(*element, *lanes, depth),
            Type::BitInt(integer) => Ok(self.bit_int(*integer)),
            Type::Atomic(scalar) => Ok(self.atomic(*scalar)),
            Type::Aligned(scalar, align) => self.aligned(*scalar, *align),
        }
    }

    fn native(&self, ty: Scalar) -> Laid {
        let mut laid = self.convention.native(ty);
        match self.convention.fault() {
            Some(Mechanism::Signed(other, wrong)) if other == ty => {
                laid.shape = Shape::Scalar { signed: wrong, floating: ty.is_floating() };
            }
            Some(Mechanism::Align(other, wrong)) if other == ty => laid.align = wrong,
            Some(Mechanism::Size(other, wrong)) if other == ty => {
                laid.size = wrong;
                laid.align = wrong;
            }
            Some(Mechanism::HalfAlign) if laid.size * 2 == self.word => laid.align = self.word,
            Some(Mechanism::DoubleAlign) if laid.size == self.word * 2 => laid.align = self.word,
            _ => {}
        }
        laid
    }

    fn aligned(&self, scalar: Scalar, align: u32) -> Result<Laid, String> {
        let align = power_of_two(Some(align))?;
        let plain = self.native(scalar);
        Ok(match self.breaks(Mechanism::TypedefAlign) {
            true => plain,
            false => Laid { align, is_asked: true, ..plain },
        })
    }

    fn atomic(&self, ty: Scalar) -> Laid {
        let laid = self.convention.atomic(self.native(ty));
        if self.breaks(Mechanism::AtomicAlign) { Laid { align: 1, ..laid } } else { laid }
    }

    fn bit_int(&self, BitInt { bits, unsigned }: BitInt) -> Laid {
        let (size, align) = self.convention.bit_int(bits.into());
        let signed = !unsigned;
        let loose = self.breaks(Mechanism::Own("bit-int-loose"));
        Laid { size, align, is_asked: false, shape: Shape::BitInt { bits, signed, loose } }
    }

    fn pointer(&self, function: bool) -> Laid {
        match self.convention.fault() {
            Some(Mechanism::PointerSize(wrong)) => Laid::integer(wrong, false),
            _ => Laid::integer(self.convention.pointer(function), false),
        }
    }

    fn array(&self, elem: &Type, len: u32, depth: u32) -> Result<Laid, String> {
        let elem = self.lay(elem, depth + 1)?;
        let stride = u64::from(elem.size) + u64::from(self.breaks(Mechanism::ArrayStride));
        let size = self.bounded(stride * u64::from(len))?;
        let least = if self.breaks(Mechanism::ArrayAlign) { self.word } else { 1 };
        let (align, is_asked) = (elem.align.max(least), elem.is_asked);
        let laid = Laid { size, align, is_asked, shape: Shape::Array(Box::new(elem), len) };
        Ok(Laid { is_asked: is_asked && !self.convention.forgets_attributes(&laid), ..laid })
    }

    fn complex(&self, part: Scalar, depth: u32) -> Result<Laid, String> {
        let like = Type::structure([part.into(), part.into()]);
        let like = Box::new(self.lay(&like, depth + 1)?);
        let part = self.native(part);
        let (size, align) = (part.size * 2, self.convention.complex_align(&part));
        Ok(Laid { size, align, is_asked: false, shape: Shape::Complex { part: Box::new(part), like } })
    }

    fn vector(&self, element: Scalar, lanes: u32, depth: u32) -> Result<Laid, String> {
        let lane = self.native(element);
        let mut size = self.bounded(u64::from(lane.size) * u64::from(lanes))?;
        if !lanes.is_power_of_two() {
            size =
                self.convention.odd_vector_size(size).ok_or_else(|| format!("a vector of {lanes} lanes"))?;
        }
        let mut align = self.convention.vector_align(&lane, size);
        if let Some(Mechanism::VectorAlign(most)) = self.convention.fault() {
            align = align.min(most);
        }
        let like = Type::structure((0..lanes).map(|_| element.into()));
        let like = Box::new(self.lay(&like, depth + 1)?);
        Ok(Laid { size, align, is_asked: false, shape: Shape::Vector { lane: Box::new(lane), lanes, like } })
    }

    fn record(&self, record: &Record, depth: u32) -> Result<Laid, String> {
        let union = record.kind == RecordKind::Union;
        let specified = power_of_two(record.align)?;
        let mut cursor = Cursor { bit: 0, extent: 0, align: 1, first: None, is_asked: false };
        let mut members = Vec::with_capacity(record.members.len());
        let backwards = !union && self.breaks(Mechanism::MemberOrder);
        for i in 0..record.members.len() {
            let i = if backwards { record.members.len() - 1 - i } else { i };
            let Some(member) = record.members.get(i) else { continue };
            if union && !self.breaks(Mechanism::UnionOffset) {
                cursor.bit = 0;
            }
            members.push(self.member(record, member, &mut cursor, depth)?);
        }
        if backwards {
            members.reverse();
        }
        let mut align = cursor.align;
        if self.breaks(Mechanism::RecordAlign) || union && self.breaks(Mechanism::UnionAlign) {
            align = cursor.first.unwrap_or(1);
        }
        align = self.convention.record_align(record, align, cursor.extent).max(specified);
        let shape = if union { Shape::Union(members) } else { Shape::Struct(members) };
        let mut laid = Laid { size: 0, align, is_asked: false, shape };
        let last = union && self.breaks(Mechanism::UnionSize);
        let used = if last { cursor.bit } else { cursor.extent }.div_ceil(8);
        let empty = used == 0 && laid.is_empty();
        let bytes = if empty { u64::from(self.rules.empty_size) } else { used };
        let round = if self.breaks(Mechanism::RecordSize) { 1 } else { align };
        laid.size = self.bounded(bytes.next_multiple_of(round.into()))?;
        if let (Some(named), false) = (record.name_align, self.breaks(Mechanism::TypedefAlign)) {
            laid.align = power_of_two(Some(named))?;
        }
        laid.is_asked = (record.align.is_some() || record.name_align.is_some() || cursor.is_asked)
            && !self.convention.forgets_attributes(&laid);
        Ok(laid)
    }

    fn member(
        &self,
        record: &Record,
        member: &Member,
        cursor: &mut Cursor,
        depth: u32,
    ) -> Result<Place, String> {
        let mut laid = self.lay(&member.ty, depth + 1)?;
        if let (Some(width), Type::Scalar(scalar)) = (member.bits, &member.ty)
            && u32::from(width) > laid.size * 8
        {
            // The type can be narrower than the bit-field only because of a fault.
            laid = self.convention.native(*scalar);
        }
        let wanted = member.align.map(|_| power_of_two(member.align)).transpose()?;
        let is_asked = match member.bits {
            None => laid.is_asked || wanted.is_some_and(|wanted| record.packed || wanted >= laid.align),
            Some(_) => wanted.is_some(),
        };
        cursor.is_asked |= is_asked;
        let bit_offset = match member.bits {
            None => self.whole(cursor, (&laid, is_asked), wanted, record.packed),
            Some(width) => {
                if !matches!(laid.shape, Shape::Scalar { .. } | Shape::BitInt { .. })
                    || u32::from(width) > (laid.size * 8).min(WIDEST_FIELD)
                {
                    return Err(format!("a bit-field of {width} bits in such a type"));
                }
                self.field(cursor, &laid, (width, member.named), wanted, record.packed)
            }
        };
        self.bounded(cursor.bit.div_ceil(8))?;
        if member.bits != Some(0) || self.rules.zero_fields_extend {
            cursor.extent = cursor.extent.max(cursor.bit);
        }
        let signed =
            member.bits.is_some_and(|width| self.convention.field_is_signed(&member.ty, &laid, width.into()));
        let Member { bits: field, named, flexible, .. } = *member;
        Ok(Place { bit_offset, field, signed, named, flexible, laid })
    }

    /// Places a member that is not a bit-field and returns its first bit.
    fn whole(
        &self,
        cursor: &mut Cursor,
        (laid, is_asked): (&Laid, bool),
        wanted: Option<u32>,
        packed: bool,
    ) -> u64 {
        let is_bare = matches!(laid.shape, Shape::Array(_, 0)) && self.breaks(Mechanism::ZeroArrayAlign);
        let mut align = if packed || is_bare { 1 } else { laid.align };
        if laid.size == 2 * self.word && !laid.is_record() && self.breaks(Mechanism::MemberAlign) {
            align = align.min(self.word);
        }
        if !is_asked || !self.convention.obeys_attributes() {
            align = self.convention.member_align(laid, align, packed);
        }
        align = align.max(wanted.unwrap_or(1));
        let placed = match self.convention.fault() {
            Some(Mechanism::VectorMember(most)) if matches!(laid.shape, Shape::Vector { .. }) => {
                align.min(most)
            }
            _ => align,
        };
        if !cursor.bit.is_multiple_of(8) && self.mistakes(FieldMistake::WordTaken) {
            cursor.bit = cursor.bit.next_multiple_of(u64::from(self.word) * 8);
        }
        let step = if self.rules.pads { placed } else { wanted.unwrap_or(1) };
        cursor.bit = cursor.bit.next_multiple_of(u64::from(step) * 8);
        cursor.wants(if self.convention.aligns_record(laid) { align } else { wanted.unwrap_or(1) });
        let at = cursor.bit;
        cursor.bit += u64::from(laid.size) * 8;
        at
    }

    /// Places a bit-field and returns its first bit.
    fn field(
        &self,
        cursor: &mut Cursor,
        laid: &Laid,
        (width, named): (u8, bool),
        wanted: Option<u32>,
        packed: bool,
    ) -> u64 {
        let declared = u64::from(laid.align) * 8;
        let width = u64::from(width);
        if let Some(wanted) = wanted {
            cursor.bit = cursor.bit.next_multiple_of(u64::from(wanted) * 8);
        }
        let container = u64::from(laid.size) * 8;
        if width == 0 && self.mistakes(FieldMistake::ZeroWidth) {
            // The fault: a bit-field of width zero has no effect.
        } else if width == 0 {
            // Not affected by packing: it ends a run of bit-fields.
            cursor.bit = cursor.bit.next_multiple_of(declared);
        } else if (!packed || !self.rules.packed_fields_cross || self.mistakes(FieldMistake::PackedKeeps))
            && !self.rules.fields_cross
            && cursor.bit / container != (cursor.bit + width - 1) / container
        {
            cursor.bit = cursor.bit.next_multiple_of(declared);
        }
        let aligns = match (named, width) {
            (true, _) => !self.mistakes(FieldMistake::NamedAlign),
            (false, 0) => self.rules.unnamed_fields_align || self.rules.zero_fields_align,
            (false, _) => self.rules.unnamed_fields_align,
        };
        if aligns {
            cursor.wants(if packed { 1 } else { laid.align }.max(wanted.unwrap_or(1)));
        }
        let at = cursor.bit;
        if named || !self.mistakes(FieldMistake::UnnamedRoom) {
            cursor.bit += width;
        }
        let inside = at % container.max(1);
        if self.breaks(Mechanism::BitFieldsReversed) && inside + width <= container {
            // The record contains the whole container, whose upper end holds the bit-field.
            cursor.extent = cursor.extent.max(at - inside + container);
            return at - inside + (container - inside - width);
        }
        at
    }
}
