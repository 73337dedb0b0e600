//! The list of known findings: disagreements that are understood and written down, so that a run only
//! raises its voice for new ones.
//!
//! ```toml
//! [[known]]
//! id = "EPIPHANY-GCC12-01"
//! title = "Records of 5 to 8 bytes come back in r0:r1"
//! document = "docs/findings/epiphany-gcc-12.md#records-of-5-to-8-bytes"
//! case = "corpus/epiphany/0123456789abcdef.toml"
//! clauses = ["EPIPHANY-RET-06"]
//! compiler = "gcc 12.* epiphany-elf"
//! deviations = ["EPIPHANY-RET-06:memory=R5"]    # optional, as the rest: toolchain, pairings, kind,
//! signature = "* f(void)"                       # unnamed (type of an unnamed argument), style, observed, told
//! ```
//!
//! Whatever is a pattern (`*` stands for any text) may also be a list of patterns, one of which has to fit;
//! `{word}` in it stands for eight hexadecimal digits, the same ones each time. `observed`
//! and `told` (`result expected 0x1, observed 0x2`) are asked of each contradiction that the entry explains, not of
//! the case as a whole.
//!
//! In a list of one's own (`crosscall run --accept` writes such) an entry has a `reason` and a `date` in place of a document,
//! and may be `strict`: then a run fails where it no longer shows. `built_in = true` above all entries adds this list.
//!
//! Instead of `clauses` and `deviations` an entry may name a `fingerprint`, with `*` for any text. `compiler` is what
//! the compiler says of itself (see [`crate::toolchain::identity`]), whatever name it was given; `toolchain` is that
//! name. Every occurrence is held against the list by itself, before occurrences are told as one finding.

pub mod accept;
mod patterns;

use crate::error::{Error, read_text};
use crate::report::finding::{FindingKind};
use crate::toolchain::Toolchain;
use crate::toolchain::select::fits;
use crosscall_model::finding::words::Words;
use crosscall_model::finding::{Mismatch, Violation};
use crosscall_model::{AboutRef, Pairing, Target, c};
use patterns::Patterns;
use serde::Deserialize;
use std::collections::BTreeSet;
use std::path::Path;
use toml::Spanned;

/// The list of a target that is part of the program: name and text.
fn built_in(target: Target) -> (&'static str, &'static str) {
    match target {
        Target::Epiphany => ("corpus/epiphany/known.toml", include_str!("../../corpus/epiphany/known.toml")),
        Target::Nyuzi => ("corpus/nyuzi/known.toml", include_str!("../../corpus/nyuzi/known.toml")),
        Target::Dpu => ("corpus/dpu/known.toml", include_str!("../../corpus/dpu/known.toml")),
        Target::Ipu => ("corpus/ipu/known.toml", include_str!("../../corpus/ipu/known.toml")),
        Target::ForwardCom => {
            ("corpus/forwardcom/known.toml", include_str!("../../corpus/forwardcom/known.toml"))
        }
        #[cfg(feature = "invented")]
        Target::Invented => ("nothing", ""),
    }
}

