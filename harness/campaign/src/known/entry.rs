//! One entry of a list of known findings.

use super::Subject;
use super::compilers::Compilers;
use super::patterns::{OneOrMore, Patterns};
use super::sight::Sight;
use chrono::NaiveDate;
use crosscall_base::serde_text;
use crosscall_model::finding::{Beside, Detail, FindingKind};
use crosscall_model::{AboutRef, Case, Pairing, Target, c};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

/// One known finding. Everything that is given must fit.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Its name.
    pub id: String,
    /// Description in a line.
    pub title: String,
    /// Page and section that describe it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub document: String,
    /// Reason why it is accepted; `None` for an entry that does not say, empty where a person has still to say it.
    pub reason: Option<String>,
    /// Person who looks after it.
    pub owner: Option<String>,
    /// Address where it is followed up.
    pub link: Option<String>,
    /// Day on which it was accepted.
    #[serde(default, serialize_with = "serde_text::option::serialize", deserialize_with = "day")]
    pub date: Option<NaiveDate>,
    /// Last day on which it counts.
    #[serde(default, serialize_with = "serde_text::option::serialize", deserialize_with = "day")]
    pub until: Option<NaiveDate>,
    /// The case that reproduces it.
    #[serde(default)]
    pub case: String,
    /// The kind of finding.
    #[serde(default, deserialize_with = "kind", serialize_with = "kind_name")]
    pub kind: FindingKind,
    /// True of a violation that may show only where two functions of compilers call each other, as an incompatibility.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub or_between: bool,
    /// Fingerprints, one of which has to be that of the contradiction, if none of the `clauses` leads it.
    #[serde(default, rename = "fingerprint", with = "one_or_more")]
    pub fingerprints: Vec<String>,
    /// Clauses, one of which has to be the first of the contradiction, if it has none of the `fingerprints`. They explain no
    /// departure, and no two conventions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub clauses: Vec<String>,
    /// Pairings in which it shows; empty for any.
    #[serde(default, with = "serde_text::list", skip_serializing_if = "Vec::is_empty")]
    pub pairings: Vec<Pairing>,
    /// Targets on which it shows; empty for all.
    #[serde(default, with = "serde_text::list", skip_serializing_if = "Vec::is_empty")]
    pub targets: Vec<Target>,
    /// Compilers, one of which has to be that of the subject; empty for any.
    #[serde(default, rename = "compiler", with = "one_or_more", skip_serializing_if = "Vec::is_empty")]
    pub compilers: Vec<Compilers>,
    /// Options, one of which the compiler's command has to give, such as `-Os`; empty for any command. A recorded compiler
    /// has no command, and fits none.
    #[serde(default, with = "one_or_more", skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<String>,
    /// Names of the subjects, each as it stands, or `a calls b`; empty for all of this compiler.
    #[serde(default)]
    pub toolchains: Vec<String>,
    /// Patterns for the function's declaration.
    #[serde(default, skip_serializing_if = "Patterns::is_empty")]
    pub signature: Patterns,
    /// Patterns for the type of one of the unnamed arguments.
    #[serde(default, skip_serializing_if = "Patterns::is_empty")]
    pub unnamed: Patterns,
    /// Patterns for the style of the case, such as `tail live=3`.
    #[serde(default, skip_serializing_if = "Patterns::is_empty")]
    pub style: Patterns,
    /// True if the call has to be the last act of its caller: the result is handed on, or there is none and nothing is left
    /// to be done.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub last_act: bool,
    /// Patterns for the message of a compiler that broke down.
    #[serde(default, skip_serializing_if = "Patterns::is_empty")]
    pub message: Patterns,
    /// Conditions on what was seen, one of which has to fit; empty for anything.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seen: Vec<Sight>,
    /// Exact descriptions of what was seen, one of which has to cover it; empty for anything.
    #[serde(default, with = "serde_text::list", skip_serializing_if = "Vec::is_empty")]
    pub details: Vec<Detail>,
    /// Other contradictions of the same trials that follow from it.
    #[serde(default, with = "serde_text::list", skip_serializing_if = "Vec::is_empty")]
    pub with: Vec<Beside>,
    /// True if it shows in calls between the compiler and another one as well. The other is tested by itself with the same
    /// cases, where its own faults show.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub with_others: bool,
    /// True if a run fails where it shows no longer.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub strict: bool,
    /// True if its case alone shows it; of one that does not, nothing follows from that it stays away.
    #[serde(default = "yes", skip_serializing_if = "is_true")]
    pub repeats: bool,
}

