//! Declaration specifiers: what stands before the name.

use super::error::ParseError;
use super::parse::{CType, HEADER_NAMES, Parser, Tag};
use super::token::{Kind, Token};
use crate::ctype::{EnumType, Scalar, Type};

/// What the specifiers of a declaration say.
#[derive(Debug)]
pub(super) struct Specifiers {
    pub(super) ty: CType,
    /// `typedef` was among them.
    pub(super) is_typedef: bool,
    /// A record or enumeration was defined or declared on the way.
    pub(super) defines: bool,
    /// Alignment by `_Alignas` or an attribute that belongs to what is declared.
    pub(super) align: Option<u32>,
    /// `packed` that belongs to what is declared.
    pub(super) packed: bool,
}

/// Attributes of one place.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Attributes {
    pub(super) packed: bool,
    pub(super) align: Option<u32>,
    /// What makes a vector of the type.
    pub(super) lanes: Option<Lanes>,
}

/// The length of a vector, as an attribute gives it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Lanes {
    /// `ext_vector_type(n)`: so many lanes.
    Count(u32),
    /// `vector_size(n)`: so many bytes.
    Bytes(u32),
}

/// Most lanes of a vector.
const MAX_LANES: u32 = 256;

impl Attributes {
    pub(super) fn merge(&mut self, other: Attributes) {
        self.packed |= other.packed;
        self.align = self.align.max(other.align);
        self.lanes = other.lanes.or(self.lanes);
    }
}

/// Words that may stand among specifiers and do not change how a value travels.
const IGNORED: &[&str] = &[
    "const",
    "volatile",
    "restrict",
    "register",
    "extern",
    "static",
    "inline",
    "__const",
    "__const__",
    "__volatile__",
    "__restrict",
    "__restrict__",
    "__inline",
    "__inline__",
    "__extension__",
    "_Noreturn",
    "auto",
];

/// How often each basic word was seen.
#[derive(Default, PartialEq, Eq)]
struct Words {
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
    fn count(&mut self, word: &str) -> Option<&mut u32> {
        Some(match word {
            "void" => &mut self.void,
            "char" => &mut self.char,
            "short" => &mut self.short,
            "int" => &mut self.int,
            "long" => &mut self.long,
            "float" => &mut self.float,
            "double" => &mut self.double,
            "signed" | "__signed__" | "__signed" => &mut self.signed,
            "unsigned" => &mut self.unsigned,
            "_Bool" => &mut self.bool,
            "_Float16" => &mut self.half,
            "_Complex" | "__complex__" => &mut self.complex,
            _ => return None,
        })
    }

    fn any(&self) -> bool {
        let all = [self.void, self.char, self.short, self.int, self.long, self.float, self.double];
        all.iter().any(|n| *n > 0)
            || self.signed > 0
            || self.unsigned > 0
            || self.bool > 0
            || self.half > 0
            || self.complex > 0
    }

    /// The type that the words name together, if they name one.
    fn resolve(&self) -> Option<CType> {
        match (self.complex, self.real()?) {
            (0, ty) => Some(ty),
            (1, CType::Object(Type::Scalar(part))) if part.is_floating() => {
                Some(CType::Object(Type::Complex(part)))
            }
            _ => None,
        }
    }

