//! The stack pointer on its way, and accesses to the stack.

use super::bench::{CALL, F, OUTER_SP, PROBE, SP, STACK, Scene, assert_reported, set, word};
use crate::epiphany::{DOCUMENT, EPIPHANY};
use crate::support::Readings;
use crosscall_model::observation::{Event, Sight};
use crosscall_model::plan::ClauseId;
use crosscall_model::target::Register;
use crosscall_model::{Pairing, Style};
use expect_test::expect;
use std::sync::Arc;

const BEYOND: &str = "EPIPHANY-STACK-10";

fn moves(pc: u64, sp: u64) -> Event {
    Event::StackPointer { pc, sp }
}

fn writes(address: u64, len: u32, sp: u64) -> Event {
    Event::Write { pc: F + 8, address, len, sp }
}

fn reads(address: u64, len: u32, sp: u64) -> Event {
    Event::Read { pc: F + 8, address, len, sp }
}

fn calls(sp: u64) -> Event {
    Event::Call { pc: F + 12, target: 0x1500, return_address: F + 16, sp }
}

fn callee(readings: &Readings) -> Scene {
    Scene::new(Pairing::Callee, "void f(int)", readings, Style::PLAIN)
}

/// A scene with a stack that grows upwards, everything else alike.
fn upwards() -> Scene {
    callee(&DOCUMENT).with(|scene| {
        scene.plan.stack.grows_down = false;
        scene.plan.stack.callee_area = 0;
    })
}

fn subjects(scene: &Scene) -> Vec<(ClauseId, String)> {
    scene.reported().iter().map(|reported| (reported.clauses[0], reported.subject.clone())).collect()
}

#[test]
fn the_stack_pointer_is_aligned_at_all_times_and_more_so_at_calls() {
    // A word at all times and a double word at calls.
    let scene = callee(&DOCUMENT);
    let fine = [moves(F, SP - 12), moves(F + 2, SP - 16), calls(SP - 16), moves(F + 4, SP)];
    assert!(scene.events(&fine).reported().is_empty());
    let odd = scene.events(&[moves(F, SP - 4), moves(F + 2, SP - 6), calls(SP - 6)]).only();
    let words = ["a multiple of 4 at all times", "0x6ffa after the instruction at 0x402 (_f0+0x2)"];
    assert_reported(&odd, "EPIPHANY-STACK-08", "stack pointer", &words);
    let call = scene.events(&[moves(F, SP - 16), calls(SP - 16), moves(F, SP - 12), calls(SP - 12)]).only();
    let words = ["a multiple of 8 when a function is called", "0x6ff4 at the call at 0x40c"];
    assert_reported(&call, "EPIPHANY-STACK-09", "stack pointer", &words);
    let first = scene.events(&[calls(SP - 4), calls(SP - 8)]).only();
    assert_reported(&first, "EPIPHANY-STACK-09", "stack pointer", &["0x6ffc at the call"]);
    // A double word at all times.
    let strict = callee(&EPIPHANY.readings(&[("EPIPHANY-STACK-08/alignment", "R2")]));
    let reported = strict.events(&[moves(F, SP - 12)]).only();
    assert_reported(
        &reported,
        "EPIPHANY-STACK-09",
        "stack pointer",
        &["a multiple of 8 at all times", "0x6ff4"],
    );
}

/// Where a document binds only what other units can call, a function without a global name is called as its unit likes.
#[test]
fn a_call_that_no_other_unit_can_make_may_go_otherwise() {
    let bound = callee(&DOCUMENT);
    let free = callee(&DOCUMENT).with(|scene| scene.plan.stack.private_calls = Some("EPIPHANY-STACK-09"));
    let to = |target| [Event::Call { pc: F + 12, target, return_address: F + 16, sp: SP - 12 }];
    let (local, global, of_probe) = (F + 0x80, CALL, PROBE);
    assert_eq!(bound.events(&to(local)).reported().len(), 1);
    assert!(free.events(&to(local)).reported().is_empty());
    for target in [global, of_probe] {
        let reported = free.events(&to(target)).only();
        assert_reported(&reported, "EPIPHANY-STACK-09", "stack pointer", &["0x6ff4 at the call at 0x40c"]);
    }
}

