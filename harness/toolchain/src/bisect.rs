//! Compiles many cases in one unit, and finds the guilty ones when that fails: those that the compiler's message names
//! are tried alone and the others without them; where it names none, or one that compiles alone, the unit is halved.

use super::compile::{CompileFailure, CompiledUnit, FailureKind, compile};
use super::units::CompileContext;
use super::{Toolchain, suspects};
use crosscall_base::process::Limits;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// Factor by which a compiler gets more time when it is run again after it ran out of time.
pub const PATIENCE: u32 = 4;

/// Hanging cases that are tracked down in one batch; further ones are only waited for, not looked at.
pub(crate) const MOST_HANGS: usize = 2;

/// Result of a batch. Every index that was asked for is in exactly one unit or one failure.
#[derive(Debug, Default)]
pub struct Batch {
    /// Units that compiled, with the indices that they hold.
    pub units: Vec<(Vec<usize>, CompiledUnit)>,
    /// Cases that fail alone, ascending; each was seen to fail twice, after a time-out with [`PATIENCE`]: alone both
    /// times, or once with others by a message that names it and once alone with the same message.
    pub failures: Vec<(usize, CompileFailure)>,
    /// Failures of a unit of several cases that no smaller unit shows, twice seen. The cases themselves are
    /// in `units`.
    pub together: Vec<(Vec<usize>, CompileFailure)>,
    /// Failures of a unit that compiled when it was tried again, alone or in parts. The cases themselves are
    /// in `units`.
    pub unrepeated: Vec<(Vec<usize>, CompileFailure)>,
}

/// Everything that compiling a batch needs besides the cases.
#[derive(Clone, Copy)]
pub struct Bench<'a> {
    /// The compiler.
    pub toolchain: &'a Toolchain,
    /// Folder in which temporary folders are made.
    pub work_dir: &'a Path,
    /// Name of the unit, for file names and messages.
    pub unit_name: &'a str,
    /// Bounds of one compiler run.
    pub limits: &'a Limits,
    /// Set when the user interrupts.
    pub stop: &'a AtomicBool,
}

impl<'a> Bench<'a> {
    /// A compiler with the name of its unit.
    pub(super) fn new(
        toolchain: &'a Toolchain,
        unit_name: &'a str,
        context: CompileContext<'a>,
    ) -> Bench<'a> {
        let CompileContext { work_dir, limits, stop } = context;
        Bench { toolchain, work_dir, unit_name, limits, stop }
    }

    /// Place and bounds of a compiler run.
    pub(super) fn context(&self) -> CompileContext<'a> {
        CompileContext { work_dir: self.work_dir, limits: self.limits, stop: self.stop }
    }
}

/// Compiles the cases with these indices in one unit, and in smaller ones where that fails. `render` writes the
/// unit for some of the indices; which symbols it uses for an index must not depend on the others. A comment
/// `/* case INDEX: … */` before the text of an index says to whom a line belongs that the compiler names.
///
/// # Errors
/// A failure that has nothing to do with the source: the compiler cannot be started, or the user
/// interrupted.
pub fn compile_batch(
    bench: Bench<'_>,
    indices: &[usize],
    render: &dyn Fn(&[usize]) -> String,
) -> Result<Batch, CompileFailure> {
    let mut search = Search { bench, render, batch: Batch::default(), is_misled: false };
    if search.has_hung_too_long() {
        search.leave_out(indices);
    } else if !indices.is_empty() {
        search.descend(indices)?;
    }
    search.batch.failures.sort_by_key(|(index, _)| *index);
    search.batch.units.sort_by_key(|(indices, _)| indices.first().copied());
    Ok(search.batch)
}

/// Results of a unit and its parts.
#[derive(Debug, Clone, Copy, Default)]
struct Shown {
    /// Some failure.
    failure: bool,
    /// A fault of the compiler.
    fault: bool,
}

impl Shown {
    fn of(kind: FailureKind) -> Shown {
        Shown { failure: true, fault: kind.is_compiler_fault() }
    }

    /// Results of two parts of a unit together.
    fn and(self, other: Shown) -> Shown {
        Shown { failure: self.failure || other.failure, fault: self.fault || other.fault }
    }

    /// True if a failure of the whole is explained by what its parts show.
    fn explains(self, kind: FailureKind) -> bool {
        // A time-out of many cases at once is only the sum of their times.
        kind.grows() || if kind.is_compiler_fault() { self.fault } else { self.failure }
    }
}

/// The search for the guilty ones of a batch.
struct Search<'a> {
    bench: Bench<'a>,
    render: &'a dyn Fn(&[usize]) -> String,
    batch: Batch,
    /// A message has named none but cases that compile alone: the others of this batch are not listened to.
    is_misled: bool,
}

