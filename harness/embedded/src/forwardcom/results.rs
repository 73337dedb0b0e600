//! Places of results: the document's sentences on return values.

use crosscall_clauses::forwardcom as names;
use crosscall_model::{Form, Record, RecordKind, Type};

use super::Dialect;
use super::classes::{ArgumentClass, class};
use crate::emit::Reg;
use crate::laid::{Laid, Place, Shape};
use crate::places::{Part, Returned, Spot};

/// Number of v0.
const FIRST_VECTOR: u16 = 32;
/// Greatest size of a tuple in bytes (RET-02).
const MOST: u32 = 16;

/// Place of a result.
pub(super) fn returned(laid: &Laid, ty: &Type, form: Form, dialect: &Dialect) -> Returned {
    let members = match (&laid.shape, ty) {
        (Shape::Struct(places), Type::Record(record)) => members(places, record),
        _ => None,
    };
    match (form == Form::Pair, members) {
        // Two results.
        (true, Some(members)) => match in_two(&members, dialect) {
            Some(two) => {
                let [(_, one), (_, other)] = members;
                let pointer = matches!(one, Type::DataPointer | Type::FunctionPointer);
                // RET-02: two results of one type are a tuple, or are in two registers.
                let tuple = one == other
                    && !pointer
                    && laid.size <= MOST
                    && !dialect.is(names::TwoResults::TwoRegisters);
                if tuple { single(laid, FIRST_VECTOR) } else { two }
            }
            None => Returned::Memory,
        },
        // RET-03 structure: a structure of two members that is no tuple is one result, or two.
        (false, Some(members)) if dialect.is(names::TwoMemberStructure::TwoResults) => {
            match one(laid, ty, form, dialect) {
                Returned::Memory => in_two(&members, dialect).unwrap_or(Returned::Memory),
                returned => returned,
            }
        }
        _ => one(laid, ty, form, dialect),
    }
}

/// Place of a single result (RET-01, RET-04).
fn one(laid: &Laid, ty: &Type, form: Form, dialect: &Dialect) -> Returned {
    match class(laid, ty, form, dialect) {
        ArgumentClass::Nothing => Returned::Nothing,
        ArgumentClass::General => single(laid, 0),
        ArgumentClass::Vector(_) => single(laid, FIRST_VECTOR),
        ArgumentClass::Memory(_) => Returned::Memory,
    }
}

fn single(laid: &Laid, register: u16) -> Returned {
    Returned::Registers(vec![Part::new(0, laid.size, Spot::Register(Reg(register)))])
}

/// Members of a structure that can represent two results, with their places and types.
fn members<'a>(places: &'a [Place], record: &'a Record) -> Option<[(&'a Place, &'a Type); 2]> {
    let plain = record.kind == RecordKind::Struct && !record.packed && record.align.is_none();
    let alone = record.members.iter().all(|m| m.named && m.bits.is_none() && m.align.is_none());
    match (places, record.members.as_slice()) {
        ([a, b], [c, d]) if plain && alone => Some([(a, &c.ty), (b, &d.ty)]),
        _ => None,
    }
}

/// Places of two results, each in the next register of its kind (RET-03).
fn in_two(members: &[(&Place, &Type); 2], dialect: &Dialect) -> Option<Returned> {
    let (mut general, mut vector) = (0, FIRST_VECTOR);
    let mut parts = Vec::new();
    for (place, ty) in members {
        let register = match class(&place.laid, ty, Form::Prototype, dialect) {
            ArgumentClass::General => &mut general,
            ArgumentClass::Vector(_) => &mut vector,
            ArgumentClass::Nothing | ArgumentClass::Memory(_) => return None,
        };
        let offset = u32::try_from(place.bit_offset / 8).ok()?;
        parts.push(Part::new(offset, place.laid.size, Spot::Register(Reg(*register))));
        *register += 1;
    }
    if dialect.errs("two-swapped")
        && let [Part { spot: one, .. }, Part { spot: other, .. }] = parts.as_mut_slice()
    {
        std::mem::swap(one, other);
    }
    Some(Returned::Registers(parts))
}