#[test]
fn what_the_events_show_of_the_stack_pointer_is_exercised() {
    let scene = callee(&DOCUMENT);
    let exercised = |events: &[Event]| scene.events(events).judged().exercised;
    let moved = exercised(&[moves(F, SP - 8)]);
    assert!(moved.contains(&"EPIPHANY-STACK-08") && moved.contains(&"EPIPHANY-STACK-07"));
    assert!(!moved.contains(&"EPIPHANY-STACK-09") && !moved.contains(&BEYOND));
    assert!(exercised(&[calls(SP)]).contains(&"EPIPHANY-STACK-09"));
    assert!(exercised(&[reads(SP, 4, SP)]).contains(&BEYOND));
    assert!(!exercised(&[reads(STACK.end, 4, SP)]).contains(&BEYOND), "no stack there");
}

#[test]
fn the_stack_pointer_stays_within_the_stack() {
    let scene = callee(&DOCUMENT);
    for (sp, fits) in
        [(STACK.end, true), (STACK.end + 8, false), (STACK.start + 8, true), (STACK.start, false)]
    {
        let scene = scene.events(&[moves(F, SP), moves(F + 2, sp)]);
        match fits {
            true => assert!(scene.reported().is_empty(), "{sp:#x}"),
            false => {
                let words = ["above 0x6000 and at most 0x8000", "after the instruction at 0x402"];
                assert_reported(&scene.only(), "EPIPHANY-STACK-07", "stack pointer", &words);
            }
        }
    }
    for (sp, fits) in
        [(STACK.end, false), (STACK.end - 8, true), (STACK.start, true), (STACK.start - 8, false)]
    {
        let scene = upwards().events(&[moves(F, sp)]);
        match fits {
            true => assert!(scene.reported().is_empty(), "{sp:#x}"),
            false => assert!(scene.only().expected.contains("at least 0x6000 and below 0x8000")),
        }
    }
    // Nothing is demanded without a known stack or without a clause.
    let beyond = scene.events(&[moves(F, STACK.end + 8)]);
    assert!(beyond.with(|scene| scene.seen.ground.stack = 0..0).reported().is_empty());
    assert!(beyond.with(|scene| scene.plan.stack.limit_clauses.clear()).reported().is_empty());
}

