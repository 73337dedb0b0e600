//! One entry of a list of known findings, and what a list in a file may say of it.

use super::patterns::Patterns;
use super::sight::Sight;
use crate::toolchain::select::fits;
use crate::toolchain::{Kind, Toolchain};
use chrono::NaiveDate;
use crosscall_model::finding::Beside;
use crosscall_model::finding::Detail;
use crosscall_model::finding::FindingKind;
use crosscall_model::{AboutRef, Case, Pairing, c};
use serde::Deserialize;

/// One known finding. Everything that is given must fit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Its name.
    pub id: String,
    /// What it is, in a line.
    pub title: String,
    /// Where it is written down.
    pub document: String,
    /// The case that reproduces it.
    pub case: String,
    /// What kind of finding.
    pub kind: FindingKind,
    /// Fingerprints, one of which has to be that of the contradiction; none where `clauses` are given.
    pub fingerprints: Vec<String>,
    /// Clauses, one of which has to be the first of the contradiction.
    pub clauses: Vec<String>,
    /// Pattern for what the compilers say of themselves.
    pub compiler: String,
    /// Names of the subjects, each as it stands, or `a calls b`; empty for all of this compiler.
    pub toolchains: Vec<String>,
    /// Who calls whom; empty for any.
    pub pairings: Vec<Pairing>,
    /// For the function's declaration.
    pub signature: Patterns,
    /// For the type of one of the unnamed arguments.
    pub unnamed: Patterns,
    /// For the style of the case, such as `tail live=3`.
    pub style: Patterns,
    /// Whether the call has to be the last act of its caller: the result is handed on, or there is none and nothing is left
    /// to be done.
    pub last_act: bool,
    /// For the message of a compiler that broke down.
    pub message: Patterns,
    /// What was seen: one of these has to fit; empty for anything.
    pub seen: Vec<Sight>,
    /// What exactly was seen: one of these has to cover it; empty for anything.
    pub details: Vec<Detail>,
    /// What went wrong with it in the same trials, and follows from it.
    pub with: Vec<Beside>,
    /// Why it is accepted; `None` for an entry that does not say, empty where a person has still to say it.
    pub reason: Option<String>,
    /// Who looks after it.
    pub owner: Option<String>,
    /// Where it is followed up.
    pub link: Option<String>,
    /// When it was accepted.
    pub date: Option<String>,
    /// The last day on which it counts.
    pub until: Option<NaiveDate>,
    /// Whether a run fails where it shows no longer.
    pub strict: bool,
    /// Whether its case alone shows it; of one that does not, nothing follows from that it stays away.
    pub repeats: bool,
    /// Why it hides nothing: it could not be turned into an exact entry.
    pub inexact: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct EntryText {
    id: String,
    title: String,
    #[serde(default)]
    document: String,
    #[serde(default)]
    case: String,
    reason: Option<String>,
    owner: Option<String>,
    link: Option<String>,
    date: Option<String>,
    until: Option<String>,
    #[serde(default)]
    strict: bool,
    #[serde(default = "yes")]
    repeats: bool,
    inexact: Option<String>,
    kind: Option<String>,
    #[serde(default)]
    fingerprint: OneOrMore,
    #[serde(default)]
    clauses: Vec<String>,
    #[serde(default)]
    compiler: String,
    #[serde(default)]
    toolchains: Vec<String>,
    #[serde(default)]
    pairings: Vec<String>,
    #[serde(default)]
    signature: Patterns,
    #[serde(default)]
    unnamed: Patterns,
    #[serde(default)]
    style: Patterns,
    #[serde(default)]
    last_act: bool,
    #[serde(default)]
    message: Patterns,
    #[serde(default)]
    seen: Vec<Sight>,
    #[serde(default)]
    details: Vec<String>,
    #[serde(default)]
    with: Vec<String>,
}

/// A text or a list of texts.
#[derive(Deserialize)]
#[serde(untagged, expecting = "expected a text or a list of texts")]
pub(super) enum OneOrMore {
    One(String),
    More(Vec<String>),
}

impl Default for OneOrMore {
    fn default() -> OneOrMore {
        OneOrMore::More(Vec::new())
    }
}

fn yes() -> bool {
    true
}

/// The kinds of findings that lists know.
const KINDS: [FindingKind; 3] =
    [FindingKind::Violation, FindingKind::Incompatibility, FindingKind::CompilerFault];

/// The kind with a name.
pub(super) fn kind_named(name: &str) -> Result<FindingKind, String> {
    KINDS.into_iter().find(|kind| kind.name() == name).ok_or_else(|| {
        let known: Vec<_> = KINDS.iter().map(|kind| kind.name()).collect();
        format!("unknown kind `{name}`; known: {}", known.join(", "))
    })
}

