//! Rows of statements: `syntax | encodings | notes`.
//!
//! Encodings are separated by semicolons, the shortest first, and their words by commas, each a sum of numbers and of names
//! for bits; `2:` before them is a number of bytes. `d=D6` is the field of an operand, and `d=-` says that it has none. With
//! `same d a` two operands must be equal, and the second one has no field.

use super::file::{Group, Table, Variant};
use super::words::{Notes, Outcome, lines, list, number};

/// Operands that are symbols. They have no field where a relocation says all about it.
const SYMBOLS: [char; 2] = ['x', 'y'];

/// The rows of a variant, in the order of the file.
pub(super) fn rows(table: &Table, variant: &Variant) -> Outcome<String> {
    let mut rows = Vec::new();
    for group in table.statements.iter().filter(|group| variant.is(&group.only)) {
        let texts = lines(&group.rows);
        let once = [Vec::new()];
        let lists = if group.with.is_empty() { &once[..] } else { &group.with };
        for words in lists {
            for text in &texts {
                let text = filled(text, words);
                rows.push(row(table, group, &text).map_err(|e| format!("{text}: {e}"))?);
            }
        }
    }
    Ok(list(rows))
}

/// A row with words in place of `$1`, `$2` and so on.
fn filled(text: &str, words: &[String]) -> String {
    let places = words.iter().enumerate();
    places.fold(text.to_owned(), |text, (i, word)| text.replace(&format!("${}", i + 1), word))
}

fn row(table: &Table, group: &Group, text: &str) -> Outcome<String> {
    let mut columns = text.split(" | ").map(str::trim);
    let syntax = columns.next().unwrap_or_default();
    let encodings = columns.next().unwrap_or_default().split(';').map(str::trim);
    let forms =
        encodings.filter(|encoding| !encoding.is_empty()).map(|encoding| form(table, syntax, encoding));
    let forms = list(forms.collect::<Outcome<Vec<String>>>()?);
    let notes = Notes::read(&format!("{}, {}", columns.next().unwrap_or_default(), group.notes))?;
    let (mut rules, mut further, mut relocation) = (Vec::new(), Vec::new(), "None".to_owned());
    rules.extend(group.refused.as_ref().map(|reason| format!("Rule::Refused({reason:?})")));
    for note in &notes.others {
        match note.split(' ').collect::<Vec<&str>>().as_slice() {
            ["relocation", rest @ ..] => relocation = format!("Some({})", left(rest)?),
            ["also", rest @ ..] => further.push(beside(rest, false)?),
            ["perhaps", rest @ ..] => further.push(beside(rest, true)?),
            words => rules.push(rule(words).ok_or_else(|| format!("{note} is not known"))?),
        }
    }
    let symbolic = letters(syntax).iter().any(|letter| SYMBOLS.contains(letter));
    let usual = if symbolic && table.sources.contains_key("symbols") { "symbols" } else { "encodings" };
    let source = table.source(group.source.as_deref().unwrap_or(usual))?;
    let (rules, further, clauses) = (list(rules), list(further), list(notes.clauses.iter().cloned()));
    let (excess, Group { declaration, state, .. }) = (notes.excess(), group);
    Ok(format!(
        "Statement {{ syntax: {syntax:?}, forms: &{forms}, rules: &{rules}, excess: {excess}, relocation: {relocation}, \
         further: &{further}, declaration: {declaration:?}, state: {state:?}, clauses: &{clauses}, source: {source:?} }}\n"
    ))
}

