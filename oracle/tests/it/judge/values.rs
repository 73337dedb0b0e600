//! Values that the subject's own code stored of those that it got.

use super::bench::{SP, Scene, assert_reported, poison, put, set, store, word};
use crate::epiphany::{DOCUMENT, EPIPHANY};
use crosscall_model::plan::Place;
use crosscall_model::target::Register;
use crosscall_model::{Pairing, Style};
use std::sync::Arc;

fn busy(pairing: Pairing, text: &str, style: Style) -> Scene {
    Scene::new(pairing, text, &DOCUMENT, style)
}

#[test]
fn an_argument_taken_from_elsewhere_is_reported_with_the_place() {
    let scene = Scene::callee("void f(int, int)");
    // It took r2 for its second argument.
    let taken = scene.seen.entry.as_ref().expect("entry").register(Register(2)).to_vec();
    let reported = scene.with(|scene| scene.seen.received[1] = taken).only();
    assert_reported(&reported, "EPIPHANY-ARG-01", "arg1", &["0x88070605", "the subject read it from r2"]);
    let scene = Scene::callee("void f(int, int, int, int, int)");
    let reported = scene.with(|scene| {
        put(scene.entry(), Place::Stack { offset: 0 }, &poison(77));
        scene.seen.received[4] = poison(77).to_vec();
    });
    assert_reported(&reported.only(), "EPIPHANY-ARG-06", "arg4", &["0x94131211", "read it from [sp+0]"]);
    // From nowhere that is known.
    let reported = scene.with(|scene| scene.seen.received[0] = poison(0x7777).to_vec()).only();
    assert_eq!(reported.inferred, None);
}

#[test]
fn a_result_taken_from_elsewhere_is_reported_with_the_place() {
    let scene = Scene::caller("int f(void)");
    let taken = scene.seen.exit.as_ref().expect("exit").register(Register(1)).to_vec();
    let reported = scene.with(|scene| scene.seen.returned[0] = taken).only();
    assert_reported(&reported, "EPIPHANY-RET-02", "result", &["0x84030201", "the subject read it from r1"]);
}

#[test]
fn a_bit_field_is_reported_with_its_width() {
    let reported = Scene::callee("void f(struct { int a : 5; int b : 11; })").with(|scene| {
        scene.seen.received[0] = vec![0x1e, 0, 0, 0, 0, 0, 0, 0];
    });
    let reported = reported.only();
    assert_eq!(
        (reported.subject.as_str(), reported.expected.as_str(), reported.observed.as_str()),
        ("arg0.m0", "0x01", "0x1e")
    );
}

/// A member that was read from another place inside its record is a matter of the layout.
#[test]
fn a_member_taken_from_inside_its_record_is_reported_under_the_layout() {
    let scene = Scene::callee("void f(struct { char a; short b; short c; short d; })");
    // b at offset 2 is 0x8302, c at offset 4 is 0x8504, d is 0x8706; what was read for c lies at offset 3.
    let reported = scene.with(|scene| scene.seen.received[2] = vec![0x83, 0x04]).only();
    assert_reported(
        &reported,
        "EPIPHANY-LAYOUT-01",
        "arg0.m2",
        &["0x8504", "0x0483", "bytes 3 to 4 of arg0"],
    );
    let reported = Scene::callee("void f(struct { int a; int b; int c; int d; })")
        .with(|scene| scene.seen.received[1] = vec![0x09, 0x0a, 0x0b, 0x8c])
        .only();
    assert_eq!(reported.subject, "arg0.m1");
    assert!(reported.inferred.is_some_and(|reported| reported.contains("bytes 8 to 11 of arg0")));
}