impl EntryText {
    /// The entry, if it says what it has to say and is not wider than a cause can be.
    pub(super) fn check(self) -> Result<Entry, String> {
        let kind = self.kind.as_deref().map_or(Ok(FindingKind::Violation), kind_named)?;
        let id = self.id;
        let is_fault = kind == FindingKind::CompilerFault;
        let fingerprints = match self.fingerprint {
            OneOrMore::One(one) => vec![one],
            OneOrMore::More(more) => more,
        };
        // What has no name of its own is known by its document and its case.
        if self.reason.is_none() && (self.document.is_empty() || self.case.is_empty()) {
            return Err(format!("`{id}` gives neither a `reason` nor a `document` with a `case`"));
        }
        if id.is_empty() {
            return Err("an id is not empty".to_owned());
        }
        if self.inexact.is_none() {
            let nothing = fingerprints.is_empty() && self.clauses.is_empty();
            if is_fault && self.message.is_empty() && nothing {
                return Err(format!(
                    "`{id}`: a fault of a compiler is known by its message: give `message` or `fingerprint`"
                ));
            }
            if !is_fault && nothing {
                return Err(format!("`{id}` names no finding; give `fingerprint` or `clauses`"));
            }
            // What the subjects of a target share is the target's name at most; an entry is about a compiler.
            if self.compiler.trim_matches('*').is_empty() && self.toolchains.is_empty() {
                return Err(format!("`{id}` is about every compiler; give `compiler` or `toolchains`"));
            }
        }
        let exact = fingerprints.iter().chain(&self.clauses).chain(&self.toolchains);
        if let Some(wide) = exact.into_iter().find(|text| text.contains('*')) {
            return Err(format!("`{id}`: `{wide}` is no pattern: name each one that is meant"));
        }
        let until = match &self.until {
            Some(date) => Some(
                date.parse::<NaiveDate>()
                    .map_err(|_| format!("`{id}`: `{date}` is no date such as 2027-01-31"))?,
            ),
            None => None,
        };
        let pairings = self.pairings.iter().map(|p| p.parse()).collect::<Result<_, String>>()?;
        let details = self.details.iter().map(|text| text.parse()).collect::<Result<_, String>>();
        let with = self.with.iter().map(|text| text.parse()).collect::<Result<_, String>>();
        Ok(Entry {
            title: self.title,
            document: self.document,
            case: self.case,
            kind,
            fingerprints,
            clauses: self.clauses,
            compiler: self.compiler,
            toolchains: self.toolchains,
            pairings,
            signature: self.signature,
            unnamed: self.unnamed,
            style: self.style,
            last_act: self.last_act,
            message: self.message,
            seen: self.seen,
            details: details.map_err(|why| format!("`{id}`: {why}"))?,
            with: with.map_err(|why| format!("`{id}`: {why}"))?,
            reason: self.reason,
            owner: self.owner,
            link: self.link,
            date: self.date,
            until,
            strict: self.strict,
            repeats: self.repeats,
            inexact: self.inexact,
            id,
        })
    }
}

impl Entry {
    /// Whether it is about findings of a subject.
    pub fn is_about(&self, subject: &Toolchain) -> bool {
        let (calls, own) = (format!("{} calls ", subject.name), format!(" calls {}", subject.name));
        let named = |name: &String| *name == subject.name || name.starts_with(&calls) || name.ends_with(&own);
        self.is_of_compiler(subject) && (self.toolchains.is_empty() || self.toolchains.iter().any(named))
    }

    fn is_of_compiler(&self, subject: &Toolchain) -> bool {
        self.compiler.is_empty() || fits(&self.compiler, &subject.compiler)
    }

    /// Whether it counts on a day.
    pub fn counts(&self, day: NaiveDate) -> bool {
        self.inexact.is_none() && self.until.is_none_or(|until| day <= until)
    }

    /// Whether the subjects, in their order, are those that it names.
    pub(super) fn is_about_all(&self, subjects: &[&Toolchain]) -> bool {
        let names: Vec<&str> = subjects.iter().map(|subject| subject.name.as_str()).collect();
        let together = names.join(" calls ");
        // The embedded code generator is nobody's product: what a call between it and a compiler shows is the compiler's.
        let is_neutral = |subject: &&Toolchain| subject.kind == Kind::Embedded && subjects.len() > 1;
        subjects.iter().any(|subject| self.is_of_compiler(subject))
            && subjects.iter().all(|subject| self.is_of_compiler(subject) || is_neutral(subject))
            && (self.toolchains.is_empty() || self.toolchains.contains(&together))
    }

    /// Whether a case is one of those in which its cause shows.
    pub(super) fn is_about_case(&self, case: AboutRef<'_>) -> bool {
        let call = case.call();
        let unnamed = call.and_then(|case| case.signature.variadic.as_ref());
        self.signature.admit_with(|| case.title())
            && self.style.admit_with(|| call.map(|case| case.style.to_string()).unwrap_or_default())
            && (!self.last_act || call.is_some_and(is_last_act))
            && (self.unnamed.is_empty()
                || unnamed.into_iter().flatten().any(|ty| self.unnamed.admit(&c::type_name(ty))))
    }
}

/// Whether nothing is left for the caller to do behind the call.
fn is_last_act(case: &Case) -> bool {
    case.style.tail || case.signature.result.is_none() && case.style.live == 0
}
