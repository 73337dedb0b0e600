//! Meanings of arguments, as a person writes them: `p: 512 bytes`, `n: 0..p`, `s: string 0..40`, `v: 16 of float, out`.
//!
//! | text | meaning |
//! |---|---|
//! | `any` | every value of the type; of a pointer a number that the function does not follow |
//! | `0..100`, `-1..n` | a number in this range, both ends included |
//! | `0..512, multiple of 16` | one of these multiples |
//! | `1 \| 2 \| 4` | one of these numbers |
//! | `512 bytes`, `0..n*4 bytes` | address of so many bytes |
//! | `16 of int`, `n of struct { int a; char b; }` | address of so many values of a type |
//! | `string`, `string 0..40` | address of so many bytes other than zero, and a zero behind them |
//! | `p at n`, `p at 0..p`, `same as p` | address of an element of what `p` points to |
//! | `null` | the null pointer |
//! | `function` | address of a function of ours |
//!
//! `p.next: …` and `p.count: …` say what a member means of the records to which `p` points.
//!
//! Behind a comma: `in` (the function only reads it; so it is where the prototype says `const`), `out` (it holds nothing
//! before), `align 16`, `beyond 8` (the function may read 8 bytes behind the end, and before the beginning), `multiple of 4`
//! (their number), `at 8` (the address of this element is passed), `room 9` (so many elements more, which hold nothing), `or null`,
//! `or same as p`, `may overlap p`, and, as the last one, `each …` (what each element means).

use super::amount::{Amount, Bounds, Words};

/// Meaning of an argument, or of a member of a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Meaning {
    /// Any value of its type.
    Any,
    /// One of some numbers.
    Number(Numbers),
    /// The address of memory.
    Memory(Box<Memory>),
    /// The address of an element of what another argument or member points to.
    Within(Within),
    /// The null pointer.
    Null,
    /// The address of a function of ours.
    Function,
}

/// Numbers among which one is chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Numbers {
    /// Numbers in a range that are multiples of `multiple`, which is at least 1.
    Range {
        /// The range.
        bounds: Bounds,
        /// The divisor of all of them.
        multiple: u64,
    },
    /// Some by themselves.
    OneOf(Vec<Amount>),
}

/// An address in memory that another argument or member points to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Within {
    /// Name of the other one.
    pub of: String,
    /// Number of the element, from 0; the number of elements stands for the address behind them.
    pub element: Bounds,
}

/// Memory whose address is passed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Memory {
    /// Number of elements, as [`Numbers::Range`].
    pub count: Bounds,
    /// Divisor of the number of elements, at least 1.
    pub multiple: u64,
    /// The elements.
    pub of: Element,
    /// Meaning of each element, where that is not any value.
    pub each: Option<Box<Meaning>>,
    /// Access that the function has to it; `None` where that is left to the prototype.
    pub access: Option<Access>,
    /// Alignment in bytes; `None` for that of the type that the prototype points to.
    pub align: Option<u64>,
    /// Number of bytes beside it that the function may read.
    pub beyond: u64,
    /// True if the null pointer is passed now and then.
    pub or_null: bool,
    /// Memory of another argument with which it has bytes in common now and then.
    pub shared: Option<Shared>,
    /// Number of the element whose address is passed, where that is not the first.
    pub at: Option<Bounds>,
    /// Number of elements behind the others that hold nothing.
    pub room: Option<Bounds>,
}

/// Memory that has bytes in common with that of another argument or member.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shared {
    /// Name of the other one.
    pub with: String,
    /// True if both begin at the same address, false if one begins anywhere in the other.
    pub same: bool,
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

