//! Documented findings that are built into the program: the cases of the corpus and the pages about them,
//! so that `crosscall repro EPIPHANY-GCC12-04` works in any folder.

use crate::known::{Entry, Known};
use crosscall_base::error::Error;
use crosscall_reports::known::Titles;
use crosscall_reports::nearest;
use crosscall_toolchain::case_file::CaseFile;
use crosscall_toolchain::cases::numbered::Numbered;
use std::path::{Path, PathBuf};

/// Ends of the names of what is no case: a target's list of known findings, and the versions that show them.
const LISTS: [&str; 2] = ["/known.toml", "/versions.toml"];

/// A case that a person named.
#[derive(Debug, Clone)]
pub struct Opened {
    /// The case.
    pub file: CaseFile,
    /// Its name in messages: a path, or the id of a known finding.
    pub path: PathBuf,
    /// The entry of the built-in list that was named.
    pub entry: Option<&'static Entry>,
}

/// Opens a case: a file, the id of a finding of the built-in list, a case of the corpus by its name there, or a generated case
/// by its number, as [`Numbered`] reads it.
///
/// # Errors
/// [`Error::Input`] when it is none of these, or the file is wrong.
pub fn open(name: &Path) -> Result<Opened, Error> {
    if name.exists() {
        return Ok(Opened { file: CaseFile::read(name)?, path: name.to_owned(), entry: None });
    }
    let text = name.to_string_lossy();
    if let Some(entry) = entry(&text)? {
        let file =
            case(&entry.case).ok_or_else(|| Error::Input(format!("{}: no such case", entry.case)))??;
        return Ok(Opened { file, path: PathBuf::from(&entry.id), entry: Some(entry) });
    }
    if let Some(file) = case(&text) {
        return Ok(Opened { file: file?, path: name.to_owned(), entry: None });
    }
    if let Some(numbered) = Numbered::parse(&text) {
        let none = || Error::Input(format!("{text}: the document of {} has no such cases", numbered.target));
        let file = CaseFile { case: numbered.case().ok_or_else(none)?, found: None };
        return Ok(Opened { file, path: name.to_owned(), entry: None });
    }
    // A file that cannot be read says why, in the words of the system.
    let error = match CaseFile::read(name) {
        Err(error) => error,
        Ok(file) => return Ok(Opened { file, path: name.to_owned(), entry: None }),
    };
    if text.contains(['/', '.']) { Err(error) } else { Err(unknown(&text)?) }
}

/// The entry of the built-in list with an id, however it is written.
///
/// # Errors
/// When the list is wrong, which a test rules out.
pub fn entry(id: &str) -> Result<Option<&'static Entry>, Error> {
    Ok(Known::built_in()?.entries.iter().find(|entry| entry.id.eq_ignore_ascii_case(id)))
}

/// The error for an unknown id.
///
/// # Errors
/// When the list is wrong, which a test rules out.
pub fn unknown(id: &str) -> Result<Error, Error> {
    let known = Known::built_in()?;
    let upper = id.to_uppercase();
    let hint = match nearest(&upper, known.entries.iter().map(|entry| entry.id.as_str())) {
        Some(near) => format!("did you mean `{near}`?"),
        None => "`crosscall finding` lists them".to_owned(),
    };
    Ok(Error::Input(format!("`{id}` is neither a file nor the id of a finding that is known; {hint}")))
}

/// A case of the corpus by its name there, such as `corpus/epiphany/gcc-12-plain-char.toml`.
fn case(name: &str) -> Option<Result<CaseFile, Error>> {
    let name = name.strip_prefix("./").unwrap_or(name);
    let text = crosscall_corpus::file(name).filter(|_| !LISTS.iter().any(|list| name.ends_with(list)))?;
    Some(CaseFile::parse(text, Path::new(name)))
}

/// The part of a page that a document names, such as `docs/findings/forw.md#what-is-open`: its heading and everything up
/// to the next one that is not below it.
pub fn section(document: &str) -> Option<String> {
    let (page, anchor) = document.split_once('#')?;
    let text = crosscall_corpus::page(page)?;
    let mut lines = text.lines().skip_while(|line| heading(line).is_none_or(|(_, own)| own != anchor));
    let first = lines.next()?;
    let (level, _) = heading(first)?;
    let rest = lines.take_while(|line| heading(line).is_none_or(|(other, _)| other > level));
    let lines: Vec<&str> = std::iter::once(first).chain(rest).collect();
    Some(lines.join("\n").trim_end().to_owned() + "\n")
}

/// The row of a page's tables that begins with an id, as pairs of the columns' names and texts.
pub fn row(document: &str, id: &str) -> Vec<(String, String)> {
    let text = crosscall_corpus::page(document.split('#').next().unwrap_or_default()).unwrap_or_default();
    let mut head: Vec<String> = Vec::new();
    for line in text.lines() {
        let cells = || line.trim().trim_matches('|').split('|').map(|cell| cell.trim().to_owned());
        match (line.trim_start().starts_with('|'), head.is_empty()) {
            (false, _) => head.clear(),
            (true, true) => head = cells().collect(),
            (true, false) => {
                let cells: Vec<String> = cells().collect();
                if cells.first().is_some_and(|first| names(first, id)) {
                    return head.into_iter().zip(cells).collect();
                }
            }
        }
    }
    Vec::new()
}