    /// The type without `_Complex`.
    fn real(&self) -> Option<CType> {
        if self.half > 0 {
            let alone = Words { half: 1, complex: self.complex, ..Words::default() };
            return (*self == alone).then(|| CType::Object(Scalar::Half.into()));
        }
        let sizes = (self.void, self.char, self.short, self.long, self.float, self.double, self.bool);
        let scalar = match (sizes, self.int, self.signed, self.unsigned) {
            ((1, 0, 0, 0, 0, 0, 0), 0, 0, 0) => return Some(CType::Void),
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
        Some(CType::Object(scalar.into()))
    }
}

impl<'a> Parser<'a> {
    /// Reads specifiers; `typedef` is allowed at the outermost level only.
    pub(super) fn specifiers(&mut self, outermost: bool) -> Result<Specifiers, ParseError> {
        let start = self.peek();
        let mut words = Words::default();
        let mut named: Option<CType> = None;
        let mut lanes = None;
        let mut found =
            Specifiers { ty: CType::Void, is_typedef: false, defines: false, align: None, packed: false };
        loop {
            let token = self.peek();
            let Kind::Word(word) = token.kind else { break };
            let settled = named.is_some() || words.any();
            if let Some(count) = words.count(word) {
                *count += 1;
                if named.is_some() {
                    return Err(self.error(token, format!("`{word}` does not go with the type before it")));
                }
                self.next();
            } else if IGNORED.contains(&word) {
                self.next();
            } else if word == "typedef" && outermost {
                found.is_typedef = true;
                self.next();
            } else if word == "_Alignas" || word == "alignas" {
                self.next();
                self.expect("(")?;
                found.align = found.align.max(Some(self.alignment()?));
                self.expect(")")?;
            } else if is_attribute(word) {
                let attributes = self.attributes()?;
                found.align = found.align.max(attributes.align);
                found.packed |= attributes.packed;
                if attributes.lanes.is_some() {
                    lanes = Some((token, attributes.lanes));
                }
            } else if settled && unsupported(word).is_none() {
                break;
            } else if let Some(keyword) = tag_keyword(word) {
                self.next();
                found.defines = true;
                named = Some(self.tagged(keyword)?);
            } else if let Some(ty) = self.lookup(word) {
                if let CType::Object(ty) = &ty {
                    self.account(token, ty)?;
                }
                self.next();
                named = Some(ty);
            } else {
                return Err(self.not_a_type(token, word));
            }
        }
        found.ty = match named {
            Some(ty) => ty,
            None if words.any() => words
                .resolve()
                .ok_or_else(|| self.error(start, "these words do not name a type together".to_owned()))?,
            None => return Err(self.expected("a type")),
        };
        if let Some((token, lanes)) = lanes {
            found.ty = self.vector(token, found.ty, lanes)?;
        }
        Ok(found)
    }

    /// The vector that an attribute makes of a scalar type; the type itself without such an attribute.
    pub(super) fn vector(
        &self,
        token: Token<'_>,
        ty: CType,
        lanes: Option<Lanes>,
    ) -> Result<CType, ParseError> {
        let Some(lanes) = lanes else { return Ok(ty) };
        let CType::Object(Type::Scalar(element)) = ty else {
            return Err(self.error(token, "there is no vector of this type".to_owned()));
        };
        if element == Scalar::Bool || element == Scalar::LongDouble {
            return Err(self.error(token, "there is no vector of this type".to_owned()));
        }
        let lanes = match (lanes, bytes_everywhere(element)) {
            (Lanes::Count(lanes), _) => lanes,
            (Lanes::Bytes(bytes), Some(size)) if bytes.is_multiple_of(size) => bytes / size,
            (Lanes::Bytes(_), Some(size)) => {
                return Err(self.error(token, format!("the size of this vector is a multiple of {size}")));
            }
            (Lanes::Bytes(_), None) => {
                let message = "the size of this type is the target's; write `ext_vector_type(LANES)`";
                return Err(self.error(token, message.to_owned()));
            }
        };
        if !lanes.is_power_of_two() || lanes > MAX_LANES {
            let message = format!("the number of lanes is a power of two up to {MAX_LANES}");
            return Err(self.error(token, message));
        }
        Ok(CType::Object(Type::Vector { element, lanes }))
    }

    /// The type that a name stands for: a typedef, or a name of the headers.
    pub(super) fn lookup(&self, word: &str) -> Option<CType> {
        let header =
            || HEADER_NAMES.iter().find(|(name, _)| *name == word).map(|(_, s)| CType::Object((*s).into()));
        self.typedefs.get(word).cloned().or_else(header)
    }