/// A record of which another member was read from outside went astray on its way.
#[test]
fn a_member_taken_from_inside_a_record_that_went_astray_is_not_reported_under_the_layout() {
    let scene = Scene::callee("void f(struct { int a; short b; short c; })");
    let elsewhere = scene.seen.entry.as_ref().expect("entry").register(Register(9)).to_vec();
    let reported = |astray: bool| {
        let changed = scene.with(|scene| {
            scene.seen.received[2] = scene.seen.received[1].clone();
            if astray {
                scene.seen.received[0] = elsewhere.clone();
                scene.seen.received[1] = elsewhere[..2].to_vec();
            }
        });
        changed.reported().into_iter().find(|one| one.subject == "arg0.m2").expect("a contradiction")
    };
    assert_reported(&reported(false), "EPIPHANY-LAYOUT-01", "arg0.m2", &["bytes 4 to 5 of arg0"]);
    let astray = reported(true);
    assert!(!astray.clauses[0].contains("LAYOUT"), "{:?}", astray.clauses);
}

/// A callee that counts on bits above a narrow argument that nobody promised.
#[test]
fn what_a_callee_makes_of_a_narrow_argument() {
    // Slots: the argument, its value as `long long`, compared with itself, and used.
    let scene = Scene::callee("void f(signed char)");
    for (slot, wrong, what) in [
        (1, vec![0x81, 0, 0, 0, 0, 0, 0, 0], "arg0 as a wider integer"),
        (2, vec![2, 0, 0, 0], "arg0 compared with its value"),
        (3, vec![0, 0, 0, 0], "arg0 as an index or a case"),
    ] {
        let reported = scene.with(|scene| scene.seen.received[slot] = wrong).only();
        assert_reported(&reported, "EPIPHANY-S05", what, &["0x"]);
        assert_eq!(
            reported.clauses,
            ["EPIPHANY-S05", "EPIPHANY-ARG-01", "EPIPHANY-REG-03", "EPIPHANY-ARG-05"]
        );
    }
    // A value that is wrong already is reported once.
    let reported = scene.with(|scene| {
        scene.seen.received[0] = vec![0x55];
        scene.seen.received[1] = vec![0x55, 0, 0, 0, 0, 0, 0, 0];
    });
    assert_eq!(reported.only().subject, "arg0");
    // Plain char: a callee may do as it likes as long as nobody says how it is extended.
    let char =
        Scene::callee("void f(char)").with(|scene| scene.seen.received[1] = vec![0x81, 0, 0, 0, 0, 0, 0, 0]);
    assert!(char.reported().is_empty());
}

#[test]
fn what_is_kept_across_a_call_is_still_there() {
    let style = Style { calls: true, held: 2, locals: 16, ..Style::PLAIN };
    let scene = busy(Pairing::Callee, "void f(void)", style);
    let reported = scene.with(|scene| scene.seen.received[1] = poison(9).to_vec()).only();
    assert_reported(
        &reported,
        "EPIPHANY-REG-03",
        "value 1 kept across the call",
        &["still 0x6d010173 after the call"],
    );
    let reported = scene.with(|scene| scene.seen.received[2] = poison(9).to_vec()).only();
    assert_reported(&reported, "EPIPHANY-STACK-03", "the local array", &["still 0x00005a51 after the call"]);
    // A slot that was not reached is not wrong.
    let unreached = scene.with(|scene| scene.seen.received.iter_mut().for_each(Vec::clear));
    assert!(unreached.reported().is_empty());
}

/// A called function that keeps a value in a register which the functions that it calls destroy.
#[test]
fn a_callee_that_kept_a_value_in_a_scratch_register_is_reported_so() {
    let style = Style { calls: true, held: 2, ..Style::PLAIN };
    let scene = busy(Pairing::Callee, "void f(void)", style).with(|scene| {
        let left = [(16, 40), (12, 41)].map(|(register, n)| (Register(register), poison(n).to_vec()));
        scene.seen.ground.destroyed = Arc::new(left.to_vec());
    });
    for (n, clause, place) in [(40, "EPIPHANY-REG-12", "kept in r16"), (41, "EPIPHANY-REG-08", "kept in r12")]
    {
        let reported = scene.with(|scene| scene.seen.received[1] = poison(n).to_vec()).only();
        assert_reported(&reported, clause, "value 1 kept across the call", &[place]);
    }
}

