//! Basic words of type specifiers, and the types that they form.

use crate::types::CType;
use crosscall_model::ctype::{Scalar, Type};

/// Number of occurrences of each basic word.
#[derive(Default, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Words {
    void: u32,
    char: u32,
    short: u32,
    int: u32,
    long: u32,
    float: u32,
    double: u32,
    signed: u32,
    unsigned: u32,
    bool: u32,
    half: u32,
    complex: u32,
}

impl Words {
    pub(crate) fn count(&mut self, word: &str) -> Option<&mut u32> {
        Some(match word {
            "void" => &mut self.void,
            "char" => &mut self.char,
            "short" => &mut self.short,
            "int" => &mut self.int,
            "long" => &mut self.long,
            "float" | "_Float32" => &mut self.float,
            "double" | "_Float64" | "_Float32x" => &mut self.double,
            "signed" | "__signed__" | "__signed" => &mut self.signed,
            "unsigned" | "__unsigned__" => &mut self.unsigned,
            "_Bool" => &mut self.bool,
            // The second one is clang's older spelling, the only one on some of its targets.
            "_Float16" | "__fp16" => &mut self.half,
            "_Complex" | "__complex__" | "__complex" => &mut self.complex,
            _ => return None,
        })
    }

    pub(crate) fn any(&self) -> bool {
        *self != Words::default()
    }

    /// Type that the words form, if they form one.
    pub(crate) fn resolve(&self) -> Option<CType> {
        match (self.complex, self.real()?) {
            (0, None) => Some(CType::Void),
            (0, Some(scalar)) => Some(CType::plain(scalar)),
            (1, Some(part)) if part.is_floating() => Some(CType::plain(Type::Complex(part))),
            _ => None,
        }
    }

    /// Scalar without `_Complex`; the inner `None` is `void`.
    fn real(&self) -> Option<Option<Scalar>> {
        if self.half > 0 {
            let alone = Words { half: 1, complex: self.complex, ..Words::default() };
            return (*self == alone).then_some(Some(Scalar::Half));
        }
        let sizes = (self.void, self.char, self.short, self.long, self.float, self.double, self.bool);
        let scalar = match (sizes, self.int, self.signed, self.unsigned) {
            ((1, 0, 0, 0, 0, 0, 0), 0, 0, 0) => return Some(None),
            ((0, 1, 0, 0, 0, 0, 0), 0, 0, 0) => Scalar::Char,
            ((0, 1, 0, 0, 0, 0, 0), 0, 1, 0) => Scalar::SignedChar,
            ((0, 1, 0, 0, 0, 0, 0), 0, 0, 1) => Scalar::UnsignedChar,
            ((0, 0, 1, 0, 0, 0, 0), 0 | 1, 0 | 1, 0) => Scalar::Short,
            ((0, 0, 1, 0, 0, 0, 0), 0 | 1, 0, 1) => Scalar::UnsignedShort,
            ((0, 0, 0, 0, 0, 0, 0), 0 | 1, 0 | 1, 0) => Scalar::Int,
            ((0, 0, 0, 0, 0, 0, 0), 0 | 1, 0, 1) => Scalar::UnsignedInt,
            ((0, 0, 0, 1, 0, 0, 0), 0 | 1, 0 | 1, 0) => Scalar::Long,
            ((0, 0, 0, 1, 0, 0, 0), 0 | 1, 0, 1) => Scalar::UnsignedLong,
            ((0, 0, 0, 2, 0, 0, 0), 0 | 1, 0 | 1, 0) => Scalar::LongLong,
            ((0, 0, 0, 2, 0, 0, 0), 0 | 1, 0, 1) => Scalar::UnsignedLongLong,
            ((0, 0, 0, 0, 1, 0, 0), 0, 0, 0) => Scalar::Float,
            ((0, 0, 0, 0, 0, 1, 0), 0, 0, 0) => Scalar::Double,
            ((0, 0, 0, 1, 0, 1, 0), 0, 0, 0) => Scalar::LongDouble,
            ((0, 0, 0, 0, 0, 0, 1), 0, 0, 0) => Scalar::Bool,
            _ => return None,
        };
        Some(Some(scalar))
    }
}

