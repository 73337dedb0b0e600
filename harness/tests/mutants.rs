//! Edits do to an assembly text what they say, on a small listing written by hand.

mod common;

use crosscall::mutants::edit::{Action, Edit};
use crosscall::mutants::table::{Outcome, Search, Told, Trial};
use crosscall::mutants::{edits, facts, listing, report, work};
use crosscall_model::Target;
use expect_test::expect;
use std::collections::BTreeSet;
use std::process::Command;

const SOURCE: &str = "\
/* case 0: short f(int, int, int, int, int) */
/* case 1: double f(double, struct { int m0[4]; }) */
/* case 2: void f(void) */
/* case 3: struct { int m0 : 3; int m1 : 5; } f(short) */
unsigned int layout3[] = {
\tsizeof (short),
\t_Alignof (short) };
";

const LISTING: &str = "\t.file\t\"callee.c\"
\t.section .text
\t.balign 4
\t.global\t_f0
_f0:
\tstr r4,[sp],#-4
\tstr r5,[sp,#3]
\tmov r5,r1
\tldr r0,[sp,#6]
\tldr r5,[sp,#3]
\tadd sp,sp,#16
\tldr r4,[sp]
\trts
\t.size\t_f0, .-_f0
\t.global\t_f1
_f1:
\tmov r16,r0 ; a comment
\trts
\t.size\t_f1, .-_f1
\t.global\t_call0
_call0:
\tstr lr,[sp],#-4
\tmov r1, %low(_f0)
\tmovt r1, %high(_f0)
\tstr r2,[sp,#2]
\tjalr r1
\tldr lr,[sp,#4]
\tadd sp,sp,#16
\trts
\t.size\t_call0, .-_call0
\t.global\t_call2
_call2:
\tmov r0, %low(_f2)
\tmovt r0, %high(_f2)
\tjr r0
\t.size\t_call2, .-_call2
\t.section .data
\t.type\t_layout3, @object
_layout3:
\t.word\t2
\t.word\t2
\t.type\t_image3_0, @object
_image3_0:
\t.byte\t13
\t.zero\t3
";

fn edit(name: &str) -> Edit {
    let found = edits(Target::Epiphany).into_iter().find(|e| e.name == name);
    found.unwrap_or_else(|| panic!("no edit {name}"))
}

/// The lines that an edit adds (`+`) and takes away (`-`).
fn difference(name: &str) -> Vec<String> {
    let (text, changed) = work::apply(&edit(name), SOURCE, LISTING);
    assert_eq!(changed > 0, text != LISTING, "{name}: {changed} places");
    let plain = listing::write(&listing::read(LISTING));
    let diff = similar::TextDiff::from_lines(&plain, &text);
    let changes = diff.iter_all_changes().filter(|c| c.tag() != similar::ChangeTag::Equal);
    changes.map(|c| format!("{}{}", c.tag(), c.value().trim())).collect()
}

#[test]
fn a_listing_is_written_down_as_it_was_read() {
    let lines = |text: &str| text.lines().filter(|l| !l.contains(".zero") && !l.contains(".word")).count();
    let text = listing::write(&listing::read(LISTING));
    for function in ["_f0", "_f1", "_call0", "_call2"] {
        let body = |text: &str| {
            let from = text.find(&format!("\n{function}:\n")).unwrap();
            let to = text.find(&format!("\t.size\t{function}")).unwrap();
            text[from..to].to_owned()
        };
        assert_eq!(body(&text), body(LISTING));
    }
    // Words become bytes, and nothing is lost.
    assert_eq!(text.matches(".byte").count(), 12);
    assert_eq!(lines(&text), lines(LISTING) + 11);
}

#[test]
fn edits_do_what_they_say() {
    assert_eq!(difference("clobber-r4").iter().filter(|l| *l == "+mov r4,#85").count(), 2);
    assert_eq!(difference("drop-restore"), ["-ldr r4,[sp]"]);
    assert_eq!(difference("drop-save"), ["-str r5,[sp,#3]", "-ldr r5,[sp,#3]"]);
    assert_eq!(difference("restore-other-slot"), ["-ldr r4,[sp]", "+ldr r4,[sp,#1]"]);
    // The frame has 16 bytes, so the first stack argument is at 24; what lies below is the function's own.
    assert_eq!(difference("stack-argument-one-word-on"), ["-ldr r0,[sp,#6]", "+ldr r0,[sp,#7]"]);
    assert_eq!(difference("stack-argument-no-area"), ["-ldr r0,[sp,#6]", "+ldr r0,[sp,#4]"]);
    assert_eq!(difference("swap-double-result"), ["+mov r16,r0", "+mov r0,r1", "+mov r1,r16"]);
    assert_eq!(difference("short-result-zero-extended"), ["+lsl r0,r0,#16", "+lsr r0,r0,#16"]);
    assert_eq!(
        difference("call-stack-without-area"),
        ["-jalr r1", "+mov r20,r1", "+add sp,sp,#8", "+jalr r20", "+add sp,sp,#-8"]
    );
    assert_eq!(difference("no-return").iter().filter(|l| *l == "+b .").count(), 0);
    assert_eq!(difference("sizeof-short")[..2], ["-.byte\t2", "+.byte\t4"]);
    // 13 is 5 in three bits and 1 in five: from the upper end, 5 << 29 | 1 << 24.
    let reversed = difference("bit-fields-reversed");
    assert!(reversed.contains(&"+.byte\t161".to_owned()), "{reversed:?}");
}

#[test]
fn an_edit_without_occasion_changes_nothing() {
    for name in ["memory-result-higher", "keep-in-r22", "sizeof-float", "unnamed-one-on"] {
        let (text, changed) = work::apply(&edit(name), SOURCE, LISTING);
        assert_eq!((text.as_str(), changed), (LISTING, 0), "{name}");
    }
}

#[test]
fn a_call_that_ends_a_function_is_prepared_and_not_followed_up() {
    let scratch = difference("call-scratch-destroyed");
    assert!(scratch.contains(&"+jr r20".to_owned()), "{scratch:?}");
    assert!(!difference("call-larger-frame").contains(&"+jr r20".to_owned()));
}

#[test]
fn the_table_is_large_and_names_clauses_that_exist() {
    let table = edits(Target::Epiphany);
    let faults: Vec<&Edit> = table.iter().filter(|e| !e.is_harmless()).collect();
    let kinds: BTreeSet<&str> = faults.iter().map(|e| e.kind).collect();
    let names: BTreeSet<&str> = table.iter().map(|e| e.name).collect();
    assert!(faults.len() >= 60 && kinds.len() >= 25, "{} faults of {} kinds", faults.len(), kinds.len());
    assert_eq!(names.len(), table.len(), "a name stands twice");
    assert!(table.iter().filter(|e| e.is_harmless()).count() >= 30);
    let catalogue = crosscall_oracle::clause::catalogue(Target::Epiphany);
    for edit in faults {
        assert!(matches!(edit.clauses.len(), 1 | 2), "{}: {:?}", edit.name, edit.clauses);
        for clause in edit.clauses {
            assert!(catalogue.id(&format!("EPIPHANY-{clause}")).is_some(), "{}: {clause}", edit.name);
        }
    }
}

#[test]
fn what_a_function_passes_where() {
    let units = facts::read(SOURCE);
    assert_eq!(units[&0].stack_words(), Some(1));
    assert_eq!(units[&1].arguments(), [(facts::Class::Double, 0), (facts::Class::Large, 2)]);
    assert_eq!(units[&3].items, ["sizeof (short)", "_Alignof (short)"]);
    assert!(units[&2].result().is_none());
}

#[test]
fn options_and_sources_are_changed_before_compiling() {
    let Action::Source(align) = edit("structures-aligned-16").action else { panic!("no source") };
    let text = "struct t0_0 {\n\tint m0;\n};\nunion slot0 {\n\tchar bytes[16];\n};\n";
    let aligned = align(text).unwrap();
    assert!(aligned.starts_with("struct __attribute__((aligned(16))) t0_0 {\n"), "{aligned}");
    assert_eq!(align("int x;\n"), None);
    let Action::Source(unions) = edit("unions-aligned-16").action else { panic!("no source") };
    assert_eq!(unions(text), None, "the slots of a unit are no types of the case");
}

/// An outcome under one seed.
fn outcome(name: &str, changed: u64, findings: &[(&str, u64, &str)]) -> Outcome {
    let told = |(clause, index, text): &(&str, u64, &str)| Told {
        clause: format!("EPIPHANY-{clause}"),
        pairing: "callee".to_owned(),
        index: *index,
        occurrences: 3,
        text: (*text).to_owned(),
    };
    let findings = findings.iter().map(told).collect();
    Outcome {
        edit: edit(name),
        trials: vec![Trial { seed: 1, changed, refused: 0, findings, lost: 0, cases: 100 }],
    }
}

#[test]
fn the_table_says_what_was_found_and_what_not() {
    let at = "r4: expected still 0x1 at return, observed 0x55";
    let outcomes = [
        outcome("clobber-r4", 90, &[("REG-06", 4, at), ("ARG-01", 9, "a0: expected 1, observed 2")]),
        outcome("clobber-r11", 90, &[("REG-06", 4, "r7: expected 1, observed 2")]),
        outcome("swap-double-result", 7, &[("RET-01", 20, "result: expected 1, observed 2")]),
        outcome("write-r28", 90, &[]),
        outcome("keep-in-r2", 0, &[]),
        outcome("scratch-destroyed", 90, &[]),
        outcome("flags-destroyed", 90, &[("S04", 2, "modes: expected 1, observed 2")]),
    ];
    let frame = report::Frame {
        toolchain: "compiler-O2".to_owned(),
        version: "compiler 1.0".to_owned(),
        target: Target::Epiphany,
        cases: 100,
        seeds: vec![1],
        search: Search::Whole,
    };
    expect![[r#"
        compiler-O2  compiler 1.0
        100 cases for each mutant, seeds 0x1

        edit                side    breaks  first named  right  findings  cases  place
        ------------------  ------  ------  -----------  -----  --------  -----  -------
        clobber-r4          callee  REG-06  REG-06       yes    1 of 2    5      r4
        clobber-r11         callee  REG-06  REG-06       yes    1 of 1    5      not r11
        swap-double-result  callee  RET-03  RET-01       NO     0 of 1    21
        write-r28           callee  REG-13  NOT FOUND
        keep-in-r2          caller  REG-03  no occasion

        harmless change    side    findings  what was said
        -----------------  ------  --------  -------------
        scratch-destroyed  callee  0
        flags-destroyed    callee  1         S04

        swap-double-result: the words of a double-word result are swapped; seed 0x1, 7 places: RET-01,
        callee (3 trials): result: expected 1, observed 2
        write-r28: r28 is written; seed 0x1, 90 places: nothing was found
        flags-destroyed: status flags are destroyed at return; seed 0x1, 90 places: S04, callee (3 trials):
        modes: expected 1, observed 2
        faults: 3 of 4 found, the first finding right for 2
        findings: 2 of 4 name a clause that the fault breaks (50.0 %); places told: 1 of 2
        harmless changes: 2, with false alarms: 1; without occasion: 1; refused by the assembler: 0
    "#]]
    .assert_eq(&report::text(&frame, &outcomes));
    let totals = report::totals(&outcomes);
    assert_eq!((totals.faults, totals.found, totals.first_right), (4, 3, 2));
    assert_eq!((totals.harmless, totals.false_alarms, totals.no_occasion), (2, 1, 1));
    assert!(!totals.is_right() && report::totals(&outcomes[..1]).is_right());
    let json: serde_json::Value = serde_json::from_str(&report::json(&frame, &outcomes)).unwrap();
    assert_eq!(json["edits"][0]["expected"][0], "EPIPHANY-REG-06");
    assert_eq!(json["edits"][0]["cases_median"], 5);
    assert_eq!(json["edits"][0]["place_right"], true);
    assert_eq!(json["edits"][1]["place_right"], false);
}

/// With a real compiler, where one is there: a fault is found under its name, a harmless change is not.
#[test]
fn a_real_compiler_is_broken_and_found_out() {
    if common::installed_as("epiphany-elf-gcc-O2").is_none() {
        return;
    }
    let output = Command::new(env!("CARGO_BIN_EXE_crosscall"))
        .args(["mutants", "--toolchain", "epiphany-elf-gcc-O2", "--cases", "64", "--format", "json"])
        .args(["--edit", "write-reserved-memory", "--edit", "scratch-destroyed"])
        .output()
        .unwrap();
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let [fault, harmless] = [0, 1].map(|i| &json["edits"][i]);
    assert_eq!(fault["found"], true, "{json:#}");
    assert!(fault["seeds"][0]["changed"].as_u64().unwrap() > 30, "{json:#}");
    assert_eq!((&harmless["occasion"], &harmless["findings"]), (&true.into(), &0.into()), "{json:#}");
    assert_eq!(json["totals"]["refused"], 0);
}

#[test]
fn an_object_ends_where_its_size_says() {
    let assembly = "\t.size\t_image0_0, 4\n_image0_0:\n\t.word\t0x4030201\n\t.zero\t4\n";
    let (text, places) = work::apply(&edit("big-endian-word"), "/* case 0: void f(int) */\n", assembly);
    assert_eq!(places, 1);
    let bytes = "\t.byte\t4\n\t.byte\t3\n\t.byte\t2\n\t.byte\t1\n";
    assert_eq!(text, format!("\t.size\t_image0_0, 4\n_image0_0:\n{bytes}\t.zero\t4\n"));
}
