//! Which clause a value that is not in its place is reported under: what has taken its place, or how it was passed instead.

use super::{ILP32D, LP64D};
use crate::support::Setting;
use crosscall_model::finding::Topic;
use crosscall_model::observation::{End, Ground, Observation, Snapshot};
use crosscall_model::plan::{Piece, Place, Plan, Transfer};
use crosscall_model::target::Register;
use crosscall_model::{Case, Pairing};
use crosscall_oracle::abi;
use crosscall_oracle::judge::judge;

/// The stack pointer when the function called is entered.
const SP: u64 = 0x7000;
/// Memory for what is passed by its address, and for a result.
const OBJECTS: u64 = 0x7800;

fn put(at: &mut Snapshot, place: Place, bytes: &[u8]) {
    match place {
        Place::Register { register, byte } => {
            let from = at.target.register_starts()[usize::from(register.0)] + usize::from(byte);
            at.registers[from..from + bytes.len()].copy_from_slice(bytes);
        }
        Place::Stack { offset } => store(at, SP.wrapping_add_signed(offset), bytes),
        Place::Pointed { .. } => unreachable!("no list of parameters"),
    }
}

fn store(at: &mut Snapshot, address: u64, bytes: &[u8]) {
    let (start, memory) = &mut at.memory[0];
    let from = (address - *start) as usize;
    memory[from..from + bytes.len()].copy_from_slice(bytes);
}

/// A piece with other bits above it than the lowest.
fn filled(setting: &Setting, piece: &Piece, bytes: &[u8]) -> Vec<u8> {
    let len = if piece.place.file(setting.target) == Some("f") { 8 } else { bytes.len() };
    let mut all = bytes.to_vec();
    all.resize(len, 0xff);
    all
}

/// The state in which a document wants a function to be entered, and what is behind an address at [`OBJECTS`].
fn entered(setting: &Setting, plan: &Plan) -> Snapshot {
    let target = setting.target;
    let registers = target.register_starts().last().copied().unwrap_or(0);
    let mut at = Snapshot {
        target,
        pc: 0x400,
        registers: vec![0; registers],
        lengths: Vec::new(),
        memory: vec![(0x6000, vec![0; 0x2000])],
    };
    let sp = target.stack_pointer();
    let word = setting.word as usize;
    put(&mut at, Place::Register { register: sp, byte: 0 }, &SP.to_le_bytes()[..word]);
    let mut next = OBJECTS;
    for passed in plan.arguments.iter().chain(&plan.result) {
        let is_result = plan.result.as_ref() == Some(passed);
        match &passed.transfer {
            Transfer::Direct(pieces) if !is_result => {
                for piece in pieces {
                    let from = piece.offset as usize;
                    let bytes = &passed.image.bytes[from..from + piece.len as usize];
                    put(&mut at, piece.place, &filled(setting, piece, bytes));
                }
            }
            Transfer::ByReference { pointer, .. } => {
                put(&mut at, pointer[0].place, &next.to_le_bytes()[..word]);
                store(&mut at, next, &passed.image.bytes);
                next += 0x40;
            }
            _ => {}
        }
    }
    at
}

/// First clauses of what is wrong when a function is entered, without the target's name.
fn at_entry(setting: &Setting, text: &str, change: impl FnOnce(&mut Snapshot, &Plan)) -> Vec<&'static str> {
    let case = setting.case(text);
    let plan = abi::plan(&case, &mut setting.chooser(&super::DOCUMENT));
    let mut entry = entered(setting, &plan);
    change(&mut entry, &plan);
    let ground = Ground { stack: 0x6000..0x8000, ..Ground::default() };
    let seen = Observation { entry: Some(entry), ..Observation::new(End::Returned, ground) };
    let judged = judge(&case, Pairing::Caller, &plan, &seen);
    judged.mismatches.iter().map(|mismatch| setting.target.short(mismatch.clauses[0])).collect()
}

/// First clause of what is wrong with the values that a function called under LP64D has stored, without the target's name.
fn first_of_stored(
    case: &Case,
    plan: &Plan,
    entry: Snapshot,
    received: Vec<Vec<u8>>,
) -> Option<&'static str> {
    let ground = Ground { stack: 0x6000..0x8000, ..Ground::default() };
    let seen = Observation { entry: Some(entry), received, ..Observation::new(End::Returned, ground) };
    let judged = judge(case, Pairing::Callee, plan, &seen);
    let first = judged.mismatches.iter().find(|m| matches!(m.topic, Topic::Value(_)));
    first.map(|mismatch| LP64D.target.short(mismatch.clauses[0]))
}

fn register(setting: &Setting, name: &str) -> Place {
    let position = setting.target.registers().iter().position(|info| info.name == name);
    Place::Register { register: Register(position.expect("a register") as u16), byte: 0 }
}

