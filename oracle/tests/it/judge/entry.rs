//! Contradictions of a calling subject when the function that it calls is entered.

use super::bench::{
    BACK_OF_CALLER, DATA, OBJECT, OUTER_SP, PROBE, SP, Scene, assert_reported, poison, put, set, store, word,
};
use crate::epiphany::{DOCUMENT, EPIPHANY};
use crate::support::Readings;
use crosscall_model::observation::{End, Names};
use crosscall_model::plan::{Link, Linkage, Place};
use crosscall_model::target::Register;
use crosscall_model::{Pairing, Style};

const BY_ADDRESS: Readings = EPIPHANY.readings(&[("EPIPHANY-S06", "R1")]);
const COPIES: Readings = EPIPHANY.readings(&[("EPIPHANY-S06", "R1"), ("EPIPHANY-S10/copy", "R1")]);
const BY_VALUE: Readings = EPIPHANY.readings(&[("EPIPHANY-S06", "R3")]);

fn caller(text: &str, readings: &Readings) -> Scene {
    Scene::new(Pairing::Caller, text, readings, Style::PLAIN)
}

fn on_stack(scene: &mut Scene, offset: i64, bytes: &[u8]) {
    put(scene.entry(), Place::Stack { offset }, bytes);
}

/// `int` arguments have the values 0x84030201, 0x88070605 and so on (see `crate::support::value`).
#[test]
fn a_value_in_another_register_is_found_there() {
    let reported =
        Scene::caller("void f(int, int)").entered_with(1, &poison(1)).entered_with(2, &word(0x8807_0605));
    assert_reported(
        &reported.only(),
        "EPIPHANY-ARG-01",
        "arg1",
        &["0x88070605 in r1", "there: 0x", "found in r2"],
    );
    // A double word from an odd register on, as the other reading has it.
    let reported = Scene::caller("void f(int, long long)")
        .entered_with(1, &word(0x0807_0605))
        .entered_with(2, &word(0x8c0b_0a09))
        .entered_with(3, &poison(3));
    assert_reported(
        &reported.only(),
        "EPIPHANY-ARG-03",
        "arg1",
        &["0x8c0b0a0908070605 in r2:r3", "found in r1:r2"],
    );
    // Nowhere at all.
    let reported = Scene::caller("void f(int)").entered_with(0, &poison(99)).only();
    assert_reported(&reported, "EPIPHANY-ARG-01", "arg0", &["0x84030201 in r0"]);
    assert_eq!(reported.inferred, None);
}

/// Two arguments that changed places are reported under what their order follows from, not under what holds for one of them.
#[test]
fn a_value_in_the_place_of_another_is_reported_by_what_holds_for_both() {
    let first = |text: &str, register: u16, bytes: [u8; 4]| {
        let scene = Scene::caller(text).with(|scene| {
            let zero = scene.entry().register(Register(0)).to_vec();
            set(scene.entry(), 0, &bytes);
            set(scene.entry(), register, &zero);
        });
        let reported = scene.reported();
        let a0 = reported.iter().find(|reported| reported.subject == "arg0").expect("arg0 is told");
        a0.clauses[0]
    };
    assert_eq!(first("void f(float, int, int)", 2, poison(2)), "EPIPHANY-ARG-01");
    // In no argument's place, and in that of another one of its kind.
    assert_eq!(first("void f(float, int, int)", 3, poison(2)), "EPIPHANY-ARG-04");
    assert_eq!(first("void f(float, float, int)", 1, poison(2)), "EPIPHANY-ARG-04");
    // Contradictions of the callee read the same.
    let scene = Scene::callee("void f(float, int, int)").with(|scene| {
        let taken = scene.entry().register(Register(2)).to_vec();
        scene.seen.received[0] = taken;
    });
    assert_reported(&scene.only(), "EPIPHANY-ARG-01", "arg0", &["the subject read it from r2"]);
    // The clause on how a composite travels comes first, whatever its place.
    let record = "void f(struct { char a; char b; char c; char d; }, int)";
    assert_eq!(first(record, 1, poison(2)), "EPIPHANY-S06");
}

#[test]
fn a_value_on_the_stack_is_found_there() {
    let scene = Scene::caller("void f(int, int, int, int, int)");
    // At the stack pointer instead of 8 bytes above it: the clauses on where arguments lie on the stack come first.
    let reported = scene.with(|scene| {
        on_stack(scene, 8, &poison(7));
        on_stack(scene, 0, &word(0x9413_1211));
    });
    assert_reported(
        &reported.only(),
        "EPIPHANY-ARG-06",
        "arg4",
        &["0x94131211 in [sp+8]", "found in [sp+0]"],
    );
    // In a register, though there is none left for it.
    let reported = scene.with(|scene| {
        on_stack(scene, 8, &poison(7));
        set(scene.entry(), 5, &word(0x9413_1211));
    });
    assert_reported(&reported.only(), "EPIPHANY-ARG-06", "arg4", &["found in r5"]);
    // Below the stack pointer; and farther away than anybody would look.
    for (offset, found) in [(-16, Some("found in [sp-16]")), (-512, Some("found in [sp-512]")), (1024, None)]
    {
        let reported = scene.with(|scene| {
            on_stack(scene, 8, &poison(7));
            on_stack(scene, offset, &word(0x9413_1211));
        });
        assert_eq!(reported.only().inferred.as_deref(), found);
    }
}

