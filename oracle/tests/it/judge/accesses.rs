//! Writes to memory, and registers that nobody writes.

use super::bench::{CALL, DATA, F, OBJECT, OUTER_SP, OWN, SP, STACK, Scene, assert_reported, set};
use crate::epiphany::EPIPHANY;
use crosscall_model::observation::{End, Event};
use crosscall_model::target::Register;
use crosscall_model::{Pairing, Style};

fn write(address: u64, len: u32) -> Event {
    Event::Write { pc: F + 8, address, len, sp: SP - 64 }
}

fn scene(pairing: Pairing, text: &str, readings: &'static [(&'static str, &'static str)]) -> Scene {
    Scene::new(pairing, text, &EPIPHANY.readings(readings), Style::PLAIN)
}

#[test]
fn reserved_memory_is_not_written() {
    let scene = Scene::callee("void f(void)");
    for (at, len) in [(0, 1), (0xff, 1), (0xfc, 4), (0x28, 4)] {
        let reported = scene.events(&[write(at, len)]).only();
        assert_reported(
            &reported,
            "EPIPHANY-MEM-01",
            "a write",
            &["no write into 0x0 to 0xff", "by the instruction at 0x408"],
        );
    }
    let reported = scene.events(&[write(DATA.start - 8, 0), write(0xfc, 4), write(0x10, 1)]).only();
    assert!(reported.observed.starts_with("4 bytes written at 0xfc"), "the first one is told: {reported:?}");
    assert!(scene.events(&[write(0x10, 1)]).only().observed.starts_with("1 byte written"));
    let across = scene.events(&[write(0xfc, 8)]).reported();
    assert_eq!(
        across.iter().map(|reported| reported.clauses[0]).collect::<Vec<_>>(),
        ["EPIPHANY-MEM-01", "EPIPHANY-S23"]
    );
    // The byte behind it is not reserved, but nobody's either.
    assert_reported(&scene.events(&[write(0x100, 1)]).only(), "EPIPHANY-S23", "a write", &["0x100"]);
    let high = scene.with(|scene| scene.plan.forbidden = vec![(0x100..0x200, "EPIPHANY-MEM-01")]);
    assert_reported(&high.events(&[write(0xfc, 4)]).only(), "EPIPHANY-S23", "a write", &["0xfc"]);
    assert_reported(
        &high.events(&[write(0xfc, 5)]).reported()[0],
        "EPIPHANY-MEM-01",
        "a write",
        &["0x100 to 0x1ff"],
    );
}

#[test]
fn a_callee_leaves_its_callers_stack_alone() {
    // 8 bytes at the stack pointer are the callee's (EPIPHANY-ARG-06.R2), the arguments above the caller's.
    let reported = |scene: &Scene, at: u64, len: u32| scene.events(&[write(at, len)]).reported();
    let text = "void f(int, int, int, int, int, int)";
    let scene_kept =
        Scene::new(Pairing::Callee, text, &EPIPHANY.readings(&[("EPIPHANY-S10/slots", "R4")]), Style::PLAIN);
    for (at, len) in [(SP - 8, 8), (SP, 8), (SP + 4, 4), (SP - 64, 64)] {
        assert!(reported(&scene_kept, at, len).is_empty(), "{at:#x}");
    }
    for (at, len, place) in [
        (SP + 8, 4, "4 bytes written at 0x7008, that is [sp+8] at entry"),
        (SP + 4, 8, "8 bytes written at 0x7004, that is [sp+4] at entry"),
        (SP + 15, 1, "1 byte written at 0x700f"),
        (SP + 16, 4, "[sp+16]"),
        (STACK.end - 4, 4, "0x7ffc"),
    ] {
        let reported = reported(&scene_kept, at, len);
        assert_eq!(reported.len(), 1);
        assert_reported(
            &reported[0],
            "EPIPHANY-STACK-03",
            "a write",
            &[place, "by the instruction at 0x408 (_f0+0x8)"],
        );
    }
    // A function that may write its arguments writes those and no more.
    let free = Scene::callee(text);
    assert!(free.plan.stack.callee_may_write_arguments);
    assert!(reported(&free, SP + 8, 8).is_empty());
    assert_eq!(reported(&free, SP + 16, 4).len(), 1);
    assert_eq!(reported(&free, SP + 12, 8).len(), 1);
    let silent = scene_kept.with(|scene| scene.plan.stack.owner_clauses.clear());
    assert!(reported(&silent, SP + 16, 4).is_empty());
}