/// The bytes of an argument.
fn bytes(plan: &Plan, argument: usize) -> Vec<u8> {
    plan.arguments[argument].image.bytes.clone()
}

const EIGHT: &str = "8*long";

#[test]
fn nothing_is_wrong_with_what_is_in_its_place() {
    for text in [
        "void f(long, struct {}, long)",
        "void f(struct { double x, y; })",
        "struct { long a[4]; } f(long, struct { long a[3]; })",
        "void f(8*long, struct { float x; int y; }, long)",
    ] {
        assert_eq!(at_entry(&LP64D, text, |_, _| {}), Vec::<&str>::new(), "{text}");
    }
}

#[test]
fn an_address_instead_of_a_value_is_no_other_place() {
    let by_address = |setting: &Setting, text: &str| {
        at_entry(setting, text, |at, plan| {
            store(at, OBJECTS, &bytes(plan, 8));
            put(at, Place::Stack { offset: 0 }, &OBJECTS.to_le_bytes()[..setting.word as usize]);
        })
    };
    assert_eq!(by_address(&LP64D, &format!("void f({EIGHT}, long)")), ["ARG-03"]);
    assert_eq!(by_address(&ILP32D, &format!("void f({EIGHT}, long long)")), ["ARG-14"]);
}

#[test]
fn a_place_that_is_not_aligned_is_reported_by_the_clause_on_alignment() {
    let text = format!("void f({EIGHT}, long, __int128)");
    let low = at_entry(&LP64D, &text, |at, plan| {
        let value = bytes(plan, 9);
        put(at, Place::Stack { offset: 8 }, &value);
        put(at, Place::Stack { offset: 24 }, &[0; 8]);
    });
    assert_eq!(low, ["ARG-20"]);
    let high = at_entry(&LP64D, &format!("void f({EIGHT}, long)"), |at, plan| {
        let value = bytes(plan, 8);
        put(at, Place::Stack { offset: 0 }, &[0; 8]);
        put(at, Place::Stack { offset: 8 }, &value);
    });
    assert_eq!(high, ["STACK-09"]);
}

#[test]
fn an_empty_record_that_takes_a_register_is_reported_by_its_own_clause() {
    let behind = at_entry(&LP64D, "void f(long, struct {}, long)", |at, plan| {
        put(at, register(&LP64D, "a1"), &[0; 8]);
        put(at, register(&LP64D, "a2"), &bytes(plan, 2));
    });
    assert_eq!(behind, ["ARG-24"]);
    let before = at_entry(&LP64D, "void f(long, struct {}, long)", |at, plan| {
        put(at, register(&LP64D, "a0"), &[0; 8]);
        put(at, register(&LP64D, "a1"), &bytes(plan, 0));
        put(at, register(&LP64D, "a2"), &bytes(plan, 2));
    });
    assert_eq!(before[0], "ARG-02");
    let nothing = at_entry(&LP64D, "void f(long, long)", |at, plan| {
        put(at, register(&LP64D, "a1"), &[0; 8]);
        put(at, register(&LP64D, "a2"), &bytes(plan, 1));
    });
    assert_eq!(nothing, ["ARG-02"]);
}

#[test]
fn memory_that_is_not_aligned_is_reported_by_the_silent_point_on_it() {
    let text = "struct { long a[4]; } f(struct { long a[3]; })";
    let argument = at_entry(&LP64D, text, |at, plan| {
        store(at, OBJECTS + 1, &bytes(plan, 0));
        put(at, register(&LP64D, "a1"), &(OBJECTS + 1).to_le_bytes());
    });
    assert_eq!(argument, ["S12"]);
    let room = at_entry(&LP64D, text, |at, _| {
        put(at, register(&LP64D, "a0"), &(OBJECTS + 0x101).to_le_bytes());
    });
    assert_eq!(room, ["S12"]);
    let elsewhere = at_entry(&LP64D, text, |at, _| put(at, register(&LP64D, "a0"), &8u64.to_le_bytes()));
    assert_eq!(elsewhere, ["RET-03"]);
}

#[test]
fn exchanged_reals_are_reported_by_the_clause_on_their_order() {
    for text in
        ["void f(struct { double x, y; })", "void f(struct { float x, y; })", "void f(double _Complex)"]
    {
        let exchanged = at_entry(&LP64D, text, |at, plan| {
            let value = bytes(plan, 0);
            let half = value.len() / 2;
            put(at, register(&LP64D, "fa0"), &[&value[half..], &vec![0xff; 8 - half]].concat());
            put(at, register(&LP64D, "fa1"), &[&value[..half], &vec![0xff; 8 - half]].concat());
        });
        assert_eq!(exchanged, ["ARG-46"], "{text}");
    }
}

