//! Sizes, alignments and places in memory: the document's tables of native types and its section on
//! composite types, with the readings for what it leaves out.

use crosscall_model::{EnumType, Record, RecordKind, Scalar, Type};

use super::dialect::{Dialect, VectorAlign, WideChar};
use crate::fault::Mechanism;
use crate::laid::{Laid, Place, Shape};

/// The largest object, in bytes: more than the core's own memory holds.
pub(crate) const MAXIMUM_SIZE: u64 = 1 << 20;

/// The deepest nesting of types.
const MAXIMUM_DEPTH: u32 = 64;

/// Lays a type out.
///
/// # Errors
/// What is wrong with the type, or that it is too large.
pub(crate) fn lay(ty: &Type, dialect: &Dialect) -> Result<Laid, String> {
    lay_inside(ty, 0, dialect)
}

fn lay_inside(ty: &Type, depth: u32, dialect: &Dialect) -> Result<Laid, String> {
    if depth > MAXIMUM_DEPTH {
        return Err(format!("a type nested deeper than {MAXIMUM_DEPTH}"));
    }
    match ty {
        Type::Scalar(scalar) => Ok(native(*scalar, dialect)),
        Type::Enum(constants) => Ok(enumeration(constants)),
        Type::DataPointer | Type::FunctionPointer => Ok(scalar(4, false)),
        Type::Array(elem, len) => {
            let elem = lay_inside(elem, depth + 1, dialect)?;
            let stride = u64::from(elem.size) + u64::from(dialect.breaks(Mechanism::ArrayStride));
            let size = bounded(stride * u64::from(*len))?;
            let least = if dialect.breaks(Mechanism::ArrayAlign) { 4 } else { 1 };
            Ok(Laid { size, align: elem.align.max(least), shape: Shape::Array(Box::new(elem), *len) })
        }
        Type::Record(record) => lay_record(record, depth, dialect),
        Type::Complex(part) => {
            let like = Type::structure([(*part).into(), (*part).into()]);
            let like = Box::new(lay_inside(&like, depth + 1, dialect)?);
            let part = native(*part, dialect);
            let (size, align) = (part.size * 2, part.align);
            Ok(Laid { size, align, shape: Shape::Complex { part: Box::new(part), like } })
        }
        Type::Vector { element, lanes } => lay_vector(*element, *lanes, depth, dialect),
    }
}

fn lay_vector(element: Scalar, lanes: u32, depth: u32, dialect: &Dialect) -> Result<Laid, String> {
    let lane = native(element, dialect);
    let size = bounded(u64::from(lane.size) * u64::from(lanes))?;
    if !lanes.is_power_of_two() {
        return Err(format!("a vector of {lanes} lanes"));
    }
    let align = match dialect.vector_align {
        VectorAlign::SizeUpToEight => size.min(8),
        VectorAlign::Size => size,
        VectorAlign::Lane => lane.align,
    };
    let like = Type::structure((0..lanes).map(|_| element.into()));
    let like = Box::new(lay_inside(&like, depth + 1, dialect)?);
    Ok(Laid { size, align, shape: Shape::Vector { lane: Box::new(lane), lanes, like } })
}

fn scalar(size: u32, signed: bool) -> Laid {
    Laid { size, align: size, shape: Shape::Scalar { signed, floating: false } }
}

