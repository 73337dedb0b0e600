//! Contradictions of a called subject when control is back in its caller.

use super::bench::{
    BACK_OF_CALLER, CALL, DATA, F, PROBE, SP, Scene, assert_reported, poison, put, set, store, word,
};
use crate::epiphany::{DOCUMENT, EPIPHANY};
use crate::support::Readings;
use crosscall_model::observation::Event;
use crosscall_model::plan::Place;
use crosscall_model::target::Register;
use crosscall_model::{Pairing, Style};

const BY_ADDRESS: Readings = EPIPHANY.readings(&[("EPIPHANY-S06", "R1")]);
const CONFIG: u16 = 64;
const STATUS: u16 = 65;
const LOOP_COUNT: u16 = 67;
const LOOP_END: u16 = 68;

#[test]
fn the_stack_pointer_comes_back() {
    let scene = Scene::callee("void f(void)");
    for (by, reported) in [(8, "0x7008 (+8)"), (-4, "0x6ffc (-4)")] {
        let sp = SP.wrapping_add_signed(by);
        let moved = scene.left_with(13, &word(sp)).only();
        assert_reported(
            &moved,
            "EPIPHANY-REG-09",
            "stack pointer",
            &["0x7000 at return, as at entry", reported],
        );
    }
}

#[test]
fn registers_that_must_survive_do() {
    let scene = Scene::callee("int f(int)");
    for (register, clause, name) in [
        (4, "EPIPHANY-REG-06", "r4"),
        (11, "EPIPHANY-REG-06", "r11"),
        (14, "EPIPHANY-REG-07", "r14 (lr)"),
        (15, "EPIPHANY-REG-07", "r15"),
        (28, "EPIPHANY-REG-13", "r28"),
        (31, "EPIPHANY-REG-13", "r31"),
    ] {
        let reported = scene.left_with(register, &word(0x1234_5678)).only();
        assert_reported(&reported, clause, name, &["still 0x", "0x12345678 at return"]);
    }
    // Of the registers whose fate is open, what the reading says.
    let kept = Scene::new(
        Pairing::Callee,
        "int f(int)",
        &EPIPHANY.readings(&[("EPIPHANY-REG-14", "R2")]),
        Style::PLAIN,
    );
    let change = |register| move |scene: &mut Scene| set(scene.exit(), register, &word(0x1234_5678));
    assert_reported(&kept.with(change(32)).only(), "EPIPHANY-REG-14", "r32", &[]);
    assert!(kept.with(change(44)).reported().is_empty());
}

/// A calling subject is a callee of whoever starts it.
#[test]
fn a_caller_keeps_what_its_own_caller_needs() {
    let scene = Scene::caller("int f(int)");
    let outer = |register, value| {
        scene.with(move |scene| {
            let exit = scene.seen.outer_exit.as_mut().expect("it came back");
            set(exit, register, &word(value));
        })
    };
    assert_reported(&outer(5, 0x1234_5678).only(), "EPIPHANY-REG-06", "r5", &["0x12345678 at return"]);
    assert_reported(&outer(13, SP).only(), "EPIPHANY-REG-09", "stack pointer", &["(-128)"]);
    assert!(outer(1, 0x1234_5678).reported().is_empty());
    // The probe's changes of the registers inside are not the caller's doing, and a callee has no such state.
    assert!(scene.left_with(5, &word(0x1234_5678)).reported().is_empty());
}

#[test]
fn modes_come_back_and_flags_need_not() {
    let scene = Scene::callee("float f(float)");
    let reported = scene.with(|scene| {
        set(scene.exit(), CONFIG, &word(1));
        let write = |pc, register, value| Event::ModeWrite { pc, register: Register(register), value };
        scene.seen.events = vec![write(F + 2, CONFIG, 0), write(F + 6, CONFIG, 1), write(F + 10, STATUS, 0)];
    });
    assert_reported(
        &reported.only(),
        "EPIPHANY-S04",
        "config",
        &["last written by the instruction at 0x406 (_f0+0x6)"],
    );
    let kept = scene.entered_with(CONFIG, &word(0x4001)).left_with(CONFIG, &word(1));
    assert!(kept.reported().is_empty(), "the same modes as before");
    let flags = scene.left_with(STATUS, &word(0xf0));
    assert!(flags.reported().is_empty());
    let interrupts = scene.left_with(STATUS, &word(2)).only();
    assert_reported(&interrupts, "EPIPHANY-S04", "status", &[]);
    assert_eq!(interrupts.inferred, None);
}

