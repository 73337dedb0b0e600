//! Probes: the assembly counterparts of a subject, written from a plan and nothing else.
//!
//! A probe passes values exactly where the plan says and fills everything else that could carry one with
//! poison (see [`crate::poison`]), so that a subject that looks elsewhere finds poison. What they do is in `sides`,
//! what goes where in `fill`; one file a target says how it is spelled.
//!
//! The text of several probes can be put into one file: every label carries the case's position. When a
//! plan asks for something that cannot be written, the text has an `.error` line that says so, and no
//! assembler takes it.
//!
//! What probes have in common, poison for sets of registers, is in routines of their own ([`Loader`]), of
//! which a program needs each once.
//!
//! Labels beside those of [`crosscall_model::unit`]: `object{k}_{i}` is argument `i` where it travels by
//! its address, `room{k}` the memory for a result that travels through memory, unless that is in the probe's own
//! stack frame. All are aligned exactly as the plan demands and not more, and surrounded by poison.

mod dpu;
mod epiphany;
mod fill;
mod forwardcom;
#[cfg(feature = "invented")]
mod invented;
mod ipu;
mod loader;
mod nyuzi;
mod sides;
mod spelling;
mod table;
mod text;
pub mod watch;

pub use loader::Loader;

use std::collections::{BTreeMap, BTreeSet};

use crosscall_model::plan::Plan;
use crosscall_model::{Case, Target, c};

use spelling::Spelling;

/// A probe in assembly.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Probe {
    /// Its own text.
    pub text: String,
    /// The routines that it goes through, which an assembler or a linker has to be given too.
    pub loaders: Vec<Loader>,
    /// Symbols of the functions that it defines.
    defined: BTreeSet<String>,
    /// Symbols of those that it calls, each with what a file has to say of it where another one defines it.
    called: BTreeMap<String, String>,
}

impl Probe {
    fn and(mut self, other: Probe) -> Probe {
        self.text += &other.text;
        self.loaders.extend(other.loaders);
        self.defined.extend(other.defined);
        self.called.extend(other.called);
        self
    }
}

/// The routines that some probes go through, each once.
pub fn loaders<'p>(probes: impl IntoIterator<Item = &'p Probe>) -> BTreeSet<&'p Loader> {
    probes.into_iter().flat_map(|probe| &probe.loaders).collect()
}

/// The text of some probes as a file of its own; the routines that they go through are in others.
pub fn text<'p>(probes: impl IntoIterator<Item = &'p Probe>) -> String {
    file(&probes.into_iter().collect::<Vec<_>>(), &BTreeSet::new())
}

/// The text of some probes with everything that it needs.
pub fn whole(probes: &[Probe]) -> String {
    file(&probes.iter().collect::<Vec<_>>(), &loaders(probes))
}

/// The text of some probes and routines, which first says what is defined elsewhere.
fn file(probes: &[&Probe], loaders: &BTreeSet<&Loader>) -> String {
    let defined: BTreeSet<String> = loaders.iter().map(|loader| loader.symbol()).collect();
    let is_defined =
        |symbol: &String| defined.contains(symbol) || probes.iter().any(|p| p.defined.contains(symbol));
    let called: BTreeMap<&String, &String> = probes.iter().flat_map(|probe| &probe.called).collect();
    let mut text: String =
        called.into_iter().filter(|(symbol, _)| !is_defined(symbol)).map(|(_, said)| said.as_str()).collect();
    text.extend(probes.iter().map(|probe| probe.text.as_str()));
    text.extend(loaders.iter().map(|loader| loader.text()));
    text
}

/// The probe that calls the subject's `f{k}`: defines `call{k}`, `back{k}`, and `clobber{k}` where the
/// case's callee calls it.
///
/// `call{k}` may be called from anywhere with an aligned stack: it keeps the stack pointer and its return
/// address in memory of its own and needs nothing else.
pub fn caller_probe(k: usize, case: &Case, plan: &Plan) -> Probe {
    let spelling = spelling_of(case.target);
    heading(spelling, case, k, "calls the subject").and(sides::caller(spelling, k, case, plan))
}

/// The probe that the subject's `call{k}` calls: defines `f{k}`.
///
/// It destroys every scratch register and the stack bytes that belong to the callee, leaves the result
/// where the plan says, and returns.
pub fn callee_probe(k: usize, case: &Case, plan: &Plan) -> Probe {
    let spelling = spelling_of(case.target);
    heading(spelling, case, k, "is called by the subject").and(sides::callee(spelling, k, case, plan))
}

/// `clobber{k}` alone: destroys every register that a callee may destroy, and returns. The plan tells which.
pub fn clobber(k: usize, target: Target, plan: &Plan) -> Probe {
    sides::clobber(spelling_of(target), k, target, plan)
}

/// How probes for a target are spelled.
fn spelling_of(target: Target) -> &'static dyn Spelling {
    match target {
        Target::Epiphany => &epiphany::Epiphany,
        Target::Nyuzi => &nyuzi::Nyuzi,
        Target::Dpu => &dpu::Dpu,
        Target::Ipu => &ipu::Ipu,
        Target::ForwardCom => &forwardcom::FORWARDCOM,
        #[cfg(feature = "invented")]
        Target::Invented => &invented::INVENTED,
    }
}

fn heading(spelling: &dyn Spelling, case: &Case, k: usize, what: &str) -> Probe {
    let (comment, signature) = (spelling.comment(), c::signature(&case.signature, "f"));
    Probe { text: format!("{comment} case {k}: {signature}, which {what}\n"), ..Probe::default() }
}