/// The stack pointer, or the size that it was moved by, is what a call left in a register that it may destroy.
#[test]
fn a_stack_pointer_lost_in_a_call_is_reported_under_the_register() {
    const CALLER: Pairing = Pairing::Caller;
    let scene = Scene::caller("void f(int)");
    let left = |register| scene.seen.exit.as_ref().expect("exit").register_value(Register(register));
    let after = |pairing, sp: u64| {
        let scene = Scene::new(pairing, "void f(int)", &DOCUMENT, Style::PLAIN);
        scene.events(&[moves(CALL, OUTER_SP - 16), moves(CALL + 0x24, sp & 0xffff_ffff)]).reported()
    };
    let leads = |pairing, sp: u64| after(pairing, sp)[0].clauses[0];
    let words = ["after the instruction at 0x624", "it was kept in r3"];
    assert_reported(&after(CALLER, left(3))[0], "EPIPHANY-REG-03", "stack pointer", &words);
    // Computed from it, as the end of a frame is.
    assert_eq!(leads(CALLER, left(17) + 64), "EPIPHANY-REG-12");
    assert_eq!(leads(CALLER, left(17) - 48), "EPIPHANY-REG-12");
    assert_eq!(leads(CALLER, left(40)), "EPIPHANY-REG-14");
    // A size by which it is moved, in bytes or in words, rounded up.
    assert_eq!(leads(CALLER, OUTER_SP.wrapping_sub(16 + (left(3) & !7) + 8)), "EPIPHANY-REG-03");
    assert_eq!(leads(CALLER, OUTER_SP.wrapping_sub(16 + 4 * left(20))), "EPIPHANY-REG-12");
    // A register that survives, too far away, and not a number of whole addresses.
    for sp in [left(5), left(17) + 72, left(17) + 63, left(17) - 1] {
        assert!(leads(CALLER, sp).starts_with("EPIPHANY-STACK"), "{sp:#x}");
    }
    // A value that was so at the call already was not lost in it.
    let at_call = Scene::caller("void f(int)").events(&[calls(left(17) - 48)]).reported();
    assert!(at_call[0].clauses[0].starts_with("EPIPHANY-STACK"), "{:?}", at_call[0].clauses);
    // A callee's state at its own return was not left by a call; what the functions left that it calls was.
    assert_eq!(leads(Pairing::Callee, left(20) & !7), "EPIPHANY-STACK-07");
    let kept = Scene::callee("void f(int)").events(&[moves(F, left(20))]).with(|scene| {
        scene.seen.ground.destroyed = vec![(Register(20), word(left(20)).to_vec())].into();
    });
    assert_reported(&kept.reported()[0], "EPIPHANY-REG-12", "stack pointer", &["it was kept in r20"]);
    // Two registers with other clauses each would fit, or none.
    let twice = kept.with(|scene| {
        Arc::make_mut(&mut scene.seen.ground.destroyed).push((Register(12), word(left(20)).to_vec()));
    });
    assert_reported(&twice.reported()[0], "EPIPHANY-STACK-08", "stack pointer", &["| -"]);
    // Of the same clauses: then it does not matter which.
    let alike = kept.with(|scene| {
        Arc::make_mut(&mut scene.seen.ground.destroyed).push((Register(21), word(left(20)).to_vec()));
    });
    assert_reported(&alike.reported()[0], "EPIPHANY-REG-12", "stack pointer", &["| -"]);
    // That the pointer is another one at return is reported likewise.
    let at_return = scene.with(|scene| {
        let left = word(left(3));
        set(scene.seen.outer_exit.as_mut().expect("outer exit"), 13, &left);
    });
    assert_reported(&at_return.only(), "EPIPHANY-REG-03", "stack pointer", &["it was kept in r3"]);
}

#[test]
fn nothing_beyond_the_stack_pointer_is_touched() {
    let scene = callee(&DOCUMENT);
    for events in [writes(SP, 4, SP), reads(SP, 4, SP), writes(SP - 16, 16, SP - 16), reads(0x2000, 4, SP)] {
        assert!(scene.events(&[events]).reported().is_empty());
    }
    for (event, how) in [
        (writes(SP - 4, 4, SP), "4 bytes at 0x6ffc written by the instruction at 0x408"),
        (writes(SP - 1, 1, SP), "1 byte at 0x6fff written"),
        (writes(SP - 4, 8, SP), "8 bytes at 0x6ffc written"),
        (reads(SP - 4, 4, SP), "4 bytes at 0x6ffc read by"),
        (writes(STACK.start, 4, SP), "4 bytes at 0x6000 written"),
    ] {
        let reported = scene.events(&[event]).reported();
        assert_reported(&reported[0], BEYOND, "stack", &[how, "the stack pointer is 0x7000"]);
    }
    let reported = scene.events(&[reads(SP, 4, SP), reads(SP - 8, 4, SP), reads(SP - 12, 4, SP)]).only();
    assert!(reported.observed.contains("0x6ff8"), "the first is told: {reported:?}");
    let open = scene.with(|scene| scene.plan.stack.no_access_beyond = None);
    assert!(open.events(&[writes(SP - 4, 4, SP)]).reported().is_empty());
    // Upwards: what ends above the pointer.
    let up = upwards();
    assert!(up.events(&[reads(SP - 4, 4, SP)]).reported().is_empty());
    assert_reported(&up.events(&[reads(SP, 1, SP)]).only(), BEYOND, "stack", &["0x7000 read"]);
    assert_reported(&up.events(&[reads(SP - 4, 8, SP)]).only(), BEYOND, "stack", &["0x6ffc read"]);
}