/// Known findings.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Known {
    /// In the order of their files.
    pub entries: Vec<Entry>,
    /// Whether the list asks for the built-in one beside it; [`Known::read`] has added that.
    with_built_in: bool,
}

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
    /// Clauses that it contradicts.
    pub clauses: Vec<String>,
    /// Pattern for what the compilers say of themselves; `*` stands for any text.
    pub compiler: String,
    /// Pattern for the names of the subjects.
    pub toolchain: String,
    /// Departures from the document, such as `EPIPHANY-RET-04=R2` or `EPIPHANY-RET-06:memory=R5`.
    pub deviations: Vec<String>,
    /// Who calls whom; empty for any.
    pub pairings: Vec<Pairing>,
    /// For the function's declaration.
    pub signature: Patterns,
    /// For the type of one of the unnamed arguments.
    pub unnamed: Patterns,
    /// For the style of the case, such as `tail live=3`.
    pub style: Patterns,
    /// For a contradiction in words, such as `result expected 0x1, observed 0x2`.
    pub told: Patterns,
    /// For what was observed, or for the compiler's message.
    pub observed: Patterns,
    /// Pattern for the fingerprint; an entry that has one explains a finding as a whole.
    pub fingerprint: Option<String>,
    /// What kind of finding.
    pub kind: FindingKind,
    /// Why it is accepted; `None` for an entry that does not say, empty where a person has still to say it.
    pub reason: Option<String>,
    /// When it was accepted.
    pub date: Option<String>,
    /// Whether a run fails where it shows no longer.
    pub strict: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    /// Whether what crosscall itself knows is known, too.
    #[serde(default)]
    built_in: bool,
    #[serde(default)]
    known: Vec<Spanned<EntryText>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EntryText {
    id: String,
    title: String,
    #[serde(default)]
    document: String,
    #[serde(default)]
    case: String,
    reason: Option<String>,
    date: Option<String>,
    #[serde(default)]
    strict: bool,
    #[serde(default)]
    clauses: Vec<String>,
    #[serde(default = "any")]
    compiler: String,
    #[serde(default = "any")]
    toolchain: String,
    #[serde(default)]
    deviations: Vec<String>,
    #[serde(default)]
    pairings: Vec<String>,
    #[serde(default)]
    signature: Patterns,
    #[serde(default)]
    unnamed: Patterns,
    #[serde(default)]
    style: Patterns,
    #[serde(default)]
    told: Patterns,
    #[serde(default)]
    observed: Patterns,
    fingerprint: Option<String>,
    kind: Option<String>,
}

fn any() -> String {
    "*".to_owned()
}

impl Known {
    /// The lists that are part of the program.
    ///
    /// # Errors
    /// When one of them is wrong, which a test rules out.
    pub fn built_in() -> Result<Known, Error> {
        let mut known = Known::default();
        for (name, text) in Target::ALL.map(built_in) {
            known.entries.extend(Known::parse(text, Path::new(name))?.entries);
        }
        Ok(known)
    }

    /// Reads a list from a file.
    ///
    /// # Errors
    /// [`Error::Input`] that names file and line.
    pub fn read(path: &Path) -> Result<Known, Error> {
        let mut known = Known::parse(&read_text(path)?, path)?;
        // Cases are named as they are seen from the list.
        let folder = path.parent().unwrap_or(Path::new(""));
        for entry in &mut known.entries {
            let beside = folder.join(&entry.case);
            if !entry.case.is_empty() && !Path::new(&entry.case).exists() && beside.exists() {
                entry.case = beside.display().to_string();
            }
        }
        if known.with_built_in {
            known.entries.extend(Known::built_in()?.entries);
        }
        Ok(known)
    }

    /// Reads the text of a list; `path` is for messages.
    ///
    /// # Errors
    /// See [`Known::read`].
    pub fn parse(text: &str, path: &Path) -> Result<Known, Error> {
        let wrong = |at: usize, message: &str| {
            let line = 1 + text.bytes().take(at).filter(|b| *b == b'\n').count();
            Error::Input(format!("{}:{line}: {message}", path.display()))
        };
        let file: File =
            toml::from_str(text).map_err(|e| wrong(e.span().map_or(0, |s| s.start), e.message()))?;
        let mut known = Known { with_built_in: file.built_in, ..Known::default() };
        for spanned in file.known {
            let at = spanned.span().start;
            let entry = entry(spanned.into_inner()).map_err(|e| wrong(at, &e))?;
            if known.entries.iter().any(|e| e.id == entry.id) {
                return Err(wrong(at, &format!("`{}` stands twice; give the second another id", entry.id)));
            }
            known.entries.push(entry);
        }
        Ok(known)
    }

    /// The entry with an id.
    pub fn entry(&self, id: &str) -> Option<&Entry> {
        self.entries.iter().find(|e| e.id == id)
    }

