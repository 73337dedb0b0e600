//! Numbers in the meanings of arguments: constants, the values of other arguments and of members of their records, and sums and
//! products of these.

use std::fmt;

/// A number that may depend on other arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Amount {
    /// A constant.
    Number(i128),
    /// The value of another argument or member, or the number of elements of what it points to: `n`, `s.count`.
    Named(String),
    /// Two numbers and what is done with them.
    Of(Box<Amount>, Operation, Box<Amount>),
}

/// Arithmetic operation on two numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operation {
    /// Sum.
    Plus,
    /// Difference.
    Minus,
    /// Product.
    Times,
    /// Quotient, rounded towards zero; a divisor of zero gives zero.
    Over,
}

impl Operation {
    fn sign(self) -> char {
        match self {
            Operation::Plus => '+',
            Operation::Minus => '-',
            Operation::Times => '*',
            Operation::Over => '/',
        }
    }
}

impl Amount {
    /// Value of the amount, where `named` knows the other arguments; clamped to 128 bits.
    pub fn value(&self, named: &dyn Fn(&str) -> i128) -> i128 {
        match self {
            Amount::Number(number) => *number,
            Amount::Named(name) => named(name),
            Amount::Of(left, operation, right) => {
                let (left, right) = (left.value(named), right.value(named));
                match operation {
                    Operation::Plus => left.saturating_add(right),
                    Operation::Minus => left.saturating_sub(right),
                    Operation::Times => left.saturating_mul(right),
                    Operation::Over => left.checked_div(right).unwrap_or(0),
                }
            }
        }
    }

    /// Calls `visit` with the name of every other argument in it.
    pub fn names(&self, visit: &mut dyn FnMut(&str)) {
        match self {
            Amount::Number(_) => {}
            Amount::Named(name) => visit(name),
            Amount::Of(left, _, right) => {
                left.names(visit);
                right.names(visit);
            }
        }
    }
}

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Amount::Number(number) => write!(f, "{number}"),
            Amount::Named(name) => f.write_str(name),
            Amount::Of(left, operation, right) => write!(f, "({left}{}{right})", operation.sign()),
        }
    }
}

/// Both ends of a range.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bounds {
    /// The smallest number.
    pub low: Amount,
    /// The greatest number.
    pub high: Amount,
}

impl Bounds {
    /// A single number.
    pub fn only(amount: Amount) -> Bounds {
        Bounds { low: amount.clone(), high: amount }
    }

    /// Calls `visit` with the name of every other argument or member in them.
    pub fn names(&self, visit: &mut dyn FnMut(&str)) {
        self.low.names(visit);
        self.high.names(visit);
    }

    /// Both ends, in order.
    pub fn values(&self, named: &dyn Fn(&str) -> i128) -> (i128, i128) {
        let (low, high) = (self.low.value(named), self.high.value(named));
        (low, high.max(low))
    }
}

/// Words of a text about an argument.
#[derive(Debug)]
pub(super) struct Words<'a> {
    rest: &'a str,
}

impl<'a> Words<'a> {
    pub(super) fn new(text: &'a str) -> Words<'a> {
        Words { rest: text.trim() }
    }

    /// Text that was not read yet.
    pub(super) fn rest(&self) -> &'a str {
        self.rest
    }

    /// Takes a sign or a word if it comes next; a word ends where no letter follows.
    pub(super) fn accept(&mut self, wanted: &str) -> bool {
        let Some(after) = self.rest.strip_prefix(wanted) else { return false };
        let is_word = wanted.ends_with(|c: char| c.is_ascii_alphanumeric());
        if is_word && after.starts_with(is_part_of_name) {
            return false;
        }
        self.rest = after.trim_start();
        true
    }

    /// Takes a name: that of an argument, or of a member behind it.
    pub(super) fn name(&mut self) -> Option<&'a str> {
        let starts = |text: &str| text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        let word = |text: &str| text.find(|c| !is_part_of_name(c)).unwrap_or(text.len());
        if !starts(self.rest) {
            return None;
        }
        let mut end = word(self.rest);
        while let Some(member) = self.rest.get(end..)?.strip_prefix('.').filter(|rest| starts(rest)) {
            end += 1 + word(member);
        }
        Some(self.take(end))
    }

    /// Takes so many bytes.
    fn take(&mut self, end: usize) -> &'a str {
        let (taken, after) = self.rest.split_at_checked(end).unwrap_or((self.rest, ""));
        self.rest = after.trim_start();
        taken
    }

    /// Takes both ends of a range, or one number.
    pub(super) fn bounds(&mut self) -> Result<Bounds, String> {
        let low = self.amount()?;
        if !self.accept("..") {
            return Ok(Bounds::only(low));
        }
        let _ = self.accept("=");
        Ok(Bounds { low, high: self.amount()? })
    }

    /// Takes a sum.
    pub(super) fn amount(&mut self) -> Result<Amount, String> {
        self.chain(&[("+", Operation::Plus), ("-", Operation::Minus)], Words::product)
    }

    fn product(&mut self) -> Result<Amount, String> {
        self.chain(&[("*", Operation::Times), ("/", Operation::Over)], Words::factor)
    }

    /// Takes parts with signs between them, worked out from the left.
    fn chain(
        &mut self,
        signs: &[(&str, Operation)],
        part: fn(&mut Words<'a>) -> Result<Amount, String>,
    ) -> Result<Amount, String> {
        let mut left = part(self)?;
        while let Some((_, operation)) = signs.iter().find(|(sign, _)| self.accept(sign)) {
            left = Amount::Of(Box::new(left), *operation, Box::new(part(self)?));
        }
        Ok(left)
    }

    fn factor(&mut self) -> Result<Amount, String> {
        if self.accept("-") {
            let factor = self.factor()?;
            return Ok(Amount::Of(Box::new(Amount::Number(0)), Operation::Minus, Box::new(factor)));
        }
        if self.accept("(") {
            let inner = self.amount()?;
            return if self.accept(")") { Ok(inner) } else { Err(self.expected("`)`")) };
        }
        if let Some(name) = self.name() {
            return Ok(Amount::Named(name.to_owned()));
        }
        let end = self.rest.find(|c| !is_part_of_name(c)).unwrap_or(self.rest.len());
        let digits = self.take(end);
        let plain = digits.replace('_', "");
        let number = match plain.strip_prefix("0x").or_else(|| plain.strip_prefix("0X")) {
            Some(hexadecimal) => i128::from_str_radix(hexadecimal, 16),
            None => plain.parse(),
        };
        number.map(Amount::Number).map_err(|_| match digits {
            "" => self.expected("a number or the name of another argument"),
            digits => format!("`{digits}` is not a number"),
        })
    }

    /// Message about what comes next.
    pub(super) fn expected(&self, what: &str) -> String {
        match self.rest.split_whitespace().next() {
            Some(word) => format!("expected {what}, found `{word}`"),
            None => format!("expected {what} behind it"),
        }
    }
}

fn is_part_of_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}
