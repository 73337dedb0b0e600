//! Expected output of an assembler for a statement.

use super::syntax::{Operand, Operands, row_of};
use super::{Beyond, MinusZero, Rest, Tools, WorkedOut};
use crate::abi::rules::{Rules, joined};
use crosscall_model::plan::ClauseId;
use crosscall_model::tool::table::{Excess, Field, Form, Further, Rule, Statement};
use crosscall_model::tool::{Expected, HERE, MadeRelocation, Speech};

pub(super) fn plan(tools: &dyn Tools, text: &str, rules: &mut Rules<'_>) -> WorkedOut {
    let own = vec![tools.table().language];
    let Some((row, operands)) = row_of(tools.table(), text) else {
        let expected = Expected::Open("no row of the table is written like this".to_owned());
        return WorkedOut::new(expected, "another statement", own, "");
    };
    let statement = Written { row, operands };
    let expected = match statement.unsaid() {
        Some(register) => Expected::Open(format!("nothing is said of {register} here")),
        None => {
            statement.refusal(tools, rules).map_or_else(|| statement.made(tools, rules), Expected::Refusal)
        }
    };
    let of_hint: &[ClauseId] = match tools.table().hint {
        Some((_, clause)) if row.relocation.is_some() => &[clause],
        _ => &[],
    };
    let own = joined([row.clauses, &own, of_hint]);
    let free = if tools.compares_fields() { Vec::new() } else { fields(tools, row) };
    WorkedOut { hints: hints(row), free, ..WorkedOut::new(expected, row.syntax, own, row.source) }
}

/// The fields of a statement that relocations fill in.
fn fields(tools: &dyn Tools, row: &Statement) -> Vec<(u64, u64)> {
    let first = row.relocation.map(|left| (left.number, left.offset));
    let further = row.further.iter().map(|further| (further.number, further.offset));
    let field = |(number, offset): (u32, u64)| {
        let row = tools.table().relocations.iter().find(|row| row.number == number)?;
        Some((offset, row.field.mask() as u64))
    };
    first.into_iter().chain(further).filter_map(field).collect()
}

/// The relocations that a statement may leave beside those that it has to.
fn hints(row: &Statement) -> Vec<MadeRelocation> {
    row.further.iter().filter(|further| further.is_hint).map(made).collect()
}

/// A relocation beside the one for a statement's symbol.
fn made(further: &Further) -> MadeRelocation {
    let (symbol, addend) = further.label.map_or(("", 0), |at| (HERE, at));
    MadeRelocation { offset: further.offset, kind: further.number, symbol: symbol.to_owned(), addend }
}

/// The operands in whose place a number can stand as well: what is no register there may be a symbol.
const INDEX: [char; 2] = ['m', 'M'];

struct Written {
    row: &'static Statement,
    operands: Operands,
}

impl Written {
    fn operand(&self, letter: char) -> Option<&Operand> {
        self.operands.iter().find(|(of, _)| *of == letter).map(|(_, operand)| operand)
    }

    /// The number that goes into a field: a register's, or the one that is written.
    fn number(&self, letter: char) -> i64 {
        match self.operand(letter) {
            Some(Operand::Register(number)) => i64::from(*number),
            Some(Operand::Number(value, _)) => *value,
            _ => 0,
        }
    }

    fn symbol(&self) -> Option<(&str, i64)> {
        self.operands.iter().find_map(|(_, operand)| match operand {
            Operand::Symbol(name, addend) => Some((name.as_str(), *addend)),
            _ => None,
        })
    }

    /// The register of which nothing is said.
    fn unsaid(&self) -> Option<&str> {
        self.row.rules.iter().find_map(|rule| match *rule {
            Rule::Unsaid(letter) => match self.operand(letter) {
                Some(Operand::NoRegister(name)) => Some(name.as_str()),
                _ => None,
            },
            _ => None,
        })
    }

    /// Why it is refused whatever its numbers are.
    fn refusal(&self, tools: &dyn Tools, rules: &mut Rules<'_>) -> Option<String> {
        for (_, operand) in self.operands.iter().filter(|(letter, _)| !INDEX.contains(letter)) {
            if let Operand::NoRegister(name) = operand {
                return Some(format!("there is no register {name}"));
            }
        }
        for rule in self.row.rules {
            match *rule {
                Rule::Even(letter) if self.number(letter) % 2 != 0 && tools.refuses_odd_pair(rules) => {
                    return Some("a pair begins at an even register".to_owned());
                }
                Rule::NotLoaded { loaded, registers, base } => {
                    let loaded = self.number(loaded)..self.number(loaded) + i64::from(registers);
                    if loaded.contains(&self.number(base)) && tools.refuses_loaded_base(rules) {
                        return Some("the base register is loaded and changed at once".to_owned());
                    }
                }
                Rule::Unrelocatable => return Some("there is no relocation for its symbol".to_owned()),
                Rule::ReadOnly if tools.refuses_read_only(rules) => {
                    return Some("a register that cannot be written stands where the result goes".to_owned());
                }
                Rule::Refused(reason) => return Some(reason.to_owned()),
                Rule::NoSuchForm => return Some("there is no such form of that register".to_owned()),
                Rule::Even(_) | Rule::Unsaid(_) | Rule::MayWrap(_) | Rule::ReadOnly => {}
            }
        }
        None
    }

