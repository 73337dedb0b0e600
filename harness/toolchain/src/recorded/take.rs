//! Recording of a compiler.

use super::serve::{case_key, text_key};
use super::{Label, Product, Recorded, Recording, Recordings};
use crate::Toolchain;
use crate::bisect::{Bench, compile_batch};
use crate::capability::Capabilities;
use crate::language::Language;
use crate::spelling::spelled;
use crate::units::{CompileContext, describe};
use crosscall_base::error::Error;
use crosscall_engine::unit::{Failure, Role};
use crosscall_model::Case;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Roles of a unit, each of which is recorded.
const ROLES: [Role; 3] = [Role::Callee, Role::Caller, Role::Layout];

/// Records what a compiler makes of cases: each by itself in each role, with `jobs` processes at a time. `done` is called after
/// each case.
///
/// # Errors
/// [`Error::Tool`] when the compiler cannot be run, or the user interrupted.
pub fn record(
    subject: &Toolchain,
    capabilities: &Capabilities,
    cases: &[Case],
    (context, jobs): (CompileContext<'_>, usize),
    date: &str,
    done: &(dyn Fn() + Sync),
) -> Result<Recorded, Error> {
    let next = AtomicUsize::new(0);
    let result: Mutex<Result<Recordings, Error>> = Mutex::new(Ok(BTreeMap::new()));
    let work = || {
        while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
            let products = ROLES.map(|role| (role, product(subject, capabilities, role, case, context)));
            let mut result = result.lock().unwrap_or_else(PoisonError::into_inner);
            let Ok(all) = &mut *result else { return };
            for (role, product) in products {
                match product {
                    Ok(product) => {
                        let recording = Recording { text: text_key(role, case), product };
                        all.insert((role, case_key(case)), recording);
                    }
                    Err(error) => {
                        *result = Err(error);
                        return;
                    }
                }
            }
            drop(result);
            done();
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..jobs.max(1) {
            scope.spawn(work);
        }
    });
    let products = result.into_inner().unwrap_or_else(PoisonError::into_inner)?;
    let Toolchain { name, target, compiler, version, .. } = subject.clone();
    let label = Label { name, target, compiler, version, date: date.to_owned() };
    Ok(Recorded { label, digest: String::new(), products: products.into() })
}

fn product(
    subject: &Toolchain,
    capabilities: &Capabilities,
    role: Role,
    case: &Case,
    context: CompileContext<'_>,
) -> Result<Product, Error> {
    if let Some(reason) = capabilities.lacks(&subject.name, case) {
        return Ok(Product::Unsupported(reason));
    }
    let text = |_: &[usize]| spelled(subject, Language::C.text(role, &[(0, case)]), context);
    let bench = Bench::new(subject, role.unit_name(), context);
    let batch = compile_batch(bench, &[0], &text).map_err(|e| Error::Tool(e.to_string()))?;
    if let Some((_, unit)) = batch.units.into_iter().next() {
        return Ok(Product::Object(unit.object_bytes));
    }
    let Some((_, failure)) = batch.failures.into_iter().next() else {
        return Err(Error::Tool(format!("{}: gave neither an object file nor a reason", subject.name)));
    };
    match describe(failure, String::new) {
        Failure::Unsupported(reason) => Ok(Product::Unsupported(reason)),
        Failure::Rejected { what, .. } => Ok(Product::Rejected(what)),
        Failure::Fault { what, .. } => Ok(Product::Fault(what)),
        Failure::NotTried(reason) | Failure::NotRecorded(reason) => Err(Error::Tool(reason)),
    }
}
