//! What the slots hold, in their order.

use super::{argument_leaves, array_value, held_value, keep_value, mix, other_value, result_leaves};
use crate::case::Case;
use crate::ctype::{Scalar, Type};
use crate::leaf::Leaf;

/// One slot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Slot<'a> {
    /// Whether it was filled by the call that the callee made of itself.
    pub inner: bool,
    /// What was stored there.
    pub holds: Holds<'a>,
}

/// What a slot holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Holds<'a> {
    /// A leaf of an argument, in its own type.
    Argument {
        /// Which argument.
        argument: usize,
        /// The leaf.
        leaf: Leaf<'a>,
    },
    /// A leaf of the result, in its own type.
    Result(Leaf<'a>),
    /// A narrow parameter converted to `long long`.
    Widened {
        /// Which argument.
        argument: usize,
        /// Its only leaf.
        leaf: Leaf<'a>,
    },
    /// A narrow parameter compared with an object that has its type and its value: bit 0 says equal,
    /// bit 1 less, bit 2 greater.
    Compared {
        /// Which argument.
        argument: usize,
    },
    /// What a narrow parameter was used for. One of a byte is the index into a table that has
    /// `(unsigned char)(i ^ 0x5a)` at every index `i` from -128 to 255. Others select in a `switch` of five
    /// cases, from the value less 2 to the value and 2 (an enumeration: of [`switch_constants`]), the number
    /// of the case, counted from [`FIRST_CASE`] up; none of them gives 0.
    Used {
        /// Which argument.
        argument: usize,
        /// What it must have given.
        value: u32,
    },
    /// A word that was kept alive.
    Kept {
        /// Which one.
        index: usize,
        /// What must have become of it.
        value: u32,
    },
    /// The local array, read back.
    Array(u32),
    /// The array whose size is known only when the code runs, read back.
    Dynamic(u32),
    /// What calls of other functions gave.
    Other(u32),
    /// The word [`ENDED`], from the function with whose call a callee without result ends.
    Ended,
}

/// The number of the first case of a `switch`.
pub const FIRST_CASE: u32 = 0x51;

/// What a callee without result leaves when it ends with a call.
pub const ENDED: u32 = 0x7e57_e4d5;

impl Holds<'_> {
    /// How many bytes of the slot are written; `None` where a leaf's type says it.
    pub fn bytes(&self) -> Option<usize> {
        match self {
            Holds::Argument { .. } | Holds::Result(_) => None,
            Holds::Widened { .. } => Some(8),
            _ => Some(4),
        }
    }

    /// What must stand there; a bit-field's width of it, where the leaf is one. `char_is_signed` matters for
    /// a plain `char` that was widened, and for nothing else.
    pub fn expected(&self, char_is_signed: bool) -> u64 {
        match self {
            Holds::Argument { leaf, .. } | Holds::Result(leaf) => leaf.value,
            Holds::Widened { leaf, .. } => widened(leaf, char_is_signed),
            Holds::Compared { .. } => 1,
            Holds::Used { value, .. } | Holds::Kept { value, .. } => (*value).into(),
            Holds::Array(value) | Holds::Dynamic(value) | Holds::Other(value) => (*value).into(),
            Holds::Ended => ENDED.into(),
        }
    }
}

/// Whether values of a type can be narrower than a register, so that somebody has to extend them.
pub fn narrow(ty: &Type) -> bool {
    use Scalar::{Bool, Char, Short, SignedChar, UnsignedChar, UnsignedShort};
    match ty {
        Type::Scalar(scalar) => {
            matches!(scalar, Bool | Char | SignedChar | UnsignedChar | Short | UnsignedShort)
        }
        Type::Enum(_) => true,
        _ => false,
    }
}

/// The value of a narrow leaf as a `long long`.
fn widened(leaf: &Leaf<'_>, char_is_signed: bool) -> u64 {
    let value = leaf.value;
    match leaf.ty {
        Type::Scalar(Scalar::SignedChar) => i64::from(value as i8).cast_unsigned(),
        Type::Scalar(Scalar::Char) if char_is_signed => i64::from(value as i8).cast_unsigned(),
        Type::Scalar(Scalar::Short) => i64::from(value as i16).cast_unsigned(),
        Type::Enum(enumeration) => {
            // However wide the enumeration is taken to be, the value is that of one of its constants.
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

/// What the use of a narrow parameter gives.
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

/// The constants of an enumeration among which a `switch` selects: each once.
pub fn switch_constants(constants: &[i64]) -> Vec<i64> {
    let mut different: Vec<i64> = Vec::new();
    for constant in constants {
        if !different.contains(constant) {
            different.push(*constant);
        }
    }
    different
}

/// What words kept alive are after the loop.
fn kept(count: u8, rounds: u8, value: fn(usize) -> u32) -> Vec<u32> {
    let mut words: Vec<u32> = (0..usize::from(count)).map(value).collect();
    for _ in 0..rounds {
        mix(&mut words);
    }
    words
}

/// The slots of `received{k}`: the leaves of all arguments; what the callee makes of each narrow parameter;
/// the words that it keeps; its arrays; what other functions gave; what the function with whose call it ends
/// left; the result of the call of itself; last, what that call stored: all of these but for the last two.
pub fn received_slots(case: &Case) -> Vec<Slot<'_>> {
    let style = case.style;
    let mut all: Vec<Holds<'_>> = argument_leaves(case)
        .into_iter()
        .map(|(argument, leaf)| Holds::Argument { argument, leaf })
        .collect();
    let parameters = case.signature.parameters.len();
    for (argument, leaf) in argument_leaves(case) {
        if argument < parameters && leaf.path.is_empty() && narrow(leaf.ty) {
            let value = used(&leaf);
            all.push(Holds::Widened { argument, leaf });
            all.push(Holds::Compared { argument });
            all.push(Holds::Used { argument, value });
        }
    }
    let words = kept(style.held, style.rounds, held_value).into_iter().enumerate();
    all.extend(words.map(|(index, value)| Holds::Kept { index, value }));
    all.extend((style.locals > 0).then(|| Holds::Array(array_value(style.locals))));
    all.extend((style.dynamic > 0).then(|| Holds::Dynamic(array_value(style.dynamic))));
    all.extend(style.others.then(|| Holds::Other(other_value())));
    let ended = (style.tail && case.signature.result.is_none()).then_some(Holds::Ended);
    let results = if style.recursive { result_leaves(case) } else { Vec::new() };
    let outer = all.iter().cloned().chain(ended).chain(results.into_iter().map(Holds::Result));
    let mut slots: Vec<Slot<'_>> = outer.map(|holds| Slot { inner: false, holds }).collect();
    if style.recursive {
        slots.extend(all.into_iter().map(|holds| Slot { inner: true, holds }));
    }
    slots
}

/// The slots of `returned{k}`: the leaves of the result; the words that the caller keeps; its array; what
/// other functions gave.
pub fn returned_slots(case: &Case) -> Vec<Slot<'_>> {
    let style = case.style;
    let mut all: Vec<Holds<'_>> = result_leaves(case).into_iter().map(Holds::Result).collect();
    let words = kept(style.live, style.rounds, keep_value).into_iter().enumerate();
    all.extend(words.map(|(index, value)| Holds::Kept { index, value }));
    all.extend((style.dynamic > 0).then(|| Holds::Dynamic(array_value(style.dynamic))));
    all.extend(style.others.then(|| Holds::Other(other_value())));
    all.into_iter().map(|holds| Slot { inner: false, holds }).collect()
}