#[test]
fn a_value_behind_an_address_is_found_there() {
    let scene = Scene::caller("void f(int, int, struct { int a; int b; int c; })");
    // The document has the address of the value in r2; the value itself is in r2 and r3 and on the stack.
    let value: Vec<u8> = scene.plan.arguments[2].image.bytes.clone();
    let reported = caller("void f(int, int, struct { int a; int b; int c; })", &BY_VALUE).with(|scene| {
        for i in 0..3 {
            on_stack(scene, 8 + 4 * i, &poison(7 + i as u64));
        }
        store(scene.entry(), OBJECT, &value);
        set(scene.entry(), 2, &word(OBJECT));
    });
    assert_reported(&reported.only(), "EPIPHANY-S06", "arg2", &["memory at the address in r2"]);
}

#[test]
fn two_values_that_changed_places_are_both_reported() {
    let reported = Scene::caller("void f(int, int, int)")
        .entered_with(0, &word(0x8807_0605))
        .entered_with(1, &word(0x8403_0201));
    let reported = reported.reported();
    assert_eq!(reported.len(), 2);
    assert_reported(&reported[0], "EPIPHANY-ARG-01", "arg0", &["found in r1"]);
    assert_reported(&reported[1], "EPIPHANY-ARG-01", "arg1", &["found in r0"]);
}

/// Two bytes of a value in the wrong order are no other place.
#[test]
fn bytes_in_reverse_are_a_matter_of_their_order() {
    let swapped = |scene: &mut Scene| set(scene.entry(), 0, &[4, 3, 2, 0x81]);
    let reported = caller("void f(struct { int a; })", &BY_VALUE).with(swapped).reported();
    assert_eq!(reported.len(), 1);
    let reported =
        caller("void f(struct { short a; short b; })", &BY_VALUE).entered_with(0, &[0x82, 1, 0x84, 3]).only();
    assert_reported(&reported, "EPIPHANY-TYPE-02", "arg0", &["0x84038201 in r0", "there: 0x03840182"]);
}

#[test]
fn narrow_values_are_extended_by_the_sign_of_their_type() {
    let scene = Scene::caller("void f(signed char, unsigned short)");
    for (register, bytes, extended) in [
        (0, [0x81, 0, 0, 0], "0xffffff81 in r0: signed char sign-extended"),
        (0, [0x81, 0xff, 0xff, 0x7f], "0xffffff81 in r0: signed char sign-extended"),
        (1, [0x02, 0x83, 0xff, 0xff], "0x00008302 in r1: unsigned short zero-extended"),
        (1, [0x02, 0x83, 0, 1], "0x00008302 in r1: unsigned short zero-extended"),
    ] {
        let reported = scene.entered_with(register, &bytes).only();
        assert_reported(&reported, "EPIPHANY-S05", &format!("arg{register}"), &[extended, "there: "]);
    }
    // If the callee extends, the bits above are its own affair; plain char is not held against callers.
    let callee = caller("void f(signed char, unsigned short)", &EPIPHANY.readings(&[("EPIPHANY-S05", "R2")]));
    let wrong = |scene: &mut Scene| set(scene.entry(), 0, &[0x81, 0x12, 0x34, 0x56]);
    assert!(callee.with(wrong).reported().is_empty());
    assert!(Scene::caller("void f(char)").with(wrong).reported().is_empty());
}

#[test]
fn an_address_leads_to_the_value_and_is_aligned() {
    let text = "void f(int, struct { char a; double b; })";
    let scene = caller(text, &BY_ADDRESS);
    let value = scene.plan.arguments[1].image.bytes.clone();
    let at = |address: u64| {
        let value = value.clone();
        scene.with(move |scene| {
            store(scene.entry(), address, &value);
            set(scene.entry(), 1, &word(address));
        })
    };
    assert!(at(DATA.start + 0x200).reported().is_empty());
    assert_reported(
        &at(DATA.start + 0x204).only(),
        "EPIPHANY-S06",
        "arg1",
        &["0x2204", "not so aligned", "aligned to 8"],
    );
    let moved = scene.entered_with(1, &word(DATA.start + 0x200));
    assert_reported(&moved.only(), "EPIPHANY-S06", "arg1", &["r1 holds 0x2200, where there is"]);
    let wild = scene.entered_with(1, &word(0x9000));
    assert_reported(
        &wild.only(),
        "EPIPHANY-S06",
        "arg1",
        &["r1 holds 0x9000, which is no address of the program's data"],
    );
    // The last address at which it would have room, and the first where it would not.
    let last = DATA.end - value.len() as u64;
    assert!(at(last).reported().is_empty());
    let beyond = scene.entered_with(1, &word(last + 8));
    assert_reported(&beyond.only(), "EPIPHANY-S06", "arg1", &["no address of the program's data"]);
}

