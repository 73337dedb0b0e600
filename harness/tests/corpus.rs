//! Every case of the corpus still shows what the list of known findings says of it, where its compiler is there:
//! `repro` sees it, and knows it.

mod common;

use std::path::Path;
use std::process::Command;

#[test]
fn every_case_is_seen_again_and_known() {
    if !common::installed_as("epiphany-elf-gcc-O2").is_some_and(|gcc| gcc.version.contains("12.")) {
        return;
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let folder = root.join("corpus/epiphany");
    let mut count = 0;
    for entry in std::fs::read_dir(&folder).expect("the corpus") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().and_then(|name| name.to_str()).expect("a name").to_owned();
        if !name.starts_with("gcc-12-") {
            continue;
        }
        let mut command = Command::new(env!("CARGO_BIN_EXE_crosscall"));
        let answer = command.current_dir(&root).arg("repro").arg(&path).output().expect("an answer");
        let text = String::from_utf8_lossy(&answer.stdout);
        assert_eq!(answer.status.code(), Some(0), "{name}: {text}");
        assert!(text.contains("known"), "{name}: {text}");
        count += 1;
    }
    assert!(count > 0, "no cases in {}", folder.display());
}
