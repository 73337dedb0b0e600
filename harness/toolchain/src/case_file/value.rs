//! The values of a case file: read as their types have them, so that nothing that does not fit is cut.
//!
//! A whole number is the bits of a scalar, right aligned, as [`Value`] has them: `0x1f`, `31`. A negative one is that of a
//! type of two's complement: `-1`. A number with a point or an exponent is a floating value: `1.5`, `-2e10`, `0x1.8p3`,
//! `inf`, `nan`. In braces stand the elements, lanes, parts or named members of a value; `.1=0x5` is a union in which
//! member 1 holds 0x5.

use super::floating;
use crosscall_model::expression::Operand;
use crosscall_model::{RecordKind, Scalar, Target, Type, Value, c};
use crosscall_oracle::abi;
use crosscall_oracle::choose::walk;
use crosscall_oracle::clause::catalogue;
use crosscall_oracle::knowledge::AllReadings;

/// Readings of the layout of one scalar that are looked at.
const MOST_READINGS: usize = 64;

/// A value of a type of a target.
///
/// # Errors
/// The part that does not fit, and its place.
pub(super) fn read(text: &str, ty: &Type, target: Target) -> Result<Value, String> {
    let tree = Tree::parse(text)?;
    let no_value = || format!("`{text}` is not a value of type `{}`", c::type_name(ty));
    match (Reader { target }).value(&tree, ty, None, String::new()) {
        Ok(value) if value.fits(ty) => Ok(value),
        Ok(_) | Err(Wrong::Shape) => Err(no_value()),
        Err(Wrong::Number(message)) => Err(message),
    }
}

/// The bits of the elements of an operand; `width` is that of an element.
///
/// # Errors
/// The part that does not fit.
pub(super) fn elements(text: &str, operand: &Operand, width: u32) -> Result<Vec<u64>, String> {
    let tree = Tree::parse(text)?;
    let words: Option<Vec<&str>> = match &tree {
        Tree::List(items) => items.iter().map(Tree::word).collect(),
        one => one.word().map(|word| vec![word]),
    };
    let wanted = operand.shape.len();
    let words = words.filter(|words| words.len() == wanted as usize).ok_or_else(|| {
        let numbers = if wanted == 1 { "number" } else { "numbers in braces" };
        format!("operand {} is {wanted} {numbers}, not `{text}`", operand.name)
    })?;
    let scalar = operand.shape.element();
    let place = Place {
        name: format!("operand {}", operand.name),
        ty: scalar.c_name().to_owned(),
        bits: width,
        sort: Sort::of(scalar.as_type()),
    };
    let number = |word| {
        let bits = place.number(word)?;
        u64::try_from(bits).map_err(|_| format!("`{word}` is not a number of at most 64 bits"))
    };
    words.into_iter().map(number).collect()
}