/// A caller that passes a copy for the callee to write may not pass an object that others see (EPIPHANY-S10).
#[test]
fn a_copy_is_no_object_that_others_see() {
    let text = "void f(struct { int a; int b; int c; })";
    let object = |scene: &mut Scene| {
        let value = scene.plan.arguments[0].image.bytes.clone();
        store(scene.entry(), OBJECT, &value);
        set(scene.entry(), 0, &word(OBJECT));
    };
    let reported = caller(text, &COPIES).with(object).only();
    assert_reported(
        &reported,
        "EPIPHANY-S10",
        "arg0",
        &["the address of a copy", "the object `_arg0_0` itself"],
    );
    assert!(caller(text, &BY_ADDRESS).with(object).reported().is_empty(), "its own object is what it passes");
    // Other symbols are nobody's argument.
    for name in ["_argument", "arg0", "_f0", "arg_0", "argx_0", "arg0_y"] {
        let renamed = caller(text, &COPIES).with(object).with(|scene| {
            let names = vec![(OBJECT, name.to_owned())];
            scene.seen.ground.symbols = Names::new(move || names);
        });
        assert!(renamed.reported().is_empty(), "{name}");
    }
    let several = caller(text, &COPIES).with(object).with(|scene| {
        let names = [(OBJECT - 4, "_arg0_1"), (OBJECT, "data"), (OBJECT, "arg12_3"), (OBJECT + 4, "_arg0_2")];
        scene.seen.ground.symbols =
            Names::new(move || names.map(|(at, name)| (at, name.to_owned())).to_vec());
    });
    assert_reported(&several.only(), "EPIPHANY-S10", "arg0", &["`arg12_3`"]);
}

#[test]
fn there_is_room_for_a_result() {
    let scene = Scene::caller("struct { double a; double b; } f(int)");
    let at = |address: u64| scene.entered_with(0, &word(address));
    for fits in [DATA.start, DATA.start + 8, DATA.end - 16, SP + 0x40] {
        assert!(at(fits).reported().is_empty(), "{fits:#x}");
    }
    for (wrong, why) in
        [(DATA.start + 4, "it holds 0x2004"), (DATA.end - 8, "it holds 0x27f8"), (0x9000, "it holds 0x9000")]
    {
        let reported = at(wrong).only();
        assert_reported(
            &reported,
            "EPIPHANY-RET-06",
            "address for the result",
            &["r0", "16 writable bytes, aligned to 8", why],
        );
    }
}

/// Bytes that a caller keeps for itself, and those of its caller, are no room for a result.
#[test]
fn room_that_is_in_use_is_reported_before_what_is_lost() {
    let text = "struct { int a; int b; int c; int d; } f(void)";
    let at = |room: u64| Scene::caller(text).entered_with(0, &word(room)).left_with(0, &word(room));
    let lost = |scene: &Scene| {
        scene.with(|scene| {
            scene.seen.end = End::Fault { pc: 0xe2, reason: "no code".to_owned() };
            scene.seen.outer_exit = None;
        })
    };
    // The 8 bytes at the stack pointer are the function's own; what is above them is not.
    assert!(at(OUTER_SP - 8).reported().is_empty());
    assert_reported(
        &at(OUTER_SP).reported()[0],
        "EPIPHANY-RET-06",
        "address for the result",
        &["in the caller's stack frame, from 0x6000 to 0x7088", "it holds 0x7080"],
    );
    // The room is where the return address was, and the run is lost.
    let overwritten = at(OUTER_SP - 24).with(|scene| {
        store(scene.entry(), OUTER_SP - 12, &word(PROBE + 0x60));
    });
    assert!(overwritten.reported().is_empty(), "who comes back all the same has lost nothing");
    let reported = lost(&overwritten).reported();
    let words = ["at return still 0x00001460 at 0x7074"];
    assert_reported(&reported[0], "EPIPHANY-RET-06", "address for the result", &words);
    assert_eq!(reported.last().expect("the end").subject, "control");
    // It was elsewhere, or is there still.
    let elsewhere = at(OUTER_SP - 32).with(|scene| {
        store(scene.entry(), OUTER_SP - 12, &word(PROBE + 0x60));
    });
    assert_eq!(lost(&elsewhere).reported()[0].subject, "control");
    let still = overwritten.with(|scene| store(scene.exit(), OUTER_SP - 12, &word(PROBE + 0x60)));
    assert_eq!(lost(&still).reported()[0].subject, "control");
    // A register that was saved there and does not come back.
    let register = at(OUTER_SP - 24).with(|scene| {
        let saved = scene.seen.outer_entry.as_ref().expect("outer").register(Register(5)).to_vec();
        store(scene.entry(), OUTER_SP - 16, &saved);
    });
    assert!(register.reported().is_empty());
    let reported = register.with(|scene| {
        set(scene.seen.outer_exit.as_mut().expect("outer exit"), 5, &poison(77));
    });
    let reported: Vec<_> =
        reported.reported().into_iter().map(|reported| (reported.clauses[0], reported.subject)).collect();
    let expected = [("EPIPHANY-RET-06", "address for the result"), ("EPIPHANY-REG-06", "r5")];
    assert_eq!(reported, expected.map(|(clause, subject)| (clause, subject.to_owned())));
}

