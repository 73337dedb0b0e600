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
//! toolchain = "epiphany-elf-gcc-*"
//! deviations = ["EPIPHANY-RET-06:memory=R5"]    # optional, as the rest: pairings, signature, observed, kind
//! ```
//!
//! Instead of `clauses` and `deviations` an entry may name a `fingerprint`, with `*` for any text.

use crate::error::{Error, read_text};
use crate::report::finding::{Finding, FindingKind, departure};
use crate::toolchain::select::fits;
use crosscall_model::Pairing;
use crosscall_model::finding::Mismatch;
use serde::Deserialize;
use std::collections::BTreeSet;
use std::path::Path;
use toml::Spanned;

/// The lists that are part of the program: name and text.
const BUILT_IN: &[(&str, &str)] =
    &[("corpus/epiphany/known.toml", include_str!("../../corpus/epiphany/known.toml"))];

/// Known findings.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Known {
    /// In the order of their files.
    pub entries: Vec<Entry>,
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
    /// Pattern for the names of the subjects; `*` stands for any text.
    pub toolchain: String,
    /// Departures from the document, such as `EPIPHANY-RET-04=R2` or `EPIPHANY-RET-06:memory=R5`.
    pub deviations: Vec<String>,
    /// Who calls whom; empty for any.
    pub pairings: Vec<Pairing>,
    /// Pattern for the function's declaration.
    pub signature: Option<String>,
    /// Pattern for what was observed, or for the compiler's message.
    pub observed: Option<String>,
    /// Pattern for the fingerprint; an entry that has one explains a finding as a whole.
    pub fingerprint: Option<String>,
    /// What kind of finding.
    pub kind: FindingKind,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    known: Vec<Spanned<EntryText>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EntryText {
    id: String,
    title: String,
    document: String,
    case: String,
    #[serde(default)]
    clauses: Vec<String>,
    #[serde(default = "any")]
    toolchain: String,
    #[serde(default)]
    deviations: Vec<String>,
    #[serde(default)]
    pairings: Vec<String>,
    signature: Option<String>,
    observed: Option<String>,
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
        for (name, text) in BUILT_IN {
            known.entries.extend(Known::parse(text, Path::new(name))?.entries);
        }
        Ok(known)
    }

    /// Reads a list from a file.
    ///
    /// # Errors
    /// [`Error::Input`] that names file and line.
    pub fn read(path: &Path) -> Result<Known, Error> {
        Known::parse(&read_text(path)?, path)
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
        let mut known = Known::default();
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

    /// The ids that together explain a finding, joined by `+`; `None` when something in it is new.
    ///
    /// An entry with a fingerprint explains all of it. Otherwise, where the finding names departures from the document, each of them must be in an entry; where it
    /// does not, the leading clause of each of its mismatches must be.
    pub fn explain(&self, finding: &Finding) -> Option<String> {
        let candidates: Vec<&Entry> = self.entries.iter().filter(|e| e.admits(finding)).collect();
        let named =
            |test: &dyn Fn(&Entry) -> bool| candidates.iter().find(|e| test(e)).map(|e| e.id.as_str());
        let named_whole = named(&|e| e.fingerprint.is_some());
        let parts: Vec<Option<&str>> = if named_whole.is_some() {
            vec![named_whole]
        } else if finding.kind == FindingKind::CompilerFault {
            vec![named(&|_| true)]
        } else if finding.deviations.is_empty() {
            let leads = |m: &Mismatch, e: &Entry| {
                e.deviations.is_empty() && m.clauses.first().is_some_and(|c| e.clauses.iter().any(|k| k == c))
            };
            finding.mismatches.iter().map(|m| named(&|e| leads(m, e))).collect()
        } else {
            let wanted = finding.deviations.iter().map(|(clause, reading)| departure(clause, reading));
            wanted.map(|wanted| named(&|e| e.deviations.contains(&wanted))).collect()
        };
        let ids: BTreeSet<&str> = parts.into_iter().collect::<Option<_>>()?;
        let ids: Vec<&str> = ids.into_iter().collect();
        (!ids.is_empty()).then(|| ids.join("+"))
    }
}

