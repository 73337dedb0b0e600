//! Data in memory: what is the same in every C implementation, done once. A target's document decides through
//! the trait [`Data`]; the walks over types and values are here. No clause is known here by its id.

mod bits;
mod facts;
mod image;
mod layout;
mod numbers;

pub use facts::TypeFacts;
pub(super) use facts::facts;
pub(super) use image::{image, parts};
pub(super) use layout::layout;
pub(super) use numbers::layout_plan;

use super::rules::{Rules, joined};
use crosscall_clauses::Reading;
use crosscall_model::layout::{Layout, MemberPlace};
use crosscall_model::plan::ClauseId;
use crosscall_model::unit::LayoutItem;
use crosscall_model::{BitInt, EnumType, Member, Record, RecordKind, Scalar, Type};

/// Size, alignment and sign of a type of one part: a scalar, an enumeration, a pointer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Basic {
    /// Size in bytes.
    pub(super) size: u64,
    /// Alignment in bytes.
    pub(super) align: u64,
    /// Signedness of an integer; `None` for floating types.
    pub(super) sign: Option<Sign>,
    /// The clause that fixes size and alignment.
    pub(super) clause: ClauseId,
}

/// Signedness of an integer type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sign {
    /// Signed.
    Signed,
    /// Unsigned.
    Unsigned,
    /// That of plain `char`.
    PlainChar,
}

impl Basic {
    /// An integer type, aligned to its size.
    pub(super) const fn integer(size: u64, sign: Sign, clause: ClauseId) -> Basic {
        Basic { size, align: size, sign: Some(sign), clause }
    }

    /// A floating type, aligned to its size.
    pub(super) const fn floating(size: u64, clause: ClauseId) -> Basic {
        Basic { size, align: size, sign: None, clause }
    }
}

/// A member of a record, with its number.
#[derive(Debug, Clone, Copy)]
pub(super) struct Numbered<'a> {
    /// The record.
    pub(super) record: &'a Record,
    /// Number of the member.
    pub(super) index: usize,
    /// The member.
    pub(super) member: &'a Member,
}

impl<'a> Numbered<'a> {
    fn of(record: &'a Record, index: usize) -> Option<Numbered<'a>> {
        record.members.get(index).map(|member| Numbered { record, index, member })
    }

    /// The member before this one.
    pub(super) fn before(self) -> Option<&'a Member> {
        self.record.members.get(self.index.checked_sub(1)?)
    }

    /// True if the member is right behind a bit-field of width zero.
    fn is_behind_zero_width(self) -> bool {
        self.record.kind == RecordKind::Struct && self.before().is_some_and(|before| before.bits == Some(0))
    }

    /// True if a bit-field without a name that takes a place is before the member.
    pub(super) fn is_behind_unnamed_bits(self) -> bool {
        self.before().is_some_and(is_unnamed_bits)
    }

    /// True if bits are left out before the member, by the places of the record's members.
    pub(super) fn is_behind_gap(self, places: &[MemberPlace]) -> bool {
        let before = self.index.checked_sub(1).and_then(|before| places.get(before));
        let end = before.map_or(0, |place| place.bit_offset + place.bits);
        let starts_later = places.get(self.index).is_some_and(|own| own.bit_offset > end);
        self.record.kind == RecordKind::Struct && starts_later
    }

    /// True if an attribute packs the record or aligns the member.
    pub(super) fn has_attribute(self) -> bool {
        self.record.packed || self.member.align.is_some()
    }
}

/// A member of a record on its way to a place.
#[derive(Debug, Clone, Copy)]
pub(super) struct Placing<'a> {
    /// The record.
    pub(super) record: &'a Record,
    /// The member.
    pub(super) member: &'a Member,
    /// The layout of the member's type.
    pub(super) inner: &'a Layout,
}

