//! Words of tables: numbers, names of clauses, and notes on rows.

/// Result of reading: a value, or the mistake in words.
pub(super) type Outcome<T> = Result<T, String>;

/// A number in decimal or hexadecimal digits, with or without a minus.
pub(super) fn number<T: TryFrom<i128>>(text: &str) -> Outcome<T> {
    let digits = text.replace('_', "");
    let (minus, digits) = match digits.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, digits.as_str()),
    };
    let number = match digits.strip_prefix("0x") {
        Some(digits) => i128::from_str_radix(digits, 16),
        None => digits.parse(),
    };
    let number = number.map_err(|_| format!("`{text}` is no number"))?;
    T::try_from(if minus { -number } else { number }).map_err(|_| format!("{text} is too large"))
}

/// Path of the constant for a clause: `clause::ARG_03` for `ARG-03`.
pub(super) fn clause(id: &str) -> Outcome<String> {
    match is_clause(id) {
        true => Ok(format!("clause::{}", id.replace('-', "_"))),
        false => Err(format!("{id} is no clause")),
    }
}

/// True for the id of a clause without its target.
fn is_clause(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_uppercase()) && word.ends_with(|c: char| c.is_ascii_digit())
}

/// Names with numbers: `sb 9, sl 10`.
pub(super) fn numbered(text: &str) -> Outcome<Vec<(&str, u16)>> {
    let mut pairs = Vec::new();
    for entry in text.split(',').map(str::trim).filter(|entry| !entry.is_empty()) {
        let (name, at) = entry.split_once(' ').ok_or_else(|| format!("{entry} has no number"))?;
        pairs.push((name, number(at)?));
    }
    Ok(pairs)
}

/// Rust's text of an array.
pub(super) fn list(entries: impl IntoIterator<Item = String>) -> String {
    format!("[{}]", entries.into_iter().collect::<Vec<_>>().join(", "))
}

/// Rows of a text: a line that begins with a space continues the one before, one that begins with `#` is a comment.
pub(super) fn lines(text: &str) -> Vec<String> {
    let mut rows: Vec<String> = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        match rows.last_mut() {
            Some(last) if line.starts_with(' ') => *last += line,
            _ => rows.push(line.to_owned()),
        }
    }
    rows
}

/// Notes on a row, separated by commas.
#[derive(Default)]
pub(super) struct Notes {
    /// Question that decides about a number that does not fit, as Rust has it.
    pub(super) excess: Option<&'static str>,
    /// Clauses, as Rust has them.
    pub(super) clauses: Vec<String>,
    /// Words of a variant that alone has the row.
    pub(super) only: String,
    /// All other notes.
    pub(super) others: Vec<String>,
}

impl Notes {
    pub(super) fn read(text: &str) -> Outcome<Notes> {
        let mut notes = Notes::default();
        for note in text.split(',').map(str::trim).filter(|note| !note.is_empty()) {
            match (excess(note), note.strip_prefix("only ")) {
                (Some(excess), _) => notes.excess = Some(excess),
                (_, Some(only)) => notes.only = only.to_owned(),
                _ if is_clause(note) => notes.clauses.push(clause(note)?),
                _ => notes.others.push(note.to_owned()),
            }
        }
        Ok(notes)
    }

    /// The question about what does not fit; there is none where no note says so.
    pub(super) fn excess(&self) -> &'static str {
        self.excess.unwrap_or("Excess::None")
    }
}

fn excess(note: &str) -> Option<&'static str> {
    Some(match note {
        "data" => "Excess::Data",
        "branch" => "Excess::Branch",
        "reach" => "Excess::Reach",
        "half" => "Excess::Half",
        "immediate" => "Excess::Immediate",
        "signed" => "Excess::Signed",
        _ => return None,
    })
}
