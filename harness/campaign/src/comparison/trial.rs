//! Outcome of one trial with one compiler, and judgement on two of them together.

use super::sums::Class;
use crate::asked::{Named, Wrong};
use crate::fingerprint::of_mismatch;
use crate::known::Known;
use crate::tally::{kind_of_fault, no_product};
use crosscall_engine::unit::{Failure, Role};
use crosscall_engine::verdict::{CaseResult, Evidence};
use crosscall_model::finding::{Detail, Fingerprint, Mismatch, Verdict, Violation};
use crosscall_model::{Case, Pairing};
use crosscall_toolchain::Toolchain;
use serde::Serialize;
use std::sync::Arc;

/// Who calls whom in a trial of a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Form {
    /// Each compiler's constants by themselves.
    Layout,
    /// Each compiler's code calls a probe.
    Caller,
    /// A probe calls each compiler's code.
    Callee,
    /// The form of each compiler's object file.
    Object,
    /// Code of the old compiler calls code of the new one.
    OldCallsNew,
    /// Code of the new compiler calls code of the old one.
    NewCallsOld,
}

impl Form {
    /// Every form.
    pub const ALL: [Form; 6] =
        [Form::Layout, Form::Caller, Form::Callee, Form::Object, Form::OldCallsNew, Form::NewCallsOld];

    /// Its pairing.
    pub fn pairing(self) -> Pairing {
        match self {
            Form::Layout => Pairing::Layout,
            Form::Caller => Pairing::Caller,
            Form::Callee => Pairing::Callee,
            Form::Object => Pairing::Object,
            Form::OldCallsNew | Form::NewCallsOld => Pairing::Cross,
        }
    }

    /// The unit of the new compiler in which a difference can show here.
    pub(super) fn role(self) -> Role {
        match self {
            Form::Layout => Role::Layout,
            Form::Caller | Form::NewCallsOld => Role::Caller,
            Form::Callee | Form::Object | Form::OldCallsNew => Role::Callee,
        }
    }

    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            Form::OldCallsNew => "old calls new",
            Form::NewCallsOld => "new calls old",
            _ => self.pairing().name(),
        }
    }
}

/// Outcome of a trial.
#[derive(Debug, Clone)]
pub(super) enum Outcome {
    /// Everything agrees with the document, or the two sides with each other.
    Conforms,
    /// Something does not.
    Wrong(Arc<Contradiction>),
    /// There is no object file, though the compiler is said to support the case.
    NoObject {
        /// Words without what changes from one sighting to the next.
        what: String,
        /// Message.
        message: String,
        /// True for a compiler that crashed, hung or wrote rubbish.
        is_fault: bool,
        /// Text that shows it.
        source: String,
    },
    /// The compiler lacks a feature that the case needs, as it said before.
    Lacks(String),
    /// crosscall does not support what the case needs.
    Unsupported(String),
    /// It could not be run.
    Failed(String),
}

/// A contradiction with its names.
#[derive(Debug)]
pub(super) struct Contradiction {
    pub(super) violation: Violation,
    pub(super) named: Vec<Named>,
    pub(super) evidence: Option<Arc<Evidence>>,
}

/// Name of what is wrong with a trial, such that another one means another disagreement.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Name {
    pub(super) fingerprint: Fingerprint,
    /// Where it went; none for what is explained by its name alone.
    pub(super) detail: Option<Detail>,
    pub(super) known: Vec<String>,
}

impl Name {
    /// True if both are one disagreement: a byte that is right by chance makes no difference.
    fn is(&self, other: &Name) -> bool {
        self.fingerprint == other.fingerprint
            && match (&self.detail, &other.detail) {
                (Some(one), Some(other)) => one.covers(other) || other.covers(one),
                (one, other) => one == other,
            }
    }
}

impl Outcome {
    /// Outcome of a result; `subjects` are the judged one and, where another one is called, that one.
    pub(super) fn of(result: CaseResult, case: &Case, subjects: &[&Toolchain], known: &Known) -> Outcome {
        match (result.verdict, result.failure) {
            (Verdict::Conforms, _) => Outcome::Conforms,
            (Verdict::Violates(violation), _) => {
                let pairing = Some(result.pairing);
                let named =
                    Wrong { pairing, subjects, case: case.into(), violation: &violation }.named(known);
                Outcome::Wrong(Arc::new(Contradiction { violation, named, evidence: result.evidence }))
            }
            (Verdict::Untestable(reason), Some(Failure::Unsupported(_))) => Outcome::Lacks(reason),
            (Verdict::Untestable(_), Some(Failure::Rejected { what, source })) => {
                let kind = format!("refused: {}", kind_of_fault(&what));
                Outcome::NoObject { what: kind, message: what, is_fault: false, source }
            }
            (Verdict::Untestable(_), Some(Failure::Fault { what, source })) => {
                Outcome::NoObject { what: kind_of_fault(&what), message: what, is_fault: true, source }
            }
            (Verdict::Untestable(reason), _) if result.unsupported => Outcome::Unsupported(reason),
            (Verdict::Untestable(reason), _) => Outcome::Failed(reason),
        }
    }