/// Behaviour of GCC 12 (EPIPHANY-STACK-10.R3): a register is kept in the word just below the stack pointer, right
/// before the pointer moves past it and right after it came back. Anything else below the pointer is a violation
/// under the same knowledge, a store that is farther away above all.
#[test]
fn who_keeps_a_register_just_below_the_pointer_may_do_nothing_else_there() {
    let scene = callee(&EPIPHANY.readings(&[("EPIPHANY-STACK-10", "R3")]));
    assert_eq!(scene.plan.stack.kept_beyond, 4);
    let save = [writes(SP - 4, 4, SP), moves(F + 2, SP - 16)];
    let restore = [moves(F + 20, SP), reads(SP - 4, 4, SP)];
    let whole = [save.as_slice(), &restore].concat();
    assert!(scene.events(&whole).reported().is_empty(), "the known save");
    assert_eq!(callee(&DOCUMENT).events(&whole).reported().len(), 1, "which the document does not allow");

    // Beside the known save, a store 64 bytes below the pointer.
    let far = [&[writes(SP - 64, 4, SP)], whole.as_slice()].concat();
    assert_reported(&scene.events(&far).only(), BEYOND, "stack", &["4 bytes at 0x6fc0 written", "0x7000"]);
    // Even if the pointer moves past it next.
    let covered = [writes(SP - 64, 4, SP), moves(F + 2, SP - 128)];
    assert_reported(&scene.events(&covered).only(), BEYOND, "stack", &["0x6fc0"]);
    let reported = scene.events(&[writes(SP - 8, 4, SP), moves(F + 2, SP - 16)]).only();
    assert_reported(&reported, BEYOND, "stack", &["0x6ff8"]);
    let reported = scene.events(&[writes(SP - 5, 4, SP), moves(F + 2, SP - 16)]).only();
    assert_reported(&reported, BEYOND, "stack", &["0x6ffb"]);
    let far = [moves(F, SP - 128), moves(F + 20, SP), reads(SP - 64, 4, SP)];
    assert_reported(&scene.events(&far).only(), BEYOND, "stack", &["4 bytes at 0x6fc0 read"]);
}

/// The word just below the pointer is nobody's for longer than until the pointer moves.
#[test]
fn a_register_is_kept_below_the_pointer_only_until_it_moves() {
    let scene = callee(&EPIPHANY.readings(&[("EPIPHANY-STACK-10", "R3")]));
    let reported = |events: &[Event]| !scene.events(events).reported().is_empty();
    let save = writes(SP - 4, 4, SP);
    assert!(reported(std::slice::from_ref(&save)), "the pointer never moves");
    assert!(reported(&[save.clone(), moves(F, SP + 8)]), "it moves up");
    assert!(reported(&[save.clone(), moves(F, SP), moves(F, SP - 16)]), "it does not move past it first");
    assert!(reported(&[save.clone(), calls(SP), moves(F, SP - 16)]), "a function is called before");
    assert!(!reported(&[save.clone(), reads(SP, 4, SP), moves(F, SP - 4)]), "just past it");
    assert!(reported(&[writes(SP - 4, 8, SP), moves(F, SP - 2)]), "not past all of it");
    let load = reads(SP - 4, 4, SP);
    assert!(reported(std::slice::from_ref(&load)), "nothing was kept");
    assert!(reported(&[moves(F, SP), load.clone()]), "the pointer was nowhere else");
    assert!(reported(&[moves(F, SP + 8), moves(F, SP), load.clone()]), "it came from above");
    assert!(!reported(&[moves(F, SP - 4), moves(F, SP), load.clone()]), "it came from there");
    assert!(!reported(&[
        moves(F, SP - 16),
        reads(SP - 16, 4, SP - 16),
        moves(F, SP),
        calls(SP),
        load.clone()
    ]));
    assert!(
        reported(&[moves(F, SP - 16), moves(F, SP + 8), moves(F, SP), load.clone()]),
        "it came from there before"
    );
    assert!(reported(&[load, moves(F, SP - 16), moves(F, SP)]), "it comes from there afterwards");
}

