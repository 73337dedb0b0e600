//! Entries for what a run has found: a list that a person goes on with.

use super::{Entry, Known};
use crate::error::{Error, read_text};
use crate::report::RunReport;
use crate::report::finding::{Finding, FindingKind};
use crate::store::write_atomically;
use crate::toolchain::Toolchain;
use chrono::{Days, NaiveDate};
use serde::Serialize;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

/// What stands above a new list.
const HEAD: &str = "# Findings that were accepted with `crosscall run --accept`; `crosscall run --known FILE` is silent about them.\n\
# Fill in each reason. The format is explained in docs/usage.md.\n\
\n\
# The findings that crosscall itself knows are known with this list, too.\n\
built_in = true\n";

/// An entry as it is written.
#[derive(Debug, Serialize)]
struct Written {
    id: String,
    title: String,
    reason: String,
    date: String,
    case: String,
    kind: &'static str,
    fingerprint: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    observed: Vec<String>,
    compiler: String,
    toolchain: String,
}

#[derive(Serialize)]
struct Lines {
    known: Vec<Written>,
}

/// Adds an entry for each new finding of a report to a list, which is made if it is not there; the ids of the entries.
/// What is in the list stays as it is written.
///
/// # Errors
/// [`Error::Input`] where the list is wrong, [`Error::Store`] where it cannot be written.
pub fn accept(path: &Path, report: &RunReport, toolchains: &[Toolchain]) -> Result<Vec<String>, Error> {
    let (mut text, known) = match path.exists() {
        true => {
            let text = read_text(path)?;
            let known = Known::parse(&text, path)?;
            (text, known)
        }
        false => (HEAD.to_owned(), Known::default()),
    };
    let built_in = Known::built_in()?;
    let mut lines = Lines { known: Vec::new() };
    for finding in report.findings().filter(|f| f.is_new() && f.kind != FindingKind::NotRepeatable) {
        let mut entry = written(finding, toolchains, path);
        let is_same = |other: &&mut Written| {
            other.fingerprint == entry.fingerprint
                && other.kind == entry.kind
                && other.compiler == entry.compiler
        };
        // One compiler shows it at several levels.
        if let Some(same) = lines.known.iter_mut().find(is_same) {
            same.toolchain = "*".to_owned();
            same.observed.extend(entry.observed);
            same.observed.sort();
            same.observed.dedup();
            continue;
        }
        let stem = std::mem::take(&mut entry.id);
        let taken = |id: &String| {
            let is_its = |other: &Entry| other.id == *id;
            known.entries.iter().chain(&built_in.entries).any(is_its)
                || lines.known.iter().any(|w| w.id == *id)
        };
        entry.id = (1..).map(|n| format!("{stem}-{n:02}")).find(|id| !taken(id)).unwrap_or(stem);
        lines.known.push(entry);
    }
    let ids = lines.known.iter().map(|entry| entry.id.clone()).collect();
    if !lines.known.is_empty() {
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        text.push('\n');
        text += &toml::to_string(&lines).map_err(|e| Error::Store(format!("{}: {e}", path.display())))?;
    }
    // What was written is read, or it is of no use.
    Known::parse(&text, path)?;
    write_atomically(path, text.as_bytes())?;
    Ok(ids)
}

fn written(finding: &Finding, toolchains: &[Toolchain], list: &Path) -> Written {
    let first = finding.toolchains.first();
    let subject = toolchains.iter().find(|t| Some(&t.name) == first);
    let compiler = subject.map(|t| t.compiler.clone()).filter(|compiler| !compiler.is_empty());
    let partners = finding.toolchains.len() > 1;
    let own = first.filter(|_| !partners).cloned();
    let is_fault = finding.kind == FindingKind::CompilerFault;
    // A departure from the document that is named explains itself; what is left over is told by what was seen, so that its
    // neighbours stay new.
    let named = !finding.deviations.is_empty();
    let mut observed: Vec<String> = match named && !is_fault {
        true => Vec::new(),
        false => finding.mismatches.iter().map(|m| without_numbers(&m.words().observed)).collect(),
    };
    observed.sort();
    observed.dedup();
    let case = finding.case_path.as_deref().map(|path| beside(path, list)).unwrap_or_default();
    Written {
        id: format!("ACCEPTED-{}", finding.clause().to_uppercase()),
        title: finding.headline(),
        reason: String::new(),
        date: today(),
        case,
        kind: finding.kind.name(),
        fingerprint: finding.fingerprint.clone(),
        observed,
        compiler: compiler.filter(|_| !partners).unwrap_or_else(|| "*".to_owned()),
        toolchain: own.unwrap_or_else(|| "*".to_owned()),
    }
}

