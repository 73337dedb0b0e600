//! The disagreements of a trial, each by itself held against the list of known findings.

use super::fingerprint;
use super::tally::kind_of;
use crate::known::{Known, Occurrence, Standing};
use crosscall_model::finding::{Fingerprint, Found, Mismatch, Violation};
use crosscall_model::{AboutRef, Pairing};
use crosscall_toolchain::Toolchain;

/// A trial in which something was wrong.
#[derive(Clone, Copy)]
pub struct Wrong<'a> {
    /// Pairing; none for a fault of the compiler itself.
    pub pairing: Option<Pairing>,
    /// The subject, and its partner in the pairing `cross`.
    pub subjects: &'a [&'a Toolchain],
    /// The case.
    pub case: AboutRef<'a>,
    /// The contradictions.
    pub violation: &'a Violation,
}

/// One disagreement of a trial.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Named {
    /// Its difference from others.
    pub fingerprint: Fingerprint,
    /// The contradiction that it is about, by its index.
    pub focus: usize,
    /// Ids of the entries that explain it; none where it is new.
    pub known: Vec<String>,
}

impl Wrong<'_> {
    /// The disagreements. Where all that a trial is reported by is known and something else in it is not, that is one more.
    pub fn named(&self, known: &Known) -> Vec<Named> {
        let all = self.named_as_sighted(known);
        match all.iter().any(|named| named.known.is_empty()) {
            true => self.named_without_conventions(known).unwrap_or(all),
            false => all,
        }
    }

    fn named_as_sighted(&self, known: &Known) -> Vec<Named> {
        let sighted = fingerprint::sighted(self.pairing.unwrap_or(Pairing::Callee), self.violation);
        let reported: Vec<usize> = sighted.iter().map(|(_, focus)| *focus).collect();
        let mut all = Vec::new();
        let mut beside = None;
        for (fingerprint, focus) in sighted {
            let ids = match self.standing(known, &fingerprint, focus, &reported) {
                Standing::Known(ids) => ids,
                Standing::New => Vec::new(),
                Standing::Beside(ids, other) => {
                    beside = beside.or(Some(other));
                    ids
                }
            };
            all.push(Named { fingerprint, focus, known: ids });
        }
        if let Some(focus) = beside.filter(|_| all.iter().all(|named| !named.known.is_empty()))
            && let Some(mismatch) = self.violation.mismatches.get(focus)
        {
            let fingerprint = self.fingerprint_of(mismatch);
            all.push(Named { fingerprint, focus, known: Vec::new() });
        }
        all
    }

    /// The disagreements of a subject that seems to follow two conventions, where what is known of it explains all that goes
    /// otherwise than its own; `None` where it does not.
    fn named_without_conventions(&self, known: &Known) -> Option<Vec<Named>> {
        let is_of_both = |mismatch: &Mismatch| matches!(mismatch.found, Some(Found::TwoConventions));
        let Violation { mismatches, changed, .. } = self.violation;
        let (places, rest): (Vec<usize>, Vec<Mismatch>) = { mismatches.iter().enumerate() }
            .filter(|(_, mismatch)| !changed.is_empty() && !is_of_both(mismatch))
            .map(|(place, mismatch)| (place, mismatch.clone()))
            .unzip();
        if rest.is_empty() {
            return None;
        }
        let violation = Violation { mismatches: rest, changed: Vec::new(), ..self.violation.clone() };
        let mut all = Wrong { violation: &violation, ..*self }.named(known);
        if all.is_empty() || all.iter().any(|named| named.known.is_empty()) {
            return None;
        }
        all.iter_mut()
            .for_each(|named| named.focus = places.get(named.focus).copied().unwrap_or(named.focus));
        Some(all)
    }

    /// The entries that explain all of a trial as far as one fingerprint is about it; none where something is new.
    pub fn known(&self, known: &Known, fingerprint: &Fingerprint) -> Vec<String> {
        let sighted = fingerprint::sighted(self.pairing.unwrap_or(Pairing::Callee), self.violation);
        if !sighted.iter().any(|(one, _)| one == fingerprint)
            && let Some(all) = self.named_without_conventions(known)
            && let Some(own) = all.into_iter().find(|named| named.fingerprint == *fingerprint)
        {
            return own.known;
        }
        let reported: Vec<usize> = sighted.iter().map(|(_, focus)| *focus).collect();
        let focus = sighted.iter().find(|(one, _)| one == fingerprint).map_or(0, |(_, focus)| *focus);
        match self.standing(known, fingerprint, focus, &reported) {
            Standing::Known(ids) => ids,
            Standing::New | Standing::Beside(..) => Vec::new(),
        }
    }

    /// For each contradiction, the id of the entry that explains it by itself; empty where none is explained.
    pub fn accepted(&self, known: &Known) -> Vec<Option<String>> {
        let of = |(focus, mismatch): (usize, &Mismatch)| {
            let fingerprint = self.fingerprint_of(mismatch);
            self.ask(&fingerprint, focus, &[focus], |seen| known.explains(seen).map(|entry| entry.id.clone()))
        };
        let all: Vec<Option<String>> = self.violation.mismatches.iter().enumerate().map(of).collect();
        if all.iter().any(Option::is_some) { all } else { Vec::new() }
    }

    fn standing(
        &self,
        known: &Known,
        fingerprint: &Fingerprint,
        focus: usize,
        reported: &[usize],
    ) -> Standing {
        self.ask(fingerprint, focus, reported, |seen| known.judge(seen))
    }

    fn ask<T>(
        &self,
        fingerprint: &Fingerprint,
        focus: usize,
        reported: &[usize],
        answer: impl FnOnce(&Occurrence<'_>) -> T,
    ) -> T {
        let subjects: Vec<_> = self.subjects.iter().map(|subject| subject.known_as()).collect();
        answer(&Occurrence {
            kind: kind_of(fingerprint),
            fingerprint: &fingerprint.to_string(),
            focus,
            reported,
            fingerprint_of: &|mismatch| self.fingerprint_of(mismatch).to_string(),
            subjects: &subjects,
            pairing: self.pairing,
            case: self.case,
            violation: self.violation,
        })
    }

    fn fingerprint_of(&self, mismatch: &Mismatch) -> Fingerprint {
        fingerprint::of_mismatch(self.pairing.unwrap_or(Pairing::Callee), mismatch)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crosscall_model::Target;
    use crosscall_reports::sample;
    use std::path::Path;

    /// An entry explains one contradiction of a trial, and not the one beside it.
    #[test]
    fn each_contradiction_is_held_against_the_list() {
        let finding = sample::finding();
        let mut other = finding.mismatches[0].clone();
        other.clauses = vec!["EPIPHANY-REG-06"];
        let mismatches = vec![finding.mismatches[0].clone(), other];
        let violation = Violation { mismatches, ..Violation::default() };
        let gcc = Toolchain {
            name: "gcc".to_owned(),
            compiler: "gcc 12.2.0 epiphany-elf".to_owned(),
            ..Toolchain::embedded(Target::Epiphany)
        };
        let (pairing, case) = (Some(finding.pairing), finding.case.by_ref());
        let wrong = Wrong { pairing, subjects: &[&gcc], case, violation: &violation };
        let list = |clause: &str| {
            let text = format!(
                "format = 3\n[[known]]\nid = \"K1\"\ntitle = \"t\"\nreason = \"r\"\nclauses = [{clause:?}]\ncompiler = \"gcc 12 epiphany-elf\"\n"
            );
            Known::parse(&text, Path::new("known.toml")).unwrap()
        };
        assert_eq!(wrong.accepted(&list("EPIPHANY-REG-06")), [None, Some("K1".to_owned())]);
        assert_eq!(wrong.accepted(&list("EPIPHANY-RET-06")), [Some("K1".to_owned()), None]);
        assert!(wrong.accepted(&list("EPIPHANY-REG-07")).is_empty());
    }
}