    /// Everything that is wrong; none where nothing is known.
    pub(super) fn names(&self) -> Option<Vec<Name>> {
        match self {
            Outcome::Conforms => Some(Vec::new()),
            Outcome::Wrong(wrong) => Some(wrong.names()),
            Outcome::NoObject { what, .. } => {
                let fingerprint = Fingerprint::Fault(what.clone());
                Some(vec![Name { fingerprint, detail: None, known: Vec::new() }])
            }
            Outcome::Lacks(reason) => {
                let fingerprint =
                    Fingerprint::Fault(format!("not supported any more: {}", kind_of_fault(reason)));
                Some(vec![Name { fingerprint, detail: None, known: Vec::new() }])
            }
            Outcome::Unsupported(_) | Outcome::Failed(_) => None,
        }
    }

    /// The contradictions as a report has them.
    pub(super) fn violation(&self, toolchain: &Toolchain) -> Violation {
        let message = match self {
            Outcome::Wrong(wrong) => return wrong.violation.clone(),
            Outcome::NoObject { message, .. } => message,
            Outcome::Lacks(reason) | Outcome::Unsupported(reason) | Outcome::Failed(reason) => reason,
            Outcome::Conforms => return Violation::default(),
        };
        no_product(toolchain.target, "unit".to_owned(), "an object file", message.clone())
    }

    /// Why nothing is known of it.
    pub(super) fn reason(&self) -> Option<&str> {
        match self {
            Outcome::Lacks(reason) | Outcome::Unsupported(reason) | Outcome::Failed(reason) => Some(reason),
            Outcome::NoObject { message, .. } => message.lines().next(),
            Outcome::Conforms | Outcome::Wrong(_) => None,
        }
    }
}

impl Contradiction {
    fn names(&self) -> Vec<Name> {
        let name = |named: &Named| {
            let mismatch = self.violation.mismatches.get(named.focus);
            let is_explained =
                named.fingerprint.is_departure() || matches!(named.fingerprint, Fingerprint::Changed(..));
            Name {
                fingerprint: named.fingerprint.clone(),
                detail: mismatch.filter(|_| !is_explained).map(Mismatch::detail),
                known: named.known.clone(),
            }
        };
        self.named.iter().map(name).collect()
    }

    /// The violation with the contradiction that a name is of in front.
    pub(super) fn with_first(&self, pairing: Pairing, fingerprint: &Fingerprint) -> Violation {
        let mut violation = self.violation.clone();
        let is_it = |mismatch: &Mismatch| of_mismatch(pairing, mismatch) == *fingerprint;
        if let Some(front) =
            { violation.mismatches.iter().position(is_it) }.and_then(|at| violation.mismatches.get_mut(..=at))
        {
            front.rotate_right(1);
        }
        violation
    }
}

/// A class with the names of what was wrong with the old compiler and is wrong with the new one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Judged {
    pub(super) class: Class,
    pub(super) old: Option<Name>,
    pub(super) new: Option<Name>,
}

impl Judged {
    fn plain(class: Class) -> Judged {
        Judged { class, old: None, new: None }
    }
}

/// Departures from the document that both compilers are known to make.
pub(super) type InBoth<'a> = dyn Fn(&Fingerprint) -> bool + 'a;

/// Effect of a change on a trial of one compiler by itself.
pub(super) fn judge(old: &Outcome, new: &Outcome, in_both: &InBoth<'_>) -> Judged {
    match (old, new) {
        (Outcome::Failed(_), _) | (_, Outcome::Failed(_)) => return Judged::plain(Class::Failed),
        // A new feature alters nothing that was there; one that both lack is not tested.
        (Outcome::Lacks(_) | Outcome::Unsupported(_), _) | (_, Outcome::Unsupported(_)) => {
            return Judged::plain(Class::Unsupported);
        }
        (Outcome::NoObject { is_fault: false, .. }, Outcome::NoObject { is_fault: false, .. }) => {
            return Judged::plain(Class::Failed);
        }
        _ => {}
    }
    let (Some(old), Some(new)) = (old.names(), new.names()) else {
        return Judged::plain(Class::Unsupported);
    };
    let is_in = |all: &[Name], one: &Name| all.iter().any(|other| other.is(one));
    let gone: Vec<&Name> = old.iter().filter(|name| !is_in(&new, name)).collect();
    let added: Vec<&Name> = new.iter().filter(|name| !is_in(&old, name)).collect();
    let class = match (not_of(&gone, in_both), not_of(&added, in_both)) {
        (None, None) if old.is_empty() && new.is_empty() => Class::Same,
        (None, None) if gone.is_empty() && added.is_empty() => Class::Kept,
        (None, None) => Class::Uneven,
        (None, Some(_)) if old.is_empty() => Class::New,
        (Some(_), None) if new.is_empty() => Class::Gone,
        _ => Class::Changed,
    };
    let first = |of_one: Option<&Name>, differing: &[&Name], all: &[Name]| {
        of_one.or(differing.first().copied()).or(all.first()).cloned()
    };
    Judged {
        class,
        old: first(not_of(&gone, in_both), &gone, &old),
        new: first(not_of(&added, in_both), &added, &new),
    }
}