/// Types of one part: scalars, enumerations, pointers.
pub(super) trait Scalars: Sync {
    /// Size, alignment and sign of a scalar.
    fn scalar(&self, scalar: Scalar, rules: &mut Rules<'_>) -> Basic;

    /// Size, alignment and sign of a pointer, to a function or to data.
    fn pointer(&self, to_function: bool) -> Basic;

    /// Size, alignment and sign of an enumeration.
    fn enumeration(&self, enumeration: &EnumType, rules: &mut Rules<'_>) -> Basic;

    /// Size, alignment and sign of a bit-precise integer; `None` where the document has none and no case has one.
    fn bit_int(&self, _integer: BitInt, _rules: &mut Rules<'_>) -> Option<Basic> {
        None
    }

    /// The clause on atomic types, where the document has one of its own.
    fn atomic_clause(&self) -> Option<ClauseId> {
        None
    }

    /// Size, alignment and sign of an atomic type.
    fn atomic(&self, scalar: Scalar, rules: &mut Rules<'_>) -> Basic {
        let basic = self.scalar(scalar, rules);
        Basic { clause: self.atomic_clause().unwrap_or(basic.clause), ..basic }
    }

    /// The clause on types whose name gives them an alignment of their own, where the document has one.
    fn typedef_clause(&self) -> Option<ClauseId> {
        None
    }

    /// Size, alignment and sign of such an arithmetic type: its size stays.
    fn aligned(&self, scalar: Scalar, align: u32, rules: &mut Rules<'_>) -> Basic {
        let basic = self.scalar(scalar, rules);
        Basic { align: align.max(1).into(), clause: self.typedef_clause().unwrap_or(basic.clause), ..basic }
    }

    /// Size, alignment and sign of a type of one part: `None` for arrays, records, complex types and vectors.
    fn basic(&self, ty: &Type, rules: &mut Rules<'_>) -> Option<Basic> {
        match ty {
            Type::Scalar(scalar) => Some(self.scalar(*scalar, rules)),
            Type::DataPointer => Some(self.pointer(false)),
            Type::FunctionPointer => Some(self.pointer(true)),
            Type::Enum(enumeration) => Some(self.enumeration(enumeration, rules)),
            Type::BitInt(integer) => self.bit_int(*integer, rules),
            Type::Atomic(scalar) => Some(self.atomic(*scalar, rules)),
            Type::Aligned(scalar, align) => Some(self.aligned(*scalar, *align, rules)),
            Type::Array(..) | Type::Record(_) | Type::Complex(_) | Type::Vector { .. } => None,
        }
    }

    /// True if plain `char` is signed under the reading in force.
    fn is_plain_char_signed(&self, rules: &mut Rules<'_>) -> bool;

    /// True if a bit-field whose type says neither `signed` nor `unsigned` is unsigned under the reading in force.
    fn is_plain_field_unsigned(&self, _rules: &mut Rules<'_>) -> bool {
        false
    }

    /// Number of bits that the value of a type of one part takes, from the lowest one on; the others are unspecified.
    fn value_bits(&self, _ty: &Type, size: u64, _rules: &mut Rules<'_>) -> u64 {
        size.saturating_mul(8)
    }

    /// The bits of memory that a value of a type of one part determines, from the lowest one on, and what they hold.
    fn stored(&self, ty: &Type, size: u64, value: u128, rules: &mut Rules<'_>) -> (u64, u128) {
        (self.value_bits(ty, size, rules), value)
    }

    /// Bits of a value that is passed by itself, where more is said of it than of one in memory, with the clause on
    /// the others.
    fn sent(&self, _ty: &Type, _size: u64, _value: u128) -> Option<(u64, u128, ClauseId)> {
        None
    }

    /// True if an integer type of this sign is signed under the reading in force.
    fn is_signed(&self, sign: Sign, rules: &mut Rules<'_>) -> bool {
        match sign {
            Sign::Signed => true,
            Sign::Unsigned => false,
            Sign::PlainChar => self.is_plain_char_signed(rules),
        }
    }

    /// Signedness of a bit-field of a type with so many bits; `None` for types that a bit-field cannot have.
    fn is_field_signed(&self, ty: &Type, _bits: u8, rules: &mut Rules<'_>) -> Option<bool> {
        let sign = self.basic(ty, rules)?.sign?;
        let unsigned = says_no_sign(ty) && self.is_plain_field_unsigned(rules);
        Some(!unsigned && self.is_signed(sign, rules))
    }

    /// The clause on a type of one part, without naming any to `rules`; of an atomic type, and of one that its name aligns, that on
    /// its arithmetic type, too.
    fn basic_clause(&self, ty: &Type, rules: &mut Rules<'_>) -> Vec<ClauseId> {
        let own = rules.citing(|rules| self.basic(ty, rules)).0.map(|basic| basic.clause);
        match ty {
            Type::Atomic(scalar) | Type::Aligned(scalar, _) => {
                joined([own.as_slice(), &self.basic_clause(scalar.as_type(), rules)])
            }
            _ => own.into_iter().collect(),
        }
    }
}

/// Clauses on data that are the same for every type.
#[derive(Debug, Clone, Copy)]
pub(super) struct NamedClauses {
    /// The clause on the order of bytes.
    pub(super) byte_order: ClauseId,
    /// The clause on bit-fields.
    pub(super) bit_fields: ClauseId,
    /// The only clause on the place of a union's member; `None` where those on the places of all members speak of it,
    /// too.
    pub(super) union_place: Option<ClauseId>,
    /// Clauses on the sign of plain `char`.
    pub(super) char_sign: &'static [ClauseId],
}

impl NamedClauses {
    /// A document that has no clause of its own on a union's members and on plain `char`.
    pub(super) const fn of(byte_order: ClauseId, bit_fields: ClauseId) -> NamedClauses {
        NamedClauses { byte_order, bit_fields, union_place: None, char_sign: &[] }
    }
}

/// A type whose alignment was worked out.
#[derive(Debug, Clone, Copy)]
pub(super) struct Aligned<'a> {
    /// The type.
    pub(super) ty: &'a Type,
    /// Its alignment in bytes; `None` where the document leaves it open.
    pub(super) align: Option<u64>,
    /// Clauses that were named while it was worked out.
    pub(super) cited: &'a [ClauseId],
}

/// Clauses that the bytes of an object show besides those on the order of bytes and on its type, by where they are
/// reported.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct ObjectClauses {
    /// Before all others.
    pub(super) first: &'static [ClauseId],
    /// Right behind the one on the order of bytes.
    pub(super) after_order: &'static [ClauseId],
    /// Behind all others.
    pub(super) last: &'static [ClauseId],
}

/// Clauses under which a finding about data is reported, the most telling first. A document says which clauses speak of
/// what; the order that all of them share is in the methods with a body. `cited` are the clauses that were named
/// while a number or an image was worked out.
pub(super) trait DataClauses: Scalars {
    /// Clauses that are the same for every type.
    fn named_clauses(&self) -> NamedClauses;

