//! Changes of a case's types that keep its values as far as possible.

use crosscall_model::{Case, Member, Record, RecordKind, Scalar, Type, Value};

/// Position of a type in a signature.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Slot {
    Result,
    /// Index among all arguments.
    Argument(usize),
}

/// Every type of a signature with its slot.
pub(super) fn slots(case: &Case) -> Vec<(Slot, &Type)> {
    let arguments = case.signature.arguments().enumerate().map(|(i, ty)| (Slot::Argument(i), ty));
    case.signature.result.iter().map(|ty| (Slot::Result, ty)).chain(arguments).collect()
}

/// Case with another type in a slot.
pub(super) fn retype(case: &Case, slot: Slot, ty: Type) -> Case {
    let mut new = case.clone();
    let signature = &mut new.signature;
    match slot {
        Slot::Result => {
            let old = case.signature.result.iter().zip(&case.result).next();
            new.result = Some(carry(&ty, old, 0));
            signature.result = Some(ty);
        }
        Slot::Argument(i) => {
            let old = case.signature.arguments().zip(&case.arguments).nth(i);
            if let Some(value) = new.arguments.get_mut(i) {
                *value = carry(&ty, old, i);
            }
            let named = signature.parameters.len();
            let place = match i.checked_sub(named) {
                None => signature.parameters.get_mut(i),
                Some(i) => signature.variadic.as_mut().and_then(|unnamed| unnamed.get_mut(i)),
            };
            if let Some(place) = place {
                *place = ty;
            }
        }
    }
    new
}

/// Case without the arguments for which `keep` is false.
pub(super) fn keep_arguments(case: &Case, keep: impl Fn(usize) -> bool) -> Case {
    let mut new = case.clone();
    let named = case.signature.parameters.len();
    let filter = |types: &[Type], first: usize| -> Vec<Type> {
        types.iter().enumerate().filter(|(i, _)| keep(first + i)).map(|(_, ty)| ty.clone()).collect()
    };
    new.signature.parameters = filter(&case.signature.parameters, 0);
    new.signature.variadic = case.signature.variadic.as_ref().map(|unnamed| filter(unnamed, named));
    let values = case.arguments.iter().enumerate().filter(|(i, _)| keep(*i));
    new.arguments = values.map(|(_, value)| value.clone()).collect();
    new
}

/// Types that differ from a type in one place: `change` is applied to each type inside it, including itself. Declared
/// types of bit-fields are not changed.
pub(super) fn changed(ty: &Type, change: &dyn Fn(&Type) -> Vec<Type>) -> Vec<Type> {
    let mut found = change(ty);
    match ty {
        Type::Array(elem, len) => {
            found.extend(changed(elem, change).into_iter().map(|elem| Type::Array(Box::new(elem), *len)));
        }
        Type::Record(record) => {
            for (i, member) in record.members.iter().enumerate().filter(|(_, m)| m.bits.is_none()) {
                let with = |ty: Type| {
                    let flexible = member.flexible && matches!(ty, Type::Array(_, 0));
                    Member { ty, flexible, ..member.clone() }
                };
                found.extend(
                    changed(&member.ty, change).into_iter().map(|ty| with_members(record, i, [with(ty)])),
                );
            }
        }
        _ => {}
    }
    found
}

/// Record with other members in place of the one at an index.
pub(super) fn with_members(record: &Record, index: usize, new: impl IntoIterator<Item = Member>) -> Type {
    let had_name = record.members.iter().any(|m| m.named);
    let mut record = record.clone();
    if index < record.members.len() {
        record.members.splice(index..=index, new);
    }
    // A record whose members all lack a name is a case of its own.
    if had_name && !record.members.iter().any(|m| m.named) {
        record.members.clear();
    }
    Type::Record(Box::new(record))
}

/// Simple value of a type, valid on every target: it depends on the index of the argument, and narrow integers have
/// their top bit set.
pub(super) fn plain(ty: &Type, index: usize) -> Value {
    let mut supply = Supply((index as u8).wrapping_mul(0x11) & 0x7f);
    supply.value(ty, None)
}

/// Value for a type, from as much as possible of the value of another type.
fn carry(ty: &Type, old: Option<(&Type, &Value)>, index: usize) -> Value {
    let mut supply = Supply(0x40u8.wrapping_add(index as u8) & 0x7f);
    supply.carry(ty, None, old.map(|(ty, value)| (ty, None, value)))
}

/// Value with its type and, for a bit-field, its width.
type Typed<'a> = (&'a Type, Option<u8>, &'a Value);

/// Counter of bytes from 1 to 0x7e.
struct Supply(u8);

impl Supply {
    fn byte(&mut self) -> u128 {
        self.0 = self.0 % 0x7e + 1;
        self.0.into()
    }

    fn bytes(&mut self, count: u32) -> u128 {
        (0..count).fold(0, |value, i| value | self.byte() << (8 * i))
    }

    /// Value of a type; `bits` is the width of a bit-field.
    fn value(&mut self, ty: &Type, bits: Option<u8>) -> Value {
        self.carry(ty, bits, None)
    }

