//! Runs that did not come back.

use super::bench::{
    CALL, DATA, F, PROBE, Reported, SP, STACK, Scene, assert_reported, fresh, poison, put, set, word,
};
use crate::epiphany::{DOCUMENT, EPIPHANY};
use crosscall_model::observation::{End, Event};
use crosscall_model::plan::{Place, Transfer};
use crosscall_model::target::Register;
use crosscall_model::{Pairing, Style};

/// A callee that stops at an address, with a state in which a register holds a word.
fn stopped(scene: &Scene, address: u64, register: u16, held: u64) -> Scene {
    scene.with(|scene| {
        let mut at = fresh(F + 6, SP - 16);
        set(&mut at, register, &word(held));
        scene.seen.end = End::Fault { pc: F + 6, reason: "no such memory".to_owned() };
        scene.seen.fault = Some((address, at));
        scene.seen.exit = None;
        scene.seen.received.iter_mut().for_each(Vec::clear);
    })
}

/// The only contradiction about control.
fn control(scene: &Scene) -> Reported {
    let reported: Vec<Reported> =
        scene.reported().into_iter().filter(|reported| reported.mismatch.is_about_control()).collect();
    let [one] = reported.as_slice() else { panic!("{reported:#?}") };
    one.clone()
}

#[test]
fn how_and_when_a_run_ended_is_reported() {
    let fault = |pc| End::Fault { pc, reason: "unknown instruction".to_owned() };
    let scene = Scene::callee("int f(int)");
    let ended = |scene: &Scene, end: End, entry: bool, exit: bool| {
        control(&scene.with(|scene| {
            scene.seen.end = end;
            scene.seen.entry = scene.seen.entry.take().filter(|_| entry);
            scene.seen.exit = scene.seen.exit.take().filter(|_| exit);
        }))
    };
    let reported = ended(&scene, fault(F + 2), true, false);
    let words =
        ["stopped at 0x402 (_f0+0x2): unknown instruction", "(before it came back to the return address)"];
    assert_reported(&reported, "EPIPHANY-CALL-04", "control", &words);
    assert!(ended(&scene, End::Budget, true, false).observed.starts_with("still running when its"));
    assert!(ended(&scene, fault(PROBE), false, false).observed.ends_with("(before the call was reached)"));
    assert!(ended(&scene, fault(PROBE), true, true).observed.ends_with("(after the call)"));
    let caller = Scene::caller("int f(int)");
    assert!(ended(&caller, fault(CALL), true, false).observed.ends_with("(after the call)"));
    assert!(ended(&caller, fault(CALL), false, false).observed.ends_with("(before the call was reached)"));
    let cross = Scene::new(Pairing::Cross, "int f(int)", &DOCUMENT, Style::PLAIN);
    assert!(ended(&cross, fault(F), true, false).observed.contains("before it came back"));
}

/// An argument that travels by itself was taken for an address.
#[test]
fn a_value_that_was_used_as_an_address_is_reported_under_its_clauses() {
    let text = "void f(int, struct { int a; int b; })";
    let scene =
        Scene::new(Pairing::Callee, text, &EPIPHANY.readings(&[("EPIPHANY-S06", "R3")]), Style::PLAIN);
    let held = 0x8807_0605;
    for address in [held, held + 4, held + 0x4000, held - 0x4000] {
        let reported = control(&stopped(&scene, address, 20, held));
        assert_reported(
            &reported,
            "EPIPHANY-S06",
            "control",
            &["arg1: struct", "is a value and no address", "0x88070605, which was in r1 at entry"],
        );
        assert_eq!(reported.clauses.last(), Some(&"EPIPHANY-CALL-04"));
    }
    // Too far away to have been meant.
    let reported = control(&stopped(&scene, held + 0x4001, 20, held));
    assert_eq!((reported.clauses.len(), reported.inferred), (1, None));
    // Few bits can be anywhere.
    let small = stopped(&scene, 0x104, 20, 0x100).entered_with(5, &word(0x100));
    assert_eq!(control(&small).inferred, None);
    // The stack pointer is no address of a value.
    assert_eq!(control(&stopped(&scene, held + 4, 13, held)).inferred, None);
    // In two places: then nobody knows which of them was used.
    let twice = stopped(&scene, held, 20, held).entered_with(9, &word(held));
    assert_eq!(control(&twice).inferred, None);
    // The nearest of several words is what was used.
    let near = stopped(&scene, held + 4, 20, held).with(|scene| {
        let entry_word = 0x8403_0201_u64;
        let (_, at) = scene.seen.fault.as_mut().expect("a fault");
        set(at, 21, &word(entry_word));
    });
    assert_eq!(control(&near).clauses[0], "EPIPHANY-S06");
    // A fault of the probe's own code says nothing of the subject.
    let elsewhere = stopped(&scene, held, 20, held).with(|scene| {
        scene.seen.end = End::Fault { pc: PROBE, reason: "no such memory".to_owned() };
    });
    assert_eq!(control(&elsewhere).inferred, None);
}

