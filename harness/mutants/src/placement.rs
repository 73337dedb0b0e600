//! Places that a target's compilers give plain values, and the classes of types by which they do.

use crosscall_model::{RecordKind, Scalar, Signature, Type};

/// Places that a target's compilers give plain values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Placement {
    /// Bytes of a word, which is what a register holds.
    pub word: u32,
    /// Registers that carry arguments, a word each.
    pub registers: u32,
    /// Places at which a value of two words begins.
    pub pairs: Pairs,
    /// Bytes of a `double`.
    pub double: u32,
    /// Bytes of a `long double`.
    pub long_double: u32,
    /// Bytes of the widest real that travels in a floating-point register; 0 where none does.
    pub real: u32,
    /// Registers that carry such reals.
    pub real_registers: u32,
    /// True if records of any size are passed and returned by address.
    pub by_address: bool,
    /// True if all arguments of a variadic function lie on the stack.
    pub variadic_on_stack: bool,
    /// True if the address for a result in memory is the first argument.
    pub result_first: bool,
}

/// Places at which a value of two words begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pairs {
    /// Any.
    Any,
    /// Registers with an even number.
    Even,
    /// On the stack, and among unnamed arguments, those with an even number; else any.
    EvenUnnamed,
}

impl Placement {
    /// GCC for the Epiphany.
    pub const EPIPHANY: Placement = Placement {
        word: 4,
        registers: 4,
        pairs: Pairs::Even,
        double: 8,
        long_double: 8,
        real: 0,
        real_registers: 0,
        by_address: false,
        variadic_on_stack: false,
        result_first: true,
    };

    /// Clang for the Nyuzi.
    pub const NYUZI: Placement = Placement {
        registers: 8,
        pairs: Pairs::Any,
        double: 4,
        long_double: 4,
        by_address: true,
        variadic_on_stack: true,
        ..Placement::EPIPHANY
    };

