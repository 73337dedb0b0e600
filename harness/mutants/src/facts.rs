//! Facts of a function that the author of an edit may use: the types in its declaration, and the places in which a
//! compiler of the target puts plain values.

use crosscall_model::{Scalar, Signature, Type};
use std::collections::BTreeMap;

/// Places that a target's compilers give plain values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Placement {
    /// Registers that carry arguments, a word each.
    pub registers: u32,
    /// True if a value of two words begins at an even place.
    pub is_even: bool,
    /// Bytes of a `double`.
    pub double: u32,
    /// True if records of any size are passed and returned by address.
    pub by_address: bool,
    /// True if all arguments of a variadic function lie on the stack.
    pub variadic_on_stack: bool,
    /// True if the address for a result in memory is the first argument.
    pub result_first: bool,
}

impl Placement {
    /// GCC for the Epiphany.
    pub const EPIPHANY: Placement = Placement {
        registers: 4,
        is_even: true,
        double: 8,
        by_address: false,
        variadic_on_stack: false,
        result_first: true,
    };

    /// Clang for the Nyuzi.
    pub const NYUZI: Placement = Placement {
        registers: 8,
        is_even: false,
        double: 4,
        by_address: true,
        variadic_on_stack: true,
        result_first: true,
    };
}

/// Side of a call on which a piece of a unit is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// The function under test.
    Callee,
    /// The function that calls it.
    Caller,
    /// Layout constants and initialised objects.
    Data,
    /// The compiler as a whole: its flags, or how it understands the source.
    Whole,
}

impl Side {
    /// The name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Side::Callee => "callee",
            Side::Caller => "caller",
            Side::Data => "data",
            Side::Whole => "whole",
        }
    }
}

/// Class of a type by the way in which its values travel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TypeClass {
    /// An integer narrower than a word, with its width in bits.
    Narrow {
        /// True for a signed integer.
        signed: bool,
        /// Width in bits.
        bits: u32,
    },
    /// `_Bool`.
    Bool,
    /// A word: integer, pointer or `float`.
    Word,
    /// Two words: integer or `double`.
    Double,
    /// A structure with one member that is a scalar of at most a word, with its size in bytes.
    Small(u32),
    /// A record that travels by address: so large that every compiler keeps it in memory, or any where the target's
    /// compilers do so.
    Large,
    /// Anything else.
    Other,
}

impl TypeClass {
    /// The class of a type.
    pub fn of(ty: &Type, placement: &Placement) -> TypeClass {
        match ty {
            Type::Scalar(Scalar::Double | Scalar::LongDouble) if placement.double == 4 => TypeClass::Word,
            Type::Scalar(scalar) => scalar_class(*scalar),
            Type::Enum(e) => {
                let word = e.constants.iter().all(|c| i32::try_from(*c).is_ok());
                if word { TypeClass::Word } else { TypeClass::Other }
            }
            Type::DataPointer | Type::FunctionPointer => TypeClass::Word,
            Type::Record(_) if placement.by_address && least_size(ty) > 0 => TypeClass::Large,
            Type::Record(record) if least_size(ty) > 8 && record.align.is_none_or(|a| a <= 8) => {
                TypeClass::Large
            }
            Type::Record(record) => match &record.members[..] {
                [only] if only.bits.is_none() && only.align.is_none() && !record.packed => {
                    match (TypeClass::of(&only.ty, placement), record.align) {
                        (TypeClass::Narrow { bits, .. }, None) => TypeClass::Small(bits / 8),
                        (TypeClass::Bool, None) => TypeClass::Small(1),
                        (TypeClass::Word, None) => TypeClass::Small(4),
                        _ => TypeClass::Other,
                    }
                }
                _ => TypeClass::Other,
            },
            _ => TypeClass::Other,
        }
    }

    /// Words that a value of the class takes, where that is sure.
    fn words(self) -> Option<u32> {
        match self {
            TypeClass::Narrow { .. } | TypeClass::Bool | TypeClass::Word | TypeClass::Small(_) => Some(1),
            // The address.
            TypeClass::Large => Some(1),
            TypeClass::Double => Some(2),
            TypeClass::Other => None,
        }
    }
}

fn scalar_class(scalar: Scalar) -> TypeClass {
    let narrow = |signed, bits| TypeClass::Narrow { signed, bits };
    match scalar {
        Scalar::Bool => TypeClass::Bool,
        Scalar::SignedChar => narrow(true, 8),
        Scalar::Char | Scalar::UnsignedChar => narrow(false, 8),
        Scalar::Short => narrow(true, 16),
        Scalar::UnsignedShort => narrow(false, 16),
        Scalar::Int | Scalar::UnsignedInt | Scalar::Long | Scalar::UnsignedLong | Scalar::Float => {
            TypeClass::Word
        }
        Scalar::LongLong | Scalar::UnsignedLongLong | Scalar::Double | Scalar::LongDouble => {
            TypeClass::Double
        }
        #[allow(unreachable_patterns)]
        _ => TypeClass::Other,
    }
}