/// Greatest divisor of numbers.
const MOST_MULTIPLE: i128 = 1 << 32;

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
    if words.accept("same") {
        let element = Bounds::only(Amount::Number(0));
        let within = Within { of: same(&mut words)?, element };
        return end(&words, Meaning::Within(within));
    }
    if words.accept("string") {
        let count = match words.rest().starts_with(',') || words.rest().is_empty() {
            true => Bounds { low: Amount::Number(0), high: Amount::Number(USUAL_STRING) },
            false => words.bounds()?,
        };
        return memory(words, count, Element::Character);
    }
    let bounds = words.bounds()?;
    if let (Amount::Named(of), true) = (&bounds.low, words.accept("at")) {
        let within = Within { of: of.clone(), element: words.bounds()? };
        return end(&words, Meaning::Within(within));
    }
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
    if words.rest().starts_with('|') {
        let mut list = vec![bounds.low.clone()];
        while words.accept("|") {
            list.push(words.amount()?);
        }
        return end(&words, Meaning::Number(Numbers::OneOf(list)));
    }
    let multiple = if words.accept(",") { multiple(&mut words)? } else { 1 };
    end(&words, Meaning::Number(Numbers::Range { bounds, multiple }))
}

/// The rest of `same as p`.
fn same(words: &mut Words<'_>) -> Result<String, String> {
    if !words.accept("as") {
        return Err(words.expected("`as`"));
    }
    other(words)
}

/// The name of another argument or member.
fn other(words: &mut Words<'_>) -> Result<String, String> {
    let name = words.name().map(str::to_owned);
    name.ok_or_else(|| words.expected("the name of another argument"))
}

