//! Rows of operations whose value a document fixes: `name | operands | result | meaning | notes`, and below it, indented, the
//! lines of the C text.
//!
//! Operands are `a INTS small`: name, shape and domain; before them `constant`, `memory`, or `addresses p of m`. Meanings are those
//! of `crate::abi::value::Meaning` in words, with the operator and the type: `each add unsigned int`. Notes are clauses, `within -20`,
//! and `under` a function of the rules by which alone the text is C.

use super::file::Values;
use super::words::{Notes, Outcome, list, number};

const MODULE: &str = "crate::abi::value";

/// The operations of a target.
pub(super) fn module(target: &str, values: &Values) -> Outcome<String> {
    let mut rows: Vec<(&str, Vec<&str>)> = Vec::new();
    for line in values.rows.lines().filter(|line| !line.is_empty() && !line.starts_with("# ")) {
        match (line.strip_prefix("    "), rows.last_mut()) {
            (Some(text), Some((_, c))) => c.push(text),
            _ => rows.push((line, Vec::new())),
        }
    }
    let rows = rows.iter().map(|(text, c)| row(values, text, c).map_err(|e| format!("{text}: {e}")));
    Ok(format!(
        "use crosscall_clauses::{target}::clause;\nuse crosscall_model::Scalar;\n\
         use crosscall_model::expression::{{Domain, Operand, Operation, Role, Shape}};\n\
         pub(super) static ROWS: &[{MODULE}::Row] = &{};\n",
        list(rows.collect::<Outcome<Vec<String>>>()?)
    ))
}

fn row(values: &Values, text: &str, c: &[&str]) -> Outcome<String> {
    let columns: Vec<&str> = text.split('|').map(str::trim).collect();
    let [name, operands, result, meaning_text, notes] = columns.as_slice() else {
        return Err("it needs five columns".to_owned());
    };
    // Lines for the preprocessor are not indented.
    let lines = c.iter().enumerate().map(|(i, line)| match line {
        _ if i == 0 => (*line).to_owned(),
        line if line.starts_with('#') => format!("\n{line}"),
        line => format!("\n\t{line}"),
    });
    let c: String = lines.collect();
    let operands = operands.split(',').map(str::trim).filter(|operand| !operand.is_empty());
    let operands = operands.map(|text| operand(values, text)).collect::<Outcome<Vec<String>>>()?;
    let notes = Notes::read(notes)?;
    let (mut tolerance, mut only_under) = ("None".to_owned(), "None".to_owned());
    for note in &notes.others {
        match note.split_once(' ') {
            Some(("within", power)) => tolerance = format!("Some({})", number::<i32>(power)?),
            Some(("under", function)) => only_under = format!("Some(super::{function})"),
            _ => return Err(format!("{note} is not known")),
        }
    }
    Ok(format!(
        "{MODULE}::Row {{ operation: Operation {{ name: {name:?}, c: {c:?}, operands: &{}, result: {} }}, \
         meaning: {MODULE}::Meaning::{}, clauses: &{}, tolerance: {tolerance}, only_under: {only_under} }}\n",
        list(operands),
        shape(values, result)?,
        meaning(meaning_text)?,
        list(notes.clauses),
    ))
}

fn operand(values: &Values, text: &str) -> Outcome<String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let (role, name, rest) = match words.as_slice() {
        ["constant", name, rest @ ..] => ("Role::Constant".to_owned(), name, rest),
        ["memory", name, rest @ ..] => ("Role::Memory".to_owned(), name, rest),
        ["addresses", name, "of", other, rest @ ..] => (format!("Role::Addresses('{other}')"), name, rest),
        [name, rest @ ..] => ("Role::Value".to_owned(), name, rest),
        [] => return Err("an operand is missing".to_owned()),
    };
    let (of, domain) = rest.split_first().ok_or_else(|| format!("{text} has no shape"))?;
    let domain = match domain {
        ["below", most] => format!("Below({most})"),
        ["distinct", most] => format!("Distinct({most})"),
        ["of", name] => {
            let numbers = values.numbers.get(*name).ok_or_else(|| format!("no numbers are called {name}"))?;
            let numbers = numbers.split_whitespace().map(number).collect::<Outcome<Vec<u64>>>()?;
            format!("Of(&{numbers:?})")
        }
        words => camel(&words.join("-")),
    };
    let shape = shape(values, of)?;
    Ok(format!("Operand {{ name: '{name}', shape: {shape}, domain: Domain::{domain}, role: {role} }}"))
}

/// `int`, `16 int`, `array of 24`.
fn shape(values: &Values, name: &str) -> Outcome<String> {
    let text = values.shapes.get(name).ok_or_else(|| format!("no shape is called {name}"))?;
    if let Some(count) = text.strip_prefix("array of ") {
        return Ok(format!("Shape::Array({count})"));
    }
    match text.split_once(' ') {
        Some((count, scalar)) if count.parse::<u32>().is_ok() => {
            Ok(format!("Shape::Lanes({}, {count})", of_c(scalar)))
        }
        _ => Ok(format!("Shape::One({})", of_c(text))),
    }
}

/// The scalar with a name of C, or the first word of it: `char`, `unsigned short`, `_Float16`.
fn of_c(name: &str) -> String {
    match name {
        "_Float16" => "Scalar::Half".to_owned(),
        name => format!("Scalar::{}", camel(&name.replace(' ', "-"))),
    }
}

fn meaning(text: &str) -> Outcome<String> {
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    let of_two = |kind: &str| {
        let (op, scalar) = rest.split_once(' ').ok_or_else(|| format!("{text} has no type"))?;
        Outcome::Ok(format!("{MODULE}::{kind}::{}, {}", camel(op), of_c(scalar)))
    };
    let inside = match word {
        "each" => of_two("Op")?,
        "truths" | "mask" => of_two("Relation")?,
        "through" => of_c(rest),
        "list" => format!("&{}", list(rest.split_whitespace().map(str::to_owned))),
        "answer" => format!("super::{rest}"),
        "always" | "operand" | "byte" => rest.to_owned(),
        _ => return Ok(camel(&text.replace(' ', "-"))),
    };
    Ok(format!("{}({inside})", camel(word)))
}

/// `GreaterOrEqual` for `greater-or-equal`.
fn camel(text: &str) -> String {
    let capital = |word: &str| {
        let mut letters = word.chars();
        letters
            .next()
            .map(|first| first.to_ascii_uppercase().to_string() + letters.as_str())
            .unwrap_or_default()
    };
    text.split('-').map(capital).collect()
}
