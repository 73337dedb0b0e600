//! Makes an edit in an assembly text.

use super::edit::{Action, Edit};
use super::facts::{self, Facts, Side};
use super::language::Language;
use super::listing::{self, Datum, Function, Object, Piece};
use super::neutral;
use super::splice::{self, Which};
use std::collections::BTreeMap;

/// A text to which an edit was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Done {
    /// The text.
    pub text: String,
    /// Places that do something else than before.
    pub changed: u64,
    /// Places that do something else than before, on a side on which that is no fault by itself.
    pub beside: u64,
    /// Places that it fits and that do the same as before.
    pub same: u64,
}

/// Makes an edit wherever it fits.
pub fn apply(language: &dyn Language, edit: &Edit, c_text: &str, assembly: &str) -> Done {
    let mut units = facts::read(c_text, language.placement());
    let (mut changed, mut beside, mut same) = (0, 0, 0);
    let mut pieces = listing::read(assembly);
    for piece in &mut pieces {
        match piece {
            Piece::Function(function) => {
                let Some((side, k)) = role(&function.symbol) else { continue };
                let Some(facts) = units.get_mut(&k) else { continue };
                facts.side = side;
                if !edit.fits(facts) {
                    continue;
                }
                let before = function.lines.clone();
                if !in_function(language, &edit.action, function, facts) {
                    function.lines = before;
                } else if !edit.is_harmless() && neutral::is_same(language, &before, &function.lines) {
                    same += 1;
                    function.lines = before;
                } else {
                    let counter = if edit.counts(side) { &mut changed } else { &mut beside };
                    *counter += 1;
                }
            }
            Piece::Object(object) => changed += u64::from(object_edit(edit, object, &mut units)),
            Piece::Other(lines) => {
                let Action::Line(change) = edit.action else { continue };
                for line in lines {
                    if let Some(other) = change(line) {
                        *line = other;
                        changed += 1;
                    }
                }
            }
        }
    }
    let text = if changed + beside == 0 { assembly.to_owned() } else { listing::write(&pieces) };
    Done { text, changed, beside, same }
}

/// Whether a symbol is a function under test or the one that calls it, and for which case.
fn role(symbol: &str) -> Option<(Side, usize)> {
    let name = symbol.trim_start_matches('_');
    let number = |prefix: &str| name.strip_prefix(prefix)?.parse().ok();
    number("call").map(|k| (Side::Caller, k)).or_else(|| number("f").map(|k| (Side::Callee, k)))
}

fn object_edit(edit: &Edit, object: &mut Object, units: &mut BTreeMap<usize, Facts>) -> bool {
    let name = object.symbol.trim_start_matches('_').to_owned();
    match edit.action {
        Action::Constant(change) => {
            let Some(k) = name.strip_prefix("layout").and_then(|k| k.parse().ok()) else { return false };
            let Some(facts) = of_case(edit, units, k) else { return false };
            let mut any = false;
            for (item, word) in facts.items.iter().zip(object.data.chunks_mut(4)) {
                let Some(old) = word_of(word) else { continue };
                let Some(new) = change(item, old).filter(|new| *new != old) else { continue };
                for (datum, byte) in word.iter_mut().zip(new.to_le_bytes()) {
                    *datum = Datum::Byte(byte);
                }
                any = true;
            }
            any
        }
        Action::Image(change) => {
            let place = name.strip_prefix("image").and_then(|rest| rest.split_once('_'));
            let numbers = place.and_then(|(k, i)| Some((k.parse().ok()?, i.parse::<usize>().ok()?)));
            let Some((k, i)) = numbers else { return false };
            let Some(signature) = of_case(edit, units, k).and_then(|facts| facts.signature.as_ref()) else {
                return false;
            };
            let Some(ty) = signature.types().nth(i) else { return false };
            let bytes = object.data.iter().map(|d| match d {
                Datum::Byte(byte) => Some(*byte),
                Datum::Word(_) => None,
            });
            let Some(old) = bytes.collect::<Option<Vec<u8>>>() else { return false };
            let mut new = old.clone();
            if !change(ty, &mut new) || new == old || new.len() != old.len() {
                return false;
            }
            object.data = new.into_iter().map(Datum::Byte).collect();
            true
        }
        _ => false,
    }
}

fn word_of(data: &[Datum]) -> Option<u32> {
    let mut bytes = [0; 4];
    for (i, byte) in bytes.iter_mut().enumerate() {
        match data.get(i)? {
            Datum::Byte(value) => *byte = *value,
            Datum::Word(_) => return None,
        }
    }
    Some(u32::from_le_bytes(bytes))
}

fn of_case<'a>(edit: &Edit, units: &'a mut BTreeMap<usize, Facts>, k: usize) -> Option<&'a Facts> {
    let facts = units.get_mut(&k)?;
    facts.side = Side::Data;
    edit.fits(facts).then_some(&*facts)
}

/// Makes an edit in a function; tells whether something changed.
pub(crate) fn in_function(
    language: &dyn Language,
    action: &Action,
    function: &mut Function,
    facts: &Facts,
) -> bool {
    let k = facts.k;
    match *action {
        Action::Entry(code) => splice::entry(function, code),
        Action::Exit(code) => splice::exits(language, function, Which::All, code, true),
        Action::Around(before, after) => {
            splice::exits(language, function, Which::All, after, true) && splice::entry(function, before)
        }
        Action::InsteadOfReturn(code) => splice::exits(language, function, Which::All, code, false),
        Action::BeforeCall(code) => splice::calls(language, function, k, Some(code), None, true),
        Action::AfterCall(code) => splice::calls(language, function, k, None, Some(code), true),
        Action::AroundCall(before, after) => {
            splice::calls(language, function, k, Some(before), Some(after), true)
        }
        Action::InsteadOfCall(code) => splice::calls(language, function, k, Some(code), None, false),
        Action::Body(change) => change(function, facts),
        Action::Random(generated) => generated.apply(language, function, facts),
        _ => false,
    }
}
