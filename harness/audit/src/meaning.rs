//! Meanings of arguments, as a person writes them: `p: 512 bytes`, `n: 0..p`, `s: string 0..40`, `v: 16 of float, out`.
//!
//! | text | meaning |
//! |---|---|
//! | `any` | every value of the type; of a pointer a number that the function does not follow |
//! | `0..100`, `-1..n` | a number in this range, both ends included |
//! | `1 \| 2 \| 4` | one of these numbers |
//! | `512 bytes`, `0..n*4 bytes` | address of so many bytes |
//! | `16 of int`, `n of struct { int a; char b; }` | address of so many values of a type |
//! | `string`, `string 0..40` | address of so many bytes other than zero, and a zero behind them |
//! | `null` | the null pointer |
//! | `function` | address of a function of ours |
//!
//! `p.next: …` says what the pointer `next` in the records means to which `p` points.
//!
//! Behind a comma: `in` (the function only reads it; so it is where the prototype says `const`), `out` (it holds nothing
//! before), `align 16`, `beyond 8` (the function may read 8 bytes behind the end, and before the beginning), `or null`.

use super::amount::{Amount, Bounds, Words};

/// Meaning of an argument.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Meaning {
    /// Any value of its type.
    Any,
    /// A number in a range.
    Range(Bounds),
    /// One of some numbers.
    OneOf(Vec<Amount>),
    /// The address of memory.
    Memory(Memory),
    /// The null pointer.
    Null,
    /// The address of a function of ours.
    Function,
}

/// Memory whose address is passed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Memory {
    /// Number of elements.
    pub count: Bounds,
    /// The elements.
    pub of: Element,
    /// Access that the function has to it; `None` where that is left to the prototype.
    pub access: Option<Access>,
    /// Alignment in bytes; `None` for that of the type that the prototype points to.
    pub align: Option<u64>,
    /// Number of bytes beside it that the function may read.
    pub beyond: u64,
    /// True if the null pointer is passed now and then.
    pub or_null: bool,
}

/// An element of memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Element {
    /// A byte.
    Byte,
    /// A byte of a text, which a zero ends.
    Character,
    /// A value of a type in C.
    Value(String),
}

/// Access of a function to memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// The function only reads it.
    In,
    /// The function writes it; before that it holds nothing.
    Out,
    /// The function reads and writes it.
    InOut,
}

/// Length of a string that has none of its own.
const USUAL_STRING: i128 = 63;

/// Length of the longest text that is a meaning, in bytes.
const LONGEST: usize = 1000;

/// Greatest alignment that can be asked for.
const MOST_ALIGN: i128 = 4096;

/// Greatest number of bytes beside an object.
const MOST_BEYOND: i128 = 4096;

/// Reads `NAME: MEANING`.
///
/// # Errors
/// A message that says what was expected.
pub fn named(text: &str) -> Result<(String, Meaning), String> {
    let wrong = || format!("`{text}`: expected NAME: MEANING, such as `p: 512 bytes` or `n: 0..p`");
    let (name, meaning) = text.split_once(':').ok_or_else(wrong)?;
    let name = name.trim();
    let is_name =
        name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '.')) && !name.is_empty();
    if !is_name {
        return Err(wrong());
    }
    let meaning = parse(meaning).map_err(|e| format!("`{text}`: {e}"))?;
    Ok((name.to_owned(), meaning))
}

/// Reads a meaning.
///
/// # Errors
/// A message that says what was expected.
pub fn parse(text: &str) -> Result<Meaning, String> {
    if text.len() > LONGEST {
        return Err(format!("a meaning has at most {LONGEST} bytes"));
    }
    let mut words = Words::new(text);
    let end = |words: &Words<'_>, meaning| match words.rest() {
        "" => Ok(meaning),
        _ => Err(words.expected("the end")),
    };
    for (word, meaning) in [("any", Meaning::Any), ("null", Meaning::Null), ("function", Meaning::Function)] {
        if words.accept(word) {
            return end(&words, meaning);
        }
    }
    if words.accept("string") {
        let count = match words.rest().starts_with(',') || words.rest().is_empty() {
            true => Bounds { low: Amount::Number(0), high: Amount::Number(USUAL_STRING) },
            false => words.bounds()?,
        };
        return memory(words, count, Element::Character);
    }
    let bounds = words.bounds()?;
    if words.accept("bytes") || words.accept("byte") {
        return memory(words, bounds, Element::Byte);
    }
    if words.accept("of") {
        let (ty, rest) = type_and_rest(words.rest());
        if ty.is_empty() {
            return Err("expected a type in C behind `of`".to_owned());
        }
        return memory(Words::new(rest), bounds, Element::Value(ty.to_owned()));
    }
    let mut list = vec![bounds.low.clone()];
    while words.accept("|") {
        list.push(words.amount()?);
    }
    let meaning = if list.len() > 1 { Meaning::OneOf(list) } else { Meaning::Range(bounds) };
    end(&words, meaning)
}

/// A type up to the comma or the end that is outside of its braces and brackets.
fn type_and_rest(text: &str) -> (&str, &str) {
    let mut depth = 0i32;
    for (at, c) in text.char_indices() {
        match c {
            '{' | '(' | '[' => depth += 1,
            '}' | ')' | ']' => depth -= 1,
            ',' if depth == 0 => {
                return (text.get(..at).unwrap_or_default().trim(), text.get(at..).unwrap_or_default());
            }
            _ => {}
        }
    }
    (text.trim(), "")
}