    /// The ids that together explain one occurrence of a disagreement, joined by `+`; `None` when something in it
    /// is new.
    ///
    /// An entry with a fingerprint explains all of it. Otherwise, where departures from the document explain the
    /// occurrence, each of them must be in an entry; where not, the leading clause of each of its mismatches
    /// must be. That a subject has two conventions is never known by a clause alone.
    pub fn explain(&self, seen: &Occurrence<'_>) -> Vec<String> {
        let candidates: Vec<&Entry> = self.entries.iter().filter(|e| e.admits(seen)).collect();
        let named =
            |test: &dyn Fn(&Entry) -> bool| candidates.iter().find(|e| test(e)).map(|e| e.id.as_str());
        let violation = seen.violation;
        let told = |m: &Words| format!("{} expected {}, observed {}", m.subject, m.expected, m.observed);
        let saw = |m: &Mismatch, e: &Entry| {
            let words = m.words();
            e.observed.admit(&words.observed) && e.told.admit_with(|| told(&words))
        };
        let all = |e: &Entry| violation.mismatches.iter().all(|m| saw(m, e));
        let named_whole = named(&|e| e.fingerprint.is_some() && all(e));
        let parts: Vec<Option<&str>> = if named_whole.is_some() {
            vec![named_whole]
        } else if seen.kind == FindingKind::CompilerFault {
            vec![named(&all)]
        } else if !violation.changed.is_empty() {
            vec![None]
        } else if violation.deviations.is_empty() {
            let leads = |m: &Mismatch, e: &Entry| {
                let is_about = |clause| e.clauses.iter().any(|known| known == clause);
                e.deviations.is_empty() && m.clauses.first().is_some_and(is_about) && saw(m, e)
            };
            violation.mismatches.iter().map(|m| named(&|e| leads(m, e))).collect()
        } else {
            let wanted = violation.deviations.iter().map(ToString::to_string);
            wanted.map(|wanted| named(&|e| e.deviations.contains(&wanted) && all(e))).collect()
        };
        let ids: Option<BTreeSet<&str>> = parts.into_iter().collect();
        ids.unwrap_or_default().into_iter().map(str::to_owned).collect()
    }
}

/// One occurrence of a disagreement, as the list of known findings is asked about it.
#[derive(Debug, Clone, Copy)]
pub struct Occurrence<'a> {
    /// What kind of finding it is.
    pub kind: FindingKind,
    /// What makes it different from others.
    pub fingerprint: &'a str,
    /// The subject, and its partner in the pairing `cross`.
    pub subjects: &'a [&'a Toolchain],
    /// Who calls whom; none for a fault of the compiler itself.
    pub pairing: Option<Pairing>,
    /// The case.
    pub case: AboutRef<'a>,
    /// What is wrong.
    pub violation: &'a Violation,
}

impl Entry {
    /// Whether it is about findings of a subject.
    pub fn is_about(&self, subject: &Toolchain) -> bool {
        fits(&self.compiler, &subject.compiler) && fits(&self.toolchain, &subject.name)
    }

    /// Whether everything fits but clausess, and what was seen.
    fn admits(&self, seen: &Occurrence<'_>) -> bool {
        let call = seen.case.call();
        let signature = || seen.case.title();
        let unnamed = call.and_then(|case| case.signature.variadic.as_ref());
        self.kind == seen.kind
            && self.fingerprint.as_ref().is_none_or(|pattern| fits(pattern, seen.fingerprint))
            && !seen.subjects.is_empty()
            && seen.subjects.iter().all(|subject| self.is_about(subject))
            && (self.pairings.is_empty() || seen.pairing.is_some_and(|p| self.pairings.contains(&p)))
            && self.signature.admit_with(signature)
            && self.style.admit_with(|| call.map(|case| case.style.to_string()).unwrap_or_default())
            && (self.unnamed.is_empty()
                || unnamed.into_iter().flatten().any(|ty| self.unnamed.admit(&c::type_name(ty))))
    }
}