/// Table of native types.
fn native(ty: Scalar, dialect: &Dialect) -> Laid {
    let (size, signed) = match ty {
        Scalar::Bool | Scalar::UnsignedChar => (1, false),
        Scalar::Char => (1, dialect.char_signed),
        Scalar::SignedChar => (1, true),
        Scalar::Short => (2, true),
        Scalar::UnsignedShort => (2, false),
        Scalar::Int | Scalar::Long => (4, true),
        Scalar::UnsignedInt | Scalar::UnsignedLong | Scalar::Float => (4, false),
        Scalar::LongLong => (8, true),
        Scalar::UnsignedLongLong | Scalar::Double | Scalar::LongDouble => (8, false),
        Scalar::Half => (2, false),
        Scalar::WideChar => match dialect.wide_char {
            WideChar::Unsigned => (4, false),
            WideChar::Signed => (4, true),
            WideChar::Half => (2, false),
        },
        Scalar::Size => (4, false),
        Scalar::PointerDifference => (4, true),
    };
    let signed = match dialect.fault {
        Some(Mechanism::Signed(other, wrong)) if other == ty => wrong,
        _ => signed,
    };
    let mut laid = scalar(size, signed);
    laid.shape = Shape::Scalar { signed, floating: ty.is_floating() };
    if let Some(Mechanism::Align(other, wrong)) = dialect.fault
        && other == ty
    {
        laid.align = wrong;
    }
    if (size == 2 && dialect.breaks(Mechanism::HalfAlign))
        || (size == 8 && dialect.breaks(Mechanism::DoubleAlign))
    {
        laid.align = 4;
    }
    laid
}

/// An enumeration is an int, or a double word where its constants need one.
fn enumeration(ty: &EnumType) -> Laid {
    let negative = ty.constants.iter().any(|c| *c < 0);
    let fits = |c: &i64| if negative { i32::try_from(*c).is_ok() } else { u32::try_from(*c).is_ok() };
    scalar(if ty.constants.iter().all(fits) { 4 } else { 8 }, negative)
}

fn bounded(size: u64) -> Result<u32, String> {
    match u32::try_from(size) {
        Ok(small) if size <= MAXIMUM_SIZE => Ok(small),
        _ => Err(format!("an object of more than {MAXIMUM_SIZE} bytes")),
    }
}

fn power_of_two(align: Option<u32>) -> Result<u32, String> {
    match align {
        None => Ok(1),
        Some(n) if n.is_power_of_two() && n <= 4096 => Ok(n),
        Some(n) => Err(format!("an alignment of {n} bytes")),
    }
}

/// Where the next member may start, and what has been learnt so far.
struct Cursor {
    /// Next free bit.
    bit: u64,
    /// Highest bit used by any member.
    extent: u64,
    /// Alignment of the record in bytes.
    align: u32,
    /// Alignment of the first member that has one.
    first: Option<u32>,
}

fn lay_record(record: &Record, depth: u32, dialect: &Dialect) -> Result<Laid, String> {
    let union = record.kind == RecordKind::Union;
    let specified = power_of_two(record.align)?;
    let mut cursor = Cursor { bit: 0, extent: 0, align: 1, first: None };
    let mut members = Vec::with_capacity(record.members.len());
    let backwards = !union && dialect.breaks(Mechanism::MemberOrder);
    for i in 0..record.members.len() {
        let i = if backwards { record.members.len() - 1 - i } else { i };
        let Some(member) = record.members.get(i) else { continue };
        let laid = lay_inside(&member.ty, depth + 1, dialect)?;
        if union && !dialect.breaks(Mechanism::UnionOffset) {
            cursor.bit = 0;
        }
        let wanted = power_of_two(member.align)?;
        let bit_offset = match member.bits {
            None => whole(&mut cursor, &laid, member.align.map(|_| wanted), record.packed, dialect),
            Some(width) => {
                if !matches!(laid.shape, Shape::Scalar { .. }) || u32::from(width) > laid.size * 8 {
                    return Err(format!("a bit-field of {width} bits in such a type"));
                }
                let named = member.named;
                field(&mut cursor, &laid, width, named, member.align.map(|_| wanted), record.packed, dialect)
            }
        };
        bounded(cursor.bit.div_ceil(8))?;
        cursor.extent = cursor.extent.max(cursor.bit);
        members.push(Place { bit_offset, field: member.bits, named: member.named, laid });
    }
    if backwards {
        members.reverse();
    }
    let mut align = cursor.align;
    if dialect.breaks(Mechanism::RecordAlign) || union && dialect.breaks(Mechanism::UnionAlign) {
        align = cursor.first.unwrap_or(1);
    }
    if dialect.raise_records && !record.packed {
        align = align.max(match cursor.extent {
            0..32 => 1,
            32 => 4,
            _ => 8,
        });
    }
    align = align.max(specified);
    let shape = if union { Shape::Union(members) } else { Shape::Struct(members) };
    let mut laid = Laid { size: 0, align, shape };
    let last = union && dialect.breaks(Mechanism::UnionSize);
    let used = if last { cursor.bit } else { cursor.extent }.div_ceil(8);
    let bytes = if used == 0 && laid.is_empty() { u64::from(dialect.empty_size) } else { used };
    laid.size = if dialect.breaks(Mechanism::RecordSize) {
        bounded(bytes)?
    } else {
        bounded(bytes.next_multiple_of(u64::from(align)))?
    };
    Ok(laid)
}

