//! Contents of the slots, in their order.

use super::{argument_leaves, array_value, held_value, keep_value, mix, other_value, result_leaves};
use crate::case::Case;
use crate::ctype::{Scalar, Type};
use crate::leaf::Leaf;

/// Slot with its contents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Slot<'a> {
    /// True if the recursive call of the callee filled it.
    pub inner: bool,
    /// Value that was stored.
    pub holds: Holds<'a>,
}

/// Contents of a slot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Holds<'a> {
    /// Leaf of an argument, in its own type.
    Argument {
        /// Index of the argument.
        argument: usize,
        /// Leaf that was stored.
        leaf: Leaf<'a>,
    },
    /// Leaf of the result, in its own type.
    Result(Leaf<'a>),
    /// Narrow parameter converted to `long long`.
    Widened {
        /// Index of the argument.
        argument: usize,
        /// Only leaf of the argument.
        leaf: Leaf<'a>,
    },
    /// Narrow parameter compared with an object of its type and value: bit 0 means equal, bit 1 less, bit 2 greater.
    Compared {
        /// Index of the argument.
        argument: usize,
    },
    /// Result of using a narrow parameter. A parameter of one byte is the index into a table that has `(unsigned
    /// char)(i ^ 0x5a)` at every index `i` from -128 to 255. Others select in a `switch` of five cases, from the
    /// value less 2 to the value plus 2 (for an enumeration: of [`switch_constants`]), the number of the case,
    /// counted from [`FIRST_CASE`]; no match gives 0.
    Used {
        /// Index of the argument.
        argument: usize,
        /// Expected result.
        value: u32,
    },
    /// Word that was kept alive.
    Kept {
        /// Index of the word.
        index: usize,
        /// Expected value of the word.
        value: u32,
    },
    /// Bytes read back from the local array.
    Array(u32),
    /// Bytes read back from the array of variable length.
    Dynamic(u32),
    /// Result of the calls of other functions.
    Other(u32),
    /// [`ENDED`], from the function whose call is the end of a callee without result.
    Ended,
}

/// Number of the first case of a `switch`.
pub const FIRST_CASE: u32 = 0x51;

/// Word that a callee without result stores when it ends with a call.
pub const ENDED: u32 = 0x7e57_e4d5;

impl Holds<'_> {
    /// Number of bytes of the slot that are written; `None` where the leaf's type determines it.
    pub fn bytes(&self) -> Option<usize> {
        match self {
            Holds::Argument { .. } | Holds::Result(_) => None,
            Holds::Widened { .. } => Some(8),
            _ => Some(4),
        }
    }

    /// Expected contents; for a bit-field, in its width. `char_is_signed` matters only for a plain `char` that was
    /// widened.
    pub fn expected(&self, char_is_signed: bool) -> u128 {
        match self {
            Holds::Argument { leaf, .. } | Holds::Result(leaf) => leaf.value,
            Holds::Widened { leaf, .. } => u128::from(widened(leaf, char_is_signed)),
            Holds::Compared { .. } => 1,
            Holds::Used { value, .. } | Holds::Kept { value, .. } => (*value).into(),
            Holds::Array(value) | Holds::Dynamic(value) | Holds::Other(value) => (*value).into(),
            Holds::Ended => ENDED.into(),
        }
    }
}

/// True if values of a type can be narrower than a register, so that one side has to extend them.
pub fn narrow(ty: &Type) -> bool {
    matches!(ty, Type::Scalar(scalar) if scalar.is_narrow()) || matches!(ty, Type::Enum(_))
}

/// Value of a narrow leaf as a `long long`.
fn widened(leaf: &Leaf<'_>, char_is_signed: bool) -> u64 {
    let value = leaf.value as u64;
    match leaf.ty {
        Type::Scalar(Scalar::SignedChar) => i64::from(value as i8).cast_unsigned(),
        Type::Scalar(Scalar::Char) if char_is_signed => i64::from(value as i8).cast_unsigned(),
        Type::Scalar(Scalar::Short) => i64::from(value as i16).cast_unsigned(),
        Type::Enum(enumeration) => {
            // For every possible width of the enumeration, the value is that of one of its constants.
            let within = |bits: u32| {
                let mask = u64::MAX >> (64 - bits);
                let constants = enumeration.constants.iter().map(|constant| constant.cast_unsigned());
                constants.into_iter().find(|constant| value == constant & mask)
            };
            let negative = enumeration.constants.iter().any(|constant| *constant < 0);
            let other = match u32::try_from(value) {
                Ok(word) if negative => i64::from(word.cast_signed()).cast_unsigned(),
                _ => value,
            };
            [64, 32, 16, 8].into_iter().find_map(within).unwrap_or(other)
        }
        _ => value,
    }
}