fn memory(mut words: Words<'_>, count: Bounds, of: Element) -> Result<Meaning, String> {
    let mut memory = Memory { count, of, access: None, align: None, beyond: 0, or_null: false };
    while words.accept(",") {
        if words.accept("in") {
            memory.access = Some(Access::In);
        } else if words.accept("out") {
            memory.access = Some(Access::Out);
        } else if words.accept("inout") {
            memory.access = Some(Access::InOut);
        } else if words.accept("align") {
            let align = constant(&mut words, "an alignment", MOST_ALIGN)?;
            if !align.is_power_of_two() {
                return Err(format!("an alignment is a power of two, and {align} is none"));
            }
            memory.align = Some(align);
        } else if words.accept("beyond") {
            memory.beyond = constant(&mut words, "a number of bytes", MOST_BEYOND)?;
        } else if words.accept("or") {
            if !words.accept("null") {
                return Err(words.expected("`null`"));
            }
            memory.or_null = true;
        } else {
            return Err(words.expected("one of in, out, inout, align N, beyond N, or null"));
        }
    }
    match words.rest() {
        "" => Ok(Meaning::Memory(memory)),
        _ => Err(words.expected("`,` or the end")),
    }
}

/// A number that depends on nothing.
fn constant(words: &mut Words<'_>, what: &str, most: i128) -> Result<u64, String> {
    let amount = words.amount()?;
    let mut is_constant = true;
    amount.names(&mut |_| is_constant = false);
    let value = amount.value(&|_| 0);
    let fitting = u64::try_from(value).ok().filter(|_| is_constant && value <= most);
    fitting.ok_or_else(|| format!("expected {what} from 0 to {most}, found `{amount}`"))
}

impl Meaning {
    /// Calls `visit` with the name of every other argument in it.
    pub fn names(&self, visit: &mut dyn FnMut(&str)) {
        let mut all = |bounds: &Bounds| {
            bounds.low.names(visit);
            bounds.high.names(visit);
        };
        match self {
            Meaning::Any | Meaning::Null | Meaning::Function => {}
            Meaning::Range(bounds) => all(bounds),
            Meaning::Memory(memory) => all(&memory.count),
            Meaning::OneOf(list) => list.iter().for_each(|amount| amount.names(visit)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(value: i128) -> Amount {
        Amount::Number(value)
    }

    #[test]
    fn meanings_are_read() {
        let (name, meaning) = named("p: 512 bytes").unwrap();
        assert_eq!(name, "p");
        let Meaning::Memory(memory) = meaning else { panic!("{meaning:?}") };
        assert_eq!((memory.count, memory.of), (Bounds::only(number(512)), Element::Byte));
        let Ok(Meaning::Range(range)) = parse("0..p") else { panic!() };
        assert_eq!(range, Bounds { low: number(0), high: Amount::Named("p".to_owned()) });
        let Ok(Meaning::Range(range)) = parse("-1 ..= 2*n+0x10") else { panic!() };
        assert_eq!(range.values(&|_| 3), (-1, 22));
        assert_eq!(parse("1 | 2|4"), Ok(Meaning::OneOf(vec![number(1), number(2), number(4)])));
        let Ok(Meaning::Memory(memory)) = parse("n of struct { int a, b; }, out, align 16, or null") else {
            panic!()
        };
        assert_eq!(memory.of, Element::Value("struct { int a, b; }".to_owned()));
        assert_eq!((memory.access, memory.align, memory.or_null), (Some(Access::Out), Some(16), true));
        let Ok(Meaning::Memory(memory)) = parse("string 0..40, in, beyond 7") else { panic!() };
        assert_eq!((memory.of, memory.beyond), (Element::Character, 7));
        assert_eq!((parse("any"), parse("function")), (Ok(Meaning::Any), Ok(Meaning::Function)));
        // Names may begin with a word.
        assert_eq!(parse("anything"), Ok(Meaning::Range(Bounds::only(Amount::Named("anything".to_owned())))));
    }

    #[test]
    fn mistakes_are_named() {
        for (text, expected) in [
            ("p 512", "`p 512`: expected NAME: MEANING, such as `p: 512 bytes` or `n: 0..p`"),
            ("p: ", "`p: `: expected a number or the name of another argument behind it"),
            ("p: 5 byts", "`p: 5 byts`: expected the end, found `byts`"),
            ("p: 5 bytes, align 3", "`p: 5 bytes, align 3`: an alignment is a power of two, and 3 is none"),
            (
                "p: 5 bytes, beyond n",
                "`p: 5 bytes, beyond n`: expected a number of bytes from 0 to 4096, found `n`",
            ),
            (
                "p: 5 bytes, foo",
                "`p: 5 bytes, foo`: expected one of in, out, inout, align N, beyond N, or null, found `foo`",
            ),
            ("p: 12x", "`p: 12x`: `12x` is not a number"),
            ("p: (1", "`p: (1`: expected `)` behind it"),
        ] {
            assert_eq!(named(text), Err(expected.to_owned()));
        }
    }
}