/// The text of a value before its type is looked at.
enum Tree<'a> {
    Word(&'a str),
    List(Vec<Tree<'a>>),
    Member(usize, Box<Tree<'a>>),
}

impl<'a> Tree<'a> {
    fn parse(text: &'a str) -> Result<Tree<'a>, String> {
        let mut parser = Parser { text, at: 0, depth: 0 };
        let tree = parser.tree()?;
        match parser.peek() {
            None => Ok(tree),
            Some(_) => Err(parser.expected("end of value")),
        }
    }

    fn word(&self) -> Option<&'a str> {
        match self {
            Tree::Word(word) => Some(word),
            Tree::List(_) | Tree::Member(..) => None,
        }
    }
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    depth: u32,
}

impl<'a> Parser<'a> {
    const MOST_DEPTH: u32 = 64;

    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// The next character that is no blank.
    fn peek(&mut self) -> Option<char> {
        self.at = self.text.len() - self.rest().trim_start().len();
        self.rest().chars().next()
    }

    fn expected(&self, what: &str) -> String {
        format!("expected {what} at byte {}", self.at)
    }

    /// Steps over a character of one byte, if it is the next one.
    fn takes(&mut self, wanted: char) -> bool {
        let is_next = self.peek() == Some(wanted);
        self.at += usize::from(is_next);
        is_next
    }

    fn word(&mut self) -> &'a str {
        let rest = self.rest();
        let ends = |c: char| c.is_whitespace() || matches!(c, ',' | '{' | '}' | '=');
        let word = rest.find(ends).map_or(rest, |end| rest.get(..end).unwrap_or_default());
        self.at += word.len();
        word
    }

    fn tree(&mut self) -> Result<Tree<'a>, String> {
        self.depth += 1;
        if self.depth > Self::MOST_DEPTH {
            return Err(format!("nested deeper than {} at byte {}", Self::MOST_DEPTH, self.at));
        }
        let tree = match self.peek() {
            Some('{') => self.list()?,
            Some('.') => {
                self.at += 1;
                let start = self.at;
                let index = self.word().parse();
                let index = index.map_err(|_| format!("expected a member's number at byte {start}"))?;
                if !self.takes('=') {
                    return Err(self.expected("`=`"));
                }
                Tree::Member(index, Box::new(self.tree()?))
            }
            Some(first) if first.is_ascii_alphanumeric() || matches!(first, '-' | '+') => {
                let start = self.at;
                let word = self.word();
                if !is_number(word) {
                    return Err(format!("expected a number of at most 128 bits at byte {start}"));
                }
                Tree::Word(word)
            }
            _ => return Err(self.expected("a number, `{` or `.`")),
        };
        self.depth -= 1;
        Ok(tree)
    }

    fn list(&mut self) -> Result<Tree<'a>, String> {
        self.at += 1;
        let mut items = Vec::new();
        loop {
            if self.takes('}') {
                return Ok(Tree::List(items));
            }
            items.push(self.tree()?);
            if !self.takes(',') && self.peek() != Some('}') {
                return Err(self.expected("`,` or `}`"));
            }
        }
    }
}

/// A word without its sign, and true if that was a minus.
fn unsigned(word: &str) -> (&str, bool) {
    match word.strip_prefix('-') {
        Some(rest) => (rest, true),
        None => (word.strip_prefix('+').unwrap_or(word), false),
    }
}

fn whole(digits: &str) -> Option<u128> {
    match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(hex) if !hex.starts_with('+') => u128::from_str_radix(hex, 16).ok(),
        None if !digits.starts_with('+') => digits.parse().ok(),
        _ => None,
    }
}

fn is_number(word: &str) -> bool {
    let (digits, _) = unsigned(word);
    whole(digits).is_some() || floating::is_floating(digits)
}

/// Why a text is no value of a type.
enum Wrong {
    /// It has other parts.
    Shape,
    /// A number in it does not fit.
    Number(String),
}

/// Reads values of types of a target.
struct Reader {
    target: Target,
}

impl Reader {
    fn value(&self, tree: &Tree<'_>, ty: &Type, field: Option<u8>, path: String) -> Result<Value, Wrong> {
        match (ty, tree) {
            (Type::Array(elem, len), Tree::List(items)) => {
                self.list(items, &vec![(&**elem, None); *len as usize], |i| format!("{path}[{i}]"))
            }
            (Type::Vector { element, lanes }, Tree::List(items)) => {
                let lanes = vec![(element.as_type(), None); *lanes as usize];
                self.list(items, &lanes, |i| format!("{path}[{i}]"))
            }
            (Type::Complex(part), Tree::List(items)) => self.list(items, &[(part.as_type(), None); 2], |i| {
                format!("{path}{}", if i == 0 { ".re" } else { ".im" })
            }),
            (Type::Record(record), Tree::List(items)) => {
                let named = record.members.iter().enumerate().filter(|(_, member)| member.named);
                let (places, members): (Vec<usize>, Vec<(&Type, Option<u8>)>) =
                    named.map(|(i, member)| (i, (&member.ty, member.bits))).unzip();
                match (record.kind, items.is_empty()) {
                    (RecordKind::Union, false) => Err(Wrong::Shape),
                    (RecordKind::Union, true) => Ok(Value::List(Vec::new())),
                    (RecordKind::Struct, _) => self.list(items, &members, |i| {
                        format!("{path}.m{}", places.get(i).copied().unwrap_or_default())
                    }),
                }
            }
            (Type::Record(record), Tree::Member(index, inner)) => {
                let member = record.members.get(*index).filter(|member| member.named).ok_or(Wrong::Shape)?;
                let value = self.value(inner, &member.ty, member.bits, format!("{path}.m{index}"))?;
                Ok(Value::Member(*index, Box::new(value)))
            }
            (Type::Array(..) | Type::Vector { .. } | Type::Complex(_) | Type::Record(_), _) => {
                Err(Wrong::Shape)
            }
            (_, Tree::Word(word)) => {
                let name = if path.is_empty() { c::type_name(ty) } else { path };
                let bits = field.map_or_else(|| self.width(ty), u32::from);
                let place =
                    Place { name: format!("`{name}`"), ty: c::type_name(ty), bits, sort: Sort::of(ty) };
                place.number(word).map(Value::Bits).map_err(Wrong::Number)
            }
            _ => Err(Wrong::Shape),
        }
    }

