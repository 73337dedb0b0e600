//! The list of known findings: disagreements that are understood and written down, so that a run only
//! raises its voice for new ones.
//!
//! ```toml
//! format = 3
//!
//! [[known]]
//! id = "EPIPHANY-GCC12-05"
//! title = "composites of a double word are returned in r0:r1"
//! document = "docs/findings/epiphany-gcc-12.md#composites-of-a-double-word-are-returned-in-r0r1"
//! case = "corpus/epiphany/gcc-12-double-word-composite-result.toml"
//! fingerprint = "EPIPHANY-RET-06:memory=R5"     # or a list of them, or `clauses`, or both
//! compiler = "gcc 12 epiphany-elf"           # or a list
//! ```
//!
//! `compiler` names makers with ranges of versions ([`Compilers`]): those in which the cause was seen ([`versions`]). A range
//! without an end says that the newest version that was tried still has it.
//!
//! Everything that an entry gives must fit, and an entry is as wide as its cause and no wider: fingerprints, clauses, options
//! and names of subjects are texts and no patterns, and an entry is about a compiler. It gives fingerprints, or clauses that
//! lead a contradiction, whatever it is about, or both, one of which has to fit: where one value takes a place more than it
//! should, what is behind it is lost in many ways. What may be patterns, or lists of
//! patterns one of which has to fit (`*` stands for any text), is what a cause can depend on: `signature`, `unnamed` (type of
//! an unnamed argument), `style`, and the words of tools, `message` and `refused`. What was seen is given in the model's
//! types: conditions in `[[known.seen]]` (see [`sight`]), one of which has to fit, or `details`, one of which has to cover
//! it exactly. Calls between the compiler and another one are its matter only if it says `with_others = true`. `with` has the fingerprints of what went wrong in the same trials because of it, each with what exactly was seen.
//!
//! In a list of one's own (`crosscall run --accept` writes such) an entry has a `reason` and a `date` in place of a document,
//! may have an `owner`, a `link` and a day `until` which it counts, and may be `strict`: then a run fails where it no longer
//! shows. `built_in = true` above all entries adds this list.
//!
//! Every contradiction is held against the list by itself, before they are reported as one finding: what is known of a
//! compiler never hides its neighbour.

pub mod accept;
mod compilers;
mod entry;
mod patterns;
pub mod sight;
pub mod versions;

pub use compilers::Compilers;
pub use entry::Entry;

use chrono::{DateTime, NaiveDate};
use crosscall_base::error::{Error, read_text};
use crosscall_model::finding::{Beside, FindingKind, Mismatch, Violation};
use crosscall_model::{AboutRef, Pairing, Target};
pub use crosscall_toolchain::identity::Subject;
use serde::Deserialize;
use std::path::Path;
use std::sync::LazyLock;
use std::time::{SystemTime, UNIX_EPOCH};
use toml::Spanned;

/// The format of lists that this program reads and writes.
pub const FORMAT: i64 = 3;

/// Known findings.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Known {
    /// In the order of their files.
    pub entries: Vec<Entry>,
    /// The day on which entries have to count.
    today: NaiveDate,
    /// True if the list asks for the built-in one beside it, which [`Known::read`] has added.
    with_built_in: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[expect(dead_code, reason = "looked at before the rest is read")]
    format: i64,
    /// True if the built-in list counts, too.
    #[serde(default)]
    built_in: bool,
    #[serde(default)]
    known: Vec<Spanned<Entry>>,
}

/// The date, as UTC has it.
pub fn today() -> NaiveDate {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let now = i64::try_from(seconds).ok().and_then(|seconds| DateTime::from_timestamp(seconds, 0));
    now.map_or(NaiveDate::MAX, |now| now.date_naive())
}

/// Names of the documents, each once.
fn documents() -> Vec<&'static str> {
    let mut all: Vec<&str> = Target::ALL.iter().map(|target| target.document()).collect();
    all.dedup();
    all
}