#[test]
fn the_same_on_a_stack_that_grows_upwards() {
    let text = "void f(int, int, int, int, int, int)";
    let scene = Scene::callee(text).with(|scene| {
        let stack = &mut scene.plan.stack;
        (stack.grows_down, stack.callee_area, stack.no_access_beyond) = (false, 8, None);
        scene.seen.events.clear();
    });
    let reported = |at: u64, len: u32| scene.events(&[write(at, len)]).reported().len();
    // Arguments and the callee's area below the pointer, its own stack above.
    assert_eq!(
        [reported(SP, 4), reported(SP - 8, 8), reported(SP - 16, 8), reported(STACK.end - 4, 4)],
        [0; 4]
    );
    assert_eq!([reported(SP - 20, 4), reported(SP - 20, 8), reported(STACK.start, 4)], [1; 3]);
    let kept = scene.with(|scene| scene.plan.stack.callee_may_write_arguments = false);
    let reported = |at: u64, len: u32| kept.events(&[write(at, len)]).reported().len();
    assert_eq!([reported(SP - 8, 8), reported(SP - 12, 4), reported(SP - 16, 4)], [0, 1, 1]);
}

/// Bytes that a caller keeps between its stack pointer and the arguments stay its own, whoever owns the arguments.
#[test]
fn what_lies_before_the_arguments_may_be_the_callers() {
    let scene = Scene::callee("void f(int, int, int, int, int, int)").with(|scene| {
        let stack = &mut scene.plan.stack;
        (stack.grows_down, stack.callee_area, stack.no_access_beyond) = (false, 0, None);
        (stack.argument_bytes, stack.link_bytes) = (16, 8);
        scene.seen.events.clear();
    });
    let reported = |at: u64, len: u32| scene.events(&[write(at, len)]).reported().len();
    assert_eq!([reported(SP, 4), reported(SP - 16, 8)], [0; 2]);
    assert_eq!([reported(SP - 8, 4), reported(SP - 4, 4), reported(SP - 12, 8)], [1; 3]);
}

/// A function that calls nobody may move the stack pointer at once, even where something has to be saved before.
#[test]
fn saving_comes_before_moving() {
    let scene = Scene::callee("void f(void)").with(|scene| {
        scene.plan.stack.saved_first = vec!["EPIPHANY-STACK-10"];
        (scene.plan.stack.no_access_beyond, scene.seen.events) = (None, Vec::new());
    });
    let moved = Event::StackPointer { pc: 0x404, sp: SP - 16 };
    let call = Event::Call { pc: 0x40c, target: 0x600, return_address: 0x410, sp: SP - 16 };
    let reported = |events: &[Event]| scene.events(events).reported();
    let saved = write(SP - 8, 4);
    assert!(reported(&[saved.clone(), moved.clone(), call.clone()]).is_empty());
    assert!(reported(&[moved.clone(), saved.clone()]).is_empty(), "it calls nobody");
    assert!(reported(&[saved.clone(), call.clone()]).is_empty(), "it does not move the pointer");
    let wrong = reported(&[moved, saved, call]);
    assert_eq!(wrong.len(), 1);
    assert_reported(&wrong[0], "EPIPHANY-STACK-10", "stack pointer", &["nothing was saved before"]);
}

/// A callee may write what it got the address of to write, on the stack too.
#[test]
fn what_was_given_to_write_is_written() {
    let room = |scene: &mut Scene| set(scene.entry(), 0, &(SP as u32 + 0x40).to_le_bytes());
    let result = Scene::callee("struct { int a; int b; int c; } f(void)").with(room);
    let written = |scene: &Scene, at: u64, len: u32| {
        let reported = scene.events(&[write(at, len)]).reported();
        reported.iter().filter(|reported| reported.subject == "a write").count()
    };
    assert_eq!(written(&result, SP + 0x40, 12), 0);
    assert_eq!(written(&result, SP + 0x40, 13), 1);
    assert_eq!(written(&result, SP + 0x3f, 1), 1);
    // A calling subject got nothing.
    let caller = Scene::caller("struct { int a; int b; int c; } f(void)");
    let at = OUTER_SP + 0x40;
    let caller = caller.entered_with(0, &(at as u32).to_le_bytes());
    assert_eq!(written(&caller, at, 4), 1);
}

#[test]
fn a_caller_leaves_the_stack_above_its_own_frame_alone() {
    let scene = Scene::caller("void f(int, int, int, int, int, int)");
    let event = |address| Event::Write { pc: CALL + 8, address, len: 4, sp: SP };
    // The arguments that it passes are in its own frame.
    assert!(scene.events(&[event(SP + 8)]).reported().is_empty());
    assert!(scene.events(&[event(OUTER_SP + 4)]).reported().is_empty());
    let reported = scene.events(&[event(OUTER_SP + 8)]).only();
    assert_reported(&reported, "EPIPHANY-STACK-03", "a write", &["[sp+8] at entry", "0x608 (_call0+0x8)"]);
    let unseen = scene.events(&[event(OUTER_SP + 8)]).with(|scene| scene.seen.outer_entry = None);
    assert!(unseen.reported().is_empty());
}