/// The first name of what not both compilers do.
fn not_of<'a>(names: &[&'a Name], in_both: &InBoth<'_>) -> Option<&'a Name> {
    names.iter().find(|name| !in_both(&name.fingerprint)).copied()
}

/// Effect of a change on a call between the two; `own` is the old compiler's call of itself. `is_lost` says that a value was
/// lost, and not only a register that nobody missed.
pub(super) fn judge_between(own: &Outcome, mixed: &Outcome, is_lost: bool, in_both: &InBoth<'_>) -> Judged {
    match (own, mixed) {
        (_, Outcome::Conforms) => Judged::plain(Class::Same),
        (Outcome::Conforms, Outcome::Wrong(wrong)) if is_lost => {
            Judged { class: Class::Breaks, old: None, new: wrong.names().into_iter().next() }
        }
        // What the old one does not understand of itself, it never understood.
        (Outcome::Wrong(own), Outcome::Wrong(wrong)) => Judged {
            class: Class::Kept,
            old: own.names().into_iter().next(),
            new: wrong.names().into_iter().next(),
        },
        _ => judge(own, mixed, in_both),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crosscall_model::Target;
    use crosscall_model::finding::{Answer, Expected, MismatchKind, Observed, Topic};

    const DEPARTURE: Answer = Answer { clause: "EPIPHANY-RET-04", question: "", reading: "R2" };

    fn departs() -> Outcome {
        wrong(Fingerprint::Deviation(DEPARTURE), "")
    }

    fn mismatch(clause: &'static str) -> Outcome {
        wrong(Fingerprint::Mismatch(clause, MismatchKind::of(Target::Epiphany, &Topic::StackPointer)), clause)
    }

    fn wrong(fingerprint: Fingerprint, what: &str) -> Outcome {
        let mismatch = Mismatch {
            target: Target::Epiphany,
            clauses: Vec::new(),
            topic: Topic::Tool(what.to_owned()),
            expected: Expected::Returns,
            observed: Observed::Message(String::new()),
            found: None,
        };
        let violation = Violation { mismatches: vec![mismatch], ..Violation::default() };
        let named = vec![Named { fingerprint, focus: 0, known: Vec::new() }];
        Outcome::Wrong(Arc::new(Contradiction { violation, named, evidence: None }))
    }

    fn refused() -> Outcome {
        let (what, message, source) = ("refused: no".to_owned(), "no".to_owned(), String::new());
        Outcome::NoObject { what, message, is_fault: false, source }
    }

    fn class(old: &Outcome, new: &Outcome) -> Class {
        judge(old, new, &|_| false).class
    }

    #[test]
    fn a_violation_is_new_gone_other_or_as_before() {
        let (fine, one, other) = (Outcome::Conforms, mismatch("A"), mismatch("B"));
        assert_eq!(class(&fine, &fine), Class::Same);
        assert_eq!(class(&fine, &one), Class::New);
        assert_eq!(class(&one, &fine), Class::Gone);
        assert_eq!(class(&one, &one), Class::Kept);
        assert_eq!(class(&one, &other), Class::Changed);
    }

    #[test]
    fn a_departure_of_both_is_no_news_of_one() {
        let (fine, departs) = (Outcome::Conforms, departs());
        assert_eq!(class(&fine, &departs), Class::New);
        for (old, new) in [(&fine, &departs), (&departs, &fine)] {
            assert_eq!(judge(old, new, &|fingerprint| fingerprint.is_departure()).class, Class::Uneven);
        }
        // What else is wrong counts.
        assert_eq!(judge(&departs, &mismatch("A"), &|f| f.is_departure()).class, Class::Changed);
    }

    #[test]
    fn what_one_cannot_compile_any_more_is_new() {
        let lacks = Outcome::Lacks("no vectors".to_owned());
        for new in [refused(), lacks.clone()] {
            assert_eq!(class(&Outcome::Conforms, &new), Class::New, "{new:?}");
        }
        assert_eq!(class(&refused(), &Outcome::Conforms), Class::Gone);
        assert_eq!(class(&refused(), &refused()), Class::Failed);
        assert_eq!(class(&lacks, &lacks), Class::Unsupported);
        assert_eq!(class(&lacks, &Outcome::Conforms), Class::Unsupported);
        assert_eq!(class(&Outcome::Conforms, &Outcome::Failed(String::new())), Class::Failed);
    }

    #[test]
    fn calls_that_the_old_one_never_understood_are_no_break() {
        let between =
            |own: &Outcome, mixed: &Outcome, lost| judge_between(own, mixed, lost, &|_| false).class;
        let (fine, one) = (Outcome::Conforms, mismatch("A"));
        assert_eq!(between(&fine, &one, true), Class::Breaks);
        assert_eq!(between(&fine, &one, false), Class::New);
        assert_eq!(between(&one, &one, true), Class::Kept);
        assert_eq!(between(&one, &fine, false), Class::Same);
        assert_eq!(between(&fine, &Outcome::Failed(String::new()), false), Class::Failed);
    }
}