/// Pointer to the description of an entry: a command for a page of the program, or else the document that its list names.
fn pointer(entry: &Entry) -> String {
    let is_ours = entry.document.split('#').next().is_some_and(|page| crosscall_corpus::page(page).is_some());
    match (is_ours, entry.document.as_str()) {
        (true, _) => format!(", see `crosscall finding {}`", entry.id),
        (false, "") => String::new(),
        (false, document) => format!(", see {document}"),
    }
}

/// Titles of the entries of a list, for reports.
pub fn titles(known: &Known) -> Titles {
    let title = |entry: &Entry| (entry.id.clone(), format!("{}{}", entry.title, pointer(entry)));
    Titles(known.entries.iter().map(title).collect())
}

/// The same without the command that shows more, for readers who do not have this program.
pub fn plain_titles(known: &Known) -> Titles {
    Titles(known.entries.iter().map(|entry| (entry.id.clone(), entry.title.clone())).collect())
}

/// The first lines of a page: what it is about, and which versions.
pub fn about(document: &str) -> Option<String> {
    let text = crosscall_corpus::page(document.split('#').next()?)?;
    let paragraph = text.split("\n\n").nth(1)?;
    Some(paragraph.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// Level and anchor of a heading, the anchor as GitHub makes it.
fn heading(line: &str) -> Option<(usize, String)> {
    let level = line.len() - line.trim_start_matches('#').len();
    let text = line.get(level..).filter(|rest| level > 0 && rest.starts_with(' '))?.trim().to_lowercase();
    let keep = |c: &char| c.is_alphanumeric() || matches!(c, '-' | '_' | ' ');
    Some((level, text.chars().filter(keep).collect::<String>().replace(' ', "-")))
}

/// True if a list of ids, in which those behind the first are cut (`A-01, -02`, `A-05 to -09`), names one.
fn names(list: &str, id: &str) -> bool {
    let Some((stem, number)) = id.rsplit_once('-') else { return list == id };
    let Ok(number) = number.parse::<u32>() else { return list == id };
    if !list.starts_with(stem) {
        return false;
    }
    let number_in = |text: &str| text.rsplit('-').next().and_then(|digits| digits.trim().parse::<u32>().ok());
    list.split(',').any(|part| match part.split_once(" to ") {
        Some((from, to)) => {
            let bounds = number_in(from).zip(number_in(to));
            bounds.is_some_and(|(from, to)| (from..=to).contains(&number))
        }
        None => number_in(part) == Some(number),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_entries_are_well_founded() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let clauses: Vec<&str> = crosscall_model::Target::ALL
            .iter()
            .flat_map(|t| &crosscall_oracle::clause::catalogue(*t).clauses)
            .map(|c| c.id.as_str())
            .collect();
        for entry in &Known::built_in().unwrap().entries {
            let id = &entry.id;
            for clause in &entry.clauses {
                assert!(clauses.contains(&clause.as_str()), "{id}: no clause {clause}");
            }
            CaseFile::read(&root.join(&entry.case)).unwrap_or_else(|e| panic!("{id}: {e}"));
            assert!(section(&entry.document).is_some(), "{id}: {}", entry.document);
        }
    }

    #[test]
    fn every_known_finding_has_its_case_its_section_and_its_row() {
        for entry in &Known::built_in().unwrap().entries {
            let opened = open(Path::new(&entry.id.to_lowercase())).unwrap_or_else(|e| panic!("{e}"));
            assert_eq!(opened.entry, Some(entry));
            assert!(section(&entry.document).is_some_and(|text| text.len() > 60), "{}", entry.document);
            assert!(!row(&entry.document, &entry.id).is_empty(), "{}: no row", entry.id);
            assert!(about(&entry.document).is_some_and(|text| text.contains("crosscall found")));
            let by_path = open(Path::new(&entry.case)).unwrap();
            assert_eq!(by_path.file, opened.file);
        }
    }

    #[test]
    fn lists_of_ids_are_cut() {
        let list = "A-B-01, -03";
        assert!(names(list, "A-B-01") && names(list, "A-B-03") && !names(list, "A-B-02"));
        assert!(names("A-05 to -09", "A-07") && !names("A-05 to -09", "A-10") && !names(list, "C-01"));
    }

    #[test]
    fn what_is_neither_is_reported() {
        let reported = |name: &str| open(Path::new(name)).unwrap_err().to_string();
        assert!(reported("EPIPHANY-GCC12-4").contains("did you mean `EPIPHANY-GCC12-"));
        assert!(reported("nothing").contains("`crosscall finding` lists them"));
        assert!(reported("corpus/epiphany/none.toml").contains("cannot be read"));
        assert!(reported("corpus/epiphany/known.toml").contains("cannot be read"));
    }
}
