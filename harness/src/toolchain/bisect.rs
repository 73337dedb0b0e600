//! Compiles many cases in one unit, and finds the guilty ones when that fails.

use super::Toolchain;
use super::compile::{CompileFailure, CompiledUnit, FailureKind, compile};
use crate::process::Limits;
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// Factor by which a compiler gets more time when it is run again after it ran out of time.
pub const PATIENCE: u32 = 4;

/// Hanging cases that are tracked down in one batch; further ones are only waited for, not looked at.
pub const MOST_HANGS: usize = 2;

/// Result of a batch. Every index that was asked for is in exactly one unit or one failure.
#[derive(Debug, Default)]
pub struct Batch {
    /// Units that compiled, with the indices that they hold.
    pub units: Vec<(Vec<usize>, CompiledUnit)>,
    /// Cases that fail alone; each was compiled twice, after a time-out with [`PATIENCE`].
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

/// Compiles the cases with these indices in one unit, in halves where that fails. `render` writes the
/// unit for some of the indices; which symbols it uses for an index must not depend on the others.
///
/// # Errors
/// A failure that has nothing to do with the source: the compiler cannot be started, or the user
/// interrupted.
pub fn compile_batch(
    bench: Bench<'_>,
    indices: &[usize],
    render: &dyn Fn(&[usize]) -> String,
) -> Result<Batch, CompileFailure> {
    let mut batch = Batch::default();
    if !indices.is_empty() {
        descend(bench, indices, render, &mut batch)?;
    }
    Ok(batch)
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

    /// True if a failure of the whole is explained by what its parts show.
    fn explains(self, kind: FailureKind) -> bool {
        // A time-out of many cases at once is only the sum of their times.
        kind.grows() || if kind.is_compiler_fault() { self.fault } else { self.failure }
    }
}

/// Compiles `indices`, in halves where that fails.
fn descend(
    bench: Bench<'_>,
    indices: &[usize],
    render: &dyn Fn(&[usize]) -> String,
    batch: &mut Batch,
) -> Result<Shown, CompileFailure> {
    let text = render(indices);
    let once = |limits| compile(bench.toolchain, &text, bench.work_dir, bench.unit_name, limits, bench.stop);
    let failure = match once(bench.limits) {
        Ok(unit) => {
            batch.units.push((indices.to_vec(), unit));
            return Ok(Shown::default());
        }
        Err(failure) => failure,
    };
    let kind = failure.kind;
    if !kind.depends_on_source() {
        return Err(failure);
    }
    let hangs = batch.failures.iter().filter(|(_, f)| f.kind == FailureKind::TimedOut).count();
    if kind == FailureKind::TimedOut && hangs >= MOST_HANGS {
        batch.failures.extend(indices.iter().map(|index| (*index, not_tried(bench.toolchain))));
        return Ok(Shown::of(kind));
    }
    if let [index] = indices {
        let patience = if kind == FailureKind::TimedOut { PATIENCE } else { 1 };
        return match once(&bench.limits.longer(patience)) {
            Ok(unit) => {
                batch.units.push((indices.to_vec(), unit));
                // Whoever is done with more time was not stuck, only slow.
                if kind != FailureKind::TimedOut {
                    batch.unrepeated.push((indices.to_vec(), failure));
                }
                Ok(Shown { failure: true, fault: false })
            }
            Err(again) if !again.kind.depends_on_source() => Err(again),
            Err(again) => {
                let shown = Shown::of(again.kind);
                batch.failures.push((*index, again));
                Ok(shown)
            }
        };
    }
    let (left, right) = indices.split_at(indices.len() / 2);
    let (left, right) = (descend(bench, left, render, batch)?, descend(bench, right, render, batch)?);
    let shown = Shown { failure: left.failure || right.failure, fault: left.fault || right.fault };
    if shown.explains(kind) {
        return Ok(shown);
    }
    match once(bench.limits) {
        Ok(_) => batch.unrepeated.push((indices.to_vec(), failure)),
        Err(again) if !again.kind.depends_on_source() => return Err(again),
        Err(again) => batch.together.push((indices.to_vec(), again)),
    }
    Ok(Shown { failure: true, fault: shown.fault || kind.is_compiler_fault() })
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