/// What lies beyond the stack pointer at a call is the called function's.
#[test]
fn a_caller_that_kept_a_value_beyond_the_stack_pointer_is_reported_so() {
    let scene = busy(Pairing::Caller, "void f(void)", Style { live: 2, ..Style::PLAIN });
    for (offset, clause, place) in [
        (-8, "EPIPHANY-STACK-10", "it was kept in [sp-8]"),
        (4, "EPIPHANY-STACK-03", "it was kept in [sp+4]"),
    ] {
        let reported = scene.with(|scene| {
            put(scene.exit(), Place::Stack { offset }, &poison(0x888));
            scene.seen.returned[0] = poison(0x888).to_vec();
        });
        assert_reported(&reported.only(), clause, "value 0 kept across the call", &[place]);
    }
    let saved = scene.with(|scene| {
        put(scene.exit(), Place::Stack { offset: -12 }, &poison(0x777));
        let outer = scene.seen.outer_exit.as_mut().expect("the caller came home");
        set(outer, 5, &poison(0x777));
    });
    assert_reported(&saved.only(), "EPIPHANY-STACK-10", "r5", &["it was kept in [sp-12]"]);
}

/// A value of one part whose bytes are there from the last to the first is a matter of the order of bytes; words that have
/// changed places are not.
#[test]
fn a_value_with_its_bytes_in_the_other_order_is_reported_under_that_order() {
    let scene = Scene::callee("void f(int, long long)");
    let reversed = |bytes: &[u8]| bytes.iter().rev().copied().collect::<Vec<u8>>();
    for (slot, subject) in [(0, "arg0"), (1, "arg1")] {
        let reported = scene.with(|scene| {
            let right = scene.seen.received[slot].clone();
            scene.seen.received[slot] = reversed(&right);
        });
        assert_reported(&reported.only(), "EPIPHANY-TYPE-02", subject, &[]);
    }
    let words = scene.with(|scene| scene.seen.received[1].rotate_left(4)).only();
    assert_eq!(words.clauses[0], "EPIPHANY-ARG-03");
    let result = Scene::callee("int f(void)").with(|scene| {
        let right = scene.exit().register(Register(0)).to_vec();
        set(scene.exit(), 0, &reversed(&right));
    });
    assert_reported(&result.only(), "EPIPHANY-TYPE-02", "result", &[]);
    let kept = busy(Pairing::Caller, "void f(void)", Style { live: 2, ..Style::PLAIN });
    let kept = kept.with(|scene| scene.seen.returned[1].reverse());
    assert_reported(&kept.only(), "EPIPHANY-TYPE-02", "value 1 kept across the call", &[]);
}

#[test]
fn a_caller_that_kept_a_value_in_a_scratch_register_is_reported_so() {
    let scene = busy(Pairing::Caller, "void f(void)", Style { live: 2, dynamic: 8, ..Style::PLAIN });
    let exit = scene.seen.exit.clone().expect("exit");
    for (register, clause) in [(16, "EPIPHANY-REG-12"), (12, "EPIPHANY-REG-08"), (40, "EPIPHANY-REG-14")] {
        let left = exit.register(Register(register)).to_vec();
        let reported = scene.with(|scene| scene.seen.returned[0] = left).only();
        assert!(reported.clauses[0] == clause, "{reported:?}");
        assert!(
            reported
                .inferred
                .is_some_and(|reported| reported.starts_with(&format!("it was kept in r{register}")))
        );
    }
    // One that survives is not where it was lost.
    let left = exit.register(Register(5)).to_vec();
    let reported = scene.with(|scene| scene.seen.returned[0] = left).only();
    assert_reported(&reported, "EPIPHANY-REG-03", "value 0 kept across the call", &["it was kept in r5"]);
    let reported = scene.with(|scene| scene.seen.returned[2] = poison(9).to_vec()).only();
    assert_reported(&reported, "EPIPHANY-STACK-03", "the array of variable size", &["still 0x00005a51"]);
}