fn entry(text: EntryText) -> Result<Entry, String> {
    let kinds = [FindingKind::Violation, FindingKind::Incompatibility, FindingKind::CompilerFault];
    let kind = match text.kind {
        None => FindingKind::Violation,
        Some(name) => kinds.into_iter().find(|k| k.name() == name).ok_or_else(|| {
            let known: Vec<_> = kinds.iter().map(|k| k.name()).collect();
            format!("unknown kind `{name}`; known: {}", known.join(", "))
        })?,
    };
    // What has no name of its own is known by its document and its case.
    if text.reason.is_none() && (text.document.is_empty() || text.case.is_empty()) {
        return Err(format!("`{}` gives neither a `reason` nor a `document` with a `case`", text.id));
    }
    if text.id.is_empty() || text.id.contains('+') {
        return Err("an id is not empty and has no `+`".to_owned());
    }
    if text.fingerprint.is_none() {
        if kind == FindingKind::CompilerFault && text.observed.is_empty() {
            let id = text.id;
            return Err(format!("`{id}`: a fault of a compiler is known by its message: give `observed`"));
        }
        if kind != FindingKind::CompilerFault && text.clauses.is_empty() {
            return Err(format!("`{}` names no clause; give `clauses`", text.id));
        }
    }
    for deviation in &text.deviations {
        if !deviation.contains('=') {
            return Err(format!("`{deviation}` is no such as `EPIPHANY-RET-06=R5`"));
        }
    }
    let pairings = text.pairings.iter().map(|p| p.parse()).collect::<Result<_, String>>()?;
    Ok(Entry {
        id: text.id,
        title: text.title,
        document: text.document,
        case: text.case,
        clauses: text.clauses,
        compiler: text.compiler,
        toolchain: text.toolchain,
        deviations: text.deviations,
        pairings,
        signature: text.signature,
        unnamed: text.unnamed,
        style: text.style,
        told: text.told,
        observed: text.observed,
        fingerprint: text.fingerprint,
        kind,
        reason: text.reason,
        date: text.date,
        strict: text.strict,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::finding::Finding;
    use crate::report::sample;
    use expect_test::expect;

    const ENTRY: &str = r#"
[[known]]
id = "K1"
title = "t"
document = "d"
case = "c"
clauses = ["EPIPHANY-RET-06"]
compiler = "gcc 12.* epiphany-elf"
"#;

    /// What came of asking a list about a finding of a compiler that is named otherwise than by its maker.
    fn explained(known: &Known, finding: &Finding) -> Option<String> {
        let subject = Toolchain {
            name: "nightly".to_owned(),
            compiler: "gcc 12.2.0 epiphany-elf".to_owned(),
            ..Toolchain::embedded(finding.case.target())
        };
        explained_of(known, finding, &subject)
    }

    fn explained_of(known: &Known, finding: &Finding, subject: &Toolchain) -> Option<String> {
        known.explain(&Occurrence {
            kind: finding.kind,
            fingerprint: &finding.fingerprint,
            subjects: &[subject],
            pairing: Some(finding.pairing),
            case: finding.case.by_ref(),
            violation: &Violation {
                mismatches: finding.mismatches.clone(),
                deviations: finding.deviations.clone(),
                ..Violation::default()
            },
        })
    }

    fn list(text: &str) -> Known {
        Known::parse(text, Path::new("known.toml")).unwrap()
    }

    #[test]
    fn the_built_in_entries_are_well_founded() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let clauses: Vec<&str> = crosscall_model::Target::ALL
            .iter()
            .flat_map(|t| &crosscall_oracle::clause::catalogue(*t).clauses)
            .map(|c| c.id.as_str())
            .collect();
        for entry in Known::built_in().unwrap().entries {
            let id = &entry.id;
            for clause in &entry.clauses {
                assert!(clauses.contains(&clause.as_str()), "{id}: no clause {clause}");
            }
            crate::case_file::CaseFile::read(&root.join(&entry.case)).unwrap_or_else(|e| panic!("{id}: {e}"));
            assert!(crate::archive::section(&entry.document).is_some(), "{id}: {}", entry.document);
        }
    }

    #[test]
    fn every_mismatch_needs_an_entry() {
        let mut finding = sample::finding();
        finding.deviations.clear();
        assert_eq!(explained(&list(ENTRY), &finding).as_deref(), Some("K1"));
        let mut other = finding.mismatches[0].clone();
        other.clauses = vec!["EPIPHANY-REG-06"];
        finding.mismatches.push(other);
        assert_eq!(explained(&list(ENTRY), &finding), None);
        let second = ENTRY.replace("K1", "K2").replace("RET-06", "REG-06");
        assert_eq!(explained(&list(&format!("{ENTRY}{second}")), &finding).as_deref(), Some("K1+K2"));
    }

    #[test]
    fn every_departure_needs_an_entry() {
        let with = format!("{ENTRY}deviations = [\"EPIPHANY-RET-06=R5\"]\n");
        let mut finding = sample::finding();
        finding.deviations = vec![("EPIPHANY-RET-06", "R5".to_owned())];
        assert_eq!(explained(&list(&with), &finding).as_deref(), Some("K1"));
        assert_eq!(explained(&list(ENTRY), &finding), None);
        finding.deviations.push(("EPIPHANY-S06", "R4".to_owned()));
        assert_eq!(explained(&list(&with), &finding), None);
        finding.deviations.clear();
        assert_eq!(explained(&list(&with), &finding), None);
    }

    #[test]
    fn everything_that_is_given_must_fit() {
        let mut finding = sample::finding();
        finding.deviations.clear();
        for (more, fits) in [
            ("pairings = [\"callee\"]", true),
            ("pairings = [\"caller\"]", false),
            ("signature = \"struct*\"", true),
            ("signature = \"int*\"", false),
            ("observed = \"*r0:r1*\"", true),
            ("observed = \"r9\"", false),
            ("observed = [\"r9\", \"*r0:r1*\"]", true),
            ("told = \"result expected in memory*, observed *\"", true),
            ("told = \"r0 expected *\"", false),
            ("style = \"\"", true),
            ("style = \"*tail*\"", false),
            ("unnamed = \"int\"", false),
            ("kind = \"incompatibility\"", false),
            ("fingerprint = \"callee *\"", true),
            ("fingerprint = \"caller *\"", false),
        ] {
            let known = list(&format!("{ENTRY}{more}\n"));
            assert_eq!(explained(&known, &finding).is_some(), fits, "{more}");
        }
        let named = list(&format!("{ENTRY}toolchain = \"other*\"\n"));
        assert_eq!(explained(&named, &finding), None);
        for compiler in
            ["gcc 13.1.0 epiphany-elf", "gcc 12.2.0 arm-none-eabi", "clang 12.0.0 epiphany-elf", ""]
        {
            let other = Toolchain { compiler: compiler.into(), ..Toolchain::embedded(finding.case.target()) };
            assert_eq!(explained_of(&list(ENTRY), &finding, &other), None, "{compiler}");
        }
    }

    #[test]
    fn what_was_observed_is_asked_of_each_contradiction() {
        let mut finding = sample::finding();
        finding.deviations.clear();
        finding.mismatches.push(Mismatch { observed: "r9".to_owned(), ..finding.mismatches[0].clone() });
        for more in ["", "fingerprint = \"callee *\"\n"] {
            let some = list(&format!("{ENTRY}{more}observed = \"*r0:r1*\"\n"));
            assert_eq!(explained(&some, &finding), None, "{more}");
            let both = list(&format!("{ENTRY}{more}observed = [\"*r0:r1*\", \"r9\"]\n"));
            assert_eq!(explained(&both, &finding).as_deref(), Some("K1"), "{more}");
        }
    }

    #[test]
    fn a_fingerprint_explains_a_finding_as_a_whole() {
        let text = "[[known]]\nid = \"K\"\ntitle = \"t\"\ndocument = \"d\"\ncase = \"c\"\n";
        let known = list(&format!("{text}fingerprint = \"callee EPIPHANY-RET-06=R5\"\n"));
        assert_eq!(explained(&known, &sample::finding()).as_deref(), Some("K"));
    }

    #[test]
    fn errors_name_file_and_line() {
        let error = |text: &str| Known::parse(text, Path::new("known.toml")).unwrap_err().to_string();
        expect!["known.toml:9: unknown field `extra`, expected one of `id`, `title`, `document`, `case`, `reason`, `date`, `strict`, `clauses`, `compiler`, `toolchain`, `deviations`, `pairings`, `signature`, `unnamed`, `style`, `told`, `observed`, `fingerprint`, `kind`"]
            .assert_eq(&error(&format!("{ENTRY}extra = 1\n")));
        expect!["known.toml:9: an empty list of patterns fits nothing; leave it out where anything fits"]
            .assert_eq(&error(&format!("{ENTRY}observed = []\n")));
        expect!["known.toml:10: `K1` stands twice; give the second another id"]
            .assert_eq(&error(&format!("{ENTRY}{ENTRY}")));
        expect!["known.toml:2: unknown kind `odd`; known: violation, incompatibility, compiler-fault"]
            .assert_eq(&error(&format!("{ENTRY}kind = \"odd\"\n")));
        expect!["known.toml:2: `K1` names no clause; give `clauses`"]
            .assert_eq(&error(&ENTRY.replace("clauses", "# clauses")));
    }
}
