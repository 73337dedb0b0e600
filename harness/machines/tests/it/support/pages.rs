//! Tables of the pages in `docs/machines`: they say what the tables of the program and the files of vectors say.
//! `UPDATE_EXPECT=1` writes them anew.

use std::path::{Path, PathBuf};

/// The page of a target.
fn path(target: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/machines").join(format!("{target}.md"))
}

/// The text of the page of a target.
pub(crate) fn page(target: &str) -> String {
    std::fs::read_to_string(path(target)).expect("the page")
}

/// The page of a target has these tables: the name of each, its columns, its rows.
pub(crate) fn has_tables(target: &str, tables: &[(&str, &[&str], Vec<String>)]) {
    let old = page(target);
    let mut new = old.clone();
    for (name, columns, rows) in tables {
        let line = |place: &str| format!("<!-- {target} {name}: {place} -->\n");
        let (begin, end) = (line("begin"), line("end"));
        let (before, rest) = new.split_once(&begin).expect("the mark where the table begins");
        let (_, after) = rest.split_once(&end).expect("the mark where the table ends");
        let head = format!("| {} |\n|{}\n", columns.join(" | "), "---|".repeat(columns.len()));
        let rows: String = rows.iter().map(|row| format!("| {row} |\n")).collect();
        new = format!("{before}{begin}\n{head}{rows}\n{end}{after}");
    }
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(path(target), new).expect("write");
    } else {
        assert!(old == new, "docs/machines/{target}.md is out of date: run this test with UPDATE_EXPECT=1");
    }
}

/// The fault with which the instructions on a line of a file of vectors end.
fn fault(line: &'static str) -> Option<&'static str> {
    line.split_once("fault=").map(|(_, kind)| kind.split(' ').next().unwrap_or(kind))
}

/// The number of these lines, and their fault, if all of them end with the same.
pub(crate) fn execution(lines: &[&'static str]) -> String {
    let faults: Vec<Option<&str>> = lines.iter().map(|line| fault(line)).collect();
    match faults.as_slice() {
        [Some(kind), rest @ ..] if rest.iter().all(|other| *other == Some(kind)) => {
            format!("{}, fault `{kind}`", faults.len())
        }
        _ => faults.len().to_string(),
    }
}
