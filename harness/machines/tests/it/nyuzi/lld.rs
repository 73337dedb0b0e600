//! Our linker against LLVM's: the same objects and the same layout must give the same section addresses, the
//! same symbols and the same bytes. Says so where the tools are missing.

use std::path::Path;
use std::process::Command;

use super::tools::llvm;
use crate::support::links;
use crate::support::process::run_tool;
use crosscall_machines::nyuzi::link::link_options;
use crosscall_machines::nyuzi::toolset::Nyuzi;

/// C files that refer to each other, with every kind of section.
const FILES: [(&str, &str); 2] = [
    (
        "first",
        r#"extern int shared[], uninitialised, answer(int); extern const char *names[];
        int global_a; char global_b[7]; long long global_c; static int local = 5; static short odd[3] = {1, 2, 3};
        int (*table[])(int) = {answer, answer}; const float constant = 2.5f;
        int weak_one(void) __attribute__((weak));
        int main(void) { int s = local + odd[1] + (int)constant; for (int i = 0; i < 4; i++)
            s += shared[i] + names[i & 1][0] + table[i & 1](s);
            return s / 3 + weak_one() + global_a + global_b[3] + (int)global_c + uninitialised; }"#,
    ),
    (
        "second",
        r#"extern int main(void); extern char global_b[]; extern int global_a;
        int shared[100] = {1, 2, 3}; int uninitialised; const char *names[] = {"first name", "second", global_b + 2};
        __attribute__((section(".text.special"))) int answer(int x) { return x % 7; }
        int weak_one(void) { return 1; } static char aligned[3] __attribute__((aligned(64))) = "ab";
        char *get(void) { return aligned; } int (*again)(void) = main;
        __attribute__((weak)) int only_weak = 9; struct big { int a[60]; } big_a, big_b;
        void copy(void) { big_a = big_b; } float convert(int x) { return x / 3.0f; }"#,
    ),
];

/// Assembly with every relocation, some with addends.
const ASSEMBLY: &str = "
        .text
        .globl start_here
start_here:
        movehi s0, hi(target)
        or s0, s0, lo(target)
        load_32 s1, got(words)(gp)
        load_32 s2, got(target)(gp)
        call target
        bz s0, start_here
        bnz s1, target
        b start_here
        .globl target
target: ret
        .data
        .globl words
words:  .long target, words, elsewhere
        .bss
        .balign 16
        .globl elsewhere
elsewhere:
        .space 20
";

/// Links files with both and compares; gives the number of symbols compared.
fn link_both(lld: &Path, folder: &Path, files: &[String]) -> Result<usize, String> {
    // With -O0 lld merges no equal constants, which our linker does not either.
    let arguments = ["-O0", "-e", "main"];
    let both = links::link_both(&Nyuzi, (lld, &arguments), folder, files, &link_options());
    both.map(|(_, count)| count)
}

/// Makes an object file with clang. The error is what clang says when it fails.
fn make(clang: &Path, folder: &Path, file: &str, text: &str, flags: &[&str]) -> Result<String, String> {
    std::fs::write(folder.join(file), text).expect("the file is written");
    let object = format!("{}.o", file.split('.').next().unwrap_or_default());
    let mut command = Command::new(clang);
    command.current_dir(folder).args(["--target=nyuzi-none-none", "-w", "-ffreestanding"]).args(flags);
    run_tool(command.args(["-c", file, "-o", &object]))?;
    Ok(object)
}

#[test]
fn c_programs_link_as_with_lld() {
    let (Some(clang), Some(lld)) = (llvm("clang"), llvm("ld.lld")) else { return };
    let folder = tempfile::tempdir().expect("a temporary directory");
    let variants: [&[&str]; 4] =
        [&[], &["-fPIC"], &["-ffunction-sections", "-fdata-sections"], &["-fno-common"]];
    let (mut links, mut symbols, mut crashes) = (0, 0, 0);
    for level in ["-O0", "-O1", "-O2", "-O3", "-Os"] {
        for variant in variants {
            let flags: Vec<&str> = [level].iter().chain(variant).copied().collect();
            let compile =
                |(name, text): (&str, &str)| make(&clang, folder.path(), &format!("{name}.c"), text, &flags);
            let files: Vec<String> = match FILES.into_iter().map(compile).collect() {
                Ok(files) => files,
                // Clang crashes on some position-independent code.
                Err(message) => {
                    assert!(message.contains("Stack dump") && flags.contains(&"-fPIC"), "{message}");
                    crashes += 1;
                    continue;
                }
            };
            match link_both(&lld, folder.path(), &files) {
                Ok(count) => symbols += count,
                Err(error) => panic!("{flags:?}: {error}"),
            }
            links += 1;
        }
    }
    println!("{links} links compared, {symbols} symbols; clang crashed in {crashes} more");
    assert_eq!(links + crashes, 5 * variants.len());
    assert!(symbols > links && crashes <= 5);
}

#[test]
fn assembly_links_as_with_lld() {
    let (Some(clang), Some(lld)) = (llvm("clang"), llvm("ld.lld")) else { return };
    let folder = tempfile::tempdir().expect("a temporary directory");
    let second = "\t.globl main\nmain:\tcall target\n\tload_32 s0, got(elsewhere)(gp)\n\tret\n";
    let [a, b] = [("a.s", ASSEMBLY), ("b.s", second)]
        .map(|(file, text)| make(&clang, folder.path(), file, text, &[]).expect("clang assembles the file"));
    for files in [[a.clone(), b.clone()], [b, a]] {
        let compared = link_both(&lld, folder.path(), &files).unwrap_or_else(|error| panic!("{error}"));
        assert!(compared >= 4, "{compared} symbols");
    }
}
