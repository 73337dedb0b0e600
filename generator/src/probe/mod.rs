//! Probes: the assembly counterparts of a subject, written from a plan and nothing else.
//!
//! A probe passes values exactly where the plan says and fills everything else that could carry one with
//! poison (see [`crate::poison`]), so that a subject that looks elsewhere finds poison. One file a target;
//! what they share is `fill`.
//!
//! The text of several probes can be put into one file: every label carries the case's position. When a
//! plan asks for something that cannot be written, the text has an `.error` line that says so, and no
//! assembler takes it.
//!
//! What probes have in common, poison for sets of registers, is in routines of their own ([`Loader`]), of
//! which a program needs each once.
//!
//! Labels beside those of [`crosscall_model::unit`]: `object{k}_{i}` is argument `i` where it travels by
//! its address, `room{k}` the memory for a result that travels through memory. Both are aligned exactly as
//! the plan demands and not more, and surrounded by poison.

mod epiphany;
mod fill;
mod loader;

pub use loader::Loader;

use std::collections::BTreeSet;

use crosscall_model::plan::Plan;
use crosscall_model::{Case, Target, c};

/// A probe in assembly.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Probe {
    /// Its own text.
    pub text: String,
    /// The routines that it goes through, which an assembler or a linker has to be given too.
    pub loaders: Vec<Loader>,
}

impl Probe {
    fn and(mut self, other: Probe) -> Probe {
        self.text += &other.text;
        self.loaders.extend(other.loaders);
        self
    }
}

/// The routines that some probes go through, each once.
pub fn loaders<'p>(probes: impl IntoIterator<Item = &'p Probe>) -> BTreeSet<&'p Loader> {
    probes.into_iter().flat_map(|probe| &probe.loaders).collect()
}

/// The text of some probes with everything that it needs.
pub fn whole(probes: &[Probe]) -> String {
    let texts = probes.iter().map(|probe| probe.text.clone());
    texts.chain(loaders(probes).into_iter().map(Loader::text)).collect()
}

/// The probe that calls the subject's `f{k}`: defines `call{k}`, `back{k}`, and `clobber{k}` where the
/// case's callee calls it.
///
/// `call{k}` may be called from anywhere with an aligned stack: it keeps the stack pointer and its return
/// address in memory of its own and needs nothing else.
pub fn caller_probe(k: usize, case: &Case, plan: &Plan) -> Probe {
    let probe = match case.target {
        Target::Epiphany => epiphany::caller(k, case, plan),
    };
    heading(case, k, "calls the subject").and(probe)
}

/// The probe that the subject's `call{k}` calls: defines `f{k}`.
///
/// It destroys every scratch register and the stack bytes that belong to the callee, leaves the result
/// where the plan says, and returns.
pub fn callee_probe(k: usize, case: &Case, plan: &Plan) -> Probe {
    let probe = match case.target {
        Target::Epiphany => epiphany::callee(k, case, plan),
    };
    heading(case, k, "is called by the subject").and(probe)
}

/// `clobber{k}` alone: destroys every register that a callee may destroy, and returns. The plan tells
/// which; the target is that of the registers it lists.
pub fn clobber(k: usize, plan: &Plan) -> Probe {
    // There is one target as yet; a plan does not name its own.
    match Target::ALL {
        [Target::Epiphany] => epiphany::clobber(k, plan),
    }
}

fn heading(case: &Case, k: usize, what: &str) -> Probe {
    let text = format!("; case {k}: {}, which {what}\n", c::signature(&case.signature, "f"));
    Probe { text, loaders: Vec::new() }
}