/// A path as it is seen from the folder of a list, where it lies below that.
fn beside(path: &Path, list: &Path) -> String {
    let folder = list.parent().filter(|folder| !folder.as_os_str().is_empty());
    let inner = folder.and_then(|folder| path.strip_prefix(folder).ok());
    inner.unwrap_or(path).display().to_string()
}

/// A pattern for a text in which other numbers stand: those in hexadecimal, which are addresses and values.
fn without_numbers(text: &str) -> String {
    let mut pattern = String::new();
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once("0x") {
        pattern += before;
        pattern.push('*');
        rest = behind.trim_start_matches(|c: char| c.is_ascii_hexdigit());
    }
    pattern + rest
}

/// The date, as UTC has it.
fn today() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    date_of(seconds / 86_400)
}

/// The date so many days after the first of January 1970.
fn date_of(days: u64) -> String {
    // Past the end of the calendar.
    NaiveDate::default().checked_add_days(Days::new(days)).unwrap_or(NaiveDate::MAX).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::sample;
    use expect_test::expect;

    #[test]
    fn dates() {
        for (days, date) in
            [(0, "1970-01-01"), (59, "1970-03-01"), (11_016, "2000-02-29"), (20_780, "2026-11-23")]
        {
            assert_eq!(date_of(days), date);
        }
    }

    #[test]
    fn a_list_that_is_written_is_read_and_grows() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("accepted.toml");
        let mut report = sample::report();
        let mut left_over = sample::finding();
        left_over.deviations.clear();
        left_over.fingerprint = "EPIPHANY-REG-06:register".to_owned();
        left_over.mismatches[0].observed = "r8 holds 0x1234 at 0x8f".to_owned();
        report.targets[0].findings.push(left_over);
        let ids = accept(&path, &report, &[Toolchain::embedded(crosscall_model::Target::Epiphany)]).unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        expect![[r##"
            # Findings that were accepted with `crosscall run --accept`; `crosscall run --known FILE` is silent about them.
            # Fill in each reason. The format is explained in docs/usage.md.

            # The findings that crosscall itself knows are known with this list, too.
            built_in = true

            [[known]]
            id = "ACCEPTED-EPIPHANY-RET-06-01"
            title = "EPIPHANY-RET-06, callee, epiphany-elf-gcc-O2: result expected in memory at the address passed in r0, observed the memory still holds its poison; r0:r1 hold a value"
            reason = ""
            date = "(today)"
            case = "reports/cases/epiphany/0123.toml"
            kind = "violation"
            fingerprint = "callee EPIPHANY-RET-06=R5"
            compiler = "*"
            toolchain = "epiphany-elf-gcc-O2"

            [[known]]
            id = "ACCEPTED-EPIPHANY-RET-06-02"
            title = "EPIPHANY-RET-06, callee, epiphany-elf-gcc-O2: result expected in memory at the address passed in r0, observed r8 holds 0x1234 at 0x8f"
            reason = ""
            date = "(today)"
            case = "reports/cases/epiphany/0123.toml"
            kind = "violation"
            fingerprint = "EPIPHANY-REG-06:register"
            observed = ["r8 holds * at *"]
            compiler = "*"
            toolchain = "epiphany-elf-gcc-O2"
        "##]].assert_eq(&text.replace(&today(), "(today)"));
        assert_eq!(ids.len(), 2);
        let own = Known::parse(&text, &path).unwrap();
        assert_eq!(own.entries.len(), 2);
        // The same once more gets ids of its own; what a person wrote stays.
        std::fs::write(&path, text.replace("reason = \"\"", "reason = \"it is so\"")).unwrap();
        accept(&path, &report, &[]).unwrap();
        let again = std::fs::read_to_string(&path).unwrap();
        assert_eq!(again.matches("it is so").count(), 2);
        assert_eq!(Known::parse(&again, &path).unwrap().entries.len(), 4);
    }
}