impl Known {
    /// The lists that are part of the program, read once.
    ///
    /// # Errors
    /// When one of them is wrong, which a test rules out.
    pub fn built_in() -> Result<&'static Known, Error> {
        static BUILT_IN: LazyLock<Result<Known, Error>> = LazyLock::new(|| {
            let mut known = Known { today: today(), ..Known::default() };
            for document in documents() {
                let name = format!("corpus/{document}/known.toml");
                let text = crosscall_corpus::file(&name).unwrap_or_default();
                known.entries.extend(Known::parse(text, Path::new(&name))?.entries);
            }
            Ok(known)
        });
        BUILT_IN.as_ref().map_err(Clone::clone)
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
            known.entries.extend_from_slice(&Known::built_in()?.entries);
        }
        Ok(known)
    }

    /// Reads the text of a list; `path` is for messages.
    ///
    /// # Errors
    /// See [`Known::read`].
    pub fn parse(text: &str, path: &Path) -> Result<Known, Error> {
        let wrong = |at: usize, message: &str| Error::in_text(path, text, at, message);
        let syntax =
            |error: toml::de::Error| wrong(error.span().map_or(0, |span| span.start), error.message());
        let table: toml::Table = toml::from_str(text).map_err(syntax)?;
        match table.get("format") {
            // A list without entries says the same in every format.
            None if table.get("known").is_none() && table.is_empty() => {
                return Ok(Known { today: today(), ..Known::default() });
            }
            None => return Err(wrong(0, &format!("has no `format = {FORMAT}` before its entries"))),
            Some(toml::Value::Integer(FORMAT)) => {}
            Some(other) => {
                return Err(wrong(
                    0,
                    &format!("is written in format {other}, and this crosscall reads format {FORMAT}"),
                ));
            }
        }
        let file: File = toml::from_str(text).map_err(syntax)?;
        let mut known = Known { with_built_in: file.built_in, today: today(), ..Known::default() };
        for spanned in file.known {
            let at = spanned.span().start;
            let entry = spanned.into_inner();
            entry.check().map_err(|why| wrong(at, &why))?;
            if known.entries.iter().any(|e| e.id == entry.id) {
                return Err(wrong(at, &format!("`{}` stands twice; give the second another id", entry.id)));
            }
            known.entries.push(entry);
        }
        Ok(known)
    }

    /// List with one of its entries at the head, about every version of the compilers that the entry names.
    pub(crate) fn led_by(&self, id: &str) -> Option<Known> {
        let mut entry = self.entry(id)?.clone();
        for compilers in &mut entry.compilers {
            *compilers = compilers.of_every_version();
        }
        let mut known = self.clone();
        known.entries.retain(|other| other.id != id);
        known.entries.insert(0, entry);
        Some(known)
    }

    /// The entry with an id.
    pub fn entry(&self, id: &str) -> Option<&Entry> {
        self.entries.iter().find(|e| e.id == id)
    }

    /// Entries that count today.
    pub fn counting(&self) -> impl Iterator<Item = &Entry> {
        self.entries.iter().filter(|entry| entry.counts(self.today))
    }

    /// Entries that do not count any longer, or that hide nothing since they are not exact.
    pub fn idle(&self) -> impl Iterator<Item = &Entry> {
        self.entries.iter().filter(|entry| !entry.counts(self.today))
    }

    /// Holds one occurrence of a disagreement against the list.
    ///
    /// A departure from the document, two conventions and a fault of a tool are explained by an entry that names them. What
    /// is left over is explained where the contradiction itself is, and every other one of the same trial is by an entry
    /// of its own, or follows from it as that says.
    pub fn judge(&self, seen: &Occurrence<'_>) -> Standing {
        let violation = seen.violation;
        let candidates: Vec<&Entry> = self.entries.iter().filter(|e| self.admits(e, seen)).collect();
        let focus = violation.mismatches.get(seen.focus);
        if seen.kind == FindingKind::CompilerFault
            || !violation.changed.is_empty()
            || !violation.deviations.is_empty()
        {
            let explains = |entry: &&&Entry| {
                let named = entry.fingerprints.iter().any(|one| one == seen.fingerprint)
                    || entry.fingerprints.is_empty() && seen.kind == FindingKind::CompilerFault;
                let said = || focus.map(|m| m.words().observed).unwrap_or_default();
                named && entry.message.admit_with(said) && focus.is_none_or(|m| saw(entry, m))
            };
            return match candidates.iter().find(explains) {
                Some(entry) => Standing::Known(vec![entry.id.clone()]),
                None => Standing::New,
            };
        }
        let Some(focus) = focus else { return Standing::New };
        let own: Vec<&Entry> =
            candidates.iter().copied().filter(|e| explains(e, seen.fingerprint, focus)).collect();
        let Some(first) = own.first() else { return Standing::New };
        let mut ids = vec![first.id.clone()];
        for (index, other) in violation.mismatches.iter().enumerate() {
            if seen.reported.contains(&index) {
                continue;
            }
            let fingerprint = (seen.fingerprint_of)(other);
            let beside = Beside::of(fingerprint.clone(), other);
            if own.iter().any(|entry| entry.with.iter().any(|known| known.covers(&beside))) {
                continue;
            }
            match candidates.iter().find(|e| explains(e, &fingerprint, other)) {
                Some(entry) if !ids.contains(&entry.id) => ids.push(entry.id.clone()),
                Some(_) => {}
                None => return Standing::Beside(ids, index),
            }
        }
        ids.sort();
        Standing::Known(ids)
    }

    /// The entry that explains the contradiction in focus by itself, whatever else is wrong in its trial.
    pub fn explains(&self, seen: &Occurrence<'_>) -> Option<&Entry> {
        let focus = seen.violation.mismatches.get(seen.focus)?;
        let candidates = self.entries.iter().filter(|entry| self.admits(entry, seen));
        { candidates }.find(|entry| explains(entry, seen.fingerprint, focus))
    }

    /// True if all conditions fit but those on what was seen.
    fn admits(&self, entry: &Entry, seen: &Occurrence<'_>) -> bool {
        entry.is_of_kind(seen.kind)
            && (entry.pairings.is_empty() || seen.pairing.is_some_and(|p| entry.pairings.contains(&p)))
            && entry.is_about_all(seen.subjects)
            && entry.counts(self.today)
            && entry.is_about_case(seen.case)
    }
}