/// A truth value that is neither true nor false is one of another type; another number is another argument.
#[test]
fn what_is_neither_true_nor_false_is_reported_under_the_type() {
    let scene = Scene::caller("void f(_Bool, int, _Bool)");
    let first = |change: &dyn Fn(&mut Scene)| scene.with(|scene| change(scene)).reported()[0].clauses[0];
    for held in [2, 0xff, 0x80] {
        assert_eq!(first(&|scene| set(scene.entry(), 0, &word(held))), "EPIPHANY-S01", "{held:#x}");
    }
    assert_eq!(first(&|scene| set(scene.entry(), 2, &word(0xffff_ffff))), "EPIPHANY-S01");
    // Something else is in the register: a word, and a value that another argument has lost.
    assert_eq!(first(&|scene| set(scene.entry(), 0, &poison(9))), "EPIPHANY-ARG-01");
    let shifted = |scene: &mut Scene| {
        set(scene.entry(), 0, &word(5));
        set(scene.entry(), 1, &poison(8));
    };
    assert_eq!(first(&shifted), "EPIPHANY-ARG-01");
    // A char is what it is.
    let scene = Scene::caller("void f(signed char)").entered_with(0, &word(2));
    assert_eq!(scene.only().clauses[0], "EPIPHANY-ARG-01");
    let result = Scene::callee("_Bool f(int)").left_with(0, &word(2));
    assert_eq!(result.only().clauses[0], "EPIPHANY-S01");
}

/// An argument in the place of the result's address is there because that address is not.
#[test]
fn a_result_without_address_is_reported_under_its_clause() {
    let text = "struct { int a; int b; int c; } f(int, int)";
    let reported = Scene::caller(text).with(|scene| {
        // As if there were no address: the arguments from r0 on.
        set(scene.entry(), 0, &word(0x8403_0201));
        set(scene.entry(), 1, &word(0x8807_0605));
        set(scene.entry(), 2, &poison(2));
    });
    let reported = reported.reported();
    assert_reported(&reported[0], "EPIPHANY-RET-06", "arg0", &["found in r0"]);
    assert_reported(&reported[1], "EPIPHANY-ARG-01", "arg1", &["found in r1"]);
    assert_reported(&reported[2], "EPIPHANY-RET-06", "address for the result", &["it holds 0x84030201"]);
    assert_eq!(reported.len(), 3);
}

/// A small composite needs no address; a caller that passes one all the same has its arguments further on.
#[test]
fn an_address_that_no_result_needs_is_reported_under_the_results_clause() {
    let text = "struct { char a; char b; } f(int)";
    let moved = |address: u64| {
        Scene::caller(text).with(move |scene| {
            set(scene.entry(), 0, &word(address));
            set(scene.entry(), 1, &word(0x8403_0201));
        })
    };
    assert_reported(&moved(SP + 0x20).only(), "EPIPHANY-RET-04", "arg0", &["found in r1"]);
    // Anything else in r0 is no address of a result: the stack pointer itself, or what is not on the stack.
    for other in [SP, DATA.start, 0x8000, 0x5fff] {
        assert_reported(&moved(other).only(), "EPIPHANY-ARG-01", "arg0", &["found in r1"]);
    }
    // A result that is no composite is never returned in memory.
    let plain =
        Scene::caller("int f(int)").entered_with(0, &word(SP + 0x20)).entered_with(1, &word(0x8403_0201));
    assert_reported(&plain.only(), "EPIPHANY-ARG-01", "arg0", &["found in r1"]);
}