/// Values kept, or room offered, in the 8 bytes that belong to the function called are reported under the clause on
/// their owner.
#[test]
fn what_lay_in_the_called_functions_own_bytes_is_reported_under_their_owner() {
    let scene = busy(Pairing::Caller, "void f(void)", Style { live: 2, ..Style::PLAIN });
    let kept = |offset: i64| {
        let scene = scene.with(|scene| {
            put(scene.exit(), Place::Stack { offset }, &poison(77));
            scene.seen.returned[0] = poison(77).to_vec();
        });
        scene.only()
    };
    assert_reported(
        &kept(4),
        "EPIPHANY-STACK-03",
        "value 0 kept across the call",
        &["it was kept in [sp+4]"],
    );
    assert_eq!(kept(8).clauses[0], "EPIPHANY-REG-03");
    let scene = Scene::caller("struct { int a; int b; int c; } f(void)");
    let result = |room: u64, taken: [u8; 4]| {
        let scene = scene.with(|scene| {
            set(scene.entry(), 0, &word(room));
            store(scene.exit(), room + 4, &poison(77));
            scene.seen.returned[1] = taken.to_vec();
        });
        let reported = scene.reported();
        (reported[0].clauses[0], reported[0].subject.clone())
    };
    let reported = |clause, subject: &str| (clause, subject.to_owned());
    assert_eq!(result(SP, poison(77)), reported("EPIPHANY-STACK-03", "result.m1"));
    // It was taken from elsewhere, and it lay where nobody else may write.
    assert_eq!(result(SP, poison(78)), reported("EPIPHANY-RET-06", "result.m1"));
    assert_eq!(result(SP + 8, poison(77)), reported("EPIPHANY-RET-06", "result.m1"));
}

#[test]
fn calls_of_other_functions_and_the_end_are_reported_as_such() {
    let style = Style { others: true, tail: true, ..Style::PLAIN };
    let scene = busy(Pairing::Callee, "void f(void)", style);
    let reported = scene.with(|scene| scene.seen.received[0] = poison(9).to_vec()).only();
    assert_eq!(reported.subject, "what calls of other functions gave");
    let reported = scene.with(|scene| scene.seen.received[1] = poison(9).to_vec()).only();
    assert_reported(
        &reported,
        "EPIPHANY-CALL-04",
        "what the call at the function's end left",
        &["0x7e57e4d5"],
    );
}

#[test]
fn what_a_call_of_itself_got_is_distinguished() {
    let scene = busy(Pairing::Callee, "int f(int)", Style { recursive: true, ..Style::PLAIN });
    // The argument, the result of the inner call, and what that got.
    let reported = scene.with(|scene| scene.seen.received[1] = poison(9).to_vec()).only();
    assert_reported(&reported, "EPIPHANY-RET-02", "result in the call of itself", &["0x88070605"]);
    let reported = scene.with(|scene| scene.seen.received[2] = poison(9).to_vec()).only();
    assert_reported(&reported, "EPIPHANY-ARG-01", "arg0 in the call of itself", &["0x84030201"]);
}

/// An argument that was kept in a register which a call destroys.
#[test]
fn an_argument_lost_in_a_call_is_reported_under_the_register() {
    let scene = busy(Pairing::Callee, "void f(int)", Style { calls: true, ..Style::PLAIN }).with(|scene| {
        scene.seen.ground.destroyed =
            vec![(Register(1), poison(500).to_vec()), (Register(17), poison(501).to_vec())].into();
        scene.seen.received[0] = poison(501).to_vec();
    });
    assert_reported(&scene.only(), "EPIPHANY-REG-12", "arg0", &["it was kept in r17"]);
    // Two registers with the same bytes say nothing, nor does one of which nothing is said.
    let twice = scene.with(|scene| {
        Arc::make_mut(&mut scene.seen.ground.destroyed).push((Register(18), poison(501).to_vec()))
    });
    assert_reported(&twice.only(), "EPIPHANY-ARG-01", "arg0", &["| -"]);
    let free = scene.with(|scene| Arc::make_mut(&mut scene.seen.ground.destroyed)[1].0 = Register(13));
    assert_reported(&free.only(), "EPIPHANY-ARG-01", "arg0", &["| -"]);
    // A value that was read from another place at entry is reported with that place.
    let elsewhere = scene.entered_with(20, &poison(501));
    assert_reported(&elsewhere.only(), "EPIPHANY-ARG-01", "arg0", &["the subject read it from r20"]);
    // A single byte can be anywhere.
    let byte =
        busy(Pairing::Callee, "void f(unsigned char)", Style { calls: true, ..Style::PLAIN }).with(|scene| {
            scene.seen.ground.destroyed = vec![(Register(17), poison(501).to_vec())].into();
            scene.seen.received[0] = poison(501)[..1].to_vec();
        });
    assert_reported(&byte.only(), "EPIPHANY-ARG-01", "arg0", &["| -"]);
}

