//! Every case of the corpus still shows what the list of known findings says of it, where its compiler is there:
//! `repro` sees it, and knows it.

use crate::common;
use crosscall_campaign::apart;
use crosscall_campaign::asked::Wrong;
use crosscall_campaign::known::Known;
use crosscall_campaign::tally::kind_of;
use crosscall_campaign::tools::Tools;
use crosscall_model::finding::FindingKind;
use crosscall_model::finding::{Verdict, Violation};
use crosscall_model::tool::ToolCase;
use crosscall_model::{About, Pairing};
use crosscall_toolchain::Toolchain;
use crosscall_toolchain::case_file::CaseFile;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The files of a folder whose names begin so; one in eight, unless tests sweep through everything.
fn files(folder: &str, prefix: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(folder);
    let paths = std::fs::read_dir(&folder).expect("the corpus").map(|entry| entry.expect("an entry").path());
    let is_meant =
        |path: &PathBuf| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(prefix));
    let mut paths: Vec<PathBuf> = paths.filter(is_meant).collect();
    assert!(!paths.is_empty(), "no cases in {}", folder.display());
    paths.sort();
    paths.into_iter().step_by(common::one_in(8)).collect()
}

#[test]
fn every_case_of_a_compiler_is_seen_again_and_known() {
    let corpora = [
        ("corpus/epiphany", "gcc-12-", "epiphany-elf-gcc-O2", "12."),
        ("corpus/nyuzi", "clang-9-", "nyuzi-clang-O2", "9.0"),
        ("corpus/forwardcom", "emulator-", "forw-emu", "1.14"),
    ];
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for (folder, prefix, name, version) in corpora {
        if !common::installed_as(name).is_some_and(|found| found.version.contains(version)) {
            continue;
        }
        for path in files(folder, prefix) {
            let mut command = Command::new(env!("CARGO_BIN_EXE_crosscall"));
            let answer = command
                .current_dir(&root)
                .args(["repro", "--verbose"])
                .arg(&path)
                .output()
                .expect("an answer");
            let text = String::from_utf8_lossy(&answer.stdout);
            // A case that is good for one trial alone, in which the compiler crashes, is not tested.
            let is_untested = text.contains("nothing was tested: 0 of 1 trials were run");
            let code = if is_untested { 3 } else { 0 };
            assert_eq!(answer.status.code(), Some(code), "{}: {text}", path.display());
            let is_known = text.contains("findings: 0 new, ") && !text.contains(", 0 known");
            assert!(is_known, "{}: {text}", path.display());
        }
    }
}

/// [`every_case_of_a_compiler_is_seen_again_and_known`] for assemblers and linkers; all cases are judged with the
/// knowledge of one run.
#[test]
fn every_case_of_a_tool_is_seen_again_and_known() {
    let corpora = [
        ("corpus/epiphany", "binutils-", "epiphany-elf-binutils", "2.40"),
        ("corpus/nyuzi", "llvm-", "nyuzi-llvm", "9.0"),
        ("corpus/forwardcom", "forw-", "forw", "1.14"),
        ("corpus/riscv", "binutils-", "riscv64-binutils-lp64d", "2.40"),
        ("corpus/riscv", "ld-32-", "riscv64-binutils-ilp32d", "2.40"),
        ("corpus/riscv", "lld-32-", "llvm-19-ilp32d", "19.1"),
        ("corpus/riscv", "llvm-14-", "llvm-14-lp64d", "14.0"),
        ("corpus/riscv", "llvm-leb128", "llvm-16-lp64d", "16.0"),
        ("corpus/riscv", "llvm-19-", "llvm-19-lp64d", "19.1"),
    ];
    // To ask a tool all that settles what it does takes longer than its cases.
    for (folder, prefix, name, version) in corpora.into_iter().step_by(common::one_in(4)) {
        let Some(subject) = common::installed_as(name).filter(|found| found.version.contains(version)) else {
            continue;
        };
        let learned = apart::settle::<Tools>(&subject, common::context()).expect("the tools run");
        for path in files(folder, prefix) {
            let file = CaseFile::read(&path).expect("a case file");
            let About::Tool(case) = file.case else {
                panic!("{}: it is about something else", path.display())
            };
            let result = apart::run_one::<Tools>(&case, &subject, &mut learned.clone(), common::context());
            let result = result.expect("the tool runs").expect("a result");
            let Verdict::Violates(violation) = &result.verdict else {
                // The bytes behind a table vary between runs.
                assert!(result.failure.is_some(), "{}: {:?}", path.display(), result.verdict);
                continue;
            };
            assert_known(&path, &case, &subject, violation, &result);
        }
    }
}

fn assert_known(
    path: &Path,
    case: &ToolCase,
    subject: &Toolchain,
    violation: &Violation,
    result: &crosscall_engine::verdict::CaseResult,
) {
    let known = Known::built_in().expect("the list is sound").clone();
    let fingerprints = apart::fingerprints(result);
    assert!(!fingerprints.is_empty(), "{}", path.display());
    for fingerprint in fingerprints {
        let kind = kind_of(&fingerprint);
        assert_eq!(kind, FindingKind::Violation, "{}", path.display());
        let pairing = Some(Pairing::Tool);
        let wrong = Wrong { pairing, subjects: &[subject], case: case.into(), violation };
        assert!(!wrong.known(&known, &fingerprint).is_empty(), "{}: {fingerprint}", path.display());
    }
}