#[test]
fn the_return_address_is_in_the_link_register() {
    let scene = Scene::caller("void f(void)");
    let reported = scene.entered_with(14, &word(BACK_OF_CALLER + 4)).only();
    assert_reported(
        &reported,
        "EPIPHANY-CALL-03",
        "return address",
        &["0x620 (_call0+0x20) in r14 (lr)", "there: 0x624"],
    );
    // Nothing is demanded of a call that nobody saw.
    let unseen = scene.with(|scene| {
        set(scene.entry(), 14, &word(0));
        scene.seen.return_address = None;
    });
    assert!(unseen.reported().is_empty());
}

/// Bytes that a subject sent as another layout has them are reported under the clauses of the layout.
#[test]
fn a_member_elsewhere_in_its_record_is_reported_under_the_layout() {
    // Without the padding behind `a`: everything behind it one byte too low.
    let text = "void f(struct { char a; short b; char c; char d; })";
    let reported = caller(text, &BY_VALUE)
        .entered_with(0, &[0x81, 2, 0x83, 0x84])
        .entered_with(1, &[0x85, 0xd9, 0xd9, 0xd9]);
    assert_reported(&reported.only(), "EPIPHANY-LAYOUT-01", "arg0", &["81 .. 02 83 84 85 in r0:r1"]);
    // Bit-fields from the highest bit on: `a` in the bits 11 to 15, `b` below.
    let text = "void f(struct { unsigned a : 5; unsigned b : 11; int c; })";
    let scene = caller(text, &BY_VALUE);
    let bytes = scene.plan.arguments[0].image.bytes.clone();
    let fields = u16::from_le_bytes([bytes[0], bytes[1]]);
    let [low, high] = ((fields & 0x1f) << 11 | fields >> 5).to_le_bytes();
    let reported = scene.entered_with(0, &[low, high]).only();
    assert_reported(&reported, "EPIPHANY-S02", "arg0", &["r0:r1"]);
    // Everything one byte further on.
    let text = "void f(struct { char a[4]; char b[4]; })";
    let reported = caller(text, &BY_VALUE)
        .entered_with(0, &[0xd9, 0x81, 0x82, 0x83])
        .entered_with(1, &[0x84, 0x85, 0x86, 0x87]);
    let reported = reported.only();
    assert!(
        reported.clauses[0].starts_with("EPIPHANY-LAYOUT")
            || reported.clauses[0].starts_with("EPIPHANY-TYPE")
    );
    assert_eq!(reported.inferred.as_deref(), Some("there: its bytes from an offset of -1"));
}

/// Another value in the place of one is no matter of layout.
#[test]
fn a_record_that_is_not_there_is_reported_under_its_way() {
    let text = "void f(struct { short a; short b; }, int)";
    let reported = caller(text, &DOCUMENT).entered_with(0, &poison(50)).only();
    assert_reported(&reported, "EPIPHANY-S06", "arg0", &["r0"]);
}

/// An unnamed argument that is elsewhere is no matter of stack arguments as such.
#[test]
fn an_unnamed_argument_that_is_elsewhere_is_reported_under_what_is_said_of_unnamed_ones() {
    let scene = caller("void f(int, int, int, int, ..., int, int)", &DOCUMENT);
    let value = |at: usize| scene.plan.arguments[at].image.bytes.clone();
    let reported = scene.with(|scene| {
        put(scene.entry(), Place::Stack { offset: 8 }, &value(5));
        put(scene.entry(), Place::Stack { offset: 12 }, &value(4));
    });
    let clauses: Vec<_> = reported.reported().iter().map(|one| one.clauses[0]).collect();
    assert_eq!(clauses, ["EPIPHANY-S14", "EPIPHANY-S14"]);
    let named = caller("void f(int, int, int, int, int, int)", &DOCUMENT).with(|scene| {
        put(scene.entry(), Place::Stack { offset: 8 }, &value(5));
        put(scene.entry(), Place::Stack { offset: 12 }, &value(4));
    });
    assert_eq!(named.reported()[0].clauses[0], "EPIPHANY-ARG-06");
}

/// Nothing is judged of a call that was not made.
#[test]
fn a_call_that_was_not_reached_is_not_judged() {
    let scene = Scene::caller("int f(int)").with(|scene| {
        scene.seen.entry = None;
        scene.seen.exit = None;
    });
    assert!(scene.reported().is_empty());
}

