//! The hook that makes a mutant of a subject.

use super::{Change, Mutant};
use crosscall_embedded::{Options, ValueFault};
use crosscall_model::Target;
use crosscall_model::tool::{Input, Outcome};
use crosscall_mutants::{Action, Edit, apply, language};
use crosscall_toolchain::compile::CompileFailure;
use crosscall_toolchain::hook::{Compiler, Hook};
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Assembly texts that are kept for the next mutant.
const MOST_KEPT: usize = 512;

/// A text that every compiler takes, with options that it has.
const NOTHING: &str = "int nothing;\n";

/// Assembly texts of the unchanged compiler, which its mutants share.
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

/// A mutant at work, and counts of the places that it met. Clones share the counts.
#[derive(Debug, Clone)]
pub struct Mutation {
    mutant: Mutant,
    bench: Arc<Workbench>,
    counts: Arc<Counts>,
}

#[derive(Debug, Default)]
struct Counts {
    changed: AtomicU64,
    beside: AtomicU64,
    same: AtomicU64,
    refused: AtomicU64,
}

fn add(counter: &AtomicU64, by: u64) {
    counter.fetch_add(by, Ordering::Relaxed);
}

impl Mutation {
    /// A mutant whose compiler's texts are on a bench.
    pub fn new(mutant: impl Into<Mutant>, bench: Arc<Workbench>) -> Mutation {
        Mutation { mutant: mutant.into(), bench, counts: Arc::default() }
    }

    /// Functions, objects, units or outcomes that were changed so far.
    pub fn changed(&self) -> u64 {
        let needs_other_side = matches!(self.mutant.change, Change::Edit(edit) if edit.needs_other_side());
        if needs_other_side && self.counts.beside.load(Ordering::Relaxed) == 0 {
            return 0;
        }
        self.counts.changed.load(Ordering::Relaxed)
    }

    /// Functions that an edit fits and that do the same with it as without.
    pub fn same(&self) -> u64 {
        self.counts.same.load(Ordering::Relaxed)
    }

    /// Changed texts that the assembler refused: a fault of the edit.
    pub fn refused(&self) -> u64 {
        self.counts.refused.load(Ordering::Relaxed)
    }

    /// Assembly text of the compiler before an edit of assembly text: of the source and with the options of the edit.
    fn compiled(
        &self,
        edit: &Edit,
        target: Target,
        c_text: &str,
        compiler: &Compiler<'_>,
    ) -> Result<Arc<str>, CompileFailure> {
        let sound = match self.bench.kept(c_text) {
            Some(text) => text,
            None => {
                let text: Arc<str> = compiler(c_text, &[])?.into();
                self.bench.keep(c_text, &text);
                text
            }
        };
        let (source, options) = match edit.action {
            Action::Source(change) => match change(c_text) {
                Some(text) => (Cow::Owned(text), ""),
                None => return Ok(sound),
            },
            Action::Options(options) | Action::OptionsFor(options, ..) => (Cow::Borrowed(c_text), options),
            _ => return Ok(sound),
        };
        let options: Vec<&str> = options.split_whitespace().collect();
        let text = match compiler(&source, &options) {
            Ok(text) => text,
            // A compiler that does not have an option gives no occasion for it.
            Err(_) if compiler(NOTHING, &options).is_err() => return Ok(sound),
            Err(failure) => return Err(failure),
        };
        let is_seen = match (edit.action, language::of(target)) {
            (Action::OptionsFor(_, occasion, register), Some(language)) => {
                occasion.is_in(language, register, &text)
            }
            _ => true,
        };
        let is_same = *text == *sound || !is_seen;
        add(if is_same { &self.counts.same } else { &self.counts.changed }, 1);
        Ok(text.into())
    }
}

impl Hook for Mutation {
    fn name(&self) -> &str {
        self.mutant.name
    }

    fn assembly(
        &self,
        target: Target,
        c_text: &str,
        compiler: &Compiler<'_>,
    ) -> Result<String, CompileFailure> {
        let Change::Edit(edit) = &self.mutant.change else { return compiler(c_text, &[]) };
        let text = self.compiled(edit, target, c_text, compiler)?;
        let Some(language) = language::of(target) else { return Ok(text.as_ref().to_owned()) };
        let done = apply::apply(language, edit, c_text, &text);
        add(&self.counts.changed, done.changed);
        add(&self.counts.beside, done.beside);
        add(&self.counts.same, done.same);
        Ok(done.text)
    }

    fn note_refused(&self) {
        add(&self.counts.refused, 1);
    }

    fn options(&self, target: Target) -> Options {
        match self.mutant.change {
            Change::Code(fault) => Options::with_fault(fault),
            _ => Options::new(target),
        }
    }

    fn value_fault(&self) -> Option<&'static ValueFault> {
        match self.mutant.change {
            Change::Value(fault) => Some(fault),
            _ => None,
        }
    }

    fn note_written(&self, text: &str, sound: &str) {
        add(&self.counts.changed, u64::from(text != sound));
    }

    fn tool(&self, input: &Input, sound: &dyn Fn(&Input) -> Outcome) -> Outcome {
        let Change::Tool(fault) = self.mutant.change else { return sound(input) };
        let broken = fault.apply(input, sound);
        // A refusal is one in whatever words.
        let is_same = match (&broken, sound(input)) {
            (Outcome::Refused(_), Outcome::Refused(_)) => true,
            (broken, sound) => *broken == sound,
        };
        add(&self.counts.changed, u64::from(!is_same));
        broken
    }
}
