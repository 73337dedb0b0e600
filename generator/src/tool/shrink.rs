//! Smaller variants of a tool's input.

use crosscall_model::tool::{Input, LinkInput, SymbolAt, ToolCase};

/// Smallest case found for which `shows` is still true, after at most `tries` calls.
pub fn minimise(case: &ToolCase, mut shows: impl FnMut(&ToolCase) -> bool, tries: usize) -> ToolCase {
    let mut best = case.clone();
    let mut left = tries;
    loop {
        let candidates = variants(&best.input).into_iter().map(|input| ToolCase { input, ..best.clone() });
        let mut still_shows = |candidate: &ToolCase| {
            let tried = left > 0;
            left = left.saturating_sub(1);
            tried && shows(candidate)
        };
        match candidates.filter(|candidate| *candidate != best).find(&mut still_shows) {
            Some(candidate) => best = candidate,
            None => return best,
        }
    }
}

/// Smaller inputs, the simplest first. Repeated replacement by one of them ends.
fn variants(input: &Input) -> Vec<Input> {
    match input {
        Input::Statement(text) => statements(text).into_iter().map(Input::Statement).collect(),
        Input::Link(link) => links(link).into_iter().map(Input::Link).collect(),
    }
}

/// Statements without odd spelling, and with numbers nearer to zero.
fn statements(text: &str) -> Vec<String> {
    let mut all = vec![text.to_lowercase().replace(" , ", ",")];
    let is_word = |c: char| c.is_ascii_alphanumeric();
    let mut start = 0;
    while let Some(at) = text.get(start..).and_then(|rest| rest.find(|c: char| c.is_ascii_digit())) {
        let from = start + at;
        let word: String = text.get(from..).unwrap_or_default().chars().take_while(|c| is_word(*c)).collect();
        let behind = from + word.len();
        let number = match word.strip_prefix("0x") {
            Some(hex) => u64::from_str_radix(hex, 16).ok(),
            None => word.parse::<u64>().ok(),
        };
        if let (Some(number), Some(before), Some(rest)) = (number, text.get(..from), text.get(behind..)) {
            let smaller = [0, 1, number / 2, number.saturating_sub(1), number];
            let texts = smaller.into_iter().map(|n| format!("{before}{n}{rest}"));
            all.extend(texts.filter(|other| other.len() < text.len() || is_less(number, &word, other, from)));
        }
        start = behind;
    }
    all.retain(|other| other != text);
    all
}

/// True if the number at a place of a text is less than another one, or the same in decimal digits.
fn is_less(number: u64, word: &str, text: &str, from: usize) -> bool {
    let digits: String =
        text.get(from..).unwrap_or_default().chars().take_while(char::is_ascii_digit).collect();
    digits.parse::<u64>().is_ok_and(|other| other < number || (other == number && word.starts_with("0x")))
}

/// Object files with less around the field, and with simpler numbers in the formula.
fn links(link: &LinkInput) -> Vec<LinkInput> {
    let mut all = Vec::new();
    let mut with = |change: &dyn Fn(&mut LinkInput) -> Option<()>| {
        let mut other = link.clone();
        if change(&mut other).is_some() && other != *link {
            all.push(other);
        }
    };
    // Without a second object.
    with(&|link| link.beside.take().map(|_| ()));
    // Without an addend.
    with(&|link| {
        let relocation = link.relocations.first_mut()?;
        let symbol = link.symbols.get_mut(relocation.symbol)?;
        let SymbolAt::Absolute(value) = &mut symbol.place else { return None };
        let moved = value.checked_add_signed(relocation.addend).filter(|v| u32::try_from(*v).is_ok())?;
        *value = moved;
        relocation.addend = 0;
        Some(())
    });
    // With a symbol outside of sections.
    with(&|link| {
        let place = &mut link.symbols.first_mut()?.place;
        let SymbolAt::Section(section, offset) = *place else { return None };
        *place = SymbolAt::Absolute(link.sections.get(section)?.address.checked_add(offset)?);
        link.sections.truncate(1);
        Some(())
    });
    // Without bytes after the field, and with zeros around it.
    with(&|link| {
        let bytes = &mut link.sections.first_mut()?.bytes;
        bytes.pop().filter(|_| bytes.len() > 1).map(|_| ())
    });
    for i in 0..link.sections.first().map_or(0, |s| s.bytes.len()) {
        with(&|link| link.sections.first_mut()?.bytes.get_mut(i).map(|byte| *byte = 0));
    }
    all
}
