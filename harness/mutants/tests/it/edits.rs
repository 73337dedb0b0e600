//! Edits do to an assembly text what they say, on a small listing written by hand.

use crosscall_model::Target;
use crosscall_model::target::riscv::Abi;
use crosscall_mutants::edit::{Action, Edit};
use crosscall_mutants::facts::Side;
use crosscall_mutants::fault::{Fault, Generated, Occasion};
use crosscall_mutants::language::{self, Language, Operation};
use crosscall_mutants::splice::{self, Which};
use crosscall_mutants::{apply, edits, facts, listing, neutral, random};
use expect_test::expect;
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

fn epiphany() -> &'static dyn Language {
    language::of(Target::Epiphany).unwrap()
}

fn edit(name: &str) -> Edit {
    let found = edits(Target::Epiphany).into_iter().find(|e| e.name == name);
    found.unwrap_or_else(|| panic!("no edit {name}"))
}

/// The lines that an edit adds (`+`) and takes away (`-`).
fn difference(name: &str) -> Vec<String> {
    let done = apply::apply(epiphany(), &edit(name), SOURCE, LISTING);
    let (text, changed) = (done.text, done.changed);
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
    assert_eq!(difference("clobber-r4").iter().filter(|l| *l == "+mov r4,#0x55").count(), 2);
    assert_eq!(difference("drop-restore"), ["+mov r16,r5", "+mov r5,r16"]);
    assert_eq!(difference("drop-save"), ["-str r5,[sp,#3]", "-ldr r5,[sp,#3]"]);
    assert_eq!(difference("restore-other-slot"), ["+ldr r5,[sp,#4]"]);
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
        let done = apply::apply(epiphany(), &edit(name), SOURCE, LISTING);
        let (text, changed) = (done.text, done.changed);
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
    let units = facts::read(SOURCE, epiphany().placement());
    assert_eq!(units[&0].stack_words(), Some(1));
    assert_eq!(units[&1].arguments(), [(facts::TypeClass::Double, 0), (facts::TypeClass::Large, 2)]);
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

#[test]
fn an_object_ends_where_its_size_says() {
    let assembly = "\t.size\t_image0_0, 4\n_image0_0:\n\t.word\t0x4030201\n\t.zero\t4\n";
    let done = apply::apply(epiphany(), &edit("big-endian-word"), "/* case 0: void f(int) */\n", assembly);
    let (text, places) = (done.text, done.changed);
    assert_eq!(places, 1);
    let bytes = "\t.byte\t4\n\t.byte\t3\n\t.byte\t2\n\t.byte\t1\n";
    assert_eq!(text, format!("\t.size\t_image0_0, 4\n_image0_0:\n{bytes}\t.zero\t4\n"));
}

/// In the forms of clang for the Nyuzi, whose assembler has no `.word`: a number with a comment is a number, a symbol stays a
/// word, and a string is no place for a comment.
#[test]
fn words_of_clang_are_read_and_written() {
    let number = "67305985                # 0x4030201";
    let assembly = format!("image0_0:\n\t.long\t{number}\n\t.long\tf0+4    # at\n\t.asciz\t\"a# b\"\n");
    let bytes = |bytes: &[u8]| bytes.iter().map(|b| format!("\t.byte\t{b}\n")).collect::<String>();
    let expected = format!("image0_0:\n{}\t.long\tf0+4\n{}", bytes(&[1, 2, 3, 4]), bytes(b"a# b\0"));
    assert_eq!(listing::write(&listing::read(&assembly)), expected);
}

/// Lines that a generated fault adds (`+`) and takes away (`-`) in the listing, or in another one.
fn generated(fault: Fault, side: Side) -> Vec<String> {
    difference_of(epiphany(), fault, side, SOURCE, LISTING)
}

pub(crate) fn difference_of(
    language: &dyn Language,
    fault: Fault,
    side: Side,
    source: &str,
    listing: &str,
) -> Vec<String> {
    let edit = Generated::always(fault).edit(side, "made", "made", language);
    let done = apply::apply(language, &edit, source, listing);
    assert_eq!(done.changed > 0, done.text != listing, "{fault:?}");
    let [plain, text] = [listing, &done.text].map(|text| listing::write(&listing::read(text)));
    let diff = similar::TextDiff::from_lines(&plain, &text);
    let changes = diff.iter_all_changes().filter(|c| c.tag() != similar::ChangeTag::Equal);
    changes.map(|c| format!("{}{}", c.tag(), c.value().trim())).collect()
}

#[test]
fn generated_faults_do_what_they_say() {
    use Side::{Callee, Caller};
    // r4 is pushed, and popped after 16 bytes were given back; r5 lies in the frame.
    assert_eq!(generated(Fault::RestoreLost(5, Which::All), Callee), ["+mov r16,r5", "+mov r5,r16"]);
    assert_eq!(generated(Fault::SaveLost(5), Callee), ["+str r16,[sp,#3]"]);
    assert_eq!(generated(Fault::RestoredFrom(5, 4), Callee), ["+ldr r5,[sp,#4]"]);
    // A register that the function does not write need not be restored.
    assert_eq!(generated(Fault::RestoreLost(4, Which::All), Callee), [""; 0]);
    assert_eq!(generated(Fault::SaveLost(7), Callee), [""; 0]);
    assert_eq!(generated(Fault::StackArguments(4), Callee), ["-ldr r0,[sp,#6]", "+ldr r0,[sp,#7]"]);
    assert_eq!(
        generated(Fault::ArgumentsSwapped(0, 3), Callee),
        ["+mov r16,r0", "+mov r0,r3", "+mov r3,r16"]
    );
    // The other functions have no word there, and none has two more.
    assert_eq!(
        generated(Fault::ArgumentsSwapped(0, 4), Callee),
        ["+mov r16,r0", "+ldr r17,[sp,#2]", "+mov r0,r17", "+str r16,[sp,#2]"]
    );
    assert_eq!(generated(Fault::ArgumentsSwapped(0, 5), Callee), [""; 0]);
    assert_eq!(generated(Fault::HalvesSwapped(0), Callee), ["+mov r16,r0", "+mov r0,r1", "+mov r1,r16"]);
    assert_eq!(generated(Fault::HalvesSwapped(2), Callee), [""; 0]);
    // Only one function has nothing on the stack, and it ends with its call.
    assert_eq!(generated(Fault::StackAtCall(4), Caller), [""; 0]);
    assert_eq!(
        generated(Fault::StackArguments(8), Caller),
        ["-jalr r1", "+mov r20,r1", "+add sp,sp,#-8", "+jalr r20", "+add sp,sp,#8"]
    );
    assert_eq!(generated(Fault::ResultSwapped, Callee), ["+mov r16,r0", "+mov r0,r1", "+mov r1,r16"]);
    assert_eq!(generated(Fault::Kept(5, 18), Callee), [""; 0], "nothing is called");
    let twice = generated(Fault::Reserved(31, true), Caller);
    assert_eq!(twice[..3], ["+mov r18,r31", "+add r31,r31,#1", "+mov r31,r18"]);
}

const TWICE: &str = "\t.global\t_call0
_call0:
\tstr lr,[sp],#-4
\tmov r1, %low(_f0)
\tmovt r1, %high(_f0)
\tjalr r1
\tldr lr,[sp,#4]
\tadd sp,sp,#16
\trts
\t.size\t_call0, .-_call0
";

#[test]
fn a_function_is_called_twice_with_the_same_arguments() {
    let source = "/* case 0: int f(_Bool, int) */\n";
    let made = difference_of(epiphany(), Fault::CalledTwice, Side::Caller, source, TWICE);
    expect![[r#"
        +add sp,sp,#-32
        +str r0,[sp,#2]
        +str r1,[sp,#3]
        +str r2,[sp,#4]
        +str r3,[sp,#5]
        +str r1,[sp,#6]
        +jalr r1
        +ldr r0,[sp,#2]
        +ldr r1,[sp,#3]
        +ldr r2,[sp,#4]
        +ldr r3,[sp,#5]
        +ldr r1,[sp,#6]
        +add sp,sp,#32"#]]
    .assert_eq(&made.join("\n"));
    let truth = difference_of(epiphany(), Fault::Truth(0, 2), Side::Caller, source, TWICE);
    expect![[r#"
        -jalr r1
        +mov r20,r1
        +mov r21,r0
        +lsl r21,r21,#31
        +asr r21,r21,#31
        +mov r22,#0x2
        +and r0,r21,r22
        +jalr r20"#]]
    .assert_eq(&truth.join("\n"));
}

/// A calling function that does not extend is changed, though that is no fault by itself.
#[test]
fn nobody_extends_only_where_both_sides_do_not() {
    let fault = Fault::NobodyExtends(0);
    let edit = Generated::always(fault).edit(Side::Whole, "made", "made", epiphany());
    let source = "/* case 0: int f(short) */\n";
    let done = apply::apply(epiphany(), &edit, source, TWICE);
    assert_eq!((done.changed, done.beside), (0, 1));
    assert!(done.text.contains("eor r0,r0,"), "{}", done.text);
    assert!(edit.needs_other_side() && !generated_edit(Fault::CalledTwice).needs_other_side());
}

fn generated_edit(fault: Fault) -> Edit {
    Generated::always(fault).edit(Side::Callee, "made", "made", epiphany())
}

/// An option breaks something where a function does what the option lets it do.
#[test]
fn an_option_breaks_something_where_a_function_shows_it() {
    let shows = |occasion: Occasion, register| occasion.is_in(epiphany(), Some(register), LISTING);
    // r4 and r5 are saved, r16 is not, r6 is not there.
    let unsaved = [4, 5, 6, 16].map(|register| shows(Occasion::Unsaved, register));
    assert_eq!(unsaved, [false, false, false, true]);
    // Of the functions that call, one uses r2, and none r16.
    assert_eq!([2, 16].map(|register| shows(Occasion::Relied, register)), [true, false]);
    assert!(shows(Occasion::Any, 6));
}

/// Each mode has the clause that forbids to leave it changed.
#[test]
fn each_mode_that_is_left_changed_breaks_a_clause() {
    let modes = 0..epiphany().modes().len();
    let clauses = modes.map(|n| generated_edit(Fault::ModeChanged(n)).clauses);
    assert!(clauses.into_iter().all(|clauses| clauses == ["S04"]));
}

#[test]
fn what_does_the_same_is_no_change() {
    let lines = |text: &str| splice::lines(&text.split("; ").collect::<Vec<_>>());
    let same = |a: &str, b: &str| neutral::is_same(epiphany(), &lines(a), &lines(b));
    assert!(same("mov r0,r1; rts", "nop; mov r0,r1; mov r4,r4; rts"));
    assert!(same("ldr r4,[sp,#2]; rts", "ldr r4,[sp,#2]; ldr r4,[sp,#2]; rts"));
    assert!(same("mov r0,r1; rts", "mov r0,#85; mov r0,r1; rts"), "nobody reads the first");
    assert!(!same("mov r0,r1; rts", "mov r1,#85; mov r0,r1; rts"), "it is read");
    assert!(!same("ldr r4,[sp],#2; rts", "ldr r4,[sp],#2; ldr r4,[sp],#2; rts"), "it moves");
    assert!(!same("ldr r4,[r4]; rts", "ldr r4,[r4]; ldr r4,[r4]; rts"), "the second is elsewhere");
    assert!(same("mov r12,r16; rts", "mov r12,#7; mov r12,r16; rts"));
    assert!(!same("mov r31,r16; rts", "mov r31,#7; mov r31,r16; rts"), "nobody writes r31");
    assert!(!same("add sp,sp,#8; rts", "rts"));
    assert!(!same("mov r0,r1; beq .L1; mov r0,r2; rts", "mov r0,#1; beq .L1; mov r0,r2; rts"), "a branch");
}

#[test]
fn a_seed_gives_the_same_faults_for_ever() {
    let riscv = [Abi::Lp64d, Abi::Ilp32, Abi::Ilp32e].map(Target::Riscv);
    for target in [Target::Epiphany, Target::Nyuzi].into_iter().chain(riscv) {
        let (few, many) = (random::edits(target, 7, 40), random::edits(target, 7, 400));
        let text = |e: &Edit| format!("{} {} {:?}", e.text, e.one_in, e.clauses);
        assert!(few.iter().zip(&many).all(|(a, b)| text(a) == text(b)));
        let others: BTreeSet<String> = random::edits(target, 8, 400).iter().map(text).collect();
        let all: BTreeSet<String> = many.iter().map(text).collect();
        assert!(all.len() > 330 && all.intersection(&others).count() < 80, "{}", all.len());
        let kinds: BTreeSet<&str> = many.iter().map(|e| e.kind).collect();
        assert!(kinds.len() >= 25, "{kinds:?}");
        let catalogue = crosscall_oracle::clause::catalogue(target);
        for edit in &many {
            for clause in edit.clauses {
                let id = format!("{}-{clause}", target.clause_prefix());
                assert!(catalogue.id(&id).is_some(), "{}: {id}", edit.text);
            }
        }
    }
    assert!(random::edits(Target::Ipu, 1, 3).is_empty(), "nobody has seen what its compilers write");
    let first: Vec<String> =
        random::edits(Target::Epiphany, 1, 12).iter().map(|e| format!("{}: {}\n", e.name, e.text)).collect();
    expect![[r#"
        random-1-0: every record is returned in memory
        random-1-1: the stack pointer is -4 bytes higher at the call, in every function
        random-1-2: a narrow result is in r1, in every function
        random-1-3: the word 48 bytes from the stack pointer is written, without unnamed arguments
        random-1-4: r42 is restored from -4 bytes further on, where the last parameter is a pointer
        random-1-5: what r11 is for is kept in r3, where a parameter is an integer of a word
        random-1-6: stack arguments lie -4 bytes further on, without arguments on the stack, in one of 4
        random-1-7: a narrow result is taken from r2, with unnamed arguments
        random-1-8: r30 is written and put back, in every function, in one of 4
        random-1-9: r18 is taken for a register that calls preserve
        random-1-10: the words of the value that begins in r0 are swapped, where the last parameter is an integer of a word
        random-1-11: a result of a word is 0x6768, in every function
    "#]].assert_eq(&first.concat());
}

const NYUZI_LISTING: &str = "\t.globl\tf0                      # -- Begin function f0
f0:                                     # @f0
# %bb.0:
\tadd_i sp, sp, -64
\tstore_32 s24, 60(sp)            # 4-byte Folded Spill
\tstore_32 ra, 56(sp)             # 4-byte Folded Spill
\tmove s24, s0
\tload_32 s1, 64(sp)
\tcall clobber0
\tmove s0, s24
\tload_32 ra, 56(sp)              # 4-byte Folded Reload
\tload_32 s24, 60(sp)             # 4-byte Folded Reload
\tadd_i sp, sp, 64
\tret
.Lfunc_end0:
\t.size\tf0, .Lfunc_end0-f0
\t.globl\tcall1                   # -- Begin function call1
call1:                                  # @call1
\tadd_i sp, sp, -64
\tstore_32 ra, 60(sp)
\tlea s2, arg1_0
\tload_32 s0, (s2)
\tcall f1
\tlea s2, returned1
\tstore_32 s0, (s2)
\tload_32 ra, 60(sp)
\tadd_i sp, sp, 64
\tret
.Lfunc_end1:
\t.size\tcall1, .Lfunc_end1-call1
";

#[test]
fn nyuzi_text_in_the_forms_of_clang_is_read() {
    let nyuzi = language::of(Target::Nyuzi).unwrap();
    let source =
        "/* case 0: int f(int, int, int, int, int, int, int, int, int) */\n/* case 1: int f(int, int) */\n";
    let made = |fault, side| difference_of(nyuzi, fault, side, source, NYUZI_LISTING);
    let callee = |fault| made(fault, Side::Callee);
    assert_eq!(callee(Fault::RestoreLost(24, Which::All)), ["+move s9, s24", "+move s24, s9"]);
    assert_eq!(callee(Fault::SaveLost(24)), ["+store_32 s9, 60(sp)"]);
    assert_eq!(callee(Fault::RestoredFrom(24, -4)), ["+load_32 s24, 56(sp)"]);
    assert_eq!(callee(Fault::RestoreLost(25, Which::All)), [""; 0]);
    assert_eq!(callee(Fault::StackArguments(4)), ["-load_32 s1, 64(sp)", "+load_32 s1, 68(sp)"]);
    assert_eq!(callee(Fault::Kept(24, 20)).len(), 8, "four lines with s24");
    assert_eq!(
        callee(Fault::Changed(58, Operation::Flip(3), Which::All)),
        ["+li s9, 0x8", "+xor v26, v26, s9"]
    );
    let call = made(Fault::ArgumentsSwapped(0, 1), Side::Caller);
    assert_eq!(call, ["+move s21, s0", "+move s0, s1", "+move s1, s21"]);
    let misaligned = made(Fault::StackAtCall(-4), Side::Caller);
    assert_eq!(misaligned, ["+add_i sp, sp, -4", "+add_i sp, sp, 4"]);
}
