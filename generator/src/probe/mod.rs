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
//! Labels beside those of [`crosscall_model::unit`]: `object{k}_{i}` is argument `i` where it travels by
//! its address, `room{k}` the memory for a result that travels through memory. Both are aligned exactly as
//! the plan demands and not more, and surrounded by poison.

mod epiphany;
mod fill;

use crosscall_model::plan::Plan;
use crosscall_model::{Case, Target, c};

/// The probe that calls the subject's `f{k}`: defines `call{k}`, `back{k}`, and `clobber{k}` where the
/// case's callee calls it.
///
/// `call{k}` may be called from anywhere with an aligned stack: it keeps the stack pointer and its return
/// address in memory of its own and needs nothing else.
pub fn caller_probe(k: usize, case: &Case, plan: &Plan) -> String {
    let head = heading(case, k, "calls the subject");
    match case.target {
        Target::Epiphany => head + &epiphany::caller(k, case, plan),
    }
}

/// The probe that the subject's `call{k}` calls: defines `f{k}`.
///
/// It destroys every scratch register and the stack bytes that belong to the callee, leaves the result
/// where the plan says, and returns.
pub fn callee_probe(k: usize, case: &Case, plan: &Plan) -> String {
    let head = heading(case, k, "is called by the subject");
    match case.target {
        Target::Epiphany => head + &epiphany::callee(k, case, plan),
    }
}

/// `clobber{k}` alone: destroys every register that a callee may destroy, and returns. The plan tells
/// which; the target is that of the registers it lists.
pub fn clobber(k: usize, plan: &Plan) -> String {
    // There is one target as yet; a plan does not name its own.
    match Target::ALL {
        [Target::Epiphany] => epiphany::clobber(k, plan),
    }
}

fn heading(case: &Case, k: usize, what: &str) -> String {
    format!("; case {k}: {}, which {what}\n", c::signature(&case.signature, "f"))
}