/// True if an entry explains a contradiction.
fn explains(entry: &Entry, fingerprint: &str, mismatch: &Mismatch) -> bool {
    let by_name = entry.fingerprints.iter().any(|one| one == fingerprint);
    let lead = mismatch.clauses.first();
    let by_clause = lead.is_some_and(|lead| entry.clauses.iter().any(|clause| clause == lead));
    (by_name || by_clause) && saw(entry, mismatch)
}

/// True if the conditions of an entry on what was seen fit.
fn saw(entry: &Entry, mismatch: &Mismatch) -> bool {
    (entry.seen.is_empty() || entry.seen.iter().any(|sight| sight.fits(mismatch)))
        && (entry.details.is_empty() || {
            let detail = mismatch.detail();
            entry.details.iter().any(|known| known.covers(&detail))
        })
}

/// Relation of an occurrence to a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Standing {
    /// All of it is known, by these entries.
    Known(Vec<String>),
    /// The contradiction is new.
    New,
    /// The contradiction is known, but another one of the same trial is new: its index.
    Beside(Vec<String>, usize),
}

/// One occurrence of a disagreement, as the list of known findings is asked about it.
#[derive(Clone, Copy)]
pub struct Occurrence<'a> {
    /// The kind of finding.
    pub kind: FindingKind,
    /// The fingerprint of the disagreement.
    pub fingerprint: &'a str,
    /// The contradiction that the fingerprint is of, by its index.
    pub focus: usize,
    /// Contradictions of the same trial that are asked about by themselves, this one among them.
    pub reported: &'a [usize],
    /// The fingerprint that another contradiction of the same trial has.
    pub fingerprint_of: &'a dyn Fn(&Mismatch) -> String,
    /// The subject, and its partner in the pairing `cross`.
    pub subjects: &'a [Subject<'a>],
    /// The pairing; none for a fault of the compiler itself.
    pub pairing: Option<Pairing>,
    /// The case.
    pub case: AboutRef<'a>,
    /// The contradictions.
    pub violation: &'a Violation,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crosscall_model::finding::{Finding, MismatchKind};
    use crosscall_reports::sample;
    use expect_test::expect;

    const ENTRY: &str = r#"format = 3