/// Bytes that a type takes at least.
fn least_size(ty: &Type) -> u64 {
    match ty {
        Type::Scalar(scalar) => match scalar_class(*scalar) {
            TypeClass::Narrow { bits, .. } => u64::from(bits / 8),
            TypeClass::Bool => 1,
            TypeClass::Double => 8,
            _ => 4,
        },
        Type::Array(element, count) => least_size(element) * u64::from(*count),
        Type::Record(record) => {
            let sizes = record.members.iter().filter(|m| m.bits.is_none()).map(|m| least_size(&m.ty));
            match record.kind {
                crosscall_model::RecordKind::Struct => sizes.sum(),
                crosscall_model::RecordKind::Union => sizes.max().unwrap_or(0),
            }
        }
        Type::DataPointer | Type::FunctionPointer => 4,
        _ => 1,
    }
}

/// Facts of a function.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Facts {
    /// Number of its case in the unit.
    pub k: usize,
    /// Side of the call on which it is.
    pub side: Side,
    /// The declaration of the function under test, as the unit has it in a comment.
    pub text: String,
    /// The types of the function under test, where the declaration could be read.
    pub signature: Option<Signature>,
    /// For a layout unit: the expressions that its constants stand for.
    pub items: Vec<String>,
    /// Places that the target's compilers give values.
    pub placement: Placement,
}

impl Facts {
    /// Class of the result; `None` without a result.
    pub fn result(&self) -> Option<TypeClass> {
        self.signature.as_ref()?.result.as_ref().map(|ty| TypeClass::of(ty, &self.placement))
    }

    /// Classes of the arguments, with the word at which each begins: the first words are the argument registers, the
    /// others lie on the stack. The list ends before the first argument whose class is not sure.
    pub fn arguments(&self) -> Vec<(TypeClass, u32)> {
        let Some(signature) = &self.signature else { return Vec::new() };
        let mut next = match self.result() {
            Some(TypeClass::Large) if self.placement.result_first => 1,
            Some(TypeClass::Other) => return Vec::new(),
            _ => 0,
        };
        if self.placement.variadic_on_stack && self.is_variadic() {
            next += self.placement.registers;
        }
        let mut out = Vec::new();
        for ty in signature.arguments() {
            let class = TypeClass::of(ty, &self.placement);
            let Some(words) = class.words() else { break };
            if words == 2 && self.placement.is_even {
                next += next % 2;
            }
            out.push((class, next));
            next += words;
        }
        out
    }

    /// Words of arguments on the stack; `None` where the class of an argument is not sure.
    pub fn stack_words(&self) -> Option<u32> {
        let signature = self.signature.as_ref()?;
        let arguments = self.arguments();
        if arguments.len() != signature.arguments().count() || self.result() == Some(TypeClass::Other) {
            return None;
        }
        let end = arguments.last().map_or(0, |(class, at)| at + class.words().unwrap_or(0));
        Some(end.saturating_sub(self.placement.registers))
    }

    /// True if the function takes unnamed arguments.
    pub fn is_variadic(&self) -> bool {
        self.signature.as_ref().is_some_and(|s| s.variadic.is_some())
    }

    /// A number that depends on the declaration only: rare edits go by it, so that a case behaves alike
    /// wherever in a unit it stands.
    pub fn draw(&self) -> u64 {
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        for byte in self.text.bytes() {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
        hash ^ (hash >> 29)
    }
}

/// The facts of all functions of a unit, by their place in it. A unit in C says in a comment before each case
/// what it is.
pub fn read(c_text: &str, placement: &Placement) -> BTreeMap<usize, Facts> {
    let mut out = BTreeMap::new();
    let mut last = None;
    let mut in_layout = false;
    for line in c_text.lines() {
        if let Some((k, text)) = case_comment(line) {
            let signature = crosscall_declarations::parse(text).ok().map(|d| d.signature);
            let text = text.to_owned();
            let facts =
                Facts { k, side: Side::Data, text, signature, items: Vec::new(), placement: *placement };
            out.insert(k, facts);
            last = Some(k);
        } else if line.starts_with("unsigned int layout") {
            in_layout = true;
        } else if in_layout {
            let item = line.trim().trim_end_matches("};").trim().trim_end_matches(',');
            if let Some(facts) = last.and_then(|k| out.get_mut(&k)) {
                facts.items.push(item.to_owned());
            }
            in_layout = !line.trim_end().ends_with("};");
        }
    }
    out
}

/// `/* case 3: int f(void) */`
fn case_comment(line: &str) -> Option<(usize, &str)> {
    let inner = line.strip_prefix("/* case ")?.strip_suffix(" */")?;
    let (k, text) = inner.split_once(": ")?;
    Some((k.parse().ok()?, text))
}
