//! Lists what is built into crosscall beside its code: the cases of the corpus with the lists of known findings, and the
//! pages about findings. Without them there is nothing to build.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a build script fails by a panic")]

use std::fmt::Write;
use std::path::{Path, PathBuf};

fn main() {
    let root = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo names the package"));
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo names a folder"));
    let corpus = table("CORPUS", &root, &files(&root, "corpus", "toml"));
    let pages = table("PAGES", &root, &files(&root, "docs/findings", "md"));
    let recorded = table("RECORDED", &root, &files(&root, "corpus", "recorded"));
    std::fs::write(out.join("archive.rs"), corpus + &pages + &recorded).expect("the list can be written");
}

/// The files below a folder with an extension, by their names from the root, sorted.
fn files(root: &Path, folder: &str, extension: &str) -> Vec<String> {
    println!("cargo::rerun-if-changed={}", root.join(folder).display());
    let entries = std::fs::read_dir(root.join(folder)).unwrap_or_else(|e| panic!("{folder}: {e}"));
    let mut found = Vec::new();
    for entry in entries {
        let entry = entry.unwrap_or_else(|e| panic!("{folder}: {e}"));
        let name = format!("{folder}/{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            found.extend(files(root, &name, extension));
        } else if Path::new(&name).extension().is_some_and(|e| e == extension) {
            found.push(name);
        }
    }
    assert!(
        !found.is_empty() || extension == "recorded",
        "{folder}: no `.{extension}` file; the package is incomplete"
    );
    found.sort();
    found
}

/// A list of the names and texts of files.
fn table(name: &str, root: &Path, files: &[String]) -> String {
    let (form, include) = if name == "RECORDED" { ("[u8]", "include_bytes") } else { ("str", "include_str") };
    let mut text = format!("static {name}: &[(&str, &{form})] = &[\n");
    for file in files {
        let path = root.join(file);
        let _ = writeln!(text, "    ({file:?}, {include}!({:?})),", path.display().to_string());
    }
    text + "];\n"
}