    /// The place at which a value of so many words begins, where `next` is the first that is free.
    fn begin(&self, next: u32, words: u32, is_unnamed: bool) -> u32 {
        let counted = match self.pairs {
            _ if words != 2 => return next,
            Pairs::Any => return next,
            Pairs::Even => next,
            Pairs::EvenUnnamed if next >= self.registers => next - self.registers,
            Pairs::EvenUnnamed if is_unnamed => next,
            Pairs::EvenUnnamed => return next,
        };
        next + counted % 2
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
    /// A word: integer, pointer, or a real that travels like one.
    Word,
    /// Two words: an integer, or a real that travels like one.
    Double,
    /// A real in a floating-point register of its own, with its size in bytes.
    Real(u32),
    /// A structure with one member that is a scalar of at most a word, or a real that travels like one, with its size in
    /// bytes.
    Small(u32),
    /// A record that travels by address: so large that every compiler keeps it in memory, or any where the target's
    /// compilers do so. So does a scalar of more than two words.
    Large,
    /// Anything else.
    Other,
}

impl TypeClass {
    /// The class of a type.
    pub fn of(ty: &Type, placement: &Placement) -> TypeClass {
        match ty {
            Type::Scalar(scalar) => of_scalar(*scalar, placement),
            Type::Enum(e) => {
                let is_int = e.constants.iter().all(|c| i32::try_from(*c).is_ok());
                match placement.word {
                    _ if !is_int => TypeClass::Other,
                    4 => TypeClass::Word,
                    _ => TypeClass::Narrow { signed: e.constants.iter().any(|c| *c < 0), bits: 32 },
                }
            }
            Type::DataPointer | Type::FunctionPointer => TypeClass::Word,
            Type::Record(_) if placement.by_address && least_size(ty, placement) > 0 => TypeClass::Large,
            Type::Record(_) if placement.real > 0 && leaves(ty) <= 2 && has_real(ty) => {
                only_real(ty, placement)
            }
            Type::Record(record)
                if least_size(ty, placement) > u64::from(2 * placement.word)
                    && record.align.is_none_or(|a| a <= 8) =>
            {
                TypeClass::Large
            }
            Type::Record(record) => match &record.members[..] {
                [only] if only.bits.is_none() && only.align.is_none() && !record.packed => {
                    match (TypeClass::of(&only.ty, placement), record.align) {
                        (TypeClass::Narrow { bits, .. }, None) => TypeClass::Small(bits / 8),
                        (TypeClass::Bool, None) => TypeClass::Small(1),
                        (TypeClass::Word, None) => TypeClass::Small(placement.word),
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
            TypeClass::Real(_) | TypeClass::Other => None,
        }
    }

    /// The class where no floating-point register is there for it.
    fn without_real(self, word: u32) -> TypeClass {
        match self {
            TypeClass::Real(bytes) if bytes < word => TypeClass::Small(bytes),
            TypeClass::Real(bytes) if bytes == word => TypeClass::Word,
            TypeClass::Real(_) => TypeClass::Double,
            other => other,
        }
    }
}

fn of_scalar(scalar: Scalar, placement: &Placement) -> TypeClass {
    let narrow = |signed, bits| TypeClass::Narrow { signed, bits };
    let is_wide = placement.word == 8;
    let real = |bytes: u32| match bytes {
        _ if bytes <= placement.real => TypeClass::Real(bytes),
        _ if bytes > 2 * placement.word => TypeClass::Large,
        _ => TypeClass::Real(bytes).without_real(placement.word),
    };
    match scalar {
        Scalar::Bool => TypeClass::Bool,
        Scalar::SignedChar => narrow(true, 8),
        Scalar::Char | Scalar::UnsignedChar => narrow(false, 8),
        Scalar::Short => narrow(true, 16),
        Scalar::UnsignedShort => narrow(false, 16),
        Scalar::Int if is_wide => narrow(true, 32),
        Scalar::UnsignedInt if is_wide => narrow(false, 32),
        Scalar::Int | Scalar::UnsignedInt | Scalar::Long | Scalar::UnsignedLong => TypeClass::Word,
        Scalar::LongLong | Scalar::UnsignedLongLong if is_wide => TypeClass::Word,
        Scalar::LongLong | Scalar::UnsignedLongLong => TypeClass::Double,
        Scalar::Int128 | Scalar::UnsignedInt128 if is_wide => TypeClass::Double,
        Scalar::Float => real(4),
        Scalar::Double => real(placement.double),
        Scalar::LongDouble => real(placement.long_double),
        #[allow(unreachable_patterns)]
        _ => TypeClass::Other,
    }
}

/// The class of a structure that holds one real, or a real and something else.
fn only_real(ty: &Type, placement: &Placement) -> TypeClass {
    match ty.record().map(|record| (&record.members[..], record)) {
        Some(([only], record))
            if record.kind == RecordKind::Struct
                && !record.packed
                && record.align.is_none()
                && only.align.is_none() =>
        {
            match TypeClass::of(&only.ty, placement) {
                TypeClass::Real(bytes) => TypeClass::Real(bytes),
                _ => TypeClass::Other,
            }
        }
        _ => TypeClass::Other,
    }
}

/// Members of a type once members' members and the elements of arrays are counted in their place, and what takes no room is
/// not.
fn leaves(ty: &Type) -> u64 {
    match ty {
        Type::Array(element, count) => leaves(element) * u64::from(*count),
        Type::Record(record) => {
            record.members.iter().filter(|m| m.bits != Some(0)).map(|m| leaves(&m.ty)).sum()
        }
        Type::Complex(_) => 2,
        _ => 1,
    }
}

/// True if a type is a real or holds one.
fn has_real(ty: &Type) -> bool {
    let mut any = false;
    ty.visit(&mut |inner| {
        any |= matches!(inner, Type::Complex(_)) || inner.scalar().is_some_and(Scalar::is_floating);
    });
    any
}

/// Bytes that a type takes at least.
fn least_size(ty: &Type, placement: &Placement) -> u64 {
    match ty {
        Type::Scalar(Scalar::Half | Scalar::BrainHalf) => 2,
        Type::Scalar(scalar) => match of_scalar(*scalar, &Placement { real: 0, double: 8, ..*placement }) {
            TypeClass::Narrow { bits, .. } => u64::from(bits / 8),
            TypeClass::Bool => 1,
            TypeClass::Small(bytes) => u64::from(bytes),
            TypeClass::Word => u64::from(placement.word),
            TypeClass::Double => 2 * u64::from(placement.word),
            TypeClass::Large => u64::from(placement.long_double),
            TypeClass::Real(_) | TypeClass::Other => 4,
        },
        Type::Array(element, count) => least_size(element, placement) * u64::from(*count),
        Type::Record(record) => {
            let sizes =
                record.members.iter().filter(|m| m.bits.is_none()).map(|m| least_size(&m.ty, placement));
            match record.kind {
                RecordKind::Struct => sizes.sum(),
                RecordKind::Union => sizes.max().unwrap_or(0),
            }
        }
        Type::DataPointer | Type::FunctionPointer => u64::from(placement.word),
        _ => 1,
    }
}

/// Places of a function's arguments.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Places {
    /// Arguments in words, with the word at which each begins: the first words are the argument registers, the others lie
    /// on the stack.
    pub words: Vec<(TypeClass, u32)>,
    /// Arguments in floating-point registers: bytes, and the number of the register.
    pub reals: Vec<(u32, u32)>,
    /// False if the lists end before an argument whose class is not sure.
    pub is_whole: bool,
}

impl Places {
    /// The places of the arguments of a function.
    pub fn of(signature: &Signature, placement: &Placement) -> Places {
        let mut out = Places::default();
        let result = signature.result.as_ref().map(|ty| TypeClass::of(ty, placement));
        let mut next = match result {
            Some(TypeClass::Large) if placement.result_first => 1,
            Some(TypeClass::Other) => return out,
            _ => 0,
        };
        if placement.variadic_on_stack && signature.variadic.is_some() {
            next += placement.registers;
        }
        let mut next_real = 0;
        for (i, ty) in signature.arguments().enumerate() {
            let is_unnamed = i >= signature.parameters.len();
            let class = TypeClass::of(ty, placement);
            if let TypeClass::Real(bytes) = class
                && !is_unnamed
                && next_real < placement.real_registers
            {
                out.reals.push((bytes, next_real));
                next_real += 1;
                continue;
            }
            let class = class.without_real(placement.word);
            let Some(words) = class.words() else { return out };
            next = placement.begin(next, words, is_unnamed);
            out.words.push((class, next));
            next += words;
        }
        out.is_whole = true;
        out
    }

    /// Words on the stack.
    pub fn stack_words(&self, placement: &Placement) -> u32 {
        let end = self.words.last().map_or(0, |(class, at)| at + class.words().unwrap_or(0));
        end.saturating_sub(placement.registers)
    }
}
