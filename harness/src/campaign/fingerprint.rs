//! When two disagreements are the same disagreement.

use crosscall_model::Pairing;
use crosscall_model::finding::{Mismatch, Verdict};
use crosscall_model::plan::ClauseId;

/// What makes a disagreement different from another one. Its text form is stable, so that lists of known
/// findings can name it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fingerprint {
    /// A known way to depart from a clause.
    Deviation(ClauseId, String),
    /// A contradiction without a name: pairing, clauses, and the kind of thing it is about.
    Mismatch(Pairing, Vec<ClauseId>, String),
    /// A compiler crashed, hung, or wrote a broken object file.
    Fault(String),
}

impl std::fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Fingerprint::Deviation(clause, reading) => write!(f, "{clause}:{reading}"),
            Fingerprint::Mismatch(pairing, clauses, subject) => {
                write!(f, "{}:{pairing}:{subject}", clauses.join("+"))
            }
            Fingerprint::Fault(what) => write!(f, "compiler:{what}"),
        }
    }
}

impl Fingerprint {
    /// Clauses that it is about.
    pub fn clauses(&self) -> Vec<ClauseId> {
        match self {
            Fingerprint::Deviation(clause, _) => vec![clause],
            Fingerprint::Mismatch(_, clauses, _) => clauses.clone(),
            Fingerprint::Fault(_) => Vec::new(),
        }
    }
}

/// The fingerprints of a verdict: one for each departure that explains it, else one for its first
/// contradiction (the others mostly follow from it).
pub fn of(pairing: Pairing, verdict: &Verdict) -> Vec<Fingerprint> {
    let Verdict::Violates { mismatches, deviations } = verdict else { return Vec::new() };
    if !deviations.is_empty() {
        return deviations.iter().map(|(c, r)| Fingerprint::Deviation(c, r.clone())).collect();
    }
    let first = mismatches.first();
    let mismatch = |m: &Mismatch| {
        let clauses = m.clauses.iter().take(1).copied().collect();
        Fingerprint::Mismatch(pairing, clauses, kind_of(&m.subject))
    };
    first.map(mismatch).into_iter().collect()
}

/// The kind of thing a contradiction is about: numbers and paths inside a name do not count.
fn kind_of(subject: &str) -> String {
    let head = subject.split(['.', '[', '(']).next().unwrap_or_default().trim();
    let is_value =
        head.len() >= 2 && head.starts_with(['a', 'v', 'r']) && head[1..].bytes().all(|b| b.is_ascii_digit());
    match head.chars().next() {
        Some('a') if is_value => "argument".to_owned(),
        Some('v') if is_value => "unnamed argument".to_owned(),
        Some('r') if is_value => "register".to_owned(),
        _ => head.chars().filter(|c| !c.is_ascii_digit()).collect::<String>().trim().replace("  ", " "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_do_not_depend_on_numbers() {
        let kinds = [
            ("a2.m0[1]", "argument"),
            ("v1", "unnamed argument"),
            ("r13 (sp)", "register"),
            ("r8", "register"),
            ("result.m1", "result"),
            ("value 3 kept across the call", "value kept across the call"),
            ("sizeof (struct { char m0; })", "sizeof"),
            ("stack pointer", "stack pointer"),
        ];
        for (subject, kind) in kinds {
            assert_eq!(kind_of(subject), kind, "{subject}");
        }
    }
}