    /// Whether a declaration's specifiers can start with this word.
    pub(super) fn starts_type(&self, word: &str) -> bool {
        Words::default().count(word).is_some()
            || IGNORED.contains(&word)
            || tag_keyword(word).is_some()
            || self.lookup(word).is_some()
            || word == "_Alignas"
    }

    fn not_a_type(&self, token: Token<'_>, word: &str) -> ParseError {
        self.error(
            token,
            unsupported(word).unwrap_or_else(|| {
                format!("expected a type, but `{word}` is not known as one; declare it with `typedef` before")
            }),
        )
    }

    /// What follows `struct`, `union` or `enum`.
    fn tagged(&mut self, keyword: &'static str) -> Result<CType, ParseError> {
        let mut attributes = self.attributes()?;
        let tag = match self.peek() {
            token @ Token { kind: Kind::Word(word), .. } => {
                self.next();
                Some((token, word))
            }
            _ => None,
        };
        if self.peek().kind != Kind::Punct("{") {
            let Some((token, name)) = tag else {
                return Err(self.expected(&format!("a tag or `{{` after `{keyword}`")));
            };
            return self.reference(keyword, token, name);
        }
        if let Some((token, name)) = tag
            && self.tags.get(name).is_some_and(|t| t.ty.is_some())
        {
            return Err(self.error(token, format!("`{keyword} {name}` is defined twice")));
        }
        let start = self.peek();
        let ty = match keyword {
            "enum" => {
                let ty = self.enumeration()?;
                attributes.merge(self.attributes()?);
                if attributes.packed || attributes.align.is_some() {
                    return Err(
                        self.error(start, "attributes of an enumeration are not supported".to_owned())
                    );
                }
                ty
            }
            _ => self.record(keyword == "union", attributes)?,
        };
        self.account(start, &ty)?;
        if let Some((_, name)) = tag {
            self.tags.insert(name, Tag { keyword, ty: Some(ty.clone()) });
        }
        Ok(CType::Object(ty))
    }

    fn reference(
        &mut self,
        keyword: &'static str,
        token: Token<'a>,
        name: &'a str,
    ) -> Result<CType, ParseError> {
        match self.tags.get(name).cloned() {
            Some(tag) if tag.keyword != keyword => {
                Err(self.error(token, format!("`{name}` was declared as `{} {name}`", tag.keyword)))
            }
            Some(Tag { ty: Some(ty), .. }) => {
                self.account(token, &ty)?;
                Ok(CType::Object(ty))
            }
            _ => {
                self.tags.insert(name, Tag { keyword, ty: None });
                Ok(CType::Incomplete(token.at))
            }
        }
    }

    /// The constants of an enumeration, from `{` on.
    fn enumeration(&mut self) -> Result<Type, ParseError> {
        self.expect("{")?;
        let mut constants = Vec::new();
        let mut next = Some(0i64);
        while self.peek().kind != Kind::Punct("}") {
            let token = self.next();
            let Kind::Word(name) = token.kind else {
                return Err(self.error(token, "expected the name of an enumeration constant".to_owned()));
            };
            if self.accept("=") {
                next = Some(self.constant()?);
            }
            let Some(value) = next else {
                return Err(self.error(token, "this constant is too big".to_owned()));
            };
            constants.push(value);
            self.constants.insert(name, value);
            next = value.checked_add(1);
            if !self.accept(",") {
                break;
            }
        }
        self.expect("}")?;
        if constants.is_empty() {
            return Err(self.expected("at least one constant before the end of the enumeration"));
        }
        Ok(Type::Enum(EnumType { constants }))
    }

    /// An integer constant: a number or an enumeration constant, perhaps negative.
    pub(super) fn constant(&mut self) -> Result<i64, ParseError> {
        let negative = self.accept("-");
        let token = self.peek();
        let magnitude = match token.kind {
            Kind::Number(value) => i128::from(value),
            Kind::Word(name) => match self.constants.get(name) {
                Some(value) => i128::from(*value),
                None => return Err(self.expected("an integer constant")),
            },
            _ => return Err(self.expected("an integer constant")),
        };
        self.next();
        let value = if negative { -magnitude } else { magnitude };
        i64::try_from(value)
            .map_err(|_| self.error(token, "this constant needs more than 64 bits".to_owned()))
    }