/// `multiple of 16`.
fn multiple(words: &mut Words<'_>) -> Result<u64, String> {
    if !words.accept("multiple") || !words.accept("of") {
        return Err(words.expected("`multiple of`"));
    }
    constant(words, "a divisor", MOST_MULTIPLE).map(|multiple| multiple.max(1))
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
    let mut memory = Memory {
        count,
        multiple: 1,
        of,
        each: None,
        access: None,
        align: None,
        beyond: 0,
        or_null: false,
        shared: None,
        at: None,
        room: None,
    };
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
        } else if words.accept("at") {
            memory.at = Some(words.bounds()?);
        } else if words.accept("room") {
            memory.room = Some(words.bounds()?);
        } else if words.accept("may") {
            if !words.accept("overlap") {
                return Err(words.expected("`overlap`"));
            }
            memory.shared = Some(Shared { with: other(&mut words)?, same: false });
        } else if words.accept("or") {
            if words.accept("same") {
                memory.shared = Some(Shared { with: same(&mut words)?, same: true });
            } else if words.accept("null") {
                memory.or_null = true;
            } else {
                return Err(words.expected("`null` or `same as`"));
            }
        } else if words.accept("each") {
            memory.each = Some(Box::new(parse(words.rest()).map_err(|e| format!("each: {e}"))?));
            return Ok(Meaning::Memory(Box::new(memory)));
        } else if words.rest().starts_with("multiple") {
            memory.multiple = multiple(&mut words)?;
        } else {
            return Err(words.expected(
                "one of in, out, inout, align N, at N, room N, beyond N, multiple of N, or null, or same as P, may overlap P, each …",
            ));
        }
    }
    match words.rest() {
        "" => Ok(Meaning::Memory(Box::new(memory))),
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
    /// Calls `visit` with the name of every other argument or member in it.
    pub fn names(&self, visit: &mut dyn FnMut(&str)) {
        match self {
            Meaning::Any | Meaning::Null | Meaning::Function => {}
            Meaning::Number(Numbers::Range { bounds, .. }) => bounds.names(visit),
            Meaning::Number(Numbers::OneOf(list)) => list.iter().for_each(|amount| amount.names(visit)),
            Meaning::Within(within) => {
                visit(&within.of);
                within.element.names(visit);
            }
            Meaning::Memory(memory) => {
                [Some(&memory.count), memory.at.as_ref(), memory.room.as_ref()]
                    .into_iter()
                    .flatten()
                    .for_each(|bounds| bounds.names(visit));
                memory.shared.iter().for_each(|shared| visit(&shared.with));
                memory.each.iter().for_each(|each| each.names(visit));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(value: i128) -> Amount {
        Amount::Number(value)
    }

    fn named_amount(name: &str) -> Amount {
        Amount::Named(name.to_owned())
    }

    fn range(text: &str) -> Bounds {
        let Ok(Meaning::Number(Numbers::Range { bounds, multiple: 1 })) = parse(text) else {
            panic!("{text}")
        };
        bounds
    }

    #[test]
    fn meanings_are_read() {
        let (name, meaning) = named("p: 512 bytes").unwrap();
        assert_eq!(name, "p");
        let Meaning::Memory(memory) = meaning else { panic!("{meaning:?}") };
        assert_eq!((memory.count, memory.of), (Bounds::only(number(512)), Element::Byte));
        assert_eq!(range("0..p"), Bounds { low: number(0), high: named_amount("p") });
        assert_eq!(range("0..s.m.data"), Bounds { low: number(0), high: named_amount("s.m.data") });
        assert_eq!(range("s.count..9").low, named_amount("s.count"));
        assert_eq!(range("-1 ..= 2*n+0x10").values(&|_| 3), (-1, 22));
        assert_eq!(
            parse("1 | 2|4"),
            Ok(Meaning::Number(Numbers::OneOf(vec![number(1), number(2), number(4)])))
        );
        let Ok(Meaning::Memory(memory)) = parse("n of struct { int a, b; }, out, align 16, or null") else {
            panic!()
        };
        assert_eq!(memory.of, Element::Value("struct { int a, b; }".to_owned()));
        assert_eq!((memory.access, memory.align, memory.or_null), (Some(Access::Out), Some(16), true));
        let Ok(Meaning::Memory(memory)) = parse("string 0..40, in, beyond 7") else { panic!() };
        assert_eq!((memory.of, memory.beyond), (Element::Character, 7));
        assert_eq!((parse("any"), parse("function")), (Ok(Meaning::Any), Ok(Meaning::Function)));
        // Names may begin with a word.
        assert_eq!(range("anything"), Bounds::only(named_amount("anything")));
    }

    #[test]
    fn what_memory_has_in_common() {
        let Ok(Meaning::Number(Numbers::Range { multiple: 16, .. })) = parse("0..512, multiple of 16") else {
            panic!()
        };
        let within = |of: &str, low, high| {
            Meaning::Within(Within { of: of.to_owned(), element: Bounds { low, high } })
        };
        assert_eq!(parse("same as s.data"), Ok(within("s.data", number(0), number(0))));
        assert_eq!(parse("p at 0..p"), Ok(within("p", number(0), named_amount("p"))));
        let shared = |text| {
            let Ok(Meaning::Memory(memory)) = parse(text) else { panic!("{text}") };
            (memory.shared.unwrap(), memory.multiple, memory.each)
        };
        let of = |with: &str, same| Shared { with: with.to_owned(), same };
        assert_eq!(shared("n bytes, or same as from"), (of("from", true), 1, None));
        let (with, multiple, each) = shared("0..n of int, multiple of 4, may overlap a, each 0..9");
        assert_eq!((with, multiple), (of("a", false), 4));
        assert_eq!(
            each.as_deref(),
            Some(&Meaning::Number(Numbers::Range { bounds: range("0..9"), multiple: 1 }))
        );
        let Ok(Meaning::Memory(memory)) = parse("3 of char *, or null, each string 0..5, or null") else {
            panic!()
        };
        assert!(memory.or_null);
        let Some(Meaning::Memory(each)) = memory.each.as_deref() else { panic!() };
        assert!(each.or_null && each.of == Element::Character);
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
                "`p: 5 bytes, foo`: expected one of in, out, inout, align N, at N, room N, beyond N, multiple of N, or null, \
                 or same as P, may overlap P, each …, found `foo`",
            ),
            ("p: 5 bytes, or so", "`p: 5 bytes, or so`: expected `null` or `same as`, found `so`"),
            ("p: 0..9, align 4", "`p: 0..9, align 4`: expected `multiple of`, found `align`"),
            (
                "p: 9 bytes, each 0..3, in",
                "`p: 9 bytes, each 0..3, in`: each: expected `multiple of`, found `in`",
            ),
            ("p: 12x", "`p: 12x`: `12x` is not a number"),
            ("p: (1", "`p: (1`: expected `)` behind it"),
        ] {
            assert_eq!(named(text), Err(expected.to_owned()));
        }
    }
}
