//! Basic words of type specifiers, and the types that they form.

use crate::types::CType;
use crosscall_model::ctype::{BitInt, Scalar, Type};

/// Spellings of each basic word, the usual one first.
const BASIC: &[&[&str]] = &[
    &["void"],
    &["char"],
    &["short"],
    &["int"],
    &["long"],
    &["float", "_Float32"],
    &["double", "_Float64", "_Float32x"],
    &["signed", "__signed__", "__signed"],
    &["unsigned", "__unsigned__"],
    &["_Bool"],
    // The second one is clang's older spelling, the only one on some of its targets.
    &["_Float16", "__fp16"],
    &["_Complex", "__complex__", "__complex"],
    &["__int128"],
    &["__bf16"],
];

/// Usual spelling of a basic word; `None` for any other word.
pub(crate) fn basic(word: &str) -> Option<&'static str> {
    BASIC.iter().find(|spellings| spellings.contains(&word))?.first().copied()
}

/// Type that basic words in their usual spelling form in any order, if they form one.
pub(crate) fn of_basic(words: &[&str]) -> Option<CType> {
    let (complex, mut real): (Vec<&str>, Vec<&str>) = words.iter().partition(|word| **word == "_Complex");
    real.sort_unstable();
    let scalar = match real.join(" ").as_str() {
        "void" if complex.is_empty() => return Some(CType::Void),
        "char" => Scalar::Char,
        "char signed" => Scalar::SignedChar,
        "char unsigned" => Scalar::UnsignedChar,
        "short" | "int short" | "short signed" | "int short signed" => Scalar::Short,
        "short unsigned" | "int short unsigned" => Scalar::UnsignedShort,
        "int" | "signed" | "int signed" => Scalar::Int,
        "unsigned" | "int unsigned" => Scalar::UnsignedInt,
        "long" | "int long" | "long signed" | "int long signed" => Scalar::Long,
        "long unsigned" | "int long unsigned" => Scalar::UnsignedLong,
        "long long" | "int long long" | "long long signed" | "int long long signed" => Scalar::LongLong,
        "long long unsigned" | "int long long unsigned" => Scalar::UnsignedLongLong,
        "_Float16" => Scalar::Half,
        "float" => Scalar::Float,
        "double" => Scalar::Double,
        "double long" => Scalar::LongDouble,
        "_Bool" => Scalar::Bool,
        "__int128" | "__int128 signed" => Scalar::Int128,
        "__int128 unsigned" => Scalar::UnsignedInt128,
        "__bf16" => Scalar::BrainHalf,
        _ => return None,
    };
    match complex.len() {
        0 => Some(CType::plain(scalar)),
        1 if scalar != Scalar::Bool => Some(CType::plain(Type::Complex(scalar))),
        _ => None,
    }
}

/// Type of the words `signed` and `unsigned` beside `_BitInt` of so many bits, if they form one.
pub(crate) fn of_bit_int(words: &[&str], bits: u8) -> Option<CType> {
    let unsigned = match words {
        [] | ["signed"] => false,
        ["unsigned"] => true,
        _ => return None,
    };
    (bits >= BitInt::least(unsigned)).then(|| CType::plain(Type::BitInt(BitInt { bits, unsigned })))
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
    basic(word).is_some()
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
                | "_BitInt"
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
        "_Float128" | "__float128" | "_Float64x" | "_Float128x" | "__ibm128" | "__float80" => {
            "the documents have no such floating type, or as an option at most; `long double` is drawn"
        }
        "_Decimal32" | "_Decimal64" | "_Decimal128" => "the documents do not say how decimal numbers travel",
        "_Imaginary" => "no compiler of these targets has imaginary types",
        "_Accum" | "_Fract" | "_Sat" => "the documents do not speak of fixed-point types",
        "__auto_type" => "a parameter has no initialiser that a type could be taken from",
        _ => return None,
    };
    Some(format!("`{word}` is not drawn: {reason}"))
}
