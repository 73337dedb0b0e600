//! Probes: the assembly counterparts of a subject, written from a plan and nothing else.
//!
//! A probe passes values exactly where the plan places them, and fills everything else that could carry a value with
//! poison (see [`crate::poison`]), so that a subject that looks elsewhere finds poison. The behaviour of probes is in
//! `sides`, the contents of registers and stack in `fill`; one file a target has the assembly syntax.
//!
//! The text of several probes can be put into one file: every label carries the case's position. When a plan demands
//! something that a probe cannot do, the text has an `.error` line with the reason, which makes every assembler fail.
//!
//! The parts that probes have in common, poison for sets of registers, are in separate routines ([`Loader`]), of
//! which a program needs each once.
//!
//! Labels in addition to those of [`crosscall_model::unit`]: `object{k}_{i}` is argument `i` where it is passed by
//! address, `room{k}` the memory for a result in memory, unless that is in the probe's own stack frame. All have
//! exactly the alignment that the plan demands and no more, and are surrounded by poison.

mod aarch64;
mod dpu;
mod epiphany;
mod fill;
mod forwardcom;
#[cfg(feature = "invented")]
mod invented;
mod ipu;
mod loader;
mod nyuzi;
pub mod play;
mod record;
mod riscv;
mod sides;
mod spelling;
mod table;
mod text;
pub mod watch;
mod x86_64;

pub use loader::Loader;

use std::collections::{BTreeMap, BTreeSet};

use crosscall_model::plan::Plan;
use crosscall_model::{Case, Target, c};

use spelling::Spelling;

/// Probe in assembly.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Probe {
    /// Text of the probe itself.
    pub text: String,
    /// Routines that it calls, which an assembler or a linker needs as well.
    pub loaders: Vec<Loader>,
    /// Symbols of the functions that it defines.
    defined: Vec<String>,
    /// Symbols of the functions that it calls, each with the declaration that a file needs if another one defines it.
    called: Vec<(String, String)>,
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

/// Routines that the given probes call, each once.
pub fn loaders<'p>(probes: impl IntoIterator<Item = &'p Probe>) -> BTreeSet<&'p Loader> {
    probes.into_iter().flat_map(|probe| &probe.loaders).collect()
}

/// Text of the given probes as a separate file; the routines that they call are in other files.
pub fn text<'p>(probes: impl IntoIterator<Item = &'p Probe>) -> String {
    file(&probes.into_iter().collect::<Vec<_>>(), &BTreeSet::new())
}

/// Text of the given probes with all routines that they need.
pub fn whole(probes: &[Probe]) -> String {
    file(&probes.iter().collect::<Vec<_>>(), &loaders(probes))
}

/// Text of the given probes and routines, after declarations of everything that is defined elsewhere.
fn file(probes: &[&Probe], loaders: &BTreeSet<&Loader>) -> String {
    let defined: BTreeSet<String> = loaders.iter().map(|loader| loader.symbol()).collect();
    let is_defined =
        |symbol: &String| defined.contains(symbol) || probes.iter().any(|p| p.defined.contains(symbol));
    let called = probes.iter().flat_map(|probe| &probe.called);
    let called: BTreeMap<&String, &String> = called.map(|(symbol, said)| (symbol, said)).collect();
    let mut text: String =
        called.into_iter().filter(|(symbol, _)| !is_defined(symbol)).map(|(_, said)| said.as_str()).collect();
    text.extend(probes.iter().map(|probe| probe.text.as_str()));
    text.extend(loaders.iter().map(|loader| loader.text()));
    text
}

/// Probe that calls the subject's `f{k}`: defines `call{k}`, `back{k}`, and `clobber{k}` where the case's callee
/// calls it.
///
/// `call{k}` may be called from anywhere with an aligned stack: it keeps the stack pointer and its return address in
/// memory of its own and needs nothing else.
pub fn caller_probe(k: usize, case: &Case, plan: &Plan) -> Probe {
    let spelling = spelling_of(case.target);
    heading(spelling, case, k, "calls the subject").and(sides::caller(spelling, k, case, plan))
}

/// Probe that the subject's `call{k}` calls: defines `f{k}`.
///
/// It destroys every scratch register and the stack bytes that belong to the callee, puts the result where the plan
/// places it, and returns.
pub fn callee_probe(k: usize, case: &Case, plan: &Plan) -> Probe {
    let spelling = spelling_of(case.target);
    heading(spelling, case, k, "is called by the subject").and(sides::callee(spelling, k, case, plan))
}

/// Probe with `clobber{k}` alone: destroys every register that a callee may destroy according to the plan, and
/// returns.
pub fn clobber(k: usize, target: Target, plan: &Plan) -> Probe {
    sides::clobber(spelling_of(target), k, target, plan)
}

/// Assembly syntax of probes for a target.
fn spelling_of(target: Target) -> &'static dyn Spelling {
    match target {
        Target::Epiphany => &epiphany::Epiphany,
        Target::Nyuzi => &nyuzi::Nyuzi,
        Target::Dpu => &dpu::Dpu,
        Target::Ipu => &ipu::Ipu,
        Target::ForwardCom => &forwardcom::FORWARDCOM,
        Target::Riscv(abi) => riscv::of(abi),
        Target::X86_64 => &x86_64::SYNTAX,
        Target::Aarch64 => &aarch64::SYNTAX,
        #[cfg(feature = "invented")]
        Target::Invented => &invented::INVENTED,
    }
}

fn heading(spelling: &dyn Spelling, case: &Case, k: usize, what: &str) -> Probe {
    let (comment, signature) = (spelling.language().comment, c::signature(&case.signature, "f"));
    Probe { text: format!("{comment} case {k}: {signature}, which {what}\n"), ..Probe::default() }
}
