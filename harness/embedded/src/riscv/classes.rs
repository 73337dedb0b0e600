//! Structures as the hardware floating-point convention looks at them: flattened to at most two values.

use crosscall_clauses::riscv as names;
use crosscall_model::{RecordKind, Type};

use super::Dialect;
use crate::laid::{Laid, Place, Shape};

/// Value that travels in a register of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Item {
    /// True for a real, false for an integer or a bit-field.
    pub(super) real: bool,
    /// Offset in bytes.
    pub(super) offset: u32,
    /// Number of bytes.
    pub(super) len: u32,
    /// Number of bits below a bit-field in these bytes.
    pub(super) shift: u32,
    /// Size in bytes of the value, or of the type of a bit-field.
    pub(super) declared: u32,
}

/// Values that are found in a type.
#[derive(Debug, Default)]
struct Found {
    items: Vec<Item>,
    /// True if something is there that is neither a real nor an integer, such as a union.
    other: bool,
    /// True if there is a bit-field of width zero that is counted beside two others.
    extra: bool,
    /// True if there is a member without contents that keeps its structure from being taken apart.
    whole: bool,
}

/// Greatest number of values in registers of their own.
const MOST: usize = 2;

impl Found {
    fn is_over(&self) -> bool {
        self.other || self.items.len() > MOST
    }
}

impl<const ABI: usize> Dialect<ABI> {
    /// Values of a type that travel in registers of their own, if the convention for floating-point registers looks at
    /// it: one real, two reals, or one real and one integer, none of them too wide.
    pub(super) fn items(&self, ty: &Type, laid: &Laid) -> Option<Vec<Item>> {
        let mut found = Found::default();
        match ty {
            Type::Atomic(scalar) => self.find(scalar.as_type(), laid, 0, &mut found),
            _ => self.find(ty, laid, 0, &mut found),
        }
        let Found { mut items, other, extra, whole } = found;
        // ARG-34 to ARG-38: what has no contents is not counted, or spoils its structure beside two others, or in any that is
        // not one number.
        if other || (extra && items.len() == MOST) || (whole && only_number(ty, laid).is_none()) {
            return None;
        }
        let reals = items.iter().filter(|item| item.real).count();
        let is_record = laid.is_record();
        let wide = |item: &Item| {
            let most = if item.real { self.flen() } else { self.xlen() };
            let is_real_in_wider = item.real && self.errs("wide-real-in-float") && item.len <= 8;
            // ARG-49 bit-field: a bit-field counts with its own width, or with its type.
            let by_type = !item.real && self.is(names::WideBitField::DeclaredType);
            (if by_type { item.declared } else { item.len }) > most && !is_real_in_wider
        };
        if reals == 0 || items.len() > MOST || items.iter().any(wide) {
            return None;
        }
        let is_complex = matches!(laid.shape, Shape::Complex { .. });
        let refused = match (items.len(), reals) {
            (1, _) if is_record => self.errs("single-general"),
            (1, _) => self.errs("real-general"),
            (_, 2) if is_complex => self.errs("complex-general"),
            (_, 2) => self.errs("reals-general"),
            _ => self.errs("mixed-general"),
        };
        let is_packed = matches!(ty, Type::Record(record) if record.packed);
        if refused || (is_packed && self.errs("packed-general")) {
            return None;
        }
        items.sort_by_key(|item| (item.offset, item.shift));
        if reals == MOST && self.errs("reals-reversed") {
            items.reverse();
        }
        Some(items)
    }

