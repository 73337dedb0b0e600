//! Table of what the case of each known finding shows with each version of its compilers, which is measured
//! (`crosscall finding --try`) and never written by hand.
//!
//! ```toml
//! format = 1
//!
//! [entry.RISCV-GCC-02]
//! "gcc 15.3.0" = "shows"
//! "gcc 16.2.0" = "conforms"
//! ```

use super::compilers::{self, numbers};
use super::{Entry, documents};
use crosscall_base::error::{Error, read_text};
use crosscall_base::output::write_atomically;
use serde::Deserialize;
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Write};
use std::path::Path;
use std::sync::LazyLock;

/// The format of tables that this program reads and writes.
const FORMAT: i64 = 1;

/// Sight of an entry in a run of its case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shown {
    /// Nothing was run: this version does not compile it.
    Untested,
    /// Nothing, at any level.
    Conforms,
    /// Something else, which may hide it.
    Other,
    /// The entry.
    Shows,
}

impl Shown {
    /// The word in the table.
    pub const fn word(self) -> &'static str {
        match self {
            Shown::Untested => "untested",
            Shown::Conforms => "conforms",
            Shown::Other => "other",
            Shown::Shows => "shows",
        }
    }

    /// A cell of a page.
    const fn cell(self) -> &'static str {
        match self {
            Shown::Untested => "–",
            Shown::Conforms => "no",
            Shown::Other => "other",
            Shown::Shows => "yes",
        }
    }
}

/// Maker and version of a compiler; older ones come first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Version {
    /// Maker, such as `gcc`.
    pub maker: String,
    /// Number, such as `12.2.0`.
    pub number: String,
}

impl Version {
    /// The version in a compiler's identity.
    pub fn of(compiler: &str) -> Option<Version> {
        let (maker, number, _) = compilers::parts(compiler)?;
        (!numbers(number).is_empty()).then(|| Version { maker: maker.to_owned(), number: number.to_owned() })
    }

    fn parse(text: &str) -> Option<Version> {
        Version::of(&format!("{text} ?"))
    }
}

impl Ord for Version {
    fn cmp(&self, other: &Version) -> Ordering {
        let key =
            |version: &Version| (version.maker.clone(), numbers(&version.number), version.number.clone());
        key(self).cmp(&key(other))
    }
}

impl PartialOrd for Version {
    fn partial_cmp(&self, other: &Version) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.maker, self.number)
    }
}

/// Sights of entries in their cases, by id and version.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Versions(BTreeMap<String, BTreeMap<Version, Shown>>);

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    format: i64,
    #[serde(default)]
    entry: BTreeMap<String, BTreeMap<String, Shown>>,
}