    /// Any number of `__attribute__((...))`.
    pub(super) fn attributes(&mut self) -> Result<Attributes, ParseError> {
        let mut found = Attributes::default();
        while let Kind::Word(word) = self.peek().kind {
            if !is_attribute(word) {
                break;
            }
            self.next();
            self.expect("(")?;
            self.expect("(")?;
            while self.peek().kind != Kind::Punct(")") {
                self.attribute(&mut found)?;
                if !self.accept(",") {
                    break;
                }
            }
            self.expect(")")?;
            self.expect(")")?;
        }
        Ok(found)
    }

    fn attribute(&mut self, found: &mut Attributes) -> Result<(), ParseError> {
        let token = self.next();
        match token.kind {
            Kind::Word("packed" | "__packed__") => found.packed = true,
            Kind::Word("aligned" | "__aligned__") => {
                self.expect("(")?;
                found.align = found.align.max(Some(self.alignment()?));
                self.expect(")")?;
            }
            Kind::Word(
                word @ ("vector_size" | "__vector_size__" | "ext_vector_type" | "__ext_vector_type__"),
            ) => {
                self.expect("(")?;
                let number = self.peek();
                let length = u32::try_from(self.constant()?)
                    .map_err(|_| self.error(number, "a vector is not as long as that".to_owned()))?;
                let bytes = word.contains("size");
                found.lanes = Some(if bytes { Lanes::Bytes(length) } else { Lanes::Count(length) });
                self.expect(")")?;
            }
            _ => {
                let message = "expected an attribute that is understood: `packed`, `aligned(N)`, \
                               `vector_size(N)` or `ext_vector_type(N)`";
                return Err(self.error(token, message.to_owned()));
            }
        }
        Ok(())
    }

    /// An alignment in bytes.
    fn alignment(&mut self) -> Result<u32, ParseError> {
        let token = self.peek();
        let value = self.constant()?;
        u32::try_from(value)
            .ok()
            .filter(|n| n.is_power_of_two() && *n <= 4096)
            .ok_or_else(|| self.error(token, "an alignment is a power of two from 1 to 4096".to_owned()))
    }
}

/// Size in bytes of a scalar that has the same size on every target.
fn bytes_everywhere(scalar: Scalar) -> Option<u32> {
    match scalar {
        Scalar::Char | Scalar::SignedChar | Scalar::UnsignedChar => Some(1),
        Scalar::Short | Scalar::UnsignedShort | Scalar::Half => Some(2),
        Scalar::Int | Scalar::UnsignedInt | Scalar::Float => Some(4),
        Scalar::LongLong | Scalar::UnsignedLongLong => Some(8),
        _ => None,
    }
}

/// Whether a word starts an attribute.
pub(super) fn is_attribute(word: &str) -> bool {
    word == "__attribute__" || word == "__attribute"
}

/// The message about a type that this parser knows of but cannot express.
fn unsupported(word: &str) -> Option<String> {
    match word {
        "_Atomic" | "_Imaginary" | "__int128" | "__float128" | "_BitInt" | "typeof" | "__typeof__" => {
            Some(format!("`{word}` is not supported"))
        }
        _ => None,
    }
}

fn tag_keyword(word: &str) -> Option<&'static str> {
    ["struct", "union", "enum"].into_iter().find(|keyword| *keyword == word)
}

/// Whether a word cannot be the name of anything.
pub(super) fn is_keyword(word: &str) -> bool {
    Words::default().count(word).is_some()
        || IGNORED.contains(&word)
        || tag_keyword(word).is_some()
        || matches!(word, "typedef" | "sizeof" | "_Alignas" | "_Alignof" | "return")
}
