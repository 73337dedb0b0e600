//! The pictures of the machine at a call boundary: as the plan wants it, and as it was.

use super::bench::{DATA, Scene, poison, put, set, store, word};
use super::conforming::FUNCTIONS;
use crate::epiphany::{DOCUMENT, EPIPHANY};
use crosscall_model::plan::Place;
use crosscall_model::{Pairing, Style};
use crosscall_oracle::judge::{States, states};

fn pictures(scene: &Scene) -> Option<States> {
    states(scene.pairing, &scene.plan, &scene.seen)
}

/// The lines in which two pictures differ: as wanted, and as it was.
fn differing(scene: &Scene) -> Vec<(String, String)> {
    let States { expected, observed, .. } = pictures(scene).expect("something differs");
    assert_eq!(expected.lines().count(), observed.lines().count(), "line by line");
    let pairs = expected.lines().zip(observed.lines()).filter(|(wanted, was)| wanted != was);
    pairs.map(|(wanted, was)| (wanted.to_owned(), was.to_owned())).collect()
}

fn line(name: &str, value: &str) -> String {
    format!("{name:<8} {value}")
}

#[test]
fn there_is_no_picture_where_nothing_differs() {
    for text in FUNCTIONS {
        for pairing in [Pairing::Caller, Pairing::Callee, Pairing::Cross] {
            let scene = Scene::new(pairing, text, &DOCUMENT, Style::PLAIN);
            assert_eq!(pictures(&scene), None, "{text} as {pairing}");
        }
    }
    let scene = Scene::callee("int f(int)").with(|scene| {
        set(scene.exit(), 0, &poison(1));
        scene.seen.exit = None;
    });
    assert_eq!(pictures(&scene), None, "it did not come back");
    for pairing in [Pairing::Layout, Pairing::Object] {
        let scene = Scene::callee("int f(int)").left_with(0, &poison(1));
        assert_eq!(states(pairing, &scene.plan, &scene.seen), None);
    }
}

#[test]
fn registers_and_words_of_the_stack_are_shown_highest_byte_first() {
    let scene = Scene::caller("void f(int, int, int, int, signed char, unsigned short)").with(|scene| {
        set(scene.entry(), 1, &word(0x1234));
        put(scene.entry(), Place::Stack { offset: 8 }, &word(0x91));
        put(scene.entry(), Place::Stack { offset: 12 }, &word(0x0102_9312));
        set(scene.entry(), 14, &word(0x624));
    });
    let moment = pictures(&scene).expect("pictures").moment;
    assert_eq!(moment, "at the first instruction of the function called");
    assert_eq!(
        differing(&scene),
        [
            (line("r1", "88070605"), line("r1", "00001234")),
            (line("r14", "00000620"), line("r14", "00000624")),
            (line("[sp+8]", "ffffff91"), line("[sp+8]", "00000091")),
            (line("[sp+12]", "00009312"), line("[sp+12]", "01029312")),
        ]
    );
    // 16 bytes of arguments and area, and 16 more.
    let picture = pictures(&scene).expect("pictures").observed;
    assert!(picture.contains("\n[sp+0] ") && picture.contains("\n[sp+28] ") && !picture.contains("[sp+32]"));
    assert_eq!(picture.lines().count(), 69 + 8);
}

#[test]
fn bits_that_no_value_determines_are_alike() {
    let by_value = EPIPHANY.readings(&[("EPIPHANY-S06", "R3")]);
    let scene = Scene::new(Pairing::Caller, "void f(struct { char a; short b; })", &by_value, Style::PLAIN);
    let reported = scene.entered_with(0, &[0x81, 0x44, 0x02, 0x99]);
    assert_eq!(differing(&reported), [(line("r0", "83024481"), line("r0", "99024481"))]);
}