    /// Clauses that fix the size of a type by itself.
    fn own_clauses(&self, ty: &Type, rules: &mut Rules<'_>) -> Vec<ClauseId>;

    /// The clause on members whose type's name aligns them, where a record has any.
    fn aligned_members(&self, record: &Record) -> Option<ClauseId> {
        self.typedef_clause().filter(|_| has_aligned_types(record))
    }

    /// Clauses on the size of a type.
    fn size_clauses(&self, ty: &Type, _size: u64, rules: &mut Rules<'_>) -> Vec<ClauseId> {
        self.own_clauses(ty, rules)
    }

    /// Clauses that the size of a type shows besides, which come last.
    fn last_size_clauses(&self, _ty: &Type) -> &'static [ClauseId] {
        &[]
    }

    /// Clauses on the alignment of a type.
    fn align_clauses(&self, of: Aligned<'_>, rules: &mut Rules<'_>) -> Vec<ClauseId>;

    /// True for a clause among those named for a layout on which an alignment can rest.
    fn decides_alignment(&self, _clause: ClauseId) -> bool {
        true
    }

    /// Clauses on the place of a member that is no bit-field.
    fn member_clauses(&self, of: Numbered<'_>, rules: &mut Rules<'_>) -> Vec<ClauseId>;

    /// Clauses on the offset of such a member, as a number.
    fn offset_clauses(&self, of: Numbered<'_>, rules: &mut Rules<'_>) -> Vec<ClauseId> {
        self.member_clauses(of, rules)
    }

    /// Clauses on the sign of a bit-field of a type. A plain `char` is one in a bit-field, too; the sign of another
    /// plain type is a matter of bit-fields.
    fn field_sign_clauses(
        &self,
        ty: Option<&Type>,
        cited: &[ClauseId],
        rules: &mut Rules<'_>,
    ) -> Vec<ClauseId> {
        let own = ty.map(|ty| self.own_clauses(ty, rules)).unwrap_or_default();
        let of_fields = &[self.named_clauses().bit_fields];
        match ty.is_some_and(is_plain_char) {
            true => joined([&own, of_fields, cited]),
            false => joined([of_fields, &own, cited]),
        }
    }

