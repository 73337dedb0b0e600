//! What the cases of a target are made of: the types that its compilers have, in proportion, and the sizes around which
//! its convention decides. One table a target; none of this is a rule.

mod dpu;
mod epiphany;
mod forwardcom;
#[cfg(feature = "invented")]
mod invented;
mod ipu;
mod nyuzi;

use crosscall_model::{Form, Scalar, Target, Type};

use crate::directed::List;

/// The table of a target. Of a list of types one is drawn at random, so what stands there twice is drawn twice as often.
pub(crate) struct Repertoire {
    /// Scalars that its compilers do not have.
    pub(crate) absent: &'static [Scalar],
    /// Words.
    pub(crate) words: &'static [Scalar],
    /// Kinds of `char` and `short`.
    pub(crate) narrow: &'static [Scalar],
    /// Double words.
    pub(crate) wide: &'static [Scalar],
    /// Types with other names, and such as no other list has.
    pub(crate) spelled: &'static [Scalar],
    /// Types of the parts of complex types.
    pub(crate) complex: &'static [Scalar],
    /// Types of the lanes of vectors; none where there are no vectors.
    pub(crate) lanes: &'static [Scalar],
    /// Sizes of vectors in bits. A vector has 16 lanes at most.
    pub(crate) vector_bits: &'static [u32],
    /// Bits of the longest vector that is passed by itself.
    pub(crate) most_vector_bits: u32,
    /// Bits of the longest complex type or vector that is a member of a record.
    pub(crate) most_member_bits: u32,
    /// Types of the members of records of equal members.
    pub(crate) members: &'static [Scalar],
    /// Declared types of bit-fields.
    pub(crate) bit_fields: &'static [Scalar],
    /// Forms in which its compilers take functions.
    pub(crate) forms: &'static [Form],
    /// How many words go in registers: directed cases go on a little further, and random lists end around it.
    pub(crate) register_words: u32,
    /// About how many scalars a case has in its arguments and its result.
    pub(crate) leaves: u32,
    /// Types of several parts for directed cases, the most telling first.
    pub(crate) parts: &'static [Parts],
    /// Directed cases that settle what the first ones of all targets leave open of its document.
    pub(crate) settling: fn(&mut List),
}

/// A type of several equal parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Parts {
    /// Complex.
    Complex(Scalar),
    /// A vector: type and number of its lanes.
    Vector(Scalar, u32),
}

impl From<Parts> for Type {
    fn from(parts: Parts) -> Type {
        match parts {
            Parts::Complex(part) => Type::Complex(part),
            Parts::Vector(element, lanes) => Type::Vector { element, lanes },
        }
    }
}

/// The table of a target.
pub(crate) fn of(target: Target) -> &'static Repertoire {
    match target {
        Target::Epiphany => &epiphany::REPERTOIRE,
        Target::Nyuzi => &nyuzi::REPERTOIRE,
        Target::Dpu => &dpu::REPERTOIRE,
        Target::Ipu => &ipu::REPERTOIRE,
        Target::ForwardCom => &forwardcom::REPERTOIRE,
        #[cfg(feature = "invented")]
        Target::Invented => &invented::REPERTOIRE,
    }
}

/// The number of lanes of the vectors by which a target's compilers are asked whether they have vectors of a type.
pub fn usual_lanes(target: Target) -> u32 {
    let lanes = |parts: &Parts| match parts {
        Parts::Complex(_) => None,
        Parts::Vector(_, lanes) => Some(*lanes),
    };
    of(target).parts.iter().find_map(lanes).unwrap_or(4)
}
