//! Makes an edit in an assembly text.

use super::edit::{Action, Edit};
use super::facts::{self, Facts, Side};
use super::language::Language;
use super::listing::{self, Datum, Object, Piece};
use super::neutral;
use super::splice::{Site, Which, code};
use std::collections::BTreeMap;

/// A text in which an edit was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Done {
    /// The text.
    pub text: String,
    /// Places that do something else than before.
    pub changed: u64,
    /// Places that do something else than before, on a side on which that is no fault by itself.
    pub beside: u64,
    /// Places that the edit fits and that do the same as before.
    pub same: u64,
}

/// Makes an edit wherever it fits, in the assembly text of a unit in C.
pub fn apply(language: &dyn Language, edit: &Edit, c_text: &str, assembly: &str) -> Done {
    let mut units = facts::read(c_text, language.placement());
    let (mut changed, mut beside, mut same) = (0, 0, 0);
    let mut pieces = listing::read(assembly);
    for piece in &mut pieces {
        match piece {
            Piece::Function(function) => {
                let Some((side, k)) = role(&function.symbol) else { continue };
                let Some(facts) = fitting(edit, &mut units, k, side) else { continue };
                let before = function.lines.clone();
                if !in_function(&edit.action, &mut Site { language, function, facts }) {
                    function.lines = before;
                } else if !edit.is_harmless() && neutral::is_same(language, &before, &function.lines) {
                    same += 1;
                    function.lines = before;
                } else {
                    let counter = if edit.counts(side) { &mut changed } else { &mut beside };
                    *counter += 1;
                }
            }
            Piece::Object(object) => {
                changed += u64::from(in_object(edit, object, &mut units).unwrap_or(false));
            }
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

/// The side of a symbol and the number of its case, if it is a function under test or the one that calls it.
fn role(symbol: &str) -> Option<(Side, usize)> {
    let name = symbol.trim_start_matches('_');
    let number = |prefix: &str| name.strip_prefix(prefix)?.parse().ok();
    number("call").map(|k| (Side::Caller, k)).or_else(|| number("f").map(|k| (Side::Callee, k)))
}

/// The facts of a case on a side, where the edit fits.
fn fitting<'a>(
    edit: &Edit,
    units: &'a mut BTreeMap<usize, Facts>,
    k: usize,
    side: Side,
) -> Option<&'a Facts> {
    let facts = units.get_mut(&k)?;
    facts.side = side;
    edit.fits(facts).then_some(&*facts)
}

/// Makes an edit in a function; returns whether there was an occasion.
fn in_function(action: &Action, site: &mut Site<'_>) -> bool {
    match *action {
        Action::Entry(text) => site.entry(&code(text)),
        Action::Exit(text) => site.before_returns(Which::All, &code(text)),
        Action::BeforeCall(text) => site.before_call(&code(text)),
        Action::Body(change) => change(site),
        Action::Fault(generated) => generated.apply(site),
        _ => false,
    }
}

/// Makes an edit in an object; returns whether it changed something. `None` where it is not for this object.
fn in_object(edit: &Edit, object: &mut Object, units: &mut BTreeMap<usize, Facts>) -> Option<bool> {
    let name = object.symbol.trim_start_matches('_');
    if let Action::Image(change) = edit.action {
        let (k, i) = name.strip_prefix("image")?.split_once('_')?;
        let facts = fitting(edit, units, k.parse().ok()?, Side::Data)?;
        let ty = facts.signature.as_ref()?.types().nth(i.parse().ok()?)?;
        let old = bytes(&object.data)?;
        let mut new = old.clone();
        change(ty, &mut new);
        object.data = new.iter().copied().map(Datum::Byte).collect();
        return Some(new != old);
    }
    let change = |item: &str, old: u32| match edit.action {
        Action::Constant(expression, wrong) => (item == expression).then_some(wrong),
        Action::Constants(change) => change(item, old),
        _ => None,
    };
    let facts = fitting(edit, units, name.strip_prefix("layout")?.parse().ok()?, Side::Data)?;
    let mut any = false;
    for (item, word) in facts.items.iter().zip(object.data.chunks_mut(4)) {
        let old = bytes(word).and_then(|bytes| Some(u32::from_le_bytes(bytes.try_into().ok()?)));
        let Some((old, new)) = old.and_then(|old| Some((old, change(item, old)?))) else { continue };
        word.iter_mut().zip(new.to_le_bytes()).for_each(|(datum, byte)| *datum = Datum::Byte(byte));
        any |= new != old;
    }
    Some(any)
}

/// The bytes of data; `None` where only the linker knows some.
fn bytes(data: &[Datum]) -> Option<Vec<u8>> {
    let byte = |datum: &Datum| match datum {
        Datum::Byte(byte) => Some(*byte),
        Datum::Word(_) | Datum::DoubleWord(_) => None,
    };
    data.iter().map(byte).collect()
}
