//! A compiler that is broken by an edit: how its work is changed.

use super::edit::{Action, Edit};
use super::epiphany::code;
use super::facts::{self, Facts, Side};
use super::listing::{self, Datum, Object, Piece};
use crate::tool::fault::ToolFault;
use crosscall_embedded::ValueFault;
use crosscall_model::Target;
use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Assembly texts that are kept for the next mutant.
const MOST_KEPT: usize = 512;

/// What the mutants of one compiler share: the assembly texts of the unchanged compiler.
#[derive(Debug, Default)]
pub struct Workbench {
    texts: Mutex<HashMap<String, Arc<str>>>,
}

impl Workbench {
    fn kept(&self, c_text: &str) -> Option<Arc<str>> {
        self.texts.lock().unwrap_or_else(PoisonError::into_inner).get(c_text).cloned()
    }

    fn keep(&self, c_text: &str, assembly: &Arc<str>) {
        let mut texts = self.texts.lock().unwrap_or_else(PoisonError::into_inner);
        if texts.len() < MOST_KEPT {
            texts.insert(c_text.to_owned(), Arc::clone(assembly));
        }
    }
}

/// How a compiler is broken.
#[derive(Debug, Clone)]
pub struct Mutation {
    edit: Edit,
    bench: Arc<Workbench>,
    changed: Arc<AtomicU64>,
    refused: Arc<AtomicU64>,
}

impl PartialEq for Mutation {
    fn eq(&self, other: &Mutation) -> bool {
        self.edit.name == other.edit.name
    }
}

impl Eq for Mutation {}

impl Mutation {
    /// A compiler broken by an edit.
    pub fn new(edit: Edit, bench: Arc<Workbench>) -> Mutation {
        Mutation { edit, bench, changed: Arc::default(), refused: Arc::default() }
    }

    /// Functions, objects or units that the edit changed so far.
    pub fn changed(&self) -> u64 {
        self.changed.load(Ordering::Relaxed)
    }

    /// Changed texts that the assembler did not take: a fault of the edit.
    pub fn refused(&self) -> u64 {
        self.refused.load(Ordering::Relaxed)
    }

    /// Notes that the assembler did not take a text.
    pub(crate) fn note_refused(&self) {
        self.refused.fetch_add(1, Ordering::Relaxed);
    }

    /// What the embedded code generator is told.
    pub(crate) fn embedded(&self, target: Target) -> crosscall_embedded::Options {
        match self.edit.action {
            Action::Fault(fault) => crosscall_embedded::Options::with_fault(fault),
            _ => crosscall_embedded::Options::new(target),
        }
    }

    /// Compares what the embedded code generator wrote with its fault and without it.
    pub(crate) fn compare<E>(&self, broken: &str, sound: Result<String, E>) {
        if sound.is_ok_and(|sound| sound != broken) {
            self.changed.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// How the project's own assembler or linker is broken, if it is.
    pub(crate) fn tool_fault(&self) -> Option<&'static ToolFault> {
        match self.edit.action {
            Action::Tool(fault) => Some(fault),
            _ => None,
        }
    }

    /// What the embedded code generator gets wrong in expressions, if it does.
    pub(crate) fn value_fault(&self) -> Option<&'static ValueFault> {
        match self.edit.action {
            Action::Value(fault) => Some(fault),
            _ => None,
        }
    }

    /// Notes whether what the broken tool did is what it does otherwise.
    pub(crate) fn note_outcome(&self, is_same: bool) {
        self.changed.fetch_add(u64::from(!is_same), Ordering::Relaxed);
    }

    /// Options for the compiler.
    pub(crate) fn options(&self) -> &'static [&'static str] {
        match self.edit.action {
            Action::Options(options) => options,
            _ => &[],
        }
    }

    /// The source as the broken compiler reads it.
    pub(crate) fn source<'a>(&self, c_text: &'a str) -> Cow<'a, str> {
        let changed = match self.edit.action {
            Action::Source(change) => change(c_text),
            Action::Options(_) => {
                self.changed.fetch_add(1, Ordering::Relaxed);
                None
            }
            _ => None,
        };
        match changed {
            Some(text) => {
                self.changed.fetch_add(1, Ordering::Relaxed);
                Cow::Owned(text)
            }
            None => Cow::Borrowed(c_text),
        }
    }

    /// The assembly text of the unchanged compiler, made by `compile` where it is not known yet.
    ///
    /// # Errors
    /// What `compile` says.
    pub(crate) fn assembly<E>(
        &self,
        c_text: &str,
        compile: impl FnOnce() -> Result<String, E>,
    ) -> Result<Arc<str>, E> {
        // The source and the options of such a compiler are its own.
        let own = matches!(self.edit.action, Action::Source(_) | Action::Options(_));
        if let Some(text) = self.bench.kept(c_text).filter(|_| !own) {
            return Ok(text);
        }
        let text: Arc<str> = compile()?.into();
        if !own {
            self.bench.keep(c_text, &text);
        }
        Ok(text)
    }

    /// The assembly text as the broken compiler writes it.
    pub(crate) fn edit(&self, c_text: &str, assembly: &str) -> String {
        let (text, changed) = apply(&self.edit, c_text, assembly);
        self.changed.fetch_add(changed, Ordering::Relaxed);
        text
    }
}

/// Makes an edit wherever it fits; returns the text and the number of places.
pub fn apply(edit: &Edit, c_text: &str, assembly: &str) -> (String, u64) {
    let mut units = facts::read(c_text);
    let mut changed = 0;
    let mut pieces = listing::read(assembly);
    for piece in &mut pieces {
        match piece {
            Piece::Function(function) => {
                let Some((side, k)) = role(&function.symbol) else { continue };
                let Some(facts) = units.get_mut(&k) else { continue };
                facts.side = side;
                if edit.fits(facts) && code::apply(&edit.action, function, facts) {
                    changed += 1;
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
    if changed == 0 {
        return (assembly.to_owned(), 0);
    }
    (listing::write(&pieces), changed)
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