fn yes() -> bool {
    true
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_true(value: &bool) -> bool {
    *value
}

/// The kinds of findings that lists know.
const KINDS: [FindingKind; 3] =
    [FindingKind::Violation, FindingKind::Incompatibility, FindingKind::CompilerFault];

fn kind<'de, D: Deserializer<'de>>(d: D) -> Result<FindingKind, D::Error> {
    let name = String::deserialize(d)?;
    KINDS.into_iter().find(|kind| kind.name() == name).ok_or_else(|| {
        let known = KINDS.map(FindingKind::name).join(", ");
        D::Error::custom(format!("unknown kind `{name}`; known: {known}"))
    })
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn kind_name<S: Serializer>(kind: &FindingKind, s: S) -> Result<S::Ok, S::Error> {
    s.serialize_str(kind.name())
}

fn day<'de, D: Deserializer<'de>>(d: D) -> Result<Option<NaiveDate>, D::Error> {
    let date = String::deserialize(d)?;
    date.parse().map(Some).map_err(|_| D::Error::custom(format!("`{date}` is not a date such as 2027-01-31")))
}

/// A list of texts that is written as a text where it has only one.
mod one_or_more {
    use super::{Deserialize, Deserializer, Error, OneOrMore, Serialize, Serializer};

    pub(super) fn serialize<T: Serialize, S: Serializer>(texts: &[T], s: S) -> Result<S::Ok, S::Error> {
        match texts {
            [one] => one.serialize(s),
            more => more.serialize(s),
        }
    }

    pub(super) fn deserialize<'de, T, D: Deserializer<'de>>(d: D) -> Result<Vec<T>, D::Error>
    where
        T: TryFrom<String, Error: std::fmt::Display>,
    {
        let texts = OneOrMore::deserialize(d)?;
        Vec::from(texts).into_iter().map(T::try_from).collect::<Result<_, _>>().map_err(D::Error::custom)
    }
}

impl Entry {
    /// Checks that it says what it has to say and is not wider than a cause can be.
    ///
    /// # Errors
    /// The key that is missing or too wide.
    pub(super) fn check(&self) -> Result<(), String> {
        let id = &self.id;
        if self.reason.is_none() && (self.document.is_empty() || self.case.is_empty()) {
            return Err(format!("`{id}` gives neither a `reason` nor a `document` with a `case`"));
        }
        if id.is_empty() {
            return Err("an id is not empty".to_owned());
        }
        let exact = || self.fingerprints.iter().chain(&self.clauses);
        match exact().next() {
            None if self.kind != FindingKind::CompilerFault => {
                return Err(format!("`{id}` names no finding; give `fingerprint` or `clauses`"));
            }
            None if self.message.is_empty() => {
                return Err(format!(
                    "`{id}`: a fault of a compiler is known by its message: give `message` or `fingerprint`"
                ));
            }
            _ => {}
        }
        if self.compilers.is_empty() && self.toolchains.is_empty() {
            return Err(format!("`{id}` is about every compiler; give `compiler` or `toolchains`"));
        }
        match exact().chain(&self.toolchains).chain(&self.options).find(|text| text.contains('*')) {
            Some(wide) => Err(format!("`{id}`: `{wide}` is not a pattern: name each one that is meant")),
            None => Ok(()),
        }
    }

    /// True if it is about findings of a kind.
    pub(super) fn is_of_kind(&self, kind: FindingKind) -> bool {
        self.kind == kind || self.or_between && kind == FindingKind::Incompatibility
    }

    /// True if it is about findings of a subject.
    pub fn is_about(&self, subject: Subject<'_>) -> bool {
        let (calls, own) = (format!("{} calls ", subject.name), format!(" calls {}", subject.name));
        let named = |name: &String| name == subject.name || name.starts_with(&calls) || name.ends_with(&own);
        self.is_of_compiler(subject) && (self.toolchains.is_empty() || self.toolchains.iter().any(named))
    }

    fn is_of_compiler(&self, subject: Subject<'_>) -> bool {
        (self.compilers.is_empty() || self.compilers.iter().any(|own| own.admit(subject.compiler)))
            && (self.options.is_empty() || self.options.iter().any(|option| subject.options.contains(option)))
    }

    /// True if it counts on a day.
    pub fn counts(&self, day: NaiveDate) -> bool {
        self.until.is_none_or(|until| day <= until)
    }

    /// True if the subjects, in their order, are those that it names.
    pub(super) fn is_about_all(&self, subjects: &[Subject<'_>]) -> bool {
        let names: Vec<&str> = subjects.iter().map(|subject| subject.name).collect();
        let together = names.join(" calls ");
        // The embedded code generator is nobody's product: what a call between it and a compiler shows is the compiler's.
        let is_neutral =
            |subject: &Subject<'_>| subjects.len() > 1 && (self.with_others || subject.is_embedded);
        subjects.iter().any(|subject| self.is_of_compiler(*subject))
            && subjects.iter().all(|subject| self.is_of_compiler(*subject) || is_neutral(subject))
            && (self.toolchains.is_empty() || self.toolchains.contains(&together))
    }

    /// True if a case is one of those in which its cause shows.
    pub(super) fn is_about_case(&self, case: AboutRef<'_>) -> bool {
        let call = case.call();
        let unnamed = call.and_then(|case| case.signature.variadic.as_ref());
        (self.targets.is_empty() || self.targets.contains(&case.target()))
            && self.signature.admit_with(|| case.title())
            && self.style.admit_with(|| call.map(|case| case.style.to_string()).unwrap_or_default())
            && (!self.last_act || call.is_some_and(is_last_act))
            && (self.unnamed.is_empty()
                || unnamed.into_iter().flatten().any(|ty| self.unnamed.admit(&c::type_name(ty))))
    }
}

/// True if nothing is left for the caller to do behind the call.
fn is_last_act(case: &Case) -> bool {
    case.style.tail || case.signature.result.is_none() && case.style.live == 0
}