#[test]
fn a_structure_that_was_split_is_no_matter_of_its_layout() {
    let text = format!("void f({EIGHT}, struct {{ float x; int y; }})");
    let split = at_entry(&LP64D, &text, |at, plan| {
        let value = bytes(plan, 8);
        put(at, register(&LP64D, "fa0"), &[&value[..4], &[0xff; 4]].concat());
        put(at, Place::Stack { offset: 0 }, &[&value[4..], &[0xe1; 4]].concat());
    });
    assert_eq!(split, ["ARG-51"]);
}

#[test]
fn a_variadic_argument_behind_a_pair_stays_on_the_stack() {
    let text = "void f(7*long, ..., __int128, long)";
    let filled = at_entry(&LP64D, text, |at, plan| {
        put(at, register(&LP64D, "a7"), &bytes(plan, 8));
        put(at, Place::Stack { offset: 16 }, &[0; 8]);
    });
    assert_eq!(filled, ["VAR-04"]);
}

/// What is said of variadic arguments says more of one than what holds for all.
#[test]
fn an_unnamed_argument_is_reported_by_the_clauses_on_variadic_ones() {
    let pair = at_entry(&LP64D, "void f(long, ..., __int128)", |at, plan| {
        let value = bytes(plan, 1);
        put(at, register(&LP64D, "a1"), &value);
        put(at, register(&LP64D, "a3"), &[0; 8]);
    });
    assert_eq!(pair, ["VAR-02"]);
    let on_stack = at_entry(&LP64D, &format!("void f({EIGHT}, ..., long, __int128)"), |at, plan| {
        let value = bytes(plan, 9);
        put(at, Place::Stack { offset: 8 }, &value);
        put(at, Place::Stack { offset: 24 }, &[0; 8]);
    });
    assert_eq!(on_stack, ["VAR-03"]);
    let exchanged = at_entry(&LP64D, "void f(long, ..., long, long)", |at, plan| {
        put(at, register(&LP64D, "a1"), &bytes(plan, 2));
        put(at, register(&LP64D, "a2"), &bytes(plan, 1));
    });
    assert_eq!(exchanged, ["VAR-01", "VAR-01"]);
    let real = at_entry(&LP64D, "void f(long, ..., double)", |at, plan| {
        put(at, register(&LP64D, "a1"), &[0; 8]);
        put(at, register(&LP64D, "fa0"), &bytes(plan, 1));
    });
    assert_eq!(real, ["VAR-05"]);
    // Called functions that skip a register before they fetch a value, and before one on the stack.
    for (named, first) in [(1, "VAR-01"), (8, "VAR-01")] {
        let case = LP64D.case(&format!("void f({named}*long, ..., long, long)"));
        let plan = abi::plan(&case, &mut LP64D.chooser(&super::DOCUMENT));
        let mut received: Vec<Vec<u8>> = (0..named + 2).map(|i| bytes(&plan, i)).collect();
        received.swap_remove(named);
        received.push(received[named].clone());
        assert_eq!(first_of_stored(&case, &plan, entered(&LP64D, &plan), received), Some(first), "{named}");
    }
}

#[test]
fn an_enumeration_of_which_the_low_bytes_were_stored_is_reported_by_its_size() {
    let case = LP64D.case("void f(enum { a = 1, b = 100 })");
    let plan = abi::plan(&case, &mut LP64D.chooser(&super::DOCUMENT));
    let stored = |change: &dyn Fn(&mut [u8])| {
        let mut slot = bytes(&plan, 0)[..4].to_vec();
        change(&mut slot);
        first_of_stored(&case, &plan, entered(&LP64D, &plan), vec![slot])
    };
    assert_eq!(stored(&|_| {}), None);
    assert_eq!(stored(&|slot| slot[1..].fill(0xe5)), Some("S02"));
    assert_eq!(stored(&|slot| slot[2..].fill(0xe5)), Some("S02"));
    // Another number altogether, or one that was not extended.
    assert_eq!(stored(&|slot| slot.fill(0xe5)), Some("ARG-02"));
    assert_eq!(stored(&|slot| slot[1..].fill(0xff)), Some("ARG-02"));
    assert_eq!(stored(&|slot| slot[1..].copy_from_slice(&[1, 2, 3])), Some("ARG-02"));
}

#[test]
fn an_address_for_a_result_that_needs_none_is_reported_by_the_result() {
    // Its type has several members, so that the document could be read to return it in memory.
    let text = "struct { int m0; int m1; } f(long)";
    let pushed_on = at_entry(&LP64D, text, |at, plan| {
        put(at, register(&LP64D, "a0"), &0x7a00u64.to_le_bytes());
        put(at, register(&LP64D, "a1"), &bytes(plan, 0));
    });
    assert_eq!(pushed_on, ["ARG-17"]);
}

