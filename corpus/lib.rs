//! The corpus and the pages about findings, as they stand in the repository: `corpus/` and `docs/findings/`. They are a
//! crate so that the program has them wherever it is built.

include!(concat!(env!("OUT_DIR"), "/archive.rs"));

/// Text of a case or of a list of known findings by its name from the root, such as `corpus/epiphany/known.toml`; `None`
/// where there is no such file.
pub fn file(name: &str) -> Option<&'static str> {
    CORPUS.iter().find(|(path, _)| *path == name).map(|(_, text)| *text)
}

/// Files with recorded compilers, by their names from the root.
pub fn recorded() -> &'static [(&'static str, &'static [u8])] {
    RECORDED
}

/// Text of a page about findings by its name from the root, such as `docs/findings/forw.md`; `None` where there is no
/// such page.
pub fn page(name: &str) -> Option<&'static str> {
    PAGES.iter().find(|(path, _)| *path == name).map(|(_, text)| *text)
}
