//! Places that debug information gives for a parameter at a function's first instruction.

use super::nodes::{Bytes, Node, Nodes};
use super::registers::register;
use super::work::{Exhausted, Work};
use crosscall_model::Target;
use crosscall_model::target::Register;
use gimli::{AttributeValue, Expression, Operation};

/// Most operations of a location that are read.
const MOST_OPERATIONS: usize = 64;

/// Most entries of a list of locations that are read.
const MOST_RANGES: usize = 4096;

/// A place of some bytes of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum At {
    /// In a register.
    Register(Register),
    /// In memory whose address a register holds, plus a distance in bytes.
    Pointed(Register, i64),
    /// In the caller's frame: a distance in bytes from the stack pointer at the first instruction.
    Stack(i64),
}

/// Bytes of a value and their place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Located {
    /// Number of the first byte.
    pub(super) offset: u64,
    /// Number of bytes; `None` for all that there are.
    pub(super) len: Option<u64>,
    pub(super) at: At,
    /// True for a place that is counted from the stack pointer as it is, and not as it was before the first instruction.
    pub(super) of_pointer: bool,
}

/// The places of a parameter at the first instruction; empty where nothing is said of them, or nothing that can be compared.
pub(super) fn at_start(
    target: Target,
    nodes: &Nodes<'_>,
    (function, parameter): (&Node<'_>, &Node<'_>),
    work: &mut Work,
) -> Result<Vec<Located>, Exhausted> {
    let (Some(start), Some(location), Some(known)) =
        (function.start, parameter.location, nodes.unit_of(function))
    else {
        return Ok(Vec::new());
    };
    let mut is_of_start = false;
    let expression = match location {
        AttributeValue::Exprloc(expression) => Some(expression),
        AttributeValue::Block(bytes) => Some(Expression(bytes)),
        value => {
            let Ok(Some(mut list)) = nodes.dwarf.attr_locations(&known.unit, value) else {
                return Ok(Vec::new());
            };
            let mut found = None;
            for _ in 0..MOST_RANGES {
                work.spend(4)?;
                match list.next() {
                    Ok(Some(entry)) if entry.range.begin <= start && start < entry.range.end => {
                        found = Some(entry.data);
                        is_of_start = entry.range.begin == start;
                        break;
                    }
                    Ok(Some(_)) => {}
                    Ok(None) | Err(_) => break,
                }
            }
            found
        }
    };
    let Some(expression) = expression else { return Ok(Vec::new()) };
    work.spend(MOST_OPERATIONS as u64)?;
    let encoding = known.unit.encoding();
    let counts_from_cfa = match function.frame_base {
        Some(AttributeValue::Exprloc(base)) => is_cfa(base, encoding),
        Some(AttributeValue::Block(base)) => is_cfa(Expression(base), encoding),
        _ => false,
    };
    let mut all = places(target, expression, encoding, counts_from_cfa).unwrap_or_default();
    for located in &mut all {
        match located.at {
            At::Pointed(base, distance) if base == target.stack_pointer() => {
                // The stack pointer has its value at entry only at the first instruction.
                if !is_of_start {
                    return Ok(Vec::new());
                }
                (located.at, located.of_pointer) = (At::Stack(distance), true);
            }
            _ => {}
        }
    }
    Ok(all)
}

/// True if a frame base is the address from which call frame information counts: the stack pointer at the first instruction.
fn is_cfa(base: Expression<Bytes<'_>>, encoding: gimli::Encoding) -> bool {
    let mut operations = base.operations(encoding);
    matches!((operations.next(), operations.next()), (Ok(Some(Operation::CallFrameCFA)), Ok(None)))
}

/// Places that an expression gives; `None` where it computes something that is no plain place.
fn places(
    target: Target,
    expression: Expression<Bytes<'_>>,
    encoding: gimli::Encoding,
    counts_from_cfa: bool,
) -> Option<Vec<Located>> {
    let (mut all, mut current, mut offset) = (Vec::new(), None, 0u64);
    let mut operations = expression.operations(encoding);
    let mut is_in_pieces = false;
    // Call frame information counts from the stack pointer before the call has pushed anything.
    let pushed = i64::from(target.facts().call_pushes);
    for _ in 0..MOST_OPERATIONS {
        let Some(operation) = operations.next().ok()? else {
            if let (Some(at), false) = (current, is_in_pieces) {
                all.push(Located { offset: 0, len: None, at, of_pointer: false });
            }
            return Some(all);
        };
        match operation {
            Operation::Register { register: number } if current.is_none() => {
                current = Some(At::Register(register(target, number.0)?));
            }
            Operation::RegisterOffset { register: number, offset, .. } if current.is_none() => {
                current = Some(At::Pointed(register(target, number.0)?, offset));
            }
            // What is in the function's own frame was put there by itself.
            Operation::FrameOffset { offset } if current.is_none() => {
                let is_callers = counts_from_cfa && offset >= 0;
                current = Some(At::Stack(is_callers.then(|| offset.checked_add(pushed)).flatten()?));
            }
            Operation::CallFrameCFA if current.is_none() => current = Some(At::Stack(pushed)),
            Operation::PlusConstant { value } => match &mut current {
                Some(At::Stack(distance) | At::Pointed(_, distance)) => {
                    *distance = distance.checked_add_unsigned(value)?;
                }
                _ => return None,
            },
            Operation::Piece { size_in_bits, bit_offset } => {
                if bit_offset.is_some_and(|bit| bit != 0) || size_in_bits % 8 != 0 {
                    return None;
                }
                is_in_pieces = true;
                let len = size_in_bits / 8;
                if let Some(at) = current.take() {
                    all.push(Located { offset, len: Some(len), at, of_pointer: false });
                }
                offset = offset.checked_add(len)?;
            }
            Operation::Nop => {}
            _ => return None,
        }
    }
    None
}