/// Words that may occur among specifiers and do not change how a value is passed. The qualifiers belong to the type
/// and stay in its text, the storage classes are dropped from it.
const QUALIFIERS: &[&str] = &[
    "const",
    "volatile",
    "restrict",
    "__const",
    "__const__",
    "__volatile",
    "__volatile__",
    "__restrict",
    "__restrict__",
    "_Nonnull",
    "_Nullable",
];
const STORAGE: &[&str] = &[
    "register",
    "extern",
    "static",
    "inline",
    "__inline",
    "__inline__",
    "__extension__",
    "_Noreturn",
    "noreturn",
    "auto",
    "_Thread_local",
    "thread_local",
    "__thread",
];

pub(crate) fn is_qualifier(word: &str) -> bool {
    QUALIFIERS.contains(&word)
}

pub(crate) fn is_storage(word: &str) -> bool {
    STORAGE.contains(&word)
}

/// True if a word is in a list of words with blanks between them.
pub(crate) fn is_listed(list: &str, word: &str) -> bool {
    list.split_ascii_whitespace().any(|listed| listed == word)
}

/// Keyword of a tag: `struct`, `union` or `enum`.
pub(crate) fn tag_keyword(word: &str) -> Option<&'static str> {
    ["struct", "union", "enum"].into_iter().find(|keyword| *keyword == word)
}

/// True if a word cannot be a name.
pub(crate) fn is_keyword(word: &str) -> bool {
    Words::default().count(word).is_some()
        || is_qualifier(word)
        || is_storage(word) && word != "noreturn" && word != "thread_local"
        || tag_keyword(word).is_some()
        || is_typeof(word)
        || is_label(word)
        || matches!(
            word,
            "typedef"
                | "sizeof"
                | "_Alignas"
                | "_Alignof"
                | "__alignof__"
                | "_Atomic"
                | "_Static_assert"
                | "return"
                | "if"
                | "else"
                | "for"
                | "while"
                | "do"
                | "switch"
                | "case"
                | "default"
                | "break"
                | "continue"
                | "goto"
        )
}

/// True for a keyword of GNU C or C23 that denotes the type of its operand.
pub(crate) fn is_typeof(word: &str) -> bool {
    matches!(word, "typeof" | "__typeof" | "__typeof__" | "typeof_unqual")
}

/// True if a word starts assembly text.
pub(crate) fn is_label(word: &str) -> bool {
    matches!(word, "asm" | "__asm" | "__asm__")
}

/// True if a word starts an attribute.
pub(crate) fn is_attribute(word: &str) -> bool {
    matches!(word, "__attribute__" | "__attribute" | "__declspec")
}

/// Message about a known type that cannot be drawn.
pub(crate) fn unsupported(word: &str) -> Option<String> {
    let reason = match word {
        "_Atomic" => "the documents do not say how an atomic value is laid out or travels",
        "__int128" | "__int128_t" | "__uint128_t" => {
            "the documents have integers of up to 64 bits, and of 128 as an option at most"
        }
        "_BitInt" => "the documents have no integers of other widths",
        "_Float128" | "__float128" | "_Float64x" | "_Float128x" | "__ibm128" | "__float80" => {
            "the documents have no such floating type, or as an option at most; `long double` is drawn"
        }
        "_Decimal32" | "_Decimal64" | "_Decimal128" => "the documents do not say how decimal numbers travel",
        "__bf16" => "the documents do not speak of this type; `_Float16` is drawn",
        "_Imaginary" => "no compiler of these targets has imaginary types",
        "_Accum" | "_Fract" | "_Sat" => "the documents do not speak of fixed-point types",
        "__auto_type" => "a parameter has no initialiser that a type could be taken from",
        _ => return None,
    };
    Some(format!("`{word}` is not drawn: {reason}"))
}