#[test]
fn a_value_on_the_stack_that_was_used_as_an_address_is_found_there() {
    let scene = Scene::callee("void f(int, int, int, int, int, int)");
    let reported = control(&stopped(&scene, 0x9413_1215, 6, 0x9413_1211));
    assert_reported(
        &reported,
        "EPIPHANY-ARG-06",
        "control",
        &["arg4: int is a value", "which was in [sp+8] at entry"],
    );
    let reported = control(&stopped(&scene, 0x9817_1615, 6, 0x9817_1615));
    assert_reported(&reported, "EPIPHANY-ARG-06", "control", &["arg5: int is a value", "[sp+12]"]);
    // No argument is there.
    let beyond = stopped(&scene, 0xa1b2_c3d4, 6, 0xa1b2_c3d4).with(|scene| {
        put(scene.entry(), Place::Stack { offset: 16 }, &word(0xa1b2_c3d4));
    });
    assert_eq!(control(&beyond).inferred, None);
}

/// On a stack that grows upwards arguments are below the pointer.
#[test]
fn a_value_on_a_stack_that_grows_upwards_is_found_there() {
    let scene = Scene::callee("void f(int, int, int, int, int)").with(|scene| {
        scene.plan.stack.grows_down = false;
        let Transfer::Direct(pieces) = &mut scene.plan.arguments[4].transfer else { panic!("on the stack") };
        pieces[0].place = Place::Stack { offset: -8 };
        put(scene.entry(), Place::Stack { offset: 8 }, &poison(9));
        put(scene.entry(), Place::Stack { offset: -8 }, &word(0x9413_1211));
    });
    let reported = control(&stopped(&scene, 0x9413_1211, 6, 0x9413_1211));
    assert_reported(
        &reported,
        "EPIPHANY-ARG-06",
        "control",
        &["arg4: int is a value", "which was in [sp-8] at entry"],
    );
}

/// A jump to where no code is: the address is that of the jump.
#[test]
fn a_wild_jump_through_a_value_is_reported_as_such() {
    let held = 0x8403_0201;
    let scene = stopped(&Scene::callee("void f(int)"), held, 20, held).with(|scene| {
        scene.seen.end = End::Fault { pc: held, reason: "no code".to_owned() };
    });
    assert_reported(
        &control(&scene),
        "EPIPHANY-ARG-01",
        "control",
        &["arg0: int", "which was in r0 at entry"],
    );
}

/// A callee that looks for the address of its result where none is passed.
#[test]
fn an_address_of_a_result_that_nobody_passed() {
    let scene = Scene::callee("struct { char a; char b; } f(int)");
    let other = u64::from(u32::from_le_bytes(poison(2)));
    let reported = control(&stopped(&scene, other, 2, other));
    assert_reported(
        &reported,
        "EPIPHANY-RET-04",
        "control",
        &["result: struct", "is a value and no address"],
    );
    // A result that is no composite is nowhere in memory.
    let plain = control(&stopped(&Scene::callee("int f(int)"), other, 2, other));
    assert_eq!(plain.clauses, ["EPIPHANY-CALL-04"]);
    assert!(plain.inferred.is_some_and(|reported| reported.contains("which was in r2 at entry")));
    // A jump to nowhere looks for no result, nor does a calling subject.
    let jump = stopped(&scene, other, 2, other).with(|scene| {
        scene.seen.end = End::Fault { pc: other, reason: "no code".to_owned() };
    });
    assert_eq!(control(&jump).clauses, ["EPIPHANY-CALL-04"]);
    let caller = Scene::caller("struct { char a; char b; } f(int)");
    let held = caller.seen.exit.as_ref().expect("exit").register_value(Register(9));
    let exit = caller.seen.exit.clone();
    let after = stopped(&caller, held, 9, held).with(|scene| scene.seen.exit = exit);
    assert_eq!(control(&after).clauses, ["EPIPHANY-CALL-04"]);
}