/// A hardware loop over the caller's code makes that go elsewhere; one over the function's own does nothing to its
/// caller.
#[test]
fn no_hardware_loop_is_left_over_the_callers_code() {
    let left = |count, end| {
        Scene::callee("float f(float)").with(move |scene| {
            set(scene.exit(), LOOP_COUNT, &word(count));
            set(scene.exit(), LOOP_END, &word(end));
            let write = |pc, value| Event::ModeWrite { pc, register: Register(LOOP_COUNT), value };
            scene.seen.events = vec![write(F + 2, 7), write(F + 6, count)];
        })
    };
    let reported = left(2, PROBE + 0x20).only();
    let written = "last written by the instruction at 0x406 (_f0+0x6)";
    assert_reported(&reported, "EPIPHANY-S04", "lc", &["0x00000002 at return", written]);
    assert!(left(2, F + 4).reported().is_empty(), "a loop of its own, left early");
    assert!(left(0, PROBE + 0x20).reported().is_empty(), "no loop");
    // Between two subjects the caller's code is a subject's as well.
    let between = |end| {
        let scene = Scene::new(Pairing::Cross, "float f(float)", &DOCUMENT, Style::PLAIN);
        let scene = scene.with(move |scene| {
            scene.seen.return_address = Some(BACK_OF_CALLER);
            set(scene.exit(), LOOP_COUNT, &word(2));
            set(scene.exit(), LOOP_END, &word(end));
        });
        scene.reported().first().map(|one| one.clauses[0])
    };
    assert_eq!(between(BACK_OF_CALLER), Some("EPIPHANY-S04"));
    assert_eq!(between(F + 4), None);
    let before = Scene::callee("float f(float)").with(|scene| {
        for at in [LOOP_COUNT, LOOP_END] {
            set(scene.entry(), at, &word(PROBE));
            set(scene.exit(), at, &word(PROBE));
        }
    });
    assert!(before.reported().is_empty(), "the caller's own");
}

#[test]
fn control_comes_back_to_the_return_address() {
    let reported = Scene::callee("void f(void)").with(|scene| scene.exit().pc = PROBE + 0x24).only();
    assert_reported(
        &reported,
        "EPIPHANY-CALL-04",
        "return address",
        &["0x1420 (back0+0x20)", "control is at 0x1424"],
    );
    // An address far behind the last name has none.
    for (at, shown) in [(0x1_25ff, "at 0x125ff (_arg0_0+0xffff)"), (0x1_2600, "at 0x12600")] {
        let reported = Scene::callee("void f(void)").with(|scene| scene.exit().pc = at).only();
        assert!(reported.observed.ends_with(shown), "{reported:?}");
    }
    let cross = Scene::new(Pairing::Cross, "void f(void)", &DOCUMENT, Style::PLAIN);
    assert!(
        cross.with(|scene| scene.exit().pc = CALL + 0x24).reported().is_empty(),
        "where it goes is its own affair"
    );
}

#[test]
fn a_result_is_where_the_document_has_it() {
    let reported =
        Scene::callee("long long f(void)").left_with(0, &word(0x8807_0605)).left_with(1, &word(0x0403_0201));
    let reported = reported.only();
    assert_reported(
        &reported,
        "EPIPHANY-RET-03",
        "result",
        &["0x8807060504030201 in r0:r1", "found in r1:r0"],
    );
    let reported = Scene::callee("int f(void)").left_with(0, &poison(3)).left_with(2, &word(0x8403_0201));
    assert_reported(
        &reported.only(),
        "EPIPHANY-RET-02",
        "result",
        &["0x84030201 in r0", "there: 0x", "found in r2"],
    );
    // A caller that is the subject is not to blame for what the probe returns.
    let caller = Scene::caller("int f(void)").left_with(0, &poison(3));
    assert!(caller.reported().is_empty());
}

