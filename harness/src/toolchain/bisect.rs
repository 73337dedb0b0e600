//! Compiles many cases in one unit, and finds the guilty ones when that fails.

use super::Toolchain;
use super::compile::{CompileFailure, CompiledUnit, FailureKind, compile};
use super::process::Limits;
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// How much longer a compiler gets when it is run again after it ran out of time.
pub const PATIENCE: u32 = 4;

/// Hanging cases that are tracked down in one batch; further ones are only waited for, not looked at.
const MOST_HANGS: usize = 2;

/// What became of a batch. Every index that was asked for is in exactly one unit or one failure.
#[derive(Debug, Default)]
pub struct Batch {
    /// Units that compiled, with the indices that they hold.
    pub units: Vec<(Vec<usize>, CompiledUnit)>,
    /// Cases that fail alone; each was compiled twice, the second time with [`PATIENCE`].
    pub failures: Vec<(usize, CompileFailure)>,
    /// Faults of the compiler in a unit of several cases that no smaller unit shows: with the source
    /// that shows it. The cases themselves are in `units`.
    pub together: Vec<(Vec<usize>, CompileFailure)>,
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

/// Compiles `indices`; returns whether a fault of the compiler showed itself.
fn descend(
    bench: Bench<'_>,
    indices: &[usize],
    render: &dyn Fn(&[usize]) -> String,
    batch: &mut Batch,
) -> Result<bool, CompileFailure> {
    let text = render(indices);
    let once = |limits| compile(bench.toolchain, &text, bench.work_dir, bench.unit_name, limits, bench.stop);
    let mut failure = match once(bench.limits) {
        Ok(unit) => {
            batch.units.push((indices.to_vec(), unit));
            return Ok(false);
        }
        Err(failure) => failure,
    };
    if !failure.kind.depends_on_source() {
        return Err(failure);
    }
    let hangs = batch.failures.iter().filter(|(_, f)| f.kind == FailureKind::TimedOut).count();
    if failure.kind == FailureKind::TimedOut && hangs >= MOST_HANGS {
        batch.failures.extend(indices.iter().map(|index| (*index, not_tried(bench.toolchain))));
        return Ok(true);
    }
    let [index] = indices else {
        let (left, right) = indices.split_at(indices.len() / 2);
        let in_left = descend(bench, left, render, batch)?;
        let in_right = descend(bench, right, render, batch)?;
        let found = in_left || in_right;
        // A time-out of many cases at once is only the sum of their times.
        let own_fault = failure.kind.is_compiler_fault() && failure.kind != FailureKind::TimedOut;
        if own_fault && !found {
            batch.together.push((indices.to_vec(), failure));
            return Ok(true);
        }
        return Ok(found);
    };
    if failure.kind.is_compiler_fault() {
        match once(&bench.limits.longer(PATIENCE)) {
            Ok(unit) => {
                batch.units.push((indices.to_vec(), unit));
                return Ok(false);
            }
            Err(again) if !again.kind.depends_on_source() => return Err(again),
            Err(again) => failure = again,
        }
    }
    let fault = failure.kind.is_compiler_fault();
    batch.failures.push((*index, failure));
    Ok(fault)
}

fn not_tried(toolchain: &Toolchain) -> CompileFailure {
    CompileFailure {
        kind: FailureKind::NotTried,
        toolchain: toolchain.name.clone(),
        stderr: String::new(),
        source: None,
    }
}
