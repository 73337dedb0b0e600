//! Cases at which a compiler stops: running them again, and making them small.

use super::again::Subjects;
use crate::known::Known;
use crate::tally::{Key, Seen, SubjectTally};
use crosscall_base::error::Error;
use crosscall_engine::unit::Role;
use crosscall_model::finding::Topic;
use crosscall_model::{Case, Pairing};
use crosscall_toolchain::Toolchain;
use crosscall_toolchain::capability::Capabilities;
use crosscall_toolchain::units::{CompileContext, Sources, compile};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// Time in which smaller cases are tried: a compiler that does not end is waited for each time.
const MOST: Duration = Duration::from_secs(60);

/// A compiler that stops at a case in one of its roles.
pub struct Crash<'a> {
    /// The compiler.
    pub subject: &'a Toolchain,
    /// The unit at which it stops.
    pub role: Role,
    /// The finding.
    pub key: &'a Key,
    /// Known findings.
    pub known: &'a Known,
    /// Context of compilers.
    pub context: CompileContext<'a>,
}

/// The unit at which a compiler stopped.
pub fn role_of(seen: &Seen) -> Option<Role> {
    let Topic::Tool(unit) = &seen.violation.mismatches.first()?.topic else { return None };
    let roles = [Role::Caller, Role::Callee, Role::Layout];
    roles.into_iter().find(|role| unit.split_whitespace().next() == Some(role.unit_name()))
}

/// Faults of the compilers of one side of a case, or of both sides of a call between two.
///
/// # Errors
/// When a compiler cannot be run.
pub fn faults(
    case: &Case,
    pairing: Pairing,
    subjects: &Subjects,
    known: &Known,
    context: CompileContext<'_>,
) -> Result<Vec<Seen>, Error> {
    let cases = std::slice::from_ref(case);
    let first = Role::of(pairing).map(|role| (&subjects.first, role));
    let partner = subjects.partner.as_ref().map(|partner| (partner, Role::Callee));
    let mut seen = Vec::new();
    for (subject, role) in first.into_iter().chain(partner) {
        let unit = compile(subject, role, &Sources::new(cases), &Capabilities::all(), context)
            .map_err(|e| Error::Tool(e.to_string()))?;
        seen.extend(SubjectTally::new(subject).note_faults(cases, 0, role, &unit, known));
    }
    Ok(seen)
}

impl Crash<'_> {
    /// The same finding in a case, if the compiler stops at it in the same way, as new or as known.
    pub fn shows(&self, case: &Case) -> Option<Seen> {
        let cases = std::slice::from_ref(case);
        let sources = Sources::new(cases);
        let unit = compile(self.subject, self.role, &sources, &Capabilities::all(), self.context).ok()?;
        let mut tally = SubjectTally::new(self.subject);
        let all = tally.note_faults(cases, 0, self.role, &unit, self.known);
        all.into_iter().find(|seen| seen.key == *self.key)
    }

    /// The smallest case found that shows it, after so many tries; `None` where the case itself does not.
    pub fn minimise(&self, case: &Case, tries: usize) -> Option<Seen> {
        let first = self.shows(case)?;
        let begin = Instant::now();
        let is_over = || self.context.stop.load(Ordering::Relaxed) || begin.elapsed() > MOST;
        let still = |case: &Case| !is_over() && self.shows(case).is_some();
        let smallest = crosscall_generator::shrink::minimise(case, still, tries);
        Some(if smallest == *case { first } else { self.shows(&smallest).unwrap_or(first) })
    }
}