#[test]
fn outside_the_stack_only_what_is_the_functions_is_written() {
    let scene = Scene::callee("struct { int a; int b; int c; } f(int)");
    let reported = |scene: &Scene, at: u64, len: u32| scene.events(&[write(at, len)]).reported();
    for (at, len) in [(OWN.start, 4), (OWN.end - 4, 4), (DATA.start, 12), (STACK.start, 4)] {
        let reported = reported(&scene, at, len);
        assert!(
            reported.iter().all(|reported| reported.clauses[0] != "EPIPHANY-S23"),
            "{at:#x}: {reported:?}"
        );
    }
    for (at, len) in [(OWN.end, 1), (OWN.end - 4, 8), (DATA.start + 12, 4), (DATA.start - 1, 1), (0x9000, 4)]
    {
        let reported = reported(&scene, at, len);
        assert_eq!(reported.len(), 1, "{at:#x}");
        assert_reported(
            &reported[0],
            "EPIPHANY-S23",
            "a write",
            &["nothing is written outside the stack", "by the instruction"],
        );
    }
    let object = &reported(&scene, OBJECT + 4, 4)[0];
    assert!(object.observed.contains("4 bytes written at 0x2604 (_arg0_0+0x4)"), "{object:?}");
    let silent = scene.with(|scene| scene.plan.foreign_clauses.clear());
    assert!(reported(&silent, 0x9000, 4).is_empty());
    // A calling subject was given no room for a result.
    let caller = Scene::caller("struct { int a; int b; int c; } f(int)");
    let reported = caller.events(&[write(DATA.start, 4)]).only();
    assert_reported(&reported, "EPIPHANY-S23", "a write", &["0x2000"]);
}

/// An object that a callee got only to read.
#[test]
fn an_argument_that_is_the_callers_is_not_written() {
    let text = "void f(struct { int a; int b; int c; })";
    let own = scene(Pairing::Callee, text, &[("EPIPHANY-S06", "R1")]);
    let object = DATA.start + 0x40;
    for (at, len) in [(object, 4), (object + 8, 4), (object - 4, 8), (object + 8, 8)] {
        let reported = own.events(&[write(at, len)]).only();
        assert_reported(
            &reported,
            "EPIPHANY-S10",
            "the caller's arg0",
            &["not written by the function called"],
        );
    }
    for (at, len) in [(object - 4, 4), (object + 12, 4)] {
        let reported = own.events(&[write(at, len)]).only();
        assert_reported(&reported, "EPIPHANY-S23", "a write", &[]);
    }
    // That its bytes have changed says as much, so it is reported once.
    let changed = own.events(&[write(object, 4)]).with(|scene| {
        super::bench::store(scene.exit(), object, &[1, 2, 3, 4]);
    });
    assert_reported(&changed.only(), "EPIPHANY-S10", "the caller's arg0", &["at return still"]);
    let copies = scene(Pairing::Callee, text, &[("EPIPHANY-S06", "R1"), ("EPIPHANY-S10/copy", "R1")]);
    assert!(copies.events(&[write(object, 12)]).reported().is_empty());
}

/// A write that has ended the run is reported once.
#[test]
fn a_write_that_ended_the_run_is_reported_by_its_end() {
    let scene = Scene::callee("void f(void)").events(&[write(0x9000, 4)]).with(|scene| {
        scene.seen.end = End::Fault { pc: F + 8, reason: "no such memory".to_owned() };
        scene.seen.exit = None;
    });
    assert_reported(
        &scene.only(),
        "EPIPHANY-CALL-04",
        "control",
        &["stopped at 0x408 (_f0+0x8): no such memory"],
    );
    let other = scene.with(|scene| scene.seen.end = End::Fault { pc: F + 10, reason: "nothing".to_owned() });
    assert_eq!(other.reported().len(), 2);
}

#[test]
fn reserved_registers_are_never_written() {
    let event = |register| Event::ReservedWrite { pc: F + 4, register: Register(register) };
    let scene = Scene::callee("void f(void)");
    let reported = scene.events(&[event(30)]).only();
    assert_reported(
        &reported,
        "EPIPHANY-REG-13",
        "r30",
        &["never written by compiled code", "0x404 (_f0+0x4)"],
    );
    // r12 and r32 are not reserved.
    assert!(scene.events(&[event(12), event(32)]).reported().is_empty());
    // That it holds something else at return says as much.
    let changed = scene.events(&[event(30)]).left_with(30, &[1, 2, 3, 4]).only();
    assert_reported(&changed, "EPIPHANY-REG-13", "r30", &["still"]);
    let caller = Scene::caller("void f(void)");
    assert_eq!(caller.events(&[event(28)]).only().subject, "r28");
    let early = caller.events(&[event(28)]).with(|scene| scene.seen.entry = None);
    assert_eq!(early.only().subject, "r28", "before it has called");
    let high = scene_high();
    assert_eq!(high.events(&[event(32)]).only().clauses, ["EPIPHANY-REG-14"]);
}

fn scene_high() -> Scene {
    scene(Pairing::Callee, "void f(void)", &[("EPIPHANY-REG-14", "R3")])
}