/// A value whose bytes are all displaced by as many is reported as such, if that says something.
#[test]
fn a_displaced_value_is_reported_with_the_distance() {
    let scene = caller("void f(struct { char a[8]; })", &BY_VALUE);
    let bytes = scene.plan.arguments[0].image.bytes.clone();
    let displaced = |scene: &Scene, bytes: &[u8], by: usize| {
        let mut sent = bytes[by..].to_vec();
        sent.resize(bytes.len(), 0xd9);
        let scene = scene.entered_with(0, &sent[..4]).entered_with(1, &sent[4..]);
        scene.only().inferred
    };
    for (by, reported) in [
        (1, Some("there: its bytes from an offset of +1")),
        (4, Some("there: its bytes from an offset of +4")),
        (5, None),
    ] {
        assert_eq!(
            displaced(&scene, &bytes, by).as_deref(),
            reported,
            "{by}: less than half of it is no evidence"
        );
    }
    let by_a_word = scene.entered_with(0, &bytes[4..]).entered_with(1, &[0xd9; 4]);
    assert_eq!(by_a_word.only().clauses[0], "EPIPHANY-S06", "whole words went astray on their way");
    // Equal bytes are displaced by anything.
    let equal = scene.with(|scene| {
        let passed = &mut scene.plan.arguments[0];
        passed.image.bytes = vec![0x11; 8];
        passed.parts.clear();
    });
    let bytes = equal.plan.arguments[0].image.bytes.clone();
    assert_eq!(displaced(&equal, &bytes, 4), None);
    // Bytes that no value determines are not compared.
    let padded = caller("void f(struct { char a; char b[3]; short c; char d; })", &BY_VALUE);
    let bytes = padded.plan.arguments[0].image.bytes.clone();
    assert_eq!(displaced(&padded, &bytes, 1).as_deref(), Some("there: its bytes from an offset of +1"));
    // By whole words: then it went astray on its way.
    let words = caller("void f(struct { int a; int b; int c; int d; })", &BY_VALUE).with(|scene| {
        let value = scene.plan.arguments[0].image.bytes.clone();
        set(scene.entry(), 0, &poison(40));
        (1..4).for_each(|i| set(scene.entry(), i as u16, &value[4 * i - 4..4 * i]));
    });
    assert_reported(&words.only(), "EPIPHANY-S06", "arg0", &["its bytes from an offset of -4"]);
}

/// A composite that was to be on the stack and is elsewhere on the stack; one that is in registers, or was to be.
#[test]
fn a_composite_elsewhere_on_the_stack_is_reported_under_the_places_there() {
    let text = "void f(int, int, int, int, struct { int a; int b; })";
    let scene = caller(text, &BY_VALUE);
    let value = scene.plan.arguments[4].image.bytes.clone();
    let lost = |scene: &mut Scene| on_stack(scene, 8, &[poison(7), poison(8)].concat());
    let moved = scene.with(|scene| {
        lost(scene);
        on_stack(scene, 16, &value);
    });
    assert_reported(&moved.only(), "EPIPHANY-ARG-06", "arg4", &["found in [sp+16]"]);
    let in_registers = scene.with(|scene| {
        lost(scene);
        set(scene.entry(), 20, &value[..4]);
        set(scene.entry(), 21, &value[4..]);
    });
    assert_reported(&in_registers.only(), "EPIPHANY-S06", "arg4", &["found in r20:r21"]);
    assert_reported(&scene.with(lost).only(), "EPIPHANY-S06", "arg4", &["| -"]);
    let early = caller("void f(struct { int a; int b; })", &BY_VALUE).with(|scene| {
        set(scene.entry(), 0, &poison(7));
        set(scene.entry(), 1, &poison(8));
        let value = scene.plan.arguments[0].image.bytes.clone();
        on_stack(scene, 8, &value);
    });
    assert_reported(&early.only(), "EPIPHANY-S06", "arg0", &["found in [sp+8]"]);
    // In two places: that on the stack is named first where the stack was expected, else the register.
    let twice = scene.with(|scene| {
        lost(scene);
        on_stack(scene, 16, &value);
        set(scene.entry(), 20, &value[..4]);
        set(scene.entry(), 21, &value[4..]);
    });
    assert_eq!(twice.only().inferred.as_deref(), Some("found in [sp+16], and again in r20:r21"));
    let twice = caller("void f(struct { int a; int b; })", &BY_VALUE).with(|scene| {
        let value = scene.plan.arguments[0].image.bytes.clone();
        set(scene.entry(), 0, &poison(7));
        set(scene.entry(), 1, &poison(8));
        on_stack(scene, 16, &value);
        set(scene.entry(), 20, &value[..4]);
        set(scene.entry(), 21, &value[4..]);
    });
    assert_eq!(twice.only().inferred.as_deref(), Some("found in r20:r21, and again in [sp+16]"));
}