    fn made(&self, tools: &dyn Tools, rules: &mut Rules<'_>) -> Expected {
        let Some(longest) = self.row.forms.last() else {
            return Expected::Open("the table has no encoding of it".to_owned());
        };
        if let Some((name, addend)) = self.symbol() {
            return self.left_to_the_linker(tools, longest, (name, addend), rules);
        }
        if self.operands.iter().any(|(_, operand)| matches!(operand, Operand::NoRegister(_))) {
            return Expected::Open("it is no register, but it may be a symbol".to_owned());
        }
        let rest = longest.operands.iter().find_map(|(letter, field)| {
            let number = self.number(*letter);
            (number.rem_euclid(field.unit.max(1)) != 0).then_some((number, field.unit))
        });
        match rest.map(|rest| (rest, tools.rest_in_text(rules))) {
            Some(((number, unit), Rest::Refused)) => {
                Expected::Refusal(format!("{number} is no multiple of {unit}"))
            }
            Some((_, Rest::Divided)) => {
                let divided =
                    self.with_numbers(longest, &|field, number| number - number % field.unit.max(1));
                with_any_words(divided.encoded(longest, tools, rules))
            }
            Some((_, Rest::Dropped)) => with_any_words(self.encoded(longest, tools, rules)),
            None => self.encoded(longest, tools, rules),
        }
    }

    /// The same statement with other numbers, by the fields that they are for.
    fn with_numbers(&self, form: &Form, change: &dyn Fn(&Field, i64) -> i64) -> Written {
        let whole = |(letter, operand): &(char, Operand)| {
            let field = form.operands.iter().find(|(of, _)| of == letter).map(|(_, field)| field);
            let operand = match (operand, field) {
                (Operand::Number(number, minus), Some(field)) => {
                    Operand::Number(change(field, *number), *minus)
                }
                (other, _) => other.clone(),
            };
            (*letter, operand)
        };
        Written { row: self.row, operands: self.operands.iter().map(whole).collect() }
    }

    /// The bytes of the statement in the form that is to be taken.
    fn encoded(&self, longest: &'static Form, tools: &dyn Tools, rules: &mut Rules<'_>) -> Expected {
        let fits = |form: &&Form| {
            let same = form.same.is_none_or(|(one, other)| self.operand(one) == self.operand(other));
            same && form.operands.iter().all(|(letter, field)| self.fits(field, *letter, longest))
        };
        let fitting = self.row.forms.iter().find(fits);
        let minus = self.is_minus_zero().then(|| tools.minus_zero(rules));
        let form = match fitting {
            Some(_) if minus == Some(MinusZero::Minus) => longest,
            Some(shortest) if std::ptr::eq(shortest, longest) => longest,
            // A shorter form is a question only where there is a longer one.
            Some(shortest) => match tools.takes_shortest(rules) {
                true => shortest,
                false => longest,
            },
            None => match self.excess(tools, longest, rules) {
                Some(other) => return other,
                None => longest,
            },
        };
        let place = |word: u128, (letter, field): &(char, Field)| {
            let sign = field
                .sign
                .filter(|_| minus.is_some_and(|minus| minus != MinusZero::Zero))
                .map_or(0, |bit| 1 << bit);
            word | field.place(self.number(*letter)) | sign
        };
        let word = form.operands.iter().fold(form.base, place);
        Expected::Made {
            sections: vec![bytes(word, form.bytes)],
            relocations: Vec::new(),
            why: String::new(),
            says: if fitting.is_some() { Speech::Silence } else { Speech::Any },
        }
    }

    /// True if an operand fits a field, but for what even the longest form has no room for below its unit.
    fn fits(&self, field: &Field, letter: char, longest: &Form) -> bool {
        let number = self.number(letter);
        // Of a number without the zeros at its end the field does not show whether it is too large.
        if field.scale.is_some()
            && !longest.operands.iter().all(|(of, field)| *of != letter || field.holds(number))
        {
            return false;
        }
        let of_longest = longest.operands.iter().find(|(of, _)| *of == letter).map(|(_, field)| field);
        field.holds(number - of_longest.map_or(0, |longest| number.rem_euclid(longest.unit.max(1))))
    }