    fn list(
        &self,
        items: &[Tree<'_>],
        types: &[(&Type, Option<u8>)],
        path: impl Fn(usize) -> String,
    ) -> Result<Value, Wrong> {
        if items.len() != types.len() {
            return Err(Wrong::Shape);
        }
        let items = items.iter().zip(types).enumerate();
        let items = items.map(|(i, (item, (ty, field)))| self.value(item, ty, *field, path(i)));
        items.collect::<Result<_, _>>().map(Value::List)
    }

    /// The bits that a scalar has under some reading of the document, at most.
    fn width(&self, ty: &Type) -> u32 {
        match ty {
            Type::BitInt(integer) => return integer.bits.into(),
            ty if ty.scalar() == Some(Scalar::Bool) => return 1,
            _ => {}
        }
        let catalogue = catalogue(self.target);
        let readings = AllReadings(catalogue);
        let sizes = walk(catalogue, &readings, MOST_READINGS, |c| abi::layout(self.target, ty, c).size);
        let bytes = sizes.into_iter().map(|(_, size)| size).max().unwrap_or(8);
        u32::try_from(bytes.saturating_mul(8)).unwrap_or(64).min(128)
    }
}

/// Kind of numbers that a scalar takes.
#[derive(Clone, Copy, PartialEq)]
enum Sort {
    Whole,
    /// No sign: `_Bool`, a pointer.
    Natural,
    /// A floating value, of bfloat16 or of the IEEE 754 format of its width.
    Floating {
        brain: bool,
    },
}

impl Sort {
    fn of(ty: &Type) -> Sort {
        match (ty, ty.scalar()) {
            (_, Some(Scalar::Bool)) | (Type::DataPointer | Type::FunctionPointer, _) => Sort::Natural,
            (_, Some(Scalar::BrainHalf)) => Sort::Floating { brain: true },
            (_, Some(scalar)) if scalar.is_floating() => Sort::Floating { brain: false },
            _ => Sort::Whole,
        }
    }
}

/// A scalar that gets a number.
struct Place {
    /// Its name in messages.
    name: String,
    /// Its type in C.
    ty: String,
    bits: u32,
    sort: Sort,
}

impl Place {
    /// The bits of a number, right aligned.
    fn number(&self, word: &str) -> Result<u128, String> {
        let Place { name, ty, bits, sort } = self;
        let (digits, is_negative) = unsigned(word);
        if !floating::is_floating(digits) || whole(digits).is_some() {
            return match whole(digits) {
                None => Err(format!("`{word}` is not a number of at most 128 bits")),
                Some(number) if is_negative => self.negative(word, number),
                Some(number) if *bits < 128 && number >> bits != 0 => {
                    Err(format!("{number:#x} does not fit the {bits} bits of {name}"))
                }
                Some(number) => Ok(number),
            };
        }
        let Sort::Floating { brain } = *sort else {
            return Err(match *name == format!("`{ty}`") {
                true => format!("`{word}` is a floating value, and the type is `{ty}`"),
                false => format!("`{word}` is a floating value, and {name} is of type `{ty}`"),
            });
        };
        let read = floating::reader(*bits, brain).ok_or_else(|| {
            format!("`{word}`: a `{ty}` of {bits} bits is only taken as the bits of its encoding")
        })?;
        let value = read(digits).map_err(|why| format!("`{word}` {why} `{ty}`"))?;
        Ok(value | u128::from(is_negative) << (bits - 1))
    }