    fn leaf(&mut self, ty: &Type, bits: Option<u8>) -> u128 {
        match (ty, bits) {
            (ty, _) if ty.scalar() == Some(Scalar::Bool) => 1,
            (Type::Scalar(_) | Type::BitInt(_), Some(_)) => 1,
            (Type::BitInt(integer), None) => {
                let bits = u32::from(integer.bits);
                self.bytes(bits.div_ceil(8)) & crate::widths::mask(bits) | 1
            }
            (Type::Scalar(scalar) | Type::Atomic(scalar) | Type::Aligned(scalar, _), None) => match scalar {
                Scalar::Char | Scalar::SignedChar | Scalar::UnsignedChar => self.byte() | 0x80,
                Scalar::Short | Scalar::UnsignedShort => self.bytes(2) | 0x8000,
                Scalar::WideChar => self.bytes(2),
                Scalar::Half | Scalar::BrainHalf => self.bytes(1) | 0x4000,
                Scalar::Int128 | Scalar::UnsignedInt128 => self.bytes(16),
                // Normal numbers: the highest byte is 0x40.
                Scalar::Float => self.bytes(3) | 0x4000_0000,
                Scalar::Double | Scalar::LongDouble => self.bytes(7) | 0x4000_0000_0000_0000,
                Scalar::LongLong | Scalar::UnsignedLongLong => self.bytes(8),
                _ => self.bytes(4),
            },
            (Type::Enum(enumeration), _) => {
                let small = enumeration.constants.iter().copied().filter(|c| *c >= 0).min();
                let first = enumeration.constants.first().copied().unwrap_or(0);
                let width = bits.map_or(32, u32::from);
                crate::values::constant(small.unwrap_or(first)) & crate::widths::mask(width)
            }
            _ => self.bytes(4),
        }
    }

    fn carry(&mut self, ty: &Type, bits: Option<u8>, old: Option<Typed<'_>>) -> Value {
        if let Some((old_ty, old_bits, value)) = old
            && old_ty == ty
            && old_bits == bits
        {
            return value.clone();
        }
        match ty {
            Type::Array(elem, len) => {
                let (elem_before, items) = match old {
                    Some((Type::Array(elem, _), _, Value::List(items))) => (Some(&**elem), items.as_slice()),
                    _ => (None, &[][..]),
                };
                let item = |i: usize| Some((elem_before?, None, items.get(i)?));
                Value::List((0..*len as usize).map(|i| self.carry(elem, None, item(i))).collect())
            }
            Type::Complex(_) | Type::Vector { .. } => {
                let (part, count) = ty.parts().unwrap_or((Scalar::Int, 0));
                let (part_before, items) = match old {
                    Some((old, _, Value::List(items))) => (old.parts(), items.as_slice()),
                    _ => (None, &[][..]),
                };
                let item = |i: usize| Some((part_before?.0.as_type(), None, items.get(i)?));
                Value::List((0..count as usize).map(|i| self.carry(part.as_type(), None, item(i))).collect())
            }
            Type::Record(record) if record.kind == RecordKind::Struct => self.structure(record, old),
            Type::Record(record) => self.union(record, old),
            leaf => Value::Bits(self.leaf(leaf, bits)),
        }
    }

    /// Value of a structure whose members keep the values of their counterparts: one by one where their number is
    /// unchanged, else from the next member of the same type.
    fn structure(&mut self, record: &Record, old: Option<Typed<'_>>) -> Value {
        let named: Vec<&Member> = record.members.iter().filter(|m| m.named).collect();
        let before: Vec<(&Member, &Value)> = match old {
            Some((Type::Record(old), _, Value::List(items))) => {
                old.members.iter().filter(|m| m.named).zip(items).collect()
            }
            _ => Vec::new(),
        };
        let mut rest = before.as_slice();
        let mut values = Vec::new();
        for (i, member) in named.iter().enumerate() {
            let counterpart = if before.len() == named.len() {
                before.get(i)
            } else {
                let found = rest.iter().position(|(m, _)| m.ty == member.ty && m.bits == member.bits);
                let counterpart = found.and_then(|at| rest.get(at));
                rest = found.and_then(|at| rest.get(at + 1..)).unwrap_or(rest);
                counterpart
            };
            let old = counterpart.map(|(m, value)| (&m.ty, m.bits, *value));
            values.push(self.carry(&member.ty, member.bits, old));
        }
        Value::List(values)
    }

    /// Value of a union in which the member that held the value still holds it, if it exists.
    fn union(&mut self, record: &Record, old: Option<Typed<'_>>) -> Value {
        let before = match old {
            Some((Type::Record(old), _, Value::Member(index, value))) => {
                old.members.get(*index).map(|m| (*index, m, &**value))
            }
            _ => None,
        };
        let mut named = record.members.iter().enumerate().filter(|(_, m)| m.named);
        let same = before.and_then(|(index, old, value)| {
            let equal = |m: &Member| m.named && m.ty == old.ty && m.bits == old.bits;
            let here = record.members.get(index).is_some_and(equal).then_some(index);
            let at = here.or_else(|| record.members.iter().position(equal))?;
            Some(Value::Member(at, Box::new(value.clone())))
        });
        same.or_else(|| {
            let (i, m) = named.next()?;
            Some(Value::Member(i, Box::new(self.value(&m.ty, m.bits))))
        })
        .unwrap_or(Value::List(Vec::new()))
    }
}