/// Places a member that is not a bit-field and returns its first bit.
fn whole(cursor: &mut Cursor, laid: &Laid, wanted: Option<u32>, packed: bool, dialect: &Dialect) -> u64 {
    let mut align = if packed { 1 } else { laid.align };
    if laid.size == 8 && !laid.is_record() && dialect.breaks(Mechanism::MemberAlign) {
        align = align.min(4);
    }
    if let (Shape::Array(elem, _), true) = (&laid.shape, dialect.raise_arrays)
        && align == 4
        && elem.size >= 4
    {
        align = 8;
    }
    align = align.max(wanted.unwrap_or(1));
    let step = if dialect.padding { align } else { wanted.unwrap_or(1) };
    cursor.bit = cursor.bit.next_multiple_of(u64::from(step) * 8);
    cursor.align = cursor.align.max(align);
    cursor.first.get_or_insert(align);
    let at = cursor.bit;
    cursor.bit += u64::from(laid.size) * 8;
    at
}

/// Places a bit-field and returns its first bit.
fn field(
    cursor: &mut Cursor,
    laid: &Laid,
    width: u8,
    named: bool,
    wanted: Option<u32>,
    packed: bool,
    dialect: &Dialect,
) -> u64 {
    let declared = u64::from(laid.align) * 8;
    if let Some(wanted) = wanted {
        cursor.bit = cursor.bit.next_multiple_of(u64::from(wanted) * 8);
    }
    if width == 0 {
        // Packing does not touch it: it exists to break a run of bit-fields.
        cursor.bit = cursor.bit.next_multiple_of(declared);
    } else if !packed && !dialect.straddle {
        let container = u64::from(laid.size) * 8;
        if cursor.bit / container != (cursor.bit + u64::from(width) - 1) / container {
            cursor.bit = cursor.bit.next_multiple_of(declared);
        }
    }
    if named || dialect.unnamed_aligns {
        let align = if packed { 1 } else { laid.align }.max(wanted.unwrap_or(1));
        cursor.align = cursor.align.max(align);
        cursor.first.get_or_insert(align);
    }
    let at = cursor.bit;
    cursor.bit += u64::from(width);
    let container = u64::from(laid.size) * 8;
    let inside = at % container.max(1);
    if dialect.breaks(Mechanism::BitFieldsReversed) && inside + u64::from(width) <= container {
        // The record has the whole container, so that its upper end is there.
        cursor.extent = cursor.extent.max(at - inside + container);
        return at - inside + (container - inside - u64::from(width));
    }
    at
}

/// Whether a composite fills a machine type: 1, 2, 4 or 8 bytes, as aligned as it is large, and every
/// composite inside has such a size as well.
pub(crate) fn fills_machine_type(laid: &Laid) -> bool {
    matches!(laid.size, 1 | 2 | 4 | 8) && laid.align >= laid.size && inner_sizes_are_machine_sizes(laid)
}

fn inner_sizes_are_machine_sizes(laid: &Laid) -> bool {
    let fits = |inner: &Laid| matches!(inner.size, 0 | 1 | 2 | 4 | 8) && inner_sizes_are_machine_sizes(inner);
    match &laid.shape {
        Shape::Scalar { .. } | Shape::Complex { .. } => true,
        // The machine has none for a vector of one floating lane.
        Shape::Vector { lane, lanes, .. } => *lanes > 1 || !lane.is_floating(),
        Shape::Array(elem, _) => fits(elem),
        Shape::Struct(members) | Shape::Union(members) => members.iter().all(|m| fits(&m.laid)),
    }
}