#[test]
fn what_must_survive_is_shown_as_it_was_at_entry() {
    let scene = Scene::callee("int f(int)").with(|scene| {
        set(scene.exit(), 0, &word(7));
        set(scene.exit(), 4, &word(9));
        set(scene.exit(), 13, &word(0x7008));
        // CONFIG: the rounding mode, which must survive, and a flag, which need not.
        set(scene.exit(), 64, &word(0x11));
    });
    let entry = scene.seen.entry.clone().expect("entry");
    let r4 = crosscall_model::observation::number(entry.register(crosscall_model::target::Register(4)));
    assert_eq!(pictures(&scene).expect("pictures").moment, "when control is back");
    assert_eq!(
        differing(&scene),
        [
            (line("r0", "88070605"), line("r0", "00000007")),
            (line("r4", &format!("{r4:08x}")), line("r4", "00000009")),
            (line("r13", "00007000"), line("r13", "00007008")),
            (line("config", "00000010"), line("config", "00000011")),
        ]
    );
    // Between two subjects, whose result is where is their own affair.
    let cross = Scene::new(Pairing::Cross, "int f(int)", &DOCUMENT, Style::PLAIN);
    assert_eq!(pictures(&cross.left_with(0, &word(7))), None);
    assert_eq!(differing(&cross.left_with(5, &word(7))).len(), 1);
}

/// A caller is right when it calls, and has destroyed something when it comes home.
#[test]
fn a_caller_is_shown_when_it_returns_itself() {
    let scene = Scene::caller("int f(int)").with(|scene| {
        set(scene.seen.outer_exit.as_mut().expect("outer exit"), 6, &word(7));
    });
    let shown = pictures(&scene).expect("pictures");
    assert_eq!(shown.moment, "when the caller itself returns");
    assert_eq!(differing(&scene).len(), 1);
}

#[test]
fn values_in_memory_are_shown_in_rows() {
    let text = "void f(struct { char a[18]; })";
    let scene =
        Scene::new(Pairing::Caller, text, &EPIPHANY.readings(&[("EPIPHANY-S06", "R1")]), Style::PLAIN);
    let reported = scene.with(|scene| store(scene.entry(), DATA.start + 0x51, &[0x55]));
    let wanted = "arg0 at 0x2050: 91 92".to_owned();
    assert_eq!(differing(&reported), [(wanted, "arg0 at 0x2050: 91 55".to_owned())]);
    let first = pictures(&reported).expect("pictures").expected;
    assert!(first.contains("arg0 at 0x2040: 81 82 83 84 85 86 87 88 89 8a 8b 8c 8d 8e 8f 90\n"), "{first}");
    let result = Scene::callee("struct { int a; int b; int c; } f(void)")
        .with(|scene| store(scene.exit(), DATA.start + 4, &[1]));
    let row = |second: &str| format!("result at 0x2000: 01 02 03 84 {second} 06 07 88 09 0a 0b 8c");
    assert_eq!(differing(&result), [(row("05"), row("01"))]);
}

/// Arguments below the stack pointer, and as much of the stack as there is.
#[test]
fn stacks_that_grow_upwards_are_shown_below_the_pointer() {
    let scene = Scene::caller("void f(int, int, int, int, int)").with(|scene| {
        scene.plan.stack.grows_down = false;
        set(scene.entry(), 0, &word(7));
    });
    let picture = pictures(&scene).expect("pictures").observed;
    assert!(picture.contains("\n[sp-28] ") && picture.contains("\n[sp-4] ") && !picture.contains("[sp+0]"));
    let many = "int, ".repeat(100);
    let most = Scene::caller(&format!("void f({many} int)")).entered_with(0, &word(7));
    let picture = pictures(&most).expect("pictures").observed;
    assert!(picture.contains("[sp+252]") && !picture.contains("[sp+256]"), "no more than 256 bytes");
    let short = Scene::callee("int f(void)").with(|scene| {
        for at in [0x7ff8, 0x7ff8] {
            set(scene.entry(), 13, &word(at));
            set(scene.exit(), 13, &word(at));
        }
        set(scene.exit(), 0, &word(7));
    });
    let picture = pictures(&short).expect("pictures").observed;
    assert!(picture.contains("[sp+4]") && !picture.contains("[sp+8]"), "the stack ends there: {picture}");
}
