//! Programs that a linker may change. Code is a list of instructions by name or number, `2:` before one of two bytes; labels
//! and relocations, separated by commas, are `place name` and `place number symbol addend`, where a place is an offset in the
//! code, or `other` and an offset in the other section, and a symbol is an index or `-` for none.

use super::file::{Program, Table, Variant};
use super::words::{Outcome, clause, list, number};

/// The programs of a variant, in the order of the file.
pub(super) fn rows(table: &Table, variant: &Variant) -> Outcome<String> {
    let programs = table.programs.iter().filter(|program| variant.is(&program.only));
    let rows = programs.map(|program| row(table, program).map_err(|e| format!("{}: {e}", program.name)));
    Ok(list(rows.collect::<Outcome<Vec<String>>>()?))
}

fn row(table: &Table, program: &Program) -> Outcome<String> {
    let (code, other) = (bytes(table, &program.code)?, bytes(table, &program.other)?);
    let labels = parts(&program.labels).map(label).collect::<Outcome<Vec<_>>>()?;
    let relocations = parts(&program.relocations).map(relocation).collect::<Outcome<Vec<_>>>()?;
    let result = match program.returns {
        Some(number) => format!("Number({number})"),
        None => "Value".to_owned(),
    };
    let clauses = program.clauses.iter().map(|id| clause(id)).collect::<Outcome<Vec<_>>>()?;
    let source = table.source("programs")?;
    let (distances, values) = (numbers(table, &program.distances)?, numbers(table, &program.values)?);
    let addresses = numbers(table, "ADDRESSES")?;
    let (name, labels, relocations, clauses) =
        (&program.name, list(labels), list(relocations), list(clauses));
    Ok(format!(
        "Program {{ name: {name:?}, code: &{code:?}, other: (&{other:?}, &{distances:?}), labels: &{labels}, \
         relocations: &{relocations}, result: Returned::{result}, addresses: &{addresses:?}, values: &{values:?}, \
         clauses: &{clauses}, source: {source:?} }}\n"
    ))
}

/// Parts between commas.
fn parts(text: &str) -> impl Iterator<Item = &str> {
    text.split(',').map(str::trim).filter(|part| !part.is_empty())
}

/// The numbers of a list by its name, or those that are given.
fn numbers(table: &Table, text: &str) -> Outcome<Vec<u64>> {
    let text = table.numbers.get(text).map_or(text, String::as_str);
    text.split_whitespace().map(number).collect()
}

/// The bytes of instructions.
fn bytes(table: &Table, code: &str) -> Outcome<Vec<u8>> {
    let mut bytes = Vec::new();
    for word in code.split_whitespace() {
        let (size, instruction) = match word.split_once(':') {
            Some((size, instruction)) => (number(size)?, instruction),
            None => (4, word),
        };
        let instruction = match table.code.get(instruction) {
            Some(instruction) => *instruction,
            None => number(instruction)?,
        };
        bytes.extend(instruction.to_le_bytes().into_iter().take(size));
    }
    Ok(bytes)
}

/// A place, whose section is true for the other one, and the words behind it.
fn place(line: &str) -> Outcome<(bool, u64, Vec<&str>)> {
    let words: Vec<&str> = line.split_whitespace().collect();
    match words.as_slice() {
        ["other", offset, rest @ ..] => Ok((true, number(offset)?, rest.to_vec())),
        [offset, rest @ ..] => Ok((false, number(offset)?, rest.to_vec())),
        [] => Err("a place is missing".to_owned()),
    }
}

fn label(line: &str) -> Outcome<String> {
    let (other, offset, words) = place(line)?;
    Ok(format!("({:?}, {other}, {offset})", words.join(" ")))
}

fn relocation(line: &str) -> Outcome<String> {
    let (other, offset, words) = place(line)?;
    let (kind, symbol, addend) = match words.as_slice() {
        [kind, symbol] => (kind, symbol, &"0"),
        [kind, symbol, addend] => (kind, symbol, addend),
        _ => return Err(format!("{line} is no relocation")),
    };
    let symbol = if *symbol == "-" { "crosscall_model::tool::NO_SYMBOL" } else { symbol };
    Ok(format!("({other}, {offset}, {kind}, {symbol}, {addend})"))
}