    fn negative(&self, word: &str, number: u128) -> Result<u128, String> {
        let Place { name, ty, bits, sort } = self;
        match sort {
            Sort::Floating { .. } => Err(format!(
                "`{word}`: whole numbers are the bits of a `{ty}`; write `{word}.0` for the value"
            )),
            Sort::Natural => Err(format!("`{word}`: a `{ty}` has no negative values")),
            Sort::Whole if *bits == 0 || number > 1 << (bits - 1) => {
                Err(format!("{word} does not fit the {bits} bits of {name}"))
            }
            Sort::Whole => Ok(number.wrapping_neg() & (u128::MAX >> (128 - bits))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    fn bits(declaration: &str, text: &str) -> Result<String, String> {
        let ty = crosscall_declarations::parse(&format!("{declaration} f(void)"))
            .unwrap()
            .signature
            .result
            .unwrap();
        read(text, &ty, Target::Epiphany).map(|value| value.to_string())
    }

    #[test]
    fn numbers_are_read_as_their_types_have_them() {
        for (ty, text, value) in [
            ("char", "255", "0xff"),
            ("signed char", "-1", "0xff"),
            ("long long", "-2", "0xfffffffffffffffe"),
            ("float", "1.5", "0x3fc00000"),
            ("float", "0x3fc00000", "0x3fc00000"),
            ("float", "-0.0", "0x80000000"),
            ("double", "-2e3", "0xc09f400000000000"),
            ("double", "0x1.8p3", "0x4028000000000000"),
            ("double", "inf", "0x7ff0000000000000"),
            ("double", "nan", "0x7ff8000000000000"),
            ("float", "0x1p-149", "0x1"),
            ("struct { int a : 3; float b; }", "{-1, 0x.8p0}", "{0x7, 0x3f000000}"),
            ("union { int a; float b; }", ".1=2.0", ".1=0x40000000"),
            ("float _Complex", "{1.0, -1.0}", "{0x3f800000, 0xbf800000}"),
        ] {
            assert_eq!(bits(ty, text).as_deref(), Ok(value), "{ty} {text}");
        }
    }

    #[test]
    fn what_does_not_fit_is_reported() {
        let wrong = [
            ("char", "0x12345"),
            ("char", "-129"),
            ("_Bool", "2"),
            ("_Bool", "-1"),
            ("int", "1.5"),
            ("double", "-1"),
            ("float", "1e40"),
            ("float", "0x1.0000001p0"),
            ("double", "0x1p2000"),
            ("struct { short a[2]; }", "{{1, 0x10000}}"),
            ("struct { int a : 3; }", "{8}"),
            ("int", "one"),
            ("int", "0x1_0"),
            ("int", "{1}"),
            ("int", ""),
            ("int", "1 2"),
        ];
        let all: Vec<String> =
            wrong.iter().map(|(ty, text)| bits(ty, text).expect_err(&format!("{ty} {text}"))).collect();
        expect![[r#"
            0x12345 does not fit the 8 bits of `char`
            -129 does not fit the 8 bits of `char`
            0x2 does not fit the 1 bits of `_Bool`
            `-1`: a `_Bool` has no negative values
            `1.5` is a floating value, and the type is `int`
            `-1`: whole numbers are the bits of a `double`; write `-1.0` for the value
            `1e40` is too great for a `float`
            `0x1.0000001p0` has bits that there is no room for in a `float`
            `0x1p2000` is too great for a `double`
            0x10000 does not fit the 16 bits of `.m0[1]`
            0x8 does not fit the 3 bits of `.m0`
            expected a number of at most 128 bits at byte 0
            expected a number of at most 128 bits at byte 0
            `{1}` is not a value of type `int`
            expected a number, `{` or `.` at byte 0
            expected end of value at byte 2"#]]
        .assert_eq(&all.join("\n"));
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in "[-+0-9a-fx.p{},= ]{0,24}") {
            for ty in ["double", "char", "struct { int a[2]; union { char c; float d; } b; }"] {
                if let Ok(value) = bits(ty, &text) {
                    proptest::prop_assert_eq!(bits(ty, &value), Ok(value.clone()));
                }
            }
        }

        #[test]
        fn floating_values_are_those_of_rust(value: f64, narrow: f32) {
            let text = format!("{:e}", value.abs());
            proptest::prop_assert_eq!(
                bits("double", &text), Ok(format!("{:#x}", value.abs().to_bits())), "{}", text
            );
            let text = format!("{:e}", narrow.abs());
            proptest::prop_assert_eq!(
                bits("float", &text), Ok(format!("{:#x}", narrow.abs().to_bits())), "{}", text
            );
        }
    }
}
