//! The table of what shows which known finding: the ranges of versions in the list of known findings and the pages about
//! findings say the same. `UPDATE_EXPECT=1` writes the pages anew.

use crosscall_campaign::known::versions::{Shown, Versions};
use crosscall_campaign::known::{Entry, Known, Subject};
use std::path::Path;

/// A page with a table.
struct Page {
    name: &'static str,
    /// Pages that describe its entries.
    describe: &'static [&'static str],
    /// Makers of its columns.
    makers: &'static [&'static str],
}

const PAGES: [Page; 7] = [
    Page { name: "riscv-gcc.md", describe: RISCV, makers: &["gcc"] },
    Page { name: "riscv-clang.md", describe: RISCV, makers: &["clang"] },
    Page { name: "riscv-rustc.md", describe: RISCV, makers: &["rustc"] },
    Page { name: "riscv-zig.md", describe: RISCV, makers: &["zig"] },
    Page { name: "riscv-tools.md", describe: &["riscv-tools.md"], makers: &["binutils", "clang"] },
    Page { name: "x86_64.md", describe: &["x86_64.md"], makers: COMPILERS },
    Page { name: "aarch64.md", describe: &["aarch64.md"], makers: COMPILERS },
];

/// Pages on compilers for RISC-V: what several have in common is described on one of them.
const RISCV: &[&str] = &["riscv-gcc.md", "riscv-clang.md", "riscv-rustc.md", "riscv-zig.md"];

/// Makers of compilers that share a page.
const COMPILERS: &[&str] = &["gcc", "clang", "rustc"];

const BEGIN: &str = "<!-- versions -->\n";
const END: &str = "<!-- end of versions -->";

/// Machines, as compilers name them.
const MACHINES: [&str; 4] =
    ["riscv64-unknown-elf", "riscv32-unknown-elf", "x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu"];

/// True if an entry is about a compiler for some machine.
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
    for Page { name, describe, makers } in PAGES {
        let path = folder.join(name);
        let text = std::fs::read_to_string(&path).expect("a page");
        let (before, rest) = text.split_once(BEGIN).expect("a place for the table");
        let (_, after) = rest.split_once(END).expect("its end");
        let is_described = |entry: &&Entry| {
            let page = entry.document.strip_prefix("docs/findings/").and_then(|page| page.split('#').next());
            page.is_some_and(|page| describe.contains(&page))
        };
        let entries: Vec<&Entry> = known.entries.iter().filter(is_described).collect();
        let tables: Vec<String> = makers.iter().map(|maker| versions.markdown(&entries, maker)).collect();
        let new = format!("{before}{BEGIN}{}{END}{after}", tables.join("\n"));
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            std::fs::write(&path, &new).expect("the page can be written");
        } else {
            assert!(text == new, "docs/findings/{name} is out of date: run this test with UPDATE_EXPECT=1");
        }
    }
}
