//! C types and function signatures, as far as calls can use them.

mod parts;

use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// Arithmetic type of C.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Scalar {
    /// `_Bool`
    Bool,
    /// `char`
    Char,
    /// `signed char`
    SignedChar,
    /// `unsigned char`
    UnsignedChar,
    /// `short`
    Short,
    /// `unsigned short`
    UnsignedShort,
    /// `int`
    Int,
    /// `unsigned int`
    UnsignedInt,
    /// `long`
    Long,
    /// `unsigned long`
    UnsignedLong,
    /// `long long`
    LongLong,
    /// `unsigned long long`
    UnsignedLongLong,
    /// `float`
    Float,
    /// `double`
    Double,
    /// `long double`
    LongDouble,
    /// `_Float16`: a floating type of 16 bits.
    Half,
    /// `wchar_t`
    WideChar,
    /// `size_t`
    Size,
    /// `ptrdiff_t`
    PointerDifference,
    /// `__int128`: a signed integer type of 128 bits.
    Int128,
    /// `unsigned __int128`
    UnsignedInt128,
    /// `__bf16`: a floating type of 16 bits with the exponent of a `float`.
    BrainHalf,
}

/// Every scalar as a type, in the order of the enumeration.
static TYPES: [Type; Scalar::ALL.len()] = [
    Type::Scalar(Scalar::Bool),
    Type::Scalar(Scalar::Char),
    Type::Scalar(Scalar::SignedChar),
    Type::Scalar(Scalar::UnsignedChar),
    Type::Scalar(Scalar::Short),
    Type::Scalar(Scalar::UnsignedShort),
    Type::Scalar(Scalar::Int),
    Type::Scalar(Scalar::UnsignedInt),
    Type::Scalar(Scalar::Long),
    Type::Scalar(Scalar::UnsignedLong),
    Type::Scalar(Scalar::LongLong),
    Type::Scalar(Scalar::UnsignedLongLong),
    Type::Scalar(Scalar::Float),
    Type::Scalar(Scalar::Double),
    Type::Scalar(Scalar::LongDouble),
    Type::Scalar(Scalar::Half),
    Type::Scalar(Scalar::WideChar),
    Type::Scalar(Scalar::Size),
    Type::Scalar(Scalar::PointerDifference),
    Type::Scalar(Scalar::Int128),
    Type::Scalar(Scalar::UnsignedInt128),
    Type::Scalar(Scalar::BrainHalf),
];

impl Scalar {
    /// Every scalar, in the order of the enumeration.
    pub const ALL: [Scalar; 22] = [
        Scalar::Bool,
        Scalar::Char,
        Scalar::SignedChar,
        Scalar::UnsignedChar,
        Scalar::Short,
        Scalar::UnsignedShort,
        Scalar::Int,
        Scalar::UnsignedInt,
        Scalar::Long,
        Scalar::UnsignedLong,
        Scalar::LongLong,
        Scalar::UnsignedLongLong,
        Scalar::Float,
        Scalar::Double,
        Scalar::LongDouble,
        Scalar::Half,
        Scalar::WideChar,
        Scalar::Size,
        Scalar::PointerDifference,
        Scalar::Int128,
        Scalar::UnsignedInt128,
        Scalar::BrainHalf,
    ];

    /// Spelling in C.
    pub fn c_name(self) -> &'static str {
        match self {
            Scalar::Bool => "_Bool",
            Scalar::Char => "char",
            Scalar::SignedChar => "signed char",
            Scalar::UnsignedChar => "unsigned char",
            Scalar::Short => "short",
            Scalar::UnsignedShort => "unsigned short",
            Scalar::Int => "int",
            Scalar::UnsignedInt => "unsigned int",
            Scalar::Long => "long",
            Scalar::UnsignedLong => "unsigned long",
            Scalar::LongLong => "long long",
            Scalar::UnsignedLongLong => "unsigned long long",
            Scalar::Float => "float",
            Scalar::Double => "double",
            Scalar::LongDouble => "long double",
            Scalar::Half => "_Float16",
            Scalar::WideChar => "wchar_t",
            Scalar::Size => "size_t",
            Scalar::PointerDifference => "ptrdiff_t",
            Scalar::Int128 => "__int128",
            Scalar::UnsignedInt128 => "unsigned __int128",
            Scalar::BrainHalf => "__bf16",
        }
    }

    /// Spelling in GNU C that needs no header.
    pub fn c_name_without_header(self) -> &'static str {
        match self {
            Scalar::WideChar => "__WCHAR_TYPE__",
            Scalar::Size => "__SIZE_TYPE__",
            Scalar::PointerDifference => "__PTRDIFF_TYPE__",
            scalar => scalar.c_name(),
        }
    }

    /// Scalar as a type with static lifetime.
    pub fn as_type(self) -> &'static Type {
        let [first, ..] = &TYPES;
        TYPES.get(self as usize).unwrap_or(first)
    }

    /// True for an integer type that C defines as unsigned, other than `_Bool`.
    pub fn is_unsigned(self) -> bool {
        matches!(
            self,
            Scalar::UnsignedChar
                | Scalar::UnsignedShort
                | Scalar::UnsignedInt
                | Scalar::UnsignedLong
                | Scalar::UnsignedLongLong
                | Scalar::Size
                | Scalar::UnsignedInt128
        )
    }

    /// True for an integer type that the integer promotions change to `int` on every target.
    pub fn is_narrow(self) -> bool {
        use Scalar::{Bool, Char, Short, SignedChar, UnsignedChar, UnsignedShort};
        matches!(self, Bool | Char | SignedChar | UnsignedChar | Short | UnsignedShort)
    }

    /// True for a real floating type.
    pub fn is_floating(self) -> bool {
        use Scalar::{BrainHalf, Double, Float, Half, LongDouble};
        matches!(self, Float | Double | LongDouble | Half | BrainHalf)
    }
}