    /// Adds the values of a type whose first bit is `at`.
    fn find(&self, ty: &Type, laid: &Laid, at: u64, found: &mut Found) {
        if found.is_over() {
            return;
        }
        let offset = u32::try_from(at / 8).unwrap_or(u32::MAX);
        let item = |real, len| Item { real, offset, len, shift: (at % 8) as u32, declared: laid.size };
        match (ty, &laid.shape) {
            // S01 member: an atomic member is looked at like any other, or spoils its structure.
            (Type::Atomic(_), _) if self.is(names::AtomicMember::NotTakenApart) => found.other = true,
            (Type::Scalar(scalar) | Type::Atomic(scalar) | Type::Aligned(scalar, _), _) => {
                found.items.push(item(scalar.is_floating(), laid.size));
            }
            (Type::Enum(_) | Type::BitInt(_), _) => found.items.push(item(false, laid.size)),
            // ARG-49 pointer: a pointer is no integer, or is one.
            (Type::DataPointer | Type::FunctionPointer, _) => match self.of() {
                names::PointerMember::NoInteger => found.other = true,
                names::PointerMember::Integer => found.items.push(item(false, laid.size)),
            },
            (Type::Array(element, _), Shape::Array(each, len)) => {
                self.find_elements((element, each), *len, at, found);
            }
            (Type::Record(record), Shape::Struct(places)) => {
                let mut zero = false;
                for (member, place) in record.members.iter().zip(places) {
                    self.find_member(&member.ty, place, at, found);
                    // ARG-35: a bit-field of width zero is not counted, or is one more in front of the last of two.
                    match place.field {
                        Some(0) => zero = true,
                        _ if zero && found.items.len() >= MOST => {
                            found.extra |= self.is(names::ZeroBitFieldMember::CountedBesideTwo);
                        }
                        _ => {}
                    }
                }
            }
            // ARG-34: an empty union is not counted.
            (Type::Record(_), Shape::Union(_)) if laid.is_empty() => {
                found.whole |= self.is(names::EmptyUnionMember::NotTakenApart);
            }
            (Type::Record(record), Shape::Union(places)) => {
                // ARG-52: a union is not looked into.
                match (record.members.first(), places.first()) {
                    (Some(member), Some(place)) if self.errs("union-flattened") => {
                        self.find_member(&member.ty, place, at, found);
                    }
                    _ => found.other = true,
                }
            }
            // ARG-48: a complex number is two reals.
            (Type::Complex(part), Shape::Complex { part: laid, .. }) => {
                let bits = u64::from(laid.size) * 8;
                (0..2).for_each(|i| self.find(part.as_type(), laid, at + i * bits, found));
            }
            // ARG-23: a vector always goes by the integer convention, or its lanes are looked at.
            (Type::Vector { element, .. }, Shape::Vector { lane, lanes, .. })
                if element.is_floating() && self.is(names::VectorArgument::FlattenedLanes) =>
            {
                self.find_elements((element.as_type(), lane), *lanes, at, found);
            }
            _ => found.other = true,
        }
    }

    fn find_elements(&self, (ty, laid): (&Type, &Laid), len: u32, at: u64, found: &mut Found) {
        // ARG-36, ARG-38: neither an array without elements nor one of empty records is counted.
        if len == 0 {
            found.whole |= self.is(names::ZeroArrayMember::NotTakenApart);
        } else if is_empty_record(ty, laid) {
            found.whole |= self.is(names::EmptyElementArray::NotTakenApart);
        } else if self.errs("nested-general") {
            found.other = true;
        } else {
            let bits = u64::from(laid.size) * 8;
            for i in 0..len.min(MOST as u32 + 1) {
                self.find(ty, laid, at + u64::from(i) * bits, found);
            }
        }
    }

    fn find_member(&self, ty: &Type, place: &Place, at: u64, found: &mut Found) {
        if found.is_over() {
            return;
        }
        let at = at + place.bit_offset;
        match place.field {
            // S07: a flexible array spoils its structure, or is like any array without elements.
            None if place.flexible && self.is(names::FlexibleArray::Counted) => found.other = true,
            None if place.flexible => {}
            None => {
                let is_structure = matches!(ty, Type::Record(record) if record.kind == RecordKind::Struct);
                if is_structure && !place.laid.is_empty() && self.errs("nested-general") {
                    found.other = true;
                }
                self.find(ty, &place.laid, at, found);
            }
            Some(0) => {}
            // ARG-49 unnamed: one without a name counts like one with a name, or does not.
            Some(_) if !place.named && self.is(names::UnnamedBitFieldMember::NotCounted) => {}
            Some(width) => {
                let shift = (at % 8) as u32;
                found.items.push(Item {
                    real: false,
                    offset: u32::try_from(at / 8).unwrap_or(u32::MAX),
                    len: (shift + u32::from(width)).div_ceil(8),
                    shift,
                    declared: place.laid.size,
                });
            }
        }
    }
}

/// The alignment in bytes of the one real or complex number that a type consists of, if structures around it are as large, and
/// aligned as strictly.
fn only_number(ty: &Type, laid: &Laid) -> Option<u32> {
    match (ty, &laid.shape) {
        (Type::Complex(_), Shape::Complex { part, .. }) => Some(part.size),
        (Type::Array(element, _), Shape::Array(each, 1)) => only_number(element, each),
        (Type::Record(record), Shape::Struct(places)) => {
            let all = record.members.iter().zip(places);
            let mut filled =
                all.filter(|(_, place)| place.field.map_or(place.laid.size > 0, |width| width > 0));
            let (member, place) = filled.next().filter(|(_, place)| place.field.is_none())?;
            let align = only_number(&member.ty, &place.laid)?;
            let is_one = filled.next().is_none() && laid.size == place.laid.size && laid.align >= align;
            is_one.then_some(align)
        }
        // A real is aligned to its size by nature.
        (Type::Scalar(_) | Type::Atomic(_) | Type::Aligned(..), _) if laid.is_floating() => Some(laid.size),
        _ => None,
    }
}

/// True for an empty structure or union.
fn is_empty_record(ty: &Type, laid: &Laid) -> bool {
    matches!(ty, Type::Record(_)) && laid.is_empty()
}