/// A value in memory that was missed by a little.
#[test]
fn an_access_beside_a_value_in_memory_is_reported_under_its_clauses() {
    let text = "void f(int, struct { int a; int b; int c; })";
    let scene =
        Scene::new(Pairing::Callee, text, &EPIPHANY.readings(&[("EPIPHANY-S06", "R1")]), Style::PLAIN);
    let Transfer::ByReference { .. } = scene.plan.arguments[1].transfer else { panic!("by address") };
    let object = DATA.start + 0x80;
    for (address, distance) in
        [(object - 16, "-16"), (object, "+0"), (object + 12, "+12"), (object + 27, "+27")]
    {
        let reported = control(&stopped(&scene, address, 20, 1));
        assert_reported(
            &reported,
            "EPIPHANY-S06",
            "control",
            &[
                "arg1: struct",
                "in memory, where its address says",
                &format!("{address:#x} is {distance} bytes from the address of arg1 in r1"),
            ],
        );
    }
    for address in [object - 17, object + 28] {
        assert_eq!(control(&stopped(&scene, address, 20, 1)).clauses[0], "EPIPHANY-CALL-04", "{address:#x}");
    }
}

/// A caller that counts on a register which the call has destroyed.
#[test]
fn a_register_that_did_not_survive_the_call_was_used_as_an_address() {
    let scene = Scene::caller("void f(int)");
    let left = |register: u16| {
        let exit = scene.seen.exit.as_ref().expect("exit");
        crosscall_model::observation::number(exit.register(Register(register)))
    };
    let crashed = |register: u16| {
        let held = left(register);
        let exit = scene.seen.exit.clone();
        stopped(&scene, held, register, held).with(|scene| {
            scene.seen.exit = exit;
            scene.seen.end = End::Fault { pc: CALL + 0x24, reason: "no such memory".to_owned() };
        })
    };
    let reported = control(&crashed(17));
    assert_reported(
        &reported,
        "EPIPHANY-REG-12",
        "control",
        &["which was in r17 when the call had returned"],
    );
    // One that survives was not lost.
    let reported = control(&crashed(5));
    assert_reported(&reported, "EPIPHANY-CALL-04", "control", &["which was in r5"]);
    // The result was taken for an address.
    let result = Scene::caller("int f(int)");
    let exit = result.seen.exit.clone();
    let reported = stopped(&result, 0x8807_0605, 20, 0x8807_0605).with(|scene| {
        scene.seen.exit = exit;
        scene.seen.returned.iter_mut().for_each(Vec::clear);
    });
    assert_reported(
        &control(&reported),
        "EPIPHANY-RET-02",
        "control",
        &["result: int is a value", "when the call had returned"],
    );
}

/// A callee that counts on a register which a function that it called has destroyed.
#[test]
fn a_register_that_the_callees_own_calls_destroyed_was_used_as_an_address() {
    let held = u64::from(u32::from_le_bytes(poison(501)));
    let scene = stopped(&Scene::callee("void f(int)"), held + 20, 9, held);
    assert_eq!(control(&scene).clauses, ["EPIPHANY-CALL-04"]);
    let lost = |register| {
        scene.with(|scene| {
            scene.seen.ground.destroyed = vec![(Register(register), word(held).to_vec())].into();
        })
    };
    let words = ["which was in r20 when the call had returned, was used as an address"];
    assert_reported(&control(&lost(20)), "EPIPHANY-REG-12", "control", &words);
    // One that survives is not destroyed; what was in a register at entry was there before.
    assert_eq!(control(&lost(4)).clauses, ["EPIPHANY-CALL-04"]);
    let before = lost(20).entered_with(21, &word(held));
    assert_reported(&control(&before), "EPIPHANY-CALL-04", "control", &["which was in r21 at entry"]);
}

/// A caller that kept an address in the 8 bytes that belong to the function called.
#[test]
fn an_address_kept_in_the_called_functions_own_bytes_is_reported_under_their_owner() {
    let held = u64::from(u32::from_le_bytes(poison(501)));
    let crashed = |pairing, offset: i64| {
        let scene = Scene::new(pairing, "void f(int, int, int, int, int)", &DOCUMENT, Style::PLAIN);
        let exit = scene.seen.exit.clone();
        stopped(&scene, held, 20, held).with(|scene| {
            scene.seen.exit = exit.filter(|_| pairing == Pairing::Caller);
            let at = scene.seen.exit.as_mut().or(scene.seen.entry.as_mut()).expect("a state");
            put(at, Place::Stack { offset }, &word(held));
        })
    };
    let words = ["which was in [sp+4] when the call had returned"];
    assert_reported(&control(&crashed(Pairing::Caller, 4)), "EPIPHANY-STACK-03", "control", &words);
    // An argument's bytes are the called function's, too, if it may write them.
    assert_eq!(control(&crashed(Pairing::Caller, 8)).clauses[0], "EPIPHANY-STACK-03");
    let callers = crashed(Pairing::Caller, 8).with(|scene| {
        scene.plan.stack.callee_may_write_arguments = false;
    });
    assert_eq!(control(&callers).clauses, ["EPIPHANY-CALL-04"]);
    // The state at a callee's entry is no other function's.
    assert_eq!(control(&crashed(Pairing::Callee, 4)).clauses, ["EPIPHANY-CALL-04"]);
}