impl Search<'_> {
    fn once(&self, text: &str, limits: &Limits) -> Result<CompiledUnit, CompileFailure> {
        let Bench { toolchain, unit_name, .. } = self.bench;
        let begin = Instant::now();
        let made = compile(toolchain, text, unit_name, CompileContext { limits, ..self.bench.context() });
        let in_vain = matches!(&made, Err(failure) if failure.kind == FailureKind::TimedOut);
        toolchain.waits.note(begin.elapsed(), in_vain);
        made
    }

    fn has_hung_too_long(&self) -> bool {
        self.bench.toolchain.waits.is_over(self.bench.limits.time)
    }

    fn leave_out(&mut self, indices: &[usize]) {
        let toolchain = self.bench.toolchain;
        self.batch.failures.extend(indices.iter().map(|index| (*index, not_tried(toolchain))));
    }

    /// Compiles `indices`, in smaller units where that fails.
    fn descend(&mut self, indices: &[usize]) -> Result<Shown, CompileFailure> {
        let text = (self.render)(indices);
        let failure = match self.once(&text, self.bench.limits) {
            Ok(unit) => {
                self.batch.units.push((indices.to_vec(), unit));
                return Ok(Shown::default());
            }
            Err(failure) => failure,
        };
        let kind = failure.kind;
        if !kind.depends_on_source() {
            return Err(failure);
        }
        let hangs = self.batch.failures.iter().filter(|(_, f)| f.kind == FailureKind::TimedOut).count();
        if kind == FailureKind::TimedOut && (hangs >= MOST_HANGS || self.has_hung_too_long()) {
            self.leave_out(indices);
            return Ok(Shown::of(kind));
        }
        if let [index] = indices {
            let patience = if kind == FailureKind::TimedOut { PATIENCE } else { 1 };
            return self.again(*index, &text, failure, patience);
        }
        let shown = match self.by_message(indices, &text, &failure)? {
            Some(shown) => shown,
            None => {
                let (left, right) = indices.split_at(indices.len() / 2);
                self.descend(left)?.and(self.descend(right)?)
            }
        };
        if shown.explains(kind) {
            return Ok(shown);
        }
        match self.once(&text, self.bench.limits) {
            Ok(_) => self.batch.unrepeated.push((indices.to_vec(), failure)),
            Err(again) if !again.kind.depends_on_source() => return Err(again),
            Err(again) => self.batch.together.push((indices.to_vec(), again)),
        }
        Ok(Shown { failure: true, fault: shown.fault || kind.is_compiler_fault() })
    }

    /// Compiles a case that has failed alone once more.
    fn again(
        &mut self,
        index: usize,
        text: &str,
        failure: CompileFailure,
        patience: u32,
    ) -> Result<Shown, CompileFailure> {
        match self.once(text, &self.bench.limits.longer(patience)) {
            Ok(unit) => {
                self.batch.units.push((vec![index], unit));
                // Whoever is done with more time was not stuck, only slow.
                if failure.kind != FailureKind::TimedOut {
                    self.batch.unrepeated.push((vec![index], failure));
                }
                Ok(Shown { failure: true, fault: false })
            }
            Err(again) if !again.kind.depends_on_source() => Err(again),
            Err(again) => Ok(self.fails(index, again)),
        }
    }

    fn fails(&mut self, index: usize, failure: CompileFailure) -> Shown {
        let shown = Shown::of(failure.kind);
        self.batch.failures.push((index, failure));
        shown
    }

    /// Compiles the cases alone that the message of a failed unit names, and then those that are left. `None` if the
    /// message names none, or if none of them fails alone.
    fn by_message(
        &mut self,
        indices: &[usize],
        text: &str,
        failure: &CompileFailure,
    ) -> Result<Option<Shown>, CompileFailure> {
        // A larger source may be all that a failure of these kinds comes of.
        if self.is_misled || failure.kind.grows() {
            return Ok(None);
        }
        let named = self.named(failure, text);
        let mut shown = Shown::default();
        let mut rest = indices.to_vec();
        for index in indices.iter().copied().filter(|index| named.contains_key(index)) {
            let text = (self.render)(&[index]);
            let alone = match self.once(&text, self.bench.limits) {
                Ok(_) => continue,
                Err(alone) if !alone.kind.depends_on_source() => return Err(alone),
                Err(alone) => alone,
            };
            let says_the_same =
                alone.kind == failure.kind && self.named(&alone, &text).get(&index) == named.get(&index);
            shown = shown.and(match (says_the_same, alone.kind) {
                (true, _) => self.fails(index, alone),
                // Its place in the rest gives it the patience that it needs.
                (false, FailureKind::TimedOut) => continue,
                (false, _) => self.again(index, &text, alone, 1)?,
            });
            rest.retain(|other| *other != index);
        }
        if rest.len() == indices.len() {
            self.is_misled = !named.is_empty();
            return Ok(None);
        }
        if !rest.is_empty() {
            shown = shown.and(self.descend(&rest)?);
        }
        Ok(Some(shown))
    }

    /// Indices that a message about `text` names, with what it says of them.
    fn named<'m>(&self, failure: &'m CompileFailure, text: &str) -> BTreeMap<usize, &'m str> {
        suspects::named(&failure.stderr, &format!("{}.c", self.bench.unit_name), text)
    }
}

fn not_tried(toolchain: &Toolchain) -> CompileFailure {
    CompileFailure {
        kind: FailureKind::NotTried,
        toolchain: toolchain.name.clone(),
        detail: String::new(),
        stderr: String::new(),
        source: None,
    }
}
