//! Which row of a table a statement is, and what its operands are.

use crosscall_model::tool::table::{File, Statement, Table, parts};

/// An operand as it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Operand {
    /// A register by number.
    Register(u16),
    /// A word that looks like a register and is none.
    NoRegister(String),
    /// A number, and whether a minus stands before it.
    Number(i64, bool),
    /// A symbol and a constant.
    Symbol(String, i64),
}

/// The operands of a statement by their letters.
pub(super) type Operands = Vec<(char, Operand)>;

/// The first row that a text fits, with its operands. A row in which every register is one comes first.
pub fn row_of(table: &'static Table, text: &str) -> Option<(&'static Statement, Operands)> {
    let text = &without_blanks(text);
    let fits = |row: &'static Statement| Some((row, operands(table, row.syntax, text)?));
    let is_sound = |(_, operands): &(_, Operands)| {
        !operands.iter().any(|(_, operand)| matches!(operand, Operand::NoRegister(_)))
    };
    let rows = || table.statements.iter().filter_map(fits);
    rows().find(is_sound).or_else(|| rows().next())
}

/// A statement without blanks, but for one behind its mnemonic.
fn without_blanks(text: &str) -> String {
    let text = text.trim();
    let Some((mnemonic, rest)) = text.split_once(char::is_whitespace) else { return text.to_owned() };
    let rest = rest.split_whitespace().collect::<String>();
    // Words of which the first blank is behind an operand have none behind the mnemonic.
    let blank = if rest.starts_with(',') { "" } else { " " };
    format!("{mnemonic}{blank}{rest}")
}

/// The operands of a text that is written as `syntax` says; neither matters for its blanks.
fn operands(table: &Table, syntax: &str, text: &str) -> Option<Operands> {
    let (head, parts) = parts(&without_blanks(syntax));
    let mut found = Vec::new();
    let mut rest = strip(text, &head)?;
    for (i, (letter, literal)) in parts.iter().enumerate() {
        let is_last = i + 1 == parts.len();
        let in_lower_case = rest.to_ascii_lowercase();
        let at = match literal.trim_end_matches('#') {
            "" if is_last => rest.len(),
            // A number with its sign.
            "" => rest.find(['+', '-'])?,
            literal if is_last => in_lower_case.rfind(&literal.to_ascii_lowercase())?,
            literal => in_lower_case.find(&literal.to_ascii_lowercase())?,
        };
        let (operand, behind) = rest.split_at_checked(at)?;
        found.push((*letter, parse(table, *letter, operand)?));
        rest = strip(behind, literal)?;
    }
    rest.is_empty().then_some(found)
}

/// The text behind a literal; case does not matter.
fn strip<'t>(text: &'t str, literal: &str) -> Option<&'t str> {
    let mut rest = text;
    for c in literal.chars().filter(|c| *c != '#') {
        let first = rest.chars().next().filter(|first| first.eq_ignore_ascii_case(&c))?;
        rest = rest.get(first.len_utf8()..)?;
    }
    Some(if literal.ends_with('#') { rest.strip_prefix('#').unwrap_or(rest) } else { rest })
}

fn parse(table: &Table, letter: char, text: &str) -> Option<Operand> {
    match letter {
        's' => {
            let named = table.specials.iter().find(|(name, _)| name.eq_ignore_ascii_case(text));
            named.map(|(_, number)| Operand::Register(*number))
        }
        'i' => number(text).map(|(value, minus)| Operand::Number(value, minus)),
        'o' => {
            text.starts_with(['+', '-']).then(|| number(text))?.map(|(v, minus)| Operand::Number(v, minus))
        }
        'x' => symbol(table, text),
        'y' => symbol(table, text).filter(|_| !text.contains(['+', '-'])),
        _ => register(table, table.registers.iter().find(|file| file.letters.contains(letter))?, text),
    }
}

fn register(table: &Table, file: &File, text: &str) -> Option<Operand> {
    let text = if table.any_case { text.to_ascii_lowercase() } else { text.to_owned() };
    if let Some((_, number)) = file.names.iter().find(|(name, _)| *name == text) {
        return Some(Operand::Register(u16::from(*number)));
    }
    let digits = text.strip_prefix(file.prefix)?;
    // A zero before another digit makes it another word.
    let is_number = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    if !is_number || (digits.len() > 1 && digits.starts_with('0')) {
        return None;
    }
    match digits.parse::<u16>() {
        Ok(number) if number < u16::from(file.count) => Some(Operand::Register(number)),
        _ => Some(Operand::NoRegister(text)),
    }
}

/// A decimal or hexadecimal number with or without a sign, and whether the sign is a minus.
fn number(text: &str) -> Option<(i64, bool)> {
    let (minus, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let value = match digits.strip_prefix("0x") {
        Some(hex) if !hex.starts_with('+') => i64::from_str_radix(hex, 16).ok()?,
        None if digits.starts_with(|c: char| c.is_ascii_digit()) => digits.parse().ok()?,
        _ => return None,
    };
    Some((if minus { -value } else { value }, minus))
}

fn symbol(table: &Table, text: &str) -> Option<Operand> {
    let at = text.find(['+', '-']).unwrap_or(text.len());
    let (name, constant) = text.split_at_checked(at)?;
    let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    let is_register = |file: &File| matches!(register(table, file, name), Some(Operand::Register(_)));
    let is_register = table.registers.iter().any(is_register)
        || table.specials.iter().any(|(special, _)| special.eq_ignore_ascii_case(name));
    if !is_name || is_register {
        return None;
    }
    let addend = if constant.is_empty() { 0 } else { number(constant)?.0 };
    Some(Operand::Symbol(name.to_owned(), addend))
}
