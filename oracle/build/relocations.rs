//! Rows of relocations: `number | name | formula | bytes FIELD align 4 >> 16 | notes`.

use super::file::{Table, Variant};
use super::words::{Notes, Outcome, clause, lines, list, number};

/// The rows of a variant, in the order of the file.
pub(super) fn rows(table: &Table, variant: &Variant) -> Outcome<String> {
    let source = table.source("relocations")?;
    let mut rows = Vec::new();
    for text in lines(&table.relocations.rows) {
        let (only, row) = row(table, source, &text).map_err(|e| format!("{text}: {e}"))?;
        if variant.is(&only) {
            rows.push(row);
        }
    }
    Ok(list(rows))
}

/// A row, with the words of the variant that alone has it.
fn row(table: &Table, source: &str, text: &str) -> Outcome<(String, String)> {
    let columns: Vec<&str> = text.split('|').map(str::trim).collect();
    let [kind, name, formula_text, place, rest @ ..] = columns.as_slice() else {
        return Err("a column is missing".to_owned());
    };
    let notes = Notes::read(rest.first().unwrap_or(&""))?;
    let mut words = place.split_whitespace();
    let (bytes, field) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let (mut align, mut shift) = ("1", "0");
    while let Some(word) = words.next() {
        match (word, words.next()) {
            ("align", Some(number)) => align = number,
            (">>", Some(number)) => shift = number,
            _ => return Err(format!("{word} is not known")),
        }
    }
    let formula = formula(formula_text).ok_or_else(|| format!("{formula_text} is no formula"))?;
    let clause = match notes.clauses.first() {
        Some(clause) => clause.clone(),
        None => clause(&table.objects)?,
    };
    let (number, excess) = (number::<u32>(kind)?, notes.excess());
    let row = format!(
        "Relocation {{ number: {number}, name: {name:?}, clause: {clause}, formula: Formula::{formula}, shift: {shift}, \
         bytes: {bytes}, field: {field}, excess: {excess}, align: {align}, source: {source:?} }}\n"
    );
    Ok((notes.only, row))
}

/// A formula as Rust has it.
fn formula(text: &str) -> Option<String> {
    let whole = match text {
        "nothing" => "Nothing",
        "value" => "Value",
        "from place" => "FromPlace",
        "from section" => "FromSection",
        "from place or section" => "FromPlaceOrSection",
        "slot" => "Slot",
        _ => "",
    };
    if !whole.is_empty() {
        return Some(whole.to_owned());
    }
    let (words, number) = text.rsplit_once(' ')?;
    Some(match words {
        "from base" => format!("FromBase({number})"),
        "plus, with" => format!("Plus({number})"),
        "minus, with" => format!("Minus({number})"),
        "of upper part" => format!("OfUpperPart(&[{number}])"),
        "LEB128, with" => format!("Leb128({number})"),
        "LEB128 less, with" => format!("Leb128Less({number})"),
        _ => return None,
    })
}