/// Enumerated type, identified by the values of its constants.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct EnumType {
    /// Values of the enumeration constants in order of declaration; never empty.
    pub constants: Vec<i64>,
}

/// Complete object type of C.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "Vec<parts::Part>", try_from = "Vec<parts::Part>")]
pub enum Type {
    /// An arithmetic type.
    Scalar(Scalar),
    /// An enumerated type.
    Enum(EnumType),
    /// `void *`: a pointer to data.
    DataPointer,
    /// `void (*)(void)`: a pointer to a function.
    FunctionPointer,
    /// `_Complex float` and its like: a real and an imaginary part of a floating type. Its value is a list
    /// of the two.
    Complex(Scalar),
    /// A vector of GNU C (`vector_size`, `ext_vector_type`). Its value is the list of its lanes.
    Vector {
        /// Type of a lane.
        element: Scalar,
        /// Number of lanes. Few compilers have vectors of another number than a power of two.
        lanes: u32,
    },
    /// An array of known length (in a record only; C passes no arrays by value). One of no elements, `T m[0]`, is an extension of
    /// GNU C; a flexible array member, `T m[]`, is one too, and its [`Member`] says so.
    Array(Box<Type>, u32),
    /// A structure or a union.
    Record(Box<Record>),
    /// `_BitInt(N)` of C23: an integer of exactly so many bits.
    BitInt(BitInt),
    /// `_Atomic` of an arithmetic type.
    Atomic(Scalar),
    /// An arithmetic type under a name that gives it an alignment of its own, in bytes, a power of two:
    /// `typedef int T __attribute__((aligned(16)))`. It may be lower than the type's. The size is the type's.
    Aligned(Scalar, u32),
}

/// Bit-precise integer type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct BitInt {
    /// Width in bits, from [`BitInt::least`] to [`BitInt::MOST`].
    pub bits: u8,
    /// True for `unsigned _BitInt(N)`.
    pub unsigned: bool,
}

impl BitInt {
    /// The greatest width in bits of which cases have values. C23 has wider ones.
    pub const MOST: u8 = 128;

    /// The least width in bits that C allows: a signed one has a sign and a bit besides.
    pub fn least(unsigned: bool) -> u8 {
        if unsigned { 1 } else { 2 }
    }

    /// Spelling in C.
    pub fn c_name(self) -> String {
        let BitInt { bits, unsigned } = self;
        format!("{}_BitInt({bits})", if unsigned { "unsigned " } else { "" })
    }
}

/// Structure or union.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum RecordKind {
    /// `struct`
    Struct,
    /// `union`
    Union,
}

/// A structure or union type.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Record {
    /// Structure or union.
    pub kind: RecordKind,
    /// Members in order of declaration; empty is the GNU extension of an empty record.
    pub members: Vec<Member>,
    /// `__attribute__((packed))` on the record.
    pub packed: bool,
    /// `__attribute__((aligned(n)))` on the record, n in bytes, a power of two.
    pub align: Option<u32>,
    /// Alignment in bytes, a power of two, that a typedef gives the record under its name, higher or lower than the record's:
    /// `typedef struct { int m0; } T __attribute__((aligned(16)))`. The size is the record's.
    pub name_align: Option<u32>,
}

impl Record {
    /// Record without attributes.
    pub fn new(kind: RecordKind, members: Vec<Member>) -> Record {
        Record { kind, members, packed: false, align: None, name_align: None }
    }