    /// The clause on bit-fields of width zero, which comes first where one decides.
    fn zero_width_clause(&self) -> ClauseId {
        self.named_clauses().bit_fields
    }

    /// Clauses on the place of a bit-field by itself; `places` are those of all members.
    fn bit_field_clauses(&self, _of: Numbered<'_>, _width: u8, _places: &[MemberPlace]) -> Vec<ClauseId> {
        vec![self.named_clauses().bit_fields]
    }

    /// Clauses that the bytes of an initialised object show besides those on the order of bytes and on its type.
    fn object_clauses(&self, _ty: &Type) -> ObjectClauses {
        ObjectClauses::default()
    }

    /// Clauses on the bytes of an initialised object; `order` holds the one on the order of bytes, where there is more
    /// than one byte.
    fn bytes_clauses(
        &self,
        ty: &Type,
        order: &[ClauseId],
        cited: &[ClauseId],
        rules: &mut Rules<'_>,
    ) -> Vec<ClauseId> {
        let ObjectClauses { first, after_order, last } = self.object_clauses(ty);
        match ty {
            Type::Record(_) => joined([first, cited, order, after_order, last]),
            _ => joined([first, order, after_order, &self.own_clauses(ty, rules), cited, last]),
        }
    }

    /// Clauses by which the elements of an array, or the parts of a complex type or vector, lie one behind the
    /// other. `ty` is the array, the complex type or the vector.
    fn stride_clauses(&self, ty: &Type) -> Vec<ClauseId>;

    /// Clauses on a number that a compiler computes.
    fn number_clauses(
        &self,
        item: &LayoutItem<'_>,
        number: Option<u64>,
        cited: &[ClauseId],
        rules: &mut Rules<'_>,
    ) -> Vec<ClauseId> {
        match item {
            LayoutItem::Size(ty) => {
                let is_cut = ty.record().is_some_and(has_zero_width);
                let cut = is_cut.then(|| self.zero_width_clause());
                let first = self.size_clauses(ty, number.unwrap_or(0), rules);
                joined([cut.as_slice(), &first, cited, self.last_size_clauses(ty)])
            }
            LayoutItem::Align(ty) => {
                let first = self.align_clauses(Aligned { ty, align: number, cited }, rules);
                let cited: Vec<_> = cited.iter().copied().filter(|c| self.decides_alignment(c)).collect();
                let own = if ty.record().is_none() { self.own_clauses(ty, rules) } else { Vec::new() };
                joined([&first, &cited, &own])
            }
            LayoutItem::Offset(ty, index) => match (ty.record(), self.named_clauses().union_place) {
                (Some(Record { kind: RecordKind::Union, .. }), Some(clause)) => vec![clause],
                (Some(record), _) => {
                    let of = Numbered::of(record, *index);
                    let is_behind = of.is_some_and(Numbered::is_behind_zero_width);
                    let cut = is_behind.then(|| self.zero_width_clause());
                    let first = of.map(|of| self.offset_clauses(of, rules));
                    joined([cut.as_slice(), &first.unwrap_or_default(), cited])
                }
                (None, _) => cited.to_vec(),
            },
            LayoutItem::Signed(ty) => {
                let of_char = if is_plain_char(ty) { self.named_clauses().char_sign } else { &[] };
                joined([of_char, &self.own_clauses(ty, rules), cited])
            }
            LayoutItem::FieldSigned(ty, index) => {
                let member = ty.record().and_then(|record| record.members.get(*index));
                self.field_sign_clauses(member.map(|member| &member.ty), cited, rules)
            }
        }
    }

