//! A compiler that is broken by an edit: how its work is changed.

use super::apply;
use super::edit::{Action, Edit};
use super::facts::{self, Facts, Side};
use super::language::{self, Language};
use super::listing::{self, Datum, Object, Piece};
use super::neutral;
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
    beside: Arc<AtomicU64>,
    same: Arc<AtomicU64>,
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
        let [changed, beside, same, refused] = [(); 4].map(|()| Arc::default());
        Mutation { edit, bench, changed, beside, same, refused }
    }

    /// Functions, objects or units that the edit changed so far.
    pub fn changed(&self) -> u64 {
        if self.edit.needs_other_side() && self.beside.load(Ordering::Relaxed) == 0 {
            return 0;
        }
        self.changed.load(Ordering::Relaxed)
    }

    /// Functions that the edit fits and that do the same with it as without.
    pub fn same(&self) -> u64 {
        self.same.load(Ordering::Relaxed)
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

    /// The source as the broken compiler reads it, and the options that it gets, where either is its own.
    fn own<'a>(&self, c_text: &'a str) -> Option<(Cow<'a, str>, &'static [&'static str])> {
        match self.edit.action {
            Action::Source(change) => change(c_text).map(|text| (Cow::Owned(text), &[][..])),
            Action::Options(options) | Action::OptionsFor(options, ..) => {
                Some((Cow::Borrowed(c_text), options))
            }
            _ => None,
        }
    }

    /// The assembly text before it is edited: `compile` makes it of a source, with more options.
    ///
    /// # Errors
    /// What `compile` says.
    pub(crate) fn assembly<E>(
        &self,
        target: Target,
        c_text: &str,
        compile: impl Fn(&str, &[&str]) -> Result<String, E>,
    ) -> Result<Arc<str>, E> {
        let sound = match self.bench.kept(c_text) {
            Some(text) => text,
            None => {
                let text: Arc<str> = compile(c_text, &[])?.into();
                self.bench.keep(c_text, &text);
                text
            }
        };
        let Some((source, options)) = self.own(c_text) else { return Ok(sound) };
        let text = compile(&source, options)?;
        let is_seen = match (self.edit.action, language::of(target)) {
            (Action::OptionsFor(_, occasion, register), Some(language)) => {
                occasion.is_in(language, register, &text)
            }
            _ => true,
        };
        let counter = if *text == *sound || !is_seen { &self.same } else { &self.changed };
        counter.fetch_add(1, Ordering::Relaxed);
        Ok(text.into())
    }

    /// The assembly text as the broken compiler writes it.
    pub(crate) fn edit(&self, target: Target, c_text: &str, assembly: &str) -> String {
        let Some(language) = language::of(target) else { return assembly.to_owned() };
        let done = apply(language, &self.edit, c_text, assembly);
        self.changed.fetch_add(done.changed, Ordering::Relaxed);
        self.beside.fetch_add(done.beside, Ordering::Relaxed);
        self.same.fetch_add(done.same, Ordering::Relaxed);
        done.text
    }
}

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
                if !apply::apply(language, &edit.action, function, facts) {
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
