//! When two disagreements are the same disagreement.

use crosscall_model::Pairing;
use crosscall_model::finding::{Mismatch, Violation};
use crosscall_model::plan::ClauseId;

/// What makes a disagreement different from another one. Its text form is stable, so that lists of known
/// findings can name it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fingerprint {
    /// A known way to depart from a clause.
    Deviation(ClauseId, String),
    /// A clause at which the subject does now one thing and now another; with the question, where the clause
    /// has several.
    Changed(ClauseId, String),
    /// A contradiction without a name: its clause and the kind of thing it is about.
    Mismatch(ClauseId, String),
    /// The same between two subjects that call each other.
    Between(ClauseId, String),
    /// A compiler crashed, hung, or wrote a broken object file.
    Fault(String),
}

impl std::fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Fingerprint::Deviation(clause, reading) => write!(f, "{clause}:{reading}"),
            Fingerprint::Changed(clause, question) if question.is_empty() => {
                write!(f, "{clause}:two conventions")
            }
            Fingerprint::Changed(clause, question) => write!(f, "{clause}:{question}:two conventions"),
            Fingerprint::Mismatch(clause, subject) => write!(f, "{clause}:{subject}"),
            Fingerprint::Between(clause, subject) => write!(f, "{clause}:cross:{subject}"),
            Fingerprint::Fault(what) => write!(f, "compiler:{what}"),
        }
    }
}

impl Fingerprint {
    /// The clause that it is about.
    pub fn clause(&self) -> Option<ClauseId> {
        match self {
            Fingerprint::Deviation(clause, _)
            | Fingerprint::Changed(clause, _)
            | Fingerprint::Mismatch(clause, _)
            | Fingerprint::Between(clause, _) => Some(clause),
            Fingerprint::Fault(_) => None,
        }
    }

    /// Whether it only says that a run did not come back.
    pub fn is_about_control(&self) -> bool {
        match self {
            Fingerprint::Mismatch(_, kind) | Fingerprint::Between(_, kind) => kind == Mismatch::CONTROL,
            _ => false,
        }
    }

    /// The kind of thing that a contradiction without a name is about.
    pub(super) fn kind(&self) -> Option<&str> {
        match self {
            Fingerprint::Mismatch(_, kind) | Fingerprint::Between(_, kind) => Some(kind),
            _ => None,
        }
    }

    /// Whether few bits can make it: that something fits which usually does not.
    pub fn may_be_chance(&self) -> bool {
        matches!(self, Fingerprint::Changed(..))
    }

    /// Whether it is about a departure that has a name.
    pub fn is_departure(&self) -> bool {
        matches!(self, Fingerprint::Deviation(..))
    }
}

/// The fingerprints of a violation: one for each departure that explains it, or for each question that is
/// answered otherwise than before, else one for its first contradiction (the others mostly follow from it).
pub fn of(pairing: Pairing, violation: &Violation) -> Vec<Fingerprint> {
    let Violation { mismatches, deviations, changed, .. } = violation;
    if !deviations.is_empty() {
        return deviations.iter().map(|(c, r)| Fingerprint::Deviation(c, r.clone())).collect();
    }
    if !changed.is_empty() {
        let question = |answer: &str| answer.rsplit_once('=').map_or("", |(question, _)| question).to_owned();
        return changed.iter().map(|(c, r)| Fingerprint::Changed(c, question(r))).collect();
    }
    let Some(first) = mismatches.first() else { return Vec::new() };
    let clause = first.clauses.first().copied().unwrap_or("?");
    let kind = kind_of(&first.subject);
    vec![match pairing {
        Pairing::Cross => Fingerprint::Between(clause, kind),
        // A row of a table: the numbers in its name tell it from others.
        Pairing::Tool => Fingerprint::Mismatch(clause, first.subject.clone()),
        _ => Fingerprint::Mismatch(clause, kind),
    }]
}

/// What a smaller case must still show to be about the same fault.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    fingerprint: Fingerprint,
    /// What the document, or what is known of the subject, demands: without numbers, with the names of types.
    demand: Option<String>,
}

impl Fault {
    /// The fault that a violation shows.
    pub fn of(fingerprint: &Fingerprint, violation: &Violation) -> Fault {
        let demand = match fingerprint {
            Fingerprint::Mismatch(..) | Fingerprint::Between(..) => {
                violation.mismatches.first().map(demand_of)
            }
            _ => None,
        };
        Fault { fingerprint: fingerprint.clone(), demand }
    }

    /// Any fault with this fingerprint.
    pub fn any_of(fingerprint: &Fingerprint) -> Fault {
        Fault { fingerprint: fingerprint.clone(), demand: None }
    }

    /// Whether a violation shows it.
    pub fn is_in(&self, pairing: Pairing, violation: &Violation) -> bool {
        let demand = || violation.mismatches.first().map(demand_of);
        of(pairing, violation).contains(&self.fingerprint)
            && (self.demand.is_none() || self.demand == demand())
    }
}

/// What a contradiction says is expected, without values and places, but with what is said of types: a `_Bool`
/// that is not extended is another matter than a `char`.
fn demand_of(mismatch: &Mismatch) -> String {
    let is_number = |word: &str| {
        let word = word.trim_matches(|c: char| ",;:()[]".contains(c));
        word.starts_with("0x")
            || word == ".."
            || word.len() == 2 && word.bytes().all(|b| b.is_ascii_hexdigit())
    };
    let words = mismatch.expected.split_whitespace().filter(|word| !is_number(word));
    let plain = |word: &str| word.chars().filter(|c| !c.is_ascii_digit()).collect::<String>();
    words.map(plain).collect::<Vec<_>>().join(" ")
}

/// The kind of thing a contradiction is about: numbers and paths inside a name do not count.
pub(super) fn kind_of(subject: &str) -> String {
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