/// The same for a stack that grows upwards.
#[test]
fn a_register_is_kept_above_the_pointer_of_a_stack_that_grows_upwards() {
    let scene = upwards().with(|scene| scene.plan.stack.kept_beyond = 4);
    let reported = |events: &[Event]| !scene.events(events).reported().is_empty();
    assert!(!reported(&[writes(SP, 4, SP), moves(F, SP + 4)]));
    assert!(reported(&[writes(SP, 4, SP), moves(F, SP + 2)]), "not past all of it");
    assert!(reported(&[writes(SP + 4, 4, SP), moves(F, SP + 16)]), "farther away");
    assert!(reported(&[writes(SP, 8, SP), moves(F, SP + 16)]), "more than a word");
    assert!(!reported(&[moves(F, SP + 16), moves(F, SP), reads(SP, 4, SP)]));
    assert!(reported(&[moves(F, SP - 16), moves(F, SP), reads(SP, 4, SP)]));
}

/// A calling subject is judged in the same way, by its own stack pointer.
#[test]
fn a_caller_is_held_to_the_same_rules() {
    let scene = Scene::caller("void f(int)");
    let event = |address| Event::Write { pc: CALL + 8, address, len: 4, sp: OUTER_SP };
    assert!(scene.events(&[event(OUTER_SP)]).reported().is_empty());
    assert_eq!(
        subjects(&scene.events(&[event(OUTER_SP - 4)])),
        [(BEYOND, "stack".to_owned())],
        "below its own stack pointer"
    );
}

/// Whoever executes does not report some kind of event: nothing is concluded from there being none.
#[test]
fn what_is_not_observed_is_neither_exercised_nor_contradicted() {
    let of_trace = |scene: &Scene| {
        let exercised = scene.judged().exercised;
        let unseen = scene.with(|scene| scene.seen.sight = Sight::STOPS).judged();
        assert_eq!(unseen.mismatches, []);
        let lost = exercised.iter().filter(|clause| !unseen.exercised.contains(clause));
        lost.map(ToString::to_string).collect::<Vec<_>>().join(" ")
    };
    let scene = callee(&DOCUMENT);
    expect!["EPIPHANY-MEM-01 EPIPHANY-STACK-03 EPIPHANY-ARG-06 EPIPHANY-S09 EPIPHANY-S23"]
        .assert_eq(&of_trace(&scene));
    let moving = scene.events(&[moves(F, SP - 16), writes(SP - 8, 4, SP - 16), calls(SP - 16)]);
    expect!["EPIPHANY-STACK-08 EPIPHANY-STACK-01 EPIPHANY-STACK-09 EPIPHANY-STACK-07 EPIPHANY-STACK-10 EPIPHANY-STACK-04 EPIPHANY-MEM-01 EPIPHANY-STACK-03 EPIPHANY-ARG-06 EPIPHANY-S09 EPIPHANY-S23"].assert_eq(&of_trace(&moving));

    // A rule that concludes from a store that is missing.
    let saving = callee(&DOCUMENT).with(|scene| scene.plan.stack.saved_first = vec!["EPIPHANY-STACK-01"]);
    let saving = saving.events(&[moves(F, SP - 16), calls(SP - 16)]);
    let found = |sight: Sight| saving.with(|scene| scene.seen.sight = sight).reported().len();
    assert_eq!(found(Sight::ALL), 1);
    for blind in [
        Sight { writes: false, ..Sight::ALL },
        Sight { calls: false, ..Sight::ALL },
        Sight { registers: false, ..Sight::ALL },
    ] {
        assert_eq!(found(blind), 0, "{blind:?}");
    }
}
