//! The table of what shows which known finding: the ranges of versions in the list of known findings and the pages about
//! findings say the same. `UPDATE_EXPECT=1` writes the pages anew.

use crosscall_campaign::known::versions::{Shown, Versions};
use crosscall_campaign::known::{Entry, Known, Subject};
use std::path::Path;

/// The pages with a table, each with the makers of its columns.
const PAGES: [(&str, &[&str]); 5] = [
    ("riscv-gcc.md", &["gcc"]),
    ("riscv-clang.md", &["clang"]),
    ("riscv-rustc.md", &["rustc"]),
    ("riscv-zig.md", &["zig"]),
    ("riscv-tools.md", &["binutils", "clang"]),
];

const BEGIN: &str = "<!-- versions -->\n";
const END: &str = "<!-- end of versions -->";

/// Machines of RISC-V, as compilers name them.
const MACHINES: [&str; 2] = ["riscv64-unknown-elf", "riscv32-unknown-elf"];

/// True if an entry is about a compiler for some machine of RISC-V.
fn is_about(entry: &Entry, version: &str) -> bool {
    MACHINES.iter().any(|machine| {
        let compiler = format!("{version} {machine}");
        let options = &entry.options;
        entry.is_about(Subject { name: "any", compiler: &compiler, options, is_embedded: false })
    })
}

#[test]
fn entries_are_about_the_versions_that_show_them() {
    let versions = Versions::built_in().expect("the tables are sound");
    let known = Known::built_in().expect("the list is sound");
    for entry in &known.entries {
        for (version, shown) in versions.of(&entry.id) {
            let id = &entry.id;
            let is_about = is_about(entry, &version.to_string());
            match shown {
                Shown::Shows => assert!(is_about, "{id} shows with {version}"),
                Shown::Conforms => assert!(!is_about, "{id} does not show with {version}"),
                Shown::Other | Shown::Untested => {}
            }
        }
    }
    for id in versions.ids() {
        assert!(known.entry(id).is_some(), "{id} is no entry");
    }
}

/// A row in which nothing shows the finding says nothing about it.
#[test]
fn every_entry_that_was_tried_shows_somewhere() {
    let versions = Versions::built_in().expect("the tables are sound");
    for id in versions.ids() {
        assert!(versions.of(id).any(|(_, shown)| shown == Shown::Shows), "{id}: nothing shows it");
    }
}

#[test]
fn pages_have_the_tables() {
    let (versions, known) = (Versions::built_in().expect("tables"), Known::built_in().expect("a list"));
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/findings");
    for (page, makers) in PAGES {
        let path = folder.join(page);
        let text = std::fs::read_to_string(&path).expect("a page");
        let (before, rest) = text.split_once(BEGIN).expect("a place for the table");
        let (_, after) = rest.split_once(END).expect("its end");
        let is_of_tools = page == "riscv-tools.md";
        let entries: Vec<&Entry> = known
            .entries
            .iter()
            .filter(|entry| entry.document.starts_with("docs/findings/riscv-tools.md") == is_of_tools)
            .collect();
        let tables: Vec<String> = makers.iter().map(|maker| versions.markdown(&entries, maker)).collect();
        let new = format!("{before}{BEGIN}{}{END}{after}", tables.join("\n"));
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            std::fs::write(&path, &new).expect("the page can be written");
        } else {
            assert!(text == new, "docs/findings/{page} is out of date: run this test with UPDATE_EXPECT=1");
        }
    }
}