/// Of two registers the one is meant that is a number of whole addresses away, though the other is nearer.
#[test]
fn what_lies_beside_an_address_is_so_many_addresses_away() {
    let crashed = |distance: u64| {
        let scene = Scene::caller("void f(int)");
        let mut exit = scene.seen.exit.clone().expect("exit");
        let held = exit.register_value(Register(17));
        let address = held + distance;
        set(&mut exit, 12, &word(address - 1));
        let mut at = exit.clone();
        set(&mut at, 13, &word(SP - 16));
        scene.with(|scene| {
            scene.seen.end = End::Fault { pc: CALL + 0x24, reason: "no such memory".to_owned() };
            scene.seen.fault = Some((address, at));
            scene.seen.exit = Some(exit);
        })
    };
    assert_reported(&control(&crashed(8)), "EPIPHANY-REG-12", "control", &["which was in r17"]);
    assert_reported(&control(&crashed(7)), "EPIPHANY-REG-08", "control", &["which was in r12"]);
}

/// A caller that has not called yet can only have the address from its own caller.
#[test]
fn before_the_call_the_address_is_from_the_callers_own_entry() {
    let scene = Scene::caller("void f(int)");
    let outer = scene.seen.outer_entry.as_ref().expect("outer");
    let held = crosscall_model::observation::number(outer.register(Register(9)));
    let early = stopped(&scene, held, 9, held).with(|scene| scene.seen.entry = None);
    assert_reported(&control(&early), "EPIPHANY-CALL-04", "control", &["which was in r9 at entry"]);
}

/// A double word at an address of the stack that is aligned to a word only.
#[test]
fn a_misaligned_access_to_the_stack_is_reported_under_the_alignment() {
    let scene = Scene::callee("void f(void)");
    let fault = |address: u64, sp: u64| control(&stopped(&scene, address, 13, sp)).clauses;
    assert_eq!(
        fault(SP - 4, SP - 12),
        ["EPIPHANY-STACK-09", "EPIPHANY-STACK-08", "EPIPHANY-STACK-01", "EPIPHANY-CALL-04"]
    );
    let alone = ["EPIPHANY-CALL-04"];
    assert_eq!(fault(SP - 4, SP - 16), alone, "the pointer is aligned");
    assert_eq!(fault(SP - 8, SP - 12), alone, "the address is aligned");
    assert_eq!(fault(STACK.end + 4, SP - 12), alone, "no address of the stack");
    let silent = stopped(&scene, SP - 4, 13, SP - 12).with(|scene| scene.plan.stack.align_at_call.1.clear());
    assert_eq!(control(&silent).clauses, alone);
}

/// Code that runs a second time shows many other things, of which none matters.
#[test]
fn a_function_that_runs_again_is_reported_by_that_first() {
    let moves = |pc, sp| Event::StackPointer { pc, sp };
    let scene = Scene::callee("void f(void)").with(|scene| {
        scene.seen.end = End::Budget;
        scene.seen.exit = None;
    });
    let again = scene.events(&[moves(F, SP - 16), moves(F + 4, SP), moves(F, SP - 18)]);
    let reported: Vec<String> = again.reported().into_iter().map(|reported| reported.subject).collect();
    assert_eq!(reported, ["control", "stack pointer"]);
    let once = scene.events(&[moves(F, SP - 16), moves(F + 4, SP - 18), moves(F, SP - 16)]);
    let reported: Vec<String> = once.reported().into_iter().map(|reported| reported.subject).collect();
    assert_eq!(reported, ["stack pointer", "control"], "it moves to the same place each time: a loop");
}

/// A function that is called again where it should return to stores what is in the registers then.
#[test]
fn what_an_endless_run_stored_last_is_reported_after_its_end() {
    let scene = Scene::callee("void f(int)").with(|scene| {
        scene.seen.received[0] = poison(501).to_vec();
        scene.seen.end = End::Budget;
        scene.seen.exit = None;
    });
    let subjects = |scene: &Scene| {
        scene.reported().into_iter().map(|reported| reported.subject).collect::<Vec<String>>()
    };
    assert_eq!(subjects(&scene), ["control", "arg0"]);
    let stopped = scene.with(|scene| {
        scene.seen.end = End::Fault { pc: F + 6, reason: "no such memory".to_owned() };
    });
    assert_eq!(subjects(&stopped), ["arg0", "control"]);
    let odd = scene.events(&[Event::StackPointer { pc: F, sp: SP - 18 }]);
    assert_eq!(subjects(&odd), ["arg0", "stack pointer", "control"]);
}
