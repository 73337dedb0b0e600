//! Lists what is built into the program beside its code: the cases of the corpus, and the pages about findings.

use std::fmt::Write;
use std::path::{Path, PathBuf};

fn main() {
    let root =
        PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo names the package")).join("..");
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo names a folder"));
    let cases = files(&root, "corpus", "toml");
    let pages = files(&root, "docs/findings", "md");
    let text = table("CASES", &root, &cases) + &table("PAGES", &root, &pages);
    std::fs::write(out.join("archive.rs"), text).expect("the list can be written");
}

/// The files below a folder with an extension, by their names from the root, sorted.
fn files(root: &Path, folder: &str, extension: &str) -> Vec<String> {
    println!("cargo::rerun-if-changed={}", root.join(folder).display());
    let mut found = Vec::new();
    let Ok(entries) = std::fs::read_dir(root.join(folder)) else { return found };
    for entry in entries.flatten() {
        let name = format!("{folder}/{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            found.extend(files(root, &name, extension));
        } else if Path::new(&name).extension().is_some_and(|e| e == extension) {
            found.push(name);
        }
    }
    found.sort();
    found
}

/// A list of the names and texts of files.
fn table(name: &str, root: &Path, files: &[String]) -> String {
    let mut text = format!("const {name}: &[(&str, &str)] = &[\n");
    for file in files {
        let path = root.join(file);
        let _ = writeln!(text, "    ({file:?}, include_str!({:?})),", path.display().to_string());
    }
    text + "];\n"
}