#[test]
fn narrow_results_are_extended() {
    let scene = Scene::callee("short f(void)");
    let reported = scene.left_with(0, &[1, 0x82, 0, 0]).only();
    assert_reported(
        &reported,
        "EPIPHANY-RET-01",
        "result",
        &["0xffff8201 in r0: short sign-extended", "there: 0x00008201"],
    );
    let reported = Scene::callee("unsigned char f(void)").left_with(0, &[0x81, 0xff, 0xff, 0xff]);
    assert_reported(
        &reported.only(),
        "EPIPHANY-RET-01",
        "result",
        &["0x00000081 in r0: unsigned char zero-extended"],
    );
}

#[test]
fn a_result_in_memory_is_where_its_address_says() {
    let scene = Scene::callee("struct { int a; int b; int c; } f(void)");
    let other = scene.with(|scene| {
        let value = scene.plan.result.as_ref().expect("a result").image.bytes.clone();
        store(scene.exit(), DATA.start, &[poison(1), poison(2), poison(3)].concat());
        put(scene.exit(), Place::Stack { offset: -12 }, &value);
    });
    let reported = other.only();
    assert_reported(
        &reported,
        "EPIPHANY-RET-06",
        "result",
        &["in memory at 0x2000, the address passed in r0", "found in [sp-12]"],
    );
    let address = scene.left_with(0, &word(DATA.start + 4)).only();
    assert_reported(
        &address,
        "EPIPHANY-RET-06",
        "address of the result",
        &["0x2000 in r0 at return", "there: 0x2004"],
    );
    let free = EPIPHANY.readings(&[("EPIPHANY-RET-06/again", "R4")]);
    let scene = Scene::new(Pairing::Callee, "struct { int a; int b; int c; } f(void)", &free, Style::PLAIN);
    assert!(scene.left_with(0, &word(7)).reported().is_empty());
}

#[test]
fn a_callers_object_stays_as_it_is() {
    let text = "void f(struct { int a; int b; int c; })";
    let change = |scene: &mut Scene| store(scene.exit(), DATA.start + 0x44, &poison(5));
    let reported = Scene::new(Pairing::Callee, text, &BY_ADDRESS, Style::PLAIN).with(change).only();
    assert_reported(
        &reported,
        "EPIPHANY-S10",
        "the caller's arg0",
        &["at return still", "at 0x2040", "there: "],
    );
    let copies = EPIPHANY.readings(&[("EPIPHANY-S06", "R1"), ("EPIPHANY-S10/copy", "R1")]);
    assert!(Scene::new(Pairing::Callee, text, &copies, Style::PLAIN).with(change).reported().is_empty());
}

/// The members of a result that lie elsewhere than the document has them.
#[test]
fn a_result_laid_out_otherwise_is_reported_under_the_layout() {
    let scene = Scene::callee("struct { char a; char b; char c; char d; } f(void)");
    let reported = scene.left_with(0, &[0x81, 0x83, 0x82, 0x84]).only();
    assert_reported(&reported, "EPIPHANY-LAYOUT-01", "result", &["r0"]);
}

/// A register that a caller saved in the 8 bytes that belong to the function called.
#[test]
fn a_register_saved_in_the_called_functions_own_bytes_is_reported_under_their_owner() {
    let lost = |pairing, offset: i64| {
        let scene = Scene::new(pairing, "void f(int)", &DOCUMENT, Style::PLAIN).with(|scene| {
            put(scene.exit(), Place::Stack { offset }, &poison(501));
            set(scene.seen.outer_exit.as_mut().expect("outer exit"), 5, &poison(501));
        });
        scene.only()
    };
    assert_reported(&lost(Pairing::Caller, 4), "EPIPHANY-STACK-03", "r5", &["it was kept in [sp+4]"]);
    assert_reported(&lost(Pairing::Caller, 8), "EPIPHANY-REG-06", "r5", &["| -"]);
    assert_reported(&lost(Pairing::Cross, 4), "EPIPHANY-REG-06", "r5", &["| -"]);
}