#[test]
fn a_function_that_takes_an_argument_for_an_address_of_its_result_is_reported_by_the_result() {
    let case = LP64D.case("struct { int m0; int m1; } f(long, long)");
    let plan = abi::plan(&case, &mut LP64D.chooser(&super::DOCUMENT));
    let entry = entered(&LP64D, &plan);
    let first = |received: Vec<Vec<u8>>, used: u64| {
        let ground = Ground {
            stack: 0x6000..0x8000,
            subject_code: std::iter::once(0x400..0x500).collect(),
            ..Ground::default()
        };
        let end = End::Fault { pc: 0x410, reason: "no such memory".to_owned() };
        let fault = Some((used, entry.clone()));
        let seen =
            Observation { entry: Some(entry.clone()), fault, received, ..Observation::new(end, ground) };
        let judged = judge(&case, Pairing::Callee, &plan, &seen);
        judged.mismatches.first().map(|mismatch| LP64D.target.short(mismatch.clauses[0]))
    };
    let value = |at: usize| u64::from_le_bytes(bytes(&plan, at).try_into().expect("a long"));
    let moved = vec![bytes(&plan, 1), vec![0xe3; 8]];
    assert_eq!(first(moved.clone(), value(0)), Some("ARG-17"));
    assert_eq!(first(vec![bytes(&plan, 0), bytes(&plan, 1)], value(0)), Some("ARG-17"));
    // What has ended the run has nothing to do with a result.
    assert_eq!(first(moved, 0x1234_5678_9abc_def0), Some("ARG-02"));
}

#[test]
fn an_object_of_the_caller_that_has_the_value_is_no_place_of_an_argument() {
    // The copy has other bits above the number; the object that it was made from is still behind a register.
    let text = "struct { int m0; } f(unsigned _BitInt(65), int)";
    let in_place = at_entry(&ILP32D, text, |at, plan| {
        let value = bytes(plan, 0);
        store(at, OBJECTS + 0x100, &value);
        put(at, register(&ILP32D, "s1"), &(OBJECTS as u32 + 0x100).to_le_bytes());
        store(at, OBJECTS + 9, &[0xeb; 7]);
    });
    assert_eq!(in_place, ["ARG-12"]);
}

#[test]
fn an_argument_of_which_a_part_has_arrived_is_in_its_place() {
    let case = LP64D.case("void f(struct {}, struct { int re; int im; })");
    let plan = abi::plan(&case, &mut LP64D.chooser(&super::DOCUMENT));
    let behind = [0xea, 0xe0, 0xe0, 0xe1, 0xeb, 0xe0, 0xe0, 0xe1];
    let mut entry = entered(&LP64D, &plan);
    put(&mut entry, register(&LP64D, "a1"), &behind);
    let stored = |arrived: usize| {
        let slot = [&bytes(&plan, 1)[..arrived], &behind[arrived..]].concat();
        first_of_stored(&case, &plan, entry.clone(), slot.chunks(4).map(<[u8]>::to_vec).collect())
    };
    assert_eq!(stored(8), None);
    assert_eq!(stored(0), Some("ARG-24"));
    assert_eq!(stored(4), Some("ARG-17"));
}

#[test]
fn an_address_that_is_sought_behind_its_place_is_reported_by_the_argument_that_it_is_of() {
    let case = LP64D.case("struct { int m0; } f(long, struct { long a[3]; })");
    let plan = abi::plan(&case, &mut LP64D.chooser(&super::DOCUMENT));
    let stopped_with = |name: &str| {
        let fill = 0xe1e0_e8eb_e1e0_e0eb_u64;
        let mut entry = entered(&LP64D, &plan);
        put(&mut entry, register(&LP64D, name), &fill.to_le_bytes());
        let subject_code = std::iter::once(0x400..0x500).collect();
        let ground = Ground { stack: 0x6000..0x8000, subject_code, ..Ground::default() };
        let end = End::Fault { pc: 0x410, reason: "no such memory".to_owned() };
        let fault = Some((fill + 8, entry.clone()));
        let seen = Observation { entry: Some(entry), fault, ..Observation::new(end, ground) };
        let judged = judge(&case, Pairing::Callee, &plan, &seen);
        let control = judged.mismatches.iter().find(|m| m.is_about_control());
        control.map(|mismatch| LP64D.target.short(mismatch.clauses[0]))
    };
    assert_eq!(stopped_with("a2"), Some("ARG-21"));
    // In a register that no argument could be moved to, the address of the result may have been sought.
    assert_eq!(stopped_with("s5"), Some("ARG-17"));
}