impl Versions {
    /// The tables that are part of the program, read once.
    ///
    /// # Errors
    /// When one of them is wrong, which a test rules out.
    pub fn built_in() -> Result<&'static Versions, Error> {
        static BUILT_IN: LazyLock<Result<Versions, Error>> = LazyLock::new(|| {
            let mut all = Versions::default();
            for document in documents() {
                let name = format!("corpus/{document}/versions.toml");
                if let Some(text) = crosscall_corpus::file(&name) {
                    all.0.extend(Versions::parse(text, Path::new(&name))?.0);
                }
            }
            Ok(all)
        });
        BUILT_IN.as_ref().map_err(Clone::clone)
    }

    /// Reads a table; one that is not there is empty.
    ///
    /// # Errors
    /// [`Error::Input`] that names file and line.
    pub fn read(path: &Path) -> Result<Versions, Error> {
        if path.exists() { Versions::parse(&read_text(path)?, path) } else { Ok(Versions::default()) }
    }

    fn parse(text: &str, path: &Path) -> Result<Versions, Error> {
        let wrong = |at: usize, message: &str| Error::in_text(path, text, at, message);
        let file: File = toml::from_str(text)
            .map_err(|error| wrong(error.span().map_or(0, |span| span.start), error.message()))?;
        if file.format != FORMAT {
            let message =
                format!("is written in format {}, and this crosscall reads format {FORMAT}", file.format);
            return Err(wrong(0, &message));
        }
        let mut table = Versions::default();
        for (id, row) in file.entry {
            for (name, shown) in row {
                let version = Version::parse(&name).ok_or_else(|| {
                    wrong(0, &format!("`{id}`: `{name}` is no version such as `gcc 12.2.0`"))
                })?;
                table.0.entry(id.clone()).or_default().insert(version, shown);
            }
        }
        Ok(table)
    }

    /// Writes the table.
    ///
    /// # Errors
    /// [`Error::Store`] where it cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), Error> {
        let mut text = format!(
            "# What the case of each known finding shows with each version of its compilers, at any level. Measured with\n\
             # `crosscall finding --try --update FILE`, never written by hand.\n\
             format = {FORMAT}\n"
        );
        for (id, row) in &self.0 {
            let _ = writeln!(text, "\n[entry.{id}]");
            for (version, shown) in row {
                let _ = writeln!(text, "\"{version}\" = \"{}\"", shown.word());
            }
        }
        write_atomically(path, text.as_bytes())
    }

    /// Adds what was seen; of the builds of one version that say different things, the finding that one shows counts.
    pub fn add(&mut self, id: &str, version: Version, shown: Shown) {
        let own = self.0.entry(id.to_owned()).or_default().entry(version).or_insert(shown);
        *own = shown.max(*own);
    }

    /// Takes over the newer values of another table.
    pub fn update(&mut self, other: &Versions) {
        for (id, row) in &other.0 {
            self.0
                .entry(id.clone())
                .or_default()
                .extend(row.iter().map(|(version, shown)| (version.clone(), *shown)));
        }
    }

    /// Ids of its entries.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// Sights of an entry in its case, the versions of one maker behind each other and older ones first.
    pub fn of(&self, id: &str) -> impl Iterator<Item = (&Version, Shown)> {
        self.0.get(id).into_iter().flatten().map(|(version, shown)| (version, *shown))
    }

    /// The newest version of a maker with which the case of an entry shows it.
    pub fn last_shown(&self, id: &str, maker: &str) -> Option<&Version> {
        let own = self.of(id).filter(|(version, shown)| version.maker == maker && *shown == Shown::Shows);
        own.map(|(version, _)| version).last()
    }

    /// Sentence for each maker on the versions that show an entry, such as `gcc 12.2.0 to 14.4.0 show it, 15.3.0 to 16.2.0 do not`.
    pub fn sentences(&self, id: &str) -> Vec<String> {
        let makers: BTreeSet<&str> = self.of(id).map(|(version, _)| version.maker.as_str()).collect();
        let of_maker = |maker: &str| {
            let mut runs: Vec<(Shown, &str, &str)> = Vec::new();
            for (version, shown) in self.of(id).filter(|(version, _)| version.maker == maker) {
                match runs.last_mut() {
                    Some((same, _, last)) if *same == shown => *last = &version.number,
                    _ => runs.push((shown, &version.number, &version.number)),
                }
            }
            let words = runs.iter().map(|(shown, first, last)| {
                let (which, verb) = match first == last {
                    true => (
                        (*first).to_owned(),
                        ["does not compile it", "does not show it", "shows something else", "shows it"],
                    ),
                    false => (
                        format!("{first} to {last}"),
                        ["do not compile it", "do not show it", "show something else", "show it"],
                    ),
                };
                let verb = match shown {
                    Shown::Untested => verb[0],
                    Shown::Conforms => verb[1],
                    Shown::Other => verb[2],
                    Shown::Shows => verb[3],
                };
                format!("{which} {verb}")
            });
            format!("{maker} {}", words.collect::<Vec<_>>().join(", "))
        };
        makers.into_iter().map(of_maker).collect()
    }

    /// A Markdown table of these entries by the versions of a maker: those that say nothing of it are left out.
    pub fn markdown(&self, entries: &[&Entry], maker: &str) -> String {
        let is_its = |(version, _): &(&Version, Shown)| version.maker == maker;
        let rows: Vec<&&Entry> =
            entries.iter().filter(|entry| self.of(&entry.id).any(|cell| is_its(&cell))).collect();
        let columns: BTreeSet<&Version> = rows
            .iter()
            .flat_map(|entry| self.of(&entry.id).filter(is_its))
            .map(|(version, _)| version)
            .collect();
        let head: Vec<&str> = columns.iter().map(|version| version.number.as_str()).collect();
        let mut text = format!("| {maker} | {} |\n|---|{}\n", head.join(" | "), "---|".repeat(head.len()));
        for entry in rows {
            let cell = |version: &&Version| {
                let own = self.0.get(&entry.id).and_then(|row| row.get(*version));
                own.map_or("", |shown| shown.cell())
            };
            let cells: Vec<&str> = columns.iter().map(cell).collect();
            let _ = writeln!(text, "| {} | {} |", entry.id, cells.join(" | "));
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    const TEXT: &str = "format = 1\n\n[entry.A-01]\n\"gcc 9.5.0\" = \"untested\"\n\"gcc 12.2.0\" = \"shows\"\n\"gcc 14.1.0\" = \"shows\"\n\"gcc 15.3.0\" = \"conforms\"\n\"clang 14.0.6\" = \"other\"\n";

    fn table(text: &str) -> Result<Versions, Error> {
        Versions::parse(text, Path::new("versions.toml"))
    }

    #[test]
    fn a_table_speaks_of_versions_in_their_order() {
        let mut table = table(TEXT).unwrap();
        expect![[r#"
            [
                "clang 14.0.6 shows something else",
                "gcc 9.5.0 does not compile it, 12.2.0 to 14.1.0 show it, 15.3.0 does not show it",
            ]
        "#]]
        .assert_debug_eq(&table.sentences("A-01"));
        let entry = Entry { id: "A-01".to_owned(), ..Entry::default() };
        expect![[r#"
            | gcc | 9.5.0 | 12.2.0 | 14.1.0 | 15.3.0 |
            |---|---|---|---|---|
            | A-01 | – | yes | yes | no |
        "#]]
        .assert_eq(&table.markdown(&[&entry], "gcc"));
        assert_eq!(table.last_shown("A-01", "gcc").unwrap().number, "14.1.0");
        assert_eq!(table.last_shown("A-01", "clang"), None);
        table.add("A-01", Version::of("gcc 15.3.0 riscv64").unwrap(), Shown::Shows);
        table.add("A-01", Version::of("gcc 15.3.0 riscv32").unwrap(), Shown::Conforms);
        assert_eq!(table.last_shown("A-01", "gcc").unwrap().number, "15.3.0", "one build shows it");
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("versions.toml");
        assert_eq!(Versions::read(&path).unwrap(), Versions::default());
        table.write(&path).unwrap();
        assert_eq!(Versions::read(&path).unwrap(), table);
    }

    #[test]
    fn what_is_wrong_is_named() {
        let error = |text: &str| table(text).unwrap_err().to_string();
        expect!["versions.toml:1: `A-01`: `gcc` is no version such as `gcc 12.2.0`"]
            .assert_eq(&error(&TEXT.replace("gcc 9.5.0", "gcc")));
        assert!(error(&TEXT.replace("\"other\"", "\"odd\"")).contains("unknown variant `odd`"));
        assert!(error(&TEXT.replace("format = 1", "format = 2")).contains("is written in format 2"));
    }
}