[[known]]
id = "K1"
title = "t"
document = "d"
case = "c"
clauses = ["EPIPHANY-RET-06"]
compiler = "gcc 12 epiphany-elf"
"#;

    /// Ids by which a list explains a finding of a compiler with a name of the user's own.
    fn explained(known: &Known, finding: &Finding) -> Option<String> {
        explained_of(known, finding, "gcc 12.2.0 epiphany-elf")
    }

    fn explained_of(known: &Known, finding: &Finding, compiler: &str) -> Option<String> {
        let fingerprint_of =
            |m: &Mismatch| format!("{}:{}", m.clauses[0], MismatchKind::of(m.target, &m.topic));
        let subject = Subject { name: "nightly", compiler, options: &[], is_embedded: false };
        let standing = known.judge(&Occurrence {
            kind: finding.kind,
            fingerprint: &finding.fingerprint,
            focus: 0,
            reported: &[0],
            fingerprint_of: &fingerprint_of,
            subjects: &[subject],
            pairing: Some(finding.pairing),
            case: finding.case.by_ref(),
            violation: &Violation {
                mismatches: finding.mismatches.clone(),
                deviations: finding.deviations.clone(),
                ..Violation::default()
            },
        });
        match standing {
            Standing::Known(ids) => Some(ids.join("+")),
            Standing::New | Standing::Beside(..) => None,
        }
    }

    fn list(text: &str) -> Known {
        Known::parse(text, Path::new("known.toml")).unwrap()
    }

    #[test]
    fn every_mismatch_needs_an_entry() {
        let mut finding = left_over();
        assert_eq!(explained(&list(ENTRY), &finding).as_deref(), Some("K1"));
        let mut other = finding.mismatches[0].clone();
        other.clauses = vec!["EPIPHANY-REG-06"];
        finding.mismatches.push(other);
        assert_eq!(explained(&list(ENTRY), &finding), None);
        let second = ENTRY.replace("format = 3\n", "").replace("K1", "K2").replace("RET-06", "REG-06");
        assert_eq!(explained(&list(&format!("{ENTRY}{second}")), &finding).as_deref(), Some("K1+K2"));
        let follows =
            format!("{ENTRY}with = [\"EPIPHANY-REG-06:result; {}\"]\n", finding.mismatches[1].detail());
        assert_eq!(explained(&list(&follows), &finding).as_deref(), Some("K1"), "it follows from the first");
        for (this, that) in [
            ("EPIPHANY-REG-06:result", "EPIPHANY-REG-06:argument"),
            ("result, 8 bytes", "result .m0, 8 bytes"),
            ("8 bytes", "4 bytes"),
            ("r0:r1", "r2:r3"),
            ("wrong bytes 0 1", "wrong bytes 1"),
        ] {
            assert!(follows.contains(this), "{this}: {follows}");
            let another = list(&follows.replace(this, that));
            assert_eq!(explained(&another, &finding), None, "{that} follows from the first");
        }
    }

    /// The sample as a contradiction that no departure explains.
    fn left_over() -> Finding {
        let fingerprint = "EPIPHANY-RET-06:result".to_owned();
        Finding { fingerprint, deviations: Vec::new(), ..sample::finding() }
    }

    #[test]
    fn a_departure_is_known_by_its_name_alone() {
        let finding = sample::finding();
        assert_eq!(explained(&list(ENTRY), &finding), None, "its clause is not enough");
        let named = |name: &str| {
            list(&ENTRY.replace("clauses = [\"EPIPHANY-RET-06\"]", &format!("fingerprint = \"{name}\"")))
        };
        assert_eq!(explained(&named("EPIPHANY-RET-06:memory=R5"), &finding).as_deref(), Some("K1"));
        for other in ["EPIPHANY-RET-06:memory=R6", "EPIPHANY-RET-06:again=R5", "EPIPHANY-RET-06:result"] {
            assert_eq!(explained(&named(other), &finding), None, "{other}");
        }
    }

    #[test]
    fn everything_that_is_given_must_fit() {
        let finding = left_over();
        for (more, fits) in [
            ("pairings = [\"callee\"]", true),
            ("pairings = [\"caller\"]", false),
            ("signature = \"struct*\"", true),
            ("signature = \"int*\"", false),
            ("signature = [\"int*\", \"struct*\"]", true),
            ("toolchains = [\"nightly\"]", true),
            ("toolchains = [\"weekly\"]", false),
            ("toolchains = [\"nightly calls nightly\"]", false),
            ("style = \"\"", true),
            ("style = \"*tail*\"", false),
            ("last_act = true", false),
            ("unnamed = \"int\"", false),
            ("kind = \"incompatibility\"", false),
            ("until = \"2999-12-31\"", true),
            ("until = \"1999-12-31\"", false),
            ("[[known.seen]]\nabout = \"result\"", true),
            ("[[known.seen]]\nabout = \"argument\"", false),
            ("[[known.seen]]\nabout = \"argument\"\n[[known.seen]]\nwhole = true", true),
            ("[[known.seen]]\nfrom_element = 0", false),
            ("[[known.seen]]\nfirst_again = 4", false),
            ("[[known.seen]]\nsame_again = 4", true),
            ("[[known.seen]]\nreached = \"in-callee\"", false),
            (
                "details = [\"result, 8 bytes at the address in r0, found in r0:r1; wrong bytes 0 1 2 3 4 5 6 7\"]",
                true,
            ),
            (
                "details = [\"result, 8 bytes at the address in r0, found in r0:r1; wrong bytes 0 1 2 3\"]",
                false,
            ),
            (
                "details = [\"result, 8 bytes at the address in r0, found in r2:r3; wrong bytes 0 1 2 3 4 5 6 7\"]",
                false,
            ),
            (
                "details = [\"result .m0, 8 bytes at the address in r0, found in r0:r1; wrong bytes 0 1 2 3 4 5 6 7\"]",
                false,
            ),
        ] {
            let known = list(&format!("{ENTRY}{more}\n"));
            assert_eq!(explained(&known, &finding).is_some(), fits, "{more}");
        }
        for compiler in
            ["gcc 13.1.0 epiphany-elf", "gcc 12.2.0 arm-none-eabi", "clang 12.0.0 epiphany-elf", ""]
        {
            assert_eq!(explained_of(&list(ENTRY), &finding, compiler), None, "{compiler}");
        }
    }

    #[test]
    fn errors_name_file_and_line() {
        let error = |text: &str| Known::parse(text, Path::new("known.toml")).unwrap_err().to_string();
        assert!(
            error(&format!("{ENTRY}extra = 1\n"))
                .starts_with("known.toml:9: unknown field `extra`, expected one of")
        );
        expect!["known.toml:9: an empty list of patterns fits nothing; leave it out where anything fits"]
            .assert_eq(&error(&format!("{ENTRY}signature = []\n")));
        expect!["known.toml:9: `K1` stands twice; give the second another id"]
            .assert_eq(&error(&format!("{ENTRY}{}", ENTRY.replace("format = 3\n", ""))));
        expect!["known.toml:9: unknown kind `odd`; known: violation, incompatibility, compiler-fault"]
            .assert_eq(&error(&format!("{ENTRY}kind = \"odd\"\n")));
        expect!["known.toml:2: `K1` names no finding; give `fingerprint` or `clauses`"]
            .assert_eq(&error(&ENTRY.replace("clauses", "# clauses")));
        expect!["known.toml:2: `K1` is about every compiler; give `compiler` or `toolchains`"]
            .assert_eq(&error(&ENTRY.replace("compiler = ", "# compiler = ")));
        expect!["known.toml:8: `gcc 12.* epiphany-elf` names no compiler; give its maker, its versions and perhaps its machine, such as `gcc 12..15`, `gcc 12 epiphany-elf` or `clang 14.. riscv*`"]
            .assert_eq(&error(&ENTRY.replace("gcc 12 epiphany-elf", "gcc 12.* epiphany-elf")));
        expect!["known.toml:2: `K1`: `EPIPHANY-*:argument` is not a pattern: name each one that is meant"]
            .assert_eq(&error(&format!("{ENTRY}fingerprint = \"EPIPHANY-*:argument\"\n")));
        expect!["known.toml:9: `with` names `EPIPHANY-REG-06:result` and not what was seen of it, which hides more than that; take it out, and accept with `crosscall run --accept` what is new then"]
            .assert_eq(&error(&format!("{ENTRY}with = [\"EPIPHANY-REG-06:result\"]\n")));
        expect!["known.toml:9: `soon` is not a date such as 2027-01-31"]
            .assert_eq(&error(&format!("{ENTRY}until = \"soon\"\n")));
        expect!["known.toml:9: `31.1.2027` is not a date such as 2027-01-31"]
            .assert_eq(&error(&format!("{ENTRY}date = \"31.1.2027\"\n")));
        expect!["known.toml:1: is written in format 2, and this crosscall reads format 3"]
            .assert_eq(&error(&ENTRY.replace("format = 3", "format = 2")));
        expect!["known.toml:1: has no `format = 3` before its entries"]
            .assert_eq(&error(&ENTRY.replace("format = 3\n", "")));
    }
}
