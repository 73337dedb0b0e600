//! C types and function signatures, as far as a call can carry them.

/// An arithmetic type of C.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
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
}

impl Scalar {
    /// Every scalar, in the order of the enumeration.
    pub const ALL: [Scalar; 15] = [
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
    ];

    /// The spelling in C.
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
        }
    }

    /// Whether the type is one of the real floating types.
    pub fn is_floating(self) -> bool {
        matches!(self, Scalar::Float | Scalar::Double | Scalar::LongDouble)
    }
}

/// An enumerated type, known by the values of its constants.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct EnumType {
    /// Values of the enumeration constants in order of declaration; never empty.
    pub constants: Vec<i64>,
}

/// A complete object type of C.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Type {
    /// An arithmetic type.
    Scalar(Scalar),
    /// An enumerated type.
    Enum(EnumType),
    /// `void *`: a pointer to data.
    DataPointer,
    /// `void (*)(void)`: a pointer to a function.
    FunctionPointer,
    /// An array of known length (in a record only; C passes no arrays by value).
    Array(Box<Type>, u32),
    /// A structure or a union.
    Record(Box<Record>),
}

/// Structure or union.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
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
}

impl Member {
    /// A plain named member.
    pub fn plain(ty: Type) -> Member {
        Member { ty, bits: None, named: true, align: None }
    }

    /// A named bit-field.
    pub fn bit_field(ty: Type, bits: u8) -> Member {
        Member { ty, bits: Some(bits), named: true, align: None }
    }
}

impl Type {
    /// The record inside, if the type is one.
    pub fn record(&self) -> Option<&Record> {
        match self {
            Type::Record(record) => Some(record),
            _ => None,
        }
    }

    /// A structure of plain members without attributes.
    pub fn structure(members: impl IntoIterator<Item = Type>) -> Type {
        Type::Record(Box::new(Record {
            kind: RecordKind::Struct,
            members: members.into_iter().map(Member::plain).collect(),
            packed: false,
            align: None,
        }))
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

/// The type of a function, as its callers and its definition both see it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
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