    /// True if it has a zero with a minus where the minus can be kept.
    fn is_minus_zero(&self) -> bool {
        let fields = self.row.forms.iter().flat_map(|form| form.operands);
        let mut signed = fields.filter(|(_, field)| field.sign.is_some());
        signed.any(|(letter, _)| self.operand(*letter) == Some(&Operand::Number(0, true)))
    }

    /// Expectation for a statement whose numbers fit no form; `None` where their low bits are stored.
    fn excess(&self, tools: &dyn Tools, form: &'static Form, rules: &mut Rules<'_>) -> Option<Expected> {
        for (letter, field) in form.operands {
            let number = self.number(*letter);
            if reaches(field, number) {
                continue;
            }
            if self.row.rules.contains(&Rule::MayWrap(*letter)) && (-field.high / 2 - 1..0).contains(&number)
            {
                return Some(Expected::Open("its low bits may be meant".to_owned()));
            }
            if self.row.excess != Excess::Data && wraps(tools.table().address_bits, field, number) {
                let reason = "it fits if it is taken for a number with a sign, of the width of an address";
                return Some(Expected::Open(reason.to_owned()));
            }
            let refused = match tools.beyond_in_text(self.row.excess, rules) {
                Beyond::Refused => true,
                Beyond::RefusedFarther => !is_near(field, number),
                Beyond::LowBits => false,
                Beyond::Open => return Some(Expected::Open("nothing is said of such a number".to_owned())),
                Beyond::Wraps => {
                    let wrapped = self.with_numbers(form, &|field, number| wrapped(field, number));
                    return Some(with_any_words(wrapped.encoded(form, tools, rules)));
                }
            };
            if refused {
                let reason = format!("{number} is not within {} and {}", field.low, field.high);
                return Some(Expected::Refusal(reason));
            }
        }
        None
    }

    /// A field that the linker fills in, and its relocation. It is at the beginning of its section, so that it makes
    /// no difference whether a distance is counted from there or from the field.
    fn left_to_the_linker(
        &self,
        tools: &dyn Tools,
        form: &Form,
        (symbol, addend): (&str, i64),
        rules: &mut Rules<'_>,
    ) -> Expected {
        let Some(left) = self.row.relocation else {
            return Expected::Open("the table has no relocation for it".to_owned());
        };
        let Some(sum) = addend.checked_add(left.ahead).filter(|sum| i32::try_from(*sum).is_ok()) else {
            return Expected::Open("the file has no room for such an addend".to_owned());
        };
        let registers = form.operands.iter().filter(|(letter, _)| !matches!(letter, 'x' | 'y'));
        let mut word =
            registers.fold(form.base, |word, (letter, field)| word | field.place(self.number(*letter)));
        let row = tools.table().relocations.iter().find(|row| row.number == left.number);
        if let Some(row) = row.filter(|_| addend != 0) {
            let constant = addend >> row.shift;
            if row.excess != Excess::None && !reaches(&row.field, constant) && tools.refuses_constant(rules) {
                return Expected::Refusal(format!("{addend} does not fit the field by itself"));
            }
            if tools.writes_constant(rules) {
                word |= row.field.place(constant);
            }
        }
        let kind = tools.left_as_read(&left, rules);
        let relocation = MadeRelocation { offset: left.offset, kind, symbol: symbol.to_owned(), addend: sum };
        let further = self.row.further.iter().filter(|further| !further.is_hint).map(made);
        let mut relocations: Vec<MadeRelocation> = std::iter::once(relocation).chain(further).collect();
        relocations.sort();
        Expected::Made {
            sections: vec![bytes(word, form.bytes)],
            relocations,
            why: String::new(),
            says: Speech::Silence,
        }
    }
}

/// The same, of which the tool may print what it likes: something is not stored as it was written.
fn with_any_words(expected: Expected) -> Expected {
    match expected {
        Expected::Made { sections, relocations, why, .. } => {
            Expected::Made { sections, relocations, why, says: Speech::Any }
        }
        other => other,
    }
}

/// True if a number fits a field but for what it is more than a multiple of its unit.
fn reaches(field: &Field, number: i64) -> bool {
    field.holds(number - number.rem_euclid(field.unit.max(1)))
}

/// True if a number fits a field as a number of so many bits with a sign, though not as it is written.
fn wraps(bits: u32, field: &Field, number: i64) -> bool {
    let unused = 64 - bits.min(64);
    reaches(field, (number << unused) >> unused)
}

/// The number that the low bits give in a field with a sign.
fn wrapped(field: &Field, number: i64) -> i64 {
    let unused = field.high.leading_zeros().saturating_sub(1);
    number << unused >> unused
}

/// True if a number fits a field with one bit more.
pub(super) fn is_near(field: &Field, number: i64) -> bool {
    (field.low.saturating_mul(2)..=field.high).contains(&number)
}

/// The first bytes of a word, little-endian.
fn bytes(word: u128, count: usize) -> Vec<u8> {
    word.to_le_bytes().into_iter().take(count).collect()
}
