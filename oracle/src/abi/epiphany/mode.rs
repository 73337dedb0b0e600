//! The natural machine mode of a type: whether it can be handled as one byte, half-word, word or
//! double word. The document does not know the notion; readings of EPIPHANY-S06, -RET-04 and -RET-06
//! that follow GCC rest on it. Its definition is that of GCC's `stor-layout.cc` for a machine that
//! requires alignment.

use super::Epiphany;
use crate::abi::data::Data;
use crate::abi::rules::Rules;
use crosscall_model::{Member, Record, RecordKind, Scalar, Type};

/// Unit in which a type can be handled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    /// As a machine type of this many bytes: 1, 2, 4 or 8, or twice the bytes of a part of a complex number.
    Natural(u64),
    /// Only as a block of memory, for no other reason than its alignment.
    Unaligned,
    /// Only as a block of memory, and so is whatever contains it.
    Block,
}

impl Mode {
    /// Size in bytes of the machine type, if there is one.
    pub(super) fn natural(self) -> Option<u64> {
        match self {
            Mode::Natural(size) => Some(size),
            Mode::Unaligned | Mode::Block => None,
        }
    }

    /// Mode of an array of `len` elements. One of a single element is handled as its element is.
    pub(super) fn of_array(elem: Mode, len: u32, size: u64, align: u64) -> Mode {
        let block = if len == 1 { elem.natural() != Some(size) } else { elem == Mode::Block };
        Mode::of_size(block, size, align)
    }

    /// Mode of an array or record, of which a part may have to stay a block.
    pub(super) fn of_size(contains_block: bool, size: u64, align: u64) -> Mode {
        match size {
            _ if contains_block => Mode::Block,
            1 | 2 | 4 | 8 if align >= size => Mode::Natural(size),
            1 | 2 | 4 | 8 => Mode::Unaligned,
            _ => Mode::Block,
        }
    }
}

/// The mode of a type.
pub(super) fn natural_mode(ty: &Type, rules: &mut Rules<'_>) -> Mode {
    let whole = Epiphany.layout(ty, rules);
    if complex_inside(ty, rules).is_some() {
        return Mode::Natural(whole.size);
    }
    match ty {
        Type::Array(elem, len) => Mode::of_array(natural_mode(elem, rules), *len, whole.size, whole.align),
        Type::Record(record) => {
            // GCC has no machine type for a structure of unknown size.
            let mut contains_block = record.flexible().is_some();
            for member in record.members.iter().filter(|member| member.bits.is_none()) {
                let holds_bytes = Epiphany.layout(&member.ty, rules).size != 0;
                contains_block |= holds_bytes && natural_mode(&member.ty, rules) == Mode::Block;
            }
            Mode::of_size(contains_block, whole.size, whole.align)
        }
        // GCC has machine types for vectors of integers and for two floats, none for a single one.
        Type::Vector { element, lanes: 1 } if element.is_floating() => Mode::Block,
        Type::Vector { .. } if whole.size > 8 => Mode::Block,
        _ => Mode::Natural(whole.size),
    }
}

/// Type of the parts of the complex number that is all of a type: GCC handles a structure of one member, and an array of one
/// element, as what is in it, where it is as aligned.
fn complex_inside(ty: &Type, rules: &mut Rules<'_>) -> Option<Scalar> {
    match ty {
        Type::Complex(part) => Some(*part),
        Type::Array(elem, 1) => complex_inside(elem, rules),
        Type::Record(record) if record.kind == RecordKind::Struct && record.flexible().is_none() => {
            let whole = Epiphany.layout(ty, rules);
            let is_whole = |member: &&Member, rules: &mut Rules<'_>| {
                member.bits.is_none() && Epiphany.layout(&member.ty, rules).size == whole.size
            };
            let member = record.members.iter().find(|member| is_whole(member, rules))?;
            let part = complex_inside(&member.ty, rules)?;
            (whole.align >= Epiphany.layout(part.as_type(), rules).align).then_some(part)
        }
        _ => None,
    }
}

/// True if the alignment of a member that is no bit-field goes back to an `aligned` attribute, its own
/// or one inside its type, whose alignment is `align`. Matters only for EPIPHANY-LAYOUT-10.R2, which leaves such
/// members alone. Names no clauses.
pub(super) fn is_aligned_by_attribute(
    record: &Record,
    member: &Member,
    align: u64,
    rules: &mut Rules<'_>,
) -> bool {
    let own = member.align.is_some_and(|asked| record.packed || u64::from(asked) >= align);
    own || rules.citing(|rules| has_attribute(&member.ty, rules)).0
}

/// True if the alignment of a type goes back to an attribute.
fn has_attribute(ty: &Type, rules: &mut Rules<'_>) -> bool {
    match ty {
        Type::Aligned(..) => true,
        // Nor of an array that it handles so.
        Type::Array(elem, _) => has_attribute(elem, rules) && natural_mode(ty, rules).natural().is_none(),
        Type::Record(record) => {
            let attributes = record.align.is_some()
                || record.members.iter().any(|member| match member.bits {
                    Some(_) => member.align.is_some(),
                    None => {
                        let align = Epiphany.layout(&member.ty, rules).align;
                        is_aligned_by_attribute(record, member, align, rules)
                    }
                });
            // GCC forgets the attributes of a record that it handles as a machine type.
            attributes && natural_mode(ty, rules).natural().is_none()
        }
        _ => false,
    }
}