impl Entry {
    /// Whether everything fits but the clauses and departures.
    fn admits(&self, finding: &Finding) -> bool {
        let observed = |pattern: &String| {
            finding.mismatches.iter().any(|m| fits(pattern, &m.observed))
                || finding.message.as_ref().is_some_and(|m| fits(pattern, m))
        };
        self.kind == finding.kind
            && !finding.toolchains.is_empty()
            && finding.toolchains.iter().all(|t| fits(&self.toolchain, t))
            && (self.pairings.is_empty() || self.pairings.contains(&finding.pairing))
            && self.signature.as_ref().is_none_or(|pattern| fits(pattern, &finding.signature()))
            && self.observed.as_ref().is_none_or(observed)
            && self.fingerprint.as_ref().is_none_or(|pattern| fits(pattern, &finding.fingerprint))
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
    if text.id.is_empty() || text.id.contains('+') {
        return Err("an id is not empty and has no `+`".to_owned());
    }
    if text.fingerprint.is_none() {
        if kind == FindingKind::CompilerFault && text.observed.is_none() {
            let id = text.id;
            return Err(format!("`{id}`: a fault of a compiler is known by its message: give `observed`"));
        }
        if kind != FindingKind::CompilerFault && text.clauses.is_empty() {
            return Err(format!("`{}` names no clause; give `clauses`", text.id));
        }
    }
    for deviation in &text.deviations {
        if !deviation.contains('=') {
            return Err(format!("`{deviation}` is no departure, such as `EPIPHANY-RET-06=R5`"));
        }
    }
    let pairings = text.pairings.iter().map(|p| p.parse()).collect::<Result<_, String>>()?;
    Ok(Entry {
        id: text.id,
        title: text.title,
        document: text.document,
        case: text.case,
        clauses: text.clauses,
        toolchain: text.toolchain,
        deviations: text.deviations,
        pairings,
        signature: text.signature,
        observed: text.observed,
        fingerprint: text.fingerprint,
        kind,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::sample;
    use expect_test::expect;

    const ENTRY: &str = r#"
[[known]]
id = "K1"
title = "t"
document = "d"
case = "c"
clauses = ["EPIPHANY-RET-06"]
toolchain = "epiphany-elf-gcc-*"
"#;

    fn list(text: &str) -> Known {
        Known::parse(text, Path::new("known.toml")).unwrap()
    }

    /// The anchors of a page's headings, as GitHub makes them.
    fn anchors(page: &str) -> Vec<String> {
        let heading = |line: &str| {
            let text = line.trim_start_matches('#').trim().to_lowercase();
            let keep = |c: char| c.is_alphanumeric() || c == '-' || c == '_' || c == ' ';
            text.chars().filter(|c| keep(*c)).collect::<String>().replace(' ', "-")
        };
        page.lines().filter(|l| l.starts_with('#')).map(heading).collect()
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
            let (page, anchor) = entry.document.split_once('#').unwrap_or_else(|| panic!("{id}: no anchor"));
            let text =
                std::fs::read_to_string(root.join(page)).unwrap_or_else(|e| panic!("{id}: {page}: {e}"));
            assert!(anchors(&text).contains(&anchor.to_owned()), "{id}: {page} has no heading #{anchor}");
        }
    }

    #[test]
    fn every_mismatch_needs_an_entry() {
        let mut finding = sample::finding();
        finding.deviations.clear();
        assert_eq!(list(ENTRY).explain(&finding).as_deref(), Some("K1"));
        let mut other = finding.mismatches[0].clone();
        other.clauses = vec!["EPIPHANY-REG-06"];
        finding.mismatches.push(other);
        assert_eq!(list(ENTRY).explain(&finding), None);
        let second = ENTRY.replace("K1", "K2").replace("RET-06", "REG-06");
        assert_eq!(list(&format!("{ENTRY}{second}")).explain(&finding).as_deref(), Some("K1+K2"));
    }

    #[test]
    fn every_departure_needs_an_entry() {
        let with = format!("{ENTRY}deviations = [\"EPIPHANY-RET-06=R5\"]\n");
        let mut finding = sample::finding();
        finding.deviations = vec![("EPIPHANY-RET-06", "R5".to_owned())];
        assert_eq!(list(&with).explain(&finding).as_deref(), Some("K1"));
        assert_eq!(list(ENTRY).explain(&finding), None);
        finding.deviations.push(("EPIPHANY-S06", "R4".to_owned()));
        assert_eq!(list(&with).explain(&finding), None);
        finding.deviations.clear();
        assert_eq!(list(&with).explain(&finding), None);
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
            ("kind = \"incompatibility\"", false),
            ("fingerprint = \"callee *\"", true),
            ("fingerprint = \"caller *\"", false),
        ] {
            let known = list(&format!("{ENTRY}{more}\n"));
            assert_eq!(known.explain(&finding).is_some(), fits, "{more}");
        }
        finding.toolchains = vec!["other".into()];
        assert_eq!(list(ENTRY).explain(&finding), None);
    }

    #[test]
    fn a_fingerprint_explains_a_finding_as_a_whole() {
        let text = "[[known]]\nid = \"K\"\ntitle = \"t\"\ndocument = \"d\"\ncase = \"c\"\n";
        let known = list(&format!("{text}fingerprint = \"callee EPIPHANY-RET-06=R5\"\n"));
        assert_eq!(known.explain(&sample::finding()).as_deref(), Some("K"));
    }

    #[test]
    fn errors_name_file_and_line() {
        let error = |text: &str| Known::parse(text, Path::new("known.toml")).unwrap_err().to_string();
        expect!["known.toml:9: unknown field `extra`, expected one of `id`, `title`, `document`, `case`, `clauses`, `toolchain`, `deviations`, `pairings`, `signature`, `observed`, `fingerprint`, `kind`"]
            .assert_eq(&error(&format!("{ENTRY}extra = 1\n")));
        expect!["known.toml:10: `K1` stands twice; give the second another id"]
            .assert_eq(&error(&format!("{ENTRY}{ENTRY}")));
        expect!["known.toml:2: unknown kind `odd`; known: violation, incompatibility, compiler-fault"]
            .assert_eq(&error(&format!("{ENTRY}kind = \"odd\"\n")));
        expect!["known.toml:2: `K1` names no clause; give `clauses`"]
            .assert_eq(&error(&ENTRY.replace("clauses", "# clauses")));
    }
}