/// Result of using a narrow parameter.
fn used(leaf: &Leaf<'_>) -> u32 {
    match leaf.ty {
        Type::Scalar(Scalar::Short | Scalar::UnsignedShort) => FIRST_CASE + 2,
        Type::Enum(enumeration) => {
            let value = widened(leaf, true).cast_signed();
            let mut cases = switch_constants(&enumeration.constants).into_iter();
            cases.position(|constant| constant == value).map_or(0, |i| FIRST_CASE + i as u32)
        }
        _ => u32::from(leaf.value as u8 ^ 0x5a),
    }
}

/// Constants of an enumeration among which a `switch` selects, without duplicates.
pub fn switch_constants(constants: &[i64]) -> Vec<i64> {
    let mut different: Vec<i64> = Vec::new();
    for constant in constants {
        if !different.contains(constant) {
            different.push(*constant);
        }
    }
    different
}

/// Values of the words kept alive after the loop.
fn kept(count: u8, rounds: u8, value: fn(usize) -> u32) -> Vec<u32> {
    let mut words: Vec<u32> = (0..usize::from(count)).map(value).collect();
    for _ in 0..rounds {
        mix(&mut words);
    }
    words
}

/// Slots of `received{k}`: the leaves of all arguments; the uses of each narrow parameter; the words kept alive; the
/// arrays; the result of other functions; the mark of the function with whose call it ends; the result of the
/// recursive call; finally, the slots of that call: all of these but the last two.
pub fn received_slots(case: &Case) -> Vec<Slot<'_>> {
    let style = case.style;
    let leaves = argument_leaves(case);
    let parameters = case.signature.parameters.len();
    let is_narrow = |(argument, leaf): &&(usize, Leaf<'_>)| {
        *argument < parameters && leaf.path.is_empty() && narrow(leaf.ty)
    };
    let uses = leaves.iter().filter(is_narrow).flat_map(|(argument, leaf)| {
        let (argument, value) = (*argument, used(leaf));
        let widened = Holds::Widened { argument, leaf: leaf.clone() };
        [widened, Holds::Compared { argument }, Holds::Used { argument, value }]
    });
    let uses: Vec<Holds<'_>> = uses.collect();
    let arguments = leaves.into_iter().map(|(argument, leaf)| Holds::Argument { argument, leaf });
    let mut all: Vec<Holds<'_>> = arguments.chain(uses).collect();
    let words = kept(style.held, style.rounds, held_value).into_iter().enumerate();
    all.extend(words.map(|(index, value)| Holds::Kept { index, value }));
    all.extend((style.locals > 0).then(|| Holds::Array(array_value(style.locals))));
    all.extend((style.dynamic > 0).then(|| Holds::Dynamic(array_value(style.dynamic))));
    all.extend(style.others.then(|| Holds::Other(other_value())));
    let ended = (style.tail && case.signature.result.is_none()).then_some(Holds::Ended);
    let results = if style.recursive { result_leaves(case) } else { Vec::new() };
    let inner = if style.recursive { all.clone() } else { Vec::new() };
    let outer = all.into_iter().chain(ended).chain(results.into_iter().map(Holds::Result));
    let outer = outer.map(|holds| Slot { inner: false, holds });
    outer.chain(inner.into_iter().map(|holds| Slot { inner: true, holds })).collect()
}

/// Slots of `returned{k}`: the leaves of the result; the words that the caller keeps alive; its array; the result of
/// other functions.
pub fn returned_slots(case: &Case) -> Vec<Slot<'_>> {
    let style = case.style;
    let mut all: Vec<Holds<'_>> = result_leaves(case).into_iter().map(Holds::Result).collect();
    let words = kept(style.live, style.rounds, keep_value).into_iter().enumerate();
    all.extend(words.map(|(index, value)| Holds::Kept { index, value }));
    all.extend((style.dynamic > 0).then(|| Holds::Dynamic(array_value(style.dynamic))));
    all.extend(style.others.then(|| Holds::Other(other_value())));
    all.into_iter().map(|holds| Slot { inner: false, holds }).collect()
}
