//! Random statements as text.

use super::numbers;
use crate::draw::Draw;
use crosscall_model::tool::table::{Excess, Field, Statement, Table, parts};

/// Percentage of registers with a name other than a letter and a number.
const BY_NAME: u32 = 15;

/// Percentage of registers that do not exist.
const NONE_SUCH: u32 = 2;

/// Statement of this row; `end` selects the end of a field that its number is near.
pub(super) fn random(table: &Table, row: &Statement, end: usize, draw: &mut Draw<'_, '_>) -> String {
    let (mut text, operands) = parts(row.syntax);
    // Most statements have registers of one kind: those that short instructions can encode, or any.
    let any_register = draw.chance(50);
    for (letter, literal) in operands {
        if text.ends_with('#') && draw.chance(30) {
            text.pop();
        }
        text += &operand(table, row, letter, (any_register, end), draw);
        text += &literal;
    }
    match draw.below(100) {
        0..4 if table.lower_case => text,
        0..4 => in_capitals(table, &text),
        4..8 => text.replace(',', " , "),
        _ => text,
    }
}

/// Statement in capitals, as far as that makes no difference; directives are unchanged.
fn in_capitals(table: &Table, text: &str) -> String {
    let end = match text.split_once(' ') {
        _ if table.any_case => text.len(),
        _ if text.starts_with('.') => 0,
        Some((mnemonic, _)) => mnemonic.len(),
        None => text.len(),
    };
    let (capitals, rest) = text.split_at_checked(end).unwrap_or((text, ""));
    capitals.to_uppercase().replace("0X", "0x") + rest
}

fn operand(
    table: &Table,
    row: &Statement,
    letter: char,
    (any_register, end): (bool, usize),
    draw: &mut Draw<'_, '_>,
) -> String {
    let fields: Vec<&Field> = row
        .forms
        .iter()
        .flat_map(|form| form.operands)
        .filter(|(of, _)| *of == letter)
        .map(|(_, field)| field)
        .collect();
    match letter {
        's' => draw.pick(table.specials).map(|(name, _)| (*name).to_owned()).unwrap_or_default(),
        'i' | 'o' => {
            let number = field_of(&fields, draw).map_or(0, |field| numbers::random(field, end, draw));
            if letter == 'o' { format!("{number:+}") } else { spelled(number, &fields, draw) }
        }
        'x' => symbol(table, row, end, draw),
        'y' => "x".to_owned(),
        _ => register(table, letter, any_register, draw),
    }
}

/// Field whose ends a number is near: usually the last one, which has the widest range.
fn field_of<'f>(fields: &[&'f Field], draw: &mut Draw<'_, '_>) -> Option<&'f Field> {
    match draw.chance(70) {
        true => fields.last().copied(),
        false => draw.pick(fields).copied(),
    }
}

/// Text of a number in decimal or hexadecimal digits.
fn spelled(number: i64, fields: &[&Field], draw: &mut Draw<'_, '_>) -> String {
    let has_minus = fields.iter().any(|field| field.sign.is_some());
    if number == 0 && has_minus && draw.chance(30) {
        return "-0".to_owned();
    }
    match draw.chance(30) {
        true if number < 0 => format!("-{:#x}", number.unsigned_abs()),
        true => format!("{number:#x}"),
        false => number.to_string(),
    }
}

/// Symbol, usually with a constant, around the ends of the field that its relocation fills.
fn symbol(table: &Table, row: &Statement, end: usize, draw: &mut Draw<'_, '_>) -> String {
    let relocation = table
        .relocations
        .iter()
        .find(|relocation| row.relocation.is_some_and(|left| left.number == relocation.number));
    if let Some(relocation) = relocation.filter(|r| r.excess != Excess::None && draw.chance(50)) {
        let constant = numbers::random(&relocation.field, end, draw);
        return format!("x{:+}", constant.clamp(i32::MIN.into(), i32::MAX.into()));
    }
    let constants =
        [0, 1, -1, 2, 4, -4, 0x7f, -0x80, 0x7fff, 0x8000, 0xffff, 0x1_0000, 0x7fff_ffff, -0x8000_0000];
    match draw.pick(&constants).copied().unwrap_or(0) {
        0 => "x".to_owned(),
        constant => format!("x{constant:+}"),
    }
}

fn register(table: &Table, letter: char, any: bool, draw: &mut Draw<'_, '_>) -> String {
    let Some(file) = table.registers.iter().find(|file| file.letters.contains(letter)) else {
        return String::new();
    };
    let (letter, count) = (file.prefix, u32::from(file.count));
    if count == 0 {
        return draw.pick(file.names).map(|(name, _)| (*name).to_owned()).unwrap_or_default();
    }
    if draw.chance(NONE_SUCH) {
        return format!("{letter}{}", count + draw.below(3));
    }
    if draw.chance(BY_NAME)
        && let Some((name, _)) = draw.pick(file.names)
    {
        return (*name).to_owned();
    }
    // The last registers that short instructions can encode, and the last that exist.
    let ends = [0, 7, 8, count.saturating_sub(1)];
    let number = match (any, draw.chance(40)) {
        (true, true) => draw.pick(&ends).copied().unwrap_or(0),
        (true, false) => draw.below(count),
        (false, _) => draw.below(8),
    };
    format!("{letter}{number}")
}