/// The words of a value that are in different places; a word that is in two of them is in none that is known.
#[test]
fn the_words_of_a_value_are_found_one_by_one() {
    let scene = Scene::caller("void f(double)").entered_with(0, &poison(7)).entered_with(1, &poison(8));
    // 0x8807_0605_0403_0201.
    let low = |scene: &mut Scene| set(scene.entry(), 30, &word(0x0403_0201));
    let high = |scene: &mut Scene| set(scene.entry(), 20, &word(0x8807_0605));
    let found = |scene: Scene| scene.only().inferred;
    assert_eq!(found(scene.with(low).with(high)).as_deref(), Some("found in r30:r20"));
    let stacked = scene.with(low).with(|scene| on_stack(scene, 12, &word(0x8807_0605)));
    assert_eq!(found(stacked.clone()).as_deref(), Some("found in r30 and [sp+12]"));
    assert_eq!(found(scene.with(low)), None, "the other one is nowhere");
    let twice = stacked.entered_with(22, &word(0x8807_0605));
    assert_eq!(found(twice), None);
    // A word that is found needs not be looked for behind addresses.
    let behind = stacked.with(|scene| {
        store(scene.entry(), DATA.start + 0x100, &word(0x8807_0605));
        set(scene.entry(), 25, &word(DATA.start + 0x100));
    });
    assert_eq!(found(behind).as_deref(), Some("found in r30 and [sp+12]"));
    let only_behind = scene.with(low).with(|scene| {
        store(scene.entry(), DATA.start + 0x100, &word(0x8807_0605));
        set(scene.entry(), 25, &word(DATA.start + 0x100));
    });
    assert_eq!(found(only_behind).as_deref(), Some("found in r30 and memory at the address in r25"));
    // Registers with names of two words are registers, too.
    let named = scene.entered_with(12, &word(0x0403_0201)).entered_with(15, &word(0x8807_0605));
    assert_eq!(found(named).as_deref(), Some("found in r12 (ip):r15"));
}

/// The places of the plan's values are searched first, however often the value is elsewhere.
#[test]
fn the_places_of_other_values_come_first() {
    let scene = Scene::caller("void f(int, int)").with(|scene| {
        set(scene.entry(), 0, &poison(7));
        set(scene.entry(), 1, &word(0x8403_0201));
        for register in [20, 30, 40, 50] {
            set(scene.entry(), register, &word(0x8403_0201));
        }
    });
    assert_reported(&scene.reported()[0], "EPIPHANY-ARG-01", "arg0", &["found in r1"]);
    let many = scene.entered_with(1, &poison(8));
    assert_eq!(many.reported()[0].inferred, None, "in too many places");
    let three = many.entered_with(50, &poison(9));
    assert_reported(
        &three.reported()[0],
        "EPIPHANY-ARG-01",
        "arg0",
        &["found in r20, and again in r30, and again in r40"],
    );
    // A byte is found anywhere, two bytes in one of so many places.
    let chars = Scene::caller("void f(unsigned char, unsigned char)")
        .entered_with(0, &[0x82, 0, 0, 0])
        .entered_with(1, &[0x81, 0, 0, 0]);
    assert!(chars.reported().iter().all(|reported| reported.inferred.is_none()));
    let short = Scene::caller("void f(short)")
        .entered_with(0, &poison(7))
        .entered_with(20, &[0x01, 0x82, 0xff, 0xff]);
    assert_eq!(short.only().inferred, None);
}

/// Between words of the stack, and inside a register.
#[test]
fn values_off_the_boundaries_of_words_are_found_last() {
    let scene = caller("void f(struct { char a[3]; })", &BY_VALUE).entered_with(0, &poison(7));
    let value = scene.plan.arguments[0].image.bytes.clone();
    let stacked = scene.with(|scene| on_stack(scene, 21, &value));
    assert_eq!(stacked.only().inferred.as_deref(), Some("found in [sp+21]"));
    let near = scene.with(|scene| on_stack(scene, 2, &value));
    assert_eq!(near.only().inferred.as_deref(), Some("found in [sp+2]"));
    let inside = scene.with(|scene| {
        let place = Place::Register { register: crosscall_model::target::Register(20), byte: 1 };
        put(scene.entry(), place, &value);
    });
    assert_eq!(inside.only().inferred.as_deref(), Some("found in r20 byte 1"));
    let aligned = inside.entered_with(30, &value);
    assert_eq!(aligned.only().inferred.as_deref(), Some("found in r30"));
}

/// Arguments that moved because an address was passed for a result that needs none: one that moved has to be found.
#[test]
fn an_address_is_reported_of_arguments_that_moved() {
    let moved = Scene::caller("struct { char a; char b; } f(short, int)").with(|scene| {
        // The whole word is the address, however narrow the argument in its place is.
        scene.seen.ground.stack = 0x1_0000..0x2_0000;
        set(scene.entry(), 0, &word(0x1_7020));
        set(scene.entry(), 1, &[0x01, 0x82, 0xff, 0xff]);
        set(scene.entry(), 2, &word(0x8605_0403));
    });
    assert_reported(&moved.reported()[0], "EPIPHANY-RET-04", "arg0", &["found in r1"]);
    let lost = Scene::caller("struct { char a; char b; } f(int, int)")
        .entered_with(0, &word(SP + 0x20))
        .entered_with(1, &poison(8))
        .entered_with(2, &word(0x8807_0605));
    assert_reported(&lost.reported()[0], "EPIPHANY-ARG-01", "arg0", &["| -"]);
}

