//! Edits do to an assembly text what they say, on a small listing written by hand.

use crosscall::mutants::edit::{Action, Edit};
use crosscall::mutants::{edits, facts, listing, work};
use crosscall_model::Target;
use std::collections::BTreeSet;

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