/// Values that two subjects exchange are judged, and where they travel is not.
#[test]
fn between_subjects_values_count_and_places_do_not() {
    let scene = Scene::new(Pairing::Cross, "int f(int, int)", &DOCUMENT, Style::PLAIN);
    let moved = scene.entered_with(0, &word(1)).left_with(0, &word(2));
    assert!(moved.reported().is_empty());
    let lost = scene.with(|scene| scene.seen.received[0] = word(5).to_vec()).reported();
    assert_eq!(lost[0].subject, "arg0");
    let lost = scene.with(|scene| scene.seen.returned[0] = word(5).to_vec()).reported();
    assert_eq!(lost[0].subject, "result");
    let state = scene.left_with(4, &word(5)).only();
    assert_reported(&state, "EPIPHANY-REG-06", "r4", &[]);
}

/// Which argument it is whose members were taken from elsewhere.
#[test]
fn members_that_changed_places_are_reported_of_their_own_record() {
    let text =
        "void f(struct { char a; char b; char c; char d; }, struct { char a; char b; char c; char d; })";
    let scene = Scene::callee(text);
    for (first, name) in [(0, "arg0"), (4, "arg1")] {
        let reported = scene.with(|scene| scene.seen.received.swap(first + 1, first + 2)).reported();
        assert_eq!(reported.len(), 2);
        for (reported, member) in reported.iter().zip(["m1", "m2"]) {
            assert_reported(reported, "EPIPHANY-LAYOUT-01", &format!("{name}.{member}"), &[]);
        }
    }
    let result = Scene::caller("struct { char a; char b; char c; char d; } f(void)");
    let reported = result.with(|scene| scene.seen.returned.swap(1, 2)).reported();
    assert_reported(&reported[0], "EPIPHANY-LAYOUT-01", "result.m1", &[]);
}

/// A member read from between the words of its record, though another one was destroyed: the first is a matter of the
/// layout, the other of its way; and so is one that was read from another word.
#[test]
fn a_member_taken_from_between_words_is_reported_under_the_layout_by_itself() {
    let by_value = EPIPHANY.readings(&[("EPIPHANY-S06", "R3")]);
    let text = "void f(struct { short a; short b; short c; short d; })";
    let scene = Scene::new(Pairing::Callee, text, &by_value, Style::PLAIN);
    let reported = scene.with(|scene| {
        // Bytes 3 and 4 for those at 4 and 5.
        scene.seen.received[2] = vec![0x84, 0x05];
        scene.seen.received[3] = poison(70)[..2].to_vec();
    });
    let reported = reported.reported();
    assert_reported(&reported[0], "EPIPHANY-LAYOUT-01", "arg0.m2", &["bytes 3 to 4 of arg0"]);
    assert_reported(&reported[1], "EPIPHANY-S06", "arg0.m3", &[]);
    let text = "void f(struct { int a; int b; int c; int d; })";
    let scene = Scene::new(Pairing::Callee, text, &by_value, Style::PLAIN);
    let reported = scene.with(|scene| {
        scene.seen.received[1] = vec![0x0d, 0x0e, 0x0f, 0x90];
        scene.seen.received[2] = poison(70).to_vec();
    });
    let reported = reported.reported();
    assert_reported(&reported[0], "EPIPHANY-S06", "arg0.m1", &["bytes 12 to 15 of arg0"]);
    assert_reported(&reported[1], "EPIPHANY-S06", "arg0.m2", &[]);
}