/// Values that are not negative are extended with zeros, by their sign too.
#[test]
fn small_values_are_extended_with_zeros() {
    let mut case = EPIPHANY.case("void f(signed char, short)");
    case.arguments = vec![crosscall_model::Value::Bits(0x71), crosscall_model::Value::Bits(0x1234)];
    let plan = crosscall_oracle::abi::plan(&case, &mut EPIPHANY.chooser(&DOCUMENT));
    let scene = Scene::planned(Pairing::Caller, case, plan);
    assert!(scene.reported().is_empty());
    let reported = scene.entered_with(0, &[0x71, 0xff, 0xff, 0xff]).only();
    assert_reported(
        &reported,
        "EPIPHANY-S05",
        "arg0",
        &["0x00000071 in r0: signed char sign-extended", "there: 0xffffff71"],
    );
    let shown = crosscall_oracle::judge::states(
        Pairing::Caller,
        &scene.plan,
        &scene.entered_with(0, &[0x71, 0xff, 0xff, 0xff]).seen,
    );
    let shown = shown.expect("pictures");
    assert!(
        shown.expected.starts_with("r0       00000071\n")
            && shown.observed.starts_with("r0       ffffff71\n")
    );
}

/// Other things that a caller leaves for the way back (no clause of this document has them in memory).
#[test]
fn what_is_left_for_the_way_back_is_where_the_plan_has_it() {
    let link =
        |link, offset| Linkage { link, place: Place::Stack { offset }, clauses: vec!["EPIPHANY-CALL-03"] };
    let scene = Scene::caller("void f(void)").with(|scene| {
        scene.plan.linkage = vec![link(Link::CallersReturnAddress, 16), link(Link::CallersStackPointer, 20)];
        let (back, sp) = (PROBE + 0x60, super::bench::OUTER_SP);
        on_stack(scene, 16, &word(back));
        on_stack(scene, 20, &word(sp));
    });
    assert!(scene.reported().is_empty());
    let reported = scene.with(|scene| on_stack(scene, 16, &word(7))).only();
    assert_reported(
        &reported,
        "EPIPHANY-CALL-03",
        "caller's own return address",
        &["0x1460 in [sp+16]", "there: 0x7"],
    );
    let reported = scene.with(|scene| on_stack(scene, 20, &word(7))).only();
    assert_reported(
        &reported,
        "EPIPHANY-CALL-03",
        "caller's own stack pointer",
        &["0x7080 in [sp+20]", "there: 0x7"],
    );
}

/// Words in a caller's frame are counted from the stack pointer that it was entered with.
#[test]
fn what_a_caller_keeps_in_its_frame_is_where_the_plan_has_it() {
    let link =
        |link, offset| Linkage { link, place: Place::Stack { offset }, clauses: vec!["EPIPHANY-CALL-03"] };
    let outer = super::bench::OUTER_SP;
    let keep = |scene: &mut Scene, offset: u64, value: u32| {
        let from_here = (outer - 16 + offset).wrapping_sub(scene.entry().sp());
        on_stack(scene, from_here.try_into().expect("on the stack"), &word(value.into()));
    };
    let scene = Scene::caller("void f(void)").with(|scene| {
        scene.plan.linkage =
            vec![link(Link::ReturnAddressInFrame, -16), link(Link::StackPointerInFrame, -12)];
        keep(scene, 0, PROBE as u32 + 0x60);
        keep(scene, 4, outer as u32);
    });
    assert!(scene.reported().is_empty());
    let reported = scene.with(|scene| keep(scene, 0, 7)).only();
    let what = "caller's own return address (from its entry stack pointer on)";
    assert_reported(&reported, "EPIPHANY-CALL-03", what, &["0x1460 in [sp-16]", "there: 0x7"]);
}

#[test]
fn places_have_names() {
    use crosscall_model::target::Register;
    let name = |place| crosscall_oracle::judge::name_place(crosscall_model::Target::Epiphany, place);
    assert_eq!(name(Place::Register { register: Register(13), byte: 0 }), "r13 (sp)");
    assert_eq!(name(Place::Register { register: Register(2), byte: 3 }), "r2 byte 3");
    assert_eq!(name(Place::Stack { offset: -4 }), "[sp-4]");
    assert_eq!(name(Place::Pointed { base: Register(13), offset: 8 }), "[r13+8]");
}
