//! Our linker against the real one: the same objects and the same layout must give the same section
//! addresses, the same symbols and the same bytes.

use std::path::Path;
use std::process::Command;

use super::tools::{run_tool, tool};
use crate::support::links;
use crosscall_machines::elf::{read_executable, write_executable};
use crosscall_machines::epiphany::link::{FORMAT, link_options, local_link_options};
use crosscall_machines::epiphany::toolset::Epiphany;
use crosscall_machines::link::LinkOptions;

/// C files that refer to each other, with every kind of section.
const FILES: [(&str, &str); 3] = [
    (
        "first",
        r#"extern int shared[], uninitialised, answer(int); extern const char *names[];
        int global_a; char global_b[7]; long long global_c; static int local = 5; static short odd[3] = {1, 2, 3};
        int (*table[])(int) = {answer, answer}; const double constant = 2.5;
        int weak_one(void) __attribute__((weak)); extern int nobody(void) __attribute__((weak));
        int main(void) { int s = local + odd[1] + (int)constant; for (int i = 0; i < 4; i++)
            s += shared[i] + names[i & 1][0] + table[i & 1](s); if (nobody) s++;
            return s / 3 + weak_one() + global_a + global_b[3] + (int)global_c + uninitialised; }"#,
    ),
    (
        "second",
        r#"extern int main(void); extern char global_b[]; extern int global_a;
        int shared[100] = {1, 2, 3}; int uninitialised; const char *names[] = {"first name", "second", global_b + 2};
        __attribute__((section(".text.special"))) int answer(int x) { return x % 7; }
        int weak_one(void) { return 1; } static char aligned[3] __attribute__((aligned(64))) = "ab";
        char *get(void) { return aligned; } int (*again)(void) = main;"#,
    ),
    (
        "third",
        r#"extern int answer(int); __attribute__((weak)) int weak_one(void) { return 2; }
        __attribute__((weak)) int only_weak = 9; long long wide[3] = {1, -1, 5};
        __attribute__((section("orphan_data"))) int orphan = 77; __attribute__((section("orphan_text"))) int lone(int x) { return answer(x) / (x + 1); }
        struct big { int a[60]; } big_a, big_b; void copy(void) { big_a = big_b; }
        double convert(int x) { return x / 3.0; }"#,
    ),
];

/// Assembly with every relocation that gas leaves and ld handles right, in odd places. Left out are
/// relative data, of which ld 2.40 stores only one byte, and long branches to a global symbol plus a
/// constant, where gas puts the constant in the field and in the addend and ld adds both.
const ASSEMBLY: &str = r#"
        .text
        .global start_here
start_here:
        nop
        bl.l    target
        beq.l   target
        bgtu    other_section
        mov     r0,%low(target+0x12345)
        movt    r0,%high(target+0x12345)
        mov     r60,%low(local_word-8)
        movt    r60,%high(local_word-8)
        b       start_here
        .section .text.other,"ax"
        nop
other_section:
        b.l     start_here
        rts
        .global target
target: rts
        .data
        .byte   1
        .balign 4
local_word:
        .word   target, target+2, local_word, other_section-2
        .byte   small
        .hword  1
        .balign 8
        .word   elsewhere+4
        .bss
        .balign 16
elsewhere:
        .space  20
        .comm   pool,12,8
        .set    small,0x7f
        .section .rodata,"a"
        .word   pool, start_here
"#;

/// Links with both and compares; gives the number of symbols compared.
fn link_both(ld: &Path, folder: &Path, files: &[String], options: &LinkOptions) -> Result<usize, String> {
    let (ours, count) = links::link_both(&Epiphany, (ld, &["-e", "_main"]), folder, files, options)?;
    // Our own file reads back as what was linked.
    let written = write_executable(&ours, &FORMAT).map_err(|error| error.to_string())?;
    let again = read_executable("written", &written, &FORMAT).map_err(|error| error.to_string())?;
    assert_eq!(again.segments, ours.segments);
    assert_eq!((&again.globals, &again.locals, again.entry), (&ours.globals, &ours.locals, ours.entry));
    Ok(count)
}

#[test]
fn c_programs_link_as_with_ld() {
    let (Some(gcc), Some(ld)) = (tool("gcc"), tool("ld")) else { return };
    let folder = tempfile::tempdir().expect("a temporary directory");
    let levels = ["-O1", "-O2", "-O3", "-Os"];
    let variants: [&[&str]; 5] = [
        &[],
        &["-mshort-calls"],
        &["-ffunction-sections", "-fdata-sections"],
        &["-fno-section-anchors"],
        &["-g"],
    ];
    let (mut links, mut symbols) = (0, 0);
    for level in levels {
        for variant in variants {
            let mut files = Vec::new();
            for (name, text) in FILES {
                std::fs::write(folder.path().join(format!("{name}.c")), text).expect("the file is written");
                let mut command = Command::new(&gcc);
                // ld merges equal strings and constants, which is not wanted here.
                command
                    .current_dir(folder.path())
                    .args([level, "-w", "-fno-merge-constants", "-c"])
                    .args(variant);
                run_tool(command.arg(format!("{name}.c"))).expect("GCC compiles the file");
                files.push(format!("{name}.o"));
            }
            for options in [link_options(), local_link_options()] {
                if variant.contains(&"-mshort-calls") && options == local_link_options() {
                    // Calls of served functions do not reach; that is an overflow in both linkers.
                    let error = link_both(&ld, folder.path(), &files, &options).expect_err("out of reach");
                    assert!(error.contains("R_EPIPHANY_SIMM24"), "{error}");
                    continue;
                }
                match link_both(&ld, folder.path(), &files, &options) {
                    Ok(count) => symbols += count,
                    Err(error) => panic!("{level} {variant:?}: {error}"),
                }
                links += 1;
            }
        }
    }
    println!("{links} links compared, {symbols} symbols");
    assert_eq!(links, levels.len() * (variants.len() * 2 - 1));
}

#[test]
fn assembly_links_as_with_ld() {
    let (Some(gas), Some(ld)) = (tool("as"), tool("ld")) else { return };
    let folder = tempfile::tempdir().expect("a temporary directory");
    std::fs::write(folder.path().join("a.s"), ASSEMBLY).expect("the file is written");
    let second = "\t.text\n\t.byte 1\n\t.data\n\t.word pool+4,target\n\t.comm pool,20,4\n\t.global _main\n\t.text\n_main:\tbl target\n\tbl start_here\n";
    std::fs::write(folder.path().join("b.s"), second).expect("the file is written");
    for name in ["a", "b"] {
        let mut command = Command::new(&gas);
        command.current_dir(folder.path()).arg(format!("{name}.s")).arg("-o").arg(format!("{name}.o"));
        run_tool(&mut command).expect("gas assembles the file");
    }
    for files in [["a.o", "b.o"], ["b.o", "a.o"]] {
        let files = files.map(str::to_string);
        for options in [link_options(), local_link_options()] {
            let compared = link_both(&ld, folder.path(), &files, &options);
            assert!(compared.expect("both links agree") >= 3);
        }
    }
}