/// One encoding.
fn form(table: &Table, syntax: &str, text: &str) -> Outcome<String> {
    let mut words = text.split_whitespace();
    let encoding = words.next().unwrap_or_default();
    let (bytes, sums) = match encoding.split_once(':') {
        Some((bytes, sums)) => (number(bytes)?, sums),
        None => (table.word * encoding.split(',').count(), encoding),
    };
    let mut base = 0u128;
    for (i, sum) in sums.split(',').enumerate() {
        for term in sum.split('+') {
            let bits = bits(table, term)? << (8 * table.word * i);
            if base & bits != 0 {
                return Err(format!("{term} has bits that are set already"));
            }
            base |= bits;
        }
    }
    let mut fields = Vec::new();
    let mut same = None;
    while let Some(word) = words.next() {
        let mut letter = || words.next().and_then(|word| word.chars().next()).unwrap_or_default();
        match (word, word.split_once('=')) {
            ("same", _) => same = Some((letter(), letter())),
            (_, Some(field)) => fields.push(field),
            _ => return Err(format!("{word} is no field of an operand")),
        }
    }
    let mut operands = Vec::new();
    for letter in letters(syntax) {
        let own = fields.iter().find(|(of, _)| of.starts_with(letter)).map(|(_, field)| *field);
        match own.or(table.operands.get(&letter).map(String::as_str)) {
            Some("-") => {}
            _ if own.is_none() && same.is_some_and(|(_, second)| second == letter) => {}
            Some(field) => operands.push(format!("({letter:?}, {field})")),
            None if SYMBOLS.contains(&letter) => {}
            None => return Err(format!("operand {letter} has no field")),
        }
    }
    let operands = list(operands);
    Ok(format!("Form {{ bytes: {bytes}, base: {base:#x}, operands: &{operands}, same: {same:?} }}"))
}

/// The bits of a name, a number, or a number with the place of its lowest bit.
fn bits(table: &Table, term: &str) -> Outcome<u128> {
    if let Some(bits) = table.bits.get(term) {
        return Ok(*bits);
    }
    match term.split_once("<<") {
        Some((value, shift)) => Ok(number::<u128>(value)? << number::<u32>(shift)?),
        None => number(term),
    }
}

/// The letters of operands, in order; two braces are one of the text.
fn letters(syntax: &str) -> Vec<char> {
    let braces = syntax.replace("{{", "");
    braces.split('{').skip(1).filter_map(|part| part.chars().next()).collect()
}

/// `10`, `0x10302 at 4 ahead -4`.
fn left(words: &[&str]) -> Outcome<String> {
    let (number, offset, ahead) = match words {
        [number] => (number, &"0", &"0"),
        [number, "at", offset] => (number, offset, &"0"),
        [number, "ahead", ahead] => (number, &"0", ahead),
        [number, "at", offset, "ahead", ahead] => (number, offset, ahead),
        _ => return Err(format!("{} is no relocation", words.join(" "))),
    };
    Ok(format!("Left {{ number: {number}, offset: {offset}, ahead: {ahead} }}"))
}

/// `24 at 4 of 0`, where 0 is the distance of its label, or `51 at 0` without one.
fn beside(words: &[&str], is_hint: bool) -> Outcome<String> {
    let (number, offset, label) = match words {
        [number, "at", offset] => (number, offset, "None".to_owned()),
        [number, "at", offset, "of", label] => (number, offset, format!("Some({label})")),
        _ => return Err(format!("{} is no relocation", words.join(" "))),
    };
    Ok(format!("Further {{ number: {number}, offset: {offset}, label: {label}, is_hint: {is_hint} }}"))
}

/// Conditions of operands.
fn rule(words: &[&str]) -> Option<String> {
    Some(match words {
        ["even", letter] => format!("Rule::Even('{letter}')"),
        ["unsaid", letter] => format!("Rule::Unsaid('{letter}')"),
        ["wraps", letter] => format!("Rule::MayWrap('{letter}')"),
        ["loads", loaded, registers, "from", base] => {
            format!("Rule::NotLoaded {{ loaded: '{loaded}', registers: {registers}, base: '{base}' }}")
        }
        ["unrelocatable"] => "Rule::Unrelocatable".to_owned(),
        ["read-only"] => "Rule::ReadOnly".to_owned(),
        ["no", "such", "form"] => "Rule::NoSuchForm".to_owned(),
        _ => return None,
    })
}