    /// Clauses by which a member lies where it does; `outer` are those of its record. What comes first in a record lies
    /// where the record does, but a bit-field is reported under its own clauses wherever its record lies.
    fn place_clauses(
        &self,
        (record, places): (&Record, &[MemberPlace]),
        index: usize,
        outer: &[ClauseId],
        rules: &mut Rules<'_>,
    ) -> Vec<ClauseId> {
        let Some(of) = Numbered::of(record, index) else { return Vec::new() };
        let NamedClauses { bit_fields, union_place, .. } = self.named_clauses();
        let cut = of.is_behind_zero_width().then(|| self.zero_width_clause());
        if let Some(width) = of.member.bits {
            return joined([cut.as_slice(), &self.bit_field_clauses(of, width, places), outer]);
        }
        match of.before() {
            _ if record.kind == RecordKind::Union => joined([outer, union_place.as_slice()]),
            None => outer.to_vec(),
            Some(before) => {
                let of_bits = before.bits.map(|_| bit_fields);
                joined([cut.as_slice(), &self.member_clauses(of, rules), of_bits.as_slice()])
            }
        }
    }
}

/// True for plain `char`.
fn is_plain_char(ty: &Type) -> bool {
    *ty == Type::Scalar(Scalar::Char)
}

/// Layout of composites. Each method takes one decision; where it has a body, that is the usual answer of C
/// implementations, of which most documents say nothing else.
pub(super) trait Data: Scalars + DataClauses {
    /// Layout of a type.
    fn layout(&self, ty: &Type, rules: &mut Rules<'_>) -> Layout
    where
        Self: Sized,
    {
        layout(self, ty, rules)
    }

    /// Number of bytes up to the end of a record's last member.
    fn end_of_members(&self, ty: &Type, rules: &mut Rules<'_>) -> u64
    where
        Self: Sized,
    {
        let places = self.layout(ty, rules).members;
        places.iter().map(|place| (place.bit_offset + place.bits).div_ceil(8)).max().unwrap_or(0)
    }

    /// True for a record without bytes, and under the reading `no_name` for one that is `nameless`.
    fn is_without_values(
        &self,
        ty: &Type,
        nameless: fn(&Type) -> bool,
        no_name: impl Reading,
        rules: &mut Rules<'_>,
    ) -> bool
    where
        Self: Sized,
    {
        if ty.record().is_none() {
            return false;
        }
        let (whole, _) = rules.citing(|rules| self.layout(ty, rules));
        whole.size == 0 || nameless(ty) && rules.is(no_name)
    }

    /// Names the clauses on which every layout of this kind of type rests; types of one part name none.
    fn cite_type(&self, ty: &Type, rules: &mut Rules<'_>);

    /// Alignment of a complex type or a vector of `size` bytes, whose parts have this layout.
    fn parts_align(&self, ty: &Type, part: &Layout, size: u64, rules: &mut Rules<'_>) -> u64;

    /// Size in bytes of a complex type or a vector whose parts take `size` bytes.
    fn parts_size(&self, _ty: &Type, size: u64, _rules: &mut Rules<'_>) -> u64 {
        size
    }

    /// Names the clauses on every bit-field.
    fn cite_bit_field(&self, rules: &mut Rules<'_>) {
        rules.cite(self.named_clauses().bit_fields);
    }

    /// True if a bit-field that would cross a boundary of its declared type's alignment does so; otherwise it begins
    /// at the boundary. Not asked of packed records.
    fn may_cross(&self, rules: &mut Rules<'_>) -> bool;

    /// The same of packed records.
    fn may_cross_packed(&self, _rules: &mut Rules<'_>) -> bool {
        true
    }

    /// Alignment in bits with which a bit-field of a packed record counts in the place of its type's `unit`; `None` where
    /// it either crosses boundaries of that or does not ([`Data::may_cross_packed`]).
    fn packed_step(&self, _unit: u64, _rules: &mut Rules<'_>) -> Option<u64> {
        None
    }

    /// True if a bit-field of width zero does the same in a packed record as in another one; otherwise it is packed as others are.
    fn cuts_packed(&self, _rules: &mut Rules<'_>) -> bool {
        false
    }

    /// True if bit-fields of width zero at the end of a record move its end to the boundary that they ask for.
    fn zero_width_enlarges(&self, _rules: &mut Rules<'_>) -> bool {
        true
    }

    /// True if the declared type of a bit-field of width zero aligns the record.
    fn zero_width_aligns(&self, rules: &mut Rules<'_>) -> bool {
        self.unnamed_aligns(rules)
    }

    /// True if the declared type of an unnamed bit-field aligns the record.
    fn unnamed_aligns(&self, rules: &mut Rules<'_>) -> bool;

    /// Names the clauses on plain members of a kind.
    fn cite_member(&self, member: &Member, rules: &mut Rules<'_>);

    /// Alignment in bytes of a plain member without attributes: that of its type.
    fn member_align(&self, placing: Placing<'_>, _rules: &mut Rules<'_>) -> u64 {
        placing.inner.align
    }

    /// True if the alignment of a plain member without attributes is one of its record, too, where no other member
    /// asked for as much so far.
    fn aligns_record(&self, _placing: Placing<'_>, _rules: &mut Rules<'_>) -> bool {
        true
    }

    /// True if a plain member without attributes follows the one before even where that is no multiple of its
    /// alignment.
    fn is_unpadded(&self, _rules: &mut Rules<'_>) -> bool {
        false
    }

    /// Alignment in bytes of a record whose members and attributes ask for `align`.
    fn record_align(
        &self,
        _record: &Record,
        align: u64,
        _members: &[MemberPlace],
        _rules: &mut Rules<'_>,
    ) -> u64 {
        align
    }

    /// Value in bytes of `_Alignof` for a type of alignment `align`.
    fn alignof(&self, _ty: &Type, align: u64, _rules: &mut Rules<'_>) -> u64 {
        align
    }

    /// Alignment in bytes of an object that the compiler places, for a type of alignment `align`.
    fn object_align(&self, _ty: &Type, align: u64, _rules: &mut Rules<'_>) -> u64 {
        align
    }

    /// Size in bytes of a record that holds nothing.
    fn empty_size(&self, align: u64, rules: &mut Rules<'_>) -> u64;
}

/// True for a record of which no member has a name.
pub(super) fn names_no_member(ty: &Type) -> bool {
    ty.record().is_some_and(|record| record.members.iter().all(|member| !member.named))
}

/// True for a type in which no member, however deep inside, has a name and a value.
pub(super) fn names_no_value(ty: &Type) -> bool {
    match ty {
        Type::Record(record) => {
            let has_value = |member: &Member| member.bits.is_some() || !names_no_value(&member.ty);
            !record.members.iter().any(|member| member.named && has_value(member))
        }
        Type::Array(element, len) => *len == 0 || names_no_value(element),
        _ => false,
    }
}

/// Signedness of an enumeration, and the least size in bytes that an integer type has which holds all its constants.
pub(super) fn least_for(enumeration: &EnumType) -> (Sign, u64) {
    let low = enumeration.constants.iter().copied().min().unwrap_or(0);
    let high = enumeration.constants.iter().copied().max().unwrap_or(0);
    let sign = if low < 0 { Sign::Signed } else { Sign::Unsigned };
    let fits = |bits: u32| {
        if low < 0 { low >= -(1 << (bits - 1)) && high < 1 << (bits - 1) } else { high < 1 << bits }
    };
    let needed = [8, 16, 32].into_iter().find(|bits| fits(*bits)).map_or(8, |bits| u64::from(bits / 8));
    (sign, needed)
}

/// True if an integer type says neither `signed` nor `unsigned`: a bit-field of such a type is signed or not as the
/// compiler likes.
pub(super) fn says_no_sign(ty: &Type) -> bool {
    matches!(ty, Type::Scalar(Scalar::Char | Scalar::Short | Scalar::Int | Scalar::Long | Scalar::LongLong))
}

/// A structure of a vector's lanes. No vector has more than 256.
pub(super) fn lanes_as_structure(element: Scalar, lanes: u32) -> Type {
    Type::structure((0..lanes.min(256)).map(|_| element.into()))
}

/// True if a structure has a bit-field of width zero.
pub(super) fn has_zero_width(record: &Record) -> bool {
    record.kind == RecordKind::Struct && record.members.iter().any(|member| member.bits == Some(0))
}

/// True if a typedef aligns a record, or the type of a member of it.
fn has_aligned_types(record: &Record) -> bool {
    record.name_align.is_some() || record.members.iter().any(|member| member.ty.name_align().is_some())
}

/// True for a bit-field without a name that takes a place.
fn is_unnamed_bits(member: &Member) -> bool {
    !member.named && member.bits.is_some_and(|bits| bits > 0)
}

/// True if the last member is a bit-field without a name that takes a place.
pub(super) fn ends_in_unnamed_bits(record: &Record) -> bool {
    record.members.last().is_some_and(is_unnamed_bits)
}

/// True if attributes have a say in the layout of a record: a structure without members has none.
pub(super) fn has_effective_attributes(record: &Record) -> bool {
    has_attributes(record) && (record.kind == RecordKind::Union || !record.members.is_empty())
}

/// True if a record or a member of it has an attribute that packs or aligns.
pub(super) fn has_attributes(record: &Record) -> bool {
    record.packed || record.align.is_some() || record.members.iter().any(|m| m.align.is_some())
}