    /// Index of the flexible array member: the last member of a structure, behind a named one. Elsewhere C has none.
    pub fn flexible(&self) -> Option<usize> {
        let (last, others) = self.members.split_last()?;
        let flexible =
            self.kind == RecordKind::Struct && last.flexible && others.iter().any(|member| member.named);
        flexible.then_some(others.len())
    }
}

/// A member of a record. Named members are called `m0`, `m1`, … by their index among all members.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Member {
    /// Declared type; an integer type, `_Bool` or an enumeration where `bits` is given.
    pub ty: Type,
    /// Width of a bit-field in bits; 0 only when unnamed.
    pub bits: Option<u8>,
    /// False for an unnamed bit-field, which carries no value.
    pub named: bool,
    /// `__attribute__((aligned(n)))` on the member, n in bytes, a power of two.
    pub align: Option<u32>,
    /// True for an array without a length, `T m[]`; its type is that of an array of no elements.
    pub flexible: bool,
}

impl Member {
    /// A plain named member.
    pub fn plain(ty: Type) -> Member {
        Member { ty, bits: None, named: true, align: None, flexible: false }
    }

    /// A flexible array member, by the type of its elements.
    pub fn flexible(element: Type) -> Member {
        Member { flexible: true, ..Member::plain(Type::Array(Box::new(element), 0)) }
    }

    /// A named bit-field.
    pub fn bit_field(ty: Type, bits: u8) -> Member {
        Member { bits: Some(bits), ..Member::plain(ty) }
    }

    /// A bit-field without a name.
    pub fn unnamed_bits(ty: Type, bits: u8) -> Member {
        Member { named: false, ..Member::bit_field(ty, bits) }
    }
}

impl Type {
    /// Record, if the type is one.
    pub fn record(&self) -> Option<&Record> {
        match self {
            Type::Record(record) => Some(record),
            _ => None,
        }
    }

    /// The arithmetic type that the type is, `_Atomic` or not, whatever its alignment.
    pub fn scalar(&self) -> Option<Scalar> {
        match self {
            Type::Scalar(scalar) | Type::Atomic(scalar) | Type::Aligned(scalar, _) => Some(*scalar),
            _ => None,
        }
    }

    /// Alignment in bytes that a typedef gives the type.
    pub fn name_align(&self) -> Option<u32> {
        match self {
            Type::Aligned(_, align) => Some(*align),
            Type::Record(record) => record.name_align,
            _ => None,
        }
    }

    /// The type without an alignment that its name gives it, also where it is a record.
    pub fn without_name_align(&self) -> Cow<'_, Type> {
        match self {
            Type::Record(record) if record.name_align.is_some() => {
                Cow::Owned(Type::Record(Box::new(Record { name_align: None, ..(**record).clone() })))
            }
            ty => Cow::Borrowed(ty.unaligned()),
        }
    }

    /// The arithmetic type without an alignment that its name gives it; any other type itself.
    pub fn unaligned(&self) -> &Type {
        match self {
            Type::Aligned(scalar, _) => scalar.as_type(),
            ty => ty,
        }
    }

    /// Type and number of the equal parts of a complex value or a vector.
    pub fn parts(&self) -> Option<(Scalar, u32)> {
        match self {
            Type::Complex(part) => Some((*part, 2)),
            Type::Vector { element, lanes } => Some((*element, *lanes)),
            _ => None,
        }
    }

    /// A structure of plain members without attributes.
    pub fn structure(members: impl IntoIterator<Item = Type>) -> Type {
        Type::Record(Box::new(Record::new(
            RecordKind::Struct,
            members.into_iter().map(Member::plain).collect(),
        )))
    }

    /// Visits this type and every type inside it, outermost first.
    pub fn visit<'a>(&'a self, f: &mut dyn FnMut(&'a Type)) {
        f(self);
        match self {
            Type::Array(elem, _) => elem.visit(f),
            Type::Record(record) => record.members.iter().for_each(|m| m.ty.visit(f)),
            _ => {}
        }
    }
}

impl From<Scalar> for Type {
    fn from(scalar: Scalar) -> Type {
        Type::Scalar(scalar)
    }
}

/// Type of a function, common to its callers and its definition.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Signature {
    /// Result type; `None` is `void`.
    pub result: Option<Type>,
    /// Types of the named parameters; never arrays.
    pub parameters: Vec<Type>,
    /// Types of the unnamed arguments of this call, after the default argument promotions; `None`
    /// when the function is not variadic.
    pub variadic: Option<Vec<Type>>,
}

impl Signature {
    /// Named parameters, then unnamed arguments.
    pub fn arguments(&self) -> impl Iterator<Item = &Type> {
        self.parameters.iter().chain(self.variadic.iter().flatten())
    }

    /// Result type if any, then all arguments.
    pub fn types(&self) -> impl Iterator<Item = &Type> {
        self.result.iter().chain(self.arguments())
    }
}
