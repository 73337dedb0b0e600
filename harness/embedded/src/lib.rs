//! The embedded code generator: a second, independent reading of the ABI documents.
//!
//! It turns cases into assembly text that fulfils the contract in [`crosscall_model::unit`], the way a compiler
//! lowers calls: it assigns places, extends, splits, passes by reference, saves, restores and lays out frames. It
//! shares the terms of the crate `crosscall-model` with the oracle, and no rule.
//!
//! The rules of a document are in the folder of its target; the layout of C types and the lowering of calls are
//! written once for all targets (`record`, `lower`), and ask the target for every decision (`convention`).
//!
//! Where a document is open, [`Readings`] select how the code reads it; a [`Fault`] makes the code break one clause
//! on purpose. `docs/embedded.md` describes both.

mod asm;
mod convention;
mod dialect;
mod directives;
mod dpu;
mod emit;
mod epiphany;
mod fault;
mod forwardcom;
#[cfg(feature = "invented")]
mod invented;
mod ipu;
mod laid;
mod lower;
mod nyuzi;
mod places;
mod readings;
mod record;
mod riscv;
mod value;

use crosscall_model::Target;

pub use fault::{Fault, Side};
pub use lower::{callee_unit, caller_unit, layout_unit};
pub use readings::{Choice, ReadingError, Readings, choices};
pub use value::{ValueFault, ValueOptions, value_readings, value_unit};

/// Options of the code generator.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// Target processor.
    pub target: Target,
    /// Readings of open clauses.
    pub readings: Readings,
    /// Seeded fault.
    pub fault: Option<&'static Fault>,
}

impl Options {
    /// Default dialect of a target, without a fault.
    pub fn new(target: Target) -> Options {
        Options { target, readings: Readings::defaults(target), fault: None }
    }

    /// Default dialect with a fault, and with the readings that the fault needs.
    pub fn with_fault(fault: &'static Fault) -> Options {
        let mut options = Options::new(fault.target);
        for (key, reading) in fault.needs {
            // The table of faults contains only keys of the table of choices, which a test checks.
            let _ = options.readings.set(key, *reading);
        }
        options.fault = Some(fault);
        options
    }
}

/// True if the generator has read the document of a target.
pub fn knows(target: Target) -> bool {
    convention::tables(target).convention.is_some()
}

/// Case that the generator does not turn into code.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("case {k} is not supported: {feature}")]
pub struct Unsupported {
    /// Number of the case in its batch.
    pub k: usize,
    /// Feature that is not supported.
    pub feature: String,
}
